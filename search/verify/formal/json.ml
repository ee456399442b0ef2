(* SPDX-License-Identifier: MIT
   The JSON of certificates: no escapes in texts, whole numbers only, no key twice. *)

type t = Null | Bool of bool | Int of int | Text of string | List of t list | Object of (string * t) list

exception Malformed of string

let fail what = raise (Malformed what)
let max_nesting = 200

let rec find key = function
  | [] -> None
  | (k, found) :: rest -> if String.equal k key then Some found else find key rest

type reader = { text : string; stop : int; mutable place : int }
let peek r = if r.place < r.stop then String.unsafe_get r.text r.place else '\000'
let advance r = r.place <- r.place + 1
let rec blanks r = match peek r with ' ' | '\t' | '\r' | '\n' -> advance r; blanks r | _ -> ()
let expect r c = if peek r = c then advance r else fail (Printf.sprintf "expected %C" c)
let word r w value =
  let n = String.length w in
  if r.place + n <= r.stop && String.sub r.text r.place n = w then (r.place <- r.place + n; value)
  else fail "an unknown word"

let string r =
  expect r '"';
  let start = r.place in
  while peek r <> '"' do
    if r.place >= r.stop || peek r < ' ' || peek r = '\\' then fail "a text of another kind";
    advance r
  done;
  advance r;
  String.sub r.text start (r.place - start - 1)

let integer r =
  let start = r.place in
  if peek r = '-' then advance r;
  while peek r >= '0' && peek r <= '9' do advance r done;
  let digits = String.sub r.text start (r.place - start) in
  match int_of_string_opt digits with
  | Some n when string_of_int n = digits -> Int n
  | _ -> fail "expected a whole number"
(* Most are of one digit. *)
let short_integer r =
  let c = peek r in
  advance r;
  match peek r with
  | ',' | ']' when c >= '0' && c <= '9' -> Int (Char.code c - 48)
  | _ -> r.place <- r.place - 1; integer r

let rec value r depth =
  if depth > max_nesting then fail "too many brackets";
  blanks r;
  let found = match peek r with
    | '{' -> advance r; Object (members r depth [])
    | '[' -> advance r; List (entries r depth [])
    | '"' -> Text (string r)
    | 't' -> word r "true" (Bool true)
    | 'f' -> word r "false" (Bool false)
    | 'n' -> word r "null" Null
    | _ -> short_integer r in
  blanks r;
  found
and entries r depth before =
  blanks r;
  if peek r = ']' && before = [] then (advance r; []) else begin
    let all = value r (depth + 1) :: before in
    if peek r = ',' then (advance r; entries r depth all) else (expect r ']'; List.rev all)
  end
and members r depth before =
  blanks r;
  if peek r = '}' && before = [] then (advance r; []) else begin
    let key = string r in
    if Option.is_some (find key before) then fail ("key " ^ key ^ " twice");
    blanks r;
    expect r ':';
    let all = (key, value r (depth + 1)) :: before in
    blanks r;
    if peek r = ',' then (advance r; members r depth all) else (expect r '}'; List.rev all)
  end

(* The value that is the text from start to stop. *)
let parse text (start, stop) =
  let r = { text; stop; place = start } in
  let found = value r 0 in
  if r.place < stop then fail "more text behind a value";
  found

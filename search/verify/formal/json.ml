(* SPDX-License-Identifier: MIT
   The JSON of certificates: no escapes in texts, whole numbers only, no key twice. *)

type t = Null | Bool of bool | Int of int | Text of string | List of t list | Object of (string * t) list

exception Malformed of string

let fail what = raise (Malformed what)
let max_nesting = 200

let parse text =
  let size = String.length text and place = ref 0 in
  let peek () = if !place < size then text.[!place] else '\000' in
  let advance () = incr place in
  let rec blanks () = match peek () with ' ' | '\t' | '\r' | '\n' -> advance (); blanks () | _ -> () in
  let expect c = if peek () = c then advance () else fail (Printf.sprintf "expected %C" c) in
  let word w value =
    let n = String.length w in
    if !place + n <= size && String.sub text !place n = w then (place := !place + n; value)
    else fail "an unknown word" in
  let string () =
    expect '"';
    let start = !place in
    while peek () <> '"' do
      if !place >= size || peek () < ' ' || peek () = '\\' then fail "a text of another kind";
      advance ()
    done;
    advance ();
    String.sub text start (!place - start - 1) in
  let integer () =
    let start = !place in
    if peek () = '-' then advance ();
    while peek () >= '0' && peek () <= '9' do advance () done;
    let digits = String.sub text start (!place - start) in
    match int_of_string_opt digits with
    | Some n when string_of_int n = digits -> Int n
    | _ -> fail "expected a whole number" in
  let rec value depth =
    if depth > max_nesting then fail "too many brackets";
    blanks ();
    let found = match peek () with
      | '{' -> advance (); Object (members depth [])
      | '[' -> advance (); List (entries depth [])
      | '"' -> Text (string ())
      | 't' -> word "true" (Bool true)
      | 'f' -> word "false" (Bool false)
      | 'n' -> word "null" Null
      | _ -> integer () in
    blanks ();
    found
  and entries depth before =
    blanks ();
    if peek () = ']' && before = [] then (advance (); []) else begin
      let all = value (depth + 1) :: before in
      if peek () = ',' then (advance (); entries depth all) else (expect ']'; List.rev all)
    end
  and members depth before =
    blanks ();
    if peek () = '}' && before = [] then (advance (); []) else begin
      let key = string () in
      if List.mem_assoc key before then fail ("key " ^ key ^ " twice");
      blanks ();
      expect ':';
      let all = (key, value (depth + 1)) :: before in
      blanks ();
      if peek () = ',' then (advance (); members depth all) else (expect '}'; List.rev all)
    end in
  let found = value 0 in
  if !place < size then fail "more text behind a value";
  found

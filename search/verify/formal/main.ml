(* SPDX-License-Identifier: MIT
   disarray-verify-proved FILE...: reads certificates of format 1 and hands them to the checker
   that is proved in Coq. Elements and ranks count from 1 in a file, from 0 in the checker.
   disarray-verify-proved --many FILE: each text between form feeds; counts those accepted.
   disarray-verify-proved --coq FILE: the certificate as Coq terms. *)
open Checker
module Z = Bigint
open Json

let field object_ key = match object_ with
  | Object members -> (match find key members with Some x -> x | None -> fail ("no key " ^ key))
  | _ -> fail "expected an object"
let has object_ key = match object_ with Object members -> Option.is_some (find key members) | _ -> false
let only_keys object_ keys = match object_ with
  | Object members when List.length members = List.length keys && List.for_all (fun (k, _) -> List.exists (String.equal k) keys) members -> ()
  | _ -> fail ("expected the keys " ^ String.concat ", " keys)
let list = function List l -> l | _ -> fail "expected a list"
let text = function Text t -> t | _ -> fail "expected a text"
let boolean = function Bool b -> b | _ -> fail "expected true or false"
let integer low high = function
  | Int n when low <= n && n <= high -> n
  | _ -> fail (Printf.sprintf "expected a whole number from %d to %d" low high)

(* In lowest terms with a positive denominator; no other spelling. *)
let read_number spelled =
  if String.length spelled > 1000 then fail "a number that is too long";
  let value = try Q.of_string spelled with _ -> fail ("no number: " ^ spelled) in
  if Z.sign value.Q.den <= 0 || Q.to_string value <> spelled then fail ("spelled otherwise: " ^ spelled);
  value
(* The same few come again and again. *)
let read_before : (string, Q.t) Hashtbl.t = Hashtbl.create 1000
let number json =
  let spelled = text json in
  if String.length spelled > 8 then read_number spelled else
  try Hashtbl.find read_before spelled with Not_found ->
    let value = read_number spelled in
    Hashtbl.add read_before spelled value;
    value
let checked holds json = let value = number json in if holds (Q.sign value) then value else fail ("the sign of " ^ text json)
let coq value = { qnum = value.Q.num; qden = value.Q.den }
let positive json = checked (fun s -> s > 0) json
let non_negative json = checked (fun s -> s >= 0) json

(* Whole numbers for rational ones: times a common denominator. *)
let common = List.fold_left (fun l x -> if Z.equal x.Q.den Z.one then l else Z.lcm l x.Q.den) Z.one
let times_whole l x = if Z.equal l x.Q.den then x.Q.num else Z.mul x.Q.num (Z.divexact l x.Q.den)

let rank_list n json =
  let l = List.map (fun k -> integer 1 n k - 1) (list json) in
  if List.length l <> n then fail (Printf.sprintf "expected %d ranks" n);
  l

(* Symmetric by the letter, with "0" on the diagonal. *)
let read_matrix n json =
  let rows = List.map (fun row -> Array.of_list (list row)) (list json) in
  let table = Array.of_list rows in
  if Array.length table <> n || Array.exists (fun row -> Array.length row <> n) table then fail "expected a square matrix";
  Array.iteri (fun i row -> Array.iteri (fun j entry ->
    if entry <> (if i = j then Text "0" else table.(j).(i)) then fail "expected a symmetric matrix, 0 on the diagonal") row) table;
  let rows = List.map (fun row -> List.map non_negative (Array.to_list row)) rows in
  let l = List.fold_left (fun l row -> Z.lcm l (common row)) Z.one rows in
  List.map (List.map (times_whole l)) rows

let functionals = [ "K", Kendall; "F[prefix]", Prefix; "F[prefix-sym]", PrefixSym; "F[interval]", Interval; "F[box]", Box ]
let inverted name = if name = "K" then "K[inverse]" else String.sub name 0 (String.length name - 1) ^ ",inverse]"

let read_functional json =
  let name = text json in
  match List.find_opt (fun (n, _) -> n = name || inverted n = name) functionals with
  | Some (n, which) -> { which; of_inverse = n <> name }
  | None -> fail ("no functional: " ^ name)

let read_inner json =
  only_keys json [ "coefficient"; "functional" ];
  let f = read_functional (field json "functional") in
  if f.which = Prefix || f.which = PrefixSym then fail "absolute values within an absolute value";
  (coq (checked (fun s -> s <> 0) (field json "coefficient")), f)

let terms_of read json =
  let l = List.map read (list json) in
  if l = [] || List.length l > 100 then fail "expected 1 to 100 terms";
  l

let read_term json =
  if has json "absolute" then begin
    only_keys json [ "coefficient"; "absolute" ];
    Absolute (coq (positive (field json "coefficient")), terms_of read_inner (field json "absolute"))
  end else begin
    only_keys json [ "coefficient"; "functional" ];
    Plain (coq (positive (field json "coefficient")), read_functional (field json "functional"))
  end

let numbers_or_unit length read = function
  | Text "unit" -> None
  | json ->
    let l = List.map (fun x -> coq (read x)) (list json) in
    if List.length l <> length then fail (Printf.sprintf "expected %d numbers" length);
    Some l

let read_claim json =
  if has json "format" && text (field json "format") <> "disarray.certificate/1" then fail "only format 1 is covered";
  only_keys json [ "format"; "n"; "scope"; "small"; "big"; "weights"; "swap_costs"; "fixed_points"; "direct_sums"; "symmetries" ];
  let n = integer 2 20 (field json "n") in
  let scope = match field json "scope" with Text "all" -> None | l -> Some (rank_list n l) in
  if scope = None && n > 12 then fail "n > 12 for all rankings";
  let symmetries = match list (field json "symmetries") with
    | [] -> (false, false)
    | [ Text "inverse" ] -> (true, false)
    | [ Text "reverse-complement" ] -> (false, true)
    | [ Text "inverse"; Text "reverse-complement" ] -> (true, true)
    | _ -> fail "expected symmetries in order" in
  let swap_costs = numbers_or_unit (n - 1) non_negative (field json "swap_costs") in
  let policy_of = match text (field json "fixed_points") with "one" -> One | "local" -> Local | _ -> fail "expected one or local" in
  if swap_costs = None && policy_of = Local then fail "expected one, as swap costs are unit";
  { size = n; scope; small = terms_of read_term (field json "small"); big = terms_of read_term (field json "big");
    weights = numbers_or_unit n positive (field json "weights"); swap_costs; policy_of;
    direct_sums = boolean (field json "direct_sums"); by_inverse = fst symmetries; by_reverse_complement = snd symmetries }

let ascending places =
  let number = List.fold_left (fun k e -> 1001 * k + e) 0 in
  ignore (List.fold_left (fun before place ->
    let place = number place in
    if (before : int) >= place then fail "expected ascending places"; place) (-1) places)

(* Elements i < j, or i < j and another k, with a number > 0, in ascending order. *)
let multipliers n elements json =
  let read entry =
    let l = list entry in
    if List.length l <> elements + 1 then fail "an entry of another length";
    let place = List.map (integer 1 n) (List.filteri (fun e _ -> e < elements) l) in
    (match place with
     | i :: j :: rest when i < j && not (List.mem i rest) && not (List.mem j rest) -> ()
     | _ -> fail "expected different elements, i < j");
    (place, positive (List.nth l elements)) in
  let all = List.map read (list json) in
  ascending (List.map fst all);
  all

let rec read_node n below json =
  if has json "split" then begin
    only_keys json [ "split"; "positive"; "negative" ];
    Split (integer 1 1000 (field json "split") - 1, read_node n true (field json "positive"), read_node n true (field json "negative"))
  end else begin
    only_keys json ([ "ratio"; "signs"; "triangles"; "slacks" ] @ if below then [ "regions" ] else []);
    let region entry = match list entry with
      | [ k; mu ] -> (integer 1 1000 k - 1, positive mu)
      | _ -> fail "expected a place and a number" in
    let regions = if below then List.map region (list (field json "regions")) else [] in
    ascending (List.map (fun (k, _) -> [ k ]) regions);
    let ratio = non_negative (field json "ratio") and signs = List.map number (list (field json "signs")) in
    let triangles = multipliers n 3 (field json "triangles") and slacks = multipliers n 2 (field json "slacks") in
    let l = List.fold_left (fun l x -> Z.lcm l (common x)) (common (ratio :: signs))
      [ List.map snd triangles; List.map snd slacks; List.map snd regions ] in
    let whole = times_whole l in
    let triangle = function [ i; j; k ], y -> (((i - 1, j - 1), k - 1), whole y) | _ -> fail "a triangle" in
    let slack = function [ i; j ], s -> ((i - 1, j - 1), whole s) | _ -> fail "a slack" in
    Multipliers (l, whole ratio, List.map whole signs, List.map triangle triangles, List.map slack slacks,
          List.map (fun (k, mu) -> (k, whole mu)) regions)
  end

(* The length of a list of ranks that should be at most n. *)
let length_at_most n json = min n (List.length (list json))

let read_record claim json =
  only_keys json ([ "ranks"; "proof" ] @ if has json "witness" then [ "witness" ] else []);
  let n = if claim.direct_sums then length_at_most claim.size (field json "ranks") else claim.size in
  { r_ranks = rank_list n (field json "ranks"); r_proof = read_node n false (field json "proof");
    r_witness = if has json "witness" then Some (read_matrix n (field json "witness")) else None }

let read_example n json =
  only_keys json [ "ranks"; "dissimilarity" ];
  let n = length_at_most n (field json "ranks") in
  (rank_list n (field json "ranks"), read_matrix n (field json "dissimilarity"))

let read_result claim json =
  only_keys json ([ "n"; "ratio"; "violating"; "best" ] @ if has json "strict" then [ "strict" ] else []);
  let best_ranks, best = read_example claim.size (field json "best") in
  { length_of = integer 2 claim.size (field json "n"); ratio_of = coq (non_negative (field json "ratio"));
    violating_of = Z.of_int (integer 0 max_int (field json "violating")); best_ranks; best;
    strict = if has json "strict" then Some (read_example claim.size (field json "strict")) else None }

(* Where the lines of a text begin and end, each before its newline. *)
let lines_of text =
  let rec lines start = match String.index_from_opt text start '\n' with
    | Some stop -> (start, stop) :: lines (stop + 1)
    | None -> if start < String.length text || start = 0 then fail "expected a newline at the end" else [] in
  lines 0

(* Records are read when the checker asks for them. *)
let read_certificate text =
  match lines_of text with
  | [] | [ _ ] -> fail "expected a header, records and an end"
  | first :: rest ->
    let header = parse text first in
    let claim = read_claim header in
    let records, last = match List.rev rest with last :: l -> (List.rev l, parse text last) | [] -> ([], Null) in
    only_keys last [ "end" ];
    let last = field last "end" in
    only_keys last [ "claim"; "records"; "results" ];
    if field last "claim" <> header then fail "the claim of the end is another";
    if field last "records" <> Int (List.length records) then fail "another number of records";
    (claim, List.map (fun line () -> read_record claim (parse text line)) records,
     List.map (read_result claim) (list (field last "results")))

let spelled x = Q.to_string (Q.make x.qnum x.qden)
let times c what = if spelled c = "1" then what else spelled c ^ "*" ^ what
let functional f =
  let name = fst (List.find (fun (_, which) -> which = f.which) functionals) in
  if f.of_inverse then inverted name else name
let sum print l = String.concat " + " (List.map print l)
let term = function
  | Plain (c, f) -> times c (functional f)
  | Absolute (c, l) -> times c ("|" ^ sum (fun (c, f) -> times c (functional f)) l ^ "|")

let statement claim results =
  let all = match claim.scope with
    | None -> Printf.sprintf "every σ in S_%d" claim.size
    | Some l -> "σ with ranks " ^ String.concat " " (List.map (fun k -> string_of_int (k + 1)) l) in
  let unit = if claim.weights = None && claim.swap_costs = None then "w = δ = 1" else "w and δ of the header" in
  Printf.sprintf "PROVED %s >= %s*(%s) for %s and every pseudometric D (%s), attained" (sum term claim.big)
    (spelled (List.nth results (List.length results - 1)).ratio_of) (sum term claim.small) all unit

let verify text =
  try
    let claim, records, results = read_certificate text in
    if accepts claim records results then (true, statement claim results)
    else (false, "the proof does not hold")
  with Malformed what -> (false, what)

let read_all path =
  let compressed = Filename.check_suffix path ".zst" in
  let channel = if compressed then Unix.open_process_in (Filename.quote_command "zstd" [ "-dcq"; path ]) else open_in_bin path in
  let text = Buffer.create 65536 and block = Bytes.create 65536 in
  let rec read () = match input channel block 0 65536 with 0 -> () | n -> Buffer.add_subbytes text block 0 n; read () in
  read ();
  if compressed && Unix.close_process_in channel <> Unix.WEXITED 0 then fail "no zstd file";
  Buffer.contents text

let () =
  Gc.set { (Gc.get ()) with Gc.minor_heap_size = 1 lsl 20; space_overhead = 400 }; (* a third of the time *)
  match List.tl (Array.to_list Sys.argv) with
  | [ "--many"; path ] ->
    let texts = String.split_on_char '\012' (read_all path) in
    let taken = List.filteri (fun i text -> let taken, _ = verify text in if taken then Printf.printf "accepted: text %d\n" (i + 1); taken) texts in
    Printf.printf "%d texts, %d accepted\n" (List.length texts) (List.length taken)
  | [ "--coq"; path ] -> let claim, records, results = read_certificate (read_all path) in Term.print claim records results
  | [] -> prerr_endline "usage: disarray-verify-proved FILE..."; exit 2
  | paths ->
    let verdict path =
      let taken, what = try verify (read_all path) with Malformed what | Sys_error what -> (false, what) in
      print_endline (if taken then what else Printf.sprintf "REJECTED %s: %s" path what);
      taken in
    exit (if List.for_all Fun.id (List.map verdict paths) then 0 else 1)

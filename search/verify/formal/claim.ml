(* SPDX-License-Identifier: MIT
   What a certificate claims: header, results, and the line that says so. This is what the proof of
   the checker does not speak of and has to be trusted; records are not. Elements and ranks count
   from 1 in a file, from 0 in the checker. *)
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

(* Format 2. *)
let has_rule header = match field header "format" with
  | Text "disarray.certificate/1" -> false
  | Text "disarray.certificate/2" -> true
  | _ -> fail "only formats 1 and 2 are covered"

(* Times the scale coefficients are whole, and not too long. *)
let check_scale claim scale =
  let check x = let y = Q.mul (Q.of_int scale) (Q.make x.qnum x.qden) in
    if not (Z.equal y.Q.den Z.one && Z.leq (Z.abs y.Q.num) (Z.of_int 1_000_000)) then fail "another scale" in
  List.iter check (Checker.coefficients claim.small @ Checker.coefficients claim.big);
  if claim.scope <> None || claim.weights <> None || claim.swap_costs <> None then fail "a rule is for all rankings, without weights"

let read_claim json =
  let is_rule = has_rule json in
  only_keys json ([ "format"; "n"; "scope"; "small"; "big"; "weights"; "swap_costs"; "fixed_points"; "direct_sums"; "symmetries" ]
                  @ if is_rule then [ "scale" ] else []);
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
  let claim = { size = n; scope; small = terms_of read_term (field json "small"); big = terms_of read_term (field json "big");
    weights = numbers_or_unit n positive (field json "weights"); swap_costs; policy_of;
    direct_sums = boolean (field json "direct_sums"); by_inverse = fst symmetries; by_reverse_complement = snd symmetries } in
  if is_rule then check_scale claim (integer 1 1_000_000 (field json "scale"));
  claim

(* The length of a list of ranks that should be at most n. *)
let length_at_most n json = min n (List.length (list json))

let read_example n json =
  only_keys json [ "ranks"; "dissimilarity" ];
  let n = length_at_most n (field json "ranks") in
  (rank_list n (field json "ranks"), read_matrix n (field json "dissimilarity"))

(* As in format 1. *)
let read_result claim json =
  only_keys json ([ "n"; "ratio"; "violating"; "best" ] @ if has json "strict" then [ "strict" ] else []);
  let best_ranks, best = read_example claim.size (field json "best") in
  { length_of = integer 2 claim.size (field json "n"); ratio_of = coq (non_negative (field json "ratio"));
    violating_of = Z.of_int (integer 0 max_int (field json "violating")); best_ranks; best;
    strict = if has json "strict" then Some (read_example claim.size (field json "strict")) else None }

let read_outcome claim is_rule json =
  if not is_rule || (has json "ratio" && Q.lt (number (field json "ratio")) Q.one) then Attained (read_result claim json) else begin
    let tight = has json "ratio" in
    only_keys json ([ "n"; "violating" ] @ if tight then [ "ratio"; "best" ] else []);
    if tight && field json "ratio" <> Text "1" then fail "a ratio above 1";
    Threshold (integer 2 claim.size (field json "n"), Z.of_int (integer 0 max_int (field json "violating")),
               if tight then Some (read_example claim.size (field json "best")) else None)
  end

let spelled x = Q.to_string (Q.make x.qnum x.qden)
let times c what = if spelled c = "1" then what else spelled c ^ "*" ^ what
let functional f =
  let name = fst (List.find (fun (_, which) -> which = f.which) functionals) in
  if f.of_inverse then inverted name else name
let sum print l = String.concat " + " (List.map print l)
let term = function
  | Plain (c, f) -> times c (functional f)
  | Absolute (c, l) -> times c ("|" ^ sum (fun (c, f) -> times c (functional f)) l ^ "|")

let statement claim outcomes =
  let ratio, attained = match List.nth outcomes (List.length outcomes - 1) with
    | Attained r -> spelled r.ratio_of, ", attained"
    | Threshold (_, _, tight) -> "1", if tight = None then "" else ", attained" in
  let all = match claim.scope with
    | None -> Printf.sprintf "every σ in S_%d" claim.size
    | Some l -> "σ with ranks " ^ String.concat " " (List.map (fun k -> string_of_int (k + 1)) l) in
  let unit = if claim.weights = None && claim.swap_costs = None then "w = δ = 1" else "w and δ of the header" in
  Printf.sprintf "PROVED %s >= %s*(%s) for %s and every pseudometric D (%s)%s" (sum term claim.big)
    ratio (sum term claim.small) all unit attained

(* SPDX-License-Identifier: MIT
   Records, which are no more than suggestions to the checker: as a file has them, or made by the
   rule of format 2. Their numbers are whole ones over a common denominator. *)
open Checker
module Z = Bigint
open Json
open Claim

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

let read_record claim json =
  only_keys json ([ "ranks"; "proof" ] @ if has json "witness" then [ "witness" ] else []);
  let n = if claim.direct_sums then length_at_most claim.size (field json "ranks") else claim.size in
  { r_ranks = rank_list n (field json "ranks"); r_proof = read_node n false (field json "proof");
    r_witness = if has json "witness" then Some (read_matrix n (field json "witness")) else None }

(* --- format 2 --- *)

(* FORMAT.md's rule: triangles y·(D_ik + D_jk - D_ij) that leave nothing below 0 of c, a symmetric table. *)
let rule_triangles n c =
  let triangles = ref [] in
  let common i j k = if k = i || k = j then 0 else max 0 (min c.(i).(k) c.(j).(k)) in
  let change i j y = c.(i).(j) <- c.(i).(j) + y; c.(j).(i) <- c.(i).(j) in
  let places = List.init n Fun.id in
  let margin (i, j) = List.fold_left (fun sum k -> sum + common i j k) c.(i).(j) places in
  let rec cover () =
    let below = List.concat_map (fun i -> List.filter_map (fun j ->
      if i < j && c.(i).(j) < 0 then Some (margin (i, j), i, j) else None) places) places in
    match below with
    | [] -> ()
    | one :: more ->
      let least, i, j = List.fold_left (fun (l, _, _ as a) (m, _, _ as b) -> if (m : int) < l then b else a) one more in
      if least >= 0 then begin
        while c.(i).(j) < 0 do
          let k = List.fold_left (fun best k -> if common i j k > common i j best then k else best) 0 places in
          let y = min (common i j k) (- c.(i).(j)) in
          if y <= 0 then fail "a pair that the rule does not cover";
          change i k (- y); change j k (- y); change i j y;
          triangles := (((i, j), k), Z.of_int y) :: !triangles
        done;
        cover ()
      end in
  cover ();
  !triangles

(* The record that the rule makes, with the signs of an exception or those of the sums of the forms. *)
let rule_record claim ranks signs =
  let n = List.length ranks in
  let sigma = let table = Array.of_list ranks in fun i -> table.(i) in
  let forms = forms_at claim n Fun.id sigma and scale = scale_at claim n sigma in
  let small = forms claim.small and big = forms claim.big in
  let c = Array.make_matrix n n 0 in
  let add times whole = List.iteri (fun i -> List.iteri (fun d x ->
    let j = i + 1 + d in
    c.(i).(j) <- c.(i).(j) + times * whole (Z.to_int x); c.(j).(i) <- c.(i).(j))) in
  let sign form = Z.sign (List.fold_left (List.fold_left Z.add) Z.zero form) in
  let signs = match signs with Some l -> l | None -> List.map sign big.absolutes in
  if List.length signs <> List.length big.absolutes then fail "another number of signs";
  add 1 Fun.id big.linear;
  List.iter2 (fun phi -> add phi Fun.id) signs big.absolutes;
  add (-1) Fun.id small.linear;
  List.iter (add (-1) abs) small.absolutes;
  let triangles = rule_triangles n c in
  let slacks = List.concat (List.init n (fun i -> List.concat (List.init n (fun j ->
    if i < j && c.(i).(j) > 0 then [ ((i, j), Z.of_int c.(i).(j)) ] else [])))) in
  { r_ranks = ranks; r_witness = None;
    r_proof = Multipliers (scale, scale, List.map (fun phi -> Z.mul (Z.of_int phi) scale) signs, triangles, slacks, []) }

let read_exception claim ranks json =
  if has json "proof" then read_record claim json else begin
    only_keys json [ "ranks"; "signs" ];
    rule_record claim ranks (Some (List.map (integer (-1) 1) (list (field json "signs"))))
  end

(* The permutation behind another one in lexicographic order. *)
let rec next_permutation = function
  | [] -> None
  | x :: rest ->
    match next_permutation rest with
    | Some l -> Some (x :: l)
    | None ->
      let above = List.filter (fun y -> y > x) rest in
      if above = [] then None else
      let y = List.fold_left min (List.hd above) above in
      Some (y :: List.sort compare (x :: List.filter (fun z -> z <> y) rest))

(* Sections, of which each begins behind the one before. `next` has the lines, read. *)
let from_sections claim next =
  let identity n = List.init n Fun.id in
  let due = ref (Some (identity (if claim.direct_sums then 2 else claim.size))) in
  let last = ref [] and exceptions = ref [] in
  let order l = (List.length l, l) in
  let read_section json =
    only_keys json [ "first"; "last"; "exceptions" ];
    if !exceptions <> [] then fail "exceptions that are none of their section";
    let n = length_at_most claim.size (field json "first") in
    let first = rank_list n (field json "first") in
    if !due <> Some first then fail "a section that does not begin behind the one before";
    last := rank_list n (field json "last");
    if List.sort compare !last <> identity n then fail "a section that ends with no ranking";
    if !last < first then fail "a section that ends before it begins";
    exceptions := List.map (fun e -> rank_list n (field e "ranks"), e) (list (field json "exceptions"));
    if List.exists (fun (l, _) -> l < first || l > !last) !exceptions then fail "exceptions that are none of their section";
    due := match next_permutation !last with
      | None when n < claim.size -> Some (identity (n + 1))
      | l -> l in
  let rec make ranks =
    if order !last < order ranks then match next () with
      | Some json -> read_section json; make ranks
      | None -> fail "a section is missing"
    else match !exceptions with
      | (l, json) :: rest when l = ranks -> exceptions := rest; read_exception claim ranks json
      | _ -> rule_record claim ranks None in
  let rec finished () = match next () with
    | Some json -> read_section json; finished ()
    | None -> !exceptions = [] && !due = None in
  make, finished

(* The records of format 1, one a line. *)
let from_lines claim next =
  (fun _ -> match next () with Some json -> read_record claim json | None -> fail "a record is missing"),
  (fun () -> next () = None)

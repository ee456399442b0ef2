(* SPDX-License-Identifier: MIT
   A certificate as Coq terms: so that the kernel of Coq checks it, without extraction. *)
open Checker
module Z = Bigint

let q x = Printf.sprintf "(Qmake (%s) %s)" (Z.to_string x.qnum) (Z.to_string x.qden)
let list print l = "[" ^ String.concat "; " (List.map print l) ^ "]"
let nat = string_of_int
let nats = list nat
let z x = Printf.sprintf "(%s)%%Z" (Z.to_string x)
let matrix = list (list z)
let option print = function None -> "None" | Some x -> "(Some " ^ print x ^ ")"
let boolean b = if b then "true" else "false"

let functional f =
  let name = match f.which with
    | Kendall -> "Kendall" | Prefix -> "Prefix" | PrefixSym -> "PrefixSym" | Interval -> "Interval" | Box -> "Box" in
  Printf.sprintf "(Of %s %s)" name (boolean f.of_inverse)

let term = function
  | Plain (c, f) -> Printf.sprintf "Plain %s %s" (q c) (functional f)
  | Absolute (c, l) -> Printf.sprintf "Absolute %s %s" (q c) (list (fun (c, f) -> "(" ^ q c ^ ", " ^ functional f ^ ")") l)

let rec node = function
  | Split (k, a, b) -> Printf.sprintf "(Split %d %s %s)" k (node a) (node b)
  | Multipliers (l, r, signs, triangles, slacks, regions) ->
    Printf.sprintf "(Multipliers %s %s %s %s %s %s)" (Z.to_string l) (z r) (list z signs)
      (list (fun (((i, j), k), y) -> Printf.sprintf "(%d, %d, %d, %s)" i j k (z y)) triangles)
      (list (fun ((i, j), s) -> Printf.sprintf "(%d, %d, %s)" i j (z s)) slacks)
      (list (fun (k, mu) -> Printf.sprintf "(%d, %s)" k (z mu)) regions)

let print claim records results =
  Printf.printf "Definition the_claim : claim := Claim %d %s %s %s %s %s %s %s %s %s.\n" claim.size
    (option nats claim.scope) (list term claim.small) (list term claim.big) (option (list q) claim.weights)
    (option (list q) claim.swap_costs) (match claim.policy_of with One -> "one" | Local -> "local")
    (boolean claim.direct_sums) (boolean claim.by_inverse) (boolean claim.by_reverse_complement);
  Printf.printf "Definition the_records : list (unit -> record) := [\n%s].\n" (String.concat ";\n" (List.map (fun r ->
    Printf.sprintf "fun _ => Recorded %s %s %s" (nats r.r_ranks) (node r.r_proof) (option matrix r.r_witness)) records));
  Printf.printf "Definition the_results : list result := [\n%s].\n" (String.concat ";\n" (List.map (fun r ->
    Printf.sprintf "Result %d %s %s %s %s %s" r.length_of (q r.ratio_of) (z r.violating_of)
      (nats r.best_ranks) (matrix r.best)
      (option (fun (l, d) -> "(" ^ nats l ^ ", " ^ matrix d ^ ")") r.strict)) results))

(* SPDX-License-Identifier: MIT

   The checker as an OCaml program. Z and positive become the integers of Zarith, of any size; nat,
   which counts elements, ranks and places, becomes int: the reader refuses n > 20. *)
From Coq Require Import ExtrOcamlBasic ExtrOcamlNatInt.
From Disarray Require Import Walk.

Extract Inductive positive => "Bigint.t"
  [ "(fun p -> Bigint.succ (Bigint.shift_left p 1))" "(fun p -> Bigint.shift_left p 1)" "Bigint.one" ]
  "(fun f_odd f_even f_one p -> if Bigint.equal p Bigint.one then f_one () else if Bigint.is_odd p then f_odd (Bigint.shift_right p 1) else f_even (Bigint.shift_right p 1))".
Extract Inductive Z => "Bigint.t" [ "Bigint.zero" "(fun p -> p)" "Bigint.neg" ]
  "(fun f_zero f_positive f_negative z -> let s = Bigint.sign z in if s = 0 then f_zero () else if s > 0 then f_positive z else f_negative (Bigint.neg z))".

Extract Constant Pos.add => "Bigint.add".
Extract Constant Pos.mul => "Bigint.mul".
Extract Constant Pos.eqb => "Bigint.equal".
Extract Constant Pos.of_succ_nat => "(fun n -> Bigint.of_int (n + 1))".
Extract Constant Z.add => "Bigint.add".
Extract Constant Z.sub => "Bigint.sub".
Extract Constant Z.mul => "Bigint.mul".
Extract Constant Z.opp => "Bigint.neg".
Extract Constant Z.abs => "Bigint.abs".
Extract Constant Z.eqb => "Bigint.equal".
Extract Constant Z.leb => "Bigint.leq".
Extract Constant Zeq_bool => "Bigint.equal".
Extract Constant Zle_bool => "Bigint.leq".
Extract Constant Z.gcd => "Bigint.gcd".
Extract Constant Z.div => "Bigint.fdiv".
Extract Constant Z.to_pos => "(fun z -> if Bigint.sign z > 0 then z else Bigint.one)".
Extract Constant Z.of_nat => "Bigint.of_int".

(* Comparisons of ints, by their type: those of any type are calls. *)
Extract Inlined Constant Nat.eqb => "(fun (m : int) n -> m = n)".
Extract Inlined Constant Nat.leb => "(fun (m : int) n -> m <= n)".
Extract Inlined Constant Nat.ltb => "(fun (m : int) n -> m < n)".
Extract Inlined Constant min => "(fun (m : int) n -> if m < n then m else n)".
Extract Inlined Constant max => "(fun (m : int) n -> if m < n then n else m)".
Extract Inlined Constant Nat.max => "(fun (m : int) n -> if m < n then n else m)".
Extract Inlined Constant minus => "(fun (m : int) n -> if m < n then 0 else m - n)".

Extraction "checker.ml" accepts_from.

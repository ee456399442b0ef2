(* SPDX-License-Identifier: MIT

   The definitions page in Coq: rankings, pseudometrics over Q, weights, swap costs, Kendall K and
   footrule F in the four readings. Here elements and ranks count from 0, so that a rank vector of
   n elements has the ranks 0 … n-1; only differences of p and comparisons of ranks matter. All
   functions compute, and the lemmas at the end evaluate the value table that fixes the readings. *)
From Coq Require Export QArith Qabs Qminmax Lqa Lia List Arith Bool.
Export ListNotations.
Open Scope Q_scope.

(* f(0) + … + f(n-1) *)
Fixpoint sum (n : nat) (f : nat -> Q) : Q :=
  match n with O => 0 | S m => sum m f + f m end.

Definition when (b : bool) (q : Q) : Q := if b then q else 0.
Definition of_nat (k : nat) : Q := inject_Z (Z.of_nat k).

(* σ(i) is the rank of element i: each rank below n once. (An injection of {0, …, n-1} into itself
   is a bijection.) *)
Definition ranking (n : nat) (s : nat -> nat) : Prop :=
  (forall i, (i < n)%nat -> (s i < n)%nat) /\
  (forall i j, (i < n)%nat -> (j < n)%nat -> s i = s j -> i = j).

Definition identity : nat -> nat := fun i => i.

(* σ⁻¹(k): the element of rank k; 0 if there is none. *)
Definition inverse (n : nat) (s : nat -> nat) (k : nat) : nat :=
  match find (fun i => s i =? k)%nat (seq 0 n) with Some i => i | None => 0%nat end.

(* What a list says, as function: the rank vector (ranks from 0), weights, swap costs. *)
Definition ranks (l : list nat) : nat -> nat := fun i => nth i l 0%nat.
Definition numbers (l : list Q) : nat -> Q := fun i => nth i l 1.
Definition matrix (l : list (list Q)) : nat -> nat -> Q := fun i j => nth j (nth i l []) 0.

(* Symmetric, zero on the diagonal, not negative, with the triangle inequality. *)
Definition pseudometric (n : nat) (D : nat -> nat -> Q) : Prop :=
  (forall i j, (i < n)%nat -> (j < n)%nat -> 0 <= D i j) /\
  (forall i, (i < n)%nat -> D i i == 0) /\
  (forall i j, (i < n)%nat -> (j < n)%nat -> D i j == D j i) /\
  (forall i j k, (i < n)%nat -> (j < n)%nat -> (k < n)%nat -> D i j <= D i k + D k j).

Definition metric (n : nat) (D : nat -> nat -> Q) : Prop :=
  pseudometric n D /\ (forall i j, (i < n)%nat -> (j < n)%nat -> i <> j -> 0 < D i j).

(* Weights w, swap costs δ: p(0) = 0, p(k+1) = p(k) + δ(k), and the mean cost p̄_i of the swaps from
   τ(i) to σ(i). Where σ(i) = τ(i) it is 1 (policy `one`), or the mean of the one or two costs beside
   the position (`local`). *)
Definition position (delta : nat -> Q) (k : nat) : Q := sum k delta.
Definition mean_cost (delta : nat -> Q) (low high : nat) : Q :=
  (position delta high - position delta low) / of_nat (high - low).

Inductive policy := one | local.
Record weighting := Weighting { w : nat -> Q; delta : nat -> Q; fixed_points : policy }.
Definition unit_weighting : weighting := Weighting (fun _ => 1) (fun _ => 1) one.

Definition p_bar (v : weighting) (n : nat) (s t : nat -> nat) (i : nat) : Q :=
  if (s i =? t i)%nat then
    match fixed_points v with
    | one => 1
    | local => mean_cost (delta v) (s i - 1) (min (n - 1) (s i + 1))
    end
  else mean_cost (delta v) (min (s i) (t i)) (max (s i) (t i)).

(* a_ij = w_i·w_j·p̄_i·p̄_j·D_ij *)
Definition cost (v : weighting) (n : nat) (s t : nat -> nat) (D : nat -> nat -> Q) (i j : nat) : Q :=
  (w v i * p_bar v n s t i) * (w v j * p_bar v n s t j) * D i j.

(* --- the distances of σ and τ, from the a_ij --------------------------------------------------- *)

(* τ has i before j, σ has j before i. *)
Definition differ (s t : nat -> nat) (i j : nat) : bool := (t i <? t j)%nat && (s j <? s i)%nat.

(* K: each pair that σ and τ order differently, once. *)
Definition kendall (n : nat) (a : nat -> nat -> Q) (s t : nat -> nat) : Q :=
  sum n (fun i => sum n (fun j => when (differ s t i j) (a i j))).

(* F[prefix]: what stands before i in τ, less what stands before i in σ. *)
Definition prefix (n : nat) (a : nat -> nat -> Q) (s t : nat -> nat) : Q :=
  sum n (fun i => Qabs (sum n (fun j => when (t j <? t i)%nat (a i j))
                        - sum n (fun j => when (s j <? s i)%nat (a i j)))).

(* k is in the closed interval between x and y, which are not the same. *)
Definition passed (x y k : nat) : bool :=
  negb (x =? y)%nat && (min x y <=? k)%nat && (k <=? max x y)%nat.

(* F[interval]: the other elements whose rank in σ lies between the two ranks of i. *)
Definition interval (n : nat) (a : nat -> nat -> Q) (s t : nat -> nat) : Q :=
  sum n (fun i => sum n (fun j => when (negb (i =? j)%nat && passed (s i) (t i) (s j)) (a i j))).

(* F[box]: the mean of that and of those whose rank in τ lies there. *)
Definition box (n : nat) (a : nat -> nat -> Q) (s t : nat -> nat) : Q :=
  (1 # 2) * sum n (fun i =>
    sum n (fun j => when (negb (i =? j)%nat && passed (s i) (t i) (s j)) (a i j))
    + sum n (fun j => when (negb (i =? j)%nat && passed (s i) (t i) (t j)) (a i j))).

(* --- one argument: τ is the identity ----------------------------------------------------------- *)

Inductive functional := Kendall | Prefix | PrefixSym | Interval | Box.

(* The labels of w and D stay where σ is inverted; p̄ is taken of σ⁻¹. *)
Definition distance (v : weighting) (n : nat) (D : nat -> nat -> Q) (f : functional)
    (s : nat -> nat) : Q :=
  let a t := cost v n t identity D in
  let i := inverse n s in
  match f with
  | Kendall => kendall n (a s) s identity
  | Prefix => prefix n (a s) s identity
  | PrefixSym => (1 # 2) * prefix n (a s) s identity + (1 # 2) * prefix n (a i) i identity
  | Interval => interval n (a s) s identity
  | Box => box n (a s) s identity
  end.

(* --- the value table: the order b c a, so ranks a=3 b=1 c=2, here from 0 ------------------------ *)

Definition bca : nat -> nat := ranks [2; 0; 1]%nat.
Definition ones (i j : nat) : Q := if (i =? j)%nat then 0 else 1.
(* D_ac = D_bc = 1, D_ab = 0 *)
Definition cut_c : nat -> nat -> Q := matrix [[0; 0; 1]; [0; 0; 1]; [1; 1; 0]].

Definition row (v : weighting) (D : nat -> nat -> Q) : list Q :=
  [distance v 3 D Kendall bca; distance v 3 D Kendall (inverse 3 bca); distance v 3 D Prefix bca;
   distance v 3 D PrefixSym bca; distance v 3 D Interval bca; distance v 3 D Box bca].

Lemma table_unit : map Qred (row unit_weighting ones) = [2; 2; 4; 4; 4; 4].
Proof. reflexivity. Qed.

Lemma table_weights :
  map Qred (row (Weighting (numbers [1; 2; 3]) (fun _ => 1) one) ones) = [5; 9; 10; 14; 14; 27 # 2].
Proof. reflexivity. Qed.

Lemma table_dissimilarity : map Qred (row unit_weighting cut_c) = [1; 2; 2; 3; 3; 5 # 2].
Proof. reflexivity. Qed.

Lemma table_swap_costs :
  map Qred (row (Weighting (fun _ => 1) (numbers [1; 1 # 2]) one) ones)
  = [9 # 8; 9 # 8; 9 # 4; 9 # 4; 2; 35 # 16].
Proof. reflexivity. Qed.

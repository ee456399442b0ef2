(* SPDX-License-Identifier: MIT

   What measures of retrieval and correlation have for every n: they are symmetric, do not see what
   an element is called, or are distances; so where GT says that none is a distance. Definitions
   first, made to be read beside the definitions page, with a value of each; ranks count from 0 here,
   so that mape and smape add 1. Where a measure is the root of a rational number, it is that number
   which is defined, and the law of distances is that of its root. *)
From Disarray Require Export Triangles.

(* M(σ,τ) for n elements. *)
Definition measure := nat -> (nat -> nat) -> (nat -> nat) -> Q.

Definition mean (n : nat) (f : nat -> Q) : Q := sum n f / of_nat n.
Definition square (x : Q) : Q := x * x.
Definition pairs (n : nat) : Q := of_nat n * (of_nat n - 1) / 2.
Definition squares (n : nat) (s t : nat -> nat) : Q :=
  sum n (fun i => square (of_nat (s i) - of_nat (t i))).
Definition rank_mean (n : nat) (t : nat -> nat) : Q := mean n (fun i => of_nat (t i)).

Definition mse (n : nat) (s t : nat -> nat) : Q :=
  mean n (fun i => square (of_nat (s i) - of_nat (t i))).
Definition mae (n : nat) (s t : nat -> nat) : Q :=
  mean n (fun i => Qabs (of_nat (s i) - of_nat (t i))).
Definition mape (n : nat) (s t : nat -> nat) : Q :=
  100 * mean n (fun i => Qabs (of_nat (s i) - of_nat (t i)) / (of_nat (t i) + 1)).
Definition smape (n : nat) (s t : nat -> nat) : Q :=
  100 * mean n (fun i => 2 * Qabs (of_nat (s i) - of_nat (t i)) / ((of_nat (s i) + 1) + (of_nat (t i) + 1))).
Definition r2 (n : nat) (s t : nat -> nat) : Q :=
  1 - squares n s t / sum n (fun i => square (of_nat (t i) - rank_mean n t)).
Definition spearman_rho (n : nat) (s t : nat -> nat) : Q :=
  1 - 6 * squares n s t / (of_nat n * (of_nat n * of_nat n - 1)).
Definition kendall_tau (n : nat) (s t : nat -> nat) : Q :=
  1 - 2 * inversions n s t / pairs n.
Definition ndpm (n : nat) (s t : nat -> nat) : Q :=
  inversions n s t / pairs n.
(* How many of the first k of σ are among the first k of τ: what the confusion matrix depends on
   beside n and k. *)
Definition hits (k n : nat) (s t : nat -> nat) : Q :=
  sum n (fun i => when ((s i <? k) && (t i <? k))%nat 1).

(* σ = τ. *)
Definition same (n : nat) (s t : nat -> nat) : Prop := forall i, (i < n)%nat -> s i = t i.

Definition is_symmetric (m : measure) : Prop :=
  forall n s t, ranking n s -> ranking n t -> m n s t == m n t s.

Definition is_right_invariant (m : measure) : Prop :=
  forall n s t u, ranking n s -> ranking n t -> ranking n u ->
  m n (fun i => s (u i)) (fun i => t (u i)) == m n s t.

(* (i j) *)
Definition swap (i j k : nat) : nat := if (k =? i)%nat then j else if (k =? j)%nat then i else k.

Definition depends_on_width (m : measure) : Prop :=
  forall n i j k l, (i < j < n)%nat -> (k < l < n)%nat -> (j - i = l - k)%nat ->
  m n (swap i j) identity == m n (swap k l) identity.

(* GT Def 11 but for the triangle inequality. *)
Definition separates (n : nat) (d : (nat -> nat) -> (nat -> nat) -> Q) : Prop :=
  forall s t, ranking n s -> ranking n t -> 0 <= d s t /\ (d s t == 0 <-> same n s t) /\ d s t == d t s.

Definition distance_on (n : nat) (d : (nat -> nat) -> (nat -> nat) -> Q) : Prop :=
  separates n d /\
  forall s t r, ranking n s -> ranking n t -> ranking n r -> d s r <= d s t + d t r.

Definition is_distance (m : measure) : Prop := forall n, distance_on n (m n).

(* GT Def 12: a·M + b is a distance. *)
Definition maps_to_distance (m : measure) : Prop :=
  forall n, exists a b, distance_on n (fun s t => a * m n s t + b).

(* √a <= √b + √c, without roots. *)
Definition root_triangle (a b c : Q) : Prop := a <= b + c \/ square (a - b - c) <= 4 * b * c.

(* √M is a distance. *)
Definition root_is_distance (m : measure) : Prop :=
  forall n, separates n (m n) /\
  forall s t r, ranking n s -> ranking n t -> ranking n r -> root_triangle (m n s r) (m n s t) (m n t r).

(* --- a value of each ---------------------------------------------------------------------------- *)

Lemma mse_value : Qred (mse 4 (ranks [2; 0; 3; 1]%nat) (ranks [0; 1; 3; 2]%nat)) = 3 # 2.
Proof. reflexivity. Qed.
Lemma mae_value : Qred (mae 4 (ranks [2; 0; 3; 1]%nat) (ranks [0; 1; 3; 2]%nat)) = 1.
Proof. reflexivity. Qed.
Lemma mape_value : Qred (mape 4 (ranks [2; 0; 3; 1]%nat) (ranks [0; 1; 3; 2]%nat)) = 425 # 6.
Proof. reflexivity. Qed.
Lemma smape_value : Qred (smape 4 (ranks [2; 0; 3; 1]%nat) (ranks [0; 1; 3; 2]%nat)) = 155 # 3.
Proof. reflexivity. Qed.
Lemma r2_value : Qred (r2 4 (ranks [2; 0; 3; 1]%nat) (ranks [0; 1; 3; 2]%nat)) = -1 # 5.
Proof. reflexivity. Qed.
Lemma spearman_rho_value : Qred (spearman_rho 4 (ranks [2; 0; 3; 1]%nat) (ranks [0; 1; 3; 2]%nat)) = 2 # 5.
Proof. reflexivity. Qed.
Lemma kendall_tau_value : Qred (kendall_tau 4 (ranks [2; 0; 3; 1]%nat) (ranks [0; 1; 3; 2]%nat)) = 1 # 3.
Proof. reflexivity. Qed.
Lemma ndpm_value : Qred (ndpm 4 (ranks [2; 0; 3; 1]%nat) (ranks [0; 1; 3; 2]%nat)) = 1 # 3.
Proof. reflexivity. Qed.
Lemma hits_value : map Qred (map (fun k => hits k 4 (ranks [2; 0; 3; 1]%nat) (ranks [0; 1; 3; 2]%nat)) [1; 2; 3]%nat) = [0; 1; 3].
Proof. reflexivity. Qed.

(* √a <= √b + √c, indeed. *)
Lemma root_triangle_spec x y z : 0 <= x -> 0 <= y -> 0 <= z ->
  root_triangle (square x) (square y) (square z) <-> x <= y + z.
Proof.
  intros X Y Z. unfold root_triangle, square. split.
  - intros H. apply Qnot_lt_le. intros L.
    assert (0 < (x - (y + z)) * (x + (y + z))) by (apply Qmult_lt_0_compat; lra).
    assert (0 <= y * z) by (apply Qmult_le_0_compat; assumption).
    destruct H as [H|H]; [lra|].
    assert (0 < (x * x - y * y - z * z - 2 * (y * z)) * (x * x - y * y - z * z + 2 * (y * z)))
      by (apply Qmult_lt_0_compat; lra).
    lra.
  - intros L. assert (0 <= (y + z - x) * (y + z + x)) by (apply Qmult_le_0_compat; lra).
    assert (0 <= y * z) by (apply Qmult_le_0_compat; assumption).
    destruct (Qlt_le_dec (y * y + z * z) (x * x)) as [G|G]; [right | left; exact G].
    assert (0 <= (2 * (y * z) - (x * x - y * y - z * z)) * (2 * (y * z) + (x * x - y * y - z * z)))
      by (apply Qmult_le_0_compat; lra).
    lra.
Qed.

#[export] Instance square_wd : Proper (Qeq ==> Qeq) square.
Proof. intros x y E. unfold square. rewrite E. reflexivity. Qed.

Lemma square_nonneg x : 0 <= square x.
Proof. unfold square. nra. Qed.

(* --- any sum over the elements ------------------------------------------------------------------ *)

Lemma sum_relabelled n u (g : nat -> nat -> Q) s t : ranking n u ->
  sum n (fun i => g (s (u i)) (t (u i))) == sum n (fun i => g (s i) (t i)).
Proof. intros R. apply (sum_reindex n u (fun i => g (s i) (t i)) R). Qed.

Lemma mean_relabelled n u (g : nat -> nat -> Q) s t : ranking n u ->
  mean n (fun i => g (s (u i)) (t (u i))) == mean n (fun i => g (s i) (t i)).
Proof. intros R. unfold mean. rewrite (sum_relabelled n u g s t R). reflexivity. Qed.

Lemma mean_ext n f g : (forall i, (i < n)%nat -> f i == g i) -> mean n f == mean n g.
Proof. intros H. unfold mean. rewrite (sum_ext n f g H). reflexivity. Qed.

(* The ranks are 0 … n-1 whatever the ranking. *)
Lemma ranks_sum n t (g : nat -> Q) : ranking n t -> sum n (fun i => g (t i)) == sum n g.
Proof. intros R. apply (sum_reindex n t g R). Qed.

Lemma inversions_relabelled n u s t : ranking n u ->
  inversions n (fun i => s (u i)) (fun i => t (u i)) == inversions n s t.
Proof.
  intros R. unfold inversions, kendall.
  rewrite <- (sum_reindex n u (fun i => sum n (fun j => when (differ s t i j) 1)) R).
  apply sum_ext; intros i _.
  rewrite <- (sum_reindex n u (fun j => when (differ s t (u i) j) 1) R). reflexivity.
Qed.

Lemma inversions_symmetric n s t : inversions n s t == inversions n t s.
Proof. apply kendall_symmetric. intros i j _ _. reflexivity. Qed.

Lemma square_opposite x y : square (x - y) == square (y - x).
Proof. unfold square. ring. Qed.

Lemma abs_opposite x y : Qabs (x - y) == Qabs (y - x).
Proof. rewrite <- Qabs_opp. apply Qabs_wd. ring. Qed.

Lemma squares_symmetric n s t : squares n s t == squares n t s.
Proof. apply sum_ext; intros. apply square_opposite. Qed.

(* --- relabelling --------------------------------------------------------------------------------- *)

Theorem mse_is_right_invariant : is_right_invariant mse.
Proof. intros n s t u _ _ U. apply (mean_relabelled n u (fun x y => square (of_nat x - of_nat y)) s t U). Qed.

Theorem mae_is_right_invariant : is_right_invariant mae.
Proof. intros n s t u _ _ U. apply (mean_relabelled n u (fun x y => Qabs (of_nat x - of_nat y)) s t U). Qed.

Theorem mape_is_right_invariant : is_right_invariant mape.
Proof.
  intros n s t u _ _ U. unfold mape.
  rewrite (mean_relabelled n u (fun x y => Qabs (of_nat x - of_nat y) / (of_nat y + 1)) s t U). reflexivity.
Qed.

Theorem smape_is_right_invariant : is_right_invariant smape.
Proof.
  intros n s t u _ _ U. unfold smape.
  rewrite (mean_relabelled n u
    (fun x y => 2 * Qabs (of_nat x - of_nat y) / ((of_nat x + 1) + (of_nat y + 1))) s t U). reflexivity.
Qed.

Lemma squares_relabelled n u s t : ranking n u ->
  squares n (fun i => s (u i)) (fun i => t (u i)) == squares n s t.
Proof. intros U. apply (sum_relabelled n u (fun x y => square (of_nat x - of_nat y)) s t U). Qed.

Theorem spearman_rho_is_right_invariant : is_right_invariant spearman_rho.
Proof. intros n s t u _ _ U. unfold spearman_rho. rewrite (squares_relabelled n u s t U). reflexivity. Qed.

(* What stands below in r2 is the same for every ranking. *)
Definition spread (n : nat) : Q := sum n (fun k => square (of_nat k - rank_mean n identity)).

Lemma spread_spec n t : ranking n t ->
  sum n (fun i => square (of_nat (t i) - rank_mean n t)) == spread n.
Proof.
  intros T. assert (E : rank_mean n t == rank_mean n identity).
  { unfold rank_mean, mean. rewrite (ranks_sum n t of_nat T). reflexivity. }
  rewrite (ranks_sum n t (fun k => square (of_nat k - rank_mean n t)) T).
  apply sum_ext; intros i _. unfold square. rewrite E. reflexivity.
Qed.

Lemma r2_spec n s t : ranking n t -> r2 n s t == 1 - squares n s t / spread n.
Proof. intros T. unfold r2. rewrite (spread_spec n t T). reflexivity. Qed.

Theorem r2_is_right_invariant : is_right_invariant r2.
Proof.
  intros n s t u _ T U.
  rewrite (r2_spec n _ (fun i => t (u i))), (r2_spec n s t T), squares_relabelled by
    (assumption || apply ranking_compose; assumption). reflexivity.
Qed.

Theorem kendall_tau_is_right_invariant : is_right_invariant kendall_tau.
Proof. intros n s t u _ _ U. unfold kendall_tau. rewrite (inversions_relabelled n u s t U). reflexivity. Qed.

Theorem ndpm_is_right_invariant : is_right_invariant ndpm.
Proof. intros n s t u _ _ U. unfold ndpm. rewrite (inversions_relabelled n u s t U). reflexivity. Qed.

Theorem hits_is_right_invariant : forall k, is_right_invariant (hits k).
Proof. intros k n s t u _ _ U. apply (sum_relabelled n u (fun x y => when ((x <? k) && (y <? k))%nat 1) s t U). Qed.

(* --- symmetry ------------------------------------------------------------------------------------ *)

Theorem mse_is_symmetric : is_symmetric mse.
Proof. intros n s t _ _. apply mean_ext; intros. apply square_opposite. Qed.

Theorem mae_is_symmetric : is_symmetric mae.
Proof. intros n s t _ _. apply mean_ext; intros. apply abs_opposite. Qed.

Theorem smape_is_symmetric : is_symmetric smape.
Proof.
  intros n s t _ _. unfold smape. apply Qmult_comp; [reflexivity|]. apply mean_ext; intros i _.
  rewrite (abs_opposite (of_nat (s i))), (Qplus_comm (of_nat (s i) + 1)). reflexivity.
Qed.

Theorem r2_is_symmetric : is_symmetric r2.
Proof.
  intros n s t S T. rewrite (r2_spec n s t T), (r2_spec n t s S), squares_symmetric. reflexivity.
Qed.

Theorem spearman_rho_is_symmetric : is_symmetric spearman_rho.
Proof. intros n s t _ _. unfold spearman_rho. rewrite squares_symmetric. reflexivity. Qed.

Theorem kendall_tau_is_symmetric : is_symmetric kendall_tau.
Proof. intros n s t _ _. unfold kendall_tau. rewrite inversions_symmetric. reflexivity. Qed.

Theorem ndpm_is_symmetric : is_symmetric ndpm.
Proof. intros n s t _ _. apply Qmult_comp; [apply inversions_symmetric | reflexivity]. Qed.

Theorem hits_is_symmetric : forall k, is_symmetric (hits k).
Proof. intros k n s t _ _. apply sum_ext; intros. rewrite andb_comm. reflexivity. Qed.

(* --- swaps of one width --------------------------------------------------------------------------- *)

Lemma swap_sum n i j (g : nat -> nat -> Q) : (i < j < n)%nat -> (forall x, g x x == 0) ->
  sum n (fun k => g (swap i j k) (identity k)) == g j i + g i j.
Proof.
  intros H Z. rewrite (sum_apart_two n i j) by lia. unfold swap, identity.
  rewrite Nat.eqb_refl, (proj2 (Nat.eqb_neq j i)), Nat.eqb_refl by lia.
  rewrite (sum_zero n); [ring|]. intros k _. unfold other.
  destruct (k =? i)%nat, (k =? j)%nat; cbn [negb andb when]; try reflexivity. apply Z.
Qed.

(* |x - y| and (x - y)² look at the width alone. *)
Lemma swap_differences n i j k l (f : Q -> Q) : Proper (Qeq ==> Qeq) f -> f 0 == 0 ->
  (forall x, f (- x) == f x) -> (i < j < n)%nat -> (k < l < n)%nat -> (j - i = l - k)%nat ->
  sum n (fun e => f (of_nat (swap i j e) - of_nat (identity e)))
  == sum n (fun e => f (of_nat (swap k l e) - of_nat (identity e))).
Proof.
  intros P Z E Hij Hkl W.
  assert (D : of_nat j - of_nat i == of_nat l - of_nat k).
  { rewrite <- !of_nat_minus by lia. rewrite W. reflexivity. }
  rewrite (swap_sum n i j (fun x y => f (of_nat x - of_nat y))), (swap_sum n k l (fun x y => f (of_nat x - of_nat y)))
    by (try assumption; intros x; setoid_replace (of_nat x - of_nat x) with 0 by ring; exact Z).
  setoid_replace (of_nat i - of_nat j) with (- (of_nat j - of_nat i)) by ring.
  setoid_replace (of_nat k - of_nat l) with (- (of_nat l - of_nat k)) by ring.
  rewrite !E, D. reflexivity.
Qed.

Lemma square_even x : square (- x) == square x.
Proof. unfold square. ring. Qed.

Lemma squares_of_swaps n i j k l : (i < j < n)%nat -> (k < l < n)%nat -> (j - i = l - k)%nat ->
  squares n (swap i j) identity == squares n (swap k l) identity.
Proof. intros. apply swap_differences; auto using square_even. apply square_wd. reflexivity. Qed.

Theorem mse_depends_on_width : depends_on_width mse.
Proof.
  intros n i j k l Hij Hkl W. apply Qmult_comp; [|reflexivity]. apply (squares_of_swaps n i j k l Hij Hkl W).
Qed.

Theorem mae_depends_on_width : depends_on_width mae.
Proof.
  intros n i j k l Hij Hkl W. apply Qmult_comp; [|reflexivity].
  apply (swap_differences n i j k l Qabs); auto using Qabs_opp with typeclass_instances. reflexivity.
Qed.

Theorem spearman_rho_depends_on_width : depends_on_width spearman_rho.
Proof.
  intros n i j k l Hij Hkl W. unfold spearman_rho. rewrite (squares_of_swaps n i j k l Hij Hkl W). reflexivity.
Qed.

Theorem r2_depends_on_width : depends_on_width r2.
Proof.
  intros n i j k l Hij Hkl W. unfold r2. rewrite (squares_of_swaps n i j k l Hij Hkl W). reflexivity.
Qed.

Lemma count_between n a b : (a < b)%nat -> (b <= n)%nat ->
  sum n (fun y => when ((a <? y) && (y <? b))%nat 1) == of_nat b - of_nat a - 1.
Proof.
  intros H B. transitivity (sum n (fun y => when (y <? b)%nat 1 - when (y <? S a)%nat 1)).
  - apply sum_ext; intros y _. compare; lra.
  - rewrite sum_minus, !count_below, of_nat_S by lia. ring.
Qed.

(* (i j) inverts i and j, and each of them with every element between. *)
Lemma inversions_of_swap n i j : (i < j < n)%nat ->
  inversions n (swap i j) identity == 2 * (of_nat j - of_nat i) - 1.
Proof.
  intros H. unfold inversions, kendall.
  transitivity (sum n (fun x => when (x =? i)%nat (sum n (fun y => when ((i <? y) && (y <? S j))%nat 1)))
    + sum n (fun y => when (y =? j)%nat (sum n (fun x => when ((i <? x) && (x <? j))%nat 1)))).
  - transitivity (sum n (fun x => sum n (fun y =>
      when (x =? i)%nat (when ((i <? y) && (y <? S j))%nat 1) + when (y =? j)%nat (when ((i <? x) && (x <? j))%nat 1)))).
    + apply sum_ext; intros x _; apply sum_ext; intros y _. unfold differ, swap, identity.
      destruct (Nat.eqb_spec x i), (Nat.eqb_spec x j), (Nat.eqb_spec y i), (Nat.eqb_spec y j); subst; compare; lra.
    + rewrite (sum_ext n _ (fun x => sum n (fun y => when (x =? i)%nat (when ((i <? y) && (y <? S j))%nat 1))
        + sum n (fun y => when (y =? j)%nat (when ((i <? x) && (x <? j))%nat 1)))) by (intros; apply sum_plus).
      rewrite sum_plus. apply Qplus_comp.
      * apply sum_ext; intros x _. destruct (x =? i)%nat; cbn [when]; [reflexivity | apply sum_zero; reflexivity].
      * rewrite sum_exchange. apply sum_ext; intros y _.
        destruct (y =? j)%nat; cbn [when]; [reflexivity | apply sum_zero; reflexivity].
  - rewrite (sum_where n i), (sum_where n j), !count_between, of_nat_S by lia. ring.
Qed.

Lemma inversions_of_swaps n i j k l : (i < j < n)%nat -> (k < l < n)%nat -> (j - i = l - k)%nat ->
  inversions n (swap i j) identity == inversions n (swap k l) identity.
Proof.
  intros Hij Hkl W. rewrite !inversions_of_swap by assumption.
  rewrite <- !of_nat_minus by lia. rewrite W. reflexivity.
Qed.

Theorem kendall_tau_depends_on_width : depends_on_width kendall_tau.
Proof.
  intros n i j k l Hij Hkl W. unfold kendall_tau. rewrite (inversions_of_swaps n i j k l Hij Hkl W). reflexivity.
Qed.

Theorem ndpm_depends_on_width : depends_on_width ndpm.
Proof. intros n i j k l Hij Hkl W. apply Qmult_comp; [apply (inversions_of_swaps n i j k l Hij Hkl W) | reflexivity]. Qed.

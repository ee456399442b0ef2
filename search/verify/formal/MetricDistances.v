(* SPDX-License-Identifier: MIT

   Which measures are distances for every n, or a linear map away from one: mae, smape and ndpm, the
   roots of mse and mae, and 1 - kendall-tau. *)
From Disarray Require Export MetricLaws.

Lemma of_nat_nonneg k : 0 <= of_nat k.
Proof. unfold of_nat. change 0 with (inject_Z 0). rewrite <- Zle_Qle. lia. Qed.

Lemma of_nat_inj a b : of_nat a == of_nat b -> a = b.
Proof. unfold of_nat. rewrite inject_Z_injective. lia. Qed.

Lemma sum_of_nonneg_zero n f : (forall i, (i < n)%nat -> 0 <= f i) -> sum n f == 0 ->
  forall i, (i < n)%nat -> f i == 0.
Proof.
  intros P E i Hi. rewrite (sum_apart n i f Hi) in E. specialize (P i Hi) as Pi.
  assert (0 <= sum n (fun j => when (negb (j =? i)%nat) (f j))); [|lra].
  apply sum_nonneg; intros j Hj. destruct (negb _); cbn [when]; [apply P; assumption | lra].
Qed.

(* A distance g of ranks makes one of rankings: the sum. *)
Definition rank_distance (g : nat -> nat -> Q) : Prop :=
  (forall x y, 0 <= g x y) /\ (forall x y, g x y == 0 <-> x = y) /\
  (forall x y, g x y == g y x) /\ (forall x y z, g x z <= g x y + g y z).

Lemma sum_separates n (g : nat -> nat -> Q) : (forall x y, 0 <= g x y) -> (forall x y, g x y == 0 <-> x = y) ->
  (forall x y, g x y == g y x) -> separates n (fun s t => sum n (fun i => g (s i) (t i))).
Proof.
  intros P Z S s t _ _. split; [apply sum_nonneg; auto|]. split; [|apply sum_ext; auto]. split.
  - intros E i Hi. apply Z. apply (sum_of_nonneg_zero n (fun i => g (s i) (t i))); auto.
  - intros E. apply sum_zero. intros i Hi. apply Z. apply E. exact Hi.
Qed.

Lemma sum_is_distance n g : rank_distance g -> distance_on n (fun s t => sum n (fun i => g (s i) (t i))).
Proof.
  intros [P [Z [S T]]]. split; [apply sum_separates; assumption|].
  intros s t r _ _ _. rewrite <- sum_plus. apply sum_le. auto.
Qed.

(* c·d with c > 0. *)
Lemma separates_scaled n c d e : 0 < c -> (forall s t, e s t == c * d s t) -> separates n d -> separates n e.
Proof.
  intros C E H s t Rs Rt. destruct (H s t Rs Rt) as [P [Z S]]. rewrite !E. split; [|split].
  - apply Qmult_le_0_compat; lra.
  - rewrite <- Z. split; intros X; [|rewrite X; ring].
    destruct (Qmult_integral _ _ X); [lra | assumption].
  - rewrite S. reflexivity.
Qed.

Lemma distance_scaled n c d e : 0 < c -> (forall s t, e s t == c * d s t) -> distance_on n d -> distance_on n e.
Proof.
  intros C E [P T]. split; [apply (separates_scaled n c d e C E P)|].
  intros s t r Rs Rt Rr. rewrite !E. specialize (T s t r Rs Rt Rr). nra.
Qed.

(* Of no element there is one ranking. *)
Lemma separates_0 d : (forall s t, d s t == 0) -> separates 0 d.
Proof. intros Z s t _ _. rewrite !Z. split; [lra|]. split; [|lra]. split; [intros _ i Hi; lia | lra]. Qed.

Lemma distance_0 d : (forall s t, d s t == 0) -> distance_on 0 d.
Proof. intros Z. split; [apply separates_0; assumption|]. intros. rewrite !Z. lra. Qed.

Lemma of_nat_pos n : (0 < n)%nat -> 0 < of_nat n.
Proof. intros H. unfold of_nat. change 0 with (inject_Z 0). rewrite <- Zlt_Qlt. lia. Qed.

Lemma mean_0 f : mean 0 f == 0.
Proof. reflexivity. Qed.

Lemma mean_is_distance c g : 0 < c -> rank_distance g ->
  is_distance (fun n s t => c * mean n (fun i => g (s i) (t i))).
Proof.
  intros C G n. destruct (Nat.eq_dec n 0) as [->|N]; [apply distance_0; intros; rewrite mean_0; ring|].
  assert (P : 0 < of_nat n) by (apply of_nat_pos; lia).
  apply (distance_scaled n (c / of_nat n) (fun s t => sum n (fun i => g (s i) (t i)))).
  - apply Qlt_shift_div_l; lra.
  - intros s t. unfold mean. field. lra.
  - apply sum_is_distance; assumption.
Qed.

Lemma distance_ext m e : (forall n s t, e n s t == m n s t) -> is_distance m -> is_distance e.
Proof. intros E H n. apply (distance_scaled n 1 (m n)); [lra | intros; rewrite E; ring | apply H]. Qed.

Lemma difference_zero x y : Qabs (of_nat x - of_nat y) == 0 <-> x = y.
Proof.
  split.
  - intros E. apply of_nat_inj. pose proof (Qle_Qabs (of_nat x - of_nat y)).
    pose proof (Qle_Qabs (- (of_nat x - of_nat y))) as H2. rewrite Qabs_opp in H2. lra.
  - intros ->. setoid_replace (of_nat y - of_nat y) with 0 by ring. reflexivity.
Qed.

Theorem mae_is_distance : is_distance mae.
Proof.
  apply (distance_ext (fun n s t => 1 * mean n (fun i => Qabs (of_nat (s i) - of_nat (t i))))).
  - intros. unfold mae. ring.
  - apply (mean_is_distance 1 (fun x y => Qabs (of_nat x - of_nat y))); [lra|]. repeat split.
    + intros; apply Qabs_nonneg.
    + apply difference_zero.
    + apply difference_zero.
    + intros; apply abs_opposite.
    + intros x y z. setoid_replace (of_nat x - of_nat z) with ((of_nat x - of_nat y) + (of_nat y - of_nat z)) by ring.
      apply Qabs_triangle.
Qed.

(* |x - y|/(x + y) of positive numbers: x <= z, and y is below, between, or above them. *)
Lemma relative_triangle_ordered x y z : 0 < x -> 0 < y -> 0 < z -> x <= z ->
  Qabs (x - z) / (x + z) <= Qabs (x - y) / (x + y) + Qabs (y - z) / (y + z).
Proof.
  intros X Y Z L.
  assert (N : forall a b, 0 < a -> 0 < b -> 0 <= Qabs (a - b) / (a + b)).
  { intros a b A B. apply Qle_shift_div_l; [lra|]. pose proof (Qabs_nonneg (a - b)). lra. }
  pose proof (N x y X Y) as Nxy. pose proof (N y z Y Z) as Nyz. revert Nxy Nyz. clear N.
  rewrite (Qabs_neg (x - z)) by lra.
  destruct (Qlt_le_dec y x) as [B|B]; [|destruct (Qlt_le_dec z y) as [A|A]].
  - intros Nxy _. apply Qle_trans with (Qabs (y - z) / (y + z)); [|lra].
    rewrite (Qabs_neg (y - z)) by lra.
    apply Qle_shift_div_r; [lra|].
    setoid_replace (- (y - z) / (y + z) * (x + z)) with ((- (y - z) * (x + z)) / (y + z)) by (field; lra).
    apply Qle_shift_div_l; [lra|]. nra.
  - intros _ Nyz. apply Qle_trans with (Qabs (x - y) / (x + y)); [|lra].
    rewrite (Qabs_neg (x - y)) by lra.
    apply Qle_shift_div_r; [lra|].
    setoid_replace (- (x - y) / (x + y) * (x + z)) with ((- (x - y) * (x + z)) / (x + y)) by (field; lra).
    apply Qle_shift_div_l; [lra|]. nra.
  - intros _ _. rewrite (Qabs_neg (x - y)), (Qabs_neg (y - z)) by lra.
    assert (E : - (x - y) / (x + y) + - (y - z) / (y + z) - - (x - z) / (x + z)
      == (y - x) * (z - y) * (z - x) / ((x + y) * (y + z) * (x + z))) by (field; lra).
    assert (0 <= (y - x) * (z - y) * (z - x) / ((x + y) * (y + z) * (x + z))); [|lra].
    apply Qle_shift_div_l.
    + repeat apply Qmult_lt_0_compat; lra.
    + assert (0 <= (y - x) * (z - y) * (z - x)) by (repeat apply Qmult_le_0_compat; lra). lra.
Qed.

Lemma relative_symmetric x y : Qabs (x - y) / (x + y) == Qabs (y - x) / (y + x).
Proof. rewrite (abs_opposite x y), (Qplus_comm x y). reflexivity. Qed.

Lemma relative_triangle x y z : 0 < x -> 0 < y -> 0 < z ->
  Qabs (x - z) / (x + z) <= Qabs (x - y) / (x + y) + Qabs (y - z) / (y + z).
Proof.
  intros X Y Z. destruct (Qlt_le_dec z x) as [L|L]; [|apply relative_triangle_ordered; assumption].
  pose proof (relative_triangle_ordered z y x Z Y X ltac:(lra)).
  pose proof (relative_symmetric x z). pose proof (relative_symmetric x y).
  pose proof (relative_symmetric y z). lra.
Qed.

Lemma relative_rank_distance :
  rank_distance (fun x y => Qabs (of_nat x - of_nat y) / ((of_nat x + 1) + (of_nat y + 1))).
Proof.
  assert (P : forall k, 0 < of_nat k + 1) by (intros k; pose proof (of_nat_nonneg k); lra).
  repeat split.
  - intros x y. apply Qle_shift_div_l; [pose proof (P x); pose proof (P y); lra|].
    pose proof (Qabs_nonneg (of_nat x - of_nat y)). lra.
  - intros E. apply difference_zero.
    setoid_replace (Qabs (of_nat x - of_nat y)) with
      (Qabs (of_nat x - of_nat y) / ((of_nat x + 1) + (of_nat y + 1)) * ((of_nat x + 1) + (of_nat y + 1)))
      by (field; pose proof (P x); pose proof (P y); lra).
    rewrite E. ring.
  - intros ->. rewrite (proj2 (difference_zero y y) eq_refl). unfold Qdiv. ring.
  - intros x y. rewrite (abs_opposite (of_nat x)), (Qplus_comm (of_nat x + 1)). reflexivity.
  - intros x y z. pose proof (relative_triangle _ _ _ (P x) (P y) (P z)) as H.
    assert (E : forall a b, Qabs (of_nat a - of_nat b) / (of_nat a + 1 + (of_nat b + 1))
      == Qabs ((of_nat a + 1) - (of_nat b + 1)) / (of_nat a + 1 + (of_nat b + 1))).
    { intros a b. apply Qmult_comp; [apply Qabs_wd; ring | reflexivity]. }
    rewrite !E. exact H.
Qed.

Theorem smape_is_distance : is_distance smape.
Proof.
  apply (distance_ext (fun n s t => 200 * mean n (fun i =>
    Qabs (of_nat (s i) - of_nat (t i)) / ((of_nat (s i) + 1) + (of_nat (t i) + 1))))).
  - intros n s t. unfold smape, mean.
    rewrite (sum_ext n _ (fun i => 2 * (Qabs (of_nat (s i) - of_nat (t i)) / ((of_nat (s i) + 1) + (of_nat (t i) + 1))))).
    + rewrite sum_scale. unfold Qdiv. ring.
    + intros i _. unfold Qdiv. ring.
  - apply (mean_is_distance 200 (fun x y => Qabs (of_nat x - of_nat y) / ((of_nat x + 1) + (of_nat y + 1))));
      [lra | apply relative_rank_distance].
Qed.

Lemma inversions_distance n : distance_on n (inversions n).
Proof.
  split; [|intros; apply kendall_triangle; try assumption; split; intros i j _ _; [reflexivity | discriminate]].
  intros s t Rs Rt. destruct (diaconis_graham n s t Rs Rt) as [L U].
  pose proof (sum_separates n (fun x y => Qabs (of_nat x - of_nat y)) (fun x y => Qabs_nonneg _)
    difference_zero (fun x y => abs_opposite _ _) s t Rs Rt) as [P [Z _]].
  assert (N : 0 <= inversions n s t).
  { unfold inversions, kendall. apply sum_nonneg; intros i _; apply sum_nonneg; intros j _. destruct (differ s t i j); cbn [when]; lra. }
  split; [exact N|]. split; [|apply inversions_symmetric].
  fold (displacement n s t) in P, Z. rewrite <- Z. split; intros E; rewrite E in *; lra.
Qed.

(* With one element there is no pair, and no difference. *)
Lemma inversions_1 n s t : (n < 2)%nat -> inversions n s t == 0.
Proof.
  intros H. destruct n as [|[|n]]; [reflexivity | | lia].
  unfold inversions, kendall, differ. cbn [sum]. rewrite Nat.ltb_irrefl. reflexivity.
Qed.

Lemma pairs_pos n : (2 <= n)%nat -> 0 < pairs n.
Proof.
  intros H. unfold pairs. apply Qlt_shift_div_l; [lra|].
  assert (2 <= of_nat n) by (unfold of_nat; change 2 with (inject_Z 2); rewrite <- Zle_Qle; lia). nra.
Qed.

Lemma ndpm_distance_on n : distance_on n (ndpm n).
Proof.
  destruct (le_lt_dec 2 n) as [H|H].
  - apply (distance_scaled n (/ pairs n) (inversions n)).
    + apply Qinv_lt_0_compat. apply pairs_pos. exact H.
    + intros. unfold ndpm, Qdiv. ring.
    + apply inversions_distance.
  - apply (distance_scaled n 1 (inversions n)); [lra | | apply inversions_distance].
    intros s t. unfold ndpm. rewrite (inversions_1 n s t H). unfold Qdiv. ring.
Qed.

Theorem ndpm_is_distance : is_distance ndpm.
Proof. exact ndpm_distance_on. Qed.

(* --- a·M + b -------------------------------------------------------------------------------------- *)

Lemma distance_maps m : is_distance m -> maps_to_distance m.
Proof.
  intros H n. exists 1, 0. apply (distance_scaled n 1 (m n)); [lra | intros; ring | apply H].
Qed.

Theorem mae_maps_to_distance : maps_to_distance mae.
Proof. apply distance_maps, mae_is_distance. Qed.

Theorem smape_maps_to_distance : maps_to_distance smape.
Proof. apply distance_maps, smape_is_distance. Qed.

Theorem ndpm_maps_to_distance : maps_to_distance ndpm.
Proof. apply distance_maps, ndpm_is_distance. Qed.

Theorem kendall_tau_maps_to_distance : maps_to_distance kendall_tau.
Proof.
  intros n. exists (-(1)), 1. apply (distance_scaled n 2 (ndpm n)); [lra | | apply ndpm_is_distance].
  intros s t. unfold kendall_tau, ndpm, Qdiv. ring.
Qed.

(* --- roots ---------------------------------------------------------------------------------------- *)

(* Cauchy and Schwarz. *)
Lemma cauchy_schwarz n f g :
  square (sum n (fun i => f i * g i)) <= sum n (fun i => square (f i)) * sum n (fun i => square (g i)).
Proof.
  set (p := sum n (fun i => f i * g i)). set (x := sum n (fun i => square (f i))). set (y := sum n (fun i => square (g i))).
  assert (X : forall k h, 0 <= sum k (fun i => square (h i))).
  { intros. apply sum_nonneg; intros. apply square_nonneg. }
  pose proof (X n f) as X0. fold x in X0.
  (* The squares of x·g - p·f add up to x·(x·y - p²). *)
  assert (E : sum n (fun i => square (x * g i - p * f i)) == x * (x * y - square p)).
  { transitivity (sum n (fun i => x * x * square (g i) + (- (2 * x * p) * (f i * g i) + p * p * square (f i)))).
    - apply sum_ext; intros. unfold square. ring.
    - rewrite !sum_plus, !sum_scale. fold p x y. unfold square. ring. }
  pose proof (X n (fun i => x * g i - p * f i)) as N. rewrite E in N.
  destruct (Qlt_le_dec 0 x) as [Px|Px].
  - apply Qnot_lt_le. intros L. nra.
  - (* every f is 0 *)
    assert (X1 : x == 0) by lra.
    assert (Z : p == 0).
    { apply sum_zero. intros i Hi.
      assert (F : square (f i) == 0) by (apply (sum_of_nonneg_zero n (fun i => square (f i))); auto using square_nonneg).
      assert (G : f i == 0) by (destruct (Qmult_integral _ _ F); assumption). rewrite G. ring. }
    rewrite X1, Z. unfold square. lra.
Qed.

Lemma squares_triangle n s t r : root_triangle (squares n s r) (squares n s t) (squares n t r).
Proof.
  right. unfold squares.
  set (f := fun i => of_nat (s i) - of_nat (t i)). set (g := fun i => of_nat (t i) - of_nat (r i)).
  assert (E : sum n (fun i => square (of_nat (s i) - of_nat (r i)))
    == sum n (fun i => square (f i)) + sum n (fun i => square (g i)) + 2 * sum n (fun i => f i * g i)).
  { rewrite <- sum_scale, <- !sum_plus. apply sum_ext; intros. unfold f, g, square. ring. }
  rewrite E. change (fun i => square (of_nat (s i) - of_nat (t i))) with (fun i => square (f i)).
  change (fun i => square (of_nat (t i) - of_nat (r i))) with (fun i => square (g i)).
  pose proof (cauchy_schwarz n f g). unfold square in *. lra.
Qed.

Lemma root_triangle_scaled c x y z : 0 <= c -> root_triangle x y z -> root_triangle (c * x) (c * y) (c * z).
Proof.
  intros C [H|H]; [left; nra | right]. unfold square in *.
  assert (0 <= (c * c) * (4 * y * z - (x - y - z) * (x - y - z))) by (apply Qmult_le_0_compat; nra). lra.
Qed.

#[export] Instance root_triangle_wd : Proper (Qeq ==> Qeq ==> Qeq ==> iff) root_triangle.
Proof. intros a b E c d F x y G. unfold root_triangle, square. rewrite E, F, G. reflexivity. Qed.

Theorem mse_root_is_distance : root_is_distance mse.
Proof.
  intros n.
  assert (Z : forall x y, square (of_nat x - of_nat y) == 0 <-> x = y).
  { intros x y. split; intros H; [|subst; unfold square; ring].
    apply of_nat_inj. unfold square in H. destruct (Qmult_integral _ _ H); lra. }
  assert (M : forall s t, mse n s t == / of_nat n * squares n s t) by (intros; unfold mse, mean, squares, Qdiv; ring).
  split.
  - destruct (Nat.eq_dec n 0) as [->|N]; [apply separates_0; intros; apply mean_0|].
    apply (separates_scaled n (/ of_nat n) (squares n)); [|exact M|].
    + apply Qinv_lt_0_compat. apply of_nat_pos. lia.
    + apply (sum_separates n (fun x y => square (of_nat x - of_nat y))); [|exact Z|].
      * intros. apply square_nonneg.
      * intros. apply square_opposite.
  - intros s t r _ _ _. rewrite !M. apply root_triangle_scaled; [|apply squares_triangle].
    apply Qinv_le_0_compat. apply of_nat_nonneg.
Qed.

Theorem mae_root_is_distance : root_is_distance mae.
Proof.
  intros n. destruct (mae_is_distance n) as [S T]. split; [exact S|].
  intros s t r Rs Rt Rr. left. apply T; assumption.
Qed.

(* --- the laws are no empty words: some measure lacks each ------------------------------------------ *)

Ltac three := split; [intros [|[|[|i]]] | intros [|[|[|i]]] [|[|[|j]]]]; cbn; intros; lia.
Ltac fails H := cbv in H; congruence.

Lemma mape_not_symmetric : ~ is_symmetric mape.
Proof.
  intros H. specialize (H 3%nat (ranks [0; 1; 2]%nat) (ranks [1; 2; 0]%nat) ltac:(three) ltac:(three)). fails H.
Qed.

Lemma first_rank_not_right_invariant : ~ is_right_invariant (fun n s t => of_nat (s 0%nat)).
Proof.
  intros H. specialize (H 2%nat (ranks [0; 1]%nat) (ranks [0; 1]%nat) (ranks [1; 0]%nat)
    ltac:(three) ltac:(three) ltac:(three)). fails H.
Qed.

Lemma smape_not_by_width : ~ depends_on_width smape.
Proof. intros H. specialize (H 3%nat 0%nat 1%nat 1%nat 2%nat ltac:(lia) ltac:(lia) eq_refl). fails H. Qed.

Lemma mse_no_distance : ~ is_distance mse.
Proof.
  intros H. destruct (H 3%nat) as [_ T].
  specialize (T (ranks [0; 1; 2]%nat) (ranks [1; 0; 2]%nat) (ranks [2; 0; 1]%nat)
    ltac:(three) ltac:(three) ltac:(three)). apply T. reflexivity.
Qed.

(* Where it is 0 at σ = τ, it is 0 as long as the first of both is the same. *)
Lemma hits_map_to_no_distance : ~ maps_to_distance (hits 1).
Proof.
  intros H. destruct (H 3%nat) as [a [b [S _]]].
  pose proof (S (ranks [0; 1; 2]%nat) (ranks [0; 1; 2]%nat) ltac:(three) ltac:(three)) as [_ [Z _]].
  pose proof (S (ranks [0; 1; 2]%nat) (ranks [0; 2; 1]%nat) ltac:(three) ltac:(three)) as [_ [X _]].
  assert (E : a * hits 1 3 (ranks [0; 1; 2]%nat) (ranks [0; 2; 1]%nat) + b == 0) by (apply Z; intros i _; reflexivity).
  apply X in E. specialize (E 1%nat ltac:(lia)). discriminate.
Qed.

(* SPDX-License-Identifier: MIT

   Inequalities for every n that hold term by term: K ≤ F[box] with all weights and any D ≥ 0, since
   each pair that is ordered differently lies in the box of the other; F[prefix] ≤ 2K by the
   triangle inequality of absolute values alone; and, as their case of D = 1, Diaconis and Graham's
   K ≤ F ≤ 2K. *)
From Disarray Require Export Sums.

(* Decides each comparison, keeping the cases that are possible. *)
Ltac compare :=
  repeat match goal with
  | |- context [(?a <? ?b)%nat] => destruct (Nat.ltb_spec a b); try (exfalso; lia)
  | |- context [(?a <=? ?b)%nat] => destruct (Nat.leb_spec a b); try (exfalso; lia)
  | |- context [(?a =? ?b)%nat] => destruct (Nat.eqb_spec a b); try (exfalso; lia)
  end; cbn [negb andb when].

Definition symmetric (n : nat) (a : nat -> nat -> Q) :=
  forall i j, (i < n)%nat -> (j < n)%nat -> a i j == a j i.
Definition nonnegative (n : nat) (a : nat -> nat -> Q) :=
  forall i j, (i < n)%nat -> (j < n)%nat -> 0 <= a i j.

Lemma sum_where n x q : (x < n)%nat -> sum n (fun k => when (k =? x)%nat q) == q.
Proof.
  intros H. rewrite (sum_single n x); [rewrite Nat.eqb_refl; reflexivity | exact H |].
  intros k _ N. rewrite (proj2 (Nat.eqb_neq _ _) N). reflexivity.
Qed.

(* Distances that are the same number for the same a. *)
Lemma box_one_sum n a s t : box n a s t ==
  sum n (fun i => sum n (fun j =>
    (1 # 2) * (when (negb (i =? j)%nat && passed (s i) (t i) (s j)) (a i j)
               + when (negb (i =? j)%nat && passed (s i) (t i) (t j)) (a i j)))).
Proof.
  unfold box. rewrite <- sum_scale. apply sum_ext; intros i _.
  rewrite <- sum_plus, <- sum_scale. reflexivity.
Qed.

(* Theorem A of the proofs page, for any symmetric a ≥ 0. *)
Theorem kendall_le_box_terms : forall n a s t, ranking n s -> ranking n t -> symmetric n a -> nonnegative n a ->
  kendall n a s t <= box n a s t.
Proof.
  intros n a s t Rs Rt S N. rewrite box_one_sum. apply sum_pairs_le. intros i j Hi Hj. cbv beta.
  rewrite (S j i Hj Hi). specialize (N i j Hi Hj).
  assert (s i = s j -> i = j) by (apply Rs; assumption).
  assert (t i = t j -> i = j) by (apply Rt; assumption).
  unfold differ, passed.
  generalize dependent (a i j); intros q Hq.
  destruct (Nat.eqb_spec i j) as [E|E].
  - subst j. compare; lra.
  - rewrite (proj2 (Nat.eqb_neq j i)) by lia.
    generalize dependent (s i); intros si. generalize dependent (s j); intros sj.
    generalize dependent (t i); intros ti. generalize dependent (t j); intros tj. intros.
    compare; lra.
Qed.

(* F[prefix] ≤ 2K, for any symmetric a ≥ 0. *)
Theorem prefix_le_2_kendall_terms : forall n a s t, ranking n s -> ranking n t -> symmetric n a ->
  nonnegative n a -> prefix n a s t <= 2 * kendall n a s t.
Proof.
  intros n a s t Rs Rt S N.
  apply Qle_trans with (sum n (fun i => sum n (fun j =>
    when (differ s t i j) (a i j) + when (differ s t j i) (a i j)))).
  - unfold prefix. apply sum_le; intros i Hi. rewrite <- sum_minus.
    eapply Qle_trans; [apply sum_abs|]. apply sum_le; intros j Hj.
    specialize (N i j Hi Hj).
    assert (s i = s j -> i = j) by (apply Rs; assumption).
    assert (t i = t j -> i = j) by (apply Rt; assumption).
    assert (i = j -> s i = s j /\ t i = t j) by (intros ->; split; reflexivity).
    unfold differ. apply Qabs_Qle_condition.
    generalize dependent (a i j); intros q Hq. compare; lra.
  - unfold kendall. rewrite <- sum_scale.
    rewrite (sum_ext n (fun i => 2 * _) (fun i => sum n (fun j => 2 * when (differ s t i j) (a i j))))
      by (intros; rewrite <- sum_scale; reflexivity).
    apply sum_pairs_le. intros i j Hi Hj. cbv beta. rewrite (S j i Hj Hi). lra.
Qed.

(* --- weights ---------------------------------------------------------------------------------- *)

(* w ≥ 0 and δ ≥ 0; the page asks for w > 0. *)
Definition weights_nonnegative (n : nat) (v : weighting) :=
  (forall i, (i < n)%nat -> 0 <= w v i) /\ (forall k, 0 <= delta v k).

Lemma position_mono d k m : (forall i, 0 <= d i) -> (k <= m)%nat -> position d k <= position d m.
Proof.
  intros H L. induction L; [apply Qle_refl|]. unfold position in *. simpl. specialize (H m). lra.
Qed.

Lemma mean_cost_nonneg d low high : (forall i, 0 <= d i) -> (low <= high)%nat -> 0 <= mean_cost d low high.
Proof.
  intros H L. unfold mean_cost, Qdiv. apply Qmult_le_0_compat.
  - pose proof (position_mono d low high H L). lra.
  - apply Qinv_le_0_compat. unfold of_nat. change 0 with (inject_Z 0). rewrite <- Zle_Qle. lia.
Qed.

Lemma p_bar_nonneg v n s t i : (forall k, 0 <= delta v k) -> ranking n s -> (i < n)%nat -> 0 <= p_bar v n s t i.
Proof.
  intros H R Hi. unfold p_bar. assert (s i < n)%nat by (apply R; assumption).
  destruct (Nat.eqb_spec (s i) (t i)).
  - destruct (fixed_points v); [lra|]. apply mean_cost_nonneg; [assumption | lia].
  - apply mean_cost_nonneg; [assumption | lia].
Qed.

Definition dissimilarity (n : nat) (D : nat -> nat -> Q) := symmetric n D /\ nonnegative n D.

Lemma cost_symmetric v n s t D : symmetric n D -> symmetric n (cost v n s t D).
Proof. intros S i j Hi Hj. unfold cost. rewrite (S i j Hi Hj). ring. Qed.

Lemma cost_nonnegative v n s t D : weights_nonnegative n v -> ranking n s -> nonnegative n D ->
  nonnegative n (cost v n s t D).
Proof.
  intros [W P] R N i j Hi Hj. unfold cost.
  repeat apply Qmult_le_0_compat; auto using p_bar_nonneg.
Qed.

(* K ≤ F[box]: for all n, σ, τ, w, δ ≥ 0, both policies, and D ≥ 0 without the triangle inequality. *)
Theorem kendall_le_box : forall n v s t D,
  ranking n s -> ranking n t -> weights_nonnegative n v -> dissimilarity n D ->
  kendall n (cost v n s t D) s t <= box n (cost v n s t D) s t.
Proof.
  intros n v s t D Rs Rt W [S N].
  apply kendall_le_box_terms; auto using cost_symmetric, cost_nonnegative.
Qed.

(* F[prefix] ≤ 2K, likewise: KV Theorem 17's upper bound in that reading. *)
Theorem prefix_le_2_kendall : forall n v s t D,
  ranking n s -> ranking n t -> weights_nonnegative n v -> dissimilarity n D ->
  prefix n (cost v n s t D) s t <= 2 * kendall n (cost v n s t D) s t.
Proof.
  intros n v s t D Rs Rt W [S N].
  apply prefix_le_2_kendall_terms; auto using cost_symmetric, cost_nonnegative.
Qed.

(* --- all weights 1: the classical distances ----------------------------------------------------- *)

Definition inversions (n : nat) (s t : nat -> nat) : Q := kendall n (fun _ _ => 1) s t.
Definition displacement (n : nat) (s t : nat -> nat) : Q :=
  sum n (fun i => Qabs (of_nat (s i) - of_nat (t i))).

Lemma count_ranks_below n s k : ranking n s -> (k <= n)%nat ->
  sum n (fun j => when (s j <? k)%nat 1) == of_nat k.
Proof.
  intros R H. rewrite (sum_reindex n s (fun j => when (j <? k)%nat 1) R). apply count_below; assumption.
Qed.

(* F[prefix] collapses to Σ |σ(i) - τ(i)|. *)
Theorem prefix_collapses : forall n s t, ranking n s -> ranking n t ->
  prefix n (fun _ _ => 1) s t == displacement n s t.
Proof.
  intros n s t Rs Rt. unfold prefix, displacement. apply sum_ext; intros i Hi.
  assert (s i < n /\ t i < n)%nat by (split; [apply Rs | apply Rt]; assumption).
  rewrite !count_ranks_below by (assumption || lia).
  setoid_replace (of_nat (t i) - of_nat (s i)) with (- (of_nat (s i) - of_nat (t i))) by ring.
  apply Qabs_opp.
Qed.

Lemma of_nat_minus a b : (b <= a)%nat -> of_nat (a - b) == of_nat a - of_nat b.
Proof.
  intros H. unfold of_nat. rewrite Nat2Z.inj_sub by assumption.
  unfold Z.sub, Qminus. rewrite inject_Z_plus, inject_Z_opp. reflexivity.
Qed.

(* The ranks in the interval between two of them, that of i among its ends, are as many as its length. *)
Lemma count_passed n s t u i : ranking n s -> ranking n t -> ranking n u -> (i < n)%nat -> u i = s i \/ u i = t i ->
  sum n (fun j => when (negb (i =? j)%nat && passed (s i) (t i) (u j)) 1)
  == Qabs (of_nat (s i) - of_nat (t i)).
Proof.
  intros Rs Rt Ru Hi E.
  assert (s i < n /\ t i < n)%nat by (split; [apply Rs | apply Rt]; assumption).
  set (low := min (s i) (t i)). set (high := max (s i) (t i)).
  transitivity (of_nat high - of_nat low).
  - destruct (Nat.eq_dec (s i) (t i)) as [Q|Q].
    + rewrite sum_zero.
      * unfold high, low. rewrite Q, Nat.max_id, Nat.min_id. ring.
      * intros j _. unfold passed. rewrite Q, Nat.eqb_refl. cbn [negb andb].
        rewrite andb_false_r. reflexivity.
    + transitivity (sum n (fun j => when (u j <? S high)%nat 1 - when (u j <? low)%nat 1)
                    - when true 1).
      * rewrite (sum_apart n i (fun j => when (u j <? S high)%nat 1 - _) Hi).
        assert (X : when (u i <? S high)%nat 1 - when (u i <? low)%nat 1 == 1).
        { unfold high, low in *. compare; try lra; lia. }
        rewrite X. cbn [when].
        setoid_replace (1 + sum n (fun j => when (negb (j =? i)%nat) (when (u j <? S high)%nat 1 - when (u j <? low)%nat 1)) - 1)
          with (sum n (fun j => when (negb (j =? i)%nat) (when (u j <? S high)%nat 1 - when (u j <? low)%nat 1))) by ring.
        apply sum_ext; intros j Hj. unfold passed. fold low high.
        rewrite (proj2 (Nat.eqb_neq _ _) Q), (Nat.eqb_sym j i). cbn [negb andb].
        unfold high, low in *. compare; lra.
      * rewrite sum_minus, !count_ranks_below by (assumption || (unfold high, low; lia)).
        cbn [when]. rewrite of_nat_S. ring.
  - unfold high, low. destruct (Nat.le_ge_cases (s i) (t i)) as [L|L].
    + rewrite Nat.max_r, Nat.min_l by lia. rewrite <- of_nat_minus by lia.
      rewrite Qabs_neg; rewrite <- ?(of_nat_minus (t i)) by lia.
      * rewrite of_nat_minus by lia. ring.
      * pose proof (of_nat_minus (t i) (s i) L). assert (0 <= of_nat (t i - s i)) by (unfold of_nat; change 0 with (inject_Z 0); rewrite <- Zle_Qle; lia). lra.
    + rewrite Nat.max_l, Nat.min_r by lia.
      rewrite Qabs_pos; [reflexivity|].
      pose proof (of_nat_minus (s i) (t i) L). assert (0 <= of_nat (s i - t i)) by (unfold of_nat; change 0 with (inject_Z 0); rewrite <- Zle_Qle; lia). lra.
Qed.

(* F[interval] and F[box] collapse as well. *)
Theorem interval_collapses : forall n s t, ranking n s -> ranking n t ->
  interval n (fun _ _ => 1) s t == displacement n s t.
Proof.
  intros n s t Rs Rt. apply sum_ext; intros i Hi. apply (count_passed n s t s); auto.
Qed.

Theorem box_collapses : forall n s t, ranking n s -> ranking n t ->
  box n (fun _ _ => 1) s t == displacement n s t.
Proof.
  intros n s t Rs Rt. unfold box, displacement. rewrite <- sum_scale. apply sum_ext; intros i Hi.
  rewrite (count_passed n s t s), (count_passed n s t t) by auto. field.
Qed.

(* Diaconis and Graham 1977: K ≤ F ≤ 2K. *)
Theorem diaconis_graham : forall n s t, ranking n s -> ranking n t ->
  inversions n s t <= displacement n s t /\ displacement n s t <= 2 * inversions n s t.
Proof.
  intros n s t Rs Rt.
  assert (S : symmetric n (fun _ _ => 1)) by (intros i j _ _; reflexivity).
  assert (N : nonnegative n (fun _ _ => 1)) by (intros i j _ _; discriminate).
  split.
  - rewrite <- box_collapses by assumption. apply kendall_le_box_terms; assumption.
  - rewrite <- prefix_collapses by assumption. apply prefix_le_2_kendall_terms; assumption.
Qed.

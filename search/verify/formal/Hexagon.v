(* SPDX-License-Identifier: MIT

   All that holds linearly between K, F[interval] and F[box] for every n, σ, τ and D: six
   inequalities, the sides of a hexagon in the plane of F[interval]/K and F[box]/K. Four come from
   those of each reading alone, as F[box] is the mean of F[interval] of both directions; two hold
   pair by pair. At its six corners are rankings, or families of them that tend to it; so every other
   inequality that holds follows from the six. *)
From Disarray Require Export BoxFamily.

(* --- the sides ----------------------------------------------------------------------------------- *)

(* What an element of σ passes and one of τ does not is at most the pairs that they order
   differently, twice: by the order of four ranks, for any symmetric a >= 0. *)
Lemma interval_le_other_way n a s t : ranking n s -> ranking n t -> symmetric n a -> nonnegative n a ->
  interval n a s t <= interval n a t s + 2 * kendall n a s t.
Proof.
  intros Rs Rt S N. unfold interval, kendall.
  rewrite <- sum_scale, <- sum_plus.
  rewrite (sum_ext n (fun i => sum n _ + 2 * sum n _) (fun i => sum n (fun j =>
    when (negb (i =? j)%nat && passed (t i) (s i) (t j)) (a i j) + 2 * when (differ s t i j) (a i j))))
    by (intros; rewrite <- sum_scale, <- sum_plus; reflexivity).
  apply sum_pairs_le. intros i j Hi Hj. cbv beta. rewrite (S j i Hj Hi). specialize (N i j Hi Hj).
  assert (s i = s j -> i = j) by (apply Rs; assumption).
  assert (t i = t j -> i = j) by (apply Rt; assumption).
  unfold differ, passed. generalize dependent (a i j); intros q Hq.
  destruct (Nat.eqb_spec i j) as [E|E]; [subst j; compare; lra|].
  rewrite (proj2 (Nat.eqb_neq j i)) by lia.
  generalize dependent (s i); intros si. generalize dependent (s j); intros sj.
  generalize dependent (t i); intros ti. generalize dependent (t j); intros tj. intros.
  compare; lra.
Qed.

Section Sides.
  Variables (n : nat) (v : weighting) (s t : nat -> nat) (D : nat -> nat -> Q).
  Hypotheses (Rs : ranking n s) (Rt : ranking n t).

  (* The two that hold with all weights. *)
  Lemma other_way_weighted : weights_nonnegative n v -> dissimilarity n D ->
    let a := cost v n s t D in
    interval n a s t <= interval n a t s + 2 * kendall n a s t
    /\ interval n a t s <= interval n a s t + 2 * kendall n a s t.
  Proof.
    intros W [S N] a.
    assert (Sa : symmetric n a) by (apply cost_symmetric; assumption).
    assert (Na : nonnegative n a) by (apply cost_nonnegative; assumption).
    split; [apply interval_le_other_way; assumption|].
    rewrite (kendall_symmetric n a s t Sa). apply interval_le_other_way; assumption.
  Qed.
End Sides.

Theorem interval_and_box_differ : forall n v s t D,
  ranking n s -> ranking n t -> weights_nonnegative n v -> dissimilarity n D ->
  let a := cost v n s t D in
  interval n a s t <= box n a s t + kendall n a s t /\ box n a s t <= interval n a s t + kendall n a s t.
Proof.
  intros n v s t D Rs Rt W P a. rewrite box_mean. unfold a.
  destruct (other_way_weighted n v s t D Rs Rt W P). split; lra.
Qed.

(* The six, weights 1. *)
Theorem hexagon : forall n s t D, ranking n s -> ranking n t -> pseudometric n D ->
  let k := kendall n D s t in
  let f := interval n D s t in
  let b := box n D s t in
  k <= f /\ b <= f + k /\ 2 * b <= f + 4 * k /\ f <= 4 * k /\ f <= b + k /\ k + f <= 2 * b.
Proof.
  intros n s t D Rs Rt P. cbv zeta.
  assert (S : symmetric n D) by (destruct P as [_ [_ [S _]]]; exact S).
  assert (N : nonnegative n D) by (destruct P as [N _]; exact N).
  pose proof (kendall_le_interval n s t D Rs Rt P).
  pose proof (kendall_le_interval n t s D Rt Rs P) as L.
  pose proof (interval_le_4_kendall n s t D Rs Rt P).
  pose proof (interval_le_4_kendall n t s D Rt Rs P) as U.
  pose proof (interval_le_other_way n D s t Rs Rt S N).
  pose proof (interval_le_other_way n D t s Rt Rs S N) as O.
  rewrite (kendall_symmetric n D t s S) in L, U, O.
  pose proof (box_mean n D s t). repeat split; lra.
Qed.

(* --- the corners --------------------------------------------------------------------------------- *)

(* α·K + β·F[interval] + γ·F[box] >= 0 for every n, σ, τ and D. *)
Definition always (al be ga : Q) : Prop := forall n s t D, ranking n s -> ranking n t -> pseudometric n D ->
  0 <= al * kendall n D s t + be * interval n D s t + ga * box n D s t.

(* What is >= 0 for every m has no negative slope. *)
Lemma slope_nonneg a b : (forall m, (1 <= m)%nat -> 0 <= a * of_nat m + b) -> 0 <= a.
Proof.
  intros H. destruct (Qlt_le_dec a 0) as [N|N]; [|exact N]. exfalso.
  destruct (exceeded (b / - a)) as [m [Hm G]]. specialize (H m Hm).
  apply (Qmult_lt_l _ _ (- a)) in G; [|lra]. setoid_replace (- a * (b / - a)) with b in G by (field; lra). lra.
Qed.

Lemma small_ranking n l : forallb (fun i => (ranks l i <? n)%nat && forallb (fun j => implb (ranks l i =? ranks l j) (i =? j))%nat (seq 0 n))
  (seq 0 n) = true -> ranking n (ranks l).
Proof.
  intros H. rewrite forallb_forall in H. split.
  - intros i Hi. specialize (H i ltac:(apply in_seq; lia)). apply andb_prop in H. apply Nat.ltb_lt, H.
  - intros i j Hi Hj E. specialize (H i ltac:(apply in_seq; lia)). apply andb_prop in H. destruct H as [_ H].
    rewrite forallb_forall in H. specialize (H j ltac:(apply in_seq; lia)). rewrite E, Nat.eqb_refl in H.
    apply Nat.eqb_eq, H.
Qed.

(* 3 2 1, 2 4 1 3 and 3 1 4 2 are at (1, 1), (2, 3) and (4, 3). *)
Lemma attained al be ga : always al be ga ->
  0 <= al + be + ga /\ 0 <= al + be * 2 + ga * 3 /\ 0 <= al + be * 4 + ga * 3.
Proof.
  intros H. split; [|split].
  - specialize (H 3%nat (ranks [2; 1; 0]%nat) identity (cut even) ltac:(apply small_ranking; reflexivity)
      (ranking_identity 3) (cut_pseudometric 3 even)).
    vm_compute (kendall _ _ _ _) in H. vm_compute (interval _ _ _ _) in H. vm_compute (box _ _ _ _) in H. lra.
  - specialize (H 4%nat (ranks [1; 3; 0; 2]%nat) identity (cut even) ltac:(apply small_ranking; reflexivity)
      (ranking_identity 4) (cut_pseudometric 4 even)).
    vm_compute (kendall _ _ _ _) in H. vm_compute (interval _ _ _ _) in H. vm_compute (box _ _ _ _) in H. lra.
  - specialize (H 4%nat (ranks [2; 0; 3; 1]%nat) identity (cut (fun i => i <? 2)%nat) ltac:(apply small_ranking; reflexivity)
      (ranking_identity 4) (cut_pseudometric 4 _)).
    vm_compute (kendall _ _ _ _) in H. vm_compute (interval _ _ _ _) in H. vm_compute (box _ _ _ _) in H. lra.
Qed.

(* The crossed rankings tend to (4, 4). *)
Lemma crossed_corner al be ga : always al be ga -> 0 <= al + be * 4 + ga * 4.
Proof.
  intros H. apply (slope_nonneg _ (al + be * 4 + ga * 4 + 2 * Qabs be + Qabs ga)). intros m Hm.
  set (h := (m + 2)%nat). assert (Hh : (3 <= h)%nat) by (unfold h; lia).
  pose proof (crossed_ranking h Hh) as R. pose proof (ranking_identity (2 * h)) as Rt.
  pose proof (cut_pseudometric (2 * h) (pair_colour h)) as P.
  specialize (H _ _ _ _ R Rt P). pose proof (hexagon _ _ _ _ R Rt P) as X. cbv zeta in X.
  pose proof (crossed_box h Hh) as B. pose proof (crossed_kendall h Hh) as K. rewrite K in *.
  set (f := interval _ _ _ _) in *. set (b := box _ _ _ _) in *.
  assert (E : of_nat h == of_nat m + 2) by (unfold h; rewrite of_nat_plus; reflexivity). rewrite E in *.
  assert (A : forall x d e, 0 <= d <= e -> - (x * d) <= Qabs x * e).
  { intros x d e [D0 D1]. pose proof (Qle_Qabs (- x)) as L. rewrite Qabs_opp in L. pose proof (Qabs_nonneg x). nra. }
  pose proof (A be (4 * (of_nat m + 2 - 1) - f) 2 ltac:(lra)). pose proof (A ga (4 * (of_nat m + 2 - 1) - b) 1 ltac:(lra)). lra.
Qed.

(* 3 1 4 2 with m elements and ranks in place of its third and its fourth: it tends to (3, 2), and its
   inverse to (1, 2). *)
Section Inflated.
  Variable m : nat.
  Hypothesis Hm : (1 <= m)%nat.
  Let n := (2 * m + 2)%nat.

  Definition inflated (i : nat) : nat :=
    if (i =? 0)%nat then (m + 1)%nat else if (i =? 1)%nat then 0%nat
    else if (i <? m + 2)%nat then (i + m)%nat else (i - (m + 1))%nat.
  Let first (i : nat) : bool := (i <? 2)%nat.
  Let D := cut first.

  Lemma inflated_ranking : ranking n inflated.
  Proof. unfold n. split; intros i; [|intros j]; unfold inflated; compare; lia. Qed.

  Lemma inflated_spec i : (i = 0 /\ inflated i = m + 1 \/ i = 1 /\ inflated i = 0
    \/ 2 <= i < m + 2 /\ inflated i = i + m \/ m + 2 <= i /\ inflated i = i - (m + 1))%nat.
  Proof. unfold inflated. compare; lia. Qed.

  (* Comparisons of elements, ranks and colours. *)
  Ltac by_order :=
    unfold first, differ, passed, identity, n in *;
    repeat match goal with |- context [inflated ?x] => pose proof (inflated_spec x); generalize dependent (inflated x); intros ? ? end;
    lia.

  Lemma inflated_kendall : kendall n D inflated identity == of_nat m.
  Proof.
    unfold kendall. rewrite (sum_single n 0).
    - unfold D. rewrite row_of_cut. rewrite (sum_ext n _ (fun j => when true 1 - when (j <? m + 2)%nat 1)).
      + rewrite sum_minus, (sum_constant n 1), count_below by (unfold n; lia).
        unfold n. rewrite !of_nat_plus, of_nat_times. change (of_nat 2) with 2. ring.
      + intros j Hj. rewrite when_minus by lia. apply when_iff. by_order.
    - unfold n. lia.
    - intros i Hi N. unfold D. rewrite row_of_cut. apply sum_zero. intros j Hj. apply (when_iff _ false). by_order.
  Qed.

  (* Of the other colour, one element has its rank between that of i >= 2 and i. *)
  Lemma inflated_interval : interval n D inflated identity == 3 * of_nat m + 1.
  Proof.
    assert (R : forall i, (i < n)%nat ->
      sum n (fun j => when (negb (i =? j)%nat && passed (inflated i) (identity i) (inflated j)) (D i j))
      == 1 + when (i =? 0)%nat (of_nat m - 1)).
    { intros i Hi. unfold D. rewrite row_of_cut. destruct (Nat.eqb_spec i 0) as [->|N].
      - rewrite (sum_ext n _ (fun j => when true 1 - when (j <? m + 2)%nat 1)).
        + rewrite sum_minus, (sum_constant n 1), count_below by (unfold n; lia).
          unfold n. rewrite !of_nat_plus, of_nat_times. change (of_nat 2) with 2. cbn [when]. ring.
        + intros j Hj. rewrite when_minus by lia. apply when_iff. by_order.
      - rewrite (count_list n _ [if (i =? 1)%nat then (m + 2)%nat else 0%nat]).
        + cbn [when length]. change (of_nat 1) with 1. ring.
        + repeat constructor. intros [].
        + intros j [<-|[]]. destruct (Nat.eqb_spec i 1); by_order.
        + intros j Hj T. left. revert T. destruct (Nat.eqb_spec i 1); by_order. }
    unfold interval. rewrite (sum_ext n _ _ R), sum_plus, sum_constant, sum_where by (unfold n; lia).
    unfold n. rewrite of_nat_plus, of_nat_times. change (of_nat 2) with 2. ring.
  Qed.

  Lemma inflated_back : interval n D identity inflated == of_nat m + 1.
  Proof.
    assert (R : forall i, (i < n)%nat ->
      sum n (fun j => when (negb (i =? j)%nat && passed (identity i) (inflated i) (identity j)) (D i j))
      == when (i =? 0)%nat (of_nat m) + when (i =? m + 2)%nat 1).
    { intros i Hi. unfold D. rewrite row_of_cut. destruct (Nat.eqb_spec i 0) as [->|N]; [|destruct (Nat.eqb_spec i (m + 2)) as [E|E]].
      - rewrite (sum_ext n _ (fun j => when (j <? m + 2)%nat 1 - when (j <? 2)%nat 1)).
        + rewrite sum_minus, !count_below by (unfold n; lia). destruct (Nat.eqb_spec 0 (m + 2)); [lia|].
          rewrite of_nat_plus. change (of_nat 2) with 2. cbn [when]. ring.
        + intros j Hj. rewrite when_minus by lia. apply when_iff. by_order.
      - rewrite (count_list n _ [1%nat]).
        + cbn [when length]. change (of_nat 1) with 1. ring.
        + repeat constructor. intros [].
        + intros j [<-|[]]. by_order.
        + intros j Hj T. left. revert T. by_order.
      - rewrite sum_zero; [cbn [when]; ring|]. intros j Hj. apply (when_iff _ false). by_order. }
    unfold interval. rewrite (sum_ext n _ _ R), sum_plus, !sum_where by (unfold n; lia). reflexivity.
  Qed.
End Inflated.

Lemma inflated_corners al be ga : always al be ga -> 0 <= al + be * 3 + ga * 2 /\ 0 <= al + be * 1 + ga * 2.
Proof.
  intros H.
  assert (V : forall m, (1 <= m)%nat -> 0 <= (al + be * 3 + ga * 2) * of_nat m + (be + ga)
    /\ 0 <= (al + be * 1 + ga * 2) * of_nat m + (be + ga)).
  { intros m Hm. pose proof (inflated_ranking m Hm) as R. set (n := (2 * m + 2)%nat) in *.
    pose proof (ranking_identity n) as Ri. pose proof (cut_pseudometric n (fun i => i <? 2)%nat) as P.
    assert (S : symmetric n (cut (fun i => i <? 2)%nat)) by (destruct P as [_ [_ [S _]]]; exact S).
    pose proof (H n _ _ _ R Ri P) as A. pose proof (H n _ _ _ Ri R P) as B.
    rewrite (kendall_symmetric n _ identity _ S) in B.
    rewrite box_mean in A, B.
    pose proof (inflated_kendall m Hm) as K. pose proof (inflated_interval m Hm) as I1. pose proof (inflated_back m Hm) as I2.
    fold n in K, I1, I2. cbv beta zeta in K, I1, I2. rewrite K, I1, I2 in A, B. split; lra. }
  split; apply (slope_nonneg _ (be + ga)); intros m Hm; apply (V m Hm).
Qed.

(* --- the six are all ------------------------------------------------------------------------------ *)

(* By the corners that bound the part of the hexagon in which F[interval] and F[box] lie, as seen
   from (1, 1). *)
Lemma in_cone al be ga k f b :
  k <= f -> b <= f + k -> 2 * b <= f + 4 * k -> f <= 4 * k -> f <= b + k -> k + f <= 2 * b ->
  0 <= al + be + ga -> 0 <= al + be * 1 + ga * 2 -> 0 <= al + be * 2 + ga * 3 -> 0 <= al + be * 4 + ga * 4 ->
  0 <= al + be * 4 + ga * 3 -> 0 <= al + be * 3 + ga * 2 -> 0 <= al * k + be * f + ga * b.
Proof.
  intros S1 S2 S3 S4 S5 S6 C1 C2 C3 C4 C5 C6.
  destruct (Qlt_le_dec b f) as [L|L]; [destruct (Qlt_le_dec (3 * b) (2 * f + k)) as [M|M] | destruct (Qlt_le_dec (b + k) (2 * f)) as [M|M]].
  - assert (0 <= (b + k - f) * (al + be + ga)) by (apply Qmult_le_0_compat; lra).
    assert (0 <= (2 * b - f - k) * (al + be * 4 + ga * 3)) by (apply Qmult_le_0_compat; lra).
    assert (0 <= (2 * f + k - 3 * b) * (al + be * 3 + ga * 2)) by (apply Qmult_le_0_compat; lra). lra.
  - assert (0 <= (4 * k - f) * (al + be + ga)) by (apply Qmult_le_0_compat; lra).
    assert (0 <= (3 * b - 2 * f - k) * (al + be * 4 + ga * 4)) by (apply Qmult_le_0_compat; lra).
    assert (0 <= (f - b) * (al + be * 4 + ga * 3)) by (apply Qmult_le_0_compat; lra). lra.
  - assert (0 <= (4 * k - 2 * b + f) * (al + be + ga)) by (apply Qmult_le_0_compat; lra).
    assert (0 <= (b - f) * (al + be * 2 + ga * 3)) by (apply Qmult_le_0_compat; lra).
    assert (0 <= (2 * f - k - b) * (al + be * 4 + ga * 4)) by (apply Qmult_le_0_compat; lra). lra.
  - assert (0 <= (k + f - b) * (al + be + ga)) by (apply Qmult_le_0_compat; lra).
    assert (0 <= (b + k - 2 * f) * (al + be * 1 + ga * 2)) by (apply Qmult_le_0_compat; lra).
    assert (0 <= (f - k) * (al + be * 2 + ga * 3)) by (apply Qmult_le_0_compat; lra). lra.
Qed.

Theorem hexagon_complete : forall al be ga, always al be ga <->
  0 <= al + be + ga /\ 0 <= al + be * 1 + ga * 2 /\ 0 <= al + be * 2 + ga * 3
  /\ 0 <= al + be * 4 + ga * 4 /\ 0 <= al + be * 4 + ga * 3 /\ 0 <= al + be * 3 + ga * 2.
Proof.
  intros al be ga. split.
  - intros H. destruct (attained al be ga H) as [A1 [A2 A3]]. destruct (inflated_corners al be ga H).
    pose proof (crossed_corner al be ga H). auto 10.
  - intros [C1 [C2 [C3 [C4 [C5 C6]]]]] n s t D Rs Rt P.
    destruct (hexagon n s t D Rs Rt P) as [S1 [S2 [S3 [S4 [S5 S6]]]]]. apply in_cone; assumption.
Qed.

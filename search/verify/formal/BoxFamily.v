(* SPDX-License-Identifier: MIT

   How large F[box]/K gets for every even n >= 6: rankings 2 4 6 1 8 3 10 5 … in which even elements
   move down by three and odd ones up by three, with the D of a cut into pairs of elements, have
   K = n/2 - 1 and F[box] = 4K - 1. So 4 is the supremum of F[box]/K, and no smaller c will do. *)
From Disarray Require Export Families Bubble.

Section Crossed.
  Variable h : nat.
  Hypothesis Hh : (3 <= h)%nat.
  Let n := (2 * h)%nat.

  (* Ranks from 0: 1 3 5 0 7 2 9 4 … *)
  Definition crossed (i : nat) : nat :=
    if (i =? 0)%nat then 1%nat else if (i =? 1)%nat then 3%nat
    else if (i =? 2 * h - 2)%nat then (2 * h - 4)%nat else if (i =? 2 * h - 1)%nat then (2 * h - 2)%nat
    else if even i then (i + 3)%nat else (i - 3)%nat.

  (* The pairs 2k, 2k + 1 have the two colours in turn, but the first and the last element differ. *)
  Definition pair_of (i : nat) : nat :=
    if (i =? 0)%nat then 0%nat else if (i =? 2 * h - 1)%nat then (h + 1)%nat else (i / 2 + 1)%nat.
  Definition pair_colour (i : nat) : bool := even (pair_of i).
  Let D := cut pair_colour.

  Lemma crossed_spec i : (i < n)%nat ->
    (i = 0 /\ crossed i = 1 /\ pair_of i = 0 \/ i = 1 /\ crossed i = 3 /\ pair_of i = 1
     \/ i = 2 * h - 2 /\ crossed i = 2 * h - 4 /\ pair_of i = h
     \/ i = 2 * h - 1 /\ crossed i = 2 * h - 2 /\ pair_of i = h + 1
     \/ exists k, 1 <= k <= h - 2 /\ (i = 2 * k /\ crossed i = i + 3 /\ pair_of i = k + 1
                                      \/ i = 2 * k + 1 /\ crossed i = i - 3 /\ pair_of i = k + 1))%nat.
  Proof.
    intros Hi. unfold crossed, even, pair_of, n in *. compare; try lia; right; right; right; right; exists (i / 2)%nat; lia.
  Qed.

  Lemma crossed_ranking : ranking n crossed.
  Proof.
    split.
    - intros i Hi. pose proof (crossed_spec i Hi) as S. unfold n in *. decompose [or ex and] S; lia.
    - intros i j Hi Hj E. pose proof (crossed_spec i Hi) as S. pose proof (crossed_spec j Hj) as T.
      unfold n in *. decompose [or ex and] S; decompose [or ex and] T; lia.
  Qed.

  Lemma colours_differ i j : xorb (pair_colour i) (pair_colour j) = ((pair_of i + pair_of j) mod 2 =? 1)%nat.
  Proof. unfold pair_colour, even. generalize (pair_of i) (pair_of j). intros x y. lia. Qed.

  (* Comparisons of i, j, their ranks and colours. *)
  Ltac decide_pair i Hi j Hj :=
    let S := fresh in let T := fresh in
    pose proof (crossed_spec i Hi) as S; pose proof (crossed_spec j Hj) as T;
    rewrite ?colours_differ in *; unfold even, differ, passed, identity, n in *;
    generalize dependent (crossed i); generalize dependent (pair_of i);
    generalize dependent (crossed j); generalize dependent (pair_of j); intros;
    decompose [or ex and] S; clear S; try (exfalso; lia); decompose [or ex and] T; clear T; try (exfalso; lia); lia.

  Lemma crossed_kendall : kendall n D crossed identity == of_nat h - 1.
  Proof.
    assert (R : forall i, (i < n)%nat -> sum n (fun j => when (differ crossed identity i j) (D i j))
      == when ((i =? 1) || even i && (2 <=? i) && (i <=? 2 * h - 4))%nat 1).
    { intros i Hi. unfold D. rewrite row_of_cut.
      destruct ((i =? 1) || even i && (2 <=? i) && (i <=? 2 * h - 4))%nat eqn:E.
      - rewrite (count_list n _ [if (i =? 1)%nat then 3%nat else if (i =? 2 * h - 4)%nat then (2 * h - 2)%nat else (i + 3)%nat]).
        + reflexivity.
        + repeat constructor. intros [].
        + intros j [<-|[]]. compare.
          * assert (Hj : (3 < n)%nat) by (unfold n; lia). split; [exact Hj|]. decide_pair i Hi 3%nat Hj.
          * assert (Hj : (2 * h - 2 < n)%nat) by (unfold n; lia). split; [exact Hj|]. decide_pair i Hi (2 * h - 2)%nat Hj.
          * assert (Hj : (i + 3 < n)%nat) by (unfold n, even in *; lia). split; [exact Hj|]. decide_pair i Hi (i + 3)%nat Hj.
        + intros j Hj T. left. compare; decide_pair i Hi j Hj.
      - rewrite sum_zero; [reflexivity|]. intros j Hj. apply (when_iff _ false). decide_pair i Hi j Hj. }
    unfold kendall. rewrite (sum_ext n _ _ R).
    unfold n. rewrite sum_two, (sum_ext h _ (fun k => when (k <? h - 1)%nat 1)).
    - rewrite (count_below h (h - 1)), (of_nat_minus h 1) by lia. reflexivity.
    - intros k Hk. unfold even. compare; cbn [orb andb when]; lra.
  Qed.

  (* The elements of the other colour whose rank lies between i and its rank, ... *)
  Definition by_rank (i : nat) : list nat :=
    if (i =? 0)%nat then [] else if (i =? 1)%nat then [0%nat]
    else if (i =? 2 * h - 2)%nat then [(2 * h - 1)%nat] else if (i =? 2 * h - 1)%nat then []
    else if even i then [(if (i =? 2)%nat then 1 else i - 2)%nat; (if (i =? 2 * h - 4)%nat then i + 2 else i + 3)%nat]
    else [(if (i =? 3)%nat then 1 else i - 3)%nat; (if (i =? 2 * h - 3)%nat then i + 1 else i + 2)%nat].

  (* ... and which lie there themselves. *)
  Definition by_place (i : nat) : list nat :=
    if (i =? 0)%nat then [1%nat] else if (i =? 1)%nat then [2; 3]%nat
    else if (i =? 2 * h - 2)%nat then [(2 * h - 4); (2 * h - 3)]%nat
    else if (i =? 2 * h - 1)%nat then [(2 * h - 2)%nat]
    else if even i then (if (i =? 2 * h - 4)%nat then [(i + 2)%nat] else [(i + 2); (i + 3)]%nat)
    else (if (i =? 3)%nat then [1%nat] else [(i - 3); (i - 2)]%nat).

  Ltac decide_row i Hi :=
    unfold D; rewrite row_of_cut; apply count_at_least;
    [ unfold even; compare; repeat (apply NoDup_cons; [simpl; lia|]); apply NoDup_nil
    | intros j; unfold even; compare; simpl; intros J; try contradiction; decompose [or] J; clear J; try contradiction; subst j;
      match goal with
      | |- (?j < n)%nat /\ _ => assert (Hj : (j < n)%nat) by (unfold n in *; lia); split; [exact Hj|]; decide_pair i Hi j Hj
      end ].

  Lemma row_by_rank i : (i < n)%nat -> of_nat (length (by_rank i))
    <= sum n (fun j => when (negb (i =? j)%nat && passed (crossed i) (identity i) (crossed j)) (D i j)).
  Proof. intros Hi. unfold by_rank. decide_row i Hi. Qed.

  Lemma row_by_place i : (i < n)%nat -> of_nat (length (by_place i))
    <= sum n (fun j => when (negb (i =? j)%nat && passed (crossed i) (identity i) (identity j)) (D i j)).
  Proof. intros Hi. unfold by_place. decide_row i Hi. Qed.

  Lemma sum_of_lengths (l : nat -> list nat) a b c d x y : (a < n)%nat -> (b < n)%nat -> (c < n)%nat -> (d < n)%nat ->
    (forall i, (i < n)%nat -> of_nat (length (l i))
      == 2 + (when (i =? a)%nat (- x) + (when (i =? b)%nat (- y) + (when (i =? c)%nat (- y) + when (i =? d)%nat (- x))))) ->
    sum n (fun i => of_nat (length (l i))) == 4 * of_nat h - 2 * x - 2 * y.
  Proof.
    intros A B C E H. rewrite (sum_ext n _ _ H), !sum_plus, !sum_where, sum_constant by assumption.
    unfold n. rewrite of_nat_times. change (of_nat 2) with 2. ring.
  Qed.

  Lemma crossed_box : 4 * of_nat h - 5 <= box n D crossed identity.
  Proof.
    assert (R : sum n (fun i => of_nat (length (by_rank i))) == 4 * of_nat h - 2 * 2 - 2 * 1).
    { apply (sum_of_lengths by_rank 0 1 (2 * h - 2) (2 * h - 1) 2 1); try (unfold n; lia).
      intros i Hi. unfold by_rank. compare; destruct (even i); cbn [length]; change (of_nat 0) with 0; change (of_nat 1) with 1; change (of_nat 2) with 2; lra. }
    assert (P : sum n (fun i => of_nat (length (by_place i))) == 4 * of_nat h - 2 * 1 - 2 * 1).
    { apply (sum_of_lengths by_place 0 3 (2 * h - 4) (2 * h - 1) 1 1); try (unfold n; lia).
      intros i Hi. unfold by_place, even. compare; cbn [length]; change (of_nat 0) with 0; change (of_nat 1) with 1; change (of_nat 2) with 2; lra. }
    unfold box. rewrite sum_plus.
    pose proof (sum_le n _ _ row_by_rank). pose proof (sum_le n _ _ row_by_place). lra.
  Qed.
End Crossed.

(* max F[box]/K >= (4n - 10)/(n - 2) for every even n >= 6; and it is no more than 4. *)
Theorem box_maximum_at_least : forall h, (3 <= h)%nat -> let n := (2 * h)%nat in
  exists s D, ranking n s /\ pseudometric n D /\ 0 < kendall n D s identity
  /\ (4 * of_nat n - 10) * kendall n D s identity <= (of_nat n - 2) * box n D s identity
  /\ 4 * kendall n D s identity - 1 <= box n D s identity <= 4 * kendall n D s identity.
Proof.
  intros h Hh n. exists (crossed h), (cut (pair_colour h)).
  assert (R : ranking n (crossed h)) by (apply crossed_ranking; assumption).
  assert (P : pseudometric n (cut (pair_colour h))) by apply cut_pseudometric.
  split; [exact R|]. split; [exact P|].
  pose proof (box_le_4_kendall n _ identity _ R (ranking_identity n) P) as U.
  pose proof (crossed_box h Hh) as B. pose proof (crossed_kendall h Hh) as K.
  unfold n in *. rewrite K in *. rewrite of_nat_times. change (of_nat 2) with 2.
  pose proof (of_nat_le 3 h Hh) as H. change (of_nat 3) with 3 in H.
  split; [lra|]. split; [|lra].
  assert (0 <= (2 * of_nat h - 2) * (box (2 * h) (cut (pair_colour h)) (crossed h) identity - (4 * of_nat h - 5)))
    by (apply Qmult_le_0_compat; lra). lra.
Qed.

(* 4 is best: no c < 4 has F[box] <= c*K for every n, not even for metrics. *)
Theorem box_le_c_kendall_fails : forall c, c < 4 -> exists n s D, ranking n s /\ metric n D
  /\ c * kendall n D s identity < box n D s identity.
Proof.
  assert (H : forall c, 0 <= c -> c < 4 -> exists n s D, ranking n s /\ metric n D
    /\ c * kendall n D s identity < box n D s identity).
  { intros c P L. destruct (exceeded (1 + 1 / (4 - c))) as [k [Hk G]]. set (h := (k + 3)%nat).
    assert (Hh : (3 <= h)%nat) by (unfold h; lia).
    assert (G' : 1 + 1 / (4 - c) < of_nat h).
    { unfold h. rewrite of_nat_plus. change (of_nat 3) with 3. lra. }
    destruct (box_metric (2 * h) (crossed h) identity (cut (pair_colour h)) c P (cut_pseudometric _ _)) as [E [M X]].
    - pose proof (crossed_box h Hh) as B. rewrite crossed_kendall by assumption.
      assert (1 < (4 - c) * (of_nat h - 1)); [|lra].
      assert (G2 : 1 / (4 - c) < of_nat h - 1) by lra. apply (Qmult_lt_l _ _ (4 - c)) in G2; [|lra].
      setoid_replace ((4 - c) * (1 / (4 - c))) with 1 in G2 by (field; lra). exact G2.
    - exists (2 * h)%nat, (crossed h), E. split; [apply crossed_ranking; assumption|]. split; assumption. }
  intros c L. destruct (Qlt_le_dec c 0) as [N|N]; [|apply H; assumption].
  destruct (H 0) as [n [s [D [R [M X]]]]]; [lra | lra |]. exists n, s, D. split; [exact R|]. split; [exact M|].
  assert (0 <= kendall n D s identity); [|nra].
  apply sum_nonneg; intros i Hi; apply sum_nonneg; intros j Hj. destruct M as [[P _] _].
  destruct (differ s identity i j); cbn [when]; [apply P; assumption | lra].
Qed.

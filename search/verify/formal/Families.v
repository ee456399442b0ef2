(* SPDX-License-Identifier: MIT

   How small F[prefix]/K gets for every even n: the framed rankings n 3 2 5 4 … 1, with the D that is
   1 between an even and an odd element, have K = 3n/2 - 2 and F[prefix] = n. So K <= c*F[prefix]
   fails for every c < 3/2. *)
From Disarray Require Export Cuts.

Definition even (i : nat) : bool := (i mod 2 =? 0)%nat.

Lemma count_even h : sum (2 * h) (fun j => when (even j) 1) == of_nat h.
Proof.
  rewrite sum_two. rewrite (sum_ext h _ (fun _ => 1)); [rewrite sum_constant; ring|].
  intros k _. unfold even. compare; lra.
Qed.

Lemma count_odd h : sum (2 * h) (fun j => when (negb (even j)) 1) == of_nat h.
Proof.
  rewrite sum_two. rewrite (sum_ext h _ (fun _ => 1)); [rewrite sum_constant; ring|].
  intros k _. unfold even. compare; lra.
Qed.

Section Framed.
  Variable h : nat.
  Hypothesis Hh : (1 <= h)%nat.
  Let n := (2 * h)%nat.

  (* Ranks from 0: 2h-1, 2, 1, 4, 3, …, 0. *)
  Definition framed (i : nat) : nat :=
    if (i =? 0)%nat then (2 * h - 1)%nat else if (i =? 2 * h - 1)%nat then 0%nat
    else if even i then (i - 1)%nat else (i + 1)%nat.

  Lemma framed_spec i : (i < n)%nat ->
    (i = 0 /\ framed i = 2 * h - 1 \/ 0 < i /\ i = 2 * h - 1 /\ framed i = 0
     \/ 0 < i < 2 * h - 1 /\ i mod 2 = 0 /\ framed i = i - 1
     \/ 0 < i < 2 * h - 1 /\ i mod 2 = 1 /\ framed i = i + 1)%nat.
  Proof. unfold framed, even, n. compare; lia. Qed.

  Lemma framed_ranking : ranking n framed.
  Proof.
    split.
    - intros i Hi. pose proof (framed_spec i Hi). unfold n in *. lia.
    - intros i j Hi Hj E. pose proof (framed_spec i Hi). pose proof (framed_spec j Hj). unfold n in *. lia.
  Qed.

  (* Comparisons of i, j, their ranks and colours. *)
  Ltac decide_pair i Hi j Hj :=
    pose proof (framed_spec i Hi); pose proof (framed_spec j Hj); unfold even, differ, identity, n in *;
    generalize dependent (framed i); generalize dependent (framed j); intros; lia.

  Let D := cut even.

  (* The first element is inverted with each of the other colour; each in between with one. *)
  Lemma framed_kendall : kendall n D framed identity == 3 * of_nat h - 2.
  Proof.
    assert (R : forall i, (i < n)%nat -> sum n (fun j => when (differ framed identity i j) (D i j))
      == when (i =? 0)%nat (of_nat h - 1) + when (negb (i =? 2 * h - 1)%nat) 1).
    { intros i Hi. unfold D. rewrite row_of_cut. destruct (Nat.eqb_spec i 0) as [->|N0]; [|destruct (Nat.eqb_spec i (2 * h - 1))].
      - rewrite (sum_ext n _ (fun j => when (negb (even j)) 1)) by (intros j Hj; apply when_iff; decide_pair 0%nat Hi j Hj).
        unfold n in *. rewrite count_odd. destruct (Nat.eqb_spec 0 (2 * h - 1)); [lia|]. cbn [negb when]. ring.
      - rewrite sum_zero; [cbn [when negb]; ring|]. intros j Hj. apply (when_iff _ false). decide_pair i Hi j Hj.
      - rewrite (count_list n _ [if even i then (2 * h - 1)%nat else (i + 1)%nat]).
        + cbn [when negb length]. change (of_nat 1) with 1. ring.
        + repeat constructor. intros [].
        + intros j [<-|[]]. destruct (even i) eqn:E.
          * assert (Hj : (2 * h - 1 < n)%nat) by (unfold n; lia). split; [exact Hj|]. decide_pair i Hi (2 * h - 1)%nat Hj.
          * assert (Hj : (i + 1 < n)%nat) by (unfold n, even in *; lia). split; [exact Hj|]. decide_pair i Hi (i + 1)%nat Hj.
        + intros j Hj T. left. destruct (even i) eqn:E; decide_pair i Hi j Hj. }
    unfold kendall. rewrite (sum_ext n _ _ R), sum_plus.
    rewrite (sum_single n 0) by (unfold n; try lia; intros i _ Hi; rewrite (proj2 (Nat.eqb_neq i 0) Hi); reflexivity).
    pose proof (sum_apart n (2 * h - 1) (fun _ => 1) ltac:(unfold n; lia)) as A. rewrite sum_constant in A.
    unfold n in A |- *. rewrite of_nat_times in A. change (of_nat 2) with 2 in A. cbn [Nat.eqb when]. lra.
  Qed.

  (* In between, as many of the other colour come before i by rank as by element. *)
  Lemma framed_prefix : prefix n D framed identity == 2 * of_nat h.
  Proof.
    assert (R : forall i, (i < n)%nat ->
      Qabs (sum n (fun j => when (identity j <? identity i)%nat (D i j)) - sum n (fun j => when (framed j <? framed i)%nat (D i j)))
      == when (i =? 0)%nat (of_nat h) + when (i =? 2 * h - 1)%nat (of_nat h)).
    { intros i Hi. unfold D. rewrite (row_of_cut n even i (fun j => identity j <? identity i)%nat), (row_of_cut n even i (fun j => framed j <? framed i)%nat).
      pose proof (of_nat_le 0 h ltac:(lia)) as P. change (of_nat 0) with 0 in P.
      destruct (Nat.eqb_spec i 0) as [->|N0]; [|destruct (Nat.eqb_spec i (2 * h - 1)) as [E|N1]].
      - rewrite sum_zero by (intros j Hj; apply (when_iff _ false); decide_pair 0%nat Hi j Hj).
        rewrite (sum_ext n _ (fun j => when (negb (even j)) 1)) by (intros j Hj; apply when_iff; decide_pair 0%nat Hi j Hj).
        unfold n. rewrite count_odd. destruct (Nat.eqb_spec 0 (2 * h - 1)); [lia|]. cbn [when].
        rewrite Qabs_neg by lra. ring.
      - rewrite (sum_zero n (fun j => when ((framed j <? framed i)%nat && _) 1))
          by (intros j Hj; apply (when_iff _ false); decide_pair i Hi j Hj).
        rewrite (sum_ext n _ (fun j => when (even j) 1)) by (intros j Hj; apply when_iff; decide_pair i Hi j Hj).
        unfold n. rewrite count_even. cbn [when]. rewrite Qabs_pos by lra. ring.
      - transitivity (Qabs 0); [apply Qabs_wd|cbn [when]; reflexivity].
        match goal with |- ?a - ?b == 0 => assert (B : a == b); [|rewrite B; ring] end.
        destruct (even i) eqn:E;
          [apply (count_balanced n _ _ (i - 1) (2 * h - 1)) | apply (count_balanced n _ _ 0 (i + 1))]; intros;
          match goal with
          | |- context [xorb _ (even ?j)] => assert (Hj : (j < n)%nat) by (unfold n, even in *; lia); decide_pair i Hi j Hj
          | _ => unfold n, even in *; lia
          end. }
    unfold prefix. rewrite (sum_ext n _ _ R), sum_plus, !sum_where by (unfold n; lia). ring.
  Qed.
End Framed.

(* min F[prefix]/K <= 2n/(3n - 4) for every even n >= 4. *)
Theorem prefix_minimum_at_most : forall h, (2 <= h)%nat -> let n := (2 * h)%nat in
  exists s D, ranking n s /\ pseudometric n D /\ 0 < kendall n D s identity
  /\ (3 * of_nat n - 4) * prefix n D s identity == 2 * of_nat n * kendall n D s identity.
Proof.
  intros h Hh n. exists (framed h), (cut even).
  split; [apply framed_ranking; lia|]. split; [apply cut_pseudometric|].
  unfold n. rewrite framed_kendall, framed_prefix, of_nat_times by lia. change (of_nat 2) with 2.
  pose proof (of_nat_le 2 h Hh) as P. change (of_nat 2) with 2 in P. split; [lra | ring].
Qed.

(* No c < 3/2 has K <= c*F[prefix] for every n, not even for metrics. *)
Theorem kendall_le_c_prefix_fails : forall c, c < 3 # 2 -> exists n s D, ranking n s /\ metric n D
  /\ c * prefix n D s identity < kendall n D s identity.
Proof.
  assert (H : forall c, 0 <= c -> c < 3 # 2 -> exists n s D, ranking n s /\ metric n D
    /\ c * prefix n D s identity < kendall n D s identity).
  { intros c P L. destruct (exceeded (2 / (3 - 2 * c))) as [h [Hh G]].
    destruct (prefix_metric (2 * h) (framed h) identity (cut even) c P (cut_pseudometric _ _)) as [E [M X]].
    - rewrite framed_kendall, framed_prefix by assumption.
      assert (2 < (3 - 2 * c) * of_nat h); [|lra].
      apply (Qmult_lt_l _ _ (3 - 2 * c)) in G; [|lra].
      setoid_replace ((3 - 2 * c) * (2 / (3 - 2 * c))) with 2 in G by (field; lra). exact G.
    - exists (2 * h)%nat, (framed h), E. split; [apply framed_ranking; assumption|]. split; assumption. }
  intros c L. destruct (Qlt_le_dec c 0) as [N|N]; [|apply H; assumption].
  destruct (H 0) as [n [s [D [R [M X]]]]]; [lra | lra |]. exists n, s, D. split; [exact R|]. split; [exact M|].
  assert (0 <= prefix n D s identity) by (apply sum_nonneg; intros; apply Qabs_nonneg). nra.
Qed.

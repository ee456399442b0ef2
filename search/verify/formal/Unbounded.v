(* SPDX-License-Identifier: MIT

   F[prefix-sym] is not bounded by any multiple of K: the ranking with ranks 2 3 … n 1 and the D that
   is 1 between the first element and every other have K = 1 and F = n, for every n. *)
From Disarray Require Import Forms DirectSum.

Section Family.
  Variable n : nat.
  Hypothesis Hn : (2 <= n)%nat.

  Definition cycle (i : nat) : nat := if (i =? n - 1)%nat then 0%nat else S i.
  Definition back (i : nat) : nat := if (i =? 0)%nat then (n - 1)%nat else (i - 1)%nat.
  Definition star (i j : nat) : Q := if xorb (i =? 0)%nat (j =? 0)%nat then 1 else 0.

  Lemma cycle_ranking : ranking n cycle.
  Proof.
    split; unfold cycle.
    - intros i Hi. destruct (Nat.eqb_spec i (n - 1)); lia.
    - intros i j Hi Hj. destruct (Nat.eqb_spec i (n - 1)), (Nat.eqb_spec j (n - 1)); lia.
  Qed.

  Lemma cycle_0 : cycle 0 = 1%nat.
  Proof. unfold cycle. destruct (Nat.eqb_spec 0 (n - 1)); [lia | reflexivity]. Qed.

  (* Where the rank of j is below 1. *)
  Lemma cycle_last j : (j < n)%nat -> (cycle j <? 1)%nat = (j =? n - 1)%nat.
  Proof. intros H. unfold cycle. destruct (Nat.eqb_spec j (n - 1)); reflexivity. Qed.

  Lemma back_agrees : agree n (inverse n cycle) back.
  Proof.
    intros k Hk. assert (B : (back k < n)%nat) by (unfold back; destruct (Nat.eqb_spec k 0); lia).
    assert (E : cycle (back k) = k).
    { unfold cycle, back. destruct (Nat.eqb_spec k 0) as [->|]; [rewrite Nat.eqb_refl; reflexivity|].
      destruct (Nat.eqb_spec (k - 1) (n - 1)); lia. }
    rewrite <- E at 1. apply inverse_left; [apply cycle_ranking | assumption].
  Qed.

  Lemma star_pseudometric : pseudometric n star.
  Proof.
    unfold star. repeat split; intros.
    - destruct (xorb _ _); lra.
    - rewrite xorb_nilpotent. reflexivity.
    - rewrite xorb_comm. reflexivity.
    - destruct (i =? 0)%nat, (j =? 0)%nat, (k =? 0)%nat; cbn; lra.
  Qed.

  (* The row of another element than the first has one entry. *)
  Lemma row_other (p : nat -> bool) i : (1 <= i)%nat -> sum n (fun j => when (p j) (star i j)) == when (p 0%nat) 1.
  Proof.
    intros Hi. rewrite (sum_single n 0); [|lia|].
    - unfold star. destruct (Nat.eqb_spec i 0); [lia|]. cbn. reflexivity.
    - intros j _ Hj. unfold star. destruct (Nat.eqb_spec i 0), (Nat.eqb_spec j 0); try lia.
      cbn. destruct (p j); reflexivity.
  Qed.

  Lemma count_all k : sum k (fun _ => 1) == of_nat k.
  Proof. induction k; cbn [sum]; [reflexivity|]. rewrite IHk, of_nat_S. reflexivity. Qed.

  Lemma count_others : sum n (fun i => when (negb (i =? 0)%nat) 1) == of_nat n - 1.
  Proof. pose proof (sum_apart n 0 (fun _ => 1) ltac:(lia)) as H. rewrite count_all in H. lra. Qed.

  Lemma first_row_cycle (p : nat -> bool) : (forall j, (j < n)%nat -> p j = (j =? n - 1)%nat) ->
    sum n (fun j => when (p j) (star 0 j)) == 1.
  Proof.
    intros H. rewrite (sum_single n (n - 1)); [|lia|].
    - rewrite H, Nat.eqb_refl by lia. unfold star. destruct (Nat.eqb_spec (n - 1) 0); [lia|]. reflexivity.
    - intros j Hj N. rewrite H by assumption. destruct (Nat.eqb_spec j (n - 1)); [lia|]. reflexivity.
  Qed.

  Lemma kendall_star : kendall n star cycle identity == 1.
  Proof.
    unfold kendall. rewrite (sum_single n 0); [|lia|].
    - apply first_row_cycle. intros j Hj. unfold differ, identity. rewrite cycle_0, cycle_last by assumption.
      destruct (Nat.eqb_spec j (n - 1)), (Nat.ltb_spec 0 j); try reflexivity; lia.
    - intros i Hi N. rewrite row_other by lia. unfold differ, identity. reflexivity.
  Qed.

  Lemma prefix_cycle : prefix n star cycle identity == 2.
  Proof.
    unfold prefix. rewrite (sum_apart_two n 0 (n - 1)) by lia.
    rewrite (sum_zero n (fun i => when (other 0 (n - 1) i) _)).
    - rewrite (first_row_cycle (fun j => cycle j <? cycle 0)%nat)
        by (intros j Hj; rewrite cycle_0; apply cycle_last; assumption).
      rewrite (sum_zero n (fun j => when (identity j <? identity 0)%nat (star 0 j))) by (intros; reflexivity).
      rewrite !row_other by lia. unfold identity.
      replace (cycle (n - 1)) with 0%nat by (unfold cycle; rewrite Nat.eqb_refl; reflexivity).
      destruct (Nat.ltb_spec 0 (n - 1)); [|lia]. reflexivity.
    - intros i Hi. unfold other. destruct (Nat.eqb_spec i 0), (Nat.eqb_spec i (n - 1)); cbn [negb andb when]; try reflexivity.
      rewrite !row_other by lia. rewrite cycle_0. unfold identity, cycle.
      rewrite (proj2 (Nat.eqb_neq i (n - 1))) by assumption. compare; reflexivity.
  Qed.

  Lemma prefix_back : prefix n star back identity == 2 * (of_nat n - 1).
  Proof.
    unfold prefix. rewrite (sum_apart n 0) by lia.
    assert (B : sum n (fun j => when (back j <? back 0)%nat (star 0 j)) == of_nat n - 1).
    { rewrite <- count_others. apply sum_ext; intros j Hj. unfold back, star. cbn [Nat.eqb xorb].
      compare; cbn; reflexivity || lia. }
    rewrite B, (sum_zero n (fun j => when (identity j <? identity 0)%nat (star 0 j))) by (intros; reflexivity).
    rewrite (sum_ext n _ (fun i => when (negb (i =? 0)%nat) 1)).
    - rewrite count_others. setoid_replace (0 - (of_nat n - 1)) with (- (of_nat n - 1)) by ring.
      rewrite Qabs_opp, Qabs_pos; [ring|].
      assert (1 <= of_nat n) by (unfold of_nat; change 1 with (inject_Z 1); rewrite <- Zle_Qle; lia). lra.
    - intros i Hi. destruct (Nat.eqb_spec i 0); cbn [negb when]; [reflexivity|].
      rewrite !row_other by lia. unfold identity, back.
      rewrite (proj2 (Nat.eqb_neq i 0)) by assumption. cbn [Nat.eqb].
      destruct (Nat.ltb_spec 0 i), (Nat.ltb_spec (n - 1) (i - 1)); try lia. reflexivity.
  Qed.

  Lemma prefix_sym_family :
    distance unit_weighting n star Kendall cycle == 1
    /\ distance unit_weighting n star PrefixSym cycle == of_nat n.
  Proof.
    assert (P : forall t, prefix n (cost unit_weighting n t identity star) t identity == prefix n star t identity).
    { intros t. apply sum_ext; intros i _. apply Qabs_wd.
      apply Qplus_comp; [|apply Qopp_comp]; apply sum_ext; intros j _; rewrite cost_unit; reflexivity. }
    split.
    - cbn [distance]. rewrite <- kendall_star. apply sum_ext; intros i _; apply sum_ext; intros j _.
      rewrite cost_unit. reflexivity.
    - cbn [distance]. rewrite (prefix_agree unit_weighting n _ back star back_agrees), !P, prefix_cycle, prefix_back. ring.
  Qed.
End Family.

Theorem prefix_sym_unbounded : forall n, (2 <= n)%nat -> exists s D, ranking n s /\ pseudometric n D
  /\ distance unit_weighting n D Kendall s == 1 /\ distance unit_weighting n D PrefixSym s == of_nat n.
Proof.
  intros n Hn. exists (cycle n), star. split; [apply cycle_ranking; assumption|].
  split; [apply star_pseudometric|]. apply prefix_sym_family; assumption.
Qed.

(* SPDX-License-Identifier: MIT

   Families of rankings of every length with the D of a cut: 1 between elements of different colour
   and 0 within a colour. On it K and F count pairs, so that each row of a sum is the number of the
   j of a list. And from a cut to a metric: a little is added to every D_ij. *)
From Coq Require Export ZArith ZifyNat ZifyBool Qround.
From Disarray Require Export Triangles.
Ltac Zify.zify_post_hook ::= Z.div_mod_to_equations.

Definition cut (colour : nat -> bool) (i j : nat) : Q := if xorb (colour i) (colour j) then 1 else 0.

Lemma cut_pseudometric n colour : pseudometric n (cut colour).
Proof.
  unfold cut. repeat split; intros.
  - destruct (xorb _ _); lra.
  - rewrite xorb_nilpotent. reflexivity.
  - rewrite xorb_comm. reflexivity.
  - destruct (colour i), (colour j), (colour k); cbn; lra.
Qed.

Lemma when_cut b colour i j : when b (cut colour i j) == when (b && xorb (colour i) (colour j)) 1.
Proof. unfold cut. destruct b, (xorb _ _); reflexivity. Qed.

Lemma row_of_cut n colour i (p : nat -> bool) :
  sum n (fun j => when (p j) (cut colour i j)) == sum n (fun j => when (p j && xorb (colour i) (colour j)) 1).
Proof. apply sum_ext; intros j _. apply when_cut. Qed.

Lemma when_iff b c q : (b = true <-> c = true) -> when b q == when c q.
Proof. intros H. destruct b, c; try reflexivity; exfalso; intuition discriminate. Qed.

Lemma when_minus b c : (c = true -> b = true) -> when b 1 - when c 1 == when (b && negb c) 1.
Proof. intros H. destruct b, c; try reflexivity. discriminate (H eq_refl). Qed.

(* --- counting ------------------------------------------------------------------------------------ *)

Lemma of_nat_le a b : (a <= b)%nat -> of_nat a <= of_nat b.
Proof. intros H. unfold of_nat. rewrite <- Zle_Qle. lia. Qed.

Lemma of_nat_plus a b : of_nat (a + b) == of_nat a + of_nat b.
Proof. unfold of_nat. rewrite Nat2Z.inj_add, inject_Z_plus. reflexivity. Qed.

Lemma of_nat_times a b : of_nat (a * b) == of_nat a * of_nat b.
Proof. unfold of_nat. rewrite Nat2Z.inj_mul, inject_Z_mult. reflexivity. Qed.

Lemma exceeded q : exists h, (1 <= h)%nat /\ q < of_nat h.
Proof.
  exists (S (Z.to_nat (Qceiling q))). split; [lia|]. rewrite of_nat_S.
  pose proof (Qle_ceiling q) as C.
  assert (inject_Z (Qceiling q) <= of_nat (Z.to_nat (Qceiling q))); [|lra].
  unfold of_nat. rewrite <- Zle_Qle. lia.
Qed.

Lemma sum_constant n q : sum n (fun _ => q) == of_nat n * q.
Proof. induction n; cbn [sum]; [unfold of_nat; cbn; ring|]. rewrite IHn, of_nat_S. ring. Qed.

(* The j of a list, and no other, have p. *)
Lemma count_list n p l : NoDup l -> (forall j, In j l -> (j < n)%nat /\ p j = true) ->
  (forall j, (j < n)%nat -> p j = true -> In j l) -> sum n (fun j => when (p j) 1) == of_nat (length l).
Proof.
  revert p. induction l as [|x l IH]; intros p N I O.
  - rewrite sum_zero; [reflexivity|]. intros j Hj. destruct (p j) eqn:E; [|reflexivity]. destruct (O j Hj E).
  - inversion N; subst. destruct (I x (or_introl eq_refl)) as [Hx Px].
    rewrite (sum_apart n x) by assumption. rewrite Px. cbn [when length]. rewrite of_nat_S, Qplus_comm.
    apply Qplus_comp; [|reflexivity].
    rewrite (sum_ext n _ (fun j => when (negb (j =? x)%nat && p j) 1))
      by (intros j _; destruct (j =? x)%nat; reflexivity).
    apply IH; [assumption | |].
    + intros j Hj. destruct (I j (or_intror Hj)) as [A B]. split; [assumption|]. rewrite B, andb_true_r.
      apply negb_true_iff, Nat.eqb_neq. intros ->. contradiction.
    + intros j Hj E. apply andb_prop in E. destruct E as [E1 E2]. destruct (O j Hj E2); [|assumption].
      subst. rewrite Nat.eqb_refl in E1. discriminate.
Qed.

(* The j of a list have p. *)
Lemma count_at_least n p l : NoDup l -> (forall j, In j l -> (j < n)%nat /\ p j = true) ->
  of_nat (length l) <= sum n (fun j => when (p j) 1).
Proof.
  intros N I. pose (q j := if in_dec Nat.eq_dec j l then true else false).
  rewrite <- (count_list n q l N).
  - apply sum_le; intros j _. unfold q. destruct (in_dec Nat.eq_dec j l) as [J|J].
    + destruct (I j J) as [_ ->]. apply Qle_refl.
    + destruct (p j); cbn [when]; lra.
  - intros j J. unfold q. destruct (in_dec Nat.eq_dec j l); [split; [apply I; assumption | reflexivity] | contradiction].
  - intros j _. unfold q. destruct (in_dec Nat.eq_dec j l); [auto | discriminate].
Qed.

(* p and q have the same count if they differ in two elements, one of each. *)
Lemma count_balanced n p q x y : (x < n)%nat -> (y < n)%nat -> p x = true -> q x = false -> p y = false -> q y = true ->
  (forall j, (j < n)%nat -> j <> x -> j <> y -> p j = q j) ->
  sum n (fun j => when (p j) 1) == sum n (fun j => when (q j) 1).
Proof.
  intros Hx Hy Px Qx Py Qy E.
  assert (N : x <> y) by (intros ->; congruence).
  rewrite (sum_apart_two n x y _ Hx Hy N), (sum_apart_two n x y (fun j => when (q j) 1) Hx Hy N).
  rewrite Px, Qx, Py, Qy. cbn [when]. apply Qplus_comp; [ring|]. apply sum_ext; intros j Hj.
  unfold other. destruct (Nat.eqb_spec j x), (Nat.eqb_spec j y); cbn [negb andb when]; try reflexivity.
  rewrite E by assumption. reflexivity.
Qed.

(* Two at a time: the rows 2k and 2k + 1. *)
Lemma sum_two h f : sum (2 * h) f == sum h (fun k => f (2 * k)%nat + f (2 * k + 1)%nat).
Proof.
  induction h; [reflexivity|]. replace (2 * S h)%nat with (S (S (2 * h))) by lia. cbn [sum]. rewrite IHh.
  replace (S (2 * h)) with (2 * h + 1)%nat by lia. ring.
Qed.

(* --- a metric near it ---------------------------------------------------------------------------- *)

Definition raised (e : Q) (D : nat -> nat -> Q) (i j : nat) : Q := D i j + e * ones i j.

Lemma raised_metric n e D : 0 < e -> pseudometric n D -> metric n (raised e D).
Proof.
  intros E [P [Z [S T]]]. unfold raised, ones. repeat split.
  - intros i j Hi Hj. specialize (P i j Hi Hj). destruct (i =? j)%nat; lra.
  - intros i Hi. rewrite (Z i Hi), Nat.eqb_refl. ring.
  - intros i j Hi Hj. rewrite (S i j Hi Hj), Nat.eqb_sym. reflexivity.
  - intros i j k Hi Hj Hk. specialize (T i j k Hi Hj Hk).
    destruct (Nat.eqb_spec i j), (Nat.eqb_spec i k), (Nat.eqb_spec k j); subst; try lra; congruence.
  - intros i j Hi Hj N. specialize (P i j Hi Hj). rewrite (proj2 (Nat.eqb_neq i j) N). lra.
Qed.

Lemma when_raised b e D i j : when b (raised e D i j) == when b (D i j) + e * when b (ones i j).
Proof. destruct b; cbn [when]; [reflexivity | ring]. Qed.

Lemma kendall_raised n e D s t : kendall n (raised e D) s t == kendall n D s t + e * kendall n ones s t.
Proof.
  unfold kendall. rewrite <- sum_scale, <- sum_plus. apply sum_ext; intros i _.
  rewrite <- sum_scale, <- sum_plus. apply sum_ext; intros j _. apply when_raised.
Qed.

Lemma interval_raised n e D s t : interval n (raised e D) s t == interval n D s t + e * interval n ones s t.
Proof.
  unfold interval. rewrite <- sum_scale, <- sum_plus. apply sum_ext; intros i _.
  rewrite <- sum_scale, <- sum_plus. apply sum_ext; intros j _. apply when_raised.
Qed.

Lemma box_raised n e D s t : box n (raised e D) s t == box n D s t + e * box n ones s t.
Proof. rewrite !box_mean, !interval_raised. ring. Qed.

Lemma prefix_raised n e D s t : 0 <= e -> prefix n (raised e D) s t <= prefix n D s t + e * prefix n ones s t.
Proof.
  intros E. unfold prefix. rewrite <- sum_scale, <- sum_plus. apply sum_le; intros i _.
  assert (R : forall p : nat -> bool, sum n (fun j => when (p j) (raised e D i j))
    == sum n (fun j => when (p j) (D i j)) + e * sum n (fun j => when (p j) (ones i j))).
  { intros p. rewrite <- sum_scale, <- sum_plus. apply sum_ext; intros j _. apply when_raised. }
  rewrite (R (fun j => (t j <? t i)%nat)), (R (fun j => (s j <? s i)%nat)).
  rewrite <- (Qabs_pos e E) at 3. rewrite <- Qabs_Qmult.
  eapply Qle_trans; [|apply Qabs_triangle]. apply Qle_lteq. right. apply Qabs_wd. ring.
Qed.

Lemma ones_nonneg i j : 0 <= ones i j.
Proof. unfold ones. destruct (i =? j)%nat; lra. Qed.

Lemma kendall_ones_nonneg n s t : 0 <= kendall n ones s t.
Proof.
  apply sum_nonneg; intros i _; apply sum_nonneg; intros j _.
  destruct (differ s t i j); cbn [when]; [apply ones_nonneg | lra].
Qed.

Lemma box_ones_nonneg n s t : 0 <= box n ones s t.
Proof.
  rewrite box_mean.
  assert (P : forall u v, 0 <= interval n ones u v).
  { intros u v. apply sum_nonneg; intros i _; apply sum_nonneg; intros j _.
    destruct (_ && _)%bool; cbn [when]; [apply ones_nonneg | lra]. }
  pose proof (P s t). pose proof (P t s). lra.
Qed.

(* A small e > 0 with e*x below a gap. *)
Lemma small_enough gap x : 0 < gap -> 0 <= x -> exists e, 0 < e /\ e * x < gap.
Proof.
  intros G X. exists (gap / (x + 1)). split; [apply Qlt_shift_div_l; lra|].
  setoid_replace (gap / (x + 1) * x) with (gap * x / (x + 1)) by (field; lra).
  apply Qlt_shift_div_r; nra.
Qed.

(* Where a pseudometric has c*F[prefix] < K, or c*K < F[box], a metric has. *)
Lemma prefix_metric n s t D c : 0 <= c -> pseudometric n D -> c * prefix n D s t < kendall n D s t ->
  exists E, metric n E /\ c * prefix n E s t < kendall n E s t.
Proof.
  intros C P L.
  assert (X : 0 <= prefix n ones s t) by (apply sum_nonneg; intros; apply Qabs_nonneg).
  destruct (small_enough (kendall n D s t - c * prefix n D s t) (c * prefix n ones s t)) as [e [E G]]; [lra | nra |].
  exists (raised e D). split; [apply raised_metric; assumption|].
  pose proof (prefix_raised n e D s t ltac:(lra)) as U. pose proof (kendall_raised n e D s t) as V.
  pose proof (kendall_ones_nonneg n s t) as K.
  assert (0 <= e * kendall n ones s t) by (apply Qmult_le_0_compat; lra).
  assert (0 <= c * (prefix n D s t + e * prefix n ones s t - prefix n (raised e D) s t)) by (apply Qmult_le_0_compat; lra).
  lra.
Qed.

Lemma box_metric n s t D c : 0 <= c -> pseudometric n D -> c * kendall n D s t < box n D s t ->
  exists E, metric n E /\ c * kendall n E s t < box n E s t.
Proof.
  intros C P L. pose proof (kendall_ones_nonneg n s t) as X.
  destruct (small_enough (box n D s t - c * kendall n D s t) (c * kendall n ones s t)) as [e [E G]]; [lra | nra |].
  exists (raised e D). split; [apply raised_metric; assumption|].
  rewrite box_raised, kendall_raised. pose proof (box_ones_nonneg n s t).
  assert (0 <= e * box n ones s t) by (apply Qmult_le_0_compat; lra). lra.
Qed.

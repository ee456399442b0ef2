(* SPDX-License-Identifier: MIT

   Finite sums over Q: the order, exchange of two sums, reindexing by a ranking, one or two terms
   set apart. *)
From Coq Require Import FinFun Permutation Morphisms Setoid.
From Disarray Require Export Definitions.

Lemma sum_ext n f g : (forall i, (i < n)%nat -> f i == g i) -> sum n f == sum n g.
Proof. induction n; intros H; simpl; [reflexivity|]. rewrite IHn, H; auto; reflexivity. Qed.

Lemma sum_le n f g : (forall i, (i < n)%nat -> f i <= g i) -> sum n f <= sum n g.
Proof. induction n; intros H; simpl; [lra|]. apply Qplus_le_compat; auto. Qed.

#[export] Instance when_wd b : Proper (Qeq ==> Qeq) (when b).
Proof. destruct b; intros x y H; [exact H | reflexivity]. Qed.

Lemma sum_zero n f : (forall i, (i < n)%nat -> f i == 0) -> sum n f == 0.
Proof. induction n; intros H; simpl; [lra|]. rewrite IHn, H; auto; lra. Qed.

Lemma sum_nonneg n f : (forall i, (i < n)%nat -> 0 <= f i) -> 0 <= sum n f.
Proof. induction n; intros H; simpl; [lra|]. specialize (H n) as Hn. assert (0 <= sum n f) by auto. lra || (assert (0 <= f n) by auto; lra). Qed.

Lemma sum_plus n f g : sum n (fun i => f i + g i) == sum n f + sum n g.
Proof. induction n; simpl; [lra|]. rewrite IHn; lra. Qed.

Lemma sum_minus n f g : sum n (fun i => f i - g i) == sum n f - sum n g.
Proof. induction n; simpl; [lra|]. rewrite IHn; lra. Qed.

Lemma sum_scale n c f : sum n (fun i => c * f i) == c * sum n f.
Proof. induction n; simpl; [ring|]. rewrite IHn; ring. Qed.

Lemma sum_abs n f : Qabs (sum n f) <= sum n (fun i => Qabs (f i)).
Proof.
  induction n; simpl; [apply Qle_refl|]. eapply Qle_trans; [apply Qabs_triangle|].
  apply Qplus_le_compat; [assumption | apply Qle_refl].
Qed.

Lemma sum_exchange n m f :
  sum n (fun i => sum m (fun j => f i j)) == sum m (fun j => sum n (fun i => f i j)).
Proof.
  induction n; simpl.
  - symmetry; apply sum_zero; reflexivity.
  - rewrite IHn, sum_plus; reflexivity.
Qed.

(* An inequality of double sums may be shown for each pair, both orders together. *)
Lemma sum_pairs_le n f g :
  (forall i j, (i < n)%nat -> (j < n)%nat -> f i j + f j i <= g i j + g j i) ->
  sum n (fun i => sum n (fun j => f i j)) <= sum n (fun i => sum n (fun j => g i j)).
Proof.
  intros H.
  assert (E : forall h, sum n (fun i => sum n (fun j => h i j + h j i))
                        == 2 * sum n (fun i => sum n (fun j => h i j))).
  { intros h. transitivity (sum n (fun i => sum n (fun j => h i j))
                            + sum n (fun i => sum n (fun j => h j i))).
    - rewrite <- sum_plus. apply sum_ext; intros. apply sum_plus.
    - rewrite (sum_exchange n n (fun i j => h j i)). lra. }
  assert (sum n (fun i => sum n (fun j => f i j + f j i))
          <= sum n (fun i => sum n (fun j => g i j + g j i))).
  { apply sum_le; intros. apply sum_le; auto. }
  rewrite (E f), (E g) in H0. lra.
Qed.

(* One term, or two, set apart. *)
Lemma sum_apart n x f : (x < n)%nat -> sum n f == f x + sum n (fun i => when (negb (i =? x)%nat) (f i)).
Proof.
  induction n; intros H; [lia|]. simpl. destruct (Nat.eqb_spec n x) as [->|E]; simpl.
  - rewrite (sum_ext x (fun i => when (negb (i =? x)%nat) (f i)) f); [lra|].
    intros i Hi. destruct (Nat.eqb_spec i x); [lia|]. reflexivity.
  - rewrite IHn by lia. lra.
Qed.

Definition other (x z i : nat) : bool := negb (i =? x)%nat && negb (i =? z)%nat.

Lemma sum_apart_two n x z f : (x < n)%nat -> (z < n)%nat -> x <> z ->
  sum n f == f x + f z + sum n (fun i => when (other x z i) (f i)).
Proof.
  intros Hx Hz H. rewrite (sum_apart n x f Hx), (sum_apart n z _ Hz).
  rewrite (sum_ext n _ (fun i => when (other x z i) (f i))).
  - destruct (Nat.eqb_spec z x); [lia|]. simpl. lra.
  - intros i Hi. unfold other. destruct (i =? z)%nat, (i =? x)%nat; reflexivity.
Qed.

Lemma sum_single n x f : (x < n)%nat -> (forall i, (i < n)%nat -> i <> x -> f i == 0) -> sum n f == f x.
Proof.
  intros Hx H. rewrite (sum_apart n x f Hx), sum_zero; [lra|].
  intros i Hi. destruct (Nat.eqb_spec i x); simpl; [reflexivity|auto].
Qed.

(* --- rankings --------------------------------------------------------------------------------- *)

Lemma ranking_identity n : ranking n identity.
Proof. split; unfold identity; auto. Qed.

Lemma ranking_surjective n s : ranking n s -> forall k, (k < n)%nat -> exists i, (i < n)%nat /\ s i = k.
Proof.
  intros [B I] k Hk. apply (proj1 (bInjective_bSurjective B)); [|assumption].
  intros i j Hi Hj; apply I; assumption.
Qed.

Lemma inverse_spec n s k : ranking n s -> (k < n)%nat -> (inverse n s k < n)%nat /\ s (inverse n s k) = k.
Proof.
  intros R Hk. unfold inverse. destruct (find _ _) eqn:E.
  - apply find_some in E. rewrite in_seq in E. destruct E as [E1 E2].
    apply Nat.eqb_eq in E2. split; [lia | assumption].
  - destruct (ranking_surjective n s R k Hk) as [i [Hi Hs]].
    apply find_none with (x := i) in E; [|apply in_seq; lia].
    rewrite Hs, Nat.eqb_refl in E. discriminate.
Qed.

Lemma inverse_left n s i : ranking n s -> (i < n)%nat -> inverse n s (s i) = i.
Proof.
  intros R Hi. destruct (inverse_spec n s (s i) R) as [H1 H2]; [apply R; assumption|].
  apply R; assumption.
Qed.

Lemma ranking_inverse n s : ranking n s -> ranking n (inverse n s).
Proof.
  intros R. split.
  - intros k Hk. apply inverse_spec; assumption.
  - intros i j Hi Hj E. rewrite <- (proj2 (inverse_spec n s i R Hi)), <- (proj2 (inverse_spec n s j R Hj)).
    rewrite E; reflexivity.
Qed.

Lemma ranking_compose n s t : ranking n s -> ranking n t -> ranking n (fun i => s (t i)).
Proof.
  intros [B1 I1] [B2 I2]. split; [auto|]. intros i j Hi Hj E. apply I2; auto.
Qed.

Lemma sum_list n f : sum n f == fold_right Qplus 0 (map f (seq 0 n)).
Proof.
  induction n; simpl sum; [reflexivity|].
  rewrite seq_S, map_app, fold_right_app, IHn. cbn [map fold_right plus].
  generalize (map f (seq 0 n)) as l. generalize (f n) as q. clear.
  intros q l. induction l as [|x l IH]; cbn [fold_right]; [ring|].
  rewrite <- IH. ring.
Qed.

Lemma pseudometric_relabelled n u D : ranking n u -> pseudometric n D ->
  pseudometric n (fun i j => D (u i) (u j)).
Proof.
  intros [B I] [P [Z [S T]]]. repeat split; intros; auto.
Qed.

Lemma NoDup_map_in (s : nat -> nat) l :
  (forall i j, In i l -> In j l -> s i = s j -> i = j) -> NoDup l -> NoDup (map s l).
Proof.
  induction l as [|x l IH]; intros H N; simpl; constructor; inversion N; subst.
  - intros M. apply in_map_iff in M. destruct M as [y [E Hy]].
    apply H in E; [subst; contradiction | right; assumption | left; reflexivity].
  - apply IH; [|assumption]. intros i j Hi Hj; apply H; right; assumption.
Qed.

Lemma ranking_permutation n s : ranking n s -> Permutation (map s (seq 0 n)) (seq 0 n).
Proof.
  intros [B I]. apply NoDup_Permutation_bis.
  - apply NoDup_map_in; [|apply seq_NoDup].
    intros i j Hi Hj; apply I; apply in_seq in Hi; apply in_seq in Hj; lia.
  - rewrite map_length; reflexivity.
  - intros k Hk. apply in_map_iff in Hk. destruct Hk as [i [<- Hi]].
    apply in_seq in Hi. apply in_seq. split; [lia|]. simpl. apply B. lia.
Qed.

Lemma sum_reindex n s f : ranking n s -> sum n (fun i => f (s i)) == sum n f.
Proof.
  intros R. rewrite !sum_list. pose proof (ranking_permutation n s R) as P.
  rewrite <- (map_map s f). apply (Permutation_map f) in P. revert P.
  generalize (map f (map s (seq 0 n))) (map f (seq 0 n)). clear.
  intros l m P. induction P; simpl; try ring; [rewrite IHP; ring | rewrite IHP1; assumption].
Qed.

(* How many ranks lie below k. *)
Lemma of_nat_S k : of_nat (S k) == of_nat k + 1.
Proof. unfold of_nat. rewrite Nat2Z.inj_succ, <- Z.add_1_r, inject_Z_plus. reflexivity. Qed.

Lemma count_below n k : (k <= n)%nat -> sum n (fun j => when (j <? k)%nat 1) == of_nat k.
Proof.
  revert k. induction n; intros k H; simpl sum.
  - replace k with 0%nat by lia. reflexivity.
  - destruct (Nat.ltb_spec n k); unfold when at 2.
    + replace k with (S n) by lia. rewrite of_nat_S, <- (IHn n) by lia.
      apply Qplus_comp; [|reflexivity]. apply sum_ext. intros i Hi.
      destruct (Nat.ltb_spec i (S n)), (Nat.ltb_spec i n); reflexivity || lia.
    + rewrite IHn by lia. ring.
Qed.

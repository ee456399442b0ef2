(* SPDX-License-Identifier: MIT

   Which measures are greatest where both rankings are the same, with the same greatest value 1 for
   every n (GT App. A has two of them), and which tell swaps of one width at two places apart.
   Measures of the confusion matrix first: both rankings name their first k, so that tp is `hits`. *)
From Disarray Require Export MetricDistances.

Section Confusion.
  Variables (k n : nat) (s t : nat -> nat).
  Definition tp : Q := hits k n s t.
  Definition fp : Q := of_nat k - tp.
  Definition fn : Q := of_nat k - tp.
  Definition tn : Q := of_nat n - of_nat k - fp.

  Definition recall : Q := tp / (tp + fn).
  Definition tnr : Q := tn / (tn + fp).
  Definition precision : Q := tp / (tp + fp).
  Definition npv : Q := tn / (tn + fn).
  Definition accuracy : Q := (tp + tn) / (tp + tn + fp + fn).
  Definition balanced_accuracy : Q := (recall + tnr) / 2.
  Definition f1 : Q := 2 * precision * recall / (precision + recall).
  Definition jaccard : Q := tp / (tp + fp + fn).
  Definition markedness : Q := precision + npv - 1.
  Definition informedness : Q := recall + tnr - 1.
  (* √(precision·recall), the root of a square as the two are the same, ... *)
  Definition fowlkes_mallows : Q := precision.
  (* ... and so is that of (tp + fp)(tp + fn)(tn + fp)(tn + fn). *)
  Definition mcc : Q := (tp * tn - fp * fn) / ((tp + fp) * (tn + fn)).
End Confusion.

(* M(σ,τ) <= 1 = M(τ,τ) for every n, and every k. *)
Definition greatest_is_one (m : measure) : Prop :=
  forall n s t, ranking n s -> ranking n t -> m n s t <= 1 /\ m n t t == 1.
Definition greatest_is_one_at_k (m : nat -> measure) : Prop :=
  forall k n s t, (0 < k < n)%nat -> ranking n s -> ranking n t -> m k n s t <= 1 /\ m k n t t == 1.

(* Swaps of one width, one before the other, have two values. *)
Definition sees_place (m : measure) : Prop :=
  forall n i j k l, (i < j < k)%nat -> (k < l < n)%nat -> (j - i = l - k)%nat ->
  ~ m n (swap i j) identity == m n (swap k l) identity.

(* --- a value of each ---------------------------------------------------------------------------- *)

Lemma confusion_values :
  map (fun m : nat -> measure => Qred (m 2%nat 5%nat (ranks [2; 0; 3; 1; 4]%nat) (ranks [0; 1; 3; 2; 4]%nat)))
    [recall; tnr; precision; npv; accuracy; balanced_accuracy; f1; jaccard; markedness; informedness; fowlkes_mallows; mcc]
  = [1 # 2; 2 # 3; 1 # 2; 2 # 3; 3 # 5; 7 # 12; 1 # 2; 1 # 3; 1 # 6; 1 # 6; 1 # 2; 1 # 6].
Proof. reflexivity. Qed.

(* --- the confusion matrix ------------------------------------------------------------------------ *)

Lemma hits_most k n s t : ranking n s -> (k <= n)%nat -> 0 <= hits k n s t <= of_nat k.
Proof.
  intros R H. split.
  - apply sum_nonneg; intros i _. destruct (_ && _)%bool; cbn [when]; lra.
  - rewrite <- (count_ranks_below n s k R H). apply sum_le; intros i _.
    destruct (s i <? k)%nat, (t i <? k)%nat; cbn [andb when]; lra.
Qed.

Lemma hits_same k n t : ranking n t -> (k <= n)%nat -> hits k n t t == of_nat k.
Proof.
  intros R H. rewrite <- (count_ranks_below n t k R H). apply sum_ext; intros i _. rewrite andb_diag. reflexivity.
Qed.

(* A function of h hits, n and k, of which all that is asked is what it does for 0 <= h <= k < n. *)
Lemma by_hits (g : Q -> Q -> Q -> Q) (m : nat -> measure) :
  (forall k n s t, m k n s t == g (hits k n s t) (of_nat k) (of_nat n)) ->
  (forall h k n, 0 <= h <= k -> 0 < k -> k < n -> g h k n <= 1) ->
  (forall h k n, h == k -> 0 < k -> k < n -> g h k n == 1) -> greatest_is_one_at_k m.
Proof.
  intros E U V k n s t [K N] Rs Rt.
  assert (Pk : 0 < of_nat k) by (apply of_nat_pos; assumption).
  assert (L : of_nat k < of_nat n) by (unfold of_nat; rewrite <- Zlt_Qlt; lia).
  rewrite !E. split.
  - apply U; auto. apply hits_most; [assumption | lia].
  - apply V; auto. apply hits_same; [assumption | lia].
Qed.

Lemma at_most_one a b : 0 < b -> a <= b -> a / b <= 1.
Proof. intros B L. apply Qle_shift_div_r; lra. Qed.

Lemma share_is_one a b : 0 < b -> a == b -> a / b == 1.
Proof. intros B E. rewrite E. field. lra. Qed.

(* tp/k and tn/(n-k), of which the others are made. *)
Definition share (h k : Q) : Q := h / (h + (k - h)).
Definition rest (h k n : Q) : Q := (n - k - (k - h)) / (n - k - (k - h) + (k - h)).

Lemma share_most h k : h <= k -> 0 < k -> share h k <= 1.
Proof. intros H K. apply at_most_one; lra. Qed.
Lemma share_one h k : h == k -> 0 < k -> share h k == 1.
Proof. intros H K. apply share_is_one; lra. Qed.
Lemma rest_most h k n : h <= k -> k < n -> rest h k n <= 1.
Proof. intros H K. apply at_most_one; lra. Qed.
Lemma rest_one h k n : h == k -> k < n -> rest h k n == 1.
Proof. intros H K. apply share_is_one; lra. Qed.

Theorem recall_greatest_is_one_at_k : greatest_is_one_at_k recall.
Proof.
  apply (by_hits (fun h k _ => share h k)); [reflexivity | |]; intros;
    [apply share_most | apply share_one]; tauto.
Qed.

Theorem precision_greatest_is_one_at_k : greatest_is_one_at_k precision.
Proof. exact recall_greatest_is_one_at_k. Qed.

Theorem fowlkes_mallows_greatest_is_one_at_k : greatest_is_one_at_k fowlkes_mallows.
Proof. exact recall_greatest_is_one_at_k. Qed.

Theorem tnr_greatest_is_one_at_k : greatest_is_one_at_k tnr.
Proof. apply (by_hits rest); [reflexivity | |]; intros; [apply rest_most | apply rest_one]; tauto. Qed.

Theorem npv_greatest_is_one_at_k : greatest_is_one_at_k npv.
Proof. exact tnr_greatest_is_one_at_k. Qed.

Theorem balanced_accuracy_greatest_is_one_at_k : greatest_is_one_at_k balanced_accuracy.
Proof.
  apply (by_hits (fun h k n => (share h k + rest h k n) / 2)); [reflexivity | |]; intros h k n H K N.
  - pose proof (share_most h k ltac:(tauto) K). pose proof (rest_most h k n ltac:(tauto) N). apply Qle_shift_div_r; lra.
  - rewrite (share_one h k H K), (rest_one h k n H N). reflexivity.
Qed.

Theorem markedness_greatest_is_one_at_k : greatest_is_one_at_k markedness.
Proof.
  apply (by_hits (fun h k n => share h k + rest h k n - 1)); [reflexivity | |]; intros h k n H K N.
  - pose proof (share_most h k ltac:(tauto) K). pose proof (rest_most h k n ltac:(tauto) N). lra.
  - rewrite (share_one h k H K), (rest_one h k n H N). reflexivity.
Qed.

Theorem informedness_greatest_is_one_at_k : greatest_is_one_at_k informedness.
Proof. exact markedness_greatest_is_one_at_k. Qed.

Theorem accuracy_greatest_is_one_at_k : greatest_is_one_at_k accuracy.
Proof.
  apply (by_hits (fun h k n => (h + (n - k - (k - h))) / (h + (n - k - (k - h)) + (k - h) + (k - h))));
    [reflexivity | |]; intros h k n H K N; [apply at_most_one | apply share_is_one]; lra.
Qed.

Theorem jaccard_greatest_is_one_at_k : greatest_is_one_at_k jaccard.
Proof.
  apply (by_hits (fun h k n => h / (h + (k - h) + (k - h)))); [reflexivity | |]; intros h k n H K N;
    [apply at_most_one | apply share_is_one]; lra.
Qed.

Theorem mcc_greatest_is_one_at_k : greatest_is_one_at_k mcc.
Proof.
  apply (by_hits (fun h k n => (h * (n - k - (k - h)) - (k - h) * (k - h)) / ((h + (k - h)) * (n - k - (k - h) + (k - h)))));
    [reflexivity | |]; intros h k n H K N.
  - assert (0 < k * (n - k)) by (apply Qmult_lt_0_compat; lra).
    assert (0 <= (k - h) * n) by (apply Qmult_le_0_compat; lra). apply at_most_one; lra.
  - assert (0 < k * (n - k)) by (apply Qmult_lt_0_compat; lra). apply share_is_one; [lra|]. rewrite H. ring.
Qed.

(* 2pr/(p + r) with p = r; where both are 0 Coq's quotient is 0, and the program has no value. *)
Theorem f1_greatest_is_one_at_k : greatest_is_one_at_k f1.
Proof.
  apply (by_hits (fun h k _ => 2 * share h k * share h k / (share h k + share h k))); [reflexivity | |]; intros h k n H K N.
  - pose proof (share_most h k ltac:(tauto) K).
    assert (P : 0 <= share h k) by (unfold share; apply Qle_shift_div_l; lra).
    destruct (Qlt_le_dec 0 (share h k)) as [L|L].
    + apply at_most_one; [lra|]. nra.
    + assert (Z : share h k == 0) by lra. rewrite Z. discriminate.
  - rewrite (share_one h k H K). reflexivity.
Qed.

(* --- without k ----------------------------------------------------------------------------------- *)

Lemma squares_nonneg n s t : 0 <= squares n s t.
Proof. apply sum_nonneg; intros. apply square_nonneg. Qed.

Lemma squares_same n t : squares n t t == 0.
Proof. apply sum_zero; intros. unfold square. ring. Qed.

Lemma inversions_nonneg n s t : 0 <= inversions n s t.
Proof. apply sum_nonneg; intros i _; apply sum_nonneg; intros j _. destruct (differ s t i j); cbn [when]; lra. Qed.

Lemma inversions_same n t : inversions n t t == 0.
Proof. apply sum_zero; intros i _; apply sum_zero; intros j _. unfold differ. compare; reflexivity. Qed.

(* 1 - x/d, where no quotient by 0 is asked: that is 0 in Coq. *)
Lemma one_less x d : 0 <= x -> 0 <= d -> 1 - x / d <= 1.
Proof.
  intros X P. assert (0 <= x / d); [|lra]. unfold Qdiv. apply Qmult_le_0_compat; [assumption|]. apply Qinv_le_0_compat. assumption.
Qed.

Lemma one_less_zero x d : x == 0 -> 1 - x / d == 1.
Proof. intros ->. unfold Qdiv. ring. Qed.

Theorem r2_greatest_is_one : greatest_is_one r2.
Proof.
  intros n s t Rs Rt. unfold r2. split.
  - apply one_less; [apply squares_nonneg|]. apply sum_nonneg; intros. apply square_nonneg.
  - apply one_less_zero, squares_same.
Qed.

Lemma pairs_nonneg n : 0 <= pairs n.
Proof.
  destruct n; [discriminate|]. unfold pairs. rewrite of_nat_S. pose proof (of_nat_nonneg n). apply Qle_shift_div_l; [lra|]. nra.
Qed.

Theorem kendall_tau_greatest_is_one : greatest_is_one kendall_tau.
Proof.
  intros n s t Rs Rt. unfold kendall_tau. split.
  - apply one_less; [pose proof (inversions_nonneg n s t); lra | apply pairs_nonneg].
  - apply one_less_zero. rewrite inversions_same. reflexivity.
Qed.

Theorem spearman_rho_greatest_is_one : greatest_is_one spearman_rho.
Proof.
  intros n s t Rs Rt. unfold spearman_rho. split.
  - apply one_less; [pose proof (squares_nonneg n s t); lra|].
    destruct n; [discriminate|]. rewrite of_nat_S. pose proof (of_nat_nonneg n). nra.
  - apply one_less_zero. rewrite squares_same. reflexivity.
Qed.

(* --- swaps at two places ------------------------------------------------------------------------- *)

(* What depends on the width w and falls with both ends. *)
Lemma inverse_falls w a b : 0 < w -> 0 < a -> a < b -> w / b < w / a.
Proof.
  intros W A L. apply Qlt_shift_div_r; [lra|].
  setoid_replace (w / a * b) with (w * b / a) by (field; lra). apply Qlt_shift_div_l; nra.
Qed.

Ltac swap_bounds i j k l :=
  assert (Wij : of_nat j - of_nat i == of_nat l - of_nat k) by (rewrite <- !of_nat_minus by lia; f_equiv; lia);
  assert (Lik : of_nat i < of_nat k) by (unfold of_nat; rewrite <- Zlt_Qlt; lia);
  assert (Ljl : of_nat j < of_nat l) by (unfold of_nat; rewrite <- Zlt_Qlt; lia);
  assert (Lij : of_nat i < of_nat j) by (unfold of_nat; rewrite <- Zlt_Qlt; lia);
  pose proof (of_nat_nonneg i).

Lemma mean_differs n f g : (0 < n)%nat -> sum n f < sum n g -> ~ mean n f == mean n g.
Proof.
  intros N L E. unfold mean in E. pose proof (of_nat_pos n N).
  assert (X : sum n f / of_nat n * of_nat n == sum n g / of_nat n * of_nat n) by (rewrite E; reflexivity).
  rewrite !Qmult_div_r_comm in X || (unfold Qdiv in X; rewrite <- !Qmult_assoc, !(Qmult_comm (/ _)), !Qmult_inv_r, !Qmult_1_r in X by lra). lra.
Qed.

Theorem mape_sees_place : sees_place mape.
Proof.
  intros n i j k l Hij Hkl W E. swap_bounds i j k l.
  assert (V : forall x y, (x < y < n)%nat -> sum n (fun e => Qabs (of_nat (swap x y e) - of_nat (identity e)) / (of_nat (identity e) + 1))
    == (of_nat y - of_nat x) / (of_nat x + 1) + (of_nat y - of_nat x) / (of_nat y + 1)).
  { intros x y H'. rewrite (swap_sum n x y (fun a b => Qabs (of_nat a - of_nat b) / (of_nat b + 1))) by
      (assumption || (intros a; setoid_replace (of_nat a - of_nat a) with 0 by ring; reflexivity)).
    assert (of_nat x < of_nat y) by (unfold of_nat; rewrite <- Zlt_Qlt; lia).
    rewrite Qabs_pos, Qabs_neg by lra. unfold Qdiv. ring. }
  assert (M : ~ mean n (fun e => Qabs (of_nat (swap k l e) - of_nat (identity e)) / (of_nat (identity e) + 1))
    == mean n (fun e => Qabs (of_nat (swap i j e) - of_nat (identity e)) / (of_nat (identity e) + 1))).
  { apply mean_differs; [lia|]. rewrite !V by lia. rewrite <- Wij.
    pose proof (inverse_falls (of_nat j - of_nat i) (of_nat i + 1) (of_nat k + 1) ltac:(lra) ltac:(lra) ltac:(lra)).
    pose proof (inverse_falls (of_nat j - of_nat i) (of_nat j + 1) (of_nat l + 1) ltac:(lra) ltac:(lra) ltac:(lra)). lra. }
  apply M. unfold mape in E. lra.
Qed.

Theorem smape_sees_place : sees_place smape.
Proof.
  intros n i j k l Hij Hkl W E. swap_bounds i j k l.
  assert (V : forall x y, (x < y < n)%nat ->
    sum n (fun e => 2 * Qabs (of_nat (swap x y e) - of_nat (identity e)) / (of_nat (swap x y e) + 1 + (of_nat (identity e) + 1)))
    == 2 * (2 * (of_nat y - of_nat x) / (of_nat x + 1 + (of_nat y + 1)))).
  { intros x y H'. rewrite (swap_sum n x y (fun a b => 2 * Qabs (of_nat a - of_nat b) / (of_nat a + 1 + (of_nat b + 1)))) by
      (assumption || (intros a; setoid_replace (of_nat a - of_nat a) with 0 by ring; reflexivity)).
    assert (of_nat x < of_nat y) by (unfold of_nat; rewrite <- Zlt_Qlt; lia).
    rewrite Qabs_pos, Qabs_neg, (Qplus_comm (of_nat y + 1)) by lra. unfold Qdiv. ring. }
  assert (M : ~ mean n (fun e => 2 * Qabs (of_nat (swap k l e) - of_nat (identity e)) / (of_nat (swap k l e) + 1 + (of_nat (identity e) + 1)))
    == mean n (fun e => 2 * Qabs (of_nat (swap i j e) - of_nat (identity e)) / (of_nat (swap i j e) + 1 + (of_nat (identity e) + 1)))).
  { apply mean_differs; [lia|]. rewrite !V by lia. rewrite <- Wij.
    pose proof (inverse_falls (2 * (of_nat j - of_nat i)) (of_nat i + 1 + (of_nat j + 1)) (of_nat k + 1 + (of_nat l + 1))
      ltac:(lra) ltac:(lra) ltac:(lra)). lra. }
  apply M. unfold smape in E. lra.
Qed.

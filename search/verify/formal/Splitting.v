(* SPDX-License-Identifier: MIT

   KV Lemma 4 for every n: with whole weights, element i written w_i times, at ranks in succession,
   gives a ranking whose classical distances are the weighted ones, where F is F[prefix]. So
   K <= F[prefix] with all weights w, and with all swap costs (KV Theorems 9 and 10). *)
From Disarray Require Export Scaling Weighted Cuts.

(* c_0 + … + c_(k-1): where the copies of k begin. *)
Fixpoint start (c : nat -> nat) (k : nat) : nat :=
  match k with O => 0%nat | S m => (start c m + c m)%nat end.

Lemma start_grows c i j : (i < j)%nat -> (start c i + c i <= start c j)%nat.
Proof. intros L. induction j; [lia|]. cbn [start]. destruct (Nat.eq_dec i j) as [->|N]; [lia|]. specialize (IHj ltac:(lia)). lia. Qed.

Lemma of_nat_start c k : of_nat (start c k) == sum k (fun i => of_nat (c i)).
Proof.
  induction k; [reflexivity|]. cbn [start sum]. rewrite <- IHk. apply of_nat_plus.
Qed.

Lemma sum_append a b f : sum (a + b) f == sum a f + sum b (fun u => f (a + u)%nat).
Proof.
  induction b; [rewrite Nat.add_0_r; cbn [sum]; ring|].
  replace (a + S b)%nat with (S (a + b)) by lia. cbn [sum]. rewrite IHb. ring.
Qed.

(* A sum over all copies. *)
Lemma sum_copies c n f : sum (start c n) f == sum n (fun i => sum (c i) (fun u => f (start c i + u)%nat)).
Proof. induction n; [reflexivity|]. cbn [start sum]. rewrite sum_append, IHn. reflexivity. Qed.

Lemma sum_below n m f : (m <= n)%nat -> sum n (fun k => when (k <? m)%nat (f k)) == sum m f.
Proof.
  intros L. replace n with (m + (n - m))%nat by lia. rewrite sum_append.
  rewrite (sum_ext m _ f) by (intros i Hi; rewrite (proj2 (Nat.ltb_lt i m) Hi); reflexivity).
  rewrite (sum_zero (n - m)); [ring|]. intros i _. destruct (Nat.ltb_spec (m + i) m); [lia | reflexivity].
Qed.

(* The element of a copy. *)
Fixpoint element_of (c : nat -> nat) (n e : nat) : nat :=
  match n with O => 0%nat | S m => if (start c m <=? e)%nat then m else element_of c m e end.

Lemma element_of_copy c n i u : (i < n)%nat -> (u < c i)%nat -> element_of c n (start c i + u) = i.
Proof.
  intros Hi Hu. induction n; [lia|]. cbn [element_of]. destruct (Nat.eq_dec i n) as [->|N].
  - destruct (Nat.leb_spec (start c n) (start c n + u)); [reflexivity | lia].
  - pose proof (start_grows c i n ltac:(lia)). destruct (Nat.leb_spec (start c n) (start c i + u)); [lia|]. apply IHn. lia.
Qed.

Lemma copy_of c n e : (e < start c n)%nat -> exists i u, (i < n)%nat /\ (u < c i)%nat /\ e = (start c i + u)%nat.
Proof.
  induction n; intros H; [cbn in H; lia|]. cbn [start] in H. destruct (Nat.lt_ge_cases e (start c n)) as [L|L].
  - destruct (IHn L) as [i [u [H1 [H2 H3]]]]. exists i, u. auto with arith.
  - exists n, (e - start c n)%nat. lia.
Qed.

Section Split.
  Variables (n : nat) (s c : nat -> nat).
  Hypothesis R : ranking n s.

  (* The copies of the element of rank k, and where the ranks of those of i begin. *)
  Let by_rank (k : nat) : nat := c (inverse n s k).
  Let rank_start (i : nat) : nat := start by_rank (s i).
  Let size := start c n.

  (* σ with element i written c_i times. *)
  Definition written_out (e : nat) : nat := let i := element_of c n e in (rank_start i + (e - start c i))%nat.

  Lemma split_copy i u : (i < n)%nat -> (u < c i)%nat -> written_out (start c i + u) = (rank_start i + u)%nat.
  Proof. intros Hi Hu. unfold written_out. rewrite element_of_copy by assumption. lia. Qed.

  Lemma by_rank_of i : (i < n)%nat -> by_rank (s i) = c i.
  Proof. intros Hi. unfold by_rank. rewrite inverse_left by assumption. reflexivity. Qed.

  Lemma rank_grows i j : (i < n)%nat -> (s i < s j)%nat -> (rank_start i + c i <= rank_start j)%nat.
  Proof. intros Hi L. rewrite <- (by_rank_of i Hi). apply start_grows. exact L. Qed.

  Lemma same_size : start by_rank n = size.
  Proof.
    assert (E : of_nat (start by_rank n) == of_nat size).
    { unfold size. rewrite !of_nat_start, <- (sum_reindex n s _ R). apply sum_ext; intros i Hi. rewrite by_rank_of by assumption. reflexivity. }
    unfold of_nat in E. rewrite inject_Z_injective in E. lia.
  Qed.

  Lemma split_ranking : ranking size written_out.
  Proof.
    split.
    - intros e He. destruct (copy_of c n e He) as [i [u [Hi [Hu ->]]]]. rewrite split_copy by assumption.
      rewrite <- same_size. pose proof (start_grows by_rank (s i) n ltac:(apply R; assumption)) as G.
      rewrite by_rank_of in G by assumption. unfold rank_start. lia.
    - intros e f He Hf E. destruct (copy_of c n e He) as [i [u [Hi [Hu ->]]]]. destruct (copy_of c n f Hf) as [j [v [Hj [Hv ->]]]].
      rewrite !split_copy in E by assumption.
      destruct (Nat.lt_total (s i) (s j)) as [L|[L|L]].
      + pose proof (rank_grows i j Hi L). lia.
      + assert (i = j) by (apply R; assumption). subst j. lia.
      + pose proof (rank_grows j i Hj L). lia.
  Qed.

  Let v := Weighting (fun i => of_nat (c i)) (fun _ => 1) one.
  Let a (i j : nat) : Q := of_nat (c i) * of_nat (c j).

  Lemma split_costs i j : cost v n s identity (fun _ _ => 1) i j == a i j.
  Proof.
    assert (U : forall k, p_bar v n s identity k == 1)
      by (intros k; transitivity (p_bar unit_weighting n s identity k); [reflexivity | apply p_bar_unit]).
    unfold cost, a. rewrite !U. cbn [w v]. ring.
  Qed.

  Lemma split_kendall : distance v n (fun _ _ => 1) Kendall s == inversions size written_out identity.
  Proof.
    cbn [distance]. rewrite (kendall_same n _ a) by (intros i j _ _ _; apply split_costs).
    unfold inversions, kendall, size. rewrite sum_copies. apply sum_ext; intros i Hi.
    transitivity (sum (c i) (fun _ => sum n (fun j => when (differ s identity i j) (of_nat (c j))))).
    - rewrite sum_constant, <- sum_scale. apply sum_ext; intros j _. unfold a. destruct (differ s identity i j); cbn [when]; ring.
    - apply sum_ext; intros u Hu. rewrite sum_copies. apply sum_ext; intros j Hj.
      transitivity (sum (c j) (fun _ => when (differ s identity i j) 1)).
      + rewrite sum_constant. destruct (differ s identity i j); cbn [when]; ring.
      + apply sum_ext; intros x Hx. unfold differ, identity. rewrite !split_copy by assumption.
        assert (s i = s j -> i = j) by (apply R; assumption).
        pose proof (start_grows c i j). pose proof (start_grows c j i).
        pose proof (rank_grows i j Hi). pose proof (rank_grows j i Hj).
        destruct (Nat.eq_dec i j) as [<-|N]; [|compare; reflexivity].
        compare; reflexivity.
  Qed.

  Lemma split_prefix : distance v n (fun _ _ => 1) Prefix s == displacement size written_out identity.
  Proof.
    cbn [distance]. rewrite (prefix_same n _ a) by (intros i j _ _ _; apply split_costs).
    unfold displacement, prefix, size. rewrite sum_copies. apply sum_ext; intros i Hi.
    transitivity (sum (c i) (fun _ => Qabs (of_nat (rank_start i) - of_nat (start c i)))).
    - rewrite sum_constant.
      assert (P : 0 <= of_nat (c i)) by apply of_nat_nonneg. rewrite <- (Qabs_pos _ P) at 1. rewrite <- Qabs_Qmult, <- Qabs_opp.
      apply Qabs_wd. unfold rank_start. rewrite !of_nat_start.
      rewrite <- (sum_below n (s i)) by (apply Nat.lt_le_incl, R; assumption).
      rewrite <- (sum_below n i (fun k => of_nat (c k))) by lia.
      rewrite <- (sum_reindex n s (fun k => when (k <? s i)%nat (of_nat (by_rank k))) R).
      transitivity (sum n (fun j => of_nat (c i) * (when (s j <? s i)%nat (of_nat (by_rank (s j))) - when (j <? i)%nat (of_nat (c j))))).
      + rewrite <- sum_minus. transitivity (-(1) * sum n (fun j => when (identity j <? identity i)%nat (a i j) - when (s j <? s i)%nat (a i j))); [ring|].
        rewrite <- sum_scale. apply sum_ext; intros j Hj. rewrite by_rank_of by assumption. unfold identity, a.
        destruct (s j <? s i)%nat, (j <? i)%nat; cbn [when]; ring.
      + rewrite sum_scale, sum_minus. ring.
    - apply sum_ext; intros u Hu. rewrite split_copy by assumption. unfold identity. apply Qabs_wd.
      rewrite !of_nat_plus. ring.
  Qed.
End Split.

(* KV Lemma 4. *)
Theorem blow_up : forall n s c, ranking n s ->
  let v := Weighting (fun i => of_nat (c i)) (fun _ => 1) one in
  let t := written_out n s c in
  (forall i u, (i < n)%nat -> (u < c i)%nat -> t (start c i + u)%nat = (start (fun k => c (inverse n s k)) (s i) + u)%nat)
  /\ ranking (start c n) t
  /\ distance v n (fun _ _ => 1) Kendall s == inversions (start c n) t identity
  /\ distance v n (fun _ _ => 1) Prefix s == displacement (start c n) t identity.
Proof.
  intros n s c R v t. split; [|split; [|split]].
  - intros i u Hi Hu. apply split_copy; assumption.
  - apply split_ranking; assumption.
  - apply split_kendall; assumption.
  - apply split_prefix; assumption.
Qed.

(* --- all weights --------------------------------------------------------------------------------- *)

(* A multiple of all denominators. *)
Fixpoint multiple (w : nat -> Q) (n : nat) : Z :=
  match n with O => 1%Z | S m => (multiple w m * Zpos (Qden (w m)))%Z end.

Lemma multiple_spec w n : (0 < multiple w n)%Z /\ forall i, (i < n)%nat -> (Zpos (Qden (w i)) | multiple w n)%Z.
Proof.
  induction n as [|n [P D]]; [split; [reflexivity | lia]|]. cbn [multiple]. split; [lia|].
  intros i Hi. destruct (Nat.eq_dec i n) as [->|N].
  - apply Z.divide_factor_r.
  - apply Z.divide_mul_l. apply D. lia.
Qed.

Definition whole (w : nat -> Q) (n i : nat) : nat := Z.to_nat (Qnum (w i) * (multiple w n / Zpos (Qden (w i)))).

Lemma whole_spec w n i : (i < n)%nat -> 0 <= w i -> of_nat (whole w n i) == inject_Z (multiple w n) * w i.
Proof.
  intros Hi P. destruct (multiple_spec w n) as [M D]. destruct (D i Hi) as [q E]. unfold whole, of_nat.
  rewrite E, Z.div_mul by lia.
  assert (Q0 : (0 <= Qnum (w i))%Z) by (unfold Qle in P; cbn in P; lia).
  assert (0 <= q)%Z by nia. rewrite Z2Nat.id by nia.
  unfold Qeq. cbn. rewrite Pos.mul_1_l || idtac. lia.
Qed.

(* KV Theorem 9's lower bound in that reading. *)
Theorem kendall_le_prefix_weights : forall n x s, ranking n s -> (forall i, (i < n)%nat -> 0 <= x i) ->
  let v := Weighting x (fun _ => 1) one in
  distance v n (fun _ _ => 1) Kendall s <= distance v n (fun _ _ => 1) Prefix s.
Proof.
  intros n x s R P v. set (m := inject_Z (multiple x n)).
  assert (M : 0 < m) by (unfold m; change 0 with (inject_Z 0); rewrite <- Zlt_Qlt; apply multiple_spec).
  pose (v1 := Weighting (fun i => of_nat (whole x n i)) (fun _ => 1) one).
  pose (v2 := Weighting (fun i => m * x i) (fun _ => 1) one).
  assert (E : same_costs n (cost v1 n s identity (fun _ _ => 1)) (cost v2 n s identity (fun _ _ => 1))).
  { intros i j Hi Hj _. unfold cost. cbn [w v1 v2]. rewrite !whole_spec by auto. fold m. reflexivity. }
  destruct (blow_up n s (whole x n) R) as [_ [T [K F]]]. fold v1 in K, F.
  pose proof (scale_weights m v n (fun _ _ => 1) Kendall s) as SK. pose proof (scale_weights m v n (fun _ _ => 1) Prefix s) as SF.
  change (Weighting (fun i => m * w v i) (delta v) (fixed_points v)) with v2 in SK, SF.
  assert (K' : distance v1 n (fun _ _ => 1) Kendall s == distance v2 n (fun _ _ => 1) Kendall s) by (apply kendall_same; exact E).
  assert (F' : distance v1 n (fun _ _ => 1) Prefix s == distance v2 n (fun _ _ => 1) Prefix s) by (apply prefix_same; exact E).
  destruct (diaconis_graham _ _ identity T (ranking_identity _)) as [L _].
  assert (H : m * m * distance v n (fun _ _ => 1) Kendall s <= m * m * distance v n (fun _ _ => 1) Prefix s) by lra.
  apply Qmult_le_l in H; [exact H | nra].
Qed.

(* KV Theorem 10's, by Lemma 5. *)
Theorem kendall_le_prefix_swap_costs : forall n d policy s, ranking n s -> (forall k, 0 <= d k) ->
  let v := Weighting (fun _ => 1) d policy in
  distance v n (fun _ _ => 1) Kendall s <= distance v n (fun _ _ => 1) Prefix s.
Proof.
  intros n d policy s R P v. unfold v. rewrite !swap_costs_as_weights by discriminate.
  apply kendall_le_prefix_weights; [assumption|]. intros i Hi. apply p_bar_nonneg; assumption.
Qed.

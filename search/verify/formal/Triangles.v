(* SPDX-License-Identifier: MIT

   Symmetry and the triangle inequality of K, F[prefix] and F[box], for costs a_ij of pairs that do
   not depend on the rankings: weights and D, but no swap costs. *)
From Disarray Require Export EveryN.

Theorem kendall_symmetric : forall n D s t, symmetric n D -> kendall n D s t == kendall n D t s.
Proof.
  intros n D s t S. unfold kendall. rewrite sum_exchange.
  apply sum_ext; intros i Hi; apply sum_ext; intros j Hj. unfold differ.
  rewrite (S j i Hj Hi), andb_comm. reflexivity.
Qed.

Theorem prefix_symmetric : forall n a s t, prefix n a s t == prefix n a t s.
Proof.
  intros n a s t. apply sum_ext; intros i _. rewrite <- Qabs_opp. apply Qabs_wd. ring.
Qed.

(* F[box] is the mean of F[interval] of both directions. *)
Theorem box_mean : forall n D s t,
  box n D s t == (1 # 2) * interval n D s t + (1 # 2) * interval n D t s.
Proof.
  intros n D s t. unfold box, interval. rewrite sum_plus.
  rewrite (sum_ext n (fun i => sum n (fun j => when (negb (i =? j)%nat && passed (t i) (s i) (t j)) (D i j)))
             (fun i => sum n (fun j => when (negb (i =? j)%nat && passed (s i) (t i) (t j)) (D i j)))); [ring|].
  intros i _. apply sum_ext; intros j _. unfold passed.
  rewrite (Nat.eqb_sym (t i)), (Nat.min_comm (t i)), (Nat.max_comm (t i)). reflexivity.
Qed.

Theorem box_symmetric : forall n a s t, box n a s t == box n a t s.
Proof. intros n a s t. rewrite !box_mean. ring. Qed.

(* Of three rankings, two order a pair differently only if the third differs from one of them. *)
Theorem kendall_triangle : forall n a s t r, ranking n s -> ranking n t -> ranking n r ->
  dissimilarity n a -> kendall n a s r <= kendall n a s t + kendall n a t r.
Proof.
  intros n a s t r Rs Rt Rr [S N]. unfold kendall. rewrite <- sum_plus.
  rewrite (sum_ext n (fun i => sum n _ + sum n _)
    (fun i => sum n (fun j => when (differ s t i j) (a i j) + when (differ t r i j) (a i j))))
    by (intros; rewrite sum_plus; reflexivity).
  apply sum_pairs_le. intros i j Hi Hj. cbv beta. rewrite (S j i Hj Hi). specialize (N i j Hi Hj).
  assert (s i = s j -> i = j) by (apply Rs; assumption).
  assert (t i = t j -> i = j) by (apply Rt; assumption).
  assert (r i = r j -> i = j) by (apply Rr; assumption).
  assert (i = j -> s i = s j /\ t i = t j /\ r i = r j) by (intros ->; auto).
  unfold differ. generalize dependent (a i j); intros q Hq. compare; lra.
Qed.

Theorem prefix_triangle : forall n a s t r, prefix n a s r <= prefix n a s t + prefix n a t r.
Proof.
  intros n a s t r. unfold prefix. rewrite <- sum_plus. apply sum_le; intros i _.
  eapply Qle_trans; [|apply Qabs_triangle]. apply Qle_lteq. right. apply Qabs_wd. ring.
Qed.

(* KV Lemma 7, for every D, and Lemma 8 in that reading. *)
Theorem kendall_through_identity : forall n a s t, ranking n s -> ranking n t -> dissimilarity n a ->
  kendall n a s t <= kendall n a s identity + kendall n a t identity.
Proof.
  intros n a s t Rs Rt P. rewrite (kendall_symmetric n a t identity) by apply P.
  apply kendall_triangle; auto using ranking_identity.
Qed.

Theorem prefix_through_identity : forall n a s t,
  prefix n a s t <= prefix n a s identity + prefix n a t identity.
Proof. intros n a s t. rewrite (prefix_symmetric n a t identity). apply prefix_triangle. Qed.

(* So does the term of each element alone. *)
Theorem prefix_term_through_identity : forall n a s t i,
  let term s t := Qabs (sum n (fun j => when (t j <? t i)%nat (a i j)) - sum n (fun j => when (s j <? s i)%nat (a i j))) in
  term s t <= term s identity + term t identity.
Proof.
  intros n a s t i term. unfold term.
  rewrite <- (Qabs_opp (sum n (fun j => when (identity j <? identity i)%nat (a i j)) - sum n (fun j => when (t j <? t i)%nat (a i j)))).
  eapply Qle_trans; [|apply Qabs_triangle]. apply Qle_lteq. right. apply Qabs_wd. ring.
Qed.

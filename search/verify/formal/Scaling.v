(* SPDX-License-Identifier: MIT

   KV Lemmas 5 and 6 where they hold, for every n, σ and D: c·w and c·δ scale the distances by c²,
   c·D by c; and swap costs are weights w_i = p̄_i(σ). With the policy `one` p̄ is 1 at fixed points
   whatever δ is, so that c·δ asks for `local`. *)
From Disarray Require Import Forms.

Lemma distance_scaled c v1 v2 n D1 D2 f s : 0 <= c ->
  (forall t i j, cost v1 n t identity D1 i j == c * cost v2 n t identity D2 i j) ->
  distance v1 n D1 f s == c * distance v2 n D2 f s.
Proof.
  intros C H.
  assert (R : forall t g i, sum n (fun j => count g t i j * cost v1 n t identity D1 i j)
                            == c * sum n (fun j => count g t i j * cost v2 n t identity D2 i j)).
  { intros t g i. rewrite <- sum_scale. apply sum_ext; intros j _. rewrite H. ring. }
  assert (P : forall t, prefix n (cost v1 n t identity D1) t identity
                        == c * prefix n (cost v2 n t identity D2) t identity).
  { intros t. rewrite !prefix_count, <- sum_scale. apply sum_ext; intros i _.
    rewrite R, Qabs_Qmult, (Qabs_pos c C). reflexivity. }
  destruct (linear_functional f) eqn:L.
  - rewrite !distance_count, <- sum_scale by assumption. apply sum_ext; intros i _. apply R.
  - destruct f; try discriminate; cbn [distance]; rewrite !P; ring.
Qed.

(* KV Lemma 6 for w. *)
Theorem scale_weights : forall c v n D f s,
  distance (Weighting (fun i => c * w v i) (delta v) (fixed_points v)) n D f s
  == c * c * distance v n D f s.
Proof.
  intros c v n D f s. apply distance_scaled; [destruct (Qlt_le_dec c 0); nra|].
  intros t i j. unfold cost, p_bar. cbn [w delta fixed_points]. ring.
Qed.

(* KV Lemma 6 for D. *)
Theorem scale_dissimilarity : forall c v n D f s, 0 <= c ->
  distance v n (fun i j => c * D i j) f s == c * distance v n D f s.
Proof. intros c v n D f s C. apply distance_scaled; [assumption|]. intros t i j. unfold cost. ring. Qed.

(* KV Lemma 6 for δ. *)
Theorem scale_swap_costs : forall c v n D f s, fixed_points v = local ->
  distance (Weighting (w v) (fun k => c * delta v k) (fixed_points v)) n D f s
  == c * c * distance v n D f s.
Proof.
  intros c v n D f s L. apply distance_scaled; [destruct (Qlt_le_dec c 0); nra|].
  assert (M : forall low high, mean_cost (fun k => c * delta v k) low high == c * mean_cost (delta v) low high).
  { intros. unfold mean_cost, position, Qdiv. rewrite !sum_scale. ring. }
  intros t i j. unfold cost, p_bar. cbn [w delta fixed_points]. rewrite L.
  destruct (t i =? identity i)%nat, (t j =? identity j)%nat; rewrite !M; ring.
Qed.

(* KV Lemma 6 for all three. *)
Theorem scale_all : forall a b c v n D f s, 0 <= c -> fixed_points v = local ->
  distance (Weighting (fun i => a * w v i) (fun k => b * delta v k) (fixed_points v)) n
    (fun i j => c * D i j) f s
  == a * a * (b * b) * c * distance v n D f s.
Proof.
  intros a b c v n D f s C L. rewrite (scale_dissimilarity c) by assumption.
  rewrite (scale_weights a (Weighting (w v) (fun k => b * delta v k) (fixed_points v))).
  rewrite scale_swap_costs by assumption. ring.
Qed.

(* KV Lemma 5, but for F[prefix-sym], which looks at p̄ of σ⁻¹ as well. *)
Theorem swap_costs_as_weights : forall d policy n D f s, f <> PrefixSym ->
  let v := Weighting (fun _ => 1) d policy in
  distance v n D f s
  == distance (Weighting (p_bar v n s identity) (fun _ => 1) one) n D f s.
Proof.
  intros d policy n D f s N v. set (v' := Weighting (p_bar v n s identity) (fun _ => 1) one).
  assert (C : forall i j, cost v n s identity D i j == cost v' n s identity D i j).
  { intros i j. assert (U : forall i, p_bar v' n s identity i == 1).
    { intros k. transitivity (p_bar unit_weighting n s identity k); [reflexivity | apply p_bar_unit]. }
    unfold cost. rewrite !U. subst v v'. cbn [w]. ring. }
  destruct (linear_functional f) eqn:L.
  - rewrite !distance_count by assumption. apply sum_ext; intros i _; apply sum_ext; intros j _. rewrite C. reflexivity.
  - destruct f; try discriminate; [|congruence]. cbn [distance]. rewrite !prefix_count.
    apply sum_ext; intros i _. apply Qabs_wd. apply sum_ext; intros j _. rewrite C. reflexivity.
Qed.

(* SPDX-License-Identifier: MIT

   KV 3 and 4.2 for every n: what the distances are with all weights 1, that they go with the
   elements as these are renamed, where they are 0, and which do not see whether σ or σ⁻¹ is asked. *)
From Disarray Require Export Bubble DirectSum MetricDistances.

(* --- costs that are the same make the same distance --------------------------------------------- *)

Definition same_costs (n : nat) (a b : nat -> nat -> Q) : Prop :=
  forall i j, (i < n)%nat -> (j < n)%nat -> i <> j -> a i j == b i j.

Lemma row_same n a b (p : nat -> bool) i : same_costs n a b -> (i < n)%nat -> p i = false ->
  sum n (fun j => when (p j) (a i j)) == sum n (fun j => when (p j) (b i j)).
Proof.
  intros H Hi P. apply sum_ext; intros j Hj. destruct (Nat.eq_dec i j) as [<-|N].
  - rewrite P. reflexivity.
  - rewrite (H i j Hi Hj N). reflexivity.
Qed.

Lemma kendall_same n a b s t : same_costs n a b -> kendall n a s t == kendall n b s t.
Proof.
  intros H. apply sum_ext; intros i Hi. apply row_same; try assumption.
  unfold differ. rewrite Nat.ltb_irrefl. reflexivity.
Qed.

Lemma prefix_same n a b s t : same_costs n a b -> prefix n a s t == prefix n b s t.
Proof.
  intros H. apply sum_ext; intros i Hi. apply Qabs_wd. apply Qplus_comp; [|apply Qopp_comp].
  - apply (row_same n a b (fun j => t j <? t i)%nat); auto using Nat.ltb_irrefl.
  - apply (row_same n a b (fun j => s j <? s i)%nat); auto using Nat.ltb_irrefl.
Qed.

Lemma interval_same n a b s t : same_costs n a b -> interval n a s t == interval n b s t.
Proof.
  intros H. apply sum_ext; intros i Hi. apply (row_same n a b (fun j => negb (i =? j)%nat && passed (s i) (t i) (s j))); auto.
  rewrite Nat.eqb_refl. reflexivity.
Qed.

Lemma box_same n a b s t : same_costs n a b -> box n a s t == box n b s t.
Proof. intros H. rewrite !box_mean, (interval_same n a b s t H), (interval_same n a b t s H). reflexivity. Qed.

(* --- all weights 1 ------------------------------------------------------------------------------- *)

(* KV 3.1-3.4: with w = δ = D = 1 these are the number of inversions and Spearman's footrule. *)
Theorem collapse : forall n f s, ranking n s ->
  distance unit_weighting n (fun _ _ => 1) f s
  == match f with Kendall => inversions n s identity | _ => displacement n s identity end.
Proof.
  intros n f s R.
  assert (U : forall t, same_costs n (cost unit_weighting n t identity (fun _ _ => 1)) (fun _ _ => 1))
    by (intros t i j _ _ _; apply cost_unit).
  pose proof (ranking_identity n) as I.
  destruct f; cbn [distance].
  - apply kendall_same, U.
  - rewrite (prefix_same n _ _ _ _ (U s)). apply prefix_collapses; assumption.
  - rewrite (prefix_same n _ _ _ _ (U s)), (prefix_same n _ _ _ _ (U (inverse n s))).
    rewrite !prefix_collapses by auto using ranking_inverse.
    assert (E : displacement n (inverse n s) identity == displacement n s identity); [|rewrite E; ring].
    unfold displacement. rewrite <- (sum_reindex n s _ R). apply sum_ext; intros i Hi.
    rewrite inverse_left by assumption. unfold identity.
    setoid_replace (of_nat i - of_nat (s i)) with (- (of_nat (s i) - of_nat i)) by ring. apply Qabs_opp.
  - rewrite (interval_same n _ _ _ _ (U s)). apply interval_collapses; assumption.
  - rewrite (box_same n _ _ _ _ (U s)). apply box_collapses; assumption.
Qed.

(* KV Theorem 1, of every reading. *)
Theorem unit_bounds : forall n f s, f <> Kendall -> ranking n s ->
  let M f := distance unit_weighting n (fun _ _ => 1) f s in
  M Kendall <= M f /\ M f <= 2 * M Kendall.
Proof.
  intros n f s N R M. unfold M. rewrite !collapse by assumption.
  destruct (diaconis_graham n s identity R (ranking_identity n)). destruct f; try congruence; split; assumption.
Qed.

(* K < F but at the identity: what moves, F[interval] counts beside K. *)
Theorem unit_strict : forall n f s, f <> Kendall -> ranking n s -> (exists i, (i < n)%nat /\ s i <> i) ->
  let M f := distance unit_weighting n (fun _ _ => 1) f s in
  M Kendall < M f.
Proof.
  intros n f s N R [i [Hi Mi]] M. unfold M. rewrite !collapse by assumption.
  assert (P : pseudometric n ones).
  { unfold ones. repeat split; intros.
    - destruct (_ =? _)%nat; lra.
    - rewrite Nat.eqb_refl. reflexivity.
    - rewrite Nat.eqb_sym. reflexivity.
    - destruct (Nat.eqb_spec i0 j), (Nat.eqb_spec i0 k), (Nat.eqb_spec k j); subst; try lra; congruence. }
  pose proof (interval_ge_half_total n s ones R P) as H.
  assert (O : same_costs n ones (fun _ _ => 1)).
  { intros x y _ _ E. unfold ones. rewrite (proj2 (Nat.eqb_neq x y) E). reflexivity. }
  rewrite (kendall_same n _ _ s identity O), (interval_same n _ _ s identity O) in H.
  rewrite interval_collapses in H by auto using ranking_identity. fold (inversions n s identity) in H.
  assert (S : 1 <= sum n (fun k => ones k (inverse n s k))).
  { rewrite (sum_apart n i) by assumption. unfold ones at 1.
    destruct (Nat.eqb_spec i (inverse n s i)) as [E|E].
    - exfalso. apply Mi. destruct (inverse_spec n s i R Hi) as [_ X]. congruence.
    - assert (0 <= sum n (fun j => when (negb (j =? i)%nat) (ones j (inverse n s j)))); [|lra].
      apply sum_nonneg; intros j _. unfold ones. destruct (negb _), (_ =? inverse n s j)%nat; cbn [when]; lra. }
  assert (L : inversions n s identity < displacement n s identity) by lra.
  destruct f; try congruence; exact L.
Qed.

(* --- elements renamed ---------------------------------------------------------------------------- *)

(* KV 4.2: σπ and τπ, the weights moved with the elements. *)
Theorem relabelled : forall n v D s t u, ranking n u ->
  let v' := Weighting (fun i => w v (u i)) (delta v) (fixed_points v) in
  let a := cost v n s t D in
  let s' i := s (u i) in
  let t' i := t (u i) in
  let b := cost v' n s' t' (fun i j => D (u i) (u j)) in
  kendall n b s' t' == kendall n a s t /\ prefix n b s' t' == prefix n a s t
  /\ interval n b s' t' == interval n a s t /\ box n b s' t' == box n a s t.
Proof.
  intros n v D s t u R v' a s' t' b.
  assert (E : forall i j, b i j = a (u i) (u j)) by reflexivity.
  assert (row : forall p i, sum n (fun j => when (p (u j)) (b i j)) == sum n (fun j => when (p j) (a (u i) j))).
  { intros p i. rewrite <- (sum_reindex n u (fun j => when (p j) (a (u i) j)) R). reflexivity. }
  assert (F : forall s t, interval n b (fun i => s (u i)) (fun i => t (u i)) == interval n a s t).
  { intros x y. unfold interval. symmetry. rewrite (sum_pairs_reindex n u _ R).
    apply sum_ext; intros i Hi; apply sum_ext; intros j Hj. rewrite E.
    replace (u i =? u j)%nat with (i =? j)%nat; [reflexivity|].
    destruct (Nat.eqb_spec i j) as [->|N]; [rewrite Nat.eqb_refl; reflexivity|].
    symmetry. apply Nat.eqb_neq. intros X. apply N. apply R; assumption. }
  split; [|split; [|split]].
  - unfold kendall. rewrite <- (sum_reindex n u (fun i => sum n (fun j => when (differ s t i j) (a i j))) R).
    apply sum_ext; intros i _. apply (row (differ s t (u i))).
  - unfold prefix. rewrite <- (sum_reindex n u (fun i => Qabs (sum n (fun j => when (t j <? t i)%nat (a i j)) - _)) R).
    apply sum_ext; intros i _. apply Qabs_wd. apply Qplus_comp; [|apply Qopp_comp].
    + apply (row (fun j => (t j <? t (u i))%nat)).
    + apply (row (fun j => (s j <? s (u i))%nat)).
  - apply F.
  - rewrite !box_mean. unfold s', t'. rewrite !F. reflexivity.
Qed.

(* --- where they are 0 ---------------------------------------------------------------------------- *)

Lemma zero_rows n f : (forall i j, (i < n)%nat -> (j < n)%nat -> 0 <= f i j) -> sum n (fun i => sum n (fun j => f i j)) == 0 ->
  forall i j, (i < n)%nat -> (j < n)%nat -> f i j == 0.
Proof.
  intros P Z i j Hi Hj.
  assert (R : forall x, (x < n)%nat -> 0 <= sum n (fun y => f x y)) by (intros; apply sum_nonneg; auto).
  rewrite (sum_apart n i) in Z by assumption. rewrite (sum_apart n j (f i)) in Z by assumption.
  assert (0 <= sum n (fun y => when (negb (y =? j)%nat) (f i y))).
  { apply sum_nonneg; intros y Hy. destruct (negb _); cbn [when]; [auto | lra]. }
  assert (0 <= sum n (fun x => when (negb (x =? i)%nat) (sum n (fun y => f x y)))).
  { apply sum_nonneg; intros x Hx. destruct (negb _); cbn [when]; [auto | lra]. }
  specialize (P i j Hi Hj). lra.
Qed.

(* F[prefix] = 0 where K = 0 and nowhere else, for any a >= 0. By induction over the ranks of τ: if
   each pair that is ordered differently and has one member above i costs nothing, then row i says
   the same of those with i below. *)
Lemma prefix_zero_terms n a s t : ranking n s -> ranking n t -> symmetric n a -> nonnegative n a ->
  kendall n a s t == 0 <-> prefix n a s t == 0.
Proof.
  intros Rs Rt S N. split; intros Z.
  - pose proof (prefix_le_2_kendall_terms n a s t Rs Rt S N).
    assert (0 <= prefix n a s t) by (apply sum_nonneg; intros; apply Qabs_nonneg). lra.
  - assert (H : forall k i j, t i = k -> (i < n)%nat -> (j < n)%nat -> differ s t i j = true \/ differ s t j i = true -> a i j == 0).
    { induction k as [k IH] using lt_wf_ind; intros i j Ti Hi Hj Dij.
      destruct (Nat.lt_ge_cases (t j) (t i)) as [L|L].
      - rewrite (S i j Hi Hj). apply (IH (t j)) with (i := j) (j := i); try assumption; [lia | reflexivity | tauto].
      - assert (Q : differ s t i j = true).
        { destruct Dij as [|D2]; [assumption|]. unfold differ in D2. apply andb_prop in D2. destruct D2 as [D2 _].
          apply Nat.ltb_lt in D2. lia. }
        (* row i *)
        assert (Row : sum n (fun x => when (t x <? t i)%nat (a i x)) - sum n (fun x => when (s x <? s i)%nat (a i x)) == 0).
        { assert (A : Qabs (sum n (fun x => when (t x <? t i)%nat (a i x)) - sum n (fun x => when (s x <? s i)%nat (a i x))) == 0).
          { unfold prefix in Z. rewrite (sum_apart n i) in Z by assumption.
            assert (0 <= sum n (fun x => when (negb (x =? i)%nat)
              (Qabs (sum n (fun j => when (t j <? t x)%nat (a x j)) - sum n (fun j => when (s j <? s x)%nat (a x j)))))).
            { apply sum_nonneg; intros x Hx. destruct (negb _); cbn [when]; [apply Qabs_nonneg | lra]. }
            pose proof (Qabs_nonneg (sum n (fun x => when (t x <? t i)%nat (a i x)) - sum n (fun x => when (s x <? s i)%nat (a i x)))).
            lra. }
          revert A. apply Qabs_case; intros; lra. }
        rewrite <- sum_minus in Row.
        (* no term of it is positive, as what is above i in tau and not in sigma costs nothing *)
        assert (Neg : sum n (fun x => when (differ s t i x) (a i x)) == 0).
        { transitivity (sum n (fun x => - (when (t x <? t i)%nat (a i x) - when (s x <? s i)%nat (a i x)))).
          - apply sum_ext; intros x Hx.
            destruct (Nat.eq_dec x i) as [->|Nx].
            { unfold differ. rewrite !Nat.ltb_irrefl. cbn [andb when]. ring. }
            assert (t x <> t i) by (intros X; apply Nx; apply Rt; assumption).
            assert (s x <> s i) by (intros X; apply Nx; apply Rs; assumption).
            assert (Up : (t x < t i)%nat -> (s i < s x)%nat -> a i x == 0).
            { intros U1 U2. rewrite (S i x Hi Hx). apply (IH (t x)) with (i := x) (j := i); try assumption; [lia | reflexivity |].
              left. unfold differ. apply andb_true_intro. split; apply Nat.ltb_lt; assumption. }
            unfold differ. compare; try ring; assert (Z0 : a i x == 0) by (apply Up; lia); lra.
          - rewrite (sum_ext n _ (fun x => -(1) * (when (t x <? t i)%nat (a i x) - when (s x <? s i)%nat (a i x)))) by (intros; ring).
            rewrite sum_scale, Row. ring. }
        rewrite (sum_apart n j) in Neg by assumption. rewrite Q in Neg. cbn [when] in Neg.
        assert (0 <= sum n (fun x => when (negb (x =? j)%nat) (when (differ s t i x) (a i x)))).
        { apply sum_nonneg; intros x Hx. destruct (negb _), (differ s t i x); cbn [when]; try lra. apply N; assumption. }
        pose proof (N i j Hi Hj). lra. }
    unfold kendall. apply sum_zero; intros i Hi. apply sum_zero; intros j Hj.
    destruct (differ s t i j) eqn:E; cbn [when]; [|reflexivity]. apply (H (t i) i j); auto.
Qed.

Theorem prefix_zero_with_kendall : forall n v s t D, ranking n s -> ranking n t -> weights_nonnegative n v ->
  dissimilarity n D -> kendall n (cost v n s t D) s t == 0 <-> prefix n (cost v n s t D) s t == 0.
Proof.
  intros n v s t D Rs Rt W [S N]. apply prefix_zero_terms; auto using cost_symmetric, cost_nonnegative.
Qed.

(* With positive weights and a metric D each pair costs something. *)
Definition weights_positive (n : nat) (v : weighting) :=
  (forall i, (i < n)%nat -> 0 < w v i) /\ (forall k, 0 < delta v k).

Lemma mean_cost_positive d low high : (forall k, 0 < d k) -> (low < high)%nat -> 0 < mean_cost d low high.
Proof.
  intros P L. unfold mean_cost, Qdiv. apply Qmult_lt_0_compat.
  - assert (M : forall k, (low <= k)%nat -> position d low <= position d k)
      by (intros; apply position_mono; [intros x; specialize (P x); lra | assumption]).
    destruct high; [lia|]. specialize (M high ltac:(lia)). unfold position in *. cbn [sum]. specialize (P high). lra.
  - apply Qinv_lt_0_compat. unfold of_nat. change 0 with (inject_Z 0). rewrite <- Zlt_Qlt. lia.
Qed.

Lemma cost_positive n v s t D : ranking n s -> weights_positive n v -> metric n D ->
  forall i j, (i < n)%nat -> (j < n)%nat -> i <> j -> 0 < cost v n s t D i j.
Proof.
  intros R [W P] [_ M] i j Hi Hj N.
  assert (B : forall k, (k < n)%nat -> 0 < p_bar v n s t k).
  { intros k Hk. assert (s k < n)%nat by (apply R; assumption). unfold p_bar.
    destruct (Nat.eqb_spec (s k) (t k)); [destruct (fixed_points v); [lra|]|]; apply mean_cost_positive; try assumption; lia. }
  unfold cost. repeat apply Qmult_lt_0_compat; auto.
Qed.

Lemma same_if_none_differs n s t : ranking n s -> ranking n t ->
  (forall i j, (i < n)%nat -> (j < n)%nat -> differ s t i j = false) -> same n s t.
Proof.
  intros Rs Rt H. apply (proj1 (inversions_distance n) s t Rs Rt).
  apply sum_zero; intros i Hi; apply sum_zero; intros j Hj. rewrite H by assumption. reflexivity.
Qed.

Theorem zero_only_at_equality : forall n v s t D,
  ranking n s -> ranking n t -> weights_positive n v -> metric n D -> let a := cost v n s t D in
  kendall n a s t == 0 \/ prefix n a s t == 0 \/ interval n a s t == 0 \/ box n a s t == 0 -> same n s t.
Proof.
  intros n v s t D Rs Rt W M a.
  pose proof (cost_positive n v s t D Rs W M) as C. fold a in C.
  assert (N : nonnegative n a).
  { intros i j Hi Hj. destruct (Nat.eq_dec i j) as [<-|E].
    - unfold a, cost. destruct M as [[_ [Z _]] _]. rewrite (Z i Hi). lra.
    - apply Qlt_le_weak. auto. }
  assert (S : symmetric n a) by (apply cost_symmetric; destruct M as [[_ [_ [S _]]] _]; exact S).
  assert (T : forall (p : nat -> nat -> bool) i j, (i < n)%nat -> (j < n)%nat -> 0 <= when (p i j) (a i j))
    by (intros p i j Hi Hj; destruct (p i j); cbn [when]; [apply N; assumption | lra]).
  assert (K : kendall n a s t == 0 -> same n s t).
  { intros Z. apply same_if_none_differs; try assumption. intros i j Hi Hj.
    destruct (differ s t i j) eqn:E; [|reflexivity]. exfalso.
    pose proof (zero_rows n _ (T (differ s t)) Z i j Hi Hj) as X. cbv beta in X. rewrite E in X. cbn [when] in X.
    assert (i <> j) by (intros ->; unfold differ in E; rewrite Nat.ltb_irrefl in E; discriminate).
    specialize (C i j Hi Hj H). lra. }
  intros [Z|[Z|[Z|Z]]].
  - apply K, Z.
  - apply K, prefix_zero_terms; assumption.
  - intros i Hi. destruct (Nat.eq_dec (s i) (t i)) as [|E]; [assumption|]. exfalso.
    destruct (inverse_spec n s (t i) Rs ltac:(apply Rt; assumption)) as [Hj Sj]. set (j := inverse n s (t i)) in *.
    assert (i <> j) by (intros X; apply E; congruence).
    pose proof (zero_rows n _ (T (fun i j => negb (i =? j)%nat && passed (s i) (t i) (s j))) Z i j Hi Hj) as X.
    cbv beta in X. rewrite Sj in X.
    assert (B : negb (i =? j)%nat && passed (s i) (t i) (t i) = true) by (unfold passed; compare; reflexivity || lia).
    rewrite B in X. cbn [when] in X. specialize (C i j Hi Hj H). lra.
  - apply K. pose proof (kendall_le_box_terms n a s t Rs Rt S N).
    assert (0 <= kendall n a s t); [|lra].
    apply sum_nonneg; intros i Hi; apply sum_nonneg; intros j Hj. apply (T (differ s t)); assumption.
Qed.

Theorem zero_only_at_identity : forall n v D f s, ranking n s -> weights_positive n v -> metric n D ->
  distance v n D f s == 0 -> same n s identity.
Proof.
  intros n v D f s R W M Z. pose proof (ranking_identity n) as I.
  apply (zero_only_at_equality n v s identity D R I W M). cbv zeta.
  destruct f; cbn [distance] in Z; [tauto | tauto | | tauto | tauto]. right. left.
  assert (P : forall t, 0 <= prefix n (cost v n t identity D) t identity) by (intros; apply sum_nonneg; intros; apply Qabs_nonneg).
  pose proof (P s). pose proof (P (inverse n s)). lra.
Qed.

Lemma zero_at_identity n v D f s : same n s identity -> distance v n D f s == 0.
Proof.
  intros E. rewrite (distance_agree v n s identity D f E).
  assert (P : forall a t, prefix n a t identity == 0 \/ ~ same n t identity).
  { intros a t. destruct (forallb (fun i => t i =? i)%nat (seq 0 n)) eqn:X.
    - left. rewrite forallb_forall in X. apply sum_zero; intros i Hi.
      setoid_replace (sum n (fun j => when (t j <? t i)%nat (a i j))) with (sum n (fun j => when (identity j <? identity i)%nat (a i j))).
      + setoid_replace (sum n (fun j => when (identity j <? identity i)%nat (a i j)) - sum n (fun j => when (identity j <? identity i)%nat (a i j)))
          with 0 by ring. reflexivity.
      + apply sum_ext; intros j Hj. unfold identity.
        rewrite (proj1 (Nat.eqb_eq _ _) (X i ltac:(apply in_seq; lia))), (proj1 (Nat.eqb_eq _ _) (X j ltac:(apply in_seq; lia))). reflexivity.
    - right. intros S. assert (forallb (fun i => t i =? i)%nat (seq 0 n) = true); [|congruence].
      apply forallb_forall. intros i Hi. apply in_seq in Hi. apply Nat.eqb_eq. apply S. lia. }
  assert (Q : forall a t, same n t identity -> prefix n a t identity == 0) by (intros a t S; destruct (P a t); [assumption | contradiction]).
  assert (F : forall a, interval n a identity identity == 0).
  { intros a. apply sum_zero; intros i _; apply sum_zero; intros j _. unfold passed, identity. rewrite Nat.eqb_refl, andb_false_r. reflexivity. }
  assert (S : same n identity identity) by (intros i _; reflexivity).
  destruct f; cbn [distance].
  - apply sum_zero; intros i _; apply sum_zero; intros j _. unfold differ, identity. compare; reflexivity.
  - apply Q, S.
  - rewrite (Q _ identity S), (Q _ (inverse n identity)); [ring|].
    intros i Hi. apply (inverse_left n identity i (ranking_identity n) Hi).
  - apply F.
  - rewrite box_mean, !F. ring.
Qed.

Theorem zero_together : forall n v D f s, ranking n s -> weights_positive n v -> metric n D ->
  distance v n D Kendall s == 0 <-> distance v n D f s == 0.
Proof.
  intros n v D f s R W M. split; intros Z; apply zero_at_identity; apply (zero_only_at_identity n v D _ s R W M Z).
Qed.

(* --- σ⁻¹ ------------------------------------------------------------------------------------------ *)

Lemma inverse_twice n s : ranking n s -> agree n (inverse n (inverse n s)) s.
Proof.
  intros R i Hi. pose proof (ranking_inverse n s R) as Ri.
  rewrite <- (inverse_left n s i R Hi) at 1. apply inverse_left; [assumption | apply R; assumption].
Qed.

(* F[prefix-sym] is the mean of both. *)
Theorem prefix_sym_of_inverse : forall n v D s, ranking n s ->
  distance v n D PrefixSym (inverse n s) == distance v n D PrefixSym s.
Proof.
  intros n v D s R. cbn [distance].
  rewrite (prefix_agree v n (inverse n (inverse n s)) s D (inverse_twice n s R)). ring.
Qed.

(* KV 4.2 for δ alone: p̄ of σ at i is p̄ of σ⁻¹ at σ(i). *)
Theorem swap_costs_of_inverse : forall d policy n f s, ranking n s -> f <> Interval ->
  let v := Weighting (fun _ => 1) d policy in
  distance v n (fun _ _ => 1) f (inverse n s) == distance v n (fun _ _ => 1) f s.
Proof.
  intros d policy n f s R N v. set (t := inverse n s). pose proof (ranking_inverse n s R) as Rt. fold t in Rt.
  set (a := cost v n s identity (fun _ _ => 1)). set (b := cost v n t identity (fun _ _ => 1)).
  assert (L : forall i, (i < n)%nat -> t (s i) = i) by (intros; apply inverse_left; assumption).
  assert (B : forall i, (i < n)%nat -> p_bar v n t identity (s i) = p_bar v n s identity i).
  { intros i Hi. unfold p_bar, identity. rewrite L, (Nat.eqb_sym i) by assumption.
    destruct (Nat.eqb_spec (s i) i) as [->|_]; [reflexivity|]. rewrite Nat.min_comm, Nat.max_comm. reflexivity. }
  assert (E : forall i j, (i < n)%nat -> (j < n)%nat -> b (s i) (s j) = a i j)
    by (intros; unfold a, b, cost; rewrite !B by assumption; reflexivity).
  assert (I : forall x y u w, (forall i, (i < n)%nat -> x (s i) = u i) -> (forall i, (i < n)%nat -> y (s i) = w i) ->
    interval n b x y == interval n a u w).
  { intros x y u w X Y. unfold interval. rewrite (sum_pairs_reindex n s _ R).
    apply sum_ext; intros i Hi; apply sum_ext; intros j Hj. rewrite E, !X, Y by assumption.
    replace (s i =? s j)%nat with (i =? j)%nat; [reflexivity|].
    destruct (Nat.eqb_spec i j) as [->|M]; [rewrite Nat.eqb_refl; reflexivity|].
    symmetry. apply Nat.eqb_neq. intros Z. apply M. apply R; assumption. }
  destruct f; try congruence; cbn [distance]; fold t; fold a; fold b.
  - unfold kendall. rewrite (sum_pairs_reindex n s _ R), sum_exchange.
    apply sum_ext; intros i Hi; apply sum_ext; intros j Hj. unfold differ, identity. rewrite E, !L by assumption.
    rewrite andb_comm. assert (S : a j i == a i j) by (unfold a, cost; ring). rewrite S. reflexivity.
  - unfold prefix. rewrite <- (sum_reindex n s _ R). apply sum_ext; intros i Hi. rewrite <- Qabs_opp. apply Qabs_wd.
    rewrite <- (sum_reindex n s (fun j => when (identity j <? identity (s i))%nat (b (s i) j)) R).
    rewrite <- (sum_reindex n s (fun j => when (t j <? t (s i))%nat (b (s i) j)) R).
    rewrite (sum_ext n (fun j => when (identity (s j) <? identity (s i))%nat (b (s i) (s j))) (fun j => when (s j <? s i)%nat (a i j)))
      by (intros j Hj; rewrite E by assumption; reflexivity).
    rewrite (sum_ext n (fun j => when (t (s j) <? t (s i))%nat (b (s i) (s j))) (fun j => when (identity j <? identity i)%nat (a i j)))
      by (intros j Hj; rewrite E, !L by assumption; reflexivity).
    ring.
  - apply (prefix_sym_of_inverse n v _ s R).
  - rewrite !box_mean. rewrite (I t identity identity s), (I identity t s identity) by (intros; unfold identity; auto). ring.
Qed.

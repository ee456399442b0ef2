(* SPDX-License-Identifier: MIT

   What a certificate proves that `accepts` accepts: for each result and each σ of its length in
   scope, r·N ≤ M at every pseudometric; and the r is attained. *)
From Coq Require Import FMapPositive Permutation.
From Disarray Require Export Walk.

(* --- values -------------------------------------------------------------------------------------- *)

Lemma cost_ext v n s D E i j : D i j == E i j -> cost v n s identity D i j == cost v n s identity E i j.
Proof. intros H. unfold cost. rewrite H. reflexivity. Qed.

Lemma distance_ext v n s D E f : (forall i j, (i < n)%nat -> (j < n)%nat -> D i j == E i j) ->
  distance v n D f s == distance v n E f s.
Proof.
  intros H.
  assert (P : forall t, prefix n (cost v n t identity D) t identity == prefix n (cost v n t identity E) t identity).
  { intros t. rewrite !prefix_count. apply sum_ext; intros i Hi. apply Qabs_wd. apply sum_ext; intros j Hj.
    rewrite (cost_ext v n t D E i j (H i j Hi Hj)). reflexivity. }
  destruct (linear_functional f) eqn:L.
  - rewrite !distance_count by assumption. apply sum_ext; intros i Hi; apply sum_ext; intros j Hj.
    rewrite (cost_ext v n s D E i j (H i j Hi Hj)). reflexivity.
  - destruct f; try discriminate; cbn [distance]; rewrite !P; reflexivity.
Qed.

Lemma value_ext v n s D E e : (forall i j, (i < n)%nat -> (j < n)%nat -> D i j == E i j) ->
  value v n s D e == value v n s E e.
Proof.
  intros H. assert (V : forall f, value_of v n s D f == value_of v n s E f) by (intros; apply distance_ext; assumption).
  induction e as [|[c f|c l] e IH]; cbn [value term_value]; [reflexivity | rewrite IH, V; reflexivity |].
  rewrite IH. assert (I : inner_value v n s D l == inner_value v n s E l).
  { clear IH. induction l as [|[q f] l IH]; cbn [inner_value]; [reflexivity|]. rewrite IH, V. reflexivity. }
  rewrite I. reflexivity.
Qed.

Lemma count_nonneg f s i j : linear_functional f = true -> 0 <= count f s i j.
Proof.
  destruct f; intros L; try discriminate; unfold count.
  - destruct (differ _ _ _ _); cbn; lra.
  - destruct (_ && _)%bool; cbn; lra.
  - destruct (_ && _)%bool, (_ && _)%bool; cbn; lra.
Qed.

Lemma distance_nonneg v n s D f : weights_nonnegative n v -> ranking n s -> nonnegative n D ->
  0 <= distance v n D f s.
Proof.
  intros W R N.
  assert (P : forall t, 0 <= prefix n (cost v n t identity D) t identity)
    by (intros; apply sum_nonneg; intros; apply Qabs_nonneg).
  destruct (linear_functional f) eqn:L.
  - rewrite distance_count by assumption. apply sum_nonneg; intros i Hi; apply sum_nonneg; intros j Hj.
    apply Qmult_le_0_compat; [apply count_nonneg; assumption | apply cost_nonnegative; assumption].
  - destruct f; try discriminate; cbn [distance].
    + apply P.
    + pose proof (P s). pose proof (P (inverse n s)). lra.
Qed.

Lemma value_nonneg v n s D e : weights_nonnegative n v -> ranking n s -> nonnegative n D ->
  forallb term_holds e = true -> 0 <= value v n s D e.
Proof.
  intros W R N. induction e as [|t e IH]; cbn [forallb value]; intros H; [lra|].
  apply andb_prop in H. destruct H as [H1 H2]. specialize (IH H2).
  enough (0 <= term_value v n s D t) by lra.
  destruct t as [c f|c l]; cbn [term_holds term_value] in *.
  - apply Qle_bool_iff in H1. apply Qmult_le_0_compat; [assumption|].
    apply distance_nonneg; auto. destruct (of_inverse f); auto using ranking_inverse.
  - apply andb_prop in H1. destruct H1 as [H1 _]. apply Qle_bool_iff in H1.
    apply Qmult_le_0_compat; [assumption | apply Qabs_nonneg].
Qed.

(* --- rank vectors ---------------------------------------------------------------------------------- *)

Lemma nodup_spec l : nodup l = true -> NoDup l.
Proof.
  induction l as [|x l IH]; cbn [nodup]; intros H; constructor; apply andb_prop in H; destruct H as [H1 H2]; auto.
  intros I. apply negb_true_iff in H1. assert (existsb (Nat.eqb x) l = true); [|congruence].
  apply existsb_exists. exists x. split; [assumption | apply Nat.eqb_refl].
Qed.

Lemma is_rank_vector_spec n l : is_rank_vector n l = true -> rank_vector n l.
Proof.
  intros H. apply andb_prop in H. destruct H as [H D]. apply andb_prop in H. destruct H as [L B].
  apply Nat.eqb_eq in L. apply nodup_spec in D. rewrite forallb_forall in B.
  split; [assumption|]. split; unfold ranks.
  - intros i Hi. apply Nat.ltb_lt, B, nth_In. lia.
  - intros i j Hi Hj E. apply (proj1 (NoDup_nth l 0%nat) D); lia || assumption.
Qed.

Lemma rank_vector_list n l : length l = n -> map (ranks l) (seq 0 n) = l.
Proof.
  intros <-. unfold ranks. induction l as [|x l IH]; [reflexivity|].
  cbn [length seq map nth]. f_equal. rewrite <- seq_shift, map_map. exact IH.
Qed.

Lemma rank_vector_permutation n l : rank_vector n l -> Permutation l (seq 0 n).
Proof. intros [L R]. rewrite <- (rank_vector_list n l L) at 1. apply ranking_permutation; assumption. Qed.

(* --- the claim --------------------------------------------------------------------------------------- *)

Lemma list_or_nonneg l n : all_nonneg l n = true -> forall k, 0 <= list_or l k.
Proof.
  destruct l as [l|]; cbn [all_nonneg list_or]; intros H k; [|lra].
  apply andb_prop in H. destruct H as [H _]. rewrite forallb_forall in H. unfold numbers.
  destruct (Nat.lt_ge_cases k (length l)).
  - apply Qle_bool_iff, H, nth_In. assumption.
  - rewrite nth_overflow by assumption. lra.
Qed.

Definition le_ratio (a b : option Q) : Prop :=
  forall r, match a with Some m => r <= m | None => True end -> match b with Some m => r <= m | None => True end.

Lemma le_ratio_refl a : le_ratio a a.
Proof. intros r H; exact H. Qed.
Lemma le_ratio_trans a b d : le_ratio a b -> le_ratio b d -> le_ratio a d.
Proof. intros H K r X. apply K, H, X. Qed.

Lemma up_to_lower a b N M : le_ratio a b -> up_to b N M -> up_to a N M.
Proof. intros L H r X. apply H, L, X. Qed.

Section Claim.
  Variable c : claim.
  Hypothesis C : claim_holds c = true.

  Lemma claim_parts :
    forallb term_holds (small c) = true /\ forallb term_holds (big c) = true
    /\ (forall n, weights_nonnegative n (weighting_of c))
    /\ (direct_sums c = true -> weighting_of c = unit_weighting
        /\ forallb no_absolute (small c) = true /\ forallb no_absolute (big c) = true)
    /\ (forall l, scope c = Some l -> rank_vector (size c) l /\ direct_sums c = false).
  Proof.
    unfold claim_holds in C. rewrite !andb_true_iff in C. destruct C as [[[[[A B] W] S] P] Q].
    split; [assumption|]. split; [assumption|]. split; [|split].
    - intros n. split; intros; unfold weighting_of; cbn [w delta]; eapply list_or_nonneg; eassumption.
    - intros E. rewrite E in Q. cbn [negb orb] in Q. rewrite !andb_true_iff in Q.
      destruct Q as [[[[Q1 Q2] Q3] Q4] Q5]. repeat split; try assumption.
      unfold weighting_of, unit_weighting. destruct (weights c), (swap_costs c), (policy_of c); try discriminate. reflexivity.
    - intros l E. rewrite E in P. rewrite !andb_true_iff in P. destruct P as [[[P1 P2] _] _].
      split; [apply is_rank_vector_spec; assumption | apply negb_true_iff; assumption].
  Qed.

  Let v := weighting_of c.

  (* r·N ≤ M for σ of length n, at every pseudometric, for all r up to the ratio. *)
  Definition holds (n : nat) (ratio : option Q) (l : list nat) : Prop :=
    forall D, pseudometric n D -> up_to ratio (N_of c n l D) (M_of c n l D).

  Lemma holds_lower n a b l : le_ratio a b -> holds n b l -> holds n a l.
  Proof. intros L H D P. apply (up_to_lower a b); auto. Qed.

  Lemma pseudometric_symmetric n D : pseudometric n D -> symmetric n D.
  Proof. intros [_ [_ [S _]]]. exact S. Qed.
  Lemma pseudometric_nonneg n D : pseudometric n D -> nonnegative n D.
  Proof. intros [N _]. exact N. Qed.

  Lemma N_forms n l D : symmetric n D -> forms_value D (forms_at c n identity (ranks l) (small c)) == N_of c n l D.
  Proof.
    intros S. apply (forms_of_value v n identity (ranks l) ltac:(intros; assumption) D (small c) S).
    apply claim_parts.
  Qed.
  Lemma M_forms n l D : symmetric n D -> forms_value D (forms_at c n identity (ranks l) (big c)) == M_of c n l D.
  Proof.
    intros S. apply (forms_of_value v n identity (ranks l) ltac:(intros; assumption) D (big c) S).
    apply claim_parts.
  Qed.

  Lemma N_nonneg n l D : rank_vector n l -> nonnegative n D -> 0 <= N_of c n l D.
  Proof. intros [_ R] N. apply value_nonneg; auto; apply claim_parts. Qed.
  Lemma M_nonneg n l D : rank_vector n l -> nonnegative n D -> 0 <= M_of c n l D.
  Proof. intros [_ R] N. apply value_nonneg; auto; apply claim_parts. Qed.

  (* --- a record --- *)

  Lemma row_same_value q a b d : row_same q a b = true -> q * row_value d a == row_value d b.
  Proof.
    revert b d. induction a as [|x a IH]; intros [|y b] d H; cbn [row_same row_value] in *; try discriminate; [ring|].
    destruct (Qeq_bool (mul q x) y) eqn:E; [|discriminate]. apply Qeq_bool_iff in E. rewrite mul_eq in E.
    rewrite <- (IH b _ H), <- E. ring.
  Qed.

  Lemma form_same_value q a b D : form_same q a b = true -> q * form_value D a == form_value D b.
  Proof.
    revert b D. induction a as [|x a IH]; intros [|y b] D H; cbn [form_same form_value] in *; try discriminate; [ring|].
    destruct (row_same q x y) eqn:E; [|discriminate]. apply (row_same_value q x y (D 0%nat)) in E.
    rewrite <- (IH b _ H), <- E. ring.
  Qed.

  Lemma take_form_value f l l' D : take_form f l = Some l' ->
    absolutes_value D l == Qabs (form_value D f) + absolutes_value D l'.
  Proof.
    revert l'. induction l as [|g l IH]; intros l' E; cbn [take_form absolutes_value] in *; [discriminate|].
    destruct (form_same 1 f g || form_same (-1) f g) eqn:S.
    - inversion E; subst. apply orb_prop in S. destruct S as [S|S]; apply (form_same_value _ _ _ D) in S; rewrite <- S.
      + setoid_replace (1 * form_value D f) with (form_value D f) by ring. reflexivity.
      + setoid_replace (-1 * form_value D f) with (- form_value D f) by ring. rewrite Qabs_opp. reflexivity.
    - destruct (take_form f l) as [r|]; [|discriminate]. inversion E; subst. cbn [absolutes_value].
      rewrite (IH r eq_refl). ring.
  Qed.

  Lemma same_forms_value a b D : same_forms a b = true -> forms_value D a == forms_value D b.
  Proof.
    intros H. apply andb_prop in H. destruct H as [H1 H2]. unfold forms_value.
    apply (form_same_value _ _ _ D) in H1. rewrite <- H1.
    assert (A : absolutes_value D (absolutes a) == absolutes_value D (absolutes b)); [|rewrite A; ring].
    revert H2. generalize (absolutes b). induction (absolutes a) as [|f l IH]; intros m H; cbn [same_absolutes] in H.
    - destruct m; [reflexivity | discriminate].
    - destruct (take_form f m) as [m'|] eqn:E; [|discriminate].
      rewrite (take_form_value _ _ _ D E). cbn [absolutes_value]. rewrite (IH m' H). reflexivity.
  Qed.

  Lemma image_sound n l image ratio : rank_vector n l -> holds n ratio l ->
    image_holds c n (forms_at c n identity (ranks l) (small c)) (forms_at c n identity (ranks l) (big c)) image = true ->
    holds n ratio (fst image).
  Proof.
    intros R H I. destruct image as [k label]. unfold image_holds in I. cbn [fst snd] in *.
    rewrite !andb_true_iff in I. destruct I as [[[Rk Rl] IN] IM].
    apply is_rank_vector_spec in Rk, Rl. destruct Rl as [_ Rl].
    intros D P. set (u := inverse n (ranks label)).
    assert (Ru : ranking n u) by (apply ranking_inverse; assumption).
    pose (E := fun a b => D (u a) (u b)).
    assert (PE : pseudometric n E) by exact (pseudometric_relabelled n u D Ru P).
    assert (SE := pseudometric_symmetric n E PE).
    assert (X : forall e, forallb term_holds e = true ->
      forms_value E (forms_at c n (ranks label) (ranks k) e) == value v n (ranks k) D e).
    { intros e He. unfold forms_at. fold v.
      rewrite (forms_of_value v n (ranks label) (ranks k) (proj1 Rl) E e SE He).
      apply value_ext. intros i j Hi Hj. unfold E, u. rewrite !inverse_left by assumption. reflexivity. }
    specialize (H E PE).
    apply (same_forms_value _ _ E) in IN, IM.
    rewrite X in IN, IM by apply claim_parts. rewrite (N_forms n l E SE) in IN. rewrite (M_forms n l E SE) in IM.
    intros r Hr. unfold N_of, M_of. fold v. rewrite IN, IM. apply H. exact Hr.
  Qed.

  Lemma distinct_images_incl seen l p : In p (distinct_images seen l) -> In p l.
  Proof.
    revert seen. induction l as [|q l IH]; intros seen I; cbn [distinct_images] in I; [destruct I|].
    destruct (existsb _ seen); [right; eapply IH; eassumption|].
    destruct I as [->|I]; [left; reflexivity | right; eapply IH; eassumption].
  Qed.

  Lemma check_record_sound n r q others :
    check_record c n (forms_at c n identity (ranks (r_ranks r)) (small c))
                     (forms_at c n identity (ranks (r_ranks r)) (big c)) r = Some (q, others) ->
    rank_vector n (r_ranks r) /\ In (r_ranks r) others /\ forall l, In l others -> holds n (Some q) l.
  Proof.
    intros E. unfold check_record in E.
    set (N := forms_at c n identity (ranks (r_ranks r)) (small c)) in *.
    set (M := forms_at c n identity (ranks (r_ranks r)) (big c)) in *.
    destruct (is_rank_vector n (r_ranks r)) eqn:R; [|discriminate]. apply is_rank_vector_spec in R.
    destruct (check_node n N M (no_sides N) (r_proof r)) as [[q'|]|] eqn:P; try discriminate.
    destruct (_ && _)%bool eqn:W; [|discriminate]. inversion E; subst. clear E.
    apply andb_prop in W. destruct W as [_ W]. rewrite forallb_forall in W.
    assert (H : holds n (Some q) (r_ranks r)).
    { intros D HD. pose proof (pseudometric_symmetric n D HD) as S.
      assert (X := check_proof_sound n N M (forms_of_shape _ _ _ _ _) (forms_of_shape _ _ _ _ _) D HD).
      assert (Z : 0 <= forms_value D N).
      { unfold N. rewrite (N_forms n _ D S). apply N_nonneg; [assumption | apply pseudometric_nonneg; assumption]. }
      specialize (X Z _ _ P). unfold N, M in X. intros t Ht. specialize (X t Ht).
      rewrite (N_forms n _ D S), (M_forms n _ D S) in X. exact X. }
    split; [assumption|]. split; [left; reflexivity|]. intros l [<-|I]; [assumption|].
    apply in_map_iff in I. destruct I as [p [<- I]]. apply (image_sound n (r_ranks r)); auto.
  Qed.

  (* --- the walk --- *)

  Lemma no_forms_value f D : no_forms f = true -> forms_value D f == 0.
  Proof.
    intros H. apply andb_prop in H. destruct H as [H1 H2]. unfold forms_value.
    rewrite (vanishes_value D _ H1). destruct (absolutes f); [cbn; ring | discriminate].
  Qed.

  (* What is known of the recorded ones and their images; attained : where the least ratio was found. *)
  Definition known_hold (n : nat) (s : state) : Prop :=
    forall k l, PositiveMap.find k (known s) = Some l -> holds n (least_so_far s) l.

  Definition done (n : nat) (s : state) (l : list nat) : Prop :=
    rank_vector n l -> holds n (least_so_far s) l \/ (direct_sums c = true /\ decomposable l = true).

  Definition found (n : nat) (s s' : state) : Prop :=
    (least_so_far s' = least_so_far s /\ first_least s' = first_least s)
    \/ (rank_vector n (first_least s') /\ match scope c with Some l => first_least s' = l | None => True end).

  Lemma is_covered_spec m l : is_covered m l = true -> exists k, PositiveMap.find k m = Some l.
  Proof.
    unfold is_covered. intros H. exists (key l). destruct (PositiveMap.find (key l) m) as [k|]; [|discriminate].
    destruct (list_eq k l); [subst; reflexivity | discriminate].
  Qed.

  Lemma cover_all_spec ls m k l : PositiveMap.find k (fold_right cover m ls) = Some l ->
    In l ls \/ PositiveMap.find k m = Some l.
  Proof.
    induction ls as [|x ls IH]; cbn [fold_right]; [auto|]. intros H. unfold cover at 1 in H.
    destruct (Pos.eq_dec k (key x)) as [->|N].
    - rewrite PositiveMap.gss in H. inversion H; subst. left; left; reflexivity.
    - rewrite PositiveMap.gso in H by assumption. destruct (IH H); [left; right | right]; assumption.
  Qed.

  Lemma visit_one_sound n l s s' : match scope c with Some k => l = k | None => True end ->
    visit_one c n l s = Some s' -> known_hold n s ->
    known_hold n s' /\ done n s' l /\ le_ratio (least_so_far s') (least_so_far s) /\ found n s s'.
  Proof.
    intros Sc E K. unfold visit_one in E.
    destruct (direct_sums c && decomposable l) eqn:Dec.
    { inversion E; subst. apply andb_prop in Dec.
      split; [assumption|]. split; [intros _; right; exact Dec|]. split; [apply le_ratio_refl | left; auto]. }
    cbv zeta in E. cbn [left least_so_far first_least known violating indecomposable] in E.
    destruct (is_covered (known s) l) eqn:Cov.
    { inversion E; subst. split; [exact K|]. split; [|split; [apply le_ratio_refl | left; auto]].
      intros _. left. apply is_covered_spec in Cov. destruct Cov as [k Cov]. exact (K k l Cov). }
    set (N := forms_at c n identity (ranks l) (small c)) in *.
    set (M := forms_at c n identity (ranks l) (big c)) in *.
    destruct (no_forms N) eqn:Z.
    { inversion E; subst. split; [exact K|]. split; [|split; [apply le_ratio_refl | left; auto]].
      intros R. left. intros D P r _.
      pose proof (no_forms_value N D Z) as V. unfold N in V.
      rewrite (N_forms n l D (pseudometric_symmetric n D P)) in V. rewrite V.
      pose proof (M_nonneg n l D R (pseudometric_nonneg n D P)). lra. }
    destruct (left s) as [|r rest]; [discriminate|].
    destruct (list_eq (r_ranks r) l) as [Rl|]; [|discriminate]. subst l.
    destruct (check_record c n N M r) as [[q others]|] eqn:Chk; [|discriminate].
    destruct (check_record_sound n r q others Chk) as [R [Others H]].
    set (lower := match least_so_far s with Some p => negb (Qle_bool p q) | None => true end) in *.
    inversion E; subst; clear E. cbn [known least_so_far first_least].
    assert (L1 : le_ratio (if lower then Some q else least_so_far s) (least_so_far s)).
    { unfold lower. destruct (least_so_far s) as [p|]; [|intros t; auto].
      destruct (Qle_bool p q) eqn:Le; cbn [negb]; [apply le_ratio_refl|].
      intros t Ht. assert (~ p <= q) by (intros X; apply Qle_bool_iff in X; congruence). lra. }
    assert (L2 : le_ratio (if lower then Some q else least_so_far s) (Some q)).
    { unfold lower. destruct (least_so_far s) as [p|]; [|apply le_ratio_refl].
      destruct (Qle_bool p q) eqn:Le; cbn [negb]; [|apply le_ratio_refl].
      apply Qle_bool_iff in Le. intros t Ht. lra. }
    split; [|split; [|split]].
    - intros k l F. apply cover_all_spec in F. cbn [known least_so_far] in *. destruct F as [F|F].
      + eapply holds_lower; [exact L2 | apply H; assumption].
      + eapply holds_lower; [exact L1 | exact (K k l F)].
    - intros _. left. cbn [least_so_far]. eapply holds_lower; [exact L2 | apply H; assumption].
    - exact L1.
    - unfold found. cbn [least_so_far first_least]. destruct lower; [right; split; assumption | left; split; reflexivity].
  Qed.

  Lemma delete_permutation x p rest : In x rest -> Permutation (x :: p) rest -> Permutation p (delete x rest).
  Proof.
    intros I P. apply (Permutation_cons_inv (a := x)). eapply perm_trans; [exact P|]. clear P p.
    induction rest as [|y rest IH]; [destruct I|]. cbn [delete].
    destruct (Nat.eqb_spec x y) as [->|N]; [reflexivity|].
    destruct I as [->|I]; [congruence|]. rewrite perm_swap. apply perm_skip. auto.
  Qed.

  Lemma delete_length x rest : In x rest -> length rest = S (length (delete x rest)).
  Proof.
    induction rest as [|y rest IH]; intros I; [destruct I|]. cbn [delete].
    destruct (Nat.eqb_spec x y) as [->|N]; [reflexivity|].
    destruct I as [->|I]; [congruence|]. cbn [length]. rewrite (IH I) at 1. reflexivity.
  Qed.

  Lemma done_lower n s s' l : le_ratio (least_so_far s') (least_so_far s) -> done n s l -> done n s' l.
  Proof.
    intros L H R. destruct (H R) as [H'|H']; [left; eapply holds_lower; eassumption | right; assumption].
  Qed.

  Lemma found_trans n s s' s'' : found n s s' -> found n s' s'' -> found n s s''.
  Proof.
    intros [[A B]|A] [[A' B']|A']; unfold found.
    - left. split; congruence.
    - right; assumption.
    - right. rewrite B'. assumption.
    - right; assumption.
  Qed.

  Lemma visit_sound n : scope c = None -> forall k before rest s s', length rest = k ->
    visit (visit_one c n) k before rest s = Some s' -> known_hold n s ->
    known_hold n s' /\ (forall p, Permutation p rest -> done n s' (before ++ p))
    /\ le_ratio (least_so_far s') (least_so_far s) /\ found n s s'.
  Proof.
    intros Sc. induction k as [|k IH]; intros before rest s s' L E K; cbn [visit] in E.
    - destruct rest as [|y rest]; [|discriminate L].
      destruct (visit_one_sound n before s s') as [K' [D' [R' F']]]; auto; [rewrite Sc; exact I|].
      repeat split; auto. intros p P. apply Permutation_sym, Permutation_nil in P. subst. rewrite app_nil_r. assumption.
    - assert (G : forall xs s s', incl xs rest ->
        fold_left (fun o x => match o with Some s => visit (visit_one c n) k (before ++ [x]) (delete x rest) s | None => None end)
                  xs (Some s) = Some s' -> known_hold n s ->
        known_hold n s' /\ (forall x p, In x xs -> Permutation p (delete x rest) -> done n s' (before ++ x :: p))
        /\ le_ratio (least_so_far s') (least_so_far s) /\ found n s s').
      { clear s s' E K. induction xs as [|x xs IHx]; intros s s' In' E K; cbn [fold_left] in E.
        - inversion E; subst. repeat split; auto; [intros x p [] | apply le_ratio_refl | left; auto].
        - assert (Hx : In x rest) by (apply In'; left; reflexivity).
          destruct (visit (visit_one c n) k (before ++ [x]) (delete x rest) s) as [s1|] eqn:E1.
          2: { exfalso. clear -E. induction xs; cbn [fold_left] in E; [discriminate | auto]. }
          destruct (IH (before ++ [x]) (delete x rest) s s1) as [K1 [D1 [R1 F1]]]; auto.
          { pose proof (delete_length x rest Hx). lia. }
          destruct (IHx s1 s') as [K2 [D2 [R2 F2]]]; auto; [intros y Hy; apply In'; right; assumption|].
          repeat split; auto.
          + intros y p [->|Hy] P; [|apply D2; assumption].
            specialize (D1 p P). rewrite <- app_assoc in D1. eapply done_lower; eassumption.
          + eapply le_ratio_trans; eassumption.
          + eapply found_trans; eassumption. }
      destruct (G rest s s' (incl_refl _) E K) as [K' [D' [R' F']]].
      repeat split; auto. intros [|x p] P; [apply Permutation_nil in P; subst; discriminate|].
      assert (Hx : In x rest) by (eapply Permutation_in; [exact P | left; reflexivity]).
      apply D'; [assumption | apply delete_permutation; assumption].
  Qed.

  Definition in_scope (l : list nat) : Prop := match scope c with Some k => l = k | None => True end.

  Lemma walk_sound n s s' : walk c n s = Some s' -> known_hold n s ->
    (forall l, in_scope l -> done n s' l) /\ le_ratio (least_so_far s') (least_so_far s) /\ found n s s'.
  Proof.
    unfold walk, in_scope. destruct (scope c) as [k|] eqn:Sc; intros E K.
    - destruct (visit_one_sound n k s s') as [_ [D' [R' F']]]; auto; [rewrite Sc; reflexivity|].
      repeat split; auto. intros l ->. assumption.
    - destruct (visit_sound n Sc n [] (seq 0 n) s s' (seq_length _ _) E K) as [_ [D' [R' F']]].
      repeat split; auto. intros l _ R. apply (D' l); [apply rank_vector_permutation|]; assumption.
  Qed.
End Claim.

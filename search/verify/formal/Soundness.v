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
      destruct Q as [[Q1 Q2] Q3]. repeat split; try assumption. apply all_one_spec; assumption.
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
    intros S. apply (forms_of_value (known_of c) n identity (ranks l) ltac:(intros; assumption) D (small c) S).
    apply claim_parts.
  Qed.
  Lemma M_forms n l D : symmetric n D -> forms_value D (forms_at c n identity (ranks l) (big c)) == M_of c n l D.
  Proof.
    intros S. apply (forms_of_value (known_of c) n identity (ranks l) ltac:(intros; assumption) D (big c) S).
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
    { intros e He. unfold forms_at.
      rewrite (forms_of_value (known_of c) n (ranks label) (ranks k) (proj1 Rl) E e SE He).
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

  (* --- lengths, one after the other ------------------------------------------------------------------ *)

  Lemma value_zero n s D e : (forall i j, (i < n)%nat -> (j < n)%nat -> D i j == 0) -> value v n s D e == 0.
  Proof.
    intros H.
    assert (R : forall t f i, (i < n)%nat -> sum n (fun j => count f t i j * cost v n t identity D i j) == 0).
    { intros t f i Hi. apply sum_zero; intros j Hj. unfold cost. rewrite (H i j Hi Hj). ring. }
    assert (P : forall t, prefix n (cost v n t identity D) t identity == 0).
    { intros t. rewrite prefix_count. apply sum_zero; intros i Hi. rewrite R by assumption. reflexivity. }
    assert (V : forall t f, distance v n D f t == 0).
    { intros t f. destruct (linear_functional f) eqn:L.
      - rewrite distance_count by assumption. apply sum_zero; intros i Hi. apply R; assumption.
      - destruct f; try discriminate; cbn [distance]; rewrite !P; reflexivity. }
    induction e as [|[c' f|c' l] e IH]; cbn [value term_value]; [reflexivity | ..]; rewrite IH.
    - unfold value_of. rewrite V. ring.
    - assert (I : inner_value v n s D l == 0).
      { clear IH. induction l as [|[q f] l IH]; cbn [inner_value]; [reflexivity|].
        rewrite IH. unfold value_of. rewrite V. ring. }
      rewrite I. cbn. ring.
  Qed.

  Lemma holds_short n o l : (n <= 1)%nat -> rank_vector n l -> holds n o l.
  Proof.
    intros Hn R D P r _.
    assert (Z : forall i j, (i < n)%nat -> (j < n)%nat -> D i j == 0).
    { intros i j Hi Hj. replace j with i by lia. apply P; assumption. }
    unfold N_of, M_of. fold v. rewrite !(value_zero n _ D _ Z). lra.
  Qed.

  Lemma decomposable_after_spec l : forall i high, decomposable_after i high l = true ->
    exists a, (S a < length l)%nat /\ (forall b, (b <= a)%nat -> (nth b l 0 <= i + a)%nat) /\ (high <= i + a)%nat.
  Proof.
    induction l as [|x [|y l] IH]; intros i high H; cbn [decomposable_after] in H; try discriminate.
    apply orb_prop in H. destruct H as [H|H].
    - apply Nat.eqb_eq in H. exists 0%nat. cbn [length]. split; [lia|]. split; [|lia].
      intros b Hb. replace b with 0%nat by lia. cbn [nth]. lia.
    - destruct (IH _ _ H) as [a [A1 [A2 A3]]]. exists (S a). cbn [length] in *. split; [lia|]. split; [|lia].
      intros [|b] Hb; cbn [nth]; [lia|]. specialize (A2 b ltac:(lia)). cbn [nth] in A2. lia.
  Qed.

  Lemma nth_map_seq f n i : (i < n)%nat -> nth i (map f (seq 0 n)) 0%nat = f i.
  Proof.
    intros H. rewrite (nth_indep _ 0%nat (f 0%nat)) by (rewrite map_length, seq_length; assumption).
    rewrite map_nth, seq_nth by assumption. reflexivity.
  Qed.

  Lemma decomposable_splits n l : rank_vector n l -> decomposable l = true ->
    exists m k l1 l2, n = (m + k)%nat /\ (0 < m)%nat /\ (0 < k)%nat /\ rank_vector m l1 /\ rank_vector k l2
      /\ splits m k (ranks l) (ranks l1) (ranks l2).
  Proof.
    intros [L R] H. destruct (decomposable_after_spec l 0 0 H) as [a [A1 [A2 _]]].
    set (m := S a). set (k := (n - m)%nat). assert (E : n = (m + k)%nat) by lia.
    exists m, k, (map (ranks l) (seq 0 m)), (map (fun i => ranks l (m + i) - m)%nat (seq 0 k)).
    assert (X1 : forall i, (i < m)%nat -> ranks (map (ranks l) (seq 0 m)) i = ranks l i)
      by (intros; apply nth_map_seq; assumption).
    assert (X2 : forall i, (i < k)%nat -> ranks (map (fun i => ranks l (m + i) - m)%nat (seq 0 k)) i = (ranks l (m + i) - m)%nat)
      by (intros; apply (nth_map_seq (fun i => ranks l (m + i) - m)%nat); assumption).
    assert (B1 : forall i, (i < m)%nat -> (ranks l i < m)%nat).
    { intros i Hi. specialize (A2 i ltac:(lia)). unfold ranks. lia. }
    assert (R1 : ranking m (ranks (map (ranks l) (seq 0 m)))).
    { split.
      - intros i Hi. rewrite X1 by assumption. apply B1; assumption.
      - intros i j Hi Hj. rewrite !X1 by assumption. apply R; lia. }
    assert (B2 : forall i, (i < k)%nat -> (m <= ranks l (m + i))%nat).
    { intros i Hi. destruct (Nat.le_gt_cases m (ranks l (m + i))); [assumption|]. exfalso.
      destruct (ranking_surjective m _ R1 _ H0) as [j [Hj Ej]]. rewrite X1 in Ej by assumption.
      apply (proj2 R) in Ej; lia. }
    assert (R2 : ranking k (ranks (map (fun i => ranks l (m + i) - m)%nat (seq 0 k)))).
    { split.
      - intros i Hi. rewrite X2 by assumption. pose proof (proj1 R (m + i)%nat ltac:(lia)). specialize (B2 i Hi). lia.
      - intros i j Hi Hj. rewrite !X2 by assumption. intros Q.
        pose proof (B2 i Hi). pose proof (B2 j Hj).
        assert (m + i = m + j)%nat by (apply R; lia). lia. }
    split; [exact E|]. split; [lia|]. split; [lia|].
    split; [split; [rewrite map_length, seq_length; reflexivity | exact R1]|].
    split; [split; [rewrite map_length, seq_length; reflexivity | exact R2]|].
    constructor; auto.
    - intros i Hi. rewrite X1 by assumption. reflexivity.
    - intros i Hi. rewrite X2 by assumption. specialize (B2 i Hi). lia.
  Qed.

  Lemma holds_splits m k l l1 l2 o : direct_sums c = true -> splits m k (ranks l) (ranks l1) (ranks l2) ->
    holds m o l1 -> holds k o l2 -> holds (m + k) o l.
  Proof.
    intros Ds Sp H1 H2 D P r Hr. destruct claim_parts as [_ [_ [_ [U _]]]]. destruct (U Ds) as [W [A B]].
    unfold holds, up_to, N_of, M_of in *. rewrite W in *.
    rewrite !(value_parts m k _ _ _ D _ Sp) by assumption.
    specialize (H1 D (pseudometric_first m k D P) r Hr). specialize (H2 _ (pseudometric_second m k D P) r Hr).
    rewrite Qmult_plus_distr_r. apply Qplus_le_compat; assumption.
  Qed.

  (* --- what a result says ------------------------------------------------------------------------------ *)

  (* σ of length m may be the sum of an identity and a shorter one, where there are direct sums. *)
  Definition proves (r : result) : Prop :=
    let m := length_of r in
    (forall l, in_scope l -> rank_vector m l -> forall D, pseudometric m D ->
       ratio_of r * N_of c m l D <= M_of c m l D)
    /\ (exists l D, in_scope l /\ rank_vector m l /\ pseudometric m D
        /\ 0 < N_of c m l D /\ M_of c m l D == ratio_of r * N_of c m l D)
    /\ (ratio_of r < 1 -> exists n l D, (n <= m)%nat /\ in_scope l /\ rank_vector n l /\ metric n D
        /\ M_of c n l D < N_of c n l D).

  Lemma padded k n l D : direct_sums c = true -> rank_vector n l -> pseudometric n D -> (0 < n)%nat ->
    exists l' D', rank_vector (k + n) l' /\ pseudometric (k + n) D'
      /\ N_of c (k + n) l' D' == N_of c n l D /\ M_of c (k + n) l' D' == M_of c n l D.
  Proof.
    intros Ds [L R] P Hn. set (l' := seq 0 k ++ map (Nat.add k) l).
    set (D' := fun i j => D (i - k)%nat (j - k)%nat).
    assert (Sp : splits k n (ranks l') (ranks (seq 0 k)) (ranks l)).
    { constructor; [..|exact R].
      - intros i Hi. unfold ranks, l'. rewrite app_nth1 by (rewrite seq_length; assumption). reflexivity.
      - intros i Hi. unfold ranks, l'. rewrite app_nth2 by (rewrite seq_length; lia). rewrite seq_length.
        replace (k + i - k)%nat with i by lia.
        rewrite (nth_indep _ 0%nat (k + 0)%nat) by (rewrite map_length; lia). apply (map_nth (Nat.add k)).
      - split; unfold ranks; intros i; [intros Hi; rewrite seq_nth by assumption; lia|].
        intros j Hi Hj. rewrite !seq_nth by assumption. lia. }
    assert (P' : pseudometric (k + n) D').
    { destruct P as [P1 [P2 [P3 P4]]]. unfold D'. repeat split; intros;
        (apply P1 || apply P2 || apply P3 || apply P4); lia. }
    exists l', D'. split; [split; [unfold l'; rewrite app_length, map_length, seq_length; lia | apply (splits_ranking k n _ _ _ Sp)]|].
    split; [exact P'|].
    destruct claim_parts as [_ [_ [_ [U _]]]]. destruct (U Ds) as [W [A B]].
    assert (X : forall e, forallb no_absolute e = true ->
      value v (k + n) (ranks l') D' e == value v n (ranks l) D e).
    { intros e He. unfold v at 1. rewrite W, (value_parts k n _ _ _ D' e Sp He), <- W. fold v.
      rewrite (value_zero k _ D').
      - rewrite Qplus_0_l. apply value_ext. intros i j Hi Hj. unfold D'.
        replace (k + i - k)%nat with i by lia. replace (k + j - k)%nat with j by lia. reflexivity.
      - intros i j Hi Hj. unfold D'. replace (i - k)%nat with 0%nat by lia. replace (j - k)%nat with 0%nat by lia.
        apply P; assumption. }
    split; apply X; assumption.
  Qed.

  (* Where the least ratio was found. *)
  Definition placed (m : nat) (s : state) : Prop :=
    match least_so_far s with
    | None => True
    | Some _ => in_scope (first_least s) /\ exists n, (0 < n)%nat /\ rank_vector n (first_least s)
        /\ (if direct_sums c then (n <= m)%nat else n = m)
    end.

  Lemma placed_found n m s s' : found n s s' -> (0 < n)%nat -> (if direct_sums c then (n <= m)%nat else n = m) ->
    placed m s -> placed m s'.
  Proof.
    intros [[E1 E2]|[R Sc]] Hn L P; unfold placed in *.
    - rewrite E1, E2. exact P.
    - destruct (least_so_far s'); [|exact I]. split; [exact Sc|]. exists n. auto.
  Qed.

  Lemma result_sound s violations m r : result_holds c s violations m r = true -> placed m s ->
    (forall l, in_scope l -> rank_vector m l -> holds m (least_so_far s) l) -> proves r.
  Proof.
    intros E P H. unfold result_holds in E. unfold placed in P.
    destruct (least_so_far s) as [q|]; [|discriminate].
    destruct P as [Sc [n [Hn [R L]]]]. rewrite (proj1 R) in E.
    set (l := first_least s) in *.
    set (N := forms_at c n identity (ranks l) (small c)) in *.
    set (M := forms_at c n identity (ranks l) (big c)) in *.
    rewrite !andb_true_iff in E. destruct E as [[[[[[E1 E2] _] _] E5] E6] E7].
    apply Nat.eqb_eq in E1. apply Qeq_bool_iff in E2. apply is_pseudometric_spec in E5.
    apply has_ratio_spec in E6. destruct E6 as [E6 E6'].
    unfold N, M in E6, E6'. rewrite (N_forms n l) in E6, E6' by (apply pseudometric_symmetric; assumption).
    rewrite (M_forms n l) in E6' by (apply pseudometric_symmetric; assumption).
    unfold proves. rewrite E1. cbv zeta.
    assert (Lm : (n <= m)%nat) by (destruct (direct_sums c); lia).
    split; [|split].
    - intros k Hk Rk D PD. apply (H k Hk Rk D PD). rewrite E2. lra.
    - destruct (direct_sums c) eqn:Ds.
      + destruct (padded (m - n) n l (matrix (best r)) Ds R E5 Hn) as [l' [D' [R' [P' [XN XM]]]]].
        replace (m - n + n)%nat with m in * by lia.
        exists l', D'. split; [|split; [assumption|split; [assumption|]]].
        * unfold in_scope in *. destruct claim_parts as [_ [_ [_ [_ V]]]].
          destruct (scope c) as [k|] eqn:Sk; [|exact I]. destruct (V k eq_refl) as [_ V']. congruence.
        * rewrite XN, XM, E2. split; assumption.
      + subst n. exists l, (matrix (best r)). rewrite E2. auto.
    - intros Lt. rewrite E2 in Lt. destruct (strict r) as [[k D]|].
      + rewrite !andb_true_iff in E7. destruct E7 as [[[_ _] E7] E8].
        apply is_metric_spec in E7. exists n, l, (matrix D). split; [assumption|]. split; [assumption|]. split; [assumption|].
        split; [assumption|]. pose proof (proj1 E7) as PD. apply pseudometric_symmetric in PD.
        rewrite <- (N_forms n l _ PD), <- (M_forms n l _ PD), <- !forms_number_eq.
        destruct (Qlt_le_dec (forms_number (matrix D) M) (forms_number (matrix D) N)) as [X|X]; [exact X|].
        apply Qle_bool_iff in X. rewrite X in E8. discriminate.
      + apply Qle_bool_iff in E7. lra.
  Qed.

  Lemma next_known n s : known_hold n (next_state s).
  Proof. intros k m F. cbn [known next_state] in F. rewrite PositiveMap.gempty in F. discriminate. Qed.

  Lemma accepts_lengths_sound k : forall m kept ind total s rs, direct_sums c = true -> (2 <= m)%nat ->
    accepts_lengths c k m kept ind total s rs = true -> placed (m - 1) s ->
    (forall n l, (n < m)%nat -> rank_vector n l -> holds n (least_so_far s) l) ->
    forall r, In r rs -> proves r.
  Proof.
    assert (Sc : direct_sums c = true -> forall l, in_scope l).
    { intros Ds l. unfold in_scope. destruct claim_parts as [_ [_ [_ [_ V]]]].
      destruct (scope c) as [x|] eqn:E; [|exact I]. destruct (V x eq_refl). congruence. }
    induction k as [|k IH]; intros m kept ind total s [|r rs] Ds Hm E P H r' I'; cbn [accepts_lengths] in E;
      try discriminate; [destruct I'|].
    destruct (walk c m (next_state s)) as [s'|] eqn:W; [|discriminate].
    apply andb_prop in E. destruct E as [E1 E2].
    destruct (walk_sound m _ _ W (next_known m s)) as [Dn [Le Fd]]. cbn [next_state least_so_far] in Le.
    assert (Lower : forall n l, (n < m)%nat -> rank_vector n l -> holds n (least_so_far s') l).
    { intros n l Hn R. eapply holds_lower; [exact Le | apply H; assumption]. }
    assert (Here : forall l, rank_vector m l -> holds m (least_so_far s') l).
    { intros l R. destruct (Dn l (Sc Ds l) R) as [X|[_ X]]; [exact X|].
      destruct (decomposable_splits m l R X) as [a [b [l1 [l2 [Em [Ha [Hb [R1 [R2 Sp]]]]]]]]].
      subst m. apply (holds_splits a b l l1 l2); auto; apply Lower; auto; lia. }
    assert (P' : placed m s').
    { apply (placed_found m m (next_state s)); auto; [lia | rewrite Ds; lia|].
      unfold placed in *. cbn [next_state least_so_far first_least]. destruct (least_so_far s); [|exact I].
      destruct P as [P1 [n [P2 [P3 P4]]]]. split; [exact P1|]. exists n. rewrite Ds in P4 |- *.
      split; [assumption|]. split; [assumption | lia]. }
    destruct I' as [<-|I'].
    - eapply result_sound; [exact E1 | exact P' |]. intros l _ R. apply Here; assumption.
    - eapply (IH (S m)); [exact Ds | lia | exact E2 | replace (S m - 1)%nat with m by lia; exact P' | | exact I'].
      intros n l Hn R. destruct (Nat.eq_dec n m) as [->|]; [apply Here; assumption | apply Lower; auto; lia].
  Qed.
End Claim.

(* If the checker accepts, then each of the results is proved. *)
Theorem accepts_sound : forall c records results, accepts c records results = true ->
  forall r, In r results -> proves c r.
Proof.
  intros c rs results E r I'. unfold accepts in E. rewrite !andb_true_iff in E. destruct E as [[C S] E].
  apply Nat.leb_le in S. destruct (direct_sums c) eqn:Ds.
  - eapply (accepts_lengths_sound c C); [exact Ds | | exact E | | | exact I']; [lia | exact I |].
    intros n l Hn R. apply holds_short; [lia | assumption].
  - destruct (walk c (size c) (empty_state rs)) as [s|] eqn:W; [|discriminate].
    destruct results as [|x [|y ys]]; try discriminate. destruct I' as [<-|[]].
    apply andb_prop in E. destruct E as [E _].
    destruct (walk_sound c C (size c) _ _ W) as [Dn [_ Fd]].
    { intros k m F. cbn [known empty_state] in F. rewrite PositiveMap.gempty in F. discriminate. }
    eapply (result_sound c C); [exact E | |].
    + apply (placed_found c (size c) (size c) (empty_state rs)); auto; [lia | rewrite Ds; reflexivity | exact I].
    + intros l Sl R. destruct (Dn l Sl R) as [X|[X _]]; [exact X | congruence].
Qed.

Print Assumptions accepts_sound.

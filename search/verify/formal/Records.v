(* SPDX-License-Identifier: MIT

   What a record proves that the checker accepts: r·N ≤ M for its σ and the images of it. *)
From Coq Require Import Permutation.
From Disarray Require Export Walk.

(* --- values -------------------------------------------------------------------------------------- *)

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

  Lemma N_nonneg n l D : rank_vector n l -> nonnegative n D -> 0 <= N_of c n l D.
  Proof. intros [_ R] N. apply value_nonneg; auto; apply claim_parts. Qed.
  Lemma M_nonneg n l D : rank_vector n l -> nonnegative n D -> 0 <= M_of c n l D.
  Proof. intros [_ R] N. apply value_nonneg; auto; apply claim_parts. Qed.

  (* --- their forms --- *)

  Lemma scale_positive n s : (0 < scale_at c n s)%Z.
  Proof.
    unfold scale_at. pose proof (common_positive (coefficients (small c) ++ coefficients (big c))).
    assert (0 < factor_scale (known_of c) n s)%Z; [|unfold coefficient_scale; nia].
    unfold factor_scale. destruct (is_unit _); [lia | apply common_positive].
  Qed.

  Lemma factors_fit n s t : t = s \/ t = inverted n s \/ t = back n s ->
    fits (known_of c) n t (factor_scale (known_of c) n s).
  Proof.
    intros H i Hi. unfold factor_scale. destruct (is_unit (known_of c)); [left; reflexivity | right].
    apply common_divides. assert (I : In (factor (known_of c) n t i) (factor_list (known_of c) n t)).
    { apply in_map, in_seq. lia. }
    rewrite !in_app_iff. destruct H as [->| [->| ->]]; auto.
  Qed.

  Lemma forms_at_value n label s D e : extended n D -> e = small c \/ e = big c ->
    forms_value D (forms_at c n label s e)
    == inject_Z (scale_at c n s) * value v n s (fun i j => D (label i) (label j)) e.
  Proof.
    intros X H. unfold forms_at, scale_at. cbv zeta. rewrite !inject_Z_mult. change (inject_Z 2) with 2.
    apply (forms_of_value (known_of c) n (coefficient_scale c) _ label s); auto using factors_fit.
    - apply common_positive.
    - destruct H as [->| ->]; apply claim_parts.
    - intros x I. apply common_divides, in_or_app. destruct H as [->| ->]; auto.
  Qed.

  Lemma forms_clipped n l D e : pseudometric n D -> e = small c \/ e = big c ->
    forms_value (clip n D) (forms_at c n identity (ranks l) e)
    == inject_Z (scale_at c n (ranks l)) * value v n (ranks l) D e.
  Proof.
    intros P H. rewrite (forms_at_value n identity (ranks l) _ e (clip_extended n D P) H).
    rewrite (value_ext v n (ranks l) _ D); [reflexivity|]. intros i j Hi Hj. unfold identity. rewrite clip_eq by assumption. reflexivity.
  Qed.

  Lemma positive_Q n s : 0 < inject_Z (scale_at c n s).
  Proof. change 0 with (inject_Z 0). rewrite <- Zlt_Qlt. apply scale_positive. Qed.

  Lemma up_to_scaled x ratio N M : 0 < x -> up_to ratio (x * N) (x * M) -> up_to ratio N M.
  Proof. intros P H r Hr. specialize (H r Hr). apply (Qmult_le_l _ _ x P). lra. Qed.

  (* --- images --- *)

  Lemma form_same_value x y f g D : form_same x y f g = true ->
    inject_Z x * form_value D f == inject_Z y * form_value D g.
  Proof.
    intros H. apply (vanishes_value D) in H. rewrite !form_axpy_value, inject_Z_opp in H. cbn [form_value] in H. lra.
  Qed.

  Lemma take_form_value x y f l l' D : (0 <= x)%Z -> (0 <= y)%Z -> take_form x y f l = Some l' ->
    inject_Z y * absolutes_value D l == inject_Z x * Qabs (form_value D f) + inject_Z y * absolutes_value D l'.
  Proof.
    intros X Y. assert (A : forall z q, (0 <= z)%Z -> inject_Z z * Qabs q == Qabs (inject_Z z * q)).
    { intros z q Hz. rewrite Qabs_Qmult, (Qabs_pos (inject_Z z)); [reflexivity|]. apply nonneg_Z, Z.leb_le. exact Hz. }
    revert l'. induction l as [|g l IH]; intros l' E; cbn [take_form absolutes_value] in *; [discriminate|].
    destruct (form_same x y f g || form_same x (- y) f g) eqn:S.
    - inversion E; subst. rewrite !Qmult_plus_distr_r, !A by assumption. apply Qplus_comp; [|reflexivity].
      apply orb_prop in S. destruct S as [S|S]; apply (form_same_value _ _ _ _ D) in S; rewrite S; [reflexivity|].
      rewrite inject_Z_opp, <- Qabs_opp. apply Qabs_wd. ring.
    - destruct (take_form x y f l) as [r|]; [|discriminate]. inversion E; subst. cbn [absolutes_value].
      rewrite !Qmult_plus_distr_r, (IH r eq_refl). ring.
  Qed.

  Lemma same_forms_value x y a b D : (0 <= x)%Z -> (0 <= y)%Z -> same_forms x y a b = true ->
    inject_Z x * forms_value D a == inject_Z y * forms_value D b.
  Proof.
    intros X Y H. apply andb_prop in H. destruct H as [H1 H2]. unfold forms_value.
    apply (form_same_value _ _ _ _ D) in H1. rewrite !Qmult_plus_distr_r, H1. apply Qplus_comp; [reflexivity|]. clear H1.
    revert H2. generalize (absolutes b). induction (absolutes a) as [|f l IH]; intros m H; cbn [same_absolutes] in H.
    - destruct m; [cbn; ring | discriminate].
    - destruct (take_form x y f m) as [m'|] eqn:E; [|discriminate].
      rewrite (take_form_value _ _ _ _ _ D X Y E), <- (IH m' H). cbn [absolutes_value]. ring.
  Qed.

  (* From an image to σ: its forms, by the labels of σ, are those of σ. *)
  Lemma image_sound n l image ratio : rank_vector n l ->
    image_holds c n (scale_at c n (ranks l)) (forms_at c n identity (ranks l) (small c))
      (forms_at c n identity (ranks l) (big c)) image = true ->
    rank_vector n (fst image) /\ (holds n ratio (fst image) -> holds n ratio l).
  Proof.
    intros R I. destruct image as [k label]. unfold image_holds in I. cbv zeta in I. cbn [fst snd] in *.
    rewrite !andb_true_iff in I. destruct I as [[[Rk Rl] IN] IM].
    apply is_rank_vector_spec in Rk, Rl. destruct Rl as [_ Rl]. split; [exact Rk|].
    intros H D P. specialize (H _ (pseudometric_relabelled n (ranks label) D Rl P)).
    set (E := fun i j => D (ranks label i) (ranks label j)) in *.
    assert (X : forall e, e = small c \/ e = big c ->
      forms_value (clip n D) (forms_at c n (ranks label) (ranks k) e)
      == inject_Z (scale_at c n (ranks k)) * value v n (ranks k) E e).
    { intros e He. rewrite (forms_at_value n _ _ _ e (clip_extended n D P) He).
      rewrite (value_ext v n (ranks k) _ E); [reflexivity|]. intros i j Hi Hj.
      unfold E. rewrite clip_eq by (apply Rl; assumption). reflexivity. }
    pose proof (scale_positive n (ranks l)). pose proof (scale_positive n (ranks k)).
    apply (same_forms_value _ _ _ _ (clip n D)) in IN, IM; try lia.
    rewrite X, forms_clipped in IN, IM by auto. unfold N_of, M_of in *. unfold v in IN, IM.
    pose proof (positive_Q n (ranks l)) as Pl. pose proof (positive_Q n (ranks k)) as Pk.
    set (x := inject_Z (scale_at c n (ranks l))) in *. set (y := inject_Z (scale_at c n (ranks k))) in *.
    assert (Y : forall a b, x * (y * a) == y * (x * b) -> a == b).
    { intros a b Q. assert (Pxy : 0 < x * y) by (apply Qmult_lt_0_compat; assumption).
      apply (Qmult_inj_l a b (x * y)); lra. }
    intros r Hr. rewrite <- (Y _ _ IN), <- (Y _ _ IM). exact (H r Hr).
  Qed.

  (* Or by the theorems about symmetries. *)
  Lemma inverse_rank_vector n l : rank_vector n l -> rank_vector n (inverse_list n (ranks l)).
  Proof.
    intros [_ R]. split; [unfold inverse_list; rewrite map_length, seq_length; reflexivity|].
    destruct (ranking_inverse n _ R) as [B I].
    split; [intros i Hi | intros i j Hi Hj]; rewrite !inverse_list_nth by assumption; [apply B | apply I]; assumption.
  Qed.

  Lemma inverse_holds n l ratio : weighting_of c = unit_weighting ->
    forallb keeps_inverse (small c) = true -> forallb keeps_inverse (big c) = true ->
    rank_vector n l -> holds n ratio (inverse_list n (ranks l)) -> holds n ratio l.
  Proof.
    intros W K1 K2 [_ R] H D P. set (u := inverse n (ranks l)).
    assert (P' : pseudometric n (fun i j => D (u i) (u j))) by
      (apply pseudometric_relabelled; [apply ranking_inverse; exact R | exact P]).
    specialize (H _ P').
    assert (X : forall e, forallb keeps_inverse e = true ->
      value unit_weighting n (ranks (inverse_list n (ranks l))) (fun i j => D (u i) (u j)) e
      == value unit_weighting n (ranks l) D e).
    { intros e K. rewrite (value_agree _ _ _ u); [|intros k Hk; apply inverse_list_nth; exact Hk]. unfold u at 1.
      rewrite (value_inverse n (ranks l) _ e R (pseudometric_symmetric n _ P') K).
      apply value_ext. intros i j Hi Hj. unfold u. rewrite !inverse_left by assumption. reflexivity. }
    unfold N_of, M_of in *. rewrite W in *. intros r Hr. rewrite <- (X _ K1), <- (X _ K2). exact (H r Hr).
  Qed.

  Lemma reverse_complement_mirrors n l i : length l = n -> (i < n)%nat ->
    ranks (reverse_complement n l) (mirror n i) = mirror n (ranks l i).
  Proof.
    intros L Hi. unfold ranks, reverse_complement, mirror.
    rewrite (nth_indep _ 0%nat (n - 1 - 0)%nat) by (rewrite map_length, rev_length; lia).
    rewrite (map_nth (fun k => n - 1 - k)%nat), rev_nth by lia. do 2 f_equal. lia.
  Qed.

  Lemma reverse_complement_rank_vector n l : rank_vector n l -> rank_vector n (reverse_complement n l).
  Proof.
    intros [L R]. split; [unfold reverse_complement; rewrite map_length, rev_length; exact L|].
    apply (mirrored_ranking n (ranks l)); [exact R|]. intros i Hi. apply reverse_complement_mirrors; assumption.
  Qed.

  Lemma mirror_holds n l ratio : weighting_of c = unit_weighting ->
    rank_vector n l -> holds n ratio (reverse_complement n l) -> holds n ratio l.
  Proof.
    intros W [L R] H D P. pose proof (pseudometric_relabelled n (mirror n) D (mirror_ranking n) P) as P'.
    specialize (H _ P').
    assert (X : forall e, value unit_weighting n (ranks (reverse_complement n l)) (fun i j => D (mirror n i) (mirror n j)) e
      == value unit_weighting n (ranks l) D e).
    { intros e. rewrite (value_mirror n (ranks l) _ _ e R (pseudometric_symmetric n _ P'))
        by (intros i Hi; apply reverse_complement_mirrors; assumption).
      apply value_ext. intros i j Hi Hj. unfold mirror.
      replace (n - 1 - (n - 1 - i))%nat with i by lia. replace (n - 1 - (n - 1 - j))%nat with j by lia. reflexivity. }
    unfold N_of, M_of in *. rewrite W in *. intros r Hr. rewrite <- !X. exact (H r Hr).
  Qed.

  Lemma known_symmetry_sound n l ratio p : known_symmetry c = true -> rank_vector n l -> In p (images c n l) ->
    rank_vector n (fst p) /\ (holds n ratio (fst p) -> holds n ratio l).
  Proof.
    intros K R I. apply andb_prop in K. destruct K as [W K]. apply all_one_spec in W.
    pose proof (inverse_rank_vector n l R) as Ri.
    assert (X : by_inverse c = true -> holds n ratio (inverse_list n (ranks l)) -> holds n ratio l).
    { intros B. rewrite B in K. apply andb_prop in K. apply inverse_holds; tauto. }
    unfold images in I. rewrite !in_app_iff in I. destruct I as [I|[I|I]].
    - destruct (by_inverse c); [|destruct I]. destruct I as [<-|[]]. auto.
    - destruct (by_reverse_complement c); [|destruct I]. destruct I as [<-|[]].
      split; [apply reverse_complement_rank_vector | apply mirror_holds]; assumption.
    - destruct (by_inverse c), (by_reverse_complement c); try destruct I as [<-|[]]; try destruct I.
      split; [apply reverse_complement_rank_vector; exact Ri|].
      intros H. apply X; [reflexivity|]. apply mirror_holds; assumption.
  Qed.

  Lemma check_record_sound n r q :
    check_record c n (forms_at c n identity (ranks (r_ranks r)) (small c))
                     (forms_at c n identity (ranks (r_ranks r)) (big c)) r = Some q ->
    rank_vector n (r_ranks r) /\ holds n (Some q) (r_ranks r).
  Proof.
    intros E. unfold check_record in E. cbv zeta in E.
    set (N := forms_at c n identity (ranks (r_ranks r)) (small c)) in *.
    set (M := forms_at c n identity (ranks (r_ranks r)) (big c)) in *.
    destruct (is_rank_vector n (r_ranks r)) eqn:R; [|discriminate]. apply is_rank_vector_spec in R.
    destruct (check_proof _ _ N M (r_proof r)) as [[q'|]|] eqn:P; try discriminate.
    destruct (match r_witness r with None => _ | Some _ => _ end); [|discriminate]. inversion E; subst. clear E.
    split; [assumption|].
    intros D HD. apply (up_to_scaled _ _ _ _ (positive_Q n (ranks (r_ranks r)))).
    assert (X := check_proof_sound n _ N M _ (clip_extended n D HD)
                   (Z.lt_le_incl _ _ (scale_positive n (ranks (r_ranks r))))).
    unfold N, M in X. rewrite forms_clipped in X by auto. intros t Ht. unfold N_of, M_of. fold v.
    rewrite <- !forms_clipped by auto. apply (X ltac:(apply Qmult_le_0_compat;
      [apply Qlt_le_weak, positive_Q | apply (N_nonneg n _ D R (pseudometric_nonneg n D HD))]) _ _ P t Ht).
  Qed.

  Lemma no_forms_value f D : no_forms f = true -> forms_value D f == 0.
  Proof.
    intros H. apply andb_prop in H. destruct H as [H1 H2]. unfold forms_value.
    rewrite (vanishes_value D _ H1). destruct (absolutes f); [cbn; ring | discriminate].
  Qed.
End Claim.

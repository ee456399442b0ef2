(* SPDX-License-Identifier: MIT

   What a certificate proves that `accepts` accepts: for each result and each σ of its length in
   scope, r·N ≤ M at every pseudometric; and the r is attained. *)
From Coq Require Import Permutation.
From Disarray Require Export Records.

(* --- the order of the walk --------------------------------------------------------------------------- *)

Lemma before_ind k : forall P : list nat -> Prop,
  (forall l, length l = k -> (forall m, length m = k -> before m l = true -> P m) -> P l) ->
  forall l, length l = k -> P l.
Proof.
  induction k as [|k IH]; intros P H.
  - intros l L. apply H; [exact L|]. intros [|y m] Lm B; discriminate.
  - assert (X : forall x l, length l = k -> P (x :: l)).
    { induction x as [x IHx] using (well_founded_induction lt_wf). apply (IH (fun l => P (x :: l))).
      intros l L Hl. apply H; [cbn [length]; congruence|]. intros [|y m] Lm B; [discriminate|].
      cbn [before] in B. injection Lm as Lm. apply orb_prop in B. destruct B as [B|B].
      - apply Nat.ltb_lt in B. apply IHx; assumption.
      - apply andb_prop in B. destruct B as [E B]. apply Nat.eqb_eq in E. subst y. apply Hl; assumption. }
    intros [|x l] L; [discriminate|]. apply X. injection L as L. exact L.
Qed.

Lemma same_list_spec l m : same_list l m = true -> l = m.
Proof.
  intros H. destruct (all_two_spec _ 0%nat 0%nat _ _ H) as [L X]. apply (nth_ext _ _ 0%nat 0%nat L).
  intros i Hi. apply Nat.eqb_eq, X, Hi.
Qed.

Lemma scaled_ratio x N M q : 0 < x -> 0 < x * N /\ x * M == q * (x * N) -> 0 < N /\ M == q * N.
Proof.
  intros P [H1 H2]. split.
  - apply (Qmult_lt_l 0 N x P). lra.
  - apply (Qmult_inj_l M (q * N) x); lra.
Qed.

Section Claim.
  Variable c : claim.
  Hypothesis C : claim_holds c = true.
  Local Notation holds := (holds c).
  Let v := weighting_of c.
  Let M_nonneg := M_nonneg c C.
  Let holds_lower := holds_lower c.
  Let forms_clipped := forms_clipped c C.

  Lemma forms_whole n l D e : is_pseudometric n D = true -> e = small c \/ e = big c ->
    forms_value (whole_matrix D) (forms_at c n identity (ranks l) e)
    == inject_Z (scale_at c n (ranks l)) * value v n (ranks l) (whole_matrix D) e.
  Proof.
    intros P H. unfold v. rewrite <- forms_clipped by auto using is_pseudometric_spec.
    unfold forms_value.
    assert (X : forall m, form_value (whole_matrix D) m == form_value (clip n (whole_matrix D)) m)
      by (intros m; apply form_value_ext; intros; apply whole_matrix_clip; exact P).
    rewrite X. apply Qplus_comp; [reflexivity|].
    induction (absolutes _) as [|m ms IH]; cbn [absolutes_value]; [reflexivity|]. rewrite X, IH. reflexivity.
  Qed.

  Definition in_scope (l : list nat) : Prop := match scope c with Some k => l = k | None => True end.

  (* l holds where k does, which the walk has met before. *)
  Definition follows (n : nat) (l k : list nat) : Prop :=
    in_scope k /\ rank_vector n k /\ before k l = true /\ forall ratio, holds n ratio k -> holds n ratio l.

  Definition done (n : nat) (s : state) (l : list nat) : Prop :=
    rank_vector n l ->
    holds n (least_so_far s) l \/ (direct_sums c = true /\ decomposable l = true) \/ exists k, follows n l k.

  (* Where the least ratio was found. *)
  Definition found (n : nat) (s s' : state) : Prop :=
    (least_so_far s' = least_so_far s /\ first_least s' = first_least s)
    \/ (rank_vector n (first_least s') /\ in_scope (first_least s')).

  Lemma image_in_scope n l p : In p (images c n l) -> in_scope (fst p).
  Proof.
    unfold in_scope. destruct (scope c) as [k|] eqn:Sc; [|intros; exact I].
    pose proof C as H. unfold claim_holds in H. rewrite Sc, !andb_true_iff, !negb_true_iff in H.
    destruct H as [[_ [[_ I1] I2]] _]. unfold images. rewrite I1, I2. intros [].
  Qed.

  Lemma visit_one_sound n l s s' : in_scope l -> visit_one c n l s = Some s' ->
    done n s' l /\ le_ratio (least_so_far s') (least_so_far s) /\ found n s s'.
  Proof.
    intros Sc E. unfold visit_one in E.
    destruct (direct_sums c && decomposable l) eqn:Dec.
    { inversion E; subst. apply andb_prop in Dec.
      split; [intros _; right; left; exact Dec | split; [apply le_ratio_refl | left; auto]]. }
    cbv zeta in E. cbn [left least_so_far first_least violating indecomposable] in E.
    set (N := forms_at c n identity (ranks l) (small c)) in *.
    set (M := forms_at c n identity (ranks l) (big c)) in *.
    destruct (earlier_image c n l) as [p|] eqn:Im; cbn [is_none negb] in E.
    { apply find_some in Im. destruct Im as [Ip B].
      assert (X : le_ratio (least_so_far s') (least_so_far s) /\ found n s s'
                  /\ (known_symmetry c = true \/ image_holds c n (scale_at c n (ranks l)) N M p = true)).
      { destruct (known_symmetry c); cbn [andb] in E.
        - inversion E; subst. split; [apply le_ratio_refl|]. split; [left; auto | left; reflexivity].
        - destruct (image_holds _ _ _ _ _ _); [|discriminate]. inversion E; subst.
          split; [apply le_ratio_refl|]. split; [left; auto | right; reflexivity]. }
      destruct X as [L [F X]]. split; [|split; assumption]. intros R. right. right. exists (fst p).
      assert (Y : forall ratio, rank_vector n (fst p) /\ (holds n ratio (fst p) -> holds n ratio l)).
      { intros ratio. destruct X as [X|X]; [apply (known_symmetry_sound c n l ratio p X R Ip)|].
        apply (image_sound c C n l p ratio R X). }
      split; [apply (image_in_scope n l); exact Ip|]. split; [apply (Y None)|]. split; [exact B|]. intros ratio. apply Y. }
    rewrite andb_false_r in E.
    destruct (no_forms N) eqn:Z.
    { inversion E; subst. split; [|split; [apply le_ratio_refl | left; auto]].
      intros R. left. intros D P r _.
      pose proof (no_forms_value N (clip n D) Z) as V. unfold N in V. rewrite (forms_clipped n l D) in V by auto.
      apply Qmult_integral in V. destruct V as [V|V]; [pose proof (positive_Q c n (ranks l)); lra|].
      unfold N_of. rewrite V. pose proof (M_nonneg n l D R (pseudometric_nonneg n D P)). lra. }
    destruct (next_record l (left s)) as [[r rest]|]; [|discriminate].
    destruct (same_list (r_ranks r) l) eqn:Rl; [|discriminate]. apply same_list_spec in Rl. subst l.
    destruct (check_record c n N M r) as [q|] eqn:Chk; [|discriminate].
    destruct (check_record_sound c C n r q Chk) as [R H].
    set (lower := match least_so_far s with Some p => negb (Qle_bool p q) | None => true end) in *.
    inversion E; subst; clear E. cbn [least_so_far first_least].
    assert (L1 : le_ratio (if lower then Some q else least_so_far s) (least_so_far s)).
    { unfold lower. destruct (least_so_far s) as [p|]; [|intros t; auto].
      destruct (Qle_bool p q) eqn:Le; cbn [negb]; [apply le_ratio_refl|].
      intros t Ht. assert (~ p <= q) by (intros X; apply Qle_bool_iff in X; congruence). lra. }
    assert (L2 : le_ratio (if lower then Some q else least_so_far s) (Some q)).
    { unfold lower. destruct (least_so_far s) as [p|]; [|apply le_ratio_refl].
      destruct (Qle_bool p q) eqn:Le; cbn [negb]; [|apply le_ratio_refl].
      apply Qle_bool_iff in Le. intros t Ht. lra. }
    split; [intros _; left; cbn [least_so_far]; eapply holds_lower; eassumption|]. split; [exact L1|].
    unfold found. cbn [least_so_far first_least]. destruct lower; [right; split; assumption | left; split; reflexivity].
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

  Lemma visit_sound n : scope c = None -> forall k head rest s s', length rest = k ->
    visit (visit_one c n) k head rest s = Some s' ->
    (forall p, Permutation p rest -> done n s' (head ++ p))
    /\ le_ratio (least_so_far s') (least_so_far s) /\ found n s s'.
  Proof.
    intros Sc. induction k as [|k IH]; intros head rest s s' L E; cbn [visit] in E.
    - destruct rest as [|y rest]; [|discriminate L].
      destruct (visit_one_sound n head s s') as [D' [R' F']]; auto; [unfold in_scope; rewrite Sc; exact I|].
      repeat split; auto. intros p P. apply Permutation_sym, Permutation_nil in P. subst. rewrite app_nil_r. assumption.
    - assert (G : forall xs s s', incl xs rest ->
        fold_left (fun o x => match o with Some s => visit (visit_one c n) k (head ++ [x]) (delete x rest) s | None => None end)
                  xs (Some s) = Some s' ->
        (forall x p, In x xs -> Permutation p (delete x rest) -> done n s' (head ++ x :: p))
        /\ le_ratio (least_so_far s') (least_so_far s) /\ found n s s').
      { clear s s' E. induction xs as [|x xs IHx]; intros s s' In' E; cbn [fold_left] in E.
        - inversion E; subst. repeat split; auto; [intros x p [] | apply le_ratio_refl | left; auto].
        - assert (Hx : In x rest) by (apply In'; left; reflexivity).
          destruct (visit (visit_one c n) k (head ++ [x]) (delete x rest) s) as [s1|] eqn:E1.
          2: { exfalso. clear -E. induction xs; cbn [fold_left] in E; [discriminate | auto]. }
          destruct (IH (head ++ [x]) (delete x rest) s s1) as [D1 [R1 F1]]; auto.
          { pose proof (delete_length x rest Hx). lia. }
          destruct (IHx s1 s') as [D2 [R2 F2]]; auto; [intros y Hy; apply In'; right; assumption|].
          repeat split; auto.
          + intros y p [->|Hy] P; [|apply D2; assumption].
            specialize (D1 p P). rewrite <- app_assoc in D1. eapply done_lower; eassumption.
          + eapply le_ratio_trans; eassumption.
          + eapply found_trans; eassumption. }
      destruct (G rest s s' (incl_refl _) E) as [D' [R' F']].
      repeat split; auto. intros [|x p] P; [apply Permutation_nil in P; subst; discriminate|].
      assert (Hx : In x rest) by (eapply Permutation_in; [exact P | left; reflexivity]).
      apply D'; [assumption | apply delete_permutation; assumption].
  Qed.

  (* Of those in scope nothing is left but direct sums. *)
  Lemma walk_sound n s s' : walk c n s = Some s' ->
    (forall l, in_scope l -> rank_vector n l -> direct_sums c && decomposable l = true -> holds n (least_so_far s') l) ->
    forall l, in_scope l -> rank_vector n l -> holds n (least_so_far s') l.
  Proof.
    intros E Sums.
    assert (Dn : forall l, in_scope l -> done n s' l).
    { unfold walk, in_scope in *. destruct (scope c) as [k|] eqn:Sc.
      - intros l ->. apply (visit_one_sound n k s s'); [unfold in_scope; rewrite Sc; reflexivity | exact E].
      - intros l _ R. destruct (visit_sound n Sc n [] (seq 0 n) s s' (seq_length _ _) E) as [D' _].
        apply (D' l); [apply rank_vector_permutation|]; assumption. }
    intros l Sc R. refine (before_ind n (fun l => in_scope l -> rank_vector n l -> holds n (least_so_far s') l) _ l (proj1 R) Sc R).
    clear l Sc R. intros l _ IH Sc R. destruct (Dn l Sc R) as [X|[[X Y]|[k [Sk [Rk [B X]]]]]]; [exact X | |].
    - apply Sums; [assumption | assumption | rewrite X, Y; reflexivity].
    - apply X, IH; [exact (proj1 Rk) | assumption..].
  Qed.

  Lemma walk_lower n s s' : walk c n s = Some s' -> le_ratio (least_so_far s') (least_so_far s) /\ found n s s'.
  Proof.
    unfold walk. intros E. destruct (scope c) as [k|] eqn:Sc.
    - apply (visit_one_sound n k s s'); [unfold in_scope; rewrite Sc; reflexivity | exact E].
    - apply (visit_sound n Sc n [] (seq 0 n) s s' (seq_length _ _) E).
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
    intros Ds Sp H1 H2 D P r Hr. destruct (claim_parts c C) as [_ [_ [_ [U _]]]]. destruct (U Ds) as [W [A B]].
    unfold Records.holds, up_to, N_of, M_of in *. rewrite W in *.
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
    destruct (claim_parts c C) as [_ [_ [_ [U _]]]]. destruct (U Ds) as [W [A B]].
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
    apply Nat.eqb_eq in E1. apply Qeq_bool_iff in E2. apply has_ratio_spec in E6. destruct E6 as [E6 E6'].
    unfold N, M in E6, E6'. rewrite (forms_whole n l) in E6, E6' by auto. rewrite (forms_whole n l) in E6' by auto.
    destruct (scaled_ratio _ _ _ _ (positive_Q c n (ranks l)) (conj E6 E6')) as [R1 R2]. clear E6 E6'.
    apply is_pseudometric_spec in E5.
    unfold proves. rewrite E1. cbv zeta.
    assert (Lm : (n <= m)%nat) by (destruct (direct_sums c); lia).
    split; [|split].
    - intros k Hk Rk D PD. apply (H k Hk Rk D PD). rewrite E2. lra.
    - destruct (direct_sums c) eqn:Ds.
      + destruct (padded (m - n) n l (whole_matrix (best r)) Ds R E5 Hn) as [l' [D' [R' [P' [XN XM]]]]].
        replace (m - n + n)%nat with m in * by lia.
        exists l', D'. split; [|split; [assumption|split; [assumption|]]].
        * unfold in_scope in *. destruct (claim_parts c C) as [_ [_ [_ [_ V]]]].
          destruct (scope c) as [k|] eqn:Sk; [|exact I]. destruct (V k eq_refl) as [_ V']. congruence.
        * rewrite XN, XM, E2. split; assumption.
      + subst n. exists l, (whole_matrix (best r)). rewrite E2. auto.
    - intros Lt. rewrite E2 in Lt. destruct (strict r) as [[k D]|].
      + rewrite !andb_true_iff in E7. destruct E7 as [[[_ _] E7] E8].
        pose proof E7 as E9. apply andb_prop in E9. destruct E9 as [E9 _].
        apply is_metric_spec in E7. exists n, l, (whole_matrix D). split; [assumption|]. split; [assumption|].
        split; [assumption|]. split; [assumption|].
        apply Z.ltb_lt in E8. rewrite Zlt_Qlt, !forms_number_eq in E8. unfold N, M in E8.
        rewrite !(forms_whole n l) in E8 by auto. apply (Qmult_lt_l _ _ _ (positive_Q c n (ranks l))). exact E8.
      + apply Qle_bool_iff in E7. lra.
  Qed.

  (* Or where there is no least ratio. *)
  Definition proves_outcome (o : outcome) : Prop :=
    match o with
    | Attained r => proves r
    | Threshold m _ tight =>
      (forall l, in_scope l -> rank_vector m l -> forall D, pseudometric m D -> N_of c m l D <= M_of c m l D)
      /\ (tight <> None -> exists l D, in_scope l /\ rank_vector m l /\ pseudometric m D
          /\ 0 < N_of c m l D /\ M_of c m l D == N_of c m l D)
    end.

  Lemma tight_sound m l D : tight_holds c m l D = true -> exists l D, in_scope l /\ rank_vector m l
    /\ pseudometric m D /\ 0 < N_of c m l D /\ M_of c m l D == N_of c m l D.
  Proof.
    intros H. unfold tight_holds in H. cbv zeta in H. set (n := length l) in *.
    rewrite !andb_true_iff in H. destruct H as [[[[R L] Sc] P] X].
    assert (I : forall k, in_scope k) by (intros k; unfold in_scope; destruct (scope c); [discriminate | exact I]).
    apply is_rank_vector_spec in R. apply has_ratio_spec in X. destruct X as [X1 X2].
    rewrite (forms_whole n l) in X1, X2 by auto. rewrite (forms_whole n l) in X2 by auto.
    destruct (scaled_ratio _ _ _ _ (positive_Q c n (ranks l)) (conj X1 X2)) as [R1 R2]. apply is_pseudometric_spec in P.
    destruct (direct_sums c) eqn:Ds.
    - apply andb_prop in L. destruct L as [L1 L2]. apply Nat.leb_le in L1, L2.
      destruct (padded (m - n) n l (whole_matrix D) Ds R P L1) as [l' [D' [R' [P' [XN XM]]]]].
      replace (m - n + n)%nat with m in * by lia. exists l', D'.
      rewrite XN, XM. split; [apply I|]. split; [exact R'|]. split; [exact P'|]. split; [exact R1|].
      unfold M_of, N_of. fold v. rewrite R2. ring.
    - apply Nat.eqb_eq in L. rewrite L in *. exists l, (whole_matrix D). split; [apply I|]. split; [exact R|].
      split; [exact P|]. split; [exact R1|]. unfold M_of, N_of. fold v. rewrite R2. ring.
  Qed.

  Lemma outcome_sound s violations m o : outcome_holds c s violations m o = true -> placed m s ->
    (forall l, in_scope l -> rank_vector m l -> holds m (least_so_far s) l) -> proves_outcome o.
  Proof.
    destruct o as [r|k x tight]; intros E P H; cbn [outcome_holds] in E; [eapply result_sound; eassumption|].
    rewrite !andb_true_iff in E. destruct E as [[[E1 _] E2] E3]. apply Nat.eqb_eq in E1. subst k. split.
    - intros l Sl R D PD. specialize (H l Sl R D PD 1). destruct (least_so_far s) as [q|]; [|discriminate].
      apply Qle_bool_iff in E2. specialize (H E2). lra.
    - intros T. destruct tight as [[l D]|]; [|congruence]. eapply tight_sound. exact E3.
  Qed.

  Lemma accepts_lengths_sound k : forall m kept ind total s rs, direct_sums c = true -> (2 <= m)%nat ->
    accepts_lengths c k m kept ind total s rs = true -> placed (m - 1) s ->
    (forall n l, (n < m)%nat -> rank_vector n l -> holds n (least_so_far s) l) ->
    forall r, In r rs -> proves_outcome r.
  Proof.
    assert (Sc : direct_sums c = true -> forall l, in_scope l).
    { intros Ds l. unfold in_scope. destruct (claim_parts c C) as [_ [_ [_ [_ V]]]].
      destruct (scope c) as [x|] eqn:E; [|exact I]. destruct (V x eq_refl). congruence. }
    induction k as [|k IH]; intros m kept ind total s [|r rs] Ds Hm E P H r' I'; cbn [accepts_lengths] in E;
      try discriminate; [destruct I'|].
    destruct (walk c m (next_state s)) as [s'|] eqn:W; [|discriminate].
    apply andb_prop in E. destruct E as [E1 E2].
    destruct (walk_lower m _ _ W) as [Le Fd]. cbn [next_state least_so_far] in Le.
    assert (Lower : forall n l, (n < m)%nat -> rank_vector n l -> holds n (least_so_far s') l).
    { intros n l Hn R. eapply holds_lower; [exact Le | apply H; assumption]. }
    assert (Here : forall l, rank_vector m l -> holds m (least_so_far s') l).
    { intros l R. apply (walk_sound m _ _ W); [|apply Sc; exact Ds | exact R]. clear l R. intros l _ R X.
      apply andb_prop in X. destruct X as [_ X].
      destruct (decomposable_splits m l R X) as [a [b [l1 [l2 [Em [Ha [Hb [R1 [R2 Sp]]]]]]]]].
      subst m. apply (holds_splits a b l l1 l2); auto; apply Lower; auto; lia. }
    assert (P' : placed m s').
    { apply (placed_found m m (next_state s)); auto; [lia | rewrite Ds; lia|].
      unfold placed in *. cbn [next_state least_so_far first_least]. destruct (least_so_far s); [|exact I].
      destruct P as [P1 [n [P2 [P3 P4]]]]. split; [exact P1|]. exists n. rewrite Ds in P4 |- *.
      split; [assumption|]. split; [assumption | lia]. }
    destruct I' as [<-|I'].
    - eapply outcome_sound; [exact E1 | exact P' |]. intros l _ R. apply Here; assumption.
    - eapply (IH (S m)); [exact Ds | lia | exact E2 | replace (S m - 1)%nat with m by lia; exact P' | | exact I'].
      intros n l Hn R. destruct (Nat.eq_dec n m) as [->|]; [apply Here; assumption | apply Lower; auto; lia].
  Qed.
End Claim.

(* If the checker accepts, then each of the outcomes is proved. *)
Theorem accepts_from_sound : forall c records outcomes, accepts_from c records outcomes = true ->
  forall o, In o outcomes -> proves_outcome c o.
Proof.
  intros c rs results E r I'. unfold accepts_from in E. rewrite !andb_true_iff in E. destruct E as [[C S] E].
  apply Nat.leb_le in S. destruct (direct_sums c) eqn:Ds.
  - eapply (accepts_lengths_sound c C); [exact Ds | | exact E | | | exact I']; [lia | exact I |].
    intros n l Hn R. apply holds_short; [lia | assumption].
  - destruct (walk c (size c) (empty_state rs)) as [s|] eqn:W; [|discriminate].
    destruct results as [|x [|y ys]]; try discriminate. destruct I' as [<-|[]].
    apply andb_prop in E. destruct E as [E _].
    destruct (walk_lower c C (size c) _ _ W) as [_ Fd].
    eapply (outcome_sound c C); [exact E | |].
    + apply (placed_found c (size c) (size c) (empty_state rs)); auto; [lia | rewrite Ds; reflexivity | exact I].
    + apply (walk_sound c C (size c) _ _ W). rewrite Ds. discriminate.
Qed.

(* The same of format 1. *)
Theorem accepts_sound : forall c records results, accepts c records results = true ->
  forall r, In r results -> proves c r.
Proof. intros c rs results E r I. exact (accepts_from_sound c _ _ E (Attained r) (in_map Attained _ _ I)). Qed.

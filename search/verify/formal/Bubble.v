(* SPDX-License-Identifier: MIT

   Inequalities for every n that need the triangle inequality: K ≤ F[interval] ≤ 4K and
   K ≤ F[box] ≤ 4K for all weights 1. The way is the proofs page's: a step exchanges two values of
   σ, of which all between are fixed, and brings σ nearer to the identity; each step changes a form
   F - K - T, or 4K - F, by something ≥ 0. *)
From Disarray Require Export Steps.

(* --- the check of a step ------------------------------------------------------------------------- *)

(* α·D_xj + β·D_zj + κ·D_xz ≥ 0 in three points, if it is for the three cuts. *)
Lemma three_points xj zj xz al be ka :
  xj <= xz + zj -> zj <= xz + xj -> xz <= xj + zj -> 0 <= al + be -> 0 <= al + ka -> 0 <= be + ka ->
  0 <= al * xj + be * zj + ka * xz.
Proof.
  intros H1 H2 H3 A B C.
  assert (0 <= (al + be) * (xj + zj - xz)) by (apply Qmult_le_0_compat; lra).
  assert (0 <= (al + ka) * (xj + xz - zj)) by (apply Qmult_le_0_compat; lra).
  assert (0 <= (be + ka) * (zj + xz - xj)) by (apply Qmult_le_0_compat; lra).
  lra.
Qed.

Definition in_shape (x c d z j q : nat) : bool :=
  (x <=? c)%nat && (c <? d)%nat && (d <=? z)%nat && negb (j =? x)%nat && negb (j =? z)%nat
  && negb (q =? c)%nat && negb (q =? d)%nat
  && implb ((c <? q)%nat && (q <? d)%nat || (c <? j)%nat && (j <? d)%nat) (q =? j)%nat.

(* With κ_c borrowed from D_xz for the element c, κ_d for d: no other element lessens the form, ... *)
Definition third_holds (e : nat -> nat -> nat -> nat -> Q) (kc kd : Q) (x c d z j q : nat) : bool :=
  if in_shape x c d z j q then
    let al := change e x d c j q in
    let be := change e z c d j q in
    let ka := when (j =? c)%nat kc + when (j =? d)%nat kd in
    Qle_bool 0 (al + be) && Qle_bool 0 (al + ka) && Qle_bool 0 (be + ka)
  else true.

(* ... and x and z have what they lend. *)
Definition both_hold (e : nat -> nat -> nat -> nat -> Q) (kc kd : Q) (x c d z : nat) : bool :=
  if (x <=? c)%nat && (c <? d)%nat && (d <=? z)%nat then
    Qle_bool (when (negb (c =? x)%nat) kc + when (negb (d =? z)%nat) kd) (change_both e x d c z)
  else true.

Definition step_holds e kc kd (x c d z j q : nat) : bool :=
  third_holds e kc kd x c d z j q && both_hold e kc kd x c d z && Qeq_bool (e x x j j) 0.

Ltac kept K := repeat first
  [ rewrite (ltb_kept _ _ _ _ K) by (simpl; tauto) | rewrite (leb_kept _ _ _ _ K) by (simpl; tauto)
  | rewrite (eqb_kept _ _ _ _ K) by (simpl; tauto) ].

Lemma step_holds_kept e kc kd r x c d z j q : of_order_type e -> keeps [x; c; d; z; j; q] r ->
  step_holds e kc kd (r x) (r c) (r d) (r z) (r j) (r q) = step_holds e kc kd x c d z j q.
Proof.
  intros E K. unfold step_holds, third_holds, both_hold, in_shape, change, change_both. kept K.
  repeat rewrite E by (eapply keeps_incl; [|exact K]; intros u Hu; simpl in *; tauto).
  reflexivity.
Qed.

Theorem step_proves e kc kd : of_order_type e -> below_6 (step_holds e kc kd) = true ->
  forall n s D, ranking n s -> pseudometric n D -> 0 <= pair_sum n e s D.
Proof.
  intros E B n s D R P. revert s R.
  assert (H : forall x c d z j q, step_holds e kc kd x c d z j q = true).
  { apply below_6_spec; [assumption|]. intros; apply step_holds_kept; assumption. }
  apply (bubble_induction n (fun s => 0 <= pair_sum n e s D)).
  - intros s F. apply sum_nonneg; intros i Hi. apply sum_nonneg; intros j Hj.
    rewrite (F i Hi), (F j Hj). specialize (H i i i i j i). unfold step_holds in H.
    apply andb_prop in H. destruct H as [_ H]. apply Qeq_bool_iff in H. rewrite H. lra.
  - intros s x c d z R T IH.
    pose proof (step_change n e s x c d z D T P) as C.
    enough (0 <= change_both e x d c z * D x z
                 + sum n (fun j => when (other x z j)
                     (change e x d c j (s j) * D x j + change e z c d j (s j) * D z j))) by lra.
    destruct P as [Pos [_ [Sym Tri]]]. destruct T as [xc cd dz zn sx sz Fix].
    assert (Hx : (x < n)%nat) by lia.
    (* what is borrowed *)
    assert (L : sum n (fun j => when (other x z j) (when (j =? c)%nat (- kc * D x z)
                                                    + when (j =? d)%nat (- kd * D x z)))
                == when (negb (c =? x)%nat) (- kc * D x z) + when (negb (d =? z)%nat) (- kd * D x z)).
    { rewrite (sum_ext n _ (fun j => when (other x z j) (when (j =? c)%nat (- kc * D x z))
                                     + when (other z x j) (when (j =? d)%nat (- kd * D x z)))).
      - rewrite sum_plus, !sum_at by lia. reflexivity.
      - intros j _. unfold other. rewrite (andb_comm (negb (j =? z)%nat)).
        destruct (negb (j =? x)%nat && negb (j =? z)%nat); simpl; ring. }
    assert (G : sum n (fun j => when (other x z j) (when (j =? c)%nat (- kc * D x z)
                                                    + when (j =? d)%nat (- kd * D x z)))
                <= sum n (fun j => when (other x z j)
                     (change e x d c j (s j) * D x j + change e z c d j (s j) * D z j))).
    { apply sum_le; intros j Hj. destruct (other x z j) eqn:O; simpl; [|apply Qle_refl].
      assert (j <> x /\ j <> z).
      { unfold other in O. destruct (Nat.eqb_spec j x), (Nat.eqb_spec j z); try discriminate; split; assumption. }
      assert (s j <> c) by (intro; assert (j = z) by (apply (proj2 R); [assumption | lia | congruence]); lia).
      assert (s j <> d) by (intro; assert (j = x) by (apply (proj2 R); [assumption | lia | congruence]); lia).
      assert ((c < s j)%nat -> (s j < d)%nat -> s j = j)
        by (intros; apply (proj2 R); [apply (proj1 R); assumption | assumption | apply Fix; assumption]).
      assert ((c < j)%nat -> (j < d)%nat -> s j = j) by (intros; apply Fix; assumption).
      specialize (H x c d z j (s j)). unfold step_holds, third_holds in H.
      apply andb_prop in H. destruct H as [H _]. apply andb_prop in H. destruct H as [H _].
      assert (I : in_shape x c d z j (s j) = true).
      { unfold in_shape. generalize dependent (s j); intros q; intros. compare; reflexivity || (exfalso; lia). }
      rewrite I in H. apply andb_prop in H. destruct H as [H C3]. apply andb_prop in H. destruct H as [C1 C2].
      apply Qle_bool_iff in C1, C2, C3.
      pose proof (Tri x j z Hx Hj zn) as T1. pose proof (Tri z j x zn Hj Hx) as T2.
      pose proof (Tri x z j Hx zn Hj) as T3. rewrite (Sym z x zn Hx) in T2. rewrite (Sym j z Hj zn) in T3.
      pose proof (three_points _ _ _ _ _ _ T1 T2 T3 C1 C2 C3).
      destruct (j =? c)%nat, (j =? d)%nat; cbn [when] in *; lra. }
    assert (B2 : when (negb (c =? x)%nat) kc + when (negb (d =? z)%nat) kd <= change_both e x d c z).
    { specialize (H x c d z x x). unfold step_holds, both_hold in H.
      apply andb_prop in H. destruct H as [H _]. apply andb_prop in H. destruct H as [_ H].
      rewrite (proj2 (Nat.leb_le x c)), (proj2 (Nat.ltb_lt c d)), (proj2 (Nat.leb_le d z)) in H by lia.
      apply Qle_bool_iff. exact H. }
    pose proof (Pos x z Hx zn) as Dxz.
    assert (0 <= (change_both e x d c z - (when (negb (c =? x)%nat) kc + when (negb (d =? z)%nat) kd)) * D x z)
      by (apply Qmult_le_0_compat; lra).
    destruct (negb (c =? x)%nat), (negb (d =? z)%nat); cbn [when] in *; lra.
Qed.

(* --- the theorems, one argument -------------------------------------------------------------------- *)

(* F - K - T_R, and 4K - F. *)
Definition b_type (i p j q : nat) : Q := f_type i p j q - k_type i p j q - right_type i p j q.
Definition c_type (i p j q : nat) : Q := 4 * k_type i p j q - f_type i p j q.

Lemma passed_kept l r x y k : keeps l r -> In x l -> In y l -> In k l ->
  passed (r x) (r y) (r k) = passed x y k.
Proof.
  intros K Hx Hy Hk. unfold passed. rewrite (eqb_kept l) by assumption.
  pose proof (K x y Hx Hy). pose proof (K y x Hy Hx).
  destruct (Nat.lt_ge_cases x y).
  - rewrite !Nat.min_l, !Nat.max_r by (try apply Nat.lt_le_incl; tauto). rewrite !(leb_kept l) by assumption. reflexivity.
  - rewrite !Nat.min_r, !Nat.max_l by (assumption || lia). rewrite !(leb_kept l) by assumption. reflexivity.
Qed.

Lemma b_of_order_type : of_order_type b_type.
Proof.
  intros r i p j q K. unfold b_type, f_type, k_type, right_type.
  rewrite (passed_kept _ _ _ _ _ K) by (simpl; tauto). kept K. reflexivity.
Qed.

Lemma c_of_order_type : of_order_type c_type.
Proof.
  intros r i p j q K. unfold c_type, f_type, k_type.
  rewrite (passed_kept _ _ _ _ _ K) by (simpl; tauto). kept K. reflexivity.
Qed.

Lemma b_step : below_6 (step_holds b_type 1 0) = true.
Proof. vm_compute. reflexivity. Qed.

Lemma c_step : below_6 (step_holds c_type 1 1) = true.
Proof. vm_compute. reflexivity. Qed.

(* Σ D(k, σ⁻¹(k)) over the k that move up, and over those that move down. *)
Definition up_sum (n : nat) (s : nat -> nat) (D : nat -> nat -> Q) : Q := pair_sum n right_type s D.
Definition down_sum (n : nat) (s : nat -> nat) (D : nat -> nat -> Q) : Q := pair_sum n left_type s D.

Lemma pair_sum_linear n (f g h : nat -> nat -> nat -> nat -> Q) a b s D :
  (forall i p j q, f i p j q == a * g i p j q + b * h i p j q) ->
  pair_sum n f s D == a * pair_sum n g s D + b * pair_sum n h s D.
Proof.
  intros H. unfold pair_sum. rewrite <- !sum_scale, <- sum_plus. apply sum_ext; intros i _.
  rewrite <- !sum_scale, <- sum_plus. apply sum_ext; intros j _. rewrite H. ring.
Qed.

Lemma interval_ge_up n s D : ranking n s -> pseudometric n D ->
  kendall n D s identity + up_sum n s D <= interval n D s identity.
Proof.
  intros R P. pose proof (step_proves b_type 1 0 b_of_order_type b_step n s D R P) as H.
  rewrite (pair_sum_linear n b_type (fun i p j q => f_type i p j q - k_type i p j q) right_type 1 (-1)) in H
    by (intros; unfold b_type; ring).
  rewrite (pair_sum_linear n _ f_type k_type 1 (-1)) in H by (intros; ring).
  rewrite kendall_pair_sum, interval_pair_sum. unfold up_sum. lra.
Qed.

Lemma interval_le_4_kendall_one n s D : ranking n s -> pseudometric n D ->
  interval n D s identity <= 4 * kendall n D s identity.
Proof.
  intros R P. pose proof (step_proves c_type 1 1 c_of_order_type c_step n s D R P) as H.
  rewrite (pair_sum_linear n c_type k_type f_type 4 (-1)) in H by (intros; unfold c_type; ring).
  rewrite kendall_pair_sum, interval_pair_sum. lra.
Qed.

(* --- two arguments -------------------------------------------------------------------------------- *)

Lemma sum_pairs_reindex n u f : ranking n u ->
  sum n (fun i => sum n (fun j => f i j)) == sum n (fun k => sum n (fun l => f (u k) (u l))).
Proof.
  intros R. rewrite <- (sum_reindex n u (fun i => sum n (fun j => f i j)) R).
  apply sum_ext; intros k _. symmetry. apply (sum_reindex n u (fun j => f (u k) j) R).
Qed.

(* Right-invariance: σ and τ become στ⁻¹ and the identity, and D goes with the elements. *)
Theorem kendall_right_invariant : forall n D s t, ranking n s -> ranking n t ->
  let u := inverse n t in
  kendall n D s t == kendall n (fun i j => D (u i) (u j)) (fun k => s (u k)) identity.
Proof.
  intros n D s t Rs Rt u. unfold kendall.
  rewrite (sum_pairs_reindex n u _ (ranking_inverse n t Rt)).
  apply sum_ext; intros k Hk; apply sum_ext; intros l Hl. unfold differ, identity, u.
  rewrite (proj2 (inverse_spec n t k Rt Hk)), (proj2 (inverse_spec n t l Rt Hl)). reflexivity.
Qed.

Theorem interval_right_invariant : forall n D s t, ranking n s -> ranking n t ->
  let u := inverse n t in
  interval n D s t == interval n (fun i j => D (u i) (u j)) (fun k => s (u k)) identity.
Proof.
  intros n D s t Rs Rt u. unfold interval.
  rewrite (sum_pairs_reindex n u _ (ranking_inverse n t Rt)).
  apply sum_ext; intros k Hk; apply sum_ext; intros l Hl. unfold identity, u.
  rewrite (proj2 (inverse_spec n t k Rt Hk)).
  replace (inverse n t k =? inverse n t l)%nat with (k =? l)%nat; [reflexivity|].
  destruct (Nat.eqb_spec k l) as [->|N]; [rewrite Nat.eqb_refl; reflexivity|].
  symmetry. apply Nat.eqb_neq. intros E. apply N. apply (ranking_inverse n t Rt); assumption.
Qed.

(* Theorem B. *)
Theorem kendall_le_interval : forall n s t D, ranking n s -> ranking n t -> pseudometric n D ->
  kendall n D s t <= interval n D s t.
Proof.
  intros n s t D Rs Rt P.
  pose proof (ranking_inverse n t Rt) as Ru.
  rewrite kendall_right_invariant, interval_right_invariant by assumption. cbv zeta.
  pose proof (ranking_compose n s (inverse n t) Rs Ru) as R.
  pose proof (pseudometric_relabelled n _ D Ru P) as P'.
  pose proof (interval_ge_up n _ _ R P') as H.
  assert (0 <= up_sum n (fun k => s (inverse n t k)) (fun i j => D (inverse n t i) (inverse n t j))); [|lra].
  apply sum_nonneg; intros i Hi; apply sum_nonneg; intros j Hj. unfold right_type.
  rewrite when_times. destruct (_ && _)%bool; cbn [when]; [apply P'; assumption | lra].
Qed.

(* Theorem C. *)
Theorem interval_le_4_kendall : forall n s t D, ranking n s -> ranking n t -> pseudometric n D ->
  interval n D s t <= 4 * kendall n D s t.
Proof.
  intros n s t D Rs Rt P.
  pose proof (ranking_inverse n t Rt) as Ru.
  rewrite kendall_right_invariant, interval_right_invariant by assumption.
  apply interval_le_4_kendall_one; [apply ranking_compose | apply pseudometric_relabelled]; assumption.
Qed.

Theorem box_le_4_kendall : forall n s t D, ranking n s -> ranking n t -> pseudometric n D ->
  box n D s t <= 4 * kendall n D s t.
Proof.
  intros n s t D Rs Rt P. rewrite box_mean.
  pose proof (interval_le_4_kendall n s t D Rs Rt P).
  pose proof (interval_le_4_kendall n t s D Rt Rs P) as H2.
  rewrite (kendall_symmetric n D t s) in H2 by (destruct P as [_ [_ [S _]]]; exact S). lra.
Qed.

(* --- both sides at once --------------------------------------------------------------------------- *)

(* Reverse-complement: i becomes n-1-i, and so do ranks. *)
Definition mirror (n i : nat) : nat := (n - 1 - i)%nat.

Lemma mirror_ranking n : ranking n (mirror n).
Proof. split; unfold mirror; intros; lia. Qed.

Definition mirrored (n : nat) (s : nat -> nat) : nat -> nat := fun i => mirror n (s (mirror n i)).

Lemma mirror_keeps n i : (i < n)%nat -> mirror n (mirror n i) = i.
Proof. unfold mirror. lia. Qed.

(* A form of the mirror image is a form of σ with mirrored order types. *)
Lemma pair_sum_mirrored n e s D : ranking n s ->
  pair_sum n e (mirrored n s) (fun i j => D (mirror n i) (mirror n j))
  == pair_sum n (fun i p j q => e (mirror n i) (mirror n p) (mirror n j) (mirror n q)) s D.
Proof.
  intros R. unfold pair_sum. rewrite (sum_pairs_reindex n (mirror n) _ (mirror_ranking n)).
  apply sum_ext; intros i Hi; apply sum_ext; intros j Hj. unfold mirrored. rewrite !mirror_keeps by assumption.
  reflexivity.
Qed.

Lemma pair_sum_ext n e f s D : ranking n s ->
  (forall i p j q, (i < n)%nat -> (p < n)%nat -> (j < n)%nat -> (q < n)%nat -> e i p j q == f i p j q) ->
  pair_sum n e s D == pair_sum n f s D.
Proof.
  intros [B _] H. apply sum_ext; intros i Hi; apply sum_ext; intros j Hj. rewrite H by auto. reflexivity.
Qed.

Lemma pair_sum_exchange n e s D : symmetric n D ->
  pair_sum n (fun i p j q => e j q i p) s D == pair_sum n e s D.
Proof.
  intros S. unfold pair_sum. rewrite sum_exchange. apply sum_ext; intros i Hi; apply sum_ext; intros j Hj.
  rewrite (S j i Hj Hi). reflexivity.
Qed.

(* Theorem B, with what it leaves over: F[interval] >= K + Σ D(k, σ⁻¹(k))/2. *)
Theorem interval_ge_half_total : forall n s D, ranking n s -> pseudometric n D ->
  kendall n D s identity + (1 # 2) * sum n (fun k => D k (inverse n s k)) <= interval n D s identity.
Proof.
  intros n s D R P.
  pose proof (interval_ge_up n s D R P) as Up.
  assert (S : symmetric n D) by (destruct P as [_ [_ [S _]]]; exact S).
  assert (Down : kendall n D s identity + down_sum n s D <= interval n D s identity).
  { pose (E := fun i j => D (mirror n i) (mirror n j)).
    assert (PE : pseudometric n E) by exact (pseudometric_relabelled n _ D (mirror_ranking n) P).
    assert (Rm : ranking n (mirrored n s)).
    { apply (ranking_compose n (mirror n) (fun i => s (mirror n i)) (mirror_ranking n)).
      apply (ranking_compose n s (mirror n) R (mirror_ranking n)). }
    pose proof (interval_ge_up n (mirrored n s) E Rm PE) as H.
    rewrite kendall_pair_sum, interval_pair_sum in H |- *. unfold up_sum, down_sum, E in *.
    rewrite !pair_sum_mirrored in H by assumption.
    rewrite (pair_sum_ext n (fun i p j q => f_type (mirror n i) (mirror n p) (mirror n j) (mirror n q)) f_type s D R) in H.
    2: { intros i p j q Hi Hp Hj Hq. unfold f_type, passed, mirror. compare; reflexivity || lia. }
    rewrite (pair_sum_ext n (fun i p j q => right_type (mirror n i) (mirror n p) (mirror n j) (mirror n q)) left_type s D R) in H.
    2: { intros i p j q Hi Hp Hj Hq. unfold right_type, left_type, mirror. compare; reflexivity || lia. }
    rewrite (pair_sum_ext n (fun i p j q => k_type (mirror n i) (mirror n p) (mirror n j) (mirror n q))
               (fun i p j q => k_type j q i p) s D R) in H.
    2: { intros i p j q Hi Hp Hj Hq. unfold k_type, mirror. compare; reflexivity || lia. }
    rewrite (pair_sum_exchange n k_type s D S) in H. exact H. }
  assert (T : sum n (fun k => D k (inverse n s k)) == up_sum n s D + down_sum n s D).
  { unfold up_sum, down_sum.
    transitivity (pair_sum n (fun i p j q => right_type i p j q + left_type i p j q) s D).
    - unfold pair_sum. apply sum_ext; intros i Hi.
      destruct (inverse_spec n s i R Hi) as [Bk Ek].
      rewrite (sum_single n (inverse n s i)) by
        (try assumption; intros j Hj N; unfold right_type, left_type;
         assert (s j <> i) by (intros Q; apply N; rewrite <- Q; symmetry; apply inverse_left; assumption);
         rewrite (proj2 (Nat.eqb_neq (s j) i)) by assumption; cbn; ring).
      rewrite Ek. unfold right_type, left_type. rewrite Nat.eqb_refl. cbn [andb].
      destruct (Nat.ltb_spec i (s i)), (Nat.ltb_spec (s i) i); cbn [when]; try lia; try ring.
      assert (s i = i) by lia.
      assert (inverse n s i = i) by (rewrite <- H1 at 1; apply inverse_left; assumption).
      rewrite H2. destruct P as [_ [Z _]]. rewrite (Z i Hi). ring.
    - rewrite (pair_sum_linear n _ right_type left_type 1 1) by (intros; ring). ring. }
  rewrite T. lra.
Qed.

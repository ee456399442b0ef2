(* SPDX-License-Identifier: MIT

   Theorems by computation: the kernel of Coq runs the checker on certificates that `disarray search`
   found and disarray-verify-proved --coq wrote as Coq terms. Nothing of them is trusted, only
   computed with; the statements here do not depend on them. *)
From Disarray Require Import Soundness.
From Disarray Require PrefixMin5 PrefixMin6 IntervalMax5 BoxMax5.

Lemma distance_unit n D s :
  distance unit_weighting n D Kendall s == kendall n D s identity
  /\ distance unit_weighting n D Prefix s == prefix n D s identity
  /\ distance unit_weighting n D Interval s == interval n D s identity
  /\ distance unit_weighting n D Box s == box n D s identity.
Proof.
  assert (C : forall b i j, when b (cost unit_weighting n s identity D i j) == when b (D i j))
    by (intros; rewrite cost_unit; reflexivity).
  assert (S : forall p i, sum n (fun j => when (p j) (cost unit_weighting n s identity D i j))
                          == sum n (fun j => when (p j) (D i j)))
    by (intros; apply sum_ext; intros; apply C).
  cbn [distance]. repeat split.
  - apply sum_ext; intros i _. apply S.
  - apply sum_ext; intros i _. apply Qabs_wd. rewrite !S. reflexivity.
  - apply sum_ext; intros i _. apply (S (fun j => negb (i =? j)%nat && passed (s i) (identity i) (s j))).
  - unfold box. apply Qmult_comp; [reflexivity|]. apply sum_ext; intros i _.
    rewrite (S (fun j => negb (i =? j)%nat && passed (s i) (identity i) (s j))),
      (S (fun j => negb (i =? j)%nat && passed (s i) (identity i) (identity j))). reflexivity.
Qed.

(* What all results of a certificate say together. *)
Lemma results_hold c records results m q :
  accepts c records results = true -> scope c = None ->
  existsb (fun r => (length_of r =? m)%nat && Qeq_bool (ratio_of r) q) results = true ->
  (forall l, rank_vector m l -> forall D, pseudometric m D -> q * N_of c m l D <= M_of c m l D)
  /\ (exists l D, rank_vector m l /\ pseudometric m D /\ 0 < N_of c m l D /\ M_of c m l D == q * N_of c m l D)
  /\ (q < 1 -> exists n l D, (n <= m)%nat /\ rank_vector n l /\ metric n D /\ M_of c n l D < N_of c n l D).
Proof.
  intros A Sc E. apply existsb_exists in E. destruct E as [r [I' E]]. apply andb_prop in E. destruct E as [E1 E2].
  apply Nat.eqb_eq in E1. apply Qeq_bool_iff in E2.
  destruct (accepts_sound c records results A r I') as [P1 [P2 P3]]. unfold in_scope in *. rewrite Sc in *.
  cbv zeta in *. rewrite E1 in *. split; [|split].
  - intros l R D P. rewrite <- E2. apply P1; auto.
  - destruct P2 as [l [D [_ [R [P [Pos Eq]]]]]]. exists l, D. rewrite <- E2. auto.
  - intros L. rewrite <- E2 in L. destruct (P3 L) as [n [l [D [Hn [_ [R [Mt Lt]]]]]]]. exists n, l, D. auto.
Qed.

(* A claim about one functional on each side. *)
Lemma claim_value m c f l D :
  value unit_weighting m (ranks l) D [Plain c (Of f false)] == c * distance unit_weighting m D f (ranks l).
Proof. cbn [value term_value]. unfold value_of. cbn. ring. Qed.

Ltac computed := vm_compute; reflexivity.

(* --- K <= F[prefix] for n <= 5; not for n = 6, where min F/K is 6/7 --------------------------------- *)

Lemma prefix_5_accepted : accepts PrefixMin5.the_claim PrefixMin5.the_records PrefixMin5.the_results = true.
Proof. computed. Qed.
Lemma prefix_6_accepted : accepts PrefixMin6.the_claim PrefixMin6.the_records PrefixMin6.the_results = true.
Proof. computed. Qed.

Lemma prefix_N m l D : N_of PrefixMin5.the_claim m l D == kendall m D (ranks l) identity.
Proof. unfold N_of. change (weighting_of PrefixMin5.the_claim) with unit_weighting.
  rewrite (claim_value m 1 Kendall), (proj1 (distance_unit m D (ranks l))). ring. Qed.
Lemma prefix_M m l D : M_of PrefixMin5.the_claim m l D == prefix m D (ranks l) identity.
Proof. unfold M_of. change (weighting_of PrefixMin5.the_claim) with unit_weighting.
  rewrite (claim_value m 1 Prefix), (proj1 (proj2 (distance_unit m D (ranks l)))). ring. Qed.

(* q*K <= F[prefix], where a number q >= 1 gives K <= F[prefix]. *)
Theorem kendall_le_prefix_5 : forall n l D, (n <= 5)%nat -> rank_vector n l -> pseudometric n D ->
  kendall n D (ranks l) identity <= prefix n D (ranks l) identity.
Proof.
  intros n l D Hn R P.
  rewrite <- prefix_N, <- prefix_M.
  assert (C : claim_holds PrefixMin5.the_claim = true) by reflexivity.
  destruct (Nat.le_gt_cases n 1) as [H1|H1].
  - pose proof (holds_short PrefixMin5.the_claim n None l H1 R D P 1 I). lra.
  - assert (X : exists q, 1 <= q /\ forall l, rank_vector n l -> forall D, pseudometric n D ->
      q * N_of PrefixMin5.the_claim n l D <= M_of PrefixMin5.the_claim n l D).
    { assert (E : (n = 2 \/ n = 3 \/ n = 4 \/ n = 5)%nat) by lia.
      pose proof (fun m q => results_hold _ _ _ m q prefix_5_accepted eq_refl) as Y.
      destruct E as [->|[->|[->| ->]]];
        [exists 2 | exists 1 | exists 1 | exists 1]; (split; [lra|]); apply Y; reflexivity. }
    destruct X as [q [Hq X]]. specialize (X l R D P).
    assert (0 <= N_of PrefixMin5.the_claim n l D) by exact (N_nonneg _ C n l D R (proj1 P)).
    assert (0 <= (q - 1) * N_of PrefixMin5.the_claim n l D) by (apply Qmult_le_0_compat; lra). lra.
Qed.

Theorem prefix_minimum_6 :
  (forall l D, rank_vector 6 l -> pseudometric 6 D ->
     (6 # 7) * kendall 6 D (ranks l) identity <= prefix 6 D (ranks l) identity)
  /\ (exists l D, rank_vector 6 l /\ pseudometric 6 D /\ 0 < kendall 6 D (ranks l) identity
      /\ prefix 6 D (ranks l) identity == (6 # 7) * kendall 6 D (ranks l) identity).
Proof.
  destruct (results_hold _ _ _ 6 (6 # 7) prefix_6_accepted eq_refl eq_refl) as [H1 [[l [D [R [P [Pos E]]]]] _]].
  split.
  - intros k E' R' P'. specialize (H1 k R' E' P'). rewrite <- prefix_N, <- prefix_M. exact H1.
  - exists l, D. rewrite <- prefix_N, <- prefix_M. auto.
Qed.

(* K <= F[prefix] fails, for a metric. *)
Theorem kendall_le_prefix_refuted : exists n l D, (n <= 6)%nat /\ rank_vector n l /\ metric n D
  /\ prefix n D (ranks l) identity < kendall n D (ranks l) identity.
Proof.
  destruct (results_hold _ _ _ 6 (6 # 7) prefix_6_accepted eq_refl eq_refl) as [_ [_ H]].
  destruct H as [n [l [D [Hn [R [M E]]]]]]; [reflexivity|].
  exists n, l, D. rewrite <- prefix_N, <- prefix_M. auto.
Qed.

(* --- maxima of F[interval] and F[box] at n = 5 -------------------------------------------------------- *)

Lemma interval_5_accepted : accepts IntervalMax5.the_claim IntervalMax5.the_records IntervalMax5.the_results = true.
Proof. computed. Qed.
Lemma box_5_accepted : accepts BoxMax5.the_claim BoxMax5.the_records BoxMax5.the_results = true.
Proof. computed. Qed.

(* max F[interval]/K = 4: the bound is `interval_le_4_kendall`. *)
Theorem interval_maximum_5 : exists l D, rank_vector 5 l /\ pseudometric 5 D
  /\ 0 < kendall 5 D (ranks l) identity /\ interval 5 D (ranks l) identity == 4 * kendall 5 D (ranks l) identity.
Proof.
  destruct (results_hold _ _ _ 5 (3 # 4) interval_5_accepted eq_refl eq_refl) as [_ [[l [D [R [P [Pos E]]]]] _]].
  exists l, D. unfold N_of, M_of in Pos, E. change (weighting_of IntervalMax5.the_claim) with unit_weighting in *.
  rewrite (claim_value 5 1 Interval), (proj1 (proj2 (proj2 (distance_unit 5 D (ranks l))))) in Pos, E.
  rewrite (claim_value 5 3 Kendall), (proj1 (distance_unit 5 D (ranks l))) in E.
  split; [exact R|]. split; [exact P|]. split; lra.
Qed.

Theorem box_maximum_5 :
  (forall l D, rank_vector 5 l -> pseudometric 5 D ->
     box 5 D (ranks l) identity <= (13 # 4) * kendall 5 D (ranks l) identity)
  /\ (exists l D, rank_vector 5 l /\ pseudometric 5 D /\ 0 < kendall 5 D (ranks l) identity
      /\ box 5 D (ranks l) identity == (13 # 4) * kendall 5 D (ranks l) identity).
Proof.
  destruct (results_hold _ _ _ 5 (12 # 13) box_5_accepted eq_refl eq_refl) as [H [[l [D [R [P [Pos E]]]]] _]].
  assert (X : forall l D, N_of BoxMax5.the_claim 5 l D == box 5 D (ranks l) identity
                          /\ M_of BoxMax5.the_claim 5 l D == 3 * kendall 5 D (ranks l) identity).
  { intros k E'. unfold N_of, M_of. change (weighting_of BoxMax5.the_claim) with unit_weighting.
    rewrite (claim_value 5 1 Box), (claim_value 5 3 Kendall).
    destruct (distance_unit 5 E' (ranks k)) as [D1 [_ [_ D4]]]. rewrite D1, D4. split; ring. }
  split.
  - intros k E' R' P'. specialize (H k R' E' P'). destruct (X k E') as [X1 X2]. rewrite X1, X2 in H. lra.
  - exists l, D. destruct (X l D) as [X1 X2]. rewrite X1 in Pos, E. rewrite X2 in E.
    split; [exact R|]. split; [exact P|]. split; lra.
Qed.

(* --- with weights K <= F[interval] fails: 2 4 1 3, w = (1, 5, 5, 1) -------------------------------------- *)

Theorem weighted_interval_refuted :
  let v := Weighting (numbers [1; 5; 5; 1]) (fun _ => 1) one in
  let D := matrix [[0; 1; 0; 1]; [1; 0; 1; 0]; [0; 1; 0; 1]; [1; 0; 1; 0]] in
  let s := ranks [1; 3; 0; 2]%nat in
  ranking 4 s /\ pseudometric 4 D
  /\ Qred (distance v 4 D Kendall s) = 25 /\ Qred (distance v 4 D Interval s) = 10.
Proof.
  cbv zeta. split; [apply (is_rank_vector_spec 4 [1; 3; 0; 2]%nat); reflexivity|].
  split; [exact (is_pseudometric_spec 4 [[0; 1; 0; 1]; [1; 0; 1; 0]; [0; 1; 0; 1]; [1; 0; 1; 0]]%Z eq_refl)|].
  split; reflexivity.
Qed.

(* --- from small n to every larger one: fixed points in front --------------------------------------------- *)

(* The constant 4 of `interval_le_4_kendall` is attained for every n >= 4: 3 1 4 2, D = 1 between
   {1, 2} and {3, 4}. *)
Theorem interval_4_attained : forall n, (4 <= n)%nat -> exists l D, rank_vector n l /\ pseudometric n D
  /\ 0 < kendall n D (ranks l) identity /\ interval n D (ranks l) identity == 4 * kendall n D (ranks l) identity.
Proof.
  intros n Hn.
  pose (c := Claim 4 None [Plain 1 (Of Kendall false)] [Plain 1 (Of Interval false)] None None one true false false).
  pose (l := [2; 0; 3; 1]%nat). pose (D := matrix [[0; 0; 1; 1]; [0; 0; 1; 1]; [1; 1; 0; 0]; [1; 1; 0; 0]]).
  assert (C : claim_holds c = true) by reflexivity.
  assert (R : rank_vector 4 l) by (apply is_rank_vector_spec; reflexivity).
  assert (P : pseudometric 4 D)
    by exact (is_pseudometric_spec 4 [[0; 0; 1; 1]; [0; 0; 1; 1]; [1; 1; 0; 0]; [1; 1; 0; 0]]%Z eq_refl).
  destruct (padded c C (n - 4) 4 l D eq_refl R P) as [l' [D' [R' [P' [XN XM]]]]]; [lia|].
  replace (n - 4 + 4)%nat with n in * by lia. exists l', D'.
  unfold N_of, M_of in XN, XM. change (weighting_of c) with unit_weighting in XN, XM.
  cbn [small big c] in XN, XM. rewrite !claim_value in XN, XM.
  destruct (distance_unit n D' (ranks l')) as [X1 [_ [X3 _]]]. rewrite X1 in XN. rewrite X3 in XM.
  assert (V1 : 1 * distance unit_weighting 4 D Kendall (ranks l) == 1) by reflexivity.
  assert (V2 : 1 * distance unit_weighting 4 D Interval (ranks l) == 4) by reflexivity.
  rewrite V1 in XN. rewrite V2 in XM. split; [exact R'|]. split; [exact P'|]. split; lra.
Qed.

(* K <= F[prefix] fails for every n >= 6. *)
Theorem kendall_le_prefix_fails : forall n, (6 <= n)%nat -> exists l D, rank_vector n l /\ pseudometric n D
  /\ prefix n D (ranks l) identity < kendall n D (ranks l) identity.
Proof.
  intros n Hn.
  destruct (results_hold _ _ _ 6 (6 # 7) prefix_6_accepted eq_refl eq_refl) as [_ [[l [D [R [P [Pos E]]]]] _]].
  assert (C : claim_holds PrefixMin6.the_claim = true) by reflexivity.
  destruct (padded _ C (n - 6) 6 l D eq_refl R P) as [l' [D' [R' [P' [XN XM]]]]]; [lia|].
  replace (n - 6 + 6)%nat with n in * by lia. exists l', D'. split; [exact R'|]. split; [exact P'|].
  pose proof (prefix_N n l' D') as Y1. pose proof (prefix_M n l' D') as Y2.
  unfold N_of, M_of in *. change (weighting_of PrefixMin6.the_claim) with unit_weighting in *.
  change (weighting_of PrefixMin5.the_claim) with unit_weighting in *.
  change (small PrefixMin6.the_claim) with (small PrefixMin5.the_claim) in *.
  change (big PrefixMin6.the_claim) with (big PrefixMin5.the_claim) in *.
  rewrite <- Y1, <- Y2. lra.
Qed.

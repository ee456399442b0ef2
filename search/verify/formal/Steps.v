(* SPDX-License-Identifier: MIT

   A step exchanges two values of σ of which all between are fixed, and brings σ nearer to the
   identity: that there is one, what it changes in a sum over pairs, and the order types of the
   numbers on which that depends. *)
From Disarray Require Export Triangles.

(* Σ e(i, σ(i), j, σ(j))·D_ij, with e of the order type of i, σ(i), j, σ(j). *)
Definition pair_sum (n : nat) (e : nat -> nat -> nat -> nat -> Q) (s : nat -> nat) (D : nat -> nat -> Q) : Q :=
  sum n (fun i => sum n (fun j => e i (s i) j (s j) * D i j)).

Definition k_type (i p j q : nat) : Q := when ((i <? j)%nat && (q <? p)%nat) 1.
Definition f_type (i p j q : nat) : Q := when (negb (i =? j)%nat && passed p i q) 1.
Definition right_type (i p j q : nat) : Q := when ((q =? i)%nat && (i <? p)%nat) 1.
Definition left_type (i p j q : nat) : Q := when ((q =? i)%nat && (p <? i)%nat) 1.

Lemma when_times b q : when b 1 * q == when b q.
Proof. destruct b; simpl; ring. Qed.

Lemma kendall_pair_sum n s D : kendall n D s identity == pair_sum n k_type s D.
Proof.
  unfold kendall, pair_sum, k_type, differ, identity.
  apply sum_ext; intros i _; apply sum_ext; intros j _. rewrite when_times. reflexivity.
Qed.

Lemma interval_pair_sum n s D : interval n D s identity == pair_sum n f_type s D.
Proof.
  unfold interval, pair_sum, f_type, identity.
  apply sum_ext; intros i _; apply sum_ext; intros j _. rewrite when_times. reflexivity.
Qed.

(* --- a step ----------------------------------------------------------------------------------- *)

Definition exchanged (s : nat -> nat) (x z : nat) : nat -> nat :=
  fun i => if (i =? x)%nat then s z else if (i =? z)%nat then s x else s i.

Record step (n : nat) (s : nat -> nat) (x c d z : nat) : Prop := {
  below : (x <= c)%nat; between : (c < d)%nat; above : (d <= z)%nat; inside : (z < n)%nat;
  at_x : s x = d; at_z : s z = c;
  fixed : forall e, (c < e)%nat -> (e < d)%nat -> s e = e }.

Lemma greatest (p : nat -> bool) n : (exists k, (k < n)%nat /\ p k = true) ->
  exists k, (k < n)%nat /\ p k = true /\ (forall m, (m < n)%nat -> (k < m)%nat -> p m = false).
Proof.
  induction n; intros [k [Hk Pk]]; [lia|]. destruct (p n) eqn:E.
  - exists n. repeat split; auto. intros; lia.
  - destruct IHn as [k' [H1 [H2 H3]]].
    + exists k. split; [|assumption]. assert (k <> n) by (intros ->; congruence). lia.
    + exists k'. repeat split; auto. intros m Hm L. destruct (Nat.eq_dec m n); [subst; auto | apply H3; lia].
Qed.

Lemma least (p : nat -> bool) m : p m = true ->
  exists k, (k <= m)%nat /\ p k = true /\ (forall l, (l < k)%nat -> p l = false).
Proof.
  induction m as [m IH] using lt_wf_ind; intros P.
  destruct (existsb p (seq 0 m)) eqn:E.
  - apply existsb_exists in E. destruct E as [l [Hl Pl]]. apply in_seq in Hl.
    destruct (IH l) as [k [H1 [H2 H3]]]; [lia | assumption |].
    exists k. repeat split; auto; lia.
  - exists m. repeat split; auto. intros l Hl. destruct (p l) eqn:F; [|reflexivity].
    assert (existsb p (seq 0 m) = true) by (apply existsb_exists; exists l; split; [apply in_seq; lia | assumption]).
    congruence.
Qed.

(* A ranking that moves nothing up moves nothing. *)
Lemma nothing_up n s : ranking n s -> (forall i, (i < n)%nat -> (s i <= i)%nat) ->
  forall i, (i < n)%nat -> s i = i.
Proof.
  intros [B I] H. induction i as [i IH] using lt_wf_ind; intros Hi.
  destruct (Nat.eq_dec (s i) i); [assumption|]. specialize (H i Hi).
  assert (s (s i) = s i) by (apply IH; lia). exfalso. apply n0. apply I; auto; lia.
Qed.

Lemma step_exists n s : ranking n s -> ~ (forall i, (i < n)%nat -> s i = i) ->
  exists x c d z, step n s x c d z.
Proof.
  intros R M. pose (t := inverse n s).
  assert (Rt : ranking n t) by (apply ranking_inverse; assumption).
  assert (ts : forall i, (i < n)%nat -> t (s i) = i) by (intros; apply inverse_left; assumption).
  assert (st : forall i, (i < n)%nat -> s (t i) = i) by (intros; apply inverse_spec; assumption).
  assert (bt : forall i, (i < n)%nat -> (t i < n)%nat) by (apply Rt).
  destruct (greatest (fun k => k <? t k)%nat n) as [c [Hc [Uc Gc]]].
  { destruct (existsb (fun k => k <? t k)%nat (seq 0 n)) eqn:E.
    - apply existsb_exists in E. destruct E as [k [Hk Pk]]. apply in_seq in Hk.
      exists k; split; [lia | assumption].
    - exfalso. apply M. intros i Hi.
      assert (T : t i = i).
      { apply (nothing_up n t Rt); [|assumption]. intros k Hk.
        destruct (Nat.ltb_spec k (t k)); [|assumption]. exfalso.
        assert (existsb (fun k => k <? t k)%nat (seq 0 n) = true); [|congruence].
        apply existsb_exists. exists k. split; [apply in_seq; lia | apply Nat.ltb_lt; assumption]. }
      rewrite <- T at 1. apply st; assumption. }
  apply Nat.ltb_lt in Uc. pose (z := t c).
  assert (zn : (z < n)%nat) by (apply bt; assumption).
  assert (sz : s z = c) by (apply st; assumption).
  assert (up : forall e, (e < n)%nat -> (c < e)%nat -> (t e <= e)%nat).
  { intros e He Le. specialize (Gc e He Le). apply Nat.ltb_ge in Gc. assumption. }
  assert (moves : t z <> z).
  { intros E. assert (s (t z) = s z) by congruence. rewrite st, sz in H by assumption. unfold z in *. lia. }
  destruct (least (fun e => (c <? e)%nat && (t e <? e)%nat) z) as [d [Dz [Pd Ld]]].
  { apply andb_true_intro. split; apply Nat.ltb_lt; [assumption|].
    specialize (up z zn Uc). lia. }
  apply andb_prop in Pd. destruct Pd as [cd td]. apply Nat.ltb_lt in cd, td.
  assert (fix_between : forall e, (c < e)%nat -> (e < d)%nat -> t e = e).
  { intros e H1 H2. specialize (Ld e H2). apply andb_false_iff in Ld.
    specialize (up e ltac:(lia) H1). destruct Ld as [L|L]; apply Nat.ltb_ge in L; lia. }
  assert (sd : s (t d) = d) by (apply st; lia).
  exists (t d), c, d, z. constructor; auto; try lia.
  - destruct (Nat.le_gt_cases (t d) c); [assumption|]. exfalso.
    specialize (fix_between (t d) H td). assert (s (t (t d)) = s (t d)) by congruence.
    rewrite st, sd in H0 by (apply bt; lia). lia.
  - intros e H1 H2. rewrite <- (fix_between e H1 H2) at 1. apply st; lia.
Qed.

Lemma exchanged_ranking n s x z : ranking n s -> (x < n)%nat -> (z < n)%nat -> ranking n (exchanged s x z).
Proof.
  intros [B I] Hx Hz. split; unfold exchanged.
  - intros i Hi. destruct (i =? x)%nat, (i =? z)%nat; auto.
  - intros i j Hi Hj.
    destruct (Nat.eqb_spec i x), (Nat.eqb_spec j x), (Nat.eqb_spec i z), (Nat.eqb_spec j z);
      subst; intros E; try reflexivity; try (apply I in E; auto); try congruence.
Qed.

(* Σ |σ(i) - i|, which a step lessens. *)
Fixpoint moved (n : nat) (s : nat -> nat) : nat :=
  match n with O => 0%nat | S m => (moved m s + (s m - m) + (m - s m))%nat end.

Lemma moved_exchange n s x c d z m : step n s x c d z -> (m <= n)%nat ->
  (moved m (exchanged s x z) + (if (x <? m)%nat then d - c else 0)
   + (if (z <? m)%nat then d - c else 0) = moved m s)%nat.
Proof.
  intros H. destruct H. induction m; intros L; [reflexivity|]. cbn [moved].
  specialize (IHm ltac:(lia)). unfold exchanged at 2 3.
  destruct (Nat.eqb_spec m x); [|destruct (Nat.eqb_spec m z)]; subst.
  - destruct (Nat.ltb_spec x x), (Nat.ltb_spec z x), (Nat.ltb_spec x (S x)), (Nat.ltb_spec z (S x)); lia.
  - destruct (Nat.ltb_spec x z), (Nat.ltb_spec z z), (Nat.ltb_spec x (S z)), (Nat.ltb_spec z (S z)); lia.
  - destruct (Nat.ltb_spec x m), (Nat.ltb_spec z m), (Nat.ltb_spec x (S m)), (Nat.ltb_spec z (S m)); lia.
Qed.

Lemma bubble_induction n (P : (nat -> nat) -> Prop) :
  (forall s, (forall i, (i < n)%nat -> s i = i) -> P s) ->
  (forall s x c d z, ranking n s -> step n s x c d z -> P (exchanged s x z) -> P s) ->
  forall s, ranking n s -> P s.
Proof.
  intros base next s. remember (moved n s) as k eqn:E. revert s E.
  induction k as [k IH] using lt_wf_ind; intros s E R.
  destruct (forallb (fun i => s i =? i)%nat (seq 0 n)) eqn:F.
  - apply base. intros i Hi. rewrite forallb_forall in F.
    apply Nat.eqb_eq, F, in_seq. lia.
  - destruct (step_exists n s R) as [x [c [d [z T]]]].
    { intros H. assert (forallb (fun i => s i =? i)%nat (seq 0 n) = true); [|congruence].
      apply forallb_forall. intros i Hi. apply in_seq in Hi. apply Nat.eqb_eq, H. lia. }
    pose proof (moved_exchange n s x c d z n T (Nat.le_refl n)) as M.
    apply (next s x c d z R T). destruct T.
    apply (IH (moved n (exchanged s x z))); auto.
    + destruct (Nat.ltb_spec x n), (Nat.ltb_spec z n); lia.
    + apply exchanged_ranking; auto; lia.
Qed.

(* --- what a step changes ------------------------------------------------------------------------- *)

Lemma double_apart n x z f : (x < n)%nat -> (z < n)%nat -> x <> z ->
  sum n (fun i => sum n (fun j => f i j))
  == f x x + f z z + (f x z + f z x)
     + sum n (fun j => when (other x z j) (f x j + f z j + f j x + f j z))
     + sum n (fun i => when (other x z i) (sum n (fun j => when (other x z j) (f i j)))).
Proof.
  intros Hx Hz N.
  rewrite (sum_apart_two n x z _ Hx Hz N), (sum_apart_two n x z (f x) Hx Hz N),
    (sum_apart_two n x z (f z) Hx Hz N).
  rewrite (sum_ext n (fun i => when (other x z i) (sum n (fun j => f i j)))
             (fun i => when (other x z i) (f i x + f i z)
                       + when (other x z i) (sum n (fun j => when (other x z j) (f i j))))).
  2: { intros i Hi. rewrite (sum_apart_two n x z (f i) Hx Hz N). destruct (other x z i); simpl; ring. }
  rewrite sum_plus.
  rewrite (sum_ext n (fun j => when (other x z j) (f x j + f z j + f j x + f j z))
             (fun j => (when (other x z j) (f x j) + when (other x z j) (f z j))
                       + when (other x z j) (f j x + f j z))).
  2: { intros j Hj. destruct (other x z j); simpl; ring. }
  rewrite !sum_plus. ring.
Qed.

(* The change of e(i, σ(i), j, σ(j)) + e(j, σ(j), i, σ(i)) as σ(i) goes from p to r, for a pair whose
   other member stays, ... *)
Definition change (e : nat -> nat -> nat -> nat -> Q) (i p r j q : nat) : Q :=
  e i p j q + e j q i p - e i r j q - e j q i r.

(* ... and where both exchange their values. *)
Definition change_both (e : nat -> nat -> nat -> nat -> Q) (x d c z : nat) : Q :=
  e x d z c + e z c x d - e x c z d - e z d x c.

Lemma step_change n e s x c d z D : step n s x c d z -> pseudometric n D ->
  pair_sum n e s D - pair_sum n e (exchanged s x z) D
  == change_both e x d c z * D x z
     + sum n (fun j => when (other x z j)
                            (change e x d c j (s j) * D x j + change e z c d j (s j) * D z j)).
Proof.
  intros H [_ [Z [S _]]]. destruct H.
  assert (Hx : (x < n)%nat) by lia. assert (N : x <> z) by lia.
  unfold pair_sum.
  rewrite (double_apart n x z (fun i j => e i (s i) j (s j) * D i j) Hx inside0 N).
  rewrite (double_apart n x z (fun i j => e i (exchanged s x z i) j (exchanged s x z j) * D i j) Hx inside0 N).
  cbv beta.
  assert (X : exchanged s x z x = c) by (unfold exchanged; rewrite Nat.eqb_refl; assumption).
  assert (Y : exchanged s x z z = d).
  { unfold exchanged. rewrite Nat.eqb_refl. destruct (Nat.eqb_spec z x); [lia | assumption]. }
  assert (O : forall j, other x z j = true -> exchanged s x z j = s j).
  { intros j E. unfold other in E. apply andb_prop in E. destruct E as [E1 E2].
    unfold exchanged. destruct (j =? x)%nat, (j =? z)%nat; try discriminate. reflexivity. }
  rewrite X, Y, at_x0, at_z0, (Z x Hx), (Z z inside0), (S z x inside0 Hx).
  rewrite (sum_ext n (fun i => when (other x z i) (sum n (fun j => when (other x z j)
             (e i (exchanged s x z i) j (exchanged s x z j) * D i j))))
            (fun i => when (other x z i) (sum n (fun j => when (other x z j) (e i (s i) j (s j) * D i j))))).
  2: { intros i Hi. destruct (other x z i) eqn:E; simpl; [|reflexivity].
       apply sum_ext; intros j Hj. destruct (other x z j) eqn:F; simpl; [|reflexivity].
       rewrite (O i E), (O j F). reflexivity. }
  rewrite (sum_ext n (fun j => when (other x z j) (change _ _ _ _ _ _ * _ + _))
    (fun j => when (other x z j) (e x d j (s j) * D x j + e z c j (s j) * D z j + e j (s j) x d * D j x + e j (s j) z c * D j z)
            - when (other x z j) (e x c j (exchanged s x z j) * D x j + e z d j (exchanged s x z j) * D z j
                                  + e j (exchanged s x z j) x c * D j x + e j (exchanged s x z j) z d * D j z))).
  2: { intros j Hj. destruct (other x z j) eqn:E; simpl; [|reflexivity].
       rewrite (O j E), (S j x Hj Hx), (S j z Hj inside0). unfold change. ring. }
  rewrite sum_minus. unfold change_both. ring.
Qed.

Lemma sum_at n x z c v : (c < n)%nat -> (c <> z)%nat ->
  sum n (fun j => when (other x z j) (when (j =? c)%nat v)) == when (negb (c =? x)%nat) v.
Proof.
  intros Hc N. rewrite (sum_single n c); [|assumption|].
  - unfold other. rewrite Nat.eqb_refl. rewrite (proj2 (Nat.eqb_neq c z)) by lia.
    rewrite andb_true_r. reflexivity.
  - intros i _ Hi. rewrite (proj2 (Nat.eqb_neq i c)) by lia. destruct (other x z i); reflexivity.
Qed.

(* --- order types -------------------------------------------------------------------------------- *)

(* r keeps the order of what is in the list. *)
Definition keeps (l : list nat) (r : nat -> nat) : Prop :=
  forall a b, In a l -> In b l -> (a < b <-> r a < r b)%nat.

Definition of_order_type (e : nat -> nat -> nat -> nat -> Q) : Prop :=
  forall r i p j q, keeps [i; p; j; q] r -> e (r i) (r p) (r j) (r q) = e i p j q.

Lemma keeps_incl l m r : incl m l -> keeps l r -> keeps m r.
Proof. intros I K a b Ha Hb. apply K; auto. Qed.

Lemma ltb_kept l r a b : keeps l r -> In a l -> In b l -> (r a <? r b)%nat = (a <? b)%nat.
Proof.
  intros K Ha Hb. specialize (K a b Ha Hb).
  destruct (Nat.ltb_spec a b), (Nat.ltb_spec (r a) (r b)); tauto || (exfalso; lia).
Qed.

Lemma leb_kept l r a b : keeps l r -> In a l -> In b l -> (r a <=? r b)%nat = (a <=? b)%nat.
Proof.
  intros K Ha Hb. specialize (K b a Hb Ha).
  destruct (Nat.leb_spec a b), (Nat.leb_spec (r a) (r b)); tauto || (exfalso; lia).
Qed.

Lemma eqb_kept l r a b : keeps l r -> In a l -> In b l -> (r a =? r b)%nat = (a =? b)%nat.
Proof.
  intros K Ha Hb. pose proof (K a b Ha Hb) as K1. specialize (K b a Hb Ha).
  destruct (Nat.eqb_spec a b) as [E|E], (Nat.eqb_spec (r a) (r b)) as [F|F];
    try reflexivity; exfalso; [subst b; tauto | lia].
Qed.

(* The number of entries below v. *)
Definition compressed (l : list nat) (v : nat) : nat := length (filter (fun u => u <? v)%nat l).

Lemma compressed_mono l a b : (a <= b)%nat -> (compressed l a <= compressed l b)%nat.
Proof.
  intros H. unfold compressed. induction l as [|u l IH]; simpl; [lia|].
  destruct (Nat.ltb_spec u a), (Nat.ltb_spec u b); simpl; lia.
Qed.

Lemma compressed_strict l a b : In a l -> (a < b)%nat -> (compressed l a < compressed l b)%nat.
Proof.
  intros I H. unfold compressed. induction l as [|u l IH]; simpl in *; [tauto|].
  pose proof (compressed_mono l a b ltac:(lia)) as M. unfold compressed in M.
  destruct I as [I|I]; [subst u | specialize (IH I)];
    repeat match goal with |- context [(?x <? ?y)%nat] => destruct (Nat.ltb_spec x y) end; simpl; lia.
Qed.

Lemma compressed_small l a : In a l -> (compressed l a < length l)%nat.
Proof.
  assert (M : forall m, (compressed m a <= length m)%nat).
  { unfold compressed. induction m as [|v m IH]; simpl; [lia|]. destruct (v <? a)%nat; simpl; lia. }
  intros I. induction l as [|u l IH]; simpl in *; [tauto|]. specialize (M l). unfold compressed in *. simpl.
  destruct I as [->|I].
  - rewrite Nat.ltb_irrefl. lia.
  - specialize (IH I). destruct (u <? a)%nat; simpl; lia.
Qed.

Lemma compressed_keeps l : keeps l (compressed l).
Proof.
  intros a b Ha Hb. split; [apply compressed_strict; assumption|].
  intros H. destruct (Nat.lt_ge_cases a b) as [|G]; [assumption|].
  pose proof (compressed_mono l b a G). lia.
Qed.

(* What depends on the order of six numbers alone and holds below 6 holds. *)
Definition below_6 (p : nat -> nat -> nat -> nat -> nat -> nat -> bool) : bool :=
  let all f := forallb f (seq 0 6) in
  all (fun x => all (fun c => all (fun d => all (fun z => all (fun j => all (fun q => p x c d z j q)))))).

Lemma below_6_spec p : below_6 p = true ->
  (forall r x c d z j q, keeps [x; c; d; z; j; q] r -> p (r x) (r c) (r d) (r z) (r j) (r q) = p x c d z j q) ->
  forall x c d z j q, p x c d z j q = true.
Proof.
  intros H K x c d z j q. set (l := [x; c; d; z; j; q]).
  rewrite <- (K (compressed l)) by apply compressed_keeps.
  assert (B : forall a, In a l -> In (compressed l a) (seq 0 6)).
  { intros a Ha. apply in_seq. pose proof (compressed_small l a Ha). simpl in *; lia. }
  unfold below_6 in H.
  rewrite forallb_forall in H. specialize (H (compressed l x) (B x ltac:(simpl; tauto))).
  rewrite forallb_forall in H. specialize (H (compressed l c) (B c ltac:(simpl; tauto))).
  rewrite forallb_forall in H. specialize (H (compressed l d) (B d ltac:(simpl; tauto))).
  rewrite forallb_forall in H. specialize (H (compressed l z) (B z ltac:(simpl; tauto))).
  rewrite forallb_forall in H. specialize (H (compressed l j) (B j ltac:(simpl; tauto))).
  rewrite forallb_forall in H. exact (H (compressed l q) (B q ltac:(simpl; tauto))).
Qed.

(* SPDX-License-Identifier: MIT

   Where σ maps {0, …, m-1} to itself, all distances with weights 1 are the sums of those of the two
   parts: no pair across is counted. *)
From Disarray Require Export Forms.

Lemma sum_split m k f : sum (m + k) f == sum m f + sum k (fun i => f (m + i)%nat).
Proof.
  induction k; cbn [sum].
  - rewrite Nat.add_0_r. ring.
  - rewrite Nat.add_succ_r. cbn [sum]. rewrite IHk. ring.
Qed.

Lemma cost_unit n s D i j : cost unit_weighting n s identity D i j == D i j.
Proof.
  unfold cost. rewrite !p_bar_unit. cbn [w unit_weighting]. ring.
Qed.

Record splits (m k : nat) (s s1 s2 : nat -> nat) : Prop := {
  first : forall i, (i < m)%nat -> s i = s1 i;
  second : forall i, (i < k)%nat -> s (m + i)%nat = (m + s2 i)%nat;
  first_ranking : ranking m s1;
  second_ranking : ranking k s2 }.

Lemma splits_ranking m k s s1 s2 : splits m k s s1 s2 -> ranking (m + k) s.
Proof.
  intros [F S R1 R2]. split.
  - intros i Hi. destruct (Nat.lt_ge_cases i m).
    + rewrite F by assumption. pose proof (proj1 R1 i H). lia.
    + replace (s i) with (m + s2 (i - m))%nat by (rewrite <- S by lia; f_equal; lia).
      pose proof (proj1 R2 (i - m)%nat ltac:(lia)). lia.
  - intros i j Hi Hj E.
    assert (Low : forall a, (a < m)%nat -> (s a < m)%nat).
    { intros a Ha. rewrite F by assumption. apply R1; assumption. }
    assert (High : forall a, (m <= a)%nat -> (a < m + k)%nat -> s a = (m + s2 (a - m))%nat).
    { intros a Ha Hb. rewrite <- S by lia. f_equal. lia. }
    destruct (Nat.lt_ge_cases i m) as [A|A], (Nat.lt_ge_cases j m) as [B|B].
    + rewrite !F in E by assumption. apply R1; assumption.
    + rewrite (High j) in E by assumption. specialize (Low i A). lia.
    + rewrite (High i) in E by assumption. specialize (Low j B). lia.
    + rewrite !High in E by assumption. assert (i - m = j - m)%nat by (apply R2; lia). lia.
Qed.

Lemma splits_inverse m k s s1 s2 : splits m k s s1 s2 ->
  splits m k (inverse (m + k) s) (inverse m s1) (inverse k s2).
Proof.
  intros H. pose proof (splits_ranking m k s s1 s2 H) as R. destruct H as [F S R1 R2].
  constructor; auto using ranking_inverse.
  - intros i Hi. destruct (inverse_spec m s1 i R1 Hi) as [B E].
    rewrite <- E at 1. rewrite <- F by assumption. apply inverse_left; [assumption | lia].
  - intros i Hi. destruct (inverse_spec k s2 i R2 Hi) as [B E].
    rewrite <- E at 1. rewrite <- S by assumption. apply inverse_left; [assumption | lia].
Qed.

Section Parts.
  Variables (m k : nat) (s s1 s2 : nat -> nat).
  Hypothesis H : splits m k s s1 s2.

  Lemma count_across f i j : (i < m)%nat -> (j < k)%nat ->
    count f s i (m + j) == 0 /\ count f s (m + j) i == 0.
  Proof.
    destruct H as [F S R1 R2]. intros Hi Hj.
    pose proof (proj1 R1 i Hi) as B. rewrite <- F in B by assumption. pose proof (S j Hj) as E.
    unfold count, differ, passed, identity. rewrite E. generalize dependent (s i). intros si B.
    all: destruct f; split; compare; cbn; try reflexivity; lra.
  Qed.

  Lemma count_first f i j : (i < m)%nat -> (j < m)%nat -> count f s i j = count f s1 i j.
  Proof.
    destruct H as [F S R1 R2]. intros Hi Hj. unfold count, differ. rewrite !F by assumption. reflexivity.
  Qed.

  Lemma shift_ltb a b : (m + a <? m + b)%nat = (a <? b)%nat.
  Proof. destruct (Nat.ltb_spec a b), (Nat.ltb_spec (m + a) (m + b)); reflexivity || lia. Qed.
  Lemma shift_leb a b : (m + a <=? m + b)%nat = (a <=? b)%nat.
  Proof. destruct (Nat.leb_spec a b), (Nat.leb_spec (m + a) (m + b)); reflexivity || lia. Qed.
  Lemma shift_eqb a b : (m + a =? m + b)%nat = (a =? b)%nat.
  Proof. destruct (Nat.eqb_spec a b), (Nat.eqb_spec (m + a) (m + b)); reflexivity || lia. Qed.

  Lemma count_second f i j : (i < k)%nat -> (j < k)%nat -> count f s (m + i) (m + j) = count f s2 i j.
  Proof.
    destruct H as [F S R1 R2]. intros Hi Hj. unfold count, differ, passed, identity.
    rewrite !S by assumption. rewrite !Nat.add_min_distr_l, !Nat.add_max_distr_l.
    rewrite !shift_ltb, !shift_leb, !shift_eqb. reflexivity.
  Qed.

  Variable D : nat -> nat -> Q.
  Let D2 i j := D (m + i)%nat (m + j)%nat.

  Lemma row_first f i : (i < m)%nat ->
    sum (m + k) (fun j => count f s i j * D i j) == sum m (fun j => count f s1 i j * D i j).
  Proof.
    intros Hi. rewrite sum_split, (sum_zero k).
    - rewrite Qplus_0_r. apply sum_ext; intros j Hj. rewrite count_first by assumption. reflexivity.
    - intros j Hj. rewrite (proj1 (count_across f i j Hi Hj)). ring.
  Qed.

  Lemma row_second f i : (i < k)%nat ->
    sum (m + k) (fun j => count f s (m + i)%nat j * D (m + i)%nat j) == sum k (fun j => count f s2 i j * D2 i j).
  Proof.
    intros Hi. rewrite sum_split, (sum_zero m).
    - rewrite Qplus_0_l. apply sum_ext; intros j Hj. rewrite count_second by assumption. reflexivity.
    - intros j Hj. rewrite (proj2 (count_across f j i Hj Hi)). ring.
  Qed.

  Lemma unit_row n t f i E : sum n (fun j => count f t i j * cost unit_weighting n t identity E i j)
    == sum n (fun j => count f t i j * E i j).
  Proof. apply sum_ext; intros j _. rewrite cost_unit. reflexivity. Qed.

  Lemma linear_parts f : linear_functional f = true ->
    distance unit_weighting (m + k) D f s
    == distance unit_weighting m D f s1 + distance unit_weighting k D2 f s2.
  Proof.
    intros L. rewrite !distance_count by assumption. rewrite sum_split.
    apply Qplus_comp; apply sum_ext; intros i Hi; rewrite !unit_row.
    - apply row_first; assumption.
    - apply row_second; assumption.
  Qed.

  Lemma prefix_parts :
    prefix (m + k) (cost unit_weighting (m + k) s identity D) s identity
    == prefix m (cost unit_weighting m s1 identity D) s1 identity
       + prefix k (cost unit_weighting k s2 identity D2) s2 identity.
  Proof.
    rewrite !prefix_count, sum_split.
    apply Qplus_comp; apply sum_ext; intros i Hi; apply Qabs_wd; rewrite !unit_row.
    - apply row_first; assumption.
    - apply row_second; assumption.
  Qed.
End Parts.

Lemma distance_parts m k s s1 s2 D f : splits m k s s1 s2 ->
  distance unit_weighting (m + k) D f s
  == distance unit_weighting m D f s1 + distance unit_weighting k (fun i j => D (m + i)%nat (m + j)%nat) f s2.
Proof.
  intros H. destruct (linear_functional f) eqn:L; [apply linear_parts; assumption|].
  destruct f; try discriminate; cbn [distance].
  - apply prefix_parts; assumption.
  - rewrite (prefix_parts m k s s1 s2 H D),
      (prefix_parts m k _ _ _ (splits_inverse m k s s1 s2 H) D). ring.
Qed.

Definition no_absolute (t : term) : bool := match t with Plain _ _ => true | Absolute _ _ => false end.

Theorem value_parts m k s s1 s2 D e : splits m k s s1 s2 -> forallb no_absolute e = true ->
  value unit_weighting (m + k) s D e
  == value unit_weighting m s1 D e + value unit_weighting k s2 (fun i j => D (m + i)%nat (m + j)%nat) e.
Proof.
  intros H. induction e as [|[c [f b]|c l] e IH]; cbn [forallb no_absolute value term_value andb]; intros A;
    [ring | | discriminate].
  rewrite (IH A). unfold value_of; cbn [which of_inverse].
  assert (P := fun s s1 s2 H => distance_parts m k s s1 s2 D f H).
  destruct b.
  - rewrite (P _ _ _ (splits_inverse m k s s1 s2 H)). ring.
  - rewrite (P _ _ _ H). ring.
Qed.

Lemma pseudometric_first m k D : pseudometric (m + k) D -> pseudometric m D.
Proof. intros [P [Z [S T]]]. repeat split; intros; (apply P || apply Z || apply S || apply T); lia. Qed.

Lemma pseudometric_second m k D : pseudometric (m + k) D ->
  pseudometric k (fun i j => D (m + i)%nat (m + j)%nat).
Proof. intros [P [Z [S T]]]. repeat split; intros; (apply P || apply Z || apply S || apply T); lia. Qed.

(* SPDX-License-Identifier: MIT

   What the checker computes with: numbers that are kept short, matrices of coefficients of D, in
   which the pair i < j has its coefficient at (i, j), and sums of terms; and what an expression of
   a claim means, `value`, from the definitions. *)
From Coq Require Import Morphisms Setoid.
From Disarray Require Export EveryN.

(* --- arithmetic: as Q's, with numbers kept short ----------------------------------------------- *)

Definition reduced (a : Z) (b : positive) : Q :=
  let g := Z.gcd a (Zpos b) in
  if (g =? 1)%Z then Qmake a b else Qmake (a / g) (Z.to_pos (Zpos b / g)).

Lemma reduced_eq a b : reduced a b == Qmake a b.
Proof.
  unfold reduced. destruct (Z.eqb_spec (Z.gcd a (Zpos b)) 1); [reflexivity|].
  unfold Qeq; simpl.
  pose proof (Z.gcd_divide_l a (Zpos b)) as [u Hu]. pose proof (Z.gcd_divide_r a (Zpos b)) as [v Hv].
  assert (G : (0 < Z.gcd a (Zpos b))%Z).
  { pose proof (Z.gcd_nonneg a (Zpos b)). destruct (Z.eq_dec (Z.gcd a (Zpos b)) 0) as [E|]; [|lia].
    apply Z.gcd_eq_0_r in E. discriminate. }
  generalize dependent (Z.gcd a (Zpos b)). intros g _ Hu Hv G.
  assert (V : (0 < v)%Z) by nia.
  assert (E1 : (a / g = u)%Z) by (rewrite Hu; apply Z.div_mul; lia).
  assert (E2 : (Zpos b / g = v)%Z) by (rewrite Hv; apply Z.div_mul; lia).
  rewrite E1, E2, Z2Pos.id, Hv, Hu by assumption. ring.
Qed.

Definition add (x y : Q) : Q :=
  if (Qden x =? 1)%positive && (Qden y =? 1)%positive then Qmake (Qnum x + Qnum y) 1
  else if (Qden x =? Qden y)%positive then reduced (Qnum x + Qnum y) (Qden x)
  else reduced (Qnum x * Zpos (Qden y) + Qnum y * Zpos (Qden x)) (Qden x * Qden y).
Definition mul (x y : Q) : Q :=
  if (Qden x =? 1)%positive && (Qden y =? 1)%positive then Qmake (Qnum x * Qnum y) 1
  else reduced (Qnum x * Qnum y) (Qden x * Qden y).
Definition is_zero (x : Q) : bool := (Qnum x =? 0)%Z.

Lemma add_eq x y : add x y == x + y.
Proof.
  unfold add. destruct x as [a b], y as [c d]. cbn [Qnum Qden].
  destruct ((b =? 1)%positive && (d =? 1)%positive) eqn:E.
  - apply andb_prop in E. destruct E as [E1 E2]. apply Pos.eqb_eq in E1, E2. subst.
    unfold Qplus, Qeq; cbn; ring.
  - destruct (b =? d)%positive eqn:F; rewrite reduced_eq.
    + apply Pos.eqb_eq in F. subst. unfold Qplus, Qeq; cbn [Qnum Qden]. rewrite Pos2Z.inj_mul. ring.
    + reflexivity.
Qed.

Lemma mul_eq x y : mul x y == x * y.
Proof.
  unfold mul. destruct x as [a b], y as [c d]. cbn [Qnum Qden].
  destruct ((b =? 1)%positive && (d =? 1)%positive) eqn:E; [|apply reduced_eq].
  apply andb_prop in E. destruct E as [E1 E2]. apply Pos.eqb_eq in E1, E2. subst. reflexivity.
Qed.

Lemma is_zero_eq x : is_zero x = true <-> x == 0.
Proof.
  unfold is_zero, Qeq. simpl. rewrite Z.eqb_eq. lia.
Qed.

Lemma is_zero_not x : is_zero x = false -> ~ x == 0.
Proof. intros H E. apply is_zero_eq in E. congruence. Qed.

(* --- matrices of coefficients ------------------------------------------------------------------- *)

Definition form := list (list Q).

Fixpoint row_value (d : nat -> Q) (r : list Q) : Q :=
  match r with [] => 0 | c :: r' => c * d 0%nat + row_value (fun j => d (S j)) r' end.
Fixpoint form_value (D : nat -> nat -> Q) (m : form) : Q :=
  match m with [] => 0 | r :: m' => row_value (D 0%nat) r + form_value (fun i => D (S i)) m' end.

Fixpoint row_add (j : nat) (c : Q) (r : list Q) : list Q :=
  match r, j with
  | [], _ => []
  | x :: r', O => add x c :: r'
  | x :: r', S j' => x :: row_add j' c r'
  end.
Fixpoint form_add (i j : nat) (c : Q) (m : form) : form :=
  match m, i with
  | [], _ => []
  | r :: m', O => row_add j c r :: m'
  | r :: m', S i' => r :: form_add i' j c m'
  end.

Definition has_shape (n : nat) (m : form) : Prop := length m = n /\ Forall (fun r => length r = n) m.
Definition zero_form (n : nat) : form := repeat (repeat 0 n) n.

Lemma row_add_value d j c r : (j < length r)%nat -> row_value d (row_add j c r) == row_value d r + c * d j.
Proof.
  revert d j. induction r as [|x r IH]; intros d j H; simpl in *; [lia|].
  destruct j; simpl; [rewrite add_eq; ring|]. rewrite IH by lia. ring.
Qed.

Lemma row_add_length j c r : length (row_add j c r) = length r.
Proof. revert j. induction r; intros [|j]; simpl; auto. Qed.

Lemma form_add_value n D i j c m : (i < length m)%nat -> Forall (fun r => length r = n) m -> (j < n)%nat ->
  form_value D (form_add i j c m) == form_value D m + c * D i j.
Proof.
  revert D i. induction m as [|r m IH]; intros D i H F Hj; simpl in *; [lia|].
  inversion F; subst. destruct i; simpl.
  - rewrite row_add_value by lia. ring.
  - rewrite IH by (auto; lia). ring.
Qed.

Lemma form_add_shape n i j c m : has_shape n m -> has_shape n (form_add i j c m).
Proof.
  intros [L F]. split.
  - rewrite <- L. clear. revert i. induction m; intros [|i]; simpl; auto.
  - clear L. revert i. induction m as [|r m IH]; intros [|i]; simpl; inversion F; subst; constructor; auto.
    rewrite row_add_length; reflexivity.
Qed.

Lemma zero_form_shape n : has_shape n (zero_form n).
Proof.
  split; unfold zero_form; [apply repeat_length|].
  apply Forall_forall. intros r H. apply repeat_spec in H. subst. apply repeat_length.
Qed.

Lemma zero_row_value d n : row_value d (repeat 0 n) == 0.
Proof. revert d. induction n; intros d; simpl; [reflexivity|]. rewrite IHn. ring. Qed.

Lemma zero_form_value D n : form_value D (zero_form n) == 0.
Proof.
  unfold zero_form. generalize n at 1. intros k. revert D. induction n; intros D; simpl; [reflexivity|].
  rewrite IHn, zero_row_value. ring.
Qed.

Definition vanishes (m : form) : bool := forallb (forallb is_zero) m.

Lemma row_vanishes d r : forallb is_zero r = true -> row_value d r == 0.
Proof.
  revert d. induction r as [|c r IH]; intros d H; simpl in *; [reflexivity|].
  apply andb_prop in H. destruct H as [H1 H2]. apply is_zero_eq in H1. rewrite IH, H1 by assumption. ring.
Qed.

Lemma vanishes_value D m : vanishes m = true -> form_value D m == 0.
Proof.
  revert D. induction m as [|r m IH]; intros D H; simpl in *; [reflexivity|].
  apply andb_prop in H. destruct H as [H1 H2]. rewrite IH, row_vanishes by assumption. ring.
Qed.

(* c·a + b *)
Fixpoint row_axpy (c : Q) (a b : list Q) : list Q :=
  match a, b with x :: a', y :: b' => add (mul c x) y :: row_axpy c a' b' | _, _ => b end.
Fixpoint form_axpy (c : Q) (a b : form) : form :=
  match a, b with x :: a', y :: b' => row_axpy c x y :: form_axpy c a' b' | _, _ => b end.

Lemma row_axpy_value d c a b : length a = length b ->
  row_value d (row_axpy c a b) == c * row_value d a + row_value d b.
Proof.
  revert d b. induction a as [|x a IH]; intros d [|y b] H; simpl in *; try discriminate; [ring|].
  rewrite IH, add_eq, mul_eq by lia. ring.
Qed.

Lemma row_axpy_length c a b : length (row_axpy c a b) = length b.
Proof. revert b. induction a; intros [|y b]; simpl; auto. Qed.

Lemma form_axpy_value n D c a b : has_shape n a -> has_shape n b ->
  form_value D (form_axpy c a b) == c * form_value D a + form_value D b.
Proof.
  intros [La Fa] [Lb Fb]. rewrite <- Lb in La. clear Lb. revert D b La Fb.
  induction a as [|x a IH]; intros D [|y b] L Fb; simpl in *; try discriminate; [ring|].
  inversion Fa; inversion Fb; subst. rewrite IH, row_axpy_value by (auto; lia). ring.
Qed.

Lemma form_axpy_shape n c a b : has_shape n b -> has_shape n (form_axpy c a b).
Proof.
  intros [L F]. split.
  - rewrite <- L. clear. revert b. induction a; intros [|y b]; simpl; auto.
  - clear L. revert b F. induction a; intros [|y b] F; simpl; inversion F; subst; constructor; auto.
    rewrite row_axpy_length; reflexivity.
Qed.

(* The form with the absolute values of the coefficients. *)
Definition absolute_form (m : form) : form := map (map Qabs) m.

Lemma absolute_shape n m : has_shape n m -> has_shape n (absolute_form m).
Proof.
  intros [L F]. split; unfold absolute_form; [rewrite map_length; assumption|].
  apply Forall_forall. intros r H. apply in_map_iff in H. destruct H as [q [<- H]].
  rewrite map_length. rewrite Forall_forall in F. auto.
Qed.

Lemma absolute_row d r : (forall j, (j < length r)%nat -> 0 <= d j) ->
  Qabs (row_value d r) <= row_value d (map Qabs r).
Proof.
  revert d. induction r as [|c r IH]; intros d H; cbn [row_value map]; [discriminate|].
  eapply Qle_trans; [apply Qabs_triangle|]. apply Qplus_le_compat.
  - rewrite Qabs_Qmult. rewrite (Qabs_pos (d 0%nat)) by (apply H; simpl; lia). apply Qle_refl.
  - apply IH. intros j Hj. apply H. simpl. lia.
Qed.

Lemma absolute_value n D m : has_shape n m -> nonnegative n D ->
  Qabs (form_value D m) <= form_value D (absolute_form m).
Proof.
  intros [L F] N.
  assert (G : forall i j, (i < length m)%nat -> (j < n)%nat -> 0 <= D i j) by (intros; apply N; lia).
  clear L N. revert D G. induction m as [|r m IH]; intros D G; cbn [form_value absolute_form map]; [discriminate|].
  inversion F; subst.
  eapply Qle_trans; [apply Qabs_triangle|]. apply Qplus_le_compat.
  - apply absolute_row. intros j Hj. apply G; simpl; lia.
  - apply IH; [assumption|]. intros i j Hi Hj. apply G; simpl; lia.
Qed.

(* --- terms: sums c·D_ij -------------------------------------------------------------------------- *)

Definition terms := list (Q * nat * nat).

Fixpoint terms_value (D : nat -> nat -> Q) (l : terms) : Q :=
  match l with [] => 0 | (c, i, j) :: l' => c * D i j + terms_value D l' end.

Definition in_range (n : nat) (l : terms) : Prop := forall c i j, In (c, i, j) l -> (i < n)%nat /\ (j < n)%nat.

Fixpoint add_terms (l : terms) (m : form) : form :=
  match l with
  | [] => m
  | (c, i, j) :: l' => form_add (min i j) (max i j) c (add_terms l' m)
  end.

Lemma add_terms_shape n l m : has_shape n m -> has_shape n (add_terms l m).
Proof. induction l as [|[[c i] j] l IH]; simpl; auto using form_add_shape. Qed.

Lemma add_terms_value n D l m : symmetric n D -> in_range n l -> has_shape n m ->
  form_value D (add_terms l m) == terms_value D l + form_value D m.
Proof.
  intros S. induction l as [|[[c i] j] l IH]; intros R H; simpl; [ring|].
  destruct (R c i j (or_introl eq_refl)) as [Hi Hj].
  assert (R' : in_range n l) by (intros c' i' j' I; apply (R c' i' j'); right; assumption).
  pose proof (add_terms_shape n l m H) as [L F].
  transitivity (form_value D (add_terms l m) + c * D (min i j) (max i j)).
  { apply (form_add_value n); [rewrite L; lia | assumption | lia]. }
  rewrite IH by assumption.
  destruct (Nat.le_ge_cases i j).
  - rewrite Nat.min_l, Nat.max_r by assumption. ring.
  - rewrite Nat.min_r, Nat.max_l by assumption. rewrite (S j i Hj Hi). ring.
Qed.

Lemma terms_value_app D l m : terms_value D (l ++ m) == terms_value D l + terms_value D m.
Proof. induction l as [|[[c i] j] l IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma in_range_app n l m : in_range n l -> in_range n m -> in_range n (l ++ m).
Proof. intros H K c i j I. apply in_app_or in I. destruct I; eauto. Qed.

(* --- expressions --------------------------------------------------------------------------------- *)

(* A functional of σ, or of σ⁻¹. *)
Record functional_of := Of { which : functional; of_inverse : bool }.
Inductive term :=
  | Plain (c : Q) (f : functional_of)
  | Absolute (c : Q) (inner : list (Q * functional_of)).
Definition expression := list term.

Definition value_of (v : weighting) (n : nat) (s : nat -> nat) (D : nat -> nat -> Q) (f : functional_of) : Q :=
  distance v n D (which f) (if of_inverse f then inverse n s else s).

Fixpoint inner_value v n s D (l : list (Q * functional_of)) : Q :=
  match l with [] => 0 | (c, f) :: l' => c * value_of v n s D f + inner_value v n s D l' end.

Definition term_value v n s D (t : term) : Q :=
  match t with
  | Plain c f => c * value_of v n s D f
  | Absolute c l => c * Qabs (inner_value v n s D l)
  end.

(* What an expression is at σ and D. *)
Fixpoint value v n s D (e : expression) : Q :=
  match e with [] => 0 | t :: e' => term_value v n s D t + value v n s D e' end.

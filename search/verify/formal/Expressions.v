(* SPDX-License-Identifier: MIT

   What the checker computes with: matrices of whole numbers, the coefficients of D times a common
   denominator, of which row i begins with the pair (i, i+1), and sums of terms; and what an
   expression of a claim means, `value`, from the definitions. *)
From Coq Require Import Morphisms Setoid.
From Disarray Require Export EveryN.

(* --- whole numbers for rational ones ------------------------------------------------------------ *)

Definition reduced (x : Q) : Q :=
  let g := Z.gcd (Qnum x) (Zpos (Qden x)) in
  if (g =? 1)%Z then x else Qmake (Qnum x / g) (Z.to_pos (Zpos (Qden x) / g)).

Lemma reduced_eq x : reduced x == x.
Proof.
  destruct x as [a b]. unfold reduced; cbn [Qnum Qden].
  destruct (Z.eqb_spec (Z.gcd a (Zpos b)) 1); [reflexivity|].
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

(* A common denominator, and a number times it. *)
Definition common (l : list Q) : Z := fold_right (fun q m => Z.lcm (Zpos (Qden q)) m) 1%Z l.
Definition scaled (m : Z) (q : Q) : Z := (Qnum q * (m / Zpos (Qden q)))%Z.

Lemma common_positive l : (0 < common l)%Z.
Proof.
  induction l as [|q l IH]; cbn [common fold_right]; [lia|]. fold (common l).
  pose proof (Z.lcm_nonneg (Zpos (Qden q)) (common l)).
  destruct (Z.eq_dec (Z.lcm (Zpos (Qden q)) (common l)) 0) as [E|]; [|lia].
  apply Z.lcm_eq_0 in E. lia.
Qed.

Lemma common_divides q l : In q l -> (Zpos (Qden q) | common l)%Z.
Proof.
  induction l as [|x l IH]; intros I; [destruct I|]. cbn [common fold_right]. fold (common l).
  destruct I as [->|I]; [apply Z.divide_lcm_l | eapply Z.divide_trans; [exact (IH I) | apply Z.divide_lcm_r]].
Qed.

Lemma scaled_eq m q : (Zpos (Qden q) | m)%Z -> inject_Z (scaled m q) == inject_Z m * q.
Proof.
  intros [u ->]. unfold scaled. rewrite Z.div_mul by lia. destruct q as [a b]. unfold Qeq; cbn. ring.
Qed.

Lemma scaled_nonneg m q : (0 <= m)%Z -> 0 <= q -> (0 <= scaled m q)%Z.
Proof.
  intros M H. unfold scaled. apply Z.mul_nonneg_nonneg.
  - destruct q as [a b]. unfold Qle in H; cbn in *. lia.
  - apply Z.div_pos; lia.
Qed.

(* --- matrices of coefficients ------------------------------------------------------------------- *)

(* The pair i, i+1+k has entry k of row i; what is missing is 0. *)
Definition form := list (list Z).

Fixpoint row_value (d : nat -> Q) (r : list Z) : Q :=
  match r with [] => 0 | c :: r' => inject_Z c * d 0%nat + row_value (fun j => d (S j)) r' end.
Fixpoint form_value (D : nat -> nat -> Q) (m : form) : Q :=
  match m with
  | [] => 0
  | r :: m' => row_value (fun j => D 0%nat (S j)) r + form_value (fun i j => D (S i) (S j)) m'
  end.

Fixpoint row_add (k : nat) (c : Z) (r : list Z) : list Z :=
  match k, r with
  | O, [] => [c]
  | O, x :: r' => (x + c)%Z :: r'
  | S k', [] => 0%Z :: row_add k' c []
  | S k', x :: r' => x :: row_add k' c r'
  end.
Fixpoint form_add (i k : nat) (c : Z) (m : form) : form :=
  match i, m with
  | O, [] => [row_add k c []]
  | O, r :: m' => row_add k c r :: m'
  | S i', [] => [] :: form_add i' k c []
  | S i', r :: m' => r :: form_add i' k c m'
  end.
(* The pair in either order; D_ii is 0. *)
Definition pair_add (i j : nat) (c : Z) (m : form) : form :=
  if (i <? j)%nat then form_add i (j - i - 1) c m
  else if (j <? i)%nat then form_add j (i - j - 1) c m else m.

Lemma row_add_value k : forall d c r, row_value d (row_add k c r) == row_value d r + inject_Z c * d k.
Proof.
  induction k as [|k IH]; intros d c [|x r]; cbn [row_add row_value]; rewrite ?IH, ?inject_Z_plus;
    cbn [row_value]; change (inject_Z 0) with 0; ring.
Qed.

Lemma form_add_value i k c : forall D m,
  form_value D (form_add i k c m) == form_value D m + inject_Z c * D i (i + S k)%nat.
Proof.
  induction i as [|i IH]; intros D [|r m]; cbn [form_add form_value]; rewrite ?row_add_value, ?IH;
    cbn [form_value row_value Nat.add]; ring.
Qed.

Definition vanishes (m : form) : bool := forallb (forallb (Z.eqb 0)) m.

Lemma row_vanishes d r : forallb (Z.eqb 0) r = true -> row_value d r == 0.
Proof.
  revert d. induction r as [|c r IH]; intros d H; cbn [forallb row_value] in *; [reflexivity|].
  apply andb_prop in H. destruct H as [H1 H2]. apply Z.eqb_eq in H1. rewrite IH, <- H1 by assumption.
  change (inject_Z 0) with 0. ring.
Qed.

Lemma vanishes_value D m : vanishes m = true -> form_value D m == 0.
Proof.
  revert D. induction m as [|r m IH]; intros D H; cbn [vanishes forallb form_value] in *; [reflexivity|].
  apply andb_prop in H. destruct H as [H1 H2]. rewrite IH, row_vanishes by assumption. ring.
Qed.

(* c·a + b *)
Fixpoint row_axpy (c : Z) (a b : list Z) : list Z :=
  match a, b with
  | [], _ => b
  | _, [] => map (Z.mul c) a
  | x :: a', y :: b' => (c * x + y)%Z :: row_axpy c a' b'
  end.
Fixpoint rows_axpy (c : Z) (a b : form) : form :=
  match a, b with
  | [], _ => b
  | _, [] => map (map (Z.mul c)) a
  | x :: a', y :: b' => row_axpy c x y :: rows_axpy c a' b'
  end.
Definition form_axpy (c : Z) (a b : form) : form := if (c =? 0)%Z then b else rows_axpy c a b.

Lemma row_scale d c a : row_value d (map (Z.mul c) a) == inject_Z c * row_value d a.
Proof.
  revert d. induction a as [|x a IH]; intros d; cbn [map row_value]; [ring|]. rewrite IH, inject_Z_mult. ring.
Qed.

Lemma row_axpy_value c a : forall d b, row_value d (row_axpy c a b) == inject_Z c * row_value d a + row_value d b.
Proof.
  induction a as [|x a IH]; intros d [|y b]; cbn [row_axpy row_value map];
    rewrite ?row_scale, ?IH, ?inject_Z_plus, ?inject_Z_mult; ring.
Qed.

Lemma form_axpy_value c a D b : form_value D (form_axpy c a b) == inject_Z c * form_value D a + form_value D b.
Proof.
  unfold form_axpy. destruct (Z.eqb_spec c 0) as [->|_]; [change (inject_Z 0) with 0; ring|].
  revert D b. induction a as [|x a IH]; intros D b.
  - destruct b; cbn [rows_axpy form_value]; ring.
  - destruct b as [|y b]; cbn [rows_axpy form_value map].
    + assert (S : forall E m, form_value E (map (map (Z.mul c)) m) == inject_Z c * form_value E m).
      { intros E m. revert E. induction m as [|r m IHm]; intros E; cbn [map form_value]; [ring|].
        rewrite row_scale, IHm. ring. }
      rewrite row_scale, S. ring.
    + rewrite row_axpy_value, IH. ring.
Qed.

(* The form with the absolute values of the coefficients. *)
Definition absolute_form (m : form) : form := map (map Z.abs) m.

Lemma absolute_row r : forall d, (forall j, 0 <= d j) -> Qabs (row_value d r) <= row_value d (map Z.abs r).
Proof.
  induction r as [|c r IH]; intros d H; cbn [row_value map]; [discriminate|].
  eapply Qle_trans; [apply Qabs_triangle|]. apply Qplus_le_compat; [|apply IH; auto].
  rewrite Qabs_Qmult, (Qabs_pos (d 0%nat)) by auto. apply Qle_refl.
Qed.

Lemma absolute_value m : forall D, (forall i j, 0 <= D i j) -> Qabs (form_value D m) <= form_value D (absolute_form m).
Proof.
  induction m as [|r m IH]; intros D H; cbn [form_value absolute_form map]; [discriminate|].
  eapply Qle_trans; [apply Qabs_triangle|]. apply Qplus_le_compat; [apply absolute_row; auto | apply IH; auto].
Qed.

(* --- distances of all places ---------------------------------------------------------------------- *)

(* A pseudometric on n elements, 0 beyond them. *)
Record extended (n : nat) (D : nat -> nat -> Q) : Prop := {
  never_negative : forall i j, 0 <= D i j;
  zero_diagonal : forall i, D i i == 0;
  both_ways : forall i j, D i j == D j i;
  shorter : forall i j k, (k < n)%nat -> D i j <= D i k + D j k }.

Definition clip (n : nat) (D : nat -> nat -> Q) (i j : nat) : Q := when ((i <? n)%nat && (j <? n)%nat) (D i j).

Lemma clip_eq n D i j : (i < n)%nat -> (j < n)%nat -> clip n D i j = D i j.
Proof. intros Hi Hj. unfold clip. apply Nat.ltb_lt in Hi, Hj. rewrite Hi, Hj. reflexivity. Qed.

Lemma clip_extended n D : pseudometric n D -> extended n (clip n D).
Proof.
  intros [P [Z [S T]]].
  assert (N : forall i j, 0 <= clip n D i j)
    by (intros; unfold clip; destruct (Nat.ltb_spec i n), (Nat.ltb_spec j n); cbn [andb when]; auto; lra).
  constructor; [exact N | ..].
  - intros i. unfold clip. destruct (Nat.ltb_spec i n); cbn [andb when]; [auto | reflexivity].
  - intros i j. unfold clip. destruct (Nat.ltb_spec i n), (Nat.ltb_spec j n); cbn [andb when]; auto; reflexivity.
  - intros i j k Hk. pose proof (N i k). pose proof (N j k).
    unfold clip at 1. destruct (Nat.ltb_spec i n), (Nat.ltb_spec j n); cbn [andb when]; try lra.
    rewrite !clip_eq by assumption. rewrite (S j k) by assumption. auto.
Qed.

(* --- terms: sums c·D_ij -------------------------------------------------------------------------- *)

Definition terms := list (Z * nat * nat).

Fixpoint terms_value (D : nat -> nat -> Q) (l : terms) : Q :=
  match l with [] => 0 | (c, i, j) :: l' => inject_Z c * D i j + terms_value D l' end.

Fixpoint add_terms (l : terms) (m : form) : form :=
  match l with [] => m | (c, i, j) :: l' => add_terms l' (pair_add i j c m) end.

Section Values.
  Variables (n : nat) (D : nat -> nat -> Q).
  Hypothesis E : extended n D.

  Lemma pair_add_value i j c m : form_value D (pair_add i j c m) == form_value D m + inject_Z c * D i j.
  Proof.
    unfold pair_add. destruct (Nat.ltb_spec i j); [|destruct (Nat.ltb_spec j i)].
    - rewrite form_add_value. replace (i + S (j - i - 1))%nat with j by lia. reflexivity.
    - rewrite form_add_value. replace (j + S (i - j - 1))%nat with i by lia. rewrite (both_ways n D E j i). reflexivity.
    - replace j with i by lia. rewrite (zero_diagonal n D E). ring.
  Qed.

  Lemma add_terms_value l : forall m, form_value D (add_terms l m) == terms_value D l + form_value D m.
  Proof.
    induction l as [|[[c i] j] l IH]; intros m; cbn [add_terms terms_value]; [ring|].
    rewrite IH, pair_add_value. ring.
  Qed.
End Values.

Lemma terms_value_app D l m : terms_value D (l ++ m) == terms_value D l + terms_value D m.
Proof. induction l as [|[[c i] j] l IH]; cbn [app terms_value]; [ring|]. rewrite IH. ring. Qed.

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

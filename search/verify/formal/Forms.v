(* SPDX-License-Identifier: MIT

   Expressions of a claim and their forms, matrices of coefficients. The theorem at the end: value
   and form are the same number. *)
From Coq Require Import Morphisms Setoid.
From Disarray Require Export Expressions.

(* --- their forms ----------------------------------------------------------------------------------- *)

(* How often row i of a functional counts a_ij. *)
Definition count (f : functional) (s : nat -> nat) (i j : nat) : Q :=
  match f with
  | Kendall => when (differ s identity i j) 1
  | Prefix | PrefixSym => when (j <? i)%nat 1 - when (s j <? s i)%nat 1
  | Interval => when (negb (i =? j)%nat && passed (s i) i (s j)) 1
  | Box => (1 # 2) * (when (negb (i =? j)%nat && passed (s i) i (s j)) 1
                      + when (negb (i =? j)%nat && passed (s i) i j) 1)
  end.

(* Row i of c times the functional of s; `factors` are the w_i·p̄_i, `label` names the elements. *)
Definition row_terms (n : nat) (factors : list Q) (label s : nat -> nat) (c : Q) (f : functional) (i : nat) : terms :=
  let ci := mul c (nth i factors 0) in
  flat_map (fun j => let k := count f s i j in
                     if is_zero k then [] else [(mul k (mul ci (nth j factors 0)), label i, label j)])
           (seq 0 n).

Definition all_terms n factors label s c f : terms :=
  flat_map (row_terms n factors label s c f) (seq 0 n).

(* Where all weights and swap costs are 1, all factors are 1: no need to compute them. *)
Record known := Known {
  weighting_known :> weighting; is_unit : bool;
  is_unit_spec : is_unit = true -> weighting_known = unit_weighting }.

Definition factors_of (v : known) (n : nat) (s : nat -> nat) : list Q :=
  if is_unit v then repeat 1 n
  else map (fun i => add (w v i * p_bar v n s identity i) 0) (seq 0 n).

Lemma p_bar_unit n t i : p_bar unit_weighting n t identity i == 1.
Proof.
  unfold p_bar, identity. destruct (Nat.eqb_spec (t i) i) as [E|E]; [reflexivity|].
  unfold mean_cost, position, unit_weighting; cbn [delta].
  assert (C : forall k, sum k (fun _ => 1) == of_nat k).
  { induction k; cbn [sum]; [reflexivity|]. rewrite IHk, of_nat_S. reflexivity. }
  rewrite !C. assert (L : (Nat.min (t i) i <= Nat.max (t i) i)%nat) by lia.
  assert (N : ~ of_nat (Nat.max (t i) i - Nat.min (t i) i) == 0).
  { unfold of_nat, Qeq, inject_Z; cbn [Qnum Qden]. lia. }
  rewrite (of_nat_minus _ _ L) in *. field. assumption.
Qed.

(* Σ over a list, and the sum over 0 … n-1 as one. *)
Lemma flat_map_value {A} D (g : A -> terms) l :
  terms_value D (flat_map g l) == fold_right (fun a q => terms_value D (g a) + q) 0 l.
Proof. induction l; simpl; [reflexivity|]. rewrite terms_value_app, IHl. reflexivity. Qed.

Lemma fold_seq n h : fold_right (fun a q => h a + q) 0 (seq 0 n) == sum n h.
Proof.
  rewrite sum_list. induction (seq 0 n) as [|a l IH]; simpl; [reflexivity|]. rewrite IH. reflexivity.
Qed.

Lemma fold_ext {A} (g h : A -> Q) l : (forall a, In a l -> g a == h a) ->
  fold_right (fun a q => g a + q) 0 l == fold_right (fun a q => h a + q) 0 l.
Proof.
  induction l; intros H; simpl; [reflexivity|]. rewrite IHl by (intros; apply H; right; assumption).
  rewrite (H a) by (left; reflexivity). reflexivity.
Qed.

Lemma nth_factors (v : known) n s i : (i < n)%nat ->
  nth i (factors_of v n s) 0 == w v i * p_bar v n s identity i.
Proof.
  intros H. unfold factors_of. destruct (is_unit v) eqn:U.
  - rewrite (is_unit_spec v U), p_bar_unit. cbn [w unit_weighting].
    rewrite (repeat_spec n 1 (nth i (repeat 1 n) 0)); [ring|].
    apply nth_In. rewrite repeat_length. assumption.
  - rewrite (nth_indep _ 0 (add (w v 0 * p_bar v n s identity 0) 0)) by (rewrite map_length, seq_length; assumption).
    rewrite (map_nth (fun i => add (w v i * p_bar v n s identity i) 0)), seq_nth by assumption.
    rewrite add_eq. simpl. ring.
Qed.

Lemma row_terms_value (v : known) n label s c f i D : (i < n)%nat ->
  terms_value (fun a b => D a b) (row_terms n (factors_of v n s) label s c f i)
  == c * sum n (fun j => count f s i j * cost v n s identity (fun a b => D (label a) (label b)) i j).
Proof.
  intros Hi. unfold row_terms. rewrite flat_map_value.
  rewrite (fold_ext _ (fun j => c * (count f s i j * cost v n s identity (fun a b => D (label a) (label b)) i j))).
  - rewrite fold_seq, sum_scale. reflexivity.
  - intros j Hj. apply in_seq in Hj. cbv beta zeta.
    destruct (is_zero (count f s i j)) eqn:Z; simpl.
    + apply is_zero_eq in Z. rewrite Z. ring.
    + rewrite !mul_eq, !nth_factors by lia. unfold cost. ring.
Qed.

Lemma all_terms_value (v : known) n label s c f D :
  terms_value D (all_terms n (factors_of v n s) label s c f)
  == c * sum n (fun i => sum n (fun j => count f s i j * cost v n s identity (fun a b => D (label a) (label b)) i j)).
Proof.
  unfold all_terms. rewrite flat_map_value.
  rewrite (fold_ext _ (fun i => c * sum n (fun j => count f s i j * cost v n s identity (fun a b => D (label a) (label b)) i j))).
  - rewrite fold_seq, sum_scale. reflexivity.
  - intros i Hi. apply in_seq in Hi. apply row_terms_value. lia.
Qed.

Lemma row_terms_range v n label s c f i : (i < n)%nat -> (forall k, (k < n)%nat -> (label k < n)%nat) ->
  in_range n (row_terms n (factors_of v n s) label s c f i).
Proof.
  intros Hi L a b d I. unfold row_terms in I. apply in_flat_map in I. destruct I as [j [Hj I]].
  apply in_seq in Hj. destruct (is_zero _); simpl in I; [tauto|]. destruct I as [E|[]]. inversion E; subst.
  split; apply L; lia.
Qed.

Lemma all_terms_range v n label s c f : (forall k, (k < n)%nat -> (label k < n)%nat) ->
  in_range n (all_terms n (factors_of v n s) label s c f).
Proof.
  intros L a b d I. apply in_flat_map in I. destruct I as [i [Hi I]]. apply in_seq in Hi.
  apply (row_terms_range v n label s c f i) in I; auto; lia.
Qed.

(* The linear functionals and F[prefix] by their counts. *)
Definition linear_functional (f : functional) : bool :=
  match f with Kendall | Interval | Box => true | _ => false end.

Lemma distance_count v n D f s : linear_functional f = true ->
  distance v n D f s == sum n (fun i => sum n (fun j => count f s i j * cost v n s identity D i j)).
Proof.
  destruct f; intros L; try discriminate; unfold distance, count.
  - apply sum_ext; intros i _; apply sum_ext; intros j _. destruct (differ s identity i j); simpl; ring.
  - apply sum_ext; intros i _; apply sum_ext; intros j _. unfold identity.
    destruct (_ && _)%bool; simpl; ring.
  - rewrite box_one_sum. apply sum_ext; intros i _; apply sum_ext; intros j _. unfold identity.
    destruct (_ && _)%bool, (_ && _)%bool; simpl; ring.
Qed.

Lemma prefix_count v n D s :
  prefix n (cost v n s identity D) s identity
  == sum n (fun i => Qabs (sum n (fun j => count Prefix s i j * cost v n s identity D i j))).
Proof.
  apply sum_ext; intros i _. apply Qabs_wd. rewrite <- sum_minus. apply sum_ext; intros j _.
  unfold count, identity. destruct (_ <? _)%nat, (_ <? _)%nat; simpl; ring.
Qed.

(* Linear part and forms inside absolute values, as terms. The elements have their own names; for
   an image, those of `label`. *)
Record forms := { linear : form; absolutes : list form }.

(* Rows of F[prefix]. *)
Definition prefix_rows n factors label s c : list terms :=
  map (row_terms n factors label s c Prefix) (seq 0 n).

(* The two directions of a ranking with their factors. *)
Record direction := Direction { d_ranks : nat -> nat; d_factors : list Q }.

Fixpoint inner_terms (n : nat) (label : nat -> nat) (s i : direction) (c : Q) (l : list (Q * functional_of)) : terms :=
  match l with
  | [] => []
  | (q, f) :: l' =>
    let d := if of_inverse f then i else s in
    all_terms n (d_factors d) label (d_ranks d) (mul c q) (which f) ++ inner_terms n label s i c l'
  end.

Definition half : Q := 1 # 2.

Definition term_linear n label (s i : direction) (t : term) : terms :=
  match t with
  | Plain c f =>
    let d := if of_inverse f then i else s in
    if linear_functional (which f) then all_terms n (d_factors d) label (d_ranks d) c (which f) else []
  | Absolute _ _ => []
  end.

(* `ii` is the inverse of the inverse. *)
Definition term_absolutes n label (s i ii : direction) (t : term) : list terms :=
  match t with
  | Plain c f =>
    let d := if of_inverse f then i else s in
    let e := if of_inverse f then ii else i in
    match which f with
    | Prefix => prefix_rows n (d_factors d) label (d_ranks d) c
    | PrefixSym => prefix_rows n (d_factors d) label (d_ranks d) (mul half c)
                   ++ prefix_rows n (d_factors e) label (d_ranks e) (mul half c)
    | _ => []
    end
  | Absolute c l => [inner_terms n label s i c l]
  end.

(* Coefficients ≥ 0, and no absolute values inside of others: else the forms mean another thing. *)
Definition term_holds (t : term) : bool :=
  match t with
  | Plain c _ => Qle_bool 0 c
  | Absolute c l => Qle_bool 0 c && forallb (fun p => linear_functional (which (snd p))) l
  end.

Definition to_form (n : nat) (l : terms) : form := add_terms l (zero_form n).

(* The inverse is made once, as a list. *)
Definition inverse_list (n : nat) (s : nat -> nat) : list nat := map (inverse n s) (seq 0 n).

Lemma inverse_list_nth n s k : (k < n)%nat -> ranks (inverse_list n s) k = inverse n s k.
Proof.
  intros H. unfold ranks, inverse_list.
  rewrite (nth_indep _ 0%nat (inverse n s 0)) by (rewrite map_length, seq_length; assumption).
  rewrite map_nth, seq_nth by assumption. reflexivity.
Qed.

(* Only ranks of elements below n matter. *)
Definition agree (n : nat) (s t : nat -> nat) : Prop := forall i, (i < n)%nat -> s i = t i.

Lemma inverse_agree n s t k : agree n s t -> inverse n s k = inverse n t k.
Proof.
  intros A. unfold inverse.
  assert (H : forall l, (forall i, In i l -> (i < n)%nat) ->
    find (fun i => s i =? k)%nat l = find (fun i => t i =? k)%nat l).
  { induction l as [|i l IH]; intros B; cbn [find]; [reflexivity|].
    rewrite (A i) by (apply B; left; reflexivity).
    rewrite IH by (intros; apply B; right; assumption). reflexivity. }
  rewrite H; [reflexivity|]. intros i Hi. apply in_seq in Hi. lia.
Qed.

Lemma count_agree n f s t i j : agree n s t -> (i < n)%nat -> (j < n)%nat -> count f s i j = count f t i j.
Proof. intros A Hi Hj. unfold count, differ. rewrite (A i Hi), (A j Hj). reflexivity. Qed.

Lemma cost_agree v n s t D i j : agree n s t -> (i < n)%nat -> (j < n)%nat ->
  cost v n s identity D i j = cost v n t identity D i j.
Proof. intros A Hi Hj. unfold cost, p_bar. rewrite (A i Hi), (A j Hj). reflexivity. Qed.

Lemma prefix_agree v n s t D : agree n s t ->
  prefix n (cost v n s identity D) s identity == prefix n (cost v n t identity D) t identity.
Proof.
  intros A. rewrite !prefix_count. apply sum_ext; intros i Hi. apply Qabs_wd. apply sum_ext; intros j Hj.
  rewrite (count_agree n _ s t), (cost_agree v n s t) by assumption. reflexivity.
Qed.

Lemma distance_agree v n s t D f : agree n s t -> distance v n D f s == distance v n D f t.
Proof.
  intros A. destruct (linear_functional f) eqn:L.
  - rewrite !distance_count by assumption. apply sum_ext; intros i Hi; apply sum_ext; intros j Hj.
    rewrite (count_agree n _ s t), (cost_agree v n s t) by assumption. reflexivity.
  - destruct f; try discriminate; cbn [distance]; rewrite (prefix_agree v n s t D A); [reflexivity|].
    rewrite (prefix_agree v n (inverse n s) (inverse n t)); [reflexivity|].
    intros k _. apply inverse_agree; assumption.
Qed.

Definition direction_of (v : known) (n : nat) (s : nat -> nat) : direction :=
  Direction s (factors_of v n s).

Definition forms_of (v : known) (n : nat) (label s : nat -> nat) (e : expression) : forms :=
  let si := ranks (inverse_list n s) in
  let d := direction_of v n s in
  let i := direction_of v n si in
  let ii := direction_of v n (ranks (inverse_list n si)) in
  {| linear := to_form n (flat_map (term_linear n label d i) e);
     absolutes := filter (fun f => negb (vanishes f))
                    (map (to_form n) (flat_map (term_absolutes n label d i ii) e)) |}.

Fixpoint absolutes_value (D : nat -> nat -> Q) (l : list form) : Q :=
  match l with [] => 0 | f :: l' => Qabs (form_value D f) + absolutes_value D l' end.
Definition forms_value (D : nat -> nat -> Q) (f : forms) : Q :=
  form_value D (linear f) + absolutes_value D (absolutes f).

Fixpoint terms_absolutes_value (D : nat -> nat -> Q) (l : list terms) : Q :=
  match l with [] => 0 | f :: l' => Qabs (terms_value D f) + terms_absolutes_value D l' end.

Lemma terms_absolutes_app D l m :
  terms_absolutes_value D (l ++ m) == terms_absolutes_value D l + terms_absolutes_value D m.
Proof. induction l; cbn [app terms_absolutes_value]; [ring|]. rewrite IHl. ring. Qed.

Lemma absolutes_filter D l :
  absolutes_value D (filter (fun f => negb (vanishes f)) l) == absolutes_value D l.
Proof.
  induction l as [|f l IH]; cbn [filter absolutes_value]; [reflexivity|].
  destruct (vanishes f) eqn:V; cbn [negb absolutes_value]; rewrite IH; [|reflexivity].
  apply (vanishes_value D) in V. rewrite V. cbn. ring.
Qed.

Lemma to_form_shape n l : has_shape n (to_form n l).
Proof. apply add_terms_shape, zero_form_shape. Qed.

Lemma to_form_value n D l : symmetric n D -> in_range n l -> form_value D (to_form n l) == terms_value D l.
Proof.
  intros S R. unfold to_form. rewrite (add_terms_value n) by auto using zero_form_shape.
  rewrite zero_form_value. ring.
Qed.

Lemma to_forms_value n D l : symmetric n D -> Forall (in_range n) l ->
  absolutes_value D (map (to_form n) l) == terms_absolutes_value D l.
Proof.
  intros S F. induction F; cbn [map absolutes_value terms_absolutes_value]; [reflexivity|].
  rewrite IHF, (to_form_value n) by assumption. reflexivity.
Qed.

Section Meaning.
  Variables (v : known) (n : nat) (label s : nat -> nat).
  Hypothesis L : forall k, (k < n)%nat -> (label k < n)%nat.
  Let d := direction_of v n s.
  Let si := ranks (inverse_list n s).
  Let sii := ranks (inverse_list n si).
  Let i := direction_of v n si.
  Let ii := direction_of v n sii.

  Lemma si_agree : agree n (inverse n s) si.
  Proof. intros k Hk. symmetry. apply inverse_list_nth; assumption. Qed.
  Lemma sii_agree : agree n (inverse n (inverse n s)) sii.
  Proof.
    intros k Hk. rewrite (inverse_agree n _ si k si_agree). symmetry. apply inverse_list_nth; assumption.
  Qed.
  Variable D : nat -> nat -> Q.
  Let D' a b := D (label a) (label b).

  Lemma plain_linear c f : linear_functional (which f) = true ->
    terms_value D (let e := if of_inverse f then i else d in
                   all_terms n (d_factors e) label (d_ranks e) c (which f))
    == c * value_of v n s D' f.
  Proof.
    intros H. destruct f as [f b]; cbn [which of_inverse] in *. unfold value_of; cbn [which of_inverse].
    destruct b; [rewrite (distance_agree v n _ si D' f si_agree)|];
      rewrite (distance_count v n D' f _ H); apply (all_terms_value v n label _ c f D).
  Qed.

  Lemma inner_terms_value c l : forallb (fun p => linear_functional (which (snd p))) l = true ->
    terms_value D (inner_terms n label d i c l) == c * inner_value v n s D' l.
  Proof.
    induction l as [|[q f] l IH]; intros H; cbn [inner_terms inner_value]; [cbn; ring|].
    cbn [forallb snd] in H. apply andb_prop in H. destruct H as [H1 H2].
    rewrite terms_value_app, (IH H2). pose proof (plain_linear (mul c q) f H1) as P. cbv zeta in P.
    rewrite P, mul_eq. ring.
  Qed.

  Lemma prefix_rows_value c t : 0 <= c ->
    terms_absolutes_value D (prefix_rows n (factors_of v n t) label t c)
    == c * prefix n (cost v n t identity D') t identity.
  Proof.
    intros C. rewrite prefix_count, <- sum_scale. rewrite <- fold_seq. unfold prefix_rows.
    assert (H : forall l, (forall a, In a l -> (a < n)%nat) ->
      terms_absolutes_value D (map (row_terms n (factors_of v n t) label t c Prefix) l)
      == fold_right (fun a q => c * Qabs (sum n (fun j => count Prefix t a j * cost v n t identity D' a j)) + q) 0 l).
    { induction l as [|a l IH]; intros H; cbn [map terms_absolutes_value fold_right]; [reflexivity|].
      rewrite IH by (intros; apply H; right; assumption).
      rewrite (row_terms_value v n label t c Prefix a D) by (apply H; left; reflexivity).
      rewrite Qabs_Qmult, (Qabs_pos c C). reflexivity. }
    apply H. intros a Ha. apply in_seq in Ha. lia.
  Qed.

  Lemma term_forms_value t : term_holds t = true ->
    terms_value D (term_linear n label d i t) + terms_absolutes_value D (term_absolutes n label d i ii t)
    == term_value v n s D' t.
  Proof.
    destruct t as [c f|c l]; cbn [term_holds term_linear term_absolutes term_value]; intros H.
    - apply Qle_bool_iff in H. destruct (linear_functional (which f)) eqn:E.
      + pose proof (plain_linear c f E) as P. cbv zeta in P. rewrite P.
        destruct (which f); try discriminate; cbn; ring.
      + destruct f as [f b]; cbn [which of_inverse] in *. unfold value_of; cbn [which of_inverse].
        assert (Hh : 0 <= mul half c) by (rewrite mul_eq; unfold half; lra).
        destruct f; try discriminate; cbn [distance].
        * destruct b; cbn [d i d_factors d_ranks direction_of]; [rewrite (prefix_agree v n _ si D' si_agree)|];
            rewrite prefix_rows_value by assumption; cbn; ring.
        * rewrite terms_absolutes_app.
          destruct b; cbn [d i ii d_factors d_ranks direction_of]; [rewrite (prefix_agree v n _ sii D' sii_agree)|];
            rewrite (prefix_agree v n _ si D' si_agree), !prefix_rows_value, mul_eq by assumption;
            unfold half; cbn [terms_value]; ring.
    - apply andb_prop in H. destruct H as [H1 H2]. apply Qle_bool_iff in H1.
      cbn [terms_value terms_absolutes_value]. rewrite (inner_terms_value c l H2), Qabs_Qmult, (Qabs_pos c H1). ring.
  Qed.

  Lemma inner_terms_range c l : in_range n (inner_terms n label d i c l).
  Proof.
    induction l as [|[q f] l IH]; cbn [inner_terms]; [intros a b e []|].
    apply in_range_app; [|assumption].
    destruct (of_inverse f); apply all_terms_range; assumption.
  Qed.

  Lemma term_range t : in_range n (term_linear n label d i t) /\ Forall (in_range n) (term_absolutes n label d i ii t).
  Proof.
    assert (P : forall t c, Forall (in_range n) (prefix_rows n (factors_of v n t) label t c)).
    { intros t' c. apply Forall_forall. intros r I. apply in_map_iff in I. destruct I as [a [<- I]].
      apply in_seq in I. apply row_terms_range; [lia | assumption]. }
    assert (N : in_range n []) by (intros a b e []).
    destruct t as [c [f b]|c l]; cbn [term_linear term_absolutes which of_inverse]; split; auto.
    - destruct b; destruct (linear_functional f); auto; apply all_terms_range; assumption.
    - destruct f; auto; destruct b; try apply Forall_app; try split; apply P.
    - constructor; [apply inner_terms_range | constructor].
  Qed.

  (* The forms are the expression. *)
  Theorem forms_of_value e : symmetric n D -> forallb term_holds e = true ->
    forms_value D (forms_of v n label s e) == value v n s D' e.
  Proof.
    intros S H. unfold forms_value, forms_of; cbn [linear absolutes].
    fold si. fold sii. fold d i ii.
    assert (R : in_range n (flat_map (term_linear n label d i) e)
                /\ Forall (in_range n) (flat_map (term_absolutes n label d i ii) e)).
    { clear H. induction e as [|t e [IH1 IH2]]; cbn [flat_map]; [split; [intros a b c [] | constructor]|].
      destruct (term_range t). split; [apply in_range_app; assumption | apply Forall_app; split; assumption]. }
    destruct R as [R1 R2].
    rewrite absolutes_filter, (to_form_value n), (to_forms_value n) by assumption. clear R1 R2.
    induction e as [|t e IH]; cbn [flat_map value]; [cbn; ring|].
    cbn [forallb] in H. apply andb_prop in H. destruct H as [H1 H2].
    rewrite terms_value_app, terms_absolutes_app, <- (IH H2), <- (term_forms_value t H1). ring.
  Qed.
End Meaning.

Lemma forms_of_shape v n label s e :
  has_shape n (linear (forms_of v n label s e)) /\ Forall (has_shape n) (absolutes (forms_of v n label s e)).
Proof.
  unfold forms_of; cbn [linear absolutes]. split; [apply to_form_shape|].
  apply Forall_forall. intros f I. apply filter_In in I. destruct I as [I _].
  apply in_map_iff in I. destruct I as [l [<- _]]. apply to_form_shape.
Qed.

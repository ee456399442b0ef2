(* SPDX-License-Identifier: MIT

   Expressions of a claim and their forms, matrices of whole coefficients. The theorem at the end:
   the form has the value of the expression times the common denominator. *)
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

(* The same times 2, or times 1 where half of F[prefix] is meant, from the ranks of i and j. *)
Definition doubled (f : functional) : Q := match f with PrefixSym => 1 | _ => 2 end.
Definition two : Z := 2.
Definition minus_one : Z := -1.
Definition minus_two : Z := -2.
Definition count_number (f : functional) (i si j sj : nat) : Z :=
  match f with
  | Kendall => if (i <? j)%nat then (if (sj <? si)%nat then two else 0%Z) else 0%Z
  | Prefix => if (j <? i)%nat then (if (sj <? si)%nat then 0%Z else two) else if (sj <? si)%nat then minus_two else 0%Z
  | PrefixSym => if (j <? i)%nat then (if (sj <? si)%nat then 0%Z else 1%Z) else if (sj <? si)%nat then minus_one else 0%Z
  | Interval => if (i =? j)%nat then 0%Z else if passed si i sj then two else 0%Z
  | Box => if (i =? j)%nat then 0%Z
           else if passed si i sj then (if passed si i j then two else 1%Z) else if passed si i j then 1%Z else 0%Z
  end.

Lemma count_number_eq f s i j : inject_Z (count_number f i (s i) j (s j)) == doubled f * count f s i j.
Proof.
  unfold count, count_number, differ, identity. destruct f; cbn [doubled];
    destruct (i <? j)%nat, (j <? i)%nat, (s j <? s i)%nat, (i =? j)%nat, (passed (s i) i (s j)), (passed (s i) i j);
    reflexivity.
Qed.

(* Where all weights and swap costs are 1, all factors are 1: no need to compute them. *)
Record known := Known {
  weighting_known :> weighting; is_unit : bool;
  is_unit_spec : is_unit = true -> weighting_known = unit_weighting }.

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

(* The w_i·p̄_i, and what the forms are made of: their multiples are whole. *)
Definition factor (v : known) (n : nat) (s : nat -> nat) (i : nat) : Q :=
  if is_unit v then 1 else reduced (w v i * p_bar v n s identity i).

Lemma factor_eq (v : known) n s i : factor v n s i == w v i * p_bar v n s identity i.
Proof.
  unfold factor. destruct (is_unit v) eqn:U; [|apply reduced_eq].
  rewrite (is_unit_spec v U), p_bar_unit. cbn [w unit_weighting]. ring.
Qed.

Record element := Element { e_place : nat; e_rank : nat; e_label : nat; e_factor : Z }.

(* `label` names the elements. *)
Definition elements (v : known) (n : nat) (m : Z) (label s : nat -> nat) : list element :=
  map (fun i => Element i (s i) (label i) (if is_unit v then m else scaled m (factor v n s i))) (seq 0 n).

(* m is a common denominator of the factors. *)
Definition fits (v : known) (n : nat) (s : nat -> nat) (m : Z) : Prop :=
  forall i, (i < n)%nat -> is_unit v = true \/ (Zpos (Qden (factor v n s i)) | m)%Z.

Lemma fits_eq v n s m i : fits v n s m -> (i < n)%nat ->
  inject_Z (if is_unit v then m else scaled m (factor v n s i)) == inject_Z m * (w v i * p_bar v n s identity i).
Proof.
  intros F Hi. rewrite <- (factor_eq v n s i). destruct (F i Hi) as [U|X].
  - unfold factor. rewrite U. ring.
  - destruct (is_unit v) eqn:U; [unfold factor; rewrite U; ring | apply scaled_eq; assumption].
Qed.

(* Row i of c times a functional, for the element i; the factor of i is in c. *)
Fixpoint row_terms (f : functional) (c : Z) (i si label : nat) (l : list element) : terms :=
  match l with
  | [] => []
  | x :: l' =>
    let rest := row_terms f c i si label l' in
    let k := count_number f i si (e_place x) (e_rank x) in
    if (k =? 0)%Z then rest else (k * (c * e_factor x), label, e_label x)%Z :: rest
  end.
Definition element_terms (f : functional) (c : Z) (l : list element) (x : element) : terms :=
  row_terms f (c * e_factor x) (e_place x) (e_rank x) (e_label x) l.

Definition all_terms (f : functional) (c : Z) (l : list element) : terms := flat_map (element_terms f c l) l.
(* Rows of F[prefix]. *)
Definition prefix_rows (f : functional) (c : Z) (l : list element) : list terms := map (element_terms f c l) l.

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

Section Rows.
  Variables (v : known) (n : nat) (m : Z) (label s : nat -> nat) (D : nat -> nat -> Q).
  Hypothesis F : fits v n s m.
  Let mk i := Element i (s i) (label i) (if is_unit v then m else scaled m (factor v n s i)).
  Let D' a b := D (label a) (label b).

  Lemma element_terms_value f c i : (i < n)%nat ->
    terms_value D (element_terms f c (elements v n m label s) (mk i))
    == inject_Z c * doubled f * (inject_Z m * inject_Z m)
       * sum n (fun j => count f s i j * cost v n s identity D' i j).
  Proof.
    intros Hi. unfold element_terms, elements. cbn [mk e_factor e_place e_rank e_label].
    fold mk. set (fi := if is_unit v then m else scaled m (factor v n s i)).
    assert (R : forall l, terms_value D (row_terms f (c * fi) i (s i) (label i) (map mk l))
      == fold_right (fun j q => inject_Z (count_number f i (s i) j (s j))
                                * (inject_Z (c * fi) * inject_Z (e_factor (mk j)) * D' i j) + q) 0 l).
    { induction l as [|j l IH]; cbn [map row_terms fold_right]; [reflexivity|]. rewrite <- IH. clear IH.
      cbn [mk e_place e_rank e_label]. destruct (Z.eqb_spec (count_number f i (s i) j (s j)) 0) as [->|_].
      - change (inject_Z 0) with 0. ring.
      - cbn [terms_value]. unfold D'. rewrite !inject_Z_mult. ring. }
    rewrite R, <- sum_scale, <- fold_seq. apply fold_ext. intros j Hj. apply in_seq in Hj.
    rewrite count_number_eq, inject_Z_mult. unfold fi. cbn [mk e_factor]. rewrite !fits_eq by (auto; lia).
    unfold cost. ring.
  Qed.

  Lemma all_terms_value f c :
    terms_value D (all_terms f c (elements v n m label s))
    == inject_Z c * doubled f * (inject_Z m * inject_Z m)
       * sum n (fun i => sum n (fun j => count f s i j * cost v n s identity D' i j)).
  Proof.
    rewrite <- sum_scale, <- fold_seq. unfold all_terms. unfold elements at 2. fold mk.
    rewrite flat_map_value.
    assert (X : forall g l, fold_right (fun a q => g a + q) 0 (map mk l) == fold_right (fun i q => g (mk i) + q) 0 l)
      by (intros g l; induction l as [|i l IH]; cbn [map fold_right]; [reflexivity | rewrite IH; reflexivity]).
    rewrite (X (fun a => terms_value D (element_terms f c (elements v n m label s) a))).
    apply fold_ext. intros i Hi. apply in_seq in Hi. apply element_terms_value. lia.
  Qed.
End Rows.

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

(* Linear part and forms inside absolute values. *)
Record forms := { linear : form; absolutes : list form }.

(* The inverse is made once, as a list. *)
Definition inverse_list (n : nat) (s : nat -> nat) : list nat := map (inverse n s) (seq 0 n).

Lemma inverse_list_nth n s k : (k < n)%nat -> ranks (inverse_list n s) k = inverse n s k.
Proof.
  intros H. unfold ranks, inverse_list.
  rewrite (nth_indep _ 0%nat (inverse n s 0)) by (rewrite map_length, seq_length; assumption).
  rewrite map_nth, seq_nth by assumption. reflexivity.
Qed.

(* Coefficients ≥ 0, and no absolute values inside of others: else the forms mean another thing. *)
Definition term_holds (t : term) : bool :=
  match t with
  | Plain c _ => Qle_bool 0 c
  | Absolute c l => Qle_bool 0 c && forallb (fun p => linear_functional (which (snd p))) l
  end.

(* The coefficients, of which c is a common denominator. *)
Definition term_coefficients (t : term) : list Q :=
  match t with Plain c _ => [c] | Absolute c l => map (fun p => reduced (c * fst p)) l end.
Definition coefficients (e : expression) : list Q := flat_map term_coefficients e.

Section Forms.
  Variables (v : known) (n : nat) (c m : Z) (label s : nat -> nat).

  (* σ, its inverse, or the inverse of that. *)
  Definition inverted : nat -> nat := ranks (inverse_list n s).
  Definition back : nat -> nat := ranks (inverse_list n inverted).
  Definition direction (of_inverse : bool) : list element := elements v n m label (if of_inverse then inverted else s).

  Fixpoint inner_terms (q : Q) (l : list (Q * functional_of)) : terms :=
    match l with
    | [] => []
    | (x, f) :: l' =>
      all_terms (which f) (scaled c (reduced (q * x))) (direction (of_inverse f)) ++ inner_terms q l'
    end.

  Definition term_linear (t : term) : terms :=
    match t with
    | Plain q f =>
      if linear_functional (which f) then all_terms (which f) (scaled c q) (direction (of_inverse f)) else []
    | Absolute _ _ => []
    end.

  Definition term_absolutes (t : term) : list terms :=
    match t with
    | Plain q f =>
      match which f with
      | Prefix => prefix_rows Prefix (scaled c q) (direction (of_inverse f))
      | PrefixSym =>
        prefix_rows PrefixSym (scaled c q) (direction (of_inverse f))
        ++ prefix_rows PrefixSym (scaled c q) (elements v n m label (if of_inverse f then back else inverted))
      | _ => []
      end
    | Absolute q l => [inner_terms q l]
    end.

  Definition forms_of (e : expression) : forms :=
    {| linear := add_terms (flat_map term_linear e) [];
       absolutes := filter (fun f => negb (vanishes f))
                      (map (fun l => add_terms l []) (flat_map term_absolutes e)) |}.
End Forms.

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

Section Meaning.
  Variables (v : known) (n : nat) (c m : Z) (label s : nat -> nat).
  Let si := inverted n s.
  Let sii := back n s.
  Hypothesis Fs : fits v n s m.
  Hypothesis Fi : fits v n si m.
  Hypothesis Fb : fits v n sii m.
  Hypothesis C : (0 < c)%Z.

  Lemma si_agree : agree n (inverse n s) si.
  Proof. intros k Hk. symmetry. apply inverse_list_nth; assumption. Qed.
  Lemma sii_agree : agree n (inverse n (inverse n s)) sii.
  Proof.
    intros k Hk. rewrite (inverse_agree n _ si k si_agree). symmetry. apply inverse_list_nth; assumption.
  Qed.
  Variable D : nat -> nat -> Q.
  Hypothesis E : extended n D.
  Let D' a b := D (label a) (label b).
  Let scale : Q := inject_Z c * (2 * (inject_Z m * inject_Z m)).

  Lemma plain_linear z q f : linear_functional (which f) = true -> inject_Z z == inject_Z c * q ->
    terms_value D (all_terms (which f) z (direction v n m label s (of_inverse f))) == scale * (q * value_of v n s D' f).
  Proof.
    intros H Z. destruct f as [f b]; cbn [which of_inverse] in *. unfold value_of, direction, scale; cbn [which of_inverse].
    assert (D2 : doubled f == 2) by (destruct f; try discriminate; reflexivity).
    destruct b; [rewrite (distance_agree v n _ si D' f si_agree)|];
      rewrite (distance_count v n D' f _ H), all_terms_value, D2, Z by assumption; unfold D', si; ring.
  Qed.

  Lemma inner_terms_value q l : forallb (fun p => linear_functional (which (snd p))) l = true ->
    (forall x, In x (map (fun p => reduced (q * fst p)) l) -> (Zpos (Qden x) | c)%Z) ->
    terms_value D (inner_terms v n c m label s q l) == scale * (q * inner_value v n s D' l).
  Proof.
    induction l as [|[x f] l IH]; intros H Hc; cbn [inner_terms inner_value]; [cbn; ring|].
    cbn [forallb snd] in H. apply andb_prop in H. destruct H as [H1 H2].
    rewrite terms_value_app, (IH H2) by (intros; apply Hc; right; assumption).
    rewrite (plain_linear _ (q * x) f H1); [ring|].
    rewrite scaled_eq by (apply Hc; left; reflexivity). rewrite reduced_eq. reflexivity.
  Qed.

  Lemma prefix_rows_value f z t : f = Prefix \/ f = PrefixSym -> (0 <= z)%Z -> fits v n t m ->
    terms_absolutes_value D (prefix_rows f z (elements v n m label t))
    == inject_Z z * doubled f * (inject_Z m * inject_Z m) * prefix n (cost v n t identity D') t identity.
  Proof.
    intros P Z F. rewrite prefix_count, <- sum_scale, <- fold_seq. unfold prefix_rows. unfold elements at 2.
    assert (K : 0 <= inject_Z z * doubled f * (inject_Z m * inject_Z m)).
    { apply Qmult_le_0_compat; [apply Qmult_le_0_compat|].
      - change 0 with (inject_Z 0). rewrite <- Zle_Qle. assumption.
      - destruct f; discriminate.
      - rewrite <- inject_Z_mult. change 0 with (inject_Z 0). rewrite <- Zle_Qle. nia. }
    rewrite map_map.
    assert (H : forall l, (forall a, In a l -> (a < n)%nat) ->
      terms_absolutes_value D (map (fun i => element_terms f z (elements v n m label t)
        (Element i (t i) (label i) (if is_unit v then m else scaled m (factor v n t i)))) l)
      == fold_right (fun a q => inject_Z z * doubled f * (inject_Z m * inject_Z m)
           * Qabs (sum n (fun j => count Prefix t a j * cost v n t identity D' a j)) + q) 0 l).
    { induction l as [|a l IH]; intros H; cbn [map terms_absolutes_value fold_right]; [reflexivity|].
      rewrite IH by (intros; apply H; right; assumption).
      rewrite element_terms_value by (auto; apply H; left; reflexivity).
      rewrite Qabs_Qmult, (Qabs_pos _ K). destruct P as [-> | ->]; reflexivity. }
    apply H. intros a Ha. apply in_seq in Ha. lia.
  Qed.

  Lemma term_forms_value t : term_holds t = true -> (forall x, In x (term_coefficients t) -> (Zpos (Qden x) | c)%Z) ->
    terms_value D (term_linear v n c m label s t) + terms_absolutes_value D (term_absolutes v n c m label s t)
    == scale * term_value v n s D' t.
  Proof.
    destruct t as [q f|q l]; cbn [term_holds term_linear term_absolutes term_value term_coefficients]; intros H Hc.
    - apply Qle_bool_iff in H. specialize (Hc q (or_introl eq_refl)).
      pose proof (scaled_eq c q Hc) as Z. assert (P : (0 <= scaled c q)%Z) by (apply scaled_nonneg; [lia | assumption]).
      destruct (linear_functional (which f)) eqn:L.
      + rewrite (plain_linear _ q f L Z). destruct (which f); try discriminate; cbn; ring.
      + destruct f as [f b]; cbn [which of_inverse] in *. unfold value_of, direction, scale; cbn [which of_inverse].
        destruct f; try discriminate; cbn [distance].
        * destruct b; cbv iota; [rewrite (prefix_agree v n _ si D' si_agree)|];
            rewrite prefix_rows_value, Z by auto; cbn [terms_value doubled]; unfold si; ring.
        * rewrite terms_absolutes_app.
          destruct b; cbv iota; [rewrite (prefix_agree v n _ sii D' sii_agree)|];
            rewrite (prefix_agree v n _ si D' si_agree), !prefix_rows_value, !Z by auto;
            cbn [terms_value doubled]; unfold si, sii; ring.
    - apply andb_prop in H. destruct H as [H1 H2]. apply Qle_bool_iff in H1.
      cbn [terms_value terms_absolutes_value]. rewrite (inner_terms_value q l H2 Hc), !Qabs_Qmult, (Qabs_pos q H1).
      assert (0 <= scale).
      { unfold scale. rewrite <- inject_Z_mult. change 2 with (inject_Z 2). rewrite <- !inject_Z_mult.
        change 0 with (inject_Z 0). rewrite <- Zle_Qle. nia. }
      rewrite (Qabs_pos scale) by assumption. ring.
  Qed.

  (* The forms are the expression. *)
  Theorem forms_of_value e : forallb term_holds e = true -> (forall x, In x (coefficients e) -> (Zpos (Qden x) | c)%Z) ->
    forms_value D (forms_of v n c m label s e) == scale * value v n s D' e.
  Proof.
    intros H Hc. unfold forms_value, forms_of; cbn [linear absolutes].
    assert (A : forall l, absolutes_value D (map (fun l => add_terms l []) l) == terms_absolutes_value D l).
    { induction l as [|t l IH]; cbn [map absolutes_value terms_absolutes_value]; [reflexivity|].
      rewrite IH, (add_terms_value n D E). cbn [form_value]. rewrite Qplus_0_r. reflexivity. }
    rewrite absolutes_filter, A, (add_terms_value n D E). cbn [form_value].
    induction e as [|t e IH]; cbn [flat_map value]; [cbn; ring|].
    cbn [forallb] in H. apply andb_prop in H. destruct H as [H1 H2].
    unfold coefficients in Hc. cbn [flat_map] in Hc. fold (coefficients e) in Hc.
    pose proof (term_forms_value t H1 (fun x I => Hc x (in_or_app _ _ x (or_introl I)))) as T.
    specialize (IH H2 (fun x I => Hc x (in_or_app _ _ x (or_intror I)))).
    rewrite terms_value_app, terms_absolutes_app, Qmult_plus_distr_r, <- IH, <- T. ring.
  Qed.
End Meaning.

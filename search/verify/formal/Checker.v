(* SPDX-License-Identifier: MIT

   The check of a record, as FORMAT.md has it: at each leaf an identity of forms, multiplied out; a
   tree of splits; a witness. The theorem of each is what it proves about `value`: r·N ≤ M at every
   pseudometric, and where a witness is due, N > 0 and M = r·N there. *)
From Disarray Require Export Forms.

Inductive node :=
  | Multipliers (ratio : Q) (signs : list Q) (triangles : list (nat * nat * nat * Q))
         (slacks : list (nat * nat * Q)) (regions : list (nat * Q))
  | Split (k : nat) (positive negative : node).

(* What the branch assumes of a form of N: ≥ 0, ≤ 0, nothing. *)
Definition side := option bool.

Definition assumed (D : nat -> nat -> Q) (g : form) (s : side) : Prop :=
  match s with
  | Some true => 0 <= form_value D g
  | Some false => form_value D g <= 0
  | None => True
  end.

Definition sign_of (b : bool) : Q := if b then 1 else -1.

(* N' = linear(N) + Σ_{split k} s_k·g_k + Σ_{other k} |g_k| *)
Fixpoint bound (l : form) (gs : list form) (sides : list side) : form :=
  match gs, sides with
  | g :: gs', s :: sides' =>
    let b := bound l gs' sides' in
    match s with
    | Some p => form_axpy (sign_of p) g b
    | None => form_axpy 1 (absolute_form g) b
    end
  | _, _ => l
  end.

(* Σ φ_k·f_k added to a form; None where there are more or fewer φ, or one beyond ±1. *)
Fixpoint add_signs (signs : list Q) (fs : list form) (m : form) : option form :=
  match signs, fs with
  | [], [] => Some m
  | phi :: signs', f :: fs' =>
    if Qle_bool (-1) phi && Qle_bool phi 1 then
      match add_signs signs' fs' m with Some m' => Some (form_axpy phi f m') | None => None end
    else None
  | _, _ => None
  end.

(* Subtracts y·(D_ik + D_jk - D_ij). *)
Fixpoint triangle_terms (n : nat) (l : list (nat * nat * nat * Q)) : option terms :=
  match l with
  | [] => Some []
  | (i, j, k, y) :: l' =>
    if (i <? n)%nat && (j <? n)%nat && (k <? n)%nat && Qle_bool 0 y then
      match triangle_terms n l' with
      | Some t => Some ((Qopp y, i, k) :: (Qopp y, j, k) :: (y, i, j) :: t)
      | None => None
      end
    else None
  end.

Fixpoint slack_terms (n : nat) (l : list (nat * nat * Q)) : option terms :=
  match l with
  | [] => Some []
  | (i, j, s) :: l' =>
    if (i <? n)%nat && (j <? n)%nat && Qle_bool 0 s then
      match slack_terms n l' with Some t => Some ((Qopp s, i, j) :: t) | None => None end
    else None
  end.

(* Subtracts μ·s_k·g_k, which the branch assumes ≥ 0. *)
Fixpoint subtract_regions (gs : list form) (sides : list side) (l : list (nat * Q)) (m : form) : option form :=
  match l with
  | [] => Some m
  | (k, mu) :: l' =>
    match nth_error gs k, nth k sides None with
    | Some g, Some p =>
      if Qle_bool 0 mu then
        match subtract_regions gs sides l' m with
        | Some m' => Some (form_axpy (mul (Qopp mu) (sign_of p)) g m')
        | None => None
        end
      else None
    | _, _ => None
    end
  end.

(* The least of two ratios, where none is above all. *)
Definition least_ratio (a b : option Q) : option Q :=
  match a, b with
  | Some x, Some y => if Qle_bool x y then a else b
  | None, _ => b
  | _, None => a
  end.

Section Record.
  Variables (n : nat) (small big : forms).

  (* The ratio of a leaf that holds; Some None if it does not count; None if it does not hold. *)
  Definition check_leaf (sides : list side) (r : Q) signs triangles slacks regions : option (option Q) :=
    let b := bound (linear small) (absolutes small) sides in
    if Qle_bool 0 r then
      match add_signs signs (absolutes big) (linear big), triangle_terms n triangles, slack_terms n slacks with
      | Some m, Some t, Some s =>
        match subtract_regions (absolutes small) sides regions (form_axpy (Qopp r) b m) with
        | Some m' =>
          if vanishes (add_terms t (add_terms s m')) then
            if vanishes b then (if is_zero r then Some None else None) else Some (Some r)
          else None
        | None => None
        end
      | _, _, _ => None
      end
    else None.

  Fixpoint set_side (k : nat) (s : side) (sides : list side) : list side :=
    match sides, k with
    | [], _ => []
    | _ :: l, O => s :: l
    | x :: l, S k' => x :: set_side k' s l
    end.

  Fixpoint check_node (sides : list side) (p : node) : option (option Q) :=
    match p with
    | Multipliers r signs triangles slacks regions => check_leaf sides r signs triangles slacks regions
    | Split k p1 p2 =>
      match nth_error sides k with
      | Some None =>
        match check_node (set_side k (Some true) sides) p1, check_node (set_side k (Some false) sides) p2 with
        | Some a, Some b => Some (least_ratio a b)
        | _, _ => None
        end
      | _ => None
      end
    end.

  Definition no_sides : list side := map (fun _ => None) (absolutes small).

  (* --- what that proves ------------------------------------------------------------------------- *)

  Hypothesis small_shape : has_shape n (linear small) /\ Forall (has_shape n) (absolutes small).
  Hypothesis big_shape : has_shape n (linear big) /\ Forall (has_shape n) (absolutes big).
  Variable D : nat -> nat -> Q.
  Hypothesis P : pseudometric n D.

  Let D_symmetric : symmetric n D := proj1 (proj2 (proj2 P)).
  Let D_nonneg : nonnegative n D := proj1 P.

  (* r·N ≤ M for all r up to the ratio; if none counts, for any r. *)
  Definition up_to (ratio : option Q) (N M : Q) : Prop :=
    forall r, match ratio with Some m => r <= m | None => True end -> r * N <= M.

  Lemma bound_shape l gs sides : has_shape n l -> has_shape n (bound l gs sides).
  Proof.
    intros H. revert sides. induction gs as [|g gs IH]; intros [|[p|] sides]; cbn [bound]; auto using form_axpy_shape.
  Qed.

  Lemma absolutes_bound l gs sides : has_shape n l -> Forall (has_shape n) gs -> Forall2 (assumed D) gs sides ->
    form_value D l + absolutes_value D gs <= form_value D (bound l gs sides).
  Proof.
    intros H F A. induction A as [|g s gs sides A1 A IH]; cbn [absolutes_value bound]; [lra|].
    inversion F as [|? ? F1 F2]; subst. specialize (IH F2).
    pose proof (bound_shape l gs sides H) as B.
    destruct s as [p|]; rewrite (form_axpy_value n) by auto using absolute_shape.
    - destruct p; cbn [assumed sign_of] in *.
      + rewrite (Qabs_pos _ A1). lra.
      + rewrite (Qabs_neg _ A1). lra.
    - pose proof (absolute_value n D g F1 D_nonneg). lra.
  Qed.

  Lemma add_signs_value signs fs m m' : has_shape n m -> Forall (has_shape n) fs ->
    add_signs signs fs m = Some m' ->
    has_shape n m' /\ form_value D m' <= form_value D m + absolutes_value D fs.
  Proof.
    intros H F. revert signs m'. induction F as [|f fs F1 F IH]; intros [|phi signs] m' E;
      cbn [add_signs absolutes_value] in *; try discriminate.
    - inversion E; subst. split; [assumption | lra].
    - destruct (Qle_bool (-1) phi && Qle_bool phi 1) eqn:B; [|discriminate].
      destruct (add_signs signs fs m) as [m1|] eqn:E1; [|discriminate]. inversion E; subst.
      destruct (IH signs m1 E1) as [S1 V1]. split; [apply form_axpy_shape; assumption|].
      rewrite (form_axpy_value n) by assumption.
      apply andb_prop in B. destruct B as [B1 B2]. apply Qle_bool_iff in B1, B2.
      assert (phi * form_value D f <= Qabs (form_value D f)); [|lra].
      apply Qabs_case; intros X.
      + assert (0 <= (1 - phi) * form_value D f) by (apply Qmult_le_0_compat; lra). lra.
      + assert (0 <= (1 + phi) * - form_value D f) by (apply Qmult_le_0_compat; lra). lra.
  Qed.

  Lemma triangle_terms_value l t : triangle_terms n l = Some t ->
    in_range n t /\ terms_value D t <= 0.
  Proof.
    revert t. induction l as [|[[[i j] k] y] l IH]; intros t E; cbn [triangle_terms] in E.
    - inversion E; subst. split; [intros a b c [] | cbn; lra].
    - destruct (_ && _)%bool eqn:B; [|discriminate].
      destruct (triangle_terms n l) as [t'|]; [|discriminate]. inversion E; subst.
      destruct (IH t' eq_refl) as [R V].
      repeat (apply andb_prop in B; let X := fresh "B" in destruct B as [B X]).
      apply Nat.ltb_lt in B, B1, B2. apply Qle_bool_iff in B0.
      split.
      + intros a b c [X|[X|[X|X]]]; try (inversion X; subst; split; assumption). eapply R; eassumption.
      + cbn [terms_value].
        assert (T : D i j <= D i k + D j k).
        { rewrite (D_symmetric j k) by assumption. apply P; assumption. }
        assert (0 <= y * (D i k + D j k - D i j)) by (apply Qmult_le_0_compat; lra). lra.
  Qed.

  Lemma slack_terms_value l t : slack_terms n l = Some t ->
    in_range n t /\ terms_value D t <= 0.
  Proof.
    revert t. induction l as [|[[i j] y] l IH]; intros t E; cbn [slack_terms] in E.
    - inversion E; subst. split; [intros a b c [] | cbn; lra].
    - destruct (_ && _)%bool eqn:B; [|discriminate].
      destruct (slack_terms n l) as [t'|]; [|discriminate]. inversion E; subst.
      destruct (IH t' eq_refl) as [R V].
      repeat (apply andb_prop in B; let X := fresh "B" in destruct B as [B X]).
      apply Nat.ltb_lt in B, B1. apply Qle_bool_iff in B0.
      split.
      + intros a b c [X|X]; try (inversion X; subst; split; assumption). eapply R; eassumption.
      + cbn [terms_value].
        assert (0 <= y * D i j) by (apply Qmult_le_0_compat; [assumption | apply D_nonneg; assumption]). lra.
  Qed.

  Lemma assumed_nth gs sides k g p : Forall2 (assumed D) gs sides -> nth_error gs k = Some g ->
    nth k sides None = Some p -> 0 <= sign_of p * form_value D g.
  Proof.
    intros A. revert k. induction A as [|g' s gs sides A1 A IH]; intros [|k] E F; cbn in *; try discriminate.
    - inversion E; subst. destruct p; cbn [assumed sign_of] in *; lra.
    - eapply IH; eassumption.
  Qed.

  Lemma subtract_regions_value gs sides l m m' : has_shape n m -> Forall (has_shape n) gs ->
    Forall2 (assumed D) gs sides -> subtract_regions gs sides l m = Some m' ->
    has_shape n m' /\ form_value D m' <= form_value D m.
  Proof.
    intros H F A. revert m'. induction l as [|[k mu] l IH]; intros m' E; cbn [subtract_regions] in E.
    - inversion E; subst. split; [assumption | lra].
    - destruct (nth_error gs k) as [g|] eqn:G; [|discriminate].
      destruct (nth k sides None) as [p|] eqn:K; [|discriminate].
      destruct (Qle_bool 0 mu) eqn:M; [|discriminate].
      destruct (subtract_regions gs sides l m) as [m1|]; [|discriminate]. inversion E; subst.
      destruct (IH m1 eq_refl) as [S1 V1]. split; [apply form_axpy_shape; assumption|].
      assert (Hg : has_shape n g) by (rewrite Forall_forall in F; apply F; eapply nth_error_In; eassumption).
      rewrite (form_axpy_value n) by assumption. rewrite mul_eq.
      apply Qle_bool_iff in M. pose proof (assumed_nth gs sides k g p A G K).
      assert (0 <= mu * (sign_of p * form_value D g)) by (apply Qmult_le_0_compat; assumption). lra.
  Qed.

  Lemma absolutes_nonneg l : 0 <= absolutes_value D l.
  Proof. induction l as [|f l IH]; cbn [absolutes_value]; [lra|]. pose proof (Qabs_nonneg (form_value D f)). lra. Qed.

  Hypothesis N_nonneg : 0 <= forms_value D small.

  Lemma check_leaf_sound sides r signs triangles slacks regions ratio :
    Forall2 (assumed D) (absolutes small) sides ->
    check_leaf sides r signs triangles slacks regions = Some ratio ->
    up_to ratio (forms_value D small) (forms_value D big).
  Proof.
    intros A E. unfold check_leaf in E. destruct small_shape as [L1 F1], big_shape as [L2 F2].
    set (b := bound (linear small) (absolutes small) sides) in *.
    destruct (Qle_bool 0 r) eqn:R; [|discriminate]. apply Qle_bool_iff in R.
    destruct (add_signs signs (absolutes big) (linear big)) as [m|] eqn:E1; [|discriminate].
    destruct (triangle_terms n triangles) as [t|] eqn:E2; [|discriminate].
    destruct (slack_terms n slacks) as [s|] eqn:E3; [|discriminate].
    destruct (subtract_regions (absolutes small) sides regions (form_axpy (Qopp r) b m)) as [m'|] eqn:E4; [|discriminate].
    destruct (vanishes (add_terms t (add_terms s m'))) eqn:V; [|discriminate].
    destruct (add_signs_value _ _ _ _ L2 F2 E1) as [Sm Vm].
    destruct (triangle_terms_value _ _ E2) as [Rt Vt]. destruct (slack_terms_value _ _ E3) as [Rs Vs].
    pose proof (bound_shape (linear small) (absolutes small) sides L1) as Sb. fold b in Sb.
    destruct (subtract_regions_value _ _ _ _ _ (form_axpy_shape n (Qopp r) b m Sm) F1 A E4) as [S' V'].
    apply (vanishes_value D) in V.
    rewrite (add_terms_value n), (add_terms_value n) in V by auto using add_terms_shape.
    rewrite (form_axpy_value n) in V' by assumption.
    pose proof (absolutes_bound _ _ _ L1 F1 A) as B. fold b in B.
    assert (K : r * form_value D b <= forms_value D big) by (unfold forms_value; lra).
    assert (NB : forms_value D small <= form_value D b) by exact B.
    destruct (vanishes b) eqn:Z.
    - destruct (is_zero r) eqn:Zr; [|discriminate]. inversion E; subst.
      apply (vanishes_value D) in Z. rewrite Z in NB, K.
      intros q _. assert (forms_value D small == 0) by lra. rewrite H. lra.
    - inversion E; subst. intros q Hq.
      assert (0 <= (r - q) * forms_value D small) by (apply Qmult_le_0_compat; lra).
      assert (0 <= r * (form_value D b - forms_value D small)) by (apply Qmult_le_0_compat; lra). lra.
  Qed.

  Lemma assumed_split gs sides k : Forall2 (assumed D) gs sides -> nth_error sides k <> None ->
    Forall2 (assumed D) gs (set_side k (Some true) sides) \/ Forall2 (assumed D) gs (set_side k (Some false) sides).
  Proof.
    intros A. revert k. induction A as [|g s gs sides A1 A IH]; intros [|k] E; cbn in *; try congruence.
    - destruct (Qlt_le_dec (form_value D g) 0); [right|left]; constructor; auto; cbn [assumed]; lra.
    - destruct (IH k E); [left|right]; constructor; auto.
  Qed.

  Lemma up_to_least a b N M : up_to a N M \/ up_to b N M -> up_to (least_ratio a b) N M.
  Proof.
    intros H r Hr. unfold least_ratio in Hr.
    destruct a as [x|], b as [y|]; [destruct (Qle_bool x y) eqn:E | ..];
      destruct H as [H|H]; apply H; auto.
    - apply Qle_bool_iff in E. lra.
    - assert (~ x <= y) by (intros X; apply Qle_bool_iff in X; congruence). lra.
  Qed.

  Lemma check_node_sound p : forall sides ratio, Forall2 (assumed D) (absolutes small) sides ->
    check_node sides p = Some ratio -> up_to ratio (forms_value D small) (forms_value D big).
  Proof.
    induction p as [r signs triangles slacks regions|k p1 IH1 p2 IH2]; intros sides ratio A E; cbn [check_node] in E.
    - eapply check_leaf_sound; eassumption.
    - destruct (nth_error sides k) as [[|]|] eqn:K; try discriminate.
      destruct (check_node (set_side k (Some true) sides) p1) as [a|] eqn:E1; [|discriminate].
      destruct (check_node (set_side k (Some false) sides) p2) as [b|] eqn:E2; [|discriminate].
      inversion E; subst. apply up_to_least.
      destruct (assumed_split _ _ k A) as [B|B]; [congruence | left; eauto | right; eauto].
  Qed.

  Theorem check_proof_sound p ratio : check_node no_sides p = Some ratio ->
    up_to ratio (forms_value D small) (forms_value D big).
  Proof.
    apply check_node_sound. unfold no_sides. clear. generalize (absolutes small). intros l.
    induction l; constructor; cbn; auto.
  Qed.
End Record.

(* --- a D that is given ----------------------------------------------------------------------------- *)

Definition below_n (n : nat) (p : nat -> bool) : bool := forallb p (seq 0 n).

Lemma below_n_spec n p : below_n n p = true -> forall i, (i < n)%nat -> p i = true.
Proof. intros H i Hi. unfold below_n in H. rewrite forallb_forall in H. apply H, in_seq. lia. Qed.

Definition is_pseudometric (n : nat) (D : nat -> nat -> Q) : bool :=
  below_n n (fun i => is_zero (D i i) && below_n n (fun j =>
    Qle_bool 0 (D i j) && Qeq_bool (D i j) (D j i)
    && below_n n (fun k => Qle_bool (D i j) (add (D i k) (D k j))))).

Lemma is_pseudometric_spec n D : is_pseudometric n D = true -> pseudometric n D.
Proof.
  intros H. unfold is_pseudometric in H.
  assert (X : forall i, (i < n)%nat -> D i i == 0 /\ forall j, (j < n)%nat ->
            0 <= D i j /\ D i j == D j i /\ forall k, (k < n)%nat -> D i j <= D i k + D k j).
  { intros i Hi. apply (below_n_spec n _ H) in Hi. apply andb_prop in Hi. destruct Hi as [Z H1].
    split; [apply is_zero_eq; assumption|]. intros j Hj. apply (below_n_spec n _ H1) in Hj.
    apply andb_prop in Hj. destruct Hj as [Hj H2]. apply andb_prop in Hj. destruct Hj as [Hp Hs].
    split; [apply Qle_bool_iff; assumption|]. split; [apply Qeq_bool_iff; assumption|].
    intros k Hk. apply (below_n_spec n _ H2) in Hk. apply Qle_bool_iff in Hk. rewrite add_eq in Hk. assumption. }
  repeat split; intros; apply X; assumption.
Qed.

Definition is_metric (n : nat) (D : nat -> nat -> Q) : bool :=
  is_pseudometric n D
  && below_n n (fun i => below_n n (fun j => (i =? j)%nat || negb (Qle_bool (D i j) 0))).

Lemma is_metric_spec n D : is_metric n D = true -> metric n D.
Proof.
  intros H. apply andb_prop in H. destruct H as [H1 H2]. split; [apply is_pseudometric_spec; assumption|].
  intros i j Hi Hj N. pose proof (below_n_spec n _ (below_n_spec n _ H2 i Hi) j Hj) as B. cbv beta in B.
  rewrite (proj2 (Nat.eqb_neq i j) N) in B. cbn [orb] in B.
  destruct (Qlt_le_dec 0 (D i j)) as [|L]; [assumption|]. apply Qle_bool_iff in L. rewrite L in B. discriminate.
Qed.

(* The values of forms with short numbers. *)
Fixpoint row_number (d : nat -> Q) (r : list Q) : Q :=
  match r with [] => 0 | c :: r' => add (mul c (d 0%nat)) (row_number (fun j => d (S j)) r') end.
Fixpoint form_number (D : nat -> nat -> Q) (m : form) : Q :=
  match m with [] => 0 | r :: m' => add (row_number (D 0%nat) r) (form_number (fun i => D (S i)) m') end.
Definition forms_number (D : nat -> nat -> Q) (f : forms) : Q :=
  fold_right (fun g q => add (Qabs (form_number D g)) q) (form_number D (linear f)) (absolutes f).

Lemma row_number_eq d r : row_number d r == row_value d r.
Proof. revert d. induction r; intros d; cbn [row_number row_value]; [reflexivity|]. rewrite add_eq, mul_eq, IHr. reflexivity. Qed.

Lemma form_number_eq D m : form_number D m == form_value D m.
Proof. revert D. induction m; intros D; cbn [form_number form_value]; [reflexivity|]. rewrite add_eq, row_number_eq, IHm. reflexivity. Qed.

Lemma forms_number_eq D f : forms_number D f == forms_value D f.
Proof.
  unfold forms_number, forms_value.
  induction (absolutes f); cbn [fold_right absolutes_value]; [rewrite form_number_eq; ring|].
  rewrite add_eq, IHl, form_number_eq. ring.
Qed.

(* N > 0 and M = ratio·N at D. *)
Definition has_ratio (small big : forms) (D : nat -> nat -> Q) (ratio : Q) : bool :=
  let x := forms_number D small in
  negb (Qle_bool x 0) && Qeq_bool (forms_number D big) (mul ratio x).

Lemma has_ratio_spec small big D ratio : has_ratio small big D ratio = true ->
  0 < forms_value D small /\ forms_value D big == ratio * forms_value D small.
Proof.
  intros H. unfold has_ratio in H. apply andb_prop in H. destruct H as [H1 H2].
  apply Qeq_bool_iff in H2. rewrite mul_eq, !forms_number_eq in H2. split; [|assumption].
  rewrite <- (forms_number_eq D small).
  destruct (Qlt_le_dec 0 (forms_number D small)) as [|L]; [assumption|].
  apply Qle_bool_iff in L. rewrite L in H1. discriminate.
Qed.

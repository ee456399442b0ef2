(* SPDX-License-Identifier: MIT

   The check of a record, as FORMAT.md has it: at each leaf an identity of forms, multiplied out; a
   tree of splits; a witness. The theorem of each is what it proves about `value`: r·N ≤ M at every
   pseudometric, and where a witness is due, N > 0 and M = r·N there. All numbers of a leaf are whole
   ones over its common denominator, and those of a D that is given are times one: N and M are
   compared at D, which c·D does as well. *)
From Disarray Require Export Forms.

Inductive node :=
  | Multipliers (denominator : positive) (ratio : Z) (signs : list Z) (triangles : list (nat * nat * nat * Z))
         (slacks : list (nat * nat * Z)) (regions : list (nat * Z))
  | Split (k : nat) (positive negative : node).

(* What the branch assumes of a form of N: ≥ 0, ≤ 0, nothing. *)
Definition side := option bool.

Definition assumed (D : nat -> nat -> Q) (g : form) (s : side) : Prop :=
  match s with
  | Some true => 0 <= form_value D g
  | Some false => form_value D g <= 0
  | None => True
  end.

Definition sign_of (b : bool) : Z := if b then 1%Z else (-1)%Z.

(* N' = linear(N) + Σ_k |g_k|, of which a split at k makes … + s_k·g_k. *)
Definition bound (l : form) (gs : list form) : form := fold_right (fun g => form_axpy 1 (absolute_form g)) l gs.
Definition split_bound (g : form) (p : bool) (b : form) : form :=
  form_axpy (sign_of p) g (form_axpy (-1) (absolute_form g) b).

(* Σ φ_k·f_k added to a form; None where there are more or fewer φ, or den beyond ±1. *)
Fixpoint add_signs (den : Z) (signs : list Z) (fs : list form) (m : form) : option form :=
  match signs, fs with
  | [], [] => Some m
  | phi :: signs', f :: fs' => if (Z.abs phi <=? den)%Z then add_signs den signs' fs' (form_axpy phi f m) else None
  | _, _ => None
  end.

(* Subtracts y·(D_ik + D_jk - D_ij), the forms being `scale` times themselves. *)
Fixpoint add_triangles (n : nat) (scale : Z) (l : list (nat * nat * nat * Z)) (m : form) : option form :=
  match l with
  | [] => Some m
  | (i, j, k, y) :: l' =>
    if (k <? n)%nat && (0 <=? y)%Z then
      let z := (scale * y)%Z in
      add_triangles n scale l' (pair_add i k (- z) (pair_add j k (- z) (pair_add i j z m)))
    else None
  end.

Fixpoint add_slacks (scale : Z) (l : list (nat * nat * Z)) (m : form) : option form :=
  match l with
  | [] => Some m
  | (i, j, s) :: l' => if (0 <=? s)%Z then add_slacks scale l' (pair_add i j (- (scale * s)) m) else None
  end.

(* Subtracts μ·s_k·g_k, which the branch assumes ≥ 0. *)
Fixpoint subtract_regions (gs : list form) (sides : list side) (l : list (nat * Z)) (m : form) : option form :=
  match l with
  | [] => Some m
  | (k, mu) :: l' =>
    match nth_error gs k, nth k sides None with
    | Some g, Some p =>
      if (0 <=? mu)%Z then subtract_regions gs sides l' (form_axpy (- (mu * sign_of p)) g m) else None
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
  Variables (n : nat) (scale : Z) (small big : forms).

  (* The ratio of a leaf that holds; Some None if it does not count; None if it does not hold. b is
     the bound of N in the branch. *)
  Definition check_leaf (sides : list side) (b : form) (den : positive) (r : Z) signs triangles slacks regions
      : option (option Q) :=
    if (0 <=? r)%Z then
      match add_signs (Zpos den) signs (absolutes big) (form_axpy (Zpos den) (linear big) (form_axpy (- r) b [])) with
      | None => None
      | Some m =>
        match add_triangles n scale triangles m with
        | None => None
        | Some m =>
          match add_slacks scale slacks m with
          | None => None
          | Some m =>
            match subtract_regions (absolutes small) sides regions m with
            | None => None
            | Some m =>
              if vanishes m then
                if vanishes b then (if (r =? 0)%Z then Some None else None) else Some (Some (Qmake r den))
              else None
            end
          end
        end
      end
    else None.

  Fixpoint set_side (k : nat) (s : side) (sides : list side) : list side :=
    match sides, k with
    | [], _ => []
    | _ :: l, O => s :: l
    | x :: l, S k' => x :: set_side k' s l
    end.

  Fixpoint check_node (sides : list side) (b : form) (p : node) : option (option Q) :=
    match p with
    | Multipliers den r signs triangles slacks regions => check_leaf sides b den r signs triangles slacks regions
    | Split k p1 p2 =>
      match nth_error sides k, nth_error (absolutes small) k with
      | Some None, Some g =>
        match check_node (set_side k (Some true) sides) (split_bound g true b) p1,
              check_node (set_side k (Some false) sides) (split_bound g false b) p2 with
        | Some x, Some y => Some (least_ratio x y)
        | _, _ => None
        end
      | _, _ => None
      end
    end.

  Definition no_sides : list side := map (fun _ => None) (absolutes small).
  Definition check_proof (p : node) : option (option Q) :=
    check_node no_sides (bound (linear small) (absolutes small)) p.

  (* --- what that proves ------------------------------------------------------------------------- *)

  Variable D : nat -> nat -> Q.
  Hypothesis E : extended n D.
  Hypothesis scale_nonneg : (0 <= scale)%Z.

  (* r·N ≤ M for all r up to the ratio; if none counts, for any r. *)
  Definition up_to (ratio : option Q) (N M : Q) : Prop :=
    forall r, match ratio with Some m => r <= m | None => True end -> r * N <= M.

  (* Σ s_k·g_k, and |g_k| where nothing is assumed. *)
  Fixpoint sides_value (gs : list form) (sides : list side) : Q :=
    match gs, sides with
    | g :: gs', s :: sides' =>
      match s with
      | Some p => inject_Z (sign_of p) * form_value D g
      | None => form_value D (absolute_form g)
      end + sides_value gs' sides'
    | _, _ => 0
    end.

  Lemma assumed_sides gs sides : Forall2 (assumed D) gs sides -> absolutes_value D gs <= sides_value gs sides.
  Proof.
    intros A. induction A as [|g s gs sides A1 A IH]; cbn [absolutes_value sides_value]; [lra|].
    apply Qplus_le_compat; [|exact IH]. destruct s as [[|]|]; cbn [assumed sign_of] in *.
    - rewrite (Qabs_pos _ A1). change (inject_Z 1) with 1. lra.
    - rewrite (Qabs_neg _ A1). change (inject_Z (-1)) with (-1). lra.
    - apply absolute_value. apply (never_negative n D E).
  Qed.

  Lemma split_value gs sides k g p : nth_error sides k = Some None -> nth_error gs k = Some g ->
    sides_value gs (set_side k (Some p) sides)
    == inject_Z (sign_of p) * form_value D g - form_value D (absolute_form g) + sides_value gs sides.
  Proof.
    revert sides k. induction gs as [|x gs IH]; intros [|s sides] [|k] S G; cbn [nth_error set_side sides_value] in *;
      try discriminate.
    - inversion S; inversion G; subst. ring.
    - rewrite (IH _ _ S G). ring.
  Qed.

  Lemma split_bound_value g p b : form_value D (split_bound g p b)
    == inject_Z (sign_of p) * form_value D g - form_value D (absolute_form g) + form_value D b.
  Proof. unfold split_bound. rewrite !form_axpy_value. change (inject_Z (-1)) with (-1). ring. Qed.

  Lemma bound_value l gs : form_value D (bound l gs) == form_value D l + sides_value gs (map (fun _ => None) gs).
  Proof.
    induction gs as [|g gs IH]; cbn [bound fold_right map sides_value]; [ring|]. fold (bound l gs).
    rewrite form_axpy_value, IH. change (inject_Z 1) with 1. ring.
  Qed.

  Lemma nonneg_Z x : (0 <=? x)%Z = true -> 0 <= inject_Z x.
  Proof. intros H. apply Z.leb_le in H. change 0 with (inject_Z 0). rewrite <- Zle_Qle. assumption. Qed.

  Lemma add_signs_value den signs fs : forall m m', add_signs den signs fs m = Some m' ->
    form_value D m' <= form_value D m + inject_Z den * absolutes_value D fs.
  Proof.
    revert fs. induction signs as [|phi signs IH]; intros [|f fs] m m' X; cbn [add_signs absolutes_value] in *;
      try discriminate.
    - inversion X; subst. lra.
    - destruct (Z.abs phi <=? den)%Z eqn:B; [|discriminate]. apply IH in X. rewrite form_axpy_value in X.
      apply Z.leb_le in B. rewrite Zle_Qle in B. change (inject_Z (Z.abs phi)) with (Qabs (inject_Z phi)) in B.
      pose proof (Qle_Qabs (inject_Z phi * form_value D f)) as A. rewrite Qabs_Qmult in A.
      pose proof (Qabs_nonneg (form_value D f)).
      assert (0 <= (inject_Z den - Qabs (inject_Z phi)) * Qabs (form_value D f)) by (apply Qmult_le_0_compat; lra). lra.
  Qed.

  Lemma add_triangles_value l : forall m m', add_triangles n scale l m = Some m' -> form_value D m' <= form_value D m.
  Proof.
    induction l as [|[[[i j] k] y] l IH]; intros m m' X; cbn [add_triangles] in X; [inversion X; subst; lra|].
    destruct (_ && _)%bool eqn:B; [|discriminate]. apply andb_prop in B. destruct B as [B1 B2].
    apply Nat.ltb_lt in B1. apply Z.leb_le in B2. apply IH in X. rewrite !(pair_add_value n D E), inject_Z_opp in X.
    assert (0 <= inject_Z (scale * y) * (D i k + D j k - D i j)); [|lra].
    apply Qmult_le_0_compat; [apply nonneg_Z, Z.leb_le; nia|].
    pose proof (shorter n D E i j k B1) as T. pose proof (both_ways n D E k j). lra.
  Qed.

  Lemma add_slacks_value l : forall m m', add_slacks scale l m = Some m' -> form_value D m' <= form_value D m.
  Proof.
    induction l as [|[[i j] s] l IH]; intros m m' X; cbn [add_slacks] in X; [inversion X; subst; lra|].
    destruct (0 <=? s)%Z eqn:B; [|discriminate]. apply Z.leb_le in B.
    apply IH in X. rewrite (pair_add_value n D E), inject_Z_opp in X.
    assert (0 <= inject_Z (scale * s) * D i j); [|lra].
    apply Qmult_le_0_compat; [apply nonneg_Z, Z.leb_le; nia | apply (never_negative n D E)].
  Qed.

  Lemma assumed_nth gs sides k g p : Forall2 (assumed D) gs sides -> nth_error gs k = Some g ->
    nth k sides None = Some p -> 0 <= inject_Z (sign_of p) * form_value D g.
  Proof.
    intros A. revert k. induction A as [|g' s gs sides A1 A IH]; intros [|k] G S; cbn in G, S; try discriminate.
    - inversion G; subst. destruct p; cbn [assumed sign_of] in *.
      + change (inject_Z 1) with 1. lra.
      + change (inject_Z (-1)) with (-1). lra.
    - eapply IH; eassumption.
  Qed.

  Lemma subtract_regions_value gs sides l : Forall2 (assumed D) gs sides -> forall m m',
    subtract_regions gs sides l m = Some m' -> form_value D m' <= form_value D m.
  Proof.
    intros A. induction l as [|[k mu] l IH]; intros m m' X; cbn [subtract_regions] in X; [inversion X; subst; lra|].
    destruct (nth_error gs k) as [g|] eqn:G; [|discriminate].
    destruct (nth k sides None) as [p|] eqn:K; [|discriminate].
    destruct (0 <=? mu)%Z eqn:M; [|discriminate]. apply nonneg_Z in M.
    apply IH in X. rewrite form_axpy_value, inject_Z_opp, inject_Z_mult in X.
    assert (0 <= inject_Z mu * (inject_Z (sign_of p) * form_value D g)); [|lra].
    apply Qmult_le_0_compat; [assumption | eapply assumed_nth; eassumption].
  Qed.

  Hypothesis N_nonneg : 0 <= forms_value D small.

  (* What a branch knows of its bound. *)
  Definition bounds (sides : list side) (b : form) : Prop :=
    Forall2 (assumed D) (absolutes small) sides
    /\ form_value D b == form_value D (linear small) + sides_value (absolutes small) sides.

  Lemma check_leaf_sound sides b den r signs triangles slacks regions ratio : bounds sides b ->
    check_leaf sides b den r signs triangles slacks regions = Some ratio ->
    up_to ratio (forms_value D small) (forms_value D big).
  Proof.
    intros [A Bv] X. unfold check_leaf in X.
    destruct (0 <=? r)%Z eqn:R; [|discriminate]. apply nonneg_Z in R.
    destruct (add_signs _ _ _ _) as [m1|] eqn:E1; [|discriminate].
    destruct (add_triangles _ _ _ _) as [m2|] eqn:E2; [|discriminate].
    destruct (add_slacks _ _ _) as [m3|] eqn:E3; [|discriminate].
    destruct (subtract_regions _ _ _ _) as [m4|] eqn:E4; [|discriminate].
    destruct (vanishes m4) eqn:V; [|discriminate]. apply (vanishes_value D) in V.
    apply add_signs_value in E1. apply add_triangles_value in E2. apply add_slacks_value in E3.
    apply (subtract_regions_value _ _ _ A) in E4.
    rewrite !form_axpy_value, inject_Z_opp in E1. cbn [form_value] in E1.
    pose proof (assumed_sides _ _ A) as S.
    assert (NB : forms_value D small <= form_value D b) by (rewrite Bv; unfold forms_value; lra).
    assert (P : 0 < inject_Z (Zpos den)) by reflexivity.
    assert (K : inject_Z r * form_value D b <= inject_Z (Zpos den) * forms_value D big).
    { unfold forms_value. rewrite Qmult_plus_distr_r. lra. }
    assert (Q : inject_Z r == Qmake r den * inject_Z (Zpos den)) by (unfold Qeq; cbn [Qnum Qden Qmult inject_Z]; rewrite Pos.mul_1_r; ring).
    destruct (vanishes b) eqn:Z.
    - destruct (r =? 0)%Z eqn:Zr; [|discriminate]. inversion X; subst. intros q _.
      apply (vanishes_value D) in Z. assert (Y : forms_value D small == 0) by lra. rewrite Y.
      apply (Qmult_le_l _ _ _ P). rewrite Z in K. lra.
    - inversion X; subst. intros q Hq. apply (Qmult_le_l _ _ _ P).
      eapply Qle_trans; [|exact K]. rewrite Q.
      assert (0 <= inject_Z (Zpos den) * ((Qmake r den - q) * forms_value D small)).
      { apply Qmult_le_0_compat; [lra|]. apply Qmult_le_0_compat; lra. }
      assert (0 <= inject_Z r * (form_value D b - forms_value D small)) by (apply Qmult_le_0_compat; lra).
      rewrite Q in H0. lra.
  Qed.

  Lemma assumed_split gs sides k : Forall2 (assumed D) gs sides -> nth_error sides k <> None ->
    Forall2 (assumed D) gs (set_side k (Some true) sides) \/ Forall2 (assumed D) gs (set_side k (Some false) sides).
  Proof.
    intros A. revert k. induction A as [|g s gs sides A1 A IH]; intros [|k] X; cbn in *; try congruence.
    - destruct (Qlt_le_dec (form_value D g) 0); [right|left]; constructor; auto; cbn [assumed]; lra.
    - destruct (IH k X); [left|right]; constructor; auto.
  Qed.

  Lemma up_to_least a b N M : up_to a N M \/ up_to b N M -> up_to (least_ratio a b) N M.
  Proof.
    intros H r Hr. unfold least_ratio in Hr.
    destruct a as [x|], b as [y|]; [destruct (Qle_bool x y) eqn:X | ..];
      destruct H as [H|H]; apply H; auto.
    - apply Qle_bool_iff in X. lra.
    - assert (~ x <= y) by (intros Y; apply Qle_bool_iff in Y; congruence). lra.
  Qed.

  Lemma split_bounds sides b k g p : bounds sides b -> nth_error sides k = Some None ->
    nth_error (absolutes small) k = Some g -> Forall2 (assumed D) (absolutes small) (set_side k (Some p) sides) ->
    bounds (set_side k (Some p) sides) (split_bound g p b).
  Proof.
    intros [A Bv] S G A'. split; [exact A'|]. rewrite split_bound_value, Bv, (split_value _ _ _ g) by assumption. ring.
  Qed.

  Lemma check_node_sound p : forall sides b ratio, bounds sides b ->
    check_node sides b p = Some ratio -> up_to ratio (forms_value D small) (forms_value D big).
  Proof.
    induction p as [den r signs triangles slacks regions|k p1 IH1 p2 IH2]; intros sides b ratio A X; cbn [check_node] in X.
    - eapply check_leaf_sound; eassumption.
    - destruct (nth_error sides k) as [[|]|] eqn:K; try discriminate.
      destruct (nth_error (absolutes small) k) as [g|] eqn:G; [|discriminate].
      destruct (check_node (set_side k (Some true) sides) _ p1) as [x|] eqn:E1; [|discriminate].
      destruct (check_node (set_side k (Some false) sides) _ p2) as [y|] eqn:E2; [|discriminate].
      inversion X; subst. apply up_to_least.
      destruct (assumed_split _ _ k (proj1 A)) as [B|B]; [congruence | left | right];
        [eapply IH1; [|exact E1] | eapply IH2; [|exact E2]]; apply split_bounds; assumption.
  Qed.

  Theorem check_proof_sound p ratio : check_proof p = Some ratio ->
    up_to ratio (forms_value D small) (forms_value D big).
  Proof.
    apply check_node_sound. split; [|apply bound_value].
    unfold no_sides. generalize (absolutes small). intros l. induction l; constructor; cbn; auto.
  Qed.
End Record.

(* --- a D that is given ----------------------------------------------------------------------------- *)

Definition whole_matrix (l : list (list Z)) : nat -> nat -> Q := matrix (map (map inject_Z) l).

Lemma whole_matrix_nth l i j : whole_matrix l i j = inject_Z (nth j (nth i l []) 0%Z).
Proof.
  unfold whole_matrix, matrix. change (@nil Q) with (map inject_Z []). rewrite map_nth.
  change 0 with (inject_Z 0). apply map_nth.
Qed.

Fixpoint all_two {A B} (p : A -> B -> bool) (l : list A) (m : list B) : bool :=
  match l, m with
  | [], [] => true
  | x :: l', y :: m' => if p x y then all_two p l' m' else false
  | _, _ => false
  end.

Lemma all_two_spec {A B} (p : A -> B -> bool) a b l m : all_two p l m = true ->
  length l = length m /\ forall i, (i < length l)%nat -> p (nth i l a) (nth i m b) = true.
Proof.
  revert m. induction l as [|x l IH]; intros [|y m] H; cbn [all_two length] in *; try discriminate.
  - split; [reflexivity | intros; lia].
  - destruct (p x y) eqn:P; [|discriminate]. destruct (IH m H) as [L X]. split; [congruence|].
    intros [|i] Hi; cbn [nth]; [assumption | apply X; lia].
Qed.

(* 0 on the diagonal, symmetric, each entry of row i at most what goes by way of another element. *)
Definition row_holds (l : list (list Z)) (i : nat) (ri : list Z) : bool :=
  (nth i ri 0 =? 0)%Z
  && all_two (fun x r => (0 <=? x)%Z && (nth i r 0 =? x)%Z && all_two (fun a b => (x <=? a + b)%Z) ri r) ri l.
Definition is_pseudometric (n : nat) (l : list (list Z)) : bool :=
  all_two (row_holds l) (seq 0 n) l.

Lemma is_pseudometric_rows n l : is_pseudometric n l = true ->
  length l = n /\ forall i, (i < n)%nat -> length (nth i l []) = n /\ nth i (nth i l []) 0%Z = 0%Z
    /\ forall j, (j < n)%nat -> (0 <= nth j (nth i l []) 0)%Z /\ nth i (nth j l []) 0%Z = nth j (nth i l []) 0%Z
       /\ forall k, (k < n)%nat -> (nth j (nth i l []) 0 <= nth k (nth i l []) 0 + nth k (nth j l []) 0)%Z.
Proof.
  intros H. destruct (all_two_spec _ 0%nat [] _ _ H) as [L X]. rewrite seq_length in *. split; [congruence|].
  intros i Hi. specialize (X i Hi). rewrite seq_nth in X by assumption. cbn [Nat.add] in X.
  apply andb_prop in X. destruct X as [Z X]. apply Z.eqb_eq in Z.
  destruct (all_two_spec _ 0%Z [] _ _ X) as [Li Y]. rewrite <- L in Li. split; [exact Li|]. split; [exact Z|].
  intros j Hj. rewrite Li in Y. specialize (Y j Hj). apply andb_prop in Y. destruct Y as [Y T].
  apply andb_prop in Y. destruct Y as [P S]. apply Z.leb_le in P. apply Z.eqb_eq in S.
  destruct (all_two_spec _ 0%Z 0%Z _ _ T) as [_ U]. rewrite Li in U.
  split; [assumption|]. split; [assumption|]. intros k Hk. apply Z.leb_le, U. assumption.
Qed.

Lemma is_pseudometric_spec n l : is_pseudometric n l = true -> pseudometric n (whole_matrix l).
Proof.
  intros H. destruct (is_pseudometric_rows n l H) as [_ X].
  repeat split; intros; rewrite !whole_matrix_nth.
  - apply nonneg_Z, Z.leb_le. apply (X i); assumption.
  - rewrite (proj1 (proj2 (X i H0))). reflexivity.
  - destruct (X i H0) as [_ [_ Y]]. rewrite (proj1 (proj2 (Y j H1))). reflexivity.
  - rewrite <- inject_Z_plus, <- Zle_Qle. destruct (X i H0) as [_ [_ Y]].
    destruct (X j H1) as [_ [_ Y']]. rewrite (proj1 (proj2 (Y' k H2))). apply Y; assumption.
Qed.

(* Beyond n it is 0. *)
Lemma whole_matrix_clip n l i j : is_pseudometric n l = true -> whole_matrix l i j == clip n (whole_matrix l) i j.
Proof.
  intros H. destruct (is_pseudometric_rows n l H) as [L X]. unfold clip.
  destruct (Nat.ltb_spec i n) as [Hi|Hi]; [destruct (Nat.ltb_spec j n) as [Hj|Hj]|];
    cbn [andb when]; [reflexivity | ..]; rewrite whole_matrix_nth.
  - rewrite (nth_overflow (nth i l [])) by (rewrite (proj1 (X i Hi)); assumption). reflexivity.
  - rewrite (nth_overflow l) by (rewrite L; assumption). destruct j; reflexivity.
Qed.

Definition is_metric (n : nat) (l : list (list Z)) : bool :=
  is_pseudometric n l
  && all_two (fun i r => all_two (fun j x => (i =? j)%nat || negb (x <=? 0)%Z) (seq 0 n) r) (seq 0 n) l.

Lemma is_metric_spec n l : is_metric n l = true -> metric n (whole_matrix l).
Proof.
  intros H. apply andb_prop in H. destruct H as [H1 H2]. split; [apply is_pseudometric_spec; assumption|].
  intros i j Hi Hj N. destruct (all_two_spec _ 0%nat [] _ _ H2) as [_ X]. rewrite seq_length in X.
  specialize (X i Hi). rewrite seq_nth in X by assumption. destruct (all_two_spec _ 0%nat 0%Z _ _ X) as [_ Y].
  rewrite seq_length in Y. specialize (Y j Hj). rewrite seq_nth in Y by assumption. cbn [Nat.add] in Y.
  rewrite (proj2 (Nat.eqb_neq i j) N) in Y. cbn [orb] in Y. apply negb_true_iff, Z.leb_gt in Y.
  rewrite whole_matrix_nth. change 0 with (inject_Z 0). rewrite <- Zlt_Qlt. assumption.
Qed.

(* The values of forms there. *)
Fixpoint row_number (r d : list Z) : Z :=
  match r, d with c :: r', x :: d' => (c * x + row_number r' d')%Z | _, _ => 0%Z end.
Fixpoint form_number (k : nat) (m : form) (l : list (list Z)) : Z :=
  match m, l with r :: m', d :: l' => (row_number r (skipn k d) + form_number (S k) m' l')%Z | _, _ => 0%Z end.
Definition forms_number (l : list (list Z)) (f : forms) : Z :=
  fold_right (fun g q => (Z.abs (form_number 1 g l) + q)%Z) (form_number 1 (linear f) l) (absolutes f).

Lemma row_value_ext r : forall f g, (forall j, f j == g j) -> row_value f r == row_value g r.
Proof. induction r as [|c r IH]; intros f g H; cbn [row_value]; [reflexivity|]. rewrite H, (IH _ (fun j => g (S j))); auto; reflexivity. Qed.

Lemma form_value_ext m : forall D E, (forall i j, D i j == E i j) -> form_value D m == form_value E m.
Proof.
  induction m as [|r m IH]; intros D E H; cbn [form_value]; [reflexivity|].
  rewrite (row_value_ext r _ (fun j => E 0%nat (S j))), (IH _ (fun i j => E (S i) (S j))); auto; reflexivity.
Qed.

Lemma row_value_zero r : row_value (fun _ => 0) r == 0.
Proof. induction r as [|c r IH]; cbn [row_value]; [reflexivity|]. rewrite IH. ring. Qed.

Lemma row_number_eq r : forall k d, inject_Z (row_number r (skipn k d)) == row_value (fun j => inject_Z (nth (k + j) d 0%Z)) r.
Proof.
  assert (X : forall r d, inject_Z (row_number r d) == row_value (fun j => inject_Z (nth j d 0%Z)) r).
  { clear. induction r as [|c r IH]; intros [|x d]; try reflexivity.
    - rewrite (row_value_ext _ _ (fun _ => 0)), row_value_zero by (intros [|]; reflexivity). reflexivity.
    - cbn [row_number row_value nth]. rewrite inject_Z_plus, inject_Z_mult, IH. reflexivity. }
  intros k d. rewrite X. apply row_value_ext. intros j.
  replace (nth j (skipn k d) 0%Z) with (nth (k + j) d 0%Z); [reflexivity|].
  revert d. induction k as [|k IH]; intros d; [reflexivity|]. destruct d; cbn [skipn nth Nat.add]; [destruct j; reflexivity | apply IH].
Qed.

Lemma form_number_eq m : forall k l,
  inject_Z (form_number (S k) m l) == form_value (fun i j => inject_Z (nth (k + j) (nth i l []) 0%Z)) m.
Proof.
  induction m as [|r m IH]; intros k [|d l]; try reflexivity.
  - assert (Z : forall m, form_value (fun _ _ => 0) m == 0).
    { clear. induction m as [|r m IH]; cbn [form_value]; [reflexivity|]. rewrite row_value_zero, IH. reflexivity. }
    rewrite (form_value_ext _ _ (fun _ _ => 0)), Z; [reflexivity|]. intros [|i] j; cbn [nth]; destruct (k + j)%nat; reflexivity.
  - cbn [form_number form_value]. rewrite inject_Z_plus, row_number_eq, IH.
    apply Qplus_comp; [apply row_value_ext | apply form_value_ext]; intros; rewrite <- Nat.add_succ_comm; reflexivity.
Qed.

Lemma forms_number_eq l f : inject_Z (forms_number l f) == forms_value (whole_matrix l) f.
Proof.
  assert (X : forall m, inject_Z (form_number 1 m l) == form_value (whole_matrix l) m).
  { intros m. rewrite form_number_eq. apply form_value_ext. intros i j. rewrite whole_matrix_nth. reflexivity. }
  unfold forms_number, forms_value.
  induction (absolutes f) as [|g gs IH]; cbn [fold_right absolutes_value]; [rewrite X; ring|].
  rewrite inject_Z_plus, IH. change (inject_Z (Z.abs (form_number 1 g l))) with (Qabs (inject_Z (form_number 1 g l))).
  rewrite X. ring.
Qed.

(* N > 0 and M = ratio·N at D. *)
Definition has_ratio (small big : forms) (l : list (list Z)) (ratio : Q) : bool :=
  let x := forms_number l small in
  (0 <? x)%Z && (forms_number l big * Zpos (Qden ratio) =? Qnum ratio * x)%Z.

Lemma has_ratio_spec small big l ratio : has_ratio small big l ratio = true ->
  0 < forms_value (whole_matrix l) small
  /\ forms_value (whole_matrix l) big == ratio * forms_value (whole_matrix l) small.
Proof.
  intros H. unfold has_ratio in H. apply andb_prop in H. destruct H as [H1 H2].
  apply Z.ltb_lt in H1. apply Z.eqb_eq in H2. rewrite <- !forms_number_eq. split.
  - change 0 with (inject_Z 0). rewrite <- Zlt_Qlt. assumption.
  - unfold Qeq. destruct ratio as [a b]. cbn [Qnum Qden Qmult inject_Z] in *. rewrite Pos.mul_1_r. lia.
Qed.

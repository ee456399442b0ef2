(* SPDX-License-Identifier: MIT

   With weights 1 the distances of σ^rc are those of σ with the elements renamed, i to n-1-i, and K,
   F[prefix] and F[box] of σ⁻¹ those of σ with i renamed to σ(i): so the images of a recorded ranking
   need no proof of their own. *)
From Disarray Require Export DirectSum.

Section Renamed.
  Variables (n : nat) (u s s' : nat -> nat) (D : nat -> nat -> Q).
  Hypothesis U : ranking n u.
  Hypothesis Sym : symmetric n D.
  Let D' i j := D (u i) (u j).

  Lemma linear_renamed f : linear_functional f = true ->
    (forall i j, (i < n)%nat -> (j < n)%nat -> count f s' (u i) (u j) == count f s i j)
    \/ (forall i j, (i < n)%nat -> (j < n)%nat -> count f s' (u i) (u j) == count f s j i) ->
    distance unit_weighting n D f s' == distance unit_weighting n D' f s.
  Proof.
    intros L H. rewrite !distance_count by assumption. rewrite <- (sum_reindex n u _ U).
    assert (R : forall i, sum n (fun j => count f s' (u i) j * cost unit_weighting n s' identity D (u i) j)
      == sum n (fun j => count f s' (u i) (u j) * D' i j)).
    { intros i. rewrite <- (sum_reindex n u _ U). apply sum_ext; intros j _. rewrite cost_unit. reflexivity. }
    rewrite (sum_ext n _ _ (fun i _ => R i)). destruct H as [H|H].
    - apply sum_ext; intros i Hi; apply sum_ext; intros j Hj. rewrite H, cost_unit by assumption. reflexivity.
    - rewrite sum_exchange. apply sum_ext; intros i Hi; apply sum_ext; intros j Hj.
      rewrite H, cost_unit by assumption. unfold D'. rewrite (Sym (u j) (u i)) by (apply U; assumption). reflexivity.
  Qed.

  Lemma prefix_renamed :
    (forall i j, (i < n)%nat -> (j < n)%nat -> count Prefix s' (u i) (u j) == - count Prefix s i j) ->
    prefix n (cost unit_weighting n s' identity D) s' identity == prefix n (cost unit_weighting n s identity D') s identity.
  Proof.
    intros H. rewrite !prefix_count, <- (sum_reindex n u _ U). apply sum_ext; intros i Hi.
    rewrite <- (Qabs_opp (sum n (fun j => count Prefix s i j * _))). apply Qabs_wd.
    rewrite <- (sum_reindex n u _ U).
    setoid_replace (- sum n (fun j => count Prefix s i j * cost unit_weighting n s identity D' i j))
      with (-1 * sum n (fun j => count Prefix s i j * cost unit_weighting n s identity D' i j)) by ring.
    rewrite <- sum_scale. apply sum_ext; intros j Hj. rewrite H, !cost_unit by assumption. unfold D'. ring.
  Qed.
End Renamed.

(* --- the inverse ------------------------------------------------------------------------------------- *)

Definition inverse_functional (f : functional) : bool :=
  match f with Kendall | Prefix | Box => true | PrefixSym | Interval => false end.
Definition keeps_inverse_of (f : functional_of) : bool := negb (of_inverse f) && inverse_functional (which f).
Definition keeps_inverse (t : term) : bool :=
  match t with Plain _ f => keeps_inverse_of f | Absolute _ l => forallb (fun p => keeps_inverse_of (snd p)) l end.

Lemma passed_comm x y k : passed x y k = passed y x k.
Proof. unfold passed. rewrite Nat.eqb_sym, Nat.min_comm, Nat.max_comm. reflexivity. Qed.

Lemma distance_inverse n s D f : ranking n s -> symmetric n D -> inverse_functional f = true ->
  distance unit_weighting n D f (inverse n s) == distance unit_weighting n (fun i j => D (s i) (s j)) f s.
Proof.
  intros R S F. assert (I : forall i, (i < n)%nat -> inverse n s (s i) = i) by (intros; apply inverse_left; assumption).
  destruct f; try discriminate.
  - apply linear_renamed; auto. right. intros i j Hi Hj. unfold count, differ, identity.
    rewrite !I, andb_comm by assumption. reflexivity.
  - cbn [distance]. apply prefix_renamed; auto. intros i j Hi Hj. unfold count.
    rewrite !I by assumption. destruct (s j <? s i)%nat, (j <? i)%nat; reflexivity.
  - apply linear_renamed; auto. left. intros i j Hi Hj. unfold count. rewrite !I by assumption.
    rewrite !(passed_comm i (s i)).
    assert (E : (s i =? s j)%nat = (i =? j)%nat).
    { destruct (Nat.eqb_spec i j) as [->|Y]; [apply Nat.eqb_refl|]. apply Nat.eqb_neq. intros X. destruct Y.
      apply R; assumption. }
    rewrite E. ring.
Qed.

(* --- the reverse complement ------------------------------------------------------------------------ *)

Definition mirror (n i : nat) : nat := (n - 1 - i)%nat.

Lemma mirror_ranking n : ranking n (mirror n).
Proof. unfold mirror. split; intros; lia. Qed.

Section Mirror.
  Variables (n : nat) (s s' : nat -> nat).
  Hypothesis R : ranking n s.
  Hypothesis M : forall i, (i < n)%nat -> s' (mirror n i) = mirror n (s i).

  Lemma mirror_linear f i j : (i < n)%nat -> (j < n)%nat -> linear_functional f = true -> f <> Kendall ->
    count f s' (mirror n i) (mirror n j) == count f s i j.
  Proof.
    intros Hi Hj L K. pose proof (proj1 R i Hi). pose proof (proj1 R j Hj).
    assert (P : forall x y k, (x < n)%nat -> (y < n)%nat -> (k < n)%nat ->
      passed (mirror n x) (mirror n y) (mirror n k) = passed x y k).
    { unfold passed, mirror. intros. compare; reflexivity || lia. }
    assert (E : (mirror n i =? mirror n j)%nat = (i =? j)%nat) by (unfold mirror; compare; reflexivity || lia).
    destruct f; try discriminate; try congruence; unfold count; rewrite !M, E, !P by assumption; reflexivity.
  Qed.

  Lemma mirror_kendall i j : (i < n)%nat -> (j < n)%nat ->
    count Kendall s' (mirror n i) (mirror n j) == count Kendall s j i.
  Proof.
    intros Hi Hj. pose proof (proj1 R i Hi). pose proof (proj1 R j Hj).
    unfold count, differ, identity. rewrite !M by assumption. unfold mirror. compare; reflexivity || lia.
  Qed.

  Lemma mirror_prefix i j : (i < n)%nat -> (j < n)%nat ->
    count Prefix s' (mirror n i) (mirror n j) == - count Prefix s i j.
  Proof.
    intros Hi Hj. pose proof (proj1 R i Hi). pose proof (proj1 R j Hj). pose proof (proj2 R i j Hi Hj).
    assert (i = j -> s i = s j) by congruence.
    unfold count. rewrite !M by assumption. unfold mirror. compare; reflexivity || lia.
  Qed.

  Lemma mirrored_ranking : ranking n s'.
  Proof.
    assert (X : forall i, (i < n)%nat -> (mirror n i < n)%nat /\ s' i = mirror n (s (mirror n i))).
    { intros i Hi. assert (H : (mirror n i < n)%nat) by (unfold mirror; lia). split; [exact H|].
      rewrite <- M by exact H. f_equal. unfold mirror. lia. }
    split.
    - intros i Hi. destruct (X i Hi) as [H ->]. pose proof (proj1 R _ H). unfold mirror at 1. lia.
    - intros i j Hi Hj. destruct (X i Hi) as [Hi' ->], (X j Hj) as [Hj' ->].
      pose proof (proj1 R _ Hi'). pose proof (proj1 R _ Hj'). intros Q.
      assert (mirror n i = mirror n j) by (apply R; auto; unfold mirror at 1 3 in Q; lia). unfold mirror in *. lia.
  Qed.

  Lemma mirror_back : forall k, (k < n)%nat -> inverse n s' (mirror n k) = mirror n (inverse n s k).
  Proof.
    intros k Hk. destruct (inverse_spec n s k R Hk) as [B E].
    rewrite <- E at 1. rewrite <- M by assumption. apply inverse_left; [exact mirrored_ranking | unfold mirror; lia].
  Qed.
End Mirror.

Lemma distance_mirror n s s' D f : ranking n s -> symmetric n D ->
  (forall i, (i < n)%nat -> s' (mirror n i) = mirror n (s i)) ->
  distance unit_weighting n D f s' == distance unit_weighting n (fun i j => D (mirror n i) (mirror n j)) f s.
Proof.
  intros R S M. pose proof (mirrored_ranking n s s' R M) as R'. pose proof (mirror_ranking n) as U.
  destruct f; try (apply linear_renamed; auto; left; intros; apply mirror_linear; auto; discriminate).
  - apply linear_renamed; auto. right. intros. apply mirror_kendall; assumption.
  - cbn [distance]. apply prefix_renamed; auto. intros. apply mirror_prefix; assumption.
  - cbn [distance]. rewrite (prefix_renamed n (mirror n) s s' D U) by (intros; apply mirror_prefix; assumption).
    rewrite (prefix_renamed n (mirror n) (inverse n s) (inverse n s') D U); [reflexivity|].
    intros. apply mirror_prefix; auto using ranking_inverse. intros. apply mirror_back; assumption.
Qed.

(* --- expressions ---------------------------------------------------------------------------------------- *)

Lemma value_by v v' n n' s s' D D' e :
  (forall t f, In t e -> match t with Plain _ g => f = g | Absolute _ l => In f (map snd l) end ->
    value_of v n s D f == value_of v' n' s' D' f) ->
  value v n s D e == value v' n' s' D' e.
Proof.
  induction e as [|t e IH]; intros H; cbn [value]; [reflexivity|].
  rewrite IH by (intros x f I; apply H; right; exact I). apply Qplus_comp; [|reflexivity].
  specialize (fun f => H t f (or_introl eq_refl)). destruct t as [c f|c l]; cbn [term_value].
  - rewrite (H f eq_refl). reflexivity.
  - assert (I : inner_value v n s D l == inner_value v' n' s' D' l); [|rewrite I; reflexivity].
    induction l as [|[q f] l IHl]; cbn [inner_value]; [reflexivity|].
    rewrite (H f) by (left; reflexivity). rewrite IHl; [reflexivity|]. intros g I. apply H. right. exact I.
Qed.

Lemma value_inverse n s D e : ranking n s -> symmetric n D -> forallb keeps_inverse e = true ->
  value unit_weighting n (inverse n s) D e == value unit_weighting n s (fun i j => D (s i) (s j)) e.
Proof.
  intros R S K. apply value_by. intros t f It If. rewrite forallb_forall in K. specialize (K t It).
  assert (X : keeps_inverse_of f = true).
  { destruct t as [c g|c l]; cbn [keeps_inverse] in K; [subst; assumption|].
    rewrite forallb_forall in K. apply in_map_iff in If. destruct If as [p [<- If]]. exact (K p If). }
  apply andb_prop in X. destruct X as [X1 X2]. apply negb_true_iff in X1. unfold value_of. rewrite X1.
  apply distance_inverse; assumption.
Qed.

Lemma value_mirror n s s' D e : ranking n s -> symmetric n D ->
  (forall i, (i < n)%nat -> s' (mirror n i) = mirror n (s i)) ->
  value unit_weighting n s' D e == value unit_weighting n s (fun i j => D (mirror n i) (mirror n j)) e.
Proof.
  intros R S M. apply value_by. intros t f _ _. unfold value_of. destruct (of_inverse f).
  - apply distance_mirror; auto using ranking_inverse. intros. apply mirror_back; assumption.
  - apply distance_mirror; assumption.
Qed.

Lemma value_agree v n s t D e : agree n s t -> value v n s D e == value v n t D e.
Proof.
  intros A. apply value_by. intros x f _ _. unfold value_of. destruct (of_inverse f); apply distance_agree; [|exact A].
  intros k _. apply inverse_agree. exact A.
Qed.

Lemma cost_ext v n s D E i j : D i j == E i j -> cost v n s identity D i j == cost v n s identity E i j.
Proof. intros H. unfold cost. rewrite H. reflexivity. Qed.

Lemma distance_ext v n s D E f : (forall i j, (i < n)%nat -> (j < n)%nat -> D i j == E i j) ->
  distance v n D f s == distance v n E f s.
Proof.
  intros H.
  assert (P : forall t, prefix n (cost v n t identity D) t identity == prefix n (cost v n t identity E) t identity).
  { intros t. rewrite !prefix_count. apply sum_ext; intros i Hi. apply Qabs_wd. apply sum_ext; intros j Hj.
    rewrite (cost_ext v n t D E i j (H i j Hi Hj)). reflexivity. }
  destruct (linear_functional f) eqn:L.
  - rewrite !distance_count by assumption. apply sum_ext; intros i Hi; apply sum_ext; intros j Hj.
    rewrite (cost_ext v n s D E i j (H i j Hi Hj)). reflexivity.
  - destruct f; try discriminate; cbn [distance]; rewrite !P; reflexivity.
Qed.

Lemma value_ext v n s D E e : (forall i j, (i < n)%nat -> (j < n)%nat -> D i j == E i j) ->
  value v n s D e == value v n s E e.
Proof. intros H. apply value_by. intros. apply distance_ext. exact H. Qed.

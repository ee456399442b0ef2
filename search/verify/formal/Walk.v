(* SPDX-License-Identifier: MIT

   A whole certificate: the claim, the rankings in lexicographic order, those passed over (N = 0,
   direct sums, images of those before), the results. `accepts_from` is the checker, `accepts` that of
   format 1; `accepts_from_sound` and `accepts_sound` say what they prove. *)
From Coq Require Import Permutation.
From Disarray Require Export Checker Symmetry.

Record claim := Claim {
  size : nat; scope : option (list nat); small : expression; big : expression;
  weights : option (list Q); swap_costs : option (list Q); policy_of : policy;
  direct_sums : bool; by_inverse : bool; by_reverse_complement : bool }.

(* D times a common denominator. *)
Record record := Recorded { r_ranks : list nat; r_proof : node; r_witness : option (list (list Z)) }.

(* An entry of the end: the ratio, the number of violating σ, the D that attains the ratio, and a
   metric where the ratio is < 1. *)
Record result := Result {
  length_of : nat; ratio_of : Q; violating_of : Z;
  best_ranks : list nat; best : list (list Z); strict : option (list nat * list (list Z)) }.

Definition list_or (l : option (list Q)) : nat -> Q :=
  match l with Some l => numbers l | None => fun _ => 1 end.
Definition weighting_of (c : claim) : weighting :=
  Weighting (list_or (weights c)) (list_or (swap_costs c)) (policy_of c).

Definition rank_vector (n : nat) (l : list nat) : Prop := length l = n /\ ranking n (ranks l).

Definition N_of c n l D := value (weighting_of c) n (ranks l) D (small c).
Definition M_of c n l D := value (weighting_of c) n (ranks l) D (big c).

(* --- what is asked of the header --------------------------------------------------------------- *)

Definition all_nonneg (l : option (list Q)) (n : nat) : bool :=
  match l with Some l => forallb (Qle_bool 0) l && (length l =? n)%nat | None => true end.
Definition is_none {A} (o : option A) : bool := match o with None => true | Some _ => false end.
Definition is_one (p : policy) : bool := match p with one => true | local => false end.

Definition all_one (c : claim) : bool := is_none (weights c) && is_none (swap_costs c) && is_one (policy_of c).
Lemma all_one_spec c : all_one c = true -> weighting_of c = unit_weighting.
Proof.
  unfold all_one, weighting_of. destruct (weights c), (swap_costs c), (policy_of c); intros; try discriminate. reflexivity.
Qed.

Fixpoint nodup (l : list nat) : bool :=
  match l with [] => true | x :: l' => negb (existsb (Nat.eqb x) l') && nodup l' end.
Definition is_rank_vector (n : nat) (l : list nat) : bool :=
  (length l =? n)%nat && forallb (fun k => k <? n)%nat l && nodup l.

Definition claim_holds (c : claim) : bool :=
  forallb term_holds (small c) && forallb term_holds (big c)
  && all_nonneg (weights c) (size c) && all_nonneg (swap_costs c) (size c - 1)
  && match scope c with
     | Some l => is_rank_vector (size c) l
                 && negb (direct_sums c) && negb (by_inverse c) && negb (by_reverse_complement c)
     | None => true
     end
  && (negb (direct_sums c)
      || all_one c
         && forallb no_absolute (small c) && forallb no_absolute (big c)).

(* --- images -------------------------------------------------------------------------------------- *)

Definition reversed_identity (n : nat) : list nat := rev (seq 0 n).
Definition reverse_complement (n : nat) (l : list nat) : list nat := map (fun k => n - 1 - k)%nat (rev l).

(* An image, and by which name its elements stand for those of σ. *)
Definition images (c : claim) (n : nat) (l : list nat) : list (list nat * list nat) :=
  let i := inverse_list n (ranks l) in
  (if by_inverse c then [(i, i)] else [])
  ++ (if by_reverse_complement c then [(reverse_complement n l, reversed_identity n)] else [])
  ++ (if by_inverse c && by_reverse_complement c then [(reverse_complement n i, rev i)] else []).

(* x·f = y·g, the forms being multiples of what they stand for. *)
Definition form_same (x y : Z) (f g : form) : bool := vanishes (form_axpy x f (form_axpy (- y) g [])).

Fixpoint take_form (x y : Z) (f : form) (l : list form) : option (list form) :=
  match l with
  | [] => None
  | g :: l' => if form_same x y f g || form_same x (- y) f g then Some l'
               else match take_form x y f l' with Some r => Some (g :: r) | None => None end
  end.
Fixpoint same_absolutes (x y : Z) (l m : list form) : bool :=
  match l with
  | [] => match m with [] => true | _ => false end
  | f :: l' => match take_form x y f m with Some m' => same_absolutes x y l' m' | None => false end
  end.
Definition same_forms (x y : Z) (a b : forms) : bool :=
  form_same x y (linear a) (linear b) && same_absolutes x y (absolutes a) (absolutes b).

(* No need to compare: the symmetry is a theorem. *)
Definition known_symmetry (c : claim) : bool :=
  all_one c && (negb (by_inverse c) || forallb keeps_inverse (small c) && forallb keeps_inverse (big c)).

(* --- a record ------------------------------------------------------------------------------------- *)

Definition known_of (c : claim) : known := Known (weighting_of c) (all_one c) (all_one_spec c).

(* The forms are multiples by this: a common denominator of the coefficients, one of the factors of a
   ranking and its inverse, squared, and 2. *)
Definition coefficient_scale (c : claim) : Z := common (coefficients (small c) ++ coefficients (big c)).
Definition factor_list (v : known) (n : nat) (s : nat -> nat) : list Q := map (factor v n s) (seq 0 n).
Definition factor_scale (v : known) (n : nat) (s : nat -> nat) : Z :=
  if is_unit v then 1%Z
  else common (factor_list v n s ++ factor_list v n (inverted n s) ++ factor_list v n (back n s)).
Definition scale_at (c : claim) (n : nat) (s : nat -> nat) : Z :=
  let m := factor_scale (known_of c) n s in (coefficient_scale c * (2 * (m * m)))%Z.

Definition forms_at (c : claim) (n : nat) (label s : nat -> nat) (e : expression) : forms :=
  forms_of (known_of c) n (coefficient_scale c) (factor_scale (known_of c) n s) label s e.

Definition image_holds (c : claim) (n : nat) (scale : Z) (N M : forms) (image : list nat * list nat) : bool :=
  let l := fst image in
  let label := snd image in
  let same := same_forms scale (scale_at c n (ranks l)) in
  is_rank_vector n l && is_rank_vector n label
  && same (forms_at c n (ranks label) (ranks l) (small c)) N
  && same (forms_at c n (ranks label) (ranks l) (big c)) M.

Definition same_list : list nat -> list nat -> bool := all_two Nat.eqb.

(* The images other than σ, each once. *)
Fixpoint distinct_images (seen : list (list nat)) (l : list (list nat * list nat)) : list (list nat * list nat) :=
  match l with
  | [] => []
  | p :: l' => if existsb (same_list (fst p)) seen
               then distinct_images seen l' else p :: distinct_images (fst p :: seen) l'
  end.

(* How many rankings are images of σ, and σ. *)
Definition class_size (c : claim) (n : nat) (l : list nat) : Z :=
  Z.of_nat (S (length (distinct_images [l] (images c n l)))).

(* The ratio of a record that holds. *)
Definition check_record (c : claim) (n : nat) (N M : forms) (r : record) : option Q :=
  let l := r_ranks r in
  if is_rank_vector n l then
    match check_proof n (scale_at c n (ranks l)) N M (r_proof r) with
    | Some (Some q) =>
      let witnessed :=
        match r_witness r with
        | None => Qle_bool 1 q
        | Some D => negb (Qle_bool 1 q) && is_pseudometric n D && has_ratio N M D q
        end in
      if witnessed then Some q else None
    | _ => None
    end
  else None.

(* --- the walk ------------------------------------------------------------------------------------- *)

(* Lexicographic order. *)
Fixpoint before (l m : list nat) : bool :=
  match l, m with
  | x :: l', y :: m' => (x <? y)%nat || ((x =? y)%nat && before l' m')
  | _, _ => false
  end.
Definition earlier_image (c : claim) (n : nat) (l : list nat) : option (list nat * list nat) :=
  find (fun p => before (fst p) l) (images c n l).

(* Where records come from. Those of format 1 are listed, each a function, so that it is read when its
   turn comes; those of format 2 are made for the ranking that is due. *)
Inductive source := Listed (l : list (unit -> record)) | Made (make : list nat -> record).
Definition next_record (l : list nat) (s : source) : option (record * source) :=
  match s with
  | Listed [] => None
  | Listed (read :: rest) => Some (read tt, Listed rest)
  | Made make => Some (make l, s)
  end.
Definition used_up (s : source) : bool := match s with Listed (_ :: _) => false | _ => true end.

Record state := State {
  left : source; least_so_far : option Q; first_least : list nat; violating : Z; indecomposable : Z }.

(* σ maps {0, …, m-1} to itself for some 0 < m < n. *)
Fixpoint decomposable_after (i high : nat) (l : list nat) : bool :=
  match l with
  | [] | [_] => false
  | x :: l' => let h := Nat.max high x in (h =? i)%nat || decomposable_after (S i) h l'
  end.
Definition decomposable (l : list nat) : bool := decomposable_after 0 0 l.

Definition no_forms (f : forms) : bool :=
  vanishes (linear f) && match absolutes f with [] => true | _ => false end.

Definition visit_one (c : claim) (n : nat) (l : list nat) (s : state) : option state :=
  if direct_sums c && decomposable l then Some s else
  let s := State (left s) (least_so_far s) (first_least s) (violating s) (indecomposable s + 1) in
  let earlier := earlier_image c n l in
  if known_symmetry c && negb (is_none earlier) then Some s else
  let N := forms_at c n identity (ranks l) (small c) in
  let M := forms_at c n identity (ranks l) (big c) in
  match earlier with
  | Some p => if image_holds c n (scale_at c n (ranks l)) N M p then Some s else None
  | None =>
    if no_forms N then Some s else
    match next_record l (left s) with
    | None => None
    | Some (r, rest) =>
      if same_list (r_ranks r) l then
        match check_record c n N M r with
        | Some q =>
          let lower := match least_so_far s with Some p => negb (Qle_bool p q) | None => true end in
          Some (State rest (if lower then Some q else least_so_far s)
                  (if lower then l else first_least s)
                  (if Qle_bool 1 q then violating s else violating s + class_size c n l)
                  (indecomposable s))
        | None => None
        end
      else None
    end
  end.

Fixpoint delete (x : nat) (l : list nat) : list nat :=
  match l with [] => [] | y :: l' => if (x =? y)%nat then l' else y :: delete x l' end.

(* All orders of `rest` behind `head`, lexicographically where rest is ascending; k is its length. *)
Fixpoint visit (f : list nat -> state -> option state) (k : nat) (head rest : list nat) (s : state) : option state :=
  match k with
  | O => f head s
  | S k' =>
    fold_left (fun o x => match o with
                          | Some s => visit f k' (head ++ [x]) (delete x rest) s
                          | None => None
                          end) rest (Some s)
  end.

Definition walk (c : claim) (n : nat) (s : state) : option state :=
  match scope c with
  | Some l => visit_one c n l s
  | None => visit (visit_one c n) n [] (seq 0 n) s
  end.

(* --- the end ---------------------------------------------------------------------------------------- *)

(* kept(m) from kept(m-1), …, kept(0) and indecomposable_kept(1), …, indecomposable_kept(m). *)
Fixpoint convolution (a b : list Z) : Z :=
  match a, b with x :: a', y :: b' => (x * y + convolution a' b')%Z | _, _ => 0%Z end.

Definition result_holds (c : claim) (s : state) (violations : Z) (m : nat) (r : result) : bool :=
  match least_so_far s with
  | None => false
  | Some q =>
    let l := first_least s in
    let n := length l in
    let N := forms_at c n identity (ranks l) (small c) in
    let M := forms_at c n identity (ranks l) (big c) in
    (length_of r =? m)%nat && Qeq_bool (ratio_of r) q && (violating_of r =? violations)%Z
    && same_list (best_ranks r) l
    && is_pseudometric n (best r) && has_ratio N M (best r) q
    && match strict r with
       | None => Qle_bool 1 q
       | Some (k, D) =>
         negb (Qle_bool 1 q) && same_list k l && is_metric n D && (forms_number D M <? forms_number D N)%Z
       end
  end.

(* Format 2 claims N ≤ M; that this is tight by a σ and a D; or a ratio below 1, as format 1 has it. *)
Inductive outcome :=
  | Attained (r : result)
  | Threshold (m : nat) (violating : Z) (tight : option (list nat * list (list Z))).

Definition tight_holds (c : claim) (m : nat) (l : list nat) (D : list (list Z)) : bool :=
  let n := length l in
  is_rank_vector n l && (if direct_sums c then (1 <=? n)%nat && (n <=? m)%nat else (n =? m)%nat)
  && is_none (scope c) && is_pseudometric n D
  && has_ratio (forms_at c n identity (ranks l) (small c)) (forms_at c n identity (ranks l) (big c)) D 1.

Definition outcome_holds (c : claim) (s : state) (violations : Z) (m : nat) (o : outcome) : bool :=
  match o with
  | Attained r => result_holds c s violations m r
  | Threshold k v tight =>
    (k =? m)%nat && (v =? violations)%Z
    && match least_so_far s with Some q => Qle_bool 1 q | None => false end
    && match tight with Some (l, D) => tight_holds c m l D | None => true end
  end.

Definition empty_state (rs : source) : state :=
  State rs None [] 0 0.
(* Before the σ of the next length. *)
Definition next_state (s : state) : state :=
  State (left s) (least_so_far s) (first_least s) 0 0.

(* Lengths m, …, m + k - 1; kept, indecomposable_kept: of the lengths before, the last one first. *)
Fixpoint accepts_lengths (c : claim) (k m : nat) (kept ind : list Z) (total : Z) (s : state) (rs : list outcome) : bool :=
  match k, rs with
  | O, [] => used_up (left s)
  | S k', r :: rs' =>
    match walk c m (next_state s) with
    | None => false
    | Some s' =>
      let ind' := ind ++ [indecomposable s' - violating s']%Z in
      let kept' := convolution ind' kept in
      let total' := (total * Z.of_nat m)%Z in
      outcome_holds c s' (total' - kept') m r && accepts_lengths c k' (S m) (kept' :: kept) ind' total' s' rs'
    end
  | _, _ => false
  end.

(* The checker of records from any source. *)
Definition accepts_from (c : claim) (records : source) (outcomes : list outcome) : bool :=
  claim_holds c && (2 <=? size c)%nat
  && if direct_sums c then
       accepts_lengths c (size c - 1) 2 [1; 1]%Z [1]%Z 1 (empty_state records) outcomes
     else
       match walk c (size c) (empty_state records), outcomes with
       | Some s, [r] => outcome_holds c s (violating s) (size c) r && used_up (left s)
       | _, _ => false
       end.

(* Of a certificate of format 1. *)
Definition accepts (c : claim) (rs : list (unit -> record)) (results : list result) : bool :=
  accepts_from c (Listed rs) (map Attained results).

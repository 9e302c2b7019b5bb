(* Certificates of recurring states, and that they are right.

   [check] takes a system of rows (Line.v), a play, the columns A and A + P, the saltus of each row, a bound for
   the values of rows that do not grow, and the columns before A + P. [value_at] says all values: the columns, and
   from A on h(b + P) = h(b) + s. If [check] says true, these are the values of the cells of each game whose
   options are those of the system ([line_values]).

   What must be read to believe a result: Line.v down to [follows], and [value_at]. *)

From Coq Require Import List NArith Arith Bool Lia MSetPositive.
From Grundy Require Import Value Sum Line LineCheck.
From Grundy.Theorems Require Import Words.
Import ListNotations.
Local Open Scope N_scope.

Section Certificate.
Variable sys : system.
Variable misere : bool.
Variables A P bound : N.
Variable saltus : list N.
Variable columns : list (list N).

Definition saltus_of (r : nat) : N := nth r saltus 0.
Definition cell_value (r : nat) (b : N) : N := nth r (nth (N.to_nat b) columns []) 0.
Definition value_at (r : nat) (b : N) : N :=
  if b <? A then cell_value r b else cell_value r (A + (b - A) mod P) + (b - A) / P * saltus_of r.

Definition row_is_low (r : nat) : bool :=
  (saltus_of r =? 0) && forallb (fun column => nth r column 0 <? bound) columns.

(* Rows of the columns A - d, ..., A - 1, and of those P later. *)
Definition last_columns (end_ d : N) : list (list N) := firstn (N.to_nat d) (skipn (N.to_nat (end_ - d)) columns).
Definition back_grown (r : nat) (d : N) : bool :=
  forallb (fun '(x, y) => nth r y 0 =? nth r x 0 + saltus_of r) (combine (last_columns A d) (last_columns (A + P) d)).

Section Sets.
Variables before after : list used_set.

Definition same_ok (r : nat) (o : reach) : bool :=
  match o with
  | Back r' d => (r' <? rows sys)%nat && (d <=? A) && (saltus_of r' =? saltus_of r) && back_grown r' d
  | Cell r' c => saltus_of r =? 0
  | Used k => (k <? length (trackers sys))%nat && (row_of (the_tracker sys k) <? rows sys)%nat &&
      (saltus_of (row_of (the_tracker sys k)) =? saltus_of r) &&
      match nth_error before k, nth_error after k with Some x, Some y => grown (saltus_of r) x y | _, _ => false end
  end.

Definition low_ok (o : reach) : bool :=
  match o with
  | Back r' d => row_is_low r'
  | Cell r' c => (c <? A + P) && (cell_value r' c <? bound)
  | Used k => row_is_low (row_of (the_tracker sys k))
  end.

(* The values of a row, from column A - d on, are not below the bound. *)
Definition row_is_high (r : nat) (d : N) : bool :=
  (d <=? A) && forallb (fun column => bound <=? nth r column 0) (skipn (N.to_nat (A - d)) columns).

(* An option that does not matter for a row of values below the bound. *)
Definition high_ok (r : nat) (o : reach) : bool :=
  match o with Back r' d => row_is_high r' d && row_is_low r | _ => false end.

Definition fills (r : nat) (o : reach) : bool :=
  match o with
  | Used k => same_ok r o && match nth_error before k with Some x => bound <=? full x | None => false end
  | _ => false
  end.

Definition allowed_ok (r : nat) (os : list reach) : bool :=
  forallb (fun o => if same_ok r o then true else if (0 <? saltus_of r) && low_ok o then true else high_ok r o) os &&
  (if 0 <? saltus_of r then existsb (fills r) os else true).
End Sets.

Definition tracker_ok (t : tracker) : bool :=
  (row_of t <? rows sys)%nat && (from t <=? A) && negb (class t =? 0) && (P mod class t =? 0).

Definition reach_ok (o : reach) : bool :=
  match o with
  | Back r _ => (r <? rows sys)%nat
  | Cell r _ => (r <? rows sys)%nat
  | Used k => (row_of (the_tracker sys k) <? rows sys)%nat
  end.

Definition numbers (n : N) : list N := map N.of_nat (seq 0 (N.to_nat n)).

Definition shape_ok : bool :=
  (0 <? P) && (start sys <=? A) && negb (modulus sys =? 0) && (P mod modulus sys =? 0) &&
  (length columns =? N.to_nat A + N.to_nat P)%nat && forallb tracker_ok (trackers sys) &&
  forallb (fun r => forallb (fun j => forallb reach_ok (far sys r j)) (numbers (modulus sys))) (seq 0 (rows sys)) &&
  forallb (fun r => forallb (fun b => forallb (fun '(r', _) => (r' <? rows sys)%nat) (near sys r b)) (numbers (start sys)))
    (seq 0 (rows sys)).

Definition check : bool :=
  let (first, last) := (firstn (N.to_nat A) columns, skipn (N.to_nat A) columns) in
  let early := firstn (N.to_nat (start sys)) columns in
  shape_ok &&
  match verify sys misere early first [] (map (fun _ => nothing) (trackers sys)) 0 with
  | Some before =>
      match verify sys misere early last (rev first) before A with
      | Some after => forallb (fun r => forallb (fun j => allowed_ok before after r (far sys r j)) (numbers (modulus sys)))
          (seq 0 (rows sys))
      | None => false
      end
  | None => false
  end.

(** ** It is sound *)

Section Sound.
Hypothesis Shape : shape_ok = true.

Lemma shape : 0 < P /\ start sys <= A /\ modulus sys <> 0 /\ P mod modulus sys = 0 /\
  length columns = (N.to_nat A + N.to_nat P)%nat /\ (forall t, In t (trackers sys) -> tracker_ok t = true) /\ closed sys.
Proof.
  pose proof Shape as H. unfold shape_ok in H. rewrite !andb_true_iff, !forallb_forall in H.
  destruct H as [[[[[[[H1 H2] H3] H4] H5] H6] H7] H8]. apply N.ltb_lt in H1. apply N.leb_le in H2.
  apply negb_true_iff, N.eqb_neq in H3. apply N.eqb_eq in H4. apply Nat.eqb_eq in H5.
  repeat split; auto. intros r b r' c Lr O. unfold option_of in O.
  assert (Ir : In r (seq 0 (rows sys))) by (apply in_seq; lia).
  assert (Num : forall n m, m < n -> In m (numbers n)).
  { intros n m L. apply in_map_iff. exists (N.to_nat m). split; [apply N2Nat.id|apply in_seq; lia]. }
  destruct (N.ltb_spec b (start sys)) as [L|L].
  - specialize (H8 r Ir). rewrite forallb_forall in H8. specialize (H8 b (Num _ _ L)). rewrite forallb_forall in H8.
    apply Nat.ltb_lt. exact (H8 (r', c) O).
  - destruct O as (o & I & K). specialize (H7 r Ir). rewrite forallb_forall in H7.
    specialize (H7 (b mod modulus sys) (Num _ _ (N.mod_lt b _ H3))). rewrite forallb_forall in H7. specialize (H7 o I).
    destruct o as [r1 d|r1 c1|k]; simpl in H7, K; apply Nat.ltb_lt in H7; destruct K as [-> _]; exact H7.
Qed.

Lemma value_first r b : b < A + P -> value_at r b = cell_value r b.
Proof.
  intros L. unfold value_at. destruct (N.ltb_spec b A) as [_|L']; auto.
  rewrite N.mod_small, N.div_small by lia. rewrite N.add_0_r. f_equal. lia.
Qed.

Lemma value_recurs r b : A <= b -> value_at r (b + P) = value_at r b + saltus_of r.
Proof.
  intros L. destruct shape as (P0 & _). unfold value_at. destruct (N.ltb_spec (b + P) A), (N.ltb_spec b A); try lia.
  replace (b + P - A) with (b - A + 1 * P) by lia. rewrite N.mod_add, N.div_add by lia. lia.
Qed.

Lemma columns_are i column : nth_error columns i = Some column -> is_column value_at column (N.of_nat i).
Proof.
  intros H r v K. destruct shape as (_ & _ & _ & _ & L & _). assert (i < length columns)%nat by (apply nth_error_Some;
    congruence).
  rewrite value_first by lia. unfold cell_value. rewrite Nat2N.id, (nth_error_nth columns i [] H), (nth_error_nth column r 0 K).
  reflexivity.
Qed.

Lemma row_low_sound r : row_is_low r = true -> forall b, value_at r b < bound.
Proof.
  unfold row_is_low. rewrite andb_true_iff, N.eqb_eq, forallb_forall. intros [Z H] b. destruct shape as (P0 & _ & _ & _ & L & _).
  assert (K : forall c, c < A + P -> cell_value r c < bound).
  { intros c Lc. apply N.ltb_lt. apply H. apply nth_In. lia. }
  unfold value_at. destruct (N.ltb_spec b A) as [Lb|Lb]; [apply K; lia|]. rewrite Z, N.mul_0_r, N.add_0_r. apply K.
  pose proof (N.mod_lt (b - A) P). lia.
Qed.

Lemma nth_firstn_low {X} (l : list X) d : forall n i, (i < n)%nat -> nth i (firstn n l) d = nth i l d.
Proof.
  induction l as [|x l IH]; intros n i L; destruct n as [|n]; try lia.
  - reflexivity.
  - destruct i as [|i]; [reflexivity|]. simpl. apply IH. lia.
Qed.

Lemma nth_skipn_high {X} (l : list X) d : forall n i, nth i (skipn n l) d = nth (n + i) l d.
Proof.
  induction l as [|x l IH]; intros n i; destruct n as [|n]; try reflexivity.
  - simpl. destruct i; reflexivity.
  - simpl. apply IH.
Qed.

Lemma back_grown_sound r d : d <= A -> back_grown r d = true ->
  forall b, A <= b < A + d -> value_at r (b + P - d) = value_at r (b - d) + saltus_of r.
Proof.
  intros Ld H b Lb. destruct shape as (P0 & _ & _ & _ & L & _). unfold back_grown in H. rewrite forallb_forall in H.
  set (i := N.to_nat (b - A)).
  assert (Len : forall e, e <= A + P -> d <= e -> length (last_columns e d) = N.to_nat d).
  { intros e L1 L2. unfold last_columns. rewrite firstn_length, skipn_length. lia. }
  assert (Nth : forall e, e <= A + P -> d <= e -> nth i (last_columns e d) [] = nth (N.to_nat (e - d) + i) columns []).
  { intros e L1 L2. unfold last_columns. rewrite nth_firstn_low by lia. apply nth_skipn_high. }
  specialize (H (nth i (last_columns A d) [], nth i (last_columns (A + P) d) [])).
  rewrite <- combine_nth in H by (rewrite !Len by lia; reflexivity).
  assert (I : In (nth i (combine (last_columns A d) (last_columns (A + P) d)) ([],
    [])) (combine (last_columns A d) (last_columns (A + P) d))).
  { apply nth_In. rewrite combine_length, !Len by lia. lia. }
  apply H in I. rewrite combine_nth in I by (rewrite !Len by lia; reflexivity). rewrite !Nth in I by lia.
  apply N.eqb_eq in I. rewrite !value_first by lia. unfold cell_value.
  replace (N.to_nat (b + P - d)) with (N.to_nat (A + P - d) + i)%nat by lia.
  replace (N.to_nat (b - d)) with (N.to_nat (A - d) + i)%nat by lia. exact I.
Qed.

Section Sets.
Variables before after : list used_set.
Hypothesis Before : are_used sys value_at before A.
Hypothesis After : are_used sys value_at after (A + P).

Lemma same_sound r o : same_ok before after r o = true -> same sys value_at A P saltus_of r o.
Proof.
  destruct o as [r' d|r' c|k]; unfold same_ok, same; rewrite ?andb_true_iff, ?Nat.ltb_lt, ?N.leb_le, ?N.eqb_eq; auto.
  - intros [[[H1 H2] H3] H4]. repeat split; auto. apply back_grown_sound; auto.
  - intros [[[H1 H2] H3] H4]. repeat split; auto; destruct (nth_error before k) as [x|] eqn:Qx; try discriminate;
      destruct (nth_error after k) as [y|] eqn:Qy; try discriminate; rewrite <- H3 in H4; intros K.
    + apply (After k y Qy) in K. apply (grown_sound _ x y H4) in K. destruct K as [K|(w & -> & K)]; [auto|right].
      exists w. split; auto. apply (Before k x Qx). exact K.
    + apply (After k y Qy), (grown_sound _ x y H4). destruct K as [K|(w & -> & K)]; [auto|right].
      exists w. split; auto. apply (Before k x Qx). exact K.
Qed.

Lemma low_sound o : low_ok o = true -> low sys value_at bound o.
Proof.
  destruct o as [r' d|r' c|k]; unfold low_ok; intros H b u (r1 & c1 & K & <-).
  - apply row_low_sound. destruct K as [-> _]. exact H.
  - rewrite andb_true_iff, !N.ltb_lt in H. destruct H as [Lc H], K as [-> ->]. rewrite value_first by exact Lc. exact H.
  - apply row_low_sound. destruct K as [-> _]. exact H.
Qed.

Lemma high_sound r o : high_ok r o = true -> high sys value_at A bound o /\ forall b, value_at r b < bound.
Proof.
  destruct o as [r' d|r' c|k]; try discriminate. unfold high_ok, row_is_high. rewrite !andb_true_iff, forallb_forall, N.leb_le.
  intros [[Ld H] Low]. split; [|apply row_low_sound; exact Low]. destruct shape as (P0 & _ & _ & _ & Len & _).
  assert (K : forall c, A - d <= c < A + P -> bound <= cell_value r' c).
  { intros c Lc. apply N.leb_le, H. replace (N.to_nat c) with (N.to_nat (A - d) + (N.to_nat c - N.to_nat (A - d)))%nat by lia.
    rewrite <- nth_skipn_high. apply nth_In. rewrite skipn_length. lia. }
  intros b u Lb (r1 & c & (-> & L1 & ->) & <-). unfold value_at. destruct (N.ltb_spec (b - d) A) as [L|L]; [apply K; lia|].
  apply N.le_trans with (cell_value r' (A + (b - d - A) mod P)); [|apply N.le_add_r]. apply K.
  pose proof (N.mod_lt (b - d - A) P ltac:(lia)) as M. revert M. generalize ((b - d - A) mod P). intros x M. lia.
Qed.

Lemma allowed_sound r os : allowed_ok before after r os = true -> allowed sys value_at A P bound saltus_of r os.
Proof.
  unfold allowed_ok, allowed. rewrite andb_true_iff, forallb_forall. intros [H1 H2]. split.
  - intros o I. specialize (H1 o I). destruct (same_ok before after r o) eqn:Sm; [left; apply same_sound; exact Sm|].
    right. destruct ((0 <? saltus_of r) && low_ok o) eqn:K; [left|right; apply high_sound; exact H1].
    apply andb_true_iff in K. rewrite N.ltb_lt in K. split; [apply K|]. apply low_sound, K.
  - intros G. apply N.ltb_lt in G. rewrite G in H2. apply existsb_exists in H2. destruct H2 as (o & I & F).
    destruct o as [r' d|r' c|k]; try discriminate. unfold fills in F. apply andb_true_iff in F. destruct F as [F1 F2].
    exists k. split; auto. split; [apply same_sound; exact F1|]. destruct (nth_error before k) as [x|] eqn:Q; [|discriminate].
    apply N.leb_le in F2. intros u L. apply (Before k x Q), member_spec. left. lia.
Qed.
End Sets.
End Sound.

Theorem check_sound : check = true -> closed sys /\ forall r b, (r < rows sys)%nat -> right_at sys misere value_at r b.
Proof.
  unfold check. rewrite andb_true_iff. intros [Shape H]. destruct (shape Shape) as (P0 & Begun & M0 & Mult & Len & Tr & Cl).
  split; [exact Cl|]. destruct (verify _ _ _ _ [] _ 0) as [before|] eqn:V1; [|discriminate].
  destruct (verify _ _ _ _ _ _ A) as [after|] eqn:V2; [|discriminate].
  assert (Rows : forall t, In t (trackers sys) -> (row_of t < rows sys)%nat).
  { intros t I. specialize (Tr t I). unfold tracker_ok in Tr. rewrite !andb_true_iff, Nat.ltb_lt in Tr. apply Tr. }
  assert (Early : are_early value_at (firstn (N.to_nat (start sys)) columns)).
  { intros i column K. apply columns_are; auto. rewrite <- (firstn_skipn (N.to_nat (start sys)) columns).
    rewrite nth_error_app1; auto. apply nth_error_Some. congruence. }
  destruct (verify_sound sys misere value_at _ Early Rows (firstn (N.to_nat A) columns) []
    (map (fun _ => nothing) (trackers sys)) 0 before)
    as [U1 R1]; auto.
  { intros [|i] column K; discriminate. }
  { intros k s K u. assert (Q : s = nothing).
    { apply nth_error_In, in_map_iff in K. destruct K as (t & <- & _). reflexivity. }
    subst s. rewrite nothing_member. split; [discriminate|]. intros (c & L & _). lia. }
  { intros i column K. apply columns_are; auto. rewrite <- (firstn_skipn (N.to_nat A) columns).
    rewrite nth_error_app1; auto. apply nth_error_Some. congruence. }
  rewrite firstn_length, Nat.min_l, N.add_0_l, N2Nat.id in U1, R1 by lia.
  destruct (verify_sound sys misere value_at _ Early Rows (skipn (N.to_nat A) columns) (rev (firstn (N.to_nat A) columns)) before
    A
    after)
    as [U2 R2]; auto.
  { intros i column K. assert (Li : (i < length (firstn (N.to_nat A) columns))%nat).
    { rewrite <- rev_length. apply nth_error_Some. congruence. }
    rewrite firstn_length, Nat.min_l in Li by lia. split; [lia|].
    replace (A - 1 - N.of_nat i) with (N.of_nat (N.to_nat A - 1 - i)) by lia. apply columns_are; auto.
    apply nth_error_nth with (d := []) in K. rewrite rev_nth in K by (rewrite firstn_length; lia).
    rewrite firstn_length, Nat.min_l, nth_firstn_low in K by lia. rewrite <- K.
    replace (N.to_nat A - S i)%nat with (N.to_nat A - 1 - i)%nat by lia. apply nth_error_nth'. lia. }
  { intros i column K. replace (A + N.of_nat i) with (N.of_nat (N.to_nat A + i)) by lia. apply columns_are; auto.
    assert (Li : (i < length (skipn (N.to_nat A) columns))%nat) by (apply nth_error_Some; congruence).
    rewrite skipn_length in Li. apply nth_error_nth with (d := []) in K. rewrite nth_skipn_high in K. rewrite <- K.
    apply nth_error_nth'. lia. }
  rewrite skipn_length in U2, R2. replace (A + N.of_nat (length columns - N.to_nat A)) with (A + P) in U2, R2 by lia.
  rewrite forallb_forall in H.
  apply (recurring sys misere value_at A P bound saltus_of); auto.
  - intros k Lk t. subst t. assert (I : In (the_tracker sys k) (trackers sys)) by (apply nth_In; exact Lk).
    specialize (Tr _ I). unfold tracker_ok in Tr. rewrite !andb_true_iff, N.leb_le, negb_true_iff, N.eqb_neq, N.eqb_eq in Tr.
    tauto.
  - intros r b _ L. apply value_recurs; auto.
  - intros r b Lr L. specialize (H r). rewrite forallb_forall in H. apply (allowed_sound Shape before after U1 U2).
    apply H; [apply in_seq; lia|]. apply in_map_iff. exists (N.to_nat (b mod modulus sys)). split; [apply N2Nat.id|].
    apply in_seq. pose proof (N.mod_lt b (modulus sys) M0) as K. revert K. generalize (b mod modulus sys). intros x K. lia.
  - intros r b Lr L. destruct (N.lt_ge_cases b A) as [Lb|Lb]; [apply R1; auto; lia|apply R2; auto].
Qed.

Theorem line_values g cell : check = true -> follows sys g cell -> (forall r b, (r < rows sys)%nat -> ends_from g (cell r b)) ->
  forall r b, (r < rows sys)%nat -> value_in misere g (cell r b) (value_at r b).
Proof. intros H. destruct (check_sound H) as [Cl R]. intros F E. apply (cells_are sys misere); auto. Qed.

(* The values recur. *)
Corollary line_recurs r b : check = true -> A <= b -> value_at r (b + P) = value_at r b + saltus_of r.
Proof. unfold check. rewrite andb_true_iff. intros [Shape _]. apply value_recurs. exact Shape. Qed.
End Certificate.

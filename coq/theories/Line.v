(* Lines: what values depend on comes again, and so do the values.

   The positions of a game that are looked at stand in finitely many rows; one coordinate runs, the column b.
   From column [start] on the options of the cell (row r, column b) are given by a list that depends on r and
   on b modulo [modulus] alone: cells of rows a constant distance back; all earlier cells of a row, from some
   column on, in a residue class of the columns; single cells in the first columns ([reach], [leads]).

   h says for each row and column a value; it is [right_at] a cell if this is the least number that it does
   not say of an option; or, in misere play, if it is 1 and there is no option.
   Suppose that h is right at all columns before A + P; that from A on
   h(b + P) = h(b) + s, where s depends on the row; and that before column A + P what is looked at is the same
   as before column A, but raised by s, with all numbers below filled in ([state_grown]). Then h is right
   everywhere (theorem [recurring]; Farr and Ho 2017, Theorem 5, for the rows of Star Nim). Where rows that
   grow depend on rows that do not, the values of the latter must be below a bound, and all numbers below the
   bound must have been used before column A; where rows that do not grow depend on rows that do, the values of
   these must not be below the bound ([allowed]).

   [cells_are] says the same of a game whose options are so. LineCheck.v finds out by computation that h is so.

   What must be read to believe it: [reach], [leads], [system], [follows]. *)

From Coq Require Import List NArith Lia.
From Grundy Require Import Value Sum.
From Grundy.Theorems Require Import Words.
Import ListNotations.
Local Open Scope N_scope.

(* What an option may be, seen from column b. *)
Inductive reach :=
| Back (r : nat) (d : N)   (* the cell of row r in column b - d *)
| Cell (r : nat) (c : N)   (* the cell of row r in column c *)
| Used (k : nat).          (* all cells of the tracker k in columns before b *)

(* A tracker: the cells of a row from a column on, in a residue class of the columns. *)
Record tracker := { row_of : nat; from : N; class : N; residue : N }.

(* The cells, and what their options are. *)
Record system := {
  rows : nat;
  start : N;
  modulus : N;
  trackers : list tracker;
  near : nat -> N -> list (nat * N);     (* the options of a cell before column start: cells *)
  far : nat -> N -> list reach           (* those of a cell from there on: row, and column modulo modulus *)
}.

Definition no_tracker : tracker := {| row_of := 0; from := 0; class := 1; residue := 0 |}.
Definition the_tracker (S : system) (k : nat) : tracker := nth k (trackers S) no_tracker.

(* A column of a tracker. *)
Definition in_class (t : tracker) (b : N) : Prop := from t <= b /\ b mod class t = residue t.

(* From column b, o is the cell (r, c). *)
Definition leads (S : system) (b : N) (o : reach) (r : nat) (c : N) : Prop :=
  match o with
  | Back r' d => r = r' /\ d <= b /\ c = b - d
  | Cell r' c' => r = r' /\ c = c'
  | Used k => let t := the_tracker S k in r = row_of t /\ c < b /\ in_class t c
  end.

(* The cell (r', c) is an option of the cell (r, b). *)
Definition option_of (S : system) (r : nat) (b : N) (r' : nat) (c : N) : Prop :=
  if b <? start S then In (r', c) (near S r b) else exists o, In o (far S r (b mod modulus S)) /\ leads S b o r' c.

(* The options of the cells of a game are those of the system. *)
Definition follows (S : system) (g : game) (cell : nat -> N -> pos g) : Prop :=
  forall r b, (r < rows S)%nat -> forall ys, move g (cell r b) ys <->
    exists r' c, option_of S r b r' c /\ ys = [cell r' c].

(** ** Functions that say values *)

Section Function.
Variable S : system.
Variable misere : bool.
Variable h : nat -> N -> N.

Definition right_at (r : nat) (b : N) : Prop :=
  misere = true /\ (forall r' c, ~ option_of S r b r' c) /\ h r b = 1 \/
  (misere = true -> exists r' c, option_of S r b r' c) /\
  (forall r' c, option_of S r b r' c -> h r' c <> h r b) /\
  (forall u, u < h r b -> exists r' c, option_of S r b r' c /\ h r' c = u).

(* What options a part of the list has. *)
Definition has (b : N) (o : reach) (u : N) : Prop := exists r' c, leads S b o r' c /\ h r' c = u.

Definition used (k : nat) (b u : N) : Prop :=
  let t := the_tracker S k in exists c, c < b /\ in_class t c /\ h (row_of t) c = u.

Lemma has_used b k u : has b (Used k) u <-> used k b u.
Proof.
  unfold has, used. simpl. split.
  - intros (r' & c & (-> & L & C) & E). exists c. auto.
  - intros (c & L & C & E). exists (row_of (the_tracker S k)), c. auto.
Qed.

(* The same from column [start] on; in misere play there must be an option. *)
Definition right_far (r : nat) (b : N) : Prop := let os := far S r (b mod modulus S) in
  (misere = true -> exists o u, In o os /\ has b o u) /\
  (forall o, In o os -> ~ has b o (h r b)) /\ (forall u, u < h r b -> exists o, In o os /\ has b o u).

Definition right (r : nat) (b : N) : Prop := if b <? start S then right_at r b else right_far r b.

Lemma right_is r b : right r b -> right_at r b.
Proof.
  unfold right, right_at, right_far, option_of, has. destruct (b <? start S); [auto|]. intros (E & A & B). right. split; [|split].
  - intros Q. destruct (E Q) as (o & u & I & r' & c & K & _). eauto 6.
  - intros r' c (o & I & K) Q. apply (A o I). eauto.
  - intros u Lu. destruct (B u Lu) as (o & I & r' & c & K & Q). eauto 6.
Qed.

(** ** What comes again *)

Variables A P bound : N.
Variable saltus : nat -> N.
Hypothesis positive : 0 < P.
Hypothesis begun : start S <= A.
Hypothesis multiple : P mod modulus S = 0.
Hypothesis modulus_positive : modulus S <> 0.
Hypothesis classes : forall k, (k < length (trackers S))%nat -> let t := the_tracker S k in
  from t <= A /\ class t <> 0 /\ P mod class t = 0.
Hypothesis recurs : forall r b, (r < rows S)%nat -> A <= b -> h r (b + P) = h r b + saltus r.

(* What is used before column A + P: all below the saltus, and what is used before column A, raised by it. *)
Definition used_grown (k : nat) : Prop := let s := saltus (row_of (the_tracker S k)) in
  forall u, used k (A + P) u <-> u < s \/ exists w, u = w + s /\ used k A w.

(* An option of row r of the same saltus; or one whose value is always below the bound. *)
Definition same (r : nat) (o : reach) : Prop :=
  match o with
  | Back r' d => (r' < rows S)%nat /\ d <= A /\ saltus r' = saltus r /\ (forall b,
    A <= b < A + d -> h r' (b + P - d) = h r' (b - d) + saltus r')
  | Cell r' c => saltus r = 0
  | Used k => (k < length (trackers S))%nat /\ (row_of (the_tracker S k) < rows S)%nat /\
      saltus (row_of (the_tracker S k)) = saltus r /\ used_grown k
  end.

Definition low (o : reach) : Prop := forall b u, has b o u -> u < bound.

Definition high (o : reach) : Prop := forall b u, A <= b -> has b o u -> bound <= u.

(* What the options of row r may be. *)
Definition allowed (r : nat) (os : list reach) : Prop :=
  (forall o, In o os -> same r o \/ 0 < saltus r /\ low o \/ high o /\ forall b, h r b < bound) /\
  (0 < saltus r -> exists k, In (Used k) os /\ same r (Used k) /\ forall u, u < bound -> used k A u).

Hypothesis all_allowed : forall r b, (r < rows S)%nat -> A <= b -> allowed r (far S r (b mod modulus S)).

Lemma mod_later b m : m <> 0 -> P mod m = 0 -> (b + P) mod m = b mod m.
Proof. intros M E. rewrite N.add_mod by exact M. rewrite E, N.add_0_r. apply N.mod_mod. exact M. Qed.

Lemma used_later k b u : A <= b -> (k < length (trackers S))%nat -> (row_of (the_tracker S k) < rows S)%nat -> used_grown k ->
  let s := saltus (row_of (the_tracker S k)) in used k (b + P) u <-> u < s \/ exists w, u = w + s /\ used k b w.
Proof.
  intros L Lk Lr G s. destruct (classes k Lk) as (F & C & M). set (t := the_tracker S k) in *.
  assert (Later : forall c, A <= c -> (in_class t (c + P) <-> in_class t c)).
  { intros c Lc. unfold in_class. rewrite (mod_later c (class t) C M). split; intros [_ E]; split; auto; lia. }
  split.
  - intros (c & Lc & I & E). fold t in I, E. destruct (N.lt_ge_cases c (A + P)) as [N1|N1].
    + assert (U : used k (A + P) u) by (exists c; auto). apply G in U. destruct U as [U|(w & -> & (c' & Lc' & I' & E'))]; [auto|].
      right. exists w. split; auto. exists c'. split; [lia|auto].
    + right. assert (Q : c = (c - P) + P) by lia. rewrite Q in I, E. rewrite (recurs (row_of t) (c - P) Lr) in E by lia.
      exists (h (row_of t) (c - P)). split; [symmetry; exact E|]. exists (c - P). split; [lia|]. split; auto.
      apply Later; [lia|exact I].
  - intros [U|(w & -> & (c & Lc & I & E))].
    + assert (K : used k (A + P) u) by (apply G; auto). destruct K as (c & Lc & I & E). exists c. split; [lia|auto].
    + fold t in I, E. destruct (N.lt_ge_cases c A) as [N1|N1].
      * assert (K : used k (A + P) (w + s)) by (apply G; right; exists w; split; auto; exists c; auto).
        destruct K as (c' & Lc' & I' & E'). exists c'. split; [lia|auto].
      * exists (c + P). fold t. split; [lia|]. split; [apply Later; auto|]. rewrite (recurs (row_of t) c Lr N1), E. reflexivity.
Qed.

Lemma same_up r o b u : A <= b -> same r o -> has b o u -> has (b + P) o (u + saltus r).
Proof.
  intros L Sm H. destruct o as [r' d|r' c|k].
  - destruct Sm as (Lr & Ld & E & First). destruct H as (r1 & c & (-> & L1 & ->) & <-).
    exists r', (b + P - d). split; [simpl; split; [reflexivity|split; [lia|reflexivity]]|].
    rewrite <- E. destruct (N.lt_ge_cases b (A + d)) as [N1|N1]; [apply First; lia|].
    replace (b + P - d) with (b - d + P) by lia. apply recurs; auto. lia.
  - simpl in Sm. rewrite Sm, N.add_0_r. exact H.
  - destruct Sm as (Lk & Lr & E & G). apply has_used in H. apply has_used. apply (used_later k b); auto.
    right. exists u. rewrite E. auto.
Qed.

Lemma same_down r o b u : A <= b -> same r o -> has (b + P) o u -> u < saltus r \/ exists w, u = w + saltus r /\ has b o w.
Proof.
  intros L Sm H. destruct o as [r' d|r' c|k].
  - right. destruct Sm as (Lr & Ld & E & First). destruct H as (r1 & c & (-> & L1 & ->) & <-).
    exists (h r' (b - d)). rewrite <- E. split.
    + destruct (N.lt_ge_cases b (A + d)) as [N1|N1]; [apply First; lia|].
      replace (b + P - d) with (b - d + P) by lia. apply recurs; auto. lia.
    + exists r', (b - d). split; [|reflexivity]. simpl. split; [reflexivity|split; [lia|reflexivity]].
  - right. simpl in Sm. exists u. rewrite Sm, N.add_0_r. auto.
  - destruct Sm as (Lk & Lr & E & G). apply has_used in H. apply (used_later k b) in H; auto. rewrite E in H.
    destruct H as [H|(w & Q & H)]; [auto|right]. exists w. split; auto. apply has_used. exact H.
Qed.

Lemma right_later r b : (r < rows S)%nat -> A <= b -> right_far r b -> right_far r (b + P).
Proof.
  unfold right_far. intros Lr L. rewrite (mod_later b (modulus S) modulus_positive multiple), (recurs r b Lr L). cbv zeta.
  set (os := far S r (b mod modulus S)). intros (Exists & Differs & Reached).
  destruct (all_allowed r b Lr L) as [Al Full]. fold os in Al, Full.
  (* where the row grows, all numbers below the bound are used *)
  assert (Below : 0 < saltus r -> forall u, u < bound -> exists o, In o os /\ same r o /\ has b o u).
  { intros G u Lu. destruct (Full G) as (k & I & Sm & U). exists (Used k). split; auto. split; auto. apply has_used.
    destruct (U u Lu) as (c & Lc & C & E). exists c. split; [lia|auto]. }
  (* an option of b has one of b + P that is grown, or is too high to matter *)
  assert (Up : forall o u, In o os -> has b o u -> (exists o', In o' os /\ has (b + P) o' (u + saltus r)) \/ h r b < u).
  { intros o u I H. destruct (Al o I) as [Sm|[(G & Low)|(High & Lb)]].
    - left. exists o. split; auto. apply same_up; auto.
    - left. apply Low in H. destruct (Below G _ H) as (o' & I' & Sm & H'). exists o'. split; auto. apply same_up; auto.
    - right. apply N.lt_le_trans with bound; [apply Lb|apply (High b); auto]. }
  split; [|split].
  - intros Q. destruct (Exists Q) as (o & u & I & H). destruct (Al o I) as [Sm|[(G & Low)|(High & Lb)]].
    + exists o, (u + saltus r). split; auto. apply same_up; auto.
    + apply Low in H. destruct (Below G _ H) as (o' & I' & Sm & H'). exists o', (u + saltus r). split; auto. apply same_up; auto.
    + destruct o as [r' d|r' c|k]; destruct H as (r1 & c1 & K & _).
      * exists (Back r' d), (h r' (b + P - d)). split; auto. exists r', (b + P - d). simpl in *. split; [|reflexivity].
        split; [reflexivity|]. split; [lia|reflexivity].
      * exists (Cell r' c), (h r' c). split; auto. exists r', c. simpl. auto.
      * exists (Used k), (h r1 c1). split; auto. exists r1, c1. simpl in *. split; [|reflexivity]. intuition lia.
  - intros o I H. destruct (Al o I) as [Sm|[(G & Low)|(High & Lb)]].
    + destruct (same_down r o b _ L Sm H) as [K|(w & Q & K)]; [lia|]. assert (w = h r b) by lia. subst w. exact (Differs o I K).
    + apply Low in H. destruct (Below G (h r b)) as (o' & I' & _ & K); [lia|]. exact (Differs o' I' K).
    + apply High in H; [|lia]. pose proof (Lb (b + P)) as K. rewrite (recurs r b Lr L) in K. lia.
  - intros u Lu. destruct (N.lt_ge_cases u (saltus r)) as [K|K].
    + destruct (Full) as (k & I & (Lk & Lrow & E & G) & _); [lia|]. exists (Used k). split; auto. apply has_used.
      apply (used_later k b); auto. left. rewrite E. exact K.
    + destruct (Reached (u - saltus r)) as (o & I & H); [lia|]. destruct (Up o _ I H) as [(o' & I' & H')|T]; [|lia].
      exists o'. split; auto. replace u with (u - saltus r + saltus r) by lia. exact H'.
Qed.

Theorem recurring : (forall r b, (r < rows S)%nat -> b < A + P -> right r b) -> forall r b, (r < rows S)%nat -> right_at r b.
Proof.
  intros First r b Lr. apply right_is. revert b. refine (well_founded_induction N.lt_wf_0 _ _). intros b IH.
  destruct (N.lt_ge_cases b (A + P)) as [L|L]; [auto|]. pose proof (IH (b - P) ltac:(lia)) as K. unfold right in *.
  destruct (N.ltb_spec b (start S)), (N.ltb_spec (b - P) (start S)); try lia. replace b with (b - P + P) by lia.
  apply right_later; auto. lia.
Qed.
End Function.

(** ** The cells of a game *)

(* No option leads out of the rows. *)
Definition closed (S : system) : Prop := forall r b r' c, (r < rows S)%nat -> option_of S r b r' c -> (r' < rows S)%nat.

Theorem cells_are S misere h g cell : closed S -> follows S g cell -> (forall r b, (r < rows S)%nat -> ends_from g (cell r b)) ->
  (forall r b, (r < rows S)%nat -> right_at S misere h r b) ->
  forall r b, (r < rows S)%nat -> value_in misere g (cell r b) (h r b).
Proof.
  intros C F E R r b L. remember (cell r b) as x eqn:Q. pose proof (E r b L) as Acc. rewrite <- Q in Acc. revert r b L Q.
  induction Acc as [x _ IH]. intros r b L ->.
  assert (Val : forall r' c, option_of S r b r' c -> value_in misere g (cell r' c) (h r' c)).
  { intros r' c O. refine (IH (cell r' c) _ r' c (C r b r' c L O) eq_refl). exists [cell r' c].
    split; [|simpl; auto]. apply (F r b L). exists r', c. auto. }
  assert (Move : forall r' c, option_of S r b r' c -> move g (cell r b) [cell r' c]).
  { intros r' c O. apply (F r b L). exists r', c. auto. }
  destruct (R r b L) as [(Q & No & ->)|(Some_ & Differs & Reached)].
  - rewrite Q. apply misere_end. intros ys M. apply (F r b L) in M. destruct M as (r' & c & O & _). exact (No r' c O).
  - destruct misere; simpl in *.
    + apply misere_mex.
      * destruct (Some_ eq_refl) as (r' & c & O). exists [cell r' c]. auto.
      * intros u Lu. destruct (Reached u Lu) as (r' & c & O & <-). exists (cell r' c). auto.
      * intros ys M. apply (F r b L) in M. destruct M as (r' & c & O & ->). exists (cell r' c), (h r' c). auto.
    + constructor.
      * intros u Lu. destruct (Reached u Lu) as (r' & c & O & <-). exists [cell r' c], [h r' c]. split; [auto|].
        split; [constructor; auto|]. simpl. apply N.lxor_0_r.
      * intros ys M. apply (F r b L) in M. destruct M as (r' & c & O & ->). exists [h r' c]. split; [constructor; auto|].
        simpl. rewrite N.lxor_0_r. auto.
Qed.

(* Theorems `exchange` and `order`: positions in ascending order stand for all.

   The positions of a game are lists of numbers of one length. If neighbouring coordinates can be exchanged,
   the value of a position does not depend on their order ([exchange]). If moreover no move from a position
   that ascends brings two unequal neighbours out of order, then a position that ascends has the same value
   in the game of which moves lead to positions that ascend alone ([order]). So theorems about this game,
   [ascending], speak of the values of all positions ([order_all]).

   In both theorems moves leave one position each, and lead to positions that exist. That plays end is not
   used. *)

From Coq Require Import List NArith Lia Permutation.
From Grundy Require Import Value Sum.
From Grundy.Theorems Require Import Words.
Import ListNotations.

(** ** Lists of numbers *)

(* Exchange the coordinate i and the next one. *)
Fixpoint swap (i : nat) (x : list N) : list N :=
  match i, x with
  | O, a :: b :: r => b :: a :: r
  | S i, a :: r => a :: swap i r
  | _, _ => x
  end.

Fixpoint ascends (x : list N) : Prop :=
  match x with a :: r => match r with b :: _ => (a <= b)%N | [] => True end /\ ascends r | [] => True end.

(* No two unequal neighbours of x are out of order in y. *)
Definition in_order (x y : list N) : Prop := forall i, (S i < length x)%nat ->
  nth i x 0%N = nth (S i) x 0%N \/ (nth i y 0 <= nth (S i) y 0)%N.

Lemma swap_length i : forall x, length (swap i x) = length x.
Proof.
  induction i as [|i IH]; intros [|a x]; simpl; auto. destruct x; auto.
Qed.

Lemma swap_twice i : forall x, swap i (swap i x) = x.
Proof.
  induction i as [|i IH]; intros [|a x]; simpl; auto; [destruct x; auto|]. rewrite IH. auto.
Qed.

Lemma swap_permutes i : forall x, Permutation x (swap i x).
Proof.
  induction i as [|i IH]; intros [|a x]; simpl; auto. destruct x; auto. apply perm_swap.
Qed.

Lemma swap_equal i : forall x, (S i < length x)%nat -> nth i x 0%N = nth (S i) x 0%N -> swap i x = x.
Proof.
  induction i as [|i IH]; intros [|a x] L E; simpl in *; auto.
  - destruct x; simpl in *; congruence.
  - rewrite IH; auto. lia.
Qed.

(* Exchanges of neighbours bring a list into any order. *)
Inductive exchanged : list N -> list N -> Prop :=
  exchanged_not x : exchanged x x
| exchanged_step i x y : (S i < length x)%nat -> exchanged (swap i x) y -> exchanged x y.

Lemma exchanged_trans x y z : exchanged x y -> exchanged y z -> exchanged x z.
Proof. intros E. revert z. induction E; intros z F; auto. econstructor; eauto. Qed.

Lemma exchanged_cons a x y : exchanged x y -> exchanged (a :: x) (a :: y).
Proof.
  intros E. induction E as [x|i x y L E IH]; [constructor|].
  apply (exchanged_step (S i)); [simpl; lia|exact IH].
Qed.

Lemma permutation_exchanged x y : Permutation x y -> exchanged x y.
Proof.
  intros P. induction P as [|a x y _ IH|a b x|x y z _ IH1 _ IH2].
  - constructor.
  - apply exchanged_cons. exact IH.
  - apply (exchanged_step 0); [simpl; lia|]. constructor.
  - eapply exchanged_trans; eauto.
Qed.

(* A list that does not ascend has neighbours that are out of order; their exchange makes a weight less. *)
Lemma ascends_or x : ascends x \/ exists i, (S i < length x)%nat /\ (nth (S i) x 0 < nth i x 0)%N.
Proof.
  induction x as [|a x [IH|(i & L & H)]]; [left; simpl; auto| |].
  - destruct x as [|b x]; [left; simpl; auto|]. destruct (N.le_gt_cases a b) as [L|L].
    + left. simpl in *. auto.
    + right. exists 0%nat. simpl. split; [lia|exact L].
  - right. exists (S i). simpl length. split; [lia|exact H].
Qed.

Fixpoint disorder (x : list N) : N :=
  match x with a :: r => (a * N.of_nat (S (length r)) + disorder r)%N | [] => 0%N end.

Lemma swap_disorder i : forall x, (S i < length x)%nat -> (nth (S i) x 0 < nth i x 0)%N ->
  (disorder (swap i x) < disorder x)%N.
Proof.
  induction i as [|i IH]; intros [|a x] L H; simpl length in L; [lia| |lia|].
  - destruct x as [|b x]; simpl in L, H; [lia|]. cbn [swap disorder length]. nia.
  - assert (K : (disorder (swap i x) < disorder x)%N) by (apply IH; [lia|exact H]).
    cbn [swap disorder]. rewrite swap_length. lia.
Qed.

Lemma sorted_exists x : exists y, Permutation x y /\ ascends y.
Proof.
  assert (K : forall n x, (disorder x < n)%N -> exists y, Permutation x y /\ ascends y).
  { intros n. induction n as [|n IH] using N.peano_ind; intros z L; [lia|].
    destruct (ascends_or z) as [A|(i & Li & H)]; [exists z; auto|].
    pose proof (swap_disorder i z Li H). destruct (IH (swap i z)) as (y & P & A); [lia|].
    exists y. split; auto. apply perm_trans with (swap i z); auto. apply swap_permutes. }
  apply (K (N.succ (disorder x))). lia.
Qed.

(* There is one order that ascends. *)
Lemma ascends_least a x b : ascends (a :: x) -> In b x -> (a <= b)%N.
Proof.
  revert a. induction x as [|c x IH]; intros a [H A] I; [destruct I|]. destruct I as [<-|I]; [exact H|].
  apply N.le_trans with c; auto.
Qed.

Lemma ascends_unique x : forall y, Permutation x y -> ascends x -> ascends y -> x = y.
Proof.
  induction x as [|a x IH]; intros y P A B; [symmetry; apply Permutation_nil; exact P|].
  destruct y as [|b y]; [apply Permutation_sym, Permutation_nil in P; discriminate P|].
  assert (E : a = b).
  { assert (Ia : In a (b :: y)) by (apply (Permutation_in a P); simpl; auto).
    assert (Ib : In b (a :: x)) by (apply (Permutation_in b (Permutation_sym P)); simpl; auto).
    destruct Ia as [->|Ia]; [reflexivity|]. destruct Ib as [->|Ib]; [reflexivity|].
    pose proof (ascends_least a x b A Ib). pose proof (ascends_least b y a B Ia). lia. }
  subst b. f_equal. apply IH; [exact (Permutation_cons_inv P)|apply A|apply B].
Qed.

(** ** Games on lists of numbers *)

Section Order.
Variable moves : list N -> list (list N) -> Prop.
Let g : game := {| pos := list N; move := moves |}.
Variable misere : bool.
Variable width : nat.
Variable exist : list N -> Prop.
Hypothesis widths : forall x, exist x -> length x = width.
Hypothesis one : single g.
Hypothesis closed : forall x y, exist x -> moves x [y] -> exist y.

Definition exchange_obligation : Prop := forall i x y, (S i < width)%nat -> length x = width -> length y = width ->
  (exist x <-> exist (swap i x)) /\ (exist x -> (moves x [y] <-> moves (swap i x) [swap i y])).

Definition order_obligation : Prop := forall x, exist x -> ascends x -> forall y, moves x [y] -> in_order x y.

Hypothesis exchange : exchange_obligation.

Lemma exist_exchanged x x' : exchanged x x' -> exist x -> exist x'.
Proof.
  intros E. induction E as [x|i x y L E IH]; auto. intros I. pose proof (widths x I) as W. apply IH.
  apply (exchange i x x); auto. lia.
Qed.

Lemma move_exchanged x x' : exchanged x x' -> exist x -> forall y, moves x [y] -> exists y', Permutation y y' /\ moves x' [y'].
Proof.
  intros E. induction E as [x|i x x' L E IH]; intros I y M; [exists y; auto|].
  pose proof (widths x I) as W. destruct (exchange i x y) as [K F]; eauto using widths; [lia|]. apply F in M; auto.
  destruct (IH (proj1 K I) _ M) as (z & P & M'). exists z. split; auto.
  apply perm_trans with (swap i y); auto. apply swap_permutes.
Qed.

Lemma exist_permuted x x' : Permutation x x' -> exist x -> exist x'.
Proof. intros P. apply exist_exchanged, permutation_exchanged, P. Qed.

(* Options of a position in another order are its options in another order. *)
Lemma move_permuted x x' : Permutation x x' -> exist x -> forall y, moves x [y] -> exists y', Permutation y y' /\ moves x' [y'].
Proof. intros P. apply move_exchanged, permutation_exchanged, P. Qed.

Lemma terminal_permuted x x' : Permutation x x' -> exist x -> terminal g x -> terminal g x'.
Proof.
  intros P I E ys M. destruct (one_option g x' ys one M) as (y & -> & _).
  destruct (move_permuted x' x (Permutation_sym P) (exist_permuted x x' P I) y M) as (z & _ & M'). exact (E _ M').
Qed.

(* The value of a position does not depend on the order of its coordinates. *)
Theorem exchange_values x t : value_in misere g x t -> forall x', Permutation x x' -> exist x -> value_in misere g x' t.
Proof.
  revert x t. refine (value_in_induction misere g one _ _). intros x t R x' P I.
  pose proof (exist_permuted x x' P I) as I'. apply (value_in_right misere g one). unfold right.
  destruct R as [(Q & E & ->)|(E & A & B)]; [left; eauto using terminal_permuted|right; split; [|split]].
  - intros Q. destruct (E Q) as (y & M). destruct (move_permuted x x' P I y M) as (y' & _ & M'). eauto.
  - intros u L. destruct (A u L) as (y & M & _ & IH). destruct (move_permuted x x' P I y M) as (y' & Py & M'). eauto.
  - intros y' M'. destruct (move_permuted x' x (Permutation_sym P) I' y' M') as (y & Py & M).
    destruct (B y M) as (s & (_ & IH) & Ne). exists s. split; auto.
    apply IH; [apply Permutation_sym; exact Py|apply (closed x); auto].
Qed.

(** ** Positions that ascend *)

(* The moves that lead to positions that ascend. *)
Definition ascending : game := {| pos := list N; move := fun x ys => exists y, ys = [y] /\ moves x [y] /\ ascends y |}.

Lemma ascending_single : single ascending.
Proof. intros x ys (y & -> & _). eauto. Qed.

Lemma ascending_move x y : move ascending x [y] <-> moves x [y] /\ ascends y.
Proof. split; [intros (z & Q & H); injection Q as <-; exact H|exists y; auto]. Qed.

Hypothesis order : order_obligation.

(* An option of a position that ascends is, in another order, an option that ascends. *)
Lemma ascending_option x : exist x -> ascends x -> forall y, moves x [y] ->
  exists y', Permutation y y' /\ move ascending x [y'].
Proof.
  intros I A. assert (K : forall n y, (disorder y < n)%N -> moves x [y] -> exists y', Permutation y y' /\ move ascending x [y']).
  { intros n. induction n as [|n IH] using N.peano_ind; intros y L M; [lia|].
    destruct (ascends_or y) as [Ay|(i & Li & H)]; [exists y; rewrite ascending_move; auto|].
    pose proof (widths x I) as Wx. pose proof (widths y (closed x y I M)) as Wy.
    assert (Same : swap i x = x).
    { apply swap_equal; [lia|]. destruct (order x I A y M i) as [E|E]; [lia|exact E|lia]. }
    destruct (exchange i x y) as [_ F]; auto; [lia|]. apply F in M; auto. rewrite Same in M.
    pose proof (swap_disorder i y Li H). destruct (IH (swap i y)) as (y' & P & M'); auto; [lia|].
    exists y'. split; auto. apply perm_trans with (swap i y); auto. apply swap_permutes. }
  intros y. apply (K (N.succ (disorder y))). lia.
Qed.

Lemma ascending_value x t : value_in misere g x t -> forall x', Permutation x x' -> exist x' -> ascends x' ->
  value_in misere ascending x' t.
Proof.
  revert x t. refine (value_in_induction misere g one _ _). intros x t R x' P I' A'.
  assert (I : exist x) by (apply (exist_permuted x'); auto using Permutation_sym).
  apply (value_in_right misere ascending ascending_single). unfold right.
  destruct R as [(Q & E & ->)|(E & A & B)]; [left; split; [exact Q|]; split; [|auto]|right; split; [|split]].
  - intros ys (y & _ & M & _). exact (terminal_permuted x x' P I E [y] M).
  - intros Q. destruct (E Q) as (y & M). destruct (move_permuted x x' P I y M) as (y1 & _ & M1).
    destruct (ascending_option x' I' A' y1 M1) as (y2 & _ & M2). eauto.
  - intros u L. destruct (A u L) as (y & M & _ & IH). destruct (move_permuted x x' P I y M) as (y1 & P1 & M1).
    destruct (ascending_option x' I' A' y1 M1) as (y2 & P2 & M2). exists y2. split; auto.
    apply ascending_move in M2. destruct M2 as [M2 A2]. apply IH; eauto using perm_trans.
  - intros y' M'. apply ascending_move in M'. destruct M' as [M' Ay].
    destruct (move_permuted x' x (Permutation_sym P) I' y' M') as (y & Py & M).
    destruct (B y M) as (s & (_ & IH) & Ne). exists s. split; auto. apply IH; eauto using Permutation_sym.
Qed.

Lemma value_ascending x t : value_in misere ascending x t -> exist x -> ascends x -> value_in misere g x t.
Proof.
  revert x t. refine (value_in_induction misere ascending ascending_single _ _). intros x t R I A.
  apply (value_in_right misere g one). unfold right. destruct R as [(Q & E & ->)|(E & B & C)]; [left|right; split; [|split]].
  - split; [exact Q|]. split; [|auto]. intros ys M. destruct (one_option g x ys one M) as (y & -> & _).
    destruct (ascending_option x I A y M) as (y' & _ & M'). exact (E _ M').
  - intros Q. destruct (E Q) as (y & M). apply ascending_move in M. exists y. apply M.
  - intros u L. destruct (B u L) as (y & M & _ & IH). apply ascending_move in M. destruct M as [M Ay]. eauto.
  - intros y M. destruct (ascending_option x I A y M) as (y' & P & M'). destruct (C y' M') as (s & (_ & IH) & Ne).
    apply ascending_move in M'. destruct M' as [M' Ay]. exists s. split; auto.
    apply (exchange_values y'); eauto using Permutation_sym.
Qed.

(* Positions that ascend stand for all. *)
Theorem order_values x : exist x -> ascends x -> forall t, value_in misere g x t <-> value_in misere ascending x t.
Proof.
  intros I A t. split; [|intros V; apply value_ascending; auto].
  intros V. apply (ascending_value x t V x); auto.
Qed.

Corollary order_all x x' : exist x -> Permutation x x' -> ascends x' -> forall t,
  value_in misere g x t <-> value_in misere ascending x' t.
Proof.
  intros I P A t. pose proof (exist_permuted x x' P I) as I'. rewrite <- (order_values x' I' A t).
  split; intros V; apply (exchange_values _ t V); auto using Permutation_sym.
Qed.
End Order.

(* The theorems by their names. *)
Definition exchange := exchange_values.
Definition order := order_values.

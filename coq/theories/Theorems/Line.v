(* Theorems `line` and `lines`: values along lines whose periods are proved.

   [at_ n] is the position n of a line. It is one that [exist]s, or not. Its values recur from N on, with the
   period p and the saltus s: this another certificate says ([recurs]). V says the values of the positions
   0, ..., N + p - 1, which are computed ([first]). The obligations are asked of here = at_ n, for n >= N, and
   there = at_ (n + p); [grown] says that V says the value t + s of there. Then V says the value of each
   position of the line ([line]). No induction over moves is needed.

   If each position of a block is on such a line, and V says no two values of one, then V says the values of
   all ([lines]). Conversely, where V says the values, the obligations of `line` show that the values recur
   ([line_recurs]). *)

From Coq Require Import NArith Lia.
From Grundy Require Import Value.
From Grundy.Theorems Require Import Words.

Section Line.
Variable g : game.
Variable misere : bool.
Variable exist : pos g -> Prop.
Variable V : pos g -> N -> Prop.

Section One.
Variable at_ : N -> pos g.
Variables preperiod period saltus : N.

(* the values along the line recur, where there are positions *)
Definition recurs : Prop := forall n, (preperiod <= n)%N ->
  (exist (at_ n) <-> exist (at_ (n + period)%N)) /\
  (exist (at_ n) -> forall t, value_in misere g (at_ n) t -> value_in misere g (at_ (n + period)%N) (t + saltus)%N).

Definition existence_obligation : Prop := forall n, (preperiod <= n)%N -> (exist (at_ n) <-> exist (at_ (n + period)%N)).
Definition values_obligation : Prop := forall n, (preperiod <= n)%N ->
  forall t, exist (at_ n) /\ V (at_ n) t -> V (at_ (n + period)%N) (t + saltus)%N.

Theorem line (positive : (0 < period)%N) (period_of_values : recurs)
  (first : forall n, (n < preperiod + period)%N -> exist (at_ n) -> exists t, V (at_ n) t /\ value_in misere g (at_ n) t)
  (existence : existence_obligation)
  (values : values_obligation) :
  forall n, exist (at_ n) -> exists t, V (at_ n) t /\ value_in misere g (at_ n) t.
Proof.
  intros n. induction n as [n IH] using (well_founded_induction N.lt_wf_0). intros E.
  destruct (N.lt_ge_cases n (preperiod + period)) as [L|L]; [apply first; auto|].
  set (m := (n - period)%N). assert (Q : n = (m + period)%N) by lia. assert (Lm : (preperiod <= m)%N) by lia.
  rewrite Q in E. pose proof (proj2 (existence m Lm) E) as Em.
  destruct (IH m ltac:(lia) Em) as (t & H & W). exists (t + saltus)%N. rewrite Q. split.
  - apply values; auto.
  - apply (proj2 (period_of_values m Lm) Em t W).
Qed.

(* Where V says the values, they recur. *)
Theorem line_recurs (says : forall n, exist (at_ n) -> forall t, V (at_ n) t <-> value_in misere g (at_ n) t)
  (existence : existence_obligation)
  (values : values_obligation) : recurs.
Proof.
  intros n L. split; [exact (existence n L)|]. intros E t W. apply says; [apply (existence n L); exact E|].
  apply values; auto. split; auto. apply says; auto.
Qed.
End One.

Section All.
Variable inside : pos g -> Prop.
(* the lines, by any names *)
Variable I : Type.
Variable at_ : I -> N -> pos g.

Definition on_a_line (x : pos g) : Prop := exists i n, x = at_ i n.

Theorem lines (along : forall i n, exist (at_ i n) -> exists t, V (at_ i n) t /\ value_in misere g (at_ i n) t)
  (exists_inside : forall x, inside x -> exist x)
  (covered : forall x, inside x -> on_a_line x)
  (unique : forall x, inside x -> forall t u, V x t /\ V x u -> t = u) :
  forall x, inside x -> forall t, V x t <-> value_in misere g x t.
Proof.
  intros x In t. destruct (covered x In) as (i & n & E). pose proof (exists_inside x In) as Ex. rewrite E in Ex.
  destruct (along i n Ex) as (s & H & W). rewrite <- E in *. split; intros K.
  - rewrite (unique x In t s (conj K H)). exact W.
  - rewrite (value_in_unique misere g x t s K W). exact H.
Qed.
End All.
End Line.

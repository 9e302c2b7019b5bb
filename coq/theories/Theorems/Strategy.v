(* Theorem `strategy`: a set S of positions that the player who moves loses.

   Whoever moves from x in S leaves a position from which a move leads back into S, or, in misere play, a
   terminal position, whose player wins. In normal play a move to two equal parts, or to none, is an answer
   as well ([cancels]). The condition of the statement is true at x if [said x], false if [unsaid x].

   The conclusion is about play: [loses_in misere g x], that the player who moves from x loses. In normal
   play this is so exactly if the value is 0 ([outcome] in Sum.v); in misere play, where moves leave one
   position each, exactly if the misere value is 0 ([misere_outcome] in Value.v); see [strategy_values].

   Options are used to be listed in normal play, where [cancels] needs that positions have values. *)

From Coq Require Import List NArith ZArith Lia.
From Grundy Require Import Value Sum.
From Grundy.Theorems Require Import Words.
Import ListNotations.

Definition loses_in (misere : bool) (g : game) (x : pos g) : Prop :=
  if misere then misere_lost (after g) [x] else lost (after g) [x].

Lemma after_single g x zs : after g [x] zs <-> move g x zs.
Proof.
  split.
  - intros (l & x' & r & ys & M & E & ->). destruct l as [|a [|b l]]; try discriminate. injection E as <- <-.
    rewrite app_nil_r. exact M.
  - intros M. exists [], x, [], zs. rewrite app_nil_r. auto.
Qed.

(* An outcome is a value of 0. *)
Lemma loses_value misere g x t : (misere = true -> single g) -> value_in misere g x t -> (loses_in misere g x <-> t = 0%N).
Proof. intros One. destruct misere; simpl; [apply misere_outcome; auto|apply outcome]. Qed.

Section Strategy.
Variable g : game.
Variable misere : bool.
Variable inside : pos g -> Prop.
Variable weight : pos g -> Z.
Variable least : Z.
Variable S : pos g -> Prop.
Variables said unsaid : pos g -> Prop.
Variable loses : bool.

(* two equal parts, or none *)
Definition cancels (zs : list (pos g)) : Prop := zs = [] \/ exists z, zs = [z; z].

Definition wins (ys : list (pos g)) : Prop := exists y, ys = [y] /\
  ((exists zs, move g y zs /\ ((exists z, zs = [z] /\ S z) \/ misere = false /\ cancels zs)) \/ misere = true /\ terminal g y).

Section Proof.
Hypothesis finite : forall x, inside x -> listed g x.
Hypothesis closed : forall x, inside x -> forall ys, move g x ys -> forall y, In y ys -> inside y.
Hypothesis falls : forall x, inside x -> falls weight least x.
Hypothesis answered : forall x, inside x -> S x -> (misere = true -> ~ terminal g x) /\ forall ys, move g x ys -> wins ys.

Lemma strategy_ends x : inside x -> ends_from g x.
Proof. exact (falls_ends g inside closed weight least falls x). Qed.

Lemma one_inside x y : inside x -> move g x [y] -> inside y.
Proof. intros I M. apply (closed x I [y] M). simpl. auto. Qed.

(* An answer shows that the position is none of value 0. *)
Lemma answer_value y zs t : (forall z, In z zs -> inside z) -> move g y zs ->
  (exists z, zs = [z] /\ value g z 0) \/ cancels zs -> value g y t -> t <> 0%N.
Proof.
  intros In M W V. pose proof (values_inside g inside closed strategy_ends finite) as Valued.
  assert (Z : exists vs, Forall2 (value g) zs vs /\ nim vs = 0%N).
  { destruct W as [(z & -> & Vz)|[-> |(z & ->)]].
    - exists [0%N]. auto.
    - exists []. auto.
    - destruct (Valued z) as (s & Vs); [apply In; simpl; auto|]. exists [s; s]. split; auto using nim_twice. }
  destruct Z as (vs & F & E). intros ->. exact (value_options_differ g y 0 zs vs V M F E).
Qed.

(* In normal play the positions of S have the value 0. *)
Lemma normal_zero : misere = false -> forall x, inside x -> S x -> value g x 0.
Proof.
  intros Play. pose proof (values_inside g inside closed strategy_ends finite) as Valued.
  enough (K : forall x, inside x -> (S x -> value g x 0) /\ forall y, move g x [y] -> S y -> value g y 0)
    by (intros x I; exact (proj1 (K x I))).
  refine (descend g inside closed _ strategy_ends _). intros x I IH. split.
  - intros Sx. constructor; [lia|]. intros ys M. destruct (answered x I Sx) as [_ A].
    destruct (A ys M) as (y & -> & [(zs & Mz & W)|(Q & _)]); [|congruence].
    destruct (IH [y] M y (or_introl eq_refl)) as (Iy & _ & Two). destruct (Valued y Iy) as (t & V).
    exists [t]. split; auto. simpl. rewrite N.lxor_0_r. refine (answer_value y zs t (closed y Iy zs Mz) Mz _ V).
    destruct W as [(z & -> & Sz)|(_ & C)]; eauto.
  - intros y M. exact (proj1 (proj2 (IH [y] M y (or_introl eq_refl)))).
Qed.

Lemma misere_loses : misere = true -> forall x, inside x -> S x -> misere_lost (after g) [x].
Proof.
  intros Play x I Sx.
  refine (misere_lost_if _ (after g) (fun xs => exists x, xs = [x] /\ inside x /\ S x) [x] _ _ _ _); eauto.
  - apply sum_ends_if. intros y [<-|[]]. exact (strategy_ends x I).
  - intros xs (y & -> & Iy & Sy). destruct (answered y Iy Sy) as [E _].
    destruct (listed_terminal g y (finite y Iy)) as [T|(ys & M)]; [destruct (E Play T)|].
    exists ys. apply after_single. exact M.
  - intros xs (y & -> & Iy & Sy) zs M. apply after_single in M. destruct (answered y Iy Sy) as [_ A].
    destruct (A zs M) as (z & -> & [(ws & Mw & [(w & -> & Sw)|(Q & _)])|(_ & T)]); [right|congruence|left].
    + exists [w]. split; [apply after_single; exact Mw|]. exists w. repeat split; auto. eauto using one_inside.
    + intros ws Mw. apply after_single in Mw. exact (T ws Mw).
Qed.

Lemma S_loses x : inside x -> S x -> loses_in misere g x.
Proof.
  intros I Sx. destruct (Bool.bool_dec misere true) as [Play|Play]; unfold loses_in.
  - rewrite Play. apply misere_loses; auto.
  - apply Bool.not_true_is_false in Play. rewrite Play. apply (outcome g x 0); auto. apply normal_zero; auto.
Qed.

Lemma wins_not x : inside x -> wins [x] -> ~ loses_in misere g x.
Proof.
  intros I (x' & Q & W). injection Q as <-. unfold loses_in. destruct W as [(zs & M & W)|(Play & T)].
  - destruct (Bool.bool_dec misere true) as [Play|Play].
    + destruct W as [(z & -> & Sz)|(Q & _)]; [|congruence]. rewrite Play. intros L.
      apply (misere_lost_apart _ (after g) [x] [z] L); [apply after_single; exact M|].
      apply misere_loses; eauto using one_inside.
    + apply Bool.not_true_is_false in Play. rewrite Play.
      pose proof (values_inside g inside closed strategy_ends finite x I) as (t & V).
      rewrite (outcome g x t V). refine (answer_value x zs t (closed x I zs M) M _ V).
      destruct W as [(z & -> & Sz)|(_ & C)]; auto. left. exists z. split; auto.
      apply normal_zero; eauto using one_inside.
  - rewrite Play. intros L. inversion L as [xs (ys & M) _ Q]; subst. apply after_single in M. exact (T ys M).
Qed.
End Proof.

Theorem strategy
  (finite : forall x, inside x -> listed g x)
  (closed : forall x, inside x -> forall ys, move g x ys -> forall y, In y ys -> inside y)
  (either : forall x, said x -> unsaid x -> False)
  (falls : forall x, inside x -> falls weight least x)
  (answered : forall x, inside x -> S x -> (misere = true -> ~ terminal g x) /\ forall ys, move g x ys -> wins ys)
  (stated : forall x, inside x -> unsaid x \/ said x /\ (if loses then S x else wins [x])) :
  forall x, inside x -> said x -> if loses then loses_in misere g x else ~ loses_in misere g x.
Proof.
  intros x I H. destruct (stated x I) as [U|(_ & W)]; [destruct (either x H U)|].
  destruct loses; [apply S_loses|apply wins_not]; auto.
Qed.

(* The same of values. *)
Corollary strategy_values
  (finite : forall x, inside x -> listed g x)
  (closed : forall x, inside x -> forall ys, move g x ys -> forall y, In y ys -> inside y)
  (either : forall x, said x -> unsaid x -> False)
  (one : misere = true -> single g)
  (falls : forall x, inside x -> Words.falls weight least x)
  (answered : forall x, inside x -> S x -> (misere = true -> ~ terminal g x) /\ forall ys, move g x ys -> wins ys)
  (stated : forall x, inside x -> unsaid x \/ said x /\ (if loses then S x else wins [x])) :
  forall x, inside x -> said x -> if loses then value_in misere g x 0 else ~ value_in misere g x 0.
Proof.
  intros x I H. pose proof (strategy finite closed either falls answered stated x I H) as C.
  destruct (values_in_inside g inside closed misere one (strategy_ends closed falls) finite x I) as (t & V).
  pose proof (loses_value misere g x t one V) as L. destruct loses.
  - apply L in C. subst t. exact V.
  - intros Z. apply C, L, (value_in_unique misere g x); auto.
Qed.
End Strategy.

(* Theorem `coverage`. *)
Theorem coverage {X : Type} (said unsaid among : X -> Prop) (either : forall x, said x -> unsaid x -> False)
  (covered : forall x, unsaid x \/ said x /\ among x) : forall x, said x -> among x.
Proof. intros x H. destruct (covered x) as [U|(_ & A)]; auto. destruct (either x H U). Qed.

(* Games, values, outcomes.

   A game has positions, and moves. A move leaves a list of positions: one, several, or none. The player who
   cannot move loses in normal play, and wins in misere play.

   The value of a position in normal play (Sprague 1935, Grundy 1939) is the least number that is not the
   value of an option; the value of an option is the nim-sum of the values of the positions that it consists
   of. In misere play values are defined for moves that leave one position each: a position without options
   has the value 1, any other one the least number that is not the value of an option (Grundy and Smith 1956).

   What must be read to believe the library: [game], [nim], [value], [misere_value], [ends]; of outcomes
   [after], [lost], [misere_lost].

   Then this is proved:
   - values are unique, whether plays end or not ([value_unique], [misere_unique]);
   - where a position has a value, each play from it ends ([value_ends]);
   - where plays end and options can be listed, there are values ([value_exists], [misere_exists]);
   - in misere play the player who moves loses exactly if the value is 0 ([misere_outcome]); the same of
     normal play stands in Sum.v, since a game may come to be a sum. *)

From Coq Require Import List NArith ZArith Lia Wellfounded FinFun.
Import ListNotations.

(** ** Definitions *)

(* A game: positions, and what a move leaves: a list of positions (one, several, or none). *)
Record game := { pos : Type; move : pos -> list pos -> Prop }.

(* the nim-sum of numbers *)
Definition nim (vs : list N) : N := fold_right N.lxor 0%N vs.

Inductive value (g : game) : pos g -> N -> Prop :=
  is_mex x t : (forall u, (u < t)%N -> exists ys vs, move g x ys /\ Forall2 (value g) ys vs /\ nim vs = u) ->
               (forall ys, move g x ys -> exists vs, Forall2 (value g) ys vs /\ nim vs <> t) -> value g x t.

Inductive misere_value (g : game) : pos g -> N -> Prop := (* for games whose moves leave one position each *)
  misere_end x : (forall ys, ~ move g x ys) -> misere_value g x 1
| misere_mex x t : (exists ys, move g x ys) -> (forall u, (u < t)%N -> exists y, move g x [y] /\ misere_value g y u) ->
               (forall ys, move g x ys -> exists y s, ys = [y] /\ misere_value g y s /\ s <> t) -> misere_value g x t.

(* y is one of the positions that a move from x leaves *)
Definition part_after (g : game) (y x : pos g) : Prop := exists ys, move g x ys /\ In y ys.

(* every play ends *)
Definition ends (g : game) := well_founded (fun y x => exists ys, move g x ys /\ In y ys).

(* each play from x ends *)
Definition ends_from (g : game) (x : pos g) : Prop := Acc (part_after g) x.

(* no move *)
Definition terminal (g : game) (x : pos g) : Prop := forall ys, ~ move g x ys.

(* moves leave one position each *)
Definition single (g : game) : Prop := forall x ys, move g x ys -> exists y, ys = [y].

(* the options of x are those of a list *)
Definition listed (g : game) (x : pos g) : Prop := exists l, forall ys, move g x ys <-> In ys l.

(* A sum is a list of positions. A move in it replaces one of them by what a move of the game leaves. *)
Definition after (g : game) (xs zs : list (pos g)) : Prop :=
  exists l x r ys, move g x ys /\ xs = l ++ x :: r /\ zs = l ++ ys ++ r.

(* the player who moves loses, if who cannot move loses: whatever he does, there is an answer *)
Inductive lost {S : Type} (step : S -> S -> Prop) : S -> Prop :=
  answered x : (forall y, step x y -> exists z, step y z /\ lost step z) -> lost step x.

(* the player who moves loses, if who cannot move wins *)
Inductive misere_lost {S : Type} (step : S -> S -> Prop) : S -> Prop :=
  misere_answered x : (exists y, step x y) ->
    (forall y, step x y -> (forall z, ~ step y z) \/ exists z, step y z /\ misere_lost step z) -> misere_lost step x.

(** ** Induction along the derivation of a value *)

Lemma Forall2_imp {A B} (R R' : A -> B -> Prop) l m :
  (forall a b, In a l -> R a b -> R' a b) -> Forall2 R l m -> Forall2 R' l m.
Proof.
  intros H F. induction F; constructor; [apply H; simpl; auto|].
  apply IHF. intros a b I. apply H. simpl; auto.
Qed.

Section Induction.
Variable g : game.
Variable P : pos g -> N -> Prop.
Let both y v := value g y v /\ P y v.
Hypothesis step : forall x t,
  (forall u, (u < t)%N -> exists ys vs, move g x ys /\ Forall2 both ys vs /\ nim vs = u) ->
  (forall ys, move g x ys -> exists vs, Forall2 both ys vs /\ nim vs <> t) -> P x t.

Fixpoint value_induction x t (V : value g x t) {struct V} : P x t.
Proof.
  assert (K : forall ys vs, Forall2 (value g) ys vs -> Forall2 both ys vs).
  { fix go 3. intros ys vs F. destruct F as [|y v ys vs H F]; constructor.
    - split; [exact H|]. exact (value_induction y v H).
    - exact (go ys vs F). }
  destruct V as [x t reached differs]. apply step.
  - intros u L. destruct (reached u L) as (ys & vs & M & F & E). exists ys, vs. auto.
  - intros ys M. destruct (differs ys M) as (vs & F & E). exists vs. auto.
Qed.
End Induction.

Lemma Forall2_left {A B} (R : A -> B -> Prop) l m a : Forall2 R l m -> In a l -> exists b, In b m /\ R a b.
Proof.
  intros F. induction F as [|x y l m H F IH]; simpl; [tauto|]. intros [<-|I].
  - exists y. auto.
  - destruct (IH I) as (b & J & K). exists b. auto.
Qed.

Theorem value_ends g x t : value g x t -> ends_from g x.
Proof.
  revert x t. apply value_induction. intros x t _ H. constructor. intros y (ys & M & I).
  destruct (H ys M) as (vs & F & _). destruct (Forall2_left _ _ _ y F I) as (v & _ & _ & A). exact A.
Qed.

(** ** Uniqueness *)

Lemma Forall2_unique {A B} (R : A -> B -> Prop) l : forall m n,
  Forall2 (fun a b => forall c, R a c -> b = c) l m -> Forall2 R l n -> m = n.
Proof.
  induction l as [|a l IH]; intros m n F G; inversion F; inversion G; subst; auto. f_equal; auto.
Qed.

Theorem value_unique g x s t : value g x s -> value g x t -> s = t.
Proof.
  intros V. revert t. revert x s V. refine (value_induction g (fun x s => forall t, value g x t -> s = t) _).
  intros x s A B t V. destruct V as [x t C D].
  assert (E : forall ys vs ws, Forall2 (fun y v => value g y v /\ forall t, value g y t -> v = t) ys vs ->
              Forall2 (value g) ys ws -> vs = ws).
  { intros ys vs ws F. apply Forall2_unique. revert F. apply Forall2_imp. intros y v _ [_ H]. exact H. }
  destruct (N.lt_trichotomy s t) as [L|[L|L]]; auto; exfalso.
  - destruct (C s L) as (ys & ws & M & F & <-). destruct (B ys M) as (vs & G & Ne). apply Ne. f_equal. eauto.
  - destruct (A t L) as (ys & vs & M & F & <-). destruct (D ys M) as (ws & G & Ne). apply Ne. f_equal. symmetry. eauto.
Qed.

Corollary values_unique g ys vs ws : Forall2 (value g) ys vs -> Forall2 (value g) ys ws -> vs = ws.
Proof. intros F. apply Forall2_unique. revert F. apply Forall2_imp. intros y v _ V t. apply value_unique; auto. Qed.

Fixpoint misere_induction g (P : pos g -> N -> Prop)
  (at_end : forall x, terminal g x -> P x 1%N)
  (step : forall x t, (exists ys, move g x ys) ->
    (forall u, (u < t)%N -> exists y, move g x [y] /\ misere_value g y u /\ P y u) ->
    (forall ys, move g x ys -> exists y s, ys = [y] /\ misere_value g y s /\ P y s /\ s <> t) -> P x t)
  x t (V : misere_value g x t) {struct V} : P x t.
Proof.
  pose proof (misere_induction g P at_end step) as K. destruct V as [x E|x t E reached differs].
  - apply at_end. exact E.
  - apply step; [exact E| |].
    + intros u L. destruct (reached u L) as (y & M & V). exists y. auto.
    + intros ys M. destruct (differs ys M) as (y & s & Q & V & Ne). exists y, s. auto.
Qed.

Theorem misere_unique g x s t : misere_value g x s -> misere_value g x t -> s = t.
Proof.
  intros V. revert t. revert x s V.
  refine (misere_induction g (fun x s => forall t, misere_value g x t -> s = t) _ _).
  - intros x E t V. destruct V as [x _|x t (ys & M) _ _]; auto. destruct (E ys M).
  - intros x s (ys0 & M0) A B t V. destruct V as [x E|x t _ C D]; [destruct (E ys0 M0)|].
    destruct (N.lt_trichotomy s t) as [L|[L|L]]; auto; exfalso.
    + destruct (C s L) as (y & M & V). destruct (B [y] M) as (y' & r & Q & _ & U & Ne).
      injection Q as <-. apply Ne. auto.
    + destruct (A t L) as (y & M & _ & U). destruct (D [y] M) as (y' & r & Q & W & Ne).
      injection Q as <-. apply Ne. symmetry. auto.
Qed.

Theorem misere_ends g x t : misere_value g x t -> ends_from g x.
Proof.
  revert x t. apply misere_induction.
  - intros x E. constructor. intros y (ys & M & _). destruct (E ys M).
  - intros x t _ _ H. constructor. intros y (ys & M & I). destruct (H ys M) as (z & s & -> & _ & A & _).
    destruct I as [<-|[]]. exact A.
Qed.

(** ** Plays that end *)

(* A sum of multiples of coordinates may be any integer above a least one. *)
Lemma ends_by g (weight : pos g -> Z) (least : Z) : (forall x, (least <= weight x)%Z) ->
  (forall x y, part_after g y x -> (weight y < weight x)%Z) -> ends g.
Proof.
  intros B F. apply (wf_incl _ _ (fun y x => (least <= weight y < weight x)%Z)).
  - intros y x H. split; auto. 
  - apply (wf_inverse_image _ _ (fun a b => (least <= a < b)%Z) weight). apply Z.lt_wf.
Qed.

Lemma ends_everywhere g : ends g <-> forall x, ends_from g x.
Proof. reflexivity. Qed.

(** ** Least numbers that are missing, and existence *)

Lemma mex_exists (l : list N) : exists t, ~ In t l /\ forall u, (u < t)%N -> In u l.
Proof.
  assert (K : forall n : nat, (exists t, ~ In t l /\ forall u, (u < t)%N -> In u l) \/
                              forall u, (u < N.of_nat n)%N -> In u l).
  { induction n as [|n [D|IH]]; auto; [right; intros; lia|].
    destruct (in_dec N.eq_dec (N.of_nat n) l) as [I|I]; [|left; eauto].
    right. intros u L. destruct (N.eq_dec u (N.of_nat n)) as [->|]; auto. apply IH. lia. }
  destruct (K (S (length l))) as [D|A]; auto. exfalso.
  assert (L : length (map N.of_nat (seq 0 (S (length l)))) <= length l).
  { apply NoDup_incl_length.
    - apply Injective_map_NoDup; [intros a b; lia|apply seq_NoDup].
    - intros u I. apply in_map_iff in I. destruct I as (k & <- & I). apply in_seq in I. apply A. lia. }
  rewrite map_length, seq_length in L. lia.
Qed.

Lemma Forall2_exists {A B} (R : A -> B -> Prop) l : (forall a, In a l -> exists b, R a b) -> exists m, Forall2 R l m.
Proof.
  induction l as [|a l IH]; intros H; [exists []; auto|].
  destruct (H a) as (b & K); simpl; auto. destruct IH as (m & F); [intros; apply H; simpl; auto|]. exists (b :: m). auto.
Qed.

Lemma Forall2_right {A B} (R : A -> B -> Prop) l m b : Forall2 R l m -> In b m -> exists a, In a l /\ R a b.
Proof.
  intros F. induction F as [|x y l m H F IH]; simpl; [tauto|]. intros [<-|I].
  - exists x. auto.
  - destruct (IH I) as (a & J & K). exists a. auto.
Qed.

Theorem value_exists g : (forall x, listed g x) -> forall x, ends_from g x -> exists t, value g x t.
Proof.
  intros Fin x A. induction A as [x _ IH]. destruct (Fin x) as (l & O).
  destruct (Forall2_exists (fun ys s => exists vs, Forall2 (value g) ys vs /\ nim vs = s) l) as (sums & F).
  { intros ys I. destruct (Forall2_exists (value g) ys) as (vs & F); [|exists (nim vs), vs; auto].
    intros y J. apply IH. exists ys. split; auto. apply O; auto. }
  destruct (mex_exists sums) as (t & Out & Below). exists t. constructor.
  - intros u L. destruct (Forall2_right _ _ _ _ F (Below u L)) as (ys & I & vs & G & E). exists ys, vs.
    split; auto. apply O; auto.
  - intros ys M. destruct (Forall2_left _ _ _ ys F) as (s & I & vs & G & <-); [apply O; auto|].
    exists vs. split; auto. intros E. apply Out. rewrite <- E. exact I.
Qed.

Theorem misere_exists g : single g -> (forall x, listed g x) -> forall x, ends_from g x -> exists t, misere_value g x t.
Proof.
  intros One Fin x A. induction A as [x _ IH]. destruct (Fin x) as ([|ys0 l] & O).
  { exists 1%N. apply misere_end. intros ys M. apply O in M. destruct M. }
  destruct (Forall2_exists (fun ys s => exists y, ys = [y] /\ misere_value g y s) (ys0 :: l)) as (vs & F).
  { intros ys I. apply O in I. destruct (One x ys I) as (y & ->).
    destruct (IH y) as (s & V); [exists [y]; simpl; auto|]. exists s, y. auto. }
  destruct (mex_exists vs) as (t & Out & Below). exists t. apply misere_mex.
  - exists ys0. apply O. simpl; auto.
  - intros u L. destruct (Forall2_right _ _ _ _ F (Below u L)) as (ys & I & y & -> & V). exists y.
    split; auto. apply O; auto.
  - intros ys M. destruct (Forall2_left _ _ _ ys F) as (s & I & y & E & V); [apply O; auto|].
    exists y, s. repeat split; auto. intros ->. auto.
Qed.

(** ** Moves that leave one position each *)

Lemma one_value g y t : (exists vs, Forall2 (value g) [y] vs /\ nim vs = t) <-> value g y t.
Proof.
  split.
  - intros (vs & F & <-). inversion F as [|a b l m V W]; subst. inversion W; subst. simpl. rewrite N.lxor_0_r. exact V.
  - intros V. exists [t]. split; auto. simpl. apply N.lxor_0_r.
Qed.

Lemma value_single g x : single g -> forall t, value g x t <->
  (forall u, (u < t)%N -> exists y, move g x [y] /\ value g y u) /\
  (forall y, move g x [y] -> exists s, value g y s /\ s <> t).
Proof.
  intros One t. split.
  - intros [x' t' A B]. split.
    + intros u L. destruct (A u L) as (ys & vs & M & F & E). destruct (One _ _ M) as (y & ->). exists y. split; auto.
      apply one_value. eauto.
    + intros y M. destruct (B [y] M) as (vs & F & Ne). exists (nim vs). split; auto. apply one_value. eauto.
  - intros [A B]. constructor.
    + intros u L. destruct (A u L) as (y & M & V). apply one_value in V. destruct V as (vs & F & E). eauto.
    + intros ys M. destruct (One _ _ M) as (y & ->). destruct (B y M) as (s & V & Ne).
      apply one_value in V. destruct V as (vs & F & <-). eauto.
Qed.

(* No option has the value of the position. *)
Lemma value_differs g x y t : value g x t -> move g x [y] -> ~ value g y t.
Proof.
  intros [x' t' _ B] M V. destruct (B [y] M) as (vs & F & Ne). apply Ne.
  apply value_unique with g y; auto. apply one_value. eauto.
Qed.

Lemma misere_differs g x y t : misere_value g x t -> move g x [y] -> ~ misere_value g y t.
Proof.
  intros W M V. destruct W as [x E|x t _ _ B]; [exact (E _ M)|]. destruct (B _ M) as (z & s & Q & V' & Ne).
  injection Q as <-. apply Ne. apply (misere_unique g y); auto.
Qed.

(** ** Outcomes *)

Lemma after_one g : single g -> forall x zs, after g [x] zs <-> exists y, zs = [y] /\ move g x [y].
Proof.
  intros One x zs. split.
  - intros (l & x' & r & ys & M & E & ->). destruct l as [|a [|b l]]; try discriminate.
    injection E as <- <-. destruct (One _ _ M) as (y & ->). exists y. auto.
  - intros (y & -> & M). exists [], x, [], [y]. auto.
Qed.

Section Lost.
Variable S : Type.
Variable step : S -> S -> Prop.

Fixpoint lost_induction (P : S -> Prop)
  (H : forall x, (forall y, step x y -> exists z, step y z /\ lost step z /\ P z) -> P x) x (L : lost step x) {struct L} : P x.
Proof.
  pose proof (lost_induction P H) as K. destruct L as [x A]. apply H. intros y M. destruct (A y M) as (z & Mz & Lz).
  exists z. auto.
Qed.

Fixpoint misere_lost_induction (P : S -> Prop)
  (H : forall x, (exists y, step x y) -> (forall y, step x y -> (forall z, ~ step y z) \/
    exists z, step y z /\ misere_lost step z /\ P z) -> P x) x (L : misere_lost step x) {struct L} : P x.
Proof.
  pose proof (misere_lost_induction P H) as K. destruct L as [x E A]. apply H; auto. intros y M.
  destruct (A y M) as [T|(z & Mz & Lz)]; auto. right. exists z. auto.
Qed.

(* No move leads from a position where the player who moves loses to another such position. *)
Lemma lost_apart x y : lost step x -> step x y -> ~ lost step y.
Proof.
  intros Lx. revert y. revert x Lx. refine (lost_induction _ _). intros x A y M Ly.
  destruct (A y M) as (z & Mz & Lz & IH). destruct Ly as [y B]. destruct (B z Mz) as (w & Mw & Lw). exact (IH w Mw Lw).
Qed.

Lemma misere_lost_apart x y : misere_lost step x -> step x y -> ~ misere_lost step y.
Proof.
  intros Lx. revert y. revert x Lx. refine (misere_lost_induction _ _). intros x _ A y M Ly.
  destruct Ly as [y (z0 & M0) B]. destruct (A y M) as [T|(z & Mz & Lz & IH)]; [exact (T z0 M0)|].
  destruct (B z Mz) as [T|(w & Mw & Lw)]; [|exact (IH w Mw Lw)]. destruct Lz as [z (w & Mw) _]. exact (T w Mw).
Qed.

(* Where a set of positions has the properties of the lost ones, its positions are lost. *)
Lemma lost_if (Q : S -> Prop) x : Acc (fun y x => step x y) x ->
  (forall x, Q x -> forall y, step x y -> exists z, step y z /\ Q z) -> Q x -> lost step x.
Proof.
  intros A H. enough (K : (Q x -> lost step x) /\ forall y, step x y -> Q y -> lost step y) by exact (proj1 K).
  induction A as [x _ IH]. split.
  - intros q. constructor. intros y M. destruct (H x q y M) as (z & Mz & qz). exists z. split; auto.
    apply (proj2 (IH y M)); auto.
  - intros y M. apply (proj1 (IH y M)).
Qed.

Lemma misere_lost_if (Q : S -> Prop) x : Acc (fun y x => step x y) x ->
  (forall x, Q x -> exists y, step x y) ->
  (forall x, Q x -> forall y, step x y -> (forall z, ~ step y z) \/ exists z, step y z /\ Q z) -> Q x -> misere_lost step x.
Proof.
  intros A E H. enough (K : (Q x -> misere_lost step x) /\ forall y, step x y -> Q y -> misere_lost step y) by exact (proj1 K).
  induction A as [x _ IH]. split.
  - intros q. constructor; auto. intros y M. destruct (H x q y M) as [T|(z & Mz & qz)]; auto. right.
    exists z. split; auto. apply (proj2 (IH y M)); auto.
  - intros y M. apply (proj1 (IH y M)).
Qed.
End Lost.

(* Play that begins with one position, where moves leave one each. *)
Lemma after_ends g x : single g -> ends_from g x -> Acc (fun ys xs => after g xs ys) [x].
Proof.
  intros One A. induction A as [x _ IH]. constructor. intros zs M. apply after_one in M; auto.
  destruct M as (y & -> & M). apply IH. exists [y]. simpl. auto.
Qed.

Lemma misere_zero g x t : misere_value g x t -> t <> 0%N -> terminal g x \/ exists y, move g x [y] /\ misere_value g y 0.
Proof.
  intros V. destruct V as [x E|x t _ A _]; intros Ne; [left; exact E|]. right. apply A. lia.
Qed.

Theorem misere_outcome g x t : single g -> misere_value g x t -> (misere_lost (after g) [x] <-> t = 0%N).
Proof.
  intros One V.
  assert (K : forall x, misere_value g x 0 -> misere_lost (after g) [x]).
  { clear x t V. intros x V.
    refine (misere_lost_if _ (after g) (fun xs => exists x, xs = [x] /\ misere_value g x 0) [x] _ _ _ _); eauto.
    - apply after_ends; auto. apply misere_ends with 0%N; auto.
    - intros xs (y & -> & W). inversion W as [|y' t' (ys & M) _ _]; subst. destruct (One _ _ M) as (z & ->).
      exists [z]. apply after_one; eauto.
    - intros xs (y & -> & W) zs M. apply after_one in M; auto. destruct M as (z & -> & M).
      inversion W as [|y' t' _ _ B]; subst. destruct (B _ M) as (z' & s & Q & U & Ne). injection Q as <-.
      destruct (misere_zero g z s U Ne) as [T|(w & Mw & Vw)].
      + left. intros ws Mw. apply after_one in Mw; auto. destruct Mw as (w & _ & Mw). exact (T _ Mw).
      + right. exists [w]. split; eauto. apply after_one; eauto. }
  split.
  - intros L. destruct (N.eq_dec t 0) as [E|Ne]; auto. exfalso. destruct (misere_zero g x t V Ne) as [T|(y & M & W)].
    + inversion L as [xs (ys & M) _ Q]; subst. apply after_one in M; auto. destruct M as (y & _ & M). exact (T _ M).
    + apply (misere_lost_apart _ (after g) [x] [y]); auto. apply after_one; eauto.
  - intros ->. auto.
Qed.

(* The words of the theorems (crates/grundy-certify/theorems.txt).

   What a certificate speaks of are the positions [inside]; each obligation is asked of these. In all
   theorems no move leads out of them: in Rust this is the obligation `closed`, or so because [inside] are
   all positions that exist.

   - [value_in misere]: the value in normal or in misere play.
   - [falls]: every move from x lowers a weight, an integer, in each part that it leaves, and the weight of x
     is not below the least one. In Rust the weight is a sum of multiples of coordinates; a coordinate with a
     negative factor is at most 1, so that the sum of the negative factors is a least one
     ([multiples_bounded]).
   - [is_sum]: the nim-sum of what a relation says of the parts that a move leaves.

   Finitely many options are used where values must be known to exist ([listed] in Value.v): games of grundy
   have a list of options. *)

From Coq Require Import List NArith ZArith Lia.
From Grundy Require Import Value Sum.
Import ListNotations.

Definition value_in (misere : bool) (g : game) : pos g -> N -> Prop := if misere then misere_value g else value g.

Lemma value_in_unique misere g x s t : value_in misere g x s -> value_in misere g x t -> s = t.
Proof. destruct misere; [apply misere_unique|apply value_unique]. Qed.

Lemma value_in_differs misere g x y t : value_in misere g x t -> move g x [y] -> ~ value_in misere g y t.
Proof. destruct misere; [apply misere_differs|apply value_differs]. Qed.

(* No option has the value of the position. *)
Lemma value_options_differ g x t ys vs : value g x t -> move g x ys -> Forall2 (value g) ys vs -> nim vs <> t.
Proof.
  intros [x' t' _ B] M F. destruct (B ys M) as (ws & G & Ne). rewrite (values_unique g ys vs ws F G). exact Ne.
Qed.

(** ** Options that are one position each *)

Lemma one_option g x ys : single g -> move g x ys -> exists y, ys = [y] /\ move g x [y].
Proof. intros One M. destruct (One x ys M) as (y & ->). exists y. auto. Qed.

(* What values are, in both plays. *)
Section Both.
Variable misere : bool.
Variable g : game.
Hypothesis One : single g.

(* t is right for x if R says the values of options. *)
Definition right (R : pos g -> N -> Prop) (x : pos g) (t : N) : Prop :=
  misere = true /\ terminal g x /\ t = 1%N \/
  (misere = true -> exists y, move g x [y]) /\
    (forall u, (u < t)%N -> exists y, move g x [y] /\ R y u) /\
    (forall y, move g x [y] -> exists s, R y s /\ s <> t).

Lemma value_in_right x t : value_in misere g x t <-> right (value_in misere g) x t.
Proof.
  unfold right. destruct misere; simpl.
  - split.
    + intros V. destruct V as [x E|x t (ys & M) A B]; [left; auto|]. right. split; [|split; auto].
      * intros _. destruct (one_option g x ys One M) as (y & -> & _). eauto.
      * intros y M'. destruct (B [y] M') as (z & s & Q & V & Ne). injection Q as <-. eauto.
    + intros [(_ & E & ->)|(E & A & B)]; [apply misere_end; exact E|]. apply misere_mex; auto.
      * destruct (E eq_refl) as (y & M). eauto.
      * intros ys M. destruct (one_option g x ys One M) as (y & -> & _). destruct (B y M) as (s & V & Ne). eauto.
  - rewrite (value_single g x One t). split; [intros [A B]; right|intros [(Q & _)|(_ & H)]; [discriminate Q|exact H]].
    split; [discriminate|auto].
Qed.

Lemma value_in_induction (P : pos g -> N -> Prop) :
  (forall x t, right (fun y u => value_in misere g y u /\ P y u) x t -> P x t) ->
  forall x t, value_in misere g x t -> P x t.
Proof.
  unfold right. destruct misere; simpl; intros H.
  - refine (misere_induction g P _ _).
    + intros x E. apply H. left. auto.
    + intros x t (ys & M) A B. apply H. right. split; [|split].
      * intros _. destruct (one_option g x ys One M) as (y & -> & _). eauto.
      * exact A.
      * intros y My. destruct (B [y] My) as (z & s & Q & V & K & Ne). injection Q as <-. eauto.
  - refine (value_induction g P _). intros x t A B. apply H. right. split; [discriminate|split].
    + intros u L. destruct (A u L) as (ys & vs & M & F & <-). destruct (one_option g x ys One M) as (y & -> & _).
      exists y. split; auto. inversion F as [|y' v l m [V K] F']; subst. inversion F'; subst. simpl. rewrite N.lxor_0_r. auto.
    + intros y M. destruct (B [y] M) as (vs & F & Ne). inversion F as [|y' v l m [V K] F']; subst. inversion F'; subst.
      simpl in Ne. rewrite N.lxor_0_r in Ne. eauto.
Qed.

(* In both plays a number below the value is that of an option, but in misere play at the end. *)
Lemma value_in_reached x t u : value_in misere g x t -> (u < t)%N ->
  (exists y, move g x [y] /\ value_in misere g y u) \/ misere = true /\ terminal g x /\ t = 1%N.
Proof. intros V L. apply value_in_right in V. destruct V as [E|(_ & A & _)]; auto. Qed.
End Both.

Lemma listed_terminal g x : listed g x -> terminal g x \/ exists ys, move g x ys.
Proof.
  intros (l & O). destruct l as [|ys l]; [left|right; exists ys; apply O; simpl; auto].
  intros ys M. apply O in M. destruct M.
Qed.

(** ** Plays that end *)

Section Inside.
Variable g : game.
Variable inside : pos g -> Prop.
Hypothesis closed : forall x, inside x -> forall ys, move g x ys -> forall y, In y ys -> inside y.
Variable weight : pos g -> Z.
Variable least : Z.

Definition falls (x : pos g) : Prop := (least <= weight x)%Z /\ forall y, part_after g y x -> (weight y < weight x)%Z.

Lemma falls_ends : (forall x, inside x -> falls x) -> forall x, inside x -> ends_from g x.
Proof.
  intros F. assert (K : forall n : nat, forall x, inside x -> (weight x - least < Z.of_nat n)%Z -> ends_from g x).
  { induction n as [|n IH]; intros x I L; [destruct (F x I); lia|]. constructor. intros y P.
    assert (J : inside y) by (destruct P as (ys & M & J); exact (closed x I ys M y J)).
    apply IH; auto. destruct (F x I) as [_ D]. specialize (D y P). lia. }
  intros x I. apply (K (S (Z.to_nat (weight x - least)))); auto. destruct (F x I). lia.
Qed.

(* Induction along the moves, among the positions inside. *)
Lemma descend (P : pos g -> Prop) : (forall x, inside x -> ends_from g x) ->
  (forall x, inside x -> (forall ys, move g x ys -> forall y, In y ys -> inside y /\ P y) -> P x) ->
  forall x, inside x -> P x.
Proof.
  intros E H x I. pose proof (E x I) as A. induction A as [x _ IH]. apply H; auto. intros ys M y J.
  pose proof (closed x I ys M y J). split; auto. apply IH; auto. exists ys. auto.
Qed.

Lemma values_inside : (forall x, inside x -> ends_from g x) -> (forall x, inside x -> listed g x) ->
  forall x, inside x -> exists t, value g x t.
Proof.
  intros E Fin. refine (descend _ E _). intros x I IH. destruct (Fin x I) as (l & O).
  destruct (Forall2_exists (fun ys s => exists vs, Forall2 (value g) ys vs /\ nim vs = s) l) as (sums & F).
  { intros ys J. destruct (Forall2_exists (value g) ys) as (vs & F); [|exists (nim vs), vs; auto].
    intros y K. apply (IH ys); auto. apply O. exact J. }
  destruct (mex_exists sums) as (t & Out & Below). exists t. constructor.
  - intros u L. destruct (Forall2_right _ _ _ _ F (Below u L)) as (ys & J & vs & G & Q). exists ys, vs.
    split; auto. apply O; auto.
  - intros ys M. destruct (Forall2_left _ _ _ ys F) as (s & J & vs & G & <-); [apply O; auto|].
    exists vs. split; auto. intros Q. apply Out. rewrite <- Q. exact J.
Qed.

Lemma misere_values_inside : single g -> (forall x, inside x -> ends_from g x) -> (forall x, inside x -> listed g x) ->
  forall x, inside x -> exists t, misere_value g x t.
Proof.
  intros One E Fin. refine (descend _ E _). intros x I IH. destruct (Fin x I) as ([|ys0 l] & O).
  { exists 1%N. apply misere_end. intros ys M. apply O in M. destruct M. }
  destruct (Forall2_exists (fun ys s => exists y, ys = [y] /\ misere_value g y s) (ys0 :: l)) as (vs & F).
  { intros ys J. apply O in J. destruct (One x ys J) as (y & ->).
    destruct (IH [y] J y) as (_ & s & V); [simpl; auto|]. exists s, y. auto. }
  destruct (mex_exists vs) as (t & Out & Below). exists t. apply misere_mex.
  - exists ys0. apply O. simpl; auto.
  - intros u L. destruct (Forall2_right _ _ _ _ F (Below u L)) as (ys & J & y & -> & V). exists y.
    split; auto. apply O; auto.
  - intros ys M. destruct (Forall2_left _ _ _ ys F) as (s & J & y & Q & V); [apply O; auto|].
    exists y, s. repeat split; auto. intros ->. auto.
Qed.

Lemma values_in_inside misere : (misere = true -> single g) -> (forall x, inside x -> ends_from g x) ->
  (forall x, inside x -> listed g x) -> forall x, inside x -> exists t, value_in misere g x t.
Proof. intros One. destruct misere; [apply misere_values_inside; auto|apply values_inside]. Qed.
End Inside.
Arguments falls {g} weight least x.

(* A sum of multiples of naturals is bounded below where those with a negative factor are at most 1. *)
Fixpoint multiples (factors : list Z) (x : list N) : Z :=
  match factors, x with k :: ks, n :: ns => (k * Z.of_N n + multiples ks ns)%Z | _, _ => 0%Z end.

Definition least_multiple (factors : list Z) : Z := fold_right (fun k s => Z.min k 0 + s)%Z 0%Z factors.

Lemma multiples_bounded factors : forall x, length x = length factors ->
  (forall k n, In (k, n) (combine factors x) -> (k < 0)%Z -> (n <= 1)%N) -> (least_multiple factors <= multiples factors x)%Z.
Proof.
  induction factors as [|k ks IH]; intros x L H; destruct x as [|n ns]; try discriminate L; [simpl; lia|].
  simpl in *. injection L as L. specialize (IH ns L (fun k n I => H k n (or_intror I))). specialize (H k n (or_introl eq_refl)).
  assert (Z.min k 0 <= k * Z.of_N n)%Z.
  { destruct (Z_lt_le_dec k 0) as [K|K]; [|nia]. assert (n = 0 \/ n = 1)%N as [-> | ->] by lia; lia. }
  unfold least_multiple in *. simpl. lia.
Qed.

(** ** What a relation says of the parts that a move leaves *)

Definition is_sum {A} (V : A -> N -> Prop) (ys : list A) (t : N) : Prop := exists vs, Forall2 V ys vs /\ nim vs = t.

Lemma is_sum_one {A} (V : A -> N -> Prop) y t : is_sum V [y] t <-> V y t.
Proof.
  split.
  - intros (vs & F & <-). inversion F as [|a v l m H G]; subst. inversion G; subst. simpl. rewrite N.lxor_0_r. exact H.
  - intros H. exists [t]. split; auto. simpl. apply N.lxor_0_r.
Qed.

Lemma is_sum_exists {A} (V : A -> N -> Prop) ys : (forall y, In y ys -> exists t, V y t) -> exists t, is_sum V ys t.
Proof. intros H. destruct (Forall2_exists V ys H) as (vs & F). exists (nim vs), vs. auto. Qed.

Lemma is_sum_imp {A} (V W : A -> N -> Prop) ys t : (forall y v, In y ys -> V y v -> W y v) -> is_sum V ys t -> is_sum W ys t.
Proof. intros H (vs & F & E). exists vs. split; auto. revert F. apply Forall2_imp. auto. Qed.

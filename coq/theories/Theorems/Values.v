(* Theorems `graph`, `levels`, `play_ends`, `rank`: values by induction along the moves.

   V says for a position and a number whether the number is its value; in `levels` it does so for the levels
   below a number. The obligations have the names that they have in theorems.txt. A move that leaves several
   parts leads to the nim-sum of their values, in normal play.

   Beside the obligations there is:
   - [finite]: options can be listed.
   - [one]: moves leave one position each, where play is misere, and in `levels` where these are not complete.
     The checker refuses other rules there.
   Without its obligation `single` the theorem `rank` is false (examples/RankFails.v). *)

From Coq Require Import List NArith ZArith Lia.
From Grundy Require Import Value Sum.
From Grundy.Theorems Require Import Words.
Import ListNotations.

Section Values.
Variable g : game.
Variable misere : bool.
Variable inside : pos g -> Prop.
Variable weight : pos g -> Z.
Variable least : Z.

Hypothesis finite : forall x, inside x -> listed g x.

Definition all_inside (ys : list (pos g)) : Prop := forall y, In y ys -> inside y.

Theorem graph (V : pos g -> N -> Prop)
  (one : misere = true -> single g)
  (closed : forall x, inside x -> forall ys, move g x ys -> all_inside ys)
  (falls : forall x, inside x -> falls weight least x)
  (total : forall x, inside x -> exists t, V x t)
  (differs : forall x, inside x -> forall t, V x t -> ~ exists ys, move g x ys /\ is_sum V ys t)
  (reached : forall x, inside x -> forall t u, (u < t)%N -> V x t ->
    (exists ys, move g x ys /\ is_sum V ys u) \/ misere = true /\ terminal g x)
  (last : forall x, inside x -> forall t, misere = true /\ terminal g x /\ V x t -> t = 1%N) :
  forall x, inside x -> forall t, V x t <-> value_in misere g x t.
Proof.
  refine (descend g inside closed (fun x => forall t, V x t <-> value_in misere g x t) _ _).
  { exact (falls_ends g inside closed weight least falls). }
  intros x I IH.
  assert (Parts : forall ys, move g x ys -> exists s, is_sum V ys s /\ is_sum (value_in misere g) ys s).
  { intros ys M. destruct (is_sum_exists V ys) as (s & S); [intros y J; apply total; exact (closed x I ys M y J)|].
    exists s. split; auto. revert S. apply is_sum_imp. intros y v J. apply (proj2 (IH ys M y J)). }
  assert (Lower : forall ys s, move g x ys -> is_sum V ys s -> is_sum (value_in misere g) ys s).
  { intros ys s M. apply is_sum_imp. intros y v J. apply (proj2 (IH ys M y J)). }
  assert (K : forall t, V x t -> value_in misere g x t).
  { intros t H. destruct (listed_terminal g x (finite x I)) as [E|(ys0 & M0)], misere eqn:Play.
    - rewrite (last x I t) by auto. apply misere_end. exact E.
    - constructor; [|intros ys M; destruct (E ys M)].
      intros u L. destruct (reached x I t u L H) as [(ys & M & _)|(Q & _)]; [destruct (E ys M)|discriminate Q].
    - pose proof (one eq_refl) as One. apply value_in_right; auto. right. split; [|split].
      + intros _. destruct (one_option g x ys0 One M0) as (y & _ & M). eauto.
      + intros u L. destruct (reached x I t u L H) as [(ys & M & S)|(_ & E)]; [|destruct (E ys0 M0)].
        destruct (One x ys M) as (y & ->). exists y. split; auto. apply is_sum_one. auto.
      + intros y M. destruct (Parts [y] M) as (s & S & W). exists s. split; [apply is_sum_one; exact W|].
        intros ->. apply (differs x I t H). eauto.
    - constructor.
      + intros u L. destruct (reached x I t u L H) as [(ys & M & S)|(Q & _)]; [|discriminate Q].
        destruct (Lower ys u M S) as (vs & F & E). eauto.
      + intros ys M. destruct (Parts ys M) as (s & S & vs & F & E). exists vs. split; auto.
        intros Q. subst s t. apply (differs x I (nim vs) H). eauto. }
  intros t. split; [apply K|]. intros W. destruct (total x I) as (s & S).
  rewrite (value_in_unique misere g x t s); auto.
Qed.

Theorem levels (many : N) (complete : bool) (V : pos g -> N -> Prop)
  (one : misere = true \/ complete = false -> single g)
  (closed : forall x, inside x -> forall ys, move g x ys -> all_inside ys)
  (falls : forall x, inside x -> falls weight least x)
  (level : forall x, inside x -> forall k, (k < many)%N -> (V x k <->
    (misere = true /\ terminal g x /\ k = 1%N) \/
    ~ (misere = true /\ terminal g x) /\
      (~ exists ys, move g x ys /\ is_sum (fun y j => (j < many)%N /\ V y j) ys k) /\
      forall j, (j < k)%N -> exists ys, move g x ys /\ is_sum (fun y j => (j < many)%N /\ V y j) ys j))
  (complete_ : complete = true -> forall x, inside x -> exists k, (k < many)%N /\ V x k) :
  forall x, inside x -> (forall k, (k < many)%N -> (V x k <-> value_in misere g x k)) /\
                        (complete = true -> exists k, (k < many)%N /\ value_in misere g x k).
Proof.
  set (W := fun y j => (j < many)%N /\ V y j) in *.
  pose proof (falls_ends g inside closed weight least falls) as Ends.
  assert (Plays : misere = true -> single g) by auto.
  pose proof (values_in_inside g inside closed misere Plays Ends finite) as Valued.
  enough (K : forall x, inside x -> forall k, (k < many)%N -> (V x k <-> value_in misere g x k)).
  { intros x I. split; [exact (K x I)|]. intros C. destruct (complete_ C x I) as (k & L & H). exists k. split; auto.
    apply K; auto. }
  refine (descend g inside closed _ Ends _). intros x I IH k Lk.
  (* what W says of an option is its value, if this is a level *)
  assert (Up : forall ys s, move g x ys -> is_sum W ys s -> is_sum (value_in misere g) ys s).
  { intros ys s M. apply is_sum_imp. intros y v J (L & H). apply (proj2 (IH ys M y J) v L). exact H. }
  assert (Down : forall ys s, (s < many)%N -> move g x ys -> is_sum (value_in misere g) ys s -> is_sum W ys s).
  { intros ys s L M S. destruct complete eqn:C.
    - revert S. apply is_sum_imp. intros y v J H. pose proof (closed x I ys M y J) as Iy.
      destruct (complete_ eq_refl y Iy) as (l & Ll & Hl).
      assert (Q : v = l) by (apply (value_in_unique misere g y); auto; apply (proj2 (IH ys M y J) l Ll); exact Hl).
      subst v. split; auto.
    - pose proof (one (or_intror eq_refl)) as One. destruct (One x ys M) as (y & ->). apply (proj1 (is_sum_one _ _ _)) in S.
      apply is_sum_one. split; auto. apply (proj2 (IH [y] M y (or_introl eq_refl)) s L). exact S. }
  rewrite (level x I k Lk). destruct (listed_terminal g x (finite x I)) as [E|(ys0 & M0)].
  - destruct misere.
    + split.
      * intros [(_ & _ & ->)|(No & _)]; [apply misere_end; exact E|]. destruct No. auto.
      * intros H. left. repeat split; auto. apply (misere_unique g x); [exact H|apply misere_end; exact E].
    + split.
      * intros [(Q & _)|(_ & _ & B)]; [discriminate Q|]. constructor; [|intros ys M; destruct (E ys M)].
        intros u L. destruct (B u L) as (ys & M & _). destruct (E ys M).
      * intros H. right. split; [intros (Q & _); discriminate Q|]. split; [intros (ys & M & _); exact (E ys M)|].
        intros j L. destruct H as [x t A _]. destruct (A j L) as (ys & _ & M & _). destruct (E ys M).
  - assert (Far : ~ (misere = true /\ terminal g x)) by (intros (_ & E); exact (E ys0 M0)).
    assert (Options : forall ys, move g x ys -> exists s, is_sum (value_in misere g) ys s).
    { intros ys M. apply is_sum_exists. intros y J. apply Valued. exact (closed x I ys M y J). }
    split.
    + intros [(Q & E & _)|(_ & A & B)]; [destruct Far; auto|]. destruct misere.
      * pose proof (Plays eq_refl) as One. apply value_in_right; auto. right. split; [|split].
        -- intros _. destruct (one_option g x ys0 One M0) as (y & _ & M). eauto.
        -- intros u L. destruct (B u L) as (ys & M & S). destruct (One x ys M) as (y & ->). exists y. split; auto.
           apply is_sum_one. auto.
        -- intros y M. destruct (Options [y] M) as (s & S). exists s. split; [apply is_sum_one; exact S|].
           intros ->. apply A. exists [y]. auto.
      * constructor.
        -- intros u L. destruct (B u L) as (ys & M & S). destruct (Up ys u M S) as (vs & F & E). eauto.
        -- intros ys M. destruct (Options ys M) as (s & vs & F & <-). exists vs. split; auto.
           intros E. apply A. exists ys. split; auto. apply Down; auto. exists vs. auto.
    + intros H. right. split; auto. destruct misere.
      * pose proof (Plays eq_refl) as One. split.
        -- intros (ys & M & S). destruct (One x ys M) as (y & ->).
           apply (value_in_differs true g x y k H M), is_sum_one. auto.
        -- intros j L. destruct (value_in_reached true g One x k j H L) as [(y & M & S)|(_ & E & _)]; [|destruct (E ys0 M0)].
           exists [y]. split; auto. apply Down; auto; [lia|]. apply is_sum_one. exact S.
      * destruct H as [x k A B]. split.
        -- intros (ys & M & S). destruct (B ys M) as (vs & F & Ne). destruct (Up ys k M S) as (ws & G & E).
           apply Ne. rewrite <- E. f_equal. apply (values_unique g ys); auto.
        -- intros j L. destruct (A j L) as (ys & vs & M & F & E). exists ys. split; auto. apply Down; auto; [lia|].
           exists vs. auto.
Qed.

Theorem play_ends
  (one : misere = true -> single g)
  (closed : forall x, inside x -> forall ys, move g x ys -> all_inside ys)
  (falls : forall x, inside x -> falls weight least x) :
  forall x, inside x -> exists t, value_in misere g x t.
Proof. exact (values_in_inside g inside closed misere one (falls_ends g inside closed weight least falls) finite). Qed.

(* The rank of a position: its weight less the least one. *)
Definition rank_of (x : pos g) : N := Z.to_N (weight x - least).

(* A number below the value of x is that of an option, where these are one position each, but in misere play at the end. *)
Lemma reached_at x t u : (forall ys, move g x ys -> exists y, ys = [y]) -> value_in misere g x t -> (u < t)%N ->
  (exists y, move g x [y] /\ value_in misere g y u) \/ t = 1%N /\ misere = true.
Proof.
  intros One H L. destruct misere; simpl in *.
  - destruct H as [x E|x t _ A _]; [right; auto|left; exact (A u L)].
  - left. destruct H as [x t A _]. destruct (A u L) as (ys & vs & M & F & <-). destruct (One ys M) as (y & ->). exists y.
    split; [exact M|]. apply one_value. eauto.
Qed.

Theorem rank
  (closed : forall x, inside x -> forall ys, move g x ys -> all_inside ys)
  (falls : forall x, inside x -> falls weight least x)
  (single : forall x, inside x -> forall ys, move g x ys -> exists y, ys = [y]) :
  forall x, inside x -> forall t, value_in misere g x t -> (t <= rank_of x)%N \/ misere = true /\ t = 1%N.
Proof.
  refine (descend g inside closed _ (falls_ends g inside closed weight least falls) _). intros x I IH t H.
  assert (Less : forall y, move g x [y] -> (rank_of y < rank_of x)%N).
  { intros y M. destruct (falls x I) as [_ D]. destruct (falls y) as [B _]; [apply (closed x I [y] M); simpl; auto|].
    assert (P : part_after g y x) by (exists [y]; simpl; auto). specialize (D y P). unfold rank_of. lia. }
  assert (Reach : forall u, (u < t)%N -> (exists y, move g x [y] /\ value_in misere g y u) \/ t = 1%N /\ misere = true)
    by (intros u L; exact (reached_at x t u (single x I) H L)).
  destruct (N.eq_dec t 0) as [->|T0]; [left; lia|].
  destruct (Reach (t - 1)%N) as [(y & M & Hy)|(Q & Q')]; [lia| |auto].
  specialize (Less y M). destruct (IH [y] M y (or_introl eq_refl)) as [_ K]. destruct (K _ Hy) as [L|(Q & T)]; [left; lia|].
  (* the options of x have the values 0 and 1: the first of them has a move *)
  assert (t = 2)%N by lia. subst t. destruct (Reach 0%N) as [(z & Mz & Hz)|(E & _)]; [lia| |discriminate E].
  assert (Iz : inside z) by (apply (closed x I [z] Mz); simpl; auto).
  rewrite Q in Hz. inversion Hz as [|z' t' (ws & Mw) _ _]; subst. destruct (single z Iz ws Mw) as (w & ->).
  destruct (falls z Iz) as [_ D]. destruct (falls w) as [Bw _]; [apply (closed z Iz [w] Mw); simpl; auto|].
  assert (P : part_after g w z) by (exists [w]; simpl; auto). specialize (D w P).
  assert (1 <= rank_of z)%N by (unfold rank_of; lia).
  left. destruct (falls x I) as [_ Dx]. destruct (falls z Iz) as [Bz _].
  assert (Px : part_after g z x) by (exists [z]; simpl; auto). specialize (Dx z Px). unfold rank_of in *. lia.
Qed.
End Values.

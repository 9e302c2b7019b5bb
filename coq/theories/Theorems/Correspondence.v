(* Theorem `correspondence`: values that are those of other positions.

   A position x of g among those of the statement has parts, positions of games; all these games together are
   one game h ([union] in Union.v; a pile of Nim is a game, too, [pile] in Sum.v). The value of x is the
   nim-sum of the values of its parts; or, where only [outcomes] are stated, the player who moves from x
   loses exactly if this nim-sum is 0.

   The obligations have the names of theorems.txt. "Some part i" and "the others are the same" are said by a
   list of parts as l ++ a :: r, with the same l and r. What is used besides:
   - moves leave one position each, in both games, and lead to positions that exist;
   - positions of h have values: by `falls`, which the checker asks of each game ([values_in_inside]);
   - in misere play, and where values are known [elsewhere], there is one part; in misere play neither
     outcomes are stated nor values known elsewhere. The checker refuses other certificates. *)

From Coq Require Import List NArith ZArith Lia.
From Grundy Require Import Value Sum.
From Grundy.Theorems Require Import Words.
Import ListNotations.

Section Correspondence.
Variables g h : game.
Variables misere outcomes elsewhere : bool.
(* positions that exist, in both games *)
Variable exist : pos g -> Prop.
Variable part : pos h -> Prop.
Variable among : pos g -> Prop.
Variable parts_of : pos g -> list (pos h) -> Prop.
(* two positions have the same value, which is known *)
Variable same_value : pos g -> pos h -> Prop.
Variable weight : pos g -> Z.
Variable least : Z.

Definition linked (a b : pos h) : Prop := move h a [b] \/ move h b [a].

(* a part has a terminal option, and all others are terminal *)
Definition won (p : list (pos h)) : Prop := outcomes = true /\ exists l a r, p = l ++ a :: r /\
  (exists z, move h a [z] /\ terminal h z) /\ forall b, In b (l ++ r) -> terminal h b.

(* one part is another, which is linked *)
Definition changed (p q : list (pos h)) : Prop := exists l a b r, p = l ++ a :: r /\ q = l ++ b :: r /\ linked a b.

Definition nim_sum (x : pos g) (p : list (pos h)) : Prop :=
  if outcomes then forall t, is_sum (value h) p t -> (lost (after g) [x] <-> t = 0%N)
  else forall t, is_sum (value_in misere h) p t <-> value_in misere g x t.

Section Proof.
Hypothesis one_g : single g.
Hypothesis one_h : single h.
Hypothesis closed : forall x, exist x -> forall ys, move g x ys -> forall y, In y ys -> exist y.
Hypothesis parts_unique : forall x p q, parts_of x p -> parts_of x q -> p = q.
Hypothesis valued : forall a, part a -> exists t, value_in misere h a t.
Hypothesis known : forall y z, same_value y z -> exists t, value g y t /\ value h z t.
Hypothesis alone : misere = true \/ elsewhere = true -> forall x p, parts_of x p -> length p = 1%nat.
Hypothesis plays : misere = true -> outcomes = false /\ elsewhere = false.

Hypothesis falls : forall x, exist x -> falls weight least x.
Hypothesis parts : forall x, exist x -> among x -> exists p, parts_of x p /\ forall a, In a p -> part a.
Hypothesis ends : misere = true -> forall x, exist x -> among x -> exists a, parts_of x [a] /\
  (terminal g x -> terminal h a) /\
  (terminal h a -> terminal g x \/ exists y, move g x [y] /\ among y /\ exists b, parts_of y [b] /\
     ~ terminal h b /\ forall z, move h b [z] -> terminal h z).
Hypothesis moves : forall x, exist x -> among x -> exists p, parts_of x p /\
  (won p \/ forall y, move g x [y] ->
    (among y /\ exists q, parts_of y q /\ (won q \/ changed p q)) \/
    elsewhere = true /\ exists a r z, p = a :: r /\ move h a [z] /\ same_value y z).
Hypothesis follow : forall x, exist x -> among x -> exists p, parts_of x p /\ forall l a r, p = l ++ a :: r ->
  forall z, move h a [z] ->
    (exists y, move g x [y] /\ among y /\ parts_of y (l ++ z :: r)) \/
    won (l ++ z :: r) \/
    elsewhere = true /\ exists y, move g x [y] /\ same_value y z.

Let V := value_in misere h.

Lemma one_exists x y : exist x -> move g x [y] -> exist y.
Proof. intros I M. apply (closed x I [y] M). simpl. auto. Qed.

Lemma parts_here x p : exist x -> among x -> parts_of x p -> forall a, In a p -> part a.
Proof. intros I A P. destruct (parts x I A) as (q & Q & H). rewrite (parts_unique x p q P Q). exact H. Qed.

Lemma sum_here x p : exist x -> among x -> parts_of x p -> exists vs, Forall2 V p vs.
Proof. intros I A P. apply Forall2_exists. intros a J. apply valued. exact (parts_here x p I A P a J). Qed.

(* The obligations, for parts that are given. *)
Lemma moves_of x p : exist x -> among x -> parts_of x p -> ~ won p -> forall y, move g x [y] ->
  (among y /\ exists q, parts_of y q /\ (won q \/ changed p q)) \/
  elsewhere = true /\ exists a z, p = [a] /\ move h a [z] /\ same_value y z.
Proof.
  intros I A P W y M. destruct (moves x I A) as (p' & P' & H). rewrite <- (parts_unique x p p' P P') in H.
  destruct H as [H|H]; [destruct (W H)|]. destruct (H y M) as [K|(E & a & r & z & Q & Mz & S)]; [left; exact K|right].
  split; auto. pose proof (alone (or_intror E) x p P) as L. subst p. destruct r; [|discriminate L]. eauto.
Qed.

Lemma follow_of x l a r z : exist x -> among x -> parts_of x (l ++ a :: r) -> move h a [z] ->
  (exists y, move g x [y] /\ among y /\ parts_of y (l ++ z :: r)) \/ won (l ++ z :: r) \/
  elsewhere = true /\ l = [] /\ r = [] /\ exists y, move g x [y] /\ same_value y z.
Proof.
  intros I A P M. destruct (follow x I A) as (p' & P' & H). rewrite <- (parts_unique x _ p' P P') in H.
  destruct (H l a r eq_refl z M) as [K|[K|(E & K)]]; auto. right. right. split; auto.
  pose proof (alone (or_intror E) x _ P) as L. rewrite app_length in L. simpl in L.
  destruct l; [|simpl in L; lia]. destruct r; [auto|simpl in L; lia].
Qed.

(* Linked parts have different values, and so have the sums. *)
Lemma changed_differs p q vs ws : changed p q -> Forall2 V p vs -> Forall2 V q ws -> nim ws <> nim vs.
Proof.
  intros (l & a & b & r & -> & -> & L) F G.
  apply Forall2_app_inv_l in F. destruct F as (vl & vr' & Fl & Fr & ->). inversion Fr as [|a' v r' vr Va Fr' E1 E2]; subst.
  apply Forall2_app_inv_l in G. destruct G as (wl & wr' & Gl & Gr & ->). inversion Gr as [|b' w r' wr Wb Gr' E1 E2]; subst.
  assert (Same : forall l vs ws, Forall2 V l vs -> Forall2 V l ws -> vs = ws).
  { intros m us us' A. apply Forall2_unique. revert A. apply Forall2_imp. intros c u _ H u'. apply value_in_unique; auto. }
  rewrite (Same l wl vl Gl Fl), (Same r wr vr Gr' Fr'), !nim_middle, !(N.lxor_comm _ (nim (vl ++ vr))).
  intros E. apply lxor_cancel in E. subst w.
  destruct L as [M|M]; [exact (value_in_differs misere h a b v Va M Wb)|exact (value_in_differs misere h b a v Wb M Va)].
Qed.

(* To each smaller number a part can be made smaller, but in misere play at the end. *)
Lemma smaller p vs u : Forall2 V p vs -> (u < nim vs)%N ->
  (exists l a r z ws, p = l ++ a :: r /\ move h a [z] /\ Forall2 V (l ++ z :: r) ws /\ nim ws = u) \/
  misere = true /\ exists a, In a p /\ terminal h a.
Proof.
  intros F L. destruct (nim_below vs u L) as (vl & v & vr & w & -> & Lw & E).
  apply Forall2_app_inv_r in F. destruct F as (l & r' & Fl & Fr & ->). inversion Fr as [|a v' r vr' Va Fr' E1 E2]; subst.
  destruct (value_in_reached misere h one_h a v w Va Lw) as [(z & M & Vz)|(Q & T & _)].
  - left. exists l, a, r, z, (vl ++ w :: vr). repeat split; auto. apply Forall2_app; auto.
  - right. split; auto. exists a. split; auto. apply in_or_app. simpl. auto.
Qed.

Lemma exist_ends x : exist x -> ends_from g x.
Proof. exact (falls_ends g exist closed weight least falls x). Qed.

(** ** Values *)

Section Stated.
Hypothesis stated : outcomes = false.

Let P x := among x -> forall p vs, parts_of x p -> Forall2 V p vs -> value_in misere g x (nim vs).

Lemma not_won p : ~ won p.
Proof. intros (Q & _). congruence. Qed.

Section Step.
Variable x : pos g.
Hypothesis I : exist x.
Hypothesis IH : forall y, move g x [y] -> exist y /\ P y.
Hypothesis A : among x.
Variable p : list (pos h).
Variable vs : list N.
Hypothesis Px : parts_of x p.
Hypothesis F : Forall2 V p vs.

Lemma options_differ y : move g x [y] -> exists s, value_in misere g y s /\ s <> nim vs.
Proof.
  intros M. destruct (IH y M) as [Iy Py].
  destruct (moves_of x p I A Px (not_won p) y M) as [(Ay & q & Q & W)|(E & a & z & -> & Mz & S)].
  - destruct W as [W|C]; [destruct (not_won q W)|]. destruct (sum_here y q Iy Ay Q) as (ws & G). exists (nim ws).
    split; [apply (Py Ay q ws Q G)|exact (changed_differs p q vs ws C F G)].
  - assert (Play : misere = false) by (destruct misere; auto; destruct (plays eq_refl); congruence).
    destruct (known y z S) as (s & Vy & Vz). exists s. unfold V in F. rewrite Play in *. split; [exact Vy|].
    inversion F as [|a' v l m Va F']; subst. inversion F'; subst. simpl. rewrite N.lxor_0_r. intros ->.
    exact (value_differs h a z v Va Mz Vz).
Qed.

Lemma options_reach u : (u < nim vs)%N ->
  (exists y, move g x [y] /\ value_in misere g y u) \/ misere = true /\ exists a, In a p /\ terminal h a.
Proof.
  intros L. destruct (smaller p vs u F L) as [(l & a & r & z & ws & -> & M & G & <-)|T]; [left|right; exact T].
  destruct (follow_of x l a r z I A Px M) as [(y & My & Ay & Q)|[W|(E & -> & -> & y & My & S)]].
  - exists y. split; auto. destruct (IH y My) as [Iy Py]. exact (Py Ay _ ws Q G).
  - destruct (not_won _ W).
  - assert (Play : misere = false) by (destruct misere; auto; destruct (plays eq_refl); congruence).
    destruct (known y z S) as (s & Vy & Vz). exists y. split; auto. unfold V in G. rewrite Play in *. simpl in G.
    inversion G as [|z' w l m Vw G']; subst. inversion G'; subst. simpl. rewrite N.lxor_0_r.
    rewrite (value_unique h z w s Vw Vz). exact Vy.
Qed.

Lemma value_of : value_in misere g x (nim vs).
Proof.
  apply (value_in_right misere g one_g). unfold right. destruct (Bool.bool_dec misere true) as [Play|Play].
  - destruct (ends Play x I A) as (a & Pa & E1 & E2). pose proof (parts_unique x p [a] Px Pa) as Ep.
    assert (Va : misere_value h a (nim vs)).
    { pose proof F as G. unfold V in G. rewrite Play, Ep in G. inversion G as [|a' v l m Va G' E3 E4].
      inversion G'. simpl. rewrite N.lxor_0_r. exact Va. }
    assert (Dec : terminal h a /\ nim vs = 1%N \/ exists z, move h a [z]).
    { apply (value_in_right true h one_h) in Va. destruct Va as [(_ & T & E)|(E & _)]; [left|right]; auto. }
    destruct Dec as [(T & E)|(z & M)].
    + destruct (E2 T) as [Tx|(y & M & Ay & b & Pb & Nb & Tb)]; [left; auto|right; split; [|split]].
      * intros _. eauto.
      * intros u L. assert (u = 0)%N by lia. subst u. exists y. split; auto. destruct (IH y M) as [Iy Py].
        destruct (valued b) as (s & Vb); [apply (parts_here y [b] Iy Ay Pb); simpl; auto|].
        enough (s = 0)%N by (subst s; apply (Py Ay [b] [0%N]); auto).
        rewrite Play in Vb. destruct (N.eq_dec s 0) as [S0|S0]; auto. exfalso.
        inversion Vb as [b' T' E'|b' t _ B _ E']; subst; [exact (Nb T')|].
        destruct (B 0%N) as (z & Mz & Vz); [lia|]. inversion Vz as [|z' t (zs & Mzs) _ _ Q]; subst.
        exact (Tb z Mz zs Mzs).
      * exact options_differ.
    + right. split; [|split].
      * intros _. destruct (follow_of x [] a [] z I A Pa M) as [(y & My & _)|[W|(_ & _ & _ & y & My & _)]]; eauto.
        destruct (not_won _ W).
      * intros u L. destruct (options_reach u L) as [R|(_ & b & J & T)]; auto. rewrite Ep in J. destruct J as [<-|[]].
        destruct (T [z] M).
      * exact options_differ.
  - right. split; [intros Q; congruence|]. split; [|exact options_differ].
    intros u L. destruct (options_reach u L) as [R|(Q & _)]; [exact R|congruence].
Qed.
End Step.

Lemma values_correspond x : exist x -> P x.
Proof.
  revert x. refine (descend g exist closed P exist_ends _). intros x I IH A p vs Px F.
  refine (value_of x I _ A p vs Px F). intros y M. apply (IH [y] M). simpl. auto.
Qed.
End Stated.

(** ** Outcomes *)

Section Outcomes.
Hypothesis stated : outcomes = true.

Lemma plays_normal : misere = false.
Proof. destruct misere; auto. destruct (plays eq_refl). congruence. Qed.

Lemma won_not_zero p vs : won p -> Forall2 V p vs -> nim vs <> 0%N.
Proof.
  intros (_ & l & a & r & -> & (z & M & T) & H) F.
  assert (Zero : forall l vs, (forall b, In b l -> terminal h b) -> Forall2 V l vs -> nim vs = 0%N).
  { intros m us K G. induction G as [|b v m us Vb G IH]; auto. simpl. rewrite IH by (intros c J; apply K; simpl; auto).
    rewrite N.lxor_0_r. unfold V in Vb. rewrite plays_normal in Vb. apply (value_unique h b); auto. constructor; [lia|].
    intros ys Mb. destruct (K b (or_introl eq_refl) ys Mb). }
  apply Forall2_app_inv_l in F. destruct F as (vl & vr' & Fl & Fr & ->). inversion Fr as [|a' v r' vr Va Fr' E1 E2]; subst.
  rewrite nim_middle, (Zero (l ++ r) (vl ++ vr) H) by (apply Forall2_app; auto). rewrite N.lxor_0_r. intros ->.
  unfold V in Va. rewrite plays_normal in Va. apply (value_differs h a z 0 Va M). constructor; [lia|].
  intros ys Mz. destruct (T ys Mz).
Qed.

(* The steps of play. *)
Lemma step_of x zs : after g [x] zs <-> exists y, zs = [y] /\ move g x [y].
Proof. apply after_one. exact one_g. Qed.

Definition told (x : pos g) : Prop := among x -> forall p vs, parts_of x p -> Forall2 V p vs ->
  (nim vs = 0%N -> lost (after g) [x]) /\ (nim vs <> 0%N -> exists y, move g x [y] /\ lost (after g) [y]).

Lemma outcome_told x : exist x -> told x.
Proof.
  revert x. refine (descend g exist closed told exist_ends _). intros x I IH' A p vs Px F.
  assert (IH : forall y, move g x [y] -> exist y /\ told y) by (intros y M; apply (IH' [y] M); simpl; auto).
  clear IH'. split.
  - intros Zero. assert (NotWon : ~ won p) by (intros W; exact (won_not_zero p vs W F Zero)).
    constructor. intros ys M. apply step_of in M. destruct M as (y & -> & M). destruct (IH y M) as [Iy Ty].
    enough (K : exists z, move g y [z] /\ lost (after g) [z]).
    { destruct K as (z & Mz & L). exists [z]. split; auto. apply step_of. eauto. }
    destruct (moves_of x p I A Px NotWon y M) as [(Ay & q & Q & W)|(E & a & z & -> & Mz & S)].
    + destruct (sum_here y q Iy Ay Q) as (ws & G). apply (Ty Ay q ws Q G).
      destruct W as [W|C]; [exact (won_not_zero q ws W G)|]. rewrite <- Zero. exact (changed_differs p q vs ws C F G).
    + destruct (known y z S) as (s & Vy & Vz). unfold V in F. rewrite plays_normal in F.
      inversion F as [|a' v l m Va F']; subst. inversion F'; subst. simpl in Zero. rewrite N.lxor_0_r in Zero. subst v.
      assert (s <> 0)%N by (intros ->; exact (value_differs h a z 0 Va Mz Vz)).
      apply value_single in Vy; auto. destruct Vy as [R _]. destruct (R 0%N) as (w & Mw & Vw); [lia|].
      exists w. split; auto. apply (outcome g w 0 Vw). reflexivity.
  - intros Ne. destruct (smaller p vs 0 F) as [(l & a & r & z & ws & -> & M & G & E)|(Q & _)]; [lia| |].
    + destruct (follow_of x l a r z I A Px M) as [(y & My & Ay & Q)|[W|(_ & -> & -> & y & My & S)]].
      * exists y. split; auto. destruct (IH y My) as [Iy Ty]. apply (Ty Ay _ ws Q G). exact E.
      * destruct (won_not_zero _ ws W G E).
      * exists y. split; auto. destruct (known y z S) as (s & Vy & Vz). apply (outcome g y s Vy).
        unfold V in G. rewrite plays_normal in G. simpl in G. inversion G as [|z' w l m Vw G']; subst. inversion G'; subst.
        simpl in E. rewrite N.lxor_0_r in E. subst w. apply (value_unique h z); auto.
    + pose proof plays_normal. congruence.
Qed.
End Outcomes.

Theorem correspondence x p : exist x -> among x -> parts_of x p -> nim_sum x p.
Proof.
  intros I A Px. unfold nim_sum. destruct (Bool.bool_dec outcomes true) as [Out|Out].
  - rewrite Out. intros t (vs & F & <-).
    assert (F' : Forall2 V p vs) by (unfold V; rewrite (plays_normal Out); exact F).
    destruct (outcome_told Out x I A p vs Px F') as [Zero Ne]. split; [|exact Zero].
    intros L. destruct (N.eq_dec (nim vs) 0) as [E|E]; auto. exfalso. destruct (Ne E) as (y & M & Ly).
    apply (lost_apart _ (after g) [x] [y]); auto. apply step_of. eauto.
  - apply Bool.not_true_is_false in Out. rewrite Out. intros t. split.
    + intros (vs & F & <-). exact (values_correspond Out x I A p vs Px F).
    + intros W. destruct (sum_here x p I A Px) as (vs & F). exists vs. split; auto.
      apply (value_in_unique misere g x); auto. exact (values_correspond Out x I A p vs Px F).
Qed.
(* The same, where only outcomes are stated and x has a value. *)
Corollary correspondence_outcome x p t s : outcomes = true -> exist x -> among x -> parts_of x p ->
  is_sum (value h) p t -> value g x s -> (s = 0%N <-> t = 0%N).
Proof.
  intros Out I A Px S W. pose proof (correspondence x p I A Px) as C. unfold nim_sum in C. rewrite Out in C.
  rewrite <- (C t S), (outcome g x s W). reflexivity.
Qed.
End Proof.
End Correspondence.

(* Theorem `same_moves`: two games are the same but for the names of positions.

   Each position x of which the certificate speaks has one part, its image f(x), a position of h. The options
   of x and of f(x) match: where y leaves several positions, so does z, and these are the images of those, in
   some order. Then x and f(x) have the same value, in normal play ([same_values]) and in misere play
   ([same_misere_values], where moves leave one position each), and the player who moves from x loses exactly
   if the one who moves from f(x) does, in both plays, whatever moves leave ([same_outcomes]).

   That plays end is not used: `falls`, which the checker asks of both games, is not needed here. *)

From Coq Require Import List NArith Lia Permutation.
From Grundy Require Import Value Sum.
From Grundy.Theorems Require Import Words Strategy.
Import ListNotations.

(** ** Steps that match *)

Section Bisimulation.
Variables X Y : Type.
Variable step : X -> X -> Prop.
Variable step' : Y -> Y -> Prop.
Variable R : X -> Y -> Prop.
Hypothesis forth : forall x y, R x y -> forall x1, step x x1 -> exists y1, step' y y1 /\ R x1 y1.
Hypothesis back : forall x y, R x y -> forall y1, step' y y1 -> exists x1, step x x1 /\ R x1 y1.

Lemma bisimilar_lost x : lost step x -> forall y, R x y -> lost step' y.
Proof.
  revert x. refine (lost_induction _ step _ _). intros x A y r. constructor. intros y1 M.
  destruct (back x y r y1 M) as (x1 & M1 & r1). destruct (A x1 M1) as (x2 & M2 & _ & IH).
  destruct (forth x1 y1 r1 x2 M2) as (y2 & M3 & r2). eauto.
Qed.

Lemma bisimilar_misere_lost x : misere_lost step x -> forall y, R x y -> misere_lost step' y.
Proof.
  revert x. refine (misere_lost_induction _ step _ _). intros x (x0 & M0) A y r. constructor.
  - destruct (forth x y r x0 M0) as (y0 & M & _). eauto.
  - intros y1 M. destruct (back x y r y1 M) as (x1 & M1 & r1). destruct (A x1 M1) as [T|(x2 & M2 & _ & IH)].
    + left. intros y2 M2. destruct (back x1 y1 r1 y2 M2) as (x2 & M3 & _). exact (T x2 M3).
    + right. destruct (forth x1 y1 r1 x2 M2) as (y2 & M3 & r2). eauto.
Qed.
End Bisimulation.

(** ** The theorem *)

Section SameMoves.
Variables g h : game.
Variable exist among : pos g -> Prop.
Variable part : pos h -> Prop.
Variable image : pos g -> pos h -> Prop.

Let F (x : pos g) (a : pos h) : Prop := exist x /\ among x /\ image x a.

Definition matches (ys : list (pos g)) (zs : list (pos h)) : Prop :=
  exists zs', Permutation zs zs' /\ Forall2 (fun y z => among y /\ image y z) ys zs'.

Hypothesis closed : forall x, exist x -> forall ys, move g x ys -> forall y, In y ys -> exist y.
Hypothesis image_unique : forall x a b, image x a -> image x b -> a = b.
Hypothesis parts : forall x, exist x -> among x -> exists a, image x a /\ part a.
Hypothesis forth : forall x, exist x -> among x -> exists a, image x a /\
  forall ys, move g x ys -> exists zs, move h a zs /\ matches ys zs.
Hypothesis back : forall x, exist x -> among x -> exists a, image x a /\
  forall zs, move h a zs -> exists ys, move g x ys /\ matches ys zs.

Lemma matched x ys zs : exist x -> move g x ys -> matches ys zs -> exists zs', Permutation zs zs' /\ Forall2 F ys zs'.
Proof.
  intros I M (zs' & P & G). exists zs'. split; auto. revert G. apply Forall2_imp. intros y z J [A Q].
  repeat split; auto. exact (closed x I ys M y J).
Qed.

Lemma forth_of x a ys : F x a -> move g x ys -> exists zs zs', move h a zs /\ Permutation zs zs' /\ Forall2 F ys zs'.
Proof.
  intros (I & A & Q) M. destruct (forth x I A) as (b & Qb & H). rewrite <- (image_unique x a b Q Qb) in H.
  destruct (H ys M) as (zs & Mz & W). destruct (matched x ys zs I M W) as (zs' & P & G). eauto 6.
Qed.

Lemma back_of x a zs : F x a -> move h a zs -> exists ys zs', move g x ys /\ Permutation zs zs' /\ Forall2 F ys zs'.
Proof.
  intros (I & A & Q) M. destruct (back x I A) as (b & Qb & H). rewrite <- (image_unique x a b Q Qb) in H.
  destruct (H zs M) as (ys & My & W). destruct (matched x ys zs I My W) as (zs' & P & G). eauto 6.
Qed.

(* The values of images, in whatever order, have the same nim-sum. *)
Lemma carried_forth (W : pos h -> N -> Prop) ys zs zs' vs :
  Permutation zs zs' -> Forall2 F ys zs' -> Forall2 (fun y v => forall a, F y a -> W a v) ys vs ->
  exists ws, Forall2 W zs ws /\ nim ws = nim vs.
Proof.
  intros P G H. assert (K : Forall2 W zs' vs).
  { clear P. revert vs H. induction G as [|y z ys zs' r G IH]; intros vs H; inversion H; subst; constructor; auto. }
  destruct (Permutation_Forall2 (Permutation_sym P) K) as (ws & Q & K'). exists ws. split; auto.
  apply nim_permutation, Permutation_sym, Q.
Qed.

Lemma carried_back (V : pos g -> N -> Prop) ys zs zs' vs :
  Permutation zs zs' -> Forall2 F ys zs' -> Forall2 (fun z v => forall x, F x z -> V x v) zs vs ->
  exists ws, Forall2 V ys ws /\ nim ws = nim vs.
Proof.
  intros P G H. destruct (Permutation_Forall2 P H) as (ws & Q & K). exists ws. split.
  - clear P H Q. revert ws K. induction G as [|y z ys zs' r G IH]; intros ws K; inversion K; subst; constructor; auto.
  - apply nim_permutation, Permutation_sym, Q.
Qed.

Lemma value_forth x t : value g x t -> forall a, F x a -> value h a t.
Proof.
  revert x t. refine (value_induction g _ _). intros x t A B a r. constructor.
  - intros u L. destruct (A u L) as (ys & vs & M & G & <-). destruct (forth_of x a ys r M) as (zs & zs' & Mz & P & K).
    destruct (carried_forth (value h) ys zs zs' vs P K) as (ws & H & E); [|eauto].
    revert G. apply Forall2_imp. intros y v _ [_ H]. exact H.
  - intros zs M. destruct (back_of x a zs r M) as (ys & zs' & My & P & K). destruct (B ys My) as (vs & G & Ne).
    destruct (carried_forth (value h) ys zs zs' vs P K) as (ws & H & E); [|rewrite <- E in Ne; eauto].
    revert G. apply Forall2_imp. intros y v _ [_ H]. exact H.
Qed.

Lemma value_back a t : value h a t -> forall x, F x a -> value g x t.
Proof.
  revert a t. refine (value_induction h _ _). intros a t A B x r. constructor.
  - intros u L. destruct (A u L) as (zs & vs & M & G & <-). destruct (back_of x a zs r M) as (ys & zs' & My & P & K).
    destruct (carried_back (value g) ys zs zs' vs P K) as (ws & H & E); [|eauto].
    revert G. apply Forall2_imp. intros y v _ [_ H]. exact H.
  - intros ys M. destruct (forth_of x a ys r M) as (zs & zs' & Mz & P & K). destruct (B zs Mz) as (vs & G & Ne).
    destruct (carried_back (value g) ys zs zs' vs P K) as (ws & H & E); [|rewrite <- E in Ne; eauto].
    revert G. apply Forall2_imp. intros y v _ [_ H]. exact H.
Qed.

Lemma part_of_image x a : exist x -> among x -> image x a -> F x a.
Proof. unfold F. auto. Qed.

Theorem same_values x a t : exist x -> among x -> image x a -> (value g x t <-> value h a t).
Proof.
  intros I A Q. pose proof (part_of_image x a I A Q) as r.
  split; intros V; [exact (value_forth x t V a r)|exact (value_back a t V x r)].
Qed.

(* One position matches one. *)
Lemma one_matched y zs zs' : Permutation zs zs' -> Forall2 F [y] zs' -> exists z, zs = [z] /\ F y z.
Proof.
  intros P G. inversion G as [|y' z ys l r G']; subst. inversion G'; subst. apply Permutation_sym, Permutation_length_1_inv in P.
  eauto.
Qed.

Lemma one_matched_back z ys zs' : Permutation [z] zs' -> Forall2 F ys zs' -> exists y, ys = [y] /\ F y z.
Proof.
  intros P G. apply Permutation_length_1_inv in P. subst zs'. inversion G as [|y' z' l m r G']; subst.
  inversion G'; subst. eauto.
Qed.

Theorem same_misere_values x a t : exist x -> among x -> image x a -> (misere_value g x t <-> misere_value h a t).
Proof.
  intros I A Q. pose proof (part_of_image x a I A Q) as r. clear I A Q. split; intros V; revert r.
  - revert a. revert x t V. refine (misere_induction g _ _ _).
    + intros x E a r. apply misere_end. intros zs M. destruct (back_of x a zs r M) as (ys & _ & My & _). exact (E ys My).
    + intros x t (ys0 & M0) A B a r. apply misere_mex.
      * destruct (forth_of x a ys0 r M0) as (zs & _ & M & _). eauto.
      * intros u L. destruct (A u L) as (y & M & _ & IH). destruct (forth_of x a [y] r M) as (zs & zs' & Mz & P & K).
        destruct (one_matched y zs zs' P K) as (z & -> & s). eauto.
      * intros zs M. destruct (back_of x a zs r M) as (ys & zs' & My & P & K). destruct (B ys My) as (y & v & -> & _ & IH & Ne).
        destruct (one_matched y zs zs' P K) as (z & -> & s). exists z, v. auto.
  - revert x. revert a t V. refine (misere_induction h _ _ _).
    + intros a E x r. apply misere_end. intros ys M. destruct (forth_of x a ys r M) as (zs & _ & Mz & _). exact (E zs Mz).
    + intros a t (zs0 & M0) A B x r. apply misere_mex.
      * destruct (back_of x a zs0 r M0) as (ys & _ & M & _). eauto.
      * intros u L. destruct (A u L) as (z & M & _ & IH). destruct (back_of x a [z] r M) as (ys & zs' & My & P & K).
        destruct (one_matched_back z ys zs' P K) as (y & -> & s). eauto.
      * intros ys M. destruct (forth_of x a ys r M) as (zs & zs' & Mz & P & K). destruct (B zs Mz) as (z & v & -> & _ & IH & Ne).
        destruct (one_matched_back z ys zs' P K) as (y & -> & s). exists y, v. auto.
Qed.

Theorem same_moves misere x a t : exist x -> among x -> image x a -> (value_in misere g x t <-> value_in misere h a t).
Proof. destruct misere; [apply same_misere_values|apply same_values]. Qed.

(** ** Play *)

Let R (xs : list (pos g)) (zs : list (pos h)) : Prop := exists zs', Permutation zs zs' /\ Forall2 F xs zs'.

Lemma sum_forth xs zs xs1 : R xs zs -> after g xs xs1 -> exists zs1, after h zs zs1 /\ R xs1 zs1.
Proof.
  intros (zs' & P & G) (l & x & r & ys & M & -> & ->).
  apply Forall2_app_inv_l in G. destruct G as (l' & r1 & Gl & Gr & ->). inversion Gr as [|x' a r0 r' Fx Gr' E1 E2]; subst.
  destruct (forth_of x a ys Fx M) as (new & new' & Ma & Pn & Gn).
  assert (J : In a zs) by (apply (Permutation_in a (Permutation_sym P)), in_or_app; simpl; auto).
  apply in_split in J. destruct J as (m & n & ->). exists (m ++ new ++ n). split; [exists m, a, n, new; auto|].
  exists (l' ++ new' ++ r'). split; [|repeat apply Forall2_app; auto].
  apply Permutation_app_inv in P. apply perm_trans with (new ++ m ++ n); [apply Permutation_app_swap_app|].
  apply perm_trans with (new' ++ l' ++ r'); [apply Permutation_app; auto|apply Permutation_app_swap_app].
Qed.

Lemma sum_back xs zs zs1 : R xs zs -> after h zs zs1 -> exists xs1, after g xs xs1 /\ R xs1 zs1.
Proof.
  intros (zs' & P & G) (m & a & n & new & M & -> & ->).
  assert (J : In a zs') by (apply (Permutation_in a P), in_or_app; simpl; auto).
  apply in_split in J. destruct J as (l' & r' & ->).
  apply Forall2_app_inv_r in G. destruct G as (l & r1 & Gl & Gr & ->). inversion Gr as [|x a' r r0 Fx Gr' E1 E2]; subst.
  destruct (back_of x a new Fx M) as (ys & new' & My & Pn & Gn). exists (l ++ ys ++ r). split; [exists l, x, r, ys; auto|].
  exists (l' ++ new' ++ r'). split; [|repeat apply Forall2_app; auto].
  apply Permutation_app_inv in P. apply perm_trans with (new ++ m ++ n); [apply Permutation_app_swap_app|].
  apply perm_trans with (new' ++ l' ++ r'); [apply Permutation_app; auto|apply Permutation_app_swap_app].
Qed.

Theorem same_outcomes misere x a : exist x -> among x -> image x a -> (loses_in misere g x <-> loses_in misere h a).
Proof.
  intros I A Q. assert (r : R [x] [a]) by (exists [a]; split; auto; constructor; [exact (part_of_image x a I A Q)|auto]).
  assert (Fw : forall xs zs, R xs zs -> forall xs1, after g xs xs1 -> exists zs1, after h zs zs1 /\ R xs1 zs1)
    by (intros; eapply sum_forth; eauto).
  assert (Bw : forall xs zs, R xs zs -> forall zs1, after h zs zs1 -> exists xs1, after g xs xs1 /\ R xs1 zs1)
    by (intros; eapply sum_back; eauto).
  destruct misere; simpl; split; intros L.
  - exact (bisimilar_misere_lost _ _ _ _ R Fw Bw [x] L [a] r).
  - exact (bisimilar_misere_lost _ _ _ _ (fun zs xs => R xs zs) (fun zs xs => Bw xs zs) (fun zs xs => Fw xs zs) [a] L [x] r).
  - exact (bisimilar_lost _ _ _ _ R Fw Bw [x] L [a] r).
  - exact (bisimilar_lost _ _ _ _ (fun zs xs => R xs zs) (fun zs xs => Bw xs zs) (fun zs xs => Fw xs zs) [a] L [x] r).
Qed.
End SameMoves.

(* Positions with other names: the moves from f x are those from x. *)
Section Renamed.
Variables g h : game.
Variable exist : pos g -> Prop.
Variable f : pos g -> pos h.
Hypothesis closed : forall x, exist x -> forall ys, move g x ys -> forall y, In y ys -> exist y.
Hypothesis renames : forall x, exist x -> forall zs, move h (f x) zs <-> exists ys, move g x ys /\ zs = map f ys.

Lemma matches_map ys : matches g h (fun _ => True) (fun x a => a = f x) ys (map f ys).
Proof. exists (map f ys). split; [apply Permutation_refl|]. induction ys; simpl; constructor; auto. Qed.

Theorem renamed misere x t : exist x -> (value_in misere g x t <-> value_in misere h (f x) t).
Proof.
  intros I. apply (same_moves g h exist (fun _ => True) (fun x a => a = f x) closed); auto.
  - intros y a b -> ->. reflexivity.
  - intros y J _. exists (f y). split; auto. intros ys M. exists (map f ys). split; [apply renames; eauto|apply matches_map].
  - intros y J _. exists (f y). split; auto. intros zs M. apply renames in M; auto. destruct M as (ys & M & ->).
    exists ys. split; [exact M|apply matches_map].
Qed.

Theorem renamed_outcome misere x : exist x -> (loses_in misere g x <-> loses_in misere h (f x)).
Proof.
  intros I. apply (same_outcomes g h exist (fun _ => True) (fun x a => a = f x) closed); auto.
  - intros y a b -> ->. reflexivity.
  - intros y J _. exists (f y). split; auto. intros ys M. exists (map f ys). split; [apply renames; eauto|apply matches_map].
  - intros y J _. exists (f y). split; auto. intros zs M. apply renames in M; auto. destruct M as (ys & M & ->).
    exists ys. split; [exact M|apply matches_map].
Qed.
End Renamed.

(* What stands for coordinates, variables and parts when rules become formulas; tracks that are bound.

   Nothing here must be read to believe a theorem about a game. *)
Require Import List NArith ZArith PArith Bool Lia.
From Grundy Require Import Tree Automaton Search Operations Atoms Program Formula Tidy Decision Expr Cases.
Import ListNotations.

(* of a question: the track is the answer at the position; there is an answer, which is another number *)
Record task := { is_answer : list positive -> positive -> form; is_other : list positive -> Z -> form }.
(* what coordinates, variables, the atoms "terminal" and the questions stand for *)
Record tenv := { tcoords : list lin; tvars : list (nat * lin); tparts : list (form * form); tasks : list task;
  held : list positive (* tracks of which the answers speak *) }.
Fixpoint assoc (i : nat) (l : list (nat * lin)) : option lin :=
  match l with [] => None | (j, a) :: r => if Nat.eqb j i then Some a else assoc i r end.
Definition tput (te : tenv) (i : nat) (l : lin) : tenv := {| tcoords := tcoords te; tvars := (i, l) :: tvars te; tparts :=
  tparts te; tasks := tasks te; held := held te |}.
(* two formulas for a condition *)
Definition judged (y f : form) (v : val) (o : option bool) := (sem y v -> o = Some true) /\ (sem f v -> o = Some false).
Record fits (te : tenv) (r : env) (v : val) : Prop := {
  fit_coords : forall i l, nth_error (tcoords te) i = Some l -> coord r i = Some (lval l v);
  fit_vars : forall i l, assoc i (tvars te) = Some l -> var r i = Some (lval l v);
  fit_parts : forall k y f, nth_error (tparts te) k = Some (y, f) -> judged y f v (part_ends r k);
  fit_answers : forall q a, nth_error (tasks te) q = Some a -> forall w ts, bounded w ->
    (forall t, List.In t (held te) -> w t = v t) ->
    (forall u, sem (is_answer a ts u) w -> answer r q (map (fun t => Z.of_N (w t)) ts) = Some (Z.of_N (w u))) /\
    (forall c, sem (is_other a ts c) w -> exists z, answer r q (map (fun t => Z.of_N (w t)) ts) = Some z /\ z <> c);
  fit_bounded : tasks te = [] \/ bounded v }.
Lemma fits_put te r v i l : fits te r v -> fits (tput te i l) (put r i (lval l v)) v.
Proof.
  intros [C V P A B]. constructor; auto. intros j m H. cbn [tput tvars assoc] in H. cbn [put var].
  destruct (Nat.eqb i j); [injection H as <-; auto|auto].
Qed.

(** * Tracks, closing formulas *)
Definition track (i : nat) : positive := Pos.of_succ_nat i.
Definition tracks (from n : nat) : list positive := map (fun i => track (from + i)) (seq 0 n).
Definition between (n m : positive) : list positive := map Pos.of_nat (seq (Pos.to_nat n) (Pos.to_nat m - Pos.to_nat n)).
Definition inside (t : positive) (ts : list positive) : bool := existsb (Pos.eqb t) ts.
Lemma inside_in t ts : inside t ts = true <-> List.In t ts.
Proof.
  unfold inside. rewrite existsb_exists. split; [intros (x & I & E); apply Pos.eqb_eq in E; subst; auto|].
  intros I. exists t. split; auto. apply Pos.eqb_refl.
Qed.
Lemma inside_not t ts : inside t ts = false <-> ~ List.In t ts.
Proof. rewrite <- inside_in. destruct (inside t ts); intuition congruence. Qed.
Definition close (ts : list positive) (a : form) : form := exist (filter (fun t => speaks t a) ts) a.
Lemma speaks_exist t ts a : speaks t a = false -> speaks t (exist ts a) = false.
Proof. intros H. induction ts as [|u ts IH]; auto. cbn [exist fold_right speaks]. fold (exist ts a). rewrite IH.
apply andb_false_r. Qed.
Lemma sem_close ts a v : sem (close ts a) v <-> exists w, same_off ts v w /\ sem a w.
Proof.
  rewrite <- sem_exist. unfold close. revert v. induction ts as [|t ts IH]; intros v; cbn [filter exist fold_right]; [tauto|].
  destruct (speaks t a) eqn:E; cbn [exist fold_right].
  - cbn [sem]. split; intros (n & H); exists n; apply IH; auto.
  - rewrite IH. symmetry. cbn [sem]. fold (exist ts a). split.
    + intros (n & H). apply (upd_same _ t n v) in H; auto. apply speaks_exist; auto.
    + intros H. exists 0%N. apply upd_same; auto. apply speaks_exist; auto.
Qed.
Definition ex1 (t : positive) (a : form) : form := if is_no a then no else FEx t a.
Lemma sem_ex1 t a v : sem (ex1 t a) v <-> exists n, sem a (upd v t n).
Proof.
  unfold ex1. destruct (is_no a) eqn:E; [|reflexivity]. apply is_no_ok in E. subst. pose proof (sem_no v).
  split; [tauto|]. intros (n & S). destruct (sem_no _ S).
Qed.
(* the tracks are none of those of which coordinates, variables, parts and the mode speak *)
Definition lin_free (ts : list positive) (l : lin) : bool := forallb (fun p => negb (inside (fst p) ts)) (snd l).
Definition silent (ts : list positive) (f : form) : bool := forallb (fun t => negb (speaks t f)) ts.
Definition free (ts : list positive) (te : tenv) : bool :=
  forallb (lin_free ts) (tcoords te) && forallb (fun p => lin_free ts (snd p)) (tvars te) &&
  forallb (fun p => silent ts (fst p) && silent ts (snd p)) (tparts te) && forallb (fun t => negb (inside t ts)) (held te).
Lemma lin_free_ok ts l v w : lin_free ts l = true -> same_off ts v w -> lval l w = lval l v.
Proof.
  intros F H. unfold lval. f_equal. unfold lin_free in F. rewrite forallb_forall in F. destruct l as [c us]. cbn [snd] in *.
  induction us as [|[t a] us IH]; auto. cbn [dot]. rewrite IH by (intros x I; apply F; simpl; auto). f_equal. f_equal. f_equal.
  apply H.
  apply inside_not. specialize (F (t, a) (or_introl eq_refl)). apply negb_true_iff in F. exact F.
Qed.
Lemma silent_ok ts f v w : silent ts f = true -> same_off ts v w -> (sem f v <-> sem f w).
Proof.
  intros F H. unfold silent in F. rewrite forallb_forall in F. apply sem_same. intros t S. symmetry. apply H. intros I.
  specialize (F t I). rewrite S in F. discriminate.
Qed.
Lemma assoc_in i l a : assoc i l = Some a -> exists j, List.In (j, a) l.
Proof. induction l as [|[j b] l IH]; cbn [assoc]; [discriminate|]. destruct (Nat.eqb j i); [intros E; injection E as <-;
  exists j; simpl; auto|].
  intros E. destruct (IH E) as (k & I). exists k. simpl. auto.
Qed.
Lemma fits_off ts te r v w : free ts te = true -> same_off ts v w -> fits te r v -> fits te r w.
Proof.
  unfold free. rewrite !andb_true_iff, !forallb_forall. intros [[[F1 F2] F3] F4] H [C V P A B]. constructor.
  - intros i l E. rewrite (lin_free_ok ts l v w); auto. apply F1. eapply nth_error_In; eauto.
  - intros i l E. rewrite (lin_free_ok ts l v w); auto. destruct (assoc_in _ _ _ E) as (j & I). apply (F2 _ I).
  - intros k y f E. destruct (P k y f E) as [Y N]. specialize (F3 _ (nth_error_In _ _ E)). apply andb_prop in F3.
  destruct F3 as [S1 S2].
    split; intros S; [apply Y; apply (silent_ok ts y v w)|apply N; apply (silent_ok ts f v w)]; auto.
  - intros q a E w' us Bw Hw. apply (A q a E w' us Bw). intros t I. rewrite (Hw t I). apply H. apply inside_not, negb_true_iff.
    exact (F4 t I).
  - destruct B as [B|B]; [auto|right; eapply bounded_off; eauto].
Qed.
Lemma same_off_upd ts t n v : List.In t ts -> same_off ts v (upd v t n).
Proof. intros I u H. unfold upd. destruct (Pos.eqb_spec u t); auto. subst. contradiction. Qed.
Lemma same_off_trans ts us v w x : same_off ts v w -> same_off us w x -> same_off (ts ++ us) v x.
Proof. intros A B u H. rewrite in_app_iff in H. rewrite B, A; tauto. Qed.
Lemma same_off_incl ts us v w : incl ts us -> same_off ts v w -> same_off us v w.
Proof. intros I H u K. apply H. auto. Qed.
Lemma same_off_sym ts v w : same_off ts v w -> same_off ts w v.
Proof. intros H u K. symmetry. auto. Qed.

Definition all1 (t : positive) (a : form) : form := if is_yes a then yes else FAll t a.
Lemma sem_all1 t a v : sem (all1 t a) v <-> forall n, sem a (upd v t n).
Proof.
  unfold all1. destruct (is_yes a) eqn:E; [|reflexivity]. apply is_yes_ok in E. subst. split; intros; apply sem_yes.
Qed.

Definition without (t : positive) (cs : cases) : bool := forallb (fun '(g, l) => silent [t] g && lin_free [t] l) cs.
Lemma in_range a b z : List.In z (range a b) <-> (a <= z <= b)%Z.
Proof.
  unfold range. rewrite in_map_iff. split.
  - intros (i & <- & I). apply in_seq in I. lia.
  - intros H. exists (Z.to_nat (z - a)). split; [lia|]. apply in_seq. lia.
Qed.

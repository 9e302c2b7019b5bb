(* Games in which positions that ascend stand for all: decided from the rules, by the theorems `exchange` and `order` of
   theorems.txt.

   [sorted true r] is the game of which moves lead to positions that ascend alone. [sorted_value]: there a position that ascends
   has the value that it has in the game of the rules.

   Nothing here must be read to believe a theorem. *)
Require Import List NArith ZArith PArith Bool Lia.
From Grundy Require Import Automaton Atoms Program Formula Decision Value Expr Game Closing Cases Rules Moves Options Shown Falls.
From Grundy.Theorems Require Import Order.
From Grundy.Theorems Require Words SameMoves.
Import ListNotations.

Definition sorted (asc : bool) (r : rules) : game :=
  {| pos := list N; move := fun x pss => move (rules_game r) x pss /\ (asc = true -> forall y, List.In y pss -> ascends y) |}.
Lemma sorted_move asc r x y : move (sorted asc r) x [y] <-> move (rules_game r) x [y] /\ (asc = true -> ascends y).
Proof.
  cbn [sorted move]. split; intros [M A]; split; auto; intros E; [apply A; simpl; auto|]. intros z [<-|[]]. auto.
Qed.

Lemma ascends_or_not x : ascends x \/ ~ ascends x.
Proof.
  induction x as [|a x IH]; [left; exact I|]. cbn [ascends]. destruct x as [|b x]; [tauto|].
  destruct (N.le_gt_cases a b); [tauto|right; intros [L _]; lia].
Qed.
Lemma some_of {A} (P : A -> Prop) l : (forall a, P a \/ ~ P a) -> exists l', forall a, List.In a l' <-> List.In a l /\ P a.
Proof.
  intros D. induction l as [|b l (l' & K)]; [exists []; simpl; tauto|]. destruct (D b) as [Y|N0].
  - exists (b :: l'). intros a. simpl. rewrite K. intuition congruence.
  - exists l'. intros a. rewrite K. simpl. intuition congruence.
Qed.
Lemma sorted_listed asc r x : listed (sorted asc r) x.
Proof.
  destruct (rules_listed r x) as (l & E).
  destruct (some_of (fun pss => asc = true -> forall y, List.In y pss -> ascends y) l) as (l' & K).
  - intros pss. destruct asc; [|left; discriminate]. induction pss as [|y pss [IH|IH]]; [left; intros _ y []| |].
    + destruct (ascends_or_not y) as [A|N0]; [left; intros _ z [<-|I]; auto|right; intros H; apply N0, H; simpl; auto].
    + right. intros H. apply IH. intros _ z I. apply H; simpl; auto.
  - exists l'. intros pss. rewrite K, <- E. reflexivity.
Qed.

(** * What is decided *)
Fixpoint swap_at {A} (i : nat) (l : list A) : list A :=
  match i, l with O, a :: b :: r => b :: a :: r | S i, a :: r => a :: swap_at i r | _, _ => l end.
Lemma swap_at_map {A} (f : A -> N) i : forall l, map f (swap_at i l) = swap i (map f l).
Proof.
  induction i as [|i IH]; intros [|a l]; auto; [destruct l; auto|]. cbn [swap_at map swap]. rewrite IH. reflexivity.
Qed.
Fixpoint asc_form (ls : list lin) : form :=
  match ls with a :: r => match r with b :: _ => and2 (le a b) (asc_form r) | [] => yes end | [] => yes end.
Lemma asc_form_ok v ls x : vals v ls = map Z.of_N x -> (sem (asc_form ls) v <-> ascends x).
Proof.
  revert x. induction ls as [|a ls IH]; intros [|n x] E; try discriminate; cbn [asc_form ascends vals map] in *;
    [split; intros; [exact I|apply sem_yes]|]. injection E as Ea E. destruct ls as [|b ls]; destruct x as [|m x]; try
      discriminate.
  - split; intros; [split; exact I|apply sem_yes].
  - cbn [map] in E. assert (Eb : lval b v = Z.of_N m) by congruence. rewrite sem_and2, sem_le, (IH (m :: x) E), Ea, Eb. split;
    intros [L A]; split; auto; lia.
Qed.
Definition check_order (r : rules) : bool :=
  let w := width r in let xs := tracks 0 w in let ys := tracks w w in let aux := track (2 * w) in let last := seq 0 (w - 1) in
  match exists_formulas r 0 aux, move_formulas r w 1 aux with
  | Some (Y, F), Some (M, D) =>
      proved (or2 Y F) && proved (implies Y D) &&
      forallb (fun i =>
        match texists r (map ltrack (swap_at i xs)) aux, tmoves 4 r (To [swap_at i ys]) (map ltrack (swap_at i xs)) aux with
        | Some (e, n), Some (Mi, Di) =>
            free (between aux n) (coords_only (map ltrack (swap_at i xs))) &&
            proved (implies Y (close (between aux n) (fst e))) && proved (implies Y Di) &&
            forallb (fun m => shown (and2 Y m, Mi)) (disjuncts M)
        | _, _ => false
        end) last &&
      forallb (fun m => forallb (fun i => let x j := ltrack (track j) in let y j := ltrack (track (w + j)) in
        proved (FNot (exist ys (and2 m (and2 Y (and2 (asc_form (map ltrack xs)) (and2 (lt (x i) (x (S i))) (lt (y (S i)) (y
          i))))))))) last)
        (disjuncts M)
  | _, _ => false
  end.
Definition check_sorted (asc : bool) (r : rules) : bool := if asc then check_order r else true.

Section Sound.
Variable r : rules.
Variable f : list Z.
Variable l : Z.
Hypothesis falls_ob : check_falls r f l = true.
Hypothesis order_ob : check_order r = true.
Let w := width r.
Let moves := move (rules_game r).

Lemma tracks_at x y : length x = w -> length y = w -> let v := of_list (x ++ y ++ []) in at_tracks v 0 w = x /\ at_tracks v w w =
  y.
Proof.
  intros Lx Ly v. split; [rewrite <- Lx; apply at_tracks_first|]. rewrite <- Lx at 1. rewrite <- Ly. apply at_tracks_app.
Qed.
Lemma swap_is_position i x : S i < w -> is_position r x -> is_position r (swap i x).
Proof.
  intros Li P. pose proof (position_length r x P) as L. fold w in L. pose proof order_ob as C. unfold check_order in C. cbv zeta
    in C.
  destruct (exists_formulas r 0 _) as [[Y F]|] eqn:EY; [|discriminate]. destruct (move_formulas r _ 1 _) as [[M D]|];
    [|discriminate].
  rewrite !andb_true_iff in C. destruct C as [[[C1 C2] C3] _]. rewrite forallb_forall in C3.
  specialize (C3 i). rewrite in_seq in C3. fold w in C3. specialize (C3 ltac:(lia)).
  destruct (texists r _ _) as [[e n]|] eqn:Te; [|discriminate]. destruct (tmoves _ _ _ _ _) as [[Mi Di]|]; [|discriminate].
  rewrite !andb_true_iff in C3. destruct C3 as [[[Fr K] _] _]. destruct (tracks_at x x L L) as [Ex _]. set (v := of_list (x ++ x
    ++ [])) in *.
  assert (B : bounded v) by apply bounded_list.
  assert (SY : sem Y v).
  { exact (position_sem r _ Y F v x EY (proved_sound _ C1 v B) Ex P). }
  apply (implies_ok _ _ K v B) in SY. apply (texists_closed _ _ _ _ _ v Te Fr) in SY. unfold is_position.
  rewrite <- SY. f_equal. unfold vals. rewrite map_map. rewrite (map_ext _ (fun t => Z.of_N (v t))) by (intros; apply lval_track).
  rewrite <- (map_map v Z.of_N), swap_at_map. f_equal. f_equal. symmetry. exact Ex.
Qed.
Lemma swap_move i x y : S i < w -> is_position r x -> length y = w -> moves x [y] -> moves (swap i x) [swap i y].
Proof.
  intros Li P Ly (l0 & El & I). pose proof (position_length r x P) as L. fold w in L.
  pose proof (swap_is_position i x Li P) as P'. pose proof order_ob as C. unfold check_order in C. cbv zeta in C.
  destruct (exists_formulas r 0 _) as [[Y F]|] eqn:EY; [|discriminate]. destruct (move_formulas r _ 1 _) as [[M D]|] eqn:EM;
    [|discriminate].
  rewrite !andb_true_iff in C. destruct C as [[[C1 C2] C3] _]. rewrite forallb_forall in C3.
  specialize (C3 i). rewrite in_seq in C3. fold w in C3. specialize (C3 ltac:(lia)).
  destruct (texists r _ _) as [[e n]|] eqn:Te; [|discriminate]. destruct (tmoves _ _ _ _ _) as [[Mi Di]|] eqn:Tm; [|discriminate].
  rewrite !andb_true_iff in C3. destruct C3 as [[_ K1] K2]. destruct (tracks_at x y L Ly) as [Ex Ey]. set (v := of_list (x ++ y
    ++ [])) in *.
  assert (B : bounded v) by apply bounded_list.
  assert (SY : sem Y v).
  { exact (position_sem r _ Y F v x EY (proved_sound _ C1 v B) Ex P). }
  assert (SM : sem M v).
  { destruct (move_sem r _ M D v x EM (implies_ok _ _ C2 v B SY) Ex P) as (l1 & El1 & J). rewrite El in El1.
    injection El1 as <-. apply J. fold w. rewrite Ey. exact I. }
  apply disjuncts_ok in SM. destruct SM as (m & Im & Sm). rewrite forallb_forall in K2.
  assert (S : sem (and2 Y m) v) by (apply sem_and2; auto). apply (shown_ok _ _ (K2 m Im) v B) in S.
  assert (Xs : vals v (map ltrack (swap_at i (tracks 0 w))) = map Z.of_N (swap i x)).
  { unfold vals. rewrite map_map. rewrite (map_ext _ (fun t => Z.of_N (v t))) by (intros; apply lval_track).
    rewrite <- (map_map v Z.of_N), swap_at_map. f_equal. f_equal. exact Ex. }
  destruct (moves_sound _ _ _ _ _ _ _ Tm v (swap i x) Logic.I Xs P' (implies_ok _ _ K1 v B SY)) as (l1 & El1 & J).
  apply J in S. destruct S as (pss & Ip & E). cbn [reaches map] in E. rewrite swap_at_map in E.
  change (map v (tracks w w)) with (at_tracks v w w) in E. rewrite Ey in E. subst pss. exists l1. auto.
Qed.
Lemma exchange_holds : exchange_obligation moves w (is_position r).
Proof.
  intros i x y Li Lx Ly. split.
  - split; intros P; [apply swap_is_position; auto|]. apply (swap_is_position i) in P; auto. rewrite swap_twice in P. exact P.
  - intros P. split; intros M; [apply swap_move; auto|]. apply (swap_move i) in M; auto; [|apply swap_is_position; auto|rewrite
    swap_length; auto].
    rewrite !swap_twice in M. exact M.
Qed.
Lemma order_holds : order_obligation moves (is_position r).
Proof.
  intros x P A y Mv i Li. pose proof (position_length r x P) as L. fold w in L. rewrite L in Li.
  assert (Py : is_position r y) by (apply (falls_closed r f l falls_ob x P [y] Mv); simpl; auto).
  pose proof (position_length r y Py) as Ly. fold w in Ly. destruct Mv as (l0 & El & I).
  pose proof order_ob as C. unfold check_order in C. cbv zeta in C.
  destruct (exists_formulas r 0 _) as [[Y F]|] eqn:EY; [|discriminate]. destruct (move_formulas r _ 1 _) as [[M D]|] eqn:EM;
    [|discriminate].
  rewrite !andb_true_iff in C. destruct C as [[[C1 C2] _] C3]. destruct (tracks_at x y L Ly) as [Ex Ey]. set (v := of_list (x ++
    y ++ [])) in *.
  assert (B : bounded v) by apply bounded_list.
  assert (SY : sem Y v).
  { exact (position_sem r _ Y F v x EY (proved_sound _ C1 v B) Ex P). }
  assert (SM : sem M v).
  { destruct (move_sem r _ M D v x EM (implies_ok _ _ C2 v B SY) Ex P) as (l1 & El1 & J). rewrite El in El1.
    injection El1 as <-. apply J. fold w. rewrite Ey. exact I. }
  apply disjuncts_ok in SM. destruct SM as (m & Im & Sm). rewrite forallb_forall in C3. specialize (C3 m Im).
  rewrite forallb_forall in C3. specialize (C3 i). rewrite in_seq in C3. fold w in C3. specialize (C3 ltac:(lia)).
  assert (X : forall j, j < w -> v (track j) = nth j x 0%N) by (intros j Hj; unfold v; rewrite of_list_track, app_nth1; auto;
    lia).
  assert (Z : forall j, j < w -> v (track (w + j)) = nth j y 0%N).
  { intros j Hj. unfold v. rewrite of_list_track, app_nth2, app_nth1 by lia. f_equal. lia. }
  destruct (N.eq_dec (nth i x 0%N) (nth (S i) x 0%N)) as [E|Ne]; [left; exact E|right].
  apply N.nlt_ge. intros Lt. apply (proved_sound _ C3 v B). apply sem_exist. exists v. split; [intros t _; auto|].
  rewrite !sem_and2, !sem_lt, !lval_track, (X i), (X (S i)), (Z i), (Z (S i)) by lia. split; [exact Sm|]. split; [exact SY|].
    split.
  - apply (asc_form_ok v _ x); auto. rewrite vals_tracks, Ex. reflexivity.
  - split; [|lia]. assert (K : forall j z, S j < length z -> ascends z -> (nth j z 0 <= nth (S j) z 0)%N).
    { clear. induction j as [|j IH]; intros z Lz Az; destruct z as [|a [|b z]]; cbn [length] in Lz; try lia;
        destruct Az as [H K]; [exact H|]. apply (IH (b :: z)); [simpl in *; lia|exact K]. }
    specialize (K i x ltac:(lia) A). lia.
Qed.
End Sound.

(** * The game of positions that ascend *)
Section Ascending.
Variable asc : bool.
Variable r : rules.
Variable f : list Z.
Variable l : Z.
Hypothesis falls_ob : check_falls r f l = true.
Hypothesis sorted_ob : check_sorted asc r = true.
Let closed x y : is_position r x -> move (rules_game r) x [y] -> is_position r y.
Proof. intros P M. apply (falls_closed r f l falls_ob x P [y] M). simpl. auto. Qed.
Lemma sorted_value misere x t : is_position r x -> (asc = true -> ascends x) ->
  (Words.value_in misere (rules_game r) x t <-> Words.value_in misere (sorted asc r) x t).
Proof.
  intros P A. pose proof sorted_ob as C. unfold check_sorted in C. destruct asc.
  - rewrite (order_values (move (rules_game r)) misere (width r) (is_position r) (position_length r) (falls_single r f l
    falls_ob) closed
      (exchange_holds r C) (order_holds r f l falls_ob C) x P (A eq_refl) t).
    apply (SameMoves.renamed (ascending (move (rules_game r))) (sorted true r) (fun _ => True) (fun x : pos (ascending (move
      (rules_game r))) => x)); auto.
    intros y _ zs. split.
    + intros [M As]. destruct (falls_single r f l falls_ob y zs M) as (z & ->). exists [z]. split; [exists z|reflexivity].
      split; [reflexivity|]. split; [exact M|]. apply As; simpl; auto.
    + intros (ys & (z & -> & M & Az) & ->). split; [exact M|]. intros _ z' [<-|[]]. exact Az.
  - apply (SameMoves.renamed (rules_game r) (sorted false r) (fun _ => True) (fun x : pos (rules_game r) => x)); auto.
    intros y _ zs. cbn [sorted move]. split.
    + intros [M _]. exists zs. rewrite map_id. auto.
    + intros (ys & M & ->). rewrite map_id. split; [exact M|discriminate].
Qed.
Lemma sorted_terminal x : is_position r x -> (asc = true -> ascends x) -> (terminal (sorted asc r) x <-> terminal (rules_game r)
  x).
Proof.
  intros P A. split; intros T pss M; [|apply (T pss); apply M]. pose proof sorted_ob as C. unfold check_sorted in C.
  destruct (falls_single r f l falls_ob x pss M) as (y & ->). destruct asc.
  - destruct (ascending_option (move (rules_game r)) (width r) (is_position r) (position_length r) closed
      (exchange_holds r C) (order_holds r f l falls_ob C) x P (A eq_refl) y M) as (y' & _ & M'). apply ascending_move in M'.
    destruct M' as [M' A']. apply (T [y']). apply sorted_move. auto.
  - apply (T [y]). apply sorted_move. split; [exact M|discriminate].
Qed.
End Ascending.
Lemma after_sorted r xs zs : after (sorted false r) xs zs <-> after (rules_game r) xs zs.
Proof.
  split; intros (l & x & t & ys & M & E1 & E2); exists l, x, t, ys; split; auto; [apply M|]. split; [exact M|discriminate].
Qed.

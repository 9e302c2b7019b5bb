(* That each move of rules lowers a sum of multiples of the coordinates, decided from the rules; so every play ends, and positions
   have values.

   Nothing here must be read to believe a theorem. *)
Require Import List NArith ZArith PArith Bool Lia.
From Grundy Require Import Automaton Atoms Program Formula Decision Value Expr Game Closing Cases Rules Moves Options Blocks
  Shown.
From Grundy.Theorems Require Words.
Import ListNotations.

(* a position in the first tracks, and a move to the position in the next ones *)
Lemma position_sem r n Y F v x : exists_formulas r 0 n = Some (Y, F) -> sem (or2 Y F) v -> at_tracks v 0 (width r) = x ->
  is_position r x -> sem Y v.
Proof.
  intros E S Ex P. rewrite sem_or2 in S. destruct S as [S|S]; auto. apply (exists_formulas_sound _ _ _ _ _ E) in S.
  rewrite Ex in S. unfold is_position in P. congruence.
Qed.
Lemma move_sem r n M D v x : move_formulas r (width r) 1 n = Some (M, D) -> sem D v -> at_tracks v 0 (width r) = x ->
  is_position r x -> exists l, options r x = Some l /\ (List.In [at_tracks v (width r) (width r)] l <-> sem M v).
Proof.
  intros E S Ex P. destruct (move_formulas_sound _ _ _ _ _ _ E v) as (l & El & K); [rewrite Ex; exact P|exact S|].
  exists l. rewrite Ex in El. split; [exact El|]. rewrite <- K. unfold part_tracks. cbn [seq map].
  rewrite Nat.mul_0_l, Nat.add_0_r. reflexivity.
Qed.
Definition check_falls (r : rules) (falls : list Z) (least : Z) : bool :=
  let w := width r in let xs := tracks 0 w in let ys := tracks w w in
  let times k := map (Z.mul k) falls in
  single_rules r && match exists_formulas r 0 (track (2 * w)), move_formulas r w 1 (track (2 * w)) with
  | Some (Y, F), Some (M, D) =>
      proved (or2 Y F) && proved (implies Y D) &&
      forallb (fun m => proved (FNot (exist ys (and2 m (and2 Y (FAtom (AtMost 0 (combine xs (times 1%Z) ++ combine ys (times
        (-1)%Z)))))))) &&
                        proved (FNot (exist ys (and2 m (and2 Y (FAtom (AtMost (1 + least) (combine ys (times 1%Z)))))))))
                          (disjuncts M)
  | _, _ => false
  end.
Lemma check_falls_sound r falls least : check_falls r falls least = true -> forall x, is_position r x ->
  (exists l, options r x = Some l) /\
  forall pss, move (rules_game r) x pss -> exists y, pss = [y] /\ is_position r y /\ (mu falls least y < mu falls least x)%N.
Proof.
  unfold check_falls. cbv zeta. intros C x P. apply andb_prop in C. destruct C as [Si C].
  destruct (exists_formulas _ _ _) as [[Y F]|] eqn:EY; [|discriminate]. destruct (move_formulas _ _ _ _) as [[M D]|] eqn:EM;
    [|discriminate].
  rewrite !andb_true_iff in C. destruct C as [[O1 O2] O3]. pose proof (position_length r x P) as L.
  assert (Here : forall v, bounded v -> at_tracks v 0 (width r) = x -> sem Y v).
  { intros v B E. exact (position_sem r _ Y F v x EY (proved_sound _ O1 v B) E P). }
  assert (Opts : forall v, bounded v -> at_tracks v 0 (width r) = x -> exists l, options r x = Some l /\
    (List.In [at_tracks v (width r) (width r)] l <-> sem M v)).
  { intros v B E. exact (move_sem r _ M D v x EM (implies_ok _ _ O2 v B (Here v B E)) E P). }
  split.
  - destruct (Opts (of_list (x ++ []))) as (l & El & _); [apply bounded_list| |eauto]. rewrite <- L. apply at_tracks_first.
  - intros pss (l & El & I). destruct (options_single r x l pss Si El I) as (y & -> & Py). exists y. split; auto. split; auto.
    pose proof (position_length r y Py) as Ly. set (v := of_list (x ++ y)).
    assert (B : bounded v) by apply bounded_list.
    assert (Ex : at_tracks v 0 (width r) = x) by (rewrite <- L; apply at_tracks_first).
    assert (Ey : at_tracks v (width r) (width r) = y).
    { pose proof (at_tracks_app x y []) as E. rewrite app_nil_r, L, Ly in E. exact E. }
    destruct (Opts v B Ex) as (l' & El' & K). rewrite Ey in K. assert (l' = l) by congruence. subst l'. apply K in I.
    apply disjuncts_ok in I. destruct I as (m & Im & Sm). rewrite forallb_forall in O3. specialize (O3 m Im). apply andb_prop in
      O3.
    destruct O3 as [O3 O4]. assert (Not : forall c ts, proved (FNot (exist (tracks (width r) (width r)) (and2 m (and2 Y (FAtom
      (AtMost c ts)))))) = true ->
      (0 < c + dot ts v)%Z).
    { intros c ts O. apply Z.nle_gt. intros Le. apply (proved_sound _ O v B). apply sem_exist. exists v. split; [intros t _;
      auto|].
      rewrite !sem_and2. split; [exact Sm|]. split; [exact (Here v B Ex)|exact Le]. }
    apply Not in O3, O4. rewrite dot_app, !dot_combine in O3. rewrite dot_combine in O4.
    fold (at_tracks v 0 (width r)) (at_tracks v (width r) (width r)) in O3, O4. rewrite Ex, Ey in O3. rewrite Ey in O4.
    unfold mu. apply Z2N.inj_lt; lia.
Qed.
(* moves lead to positions *)
Lemma falls_closed s f l : check_falls s f l = true -> forall x, is_position s x -> forall pss, move (rules_game s) x pss ->
  forall y, List.In y pss -> is_position s y.
Proof.
  intros C x P pss M y I. destruct (check_falls_sound s f l C x P) as (_ & K). destruct (K pss M) as (y' & -> & Py & _).
  destruct I as [<-|[]]. exact Py.
Qed.
Lemma falls_single s f l : check_falls s f l = true -> single (rules_game s).
Proof.
  intros C x pss (l' & E & I). unfold check_falls in C. cbv zeta in C. apply andb_prop in C.
  destruct (options_single s x l' pss (proj1 C) E I) as (y & -> & _). eauto.
Qed.
Lemma has_values misere s f l x : check_falls s f l = true -> is_position s x -> exists t, Words.value_in misere (rules_game s) x
  t.
Proof.
  intros C. apply (Words.values_in_inside (rules_game s) (is_position s) (falls_closed s f l C) misere).
  - intros _. exact (falls_single s f l C).
  - apply (Words.falls_ends (rules_game s) (is_position s) (falls_closed s f l C) (fun x => Z.of_N (mu f l x)) 0). intros y P.
    split; [lia|].
    intros z (pss & M & I). destruct (check_falls_sound s f l C y P) as (_ & K). destruct (K pss M) as (z' & -> & _ & Lt).
    destruct I as [<-|[]]. lia.
  - intros y _. apply rules_listed.
Qed.

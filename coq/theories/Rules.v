(* The moves of rules as formulas, and the proof that they are the options of the evaluator.

   [tmoves] makes two formulas of rules: D, "everything that is evaluated is defined and covered", and M, "some move leads to
     what the
   tracks of the mode say" (or, without tracks, "some move is there").  [moves_sound] says:
     at each position where D is true, the evaluator
   of Game.v gives options, and M is true exactly if what the tracks say is among them.

   A move's parameters are bound by "there is", whether their ranges grow or not.  What has no such form gives [None]
     and is refused.
   Nothing here must be read to believe a theorem about a game. *)
Require Import List NArith ZArith PArith Bool Lia.
From Grundy Require Import Tree Automaton Search Operations Atoms Program Formula Tidy Decision Expr Game Cases Closing Translate.
From Grundy Require Export Closing Collect.
Import ListNotations.

(** * Where a move leads *)
(* to anywhere; to the positions whose coordinates are the tracks;
  to one position of w coordinates, of which V says the number u *)
Inductive mode :=
| Anywhere
| To (yss : list (list positive))
| Worth (V : list positive -> positive -> form) (says : list N -> N -> Prop) (w : nat) (u : positive).
Definition reaches (m : mode) (v : val) (pss : list (list N)) : Prop :=
  match m with
  | Anywhere => True
  | To yss => pss = map (map v) yss
  | Worth _ says _ u => exists ys, pss = [ys] /\ says ys (v u)
  end.
(* V says what it is to say *)
Definition mode_ok (m : mode) (v : val) : Prop :=
  match m with
  | Worth F says w _ => bounded v /\ forall ts u v, bounded v -> length ts = w -> (sem (F ts u) v <-> says (map v ts) (v u))
  | _ => True
  end.
Lemma mode_ok_off ts m v w : same_off ts v w -> mode_ok m v -> mode_ok m w.
Proof. destruct m; cbn [mode_ok]; auto. intros O [B K]. split; auto. eapply bounded_off; eauto. Qed.
Definition mode_free (ts : list positive) (m : mode) : bool :=
  match m with
  | Anywhere => true
  | To yss => forallb (forallb (fun y => negb (inside y ts))) yss
  | Worth _ _ _ u => negb (inside u ts)
  end.
Lemma reaches_off ts m v w pss : mode_free ts m = true -> same_off ts v w -> (reaches m v pss <-> reaches m w pss).
Proof.
  destruct m as [|yss|V says n u]; cbn [mode_free reaches]; [tauto| |].
  - rewrite forallb_forall. intros F H.
    assert (E : map (map v) yss = map (map w) yss); [|rewrite E; tauto]. apply map_ext_in. intros ys I. apply map_ext_in.
    intros y J.
    specialize (F ys I). rewrite forallb_forall in F. specialize (F y J). apply negb_true_iff, inside_not in F. symmetry.
    apply H; auto.
  - intros F H. apply negb_true_iff, inside_not in F. rewrite (H u F). tauto.
Qed.
Fixpoint equal (ys : list positive) (ls : list lin) : form :=
  match ys, ls with [], [] => yes | y :: ys', l :: ls' => and2 (eq (ltrack y) l) (equal ys' ls') | _, _ => no end.
Fixpoint equal_all (yss : list (list positive)) (lss : list (list lin)) : form :=
  match yss, lss with [], [] => yes | ys :: yss', ls :: lss' => and2 (equal ys ls) (equal_all yss' lss') | _, _ => no end.
(* V at the numbers of a list, which get tracks of their own where they are none *)
Definition past (u : positive) (ls : list lin) : positive :=
  Pos.succ (fold_right (fun l m => fold_right (fun p m => Pos.max (fst p) m) m (snd l)) u ls).
Definition worth (V : list positive -> positive -> form) (w : nat) (u : positive) (ls : list lin) : option form :=
  let n := past u ls in let '(g, ts, n') := named ls n in let fresh := between n n' in
  if forallb (lin_free fresh) ls && negb (inside u fresh) && Nat.eqb (length ls) w then Some (exist fresh (and2 g (V ts u)))
    else None.
Definition leads (m : mode) (lss : list (list lin)) : option form :=
  match m with
  | Anywhere => Some yes
  | To yss => Some (equal_all yss lss)
  | Worth F _ w u => match lss with [ls] => worth F w u ls | _ => Some no end
  end.
Definition vals (v : val) (ls : list lin) : list Z := map (fun l => lval l v) ls.
Lemma equal_ok v ys : forall ls, forallb natural (vals v ls) = true -> (sem (equal ys ls) v <-> position (vals v ls) = map v ys).
Proof.
  induction ys as [|y ys IH]; intros [|l ls]; cbn [equal vals map position forallb]; intros H.
  - split; auto. intros _. apply sem_yes.
  - split; [intros S; destruct (sem_no v S)|discriminate].
  - split; [intros S; destruct (sem_no v S)|discriminate].
  - apply andb_prop in H. destruct H as [H1 H2]. apply Z.leb_le in H1. rewrite sem_and2, sem_eq, lval_track.
    specialize (IH ls H2). unfold position, vals in IH. rewrite IH. split.
    + intros [E ->]. f_equal. rewrite <- E. apply N2Z.id.
    + intros E. injection E as E1 E2. split; auto. rewrite <- E1. apply Z2N.id; auto.
Qed.
Lemma equal_all_ok v yss : forall lss, Forall (fun ls => forallb natural (vals v ls) = true) lss ->
  (sem (equal_all yss lss) v <-> map (fun ls => position (vals v ls)) lss = map (map v) yss).
Proof.
  induction yss as [|ys yss IH]; intros [|ls lss] H; cbn [equal_all map].
  - split; auto. intros; apply sem_yes.
  - split; [intros S; destruct (sem_no v S)|discriminate].
  - split; [intros S; destruct (sem_no v S)|discriminate].
  - inversion H as [|a b H1 H2]; subst. rewrite sem_and2, equal_ok, IH by auto. split.
    + intros [E ->]. f_equal. auto.
    + intros E. injection E as E1 E2. auto.
Qed.
Lemma in_between t n m : List.In t (between n m) <-> (n <= t < m)%positive.
Proof.
  unfold between. rewrite in_map_iff. split.
  - intros (i & <- & I). apply in_seq in I. pose proof (Pos2Nat.is_pos n). split; [apply Pos2Nat.inj_le|apply Pos2Nat.inj_lt];
    rewrite Nat2Pos.id; lia.
  - intros [A B]. exists (Pos.to_nat t). split; [apply Pos2Nat.id|]. apply in_seq. apply Pos2Nat.inj_le in A.
  apply Pos2Nat.inj_lt in B. lia.
Qed.
Lemma lin_free_incl ts us l : incl ts us -> lin_free us l = true -> lin_free ts l = true.
Proof.
  unfold lin_free. rewrite !forallb_forall. intros I H p J. specialize (H p J). apply negb_true_iff, inside_not in H.
  apply negb_true_iff, inside_not. auto.
Qed.
Lemma named_up ls : forall n g ts n', named ls n = (g, ts, n') -> (n <= n')%positive.
Proof.
  induction ls as [|l ls IH]; intros n g ts n' H; cbn [named] in H; [injection H as <- <- <-; lia|]. destruct (as_track l).
  - destruct (named ls n) as [[g' ts'] m] eqn:E. injection H as <- <- <-. eauto.
  - destruct (named ls (Pos.succ n)) as [[g' ts'] m] eqn:E. injection H as <- <- <-. specialize (IH _ _ _ _ E). lia.
Qed.
Lemma named_some ls : forall v n g ts n', named ls n = (g, ts, n') -> (forall l, List.In l ls ->
  lin_free (between n n') l = true) ->
  forallb natural (vals v ls) = true -> exists v', same_off (between n n') v v' /\ sem g v'.
Proof.
  induction ls as [|l ls IH]; intros v n g ts n' H Fr Nat; cbn [named] in H; [injection H as <- <- <-; exists v; split;
    [intros u _; auto|apply sem_yes]|].
  cbn [vals map forallb] in Nat. apply andb_prop in Nat. destruct Nat as [N1 N2]. destruct (as_track l).
  - destruct (named ls n) as [[g' ts'] m] eqn:E. injection H as <- <- <-. apply (IH v n g' ts' m E); auto. intros x I.
  apply Fr. simpl. auto.
  - destruct (named ls (Pos.succ n)) as [[g' ts'] m] eqn:E. injection H as <- <- <-. pose proof (named_up _ _ _ _ _ E) as Up.
    assert (Sub : incl (between (Pos.succ n) m) (between n m)) by (intros t; rewrite !in_between; lia).
    assert (In1 : List.In n (between n m)) by (apply in_between; lia).
    set (v1 := upd v n (Z.to_N (lval l v))). assert (O1 : same_off (between n m) v v1) by (apply same_off_upd; auto).
    destruct (IH v1 (Pos.succ n) g' ts' m E) as (v' & O & S).
    + intros x I. apply (lin_free_incl _ (between n m)); auto. apply Fr. simpl. auto.
    + rewrite <- N2. f_equal. unfold vals. apply map_ext_in. intros x I. apply (lin_free_ok (between n m)); auto. apply Fr.
    simpl. auto.
    + assert (O' : same_off (between n m) v v') by (intros t Nt; rewrite O by (intros J; apply Nt, Sub, J); apply O1; auto).
      exists v'. split; auto. apply sem_and2. split; auto. rewrite sem_eq, lval_track, (lin_free_ok (between n m) l v v') by
        (auto; apply Fr; simpl; auto).
      rewrite O by (rewrite in_between; lia). unfold v1, upd. rewrite Pos.eqb_refl. apply Z2N.id. apply Z.leb_le. exact N1.
Qed.
Lemma worth_ok V says w u ls v T : mode_ok (Worth V says w u) v -> forallb natural (vals v ls) = true ->
  worth V w u ls = Some T ->
  (sem T v <-> says (position (vals v ls)) (v u)).
Proof.
  intros [B K] Nat E. unfold worth in E. destruct (named ls (past u ls)) as [[g ts] n'] eqn:Nm. cbv zeta in E.
  destruct (_ && _ && _) eqn:Q; [|discriminate]. rewrite !andb_true_iff, negb_true_iff, Nat.eqb_eq in Q.
  destruct Q as [[Qf Qu] L]. apply inside_not in Qu. rewrite forallb_forall in Qf. injection E as <-. set (fresh :=
    between (past u ls) n') in *.
  assert (P : forall v', same_off fresh v v' -> sem g v' -> map v' ts = position (vals v ls) /\ length ts = w).
  { intros v' O S. pose proof (named_ok v' ls _ _ _ _ Nm S) as M.
    assert (Ev : map (fun l => lval l v') ls = vals v ls).
    { unfold vals. apply map_ext_in. intros l I. apply (lin_free_ok fresh); auto. }
    rewrite Ev in M. split; [|rewrite <- L, <- (map_length (fun t => Z.of_N (v' t))), M; unfold vals; apply map_length].
    unfold position. rewrite <- M, map_map. apply map_ext. intros t. symmetry. apply N2Z.id. }
  rewrite sem_exist. split.
  - intros (v' & O & S). apply sem_and2 in S. destruct S as [Sg Sv]. destruct (P v' O Sg) as [E Lt].
    apply (K ts u v') in Sv; [|eapply bounded_off; eauto|auto]. rewrite E, (O u Qu) in Sv. exact Sv.
  - intros Sy. destruct (named_some ls v (past u ls) g ts n' Nm Qf Nat) as (v' & O & Sg).
    exists v'. split; auto. apply sem_and2. split; auto. destruct (P v' O Sg) as [E Lt].
    apply (K ts u v'); [eapply bounded_off; eauto|auto|]. rewrite E, (O u Qu). exact Sy.
Qed.
Lemma leads_ok m v lss T : mode_ok m v -> leads m lss = Some T -> Forall (fun ls => forallb natural (vals v ls) = true) lss ->
  (sem T v <-> reaches m v (map (fun ls => position (vals v ls)) lss)).
Proof.
  destruct m as [|yss|V says w u]; cbn [leads reaches]; intros Ok E H.
  - injection E as <-. split; auto. intros; apply sem_yes.
  - injection E as <-. apply equal_all_ok; auto.
  - destruct lss as [|ls [|ls' lss]]; [| |].
    + injection E as <-. split; [intros S; destruct (sem_no v S)|intros (ys & Q & _); discriminate].
    + inversion H as [|a b H1 H2]; subst. rewrite (worth_ok V says w u ls v T Ok H1 E). cbn [map]. split; [eauto|].
      intros (ys & Q & S). injection Q as <-. exact S.
    + injection E as <-. split; [intros S; destruct (sem_no v S)|intros (ys & Q & _); discriminate].
Qed.

(** * Tuples, existence *)
Definition lists := list (form * list lin).
Fixpoint tnumbers (es : list expr) (te : tenv) (n : positive) : option (lists * positive) :=
  match es with
  | [] => Some ([(yes, [])], n)
  | e :: es' => let* (cs, n1) := tnum e te n in let* (ls, n2) := tnumbers es' te n1 in
      Some (flat_map (fun '(g, l) => map (fun '(h, r) => (and2 g h, l :: r)) ls) cs, n2)
  end.
Definition lists_right (ls : lists) (v : val) (o : option (list Z)) := forall g l, List.In (g, l) ls -> sem g v ->
  o = Some (vals v l).
Lemma tnumbers_ok es : forall te n ls n', tnumbers es te n = Some (ls, n') -> forall r v, fits te r v ->
  lists_right ls v (numbers es r).
Proof.
  induction es as [|e es IH]; intros te n ls n' H r v F; cbn [tnumbers] in H; steps H; intros g xs I S.
  - destruct I as [I|[]]. injection I as <- <-. auto.
  - apply in_flat_map in I. destruct I as ([h a] & I & J). apply in_map_iff in J. destruct J as ([k b] & Q & J).
  injection Q as <- <-.
    apply sem_and2 in S. destruct S as [S1 S2]. cbn [numbers]. rewrite (proj1 translation_sound _ _ _ _ _ E r v F h a I S1).
    rewrite (IH _ _ _ _ E0 r v F k b J S2). auto.
Qed.
(* targets, one tuple each *)
Fixpoint ttargets (ls : list (nat * nat)) (ts : list (nat * list (list expr))) (te : tenv) (n : positive) :
    option (list ((nat * nat) * lists) * positive) :=
  match ts with
  | [] => Some ([], n)
  | (j, [es]) :: ts' => let* leaf := nth_error ls j in let* (cs, n1) := tnumbers es te n in
      let* (r, n2) := ttargets ls ts' te n1 in Some ((leaf, cs) :: r, n2)
  | _ => None
  end.
Fixpoint put_all (l : list ((nat * nat) * lists)) (zs : list lin) : option lists :=
  match l with
  | [] => Some [(yes, zs)]
  | (leaf, cs) :: r => fold_right (fun '(g, vs) o => let* more := o in let* zs' := replace leaf vs zs in let* ends :=
    put_all r zs' in
      Some (map (fun '(h, e) => (and2 g h, e)) ends ++ more)) (Some []) cs
  end.
Lemma replace_map {A B} (f : A -> B) leaf vs zs : replace leaf (map f vs) (map f zs) = option_map (map f) (replace leaf vs zs).
Proof.
  unfold replace. destruct leaf as [first n]. rewrite map_length. destruct (Nat.eqb (length vs) n); auto. simpl. f_equal.
  rewrite !map_app, firstn_map, skipn_map. auto.
Qed.
Lemma put_all_ok ls ts : forall te n l n', ttargets ls ts te n = Some (l, n') -> forall r v, fits te r v ->
  forall zs cs, put_all l zs = Some cs -> lists_right cs v (moved ls ts r (vals v zs)).
Proof.
  induction ts as [|[j [|es [|es2 ess]]] ts IH]; intros te n l n' H r v F zs cs P; cbn [ttargets] in H; try discriminate H.
  - steps H. injection P as <-. intros g x [I|[]] _. injection I as <- <-. auto.
  - steps H. cbn [moved]. rewrite E. pose proof (tnumbers_ok _ _ _ _ _ E0 r v F) as T. cbn [put_all] in P.
    revert cs P T. match type of E0 with _ = Some (?x, _) => generalize x end. intros given.
    induction given as [|[g vs] given IHl]; intros cs P T; cbn [fold_right] in P; [injection P as <-; intros ? ? []|].
    destruct (fold_right _ (Some []) given) as [more|] eqn:Q; [|discriminate]. destruct (replace p vs zs) as [zs'|] eqn:R;
      [|discriminate].
    destruct (put_all _ zs') as [ends|] eqn:U; [|discriminate]. injection P as <-. intros h x I S.
    apply in_app_iff in I. destruct I as [I|I]; [|apply (IHl more eq_refl (fun g' m' I' => T g' m' (or_intror I')) h); auto].
    apply in_map_iff in I. destruct I as ([k e] & W & I). injection W as <- <-. apply sem_and2 in S. destruct S as [S1 S2].
    rewrite (T g vs (or_introl eq_refl) S1). unfold vals at 1 2. rewrite replace_map, R. cbn [option_map].
    apply (IH _ _ _ _ E1 r v F zs' ends U k); auto.
Qed.
Definition several := list (form * list (list lin)).
Fixpoint tleft (ls : list (nat * nat)) (recs : list (list (nat * list (list expr)))) (te : tenv) (n : positive) :
  option (several * positive) :=
  match recs with
  | [] => Some ([(yes, [])], n)
  | ts :: recs' => let* (l, n1) := ttargets ls ts te n in let* cs := put_all l (tcoords te) in let* (r, n2) :=
    tleft ls recs' te n1 in
      Some (flat_map (fun '(g, p) => map (fun '(h, ps) => (and2 g h, p :: ps)) r) cs, n2)
  end.
Lemma tleft_ok ls recs : forall te n cs n', tleft ls recs te n = Some (cs, n') -> forall r v, fits te r v ->
  forall g pss, List.In (g, pss) cs -> sem g v -> moved_all ls recs r (vals v (tcoords te)) = Some (map (vals v) pss).
Proof.
  induction recs as [|ts recs IH]; intros te n cs n' H r v F g pss I S; cbn [tleft] in H; steps H.
  - destruct I as [I|[]]. injection I as <- <-. auto.
  - apply in_flat_map in I. destruct I as ([h a] & I & J). apply in_map_iff in J. destruct J as ([k b] & Q & J).
  injection Q as <- <-.
    apply sem_and2 in S. destruct S as [S1 S2]. cbn [moved_all map]. rewrite (put_all_ok _ _ _ _ _ _ E r v F _ _ E0 h a I S1).
    rewrite (IH _ _ _ _ E1 r v F k b J S2). auto.
Qed.
Fixpoint tall (cs : list cond) (te : tenv) (n : positive) : option ((form * form) * positive) :=
  match cs with
  | [] => Some ((yes, no), n)
  | c :: cs' => let* (p, n1) := tcond c te n in let* (q, n2) := tall cs' te n1 in
      Some ((and2 (fst p) (fst q), or2 (snd p) (and2 (fst p) (snd q))), n2)
  end.
Lemma tall_ok cs : forall te n p n', tall cs te n = Some (p, n') -> forall r v, fits te r v ->
  judged (fst p) (snd p) v (all_hold cs r).
Proof.
  induction cs as [|c cs IH]; intros te n p n' H r v F; cbn [tall] in H; steps H; cbn [fst snd all_hold].
  - split; intros S; auto. destruct (sem_no v S).
  - destruct (proj1 (proj2 translation_sound) _ _ _ _ _ E r v F) as [Y N], (IH _ _ _ _ E0 r v F) as [Y' N'].
    split; intros S; sums; [rewrite (Y (proj1 S)); apply Y'; tauto|]. destruct S as [S|[S S']]; [rewrite (N S); auto|].
    rewrite (Y S). auto.
Qed.
Definition coords_only (ls : list lin) : tenv := {| tcoords := ls; tvars := []; tparts := []; tasks := []; held := [] |}.
Lemma fits_coords ls part v : fits (coords_only ls) (at_position part (vals v ls)) v.
Proof.
  constructor; cbn [coords_only tcoords tvars tparts tasks]; [|discriminate|intros [|k]; discriminate|intros [|k];
    discriminate|auto].
  intros i l E. cbn [at_position coord]. unfold vals. rewrite nth_error_map, E. auto.
Qed.
Definition texists (r : rules) (ls : list lin) (n : positive) : option ((form * form) * positive) :=
  if Nat.eqb (length ls) (width r) then
    let* (p, n1) := tall (map snd (requires r)) (coords_only ls) n in
    let nats := and_all (map nat_ ls) in
    Some ((and2 nats (fst p), or2 (or_all (map neg ls)) (and2 nats (snd p))), n1)
  else None.
Lemma nats_ok v ls : sem (and_all (map nat_ ls)) v <-> forallb natural (vals v ls) = true.
Proof.
  rewrite sem_and_all, Forall_map, forallb_forall, Forall_forall. unfold vals. split.
  - intros H z I. apply in_map_iff in I. destruct I as (l & <- & I). apply Z.leb_le. apply sem_nat. apply H; auto.
  - intros H l I. apply sem_nat. apply Z.leb_le. apply (H (lval l v)). apply in_map_iff. eauto.
Qed.
Lemma texists_ok r ls n p n' : texists r ls n = Some (p, n') -> forall v, judged (fst p) (snd p) v (exists_at r (vals v ls)) /\
  (sem (fst p) v -> forallb natural (vals v ls) = true).
Proof.
  unfold texists. intros H v. destruct (Nat.eqb_spec (length ls) (width r)) as [L|]; [|discriminate]. steps H. cbn [fst snd].
  destruct (tall_ok _ _ _ _ _ E _ v (fits_coords ls no_part v)) as [Y N]. unfold exists_at.
  assert (L' : length (vals v ls) = width r) by (unfold vals; rewrite map_length; auto). rewrite L', Nat.eqb_refl. cbn [andb].
  split; [split|]; intros S; sums.
  - destruct S as [S S']. apply nats_ok in S. rewrite S. auto.
  - destruct S as [S|[S S']]; [|apply nats_ok in S; rewrite S; auto]. assert (K : forallb natural (vals v ls) = false).
    { apply sem_or_all in S. destruct S as (a & I & S). apply in_map_iff in I. destruct I as (l & <- & I). apply sem_neg in S.
      apply not_true_is_false. rewrite forallb_forall. intros H. specialize (H (lval l v)). unfold vals, natural in H.
      rewrite in_map_iff in H. specialize (H ltac:(eauto)). apply Z.leb_le in H. lia. }
    rewrite K. auto.
  - apply nats_ok. tauto.
Qed.
Fixpoint texist_all (r : rules) (lss : list (list lin)) (n : positive) : option ((form * form) * positive) :=
  match lss with
  | [] => Some ((yes, no), n)
  | ls :: lss' => let* (p, n1) := texists r ls n in let* (q, n2) := texist_all r lss' n1 in
      Some ((and2 (fst p) (fst q), or2 (snd p) (and2 (fst p) (snd q))), n2)
  end.
Lemma texist_all_ok r lss : forall n p n', texist_all r lss n = Some (p, n') -> forall v,
  judged (fst p) (snd p) v (all_exist r (map (vals v) lss)) /\
  (sem (fst p) v -> Forall (fun ls => forallb natural (vals v ls) = true) lss).
Proof.
  induction lss as [|ls lss IH]; intros n p n' H v; cbn [texist_all] in H; steps H; cbn [fst snd map all_exist].
  - split; [split; intros S; auto; destruct (sem_no v S)|auto].
  - destruct (texists_ok _ _ _ _ _ E v) as [[Y N] Q], (IH _ _ _ E0 v) as [[Y' N'] Q']. split; [split|]; intros S; sums.
    + rewrite (Y (proj1 S)). apply Y'. tauto.
    + destruct S as [S|[S S']]; [rewrite (N S); auto|]. rewrite (Y S). auto.
    + destruct S. constructor; auto.
Qed.

(* The moves of rules as formulas, second part: parameters, families, rules.

   [tmoves] makes two formulas of rules.  D: everything that is evaluated at the position is defined, and covered by the
     translation.  M:
   some move leads to the positions that the tracks of the mode say (or, without tracks: there is a move).  [moves_sound]:
     at each position
   where D is true, the evaluator of Game.v gives options, and M is true exactly if the mode's positions are an option.

   Parameters are bound by "there is", whether their ranges grow or not; "defined" says "for all" of them.
   Nothing here must be read to
   believe a theorem about a game. *)
Require Import List NArith ZArith PArith Bool Lia.
From Grundy Require Import Tree Automaton Search Operations Atoms Program Formula Tidy Decision Expr Game Cases Closing Translate Rules.
Import ListNotations.

(* M is true exactly if the options o have what the mode says, wherever D is true *)
Definition options_are (m : mode) (M D : form) (v : val) (o : option (list (list (list N)))) : Prop :=
  sem D v -> exists l, o = Some l /\ ((exists pss, List.In pss l /\ reaches m v pss) <-> sem M v).
(** * What a family leaves, for given parameters *)
Fixpoint tends (r : rules) (m : mode) (cs : several) (n : positive) : option ((form * form) * positive) :=
  match cs with
  | [] => Some ((no, no), n)
  | (g, pss) :: l =>
      let* (e, n1) := texist_all r pss n in let* there := leads m pss in let* (rest, n2) := tends r m l n1 in
      Some ((or2 (and2 g (and2 (fst e) there)) (fst rest), or2 (and2 g (or2 (fst e) (snd e))) (snd rest)), n2)
  end.
Lemma tends_ok r m v o cs : mode_ok m v -> (forall g pss, List.In (g, pss) cs -> sem g v -> o = Some (map (vals v) pss)) ->
  forall n p n', tends r m cs n = Some (p, n') ->
  (sem (fst p) v -> exists pss, o = Some pss /\ all_exist r pss = Some true /\ reaches m v (map position pss)) /\
  (sem (snd p) v -> exists pss t, o = Some pss /\ all_exist r pss = Some t /\
     (t = true -> reaches m v (map position pss) -> sem (fst p) v)).
Proof.
  intros Mo. induction cs as [|[g pss] cs IH]; intros O n p n' H; cbn [tends] in H; steps H; cbn [fst snd].
  - split; intros S; destruct (sem_no v S).
  - destruct (texist_all_ok r pss _ _ _ E v) as [[Y N] Q]. specialize (IH (fun g' p' I => O g' p' (or_intror I)) _ _ _ E1).
    destruct IH as [IM ID]. specialize (O g pss (or_introl eq_refl)). split; intros S; rewrite sem_or2, !sem_and2 in S.
    + destruct S as [(Sg & Se & Sl)|S]; [|apply IM; auto]. exists (map (vals v) pss). split; [auto|]. split; [auto|].
      apply (leads_ok m v pss) in Sl; [|auto..]. rewrite map_map. exact Sl.
    + destruct S as [(Sg & S)|S].
      * rewrite sem_or2 in S. destruct S as [S|S]; eexists; eexists; (split; [apply O; exact Sg|]).
        -- split; [apply (Y S)|]. intros _ R. rewrite map_map in R. rewrite sem_or2, !sem_and2. left. split; [exact Sg|].
           split; [exact S|]. apply (leads_ok m v pss); auto.
        -- split; [apply (N S)|discriminate].
      * destruct (ID S) as (qss & t & Q1 & Q2 & K). exists qss, t. split; [auto|]. split; [auto|]. intros T R. rewrite sem_or2.
      auto.
Qed.
Definition tchosen (r : rules) (f : family) (m : mode) (te : tenv) (n : positive) : option ((form * form) * positive) :=
  let* (g, n1) := tcond (guard f) te n in
  let* (cs, n2) := tleft (leaves r) (recipes (leaves r) (targets f)) te n1 in
  let* (p, n3) := tends r m cs n2 in
  Some ((and2 (fst g) (fst p), or2 (snd g) (and2 (fst g) (snd p))), n3).
Lemma tchosen_ok r f m te n p n' : tchosen r f m te n = Some (p, n') -> forall e v, mode_ok m v -> fits te e v ->
  let o := chosen r f (vals v (tcoords te)) e in
  (sem (fst p) v -> exists pss, o = Some [pss] /\ reaches m v pss) /\
  (sem (snd p) v -> exists l, o = Some l /\ forall pss, List.In pss l -> reaches m v pss -> sem (fst p) v).
Proof.
  unfold tchosen. intros H e v Mo F. steps H. cbn [fst snd]. unfold chosen, left_over.
  destruct (proj1 (proj2 translation_sound) _ _ _ _ _ E e v F) as [Y N].
  destruct (tends_ok r m v _ _ Mo (tleft_ok _ _ _ _ _ _ E0 e v F) _ _ _ E1) as [IM ID]. split; intros S.
  - rewrite sem_and2 in S. destruct S as [Sg S]. rewrite (Y Sg). destruct (IM S) as (pss & -> & -> & R). eauto.
  - rewrite sem_or2, sem_and2 in S. destruct S as [S|[Sg S]]; [rewrite (N S); exists []; split; auto; intros ? []|].
    rewrite (Y Sg). destruct (ID S) as (pss & t & -> & -> & K). eexists. split; [reflexivity|]. intros qss I R.
    rewrite sem_and2. split; auto.
    destruct t; [|destruct I]. destruct I as [<-|[]]. auto.
Qed.

(** * Parameters *)
Definition closed_pair (ts : list positive) (te : tenv) (m : mode) (p : form * form) : option (form * form) :=
  if free ts te && mode_free ts m then Some (close ts (fst p), close ts (snd p)) else None.
(* a parameter is o + t for a track t, so that it is never below o: which is 0, or at most the lower end where that may be negative *)
Definition range_holds (p : lin) (cl ch : cases) : form :=
  or_all (flat_map (fun '(g, a) => map (fun '(h, b) => and2 g (and2 h (and2 (le a p) (le p b)))) ch) cl).
Definition range_defined (o p : lin) (t : positive) (cl ch : cases) (D : form) : form :=
  or_all (flat_map (fun '(g, a) => map (fun '(h, b) => and2 g (and2 h (and2 (or2 (le o a) (lt b a))
    (all1 t (or2 (lt p a) (or2 (lt b p) D)))))) ch) cl).
(* what is at most a *)
Definition at_most (a : lin) : lin := (Z.min 0 (fst a), filter (fun p => (snd p <? 0)%Z) (snd a)).
Definition offset (ts : list positive) (cl : cases) : lin :=
  let o := match cl with
           | [(g, a)] => if is_yes g && negb (is_natural a) then a else lconst 0
           | _ => fold_right (fun '(_, a) o => ladd o 1 (at_most a)) (lconst 0) cl
           end in
  if lin_free ts o then o else lconst 0.
Lemma offset_free ts cl : lin_free ts (offset ts cl) = true.
Proof. unfold offset. set (o := match cl with [] => _ | _ => _ end). destruct (lin_free ts o) eqn:E; auto. Qed.
Fixpoint tchoices (ps : list (expr * expr)) (j : nat) (r : rules) (f : family) (m : mode) (te : tenv) (n : positive) :
    option ((form * form) * positive) :=
  match ps with
  | [] => let* (p, n') := tchosen r f m te n in let* q := closed_pair (between n n') te m p in Some (q, n')
  | (lo, hi) :: ps' =>
      let* (cl, n1) := tnum lo te n in let* (ch, t) := tnum hi te n1 in
      let ts := between n t in
      let o := offset (t :: ts) cl in let q := ladd o 1 (ltrack t) in
      let* (p, n2) := tchoices ps' (S j) r f m (tput te j q) (Pos.succ t) in
      if free (t :: ts) te && mode_free (t :: ts) m && silent ts (fst p) && silent ts (snd p) && without t (cl ++ ch) then
        Some ((close ts (ex1 t (and2 (range_holds q cl ch) (fst p))), close ts (range_defined o q t cl ch (snd p))), n2)
      else None
  end.
Lemma collect_some {A B} (f : A -> option (list B)) l : (forall a, List.In a l -> exists x, f a = Some x) ->
  exists x, collect f l = Some x /\ forall b, List.In b x <-> exists a y, List.In a l /\ f a = Some y /\ List.In b y.
Proof.
  induction l as [|a l IH]; intros H; cbn [collect].
  - exists []. split; auto. intros b. split; [intros []|intros (a & y & [] & _)].
  - destruct (H a (or_introl eq_refl)) as (x & E). destruct IH as (y & E' & K); [intros; apply H; simpl; auto|]. rewrite E, E'.
    exists (x ++ y). split; auto. intros b. rewrite in_app_iff, K. split.
    + intros [I|(c & z & I & Ec & J)]; [exists a, x|exists c, z]; simpl; auto.
    + intros (c & z & [<-|I] & Ec & J); [left; congruence|right; exists c, z; auto].
Qed.
Lemma tchoices_ok ps : forall j r f m te n p n', tchoices ps j r f m te n = Some (p, n') -> forall e v, mode_ok m v ->
  fits te e v ->
  options_are m (fst p) (snd p) v (choices ps j e (chosen r f (vals v (tcoords te)))).
Proof.
  induction ps as [|[lo hi] ps IH]; intros j r f m te n p n' H e v Mo F; cbn [tchoices] in H; cbn [choices].
  - steps H. unfold closed_pair in E0. destruct (free _ te && mode_free _ m) eqn:Q; [|discriminate]. injection E0 as <-.
    apply andb_prop in Q. destruct Q as [Qf Qm]. cbn [fst snd].
    assert (V : forall w, same_off (between n n') v w -> vals w (tcoords te) = vals v (tcoords te)).
    { intros w S. unfold vals. apply map_ext_in. intros l I. apply (lin_free_ok (between n n')); auto.
      unfold free in Qf. rewrite !andb_true_iff, !forallb_forall in Qf. apply Qf; auto. }
    intros S. apply sem_close in S. destruct S as (w & O & S).
    destruct (tchosen_ok _ _ _ _ _ _ _ E e w (mode_ok_off _ _ _ _ O Mo) (fits_off _ _ _ _ _ Qf O F)) as [_ D].
    rewrite (V w O) in D.
    destruct (D S) as (l & El & K). exists l. split; [auto|]. split.
    + intros (pss & I & R). apply sem_close. exists w. split; auto. apply (K pss I). apply (reaches_off _ m v w pss Qm O); auto.
    + intros Sm. apply sem_close in Sm. destruct Sm as (u & Ou & Sm).
      destruct (tchosen_ok _ _ _ _ _ _ _ E e u (mode_ok_off _ _ _ _ Ou Mo) (fits_off _ _ _ _ _ Qf Ou F)) as [M _].
      rewrite (V u Ou) in M.
      destruct (M Sm) as (pss & Ep & R). rewrite El in Ep. injection Ep as ->. exists pss. split; [simpl; auto|].
      apply (reaches_off _ m v u pss Qm Ou); auto.
  - destruct (tnum lo te n) as [[cl n1]|] eqn:El; [|discriminate]. destruct (tnum hi te n1) as [[ch t]|] eqn:Eh; [|discriminate].
    cbv zeta in H. destruct (tchoices ps (S j) r f m _ _) as [[[M D] n2]|] eqn:Ep; [|discriminate]. cbn [fst snd] in H.
    destruct (free _ te && mode_free _ m && silent _ M && silent _ D && without _ _) eqn:Q; [|discriminate].
    injection H as <- <-. cbn [fst snd]. rewrite !andb_true_iff in Q. destruct Q as [[[[Qf Qm] QM] QD] Qw]. set (ts :=
      between n t) in *.
    pose proof (offset_free (t :: ts) cl) as Qo. set (o := offset (t :: ts) cl) in *. set (q := ladd o 1 (ltrack t)) in *.
    clearbody o.
    assert (Lo : forall u, same_off (t :: ts) v u -> lval o u = lval o v) by (intros u O; apply (lin_free_ok (t :: ts)); auto).
    set (c := lval o v) in *.
    assert (Lq : forall u, same_off (t :: ts) v u -> lval q u = (c + Z.of_N (u t))%Z).
    { intros u O. unfold q. rewrite lval_add, lval_track, (Lo u O). lia. }
    assert (V : forall w, same_off (t :: ts) v w -> vals w (tcoords te) = vals v (tcoords te)).
    { intros w S. unfold vals. apply map_ext_in. intros l I. apply (lin_free_ok (t :: ts)); auto.
      unfold free in Qf. rewrite !andb_true_iff, !forallb_forall in Qf. apply Qf; auto. }
    assert (Fo : forall w, same_off (t :: ts) v w -> fits te e w) by (intros w O; apply (fits_off _ _ _ v w Qf O F)).
    assert (Ft : forall w, same_off (t :: ts) v w -> fits (tput te j q) (put e j (c + Z.of_N (w t))%Z) w).
    { intros w O. rewrite <- (Lq w O). apply fits_put. auto. }
    assert (T1 : forall w, same_off ts v w -> same_off (t :: ts) v w) by (intros w O u K; apply O; simpl in K; tauto).
    assert (T2 : forall w k, same_off (t :: ts) v w -> same_off (t :: ts) v (upd w t k)).
    { intros w k O u K. unfold upd. destruct (Pos.eqb_spec u t); [subst; simpl in K; tauto|]. auto. }
    intros S. apply sem_close in S. destruct S as (w & Ow & S). pose proof (T1 w Ow) as O.
    apply sem_or_all in S. destruct S as (x & I & S). apply in_flat_map in I. destruct I as ([g a] & Ia & I).
    apply in_map_iff in I.
    destruct I as ([h b] & <- & Ib). rewrite !sem_and2, sem_or2, sem_le, sem_lt, sem_all1, (Lo w O) in S.
    destruct S as (Sg & Sh & Sn & Sa).
    assert (Na : forall u g a, List.In (g, a) cl -> same_off (t :: ts) v u -> sem g u -> num lo e = Some (lval a u)).
    { intros u g' a' I' O' S'. apply (proj1 translation_sound _ _ _ _ _ El e u (Fo u O') g'); auto. }
    assert (Nb : forall u g a, List.In (g, a) ch -> same_off (t :: ts) v u -> sem g u -> num hi e = Some (lval a u)).
    { intros u g' a' I' O' S'. apply (proj1 translation_sound _ _ _ _ _ Eh e u (Fo u O') g'); auto. }
    assert (W : forall f l k, List.In (f, l) (cl ++ ch) -> (sem f (upd w t k) <-> sem f w) /\ lval l (upd w t k) = lval l w).
    { intros f' l k I'. unfold without in Qw. rewrite forallb_forall in Qw. specialize (Qw _ I'). apply andb_prop in Qw.
      destruct Qw as [Q1 Q2]. assert (Of : same_off [t] w (upd w t k)) by (apply same_off_upd; simpl; auto).
      split; [symmetry; apply (silent_ok [t]); auto|apply (lin_free_ok [t]); auto]. }
    assert (Wa : forall k, (sem g (upd w t k) <-> sem g w) /\ lval a (upd w t k) = lval a w) by (intros k; apply W, in_app_iff;
      auto).
    assert (Wb : forall k, (sem h (upd w t k) <-> sem h w) /\ lval b (upd w t k) = lval b w) by (intros k; apply W, in_app_iff;
      auto).
    assert (Ut : forall k, upd w t k t = k) by (intros k; unfold upd; rewrite Pos.eqb_refl; auto).
    rewrite (Na w g a Ia O Sg), (Nb w h b Ib O Sh).
    (* the value k of the parameter *)
    assert (K : forall u, same_off (t :: ts) v u -> (lval a w <= c + Z.of_N (u t) <= lval b w)%Z ->
      options_are m M yes u (choices ps (S j) (put e j (c + Z.of_N (u t))%Z) (chosen r f (vals v (tcoords te))))).
    { intros u Ou B _. set (k := u t) in *. pose proof (Sa k) as Sk. rewrite !sem_or2, !sem_lt, (Lq _ (T2 w k O)), Ut in Sk.
      rewrite (proj2 (Wa k)), (proj2 (Wb k)) in Sk.
      assert (Dk : sem D (upd w t k)) by (destruct Sk as [L|[L|L]]; [lia|lia|exact L]).
      assert (Oku : same_off ts (upd w t k) u).
      { intros y Ny. unfold upd. destruct (Pos.eqb_spec y t); [subst; auto|]. rewrite (O y), (Ou y); simpl;
        intuition congruence. }
      pose proof (IH _ _ _ _ _ _ _ _ Ep (put e j (c + Z.of_N k)%Z) u (mode_ok_off _ _ _ _ Ou Mo) (Ft u Ou)) as C.
      cbn [fst snd tput tcoords] in C. rewrite (V u Ou) in C.
      apply C. apply (silent_ok ts D (upd w t k) u QD Oku). exact Dk. }
    assert (P : forall z, List.In z (range (lval a w) (lval b w)) -> exists k, z = (c + Z.of_N k)%Z).
    { intros z I. apply in_range in I. exists (Z.to_N (z - c)). rewrite Z2N.id; lia. }
    destruct (collect_some (fun z => choices ps (S j) (put e j z) (chosen r f (vals v (tcoords te)))) (range (lval a w) (lval b
      w)))
      as (l & Ec & Il).
    { intros z I. destruct (P z I) as (k & ->). apply in_range in I.
      destruct (K (upd w t k) (T2 w k O)) as (l & E & _); rewrite ?Ut in *; [lia|apply sem_yes|eauto]. }
    exists l. split; [exact Ec|]. split.
    + intros (pss & I & R). apply Il in I. destruct I as (z & y & Iz & Ey & Iy). destruct (P z Iz) as (k & ->).
    apply in_range in Iz.
      destruct (K (upd w t k) (T2 w k O)) as (y' & Ey' & Iff); rewrite ?Ut in *; [lia|apply sem_yes|]. rewrite Ey in Ey'.
      injection Ey' as <-.
      apply sem_close. exists w. split; auto. apply sem_ex1. exists k. rewrite sem_and2. split.
      * apply sem_or_all. exists (and2 g (and2 h (and2 (le a q) (le q b)))). split.
        -- apply in_flat_map. exists (g, a). split; auto. apply in_map_iff. exists (h, b). auto.
        -- rewrite !sem_and2, !sem_le, (Lq _ (T2 w k O)), Ut, (proj2 (Wa k)), (proj2 (Wb k)), (proj1 (Wa k)), (proj1 (Wb k)).
        intuition lia.
      * apply Iff. exists pss. split; auto. apply (reaches_off (t :: ts) m v _ pss Qm (T2 w k O)). exact R.
    + intros S. apply sem_close in S. destruct S as (u0 & Ou0 & S). apply sem_ex1 in S. destruct S as (k & S).
      set (u := upd u0 t k) in *. assert (Ou : same_off (t :: ts) v u) by (apply T2, T1; auto). apply sem_and2 in S.
      destruct S as [Sr Sm].
      apply sem_or_all in Sr. destruct Sr as (x & Ix & Sr). apply in_flat_map in Ix. destruct Ix as ([g' a'] & Ia' & Ix).
      apply in_map_iff in Ix. destruct Ix as ([h' b'] & <- & Ib'). rewrite !sem_and2, !sem_le, (Lq u Ou) in Sr.
      destruct Sr as (Sg' & Sh' & La & Lb).
      pose proof (Na u g' a' Ia' Ou Sg') as Ea. rewrite (Na w g a Ia O Sg) in Ea. injection Ea as Ea.
      pose proof (Nb u h' b' Ib' Ou Sh') as Eb. rewrite (Nb w h b Ib O Sh) in Eb. injection Eb as Eb.
      destruct (K u Ou ltac:(lia) (sem_yes u)) as (y & Ey & Iff). apply Iff in Sm. destruct Sm as (pss & Iy & R). exists pss.
      split.
      * apply Il. exists (c + Z.of_N (u t))%Z, y. split; [apply in_range; lia|]. auto.
      * apply (reaches_off (t :: ts) m v u pss Qm Ou). exact R.
Qed.

(** * Families, rules *)
Definition tfamily (r : rules) (m : mode) (te : tenv) (n : positive) (f : family) : option (form * form) :=
  let* (b, n1) := tcond (before f) te n in let ts := between n n1 in
  let* (p, _) := tchoices (params f) 0 r f m te n1 in
  if free ts te then Some (and2 (close ts (fst b)) (fst p), or2 (close ts (snd b)) (and2 (close ts (fst b)) (snd p))) else None.
Lemma tfamily_ok r m te n f p : tfamily r m te n f = Some p -> tvars te = [] -> forall part v, mode_ok m v ->
  fits te (at_position part (vals v (tcoords te))) v ->
  options_are m (fst p) (snd p) v (family_options r part (vals v (tcoords te)) f).
Proof.
  unfold tfamily. intros H _ part v Mo F. steps H. destruct (free _ te) eqn:Qf; [|discriminate]. injection H as <-. cbn [fst snd].
  set (e := at_position part (vals v (tcoords te))) in *. unfold family_options. fold e.
  assert (J : judged (close (between n p1) (fst p0)) (close (between n p1) (snd p0)) v (truth (before f) e)).
  { split; intros S; apply sem_close in S; destruct S as (w & O & S);
    apply (proj1 (proj2 translation_sound) _ _ _ _ _ E e w (fits_off _ _ _ v w Qf O F)); auto. }
  destruct J as [Y N]. intros S. rewrite sem_or2, sem_and2 in S. destruct S as [S|[Sb S]].
  - rewrite (N S). exists []. split; auto. split; [intros (pss & [] & _)|]. rewrite sem_and2. intros [S' _]. rewrite (Y S') in N.
    specialize (N S). discriminate.
  - rewrite (Y Sb). destruct (tchoices_ok _ _ _ _ _ _ _ _ _ E0 e v Mo F S) as (l & El & K). exists l. split; [exact El|].
    rewrite K, sem_and2. tauto.
Qed.
Fixpoint tfamilies (r : rules) (m : mode) (te : tenv) (n : positive) (fs : list family) : option (form * form) :=
  match fs with
  | [] => Some (no, yes)
  | f :: fs' => let* p := tfamily r m te n f in let* q := tfamilies r m te n fs' in
      Some (or2 (fst p) (fst q), and2 (snd p) (snd q))
  end.
Lemma tfamilies_ok r m te n fs : forall p, tfamilies r m te n fs = Some p -> tvars te = [] -> forall part v, mode_ok m v ->
  fits te (at_position part (vals v (tcoords te))) v ->
  options_are m (fst p) (snd p) v (collect (family_options r part (vals v (tcoords te))) fs).
Proof.
  induction fs as [|f fs IH]; intros p H T part v Mo F; cbn [tfamilies] in H; steps H; cbn [fst snd collect]; intros S.
  - exists []. split; auto. split; [intros (pss & [] & _)|intros S'; destruct (sem_no v S')].
  - apply sem_and2 in S. destruct S as [S1 S2]. destruct (tfamily_ok _ _ _ _ _ _ E T part v Mo F S1) as (l & -> & K).
    destruct (IH _ eq_refl T part v Mo F S2) as (l' & -> & K'). exists (l ++ l'). split; auto. rewrite sem_or2, <- K, <- K'.
    split.
    + intros (pss & I & R). apply in_app_iff in I. destruct I; [left|right]; exists pss; auto.
    + intros [(pss & I & R)|(pss & I & R)]; exists pss; rewrite in_app_iff; auto.
Qed.

(* the two formulas of an atom "terminal", given those of the part's moves and of the existence of its position *)
Definition tpart (s : rules) (sub : list lin) (n : positive) (moves : option (form * form)) : form * form :=
  match moves, texists s sub n with
  | Some (M, D), Some (e, n1) =>
      let ts := between n n1 in
      if free ts (coords_only sub) then
        (or2 (close ts (snd e)) (and2 (close ts (fst e)) (and2 D (not1 M))), and2 (close ts (fst e)) (and2 D M))
      else (no, no)
  | _, _ => (no, no)
  end.
(* [ls]: the coordinates of the position *)
Fixpoint tmoves (fuel : nat) (r : rules) (m : mode) (ls : list lin) (n : positive) : option (form * form) :=
  let sub first (s : rules) := firstn (width s) (skipn first ls) in
  let ps := match fuel, r with
            | S f, Rules _ _ _ ps => map (fun '(first, s) => tpart s (sub first s) n (tmoves f s Anywhere (sub first s) n)) ps
            | O, _ => []
            end in
  tfamilies r m {| tcoords := ls; tvars := []; tparts := ps; tasks := []; held := [] |} n (families r).
Lemma options_at r xs : exists_at r (map Z.of_N xs) = Some true ->
  options r xs = collect (family_options r (parts_end r xs) (map Z.of_N xs)) (families r).
Proof. intros E. rewrite options_unfold. unfold options_with. rewrite E. reflexivity. Qed.
Lemma texists_closed s sub n e n1 v : texists s sub n = Some (e, n1) -> free (between n n1) (coords_only sub) = true ->
  judged (close (between n n1) (fst e)) (close (between n n1) (snd e)) v (exists_at s (vals v sub)).
Proof.
  intros E Q. assert (V : forall w, same_off (between n n1) v w -> vals w sub = vals v sub).
  { intros w O. unfold vals. apply map_ext_in. intros l I. apply (lin_free_ok (between n n1)); auto.
    unfold free in Q. rewrite !andb_true_iff, !forallb_forall in Q. apply Q; auto. }
  split; intros S; apply sem_close in S; destruct S as (w & O & S); rewrite <- (V w O); apply (texists_ok _ _ _ _ _ E w); auto.
Qed.
Theorem moves_sound fuel : forall r m ls n M D, tmoves fuel r m ls n = Some (M, D) -> forall v xs, mode_ok m v ->
  vals v ls = map Z.of_N xs ->
  exists_at r (map Z.of_N xs) = Some true -> options_are m M D v (options r xs).
Proof.
  induction fuel; intros r m ls n M D H v xs Mo E X; rewrite (options_at r xs X); cbn [tmoves] in H.
  - pose proof (tfamilies_ok _ _ _ _ _ _ H eq_refl (parts_end r xs) v Mo) as K. cbn [fst snd tcoords] in K. rewrite E in K.
  apply K.
    rewrite <- E. constructor; cbn [tcoords tvars tparts tasks held]; [|discriminate|intros [|k]; discriminate|intros [|k];
      discriminate|auto].
    intros i l I. cbn [at_position coord]. unfold vals. rewrite nth_error_map, I. auto.
  - pose proof (tfamilies_ok _ _ _ _ _ _ H eq_refl (parts_end r xs) v Mo) as K. cbn [fst snd tcoords] in K. rewrite E in K.
  apply K.
    rewrite <- E. constructor; cbn [tcoords tvars tparts tasks held]; [|discriminate| |intros [|k]; discriminate|auto].
    + intros i l I. cbn [at_position coord]. unfold vals. rewrite nth_error_map, I. auto.
    + intros k y f I. destruct r as [rl rq rf ps]. rewrite nth_error_map in I. cbn [at_position part_ends parts_end].
    unfold ends_at.
      rewrite nth_error_map. destruct (nth_error ps k) as [[first s]|]; [|discriminate]. cbn [option_map] in I |- *.
      injection I as I.
      set (sub := firstn (width s) (skipn first ls)) in *. unfold part_has_no_move. set (ys :=
        firstn (width s) (skipn first xs)) in *.
      assert (E' : vals v sub = map Z.of_N ys).
      { unfold vals, sub, ys in *. rewrite <- firstn_map, <- skipn_map, E, skipn_map, firstn_map. auto. }
      unfold tpart in I. destruct (tmoves fuel s Anywhere sub n) as [[M' D']|] eqn:T.
      2: { injection I as <- <-. split; intros S; destruct (sem_no v S). }
      destruct (texists s sub n) as [[e n1]|] eqn:Te; [|injection I as <- <-; split; intros S; destruct (sem_no v S)].
      destruct (free (between n n1) (coords_only sub)) eqn:Q; [|injection I as <- <-; split; intros S; destruct (sem_no v S)].
      injection I as <- <-. destruct (texists_closed s sub n e n1 v Te Q) as [Y N]. rewrite E' in Y, N.
      assert (Em : exists_at s (map Z.of_N ys) = Some false -> options s ys = Some []).
      { intros Z0. rewrite options_unfold. unfold options_with. rewrite Z0. auto. }
      split; intros S; rewrite ?sem_or2, ?sem_and2 in S.
      * destruct S as [S|(S & Sd & Sm)]; [rewrite (Em (N S)); auto|].
      destruct (IHfuel s Anywhere sub n M' D' T v ys I E' (Y S) Sd) as (l & -> & Iff).
        destruct l as [|pss l]; auto. exfalso. apply sem_not1 in Sm. apply Sm, Iff. exists pss. simpl. auto.
      * destruct S as (S & Sd & Sm). destruct (IHfuel s Anywhere sub n M' D' T v ys I E' (Y S) Sd) as (l & -> & Iff).
        apply Iff in Sm. destruct Sm as (pss & J & _). destruct l; [destruct J|auto].
Qed.

(** * Moves between tracks *)
(* the position is the tracks 1, 2, …, w; the k positions that a move leaves are tracks behind the first [from];
  auxiliary tracks are
   numbered from [n] on *)
Definition part_tracks (r : rules) (from k : nat) : list (list positive) :=
  map (fun p => tracks (from + p * width r) (width r)) (seq 0 k).
Definition move_formulas (r : rules) (from k : nat) (n : positive) : option (form * form) :=
  tmoves 4 r (To (part_tracks r from k)) (map ltrack (tracks 0 (width r))) n.
Definition has_move_formulas (r : rules) (n : positive) : option (form * form) :=
  tmoves 4 r Anywhere (map ltrack (tracks 0 (width r))) n.
Definition exists_formulas (r : rules) (from : nat) (n : positive) : option (form * form) :=
  let ls := map ltrack (tracks from (width r)) in
  let* (e, n1) := texists r ls n in let ts := between n n1 in
  if free ts (coords_only ls) then Some (close ts (fst e), close ts (snd e)) else None.
Definition at_tracks (v : val) (from n : nat) : list N := map v (tracks from n).
Lemma vals_tracks v from n : vals v (map ltrack (tracks from n)) = map Z.of_N (at_tracks v from n).
Proof. unfold vals, at_tracks. rewrite !map_map. apply map_ext. intros t. apply lval_track. Qed.
Theorem move_formulas_sound r from k n M D : move_formulas r from k n = Some (M, D) ->
  forall v, is_position r (at_tracks v 0 (width r)) -> sem D v ->
  exists l, options r (at_tracks v 0 (width r)) = Some l /\ (List.In (map (map v) (part_tracks r from k)) l <-> sem M v).
Proof.
  intros H v X S. destruct (moves_sound _ _ _ _ _ _ _ H v _ I (vals_tracks v 0 (width r)) X S) as (l & E & K). exists l. split;
    auto.
  rewrite <- K. cbn [reaches]. split; [intros I; eexists; split; [exact I|reflexivity]|intros (pss & I & ->); exact I].
Qed.
Theorem has_move_formulas_sound r n M D : has_move_formulas r n = Some (M, D) ->
  forall v, is_position r (at_tracks v 0 (width r)) -> sem D v ->
  exists l, options r (at_tracks v 0 (width r)) = Some l /\ (l <> [] <-> sem M v).
Proof.
  intros H v X S. destruct (moves_sound _ _ _ _ _ _ _ H v _ I (vals_tracks v 0 (width r)) X S) as (l & E & K). exists l. split;
    auto.
  rewrite <- K. cbn [reaches]. split; [intros I; destruct l as [|pss l]; [contradiction|exists pss; simpl; auto]|].
  intros (pss & I & _) ->. destruct I.
Qed.
Theorem exists_formulas_sound r from n Y F : exists_formulas r from n = Some (Y, F) -> forall v,
  (sem Y v -> is_position r (at_tracks v from (width r))) /\ (sem F v ->
    exists_at r (map Z.of_N (at_tracks v from (width r))) = Some false).
Proof.
  unfold exists_formulas. intros H v. destruct (texists r _ n) as [[e n1]|] eqn:E; [|discriminate]. cbv zeta in H.
  destruct (free _ _) eqn:Q; [|discriminate]. injection H as <- <-. destruct (texists_closed _ _ _ _ _ v E Q) as [A B].
  rewrite vals_tracks in A, B. split; [apply A|apply B].
Qed.

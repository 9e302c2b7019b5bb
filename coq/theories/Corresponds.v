(* Values that are those of counterparts, second part: what must be decided, and the theorem.

   The obligations are those of the theorem `correspondence` of theorems.txt (Theorems/Correspondence.v), made from the rules, the
   condition and the counterparts. In misere play there is one counterpart, which is no pile. [check_corresponds_sound]: if all
   are decided to be so, then what is stated is true, whatever function gives the values for which the counterparts ask.

   What must be read to believe a theorem: see Counterparts.v. *)
Require Import List NArith ZArith PArith Bool Lia.
From Grundy Require Import Automaton Program Formula Decision Value Sum Expr Game Cases Closing Translate Rules Moves Options
  Blocks.
From Grundy Require Import Statement Shown Falls Sorted CounterpartForms.
From Grundy Require Export Counterparts.
From Grundy.Theorems Require Import Order.
From Grundy.Theorems Require Words Correspondence.
Import ListNotations.

(** * The obligations *)
Section Check.
Variable r : rules.
(* is it about positions that ascend? *)
Variable asc : bool.
Variable falls : list Z.
Variable least : Z.
Variables misere outcomes : bool.
Variables among stated : cond.
Variable counterparts : list counterpart.
Variable ks : list known.
(* tracks: the position x, the position y after a move, positions of a counterpart after one and after two moves, auxiliary ones
  *)
Definition w := width r.
Definition wide := fold_right max 0 (map (fun p => width (rules_of p)) counterparts).
Definition ys := tracks w w.
Definition zs (p : counterpart) := tracks (2 * w) (width (rules_of p)).
Definition z_lins (p : counterpart) := map ltrack (zs p).
(* one more such position, after the next move *)
Definition zzs (p : counterpart) := tracks (2 * w + wide) (width (rules_of p)).
Definition aux := track (2 * w + 2 * wide).
(* the tracks ascend, if it is about such positions *)
Definition up (ts : list positive) : form := if asc then asc_form (map ltrack ts) else yes.
Definition env_at (from : nat) : tenv :=
  {| tcoords := map ltrack (tracks from w); tvars := []; tparts := []; tasks := map known_task ks; held := [] |}.
Definition cond_form (c : cond) (from : nat) : option (form * form) :=
  let* (p, n) := tcond c (env_at from) aux in closed_pair (between aux n) (env_at from) Anywhere p.
Definition won_form (Ls : list (list lin)) (n : positive) : form := if outcomes then one_to_end zzs counterparts Ls n else no.

Section Given.
(* x exists; it is among the positions of the induction, and so is y; the moves from x to y; auxiliary tracks; the counterparts
  of y *)
Variables Y Wx Wy M : form.
Variables n1 n2 : positive.
Variable ds : lists.
Definition here : form := and2 Y Wx.

(* the counterparts of y *)
Definition at_y (Q : list (list lin) -> form) : form := exist (between n1 n2) (or_all (map (fun '(g, Ls) => and2 g (Q Ls)) ds)).
(* for each way in which x leads to y by itself: there the tracks of y are given by equations, and need not be looked for *)
Definition to_y (Q : form) : form := or_all (map (fun m => exist ys (and2 m (and2 Wy Q))) (disjuncts M)).
Definition moves_ob (g : form) (Ls : list (list lin)) : form * form :=
  if apart (between n1 n2) Ls then
    (and2 here (and2 g (and2 M (up ys))),
     or2 (won_form Ls n2) (and2 Wy (at_y (fun Ls' => or2 (won_form Ls' n2) (changed_form zs counterparts Ls Ls' n2)))))
  else (yes, no).
Definition follow_one (g : form) (p : counterpart) (L : list lin) (target : list (list lin)) : list (form * form) :=
  match to_form p L (zs p) n2 with
  | Some (Mi, Di) =>
      [ ((and2 here g), Di);
        if apart (ys ++ between n1 n2) target then
          ((and2 here (and2 g (and2 Mi (up_form p (z_lins p))))), (or2 (won_form target n2) (to_y (at_y (all_same target)))))
            else (yes, no) ]
  | None => [(yes, no)]
  end.
Fixpoint follows (g : form) (pre : list (list lin)) (ps : list counterpart) (Ls : list (list lin)) : list (form * form) :=
  match ps, Ls with
  | p :: ps', L :: R => follow_one g p L (pre ++ z_lins p :: R) ++ follows g (pre ++ [L]) ps' R
  | _, _ => []
  end.
Definition ends_obs (g : form) (Ls : list (list lin)) : list (form * form) :=
  match has_move_formulas r aux, counterparts, Ls with
  | Some (H, HD), [p], [L] => match has_form p L n2 with
      | Some (Hp, Dp) =>
          [ ((and2 here g), HD); ((and2 here g), Dp);
            ((and2 here (and2 g (FNot H))), (ended_form p L n2));
            ((and2 here (and2 g (FNot Hp))), (or2 (not1 H) (to_y (at_y (fun Ls' => match Ls' with
                 | [L'] => and2 (goes_form p L' n2) (last_form zs p L' n2) | _ => no end))))) ]
      | None => [(yes, no)]
      end
  | _, _, _ => [(yes, no)]
  end.
Definition case_obs (g : form) (Ls : list (list lin)) : list (form * form) :=
  moves_ob g Ls :: follows g [] counterparts Ls ++ if misere then ends_obs g Ls else [].
End Given.
Definition there_all (Ls : list (list lin)) (n : positive) : form := and_all (map (fun '(p, L) => there_form p L n) (combine
  counterparts Ls)).
Definition obligations : option (list (form * form)) :=
  let* (Y, F) := exists_formulas r 0 aux in
  let* (M, D) := move_formulas r w 1 aux in
  let* (Wx, Nx) := cond_form among 0 in
  let* (Wy, Ny) := cond_form among w in
  let* (Sx, Ox) := cond_form stated 0 in
  let* (cs, n1) := tcounterparts counterparts (env_at 0) aux in
  let* (ds, n2) := tcounterparts counterparts (env_at w) n1 in
  Some ((yes, if Pos.leb aux n1 then yes else no) :: (yes, or2 Y F) :: (Y, D) :: (Y, (or2 Wx Nx)) :: (Y, (or2 Ox (and2 Sx Wx)))
    :: ((here Y Wx), (up (tracks 0 w))) ::
    ((here Y Wx), (exist (between aux n1) (or_all (map (fun '(g, Ls) => and2 g (there_all Ls n2)) cs)))) ::
    concat (map (fun '(g, Ls) => case_obs Y Wx Wy M n1 n2 ds g Ls) cs)).
Definition check_corresponds : bool :=
  forallb check_known ks && check_falls r falls least && check_sorted asc r &&
  forallb (fun p => let '(f, l) := falling p in check_falls (rules_of p) f l && check_sorted (ascending_of p) (rules_of p))
    counterparts &&
  negb (misere && outcomes) && negb (asc && outcomes) && (negb misere || forallb no_pile counterparts) &&
  match obligations with Some l => forallb shown l | None => false end.

(** * What the obligations show *)
Let h := all_games counterparts.
Lemma zs_distinct p : NoDup (zs p).
Proof. apply tracks_NoDup. Qed.
Lemma zs_length p : length (zs p) = width (rules_of p).
Proof. apply tracks_length. Qed.
Lemma won_ok v Ls xs n : stand_all v counterparts Ls xs -> sem (won_form Ls n) v -> Correspondence.won h outcomes (tagged
  counterparts 0 xs).
Proof.
  unfold won_form, Correspondence.won. intros A S. destruct outcomes; [|destruct (sem_no v S)]. split; auto.
  exact (one_to_end_ok zzs counterparts v n counterparts 0 Ls xs (behind_0 counterparts) A S).
Qed.
Variable ans : nat -> list Z -> option Z.
Hypothesis known_ob : forallb check_known ks = true.
Hypothesis answers : answers_right (map known_game ks) ans.
Hypothesis falls_ob : check_falls r falls least = true.
Hypothesis sorted_ob : check_sorted asc r = true.
Hypothesis counterparts_ob : forallb (fun p => let '(f, l) := falling p in
  check_falls (rules_of p) f l && check_sorted (ascending_of p) (rules_of p)) counterparts = true.
Variables Y F M D Wx Nx Wy Ny Sx Ox : form.
Variables cs ds : lists.
Variables n1 n2 : positive.
Hypothesis EY : exists_formulas r 0 aux = Some (Y, F).
Hypothesis EM : move_formulas r w 1 aux = Some (M, D).
Hypothesis EX : cond_form among 0 = Some (Wx, Nx).
Hypothesis EW : cond_form among w = Some (Wy, Ny).
Hypothesis ES : cond_form stated 0 = Some (Sx, Ox).
Hypothesis EC : tcounterparts counterparts (env_at 0) aux = Some (cs, n1).
Hypothesis ED : tcounterparts counterparts (env_at w) n1 = Some (ds, n2).
Hypothesis above_ob : Pos.leb aux n1 = true.
Hypothesis exist_ob : shown (yes, or2 Y F) = true.
Hypothesis defined_ob : shown (Y, D) = true.
Hypothesis among_ob : shown (Y, (or2 Wx Nx)) = true.
Hypothesis stated_ob : shown (Y, (or2 Ox (and2 Sx Wx))) = true.
Hypothesis up_ob : shown ((here Y Wx), (up (tracks 0 w))) = true.
Hypothesis there_ob : shown ((here Y Wx), (exist (between aux n1) (or_all (map (fun '(g, Ls) => and2 g (there_all Ls n2)) cs))))
  = true.
Hypothesis case_ob : forall g Ls, List.In (g, Ls) cs -> forallb shown (case_obs Y Wx Wy M n1 n2 ds g Ls) = true.

Let g := sorted asc r.
Let at_x (x : list N) : env := claim_env ans x.
Definition is_among (x : list N) : Prop := truth among (at_x x) = Some true.
Definition parts_of (x : list N) (p : list (pos h)) : Prop := exists pss, Forall2 (stands_at (at_x x)) counterparts pss /\ p =
  tagged counterparts 0 pss.

Lemma fits_at v i x : bounded v -> at_tracks v i w = x -> fits (env_at i) (at_x x) v.
Proof.
  intros B E. constructor; cbn [env_at tcoords tvars tparts tasks held].
  - intros k l Ek. cbn [at_x claim_env coord]. rewrite <- E. rewrite <- (vals_tracks v i w). unfold vals.
    rewrite nth_error_map, Ek. reflexivity.
  - discriminate.
  - intros [|k]; discriminate.
  - intros q a Eq u ts Bu _. apply (known_tasks_right ks ans [] known_ob answers q a Eq u ts Bu). intros t [].
  - right. exact B.
Qed.
Lemma cond_ok c i A B v x : cond_form c i = Some (A, B) -> bounded v -> at_tracks v i w = x -> judged A B v (truth c (at_x x)).
Proof.
  unfold cond_form. intros E Bv Ex. destruct (tcond c (env_at i) aux) as [[[a b] n]|] eqn:Ec; [|discriminate].
  unfold closed_pair in E. cbn [fst snd] in E. destruct (free _ _ && _) eqn:Q; [|discriminate]. injection E as <- <-.
  apply andb_prop in Q. destruct Q as [Q _]. pose proof (fits_at v i x Bv Ex) as Fi.
  split; intros S; apply sem_close in S; destruct S as (u & O & S);
    destruct (proj1 (proj2 translation_sound) _ _ _ _ _ Ec (at_x x) u (fits_off _ _ _ _ _ Q O Fi)) as [Ya No]; auto.
Qed.
(* the position x in the first tracks *)
Lemma sem_Y v x : bounded v -> at_tracks v 0 w = x -> is_position r x -> sem Y v.
Proof. intros B E P. exact (position_sem r aux Y F v x EY (shown_ok _ _ exist_ob v B (sem_yes v)) E P). Qed.
Lemma sem_among v x : bounded v -> at_tracks v 0 w = x -> is_position r x -> is_among x -> sem Wx v.
Proof.
  intros B E P A. pose proof (shown_ok _ _ among_ob v B (sem_Y v x B E P)) as S. rewrite sem_or2 in S. destruct S as [S|S]; auto.
  apply (cond_ok _ _ _ _ v x EX B E) in S. unfold is_among in A. congruence.
Qed.
Lemma sem_here v x : bounded v -> at_tracks v 0 w = x -> is_position r x -> is_among x -> sem (here Y Wx) v.
Proof. intros. apply sem_and2. split; [eapply sem_Y|eapply sem_among]; eauto. Qed.
Lemma up_ok ts v x : map v ts = x -> (sem (up ts) v <-> (asc = true -> ascends x)).
Proof.
  intros E. unfold up. destruct asc.
  - rewrite (asc_form_ok v _ x); [tauto|]. unfold vals. rewrite <- E, !map_map. apply map_ext. intros t. apply lval_track.
  - split; [discriminate|intros; apply sem_yes].
Qed.
Lemma among_ascends x : is_position r x -> is_among x -> asc = true -> ascends x.
Proof.
  intros P A. pose proof (position_length r x P) as L. fold w in L. set (v := of_list (x ++ [])).
  assert (B : bounded v) by apply bounded_list. assert (E : at_tracks v 0 w = x) by (rewrite <- L; apply at_tracks_first).
  apply (up_ok (tracks 0 w) v x E). apply (shown_ok _ _ up_ob v B). exact (sem_here v x B E P A).
Qed.
Lemma moves_at v x : bounded v -> at_tracks v 0 w = x -> is_position r x ->
  exists l, options r x = Some l /\ (List.In [at_tracks v w w] l <-> sem M v).
Proof. intros B E P. exact (move_sem r aux M D v x EM (shown_ok _ _ defined_ob v B (sem_Y v x B E P)) E P). Qed.
Lemma move_listed s x l pss : options s x = Some l -> move (rules_game s) x pss -> List.In pss l.
Proof. intros E (l' & E' & I). rewrite E in E'. injection E' as <-. exact I. Qed.
Lemma option_single x pss : move g x pss -> exists y, pss = [y] /\ is_position r y /\ (asc = true -> ascends y).
Proof.
  intros [M0 A]. destruct (falls_single r falls least falls_ob x pss M0) as (y & ->). exists y. split; auto.
  split; [|intros Q; apply A; simpl; auto]. destruct M0 as (l & E & I). destruct (options_parts r x l [y] E I) as (_ & _ & _ & Fa).
  inversion Fa; auto.
Qed.
(* auxiliary tracks are none of the others *)
Lemma low_track i n m : i < 2 * w + 2 * wide -> (aux <= n)%positive -> ~ List.In (track i) (between n m).
Proof. intros L A I. apply in_between in I. unfold aux, track in *. lia. Qed.
Lemma low_tracks n m v u i k : (aux <= n)%positive -> i + k <= 2 * w + 2 * wide -> same_off (between n m) v u ->
  at_tracks u i k = at_tracks v i k.
Proof.
  intros A L O. apply (at_tracks_off (between n m)); auto. intros t I. apply in_tracks in I. destruct I as (j & Hj & ->).
  apply low_track; auto. lia.
Qed.
Lemma above : (aux <= n1)%positive.
Proof. apply Pos.leb_le. exact above_ob. Qed.

Lemma stands_there v p L n : sem (there_form p L n) v -> exists ps, stands v p L ps.
Proof.
  unfold there_form. destruct (texists _ _ _) as [[e n']|] eqn:E; [|intros S; destruct (sem_no v S)].
  destruct (free _ _) eqn:Q; [|intros S; destruct (sem_no v S)]. intros S.
  apply sem_and2 in S. destruct S as [Su S].
  apply (texists_closed _ _ _ _ _ v E Q) in S. exists (position (vals v L)).
  pose proof (position_back _ (proj2 (exists_natural _ _ S))) as K. assert (I : is v L (position (vals v L))) by (symmetry; exact
    K).
  split; [exact I|]. split; [unfold is_position; rewrite K; exact S|exact (proj1 (up_form_ok p L v _ I) Su)].
Qed.
Lemma stand_there v n ps : forall Ls, length ps = length Ls ->
  Forall (fun a => sem a v) (map (fun '(p, L) => there_form p L n) (combine ps Ls)) -> exists xs, stand_all v ps Ls xs.
Proof.
  induction ps as [|p ps IH]; intros [|L Ls] E Fa; try discriminate; [exists []; constructor|].
  cbn [combine map] in Fa. inversion Fa as [|a b S Fa']; subst. destruct (stands_there v p L n S) as (x & St).
  destruct (IH Ls ltac:(simpl in E; lia) Fa') as (xs & A). exists (x :: xs). constructor; auto.
Qed.
(* the numbers that the cases say *)
Lemma stand_numbers v e ps : forall Ls xs, Forall2 (fun p L => numbers (exprs p) e = Some (vals v L)) ps Ls -> stand_all v ps Ls
  xs ->
  Forall2 (stands_at e) ps xs.
Proof.
  intros Ls xs Fa A. induction A as [|p ps L Ls x xs (Is & P & As) A IH]; inversion Fa as [|p' L' ps' Ls' E Fa']; subst;
    constructor; auto.
  split; [rewrite E; f_equal; exact Is|auto].
Qed.
Lemma here_case v x : bounded v -> at_tracks v 0 w = x -> is_position r x -> is_among x -> exists u g Ls pss,
  same_off (between aux n1) v u /\ bounded u /\ at_tracks u 0 w = x /\ List.In (g, Ls) cs /\ sem g u /\ stand_all u counterparts
    Ls pss /\
  Forall2 (stands_at (at_x x)) counterparts pss.
Proof.
  intros B E P A. pose proof (shown_ok _ _ there_ob v B (sem_here v x B E P A)) as S. apply sem_exist in S. destruct S as (u & O
    & S).
  assert (Bu : bounded u) by (eapply bounded_off; eauto).
  assert (Eu : at_tracks u 0 w = x) by (rewrite (low_tracks aux n1 v u 0 w); auto; lia).
  apply sem_or_all in S. destruct S as (a & I & S). apply in_map_iff in I. destruct I as ([b Ls] & <- & I).
  apply sem_and2 in S. destruct S as [Sb St].
  pose proof (tcounterparts_ok _ _ _ _ _ EC (at_x x) u (fits_at u 0 x Bu Eu) b Ls I Sb) as Fa.
  unfold there_all in St. apply sem_and_all in St. destruct (stand_there u n2 counterparts Ls (Forall2_len _ _ _ Fa) St) as (pss
    & A').
  exists u, b, Ls, pss. repeat split; auto. exact (stand_numbers u (at_x x) counterparts Ls pss Fa A').
Qed.
Lemma one_list e ps : forall a b, Forall2 (stands_at e) ps a -> Forall2 (stands_at e) ps b -> a = b.
Proof.
  induction ps as [|p ps IH]; intros a b A B; inversion A as [|p1 x ps1 a' (Ea & _) A']; subst; inversion B as [|p2 y ps2 b' (Eb
    & _) B']; subst;
    auto. f_equal; [apply of_N_inj; congruence|auto].
Qed.
(* the counterparts of y *)
Lemma at_y_ok v y Q : bounded v -> at_tracks v w w = y -> sem (at_y n1 n2 ds Q) v -> exists u Ls, same_off (between n1 n2) v u /\
  bounded u /\
  Forall2 (fun p L => numbers (exprs p) (at_x y) = Some (vals u L)) counterparts Ls /\ sem (Q Ls) u.
Proof.
  intros B E S. unfold at_y in S. apply sem_exist in S. destruct S as (u & O & S). assert (Bu : bounded u) by (eapply
    bounded_off; eauto).
  apply sem_or_all in S. destruct S as (a & I & S). apply in_map_iff in I. destruct I as ([b Ls] & <- & I). apply sem_and2 in S.
  exists u, Ls. repeat split; auto; [|tauto]. apply (tcounterparts_ok _ _ _ _ _ ED (at_x y) u) with (g := b); auto; [|tauto].
  apply fits_at; auto. rewrite (low_tracks n1 n2 v u w w); auto; [apply above|lia].
Qed.
Lemma numbers_stand v e ps : forall Ls xs, Forall2 (fun p L => numbers (exprs p) e = Some (vals v L)) ps Ls -> Forall2 (stands_at
  e) ps xs ->
  stand_all v ps Ls xs.
Proof.
  intros Ls xs Fa. revert xs. induction Fa as [|p L ps Ls E Fa IH]; intros xs A; inversion A as [|p' x ps' xs' (Ex & P & As) A'];
    subst; constructor; auto.
  split; [unfold is; congruence|auto].
Qed.
Lemma stand_off v u ts Ls : apart ts Ls = true -> same_off ts v u -> forall ps xs, stand_all v ps Ls xs -> stand_all u ps Ls xs.
Proof.
  unfold apart. rewrite forallb_forall. intros A O ps xs St. induction St as [|p ps L Ls x xs (Is & P & As) St IH]; constructor.
  - split; auto. unfold is. rewrite (free_vals ts L v u); auto. apply A. simpl. auto.
  - apply IH. intros K I. apply A. simpl. auto.
Qed.
Lemma all_stand_here x : is_position r x -> is_among x -> exists pss, Forall2 (stands_at (at_x x)) counterparts pss.
Proof.
  intros P A. pose proof (position_length r x P) as L. fold w in L.
  destruct (here_case (of_list (x ++ [])) x) as (u & b & Ls & pss & _ & _ & _ & _ & _ & _ & Fa); auto; [apply bounded_list|
    |eauto].
  rewrite <- L. apply at_tracks_first.
Qed.

Lemma shown_no : shown (yes, no) = true -> False.
Proof. intros C. exact (sem_no _ (shown_ok _ _ C (of_list []) (bounded_list []) (sem_yes _))). Qed.
Lemma moves_hold x : is_position r x -> is_among x -> exists p, parts_of x p /\ (Correspondence.won h outcomes p \/ forall y,
  move g x [y] ->
  is_among y /\ exists q, parts_of y q /\ (Correspondence.won h outcomes q \/ Correspondence.changed h p q)).
Proof.
  intros P A. destruct (all_stand_here x P A) as (pss & Fp). exists (tagged counterparts 0 pss). split; [exists pss; auto|].
  set (G y := is_among y /\ exists q, parts_of y q /\ (Correspondence.won h outcomes q \/ Correspondence.changed h (tagged
    counterparts 0 pss) q)).
  assert (Each : forall y, move g x [y] -> Correspondence.won h outcomes (tagged counterparts 0 pss) \/ G y).
  { intros y Mv. destruct (option_single x [y] Mv) as (y' & Ey & Py & Uy'). injection Ey as <-.
    pose proof (position_length r x P) as Lx. pose proof (position_length r y Py) as Ly. fold w in Lx, Ly.
    set (v := of_list (x ++ y ++ [])). assert (B : bounded v) by apply bounded_list.
    assert (Vx : at_tracks v 0 w = x) by (rewrite <- Lx; apply at_tracks_first).
    assert (Vy : at_tracks v w w = y) by (rewrite <- Lx at 1; rewrite <- Ly; apply at_tracks_app).
    destruct (here_case v x B Vx P A) as (u & b & Ls & pss' & O & Bu & Ux & I & Sb & St & Fp').
    assert (pss' = pss) by exact (one_list _ _ _ _ Fp' Fp). subst pss'.
    assert (Uy : at_tracks u w w = y) by (rewrite (low_tracks aux n1 v u w w); auto; lia).
    pose proof (case_ob b Ls I) as C. unfold case_obs in C. cbn [forallb] in C. apply andb_prop in C. destruct C as [C _].
    unfold moves_ob in C. destruct (apart _ Ls) eqn:Ap; [|destruct (shown_no C)].
    assert (Sm : sem M u).
    { destruct (moves_at u x Bu Ux P) as (l & El & K). apply K. rewrite Uy. exact (move_listed r x l [y] El (proj1 Mv)). }
    assert (S : sem (and2 (here Y Wx) (and2 b (and2 M (up ys)))) u).
    { apply sem_and2. split; [exact (sem_here u x Bu Ux P A)|]. apply sem_and2. split; auto. apply sem_and2.
      split; [exact Sm|exact (proj2 (up_ok ys u y Uy) Uy')]. }
    apply (shown_ok _ _ C u Bu) in S. rewrite sem_or2, sem_and2 in S. destruct S as [S|[Sw S]].
    - left. exact (won_ok u Ls pss n2 St S).
    - right. assert (Ay : is_among y) by exact (proj1 (cond_ok _ _ _ _ u y EW Bu Uy) Sw). split; auto.
      destruct (all_stand_here y Py Ay) as (qss & Fq). exists (tagged counterparts 0 qss). split; [exists qss; auto|].
      destruct (at_y_ok u y _ Bu Uy S) as (t & Ls' & Ot & Bt & Fn & Q). pose proof (numbers_stand t (at_x y) counterparts Ls' qss
        Fn Fq) as St'.
      rewrite sem_or2 in Q. destruct Q as [Q|Q]; [left; exact (won_ok t Ls' qss n2 St' Q)|right].
      apply (changed_ok zs counterparts t n2 counterparts 0 Ls pss Ls' qss (behind_0 counterparts)); auto. exact (stand_off u t _
        Ls Ap Ot counterparts pss St). }
  destruct (sorted_listed asc r x) as (l & El). assert (K : forall l', (forall pq, List.In pq l' -> move g x pq) ->
    Correspondence.won h outcomes (tagged counterparts 0 pss) \/ forall y, List.In [y] l' -> G y).
  { induction l' as [|pq l' IH]; intros H; [right; intros y []|]. destruct (option_single x pq (H pq (or_introl eq_refl))) as (y
    & -> & _).
    destruct (Each y (H [y] (or_introl eq_refl))) as [W|Gy]; [auto|]. destruct IH as [W|Gl]; [intros; apply H; simpl; auto|auto|].
    right. intros z [E|I]; [injection E as <-; exact Gy|auto]. }
  destruct (K l) as [W|Gl]; [intros pq I; apply El; exact I|auto|]. right. intros y Mv. apply Gl, El. exact Mv.
Qed.

(* a position of the part i after a move *)
Lemma follows_in gd ps : forall pre Ls, forallb shown (follows Y Wx Wy M n1 n2 ds gd pre ps Ls) = true -> forall pa p pb La L Lb,
  ps = pa ++ p :: pb -> Ls = La ++ L :: Lb -> length pa = length La ->
  forallb shown (follow_one Y Wx Wy M n1 n2 ds gd p L ((pre ++ La) ++ z_lins p :: Lb)) = true.
Proof.
  induction ps as [|q ps IH]; intros pre [|K Ls] C pa p pb La L Lb E1 E2 E3; try (destruct pa; discriminate); try (destruct La;
    discriminate).
  cbn [follows] in C. rewrite forallb_app, andb_true_iff in C. destruct C as [C1 C2].
  destruct pa as [|a pa]; destruct La as [|b La]; try discriminate E3; cbn [app] in E1, E2.
  - injection E1 as <- <-. injection E2 as <- <-. rewrite app_nil_r. exact C1.
  - injection E1 as <- E1. injection E2 as <- E2. cbn [length] in E3.
    pose proof (IH (pre ++ [K]) Ls C2 pa p pb La L Lb E1 E2 ltac:(lia)) as R. replace (pre ++ K :: La) with ((pre ++ [K]) ++ La)
      by (rewrite <- app_assoc; reflexivity). exact R.
Qed.
Lemma stand_split v ps : forall Ls pl x pr, stand_all v ps Ls (pl ++ x :: pr) -> exists pa p pb La L Lb, ps = pa ++ p :: pb /\
  Ls = La ++ L :: Lb /\ length pa = length La /\ length pa = length pl /\ stand_all v pa La pl /\ stands v p L x /\ stand_all v
    pb Lb pr.
Proof.
  induction ps as [|q ps IH]; intros Ls pl x pr A; inversion A as [E1 E2 E3|q' ps' L Ls' y xs St A' E1 E2 E3]; subst; [destruct
    pl; discriminate|].
  destruct pl as [|z pl]; cbn [app] in E3; injection E3 as -> E3; subst.
  - exists [], q, ps, [], L, Ls'. repeat split; auto; try apply St. constructor.
  - destruct (IH _ _ _ _ A') as (pa & p & pb & La & K & Lb & -> & -> & H1 & H2 & H3 & H4 & H5).
    exists (q :: pa), p, pb, (L :: La), K, Lb. cbn [app length]. repeat split; auto; try apply H4. constructor; auto.
Qed.
Lemma stand_join v pa : forall La pl p L x pb Lb pr, stand_all v pa La pl -> stands v p L x -> stand_all v pb Lb pr ->
  stand_all v (pa ++ p :: pb) (La ++ L :: Lb) (pl ++ x :: pr).
Proof.
  intros La pl p L x pb Lb pr A St B. induction A; cbn [app]; constructor; auto.
Qed.
Lemma wide_enough p : List.In p counterparts -> width (rules_of p) <= wide.
Proof.
  unfold wide. generalize counterparts. intros l. induction l as [|q l IH]; simpl; [tauto|]. intros [->|I]; [lia|]. specialize
    (IH I). lia.
Qed.
Lemma same_numbers v e ps : forall Ls Ks, Forall2 (fun p L => numbers (exprs p) e = Some (vals v L)) ps Ls ->
  map (vals v) Ls = map (vals v) Ks -> Forall2 (fun p L => numbers (exprs p) e = Some (vals v L)) ps Ks.
Proof.
  intros Ls Ks Fa. revert Ks. induction Fa as [|p L ps Ls E Fa IH]; intros [|K Ks] Q; try discriminate; constructor; cbn [map] in
    Q;
    assert (Q1 : vals v L = vals v K) by congruence; assert (Q2 : map (vals v) Ls = map (vals v) Ks) by congruence;
      [congruence|auto].
Qed.
(* what y there is, by [to_y] *)
Lemma to_y_ok v x Q : bounded v -> at_tracks v 0 w = x -> is_position r x -> sem (to_y Wy M Q) v -> exists y u, same_off ys v u
  /\ bounded u /\
  at_tracks u w w = y /\ move g x [y] /\ is_among y /\ is_position r y /\ sem Q u.
Proof.
  intros B E P S. unfold to_y in S. apply sem_or_all in S. destruct S as (a & Im & S). apply in_map_iff in Im. destruct Im as (m
    & <- & Im).
  apply sem_exist in S. destruct S as (u & O & S). assert (Bu : bounded u) by (eapply bounded_off; eauto).
  rewrite !sem_and2 in S. destruct S as (Sm & Sw & Sq). assert (Sm' : sem M u) by (apply disjuncts_ok; eauto). clear Sm. rename
    Sm' into Sm. assert (Ux : at_tracks u 0 w = x).
  { rewrite (at_tracks_off ys v u 0 w); auto. intros t I J. exact (tracks_apart 0 w w w (le_n _) t I J). }
  destruct (moves_at u x Bu Ux P) as (l & El & K). apply K in Sm. exists (at_tracks u w w), u.
  assert (Py : is_position r (at_tracks u w w)) by (apply (falls_closed r falls least falls_ob x P [at_tracks u w w]); [exists l;
    auto|simpl; auto]).
  assert (Ay : is_among (at_tracks u w w)) by exact (proj1 (cond_ok _ _ _ _ u _ EW Bu eq_refl) Sw).
  split; auto. split; auto. split; auto. split; [|auto]. apply sorted_move. split; [exists l; auto|exact (among_ascends _ Py Ay)].
Qed.
Lemma follow_holds x : is_position r x -> is_among x -> exists p, parts_of x p /\ forall l a t, p = l ++ a :: t -> forall z, move
  h a [z] ->
  (exists y, move g x [y] /\ is_among y /\ parts_of y (l ++ z :: t)) \/ Correspondence.won h outcomes (l ++ z :: t).
Proof.
  intros P A. destruct (all_stand_here x P A) as (pss & Fp). exists (tagged counterparts 0 pss). split; [exists pss; auto|].
  intros l a t E z Mv. destruct (tagged_split counterparts _ _ _ _ _ E) as (pl & ps & pr & -> & -> & -> & ->). cbn [Nat.add] in *.
  pose proof (position_length r x P) as Lx. fold w in Lx.
  (* the counterpart, and the position after the move *)
  destruct z as [i q]. assert (Mq : i = length pl /\ move (game_at counterparts (length pl)) ps [q]).
  { apply game_move in Mv. destruct Mv as (zz & Mz & Ez). destruct zz as [|z0 [|]]; try discriminate. injection Ez as -> ->.
    auto. }
  destruct Mq as [-> Mq]. clear Mv E.
  assert (Tagged : tagged counterparts 0 pl ++ (length pl, q) :: tagged counterparts (S (length pl)) pr = tagged counterparts 0
    (pl ++ q :: pr)).
  { rewrite tagged_app. reflexivity. }
  set (v0 := of_list (x ++ [])). assert (B0 : bounded v0) by apply bounded_list.
  assert (V0 : at_tracks v0 0 w = x) by (rewrite <- Lx; apply at_tracks_first).
  destruct (here_case v0 x B0 V0 P A) as (u0 & b & Ls & pss' & O0 & Bu0 & Ux0 & I & Sb0 & St0 & Fp').
  assert (pss' = pl ++ ps :: pr) by exact (one_list _ _ _ _ Fp' Fp). subst pss'.
  destruct (stand_split u0 counterparts Ls pl ps pr St0) as (pa & p & pb & La & L & Lb & Ep & Es & H1 & H2 & _).
  assert (Ip : List.In p counterparts) by (rewrite Ep; apply in_app_iff; simpl; auto).
  assert (Gp : nth (length pl) counterparts (Pile (Num 0)) = p).
  { rewrite Ep, app_nth2, H2, Nat.sub_diag by lia. reflexivity. }
  unfold game_at in Mq. rewrite Gp in Mq. unfold game_of in Mq. apply sorted_move in Mq. destruct Mq as [Mq Aq].
  assert (Pq : is_position (rules_of p) q).
  { destruct Mq as (l' & El' & J). destruct (options_parts _ _ _ _ El' J) as (_ & _ & _ & Fa). inversion Fa as [|q' qs Pq _].
    exact Pq. }
  (* the position q in its tracks *)
  destruct (put_z zs zs_distinct zs_length p q v0 Pq) as (v & Ov & Vq). pose proof (bounded_off _ _ _ B0 Ov) as B.
  assert (Lz : forall k, k + w <= 2 * w -> at_tracks v k w = at_tracks v0 k w).
  { intros k Hk. apply (at_tracks_off (zs p)); auto. intros s Is Js. exact (tracks_apart k w (2 * w) _ Hk s Is Js). }
  assert (Vx : at_tracks v 0 w = x) by (rewrite Lz by lia; exact V0).
  destruct (here_case v x B Vx P A) as (u & b' & Ls' & pss' & O & Bu & Ux & I' & Sb & St & Fp'').
  assert (pss' = pl ++ ps :: pr) by exact (one_list _ _ _ _ Fp'' Fp). subst pss'.
  clear b Ls u0 O0 Bu0 Ux0 I Sb0 St0 La L Lb Es H1. destruct (stand_split u counterparts Ls' pl ps pr St) as (pa' & p' & pb' & La
    & L & Lb & Ep' & Es & H1 & H3 & SA & SL & SB).
  assert (Eq3 : pa' = pa /\ p' = p /\ pb' = pb).
  { rewrite Ep in Ep'. destruct (app_same pa pa' (p :: pb) (p' :: pb')) as [Ea Eb]; [lia|exact Ep'|]. injection Eb as <- <-.
    auto. }
  destruct Eq3 as (-> & -> & ->).
  assert (Uq : map u (zs p) = q).
  { rewrite <- Vq. apply (low_tracks aux n1 v u (2 * w) (width (rules_of p))); auto; [lia|]. pose proof (wide_enough p Ip). lia. }
  pose proof (case_ob b' Ls' I') as C. unfold case_obs in C. cbn [forallb] in C. apply andb_prop in C. destruct C as [_ C].
    rewrite !forallb_app, !andb_true_iff in C.
  destruct C as (C & _). pose proof (follows_in b' counterparts [] Ls' C pa p pb La L Lb Ep Es H1) as K. cbn [app] in K.
  unfold follow_one in K. destruct (to_form p L (zs p) n2) as [[Mi Di]|] eqn:Ef; [|cbn [forallb] in K; rewrite andb_true_r in K;
    destruct (shown_no K)].
  cbn [forallb] in K. rewrite !andb_true_iff in K. destruct K as (K1 & K2 & _). set (target := La ++ z_lins p :: Lb) in *.
  destruct (apart _ target) eqn:Ap; [|destruct (shown_no K2)].
  assert (Sh : sem (and2 (here Y Wx) b') u) by (apply sem_and2; split; [exact (sem_here u x Bu Ux P A)|exact Sb]).
  pose proof (shown_ok _ _ K1 u Bu Sh) as Sd.
  assert (Sm : sem Mi u).
  { destruct SL as (Is & Ps & _). destruct (moves_sound _ _ _ _ _ _ _ Ef u ps Logic.I Is Ps Sd) as (l' & El' & J). apply J. cbn
    [reaches map].
    exists [q]. rewrite Uq. split; [|reflexivity]. exact (move_listed _ _ _ _ El' Mq). }
  assert (Zq : is u (z_lins p) q) by (rewrite <- Uq; apply is_tracks).
  assert (S : sem (and2 (here Y Wx) (and2 b' (and2 Mi (up_form p (z_lins p))))) u).
  { apply sem_and2. split; [exact (sem_here u x Bu Ux P A)|]. apply sem_and2. split; auto. apply sem_and2. split; auto.
    exact (proj2 (up_form_ok p _ u q Zq) Aq). }
  apply (shown_ok _ _ K2 u Bu) in S. assert (T : stand_all u counterparts target (pl ++ q :: pr)).
  { rewrite Ep. apply stand_join; auto. split; auto. }
  cut (forall t, t = tagged counterparts 0 (pl ++ q :: pr) -> (exists y, move g x [y] /\ is_among y /\ parts_of y t) \/
    Correspondence.won h outcomes t).
  { intros All. apply All. exact Tagged. }
  intros t ->. rewrite sem_or2 in S. destruct S as [S|S]; [right; exact (won_ok u target _ n2 T S)|left].
  destruct (to_y_ok u x _ Bu Ux P S) as (y & s & Os & Bs & Sy & My & Ay & Py & Q). exists y. split; auto. split; auto.
  exists (pl ++ q :: pr). split; auto.
  destruct (at_y_ok s y _ Bs Sy Q) as (s' & Ls2 & Os' & Bs' & Fn & Q'). apply all_same_ok in Q'.
  pose proof (same_off_trans _ _ _ _ _ Os Os') as Ot. pose proof (stand_off u s' _ target Ap Ot counterparts _ T) as T'.
  exact (stand_numbers s' (at_x y) counterparts target _ (same_numbers s' (at_x y) counterparts Ls2 target Fn (Logic.eq_sym Q'))
    T').
Qed.

Lemma fine_counterpart p : List.In p counterparts -> fine_rules p.
Proof.
  intros I. pose proof counterparts_ob as K. rewrite forallb_forall in K. specialize (K p I). destruct (falling p) as [f l].
  apply andb_prop in K. split; [exists f, l|]; apply K.
Qed.

(** * In misere play *)
Lemma ends_shape gd Ls : forallb shown (ends_obs Y Wx Wy M n1 n2 ds gd Ls) = true -> exists H HD p L Hp Dp,
  has_move_formulas r aux = Some (H, HD) /\ counterparts = [p] /\ Ls = [L] /\ has_form p L n2 = Some (Hp, Dp) /\
  shown ((and2 (here Y Wx) gd), HD) = true /\ shown ((and2 (here Y Wx) gd), Dp) = true /\
  shown ((and2 (here Y Wx) (and2 gd (FNot H))), (ended_form p L n2)) = true /\
  shown ((and2 (here Y Wx) (and2 gd (FNot Hp))), (or2 (not1 H) (to_y Wy M (at_y n1 n2 ds (fun Ls' =>
    match Ls' with [L'] => and2 (goes_form p L' n2) (last_form zs p L' n2) | _ => no end))))) = true.
Proof.
  assert (No : forallb shown [(yes, no)] = true -> False) by (cbn [forallb]; rewrite andb_true_r; exact shown_no).
  unfold ends_obs. intros C. destruct (has_move_formulas r aux) as [[H HD]|]; [|destruct (No C)].
  set (pls := counterparts) in *. assert (E : counterparts = pls) by reflexivity. clearbody pls.
  destruct pls as [|p [|]]; try destruct (No C). destruct Ls as [|L [|]]; try destruct (No C).
  destruct (has_form p L n2) as [[Hp Dp]|] eqn:Eh; [|destruct (No C)]. cbn [forallb] in C. rewrite !andb_true_iff in C.
  destruct C as (C1 & C2 & C3 & C4 & _). exists H, HD, p, L, Hp, Dp. repeat split; auto.
Qed.
Lemma ends_hold x : misere = true -> is_position r x -> is_among x -> exists a, parts_of x [a] /\ (terminal g x -> terminal h a)
  /\
  (terminal h a -> terminal g x \/ exists y, move g x [y] /\ is_among y /\ exists b, parts_of y [b] /\ ~ terminal h b /\
    forall z, move h b [z] -> terminal h z).
Proof.
  intros Mi P A. pose proof (position_length r x P) as Lx. fold w in Lx.
  destruct (here_case (of_list (x ++ [])) x) as (u & b & Ls & pss & O & Bu & Ux & I & Sb & St & Fp); auto; [apply bounded_list|
    |].
  { rewrite <- Lx. apply at_tracks_first. }
  pose proof (case_ob b Ls I) as C. unfold case_obs in C. rewrite Mi in C. cbn [forallb] in C. apply andb_prop in C. destruct C
    as [_ C].
  rewrite !forallb_app, !andb_true_iff in C. destruct C as (_ & C).
  destruct (ends_shape b Ls C) as (H & HD & p & L & Hp & Dp & EH & Epl & -> & Eh & C1 & C2 & C3 & C4). clear C.
  assert (One : forall v K z, stand_all v counterparts [K] z -> exists q, z = [q] /\ stands v p K q).
  { intros v K z S. rewrite Epl in S. inversion S as [|p1 q1 L1 R1 x1 r1 St1 A1]; subst. inversion A1; subst. eauto. }
  assert (T0 : forall q, terminal h (0, q) <-> terminal (game_of p) q).
  { intros q. unfold h. rewrite game_terminal. unfold game_at. rewrite Epl. reflexivity. }
  destruct (One u L pss St) as (q & -> & Sq). exists (0, q). split; [exists [q]; auto|].
  assert (Sh : sem (and2 (here Y Wx) b) u) by (apply sem_and2; split; [exact (sem_here u x Bu Ux P A)|exact Sb]).
  assert (Px : is_position r (at_tracks u 0 (width r))) by (fold w; rewrite Ux; exact P).
  destruct (has_move_formulas_sound _ _ _ _ EH u Px (shown_ok _ _ C1 u Bu Sh)) as (l & El & K). fold w in El. rewrite Ux in El.
  destruct (has_ok p L n2 Hp Dp u q Eh Sq (shown_ok _ _ C2 u Bu Sh)) as (lq & Elq & Kq).
  assert (Tx : ~ sem H u -> terminal g x).
  { intros N0 pss M0. apply N0, K. intros ->. exact (move_listed r x [] pss El (proj1 M0)). }
  assert (Fr : fine_rules p) by (apply fine_counterpart; rewrite Epl; simpl; auto).
  destruct Sq as (Iq & Pq & Aq). pose proof (Logic.conj Iq (Logic.conj Pq Aq)) as Sq.
  rewrite T0. split.
  - intros T. apply (sorted_terminal asc r falls least falls_ob sorted_ob x P (among_ascends x P A)) in T. apply (ended_ok p L n2
    u q); auto. apply (shown_ok _ _ C3 u Bu). apply sem_and2. split; [exact (sem_here u x Bu Ux P A)|].
    apply sem_and2. split; auto. intros Sx'. apply K in Sx'. destruct l as [|pss l]; [contradiction|]. apply (T pss). exists (pss
      :: l). simpl. auto.
  - intros T. apply (fine_terminal p q Fr Pq Aq) in T. assert (S : sem (and2 (here Y Wx) (and2 b (FNot Hp))) u).
    { apply sem_and2. split; [exact (sem_here u x Bu Ux P A)|]. apply sem_and2. split; auto. intros Sx'. apply Kq in Sx'.
      destruct lq as [|pss l']; [contradiction|]. apply (T pss). exists (pss :: l'). simpl. auto. }
    apply (shown_ok _ _ C4 u Bu) in S. rewrite sem_or2 in S. destruct S as [S|S]; [left; apply Tx, sem_not1; exact S|right].
    destruct (to_y_ok u x _ Bu Ux P S) as (y & s & Os & Bs & Sy & My & Ay & Py & Q). exists y. split; auto. split; auto.
    destruct (at_y_ok s y _ Bs Sy Q) as (s' & Ls2 & Os' & Bs' & Fn & Q').
    destruct Ls2 as [|L' [|]]; try destruct (sem_no _ Q'). apply sem_and2 in Q'. destruct Q' as [Qg Ql].
    destruct (all_stand_here y Py Ay) as (qss & Fq). pose proof (numbers_stand s' (at_x y) counterparts [L'] qss Fn Fq) as St'.
    destruct (One s' L' qss St') as (q' & -> & Sq'). exists (0, q'). split; [exists [q']; auto|].
    split; [rewrite T0; exact (goes_ok p L' n2 s' q' Fr Qg Sq')|]. intros z Mz.
    destruct z as [i z]. destruct (proj1 (game_move counterparts 0 q' [(i, z)]) Mz) as (zz & Mz' & Ez). destruct zz as [|z0 [|]];
      try discriminate.
    injection Ez as -> ->. rewrite T0. apply (last_ok zs zs_distinct zs_length p L' n2 s' q' Ql Sq'). unfold game_at in Mz'.
      rewrite Epl in Mz'. exact Mz'.
Qed.

(** * The theorem *)
Hypothesis plays : misere && outcomes = false.
Hypothesis no_outcomes : asc && outcomes = false.
Hypothesis no_piles : negb misere || forallb no_pile counterparts = true.
Lemma single_h : single h.
Proof.
  intros [i ps] pss Mv. destruct (proj1 (game_move counterparts i ps pss) Mv) as (zz & Mz & ->).
  assert (Si : exists y, zz = [y]).
  { unfold game_at in Mz. destruct (nth_in_or_default i counterparts (Pile (Num 0))) as [I|E].
    - destruct (fine_counterpart _ I) as ((f & l & C) & _). exact (falls_single _ f l C ps zz (proj1 Mz)).
    - rewrite E in Mz. destruct Mz as ((l' & E' & J) & _). cbn [rules_of] in E'.
      destruct (options_single nim_pile ps l' zz eq_refl E' J) as (y & -> & _). eauto. }
  destruct Si as (y & ->). exists (i, y). reflexivity.
Qed.
Lemma tagged_in a : forall pss i ps, List.In (a, ps) (tagged counterparts i pss) -> exists j, a = i + j /\ nth_error pss j = Some
  ps.
Proof.
  induction pss as [|q pss IH]; intros i ps I; [destruct I|]. destruct I as [E|I]; [injection E as <- <-; exists 0; rewrite
    Nat.add_0_r; auto|].
  destruct (IH (Datatypes.S i) ps I) as (j & -> & E). exists (Datatypes.S j). split; [lia|exact E].
Qed.
Lemma Forall2_nth {A B} (R : A -> B -> Prop) l m : Forall2 R l m -> forall j b, nth_error m j = Some b -> exists a, nth_error l j
  = Some a /\ R a b.
Proof. induction 1; intros [|j] b E; try discriminate; cbn [nth_error] in *; [injection E as <-; eauto|auto]. Qed.
Definition is_part (a : pos h) : Prop := exists p, nth_error counterparts (fst a) = Some p /\ is_position (rules_of p) (snd a) /\
  (ascending_of p = true -> ascends (snd a)).
Lemma part_value a : is_part a -> exists t, Words.value_in misere h a t.
Proof.
  destruct a as [i ps]. intros (p & E & P & A). cbn [fst snd] in *. destruct (fine_counterpart p (nth_error_In _ _ E)) as ((f & l
    & C) & So).
  destruct (has_values misere (rules_of p) f l ps C P) as (t & V). exists t. apply game_value. unfold game_at.
  rewrite (nth_error_nth _ _ _ E). apply (sorted_value (ascending_of p) (rules_of p) f l C So misere ps t P A). exact V.
Qed.
Lemma parts_are x pss : Forall2 (stands_at (at_x x)) counterparts pss -> forall a, List.In a (tagged counterparts 0 pss) ->
  is_part a.
Proof.
  intros Fp [i ps] I. destruct (tagged_in i pss 0 ps I) as (j & -> & E). destruct (Forall2_nth _ _ _ Fp j ps E) as (p & Ep & _ &
    P & As).
  exists p. auto.
Qed.
Lemma correspondence_holds x pss : is_position r x -> is_among x -> Forall2 (stands_at (at_x x)) counterparts pss ->
  Correspondence.nim_sum g h misere outcomes x (tagged counterparts 0 pss).
Proof.
  intros P A Fp. assert (Cl : forall x, is_position r x -> forall pss, move g x pss -> forall y, List.In y pss -> is_position r
    y).
  { intros x' P' pq M' y I. destruct (option_single x' pq M') as (y' & -> & Py & _). destruct I as [<-|[]]. exact Py. }
  refine (Correspondence.correspondence g h misere outcomes false (is_position r) is_part is_among parts_of (fun _ _ => False)
    (fun x => Z.of_N (mu falls least x)) 0 _ single_h Cl _ part_value _ _ _ _ _ _ _ _ x (tagged counterparts 0 pss) P A _).
  - intros x' pq M'. destruct (option_single x' pq M') as (y & -> & _). eauto.
  - intros x' p q (a & Fa & ->) (b & Fb & ->). f_equal. exact (one_list _ _ _ _ Fa Fb).
  - intros y z [].
  - intros [Mi|No]; [|discriminate]. intros x' p (a & Fa & ->). assert (L1 : length counterparts = 1).
    { destruct (here_case (of_list (x ++ [])) x) as (u & b & Ls & pss' & _ & _ & _ & I & _); auto; [apply bounded_list| |].
      { pose proof (position_length r x P) as Lx. fold w in Lx. rewrite <- Lx. apply at_tracks_first. }
      pose proof (case_ob b Ls I) as C. unfold case_obs in C. rewrite Mi in C. cbn [forallb] in C. apply andb_prop in C. destruct
        C as [_ C].
      rewrite !forallb_app, !andb_true_iff in C. destruct C as (_ & C).
      destruct (ends_shape b Ls C) as (_ & _ & p & _ & _ & _ & _ & Epl & _). rewrite Epl. reflexivity. }
    assert (L2 : forall i, length (tagged counterparts i a) = length a) by (clear; induction a; intros i; cbn [tagged length];
      auto).
    rewrite L2, <- (Forall2_len _ _ _ Fa). exact L1.
  - intros Mi. pose proof plays as Pl. rewrite Mi in Pl. auto.
  - intros x' P'. split; [lia|]. intros y (pq & M' & I). destruct (check_falls_sound r falls least falls_ob x' P') as (_ & K).
    destruct (K pq (proj1 M')) as (y' & -> & _ & Lt). destruct I as [<-|[]]. lia.
  - intros x' P' A'. destruct (all_stand_here x' P' A') as (a & Fa). exists (tagged counterparts 0 a). split; [exists a;
    auto|exact (parts_are x' a Fa)].
  - intros Mi x' P' A'. exact (ends_hold x' Mi P' A').
  - intros x' P' A'. destruct (moves_hold x' P' A') as (p & Pp & [W|K]); exists p; split; auto.
  - intros x' P' A'. destruct (follow_holds x' P' A') as (p & Pp & K). exists p. split; auto. intros l a t E z Mz.
    destruct (K l a t E z Mz) as [W|W]; auto.
  - exists pss. auto.
Qed.
Lemma values_at e ps : forall i pss, behind counterparts i ps -> (forall p, List.In p ps -> fine_rules p) -> Forall2 (stands_at
  e) ps pss -> (misere = true -> forallb no_pile ps = true) ->
  forall ns, Forall2 (Words.value_in misere h) (tagged counterparts i pss) ns -> Forall2 (value_at misere e) ps ns.
Proof.
  induction ps as [|p ps IH]; intros i pss Fr Fn Fp Np ns V; inversion Fp as [|p' x ps' xs Pl Fp' E1 E2]; subst; cbn [tagged] in
    V;
    inversion V as [|a n l m Va V']; subst; constructor.
  - apply (value_stands misere e p x n); auto.
    + intros Mi. specialize (Np Mi). cbn [forallb] in Np. apply andb_prop in Np. tauto.
    + apply in_rules. apply game_value in Va. unfold game_at in Va. rewrite (proj1 (behind_next _ _ _ _ Fr)) in Va.
      destruct (Fn p (or_introl eq_refl)) as ((f & l0 & C) & So). destruct Pl as (_ & Px & Ax).
      apply (sorted_value (ascending_of p) (rules_of p) f l0 C So misere x n Px Ax). exact Va.
  - apply (IH (Datatypes.S i) xs); auto; [apply (behind_next _ _ _ _ Fr)|intros q I; apply Fn; simpl; auto|]. intros Mi.
    specialize (Np Mi). cbn [forallb] in Np. apply andb_prop in Np. tauto.
Qed.
Theorem corresponds_here : corresponds r misere outcomes stated counterparts ans.
Proof.
  intros x P. pose proof (position_length r x P) as Lx. fold w in Lx. set (v := of_list (x ++ [])).
  assert (B : bounded v) by apply bounded_list. assert (Vx : at_tracks v 0 w = x) by (rewrite <- Lx; apply at_tracks_first).
  pose proof (shown_ok _ _ stated_ob v B (sem_Y v x B Vx P)) as S. rewrite sem_or2, sem_and2 in S. destruct S as [S|[S Sw]].
  - exists false. split; [exact (proj2 (cond_ok _ _ _ _ v x ES B Vx) S)|discriminate].
  - exists true. split; [exact (proj1 (cond_ok _ _ _ _ v x ES B Vx) S)|]. intros _.
    assert (A : is_among x) by exact (proj1 (cond_ok _ _ _ _ v x EX B Vx) Sw). destruct (all_stand_here x P A) as (pss & Fp).
    pose proof (correspondence_holds x pss P A Fp) as C.
    assert (Ex : exists ns, Forall2 (Words.value_in misere h) (tagged counterparts 0 pss) ns).
    { apply Forall2_exists. intros a I. apply part_value. exact (parts_are x pss Fp a I). }
    destruct Ex as (ns & V). exists ns. split.
    + apply (values_at (at_x x) counterparts 0 pss (behind_0 counterparts) fine_counterpart Fp); auto. intros Mi. pose proof
      no_piles as K. rewrite Mi in K. exact K.
    + unfold Correspondence.nim_sum in C. unfold worth_it. pose proof plays as Pl. pose proof no_outcomes as No. destruct
      outcomes.
      * rewrite andb_true_r in Pl, No. rewrite Pl in V. assert (E : Words.is_sum (value h) (tagged counterparts 0 pss) (nim ns))
        by (exists ns; auto).
        rewrite <- (C (nim ns) E). unfold g. rewrite No. split; apply Sum.lost_same; intros; [symmetry|]; apply after_sorted.
      * apply in_rules. apply (sorted_value asc r falls least falls_ob sorted_ob misere x _ P (among_ascends x P A)). apply C.
        exists ns. auto.
Qed.
End Check.

Theorem check_corresponds_sound r asc falls least misere outcomes among stated counterparts ks :
  check_corresponds r asc falls least misere outcomes among stated counterparts ks = true -> forall ans, answers_right (map
    known_game ks) ans ->
  corresponds r misere outcomes stated counterparts ans.
Proof.
  unfold check_corresponds. rewrite !andb_true_iff. intros [[[[[[[Ck Cf] Cs] Cp] Pl] No] Np] C] ans A.
  destruct (obligations r asc misere outcomes among stated counterparts ks) as [l|] eqn:E; [|discriminate C]. unfold obligations
    in E.
  destruct (exists_formulas r 0 (aux r counterparts)) as [[Y F]|] eqn:EY; [|discriminate E].
  destruct (move_formulas r (w r) 1 (aux r counterparts)) as [[M D]|] eqn:EM; [|discriminate E].
  destruct (cond_form r counterparts ks among 0) as [[Wx Nx]|] eqn:EX; [|discriminate E].
  destruct (cond_form r counterparts ks among (w r)) as [[Wy Ny]|] eqn:EW; [|discriminate E].
  destruct (cond_form r counterparts ks stated 0) as [[Sx Ox]|] eqn:ES; [|discriminate E].
  destruct (tcounterparts counterparts (env_at r ks 0) (aux r counterparts)) as [[cs n1]|] eqn:EC; [|discriminate E].
  destruct (tcounterparts counterparts (env_at r ks (w r)) n1) as [[ds n2]|] eqn:ED; [|discriminate E].
  injection E as <-. cbn [forallb] in C. rewrite !andb_true_iff in C. destruct C as (C1 & C2 & C3 & C4 & C5 & C6 & C7 & C8).
  apply (corresponds_here r asc falls least misere outcomes among stated counterparts ks ans Ck A Cf Cs Cp Y F M D Wx Nx Wy Ny Sx
    Ox cs ds n1 n2); auto.
  - destruct (Pos.leb _ _); [reflexivity|destruct (sem_no (of_list []) (shown_ok _ _ C1 _ (bounded_list []) (sem_yes _)))].
  - intros g Ls I. rewrite forallb_forall in C8. apply forallb_forall. intros f If. apply C8. apply in_concat.
    eexists. split; [apply in_map_iff; exists (g, Ls); split; [reflexivity|exact I]|exact If].
  - apply negb_true_iff in Pl. exact Pl.
  - apply negb_true_iff in No. exact No.
Qed.

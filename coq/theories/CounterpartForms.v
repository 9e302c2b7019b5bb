(* Formulas about the counterparts of a position (Counterparts.v), and what they mean: their moves, whether two are linked by a
   move, whether one of them can be moved to the end.

   Nothing here must be read to believe a theorem. *)
Require Import List NArith ZArith PArith Bool Lia.
From Grundy Require Import Automaton Operations Program Formula Tidy Decision Value Expr Game Cases Closing Translate Rules Moves
  Options.
From Grundy Require Import Shown Falls Sorted Counterparts.
From Grundy.Theorems Require Import Order.
From Grundy.Theorems Require Words SameMoves Correspondence.
Import ListNotations.

(** * All counterparts as positions of one game *)
Definition game_of (p : counterpart) : game := sorted (ascending_of p) (rules_of p).
Section All.
Variable counterparts : list counterpart.
Definition game_at (i : nat) : game := game_of (nth i counterparts (Pile (Num 0))).
Definition all_games : game :=
  {| pos := nat * list N; move := fun a zs => exists ys, move (game_at (fst a)) (snd a) ys /\ zs = map (pair (fst a)) ys |}.
Fixpoint tagged (i : nat) (pss : list (list N)) : list (pos all_games) :=
  match pss with [] => [] | ps :: l => (i, ps) :: tagged (S i) l end.
Lemma tagged_app i a : forall b, tagged i (a ++ b) = tagged i a ++ tagged (i + length a) b.
Proof.
  revert i. induction a as [|x a IH]; intros i b; cbn [app tagged length]; [rewrite Nat.add_0_r; reflexivity|].
  rewrite IH, <- plus_n_Sm. reflexivity.
Qed.
Lemma tagged_split pss : forall i l a r, tagged i pss = l ++ a :: r -> exists pl ps pr, pss = pl ++ ps :: pr /\
  l = tagged i pl /\ a = (i + length pl, ps) /\ r = tagged (S (i + length pl)) pr.
Proof.
  induction pss as [|ps pss IH]; intros i [|b l] a r E; cbn [tagged app] in E; try discriminate.
  - injection E as <- <-. exists [], ps, pss. cbn. rewrite Nat.add_0_r. auto.
  - injection E as <- E. destruct (IH _ _ _ _ E) as (pl & qs & pr & -> & -> & -> & ->). exists (ps :: pl), qs, pr.
    cbn [app tagged length]. rewrite <- plus_n_Sm. auto.
Qed.
Lemma game_move i ps ys : move all_games (i, ps) ys <-> exists zs, move (game_at i) ps zs /\ ys = map (pair i) zs.
Proof. reflexivity. Qed.
Lemma game_value misere i ps n : Words.value_in misere (game_at i) ps n <-> Words.value_in misere all_games (i, ps) n.
Proof.
  apply (SameMoves.renamed (game_at i) all_games (fun _ => True) (fun ps : pos (game_at i) => (i, ps))); auto.
  intros x _ zs. apply game_move.
Qed.
Lemma game_one i ps zs : move all_games (i, ps) [(i, zs)] <-> move (game_at i) ps [zs].
Proof.
  rewrite game_move. split; [|intros M; exists [zs]; auto]. intros (ys & M & E). destruct ys as [|y [|]]; try discriminate.
  injection E as <-. exact M.
Qed.
Lemma game_terminal i ps : terminal all_games (i, ps) <-> terminal (game_at i) ps.
Proof.
  unfold terminal. split; intros H ys M.
  - apply (H (map (pair i) ys)). apply game_move. eauto.
  - apply game_move in M. destruct M as (zs & M & _). exact (H zs M).
Qed.
End All.

(** * The numbers that cases say *)
Definition lists := list (form * list (list lin)).
Fixpoint tcounterparts (ps : list counterpart) (te : tenv) (n : positive) : option (lists * positive) :=
  match ps with
  | [] => Some ([(yes, [])], n)
  | p :: ps' => let* (cs, n1) := tnumbers (exprs p) te n in let* (ds, n2) := tcounterparts ps' te n1 in
      Some (flat_map (fun '(g, l) => map (fun '(h, ls) => (and2 g h, l :: ls)) ds) cs, n2)
  end.
Lemma tcounterparts_ok ps : forall te n cs n', tcounterparts ps te n = Some (cs, n') -> forall e v, fits te e v -> forall g Ls,
  List.In (g, Ls) cs ->
  sem g v -> Forall2 (fun p L => numbers (exprs p) e = Some (vals v L)) ps Ls.
Proof.
  induction ps as [|p ps IH]; intros te n cs n' H e v F g Ls I S; cbn [tcounterparts] in H; steps H.
  - destruct I as [I|[]]. injection I as <- <-. constructor.
  - apply in_flat_map in I. destruct I as ([h a] & I & J). apply in_map_iff in J. destruct J as ([k b] & Q & J). injection Q as
    <- <-.
    apply sem_and2 in S. destruct S as [S1 S2]. constructor; [exact (tnumbers_ok _ _ _ _ _ E e v F h a I S1)|eauto].
Qed.
Fixpoint same_form (a b : list lin) : form :=
  match a, b with [], [] => yes | k :: a', l :: b' => and2 (eq k l) (same_form a' b') | _, _ => no end.
Fixpoint all_same (a b : list (list lin)) : form :=
  match a, b with [], [] => yes | k :: a', l :: b' => and2 (same_form k l) (all_same a' b') | _, _ => no end.
Lemma same_form_ok v a : forall b, sem (same_form a b) v <-> vals v a = vals v b.
Proof.
  induction a as [|k a IH]; intros [|l b]; cbn [same_form vals map]; try (split; [intros S; destruct (sem_no v S)|discriminate]).
  - split; auto. intros; apply sem_yes.
  - rewrite sem_and2, sem_eq, IH. unfold vals. split; [intros [-> ->]; auto|intros E; injection E; auto].
Qed.
Lemma all_same_ok v a : forall b, sem (all_same a b) v -> map (vals v) a = map (vals v) b.
Proof.
  induction a as [|k a IH]; intros [|l b]; cbn [all_same map]; intros S; try (destruct (sem_no v S)); auto.
  rewrite sem_and2, same_form_ok in S. destruct S as [-> S]. f_equal. auto.
Qed.
Definition apart (ts : list positive) (Ls : list (list lin)) : bool := forallb (forallb (lin_free ts)) Ls.
Lemma free_vals ts L v u : forallb (lin_free ts) L = true -> same_off ts v u -> vals u L = vals v L.
Proof.
  rewrite forallb_forall. intros F O. unfold vals. apply map_ext_in. intros l I. apply (lin_free_ok ts); auto.
Qed.
(* a position, as sums *)
Definition is (v : val) (L : list lin) (ps : list N) : Prop := vals v L = map Z.of_N ps.

Section Tracks.
(* tracks for a position of a counterpart after a move, and after one more move *)
Variables zs zzs : counterpart -> list positive.
(* the moves of a counterpart, and whether there is one *)
Definition to_form (p : counterpart) (L : list lin) (ts : list positive) (n : positive) : option (form * form) :=
  tmoves 4 (rules_of p) (To [ts]) L n.
Definition has_form (p : counterpart) (L : list lin) (n : positive) : option (form * form) := tmoves 4 (rules_of p) Anywhere L n.
(* the sums ascend, where positions that do stand for all *)
Definition up_form (p : counterpart) (L : list lin) : form := if ascending_of p then asc_form L else yes.
Definition there_form (p : counterpart) (L : list lin) (n : positive) : form :=
  match texists (rules_of p) L n with
  | Some (e, n') => if free (between n n') (coords_only L) then and2 (up_form p L) (close (between n n') (fst e)) else no
  | None => no
  end.
(* some move leads to a position, in the given tracks, of which Q is true *)
Definition leads_form (p : counterpart) (L : list lin) (ts : list positive) (Q : form) (n : positive) : form :=
  match to_form p L ts n with
  | Some (M, D) =>
      if forallb (lin_free ts) L then
        or_all (map (fun m => exist ts (and2 m (and2 D (and2 (up_form p (map ltrack ts)) Q)))) (disjuncts M)) else no
  | None => no
  end.
Definition ended_form (p : counterpart) (L : list lin) (n : positive) : form :=
  match has_form p L n with Some (H, D) => and2 D (not1 H) | None => no end.
Definition goes_form (p : counterpart) (L : list lin) (n : positive) : form :=
  match has_form p L n with Some (H, D) => and2 D H | None => no end.
(* every move leads to a position that has none *)
Definition last_form (p : counterpart) (L : list lin) (n : positive) : form :=
  match to_form p L (zs p) n with
  | Some (M, D) =>
      if forallb (lin_free (zs p)) L then FNot (exist (zs p) (or2 (FNot D) (and2 M (FNot (ended_form p (map ltrack (zs p)) n)))))
        else no
  | None => no
  end.
Definition linked_form (p : counterpart) (L L' : list lin) (n : positive) : form :=
  match p with
  | Pile _ => not1 (same_form L L')
  | Position _ _ _ _ _ =>
      if forallb (lin_free (zs p)) L && forallb (lin_free (zs p)) L' then
        or2 (leads_form p L (zs p) (same_form (map ltrack (zs p)) L') n) (leads_form p L' (zs p) (same_form (map ltrack (zs p))
          L) n) else no
  end.
Fixpoint changed_form (ps : list counterpart) (Ls Ls' : list (list lin)) (n : positive) : form :=
  match ps, Ls, Ls' with
  | p :: ps', L :: R, L' :: R' => or2 (and2 (linked_form p L L' n) (all_same R R')) (and2 (same_form L L') (changed_form ps' R R'
    n))
  | _, _, _ => no
  end.
Fixpoint ended_all (ps : list counterpart) (Ls : list (list lin)) (n : positive) : form :=
  match ps, Ls with [], [] => yes | p :: ps', L :: R => and2 (ended_form p L n) (ended_all ps' R n) | _, _ => no end.
Fixpoint one_to_end (ps : list counterpart) (Ls : list (list lin)) (n : positive) : form :=
  match ps, Ls with
  | p :: ps', L :: R => or2 (and2 (leads_form p L (zzs p) (ended_form p (map ltrack (zzs p)) n) n) (ended_all ps' R n))
                            (and2 (ended_form p L n) (one_to_end ps' R n))
  | _, _ => no
  end.

(** * What the formulas of a counterpart mean *)
Lemma up_form_ok p L v x : is v L x -> (sem (up_form p L) v <-> (ascending_of p = true -> ascends x)).
Proof.
  intros I. unfold up_form. destruct (ascending_of p).
  - rewrite (asc_form_ok v L x I). split; [intros H _; exact H|intros H; exact (H eq_refl)].
  - split; [discriminate|intros; apply sem_yes].
Qed.
Hypothesis zs_distinct : forall p, NoDup (zs p).
Hypothesis zs_length : forall p, length (zs p) = width (rules_of p).
(* sums at which there is a position of the counterpart *)
Definition stands (v : val) (p : counterpart) (L : list lin) (ps : list N) : Prop :=
  is v L ps /\ is_position (rules_of p) ps /\ (ascending_of p = true -> ascends ps).
Definition moves_of (p : counterpart) := move (game_of p).
Lemma is_tracks u ts : is u (map ltrack ts) (map u ts).
Proof. unfold is, vals. rewrite !map_map. apply map_ext. intros t. apply lval_track. Qed.
Lemma moved_to p L ts n M D v u ps : to_form p L ts n = Some (M, D) -> forallb (lin_free ts) L = true -> same_off ts v u ->
  stands v p L ps -> sem D u -> exists l, options (rules_of p) ps = Some l /\ (List.In [map u ts] l <-> sem M u).
Proof.
  intros E F O (Is & P & _) S. unfold is in Is. rewrite <- (free_vals _ _ _ _ F O) in Is.
  destruct (moves_sound _ _ _ _ _ _ _ E u ps I Is P S) as (l & El & K). exists l. split; auto. rewrite <- K. cbn [reaches map].
  split; [intros J; eauto|intros (pss & J & ->); auto].
Qed.
Lemma leads_ok p L ts Q n v ps : sem (leads_form p L ts Q n) v -> stands v p L ps ->
  exists u, same_off ts v u /\ moves_of p ps [map u ts] /\ stands u p (map ltrack ts) (map u ts) /\ sem Q u.
Proof.
  unfold leads_form. destruct (to_form p L ts n) as [[M D]|] eqn:E; [|intros S; destruct (sem_no v S)].
  destruct (forallb _ L) eqn:F; [|intros S; destruct (sem_no v S)]. intros S St. apply sem_or_all in S. destruct S as (a & Ia &
    S). apply in_map_iff in Ia. destruct Ia as (m & <- & Im).
  apply sem_exist in S. destruct S as (u & O & S). rewrite !sem_and2 in S. destruct S as (Sm' & Sd & Su & Sq).
  assert (Sm : sem M u) by (apply disjuncts_ok; eauto). pose proof (proj1 (up_form_ok p _ u _ (is_tracks u ts)) Su) as Au.
    destruct (moved_to _ _ _ _ _ _ v u ps E F O St Sd) as (l & El & K).
  apply K in Sm. exists u. split; auto. split; [apply sorted_move; split; [exists l; auto|exact Au]|]. split; auto.
  split; [apply is_tracks|]. split; [|exact Au]. destruct (options_parts _ _ _ _ El Sm) as (_ & _ & _ & Fa). inversion Fa; auto.
Qed.
Lemma has_ok p L n H D v ps : has_form p L n = Some (H, D) -> stands v p L ps -> sem D v ->
  exists l, options (rules_of p) ps = Some l /\ (l <> [] <-> sem H v).
Proof.
  intros E (Is & P & _) S. destruct (moves_sound _ _ _ _ _ _ _ E v ps I Is P S) as (l & El & K). exists l. split; auto. rewrite
    <- K.
  cbn [reaches]. split; [intros N0; destruct l as [|pss l]; [contradiction|exists pss; simpl; auto]|].
  intros (pss & J & _) ->. destruct J.
Qed.
Lemma no_options p ps : options (rules_of p) ps = Some [] -> terminal (game_of p) ps.
Proof. intros E pss ((l & E' & I) & _). rewrite E in E'. injection E' as <-. destruct I. Qed.
Lemma ended_ok p L n v ps : sem (ended_form p L n) v -> stands v p L ps -> terminal (game_of p) ps.
Proof.
  unfold ended_form. destruct (has_form p L n) as [[H D]|] eqn:E; [|intros S; destruct (sem_no v S)]. rewrite sem_and2.
  intros [Sd Sh] St. destruct (has_ok _ _ _ _ _ v ps E St Sd) as (l & El & K). apply sem_not1 in Sh. apply no_options.
  destruct l as [|pss l]; auto. destruct Sh. apply K. discriminate.
Qed.
(* the rules of a counterpart are decided to be such that plays end, and positions that ascend stand for all, if they are to *)
Definition fine_rules (p : counterpart) : Prop :=
  (exists f l, check_falls (rules_of p) f l = true) /\ check_sorted (ascending_of p) (rules_of p) = true.
Lemma fine_terminal p x : fine_rules p -> is_position (rules_of p) x -> (ascending_of p = true -> ascends x) ->
  (terminal (game_of p) x <-> terminal (rules_game (rules_of p)) x).
Proof. intros ((f & l & Cf) & Cs). exact (sorted_terminal (ascending_of p) (rules_of p) f l Cf Cs x). Qed.
Lemma goes_ok p L n v ps : fine_rules p -> sem (goes_form p L n) v -> stands v p L ps -> ~ terminal (game_of p) ps.
Proof.
  intros Fr. unfold goes_form. destruct (has_form p L n) as [[H D]|] eqn:E; [|intros S; destruct (sem_no v S)]. rewrite sem_and2.
  intros [Sd Sh] St T. apply (fine_terminal p ps Fr (proj1 (proj2 St)) (proj2 (proj2 St))) in T. destruct (has_ok _ _ _ _ _ v ps
    E St Sd) as (l & El & K). apply K in Sh. destruct l as [|pss l]; [contradiction|].
  apply (T pss). exists (pss :: l). simpl. auto.
Qed.
(* a position in the tracks for the moves of a counterpart *)
Lemma put_z p q v : is_position (rules_of p) q -> exists u, same_off (zs p) v u /\ map u (zs p) = q.
Proof.
  intros P. exists (assign (zs p) q v). split; [apply assign_off|].
  apply assign_at; [apply zs_distinct|rewrite zs_length; apply position_length; auto].
Qed.
Lemma last_ok p L n v ps : sem (last_form p L n) v -> stands v p L ps -> forall q, moves_of p ps [q] ->
  terminal (game_of p) q.
Proof.
  unfold last_form. intros S St q Mq. apply sorted_move in Mq. destruct Mq as ((l & El & I) & Aq). destruct (to_form p L (zs p)
    n) as [[M D]|] eqn:E; [|destruct (sem_no v S)].
  destruct (forallb _ L) eqn:F; [|destruct (sem_no v S)].
  assert (Pq : is_position (rules_of p) q) by (destruct (options_parts _ _ _ _ El I) as (_ & _ & _ & Fa); inversion Fa; auto).
  destruct (put_z p q v Pq) as (u & O & Eq). intros pss M'. cbn [sem] in S.
  assert (K : ~ sem (or2 (FNot D) (and2 M (FNot (ended_form p (map ltrack (zs p)) n)))) u) by (intros K; apply S, sem_exist;
    eauto).
  rewrite sem_or2, sem_and2 in K. apply K. left. intros Sd. apply K. right.
  destruct (moved_to p L (zs p) n M D v u ps E F O St Sd) as (l' & El' & J). rewrite Eq in J. split.
  - apply J. assert (Q : l' = l) by congruence. rewrite Q. exact I.
  - cbn [sem]. intros Se. refine (ended_ok p (map ltrack (zs p)) n u q Se _ pss M'). split; [rewrite <- Eq; apply is_tracks|auto].
Qed.
Lemma linked_ok p L L' n v ps qs : sem (linked_form p L L' n) v -> stands v p L ps -> stands v p L' qs ->
  moves_of p ps [qs] \/ moves_of p qs [ps].
Proof.
  intros S St St'. destruct p as [a|r' asc f l es]; cbn [linked_form] in S.
  - apply sem_not1 in S. destruct St as (Is & P & _), St' as (Is' & P' & _). unfold is in *. rewrite same_form_ok, Is, Is' in S.
    pose proof (position_length _ _ P) as L1. pose proof (position_length _ _ P') as L2.
    destruct ps as [|m [|]]; try discriminate L1. destruct qs as [|k [|]]; try discriminate L2. unfold moves_of. cbn [rules_of].
    destruct (N.lt_total m k) as [Lt|[E|Lt]]; [right|destruct S; subst; reflexivity|left]; apply sorted_move; (split; [apply
      nim_pile_moves; eauto|discriminate]).
  - destruct (forallb _ L && forallb _ L') eqn:F; [|destruct (sem_no v S)]. apply andb_prop in F. destruct F as [F F'].
    set (p := Position r' asc f l es) in *. rewrite sem_or2 in S.
    assert (K : forall A B a b, forallb (lin_free (zs p)) B = true -> sem (leads_form p A (zs p) (same_form (map ltrack (zs p))
      B) n) v ->
      stands v p A a -> stands v p B b -> moves_of p a [b]).
    { intros A B a b Fb Sl Sa (Ib & _). destruct (leads_ok p A _ _ n v a Sl Sa) as (u & O & Mv & _ & Q). apply same_form_ok in Q.
      pose proof (is_tracks u (zs p)) as Z. unfold is in Z, Ib. rewrite Z, (free_vals _ _ _ _ Fb O), Ib in Q. apply of_N_inj in Q.
      rewrite <- Q. exact Mv. }
    destruct S as [S|S]; [left; apply (K L L')|right; apply (K L' L)]; auto.
Qed.

(** * What the formulas of all counterparts mean *)
(* the positions of the counterparts that Ls says *)
Inductive stand_all (v : val) : list counterpart -> list (list lin) -> list (list N) -> Prop :=
| no_more : stand_all v [] [] []
| one_more p ps L Ls x xs : stands v p L x -> stand_all v ps Ls xs -> stand_all v (p :: ps) (L :: Ls) (x :: xs).
Variable counterparts : list counterpart.
Let h := all_games counterparts.
Section Tail.
(* the counterparts behind the first i *)
Definition behind (i : nat) (ps : list counterpart) : Prop := forall j p, nth_error ps j = Some p -> nth (i + j) counterparts
  (Pile (Num 0)) = p.
Lemma behind_next i p ps : behind i (p :: ps) -> nth i counterparts (Pile (Num 0)) = p /\ behind (S i) ps.
Proof.
  intros F. split; [rewrite <- (F 0 p eq_refl), Nat.add_0_r; auto|]. intros j q E. rewrite <- (F (S j) q E), <- plus_n_Sm. auto.
Qed.
Lemma move_at i p ps x y : behind i (p :: ps) -> moves_of p x [y] -> move h (i, x) [(i, y)].
Proof. intros F M. apply game_one. unfold game_at. rewrite (proj1 (behind_next _ _ _ F)). exact M. Qed.
Lemma terminal_at i p ps x : behind i (p :: ps) -> (terminal h (i, x) <-> terminal (game_of p) x).
Proof. intros F. unfold h. rewrite game_terminal. unfold game_at. rewrite (proj1 (behind_next _ _ _ F)). reflexivity. Qed.
Lemma same_positions v ps : forall Ls xs Ls' ys', stand_all v ps Ls xs -> stand_all v ps Ls' ys' -> map (vals v) Ls = map (vals
  v) Ls' ->
  xs = ys'.
Proof.
  induction ps as [|p ps IH]; intros Ls xs Ls' ys' A B E; inversion A as [|p1 q1 L1 R1 x1 r1 (I1 & _) A']; subst;
    inversion B as [|p2 q2 L2 R2 x2 r2 (I2 & _) B']; subst; auto. cbn [map] in E. injection E as E E'. f_equal; [|eauto].
  unfold is in I1, I2. apply of_N_inj. congruence.
Qed.
Lemma changed_ok v n ps : forall i Ls xs Ls' ys', behind i ps -> stand_all v ps Ls xs -> stand_all v ps Ls' ys' ->
  sem (changed_form ps Ls Ls' n) v -> Correspondence.changed h (tagged counterparts i xs) (tagged counterparts i ys').
Proof.
  induction ps as [|p ps IH]; intros i Ls xs Ls' ys' F A B S; inversion A as [|p1 q1 L1 R1 x1 r1 St1 A']; subst;
    inversion B as [|p2 q2 L2 R2 x2 r2 St2 B']; subst; cbn [changed_form] in S; [destruct (sem_no v S)|].
  rewrite sem_or2, !sem_and2 in S. cbn [tagged]. destruct S as [[Sl Ss]|[Ss Sc]].
  - apply all_same_ok in Ss. rewrite (same_positions v ps _ _ _ _ A' B' Ss). exists [], (i, x1), (i, x2), (tagged counterparts (S
    i) r2).
    split; auto. split; auto. destruct (linked_ok p L1 L2 n v x1 x2 Sl St1 St2) as [M|M]; [left|right]; apply (move_at i p ps);
      auto.
  - apply same_form_ok in Ss. assert (x1 = x2) by (destruct St1 as (I1 & _), St2 as (I2 & _); unfold is in I1, I2; apply
    of_N_inj; congruence).
    subst x2. destruct (IH (S i) R1 r1 R2 r2 (proj2 (behind_next _ _ _ F)) A' B' Sc) as (l & a & b & t & Ea & Eb & Lk).
    exists ((i, x1) :: l), a, b, t. rewrite Ea, Eb. auto.
Qed.
Lemma ended_all_ok v n ps : forall i Ls xs, behind i ps -> stand_all v ps Ls xs -> sem (ended_all ps Ls n) v ->
  forall b, List.In b (tagged counterparts i xs) -> terminal h b.
Proof.
  induction ps as [|p ps IH]; intros i Ls xs F A S b I; inversion A as [|p1 q1 L1 R1 x1 r1 St1 A']; subst; [destruct I|].
  cbn [ended_all] in S. apply sem_and2 in S. destruct S as [S1 S2]. destruct I as [<-|I].
  - apply (terminal_at i p ps); auto. exact (ended_ok p L1 n v x1 S1 St1).
  - exact (IH (S i) R1 r1 (proj2 (behind_next _ _ _ F)) A' S2 b I).
Qed.
Lemma one_to_end_ok v n ps : forall i Ls xs, behind i ps -> stand_all v ps Ls xs -> sem (one_to_end ps Ls n) v ->
  exists l a t, tagged counterparts i xs = l ++ a :: t /\ (exists z, move h a [z] /\ terminal h z) /\ forall b, List.In b (l ++
    t) -> terminal h b.
Proof.
  induction ps as [|p ps IH]; intros i Ls xs F A S; inversion A as [|p1 q1 L1 R1 x1 r1 St1 A']; subst; cbn [one_to_end] in S;
    [destruct (sem_no v S)|].
  rewrite sem_or2, !sem_and2 in S. cbn [tagged]. destruct S as [[Sl Se]|[Se So]].
  - exists [], (i, x1), (tagged counterparts (S i) r1). split; auto. destruct (leads_ok p L1 _ _ n v x1 Sl St1) as (u & O & M & P
    & Q). split.
    + exists (i, map u (zzs p)). split; [apply (move_at i p ps); auto|]. apply (terminal_at i p ps); auto.
      exact (ended_ok p (map ltrack (zzs p)) n u _ Q P).
    + apply (ended_all_ok v n ps (S i) R1); auto. apply (behind_next _ _ _ F).
  - destruct (IH (S i) R1 r1 (proj2 (behind_next _ _ _ F)) A' So) as (l & a & t & E & W & T). exists ((i, x1) :: l), a, t.
    rewrite E. split; auto. split; auto. intros b [<-|I]; [|auto]. apply (terminal_at i p ps); auto. exact (ended_ok p L1 n v x1
      Se St1).
Qed.
End Tail.
Lemma behind_0 : behind 0 counterparts.
Proof. intros j p E. cbn [Nat.add]. exact (nth_error_nth _ _ _ E). Qed.
End Tracks.

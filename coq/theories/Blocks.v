(* Values by automata: what must be decided of rules and of a set of pairs (position, number), so that the number is the value.

   A block says by a formula V(x, t) that t is the value of x, for the positions x of a domain that no move leaves.
   The obligations are
   those of the theorem `graph` of theorems.txt; or, where not all values are said, of `levels` for the values below a number.
   They are
   made from the rules, and decided.  [block_sound]: the value of every position of the domain is what V says;
     [some_levels_sound]: it is
   t, for a t below the number, exactly if V says so.  In normal play a move may leave several positions; then V says all values.

   What must be read to believe a theorem that rests on a block: Value.v, Expr.v and Game.v, and what V says (Graph.v). *)
Require Import List NArith ZArith PArith Bool Lia.
From Grundy Require Import Tree Automaton Search Operations Atoms Numeration Program Formula Tidy Decision.
From Grundy Require Import Value Expr Game Cases Closing Translate Rules Moves Reads Options.
Import ListNotations.

Section Block.
Variable r : rules.
Variable misere : bool.
Let w := width r.
(* V(x, n) and the domain, as formulas, and what they say *)
Variable V : list positive -> positive -> form.
Variable says : list N -> N -> Prop.
Hypothesis V_ok : forall ts u v, bounded v -> length ts = w -> (sem (V ts u) v <-> says (map v ts) (v u)).
Variable D : list positive -> form.
Variable domain : list N -> Prop.
Hypothesis D_ok : forall ts v, bounded v -> length ts = w -> (sem (D ts) v <-> domain (map v ts)).
Variable falls : list Z.
Variable least : Z.                              (* the sum of `falls` at a position after a move is not below - least *)

(** * The obligations *)
(* tracks: the position, two numbers s and t, the positions that a move leaves, their values, auxiliary ones *)
Let xs := tracks 0 w.
Let s := track w.
Let t := track (w + 1).
Let base := w + 2.
(* V and the domain may read other digits than binary ones *)
Let digs : digits := digits_in (FAnd (V xs s) (D xs)).
Definition sizes : list nat := nodup Nat.eq_dec (map (fun f => length (recipes (leaves r) (targets f))) (families r)).
Let most := fold_right max 0 sizes.
Let values := base + most * w.
Let aux := track (values + most).
Definition us (k : nat) : list positive := tracks values k.
Definition ys (k : nat) : list (list positive) := part_tracks r base k.
(* the nim-sum of the values of the k positions that a move leaves is the number u *)
Definition V_sum (k : nat) (u : positive) : form :=
  match ys k with
  | [y] => V y u
  | yss => exist (us k) (and2 (and_all (map (fun '(y, n) => V y n) (combine yss (us k)))) (FAtom (NimSum (u :: us k))))
  end.
Definition fall (k : Z) (y : list positive) : terms := combine y (map (Z.mul k) falls).
(* some move leads to one position, of which V says the number u *)
Definition worth_moves (u : positive) : option (form * form) := tmoves 4 r (Worth V says w u) (map ltrack xs) aux.
(* the same of the number t, where s was decided once *)
Definition retrack (f : form) : option form :=
  match f with
  | FAtom (In d A ts) => if (if list_eq_dec Pos.eq_dec ts (tracks 0 (w + 1)) then true else false) && reads A (w + 1)
                       then Some (FAtom (In d A (xs ++ [t]))) else None
  | _ => None
  end.
Definition of_size (here : form) (M : nat -> form) (one : positive -> form) (k : nat) : list form :=
  let go := and2 here (M k) in
  [ implies go (and_all (map D (ys k)));
    implies go (and_all (map (fun y => FAtom (AtMost 1 (fall 1 y ++ fall (-1) xs))) (ys k)));
    implies go (and_all (map (fun y => FAtom (AtMost (- least) (fall (-1) y))) (ys k)));
    FNot (if Nat.eqb k 1 then and2 here (and2 (V xs s) (one s)) else and2 go (and2 (V xs s) (V_sum k s))) ].
Definition some_move (M : nat -> form) (one : positive -> form) (u : positive) : form :=
  or_all (map (fun k => if Nat.eqb k 1 then one u else exist (concat (ys k)) (and2 (M k) (V_sum k u))) sizes).
Definition reached (here : form) (M : nat -> form) (one : positive -> form) (H : form) : form :=
  implies (and2 here (and2 (V xs s) (lt (ltrack t) (ltrack s)))) (or2 (some_move M one t) (if misere then FNot H else no)).
Definition last_ones (here H HDef : form) : list form :=
  if misere then [ implies here HDef; implies (and2 here (and2 (FNot H) (V xs s))) (eq (ltrack s) (lconst 1)) ] else [].
(* all positions have values; or: the positions with values below [below] have them *)
Definition complete (here : form) : form := implies here (FEx s (V xs s)).
Definition has_level (below : N) (here : form) (M : nat -> form) (one : positive -> form) (H : form) : form :=
  let mex := and2 (FNot (some_move M one s)) (FAll t (or2 (le (ltrack s) (ltrack t)) (some_move M one t))) in
  implies (and2 here (and2 (lt (ltrack s) (lconst (Z.of_N below)))
      (if misere then or2 (and2 (FNot H) (eq (ltrack s) (lconst 1))) (and2 H mex) else mex))) (V xs s).
Fixpoint each_size (ks : list nat) : option (list (nat * (form * form))) :=
  match ks with [] => Some [] | k :: l => let* p := move_formulas r base k aux in let* ps := each_size l in Some ((k, p) ::
    ps) end.
Fixpoint pick (l : list (nat * (form * form))) (k : nat) : form * form :=
  match l with [] => (no, no) | (j, p) :: r => if Nat.eqb j k then p else pick r k end.
Definition obligations (below : option N) : option (list form) :=
  let* Ms := each_size sizes in
  let* (H, HDef) := has_move_formulas r aux in
  let* (Y, F) := exists_formulas r 0 aux in
  let* (Ones, OnesDef) := worth_moves s in
  let* (Onet, OnetDef) := worth_moves t in
  let here := compile digs w (and2 Y (D xs)) in
  let ones := compile digs (w + 1) Ones in let onet := match retrack ones with Some f => f | None => compile digs (w + 2) Onet end in
  let one u := if Pos.eqb u s then ones else onet in
  let M k := compile digs (base + k * w) (fst (pick Ms k)) in
  let H' := compile digs w H in
  Some (or2 Y F :: implies here OnesDef :: implies here OnetDef :: map (fun k => implies here (snd (pick Ms k))) sizes ++
        concat (map (of_size here M one) sizes) ++
        reached here M one H' :: match below with None => complete here | Some b => has_level b here M one H' end ::
          last_ones here H' HDef).
Definition singles : bool := forallb (Nat.eqb 1) sizes.
Definition check_block (below : option N) : bool :=
  match obligations below with Some l => forallb proved l | None => false end &&
  match below, misere with None, false => true | _, _ => singles end.

(** * What they show *)
Definition mu (x : list N) : N := Z.to_N (least + weighted falls x).
Section Sound.
Variable Ms : list (nat * (form * form)).
Variables H HDef Y F Ones OnesDef Onet OnetDef : form.
Hypothesis EM : each_size sizes = Some Ms.
Hypothesis EH : has_move_formulas r aux = Some (H, HDef).
Hypothesis EY : exists_formulas r 0 aux = Some (Y, F).
Hypothesis ES : worth_moves s = Some (Ones, OnesDef).
Hypothesis ET : worth_moves t = Some (Onet, OnetDef).
Let one u := if Pos.eqb u s then compile digs (w + 1) Ones
  else match retrack (compile digs (w + 1) Ones) with Some f => f | None => compile digs (w + 2) Onet end.
Let here := compile digs w (and2 Y (D xs)).
Let M k := compile digs (base + k * w) (fst (pick Ms k)).
Let H' := compile digs w H.
Hypothesis exist_ob : proved (or2 Y F) = true.
Hypothesis s_ob : proved (implies here OnesDef) = true.
Hypothesis t_ob : proved (implies here OnetDef) = true.
Hypothesis defined_ob : forall k, List.In k sizes -> proved (implies here (snd (pick Ms k))) = true.
Hypothesis size_ob : forall k, List.In k sizes -> forallb proved (of_size here M one k) = true.
Hypothesis reached_ob : proved (reached here M one H') = true.
Hypothesis last_ob : misere = true -> proved (implies here HDef) = true /\
  proved (implies (and2 here (and2 (FNot H') (V xs s))) (eq (ltrack s) (lconst 1))) = true.

Lemma pick_ok k : List.In k sizes -> move_formulas r base k aux = Some (pick Ms k).
Proof.
  assert (K : forall l Ns, each_size l = Some Ns -> List.In k l -> move_formulas r base k aux = Some (pick Ns k)).
  { induction l as [|j l IH]; intros Ns E I; cbn [each_size] in E; [destruct I|]. steps E. cbn [pick].
    destruct (Nat.eqb_spec j k) as [->|Ne]; [auto|]. destruct I as [|I]; [contradiction|]. apply IH; auto. }
  apply (K sizes Ms EM).
Qed.
(* a position x, two numbers, and the positions after a move *)
Definition at4 (x : list N) (n u : N) (pss : list (list N)) : val := of_list ((x ++ [n; u]) ++ concat pss).
Lemma at4_bounded x n u pss : bounded (at4 x n u pss).
Proof. apply bounded_list. Qed.
Lemma at4_x x n u pss : length x = w -> at_tracks (at4 x n u pss) 0 w = x.
Proof. intros L. rewrite <- L. unfold at4. rewrite <- app_assoc. apply at_tracks_first. Qed.
Lemma at4_s x n u pss : length x = w -> at4 x n u pss s = n.
Proof. intros L. unfold at4, s. rewrite of_list_track, app_nth1, app_nth2 by (rewrite ?app_length; simpl; lia).
rewrite L, Nat.sub_diag. auto. Qed.
Lemma at4_t x n u pss : length x = w -> at4 x n u pss t = u.
Proof.
  intros L. unfold at4, t. rewrite of_list_track, app_nth1, app_nth2 by (rewrite ?app_length; simpl; lia). rewrite L.
  replace (w + 1 - w) with 1 by lia. auto.
Qed.
Lemma at4_ys x n u pss : length x = w -> Forall (is_position r) pss -> map (map (at4 x n u pss)) (ys (length pss)) = pss.
Proof.
  intros L P. unfold at4, ys. replace base with (length (x ++ [n; u])) by (rewrite app_length; simpl; unfold base; lia).
  apply part_tracks_at. eapply Forall_impl; [|exact P]. apply position_length.
Qed.
Lemma track_s_off from k : w + 2 <= from -> ~ List.In s (tracks from k) /\ ~ List.In t (tracks from k).
Proof. intros L. split; intros I; apply in_tracks in I; destruct I as (i & _ & E); unfold s, t in E; apply track_inj in E; lia.
Qed.
Lemma sem_here v : bounded v -> is_position r (at_tracks v 0 w) -> domain (at_tracks v 0 w) -> sem here v.
Proof.
  intros B P Dm. apply compile_ok; auto. rewrite sem_and2. split; [|apply D_ok; auto; apply tracks_length].
  pose proof (proved_sound _ exist_ob v B) as S. rewrite sem_or2 in S. destruct S as [S|S]; auto.
  apply (exists_formulas_sound _ _ _ _ _ EY v) in S. unfold is_position in P. fold w in S. rewrite P in S. discriminate.
Qed.
(* options, as formulas *)
Lemma options_of v : bounded v -> is_position r (at_tracks v 0 w) -> domain (at_tracks v 0 w) -> forall k, List.In k sizes ->
  exists l, options r (at_tracks v 0 w) = Some l /\ (List.In (map (map v) (ys k)) l <-> sem (M k) v).
Proof.
  intros B P Dm k I. pose proof (pick_ok k I) as E. destruct (pick Ms k) as [m d] eqn:Ep.
  pose proof (implies_ok _ _ (defined_ob k I) v B (sem_here v B P Dm)) as Sd. rewrite Ep in Sd. cbn [snd] in Sd.
  destruct (move_formulas_sound _ _ _ _ _ _ E v P Sd) as (l & El & K). exists l. split; auto. unfold M. rewrite Ep. cbn [fst].
  rewrite compile_ok by auto. exact K.
Qed.
Lemma size_of x l pss : options r x = Some l -> List.In pss l -> List.In (length pss) sizes /\ Forall (is_position r) pss.
Proof.
  intros E I. destruct (options_parts r x l pss E I) as (f & If & L & P). split; auto. unfold sizes.
  apply nodup_In, in_map_iff. exists f. auto.
Qed.
(* a move: its positions are those of the domain, the sum falls *)
Lemma moves_of x pss : is_position r x -> domain x -> move (rules_game r) x pss -> List.In (length pss) sizes /\
  Forall (is_position r) pss /\ (forall n u, sem (M (length pss)) (at4 x n u pss)) /\
  forall y, List.In y pss -> domain y /\ (mu y < mu x)%N.
Proof.
  intros P Dm (l & E & I). pose proof (position_length r x P) as L. fold w in L. destruct (size_of x l pss E I) as [Is Pp].
  assert (S : forall n u, sem (M (length pss)) (at4 x n u pss)).
  { intros n u. pose proof (options_of (at4 x n u pss) (at4_bounded _ _ _ _)) as O. rewrite at4_x in O by auto.
    destruct (O P Dm _ Is) as (l' & E' & K). rewrite at4_ys in K by auto. apply K. congruence. }
  split; auto. split; auto. split; auto. set (v := at4 x 0 0 pss). pose proof (at4_bounded x 0 0 pss) as B. fold v in B.
  pose proof (size_ob _ Is) as O. unfold of_size in O. cbn [forallb] in O. rewrite !andb_true_iff in O.
  destruct O as (O1 & O2 & O3 & _).
  assert (Hv : sem (and2 here (M (length pss))) v).
  { rewrite sem_and2. split; [|apply S]. apply sem_here; auto; unfold v; rewrite at4_x; auto. }
  intros y J. assert (Q : exists ts, List.In ts (ys (length pss)) /\ map v ts = y).
  { pose proof (at4_ys x 0 0 pss L Pp) as Ey. fold v in Ey. rewrite <- Ey in J. apply in_map_iff in J.
  destruct J as (ts & Et & J). eauto. }
  destruct Q as (ts & It & <-). assert (Lt : length ts = w).
  { unfold ys, part_tracks in It. apply in_map_iff in It. destruct It as (p & <- & _). apply tracks_length. }
  pose proof (implies_ok _ _ O1 v B Hv) as H1. pose proof (implies_ok _ _ O2 v B Hv) as H2.
  pose proof (implies_ok _ _ O3 v B Hv) as H3.
  rewrite sem_and_all in H1, H2, H3. rewrite Forall_map, Forall_forall in H1, H2, H3.
  specialize (H1 ts It). specialize (H2 ts It). specialize (H3 ts It). split; [apply D_ok in H1; auto|].
  cbn [sem atom_means] in H2, H3. unfold fall in H2, H3. rewrite dot_app in H2. unfold xs in H2.
  fold (weights 0 w (-1) falls) in H2.
  rewrite dot_weights in H2. unfold v in H2 at 2. rewrite at4_x in H2 by auto.
  rewrite dot_combine in H2. rewrite dot_combine in H3. unfold mu. apply Z2N.inj_lt; lia.
Qed.

(* the nim-sum of the values that V says of the positions after a move *)
Lemma most_ge k : List.In k sizes -> k <= most.
Proof.
  assert (K : forall l, List.In k l -> k <= fold_right max 0 l); [|apply K].
  induction l as [|j l IH]; simpl; [tauto|]. intros [->|I]; [lia|]. specialize (IH I). lia.
Qed.
Lemma ys_length k y : List.In y (ys k) -> length y = w.
Proof. unfold ys, part_tracks. intros I. apply in_map_iff in I. destruct I as (p & <- & _). apply tracks_length. Qed.
Lemma combined v yss : forall uus, bounded v -> (forall y, List.In y yss -> length y = w) -> length yss = length uus ->
  (sem (and_all (map (fun '(y, n) => V y n) (combine yss uus))) v <-> Forall2 says (map (map v) yss) (map v uus)).
Proof.
  induction yss as [|y yss IH]; intros [|u uus] B Ly E; try discriminate; cbn [combine map].
  - split; intros _; [constructor|apply sem_yes].
  - cbn [and_all fold_right]. rewrite sem_and2. fold (and_all (map (fun '(y, n) => V y n) (combine yss uus))).
    rewrite (IH uus B) by (auto; intros; apply Ly; simpl; auto). rewrite (V_ok y u v B) by (apply Ly; simpl; auto). split.
    + intros [S Fa]. constructor; auto.
    + intros Fa. inversion Fa; subst. auto.
Qed.
Lemma V_sum_ok k u v : bounded v -> List.In k sizes -> ~ List.In u (us k) ->
  (sem (V_sum k u) v <-> exists ns, Forall2 says (map (map v) (ys k)) ns /\ nim ns = v u).
Proof.
  intros B Ik Nu. assert (Off : forall v', same_off (us k) v v' -> map (map v') (ys k) = map (map v) (ys k)).
  { intros v' O. apply map_ext_in. intros y I. apply map_ext_in. intros z J. apply O. intros Iu.
    unfold ys in I. destruct (in_part_tracks _ _ _ _ _ I J) as (i & Hi & ->). apply in_tracks in Iu. destruct Iu as (j & Hj & E).
    apply track_inj in E. unfold values in E. fold w in Hi. pose proof (most_ge k Ik). nia. }
  assert (Len : length (ys k) = length (us k)) by (unfold ys, part_tracks, us; rewrite map_length, seq_length, tracks_length;
    auto).
  assert (Gen : sem (exist (us k) (and2 (and_all (map (fun '(y, n) => V y n) (combine (ys k) (us k)))) (FAtom (NimSum (u ::
    us k))))) v <->
    exists ns, Forall2 says (map (map v) (ys k)) ns /\ nim ns = v u).
  { rewrite sem_exist. split.
    - intros (v' & O & S). assert (B' : bounded v') by (eapply bounded_off; eauto). apply sem_and2 in S. destruct S as [S1 S2].
      apply (combined v' _ _ B' (ys_length k) Len) in S1. rewrite (Off v' O) in S1. exists (map v' (us k)). split; auto.
      cbn [sem atom_means nimsum] in S2. rewrite nimsum_map in S2. apply N.lxor_eq in S2. rewrite <- S2. apply O; auto.
    - intros (ns & Fa & E). exists (assign (us k) ns v). pose proof (assign_off (us k) ns v) as O. split; auto.
      assert (B' : bounded (assign (us k) ns v)) by (eapply bounded_off; eauto).
      assert (Ns : map (assign (us k) ns v) (us k) = ns).
      { apply assign_at; [apply tracks_NoDup|]. rewrite <- Len. apply Forall2_len in Fa. rewrite map_length in Fa. auto. }
      rewrite sem_and2. split.
      + apply (combined _ _ _ B' (ys_length k) Len). rewrite Ns, (Off _ O). exact Fa.
      + cbn [sem atom_means nimsum]. rewrite nimsum_map, Ns, E, (O u Nu). apply N.lxor_nilpotent. }
  unfold V_sum. destruct (ys k) as [|y [|y' yss]] eqn:Ey; try exact Gen. rewrite (V_ok y u v B) by (apply (ys_length k);
    rewrite Ey; simpl; auto).
  cbn [map]. split.
  - intros S. exists [v u]. split; [auto|]. simpl. apply N.lxor_0_r.
  - intros (ns & Fa & E). inversion Fa as [|a n l m S Fa']; subst. inversion Fa'; subst. simpl in E. rewrite N.lxor_0_r in E.
  congruence.
Qed.
Lemma us_off k : ~ List.In s (us k) /\ ~ List.In t (us k).
Proof. apply track_s_off. unfold values, base. lia. Qed.
Lemma says_at v n u : bounded v -> v u = n -> (sem (V xs u) v <-> says (at_tracks v 0 w) n).
Proof. intros B <-. apply V_ok; auto. apply tracks_length. Qed.
(* moves that leave one position *)
Lemma one_ok v u : bounded v -> is_position r (at_tracks v 0 w) -> domain (at_tracks v 0 w) -> (u = s \/ u = t) ->
  (sem (one u) v <-> exists y, move (rules_game r) (at_tracks v 0 w) [y] /\ says y (v u)).
Proof.
  intros B P Dm Hu.
  assert (K : forall n W Def u v, worth_moves u = Some (W, Def) -> proved (implies here Def) = true -> bounded v ->
    is_position r (at_tracks v 0 w) -> domain (at_tracks v 0 w) ->
    (sem (compile digs n W) v <-> exists y, move (rules_game r) (at_tracks v 0 w) [y] /\ says y (v u))).
  { clear - V_ok D_ok EY exist_ob. intros n W Def u v E O B P Dm. rewrite compile_ok by auto. unfold worth_moves in E.
    destruct (moves_sound _ _ _ _ _ _ _ E v (at_tracks v 0 w)) as (l & El & K); [split; auto|apply vals_tracks|exact P| |].
    - apply (implies_ok _ _ O v B). apply sem_here; auto.
    - rewrite <- K. cbn [reaches]. split.
      + intros (pss & I & y & -> & Sy). exists y. split; auto. exists l. auto.
      + intros (y & (l' & El' & I) & Sy). exists [y]. split; [congruence|eauto]. }
  unfold one. destruct (Pos.eqb_spec u s) as [->|Ne]; [apply (K _ Ones OnesDef s v ES s_ob); auto|].
  destruct Hu as [-> | ->]; [contradiction|]. destruct (retrack (compile digs (w + 1) Ones)) as [f|] eqn:Ef;
    [|apply (K _ Onet OnetDef t v ET t_ob); auto].
  (* the automaton of s reads t *)
  unfold retrack in Ef. destruct (compile digs (w + 1) Ones) as [[| | | |d A ts]| | | | |] eqn:Ec; try discriminate.
  destruct (list_eq_dec Pos.eq_dec ts (tracks 0 (w + 1))) as [->|]; [|discriminate]. destruct (reads A (w + 1)) eqn:Rd;
    [|discriminate].
  injection Ef as <-. set (v' := upd v s (v t)).
  assert (B' : bounded v') by (apply Formula.bounded_upd; auto).
  assert (Ex : at_tracks v' 0 w = at_tracks v 0 w).
  { apply (at_tracks_off [s]); [|apply same_off_upd; simpl; auto]. intros z Iz [<-|[]]. apply in_tracks in Iz.
  destruct Iz as (i & Hi & E).
    unfold s in E. apply track_inj in E. lia. }
  assert (Es : v' s = v t) by (unfold v', upd; rewrite Pos.eqb_refl; auto).
  pose proof (K (w + 1) Ones OnesDef s v' ES s_ob B') as Q. rewrite Ec, Ex, Es in Q. rewrite <- (Q P Dm).
  rewrite (sem_in d A (xs ++ [t]) v);
    [|intros Z0; apply app_eq_nil in Z0; destruct Z0; discriminate|rewrite app_length; unfold xs; rewrite tracks_length;
      exact Rd|exact B].
  rewrite (sem_in d A (tracks 0 (w + 1)) v');
    [|rewrite tracks_app; intros Z0; apply app_eq_nil in Z0; destruct Z0; discriminate|rewrite tracks_length; exact Rd|exact B'].
  rewrite tracks_app, !map_app. cbn [plus]. unfold at_tracks in Ex. unfold xs. rewrite Ex.
  replace (map v' (tracks w 1)) with [v t]; [reflexivity|]. unfold tracks. cbn [seq map]. rewrite Nat.add_0_r. fold s.
  rewrite Es. reflexivity.
Qed.
Lemma one_sum y ns (R : list N -> N -> Prop) : Forall2 R [y] ns -> R y (nim ns).
Proof. intros Fa. inversion Fa as [|a m l l' Va Fa']; subst. inversion Fa'; subst. cbn [nim fold_right]. rewrite N.lxor_0_r.
exact Va. Qed.
(* no option has the value of the position *)
Lemma differs_of x pss n : is_position r x -> domain x -> move (rules_game r) x pss -> says x n ->
  forall ns, Forall2 says pss ns -> nim ns <> n.
Proof.
  intros P Dm Mv Sx ns Fn En. pose proof (position_length r x P) as L. fold w in L.
  destruct (moves_of x pss P Dm Mv) as (Is & Pp & S & _). set (v := at4 x n 0 pss). pose proof (at4_bounded x n 0 pss) as B.
  fold v in B.
  pose proof (size_ob _ Is) as O. unfold of_size in O. cbn [forallb] in O. rewrite !andb_true_iff in O.
  destruct O as (_ & _ & _ & O & _).
  assert (Hv : sem here v) by (apply sem_here; auto; unfold v; rewrite at4_x; auto).
  assert (Vv : sem (V xs s) v) by (apply (says_at v n s B); unfold v; [apply at4_s|rewrite at4_x]; auto).
  apply (proved_sound _ O v B). destruct (Nat.eqb_spec (length pss) 1) as [L1|L1].
  - rewrite !sem_and2. split; auto. split; auto. destruct pss as [|y [|]]; try discriminate. apply one_ok; auto; unfold v;
    rewrite ?at4_x; auto.
    exists y. split; auto. rewrite at4_s by auto. rewrite <- En. apply one_sum; auto.
  - rewrite !sem_and2. split; [split; [auto|apply S]|split; auto].
    apply V_sum_ok; auto; [apply us_off|]. exists ns. unfold v. rewrite at4_ys, at4_s by auto. auto.
Qed.
(* some move leads to the nim-sum in the track u *)
Lemma some_move_ok v u : bounded v -> is_position r (at_tracks v 0 w) -> domain (at_tracks v 0 w) -> (u = s \/ u = t) ->
  (sem (some_move M one u) v <-> exists pss ns, move (rules_game r) (at_tracks v 0 w) pss /\ Forall2 says pss ns /\ nim ns = v u).
Proof.
  intros B P Dm Hu. unfold some_move. rewrite sem_or_all.
  assert (Nu : forall k, ~ List.In u (us k)) by (intros k; destruct (us_off k); destruct Hu; subst; auto).
  assert (Apart : forall k z, List.In z (concat (ys k)) -> z <> u /\ ~ List.In z xs).
  { intros k z I. apply in_concat in I. destruct I as (y & Iy & I). unfold ys in Iy.
  destruct (in_part_tracks _ _ _ _ _ Iy I) as (i & Hi & ->).
    split; [intros E|intros J; apply in_tracks in J; destruct J as (j & Hj & E)].
    - destruct Hu as [-> | ->]; unfold s, t, base in E; apply track_inj in E; lia.
    - apply track_inj in E. unfold base in E. lia. }
  assert (Same : forall k v', same_off (concat (ys k)) v v' -> at_tracks v' 0 w = at_tracks v 0 w /\ v' u = v u).
  { intros k v' O. split; [apply (at_tracks_off (concat (ys k))); auto; intros z Iz J; destruct (Apart k z J); auto|].
    apply O. intros J. destruct (Apart k u J). auto. }
  split.
  - intros (f & I & S). apply in_map_iff in I. destruct I as (k & <- & Ik). destruct (Nat.eqb k 1).
    { apply one_ok in S; auto. destruct S as (y & Mv & Sy). exists [y], [v u]. split; auto. split; [auto|]. simpl.
    apply N.lxor_0_r. }
    apply sem_exist in S. destruct S as (v' & O & S).
    apply sem_and2 in S. destruct S as [Sm Sv]. destruct (Same k v' O) as [Ex Eu].
    assert (B' : bounded v') by (eapply bounded_off; eauto). apply V_sum_ok in Sv; auto. destruct Sv as (ns & Fa & E).
    exists (map (map v') (ys k)), ns. split; [|split; auto; congruence].
    destruct (options_of v' B') with (k := k) as (l & El & K); auto; [rewrite Ex; auto..|]. exists l. rewrite <- Ex. split;
      auto. apply K; auto.
  - intros (pss & ns & Mv & Fa & E). destruct (moves_of _ pss P Dm Mv) as (Is & Pp & _). set (k := length pss) in *.
    exists (if Nat.eqb k 1 then one u else exist (concat (ys k)) (and2 (M k) (V_sum k u))). split; [apply in_map_iff; eauto|].
    destruct (Nat.eqb_spec k 1) as [L1|L1].
    { apply one_ok; auto. destruct pss as [|y [|]]; try discriminate. exists y. split; auto. rewrite <- E. apply one_sum; auto. }
    apply sem_exist.
    set (v' := assign (concat (ys k)) (concat pss) v).
    assert (O : same_off (concat (ys k)) v v') by apply assign_off.
    assert (Ey : map (map v') (ys k) = pss).
    { apply assign_parts. exact Pp. }
    exists v'. split; auto. destruct (Same k v' O) as [Ex Eu]. assert (B' : bounded v') by (eapply bounded_off; eauto).
    rewrite sem_and2. split.
    + destruct (options_of v' B') with (k := k) as (l & El & K); auto; [rewrite Ex; auto..|]. apply K. rewrite Ey.
      destruct Mv as (l' & El' & I). rewrite Ex in El. congruence.
    + apply V_sum_ok; auto. exists ns. rewrite Ey, Eu. auto.
Qed.
Lemma has_move_ok v : misere = true -> bounded v -> is_position r (at_tracks v 0 w) -> domain (at_tracks v 0 w) ->
  exists l, options r (at_tracks v 0 w) = Some l /\ (l <> [] <-> sem H' v).
Proof.
  intros Mi B P Dm. destruct (last_ob Mi) as [O _].
  destruct (has_move_formulas_sound _ _ _ _ EH v P) as (l & E & K); [apply (implies_ok _ _ O v B), sem_here; auto|].
  exists l. split; auto. unfold H'. rewrite compile_ok; auto.
Qed.
Lemma terminal_of x : options r x = Some [] -> terminal (rules_game r) x.
Proof. intros E pss (l & E' & I). rewrite E in E'. injection E' as <-. destruct I. Qed.
Lemma reached_of x n u : is_position r x -> domain x -> says x n -> (u < n)%N ->
  (exists pss ns, move (rules_game r) x pss /\ Forall2 says pss ns /\ nim ns = u) \/ misere = true /\ terminal (rules_game r) x.
Proof.
  intros P Dm Sx Lu. pose proof (position_length r x P) as L. fold w in L. set (v := at4 x n u []).
  pose proof (at4_bounded x n u []) as B. fold v in B. assert (Ex : at_tracks v 0 w = x) by (apply at4_x; auto).
  assert (Es : v s = n) by (apply at4_s; auto). assert (Et : v t = u) by (apply at4_t; auto).
  pose proof (implies_ok _ _ reached_ob v B) as Q. rewrite !sem_and2, sem_or2, sem_lt, !lval_track in Q.
  destruct Q as [Q|Q].
  - split; [apply sem_here; auto; rewrite Ex; auto|]. split; [apply (says_at v n s B); auto; rewrite Ex; auto|].
  rewrite Es, Et. lia.
  - left. apply some_move_ok in Q; auto; rewrite ?Ex in *; auto. rewrite Et in Q. exact Q.
  - right. assert (Mi : misere = true). { revert Q. case misere; auto. intros Q. destruct (sem_no v Q). }
    split; auto. rewrite Mi in Q. destruct (has_move_ok v Mi B) as (l & E & K); rewrite ?Ex in *; auto.
    apply terminal_of. rewrite E. destruct l as [|p l]; auto. exfalso. apply Q, K. discriminate.
Qed.
Lemma last_of x n : misere = true -> is_position r x -> domain x -> terminal (rules_game r) x -> says x n -> n = 1%N.
Proof.
  intros Mi P Dm T Sx. pose proof (position_length r x P) as L. fold w in L. destruct (last_ob Mi) as [_ O]. set (v :=
    at4 x n 0 []).
  pose proof (at4_bounded x n 0 []) as B. fold v in B. assert (Ex : at_tracks v 0 w = x) by (apply at4_x; auto).
  assert (Es : v s = n) by (apply at4_s; auto). pose proof (implies_ok _ _ O v B) as Q.
  rewrite !sem_and2, sem_eq, lval_track, lval_const, Es in Q. assert (Z.of_N n = 1%Z); [|lia]. apply Q.
  split; [apply sem_here; auto; rewrite Ex; auto|]. split; [|apply (says_at v n s B); auto; rewrite Ex; auto].
  destruct (has_move_ok v Mi B) as (l & E & K); rewrite ?Ex in *; auto. cbn [sem]. intros S. apply K in S.
  destruct l as [|p l]; [auto|].
  apply (T p). exists (p :: l). simpl. auto.
Qed.
Lemma single_of x pss : singles = true -> is_position r x -> domain x -> move (rules_game r) x pss -> exists y, pss = [y]
  /\ is_position r y.
Proof.
  unfold singles. rewrite forallb_forall. intros Si P Dm Mv. destruct (moves_of x pss P Dm Mv) as (Is & Pp & _).
  specialize (Si _ Is). apply Nat.eqb_eq in Si. destruct pss as [|y [|]]; try discriminate. inversion Pp; subst. eauto.
Qed.
Hypothesis form_ok : misere = false \/ singles = true.

(** * All values *)
Section All.
Hypothesis complete_ob : proved (complete here) = true.
Lemma total_of x : is_position r x -> domain x -> exists n, says x n.
Proof.
  intros P Dm. pose proof (position_length r x P) as L. fold w in L. set (v := at4 x 0 0 []).
  pose proof (at4_bounded x 0 0 []) as B. fold v in B. assert (Ex : at_tracks v 0 w = x) by (apply at4_x; auto).
  destruct (implies_ok _ _ complete_ob v B) as (n & Q); [apply sem_here; auto; rewrite Ex; auto|]. exists n.
  apply (says_at (upd v s n) n s) in Q; [|apply Formula.bounded_upd; auto|unfold upd; rewrite Pos.eqb_refl; auto].
  rewrite <- Ex. rewrite (at_tracks_off [s] v (upd v s n)) in Q; auto; [|apply same_off_upd; simpl; auto].
  intros z Iz [<-|[]]. apply in_tracks in Iz. destruct Iz as (i & Hi & E). unfold s in E. apply track_inj in E. lia.
Qed.
Lemma value_if : forall k x n, (mu x < k)%N -> is_position r x -> domain x -> says x n -> has_value r misere x n.
Proof.
  induction k as [|k IH] using N.peano_ind; intros x n Lk P Dm Sx; [lia|].
  assert (Vals : forall pss ns, move (rules_game r) x pss -> Forall2 says pss ns -> Forall2 (has_value r misere) pss ns).
  { intros pss ns Mv Fa. destruct (moves_of x pss P Dm Mv) as (_ & Pp & _ & K). rewrite Forall_forall in Pp. revert Fa.
    apply Forall2_imp. intros y m I Sy. destruct (K y I) as [Dy Fy]. apply IH; auto. lia. }
  assert (At : forall pss, move (rules_game r) x pss -> exists ns, Forall2 (has_value r misere) pss ns /\ nim ns <> n).
  { intros pss Mv. destruct (moves_of x pss P Dm Mv) as (_ & Pp & _ & K). rewrite Forall_forall in Pp.
    destruct (Forall2_exists says pss) as (ns & Fa); [intros y I; apply total_of; auto; apply K; auto|].
    exists ns. split; [auto|]. apply (differs_of x pss n P Dm Mv Sx ns Fa). }
  assert (Below : forall u, (u < n)%N -> (exists pss ns, move (rules_game r) x pss /\ Forall2 (has_value r misere) pss ns /\
    nim ns = u) \/
    misere = true /\ terminal (rules_game r) x).
  { intros u Lu. destruct (reached_of x n u P Dm Sx Lu) as [(pss & ns & Mv & Fa & E)|T]; auto. left. exists pss, ns. auto. }
  assert (Mi : misere = true \/ misere = false) by (case misere; auto).
  unfold has_value in At, Below |- *. destruct Mi as [Mi|Mi]; rewrite Mi in At, Below |- *.
  - assert (Si : singles = true) by (destruct form_ok; congruence).
    assert (One : forall pss ns, move (rules_game r) x pss -> Forall2 (misere_value (rules_game r)) pss ns ->
      exists y, pss = [y] /\ misere_value (rules_game r) y (nim ns)).
    { intros pss ns Mv Fa. destruct (single_of x pss Si P Dm Mv) as (y & -> & _). exists y. split; auto.
      inversion Fa as [|a m l l' Va Fa']; subst. inversion Fa'; subst. cbn [nim fold_right]. rewrite N.lxor_0_r. exact Va. }
    destruct (rules_listed r x) as ([|p l] & El).
    + assert (T : terminal (rules_game r) x) by (intros pss Mv; apply El in Mv; destruct Mv).
      rewrite (last_of x n Mi P Dm T Sx). apply misere_end. exact T.
    + assert (Mp : move (rules_game r) x p) by (apply El; simpl; auto). apply misere_mex.
      * exists p. exact Mp.
      * intros u Lu. destruct (Below u Lu) as [(pss & ns & Mv & Fa & E)|[_ T]]; [|destruct (T p Mp)].
        destruct (One pss ns Mv Fa) as (y & -> & Vy). exists y. rewrite <- E. auto.
      * intros pss Mv. destruct (At pss Mv) as (ns & Fa & Ne). destruct (One pss ns Mv Fa) as (y & -> & Vy).
      exists y, (nim ns). auto.
  - apply is_mex; [|exact At]. intros u Lu. destruct (Below u Lu) as [K|[Q _]]; [exact K|discriminate].
Qed.
Lemma value_iff x : is_position r x -> domain x -> forall n, says x n <-> has_value r misere x n.
Proof.
  intros P Dm n. split; intros Q; [apply (value_if (mu x + 1)%N); auto; lia|].
  destruct (total_of x P Dm) as (m & Sx). assert (Vm : has_value r misere x m) by (apply (value_if (mu x + 1)%N); auto; lia).
  assert (E : n = m); [|congruence]. unfold has_value in *. destruct misere; [eapply misere_unique|eapply value_unique]; eauto.
Qed.
End All.

(** * Values below a number *)
Section Some.
Variable below : N.
Hypothesis single : singles = true.
Hypothesis level_ob : proved (has_level below here M one H') = true.
Lemma plays_end : forall k x, (mu x < k)%N -> is_position r x -> domain x -> ends_from (rules_game r) x.
Proof.
  induction k as [|k IH] using N.peano_ind; intros x Lk P Dm; [lia|]. constructor. intros y (pss & Mv & I).
  destruct (moves_of x pss P Dm Mv) as (_ & Pp & _ & K). rewrite Forall_forall in Pp. destruct (K y I). apply IH; auto. lia.
Qed.
Lemma one_option x pss : is_position r x -> domain x -> move (rules_game r) x pss ->
  exists y, pss = [y] /\ is_position r y /\ domain y /\ (mu y < mu x)%N.
Proof.
  intros P Dm Mv. destruct (single_of x pss single P Dm Mv) as (y & -> & Py). destruct (moves_of x [y]
    P Dm Mv) as (_ & _ & _ & K).
  exists y. split; auto. split; auto. apply K. simpl. auto.
Qed.
Lemma some_value x : is_position r x -> domain x -> exists n, has_value r misere x n.
Proof.
  intros P Dm. pose proof (plays_end (mu x + 1)%N x ltac:(lia) P Dm) as E. unfold has_value. destruct misere.
  - apply misere_exists; auto using rules_listed. intros z pss (l & El & I). destruct (size_of z l pss El I) as [Is _].
    pose proof single as Si. unfold singles in Si. rewrite forallb_forall in Si. specialize (Si _ Is). apply Nat.eqb_eq in Si.
    destruct pss as [|y [|]]; try discriminate. eauto.
  - apply value_exists; auto using rules_listed.
Qed.
Lemma unique x m n : has_value r misere x m -> has_value r misere x n -> m = n.
Proof. unfold has_value. case misere; [apply misere_unique|apply value_unique]. Qed.
(* the value of a position, from what its options have *)
Lemma from_options x n : is_position r x -> domain x ->
  (forall y, move (rules_game r) x [y] -> ~ has_value r misere y n) ->
  (forall u, (u < n)%N -> exists y, move (rules_game r) x [y] /\ has_value r misere y u) ->
  (misere = true -> exists p, move (rules_game r) x p) -> has_value r misere x n.
Proof.
  intros P Dm No Re So.
  assert (At : forall pss, move (rules_game r) x pss -> exists y m, pss = [y] /\ has_value r misere y m /\ m <> n).
  { intros pss Mv. destruct (one_option x pss P Dm Mv) as (y & -> & Py & Dy & _). destruct (some_value y Py Dy) as (m & Vm).
    exists y, m. split; auto. split; auto. intros ->. apply (No y); auto. }
  assert (Mi : misere = true \/ misere = false) by (case misere; auto).
  unfold has_value in At, Re |- *. destruct Mi as [Mi|Mi]; rewrite Mi in At, Re |- *.
  - apply misere_mex; auto.
  - apply is_mex.
    + intros u Lu. destruct (Re u Lu) as (y & Mv & Vy). exists [y], [u]. split; auto. split; [auto|]. simpl. apply N.lxor_0_r.
    + intros pss Mv. destruct (At pss Mv) as (y & m & -> & Vm & Ne). exists [m]. split; [auto|]. simpl. rewrite N.lxor_0_r.
    exact Ne.
Qed.
Lemma below_iff : forall k x n, (mu x < k)%N -> is_position r x -> domain x -> (n < below)%N ->
  (says x n <-> has_value r misere x n).
Proof.
  induction k as [|k IH] using N.peano_ind; intros x n Lk P Dm Ln; [lia|].
  assert (IHy : forall y m, move (rules_game r) x [y] -> (m < below)%N -> (says y m <-> has_value r misere y m)).
  { intros y m Mv Lm. destruct (one_option x [y] P Dm Mv) as (y' & E & Py & Dy & Fy). injection E as <-. apply IH; auto. lia. }
  assert (Term : terminal (rules_game r) x \/ exists p, move (rules_game r) x p).
  { destruct (rules_listed r x) as ([|p l] & El); [left; intros p Mv; apply El in Mv; destruct Mv|right; exists p; apply El;
    simpl; auto]. }
  split.
  - intros Sx. assert (Mi : misere = true \/ misere = false) by (case misere; auto).
    assert (Case : (misere = true /\ terminal (rules_game r) x) \/ (misere = true -> exists p, move (rules_game r) x p)).
    { destruct Term as [T|T]; auto. destruct Mi as [Mi|Mi]; [left; auto|right; congruence]. }
    destruct Case as [[Mt T]|So].
    + rewrite (last_of x n Mt P Dm T Sx). unfold has_value. rewrite Mt. apply misere_end. exact T.
    + apply from_options; auto.
      * intros y Mv Vy. apply IHy in Vy; auto. apply (differs_of x [y] n P Dm Mv Sx [n]); [auto|]. simpl. apply N.lxor_0_r.
      * intros u Lu. destruct (reached_of x n u P Dm Sx Lu) as [(pss & ns & Mv & Fa & E)|[Mt T]].
        -- destruct (one_option x pss P Dm Mv) as (y & -> & _). exists y. split; auto. apply IHy; [auto|lia|]. rewrite <- E.
        apply one_sum; auto.
        -- destruct (So Mt) as (p & Mp). destruct (T p Mp).
  - intros Vx. pose proof (position_length r x P) as L. fold w in L. set (v := at4 x n 0 []).
    pose proof (at4_bounded x n 0 []) as B. fold v in B. assert (Ex : at_tracks v 0 w = x) by (apply at4_x; auto).
    assert (Es : v s = n) by (apply at4_s; auto). rewrite <- Ex. rewrite <- (says_at v n s B Es).
    apply (implies_ok _ _ level_ob v B). rewrite !sem_and2, sem_lt, lval_track, lval_const, Es.
    split; [apply sem_here; auto; rewrite Ex; auto|]. split; [lia|].
    (* the least number that is missing, as a formula *)
    assert (Mex : (exists p, move (rules_game r) x p) \/ misere = false ->
      sem (and2 (FNot (some_move M one s)) (FAll t (or2 (le (ltrack s) (ltrack t)) (some_move M one t)))) v).
    { intros So. rewrite sem_and2. split.
      - cbn [sem]. intros S. apply some_move_ok in S; auto; rewrite ?Ex in *; auto. destruct S as (pss & ns & Mv & Fa & E).
        destruct (one_option x pss P Dm Mv) as (y & -> & _). apply one_sum in Fa. rewrite E, Es in Fa. apply IHy in Fa; auto.
        revert Vx Fa. unfold has_value. case misere; intros Vx Vy;
          [exact (misere_differs (rules_game r) x y n Vx Mv Vy)|exact (value_differs (rules_game r) x y n Vx Mv Vy)].
      - intros u. rewrite sem_or2, sem_le, !lval_track. set (v' := upd v t u).
        assert (B' : bounded v') by (apply Formula.bounded_upd; auto). assert (O : same_off [t] v v') by (apply same_off_upd;
          simpl; auto).
        assert (Ex' : at_tracks v' 0 w = x).
        { rewrite <- Ex. apply (at_tracks_off [t]); auto. intros z Iz [<-|[]]. apply in_tracks in Iz. destruct Iz as (i & Hi & E).
          unfold t in E. apply track_inj in E. lia. }
        assert (Et' : v' t = u) by (unfold v', upd; rewrite Pos.eqb_refl; auto).
        assert (Es' : v' s = n).
        { rewrite O; auto. intros [E|[]]. unfold s, t in E. apply track_inj in E. lia. }
        rewrite Es', Et'. destruct (N.le_gt_cases n u) as [Le|Lt]; [left; lia|right].
        apply some_move_ok; auto; rewrite ?Ex'; auto. rewrite Et'.
        assert (Re : exists y, move (rules_game r) x [y] /\ has_value r misere y u).
        { revert Vx So. unfold has_value. case misere; intros Vx So.
          - apply (misere_reaches (rules_game r) x n u Vx Lt). destruct So as [So|]; [exact So|discriminate].
          - destruct (value_reaches (rules_game r) x n u Vx Lt) as (pss & ns & Mv & Fa & E).
            destruct (one_option x pss P Dm Mv) as (y & -> & _). exists y. split; auto. rewrite <- E. apply one_sum; auto. }
        destruct Re as (y & Mv & Vy). exists [y], [u]. split; auto. split; [|simpl; apply N.lxor_0_r]. constructor; auto.
        apply IHy; auto. lia. }
    assert (Mi : misere = true \/ misere = false) by (case misere; auto). destruct Mi as [Mi|Mi]; rewrite Mi.
    + rewrite sem_or2, !sem_and2, sem_eq, lval_track, lval_const, Es.
      destruct (has_move_ok v Mi B) as (l & E & K); rewrite ?Ex in *; auto. destruct Term as [T|T].
      * left. split.
        -- cbn [sem]. intros S. apply K in S. destruct l as [|p l]; [auto|]. apply (T p). exists (p :: l). simpl. auto.
        -- revert Vx. unfold has_value. rewrite Mi. intros Vx. rewrite (misere_at_end (rules_game r) x n Vx T). auto.
      * right. split; [|rewrite <- sem_and2; apply Mex; auto]. apply K. destruct T as (p & l' & E' & I).
        rewrite E in E'. injection E' as <-. intros ->. destruct I.
    + apply Mex. auto.
Qed.
End Some.
End Sound.

Theorem check_block_sound below : check_block below = true -> forall x, is_position r x -> domain x ->
  defined r x /\ (exists n, has_value r misere x n) /\
                 match below with
                 | None => forall n, says x n <-> has_value r misere x n
                 | Some b => forall n, (n < b)%N -> (says x n <-> has_value r misere x n)
                 end.
Proof.
  unfold check_block, obligations. rewrite andb_true_iff. intros [C Si].
  destruct (each_size sizes) as [Ms|] eqn:EM; [|discriminate].
  destruct (has_move_formulas r aux) as [[H HDef]|] eqn:EH; [|discriminate].
  destruct (exists_formulas r 0 aux) as [[Y F]|] eqn:EY; [|discriminate].
  destruct (worth_moves s) as [[Ones OnesDef]|] eqn:ES; [|discriminate].
  destruct (worth_moves t) as [[Onet OnetDef]|] eqn:ET; [|discriminate]. cbv zeta in C.
  cbn [forallb] in C. rewrite forallb_app in C. cbn [forallb] in C. rewrite forallb_app in C. cbn [forallb] in C.
  rewrite !andb_true_iff in C.
  destruct C as (C0 & Cs & Ct & C1 & C2 & C3 & C4 & C5). rewrite forallb_forall in C1, C2.
  assert (O1 : forall k, List.In k sizes -> proved (implies (compile digs w (and2 Y (D xs))) (snd (pick Ms k))) = true).
  { intros k I. apply C1, in_map_iff. eauto. }
  assert (O2 : forall k, List.In k sizes -> forallb proved (of_size (compile digs w (and2 Y (D xs)))
    (fun k => compile digs (base + k * w) (fst (pick Ms k))) (fun u => if Pos.eqb u s then compile digs (w + 1) Ones
      else match retrack (compile digs (w + 1) Ones) with Some f => f | None => compile digs (w + 2) Onet end) k) = true).
  { intros k I. apply forallb_forall. intros f J. apply C2, in_concat. eexists. split; [apply in_map_iff; eauto|exact J]. }
  assert (O5 : misere = true -> proved (implies (compile digs w (and2 Y (D xs))) HDef) = true /\
    proved (implies (and2 (compile digs w (and2 Y (D xs))) (and2 (FNot (compile digs w H)) (V xs s))) (eq (ltrack s) (lconst 1))) = true).
  { intros Mi. unfold last_ones in C5. rewrite Mi in C5. cbn [forallb] in C5. rewrite !andb_true_iff in C5. tauto. }
  assert (Ok : misere = false \/ singles = true) by (destruct below, misere; auto).
  intros x P Dm. pose proof (position_length r x P) as L. fold w in L. split.
  - assert (Q : families r = [] \/ exists k, List.In k sizes).
    { assert (Q : forall fs, families r = fs -> fs = [] \/ exists k, List.In k sizes); [|apply Q; auto].
      intros [|f fs] E; [auto|right]. exists (length (recipes (leaves r) (targets f))). unfold sizes. apply nodup_In, in_map_iff.
      exists f. rewrite E. simpl. auto. }
    unfold defined. destruct Q as [Q|(k & Ik)].
    + rewrite (options_at r x P), Q. discriminate.
    + pose proof (options_of Ms Y F EM EY C0 O1 (at4 x 0 0 []) (at4_bounded _ _ _ _)) as K.
      rewrite at4_x in K by auto. destruct (K P Dm k Ik) as (l & E & _). congruence.
  - destruct below as [b|].
    + assert (Si' : singles = true) by (destruct misere; exact Si). split.
      * eapply (some_value Ms H HDef Y F); eauto.
      * intros n Ln. eapply (below_iff Ms H HDef Y F) with (k := (mu x + 1)%N); eauto. lia.
    + assert (K : forall n, says x n <-> has_value r misere x n) by (eapply (value_iff Ms H HDef Y F); eauto). split; [|exact K].
      assert (T : exists n, says x n) by (eapply (total_of Y F); eauto). destruct T as (n & Sx). exists n. apply K. exact Sx.
Qed.
End Block.

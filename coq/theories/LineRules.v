(* Lines of a game that is given by canonical rules.

   The cells of rows (Line.v) are positions of rules: a row has a number for each coordinate but the running one.
   [check_rules] decides that the options of the cells are those of the system: from column [start] on by
   formulas, before it by evaluation; and that each move lowers a sum of multiples of the coordinates, by factors
   that are not negative. Moves leave one position each. With [check] of LineRecurs.v the values of the rows
   are those of [value_at] ([rules_line_values]).

   What must be read to believe a result is what Game.v names, [cell], and [value_at] of LineRecurs.v. *)

From Coq Require Import List NArith ZArith PArith Arith Bool Lia.
From Grundy Require Import Tree Automaton Search Operations Atoms Program Formula Tidy Decision.
From Grundy Require Import Value Expr Game Cases Translate Rules Moves Reads Options.
From Grundy Require Line LineCheck LineRecurs.
From Grundy.Theorems Require Import Words.
Import ListNotations.

Section LineRules.
Variable r : rules.
Let w := width r.
(* the running coordinate; the rows *)
Variable run : nat.
Variable vecs : list (list N).
Variable sys : Line.system.

Definition put_at (b : N) (l : list N) : list N := firstn run l ++ b :: skipn (S run) l.
Definition cell (i : nat) (b : N) : list N := put_at b (nth i vecs []).

(** ** Formulas *)

Let X := ltrack (track run).
Let Y := ltrack (track (w + run)).
Let aux := track (2 * w).

(* The coordinates from a track on, but for the running one, are those of a row. *)
Definition is_row (from : nat) (vec : list N) : form :=
  and_all (map (fun i => if i =? run then yes else eq (ltrack (track (from + i))) (lconst (Z.of_N (nth i vec 0%N)))) (seq 0 w)).
Definition congruent (l : lin) (m j : N) : form := FAtom (Divides (Z.of_N m) (fst l - Z.of_N j) (snd l)).
Definition here (i : nat) (j : N) : form :=
  and2 (is_row 0 (nth i vecs [])) (and2 (le (lconst (Z.of_N (Line.start sys))) X) (congruent X (Line.modulus sys) j)).
Definition leads_form (o : Line.reach) : form :=
  match o with
  | Line.Back i d => and2 (is_row w (nth i vecs [])) (eq Y (ladd X (-1) (lconst (Z.of_N d))))
  | Line.Cell i c => and2 (is_row w (nth i vecs [])) (eq Y (lconst (Z.of_N c)))
  | Line.Used k =>
      let t := Line.the_tracker sys k in
      and2 (is_row w (nth (Line.row_of t) vecs []))
        (and2 (lt Y X) (and2 (le (lconst (Z.of_N (Line.from t))) Y) (congruent Y (Line.class t) (Line.residue t))))
  end.

Definition all_proved (l : list form) : bool := forallb proved l.

Definition far_ok (M D E : form) (i : nat) (j : N) : bool :=
  let h := here i j in
  let L := or_all (map leads_form (Line.far sys i j)) in
  all_proved [implies h E; implies h D; implies (and2 h M) L; implies (and2 h L) M].

Definition same_positions (a b : list (list N)) : bool := if list_eq_dec (list_eq_dec N.eq_dec) a b then true else false.

Definition near_ok (i : nat) (b : N) : bool :=
  match options r (cell i b) with
  | Some l =>
      forallb (fun ys => existsb (fun '(k, c) => same_positions ys [cell k c]) (Line.near sys i b)) l &&
      forallb (fun '(k, c) => existsb (same_positions [cell k c]) l) (Line.near sys i b)
  | None => false
  end.

Definition class_ok (t : Line.tracker) : bool := (Line.residue t <? Line.class t)%N.

Definition reach_in (o : Line.reach) : bool :=
  match o with
  | Line.Back k _ | Line.Cell k _ => k <? Line.rows sys
  | Line.Used k => (k <? length (Line.trackers sys)) && (Line.row_of (Line.the_tracker sys k) <? Line.rows sys)
  end.

Definition check_rules (factors : list N) : bool :=
  single_rules r && (run <? w) && forallb (fun vec => length vec =? w) vecs && (length vecs =? Line.rows sys) &&
  negb (Line.modulus sys =? 0)%N && forallb class_ok (Line.trackers sys) &&
  forallb (fun i => forallb (fun j => forallb reach_in (Line.far sys i j)) (LineRecurs.numbers (Line.modulus sys)))
    (seq 0 (Line.rows sys)) &&
  match move_formulas r w 1 aux, exists_formulas r 0 aux with
  | Some (M, D), Some (E, F) =>
      let fs := map Z.of_N factors in
      all_proved [or2 E F; implies E D;
        implies (and2 E M) (FAtom (AtMost 1 (weights w w 1 fs ++ weights 0 w (-1) fs)))] &&
      forallb (fun i => forallb (fun j => far_ok M D E i j) (LineRecurs.numbers (Line.modulus sys))) (seq 0 (Line.rows sys)) &&
      forallb (fun i => forallb (near_ok i) (LineRecurs.numbers (Line.start sys))) (seq 0 (Line.rows sys))
  | _, _ => false
  end.

(** ** What they say *)

Section Sound.
Hypothesis run_in : run < w.

Lemma put_at_length b l : length l = w -> length (put_at b l) = w.
Proof. intros L. unfold put_at. rewrite app_length. cbn [length]. rewrite firstn_length, skipn_length. lia. Qed.

Lemma put_at_nth b l i : length l = w -> nth i (put_at b l) 0%N = if i =? run then b else nth i l 0%N.
Proof.
  intros L. unfold put_at. assert (Lf : length (firstn run l) = run) by (rewrite firstn_length; lia).
  destruct (Nat.eqb_spec i run) as [->|Ne].
  - rewrite app_nth2 by lia. rewrite Lf, Nat.sub_diag. reflexivity.
  - destruct (le_lt_dec run i) as [Le|Lt].
    + rewrite app_nth2 by lia. rewrite Lf. destruct (i - run) as [|k] eqn:Q; [lia|]. cbn [nth].
      pose proof (app_nth2 (firstn (S run) l) (skipn (S run) l) 0%N (n := i)) as A. rewrite firstn_skipn, firstn_length in A.
      rewrite A by lia. f_equal. lia.
    + rewrite app_nth1 by lia. pose proof (app_nth1 (firstn run l) (skipn run l) 0%N (n := i)) as A. rewrite firstn_skipn in A.
      rewrite A by lia. reflexivity.
Qed.

Lemma at_tracks_nth v from i : i < w -> nth i (at_tracks v from w) 0%N = v (track (from + i)).
Proof.
  intros L. unfold at_tracks, tracks. rewrite map_map.
  rewrite (nth_indep _ 0%N (v (track (from + 0)))) by (rewrite map_length, seq_length; exact L).
  rewrite (map_nth (fun i => v (track (from + i)))), seq_nth by exact L. reflexivity.
Qed.

Lemma is_row_ok from vec v : length vec = w -> (sem (is_row from vec) v <-> at_tracks v from w = put_at (v (track (from + run)))
  vec).
Proof.
  intros L. unfold is_row. rewrite sem_and_all, Forall_map, Forall_forall. split.
  - intros H. apply nth_ext with (d := 0%N) (d' := 0%N); [rewrite at_tracks_length, put_at_length by exact L; reflexivity|].
    intros k Li. rewrite at_tracks_length in Li. rewrite at_tracks_nth, put_at_nth by assumption. specialize (H k).
    destruct (Nat.eqb_spec k run) as [Q|Ne]; [rewrite Q; reflexivity|]. rewrite sem_eq, lval_track, lval_const in H.
    apply N2Z.inj, H, in_seq. lia.
  - intros E i I. apply in_seq in I. destruct (Nat.eqb_spec i run) as [Q|Ne]; [apply sem_yes|].
    rewrite sem_eq, lval_track, lval_const, <- at_tracks_nth, E, put_at_nth by (auto; lia).
    destruct (Nat.eqb_spec i run); [contradiction|reflexivity].
Qed.

Lemma congruent_ok t m j v : (j < m)%N -> (sem (congruent (ltrack t) m j) v <-> (v t mod m = j)%N).
Proof.
  intros L. unfold congruent. cbn [sem atom_means ltrack fst snd dot]. replace (0 - Z.of_N j + (1 * Z.of_N (v t) + 0))%Z with
    (Z.of_N (v t) - Z.of_N j)%Z by lia.
  rewrite <- N2Z.inj_iff, N2Z.inj_mod. assert (M : (Z.of_N m <> 0)%Z) by lia. split; intros E.
  - apply Z.mod_divide in E; [|exact M]. destruct E as (q & E). replace (Z.of_N (v t)) with (Z.of_N j + q * Z.of_N m)%Z by lia.
    rewrite Z.mod_add by exact M. apply Z.mod_small. lia.
  - apply Z.mod_divide; [exact M|]. exists (Z.of_N (v t) / Z.of_N m)%Z. rewrite (Z.div_mod (Z.of_N (v t)) (Z.of_N m) M) at 1. lia.
Qed.

Hypothesis lengths : forall vec, List.In vec vecs -> length vec = w.
Hypothesis count : length vecs = Line.rows sys.
Hypothesis modulus_positive : Line.modulus sys <> 0%N.
Hypothesis class_fine : forall t, List.In t (Line.trackers sys) -> (Line.residue t < Line.class t)%N.
Hypothesis rows_in : forall i j o, i < Line.rows sys -> (j < Line.modulus sys)%N -> List.In o (Line.far sys i j) ->
  match o with
  | Line.Back k _ | Line.Cell k _ => k < Line.rows sys
  | Line.Used k => k < length (Line.trackers sys) /\ Line.row_of (Line.the_tracker sys k) < Line.rows sys
  end.

Lemma row_length i : i < Line.rows sys -> length (nth i vecs []) = w.
Proof. intros L. apply lengths, nth_In. lia. Qed.

Lemma cell_length i b : i < Line.rows sys -> length (cell i b) = w.
Proof. intros L. apply put_at_length, row_length, L. Qed.

(* the position x, and y *)
Definition both (x y : list N) : val := of_list (x ++ y).

Lemma both_x x y : length x = w -> at_tracks (both x y) 0 w = x.
Proof. intros L. unfold both. rewrite <- L. apply at_tracks_first. Qed.

Lemma both_y x y : length x = w -> length y = w -> at_tracks (both x y) w w = y.
Proof. intros Lx Ly. pose proof (at_tracks_app x y []) as A. rewrite app_nil_r, Lx, Ly in A. exact A. Qed.

Lemma both_run x b y i : length y = w -> i < Line.rows sys -> x = cell i b -> both x y (track run) = b.
Proof.
  intros Ly Li ->. pose proof (cell_length i b Li) as L. rewrite <- (Nat.add_0_l run), <- at_tracks_nth, both_x by auto.
  unfold cell. rewrite put_at_nth, Nat.eqb_refl by (apply row_length; exact Li). reflexivity.
Qed.

Lemma leads_form_ok i j o b y : i < Line.rows sys -> (j < Line.modulus sys)%N -> List.In o (Line.far sys i j) -> length y = w ->
  let v := both (cell i b) y in sem (leads_form o) v <-> exists i' c, Line.leads sys b o i' c /\ y = cell i' c.
Proof.
  intros Li Lj Io Ly v. pose proof (rows_in i j o Li Lj Io) as R. pose proof (cell_length i b Li) as Lx.
  assert (Ex : v (track run) = b) by (apply (both_run (cell i b) b y i); auto).
  assert (Ey : at_tracks v w w = y) by (apply both_y; auto).
  assert (Cell_ : forall k c, k < Line.rows sys -> (y = put_at (v (track (w + run))) (nth k vecs []) /\ v (track (w + run)) = c
    <-> y = cell k c)).
  { intros k c Lk. split; [intros [E <-]; exact E|]. intros E. assert (V : v (track (w + run)) = c).
    { rewrite <- at_tracks_nth, Ey, E by exact run_in. unfold cell. rewrite put_at_nth, Nat.eqb_refl by (apply row_length;
      exact Lk). reflexivity. }
    rewrite V. split; [exact E|reflexivity]. }
  destruct o as [k d|k c|k]; cbn [leads_form Line.leads].
  - rewrite sem_and2, (is_row_ok w _ v (row_length k R)), Ey, sem_eq, lval_add, lval_const. unfold X, Y.
    rewrite !lval_track, Ex. split.
    + intros [E1 E2]. exists k, (b - d)%N. split; [split; [reflexivity|split; [lia|reflexivity]]|]. apply Cell_; auto.
      split; [exact E1|lia].
    + intros (k' & c & (-> & Ld & ->) & E). apply Cell_ in E; auto. destruct E as [E1 E2]. split; [exact E1|lia].
  - rewrite sem_and2, (is_row_ok w _ v (row_length k R)), Ey, sem_eq, lval_const. unfold Y. rewrite lval_track. split.
    + intros [E1 E2]. exists k, c. split; [auto|]. apply Cell_; auto. split; [exact E1|lia].
    + intros (k' & c' & (-> & ->) & E). apply Cell_ in E; auto. destruct E as [E1 E2]. split; [exact E1|lia].
  - destruct R as [Lk R]. set (t := Line.the_tracker sys k) in *. assert (Cl : (Line.residue t < Line.class t)%N) by (apply
      class_fine, nth_In, Lk).
    unfold Y at 3. rewrite !sem_and2, (is_row_ok w _ v (row_length _ R)), Ey, sem_lt, sem_le, lval_const,
      (congruent_ok _ _ _ v Cl).
    unfold X, Y. rewrite !lval_track, Ex. unfold Line.in_class. split.
    + intros (E1 & E2 & E3 & E4). exists (Line.row_of t), (v (track (w + run))).
      split; [split; [reflexivity|split; [lia|split; [lia|exact E4]]]|].
      apply Cell_; auto.
    + intros (k' & c & (-> & L & F & Q) & E). apply Cell_ in E; auto. destruct E as [E1 E2]. rewrite E2 in *. split; [exact E1|].
      split; [lia|]. split; [lia|exact Q].
Qed.

Hypothesis single_ : single_rules r = true.
Variables M D E F : form.
Hypothesis EM : move_formulas r w 1 aux = Some (M, D).
Hypothesis EE : exists_formulas r 0 aux = Some (E, F).

Lemma far_sound i j b : i < Line.rows sys -> (j < Line.modulus sys)%N -> far_ok M D E i j = true -> (Line.start sys <= b)%N ->
  (b mod Line.modulus sys = j)%N -> forall yss, move (rules_game r) (cell i b) yss <->
  exists i' c, (exists o, List.In o (Line.far sys i j) /\ Line.leads sys b o i' c) /\ yss = [cell i' c].
Proof.
  intros Li Lj H Lb Mb. unfold far_ok, all_proved in H. cbn [forallb] in H. rewrite !andb_true_iff in H.
  destruct H as (H1 & H2 & H3 & H4 & _).
  pose proof (cell_length i b Li) as Lx.
  assert (Here : forall y, length y = w -> sem (here i j) (both (cell i b) y)).
  { intros y Ly. unfold here. pose proof (both_run (cell i b) b y i Ly Li eq_refl) as Ex. rewrite !sem_and2. split; [|split].
    - apply (is_row_ok 0 _ _ (row_length i Li)). rewrite both_x by exact Lx. cbn [Nat.add]. rewrite Ex. reflexivity.
    - rewrite sem_le, lval_const. unfold X. rewrite lval_track, Ex. lia.
    - unfold X. apply congruent_ok; [exact Lj|]. rewrite Ex. exact Mb. }
  assert (Step : forall y, length y = w -> exists l, options r (cell i b) = Some l /\
    (List.In [y] l <-> exists i' c, (exists o, List.In o (Line.far sys i j) /\ Line.leads sys b o i' c) /\ y = cell i' c)).
  { intros y Ly. set (v := both (cell i b) y). assert (B : bounded v) by apply bounded_list. pose proof (Here y Ly) as Hv.
  fold v in Hv.
    assert (Ex : at_tracks v 0 w = cell i b) by (apply both_x; exact Lx).
    assert (Ey : at_tracks v w w = y) by (apply both_y; auto).
    destruct (move_formulas_sound r w 1 aux M D EM v) as (l & El & K).
    - apply (exists_formulas_sound r 0 aux E F EE v). exact (implies_ok _ _ H1 v B Hv).
    - exact (implies_ok _ _ H2 v B Hv).
    - fold w in El, K. rewrite Ex in El. exists l. split; [exact El|].
      assert (Pt : map (map v) (part_tracks r w 1) = [y]).
      { unfold part_tracks. cbn [seq map]. fold w. rewrite Nat.mul_0_l, Nat.add_0_r. unfold at_tracks in Ey. rewrite Ey.
      reflexivity. }
      rewrite Pt in K. rewrite K. split.
      + intros S. assert (S' : sem (or_all (map leads_form (Line.far sys i j))) v) by (apply (implies_ok _ _ H3 v B);
          apply sem_and2; auto).
        apply sem_or_all in S'. destruct S' as (a & Ia & Sa). apply in_map_iff in Ia. destruct Ia as (o & <- & Io).
        apply (leads_form_ok i j o b y Li Lj Io Ly) in Sa. destruct Sa as (i' & c & Ld & ->). exists i', c. eauto.
      + intros (i' & c & (o & Io & Ld) & Q). apply (implies_ok _ _ H4 v B). apply sem_and2. split; [exact Hv|]. apply sem_or_all.
        exists (leads_form o). split; [apply in_map; exact Io|]. apply (leads_form_ok i j o b y Li Lj Io Ly). eauto. }
  intros yss. split.
  - intros (l & El & I). destruct (options_single r (cell i b) l yss single_ El I) as (y & -> & Py).
    pose proof (position_length r y Py) as Ly. destruct (Step y Ly) as (l' & El' & K). rewrite El in El'. injection El' as <-.
    apply K in I. destruct I as (i' & c & O & ->). eauto.
  - intros (i' & c & O & ->). destruct O as (o & Io & Ld). assert (Li' : i' < Line.rows sys).
    { pose proof (rows_in i j o Li Lj Io) as R. destruct o; cbn in Ld; [destruct Ld as [-> _]|destruct Ld as [-> _]|destruct Ld
      as [-> _]]; tauto. }
    destruct (Step (cell i' c) (cell_length i' c Li')) as (l & El & K). exists l. split; [exact El|]. apply K. exists i', c.
    eauto.
Qed.

Lemma same_positions_ok a b : same_positions a b = true <-> a = b.
Proof. unfold same_positions. destruct (list_eq_dec _ a b); split; auto; discriminate. Qed.

Lemma near_sound i b : near_ok i b = true -> forall yss, move (rules_game r) (cell i b) yss <->
  exists i' c, List.In (i', c) (Line.near sys i b) /\ yss = [cell i' c].
Proof.
  unfold near_ok. destruct (options r (cell i b)) as [l|] eqn:El; [|discriminate]. rewrite andb_true_iff, !forallb_forall.
  intros [H1 H2] yss. split.
  - intros (l' & El' & I). rewrite El in El'. injection El' as <-. specialize (H1 yss I). apply existsb_exists in H1.
    destruct H1 as ((k & c) & J & Q). apply same_positions_ok in Q. eauto.
  - intros (k & c & J & ->). exists l. split; [exact El|]. specialize (H2 (k, c) J). cbn in H2. apply existsb_exists in H2.
    destruct H2 as (y & I & Q). apply same_positions_ok in Q. rewrite Q. exact I.
Qed.

(** ** Plays end *)

Lemma weighted_natural ks : forall x, (0 <= weighted (map Z.of_N ks) x)%Z.
Proof.
  unfold weighted. induction ks as [|k ks IH]; intros [|n ns]; simpl; try lia. specialize (IH ns). nia.
Qed.

Section Falls.
Variable factors : list N.
Let fs := map Z.of_N factors.
Hypothesis all_exist_ : proved (or2 E F) = true.
Hypothesis all_defined : proved (implies E D) = true.
Hypothesis all_fall : proved (implies (and2 E M) (FAtom (AtMost 1 (weights w w 1 fs ++ weights 0 w (-1) fs)))) = true.

Lemma move_position x yss : move (rules_game r) x yss -> is_position r x.
Proof.
  intros (l & El & I). rewrite options_unfold in El. unfold options_with in El. unfold is_position.
  destruct (exists_at r (map Z.of_N x)) as [[|]|]; try discriminate; [reflexivity|]. injection El as <-. destruct I.
Qed.

Lemma rules_end : ends (rules_game r).
Proof.
  apply (ends_by (rules_game r) (fun x => weighted fs x) 0%Z); [apply weighted_natural|].
  intros x y (yss & Mv & I). pose proof (move_position x yss Mv) as P. destruct Mv as (l & El & Il).
  destruct (options_single r x l yss single_ El Il) as (y' & -> & Py). destruct I as [<-|[]].
  pose proof (position_length r x P) as Lx. pose proof (position_length r y' Py) as Ly. fold w in Lx, Ly.
  set (v := both x y'). assert (B : bounded v) by apply bounded_list.
  assert (Ex : at_tracks v 0 w = x) by (apply both_x; exact Lx). assert (Ey : at_tracks v w w = y') by (apply both_y; auto).
  assert (Se : sem E v).
  { pose proof (proved_sound _ all_exist_ v B) as S. apply sem_or2 in S. destruct S as [S|S]; [exact S|].
    apply (exists_formulas_sound r 0 aux E F EE v) in S. fold w in S. rewrite Ex in S. unfold is_position in P. congruence. }
  destruct (move_formulas_sound r w 1 aux M D EM v) as (l' & El' & K).
  - fold w. rewrite Ex. exact P.
  - exact (implies_ok _ _ all_defined v B Se).
  - fold w in El', K. rewrite Ex, El in El'. injection El' as <-.
    assert (Pt : map (map v) (part_tracks r w 1) = [y']).
    { unfold part_tracks. cbn [seq map]. fold w. rewrite Nat.mul_0_l, Nat.add_0_r. unfold at_tracks in Ey. rewrite Ey.
    reflexivity. }
    rewrite Pt in K. apply K in Il. pose proof (implies_ok _ _ all_fall v B) as Fall. rewrite sem_and2 in Fall.
    specialize (Fall (Logic.conj Se Il)).
    cbn [sem atom_means] in Fall. rewrite dot_app, !dot_weights, Ex, Ey in Fall. lia.
Qed.
End Falls.
End Sound.

(** ** The theorem *)

Theorem check_rules_sound factors : check_rules factors = true ->
  Line.follows sys (rules_game r) cell /\ ends (rules_game r).
Proof.
  unfold check_rules. rewrite !andb_true_iff. intros [[[[[[[H1 H2] H3] H4] H5] H6] H7] H8].
  destruct (move_formulas r w 1 aux) as [[M D]|] eqn:EM; [|discriminate].
  destruct (exists_formulas r 0 aux) as [[E F]|] eqn:EE; [|discriminate].
  rewrite !andb_true_iff in H8. destruct H8 as [[H8 H9] H10]. unfold all_proved in H8. cbn [forallb] in H8.
  rewrite !andb_true_iff in H8. destruct H8 as (P1 & P2 & P3 & _). apply Nat.ltb_lt in H2.
  rewrite forallb_forall in H3, H6, H7, H9, H10.
  apply Nat.eqb_eq in H4. apply negb_true_iff, N.eqb_neq in H5.
  assert (Len : forall vec, List.In vec vecs -> length vec = w) by (intros vec I; apply Nat.eqb_eq; auto).
  assert (Cls : forall t, List.In t (Line.trackers sys) -> (Line.residue t < Line.class t)%N) by (intros t I; apply N.ltb_lt;
    exact (H6 t I)).
  assert (Num : forall n m, (m < n)%N -> List.In m (LineRecurs.numbers n)).
  { intros n m L. apply in_map_iff. exists (N.to_nat m). split; [apply N2Nat.id|apply in_seq; lia]. }
  assert (Seq : forall i, i < Line.rows sys -> List.In i (seq 0 (Line.rows sys))) by (intros i L; apply in_seq; lia).
  assert (Rows : forall i j o, i < Line.rows sys -> (j < Line.modulus sys)%N -> List.In o (Line.far sys i j) ->
    match o with
    | Line.Back k _ | Line.Cell k _ => k < Line.rows sys
    | Line.Used k => k < length (Line.trackers sys) /\ Line.row_of (Line.the_tracker sys k) < Line.rows sys
    end).
  { intros i j o Li Lj Io. specialize (H7 i (Seq i Li)). rewrite forallb_forall in H7. specialize (H7 j (Num _ _ Lj)).
    rewrite forallb_forall in H7. specialize (H7 o Io). destruct o; cbn [reach_in] in H7;
      rewrite ?andb_true_iff, ?Nat.ltb_lt in H7; tauto. }
  split.
  - intros i b Li yss. unfold Line.option_of. destruct (N.ltb_spec b (Line.start sys)) as [L|L].
    + apply near_sound. specialize (H10 i (Seq i Li)). rewrite forallb_forall in H10. apply H10, Num. exact L.
    + assert (Lj : (b mod Line.modulus sys < Line.modulus sys)%N) by (apply N.mod_lt; exact H5).
      apply (far_sound H2 Len H4 H5 Cls Rows H1 M D E F EM EE i (b mod Line.modulus sys)%N b Li Lj); auto.
      specialize (H9 i (Seq i Li)). rewrite forallb_forall in H9. apply H9, Num. exact Lj.
  - eapply rules_end; eassumption.
Qed.

Theorem rules_line_values misere A P bound saltus columns factors :
  check_rules factors = true -> LineRecurs.check sys misere A P bound saltus columns = true ->
  forall i b, i < Line.rows sys -> has_value r misere (cell i b) (LineRecurs.value_at A P saltus columns i b).
Proof.
  intros H1 H2 i b Li. destruct (check_rules_sound factors H1) as [Fo En].
  pose proof (LineRecurs.line_values sys misere A P bound saltus columns (rules_game r) cell H2 Fo (fun k c _ => En (cell k c))
    i b Li) as V.
  revert V. unfold value_in, has_value. case misere; auto.
Qed.
End LineRules.

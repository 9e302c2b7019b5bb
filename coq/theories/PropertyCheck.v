(* Properties that speak of moves: conditions on positions, by values in both plays and by "some move", and the check that
   one holds at each position.

   A condition is decided as a set of positions: the values are known by blocks ([known]), and "some move leads to one of
   them" is a formula of the rules ([tmoves]), which is made an automaton.  [check_everywhere_sound]: if [check_everywhere]
   computes true, the condition is true of each position.  The properties are those of Theorems/Properties.v.

   What must be read to believe a theorem: Value.v, Expr.v, Game.v, the property in Theorems/Properties.v, and here nothing:
   [check_property_sound] speaks of the property alone. *)
Require Import List NArith ZArith PArith Bool Lia.
From Grundy Require Import Tree Automaton Operations Atoms Numeration Program Formula Tidy Decision Value.
From Grundy Require Import Expr Game Cases Closing Translate Rules Moves Reads Options Graph Statement.
From Grundy.Theorems Require Import Words Properties.
Import ListNotations.

(** * Conditions on positions *)
Inductive condition :=
| ValueIs (misere : bool) (c : N)
| Member (second : bool)                  (* it is in the first of two given sets, or in the second one *)
| Terminal
| SomeMove (p : condition)                (* some move leads to a position with it; each move does *)
| EveryMove (p : condition)
| Neg (p : condition)
| Both (p q : condition)
| Either (p q : condition).

Section Rules.
Variable r : rules.
Variable d : digits.                             (* those that the automata read *)
Variables first second : option aut.             (* the given sets *)
Let w := width r.
Let g := rules_game r.
Definition given (b : bool) : option aut := if b then second else first.

Fixpoint means (p : condition) (x : list N) : Prop :=
  match p with
  | ValueIs m c => has_value r m x c
  | Member b => match given b with Some A => accepted d A x | None => False end
  | Terminal => terminal g x
  | SomeMove q => exists y, move g x [y] /\ means q y
  | EveryMove q => forall y, move g x [y] -> means q y
  | Neg q => ~ means q x
  | Both p q => means p x /\ means q x
  | Either p q => means p x \/ means q x
  end.

(** * As sets *)
(* a formula of the coordinates of a position, and what it says of any numbers *)
Record set := { form_of : list positive -> form; has : list N -> Prop }.
Definition right_set (s : set) : Prop := forall ts v, bounded v -> length ts = w -> (sem (form_of s ts) v <-> has s (map v ts)).
Definition is_set (s : set) (P : list N -> Prop) : Prop := right_set s /\ forall x, is_position r x -> (has s x <-> P x).
Definition of_aut (A : aut) : set := {| form_of ts := FAtom (In d A ts); has x := accepted d A x |}.
Lemma of_aut_right A : w <> 0 -> reads A w = true -> right_set (of_aut A).
Proof.
  intros Ne R ts v B L. apply sem_in; [|rewrite L; exact R|exact B]. destruct ts; [simpl in L; congruence|discriminate].
Qed.
(* a formula of the tracks 0, …, w - 1 *)
Definition of_form (f : form) : option set :=
  match make d f with
  | Some A => if negb (Nat.eqb w 0) && reads A w then Some (of_aut A) else None
  | None => None
  end.
Let xs := tracks 0 w.
Lemma map_xs x : length x = w -> map (of_list x) xs = x.
Proof. intros L. pose proof (at_tracks_first x []) as E. rewrite app_nil_r, L in E. exact E. Qed.
Lemma of_form_ok f s (P : list N -> Prop) : of_form f = Some s ->
  (forall x, is_position r x -> (sem f (of_list x) <-> P x)) -> is_set s P.
Proof.
  unfold of_form. intros E H. destruct (make d f) as [A|] eqn:M; [|discriminate].
  destruct (negb (Nat.eqb w 0) && reads A w) eqn:C; [|discriminate]. injection E as <-. apply andb_prop in C.
  destruct C as [Ne R]. apply negb_true_iff, Nat.eqb_neq in Ne. split; [apply of_aut_right; auto|]. intros x Px.
  rewrite <- (H x Px), <- (made_says d f A w (of_list x) M Ne R (bounded_list x)). cbn [has of_aut].
  fold xs. rewrite (sem_in d A xs (of_list x)), map_xs; [tauto|exact (position_length r x Px)| | |apply bounded_list];
    unfold xs; [destruct w; [congruence|discriminate]|rewrite tracks_length; exact R].
Qed.
Lemma of_form_or f s : of_form f = Some s -> forall x, is_position r x -> has s x \/ ~ has s x.
Proof.
  unfold of_form. intros E x Px. destruct (make d f) as [A|]; [|discriminate].
  destruct (negb (Nat.eqb w 0) && reads A w) eqn:C; [|discriminate]. injection E as <-. apply andb_prop in C.
  destruct C as [_ R]. cbn [has of_aut]. apply accepted_or. rewrite (position_length r x Px). exact R.
Qed.
Definition not_in (s : set) : set := {| form_of ts := FNot (form_of s ts); has x := ~ has s x |}.
Lemma not_in_ok s P : is_set s P -> is_set (not_in s) (fun x => ~ P x).
Proof.
  intros [Rs Ps]. split; [intros ts v B L; cbn [form_of has not_in sem]; rewrite (Rs ts v B L); tauto|].
  intros x Px. cbn [has not_in]. rewrite (Ps x Px). tauto.
Qed.
Lemma is_set_sem s P x : is_set s P -> is_position r x -> (sem (form_of s xs) (of_list x) <-> P x).
Proof.
  intros [Rs Ps] Px. pose proof (position_length r x Px) as L. fold w in L. 
  pose proof (Rs xs (of_list x) (bounded_list x) (tracks_length 0 w)) as K. rewrite (map_xs x L) in K. rewrite K. apply Ps. exact
    Px.
Qed.

(** * Values *)
Definition known_says (k : known) (x : list N) (c : N) : Prop :=
  match k with ByGraph _ _ d _ T _ _ => graph_says d T x c | ByLevels _ _ _ d _ Ts _ _ => levels_say d Ts x c end.
(* the value is c, at the tracks ts *)
Definition value_set (k : known) (c : N) : set :=
  {| form_of ts := let u := Pos.succ (last_track ts) in FEx u (and2 (known_form k ts u) (eq (ltrack u) (lconst (Z.of_N c))));
     has x := known_says k x c |}.
(* the block is of these rules in this play, of all positions, and says this value *)
Definition fits_block (m : bool) (c : N) (k : known) : bool :=
  Bool.eqb (snd (known_game k)) m && knows k (Z.of_N c) && match known_domain k with None => true | Some _ => false end.
Definition of_rules (k : known) : Prop := fst (known_game k) = r.

Lemma known_form_says k : check_known k = true -> of_rules k -> forall ts u v, bounded v -> length ts = w ->
  (sem (known_form k ts u) v <-> known_says k (map v ts) (v u)).
Proof.
  unfold of_rules, w. destruct k as [r' m d' D T falls least|complete r' m d' D Ts falls least];
    cbn [check_known known_game fst known_form known_says]; intros C -> ts u v B L;
  unfold check_graph, check_levels in C; rewrite !andb_true_iff, negb_true_iff, Nat.eqb_neq in C; destruct C as [[[Ne Rd] Rt] _].
  - unfold graph_says. change [v u] with (map v [u]). rewrite <- map_app. apply sem_in; auto; [destruct ts; discriminate|].
    rewrite app_length, L. exact Rt.
  - rewrite levels_form_ok; [|auto|destruct ts; [simpl in L; congruence|discriminate]|rewrite L; auto]. unfold levels_say.
    split.
    + intros (i & T & E & Q & A). exists T. split; auto. rewrite <- E. f_equal. lia.
    + intros (T & E & A). exists (N.to_nat (v u)), T. repeat split; auto. lia.
Qed.
Lemma known_says_value k m c : check_known k = true -> of_rules k -> fits_block m c k = true -> forall x, is_position r x ->
  (known_says k x c <-> has_value r m x c).
Proof.
  unfold of_rules, fits_block. rewrite !andb_true_iff. intros C R [[Em Kn] Dm] x P. apply eqb_prop in Em.
  destruct k as [r' m' d' D T falls least|complete r' m' d' D Ts falls least];
    cbn [check_known known_game fst snd known_domain knows known_says] in *; subst r' m'; (destruct D; [discriminate|]).
  - apply (check_graph_sound _ _ _ _ _ _ _ C x P I).
  - apply (check_levels_sound _ _ _ _ _ _ _ _ C x P I). apply orb_prop in Kn. destruct Kn as [Kn|Kn]; [auto|right].
    apply Z.ltb_lt in Kn. lia.
Qed.
Lemma last_track_ge l : forall x, List.In x l -> (x <= last_track l)%positive.
Proof. induction l as [|y l IH]; simpl; [tauto|]. intros x [->|J]; [lia|]. specialize (IH x J). lia. Qed.
Lemma value_set_ok k m c : check_known k = true -> of_rules k -> fits_block m c k = true ->
  is_set (value_set k c) (fun x => has_value r m x c).
Proof.
  intros C R F. split; [|exact (known_says_value k m c C R F)]. intros ts v B L. cbn [form_of has value_set sem].
  set (u := Pos.succ (last_track ts)).
  assert (E : forall n, map (upd v u n) ts = map v ts).
  { intros n. apply map_ext_in. intros t I. unfold upd. destruct (Pos.eqb_spec t u) as [->|]; auto.
    pose proof (last_track_ge ts u I). unfold u in *. lia. }
  assert (U : forall n, upd v u n u = n) by (intros n; unfold upd; rewrite Pos.eqb_refl; auto).
  assert (S : forall n, sem (and2 (known_form k ts u) (eq (ltrack u) (lconst (Z.of_N c)))) (upd v u n) <->
    known_says k (map v ts) n /\ n = c).
  { intros n. rewrite sem_and2, sem_eq, lval_track, lval_const, U.
    rewrite (known_form_says k C R ts u (upd v u n)), E, U by (auto; apply Formula.bounded_upd; auto). intuition lia. }
  split.
  - intros (n & H). apply S in H. destruct H as [H ->]. exact H.
  - intros H. exists c. apply S. auto.
Qed.

(** * Moves *)
(* a number that no formula here speaks of, and where auxiliary tracks begin *)
Let u0 := track w.
Let aux := track (w + 2).
Definition leads_to (s : set) : option (form * form) :=
  tmoves 4 r (Worth (fun ts _ => form_of s ts) (fun x _ => has s x) w u0) (map ltrack xs) aux.
Definition ends : option (form * form) := has_move_formulas r aux.

Section Here.
Variables Y F : form.
Hypothesis EY : exists_formulas r 0 aux = Some (Y, F).
Hypothesis exist_ob : proved (or2 Y F) = true.
Lemma sem_Y x : is_position r x -> sem Y (of_list x).
Proof.
  intros P. pose proof (position_length r x P) as L. fold w in L.
  pose proof (proved_sound _ exist_ob (of_list x) (bounded_list x)) as S. rewrite sem_or2 in S. destruct S as [S|S]; auto.
  apply (exists_formulas_sound _ _ _ _ _ EY) in S. unfold at_tracks in S. fold w in S. fold xs in S. rewrite map_xs in S by auto.
  unfold is_position in P. rewrite P in S. discriminate.
Qed.
Lemma defined_at D x : proved (implies Y D) = true -> is_position r x -> sem D (of_list x).
Proof. intros O P. exact (implies_ok _ _ O (of_list x) (bounded_list x) (sem_Y x P)). Qed.
Lemma vals_xs x : length x = w -> vals (of_list x) (map ltrack xs) = map Z.of_N x.
Proof. intros L. unfold xs. rewrite vals_tracks. f_equal. apply map_xs. exact L. Qed.

Definition set_of_formulas (o : option (form * form)) : option set :=
  let* (M, D) := o in if proved (implies Y D) then of_form M else None.
Lemma leads_to_ok s P t : is_set s P -> set_of_formulas (leads_to s) = Some t ->
  is_set t (fun x => exists y, move g x [y] /\ P y).
Proof.
  intros [Rs Ps]. unfold set_of_formulas. destruct (leads_to s) as [[M D]|] eqn:E; [|discriminate].
  destruct (proved (implies Y D)) eqn:O; [|discriminate]. intros H. apply (of_form_ok _ _ _ H). intros x Px.
  pose proof (position_length r x Px) as L. fold w in L.
  destruct (moves_sound _ _ _ _ _ _ _ E (of_list x) x) as (l & El & K).
  - split; [apply bounded_list|]. intros ts u v B Lt. apply Rs; auto.
  - apply vals_xs; auto.
  - exact Px.
  - exact (defined_at D x O Px).
  - rewrite <- K. cbn [reaches]. split.
    + intros (pss & I & y & -> & Hy). exists y. split; [exists l; auto|]. apply Ps; auto.
      destruct (options_parts r x l [y] El I) as (_ & _ & _ & Fa). inversion Fa; auto.
    + intros (y & (l' & El' & I) & Py). assert (l' = l) by congruence. subst l'. exists [y]. split; [exact I|]. exists y.
      split; [reflexivity|]. apply Ps; auto. destruct (options_parts r x l [y] El I) as (_ & _ & _ & Fa). inversion Fa; auto.
Qed.
Lemma ends_defined t : set_of_formulas ends = Some t -> forall x, is_position r x -> exists l, options r x = Some l.
Proof.
  unfold set_of_formulas, ends. destruct (has_move_formulas r aux) as [[M D]|] eqn:E; [|discriminate].
  destruct (proved (implies Y D)) eqn:O; [|discriminate]. intros _ x Px.
  assert (Ex : at_tracks (of_list x) 0 (width r) = x) by (apply map_xs; apply position_length; exact Px).
  destruct (has_move_formulas_sound _ _ _ _ E (of_list x)) as (l & El & _); [rewrite Ex; exact Px|exact (defined_at D x O Px)|].
  rewrite Ex in El. eauto.
Qed.
Lemma ends_ok t : set_of_formulas ends = Some t -> is_set t (fun x => ~ terminal g x).
Proof.
  unfold set_of_formulas, ends. destruct (has_move_formulas r aux) as [[M D]|] eqn:E; [|discriminate].
  destruct (proved (implies Y D)) eqn:O; [|discriminate]. intros H. apply (of_form_ok _ _ _ H). intros x Px.
  pose proof (position_length r x Px) as L. fold w in L.
  assert (Ex : at_tracks (of_list x) 0 (width r) = x) by (apply map_xs; auto).
  destruct (has_move_formulas_sound _ _ _ _ E (of_list x)) as (l & El & K); [rewrite Ex; exact Px|exact (defined_at D x O Px)|].
  rewrite Ex in El. rewrite <- K. unfold terminal. split.
  - intros Ne T. destruct l as [|pss l]; [congruence|]. apply (T pss). exists (pss :: l). simpl. auto.
  - intros N0 ->. apply N0. intros pss (l & El' & I). assert (l = []) by congruence. subst l. destruct I.
Qed.

Variables normal_block misere_block : option known.
(* decided once, so that what is said of it stays small *)
Definition once (s : set) : option set := of_form (form_of s xs).
Lemma once_ok s t P : is_set s P -> once s = Some t -> is_set t P.
Proof. intros S E. apply (of_form_ok _ _ _ E). intros x Px. exact (is_set_sem s P x S Px). Qed.
Fixpoint set_of (p : condition) : option set :=
  match p with
  | ValueIs m c => let* k := if m then misere_block else normal_block in
      if fits_block m c k then once (value_set k c) else None
  | Member b => let* A := given b in if negb (Nat.eqb w 0) && reads A w then Some (of_aut A) else None
  | Terminal => let* s := set_of_formulas ends in Some (not_in s)
  | SomeMove q => let* s := set_of q in set_of_formulas (leads_to s)
  | EveryMove q => let* s := set_of q in let* t := once s in
      let* u := set_of_formulas (leads_to (not_in t)) in Some (not_in u)
  | Neg q => let* s := set_of q in Some (not_in s)
  | Both p q => let* s := set_of p in let* t := set_of q in
      once {| form_of ts := and2 (form_of s ts) (form_of t ts); has x := has s x /\ has t x |}
  | Either p q => let* s := set_of p in let* t := set_of q in
      once {| form_of ts := or2 (form_of s ts) (form_of t ts); has x := has s x \/ has t x |}
  end.
Hypothesis normal_checked : forall k, normal_block = Some k -> check_known k = true /\ of_rules k.
Hypothesis misere_checked : forall k, misere_block = Some k -> check_known k = true /\ of_rules k.
Lemma set_of_ok p : forall s, set_of p = Some s -> is_set s (means p).
Proof.
  induction p as [m c|b| |q IH|q IH|q IH|p IHp q IHq|p IHp q IHq]; intros s H; cbn [set_of means] in *.
  - destruct (if m then misere_block else normal_block) as [k|] eqn:K; [|discriminate].
    destruct (fits_block m c k) eqn:C; [|discriminate]. refine (once_ok _ _ _ _ H).
    assert (Ck : check_known k = true /\ of_rules k) by (destruct m; auto). apply value_set_ok; tauto.
  - destruct (given b) as [A|]; [|discriminate]. destruct (negb (Nat.eqb w 0) && reads A w) eqn:C; [|discriminate].
    injection H as <-. apply andb_prop in C. destruct C as [Ne R]. apply negb_true_iff, Nat.eqb_neq in Ne.
    split; [exact (of_aut_right A Ne R)|]. intros x _. reflexivity.
  - destruct (set_of_formulas ends) as [t|] eqn:E; [|discriminate]. injection H as <-.
    pose proof (not_in_ok _ _ (ends_ok t E)) as K. destruct K as [Rs Ps]. split; [exact Rs|]. intros x Px. rewrite (Ps x Px).
    split; [|tauto]. intros NN. destruct (listed_terminal g x (rules_listed r x)) as [T|(ys & M)]; [exact T|].
    destruct NN. intros T. exact (T ys M).
  - destruct (set_of q) as [t|] eqn:E; [|discriminate]. exact (leads_to_ok t (means q) s (IH t eq_refl) H).
  - destruct (set_of q) as [t|] eqn:E; [|discriminate]. destruct (once t) as [t'|] eqn:E'; [|discriminate].
    destruct (set_of_formulas (leads_to (not_in t'))) as [u|] eqn:E''; [|discriminate]. injection H as <-.
    pose proof (once_ok _ _ _ (IH t eq_refl) E') as S.
    destruct (not_in_ok _ _ (leads_to_ok _ _ u (not_in_ok _ _ S) E'')) as [Ru Pu]. split; [exact Ru|]. intros x Px.
    rewrite (Pu x Px). split; [|intros K (y & M & N0); exact (N0 (K y M))]. intros K y (l & El & I).
    assert (Py : is_position r y) by (destruct (options_parts r x l [y] El I) as (_ & _ & _ & Fa); inversion Fa; auto).
    destruct (of_form_or _ _ E' y Py) as [Hy|Hy]; [apply (proj2 S y Py); exact Hy|]. destruct K. exists y.
    split; [exists l; auto|]. intros Q. apply Hy. apply (proj2 S y Py). exact Q.
  - destruct (set_of q) as [t|] eqn:E; [|discriminate]. injection H as <-. exact (not_in_ok _ _ (IH t eq_refl)).
  - destruct (set_of p) as [t|] eqn:E; [|discriminate]. destruct (set_of q) as [t'|] eqn:E'; [|discriminate].
    refine (once_ok _ _ _ _ H). destruct (IHp t eq_refl) as [R1 P1], (IHq t' eq_refl) as [R2 P2]. split.
    + intros ts v B L. cbn [form_of has]. rewrite sem_and2, (R1 ts v B L), (R2 ts v B L). tauto.
    + intros x Px. cbn [has]. rewrite (P1 x Px), (P2 x Px). tauto.
  - destruct (set_of p) as [t|] eqn:E; [|discriminate]. destruct (set_of q) as [t'|] eqn:E'; [|discriminate].
    refine (once_ok _ _ _ _ H). destruct (IHp t eq_refl) as [R1 P1], (IHq t' eq_refl) as [R2 P2]. split.
    + intros ts v B L. cbn [form_of has]. rewrite sem_or2, (R1 ts v B L), (R2 ts v B L). tauto.
    + intros x Px. cbn [has]. rewrite (P1 x Px), (P2 x Px). tauto.
Qed.
End Here.

(** * At each position *)
Definition checked (o : option known) : bool := match o with Some k => check_known k | None => true end.
Definition is_of_rules (o : option known) : Prop := match o with Some k => of_rules k | None => True end.
Definition check_everywhere (kn km : option known) (p : condition) : bool :=
  checked kn && checked km &&
  match exists_formulas r 0 aux with
  | Some (Y, F) => proved (or2 Y F) &&
      match set_of Y kn km p with Some s => proved (implies Y (form_of s xs)) | None => false end
  | None => false
  end.
Theorem check_everywhere_sound kn km p : is_of_rules kn -> is_of_rules km -> check_everywhere kn km p = true ->
  forall x, is_position r x -> means p x.
Proof.
  unfold check_everywhere. intros Rn Rm C x P. rewrite !andb_true_iff in C. destruct C as [[Cn Cm] C].
  assert (Kn : forall k, kn = Some k -> check_known k = true /\ of_rules k) by (intros k ->; auto).
  assert (Km : forall k, km = Some k -> check_known k = true /\ of_rules k) by (intros k ->; auto). destruct (exists_formulas r 0
    aux) as [[Y F]|] eqn:EY; [|discriminate].
  apply andb_prop in C. destruct C as [C1 C2]. destruct (set_of Y kn km p) as [s|] eqn:E; [|discriminate].
  apply (is_set_sem s _ x (set_of_ok Y F EY C1 kn km Kn Km p s E) P).
  exact (implies_ok _ _ C2 (of_list x) (bounded_list x) (sem_Y Y F EY C1 x P)).
Qed.

(** * Values that fall with each move *)
Definition says_all (k : known) : bool := match k with ByGraph _ _ _ _ _ _ _ => true | ByLevels complete _ _ _ _ _ _ _ =>
  complete end.
Lemma says_all_fits k m c : says_all k = true -> snd (known_game k) = m -> known_domain k = None -> fits_block m c k = true.
Proof.
  intros S Em D. unfold fits_block. rewrite Em, D, eqb_reflx, andb_true_r. cbn [andb]. destruct k; cbn [says_all knows] in *;
    auto.
  rewrite S. reflexivity.
Qed.
Let u1 := track (w + 1).
Definition check_decreasing (k : known) : bool :=
  check_known k && says_all k && negb (snd (known_game k)) && match known_domain k with None => true | Some _ => false end &&
  match exists_formulas r 0 aux, tmoves 4 r (Worth (known_form k) (known_says k) w u1) (map ltrack xs) aux with
  | Some (Y, F), Some (M, D) => proved (or2 Y F) && proved (implies Y D) &&
      proved (implies (and2 Y (and2 (known_form k xs u0) M)) (lt (ltrack u1) (ltrack u0)))
  | _, _ => false
  end.
Theorem check_decreasing_sound k : of_rules k -> check_decreasing k = true -> is_sg_decreasing g (is_position r).
Proof.
  unfold check_decreasing. rewrite !andb_true_iff. intros R [[[[C Sa] Pl] Dm] K] x y m n P Mv Hx Hy.
  assert (Dm' : known_domain k = None) by (destruct (known_domain k); [discriminate|auto]).
  assert (Pl' : snd (known_game k) = false) by (destruct (snd (known_game k)); [discriminate|auto]). clear Dm Pl.
  assert (V : forall z c, is_position r z -> (known_says k z c <-> has_value r false z c)).
  { intros z c. apply known_says_value; auto. apply says_all_fits; auto. }
  destruct (exists_formulas r 0 aux) as [[Y F]|] eqn:EY; [|discriminate].
  destruct (tmoves 4 r _ _ _) as [[M D]|] eqn:EM; [|discriminate]. rewrite !andb_true_iff in K. destruct K as [[O1 O2] O3].
  pose proof (position_length r x P) as L. fold w in L. set (v := of_list (x ++ [n; m])).
  assert (B : bounded v) by apply bounded_list.
  assert (Ex : map v xs = x) by (pose proof (at_tracks_first x [n; m]) as E; rewrite L in E; exact E).
  assert (E0 : v u0 = n).
  { unfold v, u0. rewrite of_list_track, app_nth2, L, Nat.sub_diag by lia. reflexivity. }
  assert (E1 : v u1 = m).
  { unfold v, u1. rewrite of_list_track, app_nth2, L by lia. replace (w + 1 - w) with 1 by lia. reflexivity. }
  assert (Sy : sem Y v).
  { pose proof (proved_sound _ O1 v B) as S. rewrite sem_or2 in S. destruct S as [S|S]; auto.
    apply (exists_formulas_sound _ _ _ _ _ EY) in S. unfold at_tracks in S. fold w in S. fold xs in S. rewrite Ex in S.
    unfold is_position in P. rewrite P in S. discriminate. }
  destruct (moves_sound _ _ _ _ _ _ _ EM v x) as (l & El & Km).
  - split; [exact B|]. intros ts u v' B' Lt. apply known_form_says; auto.
  - unfold xs. rewrite vals_tracks. f_equal. exact Ex.
  - exact P.
  - exact (implies_ok _ _ O2 v B Sy).
  - destruct Mv as (l' & El' & I). assert (l' = l) by congruence. subst l'.
    assert (Py : is_position r y) by (destruct (options_parts r x l [y] El I) as (_ & _ & _ & Fa); inversion Fa; auto).
    assert (S : sem (and2 Y (and2 (known_form k xs u0) M)) v).
    { rewrite !sem_and2. split; [exact Sy|]. split.
      - apply known_form_says; auto; [apply tracks_length|]. rewrite Ex, E0. apply V; [exact P|exact Hx].
      - apply Km. exists [y]. split; [exact I|]. exists y. split; [reflexivity|]. rewrite E1. apply V; [exact Py|exact Hy]. }
    pose proof (implies_ok _ _ O3 v B S) as Q. rewrite sem_lt, !lval_track, E0, E1 in Q. lia.
Qed.

(** * The properties *)
Definition is_A : condition := Both (ValueIs false 0) (ValueIs true 1).
Definition is_B : condition := Both (ValueIs false 1) (ValueIs true 0).
Definition is_swap : condition := Either is_A is_B.
Definition imply (p q : condition) : condition := Either (Neg p) q.
Inductive property := Miserable | Returnable | Forced | OneMove | SgDecreasing.
(* as a condition on each position, if it is one *)
Definition condition_of (p : property) : option condition :=
  match p with
  | Miserable => Some (Either is_swap
      (Either (Both (SomeMove is_A) (SomeMove is_B)) (Neg (Either (SomeMove is_A) (SomeMove is_B)))))
  | Returnable => Some (Both (imply is_A (EveryMove (Either Terminal (SomeMove is_A))))
                             (imply is_B (EveryMove (Either Terminal (SomeMove is_B)))))
  | Forced => Some (Both (imply is_A (EveryMove is_B)) (imply is_B (EveryMove is_A)))
  | OneMove => Some (Either Terminal (SomeMove Terminal))
  | SgDecreasing => None
  end.
End Rules.

(* The rules have the property; their moves leave one position each. *)
Definition is_so (p : property) : forall g : game, (pos g -> Prop) -> Prop :=
  match p with Miserable => is_miserable | Returnable => is_returnable | Forced => is_forced | OneMove => is_one_move
    | SgDecreasing => is_sg_decreasing end.
Definition has_property (p : property) (r : rules) : Prop := single (rules_game r) /\ is_so p (rules_game r) (is_position r).
Definition digits_of (kn km : option known) : digits := match kn, km with Some k, _ | None, Some k => known_digits k | None, None
  => None end.
Definition check_property (p : property) (r : rules) (kn km : option known) : bool :=
  single_rules r && match condition_of p with
  | Some c => check_everywhere r (digits_of kn km) None None kn km c
  | None => match kn with Some k => check_decreasing r k | None => false end
  end.
Theorem check_property_sound p r kn km : is_of_rules r kn -> is_of_rules r km -> check_property p r kn km = true -> has_property
  p r.
Proof.
  unfold check_property, has_property. intros Rn Rm C. apply andb_prop in C. destruct C as [Si C].
  split; [intros x ys (l & E & I); destruct (options_single r x l ys Si E I) as (y & -> & _); eauto|].
  destruct p; cbn [condition_of] in C; [..|destruct kn as [k|]; [exact (check_decreasing_sound r k Rn C)|discriminate C]];
    pose proof (check_everywhere_sound r _ _ _ kn km _ Rn Rm C) as H; cbn [imply is_A is_B is_swap means] in H.
  - intros x P. destruct (H x P) as [S|[[Ta Tb]|No]]; [left; exact S|right; split; auto|right].
    split; intros T; destruct No; [left|right]; exact T.
  - apply returnable. intros x P. destruct (H x P) as [Ka Kb]. split; intros K.
    + destruct Ka as [Ka|Ka]; [destruct (Ka K)|exact Ka].
    + destruct Kb as [Kb|Kb]; [destruct (Kb K)|exact Kb].
  - apply forced. intros x P. destruct (H x P) as [Ka Kb]. split; intros K.
    + destruct Ka as [Ka|Ka]; [destruct (Ka K)|exact Ka].
    + destruct Kb as [Kb|Kb]; [destruct (Kb K)|exact Kb].
  - apply one_move. exact H.
Qed.

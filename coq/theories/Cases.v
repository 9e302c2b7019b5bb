(* Numbers and conditions of rules as formulas: numbers by cases, conditions by two formulas.

   [tnum] makes of an expression a list of cases: a formula, and a sum of multiples of tracks that is the expression's number
     wherever
   the formula is true.  [tcond] makes of a condition two formulas: where the first is true, the condition is true;
     where the second is
   true, it is false.  Where neither is, nothing is said: something is undefined there, or not covered.  So "it is covered
   everywhere" is one more formula, which others decide.  What has no such form gives [None] and is refused.

   Auxiliary tracks (for quotients and nim-sums) are numbered from [n] on.  What is said holds whatever their numbers are, so
   nothing depends on their being new; were they not, formulas would be refused.

   Translate.v has the proof against the evaluator of Expr.v.  Nothing here must be read to believe a theorem about a game. *)
Require Import List NArith ZArith PArith Bool Lia.
From Grundy Require Import Tree Automaton Search Operations Atoms Numeration Program Formula Expr.
Import ListNotations.

(** * Sums of multiples of tracks *)
Definition lin := (Z * terms)%type.
Definition lval (l : lin) (v : val) : Z := (fst l + dot (snd l) v)%Z.
Definition lconst (c : Z) : lin := (c, []).
Definition ltrack (t : positive) : lin := (0%Z, [(t, 1%Z)]).
(* a + k*b *)
Definition ladd (a : lin) (k : Z) (b : lin) : lin :=
  ((fst a + k * fst b)%Z, fold_right (fun '(t, c) r => add_term t (k * c) r) (snd a) (snd b)).
Lemma lval_const c v : lval (lconst c) v = c. Proof. unfold lval. simpl. lia. Qed.
Lemma lval_track t v : lval (ltrack t) v = Z.of_N (v t). Proof. unfold lval, ltrack. cbn [fst snd dot]. lia. Qed.
Lemma lval_add a k b v : lval (ladd a k b) v = (lval a v + k * lval b v)%Z.
Proof.
  destruct a as [c ts], b as [d us]. unfold lval, ladd. cbn [fst snd].
  assert (E : dot (fold_right (fun '(t, c) r => add_term t (k * c) r) ts us) v = (dot ts v + k * dot us v)%Z).
  { induction us as [|[t e] us IH]; cbn [fold_right dot]; [lia|]. rewrite dot_add_term, IH. lia. }
  rewrite E. lia.
Qed.
Definition constant (l : lin) : option Z := match snd l with [] => Some (fst l) | _ => None end.
Lemma constant_ok l c v : constant l = Some c -> lval l v = c.
Proof. destruct l as [d [|]]; [|discriminate]. intros H. injection H as <-. unfold lval. simpl. lia. Qed.
Definition is_natural (l : lin) : bool := (0 <=? fst l)%Z && forallb (fun '(_, c) => (0 <=? c)%Z) (snd l).

(** * Formulas about sums, and simple joins *)
Definition is_yes (f : form) : bool := match f with FAtom (Zero 0%Z []) => true | _ => false end.
Definition is_no (f : form) : bool := match f with FNot (FAtom (Zero 0%Z [])) => true | _ => false end.
Lemma is_yes_ok f : is_yes f = true -> f = yes.
Proof. destruct f as [[[| |] [|]| | | |]| | | | |]; try discriminate. auto. Qed.
Lemma is_no_ok f : is_no f = true -> f = no.
Proof. destruct f as [|[[[| |] [|]| | | |]| | | | |]| | | |]; try discriminate. auto. Qed.
Definition and2 (a b : form) : form :=
  if is_yes a then b else if is_yes b then a else if is_no a then no else if is_no b then no else FAnd a b.
Definition or2 (a b : form) : form :=
  if is_no a then b else if is_no b then a else if is_yes a then yes else if is_yes b then yes else FOr a b.
Definition not1 (a : form) : form := match a with FNot b => b | _ => FNot a end.
Lemma sem_and2 a b v : sem (and2 a b) v <-> sem a v /\ sem b v.
Proof.
  unfold and2. pose proof (sem_yes v). pose proof (sem_no v).
  destruct (is_yes a) eqn:E1; [apply is_yes_ok in E1; subst; tauto|].
  destruct (is_yes b) eqn:E2; [apply is_yes_ok in E2; subst; tauto|].
  destruct (is_no a) eqn:E3; [apply is_no_ok in E3; subst; tauto|].
  destruct (is_no b) eqn:E4; [apply is_no_ok in E4; subst; tauto|]. reflexivity.
Qed.
Lemma sem_or2 a b v : sem (or2 a b) v <-> sem a v \/ sem b v.
Proof.
  unfold or2. pose proof (sem_yes v). pose proof (sem_no v).
  destruct (is_no a) eqn:E1; [apply is_no_ok in E1; subst; tauto|].
  destruct (is_no b) eqn:E2; [apply is_no_ok in E2; subst; tauto|].
  destruct (is_yes a) eqn:E3; [apply is_yes_ok in E3; subst; tauto|].
  destruct (is_yes b) eqn:E4; [apply is_yes_ok in E4; subst; tauto|]. reflexivity.
Qed.
Definition and_all (l : list form) : form := fold_right and2 yes l.
Definition or_all (l : list form) : form := fold_right or2 no l.
Lemma sem_and_all l v : sem (and_all l) v <-> Forall (fun a => sem a v) l.
Proof.
  induction l as [|a l IH]; [split; auto; intros; apply sem_yes|]. cbn [and_all fold_right]. rewrite sem_and2. fold (and_all l).
  rewrite IH, Forall_cons_iff. tauto.
Qed.
Lemma sem_or_all l v : sem (or_all l) v <-> exists a, List.In a l /\ sem a v.
Proof.
  induction l as [|a l IH]; [split; [intros H; destruct (sem_no v H)|intros (b & [] & _)]|]. cbn [or_all fold_right].
  rewrite sem_or2.
  fold (or_all l). rewrite IH. split; [intros [H|(b & I & H)]; [exists a; simpl; auto|exists b; simpl; auto]|].
  intros (b & [<-|I] & H); [auto|right; exists b; auto].
Qed.
(* the sum is at most 0, is 0 *)
(* signs that tell that a sum is never above 0, or always *)
Definition never_above (l : lin) : bool := (fst l <=? 0)%Z && forallb (fun '(_, c) => (c <=? 0)%Z) (snd l).
Definition always_above (l : lin) : bool := (0 <? fst l)%Z && forallb (fun '(_, c) => (0 <=? c)%Z) (snd l).
Definition nonpos (l : lin) : form :=
  if never_above l then yes else if always_above l then no else FAtom (AtMost (fst l) (snd l)).
Definition null (l : lin) : form :=
  match constant l with Some c => if (c =? 0)%Z then yes else no | None => FAtom (Zero (fst l) (snd l)) end.
Lemma sem_nonpos l v : sem (nonpos l) v <-> (lval l v <= 0)%Z.
Proof.
  destruct l as [c ts]. unfold nonpos, never_above, always_above, lval. cbn [fst snd]. pose proof (sem_yes v).
  pose proof (sem_no v).
  destruct ((c <=? 0)%Z && _) eqn:E; [|destruct ((0 <? c)%Z && _) eqn:E']; [| |reflexivity].
  - apply andb_prop in E. destruct E as [E1 E2]. apply Z.leb_le in E1. assert (dot ts v <= 0)%Z; [|intuition lia].
    induction ts as [|[t a] ts IH]; cbn [dot forallb] in *; [lia|]. apply andb_prop in E2. destruct E2 as [E2 E3].
    apply Z.leb_le in E2. specialize (IH E3). nia.
  - apply andb_prop in E'. destruct E' as [E1 E2]. apply Z.ltb_lt in E1. assert (0 <= dot ts v)%Z; [|intuition lia]. clear E.
    induction ts as [|[t a] ts IH]; cbn [dot forallb] in *; [lia|]. apply andb_prop in E2. destruct E2 as [E2 E3].
    apply Z.leb_le in E2. specialize (IH E3). nia.
Qed.
Lemma sem_null l v : sem (null l) v <-> (lval l v = 0)%Z.
Proof.
  unfold null. destruct (constant l) as [c|] eqn:E; [|reflexivity]. rewrite (constant_ok l c v E).
  destruct (Z.eqb_spec c 0); [pose proof (sem_yes v)|pose proof (sem_no v)]; intuition lia.
Qed.
Definition le (a b : lin) : form := nonpos (ladd a (-1) b).
Definition lt (a b : lin) : form := nonpos (ladd (ladd a 1 (lconst 1)) (-1) b).
Definition eq (a b : lin) : form := null (ladd a (-1) b).
Definition nat_ (a : lin) : form := le (lconst 0) a.
Definition neg (a : lin) : form := lt a (lconst 0).
Lemma sem_le a b v : sem (le a b) v <-> (lval a v <= lval b v)%Z.
Proof. unfold le. rewrite sem_nonpos, lval_add. lia. Qed.
Lemma sem_lt a b v : sem (lt a b) v <-> (lval a v < lval b v)%Z.
Proof. unfold lt. rewrite sem_nonpos, !lval_add, lval_const. lia. Qed.
Lemma sem_eq a b v : sem (eq a b) v <-> (lval a v = lval b v)%Z.
Proof. unfold eq. rewrite sem_null, lval_add. lia. Qed.
Lemma sem_nat a v : sem (nat_ a) v <-> (0 <= lval a v)%Z.
Proof. unfold nat_. rewrite sem_le, lval_const. tauto. Qed.
Lemma sem_neg a v : sem (neg a) v <-> (lval a v < 0)%Z.
Proof. unfold neg. rewrite sem_lt, lval_const. tauto. Qed.
Ltac sums := rewrite ?sem_and2, ?sem_or2, ?sem_and2,
  ?sem_le, ?sem_lt, ?sem_eq, ?sem_nat, ?sem_neg, ?sem_null, ?sem_nonpos, ?lval_add, ?lval_const, ?lval_track in *.

(** * Cases of numbers *)
Definition cases := list (form * lin).
(* wherever a case's formula is true, the number is the case's sum *)
Definition right (cs : cases) (v : val) (o : option Z) := forall g l, List.In (g, l) cs -> sem g v -> o = Some (lval l v).
Definition under (g : form) (cs : cases) : cases := map (fun '(h, l) => (and2 g h, l)) cs.
Lemma right_under g cs v o : (sem g v -> right cs v o) -> right (under g cs) v o.
Proof.
  intros H f l I S. apply in_map_iff in I. destruct I as ([h m] & E & I). injection E as <- <-. apply sem_and2 in S.
  apply (H (proj1 S) h m); tauto.
Qed.
Lemma right_app cs ds v o : right cs v o -> right ds v o -> right (cs ++ ds) v o.
Proof. intros H K g l I. apply in_app_iff in I. destruct I; [apply H|apply K]; auto. Qed.
Lemma right_nil v o : right [] v o. Proof. intros g l []. Qed.
Lemma right_one g l v o : (sem g v -> o = Some (lval l v)) -> right [(g, l)] v o.
Proof. intros H g' l' [E|[]]. injection E as <- <-. auto. Qed.
Lemma right_cons g l cs v o : (sem g v -> o = Some (lval l v)) -> right cs v o -> right ((g, l) :: cs) v o.
Proof. intros H K g' l' [E|I]; [injection E as <- <-; auto|apply K; auto]. Qed.
(* a function of each case, which may refuse *)
Fixpoint each_case (f : lin -> option cases) (cs : cases) : option cases :=
  match cs with
  | [] => Some []
  | (g, l) :: r => if is_no g then each_case f r else let* a := f l in let* b := each_case f r in Some (under g a ++ b)
  end.
Lemma each_case_ok f v (op : Z -> option Z) cs : (forall l ds, f l = Some ds -> right ds v (op (lval l v))) ->
  forall ds o, each_case f cs = Some ds -> right cs v o -> right ds v (match o with Some x => op x | None => None end).
Proof.
  intros F. induction cs as [|[g l] cs IH]; intros ds o E R; cbn [each_case] in E; [injection E as <-; apply right_nil|].
  assert (R' : right cs v o) by (intros h m I; apply R; simpl; auto). destruct (is_no g); [eauto|].
  destruct (f l) as [a|] eqn:Fl; [|discriminate]. destruct (each_case f cs) as [b|] eqn:Fb; [|discriminate]. injection E as <-.
  apply right_app; [|eauto]. apply right_under. intros S. rewrite (R g l); simpl; auto.
Qed.
(* a quotient, or a remainder, by d > 0: a track q for the quotient, or for less the quotient *)
Definition rest (a : lin) (k : Z) (q : positive) : lin := ladd a k (ltrack q).
Definition in_range (a : lin) (d k : Z) (q : positive) : form := and2 (nat_ (rest a k q)) (lt (rest a k q) (lconst d)).
Definition quotient_cases (is_div : bool) (q : positive) (a : lin) (d : Z) : cases :=
  let result (s : Z) := if is_div then ladd (lconst 0) s (ltrack q) else rest a (- s * d) q in
  (in_range a d (- d) q, result 1%Z) ::
  if is_natural a then [] else [(and2 (in_range a d d q) (lt (lconst 0) (ltrack q)), result (-1)%Z)].
Definition xor_cases (q : positive) (a b : lin) : cases :=
  let p := Pos.succ q in let s := Pos.succ p in
  [(and2 (eq (ltrack q) a) (and2 (eq (ltrack p) b) (FAtom (NimSum [q; p; s]))), ltrack s)].
Definition two_cases (w : word2) (q : positive) (a b : lin) : option cases :=
  match constant a, constant b with
  | Some c, Some d => Some (match two w c d with Some z => [(yes, lconst z)] | None => [] end)
  | ca, cb =>
    match w, ca, cb with
    | Min, _, _ => Some [(le a b, a); (lt b a, b)]
    | Max, _, _ => Some [(le a b, b); (lt b a, a)]
    | Product, Some c, _ => Some [(yes, ladd (lconst 0) c b)]
    | Product, _, Some d => Some [(yes, ladd (lconst 0) d a)]
    | Div, _, Some d => if (0 <? d)%Z then Some (quotient_cases true q a d) else None
    | Mod, _, Some d => if (0 <? d)%Z then Some (quotient_cases false q a d) else None
    | Xor, _, _ => Some (xor_cases q a b)
    | _, _, _ => None
    end
  end.
Lemma of_N_lxor a b : Z.of_N (N.lxor a b) = Z.lxor (Z.of_N a) (Z.of_N b).
Proof. destruct a, b; reflexivity. Qed.
Lemma xor_cases_ok q a b v : right (xor_cases q a b) v (two Xor (lval a v) (lval b v)).
Proof.
  apply right_one. intros S. rewrite !sem_and2, !sem_eq, !lval_track in S. destruct S as (E1 & E2 & S).
  rewrite lval_track, <- E1, <- E2.
  cbn [two]. unfold natural. rewrite !(proj2 (Z.leb_le _ _)) by apply N2Z.is_nonneg. simpl andb. cbv iota.
  f_equal. rewrite <- of_N_lxor. f_equal. cbn [sem atom_means nimsum] in S. rewrite N.lxor_0_r, <- N.lxor_assoc in S.
  apply N.lxor_eq in S. exact S.
Qed.
Lemma quotient_cases_ok (is_div : bool) q a d v : (0 < d)%Z ->
  right (quotient_cases is_div q a d) v (two (if is_div then Div else Mod) (lval a v) d).
Proof.
  intros D. assert (K : forall k, (0 <= lval a v + - k * d < d)%Z -> two (if is_div then Div else Mod) (lval a v) d =
    Some (if is_div then k else lval a v + - k * d)%Z).
  { intros k B. pose proof (Z.div_unique (lval a v) d k (lval a v + - k * d) ltac:(lia) ltac:(lia)) as E1.
    pose proof (Z.mod_eq (lval a v) d ltac:(lia)) as E2. rewrite <- E1 in E2.
    assert (Z0 : (d =? 0)%Z = false) by (apply Z.eqb_neq; lia).
    destruct is_div; cbn [two]; rewrite Z0; f_equal; lia. }
  unfold quotient_cases, in_range, rest. apply right_cons; [|destruct (is_natural a); [apply right_nil|apply right_one]];
    intros S; sums.
  - rewrite (K (Z.of_N (v q))) by lia. f_equal. destruct is_div; sums; lia.
  - rewrite (K (- Z.of_N (v q))%Z) by lia. f_equal. destruct is_div; sums; lia.
Qed.
Lemma two_cases_ok w q a b cs v : two_cases w q a b = Some cs -> right cs v (two w (lval a v) (lval b v)).
Proof.
  unfold two_cases. pose proof (fun c => constant_ok a c v) as Ka. pose proof (fun c => constant_ok b c v) as Kb.
  destruct (constant a) as [c|], (constant b) as [d|].
  1: { intros H. injection H as <-. rewrite (Ka c eq_refl), (Kb d eq_refl).
    destruct (two w c d); [apply right_one; sums; auto|apply right_nil]. }
  all: destruct w; intros H; try discriminate H; try (injection H as <-); try apply xor_cases_ok.
  (* products *)
  all: try (apply right_one; intros _; cbn [two]; sums; rewrite ?(Ka _ eq_refl), ?(Kb _ eq_refl); f_equal; lia).
  (* least and greatest *)
  all: try (apply right_cons; [|apply right_one]; intros S; cbn [two]; sums; f_equal; lia).
  (* quotients and remainders *)
  all: destruct (Z.ltb_spec 0 d); [|discriminate]; injection H as <-; rewrite (Kb d eq_refl).
  - apply (quotient_cases_ok true); auto.
  - apply (quotient_cases_ok false); auto.
Qed.

(** * Powers of 2 *)
(* one digit 1 *)
Definition power_of_two : aut := {| start := 1; rows := M.add 1%positive (false, Node 1 (Leaf 1%positive) (Leaf 2%positive))
  (M.add 2%positive (true, Node 1 (Leaf 2%positive) (Leaf 3%positive)) (M.add 3%positive (false, Leaf 3%positive) (M.empty _)))
    |}.
Lemma no_more f : forall v, below f v -> fst (row power_of_two (run (of_aut power_of_two) f 2%positive v)) = true ->
  v 1%positive = 0%N.
Proof.
  induction f; intros v B H; [apply below_0; auto|]. cbn [run of_aut Automaton.step] in H.
  change (look (snd (row power_of_two 2)) (bits v)) with (if bits v 1%positive then 3%positive else 2%positive) in H.
  rewrite (div2_odd' (v 1%positive)). destruct (bits v 1%positive) eqn:E; unfold bits in E; rewrite E.
  - exfalso. assert (K : forall g w, run (of_aut power_of_two) g 3%positive w = 3%positive) by (induction g; intros w;
    [auto|apply IHg]).
    fold (of_aut power_of_two) in H. rewrite K in H. discriminate.
  - apply IHf in H; [|apply below_half; auto]. unfold half in H. rewrite H. reflexivity.
Qed.
Lemma power_of_two_run f : forall v, below f v -> fst (row power_of_two (run (of_aut power_of_two) f 1%positive v)) = true ->
  exists k, v 1%positive = (2 ^ k)%N.
Proof.
  induction f; intros v B H; [discriminate|]. cbn [run of_aut Automaton.step] in H.
  change (look (snd (row power_of_two 1)) (bits v)) with (if bits v 1%positive then 2%positive else 1%positive) in H.
  rewrite (div2_odd' (v 1%positive)). fold (of_aut power_of_two) in H. destruct (bits v 1%positive) eqn:E; unfold bits in E;
    rewrite E.
  - apply no_more in H; [|apply below_half; auto]. unfold half in H. rewrite H. exists 0%N. reflexivity.
  - destruct (IHf _ (below_half f v B) H) as (k & K). unfold half in K. rewrite K. exists (N.succ k). rewrite N.pow_succ_r'.
  cbn [N.b2n]. lia.
Qed.
(* the track p is the power of 2 up to the sum *)
Definition power_cases (p : positive) (a : lin) (c : Z) : cases :=
  let g := and2 (FAtom (In None power_of_two [p])) (and2 (le (ltrack p) a) (lt a (ladd (lconst 0) 2 (ltrack p)))) in
  if (0 <=? c)%Z then [(g, ladd (lconst 0) (2 ^ c) (ltrack p))]
  else let q := Pos.succ p in [(and2 g (eq (ltrack p) (ladd (lconst 0) (2 ^ (- c)) (ltrack q))), ltrack q)].
Lemma power_cases_ok p a c v : right (power_cases p a c) v (if (0 <? lval a v)%Z then two Power 2 (Z.log2 (lval a v) + c) else
  None).
Proof.
  assert (K : sem (and2 (FAtom (In None power_of_two [p])) (and2 (le (ltrack p) a) (lt a (ladd (lconst 0) 2 (ltrack p))))) v ->
    (0 < lval a v)%Z /\ Z.of_N (v p) = (2 ^ Z.log2 (lval a v))%Z).
  { intros S. rewrite !sem_and2, sem_le, sem_lt, lval_add, lval_const, lval_track in S. destruct S as ((f & B & H) & L1 & L2).
    destruct (power_of_two_run f _ B H) as (k & E). change (read [p] 1%positive) with p in E.
    assert (Ez : Z.of_N (v p) = (2 ^ Z.of_N k)%Z) by (rewrite E, N2Z.inj_pow; reflexivity).
    assert (P : (0 < 2 ^ Z.of_N k)%Z) by (apply Z.pow_pos_nonneg; lia). split; [lia|]. rewrite Ez. f_equal. symmetry.
    apply Z.log2_unique; [lia|]. rewrite Z.pow_succ_r by lia. lia. }
  unfold power_cases. destruct (Z.leb_spec 0 c) as [Lc|Lc]; apply right_one; intros S.
  - apply K in S. destruct S as [Pa E]. rewrite (proj2 (Z.ltb_lt _ _) Pa). cbn [two]. unfold natural.
    pose proof (Z.log2_nonneg (lval a v)). rewrite (proj2 (Z.leb_le _ _)) by lia. f_equal.
    rewrite lval_add, lval_const, lval_track, E, Z.pow_add_r by lia. lia.
  - apply sem_and2 in S. destruct S as [S Sq]. apply K in S. destruct S as [Pa E]. rewrite (proj2 (Z.ltb_lt _ _) Pa).
    rewrite sem_eq, lval_add, lval_const, !lval_track, E in Sq. pose proof (Z.log2_nonneg (lval a v)) as Nn. cbn [two].
    unfold natural.
    assert (Le : (0 <= Z.log2 (lval a v) + c)%Z).
    { destruct (Z.le_gt_cases 0 (Z.log2 (lval a v) + c)); auto. exfalso.
      assert (P1 : (2 ^ Z.log2 (lval a v) < 2 ^ (- c))%Z) by (apply Z.pow_lt_mono_r; lia).
      assert (P2 : (0 < 2 ^ Z.log2 (lval a v))%Z) by (apply Z.pow_pos_nonneg; lia).
      destruct (v (Pos.succ p)) as [|n]; [simpl in Sq; lia|nia]. }
    rewrite (proj2 (Z.leb_le _ _)) by lia. f_equal. rewrite lval_track.
    assert (Q : (2 ^ Z.log2 (lval a v) = 2 ^ (- c) * 2 ^ (Z.log2 (lval a v) + c))%Z) by (rewrite <- Z.pow_add_r by lia;
      f_equal; lia).
    assert (P : (0 < 2 ^ (- c))%Z) by (apply Z.pow_pos_nonneg; lia). nia.
Qed.

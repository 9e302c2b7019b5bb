(* What expressions are made of, as cases: entries, digits, ranks, questions, and what is found in ranges.

   Here are the parts of the translation of Translate.v, each with the lemma that it is right.
   Nothing here must be read to believe a
   theorem about a game. *)
Require Import List NArith ZArith PArith Bool Lia.
From Grundy Require Import Tree Automaton Search Operations Atoms Program Formula Tidy Decision Expr Cases Closing.
Import ListNotations.

(** * Entries, digits *)
Fixpoint entry_cases (i : lin) (k : Z) (css : list cases) : cases :=
  match css with [] => [] | cs :: r => under (eq i (lconst k)) cs ++ entry_cases i (k + 1) r end.
Fixpoint digit_cases (i : lin) (k : Z) (ds : list Z) : cases :=
  match ds with
  | [] => [(le (lconst k) i, lconst 0)]
  | d :: r => (eq i (lconst k), lconst d) :: digit_cases i (k + 1) r
  end.
(** * Questions *)
(* tracks that are the numbers of a list: those that are there, or new ones with an equation *)
Definition as_track (l : lin) : option positive := match l with (0%Z, [(t, 1%Z)]) => Some t | _ => None end.
Fixpoint named (ls : list lin) (n : positive) : form * list positive * positive :=
  match ls with
  | [] => (yes, [], n)
  | l :: r => match as_track l with
              | Some t => let '(g, ts, n') := named r n in (g, t :: ts, n')
              | None => let '(g, ts, n') := named r (Pos.succ n) in (and2 (eq (ltrack n) l) g, n :: ts, n')
              end
  end.
Lemma as_track_ok l t v : as_track l = Some t -> lval l v = Z.of_N (v t).
Proof.
  destruct l as [c us]. unfold as_track. destruct c; try discriminate. destruct us as [|[t' k] [|]]; try (destruct k as [|[]|]; discriminate); try discriminate.
  destruct k as [|[]|]; try discriminate. intros E. injection E as <-. unfold lval. cbn [fst snd dot]. lia.
Qed.
Lemma named_ok v ls : forall n g ts n', named ls n = (g, ts, n') -> sem g v ->
  map (fun t => Z.of_N (v t)) ts = map (fun l => lval l v) ls.
Proof.
  induction ls as [|l ls IH]; intros n g ts n' H S; cbn [named] in H; [injection H as <- <- <-; auto|].
  destruct (as_track l) as [t|] eqn:E.
  - destruct (named ls n) as [[g' ts'] m] eqn:N. injection H as <- <- <-. cbn [map]. rewrite (as_track_ok l t v E). f_equal. eauto.
  - destruct (named ls (Pos.succ n)) as [[g' ts'] m] eqn:N. injection H as <- <- <-. apply sem_and2 in S. destruct S as [S S'].
    rewrite sem_eq, lval_track in S. cbn [map]. f_equal; eauto.
Qed.
(* all choices of cases *)
Fixpoint choices_of (css : list cases) : list (form * list lin) :=
  match css with
  | [] => [(yes, [])]
  | cs :: r => flat_map (fun '(g, l) => map (fun '(h, ls) => (and2 g h, l :: ls)) (choices_of r)) cs
  end.
Fixpoint asked (V : list positive -> positive -> form) (l : list (form * list lin)) (n : positive) : cases * positive :=
  match l with
  | [] => ([], n)
  | (g, ls) :: r => let '(h, ts, u) := named ls n in let '(cs, n') :=
    asked V r (Pos.succ u) in ((and2 g (and2 h (V ts u)), ltrack u) :: cs, n')
  end.
Fixpoint asked_is (a : task) (c : Z) (l : list (form * list lin)) (n : positive) : form * form * positive :=
  match l with
  | [] => (no, no, n)
  | (g, ls) :: r => let '(h, ts, u) := named ls n in let '(y, f, n') := asked_is a c r (Pos.succ u) in
      (or2 (and2 (and2 g h) (and2 (eq (ltrack u) (lconst c)) (is_answer a ts u))) y, or2 (and2 (and2 g h) (is_other a ts c)) f,
        n')
  end.
Lemma asked_is_ok te r v q ask c (zs : option (list Z)) : fits te r v -> nth_error (tasks te) q = Some ask -> bounded v ->
  forall ch n y f n', asked_is ask c ch n = (y, f, n') ->
  (forall g ls, List.In (g, ls) ch -> sem g v -> zs = Some (map (fun a => lval a v) ls)) ->
  judged y f v (let* l := zs in let* z := answer r q l in Some (z =? c)%Z).
Proof.
  intros F E B. induction ch as [|[g ls] ch IH]; intros n1 y f n2 As K; cbn [asked_is] in As.
  - injection As as <- <- <-. split; intros S; destruct (sem_no v S).
  - destruct (named ls n1) as [[h ts] u] eqn:Nm. destruct (asked_is ask c ch (Pos.succ u)) as [[y' f'] n3] eqn:As'.
    injection As as <- <- <-.
    destruct (IH _ _ _ _ As' (fun g' ls' I => K g' ls' (or_intror I))) as [Y N]. specialize (K g ls (or_introl eq_refl)).
    destruct (fit_answers _ _ _ F q ask E v ts B (fun _ _ => eq_refl)) as [An Ot].
    split; intros S; rewrite sem_or2, !sem_and2 in S; destruct S as [[[Sg Sh] S]|S]; auto;
      rewrite (K Sg), <- (named_ok v ls n1 h ts u Nm Sh).
    + destruct S as [S S']. rewrite sem_eq, lval_track, lval_const in S. rewrite (An u S'), S, Z.eqb_refl. auto.
    + destruct (Ot c S) as (z & -> & Ne). f_equal. apply Z.eqb_neq. exact Ne.
Qed.
Fixpoint all_plain (l : exprs) : bool := match l with Nil => true | Cons (Truth true) _ r => all_plain r | _ => false end.
(** * What is found in ranges: cases, each with a list of items, which may or may not be there *)
Definition item := list (form * option lin).
Definition collection := list (form * list item).
Definition item_right (v : val) (it : item) (l : list (option Z)) := forall g o, List.In (g, o) it -> sem g v ->
  l = match o with Some a => [Some (lval a v)] | None => [] end.
Definition found_right (c : collection) (v : val) (l : list (option Z)) := forall g its, List.In (g, its) c -> sem g v ->
  exists ls, l = concat ls /\ Forall2 (item_right v) its ls.
Definition joined (a b : collection) : collection :=
  flat_map (fun '(g, i) => map (fun '(h, j) => (and2 g h, i ++ j)) b) a.
Fixpoint unroll (f : Z -> positive -> option (collection * positive)) (zs : list Z) (n : positive) :
  option (collection * positive) :=
  match zs with
  | [] => Some ([(yes, [])], n)
  | z :: r => let* (a, n1) := f z n in let* (b, n2) := unroll f r n1 in Some (joined a b, n2)
  end.
Definition with_guard (g : form) (c : collection) : collection := map (fun '(h, its) => (and2 g h, its)) c.
(* ranges with constant ends, in each case; not too long *)
Fixpoint const_ranges (cs ds : cases) : option (list (form * (Z * Z))) :=
  match cs with
  | [] => Some []
  | (g, l) :: r =>
      let* a := constant l in let* rest := const_ranges r ds in
      let* here := fold_right (fun '(h, m) o => let* b := constant m in let* k := o in
                     if (b - a <? 64)%Z then Some ((and2 g h, (a, b)) :: k) else None) (Some []) ds in
      Some (here ++ rest)
  end.
Fixpoint each_range (f : Z * Z -> positive -> option (collection * positive)) (l : list (form * (Z * Z))) (n : positive) :=
  match l with
  | [] => Some ([], n)
  | (g, ab) :: r => let* (a, n1) := f ab n in let* (b, n2) := each_range f r n1 in Some (with_guard g a ++ b, n2)
  end.
(* `all` and `any`: [stop] says of a number whether it ends the search *)
Definition goes (stop : lin -> form * form) (it : item) : form :=
  or_all (map (fun '(g, o) => match o with None => g | Some l => and2 g (snd (stop l)) end) it).
Definition stops (stop : lin -> form * form) (it : item) : form :=
  or_all (map (fun '(g, o) => match o with None => no | Some l => and2 g (fst (stop l)) end) it).
Definition all_go stop (its : list item) : form := and_all (map (goes stop) its).
Fixpoint some_stops stop (its : list item) : form :=
  match its with [] => no | it :: r => or2 (stops stop it) (and2 (goes stop it) (some_stops stop r)) end.
Definition search_cases (stop : lin -> form * form) (c : collection) : form * form :=    (* never stops, stops *)
  (or_all (map (fun '(g, its) => and2 g (all_go stop its)) c), or_all (map (fun '(g, its) => and2 g (some_stops stop its)) c)).
Definition at_zero (l : lin) : form * form := (null l, not1 (null l)).
Definition not_zero (l : lin) : form * form := (not1 (null l), null l).
(* the lists in ascending order *)
Fixpoint insert_cases (l : lin) (s : list lin) : list (form * list lin) :=
  match s with
  | [] => [(yes, [l])]
  | y :: s' => (le l y, l :: s) :: map (fun '(g, r) => (and2 (lt y l) g, y :: r)) (insert_cases l s')
  end.
Definition sort_cases (ls : list lin) : list (form * list lin) :=
  fold_right (fun l acc => flat_map (fun '(g, s) => map (fun '(h, r) => (and2 g h, r)) (insert_cases l s)) acc) [(yes, [])] ls.
Definition ranked (k : nat) (ch : list (form * list lin)) : cases :=
  flat_map (fun '(g, ls) => flat_map (fun '(h, s) => match nth_error s k with Some l => [(and2 g h, l)] | None => []
    end) (sort_cases ls)) ch.
(* searches in a range that is not constant: for 0, for what is not 0, for a number, for what is above it or below it *)
Inductive stop := AtZero | NotZero | Equals (m : lin) | Above (m : lin) | Below (m : lin).
Definition stop_at (s : stop) (l : lin) : form * form :=
  match s with
  | AtZero => at_zero l | NotZero => not_zero l
  | Equals m => (eq l m, not1 (eq l m)) | Above m => (lt m l, le l m) | Below m => (lt l m, le m l)
  end.
Definition stop_free (ts : list positive) (s : stop) : bool :=
  match s with AtZero | NotZero => true | Equals m | Above m | Below m => lin_free ts m end.
Definition range_cases (cl ch : cases) (f : lin -> lin -> form) : form :=
  or_all (flat_map (fun '(g, a) => map (fun '(h, b) => and2 g (and2 h (and2 (or2 (nat_ a) (lt b a)) (f a b)))) ch) cl).
Definition everywhere (t : positive) (a b : lin) (f : form) : form := all1 t (or2 (lt (ltrack t) a) (or2 (lt b (ltrack t)) f)).

(** * They are right *)
Lemma entry_cases_ok i css v (actual : Z -> option Z) : forall k, 
  (forall j, right (nth j css []) v (actual (k + Z.of_nat j)%Z)) -> right (entry_cases i k css) v (actual (lval i v)).
Proof.
  induction css as [|cs css IH]; intros k H; cbn [entry_cases]; [apply right_nil|]. apply right_app.
  - apply right_under. intros S. sums. rewrite S. specialize (H 0). cbn [nth] in H. rewrite Z.add_0_r in H. exact H.
  - apply IH. intros j. specialize (H (S j)). cbn [nth] in H.
  replace (k + 1 + Z.of_nat j)%Z with (k + Z.of_nat (S j))%Z by lia. exact H.
Qed.
Lemma digit_cases_ok i v (actual : Z -> option Z) ds : forall k, (forall j, k <= j ->
  actual j = Some (nth (Z.to_nat (j - k)) ds 0))%Z ->
  right (digit_cases i k ds) v (actual (lval i v)).
Proof.
  induction ds as [|d ds IH]; intros k H; cbn [digit_cases].
  - apply right_one. intros S. sums. rewrite (H _ S). destruct (Z.to_nat _); reflexivity.
  - apply right_cons; [intros S; sums; rewrite S, (H k) by lia; rewrite Z.sub_diag; reflexivity|]. apply IH.
    intros j L. rewrite (H j) by lia. replace (Z.to_nat (j - k)) with (S (Z.to_nat (j - (k + 1)))) by lia. reflexivity.
Qed.
Lemma joined_ok a b v l m : found_right a v l -> found_right b v m -> found_right (joined a b) v (l ++ m).
Proof.
  intros A B f its I S. apply in_flat_map in I. destruct I as ([g i] & Ia & I). apply in_map_iff in I.
  destruct I as ([h j] & E & Ib). injection E as <- <-. apply sem_and2 in S. destruct S as [Sg Sh].
  destruct (A g i Ia Sg) as (ls & -> & F), (B h j Ib Sh) as (ms & -> & G). exists (ls ++ ms). split; [symmetry;
    apply concat_app|].
  apply Forall2_app; auto.
Qed.
Lemma unroll_ok f v (actual : Z -> list (option Z)) zs : (forall z n c n', f z n = Some (c, n') -> found_right c v (actual z)) ->
  forall n c n', unroll f zs n = Some (c, n') -> found_right c v (flat_map actual zs).
Proof.
  intros F. induction zs as [|z zs IH]; intros n c n' H; cbn [unroll] in H.
  - injection H as <- <-. intros g its [E|[]] _. injection E as <- <-. exists []. auto.
  - destruct (f z n) as [[a n1]|] eqn:E; [|discriminate]. destruct (unroll f zs n1) as [[b n2]|] eqn:E'; [|discriminate].
    injection H as <- <-. cbn [flat_map]. apply joined_ok; eauto.
Qed.
Lemma const_ranges_ok cs ds v o p : right cs v o -> right ds v p -> forall rs, const_ranges cs ds = Some rs ->
  forall g a b, List.In (g, (a, b)) rs -> sem g v -> o = Some a /\ p = Some b.
Proof.
  intros R D. induction cs as [|[g l] cs IH]; intros rs H; cbn [const_ranges] in H; [injection H as <-; intros ? ? ? []|].
  destruct (constant l) as [a|] eqn:Cl; [|discriminate]. destruct (const_ranges cs ds) as [rest|]; [|discriminate].
  assert (R' : right cs v o) by (intros h m I; apply R; simpl; auto).
  assert (K : forall here, fold_right (fun '(h, m) o => let* b := constant m in let* k := o in
    if (b - a <? 64)%Z then Some ((and2 g h, (a, b)) :: k) else None) (Some []) ds = Some here ->
    forall f x y, List.In (f, (x, y)) here -> sem f v -> o = Some x /\ p = Some y).
  { clear H. induction ds as [|[h m] ds IHd]; intros here H f x y I S; cbn [fold_right] in H; [injection H as <-; destruct I|].
    destruct (constant m) as [b|] eqn:Cm; [|discriminate]. destruct (fold_right _ (Some []) ds) as [k|] eqn:E; [|discriminate].
    destruct (b - a <? 64)%Z; [|discriminate]. injection H as <-. destruct I as [I|I].
    - injection I as <- <- <-. apply sem_and2 in S. destruct S as [Sg Sh].
      rewrite (R g l), (D h m); simpl; auto. rewrite (constant_ok l a v Cl), (constant_ok m b v Cm). auto.
    - apply (IHd (fun f' l' I' => D f' l' (or_intror I')) k eq_refl f); auto. }
  destruct (fold_right _ (Some []) ds) as [here|]; [|discriminate]. injection H as <-. intros f a' b' I S.
  apply in_app_iff in I. destruct I as [I|I]; [apply (K here eq_refl f); auto|apply (IH R' rest eq_refl f); auto].
Qed.
Lemma each_range_ok f v (actual : Z * Z -> list (option Z)) total rs :
  (forall ab n c n', f ab n = Some (c, n') -> found_right c v (actual ab)) ->
  (forall g ab, List.In (g, ab) rs -> sem g v -> total = actual ab) ->
  forall n c n', each_range f rs n = Some (c, n') -> found_right c v total.
Proof.
  intros F. induction rs as [|[g ab] rs IH]; intros T n c n' H; cbn [each_range] in H; [injection H as <- <-; intros ? ? []|].
  destruct (f ab n) as [[a n1]|] eqn:E; [|discriminate]. destruct (each_range f rs n1) as [[b n2]|] eqn:E'; [|discriminate].
  injection H as <- <-. intros h its I S. apply in_app_iff in I. destruct I as [I|I].
  - apply in_map_iff in I. destruct I as ([h' its'] & Q & I). injection Q as <- <-. apply sem_and2 in S. destruct S as [Sg Sh].
    rewrite (T g ab) by (simpl; auto). apply (F _ _ _ _ E h'); auto.
  - apply (IH (fun g' ab' I' => T g' ab' (or_intror I')) _ _ _ E' h); auto.
Qed.

(* searches *)
Section Search.
Variable stop : lin -> form * form.
Variable stopping : Z -> bool.
Variable v : val.
Hypothesis stop_ok : forall l, (sem (fst (stop l)) v -> stopping (lval l v) = true) /\ (sem (snd (stop l)) v ->
  stopping (lval l v) = false).
Fixpoint search (l : list (option Z)) : option bool :=     (* does it stop? *)
  match l with [] => Some false | o :: r => let* z := o in if stopping z then Some true else search r end.
Lemma goes_ok it l m : item_right v it l -> sem (goes stop it) v -> search (l ++ m) = search m.
Proof.
  intros R S. apply sem_or_all in S. destruct S as (a & I & S). apply in_map_iff in I. destruct I as ([g o] & <- & I).
  destruct o as [x|]; [apply sem_and2 in S; destruct S as [S S']|]; rewrite (R g _ I S); auto. cbn [app search].
  apply stop_ok in S'. rewrite S'. auto.
Qed.
Lemma stops_ok it l m : item_right v it l -> sem (stops stop it) v -> search (l ++ m) = Some true.
Proof.
  intros R S. apply sem_or_all in S. destruct S as (a & I & S). apply in_map_iff in I. destruct I as ([g o] & <- & I).
  destruct o as [x|]; [apply sem_and2 in S; destruct S as [S S']|destruct (sem_no v S)]. rewrite (R g _ I S). cbn [app search].
  apply stop_ok in S'. rewrite S'. auto.
Qed.
Lemma all_go_ok its ls : Forall2 (item_right v) its ls -> sem (all_go stop its) v -> search (concat ls) = Some false.
Proof.
  intros F. induction F as [|it l its ls R F IH]; auto. intros S. cbn [concat]. apply sem_and_all in S. cbn [map] in S.
  rewrite Forall_cons_iff in S. destruct S as [S S']. rewrite (goes_ok it l _ R S). apply IH. apply sem_and_all. exact S'.
Qed.
Lemma some_stops_ok its ls : Forall2 (item_right v) its ls -> sem (some_stops stop its) v -> search (concat ls) = Some true.
Proof.
  intros F. induction F as [|it l its ls R F IH]; cbn [some_stops concat]; [intros S; destruct (sem_no v S)|].
  rewrite sem_or2, sem_and2. intros [S|[S S']]; [apply (stops_ok it); auto|]. rewrite (goes_ok it l _ R S). auto.
Qed.
Lemma search_cases_ok c l : found_right c v l -> judged (snd (search_cases stop c)) (fst (search_cases stop c)) v (search l).
Proof.
  intros R. split; intros S; apply sem_or_all in S; destruct S as (a & I & S); apply in_map_iff in I; destruct I as ([g its]
    & <- & I);
  apply sem_and2 in S; destruct S as [Sg S]; destruct (R g its I Sg) as (ls & -> & F);
    [apply (some_stops_ok its)|apply (all_go_ok its)]; auto.
Qed.
End Search.
Lemma sem_not1 a v : sem (not1 a) v -> ~ sem a v.
Proof. destruct a; cbn [not1 sem]; tauto. Qed.
Lemma every_search l : every l = match search (Z.eqb 0) l with Some t => Some (negb t) | None => None end.
Proof.
  induction l as [|[z|] l IH]; cbn [every search]; auto. rewrite Z.eqb_sym. destruct (0 =? z)%Z; auto.
Qed.
Lemma any_search l : any l = search (fun z => negb (z =? 0)%Z) l.
Proof. induction l as [|[z|] l IH]; cbn [any search]; auto. destruct (z =? 0)%Z; auto. Qed.
Lemma at_zero_ok v l : (sem (fst (at_zero l)) v -> (0 =? lval l v)%Z = true) /\ (sem (snd (at_zero l)) v ->
  (0 =? lval l v)%Z = false).
Proof.
  split; cbn [at_zero fst snd]; intros S; [sums; apply Z.eqb_eq; auto|]. apply sem_not1 in S. rewrite sem_null in S.
  apply Z.eqb_neq. auto.
Qed.
Lemma not_zero_ok v l : (sem (fst (not_zero l)) v -> negb (lval l v =? 0)%Z = true) /\
  (sem (snd (not_zero l)) v -> negb (lval l v =? 0)%Z = false).
Proof.
  split; cbn [not_zero fst snd]; intros S.
  - apply sem_not1 in S. rewrite sem_null in S. apply negb_true_iff, Z.eqb_neq. auto.
  - sums. apply negb_false_iff, Z.eqb_eq. auto.
Qed.
(* a condition about a number, by its cases *)
Lemma compared_ok cs v o (P : Z -> bool) (py pf : lin -> form) : right cs v o ->
  (forall l, sem (py l) v -> P (lval l v) = true) -> (forall l, sem (pf l) v -> P (lval l v) = false) ->
  judged (or_all (map (fun '(g, l) => and2 g (py l)) cs)) (or_all (map (fun '(g, l) => and2 g (pf l)) cs)) v
    (let* x := o in Some (P x)).
Proof.
  intros R Y F. split; intros S; apply sem_or_all in S; destruct S as (a & I & S); apply in_map_iff in I; destruct I as ([g l]
    & <- & I);
  apply sem_and2 in S; destruct S as [Sg S]; rewrite (R g l I Sg); f_equal; auto.
Qed.

Lemma insert_cases_ok l v s : forall g r, List.In (g, r) (insert_cases l s) -> sem g v ->
  insert_z (lval l v) (map (fun a => lval a v) s) = map (fun a => lval a v) r.
Proof.
  induction s as [|y s IH]; intros g r I S; cbn [insert_cases] in I.
  - destruct I as [I|[]]. injection I as <- <-. auto.
  - cbn [map insert_z]. destruct I as [I|I].
    + injection I as <- <-. rewrite sem_le in S. rewrite (proj2 (Z.leb_le _ _) S). auto.
    + apply in_map_iff in I. destruct I as ([h q] & E & I). injection E as <- <-. rewrite sem_and2, sem_lt in S.
    destruct S as [S S'].
      rewrite (proj2 (Z.leb_gt _ _) S). cbn [map]. f_equal. eauto.
Qed.
Lemma sort_cases_ok v ls : forall g s, List.In (g, s) (sort_cases ls) -> sem g v ->
  sort_z (map (fun a => lval a v) ls) = map (fun a => lval a v) s.
Proof.
  induction ls as [|l ls IH]; intros g s I S; cbn [sort_cases fold_right] in I.
  - destruct I as [I|[]]. injection I as <- <-. auto.
  - apply in_flat_map in I. destruct I as ([h q] & I & J). apply in_map_iff in J. destruct J as ([k r] & E & J).
  injection E as <- <-.
    apply sem_and2 in S. destruct S as [S1 S2]. cbn [map]. unfold sort_z. cbn [fold_right].
    fold (sort_z (map (fun a => lval a v) ls)).
    rewrite (IH h q I S1). apply (insert_cases_ok l v q k r J S2).
Qed.
Definition stopping (s : stop) (v : val) : Z -> bool :=
  match s with
  | AtZero => Z.eqb 0 | NotZero => fun z => negb (z =? 0)%Z
  | Equals m => Z.eqb (lval m v) | Above m => Z.ltb (lval m v) | Below m => fun z => (z <? lval m v)%Z
  end.
Lemma stop_at_ok s v l : (sem (fst (stop_at s l)) v -> stopping s v (lval l v) = true) /\
  (sem (snd (stop_at s l)) v -> stopping s v (lval l v) = false).
Proof.
  destruct s as [| |m|m|m]; [apply at_zero_ok|apply not_zero_ok|..]; cbn [stop_at fst snd stopping]; split; intros S;
    try (apply sem_not1 in S; rewrite sem_eq in S; apply Z.eqb_neq; congruence); sums.
  - apply Z.eqb_eq. auto.
  - apply Z.ltb_lt. auto.
  - apply Z.ltb_ge. auto.
  - apply Z.ltb_lt. auto.
  - apply Z.ltb_ge. auto.
Qed.
Lemma stopping_off s ts v w : stop_free ts s = true -> same_off ts v w -> stopping s w = stopping s v.
Proof. destruct s; cbn [stop_free stopping]; auto; intros F H; rewrite (lin_free_ok ts m v w F H); auto. Qed.
(* the greatest number, the least one: it is found, and none is above it, or below it *)
Lemma searched_all P l : search P l = Some false -> exists zs, all_found l = Some zs /\ l = map Some zs /\ forallb (fun z => negb (P z)) zs = true.
Proof.
  induction l as [|[z|] l IH]; cbn [search all_found]; [exists []; auto| |discriminate]. destruct (P z) eqn:E; [discriminate|].
  intros H. destruct (IH H) as (zs & -> & -> & F). exists (z :: zs). cbn [map forallb]. rewrite E, F. auto.
Qed.
Lemma searched_one P zs : search P (map Some zs) = Some true -> exists z, List.In z zs /\ P z = true.
Proof.
  induction zs as [|z zs IH]; cbn [map search]; [discriminate|]. destruct (P z) eqn:E; [exists z; simpl; auto|].
  intros H. destruct (IH H) as (y & I & Py). exists y. simpl. auto.
Qed.
Section Extreme.
Variable op : Z -> Z -> Z.
Variable up : Z -> Z -> Prop.
Hypothesis op_up : forall x y m, up (op x y) m <-> up x m /\ up y m.
Hypothesis up_refl : forall x, up x x.
Hypothesis up_one : forall x y, up x y -> up y x -> x = y.
Lemma extreme m a zs : List.In m (a :: zs) -> (forall z, List.In z (a :: zs) -> up z m) -> fold_right op a zs = m.
Proof.
  intros I B. assert (K : forall n, up (fold_right op a zs) n <-> forall z, List.In z (a :: zs) -> up z n).
  { intros n. clear I B. induction zs as [|y ys IH]; cbn [fold_right].
    - split; [intros U z [<-|[]]; exact U|intros U; apply U; simpl; auto].
    - rewrite op_up, IH. split; [intros [Y U] z [<-|[<-|J]]; auto; apply U; simpl; auto|].
      intros U. split; [apply U; simpl; auto|intros z [<-|J]; apply U; simpl; auto]. }
  apply up_one; [apply K; exact B|]. apply (proj1 (K _) (up_refl _)). exact I.
Qed.
End Extreme.
Lemma fold_greatest m l : search (Z.eqb m) l = Some true -> search (Z.ltb m) l = Some false -> fold AllMax l = Some m.
Proof.
  intros H K. destruct (searched_all _ _ K) as (zs & E & -> & F). destruct (searched_one _ _ H) as (z & I & Ez).
  apply Z.eqb_eq in Ez. subst z. unfold fold. rewrite E. rewrite forallb_forall in F. destruct zs as [|a zs]; [destruct I|].
  f_equal. apply (extreme Z.max Z.le); auto using Z.le_refl, Z.le_antisymm; [intros; lia|]. intros z J. specialize (F z J). lia.
Qed.
Lemma fold_least m l : search (Z.eqb m) l = Some true -> search (fun z => (z <? m)%Z) l = Some false -> fold AllMin l = Some m.
Proof.
  intros H K. destruct (searched_all _ _ K) as (zs & E & -> & F). destruct (searched_one _ _ H) as (z & I & Ez).
  apply Z.eqb_eq in Ez. subst z. unfold fold. rewrite E. rewrite forallb_forall in F. destruct zs as [|a zs]; [destruct I|].
  f_equal. apply (extreme Z.min Z.ge); [intros; lia|intros; lia|intros; lia|exact I|]. intros z J. specialize (F z J). lia.
Qed.
Lemma search_app P l m : search P (l ++ m) = match search P l with Some false => search P m | x => x end.
Proof. induction l as [|[z|] l IH]; cbn [app search]; auto. destruct (P z); auto. Qed.
Lemma search_none {A} P (f : A -> list (option Z)) l : (forall z, List.In z l -> search P (f z) = Some false) ->
  search P (flat_map f l) = Some false.
Proof. intros H. induction l as [|z l IH]; auto. cbn [flat_map]. rewrite search_app, H by (simpl; auto). apply IH. intros y I.
apply H. simpl. auto. Qed.
Lemma search_some {A} P (f : A -> list (option Z)) l : (exists z, List.In z l /\ search P (f z) = Some true) ->
  (forall z, List.In z l -> search P (f z) = Some false \/ search P (f z) = Some true) -> search P (flat_map f l) = Some true.
Proof.
  induction l as [|z l IH]; intros (y & I & E) H; [destruct I|]. cbn [flat_map]. rewrite search_app.
  destruct (H z (or_introl eq_refl)) as [Q|Q]; rewrite Q; auto. destruct I as [->|I]; [congruence|].
  apply IH; [eauto|]. intros x J. apply H. simpl. auto.
Qed.


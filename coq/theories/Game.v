(* Rules in the canonical form, the positions and the options that they give, and the game of Value.v; values of single positions.

   The types are those of the chapter "The canonical form of rules" of grundy's book.
   A position is the list of its coordinates: one
   tuple for every leaf, as a user writes it.  A move may leave several positions where there is one leaf.
   Rules of several leaves with
   such moves give no options here ("undefined"); so do rules with `blocked`, `repeats` and "target is P", which cannot be
     printed.

   What must be read to believe a statement about rules: Expr.v, and here up to [rules_game].  [finite_value]
     and [finite_misere] say
   that values which are computed by the definition are the values. *)
Require Import List NArith ZArith Bool Lia FMapPositive.
From Grundy Require Import Value Expr.
Import ListNotations.

Record family := {
  before : cond;
  params : list (expr * expr);                     (* the ends of the range of each parameter *)
  guard : cond;
  targets : list (nat * list (list expr)) }.       (* leaves, and the tuples that replace their contents *)

(* leaves: the first coordinate and the length; requires: a leaf and a condition; parts:
  the first coordinate of a game and its rules *)
Inductive rules := Rules (leaves : list (nat * nat)) (requires : list (nat * cond)) (families : list family) (parts :
  list (nat * rules)).
Definition leaves '(Rules l _ _ _) := l.
Definition requires '(Rules _ q _ _) := q.
Definition families '(Rules _ _ f _) := f.
Definition width (r : rules) : nat := fold_right (fun '(_, n) w => n + w) 0 (leaves r).

(** * Positions and options *)
Definition no_vars : nat -> option Z := fun _ => None.
Definition at_position (part : nat -> option bool) (zs : list Z) : env := 
  {| coord := nth_error zs; var := no_vars; part_ends := part; answer := fun _ _ => None |}.
Definition no_part : nat -> option bool := fun _ => None.

(* all conditions hold: from left to right, until one does not *)
Fixpoint all_hold (l : list cond) (r : env) : option bool :=
  match l with [] => Some true | c :: l' => let* t := truth c r in if (t : bool) then all_hold l' r else Some false end.
(* does a position exist? *)
Definition exists_at (r : rules) (zs : list Z) : option bool :=
  if Nat.eqb (length zs) (width r) && forallb natural zs then all_hold (map snd (requires r)) (at_position no_part zs) else
    Some false.
Fixpoint all_exist (r : rules) (l : list (list Z)) : option bool :=
  match l with [] => Some true | zs :: l' => let* t := exists_at r zs in if (t : bool) then all_exist r l' else Some false end.

Fixpoint numbers (es : list expr) (r : env) : option (list Z) :=
  match es with [] => Some [] | e :: es' => let* z := num e r in let* zs := numbers es' r in Some (z :: zs) end.
(* a leaf gets other numbers *)
Definition replace {A} (leaf : nat * nat) (vs zs : list A) : option (list A) :=
  let '(first, n) := leaf in
  if Nat.eqb (length vs) n then Some (firstn first zs ++ vs ++ skipn (first + n) zs) else None.
Fixpoint moved (ls : list (nat * nat)) (ts : list (nat * list (list expr))) (r : env) (zs : list Z) : option (list Z) :=
  match ts with
  | [] => Some zs
  | (j, [es]) :: ts' => let* leaf := nth_error ls j in let* vs := numbers es r in let* zs' :=
    replace leaf vs zs in moved ls ts' r zs'
  | _ => None
  end.
(* what the positions that a move leaves are made of: each tuple of the only leaf makes one; other rules leave one position *)
Definition recipes (ls : list (nat * nat)) (ts : list (nat * list (list expr))) : list (list (nat * list (list expr))) :=
  match ls, ts with [_], [(j, tuples)] => map (fun es => [(j, [es])]) tuples | _, _ => [ts] end.
Fixpoint moved_all (ls : list (nat * nat)) (recs : list (list (nat * list (list expr)))) (r : env) (zs : list Z) :
  option (list (list Z)) :=
  match recs with
  | [] => Some []
  | ts :: l => let* p := moved ls ts r zs in let* ps := moved_all ls l r zs in Some (p :: ps)
  end.
(* the positions that a move leaves *)
Definition left_over (ls : list (nat * nat)) (ts : list (nat * list (list expr))) (r : env) (zs : list Z) :
  option (list (list Z)) :=
  moved_all ls (recipes ls ts) r zs.
Definition position (zs : list Z) : list N := map Z.to_N zs.

Fixpoint collect {A B} (f : A -> option (list B)) (l : list A) : option (list B) :=
  match l with [] => Some [] | a :: l' => let* x := f a in let* y := collect f l' in Some (x ++ y) end.
(* the parameters run through their ranges, the first being number n *)
Fixpoint choices {B} (ps : list (expr * expr)) (n : nat) (r : env) (k : env -> option (list B)) : option (list B) :=
  match ps with
  | [] => k r
  | (lo, hi) :: ps' => let* a := num lo r in let* b := num hi r in collect (fun z => choices ps' (S n) (put r n z) k) (range a b)
  end.
Definition chosen (r : rules) (f : family) (zs : list Z) (e : env) : option (list (list (list N))) :=
  let* t := truth (guard f) e in
  if (t : bool) then
    let* ps := left_over (leaves r) (targets f) e zs in
    let* ok := all_exist r ps in
    Some (if (ok : bool) then [map position ps] else [])
  else Some [].
Definition family_options (r : rules) (part : nat -> option bool) (zs : list Z) (f : family) : option (list (list (list N))) :=
  let e := at_position part zs in
  let* t := truth (before f) e in if (t : bool) then choices (params f) 0 e (chosen r f zs) else Some [].
Definition options_with (r : rules) (part : nat -> option bool) (xs : list N) : option (list (list (list N))) :=
  let zs := map Z.of_N xs in
  let* t := exists_at r zs in if (t : bool) then collect (family_options r part zs) (families r) else Some [].
(* the atom "terminal": has a part of the position no move?  [l] says it of all parts *)
Definition ends_at (l : list (list N -> option bool)) (xs : list N) (k : nat) : option bool :=
  match nth_error l k with Some f => f xs | None => None end.
(* what the moves of rules leave; [None] if something is undefined; no move from what is no position *)
Fixpoint options (r : rules) (xs : list N) {struct r} : option (list (list (list N))) :=
  match r with
  | Rules _ _ _ ps => options_with r (ends_at (map (fun '(first, s) => fun ys =>
      let* l := options s (firstn (width s) (skipn first ys)) in Some match l with [] => true | _ => false end) ps) xs) xs
  end.
Definition part_has_no_move (first : nat) (s : rules) (xs : list N) : option bool :=
  let* l := options s (firstn (width s) (skipn first xs)) in Some match l with [] => true | _ => false end.
Definition parts_end (r : rules) (xs : list N) : nat -> option bool :=
  match r with Rules _ _ _ ps => ends_at (map (fun '(first, s) => part_has_no_move first s) ps) xs end.
Lemma options_unfold r xs : options r xs = options_with r (parts_end r xs) xs.
Proof. destruct r; reflexivity. Qed.
(* the rules have a meaning at this position *)
Definition defined (r : rules) (xs : list N) : Prop := options r xs <> None.
Definition is_position (r : rules) (xs : list N) : Prop := exists_at r (map Z.of_N xs) = Some true.
(* the game *)
Definition rules_game (r : rules) : game :=
  {| pos := list N; move := fun xs yss => exists l, options r xs = Some l /\ In yss l |}.

Lemma move_in r xs l yss : options r xs = Some l -> In yss l -> move (rules_game r) xs yss.
Proof. intros E I. exists l. auto. Qed.

(** * Values by the definition *)
Definition table := PositiveMap.t (list N * N).
Fixpoint pair_key (p q : positive) : positive :=
  match p with xH => xO q | xI p' => xI (xI (pair_key p' q)) | xO p' => xI (xO (pair_key p' q)) end.
Definition key (xs : list N) : positive := fold_right (fun x k => pair_key (N.succ_pos x) k) 1%positive xs.
Definition same (xs ys : list N) : bool := if list_eq_dec N.eq_dec xs ys then true else false.
Definition known (t : table) (xs : list N) : option N :=
  match PositiveMap.find (key xs) t with Some (ys, n) => if same ys xs then Some n else None | None => None end.
Fixpoint all_known (t : table) (xss : list (list N)) : option (list N) :=
  match xss with [] => Some [] | xs :: l => let* n := known t xs in let* ns := all_known t l in Some (n :: ns) end.
(* the values of the options *)
Fixpoint sums (misere : bool) (t : table) (l : list (list (list N))) : option (list N) :=
  match l with
  | [] => Some []
  | xss :: l' => let* ns := all_known t xss in let* r := sums misere t l' in
                 match misere, ns with true, [n] => Some (n :: r) | true, _ => None | false, _ => Some (nim ns :: r) end
  end.
(* a set of numbers *)
Definition set_of (l : list N) : PositiveMap.t unit := fold_right (fun n s => PositiveMap.add (N.succ_pos n) tt s)
  (PositiveMap.empty _) l.
Definition has (s : PositiveMap.t unit) (n : N) : bool := PositiveMap.mem (N.succ_pos n) s.
Fixpoint mex_n (steps : nat) (n : N) (s : PositiveMap.t unit) : N :=
  match steps with O => n | S k => if has s n then mex_n k (n + 1)%N s else n end.
(* the least number that is not in the list: looked for, and then looked at *)
Definition mex (l : list N) : option N :=
  let s := set_of l in let n := mex_n (length l) 0 s in
  if negb (has s n) && forallb (fun u => has s (N.of_nat u)) (seq 0 (N.to_nat n)) then Some n else None.
Definition value_of (misere : bool) (t : table) (l : list (list (list N))) : option N :=
  match misere, l with true, [] => Some 1%N | _, _ => let* vs := sums misere t l in mex vs end.
(* the values of a position and of all that can be reached from it; [fuel] bounds the length of a play *)
Fixpoint fill (r : rules) (misere : bool) (fuel : nat) (xs : list N) (t : table) : option table :=
  match known t xs with
  | Some _ => Some t
  | None => match fuel with
            | O => None
            | S f => let* l := options r xs in
                     match value_of misere t l with
                     | Some n => Some (PositiveMap.add (key xs) (xs, n) t)
                     | None =>
                         let* t' := fold_left (fun o ys => let* t := o in fill r misere f ys t) (concat l) (Some t) in
                         let* n := value_of misere t' l in Some (PositiveMap.add (key xs) (xs, n) t')
                     end
            end
  end.
Definition compute (r : rules) (misere : bool) (fuel : nat) (xs : list N) : option N :=
  let* t := fill r misere fuel xs (PositiveMap.empty _) in known t xs.

Definition has_value (r : rules) (misere : bool) (xs : list N) (n : N) : Prop :=
  if misere then misere_value (rules_game r) xs n else value (rules_game r) xs n.
Definition right_table (r : rules) (misere : bool) (t : table) := forall xs n, known t xs = Some n -> has_value r misere xs n.
Lemma has_set l n : has (set_of l) n = true <-> In n l.
Proof.
  unfold has. rewrite PositiveMap.mem_find. induction l as [|m l IH]; cbn [set_of fold_right In].
  - rewrite PositiveMap.gempty. split; [discriminate|intros []].
  - fold (set_of l). destruct (N.eq_dec m n) as [->|Ne].
    + rewrite PositiveMap.gss. tauto.
    + rewrite PositiveMap.gso by (intros E; apply Ne; apply (f_equal Pos.pred_N) in E; rewrite !N.pos_pred_succ in E; auto).
      rewrite IH. intuition congruence.
Qed.
Lemma mex_spec l n : mex l = Some n -> ~ In n l /\ forall u, (u < n)%N -> In u l.
Proof.
  unfold mex. destruct (_ && _) eqn:E; [|discriminate]. intros H. injection H as <-. apply andb_prop in E. destruct E as [E1 E2].
  apply negb_true_iff in E1. rewrite forallb_forall in E2. set (n := mex_n _ _ _) in *. clearbody n. split.
  - intros I. apply has_set in I. congruence.
  - intros u L. specialize (E2 (N.to_nat u)). rewrite in_seq, N2Nat.id in E2. apply has_set. apply E2. lia.
Qed.
Lemma all_known_ok r misere t : right_table r misere t -> forall xss ns, all_known t xss = Some ns ->
  Forall2 (has_value r misere) xss ns.
Proof.
  intros T. induction xss as [|xs l IH]; intros ns H; cbn [all_known] in H; [injection H as <-; constructor|].
  destruct (known t xs) as [n|] eqn:E; [|discriminate]. destruct (all_known t l) as [r'|]; [|discriminate]. injection H as <-.
  constructor; auto.
Qed.
Lemma sums_normal r t : right_table r false t -> forall l vs, sums false t l = Some vs ->
  Forall2 (fun yss s => exists ws, Forall2 (value (rules_game r)) yss ws /\ nim ws = s) l vs.
Proof.
  intros T. induction l as [|xss l IH]; intros vs H; cbn [sums] in H; [injection H as <-; constructor|].
  destruct (all_known t xss) as [ns|] eqn:E; [|discriminate]. destruct (sums false t l) as [r'|]; [|discriminate].
  injection H as <-.
  constructor; auto. exists ns. split; auto. apply (all_known_ok r false t T _ _ E).
Qed.
Lemma sums_misere r t : right_table r true t -> forall l vs, sums true t l = Some vs ->
  Forall2 (fun yss s => exists y, yss = [y] /\ misere_value (rules_game r) y s) l vs.
Proof.
  intros T. induction l as [|xss l IH]; intros vs H; cbn [sums] in H; [injection H as <-; constructor|].
  destruct (all_known t xss) as [ns|] eqn:E; [|discriminate]. destruct (sums true t l) as [r'|]; [|discriminate].
  destruct ns as [|n [|]]; try discriminate. injection H as <-. constructor; auto.
  apply (all_known_ok r true t T) in E. inversion E as [|y n' a b V W]; subst. inversion W; subst. exists y. auto.
Qed.
Lemma value_of_ok r misere t xs l n : right_table r misere t -> options r xs = Some l -> value_of misere t l = Some n ->
  has_value r misere xs n.
Proof.
  intros T O H. assert (K : forall vs, sums misere t l = Some vs -> mex vs = Some n -> (misere = true -> l <> []) ->
    has_value r misere xs n).
  { intros vs E M Ne. destruct (mex_spec _ _ M) as [Out Below]. destruct misere.
    - pose proof (sums_misere r t T l vs E) as F. apply misere_mex.
      + destruct l as [|yss l]; [destruct (Ne eq_refl eq_refl)|]. exists yss. apply (move_in r xs (yss :: l)); simpl; auto.
      + intros u L. destruct (Forall2_right _ _ _ _ F (Below u L)) as (yss & I & y & -> & V). exists y. split; auto.
      apply (move_in r xs l); auto.
      + intros yss (l' & O' & I). rewrite O in O'. injection O' as <-. destruct (Forall2_left _ _ _ yss F I) as (s & J & y & ->
        & V).
        exists y, s. split; auto. split; auto. intros ->. auto.
    - pose proof (sums_normal r t T l vs E) as F. apply is_mex.
      + intros u L. destruct (Forall2_right _ _ _ _ F (Below u L)) as (yss & I & ws & V & E'). exists yss, ws. split; auto.
      apply (move_in r xs l); auto.
      + intros yss (l' & O' & I). rewrite O in O'. injection O' as <-.
      destruct (Forall2_left _ _ _ yss F I) as (s & J & ws & V & E').
        exists ws. split; auto. rewrite E'. intros ->. auto. }
  unfold value_of in H. destruct misere.
  - destruct l as [|yss l].
    + injection H as <-. apply misere_end. intros yss (l' & O' & I). rewrite O in O'. injection O' as <-. destruct I.
    + destruct (sums true t (yss :: l)) as [vs|] eqn:E; [|discriminate]. apply (K vs); auto. discriminate.
  - destruct (sums false t l) as [vs|] eqn:E; [|destruct l; discriminate]. apply (K vs); [reflexivity| |discriminate].
  destruct l; exact H.
Qed.
Lemma known_add t xs n ys m : known (PositiveMap.add (key xs) (xs, n) t) ys = Some m -> (xs = ys /\ n = m) \/ known t ys = Some m.
Proof.
  unfold known, same. destruct (Pos.eq_dec (key ys) (key xs)) as [E|E].
  - rewrite E, PositiveMap.gss. destruct (list_eq_dec N.eq_dec xs ys); [|discriminate]. intros H. injection H as <-. auto.
  - rewrite PositiveMap.gso by auto. auto.
Qed.
Lemma fill_ok r misere : forall fuel xs t t', right_table r misere t -> fill r misere fuel xs t = Some t' ->
  right_table r misere t'.
Proof.
  induction fuel; intros xs t t' T H; cbn [fill] in H; (destruct (known t xs) as [m|]; [injection H as <-; auto|]);
    [discriminate|].
  destruct (options r xs) as [l|] eqn:O; [|discriminate].
  assert (Added : forall t2 n, right_table r misere t2 -> value_of misere t2 l = Some n ->
    right_table r misere (PositiveMap.add (key xs) (xs, n) t2)).
  { intros t2 n T2 V ys m L. apply known_add in L. destruct L as [[<- <-]|L]; [|auto]. apply (value_of_ok r misere t2 xs l);
    auto. }
  destruct (value_of misere t l) as [n0|] eqn:V0; [injection H as <-; auto|].
  assert (K : forall yss o, (forall t1, o = Some t1 -> right_table r misere t1) ->
    forall t1, fold_left (fun o ys => let* t := o in fill r misere fuel ys t) yss o = Some t1 -> right_table r misere t1).
  { induction yss as [|ys yss IH]; intros o Ho t1 E; cbn [fold_left] in E; auto. apply (IH _) in E; auto.
    intros t2 E2. destruct o as [t3|]; [|discriminate]. apply (IHfuel ys t3 t2); auto. }
  destruct (fold_left _ (concat l) (Some t)) as [t1|] eqn:F; [|discriminate].
  assert (T1 : right_table r misere t1). { apply (K _ _ (fun t2 (e : Some t = Some t2) => ltac:(injection e as <-;
    exact T)) _ F). }
  destruct (value_of misere t1 l) as [n|] eqn:V; [|discriminate]. injection H as <-. auto.
Qed.
(* a value that is computed is the value *)
Theorem finite_sound r misere fuel xs n : compute r misere fuel xs = Some n -> has_value r misere xs n.
Proof.
  unfold compute. destruct (fill r misere fuel xs _) as [t|] eqn:E; [|discriminate]. intros L.
  refine (fill_ok r misere fuel xs _ t _ E xs n L). intros ys m H. unfold known in H. rewrite PositiveMap.gempty in H.
  discriminate.
Qed.
Corollary finite_value r fuel xs n : compute r false fuel xs = Some n -> value (rules_game r) xs n.
Proof. apply (finite_sound r false). Qed.
Corollary finite_misere r fuel xs n : compute r true fuel xs = Some n -> misere_value (rules_game r) xs n.
Proof. apply (finite_sound r true). Qed.

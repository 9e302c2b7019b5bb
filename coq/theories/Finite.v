(* Claims about finitely many positions, by computation.

   Values are computed by the definition (Game.v), and the statement is evaluated for all values of its variables up to given
     numbers.
   A function that gives values where they were computed, and nothing elsewhere, is enough:
     what is evaluated with it is the same with
   any function that gives all values ([evaluation_grows]).

   What must be read to believe such a claim: Value.v, Expr.v, Game.v, the first part of Statement.v, and [true_up_to]. *)
Require Import List NArith ZArith PArith Bool Lia FMapPositive.
From Grundy Require Import Automaton Program Formula Tidy Decision Value Expr Game Cases Closing Translate Rules Moves Options Statement.
Import ListNotations.

(** * Evaluation with more answers *)
Definition less {A} (a b : option A) : Prop := a = None \/ a = b.
Inductive upto : list (option Z) -> list (option Z) -> Prop :=
| up_nil : upto [] []
| up_none l m : upto (None :: l) m
| up_cons o l m : upto l m -> upto (o :: l) (o :: m).
Lemma less_refl {A} (a : option A) : less a a. Proof. right. auto. Qed.
Lemma less_bind {A B} (a b : option A) (f g : A -> option B) : less a b -> (forall x, less (f x) (g x)) ->
  less (match a with Some x => f x | None => None end) (match b with Some x => g x | None => None end).
Proof. intros [-> | ->] H; [left; auto|]. destruct b; [apply H|left; auto]. Qed.
Lemma upto_refl l : upto l l. Proof. induction l; constructor; auto. Qed.
Lemma upto_app l m l' m' : upto l m -> upto l' m' -> upto (l ++ l') (m ++ m').
Proof. intros H K. induction H; cbn [app]; auto; constructor; auto. Qed.
Lemma upto_flat {A} (f g : A -> list (option Z)) l : (forall a, upto (f a) (g a)) -> upto (flat_map f l) (flat_map g l).
Proof. intros H. induction l; cbn [flat_map]; [constructor|apply upto_app; auto]. Qed.
Lemma all_found_up l m : upto l m -> less (all_found l) (all_found m).
Proof.
  induction 1 as [|l m|o l m H IH]; [right; auto|left; auto|]. cbn [all_found]. destruct o; [|left; auto].
  apply less_bind; auto. intros. apply less_refl.
Qed.
Lemma every_up l m : upto l m -> less (every l) (every m).
Proof. induction 1 as [|l m|o l m H IH]; [right; auto|left; auto|]. cbn [every]. destruct o as [z|]; [destruct (z =? 0)%Z;
  auto; right; auto|left; auto]. Qed.
Lemma any_up l m : upto l m -> less (any l) (any m).
Proof. induction 1 as [|l m|o l m H IH]; [right; auto|left; auto|]. cbn [any]. destruct o as [z|]; [destruct (z =? 0)%Z; auto;
  right; auto|left; auto]. Qed.
Lemma fold_up w l m : upto l m -> less (fold w l) (fold w m).
Proof. intros H. unfold fold. apply less_bind; [apply all_found_up; auto|]. intros. apply less_refl. Qed.
Record less_env (r s : env) : Prop := {
  same_coord : forall i, coord r i = coord s i;
  same_var : forall i, var r i = var s i;
  same_parts : forall k, part_ends r k = part_ends s k;
  more_answers : forall q zs, less (answer r q zs) (answer s q zs) }.
Lemma less_put r s i z : less_env r s -> less_env (put r i z) (put s i z).
Proof. intros [C V P A]. constructor; cbn [put coord var part_ends answer]; auto. intros j. destruct (Nat.eqb i j); auto. Qed.
Theorem evaluation_grows :
  (forall e r s, less_env r s -> less (num e r) (num e s)) /\
  (forall c r s, less_env r s -> less (truth c r) (truth c s)) /\
  (forall l r s, less_env r s -> (forall p, less (entry l r p) (entry l s p)) /\ upto (list_of l r) (list_of l s)) /\
  (forall g r s, less_env r s -> upto (found g r) (found g s)).
Proof.
  apply expressions_ind; intros; cbn [num truth entry list_of found]; auto using less_refl;
    try (right; apply same_coord; assumption); try (right; apply same_var; assumption); try (right; apply same_parts; assumption);
    repeat match goal with
    | |- less (match num ?e ?r with Some _ => _ | None => _ end) _ => apply less_bind; [auto|intros]
    | |- less (match truth ?e ?r with Some _ => _ | None => _ end) _ => apply less_bind; [auto|intros]
    | |- less (match all_found _ with Some _ => _ | None => _ end) _ => apply less_bind; [apply all_found_up; try apply H;
      auto|intros]
    | |- less (if ?b then _ else _) _ => destruct b
    | |- less (match ?x with Some _ => _ | None => _ end) (match ?x with Some _ => _ | None => _ end) => destruct x
    end; auto using less_refl.
  all: try (apply H0; auto; fail); try (apply H; auto; fail).
  - apply fold_up. auto.
  - apply every_up. auto.
  - apply any_up. auto.
  - apply less_bind; [apply more_answers; auto|intros; apply less_refl].
  - split; [intros; apply less_refl|constructor].
  - split.
    + intros p. destruct (p =? 0)%Z; auto. apply H1; auto.
    + destruct (H r s H2) as [-> | ->]; [constructor|]. destruct (truth c s) as [[|]|]; [|apply H1; auto|constructor].
      destruct (H0 r s H2) as [-> | ->]; constructor. apply H1; auto.
  - destruct (H r s H1) as [-> | ->]; [constructor|]. destruct (truth c s) as [[|]|]; [|constructor|constructor].
    destruct (H0 r s H1) as [-> | ->]; constructor. constructor.
  - destruct (H r s H2) as [-> | ->]; [constructor|]. destruct (num lo s); [|constructor].
    destruct (H0 r s H2) as [-> | ->]; [constructor|]. destruct (num hi s); [|constructor].
    apply upto_flat. intros y. apply H1. apply less_put; auto.
Qed.

(** * Answers that are computed *)
(* questions: of games in a play, positions of which the values are wanted, and how long plays may be *)
Inductive question := Value (r : rules) (misere : bool) | IsThere (r : rules) | IsTerminal (r : rules).
Definition answers_right_all (qs : list question) (ans : nat -> list Z -> option Z) : Prop :=
  forall q k, nth_error qs q = Some k -> forall zs z, ans q zs = Some z <->
    match k with
    | Value r misere => exists_at r zs = Some true /\ exists n, z = Z.of_N n /\ has_value r misere (position zs) n
    | IsThere r => exists b, exists_at r zs = Some b /\ z = if (b : bool) then 1%Z else 0%Z
    | IsTerminal r => exists_at r zs = Some true /\ exists l, options r (position zs) = Some l /\ z = match l with []
      => 1%Z | _ => 0%Z end
    end.
Definition values_of (qs : list (rules * bool)) : list question := map (fun '(r, misere) => Value r misere) qs.
Lemma values_right qs ans : answers_right qs ans -> answers_right_all (values_of qs) ans.
Proof.
  intros A q k Q. unfold values_of in Q. rewrite nth_error_map in Q. destruct (nth_error qs q) as [[r misere]|] eqn:E;
    [|discriminate].
  injection Q as <-. apply (A q r misere E).
Qed.
Fixpoint fill_all (r : rules) (misere : bool) (fuel : nat) (l : list (list N)) (t : table) : option table :=
  match l with [] => Some t | xs :: l' => let* t' := fill r misere fuel xs t in fill_all r misere fuel l' t' end.
Definition table_of (k : question) (fuel : nat) (seeds : list (list N)) : table :=
  match k with
  | Value r misere => match fill_all r misere fuel seeds (PositiveMap.empty _) with Some t => t | None => PositiveMap.empty _ end
  | _ => PositiveMap.empty _
  end.
Fixpoint tables (qs : list question) (fuel : nat) (seeds : list (list (list N))) : list table :=
  match qs with [] => [] | k :: qs' => table_of k fuel (hd [] seeds) :: tables qs' fuel (tl seeds) end.
Definition computed (qs : list question) (ts : list table) (q : nat) (zs : list Z) : option Z :=
  match nth_error qs q, nth_error ts q with
  | Some (Value r _), Some t => match exists_at r zs with Some true => option_map Z.of_N (Game.known t (position zs)) | _ =>
    None end
  | Some (IsThere r), _ => let* b := exists_at r zs in Some (if (b : bool) then 1%Z else 0%Z)
  | Some (IsTerminal r), _ => match exists_at r zs with
                              | Some true => let* l := options r (position zs) in Some (match l with [] => 1%Z | _ => 0%Z end)
                              | _ => None
                              end
  | _, _ => None
  end.
Lemma fill_all_ok r misere fuel l : forall t t', right_table r misere t -> fill_all r misere fuel l t = Some t' ->
  right_table r misere t'.
Proof.
  induction l as [|xs l IH]; intros t t' T H; cbn [fill_all] in H; [injection H as <-; auto|].
  destruct (fill r misere fuel xs t) as [t1|] eqn:E; [|discriminate]. apply (IH t1); auto. apply (fill_ok r misere fuel xs t);
    auto.
Qed.
Lemma empty_right r misere : right_table r misere (PositiveMap.empty _).
Proof. intros xs n H. unfold Game.known in H. rewrite PositiveMap.gempty in H. discriminate. Qed.
Lemma tables_ok qs fuel : forall seeds q r misere t, nth_error qs q = Some (Value r misere) ->
  nth_error (tables qs fuel seeds) q = Some t ->
  right_table r misere t.
Proof.
  induction qs as [|k qs IH]; intros seeds [|q] r misere t Q T; cbn [nth_error tables] in *; try discriminate; eauto.
  injection Q as ->. injection T as <-. cbn [table_of]. destruct (fill_all r misere fuel (hd [] seeds) _) as [t|] eqn:E;
    [|apply empty_right].
  apply (fill_all_ok r misere fuel _ _ _ (empty_right r misere) E).
Qed.
Lemma computed_less qs fuel seeds ans : answers_right_all qs ans ->
  forall q zs, less (computed qs (tables qs fuel seeds) q zs) (ans q zs).
Proof.
  intros A q zs. unfold computed. destruct (nth_error qs q) as [k|] eqn:Q; [|left; auto]. specialize (A q k Q zs).
  destruct k as [r misere|r|r].
  - destruct (nth_error (tables qs fuel seeds) q) as [t|] eqn:T; [|left; auto]. destruct (exists_at r zs) as [[|]|] eqn:X;
    try (left; reflexivity).
    destruct (Game.known t (position zs)) as [n|] eqn:K; [|left; auto]. right. symmetry. apply A. split; [auto|].
    exists n. split; auto. apply (tables_ok qs fuel seeds q r misere t Q T _ _ K).
  - destruct (exists_at r zs) as [b|] eqn:X; [|left; auto]. right. symmetry. apply A. exists b. auto.
  - destruct (exists_at r zs) as [[|]|] eqn:X; try (left; reflexivity). destruct (options r (position zs)) as [l|] eqn:O;
    [|left; auto].
    right. symmetry. apply A. split; auto. exists l. auto.
Qed.

(** * The statement, evaluated *)
Fixpoint for_all_b (rs : list (nat * (expr * expr))) (e : env) (P : env -> bool) : bool :=
  match rs with
  | [] => P e
  | (i, (lo, hi)) :: r => match num lo e, num hi e with
                          | Some a, Some b => forallb (fun z => for_all_b r (put e i z) P) (range a b)
                          | _, _ => false
                          end
  end.
Definition holds_at (s : statement) (e : env) : bool :=
  match truth (if_ s) e with Some false => true | Some true => match truth (holds_ s) e with Some t => t | None => false end |
    None => false end.
Definition true_at (s : statement) (e : env) : bool :=
  let there := match truth (where_ s) e with Some false => true | Some true => for_all_b (all_in s) e (holds_at s) | None =>
    false end in
  match at_pos s with
  | None => there
  | Some (r, es) => match numbers es e with
                    | Some zs => match exists_at r zs with Some false => true | _ => there end
                    | None => false
                    end
  end.
Fixpoint boxes (most : list N) : list (list N) :=
  match most with [] => [[]] | n :: l => flat_map (fun x => map (cons x) (boxes l)) (map N.of_nat (seq 0 (S (N.to_nat n)))) end.
Definition check_finite_all (s : statement) (qs : list question) (most : list N) (fuel : nat) (seeds :
  list (list (list N))) : bool :=
  let ts := tables qs fuel seeds in forallb (fun xs => true_at s (claim_env (computed qs ts) xs)) (boxes most).
Definition check_finite (s : statement) (qs : list (rules * bool)) (most : list N) (fuel : nat) (seeds :
  list (list (list N))) : bool :=
  check_finite_all s (values_of qs) most fuel seeds.
(* the statement, for variables up to given numbers *)
Definition true_up_to (most : list N) (s : statement) (ans : nat -> list Z -> option Z) : Prop :=
  forall xs, Forall2 N.le xs most -> let e := claim_env ans xs in is_at s e ->
  exists t, truth (where_ s) e = Some t /\ (t = true -> for_all (all_in s) e (fun e => exists u, truth (if_ s) e = Some u /\
    (u = true -> truth (holds_ s) e = Some true))).
Lemma boxes_all most : forall xs, Forall2 N.le xs most -> List.In xs (boxes most).
Proof.
  induction most as [|n most IH]; intros xs H; inversion H as [|x n' l l' L H']; subst; cbn [boxes]; [simpl; auto|].
  apply in_flat_map. exists x. split; [|apply in_map; auto]. apply in_map_iff. exists (N.to_nat x). split; [apply N2Nat.id|].
  apply in_seq. lia.
Qed.
Lemma less_some {A} (a b : option A) x : less a b -> a = Some x -> b = Some x.
Proof. intros [-> | ->] H; [discriminate|auto]. Qed.
Lemma range_in a b z : (a <= z <= b)%Z -> List.In z (range a b).
Proof. intros H. unfold range. apply in_map_iff. exists (Z.to_nat (z - a)). split; [lia|]. apply in_seq. lia. Qed.
Lemma for_all_ok s rs : forall e e', less_env e e' -> for_all_b rs e (holds_at s) = true ->
  for_all rs e' (fun e => exists u, truth (if_ s) e = Some u /\ (u = true -> truth (holds_ s) e = Some true)).
Proof.
  destruct evaluation_grows as (Gn & Gt & _). induction rs as [|[i [lo hi]] rs IH]; intros e e' L H; cbn [for_all_b for_all] in *.
  - unfold holds_at in H. destruct (truth (if_ s) e) as [u|] eqn:E; [|discriminate]. exists u.
    split; [apply (less_some _ _ u (Gt (if_ s) e e' L) E)|]. intros ->. destruct (truth (holds_ s) e) as [t|] eqn:T;
      [|discriminate].
    subst t. apply (less_some _ _ true (Gt (holds_ s) e e' L) T).
  - destruct (num lo e) as [a|] eqn:Ea; [|discriminate]. destruct (num hi e) as [b|] eqn:Eb; [|discriminate]. exists a, b.
    split; [apply (less_some _ _ a (Gn lo e e' L) Ea)|]. split; [apply (less_some _ _ b (Gn hi e e' L) Eb)|].
    intros z B. apply (IH (put e i z)); [apply less_put; auto|]. rewrite forallb_forall in H. apply H, range_in, B.
Qed.
Lemma numbers_grow es e e' : less_env e e' -> less (numbers es e) (numbers es e').
Proof.
  intros L. induction es as [|x es IH]; cbn [numbers]; [apply less_refl|]. apply less_bind; [apply (proj1 evaluation_grows);
    auto|].
  intros z. apply less_bind; auto. intros. apply less_refl.
Qed.
Theorem finite_claim_all_sound s qs most fuel seeds : check_finite_all s qs most fuel seeds = true ->
  forall ans, answers_right_all qs ans -> true_up_to most s ans.
Proof.
  unfold check_finite_all. rewrite forallb_forall. intros C ans A xs B e At. specialize (C xs (boxes_all most xs B)).
  set (e0 := claim_env (computed qs (tables qs fuel seeds)) xs) in *.
  assert (L : less_env e0 e) by (constructor; auto; intros q zs; apply (computed_less qs fuel seeds ans A)).
  assert (There : match truth (where_ s) e0 with Some false => true | Some true => for_all_b (all_in s) e0 (holds_at s) | None
    => false end = true ->
    exists t, truth (where_ s) e = Some t /\ (t = true -> for_all (all_in s) e (fun e => exists u, truth (if_ s) e = Some u /\
      (u = true -> truth (holds_ s) e = Some true)))).
  { intros H. destruct (truth (where_ s) e0) as [t|] eqn:E; [|discriminate]. exists t.
    split; [apply (less_some _ _ t (proj1 (proj2 evaluation_grows) _ _ _ L) E)|]. intros ->. apply (for_all_ok s _ e0); auto. }
  unfold true_at in C. unfold is_at in At. destruct (at_pos s) as [[r es]|]; [|auto].
  destruct At as (zs & Ez & Ex). destruct (numbers es e0) as [ys|] eqn:En; [|discriminate].
  rewrite (less_some _ _ ys (numbers_grow es e0 e L) En) in Ez. injection Ez as ->. rewrite Ex in C. auto.
Qed.
Theorem finite_claim_sound s qs most fuel seeds : check_finite s qs most fuel seeds = true ->
  forall ans, answers_right qs ans -> true_up_to most s ans.
Proof. intros C ans A. apply (finite_claim_all_sound s _ most fuel seeds C ans), values_right, A. Qed.

(** * Beyond the given numbers *)
(* a formula: the variables are up to these numbers, or `at` is no position, or `where` is false; it asks nothing *)
Definition beyond_form (vars : nat) (s : statement) (most : list N) : option form :=
  let te := claim_tenv vars 0 [] in
  let* (nowhere, n1) := nowhere_form s te (track vars) in let* (w, n2) := tcond (where_ s) te n1 in
  let ts := between (track vars) n2 in
  if free ts te then
    Some (or2 (and_all (map (fun '(t, m) => le (ltrack t) (lconst (Z.of_N m))) (combine (tracks 0 vars) most))) (close ts (or2
      nowhere (snd w))))
  else None.
Definition check_beyond (vars : nat) (s : statement) (most : list N) : bool :=
  Nat.eqb (length most) vars && match beyond_form vars s most with Some f => proved f | None => false end.
Lemma below_most ts : forall most v, length most = length ts ->
  sem (and_all (map (fun '(t, m) => le (ltrack t) (lconst (Z.of_N m))) (combine ts most))) v -> Forall2 N.le (map v ts) most.
Proof.
  induction ts as [|t ts IH]; intros [|m most] v L S; try discriminate; cbn [map]; constructor;
    cbn [combine map and_all fold_right] in S;
  apply sem_and2 in S; destruct S as [S S'].
  - rewrite sem_le, lval_track, lval_const in S. lia.
  - apply IH; auto.
Qed.
Theorem true_everywhere vars s most ans : check_beyond vars s most = true -> true_up_to most s ans -> true_of vars s ans.
Proof.
  unfold check_beyond, beyond_form. rewrite andb_true_iff, Nat.eqb_eq. intros [Lm C] U xs L. unfold true_at. intros At. set (v := of_list xs). set (e := claim_env ans xs) in *.
  assert (F : fits (claim_tenv vars 0 []) e v).
  { rewrite <- L. pose proof (claim_fits xs [] ans []) as F. rewrite app_nil_r in F. apply F. intros [|q]; discriminate. }
  set (te := claim_tenv vars 0 []) in *.
  destruct (nowhere_form s te _) as [[nowhere n1]|] eqn:En; [|discriminate]. destruct (tcond (where_ s) te n1) as [[w n2]|]
    eqn:Ew; [|discriminate].
  cbv zeta in C. destruct (free _ te) eqn:Q; [|discriminate]. pose proof (proved_sound _ C v (bounded_list xs)) as S.
  rewrite sem_or2, sem_close in S. destruct S as [S|(u & O & S)].
  - apply U; auto. apply below_most in S; [|rewrite tracks_length; auto]. pose proof (at_tracks_first xs []) as E.
  rewrite app_nil_r, L in E.
    unfold at_tracks in E. unfold v in S. rewrite E in S. exact S.
  - pose proof (fits_off _ _ _ _ _ Q O F) as Fu. rewrite sem_or2 in S. destruct S as [S|S];
    [destruct (nowhere_form_ok _ _ _ _ _ En e u Fu S At)|].
    exists false. split; [|discriminate]. apply (proj1 (proj2 translation_sound) _ _ _ _ _ Ew e u Fu). exact S.
Qed.
(* a finite claim about all numbers *)
Corollary finite_claim_everywhere vars s qs most fuel seeds :
  check_finite s qs most fuel seeds && check_beyond vars s most = true ->
  forall ans, answers_right qs ans -> true_of vars s ans.
Proof. rewrite andb_true_iff. intros [C B] ans A. apply (true_everywhere vars s most ans B).
apply (finite_claim_sound _ _ _ _ _ C ans A). Qed.
Corollary finite_claim_all_everywhere vars s qs most fuel seeds :
  check_finite_all s qs most fuel seeds && check_beyond vars s most = true ->
  forall ans, answers_right_all qs ans -> true_of vars s ans.
Proof. rewrite andb_true_iff. intros [C B] ans A. apply (true_everywhere vars s most ans B).
apply (finite_claim_all_sound _ _ _ _ _ C ans A). Qed.

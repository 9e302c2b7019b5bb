(* Blocks whose values are given by automata: a graph, or all levels; the check that a certificate needs, and what it shows.

   An automaton reads the digits of the coordinates of a position as its tracks 1, 2, …, and a graph the value as one more.
   [check_graph_sound] and
   [check_all_levels_sound]: for every position (of the domain, if one is given) the value is what the automata say.

   What must be read to believe a theorem: [has_value] of Game.v; [graph_says], [levels_say], [in_domain]. *)
Require Import List NArith ZArith PArith Bool Lia.
From Grundy Require Import Tree Automaton Search Operations Atoms Numeration Program Formula Tidy Decision Value Expr Game Cases Closing Translate
  Rules Moves Reads Options Blocks.
Import ListNotations.

(** * A graph *)
Definition graph_says (d : digits) (T : aut) (xs : list N) (n : N) : Prop := accepted d T (xs ++ [n]).
Definition everywhere (ts : list positive) : form := yes.
(* the domain: all positions, or those that an automaton accepts *)
Definition domain_form (d : digits) (D : option aut) (ts : list positive) : form :=
  match D with None => yes | Some A => FAtom (In d A ts) end.
Definition in_domain (d : digits) (D : option aut) (xs : list N) : Prop := match D with None => True | Some A => accepted d A xs end.
Definition domain_reads (D : option aut) (n : nat) : bool := match D with None => true | Some A => reads A n end.
Lemma domain_ok d D w : w <> 0 -> domain_reads D w = true -> forall ts v, bounded v -> length ts = w ->
  (sem (domain_form d D ts) v <-> in_domain d D (map v ts)).
Proof.
  intros Ne H ts v B L. destruct D as [A|]; cbn [domain_form in_domain domain_reads] in *; [|split; auto; intros; apply sem_yes].
  apply sem_in; auto; [destruct ts; [simpl in L; congruence|discriminate]|rewrite L; auto].
Qed.
Definition check_graph (r : rules) (misere : bool) (d : digits) (D : option aut) (T : aut) (falls : list Z) (least : Z) : bool :=
  negb (Nat.eqb (width r) 0) && domain_reads D (width r) && reads T (width r + 1) &&
  check_block r misere (fun ts u => FAtom (In d T (ts ++ [u]))) (graph_says d T) (domain_form d D) falls least None.
Theorem check_graph_sound r misere d D T falls least : check_graph r misere d D T falls least = true ->
  forall xs, is_position r xs -> in_domain d D xs -> defined r xs /\ (exists n, has_value r misere xs n) /\
    forall n, graph_says d T xs n <-> has_value r misere xs n.
Proof.
  unfold check_graph. rewrite !andb_true_iff, negb_true_iff, Nat.eqb_neq. intros [[[Ne Rd] Rt] C] xs P Dm.
  refine (check_block_sound r misere _ (graph_says d T) _ (domain_form d D) (in_domain d D) _ falls least None C xs P Dm).
  - intros ts u v B L. unfold graph_says. change [v u] with (map v [u]). rewrite <- map_app. apply sem_in; auto; [destruct ts;
    discriminate|].
    rewrite app_length, L. exact Rt.
  - apply domain_ok; auto.
Qed.

Corollary graph_values r misere d D T falls least : check_graph r misere d D T falls least = true ->
  forall xs, is_position r xs -> in_domain d D xs -> forall n, graph_says d T xs n <-> has_value r misere xs n.
Proof. intros C xs P Dm. apply (check_graph_sound _ _ _ _ _ _ _ C xs P Dm). Qed.

(** * All levels *)
Definition levels_say (d : digits) (Ts : list aut) (xs : list N) (n : N) : Prop := exists T, nth_error Ts (N.to_nat n) = Some T /\
  accepted d T xs.
Fixpoint levels_form (d : digits) (k : Z) (Ts : list aut) (ts : list positive) (u : positive) : form :=
  match Ts with [] => no | T :: l => FOr (FAnd (eq (ltrack u) (lconst k)) (FAtom (In d T ts))) (levels_form d (k + 1) l ts u) end.
Lemma levels_form_ok d Ts ts u v : bounded v -> ts <> [] -> forallb (fun T => reads T (length ts)) Ts = true -> forall k,
  sem (levels_form d k Ts ts u) v <-> exists i T, nth_error Ts i = Some T /\ Z.of_N (v u) = (k + Z.of_nat i)%Z /\
    accepted d T (map v ts).
Proof.
  intros B Ne. induction Ts as [|T Ts IH]; intros R k; cbn [levels_form].
  - split; [intros S; destruct (sem_no v S)|intros ([|] & T & E & _); discriminate].
  - cbn [forallb] in R. apply andb_prop in R. destruct R as [R1 R2]. cbn [sem]. rewrite (IH R2). fold (sem (FAtom (In d T ts)) v).
    rewrite (sem_in d T ts v Ne R1 B), sem_eq, lval_track, lval_const. split.
    + intros [[E A]|(i & T' & E & Q & A)]; [exists 0, T|exists (S i), T']; repeat split; auto; lia.
    + intros ([|i] & T' & E & Q & A); cbn [nth_error] in E; [injection E as <-; left; split; auto; lia|].
      right. exists i, T'. repeat split; auto. lia.
Qed.
(* the levels 0, 1, …, of which there are [length Ts]; all values if [complete] *)
Definition check_levels (complete : bool) (r : rules) (misere : bool) (d : digits) (D : option aut) (Ts : list aut) (falls :
  list Z) (least : Z) : bool :=
  negb (Nat.eqb (width r) 0) && domain_reads D (width r) && forallb (fun T => reads T (width r)) Ts &&
  check_block r misere (levels_form d 0 Ts) (levels_say d Ts) (domain_form d D) falls least (if complete then None else Some
    (N.of_nat (length Ts))).
Theorem check_levels_sound complete r misere d D Ts falls least : check_levels complete r misere d D Ts falls least = true ->
  forall xs, is_position r xs -> in_domain d D xs -> defined r xs /\ (exists n, has_value r misere xs n) /\
  forall n, complete = true \/ (n < N.of_nat (length Ts))%N -> (levels_say d Ts xs n <-> has_value r misere xs n).
Proof.
  unfold check_levels. rewrite !andb_true_iff, negb_true_iff, Nat.eqb_neq. intros [[[Ne Rd] Rt] C] xs P Dm.
  assert (K : forall ts u v, bounded v -> length ts = width r ->
    (sem (levels_form d 0 Ts ts u) v <-> levels_say d Ts (map v ts) (v u))).
  { intros ts u v B L. rewrite levels_form_ok; [|auto|destruct ts; [simpl in L; congruence|discriminate]|rewrite L; auto].
  unfold levels_say. split.
    - intros (i & T & E & Q & A). exists T. split; auto. rewrite <- E. f_equal. lia.
    - intros (T & E & A). exists (N.to_nat (v u)), T. repeat split; auto. lia. }
  destruct (check_block_sound r misere _ (levels_say d Ts) K (domain_form d D) (in_domain d D) (domain_ok d D (width r) Ne Rd) falls
    least _ C xs P Dm)
    as (Def & Ex & Q).
  split; [exact Def|]. split; [exact Ex|]. intros n [->|L]; [apply Q|]. destruct complete; apply Q; auto.
Qed.

Corollary levels_values r misere d D Ts falls least : check_levels true r misere d D Ts falls least = true ->
  forall xs, is_position r xs -> in_domain d D xs -> forall n, levels_say d Ts xs n <-> has_value r misere xs n.
Proof. intros C xs P Dm n. apply (check_levels_sound _ _ _ _ _ _ _ _ C xs P Dm). auto. Qed.
Corollary some_levels_values r misere d D Ts falls least : check_levels false r misere d D Ts falls least = true ->
  forall xs, is_position r xs -> in_domain d D xs -> forall n, (n < N.of_nat (length Ts))%N ->
    (levels_say d Ts xs n <-> has_value r misere xs n).
Proof. intros C xs P Dm n L. apply (check_levels_sound _ _ _ _ _ _ _ _ C xs P Dm). auto. Qed.

(** * Automata that read the least coordinate and the differences of neighbours *)
(* Such an automaton is made one that reads the coordinates, in any order.  Nothing need be shown of it:
  what is checked is checked of
   the automaton that comes out. *)
Fixpoint everywhere_in (x : positive) (l : list positive) : list (list positive) :=
  match l with [] => [[x]] | y :: r => (x :: l) :: map (cons y) (everywhere_in x r) end.
Fixpoint orders (l : list positive) : list (list positive) :=
  match l with [] => [[]] | x :: r => flat_map (everywhere_in x) (orders r) end.
Fixpoint steps_up (before : lin) (l : list positive) (d : positive) : form * list positive :=
  match l with
  | [] => (yes, [])
  | x :: r => let '(f, ds) := steps_up (ltrack x) r (Pos.succ d) in (and2 (eq (ltrack x) (ladd before 1 (ltrack d))) f, d :: ds)
  end.
(* w coordinates, and [more] tracks behind them *)
Definition plain (d : digits) (w more : nat) (T : aut) : aut :=
  let f := or_all (map (fun l => let '(f, ds) := steps_up (lconst 0) l (track (w + more)) in
             exist ds (and2 f (FAtom (In d T (ds ++ tracks w more))))) (orders (tracks 0 w))) in
  match make d f with Some A => A | None => T end.

(* Wythoff's game by its canonical rules: its P-positions are those of Wythoff.v.

   The kernel decides that the moves of the rules are [takes]; the rest is one induction. *)
Require Import List NArith ZArith PArith Bool Lia.
From Grundy Require Import Tree Automaton Atoms Program Formula Tidy Value Expr Game Cases Rules Moves Options Words.
From Examples Require Import Zeckendorf Wythoff.
Import ListNotations.
Definition wythoff_rules : rules :=
  (Rules [(0, 2)] []
  [{| before := (Truth true); params := [((Num 1%Z), (X 0))];
    guard := (Truth true);
    targets := [(0, [[(Plus (Plus (Num 0%Z) 1%Z (X 0)) (-1)%Z (V 0)); (X 1)]])] |};
   {| before := (Truth true); params := [((Num 1%Z), (X 1))];
    guard := (Truth true);
    targets := [(0, [[(X 0); (Plus (Plus (Num 0%Z) 1%Z (X 1)) (-1)%Z (V 0))]])] |};
   {| before := (Truth true); params := [((Num 1%Z), (Two Min (X 0) (X 1)))];
    guard := (Truth true);
    targets := [(0, [[(Plus (Plus (Num 0%Z) 1%Z (X 0)) (-1)%Z (V 0)); (Plus (Plus (Num 0%Z) 1%Z (X 1)) (-1)%Z (V 0))]])] |}]
  []).
(* the position is the tracks 1 and 2, the position after a move 3 and 4 *)
Definition sum3 (x y i : positive) := FAtom (Zero 0 [(x, (-1)%Z); (y, 1%Z); (i, 1%Z)]).
Definition taken : form := FEx 5 (FAnd (FAtom (AtMost 1 [(5%positive, (-1)%Z)]))
  (FOr (FAnd (sum3 1 3 5) (same 2 4)) (FOr (FAnd (same 1 3) (sum3 2 4 5)) (FAnd (sum3 1 3 5) (sum3 2 4 5))))).
Definition moves_and_defined := match move_formulas wythoff_rules 2 1 10 with Some p => p | None => (no, no) end.
Lemma translated : move_formulas wythoff_rules 2 1 10 = Some moves_and_defined.
Proof. vm_compute. reflexivity. Qed.
Lemma all_defined : proved (snd moves_and_defined) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Lemma forth : proved (implies (fst moves_and_defined) taken) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Lemma back : proved (implies taken (fst moves_and_defined)) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Lemma one_each : single_rules wythoff_rules = true. Proof. reflexivity. Qed.
Lemma pairs_are_positions a b : is_position wythoff_rules [a; b].
Proof.
  unfold is_position, exists_at. cbn [map length width leaves wythoff_rules fold_right Nat.add Nat.eqb forallb]. unfold natural.
  rewrite !(proj2 (Z.leb_le _ _)) by apply N2Z.is_nonneg. reflexivity.
Qed.
Lemma taken_means a b c d : sem taken (of_list [a; b; c; d]) <-> takes (a, b) (c, d).
Proof.
  unfold taken, takes, sum3, same. cbn [sem atom_means dot fst snd]. split; intros (i & H); exists i;
  cbv [upd of_list Pos.eqb Pos.to_nat Pos.iter_op Nat.add Nat.sub nth] in *; lia.
Qed.
Theorem wythoff_moves a b c d : move (rules_game wythoff_rules) [a; b] [[c; d]] <-> takes (a, b) (c, d).
Proof.
  pose proof all_defined as O1. pose proof forth as O2. pose proof back as O3.
  set (v := of_list [a; b; c; d]). pose proof (bounded_list [a; b; c; d]) as B. fold v in B.
  destruct moves_and_defined as [m D] eqn:E. pose proof translated as T. rewrite E in T. cbn [fst snd] in *.
  destruct (move_formulas_sound _ _ _ _ _ _ T v (pairs_are_positions a b) (proved_sound _ O1 v B)) as (l & El & K).
  rewrite <- taken_means. fold v. transitivity (sem m v).
  - rewrite <- K. cbn [rules_game move]. split; [intros (l' & El' & I)|intros I; exists l; auto].
    change (options wythoff_rules [a; b] = Some l) in El. rewrite El in El'. injection El' as <-. exact I.
  - split; [apply (implies_ok _ _ O2 v B)|apply (implies_ok _ _ O3 v B)].
Qed.
Lemma move_pair a b pss : move (rules_game wythoff_rules) [a; b] pss -> exists c d, pss = [[c; d]] /\ takes (a, b) (c, d).
Proof.
  intros (l & El & I). destruct (options_single _ _ _ _ one_each El I) as (y & -> & P). apply position_length in P.
  destruct y as [|c [|d [|]]]; try discriminate P. exists c, d. split; auto. apply wythoff_moves. exists l. auto.
Qed.
Lemma has_some_value : forall n a b, (a + b < n)%N -> exists t, value (rules_game wythoff_rules) [a; b] t.
Proof.
  intros n a b L. apply value_exists; [apply rules_listed|]. revert a b L. induction n as [|n IH] using N.peano_ind;
    intros a b L; [lia|].
  constructor. intros y (pss & M & I). destruct (move_pair a b pss M) as (c & d & -> & T). destruct I as [<-|[]].
  apply takes_falls in T; auto. cbn [fst snd] in T. apply IH. lia.
Qed.
Lemma lost_value : forall n a b, (a + b < n)%N -> (lost takes (a, b) <-> value (rules_game wythoff_rules) [a; b] 0).
Proof.
  induction n as [|n IH] using N.peano_ind; intros a b L; [lia|]. split.
  - intros Lo. apply is_mex; [intros u H; lia|]. intros pss M. destruct (move_pair a b pss M) as (c & d & -> & T).
    destruct (has_some_value (c + d + 1) c d) as (t & V); [lia|]. exists [t]. split; [auto|]. simpl. rewrite N.lxor_0_r.
    intros ->.
    inversion Lo as [p A]. subst. destruct (A (c, d) T) as ((e, f) & T' & Lo'). pose proof (takes_falls _ _ I T) as F.
    pose proof (takes_falls _ _ I T') as F'. cbn [fst snd] in F, F'.
    apply (value_differs (rules_game wythoff_rules) [c; d] [e; f] 0 V); [apply wythoff_moves; auto|]. apply (IH e f); auto. lia.
  - intros V. constructor. intros (c, d) T. pose proof (takes_falls _ _ I T) as F. cbn [fst snd] in F.
    destruct (has_some_value (c + d + 1) c d) as (t & W); [lia|].
    assert (Ne : t <> 0%N). { intros ->. apply (value_differs (rules_game wythoff_rules) [a; b] [c; d] 0 V);
      [apply wythoff_moves; auto|auto]. }
    destruct (value_reaches _ _ t 0 W) as (pss & ns & M & Fa & E); [lia|]. destruct (move_pair c d pss M) as (e & f & -> & T').
    pose proof (takes_falls _ _ I T') as F'. cbn [fst snd] in F'. exists (e, f). split; auto. apply (IH e f); [lia|].
    inversion Fa as [|y n' l l' Vy Fa']; subst. inversion Fa'; subst. simpl in E. rewrite N.lxor_0_r in E. subst. exact Vy.
Qed.
(* the value of (a, b) is 0 exactly if the automaton accepts their words *)
Theorem wythoff_values a b x y : word fib_word a x -> word fib_word b y -> (value (rules_game wythoff_rules) [a; b]
  0 <-> in_p x y).
Proof. intros Hx Hy. rewrite <- (lost_value (a + b + 1)) by lia. apply wythoff; auto. Qed.
Print Assumptions wythoff_values.

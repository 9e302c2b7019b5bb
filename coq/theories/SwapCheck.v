(* Swap positions without the values of others: two sets are decided to be those of the theorem `swap_positions` of theorems.txt,
   so that the game is miserable, tame, domestic and returnable, and a position of neither set has the same value in both plays
   (Theorems/Swap.v).  It is forced if each move out of one set leads into the other one.

   What must be read to believe a theorem: Value.v, Expr.v, Game.v, and the property in Theorems/Properties.v. *)
Require Import List NArith ZArith Bool Lia.
From Grundy Require Import Automaton Numeration Program Decision Value Expr Game Options Blocks Falls PropertyCheck.
From Grundy.Theorems Require Import Words Properties Swap.
Import ListNotations.

(* what is decided at each position: the first set is that of the positions with the values 0 and 1, the second one that of 1 and
  0 *)
Definition first_set : condition := Member false.
Definition second_set : condition := Member true.
Definition both_sets : condition := Either first_set second_set.
Definition ends_in_first : condition := imply Terminal first_set.
Definition out_of_first : condition := imply first_set (Both (Neg (SomeMove first_set)) (Either Terminal (SomeMove second_set))).
Definition out_of_second : condition := imply second_set (Both (Neg (SomeMove second_set)) (SomeMove first_set)).
Definition others : condition :=
  Either both_sets (Either (Both (SomeMove first_set) (SomeMove second_set)) (Neg (Either (SomeMove first_set) (SomeMove
    second_set)))).
Definition back_moves : condition := imply both_sets (EveryMove (Either both_sets (SomeMove first_set))).
Definition check_swap (r : rules) (d : digits) (A B : aut) (falls : list Z) (least : Z) : bool :=
  check_falls r falls least &&
  check_everywhere r d (Some A) (Some B) None None (Both ends_in_first (Both out_of_first (Both out_of_second (Both others
    back_moves)))).
Theorem check_swap_sound r d A B falls least : check_swap r d A B falls least = true ->
  single (rules_game r) /\ (is_miserable (rules_game r) (is_position r) /\ is_tame (rules_game r) (is_position r) /\
  is_domestic (rules_game r) (is_position r) /\ is_returnable (rules_game r) (is_position r)) /\
  forall x, is_position r x -> says (rules_game r) (accepted d A) (accepted d B) x.
Proof.
  unfold check_swap. rewrite andb_true_iff. intros [Cf C]. split; [exact (falls_single r falls least Cf)|].
  pose proof (check_everywhere_sound r d (Some A) (Some B) None None _ I I C) as H. clear C.
  cbn [ends_in_first out_of_first out_of_second others back_moves both_sets first_set second_set imply means given] in H.
  set (a := accepted d A) in *. set (b := accepted d B) in *.
  apply (swap_positions_all (rules_game r) (is_position r) a b (fun x => Z.of_N (mu falls least x)) 0).
  - exact (falls_single r falls least Cf).
  - intros x _. apply rules_listed.
  - exact (falls_closed r falls least Cf).
  - intros x P. split; [lia|]. intros y (pss & M & J). destruct (check_falls_sound r falls least Cf x P) as (_ & K).
    destruct (K pss M) as (y' & -> & _ & Lt). destruct J as [<-|[]]. lia.
  - intros x P T. destruct (H x P) as ([N0|K] & _); [destruct (N0 T)|exact K].
  - intros x P S. destruct (H x P) as (_ & [N0|K] & _); [destruct (N0 S)|exact K].
  - intros x P S. destruct (H x P) as (_ & _ & [N0|K] & _); [destruct (N0 S)|exact K].
  - intros x P. destruct (H x P) as (_ & _ & _ & K & _). destruct K as [K|[[Ka Kb]|No]]; [left; exact K|right; split; auto|right].
    split; intros T; destruct No; [left|right]; exact T.
  - intros x P S. destruct (H x P) as (_ & _ & _ & _ & [N0|K]); [destruct (N0 S)|exact K].
Qed.

Definition forced_moves : condition := Both (imply first_set (EveryMove second_set)) (imply second_set (EveryMove first_set)).
Definition check_swap_forced (r : rules) (d : digits) (A B : aut) (falls : list Z) (least : Z) : bool :=
  check_swap r d A B falls least && check_everywhere r d (Some A) (Some B) None None forced_moves.
Theorem check_swap_forced_sound r d A B falls least : check_swap_forced r d A B falls least = true ->
  single (rules_game r) /\ is_forced (rules_game r) (is_position r).
Proof.
  unfold check_swap_forced. rewrite andb_true_iff. intros [S C]. destruct (check_swap_sound r d A B falls least S) as (Si & _ & K).
  assert (Cf : check_falls r falls least = true) by (unfold check_swap in S; apply andb_prop in S; tauto).
  pose proof (check_everywhere_sound r d (Some A) (Some B) None None _ I I C) as H.
  cbn [forced_moves first_set second_set imply means given] in H. split; [exact Si|]. apply forced. intros x P.
  destruct (H x P) as [Ha Hb]. destruct (K x P) as (Ka & Kb & _).
  assert (Next : forall y, move (rules_game r) x [y] -> is_position r y).
  { intros y M. apply (falls_closed r falls least Cf x P [y] M). simpl. auto. }
  split; intros Q y M; destruct (K y (Next y M)) as (La & Lb & _).
  - apply Lb. destruct Ha as [N0|Ha]; [destruct N0; apply Ka; exact Q|exact (Ha y M)].
  - apply La. destruct Hb as [N0|Hb]; [destruct N0; apply Kb; exact Q|exact (Hb y M)].
Qed.

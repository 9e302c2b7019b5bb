(* What is stated by certificates of kind `correspondence`: values that are those of other positions.

   To a position x of some rules belong its counterparts: positions of other rules, and piles of Nim. Where a condition holds at
   x, the value of x is the nim-sum of the values of its counterparts; or, where only outcomes are stated, the player who moves
   from x loses exactly if this nim-sum is 0. The coordinates of the counterparts and the condition may ask for values of further
   games.

   What must be read to believe such a theorem: Value.v, Expr.v, Game.v, [answers_right] and [claim_env] of Statement.v, and here
   [counterpart], [value_at], [worth_it] and [corresponds]. *)
Require Import List NArith ZArith PArith Bool Lia.
From Grundy Require Import Value Sum Expr Game Closing Options Statement.
From Grundy.Theorems Require Import Order.
From Grundy.Theorems Require Words SameMoves.
Import ListNotations.

(** * What is stated *)
Inductive counterpart :=
| Pile (tokens : expr)
| Position (r : rules) (ascends : bool) (falls : list Z) (least : Z) (at_ : list expr). (* the coordinates `at`; the others are
  for the proof *)
(* the value at a counterpart is n *)
Definition value_at (misere : bool) (e : env) (p : counterpart) (n : N) : Prop :=
  match p with
  | Pile a => num a e = Some (Z.of_N n)
  | Position r _ _ _ es => exists zs, numbers es e = Some zs /\ exists_at r zs = Some true /\ has_value r misere (position zs) n
  end.
(* what is stated of a position, whose counterparts have a nim-sum *)
Definition worth_it (misere outcomes : bool) (r : rules) (x : list N) (n : N) : Prop :=
  if outcomes then lost (after (rules_game r)) [x] <-> n = 0%N else has_value r misere x n.
Definition corresponds (r : rules) (misere outcomes : bool) (stated : cond) (counterparts : list counterpart) (ans : nat -> list
  Z -> option Z) :
    Prop :=
  forall x, is_position r x -> exists t, truth stated (claim_env ans x) = Some t /\
    (t = true -> exists ns, Forall2 (value_at misere (claim_env ans x)) counterparts ns /\ worth_it misere outcomes r x (nim ns)).

(** * A pile as rules *)
Definition nim_pile : rules :=
  Rules [(0, 1)] [] [{| before := Truth true; params := [(Num 1, X 0)]; guard := Truth true;
    targets := [(0, [[Plus (X 0) (-1) (V 0)]])] |}] [].
Lemma nim_pile_position n : is_position nim_pile [n].
Proof.
  unfold is_position, exists_at. cbn [map length width leaves nim_pile fold_right Nat.eqb requires all_hold forallb andb Nat.add].
  unfold natural. replace (0 <=? Z.of_N n)%Z with true by (symmetry; apply Z.leb_le; lia). reflexivity.
Qed.
Lemma nim_pile_options n : options nim_pile [n] = Some (map (fun z => [[Z.to_N (Z.of_N n - z)]]) (range 1 (Z.of_N n))).
Proof.
  rewrite options_unfold. unfold options_with. pose proof (nim_pile_position n) as P. unfold is_position in P.
  cbn [map] in P |- *. rewrite P. cbn [nim_pile families collect]. unfold family_options.
  cbn [before truth params choices num at_position coord nth_error map].
  assert (K : forall l, (forall z, List.In z l -> (1 <= z <= Z.of_N n)%Z) -> collect (fun z => chosen nim_pile
     {| before := Truth true; params := [(Num 1, X 0)]; guard := Truth true; targets := [(0, [[Plus (X 0) (-1) (V 0)]])] |}
     [Z.of_N n] (put (at_position (parts_end nim_pile [n]) [Z.of_N n]) 0 z)) l = Some (map (fun z => [[Z.to_N (Z.of_N n - z)]])
       l)).
  { induction l as [|z l IH]; intros H; [reflexivity|]. cbn [collect map]. rewrite IH by (intros; apply H; simpl; auto).
    unfold chosen. cbn [guard truth targets]. unfold left_over.
    cbn [nim_pile leaves recipes map moved_all moved nth_error numbers num put var at_position coord Nat.eqb].
    unfold replace. cbn [length Nat.eqb firstn skipn app Nat.add].
    cbn [all_exist]. pose proof (nim_pile_position (Z.to_N (Z.of_N n - z))) as Q. unfold is_position in Q. cbn [map] in Q.
    specialize (H z (or_introl eq_refl)). rewrite Z2N.id in Q by lia. replace (Z.of_N n - z)%Z with (Z.of_N n + -1 * z)%Z in Q |-
      * by lia.
    rewrite Q. reflexivity. }
  rewrite K by (intros z I; apply in_range in I; lia). rewrite app_nil_r. reflexivity.
Qed.
Lemma nim_pile_moves n pss : move (rules_game nim_pile) [n] pss <-> exists m, (m < n)%N /\ pss = [[m]].
Proof.
  cbn [rules_game move]. rewrite nim_pile_options. split.
  - intros (l & E & I). injection E as <-. apply in_map_iff in I. destruct I as (z & <- & I). apply in_range in I.
    eexists. split; [|reflexivity]. lia.
  - intros (m & L & ->). eexists. split; [reflexivity|]. apply in_map_iff. exists (Z.of_N n - Z.of_N m)%Z. split.
    + f_equal. f_equal. lia.
    + apply in_range. lia.
Qed.
Lemma in_rules misere r x n : Words.value_in misere (rules_game r) x n <-> has_value r misere x n.
Proof. destruct misere; reflexivity. Qed.
Lemma nim_pile_value misere n t : Words.value_in misere pile n t <-> has_value nim_pile misere [n] t.
Proof.
  rewrite <- in_rules. apply (SameMoves.renamed pile (rules_game nim_pile) (fun _ => True) (fun n : pos pile => [n])); auto.
  intros x _ zs. rewrite nim_pile_moves. cbn [pile move]. split.
  - intros (m & L & ->). exists [m]. split; [exists m; auto|reflexivity].
  - intros (ys & (m & L & ->) & ->). exists m. split; [exact L|reflexivity].
Qed.

(** * Counterparts as positions *)
(* do positions that ascend stand for all? *)
Definition ascending_of (p : counterpart) : bool := match p with Pile _ => false | Position _ asc _ _ _ => asc end.

Definition rules_of (p : counterpart) : rules := match p with Pile _ => nim_pile | Position r _ _ _ _ => r end.
Definition exprs (p : counterpart) : list expr := match p with Pile a => [a] | Position _ _ _ _ es => es end.
Definition falling (p : counterpart) : list Z * Z := match p with Pile _ => ([1%Z], 0%Z) | Position _ _ f l _ => (f, l) end.
Definition stands_at (e : env) (p : counterpart) (ps : list N) : Prop :=
  numbers (exprs p) e = Some (map Z.of_N ps) /\ is_position (rules_of p) ps /\ (ascending_of p = true -> ascends ps).
Lemma back_position ps : position (map Z.of_N ps) = ps.
Proof. unfold position. rewrite map_map. rewrite <- (map_id ps) at 2. apply map_ext. intros n. apply N2Z.id. Qed.
Lemma of_N_inj (a b : list N) : map Z.of_N a = map Z.of_N b -> a = b.
Proof. intros E. apply (f_equal position) in E. rewrite !back_position in E. exact E. Qed.
Lemma value_stands_normal e p ps n : stands_at e p ps -> has_value (rules_of p) false ps n -> value_at false e p n.
Proof.
  intros (E & P & _) V. destruct p as [a|r asc f l es]; cbn [rules_of exprs value_at] in *.
  - cbn [numbers] in E. destruct (num a e) as [z|]; [|discriminate]. injection E as E. destruct ps as [|m [|]]; try discriminate.
    injection E as ->. apply nim_pile_value in V. unfold Words.value_in in V. rewrite (value_unique pile m n m V (pile_value m)).
      reflexivity.
  - exists (map Z.of_N ps). rewrite back_position. auto.
Qed.
Definition no_pile (p : counterpart) : bool := match p with Pile _ => false | _ => true end.
Lemma value_stands misere e p ps n : (misere = true -> no_pile p = true) -> stands_at e p ps -> has_value (rules_of p) misere ps
  n ->
  value_at misere e p n.
Proof.
  intros H Pl V. destruct misere; [|eapply value_stands_normal; eauto]. destruct p as [a|r asc f l es]; [discriminate (H
    eq_refl)|].
  destruct Pl as (E & P & _). exists (map Z.of_N ps). rewrite back_position. auto.
Qed.

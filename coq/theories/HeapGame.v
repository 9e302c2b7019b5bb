(* Heaps in a game whose positions have names of their own.

   The theorem of HeapPeriod.v for any game: [heap n] is the position of a heap of n tokens. The hypotheses are such
   that a decision procedure can show them of rules, formula by formula: moves from heaps leave smaller heaps
   ([smaller]); from [far] on the moves from n + p and from n are the same but for heaps of which one is p tokens larger,
   and has n0 tokens at least ([down], [up]). The first values are to be computed: [first]. *)

From Coq Require Import List NArith Lia.
From Grundy Require Import Value Sum HeapPeriod.
From Grundy.Theorems Require Import Words SameMoves.
Import ListNotations.
Local Open Scope N_scope.

Section HeapGame.
Variable g : game.
Variable heap : N -> pos g.
Variable misere : bool.
Variables n0 p far : N.

Definition moved (z y : N) : Prop := y = z \/ n0 <= z /\ y = z + p.

Hypothesis smaller : forall n ys, move g (heap n) ys -> exists ns, ys = map heap ns /\ forall m, In m ns -> m < n.
Hypothesis one : misere = true -> forall n ns, move g (heap n) (map heap ns) -> exists m, ns = [m].
Hypothesis distinct : forall m n, heap m = heap n -> m = n.
Hypothesis down : forall n, far <= n -> forall ns, move g (heap (n + p)) (map heap ns) ->
  exists ms, move g (heap n) (map heap ms) /\ Forall2 moved ms ns.
Hypothesis up : forall n, far <= n -> forall ms, move g (heap n) (map heap ms) ->
  exists ns, move g (heap (n + p)) (map heap ns) /\ Forall2 moved ms ns.
Hypothesis first : forall n, n0 <= n < far -> forall t, value_in misere g (heap n) t <-> value_in misere g (heap (n + p)) t.

(* The same with natural numbers in unary. *)
Let opt (n : nat) (ns : list nat) : Prop := move g (heap (N.of_nat n)) (map heap (map N.of_nat ns)).

Lemma map_distinct ms : forall ns, map heap ms = map heap ns -> ms = ns.
Proof.
  induction ms as [|m ms IH]; intros [|n ns] E; try discriminate; auto. injection E as E1 E2. f_equal; auto.
Qed.

Lemma opt_less n ys : opt n ys -> forall y, In y ys -> (y < n)%nat.
Proof.
  intros M y I. destruct (smaller _ _ M) as (ns & E & L). apply map_distinct in E. subst ns.
  specialize (L (N.of_nat y) (in_map N.of_nat ys y I)). lia.
Qed.

Lemma unary ns : map N.of_nat (map N.to_nat ns) = ns.
Proof. induction ns as [|n ns IH]; simpl; auto. rewrite IH, N2Nat.id. reflexivity. Qed.

Lemma opt_renames n zs : move g (heap (N.of_nat n)) zs <-> exists ys, opt n ys /\ zs = map (fun m => heap (N.of_nat m)) ys.
Proof.
  unfold opt. split.
  - intros M. destruct (smaller _ _ M) as (ns & -> & _). exists (map N.to_nat ns). rewrite unary. split; auto.
    rewrite <- (map_map N.of_nat heap), unary. reflexivity.
  - intros (ys & M & ->). rewrite <- (map_map N.of_nat heap). exact M.
Qed.

Lemma renamed_value n t : value_in misere (heaps opt) n t <-> value_in misere g (heap (N.of_nat n)) t.
Proof.
  apply (renamed (heaps opt) g (fun _ => True) (fun m => heap (N.of_nat m))); auto. intros x _ zs. apply opt_renames.
Qed.

Lemma moved_shifted ms ns : Forall2 moved ms ns -> Forall2 (shifted (N.to_nat n0) (N.to_nat p)) (map N.to_nat ms) (map N.to_nat
  ns).
Proof.
  intros F. induction F as [|z y ms ns M F IH]; simpl; constructor; auto. unfold shifted. destruct M as [-> |(L & ->)]; [auto|].
  right. lia.
Qed.

Theorem heaps_recur n : n0 <= n -> forall t, value_in misere g (heap n) t <-> value_in misere g (heap (n + p)) t.
Proof.
  intros Ln t. pose proof (recurring opt opt_less (N.to_nat n0) (N.to_nat p) (N.to_nat far)) as R.
  assert (K : recurs_at opt (N.to_nat p) misere (N.to_nat n)).
  { apply R; [| | | |lia].
    - intros k Lk ys M. unfold opt in M. replace (N.of_nat (k + N.to_nat p)) with (N.of_nat k + p) in M by lia.
      destruct (down (N.of_nat k) ltac:(lia) _ M) as (ms & Mz & F). exists (map N.to_nat ms). unfold opt. rewrite unary.
      split; [exact Mz|]. apply moved_shifted in F. rewrite map_map in F.
      replace (map (fun x => N.to_nat (N.of_nat x)) ys) with ys in F; [exact F|].
      symmetry. rewrite <- (map_id ys) at 2. apply map_ext. intros a. apply Nat2N.id.
    - intros k Lk zs M. unfold opt in M. destruct (up (N.of_nat k) ltac:(lia) _ M) as (ns & My & F). exists (map N.to_nat ns).
      unfold opt. rewrite unary. replace (N.of_nat (k + N.to_nat p)) with (N.of_nat k + p) by lia. split; [exact My|].
      apply moved_shifted in F. rewrite map_map in F. replace (map (fun x => N.to_nat (N.of_nat x)) zs) with zs in F; [exact F|].
      symmetry. rewrite <- (map_id zs) at 2. apply map_ext. intros a. apply Nat2N.id.
    - intros Q k ys M. destruct (one Q _ _ M) as (m & E). exists (N.to_nat m). destruct ys as [|y [|y' ys]]; try discriminate.
      injection E as <-. rewrite Nat2N.id. reflexivity.
    - intros k Lk s. rewrite !renamed_value. replace (N.of_nat (k + N.to_nat p)) with (N.of_nat k + p) by lia. apply first. lia. }
  specialize (K t). rewrite !renamed_value in K. replace (N.of_nat (N.to_nat n + N.to_nat p)) with (n + p) in K by lia.
  rewrite N2Nat.id in K. exact K.
Qed.
End HeapGame.

(* Certificates of kind `heaps` for octal games: one check, one theorem, by the canonical rules.

   [certificate] has what is to be printed of a certificate: the shapes of its families of moves, in their order (so
   that its rules are [octal_rules shapes], by [eq_refl]), n0, p, and the first n0 + p values; where few heaps are rare,
   the kind of common values. The code of the game is computed from the shapes. [check_heaps_sound]: the values of
   all heaps, by the rules; that they recur from n0 on with the period p; and that both numbers are the least.

   What must be read to believe a result is what Game.v names, [said] of HeapCheck.v, and [recurs_by]. *)

From Coq Require Import List NArith Arith Bool Lia.
From Grundy Require Import Value Sum HeapPeriod Heap HeapCheck HeapLeast HeapRare Expr Game OctalRules.
Import ListNotations.

Record certificate := {
  shapes : list shape;
  preperiod : nat;
  period : nat;
  values : list N;
  rare : option (kind * nat)     (* common values, and how many of the first heaps are looked at beside the rare ones *)
}.

(* The code with given shapes. *)
Definition bit (b : bool) (n : N) : N := if b then n else 0%N.
Definition last_taken (l : list shape) : nat := fold_right (fun s => Nat.max match s with TakesAll k | LeavesOne k | LeavesTwo k
  => k end) 0 l.
Definition code_of (l : list shape) : code :=
  map (fun k => (bit (existsb (same_shape (TakesAll k)) l) 1 + bit (existsb (same_shape (LeavesOne k)) l) 2 +
                 bit (existsb (same_shape (LeavesTwo k)) l) 4)%N) (seq 0 (S (last_taken l))).

Definition check_heaps (t : certificate) : bool :=
  let c := code_of (shapes t) in
  agrees (shapes t) c && least (preperiod t) (period t) (values t) &&
  match rare t with
  | None => check c (preperiod t) (period t) (values t)
  | Some (k, listed) => check_rare k listed c (preperiod t) (period t) (values t)
  end.

(* By rules, the heaps of n and n + p tokens have the same value. *)
Definition recurs_by (r : rules) (p n : nat) : Prop :=
  forall t, value (rules_game r) [N.of_nat n] t <-> value (rules_game r) [N.of_nat (n + p)] t.

Theorem check_heaps_sound t r : r = octal_rules (shapes t) -> check_heaps t = true ->
  (forall n, value (rules_game r) [N.of_nat n] (said (preperiod t) (period t) (values t) n)) /\
  (forall n, preperiod t <= n -> recurs_by r (period t) n) /\
  (forall q, 1 <= q < period t -> ~ exists m, forall n, m <= n -> recurs_by r q n) /\
  (forall m, S m = preperiod t -> ~ recurs_by r (period t) m).
Proof.
  intros -> H. unfold check_heaps in H. rewrite !andb_true_iff in H. destruct H as [[Ag Le] H].
  set (c := code_of (shapes t)) in *.
  set (f := said (preperiod t) (period t) (values t)) in *.
  assert (V : forall n, value (octal c) n (f n)).
  { destruct (rare t) as [[k listed]|]; [exact (check_rare_sound _ _ _ _ _ _ H)|exact (check_sound _ _ _ _ H)]. }
  pose proof (rules_values (shapes t) c f Ag V) as W.
  assert (Same : forall p n, recurs_by (octal_rules (shapes t)) p n <-> recurs_at c p n).
  { intros p n. unfold recurs_by, recurs_at. split; intros R s.
    - assert (E : f (n + p) = f n) by (apply (value_unique (rules_game (octal_rules (shapes t))) [N.of_nat (n + p)]);
        [apply W|apply R, W]).
      exact (says_recurs c p f n V E s).
    - assert (E : f (n + p) = f n) by (apply (value_unique (octal c) (n + p)); [apply V|apply R, V]).
      pose proof (W n) as A. pose proof (W (n + p)) as B. rewrite E in B. split; intros Q.
      + rewrite (value_unique _ _ _ _ Q A). exact B.
      + rewrite (value_unique _ _ _ _ Q B). exact A. }
  destruct (least_sound c _ _ _ V Le) as (R1 & R2 & R3). split; [exact W|]. split; [|split].
  - intros n L. apply Same. exact (R1 n L).
  - intros q Q (m & R). apply (R2 q Q). exists m. intros n L. apply Same. exact (R n L).
  - intros m E R. apply (R3 m E). apply Same. exact R.
Qed.

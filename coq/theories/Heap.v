(* Heaps: octal games, and the theorem of Guy and Smith.

   An octal game has a code d_0 d_1 d_2 ... of digits from 0 to 7 (Guy and Smith 1956, "The G-values of
   various games"). From a heap of n tokens k tokens may be taken, and there may be left: no heap, if d_k has
   the binary digit 1; one heap, if it has 2; two heaps, if it has 4. With d_0 = 4 a heap may be split while
   nothing is taken. [octal] is this game, as one of Value.v: so its values are those of Value.v, and sums of
   heaps are those of Sum.v.

   Theorem [guy_smith]: let t be the most tokens that a move takes, and n0 >= 1. If the values at n and n + p are
   the same for n0 <= n < 2 n0 + p + t, then they are for all n >= n0. The proof: an option of n + p has a heap of n0 + p
   tokens at least; take p from the largest one, and have an option of n with the same value; and conversely.

   [heaps_are]: a function that is right at all n below 2 n0 + 2 p + t + 1, and has the period p from n0 on, says
   all values. HeapCheck.v finds out by computation that it is right. Both follow from HeapPeriod.v.

   What must be read to believe it: [moves] and [octal]. *)

From Coq Require Import List NArith Arith Lia.
From Grundy Require Import Value Sum HeapPeriod.
From Grundy.Theorems Require Import Words.
Import ListNotations.

(* the digits d_0, d_1, d_2, ... *)
Definition code := list N.
Definition digit (c : code) (k : nat) : N := nth k c 0%N.

Inductive moves (c : code) (n : nat) : list nat -> Prop :=
| takes_all : N.testbit (digit c n) 0 = true -> 1 <= n -> moves c n []
| leaves_one k a : N.testbit (digit c k) 1 = true -> 1 <= k -> 1 <= a -> n = k + a -> moves c n [a]
| leaves_two k a b : N.testbit (digit c k) 2 = true -> 1 <= a -> 1 <= b -> n = k + a + b -> moves c n [a; b].

Definition octal (c : code) : game := heaps (moves c).

(** ** Plays end, and values exist *)

Lemma digit_length c k i : N.testbit (digit c k) i = true -> k < length c.
Proof.
  intros T. destruct (le_lt_dec (length c) k) as [L|L]; auto. unfold digit in T. rewrite nth_overflow in T by auto.
  rewrite N.bits_0 in T. discriminate T.
Qed.

Lemma moves_less c n ys : moves c n ys -> forall y, In y ys -> y < n.
Proof. intros M y I. destruct M; simpl in I; intuition lia. Qed.

Lemma octal_ends c : ends (octal c).
Proof. apply heaps_end. apply moves_less. Qed.

(* All options of n. *)
Definition options (c : code) (n : nat) : list (list nat) :=
  (if andb (N.testbit (digit c n) 0) (1 <=? n) then [[]] else []) ++
  flat_map (fun k => if andb (N.testbit (digit c k) 1) (andb (1 <=? k) (1 <=? n - k)) then [[n - k]] else []) (seq 0 n) ++
  flat_map (fun k => if N.testbit (digit c k) 2 then map (fun a => [a; n - k - a]) (seq 1 (n - k - 1)) else []) (seq 0 n).

Lemma octal_listed c n : listed (octal c) n.
Proof.
  exists (options c n). intros ys. unfold options. rewrite !in_app_iff, !in_flat_map. split.
  - intros M. destruct M as [T L|k a T Lk La E|k a b T La Lb E].
    + left. rewrite T. destruct (Nat.leb_spec 1 n); [simpl; auto|lia].
    + right; left. exists k. split; [apply in_seq; lia|]. rewrite T. destruct (Nat.leb_spec 1 k); [|lia].
      destruct (Nat.leb_spec 1 (n - k)); [|lia]. left. f_equal. lia.
    + right; right. exists k. split; [apply in_seq; lia|]. rewrite T. apply in_map_iff. exists a.
      split; [repeat f_equal; lia|apply in_seq; lia].
  - intros [I|[(k & J & I)|(k & J & I)]].
    + destruct (N.testbit (digit c n) 0) eqn:T; [|destruct I]. destruct (Nat.leb_spec 1 n) as [L|L]; [|destruct I].
      destruct I as [<-|[]]. apply takes_all; auto.
    + destruct (N.testbit (digit c k) 1) eqn:T; [|destruct I]. destruct (Nat.leb_spec 1 k) as [L|L]; [|destruct I].
      destruct (Nat.leb_spec 1 (n - k)) as [L'|L']; [|destruct I]. destruct I as [<-|[]].
      apply leaves_one with k; auto. lia.
    + destruct (N.testbit (digit c k) 2) eqn:T; [|destruct I]. apply in_map_iff in I. destruct I as (a & <- & I).
      apply in_seq in I. apply leaves_two with k; auto; lia.
Qed.

Theorem octal_valued c n : exists t, value (octal c) n t.
Proof. apply value_exists; [apply octal_listed|apply octal_ends]. Qed.

(** ** Guy and Smith *)

Section Period.
Variable c : code.
Variables n0 p : nat.

(* From here on an option of n + p has a heap of n0 + p tokens at least, and p tokens less are a heap. *)
Definition far_enough (n : nat) : Prop := 2 * n0 + p + length c <= n \/ 1 <= n0 /\ 2 * n0 + p + length c <= n + 1.

Lemma option_down n : far_enough n -> forall ys, moves c (n + p) ys ->
  exists zs, moves c n zs /\ Forall2 (shifted n0 p) zs ys.
Proof.
  unfold shifted, far_enough. intros Far ys M.
  inversion M as [T L|k a T Lk La E|k a b T La Lb E]; subst; apply digit_length in T as Lc; [lia| |].
  - exists [a - p]. split; [apply leaves_one with k; auto; lia|]. constructor; [right; lia|constructor].
  - destruct (le_lt_dec a b) as [L|L].
    + exists [a; b - p]. split; [apply leaves_two with k; auto; lia|]. constructor; [auto|].
      constructor; [right; lia|constructor].
    + exists [a - p; b]. split; [apply leaves_two with k; auto; lia|]. constructor; [right; lia|].
      constructor; [auto|constructor].
Qed.

Lemma option_up n : far_enough n -> forall zs, moves c n zs ->
  exists ys, moves c (n + p) ys /\ Forall2 (shifted n0 p) zs ys.
Proof.
  unfold shifted, far_enough. intros Far zs M.
  inversion M as [T L|k a T Lk La E|k a b T La Lb E]; subst; apply digit_length in T as Lc; [lia| |].
  - exists [a + p]. split; [apply leaves_one with k; auto; lia|]. constructor; [right; lia|constructor].
  - destruct (le_lt_dec a b) as [L|L].
    + exists [a; b + p]. split; [apply leaves_two with k; auto; lia|]. constructor; [auto|].
      constructor; [right; lia|constructor].
    + exists [a + p; b]. split; [apply leaves_two with k; auto; lia|]. constructor; [right; lia|].
      constructor; [auto|constructor].
Qed.

(* n and n + p have the same value *)
Definition recurs_at (n : nat) : Prop := forall t, value (octal c) n t <-> value (octal c) (n + p) t.

Lemma down_from far : (forall n, far <= n -> far_enough n) -> forall n, far <= n -> forall ys, moves c (n + p) ys ->
  exists zs, moves c n zs /\ Forall2 (shifted n0 p) zs ys.
Proof. intros F n L. apply option_down. auto. Qed.

Lemma up_from far : (forall n, far <= n -> far_enough n) -> forall n, far <= n -> forall zs, moves c n zs ->
  exists ys, moves c (n + p) ys /\ Forall2 (shifted n0 p) zs ys.
Proof. intros F n L. apply option_up. auto. Qed.

(* t = length c - 1 *)
Theorem guy_smith : 1 <= n0 -> (forall n, n0 <= n < 2 * n0 + p + (length c - 1) -> recurs_at n) ->
  forall n, n0 <= n -> recurs_at n.
Proof.
  intros B H. assert (F : forall n, 2 * n0 + p + (length c - 1) <= n -> far_enough n) by (unfold far_enough; intros; lia).
  apply (recurring (moves c) (moves_less c) n0 p _ (down_from _ F) (up_from _ F) false ltac:(discriminate) H).
Qed.

(* One value more is needed if n0 may be 0: examples/GuySmithFrom0.v. *)
Theorem guy_smith_from_0 : (forall n, n0 <= n < 2 * n0 + p + length c -> recurs_at n) -> forall n, n0 <= n -> recurs_at n.
Proof.
  intros H. assert (F : forall n, 2 * n0 + p + length c <= n -> far_enough n) by (unfold far_enough; auto).
  apply (recurring (moves c) (moves_less c) n0 p _ (down_from _ F) (up_from _ F) false ltac:(discriminate) H).
Qed.

(* In misere play, where moves leave one heap, it is the same. *)
Theorem guy_smith_misere : single (octal c) -> let same := HeapPeriod.recurs_at (moves c) p true in
  (forall n, n0 <= n < 2 * n0 + p + length c -> same n) -> forall n, n0 <= n -> same n.
Proof.
  intros One same H. assert (F : forall n, 2 * n0 + p + length c <= n -> far_enough n) by (unfold far_enough; auto).
  apply (recurring (moves c) (moves_less c) n0 p _ (down_from _ F) (up_from _ F) true (fun _ => One) H).
Qed.

Theorem heaps_are f : (forall n, n0 <= n -> f (n + p) = f n) -> 1 <= p ->
  (forall n, n < 2 * n0 + 2 * p + length c -> right_at (moves c) f n) -> forall n, value (octal c) n (f n).
Proof.
  intros R P H. assert (F : forall n, 2 * n0 + p + length c <= n -> far_enough n) by (unfold far_enough; auto).
  apply (says_all (moves c) (moves_less c) n0 p _ (down_from _ F) (up_from _ F) f R P); [lia|].
  intros n L. apply H. lia.
Qed.
End Period.

Lemma says_recurs c p f n : (forall n, value (octal c) n (f n)) -> f (n + p) = f n -> recurs_at c p n.
Proof. exact (says_recurs (moves c) p f n). Qed.

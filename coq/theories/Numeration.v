(* Numerations inside base 2: words, and the automaton that adds them.

   The word of a number in a numeration (Zeckendorf 1972, Ostrowski 1922, Fraenkel 1985, or another base) is read as the number
   with the same binary digits, so many bits a digit as the greatest digit needs.  Words are in the order of these numbers.
   Given are two automata: [words] accepts the words, [adder] adds.  [adds_well] is what is asked of them: 0 is a word; after
   each word there is a next one; x + 0 = x; x + next(y) = next(x + y); a sum is one word.  The kernel decides that (Decision.v).
   By induction the n-th word stands for n, each number has one, and the automaton adds ([words_add]).

   To believe a theorem about words, read [word]: x is the n-th word.  That the weights of the digits are Fibonacci numbers, or
   others, is not stated, and no game needs it. *)
Require Import List NArith PArith Bool Lia.
From Grundy Require Import Tree Automaton Atoms.
Import ListNotations.

(* three numbers as the tracks 1, 2, 3 *)
Definition three (x y z : N) : val := fun t => match t with xO xH => y | xI xH => z | _ => x end.
Section Numeration.
Variables words adder : aut.
Definition is_word (x : N) : Prop := accepts words (fun _ => x).
Definition adds (x y z : N) : Prop := accepts adder (three x y z).
Definition is_next (x y : N) := is_word y /\ (x < y)%N /\ ~ exists w, is_word w /\ (x < w)%N /\ (w < y)%N.
(* word n x : x is the word of n *)
Inductive word : N -> N -> Prop := word_0 : word 0 0 | word_next n x y : word n x -> is_next x y -> word (n + 1) y.
Record adds_well : Prop := {
  zero_word : is_word 0;
  next_some : forall x, is_word x -> exists y, is_next x y;
  add_zero : forall x, is_word x -> adds x 0 x;
  add_next : forall x y z y' z', is_word x -> is_word y -> is_word z -> adds x y z -> is_next y y' -> is_next z z' -> adds x y' z';
  add_one : forall x y z z', is_word x -> is_word y -> is_word z -> is_word z' -> adds x y z -> adds x y z' -> z = z' }.
Hypothesis ok : adds_well.

Lemma next_single x y y' : is_next x y -> is_next x y' -> y = y'.
Proof.
  intros (Wy & Ly & Ny) (Wy' & Ly' & Ny'). destruct (N.lt_trichotomy y y') as [L|[E|L]]; [destruct Ny'|exact E|destruct Ny]; eauto.
Qed.
Lemma word_is_word n x : word n x -> is_word x.
Proof. destruct 1 as [|n x y _ (W & _)]; [exact (zero_word ok)|exact W]. Qed.
(* every number has exactly one word, every word is that of a number, and the automaton adds *)
Theorem word_total n : exists x, word n x.
Proof.
  induction n as [|n (x & H)] using N.peano_ind; [exists 0%N; constructor|].
  destruct (next_some ok x (word_is_word n x H)) as (y & Y). exists y. rewrite <- N.add_1_r. econstructor; eauto.
Qed.
Lemma word_before n y : word (n + 1) y -> exists x, word n x /\ is_next x y.
Proof. intros H. inversion H as [E|m x z Hx Nx E]; [lia|]. assert (m = n) by lia. subst. eauto. Qed.
Lemma word_first y : word 0 y -> y = 0%N.
Proof. intros H. inversion H as [E|m x z Hx Nx E]; [auto|lia]. Qed.
Theorem word_one n : forall x y, word n x -> word n y -> x = y.
Proof.
  induction n as [|n IH] using N.peano_ind; intros x y A B; [rewrite (word_first x A); symmetry; exact (word_first y B)|].
  rewrite <- N.add_1_r in A, B. destruct (word_before n x A) as (a & Ha & Na), (word_before n y B) as (b & Hb & Nb).
  rewrite (IH b a Hb Ha) in Nb. exact (next_single a x y Na Nb).
Qed.
Lemma word_lt m x : word m x -> forall d y, word (m + 1 + d) y -> (x < y)%N.
Proof.
  intros Hx. induction d as [|d IH] using N.peano_ind; intros y Hy.
  - rewrite N.add_0_r in Hy. destruct (word_before m y Hy) as (a & Ha & _ & L & _). rewrite (word_one m x a Hx Ha). exact L.
  - replace (m + 1 + N.succ d)%N with (m + 1 + d + 1)%N in Hy by lia. destruct (word_before _ y Hy) as (a & Ha & _ & L & _).
    specialize (IH a Ha). lia.
Qed.
Theorem word_order m n x y : word m x -> word n y -> ((x < y)%N <-> (m < n)%N).
Proof.
  intros Hx Hy. assert (K : forall m n x y, word m x -> word n y -> (m < n)%N -> (x < y)%N).
  { intros m' n' x' y' A B L. apply (word_lt m' x' A (n' - m' - 1) y'). replace (m' + 1 + (n' - m' - 1))%N with n' by lia. exact B. }
  split; [|eauto]. intros L. destruct (N.lt_trichotomy m n) as [G|[->|G]]; [exact G| |].
  - rewrite (word_one n x y Hx Hy) in L. lia.
  - specialize (K n m y x Hy Hx G). lia.
Qed.
Theorem word_inj m n x : word m x -> word n x -> m = n.
Proof.
  intros A B. destruct (N.lt_trichotomy m n) as [L|[E|L]]; [|exact E|]; [apply (word_order m n x x A B) in L|apply (word_order n m x x B A) in L]; lia.
Qed.
Lemma word_large n x : word n x -> (n <= x)%N.
Proof.
  revert x. induction n as [|n IH] using N.peano_ind; intros x H; [lia|]. rewrite <- N.add_1_r in H.
  destruct (word_before n x H) as (a & Ha & _ & L & _). specialize (IH a Ha). lia.
Qed.
Theorem word_or x : (exists n, word n x) \/ ~ is_word x.
Proof.
  assert (K : forall k, ((exists n, word n x) \/ ~ is_word x) \/ exists c, word k c /\ (c < x)%N).
  { induction k as [|k [F|(c & Hc & L)]] using N.peano_ind; [|left; exact F|].
    - destruct (N.eq_dec x 0) as [->|Ne]; [left; left; exists 0%N; constructor|right; exists 0%N; split; [constructor|lia]].
    - destruct (next_some ok c (word_is_word k c Hc)) as (y & Y). assert (Hy : word (N.succ k) y) by (rewrite <- N.add_1_r; econstructor; eauto).
      destruct (N.lt_trichotomy y x) as [G|[->|G]]; [right; eauto|left; left; eauto|]. left. right. intros W. destruct Y as (_ & _ & No).
      destruct No. eauto. }
  destruct (K x) as [F|(c & Hc & L)]; [exact F|]. apply word_large in Hc. lia.
Qed.
Theorem word_onto x : is_word x -> exists n, word n x.
Proof. intros W. destruct (word_or x) as [F|N]; [exact F|destruct (N W)]. Qed.
Theorem words_add m x : word m x -> forall n y z, word n y -> is_word z -> (adds x y z <-> word (m + n) z).
Proof.
  intros Hx. pose proof (word_is_word m x Hx) as Wx. assert (K : forall n y z, word n y -> word (m + n) z -> adds x y z).
  { intros n. induction n as [|n IH] using N.peano_ind; intros y z Hy Hz.
    - rewrite (word_first y Hy). rewrite N.add_0_r in Hz. rewrite (word_one m z x Hz Hx). apply (add_zero ok); auto.
    - rewrite <- N.add_1_r in Hy. replace (m + N.succ n)%N with (m + n + 1)%N in Hz by lia.
      destruct (word_before n y Hy) as (a & Ha & Na), (word_before _ z Hz) as (b & Hb & Nb).
      apply (add_next ok x a b y z); eauto using word_is_word. }
  intros n y z Hy Wz. split; [|apply K; auto]. intros A. destruct (word_total (m + n)) as (z' & Hz').
  rewrite (add_one ok x y z z'); eauto using word_is_word.
Qed.
Lemma words_upto m : exists l, forall n, (n <= m)%N -> word n (nth (N.to_nat n) l 0%N).
Proof.
  assert (K : forall m, exists l, length l = N.to_nat m /\ forall n, (n < m)%N -> word n (nth (N.to_nat n) l 0%N)).
  { clear m. intros m. induction m as [|m (l & Ll & H)] using N.peano_ind; [exists []; split; [reflexivity|lia]|].
    destruct (word_total m) as (x & Hx). exists (l ++ [x]). split; [rewrite app_length; simpl; lia|]. intros n L.
    destruct (N.eq_dec n m) as [->|Ne].
    - rewrite app_nth2, Ll, PeanoNat.Nat.sub_diag by lia. exact Hx.
    - rewrite app_nth1 by lia. apply H. lia. }
  destruct (K (N.succ m)) as (l & _ & H). exists l. intros n L. apply H. lia.
Qed.
End Numeration.

(* a numeration; no numeration: the binary digits *)
Record numeration := { words_of : aut; adder_of : aut; adding : adds_well words_of adder_of }.
Definition digits := option numeration.
Definition word_of (W : numeration) : N -> N -> Prop := word (words_of W).
(* words for the numbers of all tracks *)
Definition worded (W : numeration) (v w : val) : Prop := forall t, word_of W (v t) (w t).
Lemma some_words W v : bounded v -> exists w, bounded w /\ worded W v w.
Proof.
  intros (f & B). destruct (words_upto _ _ (adding W) (2 ^ N.of_nat f)) as (l & H). exists (fun t => nth (N.to_nat (v t)) l 0%N).
  split; [|intros t; apply H; specialize (B t); lia]. apply (bounded_of (fold_right N.max 0%N l)). intros t.
  generalize (N.to_nat (v t)). clear. induction l as [|n l IH]; intros [|i]; simpl; try lia. specialize (IH i). lia.
Qed.

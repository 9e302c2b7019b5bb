(* Numerations inside base 2: words, and the automaton that adds them.

   The word of a number in a numeration (Zeckendorf 1972, Ostrowski 1922, Fraenkel 1985, or another base) is read as the number
     with the same
   binary digits, so many bits a digit as the greatest digit needs.  Words are in the order of these numbers.
   Given are two automata,
   which nothing is assumed of: [words] accepts the words, [adder] is to add.
   Seven formulas about them ([word_formulas]) are decided by the kernel: x + 0 = x;
   x + next(y) = next(x + y); a sum is one word; after each word there is a next one; each word is 0 or the next of one;
     the next word is one; and
   what is added are words.  By induction the n-th word stands for n, each number has one, and the automaton adds ([words_add]).

   To believe a theorem about words, read [word]: x is the n-th word.
   That the weights of the digits are Fibonacci numbers, or others, is
   not stated, and no game needs it. *)
Require Import List NArith ZArith PArith Bool Lia FMapPositive.
From Grundy Require Import Tree Automaton Search Operations Atoms Program Formula Tidy Cases Closing Rules Reads.
Import ListNotations.

Section Words.
Variables words adder : aut.
Definition Word (x : positive) := FAtom (In words [x]).
Definition less (x y : positive) (c : Z) := FAtom (AtMost c (if Pos.ltb x y then [(x, 1%Z); (y, (-1)%Z)] else [(y, (-1)%Z);
  (x, 1%Z)])).
(* y is the next word after x; w is a track of its own *)
Definition next (x y w : positive) := FAnd (FAnd (Word x) (Word y)) (FAnd (less x y 1) (FNot (FEx w (FAnd (Word w) (FAnd (less
  x w 1) (less w y 1)))))).
Definition Add x y z := FAtom (In adder [x; y; z]).
Definition f_zero := implies (FAnd (Word 1) (FAtom (Zero 0 [(2%positive, 1%Z)]))) (Add 1 2 1).
Definition f_step := implies (FAnd (Add 1 2 3) (FAnd (next 2 4 6) (next 3 5 6))) (Add 1 4 5).
Definition f_one := implies (FAnd (Add 1 2 3) (Add 1 2 4)) (FAtom (Zero 0 [(3%positive, 1%Z); (4%positive, (-1)%Z)])).
Definition f_more := implies (Word 1) (FEx 2 (next 1 2 3)).
Definition f_before := implies (Word 1) (FOr (FAtom (Zero 0 [(1%positive, 1%Z)])) (FEx 2 (next 2 1 3))).
Definition f_single := implies (FAnd (next 1 2 4) (next 1 3 4)) (FAtom (Zero 0 [(2%positive, 1%Z); (3%positive, (-1)%Z)])).
Definition f_words := implies (Add 1 2 3) (FAnd (Word 1) (FAnd (Word 2) (Word 3))).
Definition word_formulas : list form := [f_zero; f_step; f_one; f_more; f_before; f_single; f_words].
(* zero is a word, and all seven formulas hold *)
Definition words_ok : bool := reads words 1 && reads adder 3 && fst (row words (start words)) && forallb proved word_formulas.
Hypothesis ok : words_ok = true.
Lemma reads_W : reads words 1 = true. Proof. unfold words_ok in ok. rewrite !andb_true_iff in ok. tauto. Qed.
Lemma reads_A : reads adder 3 = true. Proof. unfold words_ok in ok. rewrite !andb_true_iff in ok. tauto. Qed.
Definition is_word (x : N) := accepts words (of_list [x]).
Definition adds (x y z : N) := accepts adder (of_list [x; y; z]).
Definition is_next (x y : N) := (is_word x /\ is_word y) /\ (x < y)%N /\ ~ exists w, is_word w /\ (x < w)%N /\ (w < y)%N.
(* word n x : x is the word of n *)
Inductive word : N -> N -> Prop := word_0 : word 0 0 | word_next n x y : word n x -> is_next x y -> word (n + 1) y.
Lemma sem_word v x : bounded v -> (sem (Word x) v <-> is_word (v x)).
Proof. intros B. apply (sem_in words [x]); auto using reads_W; discriminate. Qed.
Lemma sem_add v x y z : bounded v -> (sem (Add x y z) v <-> adds (v x) (v y) (v z)).
Proof. intros B. apply (sem_in adder [x; y; z]); auto using reads_A; discriminate. Qed.
Lemma sem_less v x y : sem (less x y 1) v <-> (v x < v y)%N.
Proof. unfold less. destruct (Pos.ltb x y); cbn [sem atom_means dot]; lia. Qed.
Lemma sem_next v x y w : bounded v -> w <> x -> w <> y -> (sem (next x y w) v <-> is_next (v x) (v y)).
Proof.
  intros B Hx Hy. unfold next, is_next. cbn [sem]. rewrite !(sem_word v) by auto. rewrite sem_less.
  assert (K : (exists n, sem (Word w) (upd v w n) /\ sem (less x w 1) (upd v w n) /\ sem (less w y 1) (upd v w n)) <->
              exists n, is_word n /\ (v x < n)%N /\ (n < v y)%N).
  { assert (Ux : forall n, upd v w n x = v x) by (intros n; unfold upd; destruct (Pos.eqb_spec x w); congruence).
    assert (Uy : forall n, upd v w n y = v y) by (intros n; unfold upd; destruct (Pos.eqb_spec y w); congruence).
    assert (Uw : forall n, upd v w n w = n) by (intros n; unfold upd; rewrite Pos.eqb_refl; auto).
    split; intros (n & H1 & H2 & H3); exists n; [rewrite sem_word in H1 by (apply Formula.bounded_upd;
      auto)|rewrite sem_word by (apply Formula.bounded_upd; auto)];
    rewrite ?sem_less, ?Ux, ?Uy, ?Uw in *; auto. }
  rewrite K. tauto.
Qed.
Lemma all_ok f : List.In f word_formulas -> forall l, sem f (of_list l).
Proof.
  intros I l. unfold words_ok in ok. rewrite !andb_true_iff, forallb_forall in ok. apply proved_sound; [apply ok;
    auto|apply bounded_list].
Qed.
Lemma add_zero x : is_word x -> adds x 0 x.
Proof.
  intros H. pose proof (all_ok f_zero ltac:(unfold word_formulas; simpl; tauto) [x; 0%N]) as K. unfold f_zero, implies in K.
  cbn [sem] in K.
  destruct K as [K|K]; [|apply sem_add in K; [exact K|apply bounded_list]]. exfalso. apply K. split; [apply sem_word;
    [apply bounded_list|exact H]|reflexivity].
Qed.
Lemma add_next x y z y' z' : adds x y z -> is_next y y' -> is_next z z' -> adds x y' z'.
Proof.
  intros A Y Z. pose proof (all_ok f_step ltac:(unfold word_formulas; simpl; tauto) [x; y; z; y'; z']) as K.
  unfold f_step, implies in K. cbn [sem] in K.
  destruct K as [K|K]; [|apply sem_add in K; [exact K|apply bounded_list]]. exfalso. apply K.
  split; [apply sem_add; [apply bounded_list|exact A]|]. split; (apply sem_next;
    [apply bounded_list|discriminate|discriminate|]); assumption.
Qed.
Lemma add_one x y z z' : adds x y z -> adds x y z' -> z = z'.
Proof.
  intros A B. pose proof (all_ok f_one ltac:(unfold word_formulas; simpl; tauto) [x; y; z; z']) as K.
  unfold f_one, implies in K. cbn [sem] in K.
  destruct K as [K|K]; [|cbv [sem atom_means dot of_list Pos.to_nat Pos.iter_op Nat.add Nat.sub nth] in K; lia].
  exfalso. apply K. split; (apply sem_add; [apply bounded_list|]); assumption.
Qed.
Lemma next_single x y y' : is_next x y -> is_next x y' -> y = y'.
Proof.
  intros A B. pose proof (all_ok f_single ltac:(unfold word_formulas; simpl; tauto) [x; y; y']) as K.
  unfold f_single, implies in K. cbn [sem] in K.
  destruct K as [K|K]; [|cbv [sem atom_means dot of_list Pos.to_nat Pos.iter_op Nat.add Nat.sub nth] in K; lia].
  exfalso. apply K. split; (apply sem_next; [apply bounded_list|discriminate|discriminate|]); assumption.
Qed.
Lemma next_some x : is_word x -> exists y, is_next x y.
Proof.
  intros H. pose proof (all_ok f_more ltac:(unfold word_formulas; simpl; tauto) [x]) as K. unfold f_more, implies in K.
  cbn [sem] in K.
  destruct K as [K|(y & K)]; [exfalso; apply K; apply sem_word; [apply bounded_list|exact H]|].
  exists y. apply (sem_next (upd (of_list [x]) 2 y) 1 2 3) in K;
    [exact K|apply Formula.bounded_upd, bounded_list|discriminate|discriminate].
Qed.
Lemma next_before x : is_word x -> x = 0%N \/ exists y, is_next y x.
Proof.
  intros H. pose proof (all_ok f_before ltac:(unfold word_formulas; simpl; tauto) [x]) as K. unfold f_before, implies in K.
  cbn [sem] in K.
  destruct K as [K|[K|(y & K)]]; [exfalso; apply K; apply sem_word; [apply bounded_list|exact H]| |].
  - left. cbv [sem atom_means dot of_list Pos.to_nat Pos.iter_op Nat.add Nat.sub nth] in K. lia.
  - right. exists y. apply (sem_next (upd (of_list [x]) 2 y) 2 1 3) in K;
    [exact K|apply Formula.bounded_upd, bounded_list|discriminate|discriminate].
Qed.
Lemma word_zero : is_word 0.
Proof.
  exists 0. split; [intros t; unfold of_list; destruct (Pos.to_nat t - 1) as [|[|]]; simpl; lia|].
  unfold words_ok in ok. rewrite !andb_true_iff in ok. cbn [run]. tauto.
Qed.
Lemma word_is_word n x : word n x -> is_word x.
Proof. destruct 1 as [|n x y _ ((_ & H) & _)]; [exact word_zero|exact H]. Qed.
(* every number has exactly one word, every word is that of a number, and the automaton adds *)
Theorem word_total n : exists x, word n x.
Proof.
  induction n using N.peano_ind; [exists 0%N; constructor|]. destruct IHn as (x & H).
  destruct (next_some x (word_is_word n x H)) as (y & Y).
  exists y. rewrite <- N.add_1_r. econstructor; eauto.
Qed.
Theorem word_one n : forall x y, word n x -> word n y -> x = y.
Proof.
  induction n using N.peano_ind; intros x y A B.
  - inversion A as [E|m a b]; [|lia]. inversion B as [E'|m a b]; [|lia]. auto.
  - inversion A as [E|m a b Ha Na E]; [lia|]. inversion B as [E'|m' a' b' Hb Nb E']; [lia|]. subst.
    assert (m = n) by lia. assert (m' = n) by lia. subst. rewrite (IHn a' a) in Nb; auto. eapply next_single; eauto.
Qed.
Theorem word_onto x : is_word x -> exists n, word n x.
Proof.
  assert (K : forall b x, (x < b)%N -> is_word x -> exists n, word n x).
  { intros b. induction b using N.peano_ind; intros y L H; [lia|]. destruct (next_before y H) as [->|(z & Nz)]; [exists 0%N;
    constructor|].
    pose proof Nz as ((Fz & _) & Lz & _). destruct (IHb z) as (n & Hn); auto; [lia|]. exists (n + 1)%N. econstructor; eauto. }
  intros H. apply (K (x + 1)%N); auto. lia.
Qed.
Theorem words_add m x : word m x -> forall n y z, word n y -> (adds x y z <-> word (m + n) z).
Proof.
  intros Hx. assert (K : forall n y z, word n y -> word (m + n) z -> adds x y z).
  { intros n. induction n using N.peano_ind; intros y z Hy Hz.
    - inversion Hy as [E|k a b]; [|lia]. rewrite N.add_0_r in Hz. rewrite (word_one m z x); auto. apply add_zero.
    eapply word_is_word; eauto.
    - inversion Hy as [E|k a b Ha Na E]; [lia|]. assert (k = n) by lia. subst k.
      inversion Hz as [E'|k' a' b' Ha' Na' E']; [lia|]. assert (k' = (m + n)%N) by lia. subst k'. subst.
      eapply add_next; eauto. }
  intros n y z Hy. split; [|apply K; auto]. intros A. destruct (word_total (m + n)) as (z' & Hz').
  rewrite (add_one x y z z'); auto. apply (K n y z'); auto.
Qed.
Theorem word_inj m n x : word m x -> word n x -> m = n.
Proof.
  intros A. revert n. induction A as [|m x y A IH Nx]; intros n B.
  - inversion B as [E|k a b Ha (_ & L & _) E]; auto; lia.
  - inversion B as [E|k a b Ha Na E]; subst.
    + destruct Nx as (_ & L & _). lia.
    + assert (a = x); [|subst; f_equal; auto]. destruct (N.lt_trichotomy a x) as [L|[E|L]]; auto; exfalso.
      * destruct Na as (_ & La & Nw). apply Nw. exists x. destruct Nx as ((Fx & _) & Lx & _). auto.
      * destruct Nx as (_ & Lx & Nw). apply Nw. exists a. destruct Na as ((Fa & _) & La & _). auto.
Qed.
End Words.

(* The decision that the other files use: of formulas, and of what is asked of a numeration.

   A formula that speaks of other digits than binary ones is decided as one about words (Spelling.v).  [proved_sound]: what is
   proved is so.  [make] gives an automaton for a formula, which reads the digits.  [numeration_by] is a numeration, of which
   [words_ok] has decided what is asked of it.

   To believe a theorem, read [accepted]: an automaton accepts the digits of numbers. *)
Require Import List NArith ZArith PArith Bool Lia.
From Grundy Require Import Tree Automaton Search Operations Atoms Numeration Program Formula Tidy Spelling.
Import ListNotations.

Definition accepted (D : digits) (T : aut) (ns : list N) : Prop :=
  match D with None => accepts T (of_list ns) | Some W => exists ws, Forall2 (word_of W) ns ws /\ accepts T (of_list ws) end.

(** * What is asked of a numeration *)
Section Given.
Variables words adder : aut.
Local Notation W := (Word words).
Local Notation A := (Add adder).
Local Notation N := (Next words).
Definition word_formulas : list form :=
  [ implies (W 1) (FEx 2 (N 1 2 3));
    implies (FAnd (W 1) (Is_0 2)) (A 1 2 1);
    implies (FAnd (FAnd (W 1) (FAnd (W 2) (W 3))) (FAnd (A 1 2 3) (FAnd (N 2 4 6) (N 3 5 6)))) (A 1 4 5);
    implies (FAnd (FAnd (FAnd (W 1) (W 2)) (FAnd (W 3) (W 4))) (FAnd (A 1 2 3) (A 1 2 4))) (Same 3 4) ].
(* zero is a word, and the formulas hold *)
Definition words_ok : bool := fst (row words (start words)) && forallb (fun f => valid (tidy f)) word_formulas.
Theorem words_good : words_ok = true -> adds_well words adder.
Proof.
  unfold words_ok, word_formulas. cbn [forallb]. rewrite !andb_true_iff. intros (Z & F1 & F2 & F3 & F4 & _).
  assert (K : forall a b l, valid (tidy (implies a b)) = true -> sem a (of_list l) -> sem b (of_list l)).
  { intros a b l H. apply implied, valid_tidy; [exact H|apply bounded_list]. }
  constructor.
  - exists 0. split; [intros t; simpl; lia|exact Z].
  - intros x W. pose proof (K _ _ [x] F1) as Q. rewrite sem_word in Q. destruct (Q W) as (y & Y). exists y.
    apply sem_next in Y; [|discriminate|discriminate]. exact Y.
  - intros x W. pose proof (K _ _ [x; 0%N] F2) as Q. cbn [sem] in Q. rewrite sem_add in Q. apply Q. split; [apply sem_word; exact W|reflexivity].
  - intros x y z y' z' Wx Wy Wz A Y Z'. pose proof (K _ _ [x; y; z; y'; z'] F3) as Q. cbn [sem] in Q. rewrite !sem_word, !sem_add in Q.
    rewrite !sem_next in Q by discriminate. apply Q. cbn. auto.
  - intros x y z z' Wx Wy Wz Wz' A B. pose proof (K _ _ [x; y; z; z'] F4) as Q. cbn [sem] in Q. rewrite !sem_word, !sem_add, sem_same_as in Q.
    apply Q. cbn. auto.
Qed.
End Given.
Definition numeration_by (words adder : aut) (ok : words_ok words adder = true) : numeration :=
  {| words_of := words; adder_of := adder; adding := words_good words adder ok |}.

(** * The decision *)
Fixpoint top (f : form) : positive :=
  match f with
  | FAtom (Zero _ ts | AtMost _ ts | Divides _ _ ts) => fold_right (fun p m => Pos.max (fst p) m) 1%positive ts
  | FAtom (NimSum ts | In _ _ ts) => fold_right Pos.max 1%positive ts
  | FNot a => top a
  | FAnd a b | FOr a b => Pos.max (top a) (top b)
  | FEx t a | FAll t a => Pos.max t (top a)
  end.
(* the numeration of which a formula speaks *)
Fixpoint digits_in (f : form) : digits :=
  match f with
  | FAtom (In D _ _) => D
  | FAtom _ => None
  | FNot a | FEx _ a | FAll _ a => digits_in a
  | FAnd a b | FOr a b => match digits_in a with Some W => Some W | None => digits_in b end
  end.
(* each number is a word, and what is said of the words *)
Definition translated (W : numeration) (f : form) : option (form * form) :=
  let h := tidy f in let s := Pos.succ (top h) in
  if below_track s h then
    match in_words W s h with
    | Some g => Some (all_of (map (Word (words_of W)) (filter (fun t => speaks t h) (map Pos.of_nat (seq 1 (Pos.to_nat s))))), g)
    | None => None
    end
  else None.
Lemma translated_ok W f h g v w : translated W f = Some (h, g) -> worded W v w -> sem h w /\ (sem g w <-> sem f v).
Proof.
  unfold translated. intros E H. destruct (below_track _ (tidy f)) eqn:B; [|discriminate].
  destruct (in_words W _ (tidy f)) as [g'|] eqn:T; [|discriminate]. injection E as <- <-. split.
  - apply all_of_ok, Forall_map, Forall_forall. intros t _. apply sem_word. exact (is_word_of W _ _ (H t)).
  - rewrite <- (in_words_ok W _ _ _ v w T B H). apply tidy_ok.
Qed.
(* an automaton for a formula, which reads the digits *)
Definition make (D : digits) (f : form) : option aut :=
  match D with
  | None => decide (tidy f)
  | Some W => match translated W f with Some (h, g) => decide (tidy (FAnd h g)) | None => None end
  end.
Definition in_digits (D : digits) (v w : val) : Prop := match D with None => w = v | Some W => worded W v w end.
Lemma some_digits D v : bounded v -> exists w, bounded w /\ in_digits D v w.
Proof. intros B. destruct D as [W|]; [exact (some_words W v B)|exists v; split; [exact B|reflexivity]]. Qed.
Lemma make_ok D f A v w : make D f = Some A -> in_digits D v w ->
  forall k, below k w -> (fst (row A (run (of_aut A) k (start A) w)) = true <-> sem f v).
Proof.
  assert (K : forall f, decide (tidy f) = Some A -> forall k, below k w -> (fst (row A (run (of_aut A) k (start A) w)) = true <-> sem f w)).
  { intros g E k B. rewrite <- tidy_ok. pose proof (decide_fine (tidy g)) as F. rewrite E in F. exact (F k w B). }
  destruct D as [W|]; cbn [make in_digits]; [|intros E -> k B; exact (K f E k B)]. intros E H k B.
  destruct (translated W f) as [[h g]|] eqn:T; [|discriminate]. rewrite (K _ E k B). cbn [sem].
  destruct (translated_ok W f h g v w T H). tauto.
Qed.
Definition proved (f : form) : bool :=
  match digits_in f with
  | None => valid (tidy f)
  | Some W => match translated W f with Some (h, g) => valid (tidy (implies h g)) | None => false end
  end.
Theorem proved_sound f : proved f = true -> forall v, bounded v -> sem f v.
Proof.
  unfold proved. destruct (digits_in f) as [W|]; [|apply valid_tidy]. destruct (translated W f) as [[h g]|] eqn:T; [|discriminate].
  intros P v B. destruct (some_words W v B) as (w & Bw & H). destruct (translated_ok W f h g v w T H) as [Sh Sg].
  apply Sg, (implied h g w); [|exact Sh]. exact (valid_tidy _ P w Bw).
Qed.
Lemma in_at_digits D T ts v w : ts <> [] -> in_digits D v w -> (sem (FAtom (In D T ts)) v <-> sem (FAtom (In None T ts)) w).
Proof. destruct D as [W|]; cbn [in_digits]; [intros Ne H; apply (in_at_words W); auto|intros _ ->; tauto]. Qed.

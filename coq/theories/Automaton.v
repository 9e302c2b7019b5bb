(* Automata that read the binary digits of all numbers at once, the lowest first; what they accept; simulation.

   Numbers are given by a valuation: a number for each track.
   An automaton reads a letter, the last digits of all numbers, and goes on
   with the numbers halved.  [decides A P]: however many digits are read, as long as they are enough for the numbers, the state
     then
   accepts exactly if P is true of them.  So zeros in front change nothing (Büchi 1960).

   What must be read to believe a theorem about a given automaton: [val], [below], [bounded], [run], [decides], and [look]
     of Tree.v. *)
Require Import List NArith ZArith PArith Bool Lia FMapPositive.
From Grundy Require Import Tree.
Import ListNotations.

Definition val := positive -> N.                 (* numbers of the tracks *)
Definition bits (v : val) : letter := fun t => N.odd (v t).
Definition half (v : val) : val := fun t => N.div2 (v t).
Definition below (f : nat) (v : val) := forall t, (v t < 2 ^ N.of_nat f)%N.
Definition bounded (v : val) := exists f, below f v.
Definition zero : val := fun _ => 0%N.

(* an automaton whose states have any type; [sink s = Some b]: whatever follows, the answer is b *)
Record machine (S : Type) := { init : S; step : S -> tree S; acc : S -> bool; sink : S -> option bool }.
Arguments init {S}. Arguments step {S}. Arguments acc {S}. Arguments sink {S}.
Fixpoint run {S} (A : machine S) (f : nat) (s : S) (v : val) : S :=
  match f with O => s | S f' => run A f' (look (step A s) (bits v)) (half v) end.
Definition sinks_ok {S} (A : machine S) := forall s b, sink A s = Some b -> forall f v, acc A (run A f s v) = b.
(* A decides P: however many zeros are read in front *)
Definition decides {S} (A : machine S) (P : val -> Prop) := forall f v, below f v -> (acc A (run A f (init A) v) = true <-> P v).

Lemma div2_lt x f : (x < 2 ^ N.of_nat (S f))%N -> (N.div2 x < 2 ^ N.of_nat f)%N.
Proof.
  intros H. rewrite Nat2N.inj_succ, N.pow_succ_r' in H. rewrite N.div2_div. apply N.div_lt_upper_bound; lia.
Qed.
Lemma below_half f v : below (S f) v -> below f (half v).
Proof. intros H t. apply div2_lt, H. Qed.
Lemma below_le f g v : f <= g -> below f v -> below g v.
Proof. intros L H t. eapply N.lt_le_trans; [apply H|]. apply N.pow_le_mono_r; lia. Qed.
Lemma below_0 v t : below 0 v -> v t = 0%N.
Proof. intros H. specialize (H t). simpl in H. lia. Qed.
Lemma size_bound x : (x < 2 ^ N.of_nat (N.size_nat x))%N.
Proof.
  destruct x as [|p]; [simpl; lia|].
  replace (N.of_nat (N.size_nat (Npos p))) with (N.size (Npos p)); [apply N.size_gt|].
  simpl. induction p; simpl; auto; rewrite ?Nat2N.inj_succ, <- ?IHp; simpl; try lia.
Qed.
Lemma bounded_of m (v : val) : (forall t, (v t <= m)%N) -> bounded v.
Proof. intros H. exists (N.size_nat m). intros t. eapply N.le_lt_trans; [apply H|apply size_bound]. Qed.
Lemma below_upd f v t n : below f v -> (n < 2 ^ N.of_nat f)%N -> below f (upd v t n).
Proof. intros H L u. unfold upd. destruct (Pos.eqb u t); auto. Qed.
Lemma bits_ext v w : (forall t, v t = w t) -> forall t, bits v t = bits w t.
Proof. intros H t. unfold bits. rewrite H. auto. Qed.
Lemma run_ext {S} (A : machine S) f : forall s v w, (forall t, v t = w t) -> run A f s v = run A f s w.
Proof.
  induction f; intros s v w H; simpl; auto.
  rewrite (look_ext _ (bits v) (bits w)) by (apply bits_ext; auto). apply IHf. intros t. unfold half. rewrite H. auto.
Qed.
Lemma div2_odd' n : n = (2 * N.div2 n + N.b2n (N.odd n))%N.
Proof. apply N.div2_odd. Qed.
Lemma double_div2 n b : N.div2 (2 * n + N.b2n b) = n.
Proof. rewrite N.div2_div. symmetry. apply (N.div_unique _ 2 _ (N.b2n b)); destruct b; simpl N.b2n; lia. Qed.
Lemma double_odd n b : N.odd (2 * n + N.b2n b) = b.
Proof. rewrite N.odd_add, N.odd_mul. destruct b; reflexivity. Qed.

(* automata of numbered states, as tables *)
Record aut := { start : positive; rows : PositiveMap.t (bool * tree positive) }.
Definition row (A : aut) (q : positive) : bool * tree positive :=
  match PositiveMap.find q (rows A) with Some r => r | None => (false, Leaf q) end.
Definition const (A : aut) (q : positive) : option bool :=
  match row A q with (b, Leaf p) => if Pos.eqb p q then Some b else None | _ => None end.
Definition of_aut (A : aut) : machine positive :=
  {| init := start A; step q := snd (row A q); acc q := fst (row A q); sink := const A |}.
Lemma const_run A q b : const A q = Some b -> forall f v, run (of_aut A) f q v = q.
Proof.
  unfold const. destruct (row A q) as [c t] eqn:E. destruct t as [p|]; [|discriminate].
  destruct (Pos.eqb_spec p q); [|discriminate]. intros _. subst p.
  induction f; intros v; simpl; auto. rewrite E. simpl. apply IHf.
Qed.
Lemma const_acc A q b : const A q = Some b -> fst (row A q) = b.
Proof.
  unfold const. destruct (row A q) as [c t]. destruct t as [p|]; [|discriminate].
  destruct (Pos.eqb_spec p q); [|discriminate]. intros H. injection H. auto.
Qed.
Lemma sinks_ok_aut A : sinks_ok (of_aut A).
Proof.
  intros q b H f v. rewrite (const_run A q b H). simpl. apply const_acc; auto.
Qed.

(* functional simulation, up to what is constant on both sides *)
Lemma simulation {S} (A : machine S) (C : aut) (R : S -> positive -> Prop) :
  (forall s c, R s c ->
     (acc A s = fst (row C c) /\ forall b, R (look (step A s) b) (look (snd (row C c)) b)) \/
     (forall f v, acc A (run A f s v) = fst (row C (run (of_aut C) f c v)))) ->
  forall f s c v, R s c -> acc A (run A f s v) = fst (row C (run (of_aut C) f c v)).
Proof.
  intros H. induction f; intros s c v r; destruct (H s c r) as [[E N]|E].
  - exact E.
  - apply (E O v).
  - simpl. apply IHf. apply N.
  - apply (E (Datatypes.S f) v).
Qed.
Lemma decides_sim {S} (A : machine S) (C : aut) P :
  (forall f v, acc A (run A f (init A) v) = fst (row C (run (of_aut C) f (start C) v))) ->
  decides A P -> decides (of_aut C) P.
Proof. intros H D f v B. rewrite <- (D f v B), H. simpl. tauto. Qed.

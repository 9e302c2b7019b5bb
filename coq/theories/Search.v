(* The states of an automaton that can be reached, and the least automaton.

   Both are found by searches of which nothing is proved; what they find is then looked at, and that is proved to be enough:
     a table of
   states is right if each row is ([build_sound]); classes of states are right if the rows of a class agree ([least_sound];
     Moore 1956).

   Nothing here must be read to believe a theorem. *)
Require Import List NArith ZArith PArith Bool Lia FMapPositive.
From Grundy Require Import Tree Automaton.
Import ListNotations.
Module M := PositiveMap.

(* keys: p, marked where it ends, in front of q *)
Fixpoint cat (p q : positive) : positive :=
  match p with xH => xO q | xI p' => xI (xI (cat p' q)) | xO p' => xI (xO (cat p' q)) end.
Fixpoint keys (l : list positive) : positive := match l with [] => xH | p :: l' => cat p (keys l') end.
Definition zkey (z : Z) : positive := match z with Z0 => xH | Zpos p => xO p | Zneg p => xI p end.

(* at most 2^n rounds *)
Fixpoint loop {A B} (n : nat) (f : A -> A + B) (a : A) : A + B :=
  match n with
  | O => f a
  | S n' => match loop n' f a with inl a' => loop n' f a' | r => r end
  end.

Section Explore.
Context {S : Type} (e : S -> S -> bool) (key : S -> positive) (A : machine S).
Definition tab := M.t (S * (bool * tree positive)).
Record search := { known : M.t positive; next : positive; todo : list (positive * S); found : tab }.
Definition intern (s : S) (x : search) : positive * search :=
  let k := match sink A s with Some true => 1 | Some false => 2 | None => Pos.succ (Pos.succ (key s)) end%positive in
  match M.find k (known x) with
  | Some n => (n, x)
  | None => (next x, {| known := M.add k (next x) (known x); next := Pos.succ (next x);
                        todo := (next x, s) :: todo x; found := found x |})
  end.
Fixpoint number (t : tree S) (x : search) : tree positive * search :=
  match t with
  | Leaf s => let '(n, x') := intern s x in (Leaf n, x')
  | Node v l r => let '(l', x1) := number l x in let '(r', x2) := number r x1 in (mk Pos.eqb v l' r', x2)
  end.
Definition round (x : search) : search + tab :=
  match todo x with
  | [] => inr (found x)
  | (n, s) :: rest =>
      let x0 := {| known := known x; next := next x; todo := rest; found := found x |} in
      let '(t, x1) := match sink A s with Some _ => (Leaf n, x0) | None => number (step A s) x0 end in
      inl {| known := known x1; next := next x1; todo := todo x1; found := M.add n (s, (acc A s, t)) (found x1) |}
  end.
Definition explore (fuel : nat) : option (positive * tab) :=
  let '(n, x) := intern (init A) {| known := M.empty _; next := 1; todo := []; found := M.empty _ |} in
  match loop fuel round x with inr t => Some (n, t) | inl _ => None end.

(* what is verified of such a table *)
Definition related (T : tab) (s : S) (c : positive) : bool :=
  match M.find c T with
  | Some (s', (b, t)) => match sink A s with
      | Some x => Bool.eqb x b && match t with Leaf d => Pos.eqb c d | _ => false end
      | None => e s s' end
  | None => false
  end.
Definition entry_ok (T : tab) (c : positive) (x : S * (bool * tree positive)) : bool :=
  let '(s, (b, t)) := x in
  match sink A s with Some y => Bool.eqb y b && match t with Leaf d => Pos.eqb c d | _ => false end | None =>
    Bool.eqb (acc A s) b && tree_all2 (related T) (step A s) t end.
Definition tab_ok (n : positive) (T : tab) : bool :=
  related T (init A) n && forallb (fun '(c, x) => entry_ok T c x) (M.elements T).
Definition strip (n : positive) (T : tab) : aut := {| start := n; rows := M.map snd T |}.

Lemma row_strip n T c s b t : M.find c T = Some (s, (b, t)) -> row (strip n T) c = (b, t).
Proof. intros H. unfold row, strip. simpl. unfold M.map. rewrite M.gmapi, H. reflexivity. Qed.

Hypothesis e_ok : sound e.
Hypothesis A_sinks : sinks_ok A.
Lemma tab_sound n T : tab_ok n T = true ->
  forall f v, acc A (run A f (init A) v) = fst (row (strip n T) (run (of_aut (strip n T)) f (start (strip n T)) v)).
Proof.
  unfold tab_ok. rewrite andb_true_iff, forallb_forall. intros [I H] f v.
  apply (simulation A (strip n T) (fun s c => related T s c = true)); auto.
  clear - e_ok A_sinks H. intros s c r. unfold related in r.
  destruct (M.find c T) as [[s' [b t]]|] eqn:E; [|discriminate].
  rewrite (row_strip n T c s' b t E).
  assert (K : forall x, sink A s = Some x -> Bool.eqb x b && match t with Leaf d => Pos.eqb c d | _ => false end = true ->
     forall f v, acc A (run A f s v) = fst (row (strip n T) (run (of_aut (strip n T)) f c v))).
  { intros x Ex G f v. apply andb_prop in G. destruct G as [G1 G2]. apply eqb_prop in G1. subst x.
    destruct t as [d|]; [|discriminate]. apply Pos.eqb_eq in G2. subst d.
    rewrite (A_sinks s b Ex). assert (Kc : const (strip n T) c = Some b).
    { unfold const. rewrite (row_strip n T c s' b _ E). rewrite Pos.eqb_refl. auto. }
    rewrite (const_run _ _ _ Kc). rewrite (row_strip n T c s' b _ E). auto. }
  destruct (sink A s) as [x|] eqn:Es.
  - right. apply (K x); auto.
  - apply e_ok in r. subst s'. left.
    specialize (H (c, (s, (b, t))) (M.elements_correct _ _ E)). simpl in H. rewrite Es in H.
    apply andb_prop in H. destruct H as [H1 H2]. apply eqb_prop in H1. split; auto.
    intros l. apply all2_ok. exact H2.
Qed.
Definition build (fuel : nat) : option aut :=
  match explore fuel with Some (n, T) => if tab_ok n T then Some (strip n T) else None | None => None end.
Theorem build_sound fuel C P : build fuel = Some C -> decides A P -> decides (of_aut C) P.
Proof.
  unfold build. destruct (explore fuel) as [[n T]|]; [|discriminate]. destruct (tab_ok n T) eqn:E; [|discriminate].
  intros H. injection H as <-. apply decides_sim. apply tab_sound; auto.
Qed.
End Explore.

(* the least automaton: classes of states, refined until nothing changes *)
Section Least.
Definition ids := (M.t positive * positive)%type.
Definition id_of (k : positive) (x : ids) : positive * ids :=
  match M.find k (fst x) with Some n => (n, x) | None => (snd x, (M.add k (snd x) (fst x), Pos.succ (snd x))) end.
Definition cls (m : M.t positive) (q : positive) : positive := match M.find q m with Some c => c | None => 1%positive end.
Fixpoint tid (m : M.t positive) (t : tree positive) (x : ids) : positive * ids :=
  match t with
  | Leaf q => id_of (xO (cls m q)) x
  | Node v l r => let '(a, x1) := tid m l x in let '(b, x2) := tid m r x1 in
                  if Pos.eqb a b then (a, x2) else id_of (xI (cat v (cat a b))) x2
  end.
Definition refine (els : list (positive * (bool * tree positive))) (m : M.t positive) : M.t positive * positive :=
  let '(m', _, y) := fold_left (fun '(m', x, y) '(q, (b, t)) =>
     let '(a, x') := tid m t x in let '(c, y') := id_of (cat (cls m q) a) y in (M.add q c m', x', y'))
     els (M.empty _, (M.empty _, 1%positive), (M.empty _, 1%positive)) in (m', snd y).
Definition classes (A : aut) (fuel : nat) : option (M.t positive) :=
  let els := M.elements (rows A) in
  let m0 := fold_left (fun m '(q, (b, _)) => M.add q (if b : bool then 1 else 2)%positive m) els (M.empty _) in
  match loop fuel (fun '(m, n) => let '(m', n') := refine els m in if Pos.eqb n n' then inr m' else inl (m', n')) (m0,
    1%positive) with
  | inr m => Some m | inl _ => None end.
Definition quotient (A : aut) (m : M.t positive) : aut :=
  {| start := cls m (start A);
     rows := fold_left (fun r '(q, (b, t)) => let c := cls m q in
        match M.find c r with Some _ => r | None => M.add c (b, tree_map Pos.eqb (cls m) t) r end) (M.elements (rows A))
          (M.empty _) |}.
Definition quotient_ok (A B : aut) (m : M.t positive) : bool :=
  let inside := fun q c => match M.find q m with Some c' => Pos.eqb c c' | None => false end in
  inside (start A) (start B) &&
  forallb (fun '(q, c) => let '(b, t) := row A q in let '(b', t') :=
    row B c in Bool.eqb b b' && tree_all2 inside t t') (M.elements m).
Definition least (fuel : nat) (A : aut) : option aut :=
  match classes A fuel with Some m => let B := quotient A m in if quotient_ok A B m then Some B else None | None => None end.
Theorem least_sound fuel A B P : least fuel A = Some B -> decides (of_aut A) P -> decides (of_aut B) P.
Proof.
  unfold least. destruct (classes A fuel) as [m|]; [|discriminate]. destruct (quotient_ok A (quotient A m) m) eqn:E;
    [|discriminate].
  intros H. injection H as <-. set (B := quotient A m) in *. clearbody B. intros D. apply (decides_sim (of_aut A)); auto. clear D.
  unfold quotient_ok in E. rewrite andb_true_iff, forallb_forall in E. destruct E as [I E]. intros f v.
  apply (simulation (of_aut A) B (fun q c => match M.find q m with Some c' => Pos.eqb c c' | None => false end = true)); auto.
  intros q c r. left. destruct (M.find q m) as [c'|] eqn:F; [|discriminate]. apply Pos.eqb_eq in r. subst c'.
  specialize (E (q, c) (M.elements_correct _ _ F)). simpl in E. destruct (row A q) as [b t] eqn:Ra, (row B c) as [b' t'] eqn:Rb.
  apply andb_prop in E. destruct E as [E1 E2]. apply eqb_prop in E1. simpl. rewrite Ra. simpl. split; auto.
  intros l. apply (all2_ok (fun q c => match M.find q m with Some c' => Pos.eqb c c' | None => false end)). auto.
Qed.
End Least.

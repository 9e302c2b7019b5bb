(* Programs of formulas, and that what is decided of them is so.

   A program is what `grundy verify --program` prints: steps, each of which is an atom or is made of steps before it, and what
     is said
   of some steps.  The constructors have the words of that text.  Tracks and steps are numbered from 1 here, from 0 there.

   An atom whose automaton reads other digits than binary ones is none that the kernel decides: Spelling.v makes others of it.

   To believe a theorem that rests on [holds], read [atom_means] and [meaning]: what a step says of the numbers of the tracks.
   [goal_means] is what is shown of a step; [holds_sound] says that what the program computes is so.
   How it computes (automata that read the binary digits of all
     numbers at
   once, the least place first; Büchi 1960; Klarlund, Møller and Schwartzbach, MONA implementation secrets, 2002) need not be
     read. *)
Require Import List NArith ZArith PArith Bool Lia FMapPositive.
From Grundy Require Import Tree Automaton Search Operations Atoms Numeration.
Import ListNotations.

Inductive atom :=
| Zero (c : Z) (ts : terms)               (* c + the sum of the terms = 0 *)
| AtMost (c : Z) (ts : terms)             (* c + the sum <= 0 *)
| Divides (d : Z) (c : Z) (ts : terms)    (* d, which is at least 1, divides c + the sum *)
| NimSum (ts : list positive)             (* the nim-sum of the tracks is 0 *)
| In (D : digits) (T : aut) (ts : list positive).   (* a given automaton accepts the digits of the tracks *)

Definition Pr := val -> Prop.
(* the track that a given automaton reads as its track u *)
Definition read (ts : list positive) (u : positive) : positive := nth (Pos.to_nat u - 1) ts (hd 1%positive ts).
Definition atom_means (a : atom) : Pr := fun v =>
  match a with
  | Zero c ts => (c + dot ts v = 0)%Z
  | AtMost c ts => (c + dot ts v <= 0)%Z
  | Divides d c ts => Z.modulo (c + dot ts v) d = 0%Z
  | NimSum ts => nimsum ts v = 0%N
  | In None T ts => accepts T (fun u => v (read ts u))
  | In (Some W) T ts => exists w, (forall t, List.In t ts -> word_of W (v t) (w t)) /\ accepts T (fun u => w (read ts u))
  end.

(** * Terms in ascending order: this makes no difference to what is said, but trees then do not repeat a digit *)
Fixpoint add_term (t : positive) (a : Z) (ts : terms) : terms :=
  match ts with
  | [] => if Z.eqb a 0 then [] else [(t, a)]
  | (u, b) :: r => match Pos.compare t u with
                   | Lt => if Z.eqb a 0 then ts else (t, a) :: ts
                   | Eq => if Z.eqb (a + b) 0 then r else (t, (a + b)%Z) :: r
                   | Gt => (u, b) :: add_term t a r
                   end
  end.
Lemma dot_add_term t a ts v : dot (add_term t a ts) v = (a * Z.of_N (v t) + dot ts v)%Z.
Proof.
  induction ts as [|[u b] ts IH]; cbn [add_term dot].
  - destruct (Z.eqb_spec a 0); subst; cbn [dot]; lia.
  - destruct (Pos.compare_spec t u) as [E|E|E].
    + subst. destruct (Z.eqb_spec (a + b) 0); cbn [dot]; [|lia]. replace b with (- a)%Z by lia. lia.
    + destruct (Z.eqb_spec a 0); subst; cbn [dot]; lia.
    + cbn [dot]. rewrite IH. lia.
Qed.
Definition ordered (ts : terms) : terms := fold_right (fun '(t, a) r => add_term t a r) [] ts.
Lemma dot_ordered ts v : dot (ordered ts) v = dot ts v.
Proof. induction ts as [|[t a] ts IH]; auto. cbn [ordered fold_right dot]. rewrite dot_add_term. fold (ordered ts). lia. Qed.
Fixpoint toggle (t : positive) (ts : list positive) : list positive :=
  match ts with
  | [] => [t]
  | u :: r => match Pos.compare t u with Lt => t :: ts | Eq => r | Gt => u :: toggle t r end
  end.
Lemma nimsum_toggle t ts v : nimsum (toggle t ts) v = N.lxor (v t) (nimsum ts v).
Proof.
  induction ts as [|u ts IH]; auto. cbn [toggle]. destruct (Pos.compare_spec t u) as [E|E|E]; auto.
  - subst. cbn [nimsum]. rewrite <- N.lxor_assoc, N.lxor_nilpotent. auto.
  - cbn [nimsum]. rewrite IH, <- !N.lxor_assoc. f_equal. apply N.lxor_comm.
Qed.
Definition toggled (ts : list positive) : list positive := fold_right toggle [] ts.
Lemma nimsum_toggled ts v : nimsum (toggled ts) v = nimsum ts v.
Proof. induction ts as [|t ts IH]; auto. cbn [toggled fold_right nimsum]. rewrite nimsum_toggle. fold (toggled ts). congruence.
Qed.

(** * Automata that decide atoms *)
Definition all_states (b : bool) : aut := {| start := 1; rows := M.add 1%positive (b, Leaf 1%positive) (M.empty _) |}.
Definition bound := 40.                   (* a search may have 2^40 rounds *)
Definition least' (o : option aut) : option aut := match o with Some A => least bound A | None => None end.
Definition pair_key (p : positive * positive) := cat (fst p) (snd p).
Definition z_pair_key (p : Z * Z) := cat (zkey (fst p)) (zkey (snd p)).
Definition z_option_key (o : option Z) := match o with Some z => xI (zkey z) | None => xH end.
Definition bool_key (b : bool) := if b then 1%positive else 2%positive.
Definition make_atom (a : atom) : option aut :=
  match a with
  | Zero c ts => least' (build oeqb z_option_key (eq_sym (ordered ts) c) bound)
  | AtMost c ts => least' (build Z.eqb zkey (le_sym (ordered ts) c) bound)
  | Divides d c ts => if Z.ltb 0 d then least' (build zpeqb z_pair_key (div_sym d (ordered ts) c) bound) else None
  | NimSum ts => least' (build Bool.eqb bool_key (nim_sym (toggled ts)) bound)
  | In (Some _) _ _ => None
  | In None T ts => if padded T then least' (build Pos.eqb (fun q => q) (in_sym T (read ts)) bound) else None
  end.

Lemma decides_ext {S} (A : machine S) P Q : (forall v, P v <-> Q v) -> decides A P -> decides A Q.
Proof. intros H D f v B. rewrite (D f v B). auto. Qed.
(* an automaton, if there is one, decides P *)
Definition fine (o : option aut) (P : Pr) := match o with Some A => decides (of_aut A) P | None => True end.
Lemma fine_ext o P Q : (forall v, P v <-> Q v) -> fine o P -> fine o Q.
Proof. destruct o; simpl; auto. apply decides_ext. Qed.
Lemma least'_fine o P : fine o P -> fine (least' o) P.
Proof.
  destruct o as [A|]; simpl; auto. intros D. destruct (least bound A) as [B|] eqn:E; simpl; auto. eapply least_sound; eauto.
Qed.
Lemma build_fine {S} e key (A : machine S) fuel P : sound e -> sinks_ok A -> decides A P -> fine (build e key A fuel) P.
Proof. intros H1 H2 H3. destruct (build e key A fuel) as [C|] eqn:E; simpl; auto. eapply build_sound; eauto. Qed.
Lemma all_states_fine b (P : Pr) : (forall v, P v <-> b = true) -> decides (of_aut (all_states b)) P.
Proof.
  intros H f v _. rewrite H. assert (E : run (of_aut (all_states b)) f 1%positive v = 1%positive).
  { apply (const_run _ _ b). reflexivity. }
  simpl. rewrite E. reflexivity.
Qed.
Lemma in_decides T ts : padded T = true -> decides (in_sym T (read ts)) (fun v => accepts T (fun u => v (read ts u))).
Proof.
  intros H f v B. rewrite run_in. cbn [acc in_sym]. change (init (in_sym T (read ts))) with (start T). symmetry.
  apply (L_run T H). intros u. apply B.
Qed.
Lemma make_atom_fine a : fine (make_atom a) (atom_means a).
Proof.
  destruct a; cbn [make_atom].
  - apply least'_fine, build_fine; auto using oeqb_ok, sinks_ok_eq.
    eapply decides_ext; [|apply decides_eq]. intros v. cbn [atom_means]. rewrite dot_ordered. tauto.
  - apply least'_fine, build_fine; auto using zeqb_ok, sinks_ok_le.
    eapply decides_ext; [|apply decides_le]. intros v. cbn [atom_means]. rewrite dot_ordered. tauto.
  - destruct (Z.ltb_spec 0 d) as [L|]; [|simpl; auto]. apply least'_fine, build_fine; auto using zpeqb_ok, sinks_ok_div.
    eapply decides_ext; [|apply decides_div, L]. intros v. cbn [atom_means]. rewrite dot_ordered. tauto.
  - apply least'_fine, build_fine; auto using beqb_ok, sinks_ok_nim.
    eapply decides_ext; [|apply decides_nim]. intros v. cbn [atom_means]. rewrite nimsum_toggled. tauto.
  - destruct D as [W|]; [simpl; auto|]. destruct (padded T) eqn:E; [|simpl; auto]. apply least'_fine, build_fine; auto using pos_ok, sinks_ok_in. apply in_decides;
    auto.
Qed.

(** * Not, there is *)
Definition make_not (o : option aut) : option aut :=
  match o with Some A => if total A then Some (aut_not A) else None | None => None end.
Lemma make_not_fine o P : fine o P -> fine (make_not o) (fun v => ~ P v).
Proof. destruct o as [A|]; simpl; auto. destruct (total A) eqn:E; simpl; auto. intros F. apply decides_not; auto. Qed.
Definition make_exists (t : positive) (o : option aut) : option aut :=
  match o with
  | Some A => if padded A then
      let sat := sat_set A t (M.cardinal (rows A)) in
      if closed A t sat then least' (build leqb keys (ex_sym A t sat) bound) else None else None
  | None => None
  end.
Lemma make_exists_fine t o P : fine o P -> fine (make_exists t o) (fun v => exists n, P (upd v t n)).
Proof.
  destruct o as [A|]; [|simpl; auto]. cbn [fine make_exists]. intros F. destruct (padded A) eqn:E; [|simpl; auto].
  cbv zeta. set (sat := sat_set _ _ _).
  destruct (closed A t sat) eqn:C; [|simpl; auto].
  assert (G : good A t sat) by (unfold sat, sat_set; apply good_grow; [assumption|apply good_firsts]). clearbody sat.
  apply (least'_fine (build leqb keys (ex_sym A t sat) bound)). apply build_fine; auto using leqb_ok.
  - apply sinks_ok_ex; auto.
  - apply decides_ex; auto.
Qed.

(** * And, or: the two smallest parts first *)
(* [u]: the answer of one part that settles the whole, which is false for "and", true for "or" *)
Definition all_or_some (u : bool) (Ps : list Pr) : Pr := fun v =>
  fold_right (fun P said => if u then P v \/ said else P v /\ said) (if u then False else True) Ps.
Definition join (u : bool) (A B : aut) : option aut := least' (build peqb pair_key (pair_sym u A B) bound).
Fixpoint insert (n : N) (A : aut) (l : list (N * aut)) : list (N * aut) :=
  match l with
  | [] => [(n, A)]
  | (m, B) :: l' => if N.leb n m then (n, A) :: l else (m, B) :: insert n A l'
  end.
Definition size (A : aut) : N := N.of_nat (M.cardinal (rows A)).
Fixpoint join_sorted (fuel : nat) (u : bool) (l : list (N * aut)) : option aut :=
  match fuel, l with
  | _, [] => Some (all_states (negb u))
  | _, [(_, A)] => Some A
  | O, _ => None
  | S f, (_, A) :: (_, B) :: l' => match join u A B with Some C => join_sorted f u (insert (size C) C l') | None => None end
  end.
Fixpoint sorted (l : list (option aut)) : option (list (N * aut)) :=
  match l with
  | [] => Some []
  | o :: l' => match o, sorted l' with Some A, Some s => Some (insert (size A) A s) | _, _ => None end
  end.
Definition join_all (u : bool) (l : list (option aut)) : option aut :=
  match sorted l with Some s => join_sorted (length l) u s | None => None end.

Lemma join_fine u A B P Q : decides (of_aut A) P -> decides (of_aut B) Q ->
  fine (join u A B) (fun v => if u then P v \/ Q v else P v /\ Q v).
Proof.
  intros HA HB. apply (least'_fine (build peqb pair_key (pair_sym u A B) bound)).
  apply build_fine; auto using peqb_ok, sinks_ok_pair. destruct u; [apply decides_or|apply decides_and]; auto.
Qed.
Definition each (l : list (N * aut)) (Ps : list Pr) := Forall2 (fun x P => decides (of_aut (snd x)) P) l Ps.
Lemma insert_fine u n A P l : forall Ps, decides (of_aut A) P -> each l Ps ->
  exists Qs, each (insert n A l) Qs /\ forall v, all_or_some u Qs v <-> all_or_some u (P :: Ps) v.
Proof.
  induction l as [|[m B] l IH]; intros Ps D H; inversion H as [|x Q l' Qs HQ HQs]; subst; cbn [insert].
  - exists [P]. split; [constructor; [exact D|constructor]|tauto].
  - destruct (N.leb n m).
    + exists (P :: Q :: Qs). split; [constructor; auto|tauto].
    + destruct (IH Qs D HQs) as (Rs & HR & E). exists (Q :: Rs). split; [constructor; auto|].
      intros v. unfold all_or_some in *. cbn [fold_right] in *. specialize (E v). destruct u; rewrite E; tauto.
Qed.
Lemma join_sorted_fine u : forall f l Ps, each l Ps -> fine (join_sorted f u l) (all_or_some u Ps).
Proof.
  assert (K0 : fine (Some (all_states (negb u))) (all_or_some u [])).
  { apply all_states_fine. intros v. destruct u; simpl; intuition discriminate. }
  assert (K1 : forall (A : aut) P, decides (of_aut A) P -> fine (Some A) (all_or_some u [P])).
  { intros A P. apply decides_ext. intros v. destruct u; simpl; tauto. }
  induction f; intros l Ps H; inversion H as [|[n A] P l1 Ps1 HA H1]; subst; auto;
    inversion H1 as [|[m B] Q l2 Ps2 HB H2]; subst; simpl in HA; try (apply K1; auto); [simpl; auto|].
  simpl in HB. cbn [join_sorted]. pose proof (join_fine u A B P Q HA HB) as J. destruct (join u A B) as [C|]; [|simpl; auto].
  destruct (insert_fine u (size C) C _ l2 Ps2 J H2) as (Qs & HQ & E). specialize (IHf _ Qs HQ).
  eapply fine_ext; [|apply IHf]. intros v. rewrite E. unfold all_or_some. cbn [fold_right]. destruct u; tauto.
Qed.
Lemma sorted_fine u l : forall Ps s, Forall2 fine l Ps -> sorted l = Some s ->
  exists Qs, each s Qs /\ forall v, all_or_some u Qs v <-> all_or_some u Ps v.
Proof.
  induction l as [|o l IH]; intros Ps s H E; inversion H as [|o' P l' Ps' F H']; subst; cbn [sorted] in E.
  - injection E as <-. exists []. split; [constructor|tauto].
  - destruct o as [A|]; [|discriminate]. destruct (sorted l) as [s'|]; [|discriminate]. injection E as <-.
    destruct (IH Ps' s' H' eq_refl) as (Qs & HQ & E). destruct (insert_fine u (size A) A P s' Qs F HQ) as (Rs & HR & E').
    exists Rs. split; auto. intros v. rewrite E'. unfold all_or_some in *. cbn [fold_right]. specialize (E v). destruct u; tauto.
Qed.
Lemma join_all_fine u l Ps : Forall2 fine l Ps -> fine (join_all u l) (all_or_some u Ps).
Proof.
  intros H. unfold join_all. destruct (sorted l) as [s|] eqn:E; [|simpl; auto].
  destruct (sorted_fine u l Ps s H E) as (Qs & HQ & E'). eapply fine_ext; [exact E'|]. apply join_sorted_fine; auto.
Qed.

(** * Programs *)
Inductive step :=
| Is (a : atom)
| Not (i : positive) | And (l : list positive) | Or (l : list positive)
| Exists (i : positive) (ts : list positive).
(* the step i is true of all numbers; or it is not, and the tracks are those of which it speaks *)
Inductive goal := Holds (i : positive) | Fails (i : positive) (ts : list positive).
Record program := { steps : list step; goals : list goal }.

(* what the steps before say, by their numbers *)
Definition at_ (ps : M.t Pr) (i : positive) : Pr := match M.find i ps with Some P => P | None => fun _ => False end.
Definition step_means (ps : M.t Pr) (s : step) : Pr :=
  match s with
  | Is a => atom_means a
  | Not i => fun v => ~ at_ ps i v
  | And l => all_or_some false (map (at_ ps) l)
  | Or l => all_or_some true (map (at_ ps) l)
  | Exists i ts => fold_right (fun t (P : Pr) v => exists n, P (upd v t n)) (at_ ps i) ts
  end.
Definition next_means '(i, ps) (s : step) := (Pos.succ i, M.add i (step_means ps s) ps).
Definition meaning (l : list step) : M.t Pr := snd (fold_left next_means l (1%positive, M.empty _)).

Definition made (env : M.t aut) (i : positive) : option aut := M.find i env.
Definition make_step (env : M.t aut) (s : step) : option aut :=
  match s with
  | Is a => make_atom a
  | Not i => make_not (made env i)
  | And l => join_all false (map (made env) l)
  | Or l => join_all true (map (made env) l)
  | Exists i ts => fold_right make_exists (made env i) ts
  end.
Definition next_automaton '(i, env) (s : step) := (Pos.succ i, match make_step env s with Some A => M.add i A env | None => env
  end).
Definition automata (l : list step) : M.t aut := snd (fold_left next_automaton l (1%positive, M.empty _)).
Definition always (o : option aut) : bool :=
  match o with Some A => match const A (start A) with Some b => b | None => false end | None => false end.
Definition reached_goal (env : M.t aut) (g : goal) : bool :=
  match g with
  | Holds i => always (made env i)
  | Fails i ts => always (fold_right make_exists (make_not (made env i)) ts)
  end.
Definition holds (p : program) : bool := let env := automata (steps p) in forallb (reached_goal env) (goals p).
Definition goal_means (ps : M.t Pr) (g : goal) : Prop :=
  match g with Holds i => forall v, bounded v -> at_ ps i v | Fails i _ => exists v, bounded v /\ ~ at_ ps i v end.

Definition agree (env : M.t aut) (ps : M.t Pr) := forall i, fine (made env i) (at_ ps i).
Lemma make_step_fine env ps s : agree env ps -> fine (make_step env s) (step_means ps s).
Proof.
  intros H. assert (HL : forall l, Forall2 fine (map (made env) l) (map (at_ ps) l)).
  { induction l; simpl; constructor; auto. }
  destruct s; cbn [make_step step_means].
  - apply make_atom_fine.
  - apply make_not_fine, H.
  - apply (join_all_fine false); auto.
  - apply (join_all_fine true); auto.
  - induction ts; [apply H|]. cbn [fold_right]. apply make_exists_fine; auto.
Qed.
Lemma automata_agree l : agree (automata l) (meaning l).
Proof.
  unfold automata, meaning.
  enough (K : forall i env ps, agree env ps -> (forall j, (i <= j)%positive -> M.find j env = None) ->
    agree (snd (fold_left next_automaton l (i, env))) (snd (fold_left next_means l (i, ps)))).
  { apply K; [|intros; apply M.gempty]. intros i. unfold made. rewrite M.gempty. exact I. }
  induction l as [|s l IH]; intros i env ps H Z; auto. cbn [fold_left next_automaton next_means]. apply IH.
  - pose proof (make_step_fine env ps s H) as F. intros j. unfold made, at_.
    destruct (Pos.eq_dec j i) as [->|Ne].
    + rewrite M.gss. destruct (make_step env s) as [A|]; [rewrite M.gss; exact F|rewrite Z by lia; exact I].
    + rewrite (M.gso _ _ Ne). destruct (make_step env s) as [A|]; [rewrite M.gso by auto|]; apply H.
  - intros j Lj. destruct (make_step env s) as [A|]; [rewrite M.gso by lia|]; apply Z; lia.
Qed.
Lemma always_sound o P : always o = true -> fine o P -> forall v, bounded v -> P v.
Proof.
  unfold always. destruct o as [A|]; [|discriminate]. destruct (const A (start A)) as [b|] eqn:E; [|discriminate].
  intros -> F v (f & B). apply (F f v B). apply (sinks_ok_aut A (start A) true E f v).
Qed.
Lemma some_numbers ts (P : Pr) : forall v, bounded v -> fold_right (fun t (Q : Pr) v => exists n, Q (upd v t n)) P ts v ->
  exists w, bounded w /\ P w.
Proof.
  induction ts as [|t ts IH]; intros v B H; [eauto|]. destruct H as (n & H). apply (IH (upd v t n)); auto. apply bounded_upd;
    auto.
Qed.
(* what is decided of a program is so *)
Theorem holds_sound p : holds p = true -> forall g, List.In g (goals p) -> goal_means (meaning (steps p)) g.
Proof.
  unfold holds. rewrite forallb_forall. intros H g I. specialize (H _ I). pose proof (automata_agree (steps p)) as A.
  destruct g as [i|i ts]; cbn [reached_goal goal_means] in *; [apply (always_sound _ _ H), A|].
  assert (F : fine (fold_right make_exists (make_not (made (automata (steps p)) i)) ts)
    (fold_right (fun t (Q : Pr) v => exists n, Q (upd v t n)) (fun v => ~ at_ (meaning (steps p)) i v) ts)).
  { clear H I. induction ts; cbn [fold_right]; [apply make_not_fine, A|apply make_exists_fine; auto]. }
  assert (B : bounded zero) by (exists 0; intros t; unfold zero; simpl; lia).
  apply (some_numbers ts _ zero B). apply (always_sound _ _ H F zero B).
Qed.

(** * Given automata, as the text has them *)
(* For each state: does it accept, and the next states by letters; the first track's digit counts 1, the second's 2, and so on.
   States are numbered from 0, as in the text; the first begins. *)
Fixpoint pairs {A} (l : list A) : list (A * A) := match l with a :: b :: r => (a, b) :: pairs r | _ => [] end.
Fixpoint letters (tracks : nat) (t : positive) (l : list (tree positive)) : tree positive :=
  match tracks with
  | O => hd (Leaf 1%positive) l
  | S k => letters k (Pos.succ t) (map (fun '(a, b) => tree_map2 Pos.eqb (fun (d : bool) (p : positive * positive) =>
      if d then snd p else fst p) (Node t (Leaf false) (Leaf true)) (tree_map2 peqb pair a b)) (pairs l))
  end.
Definition automaton (tracks : nat) (states : list (bool * list N)) : aut :=
  {| start := 1; rows := snd (fold_left (fun '(q, m) '(b, l) =>
      (Pos.succ q, M.add q (b, letters tracks 1 (map (fun n => Leaf (N.succ_pos n)) l)) m)) states (1%positive, M.empty _)) |}.

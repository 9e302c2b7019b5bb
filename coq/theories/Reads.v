(* What an automaton reads; formulas that are decided once and used as automata afterwards.

   Nothing here must be read to believe a theorem. *)
Require Import List NArith ZArith PArith Bool Lia FMapPositive.
From Grundy Require Import Tree Automaton Search Operations Atoms Program Formula Tidy Cases Closing Rules.
Import ListNotations.

(** * What an automaton reads *)
Fixpoint tracks_le {A} (n : positive) (t : tree A) : bool :=
  match t with Leaf _ => true | Node u l r => Pos.leb u n && tracks_le n l && tracks_le n r end.
(* it reads the tracks 1 to n, and zeros behind the last digit change nothing *)
Definition reads (A : aut) (n : nat) : bool :=
  padded A && forallb (fun '(_, (_, tr)) => tracks_le (Pos.of_nat n) tr) (M.elements (rows A)).
Lemma look_le {A} n (tr : tree A) b c : tracks_le n tr = true -> (forall u, (u <= n)%positive -> b u = c u) ->
  look tr b = look tr c.
Proof.
  induction tr; simpl; auto. rewrite !andb_true_iff. intros [[H1 H2] H3] H. apply Pos.leb_le in H1.
  rewrite (H v H1), IHtr1, IHtr2; auto.
Qed.
Lemma reads_run A n : reads A n = true -> forall f q v w, (forall u, (u <= Pos.of_nat n)%positive -> v u = w u) ->
  run (of_aut A) f q v = run (of_aut A) f q w.
Proof.
  unfold reads. rewrite andb_true_iff, forallb_forall. intros [_ H]. induction f; intros q v w E; simpl; auto.
  rewrite (look_le (Pos.of_nat n) _ (bits v) (bits w)).
  - apply IHf. intros u L. unfold half. rewrite E; auto.
  - unfold row. destruct (M.find q (rows A)) as [[b tr]|] eqn:F; auto. apply (H (q, (b, tr)) (M.elements_correct _ _ F)).
  - intros u L. unfold bits. rewrite E; auto.
Qed.
Lemma reads_accepts A n v w : reads A n = true -> bounded v -> bounded w -> (forall u, (u <= Pos.of_nat n)%positive ->
  v u = w u) ->
  (accepts A v <-> accepts A w).
Proof.
  intros H (f & Bf) (h & Bh) E. assert (P : padded A = true) by (unfold reads in H; apply andb_prop in H; tauto).
  change (accepts A v) with (L A (start A) v). change (accepts A w) with (L A (start A) w).
  rewrite (L_run A P (max f h) _ v) by (apply (below_le f); [lia|auto]).
  rewrite (L_run A P (max f h) _ w) by (apply (below_le h); [lia|auto]).
  rewrite (reads_run A n H _ _ v w); auto. tauto.
Qed.
Lemma sem_in T ts v : ts <> [] -> reads T (length ts) = true -> bounded v ->
  (sem (FAtom (In T ts)) v <-> accepts T (of_list (map v ts))).
Proof.
  intros Ne Rd Bv. cbn [sem atom_means]. apply (reads_accepts T (length ts)); auto.
  - destruct Bv as (f & B). exists f. intros u. apply B.
  - apply bounded_list.
  - intros u Lu. assert (Lw : Pos.to_nat u - 1 < length ts).
    { destruct ts as [|t ts]; [contradiction|]. apply Pos2Nat.inj_le in Lu. rewrite Nat2Pos.id in Lu by (simpl; lia).
      pose proof (Pos2Nat.is_pos u). lia. }
    unfold read, of_list. rewrite (nth_indep _ 0%N (v (hd 1%positive ts))) by (rewrite map_length; auto). symmetry. apply map_nth.
Qed.


(** * Decided once *)
Lemma nth_tracks n i : i < n -> nth i (tracks 0 n) 1%positive = track i.
Proof.
  intros L. unfold tracks. rewrite (nth_indep _ _ (track (0 + 0))) by (rewrite map_length, seq_length; auto).
  rewrite (map_nth (fun i => track (0 + i))), seq_nth by auto. reflexivity.
Qed.
Lemma track_of u : track (Pos.to_nat u - 1) = u.
Proof. unfold track. apply Pos2Nat.inj. rewrite SuccNat2Pos.id_succ. pose proof (Pos2Nat.is_pos u). lia. Qed.
Lemma sem_in_tracks A n v : n <> 0 -> reads A n = true -> bounded v -> (sem (FAtom (In A (tracks 0 n))) v <-> accepts A v).
Proof.
  intros Ne R B. rewrite sem_in; auto.
  - apply (reads_accepts A n); auto; [apply bounded_list|]. intros u Lu.
    assert (Lw : Pos.to_nat u - 1 < n). { apply Pos2Nat.inj_le in Lu. rewrite Nat2Pos.id in Lu by lia.
    pose proof (Pos2Nat.is_pos u). lia. }
    unfold of_list. rewrite (nth_indep _ 0%N (v 1%positive)) by (rewrite map_length; unfold tracks;
      rewrite map_length, seq_length; auto).
    rewrite (map_nth v), nth_tracks by auto. rewrite track_of. auto.
  - unfold tracks. destruct n; [congruence|discriminate].
  - unfold tracks. rewrite map_length, seq_length. auto.
Qed.
(* the formula, which speaks of the first n tracks, as an automaton *)
Definition compile (n : nat) (f : form) : form :=
  if is_yes f then f else
  match decide (tidy f) with
  | Some A => if negb (Nat.eqb n 0) && reads A n then FAtom (In A (tracks 0 n)) else f
  | None => f
  end.
Lemma compile_ok n f v : bounded v -> (sem (compile n f) v <-> sem f v).
Proof.
  intros B. unfold compile. destruct (is_yes f); [tauto|]. destruct (decide (tidy f)) as [A|] eqn:E; [|tauto].
  destruct (negb (Nat.eqb n 0) && reads A n) eqn:C; [|tauto]. apply andb_prop in C. destruct C as [Ne R].
  apply negb_true_iff, Nat.eqb_neq in Ne. rewrite (sem_in_tracks A n v Ne R B), <- tidy_ok.
  assert (D : decides (of_aut A) (sem (tidy f))) by (pose proof (decide_fine (tidy f)) as F; rewrite E in F; exact F).
  destruct B as (h & B). rewrite <- (D h v B). unfold reads in R. apply andb_prop in R. apply (L_run A (proj1 R) h (start A) v B).
Qed.

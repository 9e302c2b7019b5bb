(* What an automaton reads; formulas that are decided once and used as automata afterwards.

   Nothing here must be read to believe a theorem. *)
Require Import List NArith ZArith PArith Bool Lia FMapPositive.
From Grundy Require Import Tree Automaton Search Operations Atoms Numeration Program Formula Tidy Decision Cases Closing.
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
Lemma sem_in_binary T ts v : ts <> [] -> reads T (length ts) = true -> bounded v ->
  (sem (FAtom (In None T ts)) v <-> accepts T (of_list (map v ts))).
Proof.
  intros Ne Rd Bv. cbn [sem atom_means]. apply (reads_accepts T (length ts)); auto.
  - destruct Bv as (f & B). exists f. intros u. apply B.
  - apply bounded_list.
  - intros u Lu. assert (Lw : Pos.to_nat u - 1 < length ts).
    { destruct ts as [|t ts]; [contradiction|]. apply Pos2Nat.inj_le in Lu. rewrite Nat2Pos.id in Lu by (simpl; lia).
      pose proof (Pos2Nat.is_pos u). lia. }
    unfold read, of_list. rewrite (nth_indep _ 0%N (v (hd 1%positive ts))) by (rewrite map_length; auto). symmetry. apply map_nth.
Qed.
Lemma words_one W ns : forall ws ws', Forall2 (word_of W) ns ws -> Forall2 (word_of W) ns ws' -> ws = ws'.
Proof.
  induction ns as [|n ns IH]; intros ws ws' A B; inversion A; inversion B; subst; auto. f_equal; auto. eapply word_one; eauto.
Qed.
Lemma words_map W (v w : val) ts : worded W v w -> Forall2 (word_of W) (map v ts) (map w ts).
Proof. intros H. induction ts; constructor; auto. Qed.
Lemma accepted_at D T v w ts : in_digits D v w -> (accepted D T (map v ts) <-> accepts T (of_list (map w ts))).
Proof.
  destruct D as [W|]; cbn [in_digits accepted]; [|intros ->; tauto]. intros H. pose proof (words_map W v w ts H) as M. split; [|eauto].
  intros (ws & F & A). rewrite (words_one W _ _ _ M F). exact A.
Qed.
Lemma sem_in D T ts v : ts <> [] -> reads T (length ts) = true -> bounded v ->
  (sem (FAtom (In D T ts)) v <-> accepted D T (map v ts)).
Proof.
  intros Ne Rd B. destruct (some_digits D v B) as (w & Bw & H). rewrite (in_at_digits D T ts v w Ne H), (accepted_at D T v w ts H).
  apply sem_in_binary; auto.
Qed.
Lemma accepted_or D T ns : reads T (length ns) = true -> accepted D T ns \/ ~ accepted D T ns.
Proof.
  intros R. destruct (some_digits D (of_list ns) (bounded_list ns)) as (w & (h & B) & H).
  set (ts := map Pos.of_nat (seq 1 (length ns))). assert (E : map (of_list ns) ts = ns).
  { unfold ts. rewrite map_map. apply (nth_ext _ _ 0%N 0%N); rewrite map_length, seq_length; auto. intros i L.
    rewrite (nth_indep _ 0%N (of_list ns (Pos.of_nat 0))) by (rewrite map_length, seq_length; auto).
    rewrite (map_nth (fun i => of_list ns (Pos.of_nat i))), seq_nth by auto. unfold of_list. rewrite Nat2Pos.id by lia. f_equal. lia. }
  pose proof (accepted_at D T (of_list ns) w ts H) as A. rewrite E in A. rewrite A. unfold reads in R. apply andb_prop in R.
  pose proof (bounded_list (map w ts)) as (k & Bk). pose proof (L_run T (proj1 R) k (start T) (of_list (map w ts)) Bk) as K.
  unfold L in K. unfold accepts. destruct (fst (row T (run (of_aut T) k (start T) (of_list (map w ts))))); [left; apply K; reflexivity|].
  right. intros Q. apply K in Q. discriminate.
Qed.


(** * Decided once *)
Lemma nth_tracks n i : i < n -> nth i (tracks 0 n) 1%positive = track i.
Proof.
  intros L. unfold tracks. rewrite (nth_indep _ _ (track (0 + 0))) by (rewrite map_length, seq_length; auto).
  rewrite (map_nth (fun i => track (0 + i))), seq_nth by auto. reflexivity.
Qed.
Lemma track_of u : track (Pos.to_nat u - 1) = u.
Proof. unfold track. apply Pos2Nat.inj. rewrite SuccNat2Pos.id_succ. pose proof (Pos2Nat.is_pos u). lia. Qed.
Lemma sem_in_tracks A n v : n <> 0 -> reads A n = true -> bounded v -> (sem (FAtom (In None A (tracks 0 n))) v <-> accepts A v).
Proof.
  intros Ne R B. rewrite sem_in_binary; auto.
  - apply (reads_accepts A n); auto; [apply bounded_list|]. intros u Lu.
    assert (Lw : Pos.to_nat u - 1 < n). { apply Pos2Nat.inj_le in Lu. rewrite Nat2Pos.id in Lu by lia.
    pose proof (Pos2Nat.is_pos u). lia. }
    unfold of_list. rewrite (nth_indep _ 0%N (v 1%positive)) by (rewrite map_length; unfold tracks;
      rewrite map_length, seq_length; auto).
    rewrite (map_nth v), nth_tracks by auto. rewrite track_of. auto.
  - unfold tracks. destruct n; [congruence|discriminate].
  - unfold tracks. rewrite map_length, seq_length. auto.
Qed.
(* an automaton that was made of a formula says the same as the formula *)
Lemma made_says D f A n v : make D f = Some A -> n <> 0 -> reads A n = true -> bounded v ->
  (sem (FAtom (In D A (tracks 0 n))) v <-> sem f v).
Proof.
  intros E Ne R B. destruct (some_digits D v B) as (w & (h & Bw) & H).
  rewrite (in_at_digits D A (tracks 0 n) v w); [|destruct n; [congruence|discriminate]|exact H].
  rewrite (sem_in_tracks A n w Ne R (ex_intro _ h Bw)), <- (make_ok D f A v w E H h Bw). unfold reads in R. apply andb_prop in R.
  exact (L_run A (proj1 R) h (start A) w Bw).
Qed.
(* the formula, which speaks of the first n tracks, as an automaton that reads digits *)
Definition compile (D : digits) (n : nat) (f : form) : form :=
  if is_yes f then f else
  match make D f with
  | Some A => if negb (Nat.eqb n 0) && reads A n then FAtom (In D A (tracks 0 n)) else f
  | None => f
  end.
Lemma compile_ok D n f v : bounded v -> (sem (compile D n f) v <-> sem f v).
Proof.
  intros B. unfold compile. destruct (is_yes f); [tauto|]. destruct (make D f) as [A|] eqn:E; [|tauto].
  destruct (negb (Nat.eqb n 0) && reads A n) eqn:C; [|tauto]. apply andb_prop in C. destruct C as [Ne R].
  apply negb_true_iff, Nat.eqb_neq in Ne. exact (made_says D f A n v E Ne R B).
Qed.

(* Not, and, or, there is: what they do to automata, and that the results decide what they should.

   "And" and "or" are pairs of states.  "There is a number for the track t" is the set of the states in which the automaton can
     be after
   some digits of t.  A number for t may be longer than all others:
     so a set accepts if from one of its states digits of t alone, beside
   zeros, lead to a state that accepts.  These states are found by growth, and looked at: [closed].

   Nothing here must be read to believe a theorem. *)
Require Import List NArith ZArith PArith Bool Lia FMapPositive.
From Grundy Require Import Tree Automaton.
Import ListNotations.
Module M := PositiveMap.

(* not *)
Definition aut_not (A : aut) : aut :=
  {| start := start A; rows := M.map (fun '(b, t) => (negb b, t)) (rows A) |}.
Definition total (A : aut) : bool :=       (* no state without a row is reached *)
  let ins := fun q => M.mem q (rows A) in ins (start A) && forallb (fun '(_, (_, t)) => tree_all2 (fun q (_ :
    unit) => ins q) t (Leaf tt)) (M.elements (rows A)).
Lemma total_row A : total A = true -> forall f v, exists r, M.find (run (of_aut A) f (start A) v) (rows A) = Some r.
Proof.
  unfold total. rewrite andb_true_iff, forallb_forall. intros [I H].
  assert (K : forall f q v, M.mem q (rows A) = true -> M.mem (run (of_aut A) f q v) (rows A) = true).
  { induction f; intros q v Hq; simpl; auto. apply IHf. rewrite M.mem_find in Hq.
    destruct (M.find q (rows A)) as [[b t]|] eqn:F; [|discriminate]. unfold row. rewrite F. simpl.
    specialize (H (q, (b, t)) (M.elements_correct _ _ F)). simpl in H.
    apply (all2_ok (fun q (_ : unit) => M.mem q (rows A)) (bits v)) in H. exact H. }
  intros f v. specialize (K f (start A) v I). rewrite M.mem_find in K. destruct (M.find _ (rows A)); [eauto|discriminate].
Qed.
Lemma row_not A q b t : row A q = (b, t) -> M.mem q (rows A) = true -> row (aut_not A) q = (negb b, t).
Proof.
  unfold row, aut_not. simpl. unfold M.map. rewrite M.gmapi, M.mem_find. destruct (M.find q (rows A)) as [[c u]|];
    [|discriminate].
  simpl. intros H _. injection H as -> ->. auto.
Qed.
Theorem decides_not A P : total A = true -> decides (of_aut A) P -> decides (of_aut (aut_not A)) (fun v => ~ P v).
Proof.
  intros T D f v B. rewrite <- (D f v B). simpl.
  assert (E : forall f v, run (of_aut (aut_not A)) f (start A) v = run (of_aut A) f (start A) v).
  { assert (forall f q v, run (of_aut (aut_not A)) f q v = run (of_aut A) f q v).
    { clear. induction f; intros q v; simpl; auto. rewrite <- IHf. f_equal. f_equal.
      unfold row. simpl. unfold M.map. rewrite M.gmapi. destruct (M.find q (rows A)) as [[b t]|]; auto. }
    auto. }
  change (start (aut_not A)) with (start A). rewrite E. destruct (total_row A T f v) as [[b t] F].
  unfold row. simpl. unfold M.map. rewrite M.gmapi, F. simpl. destruct b; simpl; intuition discriminate.
Qed.

(* and, or *)
Definition peqb (p q : positive * positive) : bool := Pos.eqb (fst p) (fst q) && Pos.eqb (snd p) (snd q).
Lemma peqb_ok : sound peqb.
Proof. intros [a b] [c d] H. apply andb_prop in H. destruct H as [H1 H2]. apply Pos.eqb_eq in H1, H2. simpl in *. congruence. Qed.
Lemma pos_ok : sound Pos.eqb.
Proof. intros a b H. apply Pos.eqb_eq; auto. Qed.
(* [u]: the answer of one part that settles the whole: false for and, true for or *)
Definition op (u : bool) (a b : bool) : bool := if u then a || b else a && b.
Definition is (u : bool) (a : option bool) : bool := match a with Some b => Bool.eqb u b | None => false end.
Definition pair_sym (u : bool) (A B : aut) : machine (positive * positive) :=
  {| init := (start A, start B);
     step p := tree_map2 peqb pair (snd (row A (fst p))) (snd (row B (snd p)));
     acc p := op u (fst (row A (fst p))) (fst (row B (snd p)));
     sink p := let a := const A (fst p) in let b := const B (snd p) in
               if is u a || is u b then Some u else if is (negb u) a && is (negb u) b then Some (negb u) else None |}.
Lemma run_pair u A B : forall f p q v, run (pair_sym u A B) f (p, q) v = (run (of_aut A) f p v, run (of_aut B) f q v).
Proof. induction f; intros p q v; cbn [run]; auto. cbn [step pair_sym]. rewrite look_app2 by apply peqb_ok. apply IHf. Qed.
Lemma is_const A u q : is u (const A q) = true -> const A q = Some u.
Proof. destruct (const A q) as [b|]; simpl; [|discriminate]. intros H. apply eqb_prop in H. congruence. Qed.
Lemma sinks_ok_pair u A B : sinks_ok (pair_sym u A B).
Proof.
  intros [p q] b H f v. rewrite run_pair. simpl in *.
  pose proof (fun c e => sinks_ok_aut A p c e f v) as SA. pose proof (fun c e => sinks_ok_aut B q c e f v) as SB. simpl in SA, SB.
  destruct (is u (const A p) || is u (const B q)) eqn:E.
  - injection H as <-. apply orb_prop in E. unfold op. destruct E as [E|E]; apply is_const in E.
    + rewrite (SA _ E). destruct u; auto.
    + rewrite (SB _ E). destruct u; [apply orb_true_r|apply andb_false_r].
  - destruct (is (negb u) (const A p) && is (negb u) (const B q)) eqn:E2; [|discriminate]. injection H as <-.
    apply andb_prop in E2. destruct E2 as [E1 E2]. apply is_const in E1, E2. rewrite (SA _ E1), (SB _ E2). destruct u; auto.
Qed.
Theorem decides_and A B P Q : decides (of_aut A) P -> decides (of_aut B) Q -> decides (pair_sym false A B) (fun v => P v /\ Q v).
Proof.
  intros D E f v H. change (init (pair_sym false A B)) with (start A, start B). rewrite run_pair. cbn [acc pair_sym fst snd op].
  rewrite andb_true_iff. rewrite <- (D f v H), <- (E f v H). simpl. tauto.
Qed.
Theorem decides_or A B P Q : decides (of_aut A) P -> decides (of_aut B) Q -> decides (pair_sym true A B) (fun v => P v \/ Q v).
Proof.
  intros D E f v H. change (init (pair_sym true A B)) with (start A, start B). rewrite run_pair. cbn [acc pair_sym fst snd op].
  rewrite orb_true_iff. rewrite <- (D f v H), <- (E f v H). simpl. tauto.
Qed.

(* there is.  The states: sorted lists of states.  What makes numbers longer than all others unproblematic:
  [sat], the states from which some number on
   the bound track is accepted when all others are 0. *)
Section Ex.
Variable A : aut.
Variable t : positive.
Definition L (q : positive) (v : val) := exists f, below f v /\ fst (row A (run (of_aut A) f q v)) = true.
Definition padded : bool :=      (* a digit 0 of all numbers changes nothing *)
  forallb (fun '(q, (b, tr)) => Bool.eqb b (fst (row A (look tr (fun _ => false))))) (M.elements (rows A)).
Hypothesis pad : padded = true.
Lemma pad_row q : fst (row A (look (snd (row A q)) (fun _ => false))) = fst (row A q).
Proof.
  unfold padded in pad. rewrite forallb_forall in pad. destruct (M.find q (rows A)) as [[b tr]|] eqn:F.
  - specialize (pad (q, (b, tr)) (M.elements_correct _ _ F)). simpl in pad. apply eqb_prop in pad.
    assert (E : row A q = (b, tr)) by (unfold row; rewrite F; auto). rewrite E. simpl. auto.
  - assert (E : row A q = (false, Leaf q)) by (unfold row; rewrite F; auto). rewrite E. simpl. rewrite E. auto.
Qed.
Lemma run_zero q f v : below 0 v -> fst (row A (run (of_aut A) f q v)) = fst (row A q).
Proof.
  revert q v. induction f; intros q v B; simpl; auto. rewrite IHf.
  - rewrite (look_ext _ (bits v) (fun _ => false)), pad_row; auto. intros u. unfold bits. rewrite (below_0 v u B). auto.
  - intros u. unfold half. rewrite (below_0 v u B). simpl. lia.
Qed.
Lemma run_more f : forall g q v, below f v -> f <= g -> fst (row A (run (of_aut A) g q v)) = fst (row A (run (of_aut A) f q v)).
Proof.
  induction f; intros g q v B Hg.
  - apply run_zero; auto.
  - destruct g; [lia|]. simpl. apply IHf; [apply below_half; auto|lia].
Qed.
Lemma L_run f q v : below f v -> (L q v <-> fst (row A (run (of_aut A) f q v)) = true).
Proof.
  intros B. split.
  - intros (g & Bg & H). rewrite <- (run_more f (max f g)); auto; [|lia]. rewrite (run_more g); auto; lia.
  - intros H. exists f. auto.
Qed.
Lemma L_ext1 q v w : (forall u, v u = w u) -> L q v -> L q w.
Proof.
  intros H (f & B & E). exists f. split; [intros u; rewrite <- H; apply B|]. rewrite <- (run_ext _ f q v w); auto.
Qed.
Lemma L_ext q v w : (forall u, v u = w u) -> (L q v <-> L q w).
Proof. intros H. split; apply L_ext1; auto. Qed.
Lemma L_step q v : L q v <-> L (look (snd (row A q)) (bits v)) (half v).
Proof.
  split.
  - intros (f & B & E). assert (B' : below (S f) v) by (apply (below_le f); auto).
    rewrite <- (run_more f (S f)) in E; auto. exists f. split; [apply below_half; auto|]. exact E.
  - intros (f & B & E). exists (S f). split; [|exact E]. intros u. specialize (B u). unfold half in B.
    rewrite Nat2N.inj_succ, N.pow_succ_r'. pose proof (div2_odd' (v u)). destruct (N.odd (v u)); simpl N.b2n in *; lia.
Qed.
Lemma half_upd v n u : half (upd v t n) u = upd (half v) t (N.div2 n) u.
Proof. unfold half, upd. destruct (Pos.eqb u t); auto. Qed.
Lemma bits_upd v n u : bits (upd v t n) u = upd (bits v) t (N.odd n) u.
Proof. unfold bits, upd. destruct (Pos.eqb u t); auto. Qed.

Definition SomeN (q : positive) (v : val) := exists n, L q (upd v t n).
Lemma SomeN_step q v : SomeN q v <-> exists d, SomeN (look (snd (row A q)) (upd (bits v) t d)) (half v).
Proof.
  split.
  - intros (n & H). apply L_step in H. exists (N.odd n), (N.div2 n).
    rewrite (look_ext _ _ _ (bits_upd v n)) in H. rewrite (L_ext _ _ _ (half_upd v n)) in H. exact H.
  - intros (d & n & H). exists (2 * n + N.b2n d)%N. apply L_step.
    rewrite (look_ext _ _ _ (bits_upd v _)), double_odd. rewrite (L_ext _ _ _ (half_upd v _)), double_div2. exact H.
Qed.

Definition two (q : positive) (d : bool) : positive := look (snd (row A q)) (upd (fun _ => false) t d).
Fixpoint grow (n : nat) (m : M.t unit) : M.t unit :=
  match n with
  | O => m
  | S n' => let m' := fold_left (fun m '(q, _) => if M.mem q m then m else if M.mem (two q false) m || M.mem (two q true) m
    then M.add q tt m else m)
                       (M.elements (rows A)) m in
            if Nat.eqb (M.cardinal m') (M.cardinal m) then m' else grow n' m'
  end.
Definition firsts : M.t unit := fold_left (fun m '(q, (b, _)) => if b :
  bool then M.add q tt m else m) (M.elements (rows A)) (M.empty _).
Definition sat_set (n : nat) : M.t unit := grow n firsts.
Definition closed (m : M.t unit) : bool :=
  forallb (fun '(q, (b, _)) => M.mem q m || negb (b || M.mem (two q false) m || M.mem (two q true) m)) (M.elements (rows A)).
Definition good (m : M.t unit) := forall q, M.mem q m = true -> SomeN q zero.
Lemma mem_add q r (m : M.t unit) : M.mem q (M.add r tt m) = true -> q = r \/ M.mem q m = true.
Proof.
  rewrite !M.mem_find. destruct (Pos.eq_dec q r) as [->|E]; auto. rewrite M.gso by auto. auto.
Qed.
Lemma half_zero u : half zero u = zero u. Proof. reflexivity. Qed.
Lemma SomeN_ext q v w : (forall u, v u = w u) -> SomeN q v -> SomeN q w.
Proof.
  intros H (n & E). exists n. rewrite (L_ext _ _ (upd v t n)); auto. intros u. unfold upd. rewrite H. auto.
Qed.
Lemma good_two q d m : good m -> M.mem (two q d) m = true -> SomeN q zero.
Proof. intros G H. apply SomeN_step. exists d. apply (G _ H). Qed.
Lemma good_firsts : good firsts.
Proof.
  unfold firsts. assert (K : forall l m, (forall q b tr, In (q, (b, tr)) l -> row A q = (b, tr)) -> good m ->
     good (fold_left (fun m '(q, (b, _)) => if b : bool then M.add q tt m else m) l m)).
  { induction l as [|[q [b tr]] l IH]; intros m H G; simpl; auto. apply IH.
    - intros q' b' tr' I. apply H. right. auto.
    - destruct b; auto. intros r I. apply mem_add in I. destruct I as [->|I]; auto.
      exists 0%N, 0. split.
      + apply below_upd; [intros u; unfold zero; simpl; lia|simpl; lia].
      + simpl. rewrite (H q true tr (or_introl eq_refl)). auto. }
  apply K.
  - intros q b tr I. apply M.elements_complete in I. unfold row. rewrite I. auto.
  - intros q H. rewrite M.mem_find, M.gempty in H. discriminate.
Qed.
Lemma good_grow n : forall m, good m -> good (grow n m).
Proof.
  induction n; intros m G; cbn [grow]; auto.
  set (m' := fold_left _ _ _).
  assert (G' : good m').
  { unfold m'. clear m'. generalize (M.elements (rows A)). intros l. revert m G.
    induction l as [|[q x] l IH]; intros m G; simpl; auto. apply IH.
    destruct (M.mem q m); auto. destruct (M.mem (two q false) m) eqn:E1; simpl.
    - intros r I. apply mem_add in I. destruct I as [->|I]; auto. eapply good_two; eauto.
    - destruct (M.mem (two q true) m) eqn:E2; auto.
      intros r I. apply mem_add in I. destruct I as [->|I]; auto. eapply good_two; eauto. }
  destruct (Nat.eqb _ _); auto.
Qed.
Lemma closed_none m : closed m = true -> forall f q v, below f v -> (forall u, u <> t -> v u = 0%N) -> M.mem q m = false ->
  fst (row A (run (of_aut A) f q v)) = false.
Proof.
  unfold closed. rewrite forallb_forall. intros H.
  assert (K : forall q, M.mem q m = false -> fst (row A q) = false /\ forall d, M.mem (two q d) m = false).
  { intros q Hq. destruct (M.find q (rows A)) as [[b tr]|] eqn:F.
    - specialize (H (q, (b, tr)) (M.elements_correct _ _ F)). simpl in H. rewrite Hq in H. simpl in H.
      rewrite negb_true_iff, !orb_false_iff in H. destruct H as [[H1 H2] H3].
      assert (E : row A q = (b, tr)) by (unfold row; rewrite F; auto). rewrite E. simpl. split; auto. intros [|]; auto.
    - assert (E : row A q = (false, Leaf q)) by (unfold row; rewrite F; auto). unfold two. rewrite E. simpl. auto. }
  induction f; intros q v B Z Hq; destruct (K q Hq) as [K1 K2]; simpl; auto.
  apply IHf; [apply below_half; auto|intros u Hu; unfold half; rewrite Z; auto|].
  rewrite (look_ext _ (bits v) (upd (fun _ => false) t (N.odd (v t)))); [apply K2|].
  intros u. unfold bits, upd. destruct (Pos.eqb_spec u t); [subst; auto|]. rewrite Z; auto.
Qed.

(* sets of states *)
Fixpoint union (a : list positive) : list positive -> list positive :=
  match a with
  | [] => fun b => b
  | x :: a' => fix go (b : list positive) : list positive :=
      match b with
      | [] => a
      | y :: b' => match Pos.compare x y with
                   | Eq => x :: union a' b'
                   | Lt => x :: union a' b
                   | Gt => y :: go b' end
      end
  end.
Lemma union_in x : forall a b, In x (union a b) <-> In x a \/ In x b.
Proof.
  induction a as [|y a IHa]; intros b; [simpl; tauto|].
  induction b as [|z b IHb]; [simpl; tauto|]. cbn [union]. fold union. destruct (Pos.compare_spec y z) as [E|E|E].
  - cbn [In]. rewrite IHa. subst. tauto.
  - cbn [In]. rewrite IHa. cbn [In]. tauto.
  - cbn [union] in IHb. cbn [In]. rewrite IHb. cbn [In]. tauto.
Qed.
Fixpoint leqb (a b : list positive) : bool :=
  match a, b with [], [] => true | x :: a', y :: b' => Pos.eqb x y && leqb a' b' | _, _ => false end.
Lemma leqb_ok : sound leqb.
Proof.
  intros a. induction a; intros [|y b] H; simpl in H; try discriminate; auto.
  apply andb_prop in H. destruct H as [H1 H2]. apply Pos.eqb_eq in H1. f_equal; auto.
Qed.
(* leave out what cannot accept; only one state if it accepts whatever follows *)
Definition norm (l : list positive) : list positive :=
  match find (fun q => is true (const A q)) l with Some q => [q] | None => filter (fun q => negb (is false (const A q))) l end.
Definition SomeS (l : list positive) (v : val) := exists q, In q l /\ SomeN q v.
Lemma const_L q b v : const A q = Some b -> bounded v -> (L q v <-> b = true).
Proof.
  intros H (f & B). rewrite (L_run f) by auto. pose proof (sinks_ok_aut A q b H f v) as E. simpl in E. rewrite E. tauto.
Qed.
Lemma bounded_upd v n : bounded v -> bounded (upd v t n).
Proof.
  intros (f & B). exists (max f (N.size_nat n)). apply below_upd.
  - apply (below_le f); auto; lia.
  - eapply N.lt_le_trans; [apply size_bound|]. apply N.pow_le_mono_r; lia.
Qed.
Lemma norm_ok l v : bounded v -> (SomeS (norm l) v <-> SomeS l v).
Proof.
  intros B. unfold norm, SomeS. destruct (find _ l) as [p|] eqn:F.
  - apply find_some in F. destruct F as [I C]. apply is_const in C.
    split; intros _; exists p; split; simpl; auto; exists 0%N; apply (const_L p true); auto using bounded_upd.
  - split; intros (q & I & n & H); exists q.
    + apply filter_In in I. destruct I. split; auto. exists n; auto.
    + split; [|exists n; auto]. apply filter_In. split; auto. destruct (is false (const A q)) eqn:C; auto.
      apply is_const in C. apply (const_L _ _ (upd v t n)) in C; [|apply bounded_upd; auto]. apply C in H. discriminate.
Qed.
Definition outs : M.t (tree (list positive)) :=
  M.map (fun '(_, tr) => tree_map2 leqb union (tree_map leqb (fun q => [q]) (fix_digit t false tr)) (tree_map leqb (fun q =>
    [q]) (fix_digit t true tr))) (rows A).
Definition out (o : M.t (tree (list positive))) (q : positive) : tree (list positive) :=
  match M.find q o with Some tr => tr | None => Leaf [q] end.
Lemma out_ok q r b : In r (look (out outs q) b) <-> exists d, r = look (snd (row A q)) (upd b t d).
Proof.
  unfold out, outs, row. unfold M.map. rewrite M.gmapi. destruct (M.find q (rows A)) as [[c tr]|]; simpl.
  - rewrite look_app2 by apply leqb_ok. rewrite union_in. rewrite !look_tmap by apply leqb_ok. rewrite !look_fix_digit. simpl.
    split.
    + intros [[H|[]]|[H|[]]]; [exists false|exists true]; auto.
    + intros ([|] & ->); auto.
  - split; [intros [->|[]]; exists true; auto|intros (_ & ->); auto].
Qed.
Definition sets_step (o : M.t (tree (list positive))) (l : list positive) : tree (list positive) :=
  tree_map leqb norm (fold_left (fun tr q => tree_map2 leqb union tr (out o q)) l (Leaf [])).
Lemma sets_step_ok l r b : In r (look (fold_left (fun tr q => tree_map2 leqb union tr (out outs q)) l (Leaf [])) b) <->
  exists q, In q l /\ In r (look (out outs q) b).
Proof.
  assert (K : forall l tr, In r (look (fold_left (fun tr q => tree_map2 leqb union tr (out outs q)) l tr) b) <->
     In r (look tr b) \/ exists q, In q l /\ In r (look (out outs q) b)).
  { induction l0 as [|q l0 IH]; intros tr; simpl.
    - split; auto. intros [H|(q & [] & _)]; auto.
    - rewrite IH, look_app2, union_in by apply leqb_ok. split.
      + intros [[H|H]|(p & I & H)]; [auto|right; exists q; auto|right; exists p; auto].
      + intros [H|(p & [->|I] & H)]; [auto|auto|right; exists p; auto]. }
  rewrite K. simpl. tauto.
Qed.
Variable sat : M.t unit.
Hypothesis sat_good : good sat.
Hypothesis sat_closed : closed sat = true.
Definition ex_sym : machine (list positive) :=
  let o := outs in
  {| init := norm [start A];
     step := sets_step o;
     acc l := existsb (fun q => M.mem q sat) l;
     sink l := match l with [] => Some false | [q] => if is true (const A q) then Some true else None | _ => None end |}.
Lemma sat_iff q : M.mem q sat = true <-> SomeN q zero.
Proof.
  split; [apply sat_good|]. intros (n & f & B & H). destruct (M.mem q sat) eqn:E; auto.
  rewrite (closed_none sat sat_closed f q _ B) in H; auto. intros u Hu. unfold upd. destruct (Pos.eqb_spec u t); auto.
  contradiction.
Qed.
Lemma ex_run f : forall l v, below f v -> (acc ex_sym (run ex_sym f l v) = true <-> SomeS l v).
Proof.
  induction f; intros l v B.
  - simpl. rewrite existsb_exists. unfold SomeS. split; intros (q & I & H); exists q; split; auto.
    + apply sat_iff in H. eapply SomeN_ext; [|apply H]. intros u. rewrite (below_0 v u B). auto.
    + apply sat_iff. eapply SomeN_ext; [|apply H]. intros u. apply below_0; auto.
  - cbn [run]. rewrite IHf by (apply below_half; auto). cbn [step ex_sym]. unfold sets_step. rewrite look_tmap by apply leqb_ok.
    rewrite norm_ok by (exists f; apply below_half; auto). unfold SomeS. split.
    + intros (r & I & H). apply sets_step_ok in I. destruct I as (q & I & J). apply out_ok in J. destruct J as (d & ->).
      exists q. split; auto. apply SomeN_step. exists d. auto.
    + intros (q & I & H). apply SomeN_step in H. destruct H as (d & H). eexists. split; [|apply H].
      apply sets_step_ok. exists q. split; auto. apply out_ok. exists d. auto.
Qed.
Lemma sinks_ok_ex_below l b : sink ex_sym l = Some b -> forall f v, below f v -> acc ex_sym (run ex_sym f l v) = b.
Proof.
  intros H f v B. simpl in H. destruct l as [|q [|]]; try discriminate.
  - injection H as <-. apply not_true_is_false. rewrite ex_run by auto. intros (q & [] & _).
  - destruct (is true (const A q)) eqn:C; [|discriminate]. injection H as <-. apply ex_run; auto.
    exists q. split; simpl; auto. apply is_const in C. exists 0%N. apply (const_L q true); auto. apply bounded_upd. exists f.
    auto.
Qed.
(* how the automaton runs depends on the digits that are read alone *)
Lemma run_same {T} (X : machine T) f : forall s v w, (forall u, N.modulo (v u) (2 ^ N.of_nat f) = N.modulo (w u) (2 ^ N.of_nat
  f)) ->
  run X f s v = run X f s w.
Proof.
  induction f; intros s v w H; cbn [run]; auto.
  assert (E : forall n, (n mod 2 ^ N.of_nat (S f) = 2 * ((N.div2 n) mod 2 ^ N.of_nat f) + N.b2n (N.odd n))%N).
  { intros n. rewrite Nat2N.inj_succ, N.pow_succ_r', N.mod_mul_r by (try apply N.pow_nonzero; lia).
    rewrite <- N.div2_div. rewrite <- N.bit0_mod, N.bit0_odd. lia. }
  assert (K : forall u, N.odd (v u) = N.odd (w u) /\ (N.div2 (v u) mod 2 ^ N.of_nat f = N.div2 (w u) mod 2 ^ N.of_nat f)%N).
  { intros u. specialize (H u). rewrite !E in H. split.
    - apply (f_equal N.odd) in H. rewrite !double_odd in H. auto.
    - apply (f_equal N.div2) in H. rewrite !double_div2 in H. auto. }
  rewrite (look_ext _ (bits v) (bits w)) by (intros u; apply K). apply IHf. intros u. apply K.
Qed.
Lemma sinks_ok_ex : sinks_ok ex_sym.
Proof.
  intros l b H f v. rewrite (run_same _ f l v (fun u => N.modulo (v u) (2 ^ N.of_nat f))).
  - apply sinks_ok_ex_below; auto. intros u. apply N.mod_lt, N.pow_nonzero. lia.
  - intros u. rewrite N.mod_mod by (apply N.pow_nonzero; lia). auto.
Qed.
Theorem decides_ex P : decides (of_aut A) P -> decides ex_sym (fun v => exists n, P (upd v t n)).
Proof.
  intros D f v B. cbn [init ex_sym]. rewrite ex_run by auto. rewrite norm_ok by (exists f; auto). unfold SomeS.
  assert (K : forall n, L (start A) (upd v t n) <-> P (upd v t n)).
  { intros n. assert (bounded (upd v t n)) by (apply bounded_upd; exists f; auto). destruct H as (g & Bg).
    rewrite (L_run g) by auto. apply (D g _ Bg). }
  split.
  - intros (q & [<-|[]] & n & H). exists n. apply K; auto.
  - intros (n & H). exists (start A). split; [simpl; auto|]. exists n. apply K; auto.
Qed.
End Ex.

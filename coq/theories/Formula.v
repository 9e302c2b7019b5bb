(* Formulas: trees of atoms, with their meaning and a decision.  The other files write what they want to show as formulas.

   To believe a theorem that rests on a formula, read [sem] (and [atom_means] of Program.v).  [valid_sound] says that a formula of
   which [valid] is true is true of all numbers. *)
Require Import List NArith ZArith PArith Bool Lia.
From Grundy Require Import Tree Automaton Search Operations Atoms Numeration Program.
Import ListNotations.

Inductive form :=
| FAtom (a : atom) | FNot (a : form) | FAnd (a b : form) | FOr (a b : form)
| FEx (t : positive) (a : form) | FAll (t : positive) (a : form).   (* some number, every number for the track t *)
Fixpoint sem (f : form) : Pr :=
  match f with
  | FAtom a => atom_means a
  | FNot a => fun v => ~ sem a v
  | FAnd a b => fun v => sem a v /\ sem b v
  | FOr a b => fun v => sem a v \/ sem b v
  | FEx t a => fun v => exists n, sem a (upd v t n)
  | FAll t a => fun v => forall n, sem a (upd v t n)
  end.

(** * The decision *)
(* the automata of the parts of a formula: [Some false], its parts under "and"; [Some true], under "or";
  [None], of itself alone *)
Fixpoint parts (u : option bool) (f : form) : list (option aut) :=
  match f with
  | FAtom a => [make_atom a]
  | FNot a => [make_not (join_all false (parts None a))]
  | FEx t a => [make_exists t (join_all false (parts None a))]
  | FAll t a => [make_not (make_exists t (make_not (join_all false (parts None a))))]
  | FAnd a b => let l := parts (Some false) a ++ parts (Some false) b in
                match u with Some false => l | _ => [join_all false l] end
  | FOr a b => let l := parts (Some true) a ++ parts (Some true) b in
               match u with Some true => l | _ => [join_all true l] end
  end.
Definition decide (f : form) : option aut := join_all false (parts None f).
Definition valid (f : form) : bool := always (decide f).

Lemma all_or_some_app u Ps Qs v : all_or_some u (Ps ++ Qs) v <->
  if u then all_or_some u Ps v \/ all_or_some u Qs v else all_or_some u Ps v /\ all_or_some u Qs v.
Proof.
  induction Ps as [|P Ps IH]; unfold all_or_some in *; cbn [app fold_right]; [destruct u; tauto|]. destruct u; rewrite IH; tauto.
Qed.
Lemma make_all_fine t o P : fine o P -> fine (make_not (make_exists t (make_not o))) (fun v => forall n, P (upd v t n)).
Proof.
  intros F. pose proof (make_not_fine _ _ (make_exists_fine t _ _ (make_not_fine o P F))) as K. destruct o as [A|]; [|exact I].
  destruct (make_not _) as [C|]; [|exact I]. intros f v B. rewrite (K f v B). split; [|intros H (n & N); apply N, H].
  intros N n. destruct (bounded_upd t v n (ex_intro _ f B)) as (g & Bg). simpl in F. specialize (F g _ Bg).
  destruct (acc (of_aut A) (run (of_aut A) g (init (of_aut A)) (upd v t n))); [apply F; auto|].
  exfalso. apply N. exists n. intros H. apply F in H. discriminate.
Qed.
Lemma parts_fine f : forall u, exists Ps, Forall2 fine (parts u f) Ps /\
  forall v, all_or_some (match u with Some true => true | _ => false end) Ps v <-> sem f v.
Proof.
  assert (One : forall o f u, fine o (sem f) -> exists Ps, Forall2 fine [o] Ps /\
    forall v, all_or_some (match u with Some true => true | _ => false end) Ps v <-> sem f v).
  { intros o g u H. exists [sem g]. split; [constructor; [exact H|constructor]|]. intros v. destruct u as [[|]|]; simpl; tauto. }
  induction f; intros u.
  - apply One, make_atom_fine.
  - cbn [parts]. destruct (IHf None) as (Ps & H & E). apply (One _ (FNot f) u). apply (make_not_fine _ (sem f)).
    eapply fine_ext; [apply E|]. apply join_all_fine; auto.
  - destruct (IHf1 (Some false)) as (Ps & H & E), (IHf2 (Some false)) as (Qs & H' & E').
    assert (A : Forall2 fine (parts (Some false) f1 ++ parts (Some false) f2) (Ps ++ Qs)) by (apply Forall2_app; auto).
    assert (S : forall v, all_or_some false (Ps ++ Qs) v <-> sem (FAnd f1 f2) v).
    { intros v. rewrite all_or_some_app. cbn [sem]. rewrite <- E, <- E'. tauto. }
    cbn [parts]. destruct u as [[|]|]; [apply (One _ (FAnd f1 f2) (Some true))|exists (Ps ++ Qs);
      auto|apply (One _ (FAnd f1 f2) None)];
    (eapply fine_ext; [apply S|]); apply join_all_fine; auto.
  - destruct (IHf1 (Some true)) as (Ps & H & E), (IHf2 (Some true)) as (Qs & H' & E').
    assert (A : Forall2 fine (parts (Some true) f1 ++ parts (Some true) f2) (Ps ++ Qs)) by (apply Forall2_app; auto).
    assert (S : forall v, all_or_some true (Ps ++ Qs) v <-> sem (FOr f1 f2) v).
    { intros v. rewrite all_or_some_app. cbn [sem]. rewrite <- E, <- E'. tauto. }
    cbn [parts]. destruct u as [[|]|]; [exists (Ps ++ Qs); auto|apply (One _ (FOr f1 f2) (Some false))|apply (One _ (FOr f1 f2)
      None)];
    (eapply fine_ext; [apply S|]); apply join_all_fine; auto.
  - cbn [parts]. destruct (IHf None) as (Ps & H & E). apply (One _ (FEx t f) u). apply (make_exists_fine t _ (sem f)).
    eapply fine_ext; [apply E|]. apply join_all_fine; auto.
  - cbn [parts]. destruct (IHf None) as (Ps & H & E). apply (One _ (FAll t f) u). apply (make_all_fine t _ (sem f)).
    eapply fine_ext; [apply E|]. apply join_all_fine; auto.
Qed.
Lemma decide_fine f : fine (decide f) (sem f).
Proof. destruct (parts_fine f None) as (Ps & P & E). eapply fine_ext; [exact E|]. apply join_all_fine; auto. Qed.
Theorem valid_sound f : valid f = true -> forall v, bounded v -> sem f v.
Proof. intros H. apply (always_sound _ _ H), decide_fine. Qed.

(** * The tracks of which a formula speaks *)
Definition atom_speaks (t : positive) (a : atom) : bool :=
  match a with
  | Zero _ ts | AtMost _ ts | Divides _ _ ts => existsb (fun p => Pos.eqb (fst p) t) ts
  | NimSum ts => existsb (Pos.eqb t) ts
  | In _ _ ts => match ts with [] => Pos.eqb t 1 | _ => existsb (Pos.eqb t) ts end
  end.
Fixpoint speaks (t : positive) (f : form) : bool :=
  match f with
  | FAtom a => atom_speaks t a
  | FNot a => speaks t a
  | FAnd a b | FOr a b => speaks t a || speaks t b
  | FEx u a | FAll u a => negb (Pos.eqb u t) && speaks t a
  end.
Lemma dot_same ts v w : (forall t, existsb (fun p => Pos.eqb (fst p) t) ts = true -> v t = w t) -> dot ts v = dot ts w.
Proof.
  induction ts as [|[t a] ts IH]; auto. intros H. cbn [dot]. rewrite (H t), IH; auto.
  - intros u Hu. apply H. simpl. rewrite Hu. apply orb_true_r.
  - simpl. rewrite Pos.eqb_refl. auto.
Qed.
Lemma nimsum_same ts v w : (forall t, existsb (Pos.eqb t) ts = true -> v t = w t) -> nimsum ts v = nimsum ts w.
Proof.
  induction ts as [|t ts IH]; auto. intros H. cbn [nimsum]. rewrite (H t), IH; auto.
  - intros u Hu. apply H. simpl. rewrite Hu. apply orb_true_r.
  - simpl. rewrite Pos.eqb_refl. auto.
Qed.
Lemma read_in ts u : ts <> [] -> List.In (read ts u) ts.
Proof.
  unfold read. destruct ts as [|t ts]; [contradiction|]. intros _. cbn [hd].
  destruct (nth_in_or_default (Pos.to_nat u - 1) (t :: ts) t) as [I|E]; auto. rewrite E. left. auto.
Qed.
Lemma accepts_ext T v w : (forall t, v t = w t) -> accepts T v -> accepts T w.
Proof.
  intros H (f & B & E). exists f. split; [intros u; rewrite <- H; apply B|]. rewrite <- (run_ext _ f _ v w); auto.
Qed.
Lemma atom_same a v w : (forall t, atom_speaks t a = true -> v t = w t) -> (atom_means a v <-> atom_means a w).
Proof.
  intros H. destruct a; cbn [atom_means atom_speaks] in *.
  1-3: rewrite (dot_same ts v w); auto; tauto.
  - rewrite (nimsum_same ts v w); auto. tauto.
  - assert (K : forall u, v (read ts u) = w (read ts u)).
    { intros u. apply H. destruct ts as [|t ts]; [unfold read; destruct (Pos.to_nat u - 1); reflexivity|].
      apply existsb_exists. exists (read (t :: ts) u). split; [apply read_in; discriminate|apply Pos.eqb_refl]. }
    destruct D as [W|]; [|split; apply accepts_ext; auto]. split; intros (x & Hx & A); exists x; split; auto; intros t I;
      (rewrite <- (H t) || rewrite (H t)); auto; (destruct ts as [|t' ts]; [destruct I|]); apply existsb_exists; exists t;
      auto using Pos.eqb_refl.
Qed.
Lemma sem_same f : forall v w, (forall t, speaks t f = true -> v t = w t) -> (sem f v <-> sem f w).
Proof.
  induction f; intros v w H; cbn [sem speaks] in *.
  - apply atom_same, H.
  - rewrite (IHf v w); auto. tauto.
  - rewrite (IHf1 v w), (IHf2 v w); try tauto; intros t Ht; apply H; rewrite Ht; auto using orb_true_r.
  - rewrite (IHf1 v w), (IHf2 v w); try tauto; intros t Ht; apply H; rewrite Ht; auto using orb_true_r.
  - split; intros (n & Hn); exists n; revert Hn; apply IHf; intros u Hu; unfold upd; destruct (Pos.eqb_spec u t); auto;
    first [apply H|symmetry; apply H]; destruct (Pos.eqb_spec t u); auto; congruence.
  - split; intros Hn n; specialize (Hn n); revert Hn; apply IHf; intros u Hu; unfold upd; destruct (Pos.eqb_spec u t); auto;
    first [apply H|symmetry; apply H]; destruct (Pos.eqb_spec t u); auto; congruence.
Qed.
Lemma sem_ext f v w : (forall t, v t = w t) -> (sem f v <-> sem f w).
Proof. intros H. apply sem_same. auto. Qed.

(** * Words for formulas *)
Definition yes : form := FAtom (Zero 0 []).
Definition no : form := FNot yes.
Definition implies (a b : form) : form := FOr (FNot a) b.
Definition conj (l : list form) : form := fold_right FAnd yes l.
Definition disj (l : list form) : form := fold_right FOr no l.
Definition exist (ts : list positive) (a : form) : form := fold_right FEx a ts.
Lemma sem_yes v : sem yes v. Proof. simpl. auto. Qed.
Lemma sem_no v : ~ sem no v. Proof. simpl. tauto. Qed.
Lemma sem_conj l v : sem (conj l) v <-> Forall (fun a => sem a v) l.
Proof.
  induction l as [|a l IH]; [split; auto; intros; apply sem_yes|]. change (sem a v /\
    sem (conj l) v <-> Forall (fun a => sem a v) (a :: l)).
  rewrite IH, Forall_cons_iff. tauto.
Qed.
Lemma sem_disj l v : sem (disj l) v <-> List.Exists (fun a => sem a v) l.
Proof.
  induction l as [|a l IH]; [split; intros H; [destruct (sem_no v H)|inversion H]|].
  change (sem a v \/ sem (disj l) v <-> List.Exists (fun a => sem a v) (a :: l)). rewrite IH, Exists_cons. tauto.
Qed.
(* numbers for some tracks: a valuation that is the same elsewhere *)
Definition same_off (ts : list positive) (v w : val) := forall t, ~ List.In t ts -> w t = v t.
Lemma sem_exist ts a : forall v, sem (exist ts a) v <-> exists w, same_off ts v w /\ sem a w.
Proof.
  unfold same_off. induction ts as [|t ts IH]; intros v; cbn [exist fold_right sem].
  - split; [intros H; exists v; auto|]. intros (w & E & H). revert H. apply sem_same. intros u _. symmetry. apply E. auto.
  - split.
    + intros (n & H). apply IH in H. destruct H as (w & E & H). exists w. split; auto. intros u Hu. simpl in Hu.
      rewrite E by tauto. unfold upd. destruct (Pos.eqb_spec u t); auto. subst. tauto.
    + intros (w & E & H). exists (w t). apply IH. exists w. split; auto. intros u Hu. unfold upd.
      destruct (Pos.eqb_spec u t); [congruence|]. apply E. simpl. intros [->|I]; auto.
Qed.
Lemma bounded_off ts v w : bounded v -> same_off ts v w -> bounded w.
Proof.
  intros (f & B) E. exists (max f (N.size_nat (fold_right N.max 0%N (map w ts)))). intros u.
  destruct (in_dec Pos.eq_dec u ts) as [I|I].
  - assert (K : (w u <= fold_right N.max 0 (map w ts))%N).
    { clear -I. induction ts as [|x l IH]; [contradiction|]. cbn [map fold_right].
      destruct I as [->|I]; [apply N.le_max_l|]. eapply N.le_trans; [apply (IH I)|apply N.le_max_r]. }
    eapply N.le_lt_trans; [apply K|]. eapply N.lt_le_trans; [apply size_bound|]. apply N.pow_le_mono_r; lia.
  - rewrite E by auto. eapply N.lt_le_trans; [apply B|]. apply N.pow_le_mono_r; lia.
Qed.
Lemma bounded_upd v t n : bounded v -> bounded (upd v t n).
Proof. apply Operations.bounded_upd. Qed.
(* numbers in a list, the track 1 first *)
Definition of_list (l : list N) : val := fun t => nth (Pos.to_nat t - 1) l 0%N.
Lemma bounded_list l : bounded (of_list l).
Proof.
  apply (bounded_of (fold_right N.max 0%N l)). intros t. unfold of_list. generalize (Pos.to_nat t - 1).
  induction l as [|n l IH]; intros [|i]; simpl; try lia. specialize (IH i). lia.
Qed.

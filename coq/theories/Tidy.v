(* Formulas that say the same and cost less: "there is" goes inside, as far as it can.

   A formula is decided part by part.  "There is a number for the track t" is costly, and the more so the larger its formula
     is.  So it
   is brought inside "or", and away from the parts of an "and" that do not speak of t.  [tidy_ok]
     says that this changes nothing of what
   is said. *)
Require Import List NArith ZArith PArith Bool Lia.
From Grundy Require Import Tree Automaton Search Operations Atoms Program Formula.
Import ListNotations.

Fixpoint conjuncts (f : form) : list form := match f with FAnd a b => conjuncts a ++ conjuncts b | _ => [f] end.
Fixpoint all_of (l : list form) : form := match l with [] => yes | [a] => a | a :: l' => FAnd a (all_of l') end.
Lemma all_of_ok l v : sem (all_of l) v <-> Forall (fun a => sem a v) l.
Proof.
  induction l as [|a l IH]; [split; auto; intros; apply sem_yes|].
  destruct l as [|b l]; [simpl; split; intros H; [auto|inversion H; auto]|].
  change (sem a v /\ sem (all_of (b :: l)) v <-> Forall (fun a => sem a v) (a :: b :: l)). rewrite IH.
  split; [intros [H1 H2]; auto|intros H; inversion H; auto].
Qed.
Lemma conjuncts_ok f v : Forall (fun a => sem a v) (conjuncts f) <-> sem f v.
Proof.
  induction f; cbn [conjuncts]; try (split; intros H; [inversion H; auto|constructor; auto]; fail).
  rewrite Forall_app, IHf1, IHf2. cbn [sem]. tauto.
Qed.

(* there is a number for the track t *)
Fixpoint push (t : positive) (f : form) : form :=
  match f with
  | FOr a b => FOr (push t a) (push t b)
  | _ => let l := conjuncts f in
         let inner := filter (speaks t) l in let outer := filter (fun a => negb (speaks t a)) l in
         match inner with [] => f | _ => all_of (outer ++ [FEx t (all_of inner)]) end
  end.
Lemma upd_same f t n v : speaks t f = false -> (sem f (upd v t n) <-> sem f v).
Proof. intros H. apply sem_same. intros u Hu. unfold upd. destruct (Pos.eqb_spec u t); auto. congruence. Qed.
Lemma parted t n l v : Forall (fun a => sem a (upd v t n)) l <->
  Forall (fun a => sem a v) (filter (fun a => negb (speaks t a)) l) /\ Forall (fun a => sem a (upd v t n)) (filter (speaks t) l).
Proof.
  induction l as [|a l IH]; [simpl; split; auto|]. rewrite Forall_cons_iff, IH. cbn [filter].
  destruct (speaks t a) eqn:E; cbn [negb]; rewrite Forall_cons_iff; [tauto|]. rewrite (upd_same a t n v E). tauto.
Qed.
Lemma push_and t f v : (match f with FOr _ _ => False | _ => True end) -> (sem (push t f) v <-> exists n, sem f (upd v t n)).
Proof.
  intros Nf. assert (E : push t f = let l := conjuncts f in
    let inner := filter (speaks t) l in let outer := filter (fun a => negb (speaks t a)) l in
    match inner with [] => f | _ => all_of (outer ++ [FEx t (all_of inner)]) end) by (destruct f; try contradiction; reflexivity).
  rewrite E. cbv zeta. clear E.
  assert (S : forall n, sem f (upd v t n) <-> Forall (fun a => sem a v) (filter (fun a => negb (speaks t a)) (conjuncts f)) /\
    Forall (fun a => sem a (upd v t n)) (filter (speaks t) (conjuncts f))).
  { intros n. rewrite <- conjuncts_ok. apply parted. }
  destruct (filter (speaks t) (conjuncts f)) as [|a l] eqn:F.
  - assert (K : forall n, sem f (upd v t n) <-> sem f v).
    { intros n. rewrite S, <- (conjuncts_ok f v). assert (G : filter (fun a => negb (speaks t a)) (conjuncts f) = conjuncts f).
      { clear S. revert F. generalize (conjuncts f). intros l. induction l as [|a l IH]; simpl; auto.
        destruct (speaks t a); [discriminate|]. intros H. simpl. f_equal; auto. }
      rewrite G. intuition auto. }
    split; [intros H; exists 0%N; apply K; auto|intros (n & H); apply K in H; auto].
  - rewrite all_of_ok, Forall_app, Forall_cons_iff. cbn [sem]. split.
    + intros (H1 & (n & H2) & _). exists n. apply S. split; auto. apply all_of_ok. exact H2.
    + intros (n & H). apply S in H. destruct H as [H1 H2]. split; auto. split; auto. exists n. apply all_of_ok. exact H2.
Qed.
Lemma push_ok t f : forall v, sem (push t f) v <-> exists n, sem f (upd v t n).
Proof.
  induction f; intros v; try (apply push_and; exact I). cbn [push sem]. rewrite IHf1, IHf2. split.
  - intros [(n & H)|(n & H)]; exists n; auto.
  - intros (n & [H|H]); eauto.
Qed.

(** * A track that an equation gives *)
(* a sum without the track t, and how often t is in it *)
Definition rest_of (t : positive) (ts : terms) : terms := filter (fun p => negb (Pos.eqb (fst p) t)) ts.
Definition times (t : positive) (ts : terms) : Z :=
  fold_right Z.add 0%Z (map snd (filter (fun p => Pos.eqb (fst p) t) ts)).
Definition multiple (k : Z) (ts : terms) : terms := map (fun p => (fst p, (k * snd p)%Z)) ts.
Lemma dot_rest t ts v : dot ts v = (times t ts * Z.of_N (v t) + dot (rest_of t ts) v)%Z.
Proof.
  unfold times, rest_of. induction ts as [|[u a] ts IH]; auto. cbn [dot filter fst]. destruct (Pos.eqb_spec u t) as [->|Ne];
    cbn [negb].
  - cbn [map snd fold_right]. rewrite IH. lia.
  - cbn [dot]. rewrite IH. lia.
Qed.
Lemma dot_multiple k ts v : dot (multiple k ts) v = (k * dot ts v)%Z.
Proof. unfold multiple. induction ts as [|[u a] ts IH]; cbn [map dot fst snd]; [lia|]. rewrite IH. lia. Qed.
Lemma dot_plus a b v : dot (a ++ b) v = (dot a v + dot b v)%Z.
Proof. induction a as [|[u k] a IH]; cbn [app dot]; [lia|]. rewrite IH. lia. Qed.
Lemma rest_same t ts v n : dot (rest_of t ts) (upd v t n) = dot (rest_of t ts) v.
Proof.
  unfold rest_of. induction ts as [|[u a] ts IH]; auto. cbn [filter fst]. destruct (Pos.eqb_spec u t); cbn [negb dot]; auto.
  rewrite IH.
  unfold upd. destruct (Pos.eqb_spec u t); [contradiction|auto].
Qed.
(* c + ts = 0 where t is in ts once, or less once: then t = fst + snd *)
Definition solution (t : positive) (f : form) : option (Z * terms) :=
  match f with
  | FAtom (Zero c ts) => let k := times t ts in
      if Z.eqb (Z.abs k) 1 then Some ((- k * c)%Z, ordered (multiple (- k) (rest_of t ts))) else None
  | _ => None
  end.
Definition put_sum (t : positive) (s : Z * terms) (c : Z) (ts : terms) : Z * terms :=
  let k := times t ts in ((c + k * fst s)%Z, ordered (rest_of t ts ++ multiple k (snd s))).
Definition put_in (t : positive) (s : Z * terms) (f : form) : option form :=
  if negb (speaks t f) then Some f else
  match f with
  | FAtom (Zero c ts) => let (d, us) := put_sum t s c ts in Some (FAtom (Zero d us))
  | FAtom (AtMost c ts) => let (d, us) := put_sum t s c ts in Some (FAtom (AtMost d us))
  | FAtom (Divides m c ts) => let (d, us) := put_sum t s c ts in Some (FAtom (Divides m d us))
  | _ => None
  end.
Fixpoint put_all_in (t : positive) (s : Z * terms) (l : list form) : option (list form) :=
  match l with
  | [] => Some []
  | f :: r => match put_in t s f, put_all_in t s r with Some a, Some b => Some (a :: b) | _, _ => None end
  end.
Fixpoint first_solution (t : positive) (l : list form) : option (Z * terms) :=
  match l with [] => None | f :: r => match solution t f with Some s => Some s | None => first_solution t r end end.
Definition solve (t : positive) (l : list form) : option (list form) :=
  match first_solution t l with
  | Some s => match put_all_in t s l with
              | Some l' => Some (FAtom (AtMost (- fst s) (multiple (-1) (snd s))) ::
                filter (fun f => match f with FAtom (Zero 0 []) => false | _ => true end) l')
              | None => None
              end
  | None => None
  end.
Definition sum_of (s : Z * terms) (v : val) : Z := (fst s + dot (snd s) v)%Z.
Lemma put_sum_ok t s c ts v n : Z.of_N n = sum_of s v ->
  sum_of (put_sum t s c ts) v = (c + dot ts (upd v t n))%Z.
Proof.
  intros E. unfold put_sum, sum_of in *. cbn [fst snd]. rewrite dot_ordered, dot_plus, dot_multiple, (dot_rest t ts (upd v t
    n)), rest_same.
  assert (U : upd v t n t = n) by (unfold upd; rewrite Pos.eqb_refl; auto). rewrite U, E. lia.
Qed.
Lemma put_in_ok t s f g v n : put_in t s f = Some g -> Z.of_N n = sum_of s v -> (sem f (upd v t n) <-> sem g v).
Proof.
  unfold put_in. intros H E. destruct (speaks t f) eqn:S; cbn [negb] in H; [|injection H as <-; apply upd_same; auto].
  destruct f as [[c ts|c ts|m c ts|ts|D T ts]| | | | |]; try discriminate;
    pose proof (put_sum_ok t s c ts v n E) as P; destruct (put_sum t s c ts) as [d us]; injection H as <-;
    cbn [sem atom_means]; unfold sum_of in P; cbn [fst snd] in P; rewrite P; tauto.
Qed.
Lemma put_all_in_ok t s l : forall l' v n, put_all_in t s l = Some l' -> Z.of_N n = sum_of s v ->
  (Forall (fun f => sem f (upd v t n)) l <-> Forall (fun f => sem f v) l').
Proof.
  induction l as [|f l IH]; intros l' v n H E; cbn [put_all_in] in H; [injection H as <-; split; auto|].
  destruct (put_in t s f) as [g|] eqn:G; [|discriminate]. destruct (put_all_in t s l) as [r|]; [|discriminate]. injection H as <-.
  rewrite !Forall_cons_iff, (put_in_ok t s f g v n G E), (IH r v n eq_refl E). tauto.
Qed.
Lemma solution_ok t f s v n : solution t f = Some s -> sem f (upd v t n) -> Z.of_N n = sum_of s v.
Proof.
  unfold solution. destruct f as [[c ts|c ts|m c ts|ts|D T ts]| | | | |]; try discriminate.
  destruct (Z.eqb_spec (Z.abs (times t ts)) 1) as [K|]; [|discriminate].
  intros H S. injection H as <-. cbn [sem atom_means] in S. rewrite (dot_rest t ts (upd v t n)), rest_same in S.
  assert (U : upd v t n t = n) by (unfold upd; rewrite Pos.eqb_refl; auto). rewrite U in S. unfold sum_of. cbn [fst snd].
  rewrite dot_ordered, dot_multiple. assert (K' : (times t ts = 1 \/ times t ts = -1)%Z) by lia. destruct K' as [K'|K'];
    rewrite K' in *; lia.
Qed.
Lemma first_solution_ok t l s v n : first_solution t l = Some s -> Forall (fun f => sem f (upd v t n)) l -> Z.of_N n = sum_of s v.
Proof.
  induction l as [|f l IH]; cbn [first_solution]; [discriminate|]. intros H F. inversion F; subst.
  destruct (solution t f) as [s'|] eqn:E; [injection H as <-; eapply solution_ok; eauto|auto].
Qed.
Lemma solve_ok t l l' v : solve t l = Some l' -> ((exists n, Forall (fun f => sem f (upd v t n)) l) <-> Forall (fun f => sem f
  v) l').
Proof.
  unfold solve. destruct (first_solution t l) as [s|] eqn:E; [|discriminate]. destruct (put_all_in t s l) as [r|] eqn:P;
    [|discriminate].
  intros H. injection H as <-. rewrite Forall_cons_iff.
  assert (Fl : Forall (fun f => sem f v) (filter (fun f => match f with FAtom (Zero 0 []) => false | _ => true end) r) <->
    Forall (fun f => sem f v) r).
  { clear. induction r as [|f r IH]; cbn [filter]; [tauto|]. destruct f as [[[| |] [|]| | | |]| | | | |];
    rewrite ?Forall_cons_iff, ?IH; try tauto.
    simpl. tauto. }
  rewrite Fl. cbn [sem atom_means]. rewrite dot_multiple. split.
  - intros (n & F). pose proof (first_solution_ok t l s v n E F) as En. split; [unfold sum_of in En; lia|].
  apply (put_all_in_ok t s l r v n P En); auto.
  - intros (Le & F). exists (Z.to_N (sum_of s v)). apply (put_all_in_ok t s l r v _ P); auto. rewrite Z2N.id; [auto|].
  unfold sum_of. lia.
Qed.

(** * "There is" around, conjuncts inside *)
Fixpoint flat (f : form) : list positive * list form :=
  match f with
  | FAnd a b => let (va, ca) := flat a in let (vb, cb) := flat b in (va ++ vb, ca ++ cb)
  | FEx n a => let (va, ca) := flat a in (n :: va, ca)
  | _ => ([], [f])
  end.
Lemma flat_speaks f : forall vs cs c u, flat f = (vs, cs) -> List.In c cs -> speaks u c = true -> speaks u f = true \/
  List.In u vs.
Proof.
  induction f; intros vs cs c u H I S; cbn [flat] in H; try (injection H as <- <-; destruct I as [<-|[]]; auto; fail).
  - destruct (flat f1) as [va ca], (flat f2) as [vb cb]. injection H as <- <-. cbn [speaks]. rewrite orb_true_iff, in_app_iff.
    apply in_app_iff in I. destruct I as [I|I]; [destruct (IHf1 _ _ c u eq_refl I S)|destruct (IHf2 _ _ c u eq_refl I S)]; auto.
  - destruct (flat f) as [va ca]. injection H as <- <-. destruct (IHf _ _ c u eq_refl I S) as [K|K]; [|simpl; auto]. cbn [speaks].
    destruct (Pos.eqb_spec t u) as [->|]; [simpl; auto|]. left. rewrite K. auto.
Qed.
Definition mem (u : positive) (l : list positive) : bool := existsb (Pos.eqb u) l.
Lemma mem_in u l : mem u l = true <-> List.In u l.
Proof.
  unfold mem. rewrite existsb_exists. split; [intros (x & I & E); apply Pos.eqb_eq in E; subst; auto|].
  intros I. exists u. split; auto. apply Pos.eqb_refl.
Qed.
Lemma flat_ok f : forall vs cs, flat f = (vs, cs) -> NoDup vs -> (forall u, List.In u vs -> speaks u f = false) ->
  forall v, sem f v <-> exists w, same_off vs v w /\ Forall (fun c => sem c w) cs.
Proof.
  assert (One : forall g v, sem g v <-> exists w, same_off [] v w /\ Forall (fun c => sem c w) [g]).
  { intros g v. split; [intros S; exists v; split; [intros u _; auto|auto]|]. intros (w & O & F). inversion F as [|x l S F'];
    subst.
    revert S. apply sem_ext. intros u. symmetry. apply O. auto. }
  induction f; intros vs cs H Nd Sp v; cbn [flat] in H; try (injection H as <- <-; apply One).
  - destruct (flat f1) as [va ca] eqn:Ea, (flat f2) as [vb cb] eqn:Eb. injection H as <- <-.
    assert (Na : NoDup va) by (clear - Nd; induction va; constructor; inversion Nd; subst; [rewrite in_app_iff in *; tauto|auto]).
    assert (Nb : NoDup vb) by (clear - Nd; induction va; auto; inversion Nd; auto).
    assert (Dj : forall u, List.In u va -> ~ List.In u vb).
    { clear - Nd. induction va as [|x va IH]; [simpl; tauto|]. inversion Nd; subst. rewrite in_app_iff in *. simpl.
    intros u [<-|I]; auto. }
    assert (Sa : forall u, List.In u (va ++ vb) -> speaks u f1 = false /\ speaks u f2 = false).
    { intros u I. specialize (Sp u I). cbn [speaks] in Sp. apply orb_false_iff in Sp. auto. }
    cbn [sem]. rewrite (IHf1 va ca eq_refl Na) by (intros u I; apply Sa, in_app_iff; auto).
    rewrite (IHf2 vb cb eq_refl Nb) by (intros u I; apply Sa, in_app_iff; auto). split.
    + intros ((w1 & O1 & F1) & (w2 & O2 & F2)).
      exists (fun u => if mem u va then w1 u else w2 u). split.
      * intros u N. rewrite in_app_iff in N. destruct (mem u va) eqn:M; [apply mem_in in M; tauto|]. apply O2. tauto.
      * apply Forall_app. split; rewrite Forall_forall in *; intros c I.
        -- specialize (F1 c I). revert F1. apply sem_same. intros u S. destruct (mem u va) eqn:M; auto. rewrite (O1 u).
           ++ (apply O2 || (symmetry; apply O2)). intros Ib. destruct (flat_speaks f1 va ca c u Ea I S) as [K|K].
              ** destruct (Sa u) as [Z0 _]; [apply in_app_iff; auto|congruence].
              ** apply mem_in in K. congruence.
           ++ intros K. apply mem_in in K. congruence.
        -- specialize (F2 c I). revert F2. apply sem_same. intros u S. destruct (mem u va) eqn:M; auto. apply mem_in in M.
           destruct (flat_speaks f2 vb cb c u Eb I S) as [K|K]; [|destruct (Dj u M K)]. destruct (Sa u) as [_ Z0];
             [apply in_app_iff; auto|congruence].
    + intros (w & O & F). apply Forall_app in F. destruct F as [F1 F2]. rewrite Forall_forall in F1, F2. split.
      * exists (fun u => if mem u va then w u else v u). split; [intros u N; destruct (mem u va) eqn:M; auto;
        apply mem_in in M; contradiction|].
        apply Forall_forall. intros c I. specialize (F1 c I). revert F1. apply sem_same. intros u S. destruct (mem u va) eqn:M;
          auto.
        (apply O || (symmetry; apply O)). rewrite in_app_iff. intros [K|K]; [apply mem_in in K; congruence|].
        destruct (flat_speaks f1 va ca c u Ea I S) as [Q|Q]; [destruct (Sa u) as [Z0 _]; [apply in_app_iff; auto|congruence]|].
        apply mem_in in Q. congruence.
      * exists (fun u => if mem u vb then w u else v u). split; [intros u N; destruct (mem u vb) eqn:M; auto;
        apply mem_in in M; contradiction|].
        apply Forall_forall. intros c I. specialize (F2 c I). revert F2. apply sem_same. intros u S. destruct (mem u vb) eqn:M;
          auto.
        (apply O || (symmetry; apply O)). rewrite in_app_iff. intros [K|K]; [|apply mem_in in K; congruence].
        destruct (flat_speaks f2 vb cb c u Eb I S) as [Q|Q]; [destruct (Sa u) as [_ Z0]; [apply in_app_iff; auto|congruence]|].
        apply mem_in in Q. congruence.
  - destruct (flat f) as [va ca] eqn:Ea. injection H as <- <-. inversion Nd as [|x l Nx Na]; subst. cbn [sem].
    assert (Sa : forall u, List.In u va -> speaks u f = false).
    { intros u I. specialize (Sp u (or_intror I)). cbn [speaks] in Sp. destruct (Pos.eqb_spec t u) as [->|];
      [contradiction|auto]. }
    split.
    + intros (n & S). apply (IHf va ca eq_refl Na Sa) in S. destruct S as (w & O & F). exists w. split; auto.
      intros u N. simpl in N. rewrite O by tauto. unfold upd. destruct (Pos.eqb_spec u t); auto. subst. tauto.
    + intros (w & O & F). exists (w t). apply (IHf va ca eq_refl Na Sa). exists w. split; auto. intros u N. unfold upd.
      destruct (Pos.eqb_spec u t) as [->|]; auto. apply O. simpl. intuition congruence.
Qed.
Fixpoint distinct (l : list positive) : bool := match l with [] => true | x :: r => negb (mem x r) && distinct r end.
Lemma distinct_ok l : distinct l = true -> NoDup l.
Proof.
  induction l as [|x l IH]; cbn [distinct]; intros H; constructor; apply andb_prop in H; destruct H as [H1 H2]; auto.
  intros I. apply mem_in in I. rewrite I in H1. discriminate.
Qed.
(* there is a number for the track t: by an equation, if there is one *)
Definition settle (t : positive) (f : form) : form :=
  let (vs, cs) := flat f in
  let inner := filter (speaks t) cs in let outer := filter (fun a => negb (speaks t a)) cs in
  if distinct (t :: vs) && forallb (fun u => negb (speaks u f)) vs then
    match solve t inner with
    | Some l => fold_right push (all_of (outer ++ l)) vs
    | None => push t f
    end
  else push t f.
Lemma pushed vs a : forall v, sem (fold_right push a vs) v <-> exists w, same_off vs v w /\ sem a w.
Proof.
  intros v. rewrite <- sem_exist. revert v. induction vs as [|u vs IH]; intros v; cbn [fold_right exist]; [tauto|].
  rewrite push_ok. cbn [sem].
  split; intros (n & S); exists n; apply IH; auto.
Qed.
Lemma settle_ok t f v : sem (settle t f) v <-> exists n, sem f (upd v t n).
Proof.
  unfold settle. destruct (flat f) as [vs cs] eqn:E. destruct (distinct (t :: vs) && _) eqn:Q; [|apply push_ok].
  apply andb_prop in Q. destruct Q as [Q1 Q2]. apply distinct_ok in Q1. inversion Q1 as [|x l Nt Nd]; subst.
  rewrite forallb_forall in Q2.
  destruct (solve t (filter (speaks t) cs)) as [l|] eqn:S; [|apply push_ok].
  assert (Sp : forall u, List.In u vs -> speaks u f = false) by (intros u I; specialize (Q2 u I); destruct (speaks u f); auto;
    discriminate).
  rewrite pushed. split.
  - intros (w & O & H). apply all_of_ok, Forall_app in H. destruct H as [H1 H2]. apply (solve_ok t _ l w S) in H2.
  destruct H2 as (n & H2).
    exists n. apply (flat_ok f vs cs E Nd Sp). exists (upd w t n). split; [|apply parted; auto].
    intros u N. unfold upd. destruct (Pos.eqb_spec u t); auto.
  - intros (n & H). apply (flat_ok f vs cs E Nd Sp) in H. destruct H as (w & O & F). exists (upd w t (v t)). split.
    + intros u N. unfold upd. destruct (Pos.eqb_spec u t) as [->|Ne]; auto. rewrite O by auto. unfold upd.
    destruct (Pos.eqb_spec u t); [contradiction|auto].
    + assert (F' : Forall (fun c => sem c (upd (upd w t (v t)) t n)) cs).
      { rewrite Forall_forall in *. intros c I. specialize (F c I). revert F. apply sem_ext. intros u. unfold upd.
        destruct (Pos.eqb_spec u t) as [->|]; auto. rewrite O by auto. unfold upd. rewrite Pos.eqb_refl. auto. }
      apply parted in F'. destruct F' as [F1 F2]. apply all_of_ok, Forall_app. split; auto. apply (solve_ok t _ l _ S).
      exists n. exact F2.
Qed.
Fixpoint bind (t : positive) (f : form) : form := match f with FOr a b => FOr (bind t a) (bind t b) | _ => settle t f end.
Lemma bind_ok t f : forall v, sem (bind t f) v <-> exists n, sem f (upd v t n).
Proof.
  induction f; intros v; try apply settle_ok. cbn [bind sem]. rewrite IHf1, IHf2. split.
  - intros [(n & H)|(n & H)]; exists n; auto.
  - intros (n & [H|H]); eauto.
Qed.
Fixpoint tidy (f : form) : form :=
  match f with
  | FAtom a => FAtom a
  | FNot a => FNot (tidy a)
  | FAnd a b => FAnd (tidy a) (tidy b)
  | FOr a b => FOr (tidy a) (tidy b)
  | FEx t a => bind t (tidy a)
  | FAll t a => FAll t (tidy a)
  end.
Theorem tidy_ok f : forall v, sem (tidy f) v <-> sem f v.
Proof.
  induction f; intros v; cbn [tidy]; cbn [sem]; try (rewrite ?IHf, ?IHf1, ?IHf2; tauto).
  - rewrite bind_ok. split; intros (n & H); exists n; apply IHf; auto.
  - split; intros H n; apply IHf, H.
Qed.
Lemma valid_tidy f : valid (tidy f) = true -> forall v, bounded v -> sem f v.
Proof. intros H v B. apply tidy_ok. apply valid_sound; auto. Qed.

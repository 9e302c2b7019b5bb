(* What options are made of, and formulas about positions, moves and nim-sums: what Blocks.v needs.

   Nothing here must be read to believe a theorem. *)
Require Import List NArith ZArith PArith Bool Lia.
From Grundy Require Import Tree Automaton Search Operations Atoms Program Formula Tidy Decision Value Expr Game Cases Closing Translate
  Rules Moves Reads.
Import ListNotations.

(** * Moves that leave one position, which exists *)
Definition single_rules (r : rules) : bool := forallb (fun f => Nat.eqb (length (recipes (leaves r) (targets f))) 1) (families r).
Lemma moved_all_length ls recs e zs : forall pss, moved_all ls recs e zs = Some pss -> length pss = length recs.
Proof.
  induction recs as [|ts recs IH]; intros pss H; cbn [moved_all] in H; [injection H as <-; auto|]. steps H. cbn [length].
  f_equal. auto.
Qed.
Lemma all_exist_each r pss : all_exist r pss = Some true -> Forall (fun zs => exists_at r zs = Some true) pss.
Proof.
  induction pss as [|zs pss IH]; cbn [all_exist]; [constructor|]. destruct (exists_at r zs) as [[|]|] eqn:E; try discriminate.
  constructor; auto.
Qed.
Lemma exists_natural r zs : exists_at r zs = Some true -> length zs = width r /\ forallb natural zs = true.
Proof.
  unfold exists_at. destruct (Nat.eqb_spec (length zs) (width r)); [|discriminate]. destruct (forallb natural zs);
    [auto|discriminate].
Qed.
Lemma position_back zs : forallb natural zs = true -> map Z.of_N (position zs) = zs.
Proof.
  intros H. unfold position. rewrite map_map. rewrite forallb_forall in H. rewrite <- (map_id zs) at 2. apply map_ext_in.
  intros z I. apply Z2N.id. apply Z.leb_le, H; auto.
Qed.
Lemma collect_in {A B} (f : A -> option (list B)) l : forall x b, collect f l = Some x -> List.In b x ->
  exists a y, List.In a l /\ f a = Some y /\ List.In b y.
Proof.
  induction l as [|a l IH]; intros x b H I; cbn [collect] in H; [injection H as <-; destruct I|]. steps H.
  apply in_app_iff in I. destruct I as [I|I]; [exists a; eauto using in_eq|]. destruct (IH _ b eq_refl I) as (c & y & J & K).
  exists c, y. simpl. tauto.
Qed.
Lemma choices_in {B} ps : forall j e (k : env -> option (list B)) l b, choices ps j e k = Some l -> List.In b l ->
  exists e' y, k e' = Some y /\ List.In b y.
Proof.
  induction ps as [|[lo hi] ps IH]; intros j e k l b H I; cbn [choices] in H; [eauto|]. steps H.
  destruct (collect_in _ _ _ b H I) as (k' & y & _ & E' & J). eauto.
Qed.
Lemma options_parts r xs l pss : options r xs = Some l -> List.In pss l ->
  exists f, List.In f (families r) /\ length pss = length (recipes (leaves r) (targets f)) /\ Forall (is_position r) pss.
Proof.
  rewrite options_unfold. unfold options_with. intros H I. steps H. destruct b; [|injection H as <-; destruct I].
  destruct (collect_in _ _ _ pss H I) as (f & y & If & Ef & J). unfold family_options in Ef. steps Ef. destruct b;
    [|injection Ef as <-; destruct J].
  destruct (choices_in _ _ _ _ _ pss Ef J) as (e & z & Ec & K). unfold chosen in Ec. steps Ec. destruct b;
    [|injection Ec as <-; destruct K].
  steps Ec. destruct b; [|destruct K]. destruct K as [<-|[]]. exists f. split; auto. split.
  - rewrite map_length. unfold left_over in E2. apply moved_all_length in E2. auto.
  - apply all_exist_each in E3. rewrite Forall_map. eapply Forall_impl; [|exact E3]. intros zs X. unfold is_position.
    rewrite position_back; auto. apply (exists_natural r zs X).
Qed.
Lemma options_single r xs l pss : single_rules r = true -> options r xs = Some l -> List.In pss l -> exists ys, pss = [ys]
  /\ is_position r ys.
Proof.
  intros S O I. destruct (options_parts r xs l pss O I) as (f & If & L & P). unfold single_rules in S.
  rewrite forallb_forall in S.
  specialize (S f If). apply Nat.eqb_eq in S. rewrite S in L. destruct pss as [|ys [|]]; try discriminate. inversion P; subst.
  eauto.
Qed.

(** * Tracks and lists *)
Lemma at_tracks_length v from n : length (at_tracks v from n) = n.
Proof. unfold at_tracks, tracks. rewrite !map_length, seq_length. auto. Qed.
Lemma in_tracks u from n : List.In u (tracks from n) <-> exists i, i < n /\ u = track (from + i).
Proof.
  unfold tracks. rewrite in_map_iff. split.
  - intros (i & <- & I). apply in_seq in I. exists i. split; auto. lia.
  - intros (i & L & ->). exists i. split; auto. apply in_seq. lia.
Qed.
Lemma track_inj i j : track i = track j -> i = j.
Proof. apply SuccNat2Pos.inj. Qed.
Lemma of_list_track l i : of_list l (track i) = nth i l 0%N.
Proof. unfold of_list, track. rewrite SuccNat2Pos.id_succ. f_equal. lia. Qed.
Lemma at_tracks_app a b c : at_tracks (of_list (a ++ b ++ c)) (length a) (length b) = b.
Proof.
  unfold at_tracks, tracks. rewrite map_map. apply nth_ext with (d := of_list (a ++ b ++ c) (track (length a + 0))) (d' := 0%N);
    rewrite map_length, seq_length; auto.
  intros i B. rewrite (map_nth (fun i => of_list (a ++ b ++ c) (track (length a + i)))), seq_nth, of_list_track by auto.
  cbn [plus]. rewrite app_nth2, app_nth1 by lia. f_equal. lia.
Qed.
Lemma at_tracks_first a c : at_tracks (of_list (a ++ c)) 0 (length a) = a.
Proof. exact (at_tracks_app [] a c). Qed.
Lemma at_tracks_off ts v w from n : (forall u, List.In u (tracks from n) -> ~ List.In u ts) -> same_off ts v w ->
  at_tracks w from n = at_tracks v from n.
Proof. intros D O. unfold at_tracks. apply map_ext_in. intros u I. apply O, D, I. Qed.
Lemma tracks_apart from n from' n' : from + n <= from' -> forall u, List.In u (tracks from n) -> ~ List.In u (tracks from' n').
Proof. intros L u I J. apply in_tracks in I, J. destruct I as (i & Hi & ->), J as (j & Hj & J). apply track_inj in J. lia. Qed.
Definition weighted (fs : list Z) (xs : list N) : Z := fold_right Z.add 0%Z (map (fun '(w, x) => w * Z.of_N x)%Z (combine fs xs)).
Definition weights (from n : nat) (k : Z) (fs : list Z) : terms := combine (tracks from n) (map (Z.mul k) fs).
Lemma dot_app a b v : dot (a ++ b) v = (dot a v + dot b v)%Z.
Proof. induction a as [|[x c] a IH]; simpl; auto. rewrite IH. lia. Qed.
Lemma dot_combine v k fs ts : dot (combine ts (map (Z.mul k) fs)) v = (k * weighted fs (map v ts))%Z.
Proof. unfold weighted. revert fs. induction ts as [|t ts IH]; intros [|c fs]; simpl; try lia. rewrite IH. lia. Qed.
Lemma dot_weights v k fs from n : dot (weights from n k fs) v = (k * weighted fs (at_tracks v from n))%Z.
Proof. apply dot_combine. Qed.


(** * Several positions behind one another *)
Lemma part_tracks_S r from k : part_tracks r from (S k) = tracks from (width r) :: part_tracks r (from + width r) k.
Proof.
  unfold part_tracks. cbn [seq map]. f_equal; [f_equal; lia|]. rewrite <- seq_shift, map_map. apply map_ext. intros p. f_equal.
  lia.
Qed.
Lemma part_tracks_at r pss : forall before, Forall (fun ys => length ys = width r) pss ->
  map (map (of_list (before ++ concat pss))) (part_tracks r (length before) (length pss)) = pss.
Proof.
  induction pss as [|ys pss IH]; intros before F; [reflexivity|]. inversion F as [|y l Ly F']; subst. cbn [length concat].
  rewrite part_tracks_S. cbn [map]. f_equal.
  - rewrite <- Ly. apply at_tracks_app.
  - rewrite <- Ly, <- app_length, app_assoc. apply IH. auto.
Qed.
Lemma in_part_tracks r from k ts u : List.In ts (part_tracks r from k) -> List.In u ts -> exists i, i < k * width r /\
  u = track (from + i).
Proof.
  unfold part_tracks. intros I J. apply in_map_iff in I. destruct I as (p & <- & I). apply in_seq in I. apply in_tracks in J.
  destruct J as (i & Hi & ->). exists (p * width r + i). split; [nia|]. f_equal. lia.
Qed.
(* numbers for tracks *)
Fixpoint assign (ts : list positive) (ns : list N) (v : val) : val :=
  match ts, ns with t :: ts', n :: ns' => upd (assign ts' ns' v) t n | _, _ => v end.
Lemma assign_off ts : forall ns v, same_off ts v (assign ts ns v).
Proof.
  induction ts as [|t ts IH]; intros [|n ns] v u H; cbn [assign]; auto. unfold upd. destruct (Pos.eqb_spec u t); [subst;
    simpl in H; tauto|].
  apply IH. simpl in H. tauto.
Qed.
Lemma assign_at ts : forall ns v, NoDup ts -> length ns = length ts -> map (assign ts ns v) ts = ns.
Proof.
  induction ts as [|t ts IH]; intros [|n ns] v D L; try discriminate; auto. inversion D as [|x l Nx D']; subst.
  cbn [assign map]. f_equal.
  - unfold upd. rewrite Pos.eqb_refl. auto.
  - rewrite <- (IH ns v D') at 2 by (simpl in L; lia). apply map_ext_in. intros u I. unfold upd. destruct (Pos.eqb_spec u t);
    auto. subst. contradiction.
Qed.
Lemma tracks_NoDup from n : NoDup (tracks from n).
Proof. unfold tracks. apply FinFun.Injective_map_NoDup; [intros a b E; apply track_inj in E; lia|apply seq_NoDup]. Qed.
Lemma tracks_length from n : length (tracks from n) = n.
Proof. unfold tracks. rewrite map_length, seq_length. auto. Qed.
Lemma nimsum_map ts v : nimsum ts v = nim (map v ts).
Proof. induction ts as [|t ts IH]; auto. cbn [nimsum map nim fold_right]. rewrite IH. auto. Qed.
Lemma implies_ok a b : proved (implies a b) = true -> forall v, bounded v -> sem a v -> sem b v.
Proof. intros H v B S. pose proof (proved_sound _ H v B) as K. unfold implies in K. cbn [sem] in K. tauto. Qed.
Lemma position_length r x : is_position r x -> length x = width r.
Proof. intros P. destruct (exists_natural r _ P) as [L _]. rewrite map_length in L. exact L. Qed.
Lemma rules_listed r x : listed (rules_game r) x.
Proof.
  unfold listed. cbn [rules_game move pos]. destruct (options r x) as [l|] eqn:E.
  - exists l. intros pss. split; [intros (l' & E' & I); congruence|eauto].
  - exists []. intros pss. split; [intros (l' & E' & I); discriminate|intros []].
Qed.
Lemma tracks_app from a b : tracks from (a + b) = tracks from a ++ tracks (from + a) b.
Proof.
  unfold tracks. rewrite seq_app, map_app. f_equal. rewrite <- (Nat.add_0_r (0 + a)). generalize 0 at 2 3.
  induction b as [|b IH]; intros i; auto.
  cbn [seq map]. f_equal; [f_equal; lia|]. rewrite <- (IH (S i)). cbn [plus]. rewrite Nat.add_succ_r. reflexivity.
Qed.
Lemma concat_parts r k : forall from, concat (part_tracks r from k) = tracks from (k * width r).
Proof.
  induction k as [|k IH]; intros from; auto. rewrite part_tracks_S. cbn [concat Nat.mul]. rewrite IH, tracks_app. auto.
Qed.
Lemma Forall2_len {A B} (R : A -> B -> Prop) l m : Forall2 R l m -> length l = length m.
Proof. induction 1; simpl; auto. Qed.
Lemma app_same {A} (a b : list A) : forall c d, length a = length b -> a ++ c = b ++ d -> a = b /\ c = d.
Proof.
  revert b. induction a as [|x a IH]; intros [|y b] c d L E; try discriminate; auto. injection E as -> E.
  destruct (IH b c d ltac:(simpl in L; lia) E) as [-> ->]. auto.
Qed.
Lemma concat_same {A} n (a : list (list A)) : forall b, Forall (fun x => length x = n) a -> Forall (fun x => length x = n) b ->
  length a = length b -> concat a = concat b -> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b] Fa Fb L E; try discriminate; auto. inversion Fa as [|x' a' Lx Fa']; subst.
  inversion Fb as [|y' b' Ly Fb']; subst. destruct (app_same x y _ _ (Logic.eq_sym Ly) E) as [-> E']. f_equal. apply IH; auto.
Qed.
Lemma assign_parts r from pss v : Forall (is_position r) pss ->
  map (map (assign (concat (part_tracks r from (length pss))) (concat pss) v)) (part_tracks r from (length pss)) = pss.
Proof.
  intros P. set (f := assign _ _ v). apply (concat_same (width r)).
  - rewrite Forall_map. apply Forall_forall. intros y I. rewrite map_length. unfold part_tracks in I. apply in_map_iff in I.
    destruct I as (p & <- & _). apply tracks_length.
  - eapply Forall_impl; [|exact P]. apply position_length.
  - unfold part_tracks. rewrite !map_length, seq_length. auto.
  - rewrite <- concat_map. apply assign_at; rewrite concat_parts; [apply tracks_NoDup|]. rewrite tracks_length.
    clear f. induction P as [|y pss Py P IH]; auto. cbn [concat length Nat.mul].
    rewrite app_length, IH, (position_length r y Py). auto.
Qed.
Lemma value_reaches g x n u : value g x n -> (u < n)%N -> exists pss ns, move g x pss /\ Forall2 (value g) pss ns /\ nim ns = u.
Proof. intros [x' n' A _] L. auto. Qed.
Lemma misere_reaches g x n u : misere_value g x n -> (u < n)%N -> (exists p, move g x p) -> exists y, move g x [y]
  /\ misere_value g y u.
Proof. intros [x' T|x' n' _ A _] L (p & Mp); [destruct (T p Mp)|auto]. Qed.
Lemma misere_at_end g x n : misere_value g x n -> terminal g x -> n = 1%N.
Proof. intros [x' _|x' n' (p & Mp) _ _] T; [auto|destruct (T p Mp)]. Qed.

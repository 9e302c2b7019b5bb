(* Claims: a statement about values of positions, and the blocks of values on which it rests.

   A statement has variables, which stand for all natural numbers.  Where `at` is a position, `where` is defined;
     and where `where` is true,
   `holds` is true for all values of the variables of `all` for which `if` is true (book, "Kind claim").
   A question asks for the value of a
   position of a game in one play.

   What must be read to believe a claim: Value.v, Expr.v, Game.v, and here [answers_right], [statement] and [true_of].
   [claim_sound]: if
   [check_claim] computes true, the statement is true, whatever function gives the values. *)
Require Import List NArith ZArith PArith Bool Lia.
From Grundy Require Import Tree Automaton Search Operations Atoms Numeration Program Formula Tidy Decision Value.
From Grundy Require Import Expr Game Cases Closing Translate Rules Moves Reads Options Blocks Graph.
Import ListNotations.

(** * What is stated *)
(* questions: the rules and the play; [ans] gives the values, and nothing else *)
Definition answers_right (qs : list (rules * bool)) (ans : nat -> list Z -> option Z) : Prop :=
  forall q r misere, nth_error qs q = Some (r, misere) -> forall zs z, ans q zs = Some z <->
    exists_at r zs = Some true /\ exists n, z = Z.of_N n /\ has_value r misere (position zs) n.
Record statement := {
  at_pos : option (rules * list expr);                  (* the position that the claim is about, if there is one *)
  where_ : cond;
  all_in : list (nat * (expr * expr));                  (* variables and the ends of their ranges *)
  if_ : cond;
  holds_ : cond }.
Definition claim_env (ans : nat -> list Z -> option Z) (xs : list N) : env :=
  {| coord := nth_error (map Z.of_N xs); var := no_vars; part_ends := no_part; answer := ans |}.
Fixpoint for_all (rs : list (nat * (expr * expr))) (e : env) (P : env -> Prop) : Prop :=
  match rs with
  | [] => P e
  | (i, (lo, hi)) :: r => exists a b, num lo e = Some a /\ num hi e = Some b /\ forall z, (a <= z <= b)%Z ->
    for_all r (put e i z) P
  end.
Definition is_at (s : statement) (e : env) : Prop :=
  match at_pos s with None => True | Some (r, es) => exists zs, numbers es e = Some zs /\ exists_at r zs = Some true end.
Definition true_at (s : statement) (ans : nat -> list Z -> option Z) (xs : list N) : Prop :=
  let e := claim_env ans xs in is_at s e ->
  exists t, truth (where_ s) e = Some t /\ (t = true -> for_all (all_in s) e (fun e => exists u, truth (if_ s) e = Some u /\
    (u = true -> truth (holds_ s) e = Some true))).
Definition true_of (vars : nat) (s : statement) (ans : nat -> list Z -> option Z) : Prop :=
  forall xs, length xs = vars -> true_at s ans xs.

(** * Values that are known *)
Inductive known :=
| ByGraph (r : rules) (misere : bool) (d : digits) (D : option aut) (T : aut) (falls : list Z) (least : Z)
| ByLevels (complete : bool) (r : rules) (misere : bool) (d : digits) (D : option aut) (Ts : list aut) (falls : list Z) (least : Z).
Definition check_known (k : known) : bool :=
  match k with
  | ByGraph r misere d D T falls least => check_graph r misere d D T falls least
  | ByLevels complete r misere d D Ts falls least => check_levels complete r misere d D Ts falls least
  end.
Definition known_game (k : known) : rules * bool := match k with ByGraph r m _ _ _ _ _ => (r, m) | ByLevels _ r m _ _ _ _ _ => (r,
  m) end.
Definition known_domain (k : known) : option aut := match k with ByGraph _ _ _ D _ _ _ => D | ByLevels _ _ _ _ D _ _ _ => D end.
Definition known_digits (k : known) : digits := match k with ByGraph _ _ d _ _ _ _ => d | ByLevels _ _ _ d _ _ _ _ => d end.
Definition known_form (k : known) (ts : list positive) (u : positive) : form :=
  match k with ByGraph _ _ d _ T _ _ => FAtom (In d T (ts ++ [u])) | ByLevels _ _ _ d _ Ts _ _ => levels_form d 0 Ts ts u end.
(* V decides about the value c *)
Definition knows (k : known) (c : Z) : bool :=
  match k with ByGraph _ _ _ _ _ _ _ => true | ByLevels complete _ _ _ _ Ts _ _ => complete || (c <? Z.of_nat (length Ts))%Z end.
Definition last_track (ts : list positive) : positive := fold_right Pos.max 1%positive ts.
(* the tracks are a position of the domain *)
Definition position_form (r : rules) (d : digits) (D : option aut) (ts : list positive) : form :=
  let ls := map ltrack ts in let n := Pos.succ (last_track ts) in
  match texists r ls n with
  | Some (e, n') => let us := between n n' in
      if free us (coords_only ls) then and2 (close us (fst e)) (domain_form d D ts) else no
  | None => no
  end.
Definition known_position (k : known) : list positive -> form := position_form (fst (known_game k)) (known_digits k) (known_domain k).
Definition known_task (k : known) : task := {|
  is_answer ts u := and2 (known_position k ts) (known_form k ts u);
  is_other ts c := if knows k c then
    let u := Pos.succ (last_track ts) in and2 (known_position k ts) (FAll u (or2 (not1 (eq (ltrack u) (lconst c))) (FNot
      (known_form k ts u)))) else no |}.

Lemma position_form_ok r d D ts v : bounded v -> width r <> 0 -> domain_reads D (width r) = true ->
  sem (position_form r d D ts) v -> length ts = width r /\ is_position r (map v ts) /\ in_domain d D (map v ts).
Proof.
  unfold position_form. intros B Ne Rd S. destruct (texists _ _ _) as [[e n']|] eqn:E; [|destruct (sem_no v S)].
  destruct (free _ _) eqn:Q; [|destruct (sem_no v S)]. apply sem_and2 in S. destruct S as [S1 S2].
  destruct (texists_closed _ _ _ _ _ v E Q) as [Y _]. apply Y in S1. unfold vals in S1. rewrite map_map in S1.
  assert (L : length ts = width r). { apply exists_natural in S1. rewrite map_length in S1. tauto. }
  split; auto. split.
  - unfold is_position. rewrite map_map. rewrite <- S1. f_equal. apply map_ext. intros t. symmetry. apply lval_track.
  - apply (domain_ok d D _ Ne Rd ts v B L). exact S2.
Qed.
Lemma known_ok k : check_known k = true -> width (fst (known_game k)) <> 0 /\
  domain_reads (known_domain k) (width (fst (known_game k))) = true /\
  forall ts u v, bounded v -> length ts = width (fst (known_game k)) -> is_position (fst (known_game k)) (map v ts) ->
    in_domain (known_digits k) (known_domain k) (map v ts) ->
  (exists n, has_value (fst (known_game k)) (snd (known_game k)) (map v ts) n) /\
  (sem (known_form k ts u) v -> has_value (fst (known_game k)) (snd (known_game k)) (map v ts) (v u)) /\
  (knows k (Z.of_N (v u)) = true -> has_value (fst (known_game k)) (snd (known_game k)) (map v ts) (v u) ->
    sem (known_form k ts u) v).
Proof.
  destruct k as [r m d D T falls least|complete r m d D Ts falls least];
    cbn [check_known known_game known_digits known_domain known_form knows fst snd]; intros C;
  pose proof C as C'; unfold check_graph, check_levels in C'; rewrite !andb_true_iff, negb_true_iff, Nat.eqb_neq in C';
  destruct C' as [[[Ne Rd] Rt] _]; split; auto; split; auto; intros ts u v B L P Dm.
  - destruct (check_graph_sound _ _ _ _ _ _ _ C _ P Dm) as (_ & Ex & K). split; [exact Ex|].
    assert (S : sem (FAtom (In d T (ts ++ [u]))) v <-> graph_says d T (map v ts) (v u)).
    { unfold graph_says. change [v u] with (map v [u]). rewrite <- map_app. apply sem_in; auto; [destruct ts; discriminate|].
      rewrite app_length, L. exact Rt. }
    rewrite S, K. auto.
  - destruct (check_levels_sound _ _ _ _ _ _ _ _ C _ P Dm) as (_ & Ex & K). split; [exact Ex|].
    assert (S : sem (levels_form d 0 Ts ts u) v <-> levels_say d Ts (map v ts) (v u)).
    { rewrite levels_form_ok; [|auto|destruct ts; [simpl in L; congruence|discriminate]|rewrite L; auto]. unfold levels_say.
    split.
      - intros (i & T & E & Q & A). exists T. split; auto. rewrite <- E. f_equal. lia.
      - intros (T & E & A). exists (N.to_nat (v u)), T. repeat split; auto. lia. }
    rewrite S. split.
    + intros Sy. apply K; auto. right. destruct Sy as (T & E & _). assert (N.to_nat (v u) < length Ts); [apply nth_error_Some;
      congruence|lia].
    + intros Kn Vy. apply K; auto. apply orb_prop in Kn. destruct Kn as [Kn|Kn]; [auto|right]. apply Z.ltb_lt in Kn. lia.
Qed.
Lemma position_of_N x : position (map Z.of_N x) = x.
Proof. unfold position. rewrite map_map. erewrite map_ext; [apply map_id|]. intros n. apply N2Z.id. Qed.
Lemma known_task_ok k ans q qs : check_known k = true -> nth_error qs q = Some (known_game k) -> answers_right qs ans ->
  forall w ts, bounded w ->
  (forall u, sem (is_answer (known_task k) ts u) w -> ans q (map (fun t => Z.of_N (w t)) ts) = Some (Z.of_N (w u))) /\
  (forall c, sem (is_other (known_task k) ts c) w -> exists z, ans q (map (fun t => Z.of_N (w t)) ts) = Some z /\ z <> c).
Proof.
  intros C Q A w ts B. destruct (known_ok k C) as (Ne & Rd & K). destruct (known_game k) as [r m] eqn:G. cbn [fst snd] in *.
  specialize (A q r m Q).
  assert (Zs : map (fun t => Z.of_N (w t)) ts = map Z.of_N (map w ts)) by (rewrite map_map; auto).
  pose proof (position_of_N (map w ts)) as Back.
  assert (P : sem (known_position k ts) w -> length ts = width r /\ is_position r (map w ts) /\
    in_domain (known_digits k) (known_domain k) (map w ts)).
  { unfold known_position. rewrite G. apply position_form_ok; auto. }
  cbn [known_task is_answer is_other]. split.
  - intros u S. apply sem_and2 in S. destruct S as [Sp Sv]. destruct (P Sp) as (L & Pp & Dm). rewrite Zs. apply A. split;
    [exact Pp|].
    exists (w u). split; auto. rewrite Back. apply (K ts u w B L Pp Dm). exact Sv.
  - intros c S. destruct (knows k c) eqn:Kn; [|destruct (sem_no w S)]. apply sem_and2 in S. destruct S as [Sp Sv].
    destruct (P Sp) as (L & Pp & Dm). destruct (K ts 1%positive w B L Pp Dm) as ((n & Vn) & _ & _).
    exists (Z.of_N n). rewrite Zs. split; [apply A; split; [exact Pp|]; exists n; rewrite Back; auto|]. intros E.
    set (u := Pos.succ (last_track ts)) in *. specialize (Sv n). rewrite sem_or2 in Sv.
    assert (Eu : upd w u n u = n) by (unfold upd; rewrite Pos.eqb_refl; auto).
    destruct Sv as [Sv|Sv]; [apply sem_not1 in Sv; apply Sv; rewrite sem_eq, lval_track, lval_const, Eu; auto|]. apply Sv.
    assert (Em : map (upd w u n) ts = map w ts).
    { apply map_ext_in. intros t I. unfold upd. destruct (Pos.eqb_spec t u) as [->|]; auto. exfalso.
      assert (Mx : forall l x, List.In x l -> (x <= last_track l)%positive).
      { induction l as [|y l IH]; simpl; [tauto|]. intros x [->|J]; [lia|]. specialize (IH x J). lia. }
      specialize (Mx ts u I). unfold u in Mx. lia. }
    assert (Bu : bounded (upd w u n)) by (apply Formula.bounded_upd; auto).
    apply (K ts u (upd w u n) Bu L); rewrite ?Em, ?Eu; auto. rewrite E. exact Kn.
Qed.

(** * The statement as a formula *)
(* a short range with constant ends is taken number by number *)
Definition short_range (lo hi : expr) : option (list Z) :=
  match lo, hi with Num a, Num b => if (b - a <? 4)%Z then Some (range a b) else None | _, _ => None end.
Fixpoint all_some {A} (l : list (option A)) : option (list A) :=
  match l with [] => Some [] | o :: r => let* x := o in let* xs := all_some r in Some (x :: xs) end.
Lemma all_some_in {A} (f : Z -> option A) zs : forall l, all_some (map f zs) = Some l -> forall z, List.In z zs ->
  exists x, f z = Some x /\ List.In x l.
Proof.
  induction zs as [|y zs IH]; intros l H z I; [destruct I|]. cbn [map all_some] in H. destruct (f y) as [x|] eqn:E; [|discriminate].
  destruct (all_some (map f zs)) as [xs|]; [|discriminate]. injection H as <-. destruct I as [<-|I]; [exists x; simpl; auto|].
  destruct (IH xs eq_refl z I) as (x' & E' & J). exists x'. simpl. auto.
Qed.
Fixpoint tall_in (rs : list (nat * (expr * expr))) (s : statement) (te : tenv) (n : positive) : option form :=
  match rs with
  | [] => let* (i, n1) := tcond (if_ s) te n in let* (h, n2) := tcond (holds_ s) te n1 in
      let ts := between n n2 in if free ts te then Some (close ts (or2 (snd i) (and2 (fst i) (fst h)))) else None
  | (i, (lo, hi)) :: r => match short_range lo hi with
      | Some zs => let* l := all_some (map (fun z => tall_in r s (tput te i (lconst z)) n) zs) in Some (and_all l)
      | None =>
          let* (cl, n1) := tnum lo te n in let* (ch, t) := tnum hi te n1 in
          let* body := tall_in r s (tput te i (ltrack t)) (Pos.succ t) in
          let ts := between n t in
          if free (t :: ts) te && silent ts body && without t (cl ++ ch) then Some (close ts (range_defined (lconst 0) (ltrack t) t
            cl ch body)) else None
      end
  end.
(* `at` is no position *)
Definition nowhere_form (s : statement) (te : tenv) (n : positive) : option (form * positive) :=
  match at_pos s with
  | None => Some (no, n)
  | Some (r, es) => let* (cs, n1) := tnumbers es te n in
      fold_right (fun '(g, ls) o => let* (f, n2) := o in let* (e, n3) :=
        texists r ls n2 in Some (or2 (and2 g (snd e)) f, n3)) (Some (no, n1)) cs
  end.
(* the variables are the tracks 1, 2, …; then there are some more, of which the answers may speak *)
Definition claim_tenv (vars more : nat) (tks : list task) : tenv :=
  {| tcoords := map ltrack (tracks 0 vars); tvars := []; tparts := []; tasks := tks; held := tracks 0 (vars + more) |}.
Definition claim_form (vars more : nat) (s : statement) (tks : list task) : option form :=
  let te := claim_tenv vars more tks in
  let n := track (vars + more) in
  let* (nowhere, n1) := nowhere_form s te n in
  let* (w, n2) := tcond (where_ s) te n1 in
  let* body := tall_in (all_in s) s te n2 in
  let ts := between n n2 in
  if free ts te && silent ts body then Some (or2 (close ts (or2 nowhere (snd w))) (and2 (close ts (fst w)) body)) else None.
Definition check_claim (vars : nat) (s : statement) (ks : list known) : bool :=
  forallb check_known ks && match claim_form vars 0 s (map known_task ks) with Some f => proved f | None => false end.

Lemma tall_in_ok rs s : forall te n f, tall_in rs s te n = Some f -> forall e v, fits te e v -> sem f v ->
  for_all rs e (fun e => exists u, truth (if_ s) e = Some u /\ (u = true -> truth (holds_ s) e = Some true)).
Proof.
  induction rs as [|[i [lo hi]] rs IH]; intros te n f H e v F S; cbn [tall_in] in H; cbn [for_all].
  - steps H. destruct (free _ te) eqn:Q; [|discriminate]. injection H as <-. apply sem_close in S. destruct S as (w & O & S).
    pose proof (fits_off _ _ _ _ _ Q O F) as Fw. destruct (proj1 (proj2 translation_sound) _ _ _ _ _ E e w Fw) as [Y N].
    rewrite sem_or2, sem_and2 in S. destruct S as [S|[S S']]; [exists false|exists true]; split; auto; [discriminate|]. intros _.
    apply (proj1 (proj2 translation_sound) _ _ _ _ _ E0 e w Fw). exact S'.
  - destruct (short_range lo hi) as [zs|] eqn:Sr.
    { unfold short_range in Sr. destruct lo as [a| | | | | | | | | | | | | | | ]; try discriminate. destruct hi as [b| | | | | | | | | | | | | | | ]; try discriminate.
      destruct (b - a <? 4)%Z; [|discriminate]. injection Sr as <-. destruct (all_some _) as [l|] eqn:El; [|discriminate]. injection H as <-.
      exists a, b. split; [reflexivity|]. split; [reflexivity|]. intros z Bz.
      destruct (all_some_in _ _ _ El z (proj2 (in_range a b z) Bz)) as (f & Ef & If). apply sem_and_all in S. rewrite Forall_forall in S.
      apply (IH _ _ _ Ef (put e i z) v); [|exact (S f If)]. pose proof (fits_put te e v i (lconst z) F) as K. rewrite lval_const in K. exact K. }
    destruct (tnum lo te n) as [[cl n1]|] eqn:El; [|discriminate]. destruct (tnum hi te n1) as [[ch t]|] eqn:Eh; [|discriminate].
    destruct (tall_in rs s _ _) as [body|] eqn:Eb; [|discriminate]. cbv zeta in H.
    destruct (free _ te && silent _ body && without _ _) eqn:Q; [|discriminate]. injection H as <-. rewrite !andb_true_iff in Q.
    destruct Q as [[Qf Qs] Qw]. set (ts := between n t) in *. apply sem_close in S. destruct S as (w & Ow & S).
    assert (O : same_off (t :: ts) v w) by (intros u K; apply Ow; simpl in K; tauto).
    apply sem_or_all in S. destruct S as (x & I & S). apply in_flat_map in I. destruct I as ([g a] & Ia & I).
    apply in_map_iff in I.
    destruct I as ([h b] & <- & Ib). rewrite !sem_and2, sem_or2, sem_le, sem_lt, sem_all1, lval_const in S.
    destruct S as (Sg & Sh & Sn & Sa).
    pose proof (fits_off _ _ _ v w Qf O F) as Fw. exists (lval a w), (lval b w).
    split; [apply (proj1 translation_sound _ _ _ _ _ El e w Fw g); auto|]. split;
      [apply (proj1 translation_sound _ _ _ _ _ Eh e w Fw h); auto|].
    intros z B. assert (Ez : exists k, z = Z.of_N k) by (exists (Z.to_N z); rewrite Z2N.id; lia). destruct Ez as (k & ->).
    specialize (Sa k).
    set (u := upd w t k) in *. assert (Ut : u t = k) by (unfold u, upd; rewrite Pos.eqb_refl; auto).
    assert (W : forall f l, List.In (f, l) (cl ++ ch) -> lval l u = lval l w).
    { intros f' l I'. unfold without in Qw. rewrite forallb_forall in Qw. specialize (Qw _ I'). apply andb_prop in Qw.
      apply (lin_free_ok [t]); [tauto|]. apply same_off_upd. simpl. auto. }
    rewrite !sem_or2, !sem_lt, lval_track, Ut, (W g a), (W h b) in Sa by (apply in_app_iff; auto). destruct Sa as [L|[L|Sb]];
      [lia|lia|].
    assert (Ou : same_off (t :: ts) v u) by (intros y K; change (u y) with (upd w t k y); unfold upd;
      destruct (Pos.eqb_spec y t); [subst y; simpl in K; tauto|auto]).
    apply (IH _ _ _ Eb (put e i (Z.of_N k)) u); auto. replace (Z.of_N k) with (lval (ltrack t) u) by (rewrite lval_track, Ut;
      auto). apply fits_put. apply (fits_off _ _ _ v u Qf Ou F).
Qed.
Lemma nowhere_ok r cs n0 : forall f n, fold_right (fun '(g, ls) o => let* (f, n2) := o in let* (e, n3) := texists r ls n2 in
    Some (or2 (and2 g (snd e)) f, n3)) (Some (no, n0)) cs = Some (f, n) -> forall v, sem f v ->
  exists g ls, List.In (g, ls) cs /\ sem g v /\ exists_at r (vals v ls) = Some false.
Proof.
  induction cs as [|[g ls] cs IH]; intros f n H v S; cbn [fold_right] in H; [injection H as <- <-; destruct (sem_no v S)|].
  destruct (fold_right _ _ cs) as [[f' n2]|] eqn:E; [|discriminate]. destruct (texists r ls n2) as [[e n3]|] eqn:Te;
    [|discriminate].
  injection H as <- <-. rewrite sem_or2, sem_and2 in S. destruct S as [[Sg Se]|S].
  - exists g, ls. split; [simpl; auto|]. split; auto. apply (texists_ok _ _ _ _ _ Te v). exact Se.
  - destruct (IH _ _ eq_refl v S) as (g' & ls' & I & K). exists g', ls'. simpl. auto.
Qed.
Lemma nowhere_form_ok s te n f n' : nowhere_form s te n = Some (f, n') -> forall e v, fits te e v -> sem f v -> ~ is_at s e.
Proof.
  unfold nowhere_form, is_at. intros H e v F S At. destruct (at_pos s) as [[r es]|]; [|injection H as <- <-;
    destruct (sem_no v S)].
  destruct At as (zs & Ez & Ex). destruct (tnumbers es te n) as [[cs m]|] eqn:Et; [|discriminate].
  destruct (nowhere_ok r cs m _ _ H v S) as (g & ls & I & Sg & X). pose proof (tnumbers_ok _ _ _ _ _ Et e v F g ls I Sg) as K.
  congruence.
Qed.
(* the tasks give the answers, where the first tracks are these numbers *)
Definition right_tasks (tks : list task) (ans : nat -> list Z -> option Z) (zs : list N) : Prop :=
  forall q a, nth_error tks q = Some a -> forall w ts, bounded w ->
    (forall t, List.In t (tracks 0 (length zs)) -> w t = of_list zs t) ->
    (forall u, sem (is_answer a ts u) w -> ans q (map (fun t => Z.of_N (w t)) ts) = Some (Z.of_N (w u))) /\
    (forall c, sem (is_other a ts c) w -> exists z, ans q (map (fun t => Z.of_N (w t)) ts) = Some z /\ z <> c).
Lemma claim_fits xs ys ans tks : right_tasks tks ans (xs ++ ys) ->
  fits (claim_tenv (length xs) (length ys) tks) (claim_env ans xs) (of_list (xs ++ ys)).
Proof.
  intros A. constructor; cbn [claim_tenv tcoords tvars tparts tasks held].
  - intros i l E. cbn [claim_env coord]. rewrite nth_error_map in E |- *. unfold tracks in E. rewrite nth_error_map in E.
    destruct (nth_error (seq 0 (length xs)) i) as [j|] eqn:Ej; [|discriminate]. cbn [option_map] in E. injection E as <-.
    assert (Hi : i < length xs) by (rewrite <- (seq_length (length xs) 0); apply nth_error_Some; congruence).
    rewrite (nth_error_nth' (seq 0 (length xs)) 0) in Ej by (rewrite seq_length; auto). rewrite seq_nth in Ej by auto.
    injection Ej as <-.
    rewrite (nth_error_nth' xs 0%N) by lia. cbn [option_map]. f_equal. rewrite lval_track, of_list_track, app_nth1 by auto. auto.
  - discriminate.
  - intros [|k]; discriminate.
  - rewrite <- app_length. exact A.
  - right. apply bounded_list.
Qed.
Lemma claim_form_ok xs ys s tks f ans : claim_form (length xs) (length ys) s tks = Some f -> right_tasks tks ans (xs ++ ys) ->
  sem f (of_list (xs ++ ys)) -> true_at s ans xs.
Proof.
  unfold true_at. intros Ef A S At. pose proof (claim_fits xs ys ans tks A) as F. unfold claim_form in Ef.
  set (te := claim_tenv (length xs) (length ys) tks) in *. set (v := of_list (xs ++ ys)) in *. set (e := claim_env ans xs) in *. clearbody te v.
  destruct (nowhere_form s te _) as [[nowhere n1]|] eqn:En; [|discriminate].
  destruct (tcond (where_ s) te n1) as [[w n2]|] eqn:Ew; [|discriminate]. destruct (tall_in (all_in s) s te n2) as [body|]
    eqn:Eb; [|discriminate].
  cbv zeta in Ef. destruct (free _ te && silent _ body) eqn:Q; [|discriminate]. injection Ef as <-. apply andb_prop in Q.
  destruct Q as [Qf Qs].
  rewrite sem_or2, sem_and2, !sem_close in S. destruct S as [(u & O & S)|[(u & O & S) Sb]].
  - pose proof (fits_off _ _ _ _ _ Qf O F) as Fu. rewrite sem_or2 in S. destruct S as [S|S].
    + destruct (nowhere_form_ok _ _ _ _ _ En e u Fu S At).
    + exists false. split; [|discriminate]. apply (proj1 (proj2 translation_sound) _ _ _ _ _ Ew e u Fu). exact S.
  - pose proof (fits_off _ _ _ _ _ Qf O F) as Fu. exists true. split;
    [apply (proj1 (proj2 translation_sound) _ _ _ _ _ Ew e u Fu); exact S|].
    intros _. apply (tall_in_ok _ _ _ _ _ Eb e v F Sb).
Qed.
Lemma known_tasks_right ks ans zs : forallb check_known ks = true -> answers_right (map known_game ks) ans ->
  right_tasks (map known_task ks) ans zs.
Proof.
  intros C A q a E w ts B _. rewrite forallb_forall in C. rewrite nth_error_map in E.
  destruct (nth_error ks q) as [k|] eqn:Eq; [|discriminate]. injection E as <-.
  apply (known_task_ok k ans q (map known_game ks)); auto; [apply C; eapply nth_error_In; eauto|].
  rewrite nth_error_map, Eq. auto.
Qed.
Theorem claim_sound vars s ks : check_claim vars s ks = true -> forall ans, answers_right (map known_game ks) ans ->
  true_of vars s ans.
Proof.
  unfold check_claim. rewrite andb_true_iff. intros [Ck C] ans A xs <-.
  destruct (claim_form _ 0 s _) as [f|] eqn:Ef; [|discriminate].
  apply (claim_form_ok xs [] s _ f ans Ef); [apply known_tasks_right; auto|]. apply (proved_sound f C), bounded_list.
Qed.

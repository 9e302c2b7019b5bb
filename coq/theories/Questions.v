(* Claims that ask more than values by blocks: whether a position is terminal, and the values of the position of the claim where
   only its swap positions are known.

   Two more tracks stand for the values of the position in normal and in misère play.  What is decided is that the statement is
   true for all numbers that these may be: 0 and 1 in the first set, 1 and 0 in the second one, and the same number elsewhere.

   What must be read to believe a claim: Value.v, Expr.v, Game.v, [answers_right_all] of Finite.v, and [true_of] of Statement.v. *)
Require Import List NArith ZArith PArith Bool Lia.
From Grundy Require Import Automaton Atoms Numeration Program Formula Decision Value.
From Grundy Require Import Expr Game Cases Closing Rules Moves Reads Options Blocks Graph Falls Statement PropertyCheck SwapCheck Finite.
From Grundy.Theorems Require Import Swap.
Import ListNotations.

Definition value_of (q : rules * bool) : question := Value (fst q) (snd q).
(* what answers a question: a block of values; the rules, of whether a position is terminal *)
Inductive answerer := ByBlock (k : known) | ByRules (r : rules).
(* the rules of the position, of which these are the swap positions *)
Record swaps := { swap_rules : rules; swap_digits : digits; swap_first : aut; swap_second : aut; swap_falls : list Z; swap_least : Z }.

Section Here.
Variable swapped : swaps.
Let r := swap_rules swapped.
Let d := swap_digits swapped.
Let w := width r.
Let xs := tracks 0 w.
Let value_track (misere : bool) : positive := track (w + if misere then 1 else 0).

(** * The position of the claim *)
Definition at_first (ts : list positive) : form := and_all (map (fun '(t, x) => eq (ltrack t) (ltrack x)) (combine ts xs)).
Definition is_here (ts : list positive) : form := and2 (position_form r d None ts) (at_first ts).
Definition position_task (misere : bool) : task :=
  let m := ltrack (value_track misere) in
  {| is_answer ts u := and2 (is_here ts) (eq (ltrack u) m); is_other ts c := and2 (is_here ts) (FNot (eq m (lconst c))) |}.
Definition numbers_are (n m : Z) : form :=
  and2 (eq (ltrack (value_track false)) (lconst n)) (eq (ltrack (value_track true)) (lconst m)).
Definition as_swapped : form :=
  let a := FAtom (In d (swap_first swapped) xs) in let b := FAtom (In d (swap_second swapped) xs) in
  or2 (FNot (position_form r d None xs))
    (or2 (and2 a (numbers_are 0 1)) (or2 (and2 b (numbers_are 1 0))
      (and2 (and2 (FNot a) (FNot b)) (eq (ltrack (value_track false)) (ltrack (value_track true)))))).
Lemma at_first_ok ts v : length ts = w -> sem (at_first ts) v -> map v ts = map v xs.
Proof.
  unfold at_first. intros L S. apply sem_and_all in S. rewrite Forall_map, Forall_forall in S. revert L S. unfold xs.
  generalize (tracks_length 0 w). generalize (tracks 0 w). intros us Lu L. rewrite <- Lu in L. clear Lu. revert us L.
  induction ts as [|t ts IH]; intros [|u us] L S; try discriminate; auto. cbn [map]. f_equal.
  - specialize (S (t, u) (or_introl eq_refl)). rewrite sem_eq, !lval_track in S. lia.
  - apply IH; [simpl in L; lia|]. intros p I. apply S. simpl. auto.
Qed.

(* the values of a position, in normal and in misère play *)
Definition values_are (x : list N) (n m : N) : Prop := is_position r x -> has_value r false x n /\ has_value r true x m.
Section At.
Variables (x : list N) (n m : N).
Hypothesis L : length x = w.
Hypothesis Ne : w <> 0.
Notation zs := (x ++ [n; m]).
Definition agrees (v : val) : Prop := forall t, List.In t (tracks 0 (length zs)) -> v t = of_list zs t.
Lemma in_tracks i k : i < k -> List.In (track i) (tracks 0 k).
Proof. intros H. unfold tracks. apply in_map_iff. exists i. split; [reflexivity|]. apply in_seq. lia. Qed.
Lemma here_length : length zs = w + 2.
Proof. rewrite app_length, L. reflexivity. Qed.
Lemma here_xs v : agrees v -> map v xs = x.
Proof.
  intros H. transitivity (at_tracks (of_list zs) 0 (length x)); [|apply at_tracks_first]. rewrite L. unfold at_tracks.
  apply map_ext_in. intros t I. apply H.
  rewrite here_length. apply in_map_iff in I. destruct I as (i & <- & I). apply in_seq in I. apply in_tracks. lia.
Qed.
Lemma here_value v misere : agrees v -> v (value_track misere) = if misere then m else n.
Proof.
  intros H. unfold value_track. rewrite H by (apply in_tracks; rewrite here_length; destruct misere; lia).
  unfold zs. rewrite of_list_track, app_nth2 by (destruct misere; lia). rewrite L.
  replace (w + (if misere then 1 else 0) - w) with (if misere then 1 else 0) by lia. destruct misere; reflexivity.
Qed.
Lemma position_task_ok qs ans q misere : values_are x n m -> answers_right_all qs ans ->
  nth_error qs q = Some (Value r misere) -> forall v ts, bounded v -> agrees v ->
    (forall u, sem (is_answer (position_task misere) ts u) v -> ans q (map (fun t => Z.of_N (v t)) ts) = Some (Z.of_N (v u))) /\
    (forall c, sem (is_other (position_task misere) ts c) v -> exists z, ans q (map (fun t => Z.of_N (v t)) ts) = Some z /\ z <> c).
Proof.
  intros V A E v ts B H. assert (Here : sem (is_here ts) v ->
    ans q (map (fun t => Z.of_N (v t)) ts) = Some (Z.of_N (v (value_track misere)))).
  { unfold is_here. rewrite sem_and2. intros [P F]. apply position_form_ok in P; auto. destruct P as (Lt & P & _).
    apply at_first_ok in F; auto. rewrite (here_xs v H) in F. rewrite F in P. apply (A q _ E).
    replace (map (fun t => Z.of_N (v t)) ts) with (map Z.of_N x) by (rewrite <- F, map_map; reflexivity). split; [exact P|].
    exists (v (value_track misere)). split; auto. rewrite position_of_N, (here_value v misere H). destruct (V P).
    destruct misere; auto. }
  cbn [position_task is_answer is_other]. split.
  - intros u S. apply sem_and2 in S. destruct S as [S Eu]. rewrite sem_eq, !lval_track in Eu. rewrite Eu. exact (Here S).
  - intros c S. apply sem_and2 in S. destruct S as [S Nc]. exists (Z.of_N (v (value_track misere))). split; [exact (Here S)|].
    intros Ec. apply Nc. rewrite sem_eq, lval_track, lval_const. exact Ec.
Qed.
Lemma as_swapped_ok : reads (swap_first swapped) w = true -> reads (swap_second swapped) w = true -> values_are x n m ->
  (is_position r x -> says (rules_game r) (accepted d (swap_first swapped)) (accepted d (swap_second swapped)) x) ->
  sem as_swapped (of_list zs).
Proof.
  intros R1 R2 V Sw. assert (H : agrees (of_list zs)) by (intros t _; reflexivity). pose proof (here_xs _ H) as Ex.
  pose proof (here_value _ false H) as En. pose proof (here_value _ true H) as Em. pose proof (bounded_list zs) as B.
  set (v := of_list zs) in *. assert (Nx : xs <> []) by (unfold xs; destruct w; [congruence|discriminate]).
  assert (Lx : length xs = w) by apply tracks_length.
  assert (Ra : sem (FAtom (In d (swap_first swapped) xs)) v <-> accepted d (swap_first swapped) x)
    by (rewrite <- Ex; apply sem_in; rewrite ?Lx; auto).
  assert (Rb : sem (FAtom (In d (swap_second swapped) xs)) v <-> accepted d (swap_second swapped) x)
    by (rewrite <- Ex; apply sem_in; rewrite ?Lx; auto).
  unfold as_swapped, numbers_are. cbv zeta. rewrite !sem_or2, !sem_and2, !sem_eq, !lval_track, !lval_const, En, Em.
  cbn [sem]. rewrite Ra, Rb.
  assert (Or : is_position r x \/ ~ is_position r x)
    by (unfold is_position; destruct (exists_at r (map Z.of_N x)) as [[|]|]; auto; right; discriminate).
  destruct Or as [P|No].
  - right. destruct (V P) as [Vn Vm]. destruct (Sw P) as (Ka & Kb & K). unfold has_value in Vn, Vm.
    assert (Two : forall s t, value (rules_game r) x s -> misere_value (rules_game r) x t -> n = s /\ m = t).
    { intros s t Hs Ht. split; [exact (value_unique _ _ _ _ Vn Hs)|exact (misere_unique _ _ _ _ Vm Ht)]. }
    assert (Of_a : accepted d (swap_first swapped) x -> n = 0%N /\ m = 1%N) by (intros S; apply Ka in S; apply Two; apply S).
    assert (Of_b : accepted d (swap_second swapped) x -> n = 1%N /\ m = 0%N) by (intros S; apply Kb in S; apply Two; apply S).
    destruct K as [[S|S]|(t & Hn & Hm)]; [left|right; left|right; right].
    + split; auto. destruct (Of_a S) as [-> ->]. auto.
    + split; auto. destruct (Of_b S) as [-> ->]. auto.
    + destruct (Two t t Hn Hm) as [E1 E2]. split; [|congruence].
      split; intros S; [destruct (Of_a S)|destruct (Of_b S)]; congruence.
  - left. intros S. apply position_form_ok in S; auto. rewrite Ex in S. tauto.
Qed.
End At.

End Here.

(** * Terminal positions *)
Definition has_move (s : rules) : option set :=
  let aux := track (width s + 2) in
  match exists_formulas s 0 aux with
  | Some (Y, F) => if proved (or2 Y F) then set_of_formulas s None Y (ends s) else None
  | None => None
  end.
Lemma has_move_ok s A : has_move s = Some A -> right_set s A /\ forall x, is_position s x ->
  exists l, options s x = Some l /\ (has A x <-> l <> []).
Proof.
  unfold has_move. destruct (exists_formulas s 0 _) as [[Y F]|] eqn:E; [|discriminate]. destruct (proved (or2 Y F)) eqn:O;
    [|discriminate].
  intros M. destruct (ends_ok s None Y F E O A M) as [Rs Ps]. split; [exact Rs|]. intros x P.
  destruct (ends_defined s None Y F E O A M x P) as (l & El). exists l. split; [exact El|]. rewrite (Ps x P). split.
  - intros H ->. apply H. intros pss (l' & El' & I). assert (l' = []) by congruence. subst l'. destruct I.
  - intros H T. destruct l as [|p l]; [auto|]. apply (T p). exists (p :: l). simpl. auto.
Qed.
Definition terminal_task (s : rules) (A : set) : task :=
  {| is_answer ts u := and2 (position_form s None None ts)
       (or2 (and2 (form_of A ts) (eq (ltrack u) (lconst 0))) (and2 (FNot (form_of A ts)) (eq (ltrack u) (lconst 1))));
     is_other ts c := and2 (position_form s None None ts)
       (if (c =? 0)%Z then FNot (form_of A ts) else if (c =? 1)%Z then form_of A ts else yes) |}.

Lemma terminal_task_ok s A qs ans q : has_move s = Some A -> width s <> 0 -> answers_right_all qs ans ->
  nth_error qs q = Some (IsTerminal s) -> forall v ts, bounded v ->
    (forall u, sem (is_answer (terminal_task s A) ts u) v -> ans q (map (fun t => Z.of_N (v t)) ts) = Some (Z.of_N (v u))) /\
    (forall c, sem (is_other (terminal_task s A) ts c) v -> exists z, ans q (map (fun t => Z.of_N (v t)) ts) = Some z /\ z <> c).
Proof.
  intros M Ne An E v ts B. destruct (has_move_ok s A M) as [Rs Ps].
  assert (Here : sem (position_form s None None ts) v -> exists z, ans q (map (fun t => Z.of_N (v t)) ts) = Some z /\
    (sem (form_of A ts) v /\ z = 0%Z \/ ~ sem (form_of A ts) v /\ z = 1%Z)).
  { intros P. apply position_form_ok in P; auto. destruct P as (Lt & P & _). pose proof (Rs ts v B Lt) as Q.
    replace (map (fun t => Z.of_N (v t)) ts) with (map Z.of_N (map v ts)) by (rewrite map_map; reflexivity).
    destruct (Ps _ P) as (l & El & K). exists (match l with [] => 1 | _ => 0 end)%Z. split.
    - apply (An q _ E). split; [exact P|]. exists l. rewrite position_of_N. auto.
    - destruct l; [right|left]; (split; [|reflexivity]); rewrite Q, K; congruence. }
  cbn [terminal_task is_answer is_other]. split.
  - intros u S. rewrite sem_and2, sem_or2, !sem_and2, !sem_eq, !lval_track, !lval_const in S. destruct S as [P S].
    destruct (Here P) as (z & -> & K). cbn [sem] in S. f_equal. destruct K as [[K ->]|[K ->]], S as [[S E']|[S E']]; tauto || lia.
  - intros c S. rewrite sem_and2 in S. destruct S as [P S]. destruct (Here P) as (z & -> & K). exists z. split; auto.
    destruct (Z.eqb_spec c 0) as [->|N0]; [|destruct (Z.eqb_spec c 1) as [->|N1]]; destruct K as [[K ->]|[K ->]]; cbn [sem] in S;
      try lia; tauto.
Qed.

(** * The claim *)
Definition question_of (a : answerer) : question :=
  match a with ByBlock k => value_of (known_game k) | ByRules s => IsTerminal s end.
Definition task_of (a : answerer) : option task :=
  match a with
  | ByBlock k => if check_known k then Some (known_task k) else None
  | ByRules s => let* A := has_move s in if Nat.eqb (width s) 0 then None else Some (terminal_task s A)
  end.
(* where there are swap positions, the last two questions are the values of the position in normal and in misère play *)
Definition questions_of (sw : option swaps) (qs : list answerer) : list question :=
  map question_of qs ++ match sw with Some s => [Value (swap_rules s) false; Value (swap_rules s) true] | None => [] end.
Definition check_swaps (vars : nat) (s : swaps) : bool :=
  check_swap (swap_rules s) (swap_digits s) (swap_first s) (swap_second s) (swap_falls s) (swap_least s) &&
  Nat.eqb (width (swap_rules s)) vars && negb (Nat.eqb vars 0) && reads (swap_first s) vars && reads (swap_second s) vars.
Definition check_questions (vars : nat) (s : statement) (sw : option swaps) (qs : list answerer) : bool :=
  match all_some (map task_of qs), sw with
  | Some tks, None => match claim_form vars 0 s tks with Some f => proved f | None => false end
  | Some tks, Some w => check_swaps vars w &&
      match claim_form vars 2 s (tks ++ [position_task w false; position_task w true]) with
      | Some f => proved (or2 (FNot (as_swapped w)) f)
      | None => false
      end
  | None, _ => false
  end.
Lemma all_some_length {A} (l : list (option A)) : forall k, all_some l = Some k -> length k = length l.
Proof.
  induction l as [|[a|] l IH]; cbn [all_some]; intros k H; [injection H as <-; auto| |discriminate].
  destruct (all_some l) as [k'|]; [|discriminate]. injection H as <-. cbn [length]. f_equal. auto.
Qed.
Lemma tasks_right qs sw ans zs tks : all_some (map task_of qs) = Some tks -> answers_right_all (questions_of sw qs) ans ->
  right_tasks tks ans zs.
Proof.
  intros T A q a E v ts B _.
  assert (K : exists b, nth_error qs q = Some b /\ task_of b = Some a).
  { clear A. revert q tks T E. induction qs as [|b qs IH]; intros q tks T E; cbn [map all_some] in T; [injection T as <-; destruct q; discriminate|].
    destruct (task_of b) as [t|] eqn:Tb; [|discriminate]. destruct (all_some (map task_of qs)) as [l|]; [|discriminate].
    injection T as <-. destruct q as [|q]; cbn [nth_error] in *; [injection E as <-; eauto|]. exact (IH q l eq_refl E). }
  destruct K as (b & Eb & Tb).
  assert (Q : nth_error (questions_of sw qs) q = Some (question_of b)).
  { unfold questions_of. rewrite nth_error_app1, nth_error_map, Eb; [reflexivity|]. rewrite map_length. apply nth_error_Some. congruence. }
  destruct b as [k|s]; cbn [task_of question_of] in *.
  - destruct (check_known k) eqn:C; [|discriminate]. injection Tb as <-.
    apply (known_task_ok k (fun _ => ans q) 0 [known_game k] C eq_refl); auto.
    intros [|[|q']] r' m Q'; try discriminate. injection Q' as Q'. rewrite Q' in Q. exact (A q _ Q).
  - destruct (has_move s) as [M|] eqn:Em; [|discriminate]. destruct (Nat.eqb_spec (width s) 0); [discriminate|]. injection Tb as <-.
    exact (terminal_task_ok s M _ ans q Em n A Q v ts B).
Qed.
Theorem questions_sound vars s sw qs : check_questions vars s sw qs = true ->
  forall ans, answers_right_all (questions_of sw qs) ans -> true_of vars s ans.
Proof.
  unfold check_questions. intros C ans A xs L. destruct (all_some _) as [tks|] eqn:T; [|discriminate].
  pose proof (fun zs => tasks_right qs sw ans zs tks T A) as R. destruct sw as [w|].
  - apply andb_prop in C. destruct C as [Cs C]. unfold check_swaps in Cs. rewrite !andb_true_iff, negb_true_iff, Nat.eqb_eq, Nat.eqb_neq in Cs.
    destruct Cs as [[[[Cs W] Ne] R1] R2]. rewrite <- W in L, Ne, R1, R2, C. rewrite <- L in C.
    destruct (claim_form _ 2 s _) as [f|] eqn:Ef; [|discriminate].
    set (r := swap_rules w) in *. destruct (check_swap_sound _ _ _ _ _ _ Cs) as (Si & _ & Sw). fold r in Si, Sw.
    assert (V : exists n m, values_are w xs n m).
    { unfold values_are. fold r. destruct (exists_at r (map Z.of_N xs)) as [[|]|] eqn:P;
        [|exists 0%N, 0%N; unfold is_position; congruence ..].
      assert (Fa : check_falls r (swap_falls w) (swap_least w) = true) by (unfold check_swap in Cs; apply andb_prop in Cs; tauto).
      destruct (has_values false r _ _ xs Fa P) as (n & Hn). destruct (has_values true r _ _ xs Fa P) as (m & Hm).
      exists n, m. intros _. split; [exact Hn|exact Hm]. }
    destruct V as (n & m & V). apply (claim_form_ok xs [n; m] s _ f ans Ef).
    + intros q a E v ts B H. destruct (nth_error tks q) as [b|] eqn:Eb.
      * rewrite nth_error_app1 in E by (apply nth_error_Some; congruence). exact (R _ q a E v ts B H).
      * apply nth_error_None in Eb. rewrite nth_error_app2 in E by auto.
        assert (Q : forall i, nth_error (questions_of (Some w) qs) (length tks + i) = nth_error [Value r false; Value r true] i).
        { intros i. pose proof (all_some_length _ _ T) as Lt. rewrite map_length in Lt. unfold questions_of. fold r.
          rewrite nth_error_app2; rewrite map_length, <- Lt; [f_equal; lia|lia]. }
        specialize (Q (q - length tks)). replace (length tks + (q - length tks)) with q in Q by lia.
        destruct (q - length tks) as [|[|i]]; cbn [nth_error] in E, Q; [| |destruct i; discriminate]; injection E as <-;
          apply (position_task_ok w xs n m L Ne _ ans q _ V A Q v ts B H).
    + pose proof (proved_sound _ C (of_list (xs ++ [n; m])) (bounded_list _)) as S. rewrite sem_or2 in S. destruct S as [S|S]; auto.
      destruct S. apply as_swapped_ok; auto.
  - destruct (claim_form vars 0 s tks) as [f|] eqn:Ef; [|discriminate]. subst vars. apply (claim_form_ok xs [] s tks f ans Ef (R _)).
    exact (proved_sound f C _ (bounded_list _)).
Qed.

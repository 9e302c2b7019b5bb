(* Expressions and conditions of rules as formulas: the translation, and its proof against the evaluator.

   [tnum] makes of an expression a list of cases: a formula, and a sum of multiples of tracks that is the expression's number
     wherever
   the formula is true.  [tcond] makes of a condition two formulas: where the first is true, the condition is true;
     where the second is
   true, it is false.  Where neither is, nothing is said: something is undefined there.  So "it is defined everywhere" is one more
   formula, which others decide.  What has no such form gives [None] and is refused.

   Covered: sums, products by constants, least and greatest, quotients and remainders by constants, nim-sums, absolute values,
   `if`, `entry`, `digit`, `rank`, powers of 2 at logarithms;
     comparisons, divisibility by constants, `not`, `and`, `or`, `iff`; `all` and `any`,
   written out where the ends of the ranges are constants (in each case), and else by "for all" and "there is"; questions;
     and whatever is
   made of two constants.

   Auxiliary tracks (for quotients and nim-sums) are numbered from [n] on.  [translation_sound]
     holds whatever their numbers are: it does
   not depend on their being new.  Nothing here must be read to believe a theorem about a game. *)
Require Import List NArith ZArith PArith Bool Lia.
From Grundy Require Import Tree Automaton Search Operations Atoms Program Formula Tidy Decision Expr Cases Closing Collect Places.
Import ListNotations.

(** * The translation *)
Fixpoint tnum (e : expr) (te : tenv) (n : positive) {struct e} : option (cases * positive) :=
  match e with
  | Num c => Some ([(yes, lconst c)], n)
  | X i => let* l := nth_error (tcoords te) i in Some ([(yes, l)], n)
  | V i => let* l := assoc i (tvars te) in Some ([(yes, l)], n)
  | Plus a k b =>
      let* (ca, n1) := tnum a te n in let* (cb, n2) := tnum b te n1 in
      let* cs := each_case (fun la => each_case (fun lb => Some [(yes, ladd la k lb)]) cb) ca in Some (cs, n2)
  | Two w a b =>
      let* (ca, n1) := tnum a te n in let* (cb, n2) := tnum b te n1 in
      let* cs := each_case (fun la => each_case (two_cases w n2 la) cb) ca in Some (cs, Pos.add n2 3)
  | Abs a => let* (ca, n1) := tnum a te n in
      let* cs := each_case (fun l => Some [(nat_ l, l); (neg l, ladd (lconst 0) (-1) l)]) ca in Some (cs, n1)
  | PowerLog a c => let* (ca, n1) := tnum a te n in
      let* cs := each_case (fun l => Some (power_cases n1 l c)) ca in Some (cs, Pos.add n1 2)
  | If c a b =>
      let* (yf, n1) := tcond c te n in let* (ca, n2) := tnum a te n1 in let* (cb, n3) := tnum b te n2 in
      Some (under (fst yf) ca ++ under (snd yf) cb, n3)
  | Entry i l =>
      let* (ci, n1) := tnum i te n in let* (css, n2) := tlist l te n1 in
      let* cs := each_case (fun li => Some (entry_cases li 1 css)) ci in Some (cs, n2)
  | Digit i ds => let* (ci, n1) := tnum i te n in let* cs := each_case (fun li => Some (digit_cases li 0 ds)) ci in Some (cs, n1)
  | Ask q l => if all_plain l then
      let* ask := nth_error (tasks te) q in let* (css, n1) := tlist l te n in
      let '(cs, n2) := asked (is_answer ask) (choices_of css) n1 in Some (cs, n2) else None
  | Undefined => Some ([], n)
  | Rank k l => if all_plain l then let* (css, n1) := tlist l te n in Some (ranked k (choices_of css), n1) else None
  | Fold w g => let m := ltrack n in
      let extreme beyond :=
        let* (p, n1) := tsearch g (Equals m) te (Pos.succ n) in let* (q, n2) := tsearch g beyond te n1 in
        Some ([(and2 (snd p) (fst q), m)], n2) in
      match w with AllMax => extreme (Above m) | AllMin => extreme (Below m) | AllSum | AllXor => None end
  | Log2 _ | Mex _ => None
  end
with tcond (c : cond) (te : tenv) (n : positive) {struct c} : option ((form * form) * positive) :=
  match c with
  | Truth t => Some (if t then (yes, no) else (no, yes), n)
  | IsZero a => match place_cond te a with
      | Some y => Some ((y, FNot y), n)
      | None => match ask_cond te a n with
          | Some p => Some p
          | None => let* (ca, n1) := tnum a te n in
              Some ((or_all (map (fun '(g, l) => and2 g (null l)) ca), or_all (map (fun '(g, l) => and2 g (not1 (null l))) ca)), n1)
          end
      end
  | NonPos a => let* (ca, n1) := tnum a te n in
      Some ((or_all (map (fun '(g, l) => and2 g (nonpos l)) ca), or_all (map (fun '(g, l) => and2 g (lt (lconst 0) l)) ca)), n1)
  | DividedBy d a =>
      match d with
      | Num d => if (0 <? d)%Z then
          let* (ca, n1) := tnum a te n in
          let divides l := FAtom (Divides d (fst l) (snd l)) in
          Some ((or_all (map (fun '(g, l) => and2 g (divides l)) ca), or_all (map (fun '(g, l) => and2 g (FNot (divides l)))
            ca)), n1)
        else None
      | _ => None
      end
  | Neither a => let* (yf, n1) := tcond a te n in Some ((snd yf, fst yf), n1)
  | Both a b => let* (p, n1) := tcond a te n in let* (q, n2) := tcond b te n1 in
      Some ((and2 (fst p) (fst q), or2 (snd p) (and2 (fst p) (snd q))), n2)
  | Either a b => let* (p, n1) := tcond a te n in let* (q, n2) := tcond b te n1 in
      Some ((or2 (fst p) (and2 (snd p) (fst q)), and2 (snd p) (snd q)), n2)
  | Iff a b => let* (p, n1) := tcond a te n in let* (q, n2) := tcond b te n1 in
      Some ((or2 (and2 (fst p) (fst q)) (and2 (snd p) (snd q)), or2 (and2 (fst p) (snd q)) (and2 (snd p) (fst q))), n2)
  | Choose c a b => let* (t, n1) := tcond c te n in let* (p, n2) := tcond a te n1 in let* (q, n3) := tcond b te n2 in
      Some ((or2 (and2 (fst t) (fst p)) (and2 (snd t) (fst q)), or2 (and2 (fst t) (snd p)) (and2 (snd t) (snd q))), n3)
  | Every g => match tgen g te n with
               | Some (c, n1) => Some (search_cases at_zero c, n1)
               | None => tsearch g AtZero te n
               end
  | Any g => match tgen g te n with
             | Some (c, n1) => Some ((snd (search_cases not_zero c), fst (search_cases not_zero c)), n1)
             | None => let* (p, n1) := tsearch g NotZero te n in Some ((snd p, fst p), n1)
             end
  | AnswerIs q l c => if all_plain l then
      let* ask := nth_error (tasks te) q in let* (css, n1) := tlist l te n in
      let '(y, f, n2) := asked_is ask c (choices_of css) n1 in Some ((y, f), n2) else None
  | Ends k => let* p := nth_error (tparts te) k in Some (p, n)
  | Unknown => Some ((no, no), n)
  end
with tlist (l : exprs) (te : tenv) (n : positive) {struct l} : option (list cases * positive) :=
  match l with
  | Nil => Some ([], n)
  | Cons _ e l' => let* (cs, n1) := tnum e te n in let* (css, n2) := tlist l' te n1 in Some (cs :: css, n2)
  end
with tgen (g : gen) (te : tenv) (n : positive) {struct g} : option (collection * positive) :=
  match g with
  | Found c e =>
      let* (t, n1) := tcond c te n in let* (cs, n2) := tnum e te n1 in
      Some ([(yes, [(snd t, None) :: map (fun '(h, l) => (and2 (fst t) h, Some l)) cs])], n2)
  | Range i lo hi g' =>
      let* (cl, n1) := tnum lo te n in let* (ch, n2) := tnum hi te n1 in let* rs := const_ranges cl ch in
      each_range (fun '(a, b) => unroll (fun z => tgen g' (tput te i (lconst z))) (range a b)) rs n2
  end
with tsearch (g : gen) (s : stop) (te : tenv) (n : positive) {struct g} : option ((form * form) * positive) :=
  match g with
  | Found c e =>
      let* (t, n1) := tcond c te n in let* (cs, n2) := tnum e te n1 in
      let found k := or_all (map (fun '(h, l) => and2 h (k (stop_at s l))) cs) in
      Some ((or2 (snd t) (and2 (fst t) (found snd)), and2 (fst t) (found fst)), n2)
  | Range i lo hi g' =>
      let* (cl, n1) := tnum lo te n in let* (ch, t) := tnum hi te n1 in
      let* (p, n3) := tsearch g' s (tput te i (ltrack t)) (Pos.succ t) in
      let ts := between (Pos.succ t) n3 in
      if free (t :: ts) te && stop_free (t :: ts) s && negb (inside t ts) && without t (cl ++ ch) then
        let go := close ts (fst p) in let st := close ts (snd p) in
        Some ((range_cases cl ch (fun a b => everywhere t a b go),
               range_cases cl ch (fun a b => and2 (ex1 t (and2 (le a (ltrack t)) (and2 (le (ltrack t) b) st)))
                                                  (everywhere t a b (or2 go st)))), n3)
      else None
  end.

Theorem translation_sound :
  (forall e te n cs n', tnum e te n = Some (cs, n') -> forall r v, fits te r v -> right cs v (num e r)) /\
  (forall c te n p n', tcond c te n = Some (p, n') -> forall r v, fits te r v -> judged (fst p) (snd p) v (truth c r)) /\
  (forall l te n css n', tlist l te n = Some (css, n') -> forall r v, fits te r v ->
     (forall j, right (nth j css []) v (entry l r (Z.of_nat j))) /\
     (all_plain l = true -> forall g ls, List.In (g, ls) (choices_of css) -> sem g v ->
        all_found (list_of l r) = Some (map (fun a => lval a v) ls))) /\
  (forall g, (forall te n c n', tgen g te n = Some (c, n') -> forall r v, fits te r v -> found_right c v (found g r)) /\
     forall s te n p n', tsearch g s te n = Some (p, n') -> forall r v, fits te r v ->
       (sem (fst p) v -> search (stopping s v) (found g r) = Some false) /\ (sem (snd p) v ->
         search (stopping s v) (found g r) = Some true)).
Proof.
  Ltac step_ H := match type of H with
    | match ?x with Some _ => _ | None => _ end = Some _ => let E := fresh "E" in destruct x eqn:E; [|discriminate H]
    | (let (_, _) := ?x in _) = Some _ => destruct x
    end.
  Ltac steps H := repeat step_ H; try (injection H; clear H; intros; subst).
  apply expressions_ind.
  - intros c te n cs n' H r v F. steps H. apply right_one. intros _. cbn [num]. rewrite lval_const. auto.
  - intros i te n cs n' H r v F. cbn [tnum] in H. steps H. apply right_one. intros _. apply (fit_coords _ _ _ F); auto.
  - intros i te n cs n' H r v F. cbn [tnum] in H. steps H. apply right_one. intros _. apply (fit_vars _ _ _ F); auto.
  - intros a IHa k b IHb te n cs n' H r v F. cbn [tnum] in H. steps H. cbn [num].
    refine (each_case_ok _ v (fun x => let* y := num b r in Some (x + k * y)%Z) _ _ _ _ E1 (IHa _ _ _ _ E r v F)).
    intros l ds K. refine (each_case_ok _ v (fun y => Some (lval l v + k * y)%Z) _ _ _ _ K (IHb _ _ _ _ E0 r v F)).
    intros l' ds' K'. injection K' as <-. apply right_one. intros _. rewrite lval_add. auto.
  - intros w a IHa b IHb te n cs n' H r v F. cbn [tnum] in H. steps H. cbn [num].
    refine (each_case_ok _ v (fun x => let* y := num b r in two w x y) _ _ _ _ E1 (IHa _ _ _ _ E r v F)).
    intros l ds K. refine (each_case_ok _ v (fun y => two w (lval l v) y) _ _ _ _ K (IHb _ _ _ _ E0 r v F)).
    intros l' ds' K'. apply (two_cases_ok w _ l l' ds' v K').
  - intros a IHa te n cs n' H r v F. cbn [tnum] in H. steps H. cbn [num].
    refine (each_case_ok _ v (fun x => Some (Z.abs x)) _ _ _ _ E0 (IHa _ _ _ _ E r v F)).
    intros l ds K. injection K as <-. apply right_cons; [|apply right_one]; intros S; sums; f_equal; lia.
  - intros a IHa te n cs n' H. discriminate H.
  - intros a IHa c te n cs n' H r v F. cbn [tnum] in H. steps H. cbn [num].
    refine (each_case_ok _ v (fun x => if (0 <? x)%Z then two Power 2 (Z.log2 x + c) else None) _ _ _ _ E0 (IHa _ _ _ _ E r v F)).
    intros l ds K. injection K as <-. apply power_cases_ok.
  - intros c IHc a IHa b IHb te n cs n' H r v F. cbn [tnum] in H. steps H. cbn [num].
    destruct (IHc _ _ _ _ E r v F) as [Y N].
    apply right_app; apply right_under; intros S; [rewrite (Y S)|rewrite (N S)]; eauto.
  - intros i IHi l IHl te n cs n' H r v F. cbn [tnum] in H. steps H. cbn [num].
    refine (each_case_ok _ v (fun p => if natural (p - 1) then entry l r (p - 1) else None) _ _ _ _ E1 (IHi _ _ _ _ E r v F)).
    intros li ds K. injection K as <-. apply (entry_cases_ok li _ v (fun p => if natural (p - 1) then entry l r (p - 1) else
      None)).
    intros j. replace (1 + Z.of_nat j - 1)%Z with (Z.of_nat j) by lia. unfold natural.
    rewrite (proj2 (Z.leb_le _ _)) by lia. apply (proj1 (IHl _ _ _ _ E0 r v F)).
  - intros i IHi ds te n cs n' H r v F. cbn [tnum] in H. steps H. cbn [num].
    refine (each_case_ok _ v (fun p => if natural p then Some match place p ds with Some d => d | None => 0%Z end else None) _
      _ _ _ E0
      (IHi _ _ _ _ E r v F)).
    intros li ds' K. injection K as <-.
    apply (digit_cases_ok li v (fun p => if natural p then Some match place p ds with Some d => d | None => 0%Z end else None)).
    intros j L. unfold place, natural. rewrite (proj2 (Z.leb_le _ _)) by lia. rewrite Z.sub_0_r. f_equal. cbn [andb].
    destruct (Z.ltb_spec j (Z.of_nat (length ds))) as [B|B].
    + rewrite (nth_error_nth' ds 0%Z) by lia. auto.
    + symmetry. apply nth_overflow. lia.
  - intros k l IHl te n cs n' H r v F. cbn [tnum] in H. destruct (all_plain l) eqn:Pl; [|discriminate H].
    destruct (tlist l te n) as [[css n1]|] eqn:E0; [|discriminate H]. injection H as <- <-. cbn [num].
    destruct (IHl _ _ _ _ E0 r v F) as [_ K]. specialize (K eq_refl). intros f x I S. unfold ranked in I. apply in_flat_map in I.
    destruct I as ([g ls] & I & J). apply in_flat_map in J. destruct J as ([h s] & J & M). destruct (nth_error s k) as [y|]
      eqn:N; [|destruct M].
    destruct M as [M|[]]. injection M as <- <-. apply sem_and2 in S. destruct S as [S1 S2].
    rewrite (K g ls I S1), (sort_cases_ok v ls h s J S2).
    rewrite nth_error_map, N. auto.
  - intros l IHl te n cs n' H. discriminate H.
  - intros w g [_ IHs] te n cs n' H r v F. cbn [tnum] in H. cbn [num].
    destruct w; try discriminate H; steps H; apply right_one; intros S; sums; destruct S as [S S'];
      [apply fold_least|apply fold_greatest]; rewrite <- lval_track;
      [apply (IHs _ _ _ _ _ E r v F)|apply (IHs _ _ _ _ _ E0 r v F)|apply (IHs _ _ _ _ _ E r v F)|apply (IHs _ _ _ _ _ E0 r v F)]; assumption.
  - intros q l IHl te n cs n' H r v F. cbn [tnum] in H. destruct (all_plain l) eqn:Pl; [|discriminate H].
    destruct (nth_error (tasks te) q) as [ask|] eqn:E; [|discriminate H]. destruct (tlist l te n) as [[css n1]|] eqn:E0;
      [|discriminate H].
    destruct (asked (is_answer ask) (choices_of css) n1) as [ds n2] eqn:As. injection H as <- <-. cbn [num].
    destruct (IHl _ _ _ _ E0 r v F) as [_ K]. specialize (K eq_refl).
    revert K As. generalize (choices_of css). intros ch. clear E0. revert n1 ds n2. induction ch as [|[g ls] ch IH];
      intros n1 ds n2 K As; cbn [asked] in As.
    + injection As as <- <-. apply right_nil.
    + destruct (named ls n1) as [[h ts] u] eqn:Nm. destruct (asked (is_answer ask) ch (Pos.succ u)) as [ds' n3] eqn:As'.
    injection As as <- <-.
      apply right_cons; [|apply (IH _ _ _ (fun g' ls' I => K g' ls' (or_intror I)) As')]. intros S. sums.
      destruct S as (Sg & Sh & Sv).
      rewrite (K g ls (or_introl eq_refl) Sg). rewrite <- (named_ok v ls n1 h ts u Nm Sh).
      assert (B : bounded v) by (destruct (fit_bounded _ _ _ F) as [T|B]; [rewrite T in E; destruct q; discriminate E|exact B]).
      apply (fit_answers _ _ _ F q ask E v ts B (fun _ _ => eq_refl)), Sv.
  - intros te n cs n' H r v F. steps H. apply right_nil.
  (* conditions *)
  - intros t te n p n' H r v F. cbn [tcond] in H. steps H. cbn [truth]. pose proof (sem_no v).
    destruct t; split; intros S; simpl in *; auto; tauto.
  - intros a IHa te n p n' H r v F. cbn [tcond] in H. destruct (place_cond te a) as [y|] eqn:P.
    { injection H as <- <-. destruct (place_cond_ok te a y r v P F) as (z & E & K). cbn [truth fst snd sem]. rewrite E.
      split; intros S; f_equal; [apply Z.eqb_eq, K, S|apply Z.eqb_neq; intros Q; apply S, K, Q]. }
    destruct (ask_cond te a n) as [q|] eqn:Q; [injection H as ->; exact (ask_cond_ok te a n p n' r v Q F)|].
    steps H. cbn [truth fst snd].
    apply (compared_ok _ v _ (fun x => x =? 0)%Z null (fun l => not1 (null l)) (IHa _ _ _ _ E r v F)); intros l S; sums.
    + apply Z.eqb_eq; auto.
    + apply sem_not1 in S. rewrite sem_null in S. apply Z.eqb_neq; auto.
  - intros a IHa te n p n' H r v F. cbn [tcond] in H. steps H. cbn [truth fst snd].
    apply (compared_ok _ v _ (fun x => x <=? 0)%Z nonpos (fun l => lt (lconst 0) l) (IHa _ _ _ _ E r v F)); intros l S; sums.
    + apply Z.leb_le; auto.
    + apply Z.leb_gt; auto.
  - intros d IHd a IHa te n p n' H r v F. destruct d; try discriminate H. cbn [tcond] in H.
    destruct (Z.ltb_spec 0 c) as [P|]; [|discriminate H]. steps H. cbn [truth num fst snd].
    assert (Z0 : (c =? 0)%Z = false) by (apply Z.eqb_neq; lia). rewrite Z0.
    apply (compared_ok _ v _ (fun x => x mod c =? 0)%Z (fun l => FAtom (Divides c (fst l) (snd l)))
      (fun l => FNot (FAtom (Divides c (fst l) (snd l)))) (IHa _ _ _ _ E r v F)); intros l S; cbn [sem atom_means] in S.
    + apply Z.eqb_eq; auto.
    + apply Z.eqb_neq; auto.
  - intros a IHa te n p n' H r v F. cbn [tcond] in H. steps H. cbn [truth fst snd]. destruct (IHa _ _ _ _ E r v F) as [Y N].
    split; intros S; [rewrite (N S)|rewrite (Y S)]; auto.
  - intros a IHa b IHb te n p n' H r v F. cbn [tcond] in H. steps H. cbn [truth fst snd].
    destruct (IHa _ _ _ _ E r v F) as [Y N], (IHb _ _ _ _ E0 r v F) as [Y' N'].
    split; intros S; sums; [rewrite (Y (proj1 S)); apply Y'; tauto|]. destruct S as [S|[S S']]; [rewrite (N S); auto|].
    rewrite (Y S). auto.
  - intros a IHa b IHb te n p n' H r v F. cbn [tcond] in H. steps H. cbn [truth fst snd].
    destruct (IHa _ _ _ _ E r v F) as [Y N], (IHb _ _ _ _ E0 r v F) as [Y' N'].
    split; intros S; sums; [|rewrite (N (proj1 S)); apply N'; tauto]. destruct S as [S|[S S']]; [rewrite (Y S); auto|].
    rewrite (N S). auto.
  - intros a IHa b IHb te n p n' H r v F. cbn [tcond] in H. steps H. cbn [truth fst snd].
    destruct (IHa _ _ _ _ E r v F) as [Y N], (IHb _ _ _ _ E0 r v F) as [Y' N'].
    split; intros S; sums; destruct S as [[S S']|[S S']]; rewrite ?(Y S), ?(N S), ?(Y' S'), ?(N' S'); auto.
  - intros c IHc a IHa b IHb te n p n' H r v F. cbn [tcond] in H. steps H. cbn [truth fst snd].
    destruct (IHc _ _ _ _ E r v F) as [Y N], (IHa _ _ _ _ E0 r v F) as [Y' N'], (IHb _ _ _ _ E1 r v F) as [Y2 N2].
    split; intros S; sums; destruct S as [[S S']|[S S']]; rewrite ?(Y S), ?(N S); auto.
  - intros g [IHg IHs] te n p n' H r v F. cbn [tcond] in H. cbn [truth]. rewrite every_search.
  destruct (tgen g te n) as [[c n1]|] eqn:E.
    + injection H as <- <-. destruct (search_cases_ok at_zero (Z.eqb 0) v (at_zero_ok v) _ _ (IHg _ _ _ _ E r v F)) as [Y N].
      split; intros S; [rewrite (N S)|rewrite (Y S)]; auto.
    + destruct (IHs _ _ _ _ _ H r v F) as [N Y]. cbn [stopping] in N, Y. split; intros S; [rewrite (N S)|rewrite (Y S)]; auto.
  - intros g [IHg IHs] te n p n' H r v F. cbn [tcond] in H. cbn [truth]. rewrite any_search.
  destruct (tgen g te n) as [[c n1]|] eqn:E.
    + injection H as <- <-. cbn [fst snd].
      destruct (search_cases_ok not_zero (fun z => negb (z =? 0)%Z) v (not_zero_ok v) _ _ (IHg _ _ _ _ E r v F)) as [Y N].
      split; auto.
    + destruct (tsearch g NotZero te n) as [[p' n1]|] eqn:E'; [|discriminate H]. injection H as <- <-. cbn [fst snd].
      destruct (IHs _ _ _ _ _ E' r v F) as [N Y]. cbn [stopping] in N, Y. split; auto.
  - intros q l IHl c te n p n' H r v F. cbn [tcond] in H. destruct (all_plain l) eqn:Pl; [|discriminate H].
    destruct (nth_error (tasks te) q) as [ask|] eqn:E; [|discriminate H]. destruct (tlist l te n) as [[css n1]|] eqn:E0;
      [|discriminate H].
    destruct (asked_is ask c (choices_of css) n1) as [[y f] n2] eqn:As. injection H as <- <-. cbn [truth fst snd].
    destruct (IHl _ _ _ _ E0 r v F) as [_ K]. specialize (K eq_refl).
    assert (B : bounded v) by (destruct (fit_bounded _ _ _ F) as [T|B]; [rewrite T in E; destruct q; discriminate E|exact B]).
    exact (asked_is_ok te r v q ask c _ F E B _ _ _ _ _ As K).
  - intros k te n p n' H r v F. cbn [tcond] in H. steps H. destruct p as [y f]. apply (fit_parts _ _ _ F k); auto.
  - intros te n p n' H r v F. steps H. split; intros S; destruct (sem_no v S).
  (* lists *)
  - intros te n css n' H r v F. steps H. split; [intros j; destruct j; apply right_nil|].
    intros _ g ls [I|[]] _. injection I as <- <-. reflexivity.
  - intros c _ e IHe l IHl te n css n' H r v F. cbn [tlist] in H. steps H. cbn [entry].
    destruct (IHl _ _ _ _ E0 r v F) as [Ent Pl]. pose proof (IHe _ _ _ _ E r v F) as One. split.
    + intros [|j]; cbn [nth]; [exact One|].
      replace (Z.of_nat (S j) =? 0)%Z with false by (symmetry; apply Z.eqb_neq; lia).
      replace (Z.of_nat (S j) - 1)%Z with (Z.of_nat j) by lia. apply Ent.
    + cbn [all_plain list_of choices_of]. destruct c as [[|]| | | | | | | | | | | | |]; try discriminate. intros Pll g ls I S.
      apply in_flat_map in I. destruct I as ([h a] & I & J). apply in_map_iff in J. destruct J as ([k b] & Q & J).
      injection Q as <- <-.
      apply sem_and2 in S. destruct S as [S1 S2]. cbn [truth all_found]. rewrite (One h a I S1), (Pl Pll k b J S2). reflexivity.
  (* what is found in ranges *)
  - intros c IHc e IHe. split.
    + intros te n d n' H r v F. cbn [tgen] in H. steps H. cbn [found]. destruct (IHc _ _ _ _ E r v F) as [Y N].
      intros g its [Q|[]] _. injection Q as <- <-. eexists [_]. split; [symmetry; apply app_nil_r|]. constructor; [|constructor].
      intros h o [Q|I] S.
      * injection Q as <- <-. rewrite (N S). auto.
      * apply in_map_iff in I. destruct I as ([h' l] & Q & I). injection Q as <- <-. apply sem_and2 in S. destruct S as [S S'].
        rewrite (Y S). rewrite (IHe _ _ _ _ E0 r v F h' l I S'). auto.
    + intros s te n p n' H r v F. cbn [tsearch] in H.
      destruct (tcond c te n) as [[t n1]|] eqn:E; [|discriminate H]. destruct (tnum e te n1) as [[cs n2]|] eqn:E0;
        [|discriminate H].
      injection H as <- <-. cbn [fst snd found]. destruct (IHc _ _ _ _ E r v F) as [Y N]. pose proof (IHe _ _ _ _ E0 r v F) as R.
      assert (K : forall k b, (forall l, sem (k (stop_at s l)) v -> stopping s v (lval l v) = b) ->
        sem (and2 (fst t) (or_all (map (fun '(h, l) => and2 h (k (stop_at s l))) cs))) v ->
        search (stopping s v) match truth c r with None => [None] | Some true => [num e r] | Some false => [] end = Some b).
      { intros k b Kb S. apply sem_and2 in S. destruct S as [St S]. rewrite (Y St). apply sem_or_all in S.
      destruct S as (f & I & S).
        apply in_map_iff in I. destruct I as ([h l] & <- & I). apply sem_and2 in S. destruct S as [Sh S]. rewrite (R h l I Sh).
        cbn [search]. rewrite (Kb l S). destruct b; auto. }
      split; intros S; [apply sem_or2 in S; destruct S as [S|S]; [rewrite (N S); auto|]|];
        [apply (K snd false)|apply (K fst true)]; auto; intros l; apply stop_at_ok.
  - intros i lo IHlo hi IHhi g [IHg IHs]. split.
    + intros te n d n' H r v F. cbn [tgen] in H. steps H. cbn [found].
      pose proof (const_ranges_ok _ _ v _ _ (IHlo _ _ _ _ E r v F) (IHhi _ _ _ _ E0 r v F) _ E1) as K.
      refine (each_range_ok _ v (fun '(a, b) => flat_map (fun z => found g (put r i z)) (range a b)) _ _ _ _ _ _ _ H).
      * intros [a b] m c' m' U. refine (unroll_ok _ v (fun z => found g (put r i z)) _ _ _ _ _ U).
        intros z k c2 k' T. apply (IHg _ _ _ _ T (put r i z) v). rewrite <- (lval_const z v). rewrite (lval_const z v) at 1.
        apply fits_put; auto.
      * intros f [a b] I S. destruct (K f a b I S) as [-> ->]. auto.
    + intros s te n p n' H r v F. cbn [tsearch] in H.
      destruct (tnum lo te n) as [[cl n1]|] eqn:El; [|discriminate H]. destruct (tnum hi te n1) as [[ch t]|] eqn:Eh;
        [|discriminate H].
      destruct (tsearch g s _ _) as [[p' n3]|] eqn:Es; [|discriminate H]. cbv zeta in H.
      destruct (free _ te && _ && _ && without _ _) eqn:Q; [|discriminate H]. injection H as <- <-. rewrite !andb_true_iff in Q.
      destruct Q as [[[Qf Qz] Qt] Qw]. set (ts := between (Pos.succ t) n3) in *. cbn [fst snd found].
      assert (Off : forall k w, same_off ts (upd v t k) w -> same_off (t :: ts) v w).
      { intros k w O u Nu. rewrite O by (simpl in Nu; tauto). unfold upd. destruct (Pos.eqb_spec u t); [subst; simpl in Nu; tauto|auto]. }
      assert (Inner : forall k, (sem (close ts (fst p')) (upd v t k) ->
        search (stopping s v) (found g (put r i (Z.of_N k))) = Some false) /\
        (sem (close ts (snd p')) (upd v t k) -> search (stopping s v) (found g (put r i (Z.of_N k))) = Some true)).
      { intros k. assert (G : forall w, same_off ts (upd v t k) w -> fits (tput te i (ltrack t)) (put r i (Z.of_N k)) w).
        { intros w O. assert (Wt : w t = k).
          { rewrite O; [unfold upd; rewrite Pos.eqb_refl; auto|]. apply negb_true_iff in Qt. apply inside_not; auto. }
          rewrite <- Wt. rewrite <- (lval_track t w). apply fits_put. exact (fits_off (t :: ts) te r v w Qf (Off k w O) F). }
        split; intros S; apply sem_close in S; destruct S as (w & O & S);
          rewrite <- (stopping_off s (t :: ts) v w Qz (Off k w O)); apply (IHs _ _ _ _ _ Es _ w (G w O)); exact S. }
      assert (W : forall f l k, List.In (f, l) (cl ++ ch) -> lval l (upd v t k) = lval l v).
      { intros f l k I. unfold without in Qw. rewrite forallb_forall in Qw. specialize (Qw _ I). apply andb_prop in Qw.
        apply (lin_free_ok [t]); [tauto|]. apply same_off_upd. simpl. auto. }
      assert (Ends : forall f, sem (range_cases cl ch f) v -> exists a b, num lo r = Some (lval a v) /\
        num hi r = Some (lval b v) /\
        (forall k, lval a (upd v t k) = lval a v /\ lval b (upd v t k) = lval b v) /\
        (forall z, List.In z (range (lval a v) (lval b v)) -> exists k, z = Z.of_N k) /\ sem (f a b) v).
      { intros f S. apply sem_or_all in S. destruct S as (x & I & S). apply in_flat_map in I. destruct I as ([h a] & Ia & I).
        apply in_map_iff in I. destruct I as ([h' b] & <- & Ib). rewrite !sem_and2, sem_or2, sem_nat, sem_lt in S.
        destruct S as (Sg & Sh & Sn & Sf).
        exists a, b. split; [apply (IHlo _ _ _ _ El r v F h); auto|]. split; [apply (IHhi _ _ _ _ Eh r v F h'); auto|].
        split; [intros k; split; [apply (W h)|apply (W h')]; apply in_app_iff; auto|]. split; auto.
        intros z Iz. apply in_range in Iz. exists (Z.to_N z). rewrite Z2N.id; lia. }
      assert (Ut : forall k, upd v t k t = k) by (intros k; unfold upd; rewrite Pos.eqb_refl; auto).
      split; intros S; apply Ends in S; destruct S as (a & b & -> & -> & Wab & Nat & S).
      * apply search_none. intros z Iz. destruct (Nat z Iz) as (k & ->). apply in_range in Iz. apply (proj1 (Inner k)).
        unfold everywhere in S. rewrite sem_all1 in S. specialize (S k). rewrite !sem_or2, !sem_lt, lval_track, Ut in S.
        rewrite (proj1 (Wab k)), (proj2 (Wab k)) in S. destruct S as [S|[S|S]]; [lia|lia|exact S].
      * apply sem_and2 in S. destruct S as [S1 S2]. apply search_some.
        -- apply sem_ex1 in S1. destruct S1 as (k & S1). rewrite !sem_and2, !sem_le, lval_track, Ut in S1.
           rewrite (proj1 (Wab k)), (proj2 (Wab k)) in S1. exists (Z.of_N k). split; [apply in_range; lia|].
           apply (proj2 (Inner k)). tauto.
        -- intros z Iz. destruct (Nat z Iz) as (k & ->). apply in_range in Iz. unfold everywhere in S2. rewrite sem_all1 in S2.
           specialize (S2 k). rewrite !sem_or2, !sem_lt, lval_track, Ut in S2. rewrite (proj1 (Wab k)), (proj2 (Wab k)) in S2.
           destruct S2 as [S2|[S2|[S2|S2]]]; [lia|lia|left; apply (proj1 (Inner k)); auto|right; apply (proj2 (Inner k)); auto].
Qed.

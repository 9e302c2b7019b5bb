(* Octal games by their canonical rules.

   grundy writes the rules of an octal game as a list of families of moves, each of one of three shapes: take all
   k tokens, which leaves a heap of 0; take k and leave one heap; take k and leave two heaps, the smaller one being
   a parameter. [octal_rules] are the rules with given shapes, [agrees] says that these are those of a code. Then the
   value of the heap n by the rules is its value in the game [octal] of Heap.v ([rules_values]).

   So a certificate of kind `heaps`, checked by HeapCheck.v or HeapRare.v, says the values by the canonical rules:
   that the rules of the certificate are [octal_rules] is seen by computation (examples/KaylesRules.v). What
   must be read to believe such a statement is what Game.v names, and [said]. *)

From Coq Require Import List NArith ZArith Arith Bool Lia.
From Grundy Require Import Value Sum HeapPeriod Heap HeapCheck Expr Game.
Import ListNotations.

Inductive shape := TakesAll (k : nat) | LeavesOne (k : nat) | LeavesTwo (k : nat).

(* n - k *)
Definition rest (k : nat) : expr := Plus (Num (- Z.of_nat k)) 1 (X 0).

Definition family_of (s : shape) : family :=
  match s with
  | TakesAll k => {| before := IsZero (rest k); params := []; guard := Truth true; targets := [(0, [[rest k]])] |}
  | LeavesOne k => {| before := NonPos (Plus (Num (Z.of_nat k + 1)) (-1) (X 0)); params := []; guard := Truth true;
                      targets := [(0, [[rest k]])] |}
  | LeavesTwo k => {| before := Truth true;
                      params := [(Num 1, Two Div (match k with O => X 0 | _ => rest k end) (Num 2))];
                      guard := Truth true; targets := [(0, [[V 0]; [Plus (rest k) (-1) (V 0)]])] |}
  end.

Definition octal_rules (shapes : list shape) : rules := Rules [(0, 1)] [] (map family_of shapes) [].

(* The shapes are those of a code. *)
Definition in_code (c : code) (s : shape) : bool :=
  match s with
  | TakesAll k => (1 <=? k) && N.testbit (digit c k) 0
  | LeavesOne k => (1 <=? k) && N.testbit (digit c k) 1
  | LeavesTwo k => N.testbit (digit c k) 2
  end.
Definition same_shape (s t : shape) : bool :=
  match s, t with
  | TakesAll k, TakesAll l | LeavesOne k, LeavesOne l | LeavesTwo k, LeavesTwo l => k =? l
  | _, _ => false
  end.
Definition agrees (shapes : list shape) (c : code) : bool :=
  forallb (in_code c) shapes &&
  forallb (fun k => forallb (fun s => implb (in_code c s) (existsb (same_shape s) shapes)) [TakesAll k; LeavesOne k; LeavesTwo k])
    (seq 0 (length c)).

(** ** The options *)

Section Options.
Variable shapes : list shape.
Let r := octal_rules shapes.
Variable n : N.

(* The options of the heap n by a family. *)
Definition by_shape (s : shape) : list (list (list N)) :=
  match s with
  | TakesAll k => if (n =? N.of_nat k)%N then [[[0%N]]] else []
  | LeavesOne k => if (N.of_nat k + 1 <=? n)%N then [[[(n - N.of_nat k)%N]]] else []
  | LeavesTwo k => map (fun z => [[Z.to_N z]; [Z.to_N (Z.of_N n - Z.of_nat k - z)]]) (range 1 ((Z.of_N n - Z.of_nat k) / 2))
  end.

Lemma num_rest k e : coord e 0 = Some (Z.of_N n) -> num (rest k) e = Some (Z.of_N n - Z.of_nat k)%Z.
Proof. intros C. unfold rest. cbn [num]. rewrite C. f_equal. lia. Qed.

(* What a move leaves: one heap, or two. *)
Lemma chosen_one f ex e v : guard f = Truth true -> targets f = [(0, [[ex]])] -> num ex e = Some v -> (0 <= v)%Z ->
  chosen r f [Z.of_N n] e = Some [[[Z.to_N v]]].
Proof.
  intros G T E P. unfold chosen. rewrite G, T. cbn [truth]. unfold left_over, r, octal_rules. cbn [leaves recipes map].
  unfold moved_all, moved. cbn [nth_error numbers]. rewrite E. cbn. unfold exists_at. cbn.
  unfold natural. apply Z.leb_le in P. rewrite P. cbn. reflexivity.
Qed.

Lemma chosen_two f ea eb e u v : guard f = Truth true -> targets f = [(0, [[ea];
  [eb]])] -> num ea e = Some u -> num eb e = Some v ->
  (0 <= u)%Z -> (0 <= v)%Z -> chosen r f [Z.of_N n] e = Some [[[Z.to_N u]; [Z.to_N v]]].
Proof.
  intros G T E1 E2 P1 P2. unfold chosen. rewrite G, T. cbn [truth]. unfold left_over, r, octal_rules. cbn [leaves recipes map].
  unfold moved_all, moved. cbn [nth_error numbers]. rewrite E1, E2. cbn. unfold exists_at. cbn.
  unfold natural. apply Z.leb_le in P1, P2. rewrite P1, P2. cbn. reflexivity.
Qed.

Lemma collect_ones {A B} (f : A -> option (list B)) (h : A -> B) l : (forall a, In a l -> f a = Some [h a]) ->
  collect f l = Some (map h l).
Proof.
  induction l as [|a l IH]; intros H; cbn [collect map]; auto. rewrite (H a) by (simpl; auto).
  rewrite IH by (intros b I; apply H; simpl; auto). reflexivity.
Qed.

Lemma in_range z a b : In z (range a b) <-> (a <= z <= b)%Z.
Proof.
  unfold range. rewrite in_map_iff. split.
  - intros (i & <- & I). apply in_seq in I. lia.
  - intros L. exists (Z.to_nat (z - a)). split; [lia|]. apply in_seq. lia.
Qed.

Lemma by_family part s : family_options r part [Z.of_N n] (family_of s) = Some (by_shape s).
Proof.
  set (e := at_position part [Z.of_N n]). assert (C : coord e 0 = Some (Z.of_N n)) by reflexivity.
  unfold family_options. fold e. destruct s as [k|k|k]; cbn [family_of before params choices truth by_shape].
  - rewrite (num_rest k e C). destruct (Z.eqb_spec (Z.of_N n - Z.of_nat k) 0) as [E|Ne],
      (N.eqb_spec n (N.of_nat k)) as [E'|Ne']; try lia; auto.
    rewrite (chosen_one _ (rest k) e 0) by (auto; try lia; rewrite (num_rest k e C); f_equal; exact E). reflexivity.
  - cbn [num]. rewrite C. destruct (Z.leb_spec (Z.of_nat k + 1 + -1 * Z.of_N n) 0) as [L|L],
      (N.leb_spec (N.of_nat k + 1) n) as [L'|L'];
      try lia; auto.
    rewrite (chosen_one _ (rest k) e (Z.of_N n - Z.of_nat k)) by (auto; try lia; apply num_rest; exact C).
    do 4 f_equal. lia.
  - assert (Half : num (match k with O => X 0 | S _ => rest k end) e = Some (Z.of_N n - Z.of_nat k)%Z).
    { destruct k as [|k]; [cbn [num]; rewrite C; f_equal; lia|apply num_rest; exact C]. }
    cbn [num]. rewrite Half. cbn [two]. replace (2 =? 0)%Z with false by reflexivity. cbn iota.
    apply collect_ones. intros z I. apply in_range in I. assert (L : (z <= Z.of_N n - Z.of_nat k - z)%Z).
    { destruct I as [_ I]. pose proof (Z.mul_div_le (Z.of_N n - Z.of_nat k) 2). lia. }
    apply chosen_two with (ea := V 0) (eb := Plus (rest k) (-1) (V 0)); auto; try lia.
    cbn [num]. rewrite (num_rest k (put e 0 z) C). cbn. f_equal; lia.
Qed.

Lemma options_are : options r [n] = Some (flat_map by_shape shapes).
Proof.
  rewrite options_unfold. unfold options_with. cbn [map]. assert (E : exists_at r [Z.of_N n] = Some true).
  { unfold exists_at, r, octal_rules. cbn. unfold natural. replace (0 <=? Z.of_N n)%Z with true by (symmetry; apply Z.leb_le;
    lia). reflexivity. }
  rewrite E. unfold r at 3, octal_rules. cbn [families]. generalize (parts_end r [n]). intros part.
  clear E. unfold r. generalize shapes at 2 3. intros l. induction l as [|s l IH]; cbn [map collect flat_map]; auto.
  fold r. rewrite by_family. fold r in IH. rewrite IH. reflexivity.
Qed.
End Options.

(** ** Values *)

Lemma agrees_in shapes c : agrees shapes c = true -> forall s, In s shapes <-> in_code c s = true.
Proof.
  unfold agrees. rewrite andb_true_iff, !forallb_forall. intros [H1 H2] s. split; [apply H1|]. intros C.
  set (k := match s with TakesAll k | LeavesOne k | LeavesTwo k => k end).
  assert (L : In k (seq 0 (length c))).
  { apply in_seq. destruct s as [j|j|j]; cbn [in_code] in C; rewrite ?andb_true_iff in C; unfold k;
      [destruct C as [_ C]|destruct C as [_ C]|]; apply digit_length in C; lia. }
  specialize (H2 k L). rewrite forallb_forall in H2. assert (I : In s [TakesAll k; LeavesOne k; LeavesTwo k]).
  { unfold k. destruct s; simpl; auto. }
  specialize (H2 s I). rewrite C in H2. simpl in H2. apply existsb_exists in H2. destruct H2 as (t & J & E).
  assert (s = t); [|subst; exact J]. destruct s, t; simpl in E; try discriminate; apply Nat.eqb_eq in E; subst; auto.
Qed.

Section Rules.
Variable shapes : list shape.
Variable c : code.
Hypothesis Agrees : agrees shapes c = true.
Let r := octal_rules shapes.

Definition heap (n : nat) : list N := [N.of_nat n].

Lemma moves_of n yss : move (rules_game r) (heap n) yss <-> exists s, in_code c s = true /\ In yss (by_shape (N.of_nat n) s).
Proof.
  split.
  - intros (l & E & I). change (heap n) with [N.of_nat n] in E. unfold r in E. rewrite (options_are shapes) in E.
    injection E as <-. apply in_flat_map in I.
    destruct I as (s & J & I). exists s. split; auto. apply (agrees_in shapes c Agrees). exact J.
  - intros (s & C & I). exists (flat_map (by_shape (N.of_nat n)) shapes). split; [apply options_are|].
    apply in_flat_map. exists s. split; auto. apply (agrees_in shapes c Agrees). exact C.
Qed.

Variable f : nat -> N.
Hypothesis zero : f 0 = 0%N.

(* The options by the rules have the same nim-sums as those of the code. *)
Lemma move_forth n yss : move (rules_game r) (heap n) yss ->
  exists ms ys, yss = map heap ms /\ (forall m, In m ms -> m < n) /\ moves c n ys /\ nim (map f ms) = nim (map f ys).
Proof.
  intros M. apply moves_of in M. destruct M as (s & C & I). destruct s as [k|k|k]; cbn [in_code by_shape] in C, I.
  - apply andb_true_iff in C. rewrite Nat.leb_le in C. destruct (N.eqb_spec (N.of_nat n) (N.of_nat k)) as [E|]; [|destruct I].
    destruct I as [<-|[]]. assert (n = k) by lia. subst k. exists [0], []. split; [reflexivity|].
    split; [intros m [<-|[]]; lia|]. split; [apply takes_all; tauto|]. simpl. rewrite zero. reflexivity.
  - apply andb_true_iff in C. rewrite Nat.leb_le in C. destruct (N.leb_spec (N.of_nat k + 1) (N.of_nat n)) as [L|]; [|destruct I].
    destruct I as [<-|[]]. exists [n - k], [n - k]. split; [unfold heap; simpl; do 2 f_equal; lia|].
    split; [intros m [<-|[]]; lia|]. split; [apply leaves_one with k; try tauto; lia|reflexivity].
  - apply in_map_iff in I. destruct I as (z & <- & I). apply in_range in I.
    pose proof (Z.mul_div_le (Z.of_N (N.of_nat n) - Z.of_nat k) 2 ltac:(lia)) as D.
    exists [Z.to_nat z; n - k - Z.to_nat z], [Z.to_nat z; n - k - Z.to_nat z]. split; [unfold heap; simpl; repeat f_equal; lia|].
    split; [intros m [<-|[<-|[]]]; lia|]. split; [apply leaves_two with k; auto; lia|reflexivity].
Qed.

Lemma move_back n ys : moves c n ys ->
  exists ms, move (rules_game r) (heap n) (map heap ms) /\ (forall m, In m ms -> m < n) /\ nim (map f ms) = nim (map f ys).
Proof.
  intros M. destruct M as [T L|k a T Lk La E|k a b T La Lb E].
  - exists [0]. split; [|split; [intros m [<-|[]]; lia|simpl; rewrite zero; reflexivity]].
    apply moves_of. exists (TakesAll n). cbn [in_code by_shape]. rewrite T, N.eqb_refl.
    split; [apply andb_true_iff; split; [apply Nat.leb_le; exact L|reflexivity]|].
    left. reflexivity.
  - exists [a]. split; [|split; [intros m [<-|[]]; lia|reflexivity]]. apply moves_of. exists (LeavesOne k).
    cbn [in_code by_shape]. rewrite T.
    split; [apply andb_true_iff; split; [apply Nat.leb_le; exact Lk|reflexivity]|].
    destruct (N.leb_spec (N.of_nat k + 1) (N.of_nat n)); [|lia]. left. unfold heap. simpl. do 3 f_equal. lia.
  - destruct (le_lt_dec a b) as [Le|Le].
    + exists [a; b]. split; [|split; [intros m [<-|[<-|[]]]; lia|reflexivity]]. apply moves_of. exists (LeavesTwo k).
      cbn [in_code by_shape].
      split; [exact T|]. apply in_map_iff. exists (Z.of_nat a). split; [unfold heap; simpl; repeat f_equal; lia|].
      apply in_range. split; [lia|]. apply Z.div_le_lower_bound; lia.
    + exists [b; a]. split; [|split; [intros m [<-|[<-|[]]]; lia|simpl; rewrite !N.lxor_0_r; apply N.lxor_comm]].
      apply moves_of. exists (LeavesTwo k). cbn [in_code by_shape].
      split; [exact T|]. apply in_map_iff. exists (Z.of_nat b). split; [unfold heap; simpl; repeat f_equal; lia|].
      apply in_range. split; [lia|]. apply Z.div_le_lower_bound; lia.
Qed.

Theorem values_by_rules : (forall n, value (octal c) n (f n)) -> forall n, value (rules_game r) (heap n) (f n).
Proof.
  intros V n. induction n as [n IH] using (well_founded_induction lt_wf).
  assert (K : forall ms, (forall m, In m ms -> m < n) -> Forall2 (value (rules_game r)) (map heap ms) (map f ms)).
  { intros ms L. apply Forall2_map. apply Forall2_map_right. intros m I. apply IH. exact (L m I). }
  assert (K' : forall ys, Forall2 (value (octal c)) ys (map f ys)) by (intros ys; apply Forall2_map_right; auto).
  pose proof (V n) as Vn. inversion Vn as [x t A B E1 E2]. constructor.
  - intros u L. destruct (A u L) as (ys & vs & M & F & E). rewrite (values_unique (octal c) ys vs (map f ys) F (K' ys)) in E.
    destruct (move_back n ys M) as (ms & Mm & Lm & Q). exists (map heap ms), (map f ms). split; [exact Mm|].
    split; [apply K; exact Lm|congruence].
  - intros yss M. destruct (move_forth n yss M) as (ms & ys & -> & Lm & My & Q). destruct (B ys My) as (vs & F & Ne).
    rewrite (values_unique (octal c) ys vs (map f ys) F (K' ys)) in Ne. exists (map f ms). split; [apply K; exact Lm|congruence].
Qed.
End Rules.

(* All values by the rules, from those of the code. *)
Theorem rules_values shapes c f : agrees shapes c = true -> (forall n, value (octal c) n (f n)) ->
  forall n, value (rules_game (octal_rules shapes)) [N.of_nat n] (f n).
Proof.
  intros Ag V. apply (values_by_rules shapes c Ag f); [|exact V].
  apply (value_unique (octal c) 0); [apply V|]. constructor; [lia|]. intros ys M. exfalso.
  destruct M as [T L|k a T L L' E|k a b T L L' E]; lia.
Qed.

(* And the values recur. *)
Corollary rules_recur shapes c n0 p vals : agrees shapes c = true -> (forall n, value (octal c) n (said n0 p vals n)) ->
  (1 <=? p) = true -> forall n, n0 <= n -> forall t,
  value (rules_game (octal_rules shapes)) [N.of_nat n] t <-> value (rules_game (octal_rules shapes)) [N.of_nat (n + p)] t.
Proof.
  intros Ag V P n L t. apply Nat.leb_le in P. pose proof (rules_values shapes c _ Ag V n) as A.
  pose proof (rules_values shapes c _ Ag V (n + p)) as B. rewrite said_recurs in B by auto. split; intros H.
  - rewrite (value_unique _ _ _ _ H A). exact B.
  - rewrite (value_unique _ _ _ _ H B). exact A.
Qed.

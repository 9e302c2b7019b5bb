(* The theorems of theorems.txt as that file says them (Text.v, which is made of it), each for what its words mean.

   Where moves leave one position each, a thing is a position; elsewhere it is a list of positions, and words that are
   of one position hold of lists of one alone ([of_one]). Where a theorem has two games, a thing is of one of them. What a
   theorem of this library uses beside its obligations stands in its own file. *)

From Coq Require Import List NArith ZArith Lia Permutation.
From Grundy Require Import Value Sum.
From Grundy.Theorems Require Import Words Values Line Strategy Correspondence SameMoves Properties Swap Order Window.
From Grundy.Theorems Require Text.
Import ListNotations.

Definition any_number (t : N) : Prop := True.

(* What is so of a list of one position. *)
Definition of_one {A} (P : A -> Prop) (xs : list A) : Prop := exists x, xs = [x] /\ P x.

Lemma of_one_iff {A} (P : A -> Prop) x : of_one P [x] <-> P x.
Proof. split; [intros (y & Q & H); injection Q as ->; exact H|exists x; auto]. Qed.

Definition leads (g : game) (xs ys : list (pos g)) : Prop := of_one (fun x => move g x ys) xs.

(** ** One game, any moves *)

Section Lists.
Variable g : game.
Variable misere : bool.
Variable inside : pos g -> Prop.
Variable weight : pos g -> Z.
Variable least : Z.
Hypothesis finite : forall x, inside x -> listed g x.

Let subject := of_one inside.
Let falling := of_one (falls (g := g) weight least).
Let has_value := is_sum (value_in misere g).

Lemma leads_one x ys : leads g [x] ys <-> move g x ys.
Proof. exact (of_one_iff (fun x => move g x ys) x). Qed.

Lemma subject_one x : inside x -> subject [x].
Proof. intros I. apply of_one_iff. exact I. Qed.

Lemma falling_one : (forall x, subject x -> falling x) -> forall x, inside x -> falls weight least x.
Proof. intros H x I. apply of_one_iff. exact (H [x] (subject_one x I)). Qed.

Lemma closed_one : (forall x, subject x -> forall ys, leads g x ys -> all_inside g inside ys) ->
  forall x, inside x -> forall ys, move g x ys -> all_inside g inside ys.
Proof. intros H x I ys M. apply (H [x] (subject_one x I)). apply leads_one. exact M. Qed.

Theorem graph_stated (V : pos g -> N -> Prop) (one : misere = true -> single g) :
  Text.graph (list (pos g)) subject (leads g) (all_inside g inside) falling any_number (is_sum V) (misere = true)
    (of_one (terminal g)) has_value.
Proof.
  intros closed falls total differs reached last xs (x & -> & I) t _. unfold has_value. rewrite !is_sum_one. revert x I t.
  apply (graph g misere inside weight least finite V one (closed_one closed) (falling_one falls)).
  - intros x I. destruct (total [x] (subject_one x I)) as (t & _ & H). exists t. apply is_sum_one. exact H.
  - intros x I t H (ys & M & S).
    apply (differs [x] (subject_one x I) t Logic.I) with ys; auto; [apply is_sum_one; exact H|apply leads_one; exact M].
  - intros x I t u L H. destruct (reached [x] (subject_one x I) t Logic.I u Logic.I L) as [(ys & M & S)|(Q & T)].
    + apply is_sum_one. exact H.
    + left. exists ys. split; [apply leads_one; exact M|exact S].
    + right. split; [exact Q|apply of_one_iff; exact T].
  - intros x I t (Q & T & H). apply (last [x] (subject_one x I) t Logic.I).
    split; [exact Q|]. split; [apply of_one_iff; exact T|apply is_sum_one; exact H].
Qed.

Theorem levels_stated (many : N) (complete : bool) (V : pos g -> N -> Prop)
  (one : misere = true \/ complete = false -> single g) :
  Text.levels (list (pos g)) subject (leads g) (all_inside g inside) falling (fun k => (k < many)%N)
    (is_sum (fun y j => (j < many)%N /\ V y j)) (misere = true) (of_one (terminal g)) (complete = true) has_value.
Proof.
  intros closed falls level total xs (x & -> & I).
  assert (H : forall x, inside x -> (forall k, (k < many)%N -> (V x k <-> value_in misere g x k)) /\
    (complete = true -> exists k, (k < many)%N /\ value_in misere g x k)).
  { apply (levels g misere inside weight least finite many complete V one (closed_one closed) (falling_one falls)).
    - clear x I. intros x I k L. specialize (level [x] (subject_one x I) k L). rewrite is_sum_one in level.
      transitivity ((k < many)%N /\ V x k); [tauto|]. rewrite level.
      assert (E : misere = true /\ of_one (terminal g) [x] <-> misere = true /\ terminal g x) by (rewrite of_one_iff; tauto).
      rewrite E. clear E level.
      assert (D : misere = true /\ terminal g x \/ ~ (misere = true /\ terminal g x)).
      { destruct (Bool.bool_dec misere true) as [Q|Q]; [|tauto]. destruct (listed_terminal g x (finite x I)) as [T|(ys & M)]; [auto|].
        right. intros (_ & T). exact (T ys M). }
      assert (No : (forall ys, leads g [x] ys -> ~ is_sum (fun y j => (j < many)%N /\ V y j) ys k) <->
        ~ exists ys, move g x ys /\ is_sum (fun y j => (j < many)%N /\ V y j) ys k).
      { split; [intros H (ys & M & S); apply (H ys); [apply leads_one; exact M|exact S]|].
        intros H ys M S. apply H. exists ys. split; [apply leads_one; exact M|exact S]. }
      assert (All : (forall j, (j < many)%N -> (j < k)%N -> exists ys, leads g [x] ys /\ is_sum (fun y j => (j < many)%N /\ V y j) ys j) <->
        forall j, (j < k)%N -> exists ys, move g x ys /\ is_sum (fun y j => (j < many)%N /\ V y j) ys j).
      { split; intros H j Lj; [|intros Lk].
        - destruct (H j) as (ys & M & S); [lia|exact Lj|]. exists ys. split; [apply leads_one; exact M|exact S].
        - destruct (H j Lk) as (ys & M & S). exists ys. split; [apply leads_one; exact M|exact S]. }
      rewrite No, All. tauto.
    - clear x I. intros C x I. destruct (total [x] (subject_one x I) C) as (k & _ & H). rewrite is_sum_one in H.
      exists k. exact H. }
  destruct (H x I) as [A B]. unfold has_value. split.
  - intros k L. rewrite !is_sum_one, <- (A k L). tauto.
  - intros C. destruct (B C) as (k & L & W). exists k. rewrite is_sum_one. auto.
Qed.

Section Closed.
Hypothesis closed : forall x, inside x -> forall ys, move g x ys -> all_inside g inside ys.

Theorem play_ends_stated (one : misere = true -> single g) :
  Text.play_ends (list (pos g)) subject falling any_number has_value.
Proof.
  intros falls xs (x & -> & I).
  destruct (play_ends g misere inside weight least finite one closed (falling_one falls) x I) as (t & H).
  exists t. split; [exact Logic.I|]. apply is_sum_one. exact H.
Qed.

Theorem rank_stated :
  Text.rank (list (pos g)) subject falling (leads g) (of_one (fun _ => True)) any_number has_value
    (fun xs t => of_one (fun x => (rank_of g weight least x < t)%N) xs) (misere = true).
Proof.
  intros falls single xs (x & -> & I) t _ H L. unfold has_value in H. rewrite is_sum_one in H. rewrite of_one_iff in L.
  destruct (rank g misere inside weight least closed (falling_one falls)) with (x := x) (t := t) as [K|K]; auto; [|lia].
  intros y J ys M. destruct (single [y] (subject_one y J) ys) as (z & Q & _); [apply leads_one; exact M|eauto].
Qed.

Section Strategy.
Variables S said unsaid : pos g -> Prop.
Variable loses : bool.
Hypothesis either : forall x, said x -> unsaid x -> False.

Lemma wins_stated xs : of_one (fun _ => True) xs /\
  ((exists zs, leads g xs zs /\ (of_one S zs \/ ~ misere = true /\ cancels g zs)) \/ misere = true /\ of_one (terminal g) xs) ->
  wins g misere S xs.
Proof.
  intros ((x & -> & _) & H). exists x. split; auto. destruct H as [(zs & M & H)|(Q & T)].
  - left. exists zs. split; [apply leads_one; exact M|]. destruct H as [H|(Q & C)]; [left; exact H|right].
    split; [destruct misere; congruence|exact C].
  - right. split; [exact Q|apply of_one_iff; exact T].
Qed.

Theorem strategy_stated :
  Text.strategy (list (pos g)) subject falling (of_one S) (misere = true) (of_one (terminal g)) (leads g)
    (of_one (fun _ => True)) (cancels g) (of_one unsaid) (of_one said) (loses = true)
    (fun xs t => t = 0%N /\ of_one (loses_in misere g) xs).
Proof.
  intros falls answered stated xs (x & -> & I) H. rewrite of_one_iff in H.
  assert (C : if loses then loses_in misere g x else ~ loses_in misere g x).
  { apply (strategy g misere inside weight least S said unsaid loses finite closed either (falling_one falls)); auto.
    - clear x I H. intros x I Sx. destruct (answered [x] (subject_one x I)) as [E W]; [apply of_one_iff; exact Sx|].
      split; [intros Q T; apply (E Q), of_one_iff, T|]. intros ys M. apply wins_stated, W, leads_one. exact M.
    - clear x I H. intros x I. destruct (stated [x] (subject_one x I)) as [U|(Sx & A & B)]; [left; apply of_one_iff; exact U|right].
      split; [apply of_one_iff; exact Sx|]. destruct loses; [apply of_one_iff; auto|]. apply wins_stated.
      destruct B as [B|B]; [discriminate B|exact B]. }
  destruct loses; split; auto.
  - intros _. split; auto. apply of_one_iff. exact C.
  - intros Q. discriminate Q.
  - right. intros (_ & K). apply C, of_one_iff, K.
Qed.
End Strategy.
End Closed.
End Lists.

Theorem coverage_stated {X : Type} (said unsaid among : X -> Prop) (either : forall x, said x -> unsaid x -> False) :
  Text.coverage X (fun _ => True) unsaid said among -> forall x, said x -> among x.
Proof. intros H. apply (coverage said unsaid among either). intros x. exact (H x Logic.I). Qed.

(** ** Lines *)

Section Lines.
Variable g : game.
Variable misere : bool.
Variable exist : pos g -> Prop.
Variable V : pos g -> N -> Prop.

Section One.
Variable at_ : N -> pos g.
Variables preperiod period saltus : N.

Definition here_there (here there : pos g) : Prop :=
  exists n, (preperiod <= n)%N /\ here = at_ n /\ there = at_ (n + period)%N.

Let obligations := Text.line (pos g) here_there exist any_number V saltus (fun x t s => V x (t + s)%N).

Lemma line_obligations : obligations ->
  existence_obligation g exist at_ preperiod period /\ values_obligation g exist V at_ preperiod period saltus.
Proof.
  intros [E W]. split; intros n L.
  - apply E. exists n. auto.
  - intros t H. apply (W (at_ n)); auto; [exists n; auto|exact Logic.I].
Qed.

Theorem line_stated (positive : (0 < period)%N) (recurs : recurs g misere exist at_ preperiod period saltus)
  (first : forall n, (n < preperiod + period)%N -> exist (at_ n) -> exists t, V (at_ n) t /\ value_in misere g (at_ n) t) :
  obligations -> forall n, exist (at_ n) -> exists t, V (at_ n) t /\ value_in misere g (at_ n) t.
Proof.
  intros H. destruct (line_obligations H) as [E W].
  exact (line g misere exist V at_ preperiod period saltus positive recurs first E W).
Qed.

Theorem line_recurs_stated (says : forall n, exist (at_ n) -> forall t, V (at_ n) t <-> value_in misere g (at_ n) t) :
  obligations -> recurs g misere exist at_ preperiod period saltus.
Proof.
  intros H. destruct (line_obligations H) as [E W]. exact (line_recurs g misere exist V at_ preperiod period saltus says E W).
Qed.
End One.

Theorem lines_stated (inside : pos g -> Prop) (I : Type) (at_ : I -> N -> pos g)
  (along : forall i n, exist (at_ i n) -> exists t, V (at_ i n) t /\ value_in misere g (at_ i n) t)
  (exists_inside : forall x, inside x -> exist x) :
  Text.lines (pos g) inside (on_a_line g I at_) any_number V ->
  forall x, inside x -> forall t, V x t <-> value_in misere g x t.
Proof.
  intros [C U]. apply (lines g misere exist V inside I at_ along exists_inside C). intros x J t u H.
  exact (U x J t Logic.I u Logic.I H).
Qed.
End Lines.

Theorem window_stated (g : game) (at_ : N -> pos g) (f : N -> N) (one : single g)
  (numbers : forall x ys, move g (at_ x) ys -> exists y, ys = [at_ y]) :
  Text.window N (fun _ _ => True) (fun x y => move g (at_ x) [at_ y]) (in_window f)
    (fun x => f 0 = 0 /\ f x <= f (x + 1) /\ f (x + 1) <= f x + 1)%N any_number (grows f)
    (fun x => value g (at_ x)) (like f).
Proof.
  intros options steps x y _ t _. apply (window g at_ f one numbers).
  - intros z w. rewrite <- (options z w Logic.I). split; [intros M; exists w; auto|intros (v & M & ->); exact M].
  - split; [exact (proj1 (steps 0%N 0%N Logic.I))|]. intros z. exact (proj2 (steps z z Logic.I)).
Qed.

(** ** Positions in ascending order *)

Section Order.
Variable moves : list N -> list (list N) -> Prop.
Let g : game := {| pos := list N; move := moves |}.
Variable misere : bool.
Variable width : nat.
Variable exist : list N -> Prop.
Hypothesis widths : forall x, exist x -> length x = width.
Hypothesis one : single g.
Hypothesis closed : forall x y, exist x -> moves x [y] -> exist y.

Definition exchanged_pairs (x u y w : list N) : Prop :=
  exists i, (S i < width)%nat /\ length x = width /\ length y = width /\ u = Order.swap i x /\ w = Order.swap i y.

Let exchangeable := Text.exchange (list N) exchanged_pairs exist (fun x y => moves x [y]).

Lemma exchange_obligations : exchangeable -> exchange_obligation moves width exist.
Proof.
  intros H i x y L Lx Ly. destruct (H x (Order.swap i x) y (Order.swap i y)) as [E M]; [exists i; auto|].
  split; [exact E|]. intros I. specialize (M I). split; intros K.
  - destruct M as [M _]. destruct M as (z & Mz & ->); [exists y; auto|exact Mz].
  - destruct M as [_ M]. destruct M as (z & Mz & ->); [eauto|exact Mz].
Qed.

Theorem exchange_stated : exchangeable -> forall x t, value_in misere g x t ->
  forall x', Permutation x x' -> exist x -> value_in misere g x' t.
Proof. intros H. exact (exchange moves misere width exist widths one closed (exchange_obligations H)). Qed.

Theorem order_stated : exchangeable ->
  Text.order (list N) (fun x => exist x /\ ascends x) (fun x y => moves x [y]) in_order ->
  forall x, exist x -> ascends x -> forall t, value_in misere g x t <-> value_in misere (ascending moves) x t.
Proof.
  intros H O. apply (order moves misere width exist widths one closed (exchange_obligations H)).
  intros x I A y M. exact (O x (conj I A) y M).
Qed.
End Order.

(** ** Properties *)

Section Properties.
Variable g : game.
Variable inside : pos g -> Prop.
Hypothesis one : single g.
Hypothesis closed : forall x, inside x -> forall ys, move g x ys -> forall y, In y ys -> inside y.

Let step (x y : pos g) : Prop := move g x [y].

Section Valued.
Hypothesis valued : forall x, inside x -> exists n m, N_ g x n /\ M_ g x m.

Theorem tame_stated : Text.tame (pos g) inside (A g) (B g) any_number (N_ g) (M_ g) -> is_tame g inside.
Proof. intros H x I. destruct (H x I) as [K|(t & _ & K)]; [left; exact K|right; exists t; exact K]. Qed.

Theorem pet_stated : Text.pet (pos g) inside (N_ g) (M_ g) (A g) (B g) any_number.
Proof.
  intros kept x I. destruct (pet g inside one closed valued kept x I) as [K|(t & K)]; [left; exact K|right].
  exists t. split; [exact Logic.I|exact K].
Qed.

Theorem domestic_stated : Text.domestic (pos g) inside (N_ g) (M_ g) -> is_domestic g inside.
Proof. exact (domestic g inside). Qed.

Theorem miserable_stated :
  Text.miserable (pos g) inside (A g) (B g) step any_number (N_ g) (M_ g).
Proof.
  intros kept x I. destruct (miserable g inside one closed valued kept x I) as [K|(t & K)]; [left; exact K|right].
  exists t. split; [exact Logic.I|exact K].
Qed.

Theorem returnable_stated : Text.returnable (pos g) inside (A g) step (terminal g) (B g) -> is_returnable g inside.
Proof. exact (returnable g inside). Qed.

Theorem forced_stated : Text.forced (pos g) inside (A g) step (B g) -> is_forced g inside.
Proof. exact (forced g inside). Qed.

Theorem one_move_stated : Text.one_move (pos g) inside (terminal g) step (N_ g).
Proof. exact (one_move g inside). Qed.

Theorem sg_decreasing_stated : Text.sg_decreasing (pos g) inside any_number (N_ g) step -> is_sg_decreasing g inside.
Proof.
  intros H. apply (sg_decreasing g inside). intros x I t s Ht y M Hs. exact (H x I t Logic.I s Logic.I Ht y M Hs).
Qed.
End Valued.

Theorem swap_positions_stated (finite : forall x, inside x -> listed g x) (weight : pos g -> Z) (least : Z)
  (a b : pos g -> Prop) :
  Text.swap_positions (pos g) inside (falls weight least) (terminal g) a step b (value g) (misere_value g)
    (fun x => exists t, value g x t /\ misere_value g x t).
Proof. exact (swap_positions g inside a b weight least one finite closed). Qed.
End Properties.

(** ** Two games *)

(* The part i of two lists of one length is another, and all others are the same. *)
Lemma one_apart {A} (d : A) p : forall q i, length q = length p -> (i < length p)%nat ->
  (forall j, (j < length p)%nat -> (j <> i)%nat -> nth j p d = nth j q d) ->
  exists l a b r, p = l ++ a :: r /\ q = l ++ b :: r /\ length l = i.
Proof.
  induction p as [|x p IH]; intros [|y q] i L Li H; try discriminate L; simpl in Li; [lia|]. injection L as L.
  destruct i as [|i].
  - exists [], x, y, p. repeat split; auto. simpl. f_equal. apply (nth_ext q p d d); [auto|].
    intros j Lj. symmetry. apply (H (S j)); simpl; lia.
  - destruct (IH q i L) as (l & a & b & r & -> & -> & Ll); [lia| |].
    + intros j Lj Ne. apply (H (S j)); simpl; lia.
    + assert (E : x = y) by (apply (H 0%nat); simpl; lia). subst y. exists (x :: l), a, b, r. simpl. auto.
Qed.

Lemma nth_others {A} (P : A -> Prop) d l a r :
  (forall j, (j < length (l ++ a :: r))%nat -> (j <> length l)%nat -> P (nth j (l ++ a :: r) d)) ->
  forall b, In b (l ++ r) -> P b.
Proof.
  intros H b J. apply in_app_or in J. destruct J as [J|J]; apply (In_nth _ _ d) in J; destruct J as (j & L & <-).
  - specialize (H j). rewrite app_nth1 in H by exact L. apply H; [rewrite app_length; simpl; lia|lia].
  - specialize (H (length l + S j)%nat). rewrite app_nth2 in H by lia.
    replace (length l + S j - length l)%nat with (S j) in H by lia. apply H; [rewrite app_length; simpl; lia|lia].
Qed.

Lemma put_middle {A} l (a z : A) r : Text.put (l ++ a :: r) (length l) z = l ++ z :: r.
Proof.
  unfold Text.put. rewrite firstn_app, firstn_all, Nat.sub_diag. simpl firstn. rewrite app_nil_r. do 2 f_equal.
  induction l; simpl; auto.
Qed.

Section Correspondence.
Variables g h : game.
Variables misere outcomes elsewhere : bool.
Variable exist : pos g -> Prop.
Variable part : pos h -> Prop.
Variable among : pos g -> Prop.
Variable parts_of : pos g -> list (pos h) -> Prop.
Variable same_value : pos g -> pos h -> Prop.
Variable weight : pos g -> Z.
Variable least : Z.
Variable many : nat.
Variable nowhere : pos h.

Let thing : Type := pos g + pos h.
Definition thing_step (x y : thing) : Prop :=
  match x, y with inl a, inl b => move g a [b] | inr a, inr b => move h a [b] | _, _ => False end.
Definition thing_exists (x : thing) : Prop := match x with inl a => exist a | inr a => part a end.
Definition thing_ends (x : thing) : Prop := match x with inl a => terminal g a | inr a => terminal h a end.
Definition of_first (P : pos g -> Prop) (x : thing) : Prop := match x with inl a => P a | inr _ => False end.
Definition thing_same (x y : thing) : Prop := match x, y with inl a, inr b => same_value a b | _, _ => False end.
(* parts are positions of h *)
Definition with_parts (P : pos g -> list (pos h) -> Prop) (x : thing) (ps : list thing) : Prop :=
  exists a p, x = inl a /\ ps = map inr p /\ P a p.

Let nim_sum_of := nim_sum g h misere outcomes.

Hypothesis one_g : single g.
Hypothesis one_h : single h.
Hypothesis closed : forall x, exist x -> forall ys, move g x ys -> forall y, In y ys -> exist y.
Hypothesis parts_unique : forall x p q, parts_of x p -> parts_of x q -> p = q.
Hypothesis valued : forall a, part a -> exists t, value_in misere h a t.
Hypothesis known : forall y z, same_value y z -> exists t, value g y t /\ value h z t.
Hypothesis as_many : forall x p, parts_of x p -> length p = many.
Hypothesis alone : misere = true \/ elsewhere = true -> many = 1%nat.
Hypothesis plays : misere = true -> outcomes = false /\ elsewhere = false.
(* each play ends, from whatever position exists *)
Hypothesis falls : forall x, exist x -> falls weight least x.

Lemma nth_part p i : nth i (map inr p) (inr nowhere) = (inr (nth i p nowhere) : thing).
Proof. apply (map_nth inr). Qed.

Lemma put_part p i z : Text.put (map inr p) i (inr z) = (map inr (Text.put p i z) : list thing).
Proof. unfold Text.put. rewrite map_app, firstn_map, skipn_map. reflexivity. Qed.

Lemma with_parts_first x ps : with_parts parts_of (inl x) ps <-> exists p, ps = map inr p /\ parts_of x p.
Proof.
  split; [intros (a & p & Q & E & P); injection Q as ->; eauto|intros (p & E & P); exists x, p; auto].
Qed.

Lemma step_second a z : thing_step (inr a) z <-> exists b, z = inr b /\ move h a [b].
Proof. destruct z as [b|b]; simpl; split; try tauto; [intros (c & Q & _); discriminate Q|eauto|intros (c & Q & M); injection Q as ->; exact M]. Qed.

Lemma step_first a z : thing_step (inl a) z <-> exists b, z = inl b /\ move g a [b].
Proof. destruct z as [b|b]; simpl; split; try tauto; [eauto|intros (c & Q & M); injection Q as ->; exact M|intros (c & Q & _); discriminate Q]. Qed.

(* Some part of p has a terminal option, and the others are terminal. *)
Lemma won_part p : length p = many ->
  outcomes = true /\ (exists i, (i < many)%nat /\
    (exists z, thing_step (nth i (map inr p) (inr nowhere)) z /\ thing_ends z) /\
    forall j, (j < many)%nat -> (j <> i)%nat -> thing_ends (nth j (map inr p) (inr nowhere))) -> won h outcomes p.
Proof.
  intros L (Out & i & Li & (z & M & T) & H). split; [exact Out|]. rewrite nth_part in M.
  apply step_second in M. destruct M as (b & -> & M). rewrite <- L in *.
  destruct (nth_split p nowhere Li) as (l & r & E & Ll). set (a := nth i p nowhere) in *. clearbody a. subst p i.
  exists l, a, r. split; [reflexivity|]. split; [exists b; auto|].
  apply (nth_others (terminal h) nowhere l a r). intros j Lj Ne. specialize (H j Lj Ne). rewrite nth_part in H. exact H.
Qed.

Theorem correspondence_stated :
  Text.correspondence thing (of_first (fun x => exist x /\ among x)) (with_parts parts_of) many (inr nowhere) thing_exists
    (misere = true) thing_ends thing_step (of_first among) (outcomes = true) (elsewhere = true) thing_same
    (with_parts nim_sum_of).
Proof.
  intros parts ends moves follow [x|x] S; [|destruct S]. destruct S as [I A].
  destruct (parts (inl x) (conj I A)) as (ps & P & _). apply with_parts_first in P. destruct P as (p & -> & P).
  exists (map inr p). split; [apply with_parts_first; eauto|]. exists x, p. split; [reflexivity|]. split; [reflexivity|].
  apply (correspondence g h misere outcomes elsewhere exist part among parts_of same_value weight least); auto; clear x p P I A.
  - intros Play x p P. rewrite (as_many x p P). auto.
  - intros x I A. destruct (parts (inl x) (conj I A)) as (ps & P & H). apply with_parts_first in P.
    destruct P as (p & -> & P). exists p. split; [exact P|]. intros a J. apply (In_nth _ _ nowhere) in J.
    destruct J as (i & L & <-). rewrite (as_many x p P) in L. specialize (H i L). rewrite nth_part in H. exact H.
  - intros Play x I A. destruct (ends (inl x) (conj I A) Play) as (ps & P & E1 & E2). apply with_parts_first in P.
    destruct P as (p & -> & P). pose proof (as_many x p P) as L. rewrite (alone (or_introl Play)) in L.
    destruct p as [|a [|b p]]; try discriminate L. exists a. split; [exact P|]. split; [exact E1|]. intros T.
    destruct (E2 T) as [K|(y & M & Ay & qs & Q & Nq & Tq)]; [left; exact K|right].
    apply step_first in M. destruct M as (b & -> & M). apply with_parts_first in Q. destruct Q as (q & -> & Q).
    pose proof (as_many b q Q) as Lq. rewrite (alone (or_introl Play)) in Lq. destruct q as [|c [|d q]]; try discriminate Lq.
    exists b. split; [exact M|]. split; [exact Ay|]. exists c. split; [exact Q|]. split; [exact Nq|].
    intros z Mz. exact (Tq (inr z) Mz).
  - intros x I A. destruct (moves (inl x) (conj I A)) as (ps & P & H). apply with_parts_first in P.
    destruct P as (p & -> & P). exists p. split; [exact P|]. destruct H as [W|H]; [left; exact (won_part p (as_many x p P) W)|right].
    intros y M. destruct (H (inl y) M) as [(Ay & qs & Q & K)|(E & z & Mz & V)].
    + left. split; [exact Ay|]. apply with_parts_first in Q. destruct Q as (q & -> & Q). exists q. split; [exact Q|].
      destruct K as [W|(i & Li & Lk & R)]; [left; exact (won_part q (as_many y q Q) W)|right].
      assert (Lp : length p = many) by eauto. assert (Lq : length q = many) by eauto. rewrite <- Lp in *.
      destruct (one_apart nowhere p q i) as (l & a & b & r & -> & -> & <-); auto.
      { intros j Lj Ne. specialize (R j Lj Ne). rewrite !nth_part in R. injection R as ->. reflexivity. }
      exists l, a, b, r. split; [reflexivity|]. split; [reflexivity|]. rewrite !nth_part, !nth_middle in Lk.
      destruct Lk as [(c & Mc & ->)|(c & Mc & ->)]; [left; exact Mc|right; exact Mc].
    + right. split; [exact E|]. pose proof (as_many x p P) as L. rewrite (alone (or_intror E)) in L.
      destruct p as [|a [|b p]]; try discriminate L. apply step_second in Mz. destruct Mz as (b & -> & Mz).
      exists a, [], b. auto.
  - intros x I A. destruct (parts (inl x) (conj I A)) as (ps & P & _). apply with_parts_first in P. destruct P as (p & -> & P).
    exists p. split; [exact P|]. intros l a r E z M. pose proof (as_many x p P) as L. subst p.
    assert (Li : (length l < many)%nat) by (rewrite <- L, app_length; simpl; lia).
    destruct (follow (inl x) (conj I A) (length l) Li) as (ps & P' & H). apply with_parts_first in P'.
    destruct P' as (p & -> & P'). rewrite (parts_unique x p _ P' P) in *. clear p P'. specialize (H (inr z)).
    rewrite nth_part, nth_middle, put_part, put_middle in H.
    destruct (H M) as [(y & My & Ay & qs & Q & Z & R)|[W|(E & y & My & V)]].
    + left. apply step_first in My. destruct My as (b & -> & My). apply with_parts_first in Q. destruct Q as (q & -> & Q).
      exists b. split; [exact My|]. split; [exact Ay|]. pose proof (as_many b q Q) as Lq. rewrite <- L in Lq, R.
      destruct (one_apart nowhere (l ++ a :: r) q (length l)) as (l' & a' & c & r' & E & -> & Ll); auto.
      { rewrite app_length. simpl. lia. }
      { intros j Lj Ne. specialize (R j Lj Ne). rewrite !nth_part in R. injection R as ->. reflexivity. }
      apply app_eq_app in E. rewrite nth_part, <- Ll, nth_middle in Z. injection Z as ->.
      destruct E as (m & [(-> & E)|(-> & E)]).
      * assert (m = []) by (destruct m; [reflexivity|rewrite app_length in Ll; simpl in Ll; lia]). subst m.
        injection E as -> ->. rewrite app_nil_r. exact Q.
      * assert (m = []) by (destruct m; [reflexivity|rewrite app_length in Ll; simpl in Ll; lia]). subst m.
        injection E as -> ->. rewrite app_nil_r in Q. exact Q.
    + right. left. apply won_part; [rewrite <- L, !app_length; reflexivity|exact W].
    + right. right. split; [exact E|]. apply step_first in My. destruct My as (b & -> & My). exists b. split; [exact My|exact V].
Qed.
End Correspondence.

Section SameMoves.
Variables g h : game.
Variable misere : bool.
Variable exist among : pos g -> Prop.
Variable part : pos h -> Prop.
Variable image : pos g -> pos h -> Prop.
Hypothesis closed : forall x, exist x -> forall ys, move g x ys -> forall y, In y ys -> exist y.
Hypothesis image_unique : forall x a b, image x a -> image x b -> a = b.

Let thing : Type := list (pos g) + list (pos h).
Definition things_step (x y : thing) : Prop :=
  match x, y with inl a, inl b => leads g a b | inr a, inr b => leads h a b | _, _ => False end.
Definition of_second (P : list (pos h) -> Prop) (x : thing) : Prop := match x with inl _ => False | inr a => P a end.
Definition things_match (x y : thing) : Prop :=
  match x, y with inl ys, inr zs => matches g h among image ys zs | _, _ => False end.
(* one part: the image of the one position *)
Definition with_image (P : pos g -> pos h -> Prop) (x : thing) (ps : list thing) : Prop :=
  exists a b, x = inl [a] /\ ps = [inr [b]] /\ P a b.

Theorem same_moves_stated (nowhere : thing) :
  Text.same_moves thing (fun x => exists a, x = inl [a] /\ exist a /\ among a) (with_image image) nowhere
    (of_second (of_one part)) things_step things_match
    (with_image (fun a b => forall t, value_in misere g a t <-> value_in misere h b t)).
Proof.
  intros parts forth back x (a & -> & I & A).
  assert (Images : forall a, exist a -> among a -> forall ps, with_image image (inl [a]) ps -> exists b, ps = [inr [b]] /\ image a b).
  { intros c _ _ ps (c' & b & Q & -> & Im). injection Q as ->. eauto. }
  destruct (parts (inl [a])) as (ps & P & _); [eauto|]. destruct (Images a I A ps P) as (b & -> & Im).
  exists [inr [b]]. split; [exact P|]. exists a, b. split; [reflexivity|]. split; [reflexivity|]. intros t.
  apply (same_moves g h exist among image closed image_unique); auto.
  - intros c Ic Ac. destruct (forth (inl [c])) as (qs & Q & H); [eauto|]. destruct (Images c Ic Ac qs Q) as (d & -> & Id).
    exists d. split; [exact Id|]. intros ys M. destruct (H (inl ys)) as ([zs|zs] & Mz & K).
    + exact (proj2 (of_one_iff (fun x => move g x ys) c) M).
    + destruct K.
    + exists zs. split; [exact (proj1 (of_one_iff (fun x => move h x zs) d) Mz)|exact K].
  - intros c Ic Ac. destruct (back (inl [c])) as (qs & Q & H); [eauto|]. destruct (Images c Ic Ac qs Q) as (d & -> & Id).
    exists d. split; [exact Id|]. intros zs M. destruct (H (inr zs)) as ([ys|ys] & My & K).
    + exact (proj2 (of_one_iff (fun x => move h x zs) d) M).
    + exists ys. split; [exact (proj1 (of_one_iff (fun x => move g x ys) c) My)|exact K].
    + destruct K.
Qed.
End SameMoves.

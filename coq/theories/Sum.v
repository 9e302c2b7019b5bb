(* Sprague and Grundy: the value of a sum is the nim-sum of the values of its positions.

   A sum of positions is a list of them; a move in the sum is a move in one of them ([after] in Value.v).
   The theorem says what values mean (Sprague 1935, Grundy 1939):
   - the player who moves from a sum loses, in normal play, exactly if the nim-sum of the values of its
     positions is 0 ([sum_outcome]; for one position [outcome]);
   - the sum, as a position of the game of sums, has this nim-sum as its value ([sum_value]).

   The arithmetic behind it is [nim_below]: to each number u below a nim-sum one of the numbers can be made
   smaller so that the nim-sum is u.

   What must be read to believe it: [after] and [lost] in Value.v, and [sums] here. *)

From Coq Require Import List Bool NArith Lia Permutation.
From Grundy Require Import Value.
Import ListNotations.

(** ** Nim-sums *)

Lemma nim_app vs ws : nim (vs ++ ws) = N.lxor (nim vs) (nim ws).
Proof. unfold nim. induction vs as [|v vs IH]; simpl; auto. rewrite IH, N.lxor_assoc. auto. Qed.

Lemma nim_permutation vs ws : Permutation vs ws -> nim vs = nim ws.
Proof.
  unfold nim. intros P. induction P as [|v vs ws _ IH|v w vs|vs ws us _ IH1 _ IH2]; simpl; try congruence.
  rewrite <- !N.lxor_assoc, (N.lxor_comm w v). auto.
Qed.

Lemma nim_twice v : nim [v; v] = 0%N.
Proof. simpl. rewrite N.lxor_0_r. apply N.lxor_nilpotent. Qed.

Lemma lxor_cancel a b c : N.lxor a b = N.lxor a c -> b = c.
Proof.
  intros E. apply (f_equal (N.lxor a)) in E. rewrite <- !N.lxor_assoc, !N.lxor_nilpotent, !N.lxor_0_l in E. auto.
Qed.

Lemma nim_middle l v r : nim (l ++ v :: r) = N.lxor v (nim (l ++ r)).
Proof. rewrite (nim_permutation _ (v :: l ++ r)); auto. symmetry. apply Permutation_middle. Qed.

Lemma nim_replaced l vs v r : nim (l ++ vs ++ r) = nim (l ++ v :: r) -> nim vs = v.
Proof.
  intros E. rewrite nim_middle in E. rewrite (nim_permutation _ (vs ++ l ++ r)) in E.
  - rewrite nim_app, !(N.lxor_comm _ (nim (l ++ r))) in E. exact (lxor_cancel _ _ _ E).
  - rewrite app_assoc, (app_assoc vs). apply Permutation_app_tail, Permutation_app_comm.
Qed.

(* Numbers are compared by their greatest binary digit that differs. *)
Lemma lxor_smaller a x : x <> 0%N -> N.testbit a (N.log2 x) = true -> (N.lxor a x < a)%N.
Proof.
  intros X0 T. set (k := N.log2 x) in *. set (b := N.lxor a x).
  assert (High : N.shiftr b (N.succ k) = N.shiftr a (N.succ k)).
  { apply N.bits_inj. intros i. unfold b. rewrite !N.shiftr_spec, N.lxor_spec by lia.
    rewrite (N.bits_above_log2 x) by lia. apply xorb_false_r. }
  assert (Low : N.testbit b k = false).
  { unfold b. rewrite N.lxor_spec, T. unfold k. rewrite N.bit_log2 by auto. auto. }
  assert (Digit : forall c, N.shiftr c k = (2 * N.shiftr c (N.succ k) + N.b2n (N.testbit c k))%N).
  { intros c. rewrite (N.div2_odd (N.shiftr c k)) at 1. rewrite <- N.bit0_odd, N.shiftr_spec, N.add_0_l by lia.
    rewrite N.div2_spec, N.shiftr_shiftr, N.add_1_r. auto. }
  assert (Less : (N.shiftr b k < N.shiftr a k)%N) by (rewrite !Digit, High, Low, T; simpl N.b2n; lia).
  rewrite !N.shiftr_div_pow2 in Less. apply N.nle_gt. intros Le. apply N.nle_gt in Less. apply Less.
  apply N.div_le_mono; auto. apply N.pow_nonzero. lia.
Qed.

Lemma nim_digit k vs : N.testbit (nim vs) k = true -> exists l v r, vs = l ++ v :: r /\ N.testbit v k = true.
Proof.
  induction vs as [|v vs IH]; simpl; intros T; [discriminate T|]. destruct (N.testbit v k) eqn:D.
  - exists [], v, vs. auto.
  - destruct IH as (l & w & r & -> & D'); [rewrite N.lxor_spec, D in T; destruct (N.testbit (nim vs) k); auto|].
    exists (v :: l), w, r. auto.
Qed.

Theorem nim_below vs u : (u < nim vs)%N ->
  exists l v r w, vs = l ++ v :: r /\ (w < v)%N /\ nim (l ++ w :: r) = u.
Proof.
  intros L. set (x := N.lxor (nim vs) u).
  assert (X0 : x <> 0%N) by (intros E; apply N.lxor_eq in E; lia).
  assert (T : N.testbit (nim vs) (N.log2 x) = true).
  { destruct (N.testbit (nim vs) (N.log2 x)) eqn:D; auto. exfalso.
    assert (D' : N.testbit u (N.log2 x) = true).
    { pose proof (N.bit_log2 x X0) as B. unfold x in B at 1. rewrite N.lxor_spec, D, xorb_false_l in B. exact B. }
    pose proof (lxor_smaller u x X0 D') as C. unfold x in C.
    rewrite (N.lxor_comm (nim vs)), <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l in C. lia. }
  destruct (nim_digit _ _ T) as (l & v & r & E & D). exists l, v, r, (N.lxor v x).
  repeat split; auto using lxor_smaller. rewrite nim_middle, (N.lxor_comm v), N.lxor_assoc, <- nim_middle, <- E.
  unfold x. rewrite N.lxor_assoc, (N.lxor_comm u), <- N.lxor_assoc, N.lxor_nilpotent. apply N.lxor_0_l.
Qed.

(** ** A pile of Nim has its size as its value *)

Definition pile : game := {| pos := N; move := fun n ys => exists m : N, (m < n)%N /\ ys = [m] |}.

Lemma pile_single : single pile.
Proof. intros n ys (m & _ & ->). exists m. reflexivity. Qed.

Lemma pile_value (n : N) : value pile n n.
Proof.
  induction n as [n IH] using (well_founded_induction N.lt_wf_0). apply value_single; [apply pile_single|]. split.
  - intros u L. exists u. split; [exists u; auto|auto].
  - intros m (m' & L & E). injection E as <-. exists m. split; [auto|lia].
Qed.

(** ** Sums *)

(* Sums are the positions of a game whose moves leave one of them. *)
Definition sums (g : game) : game := {| pos := list (pos g); move := fun xs zss => exists zs, after g xs zs /\ zss = [zs] |}.

Lemma sums_single g : single (sums g).
Proof. intros xs zss (zs & _ & ->). exists zs. reflexivity. Qed.

Lemma after_app g xs ys zs : after g (xs ++ ys) zs ->
  (exists xs', zs = xs' ++ ys /\ after g xs xs') \/ (exists ys', zs = xs ++ ys' /\ after g ys ys').
Proof.
  intros (l & x & r & new & M & E & ->). apply app_eq_app in E. destruct E as (m & [(-> & E)|(-> & E)]).
  - destruct m as [|x' m]; simpl in E.
    + right. exists (new ++ r). rewrite app_nil_r. split; auto. exists [], x, r, new. auto.
    + injection E as <- ->. left. exists (l ++ new ++ m). rewrite <- !app_assoc. split; auto.
      exists l, x, m, new. auto.
  - right. exists (m ++ new ++ r). rewrite <- !app_assoc. split; auto. exists m, x, r, new. auto.
Qed.

Definition sum_ends (g : game) (xs : list (pos g)) : Prop := Acc (fun zs xs => after g xs zs) xs.

Lemma sum_ends_app g xs ys : sum_ends g xs -> sum_ends g ys -> sum_ends g (xs ++ ys).
Proof.
  intros A. revert ys. induction A as [xs A IHA]. intros ys B. pose proof B as C. induction C as [ys B' IHB].
  constructor. intros zs M. apply after_app in M. destruct M as [(xs' & -> & M)|(ys' & -> & M)].
  - apply IHA; [exact M|exact B].
  - apply IHB; [exact M|exact (B' ys' M)].
Qed.

Lemma sum_ends_if g xs : (forall x, In x xs -> ends_from g x) -> sum_ends g xs.
Proof.
  assert (Nil : sum_ends g []).
  { constructor. intros zs (l & x & r & ys & _ & E & _). destruct l; discriminate. }
  assert (One : forall x, ends_from g x -> sum_ends g [x]).
  { intros x A. induction A as [x _ IH]. constructor. intros zs (l & x' & r & ys & M & E & ->).
    destruct l as [|a [|b l]]; try discriminate. injection E as <- <-. rewrite app_nil_r. simpl.
    assert (K : forall y, In y ys -> sum_ends g [y]) by (intros y I; apply IH; exists ys; auto).
    clear M IH. induction ys as [|y ys IH]; auto. apply (sum_ends_app g [y]); [apply K; simpl; auto|].
    apply IH. intros z I. apply K. simpl. auto. }
  induction xs as [|x xs IH]; intros H; auto. apply (sum_ends_app g [x]); [apply One, H; simpl; auto|].
  apply IH. intros y I. apply H. simpl. auto.
Qed.

Lemma Forall2_values_end g xs vs : Forall2 (value g) xs vs -> sum_ends g xs.
Proof.
  intros F. apply sum_ends_if. intros x I. destruct (Forall2_left _ _ _ x F I) as (v & _ & V).
  exact (value_ends g x v V).
Qed.

Theorem sum_value g xs vs : Forall2 (value g) xs vs -> value (sums g) xs (nim vs).
Proof.
  intros F. pose proof (Forall2_values_end g xs vs F) as A. revert vs F.
  induction A as [xs _ IH]. intros vs F. apply value_single; [apply sums_single|]. split.
  - intros u L. destruct (nim_below vs u L) as (l & v & r & w & -> & Lw & <-).
    apply Forall2_app_inv_r in F. destruct F as (xl & xr' & Fl & Fr & ->).
    inversion Fr as [|x v' xr vr V Fr' E1 E2]; subst. destruct V as [x v A _].
    destruct (A w Lw) as (ys & ws & M & G & <-). exists (xl ++ ys ++ xr).
    assert (S : after g (xl ++ x :: xr) (xl ++ ys ++ xr)) by (exists xl, x, xr, ys; auto).
    split; [exists (xl ++ ys ++ xr); auto|].
    replace (nim (l ++ nim ws :: r)) with (nim (l ++ ws ++ r)); [|rewrite !nim_app; reflexivity].
    apply IH; auto. repeat apply Forall2_app; auto.
  - intros zs (zs' & M & E). injection E as <-. destruct M as (xl & x & xr & ys & M & -> & ->).
    apply Forall2_app_inv_l in F. destruct F as (l & r' & Fl & Fr & ->).
    inversion Fr as [|x' v xr' r V Fr' E1 E2]; subst. destruct V as [x v _ B].
    destruct (B ys M) as (ws & G & Ne). exists (nim (l ++ ws ++ r)). split.
    + apply IH; [exists xl, x, xr, ys; auto|]. repeat apply Forall2_app; auto.
    + intros E. apply Ne. exact (nim_replaced _ _ _ _ E).
Qed.

(** ** Outcomes in normal play *)

(* Where moves leave one position each, the player who moves loses exactly if the value is 0. *)
Theorem single_outcome g x t : single g -> value g x t -> (lost (fun x y => move g x [y]) x <-> t = 0%N).
Proof.
  intros One V. set (step := fun x y => move g x [y]).
  assert (K : forall x, value g x 0 -> lost step x).
  { clear x t V. intros x V. refine (lost_if _ step (fun x => value g x 0) x _ _ V).
    - pose proof (value_ends g x _ V) as A. clear V. induction A as [x _ IH]. constructor. intros y M. apply IH.
      exists [y]. split; [exact M|simpl; auto].
    - clear x V. intros x V y M. apply value_single in V; auto. destruct V as [_ B].
      destruct (B y M) as (s & Vy & Ne). apply value_single in Vy; auto. destruct Vy as [A _].
      apply (A 0%N). lia. }
  split.
  - intros L. destruct (N.eq_dec t 0) as [E|Ne]; auto. exfalso. apply value_single in V; auto. destruct V as [A _].
    destruct (A 0%N) as (y & M & W); [lia|]. exact (lost_apart _ step x y L M (K y W)).
  - intros ->. auto.
Qed.

(* [lost] says the same of steps that are the same. *)
Lemma lost_same {S} (step step' : S -> S -> Prop) x : (forall x y, step x y <-> step' x y) -> lost step x -> lost step' x.
Proof.
  intros H. revert x. refine (lost_induction _ step _ _). intros x A. constructor. intros y M. apply H in M.
  destruct (A y M) as (z & Mz & _ & L). exists z. split; auto. apply H. exact Mz.
Qed.

Theorem sum_outcome g xs vs : Forall2 (value g) xs vs -> (lost (after g) xs <-> nim vs = 0%N).
Proof.
  intros F. rewrite <- (single_outcome (sums g) xs (nim vs)); auto using sums_single, sum_value.
  assert (E : forall xs zs, after g xs zs <-> move (sums g) xs [zs]).
  { intros ys zs. simpl. split; [eauto|]. intros (zs' & M & Q). injection Q as <-. exact M. }
  split; apply lost_same; [apply E|]. intros ys zs. symmetry. apply E.
Qed.

Corollary outcome g x t : value g x t -> (lost (after g) [x] <-> t = 0%N).
Proof.
  intros V. rewrite (sum_outcome g [x] [t]) by auto. simpl. rewrite N.lxor_0_r. reflexivity.
Qed.

(** ** Games together *)

(* Positions of games of a family; a move is one of the own game. *)
Definition union {I : Type} (games : I -> game) : game :=
  {| pos := {i : I & pos (games i)};
     move := fun x ys => exists zs, move (games (projT1 x)) (projT2 x) zs /\ ys = map (existT _ (projT1 x)) zs |}.

Section Union.
Variable I : Type.
Variable games : I -> game.

Lemma union_move i (x : pos (games i)) ys :
  move (union games) (existT _ i x) ys <-> exists zs, move (games i) x zs /\ ys = map (existT _ i) zs.
Proof. reflexivity. Qed.

Lemma Forall2_map {A B C} (f : A -> B) (R : B -> C -> Prop) l m : Forall2 R (map f l) m <-> Forall2 (fun a => R (f a)) l m.
Proof.
  split.
  - revert m. induction l as [|a l IH]; intros m F; inversion F; subst; constructor; auto.
  - intros F. induction F; constructor; auto.
Qed.

Lemma union_to i x t : value (games i) x t -> value (union games) (existT _ i x) t.
Proof.
  revert x t. refine (value_induction (games i) _ _). intros x t A B. constructor.
  - intros u L. destruct (A u L) as (ys & vs & M & F & E). exists (map (existT _ i) ys), vs. split; [exists ys; auto|].
    split; auto. apply Forall2_map. revert F. apply Forall2_imp. intros y v _ [_ H]. exact H.
  - intros ys (zs & M & ->). destruct (B zs M) as (vs & F & Ne). exists vs. split; auto. apply Forall2_map.
    revert F. apply Forall2_imp. intros y v _ [_ H]. exact H.
Qed.

Lemma union_from x t : value (union games) x t -> value (games (projT1 x)) (projT2 x) t.
Proof.
  revert x t. refine (value_induction (union games) _ _). intros x t A B.
  assert (K : forall zs vs, Forall2 (fun y v => value (union games) y v /\ value (games (projT1 y)) (projT2 y) v)
    (map (existT _ (projT1 x)) zs) vs -> Forall2 (value (games (projT1 x))) zs vs).
  { intros zs vs F. apply Forall2_map in F. revert F. apply Forall2_imp. intros y v _ [_ H]. exact H. }
  constructor.
  - intros u L. destruct (A u L) as (ys & vs & (zs & M & ->) & F & E). exists zs, vs. auto.
  - intros zs M. destruct (B (map (existT _ (projT1 x)) zs)) as (vs & F & Ne); [exists zs; auto|]. exists vs. auto.
Qed.

Theorem union_value i x t : value (union games) (existT _ i x) t <-> value (games i) x t.
Proof. split; [apply (union_from (existT _ i x))|apply union_to]. Qed.

Lemma union_single : (forall i, single (games i)) -> single (union games).
Proof. intros One x ys (zs & M & ->). destruct (One _ _ _ M) as (z & ->). exists (existT _ (projT1 x) z). reflexivity. Qed.
End Union.

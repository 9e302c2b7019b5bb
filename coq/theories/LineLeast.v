(* The least period and preperiod of a row.

   [value_at] (LineRecurs.v) says the values of a row: from column A on they grow by its saltus in P columns. A
   certificate states a preperiod n0, a period p and a saltus s of its own ([is_period]): h(n + p) = h(n) + s for
   all n >= n0; for no smaller q there are a preperiod and a saltus for which this is so; and it fails of n0 - 1.
   [check_period] finds out by computation whether this is so, [check_period_sound] says that it is. *)

From Coq Require Import List NArith PArith Arith Bool Lia FMapPositive.
From Grundy Require Import Value Line LineCheck LineRecurs.
Import ListNotations.
Local Open Scope N_scope.

Definition is_period (h : N -> N) (n0 p s : N) : Prop :=
  (forall n, n0 <= n -> h (n + p) = h n + s) /\
  (forall q, 1 <= q < p -> ~ exists m u, forall n, m <= n -> h (n + q) = h n + u) /\
  (forall m, m + 1 = n0 -> h (m + p) <> h m + s).

Section Least.
Variable h : N -> N.
Variables A P growth : N.
Hypothesis positive : 0 < P.
Hypothesis grows : forall n, A <= n -> h (n + P) = h n + growth.

Lemma grows_often n k : A <= n -> h (n + k * P) = h n + k * growth.
Proof.
  intros L. induction k as [|k IH] using N.peano_ind; [rewrite !N.mul_0_l, !N.add_0_r; reflexivity|].
  replace (n + N.succ k * P) with (n + k * P + P) by lia. rewrite grows by lia. rewrite IH. lia.
Qed.

(* Some number from a on, all numbers from a on, of so many. *)
Fixpoint some_from (f : N -> bool) (a : N) (many : nat) : bool :=
  match many with O => false | S many => if f a then true else some_from f (N.succ a) many end.
Fixpoint all_from (f : N -> bool) (a : N) (many : nat) : bool :=
  match many with O => true | S many => if f a then all_from f (N.succ a) many else false end.

Lemma some_from_ok f many : forall a, some_from f a many = true -> exists n, a <= n /\ f n = true.
Proof.
  induction many as [|many IH]; intros a H; simpl in H; [discriminate|]. destruct (f a) eqn:E; [exists a; split; [lia|exact E]|].
  destruct (IH _ H) as (n & L & K). exists n. split; [lia|exact K].
Qed.

Lemma all_from_ok f many : forall a, all_from f a many = true -> forall n, a <= n < a + N.of_nat many -> f n = true.
Proof.
  induction many as [|many IH]; intros a H n L; [lia|]. simpl in H. destruct (f a) eqn:E; [|discriminate].
  destruct (N.eq_dec n a) as [->|Ne]; [exact E|]. apply (IH (N.succ a) H). lia.
Qed.

Definition holds_at (p s n : N) : bool := h (n + p) =? h n + s.
(* Two columns of a round from which q steps do not add the same. *)
Definition differs (q : N) : bool := let a := h A in let b := h (A + q) in
  some_from (fun n => negb (h (n + q) + a =? h n + b)) A (N.to_nat P).

Definition check_equation (n0 p s : N) : bool :=
  all_from (holds_at p s) n0 (N.to_nat (N.max n0 A - n0 + P)) &&
  all_from differs 1 (N.to_nat (p - 1)) &&
  (if n0 =? 0 then true else negb (holds_at p s (n0 - 1))).

Lemma round_down n a : A <= a -> a <= n -> exists k m, n = m + k * P /\ a <= m < a + P.
Proof.
  intros La L. exists ((n - a) / P), (a + (n - a) mod P). pose proof (N.mod_lt (n - a) P ltac:(lia)) as M.
  pose proof (N.div_mod (n - a) P ltac:(lia)) as D. revert M D. generalize ((n - a) mod P), ((n - a) / P). intros x y M D. nia.
Qed.

Theorem check_equation_sound n0 p s : check_equation n0 p s = true -> is_period h n0 p s.
Proof.
  unfold check_equation. rewrite !andb_true_iff. intros [[H1 H2] H3]. split; [|split].
  - intros n L. destruct (N.le_gt_cases (N.max n0 A) n) as [Far|Near].
    + destruct (round_down n (N.max n0 A)) as (k & m & -> & Lm); [lia|exact Far|].
      replace (m + k * P + p) with (m + p + k * P) by lia. rewrite !grows_often by lia.
      assert (E : holds_at p s m = true) by (apply (all_from_ok _ _ _ H1); lia). apply N.eqb_eq in E. rewrite E. lia.
    + apply N.eqb_eq. apply (all_from_ok _ _ _ H1). lia.
  - intros q Q (m & u & K). assert (D : differs q = true) by (apply (all_from_ok _ _ _ H2); lia). unfold differs in D.
    cbv zeta in D.
    apply some_from_ok in D. destruct D as (n & Ln & D). apply negb_true_iff, N.eqb_neq in D. apply D.
    (* far out both columns add u *)
    assert (Adds : forall c, A <= c -> h (c + q) = h c + u).
    { intros c Lc. pose proof (K (c + m * P)) as E. replace (c + m * P + q) with (c + q + m * P) in E by lia.
      rewrite !grows_often in E by lia. specialize (E ltac:(nia)). lia. }
    rewrite (Adds n), (Adds A) by lia. lia.
  - intros m <-. destruct (N.eqb_spec (m + 1) 0) as [E|_]; [lia|]. replace (m + 1 - 1) with m in H3 by lia.
    apply negb_true_iff, N.eqb_neq in H3. exact H3.
Qed.
End Least.

(** ** A row as a map *)

Fixpoint index (i : nat) (columns : list (list N)) (p : positive) (m : PositiveMap.t N) : PositiveMap.t N :=
  match columns with
  | [] => m
  | column :: columns => index i columns (Pos.succ p) (PositiveMap.add p (nth i column 0) m)
  end.

Definition found (m : PositiveMap.t N) (n : N) : N := match PositiveMap.find (N.succ_pos n) m with Some v => v | None => 0 end.

Lemma index_find i columns : forall p m q, (forall k, (p <= k)%positive -> PositiveMap.find k m = None) ->
  PositiveMap.find q (index i columns p m) =
  if (q <? p)%positive then PositiveMap.find q m
  else option_map (fun column => nth i column 0) (nth_error columns (Pos.to_nat q - Pos.to_nat p)).
Proof.
  induction columns as [|column columns IH]; intros p m q H; simpl.
  - destruct (Pos.ltb_spec q p) as [L|L]; [reflexivity|]. rewrite (H q L).
    destruct (Pos.to_nat q - Pos.to_nat p)%nat; reflexivity.
  - rewrite IH by (intros k L; rewrite PositiveMap.gso by lia; apply H; lia).
    destruct (Pos.ltb_spec q (Pos.succ p)) as [L|L], (Pos.ltb_spec q p) as [L'|L']; try lia.
    + apply PositiveMap.gso. lia.
    + assert (q = p) by lia. subst q. rewrite PositiveMap.gss, Nat.sub_diag. reflexivity.
    + replace (Pos.to_nat q - Pos.to_nat p)%nat with (S (Pos.to_nat q - Pos.to_nat (Pos.succ p))) by lia. reflexivity.
Qed.

Lemma found_value i columns n : found (index i columns 1 (PositiveMap.empty N)) n = cell_value columns i n.
Proof.
  unfold found, cell_value. rewrite index_find by (intros k _; apply PositiveMap.gempty).
  destruct (Pos.ltb_spec (N.succ_pos n) 1) as [L|_]; [lia|].
  assert (E : (Pos.to_nat (N.succ_pos n) - Pos.to_nat 1)%nat = N.to_nat n) by (destruct n; simpl; lia). rewrite E.
  destruct (nth_error columns (N.to_nat n)) as [column|] eqn:Q; simpl.
  - rewrite (nth_error_nth columns _ [] Q). reflexivity.
  - apply nth_error_None in Q. rewrite (nth_overflow columns) by exact Q. destruct i; reflexivity.
Qed.

(* The period of a row that a certificate states. *)
Definition check_period (A P : N) (saltus : list N) (columns : list (list N)) (i : nat) (n0 p s : N) : bool :=
  let m := index i columns 1 (PositiveMap.empty N) in
  let growth := saltus_of saltus i in
  check_equation (fun n => if n <? A then found m n else found m (A + (n - A) mod P) + (n - A) / P * growth) A P n0 p s.

Theorem check_period_sound sys misere A P bound saltus columns i n0 p s :
  check sys misere A P bound saltus columns = true -> check_period A P saltus columns i n0 p s = true ->
  is_period (value_at A P saltus columns i) n0 p s.
Proof.
  intros H1 H2. unfold check_period in H2. cbv zeta in H2. set (h := fun n : N => if n <? A then _ else _) in H2.
  assert (E : forall n, h n = value_at A P saltus columns i n).
  { intros n. unfold h, value_at. rewrite !found_value. reflexivity. }
  assert (K : is_period h n0 p s).
  { apply (check_equation_sound h A P (saltus_of saltus i)); [| |exact H2].
    - unfold check in H1. apply andb_true_iff in H1. destruct H1 as [Shape _]. apply (shape sys A P columns Shape).
    - intros n L. rewrite !E. apply (line_recurs sys misere A P bound saltus columns i n H1 L). }
  destruct K as (K1 & K2 & K3). split; [|split].
  - intros n L. rewrite <- !E. auto.
  - intros q Q (m & u & K). apply (K2 q Q). exists m, u. intros n L. rewrite !E. auto.
  - intros m Q. rewrite <- !E. auto.
Qed.

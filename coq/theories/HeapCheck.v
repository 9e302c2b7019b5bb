(* A checker of periods of octal games, by reflection.

   A certificate is a code, a preperiod n0, a period p, and the first n0 + p values. [check] computes, with
   binary numbers, that the values, continued with the period, are right at all n below 2 n0 + 2 p + t, where t is
   the length of the code: none of the options of n has the value that is said of n, and each smaller number
   is the value of an option. By Guy and Smith ([heaps_are]) the values are those of all n ([check_sound]).

   The values before n are held as a list in reverse order. The options of two heaps a + b = n - k are that
   list, from n - k - 1 on, beside the values in order; half of the pairs are enough. So there is no index in
   the computation. Time is about 0.3 microseconds for a pair a, b, in the virtual machine.

   What must be read to believe a result: Heap.v up to [octal], and [said]. *)

From Coq Require Import List NArith Arith Bool Lia.
From Grundy Require Import Value Sum HeapPeriod Heap.
Import ListNotations.

(** ** The program *)

(* A number by its binary digits, the lowest first; most are told apart by the first ones. *)
Definition bits := list bool.

Fixpoint number (x : bits) : N :=
  match x with [] => 0 | b :: x => if b then N.succ_double (number x) else N.double (number x) end.

Fixpoint bits_of (width : nat) (n : N) : bits :=
  match width with O => [] | S width => N.odd n :: bits_of width (N.div2 n) end.

(* The nim-sum of x and y is v. *)
Fixpoint is_xor (x y v : bits) : bool :=
  match x, y, v with
  | a :: x, b :: y, c :: v =>
      if a then if b then if c then false else is_xor x y v else if c then is_xor x y v else false
      else if b then if c then is_xor x y v else false else if c then false else is_xor x y v
  | _, _, _ => (N.lxor (number x) (number y) =? number v)%N
  end.

Definition is_same (x v : bits) : bool := (number x =? number v)%N.

(* None of the first half of the pairs has the nim-sum v. *)
Fixpoint none_is (fast xs ys : list bits) (v : bits) : bool :=
  match fast, xs, ys with
  | [], _, _ => true
  | _ :: fast, x :: xs, y :: ys =>
      if is_xor x y v then false else match fast with [] => true | _ :: fast => none_is fast xs ys v end
  | _, _, _ => false
  end.

(* One of them has it. *)
Fixpoint some_is (fast xs ys : list bits) (v : bits) : bool :=
  match fast, xs, ys with
  | _ :: fast, x :: xs, y :: ys =>
      if is_xor x y v then true else match fast with [] => false | _ :: fast => some_is fast xs ys v end
  | _, _, _ => false
  end.

(* No option has the value v. [c] are the digits from d_k on; [before] are the values at n - k, ..., 1. *)
Fixpoint no_option (c : code) (before values : list bits) (v : bits) : bool :=
  match c, before with
  | [], _ => true
  | d :: _, [] => if N.testbit d 0 then negb (is_same [] v) else true
  | d :: c, x :: before =>
      if (if N.testbit d 1 then is_same x v else false) then false
      else if (if N.testbit d 2 then none_is before before values v else true) then no_option c before values v
      else false
  end.

Fixpoint some_option (c : code) (before values : list bits) (v : bits) : bool :=
  match c, before with
  | [], _ => false
  | d :: _, [] => if N.testbit d 0 then is_same [] v else false
  | d :: c, x :: before =>
      if (if N.testbit d 1 then is_same x v else false) then true
      else if (if N.testbit d 2 then some_is before before values v else false) then true
      else some_option c before values v
  end.

(* The same with d_0, by which two heaps may be left; [before] are the values at n - 1, ..., 1. *)
Definition no_option_at (c : code) (before values : list bits) (v : bits) : bool :=
  match c with
  | [] => true
  | d :: c => if (if N.testbit d 2 then none_is before before values v else true) then no_option c before values v else false
  end.

Definition some_option_at (c : code) (before values : list bits) (v : bits) : bool :=
  match c with
  | [] => false
  | d :: c => if (if N.testbit d 2 then some_is before before values v else false) then true else some_option c before values v
  end.

(* Each number of a list before v is the value of an option. *)
Fixpoint all_below (c : code) (before values : list bits) (v : bits) (numbers : list bits) : bool :=
  match numbers with
  | [] => false
  | u :: numbers =>
      if is_same u v then true
      else if some_option_at c before values u then all_below c before values v numbers else false
  end.

Fixpoint right_from (c : code) (numbers before values rest : list bits) : bool :=
  match rest with
  | [] => true
  | v :: rest =>
      if no_option_at c before values v then
        if all_below c before values v numbers then right_from c numbers (v :: before) values rest else false
      else false
  end.

(* The numbers 0, 1, 2, ..., so many. *)
Fixpoint numbers_from (i : N) (many : nat) : list N :=
  match many with O => [] | S many => i :: numbers_from (N.succ i) many end.

(* A list and the period after it, and so on: so many more. *)
Fixpoint continued (many : nat) (xs period : list N) : list N :=
  match many with
  | O => []
  | S many =>
      match xs with
      | x :: xs => x :: continued many xs period
      | [] => match period with [] => [] | x :: xs => x :: continued many xs period end
      end
  end.

Fixpoint same_start (xs ys : list N) {struct ys} : bool := (* ys is the start of xs *)
  match ys, xs with
  | [], _ => true
  | y :: ys, x :: xs => if (x =? y)%N then same_start xs ys else false
  | _, [] => false
  end.

Definition table (c : code) (n0 p : nat) (vals : list N) : list N :=
  let period := skipn n0 vals in vals ++ continued (n0 + p + length c) period period.

(* Numbers as bits, one object for each number; whether these are the numbers is looked at. *)
Fixpoint are_numbers (bs : list bits) (xs : list N) : bool :=
  match bs, xs with
  | [], [] => true
  | b :: bs, x :: xs => if (number b =? x)%N then are_numbers bs xs else false
  | _, _ => false
  end.

Definition right_table (c : code) (most : N) (T : list N) : bool :=
  let numbers := numbers_from 0 (S (N.to_nat most)) in
  let nb := map (bits_of (N.size_nat most)) numbers in
  let Tb := map (fun x => nth (N.to_nat x) nb []) T in
  are_numbers Tb T && are_numbers nb numbers && right_from c nb [] Tb Tb.

Definition check (c : code) (n0 p : nat) (vals : list N) : bool :=
  let T := table c n0 p vals in
  if (1 <=? p) && (length vals =? n0 + p) && (2 * n0 + 2 * p + length c <=? length T) then
    if same_start (skipn n0 T) (skipn (n0 + p) T) then
      match T with [] => false | v :: T => (v =? 0)%N && right_table c (fold_right N.max 0%N vals) T end
    else false
  else false.

(* The values that a certificate says. *)
Definition said (n0 p : nat) (vals : list N) (n : nat) : N := nth (if n <? n0 then n else n0 + (n - n0) mod p) vals 0%N.

(** ** It is sound *)

Section Sound.
Variable f : nat -> N.

Lemma number_cons (a : bool) x : number (a :: x) = (2 * number x + N.b2n a)%N.
Proof. destruct a; cbn [number N.b2n]; [apply N.succ_double_spec|rewrite N.double_spec; lia]. Qed.

Lemma xor_cons a b x y : N.lxor (number (a :: x)) (number (b :: y)) = (2 * N.lxor (number x) (number y) + N.b2n (xorb a b))%N.
Proof.
  assert (K : forall m n, N.lxor (2 * m + N.b2n a) (2 * n + N.b2n b) = (2 * N.lxor m n + N.b2n (xorb a b))%N).
  { intros m n. apply N.bits_inj. intros i. rewrite N.lxor_spec. destruct (N.eq_dec i 0) as [->|Ne].
    - rewrite !N.testbit_0_r. reflexivity.
    - replace i with (N.succ (N.pred i)) by lia. rewrite !N.testbit_succ_r, N.lxor_spec. reflexivity. }
  rewrite !number_cons. apply K.
Qed.

Lemma is_xor_number x : forall y v, is_xor x y v = true <-> N.lxor (number x) (number y) = number v.
Proof.
  induction x as [|a x IH]; intros y v; [apply N.eqb_eq|]. destruct y as [|b y]; [apply N.eqb_eq|].
  destruct v as [|c v]; [apply N.eqb_eq|]. rewrite xor_cons, number_cons. specialize (IH y v). cbn [is_xor].
  destruct a, b, c; cbn [xorb N.b2n]; rewrite ?IH; split; intros E; try discriminate E; lia.
Qed.

Lemma is_same_number x v : is_same x v = true <-> number x = number v.
Proof. apply N.eqb_eq. Qed.

(* a list has the values at its length, and down to 1 *)
Fixpoint downward (l : list bits) : Prop := match l with [] => True | x :: l' => number x = f (length l) /\ downward l' end.
(* a list has the values from i on *)
Fixpoint upward (l : list bits) (i : nat) : Prop := match l with [] => True | x :: l' => number x = f i /\ upward l' (S i) end.

Lemma none_is_sound : forall m fast xs ys v i, length fast <= m -> downward xs -> upward ys i -> none_is fast xs ys v = true ->
  forall j, 2 * j < length fast -> j < length xs -> N.lxor (f (length xs - j)) (f (i + j)) <> number v.
Proof.
  induction m as [|m IH]; intros fast xs ys v i M D U H j J1 J2; destruct fast as [|f0 fast]; simpl in J1; try lia;
    [simpl in M; lia|].
  destruct xs as [|x xs]; [discriminate|]. destruct ys as [|y ys]; [discriminate|]. simpl in H, D, U.
  destruct D as [D0 D], U as [U0 U]. destruct (is_xor x y v) eqn:E; [discriminate|]. destruct j as [|j].
  { rewrite Nat.sub_0_r, Nat.add_0_r. simpl length. rewrite <- D0, <- U0. intros Q. apply is_xor_number in Q. congruence. }
  destruct fast as [|f1 fast]; [simpl in J1; lia|]. simpl length in *.
  replace (S (length xs) - S j) with (length xs - j) by lia. replace (i + S j) with (S i + j) by lia.
  apply (IH fast xs ys v (S i)); auto; lia.
Qed.

Lemma some_is_sound : forall m fast xs ys v i, length fast <= m -> downward xs -> upward ys i -> some_is fast xs ys v = true ->
  exists j, j < length xs /\ N.lxor (f (length xs - j)) (f (i + j)) = number v.
Proof.
  induction m as [|m IH]; intros fast xs ys v i M D U H; destruct fast as [|f0 fast]; try discriminate; [simpl in M; lia|].
  destruct xs as [|x xs]; [discriminate|]. destruct ys as [|y ys]; [discriminate|]. simpl in H, D, U.
  destruct D as [D0 D], U as [U0 U]. destruct (is_xor x y v) eqn:E.
  - apply is_xor_number in E. rewrite D0, U0 in E. exists 0. rewrite Nat.sub_0_r, Nat.add_0_r. simpl. auto with arith.
  - destruct fast as [|f1 fast]; [discriminate|].
    destruct (IH fast xs ys v (S i)) as (j & J & E'); auto; [simpl in M; lia|].
    exists (S j). split; [simpl; lia|]. rewrite <- E'. simpl length. f_equal; f_equal; lia.
Qed.

(* Both heaps of a pair: half of the pairs are enough. *)
Lemma pair_none before values v a b : downward before -> upward values 1 -> none_is before before values v = true ->
  1 <= a -> 1 <= b -> a + b = S (length before) -> N.lxor (f a) (f b) <> number v.
Proof.
  intros D U H La Lb E. destruct (le_lt_dec b a) as [L|L].
  - replace a with (length before - (b - 1)) by lia. replace b with (1 + (b - 1)) at 2 by lia.
    apply (none_is_sound (length before) before before values v 1); auto; lia.
  - rewrite N.lxor_comm. replace b with (length before - (a - 1)) by lia. replace a with (1 + (a - 1)) at 2 by lia.
    apply (none_is_sound (length before) before before values v 1); auto; lia.
Qed.

Lemma pair_some before values v : downward before -> upward values 1 -> some_is before before values v = true ->
  exists a b, 1 <= a /\ 1 <= b /\ a + b = S (length before) /\ N.lxor (f a) (f b) = number v.
Proof.
  intros D U H. destruct (some_is_sound (length before) before before values v 1) as (j & J & E); auto.
  exists (length before - j), (1 + j). repeat split; auto; lia.
Qed.

Lemma nim_two a b : nim (map f [a; b]) = N.lxor (f a) (f b).
Proof. simpl. rewrite N.lxor_0_r. reflexivity. Qed.

Lemma nim_one a : nim (map f [a]) = f a.
Proof. apply N.lxor_0_r. Qed.

(* The moves that take k tokens at least, and leave r less what they take more. *)
Inductive later (c : code) (r : nat) : list nat -> Prop :=
| later_none : N.testbit (nth r c 0%N) 0 = true -> later c r []
| later_one i a : N.testbit (nth i c 0%N) 1 = true -> 1 <= a -> r = i + a -> later c r [a]
| later_two i a b : N.testbit (nth i c 0%N) 2 = true -> 1 <= a -> 1 <= b -> r = i + a + b -> later c r [a; b].

Lemma later_next d c r ys : later c r ys -> later (d :: c) (S r) ys.
Proof.
  intros M. destruct M as [T|i a T L E|i a b T L L' E].
  - apply later_none. exact T.
  - apply later_one with (S i); auto; lia.
  - apply later_two with (S i); auto; lia.
Qed.

(* The first digit decides, or a later one. *)
Lemma later_cases d c r ys : later (d :: c) r ys ->
  match r with
  | O => N.testbit d 0 = true /\ ys = []
  | S r' => N.testbit d 1 = true /\ ys = [r] \/
      (exists a b, N.testbit d 2 = true /\ 1 <= a /\ 1 <= b /\ a + b = r /\ ys = [a; b]) \/ later c r' ys
  end.
Proof.
  intros M. destruct M as [T|i a T L E|i a b T L L' E].
  - destruct r as [|r]; [auto|]. right; right. apply later_none. exact T.
  - destruct i as [|i].
    + destruct r as [|r]; [lia|]. left. split; [exact T|]. f_equal; lia.
    + destruct r as [|r]; [lia|]. right; right. apply later_one with i; auto; lia.
  - destruct i as [|i].
    + destruct r as [|r]; [lia|]. right; left. exists a, b. repeat split; auto.
    + destruct r as [|r]; [lia|]. right; right. apply later_two with i; auto; lia.
Qed.

Lemma no_later r ys : ~ later [] r ys.
Proof.
  assert (Zero : forall i j, N.testbit (nth i [] 0%N) j = false) by (intros [|i] j; apply N.bits_0).
  intros M. destruct M as [T|i a T L E|i a b T L L' E]; rewrite Zero in T; discriminate T.
Qed.

Lemma no_option_sound : forall c before values v, downward before -> upward values 1 -> no_option c before values v = true ->
  forall ys, later c (length before) ys -> nim (map f ys) <> number v.
Proof.
  induction c as [|d c IH]; intros before values v D U H ys M; [destruct (no_later _ _ M)|].
  apply later_cases in M. destruct before as [|x before]; simpl in H, M, D.
  - destruct M as [T ->]. rewrite T in H. simpl. intros E. apply (is_same_number []) in E. rewrite E in H. discriminate H.
  - destruct D as [D0 D]. destruct (if N.testbit d 1 then _ else false) eqn:E1; [discriminate|].
    destruct (if N.testbit d 2 then _ else true) eqn:E2; [|discriminate].
    destruct M as [(T & ->)|[(a & b & T & La & Lb & E & ->)|M]].
    + rewrite T in E1. rewrite nim_one, <- D0. intros E. apply is_same_number in E. congruence.
    + rewrite T in E2. rewrite nim_two. apply (pair_none before values); auto.
    + apply (IH before values v D U H). exact M.
Qed.

Lemma some_option_sound : forall c before values v, downward before -> upward values 1 -> some_option c before values v = true ->
  exists ys, later c (length before) ys /\ nim (map f ys) = number v.
Proof.
  induction c as [|d c IH]; intros before values v D U H; [discriminate|]. simpl in H. destruct before as [|x before].
  - destruct (N.testbit d 0) eqn:T; [|discriminate]. apply is_same_number in H. exists []. split; [|exact H]. apply later_none.
    exact T.
  - simpl in D. destruct D as [D0 D]. destruct (if N.testbit d 1 then _ else false) eqn:E1.
    { destruct (N.testbit d 1) eqn:T; [|discriminate]. apply is_same_number in E1. exists [S (length before)].
      split; [apply later_one with 0; simpl; auto; lia|rewrite nim_one, <- D0; exact E1]. }
    destruct (if N.testbit d 2 then _ else false) eqn:E2.
    { destruct (N.testbit d 2) eqn:T; [|discriminate]. destruct (pair_some before values v D U E2) as (a & b & La & Lb & E & X).
      exists [a; b]. split; [apply later_two with 0; simpl; auto; lia|rewrite nim_two; exact X]. }
    destruct (IH before values v D U H) as (ys & M & X). exists ys. split; auto. apply later_next. exact M.
Qed.

(* All moves: those that take nothing, and the others. *)
Lemma moves_later d c n ys : moves (d :: c) (S n) ys <->
  (exists a b, N.testbit d 2 = true /\ 1 <= a /\ 1 <= b /\ a + b = S n /\ ys = [a; b]) \/ later c n ys.
Proof.
  split.
  - intros M. destruct M as [T L|k a T L L' E|k a b T L L' E].
    + right. apply later_none. exact T.
    + destruct k as [|k]; [lia|]. right. apply later_one with k; auto; lia.
    + destruct k as [|k]; [left; exists a, b; repeat split; auto; lia|]. right. apply later_two with k; auto; lia.
  - intros [(a & b & T & La & Lb & E & ->)|M].
    + apply leaves_two with 0; auto.
    + destruct M as [T|i a T L E|i a b T L L' E].
      * apply takes_all; [exact T|lia].
      * apply leaves_one with (S i); auto; lia.
      * apply leaves_two with (S i); auto; lia.
Qed.

Lemma no_option_at_sound c before values v : downward before -> upward values 1 -> no_option_at c before values v = true ->
  forall ys, moves c (S (length before)) ys -> nim (map f ys) <> number v.
Proof.
  intros D U H ys M. destruct c as [|d c].
  - destruct M as [T|k a T|k a b T]; apply digit_length in T; simpl in T; lia.
  - simpl in H. destruct (if N.testbit d 2 then _ else true) eqn:E2; [|discriminate].
    apply moves_later in M. destruct M as [(a & b & T & La & Lb & E & ->)|M].
    + rewrite T in E2. rewrite nim_two. apply (pair_none before values); auto.
    + exact (no_option_sound c before values v D U H ys M).
Qed.

Lemma some_option_at_sound c before values v : downward before -> upward values 1 -> some_option_at c before values v = true ->
  exists ys, moves c (S (length before)) ys /\ nim (map f ys) = number v.
Proof.
  intros D U H. destruct c as [|d c]; [discriminate|]. simpl in H. destruct (if N.testbit d 2 then _ else false) eqn:E2.
  - destruct (N.testbit d 2) eqn:T; [|discriminate]. destruct (pair_some before values v D U E2) as (a & b & La & Lb & E & X).
    exists [a; b]. split; [|rewrite nim_two; exact X]. apply moves_later. left. exists a, b. auto.
  - destruct (some_option_sound c before values v D U H) as (ys & M & X). exists ys. split; auto. apply moves_later. auto.
Qed.

Fixpoint counted (numbers : list bits) (i : N) : Prop :=
  match numbers with [] => True | u :: numbers => number u = i /\ counted numbers (N.succ i) end.

Lemma numbers_counted bs : forall many i, are_numbers bs (numbers_from i many) = true -> counted bs i.
Proof.
  induction bs as [|b bs IH]; intros many i H; [exact I|]. destruct many as [|many]; [discriminate|]. simpl in *.
  destruct (N.eqb_spec (number b) i) as [E|]; [|discriminate]. split; [exact E|]. exact (IH many (N.succ i) H).
Qed.

Lemma all_below_sound c before values v : downward before -> upward values 1 -> forall numbers i, counted numbers i ->
  all_below c before values v numbers = true -> forall u, (i <= u < number v)%N ->
  exists ys, moves c (S (length before)) ys /\ nim (map f ys) = u.
Proof.
  intros D U. induction numbers as [|x numbers IH]; intros i C H u Lu; [discriminate|]. destruct C as [C0 C]. simpl in H.
  destruct (is_same x v) eqn:S; [apply is_same_number in S; lia|].
  destruct (some_option_at c before values x) eqn:E; [|discriminate]. destruct (N.eq_dec u i) as [->|Ne'].
  - rewrite <- C0. exact (some_option_at_sound c before values x D U E).
  - apply (IH (N.succ i)); auto; lia.
Qed.

Lemma right_from_sound c numbers values : counted numbers 0 -> upward values 1 -> forall rest before, downward before ->
  upward rest (S (length before)) -> right_from c numbers before values rest = true ->
  forall j, j < length rest -> right_at (moves c) f (S (length before) + j).
Proof.
  intros C U. induction rest as [|v rest IH]; intros before D R H j J; [simpl in J; lia|]. simpl in H, R. destruct R as [R0 R].
  destruct (no_option_at c before values v) eqn:E1; [|discriminate].
  destruct (all_below c before values v numbers) eqn:E2; [|discriminate]. destruct j as [|j].
  - rewrite Nat.add_0_r. split; rewrite <- R0.
    + apply (no_option_at_sound c before values); auto.
    + intros u L. apply (all_below_sound c before values v D U numbers 0%N C E2). lia.
  - replace (S (length before) + S j) with (S (length (v :: before)) + j) by (simpl; lia).
    apply IH; simpl in *; auto; lia.
Qed.
End Sound.

Lemma right_at_zero c f : f 0 = 0%N -> right_at (moves c) f 0.
Proof.
  intros F0. split; [|rewrite F0; lia]. intros ys M. destruct M as [T L|k a T L L' E|k a b T L L' E]; lia.
Qed.

Lemma nth_skipn (l : list N) : forall a j, nth j (skipn a l) 0%N = nth (a + j) l 0%N.
Proof. induction l as [|x l IH]; intros [|a] j; simpl; auto. destruct j; auto. Qed.

Lemma same_start_sound : forall ys xs, same_start xs ys = true -> forall j, j < length ys -> nth j xs 0%N = nth j ys 0%N.
Proof.
  induction ys as [|y ys IH]; intros xs H j J; simpl in *; [lia|]. destruct xs as [|x xs]; [discriminate|].
  destruct (N.eqb_spec x y) as [->|]; [|discriminate]. destruct j; simpl; auto. apply IH; auto. lia.
Qed.

Lemma said_recurs n0 p vals n : 1 <= p -> n0 <= n -> said n0 p vals (n + p) = said n0 p vals n.
Proof.
  intros P L. unfold said. destruct (Nat.ltb_spec (n + p) n0), (Nat.ltb_spec n n0); try lia.
  replace (n + p - n0) with (n - n0 + 1 * p) by lia. rewrite Nat.mod_add by lia. reflexivity.
Qed.

Lemma said_first n0 p vals n : n < n0 + p -> said n0 p vals n = nth n vals 0%N.
Proof.
  intros L. unfold said. destruct (Nat.ltb_spec n n0); auto. rewrite Nat.mod_small by lia. f_equal. lia.
Qed.

Lemma upward_nth f bs : forall l i, are_numbers bs l = true -> (forall j, j < length l -> nth j l 0%N = f (i + j)) ->
  upward f bs i /\ length bs = length l.
Proof.
  induction bs as [|b bs IH]; intros [|x l] i A H; try discriminate; simpl in *; auto.
  destruct (N.eqb_spec (number b) x) as [E|]; [|discriminate]. destruct (IH l (S i) A) as [U L].
  - intros j J. rewrite (H (S j)) by lia. f_equal. lia.
  - repeat split; auto. rewrite E, (H 0) by lia. f_equal. lia.
Qed.

Lemma right_table_sound c most T f : right_table c most T = true -> (forall j, j < length T -> nth j T 0%N = f (1 + j)) ->
  forall j, j < length T -> right_at (moves c) f (1 + j).
Proof.
  unfold right_table. set (nb := map _ (numbers_from _ _)). set (Tb := map _ T).
  rewrite !andb_true_iff. intros [[AT An] H] Says j J. destruct (upward_nth f Tb T 1 AT Says) as [U L].
  apply (right_from_sound f c nb Tb (numbers_counted nb _ _ An) U Tb [] I U H). lia.
Qed.

(* The table holds what is said, as far as it goes. *)
Lemma table_said n0 p vals T more : 1 <= p -> length vals = n0 + p -> T = vals ++ more ->
  same_start (skipn n0 T) (skipn (n0 + p) T) = true -> forall n, n < length T -> nth n T 0%N = said n0 p vals n.
Proof.
  intros P L -> S n. induction n as [n IH] using (well_founded_induction lt_wf). intros J.
  destruct (le_lt_dec (n0 + p) n) as [Far|Near].
  - pose proof (same_start_sound _ _ S (n - (n0 + p))) as E. rewrite skipn_length, !nth_skipn in E.
    replace n with (n0 + p + (n - (n0 + p))) at 1 by lia. rewrite <- E by lia.
    rewrite IH by lia. rewrite <- said_recurs by lia. f_equal. lia.
  - rewrite app_nth1 by lia. symmetry. apply said_first. exact Near.
Qed.

(* What shows that a table is right, but for heap 0, proves all values. *)
Theorem table_sound c n0 p vals (right_table : list N -> bool) :
  (forall T f, right_table T = true -> (forall j, j < length T -> nth j T 0%N = f (1 + j)) ->
    forall j, j < length T -> right_at (moves c) f (1 + j)) ->
  (let T := table c n0 p vals in
   if (1 <=? p) && (length vals =? n0 + p) && (2 * n0 + 2 * p + length c <=? length T) then
     if same_start (skipn n0 T) (skipn (n0 + p) T) then
       match T with [] => false | v :: T => (v =? 0)%N && right_table T end
     else false
   else false) = true -> forall n, value (octal c) n (said n0 p vals n).
Proof.
  intros Right. unfold table. set (T := vals ++ _). cbv zeta.
  destruct ((1 <=? p) && (length vals =? n0 + p) && (2 * n0 + 2 * p + length c <=? length T)) eqn:B; [|discriminate].
  rewrite !andb_true_iff, Nat.eqb_eq, !Nat.leb_le in B. destruct B as [[P L] Long].
  destruct (same_start (skipn n0 T) (skipn (n0 + p) T)) eqn:S; [|discriminate]. intros H.
  pose proof (table_said n0 p vals T _ P L eq_refl S) as Says. clearbody T. set (f := said n0 p vals) in *.
  apply (heaps_are c n0 p f); auto.
  - intros n Ln. apply said_recurs; auto.
  - intros n Ln. destruct T as [|v T]; [discriminate|]. apply andb_true_iff in H. destruct H as [V0 H].
    apply N.eqb_eq in V0. subst v. assert (F0 : f 0 = 0%N) by (rewrite <- (Says 0) by (simpl; lia); reflexivity).
    destruct n as [|n]; [apply right_at_zero; exact F0|]. simpl in Long.
    apply (Right T f H); [|lia]. intros j J. rewrite <- (Says (1 + j)) by (simpl; lia). reflexivity.
Qed.

Theorem check_sound c n0 p vals : check c n0 p vals = true -> forall n, value (octal c) n (said n0 p vals n).
Proof.
  unfold check. apply (table_sound c n0 p vals (right_table c (fold_right N.max 0%N vals))).
  intros T f. apply right_table_sound.
Qed.

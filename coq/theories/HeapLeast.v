(* The least period and preperiod of heaps.

   Where [said n0 p vals] (HeapCheck.v) are the values of an octal game, they recur from n0 on with the period
   p. [least] finds out whether a smaller period, or a smaller preperiod, would do: it compares the period with
   itself turned by each smaller number, and looks at n0 - 1. Theorem [least_sound] says what this shows. *)

From Coq Require Import List NArith Arith Bool Lia.
From Grundy Require Import Value Sum HeapPeriod Heap HeapCheck.
Import ListNotations.

(* A list is the same if its first i members are put behind the others. *)
Fixpoint same_list (xs ys : list N) : bool :=
  match xs, ys with
  | [], [] => true
  | x :: xs, y :: ys => if (x =? y)%N then same_list xs ys else false
  | _, _ => false
  end.

Definition turned (i : nat) (xs : list N) : list N := skipn i xs ++ firstn i xs.

(* No smaller number turns the period into itself; and the equation fails before n0. *)
Definition least (n0 p : nat) (vals : list N) : bool :=
  let period := skipn n0 vals in
  (1 <=? p) && (length vals =? n0 + p) &&
  forallb (fun i => negb (same_list (turned i period) period)) (seq 1 (p - 1)) &&
  match n0 with O => true | S m => negb (nth m vals 0 =? nth (p - 1) period 0)%N end.

Lemma same_list_if xs : forall ys, length xs = length ys -> (forall j, j < length xs -> nth j xs 0%N = nth j ys 0%N) ->
  same_list xs ys = true.
Proof.
  induction xs as [|x xs IH]; intros [|y ys] L H; try discriminate; auto. simpl.
  assert (E : x = y) by (apply (H 0); simpl; lia). rewrite E, N.eqb_refl. apply IH; auto.
  intros j J. apply (H (S j)). simpl. lia.
Qed.

Lemma turned_nth i (xs : list N) j : i <= length xs -> j < length xs ->
  nth j (turned i xs) 0%N = nth ((j + i) mod length xs) xs 0%N.
Proof.
  intros Li Lj. unfold turned. destruct (le_lt_dec (length xs) (j + i)) as [L|L].
  - rewrite app_nth2 by (rewrite skipn_length; lia). rewrite skipn_length.
    replace ((j + i) mod length xs) with (j + i - length xs).
    + pose proof (app_nth1 (firstn i xs) (skipn i xs) 0%N (n := j - (length xs - i))) as A.
      rewrite firstn_skipn in A. rewrite <- A by (rewrite firstn_length; lia). f_equal. lia.
    + symmetry. replace (j + i) with (j + i - length xs + 1 * length xs) at 1 by lia.
      rewrite Nat.mod_add by lia. apply Nat.mod_small. lia.
  - rewrite app_nth1 by (rewrite skipn_length; lia). rewrite nth_skipn, Nat.mod_small by lia. f_equal. lia.
Qed.

Lemma said_later n0 p vals j : said n0 p vals (n0 + j) = nth (j mod p) (skipn n0 vals) 0%N.
Proof. unfold said. destruct (Nat.ltb_spec (n0 + j) n0); [lia|]. rewrite nth_skipn. do 3 f_equal. lia. Qed.

(* The values recur; they do so with no smaller period; and from no smaller number on. *)
Theorem least_sound c n0 p vals : (forall n, value (octal c) n (said n0 p vals n)) -> least n0 p vals = true ->
  (forall n, n0 <= n -> recurs_at c p n) /\
  (forall q, 1 <= q < p -> ~ exists m, forall n, m <= n -> recurs_at c q n) /\
  (forall m, S m = n0 -> ~ recurs_at c p m).
Proof.
  intros V H. unfold least in H. rewrite !andb_true_iff, Nat.leb_le, Nat.eqb_eq in H. destruct H as [[[P L] H1] H2].
  split; [intros n Ln; apply says_recurs with (said n0 p vals); auto; apply said_recurs; auto|].
  set (f := said n0 p vals) in *.
  assert (Same : forall q n, recurs_at c q n -> f (n + q) = f n).
  { intros q n R. symmetry. apply (value_unique (octal c) (n + q)); [apply R|]; apply V. }
  pose proof (skipn_length n0 vals) as Ls. split.
  - intros q Q (m & R). rewrite forallb_forall in H1. specialize (H1 q). rewrite negb_true_iff in H1.
    enough (E : same_list (turned q (skipn n0 vals)) (skipn n0 vals) = true) by (rewrite H1 in E; [discriminate|apply in_seq;
      lia]).
    apply same_list_if; [unfold turned; rewrite app_length, skipn_length, firstn_length; lia|].
    intros j J. unfold turned in J. rewrite app_length, skipn_length, firstn_length in J.
    rewrite turned_nth by lia. replace (length (skipn n0 vals)) with p by lia.
    (* far out the same index of the period *)
    set (far := n0 + (j + m * p)). assert (E : f (far + q) = f far) by (apply Same, R; unfold far; nia).
    unfold f, far in E. replace (n0 + (j + m * p) + q) with (n0 + (j + q + m * p)) in E by lia.
    rewrite !said_later, !Nat.mod_add in E by lia. rewrite E, Nat.mod_small by lia. reflexivity.
  - intros m E R. subst n0. apply negb_true_iff, N.eqb_neq in H2. apply H2. apply Same in R. unfold f in R.
    rewrite (said_first (S m) p vals m) in R by lia. rewrite <- R. unfold said.
    destruct (Nat.ltb_spec (m + p) (S m)) as [K|K].
    + lia.
    + rewrite nth_skipn. f_equal. rewrite Nat.mod_small by lia. lia.
Qed.

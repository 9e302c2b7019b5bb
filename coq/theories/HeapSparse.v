(* Heaps of which few are rare: a period from fewer values than Guy and Smith ask for.

   The words are those of HeapRare.v; t + 1 is the length of the code. Theorem ([sparse]): let f have the period p
   from n0 >= 1 on, where p is even if the class goes by the parity of sizes. Let f be right at all heaps below
   N, and let all heaps from r + 1 to N - 1 be common. If N is at least n0 + p + t + r and r + 1 + p, and if for
   each n from N - p to N - 1 each rare value below f(n) is that of an option with a heap of n0 tokens at
   least, then f says all values. (Guy and Smith ask for 2 n0 + 2 p + t values.)

   The proof: a common value of an option of n >= N comes from a heap that is rare, so of r tokens at most, and
   another one of n0 + p tokens at least; with p tokens less it is an option of n - p, of the same value; and
   conversely. The rare values below have options that grow with the heap.

   [check_sparse] finds out by computation that a certificate is so. What must be read to believe a result: as
   for HeapCheck.v. *)

From Coq Require Import List NArith Arith Bool Lia.
From Grundy Require Import Value Sum HeapPeriod Heap HeapCheck HeapRare.
Import ListNotations.

Section Sparse.
Variable c : kind.
Variable d : code.
Variable f : nat -> N.
Variables n0 p most r : nat.
Hypothesis free : sum_free c d = true.
Hypothesis begins : 1 <= n0.
Hypothesis positive : 1 <= p.
Hypothesis recurs : forall n, n0 <= n -> f (n + p) = f n.
Hypothesis even : by_size c = true -> Nat.even p = true.
Hypothesis rare : forall n, r < n < most -> common c n (f n) = true.
Hypothesis enough : n0 + p + (length d - 1) + r <= most /\ r + 1 + p <= most.

(* An option with a heap of n0 tokens at least. *)
Definition far_option (n : nat) (ys : list nat) : Prop := moves d n ys /\ exists y, In y ys /\ n0 <= y.

Hypothesis witnesses : forall n, most - p <= n < most -> forall w, (w < f n)%N -> common c n w = false ->
  exists ys, far_option n ys /\ nim (map f ys) = w.

Lemma class_later n v : common c (n + p) v = common c n v.
Proof.
  pose proof even as Ev. unfold common. rewrite Nat.odd_add, <- (Nat.negb_even p). destruct (by_size c); simpl; [|reflexivity].
  rewrite (Ev eq_refl). simpl. rewrite xorb_false_r. reflexivity.
Qed.

Lemma all_common n : r < n -> common c n (f n) = true.
Proof.
  induction n as [n IH] using (well_founded_induction lt_wf). intros L. destruct (le_lt_dec most n) as [Far|Near]; [|apply rare;
    lia].
  replace n with (n - p + p) at 1 2 by lia. rewrite class_later, recurs by lia. apply IH; lia.
Qed.

(* An option of n with a common value has a rare heap, of r tokens at most, or is one heap. *)
Lemma one_rare n ys : moves d n ys -> length d <= n -> common c n (nim (map f ys)) = true ->
  exists k y, ys = [y] /\ n = k + y /\ k < length d /\ 1 <= k /\ N.testbit (digit d k) 1 = true \/
    exists a b, n = k + a + b /\ 1 <= a <= r /\ 1 <= b /\ k < length d /\ N.testbit (digit d k) 2 = true /\
      (ys = [a; b] \/ ys = [b; a]) /\ y = b.
Proof.
  intros M L Cm. destruct M as [T Ln|k a T Lk La E|k a b T La Lb E]; pose proof (digit_length d _ _ T) as Lk'; [lia| |].
  - exists k, a. left. auto.
  - rewrite nim_two in Cm. destruct (le_lt_dec a r) as [Ra|Ra].
    + exists k, b. right. exists a, b. repeat split; auto.
    + destruct (le_lt_dec b r) as [Rb|Rb].
      * exists k, a. right. exists b, a. repeat split; auto; lia.
      * pose proof (two_common c d k a b (f a) (f b) free T (all_common a Ra) (all_common b Rb)) as Q. rewrite <- E in Q.
        congruence.
Qed.

Lemma nim_swapped a b : nim (map f [a; b]) = nim (map f [b; a]).
Proof. rewrite !nim_two. apply N.lxor_comm. Qed.

(* The common values of options of n and n + p are the same, from most - p on. *)
Lemma common_down n v : most <= n + p -> common c n v = true -> (exists ys, moves d (n + p) ys /\ nim (map f ys) = v) ->
  exists zs, moves d n zs /\ nim (map f zs) = v.
Proof.
  intros L Cv (ys & M & E). assert (Cy : common c (n + p) (nim (map f ys)) = true) by (rewrite E, class_later; exact Cv).
  destruct (one_rare (n + p) ys M) as (k & y & [(-> & En & Lk & L1 & T)|(a & b & En & La & Lb & Lk & T & Q & _)]); auto; [lia| |].
  - exists [y - p]. split; [apply leaves_one with k; auto; lia|]. rewrite <- E, !nim_one. rewrite <- (recurs (y - p)) by lia.
    f_equal. lia.
  - exists [a; b - p]. split; [apply leaves_two with k; auto; lia|]. rewrite <- E.
    assert (Z : nim (map f ys) = nim (map f [a; b])) by (destruct Q as [-> | ->]; [reflexivity|apply nim_swapped]).
    rewrite Z, !nim_two, <- (recurs (b - p)) by lia. do 2 f_equal. lia.
Qed.

Lemma common_up n v : most <= n + p -> common c n v = true -> (exists zs, moves d n zs /\ nim (map f zs) = v) ->
  exists ys, moves d (n + p) ys /\ nim (map f ys) = v.
Proof.
  intros L Cv (zs & M & E). assert (Cz : common c n (nim (map f zs)) = true) by (rewrite E; exact Cv).
  destruct (one_rare n zs M) as (k & y & [(-> & En & Lk & L1 & T)|(a & b & En & La & Lb & Lk & T & Q & _)]); auto; [lia| |].
  - exists [y + p]. split; [apply leaves_one with k; auto; lia|]. rewrite <- E, !nim_one. apply recurs. lia.
  - exists [a; b + p]. split; [apply leaves_two with k; auto; lia|]. rewrite <- E.
    assert (Z : nim (map f zs) = nim (map f [a; b])) by (destruct Q as [-> | ->]; [reflexivity|apply nim_swapped]).
    rewrite Z, !nim_two, recurs by lia. reflexivity.
Qed.

Lemma recurs_often n i : n0 <= n -> f (n + i * p) = f n.
Proof.
  intros L. induction i as [|i IH]; [rewrite Nat.add_0_r; reflexivity|].
  replace (n + S i * p) with (n + i * p + p) by lia. rewrite recurs by lia. exact IH.
Qed.

Lemma class_often n i v : common c (n + i * p) v = common c n v.
Proof.
  induction i as [|i IH]; [rewrite Nat.add_0_r; reflexivity|]. replace (n + S i * p) with (n + i * p + p) by lia.
  rewrite class_later. exact IH.
Qed.

(* The rare values below have options that grow with the heap. *)
Lemma rare_reached n w : most - p <= n -> (w < f n)%N -> common c n w = false -> exists ys, moves d n ys /\ nim (map f ys) = w.
Proof.
  intros L Lw Cw. set (i := (n - (most - p)) / p). set (m := n - i * p).
  pose proof (Nat.div_mod (n - (most - p)) p) as D. pose proof (Nat.mod_upper_bound (n - (most - p)) p) as U. fold i in D.
  assert (Em : n = m + i * p) by (unfold m; nia). assert (Lm : most - p <= m < most) by (unfold m; nia).
  rewrite Em, recurs_often in Lw by lia. rewrite Em, class_often in Cw.
  destruct (witnesses m Lm w Lw Cw) as (ys & (M & y & I & Ly) & E). rewrite Em.
  destruct M as [T Ln|k a T Lk La Q|k a b T La Lb Q]; simpl in I.
  - destruct I.
  - destruct I as [<-|[]]. exists [a + i * p]. split; [apply leaves_one with k; auto; lia|]. rewrite <- E, !nim_one.
    apply recurs_often. exact Ly.
  - destruct I as [<-|[<-|[]]].
    + exists [a + i * p; b]. split; [apply leaves_two with k; auto; lia|]. rewrite <- E, !nim_two, recurs_often by exact Ly.
      reflexivity.
    + exists [a; b + i * p]. split; [apply leaves_two with k; auto; lia|]. rewrite <- E, !nim_two, recurs_often by exact Ly.
      reflexivity.
Qed.

Lemma right_next n : most <= n + p -> right_at (moves d) f n -> right_at (moves d) f (n + p).
Proof.
  intros L [A B]. assert (Ln : n0 <= n) by lia. assert (Cn : common c n (f n) = true) by (apply all_common; lia).
  unfold right_at. rewrite (recurs n Ln). split.
  - intros ys M E. destruct (common_down n (f n) L Cn) as (zs & Mz & Ez); [eauto|]. exact (A zs Mz Ez).
  - intros u Lu. destruct (common c n u) eqn:Cu; [apply common_up; auto|].
    apply rare_reached; [lia|rewrite recurs by exact Ln; exact Lu|]. rewrite class_later. exact Cu.
Qed.

Theorem sparse : (forall n, n < most -> right_at (moves d) f n) -> forall n, value (octal d) n (f n).
Proof.
  intros H. assert (K : forall n, right_at (moves d) f n).
  { intros n. induction n as [n IH] using (well_founded_induction lt_wf).
    destruct (le_lt_dec most n) as [L|L]; [|auto]. replace n with (n - p + p) by lia. apply right_next; [lia|]. apply IH. lia. }
  intros n. apply (right_values (moves d) (moves_less d)). auto.
Qed.
End Sparse.

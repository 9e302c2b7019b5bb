(* Heaps of which few are rare: a period far out, from few values that are kept.

   The words are those of HeapRare.v; t + 1 is the length of the code. Theorem ([window]): let all rare heaps below
   N be below F, and let B >= 2 F + t + 1. For each heap n with B <= n < N let each rare value below its value be
   that of an option that leaves a heap below F, one heap, or none. Let p be even if the class goes by the
   parity of sizes. Let L = F + t, m >= B and N >= m + L + p. If the values at n and n + p are the same for
   m <= n < m + L, then they are for all n >= m.

   The proof: common values of options of n come from a heap below F and one of n - L tokens or more. So the L
   values before n determine the value of n, in the same way for all these n. *)

From Coq Require Import List NArith Arith Bool Lia.
From Grundy Require Import Value Sum HeapPeriod Heap HeapCheck HeapRare.
Import ListNotations.

Section Window.
Variable c : kind.
Variable d : code.
(* the values *)
Variable f : nat -> N.
Variables first begin m p most : nat.
Let t := length d - 1.
Let L := first + t.
Hypothesis right : forall n, right_at (moves d) f n.
Hypothesis free : sum_free c d = true.
Hypothesis even : by_size c = true -> Nat.even p = true.
Hypothesis rare : forall n, first <= n < most -> common c n (f n) = true.
Hypothesis begins : 2 * first + t + 1 <= begin.

(* An option that leaves a heap below [first], one heap, or none. *)
Definition near_option (n : nat) (ys : list nat) : Prop := moves d n ys /\ (length ys <= 1 \/ exists y, In y ys /\ y < first).

Definition near_reached (n : nat) : Prop := forall w, (w < f n)%N -> common c n w = false ->
  exists ys, near_option n ys /\ nim (map f ys) = w.

Hypothesis near : forall n, begin <= n < most -> near_reached n.
Hypothesis enough : begin <= m /\ m + L + p <= most.
Hypothesis same : forall n, m <= n < m + L -> f (n + p) = f n.

Lemma class_later n v : common c (n + p) v = common c n v.
Proof.
  pose proof even as Ev. unfold common. rewrite Nat.odd_add, <- (Nat.negb_even p). destruct (by_size c); simpl; [|reflexivity].
  rewrite (Ev eq_refl). simpl. rewrite xorb_false_r. reflexivity.
Qed.

(* An option with a common value is near, if all heaps below n from [first] on are common. *)
Lemma common_near n ys : (forall j, first <= j < n -> common c j (f j) = true) -> moves d n ys ->
  common c n (nim (map f ys)) = true -> near_option n ys.
Proof.
  intros Cm M Cv. split; [exact M|]. destruct M as [T Ln|k a T Lk La E|k a b T La Lb E]; simpl; [lia|lia|].
  right. rewrite nim_two in Cv. destruct (le_lt_dec first a) as [Fa|Fa]; [|eauto].
  destruct (le_lt_dec first b) as [Fb|Fb]; [|eauto].
  pose proof (two_common c d k a b (f a) (f b) free T (Cm a ltac:(lia)) (Cm b ltac:(lia))) as Q. rewrite <- E in Q. congruence.
Qed.

Section Step.
Variable n : nat.
Hypothesis far : m + L <= n.
Hypothesis before : forall j, m <= j < n -> f (j + p) = f j.

(* Near options of n + p and of n have the same values. *)
Lemma near_down ys : near_option (n + p) ys -> exists zs, near_option n zs /\ nim (map f zs) = nim (map f ys).
Proof.
  unfold near_option. intros [M Nr]. destruct M as [T Ln|k a T Lk La E|k a b T La Lb E]; pose proof (digit_length d _ _ T) as Lk'.
  - lia.
  - exists [a - p]. split; [split; [apply leaves_one with k; auto; lia|simpl; lia]|].
    rewrite !nim_one, <- (before (a - p)) by lia. f_equal. lia.
  - destruct Nr as [K|(y & [<-|[<-|[]]] & Ly)]; [simpl in K; lia| |].
    + exists [a; b - p]. split; [split; [apply leaves_two with k; auto; lia|right; exists a; simpl; auto]|].
      rewrite !nim_two, <- (before (b - p)) by lia. do 2 f_equal. lia.
    + exists [a - p; b]. split; [split; [apply leaves_two with k; auto; lia|right; exists b; simpl; auto]|].
      rewrite !nim_two, <- (before (a - p)) by lia. do 2 f_equal. lia.
Qed.

Lemma near_up zs : near_option n zs -> exists ys, near_option (n + p) ys /\ nim (map f ys) = nim (map f zs).
Proof.
  unfold near_option. intros [M Nr]. destruct M as [T Ln|k a T Lk La E|k a b T La Lb E]; pose proof (digit_length d _ _ T) as Lk'.
  - lia.
  - exists [a + p]. split; [split; [apply leaves_one with k; auto; lia|simpl; lia]|]. rewrite !nim_one. apply before. lia.
  - destruct Nr as [K|(y & [<-|[<-|[]]] & Ly)]; [simpl in K; lia| |].
    + exists [a; b + p]. split; [split; [apply leaves_two with k; auto; lia|right; exists a; simpl; auto]|].
      rewrite !nim_two, before by lia. reflexivity.
    + exists [a + p; b]. split; [split; [apply leaves_two with k; auto; lia|right; exists b; simpl; auto]|].
      rewrite !nim_two, before by lia. reflexivity.
Qed.

Hypothesis commons : forall j, first <= j < n + p -> common c j (f j) = true.
Hypothesis nears : near_reached n.
Hypothesis period_positive : 1 <= p.

Lemma next_same : f (n + p) = f n.
Proof.
  destruct (right n) as [A B]. destruct (right (n + p)) as [A' B'].
  assert (Cn : common c n (f n) = true) by (apply commons; lia).
  destruct (N.lt_trichotomy (f (n + p)) (f n)) as [Lt|[E|Lt]]; auto; exfalso.
  - (* the value of n + p is that of an option of n, so of one of n + p *)
    assert (K : exists zs, near_option n zs /\ nim (map f zs) = f (n + p)).
    { destruct (common c n (f (n + p))) eqn:Cv; [|exact (nears _ Lt Cv)]. destruct (B _ Lt) as (zs & M & E). exists zs.
    split; auto.
      apply common_near; [intros j Lj; apply commons; lia|exact M|rewrite E; exact Cv]. }
    destruct K as (zs & Nz & E). destruct (near_up zs Nz) as (ys & [M _] & E'). apply (A' ys M). congruence.
  - destruct (B' _ Lt) as (ys & M & E). assert (Ny : near_option (n + p) ys).
    { apply common_near; [exact commons|exact M|rewrite E, class_later; exact Cn]. }
    destruct (near_down ys Ny) as (zs & [Mz _] & E'). apply (A zs Mz). congruence.
Qed.

Lemma next_near : near_reached (n + p).
Proof.
  intros w Lw Cw. rewrite next_same in Lw. rewrite class_later in Cw. destruct (nears w Lw Cw) as (zs & Nz & E).
  destruct (near_up zs Nz) as (ys & Ny & E'). exists ys. split; [exact Ny|congruence].
Qed.
End Step.

Theorem window : 1 <= p -> forall n, m <= n -> f (n + p) = f n.
Proof.
  intros P. enough (K : forall n, m <= n -> f (n + p) = f n /\ common c (n + p) (f (n + p)) = true /\ near_reached (n + p))
    by (intros n Ln; apply K; exact Ln).
  intros n. induction n as [n IH] using (well_founded_induction lt_wf). intros Ln.
  destruct (le_lt_dec (m + L) n) as [Far|Near].
  - assert (Before : forall j, m <= j < n -> f (j + p) = f j) by (intros j Lj; apply IH; lia).
    assert (Commons : forall j, first <= j < n + p -> common c j (f j) = true).
    { intros j Lj. destruct (le_lt_dec most j) as [Lm|Lm]; [|apply rare; lia]. replace j with (j - p + p) by lia. apply IH; lia. }
    assert (Nears : near_reached n).
    { destruct (le_lt_dec most n) as [Lm|Lm]; [|apply near; lia]. replace n with (n - p + p) by lia. apply IH; lia. }
    pose proof (next_same n Far Before Commons Nears P) as E. split; [exact E|]. split.
    + rewrite E, class_later. apply Commons. lia.
    + exact (next_near n Far Before Commons Nears P).
  - split; [apply same; lia|]. split; [apply rare; lia|apply near; lia].
Qed.
End Window.

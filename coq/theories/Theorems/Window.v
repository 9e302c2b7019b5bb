(* Theorem `window` (Levine 2006, "Fractal sequences and restricted Nim", in normal play).

   The positions of a game are numbers; the options of n are the numbers from n - f(n) to n - 1, where
   f(0) = 0, and f(n + 1) is f(n) or f(n) + 1. Where f grows from n - 1 to n, the value of n is f(n); where
   f stays, n is like n - 1 - f(n): the two have the same value.

   The proof is an induction: the values at n - f(n), ..., n are 0, ..., f(n), in some order ([in_a_row]). *)

From Coq Require Import List NArith Lia.
From Grundy Require Import Value Sum.
From Grundy.Theorems Require Import Words.
Import ListNotations.

Section Window.
Variable g : game.
Variable at_ : N -> pos g.
Variable f : N -> N.

Definition in_window (x y : N) : Prop := (x <= y + f x /\ y < x)%N.
Definition grows (x t : N) : Prop := (0 < x /\ f x <> f (x - 1) /\ t = f x)%N.
Definition like (x y : N) : Prop := (0 < x /\ f x = f (x - 1) /\ y + f x + 1 = x)%N.

Section Proof.
Hypothesis one : single g.
(* moves lead to numbers *)
Hypothesis numbers : forall x ys, move g (at_ x) ys -> exists y, ys = [at_ y].
Hypothesis options : forall x y, move g (at_ x) [at_ y] <-> in_window x y.
Hypothesis steps : (f 0 = 0 /\ forall x, f x <= f (x + 1) /\ f (x + 1) <= f x + 1)%N.

Let G (x t : N) : Prop := value g (at_ x) t.

Lemma f_le x y : (x <= y)%N -> (f x <= f y)%N.
Proof.
  intros L. replace y with (x + (y - x))%N by lia. induction (y - x)%N as [|d IH] using N.peano_ind.
  - rewrite N.add_0_r. lia.
  - replace (x + N.succ d)%N with ((x + d) + 1)%N by lia. destruct steps as [_ S]. destruct (S (x + d)%N). lia.
Qed.

Lemma f_steps x y : (x <= y)%N -> (f y <= f x + (y - x))%N.
Proof.
  intros L. replace y with (x + (y - x))%N at 1 by lia. induction (y - x)%N as [|d IH] using N.peano_ind.
  - rewrite N.add_0_r. lia.
  - replace (x + N.succ d)%N with ((x + d) + 1)%N by lia. destruct steps as [_ S]. destruct (S (x + d)%N). lia.
Qed.

(* The first number of the window does not fall. *)
Lemma window_below x : (f x <= x)%N.
Proof. pose proof (f_steps 0 x). destruct steps as [F0 _]. lia. Qed.

Lemma value_is x t : (forall u, (u < t)%N -> exists y, in_window x y /\ G y u) ->
  (forall y, in_window x y -> exists s, G y s /\ s <> t) -> G x t.
Proof.
  intros A B. apply value_single; auto. split.
  - intros u L. destruct (A u L) as (y & W & H). exists (at_ y). split; auto. apply options. exact W.
  - intros z M. destruct (numbers x [z] M) as (y & Q). injection Q as ->. apply B. apply options. exact M.
Qed.

Lemma value_not x y t : G x t -> in_window x y -> ~ G y t.
Proof. intros H W. apply (value_differs g (at_ x)); auto. apply options. exact W. Qed.

(* The values from n - f(n) to n are 0, ..., f(n). *)
Definition in_a_row (n : N) : Prop :=
  (forall u, (u <= f n)%N -> exists m, (n <= m + f n /\ m <= n)%N /\ G m u) /\
  (forall m, (n <= m + f n /\ m <= n)%N -> exists u, (u <= f n)%N /\ G m u).

(* Two numbers of the window have different values. *)
Lemma apart n m m' t : (n <= m + f n)%N -> (m <= n)%N -> (m' <= n)%N -> (m < m')%N -> G m t -> ~ G m' t.
Proof.
  intros L Lm Lm' L' H H'. apply (value_not m' m t H'); auto. split; auto. pose proof (f_steps m' n Lm'). lia.
Qed.

Lemma grows_value n : (0 < n)%N -> in_a_row (n - 1) -> f n = (f (n - 1) + 1)%N -> G n (f n).
Proof.
  intros L [A B] E. apply value_is.
  - intros u Lu. destruct (A u) as (m & W & H); [lia|]. exists m. split; auto. unfold in_window. lia.
  - intros y W. destruct (B y) as (u & Lu & H); [unfold in_window in W; lia|]. exists u. split; auto. lia.
Qed.

Lemma like_value n t : (0 < n)%N -> in_a_row (n - 1) -> f n = f (n - 1) -> G (n - 1 - f n) t -> G n t.
Proof.
  intros L [A B] E H. pose proof (window_below (n - 1)) as Low. set (m0 := (n - 1 - f n)%N) in *.
  assert (Lt : (t <= f n)%N).
  { destruct (B m0) as (u & Lu & Hu); [lia|]. rewrite (value_unique g _ t u H Hu). lia. }
  apply value_is.
  - intros u Lu. destruct (A u) as (m & W & Hm); [lia|]. exists m. split; auto. unfold in_window.
    assert (m <> m0) by (intros ->; pose proof (value_unique g _ t u H Hm); lia). lia.
  - intros y W. unfold in_window in W. destruct (B y) as (u & Lu & Hy); [lia|]. exists u. split; auto. intros ->.
    apply (apart (n - 1) m0 y t); auto; lia.
Qed.

Lemma all_in_a_row n : in_a_row n.
Proof.
  induction n as [|n IH] using N.peano_ind.
  - destruct steps as [F0 _]. assert (Z : G 0 0).
    { apply value_is; [lia|]. intros y W. unfold in_window in W. lia. }
    split.
    + intros u L. exists 0%N. rewrite F0 in *. assert (u = 0)%N by lia. subst u. split; [lia|exact Z].
    + intros m W. exists 0%N. assert (m = 0)%N by lia. subst m. split; [lia|exact Z].
  - replace n with (N.succ n - 1)%N in IH by lia. set (k := N.succ n) in *. assert (L : (0 < k)%N) by lia.
    assert (S : f k = f (k - 1) \/ f k = (f (k - 1) + 1)%N).
    { destruct steps as [_ S]. destruct (S (k - 1)%N). replace (k - 1 + 1)%N with k in * by lia. lia. }
    destruct IH as [A B]. destruct S as [E|E].
    + pose proof (window_below (k - 1)) as Low. set (m0 := (k - 1 - f k)%N).
      destruct (B m0) as (t & Lt & H); [lia|]. pose proof (like_value k t L (conj A B) E H) as Hk. split.
      * intros u Lu. destruct (A u) as (m & W & Hm); [lia|]. destruct (N.eq_dec m m0) as [->|Ne].
        -- exists k. split; [lia|]. rewrite (value_unique g _ u t Hm H). exact Hk.
        -- exists m. split; [lia|exact Hm].
      * intros m W. destruct (N.eq_dec m k) as [->|Ne]; [exists t; split; [lia|exact Hk]|].
        destruct (B m) as (u & Lu & Hm); [lia|]. exists u. split; [lia|exact Hm].
    + pose proof (grows_value k L (conj A B) E) as Hk. split.
      * intros u Lu. destruct (N.eq_dec u (f k)) as [->|Ne]; [exists k; split; [lia|exact Hk]|].
        destruct (A u) as (m & W & Hm); [lia|]. exists m. split; [lia|exact Hm].
      * intros m W. destruct (N.eq_dec m k) as [->|Ne]; [exists (f k); split; [lia|exact Hk]|].
        destruct (B m) as (u & Lu & Hm); [lia|]. exists u. split; [lia|exact Hm].
Qed.

Theorem window x y t : (grows x t -> value g (at_ x) t) /\ (like x y -> (value g (at_ x) t <-> value g (at_ y) t)).
Proof.
  split.
  - intros (L & Ne & ->). apply grows_value; auto using all_in_a_row. destruct steps as [_ S].
    destruct (S (x - 1)%N) as [S1 S2]. replace (x - 1 + 1)%N with x in * by lia. lia.
  - intros (L & E & Q). assert (y = x - 1 - f x)%N by lia. subst y. split; intros H.
    + pose proof (all_in_a_row (x - 1)) as R. pose proof (window_below (x - 1)) as Low.
      destruct R as [_ B]. destruct (B (x - 1 - f x)%N) as (u & _ & Hu); [lia|].
      pose proof (like_value x u L (all_in_a_row (x - 1)) E Hu) as Hx. rewrite (value_unique g _ t u H Hx). exact Hu.
    + apply like_value; auto using all_in_a_row.
Qed.

(* The value of 0 is 0. *)
Theorem window_zero : value g (at_ 0%N) 0.
Proof. destruct (all_in_a_row 0) as [A _]. destruct steps as [F0 _]. destruct (A 0%N) as (m & W & H); [lia|].
  assert (m = 0)%N by lia. subst m. exact H. Qed.
End Proof.
End Window.

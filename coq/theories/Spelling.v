(* Formulas about numbers as formulas about their words, which the kernel decides in base 2.

   An atom may have an automaton that reads the digits of another numeration (Numeration.v).  Then each number of the formula
   becomes its word: "there is a number" says "there is a word", an automaton reads the word's digits, and sums are made by the
   given adder, one after the other: multiples by doubling, constants by the next word.  What has no such form (nim-sums,
   automata that read binary digits beside others) gives [None].

   Nothing here must be read to believe a theorem. *)
Require Import List NArith ZArith PArith Bool Lia FMapPositive.
From Grundy Require Import Tree Automaton Search Operations Atoms Numeration Program Formula Tidy.
Import ListNotations.

(** * Words as formulas *)
Section Given.
Variables words adder : aut.
Definition Word (x : positive) := FAtom (In None words [x]).
Definition Add x y z := FAtom (In None adder [x; y; z]).
Definition Same x y := FAtom (Zero 0 [(x, 1%Z); (y, (-1)%Z)]).
Definition Less x y := FAtom (AtMost 1 [(x, 1%Z); (y, (-1)%Z)]).
Definition Is_0 x := FAtom (Zero 0 [(x, 1%Z)]).
(* y is the next word after the word x; s is a track of its own *)
Definition Next (x y s : positive) := FAnd (Word y) (FAnd (Less x y) (FNot (FEx s (FAnd (Word s) (FAnd (Less x s) (Less s y)))))).
Lemma sem_word v x : sem (Word x) v <-> is_word words (v x).
Proof.
  cbn [sem Word atom_means]. split; apply accepts_ext; intros t; unfold read; cbn [hd]; destruct (Pos.to_nat t - 1) as [|[|]]; reflexivity.
Qed.
Lemma read_three (v : val) x y z t : v (read [x; y; z] t) = three (v x) (v y) (v z) t.
Proof.
  unfold read. cbn [hd]. destruct t as [[t|t|]|[t|t|]|]; try reflexivity; cbn [three]; rewrite nth_overflow; auto; simpl length; lia.
Qed.
Lemma sem_add v x y z : sem (Add x y z) v <-> adds adder (v x) (v y) (v z).
Proof. unfold adds. cbn [sem Add atom_means]. split; apply accepts_ext; intros t; [|symmetry]; apply read_three. Qed.
Lemma sem_same_as v x y : sem (Same x y) v <-> v x = v y. Proof. cbn [sem Same atom_means dot]. lia. Qed.
Lemma sem_less v x y : sem (Less x y) v <-> (v x < v y)%N. Proof. cbn [sem Less atom_means dot]. lia. Qed.
Lemma sem_0 v x : sem (Is_0 x) v <-> v x = 0%N. Proof. cbn [sem Is_0 atom_means dot]. lia. Qed.
Lemma upd_at (v : val) t n : upd v t n t = n. Proof. unfold upd. rewrite Pos.eqb_refl. auto. Qed.
Lemma upd_off (v : val) t n u : u <> t -> upd v t n u = v u. Proof. intros Ne. unfold upd. destruct (Pos.eqb_spec u t); congruence. Qed.
Lemma sem_next v x y s : s <> x -> s <> y -> (sem (Next x y s) v <-> is_next words (v x) (v y)).
Proof.
  intros Hx Hy. unfold Next, is_next. cbn [sem]. rewrite sem_word, sem_less.
  assert (K : forall n, (sem (Word s) (upd v s n) /\ sem (Less x s) (upd v s n) /\ sem (Less s y) (upd v s n)) <->
    (is_word words n /\ (v x < n)%N /\ (n < v y)%N)).
  { intros n. rewrite sem_word, !sem_less, upd_at, !upd_off by auto. tauto. }
  split; intros (W & L & No); (split; [exact W|split; [exact L|]]); intros (n & H); apply No; exists n; apply K, H.
Qed.

Lemma implied a b v : sem (implies a b) v -> sem a v -> sem b v.
Proof. intros [N|S] H; [destruct (N H)|exact S]. Qed.
End Given.

(** * Sums by the adder *)
Section In_words.
Variable W : numeration.
Let Word := Word (words_of W).
Let wellW := adding W.
Lemma is_word_of n x : word_of W n x -> is_word (words_of W) x.
Proof. apply (word_is_word _ _ wellW). Qed.
(* what is done to 0, the last act first *)
Inductive act := Double | Plus (t : positive) | Succ.
Fixpoint made (l : list act) (v : val) : N :=
  match l with
  | [] => 0
  | Double :: r => made r v + made r v
  | Plus t :: r => made r v + v t
  | Succ :: r => made r v + 1
  end%N.
Fixpoint acts_below (s : positive) (l : list act) : Prop :=
  match l with [] => True | Plus t :: r => (t < s)%positive /\ acts_below s r | _ :: r => acts_below s r end.
Lemma made_same s l v w : acts_below s l -> (forall t, (t < s)%positive -> v t = w t) -> made l v = made l w.
Proof.
  intros B E. induction l as [|[|t|] l IH]; cbn [made acts_below] in *; auto; [rewrite IH|destruct B; rewrite IH, (E t)|rewrite IH]; auto.
Qed.
(* the word [to] is that of what an act makes of the number of [from]; s is above both *)
Definition does (a : act) (from to s : positive) : form :=
  match a with Double => Add (adder_of W) from from to | Plus t => Add (adder_of W) from t to | Succ => Next (words_of W) from to s end.
Fixpoint makes (l : list act) (to s : positive) : form :=
  match l with
  | [] => Is_0 to
  | [Plus t] => Same t to
  | a :: r => FEx s (FAnd (Word s) (FAnd (makes r s (Pos.succ s)) (does a s to (Pos.succ s))))
  end.
Definition worded_below (s : positive) (v w : val) : Prop := forall t, (t < s)%positive -> word_of W (v t) (w t).
Lemma worded_upd s v w n x : worded_below s v w -> word_of W n x -> worded_below (Pos.succ s) (upd v s n) (upd w s x).
Proof.
  intros H K t L. unfold upd. destruct (Pos.eqb_spec t s); [exact K|]. apply H. lia.
Qed.
Lemma does_ok a n from to s w : word_of W n (w from) -> is_word (words_of W) (w to) -> (from < s)%positive -> (to < s)%positive ->
  (forall t, a = Plus t -> forall m, word_of W m (w t) -> (sem (does a from to s) w <-> word_of W (n + m) (w to))) /\
  (a = Double -> (sem (does a from to s) w <-> word_of W (n + n) (w to))) /\
  (a = Succ -> (sem (does a from to s) w <-> word_of W (n + 1) (w to))).
Proof.
  intros F T Lf Lt. split; [|split].
  - intros t -> m M. cbn [does]. rewrite sem_add. apply (words_add _ _ wellW); auto.
  - intros ->. cbn [does]. rewrite sem_add. apply (words_add _ _ wellW); auto.
  - intros ->. cbn [does]. rewrite sem_next by lia. split; [intros K; eapply word_next; eauto|].
    intros K. destruct (word_before _ _ _ K) as (y & Hy & Ny). rewrite (word_one _ n y (w from) Hy F) in Ny.
    exact Ny.
Qed.
Lemma makes_ok l : forall to s v w, acts_below s l -> (to < s)%positive -> worded_below s v w ->
  (sem (makes l to s) w <-> made l v = v to).
Proof.
  assert (Inj : forall m v w s to, (to < s)%positive -> worded_below s v w -> (word_of W m (w to) <-> m = v to)).
  { intros m v w s to L H. pose proof (H to L) as K. split; [intros M; exact (word_inj _ _ _ _ M K)|intros ->; exact K]. }
  induction l as [|a r IH]; intros to s v w B L H.
  - cbn [makes made]. rewrite sem_0. pose proof (H to L) as K. split; [|intros E; rewrite <- E in K; exact (word_first _ _ K)].
    intros E. rewrite E in K. exact (word_inj _ _ _ _ (word_0 _) K).
  - assert (General : sem (FEx s (FAnd (Word s) (FAnd (makes r s (Pos.succ s)) (does a s to (Pos.succ s))))) w <-> made (a :: r) v = v to).
    { cbn [sem]. assert (Br : acts_below s r) by (destruct a; cbn [acts_below] in B; tauto).
      assert (Br' : acts_below (Pos.succ s) r).
      { clear - Br. induction r as [|[|t|] r IH]; cbn [acts_below] in *; auto. destruct Br. split; [lia|auto]. }
      assert (K : forall n x, word_of W n x -> (sem (makes r s (Pos.succ s)) (upd w s x) /\ sem (does a s to (Pos.succ s)) (upd w s x) <->
        made r v = n /\ made (a :: r) v = v to)).
      { intros n x Hx. rewrite (IH s (Pos.succ s) (upd v s n) (upd w s x) Br') by (try lia; apply worded_upd; auto).
        rewrite upd_at, (made_same s r (upd v s n) v Br) by (intros t Lt; apply upd_off; lia).
        assert (Q : made r v = n -> (sem (does a s to (Pos.succ s)) (upd w s x) <-> made (a :: r) v = v to)).
        { intros E. assert (Wt : is_word (words_of W) (upd w s x to)).
          { rewrite upd_off by lia. apply (is_word_of (v to)). apply H, L. }
          destruct (does_ok a n s to (Pos.succ s) (upd w s x)) as (Kp & Kd & Ks); [rewrite upd_at; exact Hx|exact Wt|lia|lia|].
          assert (Eto : upd w s x to = w to) by (apply upd_off; lia). destruct a as [|t|]; cbn [made acts_below] in *; rewrite E.
          - rewrite (Kd eq_refl), Eto. apply (Inj _ v w s); auto.
          - destruct B as [Bt _]. rewrite (Kp t eq_refl (v t)) by (rewrite upd_off by lia; apply H, Bt). rewrite Eto. apply (Inj _ v w s); auto.
          - rewrite (Ks eq_refl), Eto. apply (Inj _ v w s); auto. }
        tauto. }
      split.
      - intros (x & Wx & S). apply sem_word in Wx. rewrite upd_at in Wx. destruct (word_onto _ _ wellW x Wx) as (n & Hx). apply (K n x Hx) in S. tauto.
      - intros E. destruct (word_total _ _ wellW (made r v)) as (x & Hx). exists x. split; [apply sem_word; rewrite upd_at; exact (is_word_of _ x Hx)|].
        apply (K _ x Hx). auto. }
    destruct a as [|t|]; [exact General| |exact General]. destruct r as [|b r]; [|exact General]. cbn [makes made acts_below] in *.
    rewrite sem_same_as. destruct B as [Bt _]. pose proof (H t Bt) as Ht. pose proof (H to L) as K. rewrite N.add_0_l. split.
    + intros E. rewrite E in Ht. exact (word_inj _ _ _ _ Ht K).
    + intros E. rewrite E in Ht. exact (word_one _ _ _ _ Ht K).
Qed.
(* c and multiples, by their binary digits *)
Definition odd_ones (ts : list (positive * N)) : list act := map (fun p => Plus (fst p)) (filter (fun p => N.odd (snd p)) ts).
Definition halves (ts : list (positive * N)) : list (positive * N) := map (fun p => (fst p, N.div2 (snd p))) ts.
Fixpoint acts (f : nat) (ts : list (positive * N)) (c : N) : list act :=
  match f with
  | O => []
  | S f' => let r := acts f' (halves ts) (N.div2 c) in
            (if N.odd c then [Succ] else []) ++ odd_ones ts ++ match r with [] => [] | _ => Double :: r end
  end.
Fixpoint total_of (ts : list (positive * N)) (v : val) : N := match ts with [] => 0 | (t, k) :: r => k * v t + total_of r v end%N.
Lemma made_odd ts l v : made (odd_ones ts ++ l) v = (total_of (map (fun p => (fst p, N.b2n (N.odd (snd p)))) ts) v + made l v)%N.
Proof.
  unfold odd_ones. induction ts as [|[t k] ts IH]; cbn [filter map snd fst total_of app]; [lia|].
  destruct (N.odd k); cbn [map app made fst N.b2n]; rewrite IH; lia.
Qed.
Lemma total_halves ts v : total_of ts v = (total_of (map (fun p => (fst p, N.b2n (N.odd (snd p)))) ts) v + 2 * total_of (halves ts) v)%N.
Proof.
  induction ts as [|[t k] ts IH]; cbn [map halves total_of fst snd]; [reflexivity|]. fold (halves ts). rewrite IH.
  rewrite (div2_odd' k) at 1. lia.
Qed.
Lemma acts_ok f : forall ts c v, (c < 2 ^ N.of_nat f)%N -> Forall (fun p => (snd p < 2 ^ N.of_nat f)%N) ts ->
  made (acts f ts c) v = (total_of ts v + c)%N.
Proof.
  induction f as [|f IH]; intros ts c v Lc Lt.
  - simpl in Lc. replace c with 0%N by lia. cbn [acts made]. induction ts as [|[t k] ts IH]; cbn [total_of]; [reflexivity|].
    inversion Lt; subst. simpl in H1. replace k with 0%N by lia. rewrite N.mul_0_l, N.add_0_l. rewrite <- IH by auto. reflexivity.
  - cbn [acts]. set (r := acts f (halves ts) (N.div2 c)).
    assert (Er : made r v = (total_of (halves ts) v + N.div2 c)%N).
    { apply IH; [apply div2_lt; exact Lc|]. unfold halves. apply Forall_map. eapply Forall_impl; [|exact Lt]. intros p. cbn [snd]. apply div2_lt. }
    assert (Ed : made (match r with [] => [] | _ => Double :: r end) v = (2 * (total_of (halves ts) v + N.div2 c))%N).
    { destruct r as [|a r']; cbn [made] in *; lia. }
    pose proof (div2_odd' c) as Ec. rewrite (total_halves ts v). destruct (N.odd c); cbn [app made N.b2n] in *; rewrite made_odd, Ed; lia.
Qed.
Lemma acts_in_below s f : forall ts c, Forall (fun p => (fst p < s)%positive) ts -> acts_below s (acts f ts c).
Proof.
  assert (App : forall a b, acts_below s a -> acts_below s b -> acts_below s (a ++ b)).
  { intros a b Ha Hb. induction a as [|[|t|] a IH]; cbn [app acts_below] in *; tauto. }
  induction f as [|f IH]; intros ts c H; cbn [acts]; [exact I|]. apply App; [destruct (N.odd c); exact I|]. apply App.
  - unfold odd_ones. induction ts as [|[t k] ts IHt]; cbn [filter]; [exact I|]. inversion H; subst. destruct (N.odd (snd (t, k))); cbn [map acts_below fst]; auto.
  - assert (K : acts_below s (acts f (halves ts) (N.div2 c))) by (apply IH; unfold halves; apply Forall_map; exact H).
    destruct (acts f (halves ts) (N.div2 c)); [exact I|exact K].
Qed.

(** * The two sides of a sum *)
Definition side (sign : Z) (ts : terms) : list (positive * N) :=
  map (fun p => (fst p, Z.to_N (sign * snd p))) (filter (fun p => Z.ltb 0 (sign * snd p)) ts).
Definition side_acts (sign : Z) (c : Z) (ts : terms) : list act :=
  let l := side sign ts in let d := Z.to_N (sign * c) in
  acts (N.size_nat (fold_right N.max d (map snd l))) l d.
Definition terms_below (s : positive) (ts : terms) : Prop := Forall (fun p => (fst p < s)%positive) ts.
Lemma side_below sign s ts : terms_below s ts -> Forall (fun p => (fst p < s)%positive) (side sign ts).
Proof.
  unfold terms_below, side. intros H. apply Forall_map. apply Forall_forall. intros p I. apply filter_In in I. rewrite Forall_forall in H. apply H. tauto.
Qed.
Lemma side_acts_ok sign c ts v : made (side_acts sign c ts) v = (total_of (side sign ts) v + Z.to_N (sign * c))%N.
Proof.
  unfold side_acts. set (d := Z.to_N (sign * c)). set (l := side sign ts). set (m := fold_right N.max d (map snd l)).
  assert (Le : (d <= m)%N /\ Forall (fun p => (snd p <= m)%N) l).
  { unfold m. clear. induction l as [|p l [IH1 IH2]]; cbn [map fold_right]; [split; [lia|constructor]|]. split; [lia|]. constructor; [lia|].
    eapply Forall_impl; [|exact IH2]. simpl. intros q. lia. }
  destruct Le as [Ld Ll]. apply acts_ok; [eapply N.le_lt_trans; [exact Ld|apply size_bound]|].
  eapply Forall_impl; [|exact Ll]. simpl. intros q K. eapply N.le_lt_trans; [exact K|apply size_bound].
Qed.
Lemma sides c ts v : (c + dot ts v = Z.of_N (made (side_acts 1 c ts) v) - Z.of_N (made (side_acts (-1) c ts) v))%Z.
Proof.
  rewrite !side_acts_ok, !N2Z.inj_add.
  assert (K : dot ts v = (Z.of_N (total_of (side 1 ts) v) - Z.of_N (total_of (side (-1) ts) v))%Z).
  { unfold side. induction ts as [|[t a] ts IH]; cbn [dot filter snd]; [reflexivity|]. rewrite IH.
    destruct (Z.ltb_spec 0 (1 * a)), (Z.ltb_spec 0 (-1 * a)); cbn [map fst snd total_of]; rewrite ?N2Z.inj_add, ?N2Z.inj_mul, ?Z2N.id by lia; lia. }
  rewrite K. lia.
Qed.
(* a number that is named: a track that is there, or a new one *)
Definition named (l : list act) (s : positive) (k : positive -> positive -> form) : form :=
  match l with
  | [Plus t] => k t s
  | _ => FEx s (FAnd (FAnd (Word s) (makes l s (Pos.succ s))) (k s (Pos.succ s)))
  end.
Lemma named_ok l s k (P : N -> Prop) v w : acts_below s l -> worded_below s v w ->
  (forall t s' v' w', (s <= s')%positive -> (t < s')%positive -> worded_below s' v' w' -> (forall u, (u < s)%positive -> v' u = v u) ->
    (sem (k t s') w' <-> P (v' t))) -> (sem (named l s k) w <-> P (made l v)).
Proof.
  intros B H K. assert (General : sem (FEx s (FAnd (FAnd (Word s) (makes l s (Pos.succ s))) (k s (Pos.succ s)))) w <-> P (made l v)).
  { cbn [sem]. assert (B' : acts_below (Pos.succ s) l).
    { clear - B. induction l as [|[|t|] r IH]; cbn [acts_below] in *; auto. destruct B. split; [lia|auto]. }
    assert (Q : forall n x, word_of W n x -> (sem (makes l s (Pos.succ s)) (upd w s x) /\ sem (k s (Pos.succ s)) (upd w s x) <-> made l v = n /\ P n)).
    { intros n x Hx. pose proof (worded_upd s v w n x H Hx) as H'. rewrite (makes_ok l s (Pos.succ s) (upd v s n) (upd w s x) B') by (auto; lia).
      rewrite (K s (Pos.succ s) (upd v s n) (upd w s x)) by (auto; try lia; intros u Lu; apply upd_off; lia).
      rewrite upd_at, (made_same s l (upd v s n) v B) by (intros t Lt; apply upd_off; lia). tauto. }
    split.
    - intros (x & (Wx & S1) & S2). apply sem_word in Wx. rewrite upd_at in Wx. destruct (word_onto _ _ wellW x Wx) as (n & Hx).
      destruct (proj1 (Q n x Hx) (Logic.conj S1 S2)) as [E Pn]. rewrite E. exact Pn.
    - intros Pn. destruct (word_total _ _ wellW (made l v)) as (x & Hx). exists x. destruct (proj2 (Q _ x Hx) (Logic.conj eq_refl Pn)) as [S1 S2].
      split; [split; [apply sem_word; rewrite upd_at; exact (is_word_of _ x Hx)|exact S1]|exact S2]. }
  destruct l as [|[|t|] [|b r]]; try exact General. cbn [named made acts_below] in *. destruct B as [Bt _]. rewrite N.add_0_l.
  apply (K t s v w); auto; lia.
Qed.

(** * Formulas about numbers as formulas about words *)
Definition zero_in_words (s : positive) (c : Z) (ts : terms) : form :=
  let a := side_acts 1 c ts in let b := side_acts (-1) c ts in
  match a, b with
  | [Plus t], _ => makes b t s
  | _, [Plus t] => makes a t s
  | _, _ => named a s (fun t s' => makes b t s')
  end.
Definition at_most_in_words (s : positive) (c : Z) (ts : terms) : form :=
  named (side_acts 1 c ts) s (fun t s' => named (side_acts (-1) c ts) s' (fun u _ => FNot (Less u t))).
Definition divides_in_words (s : positive) (d c : Z) (ts : terms) : form :=
  let rest := map (fun p => (fst p, Z.modulo (snd p) d)) ts in
  named (side_acts 1 (Z.modulo c d) rest) s (fun t s' =>
    FEx s' (FAnd (Word s') (makes (side_acts 1 0 [(s', d)]) t (Pos.succ s')))).

Lemma acts_weaken s s' l : acts_below s l -> (s <= s')%positive -> acts_below s' l.
Proof. intros B L. induction l as [|[|t|] r IH]; cbn [acts_below] in *; auto. destruct B. split; [lia|auto]. Qed.
Lemma side_acts_below sign c ts s : terms_below s ts -> acts_below s (side_acts sign c ts).
Proof. intros H. unfold side_acts. apply acts_in_below, side_below, H. Qed.
Lemma zero_in_words_ok s c ts v w : terms_below s ts -> worded_below s v w ->
  (sem (zero_in_words s c ts) w <-> (c + dot ts v = 0)%Z).
Proof.
  intros B H. rewrite sides. pose proof (side_acts_below 1 c ts s B) as Ba. pose proof (side_acts_below (-1) c ts s B) as Bb.
  unfold zero_in_words. set (a := side_acts 1 c ts) in *. set (b := side_acts (-1) c ts) in *.
  assert (One : forall l t, acts_below s l -> acts_below s [Plus t] -> (sem (makes l t s) w <-> made l v = made [Plus t] v)).
  { intros l t Bl [Bt _]. rewrite (makes_ok l t s v w Bl Bt H). cbn [made]. rewrite N.add_0_l. tauto. }
  assert (Two : sem (named a s (fun t s' => makes b t s')) w <-> made b v = made a v).
  { apply (named_ok a s _ (fun n => made b v = n) v w Ba H). intros t s' v' w' Ls Lt H' E.
    rewrite (makes_ok b t s' v' w' (acts_weaken s s' b Bb Ls) Lt H'). rewrite (made_same s b v' v Bb E). tauto. }
  assert (Goal : forall f, (sem f w <-> made b v = made a v) -> (sem f w <-> (Z.of_N (made a v) - Z.of_N (made b v) = 0)%Z)).
  { intros f E. rewrite E. split; [intros ->; lia|intros K; apply N2Z.inj; lia]. }
  assert (Right : forall t, b = [Plus t] -> (sem (makes a t s) w <-> made b v = made a v)).
  { intros t Eb. rewrite Eb in *. rewrite (One a t Ba Bb). split; auto. }
  destruct a as [|[|t|] [|x r]] eqn:Ea; try (apply Goal; rewrite (One b t Bb Ba); tauto);
    (destruct b as [|[|u|] [|y q]] eqn:Eb; apply Goal; first [exact Two|exact (Right u eq_refl)]).
Qed.
Lemma at_most_in_words_ok s c ts v w : terms_below s ts -> worded_below s v w ->
  (sem (at_most_in_words s c ts) w <-> (c + dot ts v <= 0)%Z).
Proof.
  intros B H. rewrite sides. pose proof (side_acts_below 1 c ts s B) as Ba. pose proof (side_acts_below (-1) c ts s B) as Bb.
  unfold at_most_in_words. set (a := side_acts 1 c ts) in *. set (b := side_acts (-1) c ts) in *.
  rewrite (named_ok a s _ (fun n => (n <= made b v)%N) v w Ba H); [lia|]. intros t s' v' w' Ls Lt H' E.
  rewrite (named_ok b s' _ (fun m => (v' t <= m)%N) v' w' (acts_weaken s s' b Bb Ls) H').
  - rewrite (made_same s b v' v Bb E). tauto.
  - intros u s'' v'' w'' Ls' Lu H'' E'. cbn [sem]. rewrite sem_less.
    assert (Lt' : (t < s'')%positive) by lia. rewrite (word_order _ _ _ _ _ (H'' u Lu) (H'' t Lt')), (E' t Lt). lia.
Qed.
Lemma divides_in_words_ok s d c ts v w : (0 < d)%Z -> terms_below s ts -> worded_below s v w ->
  (sem (divides_in_words s d c ts) w <-> Z.modulo (c + dot ts v) d = 0%Z).
Proof.
  intros D B H. unfold divides_in_words. set (rest := map (fun p => (fst p, Z.modulo (snd p) d)) ts).
  assert (Br : terms_below s rest) by (unfold terms_below, rest; apply Forall_map; exact B).
  assert (Neg : side_acts (-1) (c mod d) rest = []).
  { pose proof (Z.mod_pos_bound c d D). unfold side_acts. replace (side (-1) rest) with (@nil (positive * N)).
    - replace (Z.to_N (-1 * (c mod d))) with 0%N by lia. reflexivity.
    - unfold side, rest. clear - D. induction ts as [|[t a] ts IH]; cbn [map filter snd fst]; [reflexivity|].
      pose proof (Z.mod_pos_bound a d D). destruct (Z.ltb_spec 0 (-1 * (a mod d))); [lia|exact IH]. }
  assert (E : Z.of_N (made (side_acts 1 (c mod d) rest) v) = (c mod d + dot rest v)%Z) by (rewrite sides, Neg; cbn [made]; lia).
  assert (M : Z.modulo (c + dot ts v) d = Z.modulo (Z.of_N (made (side_acts 1 (c mod d) rest) v)) d).
  { rewrite E. assert (Q : Z.modulo (dot ts v) d = Z.modulo (dot rest v) d).
    { unfold rest. clear - D. induction ts as [|[t a] ts IH]; cbn [map dot fst snd]; [reflexivity|].
      rewrite Z.add_mod, IH, <- Z.add_mod by lia. rewrite (Z.add_mod (a mod d * _)), Z.mul_mod_idemp_l, <- Z.add_mod by lia. reflexivity. }
    rewrite (Z.add_mod c (dot ts v)), Q by lia. rewrite (Z.add_mod (c mod d) (dot rest v)), Z.mod_mod by lia. reflexivity. }
  rewrite M. rewrite (named_ok _ s _ (fun n => Z.modulo (Z.of_N n) d = 0%Z) v w (side_acts_below 1 _ rest s Br) H); [tauto|].
  intros t s' v' w' Ls Lt H' _. cbn [sem].
  assert (K : forall n x, word_of W n x -> (sem (makes (side_acts 1 0 [(s', d)]) t (Pos.succ s')) (upd w' s' x) <-> (d * Z.of_N n = Z.of_N (v' t))%Z)).
  { intros n x Hx. pose proof (worded_upd s' v' w' n x H' Hx) as Hu.
    rewrite (makes_ok _ t (Pos.succ s') (upd v' s' n) (upd w' s' x)); [|apply side_acts_below; repeat constructor; simpl; lia|lia|exact Hu].
    rewrite (upd_off v' s' n t) by lia. rewrite side_acts_ok. unfold side. cbn [filter map snd fst]. destruct (Z.ltb_spec 0 (1 * d)); [|lia].
    cbn [map total_of fst snd]. rewrite upd_at. split; [intros Q; rewrite <- Q|intros Q; apply N2Z.inj; rewrite <- Q]; rewrite !N2Z.inj_add, N2Z.inj_mul, !Z2N.id by lia; lia. }
  split.
  - intros (x & Wx & S). apply sem_word in Wx. rewrite upd_at in Wx. destruct (word_onto _ _ wellW x Wx) as (n & Hx). apply (K n x Hx) in S.
    rewrite <- S, Z.mul_comm. apply Z.mod_mul. lia.
  - intros Z0. apply Z.mod_divide in Z0; [|lia]. destruct Z0 as (q & Q). assert (Nn : (0 <= q)%Z) by nia.
    destruct (word_total _ _ wellW (Z.to_N q)) as (x & Hx). exists x. split; [apply sem_word; rewrite upd_at; exact (is_word_of _ x Hx)|].
    apply (K _ x Hx). rewrite Z2N.id by exact Nn. lia.
Qed.

(* the same automaton *)
Fixpoint map_eqb {A} (e : A -> A -> bool) (a b : PositiveMap.t A) : bool :=
  match a, b with
  | PositiveMap.Leaf _, PositiveMap.Leaf _ => true
  | PositiveMap.Node l o r, PositiveMap.Node l' o' r' => map_eqb e l l' && map_eqb e r r' &&
      match o, o' with Some x, Some y => e x y | None, None => true | _, _ => false end
  | _, _ => false
  end.
Lemma map_eqb_ok {A} (e : A -> A -> bool) : sound e -> sound (map_eqb e).
Proof.
  intros H a. induction a as [|l IHl o r IHr]; intros [|l' o' r']; cbn [map_eqb]; intros E; try discriminate; auto.
  rewrite !andb_true_iff in E. destruct E as [[E1 E2] E3]. rewrite (IHl l' E1), (IHr r' E2). destruct o, o'; try discriminate; [rewrite (H _ _ E3)|]; auto.
Qed.
Definition row_eqb (a b : bool * tree positive) : bool := Bool.eqb (fst a) (fst b) && tree_eqb Pos.eqb (snd a) (snd b).
Lemma row_eqb_ok : sound row_eqb.
Proof.
  intros [a s] [b t] E. unfold row_eqb in E. cbn [fst snd] in E. apply andb_prop in E. destruct E as [E1 E2]. apply eqb_prop in E1.
  assert (P : sound Pos.eqb) by (intros x y; apply Pos.eqb_eq). apply (teqb_ok _ P) in E2. congruence.
Qed.
Definition aut_eqb (A B : aut) : bool := Pos.eqb (start A) (start B) && map_eqb row_eqb (rows A) (rows B).
Lemma aut_eqb_ok A B : aut_eqb A B = true -> A = B.
Proof.
  unfold aut_eqb. intros E. apply andb_prop in E. destruct E as [E1 E2]. apply Pos.eqb_eq in E1. apply (map_eqb_ok _ row_eqb_ok) in E2.
  destruct A, B. simpl in E1, E2. congruence.
Qed.

Definition atom_in_words (s : positive) (a : atom) : option form :=
  match a with
  | Zero _ [] | AtMost _ [] | Divides _ _ [] => Some (FAtom a)
  | Zero c ts => Some (zero_in_words s c ts)
  | AtMost c ts => Some (at_most_in_words s c ts)
  | Divides d c ts => if Z.ltb 0 d then Some (divides_in_words s d c ts) else None
  | In (Some W') T (t :: ts) => if aut_eqb (words_of W') (words_of W) then Some (FAtom (In None T (t :: ts))) else None
  | _ => None
  end.
(* the tracks from s on are new *)
Fixpoint in_words (s : positive) (f : form) : option form :=
  match f with
  | FAtom a => atom_in_words s a
  | FNot a => match in_words s a with Some b => Some (FNot b) | None => None end
  | FAnd a b => match in_words s a, in_words s b with Some x, Some y => Some (FAnd x y) | _, _ => None end
  | FOr a b => match in_words s a, in_words s b with Some x, Some y => Some (FOr x y) | _, _ => None end
  | FEx t a => match in_words s a with Some b => Some (FEx t (FAnd (Word t) b)) | None => None end
  | FAll t a => match in_words s a with Some b => Some (FAll t (FOr (FNot (Word t)) b)) | None => None end
  end.
Definition atom_below (s : positive) (a : atom) : bool :=
  match a with
  | Zero _ ts | AtMost _ ts | Divides _ _ ts => forallb (fun p => Pos.ltb (fst p) s) ts
  | NimSum ts | In _ _ ts => forallb (fun t => Pos.ltb t s) ts
  end.
Fixpoint below_track (s : positive) (f : form) : bool :=
  match f with
  | FAtom a => atom_below s a
  | FNot a => below_track s a
  | FAnd a b | FOr a b => below_track s a && below_track s b
  | FEx t a | FAll t a => Pos.ltb t s && below_track s a
  end.
Lemma in_at_words T ts v w : ts <> [] -> (forall t, List.In t ts -> word_of W (v t) (w t)) ->
  (sem (FAtom (In (Some W) T ts)) v <-> sem (FAtom (In None T ts)) w).
Proof.
  intros Ne H. cbn [sem atom_means]. split.
  - intros (x & Hx & A). revert A. apply accepts_ext. intros u. pose proof (read_in ts u Ne) as I.
    exact (word_one _ _ _ _ (Hx _ I) (H _ I)).
  - intros A. exists w. auto.
Qed.
Lemma atom_in_words_ok s a g v w : atom_in_words s a = Some g -> atom_below s a = true -> worded W v w -> (atom_means a v <-> sem g w).
Proof.
  intros E B H. assert (Hb : worded_below s v w) by (intros t _; apply H).
  assert (Tb : forall ts, forallb (fun p => Pos.ltb (fst p) s) ts = true -> terms_below s ts).
  { intros ts F. apply Forall_forall. intros p I. rewrite forallb_forall in F. apply Pos.ltb_lt, F, I. }
  destruct a as [c [|p ts]|c [|p ts]|d c [|p ts]|ts|[W'|] T [|t ts]]; cbn [atom_in_words atom_below] in *; try discriminate;
    try (injection E as <-; cbn [sem atom_means dot]; tauto).
  - injection E as <-. exact (iff_sym (zero_in_words_ok s c (p :: ts) v w (Tb _ B) Hb)).
  - injection E as <-. exact (iff_sym (at_most_in_words_ok s c (p :: ts) v w (Tb _ B) Hb)).
  - destruct (Z.ltb_spec 0 d) as [P|]; [|discriminate]. injection E as <-. exact (iff_sym (divides_in_words_ok s d c (p :: ts) v w P (Tb _ B) Hb)).
  - destruct (aut_eqb (words_of W') (words_of W)) eqn:Q; [|discriminate]. injection E as <-. apply aut_eqb_ok in Q.
    rewrite <- (in_at_words T (t :: ts) v w); [|discriminate|intros u _; apply H]. cbn [sem atom_means]. unfold word_of. rewrite Q. tauto.
Qed.
Theorem in_words_ok f : forall s g v w, in_words s f = Some g -> below_track s f = true -> worded W v w -> (sem f v <-> sem g w).
Proof.
  assert (Up : forall v w t n x, worded W v w -> word_of W n x -> worded W (upd v t n) (upd w t x)).
  { intros v w t n x H K u. unfold upd. destruct (Pos.eqb u t); auto. }
  induction f; intros s g v w E B H; cbn [in_words below_track] in *.
  - exact (atom_in_words_ok s a g v w E B H).
  - destruct (in_words s f) as [b|] eqn:Eb; [|discriminate]. injection E as <-. cbn [sem]. rewrite (IHf s b v w Eb B H). tauto.
  - destruct (in_words s f1) as [x|] eqn:Ex; [|discriminate]. destruct (in_words s f2) as [y|] eqn:Ey; [|discriminate]. injection E as <-.
    apply andb_prop in B. destruct B as [B1 B2]. cbn [sem]. rewrite (IHf1 s x v w Ex B1 H), (IHf2 s y v w Ey B2 H). tauto.
  - destruct (in_words s f1) as [x|] eqn:Ex; [|discriminate]. destruct (in_words s f2) as [y|] eqn:Ey; [|discriminate]. injection E as <-.
    apply andb_prop in B. destruct B as [B1 B2]. cbn [sem]. rewrite (IHf1 s x v w Ex B1 H), (IHf2 s y v w Ey B2 H). tauto.
  - destruct (in_words s f) as [b|] eqn:Eb; [|discriminate]. injection E as <-. apply andb_prop in B. destruct B as [_ B]. cbn [sem]. split.
    + intros (n & S). destruct (word_total _ _ wellW n) as (x & Hx). exists x. split; [apply sem_word; rewrite upd_at; exact (is_word_of _ x Hx)|].
      apply (IHf s b (upd v t n)); auto.
    + intros (x & Wx & S). apply sem_word in Wx. rewrite upd_at in Wx. destruct (word_onto _ _ wellW x Wx) as (n & Hx). exists n.
      apply (IHf s b (upd v t n) (upd w t x)); auto.
  - destruct (in_words s f) as [b|] eqn:Eb; [|discriminate]. injection E as <-. apply andb_prop in B. destruct B as [_ B]. cbn [sem]. split.
    + intros S x. assert (Dec : is_word (words_of W) x \/ ~ is_word (words_of W) x).
      { destruct (word_or _ _ wellW x) as [(n & Hn)|No]; [left; exact (is_word_of n x Hn)|right; exact No]. }
      destruct Dec as [Wx|Nx]; [right|left; intros K; apply sem_word in K; rewrite upd_at in K; contradiction].
      destruct (word_onto _ _ wellW x Wx) as (n & Hx). apply (IHf s b (upd v t n)); auto.
    + intros S n. destruct (word_total _ _ wellW n) as (x & Hx). apply (IHf s b (upd v t n) (upd w t x)); auto.
      destruct (S x) as [N|K]; [|exact K]. destruct N. apply sem_word. rewrite upd_at. exact (is_word_of _ x Hx).
Qed.
End In_words.

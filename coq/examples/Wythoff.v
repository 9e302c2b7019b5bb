(* Wythoff's P-positions (Wythoff 1907), in Zeckendorf's digits: the automaton of grundy's certificate, for all positions. *)
Require Import List NArith ZArith PArith Bool Lia FMapPositive.
From Grundy Require Import Tree Automaton Search Operations Atoms Program Formula Tidy Cases Rules Reads Words Value.
From Examples Require Import Zeckendorf.
Import ListNotations.
Local Notation word_total_ := (word_total fib_word fib_add fib_ok).
Local Notation word_one_ := (word_one fib_word fib_add fib_ok).
Local Notation word_onto_ := (word_onto fib_word fib_add fib_ok).
Local Notation words_add_ := (words_add fib_word fib_add fib_ok).
Local Notation word_inj_ := (word_inj fib_word).
Local Notation word_is_word_ := (word_is_word fib_word fib_add fib_ok).
Local Notation sem_add_ := (sem_add fib_word fib_add fib_ok).
Local Notation all_ok := (all_ok fib_word fib_add fib_ok).
Definition P : aut := automaton 2 [
  (true, [1; 3; 2; 4]);
  (true, [0; 4; 4; 4]);
  (false, [4; 5; 4; 4]);
  (false, [4; 4; 6; 4]);
  (false, [4; 4; 4; 4]);
  (true, [5; 4; 2; 4]);
  (true, [6; 3; 4; 4])]%N.
Definition InP x y := FAtom (In P [x; y]).
Definition positive_ x := FAtom (AtMost 1 [(x, (-1)%Z)]).
Definition same x y := FAtom (Zero 0 [(x, 1%Z); (y, (-1)%Z)]).
(* tracks: the position 1, 2; the position after the move 3, 4; what is taken 5 *)
Definition first := Add fib_add 3 5 1. Definition second := Add fib_add 4 5 2.
Definition w_keeps := FNot (FAnd (positive_ 5) (FAnd (FAnd (InP 1 2) (InP 3 4)) (FOr (FAnd first (same 2 4)) (FOr (FAnd (same 1
  3) second) (FAnd first second))))).
Definition w_reaches := implies (FAnd (Word fib_word 1) (Word fib_word 2)) (FOr (InP 1 2)
  (FOr (FEx 3 (FEx 5 (FAnd (positive_ 5) (FAnd first (InP 3 2))))) (FOr (FEx 4 (FEx 5 (FAnd (positive_ 5) (FAnd second (InP 1
    4)))))
       (FEx 3 (FEx 4 (FEx 5 (FAnd (positive_ 5) (FAnd (FAnd first second) (InP 3 4))))))))).
Lemma keeps_ok : proved w_keeps = true. Proof. vm_cast_no_check (eq_refl true). Qed.
Lemma reaches_ok : proved w_reaches = true. Proof. vm_cast_no_check (eq_refl true). Qed.

(* the game, in numbers *)
Definition takes (p q : N * N) : Prop := exists i, (0 < i)%N /\
  ((fst p = fst q + i /\ snd p = snd q) \/ (fst p = fst q /\ snd p = snd q + i) \/ (fst p = fst q + i /\ snd p = snd q + i))%N.
Definition in_p (x y : N) := accepts P (of_list [x; y]).
Lemma sem_p v x y : bounded v -> (sem (InP x y) v <-> in_p (v x) (v y)).
Proof. intros B. apply (sem_in P [x; y]); auto; discriminate. Qed.
Lemma word_pos n x : word fib_word n x -> (0 < n <-> 0 < x)%N.
Proof.
  intros H. destruct (N.eq_dec n 0) as [->|Hn].
  - inversion H; [lia|]; lia.
  - inversion H as [E|m a b Ha (_ & L & _) E]; subst; lia.
Qed.
Lemma p_keeps x y x' y' i : in_p x y -> in_p x' y' -> (0 < i)%N ->
  (adds fib_add x' i x /\ y = y') \/ (x = x' /\ adds fib_add y' i y) \/ (adds fib_add x' i x /\ adds fib_add y' i y) -> False.
Proof.
  intros Hp Hq Hi H. pose proof (proved_sound _ keeps_ok (of_list [x; y; x'; y'; i]) (bounded_list _)) as K.
  unfold w_keeps in K. cbn [sem] in K.
  apply K. split; [cbv [positive_ sem atom_means dot of_list Pos.to_nat Pos.iter_op Nat.add Nat.sub nth]; lia|]. split; [split;
    (apply sem_p; [apply bounded_list|]); assumption|].
  assert (S2 : sem (same 2 4) (of_list [x; y; x'; y'; i]) <-> y = y') by (unfold same; cbn [sem];
    cbv [positive_ sem atom_means dot of_list Pos.to_nat Pos.iter_op Nat.add Nat.sub nth]; lia).
  assert (S1 : sem (same 1 3) (of_list [x; y; x'; y'; i]) <-> x = x') by (unfold same; cbn [sem];
    cbv [positive_ sem atom_means dot of_list Pos.to_nat Pos.iter_op Nat.add Nat.sub nth]; lia).
  unfold same in S1, S2. cbn [sem] in S1, S2. rewrite S1, S2. unfold first, second.
  pose proof (sem_add_ (of_list [x; y; x'; y'; i]) 3 5 1 (bounded_list _)) as A1. pose proof (sem_add_ (of_list [x; y; x'; y';
    i]) 4 5 2 (bounded_list _)) as A2.
  rewrite A1, A2. exact H.
Qed.
Lemma p_reaches x y : is_word fib_word x -> is_word fib_word y -> in_p x y \/ exists x' y' i, in_p x' y' /\ (0 < i)%N /\
  ((adds fib_add x' i x /\ y = y') \/ (x = x' /\ adds fib_add y' i y) \/ (adds fib_add x' i x /\ adds fib_add y' i y)).
Proof.
  intros Fx Fy. pose proof (proved_sound _ reaches_ok (of_list [x; y]) (bounded_list _)) as K. unfold w_reaches, implies in K.
  cbn [sem] in K.
  pose proof (bounded_list [x; y]) as B.
  destruct K as [K|[K|[(x' & i & Hi & A & Hp)|[(y' & i & Hi & A & Hp)|(x' & y' & i & Hi & (A & A') & Hp)]]]].
  - exfalso. apply K. split; (apply (sem_word fib_word fib_add fib_ok); [exact B|]); assumption.
  - left. apply sem_p in K; auto.
  - right. exists x', y, i. apply (sem_add_ (upd (upd (of_list [x; y]) 3 x') 5 i) 3 5 1) in A; [|auto using Formula.bounded_upd].
    apply (sem_p (upd (upd (of_list [x; y]) 3 x') 5 i) 3 2) in Hp; [|auto using Formula.bounded_upd].
    split; [exact Hp|]. split; [cbv [positive_ sem atom_means dot upd Pos.eqb] in Hi; lia|]. left. split; [exact A|reflexivity].
  - right. exists x, y', i. apply (sem_add_ (upd (upd (of_list [x; y]) 4 y') 5 i) 4 5 2) in A; [|auto using Formula.bounded_upd].
    apply (sem_p (upd (upd (of_list [x; y]) 4 y') 5 i) 1 4) in Hp; [|auto using Formula.bounded_upd].
    split; [exact Hp|]. split; [cbv [positive_ sem atom_means dot upd Pos.eqb] in Hi; lia|]. right. left. split;
      [reflexivity|exact A].
  - right. exists x', y', i. set (v := upd (upd (upd (of_list [x; y]) 3 x') 4 y') 5 i) in *.
    assert (Bv : bounded v) by (unfold v; auto using Formula.bounded_upd).
    apply (sem_add_ v 3 5 1) in A; auto. apply (sem_add_ v 4 5 2) in A'; auto. apply (sem_p v 3 4) in Hp; auto.
    split; [exact Hp|]. split; [unfold v in Hi; cbv [positive_ sem atom_means dot upd Pos.eqb] in Hi; lia|]. right. right.
    split; [exact A|exact A'].
Qed.
Lemma takes_falls p q : True -> takes p q -> (fst q + snd q < fst p + snd p)%N.
Proof. intros _ (i & H). lia. Qed.
Lemma adds_words m x y z : word fib_word m x -> adds fib_add x y z -> is_word fib_word y -> exists n, word fib_word n y /\
  word fib_word (m + n) z.
Proof. intros Hx A Fy. destruct (word_onto_ y Fy) as (n & Hn). exists n. split; auto. apply (words_add_ m x Hx n y z Hn). auto.
Qed.
Lemma adds_fib x y z : adds fib_add x y z -> is_word fib_word x /\ is_word fib_word y /\ is_word fib_word z.
Proof.
  intros A. pose proof (all_ok (f_words fib_word fib_add) ltac:(simpl; tauto) [x; y; z]) as K. unfold f_words, implies in K.
  cbn [sem] in K. pose proof (bounded_list [x; y; z]) as B.
  destruct K as [K|(K1 & K2 & K3)]; [exfalso; apply K; apply sem_add_; [exact B|exact A]|].
  apply (sem_word fib_word fib_add fib_ok) in K1, K2, K3; auto.
Qed.
(* what the certificate says, for all positions of the game itself *)
Theorem wythoff : forall a b x y, word fib_word a x -> word fib_word b y -> (lost takes (a, b) <-> in_p x y).
Proof.
  assert (K : forall n a b, (a + b < n)%N -> forall x y, word fib_word a x -> word fib_word b y ->
    (lost takes (a, b) <-> in_p x y)).
  { intros n. induction n using N.peano_ind; [lia|]. intros a b L x y Hx Hy.
    assert (M : in_p x y \/ exists a' b', takes (a, b) (a', b') /\ lost takes (a', b')).
    { destruct (p_reaches x y (word_is_word_ _ _ Hx) (word_is_word_ _ _ Hy)) as [H|(x' & y' & i & Hp & Hi & H)]; auto. right.
      destruct H as [(A & <-)|[(<- & A)|(A & A')]].
      - destruct (adds_fib _ _ _ A) as (F1 & F2 & _). destruct (word_onto_ x' F1) as (a' & Ha).
      destruct (adds_words _ _ _ _ Ha A F2) as (j & Hj & Hs).
        assert (E : a = (a' + j)%N). { destruct (word_inj_ (a' + j) a x Hs Hx). auto. }
        pose proof (word_pos j i Hj). exists a', b. split; [exists j; simpl; lia|]. apply (IHn a' b ltac:(lia) x' y); auto.
      - destruct (adds_fib _ _ _ A) as (F1 & F2 & _). destruct (word_onto_ y' F1) as (b' & Hb).
      destruct (adds_words _ _ _ _ Hb A F2) as (j & Hj & Hs).
        assert (E : b = (b' + j)%N). { destruct (word_inj_ (b' + j) b y Hs Hy). auto. }
        pose proof (word_pos j i Hj). exists a, b'. split; [exists j; simpl; lia|]. apply (IHn a b' ltac:(lia) x y'); auto.
      - destruct (adds_fib _ _ _ A) as (F1 & F2 & _). destruct (adds_fib _ _ _ A') as (F1' & _).
      destruct (word_onto_ x' F1) as (a' & Ha). destruct (word_onto_ y' F1') as (b' & Hb).
        destruct (adds_words _ _ _ _ Ha A F2) as (j & Hj & Hs). assert (Hs' :
          word fib_word (b' + j) y) by (apply (words_add_ b' y' Hb j i y Hj); auto).
        assert (E : a = (a' + j)%N). { destruct (word_inj_ (a' + j) a x Hs Hx). auto. }
        assert (E' : b = (b' + j)%N). { destruct (word_inj_ (b' + j) b y Hs' Hy). auto. }
        pose proof (word_pos j i Hj). exists a', b'. split; [exists j; simpl; lia|]. apply (IHn a' b' ltac:(lia) x' y'); auto. }
    split.
    - intros Lo. destruct M as [|(a' & b' & T & Lo')]; auto. exfalso.
      exact (lost_apart _ takes (a, b) (a', b') Lo T Lo').
    - intros Hp. constructor. intros (a', b') T. pose proof (takes_falls _ _ I T) as F. simpl in F.
      destruct (word_total_ a') as (x' & Hx'), (word_total_ b') as (y' & Hy').
      destruct (p_reaches x' y' (word_is_word_ _ _ Hx') (word_is_word_ _ _ Hy')) as [H|(x2 & y2 & i & Hq & Hi & H)].
      + exfalso. destruct T as (j & Hj & T). destruct (word_total_ j) as (w & Hw). pose proof (word_pos j w Hw). simpl in T.
        apply (p_keeps x y x' y' w); auto; [lia|]. destruct T as [(E1 & E2)|[(E1 & E2)|(E1 & E2)]].
        * left. split; [apply (words_add_ a' x' Hx' j w x Hw); rewrite <- E1; auto|]. subst b'. apply (word_one_ b); auto.
        * right. left. split; [subst a'; apply (word_one_ a); auto|]. apply (words_add_ b' y' Hy' j w y Hw). rewrite <- E2; auto.
        * right. right. split; [apply (words_add_ a' x' Hx' j w x Hw); rewrite <- E1;
          auto|apply (words_add_ b' y' Hy' j w y Hw); rewrite <- E2; auto].
      + assert (Q : ~ in_p x' y' -> exists q, takes (a', b') q /\ lost takes q).
        { intros _. assert (IHq := IHn). clear M.
          destruct H as [(A & <-)|[(<- & A)|(A & A')]].
          - destruct (adds_fib _ _ _ A) as (F1 & F2 & _). destruct (word_onto_ x2 F1) as (c & Hc).
          destruct (adds_words _ _ _ _ Hc A F2) as (j & Hj & Hs).
            assert (E : a' = (c + j)%N) by (symmetry; apply (word_inj_ (c + j) a' x' Hs Hx')).
            pose proof (word_pos j i Hj). exists (c, b'). split; [exists j; simpl; lia|]. apply (IHq c b' ltac:(lia) x2 y'); auto.
          - destruct (adds_fib _ _ _ A) as (F1 & F2 & _). destruct (word_onto_ y2 F1) as (c & Hc).
          destruct (adds_words _ _ _ _ Hc A F2) as (j & Hj & Hs).
            assert (E : b' = (c + j)%N) by (symmetry; apply (word_inj_ (c + j) b' y' Hs Hy')).
            pose proof (word_pos j i Hj). exists (a', c). split; [exists j; simpl; lia|]. apply (IHq a' c ltac:(lia) x' y2); auto.
          - destruct (adds_fib _ _ _ A) as (F1 & F2 & _). destruct (adds_fib _ _ _ A') as (F1' & _).
          destruct (word_onto_ x2 F1) as (c & Hc). destruct (word_onto_ y2 F1') as (e & He).
            destruct (adds_words _ _ _ _ Hc A F2) as (j & Hj & Hs). assert (Hs' :
              word fib_word (e + j) y') by (apply (words_add_ e y2 He j i y' Hj); auto).
            assert (E : a' = (c + j)%N) by (symmetry; apply (word_inj_ (c + j) a' x' Hs Hx')). assert (E' :
              b' = (e + j)%N) by (symmetry; apply (word_inj_ (e + j) b' y' Hs' Hy')).
            pose proof (word_pos j i Hj). exists (c, e). split; [exists j; simpl; lia|]. apply (IHq c e ltac:(lia) x2 y2); auto. }
        apply Q. intros In'. apply (p_keeps x' y' x2 y2 i); auto. }
  intros a b. apply (K (a + b + 1)%N). lia.
Qed.
Print Assumptions wythoff.

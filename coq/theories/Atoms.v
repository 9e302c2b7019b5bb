(* What is said of numbers without "and", "or", "not" and "there is":
  linear equations, inequalities, congruences, nim-sums, automata.

   The state for an equation is what is still to be balanced; for an inequality the same, rounded up;
     for a congruence the remainder and
   what the next digit counts.  Each sum is bounded, so the states are finitely many.

   What must be read to believe a theorem: [dot], [nimsum], [accepts]. *)
Require Import List NArith ZArith PArith Bool Lia.
From Grundy Require Import Tree Automaton.
Import ListNotations.

Definition terms := list (positive * Z).
Fixpoint dot (ts : terms) (v : val) : Z := match ts with [] => 0 | (t, a) :: r => a * Z.of_N (v t) + dot r v end%Z.
Fixpoint bdot (ts : terms) (b : letter) : Z := match ts with [] => 0 | (t, a) :: r => (if b t then a else 0) + bdot r b end%Z.
Lemma dot_step ts v : dot ts v = (bdot ts (bits v) + 2 * dot ts (half v))%Z.
Proof.
  induction ts as [|[t a] ts IH]; auto. cbn [dot bdot]. rewrite IH. unfold bits, half.
  assert (E : Z.of_N (v t) = (2 * Z.of_N (N.div2 (v t)) + (if N.odd (v t) then 1 else 0))%Z).
  { pose proof (N.div2_odd (v t)) as H. destruct (N.odd (v t)); simpl N.b2n in H; lia. }
  rewrite E. destruct (N.odd (v t)); ring.
Qed.
Lemma dot_0 ts v : below 0 v -> dot ts v = 0%Z.
Proof. intros B. induction ts as [|[t a] ts IH]; auto. cbn [dot]. rewrite (below_0 v t B), IH. simpl. lia. Qed.

Section Linear.
Context {S : Type} (e : S -> S -> bool) (e_ok : sound e).
Fixpoint ltree (ts : terms) (c : Z) (fin : Z -> S) : tree S :=
  match ts with [] => Leaf (fin c) | (t, a) :: r => mk e t (ltree r c fin) (ltree r (c + a)%Z fin) end.
Lemma look_ltree ts fin b : forall c, look (ltree ts c fin) b = fin (c + bdot ts b)%Z.
Proof.
  induction ts as [|[t a] ts IH]; intros c; cbn [ltree bdot look].
  - f_equal. lia.
  - rewrite look_mk by auto. rewrite !IH. destruct (b t); f_equal; lia.
Qed.
End Linear.

Definition oeqb (a b : option Z) : bool := match a, b with Some x, Some y => Z.eqb x y | None, None => true | _, _ => false end.
Lemma oeqb_ok : sound oeqb.
Proof. intros [x|] [y|] H; simpl in H; try discriminate; auto. apply Z.eqb_eq in H. congruence. Qed.
(* c + sum = 0 : the state is what is still to be balanced *)
Definition eq_sym (ts : terms) (c : Z) : machine (option Z) :=
  {| init := Some c;
     step s := match s with Some c => ltree oeqb ts c (fun d => if Z.even d then Some (Z.div2 d) else None) | None => Leaf None
       end;
     acc s := match s with Some c => Z.eqb c 0 | None => false end;
     sink s := match s with None => Some false | _ => None end |}.
Lemma run_none ts c f : forall v, run (eq_sym ts c) f None v = None.
Proof. induction f; intros v; simpl; auto. Qed.
Lemma sinks_ok_eq ts c : sinks_ok (eq_sym ts c).
Proof. intros [x|] b H; simpl in H; [discriminate|]. injection H as <-. intros f v. rewrite run_none. auto. Qed.
Theorem decides_eq ts c : decides (eq_sym ts c) (fun v => (c + dot ts v = 0)%Z).
Proof.
  intros f v B. change (init (eq_sym ts c)) with (Some c).
  assert (K : forall f d v, below f v -> (acc (eq_sym ts c) (run (eq_sym ts c) f (Some d) v) = true <-> (d + dot ts v = 0)%Z)).
  { clear. induction f; intros d v B.
    - rewrite dot_0 by auto. simpl. rewrite Z.eqb_eq. lia.
    - cbn [run step eq_sym]. rewrite look_ltree by apply oeqb_ok. rewrite (dot_step ts v).
      remember (d + bdot ts (bits v))%Z as g eqn:Eg. destruct (Z.even g) eqn:E.
      + fold (eq_sym ts c). rewrite IHf by (apply below_half; auto).
        apply Z.even_spec in E. destruct E as [k E]. rewrite E, Z.div2_div, (Z.mul_comm 2 k), Z.div_mul by discriminate.
        clear - Eg E. subst g. lia.
      + fold (eq_sym ts c). rewrite run_none. cbn [acc eq_sym]. split; [discriminate|]. intros H. exfalso.
        assert (Z.even g = true); [|congruence]. apply Z.even_spec. exists (- dot ts (half v))%Z. lia. }
  apply K; auto.
Qed.
(* c + sum <= 0 *)
Definition le_sym (ts : terms) (c : Z) : machine Z :=
  {| init := c; step c := ltree Z.eqb ts c (fun d => Z.div2 (d + 1)); acc c := Z.leb c 0; sink _ := None |}.
Lemma zeqb_ok : sound Z.eqb.
Proof. intros a b H. apply Z.eqb_eq; auto. Qed.
Lemma sinks_ok_le ts c : sinks_ok (le_sym ts c).
Proof. intros s b H. discriminate. Qed.
Theorem decides_le ts c : decides (le_sym ts c) (fun v => (c + dot ts v <= 0)%Z).
Proof.
  intros f v B. change (init (le_sym ts c)) with c.
  assert (K : forall f d v, below f v -> (acc (le_sym ts c) (run (le_sym ts c) f d v) = true <-> (d + dot ts v <= 0)%Z)).
  { clear. induction f; intros d v B.
    - rewrite dot_0 by auto. simpl. rewrite Z.leb_le. lia.
    - cbn [run step le_sym]. rewrite look_ltree by apply zeqb_ok. rewrite (dot_step ts v). fold (le_sym ts c).
      rewrite IHf by (apply below_half; auto). remember (d + bdot ts (bits v))%Z as g eqn:Eg. rewrite Z.div2_div.
      pose proof (Z.div_mod (g + 1) 2 ltac:(lia)). pose proof (Z.mod_pos_bound (g + 1) 2 ltac:(lia)). lia. }
  apply K; auto.
Qed.
(* d divides c + sum : a remainder, and what the next digit counts *)
Definition zpeqb (p q : Z * Z) : bool := Z.eqb (fst p) (fst q) && Z.eqb (snd p) (snd q).
Lemma zpeqb_ok : sound zpeqb.
Proof. intros [a b] [c d] H. apply andb_prop in H. destruct H as [H1 H2]. apply Z.eqb_eq in H1, H2. simpl in *. congruence. Qed.
Definition div_sym (d : Z) (ts : terms) (c : Z) : machine (Z * Z) :=
  {| init := (Z.modulo c d, Z.modulo 1 d);
     step '(r, w) := ltree zpeqb ts 0 (fun g => (Z.modulo (r + w * g) d, Z.modulo (2 * w) d));
     acc '(r, w) := Z.eqb r 0; sink _ := None |}.
Lemma sinks_ok_div d ts c : sinks_ok (div_sym d ts c).
Proof. intros s b H. discriminate. Qed.
Theorem decides_div d ts c : (0 < d)%Z -> decides (div_sym d ts c) (fun v => Z.modulo (c + dot ts v) d = 0%Z).
Proof.
  intros D f v B. change (init (div_sym d ts c)) with (Z.modulo c d, Z.modulo 1 d).
  assert (K : forall f r w v, below f v -> (acc (div_sym d ts c) (run (div_sym d ts c) f (Z.modulo r d, Z.modulo w d) v) = true
    <->
     Z.modulo (r + w * dot ts v) d = 0%Z)).
  { clear -D. induction f; intros r w v B.
    - rewrite dot_0 by auto. simpl. rewrite Z.eqb_eq, Z.mul_0_r, Z.add_0_r. tauto.
    - cbn [run step div_sym]. rewrite look_ltree by apply zpeqb_ok. rewrite (dot_step ts v). fold (div_sym d ts c).
      cbn [Z.add]. set (g := bdot ts (bits v)).
      replace (Z.modulo (r mod d + (w mod d) * g) d) with (Z.modulo (r + w * g) d).
      2:{ rewrite (Z.add_mod (r mod d)), (Z.mul_mod (w mod d)), !Z.mod_mod, <- Z.mul_mod, <- Z.add_mod by lia. auto. }
      replace (Z.modulo (2 * (w mod d)) d) with (Z.modulo (2 * w) d).
      2:{ rewrite (Z.mul_mod 2 (w mod d)), Z.mod_mod, <- Z.mul_mod by lia. auto. }
      rewrite IHf by (apply below_half; auto). replace (r + w * (g + 2 * dot ts (half v)))%Z with (r + w * g + 2 * w * dot ts
        (half v))%Z by ring. tauto. }
  rewrite K by auto. rewrite Z.mul_1_l. tauto.
Qed.
(* the nim-sum of tracks is 0 *)
Fixpoint nimsum (ts : list positive) (v : val) : N := match ts with [] => 0%N | t :: r => N.lxor (v t) (nimsum r v) end.
Fixpoint ptree (ts : list positive) (even : bool) : tree bool :=
  match ts with [] => Leaf even | t :: r => mk Bool.eqb t (ptree r even) (ptree r (negb even)) end.
Fixpoint par (ts : list positive) (b : letter) : bool := match ts with [] => false | t :: r => xorb (b t) (par r b) end.
Lemma beqb_ok : sound Bool.eqb.
Proof. intros a b H. apply eqb_prop; auto. Qed.
Lemma look_ptree ts b : forall e, look (ptree ts e) b = xorb (par ts b) e.
Proof.
  induction ts as [|t ts IH]; intros e; cbn [ptree par look]; [destruct e; auto|].
  rewrite look_mk by apply beqb_ok. rewrite !IH. destruct (b t), e, (par ts b); auto.
Qed.
Definition nim_sym (ts : list positive) : machine bool :=
  {| init := true; step s := if s then ptree ts true else Leaf false; acc s := s; sink s := if s then None else Some false |}.
Lemma run_false ts f : forall v, run (nim_sym ts) f false v = false.
Proof. induction f; intros v; simpl; auto. Qed.
Lemma sinks_ok_nim ts : sinks_ok (nim_sym ts).
Proof. intros [|] b H; simpl in H; [discriminate|]. injection H as <-. intros f v. rewrite run_false. auto. Qed.
Lemma nimsum_odd ts v : N.odd (nimsum ts v) = par ts (bits v).
Proof.
  induction ts as [|t ts IH]; auto. cbn [nimsum par]. rewrite <- IH. unfold bits. rewrite <- !N.bit0_odd, N.lxor_spec. auto.
Qed.
Lemma nimsum_half ts v : N.div2 (nimsum ts v) = nimsum ts (half v).
Proof.
  induction ts as [|t ts IH]; auto. cbn [nimsum]. rewrite <- IH. unfold half. rewrite !N.div2_spec. apply N.shiftr_lxor.
Qed.
Theorem decides_nim ts : decides (nim_sym ts) (fun v => nimsum ts v = 0%N).
Proof.
  intros f v B. change (init (nim_sym ts)) with true. revert v B. induction f; intros v B.
  - simpl. split; auto. intros _. induction ts as [|t ts IH]; auto. cbn [nimsum]. rewrite IH, (below_0 v t B). auto.
  - cbn [run step nim_sym]. rewrite look_ptree. rewrite (div2_odd' (nimsum ts v)), nimsum_odd, nimsum_half.
    fold (nim_sym ts). destruct (par ts (bits v)); simpl xorb.
    + rewrite run_false. simpl. split; [discriminate|]. intros H. destruct (nimsum ts (half v)); discriminate.
    + rewrite IHf by (apply below_half; auto). simpl N.b2n. split; intros H; [rewrite H; auto|lia].
Qed.
(* a given automaton T that reads the tracks 1, 2, ... : they are the tracks [ren 1], [ren 2], ... *)
Definition accepts (T : aut) (v : val) : Prop := exists f, below f v /\ fst (row T (run (of_aut T) f (start T) v)) = true.
Definition in_sym (T : aut) (ren : positive -> positive) : machine positive :=
  {| init := start T; step q := rename Pos.eqb ren (snd (row T q)); acc q := fst (row T q); sink q := const T q |}.
Lemma run_in T ren f : forall q v, run (in_sym T ren) f q v = run (of_aut T) f q (fun u => v (ren u)).
Proof.
  induction f; intros q v; cbn [run]; auto. cbn [step in_sym of_aut]. rewrite look_rename by (intros a b; apply Pos.eqb_eq).
  fold (in_sym T ren). rewrite IHf. auto.
Qed.
Lemma sinks_ok_in T ren : sinks_ok (in_sym T ren).
Proof. intros q b H f v. rewrite run_in. cbn [acc in_sym]. rewrite (const_run T q b H). apply const_acc; auto. Qed.

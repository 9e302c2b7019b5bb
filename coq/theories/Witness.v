(* One position shows that a game does not have a property: values are computed by the definition there, at its options, and at theirs.

   What must be read to believe a theorem: Value.v, Expr.v, Game.v, and the property in Theorems/Properties.v. *)
Require Import List NArith ZArith Bool Lia.
From Grundy Require Import Value Expr Game Options PropertyCheck.
From Grundy.Theorems Require Import Words Properties.
Import ListNotations.

Section Witness.
Variable r : rules.
Variable fuel : nat.                             (* no play from the position has more moves *)
Let g := rules_game r.
Let holds := means r None None None.

(* the options, where each move leaves one position *)
Fixpoint ones (l : list (list (list N))) : option (list (list N)) :=
  match l with [] => Some [] | [y] :: l' => let* ys := ones l' in Some (y :: ys) | _ => None end.
Definition next (x : list N) : option (list (list N)) := let* l := options r x in ones l.
(* is it true of one of them? all must be decided *)
Fixpoint one_of (f : list N -> option bool) (l : list (list N)) : option bool :=
  match l with [] => Some false | y :: l' => let* t := f y in let* u := one_of f l' in Some (t || u) end.
Fixpoint decided (p : condition) (x : list N) : option bool :=
  match p with
  | ValueIs m c => let* n := compute r m fuel x in Some (N.eqb n c)
  | Member _ => None
  | Terminal => let* l := next x in Some match l with [] => true | _ => false end
  | SomeMove q => let* l := next x in one_of (decided q) l
  | EveryMove q => let* l := next x in option_map negb (one_of (fun y => option_map negb (decided q y)) l)
  | Neg q => option_map negb (decided q x)
  | Both p q => let* t := decided p x in let* u := decided q x in Some (t && u)
  | Either p q => let* t := decided p x in let* u := decided q x in Some (t || u)
  end.
Lemma ones_ok l : forall ys, ones l = Some ys -> forall y, List.In [y] l <-> List.In y ys.
Proof.
  induction l as [|pss l IH]; intros ys E y; cbn [ones] in E; [injection E as <-; tauto|].
  destruct pss as [|z [|]]; try discriminate. destruct (ones l) as [zs|]; [|discriminate]. injection E as <-.
  destruct (IH zs eq_refl y) as [I1 I2]. split; (intros [H|H]; [left; congruence|right; auto]).
Qed.
Lemma ones_all l : forall ys, ones l = Some ys -> forall pss, List.In pss l -> exists y, pss = [y].
Proof.
  induction l as [|qss l IH]; intros ys E pss I; [destruct I|]. cbn [ones] in E. destruct qss as [|z [|]]; try discriminate.
  destruct (ones l) as [zs|]; [|discriminate]. destruct I as [<-|I]; eauto.
Qed.
Lemma next_ok x l : next x = Some l -> forall y, move g x [y] <-> List.In y l.
Proof.
  unfold next. destruct (options r x) as [o|] eqn:E; [|discriminate]. intros O y. destruct (ones_ok o l O y) as [I1 I2]. split.
  - intros (o' & E' & I). rewrite E in E'. injection E' as <-. exact (I1 I).
  - intros I. exists o. split; [exact E|exact (I2 I)].
Qed.
Lemma next_terminal x l : next x = Some l -> (terminal g x <-> l = []).
Proof.
  intros O. split.
  - intros T. destruct l as [|y l]; auto. destruct (T [y]). apply (next_ok x _ O). simpl. auto.
  - intros -> pss M. assert (K : exists y, pss = [y]).
    { unfold next in O. destruct (options r x) as [o|] eqn:E; [|discriminate]. destruct M as (o' & E' & I). rewrite E in E'.
      injection E' as <-. exact (ones_all o [] O pss I). }
    destruct K as (y & ->). apply (next_ok x [] O) in M. destruct M.
Qed.
Lemma one_of_ok f l : forall t, one_of f l = Some t -> if t then exists y, List.In y l /\ f y = Some true
  else forall y, List.In y l -> f y = Some false.
Proof.
  induction l as [|y l IH]; intros t E; cbn [one_of] in E; [injection E as <-; intros y []|].
  destruct (f y) as [a|] eqn:Ea; [|discriminate]. destruct (one_of f l) as [b|]; [|discriminate]. injection E as <-.
  specialize (IH b eq_refl). destruct a; cbn [orb]; [exists y; simpl; auto|]. destruct b.
  - destruct IH as (z & I & K). exists z. simpl. auto.
  - intros z [<-|I]; auto.
Qed.
Lemma decided_ok p : forall x t, decided p x = Some t -> if t then holds p x else ~ holds p x.
Proof.
  unfold holds. induction p as [m c|b| |q IH|q IH|q IH|p IHp q IHq|p IHp q IHq]; intros x t E; cbn [decided means] in *.
  - destruct (compute r m fuel x) as [n|] eqn:C; [|discriminate]. injection E as <-. apply finite_sound in C.
    destruct (N.eqb_spec n c) as [->|Ne]; [exact C|]. intros V. apply Ne. revert C V. unfold has_value. destruct m; [apply misere_unique|apply value_unique].
  - discriminate.
  - destruct (next x) as [l|] eqn:O; [|discriminate]. injection E as <-. pose proof (next_terminal x l O) as K. fold g.
    destruct l; [apply K; reflexivity|intros T; apply K in T; discriminate].
  - destruct (next x) as [l|] eqn:O; [|discriminate]. apply one_of_ok in E. fold g. destruct t.
    + destruct E as (y & I & D). exists y. split; [apply (next_ok x l O); exact I|exact (IH y true D)].
    + intros (y & M & H). apply (next_ok x l O) in M. exact (IH y false (E y M) H).
  - destruct (next x) as [l|] eqn:O; [|discriminate]. destruct (one_of _ l) as [u|] eqn:U; [|discriminate]. injection E as <-.
    apply one_of_ok in U. fold g. destruct u; cbn [negb].
    + destruct U as (y & I & D). intros H. destruct (decided q y) as [b|] eqn:Q; [|discriminate]. destruct b; [discriminate|].
      apply (IH y false Q), H. apply (next_ok x l O). exact I.
    + intros y M. apply (next_ok x l O) in M. specialize (U y M). destruct (decided q y) as [b|] eqn:Q; [|discriminate].
      destruct b; [exact (IH y true Q)|discriminate].
  - destruct (decided q x) as [b|] eqn:Q; [|discriminate]. injection E as <-. specialize (IH x b Q). destruct b; cbn [negb]; auto.
  - destruct (decided p x) as [a|] eqn:A; [|discriminate]. destruct (decided q x) as [b|] eqn:B; [|discriminate]. injection E as <-.
    specialize (IHp x a A). specialize (IHq x b B). destruct a, b; cbn [andb]; tauto.
  - destruct (decided p x) as [a|] eqn:A; [|discriminate]. destruct (decided q x) as [b|] eqn:B; [|discriminate]. injection E as <-.
    specialize (IHp x a A). specialize (IHq x b B). destruct a, b; cbn [orb]; tauto.
Qed.

(* what is so at the position, where the property is broken *)
Definition broken (p : property) : list condition :=
  match p with
  | Miserable => [Both (Neg is_swap) (Either (Both (SomeMove is_A) (Neg (SomeMove is_B))) (Both (SomeMove is_B) (Neg (SomeMove is_A))))]
  | Returnable => [Both is_A (Neg (EveryMove (Either Terminal (SomeMove is_A)))); Both is_B (Neg (EveryMove (Either Terminal (SomeMove is_B))))]
  | Forced => [Both is_A (Neg (EveryMove is_B)); Both is_B (Neg (EveryMove is_A))]
  | OneMove => [Both (ValueIs false 0) (Neg Terminal)]
  | SgDecreasing => []
  end.
(* some option has no smaller value *)
Definition no_less (x : list N) : bool :=
  match compute r false fuel x, next x with
  | Some n, Some l => existsb (fun y => match compute r false fuel y with Some m => N.leb n m | None => false end) l
  | _, _ => false
  end.
Definition shows_not (p : property) (x : list N) : bool :=
  match exists_at r (map Z.of_N x) with Some true => true | _ => false end &&
  match p with
  | SgDecreasing => no_less x
  | _ => existsb (fun c => match decided c x with Some t => t | None => false end) (broken p)
  end.
Theorem shows_not_sound p x : shows_not p x = true -> ~ is_so p g (is_position r).
Proof.
  unfold shows_not. rewrite andb_true_iff. intros [P C] H. assert (Px : is_position r x).
  { unfold is_position. destruct (exists_at r (map Z.of_N x)) as [[|]|]; [reflexivity|discriminate|discriminate]. }
  clear P. assert (K : p <> SgDecreasing -> exists c, List.In c (broken p) /\ holds c x).
  { intros Ne. assert (E : existsb (fun c => match decided c x with Some t => t | None => false end) (broken p) = true)
      by (destruct p; [exact C|exact C|exact C|exact C|contradiction]).
    apply existsb_exists in E. destruct E as (c & I & D). exists c. split; auto. destruct (decided c x) as [[|]|] eqn:Q; try discriminate.
    exact (decided_ok c x true Q). }
  destruct p; cbn [is_so] in H; try (destruct K as (c & I & S); [discriminate|]; cbn [broken List.In] in I).
  - destruct I as [<-|[]]. destruct S as [Ns S]. destruct (H x Px) as [Sw|Iff]; [exact (Ns Sw)|].
    destruct S as [[T N0]|[T N0]]; apply N0, Iff, T.
  - destruct (H x Px) as [Ka Kb]. destruct I as [<-|[<-|[]]]; destruct S as [S N0]; apply N0; intros y M; cbn [means];
      (destruct (listed_terminal g y (rules_listed r y)) as [T|(pss & Mp)]; [left; exact T|right]).
    + exact (Ka S y M (fun T => T pss Mp)).
    + exact (Kb S y M (fun T => T pss Mp)).
  - destruct (H x Px) as [Ka Kb]. destruct I as [<-|[<-|[]]]; destruct S as [S N0]; apply N0; intros y M; [exact (Ka S y M)|exact (Kb S y M)].
  - destruct I as [<-|[]]. destruct S as [S N0]. exact (N0 (H x Px S)).
  - clear K. unfold no_less in C. destruct (compute r false fuel x) as [n|] eqn:Cx; [|discriminate]. destruct (next x) as [l|] eqn:O; [|discriminate].
    apply existsb_exists in C. destruct C as (y & I & D). destruct (compute r false fuel y) as [m|] eqn:Cy; [|discriminate].
    apply N.leb_le in D. apply (next_ok x l O) in I. pose proof (H x y m n Px I (finite_value r fuel x n Cx) (finite_value r fuel y m Cy)). lia.
Qed.
End Witness.

(* Implications whose conclusion is one of several: one of these may have parts of the premise alone, and nothing need be decided.

   Nothing here must be read to believe a theorem. *)
Require Import List NArith ZArith PArith Bool.
From Grundy Require Import Automaton Program Formula Tidy Decision Options.
Import ListNotations.

(* a formula, as one of several *)
Fixpoint disjuncts (f : form) : list form := match f with FOr a b => disjuncts a ++ disjuncts b | _ => [f] end.
Lemma disjuncts_ok f v : sem f v <-> exists m, List.In m (disjuncts f) /\ sem m v.
Proof.
  induction f; cbn [disjuncts]; try (split; [intros S; eexists; split; [left; reflexivity|exact S]|intros (m & [<-|[]] & S);
    exact S]).
  cbn [sem]. rewrite IHf1, IHf2. split.
  - intros [(m & I & S)|(m & I & S)]; exists m; rewrite in_app_iff; auto.
  - intros (m & I & S). apply in_app_iff in I. destruct I; eauto.
Qed.

(* until one is found: a computation of Coq looks at both sides of "||" *)
Fixpoint some {A} (f : A -> bool) (l : list A) : bool := match l with [] => false | a :: r => if f a then true else some f r end.
Lemma some_ok {A} (f : A -> bool) l : some f l = true -> exists a, List.In a l /\ f a = true.
Proof.
  induction l as [|a l IH]; [discriminate|]. cbn [some]. destruct (f a) eqn:E; intros H; [exists a; simpl; auto|].
  destruct (IH H) as (b & I & K). exists b. simpl. auto.
Qed.

(* the conjuncts of b are among those of a *)
Definition same_term (x y : positive * Z) : {x = y} + {x <> y}.
Proof. decide equality; [apply Z.eq_dec|apply Pos.eq_dec]. Defined.
Definition same_atom (a b : form) : bool :=
  match a, b with
  | FAtom (Zero c ts), FAtom (Zero d us) | FAtom (AtMost c ts), FAtom (AtMost d us) =>
      Z.eqb c d && if list_eq_dec same_term ts us then true else false
  | _, _ => false
  end.
Lemma same_atom_ok a b : same_atom a b = true -> a = b.
Proof.
  destruct a as [[c ts|c ts|m c ts|ts|D T ts]| | | | |]; try discriminate; destruct b as [[d us|d us|m' d us|us|D' T' us]| | | |
    |]; try discriminate;
    cbn [same_atom]; intros H; apply andb_prop in H; destruct H as [H1 H2]; apply Z.eqb_eq in H1; destruct (list_eq_dec _ ts us);
      congruence.
Qed.
Definition has_parts (a b : form) : bool := forallb (fun x => some (fun y => same_atom y x) (conjuncts a)) (conjuncts b).
Lemma has_parts_ok a b v : has_parts a b = true -> sem a v -> sem b v.
Proof.
  unfold has_parts. rewrite forallb_forall. intros H S. apply conjuncts_ok. apply conjuncts_ok in S. rewrite Forall_forall in *.
  intros x I. destruct (some_ok _ _ (H x I)) as (y & J & E). apply same_atom_ok in E. subst. apply S; auto.
Qed.

(* b follows from a *)
Definition shown (o : form * form) : bool :=
  let '(a, b) := o in if some (has_parts a) (disjuncts b) then true else proved (implies a b).
Lemma shown_ok a b : shown (a, b) = true -> forall v, bounded v -> sem a v -> sem b v.
Proof.
  unfold shown. intros H v B S. destruct (some (has_parts a) (disjuncts b)) eqn:E; [|exact (implies_ok _ _ H v B S)].
  destruct (some_ok _ _ E) as (c & I & P). apply disjuncts_ok. exists c. split; [exact I|exact (has_parts_ok a c v P S)].
Qed.

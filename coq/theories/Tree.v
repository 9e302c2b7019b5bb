(* Decision trees over numbered digits.

   A letter gives each track a digit, 0 or 1.  A tree says what follows from a letter: it looks at digits one after the other.
   Trees are
   kept in ascending order of the tracks, and without a node whose two branches are equal (Bryant 1986), so that what does not
     depend on
   a digit costs nothing; but nothing that is proved here needs that, it matters for speed alone.

   Nothing here must be read to believe a theorem: what an automaton means is said in Automaton.v with [look]. *)
Require Import List NArith PArith Bool.
Import ListNotations.

Inductive tree (A : Type) := Leaf (a : A) | Node (v : positive) (l r : tree A).   (* l: the digit v is 0; r: it is 1 *)
Arguments Leaf {A}. Arguments Node {A}.
Definition letter := positive -> bool.
Fixpoint look {A} (t : tree A) (b : letter) : A :=
  match t with Leaf a => a | Node v l r => if b v then look r b else look l b end.

Lemma look_ext {A} (t : tree A) b c : (forall v, b v = c v) -> look t b = look t c.
Proof. intros H. induction t; simpl; auto. rewrite H, IHt1, IHt2. auto. Qed.

Fixpoint tree_eqb {A} (e : A -> A -> bool) (s t : tree A) : bool :=
  match s, t with
  | Leaf a, Leaf b => e a b
  | Node v l r, Node w x y => Pos.eqb v w && tree_eqb e l x && tree_eqb e r y
  | _, _ => false
  end.
Definition sound {A} (e : A -> A -> bool) := forall a b, e a b = true -> a = b.
Lemma teqb_ok {A} (e : A -> A -> bool) : sound e -> sound (tree_eqb e).
Proof.
  intros H s. induction s; intros [|]; simpl; intros E; try discriminate; [f_equal; auto|].
  rewrite !andb_true_iff in E. destruct E as [[E1 E2] E3]. apply Pos.eqb_eq in E1. subst. f_equal; auto.
Qed.

Definition mk {A} (e : A -> A -> bool) (v : positive) (l r : tree A) : tree A := if tree_eqb e l r then l else Node v l r.
Lemma look_mk {A} (e : A -> A -> bool) v l r b : sound e -> look (mk e v l r) b = if b v then look r b else look l b.
Proof.
  intros H. unfold mk. destruct (tree_eqb e l r) eqn:E; auto. apply (teqb_ok e H) in E. subst. destruct (b v); auto.
Qed.

Fixpoint tree_map {A B} (e : B -> B -> bool) (f : A -> B) (t : tree A) : tree B :=
  match t with Leaf a => Leaf (f a) | Node v l r => mk e v (tree_map e f l) (tree_map e f r) end.
Lemma look_tmap {A B} e (f : A -> B) t b : sound e -> look (tree_map e f t) b = f (look t b).
Proof. intros H. induction t; simpl; auto. rewrite look_mk by auto. destruct (b v); auto. Qed.

Fixpoint tree_map2 {A B C} (e : C -> C -> bool) (f : A -> B -> C) (s : tree A) : tree B -> tree C :=
  match s with
  | Leaf a => tree_map e (f a)
  | Node v l r => fix go (t : tree B) : tree C :=
      match t with
      | Leaf b => mk e v (tree_map2 e f l t) (tree_map2 e f r t)
      | Node w x y => match Pos.compare v w with
                      | Eq => mk e v (tree_map2 e f l x) (tree_map2 e f r y)
                      | Lt => mk e v (tree_map2 e f l t) (tree_map2 e f r t)
                      | Gt => mk e w (go x) (go y)
                      end
      end
  end.
Lemma look_app2 {A B C} e (f : A -> B -> C) b : sound e -> forall s t, look (tree_map2 e f s t) b = f (look s b) (look t b).
Proof.
  intros H. induction s as [a|v l IHl r IHr]; intros t.
  - simpl. apply look_tmap; auto.
  - induction t as [c|w x IHx y IHy].
    + cbn [tree_map2]. rewrite look_mk, IHl, IHr by auto. simpl. destruct (b v); auto.
    + cbn [tree_map2]. fold (@tree_map2 A B C). destruct (Pos.compare_spec v w) as [E|E|E].
      * rewrite look_mk, IHl, IHr by auto. subst. simpl. destruct (b w); auto.
      * rewrite look_mk, IHl, IHr by auto. simpl. destruct (b v); auto.
      * cbn [tree_map2] in IHx, IHy. rewrite look_mk, IHx, IHy by auto. simpl. destruct (b w); auto.
Qed.

(* every leaf is true *)
Fixpoint tree_all (t : tree bool) : bool := match t with Leaf a => a | Node _ l r => tree_all l && tree_all r end.
Lemma tall_ok t b : tree_all t = true -> look t b = true.
Proof. induction t; simpl; auto. intros H. apply andb_prop in H. destruct H. destruct (b v); auto. Qed.
(* a relation holds of two trees at every letter: no tree is built *)
Fixpoint tree_all2 {A B} (f : A -> B -> bool) (s : tree A) : tree B -> bool :=
  match s with
  | Leaf a => fix go (t : tree B) := match t with Leaf b => f a b | Node _ x y => go x && go y end
  | Node v l r => fix go (t : tree B) : bool :=
      match t with
      | Leaf b => tree_all2 f l t && tree_all2 f r t
      | Node w x y => match Pos.compare v w with
                      | Eq => tree_all2 f l x && tree_all2 f r y
                      | Lt => tree_all2 f l t && tree_all2 f r t
                      | Gt => go x && go y
                      end
      end
  end.
Lemma all2_ok {A B} (f : A -> B -> bool) b : forall s t, tree_all2 f s t = true -> f (look s b) (look t b) = true.
Proof.
  induction s as [a|v l IHl r IHr]; intros t.
  - induction t as [c|w x IHx y IHy]; auto. cbn. intros H. apply andb_prop in H. destruct H as [H1 H2].
    cbn in IHx, IHy. destruct (b w); auto.
  - induction t as [c|w x IHx y IHy]; cbn [tree_all2]; fold (@tree_all2 A B).
    + intros H. apply andb_prop in H. destruct H as [H1 H2]. apply IHl in H1. apply IHr in H2. simpl in *. destruct (b v); auto.
    + destruct (Pos.compare_spec v w) as [E|E|E]; intros H; apply andb_prop in H; destruct H as [H1 H2].
      * apply IHl in H1. apply IHr in H2. subst. simpl. destruct (b w); auto.
      * apply IHl in H1. apply IHr in H2. simpl in *. destruct (b v); auto.
      * cbn [tree_all2] in IHx, IHy. apply IHx in H1. apply IHy in H2. simpl in *. destruct (b w); auto.
Qed.

(* a digit is fixed *)
Definition upd {A} (v : positive -> A) (t : positive) (n : A) : positive -> A := fun u => if Pos.eqb u t then n else v u.
Fixpoint fix_digit {A} (t : positive) (d : bool) (s : tree A) : tree A :=
  match s with
  | Leaf a => s
  | Node v l r => if Pos.eqb v t then fix_digit t d (if d then r else l) else Node v (fix_digit t d l) (fix_digit t d r)
  end.
Lemma look_fix_digit {A} t d (s : tree A) b : look (fix_digit t d s) b = look s (upd b t d).
Proof.
  unfold upd. induction s; simpl; auto. destruct (Pos.eqb v t).
  - destruct d; auto.
  - simpl. rewrite IHs1, IHs2. auto.
Qed.

(* digits get other numbers *)
Fixpoint rename {A} (e : A -> A -> bool) (ren : positive -> positive) (t : tree A) : tree A :=
  match t with
  | Leaf a => t
  | Node v l r => tree_map2 e (fun (d : bool) (p : A * A) => if d then snd p else fst p) (Node (ren v) (Leaf false) (Leaf true))
      (tree_map2 (fun p q => e (fst p) (fst q) && e (snd p) (snd q)) pair (rename e ren l) (rename e ren r))
  end.
Lemma look_rename {A} e ren (t : tree A) b : sound e -> look (rename e ren t) b = look t (fun v => b (ren v)).
Proof.
  intros H. induction t; cbn [rename]; auto. rewrite look_app2 by auto. rewrite look_app2, IHt1, IHt2.
  - simpl. destruct (b (ren v)); auto.
  - intros [p1 p2] [q1 q2] E. simpl in E. apply andb_prop in E. destruct E as [E1 E2].
    rewrite (H _ _ E1), (H _ _ E2). auto.
Qed.

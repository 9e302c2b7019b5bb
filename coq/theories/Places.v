(* Sums over the places of binary digits, such as Moore's: add the digits of all numbers at each place, modulo k + 1, and read
   these sums in base k + 1.

   That such a sum is a constant is decided by an automaton: it keeps what is still to be made by the places that follow.
   [place_form_ok]: the formula says what the sum over the range means.  Nothing here must be read to believe a theorem. *)
Require Import List NArith ZArith PArith Bool Lia.
From Grundy Require Import Tree Automaton Search Operations Atoms Numeration Program Formula Tidy Decision.
From Grundy Require Import Expr Cases Closing Collect Reads.
Import ListNotations.

Definition at_place (v : val) (p : nat) : letter := fun t => N.testbit (v t) (N.of_nat p).
Lemma at_place_0 v t : at_place v 0 t = bits v t.
Proof. unfold at_place, bits. apply N.bit0_odd. Qed.
Lemma at_place_next v p t : at_place v (S p) t = at_place (half v) p t.
Proof. unfold at_place, half. rewrite Nat2N.inj_succ, N.testbit_succ_r_div2 by lia. reflexivity. Qed.

Section Sum.
Variable tr : tree Z.                 (* what the digits at a place give *)
Variable b : Z.
Hypothesis b_ok : (2 <= b)%Z.
Let f (c : letter) : Z := look tr c.
(* the places from 0 to L - 1 *)
Fixpoint psum (L : nat) (v : val) : Z := match L with O => 0 | S k => f (bits v) + b * psum k (half v) end%Z.
Lemma psum_is L : forall v, psum L v = fold_right Z.add 0%Z (map (fun p => f (at_place v p) * b ^ Z.of_nat p)%Z (seq 0 L)).
Proof.
  induction L as [|L IH]; intros v; [reflexivity|]. cbn [psum seq map fold_right]. rewrite <- seq_shift, map_map, IH.
  assert (E : f (at_place v 0) = f (bits v)) by (apply look_ext; intros t; apply at_place_0). rewrite E, Z.pow_0_r, Z.mul_1_r. f_equal.
  clear E IH. induction (seq 0 L) as [|p l IH]; cbn [map fold_right]; [lia|]. rewrite Z.mul_add_distr_l, IH, Nat2Z.inj_succ, Z.pow_succ_r by lia.
  assert (E : f (at_place v (S p)) = f (at_place (half v) p)) by (apply look_ext; intros t; apply at_place_next). rewrite E. lia.
Qed.
(* the tracks at which the tree looks *)
Fixpoint looks_at {A} (t : tree A) : list positive := match t with Leaf _ => [] | Node v l r => v :: looks_at l ++ looks_at r end.
Lemma look_same {A} (t : tree A) c d : (forall u, List.In u (looks_at t) -> c u = d u) -> look t c = look t d.
Proof.
  induction t as [a|v l IHl r IHr]; intros H; cbn [look]; auto. cbn [looks_at] in H. rewrite (H v) by (left; reflexivity).
  rewrite IHl, IHr; auto; intros u Iu; apply H; right; apply in_app_iff; auto.
Qed.
Hypothesis zero_ok : f (fun _ => false) = 0%Z.
Lemma psum_zero k : forall v, (forall t, List.In t (looks_at tr) -> v t = 0%N) -> psum k v = 0%Z.
Proof.
  induction k as [|k IH]; intros v H; [reflexivity|]. cbn [psum]. rewrite IH by (intros t I; unfold half; rewrite (H t I); reflexivity).
  assert (E : f (bits v) = f (fun _ => false)) by (apply look_same; intros u I; unfold bits; rewrite (H u I); reflexivity). rewrite E, zero_ok. lia.
Qed.
Lemma psum_more k : forall L v, (forall t, List.In t (looks_at tr) -> (v t < 2 ^ N.of_nat L)%N) -> psum (L + k) v = psum L v.
Proof.
  induction L as [|L IH]; intros v H; [apply psum_zero; intros t I; specialize (H t I); simpl in H; lia|]. cbn [psum Nat.add].
  rewrite IH; [reflexivity|]. intros t I. unfold half. apply div2_lt, H, I.
Qed.
Definition place_sym (c : Z) : machine (option Z) :=
  {| init := Some c;
     Automaton.step := fun s => match s with
               | Some c => tree_map oeqb (fun d => if Z.eqb (Z.modulo (c - d) b) 0 then Some (Z.div (c - d) b) else None) tr
               | None => Leaf None
               end;
     acc s := match s with Some c => Z.eqb c 0 | None => false end;
     sink s := match s with None => Some false | _ => None end |}.
Lemma place_none c k : forall v, run (place_sym c) k None v = None.
Proof. induction k; intros v; simpl; auto. Qed.
Lemma sinks_ok_place c : sinks_ok (place_sym c).
Proof. intros [x|] a H; simpl in H; [discriminate|]. injection H as <-. intros k v. rewrite place_none. auto. Qed.
Lemma place_run c0 : forall k c v, acc (place_sym c0) (run (place_sym c0) k (Some c) v) = true <-> psum k v = c.
Proof.
  induction k as [|k IH]; intros c v; [cbn [run acc place_sym psum]; rewrite Z.eqb_eq; split; auto|]. cbn [run Automaton.step place_sym psum].
  rewrite look_tmap by apply oeqb_ok. fold (place_sym c0). fold (f (bits v)). destruct (Z.eqb_spec (Z.modulo (c - f (bits v)) b) 0) as [E|E].
  - rewrite IH. pose proof (Z.div_mod (c - f (bits v)) b ltac:(lia)) as D. rewrite E in D. split; intros Q; [rewrite Q; lia|].
    apply (Z.mul_reg_l _ _ b); [lia|]. lia.
  - rewrite place_none. cbn [acc place_sym]. split; [discriminate|]. intros Q. destruct E. rewrite <- Q.
    replace (f (bits v) + b * psum k (half v) - f (bits v))%Z with (psum k (half v) * b)%Z by lia. apply Z.mod_mul. lia.
Qed.
(* the sum over all places is c *)
Definition whole (c : Z) : Pr := fun v => exists L, (forall t, List.In t (looks_at tr) -> (v t < 2 ^ N.of_nat L)%N) /\ psum L v = c.
Lemma whole_is c L v : (forall t, List.In t (looks_at tr) -> (v t < 2 ^ N.of_nat L)%N) -> (whole c v <-> psum L v = c).
Proof.
  intros H. split; [|intros E; exists L; auto]. intros (M & HM & E). rewrite <- (psum_more M L v H), Nat.add_comm, (psum_more L M v HM). exact E.
Qed.
Lemma decides_place c : decides (place_sym c) (whole c).
Proof.
  intros k v B. change (init (place_sym c)) with (Some c). rewrite place_run. symmetry. apply whole_is. intros t _. apply B.
Qed.
Definition place_atom (c : Z) : option form :=
  let n := Pos.to_nat (fold_right Pos.max 1%positive (looks_at tr)) in
  match least' (build oeqb z_option_key (place_sym c) bound) with
  | Some A => if reads A n then Some (FAtom (In None A (tracks 0 n))) else None
  | None => None
  end.
Lemma place_atom_ok c y v : place_atom c = Some y -> bounded v -> (sem y v <-> whole c v).
Proof.
  unfold place_atom. set (n := Pos.to_nat _). destruct (least' _) as [A|] eqn:E; [|discriminate]. destruct (reads A n) eqn:R; [|discriminate].
  intros H B. injection H as <-. assert (Ne : n <> 0) by (pose proof (Pos2Nat.is_pos (fold_right Pos.max 1%positive (looks_at tr))); lia).
  rewrite (sem_in_tracks A n v Ne R B).
  assert (F : fine (least' (build oeqb z_option_key (place_sym c) bound)) (whole c)).
  { apply least'_fine, build_fine; auto using oeqb_ok, sinks_ok_place, decides_place. }
  rewrite E in F. destruct B as (h & B). rewrite <- (F h v B). unfold reads in R. apply andb_prop in R. exact (L_run A (proj1 R) h (start A) v B).
Qed.
End Sum.

(** * What the digits at a place give, as a tree *)
Definition both (g : Z -> Z -> option Z) (x y : option Z) : option Z := let* a := x in let* c := y in g a c.
Fixpoint place_tree (te : tenv) (i : nat) (e : expr) : option (tree (option Z)) :=
  match e with
  | Num c => Some (Leaf (Some c))
  | Two Bit (X j) (V i') => if Nat.eqb i i' then
      match nth_error (tcoords te) j with
      | Some l => match as_track l with Some t => Some (Node t (Leaf (Some 0%Z)) (Leaf (Some 1%Z))) | None => None end
      | None => None
      end else None
  | Plus a k c => match place_tree te i a, place_tree te i c with
                  | Some s, Some t => Some (tree_map2 oeqb (both (fun x y => Some (x + k * y)%Z)) s t)
                  | _, _ => None
                  end
  | Two w a c => match place_tree te i a, place_tree te i c with
                 | Some s, Some t => Some (tree_map2 oeqb (both (two w)) s t)
                 | _, _ => None
                 end
  | _ => None
  end.
Lemma bit_of n p : two Bit (Z.of_N n) (Z.of_nat p) = Some (if N.testbit n (N.of_nat p) then 1 else 0)%Z.
Proof.
  cbn [two]. unfold natural. rewrite (proj2 (Z.leb_le _ _)) by lia. f_equal. rewrite Z.shiftr_div_pow2 by lia.
  rewrite <- Z.testbit_spec' by lia. replace (Z.of_nat p) with (Z.of_N (N.of_nat p)) by lia. rewrite Z.testbit_of_N.
  destruct (N.testbit n (N.of_nat p)); reflexivity.
Qed.
Lemma place_tree_ok te i r v p : fits te r v -> forall e tr, place_tree te i e = Some tr ->
  num e (put r i (Z.of_nat p)) = look tr (at_place v p).
Proof.
  intros F. assert (General : forall g (e : expr) s t a c, (forall x y, num e (put r i (Z.of_nat p)) = both g x y -> True) ->
    num a (put r i (Z.of_nat p)) = look s (at_place v p) -> num c (put r i (Z.of_nat p)) = look t (at_place v p) ->
    both g (num a (put r i (Z.of_nat p))) (num c (put r i (Z.of_nat p))) = look (tree_map2 oeqb (both g) s t) (at_place v p)).
  { intros g e s t a c _ Ha Hc. rewrite (look_app2 oeqb (both g) (at_place v p) oeqb_ok). rewrite Ha, Hc. reflexivity. }
  induction e as [c|j|j|a IHa k c IHc|w a IHa c IHc|a IHa|a IHa|a IHa c|c a IHa d IHd|a IHa l|a IHa ds|k l|l|w g|q l|]; intros tr H; cbn [place_tree] in H;
    try discriminate.
  - injection H as <-. reflexivity.
  - destruct (place_tree te i a) as [s|]; [|discriminate]. destruct (place_tree te i c) as [t|]; [|discriminate]. injection H as <-. cbn [num].
    exact (General (fun x y => Some (x + k * y)%Z) a s t a c (fun _ _ _ => I) (IHa s eq_refl) (IHc t eq_refl)).
  - assert (G : match place_tree te i a, place_tree te i c with
                | Some s, Some t => Some (tree_map2 oeqb (both (two w)) s t) | _, _ => None end = Some tr ->
                num (Two w a c) (put r i (Z.of_nat p)) = look tr (at_place v p)).
    { destruct (place_tree te i a) as [s|]; [|discriminate]. destruct (place_tree te i c) as [t|]; [|discriminate]. intros Q. injection Q as <-.
      cbn [num]. exact (General (two w) a s t a c (fun _ _ _ => I) (IHa s eq_refl) (IHc t eq_refl)). }
    destruct w; try exact (G H). destruct a; try exact (G H). destruct c; try exact (G H). clear G.
    destruct (Nat.eqb_spec i i1) as [<-|]; [|discriminate]. destruct (nth_error (tcoords te) i0) as [l|] eqn:E; [|discriminate].
    destruct (as_track l) as [t|] eqn:T; [|discriminate]. injection H as <-. cbn [num put coord var]. rewrite Nat.eqb_refl, (fit_coords _ _ _ F _ _ E).
    rewrite (as_track_ok l t v T), bit_of. cbn [look]. unfold at_place. destruct (N.testbit (v t) (N.of_nat p)); reflexivity.
Qed.
(* all that the tree gives is defined *)
Fixpoint defined_tree (t : tree (option Z)) : option (tree Z) :=
  match t with
  | Leaf (Some z) => Some (Leaf z)
  | Leaf None => None
  | Node v l r => match defined_tree l, defined_tree r with Some x, Some y => Some (Node v x y) | _, _ => None end
  end.
Lemma defined_tree_ok t : forall s c, defined_tree t = Some s -> look t c = Some (look s c).
Proof.
  induction t as [[z|]|v l IHl r IHr]; intros s c H; cbn [defined_tree] in H; try discriminate; [injection H as <-; reflexivity|].
  destruct (defined_tree l) as [x|]; [|discriminate]. destruct (defined_tree r) as [y|]; [|discriminate]. injection H as <-. cbn [look].
  rewrite (IHl x c eq_refl), (IHr y c eq_refl). destruct (c v); reflexivity.
Qed.

(** * A sum over places that is a constant *)
(* the sum l is above each of the tracks *)
Definition is_above (l : lin) (ts : list positive) : bool :=
  (1 <=? fst l)%Z && forallb (fun p => 0 <=? snd p)%Z (snd l) && forallb (fun t => existsb (fun p => Pos.eqb (fst p) t && (1 <=? snd p)%Z) (snd l)) ts.
Lemma is_above_ok l ts v : is_above l ts = true -> (1 <= lval l v)%Z /\ forall t, List.In t ts -> (Z.of_N (v t) < lval l v)%Z.
Proof.
  unfold is_above, lval. rewrite !andb_true_iff, !forallb_forall. intros [[C P] T]. apply Z.leb_le in C.
  assert (D : forall us, (forall p, List.In p us -> (0 <=? snd p)%Z = true) -> (0 <= dot us v)%Z /\
    forall t, existsb (fun p => Pos.eqb (fst p) t && (1 <=? snd p)%Z) us = true -> (Z.of_N (v t) <= dot us v)%Z).
  { clear. induction us as [|[u k] us IH]; intros P; [split; [reflexivity|discriminate]|].
    destruct IH as [I1 I2]; [intros p I; apply P; simpl; auto|]. pose proof (P (u, k) (or_introl eq_refl)) as K. apply Z.leb_le in K. cbn [snd] in K.
    cbn [dot existsb fst snd]. split; [nia|]. intros t H. apply orb_prop in H. destruct H as [H|H]; [|specialize (I2 t H); nia].
    apply andb_prop in H. destruct H as [H1 H2]. apply Pos.eqb_eq in H1. apply Z.leb_le in H2. subst. nia. }
  destruct (D (snd l) P) as [D1 D2]. split; [lia|]. intros t I. specialize (D2 t (T t I)). lia.
Qed.
Definition place_form (te : tenv) (i : nat) (l : lin) (e : expr) (b c : Z) : option form :=
  match tasks te, place_tree te i e with
  | _ :: _, Some t => match defined_tree t with
      | Some tr => if (2 <=? b)%Z && (look tr (fun _ => false) =? 0)%Z && is_above l (looks_at tr) then place_atom tr b c else None
      | None => None
      end
  | _, _ => None
  end.
Definition over_places (i : nat) (s e : expr) (b : Z) : expr :=
  Fold AllSum (Range i (Num 0) (Log2 s) (Found (Truth true) (Two Product e (Two Power (Num b) (V i))))).
Lemma found_places r i e b (f : nat -> Z) : (forall p, num e (put r i (Z.of_nat p)) = Some (f p)) -> forall l,
  all_found (flat_map (fun z => found (Found (Truth true) (Two Product e (Two Power (Num b) (V i)))) (put r i z)) (map Z.of_nat l)) =
  Some (map (fun p => f p * b ^ Z.of_nat p)%Z l).
Proof.
  intros H. induction l as [|p l IH]; [reflexivity|]. cbn [map flat_map].
  assert (E : found (Found (Truth true) (Two Product e (Two Power (Num b) (V i)))) (put r i (Z.of_nat p)) = [Some (f p * b ^ Z.of_nat p)%Z]).
  { cbn [found truth num]. rewrite H. cbn [put var]. rewrite Nat.eqb_refl. cbn [two]. unfold natural. rewrite (proj2 (Z.leb_le _ _)) by lia. reflexivity. }
  rewrite E. cbn [app all_found]. rewrite IH. reflexivity.
Qed.
Theorem place_form_ok te i l s e b c y r v : place_form te i l e b c = Some y -> fits te r v -> num s r = Some (lval l v) ->
  exists z, num (over_places i s e b) r = Some z /\ (sem y v <-> z = c).
Proof.
  unfold place_form. destruct (tasks te) as [|q qs] eqn:Q; [discriminate|]. destruct (place_tree te i e) as [t|] eqn:T; [|discriminate].
  destruct (defined_tree t) as [tr|] eqn:D; [|discriminate]. destruct ((2 <=? b)%Z && _ && _) eqn:C; [|discriminate].
  rewrite !andb_true_iff in C. destruct C as [[Cb Cz] Ca]. apply Z.leb_le in Cb. apply Z.eqb_eq in Cz. intros H F Es.
  assert (B : bounded v) by (destruct (fit_bounded _ _ _ F) as [N|B]; [congruence|exact B]).
  destruct (is_above_ok l (looks_at tr) v Ca) as [Pos1 Above]. set (S := lval l v) in *. set (L := Datatypes.S (Z.to_nat (Z.log2 S))).
  assert (Ep : forall p, num e (put r i (Z.of_nat p)) = Some (look tr (at_place v p))).
  { intros p. rewrite (place_tree_ok te i r v p F e t T). apply defined_tree_ok, D. }
  assert (Small : forall u, List.In u (looks_at tr) -> (v u < 2 ^ N.of_nat L)%N).
  { intros u I. specialize (Above u I). destruct (Z.log2_spec S ltac:(lia)) as [_ Hi]. apply N2Z.inj_lt. rewrite N2Z.inj_pow.
    replace (Z.of_N (N.of_nat L)) with (Z.succ (Z.log2 S)) by (pose proof (Z.log2_nonneg S); unfold L; lia). simpl (Z.of_N 2). lia. }
  exists (psum tr b L v). split.
  - assert (R : forall g, found (Range i (Num 0) (Log2 s) g) r = flat_map (fun z => found g (put r i z)) (map Z.of_nat (seq 0 L))).
    { intros g. change (found (Range i (Num 0) (Log2 s) g) r) with (match num (Num 0) r, num (Log2 s) r with
        | Some a, Some c => flat_map (fun z => found g (put r i z)) (range a c) | _, _ => [None] end).
      cbn [num]. rewrite Es, (proj2 (Z.ltb_lt 0 S)) by lia. f_equal. unfold range.
      replace (Z.to_nat (Z.log2 S - 0 + 1)) with L by (pose proof (Z.log2_nonneg S); unfold L; lia). apply map_ext. intros; lia. }
    unfold over_places. change (num (Fold AllSum ?g) r) with (fold AllSum (found g r)). rewrite R. unfold fold.
    rewrite (found_places r i e b (fun p => look tr (at_place v p)) Ep (seq 0 L)), psum_is. reflexivity.
  - rewrite (place_atom_ok tr b Cb Cz c y v H B). apply whole_is; auto.
Qed.

(** * Conditions *)
(* sums of multiples of tracks *)
Fixpoint sum_lin (te : tenv) (e : expr) : option lin :=
  match e with
  | Num c => Some (lconst c)
  | X i => nth_error (tcoords te) i
  | V i => assoc i (tvars te)
  | Plus a k c => match sum_lin te a, sum_lin te c with Some l, Some m => Some (ladd l k m) | _, _ => None end
  | _ => None
  end.
Lemma sum_lin_ok te r v : fits te r v -> forall e l, sum_lin te e = Some l -> num e r = Some (lval l v).
Proof.
  intros F. induction e as [c|j|j|a IHa k c IHc|w a IHa c IHc|a IHa|a IHa|a IHa c|c a IHa d IHd|a IHa l|a IHa ds|k l|l|w g|q l|]; intros m H;
    cbn [sum_lin] in H; try discriminate; cbn [num].
  - injection H as <-. rewrite lval_const. reflexivity.
  - apply (fit_coords _ _ _ F), H.
  - apply (fit_vars _ _ _ F), H.
  - destruct (sum_lin te a) as [l|]; [|discriminate]. destruct (sum_lin te c) as [l'|]; [|discriminate]. injection H as <-.
    rewrite (IHa l eq_refl), (IHc l' eq_refl), lval_add. reflexivity.
Qed.
Definition as_places (a : expr) : option (nat * expr * expr * Z) :=
  match a with
  | Fold AllSum (Range i (Num Z0) (Log2 s) (Found (Truth true) (Two Product e (Two Power (Num b) (V j))))) =>
      if Nat.eqb i j then Some (i, s, e, b) else None
  | _ => None
  end.
Lemma as_places_ok a i s e b : as_places a = Some (i, s, e, b) -> a = over_places i s e b.
Proof.
  unfold as_places. intros H. repeat match type of H with match ?x with _ => _ end = _ => destruct x eqn:?; try discriminate H end.
  injection H as <- <- <- <-. subst. match goal with E : Nat.eqb _ _ = true |- _ => apply Nat.eqb_eq in E; subst end. reflexivity.
Qed.
(* the number is 0 *)
Definition place_cond (te : tenv) (a : expr) : option form :=
  match as_places a with
  | Some (i, s, e, b) => match sum_lin te s with Some l => place_form te i l e b 0 | None => None end
  | None => match a with
    | Plus a' (-1)%Z a'' => match as_places a'', sum_lin te a' with
        | Some (i, s, e, b), Some (c, []) => match sum_lin te s with Some l => place_form te i l e b c | None => None end
        | _, _ => None
        end
    | _ => None
    end
  end.
Lemma place_cond_ok te a y r v : place_cond te a = Some y -> fits te r v -> exists z, num a r = Some z /\ (sem y v <-> z = 0%Z).
Proof.
  unfold place_cond. intros H F. destruct (as_places a) as [[[[i s] e] b]|] eqn:A.
  - rewrite (as_places_ok a i s e b A). destruct (sum_lin te s) as [l|] eqn:S; [|discriminate].
    exact (place_form_ok te i l s e b 0 y r v H F (sum_lin_ok te r v F s l S)).
  - clear A. destruct a as [ | | |a' k a''| | | | | | | | | | | | ]; try discriminate. destruct k as [| |[]]; try discriminate.
    destruct (as_places a'') as [[[[i s] e] b]|] eqn:A; [|discriminate]. destruct (sum_lin te a') as [[c [|]]|] eqn:L; try discriminate.
    destruct (sum_lin te s) as [l|] eqn:S; [|discriminate].
    destruct (place_form_ok te i l s e b c y r v H F (sum_lin_ok te r v F s l S)) as (z & E & K).
    exists (c - z)%Z. cbn [num]. rewrite (sum_lin_ok te r v F a' (c, []) L), (as_places_ok a'' i s e b A), E. unfold lval. cbn [fst snd dot].
    split; [f_equal; lia|]. rewrite K. lia.
Qed.

(** * A constant less an answer *)
Fixpoint all_lins (te : tenv) (l : exprs) : option (list lin) :=
  match l with
  | Nil => Some []
  | Cons (Truth true) e l' => match sum_lin te e, all_lins te l' with Some a, Some ls => Some (a :: ls) | _, _ => None end
  | _ => None
  end.
Lemma all_lins_ok te r v : fits te r v -> forall l ls, all_lins te l = Some ls -> all_found (list_of l r) = Some (map (fun a => lval a v) ls).
Proof.
  intros F. induction l as [|c e l IH]; intros ls H; cbn [all_lins] in H; [injection H as <-; reflexivity|].
  destruct c as [[|]| | | | | | | | | | | | | ]; try discriminate. destruct (sum_lin te e) as [a|] eqn:E; [|discriminate].
  destruct (all_lins te l) as [ls'|]; [|discriminate]. injection H as <-. cbn [list_of truth all_found map].
  rewrite (sum_lin_ok te r v F e a E), (IH ls' eq_refl). reflexivity.
Qed.
(* where it is known of a value only whether it is this constant *)
Definition ask_cond (te : tenv) (a : expr) (n : positive) : option ((form * form) * positive) :=
  match a with
  | Plus a' (-1)%Z (Ask q l) => match sum_lin te a', all_lins te l, nth_error (tasks te) q with
      | Some (c, []), Some ls, Some ask => let '(y, f, n') := asked_is ask c [(yes, ls)] n in Some ((y, f), n')
      | _, _, _ => None
      end
  | _ => None
  end.
Lemma ask_cond_ok te a n p n' r v : ask_cond te a n = Some (p, n') -> fits te r v -> judged (fst p) (snd p) v (truth (IsZero a) r).
Proof.
  unfold ask_cond. intros H F. destruct a as [ | | |a' k a''| | | | | | | | | | | | ]; try discriminate. destruct k as [| |[]]; try discriminate.
  destruct a'' as [ | | | | | | | | | | | | | |q l| ]; try discriminate. destruct (sum_lin te a') as [[c [|]]|] eqn:L; try discriminate.
  destruct (all_lins te l) as [ls|] eqn:Ls; [|discriminate]. destruct (nth_error (tasks te) q) as [ask|] eqn:E; [|discriminate].
  destruct (asked_is ask c [(yes, ls)] n) as [[y f] n1] eqn:As. injection H as <- <-. cbn [fst snd].
  assert (B : bounded v) by (destruct (fit_bounded _ _ _ F) as [T|B]; [rewrite T in E; destruct q; discriminate E|exact B]).
  assert (K : judged y f v (let* zs := all_found (list_of l r) in let* z := answer r q zs in Some (z =? c)%Z)).
  { apply (asked_is_ok te r v q ask c _ F E B _ _ _ _ _ As). intros g ls' [I|[]] _. injection I as <- <-. exact (all_lins_ok te r v F l ls Ls). }
  cbn [truth num]. rewrite (sum_lin_ok te r v F a' (c, []) L). unfold lval. cbn [fst snd dot].
  destruct (all_found (list_of l r)) as [zs|]; [|exact K]. destruct (answer r q zs) as [z|]; [|exact K].
  replace (c + 0 + -1 * z =? 0)%Z with (z =? c)%Z; [exact K|]. destruct (Z.eqb_spec z c), (Z.eqb_spec (c + 0 + -1 * z) 0); auto; lia.
Qed.

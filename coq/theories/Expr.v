(* Expressions and conditions of the canonical form of rules, and what they mean.

   The types are those of grundy's book (chapter "The canonical form of rules", section "Expressions"), printed as terms.
   Where the book
   has lists of operands, here is the same with two: ["sum",c,[[k,e],…]]
     is [Plus (… (Plus (Num c) k e) …)], and so with `and`, `or`,
   `min`, `max`, `xor`, `product`; [PowerLog] is ["power",2,…] of a logarithm.  The quantified forms are [Fold], [Every]
     and [Any] of a [gen]: ranges, a condition, and what is
   found there.  Not here, so that rules with them cannot be printed: nim-products, `linked`, "target is P".

   What must be read to believe a statement about rules: all of this file up to [truth].  Evaluation gives [None]
     where the book says
   "undefined": from left to right, and no further than the answer needs. *)
Require Import List NArith ZArith Bool.
Import ListNotations.

Notation "'let*' x := a 'in' b" := (match a with Some x => b | None => None end) (at level 200, x pattern, b at level 200).

Inductive word2 := Product | Div | Mod | Power | Gcd | Bit | Root | Min | Max | Xor.
Inductive word := AllSum | AllXor | AllMin | AllMax.

Inductive expr :=
| Num (c : Z) | X (i : nat) | V (i : nat)          (* an integer; the coordinate i; the parameter or variable i; from 0 *)
| Plus (a : expr) (k : Z) (b : expr)               (* a + k*b *)
| Two (w : word2) (a b : expr)
| Abs (a : expr) | Log2 (a : expr)
| PowerLog (a : expr) (c : Z)                       (* 2 to the power of the logarithm of a, and c *)
| If (c : cond) (a b : expr)
| Entry (i : expr) (l : exprs)                     (* the i-th of the list, from 1 *)
| Digit (i : expr) (ds : list Z)                   (* the i-th digit, from 0; 0 past the end *)
| Rank (k : nat) (l : exprs)                       (* the k-th smallest, from 0 *)
| Mex (l : exprs)                                  (* the least natural that is none of those whose conditions hold *)
| Fold (w : word) (g : gen)
| Ask (q : nat) (l : exprs)                         (* the answer to question q of a claim, at a position *)
| Undefined
with cond :=
| Truth (t : bool)
| IsZero (a : expr) | NonPos (a : expr)            (* a = 0, a <= 0 *)
| DividedBy (d n : expr)                           (* ["divides",d,n] *)
| Neither (c : cond)                               (* not c *)
| Both (c d : cond) | Either (c d : cond) | Iff (c d : cond)
| Choose (c a b : cond)                            (* if c, then a, else b *)
| Every (g : gen) | Any (g : gen)                  (* what is found is never 0; is not 0 once *)
| AnswerIs (q : nat) (l : exprs) (c : Z)            (* the answer to question q is c *)
| Ends (k : nat)                                   (* ["terminal",k]: part k has no move *)
| Unknown                                          (* undefined *)
with exprs := Nil | Cons (c : cond) (e : expr) (l : exprs)    (* conditions are [Truth true] but in [Mex] *)
with gen := Found (c : cond) (e : expr) | Range (i : nat) (lo hi : expr) (g : gen).
(* `count` and the bodies of `all` and `any` are conditions: 1 where they hold *)
Definition one_if (c : cond) : expr := If c (Num 1) (Num 0).

(** * What coordinates, variables and parts are *)
Record env := { coord : nat -> option Z; var : nat -> option Z; part_ends : nat -> option bool; answer : nat -> list Z ->
  option Z }.
Definition put (r : env) (i : nat) (z : Z) : env :=
  {| coord := coord r; var := fun j => if Nat.eqb i j then Some z else var r j;
     part_ends := part_ends r; answer := answer r |}.

Definition natural (z : Z) : bool := (0 <=? z)%Z.
Definition two (w : word2) (a b : Z) : option Z :=
  match w with
  | Product => Some (a * b)
  | Div => if b =? 0 then None else Some (a / b)
  | Mod => if b =? 0 then None else Some (a mod b)
  | Power => if natural b then Some (a ^ b) else None
  | Gcd => Some (Z.gcd a b)
  | Bit => if natural b then Some (Z.shiftr a b mod 2) else None
  | Root => if natural a then Some (if natural b then Z.sqrt (b * b * a) else - Z.sqrt_up (b * b * a)) else None
  | Min => Some (Z.min a b)
  | Max => Some (Z.max a b)
  | Xor => if natural a && natural b then Some (Z.lxor a b) else None
  end%Z.
(* a, a + 1, …, b *)
Definition range (a b : Z) : list Z := map (fun i => a + Z.of_nat i)%Z (seq 0 (Z.to_nat (b - a + 1))).
Definition place {A} (i : Z) (l : list A) : option A :=
  if natural i && (i <? Z.of_nat (length l))%Z then nth_error l (Z.to_nat i) else None.
Fixpoint insert_z (z : Z) (l : list Z) : list Z :=
  match l with [] => [z] | y :: l' => if (z <=? y)%Z then z :: l else y :: insert_z z l' end.
Definition sort_z (l : list Z) : list Z := fold_right insert_z [] l.
(* the least natural from n on that is not in l; as many steps as l is long are enough *)
Fixpoint mex_from (steps : nat) (n : Z) (l : list Z) : Z :=
  match steps with O => n | S s => if existsb (Z.eqb n) l then mex_from s (n + 1)%Z l else n end.
Definition mex_z (l : list Z) : Z := mex_from (length l) 0 l.

(* what was found, all of which must be defined *)
Fixpoint all_found (l : list (option Z)) : option (list Z) :=
  match l with [] => Some [] | o :: l' => let* z := o in let* zs := all_found l' in Some (z :: zs) end.
Definition fold (w : word) (l : list (option Z)) : option Z :=
  let* zs := all_found l in
  match w, zs with
  | AllSum, _ => Some (fold_right Z.add 0%Z zs)
  | AllXor, _ => if forallb natural zs then Some (fold_right Z.lxor 0%Z zs) else None
  | _, [] => None
  | AllMin, z :: r => Some (fold_right Z.min z r)
  | AllMax, z :: r => Some (fold_right Z.max z r)
  end.
(* from left to right, until 0 is found, or something else *)
Fixpoint every (l : list (option Z)) : option bool :=
  match l with [] => Some true | o :: l' => let* z := o in if (z =? 0)%Z then Some false else every l' end.
Fixpoint any (l : list (option Z)) : option bool :=
  match l with [] => Some false | o :: l' => let* z := o in if (z =? 0)%Z then any l' else Some true end.

(** * Evaluation *)
Fixpoint num (e : expr) (r : env) {struct e} : option Z :=
  match e with
  | Num c => Some c
  | X i => coord r i
  | V i => var r i
  | Plus a k b => let* x := num a r in let* y := num b r in Some (x + k * y)%Z
  | Two w a b => let* x := num a r in let* y := num b r in two w x y
  | Abs a => let* x := num a r in Some (Z.abs x)
  | Log2 a => let* x := num a r in if (0 <? x)%Z then Some (Z.log2 x) else None
  | PowerLog a c => let* x := num a r in if (0 <? x)%Z then two Power 2 (Z.log2 x + c) else None
  | If c a b => let* t := truth c r in if (t : bool) then num a r else num b r
  | Entry i l => let* p := num i r in if natural (p - 1) then entry l r (p - 1) else None
  | Digit i ds => let* p := num i r in if natural p then Some (match place p ds with Some d => d | None => 0%Z end) else None
  | Rank k l => let* zs := all_found (list_of l r) in nth_error (sort_z zs) k
  | Mex l => let* zs := all_found (list_of l r) in Some (mex_z zs)
  | Fold w g => fold w (found g r)
  | Ask q l => let* zs := all_found (list_of l r) in answer r q zs
  | Undefined => None
  end
with truth (c : cond) (r : env) {struct c} : option bool :=
  match c with
  | Truth t => Some t
  | IsZero a => let* x := num a r in Some (x =? 0)%Z
  | NonPos a => let* x := num a r in Some (x <=? 0)%Z
  | DividedBy d n => let* x := num d r in let* y := num n r in Some (if (x =? 0)%Z then (y =? 0)%Z else (y mod x =? 0)%Z)
  | Neither c => let* t := truth c r in Some (negb t)
  | Both c d => let* t := truth c r in if (t : bool) then truth d r else Some false
  | Either c d => let* t := truth c r in if (t : bool) then Some true else truth d r
  | Iff c d => let* t := truth c r in let* u := truth d r in Some (Bool.eqb t u)
  | Choose c a b => let* t := truth c r in if (t : bool) then truth a r else truth b r
  | Every g => every (found g r)
  | Any g => any (found g r)
  | AnswerIs q l c => let* zs := all_found (list_of l r) in let* z := answer r q zs in Some (z =? c)%Z
  | Ends k => part_ends r k
  | Unknown => None
  end
with entry (l : exprs) (r : env) (p : Z) {struct l} : option Z :=
  match l with Nil => None | Cons _ e l' => if (p =? 0)%Z then num e r else entry l' r (p - 1)%Z end
with list_of (l : exprs) (r : env) {struct l} : list (option Z) :=
  match l with
  | Nil => []
  | Cons c e l' => match truth c r with
                   | None => [None]
                   | Some true => num e r :: list_of l' r
                   | Some false => list_of l' r
                   end
  end
with found (g : gen) (r : env) {struct g} : list (option Z) :=
  match g with
  | Found c e => match truth c r with None => [None] | Some true => [num e r] | Some false => [] end
  | Range i lo hi g' => match num lo r, num hi r with
                        | Some a, Some b => flat_map (fun z => found g' (put r i z)) (range a b)
                        | _, _ => [None]
                        end
  end.

Scheme expr_mind := Induction for expr Sort Prop with cond_mind := Induction for cond Sort Prop
  with exprs_mind := Induction for exprs Sort Prop with gen_mind := Induction for gen Sort Prop.
Combined Scheme expressions_ind from expr_mind, cond_mind, exprs_mind, gen_mind.

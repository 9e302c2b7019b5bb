(* The theorems of crates/grundy-certify/theorems.txt, as that file says them: made by a test of grundy-certify, and
   proved in Stated.v.

   The words of a theorem are its arguments. A thing is a position, or what a move leaves; [step x y] says that a move
   leads from x to y; [many] is the number of the parts of a position; [number t] that t is a value that is meant,
   such as a level. All obligations are asked of the [subject]; so is what follows, where something does. *)

From Coq Require Import List NArith.
Import ListNotations.

Definition put {A} (p : list A) (i : nat) (z : A) : list A := firstn i p ++ z :: skipn (S i) p.

Local Open Scope N_scope.

Definition exchange (thing : Type) (subject : thing -> thing -> thing -> thing -> Prop) (exists_ : thing ->
    Prop) (step : thing -> thing -> Prop) : Prop :=
  (forall x u y w, subject x u y w -> (exists_ x <-> exists_ u) /\ (exists_ x -> (exists z1, step x z1 /\ z1 =
    y) <-> (exists z2, step u z2 /\ z2 = w))).

Definition order (thing : Type) (subject : thing -> Prop) (step : thing -> thing -> Prop) (in_order : thing ->
    thing -> Prop) : Prop :=
  (forall x, subject x -> forall y1, step x y1 -> in_order x y1).

Definition graph (thing : Type) (subject : thing -> Prop) (step : thing -> thing -> Prop) (inside : thing ->
    Prop) (falls : thing -> Prop) (number : N -> Prop) (V : thing -> N -> Prop) (misere : Prop) (terminal :
    thing -> Prop) (value : thing -> N -> Prop) : Prop :=
  (forall x, subject x -> forall y1, step x y1 -> inside y1) ->
  (forall x, subject x -> falls x) ->
  (forall x, subject x -> exists t2, number t2 /\ V x t2) ->
  (forall x, subject x -> forall t3, number t3 -> V x t3 -> forall y4, step x y4 -> ~ V y4 t3) ->
  (forall x, subject x -> forall t5, number t5 -> forall u6, number u6 -> u6 < t5 -> V x t5 -> (exists y7, step
    x y7 /\ V y7 u6) \/ misere /\ terminal x) ->
  (forall x, subject x -> forall t8, number t8 -> misere /\ terminal x /\ V x t8 -> t8 = 1) ->
  (* therefore *)
  (forall x, subject x -> forall t9, number t9 -> V x t9 <-> value x t9).

Definition levels (thing : Type) (subject : thing -> Prop) (step : thing -> thing -> Prop) (inside : thing ->
    Prop) (falls : thing -> Prop) (number : N -> Prop) (V : thing -> N -> Prop) (misere : Prop) (terminal :
    thing -> Prop) (complete : Prop) (value : thing -> N -> Prop) : Prop :=
  (forall x, subject x -> forall y1, step x y1 -> inside y1) ->
  (forall x, subject x -> falls x) ->
  (forall x, subject x -> forall k2, number k2 -> V x k2 <-> (misere /\ terminal x -> k2 = 1) /\ (misere /\
    terminal x \/ (forall y3, step x y3 -> ~ V y3 k2) /\ (forall j4, number j4 -> j4 < k2 -> exists y5, step x
    y5 /\ V y5 j4))) ->
  (forall x, subject x -> complete -> exists k6, number k6 /\ V x k6) ->
  (* therefore *)
  (forall x, subject x -> (forall k7, number k7 -> V x k7 <-> value x k7) /\ (complete -> exists k8, number k8
    /\ value x k8)).

Definition play_ends (thing : Type) (subject : thing -> Prop) (falls : thing -> Prop) (number : N -> Prop)
    (value : thing -> N -> Prop) : Prop :=
  (forall x, subject x -> falls x) ->
  (* therefore *)
  (forall x, subject x -> exists t1, number t1 /\ value x t1).

Definition rank (thing : Type) (subject : thing -> Prop) (falls : thing -> Prop) (step : thing -> thing ->
    Prop) (single : thing -> Prop) (number : N -> Prop) (value : thing -> N -> Prop) (rank_below : thing -> N
    -> Prop) (misere : Prop) : Prop :=
  (forall x, subject x -> falls x) ->
  (forall x, subject x -> forall y1, step x y1 -> single y1) ->
  (* therefore *)
  (forall x, subject x -> forall t2, number t2 -> value x t2 -> rank_below x t2 -> misere /\ t2 = 1).

Definition window (thing : Type) (subject : thing -> thing -> Prop) (step : thing -> thing -> Prop) (in_window
    : thing -> thing -> Prop) (steps : thing -> Prop) (number : N -> Prop) (grows : thing -> N -> Prop) (value
    : thing -> N -> Prop) (like : thing -> thing -> Prop) : Prop :=
  (forall x y, subject x y -> (exists z1, step x z1 /\ z1 = y) <-> in_window x y) ->
  (forall x y, subject x y -> steps x) ->
  (* therefore *)
  (forall x y, subject x y -> forall t2, number t2 -> (grows x t2 -> value x t2) /\ (like x y -> value x t2 <->
    value y t2)).

Definition line (thing : Type) (subject : thing -> thing -> Prop) (exists_ : thing -> Prop) (number : N ->
    Prop) (V : thing -> N -> Prop) (saltus : N) (grown : thing -> N -> N -> Prop) : Prop :=
  (forall here there, subject here there -> exists_ here <-> exists_ there) /\
  (forall here there, subject here there -> forall t1, number t1 -> exists_ here /\ V here t1 -> grown there t1
    saltus).

Definition lines (thing : Type) (subject : thing -> Prop) (on_a_line : thing -> Prop) (number : N -> Prop) (V
    : thing -> N -> Prop) : Prop :=
  (forall x, subject x -> on_a_line x) /\
  (forall x, subject x -> forall t1, number t1 -> forall u2, number u2 -> V x t1 /\ V x u2 -> t1 = u2).

Definition strategy (thing : Type) (subject : thing -> Prop) (falls : thing -> Prop) (S : thing -> Prop)
    (misere : Prop) (terminal : thing -> Prop) (step : thing -> thing -> Prop) (single : thing -> Prop)
    (cancels : thing -> Prop) (unsaid : thing -> Prop) (said : thing -> Prop) (loses : Prop) (value : thing ->
    N -> Prop) : Prop :=
  (forall x, subject x -> falls x) ->
  (forall x, subject x -> S x -> (misere -> ~ terminal x) /\ (forall y1, step x y1 -> single y1 /\ ((exists z2,
    step y1 z2 /\ (S z2 \/ ~ misere /\ cancels z2)) \/ misere /\ terminal y1))) ->
  (forall x, subject x -> unsaid x \/ said x /\ ((loses -> S x) /\ (loses \/ single x /\ ((exists z3, step x z3
    /\ (S z3 \/ ~ misere /\ cancels z3)) \/ misere /\ terminal x)))) ->
  (* therefore *)
  (forall x, subject x -> said x -> (loses -> value x 0) /\ (loses \/ ~ value x 0)).

Definition coverage (thing : Type) (subject : thing -> Prop) (unsaid : thing -> Prop) (said : thing -> Prop)
    (among : thing -> Prop) : Prop :=
  (forall x, subject x -> unsaid x \/ said x /\ among x).

Definition correspondence (thing : Type) (subject : thing -> Prop) (parts_of : thing -> list thing -> Prop)
    (many : nat) (nowhere : thing) (exists_ : thing -> Prop) (misere : Prop) (terminal : thing -> Prop) (step
    : thing -> thing -> Prop) (among : thing -> Prop) (outcomes : Prop) (elsewhere : Prop) (same_value : thing
    -> thing -> Prop) (nim_sum : thing -> list thing -> Prop) : Prop :=
  (forall x, subject x -> exists p1, parts_of x p1 /\ (forall i2, (i2 < many)%nat -> exists_ (nth i2 p1
    nowhere))) ->
  (forall x, subject x -> misere -> exists p3, parts_of x p3 /\ (terminal x -> terminal (nth 0%nat p3 nowhere))
    /\ (terminal (nth 0%nat p3 nowhere) -> terminal x \/ (exists y4, step x y4 /\ among y4 /\ (exists q5,
    parts_of y4 q5 /\ ~ terminal (nth 0%nat q5 nowhere) /\ (forall z6, step (nth 0%nat q5 nowhere) z6 ->
    terminal z6))))) ->
  (forall x, subject x -> exists p7, parts_of x p7 /\ (outcomes /\ (exists i8, (i8 < many)%nat /\ (exists z9,
    step (nth i8 p7 nowhere) z9 /\ terminal z9) /\ (forall j10, (j10 < many)%nat -> (j10 <> i8)%nat ->
    terminal (nth j10 p7 nowhere))) \/ (forall y11, step x y11 -> among y11 /\ (exists q12, parts_of y11 q12
    /\ (outcomes /\ (exists i13, (i13 < many)%nat /\ (exists z14, step (nth i13 q12 nowhere) z14 /\ terminal
    z14) /\ (forall j15, (j15 < many)%nat -> (j15 <> i13)%nat -> terminal (nth j15 q12 nowhere))) \/ (exists
    i16, (i16 < many)%nat /\ ((exists c17, step (nth i16 p7 nowhere) c17 /\ c17 = (nth i16 q12 nowhere)) \/
    (exists c18, step (nth i16 q12 nowhere) c18 /\ c18 = (nth i16 p7 nowhere))) /\ (forall j19, (j19 <
    many)%nat -> (j19 <> i16)%nat -> (nth j19 p7 nowhere) = (nth j19 q12 nowhere))))) \/ elsewhere /\ (exists
    z20, step (nth 0%nat p7 nowhere) z20 /\ same_value y11 z20)))) ->
  (forall x, subject x -> forall i21, (i21 < many)%nat -> exists p22, parts_of x p22 /\ (forall z23, step (nth
    i21 p22 nowhere) z23 -> (exists y24, step x y24 /\ among y24 /\ (exists q25, parts_of y24 q25 /\ (nth i21
    q25 nowhere) = z23 /\ (forall j26, (j26 < many)%nat -> (j26 <> i21)%nat -> (nth j26 p22 nowhere) = (nth
    j26 q25 nowhere)))) \/ outcomes /\ (exists i27, (i27 < many)%nat /\ (exists z28, step (nth i27 (put p22
    i21 z23) nowhere) z28 /\ terminal z28) /\ (forall j29, (j29 < many)%nat -> (j29 <> i27)%nat -> terminal
    (nth j29 (put p22 i21 z23) nowhere))) \/ elsewhere /\ (exists y30, step x y30 /\ same_value y30 z23))) ->
  (* therefore *)
  (forall x, subject x -> exists p31, parts_of x p31 /\ nim_sum x p31).

Definition same_moves (thing : Type) (subject : thing -> Prop) (parts_of : thing -> list thing -> Prop)
    (nowhere : thing) (exists_ : thing -> Prop) (step : thing -> thing -> Prop) (match_ : thing -> thing ->
    Prop) (nim_sum : thing -> list thing -> Prop) : Prop :=
  (forall x, subject x -> exists p1, parts_of x p1 /\ exists_ (nth 0%nat p1 nowhere)) ->
  (forall x, subject x -> exists p2, parts_of x p2 /\ (forall y3, step x y3 -> exists z4, step (nth 0%nat p2
    nowhere) z4 /\ match_ y3 z4)) ->
  (forall x, subject x -> exists p5, parts_of x p5 /\ (forall z6, step (nth 0%nat p5 nowhere) z6 -> exists y7,
    step x y7 /\ match_ y7 z6)) ->
  (* therefore *)
  (forall x, subject x -> exists p8, parts_of x p8 /\ nim_sum x p8).

Definition tame (thing : Type) (subject : thing -> Prop) (A : thing -> Prop) (B : thing -> Prop) (number : N
    -> Prop) (N_ : thing -> N -> Prop) (M : thing -> N -> Prop) : Prop :=
  (forall x, subject x -> (A x \/ B x) \/ (exists t1, number t1 /\ N_ x t1 /\ M x t1)).

Definition pet (thing : Type) (subject : thing -> Prop) (N_ : thing -> N -> Prop) (M : thing -> N -> Prop) (A
    : thing -> Prop) (B : thing -> Prop) (number : N -> Prop) : Prop :=
  (forall x, subject x -> ~ (N_ x 0 /\ M x 0)) ->
  (* therefore *)
  (forall x, subject x -> (A x \/ B x) \/ (exists t1, number t1 /\ N_ x t1 /\ M x t1 /\ ~ t1 = 0 /\ ~ t1 = 1)).

Definition domestic (thing : Type) (subject : thing -> Prop) (N_ : thing -> N -> Prop) (M : thing -> N ->
    Prop) : Prop :=
  (forall x, subject x -> (N_ x 0 -> M x 0 \/ M x 1) /\ (M x 0 -> N_ x 0 \/ N_ x 1)).

Definition miserable (thing : Type) (subject : thing -> Prop) (A : thing -> Prop) (B : thing -> Prop) (step :
    thing -> thing -> Prop) (number : N -> Prop) (N_ : thing -> N -> Prop) (M : thing -> N -> Prop) : Prop :=
  (forall x, subject x -> (A x \/ B x) \/ ((exists y1, step x y1 /\ A y1) <-> (exists y2, step x y2 /\ B y2))) ->
  (* therefore *)
  (forall x, subject x -> (A x \/ B x) \/ (exists t3, number t3 /\ N_ x t3 /\ M x t3)).

Definition returnable (thing : Type) (subject : thing -> Prop) (A : thing -> Prop) (step : thing -> thing ->
    Prop) (terminal : thing -> Prop) (B : thing -> Prop) : Prop :=
  (forall x, subject x -> (A x -> forall y1, step x y1 -> terminal y1 \/ (exists y2, step y1 y2 /\ A y2)) /\ (B
    x -> forall y3, step x y3 -> terminal y3 \/ (exists y4, step y3 y4 /\ B y4))).

Definition forced (thing : Type) (subject : thing -> Prop) (A : thing -> Prop) (step : thing -> thing -> Prop)
    (B : thing -> Prop) : Prop :=
  (forall x, subject x -> (A x -> forall y1, step x y1 -> B y1) /\ (B x -> forall y2, step x y2 -> A y2)).

Definition one_move (thing : Type) (subject : thing -> Prop) (terminal : thing -> Prop) (step : thing -> thing
    -> Prop) (value : thing -> N -> Prop) : Prop :=
  (forall x, subject x -> terminal x \/ (exists y1, step x y1 /\ terminal y1)) ->
  (* therefore *)
  (forall x, subject x -> value x 0 -> terminal x).

Definition sg_decreasing (thing : Type) (subject : thing -> Prop) (number : N -> Prop) (N_ : thing -> N ->
    Prop) (step : thing -> thing -> Prop) : Prop :=
  (forall x, subject x -> forall t1, number t1 -> forall u2, number u2 -> N_ x t1 -> forall y3, step x y3 -> N_
    y3 u2 -> u2 < t1).

Definition swap_positions (thing : Type) (subject : thing -> Prop) (falls : thing -> Prop) (terminal : thing
    -> Prop) (A : thing -> Prop) (step : thing -> thing -> Prop) (B : thing -> Prop) (value : thing -> N ->
    Prop) (misere_value : thing -> N -> Prop) (same_values : thing -> Prop) : Prop :=
  (forall x, subject x -> falls x) ->
  (forall x, subject x -> terminal x -> A x) ->
  (forall x, subject x -> A x -> ~ (exists y1, step x y1 /\ A y1) /\ (terminal x \/ (exists y2, step x y2 /\ B
    y2))) ->
  (forall x, subject x -> B x -> ~ (exists y3, step x y3 /\ B y3) /\ (exists y4, step x y4 /\ A y4)) ->
  (forall x, subject x -> (A x \/ B x) \/ ((exists y5, step x y5 /\ A y5) <-> (exists y6, step x y6 /\ B y6))) ->
  (forall x, subject x -> A x \/ B x -> forall y7, step x y7 -> (A y7 \/ B y7) \/ (exists y8, step y7 y8 /\ A
    y8)) ->
  (* therefore *)
  (forall x, subject x -> (A x <-> value x 0 /\ misere_value x 1) /\ (B x <-> value x 1 /\ misere_value x 0) /\
    ((A x \/ B x) \/ same_values x)).

(* Wythoff's game by its canonical rules, one coordinate at most 6: all values, which grow by 24 in 24 columns from column 50 on.

   The rules are those of the certificate of `grundy period wythoff '(6, _)'`. The options of the cells are shown to be those of
   the system by formulas, and not by hand as in WythoffRows.v. *)

From Coq Require Import List NArith ZArith Arith.
From Grundy Require Import Value Expr Game Line LineCheck LineRecurs LineRules.
Import ListNotations.

Definition the_rules : rules :=
  (Rules [(0, 2)] []
  [{| before := (Truth true); params := [((Num 1%Z), (X 0))];
    guard := (Truth true);
    targets := [(0, [[(Plus (Plus (Num 0%Z) 1%Z (X 0)) (-1)%Z (V 0)); (X 1)]])] |};
   {| before := (Truth true); params := [((Num 1%Z), (X 1))];
    guard := (Truth true);
    targets := [(0, [[(X 0); (Plus (Plus (Num 0%Z) 1%Z (X 1)) (-1)%Z (V 0))]])] |};
   {| before := (Truth true); params := [((Num 1%Z), (Two Min (X 0) (X 1)))];
    guard := (Truth true);
    targets := [(0, [[(Plus (Plus (Num 0%Z) 1%Z (X 0)) (-1)%Z (V 0)); (Plus (Plus (Num 0%Z) 1%Z (X 1)) (-1)%Z (V 0))]])] |}]
  []).

Definition many : nat := 7.
Definition A : N := 50.
Definition P : N := 24.
Definition vecs : list (list N) := map (fun i => [N.of_nat i; 0%N]) (seq 0 many).

(* From row i: all earlier cells of the row; the cells of lower rows in the same column, and on the diagonal. *)
Definition sys : system := {|
  rows := many;
  start := 6;
  modulus := 1;
  trackers := map (fun i => {| row_of := i; from := 0; class := 1; residue := 0 |}) (seq 0 many);
  near := fun i b =>
    map (fun c => (i, N.of_nat c)) (seq 0 (N.to_nat b)) ++ map (fun k => (k, b)) (seq 0 i) ++
    flat_map (fun k => let d := N.of_nat (i - k) in if (d <=? b)%N then [(k, (b - d)%N)] else []) (seq 0 i);
  far := fun i _ => Used i :: map (fun k => Back k 0) (seq 0 i) ++ map (fun k => Back k (N.of_nat (i - k))) (seq 0 i)
|}.

Lemma rules_checked : check_rules the_rules 1 vecs sys [1; 1]%N = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Definition columns : list (list N) := simulate sys false [] [] (map (fun _ => nothing) (trackers sys)) 0 (N.to_nat (A + P)).

Lemma checked : check sys false A P 0 (repeat P many) columns = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem values : forall i b, i < many -> value (rules_game the_rules) [N.of_nat i; b] (value_at A P (repeat P many) columns i b).
Proof.
  intros i b L. pose proof (rules_line_values the_rules 1 vecs sys false A P 0 (repeat P many) columns [1;
    1]%N rules_checked checked i b L) as V.
  replace [N.of_nat i; b] with (cell 1 vecs i b); [exact V|].
  do 7 (destruct i as [|i]; [reflexivity|]). exfalso. unfold many in L. do 7 apply Nat.succ_lt_mono in L. inversion L.
Qed.

Theorem rows_recur : forall i b, (A <= b)%N ->
  value_at A P (repeat P many) columns i (b + P) = (value_at A P (repeat P many) columns i b + saltus_of (repeat P many) i)%N.
Proof. intros i b L. exact (line_recurs sys false A P 0 (repeat P many) columns i b checked L). Qed.

Definition all := Logic.conj values rows_recur.
Print Assumptions all.

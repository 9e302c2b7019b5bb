(* The kernel as a program: what decides formulas in the library, in OCaml. decide.ml reads programs for it.

   [holds_sound] (Program.v) is proved of what is extracted here. What must be believed besides: Coq's extraction, the
   compiler of OCaml, and decide.ml, which reads the text. *)

From Coq Require Import Extraction ExtrOcamlBasic ZArith FMapPositive.
From Grundy Require Import Program.

(* Comparison of positive numbers stands behind proofs in the library of Coq. *)
Set Warnings "-extraction-opaque-accessed".
Extraction "kernel.ml" Z.add Z.mul Z.opp make_step reached_goal automaton PositiveMap.add PositiveMap.empty.

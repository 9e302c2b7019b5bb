(* All theorems of crates/grundy-certify/theorems.txt, by name, and that none rests on an axiom. *)

From Grundy.Theorems Require Values Order Strategy Correspondence SameMoves Properties Swap Window Line Transfer Own.

Definition all :=
  ((@Values.graph, @Values.levels, @Values.play_ends, @Values.rank),
   (@Order.exchange, @Order.order),
   (@Strategy.strategy, @Strategy.coverage),
   (@Correspondence.correspondence, @SameMoves.same_moves),
   (@Properties.tame, @Properties.pet, @Properties.domestic, @Properties.miserable),
   (@Properties.returnable, @Properties.forced, @Properties.one_move, @Properties.sg_decreasing),
   @Swap.swap_positions,
   @Window.window,
   (@Line.line, @Line.lines),
   (* used by the checker, and not in theorems.txt *)
   (@Transfer.order_properties, @Own.own, @SameMoves.same_outcomes, @Strategy.strategy_values, @Swap.swap_positions_kinds)).
Print Assumptions all.

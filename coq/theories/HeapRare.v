(* Heaps of which few are rare: a checker that looks at few pairs.

   In many octal games nearly all values have an odd number of binary digits 1 among certain digits (Winning
   Ways, chapter 4). Let h(v) be the parity of the number of these digits that are 1 in v. A value v of a heap
   of n is *common* if h(v) = b + a n modulo 2, where a, b are 0 or 1; other values, and the heaps that have
   them, are *rare*. If a k + b is odd for each k that a move takes which leaves two heaps, then an option of
   two common heaps has no common value ([two_common]). So an option with a common value has a rare heap, if it
   has two heaps: to see that no option of n has the common value of n, it is enough to look at the rare heaps.

   [check_rare] has the statement of [check] in HeapCheck.v. For a heap with a common value it looks at the
   pairs with a listed heap: the rare ones, and the first few; a smaller number that is none of their values
   is looked for among all pairs. For a rare heap it looks at all pairs.

   What must be read to believe a result: as for HeapCheck.v. *)

From Coq Require Import List NArith Arith Bool Btauto Lia FMapPositive MSetPositive.
From Grundy Require Import Value Sum HeapPeriod Heap HeapCheck.
Import ListNotations.

(** ** Common values *)

(* Which values are common: the digits, a, and b. *)
Record kind := { digits : list N; by_size : bool; odd : bool }.

Definition parity (c : kind) (v : N) : bool := fold_right (fun i p => xorb (N.testbit v i) p) false (digits c).
Definition common (c : kind) (n : nat) (v : N) : bool := eqb (parity c v) (xorb (odd c) (by_size c && Nat.odd n)).

(* No two common heaps together have a common value. *)
Definition sum_free (c : kind) (d : code) : bool :=
  forallb (fun k => if N.testbit (digit d k) 2 then xorb (odd c) (by_size c && Nat.odd k) else true) (seq 0 (length d)).

Lemma parity_xor c u v : parity c (N.lxor u v) = xorb (parity c u) (parity c v).
Proof.
  unfold parity. induction (digits c) as [|i ds IH]; simpl; auto. rewrite IH, N.lxor_spec. btauto.
Qed.

Lemma two_common c d k a b u v : sum_free c d = true -> N.testbit (digit d k) 2 = true ->
  common c a u = true -> common c b v = true -> common c (k + a + b) (N.lxor u v) = false.
Proof.
  intros F T A B. unfold sum_free in F. rewrite forallb_forall in F. specialize (F k).
  rewrite T in F. assert (K : xorb (odd c) (by_size c && Nat.odd k) = true).
  { apply F, in_seq. pose proof (digit_length d k 2 T). lia. }
  unfold common in *. apply eqb_prop in A, B. rewrite parity_xor, A, B, !Nat.odd_add.
  destruct (odd c), (by_size c), (Nat.odd k), (Nat.odd a), (Nat.odd b); simpl in *; congruence.
Qed.

(** ** The program *)

Definition values_map := PositiveMap.t N.
(* The value of a heap, by its number. *)
Definition value_of (m : values_map) (n : N) : option N := match n with N0 => None | Npos p => PositiveMap.find p m end.

(* The values of the pairs of a listed heap with another one, together r tokens; None if something is missing. *)
Fixpoint pairs (m : values_map) (listed : list (N * N)) (r : N) : option (list N) :=
  match listed with
  | [] => Some []
  | (a, u) :: listed =>
      match pairs m listed r with
      | None => None
      | Some l => if (a <? r)%N then match value_of m (r - a) with Some v => Some (N.lxor u v :: l) | None => None end else Some l
      end
  end.

(* The values of all options with a listed heap, or of one heap at most. The digits are those from d_k on, and r is n - k. *)
Fixpoint option_values (m : values_map) (listed : list (N * N)) (first : bool) (d : code) (r : N) : option (list N) :=
  match d with
  | [] => Some []
  | x :: d =>
      match r with
      | N0 => Some (if negb first && N.testbit x 0 then [0%N] else [])
      | _ =>
          match option_values m listed false d (N.pred r) with
          | None => None
          | Some l =>
              match (if N.testbit x 2 then pairs m listed r else Some []) with
              | None => None
              | Some two =>
                  if negb first && N.testbit x 1
                  then match value_of m r with Some v => Some (v :: two ++ l) | None => None end
                  else Some (two ++ l)
              end
          end
      end
  end.

Definition marked (l : list N) : PositiveSet.t := fold_left (fun s v => PositiveSet.add (N.succ_pos v) s) l PositiveSet.empty.

(* Each number of a list before v is marked, or is that of some other option. *)
Fixpoint all_below_rare (marks : PositiveSet.t) (d : code) (before values : list bits) (v : N) (numbers : list bits) (u : N) :
  bool :=
  match numbers with
  | [] => false
  | x :: numbers =>
      if (u =? v)%N then true
      else if (if PositiveSet.mem (N.succ_pos u) marks then true else some_option_at d before values x)
      then all_below_rare marks d before values v numbers (N.succ u) else false
  end.

Record state := { size : N; known : values_map; listed : list (N * N) }.

(* Heaps up to [first_listed] are listed, and rare ones. *)
Fixpoint rare_from (c : kind) (first_listed : nat) (d : code) (numbers before values : list bits) (n : nat) (s : state) (rest :
  list bits) : bool :=
  match rest with
  | [] => true
  | x :: rest =>
      let v := number x in
      match option_values (known s) (listed s) true d (size s) with
      | None => false
      | Some l =>
          let is_common := common c n v in
          if (if is_common then negb (existsb (N.eqb v) l) else no_option_at d before values x) then
            if all_below_rare (marked l) d before values v numbers 0 then
              rare_from c first_listed d numbers (x :: before) values (S n)
                {| size := N.succ (size s);
                   known := PositiveMap.add (match size s with N0 => 1 | Npos p => p end)%positive v (known s);
                   listed := if is_common && (first_listed <? n) then listed s else (size s, v) :: listed s |} rest
            else false
          else false
      end
  end.

Definition right_table_rare (c : kind) (first_listed : nat) (d : code) (most : N) (T : list N) : bool :=
  let numbers := numbers_from 0 (S (N.to_nat most)) in
  let nb := map (bits_of (N.size_nat most)) numbers in
  let Tb := map (fun x => nth (N.to_nat x) nb []) T in
  are_numbers Tb T && are_numbers nb numbers && sum_free c d &&
  rare_from c first_listed d nb [] Tb 1 {| size := 1; known := PositiveMap.empty N; listed := [] |} Tb.

Definition check_rare (c : kind) (first_listed : nat) (d : code) (n0 p : nat) (vals : list N) : bool :=
  let T := table d n0 p vals in
  if (1 <=? p) && (length vals =? n0 + p) && (2 * n0 + 2 * p + length d <=? length T) then
    if same_start (skipn n0 T) (skipn (n0 + p) T) then
      match T with [] => false | v :: T => (v =? 0)%N && right_table_rare c first_listed d (fold_right N.max 0%N vals) T end
    else false
  else false.

(** ** It is sound *)

Section Sound.
Variable c : kind.
Variable d : code.
Variable f : nat -> N.
Hypothesis free : sum_free c d = true.

(* The map knows the values of the heaps from 1 to n - 1. *)
Definition knows (m : values_map) (n : nat) : Prop := forall i v, value_of m i = Some v -> 1 <= N.to_nat i < n /\ v = f (N.to_nat
  i).
Definition knows_all (m : values_map) (n : nat) : Prop := forall i, 1 <= N.to_nat i < n -> value_of m i = Some (f (N.to_nat i)).

(* Listed heaps have their values, and all rare heaps below n are listed. *)
Definition lists (l : list (N * N)) (n : nat) : Prop :=
  (forall a u, In (a, u) l -> 1 <= N.to_nat a < n /\ u = f (N.to_nat a)) /\
  (forall a, 1 <= a < n -> common c a (f a) = false -> In (N.of_nat a, f a) l).

Section At.
Variable n : nat.
Variable m : values_map.
Variable l : list (N * N).
Hypothesis K : knows m n.
Hypothesis L : forall a u, In (a, u) l -> 1 <= N.to_nat a < n /\ u = f (N.to_nat a).

Lemma pairs_sound ps r : pairs m l r = Some ps ->
  (forall v, In v ps -> exists a b, 1 <= a /\ 1 <= b /\ a + b = N.to_nat r /\ N.lxor (f a) (f b) = v) /\
  (forall a, In (N.of_nat a, f a) l -> forall b, 1 <= b -> a + b = N.to_nat r -> In (N.lxor (f a) (f b)) ps).
Proof.
  revert ps. induction l as [|(a, u) l' IH]; intros ps H; simpl in H.
  - injection H as <-. split; [intros v []|intros a []].
  - destruct (pairs m l' r) as [qs|]; [|discriminate].
    destruct (IH (fun a u I => L a u (or_intror I)) qs eq_refl) as [S1 S2].
    destruct (L a u (or_introl eq_refl)) as [La ->]. destruct (N.ltb_spec a r) as [Lt|Ge].
    + destruct (value_of m (r - a)) as [v|] eqn:V; [|discriminate]. injection H as <-. apply K in V. destruct V as [Lv ->]. split.
      * intros w [<-|I]; [|apply S1; exact I]. exists (N.to_nat a), (N.to_nat (r - a)). repeat split; lia.
      * intros a' [E|I] b Lb Sum; [|right; apply (S2 a' I b Lb Sum)]. injection E as E _. left. f_equal; f_equal; lia.
    + injection H as <-. split; [exact S1|]. intros a' [E|I] b Lb Sum; [|apply (S2 a' I b Lb Sum)]. injection E as E _. lia.
Qed.

(* Options that are looked at. *)
Definition looked_at (ys : list nat) : Prop :=
  match ys with [a; b] => In (N.of_nat a, f a) l \/ In (N.of_nat b, f b) l | _ => True end.

Definition gathers (os : list N) (options : list nat -> Prop) : Prop :=
  (forall v, In v os -> exists ys, options ys /\ nim (map f ys) = v) /\
  (forall ys, options ys -> looked_at ys -> In (nim (map f ys)) os).

Lemma later_sound : forall e r os, option_values m l false e r = Some os -> gathers os (later e (N.to_nat r)).
Proof.
  induction e as [|x e IH]; intros r os H; simpl in H.
  { injection H as <-. split; [intros v []|]. intros ys M. destruct (no_later _ _ M). }
  destruct r as [|p].
  { injection H as <-. split.
    - intros v I. destruct (N.testbit x 0) eqn:T; [|destruct I]. destruct I as [<-|[]]. exists [].
      split; [apply later_none; exact T|reflexivity].
    - intros ys M _. apply later_cases in M. destruct M as [T ->]. rewrite T. simpl. auto. }
  set (r := N.pos p) in *. destruct (option_values m l false e (N.pred r)) as [rest|] eqn:Rest; [|discriminate].
  destruct (if N.testbit x 2 then _ else _) as [two|] eqn:Two; [|discriminate].
  pose proof (IH _ _ Rest) as [R1 R2]. assert (Pred : N.to_nat r = S (N.to_nat (N.pred r))) by lia. 
  assert (One : forall one, (if N.testbit x 1 then match value_of m r with Some v => Some [v]
    | None => None end else Some []) = Some one ->
    os = one ++ two ++ rest -> gathers os (later (x :: e) (N.to_nat r))).
  { intros one One Os. subst os. split.
    - intros v I. rewrite !in_app_iff in I. destruct I as [I|[I|I]].
      + destruct (N.testbit x 1) eqn:T; [|injection One as <-; destruct I].
        destruct (value_of m r) as [w|] eqn:V; [|discriminate]. injection One as <-. destruct I as [<-|[]].
        apply K in V. destruct V as [Lr ->]. exists [N.to_nat r]. split; [|apply nim_one].
        apply later_one with 0; simpl; auto; lia.
      + destruct (N.testbit x 2) eqn:T; [|injection Two as <-; destruct I].
        apply (proj1 (pairs_sound two r Two)) in I. destruct I as (a & b & La & Lb & Sum & <-). exists [a; b].
        split; [apply later_two with 0; simpl; auto; lia|apply nim_two].
      + destruct (R1 v I) as (ys & M & E). exists ys. split; [|exact E]. rewrite Pred. apply later_next. exact M.
    - intros ys M Lk. rewrite !in_app_iff. rewrite Pred in M. apply later_cases in M.
      destruct M as [(T & ->)|[(a & b & T & La & Lb & Sum & ->)|M]].
      + left. rewrite T in One. destruct (value_of m r) as [w|] eqn:V; [|discriminate]. injection One as <-.
        apply K in V. destruct V as [_ ->]. rewrite nim_one. left. f_equal. lia.
      + right. left. rewrite T in Two. pose proof (proj2 (pairs_sound two r Two)) as S2. rewrite nim_two. destruct Lk as [I|I].
        * apply S2; auto. lia.
        * rewrite N.lxor_comm. apply S2; auto. lia.
      + right. right. apply R2; auto. }
  change (PositiveMap.find p m) with (value_of m r) in H. destruct (N.testbit x 1) eqn:T1; cbn [negb andb] in H.
  - destruct (value_of m r) as [v|] eqn:V; [|discriminate]. injection H as <-. apply (One [v]); auto.
  - injection H as <-. apply (One []); auto.
Qed.

Lemma option_values_sound r os : option_values m l true d r = Some os -> 1 <= N.to_nat r -> gathers os (moves d (N.to_nat r)).
Proof.
  intros H Lr. destruct d as [|x e].
  { injection H as <-. split; [intros v []|]. intros ys M.
    destruct M as [T|k a T|k a b T]; apply digit_length in T; simpl in T; lia. }
  simpl in H. destruct r as [|p]; [simpl in Lr; lia|]. set (r := N.pos p) in *.
  destruct (option_values m l false e (N.pred r)) as [rest|] eqn:Rest; [|discriminate].
  destruct (if N.testbit x 2 then _ else _) as [two|] eqn:Two; [|discriminate]. injection H as <-.
  pose proof (later_sound e _ _ Rest) as [R1 R2]. assert (Pred : N.to_nat r = S (N.to_nat (N.pred r))) by lia. split.
  - intros v I. apply in_app_iff in I. rewrite Pred. destruct I as [I|I].
    + destruct (N.testbit x 2) eqn:T; [|injection Two as <-; destruct I].
      apply (proj1 (pairs_sound two r Two)) in I. destruct I as (a & b & La & Lb & Sum & <-). exists [a; b].
      split; [|apply nim_two]. apply moves_later. left. exists a, b. repeat split; auto. lia.
    + destruct (R1 v I) as (ys & M & E). exists ys. split; [|exact E]. apply moves_later. auto.
  - intros ys M Lk. apply in_app_iff. rewrite Pred in M. apply moves_later in M.
    destruct M as [(a & b & T & La & Lb & Sum & ->)|M]; [left|right; auto].
    rewrite T in Two. pose proof (proj2 (pairs_sound two r Two)) as S2. rewrite nim_two. destruct Lk as [I|I].
    + apply S2; auto. lia.
    + rewrite N.lxor_comm. apply S2; auto. lia.
Qed.
End At.

Lemma marked_sound l : forall s v, PositiveSet.In (N.succ_pos v) (fold_left (fun s v => PositiveSet.add (N.succ_pos v) s) l s) ->
  In v l \/ PositiveSet.In (N.succ_pos v) s.
Proof.
  induction l as [|u l IH]; intros s v H; simpl in H; [auto|]. apply IH in H. destruct H as [H|H]; [simpl; auto|].
  apply PositiveSet.add_spec in H. destruct H as [H|H]; [|auto]. left. left. unfold PositiveSet.E.eq in H.
  apply (f_equal N.pos) in H. rewrite !N.succ_pos_spec in H. lia.
Qed.

Lemma marked_in l v : PositiveSet.mem (N.succ_pos v) (marked l) = true -> In v l.
Proof.
  intros H. apply PositiveSet.mem_spec, marked_sound in H. destruct H as [H|H]; auto. destruct (PositiveSet.empty_spec H).
Qed.

Lemma all_below_rare_sound os n before values v : (forall u, In u os -> exists ys, moves d n ys /\ nim (map f ys) = u) ->
  n = S (length before) -> downward f before -> upward f values 1 -> forall numbers u, counted numbers u ->
  all_below_rare (marked os) d before values v numbers u = true -> forall w, (u <= w < v)%N ->
  exists ys, moves d n ys /\ nim (map f ys) = w.
Proof.
  intros Os -> D U. induction numbers as [|x numbers IH]; intros u C H w Lw; [discriminate|]. destruct C as [C0 C]. simpl in H.
  destruct (N.eqb_spec u v) as [->|_]; [lia|]. destruct (if PositiveSet.mem _ _ then true else _) eqn:E; [|discriminate].
  destruct (N.eq_dec w u) as [->|Ne]; [|apply (IH (N.succ u)); auto; lia].
  destruct (PositiveSet.mem (N.succ_pos u) (marked os)) eqn:M.
  - apply Os, marked_in. exact M.
  - destruct (some_option_at_sound f d before values x D U E) as (ys & Mv & Q). exists ys. rewrite Q. auto.
Qed.

(* A heap whose value is common is right if no option with a listed heap has it. *)
Lemma common_none l n os : lists l n -> common c n (f n) = true -> gathers l os (moves d n) -> ~ In (f n) os ->
  forall ys, moves d n ys -> nim (map f ys) <> f n.
Proof.
  intros [_ Rare] Cm [_ G] No ys M E. apply No. rewrite <- E. apply G; auto.
  destruct M as [T Ln|k a T Lk La En|k a b T La Lb En]; simpl; auto.
  rewrite nim_two in E. destruct (common c a (f a)) eqn:Ca; [|left; apply Rare; auto; lia].
  destruct (common c b (f b)) eqn:Cb; [|right; apply Rare; auto; lia].
  pose proof (two_common c d k a b (f a) (f b) free T Ca Cb) as Q. rewrite <- En, E in Q. congruence.
Qed.

Lemma rare_from_sound first_listed numbers values : counted numbers 0 -> upward f values 1 -> forall rest before n s,
  n = S (length before) -> size s = N.of_nat n -> downward f before -> upward f rest n -> knows (known s) n -> lists (listed s) n
    ->
  rare_from c first_listed d numbers before values n s rest = true -> forall j, j < length rest -> right_at (moves d) f (n + j).
Proof.
  intros C U. induction rest as [|x rest IH]; intros before n s Ln Sz D R K Ls H j J; [simpl in J; lia|].
  cbn [rare_from] in H. cbv zeta in H. destruct R as [R0 R].
  destruct (option_values (known s) (listed s) true d (size s)) as [os|] eqn:Os; [|discriminate].
  assert (G : gathers (listed s) os (moves d n)).
  { pose proof (option_values_sound n (known s) (listed s) K (proj1 Ls) (size s) os Os) as G.
    rewrite Sz, Nat2N.id in G. apply G. lia. }
  destruct (if common c n (number x) then _ else _) eqn:None_; [|discriminate].
  destruct (all_below_rare _ _ _ _ _ _ _) eqn:Below; [|discriminate]. destruct j as [|j].
  - rewrite Nat.add_0_r, R0 in *. split.
    + destruct (common c n (f n)) eqn:Cm.
      * apply (common_none (listed s) n os Ls Cm G). intros I. apply negb_true_iff in None_. apply not_true_iff_false in None_.
        apply None_, existsb_exists. exists (f n). split; [exact I|apply N.eqb_refl].
      * intros ys M. rewrite <- R0. subst n. apply (no_option_at_sound f d before values x D U None_ ys M).
    + intros u Lu. apply (all_below_rare_sound os n before values (f n) (proj1 G) Ln D U numbers 0%N C Below). lia.
  - replace (n + S j) with (S n + j) by lia. refine (IH (x :: before) (S n) _ _ _ _ R _ _ H j _).
    + simpl. lia.
    + simpl. lia.
    + simpl. split; [rewrite R0; f_equal; exact Ln|exact D].
    + simpl. set (key := match size s with N0 => 1%positive | Npos p => p end).
      assert (Key : N.to_nat (N.pos key) = n) by (unfold key; destruct (size s); lia).
      intros i v V. destruct i as [|q]; [discriminate V|]. simpl in V.
      destruct (Pos.eq_dec q key) as [->|Ne].
      * rewrite PositiveMap.gss in V. injection V as <-. rewrite Key. split; [lia|exact R0].
      * rewrite PositiveMap.gso in V by exact Ne. destruct (K (N.pos q) v V) as [L E]. split; [lia|exact E].
    + simpl. destruct Ls as [L1 L2]. rewrite R0.
      assert (Old : (forall a u, In (a, u) (listed s) -> 1 <= N.to_nat a < S n /\ u = f (N.to_nat a))).
      { intros a u I. destruct (L1 a u I). split; [lia|auto]. }
      destruct (common c n (f n) && (first_listed <? n)) eqn:B.
      * split; [exact Old|]. intros a La Ca. apply andb_true_iff in B. destruct (Nat.eq_dec a n) as [->|Ne]; [destruct B;
          congruence|].
        apply L2; auto. lia.
      * split.
        -- intros a u [E|I]; [|exact (Old a u I)]. injection E as <- <-. rewrite Sz, Nat2N.id. split; [lia|reflexivity].
        -- intros a La Ca. destruct (Nat.eq_dec a n) as [->|Ne]; [left; rewrite Sz; reflexivity|]. right. apply L2; auto. lia.
    + simpl in J. lia.
Qed.
End Sound.

Lemma right_table_rare_sound c first_listed d most T f : right_table_rare c first_listed d most T = true ->
  (forall j, j < length T -> nth j T 0%N = f (1 + j)) -> forall j, j < length T -> right_at (moves d) f (1 + j).
Proof.
  unfold right_table_rare. set (nb := map _ (numbers_from _ _)). set (Tb := map _ T).
  rewrite !andb_true_iff. intros [[[AT An] Free] H] Says j J. destruct (upward_nth f Tb T 1 AT Says) as [U L].
  refine (rare_from_sound c d f Free first_listed nb Tb (numbers_counted nb _ _ An) U Tb [] 1
    {| size := 1; known := PositiveMap.empty N; listed := [] |} eq_refl eq_refl I U _ _ H j _).
  - intros [|q] v V; [discriminate V|]. simpl in V. rewrite PositiveMap.gempty in V. discriminate V.
  - split; [intros a u []|]. intros a La. lia.
  - lia.
Qed.

Theorem check_rare_sound c first_listed d n0 p vals : check_rare c first_listed d n0 p vals = true ->
  forall n, value (octal d) n (said n0 p vals n).
Proof.
  unfold check_rare. apply (table_sound d n0 p vals (right_table_rare c first_listed d (fold_right N.max 0%N vals))).
  intros T f. apply right_table_rare_sound.
Qed.

(* A checker of recurring states, by reflection.

   A certificate is a system of rows (Line.v), the columns A and A + P, the saltus of each row, and a bound
   for the values of rows that do not grow. [check] computes the values of the columns before A + P, one after
   the other, verifies that each is the least number that no option has, and compares what is looked at before
   columns A and A + P. Then the values go on for ever ([check_sound]): [value_at] says all of them.

   The numbers that are used in a row are held as a number below which all are used, and the set of the
   others ([used_set]). The columns are computed by [simulate], of which nothing is proved; [verify] looks at
   each cell. *)

From Coq Require Import List NArith Arith Bool Lia SetoidList MSetPositive.
From Grundy Require Import Value Sum Line.
Import ListNotations.
Local Open Scope N_scope.

(** ** Sets of numbers *)

Record used_set := { full : N; more : PositiveSet.t }.
Definition nothing : used_set := {| full := 0; more := PositiveSet.empty |}.
Definition member (s : used_set) (u : N) : bool := if u <? full s then true else PositiveSet.mem (N.succ_pos u) (more s).

Fixpoint advance (fuel : nat) (s : used_set) : used_set :=
  match fuel with
  | O => s
  | S fuel =>
      let p := N.succ_pos (full s) in
      if PositiveSet.mem p (more s) then advance fuel {| full := N.succ (full s); more := PositiveSet.remove p (more s) |} else s
  end.

Definition fuel : nat := N.to_nat 4096.
Definition insert (u : N) (s : used_set) : used_set :=
  if member s u then s else advance fuel {| full := full s; more := PositiveSet.add (N.succ_pos u) (more s) |}.

Lemma succ_pos_inj u v : N.succ_pos u = N.succ_pos v -> u = v.
Proof. intros E. apply (f_equal N.pos) in E. rewrite !N.succ_pos_spec in E. lia. Qed.

Lemma member_spec s u : member s u = true <-> u < full s \/ PositiveSet.In (N.succ_pos u) (more s).
Proof.
  unfold member. rewrite <- PositiveSet.mem_spec. destruct (N.ltb_spec u (full s)); [tauto|].
  split; [auto|intros [K|K]; [lia|exact K]].
Qed.

Lemma advance_member fuel : forall s u, member (advance fuel s) u = true <-> member s u = true.
Proof.
  induction fuel as [|fuel IH]; intros s u; simpl; [reflexivity|].
  destruct (PositiveSet.mem (N.succ_pos (full s)) (more s)) eqn:M; [|reflexivity]. apply PositiveSet.mem_spec in M.
  rewrite IH, !member_spec. simpl. rewrite PositiveSet.remove_spec. destruct (N.eq_dec u (full s)) as [->|Ne].
  - split; [auto|]. intros _. left. lia.
  - assert (N.succ_pos u <> N.succ_pos (full s)) by (intros E; apply succ_pos_inj in E; auto).
    split; intros [K|K]; auto; [left; lia|right; apply K|left; lia].
Qed.

Lemma insert_member u s v : member (insert u s) v = true <-> v = u \/ member s v = true.
Proof.
  unfold insert. destruct (member s u) eqn:M.
  - split; auto. intros [-> |K]; auto.
  - rewrite advance_member, !member_spec. simpl. rewrite PositiveSet.add_spec. unfold PositiveSet.E.eq. split.
    + intros [K|[K|K]]; auto. left. apply succ_pos_inj. exact K.
    + intros [-> |[K|K]]; auto.
Qed.

Lemma nothing_member u : member nothing u = false.
Proof.
  apply not_true_is_false. rewrite member_spec. simpl. intros [K|K]; [lia|]. exact (PositiveSet.empty_spec K).
Qed.

(* The second set is the first one raised by a number, and all below. *)
Definition grown (by_ : N) (a b : used_set) : bool :=
  (full b =? full a + by_) &&
  forallb (fun p => PositiveSet.mem (N.succ_pos (N.pred (N.pos p) + by_)) (more b)) (PositiveSet.elements (more a)) &&
  forallb (fun p => (by_ <=? N.pred (N.pos p)) && PositiveSet.mem (N.succ_pos (N.pred (N.pos p) - by_)) (more a))
    (PositiveSet.elements (more b)).

Lemma in_elements p s : PositiveSet.In p s <-> In p (PositiveSet.elements s).
Proof.
  rewrite <- PositiveSet.elements_spec1. rewrite InA_alt. unfold PositiveSet.E.eq. split.
  - intros (q & -> & I). exact I.
  - intros I. exists p. auto.
Qed.

Lemma succ_pos_pred u : N.pred (N.pos (N.succ_pos u)) = u.
Proof. rewrite N.succ_pos_spec. apply N.pred_succ. Qed.

Lemma grown_sound s a b : grown s a b = true -> forall u, member b u = true <-> u < s \/ exists w, u = w + s /\ member a w = true.
Proof.
  unfold grown. rewrite !andb_true_iff, !forallb_forall, N.eqb_eq. intros [[F Up] Down] u. split.
  - rewrite member_spec. intros [K|K].
    + destruct (N.lt_ge_cases u s) as [L|L]; [auto|right]. exists (u - s). split; [lia|]. apply member_spec. left. lia.
    + apply in_elements, Down in K. rewrite succ_pos_pred, andb_true_iff, N.leb_le in K. destruct K as [L K].
      right. exists (u - s). split; [lia|]. apply member_spec. right. apply PositiveSet.mem_spec. exact K.
  - rewrite member_spec. intros [K|(w & -> & K)]; [left; lia|]. apply member_spec in K. destruct K as [K|K]; [left; lia|right].
    apply in_elements, Up in K. rewrite succ_pos_pred in K. apply PositiveSet.mem_spec. exact K.
Qed.

(** ** The program *)

Section Program.
Variable sys : system.
Variable misere : bool.

(* The value of row r, d columns back; [current] are the values of this column in the rows before. *)
Definition back_value (before : list (list N)) (current : list N) (r : nat) (d : N) : option N :=
  if d =? 0 then nth_error current r
  else match nth_error before (N.to_nat (d - 1)) with Some column => nth_error column r | None => None end.

Definition early_value (early : list (list N)) (r : nat) (c : N) : option N :=
  match nth_error early (N.to_nat c) with Some column => nth_error column r | None => None end.

Section Cell.
Variables early before : list (list N).
Variable sets : list used_set.
Variable current : list N.

Definition test (o : reach) (of_value : N -> bool) (of_set : used_set -> bool) : bool :=
  match o with
  | Back r d => match back_value before current r d with Some w => of_value w | None => false end
  | Cell r c => match early_value early r c with Some w => of_value w | None => false end
  | Used k => match nth_error sets k with Some s => of_set s | None => false end
  end.

Definition avoids (v : N) (o : reach) : bool := test o (fun w => negb (w =? v)) (fun s => negb (member s v)).
Definition attains (u : N) (o : reach) : bool := test o (fun w => w =? u) (fun s => member s u).

Fixpoint fullest (os : list reach) : N :=
  match os with
  | [] => 0
  | Used k :: os => match nth_error sets k with Some s => N.max (full s) (fullest os) | None => fullest os end
  | _ :: os => fullest os
  end.

Fixpoint all_from (many : nat) (u : N) (os : list reach) : bool :=
  match many with O => true | S many => if existsb (attains u) os then all_from many (N.succ u) os else false end.

Definition there (o : reach) : bool := test o (fun _ => true) (fun s => member s 0).

Definition far_ok (os : list reach) (v : N) : bool :=
  let u := fullest os in
  (if misere then existsb there os else true) && forallb (avoids v) os && all_from (N.to_nat (v - u)) u os.

(* The least number from u on that no option has; of this nothing is proved. *)
Fixpoint find (fuel : nat) (u : N) (os : list reach) : N :=
  match fuel with O => u | S fuel => if forallb (avoids u) os then u else find fuel (N.succ u) os end.

(* Before column [start]: the values of cells. *)
Definition near_values (b : N) (cells : list (nat * N)) : list (option N) :=
  map (fun '(r, c) => if c <=? b then back_value before current r (b - c) else None) cells.

Definition near_ok (values : list (option N)) (v : N) : bool :=
  forallb (fun w => match w with Some w => negb (w =? v) | None => false end) values &&
  forallb (fun u => existsb (fun w => match w with Some w => w =? u | None => false end) values)
    (map N.of_nat (seq 0 (N.to_nat v))).

Fixpoint near_find (fuel : nat) (u : N) (values : list (option N)) : N :=
  match fuel with
  | O => u
  | S fuel =>
      if existsb (fun w => match w with Some w => w =? u | None => false end) values then near_find fuel (N.succ u) values else u
  end.

Definition cell_ok (r : nat) (b v : N) : bool :=
  if b <? start sys then
    match near sys r b with
    | [] => if misere then v =? 1 else v =? 0
    | cells => near_ok (near_values b cells) v
    end
  else far_ok (far sys r (b mod modulus sys)) v.

Definition cell_find (r : nat) (b : N) : N :=
  if b <? start sys then
    match near sys r b with
    | [] => if misere then 1 else 0
    | cells => near_find fuel 0 (near_values b cells)
    end
  else let os := far sys r (b mod modulus sys) in find fuel (fullest os) os.
End Cell.

(* All cells of a column, from row r on. *)
Fixpoint column_ok (early before : list (list N)) (sets : list used_set) (b : N) (r : nat) (current rest : list N) : bool :=
  match rest with
  | [] => true
  | v :: rest =>
      if cell_ok early before sets current r b v then column_ok early before sets b (S r) (current ++ [v]) rest else false
  end.

(* What trackers have used after a column. *)
Fixpoint update (b : N) (column : list N) (ts : list tracker) (sets : list used_set) : list used_set :=
  match ts, sets with
  | t :: ts, s :: sets =>
      (if (from t <=? b) && (b mod class t =? residue t) then insert (nth (row_of t) column 0) s else s) :: update b column ts
        sets
  | _, _ => []
  end.

(* Columns from b on. *)
Fixpoint verify (early : list (list N)) (rest before : list (list N)) (sets : list used_set) (b : N) : option (list used_set) :=
  match rest with
  | [] => Some sets
  | column :: rest =>
      if (length column =? rows sys)%nat && column_ok early before sets b 0 [] column
      then verify early rest (column :: before) (update b column (trackers sys) sets) (N.succ b) else None
  end.

Fixpoint simulate_column (early before : list (list N)) (sets : list used_set) (b : N) (many r : nat) (current : list N) : list N
  :=
  match many with
  | O => current
  | S many =>
      simulate_column early before sets b many (S r) (current ++ [cell_find early before sets current r b])
  end.

Fixpoint simulate (early before : list (list N)) (sets : list used_set) (b : N) (many : nat) : list (list N) :=
  match many with
  | O => rev before
  | S many =>
      let early := if b <? start sys then rev before else early in
      let column := simulate_column early before sets b (rows sys) 0 [] in
      simulate early (column :: before) (update b column (trackers sys) sets) (N.succ b) many
  end.
End Program.

(** ** What is verified is right *)

Section Verified.
Variable sys : system.
Variable misere : bool.
Variable h : nat -> N -> N.

(* A list has the values of a column, from row 0 on. *)
Definition is_column (column : list N) (b : N) : Prop := forall r v, nth_error column r = Some v -> v = h r b.
(* A list has the columns before b, the last one first. *)
Definition are_before (before : list (list N)) (b : N) : Prop :=
  forall i column, nth_error before i = Some column -> N.of_nat i < b /\ is_column column (b - 1 - N.of_nat i).
(* A list has the columns from 0 on. *)
Definition are_early (early : list (list N)) : Prop := forall i column, nth_error early i = Some column -> is_column column
  (N.of_nat i).
Definition are_used (sets : list used_set) (b : N) : Prop :=
  forall k s, nth_error sets k = Some s -> forall u, member s u = true <-> used sys h k b u.

Section Cell.
Variables early before : list (list N).
Variable sets : list used_set.
Variable current : list N.
Variable b : N.
Hypothesis E : are_early early.
Hypothesis B : are_before before b.
Hypothesis U : are_used sets b.
Hypothesis C : is_column current b.

Lemma back_value_sound r d v : back_value before current r d = Some v -> d <= b /\ v = h r (b - d).
Proof.
  unfold back_value. destruct (N.eqb_spec d 0) as [->|Ne]; intros H.
  - rewrite N.sub_0_r. split; [lia|]. exact (C r v H).
  - destruct (nth_error before _) as [column|] eqn:Q; [|discriminate]. destruct (B _ _ Q) as [L K].
    rewrite N2Nat.id in L, K. split; [lia|]. rewrite (K r v H). f_equal. lia.
Qed.

Lemma early_value_sound r c v : early_value early r c = Some v -> v = h r c.
Proof.
  unfold early_value. destruct (nth_error early _) as [column|] eqn:Q; [|discriminate]. intros H.
  rewrite (E _ _ Q r v H), N2Nat.id. reflexivity.
Qed.

Lemma avoids_sound v o : avoids early before sets current v o = true -> ~ has sys h b o v.
Proof.
  unfold avoids, test. destruct o as [r d|r c|k].
  - destruct (back_value before current r d) as [w|] eqn:Q; [|discriminate]. apply back_value_sound in Q. destruct Q as [L ->].
    intros H (r' & c & (-> & _ & ->) & K). rewrite K, N.eqb_refl in H. discriminate H.
  - destruct (early_value early r c) as [w|] eqn:Q; [|discriminate]. apply early_value_sound in Q. subst w.
    intros H (r' & c' & (-> & ->) & K). rewrite K, N.eqb_refl in H. discriminate H.
  - destruct (nth_error sets k) as [s|] eqn:Q; [|discriminate]. intros H K. apply has_used, (U k s Q) in K. rewrite K in H.
    discriminate H.
Qed.

Lemma attains_sound u o : attains early before sets current u o = true -> has sys h b o u.
Proof.
  unfold attains, test. destruct o as [r d|r c|k].
  - destruct (back_value before current r d) as [w|] eqn:Q; [|discriminate]. apply back_value_sound in Q. destruct Q as [L ->].
    rewrite N.eqb_eq. intros <-. exists r, (b - d). split; [simpl; auto|reflexivity].
  - destruct (early_value early r c) as [w|] eqn:Q; [|discriminate]. apply early_value_sound in Q. subst w.
    rewrite N.eqb_eq. intros <-. exists r, c. split; [simpl; auto|reflexivity].
  - destruct (nth_error sets k) as [s|] eqn:Q; [|discriminate]. intros H. apply has_used, (U k s Q). exact H.
Qed.

Lemma fullest_sound os : forall u, u < fullest sets os -> exists o, In o os /\ has sys h b o u.
Proof.
  induction os as [|o os IH]; intros u L; simpl in L; [lia|].
  assert (K : u < fullest sets os -> exists o', In o' (o :: os) /\ has sys h b o' u).
  { intros L'. destruct (IH u L') as (o' & I & H). exists o'. simpl. auto. }
  destruct o as [r d|r c|k]; auto. destruct (nth_error sets k) as [s|] eqn:Q; auto.
  destruct (N.lt_ge_cases u (full s)) as [L'|L']; [|apply K; lia]. exists (Used k). split; [simpl; auto|].
  apply has_used, (U k s Q), member_spec. auto.
Qed.

Lemma all_from_sound many : forall u os, all_from early before sets current many u os = true ->
  forall w, u <= w < u + N.of_nat many -> exists o, In o os /\ has sys h b o w.
Proof.
  induction many as [|many IH]; intros u os H w L; [lia|]. simpl in H. destruct (existsb _ os) eqn:X; [|discriminate].
  destruct (N.eq_dec w u) as [->|Ne].
  - apply existsb_exists in X. destruct X as (o & I & K). exists o. split; auto. apply attains_sound. exact K.
  - apply (IH (N.succ u)); auto. lia.
Qed.

Lemma there_sound o : there early before sets current o = true -> exists u, has sys h b o u.
Proof.
  unfold there, test. destruct o as [r d|r c|k].
  - destruct (back_value before current r d) as [w|] eqn:Q; [|discriminate]. apply back_value_sound in Q. destruct Q as [L ->].
    intros _. exists (h r (b - d)), r, (b - d). split; [simpl; auto|reflexivity].
  - intros _. exists (h r c), r, c. split; [simpl; auto|reflexivity].
  - destruct (nth_error sets k) as [s|] eqn:Q; [|discriminate]. intros H. exists 0. apply has_used, (U k s Q). exact H.
Qed.

Lemma far_ok_sound os v : far_ok misere early before sets current os v = true ->
  (misere = true -> exists o u, In o os /\ has sys h b o u) /\
  (forall o, In o os -> ~ has sys h b o v) /\ (forall u, u < v -> exists o, In o os /\ has sys h b o u).
Proof.
  unfold far_ok. rewrite !andb_true_iff, forallb_forall. intros [[H0 H1] H2]. split; [|split].
  - intros Q. rewrite Q in H0. apply existsb_exists in H0. destruct H0 as (o & I & T). apply there_sound in T.
    destruct T as (u & T). exists o, u. auto.
  - intros o I. apply avoids_sound. auto.
  - intros u L. destruct (N.lt_ge_cases u (fullest sets os)) as [L'|L']; [apply fullest_sound; exact L'|].
    apply (all_from_sound _ _ _ H2). lia.
Qed.

Lemma near_values_sound cells r c : In (r, c) cells ->
  In None (near_values before current b cells) \/ In (Some (h r c)) (near_values before current b cells).
Proof.
  intros I. unfold near_values. set (f := fun '(r, c) => if c <=? b then back_value before current r (b - c) else None).
  pose proof (in_map f cells (r, c) I) as J. simpl in J. destruct (N.leb_spec c b) as [L|L]; [|auto].
  destruct (back_value before current r (b - c)) as [w|] eqn:Q; [|auto]. apply back_value_sound in Q. destruct Q as [_ ->].
  replace (b - (b - c)) with c in J by lia. auto.
Qed.

Lemma near_values_cell cells w : In (Some w) (near_values before current b cells) -> exists r c, In (r, c) cells /\ h r c = w.
Proof.
  unfold near_values. intros I. apply in_map_iff in I. destruct I as ((r & c) & Q & I).
  destruct (N.leb_spec c b) as [L|L]; [|discriminate].
  apply back_value_sound in Q. destruct Q as [_ ->]. exists r, c. split; auto. f_equal. lia.
Qed.

Lemma near_ok_sound cells v : near_ok (near_values before current b cells) v = true ->
  (forall r c, In (r, c) cells -> h r c <> v) /\ (forall u, u < v -> exists r c, In (r, c) cells /\ h r c = u).
Proof.
  unfold near_ok. rewrite andb_true_iff, !forallb_forall. intros [H1 H2]. split.
  - intros r c I Q. destruct (near_values_sound cells r c I) as [K|K]; apply H1 in K; [discriminate K|].
    rewrite Q, N.eqb_refl in K. discriminate K.
  - intros u L. assert (I : In u (map N.of_nat (seq 0 (N.to_nat v)))).
    { apply in_map_iff. exists (N.to_nat u). split; [apply N2Nat.id|apply in_seq; lia]. }
    apply H2, existsb_exists in I. destruct I as ([w|] & J & K); [|discriminate]. apply N.eqb_eq in K. subst w.
    apply near_values_cell in J. exact J.
Qed.

Lemma cell_ok_sound r : cell_ok sys misere early before sets current r b (h r b) = true -> right sys misere h r b.
Proof.
  unfold cell_ok, right. destruct (N.ltb_spec b (start sys)) as [L|L]; intros H; [|exact (far_ok_sound _ _ H)].
  unfold right_at, option_of. destruct (N.ltb_spec b (start sys)) as [_|L']; [|lia].
  destruct (near sys r b) as [|x cells] eqn:Near.
  - destruct misere.
    + left. split; auto. split; [intros r' c []|apply N.eqb_eq; exact H].
    + right. apply N.eqb_eq in H. rewrite H. split; [discriminate|]. split; [intros r' c []|lia].
  - rewrite <- Near in *. apply near_ok_sound in H. destruct H as [H1 H2]. right. split; [|auto].
    intros _. destruct x as [r' c]. exists r', c. rewrite Near. simpl. auto.
Qed.
End Cell.

Lemma is_column_app current b v : is_column current b -> v = h (length current) b -> is_column (current ++ [v]) b.
Proof.
  intros C -> r w. destruct (Compare_dec.lt_dec r (length current)) as [L|L].
  - rewrite nth_error_app1 by exact L. apply C.
  - rewrite nth_error_app2 by lia. destruct (r - length current)%nat as [|i] eqn:Q; [|destruct i; discriminate].
    intros K. injection K as <-. f_equal. lia.
Qed.

Lemma column_ok_sound early before sets b : are_early early -> are_before before b -> are_used sets b ->
  forall rest r current, r = length current -> is_column current b ->
  (forall i v, nth_error rest i = Some v -> v = h (r + i) b) ->
  column_ok sys misere early before sets b r current rest = true -> forall i,
    (i < length rest)%nat -> right sys misere h (r + i) b.
Proof.
  intros E B U. induction rest as [|v rest IH]; intros r current Lr C V H i Li; [simpl in Li; lia|]. simpl in H.
  destruct (cell_ok _ _ _ _ _ _ _ _) eqn:K; [|discriminate]. pose proof (V 0%nat v eq_refl) as Q. rewrite Nat.add_0_r in Q.
  destruct i as [|i].
  - rewrite Nat.add_0_r. rewrite Q in K. exact (cell_ok_sound early before sets current b E B U C r K).
  - replace (r + S i)%nat with (S r + i)%nat by lia.
    apply (IH (S r) (current ++ [v])); auto; [rewrite app_length; simpl; lia| | |simpl in Li; lia].
    + apply is_column_app; auto. rewrite <- Lr. exact Q.
    + intros j w J. rewrite (V (S j) w J). f_equal. lia.
Qed.

Lemma update_nth b column : forall ts sets k s', nth_error (update b column ts sets) k = Some s' ->
  exists t s, nth_error ts k = Some t /\ nth_error sets k = Some s /\
    s' = if (from t <=? b) && (b mod class t =? residue t) then insert (nth (row_of t) column 0) s else s.
Proof.
  induction ts as [|t ts IH]; intros sets k s' H; [destruct k; discriminate|].
  destruct sets as [|s sets]; [destruct k; discriminate|]. destruct k as [|k]; simpl in *.
  - injection H as <-. exists t, s. auto.
  - exact (IH sets k s' H).
Qed.

Lemma update_sound b column sets : is_column column b -> (forall t, In t (trackers sys) -> (row_of t < length column)%nat) ->
  are_used sets b -> are_used (update b column (trackers sys) sets) (N.succ b).
Proof.
  intros C L U k s' H u. destruct (update_nth b column _ _ _ _ H) as (t & s & Ht & Hs & ->).
  assert (T : the_tracker sys k = t) by (apply nth_error_nth; exact Ht).
  assert (V : nth (row_of t) column 0 = h (row_of t) b).
  { apply C. rewrite (nth_error_nth' column 0); auto. apply L. apply nth_error_In with k. exact Ht. }
  assert (Next : used sys h k (N.succ b) u <-> used sys h k b u \/ (in_class t b /\ h (row_of t) b = u)).
  { unfold used. rewrite T. split.
    - intros (c & Lc & I & Q). destruct (N.eq_dec c b) as [->|Ne]; [auto|]. left. exists c. split; [lia|auto].
    - intros [(c & Lc & I & Q)|[I Q]]; [exists c; split; [lia|auto]|exists b; split; [lia|auto]]. }
  rewrite Next. destruct ((from t <=? b) && (b mod class t =? residue t)) eqn:D.
  - rewrite insert_member, V, (U k s Hs u). apply andb_true_iff in D. rewrite N.leb_le, N.eqb_eq in D.
    unfold in_class. split; [intros [-> |K]; auto|intros [K|[_ K]]; auto].
  - rewrite (U k s Hs u). split; auto. intros [K|[[I1 I2] _]]; auto. apply N.leb_le in I1. apply N.eqb_eq in I2.
    rewrite I1, I2 in D. discriminate D.
Qed.

Lemma before_next before b column : are_before before b -> is_column column b -> are_before (column :: before) (N.succ b).
Proof.
  intros B C [|i] column' H; simpl in H.
  - injection H as <-. split; [lia|]. replace (N.succ b - 1 - N.of_nat 0) with b by lia. exact C.
  - destruct (B i column' H) as [L K]. split; [lia|].
    replace (N.succ b - 1 - N.of_nat (S i)) with (b - 1 - N.of_nat i) by lia. exact K.
Qed.

Lemma verify_sound early : are_early early -> (forall t, In t (trackers sys) -> (row_of t < rows sys)%nat) ->
  forall rest before sets b sets', are_before before b -> are_used sets b ->
  (forall i column, nth_error rest i = Some column -> is_column column (b + N.of_nat i)) ->
  verify sys misere early rest before sets b = Some sets' ->
  are_used sets' (b + N.of_nat (length rest)) /\
  forall r c, (r < rows sys)%nat -> b <= c < b + N.of_nat (length rest) -> right sys misere h r c.
Proof.
  intros E Lt. induction rest as [|column rest IH]; intros before sets b sets' B U V H; simpl in H.
  - injection H as <-. simpl. rewrite N.add_0_r. split; [exact U|intros r c _ L; lia].
  - destruct ((length column =? rows sys)%nat && _) eqn:D; [|discriminate]. apply andb_true_iff in D. destruct D as [Len Ok].
    apply Nat.eqb_eq in Len. pose proof (V 0%nat column eq_refl) as C. rewrite N.add_0_r in C.
    destruct (IH (column :: before) (update b column (trackers sys) sets) (N.succ b) sets') as [U' R]; auto.
    + apply before_next; auto.
    + apply update_sound; auto. intros t I. rewrite Len. auto.
    + intros i col J. replace (N.succ b + N.of_nat i) with (b + N.of_nat (S i)) by lia. exact (V (S i) col J).
    + replace (b + N.of_nat (length (column :: rest))) with (N.succ b + N.of_nat (length rest)) by (simpl length; lia).
      split; [exact U'|]. intros r c Lr Lc. destruct (N.eq_dec c b) as [->|Ne]; [|apply R; auto; lia].
      apply (column_ok_sound early before sets b E B U column 0 []); auto.
      * intros i v J. destruct i; discriminate.
      * rewrite Len. exact Lr.
Qed.
End Verified.

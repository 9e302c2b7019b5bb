(* Wythoff's game, one coordinate at most 6: the values grow by 24 in 24 columns, from column 50 on at the latest.

   (That each row is arithmetic-periodic is a theorem of Dress, Flammenkamp and Pink, and of Landman.) *)

From Coq Require Import List NArith ZArith Lia.
From Grundy Require Import Value Sum Line LineCheck LineRecurs.
Import ListNotations.
Open Scope N_scope.

(* A move takes from one coordinate, or as much from both. *)
Definition wythoff : game :=
  {| pos := N * N;
     move := fun '(x, y) ys => exists x' y', ys = [(x', y')] /\
       (x' = x /\ y' < y \/ x' < x /\ y' = y \/ exists d, 0 < d /\ x = x' + d /\ y = y' + d) |}.

Definition many : nat := 7.
Definition A : N := 50.
Definition P : N := 24.

Definition rows_below (r : nat) : list nat := seq 0 r.
Definition sys : system := {|
  rows := many;
  start := 6;
  modulus := 1;
  trackers := map (fun r => {| row_of := r; from := 0; class := 1; residue := 0 |}) (seq 0 many);
  near := fun r b =>
    map (fun c => (r, N.of_nat c)) (seq 0 (N.to_nat b)) ++ map (fun r' => (r', b)) (rows_below r) ++
    flat_map (fun r' => let d := N.of_nat (r - r') in if d <=? b then [(r', b - d)] else []) (rows_below r);
  far := fun r _ => Used r :: map (fun r' => Back r' 0) (rows_below r) ++ map (fun r' => Back r' (N.of_nat (r - r'))) (rows_below
    r)
|}.

Definition columns : list (list N) := simulate sys false [] [] (map (fun _ => nothing) (trackers sys)) 0 (N.to_nat (A + P)).

Lemma checked : check sys false A P 0 (repeat P many) columns = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(* The cell of row r in column b. *)
Definition cell (r : nat) (b : N) : pos wythoff := (N.of_nat r, b).

Lemma options r b r' c : (r < many)%nat -> (option_of sys r b r' c <->
  r' = r /\ c < b \/ (r' < r)%nat /\ (c = b \/ N.of_nat (r - r') <= b /\ c = b - N.of_nat (r - r'))).
Proof.
  intros L. assert (Tr : the_tracker sys r = {| row_of := r; from := 0; class := 1; residue := 0 |}).
  { do 7 (destruct r as [|r]; [reflexivity|]). unfold many in L. lia. }
  unfold option_of, sys at 1 2 3, rows_below. simpl start. destruct (N.ltb_spec b 6) as [Lb|Lb]; cbn [near far].
  - rewrite !in_app_iff, !in_map_iff, in_flat_map. split.
    + intros [(x & E & I)|[(x & E & I)|(x & I & E)]]; apply in_seq in I.
      * injection E as <- <-. left. lia.
      * injection E as <- <-. right. lia.
      * cbv zeta in E. destruct (N.leb_spec (N.of_nat (r - x)) b) as [K|K]; [|destruct E]. destruct E as [E|[]].
        injection E as <- <-. right. lia.
    + intros [(-> & Lc)|(Lr & [-> |(K & ->)])].
      * left. exists (N.to_nat c). split; [f_equal; lia|apply in_seq; lia].
      * right; left. exists r'. split; [reflexivity|apply in_seq; lia].
      * right; right. exists r'. split; [apply in_seq; lia|]. cbv zeta. destruct (N.leb_spec (N.of_nat (r - r')) b); [|lia].
        left. reflexivity.
  - split.
    + intros (o & I & K). simpl in I. rewrite in_app_iff, !in_map_iff in I. destruct I as [<-|[(x & <- & I)|(x & <- & I)]].
      * simpl in K. rewrite Tr in K. left. tauto.
      * apply in_seq in I. destruct K as (-> & _ & ->). right. lia.
      * apply in_seq in I. destruct K as (-> & K & ->). right. lia.
    + intros [(-> & Lc)|(Lr & [-> |(K & ->)])].
      * exists (Used r). split; [simpl; auto|]. simpl. rewrite Tr. repeat split; auto; simpl; try lia. apply N.mod_1_r.
      * exists (Back r' 0). split; [|simpl; lia]. right. apply in_or_app. left. apply in_map_iff. exists r'. split; auto.
        apply in_seq. lia.
      * exists (Back r' (N.of_nat (r - r'))). split; [|simpl; auto]. right. apply in_or_app. right. apply in_map_iff. exists r'.
        split; auto. apply in_seq. lia.
Qed.

Lemma follows_rules : follows sys wythoff cell.
Proof.
  intros r b L ys. split.
  - intros (x & y & -> & M). destruct M as [(-> & K)|[(K & ->)|(d & D & E1 & E2)]].
    + exists r, y. split; [apply options; auto|reflexivity].
    + exists (N.to_nat x), b. split; [apply options; auto; right; lia|]. unfold cell. rewrite N2Nat.id. reflexivity.
    + exists (N.to_nat x), y. split; [apply options; auto; right; lia|]. unfold cell. rewrite N2Nat.id. reflexivity.
  - intros (r' & c & O & ->). apply options in O; auto. exists (N.of_nat r'), c. split; [reflexivity|].
    destruct O as [(-> & K)|(K & [-> |(K' & ->)])]; [left; auto|right; left; split; [lia|reflexivity]|].
    right; right. exists (N.of_nat (r - r')). lia.
Qed.

Lemma plays_end : ends wythoff.
Proof.
  apply (ends_by wythoff (fun '(x, y) => Z.of_N (x + y)) 0%Z).
  - intros [x y]. lia.
  - intros [x y] [x' y'] (ys & (x1 & y1 & -> & M) & [E|[]]). injection E as -> ->. destruct M as [M|[M|(d & M)]]; lia.
Qed.

(* All values of the rows 0 to 6, and that they recur. *)
Theorem values r b : (r < many)%nat -> value wythoff (cell r b) (value_at A P (repeat P many) columns r b).
Proof. apply (line_values sys false A P 0 _ _ wythoff cell checked follows_rules). intros. apply plays_end. Qed.

Theorem rows_recur r b t : (r < many)%nat -> A <= b -> value wythoff (cell r b) t -> value wythoff (cell r (b + P)) (t + P).
Proof.
  intros L Lb V. rewrite (value_unique _ _ _ _ V (values r b L)).
  assert (Saltus : saltus_of (repeat P many) r = P).
  { do 7 (destruct r as [|r]; [reflexivity|]). unfold many in L. lia. }
  pose proof (line_recurs sys false A P 0 (repeat P many) columns r b checked Lb) as E. rewrite Saltus in E. rewrite <- E.
  apply values. exact L.
Qed.
Print Assumptions rows_recur.

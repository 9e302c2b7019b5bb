(* Decides programs of formulas by the kernel that Extract.v extracts.

   decide FILE: FILE is what `grundy verify --program` writes. Out: for each formula of which it says that it holds, or that
   it fails, a line with what it says, the number of the step, and `same`, `other`, or `none` where the kernel has no answer.
   Only steps that a formula speaks of are made. Tracks and steps are numbered from 0 in the text, from 1 in the kernel. *)

open Kernel

let rec positive n = if n = 1 then XH else if n land 1 = 1 then XI (positive (n / 2)) else XO (positive (n / 2))
let natural n = if n = 0 then N0 else Npos (positive n)
let small n = if n = 0 then Z0 else Zpos (positive n)
let rec nat n = if n = 0 then O else S (nat (n - 1))

(* Numbers may have 120 bits. *)
let integer word =
  let negative = word.[0] = '-' in
  let digits = if negative then String.sub word 1 (String.length word - 1) else word in
  let add all digit = Z.add (Z.mul all (small 10)) (small (Char.code digit - Char.code '0')) in
  let value = String.fold_left add Z0 digits in
  if negative then Z.opp value else value

let place word = positive (int_of_string word + 1)

let term word =
  match String.split_on_char ':' word with
  | [ track; factor ] -> (place track, integer factor)
  | _ -> failwith word

(* A step, the steps of which it speaks, and the tracks that it names. *)
type read = { step : step0; parts : int list; named : int list; bound : bool }

let numbers = List.map int_of_string
let track word = int_of_string (List.hd (String.split_on_char ':' word))

let read_step automata words =
  let atom named atom = { step = Is atom; parts = []; named; bound = false } in
  let made parts step = { step; parts; named = []; bound = false } in
  match words with
  | "zero" :: one :: terms -> atom (List.map track terms) (Zero (integer one, List.map term terms))
  | "atmost" :: one :: terms -> atom (List.map track terms) (AtMost (integer one, List.map term terms))
  | "divides" :: d :: one :: terms ->
      atom (List.map track terms) (Divides (integer d, integer one, List.map term terms))
  | "nim" :: tracks -> atom (numbers tracks) (NimSum (List.map place tracks))
  | "in" :: table :: tracks -> atom (numbers tracks) (In (None, Hashtbl.find automata (int_of_string table), List.map place tracks))
  | [ "not"; part ] -> made [ int_of_string part ] (Not (place part))
  | "and" :: parts -> made (numbers parts) (And (List.map place parts))
  | "or" :: parts -> made (numbers parts) (Or (List.map place parts))
  | "exists" :: part :: tracks ->
      { step = Exists (place part, List.map place tracks); parts = [ int_of_string part ]; named = numbers tracks; bound = true }
  | _ -> failwith (String.concat " " words)

let words line = List.filter (( <> ) "") (String.split_on_char ' ' line)

let read_automaton automata lines number tracks states =
  let state _ =
    match numbers (words (input_line lines)) with
    | accepts :: next -> (accepts = 1, List.map natural next)
    | [] -> failwith "a state is missing"
  in
  let rec rows n = if n = 0 then [] else let row = state () in row :: rows (n - 1) in
  Hashtbl.add automata number (automaton (nat tracks) (rows states))

(* The steps of a text, by their numbers, and what it says of some. *)
let read lines =
  let automata, steps, said = (Hashtbl.create 8, Hashtbl.create 64, ref []) in
  if input_line lines <> "grundy program 1" then failwith "this is no program";
  (try
     while true do
       match words (input_line lines) with
       | [ "automaton"; number; tracks; states ] ->
           read_automaton automata lines (int_of_string number) (int_of_string tracks) (int_of_string states)
       | [ (("holds" | "fails") as word); step ] -> said := (word, int_of_string step) :: !said
       | number :: rest -> Hashtbl.add steps (int_of_string number) (read_step automata rest)
       | [] -> ()
     done
   with End_of_file -> ());
  (steps, List.rev !said)

module Tracks = Set.Make (Int)

let () =
  let steps, said = read (open_in Sys.argv.(1)) in
  let made, free = (Hashtbl.create 64, Hashtbl.create 64) in
  let env = ref PositiveMap.empty in
  let rec make number =
    if not (Hashtbl.mem made number) then (
      let { step; parts; named; bound } = Hashtbl.find steps number in
      List.iter make parts;
      let named = Tracks.of_list named in
      let before = List.fold_left (fun all part -> Tracks.union all (Hashtbl.find free part)) Tracks.empty parts in
      Hashtbl.add free number (if bound then Tracks.diff before named else Tracks.union before named);
      Hashtbl.add made number ();
      match make_step !env step with
      | Some automaton -> env := PositiveMap.add (positive (number + 1)) automaton !env
      | None -> ())
  in
  let look (word, number) =
    make number;
    let own = positive (number + 1) in
    let tracks = List.map (fun track -> positive (track + 1)) (Tracks.elements (Hashtbl.find free number)) in
    let holds = reached_goal !env (Holds own) and fails = reached_goal !env (Fails (own, tracks)) in
    let answer =
      match (word, holds, fails) with
      | "holds", true, _ | "fails", _, true -> "same"
      | _, false, false -> "none"
      | _ -> "other"
    in
    Printf.printf "%s %d %s\n%!" word number answer
  in
  List.iter look said

//! Manabe, Miyadera & Suetsugu: games with a pass, chocolate games.
//!
//! In a table of `pass(G)` the last coordinate is 1 while the pass can still be used.

use super::boxes::{Table, fnv, sorted_tuples};
use super::keys::Key;
use super::lines::{assert_least_period, drift};
use super::shim;

const DATA: &str = include_str!("data/pass-chocolate.json");

families! {
    DATA;
    two_piles: ["nim2_pass_64x64"],
    rows_of_two_piles: ["nim2_pass_rows::*::k|preperiod|period|d_min|d_max|fnv_first_4096|values"],
    p_positions_of_three_piles: ["nim3_pass_P_count::*::N|ordered_P_triples|max_G2_pass", "nim3_pass_P_sorted_lt48"],
    three_piles: ["nim3_pass_16x16x16"],
    three_pile_tables: ["nim3_pass_tables::*::N|fnv|max|count_SG_0_5|count_SG_lt_N"],
    p_positions_of_four_piles: ["nim4_pass_P_count::N|ordered_P_quadruples"],
    bars_of_sixteen_columns: ["ns_functions::NS_f0_zero_n16_even_samples"],
    bars_of_eight_columns: [
        "ns_functions::NS_f0_zero_n8", "ns_functions::f0_zero_count_on_0_n_for_n_1_64::#0-7", "ns_functions::f0_zero_count_at_n_2^k_k0_8::#0-3",
        "ns_functions::monotone_8_into_0_7_total_6435_NS",
    ],
    one_pile: ["one_pile_pass"],
    wythoff: ["wythoff::*"],
    heaps: ["heap_pass::*::sg|sg_pass"],
    two_heaps: ["kayles_two_heap_pass", "S123_two_heap_pass"],
    bars: ["chocolate2d::*::f|sg_by_z|sg_pass_by_z"],
    chocolate: ["chocolate3d::*::sg|sg_pass"],
    hypergraph_nim: ["hypergraph_nim_3_piles_0_4::*::edges|sg"],
    exact_nim: ["exact2_nim_4_piles_0_3"],
    set_forms: ["set_forms_rank_le_3::rows"],
    parity_of_passes: ["passes_parity"],
}

const SKIPPED: &[(&str, &str)] = &[
    ("conventions::*", "prose"),
    ("nim2_pass_rows::*::cert", "the block of a proof: no engine proves periods yet"),
    (
        "ns_functions::f0_zero_count_on_0_n_for_n_1_64::#8-15",
        "counts of functions by the thousand: no engine decides ns_property yet",
    ),
    (
        "ns_functions::f0_zero_count_at_n_2^k_k0_8::#4-8",
        "counts of functions by the thousand: no engine decides ns_property yet",
    ),
    ("ns_functions::note", "prose"),
    ("chocolate3d::*::note", "prose"),
    ("set_forms_rank_le_3::note", "prose"),
];

const SPENT: u64 = 0;
const LEFT: u64 = 1;

fn two_piles(vectors: &Key<'_>) {
    let table = Table::normal("pass(nim[2])", &[63, 63, 1]);
    expect_rows(&table, &vectors.read_at::<Vec<Vec<u64>>>("nim2_pass_64x64"), LEFT);
}

/// Row a, column b, with that many passes left.
fn expect_rows(table: &Table, rows: &[Vec<u64>], passes: u64) {
    for (a, row) in (0..).zip(rows) {
        for (b, &value) in (0..).zip(row) {
            table.expect(&[a, b, passes], value);
        }
    }
}

/// The first 4096 columns show every one of these periods at least twice.
fn rows_of_two_piles(vectors: &Key<'_>) {
    let last = 4095;
    let table = Table::normal("pass(nim[2])", &[15, last, 1]);
    for row in vectors.get("nim2_pass_rows").each() {
        let k: u64 = row.read_at("k");
        let values: Vec<u64> = (0..=last).map(|b| table.value(&[k, b, LEFT])).collect();
        if let Some(beginning) = row.find("values") {
            let beginning: Vec<u64> = beginning.read();
            assert_eq!(values[..beginning.len()], beginning, "row {k}");
        }
        let differences = drift(values.iter().copied());
        assert_eq!(differences.iter().min(), Some(&row.read_at("d_min")), "row {k}: least difference");
        assert_eq!(differences.iter().max(), Some(&row.read_at("d_max")), "row {k}: greatest difference");
        assert_least_period(&differences, row.read_at("preperiod"), row.read_at("period"), &format!("row {k}"));
        assert_eq!(fnv(values), row.read_at::<String>("fnv_first_4096"), "row {k}");
    }
}

/// All piles are below N. For three piles, the P-positions are counted one by one up to N = 64. For any N they are the
/// (x, y, z) in which z is the value of (x, y), so the other counts come from the table of two piles. The list of sorted
/// P-positions is complete for piles below 24, though its key says 48.
fn p_positions_of_three_piles(vectors: &Key<'_>) {
    let two = Table::normal("pass(nim[2])", &[255, 255, 1]);
    let three = Table::normal("pass(nim[3])", &[63, 63, 63, 1]);
    for entry in vectors.get("nim3_pass_P_count").each() {
        let n: u64 = entry.read_at("N");
        let triples: usize = entry.read_at("ordered_P_triples");
        let pairs = || (0..n).flat_map(|x| (0..n).map(move |y| [x, y, LEFT]));
        assert_eq!(pairs().filter(|pair| two.value(pair) < n).count(), triples, "values below {n}");
        assert_eq!(pairs().map(|pair| two.value(&pair)).max(), Some(entry.read_at("max_G2_pass")), "below {n}");
        if n <= 64 {
            let positions = (0..n).flat_map(|x| pairs().map(move |[y, z, pass]| [x, y, z, pass]));
            assert_eq!(positions.filter(|position| three.at(position) == Some(0)).count(), triples, "below {n}");
        }
    }
    let is_p = |piles: &Vec<u64>| three.at(&[piles[0], piles[1], piles[2], LEFT]) == Some(0);
    let mut found: Vec<Vec<u64>> = sorted_tuples(3, 23).into_iter().filter(is_p).collect();
    found.sort_unstable();
    assert_eq!(found, vectors.read_at::<Vec<Vec<u64>>>("nim3_pass_P_sorted_lt48"));
}

fn three_piles(vectors: &Key<'_>) {
    let table = Table::normal("pass(nim[3])", &[15, 15, 15, 1]);
    for (x, layer) in (0..).zip(vectors.read_at::<Vec<Vec<Vec<u64>>>>("nim3_pass_16x16x16")) {
        for (y, row) in (0..).zip(layer) {
            for (z, value) in (0..).zip(row) {
                table.expect(&[x, y, z, LEFT], value);
            }
        }
    }
}

/// The layer with the pass of a table of `pass(G)`, row-major: every other value.
fn with_the_pass(table: &Table) -> Vec<u64> {
    table.values().iter().skip(1).step_by(2).map(|value| value.expect("every position exists")).collect()
}

/// N = 64 and N = 128: four million positions with the spent pass.
fn three_pile_tables(vectors: &Key<'_>) {
    for entry in vectors.get("nim3_pass_tables").each() {
        let n: u64 = entry.read_at("N");
        let values = with_the_pass(&Table::normal("pass(nim[3])", &[n - 1, n - 1, n - 1, 1]));
        let count = |value| values.iter().filter(|&&v| v == value).count();
        assert_eq!(fnv(values.iter().copied()), entry.read_at::<String>("fnv"), "below {n}");
        assert_eq!(values.iter().max(), Some(&entry.read_at("max")), "below {n}");
        assert_eq!((0..=5).map(count).collect::<Vec<_>>(), entry.read_at::<Vec<usize>>("count_SG_0_5"), "below {n}");
        let small = values.iter().filter(|&&v| v < n).count();
        assert_eq!(small, entry.read_at::<usize>("count_SG_lt_N"), "values below {n}");
    }
}

/// As for three piles: counted one by one up to N = 32, and for every N as the values below N of three piles.
fn p_positions_of_four_piles(vectors: &Key<'_>) {
    let counts = vectors.get("nim4_pass_P_count");
    let sizes: Vec<u64> = counts.read_at("N");
    for (n, quadruples) in sizes.into_iter().zip(counts.read_at::<Vec<usize>>("ordered_P_quadruples")) {
        let three = with_the_pass(&Table::normal("pass(nim[3])", &[n - 1, n - 1, n - 1, 1]));
        assert_eq!(three.iter().filter(|&&value| value < n).count(), quadruples, "values below {n}");
        if n <= 32 {
            let four = with_the_pass(&Table::normal("pass(nim[4])", &[n - 1, n - 1, n - 1, n - 1, 1]));
            assert_eq!(four.iter().filter(|&&value| value == 0).count(), quadruples, "below {n}");
        }
    }
}

/// Does the bar with these heights f(0), f(1), … have the nim-sum of its coordinates as its value everywhere? By the
/// paper's theorem that is the NS-property of f, as far as it is given.
fn bar_is_a_nim_sum(heights: &[u64]) -> bool {
    let game = format!("bar[z -> {heights:?}[z + 1]]");
    let top = *heights.last().expect("a bar has a column");
    let last = heights.len() as u64 - 1;
    let table = Table::normal(&game, &[top, last]);
    let cells = (0..=top).flat_map(|y| (0..=last).map(move |z| [y, z]));
    cells.into_iter().all(|[y, z]| {
        let exists = y <= heights[z as usize];
        table.at(&[y, z]) == exists.then_some(y ^ z)
    })
}

/// The list gives every other value of functions with f(2j) = f(2j + 1), in lexicographic order.
fn bars_of_sixteen_columns(vectors: &Key<'_>) {
    let listed: Vec<Vec<u64>> = vectors.get("ns_functions").read_at("NS_f0_zero_n16_even_samples");
    assert!(listed.is_sorted_by(|one, next| one < next), "each function is listed once");
    for halves in listed {
        let heights: Vec<u64> = halves.into_iter().flat_map(|height| [height, height]).collect();
        assert!(heights.is_sorted() && bar_is_a_nim_sum(&heights), "{heights:?}");
    }
}

/// The non-decreasing functions on 0..n-1 into 0..=top, each beginning of which makes a bar that is a nim-sum; by n
/// from 1 to `longest`.
fn nim_sum_bars(longest: usize, first: &[u64], top: u64) -> Vec<Vec<Vec<u64>>> {
    let begin: Vec<Vec<u64>> = first.iter().map(|&height| vec![height]).filter(|f| bar_is_a_nim_sum(f)).collect();
    let longer = |bars: &Vec<Vec<u64>>| {
        let candidates = bars.iter().flat_map(|bar| {
            let last = *bar.last().expect("a bar has a column");
            (last..=top).map(|height| [bar.as_slice(), &[height]].concat())
        });
        Some(candidates.filter(|bar| bar_is_a_nim_sum(bar)).collect())
    };
    std::iter::successors(Some(begin), longer).take(longest).collect()
}

/// Functions on up to 8 points: those with f(0) = 0 stay below 4 there by the paper's first lemma, so 7 is no limit.
///
/// Entry i of the first list is for i + 1 points, though its key speaks of 64: it has 16 entries.
fn bars_of_eight_columns(vectors: &Key<'_>) {
    let functions = vectors.get("ns_functions");
    let from_zero = nim_sum_bars(8, &[0], 7);
    assert_eq!(from_zero[7], functions.read_at::<Vec<Vec<u64>>>("NS_f0_zero_n8"), "on 8 points");
    for count in functions.get("f0_zero_count_on_0_n_for_n_1_64").each() {
        assert_eq!(from_zero[count.number() as usize].len(), count.read::<usize>(), "on {} points", count.number() + 1);
    }
    for count in functions.get("f0_zero_count_at_n_2^k_k0_8").each() {
        let points = 1 << count.number();
        assert_eq!(from_zero[points - 1].len().to_string(), count.read::<String>(), "on {points} points");
    }
    let from_anywhere = nim_sum_bars(8, &[0, 1, 2, 3, 4, 5, 6, 7], 7);
    assert_eq!(from_anywhere[7].len(), functions.read_at::<usize>("monotone_8_into_0_7_total_6435_NS"));
}

fn one_pile(vectors: &Key<'_>) {
    let values: Vec<u64> = vectors.read_at("one_pile_pass");
    let table = Table::normal("pass(nim[1])", &[values.len() as u64 - 1, 1]);
    for (n, value) in (0..).zip(values) {
        table.expect(&[n, LEFT], value);
    }
}

fn wythoff(vectors: &Key<'_>) {
    let table = Table::normal("pass(wythoff)", &[63, 63, 1]);
    for (values, p_positions, passes) in [("sg0_12x12", "P_lt64", SPENT), ("sg1_12x12", "P_pass_lt64", LEFT)] {
        expect_rows(&table, &vectors.get("wythoff").read_at::<Vec<Vec<u64>>>(values), passes);
        let pairs = (0..64).flat_map(|a| (a..64).map(move |b| [a, b]));
        let found: Vec<[u64; 2]> = pairs.filter(|&[a, b]| table.at(&[a, b, passes]) == Some(0)).collect();
        assert_eq!(found, vectors.get("wythoff").read_at::<Vec<[u64; 2]>>(p_positions), "{p_positions}");
    }
}

/// The game to which `heap_pass` gives this name.
fn heap_game(name: &str) -> String {
    match name {
        "kayles 0.77" => "kayles".to_owned(),
        "dawson_chess 0.137" => "dawson_chess".to_owned(),
        "0.6 officers" => "octal[0.6]".to_owned(),
        _ => {
            let set = name.strip_prefix('S').expect("the other games are subtraction games");
            format!("subtraction[{set}]")
        }
    }
}

/// Heaps that split, with and without a pass: searches, since the parts share it.
fn heaps(vectors: &Key<'_>) {
    for entry in vectors.get("heap_pass").each() {
        let game = format!("pass({})", heap_game(entry.name()));
        for (key, passes) in [("sg", SPENT), ("sg_pass", LEFT)] {
            let expected: Vec<Option<u64>> = entry.read_at(key);
            let positions: Vec<String> = (0..expected.len()).map(|n| format!("({n}, {passes})")).collect();
            assert_eq!(shim::values(&game, &positions, false), expected, "{game}, {passes} passes left");
        }
    }
}

fn two_heaps(vectors: &Key<'_>) {
    for (key, game) in
        [("kayles_two_heap_pass", "pass(2*kayles)"), ("S123_two_heap_pass", "pass(2*subtraction[{1, 2, 3}])")]
    {
        let rows: Vec<Vec<Option<u64>>> = vectors.read_at(key);
        let n = rows.len();
        let positions: Vec<String> = (0..n * n).map(|i| format!("({}, {}, 1)", i / n, i % n)).collect();
        assert_eq!(shim::values(game, &positions, false), rows.concat(), "{game}");
    }
}

/// `f` gives the heights; a position is (y, z), and column z of the lists holds y = 0..f(z).
fn bars(vectors: &Key<'_>) {
    for (name, function) in [("floor(z/3)", "z -> z div 3"), ("floor(z/2)", "z -> z div 2")] {
        let entry = vectors.get("chocolate2d").get(name);
        let heights: Vec<u64> = entry.read_at("f");
        let top = *heights.last().expect("a bar has a column");
        let game = format!("pass(bar[{function}])");
        let table = Table::normal(&game, &[top, heights.len() as u64 - 1, 1]);
        for (key, passes) in [("sg_by_z", SPENT), ("sg_pass_by_z", LEFT)] {
            let columns: Vec<Vec<u64>> = entry.read_at(key);
            for ((z, column), &height) in (0..).zip(columns).zip(&heights) {
                assert_eq!(column.len() as u64, height + 1, "{key}: column {z}");
                for y in 0..=top {
                    table.expect(&[y, z, passes], column.get(y as usize).copied());
                }
            }
        }
    }
}

/// A position is (x, y, z); the lists hold x, then z, then y = 0..F(x, z).
fn chocolate(vectors: &Key<'_>) {
    let games = [
        ("floor((x+z)/2)", "(x, z) -> (x + z) div 2"),
        ("floor(max(x,z)/2)", "(x, z) -> max(x, z) div 2"),
        ("min(x,z)", "(x, z) -> min(x, z)"),
    ];
    for (name, function) in games {
        let table = Table::normal(&format!("pass(chocolate[{function}])"), &[6, 6, 6, 1]);
        for (key, passes) in [("sg", SPENT), ("sg_pass", LEFT)] {
            let slices: Vec<Vec<Vec<u64>>> = vectors.get("chocolate3d").get(name).read_at(key);
            for (x, slice) in (0..).zip(slices) {
                for (z, column) in (0..).zip(slice) {
                    for y in 0..=6 {
                        table.expect(&[x, y, z, passes], column.get(y as usize).copied());
                    }
                }
            }
        }
    }
}

/// Piles from 0 in the file, from 1 in the rules.
fn hypergraph_nim(vectors: &Key<'_>) {
    for entry in vectors.get("hypergraph_nim_3_piles_0_4").each() {
        let edge = |piles: Vec<u64>| set(piles.iter().map(|pile| (pile + 1).to_string()));
        let edges = set(entry.read_at::<Vec<Vec<u64>>>("edges").into_iter().map(edge));
        let table = Table::normal(&format!("hypergraph_nim[3, {edges}]"), &[4, 4, 4]);
        let values: Vec<Vec<Vec<Option<u64>>>> = entry.read_at("sg");
        assert_eq!(table.values(), values.concat().concat(), "{}", entry.name());
    }
}

fn set(elements: impl IntoIterator<Item = String>) -> String {
    format!("{{{}}}", elements.into_iter().collect::<Vec<_>>().join(", "))
}

fn exact_nim(vectors: &Key<'_>) {
    let values: Vec<Vec<Vec<Vec<Option<u64>>>>> = vectors.read_at("exact2_nim_4_piles_0_3");
    assert_eq!(Table::normal("exact_nim[4, 2]", &[3; 4]).values(), values.concat().concat().concat());
}

/// The two properties are read off the values: in a one-move game a follower of value 0 is terminal, in an
/// SG-decreasing one every move lowers the value.
fn set_forms(vectors: &Key<'_>) {
    let rows: Vec<SetFormRow> = vectors.get("set_forms_rank_le_3").read_at("rows");
    let forms: Vec<SetForm> = rows.into_iter().enumerate().map(SetForm::new).collect();
    let pairs = (0..).zip(&forms).flat_map(|(id, form)| form.options.iter().map(move |to| format!("[{id}, {to}]")));
    let game = format!("graph[{}]", set(pairs));
    let last = forms.len() as u64 - 1;
    let alone = Table::normal(&game, &[last]);
    let passing = Table::normal(&format!("pass({game})"), &[last, 1]);
    for (id, form) in (0..).zip(&forms) {
        alone.expect(&[id], form.value);
        passing.expect(&[id, SPENT], form.value);
        passing.expect(&[id, LEFT], form.value_with_pass);
        let followers = followers(&forms, id);
        let value = |id: u64| alone.value(&[id]);
        let options = |id: u64| &forms[id as usize].options;
        let one_move = followers.iter().all(|&at| (value(at) == 0) == options(at).is_empty());
        assert_eq!(one_move, form.one_move, "is the form {id} one-move?");
        let decreasing = followers.iter().all(|&at| options(at).iter().all(|&to| value(to) < value(at)));
        assert_eq!(decreasing, form.decreasing, "is the form {id} SG-decreasing?");
    }
}

/// A form's number, its options' numbers, its value, whether it is one-move, whether it is SG-decreasing, its value
/// with a pass.
type SetFormRow = (u64, Vec<u64>, u64, bool, bool, u64);

struct SetForm {
    options: Vec<u64>,
    value: u64,
    one_move: bool,
    decreasing: bool,
    value_with_pass: u64,
}

impl SetForm {
    fn new((index, row): (usize, SetFormRow)) -> SetForm {
        let (id, options, value, one_move, decreasing, value_with_pass) = row;
        assert_eq!(id, index as u64, "the forms are numbered in order");
        SetForm { options, value, one_move, decreasing, value_with_pass }
    }
}

/// The form and all its followers.
fn followers(forms: &[SetForm], id: u64) -> Vec<u64> {
    let mut reached = vec![id];
    let mut next = 0;
    while next < reached.len() {
        let new = forms[reached[next] as usize].options.iter().filter(|to| !reached.contains(to));
        let new: Vec<u64> = new.copied().collect();
        reached.extend(new);
        next += 1;
    }
    reached
}

/// The file's statement, on a ruleset of each kind.
fn parity_of_passes(vectors: &Key<'_>) {
    let statement: String = vectors.read_at("passes_parity");
    assert_eq!(statement, "SG with p shared passes equals SG with (p mod 2) passes for every ruleset");
    for game in ["nim[2]", "wythoff", "bar[z -> z div 2]", "2*subtraction[{2, 3}]", "star_nim[2]"] {
        let table = Table::normal(&format!("pass({game}, 3)"), &[15, 15, 3]);
        for passes in table.values().chunks(4) {
            assert_eq!(passes[..2], passes[2..], "{game}: the values with 0, 1, 2, 3 passes");
        }
    }
}

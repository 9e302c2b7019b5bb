//! Farr & Ho: Star Nim, Star Silver Dollar, shared and reversed strips, nearly disjunctive sums.
//!
//! Periods are tested as far as a table shows them: they hold on the table, and no shorter ones do.

use std::sync::LazyLock;

use super::boxes::{Table, fnv, sorted_tuples};
use super::keys::Key;
use super::lines::{assert_least_period, drift, repeats, signed};
use super::shim;

const DATA: &str = include_str!("data/star-nim.json");

families! {
    DATA;
    paper_table_1: ["paper_table_1::*"],
    prop_4: ["prop4_corrected::*::exceptional", "prop4_corrected::*::family"],
    row_periods: ["row_periods::rows::#0-7"],
    small_values: ["large_b_values::rows::#0,5,10,15"],
    star_silver_dollar: ["star_silver_dollar::*::strips", "star_silver_dollar::*::sg"],
    sorted_values: ["star_nim_3_sorted_1_8", "star_nim_4_sorted_1_6"],
    sorted_p_positions: ["star_nim_4_P_sorted_1_12", "star_nim_5_P_sorted_1_8"],
    g_sequence_differences: ["g_sequence_differences_first_64::*"],
    g_sequences: ["g_sequences::rows::#0-16,19-23,27-30::#0-4"],
    diagonals: ["diagonals::rows::#0-6,10,14::#0-4"],
    counts_of_four_strips: ["counts::m4_entries_1_50_sorted::nim_P|star_P|both", "counts::m4_by_max"],
    counts_of_five_strips: ["counts::m5_entries_1_10_sorted::*", "counts::m5_by_max"],
    table_checksums: ["table_checksums::rows"],
    strips_with_common_cells: ["variants::shared_cells_*", "variants::reversed_*"],
    nearly_disjunctive_sums: ["variants::nds_*"],
    joint_row_periods: ["variants_row_joint_periods::reversed-*", "variants_row_joint_periods::shared-*"],
    two_star_nim: ["two_star_nim_table_0_31"],
}

const SKIPPED: &[(&str, &str)] = &[
    ("about", "prose"),
    ("paper", "prose"),
    ("prop4_corrected::*::note", "prose"),
    ("row_periods::meaning", "prose"),
    ("row_periods::columns", "prose"),
    (
        "row_periods::rows::#8",
        "two periods are 302468 long: the plain engine's work grows with the square of the length",
    ),
    ("large_b_values::columns", "prose"),
    ("large_b_values::rows::#2,7,12", "a row of 10^6: the plain engine's work grows with the square of the length"),
    ("large_b_values::rows::#1,3,4,6,8,9,11,13,14,16-19", "beyond 10^7 positions: no engine proves periods yet"),
    ("g_sequences::meaning", "prose"),
    ("g_sequences::columns", "prose"),
    ("g_sequences::rows::#17,18,24-26", "two periods lie beyond 10^7 positions: no engine proves periods yet"),
    ("g_sequences::rows::#0-16,19-23,27-30::#5", "whether a period is proved: no engine proves periods yet"),
    ("diagonals::meaning", "prose"),
    ("diagonals::columns", "prose"),
    ("diagonals::rows::#7-9,11-13,15", "two periods lie beyond 10^7 positions: no engine proves periods yet"),
    ("diagonals::rows::#0-6,10,14::#5", "whether a period is proved: no engine proves periods yet"),
    ("counts::m4_entries_1_50_sorted::paper_claims_both", "an erratum: the paper's number for what `both` counts"),
    ("counts::columns_by_max", "prose"),
    ("table_checksums::meaning", "prose"),
    ("variants_row_joint_periods::note", "prose"),
];

/// The square in which the g-sequences and the diagonals are tested: two periods of 504 pairs of g = 16 and of the
/// diagonal a, a + 14 fit in it.
const SQUARE: u64 = 2200;

static TWO_STRIPS: LazyLock<Table> = LazyLock::new(|| Table::normal("star_nim[2]", &[SQUARE, SQUARE]));

/// Row a of the printed table begins at b = a.
fn paper_table_1(vectors: &Key<'_>) {
    let table = Table::normal("star_nim[2]", &[15, 15]);
    for row in vectors.get("paper_table_1").each() {
        let a = row.number();
        for (b, value) in (a..).zip(row.read::<Vec<u64>>()) {
            table.expect(&[a, b], value);
        }
    }
}

/// The pairs (step*k + offset + i, the same + gap) for k >= from and 0 <= i < width.
struct LevelFamily {
    text: &'static str,
    step: u64,
    offset: u64,
    gap: u64,
    from: u64,
    width: u64,
}

impl LevelFamily {
    fn pairs(&self, last: u64) -> Vec<[u64; 2]> {
        let starts = (self.from..=last).map(|k| self.step * k + self.offset);
        let pairs = starts.flat_map(|a| (a..a + self.width).map(|a| [a, a + self.gap]));
        pairs.filter(|pair| pair[1] <= last).collect()
    }
}

const LEVEL_FAMILIES: [LevelFamily; 6] = [
    LevelFamily { text: "(k,k), k>=2", step: 1, offset: 0, gap: 0, from: 2, width: 1 },
    LevelFamily { text: "(2k+1,2k+2), k>=1", step: 2, offset: 1, gap: 1, from: 1, width: 1 },
    LevelFamily { text: "(2k,2k+1), k>=2", step: 2, offset: 0, gap: 1, from: 2, width: 1 },
    LevelFamily { text: "(4k+2+i,4k+4+i), k>=1, i=0,1", step: 4, offset: 2, gap: 2, from: 1, width: 2 },
    LevelFamily { text: "(4k+i,4k+i+2), k>=3, i=0,1", step: 4, offset: 0, gap: 2, from: 3, width: 2 },
    LevelFamily { text: "(6k+i,6k+i+3), k>=2, i=0,1,2", step: 6, offset: 0, gap: 3, from: 2, width: 3 },
];

/// The pairs a <= b of value g, for g = 0..5.
fn prop_4(vectors: &Key<'_>) {
    let last = 995;
    for level in vectors.get("prop4_corrected").each() {
        let g = level.number();
        let text: String = level.read_at("family");
        let family = LEVEL_FAMILIES.iter().find(|family| family.text == text).expect("a family as the file writes it");
        let mut expected: Vec<[u64; 2]> = level.read_at("exceptional");
        expected.extend(family.pairs(last));
        expected.sort_unstable();
        let pairs = (0..=last).flat_map(|a| (a..=last).map(move |b| [a, b]));
        let found: Vec<[u64; 2]> = pairs.filter(|pair| TWO_STRIPS.at(pair) == Some(g)).collect();
        assert_eq!(found, expected, "the pairs of value {g} up to {last}");
    }
}

/// Rows 1 to 8, over two periods of the eighth.
fn row_periods(vectors: &Key<'_>) {
    let last = 20_400;
    let table = Table::normal("star_nim[2]", &[8, last]);
    for row in vectors.get("row_periods").get("rows").each() {
        let [a, period, preperiod]: [u64; 3] = row.read();
        let line = drift((0..=last).map(|b| table.value(&[a, b])));
        assert_least_period(&line, preperiod as usize, period as usize, &format!("row {a}"));
    }
}

fn small_values(vectors: &Key<'_>) {
    for row in vectors.get("large_b_values").get("rows").each() {
        let [a, b, value]: [u64; 3] = row.read();
        TWO_STRIPS.expect(&[a, b], value);
    }
}

/// One search for each shape; strips of one shape share it.
fn star_silver_dollar(vectors: &Key<'_>) {
    let mut shapes: Vec<(Vec<usize>, Vec<String>, Vec<u64>)> = Vec::new();
    for item in vectors.get("star_silver_dollar").each() {
        let strips: Vec<Vec<u64>> = item.read_at("strips");
        let shape: Vec<usize> = strips.iter().map(Vec::len).collect();
        if !shapes.iter().any(|(known, ..)| *known == shape) {
            shapes.push((shape.clone(), Vec::new(), Vec::new()));
        }
        let entry = shapes.iter_mut().find(|(known, ..)| *known == shape).expect("its shape was just added");
        let strips: Vec<String> = strips.iter().map(|strip| format!("{strip:?}")).collect();
        entry.1.push(format!("({})", strips.join(",")));
        entry.2.push(item.read_at("sg"));
    }
    for (shape, positions, expected) in shapes {
        let game = format!("star_silver_dollar[{shape:?}]");
        let found = shim::values(&game, &positions, false);
        let expected: Vec<Option<u64>> = expected.into_iter().map(Some).collect();
        assert_eq!(found, expected, "{game} at {positions:?}");
    }
}

/// Each entry is a sorted position and its value; the list is complete.
fn sorted_values(vectors: &Key<'_>) {
    for (key, game, strips, last) in
        [("star_nim_3_sorted_1_8", "star_nim[3]", 3, 8), ("star_nim_4_sorted_1_6", "star_nim[4]", 4, 6)]
    {
        let table = Table::normal(game, &vec![last; strips]);
        let entries: Vec<Vec<u64>> = vectors.read_at(key);
        assert_eq!(entries.len(), sorted_tuples(strips, last - 1).len(), "{key}: every sorted position is listed");
        for entry in entries {
            let (value, position) = entry.split_last().expect("an entry ends in its value");
            table.expect(position, *value);
        }
    }
}

fn sorted_p_positions(vectors: &Key<'_>) {
    for (key, game, strips, last) in
        [("star_nim_4_P_sorted_1_12", "star_nim[4]", 4, 12), ("star_nim_5_P_sorted_1_8", "star_nim[5]", 5, 8)]
    {
        let table = Table::normal(game, &vec![last; strips]);
        let mut found = occupied_from_one(strips, last);
        found.retain(|position| table.at(position) == Some(0));
        found.sort_unstable();
        assert_eq!(found, vectors.read_at::<Vec<Vec<u64>>>(key), "{key}");
    }
}

/// The sorted positions with entries 1..=last.
fn occupied_from_one(strips: usize, last: u64) -> Vec<Vec<u64>> {
    let lift = |tuple: Vec<u64>| tuple.into_iter().map(|x| x + 1).collect();
    sorted_tuples(strips, last - 1).into_iter().map(lift).collect()
}

/// The differences b - a of the pairs a <= b of value g, by a, as far as the square has all of them: b <= a + g + 1.
fn g_sequence(g: u64) -> Vec<u64> {
    let pairs = (0..=SQUARE - g - 1).flat_map(|a| (a..=a + g + 1).map(move |b| [a, b]));
    pairs.filter(|pair| TWO_STRIPS.at(pair) == Some(g)).map(|[a, b]| b - a).collect()
}

fn g_sequence_differences(vectors: &Key<'_>) {
    for key in vectors.get("g_sequence_differences_first_64").each() {
        let expected: Vec<u64> = key.read();
        assert_eq!(g_sequence(key.number())[..expected.len()], expected, "the differences for g = {}", key.name());
    }
}

/// Columns: g, period, preperiod, least and greatest difference in the cycle.
fn g_sequences(vectors: &Key<'_>) {
    for row in vectors.get("g_sequences").get("rows").each() {
        let [g, period, preperiod, least, greatest] = columns(&row);
        let line: Vec<i64> = g_sequence(g).into_iter().map(signed).collect();
        assert_cycle(&line, [period, preperiod, least, greatest], &format!("the g-sequence of {g}"));
    }
}

/// Columns as above, for the values at (a, a + d). The position (0, 0), which does not exist, gets a value that no other has.
fn diagonals(vectors: &Key<'_>) {
    for row in vectors.get("diagonals").get("rows").each() {
        let [d, period, preperiod, least, greatest] = columns(&row);
        let value = |a| TWO_STRIPS.at(&[a, a + d]).map_or(-1, signed);
        let line: Vec<i64> = (0..=SQUARE - d).map(value).collect();
        assert_cycle(&line, [period, preperiod, least, greatest], &format!("the diagonal {d}"));
    }
}

/// The walked entries of a row.
fn columns<const N: usize>(row: &Key<'_>) -> [u64; N] {
    let entries: Vec<u64> = row.each().iter().map(Key::read).collect();
    entries.try_into().expect("a row has its columns")
}

fn assert_cycle(line: &[i64], [period, preperiod, least, greatest]: [u64; 4], what: &str) {
    let (preperiod, period) = (preperiod as usize, period as usize);
    assert_least_period(line, preperiod, period, what);
    let cycle = &line[preperiod..preperiod + period];
    assert_eq!(cycle.iter().min(), Some(&signed(least)), "{what}: the least value of the cycle");
    assert_eq!(cycle.iter().max(), Some(&signed(greatest)), "{what}: the greatest value of the cycle");
}

/// How many sorted positions with entries 1..=last are P-positions of Nim, of Star Nim, of both.
fn p_counts(table: &Table, strips: usize, last: u64) -> [u64; 3] {
    let mut counts = [0; 3];
    for position in occupied_from_one(strips, last) {
        let nim = position.iter().fold(0, |sum, x| sum ^ x) == 0;
        let star = table.value(&position) == 0;
        for (count, holds) in counts.iter_mut().zip([nim, star, nim && star]) {
            *count += u64::from(holds);
        }
    }
    counts
}

fn expected_counts(counts: &Key<'_>) -> [u64; 3] {
    ["nim_P", "star_P", "both"].map(|name| counts.read_at(name))
}

/// The whole cube to 50: 6.8 million positions.
fn counts_of_four_strips(vectors: &Key<'_>) {
    let counts = vectors.get("counts");
    let table = Table::normal("star_nim[4]", &[50; 4]);
    assert_eq!(p_counts(&table, 4, 50), expected_counts(&counts.get("m4_entries_1_50_sorted")));
    for [last, expected @ ..] in counts.read_at::<Vec<[u64; 4]>>("m4_by_max") {
        assert_eq!(p_counts(&table, 4, last), expected, "four strips to {last}");
    }
}

fn counts_of_five_strips(vectors: &Key<'_>) {
    let counts = vectors.get("counts");
    let table = Table::normal("star_nim[5]", &[15; 5]);
    assert_eq!(p_counts(&table, 5, 10), expected_counts(&counts.get("m5_entries_1_10_sorted")));
    for [last, expected @ ..] in counts.read_at::<Vec<[u64; 4]>>("m5_by_max") {
        assert_eq!(p_counts(&table, 5, last), expected, "five strips to {last}");
    }
}

/// Sum, checksum and greatest value over 1 <= a <= b <= N.
fn table_checksums(vectors: &Key<'_>) {
    for row in vectors.get("table_checksums").read_at::<Vec<(String, u64, u64, String, u64)>>("rows") {
        let (game, last, sum, checksum, greatest) = row;
        let rules = if game == "star2" { "star_nim[2]" } else { &game };
        let table = Table::normal(rules, &[last, last]);
        let pairs = (1..=last).flat_map(|a| (a..=last).map(move |b| [a, b]));
        let values: Vec<u64> = pairs.map(|pair| table.value(&pair)).collect();
        assert_eq!(values.iter().sum::<u64>(), sum, "the sum of {game} to {last}");
        assert_eq!(values.iter().max(), Some(&greatest), "the greatest value of {game} to {last}");
        assert_eq!(fnv(values), checksum, "the checksum of {game} to {last}");
    }
}

/// `shared_cells_2_jump` is `shared_nim[2, true]`, `reversed_k3_nojump` is `reversed_nim[3, false]`; the joint periods
/// write `shared-jump c=2` and `reversed-nojump k=3`.
fn common_cells_game(name: &str) -> String {
    let family = if name.starts_with("shared") { "shared_nim" } else { "reversed_nim" };
    let jump = !name.contains("nojump");
    let cells: String = name.chars().filter(char::is_ascii_digit).collect();
    format!("{family}[{cells}, {jump}]")
}

fn strips_with_common_cells(vectors: &Key<'_>) {
    for key in vectors.get("variants").each() {
        let game = common_cells_game(key.name());
        expect_rows(&Table::normal(&game, &[24, 24]), &key.read::<Vec<Vec<Option<u64>>>>());
    }
}

fn expect_rows(table: &Table, rows: &[Vec<Option<u64>>]) {
    for (a, row) in (0..).zip(rows) {
        for (b, &value) in (0..).zip(row) {
            table.expect(&[a, b], value);
        }
    }
}

/// The third coordinate says whether the restriction is on; the keys that end in `_locked` are those with it.
fn nearly_disjunctive_sums(vectors: &Key<'_>) {
    let games = [
        ("nds_nim_nim", "near(nim[1], nim[1])"),
        ("nds_S12_S12", "near(subtraction[{1, 2}], subtraction[{1, 2}])"),
        ("nds_S123_nim", "near(subtraction[{1, 2, 3}], nim[1])"),
        ("nds_S23_nim", "near(subtraction[{2, 3}], nim[1])"),
    ];
    for (name, game) in games {
        let free: Vec<Vec<u64>> = vectors.get("variants").read_at(name);
        let locked: Vec<Vec<u64>> = vectors.get("variants").read_at(&format!("{name}_locked"));
        let last = [free.len() as u64 - 1, free[0].len() as u64 - 1, 1];
        let table = Table::normal(game, &last);
        for (on, rows) in [(0, free), (1, locked)] {
            for (a, row) in (0..).zip(rows) {
                for (b, value) in (0..).zip(row) {
                    table.expect(&[a, b, on], value);
                }
            }
        }
    }
}

/// Entry i is a period that rows 0 to i have in common. Where tokens do not jump it is the least; where they jump,
/// the files count whole blocks of 8 columns.
fn joint_row_periods(vectors: &Key<'_>) {
    let last = 1000;
    for key in vectors.get("variants_row_joint_periods").each() {
        let table = Table::normal(&common_cells_game(key.name()), &[5, last]);
        let no_position = u64::from(u32::MAX);
        let line = |a: u64| drift((0..=last).map(|b| table.at(&[a, b]).unwrap_or(no_position)));
        let lines: Vec<Vec<i64>> = (0..=5).map(line).collect();
        for (i, period) in key.read::<Vec<usize>>().into_iter().enumerate() {
            let is_common = |p: usize| lines[..=i].iter().all(|line| repeats(line, 100, p));
            let least = (1..=period).find(|&p| is_common(p));
            assert!(is_common(period), "{}: rows 0 to {i} do not have the period {period}", key.name());
            let whole_blocks = key.name().contains("-jump");
            assert!(whole_blocks || least == Some(period), "{}: rows 0 to {i} have the period {least:?}", key.name());
        }
    }
}

fn two_star_nim(vectors: &Key<'_>) {
    let rows: Vec<Vec<Option<u64>>> = vectors.read_at("two_star_nim_table_0_31");
    expect_rows(&Table::normal("star_nim[2]", &[31, 31]), &rows);
}

//! Command lines to begin with. Tests run every one of them.

/// What the program says that was called without a word.
pub(crate) const BEGIN: &str = "\
a value           grundy value wythoff 3,5
a table           grundy table wythoff --to 7
a game of my own  grundy value g 9 -e 'game g(n) { move n - s for s in 1..3 }'
all games         grundy games
first steps       grundy help tutorial
";

/// Three examples of every command; they work one after the other in an empty folder.
const EXAMPLES: [(&str, [&str; 3]); 23] = [
    (
        "value",
        [
            "grundy value wythoff 3,5 3,4",
            "grundy value 'wythoff + nim[1]' 3,4,2",
            "grundy value g 9 -e 'game g(n) { move n - s for s in {1, 3, 4} }'",
        ],
    ),
    (
        "eval",
        ["grundy eval 'G(kayles(5)) xor 3'", "grundy eval '[i^2 for i in 1..5]'", "grundy eval 'P(wythoff(3, 5))'"],
    ),
    ("moves", ["grundy moves wythoff 3,4", "grundy moves nim 1,1,2 --misere", "grundy moves kayles 7"]),
    (
        "play",
        [
            "grundy play wythoff 5,8",
            "grundy play kayles 12 --level beatable",
            "grundy play nim 3,4,5 --misere --second",
        ],
    ),
    (
        "table",
        [
            "grundy table wythoff --to 7",
            "grundy table 'star_nim[3]' --to 5 --fix x1=1",
            "grundy table 'nim[2]' --to 20 -o nim.csv",
        ],
    ),
    (
        "positions",
        [
            "grundy positions wythoff --to 20 --sorted",
            "grundy positions 'star_nim[2]' --value 1 --to 30 --count",
            "grundy positions wythoff --to 20 --where 'a < b and a mod 2 = 0'",
        ],
    ),
    (
        "sequence",
        [
            "grundy sequence kayles --terms 100",
            "grundy sequence 'subtraction[{2, 3}]' --terms 1000 --counts",
            "grundy sequence grundy --terms 1000 -o b002188.txt",
        ],
    ),
    (
        "period",
        [
            "grundy period kayles '(_)'",
            "grundy period 'star_nim[2]' '(3, _)'",
            "grundy period wythoff '(2, _)' --certificate two.json",
        ],
    ),
    (
        "verify",
        [
            "grundy period kayles '(_)' --certificate kayles.json",
            "grundy verify kayles.json",
            "grundy verify - < kayles.json",
        ],
    ),
    (
        "solutions",
        [
            "grundy solutions wythoff --terms 10",
            "grundy solutions 'star_nim[2]' --value 6 --terms 20",
            "grundy solutions 'star_nim[2]' --value 6 --certificate six.json",
        ],
    ),
    (
        "converge",
        [
            "grundy converge 'mark[{1}, {2, 3}]' --to 1000",
            "grundy converge 'mark[{2}, {2, 4}]'",
            "grundy converge 'mark[{1}, {2}]' --certificate mark.json",
        ],
    ),
    (
        "sweep",
        [
            "grundy sweep 'subtraction[{a, b}] for a, b in 1..4 if a < b' --do period",
            "grundy sweep 'octal[c] for c in codes(1)' --do period -o codes.csv",
            "grundy sweep 'mark[{1}, {a}] for a in 2..4' --do 'converge --to 1000' --json",
        ],
    ),
    (
        "plan",
        [
            "grundy plan 'star_nim[2]' --to 200 --tile 64 --checkpoint star",
            "grundy plan wythoff --to 90 --tile 32 --checkpoint queen --slurm jobs",
            "grundy plan wythoff --to 90 --tile 32 --checkpoint queen --hyperqueue q.toml",
        ],
    ),
    (
        "tile",
        ["grundy plan wythoff --to 90 --tile 32 --checkpoint queen", "grundy tile queen 0 0", "grundy tile queen"],
    ),
    (
        "discover",
        [
            "grundy discover 'slow_exact[3, 2]'",
            "grundy discover 'nim[2]' --misere -o found.game",
            "grundy discover 'exact_nim[4, 2]' --outcome --certificate found.json",
        ],
    ),
    (
        "check",
        [
            "echo 'claim \"Bouton\" on nim[2] at (a, b): P iff a = b' > bouton.game",
            "grundy check bouton.game --to 100",
            "echo 'claim \"one value\": G(wythoff(3, 4)) = 2' | grundy check -",
        ],
    ),
    (
        "classify",
        [
            "grundy classify 'moore_nim[2, 2]' --to 12",
            "grundy classify dawson_kayles --to 16",
            "grundy classify 'slow_exact[3, 2]' --to 7 --json",
        ],
    ),
    (
        "serve",
        ["grundy serve", "grundy serve --game 'star_nim[2]' --no-browser", "grundy serve --listen 0.0.0.0 --json"],
    ),
    ("games", ["grundy games", "grundy games wythoff", "grundy games 'pass(nim[2])' --shape"]),
    ("fmt", ["echo 'game down( n ){move n-1}' > down.game", "grundy fmt down.game", "grundy fmt --write down.game"]),
    (
        "completions",
        [
            "grundy completions bash > grundy.bash",
            "grundy completions zsh > _grundy",
            "grundy completions fish > grundy.fish",
        ],
    ),
    ("help", ["grundy help tutorial", "grundy help table", "grundy help options"]),
    ("book", ["grundy book", "grundy help introduction", "grundy help cookbook"]),
];

/// The examples of a command, an indented line each.
pub(super) fn of_command(word: &str) -> String {
    let found = EXAMPLES.iter().find(|(command, _)| *command == word);
    let lines = found.iter().flat_map(|(_, lines)| lines.iter()).map(|line| format!("  {line}"));
    lines.collect::<Vec<_>>().join("\n")
}

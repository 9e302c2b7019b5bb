//! Questions and answers, without a network.
//!
//! In: the name of an endpoint and its parameters ([`Question`]), limits. Out: an answer ([`Reply`]) or a refusal with the status of HTTP that says
//! of what kind it is. The list [`ENDPOINTS`] is all there is: the server routes by it, and the description in OpenAPI is made of it.

mod asked;
mod blocks;
mod board;
mod check;
mod describe;
mod drawn;
mod file;
mod games;
mod openapi;
mod period;
mod play;
mod question;
mod room;
mod start;
mod table;
mod thumbnail;
mod values;
mod verify;

use std::time::{Duration, Instant};

use grundy::lang::Code;
use grundy::{Diagnostic, Kind, Limits, Session, Sources, json};
use serde_json::Value;

use crate::tables::Tables;
use asked::Asked;
pub use openapi::document;
pub use question::Question;
pub use room::Who;

/// What is said of a mistake of the program itself.
pub(crate) const MISTAKE: &str = "grundy made a mistake of its own; please report it";

/// The stack of a thread that works, in bytes, as the program has it: rules may be nested deeply. WebAssembly has less room.
pub(crate) const STACK: usize = if cfg!(target_family = "wasm") { 64 << 20 } else { 256 << 20 };

/// Takes the lines of an answer that comes as a stream; `false` says that nobody reads on.
pub type Lines<'l> = dyn FnMut(Value) -> bool + 'l;

/// An answer.
#[derive(Clone, Debug)]
pub enum Reply {
    /// An object.
    Json(Value),
    /// Cells of a table.
    Cells(Cells),
    /// The lines have been given one by one.
    Lines,
}

/// Cells of a table, row-major, in the width of the table, the lowest byte first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cells {
    /// The bytes of a cell: 1, 2, 4 or 8.
    pub width: u8,
    /// Are they signed? Then the least number means that there is no position; otherwise the greatest does.
    pub signed: bool,
    /// The number of cells along each axis.
    pub shape: Vec<u64>,
    /// The greatest number, or the greatest absolute value of signed ones; `None` without a position.
    pub greatest: Option<u64>,
    /// In a loopy game: the different values that are infinity, as text. The numbers above the greatest one stand for these, in order.
    pub infinite: Vec<String>,
    /// If only the first cells are known: how many, and why no more.
    pub part: Option<(u64, String)>,
    /// The hash of the rules.
    pub rules: String,
    /// The bytes.
    pub bytes: Vec<u8>,
}

impl Cells {
    /// What is told beside the bytes, as headers of HTTP.
    #[must_use]
    pub fn headers(&self) -> Vec<(&'static str, String)> {
        let shape: Vec<String> = self.shape.iter().map(u64::to_string).collect();
        let part = self.part.iter().flat_map(|(known, why)| {
            // A header holds one line of ASCII.
            let why = why.chars().map(|c| if c.is_ascii_graphic() { c } else { ' ' }).collect();
            [("grundy-known", known.to_string()), ("grundy-why", why)]
        });
        let all = [
            ("grundy-width", self.width.to_string()),
            ("grundy-signed", u8::from(self.signed).to_string()),
            ("grundy-shape", shape.join(",")),
            ("grundy-greatest", self.greatest.map_or(String::new(), |most| most.to_string())),
            ("grundy-infinite", self.infinite.join("; ")),
            ("grundy-rules", self.rules.clone()),
        ];
        all.into_iter().chain(part).collect()
    }
}

/// Why there is no answer.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The status of HTTP: 400 for wrong input, 404 for an unknown endpoint, 422 for a limit that was reached.
    pub status: u16,
    /// The error, as the program's with `--json`.
    pub error: Value,
}

impl Refusal {
    /// A refusal for an error that points into no text.
    #[must_use]
    pub fn new(status: u16, error: &Diagnostic) -> Refusal {
        Refusal { status, error: json::error(error, &Sources::default(), |_| String::new(), None) }
    }
}

/// A parameter of an endpoint.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The name.
    pub name: &'static str,
    /// What it says.
    pub about: &'static str,
    /// Must it be given?
    pub needed: bool,
    /// A value to try.
    pub example: &'static str,
}

/// What an endpoint answers with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kinds {
    /// An object.
    Json,
    /// Cells.
    Cells,
    /// Objects, a line each.
    Lines,
}

/// Who waits for an answer, and how long. Each kind has places for work of its own, so that none waits for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// A person who has clicked.
    Person,
    /// A map that is filled piece by piece.
    Piece,
    /// A person who knows that it may take minutes.
    Long,
}

type Answering = fn(&mut Asked, &mut Lines) -> Result<Reply, Diagnostic>;

/// A question that can be asked.
#[derive(Clone, Copy)]
pub struct Endpoint {
    /// The last part of its address.
    pub name: &'static str,
    /// What it answers.
    pub about: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    /// What the answer is.
    pub kind: Kinds,
    /// Who waits for the answer.
    pub pace: Pace,
    answer: Answering,
}

impl std::fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Endpoint").field("name", &self.name).finish_non_exhaustive()
    }
}

const fn needed(name: &'static str, about: &'static str, example: &'static str) -> Parameter {
    Parameter { name, about, needed: true, example }
}

const fn may(name: &'static str, about: &'static str, example: &'static str) -> Parameter {
    Parameter { name, about, needed: false, example }
}

const GAME: Parameter = needed("game", "a game expression", "star_nim[2]");
const RULES: Parameter = may("rules", "a rule file, whose names the game may use", "");
const PLAY: Parameter = may("play", "`normal` or `misere`", "normal");
const TIME: Parameter = may("time", "seconds after which the work ends, at most the server's own limit", "5");
const POSITION: Parameter = needed("position", "a position as it is written", "3,7");
const PARTS: Parameter = may("parts", "in place of `position`: one that has split, as `written` has it", "");
const AT: Parameter = may("at", "a position, which holds the coordinates that are no axes and settles lengths", "3,7");

const AXES: Parameter = needed("axes", "one or two coordinates that run, by name or by number", "1,2");
const LO: Parameter = needed("lo", "the first number on each axis", "0,0");
const HI: Parameter = needed("hi", "the last number on each axis", "15,15");
const FORMULA: Parameter =
    may("formula", "a formula of `G`, `G_misere` and the coordinates, in place of the value", "G - xor(x)");
const STEP: Parameter = may("step", "k: a cell for each block of k by k positions", "16");
const MODE: Parameter = may(
    "mode",
    "what a block says: `value` the mean, `p` 0 if it holds a P-position, `mod M` the most frequent residue; of a formula the mean, of a condition whether it holds somewhere",
    "value",
);

/// All endpoints.
pub const ENDPOINTS: &[Endpoint] = &[
    Endpoint {
        name: "games",
        about: "The built-in games and those of the cookbook; with `name` one of them.",
        parameters: &[may("name", "a game", "star_nim"), may("brief", "1: the names and titles alone", "1")],
        kind: Kinds::Lines,
        pace: Pace::Person,
        answer: games::games,
    },
    Endpoint {
        name: "papers",
        about: "The papers as files of claims: their titles; with `name` the text of one.",
        parameters: &[may("name", "a paper", "farr-ho")],
        kind: Kinds::Lines,
        pace: Pace::Person,
        answer: games::papers,
    },
    Endpoint {
        name: "rules",
        about: "What is wrong in a rule file, the first mistake of each item, and the games that the file defines.",
        parameters: &[needed("rules", "a rule file", "game mine(n) { move n - 1 }")],
        kind: Kinds::Json,
        pace: Pace::Person,
        answer: describe::rules,
    },
    Endpoint {
        name: "game",
        about: "A game: its coordinates, how its positions are drawn, what the engines see, a position to begin with.",
        parameters: &[GAME, RULES, AT],
        kind: Kinds::Json,
        pace: Pace::Person,
        answer: describe::game,
    },
    Endpoint {
        name: "value",
        about: "The value of a position, and what gave it.",
        parameters: &[GAME, POSITION, RULES, PLAY, TIME, may("explain", "1: what the value rests on", "1")],
        kind: Kinds::Json,
        pace: Pace::Person,
        answer: values::value,
    },
    Endpoint {
        name: "moves",
        about: "The options of a position with their values, those that win first; `seen` is the list of all different values among them, each with the number of its options.",
        parameters: &[
            GAME,
            Parameter { needed: false, ..POSITION },
            PARTS,
            RULES,
            PLAY,
            TIME,
            may("wins", "1: the winning moves alone", "1"),
            may("most", "how many options are listed", "60"),
            may("having", "only the options of this value", "0"),
            may("remoteness", "1: how long play lasts, too; of all moves, so without `wins`", "0"),
        ],
        kind: Kinds::Json,
        pace: Pace::Person,
        answer: values::moves,
    },
    Endpoint {
        name: "reply",
        about: "The move that an opponent makes; `move` is null where there is none.",
        parameters: &[
            GAME,
            Parameter { needed: false, ..POSITION },
            PARTS,
            RULES,
            PLAY,
            TIME,
            may("level", "`perfect` or `beatable`", "perfect"),
            may("seed", "equal seeds play alike", "1"),
        ],
        kind: Kinds::Json,
        pace: Pace::Person,
        answer: play::reply,
    },
    Endpoint {
        name: "table",
        about: "The values of a box of positions as binary cells, row-major over the axes.",
        parameters: &[
            GAME,
            AXES,
            LO,
            HI,
            AT,
            FORMULA,
            may(
                "part",
                "1: where there is no time for all cells, the first ones; `grundy-known` says how many, `grundy-why` why",
                "0",
            ),
            STEP,
            MODE,
            RULES,
            PLAY,
            TIME,
        ],
        kind: Kinds::Cells,
        pace: Pace::Piece,
        answer: table::table,
    },
    Endpoint {
        name: "file",
        about: "A box of positions as a file, the same bytes as those of `grundy table -o`: lines that say how many cells are done, and last the file, its bytes in base64.",
        parameters: &[
            GAME,
            needed("format", "`png`, `svg`, `pdf`, `csv`, `latex`, `npy`, `json` or another that `-o` has", "csv"),
            AXES,
            LO,
            HI,
            AT,
            may("mode", "what the colours of a picture say: `value`, `p`, `mod M`, or a formula", "value"),
            may("palette", "`cividis`, `viridis` or `grey`", "cividis"),
            may("rows", "for one axis: a picture in rows of so many cells", ""),
            may("scale", "the side of a cell in pixels", ""),
            may(
                "prove",
                "1: the picture says what is proved for every position, of its formula or of its only coordinate; a line before says why, if nothing is",
                "0",
            ),
            RULES,
            PLAY,
            TIME,
        ],
        kind: Kinds::Lines,
        pace: Pace::Long,
        answer: file::file,
    },
    Endpoint {
        name: "thumbnail",
        about: "The first cells of a game, for a small picture: rows and columns of two coordinates, or the numbers of the only one, row after row.",
        parameters: &[
            GAME,
            RULES,
            PLAY,
            AT,
            Parameter { needed: false, ..AXES },
            may("rows", "how many rows, at most 256", "32"),
            may("columns", "how many columns, at most 256", "32"),
            FORMULA,
            STEP,
            MODE,
            may("time", "seconds after which the work ends, at most the server's own limit; 1 if it is not given", "5"),
        ],
        kind: Kinds::Cells,
        pace: Pace::Piece,
        answer: thumbnail::thumbnail,
    },
    Endpoint {
        name: "sequence",
        about: "The values along a line of positions, and what is known of their period.",
        parameters: &[
            GAME,
            needed("line", "a line, in which `_` runs through 0, 1, 2, …", "(7, _)"),
            may("terms", "how many values", "100"),
            RULES,
            PLAY,
            TIME,
        ],
        kind: Kinds::Json,
        pace: Pace::Person,
        answer: period::sequence,
    },
    Endpoint {
        name: "period",
        about: "The period of a line of positions: proved, observed, or not found.",
        parameters: &[
            GAME,
            needed("line", "a line, in which `_` runs through 0, 1, 2, …", "(7, _)"),
            may("certificate", "1: with the certificate of a proof", "1"),
            RULES,
            PLAY,
            TIME,
        ],
        kind: Kinds::Json,
        pace: Pace::Person,
        answer: period::period,
    },
    Endpoint {
        name: "room",
        about: "The link by which others in the room open the page, and its QR code as SVG; null where nobody else reaches the server. `refused` lists the questions that are refused to whoever asks: to guests those that take minutes, to the person who started the server none.",
        parameters: &[may("state", "what stands behind `#`", "game=nim%5B2%5D")],
        kind: Kinds::Json,
        pace: Pace::Person,
        answer: room::room,
    },
    Endpoint {
        name: "check",
        about: "The verdicts on the claims of a file, a line each, and a summary; `drawn` is null, or shows a claim on a map: the game, the hash of its rules, the formula, and whether the claim speaks of all positions.",
        parameters: &[
            needed("rules", "a file with claims", "claim \"one\" on nim[2]: G(1, 1) = 0"),
            may("to", "the bound of the variables", "15"),
            may("only", "a part of the name of a claim: no other is checked", ""),
            may("games", "a rule file, whose games the claims may name", ""),
            TIME,
        ],
        kind: Kinds::Lines,
        pace: Pace::Long,
        answer: check::check,
    },
    Endpoint {
        name: "verify",
        about: "The theorem of a certificate and its proof in words, once the checker has verified it.",
        parameters: &[
            needed("certificate", "a certificate, as `check` and `period` give it", include_str!("certificate.json")),
            TIME,
        ],
        kind: Kinds::Json,
        pace: Pace::Person,
        answer: verify::verify,
    },
];

/// The limits of every question.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The memory of a question, in bytes. The tables that are kept take at most twice as much.
    pub memory: u64,
    /// The longest time of a question.
    pub time: Duration,
    /// The longest time of `check`, which tells what it finds as it goes on.
    pub checking: Duration,
    /// The most cells of an answer.
    pub cells: u64,
}

impl Default for Settings {
    /// A gibibyte, ten seconds, ten minutes for claims, four million cells.
    fn default() -> Settings {
        Settings { memory: 1 << 30, time: Duration::from_secs(10), checking: Duration::from_secs(600), cells: 1 << 22 }
    }
}

/// Where questions are answered: the built-in games, and the tables made for earlier questions, on which no answer depends.
#[derive(Debug)]
pub struct Desk {
    settings: Settings,
    session: Session,
    tables: Tables,
    /// The link for others, where there are others.
    room: Option<String>,
}

impl Desk {
    /// A desk with these limits.
    #[must_use]
    pub fn new(settings: Settings) -> Desk {
        Desk { settings, session: Session::new(), tables: Tables::new(settings.memory.saturating_mul(2)), room: None }
    }

    /// A desk whose page others open by this link.
    #[must_use]
    pub fn in_room(self, room: Option<String>) -> Desk {
        Desk { room, ..self }
    }

    /// How many tables were made for questions so far. A question that finds a kept one adds none.
    #[must_use]
    pub fn tables_made(&self) -> u64 {
        self.tables.made()
    }

    /// The answer to a question. The memory and the time of `limits` are those of the settings; its interruption ends the work.
    ///
    /// ```
    /// use grundy::Limits;
    /// use grundy_page::api::{Desk, Question, Reply, Settings};
    ///
    /// let desk = Desk::new(Settings::default());
    /// let question = Question::of_query("game=star_nim&position=3,7");
    /// let Ok(Reply::Json(answer)) = desk.answer("value", &question, Limits::default(), &mut |_| true) else { panic!() };
    /// assert_eq!(answer["value"], 5);
    /// ```
    ///
    /// # Errors
    /// An unknown endpoint, wrong parameters, a limit.
    pub fn answer(&self, name: &str, question: &Question, limits: Limits, lines: &mut Lines) -> Result<Reply, Refusal> {
        self.answer_to(Who::Owner, name, question, limits, lines)
    }

    /// As [`Desk::answer`], for a guest too. Whether a guest may ask at all is not looked at: see [`Who::may_ask`].
    ///
    /// # Errors
    /// As [`Desk::answer`].
    pub fn answer_to(
        &self,
        who: Who,
        name: &str,
        question: &Question,
        limits: Limits,
        lines: &mut Lines,
    ) -> Result<Reply, Refusal> {
        let Some(endpoint) = ENDPOINTS.iter().find(|endpoint| endpoint.name == name) else {
            let error = Diagnostic::new(Code::Endpoint, format!("there is no `/api/v1/{}`", question::short(name)));
            let error = error.nearest(name, ENDPOINTS.iter().map(|endpoint| endpoint.name));
            return Err(Refusal::new(404, &error));
        };
        let most = if endpoint.pace == Pace::Long { self.settings.checking } else { self.settings.time };
        let mut asked = Asked::new(self, who, question, endpoint, limits);
        let time = asked.time(most);
        let answer = time.and_then(|time| {
            asked.must_end(Instant::now() + time);
            asked.must_know(endpoint.parameters)?;
            (endpoint.answer)(&mut asked, lines)
        });
        answer.map_err(|error| Refusal { status: status(&error), error: asked.error(&error) })
    }
}

/// The status of HTTP for an error.
fn status(error: &Diagnostic) -> u16 {
    match error.kind {
        Kind::Input => 400,
        Kind::Limit | Kind::TimeIsOver => 422,
        // Nobody reads this answer: the work was ended because its reader left.
        Kind::Interrupted => 499,
    }
}

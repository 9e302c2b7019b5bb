//! Items of a file: definitions and games.
//!
//! In: the parser at the first token of an item. Out: its tree. Claims and tables are parsed in `claim`.

use super::expr::Level;
use super::{Parser, Result};
use crate::lang::Code;
use crate::lang::ast::{
    All, Clause, ClauseKind, Doc, Expr, ExprKind, File, GameBody, GameDef, Ident, Item, ItemKind, Target, Variable,
};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::token::Token;

/// The most names a game may declare.
const NAMES: usize = 1000;

impl Parser {
    /// All items to the end of the text.
    pub(super) fn file(&mut self) -> Result<File> {
        let mut items = vec![];
        self.skip_ends();
        while self.peek() != &Token::End {
            items.push(self.item()?);
            if self.peek() != &Token::Newline && self.peek() != &Token::End && !self.is_sign(";") {
                return Err(self.unexpected("the end of the line, or `;`"));
            }
            self.skip_ends();
        }
        Ok(File { items })
    }

    fn item(&mut self) -> Result<Item> {
        let start = self.span();
        let word = match self.peek() {
            Token::Word(word) => *word,
            _ => "",
        };
        let kind = match word {
            "def" => self.def()?,
            "game" => self.game()?,
            "paper" => {
                self.next();
                ItemKind::Paper(self.text("the paper's title in quotes")?.0)
            }
            "erratum" => {
                self.next();
                ItemKind::Erratum(self.text("what is wrong in print, in quotes")?.0)
            }
            "claim" => self.claim()?,
            "table" => self.table()?,
            _ => return Err(self.unknown_item()),
        };
        Ok(Item { kind, span: start.to(self.last_span()) })
    }

    fn unknown_item(&mut self) -> Diagnostic {
        let items = ["def", "game", "claim", "table", "erratum", "paper"];
        let error = self.unexpected("`game`, `def`, `claim`, `table`, `erratum` or `paper`");
        match self.peek().clone() {
            Token::Word(word @ ("move" | "require" | "split")) => {
                error.help(format!("`{word}` belongs inside the braces of a game"))
            }
            Token::Name(name) => error.nearest(&name, items),
            _ => error,
        }
    }

    fn def(&mut self) -> Result<ItemKind> {
        self.next();
        let name = self.ident("the name to define")?;
        let params = if self.is_sign("(") {
            self.open("(")?;
            let mut params = vec![self.ident("the name of an argument")?];
            while self.eat_sign(",") {
                params.push(self.ident("the name of an argument")?);
            }
            self.close(")")?;
            Some(params)
        } else {
            None
        };
        self.expect_sign("=", "and what the name stands for")?;
        let body = self.expr()?;
        Ok(ItemKind::Def { name, params, body })
    }

    fn game(&mut self) -> Result<ItemKind> {
        self.next();
        let name = self.ident("the name of the game")?;
        let params = if self.is_sign("[") { self.params()? } else { vec![] };
        if self.eat_sign("=") {
            let is = self.expr()?;
            return Ok(ItemKind::Game(GameDef { name, params, body: GameBody::Is(is) }));
        }
        if !self.is_sign("(") {
            return Err(self.unexpected("the position variables in parentheses, or `=` and a game expression"));
        }
        let vars = self.variables()?;
        if self.is_sign("=") {
            let error = self.unexpected("`{` and the rules");
            return Err(error.help(format!("a game that is an expression has no variables: `game {} = …`", name.name)));
        }
        let body = self.rules(vars)?;
        Ok(ItemKind::Game(GameDef { name, params, body }))
    }

    fn params(&mut self) -> Result<Vec<Ident>> {
        self.open("[")?;
        let mut params = vec![self.ident("the name of a parameter")?];
        while self.eat_sign(",") {
            params.push(self.ident("the name of a parameter")?);
            if params.len() > NAMES {
                return Err(self.unexpected(&format!("at most {NAMES} parameters")));
            }
        }
        self.close("]")?;
        Ok(params)
    }

    fn variables(&mut self) -> Result<Vec<Variable>> {
        self.open("(")?;
        let mut vars = vec![];
        loop {
            let name = self.ident("the name of a position variable")?;
            let length = if self.is_sign("[") {
                self.open("[")?;
                let length = self.expr()?;
                self.close("]")?;
                Some(length)
            } else {
                None
            };
            vars.push(Variable { name, length });
            if vars.len() > NAMES {
                return Err(
                    self.unexpected(&format!("at most {NAMES} position variables; a vector is declared `x[n]`"))
                );
            }
            if !self.eat_sign(",") {
                break;
            }
        }
        self.close(")")?;
        Ok(vars)
    }

    fn rules(&mut self, vars: Vec<Variable>) -> Result<GameBody> {
        if self.is_sign(":") {
            let error = self.unexpected("`{` and the rules");
            return Err(error.help("the rules stand in braces: `game g(n) { move n - 1 }`"));
        }
        let open = self.expect_sign("{", "and the rules")?;
        self.open.push(("{", open));
        let one_line = self.peek() != &Token::Newline;
        self.skip_ends();
        let doc = match self.peek() {
            Token::Text(_) => Some(self.text("the doc line")?),
            _ => None,
        };
        let doc = doc.map(|(text, span)| Doc { text, span });
        if doc.is_some() && !self.is_sign("}") {
            self.end_of_clause()?;
        }
        let mut clauses = vec![];
        loop {
            self.skip_ends();
            if self.is_sign("}") {
                break;
            }
            clauses.push(self.clause()?);
            if !self.is_sign("}") {
                self.end_of_clause()?;
            }
        }
        self.open.pop();
        self.next();
        Ok(GameBody::Rules { vars, doc, clauses, one_line })
    }

    fn end_of_clause(&mut self) -> Result<()> {
        if self.peek() == &Token::Newline || self.is_sign(";") {
            return Ok(());
        }
        let error = self.unexpected("the end of the line, `;`, `for`, `if`, or the `}` of the game");
        Err(match self.peek() {
            Token::Sign(",") => {
                error.help("a target of several entries stands in parentheses: `move (a - i, b) for …`")
            }
            Token::Word("or" | "and") => error.help("every move is a clause of its own: `move n - 1; move n - 2`"),
            Token::Word("where") => error.help("a condition on a move is written `if …`"),
            Token::Word("in") => error.help("a range stands after `for`: `move n - s for s in 1..3`"),
            Token::Sign("->") => error.help("only the target of a move is written: `move n - s`"),
            _ => error,
        })
    }

    fn clause(&mut self) -> Result<Clause> {
        let start = self.span();
        let picture = self.is_picture();
        let kind = match self.peek() {
            Token::Word("require") => {
                self.next();
                ClauseKind::Require(self.expr()?)
            }
            Token::Word("move") => {
                self.next();
                if self.is_word("all") && self.peek_second() == &Token::Sign("(") {
                    let error = self.unexpected("the one position that a `move` leaves");
                    return Err(error.help("a move that leaves several positions is a `split`: `split all (… for …)`"));
                }
                let target = Target { part: self.target()?, all: None };
                self.after_target(vec![target], false)?
            }
            Token::Word("split") => {
                self.next();
                let mut targets = vec![self.part()?];
                while self.eat_sign(",") {
                    targets.push(self.part()?);
                }
                self.after_target(targets, true)?
            }
            _ if picture => {
                self.next();
                ClauseKind::Picture(self.ident("how a position is drawn")?)
            }
            _ => {
                let error = self.unexpected("`require`, `move`, `split`, `picture` or the closing `}`");
                return Err(match self.peek().clone() {
                    Token::Name(_) if self.peek_second() == &Token::Sign("->") => {
                        error.help("a move is written with its target alone: `move n - s for s in 1..3`")
                    }
                    Token::Name(n) => error.nearest(&n, ["require", "move", "split", "picture"]),
                    _ => error,
                });
            }
        };
        Ok(Clause { kind, span: start.to(self.last_span()) })
    }

    /// Does `picture WORD` begin here? The word is no keyword, so that names in older files stay what they are.
    fn is_picture(&mut self) -> bool {
        matches!(self.peek(), Token::Name(word) if word == "picture") && matches!(self.peek_second(), Token::Name(_))
    }

    /// A target of `split`, or `all (TARGET for BINDERS if CONDITION)`.
    fn part(&mut self) -> Result<Target> {
        if !self.eat_word("all") {
            return Ok(Target { part: self.target()?, all: None });
        }
        const EXAMPLE: &str = "`split all (n div k for j in 1..k)` leaves k parts";
        if !self.is_sign("(") {
            return Err(self.unexpected("`(` round the part and its range").help(EXAMPLE));
        }
        self.open("(")?;
        let part = self.target()?;
        if !self.eat_word("for") {
            return Err(self.unexpected("`for` and the range of the parts").help(EXAMPLE));
        }
        let binders = self.binders()?;
        let filter = if self.eat_word("if") { Some(self.expr()?) } else { None };
        self.close(")")?;
        Ok(Target { part, all: Some(All { binders, filter }) })
    }

    fn target(&mut self) -> Result<Expr> {
        let target = self.level(Level::With)?;
        match &target.kind {
            ExprKind::Tuple(list) if list.is_empty() => Err(Diagnostic::at(
                Code::EmptyTarget,
                target.span,
                "a target has one entry for each position variable",
                "it is empty",
            )),
            _ => Ok(target),
        }
    }

    fn after_target(&mut self, targets: Vec<Target>, split: bool) -> Result<ClauseKind> {
        let binders = if self.eat_word("for") { self.binders()? } else { vec![] };
        let again = self.is_word("for");
        let guard = if !again && self.eat_word("if") { Some(self.expr()?) } else { None };
        if self.is_word("for") {
            let help = match (again, binders.is_empty()) {
                (true, _) => {
                    "after one `for` stand several ranges, with a comma between them, as in `for i in 1..a, j in 1..b`"
                }
                (false, true) => "`for` comes before `if`",
                (false, false) => {
                    "all ranges stand after one `for`, before `if`, with commas between them, as in `for i in 1..a, j in 1..b if i < j`"
                }
            };
            return Err(self.unexpected("the end of the clause").help(help));
        }
        Ok(ClauseKind::Move { targets, split, binders, guard })
    }
}

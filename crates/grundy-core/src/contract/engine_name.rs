//! The engines that a person may ask for.
//!
//! In: nothing. Out: [`EngineName`], one a line here: its name, what it does in a few words, and what it gives.

macro_rules! engines {
    ($($variant:ident $name:literal $gives:ident $help:literal,)*) => {
        /// The engines by name: tables and the ways of making them, and the engines that give values of single positions.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum EngineName {
            $(#[doc = concat!($help, ".")] $variant,)*
        }

        impl EngineName {
            /// All engines that a user can name, in the order in which help lists them.
            pub const ALL: &[EngineName] = &[$(EngineName::$variant,)*];

            /// The name as a user writes it; an answer read off any table is by `table`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(EngineName::$variant => $name,)*
                }
            }

            /// What the engine does, in the words of the help.
            #[must_use]
            pub const fn help(self) -> &'static str {
                match self {
                    $(EngineName::$variant => $help,)*
                }
            }

            const fn gives(self) -> Gives {
                match self {
                    $(EngineName::$variant => Gives::$gives,)*
                }
            }
        }
    };
}

/// What an engine gives, and of which rules.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gives {
    /// Tables, of any rules that have them.
    Tables,
    /// Tables, of rules of some shape.
    ShapedTables,
    /// Values of single positions, by a theorem or a proof about rules of some shape.
    Single,
    /// Values of single positions, of any rules.
    Search,
}

engines! {
    Table "table" Tables "All values of a box, in the quickest way that reads the rules",
    Rays "rays" ShapedTables "A table for moves that take any amount along a direction",
    Steps "steps" ShapedTables "A table for moves that take constants",
    Boxes "boxes" ShapedTables "A table for moves that take any amounts from sets of coordinates",
    Windows "windows" ShapedTables "A table for a heap whose moves leave the heaps of a few intervals",
    Enumeration "enumeration" Tables "A table that visits every option",
    Search "search" Search "One position after the other, each value kept",
    Line "line" Single "The proved period of the line on which a position stands",
    Heaps "heaps" Single "Heaps from which constants are taken and which may be split",
    Forms "forms" Single "Misère play of positions that split, and of sums, by simpler equal sums",
    Quotient "quotient" Single "Misère play of sums of heaps of one game, by their misère quotient",
    Converge "converge" Single "Subtractions and divisions, by convergence",
    Automaton "automaton" Single "Subtractions and divisions, by a proved automaton",
}

impl EngineName {
    /// The engine of a name.
    ///
    /// ```
    /// use grundy_core::contract::options::EngineName;
    ///
    /// assert_eq!(EngineName::of("rays"), Some(EngineName::Rays));
    /// ```
    #[must_use]
    pub fn of(name: &str) -> Option<EngineName> {
        EngineName::ALL.iter().copied().find(|engine| engine.name() == name)
    }

    /// Does it make a table?
    #[must_use]
    pub fn is_table(self) -> bool {
        matches!(self.gives(), Gives::Tables | Gives::ShapedTables)
    }

    /// Does it give values of single positions, by a theorem or proof about all positions of some shape?
    #[must_use]
    pub fn is_single(self) -> bool {
        self.gives() == Gives::Single
    }

    /// Does it read only some shapes of rules?
    #[must_use]
    pub fn wants_shape(self) -> bool {
        matches!(self.gives(), Gives::ShapedTables | Gives::Single)
    }
}

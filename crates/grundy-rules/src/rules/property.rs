//! The properties that a game may have in normal and misère play together: their names, and what each says.

macro_rules! properties {
    ($($(#[$doc:meta])* $variant:ident $name:literal $plays:ident,)*) => {
        /// A property of a set of positions that is closed under moves.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Property {
            $($(#[$doc])* $variant,)*
        }

        impl Property {
            /// All properties.
            pub const ALL: [Property; [$($name),*].len()] = [$(Property::$variant),*];

            /// The name of the property in the language and in all output.
            ///
            /// ```
            /// # use grundy_rules::rules::Property;
            /// assert_eq!(Property::OneMove.name(), "one_move");
            /// ```
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Property::$variant => $name,)*
                }
            }

            /// Does the property involve misère play?
            #[must_use]
            pub const fn needs_misere(self) -> bool {
                match self {
                    $(Property::$variant => matches!(Plays::$plays, Plays::Both),)*
                }
            }
        }
    };
}

/// The plays whose values a property speaks of.
enum Plays {
    Normal,
    Both,
}

properties! {
    /// Every position is a swap position or has G = G⁻.
    Tame "tame" Both,
    /// Every position is a swap position or has G = G⁻ ≥ 2. Equivalently, no position is a P-position in both plays.
    Pet "pet" Both,
    /// No position has (0, k) or (k, 0) with k ≥ 2.
    Domestic "domestic" Both,
    /// A position that is no swap position has a move to a (0, 1)-position if and only if it has a move to a (1, 0)-position.
    Miserable "miserable" Both,
    /// Every option of a (0, 1)-position that is not terminal has a move to a (0, 1)-position; the same with (1, 0).
    Returnable "returnable" Both,
    /// Every move from a (0, 1)-position leads to a (1, 0)-position, and every move from a (1, 0)-position to a (0, 1)-position.
    Forced "forced" Both,
    /// G = 0 at terminal positions only. Equivalently, every position that is not terminal has a terminal option.
    OneMove "one_move" Normal,
    /// Every move lowers G.
    SgDecreasing "sg_decreasing" Normal,
}

impl Property {
    /// The property of this name.
    ///
    /// ```
    /// # use grundy_rules::rules::Property;
    /// assert_eq!(Property::of("tame"), Some(Property::Tame));
    /// assert_eq!(Property::of("wild"), None);
    /// ```
    #[must_use]
    pub fn of(name: &str) -> Option<Property> {
        Property::ALL.into_iter().find(|property| property.name() == name)
    }
}

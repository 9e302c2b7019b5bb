//! The properties that a game may have in normal and misère play together: their names, and what each says.

/// A property of a set of positions that is closed under moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Property {
    /// Every position is a swap position or has G = G⁻.
    Tame,
    /// Every position is a swap position or has G = G⁻ ≥ 2. Equivalently, no position is a P-position in both plays.
    Pet,
    /// No position has (0, k) or (k, 0) with k ≥ 2.
    Domestic,
    /// A position that is no swap position has a move to a (0, 1)-position if and only if it has a move to a (1, 0)-position.
    Miserable,
    /// Every option of a (0, 1)-position that is not terminal has a move to a (0, 1)-position; the same with (1, 0).
    Returnable,
    /// Every move from a (0, 1)-position leads to a (1, 0)-position, and every move from a (1, 0)-position to a (0, 1)-position.
    Forced,
    /// G = 0 at terminal positions only. Equivalently, every position that is not terminal has a terminal option.
    OneMove,
    /// Every move lowers G.
    SgDecreasing,
}

impl Property {
    /// All properties.
    pub const ALL: [Property; 8] = [
        Property::Tame,
        Property::Pet,
        Property::Domestic,
        Property::Miserable,
        Property::Returnable,
        Property::Forced,
        Property::OneMove,
        Property::SgDecreasing,
    ];

    /// The name of the property in the language and in all output.
    ///
    /// ```
    /// # use grundy_rules::rules::Property;
    /// assert_eq!(Property::OneMove.name(), "one_move");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Property::Tame => "tame",
            Property::Pet => "pet",
            Property::Domestic => "domestic",
            Property::Miserable => "miserable",
            Property::Returnable => "returnable",
            Property::Forced => "forced",
            Property::OneMove => "one_move",
            Property::SgDecreasing => "sg_decreasing",
        }
    }

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

    /// Does the property involve misère play?
    #[must_use]
    pub fn needs_misere(self) -> bool {
        !matches!(self, Property::OneMove | Property::SgDecreasing)
    }
}

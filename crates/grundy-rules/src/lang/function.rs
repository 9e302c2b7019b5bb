//! The functions of the language.
//!
//! In: nothing. Out: [`Function`], one a line here; [`lower`](crate::lower) says what each is, and does not compile while one lacks its meaning.

macro_rules! functions {
    ($($variant:ident $name:literal $arguments:ident $since:ident,)*) => {
        /// A function of the language.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Function {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
        }

        impl Function {
            /// All functions.
            pub const ALL: &[Function] = &[$(Function::$variant,)*];

            /// The name in texts.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Function::$variant => $name,)*
                }
            }

            /// The number of arguments.
            #[must_use]
            pub const fn arguments(self) -> Arguments {
                match self {
                    $(Function::$variant => Arguments::$arguments,)*
                }
            }

            /// Did the language get the function later? A `def` may give its name another meaning then, as it could before.
            #[must_use]
            pub const fn is_later(self) -> bool {
                match self {
                    $(Function::$variant => matches!(Since::$since, Since::Later),)*
                }
            }
        }
    };
}

/// How many arguments a function has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arguments {
    /// One.
    One,
    /// Two.
    Two,
    /// Any number.
    Any,
}

/// Since when the language has a function.
enum Since {
    First,
    Later,
}

functions! {
    Abs "abs" One First,
    Gcd "gcd" Any First,
    Len "len" One First,
    Bit "bit" Two First,
    Log2 "log2" One First,
    Min "min" Any First,
    Max "max" Any First,
    Sum "sum" Any First,
    Xor "xor" Any First,
    Sorted "sorted" One First,
    Increasing "increasing" One First,
    Nonzero "nonzero" One First,
    Support "support" One First,
    Mex "mex" One First,
    Box "box" One First,
    Bits "bits" One First,
    Subsets "subsets" One First,
    Union "union" Two Later,
    Intersection "intersection" Two Later,
    Difference "difference" Two Later,
    Isqrt "isqrt" One Later,
    Floor "floor" One Later,
    Ceil "ceil" One Later,
    Divisors "divisors" One Later,
    Digits "digits" Two Later,
    Codes "codes" Any Later,
    Slice "slice" Any Later,
    Closure "closure" Two Later,
    NimProduct "nim_product" Two Later,
    NimInverse "nim_inverse" One Later,
    NimSqrt "nim_sqrt" One Later,
    FirstCousin "first_cousin" One Later,
    StandardForm "standard_form" One Later,
    Takes "takes" One Later,
    Tail "tail" One Later,
    Breakings "breakings" Two Later,
    Partitions "partitions" Any Later,
    Turned "turned" Two Later,
}

impl Function {
    /// The function of this name.
    ///
    /// ```
    /// use grundy_rules::lang::Function;
    ///
    /// assert_eq!(Function::of("gcd"), Some(Function::Gcd));
    /// assert!(Function::of("union").is_some_and(Function::is_later));
    /// ```
    #[must_use]
    pub fn of(name: &str) -> Option<Function> {
        Function::ALL.iter().copied().find(|function| function.name() == name)
    }

    /// Does a name round what stands in its parentheses, so that this may be a real number?
    #[must_use]
    pub fn rounds(name: &str) -> bool {
        matches!(Function::of(name), Some(Function::Floor | Function::Ceil))
    }

    /// The function of a name that no definition may take.
    #[must_use]
    pub fn reserved(name: &str) -> Option<Function> {
        Function::of(name).filter(|function| !function.is_later())
    }
}

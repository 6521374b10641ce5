//! What can go wrong in a C program, each under a name of its own, and which of it is looked for.

use tribunal_ir::{PropertyKind, Shape};

/// A way to go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Check {
    /// An assertion fails, or a function that stands for an error is called.
    Assertion,
    /// The result of signed arithmetic does not fit its type.
    Overflow,
    /// A division or remainder by zero.
    Division,
    /// A shift by a negative number or by the width or more, or a signed number shifted out of its type.
    Shift,
    /// An access outside the object that the pointer points into.
    Bounds,
    /// An access by the null pointer.
    Null,
    /// An access by a pointer that points to no object, or a write to an object that must not be written.
    Pointer,
    /// An access to an object that is dead.
    Lifetime,
    /// Something is freed that was not allocated, or was freed already.
    Free,
    /// Allocated memory that nothing points to any more.
    Leak,
    /// Allocated memory that is not freed at the end.
    Cleanup,
    /// A value that was never written is used.
    Uninitialised,
    /// Pointers to different objects are compared by order, or subtracted.
    Comparison,
    /// `__builtin_unreachable` is reached.
    Unreachable,
    /// The value of a function that returned none is used.
    Return,
    /// A number does not fit the type it is converted to.
    Conversion,
    /// A float operation yields a NaN.
    Float,
    /// Threads wait for each other, or for nobody, and none can ever go on.
    Deadlock,
    /// A run goes on for ever.
    Termination,
    /// Code is reached that is not supported: no answer is possible there.
    Unsupported,
}

impl Check {
    /// All of them.
    pub const ALL: [Self; 20] = [
        Self::Assertion,
        Self::Overflow,
        Self::Division,
        Self::Shift,
        Self::Bounds,
        Self::Null,
        Self::Pointer,
        Self::Lifetime,
        Self::Free,
        Self::Leak,
        Self::Cleanup,
        Self::Uninitialised,
        Self::Comparison,
        Self::Unreachable,
        Self::Return,
        Self::Conversion,
        Self::Float,
        Self::Deadlock,
        Self::Termination,
        Self::Unsupported,
    ];

    /// Its name as a property and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Assertion => "assertions",
            Self::Overflow => "overflow",
            Self::Division => "division",
            Self::Shift => "shift",
            Self::Bounds => "bounds",
            Self::Null => "null",
            Self::Pointer => "pointer",
            Self::Lifetime => "lifetime",
            Self::Free => "free",
            Self::Leak => "leak",
            Self::Cleanup => "cleanup",
            Self::Uninitialised => "uninit",
            Self::Comparison => "comparison",
            Self::Unreachable => "unreachable",
            Self::Return => "return",
            Self::Conversion => "conversion",
            Self::Float => "float",
            Self::Deadlock => "deadlock",
            Self::Termination => "termination",
            Self::Unsupported => "unsupported",
        }
    }
}

impl Check {
    /// What kind of question it is.
    #[must_use]
    pub fn kind(self) -> PropertyKind {
        match self {
            Self::Termination => PropertyKind::Terminates,
            _ => PropertyKind::Unreachable,
        }
    }
}

/// Names for several checks at once.
const GROUPS: &[(&str, &[Check])] = &[
    ("unreach", &[Check::Assertion]),
    ("assertion", &[Check::Assertion]),
    ("div", &[Check::Division]),
    (
        "memsafety",
        &[Check::Bounds, Check::Null, Check::Pointer, Check::Lifetime, Check::Free, Check::Leak],
    ),
    ("memory", &[Check::Bounds, Check::Null, Check::Pointer, Check::Lifetime, Check::Free]),
];

/// What is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checks {
    chosen: Vec<Check>,
}

impl Default for Checks {
    /// Assertions, memory, signed overflow, division, shifts and what must not be reached.
    fn default() -> Self {
        let mut checks = Self { chosen: Vec::new() };
        for it in Check::ALL {
            match it {
                Check::Leak | Check::Cleanup | Check::Uninitialised => {}
                Check::Conversion | Check::Float | Check::Deadlock | Check::Termination => {}
                _ => checks.chosen.push(it),
            }
        }
        checks
    }
}

impl FromIterator<Check> for Checks {
    fn from_iter<T: IntoIterator<Item = Check>>(checks: T) -> Self {
        let chosen: std::collections::BTreeSet<Check> = checks.into_iter().collect();
        Self { chosen: chosen.into_iter().collect() }
    }
}

impl Checks {
    /// Reads a list such as `unreach,overflow`, or `all`.
    ///
    /// # Errors
    /// The word that names no check.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut chosen = vec![Check::Unsupported];
        for word in text.split(',').map(str::trim).filter(|it| !it.is_empty()) {
            let group = GROUPS.iter().find(|(name, _)| *name == word).map(|(_, checks)| *checks);
            match Check::ALL.iter().find(|it| it.name() == word) {
                Some(check) => chosen.push(*check),
                // What a run is like as a whole is another question than what may go wrong in a step.
                None if word == "all" => {
                    let of_steps = |it: &Check| it.kind().shape() != Shape::Run;
                    chosen.extend(Check::ALL.into_iter().filter(of_steps));
                }
                None if word == "default" => chosen.extend(Self::default().chosen),
                None => chosen.extend(group.ok_or_else(|| word.to_owned())?),
            }
        }
        chosen.sort();
        chosen.dedup();
        Ok(Self { chosen })
    }

    /// Whether something is looked for.
    #[must_use]
    pub fn has(&self, check: Check) -> bool {
        self.chosen.contains(&check)
    }

    /// What is looked for, in a fixed order.
    pub fn iter(&self) -> impl Iterator<Item = Check> {
        Check::ALL.into_iter().filter(|it| self.has(*it))
    }
}

#[cfg(test)]
mod tests {
    use super::{Check, Checks};

    #[test]
    fn lists_name_checks_and_groups() {
        let checks = Checks::parse("unreach, overflow").expect("the words should be known");
        assert!(checks.has(Check::Assertion) && checks.has(Check::Overflow));
        assert!(!checks.has(Check::Bounds));
        assert!(Checks::parse("all").is_ok_and(|it| {
            Check::ALL.iter().all(|one| it.has(*one) != (*one == Check::Termination))
        }));
        assert_eq!(Checks::parse("overflow,shfit"), Err("shfit".to_owned()));
        assert!(!Checks::default().has(Check::Leak));
    }
}

//! The property files of the competition.

use tribunal_front_c::lower::Check;

/// What a property file asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Specification {
    /// The text, one formula on each line.
    pub text: String,
    /// The function where the program starts.
    pub entry: String,
    /// The formulas.
    pub goals: Vec<Goal>,
}

/// A formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A function is never called.
    UnreachCall(String),
    /// Signed arithmetic never overflows.
    NoOverflow,
    /// Only what may be freed is freed.
    ValidFree,
    /// Only living objects are accessed.
    ValidDeref,
    /// Allocated memory is always pointed to.
    ValidMemtrack,
    /// All memory is freed at the end.
    ValidMemcleanup,
    /// There is no data race.
    NoDataRace,
    /// Every run ends.
    Termination,
}

impl Goal {
    /// Its name in answers.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::UnreachCall(_) => "unreach-call",
            Self::NoOverflow => "no-overflow",
            Self::ValidFree => "valid-free",
            Self::ValidDeref => "valid-deref",
            Self::ValidMemtrack => "valid-memtrack",
            Self::ValidMemcleanup => "valid-memcleanup",
            Self::NoDataRace => "no-data-race",
            Self::Termination => "termination",
        }
    }

    /// The checks that decide it; `None` if nothing does yet.
    pub(crate) fn checks(&self) -> Option<&'static [Check]> {
        match self {
            Self::UnreachCall(_) => Some(&[Check::Assertion]),
            Self::NoOverflow => Some(&[Check::Overflow]),
            Self::ValidFree => Some(&[Check::Free]),
            Self::ValidDeref => {
                Some(&[Check::Bounds, Check::Null, Check::Pointer, Check::Lifetime])
            }
            Self::ValidMemtrack => Some(&[Check::Leak]),
            Self::ValidMemcleanup => Some(&[Check::Cleanup]),
            Self::NoDataRace | Self::Termination => None,
        }
    }

    pub(crate) fn is_violated_by(&self, check: &str) -> bool {
        self.checks().unwrap_or_default().iter().any(|it| it.name() == check)
    }

    /// Reads a formula without white space.
    fn parse(formula: &str) -> Option<Self> {
        Some(match formula {
            "G!overflow" => Self::NoOverflow,
            "Gvalid-free" => Self::ValidFree,
            "Gvalid-deref" => Self::ValidDeref,
            "Gvalid-memtrack" => Self::ValidMemtrack,
            "Gvalid-memcleanup" => Self::ValidMemcleanup,
            "G!data-race" => Self::NoDataRace,
            "Fend" => Self::Termination,
            _ => {
                let call = formula.strip_prefix("G!call(")?.strip_suffix("())")?;
                Self::UnreachCall(call.to_owned())
            }
        })
    }
}

/// A property file that asks for something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownProperty {
    /// What is not known.
    pub what: String,
}

impl std::fmt::Display for UnknownProperty {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}` is not a property that is known here", self.what)
    }
}

impl std::error::Error for UnknownProperty {}

impl Specification {
    /// Reads a property file: lines of the form `CHECK( init(main()), LTL(G ! call(reach_error())) )`.
    ///
    /// # Errors
    /// The line that is not of this form.
    pub fn parse(text: &str) -> Result<Self, UnknownProperty> {
        let lines = || text.lines().map(str::trim).filter(|it| !it.is_empty());
        let mut specification = Self {
            text: lines().collect::<Vec<_>>().join("\n"),
            entry: String::new(),
            goals: Vec::new(),
        };
        for line in lines() {
            let unknown = || UnknownProperty { what: line.to_owned() };
            let bare: String = line.chars().filter(|it| !it.is_whitespace()).collect();
            let inside = bare.strip_prefix("CHECK(init(").and_then(|it| it.strip_suffix("))"));
            let (entry, formula) =
                inside.and_then(|it| it.split_once("()),LTL(")).ok_or_else(unknown)?;
            let goal = Goal::parse(formula).ok_or_else(unknown)?;
            if !specification.goals.is_empty() && specification.entry != entry {
                return Err(unknown());
            }
            entry.clone_into(&mut specification.entry);
            specification.goals.push(goal);
        }
        if specification.goals.is_empty() {
            return Err(UnknownProperty { what: text.trim().to_owned() });
        }
        Ok(specification)
    }
}

#[cfg(test)]
mod tests {
    use super::{Goal, Specification};

    fn goals(text: &str) -> Option<Vec<Goal>> {
        Specification::parse(text).ok().map(|it| it.goals)
    }

    #[test]
    fn the_properties_of_the_competition_are_read() {
        let call = |name: &str| Some(vec![Goal::UnreachCall(name.to_owned())]);
        assert_eq!(
            goals("CHECK( init(main()), LTL(G ! call(reach_error())) )\n"),
            call("reach_error")
        );
        assert_eq!(goals("CHECK(init(main()), LTL(G ! call(bad())) )"), call("bad"));
        let memory = "CHECK( init(main()), LTL(G valid-free) )\n\
                      CHECK( init(main()), LTL(G valid-deref) )\n\
                      CHECK( init(main()), LTL(G valid-memtrack) )\n\n";
        let expected = vec![Goal::ValidFree, Goal::ValidDeref, Goal::ValidMemtrack];
        assert_eq!(goals(memory), Some(expected));
        for (formula, goal) in [
            ("G ! overflow", Goal::NoOverflow),
            ("G valid-memcleanup", Goal::ValidMemcleanup),
            ("G ! data-race", Goal::NoDataRace),
            ("F end", Goal::Termination),
        ] {
            let text = format!("CHECK( init(main()), LTL({formula}) )");
            assert_eq!(goals(&text), Some(vec![goal]), "{text}");
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for text in [
            "",
            "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )",
            "CHECK( init(main()), LTL(G x) )",
            "CHECK( init(main()), LTL(G ! overflow) )\nCHECK( init(f()), LTL(G valid-free) )",
        ] {
            assert_eq!(goals(text), None, "{text}");
        }
    }
}

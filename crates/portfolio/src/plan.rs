//! Which properties are checked, and which of them share a search.
//!
//! Safety asks only which states and steps are reachable, so one search settles all of it. A
//! property of infinite runs has an automaton of its own and gets a search of its own. Formulas about the tree of runs share
//! a graph of states if they see the same ones.

use tribunal_ir::{Granularity, Program, PropId, PropertyKind};

/// The properties that share a search.
pub type Search = Vec<PropId>;

/// A name that is not a property of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownProperty {
    /// What the user asked for.
    pub name: String,
    /// What there is.
    pub known: Vec<String>,
}

impl std::fmt::Display for UnknownProperty {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "there is no property `{}`; ", self.name)?;
        if self.known.is_empty() {
            return write!(f, "the model has none");
        }
        write!(f, "the model has: {}", self.known.join(", "))
    }
}

impl std::error::Error for UnknownProperty {}

/// The properties to check, in the program's order: those named, or by default all but absence of
/// non-progress cycles, which most models do not have.
///
/// # Errors
/// If a name is unknown.
pub fn select(program: &Program, names: &[String]) -> Result<Vec<PropId>, UnknownProperty> {
    let known = |name: &String| program.props.values().any(|it| it.name == *name);
    if let Some(name) = names.iter().find(|it| !known(it)) {
        let known = program.props.values().map(|it| it.name.clone()).collect();
        return Err(UnknownProperty { name: name.clone(), known });
    }
    let wanted = |prop: &PropId| {
        let property = &program.props[*prop];
        if names.is_empty() {
            property.kind != PropertyKind::NoNonProgressCycle
        } else {
            let meant = program.property(&property.name).map(|it| program.props[it].kind);
            // Formulas about the tree of runs are named by their texts, which may be any.
            let is_hidden =
                !property.kind.is_branching() && meant.is_some_and(PropertyKind::is_branching);
            names.contains(&property.name) && !is_hidden
        }
    };
    Ok(program.props.ids().filter(wanted).collect())
}

/// Groups properties into searches.
#[must_use]
pub fn searches(program: &Program, properties: &[PropId]) -> Vec<Search> {
    let kind = |it: &PropId| program.props[*it].kind;
    let (safety, others): (Search, Search) = properties.iter().partition(|it| kind(it).is_safety());
    let mut searches = vec![safety];
    let mut trees = vec![Search::new(); Granularity::ALL.len()];
    for property in others {
        match kind(&property) {
            PropertyKind::Branching { granularity, .. } => {
                let seen = Granularity::ALL.iter().position(|it| *it == granularity);
                trees[seen.unwrap_or(0)].push(property);
            }
            _ => searches.push(vec![property]),
        }
    }
    searches.extend(trees);
    searches.retain(|it| !it.is_empty());
    searches
}

#[cfg(test)]
mod tests {
    use super::{searches, select};
    use tribunal_ir::{Formula, Granularity, Program, Property, PropertyKind};

    fn a_program() -> Program {
        let mut program = Program::default();
        let truth = program.formulas.intern(Formula::Const(true));
        let kinds = [
            ("assertions", PropertyKind::Unreachable),
            ("p", PropertyKind::Ltl(truth)),
            ("end-states", PropertyKind::EndStates),
            ("non-progress", PropertyKind::NoNonProgressCycle),
        ];
        for (name, kind) in kinds {
            program.props.push(Property { name: name.to_owned(), kind, span: None });
        }
        program
    }

    fn names(program: &Program, asked: &[&str]) -> Result<Vec<Vec<String>>, String> {
        let asked: Vec<String> = asked.iter().map(|&it| it.to_owned()).collect();
        let selected = select(program, &asked).map_err(|it| it.to_string())?;
        let name = |&prop: &_| program.props[prop].name.clone();
        Ok(searches(program, &selected).iter().map(|it| it.iter().map(name).collect()).collect())
    }

    #[test]
    fn safety_shares_a_search_and_non_progress_is_opt_in() {
        let program = a_program();
        let all = names(&program, &[]).unwrap();
        assert_eq!(all, [vec!["assertions", "end-states"], vec!["p"]]);
        assert_eq!(names(&program, &["non-progress"]).unwrap(), [["non-progress"]]);
    }

    #[test]
    fn formulas_that_see_the_same_states_share_a_search() {
        let mut program = a_program();
        let truth = program.formulas.intern(Formula::Const(true));
        let seen = [Granularity::Global, Granularity::Statement, Granularity::Global];
        for (name, granularity) in ["p", "q", "r"].into_iter().zip(seen) {
            let kind = PropertyKind::Branching { formula: truth, granularity };
            program.props.push(Property { name: name.to_owned(), kind, span: None });
        }
        // The model's own `p` is another one.
        assert_eq!(names(&program, &["p"]).unwrap(), [["p"]]);
        assert_eq!(names(&program, &["p", "q", "r"]).unwrap(), [vec!["q"], vec!["p", "r"]]);
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        let message = names(&a_program(), &["q"]).unwrap_err();
        assert_eq!(
            message,
            "there is no property `q`; the model has: assertions, p, end-states, non-progress"
        );
    }
}

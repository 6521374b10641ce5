//! From a temporal formula to its automaton, for people who want to see it.

use tribunal_base::{Diagnostic, Sources, Span};
use tribunal_logic::{AtomId, AtomNames, Buchi, Formulas};
use tribunal_report::data::AutomatonReport;

/// A formula with its automaton.
#[derive(Debug)]
pub struct Automaton {
    formula: String,
    names: AtomNames,
    automaton: Buchi,
}

/// What is wrong with a formula.
#[derive(Debug)]
pub struct BrokenFormula {
    /// The text of the formula.
    pub sources: Sources,
    /// What is wrong with it.
    pub diagnostics: Vec<Diagnostic>,
}

/// Translates a formula.
///
/// # Errors
/// If the text is no formula, or its automaton would be too large.
pub fn translate(formula: &str) -> Result<Automaton, BrokenFormula> {
    let mut sources = Sources::default();
    let file = sources.add("formula", formula);
    let (mut formulas, mut names) = (Formulas::default(), AtomNames::default());
    let parsed = tribunal_logic::parse(&mut formulas, &mut names, file, formula);
    let automaton = parsed.and_then(|parsed| {
        tribunal_logic::automaton(&mut formulas, parsed).map_err(|error| {
            let span = Span::new(file, 0, formula.len());
            Box::new(Diagnostic::error("formula-too-large", span, error.to_string()))
        })
    });
    match automaton {
        Ok(automaton) => Ok(Automaton { formula: formula.to_owned(), names, automaton }),
        Err(diagnostic) => Err(BrokenFormula { sources, diagnostics: vec![*diagnostic] }),
    }
}

impl Automaton {
    /// The automaton as data.
    #[must_use]
    pub fn report(&self) -> AutomatonReport {
        AutomatonReport::of(&self.formula, &self.automaton, &self.names)
    }

    /// The automaton as a graph in the language of Graphviz.
    #[must_use]
    pub fn dot(&self) -> String {
        tribunal_logic::dot(&self.automaton, &self.formula, |atom| self.name(atom))
    }

    /// The automaton as a never claim in Promela.
    #[must_use]
    pub fn never_claim(&self) -> String {
        tribunal_logic::never_claim(&self.automaton, &self.formula, |atom| self.name(atom))
    }

    fn name(&self, atom: AtomId) -> &str {
        &self.names[atom]
    }
}

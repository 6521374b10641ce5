//! What was proved again of what is known, and what was not.

use serde::Serialize;
use std::collections::BTreeMap;
use tribunal_engine::{Relation, Sum};
use tribunal_ir::{LocId, Program, VarId};

/// What a statement is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The value of a variable.
    Variable,
    /// A relation between variables.
    Relation,
    /// An object in memory.
    Memory,
    /// That no run comes to a place.
    Unreached,
}

impl Kind {
    fn noun(self) -> &'static str {
        match self {
            Self::Variable => "variables",
            Self::Relation => "relations",
            Self::Memory => "memory",
            Self::Unreached => "places that no run comes to",
        }
    }
}

/// A statement that was not proved again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// What it is about.
    pub kind: Kind,
    /// Where it is said to hold.
    pub location: LocId,
    /// The statement.
    pub what: String,
    /// Why it was not proved: lower case, no full stop.
    pub why: String,
}

/// What came of proving statements again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proved {
    /// How many statements there are of each kind.
    pub said: BTreeMap<Kind, usize>,
    /// Those that were not proved.
    pub doubts: Vec<Doubt>,
}

/// The same for programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProofReport {
    /// How many statements there are of each kind, and how many were proved again.
    pub statements: Vec<CountReport>,
    /// Those that were not.
    pub unproved: Vec<DoubtReport>,
    /// Why nothing was proved, if so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

/// How many statements there are of a kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CountReport {
    /// What they are about.
    pub kind: Kind,
    /// How many there are.
    pub said: usize,
    /// How many were proved again.
    pub proved: usize,
}

/// A statement that was not proved again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DoubtReport {
    /// The path of the file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// What it is about.
    pub kind: Kind,
    /// The statement.
    pub statement: String,
    /// Why it was not proved.
    pub why: String,
}

/// More doubts than this are not shown to people.
const SHOWN: usize = 20;

impl ProofReport {
    /// The report of what came of it.
    #[must_use]
    pub fn of(program: &Program, proved: &Result<Proved, String>) -> Self {
        let Proved { said, doubts } = match proved {
            Ok(proved) => proved,
            Err(why) => {
                let (statements, unproved) = (Vec::new(), Vec::new());
                return Self { statements, unproved, failure: Some(why.clone()) };
            }
        };
        let count = |(kind, said): (&Kind, &usize)| {
            let left = doubts.iter().filter(|it| it.kind == *kind).count();
            CountReport { kind: *kind, said: *said, proved: said - left }
        };
        let doubt = |it: &Doubt| {
            let span = program.locs[it.location].span;
            DoubtReport {
                file: program.sources.path(span.file).to_owned(),
                line: program.sources.line_column(span).line,
                kind: it.kind,
                statement: it.what.clone(),
                why: it.why.clone(),
            }
        };
        Self {
            statements: said.iter().map(count).collect(),
            unproved: doubts.iter().map(doubt).collect(),
            failure: None,
        }
    }

    /// The report in words.
    #[must_use]
    pub fn draw(&self) -> String {
        if let Some(why) = &self.failure {
            return format!("nothing proved again: {why}\n");
        }
        let count = |it: &CountReport| format!("{} {} of {}", it.kind.noun(), it.proved, it.said);
        let counts: Vec<String> = self.statements.iter().map(count).collect();
        let mut text = format!("proved again: {}\n", counts.join(", "));
        for it in self.unproved.iter().take(SHOWN) {
            text += &format!("  line {}: {}: {}\n", it.line, it.statement, it.why);
        }
        if let Some(more @ 1..) = self.unproved.len().checked_sub(SHOWN) {
            text += &format!("  and {more} more\n");
        }
        text
    }
}

/// A relation as people write it.
#[must_use]
pub fn relation(program: &Program, relation: &Relation) -> String {
    match relation {
        Relation::AtMostZero(sum) => compared(program, sum, "<="),
        Relation::Zero(sum) => compared(program, sum, "=="),
        Relation::Multiple { of, sum } => {
            let (left, right) = sides(program, sum);
            format!("{left} == {right} modulo {of}")
        }
        Relation::Vanishes { bits, products } => {
            let (left, right) = product_sides(program, products);
            format!("{left} == {right} modulo 2^{bits}")
        }
        Relation::NotNull(var) => format!("{} is not null", program.vars[*var].name),
        Relation::Any(all) => {
            let all: Vec<String> = all.iter().map(|it| self::relation(program, it)).collect();
            all.join(" or ")
        }
    }
}

fn compared(program: &Program, sum: &Sum, sign: &str) -> String {
    let (left, right) = sides(program, sum);
    format!("{left} {sign} {right}")
}

/// What is positive in a sum, and what is negative.
fn sides(program: &Program, sum: &Sum) -> (String, String) {
    let summands = sum.terms.iter().map(|(factor, var)| (*factor, vec![*var]));
    let products: Vec<_> = summands.chain([(sum.constant, Vec::new())]).collect();
    product_sides(program, &products)
}

/// The same of a sum of products.
fn product_sides(program: &Program, products: &[(i128, Vec<VarId>)]) -> (String, String) {
    let side = |sign: i128| {
        let mut parts: Vec<String> = Vec::new();
        for (factor, vars) in products.iter().filter(|it| it.0.signum() == sign) {
            let names = vars.iter().map(|it| program.vars[*it].name.clone());
            let number = factor.unsigned_abs();
            let number = (number != 1 || vars.is_empty()).then(|| number.to_string());
            parts.push(number.into_iter().chain(names).collect::<Vec<String>>().join("*"));
        }
        if parts.is_empty() { "0".to_owned() } else { parts.join(" + ") }
    };
    (side(1), side(-1))
}

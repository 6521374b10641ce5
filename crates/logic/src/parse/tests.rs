use expect_test::{Expect, expect};
use tribunal_base::{FileId, Id};

use super::{AtomNames, parse};
use crate::ltl::{AtomId, Formulas, LtlId};

/// The formula, over atoms `p`, `q`, `r`, ... with `p` the first; other names are numbered after.
pub(crate) fn formula(formulas: &mut Formulas, text: &str) -> LtlId {
    let mut names = letters();
    parse(formulas, &mut names, FileId(0), text).expect("test formulas should parse")
}

/// The text of a formula over atoms as in [`formula`].
pub(crate) fn show(formulas: &Formulas, formula: LtlId) -> String {
    formulas.display(formula, name).to_string()
}

fn letters() -> AtomNames {
    let mut names = AtomNames::default();
    for name in ["p", "q", "r", "s", "t", "x > 3", "until"] {
        names.intern(name.to_owned());
    }
    names
}

fn name(atom: AtomId) -> String {
    let names = letters();
    if atom.index() < names.len() { names[atom].clone() } else { format!("{atom:?}") }
}

/// Shows the structure: every operator with parentheses and none derived.
fn structure(formulas: &Formulas, formula: LtlId) -> String {
    use crate::ltl::Ltl::{And, Atom, False, Next, Not, Or, Release, True, Until};
    let of = |it| structure(formulas, it);
    match formulas[formula] {
        True => "true".into(),
        False => "false".into(),
        Atom(atom) => name(atom),
        Not(f) => format!("!{}", of(f)),
        Next(f) => format!("X{}", of(f)),
        And(f, g) => format!("({} & {})", of(f), of(g)),
        Or(f, g) => format!("({} | {})", of(f), of(g)),
        Until(f, g) => format!("({} U {})", of(f), of(g)),
        Release(f, g) => format!("({} V {})", of(f), of(g)),
    }
}

fn check(text: &str, expected: Expect) {
    let mut formulas = Formulas::default();
    let shown = match parse(&mut formulas, &mut letters(), FileId(0), text) {
        Ok(formula) => structure(&formulas, formula),
        Err(error) => {
            let span = error.primary.span;
            format!("{} at {}..{}: {}", error.code, span.start, span.end, error.message)
        }
    };
    expected.assert_eq(&shown);
}

#[test]
fn unary_operators_bind_tightest() {
    check("[] p -> q", expect!["(!(false V p) | q)"]);
    check("!p U <>q", expect!["(!p U (true U q))"]);
}

#[test]
fn binary_operators_are_left_associative() {
    check("p U q V r", expect!["((p U q) V r)"]);
    check("p -> q -> r", expect!["(!(!p | q) | r)"]);
    check("p || q || r", expect!["((p | q) | r)"]);
}

#[test]
fn temporal_operators_bind_tighter_than_boolean_ones() {
    check("p && q U r || p", expect!["((p & (q U r)) | p)"]);
    check("p || q && r", expect!["(p | (q & r))"]);
    check("p W q", expect!["(q V (p | q))"]);
}

#[test]
fn words_mean_what_the_symbols_mean() {
    check(
        "always p implies eventually q stronguntil next r",
        expect!["(!(false V p) | ((true U q) U Xr))"],
    );
    check("p weakuntil q /\\ r \\/ s", expect!["(((q V (p | q)) & r) | s)"]);
    check("p release q R r", expect!["((p V q) V r)"]);
    check("p equivalent q", expect!["((!p | q) & (!q | p))"]);
}

#[test]
fn quoted_atoms_may_hold_anything() {
    check("[]\"x > 3\"", expect!["(false V x > 3)"]);
}

#[test]
fn errors_say_where() {
    check("p U", expect!["ltl-syntax at 3..3: expected a formula"]);
    check("(p && q", expect!["ltl-syntax at 7..7: expected an operator or `)`"]);
    check("p q", expect!["ltl-syntax at 2..3: expected an operator or the end of the formula"]);
    check("x > 3", expect!["ltl-syntax at 2..3: unknown symbol"]);
    check("[]\"x", expect!["ltl-syntax at 2..4: quoted atom is not closed"]);
    check("", expect!["ltl-syntax at 0..0: expected a formula"]);
    check("3", expect!["ltl-syntax at 0..1: unknown symbol"]);
}

#[test]
fn nesting_is_bounded_but_chains_are_not() {
    check(
        &"!".repeat(5000),
        expect!["ltl-too-deep at 200..201: formula is nested deeper than 200"],
    );
    check(
        &format!("{}p", "p U ".repeat(5000)),
        expect!["ltl-too-deep at 0..20001: formula is nested deeper than 200"],
    );
    let mut formulas = Formulas::default();
    let chain = formula(&mut formulas, &format!("{}p", "p && ".repeat(5000)));
    assert_eq!(formulas.conjuncts(chain).len(), 5001);
}

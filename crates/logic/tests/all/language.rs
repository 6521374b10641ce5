//! Laws: every construction keeps the language, as judged by the meaning of formulas on words.

use crate::common::formulas::{DWYER, ETESSAMI_HOLZMANN, LIMITS, SOMENZI_BLOEM};
use crate::common::{Tree, lassos, read, trees};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use tribunal_base::FileId;
use tribunal_logic::{
    AtomNames, Formulas, Lasso, LtlId, automaton, generalised, holds, negation_normal_form, parse,
    simplify,
};

fn words() -> impl Strategy<Value = Vec<Lasso>> {
    prop::collection::vec(lassos(3), 24)
}

/// The automata of the formula and of its negation accept complementary sets of words, the right ones.
fn check_language(formulas: &mut Formulas, formula: LtlId, words: &[Lasso], text: &str) {
    let negation = formulas.not(formula);
    let positive = automaton(formulas, formula).expect("the formula should be small");
    let negative = automaton(formulas, negation).expect("the formula should be small");
    let marked = generalised(formulas, formula).expect("the formula should be small");
    for word in words {
        let expected = holds(formulas, formula, word);
        assert_eq!(positive.accepts_lasso(word), expected, "{text} on {word:?}");
        assert_eq!(marked.accepts_lasso(word), expected, "{text} generalised on {word:?}");
        assert_eq!(negative.accepts_lasso(word), !expected, "!({text}) on {word:?}");
    }
}

proptest! {
    #![proptest_config(Config { cases: 1500, rng_seed: RngSeed::Fixed(1), ..Config::default() })]

    #[test]
    fn automata_accept_what_satisfies_the_formula(tree in trees(), words in words()) {
        let mut formulas = Formulas::default();
        let formula = tree.build(&mut formulas);
        let text = show(&formulas, formula);
        check_language(&mut formulas, formula, &words, &text);
    }

    #[test]
    fn rewriting_keeps_the_meaning(tree in trees(), words in words()) {
        let mut formulas = Formulas::default();
        let formula = tree.build(&mut formulas);
        let normal = negation_normal_form(&mut formulas, formula);
        let simple = simplify(&mut formulas, formula);
        for word in &words {
            let expected = holds(&formulas, formula, word);
            prop_assert_eq!(holds(&formulas, normal, word), expected);
            prop_assert_eq!(holds(&formulas, simple, word), expected, "{}", show(&formulas, simple));
        }
    }

    #[test]
    fn printed_formulas_parse_to_themselves(tree in trees()) {
        let mut formulas = Formulas::default();
        let formula = tree.build(&mut formulas);
        let text = show(&formulas, formula);
        let mut names = AtomNames::default();
        for name in NAMES {
            names.intern(name.to_owned());
        }
        prop_assert_eq!(parse(&mut formulas, &mut names, FileId(0), &text), Ok(formula));
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in "[pqUVWRX!&|<>\\[\\]()\\-\"/\\\\ 0-9a-zä]{0,40}") {
        let result = parse(&mut Formulas::default(), &mut AtomNames::default(), FileId(0), &text);
        if let Err(error) = result {
            let span = error.primary.span;
            prop_assert!(text.get(span.start as usize..span.end as usize).is_some());
        }
    }
}

const NAMES: [&str; 3] = ["p", "x > 3", "q"];

fn show(formulas: &Formulas, formula: LtlId) -> String {
    use tribunal_base::Id;
    formulas.display(formula, |atom| NAMES[atom.index()]).to_string()
}

#[test]
fn automata_of_known_formulas_are_right() {
    for text in [&ETESSAMI_HOLZMANN[..], &SOMENZI_BLOEM, &DWYER, &LIMITS].concat() {
        let mut formulas = Formulas::default();
        let (formula, names) = read(&mut formulas, text);
        let mut runner =
            TestRunner::new(Config { rng_seed: RngSeed::Fixed(2), ..Config::default() });
        let words = prop::collection::vec(lassos(names.len()), 200);
        let words = words.new_tree(&mut runner).expect("words should be easy to make").current();
        check_language(&mut formulas, formula, &words, text);
    }
}

/// The other laws are worth little if the random formulas are all alike.
#[test]
fn trees_reach_every_operator() {
    let mut runner = TestRunner::new(Config { rng_seed: RngSeed::Fixed(3), ..Config::default() });
    let mut formulas = Formulas::default();
    let mut seen = [false; 9];
    for _ in 0..100 {
        let tree: Tree =
            trees().new_tree(&mut runner).expect("formulas should be easy to make").current();
        let formula = tree.build(&mut formulas);
        for it in formulas.subformulas(formula) {
            use tribunal_logic::Ltl::{And, Atom, False, Next, Not, Or, Release, True, Until};
            seen[match formulas[it] {
                True => 0,
                False => 1,
                Atom(_) => 2,
                Not(_) => 3,
                And(..) => 4,
                Or(..) => 5,
                Next(_) => 6,
                Until(..) => 7,
                Release(..) => 8,
            }] = true;
        }
    }
    assert_eq!(seen, [true; 9]);
}

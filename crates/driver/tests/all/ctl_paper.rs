//! The examples of M. Chechik, W. Ding: *Lightweight reasoning about program correctness*, 2002.

use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;

use expect_test::{Expect, expect};
use tribunal_base::Kleene;
use tribunal_driver::{
    Analysed, CTranslation, Checked, Checks, Choices, Crowding, Detail, Joining, Limits, Rounds,
    Settings, Translation, Widening, invariants, load, prepare,
};
use tribunal_engine::{Budget, Context};
use tribunal_front_promela::Dialect;
use tribunal_ir::{Granularity, LocId, Overflow, Program, PropId, Visibility};
use tribunal_logic::ctl::{Branching, Labelled, asked};
use tribunal_report::invariants::InvariantsReport;
use tribunal_report::{Report, Truth};
use tribunal_state_graph::{Extent, Watched, explore};

use crate::formulas::{asking, check_formulas};

fn translation(checks: Checks, defines: &[(&str, &str)]) -> Translation {
    let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    Translation {
        defines: defines.iter().map(owned).collect(),
        formulas: Vec::new(),
        questions: tribunal_driver::Questions::default(),
        dialect: Dialect::Tribunal,
        overflow: Overflow::Block,
        c: CTranslation {
            choices: Choices { checks, ..Choices::default() },
            ..CTranslation::default()
        },
    }
}

fn answers(
    path: &str,
    translation: &Translation,
    granularity: Granularity,
    formulas: &[&str],
) -> Checked {
    let program = read(path, translation, granularity, formulas);
    check_formulas(program, formulas)
}

fn read(
    path: &str,
    translation: &Translation,
    granularity: Granularity,
    formulas: &[&str],
) -> Program {
    let questions = asking(formulas, Some(granularity)).questions;
    let loaded = load(path, &Translation { questions, ..translation.clone() });
    loaded.program.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

/// The answers, each with what the rungs made of it.
fn tell(checked: &Checked) -> String {
    let mut told = String::new();
    let report = Report::of(&checked.findings("", &[]));
    for it in &report.properties {
        let word = |it: Truth| match it {
            Truth::True => "true",
            Truth::False => "false",
            Truth::Maybe => "maybe",
        };
        let tried = it.rungs.iter().map(|it| format!("{} {}", it.rung, word(it.verdict)));
        let tried: Vec<String> = tried.collect();
        _ = writeln!(told, "{}: {} ({})", it.name, word(it.verdict), tried.join(", "));
    }
    told
}

const FIGURE_3: &str = r#"#include <stdio.h>
int b;
int xy;
int main(void) {
  int a;
  int c;
  b = 13;
  c = 2;
  xy = -20;
  while (1) {
    xy = xy + 4;
    if (xy == 0)
      b = 5;
    else
      b = b * c;
    if (a != 0 && a >= -3)
      if (a != 2 && a != 4 && a != 7)
        if (a != -2)
          c = 2;
    printf("xy is %d", xy);
    printf("b is %d", b);
  }
}
"#;

/// The path of a file with a text.
fn written(name: &str, text: &str) -> String {
    let folder = std::env::temp_dir().join(format!("tribunal-ctl-paper-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder should be made");
    let path = folder.join(name);
    std::fs::write(&path, text).expect("a file should be written");
    path.to_string_lossy().into_owned()
}

fn figure_3(name: &str, checks: Checks, expected: &Expect) {
    let path = written(name, FIGURE_3);
    let formulas = ["AG((xy + b) <= 0)", "EF(b == 5)", "EF(b == 12)"];
    let translation = translation(checks, &[]);
    let checked = answers(&path, &translation, Granularity::Global, &formulas);
    expected.assert_eq(&tell(&checked));
}

/// Where numbers wrap, the third formula needs induction over three rounds.
#[test]
fn figure_3_with_numbers_that_wrap() {
    let checks = Checks::parse("unreach").unwrap_or_default();
    figure_3(
        "wrap.c",
        checks,
        &expect![[r#"
        AG((xy + b) <= 0): false (absint false)
        EF(b == 5): true (absint true)
        EF(b == 12): false (absint maybe, scout maybe, kind false)
    "#]],
    );
}

/// Where an overflow ends the run, abstract states are enough.
#[test]
fn figure_3_with_overflow_as_an_error() {
    figure_3(
        "overflow.c",
        Checks::default(),
        &expect![[r#"
        AG((xy + b) <= 0): false (absint false)
        EF(b == 5): true (absint true)
        EF(b == 12): false (absint false)
    "#]],
    );
}

/// What abstract interpretation knows of a program with the settings of the paper: MAX_LOOP 20, MAX_INTERVAL 5, all intervals joined where there are more, and
/// bounds that grow moved to infinity, for which the greatest number stands, at once.
fn as_in_the_paper(name: &str, text: &str) -> (Program, Analysed) {
    let path = written(name, text);
    let translation = translation(Checks::default(), &[]);
    let prepared = prepare(&path, translation).unwrap_or_else(|it| panic!("{:?}", it.diagnostics));
    let program = prepared.program;
    let settings = Settings {
        delay: 18,
        narrowing: 0,
        widening: Widening::Plain,
        crowding: Crowding { joining: Joining::All, ..Crowding::default() },
        rounds: Rounds::All,
        ..Settings::default()
    };
    let limits = Limits { time: None, memory: 1 << 30, depth: u64::MAX };
    let known = invariants(
        &program,
        settings,
        Detail::Variables,
        &limits,
        &AtomicBool::new(false),
        &mut (),
    );
    let known = known.expect("it should end");
    (program, known)
}

/// The table of loop iterations, on the program itself.
#[test]
fn figure_3_round_by_round() {
    let (program, known) = as_in_the_paper("rounds.c", FIGURE_3);
    let mut table = String::new();
    for round in known.rounds() {
        if ![1, 6, 7].contains(&round.number) && round.number < 19 {
            continue;
        }
        let hulls = round.known.iter().filter_map(|it| {
            let (name, hull) = (&program.vars[it.var].name, it.numbers.as_ref()?.hull());
            ["b", "xy"].contains(&&**name).then(|| format!("{name} [{}, {}]", hull.lo, hull.hi))
        });
        _ = writeln!(table, "{}: {}", round.number, hulls.collect::<Vec<_>>().join(", "));
    }
    expect![[r#"
        1: b [13, 13], xy [-20, -20]
        6: b [5, 416], xy [-20, 0]
        7: b [5, 832], xy [-20, 4]
        19: b [5, 3407872], xy [-20, 52]
        20: b [5, 2147483647], xy [-20, 2147483647]
    "#]]
    .assert_eq(&table);
}

/// The splits of `a`, on the program itself, where it is between -5 and 8: what is known below each condition.
#[test]
fn figure_3_split_by_split() {
    let bounded = FIGURE_3.replace("  b = 13;", "  if (a < -5 || a > 8) return 0;\n  b = 13;");
    let (program, known) = as_in_the_paper("splits.c", &bounded);
    let at = |locations: &[LocId]| known.at(&program, locations);
    let report = InvariantsReport::of("splits.c", &program, Some(&at), &[]);
    let mut table = String::new();
    for (number, text) in (1_u32..).zip(bounded.lines()).skip(16).take(4) {
        let line = report.lines.iter().find(|it| it.line == number && it.function == "main");
        let a = line.and_then(|it| it.known.iter().find(|it| it.name == "a"));
        let values = a.map_or("any", |it| &it.value);
        _ = writeln!(table, "{values} before {}", text.trim());
    }
    expect![[r#"
        [-5, 8] before if (a != 0 && a >= -3)
        {[-3, -1], [1, 8]} before if (a != 2 && a != 4 && a != 7)
        {[-3, -1], 1, 3, [5, 6], 8} before if (a != -2)
        {-3, [-1, 8]} before c = 2;
    "#]]
    .assert_eq(&table);
}

const SYSTEM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/safety_injection.c");

const PROPERTIES: [&str; 4] = [
    "AG((Reset && Pressure != 2) -> !Overridden)",
    "AG((Reset && Pressure == 0) -> Injection)",
    "AG((Block && !Reset && Pressure != 2) -> Overridden)",
    "AG((Pressure == 1 && WaterPres <= 15) -> AX(WaterPres >= 15 -> AF(Pressure == 2)))",
];

/// What all states say about the properties, if the pressure is at most so high.
fn exactly(granularity: Granularity, highest: &str) -> Vec<Kleene> {
    let translation = translation(Checks::default(), &[("HIGHEST", highest)]);
    let program = read(SYSTEM, &translation, granularity, &PROPERTIES);
    let visibility = Visibility::new(&program, granularity);
    let properties: Vec<PropId> = program.props.ids().collect();
    let (_, questions) = asked(&program, &properties).remove(0);
    let atoms: Vec<_> = questions.iter().flat_map(|it| it.1.atoms.clone()).collect();
    let watched = Watched { program: &program, visibility: &visibility, atoms: &atoms };
    let mut nobody = ();
    let mut cx = Context::new(Budget { memory: 1 << 30, depth: u64::MAX }, &mut nobody);
    let graph = explore(watched, Extent::ALL, &mut cx).expect("it should be explored");
    assert_eq!(graph.gap, None);
    let mut first = 0;
    let value = |(_, question): &(PropId, Branching)| {
        let structure = graph.structure.about(first..first + question.atoms.len());
        first += question.atoms.len();
        Labelled::new(question.formula.clone(), structure).value()
    };
    questions.iter().map(value).collect()
}

/// Abstract states answer, and all states say the same. Program and properties compare the pressure with 5 and 15 alone, so that 16 stands for all that is
/// higher: states that differ in nothing but by which of these a pressure is higher have the same successors. At one granularity all 31 pressures are tried.
fn system(granularity: Granularity, expected: &Expect) {
    let all = translation(Checks::default(), &[]);
    let checked = answers(SYSTEM, &all, granularity, &PROPERTIES);
    expected.assert_eq(&tell(&checked));
    let values: Vec<Kleene> = checked.answers.iter().map(|it| it.verdict.kleene()).collect();
    assert_eq!(exactly(granularity, "16"), values);
    if granularity == Granularity::Marked {
        assert_eq!(exactly(granularity, "30"), values);
    }
    // Far from what it takes, but not from what it must not take.
    assert!(checked.seconds < 5.0, "{}", checked.seconds);
}

/// The paper has all four as true. Between the reading of a button and the reaction to it the first three are not; the first two are not
/// after the reaction either, since nothing but a high pressure ends an override.
#[test]
fn the_safety_injection_system() {
    for granularity in [Granularity::Statement, Granularity::Global] {
        system(
            granularity,
            &expect![[r#"
        AG((Reset && Pressure != 2) -> !Overridden): false (absint false)
        AG((Reset && Pressure == 0) -> Injection): false (absint false)
        AG((Block && !Reset && Pressure != 2) -> Overridden): false (absint false)
        AG((Pressure == 1 && WaterPres <= 15) -> AX(WaterPres >= 15 -> AF(Pressure == 2))): true (absint true)
    "#]],
        );
    }
    system(
        Granularity::Marked,
        &expect![[r#"
        AG((Reset && Pressure != 2) -> !Overridden): false (absint false)
        AG((Reset && Pressure == 0) -> Injection): false (absint false)
        AG((Block && !Reset && Pressure != 2) -> Overridden): true (absint true)
        AG((Pressure == 1 && WaterPres <= 15) -> AX(WaterPres >= 15 -> AF(Pressure == 2))): true (absint true)
    "#]],
    );
}

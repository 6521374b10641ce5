//! Reports about a small program, as text and as JSON.

use std::collections::BTreeSet;
use std::sync::Arc;

use expect_test::{Expect, expect};
use serde_json::Value;
use tribunal_base::{Diagnostic, Id, Sources, Span};
use tribunal_engine::{
    Answer, Assurance, Basis, Certificate, End, Figure, Figures, Limit, Quantity, Reason,
    Statistics, Step, Trace, Verdict,
};
use tribunal_exec::{State, apply, initial, steps};
use tribunal_ir::{EdgeId, Program, PropId};
use tribunal_report::findings::{Findings, Search};
use tribunal_report::{Detail, Report, Style, draw_report, draw_story, json};

const SCHEMA: &str = include_str!("../../../docs/json-schema-v1.json");

const MODEL: &str = "\
channel q [1] of u8
channel r [0] of u8
global c: chan = new q
global d: chan = new r
global x: u8

process Sender() active 1 {
  var n: u8 = 4
  l0 -> l1 do c ! n
  l1 -> l2 do d ! 7
  l2 -> l2 when x == 9
}

process Receiver() active 1 {
  l3 -> l4 do c ? x
  l4 -> l5 do d ? x
  l5 -> l6 do print \"got %d\\n\", x
  l6 -> l5 violates asserts \"assertion violated: x < 7\" continue
  l6 -> l3 when x == 200
}

property asserts: unreachable
property deadlock: end_states
property response: ltl G F {x == 1}
property late: ltl G {x < 8}
";

fn program() -> Program {
    let mut sources = Sources::default();
    sources.add("model.ir", MODEL);
    let (program, diagnostics) = tribunal_ir::text::parse(MODEL);
    assert_eq!(diagnostics, []);
    let mut program = program.expect("a text without errors should be a program");
    program.sources = sources;
    program
}

/// The run that always takes the first step possible.
fn first_run(program: &Program, length: usize) -> Vec<Step> {
    let mut state: State = initial(program);
    let mut taken = Vec::new();
    while taken.len() < length {
        let step = steps(program, &state)[0];
        (state, _) = apply(program, &state, &step).expect("an enabled step should be possible");
        taken.push(step);
    }
    taken
}

fn answer(property: usize, verdict: Verdict, assurance: Assurance) -> Answer {
    let property = PropId::from_index(property);
    Answer {
        property,
        verdict,
        by: "explicit",
        assurance,
        basis: Basis::nothing(),
        runs: None,
        vacuous: None,
    }
}

/// The figures of a search that is expected to have missed a quarter of the states.
#[derive(Debug)]
struct ThreeQuarters;

impl Figures for ThreeQuarters {
    fn figures(&self) -> Vec<Figure> {
        vec![Figure { name: "coverage", value: Quantity::Share(0.75) }]
    }
}

fn report() -> Report {
    let program = program();
    let run = |length, end| Trace::new(first_run(&program, length), end);
    let atom = program.exprs.iter().next().expect("there should be an expression").0;
    let mut vacuous =
        answer(3, Verdict::True(Certificate::Exhausted { states: 5 }), Assurance::Trusted);
    vacuous.vacuous = Some(atom);
    let answers = [
        answer(0, Verdict::False(run(5, End::Violation)), Assurance::Checked),
        answer(1, Verdict::Maybe(Reason::Budget(Limit::Time)), Assurance::Trusted),
        answer(2, Verdict::False(run(5, End::Cycle { back_to: 3 })), Assurance::Checked),
        vacuous,
    ];
    let unreached: Vec<EdgeId> = [2, 7].map(EdgeId::from_index).to_vec();
    let statistics = Statistics {
        states: 12345,
        transitions: 23456,
        depth: 17,
        memory_bytes: 3 << 20,
        table_bytes: 123_450,
        threads: 2,
        storage: "exact",
        ..Statistics::default()
    };
    let searches = [
        Search {
            rung: "explicit",
            summary: "the search of all states",
            engine: "explicit",
            open: Vec::new(),
            facts: 0,
            properties: vec![PropId::from_index(0), PropId::from_index(1)],
            statistics,
            reductions: vec!["merge".to_owned(), "partial-order".to_owned()],
            dropped: Vec::new(),
            start: 0.0,
            seconds: 0.5,
        },
        Search {
            rung: "explicit",
            summary: "the search of all states",
            engine: "explicit",
            open: Vec::new(),
            facts: 0,
            properties: vec![PropId::from_index(2)],
            statistics: Statistics {
                states: 5,
                transitions: 6,
                table_bytes: 80,
                threads: 1,
                storage: "compact",
                own: Some(Arc::new(ThreeQuarters)),
                ..Statistics::default()
            },
            reductions: Vec::new(),
            dropped: Vec::new(),
            start: 0.5,
            seconds: 0.25,
        },
    ];
    let place = Span::new(tribunal_base::FileId(0), 0, 7);
    let diagnostics = [Diagnostic::warning("odd", place, "odd channel").help("name it")];
    Report::of(&Findings {
        model: "model.ir",
        program: &program,
        reduction: "none".to_owned(),
        answers: &answers,
        more_traces: &[],
        unreached: Some(&unreached),
        remarks: &[],
        searches: &searches,
        seconds: 1.0,
        diagnostics: &diagnostics,
    })
}

fn check(actual: &str, expected: Expect) {
    expected.assert_eq(actual);
}

#[test]
fn the_terminal_shows_everything() {
    check(
        &draw_report(&report(), Detail::Everything, Style::PLAIN),
        expect![[r#"
            FALSE  model.ir

            false  asserts (model.ir:18:3): assertion violated: x < 7
              safety by explicit, checked
                  1  Sender(0)    9:3   l0 -> l1 do c ! n         q: [] -> [4]
                  2  Receiver(1)  15:3  l3 -> l4 do c ? x         x: 0 -> 4, q: [4] -> []
                  3  Sender(0)    10:3  l1 -> l2 do d ! 7  → Receiver(1) 16:3 l4 -> l5 do d ? x  x: 4 -> 7
                  4  Receiver(1)  17:3  l5 -> l6 do print "got %d\n", x
                                          prints: got 7
                  5  Receiver(1)  18:3  l6 -> l5 violates asserts "assertion violated: x < 7" continue
                                        ✗ assertion violated: x < 7
              messages
                    Sender(0)      Receiver(1)
                1   q!4            │
                2   │              q?4
                3   ├──── r!7 ─────▶
              after step 5
                Sender(0) at 11:3  l2
                Receiver(1) at 17:3  l5
                c = q
                d = r
                x = 7
                q = []
                r = []
                Sender(0):n = 4

            false  response (model.ir:24:10): a cycle goes on for ever
              temporal formula by explicit, checked
                  1  Sender(0)    9:3   l0 -> l1 do c ! n         q: [] -> [4]
                  2  Receiver(1)  15:3  l3 -> l4 do c ? x         x: 0 -> 4, q: [4] -> []
                  3  Sender(0)    10:3  l1 -> l2 do d ! 7  → Receiver(1) 16:3 l4 -> l5 do d ? x  x: 4 -> 7
              ┌─ cycle
              │   4  Receiver(1)  17:3  l5 -> l6 do print "got %d\n", x
              │                           prints: got 7
              │   5  Receiver(1)  18:3  l6 -> l5 violates asserts "assertion violated: x < 7" continue
              │                         ✗ assertion violated: x < 7
              └─ repeats from step 4
              messages
                    Sender(0)      Receiver(1)
                1   q!4            │
                2   │              q?4
                3   ├──── r!7 ─────▶
              after step 5
                Sender(0) at 11:3  l2
                Receiver(1) at 17:3  l5
                c = q
                d = r
                x = 7
                q = []
                r = []
                Sender(0):n = 4

            maybe  deadlock (model.ir:23:10): the time limit was reached
              hint: allow more with --time

            true   late (model.ir:25:10): every reachable state visited: 5 states
              temporal formula by explicit, trusted
              note: it holds only because `x` is never true

            never reached
              Sender: 1 of 3 statements
                model.ir:11:3  l2 -> l2 when x == 9
              Receiver: 1 of 5 statements
                model.ir:19:3  l6 -> l3 when x == 200

            search
              asserts, deadlock: 12 345 states, 23 456 transitions, depth 17, 3.0 MiB, 0.50 s
              response: 5 states, 6 transitions, depth 0, 0 B, 0.25 s
              12 350 states, 23 462 transitions, depth 17, 3.0 MiB, 1.00 s (16 467 states/s), reduction none
              2 threads, exact storage, 10.0 bytes per state; reduced by merge, partial-order
              1 thread, compact storage, 16.0 bytes per state, estimated coverage 75%
        "#]],
    );
}

#[test]
fn quiet_means_verdicts_only() {
    check(
        &draw_report(&report(), Detail::Verdicts, Style::PLAIN),
        expect![[r#"
            FALSE  model.ir
            false  asserts (model.ir:18:3): assertion violated: x < 7
            false  response (model.ir:24:10): a cycle goes on for ever
            maybe  deadlock (model.ir:23:10): the time limit was reached
            true   late
        "#]],
    );
}

#[test]
fn the_story_tells_what_ran_side_by_side() {
    let second = |report: &Report| -> String {
        let story = draw_story(report, Style::PLAIN);
        let mut lines = story.lines().filter(|it| it.starts_with("  2. "));
        lines.next().expect("there should be a second search").to_owned()
    };
    let mut report = report();
    let alone = second(&report);
    assert!(!alone.contains("beside"), "{alone}");
    report.statistics.searches[1].start = 0.25;
    report.statistics.searches[0].rung = "kind";
    assert_eq!(second(&report), format!("{alone}, beside kind"));
}

#[test]
fn a_step_in_json() {
    let report = report();
    let trace = report.properties[0].trace.as_ref().expect("a false should have a trace");
    check(
        &json(&trace.steps[2]),
        expect![[r#"
            {
              "process": "Sender",
              "pid": 0,
              "file": "model.ir",
              "line": 10,
              "column": 3,
              "text": "l1 -> l2 do d ! 7",
              "changes": [
                {
                  "name": "x",
                  "owner": null,
                  "before": "4",
                  "after": "7",
                  "matters": true
                }
              ],
              "started": [],
              "ended": [],
              "messages": [
                {
                  "kind": "handshake",
                  "channel": "r",
                  "fields": [
                    "7"
                  ],
                  "pid": 0,
                  "to": 1
                }
              ],
              "partner": {
                "process": "Receiver",
                "pid": 1,
                "line": 16,
                "column": 3,
                "text": "l4 -> l5 do d ? x"
              },
              "output": "",
              "violation": null
            }
        "#]],
    );
    check(&trace.replay.0, expect!["0:0 1:3 0:1/1:4 1:5 1:6"]);
}

#[test]
fn a_report_in_json() {
    let mut report = report();
    report.properties.drain(2..);
    report.properties.remove(0);
    check(
        &json(&report),
        expect![[r#"
            {
              "tool": "tribunal",
              "version": "0.1.0",
              "contract": 1,
              "model": "model.ir",
              "verdict": "false",
              "reduction": "none",
              "properties": [
                {
                  "name": "deadlock",
                  "kind": "end-states",
                  "verdict": "maybe",
                  "by": "explicit",
                  "assurance": "trusted",
                  "basis": [],
                  "rechecked": null,
                  "reason": "the time limit was reached",
                  "reason_code": "time-limit",
                  "hint": "allow more with --time",
                  "helps": [],
                  "rungs": [
                    {
                      "rung": "explicit",
                      "engine": "explicit",
                      "verdict": "maybe",
                      "reason": "the time limit was reached",
                      "reason_code": "time-limit",
                      "seconds": 0.5
                    }
                  ],
                  "vacuous": null,
                  "place": {
                    "file": "model.ir",
                    "line": 23,
                    "column": 10
                  },
                  "trace": null,
                  "more_traces": []
                }
              ],
              "assumptions": [],
              "remarks": [],
              "unreached": [
                {
                  "process": "Sender",
                  "of": 3,
                  "statements": [
                    {
                      "file": "model.ir",
                      "line": 11,
                      "column": 3,
                      "text": "l2 -> l2 when x == 9"
                    }
                  ]
                },
                {
                  "process": "Receiver",
                  "of": 5,
                  "statements": [
                    {
                      "file": "model.ir",
                      "line": 19,
                      "column": 3,
                      "text": "l6 -> l3 when x == 200"
                    }
                  ]
                }
              ],
              "statistics": {
                "states": 12350,
                "transitions": 23462,
                "depth": 17,
                "seconds": 1.0,
                "memory_bytes": 3145728,
                "states_per_second": 16466.666666666668,
                "searches": [
                  {
                    "rung": "explicit",
                    "engine": "explicit",
                    "properties": [
                      "asserts",
                      "deadlock"
                    ],
                    "settled": [
                      "asserts"
                    ],
                    "facts": 0,
                    "states": 12345,
                    "transitions": 23456,
                    "atomic_steps": 0,
                    "depth": 17,
                    "start": 0.0,
                    "seconds": 0.5,
                    "memory_bytes": 3145728,
                    "state_bytes": 0,
                    "table_bytes": 123450,
                    "bytes_per_state": 10.0,
                    "threads": 2,
                    "queries": 0,
                    "clauses": 0,
                    "conflicts": 0,
                    "steps": 0,
                    "storage": "exact",
                    "coverage": null,
                    "reductions": [
                      "merge",
                      "partial-order"
                    ],
                    "dropped": ""
                  },
                  {
                    "rung": "explicit",
                    "engine": "explicit",
                    "properties": [
                      "response"
                    ],
                    "settled": [
                      "response"
                    ],
                    "facts": 0,
                    "states": 5,
                    "transitions": 6,
                    "atomic_steps": 0,
                    "depth": 0,
                    "start": 0.5,
                    "seconds": 0.25,
                    "memory_bytes": 0,
                    "state_bytes": 0,
                    "table_bytes": 80,
                    "bytes_per_state": 16.0,
                    "threads": 1,
                    "queries": 0,
                    "clauses": 0,
                    "conflicts": 0,
                    "steps": 0,
                    "storage": "compact",
                    "coverage": 0.75,
                    "reductions": [],
                    "dropped": ""
                  }
                ]
              },
              "diagnostics": [
                {
                  "severity": "warning",
                  "code": "odd",
                  "message": "odd channel",
                  "file": "model.ir",
                  "line": 1,
                  "column": 1,
                  "help": "name it"
                }
              ]
            }
        "#]],
    );
}

#[test]
fn an_input_with_errors_has_a_report_too() {
    let mut sources = Sources::default();
    let file = sources.add("a.pml", "x");
    let error = Diagnostic::error("syntax", Span::new(file, 0, 1), "what is this?");
    let report = Report::empty("a.pml", &sources, &[error]);
    check(
        &json(&report),
        expect![[r#"
            {
              "tool": "tribunal",
              "version": "0.1.0",
              "contract": 1,
              "model": "a.pml",
              "verdict": "maybe",
              "reduction": "none",
              "properties": [],
              "assumptions": [],
              "remarks": [],
              "unreached": null,
              "statistics": {
                "states": 0,
                "transitions": 0,
                "depth": 0,
                "seconds": 0.0,
                "memory_bytes": 0,
                "states_per_second": 0.0,
                "searches": []
              },
              "diagnostics": [
                {
                  "severity": "error",
                  "code": "syntax",
                  "message": "what is this?",
                  "file": "a.pml",
                  "line": 1,
                  "column": 1,
                  "help": null
                }
              ]
            }
        "#]],
    );
}

/// Whether a value is what a schema says: types, required and known fields, fixed words.
fn conforms(value: &Value, schema: &Value, root: &Value) -> Result<(), String> {
    if let Some(reference) = schema["$ref"].as_str() {
        let pointer = reference.trim_start_matches('#');
        return conforms(value, root.pointer(pointer).expect(reference), root);
    }
    if let Some(choices) = schema["anyOf"].as_array() {
        let tried = choices.iter().map(|it| conforms(value, it, root));
        return tried.reduce(Result::or).unwrap_or(Ok(()));
    }
    let fixed = schema["enum"].as_array().is_none_or(|words| words.contains(value))
        && (schema["const"].is_null() || schema["const"] == *value);
    let typed = match schema["type"].as_str() {
        Some("string") => value.is_string(),
        Some("integer") => value.is_u64(),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        Some("null") => value.is_null(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        Some(_) => false,
        None => true,
    };
    if !(fixed && typed) {
        return Err(format!("{value} is not {schema}"));
    }
    for item in value.as_array().into_iter().flatten() {
        conforms(item, &schema["items"], root)?;
    }
    for (name, field) in value.as_object().into_iter().flatten() {
        let known = schema["properties"].get(name).ok_or(format!("unknown field {name}"))?;
        conforms(field, known, root)?;
    }
    let required = schema["required"].as_array().into_iter().flatten();
    let missing: Vec<&Value> =
        required.filter(|name| value.get(name.as_str().unwrap_or_default()).is_none()).collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("missing {missing:?}")) }
}

/// The names of all fields of a schema and its definitions.
fn field_names(schema: &Value) -> BTreeSet<String> {
    let definitions = schema["$defs"].as_object().into_iter().flatten().map(|it| it.1);
    let objects = std::iter::once(schema).chain(definitions);
    let fields = objects.filter_map(|it| it["properties"].as_object());
    fields.flatten().map(|it| it.0.clone()).collect()
}

#[test]
fn json_conforms_to_the_schema() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let value: Value = serde_json::from_str(&json(&report())).unwrap();
    assert_eq!(conforms(&value, &schema, &schema), Ok(()));
    let mut foreign = value.clone();
    foreign["properties"][0]["trace"]["steps"][0]["surprise"] = Value::Null;
    assert!(conforms(&foreign, &schema, &schema).is_err());
    let mut poor = value;
    poor["statistics"].as_object_mut().unwrap().remove("depth");
    assert!(conforms(&poor, &schema, &schema).is_err());
}

#[test]
fn the_book_names_every_field() {
    let book = include_str!("../../../docs/book/src/json.md");
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let names = field_names(&schema);
    assert!(names.contains("cycle_start"), "{names:?}");
    for name in names {
        assert!(book.contains(&format!("`{name}`")), "the book lacks `{name}`");
    }
}

//! Where statements are in the text: what a trace will show.

use expect_test::{Expect, expect};
use tribunal_base::Sources;
use tribunal_front_promela::ast::{Block, Item, Stmt, StmtKind};

fn check(text: &str, expected: Expect) {
    let (sources, parsed) = super::read(text);
    assert_eq!(super::tell(&sources, &parsed), "");
    let mut out = String::new();
    for item in &parsed.model.items {
        if let Item::Init(it) = item {
            block(&sources, &it.body, 0, &mut out);
        }
    }
    expected.assert_eq(&out);
}

fn block(sources: &Sources, it: &Block, indent: usize, out: &mut String) {
    for statement in &it.statements {
        step(sources, statement, indent, out);
    }
}

fn step(sources: &Sources, it: &Stmt, indent: usize, out: &mut String) {
    let line = sources.line_column(it.span).line;
    let text = sources.snippet(it.span).replace('\n', " ");
    *out += &format!("{}{line}: {text}\n", "  ".repeat(indent));
    match &it.kind {
        StmtKind::If(choices) | StmtKind::Do(choices) => {
            choices.iter().for_each(|it| block(sources, &it.body, indent + 1, out));
        }
        StmtKind::Block(it)
        | StmtKind::Atomic(it)
        | StmtKind::DStep(it)
        | StmtKind::ForRange { body: it, .. }
        | StmtKind::ForIn { body: it, .. } => block(sources, it, indent + 1, out),
        StmtKind::InlineCall(it) => block(sources, &it.body, indent + 1, out),
        StmtKind::Unless { main, escape } => {
            step(sources, main, indent + 1, out);
            step(sources, escape, indent + 1, out);
        }
        _ => {}
    }
}

#[test]
fn a_statement_is_its_own_text() {
    check(
        "byte x; chan q; init {\n  L: x = 1 ; M: N: q!x , 2\n  if :: x == 1 -> skip :: else fi\n  timeout; E: ;\n  { x++ } unless { q?x }\n\
         for (x : 1 .. 2) { (x > 1) } c_code { f(); } }",
        expect![[r#"
            2: x = 1
            2: q!x , 2
            3: if :: x == 1 -> skip :: else fi
              3: x == 1
              3: skip
              3: else
            4: timeout
            4: E:
            5: { x++ } unless { q?x }
              5: { x++ }
                5: x++
              5: { q?x }
                5: q?x
            6: for (x : 1 .. 2) { (x > 1) }
              6: (x > 1)
            6: c_code { f(); }
        "#]],
    );
}

#[test]
fn a_macro_is_shown_where_it_is_used() {
    check(
        "#define SET(v) v = 1; v = 2\n#define ONE 1\nbyte x; init { SET(x);\n x = ONE + 2; ONE;\n x = (ONE) }",
        expect![[r#"
            3: SET(x)
            3: SET(x)
            4: x = ONE + 2
            4: ONE
            5: x = (ONE)
        "#]],
    );
}

#[test]
fn an_inline_is_shown_at_its_call_and_in_its_body() {
    check(
        "byte x;\ninline f(v) { v = 1;\n  v++ }\ninline g(w) { f(w); w-- }\ninit { g(x)\n x = 2 }",
        expect![[r#"
            5: g(x)
              4: f(w)
                2: v = 1
                3: v++
              4: w--
            6: x = 2
        "#]],
    );
}

//! Long inputs are read by loops, deep ones up to a limit.

use tribunal_front_c::ast::{DeclKind, ExprKind, InitKind, StmtKind};

use crate::syntax::{n_errors, run, tell};

fn accept(text: &str) -> tribunal_front_c::ast::Unit {
    let (sources, unit, diagnostics) = run(text);
    assert_eq!(n_errors(&diagnostics), 0, "{}", tell(&sources, &diagnostics));
    unit
}

/// One clean error, however deep.
fn too_deep(text: &str) {
    let (sources, _, diagnostics) = run(text);
    let told = tell(&sources, &diagnostics);
    assert_eq!(n_errors(&diagnostics), 1, "{told}");
    assert!(told.contains("nesting-too-deep"), "{told}");
}

fn return_of(text: &str) -> (tribunal_front_c::ast::Unit, ExprKind) {
    let unit = accept(&format!("int a, f(); int g(int x) {{ return {text}; }}"));
    let value = unit.stmts.values().find_map(|it| match it.kind {
        StmtKind::Return(value) => value,
        _ => None,
    });
    let kind = unit[value.expect("a return")].kind;
    (unit, kind)
}

#[test]
fn a_sum_of_100_000_terms_is_one_node() {
    let (unit, kind) = return_of(&vec!["x"; 100_000].join(" + "));
    let ExprKind::Chain { rest, .. } = kind else { panic!("{kind:?}") };
    assert_eq!(unit[rest].len(), 99_999);
}

#[test]
fn long_operators_of_all_kinds() {
    for operator in [" && ", " || ", ", ", " == ", " ? x : "] {
        return_of(&vec!["x"; 50_000].join(operator));
    }
}

#[test]
fn ten_thousand_else_ifs_are_one_node() {
    let arms: Vec<_> = (0..10_000).map(|it| format!("if (x == {it}) x = {it};")).collect();
    let unit = accept(&format!("void f(int x) {{ {} else x = 0; }}", arms.join(" else ")));
    let longest = unit.stmts.values().filter_map(|it| match it.kind {
        StmtKind::If { arms, .. } => Some(arms.len()),
        _ => None,
    });
    assert_eq!(longest.max(), Some(10_000));
}

#[test]
fn long_lists() {
    let cases: String = (0..20_000).map(|it| format!("case {it}: ")).collect();
    accept(&format!("void f(int x) {{ switch (x) {{ {cases} x = 1; }} }}"));
    let labels: String = (0..20_000).map(|it| format!("l{it}: ")).collect();
    accept(&format!("void f(int x) {{ {labels} x = 1; }}"));
    accept(&format!("void f(int x) {{ {} }}", "x++;".repeat(50_000)));
    accept(&format!("int f(); void g(int x) {{ f({}); }}", vec!["x"; 50_000].join(", ")));
    accept(&format!(
        "enum {{ {} }};",
        (0..20_000).map(|it| format!("e{it}, ")).collect::<String>()
    ));
    accept(&format!(
        "int {};",
        (0..20_000).map(|it| format!("v{it}")).collect::<Vec<_>>().join(", ")
    ));
    accept(&format!("char *s = {};", "\"abc\" ".repeat(50_000)));
    accept(&format!("int {}p;", "*".repeat(20_000)));
    accept(&format!(
        "struct {{ {} }} s;",
        (0..20_000).map(|it| format!("int m{it};")).collect::<String>()
    ));
    let unit = accept(&format!("int a[] = {{ {} }};", "1, ".repeat(100_000)));
    let longest = unit.inits.values().filter_map(|it| match it.kind {
        InitKind::List(items) => Some(items.len()),
        InitKind::Expr(_) => None,
    });
    assert_eq!(longest.max(), Some(100_000));
    let unit = accept(&"int x;".repeat(50_000));
    assert!(unit.decls.values().all(|it| matches!(it.kind, DeclKind::Variables { .. })));
}

/// `before` and `after` nested around `middle`.
fn nested(levels: usize, before: &str, middle: &str, after: &str) -> String {
    format!("{}{middle}{}", before.repeat(levels), after.repeat(levels))
}

#[test]
fn nesting_of_some_hundreds() {
    let inside = |text: String| {
        accept(&format!("struct s {{ struct s *p; int a; }} s; int f(int x) {{ {text} }}"))
    };
    for (before, middle, after) in [
        ("(", "x", ")"),
        ("-", "x", ""),
        ("f(", "x", ")"),
        ("(int)", "x", ""),
        ("x = ", "x", ""),
        ("({ ", "x", "; })"),
        ("sizeof ", "x", ""),
        ("x ? ", "x", " : x"),
        ("(x + (x && ", "x", "))"),
    ] {
        inside(nested(450, before, middle, after) + ";");
    }
    inside(nested(450, "{", "x++;", "}"));
    inside(nested(450, "if (x) ", "x++;", ""));
    inside(nested(450, "while (x) do ", "x++;", " while (x);"));
    inside(format!("s{};", ".p->p".repeat(450)));
    accept(&format!("int {};", nested(900, "(", "x", ")")));
    accept(&format!("int x = {};", nested(900, "{", "1", "}")));
    accept(&nested(900, "struct { ", "int x;", " } x;"));
}

#[test]
fn deeper_nesting_is_refused() {
    let inside = |text: String| {
        too_deep(&format!("struct s {{ struct s *p; }} s; int f(int x) {{ {text}; }}"))
    };
    for (before, middle, after) in [
        ("(", "x", ")"),
        ("-", "x", ""),
        ("f(", "x", ")"),
        ("(int)", "x", ""),
        ("x = ", "x", ""),
        ("({ ", "x", "; })"),
        ("({ typeof(({ ", "x", "; })) x; })"),
        ("x ? ", "x", " : x"),
        ("{", "", "}"),
        ("if (x) ", "", ""),
        ("if (x) ; else { ", "", "}"),
        ("for (;;) ", "", ""),
        ("switch (x) case 1: ", "", ""),
        ("do ", "x", "; while (1);"),
        ("(int[]){ ", "1", "}[0]"),
        ("x[", "0", "]"),
    ] {
        inside(nested(10_000, before, middle, after));
        // Nothing closed, as in a file that was cut.
        inside(before.repeat(10_000));
    }
    inside("s".to_owned() + &".p->p".repeat(10_000));
    inside("s".to_owned() + &"[0]".repeat(10_000));
    inside("s".to_owned() + &"()".repeat(100_000));
    too_deep(&format!("int {};", nested(10_000, "(", "x", ")")));
    too_deep(&format!("int {};", nested(10_000, "(*", "x", ")()")));
    too_deep(&format!("int x = {};", nested(10_000, "{", "1", "}")));
    too_deep(&nested(10_000, "struct { ", "int x;", " } x;"));
    too_deep(&format!("int f{};", nested(10_000, "(int ", "", ")")));
}

/// Trees that are wide at every level of nesting must not be as high as width times depth.
#[test]
fn height_counts_not_depth_alone() {
    let level = "((struct s[]){ { ";
    let long = format!(" }} }})[0]{}", ".p->p".repeat(100));
    too_deep(&format!(
        "struct s {{ struct s *p; }}; void f(struct s *x) {{ {}; }}",
        nested(30, level, "x", &long)
    ));
}

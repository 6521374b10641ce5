//! The syntax of Promela, as far as one sees it from outside: which texts are models, what they mean as trees,
//! and what is said about those that are none.

mod render;

mod declarations;
mod expressions;
mod faults;
mod formulas;
mod inlines;
mod layout;
mod robustness;
mod spans;
mod statements;

use expect_test::Expect;
use tribunal_base::{Severity, Sources};
use tribunal_front_promela::{Parsed, parse};
use tribunal_preprocess::{File, Files, Include};

/// The file `part.h` and no other.
struct OneFile(&'static str);

impl Files for OneFile {
    fn open(&self, include: &Include<'_>) -> Option<File> {
        (include.name == "part.h").then(|| File { path: "part.h".into(), text: self.0.into() })
    }
}

fn read(text: &str) -> (Sources, Parsed) {
    let mut sources = Sources::default();
    let file = sources.add("model.pml", text);
    let parsed = parse(
        &mut sources,
        file,
        &OneFile("byte included;\n"),
        &[("FROM_OUTSIDE".into(), "42".into())],
    );
    (sources, parsed)
}

/// A model without faults, and what it is read as.
fn check(text: &str, expected: Expect) {
    let (sources, parsed) = read(text);
    let faults = tell(&sources, &parsed);
    assert_eq!(faults, "", "a fault in {text}");
    expected.assert_eq(&render::model(&parsed.model, render::Calls::Marked));
    // What is written out can be read again and is the same.
    let written = render::model(&parsed.model, render::Calls::Blocks);
    let (sources, again) = read(&written);
    assert_eq!(tell(&sources, &again), "", "a fault in {written}");
    assert_eq!(render::model(&again.model, render::Calls::Blocks), written);
}

/// Statements of a process.
fn check_body(text: &str, expected: Expect) {
    let names = "mtype = { red, green }; byte x, y, a[3]; chan q;";
    let (sources, parsed) = read(&format!("{names} proctype P() {{ skip }} init {{\n{text}\n}}"));
    assert_eq!(tell(&sources, &parsed), "", "a fault in {text}");
    let rendered = render::model(&parsed.model, render::Calls::Marked);
    let body = rendered.split_once("init {\n").map_or("", |it| it.1);
    let body = body.strip_suffix("}\n").unwrap_or(body);
    expected.assert_eq(
        &body
            .lines()
            .map(|it| format!("{}\n", it.strip_prefix("  ").unwrap_or(it)))
            .collect::<String>(),
    );
}

/// What is said about a text.
fn check_faults(text: &str, expected: Expect) {
    let (sources, parsed) = read(text);
    expected.assert_eq(&tell(&sources, &parsed));
}

fn tell(sources: &Sources, parsed: &Parsed) -> String {
    let mut out = String::new();
    let place = |span| {
        let at = sources.line_column(span);
        format!(
            "{}:{}:{} `{}`",
            sources.path(span.file),
            at.line,
            at.column,
            sources.snippet(span).replace('\n', "\\n")
        )
    };
    for it in &parsed.diagnostics {
        let severity = if it.severity == Severity::Error { "error" } else { "warning" };
        out += &format!("{severity}[{}] {}: {}\n", it.code, place(it.primary.span), it.message);
        for related in &it.related {
            out += &format!("  {}: {}\n", place(related.span), related.message);
        }
        if let Some(help) = &it.help {
            out += &format!("  help: {help}\n");
        }
    }
    out
}

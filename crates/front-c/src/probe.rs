//! The flow chart of functions, what is observed of it, and a harness.
//!
//! Unit checking (Gunter & Peled, Unit checking: symbolic model checking for a unit of code, 2003) looks at the nodes that a run passes and
//! at what holds there. [`probe`] finds the nodes of some functions, and says what a program has to tell at each ([`Observation`]): which expressions of the
//! user hold, read in the scope of the node by the rules of C, and the number of the node. It also writes a *driver*, a function that
//! calls the one to be checked with arbitrary arguments, and stubs. For tests that other compilers translate, it writes the program once more, on the same lines, with a *probe* before each node.
//!
//! Reading order: this file, `chart` (the nodes), `driver`, `stub`, `allocation`, `edits` (texts in texts).

mod allocation;
mod chart;
mod driver;
mod edits;
mod globals;
mod header;
mod inputs;
mod names;
mod reach;
mod stub;

use std::collections::BTreeSet;

use tribunal_base::{Diagnostic, FileId, Severity, Sources, Span};
use tribunal_preprocess::Files;

use crate::hir::{self, Target};
use crate::lower::Allocation;
use crate::observe::{Harness, Observation};
use crate::options::{DataModel, Options};
use crate::stack::with_deep_stack;
use crate::{analyse, parse};

pub use driver::{Asker, Call, Companion, Input, InputKind, Member, Returns, Values};
pub use edits::Piece;
pub(crate) use edits::Text;
pub use inputs::FEW_ELEMENTS;
pub use names::names;

/// The variable that holds the number of the node, counted from 1.
pub const NODE: &str = "__tribunal_node";
/// The variables that hold the atoms, up to their numbers.
pub const ATOM: &str = "__tribunal_atom_";
/// The function that calls the one to be checked.
pub const DRIVER: &str = "__tribunal_driver";
/// Where several functions run concurrently: the variable by which the driver, after the mark [`Probed::fork`], calls one of them.
pub const CHOOSER: &str = "__tribunal_process";

/// What is to be looked at.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The function to be checked.
    pub function: String,
    /// Functions that run concurrently with it, perhaps itself once more.
    pub others: Vec<String>,
    /// Expressions that are evaluated before each node where their variables are in scope.
    pub atoms: Vec<Piece>,
    /// By atom: the only node before which it is evaluated, by what stands there; `None`, or nothing, for all.
    pub only: Vec<Option<Span>>,
    /// Further files of the program.
    pub further: Vec<FileId>,
    /// Conditions that are written otherwise.
    pub rewritten: Vec<Rewritten>,
    /// What functions do that are missing or not to be looked into: `f(x): assertion`.
    pub stubs: Vec<Piece>,
    /// What holds at first, over parameters and global variables.
    pub requires: Option<Piece>,
    /// How many pointers are followed from parameters on.
    pub depth: u32,
    /// How many elements there are where a pointer to scalars points.
    pub elements: u32,
    /// The machine that tests run on.
    pub machine: DataModel,
    /// Whether memory can run out.
    pub allocation: Allocation,
}

impl Request {
    /// What the functions may come to.
    fn reach(&self, unit: &hir::Unit) -> reach::Reach {
        reach::Reach::of(unit, std::iter::once(&self.function).chain(&self.others))
    }
}

/// A condition that is written otherwise, with variables that remember something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewritten {
    /// The condition.
    pub span: Span,
    /// What stands in its place.
    pub text: String,
    /// The global variables that it assigns, of type `int`, which nobody else knows.
    pub variables: Vec<String>,
}

/// The nodes of the functions of the files.
#[derive(Clone, Debug, Default)]
pub struct Chart {
    /// The nodes; the first one has number 1.
    pub nodes: Vec<Node>,
}

/// A node of a flow chart: a point before a statement or condition, or the end of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The function.
    pub function: String,
    /// What it is.
    pub kind: NodeKind,
    /// The statement or condition; the closing brace for the end of a function.
    pub span: Span,
    /// The labels before it.
    pub labels: Vec<String>,
    /// Which atoms are in scope.
    pub atoms: Vec<bool>,
    /// How many loops are around it.
    pub loops: u32,
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// A statement.
    Statement,
    /// A condition.
    Branch,
    /// The condition of a loop that is evaluated before the first round.
    Loop,
    /// The end of the function.
    End,
}

/// A program with probes.
#[derive(Debug, Default)]
pub struct Probed {
    /// The nodes.
    pub chart: Chart,
    /// Where several functions run concurrently: the number of the mark where all is ready for them.
    pub fork: Option<u32>,
    /// What the driver leaves open, in the order in which it asks for it.
    pub inputs: Vec<Input>,
    /// What the driver took for granted.
    pub notes: Vec<String>,
    /// Whether the function may call itself.
    pub is_recursive: bool,
    /// Macros with which the texts are read.
    pub defines: Vec<(String, String)>,
    /// What a run tells of itself.
    pub observation: Observation,
    /// The driver and stubs.
    pub harness: Harness,
    /// The text with probes alone, for tests; see also [`Probed::calling`].
    pub bare: String,
    /// How the function is called.
    pub call: Call,
    /// The further files, in order.
    pub further: Vec<Further>,
}

/// A further file with probes.
#[derive(Debug, Default)]
pub struct Further {
    /// The text.
    pub text: String,
    /// Whether stubs replace functions of it, which have other names in the text.
    pub is_replaced: bool,
}

impl Further {
    /// The text where each probe hands the number of its node to a function instead.
    #[must_use]
    pub fn calling(&self, function: &str) -> String {
        format!("extern void {function}(int);\n#line 1\n{}", calling(&self.text, function))
    }
}

/// A text with probes where each hands the number of its node to a function.
fn calling(text: &str, function: &str) -> String {
    let assigned = format!("{NODE} = ");
    let mut parts = text.split(&assigned);
    let mut text = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let digits = part.bytes().take_while(u8::is_ascii_digit).count();
        text.push_str(&format!("{function}({}){}", &part[..digits], &part[digits..]));
    }
    text
}

impl Probed {
    /// The text with probes alone, where each probe hands the number of its node to a function instead of keeping it in [`NODE`].
    #[must_use]
    pub fn calling(&self, function: &str) -> String {
        calling(&self.bare, function)
    }
}

/// Finds the nodes of a file, and of further ones, and says what is observed there. The error says what is wrong with the files or the request.
pub fn probe(
    sources: &mut Sources,
    file: FileId,
    disk: &dyn Files,
    options: &Options,
    request: &Request,
) -> Result<Probed, Vec<Diagnostic>> {
    let target = Target { model: options.data_model, entry: request.function.clone() };
    let mut files = Vec::new();
    for file in std::iter::once(&file).chain(&request.further) {
        let (ast, mut diagnostics) = parse(sources, *file, disk, options);
        let (hir, found) = analyse(std::slice::from_ref(&ast), &target);
        diagnostics.extend(found);
        diagnostics.retain(|it| it.severity == Severity::Error);
        if !diagnostics.is_empty() {
            return Err(diagnostics);
        }
        files.push((ast, hir, sources.text(*file).to_owned()));
    }
    with_deep_stack(|| {
        let Some(((ast, hir, text), further)) = files.split_first() else {
            return Err(Vec::new());
        };
        let elsewhere: Vec<String> = further
            .iter()
            .flat_map(|(ast, ..)| {
                driver::definitions(ast).filter(|it| driver::is_extern(ast, it.1))
            })
            .map(|it| it.0.to_owned())
            .collect();
        let reach = request.reach(hir);
        let is_freed = ["free", "realloc"].iter().any(|it| reach.has(hir, it));
        let mut writer = inputs::Writer {
            types: &hir.types,
            home: if is_freed { inputs::Home::Heap } else { inputs::Home::Stack },
            depth: request.depth,
            elements: request.elements,
            machine: request.machine,
            lines: Vec::new(),
            inputs: Vec::new(),
            objects: 0,
            functions: Vec::new(),
            notes: Vec::new(),
            asker: Asker::Stub,
            before: 0,
        };
        let mut stubs = stub::stubs(ast, hir, text, request, &elsewhere, &mut writer)?;
        let (failing, allocating) = allocation::failing(hir, text, request, &reach, &mut writer);
        stubs.text.push(&failing);
        writer.asker = Asker::Driver;
        let locals: BTreeSet<String> = files.iter().flat_map(|it| chart::locals(&it.0)).collect();
        let none = (Vec::new(), locals.clone());
        let mut charting = chart::Charting::new(ast, hir, file, text, request, none);
        charting.functions(&stubs.replaced);
        let chart::Charting { mut nodes, mut marks, edits, first, .. } = charting;
        let own = stubs.replaced.iter().filter(|it| !stubs.elsewhere.contains(it));
        let mut replaced_here: BTreeSet<(FileId, String)> =
            own.map(|it| (file, it.clone())).collect();
        let mut others = Vec::new();
        for ((ast, hir, text), file) in further.iter().zip(&request.further) {
            let known = (nodes, locals.clone());
            let mut charting = chart::Charting::new(ast, hir, *file, text, request, known);
            let is_own = |it: &&String| stubs.elsewhere.contains(it);
            let replaced: Vec<String> = stubs.replaced.iter().filter(is_own).cloned().collect();
            charting.functions(&replaced);
            let defines = |it: &String| driver::definition(ast, it).is_some();
            let is_replaced = replaced.iter().any(defines);
            replaced_here.extend(replaced.iter().map(|it| (*file, it.clone())));
            let chart::Charting { nodes: all, marks: more, edits, first, .. } = charting;
            nodes = all;
            marks.extend(more);
            let text = edits.apply(text, first, &format!("extern int {NODE}; "));
            others.push(Further { text, is_replaced });
        }
        let fork = (!request.others.is_empty())
            .then(|| u32::try_from(nodes.len()).map_or(u32::MAX, |it| it + 1));
        writer.before = header::before(hir, &reach);
        let driver = driver::driver(ast, hir, file, text, request, fork, writer)?;
        let mut harness = Text::default();
        if fork.is_some() {
            harness.push(&format!("int {CHOOSER};\n"));
        }
        for input in &driver.inputs {
            harness.push(&format!("extern {} {}(void);\n", input.ty, input.function));
        }
        harness.append(&stubs.text);
        harness.push(&driver.functions);
        harness.append(&driver.text);
        let result = (!locals.contains(chart::RESULT)).then_some(chart::RESULT);
        Ok(Probed {
            chart: Chart { nodes },
            fork,
            inputs: driver.inputs,
            notes: driver.notes,
            is_recursive: !request.further.is_empty() || reach.returns_to(hir, &request.function),
            defines: allocating
                .into_iter()
                .map(|it| (it.clone(), format!("{}{it}", allocation::FAILING)))
                .collect(),
            observation: Observation {
                marks,
                atoms: request.atoms.clone(),
                rewritten: request.rewritten.clone(),
                replaced: replaced_here,
                result,
            },
            harness: Harness { text: harness },
            bare: edits.apply(text, first, &format!("int {NODE}; ")),
            call: Call {
                stubs: stubs.text.text + &driver.functions,
                replaced: stubs.replaced,
                ..driver.call
            },
            further: others,
        })
    })
}

/// The header that defines a function, if the file includes one that does and does not define it itself.
#[must_use]
pub fn home(
    sources: &mut Sources,
    file: FileId,
    disk: &dyn Files,
    options: &Options,
    function: &str,
) -> Option<String> {
    let (ast, _) = parse(sources, file, disk, options);
    let home = driver::definition(&ast, function)?.span.file;
    let path = sources.path(home);
    (home != file && !path.starts_with('<')).then(|| path.to_owned())
}

/// The functions that a file defines itself, in order.
#[must_use]
pub fn functions(
    sources: &mut Sources,
    file: FileId,
    disk: &dyn Files,
    options: &Options,
) -> Vec<String> {
    let (ast, _) = parse(sources, file, disk, options);
    let own = driver::definitions(&ast).filter(|it| it.1.span.file == file);
    own.map(|it| it.0.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use tribunal_base::{Sources, Span};
    use tribunal_preprocess::NoFiles;

    use super::{Piece, Request, probe};
    use crate::options::Options;

    fn check(text: &str, atom: &str, expected: Expect) {
        let mut sources = Sources::default();
        let file = sources.add("unit.c", text.to_owned());
        let formula = sources.add("--find", atom.to_owned());
        let atoms = vec![Piece { text: atom.to_owned(), span: Span::new(formula, 0, atom.len()) }];
        let request = Request {
            function: "f".to_owned(),
            atoms,
            depth: 1,
            elements: 2,
            ..Request::default()
        };
        let probed = probe(&mut sources, file, &NoFiles, &Options::default(), &request)
            .expect("a right file");
        let shown = probed.calling("at").replace("__tribunal_", "");
        expected.assert_eq(&shown);
    }

    #[test]
    fn probes_stand_before_nodes_on_the_same_lines() {
        check(
            "int f(int x)\n{\n    int y = x;\n    while (x > 0) x--;\n    for (;;) if (y) break; else y++;\nend:\n    return y;\n}\n",
            "y > 1",
            expect![[r#"
                int node; int f(int x)
                {
                    (at(1)); int y = x;
                    while (((at(2)), (x > 0))) { (at(3)); x--; }
                    for (;(at(4)), 1;) if (((at(5)), (y))) break; else { (at(6)); y++; }
                end:
                    { (at(7)); __typeof__(int) result = (y); (at(8)); return result; }
                (at(8)); }
            "#]],
        );
    }

    #[test]
    fn macros_are_one_statement() {
        check(
            "#define SET(a) do { if (a) a = 0; } while (0)\nvoid f(int x)\n{\n    SET(x);\n    if (x) SET(x);\n}\n",
            "x",
            expect![[r#"
                #define SET(a) do { if (a) a = 0; } while (0)
                int node; void f(int x)
                {
                    (at(1)); SET(x);
                    if (((at(2)), (x))) { (at(3)); SET(x); }
                (at(4)); }
            "#]],
        );
    }
}

//! Atoms of formulas as expressions of the program.

use std::path::Path;

use tribunal_base::{FileId, Sources, similar};
use tribunal_ir::{
    BinOp, Expr, ExprId, Formula, FormulaId, Label, LocId, ProcId, ProcessKind, Program,
    PropertyKind, UnOp,
};

/// How the names of conditions begin.
pub(super) const CONDITION: &str = "ctl_condition_";

/// The condition that a property without temporal operators asks for.
pub(super) fn of_property(program: &mut Program, name: &str) -> Result<ExprId, String> {
    let found = program.props.values().find(|it| it.name == name).map(|it| it.kind);
    match found {
        Some(PropertyKind::Ltl(formula)) => condition(program, formula)
            .ok_or_else(|| "an operator of linear temporal logic stands in an atom".to_owned()),
        _ => Err("this expression was not understood".to_owned()),
    }
}

fn condition(program: &mut Program, formula: FormulaId) -> Option<ExprId> {
    Some(match program.formulas[formula] {
        Formula::Const(value) => program.truth(value),
        Formula::Atom(expr) => expr,
        Formula::Not(arg) => {
            let arg = condition(program, arg)?;
            program.expr(Expr::Unary(UnOp::Not, arg))
        }
        Formula::And(left, right) => {
            let (left, right) = (condition(program, left)?, condition(program, right)?);
            program.expr(Expr::Binary(BinOp::And, left, right))
        }
        Formula::Or(left, right) => {
            let (left, right) = (condition(program, left)?, condition(program, right)?);
            program.expr(Expr::Binary(BinOp::Or, left, right))
        }
        Formula::Next(_)
        | Formula::Until(..)
        | Formula::Release(..)
        | Formula::AllRuns(_)
        | Formula::SomeRun(_) => return None,
    })
}

/// Whether control is at a place: `label`, `process@label`, `line` of the first file, or `file:line`.
pub(super) fn at_place(
    program: &mut Program,
    sources: &Sources,
    text: &str,
) -> Result<ExprId, String> {
    let at_line = |name: Option<&str>, line: u32| {
        let is_file = |it: FileId| match name {
            None => it == FileId(0),
            Some(name) => Path::new(sources.path(it)).ends_with(name),
        };
        let is_there = |it: &tribunal_ir::Location| {
            is_file(it.span.file) && sources.line_column(it.span).line == line
        };
        let mut places: Vec<(ProcId, Vec<LocId>)> = Vec::new();
        for (id, location) in program.locs.iter().filter(|(_, it)| is_there(it)) {
            match places.iter_mut().find(|(process, _)| *process == location.process) {
                Some((_, locs)) => locs.push(id),
                None => places.push((location.process, vec![id])),
            }
        }
        places
    };
    let line = text.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?)));
    let places = match (text.parse(), line) {
        (Ok(line), _) => at_line(None, line),
        (Err(_), Some((file, line))) => at_line(Some(file.trim()), line),
        (Err(_), None) => at_label(program, text),
    };
    if places.is_empty() {
        let message = format!("control never comes to `{text}`: there is no such label or line");
        let known = program.labels.values().map(|it| it.name.as_str());
        return Err(match similar(text, known) {
            Some(meant) => format!("{message}; there is a similar one: `{meant}`"),
            None => message,
        });
    }
    let mut at = program.truth(false);
    for (process, locs) in places {
        let name = text.to_owned();
        let label = program.labels.push(Label { name, process, locs });
        // A function is run by the process that called it.
        let movers: Vec<ExprId> = match program.procs[process].kind {
            ProcessKind::Function => {
                (0..most_processes(program)).map(|it| program.int(it)).collect()
            }
            _ => vec![program.expr(Expr::InstanceOf(process))],
        };
        for process in movers {
            let here = program.expr(Expr::At { process, label });
            at = program.expr(Expr::Binary(BinOp::Or, at, here));
        }
    }
    Ok(at)
}

fn at_label(program: &Program, text: &str) -> Vec<(ProcId, Vec<LocId>)> {
    let (process, name) = match text.split_once('@') {
        Some((process, name)) => (Some(process.trim()), name.trim()),
        None => (None, text),
    };
    let labels = program.labels.values().filter(|it| {
        let is_of = |process: &str| program.procs[it.process].name == process;
        it.name == name && process.is_none_or(is_of)
    });
    labels.map(|it| (it.process, it.locs.clone())).collect()
}

/// How many processes there can be at once, as far as indices go.
fn most_processes(program: &Program) -> i32 {
    if program.spawns() {
        return 255;
    }
    let active = program.procs.values().map(|it| it.active).sum::<u32>();
    i32::try_from(active).unwrap_or(255)
}

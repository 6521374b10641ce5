//! Atoms of formulas as expressions of the program.

use tribunal_base::Sources;
use tribunal_ir::splice::Splice;
use tribunal_ir::{
    BinOp, Expr, ExprId, Formula, FormulaId, Label, LocId, ProcId, ProcessKind, Program,
    PropertyKind, Ty, UnOp,
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
        Formula::Next(_) | Formula::Until(..) | Formula::Release(..) => return None,
    })
}

/// The value of a function without parameters, which is one of the last of the program. False where it has none.
pub(super) fn of_function(program: &mut Program, name: &str) -> Result<ExprId, String> {
    let guest = program.clone();
    let find = |is_it: &dyn Fn(&str) -> bool| {
        guest.procs.iter().find(|(_, it)| is_it(&it.name)).map(|(id, _)| id)
    };
    let first = find(&|it| it.starts_with(CONDITION));
    let function = find(&|it| it == name);
    let (Some(first), Some(function)) = (first, function) else {
        return Err("this expression was not understood".to_owned());
    };
    let nothing = program.truth(false);
    let value = Splice::within(&guest, first)
        .condition(program, function, None, nothing)
        .map_err(|it| format!("{} cannot be an atom", it.what))?;
    if program.ty_of(value.value) == Some(Ty::Bool) {
        return Ok(value.value);
    }
    let to = program.ty(Ty::Bool);
    Ok(program.expr(Expr::Cast { to, arg: value.value }))
}

/// Whether control is at a label, or at a statement that starts on a line of the first file.
pub(super) fn at_place(
    program: &mut Program,
    sources: &Sources,
    text: &str,
) -> Result<ExprId, String> {
    let places: Vec<(ProcId, Vec<LocId>)> = match text.parse::<u32>() {
        Ok(line) => {
            let is_there = |it: &tribunal_ir::Location| {
                it.span.file == tribunal_base::FileId(0)
                    && sources.line_column(it.span).line == line
            };
            let mut places: Vec<(ProcId, Vec<LocId>)> = Vec::new();
            for (id, location) in program.locs.iter().filter(|(_, it)| is_there(it)) {
                match places.iter_mut().find(|(process, _)| *process == location.process) {
                    Some((_, locs)) => locs.push(id),
                    None => places.push((location.process, vec![id])),
                }
            }
            places
        }
        Err(_) => {
            let labels = program.labels.values().filter(|it| it.name == text);
            labels.map(|it| (it.process, it.locs.clone())).collect()
        }
    };
    if places.is_empty() {
        return Err(format!("control never comes to `{text}`: there is no such label or line"));
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

/// How many processes there can be at once, as far as indices go.
fn most_processes(program: &Program) -> i32 {
    let spawns = |it: &tribunal_ir::Action| matches!(it, tribunal_ir::Action::Spawn { .. });
    if program.edges.values().any(|it| it.actions.iter().any(spawns)) {
        return 255;
    }
    let active = program.procs.values().map(|it| it.active).sum::<u32>();
    i32::try_from(active).unwrap_or(255)
}

//! Auxiliary variables: global variables that tell what local ones hold, and change nothing else (S. Owicki, D. Gries: *An axiomatic proof
//! technique for parallel programs I*, Acta Informatica 6, 1976).

use crate::edge::{Action, Edge, Guard};
use crate::expr::{Expr, Place};
use crate::program::{
    Control, EdgeId, ExprId, LocId, Location, Marks, Matching, ProcId, Program, Scope, Var, VarId,
};
use crate::ty::{Ty, TyId};
use crate::visit::{Use, Walk};

/// What a local variable of a function holds, for all to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Auxiliary {
    /// The value that it last got in the youngest call of the function.
    pub value: VarId,
    /// Whether there is such a call, and the variable has got a value in it.
    pub is_set: VarId,
}

/// Adds auxiliary variables for a local variable of a function, in a program of one process. Entering and leaving the function become
/// steps of their own.
#[must_use]
pub fn add(program: &mut Program, function: ProcId, var: VarId) -> Auxiliary {
    let (ty, bool) = (program.vars[var].ty, program.ty(Ty::Bool));
    let name = format!("%{}::{}", program.procs[function].name, program.vars[var].name);
    let auxiliary = Auxiliary {
        value: declare(program, Scope::Global, name.clone(), ty, var),
        is_set: declare(program, Scope::Global, format!("{name} is set"), bool, var),
    };
    let is_own = |it: &EdgeId| program.locs[program.edges[*it].from].process == function;
    let edges: Vec<EdgeId> = program.edges.ids().filter(is_own).collect();
    // What an older call of the function had.
    let scope = Scope::Local(function);
    let before = Auxiliary {
        value: declare(program, scope, format!("{name} before"), ty, var),
        is_set: declare(program, scope, format!("{name} was set"), bool, var),
    };
    for id in edges {
        follow(program, id, var, auxiliary, before);
    }
    enter(program, function, var, auxiliary, before);
    crate::check_made(program, "auxiliary");
    auxiliary
}

fn declare(program: &mut Program, scope: Scope, name: String, ty: TyId, of: VarId) -> VarId {
    let span = program.vars[of].span;
    let matching = Matching::Matched;
    let var = program.vars.push(Var { name, ty, scope, init: Vec::new(), matching, span });
    if let Scope::Local(process) = scope {
        program.procs[process].locals.push(var);
    }
    var
}

fn load(program: &mut Program, var: VarId) -> ExprId {
    let place = program.place(Place::Var(var));
    program.expr(Expr::Load(place))
}

fn set(program: &mut Program, var: VarId, value: ExprId) -> Action {
    Action::Assign { place: program.place(Place::Var(var)), value }
}

fn copy(program: &mut Program, to: Auxiliary, from: Auxiliary) -> [Action; 2] {
    let (value, is_set) = (load(program, from.value), load(program, from.is_set));
    [set(program, to.value, value), set(program, to.is_set, is_set)]
}

/// The variable has got a value.
fn tell(program: &mut Program, var: VarId, auxiliary: Auxiliary) -> [Action; 2] {
    let (value, yes) = (load(program, var), program.truth(true));
    [set(program, auxiliary.value, value), set(program, auxiliary.is_set, yes)]
}

/// Lets an edge tell what it does to the variable.
fn follow(program: &mut Program, id: EdgeId, var: VarId, auxiliary: Auxiliary, before: Auxiliary) {
    let mut actions = Vec::new();
    for action in std::mem::take(&mut program.edges[id].actions) {
        let is_written = writes(program, &action, var);
        match action {
            Action::Call { .. } if is_written => {
                let told = tell(program, var, auxiliary);
                let to = program.edges[id].to;
                program.edges[id].to = step(program, id, to, told.to_vec());
                actions.push(action);
            }
            Action::Return { .. } => {
                actions.extend(copy(program, auxiliary, before));
                if program.edges[id].violates.is_some() {
                    actions.push(action);
                } else {
                    let to = program.edges[id].to;
                    program.edges[id].to = step(program, id, to, vec![action]);
                }
            }
            _ => {
                actions.push(action);
                if is_written {
                    actions.extend(tell(program, var, auxiliary));
                }
            }
        }
    }
    program.edges[id].actions = actions;
}

/// A new place before another, after an edge, with something to do.
fn step(program: &mut Program, after: EdgeId, to: LocId, actions: Vec<Action>) -> LocId {
    let (span, atomic) = (program.edges[after].span, program.edges[after].atomic);
    let from = program.locs.push(Location {
        process: program.locs[to].process,
        out: Vec::new(),
        control: Control::Free,
        marks: Marks::default(),
        span,
    });
    let guard = Guard::When(program.truth(true));
    program.connect(Edge { from, to, tier: 0, guard, actions, atomic, violates: None, span });
    from
}

/// Begins the function: parameters have values.
fn enter(
    program: &mut Program,
    function: ProcId,
    var: VarId,
    auxiliary: Auxiliary,
    before: Auxiliary,
) {
    let mut actions = copy(program, before, auxiliary).to_vec();
    let process = &program.procs[function];
    if process.locals[..process.params].contains(&var) {
        actions.extend(tell(program, var, auxiliary));
    } else {
        let no = program.truth(false);
        actions.push(set(program, auxiliary.is_set, no));
    }
    let (to, span) = (program.procs[function].entry, program.procs[function].span);
    let from = program.locs.push(Location {
        process: function,
        out: Vec::new(),
        control: Control::Free,
        marks: Marks::default(),
        span,
    });
    let guard = Guard::When(program.truth(true));
    program.connect(Edge {
        from,
        to,
        tier: 0,
        guard,
        actions,
        atomic: false,
        violates: None,
        span,
    });
    program.procs[function].entry = from;
}

fn writes(program: &Program, action: &Action, var: VarId) -> bool {
    let mut found = false;
    let each = |it| {
        if let Use::Write(place) = it {
            found |= program.places[place] == Place::Var(var);
        }
    };
    Walk::new(program, each).action(action);
    found
}

//! One step over numbers: what an expression may be, what a condition tells, what an action does.

use std::collections::BTreeMap;
use tribunal_base::Kleene;
use tribunal_domains::{Lattice as _, Number, Numeric as _};
use tribunal_ir::{
    Action, BinOp, Expr, ExprId, Initially, IntShape, Place, PlaceId, ProcId, Program, Scope, Ty,
    UnOp, VarId,
};

/// What is known of scalar variables; nothing of those that are missing.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    known: BTreeMap<VarId, Number>,
}

/// The shape of numbers of a type, if it has plain numbers.
fn shape_of(program: &Program, ty: Ty) -> Option<IntShape> {
    match ty {
        Ty::Pointer | Ty::Float(_) => None,
        _ => program.shape_of_ty(ty).filter(|it| it.bits <= 64),
    }
}

fn shape(program: &Program, expr: ExprId) -> Option<IntShape> {
    shape_of(program, program.ty_of(expr)?)
}

fn shape_of_var(program: &Program, var: VarId) -> Option<IntShape> {
    shape_of(program, program.tys[program.vars[var].ty])
}

fn is_global(program: &Program, var: VarId) -> bool {
    program.vars[var].scope == Scope::Global
}

impl Numbers {
    pub(super) fn of(known: &[(VarId, Number)]) -> Self {
        Self { known: known.iter().cloned().collect() }
    }

    /// What is known before the first step.
    pub(super) fn initial(program: &Program) -> Self {
        let mut first = Self { known: BTreeMap::new() };
        let globals = program.vars.ids().filter(|it| is_global(program, *it));
        first.enliven(program, &globals.collect::<Vec<_>>());
        first
    }

    /// Variables come alive: all are 0, then they get their first values.
    fn enliven(&mut self, program: &Program, vars: &[VarId]) {
        for &var in vars {
            match shape_of_var(program, var) {
                Some(_) => _ = self.known.insert(var, Number::constant(0)),
                None => _ = self.known.remove(&var),
            }
        }
        for initialiser in vars.iter().flat_map(|it| &program.vars[*it].init) {
            let value = match initialiser.value {
                Initially::Value(expr) => self.number(program, expr),
                Initially::Channel(_) => None,
            };
            self.store(program, initialiser.place, value.as_ref());
        }
    }

    /// What is known when a function begins.
    pub(super) fn entering(&self, program: &Program, function: ProcId, args: &[ExprId]) -> Self {
        let values: Vec<Option<Number>> = args.iter().map(|it| self.number(program, *it)).collect();
        let function = &program.procs[function];
        let mut inside = self.globals(program);
        let (params, others) = function.locals.split_at(function.params);
        for (number, param) in params.iter().enumerate() {
            let zero = Number::constant(0);
            let value = values.get(number).map_or(Some(&zero), |it| it.as_ref());
            inside.put(program, *param, value);
        }
        inside.enliven(program, others);
        inside
    }

    /// What is known of global variables.
    pub(super) fn globals(&self, program: &Program) -> Self {
        let known = self.known.iter().filter(|(var, _)| is_global(program, **var));
        Self { known: known.map(|(var, it)| (*var, it.clone())).collect() }
    }

    /// The local variables of a caller, with the global ones that a function has left.
    pub(super) fn returning(&self, program: &Program, left: &Self) -> Self {
        let mut known = left.known.clone();
        let own = self.known.iter().filter(|(var, _)| !is_global(program, **var));
        known.extend(own.map(|(var, it)| (*var, it.clone())));
        Self { known }
    }

    pub(super) fn join(&self, other: &Self) -> Self {
        let both = |(var, it): (&VarId, &Number)| Some((*var, it.join(other.known.get(var)?)));
        Self { known: self.known.iter().filter_map(both).collect() }
    }

    /// The numbers that a variable may be; `None` if it has no plain ones.
    pub(super) fn get(&self, program: &Program, var: VarId) -> Option<Number> {
        let shape = shape_of_var(program, var)?;
        Some(self.known.get(&var).cloned().unwrap_or_else(|| Number::top(shape)))
    }

    /// Gives a variable a value, of which something may be known.
    fn put(&mut self, program: &Program, var: VarId, value: Option<&Number>) {
        match (shape_of_var(program, var), value) {
            (Some(shape), Some(value)) => _ = self.known.insert(var, value.wrap(shape)),
            _ => _ = self.known.remove(&var),
        }
    }

    /// Stores a value. Arrays, records and memory are not known at all.
    pub(super) fn store(&mut self, program: &Program, place: PlaceId, value: Option<&Number>) {
        if let Place::Var(var) = program.places[place] {
            self.put(program, var, value);
        }
    }

    /// Does an action that neither calls nor returns.
    pub(super) fn perform(&mut self, program: &Program, action: &Action) {
        match action {
            Action::Assign { place, value } => {
                let value = self.number(program, *value);
                self.store(program, *place, value.as_ref());
            }
            Action::Havoc { place } | Action::Allocate { place, .. } => {
                self.store(program, *place, None);
            }
            _ => {}
        }
    }

    /// What an expression may be; `None` if it is not a plain number.
    pub(super) fn number(&self, program: &Program, expr: ExprId) -> Option<Number> {
        let shape = shape(program, expr)?;
        Some(self.known_number(program, expr, shape).unwrap_or_else(|| Number::top(shape)))
    }

    /// The same, if something is known of it.
    fn known_number(&self, program: &Program, expr: ExprId, shape: IntShape) -> Option<Number> {
        let number = |it: ExprId| self.number(program, it);
        let truth = |it: Kleene| Some(Number::truth(it));
        match program.exprs[expr] {
            Expr::Const { value, .. } => Some(Number::constant(value)),
            Expr::Load(place) => match program.places[place] {
                Place::Var(var) => self.get(program, var),
                _ => None,
            },
            Expr::Unary(UnOp::Not, arg) => truth(!number(arg)?.kleene()),
            Expr::Unary(op, arg) => Some(Number::unary(op, shape, &number(arg)?)),
            Expr::Binary(op, a, b) => {
                let (x, y) = (number(a)?, number(b)?);
                match (op, program.ty_of(a)?) {
                    (BinOp::And, Ty::Bool) => truth(x.kleene() & y.kleene()),
                    (BinOp::Or, Ty::Bool) => truth(x.kleene() | y.kleene()),
                    _ => Some(Number::binary(op, self::shape(program, a)?, &x, &y)),
                }
            }
            Expr::Ite(condition, a, b) => match number(condition)?.kleene() {
                Kleene::True => number(a),
                Kleene::False => number(b),
                Kleene::Maybe => Some(number(a)?.join(&number(b)?)),
            },
            Expr::Cast { to, arg } => match program.tys[to] {
                Ty::Bool => truth(number(arg)?.kleene()),
                _ => Some(number(arg)?.wrap(shape)),
            },
            _ => None,
        }
    }

    /// What is known where a condition is what it is said to be; `None` if it cannot be.
    pub(super) fn assume(&self, program: &Program, condition: ExprId, holds: bool) -> Option<Self> {
        let Some(number) = self.number(program, condition) else { return Some(self.clone()) };
        let known = number.kleene();
        if known != Kleene::Maybe {
            return (known == Kleene::from(holds)).then(|| self.clone());
        }
        let is_bool = |it: ExprId| program.ty_of(it) == Some(Ty::Bool);
        match program.exprs[condition] {
            Expr::Unary(UnOp::Not, arg) => self.assume(program, arg, !holds),
            Expr::Binary(op @ (BinOp::And | BinOp::Or), a, b) if is_bool(a) => {
                if (op == BinOp::And) == holds {
                    return self.assume(program, a, holds)?.assume(program, b, holds);
                }
                match (self.assume(program, a, holds), self.assume(program, b, holds)) {
                    (Some(first), Some(second)) => Some(first.join(&second)),
                    (first, second) => first.or(second),
                }
            }
            Expr::Binary(op @ (BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le), a, b) => {
                let (op, a, b) = match (op, holds) {
                    (op, true) => (op, a, b),
                    (BinOp::Eq, false) => (BinOp::Ne, a, b),
                    (BinOp::Ne, false) => (BinOp::Eq, a, b),
                    (BinOp::Lt, false) => (BinOp::Le, b, a),
                    (_, false) => (BinOp::Lt, b, a),
                };
                let shape = self::shape(program, a);
                let operands = self.number(program, a).zip(self.number(program, b));
                let (Some(shape), Some((x, y))) = (shape, operands) else {
                    return Some(self.clone());
                };
                let (x, y) = Number::refine(op, shape, &x, &y)?;
                self.narrow(program, a, &x)?.narrow(program, b, &y)
            }
            Expr::Cast { arg, .. } if shape(program, arg).is_some() => {
                let number = self.number(program, arg)?;
                match holds {
                    true => self.narrow(program, arg, &number.without(0)?),
                    false => self.narrow(program, arg, &number.meet(&Number::constant(0))?),
                }
            }
            Expr::Load(_) => self.narrow(program, condition, &Number::truth(Kleene::from(holds))),
            _ => Some(self.clone()),
        }
    }

    /// What is known where an expression is one of some numbers, if it is a variable, converted or not.
    fn narrow(&self, program: &Program, expr: ExprId, to: &Number) -> Option<Self> {
        match program.exprs[expr] {
            Expr::Load(place) => {
                let Place::Var(var) = program.places[place] else { return Some(self.clone()) };
                let Some(number) = self.get(program, var) else { return Some(self.clone()) };
                let mut narrowed = self.clone();
                narrowed.known.insert(var, number.meet(to)?);
                Some(narrowed)
            }
            Expr::Cast { arg, .. } => match (self.number(program, arg), shape(program, expr)) {
                // What a conversion does not change is the same before.
                (Some(number), Some(shape))
                    if number.wrap(shape) == number && program.ty_of(expr) != Some(Ty::Bool) =>
                {
                    self.narrow(program, arg, to)
                }
                _ => Some(self.clone()),
            },
            _ => Some(self.clone()),
        }
    }
}

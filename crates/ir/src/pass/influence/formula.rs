//! What formulas read, and where.
//!
//! In `at(L) && x == 1`, `x` is read only while a process is at `L`: elsewhere the conjunction is
//! false whatever `x` holds. Likewise in a disjunction with `! at(L)`. It counts if the process of the
//! label has never more than one instance, and if both parts speak of the same moment: under a
//! temporal operator a new moment begins. That a formula is judged by an automaton which looks at its
//! atoms one by one makes no difference: what it accepts depends on what the formula says alone.

use crate::expr::{BinOp, Expr, UnOp};
use crate::formula::Formula;
use crate::pass::liveness::Cause;
use crate::pass::not_flat;
use crate::pass::slice::Instances;
use crate::program::{ExprId, FormulaId, LabelId, LocId, Program, PropId, Scope, VarId};
use crate::visit::{Root, Use, Walk};
use std::collections::HashMap;

/// What properties read.
#[derive(Default)]
pub(super) struct Reads {
    /// At any time.
    pub(super) always: HashMap<VarId, Cause>,
    /// While the process is at a location.
    pub(super) at: Vec<(LocId, VarId, PropId)>,
}

impl Reads {
    pub(super) fn of(program: &Program, properties: &[PropId], instances: &Instances) -> Self {
        let mut reads = Self::default();
        for property in properties {
            if let Some(formula) = program.props[*property].kind.formula() {
                let mut reading =
                    Reading { program, instances, property: *property, reads: &mut reads };
                reading.formula(formula, &[]);
            }
        }
        reads
    }
}

struct Reading<'a> {
    program: &'a Program,
    instances: &'a Instances,
    property: PropId,
    reads: &'a mut Reads,
}

/// A part of a formula or of an expression.
#[derive(Clone, Copy)]
enum Part {
    Formula(FormulaId),
    Expr(ExprId),
}

/// What a part is made of, as far as it matters here.
enum Shape {
    And(Part, Part),
    Or(Part, Part),
    Not(Part),
    /// Whether a process is at a label.
    At(LabelId),
    /// Something about other moments.
    Temporal(Vec<FormulaId>),
    Other,
}

impl Reading<'_> {
    fn formula(&mut self, formula: FormulaId, guards: &[LabelId]) {
        self.part(Part::Formula(formula), guards);
    }

    /// Records what a part reads, given that it matters only while processes are at some labels.
    fn part(&mut self, part: Part, guards: &[LabelId]) {
        match self.shape(part) {
            Shape::Not(inner) => self.part(inner, guards),
            Shape::And(..) => {
                let parts = self.flat(part, |it| match it {
                    Shape::And(left, right) => Some((left, right)),
                    _ => None,
                });
                self.parts(&parts, guards, |reading, it| reading.label(it));
            }
            Shape::Or(..) => {
                let parts = self.flat(part, |it| match it {
                    Shape::Or(left, right) => Some((left, right)),
                    _ => None,
                });
                self.parts(&parts, guards, |reading, it| match reading.shape(it) {
                    Shape::Not(inner) => reading.label(inner),
                    _ => None,
                });
            }
            Shape::Temporal(inner) => inner.into_iter().for_each(|it| self.formula(it, &[])),
            Shape::At(_) | Shape::Other => self.whole(part, guards),
        }
    }

    fn parts(
        &mut self,
        parts: &[Part],
        guards: &[LabelId],
        guard: impl Fn(&Self, Part) -> Option<LabelId>,
    ) {
        let mut guards = guards.to_vec();
        guards.extend(parts.iter().filter_map(|it| guard(self, *it)));
        parts.iter().for_each(|it| self.part(*it, &guards));
    }

    /// The operands of nested operators of the same kind.
    fn flat(&self, part: Part, of: impl Fn(Shape) -> Option<(Part, Part)> + Copy) -> Vec<Part> {
        match of(self.shape(part)) {
            Some((left, right)) => [self.flat(left, of), self.flat(right, of)].concat(),
            None => vec![part],
        }
    }

    /// The label, if a part asks whether the only instance of a process is at it.
    fn label(&self, part: Part) -> Option<LabelId> {
        match self.shape(part) {
            Shape::At(label) => {
                let process = self.program.labels[label].process;
                self.instances.is_single(process).then_some(label)
            }
            _ => None,
        }
    }

    fn shape(&self, part: Part) -> Shape {
        match part {
            Part::Formula(id) => match self.program.formulas[id] {
                Formula::Const(_) => Shape::Other,
                Formula::Atom(expr) => self.shape(Part::Expr(expr)),
                Formula::Not(arg) => Shape::Not(Part::Formula(arg)),
                Formula::And(left, right) => Shape::And(Part::Formula(left), Part::Formula(right)),
                Formula::Or(left, right) => Shape::Or(Part::Formula(left), Part::Formula(right)),
                Formula::Next(arg) | Formula::AllRuns(arg) | Formula::SomeRun(arg) => {
                    Shape::Temporal(vec![arg])
                }
                Formula::Until(left, right) | Formula::Release(left, right) => {
                    Shape::Temporal(vec![left, right])
                }
            },
            Part::Expr(id) => match self.program.exprs[id] {
                Expr::Unary(UnOp::Not, arg) => Shape::Not(Part::Expr(arg)),
                Expr::Binary(BinOp::And, left, right) if self.is_truth(id) => {
                    Shape::And(Part::Expr(left), Part::Expr(right))
                }
                Expr::Binary(BinOp::Or, left, right) if self.is_truth(id) => {
                    Shape::Or(Part::Expr(left), Part::Expr(right))
                }
                Expr::At { label, .. } => Shape::At(label),
                _ => Shape::Other,
            },
        }
    }

    fn is_truth(&self, expr: ExprId) -> bool {
        self.program.ty_of(expr) == Some(crate::ty::Ty::Bool)
    }

    /// Records all that a part reads.
    fn whole(&mut self, part: Part, guards: &[LabelId]) {
        let mut vars = Vec::new();
        let each = |it| {
            if let Use::Read(place) = it {
                let (Root::Own(var) | Root::Remote(var)) = self.program.root(place) else {
                    not_flat()
                };
                vars.push(var);
            }
        };
        let mut walk = Walk::new(self.program, each);
        match part {
            Part::Formula(formula) => walk.formula(formula),
            Part::Expr(expr) => walk.expr(expr),
        }
        for var in vars {
            let labels = guards.iter().map(|it| &self.program.labels[*it]);
            // The labels of another process say nothing about where this variable is needed.
            let mut labels = labels.filter(|it| match self.program.vars[var].scope {
                Scope::Local(process) => it.process == process,
                Scope::Global => true,
            });
            match labels.next() {
                Some(label) => {
                    let at = label.locs.iter().map(|it| (*it, var, self.property));
                    self.reads.at.extend(at);
                }
                None => {
                    let cause = Cause::Property(self.property);
                    self.reads.always.entry(var).or_insert(cause);
                }
            }
        }
    }
}

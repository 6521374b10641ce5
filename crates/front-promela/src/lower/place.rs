//! Variables, parts of them, and what processes tell of each other.

use tribunal_base::{Span, similar};
use tribunal_ir::{BinOp, Expr, ExprId, Label, Place, PlaceId, ProcId, Ty};

use super::Lowering;
use super::fault::Fault;
use crate::ast::{self, BinaryOp};

impl Lowering<'_> {
    pub(super) fn load(&mut self, place: &ast::Place) -> ExprId {
        if let [part] = &*place.parts
            && part.index.is_none()
            && self.scopes.find(&part.name.name).is_none()
            && let Some(expr) = self.predefined(&part.name)
        {
            return expr;
        }
        match self.place(place).and_then(|it| self.scalar(it, place.span)) {
            Some(place) => self.program.expr(Expr::Load(place)),
            None => self.program.int(0),
        }
    }

    pub(super) fn predefined(&mut self, name: &ast::Ident) -> Option<ExprId> {
        Some(match &*name.name {
            "_pid" => self.program.expr(Expr::SelfPid),
            "_nr_pr" => {
                let count = self.program.expr(Expr::ProcessCount);
                if !(self.spin_compatible() && self.has_claim) {
                    return Some(count);
                }
                let one = self.program.int(1);
                self.program.expr(Expr::Binary(BinOp::Add, count, one))
            }
            "_last" => {
                let place = self.last_place(name.span);
                self.program.expr(Expr::Load(place))
            }
            "_priority" => {
                self.program.scheduling = tribunal_ir::Scheduling::Priority;
                let me = self.program.expr(Expr::SelfPid);
                self.program.expr(Expr::Priority(me))
            }
            "_" => {
                self.error("write-only", name.span, "`_` can only be written to");
                self.program.int(0)
            }
            _ => return None,
        })
    }

    pub(super) fn last_place(&mut self, span: Span) -> PlaceId {
        let var = match self.last {
            Some(var) => var,
            None => {
                let var = self.program.vars.push(tribunal_ir::Var {
                    name: "_last".to_owned(),
                    ty: self.tys.byte,
                    scope: tribunal_ir::Scope::Global,
                    init: Vec::new(),
                    matching: tribunal_ir::Matching::Matched,
                    span,
                });
                self.last = Some(var);
                var
            }
        };
        self.program.place(Place::Var(var))
    }

    /// A place by name; reports errors.
    pub(super) fn place(&mut self, place: &ast::Place) -> Option<PlaceId> {
        let first = &place.parts[0];
        let Some(var) = self.scopes.find(&first.name.name) else {
            self.unknown_variable(&first.name);
            return None;
        };
        let mut lowered = self.program.place(Place::Var(var));
        lowered = self.index(lowered, first)?;
        for part in &place.parts[1..] {
            lowered = self.first_element(lowered);
            let ty = self.program.ty_of_place(lowered)?;
            let Ty::Record(id) = self.program.tys[ty] else {
                let name = &part.name.name;
                self.error(
                    "no-such-field",
                    part.name.span,
                    format!("`.{name}` follows something without fields"),
                );
                return None;
            };
            let record = &self.program.records[id];
            let Some(field) = record.fields.iter().position(|it| it.name == part.name.name) else {
                let message = format!("`{}` has no field `{}`", record.name, part.name.name);
                self.error("no-such-field", part.name.span, message);
                return None;
            };
            lowered = self.program.place(Place::Field(lowered, field as u32));
            lowered = self.index(lowered, part)?;
        }
        Some(lowered)
    }

    pub(super) fn unknown_variable(&mut self, name: &ast::Ident) {
        let message = format!("unknown variable `{}`", name.name);
        let help = if self.proctypes.contains_key(&name.name) {
            "this is the name of a proctype".to_owned()
        } else if let Some(meant) = similar(&name.name, self.scopes.names()) {
            format!("there is a similar name: `{meant}`")
        } else {
            "declare it before it is used".to_owned()
        };
        self.error_with_help("unknown-variable", name.span, message, &help);
    }

    pub(super) fn index(&mut self, place: PlaceId, part: &ast::PlacePart) -> Option<PlaceId> {
        let Some(index) = &part.index else { return Some(place) };
        let ty = self.program.ty_of_place(place)?;
        let Ty::Array { len, .. } = self.program.tys[ty] else {
            self.error(
                "not-an-array",
                part.name.span,
                format!("`{}` is not an array", part.name.name),
            );
            return None;
        };
        let lowered = self.int(index);
        self.check_index(lowered, len, &part.name.name);
        Some(self.program.place(Place::Index(place, lowered)))
    }

    pub(super) fn check_index(&mut self, index: ExprId, len: u32, name: &str) {
        let message = format!("index out of range: `{name}` has {len} elements");
        let limit = self.program.int(len.cast_signed());
        let too_large = self.comparison(BinaryOp::Ge, index, limit);
        let zero = self.program.int(0);
        let range = self.range(index);
        let too_small = match range {
            Some((0.., _)) => self.truth(false),
            _ => self.comparison(BinaryOp::Lt, index, zero),
        };
        let too_large = match range {
            Some((_, high)) if high < i128::from(len) => self.truth(false),
            _ => too_large,
        };
        let violated = self.or(too_small, too_large);
        self.check(violated, Fault::Bounds, message);
    }

    /// The least and greatest value that the type of an expression allows.
    pub(super) fn range(&self, expr: ExprId) -> Option<(i128, i128)> {
        match self.program.exprs[expr] {
            Expr::Const { value, .. } => Some((value, value)),
            Expr::Cast { arg, .. } => {
                let shape = self.program.shape_of(arg);
                (!shape.signed && shape.bits < 32).then(|| (0, (1 << shape.bits) - 1))
            }
            Expr::SelfPid => Some((0, 254)),
            _ => None,
        }
    }

    pub(super) fn remote(
        &mut self,
        proctype: &ast::Ident,
        pid: Option<&ast::Expr>,
    ) -> Option<(ProcId, ExprId)> {
        let Some(known) = self.proctypes.get(&proctype.name).cloned() else {
            self.error(
                "unknown-proctype",
                proctype.span,
                format!("unknown proctype `{}`", proctype.name),
            );
            return None;
        };
        let pid = match pid {
            Some(pid) => self.int(pid),
            None => self.program.expr(Expr::InstanceOf(known.id)),
        };
        Some((known.id, pid))
    }

    pub(super) fn remote_place(
        &mut self,
        proctype: &ast::Ident,
        pid: Option<&ast::Expr>,
        variable: &ast::PlacePart,
    ) -> Option<PlaceId> {
        let (process, pid) = self.remote(proctype, pid)?;
        let found = self.program.procs[process]
            .locals
            .iter()
            .copied()
            .find(|it| self.program.vars[*it].name == variable.name.name);
        let Some(var) = found else {
            let message =
                format!("proctype `{}` has no variable `{}`", proctype.name, variable.name.name);
            self.error("unknown-variable", variable.name.span, message);
            return None;
        };
        let place = self.program.place(Place::Remote { process: pid, var });
        self.index(place, variable)
    }

    pub(super) fn label(&mut self, process: ProcId, label: &ast::Ident) -> tribunal_ir::LabelId {
        let key = (process, label.name.clone());
        if let Some(&id) = self.labels.get(&key) {
            return id;
        }
        let id =
            self.program.labels.push(Label { name: label.name.clone(), process, locs: Vec::new() });
        self.labels.insert(key, id);
        self.label_uses.push((process, label.clone()));
        id
    }
}

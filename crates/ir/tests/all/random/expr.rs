//! Random expressions of a given type.

use super::Builder;
use tribunal_base::Id;
use tribunal_ir::{
    BinOp, Expr, ExprId, IntShape, LabelId, Place, PlaceId, ProcId, Scan, Scope, Ty, TyId, UnOp,
    VarId,
};

impl Builder {
    /// A truth value.
    pub(super) fn condition(&mut self, scope: Option<ProcId>) -> ExprId {
        let ty = self.program.ty(Ty::Bool);
        self.expr(scope, ty, 3)
    }

    /// A reference to a channel.
    pub(super) fn channel(&mut self, scope: Option<ProcId>) -> ExprId {
        let ty = self.program.ty(Ty::Channel);
        self.expr(scope, ty, 1)
    }

    /// An `i32`, small if possible.
    pub(super) fn index(&mut self, scope: Option<ProcId>) -> ExprId {
        if self.flip() {
            let index = self.below(3);
            return self.program.int(index as i32);
        }
        let ty = self.program.int_ty(IntShape::I32);
        self.expr(scope, ty, 1)
    }

    pub(super) fn expr(&mut self, scope: Option<ProcId>, ty: TyId, depth: usize) -> ExprId {
        if depth == 0 || self.rarely(4) {
            return self.leaf(scope, ty);
        }
        let kind = self.program.tys[ty];
        let expr = match self.below(6) {
            0 => return self.leaf(scope, ty),
            1 => {
                let from = self.scalar_ty();
                Expr::Cast { to: ty, arg: self.expr(scope, from, depth - 1) }
            }
            2 => {
                let condition = self.condition_at(scope, depth - 1);
                let yes = self.expr(scope, ty, depth - 1);
                Expr::Ite(condition, yes, self.expr(scope, ty, depth - 1))
            }
            choice => match kind {
                Ty::Bool => return self.truth(scope, depth, choice),
                Ty::Int(shape) => return self.number(scope, ty, shape, depth, choice),
                Ty::Float(_) => return self.float(scope, ty, depth),
                Ty::Pointer => return self.pointer(scope, depth),
                _ => return self.leaf(scope, ty),
            },
        };
        self.program.expr(expr)
    }

    fn condition_at(&mut self, scope: Option<ProcId>, depth: usize) -> ExprId {
        let ty = self.program.ty(Ty::Bool);
        self.expr(scope, ty, depth)
    }

    fn truth(&mut self, scope: Option<ProcId>, depth: usize, choice: usize) -> ExprId {
        if self.has_memory && self.flip() {
            return self.memory_truth(scope, depth);
        }
        let expr = match choice {
            3 => {
                let op = [BinOp::Eq, BinOp::Ne, BinOp::Lt, BinOp::Le][self.below(4)];
                let ty = self.scalar_ty();
                let left = self.expr(scope, ty, depth - 1);
                Expr::Binary(op, left, self.expr(scope, ty, depth - 1))
            }
            4 => {
                let op = [BinOp::And, BinOp::Or, BinOp::Xor][self.below(3)];
                let left = self.condition_at(scope, depth - 1);
                Expr::Binary(op, left, self.condition_at(scope, depth - 1))
            }
            _ => match self.below(8) {
                0..=2 => Expr::Unary(UnOp::Not, self.condition_at(scope, depth - 1)),
                3 => Expr::Timeout,
                4 => Expr::NonProgress,
                5 => Expr::Enabled(self.index(scope)),
                6 if !self.program.labels.is_empty() => {
                    let label = LabelId::from_index(self.below(self.program.labels.len()));
                    Expr::At { process: self.index(scope), label }
                }
                _ => Expr::Poll {
                    channel: self.channel(scope),
                    patterns: (0..self.below(3)).map(|_| self.pattern(scope)).collect(),
                    scan: if self.flip() { Scan::Any } else { Scan::Front },
                },
            },
        };
        self.program.expr(expr)
    }

    fn number(
        &mut self,
        scope: Option<ProcId>,
        ty: TyId,
        shape: IntShape,
        depth: usize,
        choice: usize,
    ) -> ExprId {
        if self.has_memory
            && self.rarely(3)
            && let Some(number) = self.memory_number(scope, ty, depth)
        {
            return number;
        }
        let expr = match choice {
            3 if shape == IntShape::I32 => match self.below(8) {
                0 => Expr::SelfPid,
                1 => Expr::ProcessCount,
                2 if !self.program.procs.is_empty() => {
                    Expr::InstanceOf(ProcId::from_index(self.below(self.program.procs.len())))
                }
                3 => Expr::ProgramCounter(self.index(scope)),
                4 => Expr::Priority(self.index(scope)),
                5 => Expr::Capacity(self.channel(scope)),
                6 => Expr::Arity(self.channel(scope)),
                _ => Expr::Length(self.channel(scope)),
            },
            4 => {
                let op = if self.flip() { UnOp::Neg } else { UnOp::BitNot };
                Expr::Unary(op, self.expr(scope, ty, depth - 1))
            }
            _ => {
                let ops = [
                    BinOp::Add,
                    BinOp::Sub,
                    BinOp::Mul,
                    BinOp::Div,
                    BinOp::Rem,
                    BinOp::Shl,
                    BinOp::Shr,
                    BinOp::And,
                    BinOp::Or,
                    BinOp::Xor,
                ];
                let op = ops[self.below(ops.len())];
                let left = self.expr(scope, ty, depth - 1);
                Expr::Binary(op, left, self.expr(scope, ty, depth - 1))
            }
        };
        self.program.expr(expr)
    }

    fn leaf(&mut self, scope: Option<ProcId>, ty: TyId) -> ExprId {
        let places: Vec<PlaceId> = self
            .readable(scope)
            .into_iter()
            .filter(|it| self.program.ty_of_place(*it) == Some(ty))
            .collect();
        if self.flip()
            && let Some(place) = self.pick(&places)
        {
            return self.program.expr(Expr::Load(place));
        }
        if self.has_memory
            && self.rarely(3)
            && let Some(place) = self.memory_place(ty)
        {
            return self.program.expr(Expr::Load(place));
        }
        self.constant(ty)
    }

    pub(super) fn constant(&mut self, ty: TyId) -> ExprId {
        let shape = self.program.shape(ty).expect("the type should be scalar");
        let values = [0, 1, 2, 3, -1, 255, i128::MIN];
        let value = shape.wrap(values[self.below(values.len())]);
        self.program.expr(Expr::Const { value, ty })
    }

    /// A place that the process may write.
    pub(super) fn writable(&mut self, scope: Option<ProcId>) -> Option<PlaceId> {
        if self.has_memory && self.rarely(4) {
            let ty = self.scalar_ty();
            return self.memory_place(ty);
        }
        let vars: Vec<VarId> = self.visible(scope);
        let var = self.pick(&vars)?;
        let place = self.program.place(Place::Var(var));
        Some(self.part(place))
    }

    /// Some places that can be read, remote ones included.
    fn readable(&mut self, scope: Option<ProcId>) -> Vec<PlaceId> {
        let mut places = Vec::new();
        for var in self.visible(scope) {
            let place = self.program.place(Place::Var(var));
            places.push(self.part(place));
        }
        if self.rarely(6) {
            let locals = self.program.vars.iter().filter(|(_, it)| it.scope != Scope::Global);
            let locals: Vec<VarId> = locals.map(|(id, _)| id).collect();
            if let Some(var) = self.pick(&locals) {
                let process = self.program.int(self.at as i32 % 3);
                let place = self.program.place(Place::Remote { process, var });
                places.push(self.part(place));
            }
        }
        places
    }

    /// The variables that a process can mention, and have been made.
    fn visible(&self, scope: Option<ProcId>) -> Vec<VarId> {
        let is_visible = |it: Scope| match it {
            Scope::Global => true,
            Scope::Local(owner) => Some(owner) == scope,
        };
        let visible = self.program.vars.iter().filter(|(_, it)| is_visible(it.scope));
        visible.map(|(id, _)| id).collect()
    }

    /// A scalar of a place.
    fn part(&mut self, place: PlaceId) -> PlaceId {
        let ty = self.program.ty_of_place(place).expect("a place should have a type");
        let part = match self.program.tys[ty] {
            Ty::Bool | Ty::Int(_) | Ty::Enum(_) | Ty::Channel => return place,
            Ty::Float(_) | Ty::Pointer => return place,
            Ty::Array { .. } => {
                // Not `index`: that could go round in circles through `readable`.
                let index = self.below(4);
                let constant = self.program.int(index as i32);
                let index = if self.rarely(3) {
                    let this = self.program.expr(Expr::SelfPid);
                    self.program.expr(Expr::Binary(BinOp::Add, this, constant))
                } else {
                    constant
                };
                Place::Index(place, index)
            }
            Ty::Record(id) => {
                let field = self.below(self.program.records[id].fields.len());
                Place::Field(place, field as u32)
            }
        };
        let part = self.program.place(part);
        self.part(part)
    }
}

//! Making expressions of the program representation, folding what is constant.

use tribunal_ir::{
    BinOp, Expr, ExprId, FloatShape, IntShape, ObjectId, Place, PlaceId, PointerQuery, Ty, TyId,
    UnOp, VarId,
};

use super::Lowering;

impl Lowering<'_> {
    pub(super) fn truth(&mut self, value: bool) -> ExprId {
        self.program.truth(value)
    }

    /// A number of an integer type.
    pub(super) fn number(&mut self, value: i128, ty: TyId) -> ExprId {
        let value = self.program.shape(ty).map_or(value, |it| it.wrap(value));
        self.program.expr(Expr::Const { value, ty })
    }

    /// A number of bytes.
    pub(super) fn bytes(&mut self, count: u64) -> ExprId {
        let ty = self.i64_ty();
        self.number(count.into(), ty)
    }

    pub(super) fn i64_ty(&mut self) -> TyId {
        self.program.int_ty(IntShape::I64)
    }

    pub(super) fn pointer_ty(&mut self) -> TyId {
        self.program.ty(Ty::Pointer)
    }

    pub(super) fn null(&mut self) -> ExprId {
        let ty = self.pointer_ty();
        self.program.expr(Expr::Const { value: 0, ty })
    }

    /// The value of an expression that is a constant integer or truth value.
    pub(super) fn constant(&self, expr: ExprId) -> Option<i128> {
        match self.program.exprs[expr] {
            Expr::Const { value, ty } => match self.program.tys[ty] {
                Ty::Bool | Ty::Int(_) => Some(value),
                _ => None,
            },
            _ => None,
        }
    }

    pub(super) fn unary(&mut self, op: UnOp, arg: ExprId) -> ExprId {
        if let (Expr::Const { value, ty }, UnOp::Neg | UnOp::BitNot) =
            (self.program.exprs[arg].clone(), op)
            && let Ty::Int(_) = self.program.tys[ty]
        {
            let value = if op == UnOp::Neg { value.wrapping_neg() } else { !value };
            return self.number(value, ty);
        }
        self.program.expr(Expr::Unary(op, arg))
    }

    pub(super) fn negated(&mut self, condition: ExprId) -> ExprId {
        match self.program.exprs[condition] {
            Expr::Const { value, .. } => self.truth(value == 0),
            Expr::Unary(UnOp::Not, arg) => arg,
            Expr::Binary(BinOp::Eq, a, b) if !self.is_float(a) => {
                self.program.expr(Expr::Binary(BinOp::Ne, a, b))
            }
            Expr::Binary(BinOp::Ne, a, b) if !self.is_float(a) => {
                self.program.expr(Expr::Binary(BinOp::Eq, a, b))
            }
            _ => self.program.expr(Expr::Unary(UnOp::Not, condition)),
        }
    }

    pub(super) fn is_float(&self, expr: ExprId) -> bool {
        matches!(self.program.ty_of(expr), Some(Ty::Float(_)))
    }

    pub(super) fn both(&mut self, a: ExprId, b: ExprId) -> ExprId {
        match (self.truth_of(a), self.truth_of(b)) {
            (Some(true), _) => b,
            (_, Some(true)) => a,
            (Some(false), _) | (_, Some(false)) => self.truth(false),
            (None, None) => self.program.expr(Expr::Binary(BinOp::And, a, b)),
        }
    }

    pub(super) fn either(&mut self, a: ExprId, b: ExprId) -> ExprId {
        match (self.truth_of(a), self.truth_of(b)) {
            (Some(false), _) => b,
            (_, Some(false)) => a,
            (Some(true), _) | (_, Some(true)) => self.truth(true),
            (None, None) => self.program.expr(Expr::Binary(BinOp::Or, a, b)),
        }
    }

    pub(super) fn ite(&mut self, condition: ExprId, yes: ExprId, no: ExprId) -> ExprId {
        match self.truth_of(condition) {
            Some(true) => yes,
            Some(false) => no,
            None if yes == no => yes,
            None => self.program.expr(Expr::Ite(condition, yes, no)),
        }
    }

    /// An operator on two numbers of one type. Only what is plain and frequent is folded; engines fold the rest.
    pub(super) fn binary(&mut self, op: BinOp, a: ExprId, b: ExprId) -> ExprId {
        if let (Some(x), Some(y)) = (self.constant(a), self.constant(b))
            && let Expr::Const { ty, .. } = self.program.exprs[a]
            && let Ty::Int(shape) = self.program.tys[ty]
            && shape.bits <= 64
        {
            let fits = |exact: i128| shape.wrap(exact) == exact;
            match op {
                BinOp::Add => return self.number(x + y, ty),
                BinOp::Sub => return self.number(x - y, ty),
                // The product of two numbers of 64 bits without a sign may take more than 127.
                BinOp::Mul => return self.number(x.wrapping_mul(y), ty),
                BinOp::AddOverflows => return self.truth(!fits(x + y)),
                BinOp::SubOverflows => return self.truth(!fits(x - y)),
                BinOp::MulOverflows => {
                    return self.truth(!x.checked_mul(y).is_some_and(fits));
                }
                BinOp::Eq => return self.truth(x == y),
                BinOp::Ne => return self.truth(x != y),
                BinOp::Lt => return self.truth(x < y),
                BinOp::Le => return self.truth(x <= y),
                BinOp::And => return self.number(x & y, ty),
                BinOp::Or => return self.number(x | y, ty),
                _ => {}
            }
        }
        self.program.expr(Expr::Binary(op, a, b))
    }

    /// A value of another scalar type.
    pub(super) fn cast(&mut self, to: TyId, arg: ExprId) -> ExprId {
        if self.program.ty_of(arg) == Some(self.program.tys[to]) {
            return arg;
        }
        if let Some(value) = self.constant(arg) {
            match self.program.tys[to] {
                Ty::Bool => return self.truth(value != 0),
                Ty::Int(_) => return self.number(value, to),
                Ty::Pointer if value == 0 => return self.null(),
                _ => {}
            }
        }
        // What only became wider on the way back to where it came from, or further, need not stop in between.
        if let (Expr::Cast { to: middle, arg: inner }, Ty::Int(target)) =
            (self.program.exprs[arg].clone(), self.program.tys[to])
            && let (Ty::Int(middle), Some(Ty::Int(source))) =
                (self.program.tys[middle], self.program.ty_of(inner))
            && source.bits <= middle.bits
            && (target.bits <= source.bits || holds_all(middle, source))
        {
            return self.cast_int(to, target, source, inner);
        }
        self.program.expr(Expr::Cast { to, arg })
    }

    fn cast_int(&mut self, to: TyId, target: IntShape, source: IntShape, arg: ExprId) -> ExprId {
        if target == source { arg } else { self.program.expr(Expr::Cast { to, arg }) }
    }

    pub(super) fn load(&mut self, place: PlaceId) -> ExprId {
        self.program.expr(Expr::Load(place))
    }

    pub(super) fn load_var(&mut self, var: VarId) -> ExprId {
        let place = self.program.place(Place::Var(var));
        self.load(place)
    }

    pub(super) fn object(&mut self, object: ObjectId) -> ExprId {
        self.program.expr(Expr::Object(object))
    }

    /// A pointer so many bytes further.
    pub(super) fn advance(&mut self, pointer: ExprId, by: ExprId) -> ExprId {
        if self.constant(by) == Some(0) {
            return pointer;
        }
        if let Expr::Advance { pointer: base, by: first } = self.program.exprs[pointer]
            && self.constant(first).is_some()
            && self.constant(by).is_some()
        {
            let by = self.binary(BinOp::Add, first, by);
            return self.advance(base, by);
        }
        self.program.expr(Expr::Advance { pointer, by })
    }

    pub(super) fn advance_by(&mut self, pointer: ExprId, bytes: u64) -> ExprId {
        let by = self.bytes(bytes);
        self.advance(pointer, by)
    }

    pub(super) fn ask(&mut self, query: PointerQuery, pointer: ExprId) -> ExprId {
        self.program.expr(Expr::Pointer(query, pointer))
    }

    /// A float of a value.
    pub(super) fn float(&mut self, bits: u128, shape: FloatShape) -> ExprId {
        let ty = self.program.ty(Ty::Float(shape));
        self.program.expr(Expr::Const { value: shape.shape().wrap(bits.cast_signed()), ty })
    }
}

/// Whether every number of one shape is one of another.
pub(super) fn holds_all(to: IntShape, from: IntShape) -> bool {
    match (to.signed, from.signed) {
        (true, false) => from.bits < to.bits,
        (false, true) => false,
        (true, true) | (false, false) => from.bits <= to.bits,
    }
}

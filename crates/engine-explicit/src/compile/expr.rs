//! Compiles expressions and places.
//!
//! Conversions that change no value disappear here; `simplify` does the rest.

use super::{Compiler, Context, not_flat};
use crate::cell::{Cell, Wrap};
use crate::compile::layout::{self, Part};
use crate::compile::simplify::simplified;
use crate::model::{
    Base, Code, CodeId, Operand, PatternCode, PlaceCode, PlaceCodeId, Slice, Subscript,
};
use tribunal_base::Id;
use tribunal_engine::Reason;
use tribunal_ir::{
    BinOp, Expr, ExprId, IntShape, Pattern, Place, PlaceId, Scope, Ty, TyId, UnOp, VarId,
};

/// How deep expressions may be nested: evaluation is recursive.
const MAX_DEPTH: u32 = 1000;

impl Compiler<'_> {
    /// Compiles an expression.
    pub(super) fn expr(&mut self, context: Context, expr: ExprId) -> Result<CodeId, Reason> {
        if let Some(&code) = self.exprs.get(&(context, expr)) {
            return Ok(code);
        }
        self.depth += 1;
        if MAX_DEPTH < self.depth {
            let what = "expressions nested more than 1000 deep".into();
            return Err(Reason::Unsupported { what, span: None });
        }
        let code = self.code(context, expr)?;
        self.depth -= 1;
        let code = match code {
            Compiled::New(code) => {
                let code = simplified(&self.model.codes, code);
                self.model.codes.push(code);
                u32::try_from(self.model.codes.len() - 1)
                    .expect("a program should have fewer than 2^32 expressions")
            }
            Compiled::Same(code) => code,
        };
        self.exprs.insert((context, expr), code);
        Ok(code)
    }

    /// The compiled form of an expression.
    pub(super) fn code_of(&mut self, context: Context, expr: ExprId) -> Result<Code, Reason> {
        let code = self.expr(context, expr)?;
        Ok(self.model.codes[code as usize])
    }

    fn code(&mut self, context: Context, expr: ExprId) -> Result<Compiled, Reason> {
        let program = self.program;
        let code = match &program.exprs[expr] {
            Expr::Const { value, .. } => {
                let shape = program.shape_of(expr);
                let wrap = Wrap::new(shape).ok_or_else(layout::too_wide)?;
                // The low 64 bits are all that count.
                Code::Const(wrap.apply(low_bits(*value)))
            }
            Expr::Load(expr_place) => {
                let id = self.place(context, *expr_place)?;
                let place = self.model.places[id as usize];
                let byte = place.matched && place.cell == Cell::U8;
                let subscripts = &self.model.subscripts[place.subscripts.range()];
                let known = place.matched && subscripts.is_empty();
                let is_fixed =
                    subscripts.is_empty() && matches!(place.base, Base::Global | Base::Local);
                if is_fixed
                    && let Some(constant) = self.constant(context, *expr_place, place.bit)?
                {
                    return Ok(Compiled::New(constant));
                }
                let subscripts = &self.model.subscripts[place.subscripts.range()];
                match place.base {
                    Base::Global
                        if byte && let &[Subscript { index, len, stride: 8 }] = subscripts =>
                    {
                        Code::GlobalElement { index, first: place.bit / 8, len }
                    }
                    Base::Global if known && byte => Code::GlobalByte(place.bit / 8),
                    Base::Local if known && byte => Code::LocalByte(place.bit / 8),
                    Base::Global if known => Code::Global(place.cell, place.bit),
                    Base::Local if known => Code::Local(place.cell, place.bit),
                    Base::Nowhere => Code::Const(0),
                    _ => Code::Load(id),
                }
            }
            Expr::Unary(op, arg) => {
                let wrap = self.wrap_of(*arg)?;
                let arg = self.expr(context, *arg)?;
                match op {
                    UnOp::Not => Code::Not(arg),
                    UnOp::Neg => Code::Neg(arg, wrap),
                    UnOp::BitNot => Code::BitNot(arg, wrap),
                    UnOp::Sqrt | UnOp::Round(_) => not_flat(),
                }
            }
            Expr::Binary(op, a, b) => {
                let (wrap, truth) = (self.wrap_of(*a)?, program.ty_of(*a) == Some(Ty::Bool));
                self.wrap_of(*b)?;
                let (a, b) = (self.expr(context, *a)?, self.expr(context, *b)?);
                let by_value = !wrap.is_unsigned_64();
                match op {
                    BinOp::And if truth => Code::Both(a, b),
                    BinOp::Or if truth => Code::Either(a, b),
                    BinOp::Eq => Code::Equal(a, b),
                    BinOp::Ne => Code::Unequal(a, b),
                    BinOp::Lt if by_value => Code::Less(a, b),
                    BinOp::Le if by_value => Code::LessEqual(a, b),
                    _ => Code::Binary(*op, a, b, wrap),
                }
            }
            Expr::Ite(condition, a, b) => {
                let condition = self.expr(context, *condition)?;
                Code::Ite(condition, self.expr(context, *a)?, self.expr(context, *b)?)
            }
            Expr::Cast { to, arg } => {
                let from = program.shape_of(*arg);
                self.wrap_of(*arg)?;
                let wrap = layout::scalar(program, *to)?;
                let arg = self.expr(context, *arg)?;
                if program.tys[*to] == Ty::Bool {
                    if from == IntShape::BOOL {
                        return Ok(Compiled::Same(arg));
                    }
                    Code::IsNotZero(arg)
                } else if program.shape(*to).is_some_and(|to| holds_all(to, from)) {
                    return Ok(Compiled::Same(arg));
                } else {
                    Code::Wrapped(arg, wrap)
                }
            }
            Expr::Reinterpret { .. }
            | Expr::Object(_)
            | Expr::Function(_)
            | Expr::Advance { .. }
            | Expr::Pointer(..)
            | Expr::IsInitialised { .. }
            | Expr::Heap(_) => not_flat(),
            Expr::SelfPid => match context {
                Context::Process => Code::SelfPid,
                Context::Property => Code::Const(0),
            },
            Expr::ProcessCount => Code::ProcessCount,
            Expr::InstanceOf(process) => Code::InstanceOf(number(*process)),
            Expr::At { process, label } => {
                Code::At { process: self.expr(context, *process)?, label: number(*label) }
            }
            Expr::ProgramCounter(process) => Code::ProgramCounter(self.expr(context, *process)?),
            Expr::Priority(process) => Code::Priority(self.expr(context, *process)?),
            Expr::Enabled(process) => Code::Enabled(self.expr(context, *process)?),
            Expr::Timeout => Code::Timeout,
            Expr::NonProgress => Code::NonProgress,
            Expr::Length(channel) => Code::Length(self.expr(context, *channel)?),
            Expr::Capacity(channel) => Code::Capacity(self.expr(context, *channel)?),
            Expr::Arity(channel) => Code::Arity(self.expr(context, *channel)?),
            Expr::Poll { channel, patterns, scan } => {
                let channel = self.expr(context, *channel)?;
                Code::Poll { channel, patterns: self.patterns(context, patterns)?, scan: *scan }
            }
        };
        Ok(Compiled::New(code))
    }

    /// Compiles an expression whose value is compared with, or stored as, another shape.
    pub(super) fn operand(&mut self, context: Context, expr: ExprId) -> Result<Operand, Reason> {
        Ok(Operand { wrap: self.wrap_of(expr)?, code: self.expr(context, expr)? })
    }

    /// Compiles the expressions of a message or the arguments of a process.
    pub(super) fn operands(&mut self, exprs: &[ExprId]) -> Result<Slice, Reason> {
        let mut operands = Vec::new();
        for &expr in exprs {
            operands.push(self.operand(Context::Process, expr)?);
        }
        let start = self.model.operands.len();
        self.model.operands.append(&mut operands);
        Ok(Slice::since(start, &self.model.operands))
    }

    /// Compiles the patterns of a receive.
    pub(super) fn patterns(
        &mut self,
        context: Context,
        patterns: &[Pattern],
    ) -> Result<Slice, Reason> {
        let mut codes = Vec::new();
        for pattern in patterns {
            codes.push(match *pattern {
                Pattern::Store(place) => PatternCode::Store(self.place(context, place)?),
                Pattern::Match(expr) => PatternCode::Match(self.operand(context, expr)?),
                Pattern::Any => PatternCode::Any,
            });
        }
        let start = self.model.patterns.len();
        self.model.patterns.append(&mut codes);
        Ok(Slice::since(start, &self.model.patterns))
    }

    /// Compiles a scalar place.
    pub(super) fn place(
        &mut self,
        context: Context,
        place: PlaceId,
    ) -> Result<PlaceCodeId, Reason> {
        if let Some(&code) = self.places.get(&(context, place)) {
            return Ok(code);
        }
        let ty = self.program.ty_of_place(place).expect("I4: a place should be well typed");
        let wrap = layout::scalar(self.program, ty)?;
        let mut subscripts = Vec::new();
        let (base, matched, bit) = self.address(context, place, &mut subscripts)?;
        let start = self.model.subscripts.len();
        self.model.subscripts.append(&mut subscripts);
        self.model.places.push(PlaceCode {
            base,
            matched: matched == Part::Matched,
            bit: u32::try_from(bit).expect("a place should lie inside its region"),
            subscripts: Slice::since(start, &self.model.subscripts),
            cell: wrap.cell(),
            wrap,
        });
        let id = u32::try_from(self.model.places.len() - 1)
            .expect("a program should have fewer than 2^32 places");
        self.places.insert((context, place), id);
        Ok(id)
    }

    /// Where a place starts: its owner, the string of bytes, and the bit before subscripts.
    pub(super) fn address(
        &mut self,
        context: Context,
        place: PlaceId,
        subscripts: &mut Vec<Subscript>,
    ) -> Result<(Base, Part, u64), Reason> {
        let program = self.program;
        let position = |var: VarId| {
            let found = self.positions[var.index()];
            found.map_or((Part::Matched, 0), |it| (it.part, u64::from(it.bit)))
        };
        match program.places[place] {
            Place::Var(var) => {
                let (part, bit) = position(var);
                let base = match (program.vars[var].scope, context) {
                    (Scope::Global, _) => Base::Global,
                    (Scope::Local(_), Context::Process) => Base::Local,
                    (Scope::Local(_), Context::Property) => Base::Nowhere,
                };
                Ok((base, part, bit))
            }
            Place::Deref { .. } => not_flat(),
            Place::Remote { process, var } => {
                let (part, bit) = position(var);
                let base = match program.vars[var].scope {
                    Scope::Global => Base::Nowhere,
                    Scope::Local(owner) => {
                        let index = self.expr(context, process)?;
                        Base::Remote { index, process: number(owner) }
                    }
                };
                Ok((base, part, bit))
            }
            Place::Field(base, field) => {
                let (start, part, bit) = self.address(context, base, subscripts)?;
                let Ty::Record(record) = program.tys[self.ty_of(base)] else {
                    unreachable!("I4: only a record has fields")
                };
                let fields = layout::field_types(program, record);
                Ok((start, part, bit + layout::field_bit(program, &fields, field as usize)?))
            }
            Place::Index(base, index) => {
                let (start, part, bit) = self.address(context, base, subscripts)?;
                let Ty::Array { elem, len } = program.tys[self.ty_of(base)] else {
                    unreachable!("I4: only an array has elements")
                };
                let stride = layout::extent(program, elem)?.bits;
                self.wrap_of(index)?;
                let index = self.expr(context, index)?;
                if let Code::Const(value) = self.model.codes[index as usize]
                    && let Ok(value) = u64::try_from(value)
                    && value < len.into()
                {
                    return Ok((start, part, bit + value * stride));
                }
                let stride = u32::try_from(stride).expect("an element should lie in its region");
                subscripts.push(Subscript { index, len, stride });
                Ok((start, part, bit))
            }
        }
    }

    fn ty_of(&self, place: PlaceId) -> TyId {
        self.program.ty_of_place(place).expect("I4: a place should be well typed")
    }

    fn wrap_of(&self, expr: ExprId) -> Result<Wrap, Reason> {
        Wrap::new(self.program.shape_of(expr)).ok_or_else(layout::too_wide)
    }
}

/// What became of an expression.
enum Compiled {
    New(Code),
    /// It has the value of another one.
    Same(CodeId),
}

/// Whether every number of one shape is a number of the other.
fn holds_all(outer: IntShape, inner: IntShape) -> bool {
    if inner.signed == outer.signed {
        inner.bits <= outer.bits
    } else {
        outer.signed && inner.bits < outer.bits
    }
}

fn low_bits(value: i128) -> i64 {
    let bytes = value.to_le_bytes();
    let mut low = [0; 8];
    low.copy_from_slice(&bytes[..8]);
    i64::from_le_bytes(low)
}

/// The number of an entity, the same as in the program.
pub(super) fn number(id: impl Id) -> u32 {
    u32::try_from(id.index()).expect("an id should fit into 32 bits")
}

//! Expressions (C17 6.5): dispatch, places and values.

use tribunal_base::Span;

use crate::ast;
use crate::hir::{
    Direction, ExprId, ExprKind, FunctionId, Initialiser, Length, LogicalOp, PlaceId, PlaceKind,
    QualType, Size, Storage, Type, TypeId, Update, UpdateOp, Yield,
};

use super::convert::Purpose;
use super::{Checked, Sema};

/// What an expression denotes before it is used.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Operand {
    /// A value.
    Value(ExprId),
    /// An object.
    Place(PlaceId),
    /// A function.
    Function(FunctionId, Span),
}

impl Sema<'_> {
    /// The value of an expression: objects are read, arrays and functions become pointers (C17 6.3.2.1).
    pub(crate) fn value(&mut self, expr: ast::ExprId) -> Checked<ExprId> {
        let operand = self.expr(expr)?;
        self.rvalue(operand)
    }

    pub(crate) fn rvalue(&mut self, operand: Operand) -> Checked<ExprId> {
        match operand {
            Operand::Value(value) => Ok(value),
            Operand::Function(function, span) => Ok(self.function_pointer(function, span)),
            Operand::Place(place) => {
                let crate::hir::Place { ty, span, ref kind } = self.unit.places[place];
                match *self.types().get(ty.id) {
                    Type::Array { .. } => {
                        self.mark_address_taken(place);
                        Ok(self.decay(place))
                    }
                    Type::Function(_) => match *kind {
                        PlaceKind::Deref(pointer) => Ok(pointer),
                        _ => Ok(self.load(place)),
                    },
                    Type::Void => match *kind {
                        PlaceKind::Deref(pointer) => Ok(self.discard(pointer)),
                        _ => Err(self.error(
                            "incomplete-type",
                            span,
                            "an object of type `void` has no value",
                        )),
                    },
                    _ if !self.types().is_complete(ty.id) => {
                        let ty = self.show(ty.id);
                        Err(self.error(
                            "incomplete-type",
                            span,
                            format!("`{ty}` is incomplete, so it has no value"),
                        ))
                    }
                    _ => Ok(self.constant_variable(place).unwrap_or_else(|| self.load(place))),
                }
            }
        }
    }

    /// The pointer to the first element of an array.
    pub(crate) fn decay(&mut self, place: PlaceId) -> ExprId {
        let crate::hir::Place { ty, span, .. } = self.unit.places[place];
        let Type::Array { element, .. } = *self.types().get(ty.id) else { return self.load(place) };
        let pointer = self.pointer_to(element);
        let address = self.push(ExprKind::AddressOf(place), pointer, span);
        self.fold_address(address)
    }

    pub(crate) fn function_pointer(&mut self, function: FunctionId, span: Span) -> ExprId {
        self.unit.functions[function].used = true;
        let ty = QualType::plain(self.unit.functions[function].ty);
        let pointer = self.pointer_to(ty);
        self.push(ExprKind::Function(function), pointer, span)
    }

    /// Notes that a pointer to the variable of a place exists.
    pub(crate) fn mark_address_taken(&mut self, place: PlaceId) {
        let mut current = place;
        loop {
            match self.unit.places[current].kind {
                PlaceKind::Variable(it) => {
                    self.unit.variables[it].address_taken = true;
                    return;
                }
                PlaceKind::CompoundLiteral { variable, .. } => {
                    self.unit.variables[variable].address_taken = true;
                    return;
                }
                PlaceKind::Field { base, .. } => current = base,
                PlaceKind::Deref(pointer) => {
                    // `a[i]` reaches its array by an address that was not marked.
                    let mut pointer = pointer;
                    while let ExprKind::PointerAdd { pointer: inner, .. } = *self.kind(pointer) {
                        pointer = inner;
                    }
                    match *self.kind(pointer) {
                        ExprKind::AddressOf(place) => current = place,
                        _ => return,
                    }
                }
                _ => return,
            }
        }
    }

    pub(crate) fn expr(&mut self, id: ast::ExprId) -> Checked<Operand> {
        use ast::ExprKind as Kind;
        let ast = self.ast;
        let span = ast[id].span;
        let value = match ast[id].kind {
            Kind::Name(name) => return self.name(name, span),
            Kind::Integer(literal) => self.integer_literal(literal, span)?,
            Kind::Float(literal) => self.float_literal(literal, span)?,
            Kind::Character(literal) => self.character_literal(literal, span),
            Kind::String(string) => return Ok(Operand::Place(self.string_literal(string, span))),
            Kind::FunctionName(_) => return Ok(Operand::Place(self.function_name(span))),
            Kind::Generic { control, associations } => {
                return self.generic(control, associations, span);
            }
            Kind::Index { base, index } => return self.subscript(base, index, span),
            Kind::Call { function, arguments } => self.call(function, arguments, span)?,
            Kind::Member { base, access, name, name_span } => {
                return self.member(base, access, name, name_span, span);
            }
            Kind::Step { step, operand } => self.step(step, operand, span)?,
            Kind::CompoundLiteral { ty, init } => return self.compound_literal(ty, init, span),
            Kind::Unary { op, operand } => return self.unary_expr(op, operand, span),
            Kind::SizeofExpr(operand) => self.sizeof_expr(operand, span)?,
            Kind::SizeofType(name) => {
                let mark = self.hoisted.len();
                let ty = self.type_name(name)?;
                let size = self.sizeof(ty.id, span)?;
                self.with_hoisted(mark, size)
            }
            Kind::AlignofExpr(operand) => {
                let align = self.alignof_expr(operand)?;
                let size_t = self.common.size;
                self.integer(i128::from(align), size_t, span)
            }
            Kind::AlignofType(name) => {
                let (ty, align) = self.unevaluated_type_name(name)?;
                let align = align.unwrap_or_else(|| self.types().align_of_qualified(ty));
                let size_t = self.common.size;
                self.integer(i128::from(align), size_t, span)
            }
            Kind::PreferredAlignofType(name) => {
                let (ty, align) = self.unevaluated_type_name(name)?;
                let align = align.unwrap_or_else(|| self.types().preferred_align_of(ty));
                let size_t = self.common.size;
                self.integer(i128::from(align), size_t, span)
            }
            Kind::LabelAddress(name) => {
                let label = self.use_label(name, span)?;
                let ty = self.common.void_pointer;
                self.push(ExprKind::LabelAddress(label), ty, span)
            }
            Kind::Cast { ty, operand } => self.cast_expr(ty, operand, span)?,
            Kind::Chain { first, rest } => self.chain(first, rest, span)?,
            Kind::Conditional { arms, otherwise } => {
                self.conditional_expr(arms, otherwise, span)?
            }
            Kind::Assign { op, target, value } => self.assignment(op, target, value, span)?,
            Kind::Comma(list) => self.comma(list, span)?,
            Kind::Statement(block) => self.statement_expr(block, span)?,
            Kind::VaArg { list, ty } => self.va_arg(list, ty, span)?,
            Kind::Offsetof { ty, path } => self.offsetof(ty, path, span)?,
            Kind::TypesCompatible { first, second } => {
                self.types_compatible(first, second, span)?
            }
            Kind::Choose { condition, then, otherwise } => {
                let condition = self
                    .integer_constant(condition, "the first argument of `__builtin_choose_expr`")?;
                return self.expr(if condition != 0 { then } else { otherwise });
            }
            Kind::Quantified { quantifier, variable, condition } => {
                self.quantified(quantifier, variable, condition, span)?
            }
            Kind::Error => return Err(super::Reported),
        };
        Ok(Operand::Value(value))
    }

    /// The value after the lengths of arrays that its types mention are computed.
    pub(crate) fn with_hoisted(&mut self, mark: usize, value: ExprId) -> ExprId {
        let hoisted = self.hoisted.split_off(mark.min(self.hoisted.len()));
        let mut result = value;
        for effect in hoisted.into_iter().rev() {
            let (ty, span) = (self.ty(result), self.span(result));
            result = self.push(ExprKind::Comma(effect, result), ty, span);
        }
        result
    }

    /// The type of an expression that is not evaluated.
    pub(crate) fn type_of(&mut self, expr: ast::ExprId) -> Checked<QualType> {
        let operand = self.expr(expr)?;
        Ok(self.operand_type(operand))
    }

    pub(crate) fn operand_type(&self, operand: Operand) -> QualType {
        match operand {
            Operand::Value(value) => QualType::plain(self.ty(value)),
            Operand::Place(place) => self.unit.places[place].ty,
            Operand::Function(function, _) => QualType::plain(self.unit.functions[function].ty),
        }
    }

    pub(crate) fn sizeof(&mut self, ty: TypeId, span: Span) -> Checked<ExprId> {
        match self.size(ty, span) {
            Some(size) => Ok(self.size_value(size, span)),
            None => {
                let ty = self.show(ty);
                Err(self.error(
                    "incomplete-type",
                    span,
                    format!("`{ty}` is incomplete: its size is not known"),
                ))
            }
        }
    }

    fn alignof_expr(&mut self, operand: ast::ExprId) -> Checked<u64> {
        Ok(match self.expr(operand)? {
            Operand::Place(place) => match self.unit.places[place].kind {
                PlaceKind::Variable(it) => self.unit.variables[it].align,
                PlaceKind::Field { record, index, .. } => {
                    self.types().record(record).fields[index as usize].align
                }
                _ => self.types().preferred_align_of(self.unit.places[place].ty),
            },
            Operand::Value(value) => {
                self.types().preferred_align_of(crate::hir::QualType::plain(self.ty(value)))
            }
            Operand::Function(function, _) => self.unit.functions[function].align,
        })
    }

    fn cast_expr(
        &mut self,
        name: ast::TypeNameId,
        operand: ast::ExprId,
        span: Span,
    ) -> Checked<ExprId> {
        let mark = self.hoisted.len();
        let to = self.type_name(name)?;
        let mut hoisted = self.hoisted.split_off(mark);
        let value = self.value(operand)?;
        if self.types().is_array(to.id) || self.types().is_function(to.id) {
            let ty = self.show(to.id);
            return Err(self.error(
                "invalid-cast",
                span,
                format!("a value cannot be cast to `{ty}`"),
            ));
        }
        let value = self.cast(value, to.id, span)?;
        self.hoisted.append(&mut hoisted);
        Ok(self.with_hoisted(mark, value))
    }

    fn chain(
        &mut self,
        first: ast::ExprId,
        rest: ast::List<ast::Link>,
        span: Span,
    ) -> Checked<ExprId> {
        let ast = self.ast;
        let mut result = self.value(first)?;
        let start = ast[first].span;
        for link in &ast[rest] {
            let whole = if rest.len() == 1 { span } else { start.to(ast[link.operand].span) };
            result = match link.op {
                ast::BinaryOp::And => {
                    self.logical_link(LogicalOp::And, result, link.operand, whole)?
                }
                ast::BinaryOp::Or => {
                    self.logical_link(LogicalOp::Or, result, link.operand, whole)?
                }
                op => {
                    let right = self.value(link.operand)?;
                    self.binary_expr(op, result, right, whole)?
                }
            };
        }
        Ok(result)
    }

    fn comma(&mut self, list: ast::List<ast::ExprId>, span: Span) -> Checked<ExprId> {
        let ast = self.ast;
        let mut result: Option<ExprId> = None;
        for &part in &ast[list] {
            let value = self.value(part)?;
            result = Some(match result {
                None => value,
                Some(before) => {
                    let before = self.discard(before);
                    let ty = self.ty(value);
                    self.push(ExprKind::Comma(before, value), ty, span)
                }
            });
        }
        result.ok_or(super::Reported)
    }

    fn subscript(&mut self, base: ast::ExprId, index: ast::ExprId, span: Span) -> Checked<Operand> {
        // Indexing an array variable does not make its address known to others.
        let left = self.subscript_operand(base)?;
        let right = self.subscript_operand(index)?;
        let (l, r) = (self.ty(left), self.ty(right));
        let (pointer, index) = match (self.types().get(l), self.types().get(r)) {
            (Type::Pointer(_), _) if self.types().is_integer(r) => (left, right),
            (_, Type::Pointer(_)) if self.types().is_integer(l) => (right, left),
            (&Type::Vector { element, .. }, _) => {
                let what = "an element of a vector";
                return Ok(Operand::Place(self.place(
                    PlaceKind::Unsupported(what.into()),
                    QualType::plain(element),
                    span,
                )));
            }
            _ => return Err(self.wrong_operands(l, r, span)),
        };
        let address = self.pointer_add(pointer, index, Direction::Subscript, span)?;
        self.dereference(address, span).map(Operand::Place)
    }

    fn subscript_operand(&mut self, expr: ast::ExprId) -> Checked<ExprId> {
        match self.expr(expr)? {
            Operand::Place(place) if self.types().is_array(self.unit.places[place].ty.id) => {
                Ok(self.decay(place))
            }
            operand => self.rvalue(operand),
        }
    }

    fn dereference(&mut self, pointer: ExprId, span: Span) -> Checked<PlaceId> {
        let ty = self.ty(pointer);
        let Some(pointee) = self.pointee(ty) else {
            let ty = self.show(ty);
            return Err(self.error("not-a-pointer", span, format!("`{ty}` is not a pointer")));
        };
        // `*&x` is `x`.
        if let ExprKind::AddressOf(place) = *self.kind(pointer)
            && self.unit.places[place].ty == pointee
        {
            return Ok(place);
        }
        Ok(self.place(PlaceKind::Deref(pointer), pointee, span))
    }

    fn unary_expr(
        &mut self,
        op: ast::UnaryOp,
        operand: ast::ExprId,
        span: Span,
    ) -> Checked<Operand> {
        use ast::UnaryOp as Op;
        Ok(Operand::Value(match op {
            Op::AddressOf => self.address_of(operand, span)?,
            Op::Dereference => {
                let pointer = self.value(operand)?;
                if let ExprKind::Function(function) = *self.kind(pointer) {
                    return Ok(Operand::Function(function, span));
                }
                return self.dereference(pointer, span).map(Operand::Place);
            }
            Op::Plus | Op::Negate | Op::Complement => self.sign(op, operand, span)?,
            Op::Not => self.not_expr(operand, span)?,
            Op::Real | Op::Imaginary => {
                let value = self.value(operand)?;
                let ty = self.ty(value);
                match *self.types().get(ty) {
                    Type::Complex(kind) => {
                        let ty = self.unit.types.intern(Type::Float(kind));
                        let what = "a part of a complex number".to_owned();
                        return Ok(Operand::Place(self.place(
                            PlaceKind::Unsupported(what),
                            QualType::plain(ty),
                            span,
                        )));
                    }
                    _ if self.types().is_real(ty) && op == Op::Real => value,
                    _ => self.unsupported("a part of a complex number", ty, span),
                }
            }
        }))
    }

    pub(super) fn address_of(&mut self, operand: ast::ExprId, span: Span) -> Checked<ExprId> {
        match self.expr(operand)? {
            Operand::Function(function, span) => Ok(self.function_pointer(function, span)),
            Operand::Value(_) => {
                // A struct returned by a call is no lvalue; neither is any other value.
                Err(self.error("not-an-lvalue", span, "the address of a value that is no object"))
            }
            Operand::Place(place) => {
                let ty = self.unit.places[place].ty;
                if self.bit_field(place).is_some() {
                    return Err(self.error("bit-field", span, "a bit-field has no address"));
                }
                if let PlaceKind::Deref(pointer) = self.unit.places[place].kind {
                    // `&*p` is `p`; the pointer itself stays as it is.
                    self.mark_address_taken(place);
                    return Ok(pointer);
                }
                if self.is_temporary(place) {
                    return Err(self.error(
                        "not-an-lvalue",
                        span,
                        "the address of a value that is no object",
                    ));
                }
                self.mark_address_taken(place);
                let pointer = self.pointer_to(ty);
                let address = self.push(ExprKind::AddressOf(place), pointer, span);
                Ok(self.fold_address(address))
            }
        }
    }

    /// The place of an expression that is to be written.
    pub(crate) fn modifiable(&mut self, expr: ast::ExprId) -> Checked<PlaceId> {
        let span = self.ast[expr].span;
        let Operand::Place(place) = self.expr(expr)? else {
            return Err(self.error("not-an-lvalue", span, "only an object can be written"));
        };
        if self.is_temporary(place) {
            return Err(self.error("not-an-lvalue", span, "only an object can be written"));
        }
        let ty = self.unit.places[place].ty;
        let types = self.types();
        if types.is_array(ty.id) || types.is_function(ty.id) {
            let ty = self.show(ty.id);
            return Err(self.error("not-an-lvalue", span, format!("`{ty}` cannot be assigned to")));
        }
        if !types.is_complete(ty.id) {
            let ty = self.show(ty.id);
            return Err(self.error(
                "incomplete-type",
                span,
                format!("`{ty}` is incomplete, so it cannot be written"),
            ));
        }
        if ty.qualifiers.constant || self.has_constant_member(ty.id) {
            return Err(self.error("write-to-const", span, "a `const` object cannot be written"));
        }
        Ok(place)
    }

    /// Whether a place is part of a value that is no object.
    fn is_temporary(&self, place: PlaceId) -> bool {
        let mut current = place;
        while let PlaceKind::Field { base, .. } = self.unit.places[current].kind {
            current = base;
        }
        matches!(self.unit.places[current].kind, PlaceKind::Temporary(_))
    }

    fn has_constant_member(&self, ty: TypeId) -> bool {
        match *self.types().get(ty) {
            Type::Record(id) => self
                .types()
                .record(id)
                .fields
                .iter()
                .any(|it| it.ty.qualifiers.constant || self.has_constant_member(it.ty.id)),
            Type::Array { element, .. } => {
                element.qualifiers.constant || self.has_constant_member(element.id)
            }
            _ => false,
        }
    }

    fn assignment(
        &mut self,
        op: Option<ast::BinaryOp>,
        target: ast::ExprId,
        value: ast::ExprId,
        span: Span,
    ) -> Checked<ExprId> {
        let place = self.modifiable(target)?;
        let ty = self.unit.places[place].ty.id;
        let value = self.value(value)?;
        let Some(op) = op else {
            let value = self.assign_convert(value, ty, Purpose::Assignment, span)?;
            return Ok(self.push(ExprKind::Assign { place, value }, ty, span));
        };
        self.update(place, op, value, Yield::New, span)
    }

    fn step(&mut self, step: ast::Step, operand: ast::ExprId, span: Span) -> Checked<ExprId> {
        let place = self.modifiable(operand)?;
        let int = self.common.int;
        let one = self.integer(1, int, span);
        let (op, result) = match step {
            ast::Step::PreIncrement => (ast::BinaryOp::Add, Yield::New),
            ast::Step::PreDecrement => (ast::BinaryOp::Subtract, Yield::New),
            ast::Step::PostIncrement => (ast::BinaryOp::Add, Yield::Old),
            ast::Step::PostDecrement => (ast::BinaryOp::Subtract, Yield::Old),
        };
        self.update(place, op, one, result, span)
    }

    /// `place op= operand`.
    fn update(
        &mut self,
        place: PlaceId,
        op: ast::BinaryOp,
        operand: ExprId,
        result: Yield,
        span: Span,
    ) -> Checked<ExprId> {
        let ty = self.unit.places[place].ty.id;
        let other = self.ty(operand);
        let types = self.types();
        if types.is_exotic(ty) || types.is_exotic(other) {
            return Ok(self.unsupported("arithmetic of complex numbers or vectors", ty, span));
        }
        let Some(arithmetic) = super::arithmetic::arithmetic(op) else {
            return Err(self.wrong_operands(ty, other, span));
        };
        let read = self.load(place);
        // The binary operator checks the operands and says how they convert; the update then repeats its decisions.
        let computed = self.binary_expr(op, read, operand, span)?;
        let (operation, operand) = match *self.kind(computed) {
            ExprKind::PointerAdd { index, element, direction, .. }
                if self.types().is_pointer(ty) =>
            {
                (UpdateOp::Pointer { element, direction }, index)
            }
            _ if self.types().is_pointer(ty) => return Err(self.wrong_operands(ty, other, span)),
            ExprKind::Binary(_, _, right) => {
                let computation = self.ty(computed);
                self.assign_convert(computed, ty, Purpose::Assignment, span)?;
                let (load, store) =
                    (self.conversion(ty, computation), self.conversion(computation, ty));
                (UpdateOp::Arithmetic { op: arithmetic, computation, load, store }, right)
            }
            _ => return Err(self.wrong_operands(ty, other, span)),
        };
        Ok(self.push(ExprKind::Update(Update { place, operation, operand, result }), ty, span))
    }

    fn compound_literal(
        &mut self,
        name: ast::TypeNameId,
        init: ast::InitId,
        span: Span,
    ) -> Checked<Operand> {
        let ty = self.type_name(name)?;
        if self.types().is_variably_sized(ty.id) {
            return Err(self.error(
                "variable-length",
                span,
                "a compound literal cannot have variable length",
            ));
        }
        let automatic = self.function.is_some() && !self.static_context;
        let storage = if automatic { Storage::Automatic } else { Storage::Static };
        let result = self.initialise(ty, init, storage)?;
        let variable = self.hidden_variable(result.ty, crate::hir::Origin::CompoundLiteral, span);
        let place = match storage {
            Storage::Static => {
                self.unit.variables[variable].initialiser = Some(result.initialiser);
                self.variable_place(variable, span)
            }
            _ => {
                self.add_to_block(variable);
                let initialiser: Initialiser = result.initialiser;
                self.place(PlaceKind::CompoundLiteral { variable, initialiser }, result.ty, span)
            }
        };
        Ok(Operand::Place(place))
    }

    fn generic(
        &mut self,
        control: ast::ExprId,
        associations: ast::List<ast::Association>,
        span: Span,
    ) -> Checked<Operand> {
        let ast = self.ast;
        let control = self.value(control)?;
        let ty = self.ty(control);
        let own = self.own_type(control);
        let mut default = None;
        let mut chosen = None;
        for association in &ast[associations] {
            match association.ty {
                None => default = Some(association.value),
                Some(name) => {
                    let candidate = self.type_name(name)?;
                    let plain = candidate.qualifiers == crate::hir::Qualifiers::default();
                    if plain
                        && own.is_some_and(|it| self.types().compatible(candidate.id, it))
                        && chosen.replace(association.value).is_some()
                    {
                        let message = "two associations of `_Generic` fit";
                        return Err(self.error("two-associations", association.span, message));
                    }
                }
            }
        }
        match chosen.or(default) {
            Some(value) => self.expr(value),
            None => {
                let ty = self.show(ty);
                Err(self.error(
                    "no-association",
                    span,
                    format!("no association of `_Generic` fits `{ty}`"),
                ))
            }
        }
    }

    /// Whether an array's length is a number or is computed.
    pub(crate) fn array_length(&self, ty: TypeId) -> Option<Length> {
        match *self.types().get(ty) {
            Type::Array { length, .. } => Some(length),
            _ => None,
        }
    }

    /// The size of something that must be complete.
    pub(crate) fn known_size(&mut self, ty: TypeId, span: Span) -> Checked<u64> {
        match self.size(ty, span) {
            Some(Size::Known(size)) => Ok(size),
            _ => {
                let ty = self.show(ty);
                Err(self.error("incomplete-type", span, format!("the size of `{ty}` is not known")))
            }
        }
    }
}

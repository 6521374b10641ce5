//! Initialisers (C17 6.7.9): designators, brace elision and strings become a flat list.

use tribunal_base::Span;

use crate::ast;
use crate::hir::{
    BitField, Element, ElementValue, ExprId, Initialiser, IntegerKind, Length, QualType,
    RecordKind, Storage, Type, TypeId,
};

use super::convert::Purpose;
use super::{Checked, Sema};

/// What an initialiser says about an object.
#[derive(Debug)]
pub(crate) struct Initialised {
    /// The type, with the length of the array if the initialiser decides it.
    pub(crate) ty: QualType,
    pub(crate) initialiser: Initialiser,
    /// Bytes of a flexible array beyond the type's size.
    pub(crate) extra_bytes: u64,
}

/// The elements so far.
pub(super) struct Filler {
    pub(super) elements: Vec<Element>,
    storage: Storage,
    /// One past the last byte with an element.
    pub(super) end: u64,
}

/// A part of the object that an initialiser is for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    pub(super) ty: QualType,
    pub(super) offset: u64,
    pub(super) bits: Option<BitField>,
}

/// An aggregate that is being filled, and which of its parts comes next.
#[derive(Clone, Copy, Debug)]
struct Level {
    ty: TypeId,
    offset: u64,
    next: u64,
}

/// More elements of one initialiser than this are refused.
pub(super) const MAX_EXPANSION: u64 = 1 << 16;

impl Sema<'_> {
    pub(crate) fn initialise(
        &mut self,
        ty: QualType,
        init: ast::InitId,
        storage: Storage,
    ) -> Checked<Initialised> {
        let mut filler = Filler { elements: Vec::new(), storage, end: 0 };
        let target = Target { ty, offset: 0, bits: None };
        let count = self.fill(&mut filler, target, init)?;
        let mut ty = ty;
        if let Type::Array { element, length: Length::Incomplete } = *self.types().get(ty.id) {
            let id = self.unit.types.intern(Type::Array { element, length: Length::Known(count) });
            ty = QualType { id, qualifiers: ty.qualifiers };
        }
        let size = self.types().size_of(ty.id).unwrap_or(0);
        let aggregate = matches!(self.types().get(ty.id), Type::Array { .. } | Type::Record(_));
        let whole = matches!(
            filler.elements.as_slice(),
            [Element { value: ElementValue::Record { .. }, offset: 0, .. }]
        ) && matches!(self.ast[init].kind, ast::InitKind::Expr(_));
        let braces_around_nothing = filler.elements.is_empty();
        let leaves_padding = super::padding::is_left(self.types(), ty.id, &filler.elements);
        let initialiser = Initialiser {
            zero_fill: (aggregate && !whole && !leaves_padding) || braces_around_nothing,
            elements: filler.elements,
        };
        Ok(Initialised { ty, initialiser, extra_bytes: filler.end.saturating_sub(size) })
    }

    /// Initialises an automatic variable with a value of its own type.
    pub(crate) fn initialise_with(
        &mut self,
        ty: QualType,
        value: ExprId,
        span: Span,
    ) -> Checked<Initialised> {
        let mut filler = Filler { elements: Vec::new(), storage: Storage::Automatic, end: 0 };
        let target = Target { ty, offset: 0, bits: None };
        if self.fill_record(&mut filler, target, value, span)?.is_none() {
            self.fill_scalar(&mut filler, target, value, span)?;
        }
        let initialiser = Initialiser { zero_fill: false, elements: filler.elements };
        Ok(Initialised { ty, initialiser, extra_bytes: 0 })
    }

    /// Fills a part from its initialiser; returns how many elements an array got.
    fn fill(&mut self, filler: &mut Filler, target: Target, init: ast::InitId) -> Checked<u64> {
        let span = self.ast[init].span;
        match self.ast[init].kind {
            ast::InitKind::Expr(expr) => {
                if let Some(count) = self.fill_whole(filler, target, expr)? {
                    return Ok(count);
                }
                let ty = self.show(target.ty.id);
                Err(self.error(
                    "invalid-initialiser",
                    span,
                    format!("`{ty}` needs an initialiser in braces"),
                ))
            }
            ast::InitKind::List(items) => self.fill_braces(filler, target, items, span),
        }
    }

    /// Fills a part from one expression, if it can be; arrays and records else want to be entered.
    fn fill_whole(
        &mut self,
        filler: &mut Filler,
        target: Target,
        expr: ast::ExprId,
    ) -> Checked<Option<u64>> {
        let kind = self.ast[expr].kind;
        let span = self.ast[expr].span;
        match *self.types().get(target.ty.id) {
            Type::Array { element, length } => {
                if let ast::ExprKind::String(string) = kind
                    && self.fits_string(element.id, string)
                {
                    return self.fill_string(filler, target, length, string, span).map(Some);
                }
                if let ast::ExprKind::CompoundLiteral { ty, init } = kind {
                    let literal = self.type_name(ty)?;
                    if self.types().compatible(literal.id, target.ty.id) {
                        return self.fill(filler, target, init).map(Some);
                    }
                }
                Ok(None)
            }
            Type::Record(_) => {
                if let (
                    ast::ExprKind::CompoundLiteral { ty, init },
                    Storage::Static | Storage::Thread,
                ) = (kind, filler.storage)
                {
                    let literal = self.type_name(ty)?;
                    if self.types().compatible(literal.id, target.ty.id) {
                        return self.fill(filler, target, init).map(Some);
                    }
                }
                let value = self.value(expr)?;
                self.fill_record(filler, target, value, span)
            }
            _ => {
                let value = self.value(expr)?;
                self.fill_scalar(filler, target, value, span)?;
                Ok(Some(0))
            }
        }
    }

    fn fill_record(
        &mut self,
        filler: &mut Filler,
        target: Target,
        value: ExprId,
        span: Span,
    ) -> Checked<Option<u64>> {
        if !matches!(self.types().get(self.ty(value)), Type::Record(_))
            || !self.types().compatible(self.ty(value), target.ty.id)
        {
            return Ok(None);
        }
        if filler.storage != Storage::Automatic {
            return Err(self.error(
                "not-constant",
                span,
                "an object of static storage must start with a constant",
            ));
        }
        let value = self.convert(value, target.ty.id);
        let element = ElementValue::Record { ty: target.ty.id, value };
        self.add(filler, target, element);
        Ok(Some(0))
    }

    fn fill_scalar(
        &mut self,
        filler: &mut Filler,
        target: Target,
        value: ExprId,
        span: Span,
    ) -> Checked<()> {
        let mut value = self.assign_convert(value, target.ty.id, Purpose::Initialisation, span)?;
        if filler.storage != Storage::Automatic {
            value = self.static_value(value, span)?;
        }
        let element = ElementValue::Scalar { ty: target.ty.id, bits: target.bits, value };
        self.add(filler, target, element);
        Ok(())
    }

    fn add(&self, filler: &mut Filler, target: Target, value: ElementValue) {
        let size = match (&value, target.bits) {
            (ElementValue::Bytes(bytes), _) => bytes.len() as u64,
            (_, Some(bits)) => bits.bytes(),
            _ => self.types().size_of(target.ty.id).unwrap_or(0),
        };
        filler.end = filler.end.max(target.offset.saturating_add(size));
        filler.elements.push(Element { offset: target.offset, count: 1, stride: 0, value });
    }

    /// Whether a string literal may fill an array with such elements.
    fn fits_string(&self, element: TypeId, string: ast::StringId) -> bool {
        let (unit, _) = self.string_bytes(string);
        match (self.types().integer_kind(element), self.types().integer_kind(unit)) {
            (
                Some(IntegerKind::Char | IntegerKind::SignedChar | IntegerKind::UnsignedChar),
                Some(IntegerKind::Char),
            ) => true,
            (Some(element), Some(unit)) => {
                element.to_unsigned() == unit.to_unsigned() && unit != IntegerKind::Char
            }
            _ => false,
        }
    }

    fn fill_string(
        &mut self,
        filler: &mut Filler,
        target: Target,
        length: Length,
        string: ast::StringId,
        span: Span,
    ) -> Checked<u64> {
        let (unit, mut bytes) = self.string_bytes(string);
        let width = self.types().size_of(unit).unwrap_or(1).max(1);
        let count = bytes.len() as u64 / width;
        if let Length::Known(limit) = length {
            // The zero at the end may be left out silently, more may not.
            if count > limit + 1 {
                self.warn("long-string", span, "the string is longer than the array");
            }
            bytes.truncate(usize::try_from(limit.saturating_mul(width)).unwrap_or(usize::MAX));
        }
        self.add(filler, target, ElementValue::Bytes(bytes));
        Ok(count)
    }

    fn fill_braces(
        &mut self,
        filler: &mut Filler,
        target: Target,
        items: ast::List<ast::InitItem>,
        span: Span,
    ) -> Checked<u64> {
        let ast = self.ast;
        match *self.types().get(target.ty.id) {
            Type::Array { element, .. } => {
                // `{ "text" }`
                if let [only] = &ast[items]
                    && only.designators.is_empty()
                    && let ast::InitKind::Expr(expr) = ast[only.value].kind
                    && let ast::ExprKind::String(string) = ast[expr].kind
                    && self.fits_string(element.id, string)
                {
                    return self.fill(filler, target, only.value);
                }
                self.fill_list(filler, target, items)
            }
            Type::Record(id) => {
                if !self.types().record(id).complete {
                    let ty = self.show(target.ty.id);
                    return Err(self.error(
                        "incomplete-type",
                        span,
                        format!("`{ty}` is incomplete"),
                    ));
                }
                self.fill_list(filler, target, items)
            }
            _ if self.types().is_exotic(target.ty.id) => {
                let value = self.unsupported(
                    "an initialiser of a complex number or vector",
                    target.ty.id,
                    span,
                );
                self.fill_scalar(filler, target, value, span)?;
                Ok(0)
            }
            _ => {
                let Some(first) = ast[items].first() else {
                    // GNU and C23: `{}` is zero.
                    let int = self.common.int;
                    let zero = self.integer(0, int, span);
                    self.fill_scalar(filler, target, zero, span)?;
                    return Ok(0);
                };
                if !first.designators.is_empty() {
                    return Err(self.error("wrong-designator", span, "a scalar has no parts"));
                }
                if items.len() > 1 {
                    self.warn(
                        "excess-initialisers",
                        span,
                        "there are more initialisers than parts",
                    );
                }
                self.fill(filler, target, first.value)
            }
        }
    }

    fn fill_list(
        &mut self,
        filler: &mut Filler,
        target: Target,
        items: ast::List<ast::InitItem>,
    ) -> Checked<u64> {
        let ast = self.ast;
        let mut levels = vec![Level { ty: target.ty.id, offset: target.offset, next: 0 }];
        let mut count = 0;
        let mut warned = false;
        for item in &ast[items] {
            let span = ast[item.value].span;
            let mut start = filler.elements.len();
            let mut repeat = None;
            let mut braced = 0;
            if item.designators.is_empty() {
                while levels.len() > 1 && levels.last().is_some_and(|it| self.part(it).is_none()) {
                    levels.pop();
                }
            } else {
                repeat = self.designate(&mut levels, item.designators)?;
                let braces = matches!(ast[item.value].kind, ast::InitKind::List(_));
                let part = levels.last().and_then(|it| self.part(it));
                if let Some(part) = part.filter(|it| braces && it.bits.is_none()) {
                    braced = self.types().size_of(part.ty.id).unwrap_or(0);
                    let further = repeat.map_or(0, |(more, stride, _)| (more - 1) * stride);
                    start = self.drop_overridden(filler, part, further, span)?;
                }
            }
            if levels.last().is_none_or(|it| self.part(it).is_none()) {
                if !warned {
                    self.warn(
                        "excess-initialisers",
                        span,
                        "there are more initialisers than parts",
                    );
                    warned = true;
                }
                if let ast::InitKind::Expr(expr) = ast[item.value].kind {
                    self.value(expr)?;
                }
                continue;
            }
            let known = filler.end;
            self.fill_next(filler, &mut levels, item.value)?;
            if let Some((more, stride, level)) = repeat {
                self.repeat(filler, start, more, stride, span)?;
                if let Some(level) = levels.get_mut(level) {
                    level.next = level.next.saturating_add(more - 1);
                }
            }
            if !item.designators.is_empty()
                && filler.elements.get(start).is_some_and(|it| it.offset < known)
            {
                self.refuse_parts_of_values(filler, start, braced, span);
            }
            count = count.max(levels[0].next);
        }
        Ok(count)
    }

    /// The next part of a level; none if it has no more.
    fn part(&self, level: &Level) -> Option<Target> {
        match *self.types().get(level.ty) {
            Type::Array { element, length } => {
                if let Length::Known(limit) = length
                    && level.next >= limit
                {
                    return None;
                }
                let size = self.types().size_of(element.id)?;
                let offset = level.offset.checked_add(size.checked_mul(level.next)?)?;
                Some(Target { ty: element, offset, bits: None })
            }
            Type::Record(id) => {
                let field =
                    self.types().record(id).fields.get(usize::try_from(level.next).ok()?)?;
                Some(Target {
                    ty: field.ty,
                    offset: level.offset.checked_add(field.offset)?,
                    bits: field.bits,
                })
            }
            _ => None,
        }
    }

    /// Takes the next part of the innermost level.
    fn take(&self, levels: &mut [Level]) -> Option<Target> {
        let level = levels.last_mut()?;
        let part = self.part(level)?;
        let union = match *self.types().get(level.ty) {
            Type::Record(id) => self.types().record(id).kind == RecordKind::Union,
            _ => false,
        };
        // A union holds one member: after it comes nothing.
        level.next = if union { u64::MAX } else { level.next + 1 };
        Some(part)
    }

    /// Fills the next part, entering aggregates as long as the initialiser does not fit them whole (brace elision).
    fn fill_next(
        &mut self,
        filler: &mut Filler,
        levels: &mut Vec<Level>,
        init: ast::InitId,
    ) -> Checked<()> {
        let span = self.ast[init].span;
        let ast::InitKind::Expr(expr) = self.ast[init].kind else {
            if let Some(part) = self.take(levels) {
                self.fill(filler, part, init)?;
            }
            return Ok(());
        };
        // Evaluated once, however deep it goes.
        let mut value = None;
        while let Some(part) = self.take(levels) {
            match self.types().get(part.ty.id) {
                Type::Array { .. } => {
                    if self.fill_whole(filler, part, expr)?.is_some() {
                        return Ok(());
                    }
                }
                Type::Record(_) => {
                    let static_literal =
                        matches!(self.ast[expr].kind, ast::ExprKind::CompoundLiteral { .. })
                            && filler.storage != Storage::Automatic;
                    if static_literal
                        && value.is_none()
                        && self.fill_whole(filler, part, expr)?.is_some()
                    {
                        return Ok(());
                    }
                    let known = match value {
                        Some(value) => value,
                        None => *value.insert(self.value(expr)?),
                    };
                    if self.fill_record(filler, part, known, span)?.is_some() {
                        return Ok(());
                    }
                }
                _ => {
                    let known = match value {
                        Some(value) => value,
                        None => self.value(expr)?,
                    };
                    return self.fill_scalar(filler, part, known, span);
                }
            }
            let inner = Level { ty: part.ty.id, offset: part.offset, next: 0 };
            if self.part(&inner).is_some() {
                levels.push(inner);
            } else if levels.last().is_some_and(|it| self.types().is_array(it.ty)) {
                // Elements without parts: the next one has none either.
                return Ok(());
            }
        }
        Ok(())
    }

    /// Moves to the part that designators name. A range gives how often the value is stored, how far apart, and on which level.
    fn designate(
        &mut self,
        levels: &mut Vec<Level>,
        designators: ast::List<ast::Designator>,
    ) -> Checked<Option<(u64, u64, usize)>> {
        let ast = self.ast;
        levels.truncate(1);
        let mut repeat = None;
        for (position, designator) in ast[designators].iter().enumerate() {
            if position > 0 {
                let Some(part) = self.take(levels) else {
                    return Err(self.error(
                        "wrong-designator",
                        designator.span,
                        "there is no such part",
                    ));
                };
                levels.push(Level { ty: part.ty.id, offset: part.offset, next: 0 });
            }
            let Some(level) = levels.last().copied() else { continue };
            match designator.kind {
                ast::DesignatorKind::Member(name) => {
                    let text = self.text(name);
                    let path = match *self.types().get(level.ty) {
                        Type::Record(id) => self.find_member(id, text),
                        _ => None,
                    };
                    let Some(path) = path else {
                        let ty = self.show(level.ty);
                        return Err(self.error(
                            "unknown-member",
                            designator.span,
                            format!("`{ty}` has no member `{text}`"),
                        ));
                    };
                    for (depth, (_, index)) in path.into_iter().enumerate() {
                        if depth > 0
                            && let Some(part) = self.take(levels)
                        {
                            levels.push(Level { ty: part.ty.id, offset: part.offset, next: 0 });
                        }
                        if let Some(level) = levels.last_mut() {
                            level.next = u64::from(index);
                        }
                    }
                }
                ast::DesignatorKind::Index(index) => {
                    let index = self.array_index(level.ty, index, designator.span)?;
                    if let Some(level) = levels.last_mut() {
                        level.next = index;
                    }
                }
                ast::DesignatorKind::Range(low, high) => {
                    let low = self.array_index(level.ty, low, designator.span)?;
                    let high = self.array_index(level.ty, high, designator.span)?;
                    if high < low || repeat.is_some() {
                        return Err(self.error(
                            "wrong-designator",
                            designator.span,
                            "the range is empty or inside another one",
                        ));
                    }
                    let stride = match *self.types().get(level.ty) {
                        Type::Array { element, .. } => {
                            self.known_size(element.id, designator.span)?
                        }
                        _ => 0,
                    };
                    repeat = Some((high - low + 1, stride, levels.len() - 1));
                    if let Some(level) = levels.last_mut() {
                        level.next = low;
                    }
                }
            }
        }
        Ok(repeat)
    }

    fn array_index(&mut self, ty: TypeId, index: ast::ExprId, span: Span) -> Checked<u64> {
        let Type::Array { length, .. } = *self.types().get(ty) else {
            let ty = self.show(ty);
            return Err(self.error("wrong-designator", span, format!("`{ty}` is no array")));
        };
        let index = self.integer_constant(index, "an array index")?;
        match u64::try_from(index) {
            Ok(index)
                if !matches!(length, Length::Known(limit) if index >= limit) && index < 1 << 48 =>
            {
                Ok(index)
            }
            _ => Err(self.error("wrong-designator", span, format!("there is no element {index}"))),
        }
    }

    /// Stores the elements made since `start` again and again.
    fn repeat(
        &mut self,
        filler: &mut Filler,
        start: usize,
        count: u64,
        stride: u64,
        span: Span,
    ) -> Checked<()> {
        let made = filler.elements.split_off(start);
        for element in made {
            let size = self.size_of_element(&element.value);
            let last = stride.saturating_mul(count - 1);
            filler.end = filler.end.max(element.offset.saturating_add(last).saturating_add(size));
            if element.count == 1 {
                filler.elements.push(Element { count, stride, ..element });
            } else if element.count <= MAX_EXPANSION {
                for index in 0..element.count {
                    let offset = element.offset + index * element.stride;
                    filler.elements.push(Element {
                        offset,
                        count,
                        stride,
                        value: element.value.clone(),
                    });
                }
            } else {
                return Err(self.error(
                    "too-large",
                    span,
                    "the ranges of the initialiser are too large",
                ));
            }
        }
        Ok(())
    }
}

//! Members of structs and unions: access and `offsetof` (C17 6.5.2.3, 7.19).

use tribunal_base::Span;
use tribunal_preprocess::Symbol;

use crate::ast;
use crate::hir::{ExprId, PlaceId, PlaceKind, QualType, RecordId, Type};

use super::expr::Operand;
use super::{Checked, Sema};

impl Sema<'_> {
    /// The way to a member: positions in nested records, through anonymous members.
    pub(crate) fn find_member(&self, record: RecordId, name: &str) -> Option<Vec<(RecordId, u32)>> {
        let fields = &self.types().record(record).fields;
        for (index, field) in (0u32..).zip(fields) {
            if field.name.as_deref() == Some(name) {
                return Some(vec![(record, index)]);
            }
            if field.name.is_none()
                && let Type::Record(inner) = *self.types().get(field.ty.id)
                && let Some(mut path) = self.find_member(inner, name)
            {
                path.insert(0, (record, index));
                return Some(path);
            }
        }
        None
    }

    pub(crate) fn field_place(
        &mut self,
        base: PlaceId,
        record: RecordId,
        index: u32,
        span: Span,
    ) -> PlaceId {
        let outer = self.unit.places[base].ty.qualifiers;
        let field = self.types().record(record).fields[index as usize].ty;
        let ty = self.qualify(field, crate::hir::Qualifiers { restrict: false, ..outer });
        self.place(PlaceKind::Field { base, record, index }, ty, span)
    }

    pub(crate) fn member(
        &mut self,
        base: ast::ExprId,
        access: ast::Access,
        name: Symbol,
        name_span: Span,
        span: Span,
    ) -> Checked<Operand> {
        let base_span = self.ast[base].span;
        let whole = match access {
            ast::Access::Dot => match self.expr(base)? {
                Operand::Place(place) => place,
                operand => {
                    let value = self.rvalue(operand)?;
                    let ty = QualType::plain(self.ty(value));
                    self.place(PlaceKind::Temporary(value), ty, base_span)
                }
            },
            ast::Access::Arrow => {
                let pointer = self.value(base)?;
                let ty = self.ty(pointer);
                let Some(pointee) = self.pointee(ty) else {
                    let ty = self.show(ty);
                    return Err(self.error(
                        "not-a-pointer",
                        span,
                        format!("`->` needs a pointer to a struct or union, not `{ty}`"),
                    ));
                };
                self.place(PlaceKind::Deref(pointer), pointee, base_span)
            }
        };
        let ty = self.unit.places[whole].ty;
        let Type::Record(record) = *self.types().get(ty.id) else {
            let ty = self.show(ty.id);
            return Err(self.error(
                "not-a-record",
                span,
                format!("`{ty}` is no struct or union, so it has no members"),
            ));
        };
        let text = self.text(name);
        let Some(path) = self.find_member(record, text) else {
            let shown = self.show(ty.id);
            let complete = self.types().record(record).complete;
            let (code, message) = if complete {
                ("unknown-member", format!("`{shown}` has no member `{text}`"))
            } else {
                (
                    "incomplete-type",
                    format!("`{shown}` is incomplete, so it has no member `{text}`"),
                )
            };
            return Err(self.error(code, name_span, message));
        };
        let mut place = whole;
        for (record, index) in path {
            place = self.field_place(place, record, index, span);
        }
        Ok(Operand::Place(place))
    }

    pub(crate) fn offsetof(
        &mut self,
        name: ast::TypeNameId,
        path: ast::List<ast::Part>,
        span: Span,
    ) -> Checked<ExprId> {
        let ast = self.ast;
        let mut ty = self.type_name(name)?;
        let size_t = self.common.size;
        let mut offset = 0i128;
        // Indices need not be constant (GNU).
        let mut dynamic: Option<ExprId> = None;
        for part in &ast[path] {
            match *part {
                ast::Part::Member(name) => {
                    let text = self.text(name);
                    let Type::Record(record) = *self.types().get(ty.id) else {
                        let ty = self.show(ty.id);
                        return Err(self.error(
                            "not-a-record",
                            span,
                            format!("`{ty}` is no struct or union"),
                        ));
                    };
                    let Some(path) = self.find_member(record, text) else {
                        let ty = self.show(ty.id);
                        return Err(self.error(
                            "unknown-member",
                            span,
                            format!("`{ty}` has no member `{text}`"),
                        ));
                    };
                    for (record, index) in path {
                        let field = &self.types().record(record).fields[index as usize];
                        if field.bits.is_some() {
                            return Err(self.error("bit-field", span, "a bit-field has no offset"));
                        }
                        offset += i128::from(field.offset);
                        ty = field.ty;
                    }
                }
                ast::Part::Index(index) => {
                    let Type::Array { element, .. } = *self.types().get(ty.id) else {
                        let ty = self.show(ty.id);
                        return Err(self.error(
                            "not-an-array",
                            span,
                            format!("`{ty}` is no array"),
                        ));
                    };
                    let size = i128::from(self.known_size(element.id, span)?);
                    let index = self.value(index)?;
                    match self.constant(index) {
                        Some(index) => offset = offset.wrapping_add(index.wrapping_mul(size)),
                        None => {
                            let index = self.cast(index, size_t, span)?;
                            let size = self.integer(size, size_t, span);
                            let bytes = self.binary(
                                crate::hir::BinaryOp::Multiply,
                                index,
                                size,
                                size_t,
                                span,
                            );
                            dynamic = Some(match dynamic {
                                None => bytes,
                                Some(sum) => {
                                    self.binary(crate::hir::BinaryOp::Add, sum, bytes, size_t, span)
                                }
                            });
                        }
                    }
                    ty = element;
                }
            }
        }
        let constant = self.integer(offset, size_t, span);
        Ok(match dynamic {
            None => constant,
            Some(sum) => self.binary(crate::hir::BinaryOp::Add, constant, sum, size_t, span),
        })
    }
}

//! Objects in memory.

use super::{Lowering, key, syntax};
use crate::expr::Expr;
use crate::memory::{Layout, Member, Object, ObjectId};
use crate::program::{ExprId, PointerBytes};
use crate::text::syntax::{FirstValue, Number};
use crate::ty::IntShape;
use tribunal_base::Span;

impl Lowering<'_> {
    pub(super) fn pointer_bytes(&mut self, number: &Number) {
        self.program.pointer_bytes = match (number.negative, number.magnitude) {
            (false, 4) => PointerBytes::Four,
            (false, 8) => PointerBytes::Eight,
            _ => {
                return self.error("ir-number-range", number.span, "a pointer takes 4 or 8 bytes");
            }
        };
    }

    /// The object without its first values, which may mention others.
    pub(super) fn declare_object(&mut self, object: &syntax::Object) {
        let size = object.size.map_or(0, |it| self.natural(&it));
        let align = object.align.map_or(1, |it| self.natural(&it));
        let layout = self.layout(&object.layout).unwrap_or(Layout::Bytes);
        let id = self.program.objects.push(Object {
            name: object.name.text.clone(),
            storage: object.storage,
            content: object.content,
            size,
            align,
            init: Vec::new(),
            access: object.access,
            layout,
            span: object.name.span,
        });
        let name = &object.name;
        Self::name(&mut self.objects, key(name), id, name, self.diagnostics);
    }

    fn layout(&mut self, layout: &syntax::Layout) -> Option<Layout> {
        Some(match layout {
            syntax::Layout::Bytes => Layout::Bytes,
            syntax::Layout::Scalar(ty) => Layout::Scalar(self.ty(ty)?),
            syntax::Layout::Array { stride, elem } => {
                let stride = self.natural(stride);
                Layout::Array { stride, elem: Box::new(self.layout(elem)?) }
            }
            syntax::Layout::Record(members) => {
                let mut lowered = Vec::new();
                for (name, offset, layout) in members {
                    let offset = self.natural(offset);
                    let layout = self.layout(layout)?;
                    lowered.push(Member { name: name.text.clone(), offset, layout });
                }
                Layout::Record(lowered)
            }
        })
    }

    pub(super) fn first_values(&mut self, id: ObjectId, object: &syntax::Object) {
        let mut init = Vec::new();
        for (offset, value) in &object.init {
            let offset: u64 = self.natural(offset);
            match value {
                FirstValue::Scalar(value) => {
                    init.extend(self.expr(None, value).map(|it| (offset, it)));
                }
                FirstValue::Text { shape, text, span } => {
                    self.text(&mut init, offset, *shape, text, *span);
                }
            }
        }
        self.program.objects[id].init = init;
    }

    fn text(
        &mut self,
        init: &mut Vec<(u64, ExprId)>,
        offset: u64,
        shape: IntShape,
        text: &str,
        span: Span,
    ) {
        if shape.bits != 8 {
            self.error("ir-syntax", span, "only a text of `u8` or `i8` can be written");
        }
        let ty = self.program.int_ty(shape);
        for (c, offset) in text.chars().zip(offset..) {
            let Ok(byte) = u8::try_from(u32::from(c)) else {
                self.error("ir-number-range", span, format!("`{c}` does not fit in eight bits"));
                continue;
            };
            let value = shape.wrap(byte.into());
            init.push((offset, self.program.expr(Expr::Const { value, ty })));
        }
    }
}

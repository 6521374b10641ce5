//! Objects in memory as text.

use super::Printer;
use super::expr::int_ty;
use crate::expr::Expr;
use crate::memory::{Access, Content, Layout, ObjectId, Storage};
use crate::program::ExprId;
use crate::text::names::{quote, spell_once};
use crate::ty::{IntShape, Ty};
use std::fmt::Write as _;
use tribunal_base::Id;

impl Printer<'_> {
    /// The name of a declaration of objects.
    #[must_use]
    pub fn object_name(&self, object: ObjectId) -> &str {
        &self.names.objects[object.index()]
    }

    /// The declaration of an object.
    #[must_use]
    pub fn object(&self, id: ObjectId) -> String {
        let object = &self.program.objects[id];
        let storage = match object.storage {
            Storage::Static => "static",
            Storage::Automatic => "automatic",
            Storage::Dynamic => "dynamic",
        };
        let mut text = format!("object {}: {storage}", self.object_name(id));
        if object.size != 0 {
            _ = write!(text, " size {}", object.size);
        }
        if object.align != 1 {
            _ = write!(text, " align {}", object.align);
        }
        if object.content == Content::Arbitrary {
            text.push_str(" arbitrary");
        }
        if object.access == Access::ReadOnly {
            text.push_str(" readonly");
        }
        if object.layout != Layout::Bytes {
            _ = write!(text, " layout {}", self.layout(&object.layout));
        }
        if !object.init.is_empty() {
            _ = write!(text, " = {{ {} }}", self.first_values(&object.init));
        }
        text
    }

    fn layout(&self, layout: &Layout) -> String {
        match layout {
            Layout::Bytes => "bytes".to_owned(),
            Layout::Scalar(ty) => self.ty(*ty),
            Layout::Array { stride, elem } => format!("[{} by {stride}]", self.layout(elem)),
            Layout::Record(members) if members.is_empty() => "{}".to_owned(),
            Layout::Record(members) => {
                let members = members.iter().map(|it| {
                    let name = spell_once(&it.name);
                    format!("{name} at {}: {}", it.offset, self.layout(&it.layout))
                });
                format!("{{ {} }}", members.collect::<Vec<_>>().join(", "))
            }
        }
    }

    /// Neighbouring characters are written as one text.
    fn first_values(&self, init: &[(u64, ExprId)]) -> String {
        let mut parts = Vec::new();
        let mut rest = init;
        while let Some(&(offset, value)) = rest.first() {
            let (taken, text) = match self.text(rest) {
                Some(text) => text,
                None => (1, self.expr(None, value)),
            };
            parts.push(format!("{offset}: {text}"));
            rest = &rest[taken..];
        }
        parts.join(", ")
    }

    /// The text that several first values make, and how many they are.
    fn text(&self, init: &[(u64, ExprId)]) -> Option<(usize, String)> {
        let &(start, first) = init.first()?;
        let (_, shape) = self.character(first)?;
        let mut text = String::new();
        for (&(offset, value), expected) in init.iter().zip(start..) {
            match self.character(value) {
                Some((c, its_shape)) if offset == expected && its_shape == shape => text.push(c),
                _ => break,
            }
        }
        let count = text.chars().count();
        (1 < count).then(|| (count, format!("{} {}", int_ty(shape), quote(&text, '"'))))
    }

    fn character(&self, value: ExprId) -> Option<(char, IntShape)> {
        let Expr::Const { value, ty } = self.program.exprs[value] else { return None };
        match self.program.tys[ty] {
            Ty::Int(shape) if shape.bits == 8 => {
                Some((u8::try_from(value & 0xff).ok()?.into(), shape))
            }
            _ => None,
        }
    }
}

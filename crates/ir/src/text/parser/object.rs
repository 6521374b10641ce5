//! Declarations of objects in memory.

use super::expr::DEPTH_OF_NESTING;
use super::{Parsed, Parser, TokenKind};
use crate::memory::{Access, Content, Storage};
use crate::text::syntax::{FirstValue, Layout, Name, Number, Object, Type};

impl Parser<'_> {
    pub(super) fn object(&mut self) -> Parsed<Object> {
        let name = self.name()?;
        self.expect(":")?;
        let storage = if self.eat_word("static") {
            Storage::Static
        } else if self.eat_word("automatic") {
            Storage::Automatic
        } else if self.eat_word("dynamic") {
            Storage::Dynamic
        } else {
            return self.expected("`static`, `automatic` or `dynamic`");
        };
        let mut object = Object {
            name,
            storage,
            content: Content::Zero,
            size: None,
            align: None,
            access: Access::ReadWrite,
            layout: Layout::Bytes,
            init: Vec::new(),
        };
        loop {
            if self.eat_word("size") {
                object.size = Some(self.number()?);
            } else if self.eat_word("align") {
                object.align = Some(self.number()?);
            } else if self.eat_word("arbitrary") {
                object.content = Content::Arbitrary;
            } else if self.eat_word("readonly") {
                object.access = Access::ReadOnly;
            } else if self.eat_word("layout") {
                object.layout = self.layout()?;
            } else {
                break;
            }
        }
        if self.eat("=") {
            self.expect("{")?;
            object.init = self.list("}", Self::first_value)?;
        }
        Ok(object)
    }

    fn layout(&mut self) -> Parsed<Layout> {
        self.nested(DEPTH_OF_NESTING, |it| {
            if it.eat_word("bytes") {
                Ok(Layout::Bytes)
            } else if it.eat("[") {
                let elem = Box::new(it.layout()?);
                it.expect_word("by")?;
                let stride = it.number()?;
                it.expect("]")?;
                Ok(Layout::Array { stride, elem })
            } else if it.eat("{") {
                Ok(Layout::Record(it.list("}", Self::member)?))
            } else {
                Ok(Layout::Scalar(it.ty()?))
            }
        })
    }

    fn member(&mut self) -> Parsed<(Name, Number, Layout)> {
        let name = self.name()?;
        self.expect_word("at")?;
        let offset = self.number()?;
        self.expect(":")?;
        Ok((name, offset, self.layout()?))
    }

    fn first_value(&mut self) -> Parsed<(Number, FirstValue)> {
        let offset = self.number()?;
        self.expect(":")?;
        if !matches!(self.peek_second(), TokenKind::Text(_)) {
            return Ok((offset, FirstValue::Scalar(self.expr()?)));
        }
        let start = self.span();
        let Type::Int(shape) = self.ty()? else {
            return self.error(start, "expected `u8` or `i8`");
        };
        let text = self.text()?;
        Ok((offset, FirstValue::Text { shape, text, span: self.span_since(start) }))
    }
}

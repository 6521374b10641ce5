//! Initialisers of parts that have one already (C17 6.7.9p19): the later one counts.

use tribunal_base::Span;

use crate::hir::{Element, ElementValue};

use super::init::{Filler, MAX_EXPANSION, Target};
use super::{Checked, Sema};

impl Sema<'_> {
    /// What a list in braces replaces altogether, at a part and at its repetitions up to so many bytes further. Tells where new elements begin.
    pub(super) fn drop_overridden(
        &mut self,
        filler: &mut Filler,
        part: Target,
        further: u64,
        span: Span,
    ) -> Checked<usize> {
        if part.offset >= filler.end {
            return Ok(filler.elements.len());
        }
        let size = self.types().size_of(part.ty.id).unwrap_or(0);
        let replaced = part.offset..part.offset.saturating_add(size);
        let is_inside =
            |it: &Element| replaced.start <= it.offset && self.end_of(it) <= replaced.end;
        filler.elements.retain(|it| !is_inside(it));
        let start = filler.elements.len();
        // What a range stores is evaluated once, so it stays as it is, but gives way to zeros here.
        let end = replaced.end.saturating_add(further);
        let is_here = |it: &Element| it.offset < end && replaced.start < self.end_of(it);
        if filler.elements.iter().any(is_here) {
            if size > MAX_EXPANSION {
                let message = "the ranges of the initialiser are too large";
                return Err(self.error("too-large", span, message));
            }
            let value = ElementValue::Bytes(vec![0; size as usize]);
            filler.elements.push(Element { offset: part.offset, count: 1, stride: 0, value });
        }
        Ok(start)
    }

    /// Whether the rest of a struct keeps its value where a value of the whole was given before one of a part, C leaves open (DR 413): gcc drops it. The
    /// elements from `start` on are the new ones; if they stand in braces, these are for so many bytes.
    pub(super) fn refuse_parts_of_values(
        &mut self,
        filler: &mut Filler,
        start: usize,
        braced: u64,
        span: Span,
    ) {
        let start = start.min(filler.elements.len());
        let (old, new) = filler.elements.split_at_mut(start);
        for element in old {
            let ElementValue::Record { ty, .. } = element.value else { continue };
            if braced < self.size_of_element(&element.value)
                && new.iter().any(|it| self.is_part(it, element))
            {
                let what = "an initialiser of a part of what has a value as a whole";
                let value = self.unsupported(what, ty, span);
                element.value = ElementValue::Record { ty, value };
            }
        }
    }

    /// Whether an element is stored inside another one, and leaves some of it; if in doubt, yes.
    fn is_part(&self, part: &Element, whole: &Element) -> bool {
        let (size, room) = (self.size_of_element(&part.value), self.size_of_element(&whole.value));
        if size >= room || part.offset >= self.end_of(whole) || self.end_of(part) <= whole.offset {
            return false;
        }
        let distance = part.offset.saturating_sub(whole.offset);
        part.count > 1 || whole.count == 1 || distance.checked_rem(whole.stride) < Some(room)
    }

    /// One past the last byte that an element is stored to.
    fn end_of(&self, element: &Element) -> u64 {
        let last = element.stride.saturating_mul(element.count.saturating_sub(1));
        let size = self.size_of_element(&element.value);
        element.offset.saturating_add(last).saturating_add(size)
    }

    /// How many bytes one turn of an element stores.
    pub(super) fn size_of_element(&self, value: &ElementValue) -> u64 {
        match value {
            ElementValue::Bytes(bytes) => bytes.len() as u64,
            ElementValue::Scalar { ty, .. } | ElementValue::Record { ty, .. } => {
                self.types().size_of(*ty).unwrap_or(0)
            }
        }
    }
}

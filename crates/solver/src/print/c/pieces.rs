//! Bits of numbers, and numbers made of the bits of others: shifts and masks.

use super::{Binding, Printer, is_conversion, unsigned};
use crate::bits::Bits;
use crate::term::{Node, TermId};

impl Printer<'_> {
    /// A concatenation: shifts of its parts. One with zeros below may be a product.
    pub(super) fn concat(&mut self, term: TermId, needed: Binding) {
        let (terms, width) = (self.terms, self.terms.width(term));
        let mut parts: Vec<(TermId, u32)> = Vec::new();
        let mut open = vec![(term, 0)];
        while let Some((part, by)) = open.pop() {
            match terms.node(part) {
                Node::Concat(high, low) => {
                    open.extend([(low, by), (high, by + terms.width(low))]);
                }
                _ if terms.as_bits(part).is_some_and(Bits::is_zero) => {}
                _ => parts.push((part, by)),
            }
        }
        if let [(only, by)] = *parts.as_slice()
            && let Node::Extract { high, low, of } = terms.node(only)
            && terms.width(of) == width
            && high + 1 - low + by == width
        {
            // What is cut off at the top is what a shift loses.
            if low == 0 {
                let factor = Bits::power(by, by + 1).to_decimal();
                return self.wrap(Binding::Product, needed, |it| {
                    it.term(of, Binding::Product);
                    it.text.push_str(&format!(" * {factor}"));
                });
            }
            return self.wrap(Binding::Shift, needed, |it| {
                it.shifted(of);
                it.text.push_str(&format!(" >> {low} << {by}"));
            });
        }
        let own = if parts.len() == 1 { Binding::Shift } else { Binding::BitOr };
        self.wrap(own, needed, |it| {
            for (at, &(part, by)) in parts.iter().enumerate() {
                if 0 < at {
                    it.text.push_str(" | ");
                }
                if by == 0 {
                    it.natural(part, Binding::Shift);
                    continue;
                }
                // An `int` has no room for more.
                if 31 < by + terms.width(part) && !it.is_unsigned(part) {
                    it.text.push_str(if width <= 32 { "(uint32_t)" } else { "(uint64_t)" });
                    it.natural(part, Binding::Unary);
                } else {
                    it.natural(part, Binding::Shift);
                }
                it.text.push_str(&format!(" << {by}"));
            }
        });
    }

    /// Writes a term that is read as unsigned.
    pub(super) fn natural(&mut self, term: TermId, needed: Binding) {
        match self.terms.node(term) {
            Node::Extract { high, low, of } => self.bits_of(of, high, low, needed),
            Node::Bits(constant) => self.text.push_str(&self.terms.bits_of(constant).to_decimal()),
            _ if self.is_natural(term) => self.term(term, needed),
            _ => {
                let to = unsigned(self.terms.width(term));
                self.wrap(Binding::Unary, needed, |it| it.cast(&to, term));
            }
        }
    }

    /// Writes some bits of a term, read as unsigned.
    pub(super) fn bits_of(&mut self, of: TermId, high: u32, low: u32, needed: Binding) {
        let is_top = high + 1 == self.terms.width(of);
        if low == 0 && is_top {
            return self.natural(of, needed);
        }
        if is_top && self.is_natural(of) {
            return self.wrap(Binding::Shift, needed, |it| {
                it.term(of, Binding::Shift);
                it.text.push_str(&format!(" >> {low}"));
            });
        }
        let mask = Bits::ones(high + 1 - low).to_decimal();
        self.wrap(Binding::BitAnd, needed, |it| {
            it.term(of, Binding::Unary);
            if low != 0 {
                it.text.push_str(&format!(" >> {low}"));
            }
            it.text.push_str(&format!(" & {mask}"));
        });
    }

    /// The element of an array that a term is, where the bits of an index choose among variables whose names differ in it: what stands before the index, the bits, and what stands after it.
    pub(super) fn element(&self, term: TermId) -> Option<(String, (TermId, u32, u32), String)> {
        let (of, low, elements) = self.choice(term)?;
        let mut names = Vec::new();
        for it in &elements {
            let Node::Variable(symbol) = self.terms.node(*it) else { return None };
            names.push(self.terms.symbol(symbol).name.as_str());
        }
        let first = *names.first()?;
        let fits = |(before, after): &(&str, &str)| {
            let name = |it: usize| format!("{before}[{it}]{after}");
            names.iter().enumerate().all(|(at, it)| *it == name(at))
        };
        let mut places = first.match_indices("[0]").map(|it| (&first[..it.0], &first[it.0 + 3..]));
        let (before, after) = places.find(fits)?;
        let high = low + elements.len().ilog2() - 1;
        Some((format!("{before}["), (of, high, low), format!("]{after}")))
    }

    /// The terms among which the bits of another choose, and from which bit on.
    pub(super) fn choice(&self, term: TermId) -> Option<(TermId, u32, Vec<TermId>)> {
        let Node::Ite(condition, yes, no) = self.terms.node(term) else { return None };
        let Node::Eq(a, b) = self.terms.node(condition) else { return None };
        let (of, bit) = self.bit(a, b)?;
        let side = |it: TermId| match self.terms.node(it) {
            Node::Ite(..) => self.choice(it),
            _ => Some((of, bit, vec![it])),
        };
        let ((of_no, low, mut elements), (of_yes, low_yes, more)) = (side(no)?, side(yes)?);
        let is_next = low + elements.len().ilog2() == bit;
        if of_no != of || of_yes != of || low != low_yes || elements.len() != more.len() || !is_next
        {
            return None;
        }
        elements.extend(more);
        Some((of, low, elements))
    }

    /// Some bits of a term; a conversion if they are the lowest of a usual size.
    pub(super) fn slice(&mut self, of: TermId, high: u32, low: u32, needed: Binding) {
        if is_conversion(high, low) {
            self.wrap(Binding::Unary, needed, |it| it.cast(&format!("int{}_t", high + 1), of));
        } else {
            self.bits_of(of, high, low, needed);
        }
    }

    /// An extension with zeros; of a slice it may be a shift or a mask.
    pub(super) fn zero_extend(&mut self, term: TermId, inner: TermId, needed: Binding) {
        let width = self.terms.width(term);
        if let Node::Extract { high, low, of } = self.terms.node(inner)
            && self.terms.width(of) == width
        {
            if low == 0 {
                let mask = Bits::ones(high + 1).to_decimal();
                return self.wrap(Binding::BitAnd, needed, |it| {
                    it.term(of, Binding::Unary);
                    it.text.push_str(&format!(" & {mask}"));
                });
            }
            if high + 1 == width {
                return self.wrap(Binding::Shift, needed, |it| {
                    it.shifted(of);
                    it.text.push_str(&format!(" >> {low}"));
                });
            }
        }
        if self.is_natural(inner) {
            return self.term(inner, needed);
        }
        let own = self.terms.width(inner);
        let to = if [8, 16, 32, 64].contains(&own) {
            format!("uint{own}_t")
        } else {
            "unsigned".to_owned()
        };
        self.wrap(Binding::Unary, needed, |it| match it.terms.node(inner) {
            // Converting twice is converting once.
            Node::Extract { high, low: 0, of } if high + 1 == own => it.cast(&to, of),
            _ => it.cast(&to, inner),
        });
    }
}

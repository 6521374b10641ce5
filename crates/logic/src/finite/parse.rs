//! Formulas over places and C expressions, from text.
//!
//! Operators bind as in Spin's formulas: unary ones (`!`, `[]`, `<>`, `X`, and `N` for weak next) tightest, then `U`, `R` (or `V`) and `W`, then `&&`, `||`, and `->` (or `=>`) and
//! `<->`. An atom is `at(…)`, or an expression of C that ends before the next of these operators outside its own parentheses. `->` with
//! room on both sides is an implication, else it is C's. `!` negates the whole expression after it.

use tribunal_base::{Diagnostic, FileId, Id, Interner, Span};

use super::lexer::{Kind, Token, lex};
use crate::ltl::{AtomId, Formulas, LtlId};

/// A formula with its atoms.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The owner of its parts.
    pub formulas: Formulas,
    /// The formula.
    pub root: LtlId,
    /// The atoms, by number.
    pub atoms: Vec<Atom>,
}

/// An atom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    /// What it says.
    pub kind: AtomKind,
    /// Where it stands first.
    pub span: Span,
}

/// What an atom says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AtomKind {
    /// Control is at this place: a label, a line, `end`, or one of these after a function and a colon.
    At(String),
    /// This expression is not zero.
    Expression(String),
}

/// Operators may be nested this deep.
const MAX_DEPTH: usize = 200;

type Result<T> = std::result::Result<T, Box<Diagnostic>>;

/// Reads a formula.
pub fn parse(file: FileId, text: &str) -> Result<Parsed> {
    let tokens = lex(file, text)?;
    let mut parser = Parser {
        text,
        tokens,
        position: 0,
        depth: 0,
        formulas: Formulas::default(),
        kinds: Interner::default(),
        spans: Vec::new(),
    };
    let root = parser.implication()?;
    if parser.peek().kind != Kind::End {
        return Err(parser.expected("an operator or the end of the formula"));
    }
    let Parser { formulas, kinds, spans, .. } = parser;
    let atoms = spans.into_iter().enumerate().map(|(number, span)| {
        let kind: &AtomKind = &kinds[AtomId::from_index(number)];
        Atom { kind: kind.clone(), span }
    });
    Ok(Parsed { formulas, root, atoms: atoms.collect() })
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    position: usize,
    depth: usize,
    formulas: Formulas,
    kinds: Interner<AtomId, AtomKind>,
    spans: Vec<Span>,
}

impl Parser<'_> {
    fn peek(&self) -> &Token {
        &self.tokens[self.position]
    }

    fn bump(&mut self) -> Token {
        let token = self.tokens[self.position].clone();
        self.position = (self.position + 1).min(self.tokens.len() - 1);
        token
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.peek().text == text && self.peek().kind != Kind::Literal;
        if found {
            self.bump();
        }
        found
    }

    fn expected(&self, what: &str) -> Box<Diagnostic> {
        Box::new(Diagnostic::error("formula-syntax", self.peek().span, format!("expected {what}")))
    }

    /// Whether the token at a position is `->` as an implication.
    fn is_implication(&self, at: usize) -> bool {
        let next_is_spaced = self.tokens.get(at + 1).is_some_and(|it| it.spaced);
        match self.tokens[at].text.as_str() {
            "->" => self.tokens[at].spaced && next_is_spaced,
            "=>" => true,
            _ => false,
        }
    }

    fn implication(&mut self) -> Result<LtlId> {
        self.depth += 1;
        if MAX_DEPTH < self.depth {
            let message = format!("formula is nested deeper than {MAX_DEPTH}");
            return Err(Box::new(Diagnostic::error("formula-too-deep", self.peek().span, message)));
        }
        let mut left = self.disjunction()?;
        loop {
            if self.is_implication(self.position) {
                self.bump();
                let right = self.disjunction()?;
                left = self.formulas.implies(left, right);
            } else if self.eat("<->") {
                let right = self.disjunction()?;
                left = self.formulas.equivalent(left, right);
            } else {
                self.depth -= 1;
                return Ok(left);
            }
        }
    }

    fn disjunction(&mut self) -> Result<LtlId> {
        let mut left = self.conjunction()?;
        while self.eat("||") {
            let right = self.conjunction()?;
            left = self.formulas.or(left, right);
        }
        Ok(left)
    }

    fn conjunction(&mut self) -> Result<LtlId> {
        let mut left = self.temporal()?;
        while self.eat("&&") {
            let right = self.temporal()?;
            left = self.formulas.and(left, right);
        }
        Ok(left)
    }

    fn temporal(&mut self) -> Result<LtlId> {
        let mut left = self.unary()?;
        while is_binary(self.peek()) {
            let operator = self.bump().text;
            let right = self.unary()?;
            left = match operator.as_str() {
                "U" => self.formulas.until(left, right),
                "W" => self.formulas.weak_until(left, right),
                _ => self.formulas.release(left, right),
            };
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<LtlId> {
        self.depth += 1;
        if MAX_DEPTH < self.depth {
            let message = format!("formula is nested deeper than {MAX_DEPTH}");
            return Err(Box::new(Diagnostic::error("formula-too-deep", self.peek().span, message)));
        }
        let formula = self.operand();
        self.depth -= 1;
        formula
    }

    fn operand(&mut self) -> Result<LtlId> {
        let token = self.peek().clone();
        let next = self.tokens.get(self.position + 1);
        let before_operand = next.is_some_and(|it| match it.kind {
            Kind::Name => !is_binary(it),
            Kind::Number | Kind::Literal => true,
            Kind::Sign => ["(", "!", "[]", "<>", "~"].contains(&it.text.as_str()),
            Kind::End => false,
        });
        match (token.kind, token.text.as_str()) {
            (Kind::Sign, "!") => {
                self.bump();
                let f = self.unary()?;
                Ok(self.formulas.not(f))
            }
            (Kind::Sign, "[]") => {
                self.bump();
                let f = self.unary()?;
                Ok(self.formulas.always(f))
            }
            (Kind::Sign, "<>") => {
                self.bump();
                let f = self.unary()?;
                Ok(self.formulas.eventually(f))
            }
            (Kind::Name, "X") if before_operand => {
                self.bump();
                let f = self.unary()?;
                Ok(self.formulas.next(f))
            }
            (Kind::Name, "N") if before_operand => {
                self.bump();
                let f = self.unary()?;
                let not = self.formulas.not(f);
                let next = self.formulas.next(not);
                Ok(self.formulas.not(next))
            }
            (Kind::Name, "true" | "false") if self.ends_atom(self.position + 1) => {
                self.bump();
                Ok(if token.text == "true" {
                    self.formulas.verum()
                } else {
                    self.formulas.falsum()
                })
            }
            (Kind::Name, "at") if next.is_some_and(|it| it.text == "(") => self.place(),
            (Kind::Sign, "(") if self.is_group()? => {
                self.bump();
                let f = self.implication()?;
                if !self.eat(")") {
                    return Err(Box::new(
                        self.expected("an operator or `)`").related(token.span, "opened here"),
                    ));
                }
                Ok(f)
            }
            (Kind::End, _) => Err(self.expected("a formula")),
            (Kind::Sign, ")" | "&&" | "||" | "->" | "=>" | "<->") => {
                Err(self.expected("a formula"))
            }
            _ => self.expression(),
        }
    }

    /// Whether the parenthesis here encloses a formula, and not a part of an expression.
    fn is_group(&self) -> Result<bool> {
        let mut depth = 0usize;
        for (at, token) in self.tokens.iter().enumerate().skip(self.position) {
            match token.text.as_str() {
                "(" if token.kind == Kind::Sign => depth += 1,
                ")" if token.kind == Kind::Sign => {
                    depth -= 1;
                    if depth == 0 {
                        return Ok(self.ends_atom(at + 1));
                    }
                }
                _ => {}
            }
        }
        let error =
            Diagnostic::error("formula-syntax", self.peek().span, "this `(` is never closed");
        Err(Box::new(error))
    }

    /// Whether what stands at a position cannot continue an expression.
    fn ends_atom(&self, at: usize) -> bool {
        let Some(token) = self.tokens.get(at) else { return true };
        match token.kind {
            Kind::End => true,
            Kind::Name => is_binary(token),
            Kind::Number | Kind::Literal => false,
            Kind::Sign => {
                [")", "&&", "||", "<->", "[]", "<>", "]", ","].contains(&token.text.as_str())
                    || self.is_implication(at)
            }
        }
    }

    /// `at(…)`.
    fn place(&mut self) -> Result<LtlId> {
        let start = self.bump().span;
        self.bump();
        let mut inside = self.peek().span;
        while !["", ")"].contains(&self.peek().text.as_str()) {
            inside = inside.to(self.bump().span);
        }
        let text = self.text[inside.start as usize..inside.end as usize].to_owned();
        let close = self.peek().span;
        if !self.eat(")") {
            return Err(self.expected("`)`"));
        }
        let part = |it: &str| {
            !it.is_empty()
                && it.chars().all(|it| it.is_ascii_alphanumeric() || it == '_' || it == '$')
        };
        let process = |it: &str| match it.split_once('#') {
            Some((function, number)) => part(function) && number.parse::<u32>().is_ok(),
            None => part(it),
        };
        let file = |it: &str| it.contains('.') && !it.contains(char::is_whitespace);
        let is_place = match text.rsplit_once(':') {
            Some((function, place)) if file(function) => place.parse::<u32>().is_ok(),
            Some((function, place)) => process(function) && part(place),
            None => part(&text),
        };
        if !is_place {
            let message = "expected a label, a line, `end`, `function:label`, or `file.c:line`";
            return Err(Box::new(Diagnostic::error("formula-place", inside, message)));
        }
        if !self.ends_atom(self.position) {
            return Err(mixed(self.peek().span));
        }
        Ok(self.atom(AtomKind::At(text), start.to(close)))
    }

    /// An expression of C.
    fn expression(&mut self) -> Result<LtlId> {
        let first = self.peek().span;
        let mut last = first;
        let mut open: Vec<Span> = Vec::new();
        let mut before: Option<Token> = None;
        loop {
            let at = self.position;
            if self.tokens[at].kind == Kind::End
                || (open.is_empty() && self.ends_atom(at) && before.is_some())
            {
                break;
            }
            let token = self.bump();
            let follows_name = before.as_ref().is_some_and(|it| it.kind == Kind::Name);
            match token.text.as_str() {
                "(" if follows_name && before.as_ref().is_some_and(|it| it.text != "sizeof") => {
                    let span = before.as_ref().map_or(token.span, |it| it.span);
                    if before.as_ref().is_some_and(|it| it.text == "at") {
                        return Err(mixed(span));
                    }
                    let error = Diagnostic::error(
                        "formula-call",
                        span,
                        "functions cannot be called in a formula",
                    );
                    let name = before.as_ref().map_or("f", |it| it.text.as_str());
                    return Err(Box::new(error.help(format!(
                        "write what it computes; what a call in the code returns is `result` at `at({name}:end)`"
                    ))));
                }
                "(" | "[" if token.kind == Kind::Sign => open.push(token.span),
                ")" | "]" if token.kind == Kind::Sign => {
                    open.pop();
                }
                "[]" | "<>" | "<->" | "=>" if token.kind == Kind::Sign => {
                    let message = "a temporal operator inside an expression of C";
                    return Err(Box::new(Diagnostic::error("formula-syntax", token.span, message)));
                }
                "=" | "++" | "--" | "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^="
                | "<<=" | ">>=" => {
                    let message = "a formula must not change anything";
                    let error = Diagnostic::error("formula-effect", token.span, message);
                    return Err(Box::new(if token.text == "=" {
                        error.help("equality is `==`")
                    } else {
                        error
                    }));
                }
                _ => {}
            }
            last = token.span;
            before = Some(token);
        }
        if let Some(open) = open.pop() {
            return Err(Box::new(Diagnostic::error(
                "formula-syntax",
                open,
                "this parenthesis is never closed",
            )));
        }
        let span = first.to(last);
        let text = self.text[span.start as usize..span.end as usize].to_owned();
        Ok(self.atom(AtomKind::Expression(text), span))
    }

    fn atom(&mut self, kind: AtomKind, span: Span) -> LtlId {
        let atom = self.kinds.intern(kind);
        if atom.index() == self.spans.len() {
            self.spans.push(span);
        }
        self.formulas.atom(atom)
    }
}

/// Whether a token is a temporal operator between two formulas.
fn is_binary(token: &Token) -> bool {
    token.kind == Kind::Name && ["U", "R", "V", "W"].contains(&token.text.as_str())
}

fn mixed(span: Span) -> Box<Diagnostic> {
    let message = "an atom is either a place or an expression, never both";
    Box::new(Diagnostic::error("formula-mixed", span, message).help("join them by `&&` or `||`"))
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use tribunal_base::FileId;

    use super::{AtomKind, parse};

    fn check(text: &str, expected: Expect) {
        let shown = match parse(FileId(0), text) {
            Ok(parsed) => {
                let atoms = parsed.atoms.iter().map(|it| match &it.kind {
                    AtomKind::At(place) => format!("at {place}"),
                    AtomKind::Expression(text) => format!("`{text}`"),
                });
                atoms.collect::<Vec<_>>().join(", ")
            }
            Err(error) => {
                let span = error.primary.span;
                format!("{} at {}..{}: {}", error.code, span.start, span.end, error.message)
            }
        };
        expected.assert_eq(&shown);
    }

    #[test]
    fn atoms_are_places_or_expressions() {
        check("<>(at(end) && x == 0)", expect!["at end, `x == 0`"]);
        check("!at(L3) U (at(L3) && n > size)", expect!["at L3, `n > size`"]);
        check(
            "(x + 1) * 2 > y && at(f:L) W (p->n[2] <= (int)q)",
            expect!["`(x + 1) * 2 > y`, at f:L, `p->n[2] <= (int)q`"],
        );
        check("at(12) -> X X > 3", expect!["at 12, `X > 3`"]);
        check("X (a || !b) U N at(l)", expect!["`a`, `b`, at l"]);
        check("(a && b) == c || true", expect!["`(a && b) == c`"]);
        check("a > -b R s[0] == '\\''", expect!["`a > -b`, `s[0] == '\\''`"]);
    }

    #[test]
    fn what_is_wrong_is_told_where_it_is() {
        check("<>", expect!["formula-syntax at 2..2: expected a formula"]);
        check("(a && b", expect!["formula-syntax at 0..1: this `(` is never closed"]);
        check(
            "at(L1) == 3",
            expect![
                "formula-mixed at 7..9: an atom is either a place or an expression, never both"
            ],
        );
        check(
            "3 + at(L1)",
            expect![
                "formula-mixed at 4..6: an atom is either a place or an expression, never both"
            ],
        );
        check(
            "at(a b)",
            expect![
                "formula-place at 3..6: expected a label, a line, `end`, `function:label`, or `file.c:line`"
            ],
        );
        check(
            "at()",
            expect![
                "formula-place at 3..4: expected a label, a line, `end`, `function:label`, or `file.c:line`"
            ],
        );
        check("x = 3", expect!["formula-effect at 2..3: a formula must not change anything"]);
        check("f(x) > 1", expect!["formula-call at 0..1: functions cannot be called in a formula"]);
        check("a && && b", expect!["formula-syntax at 5..7: expected a formula"]);
        check("a[1", expect!["formula-syntax at 1..2: this parenthesis is never closed"]);
    }
}

//! Formulas from text.
//!
//! State formulas: `!` and the temporal operators `EX AX EF AF EG AG` bind tightest, then `&&`, `||`, `->` and `<->`; `E[f U g]`, `A[f U g]` and their weak
//! forms with `W` bring their own brackets. What has none of the formula's own operators in it is one atom: an expression
//! of the program's language, with the operators of that language, which is read by somebody else. Text in double quotes is an atom in any case.
//!
//! Path formulas stand under a quantifier: `A(…)` or `E(…)`, or after `AG` and the like. Their operators are those of linear temporal logic ([`linear`]).
//!
//! A word and a bracket are taken for a quantifier only if an operator of path formulas stands between the brackets, so that arrays and functions may have these
//! names.

mod linear;

pub use linear::all_paths;

use tribunal_base::{Diagnostic, FileId, Id as _, Span};

use super::{Atom, AtomKind, Ctl, CtlId, Formula, Quantifier};
use crate::ltl::AtomId;

/// Formulas may be nested this deep.
const MAX_DEPTH: usize = 200;

/// Reads a formula.
pub fn parse(file: FileId, text: &str) -> Result<Formula, Box<Diagnostic>> {
    let tokens = lex(file, text)?;
    let mut parser =
        Parser { file, text, tokens, formula: Formula::of_atoms(Vec::new()), depth: 0 };
    let all = 0..parser.tokens.len();
    let root = parser.formula(all)?;
    parser.formula.set_root(root);
    Ok(parser.formula)
}

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Word,
    Quoted,
    Open,
    Close,
    Not,
    And,
    Or,
    Implies,
    Equivalent,
    /// `[]`
    Always,
    /// `<>`
    Eventually,
    /// Anything else.
    Other,
}

#[derive(Clone, Copy, Debug)]
struct Token {
    kind: Kind,
    start: usize,
    end: usize,
    /// The position of the other bracket.
    partner: usize,
}

fn is_word(it: char) -> bool {
    it.is_ascii_alphanumeric() || it == '_'
}

fn lex(file: FileId, text: &str) -> Result<Vec<Token>, Box<Diagnostic>> {
    const SYMBOLS: [(&str, Kind); 10] = [
        ("<->", Kind::Equivalent),
        ("<>", Kind::Eventually),
        ("[]", Kind::Always),
        ("->", Kind::Implies),
        ("&&", Kind::And),
        ("||", Kind::Or),
        ("!=", Kind::Other),
        ("/\\", Kind::And),
        ("\\/", Kind::Or),
        ("!", Kind::Not),
    ];
    let mut tokens: Vec<Token> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut start = 0;
    while let Some(first) = text[start..].chars().next() {
        let rest = &text[start..];
        if first.is_whitespace() {
            start += first.len_utf8();
            continue;
        }
        let symbol = SYMBOLS.iter().find(|(symbol, _)| rest.starts_with(symbol));
        let (kind, length) = match (symbol, first) {
            (Some((symbol, kind)), _) => (*kind, symbol.len()),
            (None, '"') => match rest[1..].find('"') {
                Some(length) => (Kind::Quoted, length + 2),
                None => {
                    let span = Span::new(file, start, text.len());
                    return Err(error(span, "quoted atom is not closed"));
                }
            },
            (None, '(' | '[') => (Kind::Open, 1),
            (None, ')' | ']') => (Kind::Close, 1),
            (None, it) if is_word(it) => {
                (Kind::Word, rest.find(|it| !is_word(it)).unwrap_or(rest.len()))
            }
            (None, it) => (Kind::Other, it.len_utf8()),
        };
        let mut token = Token { kind, start, end: start + length, partner: tokens.len() };
        if kind == Kind::Open {
            open.push(tokens.len());
        }
        if kind == Kind::Close {
            let span = Span::new(file, token.start, token.end);
            let Some(partner) = open.pop() else {
                return Err(error(span, "nothing is opened here that could be closed"));
            };
            let opening = &text[tokens[partner].start..tokens[partner].end];
            if (opening == "(") != (first == ')') {
                let opened = Span::new(file, tokens[partner].start, tokens[partner].end);
                let wanted = if opening == "(" { ")" } else { "]" };
                let message = format!("expected an operator or `{wanted}`");
                let error = Diagnostic::error("ctl-syntax", span, message);
                return Err(Box::new(error.related(opened, "opened here")));
            }
            token.partner = partner;
            tokens[partner].partner = tokens.len();
        }
        tokens.push(token);
        start = token.end;
    }
    match open.pop() {
        Some(at) => {
            let span = Span::new(file, tokens[at].start, tokens[at].end);
            Err(error(span, "this is not closed"))
        }
        None => Ok(tokens),
    }
}

/// An operator before one operand.
fn prefix(word: &str) -> Option<(Quantifier, char)> {
    let (quantifier, operator) = match word.as_bytes() {
        [b'A', operator] => (Quantifier::All, *operator),
        [b'E', operator] => (Quantifier::Some, *operator),
        _ => return None,
    };
    matches!(operator, b'X' | b'F' | b'G').then_some((quantifier, char::from(operator)))
}

type Range = std::ops::Range<usize>;

struct Parser<'t> {
    file: FileId,
    text: &'t str,
    tokens: Vec<Token>,
    formula: Formula,
    depth: usize,
}

impl Parser<'_> {
    fn word(&self, at: usize) -> &str {
        &self.text[self.tokens[at].start..self.tokens[at].end]
    }

    fn span(&self, range: &Range) -> Span {
        let end = self.text.len();
        match (self.tokens.get(range.start), range.is_empty()) {
            (Some(first), false) => {
                Span::new(self.file, first.start, self.tokens[range.end - 1].end)
            }
            (Some(next), true) => Span::new(self.file, next.start, next.end),
            (None, _) => Span::new(self.file, end, end),
        }
    }

    /// The position of the last of some tokens that stand in no brackets.
    fn find(&self, range: &Range, is_wanted: impl Fn(usize) -> bool) -> Option<usize> {
        let mut at = range.start;
        let mut found = None;
        while at < range.end {
            match self.tokens[at].kind {
                Kind::Open => at = self.tokens[at].partner,
                _ if is_wanted(at) => found = Some(at),
                _ => {}
            }
            at += 1;
        }
        found
    }

    /// The `U` or `W` of an until that starts with the word at a position.
    fn until(&self, at: usize, end: usize) -> Option<usize> {
        let is_letter = matches!(self.word(at), "A" | "E");
        let bracket = self.tokens.get(at + 1).filter(|_| is_letter && at + 1 < end)?;
        if bracket.kind != Kind::Open || self.word(at + 1) != "[" {
            return None;
        }
        self.find(&(at + 2..bracket.partner), |it| matches!(self.word(it), "U" | "W"))
    }

    /// Whether the formula's own operators occur, other than those that expressions have, too.
    fn is_temporal(&self, range: &Range) -> Option<usize> {
        range.clone().find(|&at| match self.tokens[at].kind {
            Kind::Implies | Kind::Equivalent | Kind::Quoted => true,
            Kind::Always | Kind::Eventually => true,
            Kind::Word => {
                prefix(self.word(at)).is_some()
                    || self.is_place(at)
                    || self.quantified(at, range.end).is_some()
            }
            _ => false,
        })
    }

    /// Whether `at(` stands at a position.
    fn is_place(&self, at: usize) -> bool {
        self.word(at) == "at" && self.tokens.get(at + 1).is_some_and(|it| it.kind == Kind::Open)
    }

    /// Goes one formula deeper, if that is not too deep.
    fn enter(&mut self, range: &Range) -> Result<(), Box<Diagnostic>> {
        if self.depth == MAX_DEPTH {
            let message = format!("formula is nested deeper than {MAX_DEPTH}");
            return Err(Box::new(Diagnostic::error("ctl-too-deep", self.span(range), message)));
        }
        self.depth += 1;
        Ok(())
    }

    fn formula(&mut self, range: Range) -> Result<CtlId, Box<Diagnostic>> {
        self.enter(&range)?;
        let formula = self.connectives(range);
        self.depth -= 1;
        formula
    }

    /// Splits at the loosest operator.
    fn connectives(&mut self, range: Range) -> Result<CtlId, Box<Diagnostic>> {
        if range.is_empty() {
            return Err(error(self.span(&range), "expected a formula"));
        }
        if self.is_temporal(&range).is_none() {
            return match self.linear_operator(&range) {
                Some(at) => Err(self.unquantified(at)),
                None => self.atom(&range),
            };
        }
        type Make = fn(&mut Formula, CtlId, CtlId) -> CtlId;
        let levels: [(&[Kind], Make); 3] = [
            (&[Kind::Implies, Kind::Equivalent], Formula::implies),
            (&[Kind::Or], Formula::or),
            (&[Kind::And], Formula::and),
        ];
        for (kinds, make) in levels {
            let Some(at) = self.find(&range, |it| kinds.contains(&self.tokens[it].kind)) else {
                continue;
            };
            let make = match self.tokens[at].kind {
                Kind::Equivalent => Formula::equivalent,
                _ => make,
            };
            let left = self.formula(range.start..at)?;
            let right = self.formula(at + 1..range.end)?;
            return Ok(make(&mut self.formula, left, right));
        }
        self.unary(range)
    }

    fn unary(&mut self, range: Range) -> Result<CtlId, Box<Diagnostic>> {
        let Range { start, end } = range;
        let first = self.tokens[start];
        match first.kind {
            Kind::Not => {
                let operand = self.formula(start + 1..end)?;
                Ok(self.formula.not(operand))
            }
            Kind::Open if first.partner + 1 == end && self.word(start) == "(" => {
                self.formula(start + 1..first.partner)
            }
            Kind::Quoted if start + 1 == end => {
                let span = Span::new(self.file, first.start + 1, first.end - 1);
                Ok(self.new_atom(AtomKind::Expression, span))
            }
            Kind::Word => {
                if let Some((quantifier, operator)) = prefix(self.word(start)) {
                    if self.is_linear(&(start + 1..end)) {
                        return self.prefixed(quantifier, operator, start + 1..end);
                    }
                    let operand = self.formula(start + 1..end)?;
                    return Ok(match operator {
                        'X' => self.formula.next(quantifier, operand),
                        'F' => self.formula.eventually(quantifier, operand),
                        _ => self.formula.always(quantifier, operand),
                    });
                }
                if self.quantified(start, end).is_some() {
                    return self.bracketed(start..end);
                }
                if self.is_place(start) && self.tokens[start + 1].partner + 1 == end {
                    return self.place(start);
                }
                Err(self.misplaced(start..end))
            }
            Kind::Always | Kind::Eventually => Err(self.unquantified(start)),
            _ => Err(self.misplaced(start..end)),
        }
    }

    /// `E[f U g]`, `A(f)` and the like.
    fn bracketed(&mut self, range: Range) -> Result<CtlId, Box<Diagnostic>> {
        let close = self.tokens[range.start + 1].partner;
        if close + 1 != range.end {
            return Err(error(self.span(&(close + 1..close + 2)), "expected an operator"));
        }
        let is_all = self.word(range.start) == "A";
        let quantifier = if is_all { Quantifier::All } else { Quantifier::Some };
        let inside = range.start + 2..close;
        let Some(at) = self.until(range.start, range.end) else {
            let path = self.path(inside)?;
            return Ok(self.formula.quantify(quantifier, path));
        };
        let (first, second) = (inside.start..at, at + 1..close);
        if self.is_linear(&first) || self.is_linear(&second) {
            let path = self.infix(first, at, second)?;
            return Ok(self.formula.quantify(quantifier, path));
        }
        let is_weak = self.word(at) == "W";
        let (first, second) = (self.formula(first)?, self.formula(second)?);
        Ok(self.formula.intern(match is_weak {
            true => Ctl::WeakUntil(quantifier, first, second),
            false => Ctl::Until(quantifier, first, second),
        }))
    }

    /// `at(…)`.
    fn place(&mut self, start: usize) -> Result<CtlId, Box<Diagnostic>> {
        let inside = start + 2..self.tokens[start + 1].partner;
        if inside.is_empty() {
            return Err(error(self.span(&inside), "expected a label or the number of a line"));
        }
        let span = self.span(&inside);
        Ok(self.new_atom(AtomKind::Place, span))
    }

    /// What is no formula since an operator of formulas stands inside an expression.
    fn misplaced(&self, range: Range) -> Box<Diagnostic> {
        let at = self.is_temporal(&range).unwrap_or(range.start);
        let whole = self.span(&range);
        let error = Diagnostic::error(
            "ctl-syntax",
            self.span(&(at..at + 1)),
            "an operator of the formula stands inside an expression",
        );
        Box::new(
            error
                .related(whole, "the expression")
                .help("put parentheses around what belongs together; an expression with `->`, or with names such as EX, is written in double quotes"),
        )
    }

    fn atom(&mut self, range: &Range) -> Result<CtlId, Box<Diagnostic>> {
        let span = self.span(range);
        let Range { start, end } = *range;
        // Parentheses around all of it say nothing.
        let first = self.tokens[start];
        if first.kind == Kind::Open && first.partner + 1 == end && self.word(start) == "(" {
            return self.formula(start + 1..end - 1);
        }
        // Nor does it matter whose negation it is, if it is that of all the rest.
        if first.kind == Kind::Not && self.is_closed(start + 1..end) {
            let operand = self.formula(start + 1..end)?;
            return Ok(self.formula.not(operand));
        }
        match &self.text[span.start as usize..span.end as usize] {
            "true" => Ok(self.formula.intern(Ctl::Const(true))),
            "false" => Ok(self.formula.intern(Ctl::Const(false))),
            _ => Ok(self.new_atom(AtomKind::Expression, span)),
        }
    }

    /// Whether no operator of an expression could reach into it.
    fn is_closed(&self, range: Range) -> bool {
        let Range { start, end } = range;
        match self.tokens.get(start).filter(|_| start < end) {
            None => false,
            Some(it) if it.kind == Kind::Not => self.is_closed(start + 1..end),
            Some(it) if it.kind == Kind::Open => it.partner + 1 == end && self.word(start) == "(",
            Some(_) => start + 1 == end,
        }
    }

    fn new_atom(&mut self, kind: AtomKind, span: Span) -> CtlId {
        let text = self.text[span.start as usize..span.end as usize].to_owned();
        let known = self.formula.atoms.iter().position(|it| it.kind == kind && it.text == text);
        let position = known.unwrap_or_else(|| {
            self.formula.atoms.push(Atom { kind, text, span });
            self.formula.atoms.len() - 1
        });
        self.formula.intern(Ctl::Atom(AtomId::from_index(position)))
    }
}

fn error(span: Span, message: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error("ctl-syntax", span, message))
}

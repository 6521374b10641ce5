//! Regular expressions over places, read off by derivatives (Brzozowski, Derivatives of regular expressions, JACM 1964).
//!
//! A word is the sequence of the places that a path passes and the expression mentions; other places do not count. `L1 (L2 | L3)* end` is written with
//! names of places as in `at(…)`, `|`, `*`, `+`, `?` and parentheses; `.` is any place mentioned.

use tribunal_base::{Diagnostic, FileId, Span};

use super::lexer::{Kind, Token, lex};

/// An expression over the places of a [`Pattern`], by their numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Regular {
    /// No word.
    Never,
    /// The empty word.
    Empty,
    /// One place.
    Place(usize),
    /// Any place.
    Any,
    /// One after the other.
    Then(Box<Regular>, Box<Regular>),
    /// One of both.
    Or(Box<Regular>, Box<Regular>),
    /// Any number of times.
    Star(Box<Regular>),
}

/// An expression with the places it mentions.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The expression.
    pub root: Regular,
    /// The places and where they stand.
    pub places: Vec<(String, Span)>,
}

impl Regular {
    /// Whether the empty word belongs to it.
    #[must_use]
    pub fn accepts(&self) -> bool {
        match self {
            Self::Never | Self::Place(_) | Self::Any => false,
            Self::Empty | Self::Star(_) => true,
            Self::Then(a, b) => a.accepts() && b.accepts(),
            Self::Or(a, b) => a.accepts() || b.accepts(),
        }
    }

    /// What is left after a position that is at these places, of which there is one at least.
    #[must_use]
    pub fn step(&self, at: &[usize]) -> Self {
        match self {
            Self::Never | Self::Empty => Self::Never,
            Self::Place(place) => {
                if at.contains(place) {
                    Self::Empty
                } else {
                    Self::Never
                }
            }
            Self::Any => Self::Empty,
            Self::Or(a, b) => or(a.step(at), b.step(at)),
            Self::Star(a) => then(a.step(at), self.clone()),
            Self::Then(a, b) => {
                let first = then(a.step(at), (**b).clone());
                if a.accepts() { or(first, b.step(at)) } else { first }
            }
        }
    }
}

fn then(a: Regular, b: Regular) -> Regular {
    match (a, b) {
        (Regular::Never, _) | (_, Regular::Never) => Regular::Never,
        (Regular::Empty, it) | (it, Regular::Empty) => it,
        (a, b) => Regular::Then(Box::new(a), Box::new(b)),
    }
}

fn or(a: Regular, b: Regular) -> Regular {
    match (a, b) {
        (Regular::Never, it) | (it, Regular::Never) => it,
        (a, b) if a == b => a,
        (a, b) if b < a => or(b, a),
        (a, Regular::Or(b, c)) if a == *b => Regular::Or(b, c),
        (a, b) => Regular::Or(Box::new(a), Box::new(b)),
    }
}

/// Reads an expression.
pub fn parse(file: FileId, text: &str) -> Result<Pattern, Box<Diagnostic>> {
    let tokens = lex(file, text)?;
    let mut parser = Parser { tokens, position: 0, places: Vec::new(), depth: 0 };
    let root = parser.alternatives()?;
    match parser.tokens[parser.position].kind {
        Kind::End => Ok(Pattern { root, places: parser.places }),
        _ => Err(parser.expected("a place, an operator or the end")),
    }
}

struct Parser {
    tokens: Vec<Token>,
    position: usize,
    places: Vec<(String, Span)>,
    depth: usize,
}

impl Parser {
    fn sign(&self) -> &str {
        let token = &self.tokens[self.position];
        if token.kind == Kind::Sign { &token.text } else { "" }
    }

    fn expected(&self, what: &str) -> Box<Diagnostic> {
        let span = self.tokens[self.position].span;
        Box::new(Diagnostic::error("path-syntax", span, format!("expected {what}")))
    }

    fn alternatives(&mut self) -> Result<Regular, Box<Diagnostic>> {
        self.depth += 1;
        if 200 < self.depth {
            return Err(self.expected("fewer parentheses"));
        }
        let mut all = self.sequence()?;
        while self.sign() == "|" {
            self.position += 1;
            let other = self.sequence()?;
            all = or(all, other);
        }
        self.depth -= 1;
        Ok(all)
    }

    fn sequence(&mut self) -> Result<Regular, Box<Diagnostic>> {
        let mut all = self.repeated()?;
        while matches!(self.tokens[self.position].kind, Kind::Name | Kind::Number)
            || ["(", "."].contains(&self.sign())
        {
            let next = self.repeated()?;
            all = then(all, next);
        }
        Ok(all)
    }

    fn repeated(&mut self) -> Result<Regular, Box<Diagnostic>> {
        let mut one = self.single()?;
        loop {
            one = match self.sign() {
                "*" => Regular::Star(Box::new(one)),
                "+" => then(one.clone(), Regular::Star(Box::new(one))),
                "?" => or(Regular::Empty, one),
                _ => return Ok(one),
            };
            self.position += 1;
        }
    }

    fn single(&mut self) -> Result<Regular, Box<Diagnostic>> {
        let token = self.tokens[self.position].clone();
        match (token.kind, token.text.as_str()) {
            (Kind::Name | Kind::Number, _) => {
                self.position += 1;
                let (mut name, mut span) = (token.text, token.span);
                let last = self.tokens.get(self.position + 1);
                if self.sign() == ":"
                    && let Some(last) =
                        last.filter(|it| matches!(it.kind, Kind::Name | Kind::Number))
                {
                    name = format!("{name}:{}", last.text);
                    span = span.to(last.span);
                    self.position += 2;
                }
                let known = self.places.iter().position(|it| it.0 == name);
                Ok(Regular::Place(known.unwrap_or_else(|| {
                    self.places.push((name, span));
                    self.places.len() - 1
                })))
            }
            (Kind::Sign, ".") => {
                self.position += 1;
                Ok(Regular::Any)
            }
            (Kind::Sign, "(") => {
                self.position += 1;
                let inner = self.alternatives()?;
                if self.sign() != ")" {
                    return Err(Box::new(self.expected("`)`").related(token.span, "opened here")));
                }
                self.position += 1;
                Ok(inner)
            }
            _ => Err(self.expected("a place or `(`")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Regular, parse};
    use tribunal_base::FileId;

    fn matches(pattern: &str, word: &[&str]) -> bool {
        let pattern = parse(FileId(0), pattern).expect("an expression");
        let number =
            |name: &&str| pattern.places.iter().position(|it| it.0 == **name).expect("a place");
        let end = word.iter().fold(pattern.root.clone(), |it, name| it.step(&[number(name)]));
        end.accepts()
    }

    #[test]
    fn words_are_matched() {
        let pattern = "L1 (L2 | f:L3)* end";
        assert!(matches(pattern, &["L1", "end"]));
        assert!(matches(pattern, &["L1", "f:L3", "L2", "L2", "end"]));
        assert!(!matches(pattern, &["L1", "L2"]));
        assert!(!matches(pattern, &["L2", "end"]));
        assert!(matches("a+ b? .", &["a", "a", "b"]));
        assert!(!matches("a+ b?", &["b"]));
    }

    #[test]
    fn repetition_does_not_make_larger_expressions() {
        let pattern = parse(FileId(0), "(a | b)* a").expect("an expression");
        let mut states = vec![pattern.root.clone()];
        for turn in 0..20 {
            let next = states[states.len() - 1].step(&[turn % 2]);
            if !states.contains(&next) {
                states.push(next);
            }
        }
        assert!(states.len() < 5 && !states.contains(&Regular::Never));
    }

    #[test]
    fn what_is_wrong_is_told_where_it_is() {
        let error = parse(FileId(0), "L1 (L2 | ").expect_err("no expression");
        assert_eq!(
            (error.primary.span.start, error.message.as_str()),
            (9, "expected a place or `(`")
        );
    }
}

//! The expressions of `#if` (C11 §6.10.1): 64-bit integers, unknown names are 0.

use tribunal_base::{Diagnostic, Span};

use crate::literal::{self, CharacterLiteral, Encoding};
use crate::preprocessor::Preprocessor;
use crate::token::{Token, TokenKind};
use crate::{IncludeStyle, Question};

const MAX_DEPTH: usize = 200;

/// A number of the widest integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Value {
    bits: u64,
    unsigned: bool,
}

/// Why there is no value, and where.
struct Problem {
    span: Span,
    message: String,
}

type Evaluated = Result<Value, Problem>;

impl Preprocessor<'_> {
    /// Whether the expression on the rest of an `#if` line is not 0. Problems are reported and count as 0.
    pub(crate) fn condition(&mut self, directive: Span, line: &[Token]) -> bool {
        let line = self.replace_defined(line);
        // Macros may bring `defined` along; GNU C obeys it.
        let tokens = self.expand_line(&line);
        let tokens = self.replace_defined(&tokens);
        let texts =
            tokens.iter().map(|it| (it.kind, self.symbols.text(it.text), it.span)).collect();
        let mut evaluator = Evaluator { tokens: texts, position: 0, depth: 0, end: directive };
        let result = evaluator.whole();
        match result {
            Ok(value) => value.bits != 0,
            Err(problem) => {
                self.report(
                    Diagnostic::error("invalid-condition", problem.span, problem.message)
                        .help("the condition of #if is an expression of integers, macros and `defined NAME`"),
                );
                false
            }
        }
    }

    /// Puts numbers for `defined X`, `defined(X)`, `__has_include(..)` and its relatives.
    fn replace_defined(&mut self, line: &[Token]) -> Vec<Token> {
        let (open, close) = (self.words.open, self.words.close);
        let mut out = Vec::with_capacity(line.len());
        let mut rest = line;
        while let Some((&token, tail)) = rest.split_first() {
            rest = tail;
            let value = if token.text == self.words.defined {
                match rest {
                    [name, tail @ ..] if name.kind == TokenKind::Identifier => {
                        rest = tail;
                        Some(i64::from(self.is_defined(name)))
                    }
                    [left, name, right, tail @ ..]
                        if left.text == open
                            && name.kind == TokenKind::Identifier
                            && right.text == close =>
                    {
                        rest = tail;
                        Some(i64::from(self.is_defined(name)))
                    }
                    _ => None,
                }
            } else if [self.words.has_include, self.words.has_include_next].contains(&token.text)
                && rest.first().is_some_and(|it| it.text == open)
            {
                let end = rest.iter().position(|it| it.text == close).unwrap_or(rest.len());
                let inside = &rest[1.min(end)..end];
                rest = &rest[(end + 1).min(rest.len())..];
                let mut name = self.spell(inside);
                if !name.starts_with(['<', '"']) {
                    name = self.computed_name(inside).unwrap_or_default();
                }
                let style = if token.text == self.words.has_include_next {
                    IncludeStyle::Next
                } else if name.starts_with('<') {
                    IncludeStyle::Angled
                } else {
                    IncludeStyle::Quoted
                };
                let found = self.find_file(name.trim_matches(['<', '>', '"']), style);
                Some(i64::from(found.is_some()))
            } else if self.is_query(&token) && rest.first().is_some_and(|it| it.text == open) {
                let end = rest.iter().position(|it| it.text == close).unwrap_or(rest.len());
                let name = self.spell(&rest[1.min(end)..end]).replace(' ', "");
                rest = &rest[(end + 1).min(rest.len())..];
                Some(self.answer(&token, &name))
            } else {
                None
            };
            out.push(match value {
                Some(value) => Token {
                    kind: TokenKind::Number,
                    text: self.symbols.intern(&value.to_string()),
                    ..token
                },
                None => token,
            });
        }
        out
    }

    /// What the compiler says to `__has_builtin(name)` and its relatives.
    fn answer(&self, query: &Token, name: &str) -> i64 {
        let words = &self.words;
        self.files.answer(if query.text == words.has_builtin {
            Question::Builtin(name)
        } else if query.text == words.has_c_attribute {
            Question::BracketAttribute(name)
        } else {
            Question::Attribute(name)
        })
    }
}

struct Evaluator<'a> {
    tokens: Vec<(TokenKind, &'a str, Span)>,
    position: usize,
    depth: usize,
    /// Where to point if the expression ends too early.
    end: Span,
}

/// Whether an operand counts: division by zero is no problem in `0 && 1/0`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Need {
    Value,
    Nothing,
}

impl Evaluator<'_> {
    fn whole(&mut self) -> Evaluated {
        if self.tokens.is_empty() {
            return Err(Problem { span: self.end, message: "#if without a condition".into() });
        }
        let value = self.comma(Need::Value)?;
        match self.tokens.get(self.position) {
            None => Ok(value),
            Some(&(_, text, span)) => {
                Err(Problem { span, message: format!("unexpected `{text}` in this condition") })
            }
        }
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.tokens.get(self.position).is_some_and(|it| it.1 == text);
        self.position += usize::from(found);
        found
    }

    fn expect(&mut self, text: &str) -> Result<(), Problem> {
        if self.eat(text) {
            return Ok(());
        }
        let span = self.tokens.get(self.position).map_or(self.end, |it| it.2);
        Err(Problem { span, message: format!("`{text}` is missing in this condition") })
    }

    fn comma(&mut self, need: Need) -> Evaluated {
        let mut value = self.conditional(need)?;
        while self.eat(",") {
            value = self.conditional(need)?;
        }
        Ok(value)
    }

    fn conditional(&mut self, need: Need) -> Evaluated {
        self.depth += 1;
        if MAX_DEPTH < self.depth {
            return Err(Problem {
                span: self.end,
                message: "this condition is nested too deeply".into(),
            });
        }
        let condition = self.binary(0, need)?;
        let value = if self.eat("?") {
            let holds = condition.bits != 0;
            let then = self.conditional(if holds { need } else { Need::Nothing })?;
            self.expect(":")?;
            let otherwise = self.conditional(if holds { Need::Nothing } else { need })?;
            let unsigned = then.unsigned || otherwise.unsigned;
            Value { unsigned, ..if holds { then } else { otherwise } }
        } else {
            condition
        };
        self.depth -= 1;
        Ok(value)
    }

    /// Precedence climbing: operators of at least this level.
    fn binary(&mut self, level: usize, need: Need) -> Evaluated {
        let mut left = self.unary(need)?;
        while let Some(&(_, operator, span)) = self.tokens.get(self.position) {
            let Some(found) =
                LEVELS.iter().position(|it| it.contains(&operator)).filter(|&it| level <= it)
            else {
                break;
            };
            self.position += 1;
            let skips =
                (operator == "&&" && left.bits == 0) || (operator == "||" && left.bits != 0);
            let right_need = if skips { Need::Nothing } else { need };
            let right = self.binary(found + 1, right_need)?;
            left = apply(operator, left, right, right_need).ok_or_else(|| Problem {
                span,
                message: "division by zero in this condition".into(),
            })?;
        }
        Ok(left)
    }

    fn unary(&mut self, need: Need) -> Evaluated {
        self.depth += 1;
        if MAX_DEPTH < self.depth {
            return Err(Problem {
                span: self.end,
                message: "this condition is nested too deeply".into(),
            });
        }
        let value = self.operand(need)?;
        self.depth -= 1;
        Ok(value)
    }

    fn operand(&mut self, need: Need) -> Evaluated {
        let Some(&(kind, text, span)) = self.tokens.get(self.position) else {
            return Err(Problem {
                span: self.end,
                message: "this condition ends too early".into(),
            });
        };
        self.position += 1;
        match (kind, text) {
            (TokenKind::Punctuator, "(") => {
                let value = self.comma(need)?;
                self.expect(")")?;
                Ok(value)
            }
            (TokenKind::Punctuator, "!") => Ok(truth(self.unary(need)?.bits == 0)),
            (TokenKind::Punctuator, "~") => {
                self.unary(need).map(|it| Value { bits: !it.bits, ..it })
            }
            (TokenKind::Punctuator, "-") => {
                self.unary(need).map(|it| Value { bits: it.bits.wrapping_neg(), ..it })
            }
            (TokenKind::Punctuator, "+") => self.unary(need),
            (TokenKind::Identifier, _) => Ok(Value { bits: 0, unsigned: false }),
            (TokenKind::Number, _) => number(&text.replace('\'', "")).ok_or_else(|| Problem {
                span,
                message: format!("`{text}` is not an integer of at most 64 bits"),
            }),
            (TokenKind::Character, _) => {
                character(text).map_err(|message| Problem { span, message })
            }
            _ => Err(Problem { span, message: format!("unexpected `{text}` in this condition") }),
        }
    }
}

/// From weakest to strongest.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", ">", "<=", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

fn truth(holds: bool) -> Value {
    Value { bits: u64::from(holds), unsigned: false }
}

/// `None` for a division by zero whose value is needed.
#[expect(
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "two's complement is what C does here"
)]
fn apply(operator: &str, left: Value, right: Value, need: Need) -> Option<Value> {
    let unsigned = left.unsigned || right.unsigned;
    let (a, b) = (left.bits, right.bits);
    let (sa, sb) = (a as i64, b as i64);
    let arithmetic = |bits| Some(Value { bits, unsigned });
    let ordered = |signed: bool, plain: bool| Some(truth(if unsigned { plain } else { signed }));
    // A shift by 64 and more, or to the other side, is what remains when all bits have left.
    let shift = |to_left: bool| {
        let backwards = !right.unsigned && sb < 0;
        let count =
            u32::try_from(if backwards { sb.unsigned_abs() } else { b }).unwrap_or(u32::MAX);
        let bits = match (to_left != backwards, left.unsigned) {
            (true, _) => a.checked_shl(count).unwrap_or(0),
            (false, true) => a.checked_shr(count).unwrap_or(0),
            (false, false) => (sa >> count.min(63)) as u64,
        };
        Some(Value { bits, unsigned: left.unsigned })
    };
    match operator {
        "||" => Some(truth(a != 0 || b != 0)),
        "&&" => Some(truth(a != 0 && b != 0)),
        "|" => arithmetic(a | b),
        "^" => arithmetic(a ^ b),
        "&" => arithmetic(a & b),
        "==" => Some(truth(a == b)),
        "!=" => Some(truth(a != b)),
        "<" => ordered(sa < sb, a < b),
        ">" => ordered(sa > sb, a > b),
        "<=" => ordered(sa <= sb, a <= b),
        ">=" => ordered(sa >= sb, a >= b),
        "<<" => shift(true),
        ">>" => shift(false),
        "+" => arithmetic(a.wrapping_add(b)),
        "-" => arithmetic(a.wrapping_sub(b)),
        "*" => arithmetic(a.wrapping_mul(b)),
        _ if b == 0 => (need == Need::Nothing).then_some(Value { bits: 0, unsigned }),
        "/" => arithmetic(if unsigned { a / b } else { sa.wrapping_div(sb) as u64 }),
        _ => arithmetic(if unsigned { a % b } else { sa.wrapping_rem(sb) as u64 }),
    }
}

/// C11 §6.4.4.1.
fn number(text: &str) -> Option<Value> {
    let lower = text.to_ascii_lowercase();
    let (radix, rest) = if let Some(rest) = lower.strip_prefix("0x") {
        (16, rest)
    } else if let Some(rest) = lower.strip_prefix("0b") {
        (2, rest)
    } else if lower.len() > 1 && lower.starts_with('0') {
        (8, &lower[1..])
    } else {
        (10, lower.as_str())
    };
    let digits = rest.trim_end_matches(['u', 'l']);
    let suffix = &rest[digits.len()..];
    // `0u` and `0l` have no digits left after the octal prefix.
    let digits = if radix == 8 && digits.is_empty() { "0" } else { digits };
    if !matches!(suffix, "" | "u" | "l" | "ul" | "lu" | "ll" | "ull" | "llu") {
        return None;
    }
    let bits = u64::from_str_radix(digits, radix).ok()?;
    let unsigned = suffix.contains('u') || i64::try_from(bits).is_err();
    Some(Value { bits, unsigned })
}

/// Characters with a prefix but `L` are unsigned (C11 §6.4.4.4, C23 §6.4.4.5).
fn character(text: &str) -> Result<Value, String> {
    let CharacterLiteral { encoding, value } = literal::character(text)?;
    let unsigned = matches!(encoding, Encoding::Utf8 | Encoding::Utf16 | Encoding::Utf32);
    Ok(Value { bits: value.cast_unsigned(), unsigned })
}

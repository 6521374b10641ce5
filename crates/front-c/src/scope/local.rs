//! `f::x`: a variable of a function, from outside.

use tribunal_base::{Diagnostic, Span, similar};
use tribunal_preprocess::{Before, Symbol, Symbols};

use super::Scope;
use crate::hir::{FunctionId, Origin, VarId, Variable};
use crate::lexer::{Kind, Token};

/// A variable of a function, as written.
pub(super) struct Local {
    /// The whole.
    pub(super) symbol: Symbol,
    pub(super) function: Symbol,
    pub(super) name: Symbol,
    pub(super) span: Span,
}

/// Makes one name of `f::x` wherever it stands.
pub(super) fn join(tokens: Vec<Token>, symbols: &mut Symbols) -> (Vec<Token>, Vec<Local>) {
    let mut joined: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut locals = Vec::new();
    let mut rest = &tokens[..];
    while let [first, behind @ ..] = rest {
        let local = match rest {
            [function, colon, second, name, ..]
                if [function.kind, colon.kind, second.kind, name.kind]
                    == [Kind::Identifier, Kind::Colon, Kind::Colon, Kind::Identifier]
                    && second.before == Before::Nothing =>
            {
                Some((function, name))
            }
            _ => None,
        };
        let Some((function, name)) = local else {
            joined.push(*first);
            rest = behind;
            continue;
        };
        let (function, name, span) = (function.symbol, name.symbol, function.span.to(name.span));
        let whole = format!("{}::{}", symbols.text(function), symbols.text(name));
        let symbol = symbols.intern(&whole);
        joined.push(Token { symbol, span, ..*first });
        locals.push(Local { symbol, function, name, span });
        rest = &rest[4..];
    }
    (joined, locals)
}

impl Scope {
    /// The variable of a function.
    pub(super) fn local(
        &self,
        function: &str,
        name: &str,
        span: Span,
    ) -> Result<VarId, Box<Diagnostic>> {
        let all: Vec<(FunctionId, &str)> = self
            .unit
            .functions
            .iter()
            .filter(|(_, it)| it.body.is_some())
            .map(|(id, it)| (id, it.name.as_str()))
            .collect();
        let Some(owner) = self.of_first_file(&all, function) else {
            let message = format!("there is no function `{function}`");
            return Err(unknown(span, message, similar(function, all.iter().map(|it| it.1))));
        };
        let is_own = |it: &Variable| {
            it.function == Some(owner) && it.origin == Origin::Declaration && !it.name.is_empty()
        };
        let own: Vec<(VarId, &Variable)> =
            self.unit.variables.iter().filter(|(_, it)| is_own(it)).collect();
        let mut found = own.iter().filter(|(_, it)| it.name == name);
        match (found.next(), found.next()) {
            (Some((variable, _)), None) => Ok(*variable),
            (Some((_, first)), Some((_, second))) => {
                let message = format!("`{function}` has more than one variable `{name}`");
                let error = Diagnostic::error("ambiguous-local", span, message)
                    .related(first.span, "one is declared here")
                    .related(second.span, "another here");
                Err(Box::new(error))
            }
            (None, _) => {
                let message = format!("`{function}` has no variable `{name}`");
                let known = own.iter().map(|(_, it)| it.name.as_str());
                Err(unknown(span, message, similar(name, known)))
            }
        }
    }

    /// Among functions of a name, the one of the first file, else any.
    fn of_first_file(&self, all: &[(FunctionId, &str)], name: &str) -> Option<FunctionId> {
        let named = all.iter().filter(|it| it.1 == name).map(|it| it.0);
        let is_elsewhere =
            |it: &FunctionId| self.unit.functions[*it].span.file != self.file.end.file;
        named.min_by_key(is_elsewhere)
    }
}

fn unknown(span: Span, message: String, meant: Option<&str>) -> Box<Diagnostic> {
    let error = Diagnostic::error("unknown-local", span, message);
    Box::new(match meant {
        Some(meant) => error.help(format!("there is a similar name: `{meant}`")),
        None => error,
    })
}

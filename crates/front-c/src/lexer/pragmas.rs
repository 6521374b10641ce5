//! What the pragmas of a file say, by `support::pragmas`.

use tribunal_base::{Diagnostic, Span};
use tribunal_preprocess::{Preprocessed, Token};

use super::Packs;
use crate::support::pragmas::{FAMILIES, Meaning, ROWS, meaning};
use crate::support::{Support, lookup};

/// What pragmas say about names of the file, or what is not supported of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pragma {
    /// What it says.
    pub kind: PragmaKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of pragmas that outlive the lexer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PragmaKind {
    /// `weak name`
    Weak(String),
    /// `weak name = target`
    WeakAlias(String, String),
    /// `redefine_extname name label`
    Rename(String, String),
    /// Not supported; this is how it is called.
    Unsupported(String),
}

/// All pragmas of a file.
#[derive(Debug, Default)]
pub(crate) struct Pragmas {
    pub(crate) packs: Packs,
    pub(crate) others: Vec<Pragma>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl Pragmas {
    /// Obeys a pragma before the token at `position`.
    pub(super) fn obey(&mut self, position: usize, preprocessed: &Preprocessed, line: &[Token]) {
        let texts: Vec<&str> = line.iter().map(|it| preprocessed.text(it)).collect();
        let n_words = match texts.first() {
            Some(first) if FAMILIES.contains(first) => 2.min(line.len()),
            Some(_) => 1,
            None => return,
        };
        let span = preprocessed.site(&line[0]);
        let name = texts[..n_words].join(" ");
        let kind = match meaning(&name) {
            Some(meaning) => obeyed(meaning, &name, &texts[n_words..]),
            None => match lookup(ROWS, &name) {
                Some(Support::Irrelevant) => None,
                Some(_) => Some(PragmaKind::Unsupported(format!("`#pragma {name}`"))),
                None => {
                    let message =
                        format!("`#pragma {name}` is not known: it is ignored, as by gcc");
                    self.diagnostics.push(Diagnostic::warning("unknown-pragma", span, message));
                    None
                }
            },
        };
        if meaning(&name) == Some(Meaning::Pack) {
            self.packs.obey(position, preprocessed, &line[1..]);
        }
        self.others.extend(kind.map(|kind| Pragma { kind, span }));
    }
}

/// What is left to do for a pragma, if something is.
fn obeyed(meaning: Meaning, name: &str, arguments: &[&str]) -> Option<PragmaKind> {
    let is_supported = match (meaning, arguments) {
        // The preprocessor or `Packs` have done it.
        (Meaning::Once | Meaning::Pack | Meaning::PopMacro | Meaning::PushMacro, _) => true,
        (Meaning::Weak, [name]) => return Some(PragmaKind::Weak((*name).to_owned())),
        (Meaning::Weak, [name, "=", target]) => {
            return Some(PragmaKind::WeakAlias((*name).to_owned(), (*target).to_owned()));
        }
        (Meaning::RedefineExtname, [name, label]) => {
            return Some(PragmaKind::Rename((*name).to_owned(), (*label).to_owned()));
        }
        // gcc ignores what is malformed.
        (Meaning::Weak | Meaning::RedefineExtname, _) => true,
        (Meaning::ScalarStorageOrder, words) => words.iter().all(|it| !it.starts_with("big")),
        (Meaning::Optimize, words) => only_levels(&words.concat()),
        (Meaning::Target, words) => keeps_floats(&words.concat()),
    };
    (!is_supported).then(|| PragmaKind::Unsupported(format!("`#pragma {name}`")))
}

/// Whether the arguments of `optimize` say no more than how hard to try.
pub(crate) fn only_levels(arguments: &str) -> bool {
    let words = arguments.split([',', '(', ')', '"', ' ']).filter(|it| !it.is_empty());
    let mut words = words.map(|it| it.trim_start_matches("-O").trim_start_matches('O'));
    words.all(|it| it.is_empty() || ["0", "1", "2", "3", "s", "g"].contains(&it))
}

/// Whether the arguments of `target` leave the arithmetic of floats alone.
pub(crate) fn keeps_floats(arguments: &str) -> bool {
    !["fpmath", "387", "soft-float", "general-regs-only"].iter().any(|it| arguments.contains(it))
}

#[cfg(test)]
mod tests {
    use super::{keeps_floats, only_levels};

    #[test]
    fn levels_and_instructions_change_nothing() {
        assert!(only_levels("(\"O2\")") && only_levels("\"-O0\", \"3\"") && only_levels("0"));
        assert!(!only_levels("\"wrapv\"") && !only_levels("\"O2\",\"fast-math\""));
        assert!(keeps_floats("\"avx2\"") && !keeps_floats("\"fpmath=387\""));
    }
}

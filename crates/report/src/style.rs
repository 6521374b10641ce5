//! How text is drawn: colour, width and folding. The caller knows the terminal; nothing here asks.

use crate::words::one_line;

/// How text is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Whether to use colour.
    pub colour: Colour,
    /// How many columns there are.
    pub width: usize,
    /// What happens to long traces.
    pub folding: Folding,
    /// What happens to long lines of source.
    pub lines: Lines,
}

/// What happens to lines of source that are longer than there are columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lines {
    /// They are cut: somebody looks at a terminal.
    Fitted,
    /// They stay as they are.
    Whole,
}

/// Whether to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// Plain text.
    Never,
    /// ANSI escapes.
    Ansi,
}

/// What happens to long traces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folding {
    /// The middle is left out.
    Middle,
    /// Everything is shown.
    Full,
}

/// What a piece of text is.
#[derive(Clone, Copy)]
pub(crate) enum Role {
    Good,
    Bad,
    Unsure,
    Heading,
    Faint,
}

impl Style {
    /// Plain text, 100 columns, long traces folded, lines of source whole.
    pub const PLAIN: Self =
        Self { colour: Colour::Never, width: 100, folding: Folding::Middle, lines: Lines::Whole };

    /// Source text on one line, cut to so many columns if lines are fitted.
    pub(crate) fn source(self, text: &str, columns: usize) -> String {
        match self.lines {
            Lines::Fitted => one_line(text, columns),
            Lines::Whole => one_line(text, usize::MAX),
        }
    }

    pub(crate) fn paint(self, role: Role, text: &str) -> String {
        if self.colour == Colour::Never || text.is_empty() {
            return text.to_owned();
        }
        let code = match role {
            Role::Good => "1;32",
            Role::Bad => "1;31",
            Role::Unsure => "1;33",
            Role::Heading => "1",
            Role::Faint => "2",
        };
        format!("\u{1b}[{code}m{text}\u{1b}[0m")
    }
}

/// Which of `count` lines to show: `head` first ones and `tail` last ones, the middle left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fold {
    pub(crate) head: usize,
    pub(crate) tail: usize,
}

impl Fold {
    /// Everything if it is short or folding is off, else `keep` lines at each side.
    pub(crate) fn of(count: usize, keep: usize, folding: Folding) -> Self {
        // A fold of one line would save nothing.
        if folding == Folding::Full || count <= 2 * keep + 1 {
            return Self { head: count, tail: 0 };
        }
        Self { head: keep, tail: keep }
    }

    /// Whether line `index` of `count` is shown.
    pub(crate) fn shows(self, index: usize, count: usize) -> bool {
        index < self.head || count - self.tail <= index
    }

    /// How many of `count` lines are left out.
    pub(crate) fn hidden(self, count: usize) -> usize {
        count - self.head - self.tail
    }
}

#[cfg(test)]
mod tests {
    use super::{Colour, Fold, Folding, Role, Style};

    #[test]
    fn folding_keeps_both_ends() {
        let fold = Fold::of(100, 3, Folding::Middle);
        let shown: Vec<usize> = (0..100).filter(|&it| fold.shows(it, 100)).collect();
        assert_eq!((shown, fold.hidden(100)), (vec![0, 1, 2, 97, 98, 99], 94));
        assert_eq!(Fold::of(100, 3, Folding::Full).hidden(100), 0);
        assert_eq!(Fold::of(7, 3, Folding::Middle).hidden(7), 0);
    }

    #[test]
    fn plain_text_has_no_escapes() {
        assert_eq!(Style::PLAIN.paint(Role::Bad, "x"), "x");
        let ansi = Style { colour: Colour::Ansi, ..Style::PLAIN };
        assert_eq!(ansi.paint(Role::Bad, "x"), "\u{1b}[1;31mx\u{1b}[0m");
    }
}

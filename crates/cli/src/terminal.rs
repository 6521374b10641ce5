//! The terminal: what it can show, and writing to it.

use std::cell::RefCell;
use std::io::{self, IsTerminal, Write};

use tribunal_report::{Colour, Folding, Lines, Style};

/// The columns of a terminal that does not tell.
const COLUMNS: usize = 100;
/// Fewer columns than this are of no use.
const NARROWEST: usize = 40;

thread_local! {
    /// What this thread has written to either stream, if it is to be kept instead of shown.
    static KEPT: RefCell<Option<[Vec<u8>; 2]>> = const { RefCell::new(None) };
}

/// Keeps what is written meanwhile, to the standard output stream and to the standard error stream.
pub(crate) fn kept<T>(work: impl FnOnce() -> T) -> (T, (String, String)) {
    KEPT.set(Some([Vec::new(), Vec::new()]));
    let done = work();
    let [output, error] = KEPT.take().unwrap_or_default();
    let text = |it: Vec<u8>| String::from_utf8_lossy(&it).into_owned();
    (done, (text(output), text(error)))
}

/// A stream of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stream {
    Out,
    Error,
}

impl Stream {
    pub(crate) fn is_terminal(self) -> bool {
        match self {
            _ if KEPT.with_borrow(Option::is_some) => false,
            Self::Out => io::stdout().is_terminal(),
            Self::Error => io::stderr().is_terminal(),
        }
    }

    /// Writes a text. If nobody reads any more there is nobody to tell, so errors are dropped.
    pub(crate) fn write(self, text: &str) {
        self.write_bytes(text.as_bytes());
    }

    /// Writes bytes that need not be a text.
    pub(crate) fn write_bytes(self, bytes: &[u8]) {
        let is_kept = KEPT.with_borrow_mut(|kept| match kept {
            Some([output, error]) => {
                if self == Self::Out { output } else { error }.extend_from_slice(bytes);
                true
            }
            None => false,
        });
        if is_kept {
            return;
        }
        let _ = match self {
            Self::Out => write_to(&mut io::stdout().lock(), bytes),
            Self::Error => write_to(&mut io::stderr().lock(), bytes),
        };
    }

    /// The columns of this stream: as `COLUMNS` says, or as the terminal does.
    fn columns(self) -> usize {
        let size = match self {
            Self::Out => terminal_size::terminal_size_of(io::stdout()),
            Self::Error => terminal_size::terminal_size_of(io::stderr()),
        };
        let seen = size.map(|(width, _)| usize::from(width.0));
        told_columns().or(seen).filter(|it| NARROWEST <= *it).unwrap_or(COLUMNS)
    }

    /// How to draw on this stream: colour only on a terminal, and not if `NO_COLOR` is set.
    pub(crate) fn style(self, folding: Folding) -> Style {
        let wanted = std::env::var_os("NO_COLOR").is_none_or(|it| it.is_empty());
        let colour = if wanted && self.is_terminal() { Colour::Ansi } else { Colour::Never };
        let is_fitted = self.is_terminal() || told_columns().is_some();
        let lines = if is_fitted { Lines::Fitted } else { Lines::Whole };
        Style { colour, width: self.columns(), folding, lines }
    }
}

fn told_columns() -> Option<usize> {
    std::env::var("COLUMNS").ok()?.parse().ok()
}

fn write_to(stream: &mut dyn Write, bytes: &[u8]) -> io::Result<()> {
    stream.write_all(bytes)?;
    stream.flush()
}

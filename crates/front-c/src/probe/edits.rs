//! Texts that are put into other texts, and where they come from.

use tribunal_base::Span;

/// A text of the user, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The text.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A text with pieces of the user in it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Text {
    /// The text.
    pub(crate) text: String,
    /// Where it comes from, in order.
    pub(crate) origins: Vec<Origin>,
}

/// Where a part of a text comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin {
    start: usize,
    end: usize,
    /// Where it stands.
    span: Span,
}

impl Origin {
    /// The same in a text that has `by` characters before.
    pub(crate) fn moved(self, by: usize) -> Self {
        Self { start: self.start + by, end: self.end + by, ..self }
    }
}

impl Text {
    /// Writes our own text.
    pub(crate) fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Writes a text of the user. Lines are joined.
    pub(crate) fn piece(&mut self, piece: &Piece) {
        let start = self.text.len();
        self.text.extend(piece.text.chars().map(|it| if it == '\n' { ' ' } else { it }));
        self.origins.push(Origin { start, end: self.text.len(), span: piece.span });
    }

    /// What the user wrote at a place of the text.
    pub(crate) fn origin(&self, span: Span) -> Option<Span> {
        let (start, end) = (span.start as usize, span.end as usize);
        let is_inside = |it: &&Origin| it.start <= start && start <= it.end;
        // Our own parentheses around it belong to it.
        let is_around = |it: &&Origin| start + 1 == it.start && end == it.end + 1;
        let all = &self.origins;
        let it = all.iter().find(is_inside).or_else(|| all.iter().find(is_around))?;
        let at = |position: usize| {
            let position = position.clamp(it.start, it.end) - it.start;
            (it.span.start as usize + position).min(it.span.end as usize)
        };
        Some(Span::new(it.span.file, at(start), at(end)))
    }

    /// Writes another text.
    pub(crate) fn append(&mut self, other: &Self) {
        let by = self.text.len();
        self.text.push_str(&other.text);
        self.origins.extend(other.origins.iter().map(|it| it.moved(by)));
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self { text: text.to_owned(), origins: Vec::new() }
    }
}

/// Changes of a text.
#[derive(Debug, Default)]
pub(crate) struct Edits {
    all: Vec<Edit>,
}

#[derive(Debug)]
struct Edit {
    start: usize,
    end: usize,
    side: Side,
    text: Text,
}

/// Whether a new text belongs to what stands before it or after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Before,
    After,
}

impl Edits {
    /// Puts a text before what starts here. What surrounds comes first.
    pub(crate) fn before(&mut self, at: usize, text: Text) {
        self.all.push(Edit { start: at, end: at, side: Side::After, text });
    }

    /// Puts a text after what ends here. What surrounds comes last.
    pub(crate) fn after(&mut self, at: usize, text: Text) {
        self.all.push(Edit { start: at, end: at, side: Side::Before, text });
    }

    /// Puts a text in the place of another.
    pub(crate) fn replace(&mut self, start: usize, end: usize, text: Text) {
        self.all.push(Edit { start, end, side: Side::After, text });
    }

    /// The changed text. `declarations` come before `first`.
    pub(crate) fn apply(mut self, text: &str, first: usize, declarations: &str) -> String {
        self.all.sort_by_key(|it| (it.start, it.side));
        let declared =
            Edit { start: first, end: first, side: Side::Before, text: declarations.into() };
        let place = self.all.partition_point(|it| it.start < first);
        self.all.insert(place, declared);
        let mut result = Text::default();
        let mut at = 0;
        for edit in &self.all {
            if at < edit.start {
                result.push(&text[at..edit.start]);
            }
            result.append(&edit.text);
            at = at.max(edit.end);
        }
        result.push(&text[at..]);
        result.text
    }
}

/// Where a definition starts whose name stands at `name`: before the macro if its first word stands in the arguments of one, as in `API(int) f(void)`.
pub(crate) fn outside_of_macros(text: &str, start: usize, name: usize) -> usize {
    let between = text.get(start..name).unwrap_or("");
    let mut open = 0_usize;
    let mut closed = 0_usize;
    for it in between.bytes() {
        match it {
            b'(' => open += 1,
            b')' if 0 < open => open -= 1,
            b')' => closed += 1,
            _ => {}
        }
    }
    let mut start = start;
    for _ in 0..closed {
        let before = text.get(..start).unwrap_or("");
        let Some(parenthesis) = before.rfind('(') else { return start };
        let word = before[..parenthesis].trim_end();
        start = word.trim_end_matches(|it: char| it.is_ascii_alphanumeric() || it == '_').len();
    }
    start
}

#[cfg(test)]
mod tests {
    use super::outside_of_macros;

    #[test]
    fn definitions_start_before_macros_that_spell_their_types() {
        let text = "int g; API(const char *) name(void) {}";
        let at = |word: &str| text.find(word).expect("it stands there");
        assert_eq!(outside_of_macros(text, at("const"), at("name")), at("API"));
        assert_eq!(outside_of_macros(text, at("int"), at("g;")), 0);
    }
}

//! Translation phase 2 (C11 §5.1.1.2): a backslash at the end of a line joins it with the next one.

/// What some editors write at the start of a file to say that it is UTF-8. It does not belong to the text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A text without line splices that knows where its bytes were.
#[derive(Debug)]
pub(crate) struct Spliced {
    pub(crate) text: String,
    /// For each splice the offset in `text`, and how many bytes are gone up to there.
    gaps: Vec<(usize, usize)>,
    /// The original offsets of splices with blanks between backslash and line end.
    pub(crate) blank_splices: Vec<usize>,
}

impl Spliced {
    pub(crate) fn new(original: &str) -> Self {
        let mut spliced = Self {
            text: String::with_capacity(original.len()),
            gaps: Vec::new(),
            blank_splices: Vec::new(),
        };
        let mut rest = original;
        if let Some(text) = original.strip_prefix(BYTE_ORDER_MARK) {
            rest = text;
            spliced.gaps.push((0, BYTE_ORDER_MARK.len_utf8()));
        }
        while let Some(at) = rest.find('\\') {
            let tail = &rest[at + 1..];
            let blanks =
                tail.len() - tail.trim_start_matches([' ', '\t', '\r', '\x0b', '\x0c']).len();
            if !tail[blanks..].starts_with('\n') {
                spliced.text.push_str(&rest[..=at]);
                rest = tail;
                continue;
            }
            spliced.text.push_str(&rest[..at]);
            let here = original.len() - rest.len() + at;
            if tail[..blanks].contains([' ', '\t', '\x0b', '\x0c']) {
                spliced.blank_splices.push(here);
            }
            rest = &tail[blanks + 1..];
            spliced
                .gaps
                .push((spliced.text.len(), original.len() - rest.len() - spliced.text.len()));
        }
        spliced.text.push_str(rest);
        spliced
    }

    /// Where the byte at `offset` was.
    pub(crate) fn original(&self, offset: usize) -> usize {
        let gaps_before = self.gaps.partition_point(|&(at, _)| at <= offset);
        match gaps_before.checked_sub(1) {
            Some(last) => offset + self.gaps[last].1,
            None => offset,
        }
    }

    /// Where the bytes from `start` to `end` were.
    pub(crate) fn original_range(&self, start: usize, end: usize) -> (usize, usize) {
        let from = self.original(start);
        // The last byte decides: a splice right after the range does not belong to it.
        let to = if start < end { self.original(end - 1) + 1 } else { from };
        (from, to)
    }
}

#[cfg(test)]
mod tests {
    use super::Spliced;

    #[test]
    fn joins_lines_and_remembers_offsets() {
        let spliced = Spliced::new("ab\\\ncd\\ \r\nef\\x");
        assert_eq!(spliced.text, "abcdef\\x");
        assert_eq!(spliced.blank_splices, [6]);
        assert_eq!(spliced.original_range(0, 2), (0, 2));
        assert_eq!(spliced.original_range(1, 3), (1, 5));
        assert_eq!(spliced.original_range(4, 6), (10, 12));
    }

    #[test]
    fn leaves_out_a_byte_order_mark() {
        let spliced = Spliced::new("\u{feff}ab\\\ncd");
        assert_eq!(spliced.text, "abcd");
        assert_eq!(spliced.original_range(0, 1), (3, 4));
        assert_eq!(spliced.original_range(2, 4), (7, 9));
    }
}

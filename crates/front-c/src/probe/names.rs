//! The names that an expression uses.

/// The names of variables, functions and types in a C expression: neither members nor tags nor keywords.
#[must_use]
pub fn names(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let is_start = |it: char| it.is_ascii_alphabetic() || it == '_' || it == '$';
    let mut rest = text;
    let mut before = "";
    while let Some(first) = rest.chars().next() {
        let word = |it: &str| {
            it.find(|it: char| !(it.is_ascii_alphanumeric() || it == '_' || it == '$'))
                .unwrap_or(it.len())
        };
        let length = match first {
            _ if is_start(first) => word(rest),
            _ if first.is_ascii_digit() => rest
                .find(|it: char| !(it.is_ascii_alphanumeric() || it == '.' || it == '_'))
                .unwrap_or(rest.len()),
            '"' | '\'' => literal(rest, first),
            '-' if rest.starts_with("->") => 2,
            _ => first.len_utf8(),
        };
        let (token, after) = rest.split_at(length.max(1));
        let is_name = is_start(first)
            && !matches!(before, "." | "->" | "struct" | "union" | "enum")
            && !KEYWORDS.contains(&token);
        if is_name && !found.iter().any(|it| it == token) {
            found.push(token.to_owned());
        }
        if !first.is_whitespace() {
            before = token;
        }
        rest = after;
    }
    found
}

/// How long a literal in quotes is.
fn literal(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, it) in text.char_indices().skip(1) {
        match it {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if it == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

const KEYWORDS: &[&str] = &[
    "_Bool",
    "char",
    "const",
    "double",
    "enum",
    "float",
    "int",
    "long",
    "short",
    "signed",
    "sizeof",
    "struct",
    "union",
    "unsigned",
    "void",
    "volatile",
    "_Alignof",
    "__typeof__",
    "typeof",
];

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn members_tags_and_literals_are_no_names() {
        let text = "p->len + (struct s *)q.next[i] == 0x1fu && f(\"a b\", 'c') < sizeof(t)";
        assert_eq!(names(text), ["p", "q", "i", "f", "t"]);
    }
}

//! As much of YAML as witnesses need: maps and lists by indentation, strings in double quotes.

use std::ops::Index;

#[derive(Clone, Debug)]
pub(crate) enum Yaml {
    Map(Vec<(String, Yaml)>),
    List(Vec<Yaml>),
    Text(String),
}

impl Yaml {
    pub(crate) fn parse(text: &str) -> Self {
        let lines: Vec<(usize, &str)> = text
            .lines()
            .filter(|it| !it.trim().is_empty())
            .map(|it| (it.len() - it.trim_start().len(), it.trim()))
            .collect();
        let mut rest = lines.as_slice();
        let indent = rest.first().map_or(0, |it| it.0);
        let value = block(&mut rest, indent);
        assert!(rest.is_empty(), "this should belong to something: {rest:?}");
        value
    }

    pub(crate) fn items(&self) -> &[Self] {
        match self {
            Self::List(items) => items,
            other => panic!("this should be a list: {other:?}"),
        }
    }

    pub(crate) fn text(&self) -> &str {
        match self {
            Self::Text(text) => text,
            other => panic!("this should be a scalar: {other:?}"),
        }
    }
}

impl Index<&str> for Yaml {
    type Output = Self;

    fn index(&self, key: &str) -> &Self {
        match self {
            Self::Map(entries) => {
                let found = entries.iter().find(|(it, _)| it == key).map(|it| &it.1);
                found.unwrap_or_else(|| panic!("there should be `{key}`: {self:?}"))
            }
            other => panic!("this should be a map: {other:?}"),
        }
    }
}

/// A map or list whose lines are indented so far.
fn block(rest: &mut &[(usize, &str)], indent: usize) -> Yaml {
    let is_list = rest.first().is_some_and(|it| it.1.starts_with("- "));
    let (mut items, mut entries) = (Vec::new(), Vec::new());
    while let Some(&(here, line)) = rest.first() {
        if here < indent {
            break;
        }
        assert_eq!(here, indent, "{line}");
        if let Some(item) = line.strip_prefix("- ").filter(|_| is_list) {
            if split(item).is_none() {
                *rest = &rest[1..];
                items.push(scalar(item));
                continue;
            }
            // The item is a map whose first entry stands behind the dash.
            let mut lines = rest.to_vec();
            lines[0] = (indent + 2, item);
            let mut inner = lines.as_slice();
            items.push(block(&mut inner, indent + 2));
            *rest = &rest[rest.len() - inner.len()..];
            continue;
        }
        assert!(!is_list, "{line}");
        let (key, value) = split(line).unwrap_or_else(|| panic!("`{line}` should be an entry"));
        *rest = &rest[1..];
        let value = match (value, rest.first()) {
            ("", Some(&(next, _))) if indent < next => block(rest, next),
            _ => scalar(value),
        };
        entries.push((key, value));
    }
    if is_list { Yaml::List(items) } else { Yaml::Map(entries) }
}

/// A key and what follows it.
fn split(line: &str) -> Option<(String, &str)> {
    if let Some(quoted) = line.strip_prefix('"') {
        let (key, value) = quoted.split_once('"')?;
        return Some((key.to_owned(), value.strip_prefix(':')?.trim()));
    }
    let (key, value) = line.split_once(':')?;
    Some((key.to_owned(), value.trim()))
}

fn scalar(text: &str) -> Yaml {
    if text == "[]" {
        return Yaml::List(Vec::new());
    }
    let inner = text.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
    let Some(inner) = inner else { return Yaml::Text(text.to_owned()) };
    let mut plain = String::new();
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        match (c, c == '\\') {
            (_, true) => match chars.next() {
                Some('n') => plain.push('\n'),
                Some(other) => plain.push(other),
                None => panic!("`{text}` should end well"),
            },
            (other, false) => plain.push(other),
        }
    }
    Yaml::Text(plain)
}

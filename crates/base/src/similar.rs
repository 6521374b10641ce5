//! Names that may be meant by one that is not known.

use strsim::damerau_levenshtein;

/// The most similar of some names, if one is similar at all: one letter in three may be missing, too much, wrong, or swapped with its neighbour.
pub fn similar<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let most = name.chars().count() / 3;
    known
        .into_iter()
        .map(|it| (damerau_levenshtein(name, it), it))
        .filter(|(distance, _)| (1..=most).contains(distance))
        .min()
        .map(|(_, it)| it)
}

#[cfg(test)]
mod tests {
    use super::similar;

    #[test]
    fn slips_are_found() {
        let known = ["level", "lever", "pump", "in"];
        assert_eq!(similar("levle", known), Some("level"));
        assert_eq!(similar("pmp", known), Some("pump"));
        assert_eq!(similar("i", known), None);
        assert_eq!(similar("valve", known), None);
    }
}

//! The figures of a report that was printed as JSON.

use serde::Deserialize;

use crate::data::Truth;

/// The figures of a report of `tribunal check`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Summary {
    /// The verdict.
    pub verdict: Truth,
    /// The properties.
    pub properties: Vec<PropertySummary>,
    /// What it cost.
    pub statistics: StatisticsSummary,
}

/// What became of a property.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct PropertySummary {
    /// Its name.
    pub name: String,
    /// Whether it holds.
    pub verdict: Truth,
    /// Why, for people.
    pub reason: String,
    /// Why, in one word.
    pub reason_code: String,
}

/// What all searches together cost.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct StatisticsSummary {
    /// States stored.
    pub states: u64,
    /// Steps between stored states.
    pub transitions: u64,
    /// Each search.
    pub searches: Vec<SearchSummary>,
}

/// What one search cost.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct SearchSummary {
    /// The memory of the states stored, with all tables.
    pub table_bytes: u64,
}

impl Summary {
    /// Reads a report; none if the text is not one.
    #[must_use]
    pub fn read(json: &str) -> Option<Self> {
        serde_json::from_str(json).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::Summary;
    use crate::data::{Report, Truth};
    use tribunal_base::Sources;

    #[test]
    fn a_report_is_read_again() {
        let report = Report::empty("m.pml", &Sources::default(), &[]);
        let summary = Summary::read(&crate::json(&report)).expect("it should be read");
        assert_eq!((summary.verdict, summary.statistics.states), (Truth::Maybe, 0));
        assert_eq!(Summary::read("error: no such file"), None);
    }
}

//! What became of a certificate.

use serde::Serialize;
use tribunal_base::{Diagnostic, Sources};

use crate::data::{CONTRACT, DiagnosticReport, TOOL, VERSION};
use crate::words;

/// What is to be thought of the evidence for a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// It shows that the property holds.
    Accepted,
    /// It may: to find out costs too much, or the certificate does not say enough.
    Trusted,
    /// It does not.
    Rejected,
}

impl Standing {
    fn word(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Trusted => "trusted",
            Self::Rejected => "rejected",
        }
    }
}

/// A property of a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CertifiedProperty {
    /// Its name.
    pub property: String,
    /// What is to be thought of its evidence.
    pub standing: Standing,
    /// Why: lower case, no full stop.
    pub why: String,
}

/// The report of `tribunal certify`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CertifyReport {
    /// Always [`TOOL`].
    pub tool: &'static str,
    /// The version of the tool.
    pub version: &'static str,
    /// The version of this contract.
    pub contract: u32,
    /// The path of the model.
    pub model: String,
    /// Whether the certificate was made for another program than this.
    pub changed: bool,
    /// The worst that is to be thought of a property; `trusted` if there is none.
    pub standing: Standing,
    /// The properties.
    pub properties: Vec<CertifiedProperty>,
    /// Messages about the input.
    pub diagnostics: Vec<DiagnosticReport>,
}

impl CertifyReport {
    /// The report about a certificate for an unchanged program.
    #[must_use]
    pub fn of(
        model: &str,
        properties: Vec<CertifiedProperty>,
        sources: &Sources,
        diagnostics: &[Diagnostic],
    ) -> Self {
        let worst = properties.iter().map(|it| it.standing).max();
        Self {
            tool: TOOL,
            version: VERSION,
            contract: CONTRACT,
            model: model.to_owned(),
            changed: false,
            standing: worst.unwrap_or(Standing::Trusted),
            properties,
            diagnostics: diagnostics.iter().map(|it| words::diagnostic(sources, it)).collect(),
        }
    }

    /// The same for people.
    #[must_use]
    pub fn draw(&self) -> String {
        let mut text = format!("{}  {}\n", self.standing.word().to_uppercase(), self.model);
        for CertifiedProperty { property, standing, why } in &self.properties {
            text.push_str(&format!("{:<8}  {property}: {why}\n", standing.word()));
        }
        text
    }
}

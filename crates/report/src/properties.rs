//! What can go wrong in a program, and where.

use std::collections::BTreeSet;

use serde::Serialize;
use tribunal_base::{Diagnostic, Id, Sources, Span};
use tribunal_ir::{Program, Property};

use crate::data::{CONTRACT, DiagnosticReport, PlaceReport, TOOL, VERSION};
use crate::style::{Role, Style};
use crate::words;

/// What `tribunal check --show-properties` has to say.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PropertiesReport {
    /// Always [`TOOL`].
    pub tool: &'static str,
    /// The version of the tool.
    pub version: &'static str,
    /// The version of this contract.
    pub contract: u32,
    /// The path of the program.
    pub model: String,
    /// The properties, in the order of the program.
    pub properties: Vec<Listed>,
    /// Messages about the input.
    pub diagnostics: Vec<DiagnosticReport>,
}

/// A property.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// What kind of property it is.
    pub kind: &'static str,
    /// Where it is violated if control comes there, in the order of the source; none if it is no property of places.
    pub places: Vec<Spot>,
}

/// A place where a property can be violated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Spot {
    /// Where.
    pub place: Option<PlaceReport>,
    /// What goes wrong there.
    pub message: String,
}

impl PropertiesReport {
    /// The report about a program.
    #[must_use]
    pub fn of(model: &str, program: &Program, diagnostics: &[Diagnostic]) -> Self {
        let mut spots: Vec<BTreeSet<(Span, &str)>> = vec![BTreeSet::new(); program.props.len()];
        for edge in program.edges.values() {
            if let Some(violated) = &edge.violates {
                spots[violated.property.index()].insert((edge.span, &violated.message));
            }
        }
        let spot = |(span, message): (Span, &str)| Spot {
            place: words::place(&program.sources, span),
            message: message.to_owned(),
        };
        let listed = |(property, spots): (&Property, BTreeSet<(Span, &str)>)| Listed {
            name: property.name.clone(),
            kind: words::kind(property.kind),
            places: spots.into_iter().map(spot).collect(),
        };
        Self {
            properties: program.props.values().zip(spots).map(listed).collect(),
            ..Self::empty(model, &program.sources, diagnostics)
        }
    }

    /// The report about a program that has errors.
    #[must_use]
    pub fn empty(model: &str, sources: &Sources, diagnostics: &[Diagnostic]) -> Self {
        Self {
            tool: TOOL,
            version: VERSION,
            contract: CONTRACT,
            model: model.to_owned(),
            properties: Vec::new(),
            diagnostics: diagnostics.iter().map(|it| words::diagnostic(sources, it)).collect(),
        }
    }
}

/// Draws the properties, each with its places.
#[must_use]
pub fn draw_properties(report: &PropertiesReport, style: Style) -> String {
    let mut out = String::new();
    for it in &report.properties {
        out.push_str(&format!("{} ({})\n", style.paint(Role::Heading, &it.name), it.kind));
        for Spot { place, message } in &it.places {
            let place = place
                .as_ref()
                .map_or_else(String::new, |at| format!("{}:{}:{}: ", at.file, at.line, at.column));
            out.push_str(&format!("  {place}{message}\n"));
        }
    }
    out
}

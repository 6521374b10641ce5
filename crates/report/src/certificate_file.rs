//! Certificate files: what `check --certificate` writes and `tribunal certify` reads.
//!
//! Invariants are conditions in the text form of the program representation. They name locations of the program by number, so the file also says how
//! the program was made, like a trace file. What pointers and memory hold, no condition can say; it has a form of its own.

mod statement;

pub use statement::{ContentText, MemoryText, PointerText, StatementText, TargetText};

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use tribunal_base::{Id, Sources};
use tribunal_engine::{Certificate, Said};
use tribunal_ir::text::{Printer, Reader};
use tribunal_ir::{LocId, Program, PropId};

use crate::sha256::sha256;
use crate::trace_file::TraceOptions;

/// The format of certificate files.
pub const FORMAT: &str = "tribunal-certificate";
/// The version of the format.
pub const FORMAT_VERSION: u32 = 1;

/// Why properties of a program hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CertificateFile {
    /// Always [`FORMAT`].
    pub format: String,
    /// The version of the format.
    pub version: u32,
    /// The path of the model.
    pub model: String,
    /// A hash of the program, see [`hash`].
    pub program_hash: String,
    /// How the program was made from the model.
    pub options: TraceOptions,
    /// How it was simplified for the search, for people: the evidence is about the program itself.
    pub reduction: String,
    /// The properties, each with what it rests on.
    pub properties: Vec<PropertyEvidence>,
    /// What is said of locations, for properties to refer to.
    pub invariants: Vec<Vec<LocationInvariants>>,
}

/// What a property rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PropertyEvidence {
    /// Its name in the program representation.
    pub property: String,
    /// What it rests on.
    #[serde(flatten)]
    pub evidence: Evidence,
}

/// The kinds of [`Certificate`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Evidence {
    /// See [`Certificate::Exhausted`].
    Exhausted {
        /// How many states were stored.
        states: u64,
    },
    /// See [`Certificate::Absent`].
    Absent,
    /// See [`Certificate::Unrolled`].
    Unrolled {
        /// The most iterations of a loop.
        iterations: u64,
    },
    /// See [`Certificate::Inductive`].
    Inductive {
        /// How many iterations without a violation make the next one right.
        iterations: u64,
        /// Which of the file's invariants: those of the heads of the loops that are meant.
        invariants: usize,
    },
    /// See [`Certificate::Invariant`].
    Invariant {
        /// Whose elements the invariants were, for people.
        domain: String,
        /// Which of the file's invariants; absent if there were too many to be told.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        invariants: Option<usize>,
    },
    /// See [`Certificate::Segments`].
    Segments {
        /// How many states with segments there are.
        states: u64,
    },
}

/// What holds whenever control is at a location.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LocationInvariants {
    /// The location, `l` and its number.
    pub location: String,
    /// What holds there.
    pub holds: Vec<StatementText>,
}

/// What is said of locations, each once.
#[derive(Default)]
struct Groups<'a>(Vec<&'a Arc<Said>>);

impl<'a> Groups<'a> {
    /// The number under which something is found.
    fn number(&mut self, said: &'a Arc<Said>) -> usize {
        let known = self.0.iter().position(|it| Arc::ptr_eq(it, said) || *it == said);
        known.unwrap_or_else(|| {
            self.0.push(said);
            self.0.len() - 1
        })
    }
}

/// What a file is about, besides the evidence.
#[derive(Clone, Debug)]
pub struct About {
    /// The path of the model.
    pub model: String,
    /// How the program was made from it.
    pub options: TraceOptions,
    /// How it was simplified for the search.
    pub reduction: String,
}

/// A hash of a program's text, without its places in the source: SHA-256, in hexadecimal digits.
#[must_use]
pub fn hash(program: &Program) -> String {
    let placeless = Program { sources: Sources::default(), ..program.clone() };
    sha256(tribunal_ir::text::print(&placeless).as_bytes())
}

impl CertificateFile {
    /// The file for some properties of a program.
    #[must_use]
    pub fn of(about: About, program: &Program, claims: &[(PropId, &Certificate)]) -> Self {
        let printer = Printer::new(program);
        let mut groups = Groups::default();
        let mut properties = Vec::new();
        for (property, certificate) in claims {
            let property = printer.property_name(*property).to_owned();
            let evidence = match certificate {
                Certificate::Exhausted { states } => Evidence::Exhausted { states: *states },
                Certificate::Absent => Evidence::Absent,
                Certificate::Unrolled { iterations } => {
                    Evidence::Unrolled { iterations: *iterations }
                }
                Certificate::Inductive { iterations, heads, .. } => Evidence::Inductive {
                    iterations: *iterations,
                    invariants: groups.number(heads),
                },
                Certificate::Segments { states } => Evidence::Segments { states: *states },
                Certificate::Invariant { domain, said } => {
                    let invariants = said.as_ref().map(|it| groups.number(it));
                    Evidence::Invariant { domain: domain.clone(), invariants }
                }
                // A kind that this format does not have yet.
                _ => continue,
            };
            properties.push(PropertyEvidence { property, evidence });
        }
        Self {
            format: FORMAT.to_owned(),
            version: FORMAT_VERSION,
            model: about.model,
            program_hash: hash(program),
            options: about.options,
            reduction: about.reduction,
            properties,
            invariants: groups.0.into_iter().map(|it| statement::print(program, it)).collect(),
        }
    }

    /// Reads a file's text.
    ///
    /// # Errors
    /// If the text is not a certificate of a version we know; the message is for the user.
    pub fn parse(text: &str) -> Result<Self, String> {
        let file: Self = serde_json::from_str(text)
            .map_err(|it| format!("this is not a certificate file: {it}"))?;
        if file.format != FORMAT || file.version != FORMAT_VERSION {
            let (format, version) = (&file.format, file.version);
            return Err(format!(
                "format `{format}` version {version} is unknown, expected `{FORMAT}` version {FORMAT_VERSION}"
            ));
        }
        Ok(file)
    }

    /// The text of the file.
    #[must_use]
    pub fn print(&self) -> String {
        crate::json(self)
    }

    /// The certificates of the properties, for a program; it gets the conditions that the file mentions.
    ///
    /// # Errors
    /// If the file names what the program does not have; the message is for the user.
    pub fn certificates(
        &self,
        program: Program,
    ) -> Result<(Program, Vec<(PropId, Certificate)>), String> {
        let printer = Printer::new(&program);
        let names: BTreeMap<String, PropId> =
            program.props.ids().map(|it| (printer.property_name(it).to_owned(), it)).collect();
        let mut reader = Reader::new(program);
        let mut groups: Vec<Arc<Said>> = Vec::new();
        for group in &self.invariants {
            groups.push(Arc::new(said(&mut reader, group)?));
        }
        let group = |it: &usize| {
            let found = groups.get(*it).cloned();
            found.ok_or_else(|| format!("the file has no invariants {it}"))
        };
        let mut claims: BTreeMap<PropId, Certificate> = BTreeMap::new();
        for PropertyEvidence { property, evidence } in &self.properties {
            let id = names.get(property);
            let id = *id.ok_or_else(|| format!("the program has no property `{property}`"))?;
            let certificate = match evidence {
                Evidence::Exhausted { states } => Certificate::Exhausted { states: *states },
                Evidence::Absent => Certificate::Absent,
                Evidence::Unrolled { iterations } => {
                    Certificate::Unrolled { iterations: *iterations }
                }
                Evidence::Inductive { iterations, invariants } => Certificate::Inductive {
                    iterations: *iterations,
                    heads: group(invariants)?,
                    functions: Vec::new(),
                },
                Evidence::Segments { states } => Certificate::Segments { states: *states },
                Evidence::Invariant { domain, invariants } => {
                    let said = invariants.as_ref().map(group).transpose()?;
                    Certificate::Invariant { domain: domain.clone(), said }
                }
            };
            if claims.insert(id, certificate).is_some() {
                return Err(format!("the file speaks of property `{property}` twice"));
            }
        }
        Ok((reader.finish(), claims.into_iter().collect()))
    }
}

/// What is said of locations.
fn said(reader: &mut Reader, group: &[LocationInvariants]) -> Result<Said, String> {
    let mut said = Said::new();
    for LocationInvariants { location, holds } in group {
        let number = location.strip_prefix('l').and_then(|it| it.parse::<u32>().ok());
        let at = number.map(|it| LocId::from_index(it as usize));
        let at = at.filter(|it| reader.program().locs.get(*it).is_some());
        let at = at.ok_or_else(|| format!("the program has no location `{location}`"))?;
        let process = reader.program().locs[at].process;
        let mut all = Vec::new();
        for text in holds {
            all.push(text.statement(reader, process).map_err(|it| format!("{location}: {it}"))?);
        }
        if said.insert(at, all).is_some() {
            return Err(format!("the file speaks of location `{location}` twice"));
        }
    }
    Ok(said)
}

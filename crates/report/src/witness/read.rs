//! Reads witnesses of any tool: version 2.0 of the exchange format, as far as `tribunal certify` judges it.

use yaml_rust2::{Yaml, YamlLoader};

/// A witness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The tool that wrote it.
    pub producer: String,
    /// The files of the program with their SHA-256 hashes, as far as they are told.
    pub hashes: Vec<String>,
    /// The property, as the competition writes it.
    pub specification: String,
    /// `ILP32` or `LP64`.
    pub data_model: String,
    /// What it says.
    pub content: Content,
}

/// What a witness says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// The property holds, and so do these invariants.
    Correctness(Vec<Invariant>),
    /// The property is violated by runs that pass these segments in order.
    Violation(Vec<Segment>),
}

/// A condition that holds whenever control comes to a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invariant {
    /// What stands at the place.
    pub of: Subject,
    /// The place.
    pub site: Site,
    /// The condition, in C.
    pub condition: String,
}

/// What an invariant is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A loop: the condition holds whenever its head is come to.
    Loop,
    /// A statement: the condition holds before it.
    Statement,
}

/// A part of a run: the waypoint that ends it, and those that it avoids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// The waypoints, in their order.
    pub waypoints: Vec<Waypoint>,
}

/// Something that a run passes, or avoids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waypoint {
    /// What it is.
    pub kind: WaypointKind,
    /// Whether it is passed.
    pub action: WaypointAction,
    /// What must hold there, in C.
    pub constraint: Option<String>,
    /// Where.
    pub site: Site,
}

/// What a waypoint is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaypointKind {
    /// A condition holds before a statement.
    Assumption,
    /// A branch is taken.
    Branching,
    /// A function is called.
    FunctionEnter,
    /// A function returns.
    FunctionReturn,
    /// The violation.
    Target,
}

/// What a run does about a waypoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaypointAction {
    /// It passes it.
    Follow,
    /// It does not, before it passes the one that is followed.
    Avoid,
}

/// A place in the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1; of any if it is not told.
    pub column: Option<u32>,
    /// The function, if it is told.
    pub function: Option<String>,
}

impl Witness {
    /// Reads a witness.
    ///
    /// # Errors
    /// What is wrong with the text: lower case, no full stop.
    pub fn parse(text: &str) -> Result<Self, String> {
        let documents =
            YamlLoader::load_from_str(text).map_err(|it| format!("it is no YAML: {it}"))?;
        let entries = documents.first().and_then(Yaml::as_vec);
        let entry = match entries.map(Vec::as_slice) {
            Some([entry]) => entry,
            Some(_) => return Err("it does not have exactly one entry".to_owned()),
            None => return Err("it is not a list of entries".to_owned()),
        };
        let metadata = &entry["metadata"];
        match text_of(&metadata["format_version"])?.as_str() {
            "2.0" | "2.1" => {}
            other => return Err(format!("version {other} of the format is not known here")),
        }
        let task = &metadata["task"];
        let hashes = task["input_file_hashes"].as_hash();
        let content = &entry["content"];
        let items = content.as_vec().ok_or("its content is not a list")?;
        let content = match text_of(&entry["entry_type"])?.as_str() {
            "invariant_set" => Content::Correctness(
                items.iter().map(|it| invariant(&it["invariant"])).collect::<Result<_, _>>()?,
            ),
            "violation_sequence" => {
                Content::Violation(items.iter().map(segment).collect::<Result<_, _>>()?)
            }
            other => return Err(format!("an entry of type `{other}` is not known here")),
        };
        Ok(Self {
            producer: metadata["producer"]["name"].as_str().unwrap_or("an unknown tool").to_owned(),
            hashes: hashes.into_iter().flatten().filter_map(|it| word(it.1)).collect(),
            specification: text_of(&task["specification"])?,
            data_model: text_of(&task["data_model"])?,
            content,
        })
    }
}

fn invariant(item: &Yaml) -> Result<Invariant, String> {
    let of = match text_of(&item["type"])?.as_str() {
        "loop_invariant" => Subject::Loop,
        "location_invariant" => Subject::Statement,
        other => return Err(format!("an invariant of type `{other}` is not known here")),
    };
    is_plain_c(&item["format"], "c_expression")?;
    Ok(Invariant { of, site: site(&item["location"])?, condition: text_of(&item["value"])? })
}

fn segment(item: &Yaml) -> Result<Segment, String> {
    let waypoints = item["segment"].as_vec().ok_or("a segment is not a list")?;
    let waypoints = waypoints.iter().map(|it| waypoint(&it["waypoint"]));
    Ok(Segment { waypoints: waypoints.collect::<Result<_, _>>()? })
}

fn waypoint(item: &Yaml) -> Result<Waypoint, String> {
    let kind = match text_of(&item["type"])?.as_str() {
        "assumption" => WaypointKind::Assumption,
        "branching" => WaypointKind::Branching,
        "function_enter" => WaypointKind::FunctionEnter,
        "function_return" => WaypointKind::FunctionReturn,
        "target" => WaypointKind::Target,
        other => return Err(format!("a waypoint of type `{other}` is not known here")),
    };
    let action = match text_of(&item["action"])?.as_str() {
        "follow" => WaypointAction::Follow,
        "avoid" => WaypointAction::Avoid,
        other => return Err(format!("a waypoint to `{other}` is not known here")),
    };
    let constraint = &item["constraint"];
    if kind == WaypointKind::Assumption {
        is_plain_c(&constraint["format"], "c_expression")?;
    }
    Ok(Waypoint {
        kind,
        action,
        constraint: word(&constraint["value"]),
        site: site(&item["location"])?,
    })
}

fn site(item: &Yaml) -> Result<Site, String> {
    let number = |it: &Yaml| it.as_i64().and_then(|it| u32::try_from(it).ok());
    Ok(Site {
        line: number(&item["line"]).ok_or("a place has no line")?,
        column: number(&item["column"]),
        function: item["function"].as_str().map(str::to_owned),
    })
}

/// An expression may only be written in C; C is meant where nothing is said.
fn is_plain_c(format: &Yaml, expected: &str) -> Result<(), String> {
    match format.as_str() {
        None => Ok(()),
        Some(told) if told == expected => Ok(()),
        Some(other) => Err(format!("a condition in the format `{other}` is not known here")),
    }
}

fn text_of(item: &Yaml) -> Result<String, String> {
    word(item).ok_or_else(|| "something that must be told is missing".to_owned())
}

/// A string, or what YAML takes for a number or a truth value.
fn word(item: &Yaml) -> Option<String> {
    match item {
        Yaml::String(text) | Yaml::Real(text) => Some(text.clone()),
        Yaml::Integer(number) => Some(number.to_string()),
        Yaml::Boolean(value) => Some(value.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Content, Subject, Witness};

    const HEAD: &str = "\
- entry_type: TYPE
  metadata:
    format_version: \"2.0\"
    producer: {name: other}
    task:
      input_file_hashes: {a.c: \"12ab\"}
      specification: 'G ! call(reach_error())'
      data_model: ILP32
  content:
";

    fn read(kind: &str, content: &str) -> Result<Witness, String> {
        Witness::parse(&(HEAD.replace("TYPE", kind) + content))
    }

    #[test]
    fn invariants_are_read() {
        let text = "  - invariant:
      type: loop_invariant
      location: {file_name: a.c, line: 3, column: 5, function: main}
      value: x <= 3 && y == \"a\"[0]
      format: c_expression
";
        let witness = read("invariant_set", text).expect("it should be read");
        assert_eq!(
            (witness.producer.as_str(), witness.hashes.as_slice()),
            ("other", &["12ab".to_owned()][..])
        );
        let Content::Correctness(invariants) = witness.content else {
            panic!("it should be a proof")
        };
        let [invariant] = &invariants[..] else { panic!("there should be one invariant") };
        assert_eq!(
            (invariant.of, invariant.site.line, invariant.site.column),
            (Subject::Loop, 3, Some(5))
        );
        assert_eq!(invariant.condition, "x <= 3 && y == \"a\"[0]");
    }

    #[test]
    fn what_is_not_known_is_told() {
        let told =
            |kind: &str, content: &str| read(kind, content).expect_err("it should not be read");
        assert!(told("ghost_variables", "  - a").contains("`ghost_variables`"));
        let text =
            "  - segment:\n    - waypoint: {type: jump, action: follow, location: {line: 1}}\n";
        assert!(told("violation_sequence", text).contains("`jump`"));
        assert!(told("violation_sequence", "  - segment: 3\n").contains("not a list"));
        assert!(Witness::parse("a: [").expect_err("no YAML").contains("YAML"));
        assert!(Witness::parse("").is_err());
    }
}

//! Asks for the verdicts on a program, and compares them with its header.

use std::ffi::OsString;

use serde_json::Value;
use tribunal_base::Kleene;
use tribunal_cli::Told;
use tribunal_driver::Rung;

use super::Program;

/// More than enough for what is to be settled.
const ENOUGH: &str = "60s";
/// For an engine that need not settle a program: it must not be wrong in this time.
const BRIEF: &str = "100ms";

/// The ladder, or the part of it that the header asks for, gets the verdicts that are expected.
pub(crate) fn ladder(program: &Program) -> Result<(), String> {
    if let Some(code) = &program.header.reject {
        return is_refused(program, code);
    }
    let answer = Answer::of(program, &program.header.options, ENOUGH)?;
    answer.agrees(program, Open::ToNobody)?;
    let expected = program.header.verdict();
    if answer.verdict != expected {
        return Err(format!("the verdict is {:?}, not {expected:?}", answer.verdict));
    }
    for (property, verdict) in &program.header.verdicts {
        let told = answer.properties.iter().find(|it| it.0 == *property);
        let told = told.ok_or_else(|| format!("there is no property `{property}`"))?;
        if told.1 != *verdict {
            return Err(format!("`{property}` is {:?}, not {verdict:?}", told.1));
        }
    }
    Ok(())
}

/// It is wrong input, and the diagnostic says of which kind.
fn is_refused(program: &Program, code: &str) -> Result<(), String> {
    let told = tell(program, &program.header.options, ENOUGH);
    let report: Value = serde_json::from_str(&told.output).unwrap_or_default();
    let diagnostics = report["diagnostics"].as_array();
    let is_told = diagnostics.is_some_and(|all| all.iter().any(|it| it["code"] == code));
    match told.code {
        2 if is_told => Ok(()),
        other => Err(format!("exit code {other}, without `{code}`: {}", told.output)),
    }
}

fn tell(program: &Program, options: &[String], time: &str) -> Told {
    let mut words: Vec<OsString> =
        ["check", "--json", "--threads", "1", "--time", time].map(OsString::from).into();
    words.extend(options.iter().map(OsString::from));
    words.push(program.path.clone().into());
    tribunal_cli::tell(words)
}

/// An engine alone gets no verdict that is not expected, and settles the program if the header says so.
pub(crate) fn engine(program: &Program, rung: Rung) -> Result<(), String> {
    let must_settle = program.header.decided_by.iter().any(|it| it == rung.name());
    let answer = alone(program, rung, if must_settle { ENOUGH } else { BRIEF })?;
    if must_settle && answer.verdict == Kleene::Maybe {
        return Err(format!("`{}` does not settle it any more", rung.name()));
    }
    // It may be stronger than the ladder that leads to it.
    let open = if must_settle { Open::ToAll } else { Open::ToNobody };
    answer.agrees(program, open)
}

/// What an engine alone says.
pub(crate) fn alone(program: &Program, rung: Rung, time: &str) -> Result<Answer, String> {
    let mut options = program.header.options.clone();
    if let Some(at) = options.iter().position(|it| it == "--ladder") {
        options.drain(at..at + 2);
    }
    options.extend(["--engine".to_owned(), rung.name().to_owned()]);
    Answer::of(program, &options, time)
}

/// Who may settle what is expected to be left open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Open {
    ToAll,
    ToNobody,
}

/// The verdicts on a program.
pub(crate) struct Answer {
    pub(crate) verdict: Kleene,
    properties: Vec<(String, Kleene)>,
}

impl Answer {
    fn of(program: &Program, options: &[String], time: &str) -> Result<Self, String> {
        let told = tell(program, options, time);
        let verdict = match told.code {
            0 => Kleene::True,
            1 => Kleene::False,
            3 => Kleene::Maybe,
            code => return Err(format!("exit code {code}: {}{}", told.output, told.error)),
        };
        let report: Value = serde_json::from_str(&told.output)
            .map_err(|it| format!("output should be JSON: {it}: {}", told.output))?;
        if truth(&report["verdict"]) != Some(verdict) {
            return Err(format!("exit code {} and verdict {}", told.code, report["verdict"]));
        }
        if let Some(fault) = fault_of_ours(&report) {
            return Err(fault);
        }
        let properties = report["properties"].as_array().into_iter().flatten();
        let properties = properties
            .filter_map(|it| Some((it["name"].as_str()?.to_owned(), truth(&it["verdict"])?)));
        Ok(Self { verdict, properties: properties.collect() })
    }

    /// No property gets a verdict that is not expected.
    fn agrees(&self, program: &Program, open: Open) -> Result<(), String> {
        for (property, verdict) in &self.properties {
            let expected = program.header.expected(property);
            let is_open = expected == Kleene::Maybe && open == Open::ToAll;
            if *verdict != Kleene::Maybe && *verdict != expected && !is_open {
                return Err(format!("`{property}` is {verdict:?}, not {expected:?}"));
            }
        }
        Ok(())
    }
}

/// What a rung says that panicked, or whose evidence did not survive its check, though another settled the property.
fn fault_of_ours(report: &Value) -> Option<String> {
    let properties = report["properties"].as_array().into_iter().flatten();
    let rungs = properties.flat_map(|it| it["rungs"].as_array().into_iter().flatten());
    let mut faults = rungs
        .filter(|it| matches!(it["reason_code"].as_str(), Some("crashed" | "rejected")))
        .map(|it| format!("`{}`: {}", it["rung"], it["reason"]));
    faults.next()
}

fn truth(value: &Value) -> Option<Kleene> {
    match value.as_str()? {
        "true" => Some(Kleene::True),
        "false" => Some(Kleene::False),
        "maybe" => Some(Kleene::Maybe),
        _ => None,
    }
}

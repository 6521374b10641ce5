//! Writes a test for each path, and has it compiled and run.
//!
//! A test is good if it compiles, its assertions hold, and it passes the nodes of its path: it is compiled once as it is, and once with the text with probes, which
//! then keep a log, in the place of the function's file.

mod confirm;
mod text;

use std::io;
use std::path::{Path as FilePath, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tribunal_front_c::DataModel;
use tribunal_front_c::probe::{self, Further};
use tribunal_ir::{FloatShape, Ty};
use tribunal_report::unit::{TestOutcome, TestReport};
use tribunal_report::unit_test::{UnitTest, number, test_text};
use tribunal_unit::{Constants, InputKind, Path, origin_ty};

pub use tribunal_report::unit_test::Framework;

use super::execution::{Execution, Observation, Run, call_line, result_name};
use super::{Numbers, Unit, threaded_test};
use crate::translation::Translation;
use text::{identifier, mentions, object, plain, sequence, tidied};

/// How long a compiler or a test may take.
pub(super) const PATIENCE: Duration = Duration::from_secs(20);
/// A test asks for no more memory at once.
const LARGEST: u64 = 1 << 30;
/// If no more places than this can be seen, all are asserted, else those that change.
const FEW: usize = 12;

/// Where tests go, and what they look like.
#[derive(Clone, Debug)]
pub struct TestOptions {
    /// The folder, which is made.
    pub folder: PathBuf,
    /// The format.
    pub framework: Framework,
}

/// Writes tests of a function.
pub struct Generator<'a> {
    pub(super) unit: &'a Unit,
    pub(super) translation: &'a Translation,
    pub(super) options: &'a TestOptions,
    execution: Result<Execution, String>,
    compiler: bool,
    pub(super) written: usize,
}

impl<'a> Generator<'a> {
    /// Gets ready.
    ///
    /// # Errors
    /// If the folder cannot be made.
    pub fn new(
        unit: &'a Unit,
        translation: &'a Translation,
        options: &'a TestOptions,
    ) -> io::Result<Self> {
        std::fs::create_dir_all(&options.folder)?;
        let execution = match unit.concurrent() {
            // There is a trace.
            _ if unit.files.is_empty() => Err(String::new()),
            Some(concurrent) => threaded_test::execution(unit, translation, concurrent),
            None => Execution::new(unit, translation),
        };
        let compiler = Command::new("gcc").arg("--version").output().is_ok();
        Ok(Self { unit, translation, options, execution, compiler, written: 0 })
    }

    /// Writes the test of a path.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, path: &Path, cancelled: &AtomicBool) -> io::Result<TestReport> {
        let none = |why: String| TestReport { file: None, outcome: TestOutcome::None, why };
        if self.unit.files.is_empty() {
            return self.trail(path);
        }
        let execution = match &self.execution {
            Ok(execution) => execution,
            Err(why) => return Ok(none(format!("not supported: {why}"))),
        };
        if let Some(why) = self.out_of_range(path) {
            return Ok(none(why));
        }
        let elsewhere = || match self.unit.numbers {
            Numbers::Machine => none("the run takes another way".to_owned()),
            Numbers::Integers => none("numbers of C wrap around on this path".to_owned()),
        };
        let (moves, run) = match self.unit.concurrent() {
            Some(concurrent) => execution.run_interleaved(path, concurrent).unzip(),
            None => (None, execution.run(path)),
        };
        let Some(run) = run else { return Ok(elsewhere()) };
        let Some(seen) = &run.seen else {
            let who = if moves.is_some() {
                "not all functions return"
            } else {
                "the function does not return"
            };
            return Ok(none(who.to_owned()));
        };
        if !run.nodes.starts_with(&path.nodes) {
            return Ok(elsewhere());
        }
        if LARGEST < run.largest {
            let size = tribunal_report::bytes(run.largest);
            return Ok(none(format!("it needs an object of {size}, for which memory may run out")));
        }
        self.written += 1;
        let checks = self.checks(&execution.observations, seen, path);
        let test = match (&moves, self.unit.concurrent()) {
            (Some(moves), Some(concurrent)) => {
                self.threaded_test(path, moves, concurrent, checks)?
            }
            _ => self.test(path, &run, checks),
        };
        let file = self.options.folder.join(format!("{}.c", test.name));
        std::fs::write(&file, test_text(&test, self.options.framework))?;
        let file = Some(file.to_string_lossy().into_owned());
        if !self.compiler {
            let why = "gcc is not installed".to_owned();
            return Ok(TestReport { file, outcome: TestOutcome::NotRun, why });
        }
        let confirmed = match &moves {
            Some(moves) => self.confirm_threaded(&test, moves, cancelled)?,
            None => self.confirm(&test, &run, cancelled)?,
        };
        let report = match confirmed {
            Ok(()) => {
                let twin = match self.options.framework {
                    Framework::Plain => "",
                    _ => "its twin without the framework was run",
                };
                TestReport { file, outcome: TestOutcome::Good, why: twin.to_owned() }
            }
            Err(_) if path.inputs.iter().any(|it| self.is_of_the_library(&it.function)) => {
                if let Some(file) = file {
                    std::fs::remove_file(file)?;
                }
                none("what the library returns decides the path".to_owned())
            }
            Err(_) if self.may_not_fit(path) => {
                if let Some(file) = file {
                    std::fs::remove_file(file)?;
                }
                none("C leaves open what becomes of a float that does not fit".to_owned())
            }
            Err(why) => TestReport { file, outcome: TestOutcome::Wrong, why },
        };
        Ok(report)
    }

    /// Whether a float is handed over that no integer of 32 bits is near.
    fn may_not_fit(&self, path: &Path) -> bool {
        let is_float = |function: &str| {
            let input = self.unit.inputs.iter().find(|it| it.function == function);
            input.is_some_and(|it| it.kind == InputKind::Float)
        };
        let is_small =
            |text: &str| text.parse::<f64>().is_ok_and(|it| it.abs() < f64::from(i32::MAX));
        path.inputs.iter().any(|it| is_float(&it.function) && !is_small(&it.text))
    }

    /// Whether a function without a body is none of the program, but one by which our models of the library choose.
    fn is_of_the_library(&self, function: &str) -> bool {
        let is_ours = function.starts_with("__VERIFIER_") || function.starts_with("__tribunal_");
        let mut own = self.unit.program.sources.files().filter(|it| !it.1.starts_with('<'));
        !is_ours && !own.any(|it| mentions(it.2, function))
    }

    /// Which input has no such value in C, if one has not.
    fn out_of_range(&self, path: &Path) -> Option<String> {
        path.inputs.iter().find_map(|it| {
            let input = self.unit.inputs.iter().position(|own| own.function == it.function)?;
            let (least, greatest) = self.unit.inputs[input].range?;
            let is_inside = (least..=greatest).contains(&it.number);
            let ty = &self.unit.probed.inputs.get(input)?.ty;
            (!is_inside).then(|| format!("`{}` is {}, which is no `{ty}`", it.name, it.number))
        })
    }

    fn test(&self, path: &Path, run: &Run, checks: Vec<String>) -> UnitTest {
        let unit = self.unit;
        let source = self.source();
        let lines: Vec<String> = run
            .nodes
            .iter()
            .filter_map(|it| unit.chart.node(*it))
            .map(|it| it.line.to_string())
            .collect();
        let name = format!("test_{}_{}", unit.function, self.written);
        let mut flags = self.flags(&|it| self.shown(it));
        if !unit.probed.call.replaced.is_empty() {
            flags.extend(self.beside(&|it| self.shown(it)));
        }
        let command = self.command(&name, &flags, &self.companions());
        let text = std::fs::read_to_string(&unit.model).unwrap_or_default();
        let mut body: Vec<String> =
            unit.probed.call.lines.iter().map(|it| self.filled(it, path)).collect();
        let call = call_line(unit);
        body.push(match (call.split_once(" = "), &unit.probed.call.result) {
            (Some((_, value)), Some(ty)) => {
                let room = if ty.ends_with('*') { "" } else { " " };
                format!("{ty}{room}{} = {value}", result_name(unit))
            }
            // No other name for the type is known everywhere.
            (Some((_, value)), None) => format!("__auto_type {} = {value}", result_name(unit)),
            _ => call,
        });
        let is_used = |at: usize| match object(&body[at]) {
            Some(name) => body
                .iter()
                .any(|it| object(it).as_deref() != Some(name.as_str()) && mentions(it, &name)),
            None => true,
        };
        let used: Vec<bool> = (0..body.len()).map(is_used).collect();
        let body = body.into_iter().zip(used).filter(|it| it.1).map(|it| it.0).collect();
        UnitTest {
            name,
            about: vec![
                format!("A test of `{}`, made by tribunal.", unit.function),
                format!("Lines: {}", lines.join(" ")),
                format!("Condition: {}", path.condition.text()),
                command,
            ],
            prologue: unit
                .probed
                .defines
                .iter()
                .map(|(name, text)| format!("#define {name} {}\n", plain(text)))
                .collect(),
            source,
            has_main: probe::names(&text).iter().any(|it| it == "main"),
            functions: self.functions(path),
            lines: body,
            checks,
        }
    }

    /// The file to be included: where stubs replace functions, a copy without these.
    fn source(&self) -> String {
        let unit = self.unit;
        if !unit.probed.call.replaced.is_empty() {
            let name = format!("{}_with_stubs.c", unit.function);
            if std::fs::write(self.options.folder.join(&name), &unit.probed.bare).is_ok() {
                return name;
            }
        }
        relative(&self.options.folder, FilePath::new(&unit.model))
    }

    /// The further files: where stubs replace functions of one, a copy without these.
    fn companions(&self) -> Vec<PathBuf> {
        let of = |(number, (path, further)): (usize, (&String, &Further))| {
            if further.is_replaced {
                let name = format!("{}_with_stubs_{}.c", self.unit.function, number + 2);
                let copy = self.options.folder.join(name);
                if std::fs::write(&copy, &further.text).is_ok() {
                    return copy;
                }
            }
            PathBuf::from(path)
        };
        self.translation.c.files.iter().zip(&self.unit.probed.further).enumerate().map(of).collect()
    }

    /// A path as it is written in the folder of the tests.
    pub(super) fn shown(&self, path: &FilePath) -> String {
        match relative(&self.options.folder, path).as_str() {
            "" => ".".to_owned(),
            it => it.to_owned(),
        }
    }

    /// How a test is compiled with further files and run, in the folder of the tests.
    pub(super) fn command(&self, name: &str, flags: &[String], further: &[PathBuf]) -> String {
        let further: String = further.iter().map(|it| format!(" {}", self.shown(it))).collect();
        format!("gcc {} {name}.c{further} -lm -o {name} && ./{name}", flags.join(" "))
    }

    /// Where what the files include stands, if they are copied; paths are written as somebody says.
    pub(super) fn beside(&self, path: &dyn Fn(&FilePath) -> String) -> Vec<String> {
        let all = std::iter::once(&self.unit.model).chain(&self.translation.c.files);
        let mut folders: Vec<PathBuf> =
            all.filter_map(|it| Some(absolute(FilePath::new(it)).parent()?.to_owned())).collect();
        folders.dedup();
        folders.iter().flat_map(|it| ["-iquote".to_owned(), path(it)]).collect()
    }

    /// How the compiler is called; paths are written as somebody says.
    pub(super) fn flags(&self, path: &dyn Fn(&FilePath) -> String) -> Vec<String> {
        // What is not called may call what is not there.
        let usual = ["-std=gnu17", "-fwrapv", "-w", "-ffunction-sections", "-Wl,--gc-sections"];
        let mut flags: Vec<String> = usual.map(str::to_owned).to_vec();
        if self.translation.c.data_model == DataModel::Ilp32 {
            flags.push("-m32".to_owned());
        }
        flags.extend(self.translation.defines.iter().map(|(name, value)| {
            if value.is_empty() { format!("-D{name}") } else { format!("-D{name}={value}") }
        }));
        let include = self.translation.c.include.iter();
        flags.extend(include.map(|it| format!("-I{}", path(FilePath::new(it)))));
        flags
    }

    /// A line of the driver with values in the place of inputs.
    pub(super) fn filled(&self, line: &str, path: &Path) -> String {
        let mut line = line.to_owned();
        for input in &self.unit.probed.inputs {
            let call = format!("{}()", input.function);
            if line.contains(&call) {
                let value = path.inputs.iter().find(|it| it.function == input.function);
                let value = value.map_or(0, |it| it.number);
                line = line.replace(&call, &self.literal(&input.function, &input.ty, value));
            }
        }
        tidied(&plain(&line))
    }

    /// A value that a function is asked for, of a type, in C.
    fn literal(&self, function: &str, ty: &str, value: i128) -> String {
        let input = self.unit.inputs.iter().find(|it| it.function == function);
        let name = input.and_then(|it| it.constants.name(value));
        name.unwrap_or_else(|| number(ty, value))
    }

    /// What must hold after the call.
    fn checks(
        &self,
        observations: &[Observation],
        seen: &[Option<i128>],
        path: &Path,
    ) -> Vec<String> {
        let there: Vec<(&Observation, i128)> = observations
            .iter()
            .zip(seen)
            .filter_map(|(observation, value)| Some((observation, (*value)?)))
            .collect();
        let is_changed = |observation: &Observation, value: i128| match &observation.input {
            None => true,
            Some(input) => {
                let before = path.inputs.iter().find(|it| it.function == *input);
                before.map(|it| it.number) != Some(value)
            }
        };
        let shown = there.iter().filter(|it| there.len() <= FEW || is_changed(it.0, it.1));
        shown.map(|(observation, value)| self.check(observation, *value)).collect()
    }

    /// That something has a value.
    fn check(&self, observation: &Observation, value: i128) -> String {
        // Of a pointer it is known whether it is null.
        if let Some(pointer) =
            observation.text.strip_prefix('(').and_then(|it| it.strip_suffix(" != 0)"))
        {
            return format!("{pointer} {} 0", if value == 0 { "==" } else { "!=" });
        }
        let names = &self.unit.probed.call.names;
        let is_result = observation.text == result_name(self.unit);
        let constants = match self.unit.probed.call.result.as_deref() {
            Some("char") => Constants::Characters,
            _ => Constants::Names(names.clone()),
        };
        let name = constants.name(value).filter(|_| is_result);
        let input = observation.input.as_deref().unwrap_or("");
        let expected = name.unwrap_or_else(|| self.literal(input, &observation.ty, value));
        if expected.contains("nan") {
            format!("{0} != {0}", observation.text)
        } else {
            format!("{} == {expected}", observation.text)
        }
    }

    /// Stubs, and functions that are not defined anywhere.
    pub(super) fn functions(&self, path: &Path) -> String {
        let unit = self.unit;
        let stubs = &unit.probed.call.stubs;
        let mut text = String::new();
        let declared = "extern void __VERIFIER_assume(int);\n";
        let mut stubs = stubs.replace(declared, "").replace("__VERIFIER_assume(", "assume(");
        if stubs.contains("assume(") {
            text.push_str(
                "void abort(void);\nstatic void assume(_Bool holds) { if (!holds) abort(); }\n",
            );
        }
        for (number, input) in unit.probed.inputs.iter().enumerate() {
            let call = format!("{}(", input.function);
            if stubs.contains(&call) {
                let values = path.inputs.iter().filter(|it| it.function == input.function);
                let values = values.map(|it| self.literal(&it.function, &input.ty, it.number));
                let name = format!("{}_{number}", identifier(&input.name));
                text.push_str(&sequence(&format!("static {}", input.ty), &name, "void", values));
                stubs = stubs.replace(&call, &format!("{name}("));
            }
        }
        for line in plain(&stubs).lines() {
            let assumed = line.trim().strip_prefix("assume((");
            match assumed.and_then(|it| it.strip_suffix(") != 0);")) {
                Some(condition) => text.push_str(&format!("    assume({});\n", condition.trim())),
                None => text.push_str(&format!("{}\n", line.replacen("  ", "    ", 1))),
            }
        }
        let is_ours =
            |name: &str| name.starts_with("__VERIFIER_") || name.starts_with("__tribunal_");
        let is_missing = |it: &&String| !is_ours(it) && !self.is_of_the_library(it);
        for name in unit.program.undefined.iter().filter(is_missing) {
            // Its type is not known here, but what it returns fits.
            let values = path.inputs.iter().filter(|it| it.function == *name);
            let twin = format!("stub_of_{name}");
            let ty = match origin_ty(&unit.program, name) {
                Some(Ty::Float(FloatShape::Single)) => "float",
                Some(Ty::Float(FloatShape::Double)) => "double",
                Some(Ty::Float(_)) => "long double",
                _ => "long long",
            };
            text.push_str(&sequence(ty, &twin, "", values.map(|it| number(ty, it.number))));
            text.push_str(&format!(
                "extern __typeof__({name}) {name} __attribute__((alias(\"{twin}\")));\n"
            ));
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text
    }
}

/// A path that can be used everywhere.
pub(super) fn whole(path: &FilePath) -> String {
    absolute(path).to_string_lossy().into_owned()
}

pub(super) fn absolute(path: &FilePath) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// How a file is called in a folder.
fn relative(folder: &FilePath, file: &FilePath) -> String {
    let (folder, file) = (absolute(folder), absolute(file));
    let common =
        folder.components().zip(file.components()).take_while(|(one, other)| one == other).count();
    let up = folder.components().skip(common).map(|_| "..".to_owned());
    let down =
        file.components().skip(common).map(|it| it.as_os_str().to_string_lossy().into_owned());
    up.chain(down).collect::<Vec<_>>().join("/")
}

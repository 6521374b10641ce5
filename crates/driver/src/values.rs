//! The values of a run that its program leaves open: given, asked for, or at random.

use std::collections::VecDeque;

use tribunal_engine::Chosen;
use tribunal_exec::Oracle;
use tribunal_exec::describe::read_scalar;
use tribunal_ir::{FloatShape, IntShape, Origin, Place, PlaceId, Program, Scope, Ty};

use crate::random::SplitMix;

/// How many bytes of a new object are anything but 0.
const BYTES: u64 = 256;

/// An input that a program asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The function or argument.
    pub name: String,
    /// The file where it is asked for.
    pub file: String,
    /// The line.
    pub line: u32,
    /// What is expected, e.g. `a number of 32 bits`.
    pub expected: String,
}

/// Answers questions at the terminal or elsewhere; `None` to leave it to chance.
pub type Ask<'a> = dyn FnMut(&Question) -> Option<String> + 'a;

/// Where the values of a run come from.
pub struct Values<'a> {
    program: &'a Program,
    given: VecDeque<String>,
    ask: Option<&'a mut Ask<'a>>,
    random: SplitMix,
    /// What `main` gets, if that is known: the number of these, and their bytes.
    command: Option<Vec<Vec<u8>>>,
    /// The bytes of the next object.
    content: Option<Vec<u8>>,
    /// What was chosen so far.
    pub(crate) chosen: Vec<Chosen>,
    /// Given values that could not be used.
    pub(crate) misfits: Vec<String>,
}

impl<'a> Values<'a> {
    /// All at random.
    #[must_use]
    pub fn at_random(program: &'a Program, seed: u64) -> Self {
        Self {
            program,
            given: VecDeque::new(),
            ask: None,
            random: SplitMix::new(seed),
            command: None,
            content: None,
            chosen: Vec::new(),
            misfits: Vec::new(),
        }
    }

    /// Inputs are taken from this list, as long as it lasts.
    #[must_use]
    pub fn given(mut self, inputs: impl IntoIterator<Item = String>) -> Self {
        self.given.extend(inputs);
        self
    }

    /// `main` gets these arguments, the name of the program first.
    #[must_use]
    pub fn started_as(mut self, words: impl IntoIterator<Item = String>) -> Self {
        self.command = Some(words.into_iter().map(String::into_bytes).collect());
        self
    }

    /// The number of arguments of `main`, or the length of one.
    fn of_command(&mut self, place: PlaceId, name: &str) -> Option<i128> {
        let words = self.command.as_ref()?;
        let Place::Var(var) = self.program.places[place] else { return None };
        if let Some(word) = name.strip_prefix("length of argv[") {
            let number: usize = word.strip_suffix(']')?.parse().ok()?;
            self.content = words.get(number).cloned();
            return i128::try_from(words.get(number)?.len()).ok();
        }
        // Names of other inputs start with a mark.
        (!self.program.vars[var].name.starts_with('%')).then_some(words.len() as i128)
    }

    /// Further inputs are asked for.
    #[must_use]
    pub fn asking(mut self, ask: &'a mut Ask<'a>) -> Self {
        self.ask = Some(ask);
        self
    }

    /// The answer to a question, if somebody has one that fits.
    fn answer(&mut self, question: &Question, ty: Ty) -> Option<i128> {
        loop {
            let (text, last) = match self.given.pop_front() {
                Some(text) => (text, true),
                None => (self.ask.as_mut()?(question)?, false),
            };
            match read_scalar(self.program, ty, &text) {
                Some(value) => return Some(value),
                None if last => {
                    self.misfits.push(text);
                    return None;
                }
                None => {}
            }
        }
    }

    /// A value that programs are likely to care about: small, near the limits, or anything.
    fn random(&mut self, shape: IntShape) -> i128 {
        let wide = i128::from(self.random.next()) << 64 | i128::from(self.random.next());
        let extremes = [shape.wrap(-1), 1 << (shape.bits.min(127) - 1)];
        match self.random.below(16) {
            0..8 => i128::from(self.random.below(20)) - if shape.signed { 4 } else { 0 },
            8..12 => wide >> self.random.below(u64::from(shape.bits)).min(126),
            12 => {
                let near = i128::from(self.random.below(3)) - 1;
                extremes[usize::from(wide & 1 == 0)].wrapping_add(near)
            }
            _ => wide,
        }
    }

    fn random_float(&mut self, shape: FloatShape) -> i128 {
        let small = |it: &mut Self| {
            let number = it.random.below(4001) as f64 / 16.0 - 125.0;
            read_scalar(it.program, Ty::Float(shape), &number.to_string()).unwrap_or(0)
        };
        match self.random.below(4) {
            0 => self.random(shape.shape()),
            _ => small(self),
        }
    }

    fn random_of(&mut self, ty: Ty, shape: IntShape) -> i128 {
        match ty {
            Ty::Float(float) => self.random_float(float),
            // A pointer that nobody made points nowhere.
            Ty::Pointer => 0,
            _ => self.random(shape),
        }
    }
}

impl Oracle for Values<'_> {
    fn value(&mut self, shape: IntShape) -> i128 {
        let value = shape.wrap(self.random(shape));
        self.chosen.push(Chosen::Value(value));
        value
    }

    fn value_for(&mut self, place: PlaceId, shape: IntShape) -> i128 {
        let program = self.program;
        let ty = program.ty_of_place(place).map_or(Ty::Int(shape), |it| program.tys[it]);
        let answer = match program.origin(place) {
            Origin::Input { name, span } => {
                let file = program.sources.path(span.file);
                let asks = match program.places[place] {
                    Place::Var(var) if file.starts_with('<') => match program.vars[var].scope {
                        Scope::Local(process) => program.procs[process].name.as_str(),
                        Scope::Global => name,
                    },
                    _ => name,
                };
                let question = Question {
                    name: asks.to_owned(),
                    file: file.to_owned(),
                    line: program.sources.line_column(span).line,
                    expected: expected(ty, shape),
                };
                let known = self.of_command(place, name);
                let answer = known.or_else(|| self.answer(&question, ty));
                answer.or_else(|| by_convention(asks, &mut self.random))
            }
            Origin::Uninitialised { .. } | Origin::Nameless => None,
        };
        let value = answer.unwrap_or_else(|| self.random_of(ty, shape));
        let value = shape.wrap(value);
        self.chosen.push(Chosen::Value(value));
        value
    }

    fn bytes(&mut self, size: u64) -> Vec<(u64, u8)> {
        let byte = |it: &mut SplitMix| (it.next() & 0xff) as u8;
        let bytes: Vec<(u64, u8)> = match self.content.take() {
            Some(content) => (0..).zip(content).collect(),
            None => (0..size.min(BYTES)).map(|at| (at, byte(&mut self.random))).collect(),
        };
        self.chosen.push(Chosen::Bytes(bytes.clone()));
        bytes
    }
}

/// What functions of the library yield that do not yield just anything: a character or the end of the input.
fn by_convention(name: &str, random: &mut SplitMix) -> Option<i128> {
    match name {
        "getchar" | "getc" | "fgetc" => Some(i128::from(random.below(257)) - 1),
        "rand" | "random" => Some(i128::from(random.below(1 << 31))),
        name if name.ends_with(" fails") => Some(i128::from(random.below(4) == 0)),
        _ => None,
    }
}

fn expected(ty: Ty, shape: IntShape) -> String {
    match ty {
        Ty::Bool => "0 or 1".to_owned(),
        Ty::Float(_) => "a float".to_owned(),
        Ty::Pointer => "an address".to_owned(),
        _ if shape.signed => format!("a number of {} bits", shape.bits),
        _ => format!("an unsigned number of {} bits", shape.bits),
    }
}

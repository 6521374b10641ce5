//! Statements of certificates as text.

use serde::{Deserialize, Serialize};
use tribunal_engine::{Age, Content, Pointers, Said, Statement, Target, Values, condition};
use tribunal_ir::text::{Printer, Reader};
use tribunal_ir::{Expr, ObjectId, Place, ProcId, Program, VarId};

use super::LocationInvariants;

/// Something that holds at a location.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum StatementText {
    /// A condition, as it could stand in a guard there.
    Condition(String),
    /// What a pointer may point to.
    Pointer(PointerText),
    /// What is known of an object.
    Memory(MemoryText),
}

/// What a pointer may point to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointerText {
    /// The variable.
    pub pointer: String,
    /// One of these.
    pub targets: Vec<TargetText>,
}

/// A target of a pointer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TargetText {
    /// `nothing`, `function(…)`, `object(…)` for the static or last object of a declaration, or `older(…)` for one that was made before the last.
    pub to: String,
    /// The offsets, as numbers are told.
    pub offsets: String,
}

/// What is known of an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MemoryText {
    /// Its declaration: `object(…)`.
    pub object: String,
    /// What is known.
    pub content: ContentText,
}

/// What can be said of an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ContentText {
    /// See [`Content::Absent`].
    Absent,
    /// See [`Content::Alive`].
    Alive,
    /// See [`Content::Size`].
    Size(String),
    /// See [`Content::Numbers`].
    Numbers {
        /// Where it is.
        offset: u64,
        /// Its type.
        ty: String,
        /// What it may be.
        values: String,
    },
    /// See [`Content::Pointers`].
    Pointers {
        /// Where it is.
        offset: u64,
        /// What it may point to.
        targets: Vec<TargetText>,
    },
}

/// What is said, as text. What has none is left out.
pub(super) fn print(program: &Program, said: &Said) -> Vec<LocationInvariants> {
    let mut words = program.clone();
    let mut expressed = Vec::new();
    for (at, all) in said {
        let express = |it: &Statement| match condition(&mut words, it) {
            Some(condition) => Statement::Holds(condition),
            None => it.clone(),
        };
        expressed.push((*at, all.iter().map(express).collect::<Vec<_>>()));
    }
    let writer = Writer { program: &words, printer: Printer::new(&words) };
    let one = |(at, all): (tribunal_ir::LocId, Vec<Statement>)| {
        let process = words.locs[at].process;
        LocationInvariants {
            location: writer.printer.location_name(at),
            holds: all.iter().filter_map(|it| writer.statement(process, it)).collect(),
        }
    };
    expressed.into_iter().map(one).collect()
}

struct Writer<'a> {
    program: &'a Program,
    printer: Printer<'a>,
}

impl Writer<'_> {
    fn statement(&self, process: ProcId, statement: &Statement) -> Option<StatementText> {
        Some(match statement {
            Statement::Holds(condition) => {
                StatementText::Condition(self.printer.expr(Some(process), *condition))
            }
            Statement::Pointers(var, pointers) => StatementText::Pointer(PointerText {
                pointer: self.printer.var_name(*var).to_owned(),
                targets: self.targets(pointers),
            }),
            Statement::Memory(object, content) => StatementText::Memory(MemoryText {
                object: self.object(*object),
                content: self.content(content)?,
            }),
            Statement::Numbers(..) | Statement::Related(_) => return None,
        })
    }

    fn object(&self, object: ObjectId) -> String {
        format!("object({})", self.printer.object_name(object))
    }

    fn targets(&self, pointers: &Pointers) -> Vec<TargetText> {
        let one = |(target, offsets): &(Target, Values)| TargetText {
            to: match target {
                Target::Nothing => "nothing".to_owned(),
                Target::Function(it) => format!("function({})", self.printer.process_name(*it)),
                Target::Object(it, Age::Last) => self.object(*it),
                Target::Object(it, Age::Older) => {
                    format!("older({})", self.printer.object_name(*it))
                }
            },
            offsets: print_values(offsets),
        };
        pointers.iter().map(one).collect()
    }

    fn content(&self, content: &Content) -> Option<ContentText> {
        Some(match content {
            Content::Absent => ContentText::Absent,
            Content::Alive => ContentText::Alive,
            Content::Size(values) => ContentText::Size(print_values(values)),
            Content::Numbers(offset, ty, values) => {
                let ty = self.program.tys.iter().find(|it| it.1 == ty)?.0;
                let (ty, values) = (self.printer.ty(ty), print_values(values));
                ContentText::Numbers { offset: *offset, ty, values }
            }
            Content::Pointers(offset, pointers) => {
                ContentText::Pointers { offset: *offset, targets: self.targets(pointers) }
            }
        })
    }
}

impl StatementText {
    /// The statement, about a location of a process.
    pub(super) fn statement(
        &self,
        reader: &mut Reader,
        process: ProcId,
    ) -> Result<Statement, String> {
        Ok(match self {
            Self::Condition(text) => Statement::Holds(reader.condition(process, text)?),
            Self::Pointer(PointerText { pointer, targets: to }) => {
                let var = read_variable(reader, process, pointer)?;
                Statement::Pointers(var, read_targets(reader, process, to)?)
            }
            Self::Memory(MemoryText { object, content }) => {
                let object = read_object(reader, process, object)?;
                Statement::Memory(object, content.content(reader, process)?)
            }
        })
    }
}

impl ContentText {
    fn content(&self, reader: &mut Reader, process: ProcId) -> Result<Content, String> {
        Ok(match self {
            Self::Absent => Content::Absent,
            Self::Alive => Content::Alive,
            Self::Size(values) => Content::Size(read_values(values)?),
            Self::Numbers { offset, ty, values } => {
                let read = reader.ty(ty)?;
                if reader.program().shape_of_ty(read).is_none() {
                    return Err(format!("`{ty}` has no numbers"));
                }
                Content::Numbers(read_offset(*offset)?, read, read_values(values)?)
            }
            Self::Pointers { offset, targets } => {
                Content::Pointers(read_offset(*offset)?, read_targets(reader, process, targets)?)
            }
        })
    }
}

/// An offset that an object can have.
fn read_offset(offset: u64) -> Result<u64, String> {
    let is_possible = offset <= u64::MAX / 4;
    if is_possible { Ok(offset) } else { Err(format!("there is no offset {offset}")) }
}

fn read_variable(reader: &mut Reader, process: ProcId, text: &str) -> Result<VarId, String> {
    let read = reader.expr(process, text)?;
    let program = reader.program();
    match program.exprs[read] {
        Expr::Load(place) => match program.places[place] {
            Place::Var(var) => Ok(var),
            _ => Err(format!("`{text}` is no variable")),
        },
        _ => Err(format!("`{text}` is no variable")),
    }
}

fn read_object(reader: &mut Reader, process: ProcId, text: &str) -> Result<ObjectId, String> {
    let read = reader.expr(process, text)?;
    match reader.program().exprs[read] {
        Expr::Object(object) => Ok(object),
        _ => Err(format!("`{text}` is no object")),
    }
}

fn read_targets(
    reader: &mut Reader,
    process: ProcId,
    targets: &[TargetText],
) -> Result<Pointers, String> {
    let mut all = Vec::new();
    for TargetText { to, offsets } in targets {
        let target = if to == "nothing" {
            Target::Nothing
        } else if let Some(name) = to.strip_prefix("older") {
            Target::Object(read_object(reader, process, &format!("object{name}"))?, Age::Older)
        } else {
            let read = reader.expr(process, to)?;
            match reader.program().exprs[read] {
                Expr::Object(object) => Target::Object(object, Age::Last),
                Expr::Function(function) => Target::Function(function),
                _ => return Err(format!("`{to}` is nothing to point to")),
            }
        };
        all.push((target, read_values(offsets)?));
    }
    Ok(all)
}

/// Numbers as text: ranges, then what they leave by division and which bits they have, if that says more: `0..8, 16 mod 4 = 0 bits 3 = 0`.
fn print_values(values: &Values) -> String {
    let Values { ranges, modulus, remainder, known, ones } = values;
    let range = |(lo, hi): &(i128, i128)| match lo == hi {
        true => lo.to_string(),
        false => format!("{lo}..{hi}"),
    };
    let mut text = ranges.iter().map(range).collect::<Vec<_>>().join(", ");
    if *modulus != 1 {
        text.push_str(&format!(" mod {modulus} = {remainder}"));
    }
    if *known != 0 || *ones != 0 {
        text.push_str(&format!(" bits {known} = {ones}"));
    }
    text
}

fn read_values(text: &str) -> Result<Values, String> {
    numbers(text).ok_or_else(|| format!("`{text}` are no numbers"))
}

fn numbers(text: &str) -> Option<Values> {
    let (text, bits) = text.split_once(" bits ").map_or((text, None), |it| (it.0, Some(it.1)));
    let (text, rest) = text.split_once(" mod ").map_or((text, None), |it| (it.0, Some(it.1)));
    let mut values = Values { ranges: Vec::new(), modulus: 1, remainder: 0, known: 0, ones: 0 };
    for range in text.split(", ").filter(|it| !it.is_empty()) {
        let (lo, hi) = range.split_once("..").unwrap_or((range, range));
        values.ranges.push((lo.parse().ok()?, hi.parse().ok()?));
    }
    if let Some(rest) = rest {
        let (modulus, remainder) = rest.split_once(" = ")?;
        (values.modulus, values.remainder) = (modulus.parse().ok()?, remainder.parse().ok()?);
        if values.modulus < 0 {
            return None;
        }
    }
    if let Some(bits) = bits {
        let (known, ones) = bits.split_once(" = ")?;
        (values.known, values.ones) = (known.parse().ok()?, ones.parse().ok()?);
    }
    Some(values)
}

#[cfg(test)]
mod tests {
    use super::{print_values, read_values};
    use tribunal_engine::Values;

    #[test]
    fn numbers_are_read_as_they_were_written() {
        let text = "-3..8, 16 mod 4 = 0 bits 3 = 0";
        let values =
            Values { ranges: vec![(-3, 8), (16, 16)], modulus: 4, remainder: 0, known: 3, ones: 0 };
        assert_eq!(print_values(&values), text);
        assert_eq!(read_values(text), Ok(values));
        for plain in ["", "5", "0..7", "0..9 mod 0 = 3", "1, 2 bits 1 = 1"] {
            assert_eq!(print_values(&read_values(plain).unwrap()), plain);
        }
        for wrong in ["x", "1..", "1 mod", "1 mod 2", "1 mod -2 = 1", "1 bits -1 = 0", "1,2"] {
            assert!(read_values(wrong).is_err(), "{wrong}");
        }
    }
}

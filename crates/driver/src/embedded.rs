//! The C in a Promela model: handed from the front end of the one language to that of the other.

use tribunal_base::{Sources, Span};
use tribunal_front_c::embed::{Code, Data, DataKind, EmbeddedC, Piece, Role, Text, embed};
use tribunal_front_promela::ast::{self, CCodeKind, CStateKind};
use tribunal_front_promela::embedded::{CBlock, CFunction, Context, Embedded, ReadC, TranslatedC};
use tribunal_ir::Program;
use tribunal_preprocess::{File, Files, Include, IncludeStyle};

use crate::files::Disk;
use crate::translation::CTranslation;

/// Our front end for C, for models.
pub(crate) struct FrontC<'a> {
    pub(crate) path: &'a str,
    pub(crate) translation: &'a CTranslation,
}

impl ReadC for FrontC<'_> {
    fn read(&mut self, sources: &mut Sources, model: &Program, c: &Embedded) -> TranslatedC {
        let pieces: Vec<Piece> = c.blocks.iter().map(piece).collect();
        let data: Vec<Data> = c.states.iter().map(data).collect();
        let options = tribunal_front_c::Options {
            data_model: self.translation.data_model,
            // The preprocessor of the model has seen them.
            defines: Vec::new(),
            include: self.translation.include.clone(),
        };
        let choices = (&options, &self.translation.choices);
        let EmbeddedC { program, codes, diagnostics } =
            embed(sources, self.path, &Disk, choices, model, (&pieces, &data));
        let functions = codes.into_iter().map(|it| match it {
            Code::Nothing => CFunction::Nothing,
            Code::Statement(function) => CFunction::Statement(function),
            Code::Expression { truth, number } => CFunction::Expression { truth, number },
        });
        TranslatedC { program, functions: functions.collect(), diagnostics }
    }
}

/// Files that models include. The standard headers of C are left to C, wherever their names stand.
pub(crate) struct ModelFiles;

impl Files for ModelFiles {
    fn open(&self, include: &Include<'_>) -> Option<File> {
        let name = include.name;
        let header = || {
            let is_header =
                include.style == IncludeStyle::Angled && tribunal_front_c::is_standard_header(name);
            let text = format!("\\#include <{name}>\n");
            is_header.then(|| File { path: format!("<{name}>"), text })
        };
        Disk.open(include).or_else(header)
    }
}

fn piece(block: &CBlock) -> Piece {
    let CBlock { code, context } = block;
    let role = match (code.kind, context) {
        (CCodeKind::Declaration, _) => Role::Declarations,
        (CCodeKind::Code, Context::Global) => Role::Globals,
        (CCodeKind::Code, Context::Process) => Role::Statement,
        (CCodeKind::Expression, _) => Role::Expression,
    };
    let text = |it: &ast::CText| Text { text: it.text.clone(), places: it.places.clone() };
    Piece {
        role,
        precondition: code.precondition.as_ref().map(text),
        text: text(&code.text),
        span: code.span,
    }
}

fn data(state: &ast::CState) -> Data {
    let ast::CState { kind, what, place, extra, span } = state;
    let place = match kind {
        CStateKind::Track => DataKind::Tracked,
        CStateKind::State => match place.text.trim().split_once(char::is_whitespace) {
            Some(("Local", owner)) => DataKind::Local(owner.trim().to_owned()),
            _ if place.text.trim() == "Hidden" => DataKind::Hidden,
            _ => DataKind::Global,
        },
    };
    let first = extra.as_ref().filter(|_| *kind == CStateKind::State).map(quoted);
    Data { kind: place, what: quoted(what), first, span: *span }
}

/// Text between quotes, which stands where they do.
fn quoted(text: &ast::Text) -> Text {
    let span: Span = text.span;
    Text { text: text.text.replace("\\\"", "\""), places: vec![(0, span)] }
}

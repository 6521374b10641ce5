//! The names of a program that is there already.

use super::{Key, Lowering, Top};
use crate::memory::ObjectId;
use crate::program::{ChanId, LabelId, ProcId, Program, Scope, VarId};
use crate::text::lexer::{TokenKind, tokens};
use crate::text::names;
use std::collections::HashMap;
use tribunal_base::{Diagnostic, Id};

/// What names stand for in expressions and types.
#[derive(Default)]
pub(in crate::text) struct Names {
    top: HashMap<Key, Top>,
    locals: Vec<HashMap<Key, VarId>>,
    labels: HashMap<(ProcId, Key), LabelId>,
    channels: HashMap<Key, ChanId>,
    objects: HashMap<Key, ObjectId>,
}

impl Names {
    pub(in crate::text) fn of(program: &Program) -> Self {
        let spelled = names::Names::new(program);
        let mut names = Self::default();
        names.locals.resize_with(program.procs.len(), HashMap::new);
        for (id, text) in program.vars.ids().zip(&spelled.vars) {
            match program.vars[id].scope {
                Scope::Global => _ = names.top.insert(key(text), Top::Var(id)),
                Scope::Local(owner) => {
                    names.locals[owner.index()].insert(key(text), id);
                }
            }
        }
        let procs = program.procs.ids().map(Top::Proc).zip(&spelled.procs);
        let enums = program.enums.ids().map(Top::Enum).zip(&spelled.enums);
        let records = program.records.ids().map(Top::Record).zip(&spelled.records);
        for (it, text) in procs.chain(enums).chain(records) {
            names.top.insert(key(text), it);
        }
        for (id, text) in program.labels.ids().zip(&spelled.labels) {
            names.labels.insert((program.labels[id].process, key(text)), id);
        }
        let channels = program.channels.ids().zip(&spelled.channels);
        names.channels = channels.map(|(id, text)| (key(text), id)).collect();
        let objects = program.objects.ids().zip(&spelled.objects);
        names.objects = objects.map(|(id, text)| (key(text), id)).collect();
        names
    }
}

/// What a name is read as.
fn key(spelled: &str) -> Key {
    match tokens(spelled, &mut Vec::new()).into_iter().next().map(|it| it.kind) {
        Some(TokenKind::Name { text, ordinal, .. }) => (text, ordinal),
        _ => (spelled.to_owned(), 1),
    }
}

impl<'a> Lowering<'a> {
    /// Goes on with a program that has these names.
    pub(in crate::text) fn within(
        program: Program,
        names: Names,
        diagnostics: &'a mut Vec<Diagnostic>,
    ) -> Self {
        let Names { top, locals, labels, channels, objects } = names;
        let (props, locations) = (HashMap::new(), HashMap::new());
        Self { program, top, locals, labels, channels, objects, props, locations, diagnostics }
    }

    pub(in crate::text) fn into_parts(self) -> (Program, Names) {
        let Self { program, top, locals, labels, channels, objects, .. } = self;
        (program, Names { top, locals, labels, channels, objects })
    }
}

//! The labels of a model.

use crate::ast::{Block, Item, Model, Stmt, StmtKind};

/// The labels of each proctype, by its name, in the order of the text.
#[must_use]
pub fn labels(model: &Model) -> Vec<(String, Vec<String>)> {
    let named = |item: &Item| match item {
        Item::Proctype(it) => Some((it.name.name.clone(), of_block(&it.body))),
        _ => None,
    };
    model.items.iter().filter_map(named).collect()
}

fn of_block(block: &Block) -> Vec<String> {
    let mut found = Vec::new();
    block.statements.iter().for_each(|it| add(it, &mut found));
    found
}

fn add(statement: &Stmt, found: &mut Vec<String>) {
    found.extend(statement.labels.iter().map(|it| it.name.clone()));
    let mut inside = |block: &Block| block.statements.iter().for_each(|it| add(it, found));
    match &statement.kind {
        StmtKind::If(choices) | StmtKind::Do(choices) => {
            choices.iter().for_each(|it| inside(&it.body));
        }
        StmtKind::ForRange { body, .. } | StmtKind::ForIn { body, .. } => inside(body),
        StmtKind::Atomic(body) | StmtKind::DStep(body) | StmtKind::Block(body) => inside(body),
        StmtKind::InlineCall(call) => inside(&call.body),
        StmtKind::Unless { main, escape } => {
            add(main, found);
            add(escape, found);
        }
        _ => {}
    }
}

//! Statements (C11 §6.8).

use tribunal_base::Span;
use tribunal_preprocess::Symbol;

use super::{Clause, DeclId, ExprId, List, StmtId, StringId};

/// A statement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of statements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StmtKind {
    /// `;`, or an attribute that stands alone.
    Empty,
    /// `expression;`.
    Expr(ExprId),
    /// `{ … }`.
    Block {
        /// Declarations and statements.
        items: List<BlockItem>,
        /// The closing brace.
        close: Span,
    },
    /// `if (c1) s1 else if (c2) s2 … else s`. There is at least one arm.
    If {
        /// The conditions with their statements.
        arms: List<IfArm>,
        /// The last `else`.
        otherwise: Option<StmtId>,
    },
    /// `switch (subject) body`.
    Switch {
        /// What decides.
        subject: ExprId,
        /// A block, usually.
        body: StmtId,
    },
    /// `while (condition) body`.
    While {
        /// When to go on.
        condition: ExprId,
        /// What is repeated.
        body: StmtId,
    },
    /// `do body while (condition);`.
    DoWhile {
        /// What is repeated.
        body: StmtId,
        /// When to go on.
        condition: ExprId,
    },
    /// `for (init; condition; step) body`.
    For {
        /// What comes first.
        init: ForInit,
        /// When to go on; always, if there is none.
        condition: Option<ExprId>,
        /// What comes after the body.
        step: Option<ExprId>,
        /// What is repeated.
        body: StmtId,
    },
    /// The body of a loop with a contract (CBMC).
    Contracted {
        /// The contract.
        clauses: List<Clause>,
        /// What is repeated.
        body: StmtId,
    },
    /// `goto label;`.
    Goto(Symbol),
    /// GNU: `goto *target;`.
    ComputedGoto(ExprId),
    /// `continue;`.
    Continue,
    /// `break;`.
    Break,
    /// `return value;`.
    Return(Option<ExprId>),
    /// `label: case 1: default: body`. There is at least one label.
    Labeled {
        /// The labels.
        labels: List<Label>,
        /// What they stand before; an empty statement before `}` or a declaration.
        body: StmtId,
    },
    /// `asm("…" : …);`.
    Asm(Asm),
    /// Something that is no statement; it has been reported.
    Error,
}

/// What stands in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockItem {
    /// A declaration.
    Decl(DeclId),
    /// A statement.
    Stmt(StmtId),
}

/// A condition with its statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IfArm {
    /// The condition.
    pub condition: ExprId,
    /// What is done if it holds.
    pub then: StmtId,
    /// From `if` to the end of the statement.
    pub span: Span,
}

/// The first part of a `for`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForInit {
    /// Nothing.
    Nothing,
    /// An expression.
    Expr(ExprId),
    /// A declaration, in a scope of its own.
    Decl(DeclId),
}

/// A label of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// What it is.
    pub kind: LabelKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelKind {
    /// `name:`.
    Name(Symbol),
    /// `case value:`.
    Case(ExprId),
    /// GNU: `case first ... last:`.
    CaseRange(ExprId, ExprId),
    /// `default:`.
    Default,
}

/// An assembler statement or declaration. Its template is kept, not understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asm {
    /// What stands between the parentheses.
    pub text: Symbol,
    /// The parts of a statement; none of what is written in another way, as `asm goto` is.
    pub parts: Option<AsmParts>,
}

/// The parts of an assembler statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsmParts {
    /// The text.
    pub template: StringId,
    /// What is written, and perhaps read.
    pub outputs: List<AsmOperand>,
    /// What is read.
    pub inputs: List<AsmOperand>,
}

/// `[name] "constraint"(value)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsmOperand {
    /// The name in brackets.
    pub name: Option<Symbol>,
    /// How it is handed over.
    pub constraint: StringId,
    /// What it is.
    pub value: ExprId,
}

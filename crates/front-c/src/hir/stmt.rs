//! Statements: structured, with jumps resolved.

use tribunal_base::Span;

use super::{ExprId, FunctionId, Initialiser, LabelId, LoopContract, StmtId, VarId};

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stmt {
    /// Which.
    pub kind: StmtKind,
    /// Where it is written.
    pub span: Span,
}

/// What a statement does. Conditions have type `_Bool`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StmtKind {
    /// Nothing.
    Empty,
    /// A scope: `variables` live from its entry, by whatever way, to its exit; their values are indeterminate until declared.
    Block {
        /// The automatic variables of the scope.
        variables: Vec<VarId>,
        /// What is done.
        statements: Vec<StmtId>,
    },
    /// Evaluates, for its effects.
    Expression(ExprId),
    /// The declaration of an automatic variable is reached. Without an initialiser its value becomes indeterminate; an array of variable
    /// length gets its storage now, of `size` bytes.
    Declare {
        /// The variable.
        variable: VarId,
        /// What it holds.
        initialiser: Option<Initialiser>,
        /// The size in bytes (type `size_t`), if known only now.
        size: Option<ExprId>,
    },
    /// The first arm whose condition holds, else `otherwise`.
    If {
        /// Conditions and what to do, in order.
        arms: Vec<(ExprId, StmtId)>,
        /// If none holds.
        otherwise: Option<StmtId>,
    },
    /// `while`
    While {
        /// Tested before each turn.
        condition: ExprId,
        /// The turn.
        body: StmtId,
    },
    /// `do … while`
    DoWhile {
        /// The turn.
        body: StmtId,
        /// Tested after each turn.
        condition: ExprId,
    },
    /// `for`; the scope of its declarations is a block around it.
    For {
        /// Before each turn; absent means true.
        condition: Option<ExprId>,
        /// After each turn, also after `continue`.
        step: Option<ExprId>,
        /// The turn.
        body: StmtId,
    },
    /// The body of a loop with a contract.
    Contracted {
        /// What each turn relies on and guarantees.
        contract: Box<LoopContract>,
        /// The turn.
        body: StmtId,
    },
    /// Jumps to the label of the case that holds `value`, else to `default`, else past the body.
    Switch {
        /// Of a promoted integer type.
        value: ExprId,
        /// Disjoint, in the order of the source.
        cases: Vec<Case>,
        /// Where `default:` is.
        default: Option<LabelId>,
        /// Contains the labels.
        body: StmtId,
    },
    /// A jump target: control passes through it.
    Label(LabelId),
    /// Jumps.
    Goto(LabelId),
    /// GNU's `goto *pointer`: jumps to the label of this function that the pointer is the address of.
    ComputedGoto(ExprId),
    /// From here on the value is computed, for its effects, whenever the block around is left.
    Cleanup(ExprId),
    /// Leaves the innermost loop or switch.
    Break,
    /// Goes to the next turn of the innermost loop.
    Continue,
    /// Leaves the function; the value has the result's type.
    Return(Option<ExprId>),
    /// Not covered.
    Unsupported(String),
}

/// One `case`, with values of the type of the switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    /// The least value.
    pub low: i128,
    /// The greatest value; equal to `low` except for GNU's ranges.
    pub high: i128,
    /// Where to go.
    pub target: LabelId,
    /// Where it is written.
    pub span: Span,
}

/// A jump target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The name in the source; none for `case` and `default`.
    pub name: Option<String>,
    /// The function it is in.
    pub function: FunctionId,
    /// Where it is written.
    pub span: Span,
}

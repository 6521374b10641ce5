//! Statements (C11 §6.8).

use smallvec::SmallVec;
use tribunal_base::Span;

use super::declaration::Level;
use super::{Failed, Parsed, Parser};
use crate::ast::{BlockItem, ExprId, ForInit, IfArm, Label, LabelKind, List, StmtId, StmtKind};
use crate::lexer::Kind;

impl Parser<'_> {
    pub(super) fn block_in_new_scope(&mut self) -> Parsed<StmtId> {
        self.scopes.open();
        let block = self.block();
        self.scopes.close();
        block
    }

    /// `{ … }`, in the scope that is open.
    pub(super) fn block(&mut self) -> Parsed<StmtId> {
        let start = self.here();
        self.expect(Kind::OpenBrace, "to start the body")?;
        let mut items: SmallVec<[BlockItem; 8]> = SmallVec::new();
        while !matches!(self.kind(), Kind::CloseBrace | Kind::End) {
            let first = self.position;
            let here = self.here();
            if let Err(Failed) = self.block_item(&mut items) {
                self.skip_statement(first);
                if self.position == first {
                    self.bump();
                }
                items.push(BlockItem::Stmt(self.add_stmt(StmtKind::Error, here)));
            }
        }
        if self.kind() == Kind::End {
            // The block that is not closed is more telling than the end of the file.
            self.error(
                "unclosed-block",
                start,
                "this `{` is never closed",
                "write `}` where the block ends",
            );
            return Err(Failed);
        }
        let close = self.bump().span;
        let items = self.unit.lists.items.add(items);
        Ok(self.add_stmt(StmtKind::Block { items, close }, self.since(start)))
    }

    fn block_item(&mut self, items: &mut SmallVec<[BlockItem; 8]>) -> Parsed<()> {
        if self.starts_label() {
            let start = self.here();
            let labels = self.labels()?;
            let body = if self.starts_declaration() || self.kind() == Kind::CloseBrace {
                self.add_stmt(StmtKind::Empty, self.since(start))
            } else {
                self.nest(Self::statement)?
            };
            let labeled = self.add_stmt(StmtKind::Labeled { labels, body }, self.since(start));
            items.push(BlockItem::Stmt(labeled));
            return Ok(());
        }
        items.push(if self.kind() == Kind::LocalLabel {
            BlockItem::Decl(self.local_labels()?)
        } else if self.starts_declaration() {
            while self.eat(Kind::Extension) {}
            BlockItem::Decl(self.declaration(Level::Block)?)
        } else {
            BlockItem::Stmt(self.nest(Self::statement)?)
        });
        Ok(())
    }

    /// Whether a declaration starts here, and no statement.
    fn starts_declaration(&mut self) -> bool {
        let before = self.position;
        while self.eat(Kind::Extension) {}
        let found = match self.kind() {
            Kind::StaticAssert => true,
            // `unknown name`: a type that is not declared.
            Kind::Identifier if self.peek(1) == Kind::Identifier => true,
            _ if self.starts_bracketed() => {
                self.skip_bracketed();
                self.starts_specifiers()
            }
            Kind::Attribute => {
                // The attribute of an empty statement, or of a declaration.
                while self.eat(Kind::Attribute) {
                    if self.kind() == Kind::OpenParen {
                        self.skip_balanced();
                    }
                }
                self.starts_specifiers()
            }
            _ => self.starts_specifiers(),
        };
        self.position = before;
        found
    }

    fn starts_label(&self) -> bool {
        match self.kind() {
            Kind::Case | Kind::Default => true,
            Kind::Identifier => self.peek(1) == Kind::Colon,
            _ => false,
        }
    }

    /// `a: case 1: default:`.
    fn labels(&mut self) -> Parsed<List<Label>> {
        let mut labels: SmallVec<[Label; 2]> = SmallVec::new();
        while self.starts_label() {
            let token = self.bump();
            let kind = match token.kind {
                Kind::Case => {
                    let first = self.nest(Self::conditional)?;
                    if self.eat(Kind::Ellipsis) {
                        LabelKind::CaseRange(first, self.nest(Self::conditional)?)
                    } else {
                        LabelKind::Case(first)
                    }
                }
                Kind::Default => LabelKind::Default,
                _ => LabelKind::Name(token.symbol),
            };
            self.expect(Kind::Colon, "after the label")?;
            labels.push(Label { kind, span: self.since(token.span) });
            if self.kind() == Kind::Attribute && !self.starts_declaration() {
                self.loose_attributes()?;
            }
        }
        Ok(self.unit.lists.labels.add(labels))
    }

    pub(super) fn statement(&mut self) -> Parsed<StmtId> {
        let start = self.here();
        if self.starts_label() {
            let labels = self.labels()?;
            let body = self.nest(Self::statement)?;
            return Ok(self.add_stmt(StmtKind::Labeled { labels, body }, self.since(start)));
        }
        let kind = match self.kind() {
            Kind::OpenBrace => return self.block_in_new_scope(),
            Kind::If => return self.if_statement(),
            Kind::Semicolon => {
                self.bump();
                StmtKind::Empty
            }
            Kind::Switch => {
                self.bump();
                let subject = self.condition("`switch`")?;
                StmtKind::Switch { subject, body: self.nest(Self::statement)? }
            }
            Kind::While => {
                self.bump();
                let condition = self.condition("`while`")?;
                StmtKind::While { condition, body: self.contracted_body()? }
            }
            Kind::Do => {
                self.bump();
                let body = self.nest(Self::statement)?;
                self.expect(Kind::While, "after the body of `do`")?;
                let condition = self.condition("`while`")?;
                let clauses = self.loop_contract()?;
                let body = self.contracted(clauses, body);
                self.expect(Kind::Semicolon, "after `do … while (…)`")?;
                StmtKind::DoWhile { body, condition }
            }
            Kind::For => {
                self.bump();
                self.scopes.open();
                let kind = self.for_statement();
                self.scopes.close();
                kind?
            }
            Kind::Asm => {
                self.bump();
                let asm = self.nest(Self::asm)?;
                self.expect(Kind::Semicolon, "after the assembler text")?;
                StmtKind::Asm(asm)
            }
            kind if kind == Kind::Attribute || self.starts_bracketed() => {
                self.loose_attributes()?;
                if self.eat(Kind::Semicolon) {
                    StmtKind::Empty
                } else {
                    return self.nest(Self::statement);
                }
            }
            Kind::Else => return Err(self.unexpected("a statement (this `else` has no `if`)")),
            _ if self.starts_declaration() => {
                self.error(
                    "declaration-as-statement",
                    start,
                    "a declaration cannot stand here, only a statement",
                    "put it into braces",
                );
                self.declaration(Level::Block)?;
                StmtKind::Error
            }
            _ => self.simple_statement()?,
        };
        Ok(self.add_stmt(kind, self.since(start)))
    }

    /// Jumps and expressions.
    fn simple_statement(&mut self) -> Parsed<StmtKind> {
        let (kind, what) = match self.kind() {
            Kind::Goto => {
                self.bump();
                if self.eat(Kind::Star) {
                    (StmtKind::ComputedGoto(self.expression()?), "after the target of `goto`")
                } else {
                    (StmtKind::Goto(self.name("a label after `goto`")?.symbol), "after the label")
                }
            }
            Kind::Continue => {
                self.bump();
                (StmtKind::Continue, "after `continue`")
            }
            Kind::Break => {
                self.bump();
                (StmtKind::Break, "after `break`")
            }
            Kind::Return => {
                self.bump();
                let value =
                    if self.kind() == Kind::Semicolon { None } else { Some(self.expression()?) };
                (StmtKind::Return(value), "after `return`")
            }
            _ => (StmtKind::Expr(self.expression()?), "after the expression"),
        };
        self.expect(Kind::Semicolon, what)?;
        Ok(kind)
    }

    fn condition(&mut self, what: &str) -> Parsed<ExprId> {
        self.expect(Kind::OpenParen, &format!("after {what}"))?;
        let condition = self.expression()?;
        self.expect(Kind::CloseParen, "after the condition")?;
        Ok(condition)
    }

    /// `if` and all its `else if`s.
    fn if_statement(&mut self) -> Parsed<StmtId> {
        let start = self.here();
        let mut arms: SmallVec<[IfArm; 2]> = SmallVec::new();
        let otherwise = loop {
            let first: Span = self.bump().span;
            let condition = self.condition("`if`")?;
            let then = self.nest(Self::statement)?;
            arms.push(IfArm { condition, then, span: self.since(first) });
            if !self.eat(Kind::Else) {
                break None;
            }
            if self.kind() != Kind::If {
                break Some(self.nest(Self::statement)?);
            }
        };
        let arms = self.unit.lists.if_arms.add(arms);
        Ok(self.add_stmt(StmtKind::If { arms, otherwise }, self.since(start)))
    }

    /// What follows `for`.
    fn for_statement(&mut self) -> Parsed<StmtKind> {
        self.expect(Kind::OpenParen, "after `for`")?;
        let init = if self.eat(Kind::Semicolon) {
            ForInit::Nothing
        } else if self.starts_declaration() {
            while self.eat(Kind::Extension) {}
            ForInit::Decl(self.declaration(Level::Block)?)
        } else {
            let init = self.expression()?;
            self.expect(Kind::Semicolon, "after the first part of `for`")?;
            ForInit::Expr(init)
        };
        let condition =
            if self.kind() == Kind::Semicolon { None } else { Some(self.expression()?) };
        self.expect(Kind::Semicolon, "after the condition of `for`")?;
        let step = if self.kind() == Kind::CloseParen { None } else { Some(self.expression()?) };
        self.expect(Kind::CloseParen, "after the head of `for`")?;
        let body = self.contracted_body()?;
        Ok(StmtKind::For { init, condition, step, body })
    }
}

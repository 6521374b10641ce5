//! Where a thread that was cancelled ends: at calls of functions that POSIX lists as such points.
//!
//! Only programs that cancel threads have them. What happens there is written in C (`library/threads.c`).

use tribunal_base::Span;
use tribunal_ir::Action;

use super::Lowering;
use crate::hir::{self, FunctionId};

/// Functions that end a thread that was cancelled before.
const POINTS: [&str; 9] =
    ["sleep", "usleep", "nanosleep", "clock_nanosleep", "pause", "read", "write", "open", "close"];

/// Functions that wait, and end a thread that is cancelled meanwhile, too.
const WAITS: [&str; 4] =
    ["pthread_join", "pthread_cond_wait", "pthread_cond_timedwait", "sem_wait"];

/// Functions that may end it, or not.
const MAYBE: [&str; 29] = [
    "printf", "fprintf", "vprintf", "vfprintf", "puts", "fputs", "putchar", "putc", "fputc",
    "fflush", "perror", "scanf", "fscanf", "vscanf", "getchar", "getc", "fgetc", "fgets", "gets",
    "fread", "fwrite", "fopen", "fclose", "fseek", "rewind", "remove", "feof", "ferror", "system",
];

/// What is called around a call.
#[derive(Clone, Copy, Default)]
pub(super) struct Around {
    before: Option<FunctionId>,
    after: Option<FunctionId>,
}

impl Lowering<'_> {
    /// What is to be done around a call because threads can be cancelled.
    pub(super) fn cancellation(&self, function: FunctionId) -> Around {
        let named = |name: &str| {
            super::ids(&self.unit.functions).find(|it| {
                let function = &self.unit.functions[*it];
                function.name == name && function.body.is_some()
            })
        };
        let called = &self.unit.functions[function];
        let name = called.name.as_str();
        let is_own = called.body.is_some() && !self.unit.is_of_the_library(called);
        let is_listed = [&POINTS[..], &WAITS, &MAYBE].iter().any(|it| it.contains(&name));
        let is_used = |it: FunctionId| self.unit.functions[it].used;
        if is_own || !is_listed || !named("pthread_cancel").is_some_and(is_used) {
            return Around::default();
        }
        if POINTS.contains(&name) {
            Around { before: named("pthread_testcancel"), after: None }
        } else if WAITS.contains(&name) {
            Around { before: named("__tribunal_waits"), after: named("__tribunal_waits_no_more") }
        } else {
            Around { before: named("__tribunal_may_end"), after: None }
        }
    }

    /// Does what is to be done before a call. That comes before the arguments here, so they must not have effects.
    pub(super) fn before_call(&mut self, around: Around, arguments: &[hir::ExprId], span: Span) {
        if around.before.is_some() && arguments.iter().any(|it| self.has_effects(*it)) {
            self.unsupported("cancelling threads at a call whose arguments have effects", span);
        }
        self.call_plainly(around.before);
    }

    /// Does what is to be done after it.
    pub(super) fn after_call(&mut self, around: Around) {
        self.call_plainly(around.after);
    }

    fn call_plainly(&mut self, function: Option<FunctionId>) {
        if let Some(function) = function
            && self.is_reached()
        {
            let process = self.process_of(function);
            self.settle();
            self.act(Action::Call { process, args: Vec::new(), result: None });
            self.settle();
        }
    }
}

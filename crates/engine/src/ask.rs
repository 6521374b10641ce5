//! Asks an engine no more than it supports.

use crate::context::Context;
use crate::task::{Engine, Outcome, Task};
use crate::verdict::{Reason, Verdict};
use tribunal_ir::{Program, PropId, Property};

/// Runs an engine on the properties that it supports; the others are answered by its reasons, and cost nothing.
pub fn ask(engine: &dyn Engine, task: &Task<'_>, cx: &mut Context<'_>) -> Outcome {
    let refusal = |it: &PropId| supported(engine, task.program, *it).err().map(|why| (*it, why));
    let refused: Vec<(PropId, Reason)> = task.properties.iter().filter_map(refusal).collect();
    if refused.is_empty() {
        return answer(engine, task, cx);
    }
    let is_refused = |it: &PropId| refused.iter().any(|(property, _)| property == it);
    let properties: Vec<PropId> =
        task.properties.iter().copied().filter(|it| !is_refused(it)).collect();
    let mut outcome = match properties.is_empty() {
        true => Outcome::default(),
        false => answer(engine, &Task { properties: &properties, ..*task }, cx),
    };
    let reasons = refused.into_iter().map(|(property, why)| (property, Verdict::Maybe(why)));
    outcome.verdicts.extend(reasons);
    outcome.sort(task.properties);
    outcome
}

/// Whether an engine can help with a property.
fn supported(engine: &dyn Engine, program: &Program, property: PropId) -> Result<(), Reason> {
    let Property { kind, span, .. } = program.props[property];
    match engine.answers(kind.shape()) {
        true => engine.supports(program, property),
        false => {
            let what = format!("a question of the kind `{}`", kind.word());
            Err(Reason::Unsupported { what, span })
        }
    }
}

/// Runs an engine, which settles no more than it says.
fn answer(engine: &dyn Engine, task: &Task<'_>, cx: &mut Context<'_>) -> Outcome {
    let outcome = engine.run(task, cx);
    debug_assert!(
        outcome.verdicts.iter().all(|(property, verdict)| {
            task.program.props[*property].kind.is_branching()
                || engine.describe().settles.allows(verdict)
        }),
        "{} should settle what it says, not {:?}",
        engine.name(),
        outcome.verdicts
    );
    outcome
}

#[cfg(test)]
mod tests {
    use super::ask;
    use crate::{
        Basis, Budget, Certificate, Context, Cost, Description, Engine, Outcome, Reason, Settles,
        Task, Verdict,
    };
    use tribunal_ir::{Program, PropId, Property, PropertyKind};

    /// Believes everything that is about reachability.
    struct Believer;

    impl Engine for Believer {
        fn describe(&self) -> Description {
            let (name, summary) = ("believer", "believes");
            Description { name, summary, papers: &[], settles: Settles::True, cost: Cost::Capped }
        }

        fn basis(&self, _: &Program, _: PropId) -> Basis {
            Basis::nothing()
        }

        fn supports(&self, program: &Program, property: PropId) -> Result<(), Reason> {
            match program.props[property].kind {
                PropertyKind::Unreachable => Ok(()),
                _ => Err(Reason::Unsupported { what: "this".to_owned(), span: None }),
            }
        }

        fn run(&self, task: &Task<'_>, _: &mut Context<'_>) -> Outcome {
            let verdict = |it: &PropId| (*it, Verdict::True(Certificate::Absent));
            Outcome {
                verdicts: task.properties.iter().map(verdict).collect(),
                ..Outcome::default()
            }
        }
    }

    #[test]
    fn what_is_not_supported_is_not_asked() {
        let mut program = Program::default();
        for kind in [PropertyKind::EndStates, PropertyKind::Unreachable] {
            program.props.push(Property { name: String::new(), kind, span: None });
        }
        let all: Vec<PropId> = program.props.ids().collect();
        let mut nobody = ();
        let mut cx = Context::new(Budget { memory: 0, depth: 0 }, &mut nobody);
        let outcome = ask(&Believer, &Task::new(&program, &all), &mut cx);
        assert_eq!(outcome.verdicts.iter().map(|it| it.0).collect::<Vec<_>>(), all);
        assert!(matches!(outcome.verdicts[0].1, Verdict::Maybe(Reason::Unsupported { .. })));
        assert!(matches!(outcome.verdicts[1].1, Verdict::True(_)));
    }
}

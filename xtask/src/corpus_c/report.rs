//! What is printed of a scoreboard.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::{Score, Task, disputed};

/// How a task came out: the score, what was said, the seconds.
pub(super) type Result = (Score, String, f64);

/// Prints everything about tasks that were run.
pub(super) fn print(tasks: &[&Task], results: &[Result], out: &mut dyn Write) -> io::Result<()> {
    let rows: Vec<(&Task, &Result)> = tasks.iter().copied().zip(results).collect();
    for (task, (score, said, time)) in &rows {
        let Task { path, property, expected, .. } = task;
        let word = word(*score);
        writeln!(out, "{word:<14} {time:>6.2} s  {property:<10} {expected:<6} {path}  {said}")?;
    }
    table(&rows, "property", |it| vec![it.property.as_str()], out)?;
    table(&rows, "feature", |it| it.features.split(',').collect(), out)?;
    lacks(&rows, out)?;
    disputes(&rows, out)
}

/// Prints how engines compare, each asked alone, with the ladder.
pub(super) fn contest(
    engines: &[(&'static str, Vec<Result>)],
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(
        out,
        "\n{:<12} {:>8} {:>8} {:>8} {:>8} {:>9}",
        "alone", "true", "false", "wrong", "correct", "seconds"
    )?;
    for (engine, results) in engines {
        let count = |score: Score| results.iter().filter(|it| it.0 == score).count();
        let (proved, refuted) = (count(Score::CorrectTrue), count(Score::CorrectFalse));
        let wrong = count(Score::WrongTrue) + count(Score::WrongFalse);
        let share = percent(proved + refuted, results.len());
        let time: f64 = results.iter().map(|it| it.2).sum();
        writeln!(
            out,
            "{engine:<12} {proved:>8} {refuted:>8} {wrong:>8} {share:>7.1}% {time:>9.0}"
        )?;
    }
    let correct = |results: &[Result]| {
        let is_correct = |it: &&Result| matches!(it.0, Score::CorrectTrue | Score::CorrectFalse);
        percent(results.iter().filter(is_correct).count(), results.len())
    };
    if let Some(((_, ladder), others)) = engines.split_last()
        && let Some((best, results)) =
            others.iter().max_by(|a, b| correct(&a.1).total_cmp(&correct(&b.1)))
    {
        let lead = correct(ladder) - correct(results);
        writeln!(out, "the ladder is {lead:.1} points ahead of {best}, the best of the others")?;
    }
    Ok(())
}

fn word(score: Score) -> &'static str {
    match score {
        Score::CorrectTrue => "correct true",
        Score::CorrectFalse => "correct false",
        Score::Maybe => "maybe",
        Score::Disputed => "disputed",
        Score::WrongTrue => "WRONG TRUE",
        Score::WrongFalse => "WRONG FALSE",
        Score::Refused => "refused",
    }
}

fn table(
    rows: &[(&Task, &Result)],
    title: &str,
    classes: impl Fn(&Task) -> Vec<&str>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut counts: BTreeMap<&str, [usize; 6]> = BTreeMap::new();
    for (task, (score, ..)) in rows {
        for class in classes(task).into_iter().chain(["all"]) {
            let column = match score {
                Score::CorrectTrue => 0,
                Score::CorrectFalse => 1,
                Score::Maybe => 2,
                Score::WrongTrue | Score::WrongFalse => 3,
                Score::Disputed => 4,
                Score::Refused => 5,
            };
            counts.entry(class).or_default()[column] += 1;
        }
    }
    writeln!(
        out,
        "\n{title:<18} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}",
        "true", "false", "maybe", "wrong", "disputed", "refused", "correct"
    )?;
    for (class, counts) in counts {
        let share = percent(counts[0] + counts[1], counts.iter().sum());
        write!(out, "{class:<18}")?;
        for count in counts {
            write!(out, " {count:>8}")?;
        }
        writeln!(out, " {share:>7.1}%")?;
    }
    Ok(())
}

/// What keeps the others from an answer, the most frequent first.
fn lacks(rows: &[(&Task, &Result)], out: &mut dyn Write) -> io::Result<()> {
    let mut reasons: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (task, (score, said, _)) in rows {
        if matches!(score, Score::Maybe | Score::Refused) {
            reasons.entry(reason(said)).or_default().push(&task.path);
        }
    }
    let mut reasons: Vec<_> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, paths)| std::cmp::Reverse(paths.len()));
    writeln!(out, "\nwhat the others lack")?;
    for (reason, paths) in reasons {
        writeln!(out, "{:>5}  {reason}", paths.len())?;
        for path in paths {
            writeln!(out, "         {path}")?;
        }
    }
    Ok(())
}

/// What was said without the property and the place.
fn reason(said: &str) -> &str {
    let after_place = said.split_once("): ").map(|it| it.1);
    after_place.or_else(|| said.split_once(": ").map(|it| it.1)).unwrap_or(said)
}

fn disputes(rows: &[(&Task, &Result)], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\nexpectations that we hold to be wrong")?;
    for (task, (score, ..)) in rows {
        if *score == Score::Disputed {
            let argument = disputed::argument(&task.path, &task.property).unwrap_or_default();
            writeln!(out, "       {} ({}): {argument}", task.path, task.property)?;
        }
    }
    Ok(())
}

/// A share in percent.
pub(super) fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::reason;

    #[test]
    fn reasons_are_told_from_places() {
        assert_eq!(reason("maybe  bounds (a/b.c:3:4): this: that"), "this: that");
        assert_eq!(
            reason("maybe  bounds: the time limit was reached"),
            "the time limit was reached"
        );
        assert_eq!(reason("it did not start"), "it did not start");
    }
}

//! Choosing the steps of a run at the terminal.

use std::io::{self, BufRead};

use tribunal_driver::{Choice, Guide, Moment};
use tribunal_report::{StepReport, Style, draw_step};

use crate::terminal::Stream;

/// Asks the user for each step; takes it at once where there is just one.
pub(crate) struct Asking {
    pub(crate) style: Style,
}

impl Guide for Asking {
    fn choose(&mut self, moment: &Moment<'_>) -> Choice {
        if moment.options.len() == 1 {
            return Choice::Take(0);
        }
        for (number, offer) in (1..).zip(moment.offers()) {
            Stream::Out.write(&format!(
                "  {number:>3}) {}({}) {}:{}  {}\n",
                offer.process, offer.pid, offer.line, offer.column, offer.text
            ));
        }
        ask(moment.options.len())
    }

    fn took(&mut self, number: usize, step: &StepReport) {
        Stream::Out.write(&draw_step(number, step, self.style));
    }
}

/// Asks until there is an answer; the end of the input means to stop.
fn ask(count: usize) -> Choice {
    loop {
        Stream::Out.write(&format!("which step (1-{count}, q to stop)? "));
        let mut line = String::new();
        match io::stdin().lock().read_line(&mut line) {
            Ok(0) | Err(_) => return Choice::Stop,
            Ok(_) => {}
        }
        if let Some(choice) = understand(line.trim(), count) {
            return choice;
        }
    }
}

fn understand(answer: &str, count: usize) -> Option<Choice> {
    if answer == "q" {
        return Some(Choice::Stop);
    }
    let number: usize = answer.parse().ok()?;
    (1..=count).contains(&number).then(|| Choice::Take(number - 1))
}

#[cfg(test)]
mod tests {
    use super::understand;
    use tribunal_driver::Choice;

    #[test]
    fn answers_are_numbers_from_one_or_q() {
        assert_eq!(understand("2", 3), Some(Choice::Take(1)));
        assert_eq!(understand("q", 3), Some(Choice::Stop));
        for wrong in ["0", "4", "x", ""] {
            assert_eq!(understand(wrong, 3), None, "{wrong}");
        }
    }
}

//! Choosing the steps of a run at the terminal.

use std::io::{self, BufRead};

use tribunal_driver::unit::{Offer, Turn, Walker};
use tribunal_driver::{Choice, Guide, Moment};
use tribunal_report::unit::{PathReport, draw_path};
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

/// Asks the user for each node of a path.
pub(crate) struct ByHand {
    pub(crate) style: Style,
    /// How many paths were shown.
    pub(crate) count: usize,
}

impl Walker for ByHand {
    fn choose(&mut self, offers: &[Offer]) -> Turn {
        for (number, offer) in (1..).zip(offers) {
            let mark = if offer.wanted { "  <- satisfies the query" } else { "" };
            let (step, condition) = (&offer.step, &offer.condition);
            let text = format!(
                "  {number:>3}) {}:{}  {}  if {condition}{mark}\n",
                step.function, step.line, step.text
            );
            Stream::Out.write(&text);
        }
        loop {
            Stream::Out
                .write("which node (a number, -number to refuse it, b back, p path, q stop)? ");
            let mut line = String::new();
            match io::stdin().lock().read_line(&mut line) {
                Ok(0) | Err(_) => return Turn::Stop,
                Ok(_) => {}
            }
            if let Some(turn) = turn(line.trim(), offers.len()) {
                return turn;
            }
        }
    }

    fn show(&mut self, path: Option<&PathReport>) {
        match path {
            Some(path) => {
                self.count += 1;
                Stream::Out.write(&draw_path(self.count, path, self.style));
            }
            None => Stream::Out.write("no values drive a run along this path\n"),
        }
    }
}

fn turn(answer: &str, count: usize) -> Option<Turn> {
    let number = |text: &str| {
        let number: usize = text.parse().ok()?;
        (1..=count).contains(&number).then(|| number - 1)
    };
    match answer {
        "q" => Some(Turn::Stop),
        "b" => Some(Turn::Back),
        "p" => Some(Turn::Show),
        _ => match answer.strip_prefix('-') {
            Some(rest) => number(rest).map(Turn::Refuse),
            None => number(answer).map(Turn::Take),
        },
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
    use super::{turn, understand};
    use tribunal_driver::Choice;
    use tribunal_driver::unit::Turn;

    #[test]
    fn turns_are_numbers_or_letters() {
        assert_eq!(turn("2", 3), Some(Turn::Take(1)));
        assert_eq!(turn("-3", 3), Some(Turn::Refuse(2)));
        assert_eq!(turn("b", 0), Some(Turn::Back));
        for wrong in ["0", "-4", "x", ""] {
            assert_eq!(turn(wrong, 3), None, "{wrong}");
        }
    }

    #[test]
    fn answers_are_numbers_from_one_or_q() {
        assert_eq!(understand("2", 3), Some(Choice::Take(1)));
        assert_eq!(understand("q", 3), Some(Choice::Stop));
        for wrong in ["0", "4", "x", ""] {
            assert_eq!(understand(wrong, 3), None, "{wrong}");
        }
    }
}

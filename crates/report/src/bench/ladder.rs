//! The ladder measured: what each rung settles on a folder of programs, and what it costs.

use serde::Serialize;

use crate::data::{CONTRACT, Report, TOOL, Truth, VERSION};
use crate::style::{Role, Style};
use crate::words::counted;

/// What `tribunal bench ladder` has to say.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LadderReport {
    /// Always [`TOOL`].
    pub tool: &'static str,
    /// The version of the tool.
    pub version: &'static str,
    /// The version of this contract.
    pub contract: u32,
    /// The folder of the programs.
    pub folder: String,
    /// How many programs were checked.
    pub programs: u64,
    /// How many of them have no property left open.
    pub settled_programs: u64,
    /// How many properties they have.
    pub properties: u64,
    /// The rungs, in the order in which they were first climbed.
    pub rungs: Vec<RungRow>,
    /// Properties that no rung settled.
    pub open: u64,
    /// Seconds in all.
    pub seconds: f64,
    /// Files that are no programs.
    pub refused: Vec<String>,
}

/// What a rung did.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RungRow {
    /// Its name.
    pub rung: &'static str,
    /// How many programs came to it.
    pub programs: u64,
    /// How many programs had nothing left open after it.
    pub finished: u64,
    /// How many properties came to it.
    pub asked: u64,
    /// How many it proved.
    pub proved: u64,
    /// How many it refuted.
    pub refuted: u64,
    /// Seconds.
    pub seconds: f64,
}

impl LadderReport {
    /// A report about nothing yet.
    #[must_use]
    pub fn new(folder: &str) -> Self {
        Self {
            tool: TOOL,
            version: VERSION,
            contract: CONTRACT,
            folder: folder.to_owned(),
            programs: 0,
            settled_programs: 0,
            properties: 0,
            rungs: Vec::new(),
            open: 0,
            seconds: 0.0,
            refused: Vec::new(),
        }
    }

    /// Adds a program that was checked.
    pub fn add(&mut self, report: &Report) {
        self.programs += 1;
        self.properties += report.properties.len() as u64;
        self.seconds += report.statistics.seconds;
        let open = report.properties.iter().filter(|it| it.verdict == Truth::Maybe).count();
        self.open += open as u64;
        self.settled_programs += u64::from(open == 0);
        let mut came: Vec<&str> = Vec::new();
        for search in &report.statistics.searches {
            let row = self.row(search.rung);
            row.seconds += search.seconds;
            row.programs += u64::from(!came.contains(&search.rung));
            came.push(search.rung);
        }
        for property in &report.properties {
            for rung in &property.rungs {
                let row = self.row(rung.rung);
                row.asked += 1;
                row.proved += u64::from(rung.verdict == Truth::True);
                row.refuted += u64::from(rung.verdict == Truth::False);
            }
        }
        // Those that others overtook come to nothing.
        let mut searches = report.statistics.searches.iter();
        if let Some(last) = searches.rfind(|it| open == 0 && !it.settled.is_empty()) {
            self.row(last.rung).finished += 1;
        }
    }

    fn row(&mut self, rung: &'static str) -> &mut RungRow {
        let position = self.rungs.iter().position(|it| it.rung == rung);
        let position = position.unwrap_or_else(|| {
            self.rungs.push(RungRow { rung, ..RungRow::default() });
            self.rungs.len() - 1
        });
        &mut self.rungs[position]
    }
}

/// Draws the table.
#[must_use]
pub fn draw_ladder(report: &LadderReport, style: Style) -> String {
    let heading = format!(
        "{:<9} {:>9} {:>9} {:>9} {:>8} {:>8} {:>8} {:>9} {:>12}",
        "rung",
        "programs",
        "finished",
        "asked",
        "true",
        "false",
        "settled",
        "seconds",
        "ms/settled"
    );
    let mut text = format!("{}\n", style.paint(Role::Heading, &heading));
    for row in &report.rungs {
        let settled = row.proved + row.refuted;
        let share = 100.0 * settled as f64 / row.asked.max(1) as f64;
        let each = match settled {
            0 => "-".to_owned(),
            _ => format!("{:.1}", 1000.0 * row.seconds / settled as f64),
        };
        text.push_str(&format!(
            "{:<9} {:>9} {:>9} {:>9} {:>8} {:>8} {:>7.1}% {:>9.2} {each:>12}\n",
            row.rung,
            row.programs,
            row.finished,
            row.asked,
            row.proved,
            row.refuted,
            share,
            row.seconds,
        ));
    }
    let settled = report.properties - report.open;
    let share = 100.0 * settled as f64 / report.properties.max(1) as f64;
    text.push_str(&format!(
        "\n{} in {}, {} without an open property, {:.2} s\n{} of {} settled, {share:.1}%\n",
        counted(report.programs, "program"),
        report.folder,
        report.settled_programs,
        report.seconds,
        settled,
        counted(report.properties, "property").replace("propertys", "properties"),
    ));
    for name in &report.refused {
        text.push_str(&format!("refused: {name}\n"));
    }
    text
}

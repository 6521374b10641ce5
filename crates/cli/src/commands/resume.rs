//! `tribunal resume`

use anyhow::{Context, bail};
use clap::Parser;
use tribunal_driver::Checkpoint;

use super::{Exit, check};
use crate::arguments::{Arguments, Command, Resume};

pub(crate) fn run(arguments: &Resume) -> anyhow::Result<Exit> {
    let folder = std::path::absolute(&arguments.folder)?;
    let name = arguments.folder.display();
    let command = Checkpoint::command(&folder)
        .with_context(|| format!("`{name}` is not a folder made by `check --checkpoint`"))?;
    std::env::set_current_dir(&command.directory)
        .with_context(|| format!("cannot go to `{}`", command.directory.display()))?;
    let earlier = Arguments::try_parse_from(&command.words)
        .with_context(|| format!("`{name}` belongs to another version of tribunal"))?;
    let Command::Check(mut earlier) = earlier.command else {
        bail!("`{name}` does not belong to a check");
    };
    earlier.checkpoint = Some(folder);
    earlier.output.json |= arguments.json && !earlier.json_lines;
    let search = &mut earlier.search;
    search.time = arguments.time.or(search.time);
    search.memory = arguments.memory.or(search.memory);
    search.threads = arguments.threads.or(search.threads);
    check::run(&earlier)
}

//! A folder where long searches leave what they have done, to go on after an interruption.
//!
//! Each search has a file of its own, which is replaced as a whole: a run that dies while it writes
//! leaves the file before. A search that is over removes its file.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tribunal_engine::Notebook;

/// Where and how often a search is written down.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    /// The folder.
    pub folder: PathBuf,
    /// How much time passes between two times.
    pub every: Duration,
}

/// The command that a folder belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// Where it was given.
    pub directory: PathBuf,
    /// Its words, the name of the program included.
    pub words: Vec<String>,
}

const COMMAND: &str = "command";

impl Checkpoint {
    /// Makes the folder and notes the command that it belongs to.
    ///
    /// # Errors
    /// If there can be no such folder.
    pub fn prepare(&self, command: &Command) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let mut text = command.directory.to_string_lossy().into_owned();
        for word in &command.words {
            text.push('\0');
            text.push_str(word);
        }
        fs::write(self.folder.join(COMMAND), text)
    }

    /// The command that a folder belongs to.
    ///
    /// # Errors
    /// If the folder is not one of checkpoints.
    pub fn command(folder: &Path) -> io::Result<Command> {
        let text = fs::read_to_string(folder.join(COMMAND))?;
        let mut parts = text.split('\0').map(str::to_owned);
        let directory = PathBuf::from(parts.next().unwrap_or_default());
        Ok(Command { directory, words: parts.collect() })
    }

    /// The pages of the search of this number.
    pub(crate) fn pages(&self, search: usize) -> Pages {
        Pages {
            path: self.folder.join(format!("search-{search}")),
            every: self.every,
            last: Instant::now(),
            failure: None,
        }
    }
}

/// What one search writes down.
#[derive(Debug)]
pub(crate) struct Pages {
    path: PathBuf,
    every: Duration,
    last: Instant,
    /// Why the last attempt to write failed.
    pub(crate) failure: Option<io::Error>,
}

impl Pages {
    /// The search is over.
    pub(crate) fn discard(self) {
        // If there is no such file, all is well.
        let _: io::Result<()> = fs::remove_file(self.path);
    }

    fn write(&self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let new = self.path.with_extension("new");
        let mut output = BufWriter::with_capacity(1 << 20, File::create(&new)?);
        write(&mut output)?;
        output.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        fs::rename(new, &self.path)
    }
}

impl Notebook for Pages {
    fn earlier(&mut self) -> Option<Box<dyn Read>> {
        let file = File::open(&self.path).ok()?;
        Some(Box::new(BufReader::with_capacity(1 << 20, file)))
    }

    fn is_due(&mut self) -> bool {
        self.every <= self.last.elapsed()
    }

    fn replace(
        &mut self,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let result = self.write(write);
        self.failure = result.as_ref().err().map(|it| io::Error::new(it.kind(), it.to_string()));
        // Writing takes time itself; the next leg is a whole one.
        self.last = Instant::now();
        result
    }
}

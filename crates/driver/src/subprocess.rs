//! Runs a program to its end and says what it cost: the system's own account of the processor time
//! and the peak memory of that process and those it waited for.

pub mod folder;

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What a process cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Usage {
    /// Seconds of processor time in the program.
    pub user: f64,
    /// Seconds of processor time in the system, on its behalf.
    pub system: f64,
    /// Seconds from start to end.
    pub wall: f64,
    /// The largest resident memory.
    pub peak: u64,
}

impl Usage {
    /// What two processes cost, one after the other.
    #[must_use]
    pub fn and_then(self, next: Self) -> Self {
        Self {
            user: self.user + next.user,
            system: self.system + next.system,
            wall: self.wall + next.wall,
            peak: self.peak.max(next.peak),
        }
    }
}

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With a code.
    Exit(i32),
    /// By a signal.
    Signal,
    /// It was ended because its time was up.
    TimeLimit,
    /// It was ended because the user interrupted.
    Cancelled,
}

/// A process that has ended.
#[derive(Clone, Debug)]
pub struct Ran {
    /// How.
    pub ending: Ending,
    /// What it wrote to the standard output stream.
    pub output: String,
    /// What it wrote to the standard error stream.
    pub errors: String,
    /// What it cost.
    pub usage: Usage,
}

/// What bounds a process.
#[derive(Clone, Copy, Debug)]
pub struct Bounds<'a> {
    /// How long it may take.
    pub time: Duration,
    /// Set when the user interrupts.
    pub cancelled: &'a AtomicBool,
}

/// Runs a program in a folder. Its output goes to files there, since a pipe that nobody reads would
/// stop it.
///
/// # Errors
/// If it cannot be started or watched.
pub fn run(command: &mut Command, folder: &Path, bounds: Bounds<'_>) -> io::Result<Ran> {
    let file = |name: &str| std::fs::File::create(folder.join(name));
    command
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(file("stdout")?)
        .stderr(file("stderr")?);
    let (ending, usage) = system::run(command, bounds)?;
    let read = |name: &str| {
        let bytes = std::fs::read(folder.join(name)).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    Ok(Ran { ending, output: read("stdout"), errors: read("stderr"), usage })
}

#[cfg(unix)]
mod system {
    #![allow(unsafe_code, reason = "the standard library does not tell what a child cost")]

    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::Command;
    use std::sync::atomic::Ordering;
    use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
    use std::time::{Duration, Instant};

    use super::{Bounds, Ending, Usage};

    /// How often the watch looks up.
    const INTERVAL: Duration = Duration::from_millis(100);

    pub(super) fn run(command: &mut Command, bounds: Bounds<'_>) -> io::Result<(Ending, Usage)> {
        let start = Instant::now();
        // A group of its own, so that what it started can be ended with it.
        let child = command.process_group(0).spawn()?;
        let pid = child.id() as libc::pid_t;
        let (ended, news) = channel();
        let (waited, stopped, wall) = std::thread::scope(|scope| {
            let watch = scope.spawn(move || watch(pid, start, bounds, &news));
            let waited = wait_without_reaping(pid);
            let wall = start.elapsed().as_secs_f64();
            // The watch may be over already.
            let _ = ended.send(());
            (waited, watch.join().ok().flatten(), wall)
        });
        waited?;
        let (status, usage) = reap(pid)?;
        let seconds = |it: libc::timeval| it.tv_sec as f64 + it.tv_usec as f64 / 1e6;
        // Linux counts in kibibytes, macOS in bytes.
        let unit = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
        let usage = Usage {
            user: seconds(usage.ru_utime),
            system: seconds(usage.ru_stime),
            wall,
            peak: u64::try_from(usage.ru_maxrss).unwrap_or(0) * unit,
        };
        let ending = stopped.unwrap_or(if libc::WIFEXITED(status) {
            Ending::Exit(libc::WEXITSTATUS(status))
        } else {
            Ending::Signal
        });
        Ok((ending, usage))
    }

    /// Ends the group of a process that takes too long. The process is not reaped before the watch is
    /// over, so that its number cannot have passed to another.
    fn watch(
        pid: libc::pid_t,
        start: Instant,
        bounds: Bounds<'_>,
        news: &Receiver<()>,
    ) -> Option<Ending> {
        loop {
            let left = bounds.time.saturating_sub(start.elapsed()).min(INTERVAL);
            match news.recv_timeout(left) {
                Ok(()) | Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {}
            }
            let ending = if bounds.cancelled.load(Ordering::Relaxed) {
                Ending::Cancelled
            } else if bounds.time <= start.elapsed() {
                Ending::TimeLimit
            } else {
                continue;
            };
            // SAFETY: a plain system call without pointers.
            unsafe { libc::kill(-pid, libc::SIGKILL) };
            return Some(ending);
        }
    }

    fn wait_without_reaping(pid: libc::pid_t) -> io::Result<()> {
        loop {
            // SAFETY: all zeros is a value of this plain structure, which the call fills in.
            let answer = unsafe {
                let mut information: libc::siginfo_t = std::mem::zeroed();
                let flags = libc::WEXITED | libc::WNOWAIT;
                libc::waitid(libc::P_PID, pid as libc::id_t, &raw mut information, flags)
            };
            match answer {
                0 => return Ok(()),
                _ if interrupted() => {}
                _ => return Err(io::Error::last_os_error()),
            }
        }
    }

    fn reap(pid: libc::pid_t) -> io::Result<(i32, libc::rusage)> {
        loop {
            let mut status = 0;
            // SAFETY: all zeros is a value of this plain structure, which the call fills in.
            let (answer, usage) = unsafe {
                let mut usage: libc::rusage = std::mem::zeroed();
                (libc::wait4(pid, &raw mut status, 0, &raw mut usage), usage)
            };
            match answer {
                _ if answer == pid => return Ok((status, usage)),
                _ if interrupted() => {}
                _ => return Err(io::Error::last_os_error()),
            }
        }
    }

    fn interrupted() -> bool {
        io::Error::last_os_error().kind() == io::ErrorKind::Interrupted
    }
}

#[cfg(not(unix))]
mod system {
    use std::io;
    use std::process::Command;

    use super::{Bounds, Ending, Usage};

    pub(super) fn run(_: &mut Command, _: Bounds<'_>) -> io::Result<(Ending, Usage)> {
        let message = "this system does not tell what a process costs";
        Err(io::Error::new(io::ErrorKind::Unsupported, message))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::{Bounds, Ending, Ran, run};
    use crate::subprocess::folder::Folder;
    use std::process::Command;
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    fn shell(script: &str, time: Duration, cancelled: &AtomicBool) -> Ran {
        let folder = Folder::new().expect("there should be a temporary folder");
        let bounds = Bounds { time, cancelled };
        let mut command = Command::new("sh");
        run(command.args(["-c", script]), folder.path(), bounds).expect("a shell should run")
    }

    #[test]
    fn the_cost_and_the_output_are_told() {
        let work = "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; echo done; exit 3";
        let ran = shell(work, Duration::from_secs(60), &AtomicBool::new(false));
        assert_eq!((ran.ending, ran.output.as_str()), (Ending::Exit(3), "done\n"));
        assert!(0.0 < ran.usage.user && ran.usage.user <= ran.usage.wall, "{ran:?}");
        assert!(100_000 < ran.usage.peak, "{ran:?}");
    }

    #[test]
    fn time_and_the_user_end_a_program_and_what_it_started() {
        let ran = shell("sleep 60 & wait", Duration::from_millis(50), &AtomicBool::new(false));
        assert_eq!(ran.ending, Ending::TimeLimit);
        let ran = shell("sleep 60 & wait", Duration::from_secs(60), &AtomicBool::new(true));
        assert_eq!(ran.ending, Ending::Cancelled);
        assert!(ran.usage.wall < 30.0, "{ran:?}");
    }
}

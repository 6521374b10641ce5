//! Unit checking.

mod concurrent;
mod coverage;
mod files;
mod libraries;
mod paths;
mod promela;
mod stubs;

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use tribunal_driver::{CTranslation, Dialect, Limits, Translation, UnitQuestion};
use tribunal_ir::Overflow;

/// A folder of its own, which is gone when it is no longer needed.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("tribunal-unit-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    /// Writes a file, and tells its path.
    fn write(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, text).expect("a file");
        path.to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

const NO_LIMITS: Limits = Limits { time: None, memory: u64::MAX, depth: u64::MAX };

fn translation() -> Translation {
    Translation {
        defines: Vec::new(),
        formulas: Vec::new(),
        questions: tribunal_driver::Questions::default(),
        dialect: Dialect::Tribunal,
        overflow: Overflow::Block,
        c: CTranslation::default(),
    }
}

/// A question about functions, of which the first is checked and the others run concurrently.
fn question(functions: &[&str]) -> UnitQuestion {
    UnitQuestion {
        function: functions[0].to_owned(),
        others: functions[1..].iter().map(|it| (*it).to_owned()).collect(),
        depth: 2,
        elements: 4,
        ..UnitQuestion::default()
    }
}

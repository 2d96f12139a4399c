//! A sign of life for what takes long: a bar on standard error, only if that is a terminal, only
//! after a second, and gone before anything else is written.

mod line;

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use self::line::TerminalLine;
use puzzle_engine::budget::Signal;

/// What takes less is over before anybody wonders.
const PATIENCE: Duration = Duration::from_secs(1);
/// Time between two pictures of the bar.
const TICK: Duration = Duration::from_millis(100);

/// A bar for as long as the value lives.
pub struct ProgressLine {
    /// The bar, while it is drawn.
    bar: Arc<Mutex<Option<ProgressBar>>>,
    done: Arc<AtomicU64>,
    /// The thread that draws, and what ends it when dropped; `None` without a terminal.
    drawer: Option<(Sender<()>, JoinHandle<()>)>,
}

impl ProgressLine {
    /// Shows how many of `total` files are done, and the steps that searches with `signal` made.
    pub fn start(total: u64, signal: Signal) -> Self {
        let bar = Arc::new(Mutex::new(None));
        let done = Arc::new(AtomicU64::new(0));
        let (stop, stopped) = mpsc::channel();
        let drawer = io::stderr().is_terminal().then(|| {
            let (bar, done) = (bar.clone(), done.clone());
            let draw = move || {
                let mut pause = PATIENCE;
                while stopped.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                    let mut bar = lock(&bar);
                    let bar = bar.get_or_insert_with(|| new_bar(total));
                    bar.set_position(done.load(Ordering::Relaxed));
                    bar.set_message(format!("{} steps", signal.steps()));
                    bar.tick();
                    pause = TICK;
                }
            };
            (stop, thread::spawn(draw))
        });
        Self { bar, done, drawer }
    }

    /// Counts one more file as done.
    pub fn advance(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// Writes something while no bar is on the screen.
    pub fn suspend<R>(&self, write: impl FnOnce() -> R) -> R {
        match &*lock(&self.bar) {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if let Some((stop, thread)) = self.drawer.take() {
            drop(stop);
            let _ = thread.join();
        }
        if let Some(bar) = lock(&self.bar).take() {
            bar.finish_and_clear();
        }
    }
}

fn lock(bar: &Mutex<Option<ProgressBar>>) -> MutexGuard<'_, Option<ProgressBar>> {
    bar.lock().unwrap_or_else(PoisonError::into_inner)
}

fn new_bar(total: u64) -> ProgressBar {
    let template = match total {
        0 | 1 => "{spinner} {elapsed} {msg}",
        _ => "{spinner} {elapsed} {wide_bar} {pos}/{len} files, {msg}",
    };
    let style = ProgressStyle::with_template(template).unwrap_or(ProgressStyle::default_bar());
    ProgressBar::with_draw_target(
        Some(total),
        ProgressDrawTarget::term_like(Box::new(TerminalLine::stderr())),
    )
    .with_style(style)
    .with_elapsed(PATIENCE)
}

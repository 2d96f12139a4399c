//! The processes of another solver: the one that is started and whatever that starts, in groups and
//! sessions of its own, too. None outlives the value: each is asked to end, and then made to. Where this process
//! itself ends at once, so do they.

use std::io;
use std::process::{Child, Command, ExitStatus};
#[cfg(target_os = "linux")]
use std::sync::Arc;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

#[cfg(target_os = "linux")]
use self::descendants::Descendants;

/// How long a process may take to end by itself. Open MPI ends its ranks meanwhile.
const GRACE: Duration = Duration::from_secs(1);

/// Time between two looks at processes.
pub const PAUSE: Duration = Duration::from_millis(5);

/// How to end what runs now, by the program that started it. Whoever starts a program holds the list meanwhile, so
/// that the end of this process finds it listed or not started.
static RUNNING: Mutex<Vec<(u32, Ended)>> = Mutex::new(Vec::new());

/// Makes the processes of a program end; whether they have.
type Ended = Box<dyn Fn() -> bool + Send>;

fn running() -> MutexGuard<'static, Vec<(u32, Ended)>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes all processes end. While the result is held, none is started.
pub fn end_all() -> impl Sized {
    let mut running = running();
    let start = Instant::now();
    // What is killed may have started others just before.
    while !running.is_empty() && start.elapsed() < GRACE {
        running.retain(|(_, ended)| !ended());
        thread::sleep(PAUSE);
    }
    running
}

/// A program that runs, with all that it started.
pub struct Processes {
    /// The program itself.
    pub child: Child,
    status: Option<ExitStatus>,
    #[cfg(target_os = "linux")]
    descendants: Arc<Descendants>,
}

impl Processes {
    /// Starts a program.
    ///
    /// # Errors
    /// Why it cannot be started.
    pub fn start(command: &mut Command) -> io::Result<Self> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        #[cfg(target_os = "linux")]
        let descendants = Arc::new(Descendants::from_now_on());
        let mut running = running();
        let child = command.spawn()?;
        let processes = Self {
            child,
            status: None,
            #[cfg(target_os = "linux")]
            descendants,
        };
        running.push((processes.child.id(), processes.ended()));
        Ok(processes)
    }

    /// How the program ended, if it has.
    ///
    /// # Errors
    /// Those of the system.
    pub fn status(&mut self) -> io::Result<Option<ExitStatus>> {
        if self.status.is_none() {
            self.status = self.child.try_wait()?;
        }
        Ok(self.status)
    }

    /// Waits until all have ended, but not for ever.
    fn have_ended(&mut self, mut meanwhile: impl FnMut(&mut Self)) -> bool {
        let start = Instant::now();
        while self.is_alive() {
            if start.elapsed() > GRACE {
                return false;
            }
            meanwhile(self);
            thread::sleep(PAUSE);
        }
        true
    }
}

impl Drop for Processes {
    fn drop(&mut self) {
        if self.is_alive() {
            self.ask_to_end();
            // What is killed may have started others just before.
            let _ = self.have_ended(|_| {}) || self.have_ended(Self::kill);
        }
        running().retain(|(program, _)| *program != self.child.id());
    }
}

#[cfg(target_os = "linux")]
impl Processes {
    fn ended(&self) -> Ended {
        let descendants = Arc::clone(&self.descendants);
        Box::new(move || {
            descendants.send(rustix::process::Signal::KILL);
            descendants.alive().is_empty()
        })
    }

    fn is_alive(&mut self) -> bool {
        matches!(self.status(), Ok(None)) || !self.descendants.alive().is_empty()
    }

    fn ask_to_end(&mut self) {
        self.descendants.send(rustix::process::Signal::TERM);
    }

    fn kill(&mut self) {
        self.descendants.send(rustix::process::Signal::KILL);
        // Where the descendants cannot be told.
        let _ = self.child.kill();
    }
}

/// Here a process that left the group of the program is lost sight of.
#[cfg(all(unix, not(target_os = "linux")))]
impl Processes {
    fn ended(&self) -> Ended {
        let group = rustix::process::Pid::from_child(&self.child);
        Box::new(move || {
            rustix::process::kill_process_group(group, rustix::process::Signal::KILL).is_err()
        })
    }

    fn is_alive(&mut self) -> bool {
        let is_ended = !matches!(self.status(), Ok(None));
        let group = rustix::process::Pid::from_child(&self.child);
        !is_ended || rustix::process::test_kill_process_group(group).is_ok()
    }

    fn ask_to_end(&mut self) {
        self.send(rustix::process::Signal::TERM);
    }

    fn kill(&mut self) {
        self.send(rustix::process::Signal::KILL);
    }

    fn send(&self, signal: rustix::process::Signal) {
        let group = rustix::process::Pid::from_child(&self.child);
        // One that has ended meanwhile is no concern.
        let _ = rustix::process::kill_process_group(group, signal);
    }
}

/// Here only the program itself can be ended, and not be asked to; not by the end of this process.
#[cfg(not(unix))]
impl Processes {
    fn ended(&self) -> Ended {
        Box::new(|| true)
    }

    fn is_alive(&mut self) -> bool {
        matches!(self.status(), Ok(None))
    }

    fn ask_to_end(&mut self) {
        self.kill();
    }

    fn kill(&mut self) {
        let _ = self.child.kill();
    }
}

#[cfg(target_os = "linux")]
mod descendants {
    //! The system tells of each process which one started it. Those whose starter has ended become
    //! children of this process, so that none of them is lost.

    use std::fs;

    use rustc_hash::{FxHashMap, FxHashSet};
    use rustix::process::{
        Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, waitpid,
    };

    /// The descendants of this process, without children that it had before.
    pub(super) struct Descendants {
        before: FxHashSet<Pid>,
    }

    /// A line of the system's table.
    struct Process {
        id: Pid,
        parent: Option<Pid>,
        has_ended: bool,
    }

    impl Descendants {
        pub(super) fn from_now_on() -> Self {
            // Old systems cannot: there a process whose starter has ended is lost sight of.
            let _ = set_child_subreaper(Some(getpid()));
            let children = processes().filter(|it| it.parent == Some(getpid()));
            Self { before: children.map(|it| it.id).collect() }
        }

        /// Those that run.
        pub(super) fn alive(&self) -> Vec<Pid> {
            let mut children: FxHashMap<Pid, Vec<Process>> = FxHashMap::default();
            for process in processes().filter(|it| !self.before.contains(&it.id)) {
                if let Some(parent) = process.parent {
                    children.entry(parent).or_default().push(process);
                }
            }
            let mut parents = vec![getpid()];
            let mut alive = Vec::new();
            while let Some(parent) = parents.pop() {
                for process in children.remove(&parent).unwrap_or_default() {
                    parents.push(process.id);
                    if !process.has_ended {
                        alive.push(process.id);
                    } else if parent == getpid() {
                        // Somebody has to ask how it ended, or it stays in the table.
                        let _ = waitpid(Some(process.id), WaitOptions::NOHANG);
                    }
                }
            }
            alive
        }

        pub(super) fn send(&self, signal: Signal) {
            for id in self.alive() {
                // One that has ended meanwhile is no concern.
                let _ = kill_process(id, signal);
            }
        }
    }

    fn processes() -> impl Iterator<Item = Process> {
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        entries.filter_map(|entry| {
            let number: i32 = entry.file_name().to_str()?.parse().ok()?;
            let line = fs::read(entry.path().join("stat")).ok()?;
            // The name in parentheses may hold anything.
            let end = line.iter().rposition(|&byte| byte == b')')?;
            let rest = String::from_utf8_lossy(&line[end + 1..]);
            let mut words = rest.split_whitespace();
            let has_ended = matches!(words.next()?, "Z" | "X");
            let parent = Pid::from_raw(words.next()?.parse().ok()?);
            Some(Process { id: Pid::from_raw(number)?, parent, has_ended })
        })
    }
}

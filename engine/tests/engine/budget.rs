//! Limits: each stops with its own reason, and they are looked at as often as was worked.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use puzzle_engine::budget::{Budget, Signal, Stop};

#[test]
fn work_hastens_the_next_look() {
    let looks = |work: usize| {
        let looks = Arc::new(AtomicU64::new(0));
        let count = looks.clone();
        let signal = Signal::default().watched(move || _ = count.fetch_add(1, Ordering::Relaxed));
        let mut budget = Budget::new(signal, None, None);
        let mut step = || budget.work(work).and_then(|()| budget.check());
        assert_eq!((0..2560).try_for_each(|_| step()), Ok(()));
        looks.load(Ordering::Relaxed)
    };
    assert_eq!([0, 1, 15].map(|work| looks(work) / 10), [1, 2, 16]);
    assert_eq!([256, usize::MAX].map(|work| looks(work) / 2560), [1, 1]);
    let mut part = Budget::unlimited().part(1000);
    let mut step = || part.work(100).and_then(|()| part.check());
    assert_eq!((0..999).try_for_each(|_| step()), Ok(()));
    assert_eq!(part.look(), Ok(()), "work is no step");
    assert_eq!(part.check().and(part.look()), Err(Stop::Steps));
}

#[test]
fn a_branch_is_cancelled_by_itself_or_with_what_it_branched_off() {
    let looks = Arc::new(AtomicU64::new(0));
    let count = looks.clone();
    let signal = Signal::default().watched(move || _ = count.fetch_add(1, Ordering::Relaxed));
    let mut whole = Budget::new(signal.clone(), None, None);
    let [(mut one, own), (mut other, _)] = [whole.branch(), whole.branch()];
    assert_eq!((one.look(), other.look()), (Ok(()), Ok(())));
    own.cancel();
    assert_eq!((one.look(), other.look()), (Err(Stop::Cancelled), Ok(())));
    assert!(!signal.is_cancelled());
    signal.cancel();
    assert_eq!((other.look(), whole.look()), (Err(Stop::Cancelled), Err(Stop::Cancelled)));
    assert_eq!((looks.load(Ordering::Relaxed), signal.steps()), (6, 0));
    assert_eq!(whole.branch().0.check(), Err(Stop::Cancelled));
    let (mut late, _) = Budget::new(Signal::default(), Some(Duration::ZERO), None).branch();
    assert_eq!(late.check(), Err(Stop::Time));
}

#[test]
fn each_limit_stops_with_its_own_reason() {
    let signal = Signal::default();
    let mut time = Budget::new(signal.clone(), Some(Duration::ZERO), None);
    assert_eq!(time.check(), Err(Stop::Time));
    let mut memory = Budget::new(signal.clone(), None, Some(1));
    assert_eq!(memory.look(), Err(Stop::Memory));
    let mut part = Budget::unlimited().part(1000);
    assert_eq!((0..1000).try_for_each(|_| part.check()), Ok(()));
    assert_eq!((0..1000).try_for_each(|_| part.check()), Err(Stop::Steps));
    signal.cancel();
    assert_eq!(Budget::new(signal, None, None).look(), Err(Stop::Cancelled));
    assert_eq!(Budget::unlimited().look(), Ok(()));
}

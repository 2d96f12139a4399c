//! What a checker keeps: nothing of clauses that were deleted.

use puzzle_engine::evidence::clauses::Tracer;
use puzzle_engine::logic::cnf::Literal;
use puzzle_engine::verify::lrat::LratChecker;

use super::{ALLOCATOR, is_done_apart};

#[test]
fn deleted_clauses_cost_nothing() {
    if is_done_apart(deleted_clauses_cost_nothing) {
        return;
    }
    let clause: Vec<_> = [3, 4, 5, 6].into_iter().filter_map(Literal::from_dimacs).collect();
    let mut checker = LratChecker::default();
    let mut held_after = |numbers: std::ops::Range<u64>| {
        for number in numbers {
            checker.input(number, &clause);
            checker.delete(number, &[]);
        }
        let stats = ALLOCATOR.stats();
        stats.bytes_allocated - stats.bytes_deallocated
    };
    // A few bytes for where numbers begin are kept; the clauses would be two millions.
    let (few, many) = (held_after(1..1_000), held_after(1_000..100_000));
    assert!(many < few + 50_000, "{few} and {many} bytes");
    assert_eq!(checker.refutes(&[]), Ok(false));
}

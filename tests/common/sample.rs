//! How much is tried of what could be tried at random: a part of it each day, all of it with `EVERYWHERE=all`, as
//! `.ci/slow/everywhere` does.

/// Whether all of it is tried.
pub(crate) fn is_whole() -> bool {
    std::env::var("EVERYWHERE").is_ok_and(|it| it == "all")
}

/// How many of so many random cases are tried: a quarter.
pub(crate) fn cases(whole: u32) -> u32 {
    if is_whole() { whole } else { whole / 4 }
}

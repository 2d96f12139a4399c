//! Feeds the fuzzer's inputs to [`puzzle_lang_fuzz::answer_in_davis_putnam`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| puzzle_lang_fuzz::answer_in_davis_putnam(data));

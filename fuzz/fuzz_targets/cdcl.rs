//! Feeds the fuzzer's inputs to [`puzzle_lang_fuzz::clause_learning`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| puzzle_lang_fuzz::clause_learning(data));

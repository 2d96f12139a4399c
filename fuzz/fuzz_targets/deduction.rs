//! Feeds the fuzzer's inputs to [`puzzle_lang_fuzz::deduction`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| puzzle_lang_fuzz::deduction(data));

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wheelcard_fuzz::targets::evidence(bytes));

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| cardwright_fuzz::effect_text(bytes));

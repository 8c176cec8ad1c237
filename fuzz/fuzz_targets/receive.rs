#![no_main]

use uiconform_fuzzer::entry;

libfuzzer_sys::fuzz_target!(|data: &[u8]| entry::receive(data));

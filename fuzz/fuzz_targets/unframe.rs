#![no_main]

use uiconform_fuzzer::entry;

libfuzzer_sys::fuzz_target!(|data: &[u8]| entry::unframe(data));
libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, most: usize, seed: u32| {
    uiconform_fuzz::mutate(entry::mutate::document, data, size, most, seed)
});

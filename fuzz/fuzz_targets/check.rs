#![no_main]

use uiconform_fuzzer::entry;

libfuzzer_sys::fuzz_target!(|data: &[u8]| entry::check(data));
libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, most: usize, seed: u32| {
    uiconform_fuzz::mutate(entry::mutate::lines, data, size, most, seed)
});
libfuzzer_sys::fuzz_crossover!(|one: &[u8], other: &[u8], out: &mut [u8], seed: u32| {
    uiconform_fuzz::splice(one, other, out, seed)
});

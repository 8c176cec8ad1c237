//! What the targets share: how inputs are changed.

#![warn(missing_docs)]

use libfuzzer_sys::fuzzer_mutate;

/// A change by structure, of data and a seed, that has so many bytes at most.
type Mutate = fn(&[u8], u32, usize) -> Option<Vec<u8>>;

/// Changes the first `size` bytes in place by structure, or as the engine does; returns how many bytes there are then.
pub fn mutate(change: Mutate, data: &mut [u8], size: usize, most: usize, seed: u32) -> usize {
    match change(&data[..size], seed, most) {
        Some(changed) => {
            data[..changed.len()].copy_from_slice(&changed);
            changed.len()
        }
        None => fuzzer_mutate(data, size, most),
    }
}

/// Lines of one and of another into `out`; returns how many bytes there are then, none if they would not fit.
pub fn splice(one: &[u8], other: &[u8], out: &mut [u8], seed: u32) -> usize {
    let spliced = uiconform_fuzzer::entry::mutate::splice(one, other, seed, out.len());
    let spliced = spliced.unwrap_or_default();
    out[..spliced.len()].copy_from_slice(&spliced);
    spliced.len()
}

//! The profile `host`: how its cases read. A case has a `model` and `inputs` in the order of their arrival, each an `event` or
//! something `loaded`, with what it is to be answered with; and the `result`: the model at the end.

mod answer;
mod file;
mod task;

#[cfg(test)]
mod tests;

pub(super) use file::open;

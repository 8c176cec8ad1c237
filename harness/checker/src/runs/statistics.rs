//! A recording of runs in numbers.

/// How much of what there is in a recording.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunStatistics {
    /// Events, also those that cannot be read.
    pub events: usize,
    /// Bytes of their texts.
    pub bytes: u64,
    /// The largest text, in bytes.
    pub largest: usize,
    /// Events of a type that is not known, and those that cannot be read.
    pub unreadable: usize,
    /// Events that a client refuses for their order or their content.
    pub refused: usize,
    /// Threads.
    pub threads: usize,
    /// Runs.
    pub runs: usize,
    /// Runs that the agent called a success.
    pub successes: usize,
    /// Runs that wait for a person.
    pub interrupted: usize,
    /// Runs that failed.
    pub failed: usize,
    /// Messages that the events add up to, activities included.
    pub messages: usize,
    /// Subagents.
    pub subagents: usize,
}

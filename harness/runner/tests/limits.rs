//! What a declared limit excuses.

#![allow(clippy::unwrap_used)] // A test says what it expects.

use uiconform_catalogue::{Level, Relation};
use uiconform_runner::suites;

#[test]
fn no_limit_that_is_believed_is_below_what_is_required() {
    let catalogue = suites::load(suites::MAIN).unwrap().unwrap();
    let least = suites::least_limits(suites::MAIN);
    let is_within = |size: usize, least: Option<u64>| size as u64 <= least.unwrap();
    let mut larger = 0;
    for case in &catalogue.cases {
        let size = case.exercise.size();
        let fits = is_within(size.depth, least.depth) && is_within(size.bytes, least.bytes);
        larger += usize::from(!fits);
        // Who emits events can make them as small as it needs.
        let is_of_a_consumer = case.profile != "emitter";
        if case.level == Level::Required
            && is_of_a_consumer
            && case.exercise.relation() == Relation::Accepts
        {
            assert!(fits, "{} is required and beyond the limits", case.id);
        }
    }
    assert!(larger > 20, "limits are about the cases that are large");
}

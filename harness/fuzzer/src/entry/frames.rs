//! Frames (3.6): of any origin, and our own there and back.

use uiconform_json::{Value, parse_bytes};
use uiconform_protocols::agentue::Reference;
use uiconform_protocols::agentue::frames::{join, split};

use crate::Draw;
use crate::agentue::block;

/// A JSON list as frames: what is joined to a block can be split and joined again.
///
/// # Panics
///
/// If that is not so.
pub fn unframe(data: &[u8]) {
    let Ok(frames) = parse_bytes(data) else {
        return;
    };
    let Some(frames) = frames.as_array() else {
        return;
    };
    let Ok(block) = join(&mut Reference, frames.iter()) else {
        return;
    };
    // The widest budget there is: one frame holds it all.
    match split(&mut Reference, &block, usize::MAX) {
        Ok(frames) => rejoin(&frames, &block),
        Err(why) => panic!("a block out of frames cannot be split: {why}: {block}"),
    }
}

/// A drawn block at a drawn budget: all frames are within it, joining them in any order gives the block back, and without one of
/// them, or with one twice, there is no block.
///
/// # Panics
///
/// If that is not so.
pub fn frame(data: &[u8]) {
    let mut draw = Draw::new(data);
    let block = block(&mut draw);
    let budget = draw.between(1, 400);
    let Ok(mut frames) = split(&mut Reference, &block, budget) else {
        return;
    };
    for frame in &frames {
        let bytes = frame.to_text().len();
        assert!(
            bytes <= budget,
            "a frame has {bytes} bytes, and the budget is {budget}"
        );
    }
    for at in (1..frames.len()).rev() {
        frames.swap(at, draw.below(at + 1));
    }
    rejoin(&frames, &block);
    let at = draw.below(frames.len());
    let one = frames[at].clone();
    frames.push(one);
    assert!(
        join(&mut Reference, &frames).is_err(),
        "a frame that is there twice is taken"
    );
    frames.pop();
    frames.remove(at);
    assert!(
        join(&mut Reference, &frames).is_err(),
        "a frame that is missing is not missed"
    );
}

fn rejoin(frames: &[Value], block: &Value) {
    match join(&mut Reference, frames) {
        Ok(again) => assert_eq!(
            again.to_text(),
            block.to_text(),
            "joined, it is another block"
        ),
        Err(why) => panic!("our own frames are refused: {why}: {frames:?}"),
    }
}

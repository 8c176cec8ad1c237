//! Faults in chunks (seed, "Subagents" and "The update stream").

use uiconform_json::{JsonString, Object};
use uiconform_protocols::ag_ui::order::{Continued, Order};
use uiconform_protocols::ag_ui::{Chunk, Id, Reference, Stream};

use super::{ANY, COMMON, UPDATES, of_order};

of_order! {
    "ends-no-chunks" aims ["AGU-CHUNK-01"] in UPDATES
    "Leaves what chunks opened without an end." => {
        fn closed_by_end(&mut self, _: &Order) -> Vec<(Stream, Id)> {
            Vec::new()
        }
    }

    "takes-the-first-chunk-alone" aims ["AGU-CHUNK-01"] in ANY
    "Drops chunks that name no message." => {
        fn brought(&mut self, chunk: &Chunk, metadata: &Object) -> Option<JsonString> {
            chunk.id.as_ref()?;
            Reference.brought(chunk, metadata)
        }
    }

    "knows-one-stream-of-chunks" aims ["AGU-CHUNK-03"] in ANY
    "Continues with a chunk that names no message the stream that was opened last." => {
        fn continued(&mut self, order: &Order, stream: Stream, tag: &Option<Id>) -> Continued {
            if tag.is_none() {
                return Reference.continued(order, stream, tag);
            }
            let last = order.lanes().into_iter().rfind(|(kind, _)| *kind == stream);
            last.map_or(Continued::None, |(_, id)| Continued::One(id))
        }
    }

    "drops-empty-chunks" aims ["AGU-META-06"] in COMMON
    "Passes over a chunk that brings no text, and with it its metadata." => {
        fn brought(&mut self, chunk: &Chunk, _: &Object) -> Option<JsonString> {
            chunk.delta.clone().filter(|delta| !delta.is_empty())
        }
    }

    "drops-chunks-without-a-delta" aims ["AGU-META-07"] in COMMON
    "Passes over a chunk that has no delta, and with it its metadata." => {
        fn brought(&mut self, chunk: &Chunk, _: &Object) -> Option<JsonString> {
            chunk.delta.clone()
        }
    }

    "keeps-a-text-open-beside-a-call" aims ["AGU-CHUNK-07"] in ANY
    "Ends the chunks of a text with the run alone." => {
        fn closed_by(&mut self, _: &Order, _: &Option<Id>) -> Option<(Stream, Id)> {
            None
        }
    }
}

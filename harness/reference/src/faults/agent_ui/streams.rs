//! Faults in the reading of event streams (SSE Event, and the standard that it presupposes).

use uiconform_protocols::agent_ui::Message;

use super::sse::{DataLines, Habits, Name, Space, read};
use super::{SSE, faults};

/// Faults of a reader with such habits.
macro_rules! habits {
    ($($name:literal aims [$($aim:literal),+] $about:literal => { $($habit:tt)+ })*) => {
        faults! {
            $($name aims [$($aim),+] in SSE
            $about => {
                fn messages(&mut self, pieces: &[Vec<u8>]) -> Vec<Message> {
                    read(pieces, Habits { $($habit)+, ..Habits::default() })
                }
            })*
        }
    };
}

habits! {
    "lines-end-with-lf" aims ["AUI-2-10"]
    "Knows LF as the end of a line, and nothing else." => { ends: &["\n"] }

    "lines-end-with-lf-or-crlf" aims ["AUI-2-10"]
    "Knows LF and CRLF as the end of a line, and not CR." => { ends: &["\r\n", "\n"] }

    "lines-end-with-every-sign" aims ["AUI-2-10"]
    "Takes CRLF for two ends of a line." => { ends: &["\n", "\r"] }

    "pieces-are-whole" aims ["AUI-2-11"]
    "Reads each piece of a stream as if no event went beyond it." => { by_piece: true }

    "pieces-are-text" aims ["AUI-2-11"]
    "Makes text of each piece of a stream by itself." => { decodes_pieces: true }

    "data-has-one-line" aims ["AUI-2-12"]
    "Takes the last of several data lines." => { data: DataLines::Last }

    "data-is-its-first-line" aims ["AUI-2-12"]
    "Takes the first of several data lines." => { data: DataLines::First }

    "data-lines-stand-together" aims ["AUI-2-12"]
    "Forgets data lines that another field follows." => { data: DataLines::Together }

    "data-lines-have-a-colon" aims ["AUI-2-12"]
    "Drops an event with a line that has no colon." => { needs_colon: true }

    "marks-are-kept" aims ["AUI-2-13"]
    "Takes a byte order mark for a part of the first line." => { marks: 0 }

    "two-marks-are-skipped" aims ["AUI-2-13"]
    "Skips two byte order marks at the beginning." => { marks: 2 }

    "marks-are-skipped-everywhere" aims ["AUI-2-13"]
    "Skips byte order marks at the beginning of every line." => { marks_of_lines: true }

    "comments-are-fields" aims ["AUI-2-14"]
    "Reads a comment as the field that it looks like." => { comments_count: true }

    "comments-end-the-event" aims ["AUI-2-14"]
    "Drops an event that has a comment in it." => { drops: &[""] }

    "fields-in-any-case" aims ["AUI-2-14"]
    "Compares names of fields without regard to case." => { any_case: true }

    "no-ids-and-times" aims ["AUI-2-14"]
    "Drops an event with an id or a time to reconnect." => { drops: &["id", "retry"] }

    "no-unknown-fields" aims ["AUI-2-14"]
    "Drops an event with a field that it does not know." => { drops: &["meta"] }

    "ids-are-names" aims ["AUI-2-02"]
    "Takes an id for the name of an event that has none." => { id_is_name: true }

    "a-space-is-needed" aims ["AUI-2-15"]
    "Passes over fields without a space behind the colon." => { space: Space::Needed }

    "all-spaces-are-skipped" aims ["AUI-2-15"]
    "Skips all spaces behind the colon." => { space: Space::All }

    "spaces-are-kept" aims ["AUI-2-01"]
    "Takes the space behind the colon for a part of the value." => { space: Space::Kept }

    "names-stay" aims ["AUI-2-16"]
    "Keeps the name of an event for those after it that have none." => { name: Name::ForEver }

    "names-wait-for-data" aims ["AUI-2-16"]
    "Keeps the name of an event that has no data." => { name: Name::UntilData }

    "the-first-name-counts" aims ["AUI-2-16"]
    "Takes the first of two names of an event." => { name: Name::First }

    "names-come-before-data" aims ["AUI-2-16"]
    "Passes over a name that stands behind the data." => { name: Name::BeforeData }
}

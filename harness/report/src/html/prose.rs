//! Prose of the suites, in which backticks stand around code.

use super::visible::visible;

/// A piece of prose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// Whether it stood between backticks.
    pub(super) is_code: bool,
    pub(super) text: String,
}

/// The pieces of a text, the backticks taken away; one that has no other stays.
pub(super) fn pieces(text: &str) -> Vec<Piece> {
    let parts: Vec<&str> = text.split('`').collect();
    let paired = parts.len() - (parts.len() + 1) % 2;
    let mut pieces: Vec<Piece> = parts[..paired]
        .iter()
        .enumerate()
        .map(|(index, part)| Piece {
            is_code: index % 2 == 1,
            text: visible(part),
        })
        .collect();
    if let (Some(rest), Some(last)) = (parts.get(paired), pieces.last_mut()) {
        last.text = format!("{}`{}", last.text, visible(rest));
    }
    pieces.retain(|piece| !piece.text.is_empty());
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backticks_stand_around_code() {
        let told = |text: &str| -> Vec<(bool, String)> {
            let pieces = pieces(text).into_iter();
            pieces.map(|piece| (piece.is_code, piece.text)).collect()
        };
        let piece = |is_code, text: &str| (is_code, text.to_owned());
        assert_eq!(
            told("a `b` c `d`"),
            [
                piece(false, "a "),
                piece(true, "b"),
                piece(false, " c "),
                piece(true, "d")
            ]
        );
        assert_eq!(told("a `b"), [piece(false, "a `b")]);
        assert_eq!(told("`a` b`c"), [piece(true, "a"), piece(false, " b`c")]);
        assert_eq!(told(""), []);
    }
}

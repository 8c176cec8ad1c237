//! Names and pieces of text that implementations are known to stumble over. What is plain comes first.

/// Identifiers of blocks and streams, in groups of those that a careless comparison takes for one.
pub(super) const IDENTIFIERS: &[&[&str]] = &[
    &["a", "b", "c", "d"],
    &["a", "A", "a ", " a", "b"],
    &["1", "01", "1.0", "1e0", "2"],
    &["a", "a.b", "a.b.c", "a/b", "b"],
    &["é", "e\u{301}", "É", "e"],
    &["__proto__", "constructor", "toString", "prototype", "a"],
    &["hasOwnProperty", "valueOf", "length", "a"],
    &["a", "a\u{0}b", "a\u{0}", "a\u{0}c"],
    &["null", "undefined", "None", "true", "*"],
    &["ﬁ", "fi", "①", "1", "a  b", "a b"],
    &["id", "ref", "type", "blocks", "meta"],
    &["z", "y", "x", "m", "b"],
];

/// Names of members that no text defines, save for the first few that applications use everywhere.
pub(super) const NAMES: &[&str] = &[
    "content",
    "items",
    "status",
    "tool",
    "title",
    "data",
    "x",
    "y",
    "args",
    "stats",
    "Content",
    "Status",
    "constructor",
    "__proto__",
    "prototype",
    "toString",
    "valueOf",
    "hasOwnProperty",
    "é",
    "e\u{301}",
    "ID",
    "idx",
    "reference",
    "refs",
    "0",
    "1",
    "length",
    "name",
    "block_id",
    "seq",
    "total",
    "state",
    "text",
    "version",
    "blocks",
    "meta",
    "null",
    "ref_count",
];

/// Names that no mask can spell, or that only deeper levels may have.
pub(super) const ODD_NAMES: &[&str] =
    &["", "a.b", "content.x", ".", "ref", "id", "type", " ", "a b"];

/// Types of blocks.
pub(super) const TYPES: &[&str] = &[
    "text",
    "tool",
    "list",
    "frame",
    "my-type",
    "Vendor.Widget_2",
    "chart/3",
    "T",
    "ünknown",
];

/// Domains of models.
pub(super) const DOMAINS: &[&str] = &["chat", "b", "x-unheard-of", "Chat", "report"];

/// Keys of references: opaque, whatever they look like.
pub(super) const KEYS: &[&str] = &[
    "key",
    "other",
    "https://EXAMPLE.com:443/a/../b?x=%7e",
    "./a/../b",
    "a/./b",
    "{\"a\": 1}",
    "[1, 2]",
    " key ",
    " ",
    "__proto__",
    "null",
];

/// Names that every object of some language has before anybody gave it any.
pub(super) const INHERITED: &[&str] = &[
    "constructor",
    "__proto__",
    "toString",
    "prototype",
    "valueOf",
    "hasOwnProperty",
    "content",
];

/// Names that a careless comparison takes for one.
pub(super) const ALIKE: &[&str] = &["é", "e\u{301}", "status", "Status", "content", "Content"];

/// Pieces that texts are put together from, by what they have in common. What is plain comes first.
pub(super) const PIECES: &[&[&str]] = &[
    &[
        "a", "b", "go", "Hello", " ", "word ", " word", ".", ",", "-",
    ],
    &[
        "the quick brown fox",
        "the quick ",
        "brown fox jumps",
        "fox",
        " ",
        "the ",
    ],
    &[
        "0",
        "1",
        "12",
        "007",
        "1.5",
        "-",
        "true",
        "null",
        "false",
        "None",
        "undefined",
        "NaN",
    ],
    &[
        "a", " ", "\n", "\r\n", "\r", "\t", "  ", "\u{2028}", "\u{a0}", "b",
    ],
    &[
        "é", "e\u{301}", "\u{301}", "e", "Å", "A\u{30a}", "A", "ﬁ", "①",
    ],
    &[
        "👩\u{200d}💻",
        "👩",
        "\u{200d}",
        "💻",
        "😀",
        "\u{fe0f}",
        "a",
    ],
    &[
        "a", "\u{feff}", "\u{200b}", "\u{202e}", "\u{0}", "\u{1}", "\u{7f}", "\u{ffff}",
        "\u{fdd0}", "\u{fffd}",
    ],
    &[
        "<b>x</b>",
        "<script>",
        "&amp;",
        "&lt;",
        "a & b",
        "\"",
        "'",
        "javascript:alert(1)",
        "[x](javascript:y)",
        "data:text/html,x",
    ],
    &[
        "\\", "\\n", "\\u0041", "{{name}}", "${x}", "%s", "{0}", "/", "x = 1;",
    ],
    &[
        "{}",
        "[]",
        "__proto__",
        "https://e.x/a?b=c&d",
        "block.content",
        "a.b",
        "{\"op\":1}",
    ],
];

/// Numbers that every reader of JSON keeps.
pub(super) const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "-1",
    "7",
    "42",
    "0.5",
    "1.0",
    "-0",
    "1e2",
    "1E+2",
    "25e-1",
    "0.1",
    "-2.75",
    "9007199254740991",
    "-9007199254740991",
    "2147483648",
    "-2147483649",
    "4294967296",
    "16777217",
    "1234567.25",
    "0.0000001",
    "123456789.012345",
    "3.14159265358979",
    "100",
    "1e-7",
    "1700000000000",
];

/// Numbers that readers keep, round or refuse.
pub(super) const ODD_NUMBERS: &[&str] = &[
    "9007199254740993",
    "-9007199254740993",
    "1e400",
    "-1e400",
    "1e-400",
    "123456789012345678901234567890",
    "0.1234567890123456789",
    "18446744073709551616",
    "1e22",
    "1.7976931348623157e308",
    "5e-324",
    "-0.0",
];

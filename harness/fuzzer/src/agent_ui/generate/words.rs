//! Names and pieces of text that frontends are known to stumble over. What is plain comes first.

/// Identifiers that nobody can mistake.
pub(super) const PLAIN_IDS: &[&str] = &[
    "a", "b", "c", "d", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "t", "u", "v",
    "w", "x", "y",
];

/// Identifiers of envelopes, in groups of those that a careless comparison takes for one.
pub(super) const IDS: &[&[&str]] = &[
    &["a", "b", "c", "d"],
    &["z", "y", "x", "b", "a"],
    &["10", "9", "09", "1", "1.0", "01", "1e0"],
    &["a", "A", "a ", " a", "a b", "ab"],
    &["é", "e\u{301}", "É", "é😀", "e"],
    &[
        "__proto__",
        "constructor",
        "toString",
        "prototype",
        "hasOwnProperty",
    ],
    &[
        "00000000-0000-4000-8000-000000000000",
        "00000000-0000-4000-8000-000000000001",
        "env-1",
    ],
    &["env_1", "env-1", "env.1", "env/1", "env:1"],
    &["null", "undefined", "true", "0", "-1"],
];

/// Sessions; the first is the one that is shown where one is.
pub(super) const SESSIONS: &[&str] = &[
    "s",
    "s",
    "t",
    "S",
    "s 1",
    "__proto__",
    "constructor",
    "1",
    "é",
    "session-2",
];

/// What a registry may list: components, actions, grammars.
pub(super) const LISTED: [&[&str]; 3] = [
    &["fixture_panel", "fixture_strict"],
    &["fixture_zoom", "fixture_clear"],
    &["echarts-safe-subset"],
];

/// Names that no frontend of the suite has, or has in another list.
pub(super) const ODD_LISTED: &[&str] = &[
    "fixture_table",
    "constructor",
    "__proto__",
    "toString",
    "fixture_zoom",
    "fixture_panel",
    "vega-lite",
    "echarts",
    "",
    "Fixture_Panel",
];

/// The members of a registry that a name is looked up in, by mistake.
pub(super) const INHERITED: &[&str] = &[
    "__proto__",
    "constructor",
    "toString",
    "prototype",
    "valueOf",
    "hasOwnProperty",
    "toJSON",
    "then",
    "",
];

/// Pieces that texts are put together from, by what they have in common.
pub(super) const PIECES: &[&[&str]] = &[
    &["Flow", "a", " ", "go", "Level", ".", "-"],
    &[
        "flow < 5",
        "a > b",
        "supply & demand",
        "\"main\"",
        "'other'",
        "<",
        "&",
        "5 < 6 > 2",
        "&lt;5 &amp; more",
        "&nbsp;",
    ],
    &["é", "e\u{301}", "ﬁ", "😀", "👩\u{1f3fd}", "日本", "Å"],
    &["  ", "a", " b ", "   c", " "],
    &["0", "1", "true", "null", "NaN", "undefined", "1e5"],
];

/// Pieces that look like code, markup, templates or links to scripts.
pub(super) const CODE: &[&str] = &[
    "<b>Flow</b>",
    "<script>alert(1)</script>",
    "<!-- flow -->",
    "javascript:alert(1)",
    "data:text/html,<b>x</b>",
    "function (v) { return v * 2 }",
    "(v) => v * 2",
    "${2 + 2}",
    "{{ level }}",
    "alert(1)",
    "=SUM(1)",
    "eval('4')",
    "__import__('os')",
    "%(name)s",
    "body { display: none }",
    "`x`",
];

/// Names of members of props and data.
pub(super) const NAMES: &[&str] = &[
    "title", "items", "value", "a", "x", "flow", "id", "note", "type", "name", "kind", "surface",
    "more",
];

/// Numbers that every reader keeps.
pub(super) const NUMBERS: &[&str] = &[
    "0",
    "1",
    "5",
    "-1",
    "1.5",
    "100",
    "2147483648",
    "0.1",
    "9007199254740991",
    "-2.75",
    "1700000000000",
];

/// Numbers that readers keep, round or refuse.
pub(super) const ODD_NUMBERS: &[&str] = &[
    "9007199254740993",
    "1e400",
    "123456789012345678901234567890",
    "1e-400",
    "0.12345678901234567",
];

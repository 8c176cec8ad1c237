use super::*;

fn number(lexeme: &str) -> Number {
    Number::parse(lexeme).unwrap_or_else(|| panic!("{lexeme} is a number"))
}

#[test]
fn the_grammar_decides() {
    for good in [
        "0",
        "-0",
        "10",
        "0.0",
        "1.50",
        "1e5",
        "1E+05",
        "-0.0e-0",
        "123456789012345678901234567890",
        "1e999999999999",
    ] {
        assert_eq!(number(good).lexeme(), good);
    }
    for bad in [
        "", "-", "+1", "01", "-01", "00", ".5", "1.", "1.e5", "1e", "1e+", "0x1", "1_0", " 1",
        "1 ", "NaN", "Infinity", "1e5.0", "١",
    ] {
        assert!(Number::parse(bad).is_none(), "{bad}");
    }
}

#[test]
fn one_value_may_be_written_in_many_ways() {
    let classes: &[&[&str]] = &[
        &[
            "0",
            "-0",
            "0.0",
            "-0.000",
            "0e5",
            "0E-99999999999999999999999999999999999999999999",
            "0.00e+0",
        ],
        &[
            "1",
            "1.0",
            "1e0",
            "10e-1",
            "0.1e1",
            "0.001E+3",
            "1000000000000000000000e-21",
            "1.000",
            "1e-00",
        ],
        &["-2.5", "-25e-1", "-0.25e1", "-2.50000000000000000000000000"],
        &["1e999999999", "10e999999998", "0.1e1000000000"],
        &[
            "1e99999999999999999999999",
            "10e99999999999999999999998",
            "1.0e+00099999999999999999999999",
        ],
        // Across the end of the arithmetic in i128, from either side.
        &[
            "1e9999999999999999999999999999999999999",
            "0.1e10000000000000000000000000000000000000",
        ],
        &[
            "1e10000000000000000000000000000000000000",
            "10e9999999999999999999999999999999999999",
        ],
        &[
            "1e-10000000000000000000000000000000000000",
            "0.1e-9999999999999999999999999999999999999",
        ],
        &[
            "1e100000000000000000000000000000000000000000000",
            "10e99999999999999999999999999999999999999999999",
        ],
        &[
            "9007199254740993",
            "9007199254740993.0",
            "9.007199254740993e15",
        ],
    ];
    for (i, class) in classes.iter().enumerate() {
        for a in *class {
            for (j, other) in classes.iter().enumerate() {
                for b in *other {
                    assert_eq!(number(a) == number(b), i == j, "{a} {b}");
                }
            }
        }
    }
}

#[test]
fn the_order_is_that_of_the_values() {
    let ascending = [
        "-1e100000000000000000000000000000000000000000000",
        "-1e99999999999999999999999",
        "-1e400",
        "-123.5",
        "-123.4999999999999999999999999999999",
        "-1",
        "-1e-400",
        "-1e-100000000000000000000000000000000000000000000",
        "0",
        "1e-100000000000000000000000000000000000000000001",
        "1e-100000000000000000000000000000000000000000000",
        "1e-99999999999999999999999",
        "2e-1",
        "0.25",
        "0.250000000000000000000000000000000000000000001",
        "1",
        "9",
        "10",
        "9999999999999999999",
        "1e19",
        "1e400",
        "2e400",
        "1e99999999999999999999999",
        "1e100000000000000000000000000000000000000000000",
        "1e100000000000000000000000000000000000000000001",
    ];
    for (i, a) in ascending.iter().enumerate() {
        for (j, b) in ascending.iter().enumerate() {
            assert_eq!(number(a).cmp_value(&number(b)), i.cmp(&j), "{a} {b}");
        }
    }
}

#[test]
fn integers_are_so_by_value() {
    for integer in [
        "0",
        "-0.0",
        "1.0",
        "1e0",
        "10e-1",
        "100e-2",
        "1.5e1",
        "-7",
        "1e400",
        "1e99999999999999999999999999999999999999999",
    ] {
        assert!(number(integer).is_integer(), "{integer}");
    }
    for fraction in [
        "0.5",
        "1e-1",
        "15e-1",
        "1.05e1",
        "1e-99999999999999999999999999999999999999999",
        "1.00000000000000000000000001",
    ] {
        assert!(!number(fraction).is_integer(), "{fraction}");
    }
}

#[test]
fn conversions_take_what_fits() {
    let cases = [
        ("18446744073709551615", Some(u64::MAX), None),
        ("18446744073709551616", None, None),
        ("1844674407370955161.5e1", Some(u64::MAX), None),
        (
            "9223372036854775807.0",
            Some(i64::MAX as u64),
            Some(i64::MAX),
        ),
        ("-9223372036854775808", None, Some(i64::MIN)),
        ("-9223372036854775809", None, None),
        ("-0", Some(0), Some(0)),
        ("1e3", Some(1000), Some(1000)),
        ("12.50e1", Some(125), Some(125)),
        ("0.5", None, None),
        ("1e20", None, None),
        ("1e999999999999999999999999999999999999999999", None, None),
    ];
    for (lexeme, unsigned, signed) in cases {
        assert_eq!(
            (number(lexeme).to_u64(), number(lexeme).to_i64()),
            (unsigned, signed),
            "{lexeme}"
        );
    }
    assert_eq!(Number::from(u64::MAX).lexeme(), "18446744073709551615");
    assert_eq!(Number::from(-5_i32).to_i64(), Some(-5));
}

#[test]
fn binary64_is_the_nearest_whatever_the_form() {
    assert_eq!(number("0.1").to_f64(), 0.1);
    assert_eq!(number("1e400").to_f64(), f64::INFINITY);
    assert_eq!(
        number("-1e99999999999999999999999999999999999999999999").to_f64(),
        f64::NEG_INFINITY
    );
    assert_eq!(
        number("1e-99999999999999999999999999999999999999999999").to_f64(),
        0.0
    );
    assert!(number("-0").to_f64().is_sign_negative());
    // More digits than the standard library counts in an exponent.
    let zeros = "0".repeat(1_000_000);
    assert_eq!(number(&format!("0.{zeros}125e1000003")).to_f64(), 125.0);
    assert_eq!(number(&format!("-125{zeros}e-1000000")).to_f64(), -125.0);
    assert_eq!(number(&format!("-1{zeros}")).to_f64(), f64::NEG_INFINITY);
    assert_eq!(number(&format!("0.{zeros}1")).to_f64(), 0.0);
    assert_eq!(number(&format!("0.{zeros}")).to_f64(), 0.0);
    // The ends of the range, spelt out.
    assert_eq!(number(&format!("0.{}1", "0".repeat(320))).to_f64(), 1e-321);
    assert_eq!(number(&format!("1{}", "0".repeat(308))).to_f64(), 1e308);
    // A digit far behind decides a tie.
    let tie = format!("9007199254740993.{}", "0".repeat(1000));
    assert_eq!(number(&tie).to_f64(), 9_007_199_254_740_992.0);
    assert_eq!(number(&format!("{tie}1")).to_f64(), 9_007_199_254_740_994.0);
}

#[test]
fn sameness_tells_equal_from_equal_in_binary64() {
    let cases = [
        ("1", "1.0", Sameness::Equal),
        ("-0", "0", Sameness::Equal),
        ("9007199254740993", "9007199254740992", Sameness::Lossy),
        (
            "0.1",
            "0.1000000000000000055511151231257827",
            Sameness::Lossy,
        ),
        ("1e-400", "0", Sameness::Lossy),
        ("1e-400", "-1e-400", Sameness::Lossy),
        ("1", "2", Sameness::Different),
        ("1", "1.0000000000000002", Sameness::Different),
        // Infinities are no evidence of having been the same.
        ("1e400", "2e400", Sameness::Different),
        ("1e400", "10e399", Sameness::Equal),
    ];
    for (a, b, sameness) in cases {
        assert_eq!(number(a).same(&number(b)), sameness, "{a} {b}");
        assert_eq!(number(b).same(&number(a)), sameness, "{b} {a}");
    }
}

#[test]
fn negative_means_below_zero() {
    assert!(number("-1e-999999999999999999999999").is_negative());
    assert!(!number("-0.0").is_negative());
    assert!(!number("3").is_negative());
}

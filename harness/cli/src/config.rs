//! Options of `run` from a file, for what would otherwise be said again in every place that runs it.
//!
//! The file is TOML. Its table `run` has options by their long names, with the values that they take on the command line; a list
//! repeats an option. What is given on the command line comes first.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::{fs, io};

use clap::Command;
use toml_edit::{Document, Item, Table, Value};

/// The file that is read where none is named.
const NAME: &str = "uiconform.toml";

/// Options that make sense for one run alone.
const NOT_IN_A_FILE: [&str; 5] = [
    "config",
    "explain-driver",
    "help",
    "no-config",
    "write-baseline",
];

/// The options of a file, as words of a command line.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Config {
    pub(crate) path: PathBuf,
    /// The words.
    pub(crate) words: Vec<String>,
    /// The names of the options.
    pub(crate) names: Vec<String>,
}

/// Reads the options that are not `given`: from the file that is named, or from the one that is looked for. `run` knows the
/// options.
///
/// # Errors
///
/// What is wrong, with its place.
pub(crate) fn read(
    named: Option<&Path>,
    given: &[String],
    run: &Command,
) -> Result<Option<Config>, String> {
    let path = named.unwrap_or(Path::new(NAME));
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound && named.is_none() => {
            return Ok(None);
        }
        Err(error) => return Err(format!("{}: {error}", path.display())),
    };
    let reading = Reading {
        path,
        text: &text,
        given,
        run,
    };
    reading.read().map(Some)
}

struct Reading<'a> {
    path: &'a Path,
    text: &'a str,
    given: &'a [String],
    run: &'a Command,
}

impl Reading<'_> {
    fn read(&self) -> Result<Config, String> {
        let document = Document::parse(self.text)
            .map_err(|error| self.wrong(error.span(), error.message()))?;
        let mut config = Config {
            path: self.path.to_owned(),
            ..Config::default()
        };
        let root = document.as_table();
        for (name, item) in root.iter() {
            let Some(options) = item.as_table().filter(|_| name == "run") else {
                return Err(self.wrong(
                    key(root, name).or(item.span()),
                    &format!("unknown table or member `{name}`; options stand in the table [run]"),
                ));
            };
            for (name, item) in options.iter() {
                self.option(name, item, key(options, name), &mut config)?;
            }
        }
        Ok(config)
    }

    fn option(
        &self,
        name: &str,
        item: &Item,
        place: Option<Range<usize>>,
        config: &mut Config,
    ) -> Result<(), String> {
        let known = |argument: &&clap::Arg| {
            argument.get_long() == Some(name) && !NOT_IN_A_FILE.contains(&name)
        };
        let Some(argument) = self.run.get_arguments().find(known) else {
            let names = self.run.get_arguments().filter_map(clap::Arg::get_long);
            return Err(self.wrong(
                place,
                &format!(
                    "no option `{name}` that a file can give{}",
                    uiconform_catalogue::did_you_mean(
                        name,
                        names.filter(|name| !NOT_IN_A_FILE.contains(name))
                    )
                ),
            ));
        };
        let words = words(name, item)
            .ok_or_else(|| self.wrong(place.clone(), &format!("`{name}` takes no such value")))?;
        // The parser of the command line says what is wrong with a value, and knows the ranges.
        let alone = ["run".to_owned()].into_iter().chain(words.clone());
        if let Err(error) = self.run.clone().try_get_matches_from(alone) {
            let message = error.to_string();
            let message = message.trim_start_matches("error: ");
            let first = message.lines().next().unwrap_or_default();
            return Err(self.wrong(place, first));
        }
        let also_given = name == "driver" && self.given.iter().any(|given| given == "words");
        if !also_given
            && !self
                .given
                .iter()
                .any(|given| given == argument.get_id().as_str())
        {
            config.words.extend(words);
            config.names.push(name.to_owned());
        }
        Ok(())
    }

    fn wrong(&self, place: Option<Range<usize>>, message: &str) -> String {
        let before = self
            .text
            .get(..place.map_or(0, |place| place.start))
            .unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        let message = message.replace('\n', " ");
        format!("{}:{line}:{column}: {message}", self.path.display())
    }
}

/// Where the name of a member stands.
fn key(table: &Table, name: &str) -> Option<Range<usize>> {
    table.key(name)?.span()
}

/// An option as words; `None` if it cannot have such a value.
fn words(name: &str, item: &Item) -> Option<Vec<String>> {
    let option = format!("--{name}");
    let value = item.as_value()?;
    if let Value::Boolean(is) = value {
        return Some(if *is.value() {
            vec![option]
        } else {
            Vec::new()
        });
    }
    let Value::Array(list) = value else {
        return Some(vec![format!("{option}={}", scalar(value)?)]);
    };
    let texts: Vec<String> = list.iter().map(scalar).collect::<Option<_>>()?;
    if name == "driver" {
        // A command word by word.
        let command = shlex::try_join(texts.iter().map(String::as_str)).ok()?;
        return Some(vec![format!("{option}={command}")]);
    }
    Some(
        texts
            .iter()
            .map(|text| format!("{option}={text}"))
            .collect(),
    )
}

fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.value().clone()),
        Value::Integer(number) => Some(number.value().to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test says what it expects.

    use super::*;
    use crate::args;

    fn parse(text: &str, given: &[&str]) -> Result<Vec<String>, String> {
        let given: Vec<String> = given.iter().map(|name| (*name).to_owned()).collect();
        let reading = Reading {
            path: Path::new("c.toml"),
            text,
            given: &given,
            run: &args::run_command(),
        };
        reading.read().map(|config| config.words)
    }

    #[test]
    fn options_become_words_unless_they_are_given() {
        let text = "[run]\ndriver = [\"my driver\", \"-x\"]\nprofile = [\"reducer\", \"router\"]\nstrict = true\njobs = 2\nfull = false\n";
        assert_eq!(
            parse(text, &[]).unwrap(),
            [
                "--driver='my driver' -x",
                "--profile=reducer",
                "--profile=router",
                "--strict",
                "--jobs=2"
            ]
        );
        assert_eq!(
            parse(text, &["words", "profile", "strict"]).unwrap(),
            ["--jobs=2"]
        );
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        for (text, message) in [
            (
                "[run]\nstrictt = true\n",
                "c.toml:2:1: no option `strictt` that a file can give; did you mean `strict`?",
            ),
            (
                "[run]\nconfig = \"x\"\n",
                "c.toml:2:1: no option `config` that a file can give",
            ),
            (
                "[run]\njobs = 0\n",
                "c.toml:2:1: invalid value '0' for '--jobs <N>': 0 is not in 1..=256",
            ),
            (
                "[run]\njobs = 1.5\n",
                "c.toml:2:1: `jobs` takes no such value",
            ),
            (
                "[run]\nstrict = \"yes\"\n",
                "c.toml:2:1: unexpected value 'yes' for '--strict' found; no more were expected",
            ),
            (
                "jobs = 1\n",
                "c.toml:1:1: unknown table or member `jobs`; options stand in the table [run]",
            ),
        ] {
            assert_eq!(parse(text, &[]).unwrap_err(), message);
        }
        let error = parse("[run\n", &[]).unwrap_err();
        assert!(error.starts_with("c.toml:1:5: "), "{error}");
    }
}

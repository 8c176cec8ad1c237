//! Options of `run` and `fuzz` from a file, for what would otherwise be said again in every place that runs them.
//!
//! The file is TOML. Its tables `run` and `fuzz` have options by their long names, with the values that they take on the command line; a list
//! repeats an option. Paths begin at the folder of the file. What is given on the command line comes first. How the driver is
//! started and how long it may take is taken from `run` for `fuzz` too, unless that has it.

use std::any::TypeId;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use clap::{Arg, Command};
use toml_edit::{Document, Item, Table, Value};

use crate::ordinary;

/// The file that is read where none is named.
const NAME: &str = "uiconform.toml";

/// Options that make sense for one run alone.
const NOT_IN_A_FILE: [&str; 6] = [
    "config",
    "explain-driver",
    "help",
    "index",
    "no-config",
    "write-baseline",
];

/// The table whose options about the driver hold for all commands.
const MAIN_TABLE: &str = "run";

/// The options about the driver.
const OF_THE_DRIVER: [&str; 4] = ["driver", "max-answer", "startup-timeout", "timeout"];

/// The options of a file, as words of a command line.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Config {
    pub(crate) path: PathBuf,
    /// The words.
    pub(crate) words: Vec<String>,
    /// The names of the options.
    pub(crate) names: Vec<String>,
}

/// Reads the options of a command that are not `given`: from the file that is named, or from the one that is looked for. `commands` know
/// the options, each those of the table with its name.
///
/// # Errors
///
/// What is wrong, with its place.
pub(crate) fn read(
    named: Option<&Path>,
    command: &str,
    given: &[String],
    commands: &[Command],
) -> Result<Option<Config>, String> {
    let path = named.unwrap_or(Path::new(NAME));
    let text = match ordinary::read(path, "a configuration is a TOML file") {
        Ok(bytes) => utf8(path, bytes)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound && named.is_none() => {
            return Ok(None);
        }
        Err(error) => return Err(format!("{}: {error}", path.display())),
    };
    let reading = Reading {
        path,
        text: text.strip_prefix('\u{feff}').unwrap_or(&text),
        command,
        given,
        commands,
    };
    reading.read().map(Some)
}

/// The text of a TOML file.
///
/// # Errors
///
/// If it is not UTF-8, with the first line that is not.
pub(crate) fn utf8(path: &Path, bytes: Vec<u8>) -> Result<String, String> {
    let path = path.display();
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(format!(
            "{path}: this is UTF-16, and TOML is UTF-8; save it as UTF-8"
        ));
    }
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        format!(
            "{path}:{line}: this line is not valid UTF-8, as TOML must be; save the file as UTF-8"
        )
    })
}

/// An option as it stands in a table.
struct Read {
    name: String,
    /// What the parser of the command line calls it.
    id: String,
    words: Vec<String>,
}

struct Reading<'a> {
    path: &'a Path,
    text: &'a str,
    /// The command that is to be run.
    command: &'a str,
    given: &'a [String],
    commands: &'a [Command],
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
        let mut tables: Vec<(&str, Vec<Read>)> = Vec::new();
        for (name, item) in root.iter() {
            let named = |command: &&Command| command.get_name() == name;
            let command = self.commands.iter().find(named);
            let (Some(options), Some(command)) = (item.as_table(), command) else {
                let message = format!(
                    "unknown table or member `{name}`; options stand in the tables [run] and [fuzz]"
                );
                return Err(self.wrong(key(root, name).or(item.span()), &message));
            };
            let read = options
                .iter()
                .map(|(name, item)| self.option(command, name, item, key(options, name)));
            tables.push((name, read.collect::<Result<_, _>>()?));
        }
        let has = |wanted: &str, option: &str| {
            let mut table = tables.iter().filter(|(table, _)| *table == wanted);
            table.any(|(_, read)| read.iter().any(|other| other.name == option))
        };
        for (table, read) in &tables {
            for option in read {
                let is_shared = *table == MAIN_TABLE
                    && OF_THE_DRIVER.contains(&option.name.as_str())
                    && !has(self.command, &option.name);
                if (*table == self.command || is_shared) && !self.is_given(option) {
                    config.words.extend(option.words.iter().cloned());
                    config.names.push(option.name.clone());
                }
            }
        }
        Ok(config)
    }

    /// Whether the command line has an option, or one that takes its place.
    fn is_given(&self, option: &Read) -> bool {
        let is_given = |id: &str| self.given.iter().any(|given| given == id);
        let instead = match option.name.as_str() {
            "driver" => is_given("words"),
            // What is to be written need not be there yet, and need not hold before.
            "baseline" => is_given("write_baseline"),
            _ => false,
        };
        instead || is_given(&option.id)
    }

    /// Reads an option of a command.
    fn option(
        &self,
        command: &Command,
        name: &str,
        item: &Item,
        place: Option<Range<usize>>,
    ) -> Result<Read, String> {
        let known =
            |argument: &&Arg| argument.get_long() == Some(name) && !NOT_IN_A_FILE.contains(&name);
        let Some(argument) = command.get_arguments().find(known) else {
            let names = command.get_arguments().filter_map(Arg::get_long);
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
        let words = self
            .words(argument, item)
            .map_err(|message| self.wrong(place.clone(), &format!("`{name}` {message}")))?;
        // The parser of the command line says what is wrong with a value, and knows the ranges.
        let alone = [command.get_name().to_owned()];
        let alone = alone.into_iter().chain(words.clone());
        if let Err(error) = command.clone().try_get_matches_from(alone) {
            let message = error.to_string();
            let message = message.trim_start_matches("error: ");
            let first = message.lines().next().unwrap_or_default();
            return Err(self.wrong(place, first));
        }
        Ok(Read {
            name: name.to_owned(),
            id: argument.get_id().to_string(),
            words,
        })
    }

    /// An option as words, or what values it takes.
    fn words(&self, argument: &Arg, item: &Item) -> Result<Vec<String>, &'static str> {
        let name = argument.get_long().unwrap_or_default();
        let option = format!("--{name}");
        if !argument.get_action().takes_values() {
            return match item.as_bool() {
                Some(true) => Ok(vec![option]),
                Some(false) => Ok(Vec::new()),
                None => Err("takes true or false"),
            };
        }
        let takes = if name == "driver" {
            "takes a command as one text, or as a list of words"
        } else if is_of::<String>(argument) || is_of::<PathBuf>(argument) {
            "takes a text"
        } else if is_number(argument) {
            "takes a whole number"
        } else {
            "takes no such value"
        };
        let value = item.as_value().ok_or(takes)?;
        let Value::Array(list) = value else {
            let text = self.at_home(argument, scalar(argument, value).ok_or(takes)?);
            return Ok(vec![format!("{option}={text}")]);
        };
        let texts = list.iter().map(|value| scalar(argument, value));
        let texts: Vec<String> = texts.collect::<Option<_>>().ok_or(takes)?;
        if name == "driver" {
            // A command word by word.
            let command = shlex::try_join(texts.iter().map(String::as_str)).map_err(|_| takes)?;
            return Ok(vec![format!("{option}={command}")]);
        }
        Ok(texts
            .into_iter()
            .map(|text| format!("{option}={}", self.at_home(argument, text)))
            .collect())
    }

    /// A path as it is meant: from the folder of the file on. Any other value stays.
    fn at_home(&self, argument: &Arg, text: String) -> String {
        match self.path.parent() {
            Some(folder) if is_of::<PathBuf>(argument) && folder != Path::new("") => {
                folder.join(text).display().to_string()
            }
            _ => text,
        }
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

/// Whether the values of an option are of a type.
fn is_of<T: 'static>(argument: &Arg) -> bool {
    argument.get_value_parser().type_id() == TypeId::of::<T>()
}

/// Whether the values of an option are numbers.
fn is_number(argument: &Arg) -> bool {
    is_of::<u16>(argument) || is_of::<u32>(argument) || is_of::<u64>(argument)
}

/// One value as a word; `None` if the option cannot have it.
fn scalar(argument: &Arg, value: &Value) -> Option<String> {
    match value {
        Value::String(_) if is_number(argument) => None,
        Value::String(text) => Some(text.value().clone()),
        Value::Integer(number) if !is_of::<String>(argument) && !is_of::<PathBuf>(argument) => {
            Some(number.value().to_string())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test says what it expects.

    use super::*;
    use crate::args;

    fn parse(text: &str, given: &[&str]) -> Result<Vec<String>, String> {
        parse_at("c.toml", text, given)
    }

    fn parse_at(path: &str, text: &str, given: &[&str]) -> Result<Vec<String>, String> {
        parse_for("run", path, text, given)
    }

    fn parse_for(
        command: &str,
        path: &str,
        text: &str,
        given: &[&str],
    ) -> Result<Vec<String>, String> {
        let given: Vec<String> = given.iter().map(|name| (*name).to_owned()).collect();
        let reading = Reading {
            path: Path::new(path),
            text,
            command,
            given: &given,
            commands: &args::with_options(),
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
    fn how_the_driver_is_started_holds_for_all_commands() {
        let text = "[fuzz]\njobs = 2\ntimeout = 9\n[run]\ndriver = \"d\"\ntimeout = 5\nstrict = true\njobs = 3\n";
        let parsed = |command, given: &[&str]| parse_for(command, "c.toml", text, given).unwrap();
        assert_eq!(
            parsed("fuzz", &[]),
            ["--jobs=2", "--timeout=9", "--driver=d"]
        );
        assert_eq!(
            parsed("run", &["words"]),
            ["--timeout=5", "--strict", "--jobs=3"]
        );
    }

    #[test]
    fn a_number_is_no_text_and_a_file_is_utf_8() {
        let said = parse("[run]\njobs = \"2\"\n", &[]).unwrap_err();
        assert_eq!(said, "c.toml:2:1: `jobs` takes a whole number");
        assert_eq!(parse("[run]\ntimeout = 5\n", &[]).unwrap(), ["--timeout=5"]);
        let path = Path::new("c.toml");
        for bytes in [&b"\xff\xfe[\0"[..], b"\xfe\xff\0["] {
            let said = utf8(path, bytes.to_vec()).unwrap_err();
            assert!(said.starts_with("c.toml: this is UTF-16"), "{said}");
        }
        let said = utf8(path, b"a\n\xfc".to_vec()).unwrap_err();
        assert!(
            said.starts_with("c.toml:2: this line is not valid"),
            "{said}"
        );
    }

    #[test]
    fn paths_begin_at_the_folder_of_the_file() {
        let text = "[run]\nbaseline = \"known.toml\"\nreport = \"/r\"\nfilter = \"a\"\n";
        assert_eq!(
            parse_at("ci/c.toml", text, &[]).unwrap(),
            ["--baseline=ci/known.toml", "--report=/r", "--filter=a"]
        );
        assert_eq!(parse(text, &[]).unwrap()[0], "--baseline=known.toml");
    }

    #[test]
    fn what_is_to_be_written_is_not_read_from_where_the_file_says() {
        let text = "[run]\nbaseline = \"known.toml\"\njobs = 2\n";
        assert_eq!(parse(text, &["write_baseline"]).unwrap(), ["--jobs=2"]);
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
                "c.toml:2:1: `jobs` takes a whole number",
            ),
            (
                "[run]\nstrict = \"yes\"\n",
                "c.toml:2:1: `strict` takes true or false",
            ),
            (
                "[run]\ndriver = 5\n",
                "c.toml:2:1: `driver` takes a command as one text, or as a list of words",
            ),
            (
                "[run]\nbaseline = true\n",
                "c.toml:2:1: `baseline` takes a text",
            ),
            (
                "jobs = 1\n",
                "c.toml:1:1: unknown table or member `jobs`; options stand in the tables [run] and [fuzz]",
            ),
            (
                "[fuzz]\nfilter = \"x\"\n",
                "c.toml:2:1: no option `filter` that a file can give",
            ),
        ] {
            assert_eq!(parse(text, &[]).unwrap_err(), message);
        }
        let error = parse("[run\n", &[]).unwrap_err();
        assert!(error.starts_with("c.toml:1:5: "), "{error}");
    }
}

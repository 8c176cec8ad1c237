//! The matrix of one suite: its profiles and its requirements down, the implementations across.

use uiconform_catalogue::Showing;
use uiconform_catalogue::summary::{Conformance, ProfileSummary};

use super::cells::Cell;
use super::columns::Column;
use super::gathered::{Shown, Suite};
use super::prose::{Piece, pieces};
use super::tables::Point;
use super::visible::name;
use crate::counted;

/// Characters of an id or of a version.
const NAME: usize = 120;

/// The matrix of one suite, as the template shows it.
pub(super) struct Matrix {
    pub(super) id: String,
    pub(super) title: String,
    /// The versions of the suite that were run.
    pub(super) versions: String,
    /// Whether they are several, so that the columns are not of the same cases.
    pub(super) is_mixed: bool,
    pub(super) columns: Vec<Head>,
    pub(super) profiles: Vec<Profile>,
    pub(super) sections: Vec<Section>,
    pub(super) cases: usize,
    pub(super) requirements: usize,
    /// Requirements that no driver can show.
    pub(super) unshown: Vec<Unshown>,
    /// What each does where the text leaves it open.
    pub(super) points: Vec<Point>,
}

/// The head of a column.
pub(super) struct Head {
    pub(super) number: usize,
    pub(super) name: String,
}

/// One profile across all implementations.
pub(super) struct Profile {
    pub(super) name: String,
    pub(super) about: Vec<Piece>,
    pub(super) headline: bool,
    pub(super) cells: Vec<Cell>,
}

/// The requirements of one section of the text.
pub(super) struct Section {
    pub(super) name: String,
    pub(super) rows: Vec<Row>,
}

/// One requirement across all implementations.
pub(super) struct Row {
    /// Its number in the data.
    pub(super) number: usize,
    pub(super) id: String,
    pub(super) level: &'static str,
    pub(super) text: Vec<Piece>,
    pub(super) cases: String,
    pub(super) cells: Vec<Placed>,
}

/// A cell with the key of its column.
pub(super) struct Placed {
    pub(super) key: String,
    pub(super) cell: Cell,
}

/// A requirement that no driver can show.
pub(super) struct Unshown {
    pub(super) id: String,
    pub(super) section: String,
    pub(super) text: Vec<Piece>,
    pub(super) reason: Vec<Piece>,
}

/// The matrix of a suite, whose requirements have numbers from `first` on.
pub(super) fn of(suite: &Suite<'_>, columns: &[Column<'_>], first: usize) -> Matrix {
    let versions: Vec<String> = suite
        .versions
        .iter()
        .map(|record| {
            let digest = record
                .digest
                .strip_prefix("sha256:")
                .unwrap_or(&record.digest);
            let digest = name(&digest.chars().take(12).collect::<String>(), NAME);
            let foreign = if record.foreign {
                ", cases from elsewhere"
            } else {
                ""
            };
            format!("{} ({digest}{foreign})", name(&record.version, NAME))
        })
        .collect();
    Matrix {
        id: name(suite.id, NAME),
        title: name(suite.title(), NAME),
        versions: versions.join(", "),
        is_mixed: suite.versions.len() > 1,
        columns: suite
            .columns
            .iter()
            .map(|number| Head {
                number: *number,
                name: columns[*number].name.clone(),
            })
            .collect(),
        profiles: profiles(suite, columns),
        sections: sections(suite, columns, first),
        cases: suite.cases.len(),
        requirements: suite.requirements.len(),
        unshown: unshown(suite),
        points: super::tables::points(suite),
    }
}

fn profiles(suite: &Suite<'_>, columns: &[Column<'_>]) -> Vec<Profile> {
    // All versions of a suite have the profiles of the newest one, or nearly so.
    let mut ids: Vec<(&str, bool)> = Vec::new();
    for profile in suite.versions.iter().flat_map(|version| &version.profiles) {
        if !ids.iter().any(|(id, _)| *id == profile.profile) {
            ids.push((&profile.profile, profile.headline));
        }
    }
    let of_column = |column: &usize, id: &str| {
        let profiles = &columns[*column].entry.run.trailer.profiles;
        conformance(profiles.iter().find(|summary| summary.profile == id))
    };
    let mut all = Vec::new();
    for (id, headline) in ids {
        let short = id.rsplit('/').next().unwrap_or(id);
        let known = suite.catalogue.and_then(|known| known.suite.profile(short));
        all.push(Profile {
            name: name(short, NAME),
            about: known.map_or_else(Vec::new, |known| pieces(&known.about)),
            headline,
            cells: suite
                .columns
                .iter()
                .map(|column| of_column(column, id))
                .collect(),
        });
    }
    all
}

/// The verdict on a profile as a cell.
fn conformance(summary: Option<&ProfileSummary>) -> Cell {
    let cell = |class, shown: String, said: String| Cell { class, shown, said };
    let Some(summary) = summary else {
        return cell("none", String::new(), String::new());
    };
    let (passed, all) = (summary.passed.required, summary.cases.required);
    let words = summary.conformance.words();
    let counts = format!(" {words}: {passed} of {all} required cases pass");
    match summary.conformance {
        Conformance::Conformant => cell("pass", "✓".to_owned(), counts),
        Conformance::NotConformant => {
            let failed = summary.failed.total();
            let said = format!(" cases fail; {words}");
            cell("fail", format!("✗ {failed}"), said)
        }
        Conformance::Partial => cell("part", "◐".to_owned(), format!(" {words}")),
        Conformance::Unsupported | Conformance::NotSelected => {
            cell("idle", "–".to_owned(), format!(" {words}"))
        }
    }
}

fn sections(suite: &Suite<'_>, columns: &[Column<'_>], first: usize) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for (number, shown) in suite.requirements.iter().enumerate() {
        let section = match shown.known {
            Some(known) => format!("Section {}", known.section),
            None => "Requirements that this program does not know".to_owned(),
        };
        let row = row(shown, suite, columns, first + number);
        match sections.last_mut() {
            Some(last) if last.name == section => last.rows.push(row),
            _ => sections.push(Section {
                name: section,
                rows: vec![row],
            }),
        }
    }
    sections
}

fn row(shown: &Shown<'_>, suite: &Suite<'_>, columns: &[Column<'_>], number: usize) -> Row {
    let cell = |column: &usize| Placed {
        key: columns[*column].key.clone(),
        cell: Cell::of(
            shown
                .cases
                .iter()
                .map(|case| suite.cases[*case].codes[*column]),
        ),
    };
    Row {
        number,
        id: name(shown.id, NAME),
        level: shown.level(&suite.cases).word(),
        text: shown
            .known
            .map_or_else(Vec::new, |known| pieces(&known.text)),
        cases: counted(shown.cases.len(), "case"),
        cells: suite.columns.iter().map(cell).collect(),
    }
}

fn unshown(suite: &Suite<'_>) -> Vec<Unshown> {
    let known = suite.catalogue.map_or(&[][..], |known| &known.requirements);
    let unshown = known.iter().filter_map(|known| match &known.showing {
        Showing::NotShown(reason) => Some(Unshown {
            id: known.id.clone(),
            section: known.section.clone(),
            text: pieces(&known.text),
            reason: pieces(reason),
        }),
        Showing::Profiles(_) => None,
    });
    unshown.collect()
}

//! Headings: where a part of a set begins, and how many cards are said to stand there.

use crate::kingdom::lexicon::is_beside;
use std::ops::Range;

use super::grammar::{Heading, Piece, Row};
use crate::diagnostic::prose;
use crate::diagnostic::{Code, Diagnostic, Safety, closest};
use crate::game::{Game, RuleKind};
use crate::kingdom::eligibility;
use crate::kingdom::lexicon::{Known, Title, folded};
use crate::source::{FileId, Span};

/// The sums of the headings above the line that is read.
#[derive(Default)]
pub(super) struct Headings {
    /// That of the zone, and within it that of a card type.
    open: [Option<Sum>; 2],
}

/// How many cards a heading says, and how many were read.
struct Sum {
    title: String,
    said: u64,
    at: Span,
    read: u64,
    /// A line could not be read, so nobody knows.
    doubtful: bool,
}

impl Headings {
    /// A heading begins; those that it ends are held against what was read: all, if it is that of a zone, or stands
    /// for cards elsewhere than those before.
    pub fn open(
        &mut self,
        heading: &Heading<'_>,
        title_at: Span,
        is_zone: bool,
        is_elsewhere: bool,
        found: &mut Vec<Diagnostic>,
    ) {
        if is_zone || is_elsewhere {
            self.close(found);
        } else {
            let [_, inner] = &mut self.open;
            found.extend(inner.take().and_then(Sum::finding));
        }
        let sum = heading.sum.as_ref().map(|sum| Sum {
            title: heading.title.text.to_owned(),
            said: sum.text.parse().unwrap_or(u64::MAX),
            at: Span::new(title_at.file, sum.at.clone()),
            read: 0,
            doubtful: false,
        });
        let [zone, inner] = &mut self.open;
        *(if is_zone { zone } else { inner }) = sum;
    }

    pub fn count(&mut self, cards: u64) {
        for sum in self.open.iter_mut().flatten() {
            sum.read = sum.read.saturating_add(cards);
        }
    }

    /// A heading begins that nobody knows, so nobody knows what those before it say of the lines below it.
    pub fn forget(&mut self) {
        self.open = [None, None];
    }

    pub fn doubt(&mut self) {
        for sum in self.open.iter_mut().flatten() {
            sum.doubtful = true;
        }
    }

    /// All headings end.
    pub fn close(&mut self, found: &mut Vec<Diagnostic>) {
        for sum in &mut self.open {
            found.extend(sum.take().and_then(Sum::finding));
        }
    }
}

impl Sum {
    fn finding(self) -> Option<Diagnostic> {
        if self.doubtful || self.said == self.read {
            return None;
        }
        let read = prose::counted(self.read, "card", "cards");
        let verb = if self.read == 1 { "stands" } else { "stand" };
        let title = prose::shown(&self.title);
        Some(
            Diagnostic::new(
                Code::HeadingCount,
                self.at,
                format!(
                    "\"{title}\" is said to have {}, but {read} {verb} below it",
                    prose::counted(self.said, "card", "cards")
                ),
                format!("{read} {verb} below it"),
            )
            .note("a part of the list may have been lost where it was copied")
            .fix(
                Safety::Unsafe,
                format!(
                    "write {}, or the cards that are missing or too many",
                    self.read
                ),
                self.at,
                self.read.to_string(),
            ),
        )
    }
}

/// Where the cards below the heading of a card type stand: in the zone of the heading above, if a rule
/// lists the type for it, else in the only zone for which one does.
pub(super) fn zone_of_type<'g>(
    game: &'g Game,
    card_type: &str,
    zone: Option<&'g str>,
) -> Option<&'g str> {
    let lists = |wanted: &&str| {
        game.kingdom.rules.iter().any(|rule| match &rule.kind {
            RuleKind::Types { zone, types } => {
                zone == wanted && types.iter().any(|known| known == card_type)
            }
            _ => false,
        })
    };
    let only = || eligibility::only_zone_of(game, card_type).map(|(zone, _)| zone);
    zone.filter(lists).or_else(only)
}

/// Parts of the decks of other games, as their lists have them for headings.
const OF_OTHERS: [&str; 5] = ["mainboard", "main deck", "maindeck", "lands", "creatures"];

/// A zone, and where it is named.
type ZoneAt<'c> = (&'c str, Range<usize>);

/// The finding that a line is a heading of nothing, and the zone that it probably means.
pub(super) fn stranger<'c>(
    known: &Known<'c>,
    file: FileId,
    row: Row<'_>,
) -> Option<(Diagnostic, Option<ZoneAt<'c>>)> {
    let heading = row.heading().filter(|heading| {
        let title = heading.title.text;
        heading.certain || is_beside(title) || OF_OTHERS.contains(&folded(title).as_str())
    });
    let label = row.labelled();
    let title = match (heading, label) {
        (Some(heading), _) => heading.title,
        (None, Some(label)) if is_word(label.key.text) => label.key,
        _ => return None,
    };
    Some(unknown_part(known, file, &title))
}

/// The finding that a set has no such part, and the zone that is probably meant.
pub(super) fn unknown_part<'c>(
    known: &Known<'c>,
    file: FileId,
    title: &Piece<'_>,
) -> (Diagnostic, Option<ZoneAt<'c>>) {
    let game = known.game;
    let what = prose::a(&game.kingdom.name);
    let at = Span::new(file, title.at.clone());
    let finding = Diagnostic::new(
        Code::UnknownZone,
        at,
        format!("{what} has no part \"{}\"", prose::shown(title.text)),
        format!("not a part of {what}"),
    );
    let zones = &game.kingdom.zones;
    let names = zones
        .iter()
        .flat_map(|(key, zone)| [key.as_str(), zone.title.as_str()]);
    // `Main deck`: a part of the set, and a word about it.
    let said = folded(title.text);
    let about = || {
        let mut all = zones.iter();
        let named = all.find(|(key, _)| said.ends_with(key.as_str()));
        named.map(|(_, zone)| zone.title.as_str())
    };
    let Some(close) = closest(&said, names).or_else(about) else {
        let titles = zones.values().map(|zone| zone.title.as_str());
        let parts = prose::and(titles);
        let remark = match is_beside(title.text) {
            true => "remove it, and the cards below it",
            false => "a line that is none begins with `//`",
        };
        return (
            finding.help(format!("its parts are {parts}; {remark}")),
            None,
        );
    };
    let zone = match known.title(close) {
        Some(Title::Zone(zone)) => Some((zone, title.at.clone())),
        _ => None,
    };
    let finding = finding.fix(Safety::Unsafe, format!("write `{close}`"), at, close);
    (finding, zone)
}

/// Whether it is a word before a colon, and not how many of something.
fn is_word(key: &str) -> bool {
    !key.contains(|c: char| c.is_ascii_digit() || c == '"')
}

//! Headings of deck lists: each starts a part of a set and can announce the number of its cards.

use crate::kingdom::lexicon::is_beside;
use std::ops::Range;

use super::grammar::{Heading, Piece, Row};
use crate::diagnostic::prose;
use crate::diagnostic::{Code, Diagnostic, Safety, closest};
use crate::game::{Game, RuleKind};
use crate::kingdom::eligibility;
use crate::kingdom::lexicon::{Label, Lexicon, folded};
use crate::kingdom::list_words::WORDS;
use crate::source::{FileId, Span};

/// The card counts announced by the headings above the current line.
#[derive(Default)]
pub(super) struct Headings {
    /// The heading of a zone and, within it, that of a card type.
    open: [Option<Sum>; 2],
}

/// The count that a heading announces, and the count that was read.
struct Sum {
    title: String,
    said: u64,
    at: Span,
    read: u64,
    /// `true` if a line could not be read, so that the read count is unknown.
    doubtful: bool,
}

impl Headings {
    /// Opens a heading and checks the counts of the headings that it closes. A heading of a zone, or of cards that
    /// belong to another zone than the cards above, closes all open headings.
    pub fn open(
        &mut self,
        heading: &Heading<'_>,
        title_at: Span,
        is_zone: bool,
        is_elsewhere: bool,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        if is_zone || is_elsewhere {
            self.close(diagnostics);
        } else {
            let [_, inner] = &mut self.open;
            diagnostics.extend(inner.take().and_then(Sum::finding));
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

    /// Closes all open headings without a check: after an unknown heading, their counts cannot be checked.
    pub fn forget(&mut self) {
        self.open = [None, None];
    }

    pub fn doubt(&mut self) {
        for sum in self.open.iter_mut().flatten() {
            sum.doubtful = true;
        }
    }

    /// Closes all headings and checks their counts.
    pub fn close(&mut self, diagnostics: &mut Vec<Diagnostic>) {
        for sum in &mut self.open {
            diagnostics.extend(sum.take().and_then(Sum::finding));
        }
    }
}

impl Sum {
    fn finding(self) -> Option<Diagnostic> {
        if self.doubtful || self.said == self.read {
            return None;
        }
        let read = prose::counted(self.read, "card", "cards");
        let title = prose::shown(&self.title);
        Some(
            Diagnostic::new(
                Code::HeadingCount,
                self.at,
                format!(
                    "\"{title}\" announces {}, but has {read}",
                    prose::counted(self.said, "card", "cards")
                ),
                format!("{read} below this heading"),
            )
            .note("part of the list may have been lost when it was copied")
            .fix(
                Safety::Unsafe,
                format!(
                    "write {}, or correct the cards below the heading",
                    self.read
                ),
                self.at,
                self.read.to_string(),
            ),
        )
    }
}

/// Returns the zone of the cards below the heading of a card type: the zone of the heading above if a rule lists the
/// type for it, otherwise the only zone for which a rule does.
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

/// A zone and the byte range that names it.
type ZoneAt<'c> = (&'c str, Range<usize>);

/// Reports a heading that does not name a part of a set, and returns the zone that was probably intended.
pub(super) fn stranger<'c>(
    known: &Lexicon<'c>,
    file: FileId,
    row: Row<'_>,
) -> Option<(Diagnostic, Option<ZoneAt<'c>>)> {
    let heading = row.heading().filter(|heading| {
        let title = heading.title.text;
        heading.certain || is_beside(title) || WORDS.foreign.contains(&folded(title).as_str())
    });
    let label = row.labelled();
    let title = match (heading, label) {
        (Some(heading), _) => heading.title,
        (None, Some(label)) if is_word(label.key.text) => label.key,
        _ => return None,
    };
    Some(unknown_part(known, file, &title))
}

/// Reports an unknown part of a set, and returns the zone that was probably intended.
pub(super) fn unknown_part<'c>(
    known: &Lexicon<'c>,
    file: FileId,
    title: &Piece<'_>,
) -> (Diagnostic, Option<ZoneAt<'c>>) {
    let game = known.game;
    let what = prose::a(&game.kingdom.name);
    let at = Span::new(file, title.at.clone());
    let diagnostic = Diagnostic::new(
        Code::UnknownZone,
        at,
        format!("{what} has no part \"{}\"", prose::shown(title.text)),
        format!("not a part of {what}"),
    );
    let zones = &game.kingdom.zones;
    let names = zones
        .iter()
        .flat_map(|(key, zone)| [key.as_str(), zone.title.as_str()]);
    // `Main deck`: a part of the set with an additional word.
    let written = folded(title.text);
    let about = || {
        let mut all = zones.iter();
        let named = all.find(|(key, _)| written.ends_with(key.as_str()));
        named.map(|(_, zone)| zone.title.as_str())
    };
    let Some(close) = closest(&written, names).or_else(about) else {
        let titles = zones.values().map(|zone| zone.title.as_str());
        let parts = prose::and(titles);
        let outside = is_beside(title.text) || WORDS.beside_columns.contains(&written.as_str());
        let remark = match outside {
            true => "remove it, and the cards below it",
            false => "start a line with `//` to make it a comment",
        };
        return (
            diagnostic.help(format!("its parts are {parts}; {remark}")),
            None,
        );
    };
    let zone = match known.title(close) {
        Some(Label::Zone(zone)) => Some((zone, title.at.clone())),
        _ => None,
    };
    let diagnostic = diagnostic.fix(Safety::Unsafe, format!("write `{close}`"), at, close);
    (diagnostic, zone)
}

/// Returns whether the text before a colon is a word, and not a count.
fn is_word(key: &str) -> bool {
    !key.contains(|c: char| c.is_ascii_digit() || c == '"')
}

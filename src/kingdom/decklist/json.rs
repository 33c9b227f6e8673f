//! Reads a set in the JSON form of a bundle, with ids instead of names.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::grammar::Piece;
use super::{List, Placed, unreadable};
use crate::collections::HashSet;
use crate::diagnostic::prose;
use crate::diagnostic::{Code, Diagnostic};
use crate::kingdom::Kingdom;
use crate::kingdom::decklist::line::ParsedLine;
use crate::kingdom::lexicon::Referent;
use crate::kingdom::line::in_bounds;
use crate::source::Span;
use crate::source::composed::composed;

impl<'c> List<'_, 'c> {
    /// Reads a text that starts like JSON.
    pub(super) fn json(&mut self, text: &str) {
        let start = text.len() - text.trim_start_matches('\u{feff}').len();
        let json = text.get(start..).unwrap_or_default();
        let set: Kingdom = match serde_json::from_str(json) {
            Ok(set) => set,
            Err(error) => {
                let at = start + offset(json, error.line(), error.column());
                self.found.push(not_a_set(self.file_span(at..at), &error));
                self.unread = true;
                return;
            }
        };
        if let Some(diagnostic) = self.twice(json, start) {
            self.found.push(diagnostic);
            self.set.broken = true;
        }
        // JSON values have no spans, so each name is searched in the text after the previous one.
        let mut at = 0;
        let mut place = |name: &str| {
            let quoted = serde_json::to_string(name).unwrap_or_default();
            let rest = text.get(at..).unwrap_or_default();
            let found = rest.find(&quoted).map_or(at..at, |found| {
                let from = at + found + 1;
                from..from + quoted.len() - 2
            });
            at = found.end;
            found
        };
        place("name");
        let name_at = place(&set.name);
        if let Some(id) = &set.house_rules {
            place("house_rules");
            let at = Span::new(self.file, place(id));
            self.set.house_rules = Some((id.clone(), at));
        }
        place("zones");
        let value = Piece {
            text: set.name.as_str(),
            at: name_at,
        };
        self.name(&value, self.span(&value));
        for (key, cards) in &set.zones {
            let heading = Span::new(self.file, place(key));
            let zone = self.known.game.kingdom.zones.get_key_value(key);
            if zone.is_none() {
                self.found.push(self.no_zone(key, heading));
                self.set.broken = true;
            }
            for (id, count) in cards {
                let at = place(id);
                let Some((zone, _)) = zone else { continue };
                let meant = self.known.meant_by_id(zone, &composed(id));
                let here = self.file_span(at.clone());
                let count = in_bounds(&count.to_string(), id, here, &mut self.found);
                self.lines.push(Placed {
                    reading: reading(id, meant, count, at),
                    zone: Some(zone),
                    heading: Some(heading),
                    paragraph: 0,
                });
            }
        }
    }

    /// Reports a duplicate key in an object.
    fn twice(&self, json: &str, start: usize) -> Option<Diagnostic> {
        let Err(error) = serde_json::from_str::<NoKeyTwice>(json) else {
            return None;
        };
        let after = offset(json, error.line(), error.column());
        let end = json.get(..=after)?.rfind('"')?;
        let begin = json.get(..end)?.rfind('"')? + 1;
        let key = prose::shown(json.get(begin..end)?);
        let diagnostic = Diagnostic::new(
            Code::DuplicateKey,
            self.file_span(start + begin..start + end),
            format!("duplicate key \"{key}\""),
            "the second occurrence",
        );
        let diagnostic = diagnostic.note("JSON keeps only the last value");
        Some(diagnostic.help("keep one of the two"))
    }

    fn no_zone(&self, key: &str, at: Span) -> Diagnostic {
        let what = prose::a(&self.known.game.kingdom.name);
        let keys = self.known.game.kingdom.zones.keys();
        Diagnostic::new(
            Code::UnknownZone,
            at,
            format!("{what} has no `{}`", prose::shown(key)),
            format!("not a part of {what}"),
        )
        .help(format!("its parts are {}", prose::and(prose::ticked(keys))))
    }

    fn file_span(&self, range: std::ops::Range<usize>) -> Span {
        Span::new(self.file, range)
    }
}

/// Accepts any JSON in which no object has a duplicate key.
struct NoKeyTwice;

impl<'de> Deserialize<'de> for NoKeyTwice {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        json.deserialize_any(NoKeyTwice)
    }
}

impl<'de> Visitor<'de> for NoKeyTwice {
    type Value = Self;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self, A::Error> {
        let mut keys: HashSet<String> = HashSet::default();
        while let Some(key) = map.next_key::<String>()? {
            if !keys.insert(key) {
                return Err(A::Error::custom("duplicate key"));
            }
            map.next_value::<NoKeyTwice>()?;
        }
        Ok(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self, A::Error> {
        while seq.next_element::<NoKeyTwice>()?.is_some() {}
        Ok(self)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_str<E>(self, _: &str) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_unit<E>(self) -> Result<Self, E> {
        Ok(self)
    }
}

/// Returns whether a text starts like JSON.
pub(super) fn is_json(text: &str) -> bool {
    text.trim_start_matches('\u{feff}')
        .trim_start()
        .starts_with('{')
}

fn reading<'c>(
    id: &str,
    meant: Option<Referent<'c>>,
    count: Option<u64>,
    at: std::ops::Range<usize>,
) -> ParsedLine<'c> {
    ParsedLine {
        name: id.to_owned(),
        name_at: at.clone(),
        count: count.unwrap_or_default(),
        count_at: at,
        meant,
        uncounted: count.is_none(),
    }
}

fn not_a_set(at: Span, error: &serde_json::Error) -> Diagnostic {
    let label = if error.is_data() {
        "not the form of a set"
    } else if error.is_eof() {
        "the JSON ends too early"
    } else {
        "not JSON from here on"
    };
    unreadable(
        at,
        "this starts like JSON, but is not a set in bundle form",
        label,
    )
    .help("write the set as text or as the output of `kingdom export --to json`")
}

/// Returns the byte offset of a line and a column, both starting at 1; the column counts bytes.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let mut breaks = text.match_indices('\n').map(|(at, _)| at + 1);
    let start = match line.checked_sub(2) {
        None => 0,
        Some(before) => breaks.nth(before).unwrap_or(text.len()),
    };
    let mut at = (start + column.saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

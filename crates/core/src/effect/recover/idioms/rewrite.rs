//! Applies a replacement to a text, and finds the words that it changed.

use crate::effect::letter_case::{capitalised, uncapitalised};
use std::ops::Range;

use super::super::words::{with_replaced, words};
use super::pattern::Found;
use crate::effect::lists::lists;

/// Suffixes of a number in braces, as in `{1+}`: one more, one less, without its sign, without the final `s`, without its
/// quotation marks.
pub(super) const SUFFIXES: [char; 5] = ['+', '-', '#', 's', '"'];

/// Quotation marks of a name or of a text.
const QUOTES: [char; 4] = ['"', '“', '”', '„'];

/// Returns the text with a match replaced by `ours`, in which `{1}` is the first capture.
/// `None` if it needs the number after or before one that has none, such as `X`.
pub(super) fn rewritten(text: &str, found: &Found, ours: &str) -> Option<String> {
    let mut by = String::new();
    let mut rest = ours;
    while let Some((before, after)) = rest.split_once('{') {
        by.push_str(before);
        let Some((name, behind)) = after.split_once('}') else {
            break;
        };
        let number: usize = name.trim_end_matches(SUFFIXES).parse().unwrap_or_default();
        let written = number
            .checked_sub(1)
            .and_then(|at| found.captures.get(at))
            .and_then(|range| text.get(range.clone()))
            .unwrap_or_default();
        // Only a noun phrase has a possessive, and that of a pronoun is another word.
        if let Some(behind) = behind.strip_prefix("'s") {
            if written.contains([',', ';', ':']) {
                return None;
            }
            let mut known = lists().pronoun_possessives.iter();
            let own = known.find(|(one, _)| one.eq_ignore_ascii_case(written));
            if let Some((_, own)) = own {
                by.push_str(own);
                rest = behind;
                continue;
            }
        }
        match (value_of(written), name.chars().last()) {
            (Some(value), Some('+')) => by.push_str(&(value + 1).to_string()),
            (Some(value), Some('-')) => by.push_str(&value.checked_sub(1)?.to_string()),
            (None, Some('+' | '-')) => return None,
            (_, Some('s')) => by.push_str(written.strip_suffix('s').unwrap_or(written)),
            (_, Some('"')) => by.push_str(written.trim_matches(QUOTES)),
            (_, Some('#')) => by.push_str(written.trim_start_matches(['+', '-', '−', '–'])),
            // The capture was at the start of the sentence, but is no longer.
            _ if found
                .captures
                .get(number.wrapping_sub(1))
                .is_some_and(|c| c.start == 0)
                && !by.is_empty() =>
            {
                by.push_str(&uncapitalised(written));
            }
            _ => by.push_str(written),
        }
        rest = behind;
    }
    by.push_str(rest);
    for (several, one) in lists().number_corrections {
        by = by.replace(several, one);
    }
    let before = text.get(..found.range.start).unwrap_or_default();
    if found.range.start == 0 {
        by = capitalised(by.trim_start());
    } else if by.starts_with('(') && !before.ends_with(' ') {
        by.insert(0, ' ');
    } else if before.ends_with(' ') {
        by = by.trim_start().to_owned();
    }
    let changed = with_replaced(text, &found.range, &by);
    let end = found.range.start + by.len();
    Some(tidy(&with_articles(&changed, found.range.start..end)))
}

/// The value of a number in digits or in words.
fn value_of(written: &str) -> Option<usize> {
    let is_it = |word: &&str| word.eq_ignore_ascii_case(written);
    let in_words = || lists().numbers.iter().position(is_it);
    written.parse().ok().or_else(|| Some(in_words()? + 1))
}

/// Corrects `a` and `an` in the changed range and directly before it.
fn with_articles(text: &str, changed: Range<usize>) -> String {
    let mut text = text.to_owned();
    let all = words(&text);
    for pair in all.windows(2).rev() {
        let [article, next] = pair else { continue };
        if next.start < changed.start || article.start >= changed.end {
            continue;
        }
        let by = match (
            text.get(article.clone()),
            article_of(text.get(next.clone()).unwrap_or_default()),
        ) {
            (Some("a"), "an") => "an",
            (Some("an"), "a") => "a",
            (Some("A"), "an") => "An",
            (Some("An"), "a") => "A",
            _ => continue,
        };
        let gap = text.get(article.end..next.start).unwrap_or_default();
        if gap.trim_end_matches(['*', '"']) == " " {
            text.replace_range(article.clone(), by);
        }
    }
    text
}

/// Returns `a` or `an`, by the letters of the word after it; empty if these are not sufficient.
pub(in crate::effect::recover) fn article_of(word: &str) -> &'static str {
    let word = word.trim_start_matches(['*', '"']).to_ascii_lowercase();
    match word.chars().next() {
        // `a unit`, but `an undead unit`
        Some('u') if word.starts_with("uni") || word.starts_with("use") => "a",
        Some('a' | 'e' | 'i' | 'o' | 'u') => "an",
        Some('h') | None => "",
        Some(_) => "a",
    }
}

/// Collapses spaces and removes those before marks.
fn tidy(text: &str) -> String {
    let mut tidied = String::with_capacity(text.len());
    for c in text.chars() {
        if c == ' ' && tidied.ends_with(' ') {
            continue;
        }
        if matches!(c, ',' | '.' | ':') && tidied.ends_with(' ') {
            tidied.pop();
        }
        if c == ',' && tidied.ends_with(',') {
            continue;
        }
        tidied.push(c);
    }
    capitalised(tidied.trim())
}

/// Returns the captured texts that a replacement leaves out.
pub(super) fn left_out<'t>(text: &'t str, found: &Found, ours: &str) -> Vec<&'t str> {
    let written = found.captures.iter().enumerate();
    let is_left_out = |number: usize| {
        let mut names = ours.split('{').skip(1);
        let named = |name: &str| name.trim_end_matches(SUFFIXES).parse() == Ok(number);
        !names.any(|rest| rest.split_once('}').is_some_and(|(name, _)| named(name)))
    };
    let out = written.filter(|(at, _)| is_left_out(at + 1));
    out.filter_map(|(_, range)| text.get(range.clone()))
        .collect()
}

/// Returns the captured texts that a replacement puts between asterisks.
pub(super) fn starred<'t>(text: &'t str, found: &Found, ours: &str) -> Vec<&'t str> {
    let written = found.captures.iter().enumerate();
    let is_starred = |number: usize| {
        let names = ours.split("*{").skip(1);
        let named = |name: &str| name.trim_end_matches(SUFFIXES).parse() == Ok(number);
        names
            .filter_map(|rest| rest.split_once("}*"))
            .any(|(name, _)| named(name))
    };
    let starred = written.filter(|(at, _)| is_starred(at + 1));
    starred
        .filter_map(|(_, range)| text.get(range.clone()))
        .collect()
}

/// Returns whether a text ends with a word that means nothing without the next.
pub(super) fn leads_on(by: &str) -> bool {
    let last = by.trim().rsplit(' ').next().unwrap_or_default();
    lists().leading_words.contains(&last) || last.ends_with("'s")
}

/// Returns the number at the end of the old words if the new words only add its sign.
pub(super) fn without_sign<'s>(written: &'s str, by: &str) -> Option<&'s str> {
    let number = written.rsplit(' ').next()?;
    if written.contains(['+', '-']) {
        return None;
    }
    let signed = by.trim().rsplit(' ').next()?;
    let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    (digits && signed.strip_prefix(['+', '-']) == Some(number)).then_some(number)
}

/// Returns the range of the words of `old` that differ from `new`, and their replacement in `new`.
pub(super) fn difference(old: &str, new: &str) -> (Range<usize>, String) {
    let boundary = |text: &str, at: usize| {
        at == 0
            || at == text.len()
            || text
                .get(..at)
                .and_then(|before| before.chars().next_back())
                .is_some_and(|c| c == ' ')
    };
    // Returns whether a word ends at a position.
    let ends = |text: &str, at: usize| {
        text.get(at..)
            .and_then(|rest| rest.chars().next())
            .is_none_or(|c| !c.is_alphanumeric())
    };
    let mut start = 0;
    for ((at, a), b) in old.char_indices().zip(new.chars()) {
        if a != b {
            break;
        }
        let end = at + a.len_utf8();
        let closes = a.is_alphanumeric() || matches!(a, '*' | '"');
        if boundary(old, end) || (closes && ends(old, end) && ends(new, end)) {
            start = end;
        }
    }
    let mut same = 0;
    let mut length = 0;
    for (a, b) in old.chars().rev().zip(new.chars().rev()) {
        if a != b || length + a.len_utf8() + start > old.len().min(new.len()) {
            break;
        }
        length += a.len_utf8();
        let words = boundary(old, old.len() - length) && boundary(new, new.len() - length);
        if words || matches!(a, ' ' | '.' | ',') {
            same = length;
        }
    }
    let mut range = start..old.len() - same;
    let mut by = new.get(start..new.len() - same).unwrap_or_default();
    // Exclude a closing bracket that both texts have, because it was opened before the difference.
    if !by.contains('(')
        && let Some(inner) = by.strip_suffix(')')
        && old.get(range.clone()).is_some_and(|old| old.ends_with(')'))
    {
        by = inner;
        range.end -= 1;
    }
    // A deletion includes the space before it.
    let left_out = old.get(range.clone()).unwrap_or_default();
    let before = old.get(..start).unwrap_or_default();
    if by.is_empty() && before.ends_with(' ') && !left_out.ends_with(' ') {
        let start = start - 1;
        return (start..range.end, String::new());
    }
    (range, by.to_owned())
}

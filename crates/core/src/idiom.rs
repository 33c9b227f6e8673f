//! The text format of the idioms in `grammar/idioms` and of the `wordings` of a game: its reader, and the expansion of
//! groups in patterns.
//!
//! `build.rs` includes this file to generate code from the idioms, so it uses only the standard library. The format is
//! explained for authors in `grammar/idioms/README.md`.

use std::collections::{BTreeMap, BTreeSet};

/// The file that defines named help texts.
const HELP: &str = "help.txt";
/// The file of single words and short phrases that are replaced first, all at once.
const WORDS: &str = "words.txt";
/// The file of what is replaced in a whole line, before its heading and its sentences are told apart.
const LINES: &str = "lines.txt";
/// The file that lists the files of phrases in the order in which their entries are tried.
const ORDER: &str = "order.txt";

/// Maximum number of patterns that one entry may expand to, and of word choices that are compared for duplicates.
const MAX_PATTERNS: usize = 128;
const MAX_VARIANTS: usize = 2048;

/// Suffixes of a number in braces, as in `{1+}`: one more, one less, without its sign, without the final `s`,
/// without its quotation marks.
pub const SUFFIXES: [char; 5] = ['+', '-', '#', 's', '"'];

/// The name in braces of the card with the text: `{this}`.
pub const THIS: &str = "this";

/// How reliable the replacements of an entry are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The replacement always means what the author wrote.
    Same,
    /// A possible meaning, or one that adds or loses something.
    Ask,
    /// Help without a replacement.
    Advice,
    /// Valid words after which something is missing.
    Incomplete,
}

/// An entry whose pattern has no groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub kind: Kind,
    /// `true` for `ask!` and `advice!`: nothing else is suggested for a sentence in which the pattern occurs.
    pub exclusive: bool,
    pub pattern: String,
    pub replacements: Vec<String>,
    /// For [`Kind::Incomplete`] what is missing, otherwise what the author can do; may be empty.
    pub help: String,
    /// File and line.
    pub place: String,
}

/// The idioms of one language.
#[derive(Debug, Default)]
pub struct Idioms {
    pub words: Vec<Entry>,
    pub phrases: Vec<Entry>,
    pub lines: Vec<Entry>,
    /// Named help texts.
    pub help: BTreeMap<String, String>,
}

/// A logical line: continuation lines are appended, separated by a space.
struct Line {
    place: String,
    text: String,
}

/// Reads the files of one language, each with its name and its text. An error names file and line.
pub fn read(files: &[(String, String)]) -> Result<Idioms, String> {
    let text_of = |name: &str| {
        let file = files.iter().find(|(known, _)| known == name);
        let (_, text) = file.ok_or_else(|| format!("{name}: the file is missing"))?;
        lines(name, text)
    };
    let mut order = Vec::new();
    for line in text_of(ORDER)? {
        let known = [HELP, WORDS, LINES, ORDER].contains(&line.text.as_str());
        if known || order.contains(&line.text) {
            return Err(format!(
                "{}: `{}` cannot be listed here",
                line.place, line.text
            ));
        }
        order.push(line.text);
    }
    for (name, _) in files {
        if ![HELP, WORDS, LINES, ORDER].contains(&name.as_str()) && !order.contains(name) {
            return Err(format!("{ORDER}: `{name}` is not listed"));
        }
    }
    let mut help = BTreeMap::new();
    for line in text_of(HELP)? {
        let named = line
            .text
            .strip_prefix('@')
            .and_then(|rest| rest.split_once('='));
        let Some((name, text)) = named.map(|(name, text)| (name.trim(), text.trim())) else {
            return Err(format!("{}: expected `@name = text`", line.place));
        };
        if !is_name(name) || text.is_empty() {
            return Err(format!("{}: expected `@name = text`", line.place));
        }
        if help.insert(name.to_owned(), text.to_owned()).is_some() {
            return Err(format!("{}: `@{name}` is defined twice", line.place));
        }
    }
    let mut used = BTreeSet::new();
    let mut words = Vec::new();
    for line in text_of(WORDS)? {
        words.extend(entries(&line, &help, &mut used)?);
    }
    let mut phrases = Vec::new();
    for name in &order {
        for line in text_of(name)? {
            phrases.extend(entries(&line, &help, &mut used)?);
        }
    }
    let mut of_lines = Vec::new();
    for line in text_of(LINES)? {
        of_lines.extend(entries(&line, &help, &mut used)?);
    }
    if let Some(other) = of_lines.iter().find(|entry| entry.kind != Kind::Same) {
        return Err(format!(
            "{}: an entry of {LINES} must be `same`",
            other.place
        ));
    }
    check_shadowed(&words)?;
    check_shadowed(&phrases)?;
    check_shadowed(&of_lines)?;
    if let Some(name) = help.keys().find(|name| !used.contains(*name)) {
        return Err(format!("{HELP}: `@{name}` is not used"));
    }
    Ok(Idioms {
        words,
        phrases,
        lines: of_lines,
        help,
    })
}

/// Reads a wording of a game, `pattern => replacement`, which always keeps the meaning. The error says what is wrong.
pub fn wording(text: &str) -> Result<Vec<Entry>, String> {
    let line = Line {
        place: String::new(),
        text: format!("same {text}"),
    };
    let read = entries(&line, &BTreeMap::new(), &mut BTreeSet::new());
    read.map_err(|what| what.trim_start_matches([':', ' ']).to_owned())
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '_')
}

fn lines(name: &str, text: &str) -> Result<Vec<Line>, String> {
    let mut lines: Vec<Line> = Vec::new();
    for (at, written) in text.lines().enumerate() {
        let place = format!("{name}:{}", at + 1);
        let content = written.trim();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        if !written.starts_with([' ', '\t']) {
            let text = content.to_owned();
            lines.push(Line { place, text });
        } else if let Some(last) = lines.last_mut() {
            last.text.push(' ');
            last.text.push_str(content);
        } else {
            return Err(format!("{place}: the first entry is indented"));
        }
    }
    Ok(lines)
}

/// Returns the entries that one line expands to.
fn entries(
    line: &Line,
    help: &BTreeMap<String, String>,
    used: &mut BTreeSet<String>,
) -> Result<Vec<Entry>, String> {
    let fail = |what: String| Err(format!("{}: {what}", line.place));
    let (kind, rest) = line.text.split_once(' ').unwrap_or((&line.text, ""));
    let (kind, exclusive) = match kind {
        "same" => (Kind::Same, false),
        "ask" => (Kind::Ask, false),
        "ask!" => (Kind::Ask, true),
        "advice" => (Kind::Advice, false),
        "advice!" => (Kind::Advice, true),
        "incomplete" => (Kind::Incomplete, false),
        other => return fail(format!("`{other}` is not a kind of entry")),
    };
    let (rest, text) = match rest.split_once(" -> ") {
        Some((rest, text)) => (rest, text.trim()),
        None => (rest, ""),
    };
    let mut parts = rest.split(" =>");
    let pattern = parts.next().unwrap_or_default().trim();
    let replacements: Vec<&str> = parts.map(str::trim).collect();
    let text = match text.strip_prefix('@') {
        Some(name) => {
            used.insert(name.to_owned());
            match help.get(name) {
                Some(text) => text.as_str(),
                None => return fail(format!("`@{name}` is not defined in {HELP}")),
            }
        }
        None => text,
    };
    match kind {
        // A phrase that no replacement fits can still be one that is never rewritten.
        Kind::Ask if exclusive && !text.is_empty() => {}
        Kind::Same | Kind::Ask if replacements.is_empty() => {
            return fail("a replacement is missing: `=> …`".to_owned());
        }
        Kind::Advice if !replacements.is_empty() => {
            return fail("`advice` has no replacement: write `ask` or `same`".to_owned());
        }
        Kind::Advice | Kind::Incomplete if text.is_empty() => {
            return fail("a help text is missing: `-> …`".to_owned());
        }
        Kind::Incomplete if replacements.is_empty() => {
            return fail("a complete example is missing: `=> …`".to_owned());
        }
        _ => {}
    }
    let expanded = match expand(pattern) {
        Ok(expanded) => expanded,
        Err(what) => return fail(what),
    };
    let mut found = Vec::new();
    for Expanded { pattern, numbers } in expanded {
        let mut ours = Vec::new();
        for replacement in &replacements {
            match renumbered(replacement, &numbers) {
                Ok(text) => ours.push(with_space(&pattern, text)),
                Err(what) => return fail(what),
            }
        }
        found.push(Entry {
            kind,
            exclusive,
            pattern,
            replacements: ours,
            help: text.to_owned(),
            place: line.place.clone(),
        });
    }
    Ok(found)
}

/// Adds a space before a replacement that starts with a word, if its pattern starts with a comma.
fn with_space(pattern: &str, replacement: String) -> String {
    let is_word = replacement.starts_with(|c: char| !matches!(c, ',' | '.' | ':' | '{'));
    match pattern.starts_with(',') && is_word {
        true => format!(" {replacement}"),
        false => replacement,
    }
}

/// A pattern without groups.
#[derive(Debug, PartialEq, Eq)]
pub struct Expanded {
    pub pattern: String,
    /// Maps each capture of the written pattern to its number here; `None` if its group was left out.
    pub numbers: Vec<Option<usize>>,
}

/// Expands `[a b|c]` (`a b`, `a c`, or nothing) and `(a b|c d|)` (each of these, or nothing) in a pattern, the first
/// group slowest. `\(`, `\)`, `\[` and `\]` are literal brackets.
pub fn expand(pattern: &str) -> Result<Vec<Expanded>, String> {
    let mut all = vec![(Vec::new(), Vec::new())];
    let mut written = pattern.split_whitespace();
    if pattern.is_empty() {
        return Err("the pattern is missing".to_owned());
    }
    while let Some(first) = written.next() {
        let (open, close) = match first.chars().next() {
            Some('(') => ('(', ')'),
            Some('[') => ('[', ']'),
            _ => {
                let part = first.strip_prefix('\\').unwrap_or(first);
                let is_mark = matches!(part, "(" | ")" | "[" | "]");
                if is_mark == (part == first) && (is_mark || part.contains(['(', ')', '[', ']'])) {
                    return Err(format!(
                        "`{first}`: write `\\(` for a bracket, `(a b|c d)` for a group"
                    ));
                }
                if part.split('|').any(str::is_empty) {
                    return Err(format!("`{first}` has an empty alternative"));
                }
                for (parts, numbers) in &mut all {
                    push(parts, numbers, part, true);
                }
                continue;
            }
        };
        let mut group = first.to_owned();
        while !group.ends_with(close) {
            let Some(next) = written.next() else {
                return Err(format!("`{group}` has no `{close}`"));
            };
            group.push(' ');
            group.push_str(next);
        }
        let inner = &group[1..group.len() - 1];
        let is_apart = inner.starts_with(' ') || inner.ends_with(' ');
        if inner.is_empty() || is_apart || inner.contains(['(', ')', '[', ']', '\\']) {
            return Err(format!("`{group}` cannot be read as a group"));
        }
        let sequence = |text: &'_ str| {
            text.split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<String>>()
        };
        let choices: Vec<Vec<String>> = match open {
            '(' => inner.split('|').map(sequence).collect(),
            _ => vec![sequence(inner), Vec::new()],
        };
        let mut next = Vec::new();
        for (parts, numbers) in &all {
            for (at, _) in choices.iter().enumerate() {
                let (mut parts, mut numbers) = (parts.clone(), numbers.clone());
                for (other, choice) in choices.iter().enumerate() {
                    for part in choice {
                        push(&mut parts, &mut numbers, part, at == other);
                    }
                }
                next.push((parts, numbers));
            }
        }
        all = next;
        if all.len() > MAX_PATTERNS {
            return Err(format!("the pattern expands to more than {MAX_PATTERNS}"));
        }
    }
    let all = all
        .into_iter()
        .map(|(parts, numbers): (Vec<String>, Vec<bool>)| {
            let mut count = 0;
            let numbers = numbers.into_iter().map(|is_there| {
                count += usize::from(is_there);
                is_there.then_some(count)
            });
            Expanded {
                numbers: numbers.collect(),
                pattern: parts.join(" "),
            }
        });
    Ok(all.collect())
}

/// Adds a part to a pattern, and records for each of its captures whether it is present.
fn push(parts: &mut Vec<String>, numbers: &mut Vec<bool>, part: &str, is_there: bool) {
    numbers.extend(std::iter::repeat_n(is_there, captures(part)));
    if is_there {
        parts.push(part.to_owned());
    }
}

/// Returns the number of texts that a part of a pattern captures.
pub fn captures(part: &str) -> usize {
    match part {
        "N" | "S" | "P" | "W" | "Q" | "T" | "…" | "…?" => 1,
        "B" => 2,
        _ => 0,
    }
}

/// Returns a replacement with the capture numbers of an expanded pattern. Captures of omitted groups become empty.
fn renumbered(replacement: &str, numbers: &[Option<usize>]) -> Result<String, String> {
    let mut text = String::new();
    let mut rest = replacement;
    while let Some((before, after)) = rest.split_once('{') {
        let closed = after.split_once('}');
        let (name, after) = closed.ok_or_else(|| format!("`{replacement}`: `}}` is missing"))?;
        if name == THIS {
            text.push_str(before);
            text.push_str("{this}");
            rest = after;
            continue;
        }
        let digits = name.trim_end_matches(SUFFIXES);
        let number = digits
            .parse::<usize>()
            .ok()
            .and_then(|number| numbers.get(number.checked_sub(1)?));
        let Some(number) = number else {
            return Err(format!("`{{{name}}}` is not a number of the pattern"));
        };
        text.push_str(before);
        match number {
            Some(number) => text.push_str(&format!("{{{number}{}}}", &name[digits.len()..])),
            None if text.ends_with(' ') => {
                text.pop();
            }
            None => {}
        }
        rest = after;
    }
    text.push_str(rest);
    Ok(text.trim().replace("\\n", "\n"))
}

/// Rejects a duplicate entry, and one whose replacements and help all occur in earlier entries for the same words.
fn check_shadowed(entries: &[Entry]) -> Result<(), String> {
    let mut earlier: BTreeMap<String, Vec<&Entry>> = BTreeMap::new();
    for entry in entries {
        let variants = variants(&entry.pattern);
        let covered = |variant: &String| {
            // What keeps the meaning is looked for alone, too.
            let counts = |other: &&&Entry| entry.kind != Kind::Same || other.kind == Kind::Same;
            let known = earlier.get(variant)?.iter().filter(counts);
            let known: Vec<&Entry> = known.copied().collect();
            let place = known.first()?.place.clone();
            let mut ours = entry.replacements.iter();
            let has = |text: &String| known.iter().any(|other| other.replacements.contains(text));
            let mut helps = known.iter().map(|entry| &entry.help);
            let helped = entry.help.is_empty() || helps.any(|known| *known == entry.help);
            let same = known.iter().any(|other| other.pattern == entry.pattern);
            (same || helped && ours.all(has)).then_some(place)
        };
        let places: Option<Vec<String>> = variants.iter().map(covered).collect();
        if let Some(places) = places {
            let mut places = places;
            places.dedup();
            let (place, pattern) = (&entry.place, &entry.pattern);
            return Err(format!(
                "{place}: `{pattern}` is already in {}",
                places.join(", ")
            ));
        }
        for variant in variants {
            earlier.entry(variant).or_default().push(entry);
        }
    }
    Ok(())
}

/// Returns all texts of a pattern with one word chosen from each `a|b`. If there are too many, returns the pattern.
fn variants(pattern: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    for part in pattern.split(' ') {
        let extend = |start: &String| {
            let words = part.split('|').map(|word| format!("{start} {word}"));
            words.collect::<Vec<String>>()
        };
        all = all.iter().flat_map(extend).collect();
        if all.len() > MAX_VARIANTS {
            return vec![pattern.to_owned()];
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_expansion(pattern: &str, expected: &[&str]) {
        let expanded = expand(pattern).expect(pattern);
        let patterns: Vec<&str> = expanded.iter().map(|one| one.pattern.as_str()).collect();
        assert_eq!(patterns, expected, "{pattern}");
    }

    #[test]
    fn groups_are_expanded_in_order() {
        check_expansion("tap|exhaust W", &["tap|exhaust W"]);
        check_expansion("draw [the] card", &["draw the card", "draw card"]);
        check_expansion("[a|b c] d", &["a|b c d", "d"]);
        check_expansion("(would be|is) hit", &["would be hit", "is hit"]);
        check_expansion(
            "^ (|all|any) damage",
            &["^ damage", "^ all damage", "^ any damage"],
        );
        check_expansion("(a|b c) [d]", &["a d", "a", "b c d", "b c"]);
        check_expansion(r"\( max N \)", &["( max N )"]);
    }

    #[test]
    fn captures_keep_their_numbers() {
        let numbers = |pattern| {
            let expanded = expand(pattern).expect(pattern);
            expanded
                .into_iter()
                .map(|one| one.numbers)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            numbers("[W] N …"),
            [
                vec![Some(1), Some(2), Some(3)],
                vec![None, Some(1), Some(2)]
            ]
        );
        assert_eq!(
            numbers("(B|N) W"),
            [
                vec![Some(1), Some(2), None, Some(3)],
                vec![None, None, Some(1), Some(2)],
            ]
        );
        assert_eq!(
            renumbered("{2+} {1} {3s}", &[None, Some(1), Some(2)]).as_deref(),
            Ok("{1+} {2s}")
        );
    }

    fn read_one(line: &str) -> Result<Idioms, String> {
        let file = |name: &str, text: &str| (name.to_owned(), text.to_owned());
        let files = [
            file(ORDER, "a.txt\n"),
            file(HELP, "# A comment.\n@roll = no\n    dice\n"),
            file(WORDS, "same library => deck\n"),
            file(LINES, ""),
            file(
                "a.txt",
                &format!("# Above.\nadvice dice -> @roll\n{line}\n"),
            ),
        ];
        read(&files)
    }

    #[test]
    fn an_entry_is_read() {
        let idioms =
            read_one("ask! , put [it|them] into …\n  => and put it into {1} =>\n  -> say where")
                .expect("one");
        assert_eq!(idioms.phrases[0].help, "no dice");
        assert_eq!(idioms.words[0].replacements, ["deck"]);
        let entry = &idioms.phrases[1];
        assert_eq!(
            (entry.kind, entry.exclusive, entry.help.as_str()),
            (Kind::Ask, true, "say where")
        );
        assert_eq!(entry.pattern, ", put it|them into …");
        // A word in place of a comma has a space before it.
        assert_eq!(entry.replacements, [" and put it into {1}", ""]);
    }

    #[track_caller]
    fn check_error(line: &str, expected: &str) {
        assert_eq!(read_one(line).expect_err(line), expected);
    }

    #[test]
    fn errors_name_file_and_line() {
        check_error("maybe x => y", "a.txt:3: `maybe` is not a kind of entry");
        check_error("ask x", "a.txt:3: a replacement is missing: `=> …`");
        check_error("advice x", "a.txt:3: a help text is missing: `-> …`");
        check_error(
            "advice x -> @none",
            "a.txt:3: `@none` is not defined in help.txt",
        );
        check_error(
            "same x N => {2}",
            "a.txt:3: `{2}` is not a number of the pattern",
        );
        check_error("same x W => {1", "a.txt:3: `{1`: `}` is missing");
        check_error("same (x => y", "a.txt:3: `(x` has no `)`");
        check_error("same x| => y", "a.txt:3: `x|` has an empty alternative");
        check_error(
            "same ( x ) => y",
            "a.txt:3: `( x )` cannot be read as a group",
        );
    }

    #[test]
    fn an_entry_that_earlier_ones_cover_is_an_error() {
        check_error(
            "ask x => y\nask x => z",
            "a.txt:4: `x` is already in a.txt:3",
        );
        check_error(
            "ask w|x => y\nask v => y\nask x|v => y",
            "a.txt:5: `x|v` is already in a.txt:3, a.txt:4",
        );
        check_error(
            "ask [a] x => y\nask a x => y",
            "a.txt:4: `a x` is already in a.txt:3",
        );
        assert!(read_one("ask w|x => y\nask x => z").is_ok());
    }
}

//! Reads fields with numbers: a single number, one for each of several names, or one for some words
//! of a list.

use super::expected::{CardContext, Expected, meant, suggest};
use super::recover::over_indented::column_of;
use super::{VecMap, fixes, words};
use crate::collections::IndexMap;
use crate::diagnostic::{Code, Diagnostic, Safety, matches_within};
use crate::game::{Bounds, Field, Game};
use crate::yaml::{Entry, Node, Style, Value};

/// Reads a whole number within its bounds.
pub fn whole(
    node: &Node,
    asked: &Expected<'_>,
    bounds: Bounds,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<i64> {
    let Some(scalar) = node.scalar() else {
        diagnostics.push(asked.wrong(node).help(asked.help()));
        return None;
    };
    if scalar.style != Style::Plain || !is_decimal(&scalar.text) {
        diagnostics.push(not_whole(node, &scalar.text, scalar.style, asked, bounds));
        return None;
    }
    match scalar.text.parse::<i64>() {
        Ok(number) if (bounds.min..=bounds.max).contains(&number) => Some(number),
        // A number too long for an `i64` is out of any range.
        _ => {
            let diagnostic = out_of_range(&scalar.text, asked, bounds);
            diagnostics.push(match within(&scalar.text, bounds) {
                Some(number) => diagnostic.fix(
                    Safety::Unsafe,
                    format!("write `{number}`"),
                    node.span,
                    number.to_string(),
                ),
                None => diagnostic,
            });
            None
        }
    }
}

/// Returns whether a text is a decimal number that every YAML parser reads as such.
fn is_decimal(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && (digits == "0" || !digits.starts_with('0'))
        && text != "-0"
}

fn not_whole(
    node: &Node,
    text: &str,
    style: Style,
    asked: &Expected<'_>,
    bounds: Bounds,
) -> Diagnostic {
    let quoted = style != Style::Plain;
    let meant =
        clear_number(text.trim()).filter(|number| (bounds.min..=bounds.max).contains(number));
    let diagnostic = if quoted && is_decimal(text.trim()) {
        asked.wrong_as("a text in quotes")
    } else {
        asked.wrong(node)
    };
    match meant {
        Some(number) => {
            let number = number.to_string();
            fixes::replace(
                diagnostic,
                node,
                Safety::Safe,
                format!("write `{number}`"),
                number,
            )
        }
        None => match number_with_unit(text)
            .filter(|number| (bounds.min..=bounds.max).contains(number))
        {
            Some(number) => fixes::replace(
                diagnostic,
                node,
                Safety::Unsafe,
                format!("write `{number}`"),
                number.to_string(),
            ),
            None => diagnostic.help(asked.help()),
        },
    }
}

/// Returns the number of a text such as `2 steps` or `3hp`.
fn number_with_unit(text: &str) -> Option<i64> {
    let text = text.trim();
    let word = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = text.strip_suffix(word)?;
    let is_word = |c: char| c.is_alphabetic() || matches!(c, ' ' | '_' | '-');
    // `3-4` and `2d6` are not numbers.
    let counts =
        !word.is_empty() && word.chars().all(is_word) && word.contains(char::is_alphabetic);
    number.parse().ok().filter(|_| counts)
}

/// Returns the number of an unambiguous text: one with a plus sign, with extra zeros, or a number word.
fn clear_number(text: &str) -> Option<i64> {
    const WORDS: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    let lower = text.to_lowercase();
    if let Some(number) = WORDS.iter().position(|word| *word == lower) {
        return i64::try_from(number).ok();
    }
    let text = text.strip_prefix('+').unwrap_or(text);
    let whole = match text.split_once('.') {
        Some((whole, zeros)) if zeros.bytes().all(|byte| byte == b'0') => whole,
        Some(_) => return None,
        None => text,
    };
    let digits = whole.strip_prefix('-').unwrap_or(whole);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    whole.parse().ok()
}

fn out_of_range(written: &str, asked: &Expected<'_>, bounds: Bounds) -> Diagnostic {
    let Bounds { min, max } = bounds;
    let too_small =
        written.starts_with('-') || written.parse::<i64>().is_ok_and(|number| number < min);
    let (limit, label) = if too_small {
        (format!("at least {min}"), format!("less than {min}"))
    } else {
        (format!("at most {max}"), format!("more than {max}"))
    };
    Diagnostic::new(
        Code::OutOfRange,
        asked.at,
        format!(
            "{} is {}, but must be {limit}",
            asked.subject(),
            crate::diagnostic::prose::shown(written)
        ),
        label,
    )
    .help(asked.help())
}

/// Returns the number without its minus sign, which may be meant as a dash, if the result is within the bounds.
fn within(written: &str, bounds: Bounds) -> Option<i64> {
    let unsigned = written.strip_prefix('-')?.parse::<i64>().ok()?;
    (bounds.min..=bounds.max)
        .contains(&unsigned)
        .then_some(unsigned)
}

/// Reads one number for each name of a field.
pub(super) fn numbers(
    context: &CardContext<'_>,
    field: &Field,
    each: &IndexMap<String, Bounds>,
    sum: Option<i64>,
    node: &Node,
    asked: &Expected<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<VecMap<i64>> {
    let Value::Mapping(entries) = &node.value else {
        let name_of = |word: &str| {
            let exact = each.get_key_value(word).map(|(name, _)| name.as_str());
            exact.or_else(|| called(context.game, each, word))
        };
        let order = each.keys().map(String::as_str).collect::<Vec<_>>();
        diagnostics.push(as_mapping(context, node, asked, name_of, &order));
        return None;
    };
    let before = diagnostics.len();
    let given = names_of(context.game, each, entries, asked, diagnostics);
    // An entry with an unknown name may be the missing one.
    let strange = entries.len().saturating_sub(given.len());
    let lacking_names = each.len().saturating_sub(given.len());
    let mut read = VecMap::with_capacity(each.len());
    for (name, bounds) in each {
        let Some((_, entry)) = given.iter().find(|(given, _)| given == name) else {
            if !context.broken && lacking_names > strange {
                diagnostics.push(lacking(name, *bounds, asked));
            }
            continue;
        };
        if glued(entry).is_some() {
            continue;
        }
        let number = inner(name, entry, asked, *bounds, diagnostics);
        if let Some(number) = number {
            read.insert(name, number);
        }
    }
    if diagnostics.len() > before || read.len() < each.len() {
        return None;
    }
    let total = read
        .values()
        .fold(0i64, |sum, number| sum.saturating_add(*number));
    if let Some(wanted) = sum.filter(|wanted| *wanted != total) {
        diagnostics.push(wrong_sum(field, total, wanted, asked));
        return None;
    }
    Some(read)
}

/// Returns the diagnostic for names and numbers in another syntax than a mapping: `2 attack, 1 move`, a list of
/// `- attack: 2`, a mapping in quotes or other brackets, or only the numbers in their `order`, such as `2/1/3`.
fn as_mapping<'n>(
    context: &CardContext<'_>,
    node: &Node,
    asked: &Expected<'_>,
    name_of: impl Fn(&str) -> Option<&'n str>,
    order: &[&'n str],
) -> Diagnostic {
    let quoted = node
        .scalar()
        .is_some_and(|scalar| scalar.style != Style::Plain);
    let diagnostic = match quoted {
        true => asked.wrong_as("a text in quotes"),
        false => asked.wrong(node),
    };
    let written = context.source.get(node.span.range()).unwrap_or_default();
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let words = written.split(|c: char| !is_part(c));
    let words = words.filter(|word| word.contains(char::is_alphanumeric));
    let mut pairs: Vec<(&str, &str)> = Vec::new();
    let mut open: Option<&str> = None;
    let mut number: Option<&str> = None;
    let alone: Vec<&str> = words.clone().map(|word| word.trim_matches('-')).collect();
    if alone.len() == order.len() && alone.iter().all(|word| is_decimal(word)) {
        let pairs = order.iter().zip(&alone);
        let pairs: Vec<String> = pairs
            .map(|(name, value)| format!("{name}: {value}"))
            .collect();
        let by = format!("{{ {} }}", pairs.join(", "));
        return fixes::replace(
            diagnostic,
            node,
            Safety::Unsafe,
            format!("write `{by}`"),
            by,
        );
    }
    for word in words.map(|word| word.trim_matches('-')) {
        let name = match open.take() {
            // A name of two words.
            Some(first) => name_of(&format!("{first} {word}")),
            None => name_of(word),
        };
        match (name, number) {
            _ if is_decimal(word) && number.is_none() => number = Some(word),
            (Some(name), _) => pairs.push((name, number.take().unwrap_or_default())),
            (None, _) => open = Some(word),
        }
        // `attack 2`: the number follows its name.
        if let (Some(value), Some((_, last))) = (number, pairs.last_mut())
            && last.is_empty()
        {
            *last = value;
            number = None;
        }
    }
    let twice = |(at, (name, _)): (usize, &(&str, &str))| {
        pairs.iter().take(at).any(|(before, _)| before == name)
    };
    let clear = open.is_none()
        && number.is_none()
        && !pairs.is_empty()
        && pairs.iter().all(|(_, value)| !value.is_empty())
        && !pairs.iter().enumerate().any(twice);
    if !clear {
        return diagnostic.help(asked.help());
    }
    let pairs = pairs.iter().map(|(name, value)| format!("{name}: {value}"));
    let pairs = pairs.collect::<Vec<_>>().join(", ");
    let by = format!("{{ {pairs} }}");
    let title = format!("write `{by}`");
    // A list may begin at the column of its key, a mapping may not.
    let column = |at| column_of(context.source, at);
    let mut entries = context.entries.iter();
    let entry = entries.find(|entry| entry.value.span == node.span);
    let is_level = entry.is_some_and(|entry| column(entry.key.span) == column(node.span));
    let indent = if is_level { "  " } else { "" };
    fixes::replace(
        diagnostic,
        node,
        Safety::Unsafe,
        title,
        format!("{indent}{by}"),
    )
}

/// Finds the name of a number by its synonyms: `hp` for `hit_points`.
pub(super) fn called<'a>(
    game: &Game,
    each: &'a IndexMap<String, Bounds>,
    written: &str,
) -> Option<&'a str> {
    each.keys().map(String::as_str).find(|name| {
        let lists = game.vocabulary.keys();
        let terms = lists.flat_map(|list| words::terms(game, list));
        let mut of_name = terms.filter(|(id, _)| id == name);
        of_name.any(|term| matches!(meant(written, [term]), Some((_, Safety::Safe))))
    })
}

/// Expands abbreviations such as `att` and `mv`. Returns the only name that begins with the first letter and contains
/// the others in order.
fn short_for<'n>(written: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let written = written.to_lowercase();
    let first = written.chars().next()?;
    let is_short = |name: &&str| {
        let mut letters = name.chars();
        name.starts_with(first) && written.chars().all(|c| letters.any(|letter| letter == c))
    };
    let mut named = names.into_iter().filter(is_short);
    let only = named.next().filter(|_| written.len() > 1)?;
    named.next().is_none().then_some(only)
}

/// Resolves the name of each entry, and reports unknown names.
fn names_of<'a>(
    game: &Game,
    each: &'a IndexMap<String, Bounds>,
    entries: &'a [Entry],
    asked: &Expected<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<(&'a str, &'a Entry)> {
    let mut given: Vec<(&str, &Entry)> = Vec::with_capacity(entries.len());
    let mut unknown = Vec::new();
    for entry in entries {
        let Some(written) = name_in(entry, asked, diagnostics) else {
            continue;
        };
        let name_of = |word: &str| {
            if let Some(name) = each.get_key_value(word).map(|(name, _)| name.as_str()) {
                return Some((name, Safety::Safe));
            }
            if let Some(name) = called(game, each, word) {
                return Some((name, Safety::Safe));
            }
            let close = matches_within(word, each.keys().map(String::as_str));
            Some((*close.first()?, Safety::Unsafe))
        };
        if let Some((name, diagnostic)) = without_colon(entry, name_of) {
            diagnostics.push(diagnostic);
            given.push((name, entry));
            continue;
        }
        match each.get_key_value(written) {
            Some((name, _)) => given.push((name, entry)),
            None => unknown.push((written, entry)),
        }
    }
    for (written, entry) in unknown {
        let free = each
            .keys()
            .map(String::as_str)
            .filter(|name| !given.iter().any(|(given, _)| given == name));
        let mut is_short = false;
        let close = match called(game, each, written) {
            Some(name) if !given.iter().any(|(given, _)| *given == name) => vec![name],
            _ => {
                let close = matches_within(written, free.clone());
                is_short = close.is_empty();
                match is_short {
                    true => short_for(written, free).into_iter().collect(),
                    false => close,
                }
            }
        };
        let diagnostic = Diagnostic::new(
            Code::UnknownField,
            entry.key.span,
            format!(
                "`{}` is not one of the numbers in {}",
                crate::diagnostic::prose::shown(written),
                asked.subject()
            ),
            format!(
                "not one of {}",
                crate::diagnostic::prose::and(crate::diagnostic::prose::ticked(each.keys()))
            ),
        );
        diagnostics.push(match close.first().copied() {
            Some(name) => {
                given.push((name, entry));
                let safety = if close.len() == 1 && !is_short {
                    Safety::Safe
                } else {
                    Safety::Unsafe
                };
                diagnostic.fix(safety, format!("write `{name}`"), entry.key.span, name)
            }
            None => {
                let free: Vec<&str> = each
                    .keys()
                    .map(String::as_str)
                    .filter(|name| !given.iter().any(|(given, _)| given == name))
                    .collect();
                match free.as_slice() {
                    [] => diagnostic.help(format!(
                        "remove `{}`",
                        crate::diagnostic::prose::shown(written)
                    )),
                    free => diagnostic.help(format!(
                        "write {}",
                        crate::diagnostic::prose::or(crate::diagnostic::prose::ticked(free))
                    )),
                }
            }
        });
    }
    given
}

/// A name and a number in one key without a value: `attack 3`, `hit points=3`, `2 power`.
struct Glued<'e> {
    name: &'e str,
    /// The text between the two.
    between: &'e str,
    number: &'e str,
    number_first: bool,
}

/// Splits the key of an entry into a name and a number, if possible.
fn glued(entry: &Entry) -> Option<Glued<'_>> {
    let written = entry.key.scalar()?.text.trim();
    if !entry.value.is_null() {
        return None;
    }
    let is_digit = |c: char| c.is_ascii_digit();
    let after = written.trim_start_matches(is_digit);
    let before = written.trim_end_matches(is_digit);
    let number_first = after.len() < written.len();
    let (rest, number) = match number_first {
        true => (after, written.get(..written.len() - after.len())?),
        false => (before, written.get(before.len()..)?),
    };
    let is_letter = |c: char| c.is_alphabetic();
    let name = rest.trim_matches(|c: char| !is_letter(c));
    let between = match number_first {
        true => rest.get(..rest.find(is_letter)?)?,
        false => rest
            .get(rest.rfind(is_letter)?..)?
            .trim_start_matches(is_letter),
    };
    let is_joint = matches!(between.trim(), "" | "=" | "*" | "-");
    let is_name = !name.is_empty() && !name.contains(is_digit);
    let whole = name.len() + between.len() + number.len() == written.len();
    (is_decimal(number) && is_joint && is_name && whole).then_some(Glued {
        name,
        between,
        number,
        number_first,
    })
}

/// Recovers a name and a number without a colon, if the name is known.
fn without_colon<'n>(
    entry: &Entry,
    name_of: impl Fn(&str) -> Option<(&'n str, Safety)>,
) -> Option<(&'n str, Diagnostic)> {
    let written = glued(entry)?;
    let Glued { name, number, .. } = written;
    let (known, safety) = name_of(name)?;
    // `attack -1` may be a negative number.
    let safety = match written.between.trim() {
        "-" | "*" => Safety::Unsafe,
        _ => safety,
    };
    let (message, label) = if written.number_first {
        (
            format!("the number is before `{name}`"),
            "expected a name, a colon and a number".to_owned(),
        )
    } else {
        match written.between.trim() {
            "" => (
                format!("missing `: ` between `{name}` and `{number}`"),
                "a name and a number without a colon".to_owned(),
            ),
            mark => (
                format!("expected `: ` between `{name}` and `{number}`, found `{mark}`"),
                format!("a name and a number with `{mark}` between them"),
            ),
        }
    };
    let diagnostic = Diagnostic::new(Code::YamlSyntax, entry.key.span, message, label);
    let text = format!("{known}: {number}");
    let title = format!("write `{text}`");
    Some((
        known,
        fixes::replace(diagnostic, &entry.key, safety, title, text),
    ))
}

fn name_in<'a>(
    entry: &'a Entry,
    asked: &Expected<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<&'a str> {
    let name = entry
        .key
        .scalar()
        .filter(|scalar| !scalar.text.trim().is_empty());
    if name.is_none() {
        diagnostics.push(
            Diagnostic::new(
                Code::WrongType,
                fixes::place_of(entry),
                format!("{} has a number without a name", asked.subject()),
                "no name before the colon",
            )
            .help(asked.help()),
        );
    }
    name.map(|scalar| scalar.text.as_str())
}

/// Reads the number of one name.
fn inner(
    name: &str,
    entry: &Entry,
    outer: &Expected<'_>,
    bounds: Bounds,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<i64> {
    let wanted = || format!("a whole number from {} to {}", bounds.min, bounds.max);
    let asked = Expected {
        at: fixes::place_of(entry),
        key_at: entry.key.span,
        subject: &|| format!("`{name}` in {}", outer.subject()),
        help: &|| format!("write {}", wanted()),
        wanted: &wanted,
    };
    if entry.value.is_null() {
        diagnostics.push(asked.empty(false));
        return None;
    }
    whole(&entry.value, &asked, bounds, diagnostics)
}

fn lacking(name: &str, bounds: Bounds, asked: &Expected<'_>) -> Diagnostic {
    Diagnostic::new(
        Code::MissingField,
        asked.key_at,
        format!("{} has no `{name}`", asked.subject()),
        format!("missing `{name}`"),
    )
    .help(format!(
        "add `{name}: …` with a whole number from {} to {}",
        bounds.min, bounds.max
    ))
}

fn wrong_sum(field: &Field, total: i64, wanted: i64, asked: &Expected<'_>) -> Diagnostic {
    let difference = total.abs_diff(wanted);
    let diagnostic = Diagnostic::new(
        Code::OutOfRange,
        asked.at,
        format!(
            "the numbers in {} add up to {total}, but must add up to {wanted}",
            asked.subject()
        ),
        format!("these add up to {total}"),
    )
    .help(format!(
        "{} {difference} in all",
        if total > wanted { "subtract" } else { "add" }
    ));
    match &field.why {
        Some(why) => diagnostic.note(why.trim_end()),
        None => diagnostic,
    }
}

/// Reads numbers for words of a vocabulary list.
pub(super) fn amounts(
    context: &CardContext<'_>,
    list: &str,
    bounds: Bounds,
    node: &Node,
    optional: bool,
    asked: &Expected<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<VecMap<i64>> {
    let Value::Mapping(entries) = &node.value else {
        let name_of = |word: &str| {
            let terms = words::terms(context.game, list);
            match meant(word, terms) {
                Some((name, Safety::Safe)) => Some(name),
                _ => None,
            }
        };
        diagnostics.push(as_mapping(context, node, asked, name_of, &[]));
        return None;
    };
    if entries.is_empty() {
        // The value may be in the part that could not be parsed.
        if !context.broken {
            diagnostics.push(asked.empty(optional));
        }
        return None;
    }
    let before = diagnostics.len();
    let mut read = VecMap::with_capacity(entries.len());
    for entry in entries.iter() {
        let Some(written) = name_in(entry, asked, diagnostics) else {
            continue;
        };
        let name_of = |word: &str| meant(word, words::terms(context.game, list));
        if let Some((_, diagnostic)) = without_colon(entry, name_of) {
            diagnostics.push(diagnostic);
            continue;
        }
        if context.game.term(list, written).is_none() {
            let list_name = crate::diagnostic::prose::spoken(list);
            let diagnostic = Diagnostic::new(
                Code::UnknownValue,
                entry.key.span,
                format!(
                    "\"{}\" is not one of the game's {list_name}",
                    crate::diagnostic::prose::shown(written)
                ),
                format!("not one of the {list_name}"),
            );
            // A word that exists already is not a correction.
            let free: Vec<_> = words::terms(context.game, list)
                .into_iter()
                .filter(|(id, _)| !entries.iter().any(|entry| is_key(entry, id)))
                .collect();
            let one_of = words::one_of(free.iter().map(|(id, _)| *id));
            let short = short_for(written, free.iter().map(|(id, _)| *id));
            let meant = meant(written, free).or(short.map(|id| (id, Safety::Unsafe)));
            diagnostics.push(suggest(diagnostic, &entry.key, meant, one_of));
        }
        let count = diagnostics.len();
        let number = inner(written, entry, asked, bounds, diagnostics);
        if let Some(number) = number {
            read.insert(written, number);
        }
        if let Some(diagnostic) = diagnostics
            .get_mut(count)
            .filter(|_| is_none_of_it(entry, bounds))
        {
            let removal = entry.removal(context.source);
            if let Some(at) = removal.filter(|_| entries.len() > 1) {
                let title = format!("leave `{}` out", crate::diagnostic::prose::shown(written));
                let otherwise = diagnostic.help.take().unwrap_or_default();
                diagnostic.help = Some(format!("{title}, or {otherwise}"));
                *diagnostic = diagnostic.clone().fix(Safety::Unsafe, title, at, "");
            }
        }
    }
    // In the order of the vocabulary, as printed on cards.
    let order = |name: &str| context.game.terms(list).position(|(id, _)| id == name);
    read.sort_by_key(order);
    (diagnostics.len() == before).then_some(read)
}

/// Returns whether a 0 is written for something that should be omitted.
fn is_none_of_it(entry: &Entry, bounds: Bounds) -> bool {
    let scalar = entry.value.scalar();
    bounds.min > 0 && scalar.is_some_and(|scalar| scalar.text.trim() == "0")
}

fn is_key(entry: &Entry, name: &str) -> bool {
    entry.key.scalar().is_some_and(|scalar| scalar.text == name)
}

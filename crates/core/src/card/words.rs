//! Reads fields with words of the game's vocabulary.

use std::cell::LazyCell;

use super::expected::{CardContext, Expected, meant, only_item, suggest};
use super::{fixes, word_id};
use crate::collections::HashMap;
use crate::diagnostic::{Code, Diagnostic, Safety};
use crate::game::{CardType, FieldKind, Game};
use crate::source::{Span, confusables};
use crate::yaml::{Entry, Node, Scalar, Style, Value};

/// Returns the words of a list with all their names.
pub(super) fn terms<'g>(game: &'g Game, list: &str) -> Vec<(&'g str, Vec<&'g str>)> {
    game.terms(list)
        .map(|(id, term)| {
            let also = term.also.iter().map(String::as_str);
            (
                id,
                std::iter::once(term.name.as_str()).chain(also).collect(),
            )
        })
        .collect()
}

/// Maximum number of words listed in a help text.
const SHORT_LIST: usize = 12;

/// Returns the allowed words, if there are not too many.
pub(super) fn one_of<'i>(ids: impl IntoIterator<Item = &'i str>) -> Option<String> {
    let ids: Vec<&str> = ids.into_iter().collect();
    (!ids.is_empty() && ids.len() <= SHORT_LIST).then(|| {
        format!(
            "write {}",
            crate::diagnostic::prose::or(crate::diagnostic::prose::ticked(ids))
        )
    })
}

/// Reads one word of a list, which has to be an id.
pub(super) fn choice(
    context: &CardContext<'_>,
    list: &str,
    node: &Node,
    asked: &Expected<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<String> {
    let known = |id: &str| context.game.term(list, id).is_some();
    let Some(scalar) = node.scalar() else {
        let diagnostic = asked.wrong(node);
        diagnostics.push(match only_item(node).filter(|item| known(item)) {
            Some(item) => fixes::replace(
                diagnostic,
                node,
                Safety::Safe,
                format!("write `{item}`"),
                item,
            ),
            None => diagnostic.help(asked.help()),
        });
        return None;
    };
    if known(&scalar.text) {
        return Some(scalar.text.to_string());
    }
    let list_name = crate::diagnostic::prose::spoken(list);
    let diagnostic = Diagnostic::new(
        Code::UnknownValue,
        asked.at,
        format!(
            "\"{}\" is not one of the game's {list_name}",
            crate::diagnostic::prose::shown(&scalar.text)
        ),
        format!("not one of the {list_name}"),
    );
    let terms = terms(context.game, list);
    let otherwise = one_of(terms.iter().map(|(id, _)| *id));
    let meant = meant(&scalar.text, terms.iter().cloned());
    diagnostics.push(suggest(diagnostic, node, meant, otherwise));
    None
}

/// Reads several words of a list; an open list accepts unknown words.
pub(super) fn choices(
    context: &CardContext<'_>,
    list: &str,
    open: bool,
    node: &Node,
    asked: &Expected<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Vec<String>> {
    let Value::Sequence(items) = &node.value else {
        if let Some(diagnostic) = fixes::never_opened(node) {
            diagnostics.push(diagnostic);
            return None;
        }
        let quoted = node
            .scalar()
            .is_some_and(|scalar| scalar.style != Style::Plain);
        let diagnostic =
            match quoted && node.scalar().is_some_and(|text| text.text.starts_with('[')) {
                true => asked.wrong_as("a text in quotes"),
                false => asked.wrong(node),
            };
        let of_node = |entry: &&Entry| entry.value.span == node.span;
        if let Some(entry) = context.entries.iter().find(of_node)
            && crate::yaml::says_none(node)
        {
            let diagnostic = fixes::remove(diagnostic, context.source, entry);
            diagnostics.push(match diagnostic.help {
                Some(_) => diagnostic,
                None => diagnostic.help("remove the line"),
            });
            return None;
        }
        // `{ living, dragon }`
        let in_braces = match &node.value {
            Value::Mapping(entries) if entries.iter().all(|entry| entry.value.is_null()) => {
                let written = context.source.get(node.span.range()).unwrap_or_default();
                let inner = written.strip_prefix('{');
                let inner = inner.and_then(|rest| rest.strip_suffix('}'));
                inner.filter(|inner| !inner.contains([':', '\n']))
            }
            _ => None,
        };
        let text = node.scalar().map(|scalar| scalar.text.as_str());
        let as_list = text
            .or(in_braces)
            .map(|text| {
                let text = text.trim();
                text.trim_start_matches('[').trim_end_matches(']').trim()
            })
            .filter(|text| is_word(&text.replace([',', ';', '/'], " ")))
            .and_then(|text| Known::new(context.game, list).apart(text));
        diagnostics.push(match as_list {
            Some(text) => fixes::replace(
                diagnostic,
                node,
                Safety::Safe,
                format!("write `{text}`"),
                text,
            ),
            None => diagnostic.help(asked.help()),
        });
        return None;
    };
    // Most words are ids, and do not need the list of all names.
    let known = LazyCell::new(|| Known::new(context.game, list));
    let is_id = |word: &&Scalar| context.game.term(list, &word.text).is_some();
    let mut ids: Vec<String> = Vec::with_capacity(items.len());
    let mut first: Vec<Span> = Vec::with_capacity(items.len());
    let mut whole = true;
    let mut before: Option<&Node> = None;
    for item in items.iter() {
        let id = match item.scalar().filter(is_id) {
            Some(scalar) => Some(scalar.text.to_string()),
            None => known.word(context, open, item, before, asked, diagnostics),
        };
        if let Some(id) = id {
            let mut known = ids.iter().zip(&first);
            if let Some((_, at)) = known.find(|(known, _)| **known == id) {
                diagnostics.push(repeated(context, &id, item, before, *at, asked));
            } else {
                first.push(item.span);
                ids.push(id);
            }
        } else {
            whole = false;
        }
        before = Some(item);
    }
    whole.then_some(ids)
}

/// The words of one vocabulary list.
struct Known<'g> {
    list: String,
    terms: Vec<(&'g str, Vec<&'g str>)>,
    /// Ids by all their names, in lower case, with underscores.
    by_word: HashMap<String, &'g str>,
}

impl<'g> Known<'g> {
    fn new(game: &'g Game, list: &str) -> Self {
        let terms = terms(game, list);
        let mut by_word = HashMap::default();
        for (id, names) in &terms {
            for word in std::iter::once(id).chain(names) {
                by_word.entry(joined(word)).or_insert(*id);
            }
        }
        Known {
            list: crate::diagnostic::prose::spoken(list),
            terms,
            by_word,
        }
    }

    /// Splits a text such as `living, angel and dragon` into a list. Returns `None` if an unknown part has several
    /// words, and one of them is unknown.
    fn apart(&self, text: &str) -> Option<String> {
        let is_known = |word: &str| self.by_word.contains_key(&joined(word));
        let mut words: Vec<&str> = Vec::new();
        for part in text.split([',', ';', '/']).map(str::trim) {
            if is_known(part) || !part.contains(' ') {
                words.push(part);
                continue;
            }
            let between = ["and", "&", "-", "+"];
            let each = part.split_whitespace();
            let each = each.filter(|word| !between.contains(word));
            for word in each {
                if !is_known(word) {
                    return None;
                }
                words.push(word);
            }
        }
        Some(format!("[{}]", words.join(", ")))
    }

    /// Returns the diagnostic for `[living angel]`: two known words without a comma.
    fn without_comma(
        &self,
        context: &CardContext<'_>,
        item: &Node,
        scalar: &Scalar,
        asked: &Expected<'_>,
    ) -> Option<Diagnostic> {
        let is_known = |word: &str| self.by_word.contains_key(&joined(word));
        // `- living, dragon`: two entries after one dash.
        let several: Vec<&str> = scalar.text.split([',', ';', '/']).map(str::trim).collect();
        let start = item.span.start as usize;
        let line = context
            .source
            .get(..start)
            .and_then(|before| before.rsplit('\n').next());
        let dash = line.filter(|line| line.trim_start() == "- ");
        if several.len() > 1 && several.iter().all(|word| is_word(word)) {
            let diagnostic = Diagnostic::new(
                Code::UnknownValue,
                item.span,
                format!(
                    "{} words in one entry of {}",
                    several.len(),
                    asked.subject()
                ),
                "each of them is a separate entry",
            );
            let title = "write each as an entry";
            return Some(match dash {
                Some(dash) => {
                    let by = several.join(&format!("\n{dash}"));
                    fixes::replace(diagnostic, item, Safety::Unsafe, title, by)
                }
                None => diagnostic.help(title),
            });
        }
        let between = [' ', '-'];
        let mut gaps = scalar.text.match_indices(between);
        let (first, second) = gaps.find_map(|(at, _)| {
            let (first, second) = scalar.text.split_at(at);
            let second = second.trim_start_matches(between);
            (is_known(first) && is_known(second)).then_some((first, second))
        })?;
        let what = match dash {
            Some(_) => "line break",
            None => "comma",
        };
        let diagnostic = Diagnostic::new(
            Code::UnknownValue,
            item.span,
            format!(
                "missing {what} between `{first}` and `{second}` in {}",
                asked.subject()
            ),
            format!("two of the {} without a {what}", self.list),
        );
        let (title, text) = match dash {
            Some(dash) => (
                "write each as an entry".to_owned(),
                format!("{first}\n{dash}{second}"),
            ),
            None => {
                let text = format!("{first}, {second}");
                (format!("write `{text}`"), text)
            }
        };
        Some(fixes::replace(
            diagnostic,
            item,
            Safety::Unsafe,
            title,
            text,
        ))
    }

    /// Returns the diagnostic for a word that texts use without asterisks, because another field has it: `ground`,
    /// `unit`.
    fn said_elsewhere(
        &self,
        context: &CardContext<'_>,
        word: &str,
        item: &Node,
    ) -> Option<Diagnostic> {
        let game = context.game;
        let list = &self.list;
        let spoken = crate::diagnostic::prose::spoken(word);
        let written = crate::diagnostic::prose::shown(item.scalar()?.text.as_str());
        let finding = |what: &str, help: String| {
            let message = format!("\"{written}\" cannot be one of the {list}: it is {what}");
            Diagnostic::new(Code::UnknownValue, item.span, message, what).help(help)
        };
        if game.card_type_called(&spoken).is_some() {
            let help = "remove the word: `type` is the card type";
            return Some(finding("a card type", help.to_owned()));
        }
        let has_word = |list: &str| {
            let mut terms = terms(game, list).into_iter();
            terms.any(|(id, names)| id == word || names.iter().any(|name| joined(name) == word))
        };
        let (key, field, of) = game
            .fields
            .iter()
            .find_map(|(key, field)| match &field.kind {
                FieldKind::Choice { of, bare: true } if has_word(of) => Some((key, field, of)),
                _ => None,
            })?;
        let key = field.key_or(key);
        let has_key = |definition: &CardType| game.field_of(definition, key).is_some();
        let help = match context.definition.is_some_and(has_key) {
            true => format!("remove the word: the field `{key}` of the card has it"),
            false => "write another word, or remove this one".to_owned(),
        };
        Some(finding(
            &format!("one of the {}", crate::diagnostic::prose::spoken(of)),
            help,
        ))
    }

    /// Reads one item of the list.
    fn word(
        &self,
        context: &CardContext<'_>,
        open: bool,
        item: &Node,
        before: Option<&Node>,
        asked: &Expected<'_>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<String> {
        let list = &self.list;
        let Some(scalar) = item.scalar() else {
            diagnostics.push(
                Diagnostic::new(
                    Code::WrongType,
                    item.span,
                    format!(
                        "{} must hold words, not {}",
                        asked.subject(),
                        crate::yaml::described(item)
                    ),
                    "must be a word",
                )
                .help(asked.help()),
            );
            return None;
        };
        if item.is_null() || scalar.text.trim().is_empty() {
            let at = if item.span.start < item.span.end {
                item.span
            } else {
                asked.key_at
            };
            diagnostics.push(
                Diagnostic::new(
                    Code::WrongType,
                    at,
                    format!("{} has an empty item", asked.subject()),
                    "an item is empty",
                )
                .help("write a word, or remove the item"),
            );
            return None;
        }
        let latin = confusables::to_latin_skeleton(&scalar.text);
        if latin.is_some() {
            diagnostics.push(fixes::look_alike(context.source, item, "word"));
        }
        let word = joined(latin.as_deref().unwrap_or(&scalar.text));
        if let Some(id) = self.by_word.get(&word) {
            return Some((*id).to_owned());
        }
        if let Some(diagnostic) = self.without_comma(context, item, scalar, asked) {
            diagnostics.push(diagnostic);
            return None;
        }
        if open && is_word(&scalar.text) {
            let Some(diagnostic) = self.said_elsewhere(context, &word, item) else {
                return Some(word);
            };
            let place =
                before.and_then(|before| fixes::item_with_separator(context.source, before, item));
            diagnostics.push(match place {
                Some(at) => diagnostic.fix(Safety::Unsafe, "remove the word", at, ""),
                None => diagnostic,
            });
            return None;
        }
        let shown = crate::diagnostic::prose::shown(&scalar.text);
        let diagnostic = if open {
            Diagnostic::new(
                Code::BadName,
                item.span,
                format!("\"{shown}\" cannot be one of the {list}"),
                if scalar.text.chars().any(char::is_alphabetic) {
                    "contains characters other than letters, digits, spaces and hyphens"
                } else {
                    "has no letters"
                },
            )
        } else {
            Diagnostic::new(
                Code::UnknownValue,
                item.span,
                format!("\"{shown}\" is not one of the game's {list}"),
                format!("not one of the {list}"),
            )
        };
        let meant = meant(&scalar.text, self.terms.iter().cloned());
        let bare = scalar.text.trim_matches(|c: char| !c.is_alphanumeric());
        diagnostics.push(match meant {
            None if open && is_word(bare) => fixes::replace(
                diagnostic,
                item,
                Safety::Unsafe,
                format!("write `{bare}`"),
                bare,
            ),
            None if open => diagnostic.help("write a word of letters, digits, spaces and hyphens"),
            _ => suggest(
                diagnostic,
                item,
                meant,
                one_of(self.terms.iter().map(|(id, _)| *id)),
            ),
        });
        None
    }
}

fn joined(word: &str) -> String {
    let words: Vec<&str> = word.split_whitespace().collect();
    word_id(&words.join(" "))
}

/// Returns whether a card may add this word: letters, digits and separators.
fn is_word(word: &str) -> bool {
    word.chars().any(char::is_alphabetic)
        && word
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
}

fn repeated(
    context: &CardContext<'_>,
    id: &str,
    item: &Node,
    before: Option<&Node>,
    first: Span,
    asked: &Expected<'_>,
) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        Code::RepeatedValue,
        item.span,
        format!(
            "duplicate \"{}\" in {}",
            crate::diagnostic::prose::spoken(id),
            asked.subject()
        ),
        "repeated here",
    )
    .label(first, "first given here");
    match before.and_then(|before| fixes::item_with_separator(context.source, before, item)) {
        Some(at) => diagnostic.fix(Safety::Safe, "remove the repetition", at, ""),
        None => diagnostic.help("remove the repetition"),
    }
}

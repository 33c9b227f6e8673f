//! The phrases of a game: what its players and cards do that no other game has a word for.
//!
//! A phrase is a template, `search ({number}) the {decks} deck`. Before a text is parsed, the words of the templates in
//! it are replaced with marks of the same length ([`Phrases::marked`]), so the grammar needs no word of a game: it reads
//! a mark, what fills the hole, the next mark. Lowering finds the template again ([`Phrases::at`]).

mod template;

use std::borrow::Cow;
use std::ops::Range;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use cardwright_grammar::effect::{Rule, reads};

use super::Game;
pub use template::third_person;
use template::{is_word, pieces, subject_of, tokens};

use crate::collections::{HashMap, IndexMap};

/// The first byte of the mark for the first words of a phrase, by its kind, and for later words. The other bytes of a
/// mark are `FILLER`.
const ACTION: u8 = 1;
const ABILITY: u8 = 4;
const EVENT: u8 = 5;
const CONDITION: u8 = 6;
const RULE: u8 = 7;
/// An action whose subject is in a hole.
const DEED: u8 = 8;
const LATER: u8 = 2;
const FILLER: u8 = 3;

/// A phrase of a game.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GamePhrase {
    pub kind: PhraseKind,
    /// The words, with holes: `reinforce {unit}`. A hole is `{number}`, a vocabulary list (`{schools}`: one of its
    /// words), a card type (`{unit}`: a noun phrase for such cards) or `{thing}` (any noun phrase). At the start of an
    /// action, event or condition, a hole is the subject of the verb after it: `{unit} swarm`, `{player} withdraw`.
    pub text: String,
    /// Other wordings with the same holes. `pay|spend` is one of two words, and words in brackets can be left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    /// The card types that have the ability. Absent: every card that texts can name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub of: Vec<SmolStr>,
    /// `true` if the words of an action name what changes, not what a player does: `its score is 2 higher`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub impersonal: bool,
    /// What an engine does.
    pub doc: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
}

/// What a phrase is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PhraseKind {
    /// A player does it, once: `reinforce a unit`.
    Action,
    /// It is true of cards, for some time: `this unit ignores the defense of its target`.
    Ability,
    /// It is a rule of the game for some time: `no hero can cast spells`.
    Rule,
    /// It happens: `After you cast a spell, …`.
    Event,
    /// It is true or not: `If your hero is on a sea tile, …`.
    Condition,
}

impl PhraseKind {
    /// Returns whether such a phrase follows the word that introduces it: `after`, `if`.
    fn is_introduced(self) -> bool {
        matches!(self, PhraseKind::Event | PhraseKind::Condition)
    }
}

/// What can be in a hole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hole {
    Number,
    /// A word of this vocabulary list.
    Word(SmolStr),
    /// Cards of this type; of any type if it is absent.
    Things(Option<SmolStr>),
    /// A player, only as a subject.
    Player,
}

/// Who does what a phrase is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubjectKind {
    Player,
    Things,
}

impl SubjectKind {
    fn of(hole: &Hole) -> Self {
        match hole {
            Hole::Player => SubjectKind::Player,
            Hole::Number | Hole::Word(_) | Hole::Things(_) => SubjectKind::Things,
        }
    }
}

/// A piece of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// One of several words; upper and lower case match.
    Words(Vec<String>),
    Hole(Hole),
}

/// The templates of a game.
#[derive(Clone, Debug, Default)]
pub struct Phrases {
    templates: Vec<Template>,
    /// The templates that begin with a word.
    by_first: HashMap<String, Vec<usize>>,
    /// The names of attributes that end with a verb, in lower case: `melee attack`.
    attributes: Vec<String>,
    /// The names of periods that are words of the language, in lower case: `turn`.
    periods: Vec<String>,
}

#[derive(Clone, Debug)]
struct Template {
    id: SmolStr,
    kind: PhraseKind,
    /// The hole before the first word.
    subject: Option<Hole>,
    pieces: Vec<Piece>,
}

impl Template {
    /// Returns whether a subject or an introducing word (`when`, `if`) comes before its first word.
    fn is_led(&self) -> bool {
        self.subject.is_some() || self.kind.is_introduced()
    }
}

/// A phrase in a text.
#[derive(Clone, Debug)]
pub struct Found<'p> {
    pub id: &'p SmolStr,
    pub subject: Option<&'p Hole>,
    kind: PhraseKind,
    pieces: &'p [Piece],
    /// The ranges of the words between its holes.
    literals: Vec<Range<usize>>,
}

impl<'p> Found<'p> {
    pub fn holes(&self) -> impl Iterator<Item = &'p Hole> + use<'p> {
        holes(self.pieces)
    }
}

/// Returns whether two templates have the same words, in upper or lower case, and the same holes.
fn are_same(one: &[Piece], other: &[Piece]) -> bool {
    let same = |(one, other): (&Piece, &Piece)| match (one, other) {
        (Piece::Words(one), Piece::Words(other)) => {
            let mut words = one.iter().zip(other);
            one.len() == other.len() && words.all(|(one, other)| one.eq_ignore_ascii_case(other))
        }
        _ => one == other,
    };
    one.len() == other.len() && one.iter().zip(other).all(same)
}

fn holes(pieces: &[Piece]) -> impl Iterator<Item = &Hole> {
    pieces.iter().filter_map(|piece| match piece {
        Piece::Hole(hole) => Some(hole),
        Piece::Words(_) => None,
    })
}

impl Phrases {
    /// Reads the templates of the phrases of a game. The error is the id of a phrase, and what is wrong with it.
    pub fn of_game(game: &Game) -> Result<Self, (SmolStr, String)> {
        let mut all = Phrases::of_holes(game)?;
        let unread = |list: &str, rule: Rule| {
            let names = game.terms(list).flat_map(|(_, term)| {
                let names = [&term.name, &term.plural];
                names.into_iter().chain(&term.also)
            });
            let names = names.map(|name| name.to_lowercase());
            names.filter(|name| !reads(rule, name)).collect()
        };
        all.attributes = unread("attributes", Rule::one_attribute);
        all.periods = unread("periods", Rule::one_name);
        Ok(all)
    }

    fn of_holes(game: &Game) -> Result<Self, (SmolStr, String)> {
        Phrases::of(&game.phrases, |name| match name {
            "number" => Some(Hole::Number),
            "thing" => Some(Hole::Things(None)),
            "player" => Some(Hole::Player),
            list if game.vocabulary.contains_key(list) => Some(Hole::Word(list.into())),
            card_type => game
                .card_types
                .contains_key(card_type)
                .then(|| Hole::Things(Some(card_type.into()))),
        })
    }

    /// Reads the templates of a game. The errors are messages about a phrase, by its id.
    pub fn of(
        phrases: &IndexMap<SmolStr, GamePhrase>,
        hole: impl Fn(&str) -> Option<Hole>,
    ) -> Result<Self, (SmolStr, String)> {
        let mut all = Phrases::default();
        for (id, phrase) in phrases {
            let fail = |why: String| (id.clone(), why);
            if phrase.text.contains(['|', '[']) {
                let why = "`text` has words to choose from; write them in `also`";
                return Err(fail(why.into()));
            }
            // The verb has another form after a subject: `ignores`.
            let mut words = phrase.text.split(' ');
            let verb = words.find(|word| is_word(word)).unwrap_or_default();
            let mut wanted: Option<Vec<Hole>> = None;
            for written in std::iter::once(&phrase.text).chain(&phrase.also) {
                for mut pieces in pieces(written, &hole).map_err(fail)? {
                    let own: Vec<Hole> = holes(&pieces).cloned().collect();
                    if *wanted.get_or_insert_with(|| own.clone()) != own {
                        return Err(fail(format!("`{written}` has other holes than `text`")));
                    }
                    let subject = subject_of(phrase.kind, &mut pieces).map_err(fail)?;
                    all.add(id, phrase.kind, (subject, pieces), verb)
                        .map_err(|other| {
                            fail(format!("`{written}` is a wording of `{other}` too"))
                        })?;
                }
            }
        }
        // Of several templates that match, the first is taken: the one with the most words.
        for numbers in all.by_first.values_mut() {
            numbers.sort_by_key(|number| {
                let template = all.templates.get(*number);
                std::cmp::Reverse(template.map_or(0, |template| {
                    template.pieces.len() - holes(&template.pieces).count()
                }))
            });
        }
        Ok(all)
    }

    /// Adds a template. The error is the phrase that has the same words.
    fn add(
        &mut self,
        id: &SmolStr,
        kind: PhraseKind,
        (subject, mut pieces): (Option<Hole>, Vec<Piece>),
        verb: &str,
    ) -> Result<(), SmolStr> {
        if let Some(Piece::Words(first)) = pieces.first_mut()
            && first.iter().any(|word| word.eq_ignore_ascii_case(verb))
        {
            first.push(third_person(verb));
            if verb == "be" {
                first.push("are".to_owned());
            }
        }
        let known = self.templates.iter().find(|known| {
            // The word before them tells events from conditions.
            let are_told = known.kind.is_introduced() && kind.is_introduced();
            (known.kind == kind || !are_told)
                && known.subject == subject
                && are_same(&known.pieces, &pieces)
        });
        if let Some(known) = known {
            return match known.id == *id {
                true => Ok(()),
                false => Err(known.id.clone()),
            };
        }
        let number = self.templates.len();
        if let Some(Piece::Words(first)) = pieces.first() {
            for word in first {
                self.by_first
                    .entry(word.to_lowercase())
                    .or_default()
                    .push(number);
            }
        }
        self.templates.push(Template {
            id: id.clone(),
            kind,
            subject,
            pieces,
        });
        Ok(())
    }

    /// Returns whether a phrase has a subject in a hole, and the pieces of its text after it, in the form in which it is
    /// printed.
    pub fn canonical(&self, id: &str) -> (bool, &[Piece]) {
        let mut templates = self.templates.iter();
        let template = templates.find(|template| template.id == id);
        template.map_or((false, &[]), |template| {
            (template.subject.is_some(), &template.pieces)
        })
    }

    /// Returns the words of the templates, in lower case.
    pub fn words(&self) -> impl Iterator<Item = String> {
        let pieces = self.templates.iter().flat_map(|template| &template.pieces);
        pieces
            .flat_map(|piece| match piece {
                Piece::Words(words) => words.as_slice(),
                Piece::Hole(_) => &[],
            })
            .map(|word| word.to_lowercase())
    }

    /// Returns the text with marks in the place of the words of phrases: of all phrases that it has, then of all but one,
    /// because words of a phrase can also mean something in every game. Empty if the text has no phrase.
    pub fn marked(&self, text: &str) -> Vec<String> {
        if self.templates.is_empty() {
            return Vec::new();
        }
        let tokens = tokens(text);
        let mut all: Vec<Found<'_>> = Vec::new();
        let mut at = 0;
        while at < tokens.len() {
            let before = at.checked_sub(1).and_then(|before| tokens.get(before));
            let before = before.and_then(|before| text.get(before.clone()));
            let may_be = |known: &Template| !known.is_led() || before.is_some_and(ends_word);
            let Some(found) = self.found(text, &tokens, at, may_be) else {
                at += 1;
                continue;
            };
            let end = found.literals.last().map_or(0, |last| last.end);
            let covered = tokens.iter().skip(at).take_while(|token| token.start < end);
            at += covered.count();
            all.push(found);
        }
        let without = match all.len() {
            0 => return Vec::new(),
            1 => 0..0,
            several => 0..several,
        };
        let without = std::iter::once(None).chain(without.map(Some));
        let marked = without.filter_map(|without| {
            let others = all.iter().enumerate();
            let others = others.filter(|(number, _)| Some(*number) != without);
            with_marks(text, others.map(|(_, found)| found))
        });
        marked.collect()
    }

    /// Returns the text with hyphens in names of the game that the grammar does not read: in the place of spaces in
    /// attributes that end with a verb, and in periods that are words of the language, after `your` or `per`. The grammar
    /// then reads each as one word.
    pub fn with_whole_names<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let mut whole = Cow::Borrowed(text);
        if self.attributes.is_empty() && self.periods.is_empty() {
            return whole;
        }
        let tokens = tokens(text);
        let is = |at: Option<&Range<usize>>, word: &str| {
            let token = at.and_then(|at| text.get(at.clone()));
            token.is_some_and(|token| token.eq_ignore_ascii_case(word))
        };
        let mut join = |range: Range<usize>| {
            let hyphens = "-".repeat(range.len());
            whole.to_mut().replace_range(range, &hyphens);
        };
        for (at, token) in tokens.iter().enumerate() {
            for name in &self.attributes {
                let mut words = name.split(' ').zip(at..);
                if words.all(|(word, at)| is(tokens.get(at), word)) {
                    let named = tokens.iter().skip(at).take(name.split(' ').count());
                    let gaps = named.clone().zip(named.skip(1));
                    gaps.for_each(|(one, next)| join(one.end..next.start));
                }
            }
            let before = |by: usize| at.checked_sub(by).and_then(|before| tokens.get(before));
            let is_led = is(before(1), "your")
                || is(before(1), "per")
                || ["start", "beginning"]
                    .iter()
                    .any(|word| is(before(3), word))
                || is(before(3), "end") && !is(before(5), "until");
            if is_led && self.periods.iter().any(|name| is(Some(token), name)) {
                let letter = text.get(token.clone()).and_then(|word| word.chars().next());
                join(token.start + letter.map_or(0, char::len_utf8)..token.end);
            }
        }
        whole
    }

    /// Returns the phrase of a kind at the start of a text. `subject` is the kind of its subject; one of the same kind is
    /// preferred.
    pub fn at(
        &self,
        text: &str,
        kind: PhraseKind,
        subject: Option<SubjectKind>,
    ) -> Option<Found<'_>> {
        let tokens = tokens(text);
        let found = |is_it: &dyn Fn(&Template) -> bool| {
            self.found(text, &tokens, 0, |known| known.kind == kind && is_it(known))
        };
        found(&|known| known.subject.as_ref().map(SubjectKind::of) == subject)
            .or_else(|| found(&|_| true))
    }

    /// Returns the phrase that begins with a token: the one with the most words.
    fn found(
        &self,
        text: &str,
        tokens: &[Range<usize>],
        at: usize,
        may_be: impl Fn(&Template) -> bool,
    ) -> Option<Found<'_>> {
        let first = text.get(tokens.get(at)?.clone())?.to_lowercase();
        self.by_first.get(&first)?.iter().find_map(|number| {
            let template = self.templates.get(*number)?;
            if !may_be(template) {
                return None;
            }
            let mut literals = Vec::new();
            matches(text, tokens, at, &template.pieces, &mut literals).then_some(Found {
                id: &template.id,
                subject: template.subject.as_ref(),
                kind: template.kind,
                pieces: &template.pieces,
                literals,
            })
        })
    }
}

/// Returns the text with marks in the place of the words of phrases.
fn with_marks<'f, 'p: 'f>(text: &str, all: impl Iterator<Item = &'f Found<'p>>) -> Option<String> {
    let mut bytes = text.as_bytes().to_vec();
    for found in all {
        for (number, range) in found.literals.iter().enumerate() {
            let mark = match (number, found.kind) {
                (0, PhraseKind::Action) if found.subject.is_some() => DEED,
                (0, PhraseKind::Action) => ACTION,
                (0, PhraseKind::Ability) => ABILITY,
                (0, PhraseKind::Rule) => RULE,
                (0, PhraseKind::Event) => EVENT,
                (0, PhraseKind::Condition) => CONDITION,
                _ => LATER,
            };
            if let Some([first, rest @ ..]) = bytes.get_mut(range.clone()) {
                *first = mark;
                rest.fill(FILLER);
            }
        }
    }
    String::from_utf8(bytes).ok()
}

/// Returns whether pieces match the tokens from `at` on, within a sentence. `literals` becomes the ranges of the words
/// between the holes, each up to the next token.
fn matches(
    text: &str,
    tokens: &[Range<usize>],
    at: usize,
    pieces: &[Piece],
    literals: &mut Vec<Range<usize>>,
) -> bool {
    let Some((first, rest)) = pieces.split_first() else {
        return true;
    };
    let token = tokens.get(at).and_then(|token| text.get(token.clone()));
    match first {
        Piece::Words(words) => {
            let is_it = |token: &str| words.iter().any(|word| word.eq_ignore_ascii_case(token));
            if !token.is_some_and(is_it) {
                return false;
            }
            let start = tokens.get(at).map_or(0, |token| token.start);
            let end = tokens.get(at + 1).map_or(text.len(), |next| next.start);
            let known = literals.len();
            match literals.last_mut() {
                Some(last) if last.end == start => last.end = end,
                _ => literals.push(start..end),
            }
            if matches(text, tokens, at + 1, rest, literals) {
                return true;
            }
            literals.truncate(known);
            if let Some(last) = literals.last_mut().filter(|last| last.end == end) {
                last.end = start;
            }
            false
        }
        Piece::Hole(_) => {
            let mut next = at;
            loop {
                let token = tokens.get(next).and_then(|token| text.get(token.clone()));
                if !token.is_some_and(|token| !matches!(token, "." | ":" | "\n" | "[" | "]")) {
                    // Lowering reports that the last hole is empty.
                    return next == at && rest.is_empty();
                }
                next += 1;
                if matches(text, tokens, next, rest, literals) {
                    return true;
                }
            }
        }
    }
}

/// Returns whether a token can be the last one of a noun phrase.
fn ends_word(token: &str) -> bool {
    token.starts_with(|letter: char| letter.is_alphanumeric() || matches!(letter, '"' | '”' | '*'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phrases(texts: &[&str]) -> Phrases {
        let phrases = texts.iter().enumerate().map(|(number, text)| {
            let phrase = GamePhrase {
                kind: PhraseKind::Action,
                text: (*text).into(),
                also: Vec::new(),
                of: Vec::new(),
                impersonal: false,
                doc: String::new(),
                section: None,
            };
            (SmolStr::from(number.to_string()), phrase)
        });
        let hole = |name: &str| match name {
            "number" => Some(Hole::Number),
            _ => Some(Hole::Things(None)),
        };
        Phrases::of(&phrases.collect(), hole).expect("sound templates")
    }

    #[test]
    fn words_of_phrases_become_marks_of_the_same_length() {
        let phrases = phrases(&["search ({number}) {thing}", "search {thing} twice"]);
        let mark = |text: &str| {
            let marked = phrases.marked(text).into_iter().next()?;
            assert_eq!(marked.len(), text.len());
            Some(
                marked
                    .replace(char::from(ACTION), "<")
                    .replace(char::from(LATER), "+")
                    .replace(char::from(FILLER), "~"),
            )
        };
        assert_eq!(
            mark("Pay 1 to search (2) spells."),
            Some("Pay 1 to <~~~~~~~2+~spells.".into())
        );
        assert_eq!(
            mark("Search spells twice."),
            Some("<~~~~~~spells +~~~~.".into())
        );
        assert_eq!(mark("Search spells. Draw twice."), None);
        assert_eq!(mark("Search (2)."), Some("<~~~~~~~2+.".into()));
        let both = phrases.marked("Search (2) spells and search (3) cards.");
        assert_eq!(both.len(), 3);
        assert!(both[1].starts_with("Search (2)") && both[2].ends_with("search (3) cards."));
        let found = phrases.at("search (2) spells.", PhraseKind::Action, None);
        let found = found.expect("a phrase");
        assert_eq!((found.id.as_str(), found.holes().count()), ("0", 2));
    }
}

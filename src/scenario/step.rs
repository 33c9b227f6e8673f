//! Reads steps, and the answers to their choices.

use cardwright_play::state::Player;

use super::phrase::Phrase;
use super::reader::{Reader, key_of};
use super::{Act, At, Deed, Key, Name, Said, Step, Value, battle, expectation};
use crate::diagnostic::{Code, Diagnostic, closest, prose};
use crate::yaml::{Entry, Node, Value as Yaml};

/// The forms of a step, for messages.
const FORMS: &str = "write `play CARD at d4`, `play CARD on A`, `A attacks c`, `activate A, move d4, attack c`, \
                     `use CARD`, `lay CARD as STATISTIC`, `pass`, `end the turn` or `end the round`";

/// The forms of an answer, for messages.
const ANSWERS: &str =
    "an answer is `yes`, `no`, `none`, a number, a letter, the name of a card, or a space";

/// A step while its choices are read.
struct Steps<'r, 'g, 'n> {
    reader: &'r mut Reader<'g, 'n>,
    steps: Vec<Step>,
    /// `true` if the last step could not be read, so its choices are not reported.
    lost: bool,
}

/// Reads the list `when`.
pub(super) fn steps<'n>(reader: &mut Reader<'_, 'n>, node: &'n Node) -> Vec<Step> {
    let items: &[Node] = match &node.value {
        Yaml::Sequence(items) => items,
        _ => std::slice::from_ref(node),
    };
    let mut steps = Steps {
        reader,
        steps: Vec::new(),
        lost: false,
    };
    for item in items {
        match &item.value {
            Yaml::Scalar(_) => {
                if let Some(words) = Phrase::of(item, steps.reader.source) {
                    steps.line(words);
                }
            }
            Yaml::Mapping(entries) => {
                for entry in entries.iter() {
                    steps.entry(entry);
                }
            }
            Yaml::Sequence(_) => {
                let at = item.span;
                steps.reader.wrong_kind(at, "when", "a list of steps");
            }
        }
    }
    steps.steps
}

impl<'n> Steps<'_, '_, 'n> {
    /// A step, or `KEY: WORDS` in quotes.
    fn line(&mut self, words: Phrase<'n>) {
        match words.around_colon() {
            Some((key, value)) => self.keyed(key, value),
            None => self.act(words, 0, false),
        }
    }

    fn entry(&mut self, entry: &'n Entry) {
        let key = key_of(entry);
        if key == "then" {
            let expected = expectation::all(self.reader, &entry.value);
            self.steps.push(Step::Then(expected));
            return;
        }
        let Some(key) = Phrase::of(&entry.key, self.reader.source) else {
            self.reader
                .wrong_kind(entry.key.span, "when", "a list of steps");
            return;
        };
        match (acting(key), &entry.value.value) {
            (Some(_), Yaml::Scalar(_)) => {
                if let Some(value) = Phrase::of(&entry.value, self.reader.source) {
                    self.keyed(key, value);
                }
            }
            (Some(_), _) => self
                .reader
                .wrong_kind(entry.value.span, key.text, "one step"),
            (None, _) => {
                let values = self.reader.scalars(&entry.value, key.text);
                self.choice(key, &values);
            }
        }
    }

    fn keyed(&mut self, key: Phrase<'n>, value: Phrase<'n>) {
        match acting(key) {
            Some((player, cannot)) => match value
                .around_colon()
                .and_then(|(key, rest)| Some((acting(key)?, rest)))
            {
                // `opponent: cannot: play …`
                Some(((_, also), rest)) => self.act(rest, player.unwrap_or(0), cannot || also),
                None => self.act(value, player.unwrap_or(0), cannot),
            },
            None => {
                let values = self.reader.names_in(value);
                self.choice(key, &values);
            }
        }
    }

    // ── Steps ──

    fn act(&mut self, words: Phrase<'n>, player: Player, cannot: bool) {
        let before = self.reader.found.len();
        let mut said = Vec::new();
        let deed = self.deed(words, &mut said);
        self.lost = deed.is_none();
        if deed.is_none() && self.reader.found.len() == before {
            let forms = match self.reader.lexicon.table.battle() {
                Some(_) => battle::FORMS,
                None => FORMS,
            };
            self.reader.unreadable(words, "step", forms.to_owned());
        }
        if let Some(deed) = deed {
            self.steps.push(Step::Act(Act {
                text: words.text.to_owned(),
                at: words.span(),
                player,
                cannot,
                deed,
                said,
            }));
        }
    }

    fn deed(&mut self, words: Phrase<'n>, said: &mut Vec<Said>) -> Option<Deed> {
        for (known, deed) in [
            ("pass", Deed::Pass),
            ("passes", Deed::Pass),
            ("end the turn", Deed::EndTurn),
            ("end turn", Deed::EndTurn),
            ("end the round", Deed::EndRound),
            ("end round", Deed::EndRound),
            ("next round", Deed::EndRound),
        ] {
            if words.is(known) {
                return Some(deed);
            }
        }
        if self.reader.lexicon.table.battle().is_some() {
            let deed = self.reader.battle_deed(words)?;
            return Some(Deed::Battle(Box::new(deed)));
        }
        if let Some(rest) = words.after("play") {
            return self.play(rest, said);
        }
        if let Some(rest) = words.after("lay") {
            let (card, stack) = rest.around("as")?;
            let card = self.reader.name(card)?;
            let Some(statistic) = self.reader.lexicon.statistic(stack.text) else {
                let names = self.reader.lexicon.words("statistics");
                let help = format!("write {}", prose::or(prose::ticked(names)));
                self.reader.unreadable(stack, "kind of payment", help);
                return None;
            };
            let value = At {
                is: Value::Statistic(statistic),
                at: stack.span(),
            };
            said.push(of_step(Key::Step, stack, vec![value]));
            return Some(Deed::Lay(card));
        }
        if let Some(rest) = words.after("use") {
            if let Some(name) = self.reader.known_name(rest) {
                return Some(Deed::Use(
                    At {
                        is: name,
                        at: rest.span(),
                    },
                    None,
                ));
            }
            if let Some((name, number)) = rest.text.rsplit_once(' ')
                && let Ok(which) = number.parse()
            {
                let place = rest.part(name.len() + 1, rest.text.len());
                let card = self.reader.name(rest.part(0, name.len()))?;
                return Some(Deed::Use(
                    card,
                    Some(At {
                        is: which,
                        at: place.span(),
                    }),
                ));
            }
            let card = self.reader.name(rest)?;
            return Some(Deed::Use(card, None));
        }
        if let Some(rest) = words.after("activate") {
            let parts = self.reader.names_in(rest);
            let (first, clauses) = parts.split_first()?;
            let mut first = *first;
            if let Some(name) = first.before("instead") {
                said.push(of_step(
                    Key::Instead,
                    first,
                    vec![At {
                        is: Value::Instead,
                        at: first.span(),
                    }],
                ));
                first = name;
            }
            let card = self.reader.name(first)?;
            for clause in clauses {
                self.clause(*clause, said)?;
            }
            return Some(Deed::Activate(card));
        }
        for verb in ["attacks", "attack"] {
            if let Some((attacker, target)) = words.around(verb) {
                let attacker = self.reader.name(attacker)?;
                let target = self.reader.name(target)?;
                let value = At {
                    is: Value::Name(target.is),
                    at: target.at,
                };
                said.push(of_step(Key::Target, words, vec![value]));
                return Some(Deed::Activate(attacker));
            }
        }
        if let Some((card, path)) = words.around("moves") {
            let card = self.reader.name(card)?;
            self.walk(path.after("to").unwrap_or(path), said)?;
            return Some(Deed::Activate(card));
        }
        None
    }

    /// `move d4 e4`, `attack c`, `take`, `instead` after `activate A`.
    fn clause(&mut self, clause: Phrase<'n>, said: &mut Vec<Said>) -> Option<()> {
        if clause.is("instead") {
            said.push(of_step(
                Key::Instead,
                clause,
                vec![At {
                    is: Value::Instead,
                    at: clause.span(),
                }],
            ));
            return Some(());
        }
        if clause.is("take") {
            let value = At {
                is: Value::Take,
                at: clause.span(),
            };
            match said.iter_mut().rfind(|said| said.key == Key::Walk) {
                Some(walk) => walk.values.push(value),
                None => said.push(of_step(Key::Walk, clause, vec![value])),
            }
            return Some(());
        }
        if let Some(path) = clause.after("move") {
            return self.walk(path.after("to").unwrap_or(path), said);
        }
        if let Some(target) = clause.after("attack") {
            let target = self.reader.name(target)?;
            let value = At {
                is: Value::Name(target.is),
                at: target.at,
            };
            said.push(of_step(Key::Target, clause, vec![value]));
            return Some(());
        }
        let help = "write `move d4`, `attack c`, `take` or `instead`".to_owned();
        self.reader.unreadable(clause, "part of this step", help);
        None
    }

    fn walk(&mut self, path: Phrase<'n>, said: &mut Vec<Said>) -> Option<()> {
        let mut values = Vec::new();
        for word in path.words() {
            let name = self.reader.name(word)?;
            values.push(At {
                is: Value::Name(name.is),
                at: name.at,
            });
        }
        said.push(of_step(Key::Walk, path, values));
        Some(())
    }

    /// `Fireball at d4`, `Bless on A`, `Skeleton onto S`.
    fn play(&mut self, words: Phrase<'n>, said: &mut Vec<Said>) -> Option<Deed> {
        let named = match self.reader.lexicon.card_before(words.text) {
            Some((_, end)) => end,
            None => {
                let mut ends = [" at ", " on ", " onto "]
                    .into_iter()
                    .filter_map(|word| words.text.find(word));
                let first = ends.next().into_iter().chain(ends).min();
                first.unwrap_or(words.text.len())
            }
        };
        let card = self.reader.name(words.part(0, named).trim())?;
        let mut rest = words.part(named, words.text.len()).trim();
        while !rest.text.is_empty() {
            let found = ["at", "onto", "on"]
                .into_iter()
                .find_map(|word| Some((word, rest.after(word)?)));
            let Some((word, after)) = found else {
                let help = "after the card, write `at d4`, `on A` or `onto A`".to_owned();
                self.reader
                    .unreadable(rest, "place of a card that is played", help);
                return None;
            };
            let next = [" at ", " onto ", " on "]
                .into_iter()
                .filter_map(|word| after.text.find(word))
                .min();
            let (place, more) = match next {
                Some(at) => (
                    after.part(0, at).trim(),
                    after.part(at, after.text.len()).trim(),
                ),
                None => (after, after.part(after.text.len(), after.text.len())),
            };
            let mut values = Vec::new();
            for name in self.reader.names_in(place) {
                let name = self.reader.name(name)?;
                let is = match word {
                    "onto" => Value::Onto(name.is),
                    _ => Value::Name(name.is),
                };
                values.push(At { is, at: name.at });
            }
            said.push(of_step(Key::Step, place, values));
            rest = more;
        }
        Some(Deed::Play(card))
    }

    // ── Choices ──

    fn choice(&mut self, key: Phrase<'n>, values: &[Phrase<'n>]) {
        // `a: nothing`: a stack does nothing.
        if self.reader.lexicon.table.battle().is_some()
            && let [value] = values
            && value.is("nothing")
            && let Some(name) = self.reader.known_name(key)
        {
            let by = At {
                is: name,
                at: key.span(),
            };
            self.steps.push(Step::Act(Act {
                text: format!("{}: nothing", key.text),
                at: key.span(),
                player: 0,
                cannot: false,
                deed: Deed::Battle(Box::new(battle::BattleDeed::Nothing(by))),
                said: Vec::new(),
            }));
            return;
        }
        let before = self.reader.found.len();
        let (words, cannot) = match key.after("cannot") {
            Some(rest) => (rest, true),
            None => (key, false),
        };
        let Some((kind, cannot)) = self.key(words).map(|(kind, also)| (kind, cannot || also))
        else {
            if self.reader.found.len() == before {
                self.reader.unknown_name(key);
            }
            return;
        };
        let read: Vec<At<Value>> = values
            .iter()
            .filter_map(|words| self.value(*words))
            .collect();
        if self.reader.found.len() > before {
            return;
        }
        let said = Said {
            key: kind,
            at: key.span(),
            values: read,
            of_step: false,
            cannot,
        };
        match self.steps.iter_mut().rev().find_map(|step| match step {
            Step::Act(act) => Some(act),
            Step::Then(_) => None,
        }) {
            _ if self.lost => {}
            Some(act) => act.said.push(said),
            None => {
                let finding = Diagnostic::new(
                    Code::UnreadableStep,
                    key.span(),
                    "nothing is done yet in which something could be chosen",
                    "a choice without a step",
                );
                self.reader.report(finding.help("write the step above it"));
            }
        }
    }

    /// Returns the choices that a line is about, and whether the answer is expected not to be possible.
    fn key(&mut self, key: Phrase<'n>) -> Option<(Key, bool)> {
        let whose = [
            ("your", 0),
            ("you", 0),
            ("the opponent's", 1),
            ("opponent's", 1),
            ("opponent", 1),
        ];
        let owned = whose
            .into_iter()
            .find_map(|(word, of)| Some((key.after(word)?, of)));
        let (bare, of) = match owned {
            Some((rest, of)) => (rest, Some(of)),
            None => (key, None),
        };
        let (bare, cannot) = match bare.after("cannot") {
            Some(rest) if of.is_some() => (rest, true),
            _ => (bare, false),
        };
        for (word, kind) in [("boost", Key::Boost(of)), ("discard", Key::Discard(of))] {
            if bare.is(word) {
                return Some((kind, cannot));
            }
        }
        for (word, kind) in [
            ("pay", Key::Pay),
            ("chance", Key::Chance),
            ("die", Key::Chance),
            ("order", Key::Order),
            ("merge", Key::Merge),
            ("move", Key::Walk),
        ] {
            if key.is(word) {
                return Some((kind, false));
            }
        }
        if let Some(name) = self.reader.known_name(key) {
            return Some((Key::Of(name), false));
        }
        // A step with a misspelt player or a word in front.
        let known = [
            "opponent", "you", "cannot", "then", "boost", "pay", "chance", "order",
        ];
        if let Some(close) = closest(key.text, known) {
            self.reader
                .unreadable(key, "choice", format!("write `{close}`"));
        }
        None
    }

    fn value(&mut self, words: Phrase<'n>) -> Option<At<Value>> {
        let at = words.span();
        for (word, is) in [
            ("yes", Value::Yes),
            ("no", Value::No),
            ("none", Value::Nothing),
            ("nothing", Value::Nothing),
            ("take", Value::Take),
            ("stop", Value::Stop),
            ("instead", Value::Instead),
            ("normal", Value::Usual),
        ] {
            if words.is(word) {
                return Some(At { is, at });
            }
        }
        if let Ok(number) = words.text.parse() {
            return Some(At {
                is: Value::Number(number),
                at,
            });
        }
        if let Some(name) = self.reader.known_name(words) {
            return Some(At {
                is: Value::Name(name),
                at,
            });
        }
        if let Some(statistic) = self.reader.lexicon.statistic(words.text) {
            return Some(At {
                is: Value::Statistic(statistic),
                at,
            });
        }
        let lexicon = self.reader.lexicon;
        let is_name = lexicon.similar_card(words.text).is_some()
            || lexicon.looks_like_space(words.text)
            || words.text.chars().nth(1).is_none();
        match is_name {
            true => self.reader.unknown_name(words),
            false => self.reader.unreadable(words, "answer", ANSWERS.to_owned()),
        }
        None
    }
}

fn of_step(key: Key, words: Phrase<'_>, values: Vec<At<Value>>) -> Said {
    Said {
        key,
        at: words.span(),
        values,
        of_step: true,
        cannot: false,
    }
}

/// Returns the player whom a key names, and whether the step is expected not to be allowed.
fn acting(key: Phrase<'_>) -> Option<(Option<Player>, bool)> {
    for (words, acting) in [
        ("opponent", (Some(1), false)),
        ("the opponent", (Some(1), false)),
        ("you", (Some(0), false)),
        ("cannot", (None, true)),
        ("opponent cannot", (Some(1), true)),
        ("the opponent cannot", (Some(1), true)),
        ("you cannot", (Some(0), true)),
    ] {
        if key.is(words) {
            return Some(acting);
        }
    }
    None
}

impl Name {
    /// Returns whether it can be a card.
    pub(super) fn is_card(&self) -> bool {
        matches!(self, Name::Letter(_) | Name::Card(..))
    }
}

//! Word lists of the language in which texts are written, for reading them and for explaining mistakes in them.
//!
//! The lists are data (`grammar/words/english-lists.yaml`). `build.rs` turns them into Rust values, so that nothing is
//! loaded when the program runs.

use crate::game::Binding;

type Words = &'static [&'static str];

/// The lists of one language. The data file documents each of them.
pub(in crate::effect) struct Lists {
    pub frequent_words: Words,
    pub real_words: Words,
    pub function_words: Words,
    pub quantifiers_and_modals: Words,
    pub fillers: Words,
    pub pointers: Words,
    pub often_missing: Words,
    pub verbs: Words,
    /// Verbs with irregular forms: for one, and for several.
    pub verb_forms: &'static [(&'static str, &'static str)],
    pub subjectless: Words,
    pub prepositions: Words,
    pub second_person: Words,
    pub third_persons: Words,
    pub player_nouns: Words,
    /// Pronouns, each with its possessive.
    pub pronoun_possessives: &'static [(&'static str, &'static str)],
    /// Possessives of the third person, each with that of the second.
    pub own_possessives: &'static [(&'static str, &'static str)],
    pub article_openers: Words,
    pub counted_nouns: Words,
    pub numbers: Words,
    pub articles: Words,
    pub singular_determiners: Words,
    pub doubtful_determiners: Words,
    pub plural_determiners: Words,
    pub phrase_starts: Words,
    pub generic_nouns: Words,
    pub acting_nouns: Words,
    pub attack_nouns: Words,
    pub boosting_cards: Words,
    pub counter_determiners: Words,
    pub trait_followers: Words,
    pub trait_nouns: Words,
    pub reserved_words: Words,
    pub pronouns: Words,
    pub other_players: Words,
    pub abbreviations: Words,
    pub clause_ends: Words,
    pub clause_marks: Words,
    pub pattern_stops: Words,
    pub number_corrections: &'static [(&'static str, &'static str)],
    pub leading_words: Words,
    pub quote_prefixes: Words,
    pub clause_joints: Words,
    pub target_words: Words,
    pub command_joints: Words,
    pub shared_by_commands: Words,
    pub clause_leads: Words,
    pub divided_leads: Words,
    pub lasting_leads: &'static [(&'static str, &'static str)],
    pub time_leads: Words,
    pub foreign_commands: Words,
    pub looking_commands: Words,
    pub choosing_commands: Words,
    pub shared_at_end: Words,
    pub lasting_words: Words,
    pub movable_leads: Words,
    pub joining_words: Words,
    pub continuations: Words,
    pub repeated_subjects: Words,
    pub otherwise_joints: Words,
    pub no_choice_words: Words,
    pub number_starts: Words,
    pub noun_openers: Words,
    pub noun_modifiers: Words,
    pub shared_adjectives: Words,
    pub self_references: Words,
    pub self_determiners: Words,
    pub description_leads: Words,
    pub event_starts: Words,
    pub placement_starts: Words,
    pub headings: &'static [HeadingIdiom],
    pub heading_joints: Words,
    pub heading_limits: Words,
    /// Characters of copied text: the text to find, its replacement, and its name.
    pub characters: &'static [(&'static str, &'static str, &'static str)],
}

/// Headings of other games that mean the same here.
pub(in crate::effect) struct HeadingIdiom {
    pub meaning: HeadingMeaning,
    /// The headings in lowercase.
    pub written: Words,
    /// The author can mean nothing else.
    pub same: bool,
}

/// The equivalent of a heading of another game.
#[derive(Clone, Copy)]
pub(in crate::effect) enum HeadingMeaning {
    /// The heading for permanent effects, and then this start of a sentence; `{}` is the type of the card.
    Always(&'static str),
    /// The heading for immediate effects. Card types without such a heading use the one of `Always`.
    Played(&'static str),
    /// The heading that binds this antecedent and waits for no event.
    Binding(Binding),
    /// The heading for effects that replace the usual activation.
    Instead,
    /// No heading, but this start of a sentence.
    Words(&'static str),
    /// A limit per turn. It has no equivalent, because nothing is counted by the turn.
    EachTurn,
    /// A heading that waits for an event.
    Event,
    /// A heading that says where the card goes.
    Placement,
}

static ENGLISH: Lists = include!(concat!(env!("OUT_DIR"), "/lists-english.rs"));

/// Returns the lists of the language in which texts are written.
pub(in crate::effect) fn lists() -> &'static Lists {
    &ENGLISH
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_is_listed_once() {
        let all = lists().headings.iter().flat_map(|idiom| idiom.written);
        let all: Vec<&str> = all.copied().collect();
        for (at, word) in all.iter().enumerate() {
            assert!(!all[at + 1..].contains(word), "{word}");
        }
    }
}

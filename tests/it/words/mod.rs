//! Word lists: other languages from the same IR, and lists that are not whole.

mod reversal;
mod spanish;

use cardwright::words::{English, Words};

const ENGLISH: &str = include_str!("../../../grammar/words/english.yaml");

/// A change of the English list, and what is said of it.
#[test]
fn faulty_word_lists_are_refused() {
    for (from, to, mistake) in [
        ("  not: not\n", "", "not is missing, with the slots none"),
        (
            "  not: not\n",
            "  not: not\n  nay: nay\n",
            "nay is not used",
        ),
        (
            "\"deal {damage} to {to}\"",
            "\"deal {damage}\"",
            "deal_damage: {to} is missing: what is in it would be lost",
        ),
        (
            "\"deal {damage} to {to}\"",
            "\"deal {damage} to {to} {again}\"",
            "deal_damage: there is no {again} here; it has like, damage, to",
        ),
        (
            "\"deal {damage} to {to}\"",
            "\"deal {damage} to {to\"",
            "deal_damage: a brace is not closed",
        ),
        (
            "\"{like number: card|cards}\"",
            "\"{like number: card}\"",
            "card: {like number: card} has 1 forms; number has 2",
        ),
        (
            "\"{like number: card|cards}\"",
            "\"{like gender: card|cards}\"",
            "card: {like gender: card|cards} chooses by gender; the language has number, verb, \
             sound, ending",
        ),
        (
            "\"{like number: card|cards}\"",
            "\"{like number}\"",
            "card: {like number} is neither a slot nor a choice as {slot feature: one form|another}",
        ),
        (
            "  size: size\n",
            "  size: { text: size, class: feminine }\n",
            "size: feminine is not a class of the language, which has none",
        ),
        (
            "  size: size\n",
            "  size: { text: size, head: noun }\n",
            "size: its head is {noun}, but it has none",
        ),
    ] {
        assert!(ENGLISH.contains(from), "{from}");
        let list = ENGLISH.replacen(from, to, 1);
        let found = Words::read(&list, Box::new(English))
            .err()
            .unwrap_or_default();
        assert!(
            found.iter().any(|found| found == mistake),
            "{to}\n    {found:#?}\n    and not {mistake}"
        );
    }
}

#[test]
fn english_list_is_complete() {
    let mistakes = Words::read(ENGLISH, Box::new(English)).err();
    assert_eq!(mistakes, None);
}

//! Word lists: other languages from the same IR, and incomplete lists.

mod reversal;
mod spanish;

use cardwright::words::{English, Words};

const ENGLISH: &str = include_str!("../../../grammar/words/english.yaml");
const OUTLINE: &str = include_str!("../../../grammar/words/outline-english.yaml");

/// A modification of the English list, and the resulting error.
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
            "deal_damage: missing {to}: its content would be lost",
        ),
        (
            "\"deal {damage} to {to}\"",
            "\"deal {damage} to {to} {again}\"",
            "deal_damage: unknown slot {again}; the entry has like, damage, to",
        ),
        (
            "\"deal {damage} to {to}\"",
            "\"deal {damage} to {to\"",
            "deal_damage: missing `}`",
        ),
        (
            "\"{like number: card|cards}\"",
            "\"{like number: card}\"",
            "card: {like number: card} has 1 forms, but number has 2",
        ),
        (
            "\"{like number: card|cards}\"",
            "\"{like gender: card|cards}\"",
            "card: unknown feature gender in {like gender: card|cards}; the language has number, verb, \
             sound, ending",
        ),
        (
            "\"{like number: card|cards}\"",
            "\"{like number}\"",
            "card: {like number} is neither a slot nor a choice such as {slot feature: one form|another}",
        ),
        (
            "  size: size\n",
            "  size: { text: size, class: feminine }\n",
            "size: unknown class feminine; the language has none",
        ),
        (
            "  size: size\n",
            "  size: { text: size, head: noun }\n",
            "size: unknown head {noun}; the entry has none",
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

/// A modification of the English list for outlines, and the resulting error.
#[test]
fn an_outline_list_is_checked_when_it_is_read() {
    for (from, to, mistake) in [
        (
            "  or_none: or none\n",
            "",
            "or_none is missing, with the slots none",
        ),
        (
            "  or_none: or none\n",
            "  or_none: or none\n  nay: nay\n",
            "nay is not used",
        ),
        (
            "  or_none: or none\n",
            "  or_none: or none\n  size: size\n",
            "size is the same in texts",
        ),
    ] {
        assert!(OUTLINE.contains(from), "{from}");
        let list = OUTLINE.replacen(from, to, 1);
        let found = Words::read_outline(ENGLISH, &list, Box::new(English))
            .err()
            .unwrap_or_default();
        assert!(
            found.iter().any(|found| found == mistake),
            "{to}\n    {found:#?}\n    and not {mistake}"
        );
    }
}

#[test]
fn the_english_lists_are_whole() {
    let mistakes = Words::read_outline(ENGLISH, OUTLINE, Box::new(English)).err();
    assert_eq!(mistakes, None);
    let mistakes = Words::read(ENGLISH, Box::new(English)).err();
    assert_eq!(mistakes, None);
}

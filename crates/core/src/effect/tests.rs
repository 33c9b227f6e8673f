//! Tests that the shipped cards use every rule of the grammar, and that lowering reads every node of their syntax
//! trees.

use std::collections::BTreeSet;

use std::sync::Arc;
use std::{fs, path::Path};

use walkdir::WalkDir;

use super::Bearer;
use super::lower::taken;
use super::parse::lines;
use super::parse::sentence_cache::{NormalizedSentence, Reader, SentenceCache};
use super::syntax::{self, Nodes, Rule, Tree};
use crate::card::CardSource;
use crate::collections::HashMap;
use crate::game;
use crate::source::FileId;
use crate::symbols::Symbols;
use crate::tests;
use crate::yaml::{self, Node, Value};

/// Rules for alternative wordings, each with the rule of the canonical wording. Shipped cards have canonical text, so
/// these rules are used by the table of variants in `tests/language` instead.
const OTHER_WORDS: &[(&str, &str)] = &[
    ("of_your", "friendly"),
    ("optional", "caused"),
    ("v_change_by", "v_gain"),
    ("did_lead", "pay_to"),
    ("that_much", "n_that"),
    ("c_done", "c_there"),
    ("by_plus", "plus"),
    ("by_minus", "minus"),
    ("v_reduce", "v_take_less"),
    ("v_take_damage", "v_deal"),
    ("v_move_self", "v_move"),
    ("time_lead", "time"),
    ("s_damaged", "s_damage"),
    ("spelled", "digits"),
    ("spelled_text", "digits"),
    ("o_its", "o_noun"),
    ("minus", "v_lose"),
    ("m_starts", "m_start"),
    ("m_ends", "m_end"),
    ("q_theirs", "enemy"),
    ("c_more", "c_compare"),
    ("m_control", "c_compare"),
    ("m_have", "c_compare"),
    ("m_more", "more_than"),
    ("m_fewer", "less_than"),
    ("a_steps", "n_steps"),
    ("optional", "caused"),
    ("done_this_way", "each_of_those"),
    ("q_that_many", "each_of_those"),
    ("number_apart", "number_of"),
    ("half_that", "half"),
    ("deed_alone", "deed"),
    ("e_deals", "e_is_dealt"),
    ("e_removes", "e_is_removed"),
    ("so_much", "n_that"),
    ("repeat_this", "repeat_lead"),
    ("do_this", "repeat_lead"),
];

/// Entry rules of the grammar that parse pieces of a text, so they do not occur in the tree of a whole text.
const PIECES: &[&str] = &[
    "EOI",
    "one_heading",
    "one_sentence",
    "one_name",
    "one_attribute",
    "one_mark",
    "one_token",
    "one_zone",
    "one_row",
    "part_line",
    "doubled_line",
    // Names joined by `and`, which are printed with `or`.
    "doubled_and",
];

/// Returns whether a line is lowered as it is written. Lines between parts, lines about the abilities above them, and
/// lines with rows are not: rows are lowered with their words in the line.
fn is_plain(line: &lines::Line<'_>) -> bool {
    let has_rows = !line.modes.is_empty() && line.text.contains('*');
    !has_rows && !lines::is_part_line(line) && Tree::read(Rule::doubled_line, line.text).is_err()
}

fn effect_texts(node: &Node, texts: &mut Vec<String>) {
    match &node.value {
        Value::Mapping(entries) => {
            for entry in entries.iter() {
                match (entry.key.scalar(), entry.value.scalar()) {
                    (Some(key), Some(value)) if key.text == "effect" => {
                        texts.push(value.text.to_string())
                    }
                    _ => effect_texts(&entry.value, texts),
                }
            }
        }
        Value::Sequence(items) => items.iter().for_each(|item| effect_texts(item, texts)),
        Value::Scalar(_) => {}
    }
}

#[test]
fn every_construct_of_the_grammar_stands_on_a_shipped_card() {
    let mut all: Vec<(&str, String)> = Vec::new();
    for game in game::embedded() {
        let mut texts = Vec::new();
        for (_, text) in game.cards {
            let (documents, _) = yaml::read(FileId(0), text);
            for document in &documents {
                if let Some(root) = &document.root {
                    effect_texts(root, &mut texts);
                }
            }
        }
        all.extend(texts.into_iter().map(|text| (game.id, text)));
    }
    assert!(all.len() > 100, "the shipped cards have texts");
    let games: HashMap<&str, game::Game> = game::embedded()
        .iter()
        .map(|game| (game.id, tests::game(game.id)))
        .collect();
    let mut used = BTreeSet::new();
    for (game, text) in &all {
        let reader = Reader::new(&games[game].templates, None);
        for line in lines::lines(text).into_iter().filter(is_plain) {
            let pieces = std::iter::once((Rule::line, line.text))
                .chain(line.modes.iter().map(|mode| (Rule::mode_line, mode.text)));
            for (rule, piece) in pieces {
                let tree = reader
                    .tree(rule, piece)
                    .unwrap_or_else(|stop| panic!("not read from {} on: {piece}", stop.at));
                let nodes = tree.nodes(piece, 0);
                let nodes = nodes.flat_map(|node| std::iter::once(node).chain(node.within()));
                used.insert(format!("{rule:?}"));
                used.extend(nodes.map(|node| format!("{:?}", node.as_rule())));
            }
        }
    }
    let missing: Vec<String> = Rule::all_rules()
        .iter()
        .map(|rule| format!("{rule:?}"))
        .filter(|rule| !rule.starts_with("k_"))
        .filter(|rule| !PIECES.contains(&rule.as_str()))
        .filter(|rule| !OTHER_WORDS.iter().any(|(other, _)| other == rule))
        .filter(|rule| !used.contains(rule) && !is_silent(rule))
        .collect();
    assert!(
        missing.is_empty(),
        "{} rules on no card: {missing:?}",
        missing.len()
    );
}

/// Returns whether a rule produces no node.
fn is_silent(rule: &str) -> bool {
    super::GRAMMAR.lines().any(|line| {
        line.split_once('=')
            .is_some_and(|(name, body)| name.trim() == rule && body.trim_start().starts_with('_'))
    })
}

/// Rules whose text lowering reads as a whole, without visiting the nodes inside.
const READ_AS_TEXT: &[Rule] = &[
    Rule::number,
    Rule::word,
    Rule::words,
    Rule::attribute,
    Rule::mark_kind,
    Rule::token_kind,
    Rule::zone_name,
    Rule::row_name,
    Rule::ref_noun,
    Rule::q_x,
    Rule::r_your_hero,
    Rule::r_enemy_hero,
];

/// Phrases that lowering compares as a whole with the game's data or with the sentence.
const COMPARED: &[&str] = &[
    "Your boost cards",
    "Your hand limit",
    "Your spell limit",
    "it",
];

/// Returns whether a phrase is a payment such as `2 attack`: a number and a statistic, where a noun phrase is
/// possible too.
fn is_payment(phrase: &str) -> bool {
    phrase
        .split_once(' ')
        .is_some_and(|(number, word)| number.parse::<u32>().is_ok() && !word.contains(' '))
}

#[test]
fn lowering_reads_every_node_of_a_syntax_tree() {
    let mut nodes = 0;
    let mut lost = BTreeSet::new();
    for game in game::embedded() {
        let data = tests::game(game.id);
        let cards = tests::cards(&data);
        let symbols = Symbols::new(&data, &cards);
        let effects = |card| CardSource::effects(card).map(move |(_, effect)| (card, effect));
        for (card, effect) in cards.iter().map(AsRef::as_ref).flat_map(effects) {
            let bearer = Bearer::of(card, &data);
            taken::all();
            let (_, found) = super::compile(effect.text(), &bearer, &symbols);
            assert!(found.is_empty(), "{}", effect.text());
            let taken = taken::all();
            for line in lines::lines(effect.text()).into_iter().filter(is_plain) {
                let pieces = std::iter::once((Rule::line, line.text))
                    .chain(line.modes.iter().map(|mode| (Rule::mode_line, mode.text)));
                for (rule, piece) in pieces {
                    // What was lowered is one of the ways to read the piece.
                    let reader = Reader::new(&data.templates, None);
                    let readers = std::iter::once(reader).chain(reader.of_phrases(piece));
                    let not_read = readers.map(|reader| {
                        let tree = reader.tree(rule, piece).expect("a text that compiles");
                        let mut lost = BTreeSet::new();
                        unread(rule, tree.nodes(piece, 0), &taken, &mut nodes, &mut lost);
                        lost
                    });
                    let least = not_read.min_by_key(BTreeSet::len);
                    lost.extend(least.unwrap_or_default());
                }
            }
        }
    }
    assert!(nodes > 5_000, "the shipped cards have texts");
    assert!(lost.is_empty(), "not read: {lost:#?}");
}

/// Collects the nodes that lowering did not read, except those inside nodes of [`READ_AS_TEXT`].
fn unread(
    within: Rule,
    inner: Nodes<'_>,
    taken: &crate::collections::HashSet<(Rule, usize, usize)>,
    count: &mut usize,
    lost: &mut BTreeSet<String>,
) {
    for node in inner {
        if node.as_rule() == Rule::EOI {
            continue;
        }
        *count += 1;
        let text = node.as_str().trim();
        let whole = COMPARED.contains(&text) || is_payment(text);
        if !taken.contains(&taken::place(&node)) {
            if whole && (within == Rule::np || node.as_rule() == Rule::np) {
                continue;
            }
            lost.insert(format!(
                "{:?} in {within:?}: {}",
                node.as_rule(),
                node.as_str()
            ));
        } else if !READ_AS_TEXT.contains(&node.as_rule()) {
            unread(node.as_rule(), node.into_inner(), taken, count, lost);
        }
    }
}

/// Tests that parsing a line in pieces gives the same tree as parsing it as a whole, for every line of the tables of
/// texts, valid or faulty, and for pairs of these lines.
#[test]
fn pieces_are_what_the_grammar_reads() {
    let tables = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let files = WalkDir::new(tables).sort_by_file_name().into_iter();
    let files = files.filter_map(|file| fs::read_to_string(file.ok()?.path()).ok());
    let mut lines = Vec::new();
    for text in files {
        let of_file = text
            .lines()
            .map(|line| line.trim_matches([' ', '-', '|', '"']));
        lines.extend(of_file.filter(|line| line.len() < 300).map(str::to_owned));
    }
    let plain = game::Phrases::default();
    let readable = |line: &&String| Reader::new(&plain, None).pieces(line).is_some();
    let read: Vec<&String> = lines.iter().filter(readable).collect();
    let mut after = read.iter().cycle().skip(7);
    let pairs = read.iter().flat_map(|line| {
        let others = after.by_ref().take(16);
        let both = others.map(|other| format!("{line} {other}"));
        both.collect::<Vec<_>>()
    });
    let pairs: Vec<String> = pairs.collect();
    // Cached pieces are reused for all lines with the same form.
    let known = SentenceCache::default();
    // Card names can contain text that looks like a trait or a single asterisk.
    let odd = [
        "Deal 2 damage to \"Rat *a\" or \"Rat *b\".",
        "Deal 2 damage to \"*Rat* * a*b\". Deal 13 damage to an enemy *living* unit.",
        "Deal 2 damage to an enemy *frost-born* or *living dead* unit.",
    ]
    .map(str::to_owned);
    for line in &odd {
        assert!(Reader::new(&plain, None).pieces(line).is_some(), "{line}");
    }
    let mut several = 0;
    for line in odd.iter().chain(&lines).chain(&pairs) {
        let Some(pieces) = Reader::new(&plain, Some(&known)).pieces(line) else {
            continue;
        };
        let whole = Tree::read(Rule::line, line);
        let whole = whole.unwrap_or_else(|_| panic!("not a line: {line}"));
        let form = NormalizedSentence::of(line);
        let of_form = Tree::read(Rule::line, &form.text).ok();
        let of_form = of_form.map(|tree| form.in_piece(&Arc::new(tree)));
        assert_eq!(of_form.as_deref(), Some(&whole), "{line}");
        let flat = |node: syntax::Node<'_>| {
            let nodes = std::iter::once(node).chain(node.within());
            let told = |node: syntax::Node<'_>| {
                (node.as_rule(), node.start(), node.as_str().trim_end().len())
            };
            nodes.map(told).collect::<Vec<_>>()
        };
        let by_pieces: Vec<_> = pieces.nodes(line).map(flat).collect();
        let whole = whole
            .nodes(line, 0)
            .filter(|node| node.as_rule() != Rule::EOI);
        assert_eq!(by_pieces, whole.map(flat).collect::<Vec<_>>(), "{line}");
        several += usize::from(by_pieces.len() > 1);
    }
    assert!(several > 5_000, "the tables have texts: {several}");
}

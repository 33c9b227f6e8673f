//! Every text has one reading: where the grammar alone is ambiguous, a rule decides.
//!
//! A PEG parser takes the first alternative that matches and does not report the others. This test therefore
//! interprets the grammar differently: it tries every alternative, every option and every number of repetitions, and
//! finds all trees of a text. Where two trees differ, the position is described by the rules involved, which must be
//! in the list of decided ambiguities.

use std::collections::{BTreeMap, HashMap};

use pest_meta::ast::{Expr, Rule, RuleType};

use crate::support::table::examples;
use crate::support::world::card_game;

/// All trees of a text. A node is the index of its contents in `nodes`.
struct Forest<'g> {
    grammar: &'g HashMap<String, Rule>,
    text: &'g str,
    nodes: Vec<Node>,
    known: HashMap<Node, usize>,
    read: HashMap<(&'g str, usize), Vec<Piece>>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Node {
    rule: String,
    start: usize,
    end: usize,
    kids: Vec<usize>,
}

/// A way to parse a piece of the text: its end and its nodes.
type Piece = (usize, Vec<usize>);

/// Maximum number of ways followed for one piece.
const MOST: usize = 48;

impl<'g> Forest<'g> {
    fn node(&mut self, node: Node) -> usize {
        if let Some(id) = self.known.get(&node) {
            return *id;
        }
        self.nodes.push(node.clone());
        self.known.insert(node, self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    fn rule(&mut self, name: &'g str, at: usize) -> Vec<Piece> {
        let rest = &self.text[at..];
        match name {
            "SOI" => return if at == 0 { vec![(at, vec![])] } else { vec![] },
            "EOI" => {
                return if rest.is_empty() {
                    vec![(at, vec![])]
                } else {
                    vec![]
                };
            }
            "ANY" | "LETTER" | "ASCII_DIGIT" => {
                let fits = |c: &char| match name {
                    "LETTER" => c.is_alphabetic(),
                    "ASCII_DIGIT" => c.is_ascii_digit(),
                    _ => true,
                };
                let end = rest.chars().next().filter(fits);
                return end
                    .map(|c| (at + c.len_utf8(), vec![]))
                    .into_iter()
                    .collect();
            }
            _ => {}
        }
        if let Some(known) = self.read.get(&(name, at)) {
            return known.clone();
        }
        // Left recursion, which the grammar does not have, would find nothing here.
        self.read.insert((name, at), Vec::new());
        let grammar = self.grammar;
        let rule = grammar
            .get(name)
            .unwrap_or_else(|| panic!("no rule {name}"));
        // White space, words and quoted texts are as long as possible.
        let whole = matches!(rule.ty, RuleType::Atomic) || matches!(name, "ws" | "eow");
        let mut pieces = self.expr(&rule.expr, at);
        if whole {
            pieces.sort_by_key(|(end, _)| *end);
            pieces = pieces.pop().into_iter().collect();
        }
        if rule.ty != RuleType::Silent {
            pieces = pieces
                .into_iter()
                // A phrase without a word has no meaning.
                .filter(|(end, _)| *end > at || name == "EOI")
                .map(|(end, kids)| {
                    let node = self.node(Node {
                        rule: name.to_owned(),
                        start: at,
                        end,
                        kids,
                    });
                    (end, vec![node])
                })
                .collect();
        }
        tidy(&mut pieces);
        self.read.insert((name, at), pieces.clone());
        pieces
    }

    fn expr(&mut self, expr: &'g Expr, at: usize) -> Vec<Piece> {
        let rest = &self.text[at..];
        let mut pieces = match expr {
            Expr::Str(word) => match rest.starts_with(word.as_str()) {
                true => vec![(at + word.len(), vec![])],
                false => vec![],
            },
            Expr::Insens(word) => match rest.get(..word.len()) {
                Some(start) if start.eq_ignore_ascii_case(word) => vec![(at + word.len(), vec![])],
                _ => vec![],
            },
            Expr::Range(from, to) => match rest.chars().next() {
                Some(c) if (from.as_str()..=to.as_str()).contains(&c.to_string().as_str()) => {
                    vec![(at + c.len_utf8(), vec![])]
                }
                _ => vec![],
            },
            Expr::Ident(name) => self.rule(name, at),
            Expr::PosPred(inner) => match self.expr(inner, at).is_empty() {
                true => vec![],
                false => vec![(at, vec![])],
            },
            Expr::NegPred(inner) => match self.expr(inner, at).is_empty() {
                true => vec![(at, vec![])],
                false => vec![],
            },
            Expr::Seq(first, second) => {
                let first = self.expr(first, at);
                self.then(first, second)
            }
            Expr::Choice(first, second) => {
                let mut pieces = self.expr(first, at);
                pieces.extend(self.expr(second, at));
                pieces
            }
            // A sentence without its full stop is an error, except after a granted text.
            Expr::Opt(inner) if matches!(&**inner, Expr::Ident(name) if name == "full_stop") => {
                let mut pieces = self.expr(inner, at);
                if self.text[..at].ends_with(']') {
                    pieces.push((at, vec![]));
                }
                pieces
            }
            Expr::Opt(inner) => {
                let mut pieces = self.expr(inner, at);
                pieces.push((at, vec![]));
                pieces
            }
            Expr::Rep(inner) => self.repeated(vec![(at, vec![])], inner),
            Expr::RepOnce(inner) => {
                let once = self.expr(inner, at);
                self.repeated(once, inner)
            }
            other => panic!("the grammar has {other:?}, which is not read here"),
        };
        tidy(&mut pieces);
        pieces
    }

    fn then(&mut self, first: Vec<Piece>, second: &'g Expr) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for (end, kids) in first {
            for (end, more) in self.expr(second, end) {
                pieces.push((end, [kids.clone(), more].concat()));
            }
        }
        pieces
    }

    fn repeated(&mut self, first: Vec<Piece>, inner: &'g Expr) -> Vec<Piece> {
        let mut all = first.clone();
        let mut last = first;
        while !last.is_empty() {
            let longer = self.then(last.clone(), inner);
            last = longer
                .into_iter()
                .filter(|piece| !all.contains(piece))
                .collect();
            all.extend(last.iter().cloned());
        }
        all
    }

    /// A difference of two trees: the rule in which it occurs, and the children on either side.
    fn parting(&self, a: usize, b: usize) -> String {
        let (one, two) = (&self.nodes[a], &self.nodes[b]);
        if one.rule != two.rule || one.end != two.end {
            return format!("{} or {}", self.what(a), self.what(b));
        }
        let first = (0..)
            .find(|i| one.kids.get(*i) != two.kids.get(*i))
            .expect("different trees differ");
        match (one.kids.get(first), two.kids.get(first)) {
            (Some(a), Some(b)) if self.nodes[*a].rule == self.nodes[*b].rule => {
                match self.nodes[*a].end == self.nodes[*b].end {
                    true => self.parting(*a, *b),
                    // One node is longer: compare its end with what follows the other.
                    false => {
                        let (long, short) = match self.nodes[*a].end > self.nodes[*b].end {
                            true => (*a, *b),
                            false => (*b, *a),
                        };
                        let end = self.nodes[short].end;
                        format!("{}: {}", one.rule, self.beyond(long, end))
                    }
                }
            }
            (a, b) => {
                let mut both = [a, b].map(|kid| match kid {
                    Some(kid) => self.nodes[*kid].rule.clone(),
                    None => "nothing".to_owned(),
                });
                both.sort();
                format!("{}: {}", one.rule, both.join(" or "))
            }
        }
    }

    /// Returns the node of a tree that starts where another tree ends.
    fn beyond(&self, id: usize, end: usize) -> String {
        let node = &self.nodes[id];
        for kid in &node.kids {
            let inner = &self.nodes[*kid];
            if inner.start >= end {
                return format!("{} in {} or outside", inner.rule, node.rule);
            }
            if inner.end > end {
                return self.beyond(*kid, end);
            }
        }
        format!("{} longer or shorter", node.rule)
    }

    fn what(&self, id: usize) -> String {
        self.nodes[id].rule.clone()
    }
}

/// Removes duplicates, sorts the ways, and limits their number.
fn tidy(pieces: &mut Vec<Piece>) {
    pieces.sort();
    pieces.dedup();
    if pieces.len() > MOST {
        // Keep some ways for each end, so that none is lost.
        let mut kept: BTreeMap<usize, usize> = BTreeMap::new();
        pieces.retain(|(end, _)| {
            let count = kept.entry(*end).or_default();
            *count += 1;
            *count <= 4
        });
    }
}

/// The decided ambiguities, each with the rule that decides it.
const DECIDED: &[(&str, &str)] = &[
    ("np: of_pile or top_cards", "a zone is no pile on the map"),
    // The periods of the rules come before those of the vocabulary.
    (
        "delay_lead: nothing or period_name",
        "a period of the rules",
    ),
    ("limit_lead: l_game or period_name", "a period of the rules"),
    (
        "limit_lead: l_round or period_name",
        "a period of the rules",
    ),
    (
        "moment_lead: nothing or period_name",
        "a period of the rules",
    ),
    (
        "span_name: period_name or span_of_rules",
        "a period of the rules",
    ),
    // A modifier belongs to the nearest noun on its left.
    (
        "selection: controlled in selection_in or outside",
        "the nearest noun",
    ),
    (
        "selection: p_within in selection_in or outside",
        "the nearest noun",
    ),
    (
        "selection: p_beyond in selection_in or outside",
        "the nearest noun",
    ),
    (
        "selection: s_token in selection_in or outside",
        "the nearest noun",
    ),
    (
        "selection: in_zone or p_row",
        "a row is not a zone of cards",
    ),
    // A word of the language is not a name of the game: it is reserved or looked up first.
    ("clause: v_place or v_place_marks", "`mark` is not a card"),
    ("clause: v_place or v_place_tokens", "`token` is not a card"),
    ("event: e_mark_placed or subject", "`mark` is not a card"),
    (
        "condition: c_about or c_done",
        "a number of things is counted",
    ),
    (
        "has_what: attribute_compare or has_damage",
        "damage is not a printed number",
    ),
    ("clause: bound in lost or outside", "the nearest number"),
    (
        "clause: computed in change or outside",
        "the nearest number",
    ),
    (
        "clause: for_each in n_each or outside",
        "the nearest number",
    ),
    (
        "clause: v_remove_card or v_remove_damage",
        "damage is not a card",
    ),
    (
        "clause: v_remove_card or v_remove_marks",
        "`mark` is not a card",
    ),
    (
        "clause: v_remove_card or v_remove_tokens",
        "`token` is not a card",
    ),
    (
        "is_what: np_or_traits or s_damaged_word",
        "`damaged` is not a noun",
    ),
    ("is_what: np_or_traits or s_spent", "`spent` is not a noun"),
    (
        "np: reference or selection",
        "`your hero`, `the target`, `this unit` are known",
    ),
    ("np_in: reference or selection_in", "the same"),
    ("np_off: reference or selection_off", "the same"),
    (
        "np: selection or top_cards",
        "`the top card` is not a kind of card",
    ),
    (
        "selection: noun or pre",
        "`next` and `vacant` are not part of a noun",
    ),
    ("selection: noun or q_x", "X is a number"),
    (
        "selection: s_damage or s_number",
        "damage is not a printed number",
    ),
    ("value: n_number or n_tokens", "`token` is not a card"),
    ("subject: np or player", "`your opponent` is a player"),
    (
        "selection: s_number or s_token",
        "tokens are not a printed number",
    ),
    // Both trees have the same meaning.
    (
        "for_each: each_count or each_of_thing",
        "tokens on a card, counted either way",
    ),
    (
        "row_name: nothing or word",
        "`first` is the name of a row, as a keyword or as a word",
    ),
    (
        "selection: p_behind or p_on",
        "`on the space behind it` means `behind it`",
    ),
    (
        "sentence: time_lead or while_lead",
        "a time before the main clause applies to it, like `While`",
    ),
];

/// Texts that attach something to one of two nouns, in addition to those of the language reference.
const ATTACHED: &[&str] = &[
    "Deal 1 damage to each unit adjacent to a friendly unit within range 3 of your hero.",
    "Deal 1 damage to each unit within range 2 of a friendly unit with a size token.",
    "Deal 1 damage to each unit adjacent to a friendly unit (excluding *undead* units).",
];

fn grammar() -> HashMap<String, Rule> {
    let pairs = pest_meta::parser::parse(
        pest_meta::parser::Rule::grammar_rules,
        cardwright::effect::GRAMMAR,
    )
    .expect("the grammar");
    pest_meta::parser::consume_rules(pairs)
        .expect("the grammar's rules")
        .into_iter()
        .map(|rule| (rule.name.clone(), rule))
        .collect()
}

#[test]
fn every_ambiguous_parse_is_resolved_by_a_rule() {
    let grammar = grammar();
    let world = card_game();
    let shipped = world
        .cards()
        .filter_map(|card| card.effect.as_ref())
        .map(|effect| effect.text().trim().to_owned());
    let texts: Vec<String> = examples()
        .into_iter()
        .map(|example| example.text)
        .chain(shipped)
        .chain(ATTACHED.iter().map(|text| (*text).to_owned()))
        .collect();
    let mut places: BTreeMap<String, String> = BTreeMap::new();
    for line in texts.iter().flat_map(|text| text.lines()) {
        let rule = match line.starts_with('-') {
            true => "mode_line",
            false => "line",
        };
        let mut forest = Forest {
            grammar: &grammar,
            text: line,
            nodes: Vec::new(),
            known: HashMap::new(),
            read: HashMap::new(),
        };
        let trees: Vec<usize> = forest
            .rule(rule, 0)
            .into_iter()
            .filter(|(end, _)| *end == line.len())
            .flat_map(|(_, kids)| kids)
            .collect();
        assert!(!trees.is_empty(), "no tree for {line}");
        for other in &trees[1..] {
            let place = forest.parting(trees[0], *other);
            places.entry(place).or_insert_with(|| line.to_owned());
        }
    }
    let open: Vec<String> = places
        .iter()
        .filter(|(place, _)| !DECIDED.iter().any(|(known, _)| known == place))
        .map(|(place, text)| format!("{place}\n    {text}"))
        .collect();
    assert!(open.is_empty(), "not decided:\n{}", open.join("\n"));
    let gone: Vec<&str> = DECIDED
        .iter()
        .map(|(place, _)| *place)
        .filter(|place| !places.contains_key(*place))
        .collect();
    assert!(gone.is_empty(), "no text has these: {gone:#?}");
}

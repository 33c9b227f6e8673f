//! The lookahead sets in the grammar (`&(^"deal" | …) ~ (v_deal | …)`) are complete. A rule whose first word is
//! missing from a set would be unreachable, and no parse would report it.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use pest_meta::ast::{Expr, Rule, RuleType};

struct Grammar {
    rules: HashMap<String, Rule>,
}

#[test]
fn lookahead_lists_every_first_word() {
    let pairs = pest_meta::parser::parse(
        pest_meta::parser::Rule::grammar_rules,
        cardwright::effect::GRAMMAR,
    )
    .expect("a valid grammar");
    let rules = pest_meta::parser::consume_rules(pairs).expect("the grammar is sound");
    let grammar = Grammar {
        rules: rules.into_iter().map(|r| (r.name.clone(), r)).collect(),
    };
    let mut looks = 0;
    let mut wrong = Vec::new();
    for rule in grammar.rules.values() {
        grammar.choices(&rule.expr, &mut |alternatives| {
            // An alternative may lack a word that another one has: `reduce` and `damage` are in two.
            let mut seen: BTreeMap<String, (BTreeSet<String>, BTreeSet<String>)> = BTreeMap::new();
            for alternative in alternatives {
                let Some((look, behind)) = look(alternative) else {
                    continue;
                };
                looks += 1;
                let mut words = BTreeSet::new();
                grammar.first(look, &mut words);
                for part in grammar.parts(behind) {
                    let (first, known) = seen.entry(format!("{part:?}")).or_default();
                    grammar.first(part, first);
                    known.extend(words.iter().cloned());
                }
            }
            for (part, (first, known)) in seen {
                for word in first.iter().filter(|word| !is_in(word, &known)) {
                    wrong.push(format!("{}: `{word}` does not lead to {part}", rule.name));
                }
            }
        });
    }
    assert!(looks > 20, "the grammar has {looks} looks at first words");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the lookahead at the start of a sequence, if it checks single words, and the rest of the sequence.
fn look(expr: &Expr) -> Option<(&Expr, &Expr)> {
    let Expr::Seq(first, behind) = expr else {
        return None;
    };
    match &**first {
        Expr::PosPred(look) if !matches!(**look, Expr::Seq(..)) => Some((look, behind)),
        _ => None,
    }
}

/// Returns whether a lookahead accepts a first word.
fn is_in(word: &str, looked_at: &BTreeSet<String>) -> bool {
    looked_at.iter().any(|known| {
        word.starts_with(known.as_str())
            || known.split_once("..").is_some_and(|(from, to)| {
                let first = &word[..1];
                from <= first && first <= to
            })
    })
}

impl Grammar {
    /// Calls a function for the alternatives of every nested choice; an expression that is not a choice is a single
    /// alternative.
    fn choices(&self, expr: &Expr, with: &mut impl FnMut(&[&Expr])) {
        let alternatives = alternatives(expr);
        with(&alternatives);
        for alternative in alternatives {
            match alternative {
                Expr::Seq(first, second) => {
                    self.choices(first, with);
                    self.choices(second, with);
                }
                Expr::Opt(inner)
                | Expr::Rep(inner)
                | Expr::RepOnce(inner)
                | Expr::PosPred(inner)
                | Expr::NegPred(inner) => self.choices(inner, with),
                _ => {}
            }
        }
    }

    /// Returns the rules and other expressions possible at this position, through silent rules.
    fn parts<'e>(&'e self, expr: &'e Expr) -> Vec<&'e Expr> {
        alternatives(expr)
            .into_iter()
            .flat_map(|part| match part {
                Expr::Ident(name) => match self.rules.get(name) {
                    Some(rule)
                        if rule.ty == RuleType::Silent && matches!(rule.expr, Expr::Choice(..)) =>
                    {
                        self.parts(&rule.expr)
                    }
                    _ => vec![part],
                },
                _ => vec![part],
            })
            .collect()
    }

    /// Collects the first words of an expression. Returns whether it can be empty.
    fn first(&self, expr: &Expr, words: &mut BTreeSet<String>) -> bool {
        match expr {
            Expr::Str(word) | Expr::Insens(word) => {
                words.insert(word.to_lowercase());
                false
            }
            Expr::Range(from, to) => {
                words.insert(format!("{from}..{to}").to_lowercase());
                false
            }
            Expr::Ident(name) => match self.rules.get(name) {
                Some(rule) => self.first(&rule.expr, words),
                None if name == "ASCII_DIGIT" => {
                    words.insert("0..9".to_owned());
                    false
                }
                None => {
                    words.insert(name.clone());
                    false
                }
            },
            Expr::Seq(first, second) => self.first(first, words) && self.first(second, words),
            Expr::Choice(first, second) => self.first(first, words) | self.first(second, words),
            Expr::RepOnce(inner) => self.first(inner, words),
            Expr::Opt(inner) | Expr::Rep(inner) => {
                self.first(inner, words);
                true
            }
            Expr::PosPred(_) | Expr::NegPred(_) => true,
            other => panic!("the grammar has {other:?}, which is not read here"),
        }
    }
}

fn alternatives(expr: &Expr) -> Vec<&Expr> {
    match expr {
        Expr::Choice(first, second) => [alternatives(first), alternatives(second)].concat(),
        other => vec![other],
    }
}

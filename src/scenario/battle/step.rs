//! Reads what stacks and sides do in a battle.

use cardwright_play::rules::battle as battle_rules;

use super::BattleDeed;
use crate::scenario::phrase::Phrase;
use crate::scenario::reader::Reader;
use crate::scenario::{At, Name};

/// The forms of a step of a battle, for messages.
pub(in crate::scenario) const FORMS: &str = "write `A attacks c`, `A attacks c, swat 2`, `A supports B`, `A swarms`, `A protects`, \
     `A casts`, `A casts CARD at c`, `A changes its line`, `A gives CARD to B`, `A: nothing`, `phase 4`, \
     `end of round`, `next round`, `withdraw` or `surrender`";

impl Reader<'_, '_> {
    /// Reads a step of a battle; `None` if the words are none.
    pub fn battle_deed(&mut self, words: Phrase<'_>) -> Option<BattleDeed> {
        for (known, deed) in [
            ("end of round", BattleDeed::EndOfRound),
            ("end of the round", BattleDeed::EndOfRound),
            ("withdraw", BattleDeed::Withdraw),
            ("withdraws", BattleDeed::Withdraw),
            ("surrender", BattleDeed::Surrender),
            ("surrenders", BattleDeed::Surrender),
        ] {
            if words.is(known) {
                return Some(deed);
            }
        }
        if let Some(phase) = words.after("phase") {
            return phase.text.parse().ok().map(BattleDeed::Phase);
        }
        for verb in ["attacks", "attack"] {
            if let Some((by, rest)) = words.around(verb) {
                return self.attack_of(by, rest);
            }
        }
        for verb in ["supports", "support"] {
            if let Some((by, to)) = words.around(verb) {
                let (by, to) = (self.name(by)?, self.name(to)?);
                return Some(BattleDeed::Support { by, to });
            }
        }
        if let Some((by, rest)) = words.around("casts") {
            let by = self.name(by)?;
            let (card, at) = match rest.after("at") {
                Some(at) => (None, Some(at)),
                None => match rest.around("at") {
                    Some((card, at)) => (Some(card), Some(at)),
                    None => (Some(rest), None),
                },
            };
            return self.cast_of(by, card, at);
        }
        for (verb, takes, word) in [("gives", false, "to"), ("takes", true, "from")] {
            if let Some((by, rest)) = words.around(verb)
                && let Some((cards, to)) = rest.around(word)
            {
                let by = self.name(by)?;
                let mut named = Vec::new();
                for card in self.names_in(cards) {
                    let (count, card) = card.counted();
                    let name = self.name(card)?;
                    for _ in 0..count.unwrap_or(1).min(50) {
                        named.push(At {
                            is: name.is.clone(),
                            at: name.at,
                        });
                    }
                }
                let to = self.name(to)?;
                return Some(BattleDeed::Give {
                    by,
                    cards: named,
                    to,
                    takes,
                });
            }
        }
        // The only words before the verb are the letter.
        type Make = fn(At<Name>) -> BattleDeed;
        let after: [(&str, Make); 9] = [
            ("swarms", BattleDeed::Swarm),
            ("swarm", BattleDeed::Swarm),
            ("protects", BattleDeed::Protect),
            ("protect", BattleDeed::Protect),
            ("does nothing", BattleDeed::Nothing),
            ("changes its line", BattleDeed::Line),
            ("comes up", BattleDeed::Line),
            ("casts", |by| BattleDeed::Cast {
                by,
                card: None,
                at: Vec::new(),
            }),
            ("cast", |by| BattleDeed::Cast {
                by,
                card: None,
                at: Vec::new(),
            }),
        ];
        for (verb, make) in after {
            if let Some(by) = words.before(verb).filter(|by| !by.text.is_empty()) {
                return self.name(by).map(make);
            }
        }
        // `h to the melee line`
        if let Some((by, line)) = words.around("to the")
            && let Some(row) = line.before("line")
            && self.row(row).is_some()
        {
            return self.name(by).map(BattleDeed::Line);
        }
        None
    }

    /// `c with ranged, swat 2`, `c and d`.
    fn attack_of(&mut self, by: Phrase<'_>, rest: Phrase<'_>) -> Option<BattleDeed> {
        let by = self.name(by)?;
        let mut kind = None;
        let mut targets = Vec::new();
        let mut swat = Vec::new();
        for part in self.names_in(rest) {
            if let Some(count) = part.after("swat") {
                match count.text.parse() {
                    Ok(count) => swat.push(count),
                    Err(_) => {
                        let help = "write for example `swat 2`".to_owned();
                        self.unreadable(part, "number of cards", help);
                        return None;
                    }
                }
                continue;
            }
            let (names, with) = match part.around("with") {
                Some((names, with)) => (names, Some(with)),
                None => (part, None),
            };
            if let Some(with) = with {
                kind = Some(self.attack_kind(with)?);
            }
            let mut left = names;
            while let Some((first, more)) = left.around("and") {
                targets.push(self.target(first)?);
                left = more;
            }
            targets.push(self.target(left)?);
        }
        Some(BattleDeed::Attack {
            by,
            targets,
            kind,
            swat,
        })
    }

    /// A stack, or the walls.
    fn target(&mut self, words: Phrase<'_>) -> Option<At<Name>> {
        if words.is("walls") || words.is("the walls") {
            return Some(At {
                is: Name::Walls,
                at: words.span(),
            });
        }
        self.name(words)
    }

    fn attack_kind(&mut self, words: Phrase<'_>) -> Option<u8> {
        let table = self.lexicon.table;
        let bare = words.before("attack").unwrap_or(words);
        let kinds = (0..u8::MAX).map_while(|kind| Some((kind, table.attack_kind(kind)?)));
        let known: Vec<(u8, String)> = kinds
            .map(|(kind, id)| (kind, self.lexicon.name(battle_rules::KINDS, id)))
            .collect();
        let found = known.iter().find(|(_, name)| bare.is(name));
        if found.is_none() {
            let names = crate::diagnostic::prose::ticked(known.iter().map(|(_, name)| name));
            let help = format!("write {}", crate::diagnostic::prose::or(names));
            self.unreadable(words, "kind of attack", help);
        }
        found.map(|(kind, _)| *kind)
    }

    fn cast_of(
        &mut self,
        by: At<Name>,
        card: Option<Phrase<'_>>,
        at: Option<Phrase<'_>>,
    ) -> Option<BattleDeed> {
        let card = match card {
            Some(card) => Some(self.name(card)?),
            None => None,
        };
        let mut targets = Vec::new();
        for target in at.map_or(Vec::new(), |at| self.names_in(at)) {
            targets.push(self.name(target)?);
        }
        Some(BattleDeed::Cast {
            by,
            card,
            at: targets,
        })
    }
}

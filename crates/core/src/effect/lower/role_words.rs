//! Looks up the game's words for types and tokens with a role, for use in messages.
//!
//! Messages contain placeholders for types, such as `‹leader›`. [`fill`] replaces them after a line is lowered.

use super::ctx::LowerCtx;
use super::noun::article;
use crate::diagnostic::{Diagnostic, Place, prose};
use crate::effect::letter_case;
use crate::game::{CardType, Game, TermRole};

impl<'a> LowerCtx<'a> {
    /// Returns the game's word for damage.
    pub fn damage_word(&self) -> &'a str {
        self.env.symbols.game.name_with(TermRole::Damage)
    }

    /// Returns the game's word for size.
    pub fn size_word(&self) -> &'a str {
        self.env.symbols.game.name_with(TermRole::Size)
    }

    /// Returns the game's word for the card that each player has exactly one of.
    pub fn leader_word(&self) -> &'a str {
        let leader = self.env.symbols.game.leader();
        leader.map_or("card", |leader| leader.name.as_str())
    }

    /// Returns the game's word for the cards that most texts are about.
    pub fn acting_word(&self) -> &'a str {
        let acting = self.env.symbols.game.acting_type();
        acting.map_or("card", |acting| acting.name.as_str())
    }

    /// Returns the game's words for one thing that takes damage, such as `unit or hero`.
    pub fn fighter_words(&self) -> String {
        let damage = self.env.symbols.game.term_with(TermRole::Damage);
        let words = damage.map(|damage| self.types_in_words(&damage.of));
        let words = words.filter(|words| !words.is_empty());
        words.unwrap_or_else(|| "card".to_owned())
    }

    /// Returns the game's words for all things that take damage, such as `units and heroes`.
    pub fn fighters_in_words(&self) -> String {
        let game = self.env.symbols.game;
        let damage = game.term_with(TermRole::Damage);
        let types = damage.into_iter().flat_map(|damage| &damage.of);
        let types = types.filter_map(|id| game.card_types.get(id));
        let words: Vec<&str> = types.map(|one| one.plural.as_str()).collect();
        match words.is_empty() {
            true => "cards".to_owned(),
            false => prose::and(&words),
        }
    }
}

/// Replaces the placeholders in diagnostics: `‹acting›` is the type that most texts are about, `‹leader›` the type of
/// leaders. `‹actings›` is the plural, and `‹Acting›` is capitalised for the start of a sentence.
pub(in crate::effect) fn fill(found: &mut [Diagnostic<Place>], game: &Game) {
    for finding in found {
        let labels = finding.secondary.iter_mut().map(|label| &mut label.message);
        let fixes = finding.fixes.iter_mut().map(|fix| &mut fix.title);
        let texts = [&mut finding.message, &mut finding.primary.message];
        let more = finding.note.iter_mut().chain(&mut finding.help);
        let texts = texts.into_iter().chain(labels).chain(more).chain(fixes);
        for text in texts.filter(|text| text.contains('‹')) {
            *text = filled(text, game);
        }
    }
}

/// Returns a text with its placeholders replaced.
fn filled(text: &str, game: &Game) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, (mark, after))) = rest
        .split_once('‹')
        .and_then(|(before, marked)| Some((before, marked.split_once('›')?)))
    {
        let word = word_of(mark, game);
        // The message has the article `a` before every placeholder, but the word may need `an`.
        let noun = before.strip_suffix("a ");
        match noun.filter(|start| start.ends_with([' ', '`'])) {
            Some(start) => {
                out.push_str(start);
                out.push_str(article(&word));
                out.push(' ');
            }
            None => out.push_str(before),
        }
        out.push_str(&word);
        rest = after;
    }
    out + rest
}

/// Returns the word for a placeholder. An unknown one comes from the author's text and is returned unchanged.
fn word_of(mark: &str, game: &Game) -> String {
    let (acting, leader) = (game.acting_type(), game.leader());
    let name = |of: Option<&CardType>| of.map_or("card", |one| one.name.as_str()).to_owned();
    let plural = |of: Option<&CardType>| of.map_or("cards", |one| one.plural.as_str()).to_owned();
    match mark {
        "acting" => name(acting),
        "actings" => plural(acting),
        "Acting" => letter_case::capitalised(&name(acting)),
        "Actings" => letter_case::capitalised(&plural(acting)),
        "leader" => name(leader),
        "leaders" => plural(leader),
        other => format!("‹{other}›"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::game;

    #[test]
    fn marks_become_words_of_the_game() {
        let game = game("card-game");
        let text = "write `a ‹acting›`, `each ‹leader›` or `‹Actings› …`; ‹no mark›";
        assert_eq!(
            filled(text, &game),
            "write `a unit`, `each hero` or `Units …`; ‹no mark›"
        );
    }
}

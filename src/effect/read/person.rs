//! Verbs of another person: `Your opponent puts …`, where only you can be told to put something.

use super::piece::{Piece, Trial, is_read};
use super::words::{Word, capitalised, is_keyword, plain_words};
use crate::diagnostic::{Code, Diagnostic, Place};
use crate::effect::lists::lists;

/// Finds a command that is said of another player, or of nobody behind `, then`. Nothing is offered in its
/// place: with it another one would act, or nobody would have to.
pub(super) fn other_person(
    piece: &Piece<'_>,
    mut trial: impl FnMut(&str) -> Trial,
) -> Option<Diagnostic<Place>> {
    let all = plain_words(piece.text);
    let (word, verb) = all
        .iter()
        .find_map(|word| Some((word, command(piece, word)?)))?;
    let said = piece.get(word);
    let rest = piece.get(&(word.end..piece.text.len()));
    let before = piece.text.get(..word.start)?.trim_end().to_lowercase();
    let who = lists()
        .other_players
        .iter()
        .copied()
        .find(|who| before.contains(who));
    let may = who
        .map(|who| format!("{} may {verb}{}", capitalised(who), theirs(rest, who)))
        .filter(|may| trial(may) >= Trial::Clean)
        .map(|may| may.trim_end().trim_end_matches('.').to_owned());
    if before.ends_with(", then") {
        let again = who
            .map(|who| format!("{} {said}", capitalised(who)))
            .filter(|again| is_read(&format!("{again}{rest}")))
            .map(|again| {
                format!(
                    "; where {} does both, write it twice: `{again} …`",
                    who.unwrap_or_default()
                )
            });
        let finding = Diagnostic::new(
            Code::TwoReadings,
            piece.at(word),
            format!("it is not said who {said}"),
            "nobody is named before it",
        );
        let yours = format!(
            "write `{verb}` for what you do{}",
            again.unwrap_or_default()
        );
        return Some(finding.help(match may {
            Some(may) => format!("{yours}; what is left to another player is a sentence: `{may}.`"),
            None => yours,
        }));
    }
    // Others do choose, so it is something else that cannot be read.
    let who = who.filter(|who| before.ends_with(who) && verb != "choose")?;
    if is_read(&format!(
        "{} {said}{}",
        capitalised(who),
        theirs(rest, "you")
    )) {
        return None;
    }
    let finding = Diagnostic::new(
        Code::UnreadableSentence,
        piece.at(word),
        format!("the language has no \"{who} {said}\""),
        "only you can be told to do this",
    );
    let yours = format!("write `{}` for what you do", capitalised(&verb));
    Some(finding.help(match may {
        Some(may) => format!("{yours}; where it is left to them, `{may}`"),
        None => yours,
    }))
}

/// The command that a word is of another person: `put` of `puts`, where the rest is a sentence with it.
fn command(piece: &Piece<'_>, word: &Word) -> Option<String> {
    let said = piece.get(word).to_lowercase();
    let rest = piece.get(&(word.end..piece.text.len()));
    let verbs = ["es", "s"]
        .iter()
        .filter_map(|ending| said.strip_suffix(ending));
    let mut verbs = verbs.filter(|verb| is_keyword(verb));
    let rest = theirs(rest, "you");
    let yours = rest.replace(" their ", " your ");
    let reads = |verb: &str, rest: &str| is_read(&format!("{}{rest}", capitalised(verb)));
    let verb = verbs.find(|verb| reads(verb, &rest) || reads(verb, &yours))?;
    Some(verb.to_owned())
}

/// The rest of a sentence with whose things these are.
fn theirs(rest: &str, who: &str) -> String {
    match who {
        "you" => rest.replace("they control", "you control"),
        "your opponent" => rest.replace("they control", "your opponent controls"),
        _ => rest.to_owned(),
    }
}

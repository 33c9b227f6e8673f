//! Reports verbs with the wrong subject: `Your opponent puts …`, where only `you` is possible.

use super::fragment::{Fragment, ParseOutcome, is_read};
use super::words::{Word, plain_words};
use crate::diagnostic::{Code, Diagnostic, Place};
use crate::effect::keywords::is_keyword;
use crate::effect::letter_case::capitalised;
use crate::effect::lists::lists;

/// Reports a command with another player as its subject, or without a subject after `, then`. No fix is offered: a
/// different player would act, or the action would become optional.
pub(super) fn other_person(
    piece: &Fragment<'_>,
    mut trial: impl FnMut(&str) -> ParseOutcome,
) -> Option<Diagnostic<Place>> {
    let all = plain_words(piece.text);
    let (word, verb) = all
        .iter()
        .find_map(|word| Some((word, command(piece, word)?)))?;
    let written = piece.get(word);
    let rest = piece.get(&(word.end..piece.text.len()));
    let before = piece.text.get(..word.start)?.trim_end().to_lowercase();
    let who = lists()
        .other_players
        .iter()
        .copied()
        .find(|who| before.contains(who));
    let may = who
        .map(|who| format!("{} may {verb}{}", capitalised(who), theirs(rest, who)))
        .filter(|may| trial(may) >= ParseOutcome::Clean)
        .map(|may| may.trim_end().trim_end_matches('.').to_owned());
    if before.ends_with(", then") {
        let again = who
            .map(|who| format!("{} {written}", capitalised(who)))
            .filter(|again| is_read(&format!("{again}{rest}")))
            .map(|again| {
                format!(
                    "; if {} does both, repeat it: `{again} …`",
                    who.unwrap_or_default()
                )
            });
        let diagnostic = Diagnostic::new(
            Code::TwoReadings,
            piece.at(word),
            format!("missing subject of `{written}`"),
            "missing subject",
        );
        let yours = format!("write `{verb}` if you do it{}", again.unwrap_or_default());
        return Some(diagnostic.help(match may {
            Some(may) => {
                format!("{yours}; if another player decides, write a separate sentence: `{may}.`")
            }
            None => yours,
        }));
    }
    // `choose` allows other players as the subject, so something else is wrong.
    let who = who.filter(|who| before.ends_with(who) && verb != "choose")?;
    if is_read(&format!(
        "{} {written}{}",
        capitalised(who),
        theirs(rest, "you")
    )) {
        return None;
    }
    let diagnostic = Diagnostic::new(
        Code::UnreadableSentence,
        piece.at(word),
        format!("the language has no sentence \"{who} {written} …\""),
        "only you can do this",
    );
    let yours = format!("write `{}` if you do it", capitalised(&verb));
    Some(diagnostic.help(match may {
        Some(may) => format!("{yours}; if they decide, write `{may}`"),
        None => yours,
    }))
}

/// Returns the command form of a third-person verb, such as `put` for `puts`, if it makes the rest a sentence.
fn command(piece: &Fragment<'_>, word: &Word) -> Option<String> {
    let written = piece.get(word).to_lowercase();
    let rest = piece.get(&(word.end..piece.text.len()));
    let verbs = ["es", "s"]
        .iter()
        .filter_map(|ending| written.strip_suffix(ending));
    let mut verbs = verbs.filter(|verb| is_keyword(verb));
    let rest = theirs(rest, "you");
    let yours = rest.replace(" their ", " your ");
    let reads = |verb: &str, rest: &str| is_read(&format!("{}{rest}", capitalised(verb)));
    let verb = verbs.find(|verb| reads(verb, &rest) || reads(verb, &yours))?;
    Some(verb.to_owned())
}

/// Adapts the possessive clauses in the rest of a sentence to a new subject.
fn theirs(rest: &str, who: &str) -> String {
    match who {
        "you" => rest.replace("they control", "you control"),
        "your opponent" => rest.replace("they control", "your opponent controls"),
        _ => rest.to_owned(),
    }
}

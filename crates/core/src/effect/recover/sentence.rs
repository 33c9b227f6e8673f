//! Explains a sentence that parses, but cannot be lowered. If a change fixes it, the rest is lowered as if the sentence
//! had been fixed, so that one mistake gives one diagnostic.

use super::fragment::{Fragment, ends};
use super::recovery::Recovery;
use crate::diagnostic::{Code, Diagnostic, Fix, Place, Reason, Safety};
use crate::effect::ir::Effect;
use crate::effect::lower::{AbilityBuilder, LowerCtx, Modes};
use crate::effect::parse::lines::Line;
use crate::effect::syntax::{Node, Rule};

/// Maximum number of diagnostics of a sentence whose fixes are tried.
const MAX_TRIED: usize = 4;

impl Recovery<'_> {
    /// Returns the diagnostic of a missing full stop, if that is the only mistake apart from those found.
    pub fn stop_beside(
        self,
        before: &LowerCtx<'_>,
        piece: &Fragment<'_>,
        found: &[Diagnostic<Place>],
    ) -> Option<Diagnostic<Place>> {
        let told = |finding: &Diagnostic<Place>| finding.code == Code::MissingFullStop;
        let ends = ends(piece.text) || ends(&piece.repaired(found)?);
        let missing = !ends && !found.iter().any(told) && self.is_right_with(before, piece, found);
        missing.then(|| before.no_full_stop(piece.base + piece.text.trim_end().len()))
    }

    /// Lowers a sentence. If that fails, searches the whole sentence for the mistake: a misspelt word can cause an
    /// error some words away.
    pub fn sentence(
        self,
        ctx: &mut LowerCtx<'_>,
        node: Node<'_>,
        body: &mut AbilityBuilder,
        modes: &mut Modes<'_>,
    ) -> bool {
        let before = ctx.speculate();
        let known = ctx.sink().mark();
        let (text, start) = (node.as_str().trim_end(), node.start());
        if self.lower(ctx, node, body, modes).is_some() {
            return true;
        }
        body.broken = true;
        let piece = Fragment {
            text,
            base: ctx.base() + start,
            rule: Rule::one_sentence,
            what: "the sentence",
            stop: text.len(),
        };
        // A missing full stop is a separate mistake and does not explain the others.
        let is_stop = |finding: &Diagnostic<Place>| finding.code == Code::MissingFullStop;
        let stop = ctx.sink_mut().remove_first(known, is_stop);
        let Some(first) = ctx.sink().since(known).first() else {
            ctx.sink_mut().extend(stop);
            ctx.enter_recovery();
            return false;
        };
        // End offset of an unknown word whose diagnostic has no fix.
        let unplaced = match (&first.primary.at, first.code) {
            (Place::Text(at), Code::UnknownWord) if first.fixes.is_empty() => {
                Some(at.end.saturating_sub(piece.base))
            }
            _ => None,
        };
        let unknown = unplaced.filter(|_| first.reason == Reason::NotANoun);
        let wording = matches!(first.code, Code::UnknownWord | Code::UnreadableSentence)
            || matches!(
                first.reason,
                Reason::PlayerForCard | Reason::UnjoinableNouns | Reason::UnboundThem
            );
        let no_noun = (first.reason == Reason::MissingNoun)
            .then_some(&first.primary.at)
            .and_then(|at| match at {
                Place::Text(at) => at.start.checked_sub(piece.base),
                Place::File(_) => None,
            });
        let reasons = match self.noun_for(&before, &piece, no_noun, first.clone()) {
            Some(reason) => vec![reason],
            None => {
                let mut trial = |text: &str| self.trial(&before, text, piece.base);
                self.repairer
                    .misread(&piece, unknown, unplaced, wording, &mut trial)
            }
        };
        if reasons.is_empty() {
            self.remove_useless_fixes(ctx, &before, &piece, known);
        } else {
            ctx.sink_mut().truncate(known);
            ctx.sink_mut().extend(reasons);
        }
        let found = ctx.sink().since(known);
        let found = match self.all_in_words(&before, &piece, found) {
            Some(all) => {
                ctx.sink_mut().truncate(known);
                ctx.sink_mut().extend(all.iter().cloned());
                all
            }
            None => found.to_vec(),
        };
        let told = found.iter().any(is_stop);
        let stop = stop.filter(|_| !told);
        let stop = stop.or_else(|| self.stop_beside(&before, &piece, &found));
        let found: Vec<_> = found.into_iter().chain(stop.clone()).collect();
        ctx.sink_mut().extend(stop);
        self.show_nearest(&before, &piece, ctx.sink_mut().since_mut(known));
        self.continue_as_fixed(ctx, before, &piece, &found);
        false
    }

    /// Removes fixes that do not reduce the number of mistakes: the similar word was not intended.
    fn remove_useless_fixes(
        self,
        ctx: &mut LowerCtx<'_>,
        before: &LowerCtx<'_>,
        piece: &Fragment<'_>,
        known: usize,
    ) {
        let tried = |text: &str| self.tried(before, text, piece.base);
        let count = |text: &str| tried(text).map(|found| found.len());
        let Some(all) = count(piece.text) else { return };
        let found = ctx.sink_mut().since_mut(known).iter_mut().take(MAX_TRIED);
        for finding in found {
            let is_help = finding.is_helped_by_fix();
            let help = match finding.code {
                Code::UnknownWord
                | Code::UnquotedName
                | Code::BareTrait
                | Code::UnreadableSentence => None,
                Code::UnknownCard => Some("write the name exactly as on the card"),
                Code::UnknownTrait => Some("give a card this trait, or name a trait of the game"),
                _ => continue,
            };
            let is_of_marks = matches!(finding.code, Code::UnquotedName | Code::BareTrait);
            let mut one = finding.clone();
            let fixes = std::mem::take(&mut finding.fixes);
            let is_choice = fixes.len() > 1;
            let mut clean: Vec<(Fix<Place>, Vec<Effect>)> = Vec::new();
            finding.fixes.extend(fixes.into_iter().filter(|fix| {
                one.fixes = vec![fix.clone()];
                let repaired = piece.repaired(std::slice::from_ref(&one));
                let Some(text) = repaired else { return true };
                let left = tried(&text);
                if is_of_marks && left.as_ref().is_some_and(Vec::is_empty) {
                    let effects = self.valid_effects(before, &text, piece.base);
                    clean.extend(effects.map(|effects| (fix.clone(), effects)));
                }
                // A mistake after a fixed word may be found only now.
                let later = finding.code != Code::UnreadableSentence;
                left.is_some_and(|left| {
                    let new = left.iter().any(|other| is_of(other, fix));
                    left.len() < all || later && !new
                })
            }));
            // Of several marks or nouns, those count that make sense, and each meaning counts once.
            if is_choice && !clean.is_empty() {
                let mut meanings: Vec<Vec<Effect>> = Vec::new();
                clean.retain(|(_, meaning)| {
                    let is_new = !meanings.contains(meaning);
                    meanings.extend(is_new.then(|| meaning.clone()));
                    is_new
                });
                finding.fixes = clean.into_iter().map(|(fix, _)| fix).collect();
                if let [only] = finding.fixes.as_mut_slice() {
                    only.safety = Safety::Safe;
                }
            }
            if is_help {
                let titles: Vec<&str> = finding.fixes.iter().map(|fix| &*fix.title).collect();
                finding.help = match titles.is_empty() {
                    true => help.map(str::to_owned),
                    false => Some(titles.join(", or ")),
                };
            }
        }
    }

    /// Suggests nouns in the diagnostic of a missing noun. Returns `None` if no noun makes the sentence valid.
    fn noun_for(
        self,
        before: &LowerCtx<'_>,
        piece: &Fragment<'_>,
        at: Option<usize>,
        mut finding: Diagnostic<Place>,
    ) -> Option<Diagnostic<Place>> {
        let at = at?;
        let trial = &mut |text: &str| self.trial(before, text, piece.base);
        let nouns = self.repairer.nouns(piece, at, trial);
        let listed: Vec<String> = nouns.iter().map(|noun| format!("`{noun}`")).collect();
        if listed.is_empty() {
            return None;
        }
        finding.help = Some(format!("write {} after it", listed.join(" or ")));
        for noun in nouns {
            finding = finding.fix(
                Safety::Unsafe,
                format!("write `{noun}`"),
                piece.at(&(at..at)),
                format!(" {noun}"),
            );
        }
        Some(finding)
    }

    /// Returns whether two sentences without a full stop between them are one sentence with a misspelt word: `discard a
    /// card ot draw a card`.
    pub fn is_torn(
        self,
        ctx: &mut LowerCtx<'_>,
        sentence: &Node<'_>,
        next: &Node<'_>,
        line: &Line<'_>,
    ) -> bool {
        if sentence.as_str().trim_end().ends_with(['.', ']', ':']) {
            return false;
        }
        let start = sentence.start();
        let Some(text) = line.text.get(start..next.end()) else {
            return false;
        };
        let piece = Fragment {
            text: text.trim_end(),
            base: ctx.base() + start,
            rule: Rule::one_sentence,
            what: "the sentence",
            stop: text.len(),
        };
        let before = ctx.speculate();
        let trial = &mut |text: &str| self.trial(&before, text, piece.base);
        let reasons = self.repairer.misread(&piece, None, None, true, trial);
        if reasons.is_empty() {
            return false;
        }
        self.continue_as_fixed(ctx, before, &piece, &reasons);
        ctx.sink_mut().extend(reasons);
        true
    }
}

/// Returns whether a diagnostic of the fixed text is about the words that the fix inserted.
fn is_of(finding: &Diagnostic<Place>, fix: &Fix<Place>) -> bool {
    let Place::Text(at) = &finding.primary.at else {
        return false;
    };
    // A missing duration is reported at the end of a correct clause, so it is not about the inserted words.
    if finding.code == Code::MissingTime {
        return false;
    }
    fix.edits.iter().any(|edit| match &edit.at {
        Place::Text(place) => at.start <= place.start + edit.text.len() && place.start <= at.end,
        Place::File(_) => false,
    })
}

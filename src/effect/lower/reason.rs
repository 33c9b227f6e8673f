//! Recovery of text that fails to parse: it is lowered piece by piece. If a change fixes a piece, the rest is lowered
//! as if the piece had been fixed, so that one mistake gives one diagnostic.

use std::borrow::Cow;
use std::ops::Range;

use super::ctx::{LowerCtx, Node};
use super::heading::LoweredHeading;
use super::noun::MARKS;
use super::sentence::Modes;
use super::sentence_prefix::AbilityBuilder;
use crate::diagnostic::{Code, Diagnostic, Fix, Place, Reason, Safety, closest};
use crate::effect::ir::Ability;
use crate::effect::recover::{self, Fragment, Line, ParseOutcome};
use crate::effect::syntax::{Rule, Tree};

/// Maximum number of diagnostics of a sentence whose fixes are tried.
const MAX_TRIED: usize = 4;

impl LowerCtx<'_> {
    /// Lowers a line that does not parse as a whole: its heading, then each sentence alone.
    pub fn pieces(&mut self, line: &Line<'_>, range: Range<usize>) -> Option<Ability> {
        let mut body = AbilityBuilder::new();
        body.broken = true;
        if let Some((finding, without)) = recover::decorated(line.text, line.at) {
            self.found.push(finding);
            let line = Line {
                text: &without,
                ..line.clone()
            };
            return self.line(&line);
        }
        let (start, capital) = match self.opening_behind(line.text) {
            Some(opening) => {
                self.found.push(opening.finding);
                let before = self.speculate();
                self.heading_as_mended(before, &opening.heading);
                (opening.rest, true)
            }
            None => (self.heading_of_pieces(line, range), false),
        };
        let rest = line.text.get(start..).unwrap_or_default();
        let rest = match capital {
            true => Cow::Owned(recover::capitalised(rest)),
            false => Cow::Borrowed(rest),
        };
        let base = self.base;
        self.base += start;
        self.piecewise(&rest, &mut body);
        self.base = base;
        if !line.modes.is_empty() {
            self.modes_of(line);
            self.undashed(line);
        }
        None
    }

    /// Lowers the heading of such a line, and returns the offset of its sentences.
    fn heading_of_pieces(&mut self, line: &Line<'_>, range: Range<usize>) -> usize {
        let split = recover::split_heading(line.text, &self.bearer.card_type, self.symbols.game);
        let Some(split) = split else {
            self.default_heading(None, range);
            return 0;
        };
        let known = self.found.len();
        let tree = Tree::read(Rule::one_heading, split.heading).ok();
        let node = tree.as_ref().and_then(|tree| tree.node(split.heading));
        let head = match node {
            Some(node) => self.heading_or_reason(node),
            None => self.unreadable_heading(&split, line.text),
        };
        if head.is_none() {
            self.enter_recovery();
        }
        let behind = line.text.get(split.rest..).unwrap_or_default();
        if behind.trim().is_empty() && self.found.len() == known {
            let finding = self.only_heading(line, range);
            self.found.push(finding);
        }
        split.rest
    }

    fn only_heading(&self, line: &Line<'_>, at: Range<usize>) -> Diagnostic<Place> {
        let help = match line.modes.as_slice() {
            [] => "write what happens after it, on the same line",
            _ => "write `Choose one:` after it; the lines below are then its modes",
        };
        self.finding(
            Code::EmptyText,
            at,
            "this heading has no text",
            "no effect after this",
        )
        .help(help)
    }

    /// Lowers a run of sentences one by one, and reports why each faulty sentence fails to parse.
    pub fn piecewise(&mut self, text: &str, body: &mut AbilityBuilder) {
        let base = self.base;
        for piece in recover::sentences(text) {
            let slice = text.get(piece.clone()).unwrap_or_default();
            self.base = base + piece.start;
            match recover::sentence(slice, self.known) {
                Ok(tree) => {
                    // `Choose one:` in a faulty line has its modes below it.
                    if let Some(sentence) = tree.node(slice) {
                        self.sentence_or_reason(sentence, body, &mut Modes::Assumed);
                    }
                }
                Err(stop) => {
                    let before = self.speculate();
                    let piece = Fragment {
                        text: slice,
                        base: self.base,
                        rule: Rule::one_sentence,
                        what: "the sentence",
                        stop: stop.at,
                    };
                    let found = self
                        .mender
                        .unreadable(&piece, &mut |text| before.trial(text, piece.base));
                    let mut found = before.in_parts(&piece, &found).unwrap_or(found);
                    found.extend(before.stop_beside(&piece, &found));
                    self.as_mended(before.clone(), &piece, &found);
                    self.found.extend(found);
                }
            }
        }
        self.base = base;
        body.broken = true;
    }

    /// Returns the diagnostic of a missing full stop, if that is the only mistake besides those found.
    fn stop_beside(
        &self,
        piece: &Fragment<'_>,
        found: &[Diagnostic<Place>],
    ) -> Option<Diagnostic<Place>> {
        let told = |finding: &Diagnostic<Place>| finding.code == Code::MissingFullStop;
        let ends = recover::ends(piece.text) || recover::ends(&piece.mended(found)?);
        let missing = !ends && !found.iter().any(told) && self.is_right_with(piece, found);
        missing.then(|| self.no_full_stop(piece.base + piece.text.trim_end().len()))
    }

    /// Returns the diagnostic of a full stop that is missing at this offset.
    pub fn no_full_stop(&self, at: usize) -> Diagnostic<Place> {
        let finding = self.finding(
            Code::MissingFullStop,
            at..at,
            "missing full stop",
            "expected `.` here",
        );
        let at = finding.primary.at.clone();
        finding.fix(Safety::Safe, "write a full stop", at, ".")
    }

    /// Lowers a sentence. If that fails, searches the whole sentence for the mistake: the misspelt word can be some
    /// words away from the misread one.
    pub fn sentence_or_reason(
        &mut self,
        node: Node<'_>,
        body: &mut AbilityBuilder,
        modes: &mut Modes<'_>,
    ) -> bool {
        let before = self.speculate();
        let known = self.found.len();
        let (text, start) = (node.as_str().trim_end(), node.start());
        if self.sentence(node, body, modes).is_some() {
            return true;
        }
        body.broken = true;
        let piece = Fragment {
            text,
            base: self.base + start,
            rule: Rule::one_sentence,
            what: "the sentence",
            stop: text.len(),
        };
        // A missing full stop is a separate mistake and does not explain the others.
        let is_stop = |finding: &Diagnostic<Place>| finding.code == Code::MissingFullStop;
        let stop = self.found.iter().skip(known).position(is_stop);
        let stop = stop.map(|at| self.found.remove(known + at));
        let Some(first) = self.found.get(known) else {
            self.found.extend(stop);
            self.enter_recovery();
            return false;
        };
        // End of an unknown word for which there is no better diagnostic.
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
                let mut trial = |text: &str| before.trial(text, piece.base);
                self.mender
                    .misread(&piece, unknown, unplaced, wording, &mut trial)
            }
        };
        if reasons.is_empty() {
            self.leave_out_what_mends_nothing(&before, &piece, known);
        } else {
            self.found.truncate(known);
            self.found.extend(reasons);
        }
        let found = self.found.get(known..).unwrap_or_default();
        let found = match before.all_in_words(&piece, found) {
            Some(all) => {
                self.found.truncate(known);
                self.found.extend(all.iter().cloned());
                all
            }
            None => found.to_vec(),
        };
        let told = found.iter().any(is_stop);
        let stop = stop.filter(|_| !told);
        let stop = stop.or_else(|| before.stop_beside(&piece, &found));
        let found: Vec<_> = found.into_iter().chain(stop.clone()).collect();
        self.found.extend(stop);
        self.as_mended(before, &piece, &found);
        false
    }

    /// Removes fixes that leave as many mistakes as before: the similar word was not intended.
    fn leave_out_what_mends_nothing(&mut self, before: &Self, piece: &Fragment<'_>, known: usize) {
        let count = |text: &str| before.tried(text, piece.base).map(|found| found.len());
        let Some(all) = count(piece.text) else { return };
        let found = self.found.iter_mut().skip(known).take(MAX_TRIED);
        for finding in found {
            let is_help = finding.is_helped_by_fix();
            let help = match finding.code {
                Code::UnknownWord | Code::UnquotedName | Code::BareTrait => MARKS,
                Code::UnknownCard => "write the name exactly as on the card",
                Code::UnknownTrait => "give a card this trait, or name a trait of the game",
                Code::UnreadableSentence => "rephrase it, or write two sentences",
                _ => continue,
            };
            let mut one = finding.clone();
            let fixes = std::mem::take(&mut finding.fixes);
            finding.fixes.extend(fixes.into_iter().filter(|fix| {
                one.fixes = vec![fix.clone()];
                let mended = piece.mended(std::slice::from_ref(&one));
                let Some(text) = mended else { return true };
                let left = before.tried(&text, piece.base);
                // A mistake after a fixed word may be found only now.
                let later = finding.code != Code::UnreadableSentence;
                left.is_some_and(|left| {
                    let new = left.iter().any(|other| is_of(other, fix));
                    left.len() < all || later && !new
                })
            }));
            if is_help {
                let first = finding.fixes.first();
                finding.help = Some(first.map_or(help.to_owned(), |fix| fix.title.clone()));
            }
        }
    }

    /// Adds the nouns that fit to the diagnostic of a missing noun.
    fn noun_for(
        &self,
        before: &Self,
        piece: &Fragment<'_>,
        at: Option<usize>,
        mut finding: Diagnostic<Place>,
    ) -> Option<Diagnostic<Place>> {
        let at = at?;
        let trial = &mut |text: &str| before.trial(text, piece.base);
        let nouns = self.mender.nouns(piece, at, trial);
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
    pub fn is_torn(&mut self, sentence: &Node<'_>, next: &Node<'_>, line: &Line<'_>) -> bool {
        if sentence.as_str().trim_end().ends_with(['.', ']', ':']) {
            return false;
        }
        let start = sentence.start();
        let Some(text) = line.text.get(start..next.end()) else {
            return false;
        };
        let piece = Fragment {
            text: text.trim_end(),
            base: self.base + start,
            rule: Rule::one_sentence,
            what: "the sentence",
            stop: text.len(),
        };
        let before = self.speculate();
        let reasons = self.mender.misread(&piece, None, None, true, &mut |text| {
            before.trial(text, piece.base)
        });
        if reasons.is_empty() {
            return false;
        }
        self.as_mended(before, &piece, &reasons);
        self.found.extend(reasons);
        true
    }

    /// Continues as if the fixes of a sentence's diagnostics were applied.
    fn as_mended(&mut self, mut before: Self, piece: &Fragment<'_>, found: &[Diagnostic<Place>]) {
        let mended = piece.mended(found);
        let mended = mended.as_deref().unwrap_or_default();
        let tree = recover::sentence(mended, self.known).ok();
        if let Some(sentence) = tree.as_ref().and_then(|tree| tree.node(mended)) {
            before.base = piece.base;
            let mut body = AbilityBuilder::new();
            body.broken = true;
            let _ = before.sentence(sentence, &mut body, &mut Modes::Assumed);
            if before.found.is_empty() {
                before.base = self.base;
                for mention in &mut before.mentions {
                    if mention.at.start >= piece.base {
                        mention.at = piece.as_written(mended, &mention.at);
                    }
                }
                before.found = std::mem::take(&mut self.found);
                *self = before;
                return;
            }
        }
        self.enter_recovery();
    }

    /// Lowers a heading. If that fails, searches the whole heading for a misspelt word.
    pub fn heading_or_reason(&mut self, node: Node<'_>) -> Option<LoweredHeading> {
        let known = self.found.len();
        let piece = Fragment {
            text: node.as_str().trim_end(),
            base: self.base + node.start(),
            rule: Rule::one_heading,
            what: "the heading",
            stop: 0,
        };
        let head = self.heading(node);
        if head.is_some() {
            return head;
        }
        // A heading begins its line, so nothing precedes it.
        let before = self.fresh();
        let first = self.found.get(known)?;
        if first.code != Code::UnknownHeading {
            let reasons = self.mender.misread(&piece, None, None, false, &mut |text| {
                before.trial_of_heading(text)
            });
            if !reasons.is_empty() {
                self.found.truncate(known);
                self.found.extend(reasons);
            }
        }
        let all = self.found.get(known..)?;
        let found = all.first()?;
        // A different heading is only a guess, so the text below it is not lowered as if the guess were right.
        if matches!(found.code, Code::HeadingNotOfType | Code::MissingHeading) {
            return None;
        }
        let headings = self.symbols.game.headings.values();
        let said = piece.text.trim_end_matches(':');
        if found.code == Code::UnknownHeading
            && closest(said, headings.map(|heading| heading.name.as_str())).is_none()
        {
            return None;
        }
        let mended = piece.mended(all)?;
        self.heading_as_mended(before, &mended)
    }

    /// Reports a heading that fails to parse.
    fn unreadable_heading(
        &mut self,
        split: &recover::Split<'_>,
        line: &str,
    ) -> Option<LoweredHeading> {
        let at = self.base..self.base + split.heading.trim_end().len();
        if let Some(finding) = self.two_headings(split.heading, at) {
            self.found.push(finding);
            return None;
        }
        let before = self.speculate();
        let found = recover::unreadable_heading(split, line, self.base, self.mender, &mut |text| {
            before.trial_of_heading(text)
        });
        let piece = Fragment {
            text: split.heading,
            base: self.base,
            rule: Rule::one_heading,
            what: "the heading",
            stop: 0,
        };
        let mended = if split.no_colon.is_some() {
            Some(format!("{}:", split.heading))
        } else {
            piece.mended(&found)
        };
        self.found.extend(found);
        self.heading_as_mended(before, &mended?)
    }

    fn heading_as_mended(&mut self, mut before: Self, mended: &str) -> Option<LoweredHeading> {
        let tree = Tree::read(Rule::one_heading, mended).ok()?;
        let head = before.heading(tree.node(mended)?)?;
        // A field that the card lacks for this heading is a separate mistake.
        self.found.append(&mut before.found);
        before.found = std::mem::take(&mut self.found);
        *self = before;
        Some(head)
    }

    /// Tries a sentence in place of one that fails to parse.
    pub fn trial(&self, text: &str, base: usize) -> ParseOutcome {
        match self.tried(text, base) {
            None => ParseOutcome::Unread,
            Some(found) if found.is_empty() => {
                // After something unknown, unresolved references are not reported.
                debug_assert!(
                    self.recovering || self.mender.unknown_words(text) == 0,
                    "no diagnostic for a sentence with an unknown word: {text}"
                );
                ParseOutcome::Clean
            }
            Some(_) => ParseOutcome::Read,
        }
    }

    /// Returns the diagnostics of a sentence in place of another, or `None` if it does not parse.
    fn tried(&self, text: &str, base: usize) -> Option<Vec<Diagnostic<Place>>> {
        // With one misspelling fewer, it is often a cached sentence of other cards.
        let tree = recover::sentence(text, self.known).ok()?;
        let mut scope = self.clone();
        scope.base = base;
        let mut body = AbilityBuilder::new();
        // The sentences before it are not in this body.
        body.broken = true;
        let _ = scope.sentence(tree.node(text)?, &mut body, &mut Modes::Assumed);
        Some(scope.found)
    }

    pub fn trial_of_heading(&self, text: &str) -> ParseOutcome {
        let tree = Tree::read(Rule::one_heading, text).ok();
        let Some(node) = tree.as_ref().and_then(|tree| tree.node(text)) else {
            return ParseOutcome::Unread;
        };
        let mut scope = self.clone();
        scope.base = 0;
        match scope.heading(node) {
            Some(_) if scope.found.is_empty() => ParseOutcome::Clean,
            _ => ParseOutcome::Read,
        }
    }
}

/// Returns whether a diagnostic of the fixed text is about what the fix wrote.
fn is_of(finding: &Diagnostic<Place>, fix: &Fix<Place>) -> bool {
    let Place::Text(at) = &finding.primary.at else {
        return false;
    };
    // A missing duration is reported after correct text.
    if finding.code == Code::MissingTime {
        return false;
    }
    fix.edits.iter().any(|edit| match &edit.at {
        Place::Text(place) => at.start <= place.start + edit.text.len() && place.start <= at.end,
        Place::File(_) => false,
    })
}

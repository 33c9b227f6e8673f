//! Reports missing articles.

use crate::effect::letter_case;
use crate::effect::lower::clause_ctx::ClauseCtx;
use crate::effect::lower::types::NounRole;
use std::ops::Range;

use super::article;
use crate::diagnostic::{Code, Place, Safety};
use crate::effect::lower::ctx::LowerCtx;

impl LowerCtx<'_> {
    /// Reports a noun without a number or an article.
    pub(super) fn how_many<T>(
        &mut self,
        cx: ClauseCtx<'_>,
        at: Range<usize>,
        said: &str,
        purpose: NounRole,
    ) -> Option<T> {
        let mut noun = said.to_owned();
        let mut edit = (
            at.start..at.start,
            format!("{} ", article(&noun.to_lowercase())),
        );
        // At the beginning of a sentence the article takes the capital letter.
        if let Some(first) = said.chars().next().filter(|c| c.is_uppercase()) {
            let lower: String = first.to_lowercase().collect();
            noun = format!("{lower}{}", &said[first.len_utf8()..]);
            let article = article(&noun);
            let article = format!("{}{}", article[..1].to_uppercase(), &article[1..]);
            edit = (
                at.start..at.start + first.len_utf8(),
                format!("{article} {lower}"),
            );
        }
        let noun = noun.as_str();
        if purpose.is_pattern() {
            return self.no_article(at, said);
        }
        if cx.attaching {
            let one = format!("{} {noun}", article(noun));
            let finding = self.finding(
                Code::TwoReadings,
                at,
                format!("missing article before \"{noun}\""),
                "missing article",
            );
            let title = format!("write `{one}`");
            return self.report(finding.fix(Safety::Unsafe, title, Place::Text(edit.0), edit.1));
        }
        if let Some(own) = self.the_only_one(noun) {
            let finding = self.finding(
                Code::TwoReadings,
                at.clone(),
                format!("missing article before \"{noun}\""),
                "there is only one of these",
            );
            let by = letter_case::in_case_of(&own, said);
            let title = format!("write `{own}`");
            return self.report(finding.fix(Safety::Unsafe, title, Place::Text(at), by));
        }
        if self.env.symbols.game.is_leader(noun) {
            return self.whose_leader(cx, at, noun, said);
        }
        let finding = self.finding(
            Code::TwoReadings,
            at.clone(),
            format!("missing quantity: one {noun}, or each {noun}?"),
            "missing number or article",
        );
        // Nothing is chosen in a static ability.
        if self.is_static(cx) && purpose == NounRole::Pick {
            let by = letter_case::in_case_of(&format!("each {noun}"), said);
            let title = format!("write `each {noun}`");
            return self.report(finding.fix(Safety::Unsafe, title, Place::Text(at), by));
        }
        let finding = finding
            .help(format!(
                "write `{} {noun}`, `each {noun}` or a number",
                article(noun)
            ))
            .fix(
                Safety::Unsafe,
                format!("write `{} {noun}`", article(noun)),
                Place::Text(edit.0),
                edit.1,
            );
        self.report(finding)
    }

    /// Reports a leader without a side. In a static ability, the fix writes `your`.
    fn whose_leader<T>(
        &mut self,
        cx: ClauseCtx<'_>,
        at: Range<usize>,
        noun: &str,
        said: &str,
    ) -> Option<T> {
        let finding = self.finding(
            Code::TwoReadings,
            at.clone(),
            format!("it is unclear whose {noun} this is"),
            "each player has one",
        );
        if self.is_static(cx) {
            let by = letter_case::in_case_of(&format!("your {noun}"), said);
            let title = format!("write `your {noun}`");
            return self.report(finding.fix(Safety::Unsafe, title, Place::Text(at), by));
        }
        self.report(finding.help(format!(
            "write `your {noun}`, `the enemy {noun}` or `each {noun}`"
        )))
    }

    /// Returns the phrase for the leader of one side: `the enemy hero` for `enemy hero`. `None` for all other words.
    fn the_only_one(&self, noun: &str) -> Option<String> {
        let noun = noun.to_lowercase();
        let (side, noun) = noun.split_once(' ')?;
        match side {
            _ if !self.env.symbols.game.is_leader(noun) => None,
            "enemy" => Some(format!("the enemy {noun}")),
            "friendly" => Some(format!("your {noun}")),
            _ => None,
        }
    }
}

//! Reports missing articles.

use crate::effect::lower::types::NounRole;
use std::ops::Range;

use super::article;
use crate::diagnostic::{Code, Place, Safety};
use crate::effect::lower::ctx::LowerCtx;
use crate::effect::recover;

impl LowerCtx<'_> {
    /// Reports a noun without a number or an article.
    pub(super) fn how_many<T>(
        &mut self,
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
        if self.attaching {
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
        if let Some(own) = the_only_one(noun) {
            let finding = self.finding(
                Code::TwoReadings,
                at.clone(),
                format!("missing article before \"{noun}\""),
                "there is only one of these",
            );
            let by = recover::in_case_of(own, said);
            let title = format!("write `{own}`");
            return self.report(finding.fix(Safety::Unsafe, title, Place::Text(at), by));
        }
        if noun == "hero" {
            return self.whose_hero(at, said);
        }
        let finding = self.finding(
            Code::TwoReadings,
            at.clone(),
            format!("missing quantity: one {noun}, or each {noun}?"),
            "missing number or article",
        );
        // Nothing is chosen in a static ability.
        if self.is_static() && purpose == NounRole::Pick {
            let by = recover::in_case_of(&format!("each {noun}"), said);
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

    /// Reports `Hero` without a side. In a static ability, the fix is `your hero`.
    fn whose_hero<T>(&mut self, at: Range<usize>, said: &str) -> Option<T> {
        let finding = self.finding(
            Code::TwoReadings,
            at.clone(),
            "it is unclear whose hero this is",
            "each player has one",
        );
        if self.is_static() {
            let by = recover::in_case_of("your hero", said);
            let title = "write `your hero`";
            return self.report(finding.fix(Safety::Unsafe, title, Place::Text(at), by));
        }
        self.report(finding.help("write `your hero`, `the enemy hero` or `each hero`"))
    }
}

/// Returns the phrase for something that each player has exactly one of.
fn the_only_one(noun: &str) -> Option<&'static str> {
    match noun.to_lowercase().as_str() {
        "enemy hero" => Some("the enemy hero"),
        "friendly hero" => Some("your hero"),
        _ => None,
    }
}

//! The levels at which lints are heard, as an author sets them.

use std::collections::BTreeMap;

use super::{Code, Diagnostic, Severity};

/// How a finding of a lint is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// It is not shown, nor looked for.
    Allow,
    /// It is shown as a suggestion.
    Suggest,
    /// It is shown as a warning.
    Warn,
    /// It is an error.
    Deny,
}

impl Level {
    /// Every level with the word for it in settings.
    pub const ALL: [(&'static str, Level); 4] = [
        ("allow", Level::Allow),
        ("suggest", Level::Suggest),
        ("warn", Level::Warn),
        ("deny", Level::Deny),
    ];

    pub fn named(word: &str) -> Option<Level> {
        Level::ALL
            .into_iter()
            .find(|(name, _)| *name == word)
            .map(|(_, level)| level)
    }
}

/// The level of every lint. Errors have none: they are always heard.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Levels {
    /// What was said of single lints.
    of: BTreeMap<Code, Level>,
    /// What was said of all lints.
    all: Option<Level>,
    /// Whether lints are heard that are suggestions and of which nothing was said.
    suggestions: bool,
}

impl Levels {
    /// The levels with all suggestions heard.
    pub fn with_suggestions() -> Self {
        Levels {
            suggestions: true,
            ..Levels::default()
        }
    }

    /// The levels with no lint heard: for whom only errors matter.
    pub fn silent() -> Self {
        Levels {
            all: Some(Level::Allow),
            ..Levels::default()
        }
    }

    pub fn hear_suggestions(&mut self) {
        self.suggestions = true;
    }

    /// Sets the level of a lint.
    pub fn set(&mut self, code: Code, level: Level) {
        debug_assert!(code.is_lint(), "{} is always an error", code.code());
        self.of.insert(code, level);
    }

    /// Sets the level of every lint of which nothing else is said.
    pub fn set_all(&mut self, level: Level) {
        self.all = Some(level);
    }

    /// These levels, with what `over` says going before.
    pub fn under(mut self, over: &Levels) -> Levels {
        if over.all.is_some() {
            // Who speaks of all lints later means those too of which something was said before.
            self.of.clear();
            self.all = over.all;
        }
        self.of
            .extend(over.of.iter().map(|(code, level)| (*code, *level)));
        self.suggestions |= over.suggestions;
        self
    }

    /// How bad a finding of that code is, or `None` where it is not heard.
    pub fn severity(&self, code: Code) -> Option<Severity> {
        if !code.is_lint() {
            return Some(code.severity());
        }
        match self.of.get(&code).copied().or(self.all) {
            Some(Level::Allow) => None,
            Some(Level::Suggest) => Some(Severity::Suggestion),
            Some(Level::Warn) => Some(Severity::Warning),
            Some(Level::Deny) => Some(Severity::Error),
            None => Some(code.severity())
                .filter(|severity| *severity != Severity::Suggestion || self.suggestions),
        }
    }

    /// Gives each finding its severity, and drops those that are not heard.
    pub fn apply(&self, diagnostics: &mut Vec<Diagnostic>) {
        diagnostics.retain_mut(|diagnostic| match self.severity(diagnostic.code) {
            Some(severity) => {
                diagnostic.severity = severity;
                true
            }
            None => false,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_one_lint_goes_before_what_is_said_of_all() {
        let mut levels = Levels::default();
        let (warned, suggested) = (Code::RepeatedValue, Code::FileName);
        assert_eq!(levels.severity(warned), Some(Severity::Warning));
        assert_eq!(levels.severity(suggested), None);
        assert_eq!(
            Levels::with_suggestions().severity(suggested),
            Some(Severity::Suggestion)
        );
        levels.set_all(Level::Allow);
        levels.set(suggested, Level::Deny);
        assert_eq!(levels.severity(warned), None);
        assert_eq!(levels.severity(suggested), Some(Severity::Error));
        assert_eq!(
            levels.severity(Code::UnknownCard),
            Some(Severity::Error),
            "an error is always heard"
        );
    }

    #[test]
    fn what_is_said_later_goes_before() {
        let mut project = Levels::default();
        project.set(Code::RepeatedValue, Level::Deny);
        let mut flags = Levels::default();
        flags.set(Code::FileName, Level::Warn);
        let both = project.clone().under(&flags);
        assert_eq!(both.severity(Code::RepeatedValue), Some(Severity::Error));
        assert_eq!(both.severity(Code::FileName), Some(Severity::Warning));
        flags.set_all(Level::Allow);
        let both = project.under(&flags);
        assert_eq!(both.severity(Code::RepeatedValue), None);
        assert_eq!(both.severity(Code::FileName), Some(Severity::Warning));
    }
}

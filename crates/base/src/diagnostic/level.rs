//! The levels of lints, as configured by an author.

use std::collections::BTreeMap;

use super::{Code, Diagnostic, Severity};

/// How diagnostics of a lint are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Not reported; the lint does not run.
    Allow,
    /// Reported as a suggestion.
    Suggest,
    /// Reported as a warning.
    Warn,
    /// Reported as an error.
    Deny,
}

impl Level {
    /// Every level with its name in settings.
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

/// The level of every lint. Errors have no level: they are always reported.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Levels {
    /// Levels of single lints.
    of: BTreeMap<Code, Level>,
    /// Level of all other lints.
    all: Option<Level>,
    /// `true` to report suggestions that have no level of their own.
    suggestions: bool,
}

impl Levels {
    /// Levels with all suggestions enabled.
    pub fn with_suggestions() -> Self {
        Levels {
            suggestions: true,
            ..Levels::default()
        }
    }

    /// Levels with all lints disabled, so that only errors remain.
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

    /// Sets the level of every lint without a level of its own.
    pub fn set_all(&mut self, level: Level) {
        self.all = Some(level);
    }

    /// Combines two sets of levels. Levels of `over` take precedence.
    pub fn under(mut self, over: &Levels) -> Levels {
        if over.all.is_some() {
            // A later level for all lints also overrides earlier levels of single lints.
            self.of.clear();
            self.all = over.all;
        }
        self.of
            .extend(over.of.iter().map(|(code, level)| (*code, *level)));
        self.suggestions |= over.suggestions;
        self
    }

    /// The severity of diagnostics of a code, or `None` if they are not reported.
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

    /// Sets the severity of each diagnostic, and removes those that are not reported.
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
            "an error is always reported"
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

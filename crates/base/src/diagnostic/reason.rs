//! The reasons of diagnostics, for code that depends on them.

/// The reason for a diagnostic, for code that reacts to it: the texts of a diagnostic are for people, and no code
/// compares them. A reason is never shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reason {
    /// No code depends on the reason.
    #[default]
    Other,
    /// A noun phrase ends without its noun.
    MissingNoun,
    /// A line begins with a heading that the game does not have. The diagnostic names the type of its card.
    UnknownHeading,
    /// A word is neither a noun nor a word that describes one, and may be misplaced.
    NotANoun,
    /// A player is named where a card is expected.
    PlayerForCard,
    /// Two noun phrases are joined that cannot be.
    UnjoinableNouns,
    /// `them` has no antecedent.
    UnboundThem,
    /// A word or a mark is missing, and the fixes insert it.
    MissingWord,
    /// The second half of a sentence that begins with `and` is missing.
    MissingHalf,
    /// The fix quotes the whole sentence, but changes only a part of it.
    QuotesSentence,
    /// There is no explanation except the place at which parsing stopped.
    ParsingStopped,
    /// Two things have the same name. The diagnostic names their ids.
    SameName,
}

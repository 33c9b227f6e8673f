//! The reasons of diagnostics, for code that depends on them.

/// The reason for a diagnostic. Code that reacts to certain diagnostics compares their reasons, never their texts,
/// which are for people. A reason is never shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reason {
    /// No code depends on the reason.
    #[default]
    Other,
    /// A noun phrase ends without its noun.
    MissingNoun,
    /// A line begins with a heading that the game does not have. `Diagnostic::names` holds the type of the card.
    UnknownHeading,
    /// A word is neither a noun nor a word that describes one, and may be misplaced.
    NotANoun,
    /// A player is named where a card is expected.
    PlayerForCard,
    /// Two noun phrases are joined that cannot be joined.
    UnjoinableNouns,
    /// `them` has no antecedent.
    UnboundThem,
    /// A word or a mark is missing, and the fixes insert it.
    MissingWord,
    /// The sentence lacks a part that begins with `and`, such as `… and put it into your hand`.
    MissingHalf,
    /// The title of the fix quotes the whole sentence, but the fix changes only a part of it.
    QuotesSentence,
    /// The cause is unknown; the diagnostic only tells where parsing stopped.
    ParsingStopped,
    /// Two things have the same name. `Diagnostic::names` holds their ids.
    SameName,
}

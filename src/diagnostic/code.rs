//! The list of every code. A code is stable and never reused.

use super::Severity;

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $variant:ident = $code:literal, $name:literal, $severity:ident;)+) => {
        /// What kind of problem it is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code { $($(#[doc = $doc])+ $variant,)+ }

        impl Code {
            /// Every code, in order.
            pub const ALL: &[Code] = &[$(Code::$variant,)+];

            /// The code as shown, `E0203`.
            pub fn code(self) -> &'static str {
                match self { $(Code::$variant => $code,)+ }
            }

            /// The name as shown, `unknown-card`.
            pub fn name(self) -> &'static str {
                match self { $(Code::$variant => $name,)+ }
            }

            pub fn severity(self) -> Severity {
                match self { $(Code::$variant => Severity::$severity,)+ }
            }

            /// What it means, in one or two sentences.
            pub fn meaning(self) -> &'static str {
                match self { $(Code::$variant => concat!($($doc),+).trim_ascii(),)+ }
            }
        }
    };
}

codes! {
    /// A file or folder could not be read.
    UnreadableFile = "E0001", "unreadable-file", Error;
    /// A file is not UTF-8 text.
    NotUtf8 = "E0002", "not-utf8", Error;
    /// A file holds no card and no kingdom set.
    EmptyFile = "E0003", "empty-file", Warning;
    /// A file is larger than any card file can reasonably be.
    FileTooLarge = "E0004", "file-too-large", Error;

    /// The file breaks the rules of YAML.
    YamlSyntax = "E0101", "yaml-syntax", Error;
    /// A mapping has the same key twice.
    DuplicateKey = "E0102", "duplicate-key", Error;
    /// An alias names an anchor that is not there.
    UnknownAnchor = "E0103", "unknown-anchor", Error;
    /// Aliases make the file grow beyond reason.
    TooManyAliases = "E0104", "too-many-aliases", Error;
    /// A document is neither a card, nor a list of cards, nor a kingdom set.
    NotACard = "E0105", "not-a-card", Error;

    /// Two cards have the same id.
    DuplicateId = "E0201", "duplicate-id", Error;
    /// A trait between asterisks is one that neither the game nor any card has.
    UnknownTrait = "E0202", "unknown-trait", Error;
    /// A name is not the name of any card of the game.
    UnknownCard = "E0203", "unknown-card", Error;
    /// A word is not one of the game's words.
    UnknownWord = "E0204", "unknown-word", Error;
    /// A card is named without quotation marks.
    UnquotedName = "E0205", "unquoted-name", Error;
    /// A trait is written without asterisks.
    BareTrait = "E0206", "bare-trait", Error;

    /// A card has a field that the game does not know.
    UnknownField = "E0301", "unknown-field", Error;
    /// A card has a field that cards of its type do not have.
    FieldNotOfType = "E0302", "field-not-of-type", Error;
    /// A field that every card of this type has is not there.
    MissingField = "E0303", "missing-field", Error;
    /// A field holds a value of another kind than it should.
    WrongType = "E0304", "wrong-type", Error;
    /// A number is smaller or larger than the game allows.
    OutOfRange = "E0305", "out-of-range", Error;
    /// A value is not one of those that the field can have.
    UnknownValue = "E0306", "unknown-value", Error;
    /// A list names the same value twice.
    RepeatedValue = "E0307", "repeated-value", Warning;
    /// A printed area of effect cannot be read.
    BadArea = "E0308", "bad-area", Error;
    /// An id or a name is empty or cannot be used as one.
    BadName = "E0309", "bad-name", Error;

    /// A sentence of an effect text cannot be read.
    UnreadableSentence = "E0401", "unreadable-sentence", Error;
    /// A line does not begin with a heading of the game.
    UnknownHeading = "E0402", "unknown-heading", Error;
    /// A sentence does not end with a full stop.
    MissingFullStop = "E0403", "missing-full-stop", Error;
    /// An effect text says nothing.
    EmptyText = "E0404", "empty-text", Error;
    /// A choice has fewer modes than it needs.
    TooFewModes = "E0405", "too-few-modes", Error;
    /// An effect text nests deeper or is longer than a card can be.
    TextTooLong = "E0406", "text-too-long", Error;

    /// A text was understood and cannot be written in canonical form: a defect of cardwright.
    NotPrintable = "E0407", "not-printable", Error;

    /// A heading stands on a card that never meets it.
    HeadingNotOfType = "E0501", "heading-not-of-type", Error;
    /// A card needs a heading that its text does not write out.
    MissingHeading = "E0502", "missing-heading", Error;
    /// A reference has nothing to refer to.
    UnboundReference = "E0503", "unbound-reference", Error;
    /// A reference could mean more than one thing.
    AmbiguousReference = "E0504", "ambiguous-reference", Error;
    /// A verb is used on a thing to which it cannot apply.
    CannotApply = "E0505", "cannot-apply", Error;
    /// A lasting change does not say how long it lasts.
    MissingTime = "E0506", "missing-time", Error;
    /// A number in a text is beyond reason.
    AmountBeyondReason = "E0507", "amount-beyond-reason", Error;
    /// A distance is measured from a card that has no place on the map.
    NoPlace = "E0508", "no-place", Error;
    /// A command stands where it would happen once, or for ever, or never.
    CommandNeedsOccasion = "E0509", "command-needs-occasion", Error;
    /// A description contradicts itself.
    Contradiction = "E0510", "contradiction", Error;
    /// A sentence can be read in two ways.
    TwoReadings = "E0511", "two-readings", Error;
    /// A text uses something that the card's fields do not have.
    TextAgainstFields = "E0512", "text-against-fields", Error;
    /// Words stand where they change nothing: a time for what does not last, a bound for a number that is written.
    SaysNothing = "E0513", "says-nothing", Error;

    /// A kingdom set breaks a rule of its game.
    KingdomRule = "E0601", "kingdom-rule", Error;
    /// A kingdom set has a key that it cannot have.
    UnknownZone = "E0602", "unknown-zone", Error;
    /// Something that a kingdom set needs is not there.
    MissingZone = "E0603", "missing-zone", Error;
    /// Two kingdom sets have the same name.
    DuplicateKingdom = "E0604", "duplicate-kingdom", Error;
    /// A kingdom set is for a game that is not there.
    UnknownGame = "E0605", "unknown-game", Error;

    /// The data of a game is wrong.
    GameData = "E0701", "game-data", Error;
}

impl Code {
    /// The code of that code or name, letter case aside.
    pub fn find(text: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| {
            code.code().eq_ignore_ascii_case(text) || code.name().eq_ignore_ascii_case(text)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_code_and_no_name_stands_twice() {
        for (at, code) in Code::ALL.iter().enumerate() {
            for other in &Code::ALL[at + 1..] {
                assert_ne!(code.code(), other.code());
                assert_ne!(code.name(), other.name());
            }
            assert_eq!(Code::find(code.name()), Some(*code));
            assert!(code.meaning().ends_with('.'), "{}", code.name());
        }
    }
}

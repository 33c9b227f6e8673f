//! The list of all codes. A code is stable and never reused.
//!
//! `E` is an error: the card, set or file has no meaning as it is, so an error cannot be turned
//! off. `L` is a lint, whose level the author can set ([`super::Levels`]).

use serde::{Deserialize, Serialize};

use super::Severity;

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $variant:ident = $code:literal, $name:literal, $severity:ident, $since:literal;)+) => {
        /// The kind of a problem.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
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

            /// The severity if no level is configured.
            pub fn severity(self) -> Severity {
                match self { $(Code::$variant => Severity::$severity,)+ }
            }

            /// The version of cardwright that introduced it.
            pub fn since(self) -> &'static str {
                match self { $(Code::$variant => $since,)+ }
            }

            /// The meaning, in one or two sentences.
            pub fn meaning(self) -> &'static str {
                match self { $(Code::$variant => concat!($($doc),+).trim_ascii(),)+ }
            }
        }
    };
}

codes! {
    /// A file or folder could not be read.
    UnreadableFile = "E0001", "unreadable-file", Error, "0.1.0";
    /// A file is not UTF-8 text.
    NotUtf8 = "E0002", "not-utf8", Error, "0.1.0";
    /// A file is too large for a card file.
    FileTooLarge = "E0004", "file-too-large", Error, "0.1.0";
    /// A file has more problems than are shown for one file.
    TooManyFindings = "E0005", "too-many-findings", Error, "0.1.0";

    /// The file breaks the rules of YAML.
    YamlSyntax = "E0101", "yaml-syntax", Error, "0.1.0";
    /// A mapping has a duplicate key.
    DuplicateKey = "E0102", "duplicate-key", Error, "0.1.0";
    /// An alias refers to an anchor that does not exist.
    UnknownAnchor = "E0103", "unknown-anchor", Error, "0.1.0";
    /// Aliases make the file grow beyond a reasonable size.
    TooManyAliases = "E0104", "too-many-aliases", Error, "0.1.0";
    /// A document is neither a card, nor a list of cards, nor a kingdom set.
    NotACard = "E0105", "not-a-card", Error, "0.1.0";
    /// A character is invisible, or makes a text look like a different one.
    HiddenCharacter = "E0106", "hidden-character", Error, "0.1.0";

    /// Two cards have the same id, or a card has the id of a library card of another type.
    DuplicateId = "E0201", "duplicate-id", Error, "0.1.0";
    /// A trait in asterisks is unknown: neither the game nor any card has it.
    UnknownTrait = "E0202", "unknown-trait", Error, "0.1.0";
    /// No card of the game has this name.
    UnknownCard = "E0203", "unknown-card", Error, "0.1.0";
    /// A word is not in the vocabulary of the game.
    UnknownWord = "E0204", "unknown-word", Error, "0.1.0";
    /// A card name is not in quotes, and the words can mean something else.
    UnquotedName = "E0205", "unquoted-name", Error, "0.1.0";
    /// A trait is not in asterisks, and the words can mean something else.
    BareTrait = "E0206", "bare-trait", Error, "0.1.0";

    /// A card has an unknown field.
    UnknownField = "E0301", "unknown-field", Error, "0.1.0";
    /// A card has a field that cards of its type do not have.
    FieldNotOfType = "E0302", "field-not-of-type", Error, "0.1.0";
    /// A card lacks a field that every card of its type has.
    MissingField = "E0303", "missing-field", Error, "0.1.0";
    /// A field holds a value of the wrong kind.
    WrongType = "E0304", "wrong-type", Error, "0.1.0";
    /// A number is smaller or larger than the game allows.
    OutOfRange = "E0305", "out-of-range", Error, "0.1.0";
    /// A value is not one of the allowed values of the field.
    UnknownValue = "E0306", "unknown-value", Error, "0.1.0";
    /// A card breaks a rule of its game, such as a sum of numbers.
    CardRule = "E0307", "card-rule", Error, "0.1.0";
    /// A printed area of effect cannot be parsed.
    BadArea = "E0308", "bad-area", Error, "0.1.0";
    /// An id or a name is empty, or its form is not allowed.
    BadName = "E0309", "bad-name", Error, "0.1.0";

    /// A sentence of an effect text cannot be parsed.
    UnreadableSentence = "E0401", "unreadable-sentence", Error, "0.1.0";
    /// A line does not begin with a heading of the game.
    UnknownHeading = "E0402", "unknown-heading", Error, "0.1.0";
    /// A sentence does not end with a full stop.
    MissingFullStop = "E0403", "missing-full-stop", Error, "0.1.0";
    /// An effect text is empty.
    EmptyText = "E0404", "empty-text", Error, "0.1.0";
    /// A choice has fewer modes than it needs.
    TooFewModes = "E0405", "too-few-modes", Error, "0.1.0";
    /// An effect text is too long or too deeply nested for a card.
    TextTooLong = "E0406", "text-too-long", Error, "0.1.0";

    /// A text was understood but cannot be printed in canonical form: a bug in cardwright.
    NotPrintable = "E0407", "not-printable", Error, "0.1.0";

    /// A heading appears on a card that never triggers it.
    HeadingNotOfType = "E0501", "heading-not-of-type", Error, "0.1.0";
    /// A card needs a heading that its text does not have.
    MissingHeading = "E0502", "missing-heading", Error, "0.1.0";
    /// A reference has nothing to refer to.
    UnboundReference = "E0503", "unbound-reference", Error, "0.1.0";
    /// A reference has more than one possible meaning.
    AmbiguousReference = "E0504", "ambiguous-reference", Error, "0.1.0";
    /// A verb is used on something to which it cannot apply.
    CannotApply = "E0505", "cannot-apply", Error, "0.1.0";
    /// A lasting change has no duration.
    MissingTime = "E0506", "missing-time", Error, "0.1.0";
    /// A number in a text is unreasonably large.
    AmountBeyondReason = "E0507", "amount-beyond-reason", Error, "0.1.0";
    /// A distance is measured from a card that has no place on the map.
    NoPlace = "E0508", "no-place", Error, "0.1.0";
    /// It is unclear when or how often a command happens.
    CommandNeedsOccasion = "E0509", "command-needs-occasion", Error, "0.1.0";
    /// A description contradicts itself.
    Contradiction = "E0510", "contradiction", Error, "0.1.0";
    /// A sentence can be read in two ways.
    TwoReadings = "E0511", "two-readings", Error, "0.1.0";
    /// A text uses something that is missing in the card's fields.
    TextAgainstFields = "E0512", "text-against-fields", Error, "0.1.0";
    /// Words have no effect: a duration for something that does not last, or a bound for a fixed
    /// number.
    SaysNothing = "E0513", "says-nothing", Error, "0.1.0";

    /// A kingdom set breaks a rule of its game.
    KingdomRule = "E0601", "kingdom-rule", Error, "0.1.0";
    /// A kingdom set has an unknown key.
    UnknownZone = "E0602", "unknown-zone", Error, "0.1.0";
    /// A kingdom set lacks a required part.
    MissingZone = "E0603", "missing-zone", Error, "0.1.0";
    /// Two kingdom sets have the same name.
    DuplicateKingdom = "E0604", "duplicate-kingdom", Error, "0.1.0";
    /// The game of a kingdom set does not exist.
    UnknownGame = "E0605", "unknown-game", Error, "0.1.0";

    /// The house rules of a kingdom set do not exist.
    UnknownHouseRules = "E0606", "unknown-house-rules", Error, "0.1.0";

    /// A line of a pasted deck list cannot be parsed.
    UnreadableLine = "E0607", "unreadable-line", Error, "0.1.0";
    /// A code for a whole kingdom set cannot be decoded.
    UnreadableCode = "E0608", "unreadable-code", Error, "0.1.0";

    /// The data of a game or of house rules is invalid.
    GameData = "E0701", "game-data", Error, "0.1.0";

    /// A migration of card ids is incomplete or contradictory.
    BadMigration = "E0702", "bad-migration", Error, "0.1.0";
    /// A card of an earlier bundle is missing, and no migration says what happened to it.
    CardGone = "E0703", "card-gone", Error, "0.1.0";

    /// A file holds no card and no kingdom set.
    EmptyFile = "L0001", "empty-file", Warning, "0.1.0";
    /// A comment allows something that is not a lint, or that cannot be allowed.
    UnknownSuppression = "L0002", "unknown-suppression", Warning, "0.1.0";
    /// A comment allows a lint without giving a reason, so it has no effect.
    SuppressionWithoutReason = "L0003", "suppression-without-reason", Warning, "0.1.0";
    /// A comment allows a lint that reports nothing there.
    UnusedSuppression = "L0004", "unused-suppression", Warning, "0.1.0";
    /// A file with one card is not named after it.
    FileName = "L0005", "file-name", Suggestion, "0.1.0";
    /// A comment directly follows a text and may be meant as part of it.
    CommentBehindText = "L0006", "comment-behind-text", Warning, "0.1.0";

    /// A list has a duplicate value.
    RepeatedValue = "L0101", "repeated-value", Warning, "0.1.0";
    /// A card is the same as another under a different name.
    DuplicateCard = "L0102", "duplicate-card", Warning, "0.1.0";
    /// A card is worse than another card of the same cost, and better in nothing.
    StrictlyWorse = "L0103", "strictly-worse", Warning, "0.1.0";
    /// A cost is more than any hero's statistics can pay, even when other statistics substitute for
    /// missing ones.
    UnpayableCost = "L0104", "unpayable-cost", Warning, "0.1.0";
    /// Only one card has a trait, and either no text names it or it looks like a misspelt trait of
    /// the game.
    LonelyTrait = "L0105", "lonely-trait", Warning, "0.1.0";
    /// Two cards have the same card number.
    NumberTaken = "L0106", "number-taken", Warning, "0.1.0";
    /// The card numbers of an expansion have a gap.
    NumberGap = "L0107", "number-gap", Suggestion, "0.1.0";
    /// A card lacks an optional field that all others of its type have.
    LeftOutField = "L0108", "left-out-field", Suggestion, "0.1.0";
    /// A card adds a kind of token that no text uses.
    UnusedToken = "L0109", "unused-token", Warning, "0.1.0";
    /// A card has an area of effect that its text does not use.
    UnusedArea = "L0110", "unused-area", Warning, "0.1.0";
    /// The names of two cards differ in a single letter, or only in capitals.
    SimilarNames = "L0111", "similar-names", Warning, "0.1.0";
    /// Two cards have the same words in a field that does nothing in play.
    RepeatedWords = "L0112", "repeated-words", Suggestion, "0.1.0";
    /// A field holds a placeholder.
    Placeholder = "L0113", "placeholder", Warning, "0.1.0";
    /// A card has a text that is not executed.
    ManualText = "L0114", "manual-text", Suggestion, "0.1.0";
    /// A card sets its id to the default value.
    NeedlessId = "L0115", "needless-id", Suggestion, "0.1.0";
    /// A card sets a field to its default value.
    DefaultValue = "L0116", "default-value", Suggestion, "0.1.0";
    /// A name begins with a lowercase letter, unlike the names of other cards.
    LowercaseName = "L0117", "lowercase-name", Suggestion, "0.1.0";
    /// A word is repeated.
    DoubledWord = "L0118", "doubled-word", Suggestion, "0.1.0";
    /// A card differs from what is usual in its game, such as a number outside its usual range.
    UnusualCard = "L0119", "unusual-card", Warning, "0.1.0";

    /// A card waits for an action of its own player, but its heading reacts only to the opponent.
    OwnEvent = "L0201", "own-event", Warning, "0.1.0";
    /// A text needs a friendly card that no set can contain together with this card.
    ImpossiblePartner = "L0202", "impossible-partner", Warning, "0.1.0";
    /// A condition is always true, or always false.
    ConstantCondition = "L0203", "constant-condition", Warning, "0.1.0";
    /// A text describes cards that the game does not have.
    NoTarget = "L0204", "no-target", Warning, "0.1.0";
    /// A text excludes something that the rest of the description excludes anyway.
    EmptyExclusion = "L0205", "empty-exclusion", Warning, "0.1.0";
    /// A text requires a trait that every matching card has.
    RedundantTrait = "L0206", "redundant-trait", Warning, "0.1.0";
    /// A choice has the same mode twice.
    RepeatedMode = "L0207", "repeated-mode", Warning, "0.1.0";
    /// A text chooses something and does not use it.
    UnusedChoice = "L0208", "unused-choice", Warning, "0.1.0";
    /// An action changes nothing about the things that it describes.
    DoesNothing = "L0209", "does-nothing", Warning, "0.1.0";
    /// A text has the same ability twice.
    RepeatedAbility = "L0210", "repeated-ability", Warning, "0.1.0";
    /// A text differs from the canonical wording.
    VariantWording = "L0211", "variant-wording", Suggestion, "0.1.0";
    /// A text only harms its own side, or only helps the enemy.
    OwnHarm = "L0212", "own-harm", Warning, "0.1.0";
    /// A text uses tokens that neither the rules nor any text place.
    UnplacedToken = "L0213", "unplaced-token", Warning, "0.1.0";
    /// A trait lacks its asterisks, or a card name its quotation marks, and nothing else can be meant.
    MissingMarks = "L0214", "missing-marks", Warning, "0.1.0";

    /// The hero of a set cannot pay for a card of its deck, even when other statistics substitute.
    UnpayableInSet = "L0301", "unpayable-in-set", Warning, "0.1.0";
    /// A card of a set needs a friendly card that is not in the set.
    NoFriendInSet = "L0302", "no-friend-in-set", Warning, "0.1.0";
    /// No card of a set costs a statistic that the hero of the set has.
    UnneededStatistic = "L0303", "unneeded-statistic", Suggestion, "0.1.0";
    /// Two sets have the same cards.
    SameSet = "L0304", "same-set", Warning, "0.1.0";
    /// A set lists cards that it would have by default.
    NeedlessZone = "L0305", "needless-zone", Suggestion, "0.1.0";
    /// A card of a set can only be played by an effect, and no card of the set has such an effect.
    StrandedCard = "L0306", "stranded-card", Warning, "0.1.0";
    /// A heading of a pasted deck list gives a different count from the cards below it.
    HeadingCount = "L0307", "heading-count", Warning, "0.1.0";
    /// A line of a pasted deck list names one card, and its set code belongs to another.
    OtherNumber = "L0308", "other-number", Warning, "0.1.0";

    /// A test expects something that is not so.
    FailedTest = "T0001", "failed-test", Error, "0.1.0";
    /// A key of a test is unknown, is missing, or has a value of the wrong kind.
    TestKey = "T0002", "test-key", Error, "0.1.0";
    /// The words of a step, a choice or an expectation cannot be read.
    UnreadableStep = "T0003", "unreadable-step", Error, "0.1.0";
    /// A step asks for a choice, and the test does not say what is chosen.
    UnansweredChoice = "T0004", "unanswered-choice", Error, "0.1.0";
    /// A test chooses something that is not among the options.
    NoSuchOption = "T0005", "no-such-option", Error, "0.1.0";
    /// A step of a test is not allowed by the rules or the cards.
    StepNotAllowed = "T0006", "step-not-allowed", Error, "0.1.0";
    /// A test names the card that it is about, and passes without the text of the card.
    UnneededCard = "T0007", "unneeded-card", Error, "0.1.0";
    /// The picture of the map, or the place of a card, cannot be so.
    BadPicture = "T0008", "bad-picture", Error, "0.1.0";
    /// A test names a card, a letter or a space that does not exist.
    UnknownName = "T0009", "unknown-name", Error, "0.1.0";
    /// A test answers a choice that is never asked.
    UnaskedChoice = "T0010", "unasked-choice", Error, "0.1.0";
}

impl Code {
    /// Returns whether the code is a lint, whose level an author may set.
    pub fn is_lint(self) -> bool {
        self.code().starts_with('L')
    }

    /// Returns whether the code is about suppression comments. Such a code cannot be suppressed by
    /// a comment.
    pub fn is_about_comments(self) -> bool {
        matches!(
            self,
            Code::UnknownSuppression | Code::SuppressionWithoutReason | Code::UnusedSuppression
        )
    }

    /// Finds a code by its code or name, ignoring case.
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

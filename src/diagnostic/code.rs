//! The list of every code. A code is stable and never reused.
//!
//! `E` is an error: the card, set or file means nothing as it is, so nobody can turn it off. `L` is a lint: the
//! author says at which level it is heard, if at all ([`super::Levels`]).

use serde::{Deserialize, Serialize};

use super::Severity;

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $variant:ident = $code:literal, $name:literal, $severity:ident, $since:literal;)+) => {
        /// What kind of problem it is.
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

            /// How bad it is where nobody has said otherwise.
            pub fn severity(self) -> Severity {
                match self { $(Code::$variant => Severity::$severity,)+ }
            }

            /// The version of cardwright that had it first.
            pub fn since(self) -> &'static str {
                match self { $(Code::$variant => $since,)+ }
            }

            /// Its page: what it means, why it matters, a card that has it, and the card mended.
            pub fn page(self) -> &'static str {
                match self {
                    $(Code::$variant => include_str!(concat!("../../docs/rules/", $name, ".md")),)+
                }
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
    UnreadableFile = "E0001", "unreadable-file", Error, "0.1.0";
    /// A file is not UTF-8 text.
    NotUtf8 = "E0002", "not-utf8", Error, "0.1.0";
    /// A file is larger than any card file can reasonably be.
    FileTooLarge = "E0004", "file-too-large", Error, "0.1.0";
    /// A file has more findings than are shown.
    TooManyFindings = "E0005", "too-many-findings", Error, "0.1.0";

    /// The file breaks the rules of YAML.
    YamlSyntax = "E0101", "yaml-syntax", Error, "0.1.0";
    /// A mapping has the same key twice.
    DuplicateKey = "E0102", "duplicate-key", Error, "0.1.0";
    /// An alias names an anchor that is not there.
    UnknownAnchor = "E0103", "unknown-anchor", Error, "0.1.0";
    /// Aliases make the file grow beyond reason.
    TooManyAliases = "E0104", "too-many-aliases", Error, "0.1.0";
    /// A document is neither a card, nor a list of cards, nor a kingdom set.
    NotACard = "E0105", "not-a-card", Error, "0.1.0";
    /// A character cannot be seen, or makes a text look like another one.
    HiddenCharacter = "E0106", "hidden-character", Error, "0.1.0";

    /// Two cards have the same id, or a card has that of a known card of another type.
    DuplicateId = "E0201", "duplicate-id", Error, "0.1.0";
    /// A trait between asterisks is one that neither the game nor any card has.
    UnknownTrait = "E0202", "unknown-trait", Error, "0.1.0";
    /// A name is not the name of any card of the game.
    UnknownCard = "E0203", "unknown-card", Error, "0.1.0";
    /// A word is not one of the game's words.
    UnknownWord = "E0204", "unknown-word", Error, "0.1.0";
    /// A card is named without quotation marks.
    UnquotedName = "E0205", "unquoted-name", Error, "0.1.0";
    /// A trait is written without asterisks.
    BareTrait = "E0206", "bare-trait", Error, "0.1.0";

    /// A card has a field that the game does not know.
    UnknownField = "E0301", "unknown-field", Error, "0.1.0";
    /// A card has a field that cards of its type do not have.
    FieldNotOfType = "E0302", "field-not-of-type", Error, "0.1.0";
    /// A field that every card of this type has is not there.
    MissingField = "E0303", "missing-field", Error, "0.1.0";
    /// A field holds a value of another kind than it should.
    WrongType = "E0304", "wrong-type", Error, "0.1.0";
    /// A number is smaller or larger than the game allows.
    OutOfRange = "E0305", "out-of-range", Error, "0.1.0";
    /// A value is not one of those that the field can have.
    UnknownValue = "E0306", "unknown-value", Error, "0.1.0";
    /// A printed area of effect cannot be read.
    BadArea = "E0308", "bad-area", Error, "0.1.0";
    /// An id or a name is empty or cannot be used as one.
    BadName = "E0309", "bad-name", Error, "0.1.0";

    /// A sentence of an effect text cannot be read.
    UnreadableSentence = "E0401", "unreadable-sentence", Error, "0.1.0";
    /// A line does not begin with a heading of the game.
    UnknownHeading = "E0402", "unknown-heading", Error, "0.1.0";
    /// A sentence does not end with a full stop.
    MissingFullStop = "E0403", "missing-full-stop", Error, "0.1.0";
    /// An effect text says nothing.
    EmptyText = "E0404", "empty-text", Error, "0.1.0";
    /// A choice has fewer modes than it needs.
    TooFewModes = "E0405", "too-few-modes", Error, "0.1.0";
    /// An effect text nests deeper or is longer than a card can be.
    TextTooLong = "E0406", "text-too-long", Error, "0.1.0";

    /// A text was understood and cannot be written in canonical form: a defect of cardwright.
    NotPrintable = "E0407", "not-printable", Error, "0.1.0";

    /// A heading stands on a card that never meets it.
    HeadingNotOfType = "E0501", "heading-not-of-type", Error, "0.1.0";
    /// A card needs a heading that its text does not write out.
    MissingHeading = "E0502", "missing-heading", Error, "0.1.0";
    /// A reference has nothing to refer to.
    UnboundReference = "E0503", "unbound-reference", Error, "0.1.0";
    /// A reference could mean more than one thing.
    AmbiguousReference = "E0504", "ambiguous-reference", Error, "0.1.0";
    /// A verb is used on a thing to which it cannot apply.
    CannotApply = "E0505", "cannot-apply", Error, "0.1.0";
    /// A lasting change does not say how long it lasts.
    MissingTime = "E0506", "missing-time", Error, "0.1.0";
    /// A number in a text is beyond reason.
    AmountBeyondReason = "E0507", "amount-beyond-reason", Error, "0.1.0";
    /// A distance is measured from a card that has no place on the map.
    NoPlace = "E0508", "no-place", Error, "0.1.0";
    /// A command stands where it would happen once, or for ever, or never.
    CommandNeedsOccasion = "E0509", "command-needs-occasion", Error, "0.1.0";
    /// A description contradicts itself.
    Contradiction = "E0510", "contradiction", Error, "0.1.0";
    /// A sentence can be read in two ways.
    TwoReadings = "E0511", "two-readings", Error, "0.1.0";
    /// A text uses something that the card's fields do not have.
    TextAgainstFields = "E0512", "text-against-fields", Error, "0.1.0";
    /// Words stand where they change nothing: a time for what does not last, a bound for a number that is written.
    SaysNothing = "E0513", "says-nothing", Error, "0.1.0";

    /// A kingdom set breaks a rule of its game.
    KingdomRule = "E0601", "kingdom-rule", Error, "0.1.0";
    /// A kingdom set has a key that it cannot have.
    UnknownZone = "E0602", "unknown-zone", Error, "0.1.0";
    /// Something that a kingdom set needs is not there.
    MissingZone = "E0603", "missing-zone", Error, "0.1.0";
    /// Two kingdom sets have the same name.
    DuplicateKingdom = "E0604", "duplicate-kingdom", Error, "0.1.0";
    /// A kingdom set is for a game that is not there.
    UnknownGame = "E0605", "unknown-game", Error, "0.1.0";

    /// A kingdom set is judged by house rules that are not there.
    UnknownHouseRules = "E0606", "unknown-house-rules", Error, "0.1.0";

    /// A line of a pasted deck list cannot be read.
    UnreadableLine = "E0607", "unreadable-line", Error, "0.1.0";
    /// A code for a whole kingdom set cannot be read.
    UnreadableCode = "E0608", "unreadable-code", Error, "0.1.0";

    /// The data of a game, or of house rules, is wrong.
    GameData = "E0701", "game-data", Error, "0.1.0";

    /// What became of the id of a card is said in a way that nobody can follow.
    BadMigration = "E0702", "bad-migration", Error, "0.1.0";
    /// A card of an earlier bundle is gone, and nothing says what became of it.
    CardGone = "E0703", "card-gone", Error, "0.1.0";

    /// A file holds no card and no kingdom set.
    EmptyFile = "L0001", "empty-file", Warning, "0.1.0";
    /// A comment allows something that is not a rule, or that cannot be allowed.
    UnknownSuppression = "L0002", "unknown-suppression", Warning, "0.1.0";
    /// A comment allows a rule and does not say why, so it has no effect.
    SuppressionWithoutReason = "L0003", "suppression-without-reason", Warning, "0.1.0";
    /// A comment allows a rule that finds nothing there.
    UnusedSuppression = "L0004", "unused-suppression", Warning, "0.1.0";
    /// A file with one card is not named after it.
    FileName = "L0005", "file-name", Suggestion, "0.1.0";
    /// Right behind a text stands a comment that may be meant as a part of it.
    CommentBehindText = "L0006", "comment-behind-text", Warning, "0.1.0";

    /// A list names the same value twice.
    RepeatedValue = "L0101", "repeated-value", Warning, "0.1.0";
    /// A card is the same as another under a different name.
    DuplicateCard = "L0102", "duplicate-card", Warning, "0.1.0";
    /// A card is worse than another of the same cost, and in nothing better.
    StrictlyWorse = "L0103", "strictly-worse", Warning, "0.1.0";
    /// A cost is more than any hero's statistics can pay, even when others stand in for what is missing.
    UnpayableCost = "L0104", "unpayable-cost", Warning, "0.1.0";
    /// Only one card has a trait, and no text names it or it is nearly a trait of the game.
    LonelyTrait = "L0105", "lonely-trait", Warning, "0.1.0";
    /// Two cards have the same card number.
    NumberTaken = "L0106", "number-taken", Warning, "0.1.0";
    /// The card numbers of an expansion leave one out.
    NumberGap = "L0107", "number-gap", Suggestion, "0.1.0";
    /// A card lacks an optional field that all others of its type have.
    LeftOutField = "L0108", "left-out-field", Suggestion, "0.1.0";
    /// A card brings a kind of token that no text uses.
    UnusedToken = "L0109", "unused-token", Warning, "0.1.0";
    /// A card has an area of effect that its text does not use.
    UnusedArea = "L0110", "unused-area", Warning, "0.1.0";
    /// The names of two cards differ in a single letter, or in capitals alone.
    SimilarNames = "L0111", "similar-names", Warning, "0.1.0";
    /// Two cards have the same words in a field that does nothing in play.
    RepeatedWords = "L0112", "repeated-words", Suggestion, "0.1.0";
    /// A field holds a word that stands for something still to be written.
    Placeholder = "L0113", "placeholder", Warning, "0.1.0";
    /// A card has a text that is never executed.
    ManualText = "L0114", "manual-text", Suggestion, "0.1.0";
    /// A card gives itself the id that it would have anyway.
    NeedlessId = "L0115", "needless-id", Suggestion, "0.1.0";
    /// A card says of a field what holds where it is left out.
    DefaultValue = "L0116", "default-value", Suggestion, "0.1.0";
    /// A name begins with a small letter, and those of other cards do not.
    LowercaseName = "L0117", "lowercase-name", Suggestion, "0.1.0";
    /// A word stands twice in a row.
    DoubledWord = "L0118", "doubled-word", Suggestion, "0.1.0";

    /// A card waits for something that its own player does, while it answers only the opponent.
    OwnEvent = "L0201", "own-event", Warning, "0.1.0";
    /// A text needs a friendly card that no set could contain together with its own.
    ImpossiblePartner = "L0202", "impossible-partner", Warning, "0.1.0";
    /// A condition is always met, or never.
    ConstantCondition = "L0203", "constant-condition", Warning, "0.1.0";
    /// No card of the game fits a description.
    NoTarget = "L0204", "no-target", Warning, "0.1.0";
    /// A text excludes what does not fit the rest of the description anyway.
    EmptyExclusion = "L0205", "empty-exclusion", Warning, "0.1.0";
    /// A text asks for a trait that every card it names has.
    RedundantTrait = "L0206", "redundant-trait", Warning, "0.1.0";
    /// A choice has the same mode twice.
    RepeatedMode = "L0207", "repeated-mode", Warning, "0.1.0";
    /// A text chooses something and does nothing with it.
    UnusedChoice = "L0208", "unused-choice", Warning, "0.1.0";
    /// An action changes nothing about the things that it describes.
    DoesNothing = "L0209", "does-nothing", Warning, "0.1.0";
    /// A text has the same ability twice.
    RepeatedAbility = "L0210", "repeated-ability", Warning, "0.1.0";
    /// A text says something in other words than the canonical ones.
    VariantWording = "L0211", "variant-wording", Suggestion, "0.1.0";
    /// A text does nothing but harm its own side, or help the enemy.
    OwnHarm = "L0212", "own-harm", Warning, "0.1.0";
    /// A text asks for tokens that neither the rules nor any text place.
    UnplacedToken = "L0213", "unplaced-token", Warning, "0.1.0";

    /// The hero of a set cannot pay a card of its deck, even when other statistics stand in.
    UnpayableInSet = "L0301", "unpayable-in-set", Warning, "0.1.0";
    /// A card of a set needs a friendly card that the set does not have.
    NoFriendInSet = "L0302", "no-friend-in-set", Warning, "0.1.0";
    /// No card of a set costs a statistic that its hero has.
    UnneededStatistic = "L0303", "unneeded-statistic", Suggestion, "0.1.0";
    /// Two sets have the same cards.
    SameSet = "L0304", "same-set", Warning, "0.1.0";
    /// A set says of a zone what would be taken from a card anyway.
    NeedlessZone = "L0305", "needless-zone", Suggestion, "0.1.0";
    /// A card of a set can be played by an effect alone, and no card of the set has one.
    StrandedCard = "L0306", "stranded-card", Warning, "0.1.0";
    /// A heading of a pasted deck list says another number of cards than stand below it.
    HeadingCount = "L0307", "heading-count", Warning, "0.1.0";
    /// A line of a pasted deck list names one card, and its set code is printed on another.
    OtherNumber = "L0308", "other-number", Warning, "0.1.0";
}

/// Whether findings of a code come with a change that mends them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fixes {
    Never,
    /// Only some of them do.
    Sometimes,
    /// A good guess.
    Unsafe,
    /// What the author meant, beyond doubt.
    Safe,
}

impl Fixes {
    pub const ALL: [Fixes; 4] = [Fixes::Never, Fixes::Sometimes, Fixes::Unsafe, Fixes::Safe];

    /// What the head of a page says of them; nothing where there is none.
    pub fn said(self) -> &'static str {
        match self {
            Fixes::Never => "",
            Fixes::Sometimes => "sometimes has a fix",
            Fixes::Unsafe => "has an unsafe fix",
            Fixes::Safe => "has a safe fix",
        }
    }

    /// The same in one word, for lists.
    pub fn word(self) -> &'static str {
        match self {
            Fixes::Never => "",
            Fixes::Sometimes => "sometimes",
            Fixes::Unsafe => "unsafe",
            Fixes::Safe => "safe",
        }
    }
}

impl Code {
    /// Its fixes, as the head of its page says; a test holds that against what is found in the examples.
    pub fn fixes(self) -> Fixes {
        let head = self.page().lines().nth(2).unwrap_or_default();
        let said = head.split(" · ").nth(3).unwrap_or_default();
        Fixes::ALL
            .into_iter()
            .find(|fixes| fixes.said() == said)
            .unwrap_or(Fixes::Never)
    }

    /// Whether an author may set its level.
    pub fn is_lint(self) -> bool {
        self.code().starts_with('L')
    }

    /// Whether it is about the comments that allow lints, which no such comment can allow.
    pub fn is_about_comments(self) -> bool {
        matches!(
            self,
            Code::UnknownSuppression | Code::SuppressionWithoutReason | Code::UnusedSuppression
        )
    }

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

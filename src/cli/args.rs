//! The command line: every command, its flags and its help.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum};

use super::languages;
use cardwright::bundle::Encoding;
use cardwright::words::Language;

mod games;

pub use games::{Play, Players, Seating, Simulate, SimulationFormat};

/// The text before the list of commands.
const ABOUT: &str = "\
Compiles the cards of a card game from YAML into a database for game engines, and reports every \
problem in the cards.";

const EXIT_STATUS: &str = "\
Exit status: 0 no errors, 1 errors found, 2 the command failed.";

#[derive(Debug, Parser)]
#[command(name = "cardwright", version, about = ABOUT, after_help = EXIT_STATUS)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Check cards and kingdom sets, and report every problem
    #[command(after_long_help = "\
Examples:
  cardwright check                           everything in the folder `cards`
  cardwright check cards/lich.yaml           one file
  cardwright check --format short            one line for each problem
  cardwright check --format json | jq .summary
  cardwright check --format sarif > cards.sarif
  cardwright check --fix                     apply all safe fixes
  cardwright check --unsafe-fixes --diff     show what unsafe fixes would change
  cardwright check --watch                   check again after every save

A fix changes only what is wrong. Comments, quotes, the order of fields and line endings stay as they are. A fix \
is skipped if it would cause another problem, unless it fixes an error and causes only a warning. A `game.yaml` is \
never changed.

If you check a file or folder in the folder `cards`, its texts may also name the other cards there.

A folder with a `game.yaml` defines a game, and the cards in it belong to that game. All other cards belong to the \
game that `--game` or `cardwright.toml` names, otherwise to the game whose folder you are in, otherwise to card-game.")]
    Check(Check),

    /// Check the cards, and write the bundle for an engine if there are no errors
    #[command(after_long_help = "\
Examples:
  cardwright build --out bundle              the cards in `cards`
  cardwright build my-cards --out bundle     together with the built-in cards
  cardwright build --out bundle --formats json,sqlite
  cardwright build --out new --since old     fail if a card id is missing
  cardwright build --check bundle            is the bundle complete and up to date?

Writes `bundle.json`, `bundle.msgpack`, `cards.sqlite` and, last, `manifest.json`. If the cards belong to \
several games, the bundle of the project's game is written to the folder itself, and each other bundle to a \
subfolder with the name of its game. A program that reads the folder during a build sees only complete files.")]
    Build(Build),

    /// Compare two bundles: which cards and sets changed, and which version step that requires
    #[command(after_long_help = "\
Examples:
  cardwright diff old new                    two folders with bundles
  cardwright diff old/bundle.json new/bundle.msgpack
  cardwright diff old new --format markdown > CHANGES.md
  cardwright diff old new --format json | jq .bump
  cardwright diff old new --simulate --games 500    win rates before and after

The sets of OLD are checked with the cards of NEW, except sets with house rules. The exit status is 0 \
with or without differences.")]
    Diff(Diff),

    /// Check whether kingdom sets are legal, and report every problem
    #[command(after_long_help = "\
Examples:
  cardwright kingdom wings-over-erathia.yaml
  cardwright kingdom pasted.txt              a deck list, pasted from a website or a forum
  cardwright kingdom -                       standard input
  cardwright kingdom cw1LP8Kq…               a code from `kingdom export --to code`
  cardwright kingdom sets/*.yaml --format json
  cardwright kingdom my-set.yaml --cards my-cards
  cardwright kingdom my-set.yaml --draft     an unfinished set: errors, and missing cards
  cardwright kingdom my-set.yaml --repair    the fewest changes that make it legal
  cardwright kingdom my-set.yaml --repair --write
  cardwright kingdom my-set.yaml --report    contents, costs, and the odds of drawing units
  cardwright kingdom my-set.yaml --report --format json | jq '.kingdoms[0].report.odds'
  cardwright kingdom my-set.yaml --svg my-set.svg
  cardwright kingdom my-set.yaml other.yaml --report --games 100    also play them against each other")]
    Kingdom(Kingdom),

    /// Run the tests of cards: each is a position, the steps to play, and the expected result
    #[command(after_long_help = "\
Examples:
  cardwright test                            all tests in the folder `cards`
  cardwright test cards/lich.test.yaml       one file
  cardwright test --coverage                 lines of cards that no test covers
  cardwright test --accept                   write the actual results into the tests

Files with tests are beside the cards, and their names end in `.test.yaml`. docs/tests.md describes the format.")]
    Test(Test),

    /// Play games of two sets against each other, and report how often each wins
    #[command(after_long_help = "\
Examples:
  cardwright simulate my-set other-set
  cardwright simulate my-set other-set --cards my-cards --games 1000
  cardwright simulate my-set other-set --players random --seed 7 --format json
  cardwright simulate my-set other-set --players search --budget 50 --games 20
  cardwright simulate my-set other-set --plot games.svg

The report has win rates, lengths of games, the cards with which a set wins more or less, cards that wait long, \
and texts that did nothing in any game. Every share has a 95 % confidence interval; a card is \
called better or worse only if its interval excludes 0. The players are programs, not people. Ctrl-C reports the \
games so far, with exit status 130.")]
    Simulate(Simulate),

    /// Play a game of two sets in the terminal, against a program or another person
    #[command(after_long_help = "\
Examples:
  cardwright play my-set other-set --bot greedy
  cardwright play my-set other-set           two people at one screen
  cardwright play my-set other-set --cards my-cards --bot random --seed 7
  cardwright play --load game.json           a game that was saved
  cardwright play my-set other-set --bot greedy --record game.test.yaml

The map has a letter for each card, and the options have numbers: write a number and press Enter. `help` lists the \
commands, among them `look CARD`, `why CARD`, `undo`, `record FILE` and `save FILE`.")]
    Play(Play),

    /// Check and print one effect text
    #[command(after_long_help = "\
Examples:
  cardwright effect 'On Activation: Deal 1 damage to an adjacent enemy unit.'
  cardwright effect --type spell --emit text 'deal 2 damage to a unit.'
  echo 'Deal 2 damage to a unit.' | cardwright effect - --type spell --emit outline
  cardwright effect --fix 'draw two card'    print the text with all safe fixes
  cardwright effect                          on a terminal: try one text after the other

Only the text is checked, without the fields of a card. The output is what `--emit` selects or, if \
the text has errors, the errors. With `--fix`, the output is the fixed text; the remaining problems go to standard \
error.")]
    Effect(Effect),

    /// Write a new card file with comments, to start from
    #[command(after_long_help = include_str!("help/new.txt"))]
    New(New),

    /// Write a small project to start from: a card, a set, and what to do next
    #[command(after_long_help = include_str!("help/init.txt"))]
    Init(Init),

    /// Find cards by their words, fields and meaning: how do other cards say this?
    #[command(visible_alias = "list", after_long_help = include_str!("help/search.txt"))]
    Search(Search),

    /// Format card and kingdom files in canonical form
    #[command(after_long_help = "\
Examples:
  cardwright fmt                             everything in the folder `cards`
  cardwright fmt --check                     for CI: list the files that would change, and fail
  cardwright fmt cards/lich.yaml --diff      show what would change
  cardwright fmt - < lich.yaml               from standard input to standard output

Comments, the order of fields and the meaning are kept. White space, quotes and brackets get a canonical \
form, and effect texts their canonical wording after `|`. A text with errors is not changed, nor is a `game.yaml`. \
The output lists the changed files.")]
    Fmt(Fmt),

    /// Print the JSON Schema of a file type
    #[command(after_long_help = "\
Examples:
  cardwright schema card > card.schema.json
  cardwright schema kingdom --game ccg
  cardwright schema diagnostics              the output of `--format json`
  cardwright schema simulation               the output of `simulate --format json`")]
    Schema(Schema),

    /// Print the types of a bundle and of the IR in the programming language of an engine
    #[command(after_long_help = "\
Examples:
  cardwright types --language typescript > bundle.d.ts
  cardwright types --language python > bundle_types.py
  cardwright types --language csharp > Bundle.cs")]
    Types(Types),

    /// Explain a code of a message, or a word: what to write, with examples
    #[command(after_long_help = include_str!("help/explain.txt"))]
    Explain(Explain),

    /// List all codes
    #[command(after_long_help = "\
Examples:
  cardwright rules
  cardwright rules --format json | jq '.[] | select(.lint) | .name'")]
    Rules(Rules),

    /// Show mistakes, and more, in an editor: the language server, which the editor starts
    #[command(after_long_help = "\
The editor talks to this command over standard input and output, with the language server protocol. docs/editor.md has \
the settings for several editors. The mistakes are those of `cardwright check`, with the settings in `cardwright.toml`.")]
    Lsp(Lsp),
}

#[derive(Debug, Args)]
pub struct Lsp {
    /// Talk over standard input and output, which is what the command always does; some editors add this flag
    #[arg(long, hide = true)]
    pub stdio: bool,
}

#[derive(Debug, Args)]
pub struct Check {
    /// Files and folders [default: cards]
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub fix: FixOptions,
    /// Check again after every save, until Ctrl-C
    #[arg(long, conflicts_with_all = ["fix", "unsafe_fixes", "diff"])]
    pub watch: bool,
    /// Store the result in `.cardwright-cache`, and reuse it while nothing changes
    #[arg(long, conflicts_with_all = ["fix", "unsafe_fixes", "diff"])]
    pub cache: bool,
    #[command(flatten)]
    pub game: GameOption,
    #[command(flatten)]
    pub lints: LintOptions,
    #[command(flatten)]
    pub output: OutputOptions,
}

/// The options for applying fixes.
#[derive(Clone, Copy, Debug, Args)]
pub struct FixOptions {
    /// Apply all safe fixes, then show the remaining problems
    #[arg(long)]
    pub fix: bool,
    /// Apply safe fixes, and unsafe ones, which are good guesses
    #[arg(long)]
    pub unsafe_fixes: bool,
    /// Write nothing; show the changes of the fixes as a diff, and fail if there are any
    #[arg(long)]
    pub diff: bool,
}

impl FixOptions {
    pub fn any(self) -> bool {
        self.fix || self.unsafe_fixes || self.diff
    }
}

#[derive(Debug, Args)]
pub struct Build {
    /// Files and folders [default: cards]
    pub paths: Vec<PathBuf>,
    /// The output folder of the bundle
    #[arg(long, value_name = "DIR", required_unless_present_any = ["check", "conformance"])]
    pub out: Option<PathBuf>,
    /// Write the tests beside the cards to this file, with every choice and the state after it, for engines in other
    /// languages
    #[arg(long, value_name = "FILE")]
    pub conformance: Option<PathBuf>,
    /// The output formats, separated by commas
    #[arg(long, value_enum, value_name = "FORMS", value_delimiter = ',', default_values_t = BundleForm::ALL)]
    pub formats: Vec<BundleForm>,
    /// The languages of the texts, separated by commas; the bundle has the texts of all but English under `texts`
    #[arg(long, value_name = "LANGUAGES", value_delimiter = ',', value_parser = languages::parse)]
    pub lang: Vec<&'static Language>,
    /// Fail if a card of this earlier bundle is missing and has no migration
    #[arg(long, value_name = "OLD")]
    pub since: Option<PathBuf>,
    /// Write nothing; check whether the bundle in this folder is complete and matches these files
    #[arg(long, value_name = "DIR", conflicts_with_all = ["out", "formats", "conformance"])]
    pub check: Option<PathBuf>,
    #[command(flatten)]
    pub game: GameOption,
    #[command(flatten)]
    pub lints: LintOptions,
    #[command(flatten)]
    pub output: OutputOptions,
}

#[derive(Clone, Debug, Args)]
pub struct Test {
    /// Files with tests, and folders with such files [default: cards]
    pub paths: Vec<PathBuf>,
    /// Report the lines of cards without which every test passes, and the meanings that no test covers
    #[arg(long)]
    pub coverage: bool,
    /// Change one part of a card at a time, and report the changes that its tests do not detect
    #[arg(long, conflicts_with_all = ["accept", "coverage"])]
    pub mutants: bool,
    /// Write the actual results into the tests: rewrite expectations that are not met, and add missing ones
    #[arg(long)]
    pub accept: bool,
    /// Run the tests again after every save
    #[arg(long, conflicts_with_all = ["accept", "coverage", "mutants"])]
    pub watch: bool,
    /// Replay the recordings in this file instead, with the cards with which they were made, and report differences
    #[arg(long, value_name = "FILE", conflicts_with_all = ["accept", "coverage", "watch"])]
    pub replay: Option<PathBuf>,
    #[command(flatten)]
    pub cards: CardsOption,
    #[command(flatten)]
    pub game: GameOption,
    #[command(flatten)]
    pub output: OutputOptions,
}

#[derive(Debug, Args)]
pub struct Diff {
    /// The folder of the old bundle, or its `bundle.json` or `bundle.msgpack`
    pub old: PathBuf,
    /// The folder of the new bundle, or its `bundle.json` or `bundle.msgpack`
    pub new: PathBuf,
    /// The `game.yaml` with the rules for sets [default: the rules of the built-in game]
    #[arg(long, value_name = "FILE")]
    pub rules: Option<PathBuf>,
    /// Also play games of the sets with a changed card, with its old and its new version
    #[arg(long)]
    pub simulate: bool,
    /// With `--simulate`: the number of games of each set against each other set, for each changed card
    #[arg(long, value_name = "NUMBER", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: u32,
    #[command(flatten)]
    pub players: Players,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    pub format: ChangesFormat,
}

/// The output format of changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ChangesFormat {
    /// Plain text
    #[default]
    Human,
    /// Patch notes
    Markdown,
    /// One JSON object (see `cardwright schema changes`)
    Json,
}

/// The format of a bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BundleForm {
    /// `bundle.json`
    Json,
    /// `bundle.msgpack`
    Msgpack,
    /// `cards.sqlite`
    #[cfg(feature = "sqlite")]
    Sqlite,
}

impl BundleForm {
    const ALL: [BundleForm; Encoding::ALL.len()] = [
        BundleForm::Json,
        BundleForm::Msgpack,
        #[cfg(feature = "sqlite")]
        BundleForm::Sqlite,
    ];

    pub fn encoding(self) -> Encoding {
        match self {
            BundleForm::Json => Encoding::Json,
            BundleForm::Msgpack => Encoding::MessagePack,
            #[cfg(feature = "sqlite")]
            BundleForm::Sqlite => Encoding::Sqlite,
        }
    }
}

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(group(ArgGroup::new("reported").args(["report", "svg"]).multiple(true)))]
pub struct Kingdom {
    #[command(subcommand)]
    pub command: Option<KingdomCommand>,
    /// Files with kingdom sets: YAML if the name ends in .yaml or .yml, otherwise deck lists; `-` for standard input;
    /// or a share code
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The house rules for sets that do not name any
    #[arg(long, value_name = "ID")]
    pub house_rules: Option<String>,
    /// Treat the sets as unfinished: list missing cards, but not as errors
    #[arg(long)]
    pub draft: bool,
    /// Show the fewest changes that make each set legal, and fail if a change is needed
    #[arg(long, conflicts_with_all = ["draft", "report", "svg"])]
    pub repair: bool,
    /// With `--repair`: write these changes to the files
    #[arg(long, requires = "repair")]
    pub write: bool,
    /// Report the contents of the sets, the costs of their cards, and the odds of drawing a unit that can be paid
    #[arg(long, conflicts_with = "repair")]
    pub report: bool,
    /// Write the report of one set to this file, as an SVG picture
    #[arg(long, value_name = "FILE", conflicts_with = "repair")]
    pub svg: Option<PathBuf>,
    /// With `--report` or `--svg`: play this many games of each set against each other set on the command line; a
    /// single set plays against itself
    #[arg(long, value_name = "NUMBER", requires = "reported", conflicts_with_all = ["repair", "draft"], value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: Option<u32>,
    #[command(flatten)]
    pub players: Players,
    #[command(flatten)]
    pub cards: CardsOption,
    #[command(flatten)]
    pub game: GameOption,
    #[command(flatten)]
    pub lints: LintOptions,
    #[command(flatten)]
    pub output: OutputOptions,
}

#[derive(Debug, Subcommand)]
pub enum KingdomCommand {
    /// Write a set in another format: text, YAML, JSON, or a short code for sharing
    #[command(after_long_help = "\
Examples:
  cardwright kingdom export pasted.txt --to yaml --out cards/pasted.yaml
  cardwright kingdom export wings-over-erathia.yaml --to code
  cardwright kingdom export cw1LP8Kq… --to text
  cardwright kingdom export - --to json < pasted.txt

A set need not be legal, but every line must be readable and every card known. Sets with the same cards have the \
same code, whatever the order of their lines; the name of a set is not part of its code.")]
    Export(KingdomExport),
}

#[derive(Debug, Args)]
pub struct KingdomExport {
    /// A file with one kingdom set, a code, or `-` for standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The output format
    #[arg(long, value_enum, value_name = "FORM")]
    pub to: KingdomForm,
    /// The output file [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub cards: CardsOption,
    #[command(flatten)]
    pub game: GameOption,
    #[command(flatten)]
    pub output: OutputOptions,
}

/// The output format of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum KingdomForm {
    /// A deck list for people to read
    Text,
    /// A kingdom file
    Yaml,
    /// JSON, as in a bundle
    Json,
    /// A short code
    Code,
}

#[derive(Debug, Args)]
pub struct Effect {
    /// The text; `-` for standard input. Without it: standard input or, on a terminal, a prompt
    #[arg(allow_hyphen_values = true)]
    pub text: Option<OsString>,
    /// The type of the card with this text [default: the type with the most headings]
    #[arg(long = "type", value_name = "TYPE")]
    pub card_type: Option<String>,
    /// The output to print [default: ir]
    #[arg(long, value_enum)]
    pub emit: Option<Emit>,
    /// The language of a printed text or outline [default: en]
    #[arg(long, value_name = "LANGUAGE", value_parser = languages::parse, requires = "emit")]
    pub lang: Option<&'static Language>,
    /// Apply all safe fixes, and print the text
    #[arg(long, conflicts_with = "emit")]
    pub fix: bool,
    /// Apply unsafe fixes too, which are good guesses
    #[arg(long, conflicts_with = "emit")]
    pub unsafe_fixes: bool,
    #[command(flatten)]
    pub cards: CardsOption,
    #[command(flatten)]
    pub game: GameOption,
    #[command(flatten)]
    pub output: OutputOptions,
}

#[derive(Debug, Args)]
pub struct Fmt {
    /// Files and folders, or only `-` for standard input [default: cards]
    pub paths: Vec<PathBuf>,
    /// Write nothing; list the files that would change, and fail if there are any
    #[arg(long)]
    pub check: bool,
    /// Write nothing; show the changes as a diff, and fail if there are any
    #[arg(long)]
    pub diff: bool,
    /// The file name of standard input, which determines its game and appears in messages
    #[arg(long, value_name = "FILE")]
    pub stdin_filename: Option<PathBuf>,
    #[command(flatten)]
    pub cards: CardsOption,
    #[command(flatten)]
    pub game: GameOption,
    /// When to use colours [default: auto]
    #[arg(long, value_enum, value_name = "WHEN")]
    pub color: Option<When>,
}

#[derive(Debug, Args)]
pub struct Schema {
    /// `card`, `kingdom`, `game`, `house-rules`, `test`, `bundle`, `ir`, `manifest`, `changes`, `diagnostics`,
    /// `simulation` or `recordings`
    pub name: String,
    #[command(flatten)]
    pub game: GameOption,
}

#[derive(Debug, Args)]
pub struct Types {
    /// The programming language of the engine
    #[arg(long, value_enum)]
    pub language: TypesLanguage,
}

/// A programming language for the types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TypesLanguage {
    /// Interfaces, and unions that a `switch` can narrow
    Typescript,
    /// Typed dictionaries, for Python 3.11 or later
    Python,
    /// Records for `System.Text.Json`, for C# 11 or later
    Csharp,
}

#[derive(Debug, Args)]
pub struct New {
    /// The type of the card [default: list the types]
    #[arg(value_name = "TYPE", requires = "name")]
    pub card_type: Option<String>,
    /// The name of the card, as printed
    pub name: Vec<String>,
    /// The folder of the file [default: cards]
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
    #[command(flatten)]
    pub game: GameOption,
    /// When to use colours [default: auto]
    #[arg(long, value_enum, value_name = "WHEN")]
    pub color: Option<When>,
}

#[derive(Debug, Args)]
pub struct Init {
    /// The folder of the project [default: this folder]
    pub dir: Option<PathBuf>,
    #[command(flatten)]
    pub game: GameOption,
}

#[derive(Debug, Args)]
pub struct Search {
    /// Words of the name or the text
    pub words: Vec<String>,
    /// A part of the name
    #[arg(long)]
    pub name: Vec<String>,
    /// The card type
    #[arg(long = "type", value_name = "TYPE")]
    pub card_type: Vec<String>,
    /// A trait
    #[arg(long = "trait", value_name = "TRAIT")]
    pub traits: Vec<String>,
    /// The cost: a number, a range, or PART=NUMBER
    #[arg(long)]
    pub cost: Vec<String>,
    /// The value of a field: KEY=VALUE, or KEY.PART=NUMBER
    #[arg(long, value_name = "KEY=VALUE")]
    pub field: Vec<String>,
    /// A part of the meaning, by its name in the IR
    #[arg(long)]
    pub node: Vec<String>,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    pub format: SearchFormat,
    #[command(flatten)]
    pub cards: CardsOption,
    #[command(flatten)]
    pub game: GameOption,
    /// When to use colours [default: auto]
    #[arg(long, value_enum, value_name = "WHEN")]
    pub color: Option<When>,
}

/// The output format of found cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum SearchFormat {
    /// Name, type, cost and text
    #[default]
    Human,
    /// A JSON array of objects: `id`, `name`, `type`, `cost`, `text`, `file`, `found`
    Json,
}

#[derive(Debug, Args)]
pub struct Explain {
    /// Codes or their names (`E0203`, `unknown-card`), or a word or phrase
    #[arg(required = true, value_name = "CODE|PHRASE")]
    pub codes: Vec<String>,
    #[command(flatten)]
    pub game: GameOption,
    /// When to use colours [default: auto]
    #[arg(long, value_enum, value_name = "WHEN")]
    pub color: Option<When>,
}

#[derive(Debug, Args)]
pub struct Rules {
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    pub format: RulesFormat,
}

/// The output format of the list of codes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum RulesFormat {
    /// One line for each code: code, level, name, fix, meaning
    #[default]
    Human,
    /// A JSON array of objects: `code`, `name`, `level`, `lint`, `since`, `fix`, `meaning`
    Json,
}

#[derive(Clone, Debug, Args)]
pub struct GameOption {
    /// The game of cards that are in no game's folder [default: the game in `cardwright.toml`, else the game of the
    /// current folder, else card-game]
    #[arg(long, value_name = "ID")]
    pub game: Option<String>,
}

#[derive(Clone, Debug, Args)]
pub struct CardsOption {
    /// Files and folders with other cards that texts and sets may name [default: cards, and the games in this folder]
    #[arg(long, value_name = "PATH")]
    pub cards: Vec<PathBuf>,
}

/// The levels of lints. NAME is the name or code of a lint (`cardwright rules` lists them), or `all`.
#[derive(Clone, Debug, Default, Args)]
#[command(
    next_help_heading = "Lints (NAME is a name or code that `cardwright rules` lists, or `all`)"
)]
pub struct LintOptions {
    /// Turn this lint off
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub allow: Vec<String>,
    /// Report this lint as a suggestion
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub suggest: Vec<String>,
    /// Report this lint as a warning
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub warn: Vec<String>,
    /// Report this lint as an error
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub deny: Vec<String>,
    /// Report suggestions too, which are off by default
    #[arg(long)]
    pub suggestions: bool,
}

#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputOptions {
    /// The output format [default: human; on GitHub Actions: github]
    #[arg(long, value_enum)]
    pub format: Option<Format>,
    /// Fail if there are warnings
    #[arg(long)]
    pub deny_warnings: bool,
    /// When to use colours [default: auto]
    #[arg(long, value_enum, value_name = "WHEN")]
    pub color: Option<When>,
    /// The maximum width of lines, in columns [default: the width of the terminal, or 100]
    #[arg(long, value_name = "COLUMNS")]
    pub width: Option<usize>,
}

/// The output format of diagnostics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// With the source lines
    #[default]
    Human,
    /// One line for each problem
    Short,
    /// One JSON object
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// GitHub Actions annotations
    Github,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// On a terminal, unless `NO_COLOR` is set
    #[default]
    Auto,
    Always,
    Never,
}

/// The output of `effect`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Emit {
    /// The IR, as JSON for engines
    #[default]
    Ir,
    /// The text in canonical form
    Text,
    /// The meaning, in plain words
    Outline,
}

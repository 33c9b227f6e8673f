//! The command line: every command, its flags and its help.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::bundle::Encoding;

/// What stands before the list of commands.
const ABOUT: &str = "\
Turns the cards of a card game, written as YAML, into a database that a game engine can run, and \
tells their authors everything that is wrong.";

const EXIT_STATUS: &str = "\
Exit status: 0 no error, 1 errors found, 2 could not do it.";

#[derive(Debug, Parser)]
#[command(name = "cardwright", version, about = ABOUT, after_help = EXIT_STATUS)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Tell everything that is wrong with cards and kingdom sets
    #[command(after_long_help = "\
Examples:
  cardwright check                           everything below the folder `cards`
  cardwright check cards/lich.yaml           one file
  cardwright check --format short            one line for each finding
  cardwright check --format json | jq .summary
  cardwright check --format sarif > cards.sarif
  cardwright check --fix                     mend what can be mended beyond doubt
  cardwright check --unsafe-fixes --diff     show what good guesses would change
  cardwright check --watch                   again whenever a file is saved

A fix changes only the places that it names: comments, quotes, order and line ends stay. One that would
bring about another error is left out. A `game.yaml` is left alone.

A file or folder within the folder `cards` is checked with the other cards there, which its texts may name.

A folder with a `game.yaml` holds a game, and the cards below it belong to that game. All other
cards belong to the game of `--game`, of `cardwright.toml`, or the first one.")]
    Check(Check),

    /// Check, then write the bundle for an engine; nothing is written when there is an error
    #[command(after_long_help = "\
Examples:
  cardwright build --out bundle              the cards below `cards`
  cardwright build my-cards --out bundle     with the cards that come with the tool
  cardwright build --out bundle --formats json,sqlite
  cardwright build --out new --since old     refuse when an id of a card is lost
  cardwright build --check bundle            is it whole, and up to date with the cards?

Writes `bundle.json`, `bundle.msgpack`, `cards.sqlite` and, last, `manifest.json`. If the cards belong to several games, the project's game
goes to the folder itself and every other one to a folder of its name below it. Whoever reads the
folder meanwhile sees the old files or the new ones, never half of one.")]
    Build(Build),

    /// Tell what is different between two bundles: cards, sets, and how far the version should rise
    #[command(after_long_help = "\
Examples:
  cardwright diff old new                    two folders with bundles
  cardwright diff old/bundle.json new/bundle.msgpack
  cardwright diff old new --format markdown > CHANGES.md
  cardwright diff old new --format json | jq .bump

The sets of OLD are judged by the cards of NEW, except those with house rules. The exit status is 0
whether something is different or not.")]
    Diff(Diff),

    /// Tell whether kingdom sets are legal, and if not, everything that is wrong with them
    #[command(after_long_help = "\
Examples:
  cardwright kingdom wings-over-erathia.yaml
  cardwright kingdom pasted.txt              a deck list, as a site or a forum prints it
  cardwright kingdom -                       the same from standard input
  cardwright kingdom cw1LP8Kq…               a code, as `kingdom export --to code` makes it
  cardwright kingdom sets/*.yaml --format json
  cardwright kingdom my-set.yaml --cards my-cards
  cardwright kingdom my-set.yaml --draft     what is wrong already, and what is still open
  cardwright kingdom my-set.yaml --repair    the fewest changes that make it legal
  cardwright kingdom my-set.yaml --repair --write
  cardwright kingdom my-set.yaml --report    what it is made of, what it costs, the odds to draw units
  cardwright kingdom my-set.yaml --report --format json | jq '.kingdoms[0].report.odds'
  cardwright kingdom my-set.yaml --svg my-set.svg")]
    Kingdom(Kingdom),

    /// Read one effect text, as it would stand on a card
    #[command(after_long_help = "\
Examples:
  cardwright effect 'On Activation: Deal 1 damage to an adjacent enemy unit.'
  cardwright effect --type spell --emit text 'deal 2 damage to a unit.'
  echo 'Deal 2 damage to a unit.' | cardwright effect - --type spell --emit outline

Only the text is checked, not the fields that a card would have. Standard output has what was asked
for with `--emit` or, if the text has errors, the findings.")]
    Effect(Effect),

    /// Bring card and kingdom files into canonical form
    #[command(after_long_help = "\
Examples:
  cardwright fmt                             everything below the folder `cards`
  cardwright fmt --check                     for CI: list what would change, and fail
  cardwright fmt cards/lich.yaml --diff      show what would change
  cardwright fmt - < lich.yaml               from standard input to standard output

Comments and the order of fields are kept, and so is what the files say: white space, quotes and
brackets get one form, effect texts their canonical wording behind `|`. A text that has errors stays
as it is. A `game.yaml` is left alone. The changed files are listed on standard output.")]
    Fmt(Fmt),

    /// Print the JSON Schema of a kind of file
    #[command(after_long_help = "\
Examples:
  cardwright schema card > card.schema.json
  cardwright schema kingdom --game ccg
  cardwright schema diagnostics              what `--format json` prints")]
    Schema(Schema),

    /// Print the types of a bundle and of the IR for the language of an engine
    #[command(after_long_help = "\
Examples:
  cardwright types --language typescript > bundle.d.ts
  cardwright types --language python > bundle_types.py
  cardwright types --language csharp > Bundle.cs")]
    Types(Types),

    /// Tell what a code means, with an example
    #[command(after_long_help = "\
Examples:
  cardwright explain E0203
  cardwright explain unknown-card unpayable-cost")]
    Explain(Explain),

    /// List every code
    #[command(after_long_help = "\
Examples:
  cardwright rules
  cardwright rules --format json | jq '.[] | select(.lint) | .name'")]
    Rules(Rules),
}

#[derive(Debug, Args)]
pub struct Check {
    /// Files and folders [default: cards]
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub fix: FixOptions,
    /// Check again whenever a file is saved, until Ctrl-C
    #[arg(long, conflicts_with_all = ["fix", "unsafe_fixes", "diff"])]
    pub watch: bool,
    /// Keep what was found in `.cardwright-cache`, and say it again at once while nothing changes
    #[arg(long, conflicts_with_all = ["fix", "unsafe_fixes", "diff"])]
    pub cache: bool,
    #[command(flatten)]
    pub game: GameOption,
    #[command(flatten)]
    pub lints: LintOptions,
    #[command(flatten)]
    pub output: OutputOptions,
}

/// Whether to mend what can be mended.
#[derive(Clone, Copy, Debug, Args)]
pub struct FixOptions {
    /// Mend what can be mended beyond doubt, then show what is left
    #[arg(long)]
    pub fix: bool,
    /// Mend also where that takes a good guess
    #[arg(long)]
    pub unsafe_fixes: bool,
    /// Write nothing; show what would be mended, and fail if something would
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
    /// The folder to which the bundle is written
    #[arg(long, value_name = "DIR", required_unless_present = "check")]
    pub out: Option<PathBuf>,
    /// The forms in which it is written, with commas between them
    #[arg(long, value_enum, value_name = "FORMS", value_delimiter = ',', default_values_t = BundleForm::ALL)]
    pub formats: Vec<BundleForm>,
    /// Refuse when a card of this earlier bundle is gone and no migration says what became of it
    #[arg(long, value_name = "OLD")]
    pub since: Option<PathBuf>,
    /// Write nothing; tell whether the bundle in this folder is whole and what these files give
    #[arg(long, value_name = "DIR", conflicts_with_all = ["out", "formats"])]
    pub check: Option<PathBuf>,
    #[command(flatten)]
    pub game: GameOption,
    #[command(flatten)]
    pub lints: LintOptions,
    #[command(flatten)]
    pub output: OutputOptions,
}

#[derive(Debug, Args)]
pub struct Diff {
    /// The folder of a bundle, or its `bundle.json` or `bundle.msgpack`
    pub old: PathBuf,
    /// The same of the bundle that comes after
    pub new: PathBuf,
    /// The `game.yaml` by whose rules sets are judged [default: that of the game that comes with the tool]
    #[arg(long, value_name = "FILE")]
    pub rules: Option<PathBuf>,
    /// How the changes are shown
    #[arg(long, value_enum, default_value_t)]
    pub format: ChangesFormat,
}

/// How changes are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ChangesFormat {
    /// Plain text
    #[default]
    Human,
    /// Patch notes
    Markdown,
    /// One object, as `cardwright schema changes` describes it
    Json,
}

/// A form in which a bundle is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BundleForm {
    /// `bundle.json`
    Json,
    /// `bundle.msgpack`
    Msgpack,
    /// `cards.sqlite`
    Sqlite,
}

impl BundleForm {
    const ALL: [BundleForm; 3] = [BundleForm::Json, BundleForm::Msgpack, BundleForm::Sqlite];

    pub fn encoding(self) -> Encoding {
        match self {
            BundleForm::Json => Encoding::Json,
            BundleForm::Msgpack => Encoding::MessagePack,
            BundleForm::Sqlite => Encoding::Sqlite,
        }
    }
}

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Kingdom {
    #[command(subcommand)]
    pub command: Option<KingdomCommand>,
    /// Files with kingdom sets: YAML where they end in .yaml or .yml, else deck lists; `-`: from standard input.
    /// A code stands for itself
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The house rules by which sets are judged that name none
    #[arg(long, value_name = "ID")]
    pub house_rules: Option<String>,
    /// Take the sets as unfinished: what is missing is no error, but listed as still open
    #[arg(long)]
    pub draft: bool,
    /// Show the fewest changes that make each set legal, and fail if there are any
    #[arg(long, conflicts_with_all = ["draft", "report", "svg"])]
    pub repair: bool,
    /// Make these changes in the files
    #[arg(long, requires = "repair")]
    pub write: bool,
    /// Tell what the sets are made of, what their cards cost, and the odds to draw something to play
    #[arg(long, conflicts_with = "repair")]
    pub report: bool,
    /// Write the same as a picture, for one set
    #[arg(long, value_name = "FILE", conflicts_with = "repair")]
    pub svg: Option<PathBuf>,
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
    /// Write a set in another form: as text, YAML, JSON, or a short code to be shared
    #[command(after_long_help = "\
Examples:
  cardwright kingdom export pasted.txt --to yaml --out cards/pasted.yaml
  cardwright kingdom export wings-over-erathia.yaml --to code
  cardwright kingdom export cw1LP8Kq… --to text
  cardwright kingdom export - --to json < pasted.txt

A set is written whether it is legal or not, but every line of it has to be read and every card known.
There is one code for a set, whatever the order of its lines; the name of the set is no part of it.")]
    Export(KingdomExport),
}

#[derive(Debug, Args)]
pub struct KingdomExport {
    /// A file with one kingdom set, a code, or `-` for standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The form in which it is written
    #[arg(long, value_enum, value_name = "FORM")]
    pub to: KingdomForm,
    /// The file to which it is written [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub cards: CardsOption,
    #[command(flatten)]
    pub game: GameOption,
    #[command(flatten)]
    pub output: OutputOptions,
}

/// A form in which a set is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum KingdomForm {
    /// A deck list, as people read it
    Text,
    /// A kingdom file
    Yaml,
    /// As it stands in a bundle
    Json,
    /// A short code
    Code,
}

#[derive(Debug, Args)]
pub struct Effect {
    /// The text; `-` or nothing: from standard input
    #[arg(allow_hyphen_values = true)]
    pub text: Option<OsString>,
    /// The type of the card on which the text would stand
    #[arg(long = "type", value_name = "TYPE", default_value = "unit")]
    pub card_type: String,
    /// What to print
    #[arg(long, value_enum, default_value_t = Emit::Ir)]
    pub emit: Emit,
    #[command(flatten)]
    pub cards: CardsOption,
    #[command(flatten)]
    pub game: GameOption,
    #[command(flatten)]
    pub output: OutputOptions,
}

#[derive(Debug, Args)]
pub struct Fmt {
    /// Files and folders; `-` alone: standard input [default: cards]
    pub paths: Vec<PathBuf>,
    /// Write nothing; list the files that would change, and fail if there is one
    #[arg(long)]
    pub check: bool,
    /// Write nothing; show what would change, and fail if something would
    #[arg(long)]
    pub diff: bool,
    /// The file that standard input holds, for its game and for messages
    #[arg(long, value_name = "FILE")]
    pub stdin_filename: Option<PathBuf>,
    #[command(flatten)]
    pub cards: CardsOption,
    #[command(flatten)]
    pub game: GameOption,
    /// Whether to use colours [default: auto]
    #[arg(long, value_enum, value_name = "WHEN")]
    pub color: Option<When>,
}

#[derive(Debug, Args)]
pub struct Schema {
    /// `card`, `kingdom`, `game`, `house-rules`, `bundle`, `ir`, `manifest`, `changes` or `diagnostics`
    pub name: String,
    #[command(flatten)]
    pub game: GameOption,
}

#[derive(Debug, Args)]
pub struct Types {
    /// The language of the engine
    #[arg(long, value_enum)]
    pub language: TypesLanguage,
}

/// A language in which the types can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TypesLanguage {
    /// Interfaces, and unions that a `switch` narrows
    Typescript,
    /// Typed dictionaries, for Python 3.11 or later
    Python,
    /// Records for `System.Text.Json`, for C# 11 or later
    Csharp,
}

#[derive(Debug, Args)]
pub struct Explain {
    /// Codes or their names: `E0203`, `unknown-card`
    #[arg(required = true, value_name = "CODE")]
    pub codes: Vec<String>,
    /// Whether to use colours [default: auto]
    #[arg(long, value_enum, value_name = "WHEN")]
    pub color: Option<When>,
}

#[derive(Debug, Args)]
pub struct Rules {
    /// How the list is shown
    #[arg(long, value_enum, default_value_t)]
    pub format: RulesFormat,
}

/// How the codes are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum RulesFormat {
    /// One line each: code, level, name, fix, meaning
    #[default]
    Human,
    /// A JSON array of objects: `code`, `name`, `level`, `lint`, `since`, `fix`, `meaning`
    Json,
}

#[derive(Debug, Args)]
pub struct GameOption {
    /// The game of the cards that lie below no `game.yaml` [default: that of the folder, else card-game]
    #[arg(long, value_name = "ID")]
    pub game: Option<String>,
}

#[derive(Debug, Args)]
pub struct CardsOption {
    /// Files and folders with more cards that may be named [default: cards, and the games here]
    #[arg(long, value_name = "PATH")]
    pub cards: Vec<PathBuf>,
}

/// At which level lints are heard. NAME is the name or code of a lint (`cardwright rules` lists them), or
/// `all`.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Lints (NAME: a name or code of `cardwright rules`, or `all`)")]
pub struct LintOptions {
    /// Do not look for it
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub allow: Vec<String>,
    /// Show it as a suggestion
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub suggest: Vec<String>,
    /// Show it as a warning
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub warn: Vec<String>,
    /// Take it for an error
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub deny: Vec<String>,
    /// Show the suggestions too, which are off by default
    #[arg(long)]
    pub suggestions: bool,
}

#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputOptions {
    /// How findings are shown [default: human; on GitHub Actions: github]
    #[arg(long, value_enum)]
    pub format: Option<Format>,
    /// Let warnings fail the run
    #[arg(long)]
    pub deny_warnings: bool,
    /// Whether to use colours [default: auto]
    #[arg(long, value_enum, value_name = "WHEN")]
    pub color: Option<When>,
    /// How many columns lines may have [default: those of the terminal, else 100]
    #[arg(long, value_name = "COLUMNS")]
    pub width: Option<usize>,
}

/// How findings are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// With the lines of the files they are about
    #[default]
    Human,
    /// One line each
    Short,
    /// One JSON object
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations of GitHub Actions
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

/// What `effect` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Emit {
    /// The meaning, as JSON for engines
    Ir,
    /// The text in canonical form
    Text,
    /// The meaning, in plain words
    Outline,
}

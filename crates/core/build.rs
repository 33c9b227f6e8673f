//! Embeds in the binary the data that every run needs: the games with their cards, and, as
//! MessagePack, the files that are slow to parse.

use std::collections::BTreeSet;
use std::error::Error;
use std::ffi::OsStr;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use idioms::{Entry, Kind};
use lists::lists;
use walkdir::WalkDir;
use word_files::language_of;

#[path = "build/lists.rs"]
mod lists;

#[path = "src/idiom.rs"]
#[expect(dead_code, reason = "games use the rest")]
mod idioms;

#[path = "src/words/file_name.rs"]
#[expect(dead_code, reason = "the compiler uses the rest")]
mod word_files;

/// The root of the project, from the folder of this crate.
const ROOT: &str = "../../";
const DATA_FILE: &str = "game.yaml";

fn main() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is set by cargo")?);
    for words in ["english", "outline-english", "spanish", "outline-spanish"] {
        let list = format!("{ROOT}grammar/words/{words}.yaml");
        println!("cargo:rerun-if-changed={list}");
        fs::write(
            out.join(format!("{words}.msgpack")),
            packed(Path::new(&list))?,
        )?;
    }
    let list = ROOT.to_owned() + "grammar/words/english-lists.yaml";
    println!("cargo:rerun-if-changed={list}");
    fs::write(out.join("lists-english.rs"), lists(Path::new(&list))?)?;
    let idioms = ROOT.to_owned() + "grammar/idioms";
    println!("cargo:rerun-if-changed={idioms}");
    pack_idioms(&Path::new(&idioms).join("english"), &out)?;
    let chapters = ROOT.to_owned() + "tests/language/chapters";
    println!("cargo:rerun-if-changed={chapters}");
    fs::write(
        out.join("sentences-english.rs"),
        sentences(Path::new(&chapters))?,
    )?;
    let cards = ROOT.to_owned() + "cards";
    println!("cargo:rerun-if-changed={cards}");
    let mut folders: Vec<PathBuf> = fs::read_dir(cards)?
        .map(|folder| Ok(folder?.path()))
        .collect::<io::Result<_>>()?;
    folders.sort();
    folders.retain(|folder| folder.join(DATA_FILE).is_file());
    let games = folders.iter().map(|folder| game(folder, &out));
    let games: Vec<String> = games.collect::<Result<_, _>>()?;
    fs::write(out.join("games.rs"), format!("[{}]", games.join(",\n")))?;
    Ok(())
}

/// Returns a game as a Rust expression: its data, as text and as MessagePack, and its cards sorted
/// by path.
fn game(folder: &Path, out: &Path) -> Result<String, Box<dyn Error>> {
    let id = folder.file_name().and_then(OsStr::to_str).ok_or("a name")?;
    let to = out.join(format!("{id}.msgpack"));
    let data = folder.join(DATA_FILE);
    fs::write(&to, packed(&data)?)?;
    let (mut game, mut cards, mut words) = (String::new(), String::new(), String::new());
    for file in WalkDir::new(folder).sort_by_file_name() {
        let path = file?.into_path();
        let is_yaml = |ending| ending == "yaml" || ending == "yml";
        let is_test = path
            .to_str()
            .is_some_and(|path| path.ends_with(".test.yaml"));
        let name = path.file_name().and_then(OsStr::to_str).ok_or("a name")?;
        if let Some(language) = language_of(name) {
            println!("cargo:rerun-if-changed={}", path.display());
            let written = fs::canonicalize(&path)?;
            let written = written.to_str().ok_or("a name")?;
            writeln!(words, "({language:?}, include_str!({written:?})),")?;
            continue;
        }
        if is_test || !path.extension().is_some_and(is_yaml) {
            continue;
        }
        println!("cargo:rerun-if-changed={}", path.display());
        let below = path.strip_prefix(folder)?.to_str().ok_or("a name")?;
        let shown = format!("<{id}>/{}", below.replace('\\', "/"));
        let written = fs::canonicalize(&path)?;
        let written = written.to_str().ok_or("a name")?;
        let file = format!("({shown:?}, include_str!({written:?}))");
        match path == data {
            true => game = file,
            false => writeln!(cards, "{file},")?,
        }
    }
    let to = to.to_str().ok_or("a name")?;
    Ok(format!(
        "Embedded {{ id: {id:?}, game: {game}, packed: include_bytes!({to:?}), cards: &[{cards}], \
         words: &[{words}] }}"
    ))
}

fn packed(yaml: &Path) -> Result<Vec<u8>, Box<dyn Error>> {
    let data: serde_yaml::Value = serde_yaml::from_slice(&fs::read(yaml)?)?;
    Ok(rmp_serde::to_vec(&data)?)
}

/// Writes the idioms of a language as Rust expressions, so that none is parsed at run time.
fn pack_idioms(folder: &Path, out: &Path) -> Result<(), Box<dyn Error>> {
    let language = folder.file_name().and_then(OsStr::to_str).ok_or("a name")?;
    let mut files = Vec::new();
    for file in WalkDir::new(folder).max_depth(1).sort_by_file_name() {
        let path = file?.into_path();
        let name = path.file_name().and_then(OsStr::to_str).ok_or("a name")?;
        if path.extension().is_some_and(|extension| extension == "txt") {
            files.push((name.to_owned(), fs::read_to_string(&path)?));
        }
    }
    let packed = idioms::read(&files).map_err(|error| format!("{}/{error}", folder.display()))?;
    let list = |entries: &[Entry]| entries.iter().map(rewrite).collect::<Vec<_>>().join(",\n");
    let table = format!(
        "Idioms {{\nwords: &[{}],\nphrases: &[{}],\nlines: &[{}],\n}}",
        list(&packed.words),
        list(&packed.phrases),
        list(&packed.lines)
    );
    fs::write(out.join(format!("idioms-{language}.rs")), table)?;
    let mut help = String::new();
    for (name, text) in &packed.help {
        let name = name.to_uppercase();
        writeln!(help, "pub(in crate::effect) const {name}: &str = {text:?};")?;
    }
    Ok(fs::write(
        out.join(format!("idiom-help-{language}.rs")),
        help,
    )?)
}

fn rewrite(entry: &Entry) -> String {
    let Entry {
        pattern,
        replacements,
        help,
        exclusive,
        ..
    } = entry;
    let (kind, help) = match entry.kind {
        Kind::Incomplete => (format!("Kind::Incomplete({help:?})"), ""),
        kind => (format!("Kind::{kind:?}"), help.as_str()),
    };
    format!(
        "Rewrite {{ kind: {kind}, pattern: {pattern:?}, replacements: &{replacements:?}, help: {help:?}, \
         advice_only: {exclusive} }}"
    )
}

/// The canonical texts of the chapters that have one line, each with the title of its section. A text that several kinds
/// of cards have is listed once.
fn sentences(folder: &Path) -> Result<String, Box<dyn Error>> {
    let mut seen = BTreeSet::new();
    let mut list = String::new();
    for chapter in WalkDir::new(folder).sort_by_file_name() {
        let path = chapter?.into_path();
        if path.extension() != Some(OsStr::new("md")) {
            continue;
        }
        let chapter = fs::read_to_string(&path)?;
        let (mut title, mut is_effect) = (String::new(), false);
        let mut lines = chapter.lines().peekable();
        while let Some(line) = lines.next() {
            if let Some(language) = line.strip_prefix("```") {
                is_effect = !is_effect && language.starts_with("effect ");
            } else if !is_effect && line.starts_with('#') {
                title = line.trim_matches(['#', ' ']).to_owned();
            }
            let is_canonical = is_effect && line.starts_with(|c: char| c.is_ascii_uppercase());
            let goes_on = lines
                .peek()
                .is_some_and(|next| next.starts_with(['-', '|']));
            if is_canonical && !goes_on && seen.insert(line.to_owned()) {
                writeln!(list, "({title:?}, {line:?}),")?;
            }
        }
    }
    Ok(format!("&[\n{list}]"))
}

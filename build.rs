//! Embeds the data of every run in the binary: the games with their cards, and, as MessagePack, the
//! files that are slow to parse.

use std::error::Error;
use std::ffi::OsStr;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use walkdir::WalkDir;

const DATA_FILE: &str = "game.yaml";

fn main() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is set by cargo")?);
    println!("cargo:rerun-if-changed=grammar/words/english.yaml");
    fs::write(
        out.join("english.msgpack"),
        packed(Path::new("grammar/words/english.yaml"))?,
    )?;
    println!("cargo:rerun-if-changed=cards");
    let mut folders: Vec<PathBuf> = fs::read_dir("cards")?
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
    let (mut game, mut cards) = (String::new(), String::new());
    for file in WalkDir::new(folder).sort_by_file_name() {
        let path = file?.into_path();
        let is_yaml = |ending| ending == "yaml" || ending == "yml";
        if !path.extension().is_some_and(is_yaml) {
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
        "Embedded {{ id: {id:?}, game: {game}, packed: include_bytes!({to:?}), cards: &[{cards}] }}"
    ))
}

fn packed(yaml: &Path) -> Result<Vec<u8>, Box<dyn Error>> {
    let data: serde_yaml::Value = serde_yaml::from_slice(&fs::read(yaml)?)?;
    Ok(rmp_serde::to_vec(&data)?)
}

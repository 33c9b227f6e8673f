//! Writes what every run reads from inside the binary as MessagePack: to read it as the YAML that it is takes a tenth of
//! the time of checking a card.

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo names the folder")?);
    println!("cargo:rerun-if-changed=grammar/words/english.yaml");
    fs::write(
        out.join("english.msgpack"),
        packed(Path::new("grammar/words/english.yaml"))?,
    )?;
    // The data of each game, by the name of its folder.
    println!("cargo:rerun-if-changed=cards");
    let mut games = String::from("[");
    for folder in fs::read_dir("cards")? {
        let folder = folder?;
        let data = folder.path().join("game.yaml");
        if !data.is_file() {
            continue;
        }
        println!("cargo:rerun-if-changed={}", data.display());
        let name = folder.file_name().into_string().map_err(|_| "a name")?;
        let to = out.join(format!("{name}.msgpack"));
        fs::write(&to, packed(&data)?)?;
        let to = to.to_str().ok_or("a name")?;
        write!(games, "({name:?}, include_bytes!({to:?})),")?;
    }
    games.push(']');
    fs::write(out.join("games.rs"), games)?;
    Ok(())
}

fn packed(yaml: &Path) -> Result<Vec<u8>, Box<dyn Error>> {
    let data: serde_yaml::Value = serde_yaml::from_slice(&fs::read(yaml)?)?;
    Ok(rmp_serde::to_vec(&data)?)
}

//! Whether a bundle that was written is whole, ours and up to date.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Encoding, FORMAT_VERSION, MANIFEST_FILE, Manifest};
use crate::effect::ir::IR_VERSION;

/// What is wrong with a bundle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Problem {
    /// The file's name in the folder of the bundle.
    pub file: String,
    pub kind: ProblemKind,
    /// The same in words.
    pub message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ProblemKind {
    /// A file is not there.
    Missing,
    /// A file ends too early.
    Truncated,
    /// A file is not the one that was built.
    Tampered,
    /// It is no bundle, or that of another game.
    Foreign,
    /// It was built by a version of the tool whose bundles this one does not know.
    Version,
    /// It is whole, but these sources give another one.
    Stale,
}

/// Holds the files of a bundle against its manifest, and the manifest against the one that the
/// sources give now; `None` where they give none. `read` gives the bytes of a file by its name.
pub fn check(
    mut read: impl FnMut(&str) -> Option<Vec<u8>>,
    now: Option<&Manifest>,
) -> Vec<Problem> {
    let manifest = match manifest(read(MANIFEST_FILE)) {
        Ok(manifest) => manifest,
        Err(problem) => return vec![problem],
    };
    if let Some(now) = now.filter(|now| now.game.id != manifest.game.id) {
        return vec![problem(
            MANIFEST_FILE,
            ProblemKind::Foreign,
            format!(
                "it is the bundle of the game `{}`, and the sources are of `{}`",
                manifest.game.id, now.game.id
            ),
        )];
    }
    let mut problems = files(&mut read, &manifest);
    if problems.is_empty()
        && let Some(now) = now
    {
        problems.extend(stale(&manifest, now));
    }
    problems
}

fn problem(file: &str, kind: ProblemKind, message: impl Into<String>) -> Problem {
    Problem {
        file: file.to_owned(),
        kind,
        message: message.into(),
    }
}

/// The versions, which stand in every manifest whatever else is in it.
#[derive(Deserialize)]
struct Versions {
    format: u32,
    ir: u32,
}

fn manifest(bytes: Option<Vec<u8>>) -> Result<Manifest, Problem> {
    let wrong = |kind, message: String| Err(problem(MANIFEST_FILE, kind, message));
    let Some(bytes) = bytes else {
        return wrong(
            ProblemKind::Missing,
            "it is not there or cannot be read, so nothing tells what the other files should be"
                .to_owned(),
        );
    };
    if let Ok(versions) = serde_json::from_slice::<Versions>(&bytes) {
        let (format, ir) = (versions.format, versions.ir);
        if (format, ir) != (FORMAT_VERSION, IR_VERSION) {
            return wrong(
                ProblemKind::Version,
                format!(
                    "the bundle has format {format} and IR {ir}, and this cardwright writes \
                     format {FORMAT_VERSION} and IR {IR_VERSION}"
                ),
            );
        }
    }
    match serde_json::from_slice(&bytes) {
        Ok(manifest) => Ok(manifest),
        Err(error) if error.is_eof() => wrong(
            ProblemKind::Truncated,
            "it ends in the middle, so a part of it is missing".to_owned(),
        ),
        Err(_) => wrong(
            ProblemKind::Foreign,
            "it is not a manifest of cardwright".to_owned(),
        ),
    }
}

fn files(read: &mut impl FnMut(&str) -> Option<Vec<u8>>, manifest: &Manifest) -> Vec<Problem> {
    let mut problems = Vec::new();
    for encoding in Encoding::ALL {
        let name = encoding.file();
        let should_be = manifest.files.get(name);
        let (is, should_be) = match (read(name), should_be) {
            (None, None) => continue,
            (None, Some(_)) => {
                problems.push(problem(
                    name,
                    ProblemKind::Missing,
                    "the manifest names it, and it is not there or cannot be read",
                ));
                continue;
            }
            (Some(_), None) => {
                problems.push(problem(
                    name,
                    ProblemKind::Foreign,
                    "it is there, and the manifest does not name it",
                ));
                continue;
            }
            (Some(is), Some(should_be)) => (is, should_be),
        };
        if should_be.is_of(&is) {
            continue;
        }
        let bytes = is.len() as u64;
        problems.push(if bytes < should_be.bytes {
            let message = format!(
                "it is truncated: {bytes} bytes instead of {}",
                should_be.bytes
            );
            problem(name, ProblemKind::Truncated, message)
        } else {
            problem(
                name,
                ProblemKind::Tampered,
                "it was changed after it had been built: its BLAKE3 is not that of the manifest",
            )
        });
    }
    for name in manifest.files.keys() {
        if !Encoding::ALL.iter().any(|encoding| encoding.file() == name) {
            problems.push(problem(
                MANIFEST_FILE,
                ProblemKind::Foreign,
                "it names a file that no bundle of this version has",
            ));
        }
    }
    problems
}

/// What makes the sources' bundle another one.
fn stale(manifest: &Manifest, now: &Manifest) -> Option<Problem> {
    if manifest == now {
        return None;
    }
    let mut why = Vec::new();
    if manifest.tool != now.tool {
        why.push(format!(
            "it was built by cardwright {}, and this is {}",
            manifest.tool, now.tool
        ));
    }
    if manifest.game != now.game {
        why.push("the data of the game is other".to_owned());
    }
    if manifest.grammar != now.grammar {
        why.push("the grammar of effect texts is other".to_owned());
    }
    if manifest.files != now.files {
        why.push("the sources give other cards or sets".to_owned());
    }
    if why.is_empty() {
        why.push("the sources give other counts".to_owned());
    }
    Some(problem(
        MANIFEST_FILE,
        ProblemKind::Stale,
        format!("the bundle is stale: {}", why.join("; ")),
    ))
}

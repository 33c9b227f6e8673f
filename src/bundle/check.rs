//! Checks that a bundle on disk is complete, valid and up to date.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Encoding, FORMAT_VERSION, MANIFEST_FILE, Manifest};
use crate::effect::ir::IR_VERSION;

/// A problem of a bundle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Problem {
    /// The file name in the folder of the bundle.
    pub file: String,
    pub kind: ProblemKind,
    /// A description of the problem.
    pub message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ProblemKind {
    /// A file does not exist.
    Missing,
    /// A file is too short.
    Truncated,
    /// The content of a file was changed.
    Tampered,
    /// The file is not a bundle, or belongs to another game.
    Foreign,
    /// The bundle was built by a version of the tool that this version does not support.
    Version,
    /// The bundle is complete, but out of date.
    Stale,
}

/// Checks the files of a bundle against its manifest, and the manifest against `now`, the one built from the present
/// sources. `now` is `None` if the sources cannot be built. `read` returns the bytes of a file by name.
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
                "the bundle belongs to the game `{}`, but the sources belong to `{}`",
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

/// The versions, which are in every manifest regardless of its other content.
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
            "the manifest is missing or unreadable, so the other files cannot be checked"
                .to_owned(),
        );
    };
    if let Ok(versions) = serde_json::from_slice::<Versions>(&bytes) {
        let (format, ir) = (versions.format, versions.ir);
        if (format, ir) != (FORMAT_VERSION, IR_VERSION) {
            return wrong(
                ProblemKind::Version,
                format!(
                    "the bundle has format {format} and IR {ir}, but this cardwright writes format \
                        {FORMAT_VERSION} and IR {IR_VERSION}"
                ),
            );
        }
    }
    match serde_json::from_slice(&bytes) {
        Ok(manifest) => Ok(manifest),
        Err(error) if error.is_eof() => {
            wrong(ProblemKind::Truncated, "the file is truncated".to_owned())
        }
        Err(_) => wrong(ProblemKind::Foreign, "not a cardwright manifest".to_owned()),
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
                    "the file is in the manifest, but is missing or unreadable",
                ));
                continue;
            }
            (Some(_), None) => {
                problems.push(problem(
                    name,
                    ProblemKind::Foreign,
                    "the file is not in the manifest",
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
                "the file is truncated: {bytes} bytes instead of {}",
                should_be.bytes
            );
            problem(name, ProblemKind::Truncated, message)
        } else {
            problem(
                name,
                ProblemKind::Tampered,
                "the file was changed after the build: its BLAKE3 hash differs from the manifest",
            )
        });
    }
    for name in manifest.files.keys() {
        if !Encoding::ALL.iter().any(|encoding| encoding.file() == name) {
            problems.push(problem(
                MANIFEST_FILE,
                ProblemKind::Foreign,
                "the manifest lists a file that no bundle of this version has",
            ));
        }
    }
    problems
}

/// Explains why the bundle of the present sources is different.
fn stale(manifest: &Manifest, now: &Manifest) -> Option<Problem> {
    if manifest == now {
        return None;
    }
    let mut why = Vec::new();
    if manifest.tool != now.tool {
        why.push(format!(
            "it was built by cardwright {}, this is {}",
            manifest.tool, now.tool
        ));
    }
    if manifest.game != now.game {
        why.push("the data of the game changed".to_owned());
    }
    if manifest.grammar != now.grammar {
        why.push("the grammar of effect texts changed".to_owned());
    }
    if manifest.files != now.files {
        why.push("the cards or sets changed".to_owned());
    }
    if why.is_empty() {
        why.push("the counts changed".to_owned());
    }
    Some(problem(
        MANIFEST_FILE,
        ProblemKind::Stale,
        format!("the bundle is stale: {}", why.join("; ")),
    ))
}

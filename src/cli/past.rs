//! What an earlier run of the same request leaves for this one.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::PathBuf;

use smol_str::SmolStr;

use super::cache::{self, Kept};
use super::hash::{Hash, Hasher, half};
use super::request::Request;
use super::trace::{Trace, here};
use crate::compile::Settings;

/// An earlier run of a request, and what is other now than it was then.
#[derive(Clone)]
pub struct Past {
    /// What the request is called.
    pub name: String,
    pub trace: Trace,
    /// What stands now in the files that may be changed, by their places in the list.
    pub texts: BTreeMap<usize, SmolStr>,
    /// Whether the next run reads less if the trace is kept as it is now.
    pub is_news: bool,
    /// The current folder.
    pub here: PathBuf,
}

impl Past {
    /// `None` where there was none, or where more than texts is changed.
    pub fn of(request: &Request<'_>, kept: &Kept) -> Option<Past> {
        let name = name(request).filter(|_| kept.keeps())?;
        let mut trace = kept.trace(&name)?;
        let mut texts = BTreeMap::new();
        let (changed, mut is_news) = trace.changed(request)?;
        for place in changed {
            let text = trace.files.get(place)?.read();
            if text.trouble.is_some() {
                return None;
            }
            is_news |= trace.update(place, &text);
            texts.insert(place, text.text);
        }
        Some(Past {
            name,
            trace,
            texts,
            is_news,
            here: here()?,
        })
    }
}

/// What is found and how it is shown are the same where this is: of the same question, texts, settings and forms.
pub fn key(name: &str, texts: &[Hash], settings: &Settings, form: &str) -> Hash {
    let mut hasher = Hasher::default();
    for part in [name, &format!("{settings:?}"), form] {
        hasher.text(part);
    }
    hasher.hashes(texts);
    half(hasher.finish())
}

/// A name for what a request asks for, the same for the same question from the same folder.
pub fn name(request: &Request<'_>) -> Option<String> {
    if request.lists || !request.given.is_empty() {
        return None;
    }
    let mut hasher = Hasher::default();
    let mut add = |part: &OsStr| hasher.bytes(part.as_encoded_bytes());
    add(here()?.as_os_str());
    for paths in [request.checked, request.library] {
        add(OsStr::new("paths"));
        for path in paths {
            add(path.as_os_str());
            add(path.canonicalize().ok()?.as_os_str());
        }
    }
    add(request.game.as_ref());
    add(OsStr::new(if request.always { "always" } else { "" }));
    add(OsStr::new(&cache::tool()));
    Some(hasher.finish().to_hex().chars().take(16).collect())
}

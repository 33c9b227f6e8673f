//! Reads a bundle of any origin; if it is not a valid bundle, the error says why.

use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};

use super::{Bundle, FORMAT_VERSION};
use crate::effect::ir::IR_VERSION;

/// Maximum nesting of a bundle; deeper input is rejected before it overflows the stack.
const MAX_DEPTH: usize = 128;

/// The reason why bytes are not a usable bundle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// Its version is not supported.
    #[error("it has {what} version {found}, but this cardwright reads version {known}")]
    Version {
        what: &'static str,
        found: u32,
        known: u32,
    },
    /// The input ends too early.
    #[error("it is truncated")]
    Truncated,
    /// There is data after its end.
    #[error("unexpected data after the end")]
    Trailing,
    /// The input is nested deeper than any bundle.
    #[error("it is nested more than {MAX_DEPTH} levels deep, deeper than any bundle")]
    TooDeep,
    /// The input is something else.
    #[error("it is not a bundle: {0}")]
    NotABundle(String),
}

/// The versions, which are in every bundle regardless of its other content.
#[derive(Deserialize)]
struct Versions {
    format: u32,
    ir: u32,
}

impl Versions {
    fn known(&self) -> Result<(), ReadError> {
        let version = |what, found, known| {
            if found == known {
                Ok(())
            } else {
                Err(ReadError::Version { what, found, known })
            }
        };
        version("format", self.format, FORMAT_VERSION)?;
        version("IR", self.ir, IR_VERSION)
    }
}

/// Reads `bundle.json`.
pub fn from_json(bytes: &[u8]) -> Result<Bundle, ReadError> {
    // Otherwise, a list of numbers would be read as the versions.
    if !bytes.trim_ascii_start().starts_with(b"{") && !bytes.is_empty() {
        return Err(ReadError::NotABundle("not a JSON object".to_owned()));
    }
    read(bytes, json, json)
}

/// Reads `bundle.msgpack`.
pub fn from_msgpack(bytes: &[u8]) -> Result<Bundle, ReadError> {
    read(bytes, msgpack, msgpack)
}

/// Reads the whole bundle. If that fails, an unsupported version is reported in preference to the error itself.
fn read(
    bytes: &[u8],
    whole: impl Fn(&[u8]) -> Result<Bundle, ReadError>,
    versions: impl Fn(&[u8]) -> Result<Versions, ReadError>,
) -> Result<Bundle, ReadError> {
    match whole(bytes) {
        Ok(bundle) => {
            let Bundle { format, ir, .. } = bundle;
            Versions { format, ir }.known()?;
            Ok(bundle)
        }
        Err(error) => {
            if let Ok(versions) = versions(bytes) {
                versions.known()?;
            }
            Err(error)
        }
    }
}

fn json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ReadError> {
    serde_json::from_slice(bytes).map_err(|error| {
        let said = error.to_string();
        if error.is_eof() {
            ReadError::Truncated
        } else if said.starts_with("trailing characters") {
            ReadError::Trailing
        } else if said.starts_with("recursion limit") {
            ReadError::TooDeep
        } else {
            ReadError::NotABundle(said)
        }
    })
}

fn msgpack<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ReadError> {
    use rmp_serde::decode::Error;
    let mut reader = rmp_serde::Deserializer::from_read_ref(bytes);
    reader.set_max_depth(MAX_DEPTH);
    let value = T::deserialize(&mut reader).map_err(|error| match error {
        Error::DepthLimitExceeded => ReadError::TooDeep,
        Error::InvalidMarkerRead(_) | Error::InvalidDataRead(_) => ReadError::Truncated,
        other => ReadError::NotABundle(other.to_string()),
    })?;
    // The reader does not report leftover input. If there is none, reading again fails with `InvalidMarkerRead`.
    match IgnoredAny::deserialize(&mut reader) {
        Err(Error::InvalidMarkerRead(_)) => Ok(value),
        _ => Err(ReadError::Trailing),
    }
}

//! Addresses of files: URIs in the protocol, paths in the core.

use std::path::{Path, PathBuf};

use gen_lsp_types::Uri;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

const FILE: &str = "file://";

/// The scheme of files that are inside the program.
pub(super) const SCHEME: &str = "cardwright";

/// The characters of a path that are not the same in a URI.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// Returns the path of a URI. A document without a file has its URI as its path.
pub(super) fn path(uri: &Uri) -> PathBuf {
    let Some(rest) = uri.0.strip_prefix(FILE) else {
        return PathBuf::from(&uri.0);
    };
    // A host, which only shares of Windows have, is before the path.
    let rest = match rest.starts_with('/') {
        true => rest.to_owned(),
        false => format!("{}{rest}", "//"),
    };
    let path = percent_decode_str(&rest).decode_utf8_lossy().into_owned();
    match drive(&path) {
        Some((drive, rest)) => PathBuf::from(format!("{}:{rest}", drive.to_ascii_uppercase())),
        None => PathBuf::from(path),
    }
}

/// Splits `/c:/folder` into `c` and `/folder`.
fn drive(path: &str) -> Option<(char, &str)> {
    let rest = path.strip_prefix('/')?;
    let drive = rest.chars().next().filter(char::is_ascii_alphabetic)?;
    let rest = rest.get(1..)?.strip_prefix(':')?;
    (rest.is_empty() || rest.starts_with('/')).then_some((drive, rest))
}

/// Returns the URI of a path.
pub(super) fn uri(path: &Path) -> Uri {
    let text = path.to_string_lossy().replace('\\', "/");
    if is_without_file(path) {
        return Uri(text);
    }
    let encoded = utf8_percent_encode(&text, ENCODED);
    match text.starts_with('/') {
        true => Uri(format!("{FILE}{encoded}")),
        false => Uri(format!("{FILE}/{encoded}")),
    }
}

/// Returns whether a path is the URI of a document without a file.
pub(super) fn is_without_file(path: &Path) -> bool {
    let text = path.to_string_lossy();
    let scheme = text.split(':').next().unwrap_or_default();
    scheme.len() > 1
        && scheme.len() < text.len()
        && scheme
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '-')
}

/// Returns the URI of a file inside the program, whose path is in angle brackets.
pub(super) fn inside(shown: &str) -> Uri {
    let path = shown.replace(['<', '>'], "");
    Uri(format!("{SCHEME}:/{}", utf8_percent_encode(&path, ENCODED)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_files_come_back() {
        for (address, expected) in [
            ("file:///a/cards/x.yaml", "/a/cards/x.yaml"),
            ("file:///a%20b/%C3%A9.yaml", "/a b/é.yaml"),
            ("file:///c%3A/cards/x.yaml", "C:/cards/x.yaml"),
            ("file:///C:/cards/x.yaml", "C:/cards/x.yaml"),
            ("untitled:Untitled-1", "untitled:Untitled-1"),
        ] {
            let found = path(&Uri::from(address));
            assert_eq!(found, PathBuf::from(expected), "{address}");
            assert_eq!(path(&uri(&found)), found, "{address}");
        }
        assert_eq!(inside("<cards>/a b.yaml").0, "cardwright:/cards/a%20b.yaml");
    }
}

//! Reads files as text, and reports why a file cannot be read.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::ops::Range;
use std::path::Path;

use smol_str::SmolStr;

use super::cache::{FileFingerprint, RACY_WINDOW};
use super::error::reason;
use cardwright::diagnostic::{Code, Diagnostic};
use cardwright::source::{FileId, Span};

/// Maximum size of a text file, in bytes. Thousands of cards fit into it.
const LARGEST: u64 = 16 * MIB;

/// Maximum size of a bundle or cache file, in bytes. A million cards fit into it.
const LARGEST_OWN: u64 = 2048 * MIB;

const MIB: u64 = 1024 * 1024;

/// The reason why a file cannot be read as cards.
#[derive(Clone, Debug)]
pub struct Trouble {
    code: Code,
    /// The byte range of the text that the reason concerns.
    at: Range<usize>,
    message: String,
    label: String,
    help: Option<String>,
}

impl Trouble {
    pub fn whole_file(message: impl Into<String>, label: impl Into<String>) -> Self {
        Trouble {
            code: Code::UnreadableFile,
            at: 0..0,
            message: message.into(),
            label: label.into(),
            help: None,
        }
    }

    pub fn unreadable(reason: &str) -> Self {
        Trouble::whole_file(format!("cannot read this: {reason}"), reason)
    }

    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    pub fn diagnostic(&self, file: FileId) -> Diagnostic {
        let diagnostic = Diagnostic::new(
            self.code,
            Span::new(file, self.at.clone()),
            self.message.as_str(),
            self.label.as_str(),
        );
        match &self.help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        }
    }
}

/// The readable part of a text, and the reason why the rest is not readable.
#[derive(Clone, Debug, Default)]
pub struct Text {
    pub text: SmolStr,
    pub trouble: Option<Trouble>,
    /// The fingerprint of the file; `None` if a later change might not alter it.
    pub fingerprint: Option<FileFingerprint>,
}

impl From<Trouble> for Text {
    fn from(trouble: Trouble) -> Self {
        Text {
            text: SmolStr::default(),
            trouble: Some(trouble),
            fingerprint: None,
        }
    }
}

/// Reads a file.
pub fn file(path: &Path) -> Text {
    let bytes = open(path).and_then(|mut file| steady(&mut file));
    match bytes {
        Ok(Ok(Steady { bytes, fingerprint })) => Text {
            fingerprint,
            ..decode(bytes)
        },
        Ok(Err(trouble)) => trouble.into(),
        Err(error) => Trouble::unreadable(&reason(&error)).into(),
    }
}

/// Reads a text file other than a card file, with the same maximum size.
pub fn text(path: &Path) -> io::Result<String> {
    let read = steady(&mut open(path)?)?;
    let Steady { bytes, .. } = read.map_err(|trouble| io::Error::other(trouble.message))?;
    String::from_utf8(bytes).map_err(|_| io::Error::other("it is not UTF-8 text"))
}

/// Reads a file that cardwright writes. Only regular files are accepted, because reading a pipe could block forever.
pub fn whole(path: &Path) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    let too_large = |length: u64| {
        let (is, most) = (length.div_ceil(MIB), LARGEST_OWN / MIB);
        io::Error::other(format!("it has {is} MiB; the maximum is {most} MiB"))
    };
    if metadata.len() > LARGEST_OWN {
        return Err(too_large(metadata.len()));
    }
    let mut bytes = Vec::with_capacity(metadata.len() as usize + 1);
    // The file may grow while it is read.
    file.take(LARGEST_OWN + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 {
        length if length > LARGEST_OWN => Err(too_large(length)),
        _ => Ok(bytes),
    }
}

/// Opens a file without blocking: it may have become a pipe since its folder was listed.
pub fn open(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK);
    options.open(path)
}

/// Maximum number of times that a file is read while another program writes to it.
const MAX_READS: usize = 8;

/// A consistent snapshot of a file.
struct Steady {
    bytes: Vec<u8>,
    fingerprint: Option<FileFingerprint>,
}

/// Reads a consistent snapshot of a file, with its fingerprint. A single read while another program writes could return
/// a mix of two texts.
fn steady(file: &mut File) -> io::Result<Result<Steady, Trouble>> {
    for time in 0..MAX_READS {
        let before = file.metadata()?;
        if !before.is_file() {
            return Ok(Err(Trouble::whole_file("this is not a file", "not a file")));
        }
        if before.len() > LARGEST {
            return Ok(Err(too_large(before.len())));
        }
        if time > 0 {
            file.rewind()?;
        }
        // Bytes beyond the length were added during the read; the next attempt reads them.
        let all = |file: &mut File| limited(&mut file.take(before.len()), before.len());
        let Some(bytes) = all(file)? else {
            return Ok(Err(too_large(LARGEST + 1)));
        };
        let modified = before.modified();
        let age = modified.map(|at| at.elapsed().unwrap_or_default());
        let fresh = age.is_ok_and(|age| age < RACY_WINDOW);
        let same = !fresh || {
            file.rewind()?;
            all(file)?.as_ref() == Some(&bytes)
        };
        let after = file.metadata()?;
        let untouched = after.len() == bytes.len() as u64
            && match (before.modified(), after.modified()) {
                (Ok(before), Ok(after)) => before == after,
                _ => true,
            };
        if same && untouched {
            let fingerprint = FileFingerprint::of(&after);
            return Ok(Ok(Steady { bytes, fingerprint }));
        }
    }
    Ok(Err(Trouble::whole_file(
        "this file changes while it is read",
        "another program writes to this file",
    )
    .help("check again when it is finished")))
}

/// Reads standard input.
pub fn standard_input() -> io::Result<Text> {
    Ok(match limited(&mut io::stdin().lock(), 0)? {
        Some(bytes) => decode(bytes),
        None => Trouble {
            message: format!("standard input has more than {} MiB", LARGEST / MIB),
            help: Some("reduce the input".to_owned()),
            ..too_large(LARGEST + 1)
        }
        .into(),
    })
}

/// Reads everything; `None` if it is too large. `probably` is the expected size in bytes.
fn limited(from: &mut impl Read, probably: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::with_capacity(probably as usize + 1);
    from.take(LARGEST + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= LARGEST).then_some(bytes))
}

fn too_large(length: u64) -> Trouble {
    let mut trouble = Trouble::whole_file(
        format!(
            "this file has {} MiB; the maximum is {} MiB",
            length.div_ceil(MIB),
            LARGEST / MIB
        ),
        "too large",
    )
    .help("split the cards into several files");
    trouble.code = Code::FileTooLarge;
    trouble
}

/// Decodes bytes as UTF-8.
pub fn decode(bytes: Vec<u8>) -> Text {
    if let Some((encoding, label)) = wide(&bytes) {
        // None of the text can be shown.
        return Text::from(Trouble {
            code: Code::NotUtf8,
            at: 0..0,
            message: format!("this is {encoding} text, but card files must be UTF-8"),
            label,
            help: Some("save the file as UTF-8".to_owned()),
        });
    }
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => {
            return Text {
                text: text.into(),
                ..Text::default()
            };
        }
        Err(error) => error,
    };
    let at = bytes.utf8_error().valid_up_to();
    let bytes = bytes.as_bytes();
    let wrong = bytes.get(at).copied().unwrap_or_default();
    Text {
        text: String::from_utf8_lossy(bytes).into(),
        trouble: Some(Trouble {
            code: Code::NotUtf8,
            // The shown text has the valid part unchanged, followed by the replacement character.
            at: at..at + char::REPLACEMENT_CHARACTER.len_utf8(),
            message: "this is not UTF-8 text".to_owned(),
            label: format!("the byte {wrong:#04x} is not UTF-8 here"),
            help: Some("save the file as UTF-8".to_owned()),
        }),
        fingerprint: None,
    }
}

/// Detects UTF-16 and UTF-32 by the byte order mark or by the zeros of Latin letters. Returns the encoding and the
/// evidence as a label.
fn wide(bytes: &[u8]) -> Option<(&'static str, String)> {
    let encoding = match bytes {
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => Some("UTF-32"),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Some("UTF-16"),
        _ => None,
    };
    if let Some(encoding) = encoding {
        return Some((
            encoding,
            format!("starts with the byte order mark of {encoding}"),
        ));
    }
    let head = bytes.get(..LOOKED_AT).unwrap_or(bytes);
    // Letters and zeros alternate. A single zero is an invisible character, and a run of zeros is not text.
    let zeros = |step: usize, at: usize| {
        let mut units = head.chunks_exact(step);
        let zero = |(place, byte): (usize, &u8)| (*byte == 0) == (place != at);
        units.len() > 1 && units.all(|unit| unit.iter().enumerate().all(zero))
    };
    let encoding = if zeros(4, 0) || zeros(4, 3) {
        "UTF-32"
    } else if zeros(2, 0) || zeros(2, 1) {
        "UTF-16"
    } else {
        return None;
    };
    Some((encoding, "has zeros between its letters".to_owned()))
}

/// Number of bytes at the start of a text that are inspected to detect its encoding.
const LOOKED_AT: usize = 32;

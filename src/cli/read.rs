//! From a file to its text, or to what keeps it from being one.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;

use super::failure::reason;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Span};

/// The largest file that is read. Thousands of cards fit into it.
const LARGEST: u64 = 16 * 1024 * 1024;

/// What keeps a file from being read as cards.
#[derive(Clone, Debug)]
pub struct Trouble {
    code: Code,
    /// The bytes of the text that it is about.
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
        Trouble::whole_file(format!("this cannot be read: {reason}"), reason)
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

/// A text as far as it could be read, and what was wrong with it.
#[derive(Clone, Debug, Default)]
pub struct Text {
    pub text: String,
    pub trouble: Option<Trouble>,
}

impl From<Trouble> for Text {
    fn from(trouble: Trouble) -> Self {
        Text {
            text: String::new(),
            trouble: Some(trouble),
        }
    }
}

/// Reads a file.
pub fn file(path: &Path) -> Text {
    let bytes = File::open(path).and_then(|mut file| {
        let length = file.metadata()?.len();
        if length > LARGEST {
            return Ok(Err(length));
        }
        limited(&mut file, length).map(|bytes| bytes.ok_or(LARGEST + 1))
    });
    match bytes {
        Ok(Ok(bytes)) => decode(bytes),
        Ok(Err(length)) => too_large(length).into(),
        Err(error) => Trouble::unreadable(&reason(&error)).into(),
    }
}

/// Reads standard input.
pub fn standard_input() -> io::Result<Text> {
    Ok(match limited(&mut io::stdin().lock(), 0)? {
        Some(bytes) => decode(bytes),
        None => too_large(LARGEST + 1).into(),
    })
}

/// Everything that there is, probably so many bytes, or `None` if it is too much.
fn limited(from: &mut impl Read, probably: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::with_capacity(probably as usize + 1);
    from.take(LARGEST + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= LARGEST).then_some(bytes))
}

fn too_large(length: u64) -> Trouble {
    const MIB: u64 = 1024 * 1024;
    let mut trouble = Trouble::whole_file(
        format!(
            "this file has {} MiB, and card files have {} at most",
            length.div_ceil(MIB),
            LARGEST / MIB
        ),
        "too large to be read",
    )
    .help("write the cards into several files");
    trouble.code = Code::FileTooLarge;
    trouble
}

/// The text of bytes that should be UTF-8.
pub fn decode(bytes: Vec<u8>) -> Text {
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => {
            return Text {
                text,
                trouble: None,
            };
        }
        Err(error) => error,
    };
    let at = bytes.utf8_error().valid_up_to();
    let bytes = bytes.as_bytes();
    // A text that begins with this mark is UTF-16 and has no valid part that could be shown.
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Text {
            text: String::new(),
            trouble: Some(Trouble {
                code: Code::NotUtf8,
                at: 0..0,
                message: "this is UTF-16 text, and card files are UTF-8".to_owned(),
                label: "begins with the mark of UTF-16".to_owned(),
                help: Some("save the file as UTF-8".to_owned()),
            }),
        };
    }
    Text {
        text: String::from_utf8_lossy(bytes).into_owned(),
        trouble: Some(Trouble {
            code: Code::NotUtf8,
            // The valid part is the same in the shown text; then stands the sign of replacement.
            at: at..at + char::REPLACEMENT_CHARACTER.len_utf8(),
            message: "this is not UTF-8 text".to_owned(),
            label: format!("the byte {:#04x} is not UTF-8 here", bytes[at]),
            help: Some("save the file as UTF-8".to_owned()),
        }),
    }
}

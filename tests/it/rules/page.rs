//! Parses a page of `docs/rules`.
//!
//! Blocks with a path are files of the example: `yaml`, `toml` or `text` are written unchanged; `bytes` with `\xff` for
//! the byte and `\u202e` for the character of that number; `link` is a symbolic link to the path in it; `size` is an
//! empty file of that size. A block `console` is a call of the tool with its output.

use cardwright::diagnostic::Code;
use cardwright::rule_pages::Fixes;

/// Headings of the sections with the wrong files and the corrected ones.
const EXAMPLE: &str = "Example";
const CORRECTED: &str = "Corrected";
const WHY: &str = "Why it matters";

/// The head and the examples of a page.
pub struct Page<'p> {
    /// The lines above the first section.
    pub head: Vec<&'p str>,
    /// The text of the section *Why it matters*.
    pub why: String,
    pub examples: Vec<Example<'p>>,
}

/// Wrong files, their diagnostics, and the corrected files.
#[derive(Default)]
pub struct Example<'p> {
    /// Text after `Example: ` in the heading; empty if there is none.
    pub about: &'p str,
    pub files: Vec<File>,
    pub console: Option<Block<'p>>,
    /// Files that differ in the corrected example.
    pub corrected: Vec<File>,
}

/// A file of an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    pub path: String,
    pub content: Content,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    Bytes(Vec<u8>),
    /// A symbolic link to this path.
    Link(String),
    /// A file with this number of zero bytes.
    Size(u64),
}

/// A fenced block.
pub struct Block<'p> {
    /// The line with its opening fence, from 0.
    pub line: usize,
    pub info: &'p str,
    pub lines: Vec<&'p str>,
}

impl<'p> Page<'p> {
    pub fn of(text: &'p str) -> Result<Self, String> {
        let mut page = Page {
            head: Vec::new(),
            why: String::new(),
            examples: Vec::new(),
        };
        let mut section = "";
        let mut open: Option<Block<'p>> = None;
        for (at, line) in text.lines().enumerate() {
            let fence = line.strip_prefix("```");
            match (fence, open.take()) {
                (Some(info), None) => {
                    open = Some(Block {
                        line: at,
                        info,
                        lines: Vec::new(),
                    });
                }
                (Some(_), Some(block)) => page.take_block(section, block)?,
                (None, Some(mut block)) => {
                    block.lines.push(line);
                    open = Some(block);
                }
                (None, None) => match line.strip_prefix("## ") {
                    Some(heading) => {
                        let (word, about) = heading.split_once(": ").unwrap_or((heading, ""));
                        section = match word {
                            EXAMPLE => {
                                page.examples.push(Example {
                                    about,
                                    ..Example::default()
                                });
                                EXAMPLE
                            }
                            CORRECTED => CORRECTED,
                            WHY => WHY,
                            _ => return Err(format!("{}: no section `{word}`", at + 1)),
                        };
                    }
                    None if section.is_empty() => page.head.push(line),
                    None if section == WHY => {
                        page.why.push_str(line);
                        page.why.push('\n');
                    }
                    None => {}
                },
            }
        }
        if open.is_some() {
            return Err("a block does not end".to_owned());
        }
        Ok(page)
    }

    fn take_block(&mut self, section: &str, block: Block<'p>) -> Result<(), String> {
        let place = block.line + 1;
        let example = self
            .examples
            .last_mut()
            .ok_or(format!("{place}: a block outside of an example"))?;
        if block.info == "console" {
            if section != EXAMPLE || example.console.is_some() {
                return Err(format!("{place}: a second call in one example"));
            }
            example.console = Some(block);
            return Ok(());
        }
        let file = File::of(&block).map_err(|why| format!("{place}: {why}"))?;
        match section {
            EXAMPLE => example.files.push(file),
            _ => example.corrected.push(file),
        }
        Ok(())
    }
}

impl File {
    fn of(block: &Block<'_>) -> Result<Self, String> {
        let (kind, path) = block
            .info
            .split_once(' ')
            .ok_or(format!("a block `{}` names no file", block.info))?;
        let text: String = block.lines.iter().map(|line| format!("{line}\n")).collect();
        let content = match kind {
            "yaml" | "toml" | "text" => Content::Bytes(text.into_bytes()),
            "bytes" => Content::Bytes(unescaped(&text)?),
            "link" => Content::Link(text.trim_end().to_owned()),
            "size" => {
                let number = text
                    .trim_end()
                    .strip_suffix(" MiB")
                    .and_then(|number| number.parse::<u64>().ok())
                    .ok_or("a size is a number of MiB")?;
                Content::Size(number * 1024 * 1024)
            }
            _ => return Err(format!("no kind of block is called `{kind}`")),
        };
        Ok(File {
            path: path.to_owned(),
            content,
        })
    }
}

/// Replaces `\xff` by the byte and `\u202e` by the character.
fn unescaped(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        bytes.extend_from_slice(&rest.as_bytes()[..at]);
        let (digits, unicode) = match rest.as_bytes().get(at + 1) {
            Some(b'x') => (2, false),
            Some(b'u') => (4, true),
            _ => return Err("behind a backslash stands no `x` or `u`".to_owned()),
        };
        let end = at + 2 + digits;
        let number = rest
            .get(at + 2..end)
            .and_then(|digits| u32::from_str_radix(digits, 16).ok())
            .ok_or("too few digits behind a backslash")?;
        if unicode {
            let character = char::from_u32(number).ok_or("no such character")?;
            bytes.extend_from_slice(character.to_string().as_bytes());
        } else {
            bytes.push(number as u8);
        }
        rest = &rest[end..];
    }
    bytes.extend_from_slice(rest.as_bytes());
    Ok(bytes)
}

/// Returns the lines above the first section, as they follow from the registry and the examples.
pub fn head(code: Code, fixes: Fixes) -> Vec<String> {
    let mut about = vec![
        format!("`{}`", code.code()),
        code.severity().name().to_owned(),
        format!("since {}", code.since()),
    ];
    if fixes != Fixes::Never {
        about.push(fixes.phrase().to_owned());
    }
    vec![
        format!("# {}", code.name()),
        String::new(),
        about.join(" · "),
        String::new(),
        code.meaning().to_owned(),
        String::new(),
    ]
}

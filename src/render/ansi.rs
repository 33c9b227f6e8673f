//! Text in memory, with or without the ANSI escape sequences of styles.

use std::io::{self, Write};

use codespan_reporting::diagnostic::{LabelStyle, Severity};
use codespan_reporting::term::WriteStyle;

/// A colour of the terminal's palette, by its ANSI number.
#[derive(Clone, Copy)]
pub(super) enum Color {
    Red = 1,
    Green = 2,
    Yellow = 3,
    Blue = 4,
    Cyan = 6,
}

/// The style of a piece of text.
#[derive(Clone, Copy, Default)]
pub(super) struct Style {
    bold: bool,
    /// `true` for the bright variant of the colour.
    bright: bool,
    color: Option<Color>,
}

impl Style {
    pub const BOLD: Style = Style {
        bold: true,
        bright: false,
        color: None,
    };

    pub fn bold(color: Color) -> Self {
        Style {
            color: Some(color),
            ..Style::BOLD
        }
    }

    /// Bold and bright.
    fn bright(color: Color) -> Self {
        Style {
            bright: true,
            ..Style::bold(color)
        }
    }
}

impl From<Color> for Style {
    fn from(color: Color) -> Self {
        Style {
            color: Some(color),
            ..Style::default()
        }
    }
}

/// A text with styles, which are left out if there is no colour.
pub(super) struct StyledText {
    text: Vec<u8>,
    color: bool,
}

impl StyledText {
    pub fn new(color: bool) -> Self {
        StyledText {
            text: Vec::new(),
            color,
        }
    }

    /// Applies a style to the text that follows.
    pub fn set(&mut self, style: impl Into<Style>) -> io::Result<()> {
        let style = style.into();
        self.reset()?;
        if self.color && style.bold {
            self.write_all(b"\x1b[1m")?;
        }
        match style.color.map(|color| color as u8) {
            Some(color) if self.color && style.bright => write!(self, "\x1b[38;5;{}m", color + 8),
            Some(color) if self.color => write!(self, "\x1b[3{color}m"),
            _ => Ok(()),
        }
    }

    /// Writes a text in a style.
    pub fn styled(&mut self, style: impl Into<Style>, text: &str) -> io::Result<()> {
        self.set(style)?;
        self.write_all(text.as_bytes())?;
        self.reset()
    }

    pub fn into_string(self) -> String {
        String::from_utf8(self.text).expect("only strings were written")
    }
}

impl Write for StyledText {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn color_of(severity: Severity) -> Color {
    match severity {
        Severity::Bug | Severity::Error => Color::Red,
        Severity::Warning => Color::Yellow,
        Severity::Note => Color::Green,
        Severity::Help => Color::Cyan,
    }
}

impl WriteStyle for StyledText {
    fn set_header(&mut self, severity: Severity) -> io::Result<()> {
        self.set(Style::bright(color_of(severity)))
    }

    fn set_header_message(&mut self) -> io::Result<()> {
        self.set(Style::BOLD)
    }

    fn set_line_number(&mut self) -> io::Result<()> {
        self.set(Color::Cyan)
    }

    fn set_note_bullet(&mut self) -> io::Result<()> {
        self.set(Color::Cyan)
    }

    fn set_source_border(&mut self) -> io::Result<()> {
        self.set(Color::Cyan)
    }

    fn set_label(&mut self, severity: Severity, style: LabelStyle) -> io::Result<()> {
        self.set(match style {
            LabelStyle::Primary => color_of(severity),
            LabelStyle::Secondary => Color::Cyan,
        })
    }

    fn reset(&mut self) -> io::Result<()> {
        match self.color {
            true => self.write_all(b"\x1b[0m"),
            false => Ok(()),
        }
    }
}

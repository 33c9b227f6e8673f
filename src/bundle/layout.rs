//! JSON in lines with two spaces for each level, as `serde_json`'s pretty printer writes it, but from any depth on:
//! so parts of a document can be written by themselves.

use std::io::{self, Write};

use serde_json::ser::Formatter;

/// The layout of JSON.
pub struct Layout {
    depth: usize,
    /// Whether the innermost open list or object has nothing in it.
    is_empty: bool,
}

/// The break before a line; few are deeper.
const INDENTATION: &[u8] = b"\n                                                                ";

impl Layout {
    /// Of a value that stands so many levels deep in its document.
    pub fn from_depth(depth: usize) -> Self {
        Layout {
            depth,
            is_empty: true,
        }
    }

    fn line<W: Write + ?Sized>(&self, to: &mut W) -> io::Result<()> {
        let spaces = self.depth * 2;
        match INDENTATION.get(..=spaces) {
            Some(line) => to.write_all(line),
            None => to.write_all(format!("\n{:spaces$}", "").as_bytes()),
        }
    }

    fn open<W: Write + ?Sized>(&mut self, to: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth += 1;
        self.is_empty = true;
        to.write_all(bracket)
    }

    fn close<W: Write + ?Sized>(&mut self, to: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth -= 1;
        if !self.is_empty {
            self.line(to)?;
        }
        self.is_empty = false;
        to.write_all(bracket)
    }

    fn item<W: Write + ?Sized>(&mut self, to: &mut W, first: bool) -> io::Result<()> {
        if !first {
            to.write_all(b",")?;
        }
        self.is_empty = false;
        self.line(to)
    }
}

impl Formatter for Layout {
    fn begin_array<W: Write + ?Sized>(&mut self, to: &mut W) -> io::Result<()> {
        self.open(to, b"[")
    }

    fn end_array<W: Write + ?Sized>(&mut self, to: &mut W) -> io::Result<()> {
        self.close(to, b"]")
    }

    fn begin_array_value<W: Write + ?Sized>(&mut self, to: &mut W, first: bool) -> io::Result<()> {
        self.item(to, first)
    }

    fn begin_object<W: Write + ?Sized>(&mut self, to: &mut W) -> io::Result<()> {
        self.open(to, b"{")
    }

    fn end_object<W: Write + ?Sized>(&mut self, to: &mut W) -> io::Result<()> {
        self.close(to, b"}")
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, to: &mut W, first: bool) -> io::Result<()> {
        self.item(to, first)
    }

    fn begin_object_value<W: Write + ?Sized>(&mut self, to: &mut W) -> io::Result<()> {
        to.write_all(b": ")
    }
}

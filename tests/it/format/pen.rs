//! Writes values as YAML in all possible styles, chosen by random bytes.

/// A value to write.
#[derive(Clone, Debug)]
pub enum Tree {
    Text(&'static str),
    /// A plain scalar.
    Word(&'static str),
    List(Vec<Tree>),
    Map(Vec<(&'static str, Tree)>),
}

/// Texts with everything that is difficult in YAML.
pub const TEXTS: [&str; 27] = [
    "a",
    "it's",
    "say \"x\"",
    "a: b",
    "a #b",
    "#x",
    " before",
    "after ",
    "",
    "yes",
    "null",
    "3",
    "- a",
    "é ☃ and more words",
    "one two three",
    "a line\nand another",
    "two\n\nblank\n",
    "  deep\nless",
    "tab\tx",
    "[x]",
    "{y}",
    "a,b",
    "back\\slash",
    "end\n\n",
    "more\n   and more\nless\n",
    "a:",
    "*star*",
];

pub const WORDS: [&str; 8] = ["1", "-2", "true", "~", "null", "yes", "1.5", "word"];

pub const KEYS: [&str; 7] = ["name", "type", "a key", "it's", "3", "yes", "k: v"];

pub struct Pen<'b> {
    choices: std::iter::Cycle<std::slice::Iter<'b, u8>>,
    pub out: String,
    /// The number of comments written so far; each contains its number.
    pub comments: usize,
    /// The number of comments of the document.
    anchors: usize,
}

impl<'b> Pen<'b> {
    pub fn new(choices: &'b [u8]) -> Self {
        Pen {
            choices: choices.iter().cycle(),
            out: String::new(),
            comments: 0,
            anchors: 0,
        }
    }

    fn choose(&mut self, among: usize) -> usize {
        usize::from(*self.choices.next().expect("choices")) % among
    }

    fn spaces(&mut self, least: usize) {
        let count = least + self.choose(3);
        self.out.extend(std::iter::repeat_n(' ', count));
    }

    fn indent(&mut self, column: usize) {
        self.out.extend(std::iter::repeat_n(' ', column));
    }

    fn comment(&mut self) {
        self.out.push_str(&format!("# comment {}", self.comments));
        self.comments += 1;
    }

    /// Writes the end of a line.
    fn end(&mut self) {
        match self.choose(6) {
            0 => {
                self.spaces(1);
                self.comment();
            }
            1 => self.spaces(1),
            _ => {}
        }
        self.out.push('\n');
    }

    /// Writes empty and comment lines.
    fn between(&mut self, column: usize) {
        match self.choose(8) {
            0 => self.out.push('\n'),
            1 => self.out.push_str("  \n\n\n"),
            2 => {
                let column = column.saturating_sub(self.choose(3)) + self.choose(3);
                self.indent(column);
                self.comment();
                self.out.push('\n');
            }
            _ => {}
        }
    }

    pub fn document(&mut self, tree: &Tree, marked: bool) {
        self.anchors = 0;
        if marked || self.choose(3) == 0 {
            self.out.push_str("---");
            self.end();
        }
        match tree {
            Tree::List(items) if !items.is_empty() => {
                let column = self.choose(3);
                self.list(items, column, false);
            }
            Tree::Map(entries) if !entries.is_empty() => {
                let column = self.choose(3);
                self.map(entries, column, false);
            }
            _ => {
                self.flow(tree, 0);
                self.end();
            }
        }
        if self.choose(5) == 0 {
            self.out.push_str("...\n");
        }
    }

    /// Writes a block. `begun`: the first line is already indented.
    fn map(&mut self, entries: &[(&'static str, Tree)], column: usize, begun: bool) {
        for (at, (key, value)) in entries.iter().enumerate() {
            if at > 0 || !begun {
                self.between(column);
                self.indent(column);
            }
            self.key(key);
            if self.choose(6) == 0 {
                self.out.push(' ');
            }
            self.out.push(':');
            self.value(value, column, false);
        }
    }

    fn list(&mut self, items: &[Tree], column: usize, begun: bool) {
        for (at, item) in items.iter().enumerate() {
            if at > 0 || !begun {
                self.between(column);
                self.indent(column);
            }
            self.out.push('-');
            self.value(item, column, true);
        }
    }

    /// Writes the value after the `:` or `-` of a block at a column, including its line ends.
    fn value(&mut self, value: &Tree, column: usize, in_list: bool) {
        let deeper = column + 1 + self.choose(4);
        match value {
            Tree::Map(entries) if !entries.is_empty() && self.choose(3) > 0 => {
                if in_list && self.choose(2) == 0 {
                    let gap = 1 + self.choose(3);
                    self.indent(gap);
                    self.map(entries, column + 1 + gap, true);
                } else {
                    self.end();
                    self.map(entries, deeper, false);
                }
            }
            Tree::List(items) if !items.is_empty() && self.choose(3) > 0 => {
                if in_list && self.choose(2) == 0 {
                    let gap = 1 + self.choose(3);
                    self.indent(gap);
                    self.list(items, column + 1 + gap, true);
                } else {
                    self.end();
                    let column = if in_list || self.choose(2) == 0 {
                        deeper
                    } else {
                        column
                    };
                    self.list(items, column, false);
                }
            }
            Tree::Text(text) if self.choose(3) == 0 && self.literal(text, column) => {}
            _ => {
                if self.choose(6) == 0 {
                    self.end();
                    self.between(deeper);
                    self.indent(deeper);
                } else {
                    self.spaces(1);
                }
                if self.choose(8) == 0 {
                    self.anchors += 1;
                    self.out.push_str(&format!("&a{} ", self.anchors));
                } else if self.anchors > 0 && self.choose(8) == 0 {
                    self.out.push_str(&format!("*a{}", self.anchors));
                    self.end();
                    return;
                }
                self.flow(value, deeper);
                self.end();
            }
        }
    }

    /// Writes a literal block scalar, if it can represent the text.
    fn literal(&mut self, text: &str, column: usize) -> bool {
        if text.is_empty() || text.trim().is_empty() || text.contains('\t') {
            return false;
        }
        let body = text.trim_end_matches('\n');
        let more = 1 + self.choose(5);
        self.out.push_str(" |");
        if body.starts_with(' ') || self.choose(5) == 0 {
            self.out.push_str(&more.to_string());
        }
        match text.len() - body.len() {
            0 => self.out.push('-'),
            1 => {}
            _ => self.out.push('+'),
        }
        if self.choose(4) == 0 {
            self.out.push_str("  ");
            self.comment();
        }
        self.out.push('\n');
        for line in body.split('\n') {
            if !line.is_empty() {
                self.indent(column + more);
                self.out.push_str(line);
            }
            self.out.push('\n');
        }
        self.out
            .push_str(&"\n".repeat((text.len() - body.len()).saturating_sub(1)));
        true
    }

    fn key(&mut self, key: &str) {
        if key.chars().all(char::is_alphabetic) && self.choose(3) > 0 {
            self.out.push_str(key);
        } else {
            self.quoted(key, None);
        }
    }

    /// Writes a value inside brackets, with continuation lines at a column.
    fn flow(&mut self, tree: &Tree, column: usize) {
        match tree {
            Tree::Word(word) => self.out.push_str(word),
            Tree::Text(text) => {
                let plain = text.split(' ').all(|word| {
                    !word.is_empty() && word.chars().all(|c| c.is_alphabetic() || c == '☃')
                });
                if plain && !["yes", "null"].contains(text) && self.choose(2) == 0 {
                    self.words(text, column);
                } else {
                    self.quoted(text, Some(column));
                }
            }
            Tree::List(items) => {
                self.out.push('[');
                for item in items {
                    self.inside(column);
                    self.flow(item, column + 1);
                    self.inside(column);
                    self.out.push(',');
                }
                self.closing(column, !items.is_empty());
                self.out.push(']');
            }
            Tree::Map(entries) => {
                self.out.push('{');
                for (key, value) in entries {
                    self.inside(column);
                    self.key(key);
                    self.out.push_str(": ");
                    self.flow(value, column + 1);
                    self.inside(column);
                    self.out.push(',');
                }
                self.closing(column, !entries.is_empty());
                self.out.push('}');
            }
        }
    }

    /// Writes white space inside brackets.
    fn inside(&mut self, column: usize) {
        match self.choose(12) {
            0 => {
                self.end();
                self.indent(column);
            }
            1 => self.spaces(1),
            _ => {}
        }
    }

    fn closing(&mut self, column: usize, comma: bool) {
        if comma && self.choose(2) == 0 {
            self.out.pop();
        }
        self.inside(column);
    }

    /// Writes words that may continue on the next line.
    fn words(&mut self, text: &str, column: usize) {
        for (at, word) in text.split(' ').enumerate() {
            if at > 0 {
                if self.choose(5) == 0 {
                    self.out.push_str(" \n");
                    self.indent(column);
                } else {
                    self.out.push(' ');
                }
            }
            self.out.push_str(word);
        }
    }

    /// Writes a quoted scalar. `column`: the indentation of continuation lines.
    fn quoted(&mut self, text: &str, column: Option<usize>) {
        if self.choose(2) == 0 && !text.contains(['\n', '\t']) {
            self.out
                .push_str(&format!("'{}'", text.replace('\'', "''")));
            return;
        }
        self.out.push('"');
        let mut before = ' ';
        for c in text.chars() {
            match c {
                '"' | '\\' => self.out.extend(['\\', c]),
                '\n' => self.out.push_str("\\n"),
                '\t' => self.out.push_str("\\t"),
                ' ' if before != ' ' && !text.ends_with(' ') && self.choose(6) == 0 => match column
                {
                    Some(column) => {
                        self.out.push_str(" \n");
                        self.indent(column);
                    }
                    None => self.out.push(' '),
                },
                ' ' if self.choose(6) == 0 => self.out.push_str("\\ "),
                c => self.out.push(c),
            }
            before = c;
        }
        self.out.push('"');
    }
}

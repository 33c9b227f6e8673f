//! A mistake in a shipped file, and its position.

use std::collections::HashMap;
use std::ops::Range;

use crate::shipped::{File, Shipped};
use crate::support::rng::Rng;

/// A kind of mistake.
pub struct Kind {
    /// Its name in the table and in `exempt.txt`.
    pub name: &'static str,
    /// The description of the mutation for the page.
    pub does: &'static str,
    /// Maximum number of mutants.
    pub most: usize,
    /// Returns all positions where the mistake is possible.
    pub sites: fn(&Shipped, &mut Rng) -> Vec<Mutant>,
}

impl Kind {
    /// Selects the mutants of this kind from as many different files as possible.
    pub fn mutants(&self, shipped: &Shipped) -> Vec<Mutant> {
        let mut rng = Rng::seeded(self.name);
        let mut sites = (self.sites)(shipped, &mut rng);
        rng.shuffle(&mut sites);
        let mut turn: HashMap<usize, usize> = HashMap::new();
        let mut turns: Vec<(usize, Mutant)> = sites
            .into_iter()
            .map(|mutant| {
                let turn = turn.entry(mutant.file).or_default();
                *turn += 1;
                (*turn, mutant)
            })
            .collect();
        turns.sort_by_key(|(turn, _)| *turn);
        turns
            .into_iter()
            .take(self.most)
            .map(|(_, mutant)| mutant)
            .collect()
    }
}

/// A part of the mutated file that is a valid position of the mistake.
#[derive(Clone, Debug)]
pub enum Spot {
    /// The diagnostic must cover exactly these bytes or a part of them.
    On(Range<usize>),
    /// Something is missing here: the diagnostic must touch the gap or be a neighbouring word.
    Gap(usize),
}

/// A shipped file with one mistake.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The index of the file among the shipped ones.
    pub file: usize,
    /// The mutated text; `None` if the file was removed.
    pub text: Option<String>,
    /// An additional file.
    pub added: Option<(String, String)>,
    /// The positions of the mistake in the mutated file.
    pub spots: Vec<Spot>,
    /// Further valid positions: the path of a shipped file and bytes of it.
    pub elsewhere: Vec<(String, Range<usize>)>,
    /// A letter of a word is wrong, so the first suggestion should be the original.
    pub misspelt: bool,
    /// The description of the change: its position, the old and the new text.
    pub what: String,
}

impl Mutant {
    /// Replaces one range.
    pub fn change(file: &File, at: Range<usize>, to: &str) -> Self {
        let mut text = file.text.clone();
        text.replace_range(at.clone(), to);
        let spot = if to.trim().is_empty() {
            Spot::Gap(at.start)
        } else {
            Spot::On(at.start..at.start + to.len())
        };
        let (line, column) = file.line_column(at.start);
        let what = format!(
            "{line}:{column} `{}` → `{}`",
            shown(&file.text[at]),
            shown(to)
        );
        Mutant {
            file: file.index,
            text: Some(text),
            added: None,
            spots: vec![spot],
            elsewhere: Vec::new(),
            misspelt: false,
            what,
        }
    }

    pub fn remove(file: &File, at: Range<usize>) -> Self {
        Mutant::change(file, at, "")
    }

    /// Inserts text at a byte offset.
    pub fn insert(file: &File, at: usize, what: &str) -> Self {
        Mutant::change(file, at..at, what)
    }

    /// Adds a file with a mistake at these bytes and leaves the shipped files unchanged.
    pub fn beside(file: &File, path: &str, text: String, at: Range<usize>) -> Self {
        Mutant {
            added: Some((path.to_owned(), text)),
            text: Some(file.text.clone()),
            spots: Vec::new(),
            elsewhere: vec![(path.to_owned(), at)],
            what: format!("another file `{path}`"),
            ..Mutant::change(file, 0..0, "")
        }
    }

    /// Removes the file.
    pub fn gone(file: &File) -> Self {
        Mutant {
            text: None,
            spots: Vec::new(),
            what: "the file is removed".to_owned(),
            ..Mutant::change(file, 0..0, "")
        }
    }

    /// Makes one more change, further up or down in the file. It is not a position of the mistake.
    pub fn and(mut self, file: &File, at: Range<usize>, to: &str) -> Self {
        let done = self.text.as_mut().expect("a file that is there");
        let first = match self.spots.first() {
            Some(Spot::On(range)) => range.start,
            Some(Spot::Gap(at)) => *at,
            None => usize::MAX,
        };
        // Nothing before the first change has moved.
        let moved = |offset: usize| {
            if offset <= first {
                offset as isize
            } else {
                offset as isize + done.len() as isize - file.text.len() as isize
            }
        };
        let start = moved(at.start) as usize;
        let shift = to.len() as isize - at.len() as isize;
        done.replace_range(start..start + at.len(), to);
        if at.start < first {
            let by = |offset: usize| (offset as isize + shift) as usize;
            for spot in &mut self.spots {
                *spot = match spot {
                    Spot::On(range) => Spot::On(by(range.start)..by(range.end)),
                    Spot::Gap(at) => Spot::Gap(by(*at)),
                };
            }
        }
        self
    }

    /// Adds a valid position, in bytes of the mutated file.
    pub fn or(mut self, range: Range<usize>) -> Self {
        self.spots.push(Spot::On(range));
        self
    }

    /// Sets the only valid position, in bytes of the mutated file.
    pub fn only(mut self, range: Range<usize>) -> Self {
        self.spots = vec![Spot::On(range)];
        self
    }

    pub fn misspelt(mut self) -> Self {
        self.misspelt = true;
        self
    }
}

/// Formats a text on one line, with its invisible characters escaped.
fn shown(text: &str) -> String {
    text.chars()
        .flat_map(|c| match c {
            ' '..='~' => vec![c],
            _ => c.escape_default().collect(),
        })
        .collect()
}

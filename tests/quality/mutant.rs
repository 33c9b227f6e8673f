//! A mistake in a shipped file, and where it is.

use std::collections::HashMap;
use std::ops::Range;

use crate::shipped::{File, Shipped};
use crate::support::rng::Rng;

/// A kind of mistake.
pub struct Kind {
    /// Its name in the table and in `exempt.txt`.
    pub name: &'static str,
    /// What is done, for the page.
    pub does: &'static str,
    /// How many mutants are made at most.
    pub most: usize,
    /// Everywhere the mistake can be made.
    pub sites: fn(&Shipped, &mut Rng) -> Vec<Mutant>,
}

impl Kind {
    /// The mutants of this kind: as many different files as there are take part.
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

/// A part of the mutated file that counts as the place of the mistake.
#[derive(Clone, Debug)]
pub enum Spot {
    /// The finding lies on these bytes and nothing beside them.
    On(Range<usize>),
    /// Something is missing here: the finding touches the gap or is a word beside it.
    Gap(usize),
}

/// A shipped file with one mistake in it.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The place of the file among those shipped.
    pub file: usize,
    /// What it says now; nothing if it was removed.
    pub text: Option<String>,
    /// A file beside the shipped ones.
    pub added: Option<(String, String)>,
    /// Where the mistake is in the mutated file.
    pub spots: Vec<Spot>,
    /// Where else it may be seen as well: the path of a shipped file and bytes of it.
    pub elsewhere: Vec<(String, Range<usize>)>,
    /// A letter is wrong in a word, so the first suggestion should give the original.
    pub misspelt: bool,
    /// The change in words: where it is, what was there, what is there now.
    pub what: String,
}

impl Mutant {
    /// Writes something else in one place.
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

    /// Writes something between two bytes.
    pub fn insert(file: &File, at: usize, what: &str) -> Self {
        Mutant::change(file, at..at, what)
    }

    /// The shipped files stay as they are, and another one is beside them, faulty at these bytes.
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

    /// The file is gone.
    pub fn gone(file: &File) -> Self {
        Mutant {
            text: None,
            spots: Vec::new(),
            what: "the file is removed".to_owned(),
            ..Mutant::change(file, 0..0, "")
        }
    }

    /// One more change, further up or down in the file. It is no place of the mistake.
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

    /// The mistake is seen here as well, in bytes of the mutated file.
    pub fn or(mut self, range: Range<usize>) -> Self {
        self.spots.push(Spot::On(range));
        self
    }

    /// The mistake is here and nowhere else, in bytes of the mutated file.
    pub fn only(mut self, range: Range<usize>) -> Self {
        self.spots = vec![Spot::On(range)];
        self
    }

    pub fn misspelt(mut self) -> Self {
        self.misspelt = true;
        self
    }
}

/// A text on one line, its invisible characters escaped.
fn shown(text: &str) -> String {
    text.chars()
        .flat_map(|c| match c {
            ' '..='~' => vec![c],
            _ => c.escape_default().collect(),
        })
        .collect()
}

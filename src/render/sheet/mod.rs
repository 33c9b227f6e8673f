//! A report as sections of bars and lines, drawn on a terminal or as a picture.

mod svg;
mod terminal;

use super::visible;

/// A report in words and numbers, without hidden characters and line breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// What it is about.
    pub(super) name: String,
    /// What is said of it first: `legal`, or `not legal, 2 errors`.
    pub(super) verdict: String,
    /// Whether the verdict is good news; `None` if it is neither.
    pub(super) sound: Option<bool>,
    /// Describes it, and what the numbers do not include.
    pub(super) about: Vec<String>,
    pub(super) sections: Vec<Section>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Section {
    pub(super) title: String,
    pub(super) body: Body,
    /// The meaning of bars with [`BarStyle::Beyond`].
    pub(super) legend: Option<String>,
    pub(super) notes: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Body {
    Bars(Vec<Group>),
    /// Bars by number, which are upright in a picture.
    Curves(Vec<Group>),
    /// Bars in thousandths.
    Chances(Vec<Group>),
    /// A label of a word or two, and its text.
    Lines(Vec<(String, String)>),
}

/// A group of bars.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// Empty if there is only one group.
    pub(super) label: String,
    pub(super) rows: Vec<Row>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) label: String,
    /// The number as shown.
    pub(super) value: String,
    /// The length of the bar, relative to the others of its section.
    pub(super) length: u64,
    pub(super) look: BarStyle,
    /// The ends of the interval in which the true length is, if the number is from a sample.
    pub(super) interval: Option<[u64; 2]>,
    /// The text after the bar.
    pub(super) text: String,
}

/// The style of a bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BarStyle {
    Usual,
    /// For the remaining values.
    Rest,
    /// For values above the available amount.
    Beyond,
}

impl Row {
    pub(super) fn of(label: &str, cards: u64) -> Self {
        Row {
            label: visible(label).into_owned(),
            value: cards.to_string(),
            length: cards,
            look: BarStyle::Usual,
            interval: None,
            text: String::new(),
        }
    }
}

pub(super) fn section(title: impl AsRef<str>, body: Body) -> Section {
    Section {
        title: visible(title.as_ref()).into_owned(),
        body,
        legend: None,
        notes: Vec::new(),
    }
}

pub(super) fn single(rows: Vec<Row>) -> Body {
    Body::Bars(vec![Group {
        label: String::new(),
        rows,
    }])
}

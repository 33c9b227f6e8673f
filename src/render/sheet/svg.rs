//! Draws a sheet as a picture: one self-contained SVG file without scripts, fonts or other
//! resources.
//!
//! All measures are whole numbers. The font is unknown, so every character is assumed to be as wide
//! as a wide character of most fonts.

use std::fmt::Write;

use textwrap::core::display_width;

use super::terminal::cut;
use super::{BarStyle, Body, Group, Row, Section, Sheet};
use crate::render::at_spaces;

/// The widths of the picture, its margin, a panel, and the padding and contents of a panel. Panels
/// are in two columns.
const WIDTH: usize = 760;
const EDGE: usize = 20;
const PANEL: usize = 350;
const PAD: usize = 12;
const INNER: usize = PANEL - 2 * PAD;

/// The widths of characters and the heights of lines, in the normal and the small size.
const CHARACTER: usize = 7;
const SMALL_CHARACTER: usize = 6;
const LINE: usize = 18;
const SMALL_LINE: usize = 15;

/// The gap between a label and its number.
const GAP: usize = 12;

/// Maximum width of a label in a panel.
const MAX_LABEL_WIDTH: usize = 140;

/// An upright chart: the height of its bars, the maximum width of a bar, and the maximum number of
/// bars of charts that are placed side by side.
const CHART: usize = 54;
const MAX_STEP_WIDTH: usize = 30;
const NARROW_STEPS: usize = 8;

/// The minimum gap between the labels of two bars.
const TICK_GAP: usize = 8;

const STYLE: &str = "\
text{font:12px system-ui,-apple-system,\"Segoe UI\",Roboto,\"Noto Sans\",sans-serif;fill:#1f2328}\
.n{font-size:22px;font-weight:700}.t{font-weight:700}.s{font-size:11px;fill:#59636e}\
.ok{fill:#1a7f37;font-size:15px;font-weight:700}.no{fill:#cf222e;font-size:15px;font-weight:700}\
.by{font-size:13px;fill:#59636e}.i{stroke:#1f2328;stroke-width:1.5;fill:none}.v{text-anchor:end}.m{text-anchor:middle}.page{fill:#ffffff}.panel{fill:#f6f8fa;stroke:#d1d9e0}\
.bar{fill:#2f6fbb}.rest{fill:#a8b1bb}.far{fill:#c4820e}\
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.s,.by{fill:#9198a1}.i{stroke:#e6edf3}.ok{fill:#3fb950}.no{fill:#f85149}\
.page{fill:#0d1117}.panel{fill:#151b23;stroke:#3d444d}.bar{fill:#58a6ff}.rest{fill:#59636e}.far{fill:#e3b341}}";

impl Sheet {
    /// Returns the SVG file of the sheet.
    pub fn svg(&self) -> String {
        let mut head = Piece::default();
        for line in lines(&self.name, (WIDTH - 2 * EDGE) / 14) {
            head.down(28);
            head.text("n", 0, &line);
        }
        head.down(22);
        let class = match self.sound {
            Some(true) => "ok",
            Some(false) => "no",
            None => "by",
        };
        head.text(class, 0, &self.verdict);
        for about in &self.about {
            for line in lines(about, (WIDTH - 2 * EDGE) / SMALL_CHARACTER) {
                head.down(LINE);
                head.text("s", 0, &line);
            }
        }
        let mut body = String::new();
        place(&mut body, EDGE, EDGE, &head);
        // Each panel goes below the shorter column, so that both are read from the top.
        let mut left = EDGE + head.height + LINE;
        let mut right = left;
        for section in &self.sections {
            let (x, y) = if right < left {
                (EDGE + PANEL + EDGE, &mut right)
            } else {
                (EDGE, &mut left)
            };
            let panel = panel(section);
            place(&mut body, x, *y, &panel);
            *y += panel.height + PAD;
        }
        let height = left.max(right) + EDGE - PAD;
        let title = escaped(&format!("{}: {}", self.name, self.verdict));
        let about = escaped(&self.about.join("; "));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
             viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-labelledby=\"title about\">\n\
             <title id=\"title\">{title}</title>\n<desc id=\"about\">{about}</desc>\n<style>{STYLE}</style>\n\
             <rect class=\"page\" width=\"{WIDTH}\" height=\"{height}\"/>\n{body}</svg>\n"
        )
    }
}

/// A part of the picture, with coordinates relative to its own corner.
#[derive(Default)]
struct Piece {
    out: String,
    /// The height so far; the next text is placed there.
    height: usize,
}

impl Piece {
    fn down(&mut self, by: usize) {
        self.height += by;
    }

    fn text(&mut self, class: &str, x: usize, text: &str) {
        self.text_at(class, x, self.height, text);
    }

    fn text_at(&mut self, class: &str, x: usize, y: usize, text: &str) {
        let class = match class {
            "" => String::new(),
            class => format!(" class=\"{class}\""),
        };
        let _ = writeln!(
            self.out,
            "<text{class} x=\"{x}\" y=\"{y}\">{}</text>",
            escaped(text)
        );
    }

    /// Adds a text, cut to a width. If it was cut, the whole text is shown as a tooltip.
    fn label(&mut self, class: &str, x: usize, width: usize, text: &str) {
        let short = cut(text, width / CHARACTER);
        if short == text {
            return self.text(class, x, text);
        }
        let (y, short, text) = (self.height, escaped(&short), escaped(text));
        let class = if class.is_empty() { "l" } else { class };
        let _ = writeln!(
            self.out,
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\"><title>{text}</title>{short}</text>"
        );
    }

    fn bar(&mut self, look: BarStyle, [x, y, width, height]: [usize; 4]) {
        let class = match look {
            BarStyle::Usual => "bar",
            BarStyle::Rest => "rest",
            BarStyle::Beyond => "far",
        };
        let _ = writeln!(
            self.out,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"2\"/>"
        );
    }

    /// Adds a line with ends from one place to another.
    fn interval(&mut self, [from, to]: [usize; 2], y: usize) {
        let (above, below) = (y - 4, y + 4);
        let _ = writeln!(
            self.out,
            "<path class=\"i\" d=\"M{from} {above}V{below}M{from} {y}H{to}M{to} {above}V{below}\"/>"
        );
    }
}

fn place(out: &mut String, x: usize, y: usize, piece: &Piece) {
    let _ = write!(
        out,
        "<g transform=\"translate({x} {y})\">\n{}</g>\n",
        piece.out
    );
}

fn panel(section: &Section) -> Piece {
    let mut inside = Piece::default();
    for line in lines(&section.title, INNER / CHARACTER) {
        inside.down(LINE);
        inside.text("t", 0, &line);
    }
    inside.down(4);
    match &section.body {
        Body::Bars(groups) => bars(&mut inside, groups, None),
        Body::Chances(groups) => bars(&mut inside, groups, Some(1000)),
        Body::Curves(groups) => charts(&mut inside, groups),
        Body::Lines(words) => words_in_lines(&mut inside, words),
    }
    if let Some(legend) = &section.legend {
        inside.down(SMALL_LINE);
        inside.bar(BarStyle::Beyond, [0, inside.height - 9, 10, 10]);
        inside.label("s", 16, INNER - 16, legend);
    }
    for (at, note) in section.notes.iter().enumerate() {
        inside.down(if at == 0 { 4 } else { 2 });
        for line in lines(note, INNER / SMALL_CHARACTER) {
            inside.down(SMALL_LINE);
            inside.text("s", 0, &line);
        }
    }
    let mut panel = Piece {
        out: String::new(),
        height: inside.height + 2 * PAD,
    };
    let _ = writeln!(
        panel.out,
        "<rect class=\"panel\" width=\"{PANEL}\" height=\"{}\" rx=\"8\"/>",
        panel.height
    );
    place(&mut panel.out, PAD, PAD - 4, &inside);
    panel
}

fn bars(out: &mut Piece, groups: &[Group], longest: Option<u64>) {
    let rows = || groups.iter().flat_map(|group| &group.rows);
    let widest = |of: fn(&Row) -> &str| {
        let widths = rows().map(|row| display_width(of(row)) * CHARACTER);
        widths.max().unwrap_or(0)
    };
    let label = widest(|row| &row.label).min(MAX_LABEL_WIDTH);
    let value = widest(|row| &row.value);
    let start = label + GAP + value + 8;
    let room = INNER.saturating_sub(start).max(8);
    let longest = longest.or_else(|| rows().map(|row| row.length).max());
    let longest = longest.unwrap_or(1).max(1);
    for (at, group) in groups.iter().enumerate() {
        if !group.label.is_empty() {
            out.down(if at > 0 { LINE + 4 } else { LINE });
            out.label("", 0, INNER, &group.label);
        }
        for row in &group.rows {
            out.down(LINE);
            out.label("", 0, label, &row.label);
            out.text("v", label + GAP + value, &row.value);
            let length = scaled(row.length, room, longest);
            if length > 0 {
                out.bar(row.look, [start, out.height - 10, length, 11]);
            }
            let ends = row
                .interval
                .map(|ends| ends.map(|end| start + scaled(end, room, longest)));
            if let Some(ends) = ends {
                out.interval(ends, out.height - 4);
            }
            let after = ends.map_or(start + length, |[_, to]| to) + 6;
            if after + display_width(&row.text) * CHARACTER <= INNER {
                out.text("s", after, &row.text);
            }
        }
    }
}

/// Draws upright bars over their numbers. Two narrow charts are side by side.
fn charts(out: &mut Piece, groups: &[Group]) {
    let rows = || groups.iter().flat_map(|group| &group.rows);
    let longest = rows().map(|row| row.length).max().unwrap_or(1).max(1);
    let most = groups.iter().map(|group| group.rows.len()).max();
    let side_by_side = most.unwrap_or(0) <= NARROW_STEPS;
    let (each, width) = match side_by_side {
        true => (2, (INNER - PAD) / 2),
        false => (1, INNER),
    };
    for line in groups.chunks(each) {
        let named = line.iter().any(|group| !group.label.is_empty());
        let top = out.height + if named { LINE } else { 0 };
        for (at, group) in line.iter().enumerate() {
            out.height = top;
            let x = at * (width + PAD);
            if named {
                out.label("", x, width, &group.label);
            }
            chart(out, group, x, width, longest);
        }
        out.height = top + CHART + 2 * LINE;
    }
}

fn chart(out: &mut Piece, group: &Group, x: usize, width: usize, longest: u64) {
    let step = (width / group.rows.len().max(1)).min(MAX_STEP_WIDTH);
    let base = out.height + LINE + CHART;
    let widest = |of: fn(&Row) -> &str| {
        let widths = group.rows.iter().map(|row| display_width(of(row)));
        widths.max().unwrap_or(0) * SMALL_CHARACTER
    };
    // Thin bars have no room for every number: then only every second label is shown, or every fifth, and so on.
    let room = widest(|row| &row.label) + TICK_GAP;
    let strides = [1, 2, 5, 10, 20, 50, 100].into_iter();
    let stride = strides.into_iter().find(|stride| stride * step >= room);
    let stride = stride.unwrap_or(group.rows.len().max(1));
    let has_values = widest(|row| &row.value) <= step;
    for (at, row) in group.rows.iter().enumerate() {
        let left = x + at * step;
        let middle = left + step / 2;
        let height = scaled(row.length, CHART, longest);
        if height > 0 {
            let bar = step.saturating_sub(4).max(1);
            out.bar(row.look, [left + 2, base - height, bar, height]);
            if has_values {
                out.text_at("s m", middle, base - height - 3, &row.value);
            }
        }
        if at % stride == 0 {
            out.text_at("s m", middle, base + 13, &row.label);
        }
    }
}

fn words_in_lines(out: &mut Piece, words: &[(String, String)]) {
    let widest = words.iter().map(|(label, _)| display_width(label)).max();
    let label = (widest.unwrap_or(0) * CHARACTER).min(MAX_LABEL_WIDTH);
    let start = label + 10;
    for (name, text) in words {
        for (at, line) in lines(text, (INNER - start) / CHARACTER).iter().enumerate() {
            out.down(LINE);
            if at == 0 {
                out.label("s", 0, label, name);
            }
            out.text("", start, line);
        }
    }
}

/// Scales a length to pixels; only 0 gives 0.
fn scaled(length: u64, room: usize, longest: u64) -> usize {
    let pixels = u128::from(length) * room as u128 / u128::from(longest);
    let pixels = usize::try_from(pixels).unwrap_or(room).min(room);
    if length > 0 { pixels.max(1) } else { 0 }
}

/// Wraps a text to a width in columns; words that are too long are broken.
fn lines(text: &str, columns: usize) -> Vec<String> {
    let lines = textwrap::wrap(text, at_spaces(columns, text));
    lines.into_iter().map(|line| line.into_owned()).collect()
}

/// Escapes a text for XML. Invalid characters are replaced.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\t' => out.push(' '),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

//! Draws a sheet on a terminal: aligned columns, and bars as long as there is room for.

use std::io::{self, Write};

use textwrap::core::display_width;

use super::{BarStyle, Body, Group, Row, Section, Sheet};
use crate::render::ansi::{Color, Style, StyledText};
use crate::render::at_spaces;
use crate::render::human::Screen;

/// Maximum length of a bar, so that two are easily compared.
const MAX_LEN: usize = 50;

/// Minimum length of bars; labels are cut to leave room for it.
const SHORTEST: usize = 8;

/// The characters for special bars.
const REST: char = '░';
const BEYOND: char = '▒';

/// The left eighths of a block, from one to seven.
const EIGHTHS: [char; 7] = ['▏', '▎', '▍', '▌', '▋', '▊', '▉'];

const INDENT: usize = 2;

impl Sheet {
    /// Renders the sheet as lines of text.
    pub fn draw(&self, screen: Screen) -> String {
        let width = screen.columns();
        let mut out = StyledText::new(screen.color);
        // Writing to memory cannot fail.
        let written = self.write(width, &mut out);
        debug_assert!(written.is_ok(), "{written:?}");
        out.into_string()
    }

    fn write(&self, width: usize, out: &mut StyledText) -> io::Result<()> {
        let head = wrapped(&format!("{}: {}", self.name, self.verdict), 0, width);
        let style = match self.sound {
            Some(true) => Style::bold(Color::Green),
            Some(false) => Style::bold(Color::Red),
            None => Style::BOLD,
        };
        out.styled(style, &head)?;
        writeln!(out)?;
        for line in &self.about {
            writeln!(out, "{}", wrapped(line, 0, width))?;
        }
        for section in &self.sections {
            writeln!(out)?;
            section.write(width, out)?;
        }
        Ok(())
    }
}

impl Section {
    fn write(&self, width: usize, out: &mut StyledText) -> io::Result<()> {
        out.styled(Style::BOLD, &wrapped(&self.title, 0, width))?;
        writeln!(out)?;
        match &self.body {
            Body::Bars(groups) | Body::Curves(groups) => write_bars(groups, None, width, out)?,
            Body::Chances(groups) => write_bars(groups, Some(1000), width, out)?,
            Body::Lines(lines) => write_lines(lines, width, out)?,
        }
        let legend = self.legend.iter();
        let legend = legend.map(|legend| format!("{BEYOND} {legend}"));
        for note in legend.chain(self.notes.iter().cloned()) {
            writeln!(out, "  {}", wrapped(&note, INDENT, width - INDENT))?;
        }
        Ok(())
    }
}

/// The widths of the columns of a section.
struct Columns {
    /// `true` if the label of a group is next to its rows, not on a line of its own.
    beside: bool,
    /// The width of group labels, or the indentation of the rows.
    group: usize,
    label: usize,
    value: usize,
    bar: usize,
    /// The length of a row whose bar fills `bar` columns.
    longest: u64,
}

impl Columns {
    fn of(groups: &[Group], longest: Option<u64>, width: usize) -> Self {
        let rows = || groups.iter().flat_map(|group| &group.rows);
        let widest = |of: fn(&Row) -> &str| rows().map(|row| display_width(of(row))).max();
        let value = widest(|row| &row.value).unwrap_or(0);
        let wanted = widest(|row| &row.label).unwrap_or(0);
        let longest = longest.or_else(|| rows().map(|row| row.length).max());
        let longest = longest.unwrap_or(1).max(1);
        let groups = groups.iter().map(|group| display_width(&group.label));
        let group = groups.max().unwrap_or(0);
        // The ends of an interval are only in the text after its bar.
        let ends = rows().filter(|row| row.interval.is_some());
        let ends = ends.map(|row| display_width(&row.text) + 2).max();
        let room = width.saturating_sub(INDENT + value + 4 + ends.unwrap_or(0));
        let beside = group + 2 + wanted + SHORTEST.max(MAX_LEN / 2) <= room;
        let beside = beside && group > 0;
        let group = match (beside, group) {
            (_, 0) => 0,
            (true, group) => group + 2,
            (false, _) => INDENT,
        };
        let label = wanted.min(room.saturating_sub(group + SHORTEST));
        let bar = room.saturating_sub(group + label).clamp(1, MAX_LEN);
        Columns {
            beside,
            group,
            label,
            value,
            // One cell for each card, if there are enough cells.
            bar: usize::try_from(longest).unwrap_or(bar).min(bar),
            longest,
        }
    }
}

fn write_bars(
    groups: &[Group],
    longest: Option<u64>,
    width: usize,
    out: &mut StyledText,
) -> io::Result<()> {
    let columns = Columns::of(groups, longest, width);
    for group in groups {
        if !columns.beside && !group.label.is_empty() {
            writeln!(out, "  {}", wrapped(&group.label, INDENT, width - INDENT))?;
        }
        // Omit trailing rows without cards.
        let shown = |row: &Row| row.length > 0 || row.interval.is_some();
        let last = group.rows.iter().rposition(shown);
        for (at, row) in group
            .rows
            .iter()
            .take(last.map_or(1, |last| last + 1))
            .enumerate()
        {
            let named = at == 0 && columns.beside;
            let label = if named { group.label.as_str() } else { "" };
            write!(out, "  {}", padded(label, columns.group))?;
            write_row(row, &columns, width, out)?;
        }
    }
    Ok(())
}

fn write_row(row: &Row, columns: &Columns, width: usize, out: &mut StyledText) -> io::Result<()> {
    let Columns { label, value, .. } = *columns;
    write!(out, "{}  {:>value$}", padded(&row.label, label), row.value)?;
    let bar = bar(row, columns);
    if !bar.is_empty() {
        write!(out, "  ")?;
        let color = match row.look {
            BarStyle::Usual => Color::Cyan,
            BarStyle::Rest => Color::Blue,
            BarStyle::Beyond => Color::Yellow,
        };
        out.styled(color, &bar)?;
    }
    let used = INDENT + columns.group + label + 2 + value + 2 + display_width(&bar);
    // The text after a bar is also available elsewhere, so it is omitted if it does not fit.
    if !row.text.is_empty() && used + 2 + display_width(&row.text) <= width {
        write!(out, "  {}", row.text)?;
    }
    writeln!(out)
}

/// Draws a bar; any length above 0 is visible.
fn bar(row: &Row, columns: &Columns) -> String {
    let eighths = |length: u64| {
        let eighths = u128::from(length) * columns.bar as u128 * 8 / u128::from(columns.longest);
        usize::try_from(eighths).unwrap_or(columns.bar * 8)
    };
    if let Some(ends) = row.interval {
        // Whole cells: the bar up to the interval, then the interval.
        let [from, to] = ends.map(|end| (eighths(end) + 4) / 8);
        return "█".repeat(from) + &BEYOND.to_string().repeat((to - from).max(1));
    }
    if row.length == 0 {
        return String::new();
    }
    let eighths = eighths(row.length).max(1);
    let full = eighths / 8;
    let shade = match row.look {
        BarStyle::Usual => None,
        BarStyle::Rest => Some(REST),
        BarStyle::Beyond => Some(BEYOND),
    };
    if let Some(shade) = shade {
        return shade.to_string().repeat(full.max(1));
    }
    let mut bar = "█".repeat(full);
    bar.extend((eighths % 8).checked_sub(1).and_then(|at| EIGHTHS.get(at)));
    bar
}

fn write_lines(lines: &[(String, String)], width: usize, out: &mut StyledText) -> io::Result<()> {
    let widest = lines.iter().map(|(label, _)| display_width(label)).max();
    let label = widest.unwrap_or(0).min(width / 2);
    let indent = INDENT + label + 2;
    for (name, text) in lines {
        let text = wrapped(text, indent, width - indent);
        writeln!(out, "  {}  {text}", padded(name, label))?;
    }
    Ok(())
}

/// Cuts or pads a text to a width.
fn padded(text: &str, width: usize) -> String {
    let text = cut(text, width);
    let missing = width.saturating_sub(display_width(&text));
    text + &" ".repeat(missing)
}

/// Cuts a text to a width in columns, with an ellipsis.
pub(super) fn cut(text: &str, width: usize) -> String {
    if display_width(text) <= width {
        return text.to_owned();
    }
    let mut short = String::new();
    for c in text.chars() {
        short.push(c);
        if display_width(&short) + 1 > width {
            short.pop();
            break;
        }
    }
    short.truncate(short.trim_end().len());
    if width > 0 {
        short.push('…');
    }
    short
}

/// Wraps a text to a width, with all lines except the first indented.
fn wrapped(text: &str, indent: usize, width: usize) -> String {
    let lines = textwrap::wrap(text, at_spaces(width.max(1), text));
    lines.join(&format!("\n{}", " ".repeat(indent)))
}

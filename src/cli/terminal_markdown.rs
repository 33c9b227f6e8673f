//! Renders a page of the documentation in the terminal.
//!
//! Pages use simple Markdown: headings, paragraphs, lists and fenced blocks.

use cardwright::render::at_spaces;

/// Width of prose, in columns. Blocks are not wrapped.
const WIDTH: usize = 80;

/// The indentation of blocks.
const INDENT: &str = "    ";

const BOLD: &str = "\u{1b}[1m";
const DIM: &str = "\u{1b}[2m";
const RESET: &str = "\u{1b}[0m";

/// Renders a page for the terminal.
pub fn shown(page: &str, color: bool) -> String {
    let mut shown = String::new();
    let mut prose: Vec<&str> = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(info) = line.strip_prefix("```") {
            flush(&mut prose, &mut shown);
            // A block with a path is a file; the path is printed above it.
            if let Some((_, path)) = info.split_once(' ') {
                shown.push_str(&format!("  {}\n\n", styled(path, DIM, color)));
            }
            for line in lines.by_ref().take_while(|line| *line != "```") {
                shown.push_str(format!("{INDENT}{line}").trim_end());
                shown.push('\n');
            }
        } else if let Some(heading) = line.strip_prefix('#') {
            flush(&mut prose, &mut shown);
            let heading = heading.trim_start_matches('#').trim();
            shown.push_str(&format!("{}\n", styled(heading, BOLD, color)));
        } else if line.is_empty() {
            flush(&mut prose, &mut shown);
            shown.push('\n');
        } else {
            if line.starts_with("- ") {
                flush(&mut prose, &mut shown);
            }
            prose.push(line);
        }
    }
    flush(&mut prose, &mut shown);
    shown
}

/// Writes a paragraph or list item, wrapped.
fn flush(prose: &mut Vec<&str>, shown: &mut String) {
    if prose.is_empty() {
        return;
    }
    let words: Vec<&str> = prose.drain(..).map(str::trim).collect();
    let text = without_links(&words.join(" "));
    let below = if text.starts_with("- ") { "  " } else { "" };
    let options = at_spaces(WIDTH, &text)
        .subsequent_indent(below)
        .break_words(false);
    shown.push_str(&textwrap::fill(&text, options));
    shown.push('\n');
}

/// Replaces links by their text; they cannot be followed in a terminal.
fn without_links(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("](")
        && let Some((before, words)) = before.rsplit_once('[')
        && let Some((_, after)) = after.split_once(')')
    {
        plain.push_str(before);
        plain.push_str(words);
        rest = after;
    }
    plain + rest
}

fn styled(text: &str, style: &str, color: bool) -> String {
    if color {
        format!("{style}{text}{RESET}")
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::shown;

    const PAGE: &str = "\
# a-rule

A sentence that was broken
somewhere, `[a list]`, a [link](../elsewhere.md) and `[another]`.

- one thing, and so many words about it that they do not fit into one line of the terminal
- another

## Example

```yaml cards/a.yaml
name: A

effect: x
```
";

    #[test]
    fn a_page_is_wrapped_and_its_blocks_are_indented() {
        let expected = "\
a-rule

A sentence that was broken somewhere, `[a list]`, a link and `[another]`.

- one thing, and so many words about it that they do not fit into one line of
  the terminal
- another

Example

  cards/a.yaml

    name: A

    effect: x
";
        assert_eq!(shown(PAGE, false), expected);
    }

    #[test]
    fn headings_are_bold_in_colour() {
        let shown = shown(PAGE, true);
        assert!(shown.starts_with("\u{1b}[1ma-rule\u{1b}[0m\n"), "{shown:?}");
        assert!(
            shown.contains("\u{1b}[2mcards/a.yaml\u{1b}[0m"),
            "{shown:?}"
        );
    }
}

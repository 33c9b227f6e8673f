//! Mistakes that break the rules of YAML, and invisible characters.

use crate::mutant::{Kind, Mutant};
use crate::shipped::{Field, File, Holds, Shipped};

pub fn kinds() -> Vec<Kind> {
    vec![
        Kind {
            name: "indent-wrong",
            does: "a field is indented by one space too many",
            most: 14,
            sites: |shipped, _| {
                each_field(shipped, |file, field| {
                    let at = field.key_at.start;
                    // The white space, the key or the line.
                    let line = at..field.value_at.end + 1;
                    (field.key != "name").then(|| Mutant::insert(file, at, " ").only(line))
                })
            },
        },
        Kind {
            name: "text-indent-dropped",
            does: "a line of an effect text is not indented",
            most: 14,
            sites: |shipped, _| {
                text_lines(shipped, |file, line| {
                    let start = file.text[..line.start].rfind('\n').map_or(0, |end| end + 1);
                    let length = line.len();
                    Some(Mutant::remove(file, start..line.start).only(start..start + length))
                })
            },
        },
        Kind {
            name: "entry-indent-wrong",
            does: "a line of a deck has one space too many or too few",
            most: 12,
            sites: |shipped, rng| {
                entries(shipped, |file, entry| {
                    let at = entry.key_at.start;
                    let end = entry.value_at.end;
                    Some(if rng.below(2) == 0 {
                        Mutant::insert(file, at, " ").only(at - 2..end + 1)
                    } else {
                        Mutant::remove(file, at - 1..at).only(at - 2..end - 1)
                    })
                })
            },
        },
        Kind {
            name: "tab-for-spaces",
            does: "a line is indented by a tab",
            most: 14,
            sites: |shipped, _| {
                let mut found = text_lines(shipped, |file, line| {
                    let start = file.text[..line.start].rfind('\n').map_or(0, |end| end + 1);
                    (line.start > start).then(|| Mutant::change(file, start..line.start, "\t"))
                });
                // On the tab or, where YAML does not tell, on the line that starts with it.
                for mutant in &mut found {
                    widen_to_line(mutant);
                }
                let mut rest = entries(shipped, |file, entry| {
                    let at = entry.key_at.start;
                    Some(Mutant::change(file, at - 2..at, "\t"))
                });
                for mutant in &mut rest {
                    widen_to_line(mutant);
                }
                found.extend(rest);
                found
            },
        },
        Kind {
            name: "quote-unclosed",
            does: "a value begins with a quotation mark that is never closed",
            most: 14,
            sites: |shipped, rng| {
                each_field(shipped, |file, field| {
                    let mark = *rng.pick(&["\"", "'"]);
                    let at = field.value_at.start;
                    let plain = !field.value.starts_with(['|', '{', '[', '"', '\'']);
                    // The mark, or the value after it.
                    let value = at..field.value_at.end + 1;
                    (plain && !field.value.contains('\''))
                        .then(|| Mutant::insert(file, at, mark).only(value))
                })
            },
        },
        Kind {
            name: "bracket-unclosed",
            does: "the closing bracket or brace of a value is missing",
            most: 14,
            sites: |shipped, _| {
                brackets(shipped, |file, field| {
                    let end = field.value_at.end;
                    let opened = field.value_at.start..field.value_at.start + 1;
                    Some(Mutant::remove(file, end - 1..end).or(opened))
                })
            },
        },
        Kind {
            name: "bracket-unopened",
            does: "the opening bracket or brace of a value is missing",
            most: 12,
            sites: |shipped, _| {
                brackets(shipped, |file, field| {
                    let (start, end) = (field.value_at.start, field.value_at.end);
                    Some(Mutant::remove(file, start..start + 1).or(end - 2..end - 1))
                })
            },
        },
        Kind {
            name: "bracket-doubled",
            does: "a closing bracket or brace is written twice",
            most: 15,
            sites: |shipped, _| {
                brackets(shipped, |file, field| {
                    let end = field.value_at.end;
                    let again = file.text[end - 1..end].repeat(2);
                    Some(Mutant::change(file, end - 1..end, &again))
                })
            },
        },
        Kind {
            name: "bracket-mixed",
            does: "a list is closed by a brace, or a mapping by a bracket",
            most: 15,
            sites: |shipped, _| {
                brackets(shipped, |file, field| {
                    let (start, end) = (field.value_at.start, field.value_at.end);
                    let other = if &file.text[end - 1..end] == "]" {
                        "}"
                    } else {
                        "]"
                    };
                    Some(Mutant::change(file, end - 1..end, other).or(start..start + 1))
                })
            },
        },
        Kind {
            name: "key-colon-dropped",
            does: "the colon after a key is missing",
            most: 14,
            sites: |shipped, _| {
                each_field(shipped, |file, field| {
                    let at = field.key_at.end;
                    // The gap, or the line, which is not a field without it.
                    let line = field.key_at.start..(field.value_at.end - 1).max(at);
                    Some(Mutant::remove(file, at..at + 1).or(line))
                })
            },
        },
        Kind {
            name: "key-space-dropped",
            does: "the space after the colon of a key is missing",
            most: 14,
            sites: |shipped, _| {
                each_field(shipped, |file, field| {
                    let at = field.key_at.end + 1;
                    let line = field.key_at.start..(field.value_at.end - 1).max(at);
                    Some(Mutant::remove(file, at..at + 1).or(line))
                })
            },
        },
        Kind {
            name: "item-comma-dropped",
            does: "the comma between two items is missing",
            most: 14,
            sites: |shipped, _| {
                brackets(shipped, |file, field| {
                    let items = file.items(field);
                    let [first, second, ..] = items.as_slice() else {
                        return None;
                    };
                    let joined = first.start..second.end - 1;
                    // The gap, or the item into which the two have merged.
                    Some(Mutant::remove(file, first.end..first.end + 1).or(joined))
                })
            },
        },
        Kind {
            name: "item-comma-doubled",
            does: "the comma between two items is written twice",
            most: 12,
            sites: |shipped, _| {
                brackets(shipped, |file, field| {
                    let items = file.items(field);
                    let first = items.first().filter(|_| items.len() > 1)?;
                    let mutant = Mutant::insert(file, first.end, ",");
                    Some(mutant.only(first.end..first.end + 3))
                })
            },
        },
        Kind {
            name: "pair-colon-dropped",
            does: "the colon between a name and its number is missing",
            most: 12,
            sites: |shipped, _| {
                brackets(shipped, |file, field| {
                    let item = file.items(field).pop()?;
                    let colon = item.start + file.text[item.clone()].find(':')?;
                    let rest = item.start..item.end - 1;
                    Some(Mutant::remove(file, colon..colon + 1).or(rest))
                })
            },
        },
        Kind {
            name: "colon-in-plain-value",
            does: "an unquoted value contains a colon and a space",
            most: 12,
            sites: |shipped, _| {
                each_field(shipped, |file, field| {
                    let at = field.value_at.start + field.value.find(' ')?;
                    let mutant = Mutant::insert(file, at, ":");
                    let value = field.value_at.start..field.value_at.end + 1;
                    let plain =
                        !field.value.contains(": ") && !field.value.starts_with(['\'', '"']);
                    (field.key == "flavor" && plain).then(|| mutant.only(value))
                })
            },
        },
        Kind {
            name: "block-mark-dropped",
            does: "the `|` before an effect text is missing",
            most: 12,
            sites: |shipped, _| {
                each_field(shipped, |file, field| {
                    // A single-line text without a colon has the same meaning without the mark.
                    let text = &file.text[field.value_at.end..field.lines_at.end];
                    let is_text = field.key == "effect" && text.contains(':');
                    let below = field.key_at.start..field.lines_at.end - 1;
                    is_text.then(|| Mutant::remove(file, field.value_at.clone()).or(below))
                })
            },
        },
        Kind {
            name: "value-begins-strangely",
            does: "a value begins with a character that means something else in YAML",
            most: 14,
            sites: |shipped, rng| {
                each_field(shipped, |file, field| {
                    let mark = *rng.pick(&["*", "@", "%", "`", "}", "]"]);
                    let at = field.value_at.start;
                    let plain = field.value.starts_with(|c: char| c.is_alphanumeric());
                    plain.then(|| {
                        let value = at..field.value_at.end + 1;
                        Mutant::insert(file, at, mark).only(value)
                    })
                })
            },
        },
        Kind {
            name: "line-strange",
            does: "a line among the fields is not a field",
            most: 14,
            sites: |shipped, rng| {
                let lines = [
                    "<<<<<<< HEAD",
                    "=======",
                    "todo",
                    "- castle",
                    "some words here",
                    "???",
                ];
                each_field(shipped, |file, field| {
                    let line = *rng.pick(&lines);
                    let at = field.lines_at.end;
                    let mutant = Mutant::insert(file, at, &format!("{line}\n"));
                    let here = mutant.only(at..at + line.len());
                    (at < file.text.len() && !field.value.starts_with('|')).then_some(here)
                })
            },
        },
        Kind {
            name: "comment-mark-dropped",
            does: "the `#` before a comment is missing",
            most: 12,
            sites: |shipped, _| {
                let mut found = Vec::new();
                for file in &shipped.files {
                    for line in file.lines() {
                        let text = &file.text[line.clone()];
                        if let Some(mark) =
                            text.find("# ").filter(|at| text[..*at].trim().is_empty())
                        {
                            let at = line.start + mark;
                            let rest = at..line.end - 3;
                            found.push(Mutant::remove(file, at..at + 2).only(rest));
                        }
                    }
                }
                found
            },
        },
        Kind {
            name: "control-character",
            does: "a control character in a text, a name or a flavour",
            most: 12,
            sites: |shipped, rng| {
                unseen(shipped, |_| {
                    ["\u{7}", "\u{8}", "\u{1b}", "\u{7f}", "\u{0}"][rng.below(5)]
                })
            },
        },
        Kind {
            name: "bidi-override",
            does: "a character that changes the text direction in a text, a name or a flavour",
            most: 12,
            sites: |shipped, rng| {
                unseen(shipped, |_| {
                    ["\u{202e}", "\u{202d}", "\u{2066}", "\u{202b}"][rng.below(4)]
                })
            },
        },
        Kind {
            name: "invisible-character",
            does: "a zero-width character in a word of a text or a name",
            most: 12,
            sites: |shipped, rng| {
                unseen(shipped, |_| {
                    ["\u{200b}", "\u{2060}", "\u{feff}"][rng.below(3)]
                })
            },
        },
    ]
}

/// Returns a mutant for each field of each card and each zone of each set.
fn each_field(
    shipped: &Shipped,
    mut mutant: impl FnMut(&File, &Field<'_>) -> Option<Mutant>,
) -> Vec<Mutant> {
    let mut found = Vec::new();
    for file in shipped
        .files
        .iter()
        .filter(|file| file.holds() == Holds::Card)
    {
        for field in file.fields() {
            found.extend(mutant(file, &field));
        }
    }
    found
}

/// Returns a mutant for each value in brackets or braces.
fn brackets(
    shipped: &Shipped,
    mut mutant: impl FnMut(&File, &Field<'_>) -> Option<Mutant>,
) -> Vec<Mutant> {
    let mut found = Vec::new();
    for file in shipped
        .files
        .iter()
        .filter(|file| file.holds() != Holds::Cards)
    {
        for field in file.fields() {
            if field.value.starts_with(['[', '{']) {
                found.extend(mutant(file, &field));
            }
        }
    }
    found
}

fn text_lines(
    shipped: &Shipped,
    mutant: impl Fn(&File, std::ops::Range<usize>) -> Option<Mutant>,
) -> Vec<Mutant> {
    let mut found = Vec::new();
    for file in shipped.cards() {
        for line in file.text_lines() {
            found.extend(mutant(file, line));
        }
    }
    found
}

fn entries(
    shipped: &Shipped,
    mut mutant: impl FnMut(&File, &Field<'_>) -> Option<Mutant>,
) -> Vec<Mutant> {
    let mut found = Vec::new();
    for file in shipped.sets() {
        for entry in crate::names::deck(file) {
            found.extend(mutant(file, &entry));
        }
    }
    found
}

/// The rest of the line with the mistake is a valid position.
fn widen_to_line(mutant: &mut Mutant) {
    let text = mutant.text.as_ref().expect("a file that is there");
    for spot in &mut mutant.spots {
        if let crate::mutant::Spot::On(range) = spot {
            range.end += text[range.end..].find('\n').unwrap_or(0);
        }
    }
}

/// Returns a position in the middle of a word of an effect text, a name or a flavour.
fn unseen(shipped: &Shipped, mut character: impl FnMut(&File) -> &'static str) -> Vec<Mutant> {
    let mut found = Vec::new();
    for file in shipped.cards() {
        let mut places = file.text_lines();
        places.extend(file.field("name").map(|field| field.value_at));
        places.extend(file.field("flavor").map(|field| field.value_at));
        for place in places {
            let words = crate::shipped::words(&file.text, place);
            let Some(word) = words.into_iter().find(|word| word.len() > 3) else {
                continue;
            };
            let at = word.start + 2;
            let character = character(file);
            // The character, or the word that it breaks.
            let broken = word.start..word.end + character.len();
            found.push(Mutant::insert(file, at, character).or(broken));
        }
    }
    found
}

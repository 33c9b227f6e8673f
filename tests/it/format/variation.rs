//! Rewrites canonical files in other styles with the same meaning.

/// A sequence of random choices.
pub struct Choices(pub u64);

impl Choices {
    pub fn among(&mut self, count: usize) -> usize {
        // Knuth's generator; its high bits are the random ones.
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count
    }

    fn sometimes(&mut self) -> bool {
        self.among(3) == 0
    }

    fn spaces(&mut self, least: usize) -> String {
        " ".repeat(least + self.among(4))
    }
}

/// Returns the rewritten file, and the number of added comments.
pub fn varied(text: &str, choices: &mut Choices) -> (String, usize) {
    let mut out = "\n".repeat(choices.among(3));
    let mut comments = 0;
    let step = 2 + choices.among(4);
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let content = line.trim_start();
        let depth = (line.len() - content.len()) / 2;
        let indent = " ".repeat(depth * step);
        if let Some(key) = content.strip_suffix(": |") {
            let mut body = Vec::new();
            let deeper = "  ".repeat(depth + 1);
            while let Some(line) = lines.next_if(|line| line.starts_with(&deeper)) {
                body.push(line.trim_start());
            }
            if key.trim_start_matches("- ") == "effect" {
                out.push_str(&format!("{indent}{key}:"));
                out.push_str(&effect(&body, depth * step, choices));
            } else {
                out.push_str(&format!("{indent}{key}: |\n"));
                for line in body {
                    out.push_str(&format!("{indent}   {line}\n"));
                }
            }
            continue;
        }
        if line.is_empty() {
            out.push_str(&"\n".repeat(1 + choices.among(3)));
            continue;
        }
        if choices.sometimes() && !content.starts_with('#') {
            out.push_str(&format!("{indent}# added {comments}\n"));
            comments += 1;
        }
        out.push_str(&indent);
        let (dash, content) = match content.strip_prefix("- ") {
            Some(content) => (format!("-{}", " ".repeat(step - 1)), content),
            None => (String::new(), content),
        };
        out.push_str(&dash);
        match content.split_once(": ") {
            Some((key, value)) if !content.starts_with('#') => {
                out.push_str(key);
                if choices.sometimes() {
                    out.push(' ');
                }
                out.push(':');
                out.push_str(&choices.spaces(1));
                out.push_str(&value_of(value, (depth + 1) * step + 2, choices));
            }
            _ => out.push_str(content),
        }
        if choices.sometimes() && !content.starts_with('#') {
            out.push_str(&format!("{}# added {comments}", choices.spaces(1)));
            comments += 1;
        }
        if choices.sometimes() {
            out.push_str(" \t");
        }
        out.push('\n');
    }
    out.push_str(&"\n".repeat(choices.among(3)));
    if choices.sometimes() {
        out.truncate(out.trim_end().len());
    }
    if choices.sometimes() {
        out = out.replace('\n', "\r\n");
    }
    if choices.sometimes() {
        out.insert(0, '\u{feff}');
    }
    (out, comments)
}

/// Returns the canonical text without the additions.
pub fn without_added(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        match line.split_once("# added ") {
            Some((before, _)) if before.trim().is_empty() => {}
            Some((before, _)) => out.push_str(&format!("{}\n", before.trim_end())),
            None => out.push_str(&format!("{line}\n")),
        }
    }
    out
}

fn value_of(value: &str, column: usize, choices: &mut Choices) -> String {
    if value.starts_with(['{', '[']) {
        let mut out = String::new();
        for c in value.chars() {
            match c {
                // Between words.
                ' ' if out.ends_with(char::is_alphanumeric) => out.push(' '),
                ' ' if out.ends_with(':') => out.push_str(&choices.spaces(1)),
                ' ' => match choices.among(4) {
                    0 => out.push_str(&format!("\n{}", " ".repeat(column))),
                    1 => out.push_str(&choices.spaces(1)),
                    _ => {}
                },
                ']' | '}' if choices.sometimes() => {
                    let end = out.trim_end().len();
                    out.truncate(end);
                    out.push_str(" ,");
                    out.push(c);
                }
                c => out.push(c),
            }
        }
        return out;
    }
    if !value.starts_with(|c: char| c.is_alphabetic()) || value == "true" {
        return value.to_owned();
    }
    match choices.among(3) {
        0 => format!("'{}'", value.replace('\'', "''")),
        1 => format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\"")),
        _ => value.to_owned(),
    }
}

/// Rewrites an effect text in another style, from after its colon to the end of its last line.
fn effect(lines: &[&str], column: usize, choices: &mut Choices) -> String {
    let lines: Vec<String> = lines
        .iter()
        .map(|line| {
            // Case is not significant.
            let mut line = match choices.among(4) {
                0 => line.to_lowercase(),
                _ => (*line).to_owned(),
            };
            if choices.sometimes() {
                line = line.replace(' ', "  ");
            }
            line
        })
        .collect();
    let text = lines.join("\\n");
    let indent = " ".repeat(column + 1 + choices.among(4));
    match (choices.among(4), lines.as_slice()) {
        (0, _) => format!("   \"{}\"\n", text.replace('"', "\\\"")),
        (1, [line]) => {
            let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
            format!(" >-\n{indent}{first}\n{indent}{}\n", rest.trim_start())
        }
        (2, [line]) => format!("\n{indent}'{}'\n", line.replace('\'', "''")),
        _ => {
            let body: String = lines
                .iter()
                .map(|line| format!("{indent}{line}\n"))
                .collect();
            format!("  |+\n{body}")
        }
    }
}

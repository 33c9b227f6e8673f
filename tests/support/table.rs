//! Tables of texts: `@ type` names the card type of the texts below it, `#` begins a remark, and a
//! text of several lines has them joined by `|`.

/// A text of a table, with the card type on which it stands.
pub struct Example {
    pub card_type: String,
    pub text: String,
}

pub fn examples(table: &str) -> Vec<Example> {
    let mut card_type = String::new();
    let mut examples = Vec::new();
    for line in table.lines() {
        let line = line.trim();
        if let Some(name) = line.strip_prefix("@ ") {
            card_type = name.to_owned();
        } else if !line.is_empty() && !line.starts_with('#') {
            examples.push(Example {
                card_type: card_type.clone(),
                text: line.replace('|', "\n"),
            });
        }
    }
    examples
}

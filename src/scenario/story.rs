//! The log of a test, step by step.

use cardwright_play::state::Player;

/// Maximum number of lines that are shown.
const MOST: usize = 24;

/// What happened in a test, step by step.
#[derive(Clone, Debug, Default)]
pub(super) struct Story {
    lines: Vec<String>,
}

impl Story {
    /// Begins a step.
    pub fn step(&mut self, player: Player, text: &str) {
        let who = if player == 0 { "you" } else { "opponent" };
        self.lines.push(format!("- {who}: {text}"));
    }

    pub fn add(&mut self, line: Option<String>) {
        if let Some(line) = line {
            self.lines.push(format!("  {line}"));
        }
    }

    /// Returns the last lines.
    pub fn text(&self) -> String {
        if self.lines.is_empty() {
            return "  nothing yet".to_owned();
        }
        let from = self.lines.len().saturating_sub(MOST);
        let mut text = if from > 0 {
            "  …\n".to_owned()
        } else {
            String::new()
        };
        text += &self.lines.get(from..).unwrap_or_default().join("\n");
        text
    }
}

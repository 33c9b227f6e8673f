//! What the rulebook lets a card mention, and the texts that do.

//! Every variant of the IR has an example, and stands on a shipped card.

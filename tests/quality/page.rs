//! The page `docs/quality.md`.

use crate::COMMAND;
use crate::score::Score;
use crate::support::options;
use crate::support::root;

/// Compares the page with the score, or writes it.
pub fn check(score: &Score<'_>) {
    let path = root().join("docs/quality.md");
    let page = page(score);
    if options::blessing() {
        std::fs::write(&path, page).expect("the page can be written");
        return;
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == page,
        "docs/quality.md is stale; run `{COMMAND}`"
    );
}

fn page(score: &Score<'_>) -> String {
    let mut page = include_str!("page.md").to_owned();
    page.push_str(&score.table());
    page.push_str("\n## The kinds\n\n");
    for (family, kinds) in &score.families {
        page.push_str(&format!("**{family}**\n\n"));
        for (kind, _) in kinds {
            page.push_str(&format!("- `{}`: {}\n", kind.name, kind.does));
        }
        page.push('\n');
    }
    page.truncate(page.trim_end().len());
    page.push('\n');
    page.push_str(include_str!("unbreakable.md"));
    page
}

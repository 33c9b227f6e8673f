//! `docs/limits.md`: its tables are generated from the results of the cases.

use std::fmt::Write as _;
use std::fs;

use super::{Found, cases, files, long};
use crate::support::{options, root};

const COMMAND: &str = "cargo xtask bless limits";

/// Maximum number of different diagnostics in a row.
const SHOWN: usize = 3;

/// Maximum length of a message in a row.
const LONGEST: usize = 160;

fn table(rows: &[(&str, &[Found])]) -> String {
    let mut table = "| input | result |\n| --- | --- |\n".to_owned();
    for (name, found) in rows {
        let mut different: Vec<(&str, String)> = Vec::new();
        let mut shown = 0;
        for found in *found {
            // The first of many similar ones is sufficient.
            if different.iter().all(|(code, _)| *code != found.code) && different.len() < SHOWN {
                let message = found.message.replace('|', "\\|");
                let mut short: String = message.chars().take(LONGEST).collect();
                if short.len() < message.len() {
                    short.push('…');
                }
                different.push((&found.code, format!("`{}` {short}", found.code)));
            }
            shown += 1;
        }
        let mut gets: Vec<String> = different.iter().map(|(_, said)| said.clone()).collect();
        if gets.is_empty() {
            gets.push("no problem".to_owned());
        }
        if shown > different.len() {
            gets.push(format!("{shown} problems in all"));
        }
        let _ = writeln!(table, "| {name} | {} |", gets.join("; "));
    }
    table
}

#[test]
fn limits_page_is_up_to_date() {
    let texts: Vec<(&str, &[Found])> = cases::all()
        .iter()
        .map(|ran| (ran.name, &ran.found[..]))
        .collect();
    let files: Vec<(&str, &[Found])> = files::all()
        .iter()
        .map(|(name, found)| (*name, &found[..]))
        .collect();
    let path = root().join("docs/limits.md");
    let page = fs::read_to_string(&path).expect("the page");
    let mut made = page.clone();
    for (what, table) in [("texts", table(&texts)), ("files", table(&files))] {
        let (begin, end) = (
            format!("<!-- {what} -->\n"),
            format!("<!-- end of {what} -->"),
        );
        let start = made.find(&begin).expect("the beginning of the table") + begin.len();
        let stop = made.find(&end).expect("the end of the table");
        made.replace_range(start..stop, &format!("\n{table}\n"));
    }
    if made == page {
        return;
    }
    // The messages of longer texts contain different numbers.
    if long() {
        return;
    }
    if options::blessing() {
        return fs::write(&path, made).expect("the page can be written");
    }
    panic!("docs/limits.md is not what it should be; run: {COMMAND}");
}

//! `docs/codes.md` is sufficient to decode a code: this decoder follows only that page.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;

use cardwright::kingdom::decklist;
use data_encoding::BASE64URL_NOPAD;

use crate::support::options;
use crate::support::{Folder, root};

const PAGE: &str = "docs/codes.md";
const SET: &str = "cards/ccg/kingdoms/towers-of-order.yaml";
const GAME: &str = "ccg";

/// The bits of a code, and the position of the next bit to read.
struct Bits {
    bits: String,
    at: usize,
}

impl Bits {
    fn take(&mut self, count: usize) -> String {
        self.at += count;
        self.bits[self.at - count..self.at].to_owned()
    }

    fn run(&mut self, of: char) -> usize {
        let run = self.bits[self.at..].chars().take_while(|bit| *bit == of);
        let run = run.count();
        self.at += run;
        run
    }

    fn gamma(&mut self) -> (String, u32) {
        let zeros = self.run('0');
        let bits = self.take(zeros + 1);
        ("0".repeat(zeros) + &bits, number(&bits))
    }

    fn rice(&mut self, width: usize) -> (String, u32) {
        let ones = self.run('1');
        self.take(1);
        let low = self.take(width);
        let value = ((ones as u32) << width) + number(&low);
        (format!("{}0 {low}", "1".repeat(ones)), value)
    }
}

fn number(bits: &str) -> u32 {
    u32::from_str_radix(bits, 2).expect("bits")
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn first(text: &str, bytes: usize) -> String {
    hex(&blake3::hash(text.as_bytes()).as_bytes()[..bytes])
}

/// Maps hashes to the zones and ids of the set.
fn ids() -> BTreeMap<String, &'static str> {
    let ids = [
        "hero/solmyr",
        "units/halfling",
        "units/dwarf",
        "units/gold-golem",
        "units/mage",
        "units/genie",
    ];
    ids.map(|id| (first(&format!("{GAME}/{id}"), 3), id)).into()
}

/// Describes each bit of a code, one line for each field.
fn explained(code: &str) -> String {
    let bytes = BASE64URL_NOPAD
        .decode(code.strip_prefix("cw1").expect("version 1").as_bytes())
        .expect("base64url");
    let (rest, copy) = bytes.split_at(bytes.len() - 2);
    assert_eq!(hex(copy), hex(&blake3::hash(rest).as_bytes()[..2]));
    let (body, cards) = rest.split_at(rest.len() - 3);
    let mut bits = Bits {
        bits: body.iter().map(|byte| format!("{byte:08b}")).collect(),
        at: 0,
    };
    let ids = ids();
    let mut out = format!("{code}\n\n");
    let mut line = |bits: &str, means: &str| {
        let _ = writeln!(out, "{bits:<28}  {means}");
    };
    let game = bits.take(16);
    assert_eq!(format!("{:04x}", number(&game)), first(GAME, 2));
    line(&game, &format!("game {}: \"{GAME}\"", first(GAME, 2)));
    let (house, length) = bits.gamma();
    assert_eq!(length, 1);
    line(&house, "1: no house rules");
    let (count, entries) = bits.gamma();
    let entries = entries - 1;
    let width = 23 - entries.ilog2() as usize;
    line(
        &count,
        &format!("{}: {entries} entries, {width} low bits", entries + 1),
    );
    let mut hash = 0;
    let mut lines = Vec::new();
    for _ in 0..entries {
        let (rice, more) = bits.rice(width);
        hash += more;
        let (gamma, count) = bits.gamma();
        let id = ids[&format!("{hash:06x}")];
        line(&rice, &format!("+ {more} = {hash:06x}: {id}"));
        line(&gamma, &format!("count {count}"));
        lines.push(format!("{id} {count}\n"));
    }
    let left = bits.bits.len() - bits.at;
    let zeros = bits.take(left);
    assert!(left < 8 && zeros.chars().all(|bit| bit == '0'));
    line(&zeros, "to the end of the byte");
    lines.sort();
    let check = first(&format!("{GAME}\n\n{}", lines.concat()), 3);
    assert_eq!(check, hex(cards));
    line(&check, "checksum of the cards");
    line(&hex(copy), "checksum of the copy");
    out
}

#[test]
fn page_example_matches_the_code_of_its_set() {
    let folder = Folder::new();
    let set = root().join(SET);
    let set = set.to_str().expect("a path");
    let ran = folder
        .run(&["kingdom", "export", set, "--to", "code"])
        .expect(0);
    let example = explained(ran.stdout.trim_end());
    assert!(decklist::is_code(ran.stdout.trim_end()));

    let page = fs::read_to_string(root().join(PAGE)).expect("the page");
    let (before, rest) = page.split_once("```text example\n").expect("the example");
    let (shown, after) = rest.split_once("```").expect("its end");
    if options::blessing() {
        let page = format!("{before}```text example\n{example}```{after}");
        fs::write(root().join(PAGE), page).expect("the page");
        return;
    }
    assert_eq!(shown, example, "stale; run: cargo xtask bless codes");
}

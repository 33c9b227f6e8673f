//! What is said of faulty texts, word for word: the tables in `tests/faults`.
//!
//! A text stands on a line of its own, `|` joins its lines, `\u00ad` is the character of that number,
//! and braces mark each fault: `{Dael=Deal}` is misspelt, `{=to }` is missing, `{and}` is wrong.
//! `@` names the card type and the traits of the card. What is indented is made by the test.

use std::fmt::Write as _;
use std::ops::Range;
use std::path::PathBuf;

use cardwright::diagnostic::{Code, Diagnostic, Place, Safety};
use cardwright::effect::{self, Bearer};
use cardwright::symbols::Symbols;

use crate::support::options;
use crate::support::world::card_game;

const TABLES: &str = "tests/faults";
const COMMAND: &str = "cargo xtask bless faults";

/// A faulty text, as the table has it.
struct Fault {
    /// The line of the table, with its braces.
    written: String,
    text: String,
    /// Where the faults are, and what should stand there where it is known.
    marked: Vec<(Range<usize>, Option<String>)>,
    card_type: String,
    traits: Option<Vec<String>>,
}

impl Fault {
    fn of(written: &str, card_type: &str, traits: Option<Vec<String>>) -> Self {
        let mut text = String::new();
        let mut marked = Vec::new();
        let unescaped = unescaped(written);
        let mut rest = unescaped.as_str();
        while let Some((before, after)) = rest.split_once('{') {
            text.push_str(before);
            let (inside, behind) = after.split_once('}').expect("a closing brace");
            let (faulty, right) = match inside.split_once('=') {
                Some((faulty, right)) => (faulty, Some(right.to_owned())),
                None => (inside, None),
            };
            marked.push((text.len()..text.len() + faulty.len(), right));
            text.push_str(faulty);
            rest = behind;
        }
        text.push_str(rest);
        Fault {
            written: written.to_owned(),
            text: text.replace('|', "\n"),
            marked,
            card_type: card_type.to_owned(),
            traits,
        }
    }

    fn found(&self, symbols: &Symbols<'_>) -> Vec<Diagnostic<Place>> {
        let bearer = Bearer {
            card_type: &self.card_type,
            traits: self.traits.as_deref(),
            ..Bearer::default()
        };
        effect::compile(&self.text, &bearer, symbols).1
    }

    /// Whether a place is the marked one, or the white space around it.
    fn is_at(&self, place: &Place, marked: &Range<usize>) -> bool {
        let Place::Text(at) = place else { return false };
        let start = self.text[..marked.start].trim_end().len();
        let behind = &self.text[marked.end..];
        let end = marked.end + (behind.len() - behind.trim_start().len());
        at.start <= end && start <= at.end
    }
}

/// A line of a table with its `\u00ad` as characters.
fn unescaped(line: &str) -> String {
    let mut pieces = line.split("\\u");
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (number, rest) = piece.split_at(4);
        let number = u32::from_str_radix(number, 16).expect("four digits");
        text.push(char::from_u32(number).expect("a character"));
        text.push_str(rest);
    }
    text
}

/// The tables, each with its path.
fn tables() -> Vec<(PathBuf, String)> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(crate::support::root().join(TABLES))
        .expect("the folder of the tables")
        .map(|entry| entry.expect("a table").path())
        .collect();
    paths.sort();
    paths
        .into_iter()
        .map(|path| {
            let table = std::fs::read_to_string(&path).expect("a table");
            (path, table)
        })
        .collect()
}

fn all_faults() -> Vec<Fault> {
    tables()
        .iter()
        .flat_map(|(_, table)| faults(table))
        .collect()
}

fn faults(table: &str) -> Vec<Fault> {
    let mut card_type = String::new();
    let mut traits = None;
    let mut faults = Vec::new();
    for line in table.lines() {
        if let Some(card) = line.strip_prefix("@ ") {
            let mut words = card.split(' ').map(str::to_owned);
            card_type = words.next().expect("a card type");
            let words: Vec<String> = words.collect();
            traits = (!words.is_empty()).then_some(words);
        } else if !line.is_empty() && !line.starts_with(['#', ' ']) {
            faults.push(Fault::of(line, &card_type, traits.clone()));
        }
    }
    faults
}

/// Everything that a finding says.
fn shown(text: &str, finding: &Diagnostic<Place>) -> String {
    let place = |place: &Place| match place {
        Place::Text(at) => format!(
            "{}..{} `{}`",
            at.start,
            at.end,
            text.get(at.clone())
                .expect("a place in the text")
                .replace('\n', "|")
        ),
        Place::File(_) => "in another file".to_owned(),
    };
    let mut shown = format!(
        "    {} at {}: {}\n        {}\n",
        finding.code.code(),
        place(&finding.primary.at),
        finding.message,
        finding.primary.message
    );
    for label in &finding.secondary {
        let _ = writeln!(shown, "        {}: {}", place(&label.at), label.message);
    }
    if let Some(note) = &finding.note {
        let _ = writeln!(shown, "        note: {note}");
    }
    if let Some(help) = &finding.help {
        let _ = writeln!(shown, "        help: {help}");
    }
    for fix in &finding.fixes {
        let _ = writeln!(
            shown,
            "        {}: {} → {}",
            match fix.safety {
                Safety::Safe => "fix",
                Safety::Unsafe => "guess",
            },
            fix.title,
            applied(text, &fix.edits).replace('\n', "|")
        );
    }
    shown
}

fn applied(text: &str, edits: &[cardwright::diagnostic::Edit<Place>]) -> String {
    let mut text = text.to_owned();
    let mut edits: Vec<_> = edits.iter().collect();
    edits.sort_by_key(|edit| match &edit.at {
        Place::Text(at) => std::cmp::Reverse(at.start),
        Place::File(_) => std::cmp::Reverse(0),
    });
    for edit in edits {
        if let Place::Text(at) = &edit.at {
            text.replace_range(at.clone(), &edit.text);
        }
    }
    text
}

#[test]
fn faulty_texts_are_explained_word_for_word() {
    let world = card_game();
    let symbols = world.symbols();
    for (path, table) in tables() {
        let mut made = String::new();
        for line in table.lines().filter(|line| !line.starts_with("    ")) {
            let _ = writeln!(made, "{line}");
        }
        // The findings go below their texts.
        let mut with_findings = String::new();
        let mut faults = faults(&made).into_iter().peekable();
        for line in made.lines() {
            let _ = writeln!(with_findings, "{line}");
            if let Some(fault) = faults.next_if(|fault| fault.written == line) {
                for finding in fault.found(&symbols) {
                    with_findings.push_str(&shown(&fault.text, &finding));
                }
            }
        }
        if options::blessing() {
            std::fs::write(&path, with_findings).expect("the table can be written");
            continue;
        }
        let path = path.display();
        for (at, (have, want)) in with_findings.lines().zip(table.lines()).enumerate() {
            assert_eq!(have, want, "{path}:{}\nrun: {COMMAND}", at + 1);
        }
        assert_eq!(
            with_findings.lines().count(),
            table.lines().count(),
            "{path}\nrun: {COMMAND}"
        );
    }
}

#[test]
fn marked_faults_give_one_finding_each_in_place() {
    let world = card_game();
    let symbols = world.symbols();
    let faults = all_faults();
    let mut wrong_number = Vec::new();
    let mut wrong_place = Vec::new();
    let mut wrong_word = Vec::new();
    let (mut marked, mut spelt) = (0, 0);
    for fault in &faults {
        let found = fault.found(&symbols);
        if found.len() != fault.marked.len() {
            wrong_number.push(format!("{} findings: {}", found.len(), fault.written));
        }
        for (range, right) in &fault.marked {
            marked += 1;
            let Some(finding) = found
                .iter()
                .find(|finding| fault.is_at(&finding.primary.at, range))
            else {
                wrong_place.push(format!("{range:?}: {}", fault.written));
                continue;
            };
            let Some(right) = right else { continue };
            spelt += 1;
            let mut expected = fault.text.clone();
            expected.replace_range(range.clone(), right);
            let spaces = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            let mended = finding
                .fixes
                .first()
                .map(|fix| spaces(&applied(&fault.text, &fix.edits)));
            let expected = spaces(&expected).replace(" ,", ",");
            if mended.as_deref() != Some(expected.as_str()) {
                wrong_word.push(format!("{}\n    {mended:?}", fault.written));
            }
        }
    }
    println!(
        "{} texts with {marked} faults; {} with another number of findings; {} faults not in their \
         place; {} of {spelt} not mended by the first fix",
        faults.len(),
        wrong_number.len(),
        wrong_place.len(),
        wrong_word.len()
    );
    let list = |title: &str, wrong: &[String]| format!("{title}:\n{}\n", wrong.join("\n"));
    let all =
        list("number", &wrong_number) + &list("place", &wrong_place) + &list("word", &wrong_word);
    assert!(faults.len() >= 700, "{}", faults.len());
    assert!(wrong_number.is_empty(), "{all}");
    assert!(wrong_place.len() * 50 <= marked, "{all}");
    assert!(wrong_word.len() * 33 <= spelt, "{all}");
}

/// Every finding says what to do, and what a fix changes is better for it.
#[test]
fn every_finding_has_help_and_its_fix_works() {
    let world = card_game();
    let symbols = world.symbols();
    let mut wrong = Vec::new();
    let (mut guesses, mut mended) = (0, 0);
    for fault in all_faults() {
        let found = fault.found(&symbols);
        for finding in &found {
            if finding.help.is_none() {
                wrong.push(format!("no help: {}: {}", fault.written, finding.message));
            }
            for said in [&finding.message, &finding.primary.message] {
                if said.is_empty() || said.ends_with('.') && !said.ends_with("..") {
                    wrong.push(format!("a full stop: {}: {said}", fault.written));
                }
            }
            let Some(fix) = finding.fixes.first() else {
                continue;
            };
            let fixed = Fault {
                written: fault.written.clone(),
                text: applied(&fault.text, &fix.edits),
                marked: Vec::new(),
                card_type: fault.card_type.clone(),
                traits: fault.traits.clone(),
            };
            let left = fixed.found(&symbols).len();
            let better = left < found.len();
            match fix.safety {
                Safety::Safe if !better => {
                    wrong.push(format!("a fix mends nothing: {}", fault.written));
                }
                Safety::Safe => {}
                Safety::Unsafe => {
                    guesses += 1;
                    mended += usize::from(better);
                }
            }
        }
    }
    println!("{mended} of {guesses} guesses mend the text");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(mended * 100 >= guesses * 90, "{mended} of {guesses}");
}

/// Every code that an effect text can earn has a text that earns it.
#[test]
fn every_effect_code_has_a_faulty_text() {
    let world = card_game();
    let symbols = world.symbols();
    let faults = all_faults();
    let found: Vec<Code> = faults
        .iter()
        .flat_map(|fault| fault.found(&symbols))
        .map(|finding| finding.code)
        .collect();
    let of_texts = |code: &&Code| {
        let names = [
            Code::UnknownTrait,
            Code::UnknownCard,
            Code::UnknownWord,
            Code::UnquotedName,
            Code::BareTrait,
        ];
        code.code().starts_with("E04") || code.code().starts_with("E05") || names.contains(code)
    };
    let missing: Vec<&str> = Code::ALL
        .iter()
        .filter(of_texts)
        // A defect of cardwright, which no text should show.
        .filter(|code| **code != Code::NotPrintable && !found.contains(code))
        .map(|code| code.code())
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// Hostile texts of the longest length: none may take long, and none may be met with silence.
#[test]
fn long_junk_is_refused_quickly() {
    let world = card_game();
    let symbols = world.symbols();
    let bearer = Bearer {
        card_type: "spell",
        ..Bearer::default()
    };
    let pieces = [
        "xx ",
        "xx. ",
        "dael ",
        "Dael 2 damage to an enemy unit. ",
        "dael 2 damage, then ",
        "deal ",
        "a ",
        "of this ",
        "an enemy unit adjacent to ",
        "unit ",
        "If you control ",
        "*undead ",
        "*undead* ",
        "\"Skelton\" ",
        "[",
        "Each unit gains [",
        "(",
        "(excluding a unit ",
        "if ",
        "when ",
        "for each ",
        "half ",
        "twice ",
        "equal to ",
        ", then ",
        "or ",
        "and ",
        "1 ",
        ". ",
        ": ",
        "- xx\n",
        "Choose one:\n- xx\n",
        "Dael 2 damage.\n",
        "On Attack: dael\n",
        "until ",
        "Draw a crad, ",
        "\u{1f600} ",
    ];
    let mut slow = Vec::new();
    for piece in pieces {
        for before in ["", "Deal 2 damage to "] {
            let mut text = before.to_owned();
            while text.len() + piece.len() <= 4_000 {
                text.push_str(piece);
            }
            let mut found = Vec::new();
            let took = crate::support::processor::time(|| {
                (_, found) = effect::compile(&text, &bearer, &symbols);
            });
            assert!(!found.is_empty(), "{before}{piece}");
            println!("{took:?} {before}{piece:?}: {} findings", found.len());
            // Debug builds are slow; what this finds is growth without bound.
            if took.as_secs() >= 20 {
                slow.push(format!("{took:?} {before}{piece:?}"));
            }
        }
    }
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}

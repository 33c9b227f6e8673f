//! Stack use of parsing is bounded for any input and on every thread.

use std::thread;

use cardwright::compile::{self, Role};
use cardwright::effect::{self, Bearer};
use cardwright::format;
use cardwright::source::{FileId, SourceFile, Sources};
use cardwright::{fix, render};

use super::cases::WORLD;

/// Sufficient for every stage. A debug build uses several times as much as a release build. Threads have 2 MiB by
/// default, the main thread of a program between 1 MiB and 8 MiB.
const STACK: usize = if cfg!(debug_assertions) {
    2 << 20
} else {
    512 << 10
};

/// Texts with the maximum nesting, and beyond.
fn deep_files() -> Vec<String> {
    let mut texts = Vec::new();
    for depth in [50, 200, 254, 255, 256, 300, 100_000] {
        texts.push(format!("{}x{}\n", "[".repeat(depth), "]".repeat(depth)));
        texts.push(format!("{}x{}\n", "{a: ".repeat(depth), "}".repeat(depth)));
        texts.push(format!("{}x\n", "- ".repeat(depth)));
        texts.push(format!("{}x\n", "? ".repeat(depth)));
        texts.push(format!(
            "name: Probe\ntype: spell\ncost: {}1{}\n",
            "[".repeat(depth),
            "]".repeat(depth)
        ));
        texts.push(format!(
            "kingdom: Heap\ndeck: {}1{}\n",
            "[".repeat(depth),
            "]".repeat(depth)
        ));
        texts.push(format!(
            "house_rules: {}1{}\n",
            "{a: ".repeat(depth),
            "}".repeat(depth)
        ));
    }
    // The deepest tree that aliases can build.
    let mut text = "a0: &a0 x\n".to_owned();
    for level in 1..100 {
        let (open, close) = ("[".repeat(60), "]".repeat(60));
        text.push_str(&format!(
            "a{level}: &a{level} {open}*a{}{close}\n",
            level - 1
        ));
    }
    texts.push(text);
    texts
}

/// Effect texts nested as deeply as the length of a line allows, and beyond.
fn deep_texts() -> Vec<String> {
    let mut texts = Vec::new();
    for (start, again, end) in [
        ("Deal 2 damage to a unit", " adjacent to a unit", "."),
        ("Deal 2 damage to a unit", " (excluding a unit", "."),
        ("Deal 2 damage to a unit", " (excluding a unit)", "."),
        (
            "Deal damage to an enemy unit equal to ",
            "twice ",
            "its size.",
        ),
        (
            "A unit gains +1 attack",
            " while this unit is adjacent to a unit",
            ".",
        ),
        ("", "If this unit is adjacent to a unit, ", "draw a card."),
        ("", "When a unit is played by a unit, ", "draw a card."),
        ("Draw a card", ", then draw a card", "."),
        ("Draw a card", " or draw a card", "."),
        (
            "If you control a unit",
            " and you control a unit",
            ", draw a card.",
        ),
        ("If ", "not ", "you control a unit, draw a card."),
        ("", "[", ""),
        ("", "(", ""),
        ("", "\"", ""),
        ("", "*", ""),
        ("Units gain ", "[Units gain ", "Draw a card."),
        (
            "Draw a card. ",
            "Otherwise, if you control a unit, draw a card. ",
            "",
        ),
    ] {
        for length in [200, 990, 3_900, 100_000] {
            let room: usize = length - start.len() - end.len();
            texts.push(format!("{start}{}{end}", again.repeat(room / again.len())));
        }
    }
    texts
}

/// Runs every stage on a file.
fn whole_way(text: &str) {
    let world = &*WORLD;
    let symbols = world.symbols();
    let mut sources = Sources::default();
    let file = sources.add(SourceFile::new("hostile.yaml", text));
    let compilation = compile::compile(&world.game, &sources, &[(file, Role::Checked)]);
    let scope = render::Scope::Text;
    let findings = render::Findings {
        sources: &sources,
        diagnostics: &compilation.diagnostics,
        scope: &scope,
    };
    assert!(!render::human(&findings, render::Screen::default()).is_empty());
    let _ = format::format(&symbols, FileId(0), text);
    let texts = [(file, text.into())].into();
    fix::fix(texts, true, |texts| {
        let mut sources = Sources::default();
        let file = sources.add(SourceFile::new("hostile.yaml", texts[&file].clone()));
        Some(compile::compile(&world.game, &sources, &[(file, Role::Checked)]).diagnostics)
    });
}

/// Runs every stage on an effect text.
fn all_of_text(text: &str) {
    let symbols = WORLD.symbols();
    for card_type in ["unit", "spell"] {
        let bearer = Bearer {
            card_type,
            ..Bearer::default()
        };
        let (abilities, found) = effect::compile(text, &bearer, &symbols);
        assert!(abilities.is_empty() || found.is_empty() || text.len() < 5_000);
        effect::print(&abilities, &bearer, &symbols);
        effect::outline(&abilities, &bearer, &symbols);
    }
    // Without a length limit, the grammar alone gives up before the stack overflows.
    effect::parses(text);
}

#[test]
fn stack_use_is_bounded_on_every_thread() {
    // The cards of the game are loaded before, on a stack of normal size.
    assert!(WORLD.cards().count() > 0);
    let work = || {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(1)
            .stack_size(STACK)
            .build()
            .expect("a thread");
        // Once on this thread, and once on a worker thread like those of the stages.
        for text in deep_texts() {
            all_of_text(&text);
        }
        pool.install(|| {
            deep_files().iter().for_each(|text| whole_way(text));
            for text in deep_texts() {
                whole_way(&format!("name: Probe\ntype: spell\neffect: |\n  {text}\n"));
            }
        });
    };
    let thread = thread::Builder::new().stack_size(STACK).spawn(work);
    thread.expect("a thread").join().expect("nothing overflows");
}

//! Tests of what each lint reports and ignores: `<name>.txt` in this folder, in the format that `card::tests::cases`
//! describes. Each test adds its cards to those of two factions of the first game.

use super::{LINTS, template_of_card, template_of_set};
use crate::compile::{Role, compile_with};
use crate::diagnostic::{Code, Level, Levels};
use crate::game;
use crate::source::{FileId, SourceFile, Sources};
use crate::tests::cases::{self, game, rendered};

/// Returns the diagnostics for a file of cards and sets with only these lints enabled, or all of them. The first game
/// has no rules about what is usual.
fn findings(of: &[Code], text: &str) -> String {
    let id = match of {
        [Code::UnusualCard] => "board-game",
        _ => "card-game",
    };
    let rules = game(id);
    let mut sources = Sources::default();
    let mut files = vec![(
        sources.add(SourceFile::new("cards.yaml", text)),
        Role::Checked,
    )];
    let known = game::embedded_game(id).expect("the game is in the binary");
    let taken = |path: &str| {
        ["castle", "necropolis", "statistics"]
            .iter()
            .any(|part| path.contains(part))
    };
    for file in known.cards.iter().filter(|(path, _)| taken(path)) {
        let id = sources.add(SourceFile::inside(*file));
        files.push((id, Role::Library));
    }
    let mut levels = Levels::with_suggestions();
    if !of.is_empty() {
        levels.set_all(Level::Allow);
        for code in of {
            levels.set(*code, Level::Warn);
        }
    }
    let compilation = compile_with(&rules, &sources, &files, &levels.into());
    let first = |file: FileId| file == FileId(0);
    let found: Vec<_> = compilation
        .diagnostics
        .into_iter()
        .filter(|diagnostic| first(diagnostic.primary.at.file))
        .collect();
    rendered(&sources, &found)
}

#[test]
fn every_lint_finds_what_it_should_and_nothing_else() {
    for lint in LINTS {
        let path = format!("src/lint/tests/{}.txt", lint.code.name());
        let (found, left) = cases::check(&path, |text| findings(&[lint.code], text));
        assert!(found >= 1 && left >= 1, "{path}: {found} and {left}");
    }
}

#[test]
fn comments_allow_what_they_name() {
    let of = [
        Code::UnknownSuppression,
        Code::SuppressionWithoutReason,
        Code::UnusedSuppression,
        Code::RepeatedValue,
        Code::OwnEvent,
        Code::RepeatedAbility,
    ];
    let (found, left) = cases::check("src/lint/tests/comments.txt", |text| findings(&of, text));
    assert!(found >= 8 && left >= 5, "{found} and {left}");
}

#[test]
fn no_lint_fires_on_the_cards_and_sets_that_come_with_the_tool() {
    for known in game::embedded() {
        let mut sources = Sources::default();
        let files: Vec<_> = known
            .cards
            .iter()
            .map(|file| {
                let id = sources.add(SourceFile::inside(*file));
                (id, Role::Checked)
            })
            .collect();
        let rules = game(known.id);
        let settings = Levels::with_suggestions().into();
        let compilation = compile_with(&rules, &sources, &files, &settings);
        let found = rendered(&sources, &compilation.diagnostics);
        assert!(compilation.checked_kingdoms > 0, "{}", known.id);
        assert!(found.is_empty(), "{}:\n{found}", known.id);
    }
}

#[test]
fn templates_of_new_lints_compile() {
    for template in [template_of_card::LINT, template_of_set::LINT] {
        assert_eq!(template.code, Code::OwnEvent);
    }
}

#[test]
fn every_lint_about_cards_and_sets_is_listed_once() {
    for (at, lint) in LINTS.iter().enumerate() {
        assert!(lint.code.is_lint(), "{}", lint.code.name());
        assert!(LINTS[at + 1..].iter().all(|other| other.code != lint.code));
    }
}

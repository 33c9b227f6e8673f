//! Tests of recordings: a replay repeats the game, and reports the first difference.

use cardwright_play::bot::Bot;
use cardwright_play::recording::{self, Recording, Recordings, Step, Trouble, What};
use cardwright_play::simulate::Series;

use crate::scene::TABLE;

fn game(number: u32) -> Recording {
    let [a, b] = [&TABLE.sets[0], &TABLE.sets[1]];
    let series = Series {
        sets: [a, b],
        players: Bot::Random,
        seed: 7,
        games: 1,
    };
    recording::game(&TABLE, &series, number).expect("legal answers")
}

/// Returns the first step that fits, with its number from 1.
fn step(recording: &mut Recording, fits: impl Fn(&Step) -> bool) -> (usize, &mut Step) {
    let place = recording.steps.iter().position(fits).expect("such a step");
    (place + 1, &mut recording.steps[place])
}

#[test]
fn games_are_played_again_as_they_were() {
    for number in 0..4 {
        let recording = game(number);
        assert!(recording.steps.len() > 100, "{}", recording.steps.len());
        assert_eq!(recording.asked, None);
        assert!(recording.end.winner.is_some());
        recording
            .replay(&TABLE)
            .unwrap_or_else(|found| panic!("game {number}: {found}"));
    }
}

#[test]
fn a_recording_has_every_choice_with_several_answers() {
    let recording = game(0);
    let first = recording.steps[0].choice.as_ref().expect("a choice");
    assert_eq!(first.who, None);
    assert_eq!(first.options, ["player 0", "player 1"]);
    for step in &recording.steps {
        let asked = step.choice.as_ref().expect("a choice");
        let answer = step.answer.as_ref().expect("an answer");
        assert!(answer.iter().all(|word| asked.options.contains(word)));
        let (least, all) = (usize::from(asked.at_least), asked.options.len());
        assert!(
            least < all || asked.ordered || asked.options == ["pass"] || asked.options == ["end"]
        );
        // No two options have the same words.
        let mut words = asked.options.clone();
        words.sort();
        words.dedup();
        assert_eq!(words.len(), all);
    }
    // A turn ends with a choice.
    let ends = recording
        .steps
        .iter()
        .filter(|step| step.answer.as_deref() == Some(&["end".to_owned()]));
    assert!(ends.count() > 10);
}

#[test]
fn differences_are_found_where_they_are() {
    let whole = game(1);
    let find = |change: &dyn Fn(&mut Recording) -> usize| {
        let mut changed = whole.clone();
        let at = change(&mut changed);
        let found = changed.replay(&TABLE).expect_err("a difference");
        assert_eq!(found.step, at, "{found}");
        found.what
    };
    let several = |step: &Step| {
        step.choice
            .as_ref()
            .is_some_and(|asked| asked.options.len() > 3)
    };
    let less = find(&|recording| {
        let (place, step) = step(recording, several);
        step.choice.as_mut().expect("a choice").options.pop();
        place
    });
    assert!(matches!(less, What::Choice { .. }), "{less:?}");
    let who = find(&|recording| {
        let (place, step) = step(recording, several);
        let asked = step.choice.as_mut().expect("a choice");
        asked.who = asked.who.map_or(Some(0), |player| Some(1 - player));
        place
    });
    assert!(matches!(who, What::Choice { .. }), "{who:?}");
    let answer = find(&|recording| {
        let (place, step) = step(recording, several);
        step.answer = Some(vec!["card nobody#1".to_owned()]);
        place
    });
    assert!(matches!(answer, What::Answer { .. }), "{answer:?}");
    let number = find(&|recording| {
        let (place, step) = step(recording, |step| step.changes.contains_key("round"));
        step.changes.insert("round".to_owned(), 99.into());
        place
    });
    let What::State { key, recorded, .. } = number else {
        panic!("{number:?}");
    };
    assert_eq!((key.as_str(), recorded.as_str()), ("round", "99"));
    let end = find(&|recording| {
        recording.end.passed[0] ^= true;
        recording.steps.len() + 1
    });
    assert!(matches!(end, What::State { .. }), "{end:?}");
    let card = find(&|recording| {
        let mut cards = recording.cards.values_mut();
        cards.next().expect("a card").card = "no-such-card".to_owned();
        0
    });
    assert!(matches!(card, What::Unknown { .. }), "{card:?}");
}

#[test]
fn the_order_of_options_has_no_meaning() {
    let mut recording = game(2);
    for asked in recording
        .steps
        .iter_mut()
        .filter_map(|step| step.choice.as_mut())
    {
        asked.options.reverse();
    }
    assert_eq!(recording.replay(&TABLE), Ok(()));
}

#[test]
fn files_are_read_as_they_were_written() {
    let recordings = vec![game(0), game(1)];
    let file = Recordings::new("game".to_owned(), "hash".to_owned(), Vec::new(), recordings);
    let text = file.text().expect("JSON");
    assert_eq!(Recordings::read(&text), Ok(file));
    // Each recording is on one line.
    assert_eq!(text.lines().count(), 11);
    for part in 1..40 {
        let cut = text.len() * part / 40;
        let cut = (0..=cut).rev().find(|at| text.is_char_boundary(*at));
        let read = Recordings::read(&text[..cut.unwrap_or(0)]);
        assert_eq!(read.err(), Some(Trouble::CutOff), "{part} of 40");
    }
    assert_eq!(Recordings::read("").err(), Some(Trouble::CutOff));
    let foreign = Recordings::read("{ \"cards\": [] }").err();
    assert!(
        matches!(foreign, Some(Trouble::Foreign { .. })),
        "{foreign:?}"
    );
    let more = Recordings::read(&text.replacen("\"game\"", "\"more\": 1, \"game\"", 1)).err();
    assert!(matches!(more, Some(Trouble::Foreign { .. })), "{more:?}");
    let newer = Recordings::read("{ \"format\": 2, \"ir\": 1, \"more\": 1 }").err();
    assert_eq!(newer, Some(Trouble::Format { found: 2 }));
    let newer = Recordings::read("{ \"format\": 1, \"ir\": 9999 }").err();
    assert_eq!(newer, Some(Trouble::Ir { found: 9999 }));
}

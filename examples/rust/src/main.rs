//! Prints the effects of cards in a bundle, or the cards that they mention. It never reads `text`.

mod words;

use std::process::ExitCode;

use cardwright::bundle::{Bundle, BundledCard, from_msgpack};

use words::Words;

const USAGE: &str = "usage: cardwright-rust BUNDLE.MSGPACK (--all | --mentions | ID…)";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args) {
        Ok(text) => {
            println!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &[String]) -> Result<String, String> {
    let [path, ids @ ..] = args else {
        return Err(USAGE.to_owned());
    };
    let bytes = std::fs::read(path).map_err(|error| format!("{path} cannot be read: {error}"))?;
    // Rejects other versions, truncated files, and files that are not a bundle.
    let bundle = from_msgpack(&bytes).map_err(|error| format!("{path}: {error}"))?;
    match ids {
        [] => Err(USAGE.to_owned()),
        [flag] if flag == "--all" => Ok(paragraphs(&bundle, &bundle.cards)),
        [flag] if flag == "--mentions" => Ok(mentions(&bundle)),
        ids => {
            let cards = ids.iter().map(|id| card(&bundle, id).cloned());
            Ok(paragraphs(&bundle, &cards.collect::<Result<Vec<_>, _>>()?))
        }
    }
}

fn card<'b>(bundle: &'b Bundle, id: &str) -> Result<&'b BundledCard, String> {
    let found = bundle.cards.iter().find(|card| card.id == id);
    found.ok_or_else(|| format!("no card of {} has the id \"{id}\"", bundle.game.title))
}

fn paragraphs(bundle: &Bundle, cards: &[BundledCard]) -> String {
    let mut words = Words::new(bundle);
    let paragraphs: Vec<String> = cards.iter().map(|card| words.paragraph(card)).collect();
    paragraphs.join("\n\n")
}

/// Lists the ids of the cards that each card mentions, for cards that mention any.
fn mentions(bundle: &Bundle) -> String {
    let mut lines = Vec::new();
    for card in &bundle.cards {
        let mut words = Words::new(bundle);
        words.paragraph(card);
        if !words.mentioned.is_empty() {
            let ids: Vec<String> = words.mentioned.into_iter().collect();
            lines.push(format!("{}: {}", card.id, ids.join(", ")));
        }
    }
    lines.join("\n")
}

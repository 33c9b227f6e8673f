//! Time to compile effect texts: `cargo bench --bench effect`.
//!
//! The floor is the time of pest alone for the same texts and grammar. The runs of the two
//! alternate in one process, so that other load affects both equally, and processor time is
//! measured instead of wall-clock time.
//!
//! `cargo bench --bench effect -- <part> <rounds>` runs only one part, for a profiler: `parse`,
//! `compile`, `print` or the name of a long line.

#[path = "../tests/support/processor.rs"]
mod processor;
#[path = "../tests/support/table.rs"]
#[allow(dead_code)]
mod table;
#[path = "../tests/support/world.rs"]
#[allow(dead_code)]
mod world;

use std::hint::black_box;
use std::time::Duration;

use cardwright::effect::{self, Bearer, ir::Ability};
use cardwright::symbols::Symbols;
use processor::time;

/// Maximum time of parsing and lowering, as a multiple of parsing alone.
const GOAL: f64 = 1.6;

/// Number of measurements of each part. The minimum is used, because other load affects it least.
const ROUNDS: usize = 40;

/// Maximum time per byte, relative to a shorter line.
const STEEPEST: f64 = 1.5;

fn main() {
    let world = world::card_game();
    let symbols = world.symbols();
    let mut texts = Vec::new();
    let examples = table::examples();
    for example in &examples {
        texts.push(Text::new(&example.text, example.bearer(), &symbols));
    }
    for card in world.cards() {
        if let Some(effect) = &card.effect {
            texts.push(Text::new(effect.text(), world.bearer(card), &symbols));
        }
    }
    let args: Vec<String> = std::env::args().skip(1).collect();
    let mut named = args.iter().filter(|arg| !arg.starts_with("--"));
    if let Some(part) = named.next() {
        let rounds = named.next().and_then(|n| n.parse().ok()).unwrap_or(1);
        return alone(part, rounds, &texts, &symbols);
    }
    // Without `--bench` this is `cargo test`, which only checks that it runs.
    let rounds = if args.iter().any(|arg| arg == "--bench") {
        ROUNDS
    } else {
        1
    };
    against_the_floor(&texts, &symbols, rounds);
    slopes(&symbols, rounds);
    let examples: Vec<&str> = examples.iter().map(|example| &*example.text).collect();
    far(&examples, &symbols, rounds > 1);
}

/// A text without diagnostics.
struct Text<'a> {
    text: &'a str,
    bearer: Bearer<'a>,
    abilities: Vec<Ability>,
}

impl<'a> Text<'a> {
    fn new(text: &'a str, bearer: Bearer<'a>, symbols: &Symbols<'_>) -> Self {
        let (abilities, found) = effect::compile(text, &bearer, symbols);
        assert!(found.is_empty(), "has findings: {text}");
        for line in text.lines() {
            assert!(effect::parses(line), "cannot be parsed: {line}");
        }
        Text {
            text,
            bearer,
            abilities,
        }
    }

    fn parse(&self) {
        for line in self.text.lines() {
            black_box(effect::parses(black_box(line)));
        }
    }

    fn compile(&self, symbols: &Symbols<'_>) {
        black_box(effect::compile(black_box(self.text), &self.bearer, symbols));
    }

    fn print(&self, symbols: &Symbols<'_>) {
        black_box(effect::print(
            black_box(&self.abilities),
            &self.bearer,
            symbols,
        ));
    }
}

fn alone(part: &str, rounds: usize, texts: &[Text<'_>], symbols: &Symbols<'_>) {
    let shape = shapes().find(|shape| shape.name == part);
    for _ in 0..rounds {
        match (part, &shape) {
            (_, Some(shape)) => compile_line(&shape.line(LONGEST), symbols),
            ("parse", _) => texts.iter().for_each(Text::parse),
            ("compile", _) => texts.iter().for_each(|text| text.compile(symbols)),
            ("print", _) => texts.iter().for_each(|text| text.print(symbols)),
            _ => panic!("no part of this benchmark is called {part}"),
        }
    }
}

fn against_the_floor(texts: &[Text<'_>], symbols: &Symbols<'_>, rounds: usize) {
    let (mut parse, mut compile, mut print) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rounds {
        parse.push(time(|| texts.iter().for_each(Text::parse)));
        compile.push(time(|| {
            texts.iter().for_each(|text| text.compile(symbols));
        }));
        print.push(time(|| texts.iter().for_each(|text| text.print(symbols))));
    }
    let mut ratios: Vec<f64> = parse
        .iter()
        .zip(&compile)
        .map(|(parse, compile)| compile.as_secs_f64() / parse.as_secs_f64())
        .collect();
    ratios.sort_by(f64::total_cmp);
    let bytes: usize = texts.iter().map(|text| text.text.len()).sum();
    println!("{} texts, {bytes} bytes, {rounds} rounds", texts.len());
    println!("microseconds for each text   least  median");
    let each = |time: Duration| time.as_secs_f64() * 1e6 / texts.len() as f64;
    for (name, times) in [
        ("parse", &mut parse),
        ("parse and lower", &mut compile),
        ("print", &mut print),
    ] {
        times.sort();
        println!(
            "{name:26} {:7.2} {:7.2}",
            each(times[0]),
            each(times[times.len() / 2])
        );
    }
    let least = compile[0].as_secs_f64() / parse[0].as_secs_f64();
    println!(
        "parse and lower / parse    {least:7.2} {:7.2}   at most {GOAL}: {}",
        ratios[ratios.len() / 2],
        if least <= GOAL { "met" } else { "MISSED" }
    );
}

/// Maximum length of a line, in bytes.
const LONGEST: usize = 1_000;

/// Very long lines, given by their repeated part: the time per byte must not grow with the
/// length. Most are valid for a long prefix, which makes a grammar backtrack.
const SHAPES: &str = "
sentences   {Draw a card. }
then        Draw a card{, then draw a card}.
or          Draw a card{ or draw a card}.
and         This unit gains +1 attack{ and +1 attack}.
deeds       This unit cannot move{ or move}.
places      Deal 2 damage to a unit{ adjacent to a unit}.
within      Deal 2 damage to a unit{ within range 2 of a unit}.
states      Deal 2 damage to a unit{ with a size token}.
brackets    Deal 2 damage to a unit{ (excluding a unit}.
grants      A unit gains {[A unit gains }.
ifs         {If this unit is adjacent to a unit, }draw a card.
whens       {When a unit is played by a unit, }draw a card.
whiles      A unit gains +1 attack{ while this unit is adjacent to a unit}.
twice       Deal damage to a unit equal to {twice }its size.
traits      Deal 2 damage to an enemy {*undead* }unit.
or-traits   Deal 2 damage to a *undead*{ or *undead*} unit.
or-names    Deal 2 damage to a \"Pikeman\"{ or \"Pikeman\"}.
adjectives  Deal 2 damage to a {ranged }unit.
nonsense    {word }
keywords    {deal move draw place if when }
conditions  If you control a unit{ and you control a unit}, draw a card.
for-each    Draw a card{ for each unit}.
numbers     Deal {2 }damage to a unit.
quotes      {\"}
asterisks   {*}
parentheses {(}
commas      Draw a card{,}.
and-then    Draw a card{ and}.
one-word    {x}
digits      Deal {2} damage to a unit.
spaces      Deal 2 damage{ } to a unit.
full-stops  {.}
headings    {On Attack: }Draw a card.
choices     {Choose one: }
excluding   Deal 2 damage to a unit (excluding {\"Pikeman\" or }\"Pikeman\").
named       Deal 2 damage to a \"{Pikeman}\".
at-the-end  {Draw a card. }Draw a cart.
not-quite   Deal 2 damage to {a unit or }a unite.
";

/// A very long line.
struct Shape<'s> {
    name: &'s str,
    start: &'s str,
    again: &'s str,
    end: &'s str,
}

fn shapes() -> impl Iterator<Item = Shape<'static>> {
    SHAPES.lines().filter_map(|line| {
        let (name, rest) = line.split_once(' ')?;
        let (start, rest) = rest.split_once('{')?;
        let (again, end) = rest.split_once('}')?;
        Some(Shape {
            name,
            start: start.trim_start(),
            again,
            end,
        })
    })
}

impl Shape<'_> {
    /// A line of this shape, of nearly `bytes` bytes.
    fn line(&self, bytes: usize) -> String {
        let room = bytes - self.start.len() - self.end.len();
        let again = self.again.repeat(room / self.again.len());
        format!("{}{again}{}", self.start, self.end)
    }
}

fn compile_line(line: &str, symbols: &Symbols<'_>) {
    let bearer = Bearer {
        card_type: "unit",
        ..Bearer::default()
    };
    black_box(effect::compile(black_box(line), &bearer, symbols));
}

/// Measures the time per byte in lines of one shape and several lengths. Parsing has to be linear.
/// In faulty lines, lowering searches for repairs with a fixed budget, so the time per byte is not
/// constant, but the total is bounded.
fn slopes(symbols: &Symbols<'_>, rounds: usize) {
    let lengths = [LONGEST / 4, LONGEST / 2, LONGEST];
    println!("\nnanoseconds for each byte of a line");
    println!("{:12}      parse {:14} parse and lower", "", "");
    for shape in shapes() {
        let of = |read: &dyn Fn(&str)| {
            lengths.map(|length| {
                let line = shape.line(length);
                let least = (0..rounds.div_ceil(8)).map(|_| time(|| read(&line))).min();
                least.unwrap_or_default().as_secs_f64() * 1e9 / line.len() as f64
            })
        };
        let parse = of(&|line| {
            black_box(effect::parses(line));
        });
        let compile = of(&|line| compile_line(line, symbols));
        let steep = parse.windows(2).any(|pair| pair[1] / pair[0] > STEEPEST);
        let [a, b, c] = parse;
        let [d, e, f] = compile;
        println!(
            "{:12} {a:7.0} {b:7.0} {c:7.0}   {d:7.0} {e:7.0} {f:7.0}{}",
            shape.name,
            if steep { "   STEEP" } else { "" }
        );
    }
}

/// The factor between consecutive lengths.
const STEP: usize = 10;

/// Measures the time per byte of texts as long as a file, far longer than those of cards. The
/// grammar parses the whole text; compiling stops at its length limit. The texts are the shapes
/// above, and each example of the language, repeated and followed by each of [`ENDS`]. An invalid
/// end makes the parser reject the text only after it has parsed all of it.
fn far(examples: &[&str], symbols: &Symbols<'_>, all: bool) {
    let longest = if all { 1_000_000 } else { 10_000 };
    let lengths: Vec<usize> = std::iter::successors(Some(LONGEST), |length| Some(length * STEP))
        .take_while(|length| *length <= longest)
        .collect();
    println!("\nnanoseconds for each byte of a text of {lengths:?} bytes");
    println!("{:12} {:>36}", "", "the grammar alone, then reading");
    let mut missed = 0;
    for shape in shapes() {
        missed += usize::from(far_shape(&shape, &lengths, symbols, true));
    }
    let mut steepest = 0;
    for example in examples {
        let line = example.lines().next().unwrap_or_default();
        for end in ENDS {
            let again = format!("{line} ");
            let shape = Shape {
                name: "example",
                start: "",
                again: &again,
                end,
            };
            // Long enough to detect quadratic time.
            let lengths = lengths.get(..2).unwrap_or_default();
            steepest += usize::from(far_shape(&shape, lengths, symbols, false));
        }
    }
    println!(
        "{} lines of {} examples: {steepest} too steep",
        examples.len() * ENDS.len(),
        examples.len()
    );
    let met = missed + steepest == 0;
    println!(
        "a byte of a long text costs at most {STEEPEST} times that of a short one: {}",
        if met { "met" } else { "MISSED" }
    );
}

/// The ends of repeated texts: nothing, or something invalid.
const ENDS: [&str; 4] = ["", "blarg", "\"", "["];

/// Maximum number of measurements of a shape: other load can make it look steep, but not every
/// time.
const TRIES: usize = 5;

/// Returns whether a byte costs more in a longer text of this shape.
fn far_shape(shape: &Shape<'_>, lengths: &[usize], symbols: &Symbols<'_>, shown: bool) -> bool {
    let texts: Vec<String> = lengths.iter().map(|length| shape.line(*length)).collect();
    let measure = |read: &dyn Fn(&str)| -> Vec<f64> {
        let each = texts.iter().map(|text| {
            // A short text is read many times, so that its time can be measured.
            let rounds = (20_000 / text.len()).clamp(2, 10);
            let least = (0..rounds).map(|_| time(|| read(text))).min();
            least.unwrap_or_default().as_secs_f64() * 1e9 / text.len() as f64
        });
        each.collect()
    };
    let is_steep = |costs: &[f64]| {
        let shortest = costs.first().copied().unwrap_or_default();
        costs.iter().any(|cost| *cost > shortest * STEEPEST)
    };
    let of = |read: &dyn Fn(&str)| {
        let mut costs = measure(read);
        for _ in 1..TRIES {
            if is_steep(&costs) {
                costs = measure(read);
            }
        }
        costs
    };
    let parse = of(&|text| {
        black_box(effect::parses(text));
    });
    let read = of(&|text| compile_line(text, symbols));
    let steep = is_steep(&parse) || is_steep(&read);
    if shown || steep {
        let line = |costs: &[f64]| {
            let each = costs.iter().map(|cost| format!("{cost:8.1}"));
            each.collect::<String>()
        };
        let name = if shown { shape.name } else { shape.again };
        let name: String = name.chars().take(60).collect();
        println!(
            "{name:12} {}   {}{}{}",
            line(&parse),
            line(&read),
            if steep { "   MISSED" } else { "" },
            if shown { "" } else { shape.end }
        );
    }
    steep
}

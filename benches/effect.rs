//! Time to read effect texts: `cargo bench --bench effect`.
//!
//! The floor is what pest alone takes for the same texts with the same grammar. The runs of the two
//! alternate in one process, so that whatever else the machine does meets both alike.
//!
//! `cargo bench --bench effect -- <part> <rounds>` runs one part alone, for a profiler: `parse`,
//! `compile`, `print` or the name of a long line.

#[path = "../tests/support/table.rs"]
#[allow(dead_code)]
mod table;
#[path = "../tests/support/world.rs"]
#[allow(dead_code)]
mod world;

use std::hint::black_box;
use std::time::{Duration, Instant};

use cardwright::effect::{self, Bearer, ir::Ability};
use cardwright::symbols::Symbols;

/// What parsing and lowering may take at most, as a multiple of parsing alone.
const GOAL: f64 = 1.6;

/// How often each part is measured. The least of them is the one that was disturbed least.
const ROUNDS: usize = 40;

/// How much longer a byte may take in a line than in one of half its length.
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
            texts.push(Text::new(&effect.text, world.bearer(card), &symbols));
        }
    }
    let args: Vec<String> = std::env::args().skip(1).collect();
    let mut named = args.iter().filter(|arg| !arg.starts_with("--"));
    if let Some(part) = named.next() {
        let rounds = named.next().and_then(|n| n.parse().ok()).unwrap_or(1);
        return alone(part, rounds, &texts, &symbols);
    }
    // Without `--bench` this is `cargo test`, which only wants to know that it runs.
    let rounds = if args.iter().any(|arg| arg == "--bench") {
        ROUNDS
    } else {
        1
    };
    against_the_floor(&texts, &symbols, rounds);
    slopes(&symbols, rounds);
}

/// A text that is read without a finding.
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

/// As many bytes as a line may have.
const LONGEST: usize = 1_000;

/// Lines that go on and on, by what is repeated in them: reading one must not take more for each
/// byte the longer it is. Most are nearly right for long, which is where a grammar tries again.
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
";

/// A line that goes on and on.
struct Shape {
    name: &'static str,
    start: &'static str,
    again: &'static str,
    end: &'static str,
}

fn shapes() -> impl Iterator<Item = Shape> {
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

impl Shape {
    /// A line of this shape, of almost that many bytes.
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

/// What a byte costs in lines of one shape and several lengths. Parsing has to stay linear. Where a line
/// is faulty, lowering looks for the mistake, which may take a fixed effort and not more: the cost of a
/// byte is no line then, but ends.
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

fn time(run: impl FnOnce()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}

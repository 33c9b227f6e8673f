//! The player `search`: a Monte Carlo tree search over the answers of both players.
//!
//! A player does not know hidden cards. So each play-out starts from a state in which they are drawn anew. All
//! play-outs descend the same tree, whose branches are the answers of both players; random events are drawn in each
//! play-out. From the first answer that is not in the tree, a play-out continues at random to the end of the action.
//! The worth of the position there updates all branches on the path.

use smallvec::SmallVec;

use crate::Next;
use crate::choice::{Answer, Choice, Kind, Opt, Who};
use crate::policy::{self, Seed};
use crate::state::{Player, State};
use crate::table::Table;

/// Default number of play-outs for a decision.
pub const PLAYOUTS: u32 = 100;

/// Weight of exploration: how much rarely tried answers are preferred.
const CURIOSITY: f64 = 0.3;

/// Gain of worth that is valued halfway between no gain and a win.
const HALF_A_WIN: f64 = 20.0;

/// Maximum number of random choices in a play-out below the tree.
const CHOICES: u32 = 20;

/// The options of an answer. They identify it in every redrawn state, while the indices of options can differ.
type Name = SmallVec<[Opt; 1]>;

struct Branch {
    name: Name,
    visits: u32,
    /// Sum of the values of its play-outs for the player who chooses, each from 0 to 1.
    value: f64,
    node: Option<usize>,
}

#[derive(Default)]
struct Node {
    visits: u32,
    branches: Vec<Branch>,
}

struct Search<'t> {
    table: &'t Table,
    nodes: Vec<Node>,
    player: Player,
    /// The worth of the position before the decision.
    before: i64,
}

/// Returns the answer that most of the play-outs tried, or a random one if that is not legal.
pub(crate) fn choose(
    table: &Table,
    state: &State,
    choice: &Choice,
    player: Player,
    playouts: u32,
    seed: &mut Seed,
) -> Answer {
    let mut search = Search {
        table,
        nodes: vec![Node::default()],
        player,
        before: policy::worth(table, state, player),
    };
    for _ in 0..playouts.max(1) {
        let drawn = table.redrawn(state, player, seed);
        search.play_out(drawn, seed);
    }
    let root = &search.nodes[0];
    let named = |branch: &Branch| {
        let places = branch.name.iter().map(|opt| {
            let place = choice.options.iter().position(|own| own == opt);
            place.map(|place| place as u16)
        });
        places.collect::<Option<_>>().map(Answer)
    };
    let best = root.branches.iter().max_by(|a, b| {
        let by_value = a.value.total_cmp(&b.value);
        a.visits.cmp(&b.visits).then(by_value)
    });
    let answer = best.and_then(named);
    let answer = answer.filter(|answer| choice.refuses(answer).is_none());
    answer.unwrap_or_else(|| policy::random(choice, seed))
}

impl Search<'_> {
    /// Runs one play-out: descends the tree, expands it, continues at random, and updates the branches on the path.
    fn play_out(&mut self, mut state: State, seed: &mut Seed) {
        // The node, branch and player of each step of the path.
        let mut way: Vec<(usize, usize, Player)> = Vec::new();
        let mut at = Some(0);
        let mut left = CHOICES;
        while let Next::Choose(choice) = self.table.next(&state) {
            let answer = match (choice.who, at) {
                (Who::Player(player), Some(node)) => {
                    let (branch, answer) = self.branch(node, choice, seed);
                    way.push((node, branch, player));
                    at = self.nodes[node].branches[branch].node;
                    answer
                }
                (Who::Chance, Some(_)) => policy::random(choice, seed),
                (_, None) if choice.kind == Kind::Action || left == 0 => break,
                (_, None) => {
                    left -= 1;
                    policy::random(choice, seed)
                }
            };
            if self.table.answer(&mut state, &answer).is_err() {
                break;
            }
        }
        let gain = policy::worth(self.table, &state, self.player) - self.before;
        let gain = gain as f64 / HALF_A_WIN;
        let value = 0.5 + 0.5 * gain / (1.0 + gain.abs());
        for (place, (node, branch, player)) in way.iter().enumerate() {
            let last = place + 1 == way.len();
            let next = self.nodes.len();
            let node = &mut self.nodes[*node];
            node.visits += 1;
            let branch = &mut node.branches[*branch];
            branch.visits += 1;
            branch.value += if *player == self.player {
                value
            } else {
                1.0 - value
            };
            if last && branch.node.is_none() {
                branch.node = Some(next);
                self.nodes.push(Node::default());
            }
        }
    }

    /// Selects the answer of this state to try next. Returns the index of its branch, and the answer.
    fn branch(&mut self, node: usize, choice: &Choice, seed: &mut Seed) -> (usize, Answer) {
        let answers = policy::answers(choice, seed);
        let node = &mut self.nodes[node];
        let mean = match node.visits {
            0 => 0.5,
            visits => {
                let all: f64 = node.branches.iter().map(|branch| branch.value).sum();
                all / f64::from(visits)
            }
        };
        let share = f64::from(node.visits + 1).sqrt() / answers.len().max(1) as f64;
        let mut best: Option<(f64, Name, Answer)> = None;
        for answer in answers {
            let name: Name = answer
                .0
                .iter()
                .filter_map(|key| choice.options.get(usize::from(*key)).cloned())
                .collect();
            let known = node.branches.iter().find(|branch| branch.name == name);
            let (visits, value) = known.map_or((0, mean), |branch| {
                let visits = f64::from(branch.visits.max(1));
                (branch.visits, branch.value / visits)
            });
            let wanted = value + CURIOSITY * share / f64::from(1 + visits);
            if best.as_ref().is_none_or(|(most, ..)| wanted > *most) {
                best = Some((wanted, name, answer));
            }
        }
        let (name, answer) = match best {
            Some((_, name, answer)) => (name, answer),
            None => (Name::new(), policy::random(choice, seed)),
        };
        let known = node.branches.iter().position(|branch| branch.name == name);
        let place = known.unwrap_or_else(|| {
            node.branches.push(Branch {
                name,
                visits: 0,
                value: 0.0,
                node: None,
            });
            node.branches.len() - 1
        });
        (place, answer)
    }
}

// Prints the effects of cards in a bundle. It never reads `text`.

import { load, Refused } from "./load.js";
import { Words } from "./words.js";

const usage = "usage: node dist/main.js BUNDLE.JSON (--all | ID…)";

function run(args: string[]): string {
  const [path, ...ids] = args;
  if (path === undefined || ids.length === 0) {
    throw new Refused(usage);
  }
  const bundle = load(path);
  const words = new Words(bundle);
  const cards = new Map(bundle.cards.map((card) => [card.id, card]));
  const wanted = ids.includes("--all") ? [...cards.keys()] : ids;
  const paragraphs = wanted.map((id) => {
    const card = cards.get(id);
    if (card === undefined) {
      throw new Refused(`no card of ${bundle.game.title} has the id "${id}"`);
    }
    const lines = card.abilities.flatMap((ability) => words.ability(ability));
    if (lines.length === 0) lines.push("no abilities");
    return [`${card.name} (${card.type})`, ...lines.map((line) => `  ${line}`)].join("\n");
  });
  return paragraphs.join("\n\n");
}

try {
  console.log(run(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.error(`error: ${error.message}`);
  process.exitCode = 2;
}

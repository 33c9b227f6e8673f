// Reads bundles, and rejects those that this engine would misunderstand.

import { readFileSync } from "node:fs";

import type { Bundle } from "../../../schema/bundle.js";

/** The supported versions: docs/versioning.md says when they rise. */
const FORMAT = 2;
const IR = 5;

/** An error that the user can fix, with its message. */
export class Refused extends Error {}

export function load(path: string): Bundle {
  const bundle = parse(path);
  if (!isObject(bundle) || !Array.isArray(bundle["cards"])) {
    throw new Refused(`${path} is not a bundle: missing list "cards"`);
  }
  if (bundle["format"] !== FORMAT) {
    throw new Refused(`${path} has format ${bundle["format"]}; this engine reads format ${FORMAT}`);
  }
  if (bundle["ir"] !== IR) {
    throw new Refused(`${path} has IR ${bundle["ir"]}; this engine plays IR ${IR}`);
  }
  // The writer of these versions has validated the rest against schema/bundle.schema.json.
  return bundle as unknown as Bundle;
}

function parse(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new Refused(`${path} cannot be read: ${(error as Error).message}`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Refused(`${path} is not JSON: ${(error as Error).message}`);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

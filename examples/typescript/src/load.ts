// Reading a bundle, and refusing those that this engine would misunderstand.

import { readFileSync } from "node:fs";

import type { Bundle } from "../../../schema/bundle.js";

/** The versions for which this engine was written: docs/versioning.md says when they rise. */
const FORMAT = 1;
const IR = 3;

/** Something that the user can mend, said in words. */
export class Refused extends Error {}

export function load(path: string): Bundle {
  const bundle = parse(path);
  if (!isObject(bundle) || !Array.isArray(bundle["cards"])) {
    throw new Refused(`${path} is no bundle: it has no list "cards"`);
  }
  if (bundle["format"] !== FORMAT) {
    throw new Refused(`${path} has format ${bundle["format"]}; this engine reads format ${FORMAT}`);
  }
  if (bundle["ir"] !== IR) {
    throw new Refused(`${path} has IR ${bundle["ir"]}; this engine plays IR ${IR}`);
  }
  // Whoever wrote these versions checked the rest against schema/bundle.schema.json.
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
    throw new Refused(`${path} is no JSON: ${(error as Error).message}`);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

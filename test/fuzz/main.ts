/**
 * `npm run fuzz -- --seconds 60 [--target markdown]` gives the parsers inputs made from their corpora, new
 * ones in each run, and keeps in the corpus what fails, as small as it can be made. Ends with 1 if something
 * failed.
 */
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import fc from "fast-check";
import { corpusFolder, inputsFor } from "./inputs.ts";
import { fuzzTargets } from "./targets.ts";

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "60" }, target: { type: "string" } },
});

const seconds = Number(values.seconds);
const names = values.target === undefined ? Object.keys(fuzzTargets) : [values.target];
if (!(seconds > 0) || !names.every((name) => name in fuzzTargets)) {
  console.error(`Usage: npm run fuzz -- --seconds N [--target ${Object.keys(fuzzTargets).join("|")}]`);
  process.exit(2);
}

const keep = (name: string, input: Buffer): string => {
  const file = join(corpusFolder(name), createHash("sha256").update(input).digest("hex").slice(0, 16));
  writeFileSync(file, input);
  return file;
};

const fuzz = async (name: string, until: number): Promise<boolean> => {
  const { check } = fuzzTargets[name]!;
  let tried = 0;
  while (performance.now() < until) {
    const property = fc.asyncProperty(inputsFor(name), async (input) => check(input));
    const result = await fc.check(property, { numRuns: 100, seed: Date.now() + tried });
    tried += result.numRuns;
    if (!result.failed) continue;
    const [input] = result.counterexample!;
    console.log(
      `${name}: failed after ${tried} inputs, kept as ${keep(name, input)}\n${result.errorInstance}`,
    );
    return false;
  }
  console.log(`${name}: ${tried} inputs`);
  return true;
};

let isSound = true;
for (const name of names) {
  const share = (seconds * 1_000) / names.length;
  isSound = (await fuzz(name, performance.now() + share)) && isSound;
}
process.exit(isSound ? 0 : 1);

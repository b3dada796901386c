import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { fuzzTargets } from "./targets.ts";

export const corpusFolder = (target: string): string => join(import.meta.dirname, "corpus", target);

/** The inputs that are kept for a target, by file name. */
export const corpusOf = (target: string): readonly (readonly [file: string, input: Buffer])[] =>
  readdirSync(corpusFolder(target))
    .sort()
    .map((file) => [file, readFileSync(join(corpusFolder(target), file))]);

/** A change of an input: these bytes in the place of some others. */
interface Edit {
  readonly at: number;
  readonly removed: number;
  readonly bytes: Buffer;
}

const edited = (input: Buffer, { at, removed, bytes }: Edit): Buffer => {
  const start = at % (input.length + 1);
  return Buffer.concat([input.subarray(0, start), bytes, input.subarray(start + removed)]);
};

/** No longer than what a property can try often. */
const maxInputBytes = 65_536;

/** Inputs of the corpus with pieces of the target's language, bytes, and parts of one another in them. */
export const inputsFor = (target: string): fc.Arbitrary<Buffer> => {
  const kept = corpusOf(target).map(([, input]) => input);
  const piece = fc.constantFrom(...fuzzTargets[target]!.pieces).map((text) => bytesOf(target, text));
  const part = fc
    .tuple(fc.constantFrom(...kept), fc.nat(), fc.nat(60))
    .map(([input, at, length]) => input.subarray(at % (input.length + 1)).subarray(0, length));
  const bytes = fc.oneof(
    { weight: 4, arbitrary: piece },
    { weight: 2, arbitrary: fc.uint8Array({ maxLength: 4 }).map((array) => Buffer.from(array)) },
    { weight: 1, arbitrary: part },
    { weight: 1, arbitrary: fc.tuple(piece, fc.nat(200)).map(([text, times]) => repeated(text, times)) },
  );
  const edit = fc.record({ at: fc.nat(), removed: fc.oneof(fc.constant(0), fc.nat(20)), bytes });
  return fc
    .tuple(fc.constantFrom(Buffer.alloc(0), ...kept), fc.array(edit, { maxLength: 12 }))
    .map(([input, edits]) => edits.reduce(edited, input).subarray(0, maxInputBytes));
};

const repeated = (text: Buffer, times: number): Buffer => Buffer.concat(Array(times).fill(text));

/** Pieces of images are bytes, one a character. */
const bytesOf = (target: string, text: string): Buffer =>
  Buffer.from(text, target === "image" ? "latin1" : "utf8");

import * as fc from "fast-check";

const surrogates = { first: 0xd800, count: 0x800 };

/** Any character of Unicode; halves of pairs are none. */
const anyCharacter = fc.integer({ min: 0, max: 0x10_ff_ff - surrogates.count }).map(
  (number) => String.fromCodePoint(number < surrogates.first ? number : number + surrogates.count),
  (character) => {
    const [only, ...others] = typeof character === "string" ? character : "";
    if (!only?.isWellFormed() || others.length > 0) throw new Error("This is not one character.");
    const point = only.codePointAt(0)!;
    return point < surrogates.first ? point : point - surrogates.count;
  },
);

/**
 * Texts of any characters. They are those of `unit: "binary"`, for which fast-check builds a table of a
 * million characters in each process: that takes more than a second, and keeps 185 MB.
 */
export const anyText = (constraints: Omit<fc.StringConstraints, "unit"> = {}): fc.Arbitrary<string> =>
  fc.string({ unit: anyCharacter, ...constraints });

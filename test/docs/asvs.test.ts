import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "#test/support/sources.ts";

const page = readFileSync(join(root, "docs/security/asvs.md"), "utf8");

interface Row {
  readonly numbers: readonly string[];
  readonly standing: string;
}

const rows: readonly Row[] = page.split("\n").flatMap((line) => {
  const [, numbers = "", , standing = ""] = line.split("|").map((cell) => cell.trim());
  return /^\d/.test(numbers) ? { numbers: numbers.split(", "), standing } : [];
});

/** How many requirements of levels 1 and 2 each section of version 5.0.0 has; they are numbered from 1. */
const counts: Readonly<Record<string, number>> = {
  ...{ "1.1": 2, "1.2": 9, "1.3": 11, "1.4": 3, "1.5": 2, "2.1": 3, "2.2": 3, "2.3": 4, "2.4": 1 },
  ...{ "3.3": 4, "3.4": 6, "3.5": 5, "3.7": 2, "4.1": 3, "4.2": 1, "4.3": 2, "4.4": 4 },
  ...{ "3.2": 2, "5.1": 1, "5.2": 3, "5.3": 2, "5.4": 3, "6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5 },
  ...{ "6.6": 3, "6.8": 4, "7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 2, "7.6": 2, "8.1": 2, "8.2": 3 },
  ...{ "8.3": 1, "8.4": 1, "9.1": 3, "9.2": 4, "10.1": 2, "10.2": 2, "10.3": 4, "10.4": 11, "10.5": 5 },
  ...{ "10.6": 2, "10.7": 3, "11.1": 2, "11.2": 3, "11.3": 3, "11.4": 4, "11.5": 1, "11.6": 1, "12.1": 3 },
  ...{ "12.2": 2, "12.3": 4, "13.1": 1, "13.2": 5, "13.3": 2, "13.4": 5, "14.1": 2, "14.2": 4, "14.3": 3 },
  ...{ "15.1": 3, "15.2": 3, "15.3": 7, "16.1": 1, "16.2": 5, "16.3": 4, "16.4": 3, "16.5": 3, "17.1": 1 },
  ...{ "17.2": 4, "17.3": 2 },
};

test("the page of the ASVS has each requirement of levels 1 and 2 once, and no other", () => {
  const required = Object.entries(counts).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  );
  expect(required).toHaveLength(253);
  expect(rows.flatMap(({ numbers }) => numbers).sort()).toEqual(required.sort());
});

/** Each `….test.ts` that a text names, with the title behind it, if there is one. */
const proofsIn = (text: string) =>
  [...text.matchAll(/`((?:test|packages)\/[\w./-]+\.ts)`(?:: "([^"]+)")?/g)].map(([, file = "", title]) => ({
    file,
    title,
  }));

test("every test that it names is there, under its title", () => {
  const proofs = rows.flatMap(({ standing }) => proofsIn(standing));
  expect(proofs.length).toBeGreaterThan(100);
  const missing = proofs.filter(({ file, title }) => {
    const path = join(root, file);
    if (!existsSync(path)) return true;
    return title !== undefined && !readFileSync(path, "utf8").includes(`"${title}"`);
  });
  expect(missing).toEqual([]);
});

test("every item has a proof, a document, or says plainly what it lacks", () => {
  const plain = /^Does not apply: |Operator|\*\*Partly\*\*|\*\*Not met\*\*|\]\(\.\.\//;
  const empty = rows.filter(({ standing }) => proofsIn(standing).length === 0 && !plain.test(standing));
  expect(empty).toEqual([]);
});

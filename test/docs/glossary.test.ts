import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root, sourcesBelow } from "#test/support/sources.ts";

const page = readFileSync(join(root, "docs/architecture.md"), "utf8");
const [, section = ""] = /## Views of a post\n([\s\S]*?)\n## /.exec(page) ?? [];
const words = [...section.matchAll(/^\| ([a-z ]+) \|/gm)].map(([, word = ""]) => word).slice(1);

test("a post is looked at in at most twelve ways, each with a word of its own", () => {
  expect(words).toContain("listing");
  expect(new Set(words).size).toBe(words.length);
  expect(words.length).toBeLessThanOrEqual(12);
});

/** Other words for these views, in exported names. */
const foreign = /edition|facts|moment|scene|surroundings|summary/i;

test("no exported name of the service has one of these words", () => {
  const found = sourcesBelow("lib").flatMap(({ path, code }) => {
    const names = [...code.matchAll(/^export (?:const|function|interface|type|class) (\w+)/gm)];
    return names.some(([, name = ""]) => foreign.test(name)) ? [path] : [];
  });
  expect(found).toEqual([]);
});

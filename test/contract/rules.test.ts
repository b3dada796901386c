import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { citations, documentsNamed, proofs, rulesCitedIn, rulesProvedBy } from "#test/rules/citations.ts";
import { contractRules, rulesOn } from "#test/rules/contract-rules.ts";
import { rulesPage } from "#test/rules/rules-page.ts";
import { filesBelow, root, sourcesBelow } from "#test/support/sources.ts";

const rules = contractRules();
const names = rules.map(({ name }) => name);
const proved = proofs();

describe("the rules of the contract", () => {
  test("have names of lower-case words", () => {
    expect(names.length).toBeGreaterThan(100);
    expect(names.filter((name) => !/^[a-z]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
  });

  test("have different names, over all pages", () => {
    expect(rules.filter(({ name }, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test("are each proved by a test file", () => {
    const withTests = new Set(proved.map(({ rule }) => rule));
    expect(names.filter((name) => !withTests.has(name))).toEqual([]);
  });

  test("are all that sources cite and tests say they prove", () => {
    const known = new Set(names);
    expect([...citations(), ...proved].filter(({ rule }) => !known.has(rule))).toEqual([]);
  });
});

test("docs/rules.md is current; otherwise run `npm run rules`", () => {
  expect(readFileSync(join(root, "docs/rules.md"), "utf8")).toBe(rulesPage(rules, proved));
});

describe("documents", () => {
  const documents = [
    ...["README.md", "CHANGELOG.md", "CONTRIBUTING.md"],
    ...filesBelow("bench", "cli", "docs", "functions", "layers", "lib", "local", "stacks", "test").filter(
      (path) => path.endsWith(".md"),
    ),
  ];

  test.each(documents)("%s links to files and headings that exist", (path) => {
    const text = readFileSync(join(root, path), "utf8");
    const targets = [...text.matchAll(/\]\(([^)\s:]+)\)/g)].map(([, target = ""]) => target);
    expect(targets.filter((target) => !leadsSomewhere(target, path))).toEqual([]);
  });

  test("are named by sources as they are called, with headings that they have", () => {
    const named = documentsNamed();
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter(({ target }) => !leadsSomewhere(target, "README.md"))).toEqual([]);
  });

  test("are cited by names: a section sign stands behind an RFC only", () => {
    const sources = sourcesBelow(...["bench", "cli", "functions", "lib", "local", "stacks", "test"]);
    const numbered = sources.filter(({ text }) => /(?<!RFC \d{4} )\u00a7/.test(text));
    expect(numbered.map(({ path }) => path)).toEqual([]);
  });

  const leadsSomewhere = (target: string, from: string): boolean => {
    const [file = "", heading] = target.split("#");
    const path = file === "" ? join(root, from) : join(root, dirname(from), file);
    if (!existsSync(path)) return false;
    return heading === undefined || anchorsIn(readFileSync(path, "utf8")).includes(heading);
  };

  /** The anchors that a host of Markdown gives to headings. */
  const anchorsIn = (text: string): string[] =>
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    );
});

describe("names of rules are found", () => {
  test("on a page of the contract, in its headings of the third level", () => {
    const page = "# Herons\n\n## Legs\n\n### two-legs\n\nNot four.\n\n### long-legs\n";
    expect(rulesOn("herons.md", page).map(({ name }) => name)).toEqual(["two-legs", "long-legs"]);
  });

  test("in comments of sources", () => {
    expect(rulesCitedIn("/** Refuses a stale one (contract#revision-token, contract#if-match). */")).toEqual([
      "revision-token",
      "if-match",
    ]);
  });

  test("in the first lines of a test file", () => {
    const text = '// Proves contract rules: two-legs,\n// long-legs.\n\nimport { x } from "x.y";\n';
    expect(rulesProvedBy(text)).toEqual(["two-legs", "long-legs"]);
  });
});

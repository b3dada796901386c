import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  citationsOf,
  citedIn,
  citingFiles,
  linkedDecisions,
  proofs,
  rulesProvedBy,
} from "#test/rules/citations.ts";
import { contractRules, rulesOn } from "#test/rules/contract-rules.ts";
import { rulesPage } from "#test/rules/rules-page.ts";
import { filesBelow, root } from "#test/support/sources.ts";

const rules = contractRules();
const names = rules.map(({ name }) => name);
const proved = proofs();
const textOf = (path: string): string => readFileSync(join(root, path), "utf8");

describe("the rules of the contract", () => {
  test("have names of lower-case words", () => {
    expect(names.length).toBeGreaterThan(100);
    expect(names.filter((name) => !/^[a-z]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
  });

  test("have different names, over all pages", () => {
    expect(rules.filter(({ name }, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test("are each proved by a test file", () => {
    const withTests = new Set(proved.map(({ name }) => name));
    expect(names.filter((name) => !withTests.has(name))).toEqual([]);
  });

  test("docs/rules.md lists them with their tests; otherwise run `npm run rules`", () => {
    expect(textOf("docs/rules.md")).toBe(rulesPage(rules, proved));
  });
});

const documents = [
  ...["README.md", "CHANGELOG.md", "CONTRIBUTING.md"],
  ...filesBelow("docs").filter((path) => path.endsWith(".md")),
  ...citingFiles.filter((path) => path.endsWith(".md")),
];

describe("what is cited exists", () => {
  test("among the rules of the contract", () => {
    const cited = citationsOf("rule");
    expect(cited.length).toBeGreaterThan(100);
    expect([...cited, ...proved].filter(({ name }) => !names.includes(name))).toEqual([]);
  });

  test("among the documents and their headings", () => {
    const cited = citationsOf("document");
    expect(cited.length).toBeGreaterThan(5);
    expect(cited.filter(({ name }) => !leadsSomewhere(name, "README.md"))).toEqual([]);
  });

  test("among the decisions", () => {
    const numbers = filesBelow("docs/decisions").map((path) =>
      path.slice("docs/decisions/".length, -3).slice(0, 3),
    );
    const inDocuments = documents.flatMap((file) =>
      citedIn("decision", textOf(file)).map((name) => ({ file, name })),
    );
    const cited = [...citationsOf("decision"), ...inDocuments];
    expect(cited.length).toBeGreaterThan(50);
    expect(cited.filter(({ name }) => !numbers.includes(name))).toEqual([]);
  });

  test("and has a name: section numbers are those of RFCs only", () => {
    const numbered = citingFiles.filter((path) => /(?<!RFC \d{4} )\u00a7/.test(textOf(path)));
    expect(numbered).toEqual([]);
  });

  test.each(documents)("where %s links to it", (path) => {
    // What stands in code is no link.
    const text = textOf(path).replace(/^(`{3,}).*\n[\s\S]*?^\1$|(`+)(?!`).*?(?<!`)\2(?!`)/gm, "");
    const targets = [...text.matchAll(/\]\(([^)\s:]+)\)/g)].map(([, target = ""]) => target);
    expect(targets.filter((target) => !leadsSomewhere(target, path))).toEqual([]);
    expect(linkedDecisions(textOf(path)).filter(({ said, file }) => said !== file)).toEqual([]);
  });

  const current = documents.filter((path) => path !== "CHANGELOG.md" && !path.startsWith("packages/"));

  test.each(current)("where %s names a file or folder of this project", (path) => {
    const named = [
      ...textOf(path).matchAll(/`((?:cli|functions|layers|lib|local|packages|stacks|test)\/[^\s`<]+)`/g),
    ];
    const paths = named.map(([, file = ""]) => file).filter((file) => file !== "test/browser/.pictures");
    const places = [root, join(root, ownFolder(path))];
    const isThere = (file: string): boolean => places.some((place) => existsSync(join(place, file)));
    expect(paths.filter((file) => !isThere(file))).toEqual([]);
  });

  test("among the scripts of npm, where documents run one", () => {
    const scriptsIn = (folder: string): object =>
      JSON.parse(textOf(join(folder, "package.json"))).scripts ?? {};
    const run = current.flatMap((path) => {
      const scripts = { ...scriptsIn(""), ...scriptsIn(ownFolder(path)) };
      const named = textOf(path).matchAll(/npm run (?:--\S+ )?([a-z:-]+)/g);
      return [...named].map(([, script = ""]) => ({ path, script, isThere: script in scripts }));
    });
    expect(run.length).toBeGreaterThan(10);
    expect(run.filter(({ isThere }) => !isThere)).toEqual([]);
  });

  test("among the settings, where documents name one", () => {
    const sources = filesBelow("lib/settings").map(textOf).join("\n");
    const named = current.flatMap((path) => [...textOf(path).matchAll(/\bSITE_[A-Z_]*[A-Z]\b/g)]);
    expect(named.length).toBeGreaterThan(30);
    expect(named.map(([name]) => name).filter((name) => !sources.includes(`"${name}"`))).toEqual([]);
  });
});

/** The folder of the package that a document is in; that of the project is "". */
const ownFolder = (path: string): string => /^packages\/[^/]+/.exec(path)?.[0] ?? "";

const leadsSomewhere = (target: string, from: string): boolean => {
  const [file = "", heading] = target.split("#");
  const path = file === "" ? from : join(dirname(from), file);
  if (!existsSync(join(root, path))) return false;
  return heading === undefined || anchorsOf(textOf(path)).includes(heading);
};

/** The anchors that a host of Markdown gives to headings. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

describe("names of rules are found", () => {
  test("on a page of the contract, in its headings of the third level", () => {
    const page = "# Herons\n\n## Legs\n\n### two-legs\n\nNot four.\n\n### long-legs\n";
    expect(rulesOn("herons.md", page).map(({ name }) => name)).toEqual(["two-legs", "long-legs"]);
  });

  test("in comments", () => {
    const comment = "/** Refuses a stale one (contract#revision-token, contract#if-match). */";
    expect(citedIn("rule", comment)).toEqual(["revision-token", "if-match"]);
  });

  test("in the first lines of a test file", () => {
    const text = '// Proves contract rules: two-legs,\n// long-legs.\n\nimport { x } from "x.y";\n';
    expect(rulesProvedBy(text)).toEqual(["two-legs", "long-legs"]);
  });
});

describe("decisions are found", () => {
  test("in comments, one or several", () => {
    const comment = "/** Why so (decision 018)? See decisions 028, 008 and 131. */";
    expect(citedIn("decision", comment)).toEqual(["018", "028", "008", "131"]);
  });

  test("in links, whose text has the number of their file", () => {
    const text = "([018](decisions/018-what.md), [decision 018](../decisions/031-how.md#then))";
    expect(linkedDecisions(text)).toEqual([
      { said: "018", file: "018" },
      { said: "018", file: "031" },
    ]);
  });
});

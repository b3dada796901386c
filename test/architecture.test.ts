import { readdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { filesBelow, root, type Source, sourcesBelow } from "./support/sources.ts";

/**
 * What each folder may load from which others. Two files stand for themselves, because they are the only address of the
 * clock and of the environment. What is not in here is not permitted: a new arrow is a decision.
 */
const arrows: Readonly<Record<string, readonly string[]>> = {
  functions: [
    "docs",
    "lib/access",
    "lib/actions",
    "lib/catalog",
    "lib/clock.ts",
    "lib/config.ts",
    "lib/discovery",
    "lib/http",
    "lib/media",
    "lib/pages",
    "lib/probing",
    "lib/refusals",
    "lib/routes",
    "lib/store",
    "lib/themes",
    "lib/uploads",
    "lib/views",
  ],
  "lib/uploads": [
    "lib/access",
    "lib/actions",
    "lib/clock.ts",
    "lib/config.ts",
    "lib/http",
    "lib/media",
    "lib/refusals",
    "lib/routes",
    "lib/store",
  ],
  "lib/http": [
    "lib/access",
    "lib/config.ts",
    "lib/discovery",
    "lib/pages",
    "lib/refusals",
    "lib/routes",
    "lib/views",
  ],
  "lib/access": [
    "lib/clock.ts",
    "lib/config.ts",
    "lib/limiter.ts",
    "lib/media",
    "lib/pages",
    "lib/refusals",
    "lib/site",
    "lib/store",
  ],
  "lib/actions": [
    "lib/access",
    "lib/blocks",
    "lib/clock.ts",
    "lib/discovery",
    "lib/imaging",
    "lib/media",
    "lib/pages",
    "lib/probing",
    "lib/refusals",
    "lib/richtext",
    "lib/store",
  ],
  "lib/catalog": [
    "lib/clock.ts",
    "lib/config.ts",
    "lib/discovery",
    "lib/media",
    "lib/pages",
    "lib/refusals",
    "lib/store",
  ],
  "lib/manifest": [
    "lib/access",
    "lib/actions",
    "lib/blocks",
    "lib/clock.ts",
    "lib/config.ts",
    "lib/discovery",
    "lib/imaging",
    "lib/media",
    "lib/pages",
    "lib/probing",
    "lib/refusals",
    "lib/richtext",
    "lib/site",
    "lib/store",
  ],
  "lib/imaging": ["lib/limiter.ts", "lib/media"],
  "lib/probing": ["lib/clock.ts", "lib/config.ts", "lib/limiter.ts", "lib/store"],
  "lib/store": ["lib/clock.ts", "lib/config.ts", "lib/media", "lib/refusals", "lib/site"],
  "lib/views": [
    "lib/blocks",
    "lib/discovery",
    "lib/media",
    "lib/pages",
    "lib/refusals",
    "lib/richtext",
    "lib/themes",
  ],
  "lib/openapi": ["lib/refusals", "lib/routes", "package.json"],
  "lib/routes": ["lib/media", "lib/pages"],
  "lib/discovery": ["lib/blocks", "lib/media", "lib/pages", "lib/refusals", "lib/richtext"],
  "lib/pages": ["lib/blocks", "lib/media", "lib/refusals", "lib/richtext"],
  "lib/blocks": ["lib/media", "lib/refusals", "lib/richtext"],
  "lib/themes": ["lib/blocks", "lib/media", "lib/richtext"],
  "lib/richtext": [],
  "lib/media": [],
  "lib/site": [],
  "lib/refusals": [],
  "lib/config.ts": ["lib/blocks", "lib/discovery", "lib/media", "lib/richtext", "lib/themes"],
  "lib/clock.ts": [],
  "lib/limiter.ts": ["lib/refusals"],
  local: [
    "functions",
    "lib/actions",
    "lib/catalog",
    "lib/clock.ts",
    "lib/config.ts",
    "lib/http",
    "lib/limiter.ts",
    "lib/manifest",
    "lib/media",
    "lib/refusals",
    "lib/routes",
    "lib/store",
  ],
  cli: [
    "lib/access",
    "lib/actions",
    "lib/blocks",
    "lib/catalog",
    "lib/clock.ts",
    "lib/manifest",
    "lib/media",
    "lib/pages",
    "lib/refusals",
    "lib/richtext",
    "lib/routes",
    "lib/site",
    "lib/store",
    "local",
  ],
  bench: [
    "functions",
    "lib/actions",
    "lib/blocks",
    "lib/catalog",
    "lib/clock.ts",
    "lib/config.ts",
    "lib/http",
    "lib/manifest",
    "lib/media",
    "lib/pages",
    "lib/refusals",
    "lib/richtext",
    "lib/routes",
    "lib/store",
    "lib/views",
    "local",
  ],
  stacks: ["lib/media", "lib/routes", "lib/store"],
};

/** What they may name besides, in types: nothing of it is loaded. */
const typeArrows: Readonly<Record<string, readonly string[]>> = {
  "lib/http": ["lib/blocks", "lib/catalog", "lib/media", "lib/site", "lib/themes"],
  "lib/access": ["lib/catalog", "lib/routes"],
  "lib/actions": ["lib/site"],
  "lib/catalog": ["lib/blocks", "lib/site"],
  "lib/store": ["lib/blocks", "lib/pages", "lib/site"],
  "lib/media": ["lib/refusals"],
  "lib/probing": ["lib/media"],
  "lib/views": ["lib/catalog", "lib/routes", "lib/site"],
  "lib/routes": ["lib/refusals"],
  "lib/site": ["lib/media", "lib/pages"],
  "lib/config.ts": ["lib/routes"],
};

/** Folders of types and pure rules: nothing in them reads, writes, waits or asks what time it is. */
const nouns = [
  "lib/blocks",
  "lib/discovery",
  "lib/media",
  "lib/pages",
  "lib/refusals",
  "lib/richtext",
  "lib/site",
  "lib/themes",
];

/** Packages, by the start of their names, that have one address: the folders or files that may load them. */
const addresses: readonly { readonly name: string; readonly at: readonly string[] }[] = [
  { name: "@aws-sdk/", at: ["lib/store", "local"] },
  { name: "@middy/", at: ["lib/http"] },
  { name: "node:sqlite", at: ["lib/catalog"] },
  { name: "sharp", at: ["lib/imaging"] },
  {
    name: "node:child_process",
    at: ["lib/probing", "local", "cli/lectern.js", "stacks/prober.ts", "bench/processes"],
  },
  { name: "sanitize-html", at: ["lib/richtext"] },
  { name: "marked", at: ["lib/richtext"] },
  { name: "preact", at: ["lib/themes"] },
];

/** What only one place reads, so that whatever depends on it can be seen to depend on it. */
const readings: readonly {
  readonly name: string;
  readonly pattern: RegExp;
  readonly at: readonly string[];
}[] = [
  {
    name: "the environment",
    pattern: /\bprocess\.env\b/,
    at: ["lib/config.ts", "local/environment.ts", "cli", "stacks", "bench/processes/environment.ts"],
  },
  {
    name: "the clock",
    pattern: /\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b|\bhrtime\b/,
    at: ["lib/clock.ts", "local", "cli"],
  },
];

const namesThatSayNothing = new Set(["services", "utils", "helpers", "common", "core", "types"]);

const sources = sourcesBelow("functions", "lib", "local", "cli", "stacks", "bench");

/** The folder, or the file that stands for itself, that a path counts to. */
const areaOf = (path: string): string => {
  const segments = path.split("/");
  return segments.slice(0, segments[0] === "lib" ? 2 : 1).join("/");
};

const isAt = (path: string, places: readonly string[]): boolean =>
  places.some((place) => path === place || path.startsWith(`${place}/`));

const foreignImports = ({ path, imports }: Source) =>
  imports.filter(({ target, isPackage }) => !isPackage && areaOf(target) !== areaOf(path));

const isPermitted = (from: string, to: string, typeOnly: boolean): boolean =>
  Boolean(arrows[from]?.includes(to) || (typeOnly && typeArrows[from]?.includes(to)));

test("the files that these rules are about are seen, and so are their imports", () => {
  expect(sources.length).toBeGreaterThan(50);
  expect(sources.flatMap(foreignImports).length).toBeGreaterThan(100);
  expect(sources.flatMap(({ imports }) => imports).filter(({ typeOnly }) => typeOnly).length).toBeGreaterThan(
    50,
  );
});

describe("imports go one way", () => {
  test("every import from another folder is a permitted arrow", () => {
    const wrong = sources.flatMap((source) =>
      foreignImports(source)
        .filter(({ target, typeOnly }) => !isPermitted(areaOf(source.path), areaOf(target), typeOnly))
        .map(({ target, typeOnly }) => `${source.path} -> ${typeOnly ? "type of " : ""}${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test("no permitted arrows lead back to where they began", () => {
    const reachable = (from: string, seen = new Set<string>()): ReadonlySet<string> => {
      for (const to of arrows[from] ?? []) if (!seen.has(to)) reachable(to, seen.add(to));
      return seen;
    };
    const circular = Object.keys(arrows).filter((area) => reachable(area).has(area));
    expect(circular).toEqual([]);
  });

  test("an import from another folder starts with #, one from the same folder with ./", () => {
    const wrong = sources.flatMap(({ path, imports }) =>
      imports
        .filter(({ isPackage, target }) => !isPackage && /\.[jt]s$/.test(target))
        .filter(({ specifier, target }) => specifier.startsWith("./") !== (dirname(target) === dirname(path)))
        .map(({ specifier }) => `${path}: ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe("what reaches outside has one address", () => {
  test.each(addresses)("$name is loaded at its address only", ({ name, at }) => {
    const wrong = sources.filter(
      ({ path, imports }) =>
        !isAt(path, at) && imports.some(({ target, isPackage }) => isPackage && target.startsWith(name)),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test.each(readings)("$name is read at its address only", ({ pattern, at }) => {
    const wrong = sources.filter(({ path, code }) => !isAt(path, at) && pattern.test(code));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test("nouns load nothing of Node", () => {
    const wrong = sources
      .filter(({ path }) => isAt(path, nouns))
      .filter(({ imports }) =>
        imports.some(({ target, typeOnly }) => target.startsWith("node:") && !typeOnly),
      );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

test("no folder or file has a name that says nothing", () => {
  const folders = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith(".") && entry.name !== "node_modules")
    .map(({ name }) => name);
  const wrong = filesBelow(...folders).filter((path) =>
    [...dirname(path).split("/"), basename(path).replace(/\..*$/, "")].some((name) =>
      namesThatSayNothing.has(name),
    ),
  );
  expect(wrong).toEqual([]);
});

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { filesBelow, root, type SourceFile, sourcesBelow } from "./support/sources.ts";

/**
 * Where each folder stands. It imports from lower layers only, so those in one layer do not import each
 * other. Each surface, and each file directly in `lib`, counts by itself.
 */
const layers: readonly (readonly string[])[] = [
  [
    "lib/aws-signature.ts",
    "lib/cached.ts",
    "lib/certain.ts",
    "lib/clock.ts",
    "lib/digest.ts",
    "lib/email-address.ts",
    "lib/field.ts",
    "lib/instant.ts",
    "lib/json.ts",
    "lib/nearest-name.ts",
    "lib/node-http.ts",
    "lib/refusals",
    "lib/repeat-cache.ts",
    "lib/settled.ts",
    "lib/sized-cache.ts",
    "lib/sync-folder.ts",
    "lib/timezone.ts",
  ],
  [
    "lib/database-meter.ts",
    "lib/language-direction.ts",
    "lib/limiter.ts",
    "lib/log.ts",
    "lib/media",
    "lib/retries.ts",
    "lib/richtext",
  ],
  ["lib/blocks", "lib/guarded.ts", "lib/imaging", "lib/object-fields.ts"],
  ["lib/deadline.ts", "lib/outbound", "lib/pages", "lib/themes"],
  ["lib/feeds", "lib/search", "lib/site", "lib/timed-handler.ts"],
  ["lib/queries", "lib/statistics"],
  ["lib/routes"],
  ["lib/admin-files.ts", "lib/agents", "lib/openapi", "lib/settings"],
  ["lib/files", "lib/store"],
  ["lib/catalog", "lib/probing"],
  ["lib/access"],
  ["lib/actions", "lib/http"],
  ["lib/manifest", "lib/surfaces/accounts", "lib/surfaces/content", "lib/surfaces/uploads"],
  ["lib/feed-renewal", "lib/surfaces/html", "lib/surfaces/legacy", "lib/surfaces/player", "lib/webhooks"],
  ["lib/surfaces/agent-access", "lib/surfaces/editor", "lib/surfaces/markdown", "lib/surfaces/private-feeds"],
  ["lib/surfaces/administration"],
  ["functions"],
  ["local"],
  ["cli"],
  ["stacks"],
];

/** What every layer may import. */
const beside = ["package.json", "packages/client", "docs", "layers"];

interface Workspace {
  /** The only files that may import from the rest, so that they show what the workspace depends on. */
  readonly importsIn: readonly string[];
  /** The only files of the rest that may import it. */
  readonly importedBy: readonly string[];
}

/** The workspaces that are not the service. */
const apart: Readonly<Record<string, Workspace>> = {
  "packages/action": { importsIn: ["packages/action/src/lectern.ts"], importedBy: [] },
  "packages/bench": {
    // Several, because loading one loads all that it names, and the processes are measured.
    importsIn: [
      ...[
        "bodies",
        "catalog",
        "estimate",
        "files",
        "one-machine",
        "pages",
        "routes",
        "table",
        "tests",
        "tools",
      ].map((name) => `packages/bench/src/lectern/${name}.ts`),
    ],
    importedBy: [],
  },
  "packages/estimate": {
    importsIn: ["packages/estimate/src/lectern.ts"],
    // These tests hold the figures that estimates are made of.
    importedBy: ["cli/estimate.ts", "test/api/cost.test.ts", "test/deploy/deployment/jobs.ts"],
  },
  "packages/importers": {
    importsIn: ["packages/importers/src/lectern.ts"],
    importedBy: ["cli/import.ts"],
  },
};

/** Folders of types and pure rules, which do not read, write, wait or ask for the time. */
const nouns = [
  "lib/blocks",
  "lib/feeds",
  "lib/media",
  "lib/pages",
  "lib/queries",
  "lib/refusals",
  "lib/richtext",
  "lib/search",
  "lib/site",
  "lib/themes",
];

/** Packages that only these folders or files may import, by the start of their names. */
const addresses: readonly { readonly name: string; readonly at: readonly string[] }[] = [
  {
    name: "@aws-sdk/",
    at: [
      "lib/store",
      "lib/files",
      "local",
      "cli/logs",
      "cli/pause",
      "cli/release",
      "cli/stage",
      "stacks/domain/aws-reads.ts",
    ],
  },
  { name: "@smithy/", at: ["lib/timed-handler.ts"] },
  { name: "@middy/", at: ["lib/http"] },
  {
    name: "node:sqlite",
    at: ["lib/catalog", "lib/store/sqlite", "local/database", "local/migration", "cli/backup/spool.ts"],
  },
  { name: "sharp", at: ["lib/imaging"] },
  {
    name: "node:child_process",
    at: [
      "lib/probing",
      "local",
      "cli/lectern.js",
      "cli/version.ts",
      "stacks/prober.ts",
      "packages/bench/src/processes",
    ],
  },
  { name: "sanitize-html", at: ["lib/richtext"] },
  { name: "marked", at: ["lib/richtext", "cli/publish/body"] },
  { name: "preact", at: ["lib/themes"] },
  { name: "highlight.js", at: ["lib/themes"] },
  { name: "@orama/stemmers", at: ["lib/catalog"] },
  { name: "@modelcontextprotocol/", at: ["lib/agents"] },
  { name: "jose", at: ["lib/access"] },
];

/** Inputs that only one place may read, so that it shows what depends on them. */
const readings: readonly {
  readonly name: string;
  readonly pattern: RegExp;
  readonly at: readonly string[];
}[] = [
  {
    name: "the environment",
    pattern: /\bprocess\.env\b/,
    at: [
      "lib/settings/environment.ts",
      "local/environment.ts",
      // Before any module can be loaded.
      "local/start.js",
      "cli",
      "stacks",
      "packages/action/src/main.ts",
      "packages/bench/src/processes/environment.ts",
    ],
  },
  {
    name: "the clock",
    pattern: /\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b|\bhrtime\b/,
    at: ["lib/clock.ts", "local", "cli"],
  },
  {
    name: "the language of DynamoDB",
    pattern: /\b(Condition|Update|Filter|Projection)Expression\b/,
    at: ["lib/store/dynamo"],
  },
  {
    name: "the log",
    pattern: /\bprocess\.std(out|err)\b/,
    at: ["lib/log.ts", "local", "cli", "packages/action/src/main.ts", "packages/bench"],
  },
];

const namesThatSayNothing = new Set(["services", "utils", "helpers", "common", "core", "types"]);

const sources = sourcesBelow("functions", "lib", "local", "cli", "stacks");
const sourcesApart = sourcesBelow(...Object.keys(apart).map((workspace) => `${workspace}/src`));
const importingRest = Object.values(apart).flatMap(({ importsIn }) => importsIn);

/** The folder or single file that a path belongs to. */
const areaOf = (path: string): string => {
  const segments = path.split("/");
  const isInTwo = ["lib", "packages"].includes(segments[0]!);
  const depth = path.startsWith("lib/surfaces/") ? 3 : isInTwo ? 2 : 1;
  return segments.slice(0, depth).join("/");
};

const isAt = (path: string, places: readonly string[]): boolean =>
  places.some((place) => path === place || path.startsWith(`${place}/`));

const foreignImports = ({ path, imports }: SourceFile) =>
  imports.filter(({ target, isPackage }) => !isPackage && areaOf(target) !== areaOf(path));

const layerOf = (area: string): number => layers.findIndex((row) => row.includes(area));

test("the files that these rules are about are seen, and so are their imports", () => {
  expect(sources.length).toBeGreaterThan(50);
  expect(sources.flatMap(foreignImports).length).toBeGreaterThan(100);
  expect(sources.flatMap(({ imports }) => imports).filter(({ typeOnly }) => typeOnly).length).toBeGreaterThan(
    50,
  );
});

describe("imports go one way", () => {
  test("every folder, and every file directly in lib, stands in one layer", () => {
    const areas = [...new Set(sources.map(({ path }) => areaOf(path)))];
    expect(layers.flat().toSorted()).toEqual(areas.toSorted());
  });

  test("every import from another folder, of types too, leads to a lower layer", () => {
    const wrong = sources.flatMap((source) =>
      foreignImports(source)
        .filter(({ target }) => !isAt(target, beside))
        .filter(({ target }) => !apart[areaOf(target)]?.importedBy.includes(source.path))
        .filter(({ target }) => !(layerOf(areaOf(target)) < layerOf(areaOf(source.path))))
        .map(({ target }) => `${source.path} -> ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test("a workspace that is not the service imports from the rest in the files that are listed, and in all of them", () => {
    const importers = sourcesApart
      .filter((source) => foreignImports(source).length > 0)
      .map(({ path }) => path);
    expect(importers).toEqual(importingRest.toSorted());
  });

  test("and is imported by the files that are listed, tests included, and by no other", () => {
    const importers = new Map<string, string[]>(Object.keys(apart).map((workspace) => [workspace, []]));
    for (const { path, imports } of [...sources, ...sourcesBelow("layers", "release", "test")])
      for (const area of new Set(imports.map(({ target }) => areaOf(target))))
        importers.get(area)?.push(path);
    expect(Object.fromEntries(importers)).toEqual(
      Object.fromEntries(Object.entries(apart).map(([workspace, { importedBy }]) => [workspace, importedBy])),
    );
  });

  test.each(Object.keys(apart))("%s is a private workspace with a README and tests of its own", (folder) => {
    const { workspaces } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    expect(workspaces).toContain(folder);
    expect(JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"))).toMatchObject({
      private: true,
    });
    expect(existsSync(join(root, folder, "README.md"))).toBe(true);
    expect(filesBelow(`${folder}/test`).filter((path) => path.endsWith(".test.ts"))).not.toEqual([]);
  });

  test("no module is loaded for what loading it does, as package.json tells those who bundle it", () => {
    const { sideEffects } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    expect(sideEffects).toBe(false);
    const bare = sources.filter(({ code }) => /^import ["']/m.test(code)).map(({ path }) => path);
    expect(bare).toEqual([]);
  });

  test("an import from another folder starts with #, one from the same folder with ./", () => {
    const inside = [...sources, ...sourcesApart].filter(({ path }) => !importingRest.includes(path));
    const wrong = inside.flatMap(({ path, imports }) =>
      imports
        .filter(({ isPackage, target }) => !isPackage && /\.[jt]s$/.test(target))
        .filter(({ specifier, target }) => specifier.startsWith("./") !== (dirname(target) === dirname(path)))
        .map(({ specifier }) => `${path}: ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });
});

/** The catalog's folders from bottom to top; `.` is its own files. */
const catalogLayers = [
  "database",
  "pages",
  "media",
  ".",
  "words",
  "following",
  "editor-listings",
  "snapshots",
  "current",
  "uses",
  "changes",
  "verifying",
];

test("the folders of the catalog are layers: none loads or names what is above it", () => {
  const base = "lib/catalog";
  const layerOf = (path: string): number => {
    const [first = "", ...rest] = path.slice(base.length + 1).split("/");
    return catalogLayers.indexOf(rest.length > 0 ? first : ".");
  };
  const inside = sources.filter(({ path }) => isAt(path, [base]));
  expect(inside.filter(({ path }) => layerOf(path) < 0)).toEqual([]);
  const wrong = inside.flatMap(({ path, imports }) =>
    imports
      .filter(({ target, isPackage }) => !isPackage && isAt(target, [base]))
      .filter(({ target }) => layerOf(target) > layerOf(path))
      .map(({ target }) => `${path} -> ${target}`),
  );
  expect(wrong).toEqual([]);
});

describe("people find their way", () => {
  const folders = readdirSync(join(root, "lib"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

  test.each(["docs/architecture.md", "lib/README.md"])("%s names every folder of lib", (page) => {
    const text = readFileSync(join(root, page), "utf8");
    expect(folders.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
  });

  test("the picture of layers has the number of every folder of lib", () => {
    const page = readFileSync(join(root, "docs/architecture.md"), "utf8");
    const [, picture = ""] = /```\n([^`]*)```/.exec(page) ?? [];
    const rows = [...picture.matchAll(/^ *(\d+) +(.*)$/gm)].map(([, number, text = ""]) => [
      Number(number),
      new Set(text.match(/[a-z]+(-[a-z]+)*/g)),
    ]) as [number, Set<string>][];
    const numbers = (name: string) => rows.filter(([, words]) => words.has(name)).map(([number]) => number);
    const named = layers.flatMap((row, number) =>
      row.flatMap((area) => (area.endsWith(".ts") ? [] : [{ area, number }])),
    );
    const missing = named.filter(({ area, number }) => !numbers(basename(area)).includes(number));
    expect(missing).toEqual([]);
  });

  test("a folder with more than fifteen files, those below it included, says in a README what is in it", () => {
    const big = new Map<string, number>();
    for (const { path } of sources) {
      const [first = "", second = ""] = path.split("/");
      for (const folder of [first, ...(first === "lib" ? [`lib/${second}`] : [])])
        big.set(folder, (big.get(folder) ?? 0) + 1);
    }
    const silent = [...big].filter(
      ([folder, count]) => count > 15 && !existsSync(join(root, folder, "README.md")),
    );
    expect(silent).toEqual([]);
  });
});

describe("what reaches outside has one address", () => {
  const all = [...sources, ...sourcesApart];

  test.each(addresses)("$name is loaded at its address only", ({ name, at }) => {
    const wrong = all.filter(
      ({ path, imports }) =>
        !isAt(path, at) && imports.some(({ target, isPackage }) => isPackage && target.startsWith(name)),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test("only the benchmark imports node:http, which loads WebSockets too", () => {
    const wrong = all.filter(
      ({ path, imports }) =>
        !isAt(path, ["packages/bench"]) &&
        imports.some(({ target, typeOnly }) => /^node:https?$/.test(target) && !typeOnly),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test.each(readings)("$name is read at its address only", ({ pattern, at }) => {
    const wrong = all.filter(({ path, code }) => !isAt(path, at) && pattern.test(code));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test("nouns ask nobody for the time, and log nothing", () => {
    const wrong = sources.filter(
      ({ path, imports }) =>
        isAt(path, nouns) && imports.some(({ target }) => isAt(target, ["lib/clock.ts", "lib/log.ts"])),
    );
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

test("the image has every file that the service and its command import", () => {
  const lines = readFileSync(join(root, ".dockerignore"), "utf8").split("\n");
  const places = lines.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
  const workspaces = places.filter((place) => /^packages\/\w+\/src$/.test(place));
  const missing = sourcesBelow("functions", "lib", "local", "cli", ...workspaces).flatMap(
    ({ path, imports }) =>
      imports
        .filter(({ target, isPackage, typeOnly }) => !isPackage && !typeOnly && !isAt(target, places))
        .map(({ target }) => `${path} -> ${target}`),
  );
  expect(workspaces.length).toBeGreaterThan(2);
  expect(missing).toEqual([]);
});

test("no file of lib has more than 400 lines", () => {
  const long = sources.filter(({ path, code }) => isAt(path, ["lib"]) && code.split("\n").length > 401);
  expect(long.map(({ path }) => path)).toEqual([]);
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

const foldersOfCode = ["functions", "lib", "local", "cli", "stacks", "test", ...Object.keys(apart)];

test("a line that is a comment has at most 110 columns, but for what a tool demands on one line", () => {
  const directive = /^\s*\/\/ biome-ignore /;
  const wrong = sourcesBelow(...foldersOfCode, "layers").flatMap(({ path, text }) =>
    text
      .split("\n")
      .map((line, index) => ({ line, place: `${path}:${index + 1}` }))
      .filter(({ line }) => line.length > 110 && /^\s*(\/\/|\/?\*)/.test(line))
      .filter(({ line }) => !directive.test(line))
      .map(({ place }) => place),
  );
  expect(wrong).toEqual([]);
});

test("each exported name means one thing, but for the entry points of functions", () => {
  const declaration =
    /^export (?:declare )?(?:async )?(?:const|let|function\*?|(?:abstract )?class|interface|type|enum) (\w+)/gm;
  const homes = new Map<string, Set<string>>();
  for (const { path, code } of sourcesBelow(...foldersOfCode))
    for (const [, name = ""] of code.matchAll(declaration))
      homes.set(name, (homes.get(name) ?? new Set()).add(path));
  const doubles = [...homes].filter(([name, paths]) => paths.size > 1 && name !== "handler");
  expect(homes.size).toBeGreaterThan(1_000);
  expect(doubles.map(([name, paths]) => `${name}: ${[...paths].join(", ")}`)).toEqual([]);
});

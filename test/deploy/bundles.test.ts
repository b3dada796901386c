import { readdirSync } from "node:fs";
import path from "node:path";
import { build, type Metafile } from "esbuild";
import { beforeAll, describe, expect, test } from "vitest";
import { readExport } from "#lib/routes/administration-export.ts";
import { applyManifestPart } from "#lib/routes/administration-manifest.ts";
import { fallback } from "#lib/routes/fallback.ts";
import type { Route } from "#lib/routes/route.ts";
import { routes } from "#lib/routes/table.ts";
import { showsPages } from "../../stacks/themed-entry.ts";
import { projectFolder } from "./sst-platform.ts";

/**
 * The most that a function may load. HTML pages add themes and lists, writing adds parsers and sanitizers,
 * files add the S3 client, addresses of files a client for the key, agents a protocol, and manifests the
 * parts of a site. Applying one takes all.
 */
const budgetBytes = {
  reading: 480 * 1024,
  pages: 535 * 1024,
  writing: 720 * 1024,
  files: 900 * 1024,
  signing: 640 * 1024,
  agents: 745 * 1024,
  manifests: 740 * 1024,
  applying: 1_350 * 1024,
};

const kindOf = ({ id, method, uses, answerType }: Route): keyof typeof budgetBytes => {
  if (id === readExport.id) return "manifests";
  if (id === applyManifestPart.id) return "applying";
  if (uses.includes("media:sign")) return "signing";
  if (uses.some((use) => /^(media|uploads|images|audios|videos):/.test(use))) return "files";
  if (uses.includes("api")) return "agents";
  if (answerType.startsWith("text/html") && uses.includes("catalog")) return "pages";
  return method === "GET" ? "reading" : "writing";
};

/** The functions without a route. */
const jobs = readdirSync(path.join(projectFolder, "functions/jobs")).map(
  (file) => `jobs/${path.basename(file, ".ts")}`,
);

/** The jobs that use the S3 client. */
const filing = [
  "jobs/probe-media",
  "jobs/remove-leftover-files",
  "jobs/renew-feeds",
  "jobs/snapshot-catalog",
];

const functions: readonly { readonly id: string; readonly kind: keyof typeof budgetBytes }[] = [
  ...routes.map((route) => ({ id: route.id, kind: kindOf(route) })),
  // It makes pages of errors, and has the table of all routes.
  { id: fallback.id, kind: "pages" },
  ...jobs.map((id) => ({ id, kind: filing.includes(id) ? "files" : "writing" }) as const),
];

/** Packages with binaries, which are installed beside the bundle. */
const unbundled = ["sharp"];

let inputs: Metafile["inputs"];
let outputs: Metafile["outputs"];

beforeAll(async () => {
  const { metafile } = await build({
    absWorkingDir: projectFolder,
    entryPoints: functions.map(({ id }) => `functions/${id}.ts`),
    outbase: ".",
    outdir: "bundles",
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    mainFields: ["module", "main"],
    external: unbundled,
    metafile: true,
    write: false,
  });
  ({ inputs, outputs } = metafile);
}, 600_000);

const bundleOf = (id: string) => outputs[`bundles/functions/${id}.js`]!;

/** The languages of which a function loads one at most: that of searches, or that of a block of code. */
const languageBytes = (id: string): number =>
  ["node_modules/@orama/stemmers", "node_modules/highlight.js/es/languages"]
    .map((folder) => bytesBesideOne(id, folder))
    .reduce((sum, bytes) => sum + bytes, 0);

/** Loaded after changes, where CloudFront may keep pages. */
const invalidatingBytes = (id: string): number =>
  sourcesIn(id, "node_modules/@aws-sdk/client-cloudfront")
    .map((source) => bundleOf(id).inputs[source]!.bytesInOutput)
    .reduce((sum, bytes) => sum + bytes, 0);

const bytesBesideOne = (id: string, folder: string): number =>
  sourcesIn(id, folder)
    .map((source) => bundleOf(id).inputs[source]!.bytesInOutput)
    .toSorted((one, other) => other - one)
    .slice(1)
    .reduce((sum, bytes) => sum + bytes, 0);

/** The API's description is data that a function sends. */
const sentBytes = (id: string): number => bundleOf(id).inputs["docs/openapi.json"]?.bytesInOutput ?? 0;

/** The sources that a source imports statically. */
const loadedWith = (source: string, found = new Set<string>()): ReadonlySet<string> => {
  found.add(source);
  for (const { path, kind } of inputs[source]?.imports ?? [])
    if (kind !== "dynamic-import" && !found.has(path)) loadedWith(path, found);
  return found;
};

/** With what a function always loads on demand. */
const loadedBytes = (id: string, onDemand: readonly string[] = []): number => {
  const carried = bundleOf(id).inputs;
  const sources = new Set([`functions/${id}.ts`, ...onDemand].flatMap((source) => [...loadedWith(source)]));
  const loaded = [...sources].map((source) => carried[source]?.bytesInOutput ?? 0);
  return loaded.reduce((sum, bytes) => sum + bytes, 0);
};

const sourcesIn = (id: string, folder: string): string[] =>
  Object.keys(bundleOf(id).inputs).filter((source) => source.startsWith(`${folder}/`));

/** The file in `lib/routes` that declares each route. */
const declaringFiles = new Map<string, string>();
const routeFiles = readdirSync(path.join(projectFolder, "lib/routes")).filter((file) => file.endsWith(".ts"));
for (const file of routeFiles) {
  const exported: unknown[] = Object.values(await import(path.join(projectFolder, "lib/routes", file)));
  for (const route of exported)
    if (typeof route === "object" && route !== null && "id" in route)
      declaringFiles.set(route.id as string, `lib/routes/${file}`);
}

test.each([...routes, fallback])("the function of $id installs what it loads and cannot carry", (route) => {
  const loaded = bundleOf(route.id).imports.map(({ path }) => path);
  expect(unbundled.filter((name) => loaded.includes(name))).toEqual(route.installs);
});

test("jobs are functions, too", () => {
  expect(jobs).toContain("jobs/publish-scheduled");
});

describe.each(functions)("the function of $id", ({ id, kind }) => {
  test("exports its handler", () => {
    expect(bundleOf(id).exports).toEqual(["handler"]);
  });

  test("carries no other function", () => {
    expect(sourcesIn(id, "functions")).toEqual([`functions/${id}.ts`]);
  });

  test("fits its budget", () => {
    // Functions with files always need the S3 client; those that sign addresses do, where there is no key.
    const onDemand = kind === "signing" ? ["lib/files/cloudfront.ts"] : [];
    const bytes =
      kind === "files"
        ? bundleOf(id).bytes - languageBytes(id) - invalidatingBytes(id)
        : loadedBytes(id, onDemand);
    expect(bytes - sentBytes(id)).toBeLessThanOrEqual(budgetBytes[kind]);
  });

  test("carries the S3 client only where it uses files", () => {
    const carriesClient = sourcesIn(id, "node_modules/@aws-sdk/client-s3").length > 0;
    expect(carriesClient).toBe(["files", "signing", "applying"].includes(kind));
  });
});

test("the functions that get the site's own themes are those that show pages in themes", () => {
  const withThemes = functions.filter(({ id }) =>
    sourcesIn(id, "lib/themes").includes("lib/themes/themes.ts"),
  );
  const ids = functions.map(({ id }) => id);
  expect(ids.filter(showsPages)).toEqual(withThemes.map(({ id }) => id));
});

test.each(routes)("the function of $id knows the routes of its own resource only", ({ id }) => {
  const declarations = new Set(declaringFiles.values());
  const carried = sourcesIn(id, "lib/routes").filter((source) => declarations.has(source));
  expect(carried).toEqual([declaringFiles.get(id)]);
});

test.each(jobs)("the function of %s knows no routes", (id) => {
  const declarations = new Set(declaringFiles.values());
  expect(sourcesIn(id, "lib/routes").filter((source) => declarations.has(source))).toEqual([]);
});

test("the functions that write accounts, tokens and sessions are those with the right to", () => {
  const writers = functions.filter(({ id }) =>
    sourcesIn(id, "lib/store").some((source) => /\/write-(credentials|users)\.ts$/.test(source)),
  );
  const allowed = routes.filter(({ uses }) => uses.includes("credentials:write")).map(({ id }) => id);
  expect(writers.map(({ id }) => id).sort()).toEqual(allowed.sort());
});

test.each(jobs)("the function of %s reads no accounts, tokens or sessions", (id) => {
  const readers = sourcesIn(id, "lib/store").filter((source) => /\/(credentials|users)\.ts$/.test(source));
  expect(readers).toEqual([]);
});

import { readdirSync } from "node:fs";
import path from "node:path";
import { build, type Metafile } from "esbuild";
import { beforeAll, describe, expect, test } from "vitest";
import { applyManifestPart } from "#lib/routes/administration-manifest.ts";
import { fallback } from "#lib/routes/fallback.ts";
import { routes } from "#lib/routes/table.ts";
import { builderOptions, neverBundled } from "#release/synthesis/builder-options.ts";
import { projectFolder } from "#release/synthesis/sst-platform.ts";
import { showsPages } from "../../stacks/themed-entry.ts";

/**
 * The most that functions may load before their first request, in KB, by the first pattern that their id
 * matches. Posts with bodies add blocks, with the ready ones, and the reading of HTML, pages for people add
 * themes, saving adds parsers and sanitizers, counting lists of apps and robots. The list of common passwords
 * has 107 KB. The names that SST keeps are 3 to 9 % of it.
 */
const budgets: readonly (readonly [kb: number, ids: RegExp])[] = [
  [901, /^administration\/manifest\/apply$/],
  [837, /^administration\/site\/update$/],
  [432, /^administration\/site\/read$/],
  [370, /^administration\/export\/read$/],
  // With the reading and writing of Markdown.
  [694, /^mcp$/],
  [579, /^jobs\/count-logs$/],
  [467, /^editor\/(episodes|pages|posts)\/(create|update)$/],
  [432, /^accounts\/setup$/],
  [395, /^(fallback$|site\/pages\/)/],
  [369, /^accounts\/password-change$/],
  // A page of the catalog, in themes.
  [319, /^accounts\/feeds\/(create|page)$/],
  // A preview of what somebody is typing makes the page as a save would.
  [310, /^editor\/(episodes|posts)\/preview$/],
  [312, /^(changes|cms\/statistics|pages|preview-links)\/|^jobs\/renew-feeds$/],
  [272, /^(accounts|cms)\/|^private-feeds\/read$|^site\/media\/|^jobs\/deliver-webhooks$/],
  [231, /^administration\/users\/(create|update)$/],
  [203, /^(audios|facets|images|videos)\/|^editor\/media\/(delete|list)-/],
  // With the pages that use a media object.
  [220, /^editor\/pages\/list$/],
  [202, /^editor\/((categories|pages|tags)\/list|parents\/list-seasons)$/],
  [193, /^site\/llms\//],
  [185, /^editor\/(episodes|posts)\/publish$/],
  [178, /^editor\/(episodes|posts)\/restore-revision$/],
  [
    176,
    /^administration\/|^private-feeds\/create$|^(comments|suggestions)\/|^editor\/|^site\/sitemap\/|^jobs\/snapshot-catalog$/,
  ],
  [142, /^token\/exchange$/],
  [123, /^/],
];

/** With the client of S3, which is loaded when a function first uses a file. */
const fileBudgets: typeof budgets = [
  [1_311, /^administration\/manifest\/apply$/],
  [983, /^jobs\/count-logs$/],
  [804, /^site\/pages\//],
  [678, /^(site\/media\/|private-feeds\/read$|jobs\/renew-feeds$)/],
  [612, /^/],
];

const budgetBytes = (table: typeof budgets, id: string): number =>
  1024 * table.find(([, ids]) => ids.test(id))![0];

/** The functions without a route. */
const jobs = readdirSync(path.join(projectFolder, "functions/jobs")).map(
  (file) => `jobs/${path.basename(file, ".ts")}`,
);

const functions = [...routes.map(({ id }) => id), fallback.id, ...jobs];

/** The jobs that use the S3 client. */
const filingJobs = [
  "jobs/complete-media",
  "jobs/count-logs",
  "jobs/probe-media",
  "jobs/remove-leftover-files",
  "jobs/renew-feeds",
  "jobs/snapshot-catalog",
];

/** The functions that use it: what their routes may use needs it, or has it done. */
const filing = new Set([
  ...routes
    .filter(({ uses }) => uses.some((use) => /^(media|uploads|images|audios|videos):/.test(use)))
    .map(({ id }) => id),
  applyManifestPart.id,
  ...filingJobs,
]);

let inputs: Metafile["inputs"];
let outputs: Metafile["outputs"];
/** The code of each bundle, by its path. */
let contents: ReadonlyMap<string, Buffer>;

beforeAll(async () => {
  const { metafile, outputFiles } = await build({
    absWorkingDir: projectFolder,
    entryPoints: functions.map((id) => `functions/${id}.ts`),
    outbase: ".",
    outdir: "bundles",
    ...builderOptions,
    external: neverBundled,
    metafile: true,
    write: false,
  });
  ({ inputs, outputs } = metafile);
  contents = new Map(
    outputFiles.map((file) => [path.relative(projectFolder, file.path), Buffer.from(file.contents)]),
  );
}, 600_000);

const bundleOf = (id: string) => outputs[`bundles/functions/${id}.js`]!;

/** The API's descriptions are data that a function sends. */
const sentBytes = (id: string): number =>
  ["docs/openapi.json", "docs/editor-schema.json"].reduce(
    (sum, file) => sum + (bundleOf(id).inputs[file]?.bytesInOutput ?? 0),
    0,
  );

/** The sources that a source imports statically. */
const loadedWith = (source: string, found = new Set<string>()): ReadonlySet<string> => {
  found.add(source);
  for (const { path, kind } of inputs[source]?.imports ?? [])
    if (kind !== "dynamic-import" && !found.has(path)) loadedWith(path, found);
  return found;
};

/** Of a function as it begins, and with what it loads on demand. */
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
  expect(neverBundled.filter((name) => loaded.includes(name))).toEqual(route.installs);
});

test("no function contains what makes an event one of its own process", () => {
  const having = (name: string) => [...contents.values()].filter((content) => content.includes(name)).length;
  // Names are kept.
  expect(having("beginRecord")).toBeGreaterThanOrEqual(routes.length);
  expect(having("handOver")).toBe(0);
});

test("jobs are functions, too", () => {
  expect(jobs).toContain("jobs/publish-scheduled");
});

describe.each(functions)("the function of %s", (id) => {
  test("exports its handler", () => {
    expect(bundleOf(id).exports).toEqual(["handler"]);
  });

  test("carries no other function", () => {
    expect(sourcesIn(id, "functions")).toEqual([`functions/${id}.ts`]);
  });

  test("fits its budget", () => {
    expect(loadedBytes(id) - sentBytes(id)).toBeLessThanOrEqual(budgetBytes(budgets, id));
  });

  test("begins without the AWS SDK, and without what an import of node:http loads", () => {
    const sources = [...loadedWith(`functions/${id}.ts`)].filter((source) => bundleOf(id).inputs[source]);
    expect(sources.filter((source) => /^node_modules\/(@aws-sdk|@smithy)\//.test(source))).toEqual([]);
    const packages = sources.flatMap((source) => inputs[source]?.imports.map(({ path }) => path));
    expect(packages).not.toContain("node:http");
  });

  test("carries the S3 client only where it uses files, and fits a budget with it", () => {
    const carriesClient = sourcesIn(id, "node_modules/@aws-sdk/client-s3").length > 0;
    expect(carriesClient).toBe(filing.has(id));
    if (!carriesClient) return;
    const bytes = loadedBytes(id, ["lib/files/s3.ts"]) - sentBytes(id);
    expect(bytes).toBeLessThanOrEqual(budgetBytes(fileBudgets, id));
  });
});

test("the functions that get the site's own themes are those that show pages in themes", () => {
  const withThemes = functions.filter((id) => sourcesIn(id, "lib/themes").includes("lib/themes/themes.ts"));
  expect(functions.filter(showsPages)).toEqual(withThemes);
});

test.each(routes)("the function of $id knows the routes of its own resource only", ({ id }) => {
  const declarations = new Set(declaringFiles.values());
  const carried = sourcesIn(id, "lib/routes").filter((source) => declarations.has(source));
  expect(carried).toEqual([declaringFiles.get(id)]);
});

test("no function carries another route of its resource", () => {
  const declaredIn = (id: string) =>
    routes.filter((route) => contents.get(`bundles/functions/${id}.js`)?.includes(`id:"${route.id}"`));
  const carried = routes.map(({ id }) => [id, declaredIn(id).map((route) => route.id)] as const);
  expect(carried.filter(([id, ids]) => ids.some((each) => each !== id))).toEqual([]);
  // The ids of the routes of own media are made of the kind.
  expect(carried.filter(([, ids]) => ids.length === 0).map(([id]) => id)).toEqual(
    routes.map(({ id }) => id).filter((id) => declaringFiles.get(id) === "lib/routes/own-media.ts"),
  );
});

test.each(jobs)("the function of %s knows no routes", (id) => {
  const declarations = new Set(declaringFiles.values());
  expect(sourcesIn(id, "lib/routes").filter((source) => declarations.has(source))).toEqual([]);
});

test("the functions that write accounts, tokens and sessions are those with the right to", () => {
  const writers = functions.filter((id) =>
    sourcesIn(id, "lib/store").some((source) => /\/write-(credentials|grants|users)\.ts$/.test(source)),
  );
  const allowed = routes.filter(({ uses }) => uses.includes("credentials:write")).map(({ id }) => id);
  expect(writers.sort()).toEqual(allowed.sort());
});

test("the functions that list accounts, tokens and sessions, or find them by name, have the right to", () => {
  const source = "lib/store/listed-credentials.ts";
  const readers = functions.filter((id) => (bundleOf(id).inputs[source]?.bytesInOutput ?? 0) > 0);
  const allowed = routes.filter(({ uses }) => uses.includes("credentials:read")).map(({ id }) => id);
  expect(readers.sort()).toEqual(allowed.sort());
});

test.each(jobs)("the function of %s reads no accounts, tokens or sessions", (id) => {
  const { inputs: carried } = bundleOf(id);
  const readers = sourcesIn(id, "lib/store").filter((source) =>
    /\/(listed-)?(credentials|users)\.ts$/.test(source),
  );
  // Of a source that is not used, calls may stay that prepare what is loaded on demand too.
  expect(readers.filter((source) => carried[source]!.bytesInOutput > 30)).toEqual([]);
});

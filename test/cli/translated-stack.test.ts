import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mapsFolder } from "#cli/logs/maps-folder.ts";
import { translateStacks } from "#cli/logs/translated-stack.ts";
import { builderOptions } from "#release/synthesis/builder-options.ts";
import { keepSourceMaps } from "../../stacks/kept-source-maps.ts";

const sources = {
  "functions/pages/read.ts": `import { readPage } from "../../lib/read-page.ts";
export const handler = async () => (await import("../../lib/on-demand.ts")).later(readPage);`,
  "lib/read-page.ts": `export const readPage = (id: number): number => {

  throw new Error("There is no page " + id);
};`,
  "lib/on-demand.ts": `export const later = (read: (id: number) => number) => {
  const id = 7;
  return read(id);
};`,
};

let root: string;
let built: string;
let stack: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "lectern-maps-"));
  for (const [name, text] of Object.entries(sources)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
  built = join(root, ".sst/artifacts/PagesRead-src");
  await build({
    ...builderOptions,
    absWorkingDir: root,
    entryPoints: ["functions/pages/read.ts"],
    outbase: ".",
    outdir: built,
    splitting: true,
    outExtension: { ".js": ".mjs" },
    sourcemap: "linked",
  });
  await keepSourceMaps(built, root, "trial");
  // In a process of its own: Vitest would change the places of what it imports.
  const bundle = pathToFileURL(join(built, "functions/pages/read.mjs")).href;
  const run = `import("${bundle}").then((it) => it.handler()).catch((error) => console.log(error.stack))`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", run]);
  stack = stdout.replaceAll(pathToFileURL(built).href, "file:///var/task");
});

afterAll(() => rm(root, { recursive: true }));

const line = (time: string) => ({ time, level: "error", status: 500, error: stack });
const translate = (time: string, stage = "trial") =>
  translateStacks(join(root, mapsFolder(stage)))(line(time));

const later = new Date(Date.now() + 60_000).toISOString();

test("a stack of minified bundles names the sources and their lines, also of what is loaded on demand", async () => {
  expect(stack).toContain("/var/task/");
  const { error, ...others } = await translate(later);
  const { error: _, ...written } = line(later);
  expect(others).toEqual(written);
  expect(error).toMatch(/^Error: There is no page 7\n/);
  expect(error).toContain("lib/read-page.ts:3:");
  expect(error).toContain("lib/on-demand.ts:3:");
  expect(error).toContain("functions/pages/read.ts:2:");
  expect(error).not.toContain("/var/task/");
});

test("what was written before the function had this code, and what has no map, stays as it is", async () => {
  expect(await translate("2020-01-01T00:00:00.000Z")).toEqual(line("2020-01-01T00:00:00.000Z"));
  expect(await translate(later, "another")).toEqual(line(later));
});

test("what is uploaded has no maps, and the maps that are kept have no text of sources", async () => {
  const mapsIn = async (folder: string) =>
    (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".map"));
  expect(await mapsIn(built)).toEqual([]);
  expect((await mapsIn(join(root, mapsFolder("trial")))).length).toBeGreaterThan(1);
});

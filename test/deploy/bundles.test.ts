import { readdirSync } from "node:fs";
import path from "node:path";
import { build, type Metafile } from "esbuild";
import { beforeAll, describe, expect, test } from "vitest";
import { fallback } from "#lib/routes/fallback.ts";
import type { Route } from "#lib/routes/route.ts";
import { routes } from "#lib/routes/table.ts";
import { projectFolder } from "./sst-platform.ts";

/** Bytes of a bundle: reading stays small, writing may bring what parses and cleans content. */
const budgetBytes = { reading: 480 * 1024, writing: 720 * 1024 };

let outputs: Metafile["outputs"];

beforeAll(async () => {
  const { metafile } = await build({
    absWorkingDir: projectFolder,
    entryPoints: [...routes, fallback].map(({ id }) => `functions/${id}.ts`),
    outbase: ".",
    outdir: "bundles",
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    mainFields: ["module", "main"],
    metafile: true,
    write: false,
  });
  outputs = metafile.outputs;
}, 60_000);

const bundleOf = ({ id }: Route) => outputs[`bundles/functions/${id}.js`]!;

const sourcesIn = (route: Route, folder: string): string[] =>
  Object.keys(bundleOf(route).inputs).filter((source) => source.startsWith(`${folder}/`));

/** The file in `lib/routes` that declares each route. */
const declaringFiles = new Map<string, string>();
for (const file of readdirSync(path.join(projectFolder, "lib/routes"))) {
  const exported: object[] = Object.values(await import(path.join(projectFolder, "lib/routes", file)));
  for (const route of exported)
    if ("id" in route) declaringFiles.set(route.id as string, `lib/routes/${file}`);
}

describe.each([...routes, fallback])("the function of $id", (route) => {
  test("exports its handler", () => {
    expect(bundleOf(route).exports).toEqual(["handler"]);
  });

  test("carries no other function", () => {
    expect(sourcesIn(route, "functions")).toEqual([`functions/${route.id}.ts`]);
  });

  test("fits its budget", () => {
    const kind = route.method === "GET" ? "reading" : "writing";
    expect(bundleOf(route).bytes).toBeLessThanOrEqual(budgetBytes[kind]);
  });
});

test.each(routes)("the function of $id knows the routes of its own resource only", (route) => {
  const declarations = new Set(declaringFiles.values());
  const carried = sourcesIn(route, "lib/routes").filter((source) => declarations.has(source));
  expect(carried).toEqual([declaringFiles.get(route.id)]);
});

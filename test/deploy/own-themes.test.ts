import { mkdtemp, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { fallback } from "#lib/routes/fallback.ts";
import { routes } from "#lib/routes/table.ts";
import { projectFolder } from "#release/synthesis/sst-platform.ts";
import { synthesize } from "#release/synthesis/synthesize.ts";
import { gatewayFor } from "#test/support/capture.ts";
import { writeDocumentedTheme } from "#test/support/documented-theme.ts";
import { temporaryFolder } from "#test/support/programs.ts";
import { useSetting } from "#test/support/settings.ts";
import { createLivePost, useWorld } from "#test/support/world.ts";
import { showsPages, themedEntry } from "../../stacks/themed-entry.ts";

const world = useWorld();
const configure = useSetting("SITE_CUSTOM_THEMES");

const settingWith = (from: string): string => JSON.stringify([{ slug: "harbour", name: "Harbour", from }]);

/** The folder of the documented theme. */
const harbour = async (): Promise<string> => {
  const folder = await temporaryFolder();
  await writeDocumentedTheme(folder);
  return path.join(folder, "themes/harbour");
};

test("a deployment writes sources with the site's own themes for the functions that show pages, and for no others", async () => {
  const from = await harbour();
  const { built, resources } = await synthesize("trial", {
    SITE_CUSTOM_THEMES: settingWith(from),
  });
  const handlers = resources.flatMap(({ type, inputs }) =>
    type === "aws:lambda/function:Function" ? [inputs.handler] : [],
  );
  for (const { id } of [...routes, fallback]) {
    const handler = showsPages(id) ? `.sst/themed-functions/${id}.handler` : `functions/${id}.handler`;
    expect(handlers).toContain(handler);
    const written = expect.stringContaining(path.join(from, "index.js"));
    expect([id, built[handler]!.written]).toEqual([id, showsPages(id) ? written : null]);
  }
}, 180_000);

test("a deployment with a theme that is missing fails", async () => {
  const settings = { SITE_CUSTOM_THEMES: settingWith("./nowhere") };
  await expect(synthesize("trial", settings)).rejects.toThrow("cannot be synthesized");
}, 180_000);

test("such a source, bundled with the options of deployments, answers with a page in the theme", async () => {
  // Within the project, where the bundle finds what it does not carry.
  const folder = await mkdtemp(path.join(projectFolder, "node_modules/.cache/themed-"));
  try {
    const source = path.join(folder, "read.ts");
    const modules = [{ slug: "harbour", file: path.join(await harbour(), "index.js") }];
    const table = path.join(projectFolder, "local/table-of-environment.ts");
    const opening = `export { openTableOfEnvironment } from ${JSON.stringify(table)};\n`;
    await writeFile(source, themedEntry("site/pages/read", modules, projectFolder) + opening);
    await build({
      entryPoints: [source],
      outdir: path.join(folder, "out"),
      outExtension: { ".js": ".mjs" },
      bundle: true,
      splitting: true,
      minify: true,
      format: "esm",
      platform: "node",
      mainFields: ["module", "main"],
      external: ["sharp"],
      banner: {
        js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
      },
    });
    const bundle = await import(/* @vite-ignore */ path.join(folder, "out/read.mjs"));
    const { handler, openTableOfEnvironment } = bundle;
    // The bundle has modules of its own, and so a connection of its own.
    const closeTable = await openTableOfEnvironment({ TABLE_FILE: process.env.TABLE_FILE });
    onTestFinished(() => closeTable?.());
    await createLivePost(world.notes);
    await configure([{ slug: "harbour", name: "Harbour" }]);
    await using gateway = await gatewayFor(handler, { routes, fallback });
    const page = await fetch(`${gateway.url}/notes/?theme=harbour`);
    const html = await page.text();
    expect([page.status, html]).toEqual([200, expect.stringContaining('<article class="entry arrival">')]);
    expect(html).toContain(".arrival { border-left");
  } finally {
    await rm(folder, { recursive: true });
  }
}, 180_000);

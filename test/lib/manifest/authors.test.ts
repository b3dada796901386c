import { beforeEach, expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { exportManifest } from "#lib/manifest/export.ts";
import { readSite } from "#lib/store/site.ts";
import { useEmptyTable } from "#test/support/empty-table.ts";
import { blogWith, post, problemsOf } from "./site.ts";

beforeEach(useEmptyTable);

const ada = { slug: "ada", name: "Ada" };
const bo = { slug: "bo", name: "Bo" };
const source = { name: "repo", path: "low-water.md", digest: "1" };

const site = (authors: readonly object[], named: readonly string[]): object => ({
  ...blogWith([post("low-water", { authors: named, source })]),
  authors,
});

test("authors and sources are applied once, and written again", async () => {
  await applyManifest(site([ada, bo], ["bo", "ada"]));
  expect((await readSite()).authors).toEqual([ada, bo]);
  const { manifest } = await exportManifest();
  expect(manifest.authors).toEqual([ada, bo]);
  expect(JSON.stringify(manifest)).toContain('"authors":["bo","ada"]');
  expect(JSON.stringify(manifest)).toContain(JSON.stringify(source));
  expect(await applyManifest({ ...manifest })).toMatchObject({ created: 0, updated: 0 });
});

test("authors that the file does not name stay unless it prunes", async () => {
  await applyManifest(site([ada, bo], ["bo"]));
  const renamed = { ...ada, name: "Ada L." };
  expect(await applyManifest(site([renamed], ["bo"]))).toMatchObject({ created: 0, updated: 1 });
  expect((await readSite()).authors).toEqual([bo, renamed]);
  const pruned = { created: 0, updated: 1, removed: [{ kind: "author", name: "bo" }] };
  const options = { prune: true, dryRun: true };
  expect(await applyManifest(site([renamed], ["ada"]), options)).toMatchObject(pruned);
  expect(await applyManifest(site([renamed], ["ada"]), { prune: true })).toMatchObject(pruned);
  expect((await readSite()).authors).toEqual([renamed]);
});

test("a page names authors that there are, and each author is declared once", async () => {
  const problems = await problemsOf(applyManifest(site([ada, ada], ["bo"])));
  expect(problems.map(({ message }) => message).join("\n")).toMatch(/there is no author bo/);
  expect(problems.map(({ message }) => message).join("\n")).toMatch(/expected another slug/);
});

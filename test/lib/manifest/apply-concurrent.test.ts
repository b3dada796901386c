import { beforeEach, expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { exportManifest } from "#lib/manifest/export.ts";
import { readAudit } from "#lib/store/audit.ts";
import { readSite } from "#lib/store/site.ts";
import { readUsers } from "#lib/store/users.ts";
import { useEmptyTable } from "./empty-table.ts";
import { blogWith, post, wholeSite } from "./site.ts";

beforeEach(useEmptyTable);

test("applied by four at once, a file makes one site, and each page is written once", async () => {
  const { ids } = await applyManifest(wholeSite);
  const historyOf = async (id: number) => (await readAudit(id)).map(({ kind }) => kind).sort();
  const alone = (await exportManifest()).manifest;
  const histories = await Promise.all(Object.values(ids.pages).map(historyOf));

  await useEmptyTable();
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => applyManifest(wholeSite)));
  expect((await exportManifest()).manifest).toEqual(alone);
  for (const outcome of outcomes) expect(outcome.ids).toEqual(outcomes[0]!.ids);
  expect(await Promise.all(Object.values(outcomes[0]!.ids.pages).map(historyOf))).toEqual(histories);
  expect((await readUsers()).map(({ username }) => username).sort()).toEqual(["ada", "bo"]);
  expect((await readSite()).groups.map(({ name }) => name).sort()).toEqual(["Editors", "Writers"]);
  expect((await applyManifest(wholeSite)).updated).toBe(0);
});

test("of two files at once, each page ends as one of them says", async () => {
  const posts = (title: string) =>
    blogWith(["a", "b", "c"].map((slug) => post(slug, { title, draft: { slug: `${slug}-${title}` } })));
  for (let round = 0; round < 5; round++) {
    await Promise.all([applyManifest(posts("one")), applyManifest(posts("two"))]);
    const { pages } = (await exportManifest()).manifest as {
      pages: { children: { children: object[] }[] }[];
    };
    for (const page of pages[0]!.children[0]!.children) {
      const { title, slug, draft } = page as { title: string; slug: string; draft: object };
      expect(draft).toEqual({ slug: `${slug}-${title}` });
    }
  }
});

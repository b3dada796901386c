import { beforeEach, expect, test } from "vitest";
import { deletePage } from "#lib/actions/pages/remove-page.ts";
import type { Outcome } from "#lib/manifest/apply/outcome.ts";
import { ApplyStopped } from "#lib/manifest/apply/run.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { exportManifest } from "#lib/manifest/export.ts";
import { pageIdAt } from "#lib/manifest/stored/stored-state.ts";
import { readAudit } from "#lib/store/audit.ts";
import { readUsers } from "#lib/store/listed-credentials.ts";
import { readSite } from "#lib/store/site.ts";
import { useEmptyTable } from "#test/support/empty-table.ts";
import { overtaken } from "#test/support/interleaving.ts";
import { blogWith, post, wholeSite } from "./site.ts";
import { withoutUuids } from "./without-uuids.ts";

beforeEach(useEmptyTable);

const sumOf = (outcomes: readonly Outcome[], fate: "created" | "updated"): number =>
  outcomes.reduce((sum, outcome) => sum + outcome[fate], 0);

test("applied by four at once, a file makes one site, and each page is written once", async () => {
  const { ids, created, updated, unchanged } = await applyManifest(wholeSite);
  const historyOf = async (id: number) => (await readAudit(id)).map(({ kind }) => kind).sort();
  const alone = withoutUuids((await exportManifest()).manifest);
  const histories = await Promise.all(Object.values(ids.pages).map(historyOf));

  await useEmptyTable();
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => applyManifest(wholeSite)));
  expect(withoutUuids((await exportManifest()).manifest)).toEqual(alone);
  expect(sumOf(outcomes, "created")).toBe(created);
  for (const outcome of outcomes) {
    expect(outcome.created + outcome.updated + outcome.unchanged).toBe(created + updated + unchanged);
  }
  for (const outcome of outcomes) expect(outcome.ids).toEqual(outcomes[0]!.ids);
  expect(await Promise.all(Object.values(outcomes[0]!.ids.pages).map(historyOf))).toEqual(histories);
  expect((await readUsers()).map(({ username }) => username).sort()).toEqual(["ada", "bo"]);
  expect((await readSite()).groups.map(({ name }) => name).sort()).toEqual(["Editors", "Writers"]);
  expect((await applyManifest(wholeSite)).updated).toBe(0);
});

test("of a change that two apply at once, each tells what it did", async () => {
  const [ada, bo] = wholeSite.users;
  const file = {
    ...wholeSite,
    site: { name: "Other" },
    users: [
      { ...ada, email: "ada@other.example" },
      { ...bo, staff: true },
    ],
    tokens: wholeSite.tokens.map((token) => ({ ...token, scopes: ["publish"] })),
    categories: wholeSite.categories.map(({ slug }) => ({ slug, name: slug })),
  };
  await applyManifest(wholeSite);
  const outcomes = await Promise.all([1, 2].map(() => applyManifest(file)));
  expect(sumOf(outcomes, "updated")).toBe(1 + 2 + 3 + 2);
  expect(sumOf(outcomes, "created")).toBe(0);
});

test("of what two prune at once, each names what it deleted", async () => {
  await applyManifest(wholeSite);
  const { removed: told } = await applyManifest({ version: 1 }, { prune: true, dryRun: true });
  const outcomes = await Promise.all([1, 2].map(() => applyManifest({ version: 1 }, { prune: true })));
  const names = (things: Outcome["removed"]) => things!.map(({ kind, name }) => `${kind} ${name}`).sort();
  expect(names(outcomes.flatMap(({ removed }) => removed!))).toEqual(names(told));
});

test("creating a page below one that another run deletes is an error, which says what was done until then", async () => {
  await applyManifest(blogWith([]));
  const file = blogWith([post("heron")]);
  const home = (await pageIdAt("/home"))!;
  const { slow } = await overtaken(
    () => applyManifest(file).catch((error: unknown) => error),
    () => deletePage(home),
  );
  expect(slow).toBeInstanceOf(ApplyStopped);
  expect(slow).toMatchObject({
    message: "The page above /home/notes/heron is gone.",
    outcome: { created: 0, updated: 0, unchanged: 3 },
  });
  expect(await applyManifest(file)).toMatchObject({ created: 3 });
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

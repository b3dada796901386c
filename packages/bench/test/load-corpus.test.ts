import { expect, test } from "vitest";
import { corpusPosts } from "#bench/corpus/posts.ts";
import { siteManifest } from "#bench/corpus/site.ts";
import { contentOf, loadCorpus } from "#bench/loading/load-corpus.ts";
import { loadModulesAnew } from "../../../test/support/load-modules-anew.ts";
import { makeTable, useTable } from "../../../test/support/table.ts";
import { wholeTable } from "../../../test/support/whole-table.ts";

useTable();

const count = 30;

const createOneByOne = async (): Promise<void> => {
  // By modules that have not learned the tags of the other table.
  await loadModulesAnew();
  const { createPage } = await import("../../../lib/actions/pages/create-page.ts");
  const { publishPage } = await import("../../../lib/actions/pages/publish-page.ts");
  const { applyManifest } = await import("../../../lib/manifest/apply.ts");
  const { ids } = await applyManifest(siteManifest);
  for (const post of corpusPosts(count)) {
    const content = contentOf(post, (slug) => ids.categories[slug]!);
    const restriction = post.isRestricted ? ({ type: "login" } as const) : null;
    const created = await createPage(ids.pages[`blog-${post.blog + 1}`]!, () => ({
      kind: "post",
      content,
      ownerId: null,
      restriction,
    }));
    if (!post.isDraft) await publishPage(created.page.id, { publisherId: null, permit: () => {} });
  }
};

const isLog = (name: unknown): boolean => name === "CHANGES" || name === "EDITS";

/** Without the logs, and without what is another at each time: instants, UUIDs and hashes. */
const comparable = async (): Promise<readonly string[]> => {
  const items = (await wholeTable()) as readonly Record<string, unknown>[];
  const lasting = items.filter(({ pk, sk }) => !isLog(pk) && !(pk === "SEQUENCE" && isLog(sk)));
  return lasting
    .map((item) =>
      JSON.stringify(item, Object.keys(item).toSorted())
        .replaceAll(/"latestMs":\d+/g, '"latestMs":0')
        .replaceAll(/"(\\?)20\d\d-\d\d-\d\dT[\d:.]+Z/g, '"$1instant')
        .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "uuid")
        .replaceAll(/argon2id\$[^"]+/g, "hash"),
    )
    .toSorted();
};

test("loaded posts leave the very items that creating and publishing them one by one leaves", async () => {
  await loadCorpus(count);
  const loaded = await comparable();
  process.env.TABLE_NAME = `${process.env.TABLE_NAME}-one-by-one`;
  await makeTable();
  await createOneByOne();
  const created = await comparable();
  expect(loaded.length).toBeGreaterThan(count * 5);
  expect(loaded).toEqual(created);
});

import { afterEach, expect, test, vi } from "vitest";
import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { searchPages } from "#lib/catalog/current/full-text.ts";
import { storedWords } from "#lib/catalog/words/index-changed-pages.ts";
import { readFacets } from "#lib/routes/facets.ts";
import { listPages } from "#lib/routes/pages.ts";
import { emptySite } from "#lib/site/site.ts";
import { call } from "#test/support/call.ts";
import { createLivePost, useWorld } from "#test/support/world.ts";

/** Eight seconds, the time that a search waits for the index, are over in a moment. */
vi.mock("node:timers/promises", async (original) => {
  const timers = await original<typeof import("node:timers/promises")>();
  const pause: typeof timers.setTimeout = (ms, value, options) =>
    timers.setTimeout(ms === 8_000 ? 50 : ms, value, options);
  return { ...timers, setTimeout: pause };
});

const world = useWorld();

afterEach(() => {
  vi.restoreAllMocks();
});

test("a search that has waited long for the index is refused as busy, the index is built meanwhile, and wrong requests are refused at once", async () => {
  const { id } = await createLivePost(world.notes, { title: "Heron" });
  const search = { words: ["heron"], phrases: [], operator: "and" } as const;
  const readWords = storedWords.at;
  let goOn = (): void => {};
  const waiting = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  vi.spyOn(storedWords, "at").mockImplementation(async (ids) => {
    await waiting;
    return readWords(ids);
  });
  const catalog = await currentCatalog();
  await expect(searchPages(catalog, search, emptySite)).rejects.toMatchObject({
    code: "busy",
    details: { headers: { "retry-after": "5" } },
  });
  const query = { search: "heron" };
  const refusals = [
    await call(listPages, { query: { ...query, child_of: 999_999 } }),
    await call(readFacets, { params: { id: 999_999 }, query }),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([400, 404]);
  goOn();
  expect([...(await searchPages(catalog, search, emptySite))]).toEqual([id]);
});

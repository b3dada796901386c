import { afterEach, expect, test, vi } from "vitest";
import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { searchPages } from "#lib/catalog/current/full-text.ts";
import { storedWords } from "#lib/catalog/words/word-source.ts";
import { readFacets } from "#lib/routes/facets.ts";
import { listPages } from "#lib/routes/pages.ts";
import { call } from "#test/support/call.ts";
import { createLivePost, useWorld } from "#test/support/world.ts";

const world = useWorld();

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("a search that has waited long for the index is refused as busy, the index is built meanwhile, and wrong requests are refused at once", async () => {
  const { id } = await createLivePost(world.notes, { title: "Heron" });
  const search = { words: ["heron"], operator: "and" } as const;
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
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const refused = expect(searchPages(catalog, search)).rejects.toMatchObject({
    code: "busy",
    details: { headers: { "retry-after": "5" } },
  });
  await vi.advanceTimersByTimeAsync(8_000);
  await refused;
  vi.useRealTimers();
  const query = { search: "heron" };
  const refusals = [
    await call(listPages, { query: { ...query, child_of: 999_999 } }),
    await call(readFacets, { params: { id: 999_999 }, query }),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([400, 404]);
  goOn();
  expect([...(await searchPages(catalog, search))]).toEqual([id]);
});

import * as fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import type { Page } from "#lib/pages/page.ts";
import { allItems } from "#lib/store/all-items.ts";
import { getItem, type Item } from "#lib/store/client.ts";
import { TransactWriteCommand } from "#lib/store/commands.ts";
import { TransactionCanceledException } from "#lib/store/condition-errors.ts";
import { database } from "#lib/store/database.ts";
import { deletePageRow } from "#lib/store/page-removal.ts";
import { packPageRows } from "#lib/store/page-rows.ts";
import { countBirths, putPage, readPage, requireLivePage, requirePage } from "#lib/store/pages.ts";
import { keys } from "#lib/store/table.ts";
import type { Write } from "#lib/store/write.ts";
import { useTable } from "#test/support/table.ts";

useTable();

afterEach(() => packPageRows(false));

let pages = 0;

const newPage = (members: Partial<Page> = {}): Page => ({
  ...{ id: ++pages, kind: "post", parentId: 3, ancestors: [1, 2, 3], uuid: "a-uuid", ownerId: null },
  ...{ slug: "cranes", draftSlug: "cranes-2", title: "Cranes “over” the\nlake \u{1F426}", live: false },
  ...{
    unpublishedChanges: true,
    latestRevisionId: 7,
    liveRevisionId: null,
    createdAt: "2026-11-27T00:00:00Z",
  },
  ...{ firstPublishedAt: null, lastPublishedAt: null, showInMenus: false, restriction: null, lock: null },
  ...{ schedule: null, workflow: null, version: 1 },
  ...members,
});

const commit = (...writes: readonly Write[]) =>
  database().send(new TransactWriteCommand({ TransactItems: [...writes] }));

const rowOf = (id: number): Promise<Item | undefined> => getItem(keys.page(id));

describe.each([
  ["with an attribute for each member", false],
  ["packed", true],
])("the row of a page, %s", (_, isPacked) => {
  const put = async (members?: Partial<Page>): Promise<Page> => {
    packPageRows(isPacked);
    const page = newPage(members);
    await commit(putPage(page, null));
    return page;
  };

  test("has its form", async () => {
    const row = await rowOf((await put()).id);
    expect(Object.keys(row!).length > 14).toBe(!isPacked);
  });

  test("is read as it was written", async () => {
    const member = fc.record({
      live: fc.boolean(),
      title: fc.string({ unit: "grapheme" }),
      publicSlug: fc.option(fc.string(), { nil: undefined }),
      aliases: fc.option(fc.array(fc.string()), { nil: undefined }),
      births: fc.option(fc.nat(), { nil: undefined }),
      comments: fc.option(fc.nat(), { nil: undefined }),
      lock: fc.option(fc.record({ ownerId: fc.option(fc.nat()), lockedAt: fc.string() })),
      restriction: fc.option(fc.constant({ type: "groups" as const, groups: [1, 2] })),
      version: fc.integer({ min: 1 }),
    });
    await fc.assert(
      fc.asyncProperty(member, async (members) => {
        const page = await put(members as Partial<Page>);
        expect(await readPage(page.id)).toEqual(page);
      }),
      { numRuns: 50, seed: 20_261_127 },
    );
  });

  test("is replaced only in the version that was read", async () => {
    const page = await put();
    await commit(putPage({ ...page, title: "Herons", version: 2 }, 1));
    await expect(commit(putPage({ ...page, version: 2 }, 1))).rejects.toThrow(TransactionCanceledException);
    await expect(commit(putPage(page, null))).rejects.toThrow(TransactionCanceledException);
    expect(await readPage(page.id)).toMatchObject({ title: "Herons", version: 2 });
  });

  test("counts births, and keeps their number in the next version", async () => {
    const page = await put();
    await commit(countBirths(page));
    await commit(countBirths(page, 2));
    const read = (await readPage(page.id))!;
    expect(read).toEqual({ ...page, births: 3 });
    await commit(putPage({ ...read, version: 2 }, 1));
    expect(await readPage(page.id)).toEqual({ ...page, births: 3, version: 2 });
  });

  test("fulfils what others require of the page", async () => {
    const live = await put({ live: true });
    await commit(requirePage(live));
    await commit(requireLivePage(live.id));
    const draft = await put();
    await expect(commit(requireLivePage(draft.id))).rejects.toThrow(TransactionCanceledException);
    await expect(commit(requirePage({ ...draft, version: 2 }))).rejects.toThrow(TransactionCanceledException);
  });

  test("is deleted only if no page was created below it since it was read", async () => {
    const page = await put();
    await commit(countBirths(page));
    await expect(commit(deletePageRow(page))).rejects.toThrow(TransactionCanceledException);
    await commit(deletePageRow((await readPage(page.id))!));
    expect(await readPage(page.id)).toBeUndefined();
  });

  test("is written in the other form by who writes so, and read in each", async () => {
    const page = await put();
    packPageRows(!isPacked);
    expect(await readPage(page.id)).toEqual(page);
    await commit(putPage({ ...page, version: 2 }, 1));
    packPageRows(isPacked);
    expect(await readPage(page.id)).toEqual({ ...page, version: 2 });
  });

  test("has an attribute for each member among all items, which go into backups", async () => {
    const page = await put();
    const found: Item[] = [];
    for await (const { items } of allItems())
      found.push(...items.filter(({ pk }) => pk === keys.page(page.id).pk));
    expect(found).toEqual([{ ...keys.page(page.id), ...page }]);
  });
});

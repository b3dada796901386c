// Proves contract rules: pages-for-editors.

import fc from "fast-check";
import { expect, test } from "vitest";
import { currentEditorListings } from "#lib/catalog/current/current-editor-listings.ts";
import { EditorListings } from "#lib/catalog/editor-listings/editor-listings.ts";
import type { Change } from "#lib/pages/change.ts";
import type { EditorListing } from "#lib/pages/editor-listing.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { putPage, readPage } from "#lib/store/pages.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { restoreTable } from "#test/support/restored-table.ts";
import { wholeTable } from "#test/support/whole-table.ts";
import { createDraft, useWorld } from "#test/support/world.ts";

const world = useWorld();

const editorListingWith = (id: number, version: number): EditorListing => ({
  ...{
    id,
    version,
    kind: "post",
    parentId: 3,
    ancestors: [1, 2, 3],
    slug: "a",
    draftSlug: "a",
    ownerId: null,
  },
  ...{ live: false, unpublishedChanges: true, latestRevisionId: version, liveRevisionId: null },
  ...{ firstPublishedAt: null, lastPublishedAt: null, schedule: null, lock: null, workflow: null },
  latest: {
    ...{ revisionId: version, title: "A", visibleDate: null, tags: [], categories: [], season: null },
    ...{ savedAt: "2025-01-01T00:00:00.000Z", savedBy: null },
  },
});

const copyOf = (listings: EditorListings): EditorListings => {
  const copy = new EditorListings();
  copy.putAll([...listings.byId.values()]);
  copy.load(listings.save());
  return copy;
};

/** What happens to a page: saves, then perhaps a deletion. */
const history = fc.record({ saves: fc.integer({ min: 1, max: 4 }), isDeleted: fc.boolean() });

/**
 * `late`: entries that arrive again or only now; `half`: a read that has not seen the last change; `copy`:
 * another instance goes on from a snapshot.
 */
const step = fc.record({
  page: fc.integer({ min: 1, max: 3 }),
  does: fc.constantFrom("change", "arrive", "late", "read", "half", "copy"),
});

test("however entries arrive, and whatever reads have seen, every page is there as it is in the end, or gone", () => {
  fc.assert(
    fc.property(fc.tuple(history, history, history), fc.array(step, { maxLength: 60 }), (pages, steps) => {
      let listings = new EditorListings();
      const versions = [0, 0, 0];
      const stateOf = (page: number, version: number): EditorListing | undefined => {
        const { saves } = pages[page - 1]!;
        return version === 0 || version > saves ? undefined : editorListingWith(page, version);
      };
      const note = (id: number, version: number) => {
        if (version === 0) return;
        const isGone = version > pages[id - 1]!.saves;
        const change: Change = isGone
          ? { kind: "page", id, version, listing: null }
          : { kind: "edit", id, version };
        listings.note(change);
      };
      const read = (late: number) => {
        for (const id of listings.noted) listings.put(id, stateOf(id, Math.max(0, versions[id - 1]! - late)));
      };
      for (const { page, does } of steps) {
        const { saves, isDeleted } = pages[page - 1]!;
        const version = versions[page - 1]!;
        if (does === "change") versions[page - 1] = Math.min(version + 1, saves + Number(isDeleted));
        if (does === "arrive") note(page, version);
        if (does === "late") note(page, Math.max(0, version - 1));
        if (does === "copy") listings = copyOf(listings);
        if (does === "read" || does === "half") read(does === "half" ? 1 : 0);
      }
      for (const [index, { saves, isDeleted }] of pages.entries()) {
        versions[index] = saves + Number(isDeleted);
        for (let version = versions[index]!; version > 0; version--) note(index + 1, version);
      }
      read(0);
      const left = pages.flatMap(({ saves, isDeleted }, index) =>
        isDeleted ? [] : [editorListingWith(index + 1, saves)],
      );
      expect([...listings.byId.values()].toSorted((one, other) => one.id - other.id)).toEqual(left);
      expect(listings.noted).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test("a page whose row says nothing of its latest revision is listed as its latest revision is", async () => {
  const { id } = await createDraft(world.notes, { title: "From before", tags: ["otter"] });
  const page = (await readPage(id))!;
  for (const summary of [undefined, { ...page.summary!, revisionId: 0, title: "Older" }]) {
    await commitDecision(async () => {
      const { version, summary: _, ...row } = (await readPage(id))!;
      const next = { ...row, ...(summary && { summary }), version: version + 1 };
      return { writes: [putPage(next, version)], value: undefined };
    });
    expect((await currentEditorListings()).byId.get(id)?.latest).toEqual(page.summary);
  }
});

test("after the database was restored to an earlier time, pages are listed as they are now", async () => {
  const kept = await createDraft(world.notes, { title: "Kept" });
  const copy = await wholeTable();
  const lost = await createDraft(world.notes, { title: "Lost" });
  expect((await currentEditorListings()).byId.has(lost.id)).toBe(true);
  await restoreTable(copy);
  using logged = captureLog();
  const { byId } = await currentEditorListings();
  expect([byId.has(kept.id), byId.has(lost.id)]).toEqual([true, false]);
  expect(logged.lines).toMatchObject([{ level: "warning" }]);
});

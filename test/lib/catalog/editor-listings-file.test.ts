import { createReadStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { EditorListings } from "#lib/catalog/editor-listings/editor-listings.ts";
import {
  editorListingsForm,
  readStoredEditorListings,
  writeEditorListings,
} from "#lib/catalog/editor-listings/editor-listings-file.ts";
import { type EditorListing, editorListingOf } from "#lib/pages/editor-listing.ts";
import type { PageOf } from "#lib/pages/page.ts";
import type { RevisionListing } from "#lib/pages/revision.ts";

/** With every member that the type allows. */
const latest: Required<RevisionListing> = {
  ...{ revisionId: 7, previousRevisionId: 6, title: "Grüße, 鷺 and \u{1f9a6}", visibleDate: null },
  ...{
    tags: ["otter", "\n"],
    categories: [1],
    season: null,
    source: { name: "notes", path: "a.md", digest: "d" },
  },
  ...{ savedAt: "2025-01-01T00:00:00.000Z", savedBy: null, media: { image: [3] } },
};

const page: Required<PageOf<"post">> = {
  ...{ id: 4, kind: "post", parentId: 3, ancestors: [1, 2, 3], uuid: "u", slug: "a", draftSlug: "b" },
  ...{ title: "A", ownerId: 1, live: true, unpublishedChanges: true, latestRevisionId: 7, summary: latest },
  ...{ liveRevisionId: 6, publicSlug: "a", aliases: [], createdAt: "2025-01-01T00:00:00.000Z" },
  ...{ firstPublishedAt: null, lastPublishedAt: null, showInMenus: false, restriction: null },
  ...{ lock: { ownerId: null, lockedAt: "2025-01-01T00:00:00.000Z" } },
  ...{ schedule: { revisionId: 7, publishAt: "2030-01-01T00:00:00.000Z" } },
  ...{ workflow: { name: "w", task: "t", state: "in_progress", groups: [1] }, commentsClosed: true },
  ...{ comments: 0, commentsVersion: 0, seasons: undefined, fromManifest: true, births: 0, version: 9 },
};

const sample = editorListingOf(page);

const logRead = {
  position: { highest: 12, gaps: [7, 9] },
  anchor: { number: 11, mark: "m", writtenAtMs: 5 },
};

/** What is read of a file that these were written to, in parts of so many bytes. */
const copyOf = async (listings: EditorListings, partBytes = 65_536) => {
  const folder = mkdtempSync(join(tmpdir(), "lectern-listings-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "listings");
  writeEditorListings(file, { listings, changes: logRead, edits: logRead });
  return readStoredEditorListings(createReadStream(file, { highWaterMark: partBytes }));
};

test("what was written is read again: pages, deleted ones, those to be read, and how far the log was", async () => {
  const listings = new EditorListings();
  const pages = Array.from({ length: 1_001 }, (_, index): EditorListing => ({ ...sample, id: index + 1 }));
  for (const each of pages) listings.put(each.id, each);
  listings.note({ kind: "page", id: 5, version: 10, listing: null });
  listings.put(5, undefined);
  listings.note({ kind: "edit", id: 6, version: 11 });
  listings.note({ kind: "page", id: 7, version: 12, listing: null });
  const copy = await copyOf(listings);
  expect(copy.edits).toEqual(logRead);
  expect([...copy.listings.byId]).toEqual([...listings.byId]);
  expect(copy.listings.byId.has(5)).toBe(false);
  expect(copy.listings.save()).toEqual({
    gone: [[5, 10]],
    noted: [
      [6, { version: 11, mayBeGone: false }],
      [7, { version: 12, mayBeGone: true }],
    ],
  });
});

test("it does not matter where the content is cut while it is read", async () => {
  const listings = new EditorListings();
  for (let id = 1; id <= 3; id++) listings.put(id, { ...sample, id });
  for (let bytes = 1; bytes <= 7; bytes++)
    expect([...(await copyOf(listings, bytes)).listings.byId.values()]).toEqual([...listings.byId.values()]);
});

test("a site without pages has a file, too", async () => {
  expect((await copyOf(new EditorListings())).listings.byId.size).toBe(0);
});

/** If this fails, raise `editorListingsForm`: files that were stored before lack the new members. */
test("files of this form have listings with these members", () => {
  expect([editorListingsForm, Object.keys(sample).sort(), Object.keys(sample.latest).sort()]).toEqual([
    2,
    [
      ...["ancestors", "draftSlug", "firstPublishedAt", "id", "kind", "lastPublishedAt", "latest"],
      ...["latestRevisionId", "live", "liveRevisionId", "lock", "ownerId", "parentId", "schedule", "slug"],
      ...["unpublishedChanges", "version", "workflow"],
    ],
    [
      ...["categories", "media", "previousRevisionId", "revisionId", "savedAt", "savedBy", "season"],
      ...["source", "tags", "title", "visibleDate"],
    ],
  ]);
});

import { createReadStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Editions } from "#lib/catalog/editions/editions.ts";
import { editionsForm, readStoredEditions, writeEditions } from "#lib/catalog/editions/editions-file.ts";
import { type Edition, editionOf } from "#lib/pages/edition.ts";
import type { Page } from "#lib/pages/page.ts";
import type { RevisionSummary } from "#lib/pages/revision.ts";

/** With every member that the type allows. */
const summary: Required<RevisionSummary> = {
  ...{ revisionId: 7, previousRevisionId: 6, title: "Grüße, 鷺 and \u{1f9a6}", visibleDate: null },
  ...{
    tags: ["otter", "\n"],
    categories: [1],
    season: null,
    source: { name: "notes", path: "a.md", digest: "d" },
  },
  ...{ savedAt: "2025-01-01T00:00:00.000Z", savedBy: null, media: { image: [3] } },
};

const page: Required<Page> = {
  ...{ id: 4, kind: "post", parentId: 3, ancestors: [1, 2, 3], uuid: "u", slug: "a", draftSlug: "b" },
  ...{ title: "A", ownerId: 1, live: true, unpublishedChanges: true, latestRevisionId: 7, summary },
  ...{ liveRevisionId: 6, publicSlug: "a", aliases: [], createdAt: "2025-01-01T00:00:00.000Z" },
  ...{ firstPublishedAt: null, lastPublishedAt: null, showInMenus: false, restriction: null },
  ...{ lock: { ownerId: null, lockedAt: "2025-01-01T00:00:00.000Z" } },
  ...{ schedule: { revisionId: 7, publishAt: "2030-01-01T00:00:00.000Z" } },
  ...{ workflow: { name: "w", task: "t", state: "in_progress", groups: [1] }, commentsClosed: true },
  ...{ comments: 0, commentsVersion: 0, seasons: [], fromManifest: true, births: 0, version: 9 },
};

const sample = editionOf(page);

const logRead = {
  position: { highest: 12, gaps: [7, 9] },
  anchor: { number: 11, mark: "m", writtenAtMs: 5 },
};

/** What is read of a file that these were written to, in parts of so many bytes. */
const copyOf = async (editions: Editions, partBytes = 65_536) => {
  const folder = mkdtempSync(join(tmpdir(), "lectern-editions-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "editions");
  writeEditions(file, { editions, changes: logRead, edits: logRead });
  return readStoredEditions(createReadStream(file, { highWaterMark: partBytes }));
};

test("what was written is read again: pages, deleted ones, those to be read, and how far the log was", async () => {
  const editions = new Editions();
  const pages = Array.from({ length: 1_001 }, (_, index): Edition => ({ ...sample, id: index + 1 }));
  for (const each of pages) editions.put(each.id, each);
  editions.note({ kind: "page", id: 5, version: 10, listing: null });
  editions.put(5, undefined);
  editions.note({ kind: "edit", id: 6, version: 11 });
  editions.note({ kind: "page", id: 7, version: 12, listing: null });
  const copy = await copyOf(editions);
  expect(copy.edits).toEqual(logRead);
  expect([...copy.editions.byId]).toEqual([...editions.byId]);
  expect(copy.editions.byId.has(5)).toBe(false);
  expect(copy.editions.save()).toEqual({
    gone: [[5, 10]],
    noted: [
      [6, { version: 11, mayBeGone: false }],
      [7, { version: 12, mayBeGone: true }],
    ],
  });
});

test("it does not matter where the content is cut while it is read", async () => {
  const editions = new Editions();
  for (let id = 1; id <= 3; id++) editions.put(id, { ...sample, id });
  for (let bytes = 1; bytes <= 7; bytes++)
    expect([...(await copyOf(editions, bytes)).editions.byId.values()]).toEqual([...editions.byId.values()]);
});

test("a site without pages has a file, too", async () => {
  expect((await copyOf(new Editions())).editions.byId.size).toBe(0);
});

/** If this fails, raise `editionsForm`: files that were stored before lack the new members. */
test("files of this form have editions with these members", () => {
  expect([editionsForm, Object.keys(sample).sort(), Object.keys(sample.summary).sort()]).toEqual([
    2,
    [
      ...["ancestors", "draftSlug", "firstPublishedAt", "id", "kind", "lastPublishedAt", "latestRevisionId"],
      ...["live", "liveRevisionId", "lock", "ownerId", "parentId", "schedule", "slug", "summary"],
      ...["unpublishedChanges", "version", "workflow"],
    ],
    [
      ...["categories", "media", "previousRevisionId", "revisionId", "savedAt", "savedBy", "season"],
      ...["source", "tags", "title", "visibleDate"],
    ],
  ]);
});

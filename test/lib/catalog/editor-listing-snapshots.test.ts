// Proves contract rules: pages-for-editors.

import { text } from "node:stream/consumers";
import { zstdCompressSync } from "node:zlib";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { handler as snapshotCatalog } from "#functions/jobs/snapshot-catalog.ts";
import { lockPage } from "#lib/actions/pages/lock-page.ts";
import { deletePage } from "#lib/actions/pages/remove-page.ts";
import { saveDraft } from "#lib/actions/pages/save-draft.ts";
import { catalogNow } from "#lib/catalog/current/current-catalog.ts";
import {
  currentEditorListings,
  editorListingsFromRows,
  editorListingsNow,
  openEditorListings,
} from "#lib/catalog/current/current-editor-listings.ts";
import { prepareSearch } from "#lib/catalog/current/full-text.ts";
import type { EditorListings } from "#lib/catalog/editor-listings/editor-listings.ts";
import { editorListingsForm } from "#lib/catalog/editor-listings/editor-listings-file.ts";
import { noteChanges, readNoted } from "#lib/catalog/editor-listings/followed-editor-listings.ts";
import { RestoredLog } from "#lib/catalog/following/follower.ts";
import { storedChanges, storedEdits, storedLogTime } from "#lib/catalog/following/stored-changes.ts";
import { readUsableNote } from "#lib/catalog/snapshots/open-snapshot.ts";
import { newestNoteKey, olderNoteKey, type SnapshotNote } from "#lib/catalog/snapshots/snapshot-note.ts";
import { type Snapshotted, writeSnapshot } from "#lib/catalog/snapshots/write-snapshot.ts";
import { clock } from "#lib/clock.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { deleteImage } from "#lib/routes/editor-media-objects.ts";
import { listCategories, listEditablePages, listSeasons, listTags } from "#lib/routes/editor-pages.ts";
import { publishPost } from "#lib/routes/editor-posts.ts";
import { changeRetentionMs, putChange } from "#lib/store/changes.ts";
import { allEditorListings } from "#lib/store/editor-listings.ts";
import { drawManyNumbers, drawNumbers } from "#lib/store/items.ts";
import { putPage, readPage } from "#lib/store/pages.ts";
import { tableStore } from "#lib/store/table-store.ts";
import { call } from "#test/support/call.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { storedFileKeys, useFiles } from "#test/support/files.ts";
import { makeImage } from "#test/support/media.ts";
import { createDraft, createLivePost, useWorld } from "#test/support/world.ts";

vi.mock("#lib/store/editor-listings.ts", { spy: true });

const world = useWorld();
useFiles();

const hourMs = 3_600_000;
const permit = () => {};
const logs = { changes: storedChanges, edits: storedEdits, time: storedLogTime };

beforeAll(() => {
  process.env.CATALOG_FILE = ":memory:";
});

beforeEach(async () => {
  for (const key of await storedFileKeys()) await (await openFiles()).delete(fileKey(key));
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Not the clock of the process: a bucket refuses requests that are signed at another time than its own. */
const setClockAhead = (ms: number): void => {
  vi.spyOn(clock, "nowMs").mockImplementation(() => Date.now() + ms);
};

const rename = (id: number, title: string) =>
  saveDraft(id, { authorId: null, permit, change: (latest) => ({ ...latest, title }) });

const readNote = async (): Promise<SnapshotNote> =>
  JSON.parse(await text((await (await openFiles()).get(newestNoteKey()))!.body));

const put = async (key: string, content: Buffer): Promise<void> => {
  await (await openFiles()).put(fileKey(key), content, "application/zstd");
};

const contentOf = async (key: string): Promise<Buffer> =>
  Buffer.from(
    await text((await (await openFiles()).get(fileKey(key)))!.body.setEncoding("latin1")),
    "latin1",
  );

/** Stores a snapshot; gives its note. */
const store = async (): Promise<SnapshotNote> => {
  await snapshotCatalog();
  return readNote();
};

/** Begins like a new instance; tells whether it read all rows, and what it logged. */
const begin = async () => {
  await currentEditorListings();
  vi.spyOn(clock, "nowMs").mockReturnValueOnce(clock.nowMs() - 2 * 3_600_000);
  vi.mocked(allEditorListings).mockClear();
  using log = captureLog();
  const { listings, edits } = await editorListingsNow();
  const warnings = log.lines.map(({ warning }) => warning as string);
  return { listings, edits, isRebuilt: vi.mocked(allEditorListings).mock.calls.length > 0, warnings };
};

const fromSnapshot = { isRebuilt: false, warnings: [] };

const pagesOf = (listings: EditorListings) =>
  [...listings.byId.values()].sort((one, other) => one.id - other.id);

/** Everything is as in the rows of pages. */
const expectTrue = async (listings: EditorListings): Promise<void> => {
  const { listings: expected } = await editorListingsFromRows();
  expect(pagesOf(listings)).toEqual(pagesOf(expected));
  expect(listings.noted).toEqual([]);
};

const titleOf = (listings: EditorListings, id: number) => listings.byId.get(id)?.latest.title;

describe("pages with their drafts that begin at a snapshot", () => {
  test("are read where they have changed since, and equal those from all rows", async () => {
    const { id: kept } = await createDraft(world.notes, {
      title: "Grüße, 鷺 and \u{1f9a6}",
      tags: ["otter"],
    });
    const [{ id: saved }, { id: published }, { id: locked }, { id: gone }] = [
      await createDraft(world.notes),
      await createDraft(world.notes),
      await createLivePost(world.notes),
      await createLivePost(world.notes),
    ];
    await store();
    await rename(saved, "Saved");
    await call(publishPost, { as: "ada", params: { id: published } });
    await lockPage(locked, { permit, ownerId: null });
    await deletePage(gone);
    const { id: made } = await createDraft(world.notes, { title: "Made" });
    const { listings, ...begun } = await begin();
    expect(begun).toMatchObject(fromSnapshot);
    expect([kept, saved, made].map((id) => titleOf(listings, id))).toEqual([
      "Grüße, 鷺 and \u{1f9a6}",
      "Saved",
      "Made",
    ]);
    expect(listings.byId.get(published)?.live).toBe(true);
    expect(listings.byId.get(locked)?.lock).toMatchObject({ ownerId: null });
    expect(listings.byId.has(gone)).toBe(false);
    await expectTrue(listings);
  });

  test("see an edit appear under a number that was missing in the snapshot, and wait for it no longer than others do", async () => {
    const { id } = await createDraft(world.notes, { title: "Before" });
    const { revision: number } = await drawNumbers("revision");
    // A higher number has appeared.
    await createDraft(world.notes);
    await store();
    const { edits, ...begun } = await begin();
    expect(begun).toMatchObject(fromSnapshot);
    expect(edits.position.gaps).toContain(number);
    const { version, summary, ...row } = (await readPage(id))!;
    const next = { ...row, summary: { ...summary!, title: "Late" }, version: version + 1 };
    const entry = putChange(
      { number: number!, mark: "late" },
      { kind: "edit", id, version: next.version },
      "EDITS",
    );
    await tableStore().transact([putPage(next, version), entry]);
    expect(titleOf(await currentEditorListings(), id)).toBe("Late");
  });

  test("ask once for numbers that were missing an hour ago", async () => {
    const { revision: number } = await drawNumbers("revision");
    await createDraft(world.notes);
    const note = await store();
    const written = { ...note, checkedAtMs: note.checkedAtMs - hourMs - 1 };
    await put(newestNoteKey(), Buffer.from(JSON.stringify(written)));
    const asked = vi.spyOn(storedEdits, "at");
    const { edits, ...begun } = await begin();
    expect(begun).toMatchObject(fromSnapshot);
    expect(asked.mock.calls.flat(2)).toContain(number);
    expect(edits.position.gaps).toEqual([]);
  });

  test("know which pages are gone, so that an edit that appears late leaves nothing to be asked for", async () => {
    const { id } = await createDraft(world.notes);
    const { revision: number } = await drawNumbers("revision");
    const { version } = (await readPage(id))!;
    await currentEditorListings();
    await deletePage(id);
    await currentEditorListings();
    await store();
    expect(await begin()).toMatchObject(fromSnapshot);
    const late = putChange({ number: number!, mark: "late" }, { kind: "edit", id, version }, "EDITS");
    await tableStore().write(late);
    await expectTrue(await currentEditorListings());
  });

  test("are those of the older one where the newest is damaged", async () => {
    const { id } = await createDraft(world.notes, { title: "Before" });
    await store();
    await rename(id, "After");
    setClockAhead(2 * hourMs);
    const { editions: newest } = await store();
    expect(await storedFileKeys()).toContain(olderNoteKey());
    await put(newest.key, Buffer.from("else"));
    const { listings, isRebuilt, warnings } = await begin();
    expect({ isRebuilt, warnings }).toEqual({
      isRebuilt: false,
      warnings: [expect.stringContaining("The newest snapshot is passed over")],
    });
    await expectTrue(listings);
  });
});

describe("all rows are read, and one line says why, where the snapshot is", () => {
  const changed = (part: Partial<SnapshotNote>) => async (note: SnapshotNote) =>
    put(newestNoteKey(), Buffer.from(JSON.stringify({ ...note, ...part })));
  const packed = (content: string) => (note: SnapshotNote) =>
    put(note.editions.key, zstdCompressSync(content));

  test.each<[string, (note: SnapshotNote) => Promise<void>, string]>([
    [
      "older than half the time that entries are kept",
      async (note) => changed({ checkedAtMs: note.checkedAtMs - changeRetentionMs / 2 - hourMs })(note),
      "it is too old",
    ],
    [
      "of a time to come",
      async (note) => changed({ checkedAtMs: note.checkedAtMs + 2 * hourMs })(note),
      "it is too old",
    ],
    ["of another site", changed({ mark: "another" }), "it is of another site"],
    [
      "newer than the log",
      async (note) => changed({ position: { highest: note.position.highest + 1, gaps: [] } })(note),
      "it knows more than the change log",
    ],
    [
      "damaged",
      async ({ editions: { key } }) => {
        const content = await contentOf(key);
        content[content.length >> 1]! ^= 1;
        await put(key, content);
      },
      "",
    ],
    ["cut off", async ({ editions: { key } }) => put(key, (await contentOf(key)).subarray(0, -9)), ""],
    ["something else", async ({ editions: { key } }) => put(key, Buffer.from("else")), ""],
    ["text of another kind", packed("else\n"), "is not valid JSON"],
    ["empty", packed(""), "its file of drafts is empty"],
    [
      "without its file",
      async ({ editions: { key } }) => (await openFiles()).delete(fileKey(key)),
      "one of its files is missing",
    ],
    [
      "one whose note says nothing of drafts",
      async ({ editions: _, ...note }) =>
        changed({})(note as SnapshotNote).then(() => put(newestNoteKey(), Buffer.from(JSON.stringify(note)))),
      "",
    ],
  ])("%s", async (_name, spoil, reason) => {
    await createDraft(world.notes);
    await spoil(await store());
    const { listings, isRebuilt, warnings } = await begin();
    expect(isRebuilt).toBe(true);
    expect(warnings).toEqual([expect.stringContaining(reason)]);
    await expectTrue(listings);
  });
});

test("all rows are read where a snapshot has another form, or there is none, which is nothing to speak of", async () => {
  const { editions } = await store();
  expect(newestNoteKey()).toMatch(new RegExp(`^snapshots/[0-9a-f]{16}-${editorListingsForm}/newest\\.json$`));
  const content = await contentOf(editions.key);
  for (const key of await storedFileKeys()) await (await openFiles()).delete(fileKey(key));
  await put("snapshots/0123456789abcdef-0/editions-1.zst", content);
  expect(await begin()).toMatchObject({ isRebuilt: true, warnings: [] });
});

describe("on a site that is too large to read in a request", () => {
  const lists = [
    () => call(listEditablePages, { as: "ada" }),
    () => call(listTags, { as: "ada" }),
    () => call(listCategories, { as: "ada" }),
    () => call(listSeasons, { as: "ada", params: { id: world.calls } }),
  ];

  beforeEach(async () => {
    await drawManyNumbers("page", 50);
  });

  test("lists for editors are refused at once, for a minute, where there is no snapshot; the job makes one", async () => {
    const { id } = await makeImage();
    vi.stubEnv("CATALOG_BUILD_LIMIT", "40");
    const refused = async (request: () => ReturnType<typeof call>) => {
      await currentEditorListings().catch(() => {});
      vi.spyOn(clock, "nowMs").mockReturnValueOnce(clock.nowMs() - 2 * 3_600_000);
      return request();
    };
    vi.unstubAllEnvs();
    await currentEditorListings();
    vi.stubEnv("CATALOG_BUILD_LIMIT", "40");
    vi.mocked(allEditorListings).mockClear();
    for (const list of [...lists, () => call(deleteImage, { as: "ada", params: { id } })]) {
      using log = captureLog();
      const { status, headers, body } = await refused(list);
      expect([status, headers["retry-after"]]).toEqual([503, "60"]);
      expect(JSON.stringify(body)).toContain("preparing its lists");
      expect(log.lines.map(({ warning }) => warning)).toContainEqual(
        expect.stringContaining("No snapshot can be used"),
      );
    }
    expect(allEditorListings).not.toHaveBeenCalled();
    vi.unstubAllEnvs();
    await snapshotCatalog();
    vi.stubEnv("CATALOG_BUILD_LIMIT", "40");
    expect(await begin()).toMatchObject(fromSnapshot);
    for (const list of lists) expect((await list()).status).toBe(200);
  });

  test("they are refused, too, where more has changed since than can be read, until there is a newer snapshot", async () => {
    await store();
    const ids = [];
    for (let made = 0; made < 3; made++) ids.push((await createDraft(world.notes)).id);
    vi.stubEnv("CATALOG_BUILD_LIMIT", "2");
    using log = captureLog();
    const { status, headers } = await call(listEditablePages, { as: "ada" });
    expect([status, headers["retry-after"]]).toEqual([503, "60"]);
    expect(log.lines.map(({ warning }) => warning)).toEqual([
      expect.stringContaining("Too many pages have changed since the snapshot"),
    ]);
    vi.unstubAllEnvs();
    setClockAhead(2 * hourMs);
    await store();
    vi.stubEnv("CATALOG_BUILD_LIMIT", "2");
    vi.mocked(allEditorListings).mockClear();
    const answer = await call(listEditablePages, { as: "ada" });
    expect(answer.status).toBe(200);
    expect(answer.body.results.map((page: { id: number }) => page.id)).toEqual(expect.arrayContaining(ids));
    expect(allEditorListings).not.toHaveBeenCalled();
  });
});

test("an hour after the first snapshot of a release all rows are read again, once: the release before may have saved without a word", async () => {
  const { id } = await createDraft(world.notes, { title: "Before" });
  const first = await store();
  expect(first.editions.readAgainAtMs).toBe(first.checkedAtMs + hourMs);
  const { version, summary, ...row } = (await readPage(id))!;
  const silent = putPage(
    { ...row, summary: { ...summary!, title: "Silent" }, version: version + 1 },
    version,
  );
  await tableStore().transact([silent]);
  expect(titleOf((await begin()).listings, id)).toBe("Before");
  setClockAhead(hourMs - 60_000);
  expect(await store()).toEqual(first);
  setClockAhead(hourMs + 60_000);
  const second = await store();
  expect(second.editions).toMatchObject({ readAgainAtMs: null });
  expect(second.editions.key).not.toBe(first.editions.key);
  const { listings, ...begun } = await begin();
  expect(begun).toMatchObject(fromSnapshot);
  expect(titleOf(listings, id)).toBe("Silent");
  setClockAhead(3 * hourMs + 60_000);
  expect(await store()).toEqual(second);
});

const snapshotted = async (): Promise<Snapshotted> => {
  const catalog = await catalogNow();
  const words = await prepareSearch();
  const { number: lastEdit } = await storedEdits.lastDrawn();
  return { ...catalog, words, lastEdit, editorListings: await editorListingsNow() };
};

test.each(["changes", "edits"] as const)(
  "nothing is stored where the database was restored after the log of %s was read",
  async (name) => {
    await createDraft(world.notes);
    await createLivePost(world.notes);
    const now = await snapshotted();
    const { position } = now.editorListings[name];
    const anchor = { number: position.highest, mark: "lost", writtenAtMs: clock.nowMs() };
    const editorListings = { ...now.editorListings, [name]: { position, anchor } };
    await expect(
      writeSnapshot(await openFiles(), logs, undefined, { ...now, editorListings }),
    ).rejects.toThrow(RestoredLog);
    expect(await storedFileKeys()).toEqual([]);
  },
);

test("while people write and snapshots are stored, each new instance has all that was answered before it began", async () => {
  await store();
  /** By page: the least version that it has, or null once it is gone. */
  const known = new Map<number, number | null>();
  const leaving = new Set<number>();
  let isOver = false;
  const note = async (id: number) => known.set(id, (await readPage(id))?.version ?? null);
  const write = async () => {
    for (let made = 0; made < 4; made++) {
      const { id } = await createDraft(world.notes);
      await note(id);
      await rename(id, `Again ${id}`);
      await note(id);
      await call(publishPost, { as: "ada", params: { id } });
      await note(id);
      await rename(id, `Changed ${id}`);
      await note(id);
      if (made % 2 === 0) {
        leaving.add(id);
        await deletePage(id);
        await note(id);
      }
    }
  };
  const storeOften = async () => {
    const files = await openFiles();
    while (!isOver) {
      const last = (await readUsableNote(newestNoteKey(), storedChanges))?.note;
      await writeSnapshot(files, logs, last, await snapshotted());
    }
  };
  let begun = 0;
  const beginOften = async () => {
    for (; !isOver || begun === 0; begun++) {
      const before = [...known];
      const opened = (await openEditorListings())!;
      await noteChanges(opened);
      await readNoted(opened.listings);
      const { byId } = opened.listings;
      const missed = before.filter(([id, version]) => {
        const found = byId.get(id);
        if (version === null) return found !== undefined;
        return found ? found.version < version : !leaving.has(id);
      });
      expect(missed).toEqual([]);
    }
  };
  const writing = Promise.all([write(), write(), write()]).finally(() => {
    isOver = true;
  });
  await Promise.all([writing, storeOften(), beginOften()]);
  const last = (await openEditorListings())!;
  await noteChanges(last);
  await readNoted(last.listings);
  await expectTrue(last.listings);
});

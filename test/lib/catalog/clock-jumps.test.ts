import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Catalog } from "#lib/catalog/catalog.ts";
import { documentName, feedsFolder } from "#lib/feeds/feed-names.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import type { ChangeCursor } from "#lib/queries/change-query.ts";
import { emptySite } from "#lib/site/site.ts";
import { changeRetentionMs } from "#lib/store/changes.ts";
import type { Item } from "#lib/store/port/table-store.ts";
import type { PlannedNumbers } from "#lib/store/sequences.ts";
import { tableStore } from "#lib/store/table-store.ts";
import { storedFile, storedFileKeys, useFiles } from "#test/support/files.ts";
import { loadModulesAnew } from "#test/support/load-modules-anew.ts";
import { randomFrom } from "#test/support/random.ts";
import { restoreTable } from "#test/support/restored-table.ts";
import { wholeTable } from "#test/support/whole-table.ts";
import { useWorld } from "#test/support/world.ts";

// With the rights of roles, one copy of each job would serve all processes.
vi.doUnmock("#functions/jobs/renew-feeds.ts");
vi.doUnmock("#functions/jobs/snapshot-catalog.ts");

const world = useWorld();
useFiles();

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const maxJumpDays = 400;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-jumps-"));
  process.env.PUBLIC_ORIGIN = "https://notes.example";
});

afterAll(() => rmSync(folder, { recursive: true }));

/** The time, and a wall clock that may be wrong. */
class Clocks {
  #nowMs = Date.now();
  #offsetMs = 0;

  constructor() {
    const begunMs = this.#nowMs;
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.spyOn(performance, "now").mockImplementation(() => this.#nowMs - begunMs);
    this.pass(0);
  }

  /** By a clock that is right, as that of the database is. */
  get nowMs(): number {
    return this.#nowMs;
  }

  pass(ms: number): void {
    this.#nowMs += ms;
    vi.setSystemTime(this.#nowMs + this.#offsetMs);
  }

  jump(offsetMs: number): void {
    this.#offsetMs = offsetMs;
    this.pass(0);
  }
}

const anybody = { permit: () => {} };

let files = 0;
let slugs = 0;

type Titles = ReadonlyMap<number, string>;

const inOrder = (entries: Iterable<readonly [number, string]>): Titles =>
  new Map([...entries].sort(([one], [other]) => one - other));

/** Of what strangers see. */
const titlesIn = (catalog: Catalog): Titles =>
  inOrder(
    catalog
      .listingsOf(catalog.publicIds())
      .filter(({ kind }) => kind === "post")
      .map(({ id, title }) => [id, title] as const),
  );

/** A process of the service: modules of its own, and a catalog file of its own. */
const startInstance = async () => {
  await loadModulesAnew();
  const catalogFile = join(folder, `catalog-${files++}.db`);
  const [
    { createPage },
    { publishPage },
    { saveDraft },
    { unpublishPage },
    { deleteLonePage },
    { createWebhook },
    { catalogNow },
    { currentEditorListings },
    { searchPages },
    { cursorNow, followChanges },
    { handler: storeSnapshot },
    { handler: renewFeedsAndQueue },
    { readWebhooks },
    { readWaitingDeliveries },
    { verifySite },
    { log },
    { plannedNumbers },
    { Refusal },
  ] = await Promise.all([
    import("#lib/actions/pages/create-page.ts"),
    import("#lib/actions/pages/publish-page.ts"),
    import("#lib/actions/pages/save-draft.ts"),
    import("#lib/actions/pages/unpublish-page.ts"),
    import("#lib/actions/pages/remove-page.ts"),
    import("#lib/actions/webhooks/put-webhook.ts"),
    import("#lib/catalog/current/current-catalog.ts"),
    import("#lib/catalog/current/current-editor-listings.ts"),
    import("#lib/catalog/current/full-text.ts"),
    import("#lib/catalog/changes/follow-changes.ts"),
    import("#functions/jobs/snapshot-catalog.ts"),
    import("#functions/jobs/renew-feeds.ts"),
    import("#lib/store/webhooks.ts"),
    import("#lib/store/webhooks.ts"),
    import("#lib/catalog/verifying/verify-site.ts"),
    import("#lib/log.ts"),
    import("#lib/store/sequences.ts"),
    import("#lib/refusals/refusal.ts"),
  ]);
  const warnings: unknown[] = [];
  vi.spyOn(log, "write").mockImplementation((_, { warning }) => void warnings.push(warning));
  const as =
    <Arguments extends unknown[], Result>(work: (...given: Arguments) => Promise<Result>) =>
    (...given: Arguments): Promise<Result> => {
      process.env.CATALOG_FILE = catalogFile;
      return work(...given);
    };
  const present = async () => ({ now: await catalogNow(), settings: "same" });
  return {
    warnings,
    /** Has read the sequences, so that a change takes its numbers in its transaction, as requests do. */
    readNumbers: async () => {
      const numbers = plannedNumbers("IDS", "CHANGES");
      await numbers.begin();
      return numbers;
    },
    create: async (title: string, numbers?: PlannedNumbers): Promise<number> => {
      const { page } = await createPage(
        world.notes,
        () => ({
          kind: "post",
          content: {
            ...{
              title,
              slug: `post-${++slugs}`,
              seoTitle: "",
              searchDescription: "",
              tags: [],
              categories: [],
            },
            ...{ visibleDate: "2026-01-01T00:00:00.000Z", coverImage: null, body: [] },
          },
          ownerId: null,
        }),
        { ...(numbers && { numbers }) },
      );
      return page.id;
    },
    retitle: (id: number, title: string) =>
      saveDraft(id, { ...anybody, authorId: null, change: (latest) => ({ ...latest, title }) }),
    publish: (id: number, numbers?: PlannedNumbers) =>
      publishPage(id, { ...anybody, publisherId: null, reads: { ...(numbers && { numbers }) } }),
    withdraw: (id: number) => unpublishPage(id, anybody),
    remove: deleteLonePage,
    listen: () =>
      createWebhook(
        {
          ...{
            name: "build",
            url: "https://build.example/",
            events: ["page.published", "page.updated", "page.unpublished", "page.deleted"],
          },
          ...{ parents: [], coalesceSeconds: 0, active: true },
        },
        `whsec_${Buffer.alloc(32, 7).toString("base64")}`,
      ),
    storeSnapshot: as(storeSnapshot),
    renewFeedsAndQueue: as(renewFeedsAndQueue),
    queued: async () => {
      const [hook] = await readWebhooks();
      return (await readWaitingDeliveries(hook!.webhook.id)).flatMap(({ events }) => events);
    },
    publicTitles: as(async () => titlesIn((await catalogNow()).catalog)),
    editorTitles: as(async () => {
      const { byId } = await currentEditorListings();
      const posts = [...byId.values()].filter(({ kind }) => kind === "post");
      return inOrder(posts.map(({ id, latest }) => [id, latest.title] as const));
    }),
    find: as(async (word: string) => {
      const search = { words: [word], phrases: [], operator: "and" } as const;
      return [...(await searchPages((await catalogNow()).catalog, search, emptySite))];
    }),
    /** What is wrong with the newest snapshot. */
    verify: async () => (await verifySite(undefined))[1],
    cursor: as(async () => cursorNow(await present())),
    /** What has changed since the cursor, or undefined if everything is to be read again. */
    follow: as(async (cursor: ChangeCursor) => {
      try {
        const found = await present();
        const { pages, cursor: next, more } = await followChanges(cursor, found, 5);
        const titles = titlesIn(found.now.catalog);
        return { pages: pages.map(({ id }) => [id, titles.get(id)] as const), next, more };
      } catch (error) {
        if (error instanceof Refusal && error.code === "cursor_expired") return undefined;
        throw error;
      }
    }),
  };
};

type Instance = Awaited<ReturnType<typeof startInstance>>;

/** A builder of a site that applies all changes that it is told. */
class Builder {
  titles: Titles = new Map();
  #cursor: ChangeCursor | undefined;

  async catchUp(instance: Instance): Promise<void> {
    for (let more = true; more; ) {
      const told = this.#cursor && (await instance.follow(this.#cursor));
      if (told) {
        const titles = new Map(this.titles);
        for (const [id, title] of told.pages) title === undefined ? titles.delete(id) : titles.set(id, title);
        this.titles = inOrder([...titles].filter(([id]) => told.pages.length > 0 || titles.has(id)));
        this.#cursor = told.next;
        more = told.more;
      } else {
        this.#cursor = await instance.cursor();
        this.titles = await instance.publicTitles();
        more = false;
      }
    }
  }
}

/** Deletes what has expired, as the database does at any time later. */
const sweep = async (nowMs: number): Promise<void> => {
  for (const item of await expiringItems())
    if ((item.expires_at as number) * 1_000 <= nowMs)
      await tableStore().write({ delete: { pk: item.pk, sk: item.sk } });
};

/** The titles that the feed of the blog has. */
const feedTitles = async (): Promise<readonly string[]> => {
  const name = `${feedsFolder}/${world.notes}/${documentName("rss")}`;
  if (!(await storedFileKeys()).includes(name)) return [];
  return (await storedFile(name)).content.match(/\bword\d+n\d+/g) ?? [];
};

/** What the site is to show, by plain rules, and how often each page has changed before the public. */
class Model {
  readonly shown = new Map<number, string>();
  readonly drafts = new Map<number, string>();
  readonly told = new Map<number, number>();
  readonly everyTitle: string[] = [];

  tell(id: number): void {
    this.told.set(id, (this.told.get(id) ?? 0) + 1);
  }
}

/** Plays a random history on an empty site; at its end everybody has to show what the model says. */
const play = async (seed: number): Promise<void> => {
  const random = randomFrom(seed);
  const clocks = new Clocks();
  const model = new Model();
  const instances = [await startInstance(), await startInstance()];
  const builder = new Builder();
  const any = () => instances[random.below(instances.length)]!;
  const pick = (ids: Iterable<number>): number | undefined => {
    const all = [...ids];
    return all[random.below(all.length)];
  };
  const title = (): string => {
    const next = `word${seed}n${model.everyTitle.length}`;
    model.everyTitle.push(next);
    return next;
  };

  const acts: readonly (() => Promise<unknown>)[] = [
    async () => {
      const [instance, word] = [any(), title()];
      model.drafts.set(await instance.create(word), word);
    },
    async () => {
      const [id, word] = [pick(model.drafts.keys()), title()];
      if (id === undefined) return;
      await any().retitle(id, word);
      model.drafts.set(id, word);
    },
    async () => {
      const id = pick(
        [...model.drafts.keys()].filter((each) => model.drafts.get(each) !== model.shown.get(each)),
      );
      if (id === undefined) return;
      await any().publish(id);
      model.shown.set(id, model.drafts.get(id)!);
      model.tell(id);
    },
    async () => {
      const id = pick(model.shown.keys());
      if (id === undefined) return;
      await any().withdraw(id);
      model.shown.delete(id);
      model.tell(id);
    },
    async () => {
      const id = pick(model.drafts.keys());
      if (id === undefined || random.below(3) > 0) return;
      await any().remove(id);
      model.drafts.delete(id);
      if (model.shown.delete(id)) model.tell(id);
    },
  ];
  const jump = () => {
    const days = [maxJumpDays, 20, 2, 0][random.below(4)]!;
    clocks.jump(Math.round((random.fraction() * 2 - 1) * days * dayMs));
  };
  const look = async () => {
    const instance = any();
    expect(await instance.publicTitles()).toEqual(inOrder(model.shown));
    expect(await instance.editorTitles()).toEqual(inOrder(model.drafts));
  };
  const steps: readonly (() => unknown)[] = [
    ...[0, 1, 2, 2, 2, 3, 4].map((index) => acts[index]!),
    jump,
    () => clocks.jump(0),
    look,
    look,
    async () => {
      instances[random.below(instances.length)] = await startInstance();
    },
    () => any().storeSnapshot(),
    () => any().renewFeedsAndQueue(),
    () => sweep(clocks.nowMs),
    () => builder.catchUp(any()),
    async () => {
      // The jobs go on.
      for (let days = random.below(4); days > 0; days--) {
        clocks.pass(dayMs);
        await any().renewFeedsAndQueue();
        await any().storeSnapshot();
      }
    },
  ];

  await any().listen();
  for (let step = 0; step < 40; step++) {
    await steps[random.below(steps.length)]!();
    clocks.pass(random.below(30 * minuteMs));
  }
  clocks.jump(0);
  clocks.pass(minuteMs);
  await sweep(clocks.nowMs);
  const fresh = await startInstance();
  for (const instance of [...instances, fresh]) {
    expect(await instance.publicTitles()).toEqual(inOrder(model.shown));
    expect(await instance.editorTitles()).toEqual(inOrder(model.drafts));
    for (const [id, word] of model.shown) expect(await instance.find(word)).toEqual([id]);
  }
  await builder.catchUp(any());
  expect(builder.titles).toEqual(inOrder(model.shown));
  await any().renewFeedsAndQueue();
  expect([...new Set(await feedTitles())].toSorted()).toEqual([...model.shown.values()].toSorted());
  const events = Map.groupBy(await fresh.queued(), ({ id }) => id);
  for (const [id, count] of model.told) expect(events.get(id)?.length ?? 0).toBeGreaterThanOrEqual(count);
};

/** Every item of the table that ends by itself. */
const expiringItems = async () => (await wholeTable()).filter(({ expires_at }) => expires_at !== undefined);

const logNames: readonly unknown[] = ["CHANGES", "EDITS"];

/** Entries as releases before this one wrote them: they expire by the clock of the writer alone. */
const expireByWriters = async (): Promise<void> => {
  for (const item of await expiringItems())
    if (logNames.includes(String(item.pk)))
      await tableStore().write({
        update: { pk: item.pk, sk: item.sk },
        changes: { set: { expires_at: Math.floor(((item.writtenAtMs as number) + 9 * dayMs) / 1_000) } },
      });
};

let empty: readonly unknown[];

beforeAll(async () => {
  empty = await wholeTable();
});

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await restoreTable(empty);
  for (const key of await storedFileKeys()) await (await openFiles()).delete(fileKey(key));
});

test("what an earlier release has published while the clock was a month behind is there when the clock is right", async () => {
  const clocks = new Clocks();
  const builder = new Builder();
  const writer = await startInstance();
  const reader = await startInstance();
  const before = await writer.create("before");
  await writer.publish(before);
  await writer.storeSnapshot();
  await reader.publicTitles();
  await reader.editorTitles();
  await builder.catchUp(reader);
  clocks.jump(-30 * dayMs);
  const behind = await writer.create("behind");
  await writer.publish(behind);
  const draft = await writer.create("draft");
  await expireByWriters();
  clocks.jump(0);
  const drafts = inOrder([
    [before, "before"],
    [behind, "behind"],
    [draft, "draft"],
  ]);
  const shown = inOrder([...drafts].filter(([id]) => id !== draft));
  const fresh = await startInstance();
  for (const instance of [reader, writer, fresh]) {
    expect(await instance.publicTitles()).toEqual(shown);
    expect(await instance.editorTitles()).toEqual(drafts);
    expect(await instance.find("behind")).toEqual([behind]);
  }
  const expired = "entries of the change log have expired before they were read";
  expect(fresh.warnings).toContain(`The catalog is made from the store: ${expired}.`);
  expect(fresh.warnings).toContain(`The editors' catalog is made from the store: ${expired}.`);
  await builder.catchUp(reader);
  expect(builder.titles).toEqual(shown);
  expect(await reader.verify()).toEqual({
    catalog: "newest snapshot",
    state: "not_compared",
    details: [`${expired}; nothing begins there`],
  });
});

test.each(["which takes its numbers", "which draws its numbers"])(
  "entries expire no earlier because the clock was put back, also those of another process, %s",
  async (name) => {
    const clocks = new Clocks();
    await (await startInstance()).create("before");
    const isLog = ({ pk }: Item) => logNames.includes(pk);
    const nameOf = ({ pk, sk }: Item) => `${pk} ${sk}`;
    const known = new Set((await expiringItems()).map(nameOf));
    const laterMs = clocks.nowMs + changeRetentionMs - 60 * minuteMs;
    clocks.jump(-maxJumpDays * dayMs);
    const other = await startInstance();
    const numbers = async () => (name === "which takes its numbers" ? other.readNumbers() : undefined);
    const id = await other.create("after", await numbers());
    await other.publish(id, await numbers());
    const entries = (await expiringItems()).filter((item) => isLog(item) && !known.has(nameOf(item)));
    expect(entries.map(({ pk }) => pk).toSorted()).toEqual(logNames);
    for (const { expires_at } of entries) expect((expires_at as number) * 1_000).toBeGreaterThan(laterMs);
  },
);

// In these, releases that took expired entries for missing ones lose pages, withdrawals or events.
test.each([28, 33, 40, 55])("however the clock jumps, nothing is lost (history %d)", async (seed) => {
  await play(seed);
});

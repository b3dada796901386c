import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Catalog } from "#lib/catalog/catalog.ts";
import { shared } from "#lib/catalog/current/shared.ts";
import { ExpiredLog, Follower, isLostTrack, type LogTime } from "#lib/catalog/following/follower.ts";
import { type CatalogNow, type FollowedCatalog, rebuildCatalog } from "#lib/catalog/following/rebuild.ts";
import { resumeSnapshot } from "#lib/catalog/snapshots/open-snapshot.ts";
import {
  isAged,
  isTooOld,
  type SnapshotNote,
  snapshotProblem,
} from "#lib/catalog/snapshots/snapshot-note.ts";
import { positionAt, positionWithoutOldGaps, requireSameLog } from "#lib/catalog/snapshots/write-snapshot.ts";
import type { Holdings } from "#lib/catalog/verifying/verify-site.ts";
import type { Change, NumberedChange } from "#lib/pages/change.ts";
import { randomFrom } from "#test/support/random.ts";
import { SimulatedStore, type Subject, type WriterPlan } from "./simulated-store.ts";
import { VirtualTime } from "./virtual-time.ts";

const abandonedAfterMs = 1_000;
const lastDrawMs = 15_000;
const retentionMs = 10_000;
const maxSnapshots = 3;
const subjects: readonly Subject[] = [
  ...[2, 3, 4, 5].map((id) => ({ kind: "page", id }) as const),
  ...[2, 3].map((id) => ({ kind: "image", id }) as const),
  { kind: "audio", id: 2 },
  { kind: "video", id: 2 },
];

/** Deliberate faults, which the histories must find. */
interface Mistakes {
  /** Writers hold their numbers longer than readers expect. */
  readonly slowWriters?: boolean;
  /** Measures a gap's age from the start of the check that first showed it. */
  readonly agesFromStart?: boolean;
  /** Prefers the entry with the highest number to the highest version. */
  readonly ordersByNumber?: boolean;
  /** Lets calls join a check that is already running. */
  readonly joinsRunning?: boolean;
  /** Does not wait for numbers that were missing at a rebuild. */
  readonly forgetsFirstGaps?: boolean;
  /** Does not wait for numbers that were missing in a snapshot. */
  readonly forgetsSavedGaps?: boolean;
  /** Starts from snapshots of any age. */
  readonly takesOldSnapshots?: boolean;
  /** Chooses snapshots by number, even of another log. */
  readonly matchesByNumber?: boolean;
  /** Marks snapshots without checking that the log is still the same. */
  readonly marksUnchecked?: boolean;
}

/** Whether the store is restored to an earlier time, where readers restart, or clocks are wrong at times. */
type Ending = "goes on" | "is restored" | "clocks jump";

/** The folder of a history's snapshots. */
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lectern-histories-"));
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Runs one history of writers and readers; gives a sentence for each fault. */
const playHistory = async (
  seed: number,
  mistakes: Mistakes = {},
  ending: Ending = "goes on",
): Promise<string[]> => {
  const time = new VirtualTime();
  const random = randomFrom(seed);
  const store = new SimulatedStore(time, random, retentionMs);
  const wrongs: string[] = [];

  const planWriter = (): WriterPlan => {
    const spreadMs = random.below(101) - 50;
    const maxMs = mistakes.slowWriters ? 4 * abandonedAfterMs : abandonedAfterMs - Math.abs(spreadMs);
    const outcomes = ["put", "put", "put", "put", "delete", "abandon", "void"] as const;
    return {
      subject: subjects[random.below(subjects.length)]!,
      drawsAtMs: random.below(lastDrawMs),
      heldMs: random.below(random.below(2) === 0 ? 30 : maxMs),
      outcome: outcomes[random.below(outcomes.length)]!,
      spreadMs,
    };
  };

  const shelf = new Shelf();

  /** An instance that stores snapshots; it restarts or continues each time. */
  const startJob = async (): Promise<void> => {
    let reader = new Reader(store, time, mistakes, shelf);
    for (let stored = 0; stored < maxSnapshots; stored++) {
      await time.pause(random.below(4 * abandonedAfterMs));
      if (random.below(2) === 0) reader = new Reader(store, time, mistakes, shelf);
      await shelf.put(reader, store);
    }
  };

  const startReader = async (startsAtMs: number): Promise<void> => {
    const reader = new Reader(store, time, mistakes, shelf);
    const call = async (afterMs: number): Promise<void> => {
      await time.pause(afterMs);
      const answered = new Map(store.answered);
      const before = store.restorations;
      const isWrong = store.clockOffsetMs !== 0;
      await reader.bringUpToDate();
      // A reader whose clock is ahead may miss what is being written while it reads everything.
      if (before !== store.restorations || isWrong) return;
      for (const [name, { version, ...subject }] of answered) {
        const seen = reader.versionOf(subject);
        const isKnownGone = seen === 0 && store.isDeletedSince(subject, version);
        if (seen < version && !isKnownGone) wrongs.push(`${name}: ${version} was answered, ${seen} is seen`);
      }
    };
    await time.pause(startsAtMs);
    await Promise.all(Array.from({ length: 30 }, () => call(random.below(6 * abandonedAfterMs))));
    const settledAtMs = Math.max(startsAtMs, lastDrawMs) + 5 * abandonedAfterMs;
    while (time.nowMs < settledAtMs) await call(2 * abandonedAfterMs);
    if (reader.gapCount > 0) wrongs.push(`${reader.gapCount} gaps never end`);
    if (JSON.stringify(reader.holdings()) !== JSON.stringify(store.finalHoldings))
      wrongs.push("the end is not the same");
  };

  const restore = (): Promise<void> => {
    const copiesAtMs = random.below(lastDrawMs / 2);
    return store.restore(copiesAtMs, copiesAtMs + 1 + random.below(lastDrawMs / 3));
  };

  /** Sets all clocks wrong at times, by up to 400 days. */
  const letClocksJump = async (): Promise<void> => {
    while (time.nowMs < lastDrawMs - 4 * abandonedAfterMs) {
      await time.pause(random.below(2 * abandonedAfterMs));
      const days = [400, 0.1, 0.00001][random.below(3)]!;
      store.clockOffsetMs = Math.round((random.fraction() * 2 - 1) * days * 24 * 3_600_000);
      await time.pause(random.below(2 * abandonedAfterMs));
      store.clockOffsetMs = 0;
    }
  };

  const everybody = [
    ...Array.from({ length: 100 }, () => store.write(planWriter())),
    ...Array.from({ length: 3 }, () => startReader(random.below(lastDrawMs))),
    startReader(lastDrawMs + random.below(retentionMs / 2)),
    startJob(),
    ...(ending === "is restored" ? [restore()] : []),
    ...(ending === "clocks jump" ? [letClocksJump()] : []),
  ];
  await time.pass();
  await Promise.all(everybody);
  shelf.clear();
  return wrongs;
};

/** Keeps all snapshots of a history, so that an instance may start from any. */
class Shelf {
  readonly notes: SnapshotNote[] = [];

  async put(reader: Reader, store: SimulatedStore): Promise<void> {
    const before = store.restorations;
    const now = await reader.bringUpToDate();
    if (before !== store.restorations) return;
    const last = await reader.usableNote();
    const catalog = join(mkdtempSync(join(folder, "snapshot-")), "catalog.db");
    now.catalog.copyTo(catalog);
    const left = await store.leaveMark();
    if (!left) return;
    if (!(await reader.isOfSameLog(now))) return;
    const position = positionAt(left.number, positionWithoutOldGaps(last, now));
    const words = { key: "", form: "" };
    const editions = { key: "", lastEdit: 0, readAgainAtMs: null };
    const { checkedAtMs } = now;
    this.notes.push({ position, mark: left.mark!, checkedAtMs, catalog, words, editions });
  }

  clear(): void {
    for (const { catalog } of this.notes) rmSync(catalog);
  }
}

/** A reader made of the tested parts, or of parts with faults. */
class Reader {
  readonly bringUpToDate: () => Promise<CatalogNow>;
  readonly #shelf: Shelf;
  readonly #store: SimulatedStore;
  readonly #time: VirtualTime;
  readonly #mistakes: Mistakes;
  #held: FollowedCatalog | undefined;
  #startedAtMs = 0;
  #checkedAtMs = 0;
  #restorations = 0;

  constructor(store: SimulatedStore, time: VirtualTime, mistakes: Mistakes, shelf: Shelf) {
    this.#shelf = shelf;
    this.#store = store;
    this.#time = time;
    this.#mistakes = mistakes;
    const share = mistakes.joinsRunning ? joiningRunning : shared;
    this.bringUpToDate = share(() => this.#run());
  }

  get gapCount(): number {
    return this.#held?.follower.position.gaps.length ?? 0;
  }

  versionOf({ kind, id }: Subject): number {
    const catalog = this.#held?.catalog;
    return (kind === "page" ? catalog?.versionOf(id) : catalog?.mediaVersionOf(kind, id)) ?? 0;
  }

  holdings(): Holdings | undefined {
    const catalog = this.#held?.catalog;
    return catalog && { listings: catalog.listings(), media: catalog.allMedia() };
  }

  async #run(): Promise<CatalogNow> {
    const before = this.#store.restorations;
    if (before !== this.#restorations) this.#held = undefined;
    this.#restorations = before;
    const checkedAtMs = this.#store.wallMs;
    this.#startedAtMs = this.#time.nowMs;
    const isOfUse = !isAged({ checkedAtMs: this.#checkedAtMs }, checkedAtMs, retentionMs);
    const held = isOfUse ? this.#held : undefined;
    this.#checkedAtMs = checkedAtMs;
    const followed =
      (held && (await this.#follow(held, before))) ??
      (await this.#followSnapshot()) ??
      (await this.#rebuild());
    // A reader restarts if the store is restored meanwhile.
    this.#held = before === this.#store.restorations ? followed : undefined;
    const { catalog, follower } = followed;
    return { catalog, position: follower.position, anchor: follower.anchor, checkedAtMs };
  }

  /** True if, by its log, the store was not restored since the catalog was updated. */
  async isOfSameLog({ anchor }: CatalogNow): Promise<boolean> {
    if (this.#mistakes.marksUnchecked) return true;
    try {
      await requireSameLog(
        anchor,
        this.#store,
        this.#logTime(() => this.#time.nowMs),
      );
      return true;
    } catch {
      return false;
    }
  }

  /** Undefined if entries have expired, or the first ones are out of order. */
  async #follow(followed: FollowedCatalog, before: number): Promise<FollowedCatalog | undefined> {
    try {
      this.#apply(followed.catalog, await followed.follower.check());
    } catch (error) {
      if (error instanceof ExpiredLog || followed.follower.position.highest === 0) return undefined;
      if (before === this.#store.restorations && !this.#mistakes.matchesByNumber) throw error;
    }
    return followed;
  }

  /** Undefined without a usable snapshot. A copied store may have the number of a mark, but not its entry. */
  async #followSnapshot(): Promise<FollowedCatalog | undefined> {
    try {
      const resumed = await this.#resume();
      if (resumed) this.#apply(resumed.catalog, await resumed.follower.check());
      return resumed;
    } catch (error) {
      if (isLostTrack(error)) return undefined;
      throw error;
    }
  }

  /** The note of the newest snapshot of the store's log. */
  async usableNote(): Promise<SnapshotNote | undefined> {
    const note = this.#shelf.notes.at(-1);
    if (!note || this.#mistakes.matchesByNumber) return note;
    const last = await this.#store.lastDrawn();
    const [entry] = await this.#store.at([note.position.highest]);
    if (this.#mistakes.takesOldSnapshots && !entry) return note;
    return snapshotProblem(note, { last, entry }) ? undefined : note;
  }

  async #resume(): Promise<FollowedCatalog | undefined> {
    const note = await this.usableNote();
    const { number } = await this.#store.lastDrawn();
    const isOld = note && isTooOld(note, number, this.#store.wallMs, retentionMs);
    if (!note || (isOld && !this.#mistakes.takesOldSnapshots)) return undefined;
    const { position } = note;
    const begun = this.#mistakes.forgetsSavedGaps ? { ...note, position: { ...position, gaps: [] } } : note;
    const copy = `${note.catalog}.opened`;
    copyFileSync(note.catalog, copy);
    const resumed = resumeSnapshot(
      copy,
      begun,
      this.#store,
      this.#logTime(() => this.#time.nowMs),
    );
    rmSync(copy);
    return resumed;
  }

  async #rebuild(): Promise<FollowedCatalog> {
    const nowMs = () => (this.#mistakes.agesFromStart ? this.#startedAtMs : this.#time.nowMs);
    const logTime = this.#logTime(nowMs);
    const rebuilt = await rebuildCatalog(":memory:", this.#store, logTime);
    if (!this.#mistakes.forgetsFirstGaps) return rebuilt;
    const { number: highest } = await this.#store.lastDrawn();
    const start = { highest, gaps: [], shownAtMs: nowMs(), anchor: undefined };
    return { catalog: rebuilt.catalog, follower: new Follower(this.#store, start, logTime) };
  }

  #logTime(nowMs: () => number): LogTime {
    const isKept = (writtenAtMs: number) =>
      !this.#mistakes.matchesByNumber && this.#store.wallMs - writtenAtMs < retentionMs / 2;
    const hasExpired = ({ expiresAtMs }: NumberedChange) => expiresAtMs <= this.#store.wallMs;
    return { abandonedAfterMs, nowMs, isKept, hasExpired };
  }

  #apply(catalog: Catalog, entries: readonly NumberedChange[]): void {
    catalog.apply(entries.map(this.#mistakes.ordersByNumber ? versionedByNumber : ({ change }) => change));
  }
}

const versionedByNumber = ({ number, change }: NumberedChange): Change =>
  change.kind === "page" || change.kind === "media" ? { ...change, version: number } : change;

const joiningRunning = <Value>(run: () => Promise<Value>): (() => Promise<Value>) => {
  let running: Promise<Value> | undefined;
  return () => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
};

test("readers see every change that was answered before their request, gaps end, and the final catalog equals the store's", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      expect(await playHistory(seed)).toEqual([]);
    }),
    { numRuns: 75 },
  );
});

test("after the store is restored to an earlier time, no process shows later changes", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      expect(await playHistory(seed, {}, "is restored")).toEqual([]);
    }),
    // In this example the store is restored while a snapshot is made.
    { numRuns: 75, examples: [[-1_441_934_716]] },
  );
});

test("while clocks jump, readers see every change that was answered before their request", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      expect(await playHistory(seed, {}, "clocks jump")).toEqual([]);
    }),
    { numRuns: 75 },
  );
});

describe("histories notice", () => {
  /** The fault, the ending, and the first seed that shows it; earlier ones would only take time. */
  const mistakes: [string, Mistakes, Ending?, number?][] = [
    ["writers that are slower than readers think", { slowWriters: true }],
    ["gaps that age from the start of a check", { agesFromStart: true }],
    ["changes that are ordered by number", { ordersByNumber: true }],
    ["calls that join a check that has begun", { joinsRunning: true }],
    ["gaps that are forgotten at a rebuild", { forgetsFirstGaps: true }],
    ["gaps that are forgotten with a snapshot", { forgetsSavedGaps: true }],
    ["snapshots that are too old", { takesOldSnapshots: true }],
    ["snapshots of what was lost", { matchesByNumber: true }, "is restored"],
    ["snapshots whose log is not looked at again", { marksUnchecked: true }, "is restored", 410],
  ];

  test.each<[string, Mistakes, Ending?, number?]>(mistakes)(
    "%s",
    async (_name, mistake, ending, first = 1) => {
      for (let seed = first; seed <= first + 200; seed++) {
        if ((await playHistory(seed, mistake, ending)).length > 0) return;
      }
      expect.unreachable("no history noticed");
    },
  );
});

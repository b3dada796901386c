import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Follower } from "#lib/catalog/follower.ts";
import { type FollowedCatalog, rebuildCatalog } from "#lib/catalog/rebuild.ts";
import { shared } from "#lib/catalog/shared.ts";
import type { Holdings } from "#lib/catalog/verify.ts";
import type { Change, NumberedChange } from "#lib/pages/change.ts";
import { SimulatedStore, type Subject, type WriterPlan } from "./simulated-store.ts";
import { randomFrom, VirtualTime } from "./virtual-time.ts";

const abandonedAfterMs = 1_000;
const lastDrawMs = 15_000;
const retentionMs = 10_000;
const subjects: readonly Subject[] = [
  ...[2, 3, 4, 5].map((id) => ({ kind: "page", id }) as const),
  ...[2, 3].map((id) => ({ kind: "image", id }) as const),
  { kind: "audio", id: 2 },
  { kind: "video", id: 2 },
];

/** Deliberate mistakes, to see that a history notices them. */
interface Mistakes {
  /** Writers hold their numbers for longer than readers think. */
  readonly slowWriters?: boolean;
  /** A gap's age counts from the start of the check that first showed it. */
  readonly agesFromStart?: boolean;
  /** The entry with the highest number wins, not the highest version. */
  readonly ordersByNumber?: boolean;
  /** Calls join a check that has begun. */
  readonly joinsRunning?: boolean;
  /** Numbers that were missing at a rebuild are not awaited. */
  readonly forgetsFirstGaps?: boolean;
}

/** Runs one history of writers and readers, and says in sentences what went wrong. */
const playHistory = async (seed: number, mistakes: Mistakes = {}): Promise<string[]> => {
  const time = new VirtualTime();
  const random = randomFrom(seed);
  const store = new SimulatedStore(time, random, retentionMs);
  const wrongs: string[] = [];

  const planWriter = (): WriterPlan => {
    const spreadMs = random.below(101) - 50;
    const longestMs = mistakes.slowWriters ? 4 * abandonedAfterMs : abandonedAfterMs - Math.abs(spreadMs);
    const outcomes = ["put", "put", "put", "put", "delete", "abandon", "void"] as const;
    return {
      subject: subjects[random.below(subjects.length)]!,
      drawsAtMs: random.below(lastDrawMs),
      heldMs: random.below(random.below(2) === 0 ? 30 : longestMs),
      outcome: outcomes[random.below(outcomes.length)]!,
      spreadMs,
    };
  };

  const startReader = async (): Promise<void> => {
    const reader = new Reader(store, time, mistakes);
    const call = async (afterMs: number): Promise<void> => {
      await time.pause(afterMs);
      const answered = new Map(store.answered);
      await reader.bringUpToDate();
      for (const [name, { version, ...subject }] of answered) {
        const seen = reader.versionOf(subject);
        const isKnownGone = seen === 0 && store.isDeletedSince(subject, version);
        if (seen < version && !isKnownGone) wrongs.push(`${name}: ${version} was answered, ${seen} is seen`);
      }
    };
    await time.pause(random.below(lastDrawMs));
    await Promise.all(Array.from({ length: 30 }, () => call(random.below(6 * abandonedAfterMs))));
    while (time.nowMs < lastDrawMs + 5 * abandonedAfterMs) await call(2 * abandonedAfterMs);
    if (reader.gapCount > 0) wrongs.push(`${reader.gapCount} gaps never end`);
    if (JSON.stringify(reader.holdings()) !== JSON.stringify(store.finalHoldings))
      wrongs.push("the end is not the same");
  };

  const everybody = [
    ...Array.from({ length: 100 }, () => store.write(planWriter())),
    ...Array.from({ length: 4 }, startReader),
  ];
  await time.pass();
  await Promise.all(everybody);
  return wrongs;
};

/** An instance that reads, built from the parts that are tested; or from parts with mistakes. */
class Reader {
  readonly bringUpToDate: () => Promise<void>;
  readonly #store: SimulatedStore;
  readonly #time: VirtualTime;
  readonly #mistakes: Mistakes;
  #held: FollowedCatalog | undefined;
  #startedAtMs = 0;

  constructor(store: SimulatedStore, time: VirtualTime, mistakes: Mistakes) {
    this.#store = store;
    this.#time = time;
    this.#mistakes = mistakes;
    const share = mistakes.joinsRunning ? joiningRunning : shared;
    this.bringUpToDate = share(() => this.#run());
  }

  get gapCount(): number {
    return this.#held?.follower.gapCount ?? 0;
  }

  versionOf({ kind, id }: Subject): number {
    const catalog = this.#held?.catalog;
    return (kind === "page" ? catalog?.versionOf(id) : catalog?.mediaVersionOf(kind, id)) ?? 0;
  }

  holdings(): Holdings | undefined {
    const catalog = this.#held?.catalog;
    return catalog && { listings: catalog.listings(), media: catalog.allMedia() };
  }

  async #run(): Promise<void> {
    this.#startedAtMs = this.#time.nowMs;
    if (this.#held) this.#apply(await this.#held.follower.check());
    else this.#held = await this.#rebuild();
  }

  async #rebuild(): Promise<FollowedCatalog> {
    const nowMs = () => (this.#mistakes.agesFromStart ? this.#startedAtMs : this.#time.nowMs);
    const gapTime = { abandonedAfterMs, nowMs };
    const rebuilt = await rebuildCatalog(":memory:", this.#store, gapTime);
    if (!this.#mistakes.forgetsFirstGaps) return rebuilt;
    const highest = await this.#store.highestDrawn();
    const follower = new Follower(this.#store, { highest, gaps: [], shownAtMs: nowMs() }, gapTime);
    return { catalog: rebuilt.catalog, follower };
  }

  #apply(entries: readonly NumberedChange[]): void {
    this.#held!.catalog.apply(
      entries.map(this.#mistakes.ordersByNumber ? versionedByNumber : ({ change }) => change),
    );
  }
}

const versionedByNumber = ({ number, change }: NumberedChange): Change =>
  change.kind === "page" || change.kind === "media" ? { ...change, version: number } : change;

const joiningRunning = (run: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<void> | undefined;
  return () => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
};

test("readers see every change that was answered before they asked, gaps end, and the end is the store's", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      expect(await playHistory(seed)).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

describe("histories notice", () => {
  const mistakes: readonly (readonly [string, Mistakes])[] = [
    ["writers that are slower than readers think", { slowWriters: true }],
    ["gaps that age from the start of a check", { agesFromStart: true }],
    ["changes that are ordered by number", { ordersByNumber: true }],
    ["calls that join a check that has begun", { joinsRunning: true }],
    ["gaps that are forgotten at a rebuild", { forgetsFirstGaps: true }],
  ];

  test.each(mistakes)("%s", async (_name, mistake) => {
    for (let seed = 1; seed <= 200; seed++) {
      if ((await playHistory(seed, mistake)).length > 0) return;
    }
    expect.unreachable("no history noticed");
  });
});

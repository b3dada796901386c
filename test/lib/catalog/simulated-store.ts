import type { ChangeSource } from "#lib/catalog/change-source.ts";
import type { Change, NumberedChange } from "#lib/pages/change.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { listingWith } from "./listings.ts";
import type { randomFrom, VirtualTime } from "./virtual-time.ts";

/** What one writer does: it waits, draws a number, holds it, and then commits (or abandons or voids it). */
export interface WriterPlan {
  readonly pageId: number;
  readonly drawsAtMs: number;
  readonly heldMs: number;
  readonly outcome: "put" | "delete" | "abandon" | "void";
  /** A transaction becomes visible item by item: the log entry this much before the listing, or after it if negative. */
  readonly spreadMs: number;
}

/**
 * A change log with listings that behaves as badly as DynamoDB may: queries take time and see each item as it is when
 * they come to it, transactions appear item by item, entries expire.
 */
export class SimulatedStore implements ChangeSource {
  readonly #time: VirtualTime;
  readonly #random: ReturnType<typeof randomFrom>;
  readonly #retentionMs: number;
  readonly #log = new Map<number, NumberedChange>();
  readonly #listings = new Map<number, { version: number; listing: Listing | null }>();
  readonly #versions = new Map<number, number>();
  readonly #deletions = new Map<number, number>();
  /** By page id, the highest version whose writer has had its answer. */
  readonly answered = new Map<number, number>();
  #drawn = 0;

  constructor(time: VirtualTime, random: ReturnType<typeof randomFrom>, retentionMs: number) {
    this.#time = time;
    this.#random = random;
    this.#retentionMs = retentionMs;
  }

  /** The listings that are there in the end, by id. */
  get finalListings(): Listing[] {
    const present = [...this.#listings.values()].flatMap(({ listing }) => listing ?? []);
    return present.sort((one, other) => one.id - other.id);
  }

  /** True when the page has been deleted by a version from this one on. */
  isDeletedSince(id: number, version: number): boolean {
    return (this.#deletions.get(id) ?? 0) >= version;
  }

  async write({ pageId, drawsAtMs, heldMs, outcome, spreadMs }: WriterPlan): Promise<void> {
    await this.#time.pause(drawsAtMs);
    this.#drawn += 1;
    const number = this.#drawn;
    await this.#time.pause(heldMs);
    if (outcome === "abandon") return;
    if (outcome === "void") return this.#appear(number, { kind: "void" });

    const version = (this.#versions.get(pageId) ?? 0) + 1;
    this.#versions.set(pageId, version);
    if (outcome === "delete") this.#deletions.set(pageId, version);
    const listing = outcome === "put" ? listingWith({ id: pageId, parentId: 1, version }) : null;
    const steps = [
      () => this.#appear(number, { kind: "page", id: pageId, version, listing }),
      () => this.#keep(pageId, version, listing),
    ];
    if (spreadMs < 0) steps.reverse();
    steps[0]!();
    await this.#time.pause(Math.abs(spreadMs));
    steps[1]!();
    this.answered.set(pageId, Math.max(version, this.answered.get(pageId) ?? 0));
  }

  after = async (number: number): Promise<NumberedChange[]> => {
    const found: NumberedChange[] = [];
    for (let next = number + 1; next <= this.#drawn; next++) {
      await this.#latency(3);
      found.push(...this.#entry(next));
    }
    await this.#latency(1);
    return found;
  };

  at = async (numbers: readonly number[]): Promise<NumberedChange[]> => {
    const found: NumberedChange[] = [];
    for (const number of numbers) {
      await this.#latency(5);
      found.push(...this.#entry(number));
    }
    await this.#latency(1);
    return found;
  };

  siteVersion = async (): Promise<number> => 0;

  highestDrawn = async (): Promise<number> => {
    await this.#latency(1);
    const drawn = this.#drawn;
    await this.#latency(1);
    return drawn;
  };

  async *backwards(): AsyncGenerator<NumberedChange[]> {
    for (let number = this.#drawn; number > 0; number--) {
      await this.#latency(3);
      yield this.#entry(number);
    }
  }

  async *listings(): AsyncGenerator<Listing[]> {
    for (const id of [...this.#listings.keys()].sort((one, other) => one - other)) {
      await this.#latency(3);
      yield [this.#listings.get(id)?.listing ?? []].flat();
    }
  }

  #appear(number: number, change: Change): void {
    const skewMs = this.#random.below(100);
    this.#log.set(number, { number, change, writtenAtMs: this.#time.nowMs + skewMs });
  }

  #keep(id: number, version: number, listing: Listing | null): void {
    if (version > (this.#listings.get(id)?.version ?? 0)) this.#listings.set(id, { version, listing });
  }

  #entry(number: number): NumberedChange[] {
    const entry = this.#log.get(number);
    return entry && this.#time.nowMs - entry.writtenAtMs < this.#retentionMs ? [entry] : [];
  }

  // One step in so many takes time; some of these so much that the reader must have been asleep.
  async #latency(steps: number): Promise<void> {
    if (this.#random.below(steps) > 0) return;
    await this.#time.pause(this.#random.below(this.#random.below(100) === 0 ? 1_500 : 20));
  }
}

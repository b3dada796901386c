import type { ChangeSource, ChangesSince } from "#lib/catalog/following/follower.ts";
import type { Anchor } from "#lib/catalog/saved-state.ts";
import type { Holdings } from "#lib/catalog/verifying/verify-site.ts";
import { type Media, type MediaKind, mediaKinds } from "#lib/media/media.ts";
import type { Change, DrawnNumber, NumberedChange } from "#lib/pages/change.ts";
import type { Listing } from "#lib/pages/listing.ts";
import type { Random } from "#test/support/random.ts";
import { listingWith } from "./listings.ts";
import { mediaOf } from "./media-changes.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** What a writer changes. */
export interface Subject {
  readonly kind: "page" | MediaKind;
  readonly id: number;
}

/** A writer: it waits, draws a number, holds it, and then commits, abandons or voids it. */
export interface WriterPlan {
  readonly subject: Subject;
  readonly drawsAtMs: number;
  readonly heldMs: number;
  readonly outcome: "put" | "delete" | "abandon" | "void";
  /** The time between the log entry and the row of a transaction; negative if the row comes first. */
  readonly spreadMs: number;
}

type Row = Listing | Media;

type TransactionStep = (state: StoreState) => void;

interface StoreState {
  readonly log: Map<number, NumberedChange>;
  readonly rows: Map<
    string,
    { readonly subject: Subject; readonly version: number; readonly row: Row | null }
  >;
  readonly versions: Map<string, number>;
  readonly deletions: Map<string, number>;
  readonly answered: Map<string, Subject & { readonly version: number }>;
  last: DrawnNumber;
}

const nameOf = ({ kind, id }: Subject): string => `${kind} ${id}`;

const rowOf = ({ kind, id }: Subject, version: number, title: string): Row =>
  kind === "page"
    ? listingWith({ id, parentId: 1, version, title })
    : { ...mediaOf(kind, id, version), title };

const changeOf = ({ kind, id }: Subject, version: number, row: Row | null): Change =>
  kind === "page"
    ? { kind, id, version, listing: row as Listing | null }
    : { kind: "media", mediaKind: kind, id, version, media: row as Media | null };

/**
 * A change log with listings and media that is as difficult as DynamoDB: queries take time and see each item
 * as it is at that moment, transactions appear item by item, entries expire.
 */
export class SimulatedStore implements ChangeSource {
  readonly #time: VirtualTime;
  readonly #random: Random;
  readonly #retentionMs: number;
  #state: StoreState = {
    log: new Map(),
    rows: new Map(),
    versions: new Map(),
    deletions: new Map(),
    answered: new Map(),
    last: { number: 0, mark: undefined },
  };
  /** The rest of unfinished transactions; in a copy they are complete. */
  readonly #unfinished = new Set<TransactionStep>();
  /** How often the store was restored. */
  restorations = 0;
  /** By how much the clocks of writers and readers are ahead of the store's, by which entries expire. */
  clockOffsetMs = 0;
  /** The latest time that a writer has drawn a number at, by its clock. */
  #latestMs = 0;

  constructor(time: VirtualTime, random: Random, retentionMs: number) {
    this.#time = time;
    this.#random = random;
    this.#retentionMs = retentionMs;
  }

  /** By the clocks of writers and readers. */
  get wallMs(): number {
    return this.#time.nowMs + this.clockOffsetMs;
  }

  /** The remaining listings and media, by kind and id. */
  get finalHoldings(): Holdings {
    return {
      listings: this.#rowsOf("page") as Listing[],
      media: mediaKinds.flatMap((kind) => this.#rowsOf(kind) as Media[]),
    };
  }

  /** The highest version of each subject whose writer got an answer. */
  get answered(): StoreState["answered"] {
    return this.#state.answered;
  }

  /** Copies everything, and later replaces everything with the copy; writers in between never finish. */
  async restore(copiesAtMs: number, restoresAtMs: number): Promise<void> {
    await this.#time.pause(copiesAtMs);
    const copy = structuredClone(this.#state);
    for (const finish of this.#unfinished) finish(copy);
    await this.#time.pause(restoresAtMs - copiesAtMs);
    this.#state = copy;
    this.restorations++;
  }

  /** Adds an entry that changes nothing; undefined if the store was restored meanwhile. */
  async leaveMark(): Promise<DrawnNumber | undefined> {
    const before = this.restorations;
    const drawn = this.#draw();
    await this.#time.pause(this.#random.below(30));
    if (before !== this.restorations) return undefined;
    this.#appear(drawn, { kind: "void" });
    return drawn;
  }

  /** True if this version of the subject, or a later one, deleted it. */
  isDeletedSince(subject: Subject, version: number): boolean {
    return (this.#state.deletions.get(nameOf(subject)) ?? 0) >= version;
  }

  async write({ subject, drawsAtMs, heldMs, outcome, spreadMs }: WriterPlan): Promise<void> {
    await this.#time.pause(drawsAtMs);
    const before = this.restorations;
    const isCutOff = () => before !== this.restorations;
    const drawn = this.#draw();
    await this.#time.pause(heldMs);
    if (outcome === "abandon" || isCutOff()) return;
    if (outcome === "void") return this.#appear(drawn, { kind: "void" });

    const { versions, deletions, answered } = this.#state;
    const name = nameOf(subject);
    const version = (versions.get(name) ?? 0) + 1;
    versions.set(name, version);
    if (outcome === "delete") deletions.set(name, version);
    const row = outcome === "put" ? rowOf(subject, version, `After ${before} restorations`) : null;
    const entry = this.#entryOf(drawn, changeOf(subject, version, row));
    const steps: [TransactionStep, TransactionStep] = [
      ({ log }) => log.set(drawn.number, entry),
      ({ rows }) => {
        if (version > (rows.get(name)?.version ?? 0)) rows.set(name, { subject, version, row });
      },
    ];
    const [first, second] = spreadMs < 0 ? steps.reverse() : steps;
    first!(this.#state);
    this.#unfinished.add(second!);
    await this.#time.pause(Math.abs(spreadMs));
    this.#unfinished.delete(second!);
    if (isCutOff()) return;
    second!(this.#state);
    const known = answered.get(name)?.version ?? 0;
    answered.set(name, { ...subject, version: Math.max(version, known) });
  }

  after = async (number: number): Promise<NumberedChange[]> => {
    const found: NumberedChange[] = [];
    for (let next = number + 1; next <= this.#state.last.number; next++) {
      await this.#latency(3);
      found.push(...this.#entry(next));
    }
    await this.#latency(1);
    return found;
  };

  since = async ({ number, mark }: Anchor): Promise<ChangesSince> => {
    const found = await this.after(number - 1);
    const hasAnchor = found.some((entry) => entry.mark === mark);
    return { changes: found.filter((entry) => entry.number > number), hasAnchor };
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

  lastDrawn = async (): Promise<DrawnNumber> => {
    await this.#latency(1);
    const { last } = this.#state;
    await this.#latency(1);
    return last;
  };

  async *backwards(): AsyncGenerator<NumberedChange[]> {
    for (let number = this.#state.last.number; number > 0; number--) {
      await this.#latency(3);
      yield this.#entry(number);
    }
  }

  async *listings(): AsyncGenerator<Listing[]> {
    for await (const rows of this.#slowRowsOf("page")) yield rows as Listing[];
  }

  async *media(kind: MediaKind): AsyncGenerator<Media[]> {
    for await (const rows of this.#slowRowsOf(kind)) yield rows as Media[];
  }

  async *#slowRowsOf(kind: Subject["kind"]): AsyncGenerator<Row[]> {
    for (const { id } of this.#subjectsOf(kind)) {
      await this.#latency(3);
      yield [this.#state.rows.get(nameOf({ kind, id }))?.row ?? []].flat();
    }
  }

  #subjectsOf(kind: Subject["kind"]): Subject[] {
    const subjects = [...this.#state.rows.values()].map(({ subject }) => subject);
    return subjects.filter((subject) => subject.kind === kind).sort((one, other) => one.id - other.id);
  }

  #rowsOf(kind: Subject["kind"]): Row[] {
    return this.#subjectsOf(kind).flatMap((subject) => this.#state.rows.get(nameOf(subject))?.row ?? []);
  }

  #draw(): DrawnNumber {
    const number = this.#state.last.number + 1;
    this.#latestMs = Math.max(this.#latestMs, this.wallMs);
    this.#state.last = { number, mark: `${number} after ${this.restorations} restorations` };
    return this.#state.last;
  }

  #appear(drawn: DrawnNumber, change: Change): void {
    this.#state.log.set(drawn.number, this.#entryOf(drawn, change));
  }

  #entryOf(drawn: DrawnNumber, change: Change): NumberedChange {
    const writtenAtMs = this.wallMs + this.#random.below(100);
    const expiresAtMs = Math.max(this.#latestMs, writtenAtMs) + this.#retentionMs;
    return { ...drawn, change, writtenAtMs, expiresAtMs };
  }

  #entry(number: number): NumberedChange[] {
    const entry = this.#state.log.get(number);
    return entry && this.#time.nowMs < entry.expiresAtMs ? [entry] : [];
  }

  // Some steps take time, a few as much as if the reader had been suspended.
  async #latency(steps: number): Promise<void> {
    if (this.#random.below(steps) > 0) return;
    await this.#time.pause(this.#random.below(this.#random.below(100) === 0 ? 1_500 : 20));
  }
}

import type { ChangeSource } from "#lib/catalog/following/change-source.ts";
import type { Holdings } from "#lib/catalog/verify.ts";
import { type Media, type MediaKind, mediaKinds } from "#lib/media/media.ts";
import type { Change, NumberedChange } from "#lib/pages/change.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { listingWith } from "./listings.ts";
import { mediaOf } from "./media-changes.ts";
import type { randomFrom, VirtualTime } from "./virtual-time.ts";

/** What a writer changes. */
export interface Subject {
  readonly kind: "page" | MediaKind;
  readonly id: number;
}

/** What one writer does: it waits, draws a number, holds it, and then commits (or abandons or voids it). */
export interface WriterPlan {
  readonly subject: Subject;
  readonly drawsAtMs: number;
  readonly heldMs: number;
  readonly outcome: "put" | "delete" | "abandon" | "void";
  /** A transaction becomes visible item by item: the log entry this much before the row, or after it if negative. */
  readonly spreadMs: number;
}

type Row = Listing | Media;

const nameOf = ({ kind, id }: Subject): string => `${kind} ${id}`;

const rowOf = ({ kind, id }: Subject, version: number): Row =>
  kind === "page" ? listingWith({ id, parentId: 1, version }) : mediaOf(kind, id, version);

const changeOf = ({ kind, id }: Subject, version: number, row: Row | null): Change =>
  kind === "page"
    ? { kind, id, version, listing: row as Listing | null }
    : { kind: "media", mediaKind: kind, id, version, media: row as Media | null };

/**
 * A change log with listings and media objects that behaves as badly as DynamoDB may: queries take time and see each item as it is when
 * they come to it, transactions appear item by item, entries expire.
 */
export class SimulatedStore implements ChangeSource {
  readonly #time: VirtualTime;
  readonly #random: ReturnType<typeof randomFrom>;
  readonly #retentionMs: number;
  readonly #log = new Map<number, NumberedChange>();
  readonly #rows = new Map<string, { subject: Subject; version: number; row: Row | null }>();
  readonly #versions = new Map<string, number>();
  readonly #deletions = new Map<string, number>();
  /** By name, each subject with the highest version whose writer has had its answer. */
  readonly answered = new Map<string, Subject & { readonly version: number }>();
  #drawn = 0;

  constructor(time: VirtualTime, random: ReturnType<typeof randomFrom>, retentionMs: number) {
    this.#time = time;
    this.#random = random;
    this.#retentionMs = retentionMs;
  }

  /** The listings and media objects that are there in the end, by kind and id. */
  get finalHoldings(): Holdings {
    return {
      listings: this.#rowsOf("page") as Listing[],
      media: mediaKinds.flatMap((kind) => this.#rowsOf(kind) as Media[]),
    };
  }

  /** True when the subject has been deleted by a version from this one on. */
  isDeletedSince(subject: Subject, version: number): boolean {
    return (this.#deletions.get(nameOf(subject)) ?? 0) >= version;
  }

  async write({ subject, drawsAtMs, heldMs, outcome, spreadMs }: WriterPlan): Promise<void> {
    await this.#time.pause(drawsAtMs);
    this.#drawn += 1;
    const number = this.#drawn;
    await this.#time.pause(heldMs);
    if (outcome === "abandon") return;
    if (outcome === "void") return this.#appear(number, { kind: "void" });

    const name = nameOf(subject);
    const version = (this.#versions.get(name) ?? 0) + 1;
    this.#versions.set(name, version);
    if (outcome === "delete") this.#deletions.set(name, version);
    const row = outcome === "put" ? rowOf(subject, version) : null;
    const steps = [
      () => this.#appear(number, changeOf(subject, version, row)),
      () => this.#keep(subject, version, row),
    ];
    if (spreadMs < 0) steps.reverse();
    steps[0]!();
    await this.#time.pause(Math.abs(spreadMs));
    steps[1]!();
    const before = this.answered.get(name)?.version ?? 0;
    this.answered.set(name, { ...subject, version: Math.max(version, before) });
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

  logName = async (): Promise<string> => "simulated";

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
    for await (const rows of this.#slowRowsOf("page")) yield rows as Listing[];
  }

  async *media(kind: MediaKind): AsyncGenerator<Media[]> {
    for await (const rows of this.#slowRowsOf(kind)) yield rows as Media[];
  }

  async *#slowRowsOf(kind: Subject["kind"]): AsyncGenerator<Row[]> {
    for (const { id } of this.#subjectsOf(kind)) {
      await this.#latency(3);
      yield [this.#rows.get(nameOf({ kind, id }))?.row ?? []].flat();
    }
  }

  #subjectsOf(kind: Subject["kind"]): Subject[] {
    const subjects = [...this.#rows.values()].map(({ subject }) => subject);
    return subjects.filter((subject) => subject.kind === kind).sort((one, other) => one.id - other.id);
  }

  #rowsOf(kind: Subject["kind"]): Row[] {
    return this.#subjectsOf(kind).flatMap((subject) => this.#rows.get(nameOf(subject))?.row ?? []);
  }

  #appear(number: number, change: Change): void {
    const skewMs = this.#random.below(100);
    this.#log.set(number, { number, change, writtenAtMs: this.#time.nowMs + skewMs });
  }

  #keep(subject: Subject, version: number, row: Row | null): void {
    const name = nameOf(subject);
    if (version > (this.#rows.get(name)?.version ?? 0)) this.#rows.set(name, { subject, version, row });
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

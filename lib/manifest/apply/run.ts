import type { ApplyingCaller } from "#lib/manifest/check/check-caller.ts";
import type { SecretValue } from "#lib/manifest/read/written.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import type { MadeByHand } from "#lib/site/site.ts";
import { drawManyNumbers, drawNumbers } from "#lib/store/items.ts";
import { type Ledger, newLedger, type Outcome } from "./outcome.ts";

/** The ids of what a token or a trust names. */
export type LimitIds = Readonly<Record<"userId" | "pageId" | "collectionId", (name: string) => number>>;

/** One application of a manifest. */
export interface Run {
  /** True if nothing is written. */
  readonly dryRun: boolean;
  /** The date of new objects without one. */
  readonly now: string;
  /** True if what the file does not name is removed. */
  readonly prunes: boolean;
  /** True if that includes what no manifest has made. */
  readonly prunesAll?: boolean;
  readonly secretValue: SecretValue;
  /**
   * True for an administrator's change of single objects, which is no manifest's: what it makes is not marked
   * as a manifest's, and pages keep the restrictions that they have.
   */
  readonly isByHand?: boolean;
  /** The caller, who stays with the token, even if the file does not name them; undefined for nobody. */
  readonly caller?: ApplyingCaller;
  readonly ledger: Ledger;
  /**
   * Called before each change. Throws `OutOfTime` if there is no time for it, but not before the first; in a
   * dry run never.
   */
  readonly begin: () => void;
  /** The changes so far; in a dry run none. */
  readonly changed: { comments: boolean };
  /** A new id; in a dry run a provisional one below 1. */
  readonly drawId: (
    kind: "group" | "collection" | "category" | "workflow" | "user" | "page" | "season" | "trust",
  ) => Promise<number>;
  /** Ascending. */
  readonly drawIds: (kind: "comment", count: number) => Promise<readonly number[]>;
}

export const newRun = (
  start: Pick<Run, "dryRun" | "now" | "prunes" | "prunesAll" | "secretValue" | "caller" | "isByHand">,
  hasTime: () => boolean = () => true,
): Run => {
  let [imagined, begun] = [0, 0];
  return {
    ...start,
    begin: () => {
      if (start.dryRun) return;
      if (begun > 0 && !hasTime()) throw new OutOfTime();
      begun += 1;
    },
    ledger: newLedger(start),
    changed: { comments: false },
    drawId: async (kind) => (start.dryRun ? --imagined : (await drawNumbers(kind))[kind]),
    drawIds: async (kind, count) => {
      if (start.dryRun) return Array.from({ length: count }, () => --imagined);
      return count === 0 ? [] : drawManyNumbers(kind, count);
    },
  };
};

/** The mark of what a manifest makes. */
export const manifestMarks = ({ isByHand }: Pick<Run, "isByHand">): { readonly fromManifest?: true } =>
  isByHand ? {} : { fromManifest: true };

/** The mark of what an administrator makes one by one; what is there already keeps what it has. */
export const handMarks = (before: MadeByHand | undefined, { isByHand }: Pick<Run, "isByHand">): MadeByHand =>
  (before ? before.byHand : isByHand) ? { byHand: true } : {};

/** True for an author or redirect that the file does not name and that stays all the same. */
export const staysUnnamed = (
  { byHand }: MadeByHand,
  { prunes, prunesAll }: Pick<Run, "prunes" | "prunesAll">,
): boolean => !prunes || (byHand === true && !prunesAll);

/** A manifest was applied in part, then something failed. Applying it again completes it. */
export class ApplyStopped extends Error {
  override readonly name = "ApplyStopped";
  readonly outcome: Outcome;

  constructor(cause: unknown, outcome: Outcome) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.outcome = outcome;
  }
}

/** A run ended because it may begin nothing more. What it has done is whole; applying again does the rest. */
export class OutOfTime extends Error {}

/** Another writer changed an object after it was read. */
export class ConcurrentChange extends Error {}

/** True of such an error, and of refusals because somebody else took a slug or key. */
export const isConcurrentChange = (error: unknown): boolean =>
  error instanceof ConcurrentChange ||
  (error instanceof Refusal && error.details.problems?.some(({ code }) => code === "duplicate") === true);

/** The number of times that an object is read which others are writing. */
export const maxAttempts = 20;

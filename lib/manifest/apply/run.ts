import type { SecretValue } from "#lib/manifest/read/secrets.ts";
import { drawManyNumbers, drawNumbers } from "#lib/store/client.ts";
import { type Ledger, newLedger } from "./outcome.ts";

/** One application of a manifest. */
export interface Run {
  /** True when nothing is to be written. */
  readonly dryRun: boolean;
  /** The instant that new things without a date of their own get. */
  readonly now: string;
  readonly secretValue: SecretValue;
  readonly ledger: Ledger;
  /** A fresh id of a kind; in a dry run one below 1, which only this run knows. */
  readonly drawId: (
    kind: "group" | "collection" | "category" | "workflow" | "user" | "page" | "season",
  ) => Promise<number>;
  /** As many at once, ascending. */
  readonly drawIds: (kind: "comment", count: number) => Promise<readonly number[]>;
}

/** A run that has done nothing yet. */
export const newRun = ({
  prunes,
  ...start
}: Pick<Run, "dryRun" | "now" | "secretValue"> & { readonly prunes: boolean }): Run => {
  let imagined = 0;
  return {
    ...start,
    ledger: newLedger({ prunes }),
    drawId: async (kind) => (start.dryRun ? --imagined : (await drawNumbers(kind))[kind]),
    drawIds: async (kind, count) => {
      if (start.dryRun) return Array.from({ length: count }, () => --imagined);
      return count === 0 ? [] : drawManyNumbers(kind, count);
    },
  };
};

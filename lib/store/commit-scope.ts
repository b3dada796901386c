import { AsyncLocalStorage } from "node:async_hooks";
import type { TableStore } from "#lib/store/port/table-store.ts";

/** What a request has made or changed: enough to make its answer again, in at most 700 bytes. */
export interface RequestOutcome {
  readonly id: number;
  /** The revision whose content the answer shows; null or absent for objects without revisions. */
  readonly revisionId?: number | null;
  readonly state?: Readonly<Record<string, string | number | boolean | null>>;
}

/** The receipt that the request's first decision with an outcome writes. */
export interface ReceiptSlot {
  /** `receiptId` of the user and the key. */
  readonly id: string;
  /** A digest of the request. */
  readonly fingerprint: string;
  /**
   * The read of a receipt that may exist already. It runs beside the work; a decision with an outcome waits
   * for it.
   */
  readonly before?: Promise<unknown>;
  /** False once the receipt is written, or another request's was found. */
  isOpen: boolean;
}

/** The conditions for all decisions of one request. */
export interface CommitScope {
  /** True if nothing may be written: decisions only give their values. */
  readonly isDryRun: boolean;
  readonly receipt: ReceiptSlot | undefined;
  /** Takes the decisions that are to be committed together. */
  readonly joint?: JointDecisions;
}

/** Decisions that are held back, to be committed in one transaction (commit-together.ts). */
export interface JointDecisions {
  /** The table as it will be. */
  readonly table: TableStore;
  /** Decides, and holds the decision back. */
  readonly add: <Value>(decide: (numbers: never) => Promise<{ readonly value: Value }>) => Promise<Value>;
  /** Gives numbers that only stand for those of new objects, where nothing may be written. */
  readonly imagined: ((count: number) => readonly number[]) | undefined;
}

const scopes = new AsyncLocalStorage<CommitScope>();

export const inCommitScope = <Result>(scope: CommitScope, work: () => Result): Result =>
  scopes.run(scope, work);

/** The scope of the current request; undefined where none was set, as in jobs and commands. */
export const commitScope = (): CommitScope | undefined => scopes.getStore();

export const isDryRun = (): boolean => scopes.getStore()?.isDryRun ?? false;

import type { Key, PlainKey } from "#lib/store/table.ts";

/**
 * Attributes by their names: texts, finite numbers, truth values, null, bytes, sets of texts or of numbers,
 * lists and plain objects. Members that are undefined are left out.
 */
export type Attributes = Record<string, unknown>;

/** An item as the table has it. Only its key says of which kind it is, and so what it has. */
export type Item = Attributes & Key;

/** Changes of an item's own attributes; all are made from the item as it was. */
export interface ItemChanges {
  readonly set?: Readonly<Record<string, unknown>>;
  /** Numbers are added to numbers, absent ones count as 0; sets are joined to sets. */
  readonly add?: Readonly<Record<string, number | ReadonlySet<string> | ReadonlySet<number>>>;
  /** Members to take out of sets; a set that loses its last member is absent. */
  readonly take?: Readonly<Record<string, ReadonlySet<string> | ReadonlySet<number>>>;
  readonly remove?: readonly string[];
}

/**
 * A write, done only if its condition holds then. items.ts makes writes for keys of a kind, with the
 * attributes of that kind.
 */
export type Write =
  | { readonly put: Attributes & PlainKey; readonly if?: WriteCondition | undefined }
  /** Makes the item if there is none. */
  | { readonly update: PlainKey; readonly changes: ItemChanges; readonly if?: WriteCondition | undefined }
  /** Succeeds also if there is no item. */
  | { readonly delete: Key; readonly if?: WriteCondition | undefined }
  /** Writes nothing; in transactions only. */
  | { readonly check: Key; readonly if: WriteCondition };

/** A write outside of transactions, where a check would do nothing. */
export type SingleWrite = Exclude<Write, { readonly check: Key }>;

/** Items of one partition, in the order of the bytes of their sort keys. */
export interface PartitionQuery {
  readonly pk: string;
  /** At most one of these three bounds. */
  readonly prefix?: string | undefined;
  /** An exclusive lower bound. */
  readonly after?: string | undefined;
  /** An inclusive upper bound. */
  readonly through?: string | undefined;
  readonly backwards?: boolean | undefined;
  /** The most items of one answer. */
  readonly limit?: number | undefined;
  /** The default is all. Attributes that are left out are not transferred, but are paid for. */
  readonly attributes?: readonly string[] | undefined;
  /** Leaves out items whose attribute has this value; they are paid for. */
  readonly without?: { readonly attribute: string; readonly value: unknown } | undefined;
}

/** The most keys of one request for many items. */
export const keysPerRequest = 100;

/** An answer: at most a megabyte, or `limit` items. */
export interface Items {
  readonly items: readonly Attributes[];
  /** The number of items that `without` has left out. */
  readonly omitted: number;
}

/** Items of the whole table, in an order of the store's own. */
export interface ScannedItems {
  readonly items: readonly Item[];
  /** One unit per 4 KB. */
  readonly readUnits: number;
}

/**
 * A table of items by keys of two parts. Reads are consistent: they see every write that was answered before
 * they began. What is read or written counts on the request's meter (lib/database-meter.ts), as DynamoDB
 * counts it, whatever the table is stored in.
 *
 * Writes throw `ConditionalCheckFailedException` or `TransactionCanceledException` (condition-errors.ts) if
 * nothing was written for that reason; {@link ImpossibleWrite} for what no table takes, before anything is
 * written; and an `EngineFault` if nobody knows whether it was written. Reads throw {@link ImpossibleWrite}
 * for what DynamoDB refuses, and for a query with two bounds, before anything is asked.
 */
export interface TableStore {
  readonly get: (key: Key, attributes?: readonly string[]) => Promise<Attributes | undefined>;
  /**
   * Gives the items in the order of the keys, `undefined` for missing ones. A request per 100, as many as
   * DynamoDB needs.
   */
  readonly getMany: (keys: readonly Key[]) => Promise<readonly (Item | undefined)[]>;
  /** One request for each answer. Items of an answer may be of several times; each is whole. */
  readonly query: (query: PartitionQuery) => AsyncGenerator<Items>;
  /** Gives the attributes that an update has changed, as they are afterwards. */
  readonly write: (write: SingleWrite) => Promise<Attributes | undefined>;
  /** Writes all or nothing: at most 100 writes and 4 MB, each of another item. Gives the write units. */
  readonly transact: (writes: readonly Write[]) => Promise<number>;
  /** Every item, each at its own moment, a megabyte or 1,000 items at a time. */
  readonly scan: () => AsyncGenerator<ScannedItems>;
  /** Keys of items whose `expires_at` is at most this, in seconds since the epoch. */
  readonly expired: (atSeconds: number) => AsyncGenerator<readonly Key[]>;
}

/** A write or a read that DynamoDB refuses whatever is stored: a bug of the caller. */
export class ImpossibleWrite extends Error {
  override readonly name = "ImpossibleWrite";
}

/**
 * What must be true of an item when it is written, as data. A path names an attribute, or with dots what is
 * in a map: `page.version`. Of an item that is not there, every attribute is absent.
 */
export type WriteCondition =
  | { readonly test: "absent" | "present"; readonly path: string }
  /** Values of another type than the stored one are unequal, and neither below nor above it. */
  | { readonly test: Comparison; readonly path: string; readonly value: unknown }
  /**
   * Compares the size: UTF-16 characters of a text; the number of bytes, or of members of a set, list or map.
   * False for others.
   */
  | { readonly test: "sizeBelow"; readonly path: string; readonly value: number }
  /** A set or list has this member, or a text this part. */
  | { readonly test: "contains"; readonly path: string; readonly value: unknown }
  | { readonly test: "all" | "any"; readonly of: readonly WriteCondition[] };

type Comparison = "equal" | "below" | "atMost" | "above" | "atLeast";

export const absent = (path: string): WriteCondition => ({ test: "absent", path });
export const present = (path: string): WriteCondition => ({ test: "present", path });
export const equal = (path: string, value: unknown): WriteCondition => ({ test: "equal", path, value });
export const below = (path: string, value: unknown): WriteCondition => ({ test: "below", path, value });
export const atMost = (path: string, value: unknown): WriteCondition => ({ test: "atMost", path, value });
export const above = (path: string, value: unknown): WriteCondition => ({ test: "above", path, value });
export const atLeast = (path: string, value: unknown): WriteCondition => ({ test: "atLeast", path, value });
export const sizeBelow = (path: string, value: number): WriteCondition => ({
  test: "sizeBelow",
  path,
  value,
});
export const contains = (path: string, value: unknown): WriteCondition => ({ test: "contains", path, value });
export const all = (...of: readonly WriteCondition[]): WriteCondition => ({ test: "all", of });
export const any = (...of: readonly WriteCondition[]): WriteCondition => ({ test: "any", of });

/** There is no item. */
export const isNew: WriteCondition = absent("pk");

/** There is an item. */
export const exists: WriteCondition = present("pk");

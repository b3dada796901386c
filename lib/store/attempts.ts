import { hash } from "node:crypto";
import { clock } from "#lib/clock.ts";
import { tableName } from "#lib/settings/database.ts";
import { getItems } from "./client.ts";
import { keys } from "./table.ts";
import type { Write } from "./write.ts";

/** What is remembered of attempts of one kind, such as guesses at a password, or from an address. */
export interface AttemptRecord {
  readonly name: string;
  /** How many counted when the last one was made; 0 after an hour without one. */
  readonly count: number;
  /** How long ago the last one was made; negative where another machine's clock is ahead of this one's. */
  readonly sinceMs: number;
  /** Until when it is remembered that the password was known there; 0 when it is not. */
  readonly knownUntilMs: number;
  /** Goes up with each attempt; 0 when there is no record. */
  readonly version: number;
}

/** Attempts are forgotten when no other has come for so long. */
const retentionMs = 3_600_000;

// Names hold what people typed, and their addresses.
const keyOf = (name: string) => keys.attempts(hash("sha256", name));

/** The records with these names, in their order. One request. */
export const readAttempts = async (names: readonly string[]): Promise<AttemptRecord[]> => {
  const nowMs = clock.nowMs();
  const items = (await getItems(names.map(keyOf))) as (Record<string, number> | undefined)[];
  return names.map((name, index) => {
    const { count = 0, lastMs = 0, knownUntilMs = 0, version = 0 } = items[index] ?? {};
    const sinceMs = nowMs - lastMs;
    return {
      name,
      count: sinceMs < retentionMs ? Math.max(count, 0) : 0,
      sinceMs,
      knownUntilMs: knownUntilMs > nowMs ? knownUntilMs : 0,
      version,
    };
  });
};

/** The write that counts one more attempt on top of so many, if the record is still as it was read. */
export const countAttempt = ({ name, version, knownUntilMs }: AttemptRecord, count: number): Write => {
  const nowMs = clock.nowMs();
  return {
    Put: {
      TableName: tableName(),
      Item: {
        ...keyOf(name),
        count: count + 1,
        lastMs: nowMs,
        knownUntilMs,
        version: version + 1,
        expires_at: expiryOf(nowMs, knownUntilMs),
      },
      ...(version === 0
        ? { ConditionExpression: "attribute_not_exists(version)" }
        : { ConditionExpression: "version = :read", ExpressionAttributeValues: { ":read": version } }),
    },
  };
};

/** The write that takes one attempt back, however many others were made meanwhile. */
export const uncountAttempt = (name: string): Write => ({
  Update: {
    TableName: tableName(),
    Key: keyOf(name),
    UpdateExpression: "ADD #count :less",
    ExpressionAttributeNames: { "#count": "count" },
    ExpressionAttributeValues: { ":less": -1 },
  },
});

/** The write that forgets all attempts, and remembers until then that the password was known. */
export const forgetAttempts = (name: string, knownUntilMs: number): Write => {
  const nowMs = clock.nowMs();
  return {
    Update: {
      TableName: tableName(),
      Key: keyOf(name),
      UpdateExpression:
        "SET #count = :none, lastMs = :now, knownUntilMs = :known, expires_at = :expiry ADD version :one",
      ExpressionAttributeNames: { "#count": "count" },
      ExpressionAttributeValues: {
        ":none": 0,
        ":one": 1,
        ":now": nowMs,
        ":known": knownUntilMs,
        ":expiry": expiryOf(nowMs, knownUntilMs),
      },
    },
  };
};

const expiryOf = (nowMs: number, knownUntilMs: number): number =>
  Math.ceil(Math.max(nowMs + retentionMs, knownUntilMs) / 1000);

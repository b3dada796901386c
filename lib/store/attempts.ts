import { createHmac, hash } from "node:crypto";
import { clock } from "#lib/clock.ts";
import { addressKey } from "#lib/settings/requests.ts";
import { absent, any, below, equal, type Write } from "#lib/store/port/table-store.ts";
import { getItems, putItem, updateItem } from "./items.ts";
import { keys } from "./table.ts";

/** The attempts under one name, such as guesses at a password, or from an address. */
export interface AttemptRecord {
  readonly name: string;
  /** The count after the last attempt; 0 after an hour without any. */
  readonly count: number;
  /** The time since the last attempt; negative if the clock of the machine that wrote it is ahead. */
  readonly sinceMs: number;
  /** Until when the password is known to have been entered there; 0 for never. */
  readonly knownUntilMs: number;
  /** Grows with each attempt; 0 if there is no record. */
  readonly version: number;
}

/** Attempts are forgotten after this time without another one. */
const retentionMs = 3_600_000;

/**
 * The key of a record. The name is hashed, because it has addresses and what people typed, and hashed with a
 * secret, because all addresses can be tried in minutes. Without a secret that all processes share, there is
 * none: the attempts of all processes have to count together.
 */
const keyOf = (name: string) => {
  const key = addressKey();
  return keys.attempts(
    key === undefined
      ? hash("sha256", name)
      : createHmac("sha256", key).update(`attempts ${name}`).digest("hex"),
  );
};

/** The records with these names, in their order. One request. */
export const readAttempts = async (names: readonly string[]): Promise<AttemptRecord[]> => {
  const nowMs = clock.nowMs();
  const items = await getItems(names.map(keyOf));
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

/** Writes one more attempt on top of `count`, if the record is unchanged since it was read. */
export const countAttempt = ({ name, version, knownUntilMs }: AttemptRecord, count: number): Write => {
  const nowMs = clock.nowMs();
  const attempt = {
    count: count + 1,
    lastMs: nowMs,
    knownUntilMs,
    version: version + 1,
    expires_at: expiryOf(nowMs, knownUntilMs),
  };
  return putItem(keyOf(name), attempt, version === 0 ? absent("version") : equal("version", version));
};

/** Counts one more attempt, if fewer than `max` are counted. Simultaneous attempts do not conflict. */
export const countBelow = (name: string, max: number): Write => {
  const nowMs = clock.nowMs();
  return updateItem(
    keyOf(name),
    { set: { lastMs: nowMs, expires_at: expiryOf(nowMs, 0) }, add: { count: 1, version: 1 } },
    any(absent("count"), below("count", max)),
  );
};

/** Takes one attempt back, regardless of others made meanwhile. */
export const uncountAttempt = (name: string): Write => updateItem(keyOf(name), { add: { count: -1 } });

/** Forgets all attempts, and remembers until `knownUntilMs` that the password was entered. */
export const forgetAttempts = (name: string, knownUntilMs: number): Write => {
  const nowMs = clock.nowMs();
  return updateItem(keyOf(name), {
    set: { count: 0, lastMs: nowMs, knownUntilMs, expires_at: expiryOf(nowMs, knownUntilMs) },
    add: { version: 1 },
  });
};

const expiryOf = (nowMs: number, knownUntilMs: number): number =>
  Math.ceil(Math.max(nowMs + retentionMs, knownUntilMs) / 1000);

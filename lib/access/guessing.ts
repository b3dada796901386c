import { clock } from "#lib/clock.ts";
import { limiter } from "#lib/limiter.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { commitDecision, type Write } from "#lib/store/commit.ts";
import {
  countGuess,
  forgetGuesses,
  type GuessRecord,
  readGuessRecords,
  uncountGuess,
} from "#lib/store/guess-records.ts";
import { passwordIsRight } from "./passwords.ts";

/** Somebody's attempt at a password. */
export interface Guess {
  /** What the password is for, such as `account ada` or `page 12`. Whether there is such a thing makes no difference. */
  readonly secret: string;
  /** Where the guess comes from. */
  readonly address: string;
  readonly password: string;
}

/** How wrong guesses hold up the next one: not at all at first, then for a pause that doubles up to the longest. */
interface Pace {
  readonly free: number;
  readonly firstMs: number;
  readonly longestMs: number;
}

/**
 * Strangers share one count for each password, whose pauses stay short: whoever guesses at it on purpose must wait ten times as
 * long at their own address, so that others get a turn in between. Many people may share an address, so that more is free there.
 */
const paces = {
  here: { free: 5, firstMs: 15_000, longestMs: 600_000 },
  secret: { free: 10, firstMs: 5_000, longestMs: 60_000 },
  address: { free: 30, firstMs: 15_000, longestMs: 300_000 },
} as const satisfies Record<string, Pace>;

/** For so long, an address that knew a password is held up there by nobody's guesses but its own. */
const knownMs = 30 * 24 * 3_600_000;

/** Clocks of two machines differ by less; a record from a later time was written before a clock was set back. */
const clockToleranceMs = 60_000;

/** Each comparison keeps a processor and 19 MiB for a tenth of a second; further ones wait, so that they cannot starve other requests. */
const inTurn = limiter({ maxRunning: 2, maxWaiting: 8 });

/**
 * Compares a password: what is to be written when it was right, in one transaction with what that allows; undefined when it was
 * wrong. `readHash` gives what is kept of the password, null where there is none.
 *
 * A guess is counted before its password is compared, so that many at once find no way around. Refused as
 * `rate_limited`, without a look at the password, during a pause; as `busy` while too many wait. Cost: two requests.
 */
export const tryPassword = async (
  { secret, address, password }: Guess,
  readHash: () => Promise<string | null>,
): Promise<readonly Write[] | undefined> => {
  const names = [`${secret} from ${address}`, secret, `address ${address}`] as const;
  let read: Records | undefined = await readRecords(names);
  requireNoPause(read);
  return inTurn(async () => {
    const counted = commitDecision(async () => {
      const records = read ?? (await readRecords(names));
      read = undefined;
      requireNoPause(records);
      return { writes: countsOf(records).map(({ record }) => countGuess(record)), value: records };
    });
    const [hash, records] = await Promise.all([readHash(), counted]);
    return (await passwordIsRight(password, hash)) ? forgiven(records) : undefined;
  });
};

/** What is remembered of one address at one password, of all strangers at that password, and of the address at all passwords. */
type Records = Readonly<Record<keyof typeof paces, GuessRecord>>;

const readRecords = async (
  names: readonly [here: string, secret: string, address: string],
): Promise<Records> => {
  const [here, secret, address] = await readGuessRecords(names);
  return { here: here!, secret: secret!, address: address! };
};

/** The records that count: for an address that knew the password its own, for strangers all three. */
const countsOf = (records: Records): readonly { readonly record: GuessRecord; readonly pace: Pace }[] => {
  const kinds = isKnown(records) ? (["here"] as const) : (["here", "secret", "address"] as const);
  return kinds.map((kind) => ({ record: records[kind], pace: paces[kind] }));
};

const isKnown = ({ here }: Records): boolean => here.knownUntilMs > 0;

const requireNoPause = (records: Records): void => {
  const leftMs = Math.max(...countsOf(records).map(({ record, pace }) => pauseLeftMs(record, pace)));
  if (leftMs > 0) throw tooManyGuesses(leftMs);
};

const pauseLeftMs = ({ count, sinceMs }: GuessRecord, { free, firstMs, longestMs }: Pace): number => {
  if (count < free || sinceMs < -clockToleranceMs) return 0;
  return Math.min(firstMs * 2 ** (count - free), longestMs) - sinceMs;
};

const tooManyGuesses = (leftMs: number): Refusal => {
  const seconds = Math.ceil(leftMs / 1000);
  return new Refusal("rate_limited", {
    detail: `There were too many wrong passwords; try again in ${seconds} seconds.`,
    headers: { "retry-after": String(seconds) },
  });
};

const forgiven = (records: Records): Write[] => {
  const own = forgetGuesses(records.here.name, clock.nowMs() + knownMs);
  if (isKnown(records)) return [own];
  return [own, forgetGuesses(records.secret.name, 0), uncountGuess(records.address.name)];
};

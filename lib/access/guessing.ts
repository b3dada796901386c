import { clock } from "#lib/clock.ts";
import { limiter } from "#lib/limiter.ts";
import { type AttemptRecord, forgetAttempts, readAttempts, uncountAttempt } from "#lib/store/attempts.ts";
import { commitDecision } from "#lib/store/commit.ts";
import type { Write } from "#lib/store/write.ts";
import { passwordIsRight } from "./passwords.ts";
import { type CountedAttempts, countOneMore, type Pace, requireNoPause } from "./pauses.ts";

/** Somebody's attempt at a password. */
export interface Guess {
  /**
   * What the password is for, such as `account ada` or `page 12`. Whether there is such a thing makes no
   * difference.
   */
  readonly secret: string;
  /** Where the guess comes from. */
  readonly address: string;
  readonly password: string;
}

/**
 * Strangers share one count for each password, whose pauses stay short: whoever guesses at it on purpose must
 * wait ten times as long at their own address, so that others get a turn in between. Many people may share an
 * address, so that more is free there.
 */
const paces = {
  here: { free: 5, firstMs: 15_000, maxMs: 600_000, forgetsOneMs: 720_000 },
  secret: { free: 10, firstMs: 5_000, maxMs: 60_000, forgetsOneMs: 360_000 },
  address: { free: 30, firstMs: 15_000, maxMs: 300_000, forgetsOneMs: 120_000 },
} as const satisfies Record<string, Pace>;

/** For so long, an address that knew a password is held up there by nobody's guesses but its own. */
const knownMs = 30 * 24 * 3_600_000;

/**
 * Each comparison keeps a processor and 19 MiB for a tenth of a second; further ones wait, so that they
 * cannot starve other requests.
 */
const inTurn = limiter({ maxRunning: 2, maxWaiting: 8 });

/**
 * Compares a password: what is to be written when it was right, in one transaction with what that allows;
 * undefined when it was wrong. `readHash` gives what is kept of the password, null where there is none.
 *
 * A guess is counted before its password is compared, so that many at once find no way around. Refused as
 * `rate_limited`, without a look at the password, during a pause; as `busy` while too many wait. Cost: two
 * requests.
 */
export const tryPassword = async (
  { secret, address, password }: Guess,
  readHash: () => Promise<string | null>,
): Promise<readonly Write[] | undefined> => {
  const names = [`${secret} from ${address}`, secret, `address ${address}`] as const;
  let read: Records | undefined = await readRecords(names);
  requireNoPauseOf(read);
  return inTurn(async () => {
    const counted = commitDecision(async () => {
      const records = read ?? (await readRecords(names));
      read = undefined;
      requireNoPauseOf(records);
      return { writes: countsOf(records).map(countOneMore), value: records };
    });
    const [hash, records] = await Promise.all([readHash(), counted]);
    return (await passwordIsRight(password, hash)) ? forgiven(records) : undefined;
  });
};

/**
 * What is remembered of one address at one password, of all strangers at that password, and of the address at
 * all passwords.
 */
type Records = Readonly<Record<keyof typeof paces, AttemptRecord>>;

const readRecords = async (
  names: readonly [here: string, secret: string, address: string],
): Promise<Records> => {
  const [here, secret, address] = await readAttempts(names);
  return { here: here!, secret: secret!, address: address! };
};

/** What counts: for an address that knew the password its own guesses, for strangers all three. */
const countsOf = (records: Records): readonly CountedAttempts[] => {
  const kinds = isKnown(records) ? (["here"] as const) : (["here", "secret", "address"] as const);
  return kinds.map((kind) => ({ record: records[kind], pace: paces[kind] }));
};

const isKnown = ({ here }: Records): boolean => here.knownUntilMs > 0;

const requireNoPauseOf = (records: Records): void =>
  requireNoPause(countsOf(records), "There were too many wrong passwords");

const forgiven = (records: Records): Write[] => {
  const own = forgetAttempts(records.here.name, clock.nowMs() + knownMs);
  if (isKnown(records)) return [own];
  return [own, forgetAttempts(records.secret.name, 0), uncountAttempt(records.address.name)];
};

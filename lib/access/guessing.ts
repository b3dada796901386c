import { certain } from "#lib/certain.ts";
import { clock } from "#lib/clock.ts";
import { limiter } from "#lib/limiter.ts";
import { type Restriction, stampOfPassword } from "#lib/pages/restriction.ts";
import { derivationsPerSecond } from "#lib/settings/access.ts";
import { SizedCache } from "#lib/sized-cache.ts";
import {
  type AttemptRecord,
  countBelow,
  forgetAttempts,
  readAttempts,
  uncountAttempt,
} from "#lib/store/attempts.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { readPage } from "#lib/store/pages.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { readSiteVersion, siteAt } from "#lib/store/site.ts";
import { passwordIsRight } from "./passwords.ts";
import { type CountedAttempts, countOneMore, type Pace, refuseUntil, requireNoPause } from "./pauses.ts";

export interface PasswordAttempt {
  /** The object of the password, such as `account ada` or `page 12`, whether it exists or not. */
  readonly secret: string;
  readonly address: string;
  readonly password: string;
}

/**
 * Attempts count by password and address (`here`), by password (`secret`), and by address, which many people
 * may share. Pauses at one address are longer, so that others get a turn while somebody guesses.
 */
const paces = {
  here: { free: 5, firstMs: 15_000, maxMs: 600_000, forgetsOneMs: 720_000 },
  secret: { free: 10, firstMs: 5_000, maxMs: 60_000, forgetsOneMs: 360_000 },
  address: { free: 30, firstMs: 15_000, maxMs: 300_000, forgetsOneMs: 120_000 },
} as const satisfies Record<string, Pace>;

/** How long an address that knew a password is delayed there by its own guesses only. */
const knownMs = 30 * 24 * 3_600_000;

/** A comparison takes a processor and 19 MiB for 0.1 s; the limit keeps it from starving other requests. */
const inTurn = limiter({ maxRunning: 2, maxWaiting: 8 });

/**
 * Compares a password with the hash that `readHash` gives (null: none). If right, gives the writes that
 * forget the attempts, for the transaction of what it allows. Counts each guess before it compares, so that
 * concurrent guesses do not get around the limit. Refuses `rate_limited`, and `busy` if too many wait.
 */
export const tryPassword = async (
  { secret, address, password }: PasswordAttempt,
  readHash: () => Promise<string | null>,
): Promise<readonly Write[] | undefined> => {
  const names = [`${secret} from ${address}`, secret, `address ${address}`] as const;
  let read: Records | undefined = await readRecords(names);
  requireNoPauseOf(read);
  await takeSharedTurn("passwords");
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

type Records = Readonly<Record<keyof typeof paces, AttemptRecord>>;

const readRecords = async (
  names: readonly [here: string, secret: string, address: string],
): Promise<Records> => {
  const [here, secret, address] = await readAttempts(names);
  return { here: certain(here), secret: certain(secret), address: certain(address) };
};

/** An address that knew the password is limited by its own guesses only, others by all three counts. */
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

/** A page or collection with a password, by id. */
export type Locked = { readonly page: number } | { readonly collection: number };

export interface PassedPassword {
  /** The text that the session keeps. */
  readonly passed: string;
  readonly writes: readonly Write[];
}

/**
 * Checks a password against the object's own restriction; undefined if it is wrong. Takes as long without
 * such an object or password, so that timing does not tell. Refuses and costs as `tryPassword`.
 */
export const enteredPassword = async (
  locked: Locked,
  guess: Omit<PasswordAttempt, "secret">,
): Promise<PassedPassword | undefined> => {
  const isPage = "page" in locked;
  const secret = isPage ? `page ${locked.page}` : `collection ${locked.collection}`;
  const restriction = isPage ? restrictionOfPage(locked.page) : restrictionOfCollection(locked.collection);
  const reading = restriction.then(hashOf);
  const [hash, writes] = await Promise.all([reading, tryPassword({ secret, ...guess }, () => reading)]);
  return writes && hash !== null ? { passed: stampOfPassword(hash), writes } : undefined;
};

const restrictionOfPage = async (id: number): Promise<Restriction | null> =>
  (await readPage(id))?.restriction ?? null;

const restrictionOfCollection = async (id: number): Promise<Restriction | null> => {
  const { collections } = await siteAt(await readSiteVersion());
  return collections.find((collection) => collection.id === id)?.restriction ?? null;
};

const hashOf = (restriction: Restriction | null): string | null =>
  restriction?.type === "password" ? restriction.passwordHash : null;

interface Turns {
  readonly name: string;
  /**
   * The most turns in a window of this length. The clock counts them, so that many can come at the same time.
   */
  readonly max: number;
  readonly windowMs: number;
  /** Why others are refused. */
  readonly reason: string;
}

/** Windows without turns: counts only grow, so a process need not ask again. */
const full = new SizedCache<true>(1_000);

/**
 * Takes a turn, or refuses `rate_limited` until the window ends. Cost: one request; two more to refuse, and
 * none where this process has refused in the same window before.
 */
export const takeTurn = async ({ name, max, windowMs, reason }: Turns): Promise<void> => {
  const window = Math.floor(clock.nowMs() / windowMs);
  const counted = `${name} in ${window}`;
  const endMs = (window + 1) * windowMs;
  if (full.find(counted)) refuseUntil(endMs, reason);
  let hasLost = false;
  await commitDecision(async () => {
    // Other requests may have been faster, or there may be no turn.
    const [record] = hasLost ? await readAttempts([counted]) : [];
    if (record && record.count >= max) {
      full.keep(counted, true, 1);
      refuseUntil(endMs, reason);
    }
    hasLost = true;
    return { writes: [countBelow(counted, max)], value: undefined };
  });
};

const sharedWindowMs = 10_000;

/**
 * Takes one of the turns that all callers share at what costs a processor much, where a deployment limits
 * them. Callers first pass the limits of their own address, so that no address uses up the turns of others.
 */
export const takeSharedTurn = async (work: "passwords" | "exchanges"): Promise<void> => {
  const perSecond = derivationsPerSecond();
  if (perSecond === undefined) return;
  await takeTurn({
    ...{ name: work, max: perSecond * (sharedWindowMs / 1_000), windowMs: sharedWindowMs },
    reason: "There are too many of these requests from everybody",
  });
};

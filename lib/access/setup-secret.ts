import { certain } from "#lib/certain.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { readAttempts } from "#lib/store/attempts.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { getItem, inOneRead } from "#lib/store/items.ts";
import { hasAccounts } from "#lib/store/listed-credentials.ts";
import { isOpen, type SetupMark } from "#lib/store/setup.ts";
import { keys } from "#lib/store/table.ts";
import { type CountedAttempts, countOneMore, type Pace, requireNoPause } from "./pauses.ts";
import { hashOfSecret } from "./secrets.ts";

/** As guesses at all passwords from one address (guessing.ts). */
const pace: Pace = { free: 30, firstMs: 15_000, maxMs: 300_000, forgetsOneMs: 120_000 };

/**
 * The mark that the secret opens. Refuses `not_found` for a secret that is wrong, used or expired, and for
 * any once there is an account; `rate_limited` after wrong ones from the address. Cost: two requests; where
 * nothing is to be set up, one.
 */
export const findSetupMark = async (
  secret: string,
  address: string,
  isWrong: (read: CountedAttempts) => Promise<void> = async () => {},
): Promise<SetupMark> => {
  const [mark, [record]] = await Promise.all(
    inOneRead(() => [getItem(keys.setup()), readAttempts([nameOf(address)])] as const),
  );
  if (!isOpen(mark)) throw new Refusal("not_found");
  const counted: CountedAttempts = { record: certain(record), pace };
  requireNoPause([counted], "There were too many wrong addresses");
  if (mark.digest !== hashOfSecret(secret)) {
    await isWrong(counted);
    throw new Refusal("not_found");
  }
  if (await hasAccounts()) throw new Refusal("not_found");
  return mark;
};

/** The same, which also counts a wrong secret while there is something to guess: one request more. */
export const requireSetupSecret = (secret: string, address: string): Promise<SetupMark> =>
  findSetupMark(secret, address, (read) => countWrongSecret(nameOf(address), read));

const nameOf = (address: string): string => `setup from ${address}`;

const countWrongSecret = (name: string, read: CountedAttempts): Promise<void> => {
  let known: CountedAttempts | undefined = read;
  return commitDecision(async () => {
    const counted = known ?? { record: certain((await readAttempts([name]))[0]), pace };
    known = undefined;
    return { writes: [countOneMore(counted)], value: undefined };
  });
};

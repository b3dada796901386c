import { clock } from "#lib/clock.ts";
import { derivationsPerSecond } from "#lib/settings/access.ts";
import { SizedCache } from "#lib/sized-cache.ts";
import { countBelow, readAttempts } from "#lib/store/attempts.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { refuseUntil } from "./pauses.ts";

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

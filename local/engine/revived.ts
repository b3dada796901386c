import { clock } from "#lib/clock.ts";
import { logError } from "#lib/log-error.ts";
import type { Engine } from "#local/engine.ts";
import type { PlainError } from "#local/plain-error.ts";

/** How often an engine is started again within this time: one that cannot live needs somebody's attention. */
const maxRevivals = 5;
const revivalsWithinMs = 60_000;

/**
 * The engine, which is started again whenever it ends by itself, at the same address: what it has
 * acknowledged is on disk, and requests that it has left are repeated. It fails if it cannot be started, or
 * ends too often.
 */
export const revived = (first: Engine, restart: (ended: Engine) => Promise<Engine>): Engine => {
  let current = Promise.resolve(first);
  let isStopped = false;
  const revivedAtMs: number[] = [];

  const watch = async (engine: Engine): Promise<PlainError> => {
    const ending = await engine.failed;
    if (isStopped) return never;
    const nowMs = clock.monotonicMs();
    revivedAtMs.push(nowMs);
    if (revivedAtMs.filter((atMs) => atMs > nowMs - revivalsWithinMs).length > maxRevivals) return ending;
    logError(ending.message.replace(/; start again\.$/, "; it is started again."));
    current = restart(engine);
    return current.then(watch, (error: PlainError) => error);
  };

  return {
    endpoint: first.endpoint,
    pid: first.pid,
    failed: watch(first),
    stop: async () => {
      isStopped = true;
      const engine = await current.catch(() => undefined);
      await engine?.stop();
    },
  };
};

const never = new Promise<PlainError>(() => {});

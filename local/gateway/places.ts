import type { Route } from "#lib/routes/route.ts";
import { type TimedLimits, timedLimiter } from "./timed-limiter.ts";

type Kind = keyof typeof usualPlaces;

/**
 * The number of requests of a kind that run at once; the others wait (decision 023). Few run, so that none is
 * much slower than alone, because all share one thread. Forms with files take long, and sign-ins derive keys;
 * separate places keep both from blocking other requests. A request that sends further ones to the API waits
 * for their places, and holds none of these.
 */
const usualPlaces = {
  reads: { maxRunning: 8, maxWaitMs: 500 },
  writes: { maxRunning: 1 },
  visits: { maxRunning: 2 },
  forms: { maxRunning: 8 },
  calls: { maxRunning: 8 },
} as const satisfies Record<string, TimedLimits>;

export type Places = Readonly<Record<Kind, TimedLimits>>;

/** Does the work when a place is free. Refuses `busy` if that would take too long, or has. */
export type TakePlace = <Result>(route: Route, work: () => Promise<Result>) => Promise<Result>;

export const placesFor = (places: Places = usualPlaces): TakePlace => {
  const limits = {
    reads: timedLimiter(places.reads),
    writes: timedLimiter(places.writes),
    visits: timedLimiter(places.visits),
    forms: timedLimiter(places.forms),
    calls: timedLimiter(places.calls),
  };
  return (route, work) => limits[kindOf(route)](route.id, work);
};

/** Tells kinds apart: `forms` are all with uploads, `visits` what anybody may send, such as a sign-in. */
const kindOf = ({ method, uses, auth }: Route): Kind => {
  if (method === "GET") return "reads";
  if (uses.includes("api")) return "calls";
  if (uses.includes("uploads:write")) return "forms";
  return auth === "public" ? "visits" : "writes";
};

import { type Limits, limiter } from "#lib/limiter.ts";
import type { Route } from "#lib/routes/route.ts";

type Kind = keyof typeof usualPlaces;

/**
 * How many requests of a kind run at once, and how many wait: few enough that none is much slower than alone.
 *
 * The engine carries out writes one by one, and reads wait meanwhile: more writes at once would only slow
 * reads down. Forms with files take long, and sign-ins derive keys; separate places keep both from blocking
 * other requests. What sends further requests to the API waits for their places, and holds none of these.
 */
const usualPlaces = {
  reads: { maxRunning: 8, maxWaiting: 8 },
  writes: { maxRunning: 1, maxWaiting: 6 },
  visits: { maxRunning: 2, maxWaiting: 6 },
  forms: { maxRunning: 8, maxWaiting: 0 },
  calls: { maxRunning: 8, maxWaiting: 8 },
} as const satisfies Record<string, Limits>;

export type Places = Readonly<Record<Kind, Limits>>;

/** Does the work when a place is free. Refuses `busy` if all are taken and the queue is full. */
export type TakePlace = <Result>(route: Route, work: () => Promise<Result>) => Promise<Result>;

export const placesFor = (places: Places = usualPlaces): TakePlace => {
  const limits = {
    reads: limiter(places.reads),
    writes: limiter(places.writes),
    visits: limiter(places.visits),
    forms: limiter(places.forms),
    calls: limiter(places.calls),
  };
  return (route, work) => limits[kindOf(route)](work);
};

/** Forms: all with uploads. Visits: what anybody may send, such as a sign-in or a page's password. */
const kindOf = ({ method, uses, auth }: Route): Kind => {
  if (method === "GET") return "reads";
  if (uses.includes("api")) return "calls";
  if (uses.includes("uploads:write")) return "forms";
  return auth === "public" ? "visits" : "writes";
};

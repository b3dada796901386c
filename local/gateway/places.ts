import { type Limits, limiter } from "#lib/limiter.ts";
import type { Route } from "#lib/routes/route.ts";

/** Requests that have their places in common. */
type Kind = keyof typeof usualPlaces;

/**
 * How many requests of a kind are at work at once, and how many wait for their turn: so few that whoever is
 * served waits hardly longer than when nobody else asks. Writes follow one another, as they do in the engine,
 * which lets reads wait meanwhile: more of them at once would be no faster, and slow the reads down. Forms
 * with files take long, and sign-ins wait for the derivation of a key: with places of their own they cannot
 * take those of others.
 */
const usualPlaces = {
  reads: { maxRunning: 8, maxWaiting: 8 },
  writes: { maxRunning: 1, maxWaiting: 6 },
  visits: { maxRunning: 2, maxWaiting: 6 },
  forms: { maxRunning: 8, maxWaiting: 0 },
} as const satisfies Record<string, Limits>;

/** How many places there are of each kind. */
export type Places = Readonly<Record<Kind, Limits>>;

/**
 * Does the work of a route's request when there is a place for it. Refuses `busy` at once when all are taken,
 * and the queue is full.
 */
export type TakePlace = <Result>(route: Route, work: () => Promise<Result>) => Promise<Result>;

/** The places of a gateway. */
export const placesFor = (places: Places = usualPlaces): TakePlace => {
  const limits = {
    reads: limiter(places.reads),
    writes: limiter(places.writes),
    visits: limiter(places.visits),
    forms: limiter(places.forms),
  };
  return (route, work) => limits[kindOf(route)](work);
};

/**
 * Forms: all that has to do with uploads. Visits: what anybody may send, such as a sign-in, the password of a
 * page or the choice of a theme.
 */
const kindOf = ({ method, uses, auth }: Route): Kind => {
  if (method === "GET") return "reads";
  if (uses.includes("uploads:write")) return "forms";
  return auth === "public" ? "visits" : "writes";
};

import { limiter } from "#lib/limiter.ts";

/** Bounds memory. 32 may wait, twice as many as a manifest checks at once; more are refused as `busy`. */
export const oneAtATime = limiter({ maxRunning: 1, maxWaiting: 32 });

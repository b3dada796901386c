import { limiter } from "#lib/limiter.ts";

/**
 * Decodes one image at a time in this process, which bounds memory. 32 may wait, twice as many as a manifest
 * checks at once; more are refused as `busy`.
 */
export const oneAtATime = limiter({ maxRunning: 1, maxWaiting: 32 });

import { limiter } from "#lib/limiter.ts";

/**
 * Runs work on the pixels of images, one image at a time in this process, so that the memory of one is the
 * memory of all. 32 wait for their turn, twice as many as a manifest looks at together; what comes beyond is
 * refused as `busy`.
 */
export const oneAtATime = limiter({ maxRunning: 1, maxWaiting: 32 });

import { Refusal } from "#lib/refusals/refusal.ts";

/** Somebody else changed an object after it was read. */
export class ConcurrentChange extends Error {}

/** True of such an error, and of refusals because somebody else took a slug or key. */
export const isConcurrentChange = (error: unknown): boolean =>
  error instanceof ConcurrentChange ||
  (error instanceof Refusal && error.details.problems?.some(({ code }) => code === "duplicate") === true);

/** How often an object that others are writing is read again. */
export const maxAttempts = 20;

import { Refusal } from "#lib/refusals/refusal.ts";

/** Somebody else changed an object between its being read and being written. */
export class ConcurrentChange extends Error {}

/** True of an error that says so, in whichever way. */
export const isConcurrentChange = (error: unknown): boolean =>
  error instanceof ConcurrentChange ||
  (error instanceof Refusal && error.details.problems?.some(({ code }) => code === "duplicate") === true);

/** How often an object that others write at the same time is looked at again. */
export const maxAttempts = 20;

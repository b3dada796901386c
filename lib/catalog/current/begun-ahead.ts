import { clock } from "#lib/clock.ts";

/** A Lambda may be frozen between its start and its first request, and what it has read becomes old. */
const keptMs = 5_000;

let begun: { readonly atMs: number; readonly result: Promise<unknown> } | undefined;

/** Begins to open something before the first request asks for it. */
export const beginAhead = (open: () => Promise<unknown>): void => {
  begun = { atMs: clock.nowMs(), result: open().catch(() => undefined) };
};

/**
 * What was begun ahead, once; undefined if nothing was, if it failed, or if that is too long ago. Nothing of
 * it runs any more then.
 */
export const takeBegun = async <Value>(): Promise<Value | undefined> => {
  const { atMs, result } = begun ?? {};
  begun = undefined;
  const value = (await result) as Value | undefined;
  return atMs !== undefined && clock.nowMs() - atMs <= keptMs ? value : undefined;
};

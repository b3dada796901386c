import { vi } from "vitest";
import type { CommandResult } from "./lectern.ts";

type Fetch = typeof fetch;

/** Passes the command's requests through `around`, which may call `send`. */
export const aroundRequests = (
  around: (send: () => Promise<Response>, method: string, url: string) => Promise<Response>,
) => {
  const send: Fetch = globalThis.fetch;
  return vi
    .spyOn(globalThis, "fetch")
    .mockImplementation((input, init) =>
      around(() => send(input, init), init?.method ?? "GET", String(input)),
    );
};

/** Counts the command's requests by method. */
export const countRequests = () => {
  const counts: Record<string, number> = {};
  aroundRequests((send, method) => {
    counts[method] = (counts[method] ?? 0) + 1;
    return send();
  });
  return counts;
};

/**
 * Runs a command and kills it at its nth write, before or after that is done; reads leave nothing behind.
 * What it would send from then on goes nowhere; it ends, so that its files are closed.
 */
export const killedAt = async (
  n: number,
  carriedOut: boolean,
  run: () => Promise<CommandResult>,
): Promise<"killed" | CommandResult> => {
  let [writes, isKilled] = [0, false];
  const requests = aroundRequests(async (send, method) => {
    if (!isKilled && (method === "GET" || ++writes < n)) return send();
    const isLast = !isKilled;
    isKilled = true;
    if (isLast && carriedOut) await send();
    // Of all answers, this is the one after which a command gives up at once.
    return new Response(null, { status: 308, headers: { location: "https://nowhere.example/" } });
  });
  const end = await run();
  requests.mockRestore();
  return isKilled ? "killed" : end;
};

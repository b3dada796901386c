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

/** Runs a command and kills it at its nth write, before or after that is done; reads leave nothing behind. */
export const killedAt = async (
  n: number,
  carriedOut: boolean,
  run: () => Promise<CommandResult>,
): Promise<"killed" | CommandResult> => {
  const killed = Promise.withResolvers<"killed">();
  let writes = 0;
  aroundRequests(async (send, method) => {
    if (method === "GET") return send();
    writes++;
    if (writes < n) return send();
    if (writes === n && carriedOut) await send();
    killed.resolve("killed");
    return new Promise(() => {});
  });
  const end = await Promise.race([run(), killed.promise]);
  vi.restoreAllMocks();
  return end;
};

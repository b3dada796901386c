import { effect, signal } from "@preact/signals";
import { place } from "./router.ts";
import { caller, service } from "./service.ts";

/** How many comments wait for a decision; null where there are none of any kind, or the caller decides none. */
export const waitingComments = signal<number | null>(null);

const countIn = async (query: object): Promise<number> =>
  (await service.request("get", "/api/editor/comments/", { query: { ...query, pageSize: 1 } as never }))
    .count;

/** Counts them. A site without a comment needs no section for them. */
export const countWaiting = async (): Promise<void> => {
  try {
    const waiting = await countIn({ state: "pending" });
    waitingComments.value = waiting > 0 || (await countIn({})) > 0 ? waiting : null;
  } catch {
    // The bar does without; the section itself says what is wrong.
  }
};

let isCounted = false;

/** Once for a window, and not while somebody waits for a text to open. */
effect(() => {
  if (isCounted || !caller.value?.may.moderate || place.value.path.endsWith("/edit/")) return;
  isCounted = true;
  void countWaiting();
});

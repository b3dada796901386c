import { openKeeper } from "./keeper.ts";
import type { KeeperOptions } from "./ports.ts";

/**
 * Brings the words of a page that only this browser has into the working copy, without a screen. False if some
 * could not be sent; these stay where they were.
 */
export const sendLeft = async (options: Omit<KeeperOptions, "changed" | "arrived">): Promise<boolean> => {
  const opened = await openKeeper({ ...options, changed: () => {}, arrived: () => {} });
  if ("failure" in opened) return false;
  const { flush, place, choice, stop } = opened.value;
  await flush();
  const isSent = !choice() && ["saved", "kept"].includes(place());
  stop();
  return isSent;
};

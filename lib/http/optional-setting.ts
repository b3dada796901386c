import { log } from "#lib/log.ts";

/**
 * A setting that requests can do without: when it is wrong, there is nothing, and one line in the log of each
 * process. Where a machine starts, `requireSettings` has refused it before.
 */
export const optionalSetting = <Value>(read: () => Value): (() => Value | undefined) => {
  let hasComplained = false;
  return () => {
    try {
      return read();
    } catch (error) {
      if (!hasComplained) log.write("error", { error: (error as Error).message });
      hasComplained = true;
      return undefined;
    }
  };
};

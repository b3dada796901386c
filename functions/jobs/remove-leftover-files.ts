/** Every hour — remove the files of media objects that are gone */
import { removeLeftoverFiles } from "#lib/actions/remove-leftover-files.ts";
import { logJob } from "#lib/http/log.ts";
import { readLeftoverFiles } from "#lib/store/leftover-files.ts";

/**
 * Finishes what whoever deleted the objects could not, and writes a log line for each object. One that fails is left to the
 * next run, and keeps none of the others waiting.
 */
export const handler = async (): Promise<void> => {
  for (const leftover of await readLeftoverFiles()) {
    const result = await removeLeftoverFiles(leftover).then(
      () => ({ outcome: "removed" }),
      (error: unknown) => ({
        outcome: "failed",
        reason: error instanceof Error ? error.stack : String(error),
      }),
    );
    const { kind, id } = leftover;
    logJob("jobs/remove-leftover-files", { kind, id, ...result });
  }
};

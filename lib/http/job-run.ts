import { logJob } from "./log.ts";

interface JobOutcome {
  readonly outcome: string;
  readonly [detail: string]: unknown;
}

/** A run of a job that does several things one after the other: one that fails does not delay the others. */
export const jobRun = (job: string) => {
  const errors: unknown[] = [];
  return {
    /**
     * Does one of them, and logs what has become of it, unless there was nothing to do (`idle`). False if it
     * has failed.
     */
    step: async (
      what: Readonly<Record<string, unknown>>,
      work: () => Promise<JobOutcome>,
    ): Promise<boolean> => {
      const result = await work().catch((error: unknown): JobOutcome => {
        errors.push(error);
        return { outcome: "failed", reason: error instanceof Error ? error.stack : String(error) };
      });
      if (result.outcome !== "idle") logJob(job, { ...what, ...result });
      return result.outcome !== "failed";
    },
    /** Throws if one has failed: so Lambda counts the run as failed, and repeats it. */
    end: (): void => {
      if (errors.length > 0) throw new AggregateError(errors, `${job} has failed for ${errors.length}`);
    },
  };
};

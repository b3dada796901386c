/// <reference path="../.sst/platform/config.d.ts" />
import type { Use } from "#lib/routes/route.ts";
import { functionDefaults } from "./function-defaults.ts";
import { rights, type Site } from "./rights.ts";

/** What runs by itself: the publication of what is approved and due, and the removal of files that nothing needs. */
export const createJobs = (site: Site): void => {
  createJob(site, "JobsPublishScheduled", {
    schedule: "rate(1 minute)",
    description: "Every minute: publish what is approved and due",
    handler: "functions/jobs/publish-scheduled.handler",
    uses: ["table:write"],
  });
  createJob(site, "JobsRemoveLeftoverFiles", {
    schedule: "rate(1 hour)",
    description: "Every hour: remove the files of media objects that are gone",
    handler: "functions/jobs/remove-leftover-files.handler",
    uses: ["table:write", "media:delete"],
  });
};

interface Job {
  readonly schedule: "rate(1 minute)" | "rate(1 hour)";
  readonly description: string;
  readonly handler: string;
  readonly uses: readonly Use[];
}

const createJob = (site: Site, name: string, { schedule, description, handler, uses }: Job) =>
  new sst.aws.CronV2(name, {
    schedule,
    function: {
      description,
      handler,
      ...functionDefaults(site),
      memory: "512 MB",
      timeout: "25 seconds",
      permissions: uses.map((use) => rights[use](site)),
    },
  });

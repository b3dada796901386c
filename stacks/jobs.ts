/// <reference path="../.sst/platform/config.d.ts" />
import type { Use } from "#lib/routes/route.ts";
import { functionDefaults } from "./function-defaults.ts";
import { rights, type SiteResources } from "./rights.ts";

/**
 * The scheduled jobs. Gives the snapshot function, whose failure goes unnoticed unless an alarm tells; it
 * needs memory for the largest catalog.
 */
export const createJobs = (site: SiteResources) => {
  createJob(site, "JobsPublishScheduled", {
    schedule: "rate(1 minute)",
    description: "Every minute: publish what is approved and due",
    handler: "functions/jobs/publish-scheduled.handler",
    uses: ["table:write"],
  });
  createJob(site, "JobsRemoveLeftoverFiles", {
    schedule: "rate(1 hour)",
    description: "Every hour: remove the files and the parts of bodies that nothing names",
    handler: "functions/jobs/remove-leftover-files.handler",
    uses: ["table:write", "media:delete"],
  });
  const snapshots = createJob(site, "JobsSnapshotCatalog", {
    schedule: "rate(15 minutes)",
    description: "Every 15 minutes: store a snapshot of the catalog, where instances begin",
    handler: "functions/jobs/snapshot-catalog.handler",
    uses: ["catalog", "table:write", "snapshots:write"],
    memory: "2048 MB",
    storage: "2 GB",
    timeout: "5 minutes",
  });
  return { snapshots };
};

interface Job {
  readonly schedule: "rate(1 minute)" | "rate(15 minutes)" | "rate(1 hour)";
  readonly description: string;
  readonly handler: string;
  readonly uses: readonly Use[];
  readonly memory?: "2048 MB";
  readonly storage?: "2 GB";
  readonly timeout?: "5 minutes";
}

const createJob = (site: SiteResources, name: string, { schedule, uses, ...own }: Job) =>
  new sst.aws.CronV2(name, {
    schedule,
    function: {
      memory: "512 MB",
      timeout: "25 seconds",
      ...own,
      ...functionDefaults(site),
      permissions: uses.flatMap((use) => rights[use](site)),
    },
  });

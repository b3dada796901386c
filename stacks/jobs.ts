/// <reference path="../.sst/platform/config.d.ts" />
import { functionDefaults } from "./function-defaults.ts";
import { rights, type Site } from "./rights.ts";

/** What runs by itself: every minute, the publication of what is approved and due. */
export const createJobs = (site: Site) =>
  new sst.aws.CronV2("JobsPublishScheduled", {
    schedule: "rate(1 minute)",
    function: {
      description: "Every minute: publish what is approved and due",
      handler: "functions/jobs/publish-scheduled.handler",
      ...functionDefaults(site),
      memory: "512 MB",
      timeout: "25 seconds",
      permissions: [rights["table:write"](site)],
    },
  });

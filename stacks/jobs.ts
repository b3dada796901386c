/// <reference path="../.sst/platform/config.d.ts" />
import { rights } from "./rights.ts";
import { settings } from "./settings.ts";
import type { Storage } from "./storage.ts";

/** What runs by itself: every minute, the publication of what is approved and due. */
export const createJobs = (storage: Storage) =>
  new sst.aws.CronV2("JobsPublishScheduled", {
    schedule: "rate(1 minute)",
    function: {
      description: "Every minute: publish what is approved and due",
      handler: "functions/jobs/publish-scheduled.handler",
      runtime: "nodejs24.x",
      architecture: "arm64",
      memory: "512 MB",
      timeout: "25 seconds",
      nodejs: { format: "esm", minify: true },
      logging: { format: "json", retention: "1 month" },
      environment: {
        ...settings(),
        TABLE_NAME: storage.table.name,
        BUCKET_NAME: storage.bucket.name,
        TRUST_FORWARDED_HOST: "true",
        LOG_REQUESTS: "true",
      },
      permissions: [rights["table:write"](storage)],
    },
  });

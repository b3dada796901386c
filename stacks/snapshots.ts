/// <reference path="../.sst/platform/config.d.ts" />
import { createJob } from "./jobs.ts";
import type { SiteResources } from "./rights.ts";

/**
 * The job that stores snapshots, and its first run of a release, when the versions of all functions are
 * there. None of them is called before that run has ended, so new instances find a snapshot in the release's
 * form. If it fails, the deployment ends, and the release before goes on. It runs again whenever the job's
 * code, settings or table change.
 */
export const createSnapshots = (site: SiteResources) => {
  const { job } = createJob(site, "JobsSnapshotCatalog", {
    id: "jobs/snapshot-catalog",
    schedule: "rate(15 minutes)",
    description: "Every 15 minutes: store a snapshot of the catalog, where instances begin",
    memory: "2048 MB",
    storage: "2 GB",
    timeout: "5 minutes",
  });
  const { name, s3Key, environment } = job.nodes.function;
  const first = (dependsOn: $util.Input<$util.Resource>[]) =>
    new aws.lambda.Invocation(
      "FirstSnapshot",
      {
        functionName: name,
        input: JSON.stringify({ isDeployment: true }),
        triggers: { code: $interpolate`${s3Key}`, environment: $jsonStringify(environment) },
      },
      { dependsOn },
    );
  return { first, snapshots: job };
};

/// <reference path="../.sst/platform/config.d.ts" />
import { keepSourceMaps } from "./kept-source-maps.ts";
import type { Storage } from "./storage.ts";

/** The namespace of a stage's metrics. Beyond the first ten of an account, each metric costs money. */
export const namespaceOfStage = (): string => `Lectern/${$app.stage}`;

/**
 * The properties that all functions share. Splitting keeps code that is imported on demand out of the main
 * bundle: a quarter of a reading function would be AWS SDK code for credentials that Lambda does not use.
 */
export const functionDefaults = (storage: Storage) =>
  ({
    runtime: "nodejs24.x",
    architecture: "arm64",
    versioning: true,
    nodejs: { format: "esm", minify: true, splitting: true, sourcemap: true },
    hook: { postbuild: (built: string) => keepSourceMaps(built, $cli.paths.root, $app.stage) },
    logging: { format: "json", logGroup: storage.logs.requests.name },
    environment: {
      // Search engines may find production alone.
      ...($app.stage !== "production" && { SITE_ROBOTS: "none" }),
      ...storage.settings.site,
      TABLE_NAME: storage.table.name,
      BUCKET_NAME: storage.bucket.name,
      TRUST_FORWARDED_HOST: "true",
      LOG_REQUESTS: "true",
      METRICS_NAMESPACE: namespaceOfStage(),
    },
    // SST would also let the account's users take on the role, which only its live development needs.
    transform: {
      role: { assumeRolePolicy: aws.iam.assumeRolePolicyForPrincipal({ Service: "lambda.amazonaws.com" }) },
    },
  }) as const;

/// <reference path="../.sst/platform/config.d.ts" />
import { settings } from "./settings.ts";
import type { Storage } from "./storage.ts";

/**
 * What all functions have in common: runtime, bundling, logs, and where the site's data is. Code that is
 * imported on demand stands in files of its own: the AWS SDK's ways to credentials that no Lambda takes are a
 * quarter of a function that reads.
 */
export const functionDefaults = (storage: Storage) =>
  ({
    runtime: "nodejs24.x",
    architecture: "arm64",
    nodejs: { format: "esm", minify: true, splitting: true },
    logging: { format: "json", retention: "1 month" },
    environment: {
      ...settings(),
      TABLE_NAME: storage.table.name,
      BUCKET_NAME: storage.bucket.name,
      TRUST_FORWARDED_HOST: "true",
      LOG_REQUESTS: "true",
    },
    // SST would also let whoever the account's IAM permits take on the role. Only its live development needs
    // that.
    transform: {
      role: { assumeRolePolicy: aws.iam.assumeRolePolicyForPrincipal({ Service: "lambda.amazonaws.com" }) },
    },
  }) as const;

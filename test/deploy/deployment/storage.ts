import { describe, expect, test } from "vitest";
import { outputsParameter } from "#cli/stage/stage-outputs.ts";
import { tableDescription } from "#lib/store/table.ts";
import { inputsNamed, inputsOf, only } from "./resources.ts";
import { elsewhere, production, trial } from "./stages.ts";

describe("storage", () => {
  test("a deployment writes down where the site is, for --stage", () => {
    for (const deployment of [trial, production, elsewhere]) {
      const { outputs } = deployment;
      const { name, type, value } = inputsNamed(deployment, "Outputs");
      expect([name, type]).toEqual([outputsParameter(outputs.stage!), "String"]);
      // Pulumi takes every parameter for a secret.
      const { stage, url, address, table, bucket } = outputs;
      expect(JSON.parse(value.value)).toEqual({ stage, url, address, table, bucket });
    }
  });

  test("the table has the keys and the expiry that the store describes", () => {
    const table = only(trial, "aws:dynamodb/table:Table");
    expect(table.hashKey).toBe(tableDescription.partitionKey);
    expect(table.rangeKey).toBe(tableDescription.sortKey);
    expect(table.ttl).toEqual({ attributeName: tableDescription.expiry, enabled: true });
    expect(table.attributes).toEqual([
      { name: tableDescription.partitionKey, type: "S" },
      { name: tableDescription.sortKey, type: "S" },
    ]);
    expect(table.globalSecondaryIndexes).toEqual([]);
  });

  test("the table is paid per request and can be restored to a point in time", () => {
    expect(only(trial, "aws:dynamodb/table:Table")).toMatchObject({
      billingMode: "PAY_PER_REQUEST",
      pointInTimeRecovery: { enabled: true },
    });
  });

  test("the bucket is closed to the public, and to whoever comes without encryption", () => {
    expect(only(trial, "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock")).toMatchObject({
      blockPublicAcls: true,
      blockPublicPolicy: true,
      ignorePublicAcls: true,
      restrictPublicBuckets: true,
    });
    const [encrypted, ...allowed] = JSON.parse(only(trial, "aws:s3/bucketPolicy:BucketPolicy").policy);
    expect(encrypted).toMatchObject({
      effect: "Deny",
      actions: ["s3:*"],
      conditions: [{ variable: "aws:SecureTransport", values: ["false"] }],
    });
    // The only ones to be let in: see the tests of feeds.
    for (const { principals } of allowed)
      expect(principals).toEqual([{ type: "Service", identifiers: ["cloudfront.amazonaws.com"] }]);
  });

  test("pages send the parts of uploads to addresses that are signed", () => {
    expect(only(trial, "aws:s3/bucketCorsConfiguration:BucketCorsConfiguration").corsRules).toEqual([
      {
        allowedOrigins: ["*"],
        allowedMethods: ["GET", "HEAD", "PUT"],
        allowedHeaders: ["*"],
        exposeHeaders: ["ETag"],
        maxAgeSeconds: 7_200,
      },
    ]);
  });

  const lifecycle = (): { filter: { prefix: string }; [action: string]: unknown }[] => {
    const { rules } = only(trial, "aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration");
    for (const { status } of rules) expect(status).toBe("Enabled");
    return rules;
  };

  test("replaced and deleted media remain as long as the table can be restored, other files for a day", () => {
    expect(only(trial, "aws:s3/bucketVersioning:BucketVersioning").versioningConfiguration.status).toBe(
      "Enabled",
    );
    const days = lifecycle().flatMap(({ filter, noncurrentVersionExpiration: kept }) =>
      kept ? [[filter.prefix, (kept as { noncurrentDays: number }).noncurrentDays]] : [],
    );
    const media = ["images/", "audios/", "videos/"].map((folder) => [folder, 35]);
    const others = ["uploads/", "snapshots/", "_feeds/", "feed-state/", "releases/"].map((folder) => [
      folder,
      1,
    ]);
    expect(days.sort()).toEqual([...media, ...others].sort());
  });

  test("temporary uploads, parts of broken ones and marks of deletion expire, no other file", () => {
    const expiring = lifecycle().flatMap(({ filter, expiration, abortIncompleteMultipartUpload: parts }) =>
      expiration || parts ? [{ filter, expiration, parts }] : [],
    );
    expect(expiring).toEqual([
      { filter: { prefix: "uploads/" }, expiration: { days: 1 } },
      {
        filter: { prefix: "" },
        expiration: { expiredObjectDeleteMarker: true },
        parts: { daysAfterInitiation: 1 },
      },
    ]);
  });

  test("a stage is protected against removal, and its data remains, unless it is disposable", () => {
    expect(production.app).toMatchObject({ protect: true, removal: "retain" });
    expect(only(production, "aws:dynamodb/table:Table").deletionProtectionEnabled).toBe(true);
    expect(only(production, "aws:s3/bucket:Bucket").forceDestroy).toBe(false);
    expect(trial.app).toMatchObject({ protect: false, removal: "remove" });
    expect(only(trial, "aws:dynamodb/table:Table").deletionProtectionEnabled).toBe(false);
    expect(only(trial, "aws:s3/bucket:Bucket").forceDestroy).toBe(true);
  });

  test("a table that exists takes the place of the stage's own, and is not changed", () => {
    expect(inputsOf(elsewhere, "aws:dynamodb/table:Table").map(({ name }) => name)).toEqual([undefined]);
    expect(elsewhere.outputs.table).toBe("restored-table");
    const tables = inputsOf(elsewhere, "aws:lambda/function:Function").map(
      ({ environment }) => environment.variables.TABLE_NAME,
    );
    expect(new Set(tables)).toEqual(new Set(["restored-table"]));
  });

  test("the AWS provider is pinned to one version, and to the region that is named", () => {
    expect(trial.app.providers).toEqual({
      aws: { version: expect.stringMatching(/^\d+\.\d+\.\d+$/), region: "eu-central-1" },
    });
  });
});

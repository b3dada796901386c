import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { tableName } from "#lib/settings/database.ts";
import { temporaryFolder } from "#test/support/programs.ts";
import { useWorld } from "#test/support/world.ts";

useWorld();

const [id, secret] = ["AKIDEXAMPLE", "wJalrXUtnFEMI"];

/** As on AWS, where no setting names an engine: the SDK finds the address, the region and the credentials. */
beforeEach(() => {
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", process.env.DYNAMODB_ENDPOINT);
  vi.stubEnv("DYNAMODB_ENDPOINT", "");
  vi.stubEnv("AWS_REGION", "us-east-1");
  vi.resetModules();
  onTestFinished(() => void vi.unstubAllEnvs());
});

/** Reads the site by a client that has just been made. */
const readSite = async (): Promise<object> => {
  const { sendBySdk } = await import("#lib/store/dynamo/sdk-client.ts");
  return sendBySdk("GetItem", { TableName: tableName(), Key: { pk: "SITE", sk: "SITE" } });
};

test("requests are signed by the keys of the environment, as functions have them", async () => {
  vi.stubEnv("AWS_ACCESS_KEY_ID", id);
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", secret);
  expect(await readSite()).toMatchObject({ $metadata: { httpStatusCode: 200 } });
});

test("requests are signed by the keys of a profile, as whoever deploys has them", async () => {
  const file = join(await temporaryFolder(), "credentials");
  await writeFile(file, `[site]\naws_access_key_id = ${id}\naws_secret_access_key = ${secret}\n`);
  vi.stubEnv("AWS_PROFILE", "site");
  vi.stubEnv("AWS_SHARED_CREDENTIALS_FILE", file);
  expect(await readSite()).toMatchObject({ $metadata: { httpStatusCode: 200 } });
});

test("what the signed attempt of a function could not settle is sent by the SDK", async () => {
  vi.stubEnv("AWS_ACCESS_KEY_ID", id);
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", secret);
  const { database } = await import("#lib/store/dynamo/send.ts");
  const input = { TableName: tableName(), Key: { pk: "SITE", sk: "SITE" } };
  expect(await database.send("GetItem", input)).toHaveProperty("$metadata");
});

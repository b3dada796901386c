import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { temporaryFolder } from "#test/support/programs.ts";
import { type StandIn, saying, startStandIn } from "./stand-in.ts";

const [id, secret] = ["AKIDEXAMPLE", "wJalrXUtnFEMI"];

let engine: StandIn;

// Packages stay loaded, and with them what the SDK knows of the environment.
beforeAll(async () => {
  engine = await startStandIn(saying(200, "{}"));
});

afterAll(() => engine[Symbol.asyncDispose]());

/** As on AWS, where no setting names an engine: the SDK finds the address, the region and the credentials. */
beforeEach(() => {
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", engine.endpoint);
  vi.stubEnv("DYNAMODB_ENDPOINT", "");
  vi.stubEnv("AWS_REGION", "us-east-1");
  vi.resetModules();
  onTestFinished(() => void vi.unstubAllEnvs());
});

const input = { TableName: "site", Key: { pk: "SITE", sk: "SITE" } };

/** Reads an item by a client that has just been made. */
const readItem = async (): Promise<object> =>
  (await import("#lib/store/dynamo/sdk-client.ts")).sendBySdk("GetItem", input);

/** That the last request was signed by the key. */
const expectSignature = (): void => {
  expect(engine.requests.at(-1)!.headers.authorization).toMatch(
    new RegExp(`^AWS4-HMAC-SHA256 Credential=${id}/[0-9]{8}/us-east-1/dynamodb/aws4_request, `),
  );
};

test("requests are signed by the keys of the environment, as functions have them", async () => {
  vi.stubEnv("AWS_ACCESS_KEY_ID", id);
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", secret);
  expect(await readItem()).toMatchObject({ $metadata: { httpStatusCode: 200 } });
  expectSignature();
});

test("requests are signed by the keys of a profile, as whoever deploys has them", async () => {
  const file = join(await temporaryFolder(), "credentials");
  await writeFile(file, `[site]\naws_access_key_id = ${id}\naws_secret_access_key = ${secret}\n`);
  vi.stubEnv("AWS_PROFILE", "site");
  vi.stubEnv("AWS_SHARED_CREDENTIALS_FILE", file);
  expect(await readItem()).toMatchObject({ $metadata: { httpStatusCode: 200 } });
  expectSignature();
});

test("what the signed attempt of a function could not settle is sent by the SDK", async () => {
  vi.stubEnv("AWS_ACCESS_KEY_ID", id);
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", secret);
  const { database } = await import("#lib/store/dynamo/send.ts");
  expect(await database.send("GetItem", input)).toHaveProperty("$metadata");
  expectSignature();
});

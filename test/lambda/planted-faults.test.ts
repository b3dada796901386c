import { rm } from "node:fs/promises";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { logIn } from "#lib/routes/accounts.ts";
import { connectedAgent, useTool } from "#test/support/agents.ts";
import { call } from "#test/support/call.ts";
import { usePasswords, useWorld } from "#test/support/world.ts";
import { preparedStage, workFolder } from "./prepare.ts";
import { type PlantedFault, type Stage, startStage } from "./stage.ts";

useWorld();
usePasswords();

const { LAMBDA_URL: url } = process.env;
let planted: Stage | undefined;

/** Tests go to a stage with this fault; gives what it has found. */
const plant = async (fault: PlantedFault) => {
  planted = await startStage({
    ...(await preparedStage()),
    folder: path.join(workFolder, `logs-${process.pid}-${fault}`),
    tableEndpoint: process.env.DYNAMODB_ENDPOINT!,
    filesEndpoint: process.env.TEST_S3_ENDPOINT!,
    plant: fault,
    keepsTable: true,
  });
  process.env.LAMBDA_URL = planted.url;
  return planted.ledger.findings;
};

afterEach(async () => {
  process.env.LAMBDA_URL = url;
  await planted?.stop();
  if (planted) await rm(planted.folder, { recursive: true });
  planted = undefined;
});

test("a right that is missing for one of two partitions in one request is a refusal, and found", async () => {
  const findings = await plant("sign-in");
  const response = await fetch(planted!.url + logIn.path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "ada", password: "marsh-hen" }),
  });
  expect(response.status).toBe(500);
  expect(findings).toContainEqual(
    expect.objectContaining({
      kind: "refused by IAM",
      who: expect.stringContaining("CredentialsRead"),
      detail: expect.stringContaining("USERNAME#ada"),
    }),
  );
});

test("an agent whose tools ask the API with a final slash cannot use them", async () => {
  await plant("final-slash");
  await applyManifest({ version: 1, tokens: [{ name: "agent", user: "ada", secret: "agent" }] });
  const agent = await connectedAgent(planted!.url, "agent");
  expect(await useTool(agent, "editor_tags_list")).toMatchObject({ isError: true });
});

test("both work on the stage without a fault", async () => {
  expect((await call(logIn, { body: { username: "ada", password: "marsh-hen" } })).status).toBe(200);
  const agent = await connectedAgent(process.env.LAMBDA_URL!, "ada");
  expect(await useTool(agent, "editor_tags_list")).toMatchObject({ isError: false });
});

import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { synthesize } from "#release/synthesis/synthesize.ts";
import { releaseBefore } from "#test/releases/release-before.ts";
import { root } from "#test/support/sources.ts";
import { serveOrders } from "./control.ts";
import { preparedStage, workFolder } from "./prepare.ts";
import { prepareReleaseBefore } from "./release-before/prepare.ts";
import { settingsOfStage } from "./settings-of-stage.ts";
import { type Stage, startStage } from "./stage.ts";

let stage: Stage;
let orders: Awaited<ReturnType<typeof serveOrders>>;

beforeAll(async () => {
  const [prepared, before] = [await preparedStage(), await prepareReleaseBefore()];
  const deployment = await synthesize("production", { ...settingsOfStage, SYNTHESIZED_VERSION: "8" });
  stage = await startStage({
    ...prepared,
    ...before,
    folder: path.join(workFolder, `logs-${process.pid}-release-before`),
    tableEndpoint: process.env.DYNAMODB_ENDPOINT!,
    filesEndpoint: process.env.TEST_S3_ENDPOINT!,
  });
  orders = await serveOrders(stage);
  const today = { ...prepared, deployment };
  await stage.deploy(today);
  // Functions that today's release has no more are called by nobody.
  expect(stage.live(today)).toEqual(["8"]);
  stage.goBackTo(before);
  // Functions that only today's release has stay.
  expect(stage.live(before)).toEqual(["7"]);
});

afterAll(async () => {
  orders?.stop();
  await stage?.stop();
  if (stage?.ledger.findings.length === 0) await rm(stage.folder, { recursive: true });
});

/** Runs the tests of a configuration against the stage. Gives what it printed; throws if a test fails. */
const runTests = async (config: string): Promise<string> => {
  const args = ["node_modules/vitest/vitest.mjs", "run", "--config", config, "--reporter=default"];
  const env = {
    ...process.env,
    LAMBDA_STAGE: orders.url,
    LAMBDA_URL: stage.url,
    LAMBDA_OWNER: JSON.stringify(stage.ownersEnvironment),
    AWS_STAND_IN_PORT: stage.ownersEnvironment.AWS_STAND_IN_PORT,
    NO_COLOR: "true",
  };
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    ...{ cwd: root, env, maxBuffer: 50_000_000 },
  }).catch(({ stdout, stderr }) => {
    throw new Error(`Tests fail on the functions of ${releaseBefore.version}:\n${stdout}${stderr}`);
  });
  return stdout;
};

test(`after a deployment of today, functions of ${releaseBefore.version} find all that they need`, async () => {
  const printed = await runTests("test/lambda/release-before/vitest.config.ts");
  expect(printed).toMatch(/^ +Tests +[1-9]\d* passed \(\d+\)$/m);
  const { functions, invocations, decisions, findings } = stage.ledger.summary();
  console.log(
    `Of release ${releaseBefore.version}, with today's rights and routes: ${functions} functions, called ${invocations} times, ${decisions} decisions on rights.`,
  );
  expect(findings).toEqual([]);
  expect(functions).toBeGreaterThan(50);
}, 300_000);

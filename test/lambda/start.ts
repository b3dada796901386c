import { rm } from "node:fs/promises";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { startDynamoDbLocal } from "#test/engines/dynamodb-local.ts";
import { startVersitygw } from "#test/engines/versitygw.ts";
import { serveOrders } from "./control.ts";
import type { Summary } from "./ledger.ts";
import { prepareStage, workFolder } from "./prepare.ts";
import { type PlantedFault, startStage } from "./stage.ts";

/** Starts a stage for all test files; in the end prints what has run, and fails for findings. */
export default async (_project: TestProject): Promise<() => Promise<void>> => {
  await using started = new AsyncDisposableStack();
  const [preparedStage, table, files] = await Promise.all([
    prepareStage(),
    startDynamoDbLocal(),
    startVersitygw(),
  ]);
  started.defer(table.stop);
  started.defer(files.stop);
  const engines = { tableEndpoint: table.endpoint, filesEndpoint: files.endpoint };
  const plant = process.env.PLANT as PlantedFault | undefined;
  const folder = path.join(workFolder, `logs-${process.pid}`);
  const stage = await startStage({ ...preparedStage, ...engines, folder, plant });
  started.defer(stage.stop);
  const orders = await serveOrders(stage);
  started.defer(orders.stop);
  Object.assign(process.env, {
    LAMBDA_STAGE: orders.url,
    LAMBDA_URL: stage.url,
    LAMBDA_OWNER: JSON.stringify(stage.ownersEnvironment),
    TRANSPORT: "lambda",
    DYNAMODB_ENDPOINT: table.endpoint,
    TEST_S3_ENDPOINT: files.endpoint,
    S3_ENDPOINT: files.endpoint,
    // For the processes of tests, which follow addresses of the stage.
    NODE_EXTRA_CA_CERTS: stage.ownersEnvironment.NODE_EXTRA_CA_CERTS,
    AWS_STAND_IN_PORT: stage.ownersEnvironment.AWS_STAND_IN_PORT,
  });
  const running = started.move();
  return async () => {
    const summary = stage.ledger.summary();
    console.log(report(summary, stage.leavesOut));
    if (summary.findings.length > 0) {
      process.exitCode = 1;
      console.log(`What the functions have logged is in ${folder}.`);
    } else await rm(folder, { recursive: true });
    await running.disposeAsync();
  };
};

const report = (
  { functions, invocations, requests, decisions, refusals, findings, coldStarts, coldStartMs }: Summary,
  leavesOut: readonly string[],
): string =>
  [
    `Functions run: ${functions}, called ${invocations} times, started ${coldStarts} times`,
    `  (a start took ${coldStartMs.median} ms in the median, ${coldStartMs.highest} ms at most).`,
    `Requests to AWS judged: ${requests}, with ${decisions} decisions on rights. Refusals: ${refusals}.`,
    ...new Set(findings.map(({ kind, who, detail }) => `FINDING: ${kind}: ${who}: ${detail}`)),
    ...leavesOut.map((each) => `Not enforced on this machine, which allows no mounts: ${each}.`),
  ].join("\n");

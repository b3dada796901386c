import { setup as startEmbedded } from "#test/support/engine.ts";
import { startDynamoDbLocal } from "./dynamodb-local.ts";
import { availableEngines } from "./programs.ts";
import { startVersitygw } from "./versitygw.ts";

/** Starts the engines that this machine can run, for all test files of the run. */
export default async (): Promise<() => Promise<void>> => {
  await using started = new AsyncDisposableStack();
  const available = await availableEngines();
  if (available.versitygw) {
    const { endpoint, stop } = await startVersitygw();
    started.defer(stop);
    process.env.TEST_S3_ENDPOINT = endpoint;
  }
  if (available.dynamoDbLocal) {
    const { endpoint, stop } = await startDynamoDbLocal();
    started.defer(stop);
    Object.assign(process.env, { DYNAMODB_ENDPOINT: endpoint, IS_DYNAMODB_LOCAL: "true" });
  } else started.defer((await startEmbedded()) ?? (() => {}));
  const running = started.move();
  return () => running.disposeAsync();
};

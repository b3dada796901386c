import { startDynamoDbLocal } from "./dynamodb-local.ts";
import { startDynoxide } from "./dynoxide.ts";
import { availableEngines } from "./programs.ts";
import { startVersitygw } from "./versitygw.ts";

/**
 * Starts the engines that this machine can run, for all test files of the run. Tests use DynamoDB Local, or
 * dynoxide where that cannot run; some of them use dynoxide in any case.
 */
export default async (): Promise<() => Promise<void>> => {
  await using started = new AsyncDisposableStack();
  const available = await availableEngines();
  if (available.versitygw) {
    const { endpoint, stop } = await startVersitygw();
    started.defer(stop);
    process.env.TEST_S3_ENDPOINT = endpoint;
  }
  const dynoxide = await startDynoxide();
  started.defer(dynoxide.stop);
  process.env.DYNOXIDE_ENDPOINT = dynoxide.endpoint;
  process.env.DYNAMODB_ENDPOINT = dynoxide.endpoint;
  if (available.dynamoDbLocal) {
    const { endpoint, stop } = await startDynamoDbLocal();
    started.defer(stop);
    Object.assign(process.env, { DYNAMODB_ENDPOINT: endpoint, IS_DYNAMODB_LOCAL: "true" });
  }
  const running = started.move();
  return () => running.disposeAsync();
};

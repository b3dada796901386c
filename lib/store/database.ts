import { isReading } from "#lib/database-meter.ts";
import { attemptTime } from "#lib/deadline.ts";
import { databaseAttemptMs } from "#lib/retries.ts";
import type { TableCommand } from "./commands.ts";
import { isDryRun } from "./commit-scope.ts";
import { sendDirectly } from "./direct-requests.ts";

/** Sends commands to DynamoDB: once without the SDK, and by the SDK what has not succeeded. */
class Database {
  async send<Output>(command: TableCommand<object, Output>): Promise<Output> {
    const { operation, input } = command;
    if (isDryRun() && !isReading(operation)) throw new Error(`A dry run sent ${operation}.`);
    const output =
      (await sendDirectly(operation, input, attemptTime(databaseAttemptMs))) ??
      (await (await import("./sdk-client.ts")).sendBySdk(operation, input));
    return output as Output;
  }
}

const theDatabase = new Database();

export const database = (): Database => theDatabase;

import { isReading } from "#lib/database-meter.ts";
import { attemptTime } from "#lib/deadline.ts";
import { databaseAttemptMs } from "#lib/retries.ts";
import type { TableCommand } from "./commands.ts";
import { isDryRun } from "./commit-scope.ts";
import { explained, requireDatabaseFiles } from "./database-files.ts";
import { sendDirectly } from "./direct-requests.ts";

/** Sends commands to DynamoDB: once without the SDK, and by the SDK what has not succeeded. */
class Database {
  async send<Output>(command: TableCommand<object, Output>): Promise<Output> {
    const { operation } = command;
    if (isReading(operation)) return this.#attempt(command);
    if (isDryRun()) throw new Error(`A dry run sent ${operation}.`);
    requireDatabaseFiles();
    const output = await this.#attempt(command);
    // What was written to a file that is gone by now is not acknowledged.
    requireDatabaseFiles();
    return output;
  }

  async #attempt<Output>({ operation, input }: TableCommand<object, Output>): Promise<Output> {
    try {
      const output =
        (await sendDirectly(operation, input, attemptTime(databaseAttemptMs))) ??
        (await (await import("./sdk-client.ts")).sendBySdk(operation, input));
      return output as Output;
    } catch (error) {
      throw await explained(error);
    }
  }
}

const theDatabase = new Database();

export const database = (): Database => theDatabase;

import { setTimeout as pause } from "node:timers/promises";
import { DynamoDBClient, type DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { clock } from "#lib/clock.ts";
import { askForUnits, countRequest, countUnits, type MeteredAnswer } from "#lib/database-meter.ts";
import { asEngineFault } from "#lib/refusals/engine-fault.ts";
import { databaseAttemptMs, retries } from "#lib/retries.ts";
import { engineAccess } from "#lib/settings/database.ts";
import { conditionError, type RefusedWrite } from "#lib/store/condition-errors.ts";
import { TimedHandler } from "#lib/timed-handler.ts";
import type { TableOperation } from "./signed-exchange.ts";

/** How long connecting is retried: much shorter than the time of a request, and of a writer. */
const connectTimeoutMs = 4_000;

const nothing = (): void => {};

/**
 * Logs nothing. The methods that are missing make the SDK copy no requests and answers; the code that finds
 * credentials calls the others.
 */
const logger = { trace: nothing, debug: nothing, warn: nothing } as unknown as NonNullable<
  DynamoDBClientConfig["logger"]
>;

let client: DynamoDBDocumentClient | undefined;

/** The process's client of the AWS SDK, made at the first call. */
export const sdkClient = (): DynamoDBDocumentClient => {
  client ??= newClient();
  return client;
};

const newClient = (): DynamoDBDocumentClient => {
  const made = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      ...engineAccess(),
      logger,
      retryStrategy: retries,
      requestHandler: new TimedHandler({}, databaseAttemptMs),
    }),
    { marshallOptions: { removeUndefinedValues: true } },
  );
  // A request that never reached the engine can be sent again. The SDK gives up early when many connections
  // fail at once.
  made.middlewareStack.add(
    (next) => (args) => connecting(() => next(args)).catch((error) => Promise.reject(asEngineFault(error))),
    { step: "initialize", name: "connecting" },
  );
  // Wraps each attempt of the SDK, with the reading of its answer.
  made.middlewareStack.add(
    (next, { commandName = "" }) =>
      async (args) => {
        const result = await countRequest(() => next(args));
        countUnits(commandName, result.output as MeteredAnswer);
        return result;
      },
    { step: "deserialize", name: "metering", priority: "high" },
  );
  made.middlewareStack.add(
    (next) => (args) => next({ ...args, input: { ...args.input, ...askForUnits() } }),
    { step: "serialize", name: "units", priority: "high" },
  );
  return made;
};

const connecting = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const givesUpAtMs = clock.monotonicMs() + connectTimeoutMs;
  for (;;) {
    try {
      return await work();
    } catch (cause) {
      if (!isConnectTimeout(cause as Error)) throw cause;
      if (clock.monotonicMs() > givesUpAtMs) throw cause;
      await pause(connectPauseMs);
    }
  }
};

const connectPauseMs = 50;

const isConnectTimeout = ({ name, message }: Error): boolean =>
  name === "TimeoutError" && message.includes("establish a connection");

const commands = {
  BatchGetItem: BatchGetCommand,
  DeleteItem: DeleteCommand,
  GetItem: GetCommand,
  PutItem: PutCommand,
  Query: QueryCommand,
  Scan: ScanCommand,
  TransactWriteItems: TransactWriteCommand,
  UpdateItem: UpdateCommand,
} satisfies Record<TableOperation, unknown>;

/** Sends an operation with the SDK's attempts; throws the errors of condition-errors.ts. */
export const sendBySdk = async (operation: TableOperation, input: object): Promise<object> => {
  const command = new commands[operation](input as never);
  try {
    return await sdkClient().send(command as GetCommand);
  } catch (error) {
    throw conditionError(error as RefusedWrite) ?? error;
  }
};

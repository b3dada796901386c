import type * as sdk from "@aws-sdk/lib-dynamodb";
import { isReading } from "#lib/database-meter.ts";
import { attemptTime } from "#lib/deadline.ts";
import { unlessEngineFault } from "#lib/refusals/engine-fault.ts";
import { databaseAttemptMs } from "#lib/retries.ts";
import { type DatabaseAccess, databaseAccess } from "#lib/settings/database.ts";
import { conditionError } from "#lib/store/condition-errors.ts";
import type { TableOperation } from "./signed-exchange.ts";
import { askTable, type TableAnswer } from "./table-requests.ts";
import { plainItem, wireItem } from "./wire-values.ts";

/** The input and output of each operation, without what the SDK says of its own attempts. */
interface Operations {
  readonly BatchGetItem: [sdk.BatchGetCommandInput, sdk.BatchGetCommandOutput];
  readonly DeleteItem: [sdk.DeleteCommandInput, sdk.DeleteCommandOutput];
  readonly GetItem: [sdk.GetCommandInput, sdk.GetCommandOutput];
  readonly PutItem: [sdk.PutCommandInput, sdk.PutCommandOutput];
  readonly Query: [sdk.QueryCommandInput, sdk.QueryCommandOutput];
  readonly Scan: [sdk.ScanCommandInput, sdk.ScanCommandOutput];
  readonly TransactWriteItems: [sdk.TransactWriteCommandInput, sdk.TransactWriteCommandOutput];
  readonly UpdateItem: [sdk.UpdateCommandInput, sdk.UpdateCommandOutput];
}

export type SentOperation = keyof Operations;

/** The time of the first attempt at a read: short, because the SDK's attempts follow. */
const firstReadMs = 1_000;

/**
 * Sends a request to DynamoDB: first without the SDK, signed here, which takes 0.3 ms of CPU where the SDK
 * takes 0.8; if that fails, by the SDK (decision 006). Throws the errors of condition-errors.ts.
 */
const send = async <Name extends SentOperation>(
  operation: Name,
  input: Operations[Name][0],
): Promise<Omit<Operations[Name][1], "$metadata">> => {
  const limitMs = isReading(operation) && operation !== "Scan" ? firstReadMs : databaseAttemptMs;
  const output =
    (await sendByHand(operation, input, attemptTime(limitMs))) ??
    (await (await import("./sdk-client.ts")).sendBySdk(operation, input));
  return output as Operations[Name][1];
};

/** An object, so that benchmarks and tests can do something around each request. */
export const database = { send };

/**
 * Sends a request without the SDK. Undefined if this process cannot sign, or if anything else goes wrong:
 * then the SDK has to send it, as after a failed attempt of its own.
 */
const sendByHand = async (
  operation: TableOperation,
  input: object,
  timeoutMs: number,
): Promise<object | undefined> => {
  const access = databaseAccess();
  if (!access) return undefined;
  const answer = await asked(access, operation, input, timeoutMs).catch(unlessEngineFault);
  if (answer?.status === 200) return isWhole(operation, answer.body) ? outputOf(answer.body) : undefined;
  if (answer) throwIfConditionFailed(answer.body);
  return undefined;
};

/** True for an answer with all its members: a proxy in between may answer anything. */
const isWhole = (operation: TableOperation, { Items, Responses }: TableAnswer): boolean => {
  if (operation === "Query" || operation === "Scan") return Items !== undefined;
  return operation !== "BatchGetItem" || Responses !== undefined;
};

/** Rejects also if a value of the input is one that only the SDK can send. */
const asked = async (
  access: DatabaseAccess,
  operation: TableOperation,
  input: object,
  timeoutMs: number,
): ReturnType<typeof askTable> =>
  askTable(access, operation, withItems(input, wireItem) as object, timeoutMs);

const outputOf = ({ Responses, ...answer }: TableAnswer): object => ({
  ...(withItems(answer, plainItem) as object),
  ...(Responses && {
    Responses: Object.fromEntries(
      Object.entries(Responses).map(([table, items]) => [table, items.map(plainItem)]),
    ),
  }),
});

const throwIfConditionFailed = ({ __type: type, ...answer }: TableAnswer): void => {
  const { message = answer.Message ?? "", CancellationReasons } = answer;
  const error = conditionError({ name: type?.split("#")[1], message, CancellationReasons });
  if (error) throw error;
};

/** Members of requests and answers that are items, or made like items. */
const itemMembers = new Set([
  "Attributes",
  "ExclusiveStartKey",
  "ExpressionAttributeValues",
  "Item",
  "Key",
  "LastEvaluatedKey",
]);

/** Members that are lists of items. */
const listMembers = new Set(["Items", "Keys"]);

/** The same request or answer, with all items in another form. */
const withItems = <Item>(value: unknown, change: (item: Item) => unknown): unknown => {
  if (Array.isArray(value)) return value.map((entry) => withItems(entry, change));
  if (typeof value !== "object" || value === null) return value;
  const changed: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    if (itemMembers.has(name)) changed[name] = change(member);
    else if (listMembers.has(name)) changed[name] = member.map(change);
    else changed[name] = withItems(member, change);
  }
  return changed;
};

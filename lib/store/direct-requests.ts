import { askForUnits, countUnits, type MeteredAnswer } from "#lib/database-meter.ts";
import { type DatabaseAccess, databaseAccess } from "#lib/settings/database.ts";
import { type CancellationReason, conditionError } from "./condition-errors.ts";
import type { TableOperation } from "./operation-signature.ts";
import { signedExchange } from "./signed-exchange.ts";
import { plainItem, type WireItem, wireItem } from "./wire-values.ts";

/**
 * Sends the operation once, without the SDK, and gives what the SDK would give. Throws the errors of
 * condition-errors.ts. Undefined if this process cannot sign, or anything else goes wrong: then the SDK has
 * to send it, as it would after such an attempt of its own.
 */
export const sendDirectly = async (
  operation: TableOperation,
  input: object,
  timeoutMs: number,
): Promise<object | undefined> => {
  const access = databaseAccess();
  if (!access) return undefined;
  const answer = await answerTo(access, operation, input, timeoutMs).catch(() => undefined);
  if (answer?.status === 200) return outputOf(answer.body);
  if (answer) throwIfConditionFailed(answer.body);
  return undefined;
};

/** An answer in DynamoDB's JSON: the output of an operation, or an error. */
export interface WireAnswer extends MeteredAnswer {
  readonly Item?: WireItem;
  readonly UnprocessedKeys?: object;
  readonly __type?: string;
  readonly message?: string;
  readonly Message?: string;
  readonly CancellationReasons?: readonly CancellationReason[];
  readonly Responses?: Readonly<Record<string, readonly WireItem[]>>;
}

export interface DirectAnswer {
  readonly status: number;
  readonly body: WireAnswer;
}

/**
 * Answers an operation, whose input is in DynamoDB's JSON, by sending it, or less of it if the rest is known.
 */
export type AnswerOperations = (
  operation: TableOperation,
  input: object,
  send: (input: object) => Promise<DirectAnswer>,
) => Promise<DirectAnswer>;

const bySending: AnswerOperations = (_operation, input, send) => send(input);

let answering = bySending;

/** Has direct requests answered like this until it is called again; without an argument they are sent. */
export const answerOperationsBy = (given = bySending): void => {
  answering = given;
};

const answerTo = async (
  access: DatabaseAccess,
  operation: TableOperation,
  input: object,
  timeoutMs: number,
): Promise<DirectAnswer> => {
  const wire = withItems({ ...input, ...askForUnits() }, wireItem) as object;
  const answer = await answering(operation, wire, async (asked) => {
    const { status, body } = await signedExchange(access, operation, JSON.stringify(asked), timeoutMs);
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed !== "object" || parsed === null) throw new TypeError("DynamoDB answers with objects.");
    return { status, body: parsed as WireAnswer };
  });
  countUnits(operation, answer.body);
  return answer;
};

const outputOf = ({ Responses, ...answer }: WireAnswer): object => ({
  ...(withItems(answer, plainItem) as object),
  ...(Responses && {
    Responses: Object.fromEntries(
      Object.entries(Responses).map(([table, items]) => [table, items.map(plainItem)]),
    ),
  }),
});

const throwIfConditionFailed = ({ __type: type, ...answer }: WireAnswer): void => {
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

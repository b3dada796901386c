import { unlessEngineFault } from "#lib/refusals/engine-fault.ts";
import { type DatabaseAccess, databaseAccess } from "#lib/settings/database.ts";
import { conditionError } from "./condition-errors.ts";
import type { TableOperation } from "./operation-signature.ts";
import { askTable, type TableAnswer } from "./table-requests.ts";
import { plainItem, wireItem } from "./wire-values.ts";

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
  const answer = await asked(access, operation, input, timeoutMs).catch(unlessEngineFault);
  if (answer?.status === 200) return outputOf(answer.body);
  if (answer) throwIfConditionFailed(answer.body);
  return undefined;
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

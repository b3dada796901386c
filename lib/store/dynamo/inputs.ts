import type * as sdk from "@aws-sdk/lib-dynamodb";
import { tableName } from "#lib/settings/database.ts";
import type {
  Attributes,
  ItemChanges,
  PartitionQuery,
  Write,
  WriteCondition,
} from "#lib/store/port/table-store.ts";
import type { Key } from "#lib/store/table.ts";

/** The inputs of DynamoDB's operations, with plain items as in the AWS SDK. */

export const getInput = (key: Key, attributes?: readonly string[]): sdk.GetCommandInput => {
  const given = newPlaceholders();
  return {
    TableName: tableName(),
    Key: key,
    ConsistentRead: true,
    ...projected(attributes, given),
    ...given.members(),
  };
};

export const batchGetInput = (keys: readonly Record<string, unknown>[]): sdk.BatchGetCommandInput => ({
  RequestItems: { [tableName()]: { Keys: [...keys], ConsistentRead: true } },
});

export const queryInput = (query: PartitionQuery, start?: Record<string, unknown>): sdk.QueryCommandInput => {
  const { pk, backwards, limit, attributes, without } = query;
  const given = newPlaceholders();
  return {
    TableName: tableName(),
    ConsistentRead: true,
    KeyConditionExpression: `pk = ${given.value(pk)}${boundOf(query, given)}`,
    ...(without && {
      FilterExpression: `NOT ${given.name(without.attribute)} = ${given.value(without.value)}`,
    }),
    ...projected(attributes, given),
    ...given.members(),
    ...(backwards && { ScanIndexForward: false }),
    ...(limit !== undefined && { Limit: limit }),
    ...(start && { ExclusiveStartKey: start }),
  };
};

type GivenPlaceholders = ReturnType<typeof newPlaceholders>;

const boundOf = ({ prefix, after, through }: PartitionQuery, given: GivenPlaceholders): string => {
  if (prefix !== undefined) return ` AND begins_with(sk, ${given.value(prefix)})`;
  if (after !== undefined) return ` AND sk > ${given.value(after)}`;
  return through === undefined ? "" : ` AND sk <= ${given.value(through)}`;
};

const projected = (attributes: readonly string[] | undefined, given: GivenPlaceholders) =>
  attributes && { ProjectionExpression: attributes.map(given.name).join(", ") };

/** The most items of one answer. Some engines read more than they give, and begin each answer again. */
const maxScanned = 1_000;

export const scanInput = (start?: Record<string, unknown>): sdk.ScanCommandInput => ({
  TableName: tableName(),
  ConsistentRead: true,
  Limit: maxScanned,
  ...(start && { ExclusiveStartKey: start }),
});

export const expiredInput = (atSeconds: number, start?: Record<string, unknown>): sdk.ScanCommandInput => ({
  ...scanInput(start),
  FilterExpression: "expires_at <= :now",
  ExpressionAttributeValues: { ":now": atSeconds },
  ProjectionExpression: "pk, sk",
});

type TransactItem = NonNullable<sdk.TransactWriteCommandInput["TransactItems"]>[number];

/** An item of a transaction; its only member is the input of a single write. */
export const writeItem = (write: Write): TransactItem => {
  const TableName = tableName();
  const given = newPlaceholders();
  const rest = () => ({
    ...(write.if && { ConditionExpression: conditionExpression(write.if, given) }),
    ...given.members(),
  });
  if ("put" in write) return { Put: { TableName, Item: write.put, ...rest() } };
  if ("delete" in write) return { Delete: { TableName, Key: write.delete, ...rest() } };
  if ("update" in write) {
    const UpdateExpression = updateExpression(write.changes, given);
    return { Update: { TableName, Key: write.update, UpdateExpression, ...rest() } };
  }
  const ConditionExpression = conditionExpression(write.if, given);
  return { ConditionCheck: { TableName, Key: write.check, ConditionExpression, ...given.members() } };
};

/** The members of a request by which its expressions name attributes and values. */
export interface PlaceholderMembers {
  readonly ExpressionAttributeNames?: Record<string, string>;
  readonly ExpressionAttributeValues?: Attributes;
}

/** Gives placeholders for the attributes and values of one request: some names are words of DynamoDB. */
const newPlaceholders = () => {
  const names = new Map<string, string>();
  const values: unknown[] = [];
  const nameOf = (name: string): string => {
    const known = names.get(name) ?? `#${names.size}`;
    names.set(name, known);
    return known;
  };
  return {
    /** The placeholder of an attribute, which may have dots in its name. */
    name: nameOf,
    path: (path: string): string => path.split(".").map(nameOf).join("."),
    value: (value: unknown): string => `:${values.push(value) - 1}`,
    /** The names and values so far. */
    members: (): PlaceholderMembers => ({
      ...(names.size > 0 && {
        ExpressionAttributeNames: Object.fromEntries(
          [...names].map(([name, placeholder]) => [placeholder, name]),
        ),
      }),
      ...(values.length > 0 && {
        ExpressionAttributeValues: Object.fromEntries(values.map((value, index) => [`:${index}`, value])),
      }),
    }),
  };
};

type NewPlaceholders = ReturnType<typeof newPlaceholders>;

const signs = { equal: "=", below: "<", atMost: "<=", above: ">", atLeast: ">=" } as const;

/** The ConditionExpression of a condition. */
const conditionExpression = (condition: WriteCondition, given: NewPlaceholders): string => {
  switch (condition.test) {
    case "absent":
      return `attribute_not_exists(${given.path(condition.path)})`;
    case "present":
      return `attribute_exists(${given.path(condition.path)})`;
    case "sizeBelow":
      return `size(${given.path(condition.path)}) < ${given.value(condition.value)}`;
    case "contains":
      return `contains(${given.path(condition.path)}, ${given.value(condition.value)})`;
    case "all":
      // AND binds its parts closer than OR.
      return condition.of
        .map((part) =>
          part.test === "any" ? `(${conditionExpression(part, given)})` : conditionExpression(part, given),
        )
        .join(" AND ");
    case "any":
      return condition.of.map((part) => conditionExpression(part, given)).join(" OR ");
    default:
      return `${given.path(condition.path)} ${signs[condition.test]} ${given.value(condition.value)}`;
  }
};

/** The UpdateExpression of changes. */
const updateExpression = (changes: ItemChanges, given: NewPlaceholders): string => {
  const { set = {}, add = {}, take = {}, remove = [] } = changes;
  const pairs = (values: Readonly<Attributes>, sign: string): readonly string[] =>
    Object.keys(values)
      .filter((name) => values[name] !== undefined)
      .map((name) => `${given.name(name)}${sign}${given.value(values[name])}`);
  const clauses = {
    SET: pairs(set, " = "),
    ADD: pairs(add, " "),
    DELETE: pairs(take, " "),
    REMOVE: remove.map(given.name),
  };
  return Object.entries(clauses)
    .filter(([, parts]) => parts.length > 0)
    .map(([word, parts]) => `${word} ${parts.join(", ")}`)
    .join(" ");
};

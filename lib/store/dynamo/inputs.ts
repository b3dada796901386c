/** What each operation of DynamoDB is asked, with plain items as in the AWS SDK. */
import type * as sdk from "@aws-sdk/lib-dynamodb";
import { tableName } from "#lib/settings/database.ts";
import type { PartitionQuery, Write } from "#lib/store/port/table-store.ts";
import type { Key } from "#lib/store/table.ts";
import { conditionExpression, newPlaceholders, updateExpression } from "./expressions.ts";

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

/** The most items of one answer, so that engines that read more than they give do not begin each one anew. */
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

import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import type { TagFamily } from "#lib/pages/tag-family.ts";
import { tableName } from "#lib/settings/database.ts";
import { database, getItems } from "./client.ts";
import { keys } from "./table.ts";

/** A family of tags as it was read; the version is 0 before it has any. */
export interface StoredTagFamily {
  readonly name: string;
  readonly version: number;
  readonly slugs: TagFamily;
}

/** The families of tags with these names, in their order, read consistently. One request per 100. */
export const readTagFamilies = async (names: readonly string[]): Promise<StoredTagFamily[]> => {
  const items = await getItems(names.map(keys.tagFamily));
  return names.map((name, index) => {
    const { version = 0, slugs = "[]" } = items[index] ?? {};
    return { name, version: version as number, slugs: new Map(JSON.parse(slugs as string)) };
  });
};

/**
 * Gives a family these tags in place of those it had, or gives false where somebody has changed it since it
 * was read. One request.
 */
export const putTagFamily = async (
  { name, version }: StoredTagFamily,
  slugs: TagFamily,
): Promise<boolean> => {
  const command = new PutCommand({
    TableName: tableName(),
    Item: { ...keys.tagFamily(name), version: version + 1, slugs: JSON.stringify([...slugs]) },
    ...(version === 0
      ? { ConditionExpression: "attribute_not_exists(pk)" }
      : { ConditionExpression: "version = :read", ExpressionAttributeValues: { ":read": version } }),
  });
  try {
    await database().send(command);
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};

/** The writes that need the right `credentials:write` (stacks/table-statements.ts). */
import { tableName } from "#lib/settings/database.ts";
import type { User } from "#lib/site/user.ts";
import { keys } from "./table.ts";
import type { Write } from "./write.ts";

/** Writes a user: new, with an unused name, if `readVersion` is null, else only if unchanged. */
export const putUserRow = (user: User, readVersion: number | null): Write[] => {
  const TableName = tableName();
  const Item = { ...keys.user(user.id), ...user };
  if (readVersion !== null) {
    const unchanged = {
      ConditionExpression: "version = :read",
      ExpressionAttributeValues: { ":read": readVersion },
    };
    return [{ Put: { TableName, Item, ...unchanged } }];
  }
  const isNew = { ConditionExpression: "attribute_not_exists(pk)" };
  return [
    { Put: { TableName, Item, ...isNew } },
    { Put: { TableName, Item: { ...keys.username(user.username), userId: user.id }, ...isNew } },
  ];
};

/** Writes nothing new, and only if the user is an active superuser at that moment. */
export const requireSuperuserRow = (id: number): Write => ({
  Update: {
    TableName: tableName(),
    Key: keys.user(id),
    UpdateExpression: "SET superuser = :true",
    ConditionExpression: "superuser = :true AND active = :true",
    ExpressionAttributeValues: { ":true": true },
  },
});

/** Removes a user, if unchanged since it was read, and frees the name. */
export const deleteUserRow = (user: User): Write[] => {
  const TableName = tableName();
  return [
    {
      Delete: {
        TableName,
        Key: keys.user(user.id),
        ConditionExpression: "version = :read",
        ExpressionAttributeValues: { ":read": user.version },
      },
    },
    { Delete: { TableName, Key: keys.username(user.username) } },
  ];
};

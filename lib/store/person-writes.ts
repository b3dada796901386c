/** Writes that take a person out of items, or items with them, if these are as they were read. */
import type { Change } from "#lib/pages/change.ts";
import { tableName } from "#lib/settings/database.ts";
import type { Item } from "./client.ts";
import type { Key } from "./table.ts";
import type { Write } from "./write.ts";

export const keyOf = ({ pk, sk }: Item): Key => ({ pk: String(pk), sk: String(sk) });

/** Leaves the author of a revision out, and what they saved it with. */
export const unnameRevision = (key: Key, userId: number): Write => ({
  Update: {
    TableName: tableName(),
    Key: key,
    UpdateExpression: "SET #author = :nobody REMOVE #client",
    ConditionExpression: "#author = :user",
    ExpressionAttributeNames: { "#author": "authorId", "#client": "client" },
    ExpressionAttributeValues: { ":user": userId, ":nobody": null },
  },
});

/** Leaves the user of an audit entry out. */
export const unnameAudit = (key: Key, userId: number): Write => ({
  Update: {
    TableName: tableName(),
    Key: key,
    UpdateExpression: "SET userId = :nobody",
    ConditionExpression: "userId = :user",
    ExpressionAttributeValues: { ":user": userId, ":nobody": null },
  },
});

/** Replaces what an entry of the change log says; whoever follows the log knows the same by its number. */
export const rewriteChange = (key: Key, read: string, next: Change): Write => ({
  Update: {
    TableName: tableName(),
    Key: key,
    UpdateExpression: "SET #change = :next",
    ConditionExpression: "#change = :read",
    ExpressionAttributeNames: { "#change": "change" },
    ExpressionAttributeValues: { ":read": read, ":next": JSON.stringify(next) },
  },
});

/** Removes an item that is there. */
export const removeItem = (key: Key): Write => ({
  Delete: { TableName: tableName(), Key: key, ConditionExpression: "attribute_exists(pk)" },
});

/** Removes a token's secret or a session, if it is the user's. */
export const removeCredentialOf = (key: Key, userId: number): Write => ({
  Delete: {
    TableName: tableName(),
    Key: key,
    ConditionExpression: "userId = :user",
    ExpressionAttributeValues: { ":user": userId },
  },
});

import type { Schedule } from "#lib/pages/page.ts";
import { tableName } from "#lib/settings/database.ts";
import { queryItems } from "./client.ts";
import { keys, padded } from "./table.ts";
import type { Write } from "./write.ts";

/** Replaces a page's scheduled publication. Needs the page row's condition in the same transaction. */
export const scheduleWrites = (pageId: number, before: Schedule | null, after: Schedule | null): Write[] => {
  if (before?.publishAt === after?.publishAt) return [];
  const TableName = tableName();
  return [
    ...(before ? [{ Delete: { TableName, Key: keys.schedule(before.publishAt, pageId) } }] : []),
    ...(after ? [{ Put: { TableName, Item: { ...keys.schedule(after.publishAt, pageId), pageId } } }] : []),
  ];
};

/** The pages whose scheduled time has come, earliest first. One request per megabyte of them. */
export const readDuePageIds = async (nowMs: number): Promise<number[]> => {
  const due = await queryItems({ pk: "SCHEDULE", through: `${padded(nowMs)}#~` });
  return due.map(({ pageId }) => pageId as number);
};

import type { Schedule } from "#lib/pages/page.ts";
import { tableName } from "#lib/settings/database.ts";
import { queryItems } from "./client.ts";
import { keys, padded } from "./table.ts";
import type { Write } from "./write.ts";

/**
 * The writes that replace a page's approval in the list of what is to be published, beside the page's row in
 * the same transaction, whose condition they share.
 */
export const scheduleWrites = (pageId: number, before: Schedule | null, after: Schedule | null): Write[] => {
  if (before?.publishAt === after?.publishAt) return [];
  const TableName = tableName();
  return [
    ...(before ? [{ Delete: { TableName, Key: keys.schedule(before.publishAt, pageId) } }] : []),
    ...(after ? [{ Put: { TableName, Item: { ...keys.schedule(after.publishAt, pageId), pageId } } }] : []),
  ];
};

/** The pages with an approval whose time has come, the earliest first. One request per megabyte of them. */
export const readDuePageIds = async (nowMs: number): Promise<number[]> => {
  const due = await queryItems({ pk: "SCHEDULE", through: `${padded(nowMs)}#~` });
  return due.map(({ pageId }) => pageId as number);
};

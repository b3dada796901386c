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

/** A page whose scheduled time has come. */
export interface DueSchedule {
  readonly pageId: number;
  readonly publishAtMs: number;
}

/** The earliest first. One request per megabyte of them. */
export const readDueSchedules = async (nowMs: number): Promise<DueSchedule[]> => {
  const due = await queryItems({ pk: "SCHEDULE", through: `${padded(nowMs)}#~` });
  return due.map(({ pageId, sk }) => {
    const [publishAtMs] = (sk as string).split("#");
    return { pageId: pageId as number, publishAtMs: Number(publishAtMs) };
  });
};

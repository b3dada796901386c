import type { Schedule } from "#lib/pages/page.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { queryItems } from "./client.ts";
import { keys, padded } from "./table.ts";

/** Replaces a page's scheduled publication. Needs the page row's condition in the same transaction. */
export const scheduleWrites = (pageId: number, before: Schedule | null, after: Schedule | null): Write[] => {
  if (before?.publishAt === after?.publishAt) return [];
  return [
    ...(before ? [{ delete: keys.schedule(before.publishAt, pageId) }] : []),
    ...(after ? [{ put: { ...keys.schedule(after.publishAt, pageId), pageId } }] : []),
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

import { type AnyContent, isEpisodeContent } from "#lib/pages/content.ts";
import type { Schedule } from "#lib/pages/page.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { putItem, queryItems } from "./items.ts";
import { keys, padded } from "./table.ts";

/** Replaces a page's scheduled publication. Needs the page row's condition in the same transaction. */
export const scheduleWrites = (pageId: number, before: Schedule | null, after: Schedule | null): Write[] => {
  if (before?.publishAt === after?.publishAt) return [];
  return [
    ...(before ? [{ delete: keys.schedule(before.publishAt, pageId) }] : []),
    ...(after ? [putItem(keys.schedule(after.publishAt, pageId), { pageId })] : []),
  ];
};

/** A page whose scheduled time has come. */
export interface DueSchedule {
  readonly pageId: number;
  readonly publishAtMs: number;
}

/** The earliest first. One request per megabyte of them. */
export const readDueSchedules = async (nowMs: number): Promise<DueSchedule[]> => {
  const { pk } = keys.schedule("", 0);
  const due = await queryItems({ pk, through: `${padded(nowMs)}#~` });
  return due.map(({ pageId, sk }) => ({ pageId, publishAtMs: Number(sk.split("#")[0]) }));
};

const audioOf = (content: AnyContent | undefined): number | null =>
  content && isEpisodeContent(content) ? content.podcastAudio : null;

/** Records a latest draft's audio. Needs the page row's condition in the same transaction. */
export const draftAudioWrites = (
  pageId: number,
  before: AnyContent | undefined,
  after: AnyContent | undefined,
): Write[] => {
  const [was, is] = [audioOf(before), audioOf(after)];
  if (was === is) return [];
  return [
    ...(was === null ? [] : [{ delete: keys.draftEpisode(was, pageId) }]),
    ...(is === null ? [] : [putItem(keys.draftEpisode(is, pageId), { pageId })]),
  ];
};

/** The ids of the episodes whose latest draft has the audio. One request per megabyte of them. */
export const readDraftEpisodeIds = async (audioId: number): Promise<number[]> => {
  const items = await queryItems({ pk: keys.draftEpisode(audioId, 0).pk });
  return items.map(({ pageId }) => pageId);
};

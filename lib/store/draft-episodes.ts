import { type AnyContent, isEpisodeContent } from "#lib/pages/content.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { putItem, queryItems } from "./items.ts";
import { keys } from "./table.ts";

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

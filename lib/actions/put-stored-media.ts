import { filesOf, type MediaFile, type MediaKind, type MediaOf } from "#lib/media/media.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { type MediaProperties, putMedia } from "./put-media.ts";
import { removeMediaFiles } from "./remove-media-files.ts";

/**
 * Puts a media object whose files have just been stored, and removes those that it had before and has no more. When it
 * is refused, the new files go instead.
 */
export const putStoredMedia = async <Kind extends MediaKind>(
  kind: Kind,
  id: number,
  stored: readonly MediaFile[],
  properties: (current: MediaOf<Kind> | undefined) => MediaProperties<Kind>,
): Promise<MediaOf<Kind>> => {
  let before: readonly MediaFile[] = [];
  const media = await putMedia(kind, id, (current) => {
    before = current ? filesOf(current) : [];
    return properties(current);
  }).catch(async (error: unknown) => {
    // After any other error the row may name them by now.
    if (error instanceof Refusal) await removeMediaFiles(stored, before);
    throw error;
  });
  await removeMediaFiles(before, filesOf(media));
  return media;
};

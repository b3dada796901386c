import type { Media, MediaKind } from "#lib/media/media.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { deleteMedia as deleteMediaWrite, readMedia } from "#lib/store/media.ts";
import { releaseMediaKey } from "#lib/store/media-keys.ts";

/**
 * Removes a media object, and gives it as it was; undefined when there is none. Pages that refer to it go on without it:
 * blocks become placeholders, covers and episode audios count as none. Its files are the caller's to remove, afterwards:
 * a crash in between leaves files that nothing names. `permit` refuses, or lets it go. Cost: three requests.
 */
export const deleteMedia = (
  kind: MediaKind,
  id: number,
  permit: (current: Media | undefined) => void = () => {},
): Promise<Media | undefined> =>
  commitDecision<Media | undefined>(async () => {
    const [media] = await readMedia(kind, [id]);
    permit(media);
    if (!media) return { writes: [], value: undefined };
    return {
      writes: [
        deleteMediaWrite(media),
        ...(media.key === undefined ? [] : [releaseMediaKey(kind, media.key)]),
      ],
      change: { kind: "media", mediaKind: kind, id, version: media.version + 1, media: null },
      value: media,
    };
  });

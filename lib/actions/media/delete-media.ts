import { filesOf, type Media, type MediaKind, type MediaOf } from "#lib/media/media.ts";
import { commitDecision, type Decision } from "#lib/store/commit.ts";
import { type LeftoverFiles, putLeftoverFiles } from "#lib/store/leftovers.ts";
import { deleteMediaRow, readMedia, releaseMediaKey } from "#lib/store/media.ts";
import { removeLeftoverFiles } from "./leftover-files.ts";
import type { MediaReads } from "./media-reads.ts";

/**
 * Removes a media object, if there is one, and gives its files. The same transaction notes them, so that a
 * job removes them if the caller crashes before `removeLeftoverFiles`. Cost: three requests.
 */
export const deleteMedia = <Kind extends MediaKind>(
  kind: Kind,
  id: number,
  permit: (current: MediaOf<Kind> | undefined) => void = () => {},
  { media: read = readMedia, numbers }: MediaReads<Kind> = {},
): Promise<LeftoverFiles | undefined> =>
  commitDecision<LeftoverFiles | undefined>(async () => {
    const media = await read(kind, id);
    permit(media);
    return media ? { ...deletionOf(media), outcome: { id } } : { writes: [], value: undefined };
  }, numbers);

export const deletionOf = (media: Media): Decision<LeftoverFiles> => {
  const { kind, id, key, version } = media;
  const leftover = { kind, id, keys: filesOf(media).map((file) => file.key) };
  return {
    writes: [
      deleteMediaRow(media),
      putLeftoverFiles(leftover),
      ...(key === undefined ? [] : [releaseMediaKey(kind, key)]),
    ],
    change: { kind: "media", mediaKind: kind, id, version: version + 1, media: null },
    value: leftover,
  };
};

/** Removes a media object with its files, if any. Cost: five requests, and one per file. */
export const discardMedia = async <Kind extends MediaKind>(
  kind: Kind,
  id: number,
  permit: (current: MediaOf<Kind> | undefined) => void = () => {},
  reads: MediaReads<Kind> = {},
): Promise<boolean> => {
  const leftover = await deleteMedia(kind, id, permit, reads);
  // The object is gone. A failure of the file store is met, and logged, by the job as well.
  if (leftover) await removeLeftoverFiles(leftover).catch(() => {});
  return leftover !== undefined;
};

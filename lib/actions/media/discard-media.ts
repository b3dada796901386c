import type { MediaKind, MediaOf } from "#lib/media/media.ts";
import { deleteMedia } from "./delete-media.ts";
import type { MediaReads } from "./media-reads.ts";
import { removeLeftoverFiles } from "./remove-leftover-files.ts";

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

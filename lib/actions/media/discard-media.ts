import type { MediaKind, MediaOf } from "#lib/media/media.ts";
import { deleteMedia } from "./delete-media.ts";
import { removeLeftoverFiles } from "./remove-leftover-files.ts";

/**
 * Removes a media object with its files, and says whether there was one. Nothing names the files when they
 * go: files that cannot be removed now stay noted, for the job. `permit` refuses, or lets the object go.
 * Cost: five requests, and one for each file.
 */
export const discardMedia = async <Kind extends MediaKind>(
  kind: Kind,
  id: number,
  permit: (current: MediaOf<Kind> | undefined) => void = () => {},
): Promise<boolean> => {
  const leftover = await deleteMedia(kind, id, permit);
  // The object is gone, whatever comes now; what is wrong with the file store, the job finds as well, and
  // says it.
  if (leftover) await removeLeftoverFiles(leftover).catch(() => {});
  return leftover !== undefined;
};

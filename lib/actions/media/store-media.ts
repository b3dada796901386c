import { fileKey } from "#lib/files/file-key.ts";
import { mediaFileKey, plainFileName } from "#lib/media/file-key.ts";
import type { MediaKind, MediaOf } from "#lib/media/media.ts";
import { drawNumbers } from "#lib/store/client.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { claimFiles, expectFiles } from "#lib/store/leftover-files.ts";
import { abandonMedia } from "./abandon-media.ts";
import { changeMedia } from "./change-media.ts";
import { cleaningUp } from "./cleaning-up.ts";
import type { FileToStore } from "./file-to-store.ts";
import { type MediaProperties, putNewMedia } from "./put-media.ts";
import { removeLeftoverFiles } from "./remove-leftover-files.ts";
import { type FilesToStore, type StoredFiles, storeFiles } from "./store-files.ts";

/**
 * Creates a media object with files, or replaces the files of an existing one (`changeMedia`). If a creation
 * fails, its files are removed; if that fails too (`cleanup_failed`), or the process ends, a job removes
 * them. Cost of a creation: a request per file, those of `putNewMedia`, and two more.
 */
export const storeMedia = <Kind extends MediaKind, Files extends FilesToStore>(
  kind: Kind,
  existingId: number | null,
  files: Files,
  describe: (stored: StoredFiles<Files>, current: MediaOf<Kind> | undefined) => MediaProperties<Kind>,
): Promise<MediaOf<Kind>> =>
  existingId === null ? makeMedia(kind, files, describe) : changeMedia(kind, existingId, files, describe);

const makeMedia = async <Kind extends MediaKind, Files extends FilesToStore>(
  kind: Kind,
  files: Files,
  describe: (stored: StoredFiles<Files>, current: undefined) => MediaProperties<Kind>,
): Promise<MediaOf<Kind>> => {
  const { [kind]: id } = await drawNumbers(kind);
  const placeOf = ({ digest, name }: FileToStore) => ({
    key: fileKey(mediaFileKey({ kind, id, digest, name: plainFileName(name) })),
  });
  const keys = Object.values(files).flatMap((file) => (file ? [placeOf(file).key] : []));
  const expected = { kind, id, keys };
  let mayBeNamed = false;
  const make = async () => {
    await commitDecision(async () => ({ writes: [expectFiles(expected)], value: undefined }));
    const stored = await storeFiles(files, placeOf);
    mayBeNamed = true;
    return putNewMedia<Kind>(
      kind,
      id,
      () => describe(stored, undefined),
      () => claimFiles(expected),
    );
  };
  // Removing files makes room on a full disk, but must not come first once a row may name them.
  return cleaningUp(make, () => (mayBeNamed ? abandonMedia(expected) : removeLeftoverFiles(expected)));
};

/** Checked files as they are stored. Their content is read again, and has to be what was checked. */

import { basename } from "node:path";
import { type FileToStore, fileToStore } from "#lib/actions/media/files-to-store.ts";
import { certain } from "#lib/certain.ts";
import { partsSha256Of } from "#lib/files/part-checksum.ts";
import { type ImageFile, readImage } from "#lib/imaging/read-image.ts";
import { type RecordingFormat, recordingContentType } from "#lib/media/file-rules.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import type { CheckedFile } from "./manifest-files.ts";

export const imageFileIn = async (file: CheckedFile): Promise<ImageFile> => {
  const name = basename(file.name);
  const bytes = await file.bytes();
  const result = await readImage({ name, bytes }, () => undefined);
  if ("problem" in result)
    throw new Refusal("busy", { detail: `${file.name} has changed since it was checked.` });
  return { ...result.image, partsSha256: file.partsSha256 ?? partsSha256Of(bytes) };
};

export const checkedRecordingToStore = (
  { name, digest, partsSha256, body }: CheckedFile,
  format: RecordingFormat,
): FileToStore => ({
  name: basename(name),
  contentType: certain(recordingContentType(format, name)),
  digest,
  partsSha256,
  body: body(),
});

export const transcriptToStore = async ({ name, bytes }: CheckedFile): Promise<FileToStore> =>
  fileToStore(basename(name), "application/json", await bytes());

import { createHash } from "node:crypto";
import { mediaFileKey, plainFileName } from "#lib/media/file-key.ts";
import type { MediaFile, MediaKind } from "#lib/media/media.ts";
import { type FileBody, fileKey } from "#lib/store/files.ts";
import { openFiles } from "#lib/store/open-files.ts";

/** A file that a media object is to have. */
export interface NewFile {
  /** As whoever gives it calls it; it is stored under a plain form of that. */
  readonly name: string;
  readonly contentType: string;
  /** The SHA-256 of the content, in hexadecimal digits. */
  readonly digest: string;
  readonly body: FileBody;
}

/** A new file of content that is at hand. */
export const newFileOf = (name: string, contentType: string, body: Uint8Array): NewFile => ({
  name,
  contentType,
  digest: createHash("sha256").update(body).digest("hex"),
  body,
});

/**
 * Stores a file for a media object, unless the object has it already. The row comes later: a crash before it leaves a file
 * that nothing names. Cost: two requests to the file store.
 */
export const storeMediaFile = async (
  kind: MediaKind,
  id: number,
  { name, contentType, digest, body }: NewFile,
): Promise<MediaFile> => {
  const key = fileKey(mediaFileKey({ kind, id, digest, name: plainFileName(name) }));
  const files = await openFiles();
  const { sizeBytes } = (await files.head(key)) ?? (await files.put(key, body, contentType));
  return { key, contentType, sizeBytes };
};

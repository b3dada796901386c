import type { MediaFile } from "#lib/media/media.ts";
import { fileKey } from "./file-key.ts";
import { FileStoreError } from "./file-store-error.ts";
import type { FileContent, Files } from "./files.ts";

type WantedFile = Pick<MediaFile, "key" | "sizeBytes">;

/**
 * A file of a media object, if its content is what was stored; undefined if there is none. Throws `damaged`.
 * On disk it is read whole once, to compare its digest; in a bucket, which has checksums, only the size is
 * compared.
 */
export const intactFile = async (files: Files, file: WantedFile): Promise<FileContent | undefined> => {
  const key = fileKey(file.key);
  const isIntact = files.withPath === undefined || (await files.isIntact(key));
  const content = await files.get(key).catch((error: unknown) => {
    throw error instanceof FileStoreError ? damaged(file) : error;
  });
  if (!content || (isIntact && content.sizeBytes === file.sizeBytes)) return content;
  content.body.destroy();
  throw damaged(file);
};

const damaged = ({ key, sizeBytes }: WantedFile): FileStoreError =>
  new FileStoreError(
    "damaged",
    `The stored file ${key} is damaged: it is not the ${sizeBytes} bytes that were stored. ` +
      "`lectern files verify` finds all such files.",
  );

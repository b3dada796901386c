import type { FileHandle } from "node:fs/promises";
import type { FileKey } from "./file-key.ts";
import type { FileMetadata } from "./file-metadata.ts";
import { FileStoreError } from "./file-store-error.ts";
import type { StoredFile } from "./files.ts";

/**
 * A stored file is its content, then this footer as JSON, then the footer's length (4 bytes, big-endian) and
 * eight letters with which a truncated file does not end. All is in one file, so that every change is one
 * rename; the content comes first, so that other programs can read it.
 */
interface Footer {
  readonly key: FileKey;
  readonly contentType: string;
  readonly etag: string;
  /** Files without any have none, as all those of earlier versions. */
  readonly metadata?: FileMetadata;
}

const ending = Buffer.from("lecternF");
const tailBytes = 4 + ending.length;

/** Completes the content of a file that is open for appending. */
export const appendFooter = async (
  handle: FileHandle,
  { key, contentType, etag, metadata }: Footer,
): Promise<void> => {
  const footer = Buffer.from(JSON.stringify({ key, contentType, etag, metadata }));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(footer.length);
  await handle.appendFile(Buffer.concat([footer, length, ending]));
};

/** The footer of an open file. Throws `damaged` for truncated files and files of other programs. */
export const readStoredFile = async (handle: FileHandle, path: string): Promise<StoredFile> => {
  const { size, mtime } = await handle.stat();
  const tail = await readAt(handle, size - tailBytes, tailBytes);
  const sizeBytes = size - tailBytes - tail.readUInt32BE(0);
  const footer =
    tail.subarray(4).equals(ending) && sizeBytes >= 0
      ? footerIn(await readAt(handle, sizeBytes, tail.readUInt32BE(0)))
      : undefined;
  if (!footer) throw new FileStoreError("damaged", `the stored file ${path} is damaged`);
  return { metadata: {}, ...footer, sizeBytes, lastModified: mtime };
};

const footerIn = (bytes: Buffer): Footer | undefined => {
  try {
    return JSON.parse(String(bytes));
  } catch {
    return undefined;
  }
};

const readAt = async (handle: FileHandle, position: number, length: number): Promise<Buffer> => {
  const buffer = Buffer.alloc(length);
  if (position >= 0) await handle.read(buffer, 0, length, position);
  return buffer;
};

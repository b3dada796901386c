import type { FileHandle } from "node:fs/promises";
import type { FileKey } from "./file-key.ts";
import type { FileMetadata } from "./file-metadata.ts";
import { FileStoreError } from "./file-store-error.ts";
import type { StoredFile } from "./files.ts";

/**
 * How a stored file lies on disk: its content, then what is known of it as JSON, then the length of that (4
 * bytes, most significant first) and eight letters that a file cut short does not end in.
 *
 * Both in one file, so that every change is one rename; the content first, so that programs that read images,
 * sound or film still can.
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

/** Completes the content that a file, open for appending, holds so far. */
export const appendFooter = async (
  handle: FileHandle,
  { key, contentType, etag, metadata }: Footer,
): Promise<void> => {
  const footer = Buffer.from(JSON.stringify({ key, contentType, etag, metadata }));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(footer.length);
  await handle.appendFile(Buffer.concat([footer, length, ending]));
};

/**
 * What is known of a file that is open for reading. Refused: `damaged`, with its path, for one that was cut
 * short or made by others.
 */
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

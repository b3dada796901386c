import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { partsHash } from "#lib/files/part-checksum.ts";

export const notAFile = "this is not a file";

/** Says why a file cannot be read; undefined for errors that are not of the file system. */
export const readProblem = (error: unknown): string | undefined => {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return "there is no such file";
  return code?.startsWith("E") ? `the file cannot be read (${code})` : undefined;
};

/** Throws if it is not a file: reading other than regular files may never end. */
export const fileText = async (path: string): Promise<string> => {
  if (!(await stat(path)).isFile()) throw new Error(notAFile);
  return readFile(path, "utf8");
};

/** The first twelve bytes, or fewer if there are no more. */
export const beginningOf = async (path: string): Promise<Uint8Array> => {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(12) });
  return buffer.subarray(0, bytesRead);
};

/** The checksums of a file of any size, which is read as a stream; `tell` hears how many bytes were read. */
export const checksumsOf = async (
  path: string,
  sizeBytes: number,
  tell: (bytes: number) => void = () => {},
): Promise<{ readonly sha256: string; readonly partsSha256: string }> => {
  const [whole, parts] = [createHash("sha256"), partsHash(sizeBytes)];
  let readBytes = 0;
  for await (const piece of createReadStream(path)) {
    whole.update(piece);
    parts.update(piece);
    readBytes += piece.length;
    tell(readBytes);
  }
  return { sha256: whole.digest("hex"), partsSha256: parts.digest() };
};

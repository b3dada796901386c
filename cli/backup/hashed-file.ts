import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";

export interface HashedFile {
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** The characters that are written at once. */
const bufferedCharacters = 1 << 18;

/** Writes a new file for its owner alone; it is on disk when the call returns. */
export const writeHashed = async (file: string, content: AsyncIterable<Uint8Array>): Promise<HashedFile> => {
  await using handle = await open(file, "wx", 0o600);
  const digest = createHash("sha256");
  let sizeBytes = 0;
  for await (const piece of content) {
    digest.update(piece);
    sizeBytes += piece.length;
    await handle.appendFile(piece);
  }
  await handle.sync();
  return { sha256: digest.digest("hex"), sizeBytes };
};

/** Writes lines as {@link writeHashed} does. */
export const writeLines = (file: string, lines: Iterable<string> | AsyncIterable<string>) =>
  writeHashed(file, joined(lines));

async function* joined(lines: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let text = "";
  for await (const line of lines) {
    text += `${line}\n`;
    if (text.length < bufferedCharacters) continue;
    yield Buffer.from(text);
    text = "";
  }
  yield Buffer.from(text);
}

/** The checksum and the size of a file. */
export const hashOfFile = async (file: string): Promise<HashedFile> => {
  const digest = createHash("sha256");
  let sizeBytes = 0;
  for await (const piece of createReadStream(file)) {
    digest.update(piece);
    sizeBytes += piece.length;
  }
  return { sha256: digest.digest("hex"), sizeBytes };
};

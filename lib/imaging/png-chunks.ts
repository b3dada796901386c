import { crc32, inflateSync } from "node:zlib";

const signatureBytes = 8;
/** Length and name in front of what a chunk holds, and its checksum behind. */
const headBytes = 8;
const checksumBytes = 4;

/** A PNG's signature, its chunks, and last whatever is not a chunk: in this order they are the whole file. */
interface PngParts {
  readonly signature: Buffer;
  readonly chunks: readonly Buffer[];
  readonly rest: Buffer;
}

/** Takes a PNG apart, without copying. */
export const pngParts = (png: Buffer): PngParts => {
  const chunks: Buffer[] = [];
  let at = signatureBytes;
  while (at + headBytes + checksumBytes <= png.length) {
    const end = at + headBytes + png.readUInt32BE(at) + checksumBytes;
    if (end > png.length) break;
    chunks.push(png.subarray(at, end));
    at = end;
  }
  return { signature: png.subarray(0, signatureBytes), chunks, rest: png.subarray(at) };
};

/** Puts a PNG together, each chunk with the checksum of what it holds. */
export const pngOf = ({ signature, chunks, rest }: PngParts): Buffer =>
  Buffer.concat([signature, ...chunks.map(withChecksum), rest]);

const withChecksum = (chunk: Buffer): Buffer => {
  const checked = Buffer.from(chunk);
  checked.writeUInt32BE(crc32(chunk.subarray(4, -checksumBytes)), chunk.length - checksumBytes);
  return checked;
};

const nothing = Buffer.alloc(0);

/**
 * What a text chunk says, inflated where it is compressed, and decoded where it is a profile in hexadecimal digits. Empty
 * for other chunks and for what cannot be read (PNG specification, "Textual information").
 */
export const textOfChunk = (chunk: Buffer): Buffer => {
  const type = chunk.toString("latin1", 4, headBytes);
  const data = chunk.subarray(headBytes, -checksumBytes);
  const keywordEnd = data.indexOf(0);
  if (keywordEnd < 0) return nothing;
  const behind = data.subarray(keywordEnd + 1);
  const text = textBehindKeyword(type, behind);
  return data.toString("latin1", 0, keywordEnd).startsWith("Raw profile type ") ? profileIn(text) : text;
};

const textBehindKeyword = (type: string, behind: Buffer): Buffer => {
  switch (type) {
    case "tEXt":
      return behind;
    case "zTXt":
      return inflated(behind.subarray(1));
    case "iTXt": {
      const text = behind.subarray(behind.indexOf(0, behind.indexOf(0, 2) + 1) + 1);
      return behind[0] === 1 ? inflated(text) : text;
    }
    default:
      return nothing;
  }
};

/** More than any metadata needs. */
const maxOutputLength = 1_000_000;

const inflated = (bytes: Buffer): Buffer => {
  try {
    return inflateSync(bytes, { maxOutputLength });
  } catch {
    return nothing;
  }
};

/** The digits come after a line with the profile's name and one with its length. */
const profileIn = (text: Buffer): Buffer =>
  Buffer.from(text.toString("latin1").replace(/^\s*\w+\s+\d+|\s+/g, ""), "hex");

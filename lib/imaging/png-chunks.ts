import { crc32, inflateSync } from "node:zlib";
import { maxInflatedBytes } from "#lib/media/file-rules.ts";

const signatureBytes = 8;
/** Length and name before a chunk's data; its checksum comes after it. */
const headBytes = 8;
const checksumBytes = 4;

/** The parts of a file, in this order; `rest` is what is not a chunk. */
interface PngParts {
  readonly signature: Buffer;
  readonly chunks: readonly Buffer[];
  readonly rest: Buffer;
}

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

/** Joins the parts, and computes the chunks' checksums. */
export const pngOf = ({ signature, chunks, rest }: PngParts): Buffer =>
  Buffer.concat([signature, ...chunks.map(withChecksum), rest]);

const withChecksum = (chunk: Buffer): Buffer => {
  const checked = Buffer.from(chunk);
  checked.writeUInt32BE(crc32(chunk.subarray(4, -checksumBytes)), chunk.length - checksumBytes);
  return checked;
};

const nothing = Buffer.alloc(0);

const isText = (chunk: Buffer): boolean => ["tEXt", "zTXt", "iTXt"].includes(typeOf(chunk));

const typeOf = (chunk: Buffer): string => chunk.toString("latin1", 4, headBytes);

const maxTexts = 1_000;

/**
 * Checks the texts and the profile of a PNG, because libraries inflate all of them, whatever their size. `too
 * large`: more than 1 MB together, or more than a thousand; `damaged`: one cannot be inflated. Inflates at
 * most 1 MB itself.
 */
export const textProblemOf = (png: Buffer): "too large" | "damaged" | undefined => {
  let texts = 0;
  let roomBytes = maxInflatedBytes;
  for (const chunk of pngParts(png).chunks) {
    if (!isText(chunk) && typeOf(chunk) !== "iCCP") continue;
    if (++texts > maxTexts) return "too large";
    const compressed = compressedIn(chunk);
    if (!compressed) continue;
    const inflated = inflate(compressed, roomBytes);
    if (typeof inflated === "string") return inflated;
    roomBytes -= inflated.length;
  }
  return undefined;
};

/** The frames of an animated PNG, which says their number before its pixels; 1 for a still one. */
export const animationFrames = (png: Buffer): number => {
  for (const chunk of pngParts(png).chunks) {
    if (typeOf(chunk) === "IDAT") return 1;
    if (typeOf(chunk) === "acTL" && chunk.length >= headBytes + 4) return chunk.readUInt32BE(headBytes);
  }
  return 1;
};

/** The keyword of a chunk's text; empty for chunks without text. */
export const keywordOfText = (chunk: Buffer): string => (isText(chunk) ? keywordOf(chunk).keyword : "");

/** The text of a chunk, inflated and decoded; empty if unreadable (PNG, "Textual information"). */
export const textOfChunk = (chunk: Buffer): Buffer => {
  if (!isText(chunk)) return nothing;
  const { keyword, rest } = keywordOf(chunk);
  const compressed = compressedIn(chunk);
  const inflated = compressed ? inflate(compressed, maxInflatedBytes) : plainText(typeOf(chunk), rest);
  const text = typeof inflated === "string" ? nothing : inflated;
  return keyword.startsWith("Raw profile type ") ? profileIn(text) : text;
};

const keywordOf = (chunk: Buffer): { readonly keyword: string; readonly rest: Buffer } => {
  const data = chunk.subarray(headBytes, -checksumBytes);
  const end = data.indexOf(0);
  return end < 0
    ? { keyword: "", rest: nothing }
    : { keyword: data.toString("latin1", 0, end), rest: data.subarray(end + 1) };
};

/** Undefined if nothing is compressed. */
const compressedIn = (chunk: Buffer): Buffer | undefined => {
  const { rest } = keywordOf(chunk);
  if (rest.length === 0) return undefined;
  if (typeOf(chunk) === "iTXt") return rest[0] === 1 ? internationalText(rest) : undefined;
  return typeOf(chunk) === "tEXt" ? undefined : rest.subarray(1);
};

const plainText = (type: string, rest: Buffer): Buffer => (type === "iTXt" ? internationalText(rest) : rest);

/** Skips a language and a translated keyword after the flag and the method; each ends with a zero. */
const internationalText = (rest: Buffer): Buffer =>
  rest.subarray(rest.indexOf(0, rest.indexOf(0, 2) + 1) + 1);

const inflate = (bytes: Buffer, maxOutputLength: number): Buffer | "too large" | "damaged" => {
  // zlib accepts no limit of 0.
  if (maxOutputLength === 0) return "too large";
  try {
    return inflateSync(bytes, { maxOutputLength });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE" ? "too large" : "damaged";
  }
};

/** The digits come after a line with the profile's name and a line with its length. */
const profileIn = (text: Buffer): Buffer =>
  Buffer.from(text.toString("latin1").replace(/^\s*\w+\s+\d+|\s+/g, ""), "hex");

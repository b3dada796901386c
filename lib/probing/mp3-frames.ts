import { open } from "node:fs/promises";
import type { InputFile } from "./run-on-file.ts";

/** What turns the number of an MP3's frames into its length. */
export interface FrameLength {
  readonly samples: number;
  readonly samplesPerSecond: number;
}

/** The first frame stands within so many bytes after the tags, for ffmpeg as well. */
const searchedBytes = 65_536;

/** Programs that put a tag in front of another one do not do so often. */
const maxTags = 16;

const tagHeaderBytes = 10;

/**
 * The length of the frames of an MP3 that does not say how many it has (headers Xing, Info and VBRI), so
 * that programs guess its duration by the bit rate of its beginning; undefined for all other files. A read of
 * some kilobytes, and one more for each tag in front of the sound.
 */
export const uncountedFrames = async (file: InputFile): Promise<FrameLength | undefined> => {
  let bytes = await readBytes(file, 0, searchedBytes);
  let start = 0;
  for (let tags = 0; tags < maxTags; tags++) {
    const tagBytes = tagLength(bytes);
    if (tagBytes === 0) break;
    start += tagBytes;
    bytes = await readBytes(file, start, searchedBytes);
  }
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const frame = frameAt(bytes, at);
    // Other bytes may look like one, but not like two.
    if (frame && frameAt(bytes, at + frame.sizeBytes))
      return frame.countAt.some((place) => isCount(bytes, place)) ? undefined : frame;
  }
  return undefined;
};

/** Of a tag before the sound (ID3v2, section 3.1), with its header; 0 without one. */
const tagLength = (bytes: Buffer): number => {
  if (bytes.length < tagHeaderBytes || bytes.toString("latin1", 0, 3) !== "ID3") return 0;
  const size = [...bytes.subarray(6, tagHeaderBytes)].reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
  const hasFooter = (bytes.readUInt8(5) & 0x10) !== 0;
  return tagHeaderBytes + size + (hasFooter ? tagHeaderBytes : 0);
};

/** By the bits of the version: MPEG 2.5, none, MPEG 2, MPEG 1. */
const rates: readonly (readonly [number, number, number] | null)[] = [
  [11_025, 12_000, 8_000],
  null,
  [22_050, 24_000, 16_000],
  [44_100, 48_000, 32_000],
];

const mpeg1 = 3;
const layer3 = 1;

/** In thousands of bits a second, by the index in a frame's header; of MPEG 1, and of the others. */
const bitRates = {
  first: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  others: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;

interface Frame extends FrameLength {
  readonly sizeBytes: number;
  /** Where a number of frames may stand. */
  readonly countAt: readonly number[];
}

/** The frame of layer III that begins at a byte, if one does (ISO/IEC 11172-3, section 2.4.1.3). */
const frameAt = (bytes: Buffer, at: number): Frame | undefined => {
  if (at + 4 > bytes.length || (bytes.readUInt8(at + 1) & 0xe0) !== 0xe0) return undefined;
  const [second, third, fourth] = [bytes.readUInt8(at + 1), bytes.readUInt8(at + 2), bytes.readUInt8(at + 3)];
  const version = (second >> 3) & 3;
  const samplesPerSecond = rates[version]?.[(third >> 2) & 3];
  const bitRate = bitRates[version === mpeg1 ? "first" : "others"][(third >> 4) - 1];
  if (samplesPerSecond === undefined || bitRate === undefined || ((second >> 1) & 3) !== layer3)
    return undefined;
  const isMono = fourth >> 6 === 3;
  const sideBytes = version === mpeg1 ? (isMono ? 17 : 32) : isMono ? 9 : 17;
  const samples = version === mpeg1 ? 1_152 : 576;
  const sizeBytes = Math.floor((samples * bitRate * 125) / samplesPerSecond) + ((third >> 1) & 1);
  return { samples, samplesPerSecond, sizeBytes, countAt: [at + 4 + sideBytes, at + 36] };
};

const isCount = (bytes: Buffer, at: number): boolean =>
  ["Xing", "Info", "VBRI"].includes(bytes.toString("latin1", at, at + 4));

const readBytes = async (file: InputFile, start: number, length: number): Promise<Buffer> => {
  if (start >= file.sizeBytes) return Buffer.alloc(0);
  if ("path" in file) {
    await using handle = await open(file.path);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start);
    return buffer.subarray(0, bytesRead);
  }
  const stop = new AbortController();
  const { body } = await fetch(file.url, {
    headers: { range: `bytes=${start}-` },
    redirect: "error",
    signal: stop.signal,
  });
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    parts.push(part);
    size += part.length;
    if (size >= length) break;
  }
  stop.abort();
  return Buffer.concat(parts).subarray(0, length);
};

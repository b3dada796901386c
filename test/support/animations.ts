import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { pngChunk } from "./image-bombs.ts";
import { samplePicture } from "./sample-picture.ts";

/** The formats that can hold an animation. */
export const animatedFormats = ["avif", "gif", "png", "webp"] as const;

interface AnimationSize {
  readonly width?: number;
  readonly height?: number;
}

/** Two frames, the first of which is red and the second blue; 60 × 40 pixels by default. */
export const sampleAnimation = async (
  format: (typeof animatedFormats)[number],
  size: AnimationSize = {},
): Promise<Buffer> => {
  const frames = await Promise.all(
    ["red", "blue"].map((colour) => samplePicture("png", { ...size, colour })),
  );
  if (format === "gif" || format === "webp")
    return sharp(frames, { join: { animated: true } })
      .toFormat(format, { delay: [100, 100], loop: 0 })
      .toBuffer();
  return format === "png" ? animatedPng(size) : avifSequence(2);
};

const number32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, 4 * at);
  return bytes;
};

/** An animated PNG that says that it has this many frames, and has two. */
export const animatedPng = ({ width = 60, height = 40 }: AnimationSize = {}, frames = 2): Buffer => {
  const rows = (value: number) => deflateSync(Buffer.concat(Array(height).fill(row(width, value))));
  const frame = (sequence: number) =>
    pngChunk("fcTL", number32(sequence, width, height, 0, 0), Buffer.from([0, 1, 0, 10, 0, 0]));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", number32(width, height), Buffer.from([8, 0, 0, 0, 0])),
    pngChunk("acTL", number32(frames, 0)),
    frame(0),
    pngChunk("IDAT", rows(40)),
    frame(1),
    pngChunk("fdAT", number32(2), rows(200)),
    pngChunk("IEND"),
  ]);
};

const row = (width: number, value: number): Buffer =>
  Buffer.concat([Buffer.of(0), Buffer.alloc(width, value)]);

const box = (name: string, ...data: readonly Buffer[]): Buffer => {
  const content = Buffer.concat([Buffer.from(name), ...data]);
  return Buffer.concat([number32(content.length + 4), content]);
};

/** A still AVIF, with the brand of sequences and a track that says that it has this many pictures. */
export const avifSequence = async (frames: number): Promise<Buffer> => {
  const still = await samplePicture("avif");
  still.write("avis", 8);
  // Programs that write sequences name their brands among the compatible ones, too.
  still.write("avismsf1", 16);
  const table = box("stbl", box("stsz", number32(0, 0, frames), Buffer.alloc(4 * Math.min(frames, 10))));
  return Buffer.concat([still, box("moov", box("trak", box("mdia", box("minf", table))))]);
};

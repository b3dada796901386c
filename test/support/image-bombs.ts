import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { samplePicture } from "./sample-picture.ts";

/** Small files that become large, or slow, when a library opens them. */

const megabytes = (count: number): Buffer => deflateSync(Buffer.alloc(count * 1_000_000, "A"), { level: 9 });

export const pngChunk = (type: string, ...data: readonly (string | Buffer)[]): Buffer => {
  const content = Buffer.concat([type, ...data].map((part) => Buffer.from(part as string)));
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(content.length - type.length);
  numbers.writeUInt32BE(crc32(content), 4);
  return Buffer.concat([numbers.subarray(0, 4), content, numbers.subarray(4)]);
};

/** PNG texts and a profile, with this many megabytes in a few kilobytes. */
export const pngTexts = {
  zTXt: (count: number) => pngChunk("zTXt", "Comment\0\0", megabytes(count)),
  iTXt: (count: number) => pngChunk("iTXt", "Comment\0\x01\0\0\0", megabytes(count)),
  XMP: (count: number) => pngChunk("iTXt", "XML:com.adobe.xmp\0\x01\0en\0\0", megabytes(count)),
  iCCP: (count: number) => pngChunk("iCCP", "profile\0\0", megabytes(count)),
  tEXt: () => pngChunk("tEXt", "Comment\0heron"),
  damaged: () => pngChunk("zTXt", "Comment\0\0", megabytes(1).subarray(0, 100)),
} as const;

export const pngWith = async (...chunks: readonly Buffer[]): Promise<Buffer> => {
  const png = await samplePicture();
  const headEnd = 33;
  return Buffer.concat([png.subarray(0, headEnd), ...chunks, png.subarray(headEnd)]);
};

/** A PNG that is only a header, with this many bits per sample. */
export const pngHeader = (width: number, height: number, bits: 8 | 16): Buffer => {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, bits, 6, 0, 0, 0]);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  const pixels = pngChunk("IDAT", deflateSync(Buffer.alloc(0)));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", header),
    pixels,
    pngChunk("IEND"),
  ]);
};

/** A JPEG whose header claims another size. */
export const jpegHeader = async (width: number, height: number, progressive: boolean): Promise<Buffer> => {
  const jpeg = await sharp(await samplePicture())
    .jpeg({ progressive })
    .toBuffer();
  const frame = jpeg.indexOf(progressive ? "ffc2" : "ffc0", 0, "hex");
  jpeg.writeUInt16BE(height, frame + 5);
  jpeg.writeUInt16BE(width, frame + 7);
  return jpeg;
};

/** A small AVIF that describes a second picture of another size, such as its transparency. */
export const avifWith = async (width: number, height: number): Promise<Buffer> => {
  const avif = await samplePicture("avif");
  const description = Buffer.from("\0\0\0\x14ispe\0\0\0\0\0\0\0\0\0\0\0\0");
  description.writeUInt32BE(width, 12);
  description.writeUInt32BE(height, 16);
  const start = avif.indexOf("meta") - 4;
  const end = start + avif.readUInt32BE(start);
  avif.writeUInt32BE(end - start + description.length, start);
  return Buffer.concat([avif.subarray(0, end), description, avif.subarray(end)]);
};

/** A square GIF in which one pixel moves. */
export const gifOf = (frames: number, side: number): Buffer => {
  const head = Buffer.from("GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff", "latin1");
  head.writeUInt16LE(side, 6);
  head.writeUInt16LE(side, 8);
  const frame = (_: unknown, at: number) =>
    Buffer.from(`\x2c${String.fromCharCode(at % side)}\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0`, "latin1");
  return Buffer.concat([head, ...Array.from({ length: frames }, frame), Buffer.from(";")]);
};

const riff = (type: string, ...data: readonly (string | Buffer)[]): Buffer => {
  const content = Buffer.concat(data.map((part) => Buffer.from(part as string)));
  const head = Buffer.from(`${type}\0\0\0\0`);
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content]);
};

/** A WebP with frames of one pixel. */
export const webpOf = async (frames: number): Promise<Buffer> => {
  const pixel = (await samplePicture("webp", { width: 1, height: 1 })).subarray(12);
  const frame = riff("ANMF", Buffer.alloc(16), pixel);
  const animated = Buffer.alloc(10);
  animated[0] = 2;
  const head = [riff("VP8X", animated), riff("ANIM", Buffer.alloc(6))];
  return riff("RIFF", "WEBP", ...head, ...Array.from({ length: frames }, () => frame));
};

import type Sharp from "sharp";
import type { Metadata, OutputInfo } from "sharp";
import { limiter } from "#lib/limiter.ts";
import { maxImagePixels } from "#lib/media/file-rules.ts";
import { boxNamed } from "./count-frames.ts";

/** The only formats that images may have. */
const loaders = ["Jpeg", "Png", "Webp", "Heif", "Nsgif"].map((format) => `VipsForeignLoad${format}Buffer`);

let loaded: Promise<typeof Sharp> | undefined;

/** Loads the library on demand: five formats, from memory, no cache, one thread so that reads go on. */
const loadSharp = (): Promise<typeof Sharp> => {
  loaded ??= import("sharp").then(({ default: sharp }) => {
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({ operation: loaders });
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  });
  return loaded;
};

/** Decodes row by row if the format allows, failing on errors, within the libraries' own limits. */
const strictly = { failOn: "error", sequentialRead: true, unlimited: false } as const;

/** The library does not open sequences of AVIF. It gets the still AVIF that one begins with. */
const readable = (bytes: Buffer): Buffer => {
  if (bytes.toString("latin1", 4, 12) !== "ftypavis") return bytes;
  const still = Buffer.from(bytes);
  const brands = boxNamed(still, "ftyp");
  for (let at = 8; at + 4 <= brands.length; at += 4) {
    const brand = brands.toString("latin1", at, at + 4);
    if (["avis", "msf1"].includes(brand)) brands.write(brand === "avis" ? "avif" : "mif1", at, "latin1");
  }
  const tracks = boxNamed(still, "moov");
  if (tracks.length >= 8) tracks.write("free", 4, "latin1");
  return still;
};

/** Opens an image, its first frame or all. Decoding fails above 128,000,000 pixels, and on any damage. */
export const openImage = async (bytes: Buffer, frames: "first" | "all" = "first") => {
  const sharp = await loadSharp();
  const pages = frames === "all" ? -1 : 1;
  return sharp(readable(bytes), { ...strictly, pages, limitInputPixels: maxImagePixels });
};

/** Opens pixels that were decoded. */
export const openPixels = async ({ data, info }: { readonly data: Buffer; readonly info: OutputInfo }) => {
  const sharp = await loadSharp();
  const { width, height, channels } = info;
  return sharp(data, { raw: { width, height, channels } });
};

/** Reads the header of an image of any size; undefined for content that the library does not read. */
export const readHeader = async (bytes: Buffer): Promise<Metadata | undefined> => {
  const sharp = await loadSharp();
  return sharp(readable(bytes), { ...strictly, limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
};

/** Bounds memory. 32 may wait, twice as many as a manifest checks at once; more are refused as `busy`. */
export const oneAtATime = limiter({ maxRunning: 1, maxWaiting: 32 });

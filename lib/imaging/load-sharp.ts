import type Sharp from "sharp";
import type { Metadata } from "sharp";
import { maxImagePixels } from "#lib/media/image-rules.ts";

/** Of everything that the library can open, what images here may be. */
const loaders = ["Jpeg", "Png", "Webp", "Heif", "Nsgif"].map((format) => `VipsForeignLoad${format}Buffer`);

let loaded: Promise<typeof Sharp> | undefined;

/**
 * The image library, loaded when the first image comes along. It opens nothing but the five formats, and only
 * from memory; it keeps nothing of an image that is done with, and works on one in a single thread, so that
 * the others are there for reads.
 */
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

/**
 * How an image is opened: row by row where its format allows, strictly, and with the limits of the libraries
 * below.
 */
const strictly = { failOn: "error", sequentialRead: true, unlimited: false } as const;

/**
 * An image to be decoded: its first frame, or all of them. It fails above 128,000,000 pixels, and on any
 * damage.
 */
export const openImage = async (bytes: Buffer, frames: "first" | "all" = "first") => {
  const sharp = await loadSharp();
  return sharp(bytes, { ...strictly, pages: frames === "all" ? -1 : 1, limitInputPixels: maxImagePixels });
};

/**
 * What an image's header says, whatever its size; undefined for content that the library does not understand.
 */
export const readHeader = async (bytes: Buffer): Promise<Metadata | undefined> => {
  const sharp = await loadSharp();
  return sharp(bytes, { ...strictly, limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
};

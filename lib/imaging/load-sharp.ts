import type Sharp from "sharp";

/** Of everything that the library can open, what images here may be. */
const loaders = ["Jpeg", "Png", "Webp", "Heif", "Nsgif"].map((format) => `VipsForeignLoad${format}Buffer`);

let loaded: Promise<typeof Sharp> | undefined;

/** The image library, loaded when the first image comes along. It opens nothing but the five formats, and only from memory. */
export const loadSharp = (): Promise<typeof Sharp> => {
  loaded ??= import("sharp").then(({ default: sharp }) => {
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({ operation: loaders });
    sharp.cache(false);
    return sharp;
  });
  return loaded;
};

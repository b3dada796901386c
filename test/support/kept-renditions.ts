import { sha256Of } from "#lib/files/part-checksum.ts";
import type { Rendition } from "#lib/imaging/make-rendition.ts";

/** Of all test files of this process, by what was made and the bytes of the image. */
const kept = globalThis as { renditions?: Map<string, Rendition> };

/** Makes the same rendition of the same bytes once: a picture to share takes 30 ms, even of one pixel. */
export const keptRenditions =
  <Image extends { readonly bytes: Uint8Array }, Rest extends readonly object[]>(
    name: string,
    make: (image: Image, ...rest: Rest) => Promise<Rendition>,
  ) =>
  async (image: Image, ...rest: Rest): Promise<Rendition> => {
    kept.renditions ??= new Map();
    const key = `${name} ${JSON.stringify(rest)} ${sha256Of(image.bytes)}`;
    const made = kept.renditions.get(key) ?? (await make(image, ...rest));
    kept.renditions.set(key, made);
    return { ...made, bytes: Buffer.from(made.bytes) };
  };

import { certain } from "#lib/certain.ts";
import { sha256Of } from "#lib/files/part-checksum.ts";
import type { Rendition } from "#lib/imaging/make-rendition.ts";

/** Of all test files of this process, by what was made and the bytes of the image. */
const kept = globalThis as { renditions?: Map<string, readonly Rendition[]> };

/** Makes the same renditions of the same bytes once: a picture to share takes 30 ms, even of one pixel. */
export const keptRenditions =
  <Image extends { readonly bytes: Uint8Array }, Rest extends object[]>(
    name: string,
    make: (image: Image, ...rest: Rest) => Promise<readonly Rendition[]>,
  ) =>
  async (image: Image, ...rest: Rest): Promise<readonly Rendition[]> => {
    kept.renditions ??= new Map();
    const key = `${name} ${JSON.stringify(rest)} ${sha256Of(image.bytes)}`;
    const made = kept.renditions.get(key) ?? (await make(image, ...rest));
    kept.renditions.set(key, made);
    return made.map((rendition) => ({ ...rendition, bytes: Buffer.from(rendition.bytes) }));
  };

/** The same for what makes one. */
export const keptRendition = <Image extends { readonly bytes: Uint8Array }, Rest extends object[]>(
  name: string,
  make: (image: Image, ...rest: Rest) => Promise<Rendition>,
) => {
  const makeList = async (image: Image, ...rest: Rest) => [await make(image, ...rest)];
  const keptOnes = keptRenditions(name, makeList);
  return async (image: Image, ...rest: Rest): Promise<Rendition> =>
    certain((await keptOnes(image, ...rest))[0]);
};

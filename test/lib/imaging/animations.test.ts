// Proves contract rules: animations, image-checks, image-cost.

import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { imageFilesToStore } from "#lib/actions/media/store-media.ts";
import { readImage } from "#lib/imaging/read-image.ts";
import { animatedFormats, animatedPng, avifSequence, sampleAnimation } from "#test/support/animations.ts";
import { samplePicture } from "#test/support/sample-picture.ts";

const imageIn = async (name: string, bytes: Buffer) => {
  const result = await readImage({ name, bytes });
  if ("problem" in result) throw new Error(result.problem.message);
  return result.image;
};

const problemOf = async (name: string, bytes: Buffer) => {
  const result = await readImage({ name, bytes });
  return "problem" in result ? result.problem : undefined;
};

describe("an animation", () => {
  test.each(animatedFormats)("in %s is told from a still picture", async (format) => {
    const moving = await imageIn(`a.${format}`, await sampleAnimation(format));
    expect(moving).toMatchObject({ format, isAnimated: true, width: 60, height: 40 });
    const still = await imageIn(`a.${format}`, await samplePicture(format));
    expect(still.isAnimated).toBe(false);
  });

  test.each(animatedFormats)("in %s is what pages show, byte for byte, and is not scaled", async (format) => {
    const wide = { width: 1_800, height: 100 };
    const bytes = await sampleAnimation(format, wide);
    const image = await imageIn(`The run.${format}`, bytes);
    const { file, display, renditions } = await imageFilesToStore(image);
    expect(renditions).toEqual([]);
    expect(display).toEqual({ ...file, name: `The-run-display.${format}`, partsSha256: undefined });
    expect(display.body).toEqual(bytes);
  });

  test.each(animatedFormats)("in %s has still renditions of its first frame", async (format) => {
    const { cover, share } = await imageFilesToStore(
      await imageIn(`a.${format}`, await sampleAnimation(format)),
    );
    expect([cover.contentType, share.contentType]).toEqual(["image/webp", "image/jpeg"]);
    const { pages = 1, height } = await sharp(cover.body as Buffer).metadata();
    expect([pages, height]).toEqual([1, 40]);
    const { dominant } = await sharp(cover.body as Buffer).stats();
    if (format === "gif" || format === "webp") expect(dominant.r).toBeGreaterThan(dominant.b);
  });

  test("of more than 2,000 frames is refused in every format, without decoding it", async () => {
    for (const [name, bytes] of [
      ["a.png", animatedPng({}, 2_001)],
      ["a.avif", await avifSequence(2_001)],
    ] as const)
      expect(await problemOf(name, bytes)).toMatchObject({ code: "file_too_many_pixels" });
    expect(await problemOf("a.png", animatedPng({}, 2_000))).toBeUndefined();
    expect(await problemOf("a.avif", await avifSequence(2_000))).toBeUndefined();
  });
});

describe("a picture of a format that the service does not take is named, not called damaged", () => {
  const withBrand = async (brand: string) => {
    const bytes = await samplePicture("avif");
    bytes.write(brand, 8);
    return bytes;
  };
  test.each([
    ["HEIC", "a.heic", () => withBrand("heic")],
    ["a sequence of HEIC", "a.heics", () => withBrand("hevc")],
    ["TIFF", "a.tiff", () => samplePicture("tiff")],
    ["JPEG XL", "a.jxl", async () => Buffer.from("\xff\x0a\xfa\x1f\x01", "latin1")],
    ["SVG", "a.svg", async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ["SVG", "b.svg", async () => Buffer.from('<?xml version="1.0"?>\n<!-- a -->\n<svg viewBox="0 0 1 1"/>')],
  ])("%s", async (kind, name, make) => {
    const format = kind.replace("a sequence of ", "");
    expect(await problemOf(name, await make())).toEqual({
      code: "invalid_image",
      message: `The image is ${format}, which the service does not take; convert it to JPEG, PNG or WebP.`,
    });
  });

  test("a sequence of AVIF without a still picture", async () => {
    const sequence = await avifSequence(3);
    sequence.write("free", sequence.indexOf("meta"));
    expect(await problemOf("a.avif", sequence)).toEqual({
      code: "invalid_image",
      message: expect.stringMatching(
        /^The AVIF is a film without a still picture, which the service does not take/,
      ),
    });
  });
});

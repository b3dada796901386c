// Proves contract rules: poster-files, image-checks, image-cost, image-turns.

import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { imageFilesToStore } from "#lib/actions/media/store-media.ts";
import { readImage } from "#lib/imaging/read-image.ts";
import { maxImageBytes, posterNameProblem } from "#lib/media/file-rules.ts";
import {
  avifWith,
  gifOf,
  jpegHeader,
  pngHeader,
  pngTexts,
  pngWith,
  webpOf,
} from "#test/support/image-bombs.ts";
import { locatedGif, samplePicture } from "#test/support/sample-picture.ts";

const formats = ["avif", "gif", "jpeg", "png", "webp"] as const;

/** The code of a refusal, or `taken`. */
const verdict = async (name: string, bytes: Buffer): Promise<string> => {
  const result = await readImage({ name, bytes });
  return "problem" in result ? result.problem.code : "taken";
};

const imageIn = async (name: string, bytes: Buffer) => {
  const result = await readImage({ name, bytes });
  if ("problem" in result) throw new Error(result.problem.message);
  return result.image;
};

describe("what is taken", () => {
  test.each(formats)("%s is taken byte for byte when it names no place", async (format) => {
    const bytes = await samplePicture(format);
    const image = await imageIn(`heron.${format}`, bytes);
    expect(image).toEqual({
      name: `heron.${format}`,
      bytes,
      format,
      isAnimated: false,
      width: 60,
      height: 40,
    });
  });

  test.each(["heron.jpg", "heron.JPEG", "a.b.Jpg"])("the name %s is one of a JPEG", async (name) => {
    expect(await verdict(name, await samplePicture("jpeg"))).toBe("taken");
  });

  test("the size is that of the image turned upright", async () => {
    const image = await imageIn("heron.jpg", await samplePicture("jpeg", { orientation: 6 }));
    expect(image).toMatchObject({ width: 40, height: 60 });
  });
});

describe("what is refused", () => {
  test.each([
    ["no bytes", "a.png", async () => Buffer.alloc(0), "empty"],
    ["text", "a.png", async () => Buffer.from("not an image"), "invalid_image"],
    ["SVG", "a.svg", async () => Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "invalid_image"],
    ["TIFF", "a.tiff", () => samplePicture("tiff"), "invalid_image"],
    [
      "a signature and nothing behind it",
      "a.png",
      async () => (await samplePicture()).subarray(0, 20),
      "invalid_image",
    ],
    ["an extension of no image", "a.bmp", () => samplePicture(), "invalid_image_extension"],
    ["no extension", "png", () => samplePicture(), "invalid_image_extension"],
    ["the name of another format", "a.jpg", () => samplePicture(), "invalid_image_known_format"],
    [
      "too many bytes",
      "a.txt",
      async () => Buffer.concat([await samplePicture(), Buffer.alloc(maxImageBytes)]),
      "file_too_large",
    ],
    [
      "too many bytes that are no image",
      "a.png",
      async () => Buffer.alloc(maxImageBytes + 1),
      "invalid_image",
    ],
    ["a GIF that names a place", "a.gif", locatedGif, "gps_metadata"],
  ])("%s", async (_, name, make, code) => {
    expect(await verdict(name, await make())).toBe(code);
  });

  test.each(formats)("%s that breaks off", async (format) => {
    const noise = {
      create: {
        width: 300,
        height: 300,
        channels: 3,
        background: "red",
        noise: { type: "gaussian", mean: 99, sigma: 60 },
      },
    } as const;
    const bytes = await sharp(noise).toFormat(format).toBuffer();
    const cut = bytes.subarray(0, Math.floor(bytes.length * 0.7));
    expect(await verdict(`a.${format}`, bytes)).toBe("taken");
    expect(await verdict(`a.${format}`, cut)).toBe("invalid_image");
  });

  test("more than 128,000,000 pixels, without decoding them, after what is wrong with the name", async () => {
    const bytes = await samplePicture("png", { width: 12_801, height: 10_000 });
    expect(await verdict("a.png", bytes)).toBe("file_too_many_pixels");
    expect(await verdict("a.jpg", bytes)).toBe("invalid_image_known_format");
    expect(await verdict("a.png", bytes.subarray(0, 1000))).toBe("file_too_many_pixels");
  });

  test("more than 128,000,000 pixels in all frames together", async () => {
    expect(await verdict("a.gif", gifOf(4, 2000))).toBe("taken");
    expect(await verdict("a.gif", gifOf(33, 2000))).toBe("file_too_many_pixels");
  });

  test("of a poster's name only an extension that no image has", async () => {
    const bytes = await samplePicture();
    const poster = (name: string) => readImage({ name, bytes }, posterNameProblem);
    expect(await poster("a.jpg")).toMatchObject({ image: { format: "png" } });
    expect(await poster("a.txt")).toMatchObject({ problem: { code: "invalid_extension" } });
  });
});

test.each(formats)(
  "%s of which bytes have changed is refused, or taken with its renditions",
  async (format) => {
    const whole = await samplePicture(format);
    const changes = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 });
    const property = fc.asyncProperty(changes, async (places) => {
      const bytes = Buffer.from(whole);
      for (const [place, value] of places) bytes[place] = value;
      const result = await readImage({ name: `a.${format}`, bytes });
      if ("problem" in result) expect(result.problem.code).not.toBe("");
      else expect((await imageFilesToStore(result.image)).cover.contentType).toBe("image/webp");
    });
    await fc.assert(property, { numRuns: 8 });
  },
);

describe("what would be large or slow once it is opened is refused before", () => {
  test.each([
    ["a text", [pngTexts.zTXt(2)], "file_too_large"],
    ["an international text", [pngTexts.iTXt(2)], "file_too_large"],
    ["XMP", [pngTexts.XMP(2)], "file_too_large"],
    ["a colour profile", [pngTexts.iCCP(2)], "file_too_large"],
    ["190 MB in five texts", Array.from({ length: 5 }, () => pngTexts.zTXt(38)), "file_too_large"],
    ["two texts of 1 MB", [pngTexts.zTXt(1), pngTexts.iTXt(1)], "file_too_large"],
    ["a text of 1 MB", [pngTexts.zTXt(1)], "taken"],
    ["a thousand texts", Array.from({ length: 1_000 }, pngTexts.tEXt), "taken"],
    ["more than a thousand texts", Array.from({ length: 1_001 }, pngTexts.tEXt), "file_too_large"],
    ["a text that cannot be inflated", [pngTexts.damaged()], "invalid_image"],
  ])("a PNG with %s", async (_, chunks, code) => {
    expect(await verdict("a.png", await pngWith(...chunks))).toBe(code);
  });

  test.each([
    ["16 bits a sample, 8,001 × 8,000 pixels", pngHeader(8_001, 8_000, 16), "file_too_many_pixels"],
    [
      "16 bits a sample, 8,000 × 8,000 pixels, and none of them there",
      pngHeader(8_000, 8_000, 16),
      "invalid_image",
    ],
    [
      "8 bits a sample, 8,001 × 8,000 pixels, and none of them there",
      pngHeader(8_001, 8_000, 8),
      "invalid_image",
    ],
  ])("a PNG with four channels of %s", async (_, bytes, code) => {
    expect(await verdict("a.png", bytes)).toBe(code);
  });

  test("a progressive JPEG, of which all coefficients are held, with two thirds of the pixels", async () => {
    const jpeg = (progressive: boolean) => jpegHeader(11_000, 8_000, progressive);
    expect(await verdict("a.jpg", await jpeg(false))).toBe("taken");
    expect(await verdict("a.jpg", await jpeg(true))).toBe("file_too_many_pixels");
  });

  test("an AVIF, of which decoders hold several copies, with a third of the pixels", async () => {
    expect(await verdict("a.avif", await avifWith(6_000, 7_100))).toBe("invalid_image");
    expect(await verdict("a.avif", await avifWith(6_000, 7_200))).toBe("file_too_many_pixels");
  });

  test("more than 2,000 frames, however small", async () => {
    expect(await verdict("a.gif", gifOf(2_000, 1))).toBe("taken");
    expect(await verdict("a.gif", gifOf(2_001, 1))).toBe("file_too_many_pixels");
    expect(await verdict("a.webp", await webpOf(2_000))).toBe("taken");
    expect(await verdict("a.webp", await webpOf(2_001))).toBe("file_too_many_pixels");
    expect(await verdict("a.gif", await webpOf(2_001))).toBe("invalid_image_known_format");
  });
});

test("images are read one after the other, and what would wait for too long is refused as busy", async () => {
  const file = { name: "a.png", bytes: await samplePicture() };
  const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => readImage(file)));
  const refused = outcomes.filter(({ status }) => status === "rejected");
  expect(outcomes.slice(0, 33).every(({ status }) => status === "fulfilled")).toBe(true);
  expect(refused.map((outcome) => (outcome as PromiseRejectedResult).reason.code)).toEqual(
    Array(7).fill("busy"),
  );
});

describe("where an image was taken", () => {
  test.each(["avif", "jpeg", "png", "webp"] as const)(
    "is removed from %s, and nothing else is",
    async (format) => {
      const located = await samplePicture(format, { located: true, orientation: 6 });
      const { bytes, width, height } = await imageIn(`heron.${format}`, located);
      const { exif, xmp } = await sharp(bytes).metadata();
      const kept = exif!.toString("latin1");
      expect(kept).toContain("Ada of the marsh");
      // Exif's tag for positions, and the latitude as two 32-bit numbers.
      expect(kept).not.toContain("\x25\x88\x04\0");
      expect(located.toString("latin1")).toContain("\x25\x88\x04\0");
      expect(kept).not.toContain("\x33\0\0\0\x01\0\0\0");
      expect(xmp?.toString() ?? "").not.toMatch(/51,30|0,7/);
      expect([width, height]).toEqual([40, 60]);
      const pixels = (image: Buffer) => sharp(image).raw().toBuffer();
      expect(await pixels(bytes)).toEqual(await pixels(located));
    },
  );

  test("is gone for good: what came out comes out again as it is", async () => {
    for (const format of ["avif", "jpeg", "png", "webp"] as const) {
      const { bytes } = await imageIn(`a.${format}`, await samplePicture(format, { located: true }));
      expect((await imageIn(`a.${format}`, bytes)).bytes).toBe(bytes);
    }
  });
});

import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { readImage } from "#lib/imaging/read-image.ts";
import { maxImageBytes, posterNameProblem } from "#lib/media/image-rules.ts";
import { locatedGif, picture } from "#test/support/picture.ts";

const formats = ["avif", "gif", "jpeg", "png", "webp"] as const;

/** What a file is refused for, or `taken`. */
const verdict = async (name: string, bytes: Buffer): Promise<string> => {
  const result = await readImage({ name, bytes });
  return "problem" in result ? result.problem.code : "taken";
};

const imageIn = async (name: string, bytes: Buffer) => {
  const result = await readImage({ name, bytes });
  if ("problem" in result) throw new Error(result.problem.message);
  return result.image;
};

/** A square GIF of so many frames, in which a single pixel moves. */
const gifOf = (frames: number, side: number): Buffer => {
  const head = Buffer.from("GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff", "latin1");
  head.writeUInt16LE(side, 6);
  head.writeUInt16LE(side, 8);
  const frame = (_: unknown, at: number) =>
    Buffer.from(`\x2c${String.fromCharCode(at)}\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0`, "latin1");
  return Buffer.concat([head, ...Array.from({ length: frames }, frame), Buffer.from(";")]);
};

describe("what is taken", () => {
  test.each(formats)("%s is taken byte for byte when it names no place", async (format) => {
    const bytes = await picture(format);
    const image = await imageIn(`heron.${format}`, bytes);
    expect(image).toEqual({ bytes, format, width: 60, height: 40 });
  });

  test.each(["heron.jpg", "heron.JPEG", "a.b.Jpg"])("the name %s is one of a JPEG", async (name) => {
    expect(await verdict(name, await picture("jpeg"))).toBe("taken");
  });

  test("the size is that of the image turned upright", async () => {
    const image = await imageIn("heron.jpg", await picture("jpeg", { orientation: 6 }));
    expect(image).toMatchObject({ width: 40, height: 60 });
  });
});

describe("what is refused", () => {
  test.each([
    ["no bytes", "a.png", async () => Buffer.alloc(0), "empty"],
    ["text", "a.png", async () => Buffer.from("not an image"), "invalid_image"],
    ["SVG", "a.svg", async () => Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "invalid_image"],
    ["TIFF", "a.tiff", () => picture("tiff"), "invalid_image"],
    [
      "a signature and nothing behind it",
      "a.png",
      async () => (await picture()).subarray(0, 20),
      "invalid_image",
    ],
    ["an extension of no image", "a.bmp", () => picture(), "invalid_image_extension"],
    ["no extension", "png", () => picture(), "invalid_image_extension"],
    ["the name of another format", "a.jpg", () => picture(), "invalid_image_known_format"],
    [
      "too many bytes",
      "a.txt",
      async () => Buffer.concat([await picture(), Buffer.alloc(maxImageBytes)]),
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
    const bytes = await picture("png", { width: 12_801, height: 10_000 });
    expect(await verdict("a.png", bytes)).toBe("file_too_many_pixels");
    expect(await verdict("a.jpg", bytes)).toBe("invalid_image_known_format");
    expect(await verdict("a.png", bytes.subarray(0, 1000))).toBe("file_too_many_pixels");
  });

  test("more than 128,000,000 pixels in all frames together", async () => {
    expect(await verdict("a.gif", gifOf(4, 2000))).toBe("taken");
    expect(await verdict("a.gif", gifOf(33, 2000))).toBe("file_too_many_pixels");
  });

  test("of a poster's name only an extension that no image has", async () => {
    const bytes = await picture();
    const poster = (name: string) => readImage({ name, bytes }, posterNameProblem);
    expect(await poster("a.jpg")).toMatchObject({ image: { format: "png" } });
    expect(await poster("a.txt")).toMatchObject({ problem: { code: "invalid_extension" } });
  });
});

describe("where an image was taken", () => {
  test.each(["avif", "jpeg", "png", "webp"] as const)(
    "is removed from %s, and nothing else is",
    async (format) => {
      const located = await picture(format, { located: true, orientation: 6 });
      const { bytes, width, height } = await imageIn(`heron.${format}`, located);
      const { exif, xmp } = await sharp(bytes).metadata();
      const kept = exif!.toString("latin1");
      expect(kept).toContain("Ada of the marsh");
      // The tag that leads to positions, as Exif writes it, and the latitude as two 32-bit numbers.
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
      const { bytes } = await imageIn(`a.${format}`, await picture(format, { located: true }));
      expect((await imageIn(`a.${format}`, bytes)).bytes).toBe(bytes);
    }
  });
});

// Proves contract rules: share-pictures.

import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { makeRendition, makeRenditions, makeSharePicture } from "#lib/imaging/make-rendition.ts";
import { samplePicture } from "#test/support/sample-picture.ts";

vi.unmock("#lib/imaging/make-rendition.ts");

test.each([
  ["a wide image", { width: 2000, height: 500 }, { width: 512, height: 128 }],
  ["a high image", { width: 300, height: 1200 }, { width: 128, height: 512 }],
  ["a small image, which stays as small", { width: 60, height: 40 }, { width: 60, height: 40 }],
  ["a turned image, upright", { width: 1000, height: 500, orientation: 6 }, { width: 256, height: 512 }],
  ["a line", { width: 4000, height: 1 }, { width: 512, height: 1 }],
])("%s is fitted into the bounds", async (_, made, expected) => {
  const image = { bytes: await samplePicture("jpeg", made) };
  const { bytes, ...size } = await makeRendition(image, { width: 512, height: 512 });
  expect(size).toEqual(expected);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", ...expected });
});

test("a rendition carries no metadata", async () => {
  const image = { bytes: await samplePicture("jpeg", { located: true, orientation: 6 }) };
  const { bytes } = await makeRendition(image, { width: 512, height: 512 });
  const { exif, xmp, orientation } = await sharp(bytes).metadata();
  expect([exif, xmp, orientation]).toEqual([undefined, undefined, undefined]);
});

test("renditions in several widths are upright, without metadata, and of the formats that are wanted", async () => {
  const image = {
    bytes: await samplePicture("jpeg", { width: 1000, height: 2000, orientation: 6, located: true }),
  };
  const wanted = [
    { width: 400, format: "avif" },
    { width: 400, format: "webp" },
    { width: 1600, format: "avif" },
  ] as const;
  const made = await makeRenditions(image, wanted);
  expect(made.map(({ width, height }) => [width, height])).toEqual([
    [400, 200],
    [400, 200],
    [1600, 800],
  ]);
  for (const [index, { bytes }] of made.entries()) {
    const { format, compression, exif, xmp, orientation } = await sharp(bytes).metadata();
    const isAvif = wanted[index]!.format === "avif";
    expect([format, compression]).toEqual(isAvif ? ["heif", "av1"] : ["webp", undefined]);
    expect([exif, xmp, orientation]).toEqual([undefined, undefined, undefined]);
  }
});

test("renditions in several widths stay transparent", async () => {
  const background = { r: 200, g: 0, b: 0, alpha: 0.5 };
  const create = { width: 800, height: 600, channels: 4, background } as const;
  const image = { bytes: await sharp({ create }).png().toBuffer() };
  const made = await makeRenditions(image, [
    { width: 400, format: "webp" },
    { width: 400, format: "avif" },
  ]);
  for (const { bytes } of made) {
    const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    expect(data[3]).toBeGreaterThan(118);
    expect(data[3]).toBeLessThan(138);
  }
});

/** The colour at the middle of a picture's left edge, its top edge, and its centre. */
const coloursOf = async (bytes: Buffer, { width, height }: { width: number; height: number }) => {
  const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  return [
    [0, Math.floor(height / 2)],
    [Math.floor(width / 2), 0],
    [Math.floor(width / 2), Math.floor(height / 2)],
  ].map(([x = 0, y = 0]) => (data[(y * width + x) * 3 + 1]! > 200 ? "white" : "picture"));
};

test.each([
  ["a photograph, to its edges", { width: 300, height: 200 }, ["picture", "picture", "picture"]],
  ["a square, whole", { width: 1400, height: 1400 }, ["white", "picture", "picture"]],
  ["an upright image, whole", { width: 200, height: 300 }, ["white", "picture", "picture"]],
  ["a turned image, upright", { width: 300, height: 200, orientation: 6 }, ["white", "picture", "picture"]],
  ["a banner, whole", { width: 2000, height: 400 }, ["picture", "white", "picture"]],
  ["a line, too thin to be seen", { width: 4000, height: 1 }, ["white", "white", "white"]],
])("the picture for links shows %s, as a JPEG of 1,200 × 630 pixels", async (_, made, expected) => {
  const given = await samplePicture("jpeg", { ...made, colour: "#203040" });
  const { autoOrient } = await sharp(given).metadata();
  const { bytes, ...size } = await makeSharePicture({ bytes: given, ...autoOrient });
  expect(size).toEqual({ width: 1200, height: 630 });
  expect(await sharp(bytes).metadata()).toMatchObject({ format: "jpeg", ...size });
  expect(await coloursOf(bytes, size)).toEqual(expected);
});

test("the picture for links shows what is transparent as white", async () => {
  const clear = {
    width: 1200,
    height: 630,
    channels: 4,
    background: { r: 0, g: 0, b: 0, alpha: 0 },
  } as const;
  const given = await sharp({ create: clear }).png().toBuffer();
  const { bytes, ...size } = await makeSharePicture({ bytes: given, ...clear });
  expect(await coloursOf(bytes, size)).toEqual(["white", "white", "white"]);
});

/** A picture in two halves, the later one lighter. */
const inHalves = (width: number, height: number, isUpright: boolean) => {
  const half = isUpright ? { width, height: Math.ceil(height / 2) } : { width: Math.ceil(width / 2), height };
  const lighter = { create: { ...half, channels: 3, background: "#fff" } } as const;
  const place = isUpright ? { left: 0, top: height - half.height } : { left: width - half.width, top: 0 };
  return sharp({ create: { width, height, channels: 3, background: "#203040" } })
    .composite([{ input: lighter, ...place }])
    .jpeg();
};

const edges = [
  ["left", { width: 900, height: 400, isUpright: false, x: 0.1, y: 0.5 }, ["picture", "picture", "picture"]],
  ["right", { width: 900, height: 400, isUpright: false, x: 0.95, y: 0.5 }, ["picture", "white", "white"]],
  ["top", { width: 400, height: 300, isUpright: true, x: 0.5, y: 0 }, ["picture", "picture", "picture"]],
  ["bottom", { width: 400, height: 300, isUpright: true, x: 0.5, y: 1 }, ["white", "picture", "white"]],
] as const;

test.each(edges)("the picture for links is cut around a focal point on the %s", async (_, made, expected) => {
  const { width, height, isUpright, x, y } = made;
  const bytes = await inHalves(width, height, isUpright).toBuffer();
  const shared = await makeSharePicture({ bytes, width, height }, { focalPoint: { x, y } });
  expect(await coloursOf(shared.bytes, shared)).toEqual(expected);
});

test("the focal point of a turned image is where it is when the image is upright", async () => {
  // Turned by a quarter, its left half is the upper one.
  const bytes = await inHalves(300, 400, false).withMetadata({ orientation: 6 }).toBuffer();
  const given = { bytes, width: 400, height: 300 };
  const upper = await makeSharePicture(given, { focalPoint: { x: 0.5, y: 0 } });
  const lower = await makeSharePicture(given, { focalPoint: { x: 0.5, y: 1 } });
  expect(await coloursOf(upper.bytes, upper)).toEqual(["picture", "picture", "picture"]);
  expect(await coloursOf(lower.bytes, lower)).toEqual(["white", "picture", "white"]);
});

import sharp from "sharp";
import { expect, test } from "vitest";
import { makeRendition } from "#lib/imaging/make-rendition.ts";
import { samplePicture } from "#test/support/sample-picture.ts";

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

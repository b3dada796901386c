// Proves contract rules: share-pictures.

import { describe, expect, test } from "vitest";
import { sharePicture } from "#lib/surfaces/html/post-head.ts";
import { imageWith } from "#test/support/media-objects.ts";

const base = "https://notes.example";
const file = (name: string, contentType: string) => ({
  ...imageWith({ id: 1 }).file,
  key: name,
  contentType,
});

const share = { ...file("heron-share.jpg", "image/jpeg"), width: 1200, height: 630 };
const made = imageWith({ id: 17, title: "A heron", file: file("heron.webp", "image/webp"), share });
const earlier = (type: string) => imageWith({ id: 18, file: file("earlier", type) });

describe("the picture that links to a page are shown with", () => {
  test("is the first one's rendition, with the page's words for it, else the image's own", () => {
    const picture = { url: `${base}/media/heron-share.jpg`, type: "image/jpeg", width: 1200, height: 630 };
    expect(sharePicture([{ image: made, altText: "Dawn" }, earlier("image/png")], base)).toEqual({
      ...picture,
      altText: "Dawn",
    });
    expect(sharePicture([null, undefined, made], base)).toEqual({ ...picture, altText: "A heron" });
    expect(sharePicture([{ image: { ...made, description: "In mist" }, altText: "" }], base)).toMatchObject({
      altText: "In mist",
    });
  });

  test.each(["image/jpeg", "image/png", "image/gif"])(
    "is the uploaded file of an image of an earlier version, if it is %s",
    (type) => {
      expect(sharePicture([earlier(type), made], base)).toMatchObject({
        url: `${base}/media/earlier`,
        type,
        width: 1200,
        height: 800,
      });
    },
  );

  test.each(["image/webp", "image/avif"])("is the next image, if that file is %s", (type) => {
    expect(sharePicture([earlier(type), made], base)?.url).toBe(`${base}/media/heron-share.jpg`);
  });

  test("is none where there is no such image", () => {
    expect(sharePicture([null, earlier("image/avif")], base)).toBeNull();
  });
});

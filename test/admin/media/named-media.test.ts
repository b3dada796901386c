import { expect, test } from "vitest";
import { mediaIdsIn, mediaKindOf, withTitles } from "../../../browser/admin/media/named-media.ts";

test.each([
  ["cover_image", "image"],
  ["gallery", "image"],
  ["video", "video"],
  ["podcast_audio", "audio"],
  ["paragraph", undefined],
  ["title", undefined],
] as const)("%s refers to media of its kind, or to none", (name, kind) => {
  expect(mediaKindOf(name)).toBe(kind);
});

const gallery = { type: "gallery", value: [{ id: 7, caption: "Reeds" }, { id: 8 }, { id: 7 }] };

test("media are named by their titles, with what is said of them where they stand", () => {
  expect(mediaIdsIn(gallery)).toEqual([7, 8]);
  expect(withTitles(gallery, (id) => (id === 7 ? "A heron" : undefined))).toEqual({
    type: "gallery",
    value: [{ title: "A heron", caption: "Reeds" }, { title: "#8" }, { title: "A heron" }],
  });
});

test("an id alone, and nothing", () => {
  expect(withTitles(7, () => "A bittern")).toEqual({ title: "A bittern" });
  expect(withTitles(null, () => "A bittern")).toBeNull();
  expect(mediaIdsIn(null)).toEqual([]);
});

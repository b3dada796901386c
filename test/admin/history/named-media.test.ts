import { expect, test } from "vitest";
import type { Change } from "../../../browser/admin/history/named-changes.ts";
import { mediaIdsIn, mediaKindOf, withTitles } from "../../../browser/admin/history/named-media.ts";

const changed = (path: string, to: unknown): Change => ({ path, kind: "changed", from: null, to });

test.each([
  ["a cover", changed("cover_image", { id: 7, alt_text: "" }), "images"],
  ["a gallery", changed("detail.1", { type: "gallery", value: [] }), "images"],
  ["a video", changed("overview.0", { type: "video", value: { id: 1 } }), "videos"],
  [
    "an audio that has moved",
    { ...changed("detail.1", "detail.1"), kind: "moved", block: { type: "audio" } },
    "audios",
  ],
  ["a text", changed("detail.1", { type: "paragraph", value: "<p>7</p>" }), undefined],
  ["a title", changed("title", "7"), undefined],
] as const)("%s refers to media of its kind, or to none", (_, change, kind) => {
  expect(mediaKindOf(change)).toBe(kind);
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

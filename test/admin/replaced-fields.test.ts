import { describe, expect, test } from "vitest";
import type { JsonObject } from "#lib/json.ts";
import type { FieldDescription } from "../../browser/admin/forms/field-description.ts";
import { replacedFields } from "../../browser/admin/media/replaced-fields.ts";

const label = "";
const id = (reference: string) => ({ name: "id", type: "reference", label, reference });

const fields: readonly FieldDescription[] = [
  { name: "title", type: "text", label },
  { name: "number", type: "integer", label },
  { name: "cover_image", type: "object", label, fields: [id("image"), { name: "alt", type: "text", label }] },
  { name: "podcast_audio", type: "reference", label, reference: "audio", fields: [id("audio")] },
  { name: "overview", type: "blocks", label },
  { name: "detail", type: "blocks", label },
];

const blocks = new Map<string, readonly FieldDescription[]>([
  ["paragraph", [{ name: "value", type: "rich_text", label }]],
  ["image", [id("image")]],
  ["video", [id("video")]],
  [
    "gallery",
    [
      {
        name: "value",
        type: "list",
        label,
        items: { type: "object", fields: [id("image"), { name: "caption", type: "text", label }] },
      },
    ],
  ],
  ["logo", [{ name: "value", type: "reference", label, reference: "image" }]],
  [
    "columns",
    [
      { name: "heading", type: "text", label },
      {
        name: "parts",
        type: "blocks",
        label,
        fields: [
          { name: "picture", type: "reference", label, reference: "image" },
          { name: "number", type: "integer", label },
        ],
      },
    ],
  ],
]);

const change = (page: JsonObject, kind: "image" | "audio" | "video" = "image") =>
  replacedFields(page, fields, blocks, { kind, from: 7, to: 9 });

describe("a media object is replaced", () => {
  test.each<[string, JsonObject, JsonObject]>([
    [
      "as a cover, whose alternative text stays",
      { cover_image: { id: 7, alt: "Reed" } },
      { cover_image: { id: 9, alt: "Reed" } },
    ],
    [
      "in a block, beside blocks that stay",
      {
        overview: [
          { type: "paragraph", value: "<p>7</p>" },
          { type: "image", value: { id: 7 } },
        ],
      },
      {
        overview: [
          { type: "paragraph", value: "<p>7</p>" },
          { type: "image", value: { id: 9 } },
        ],
      },
    ],
    [
      "wherever a gallery has it",
      {
        detail: [
          {
            type: "gallery",
            value: [
              { id: 7, caption: "One" },
              { id: 8, caption: "" },
              { id: 7, caption: "Two" },
            ],
          },
        ],
      },
      {
        detail: [
          {
            type: "gallery",
            value: [
              { id: 9, caption: "One" },
              { id: 8, caption: "" },
              { id: 9, caption: "Two" },
            ],
          },
        ],
      },
    ],
    [
      "in a block that is an id",
      { detail: [{ type: "logo", value: 7 }] },
      { detail: [{ type: "logo", value: 9 }] },
    ],
    [
      "within blocks of a block, and no number that only looks like it",
      {
        detail: [
          {
            type: "columns",
            value: {
              heading: "7",
              parts: [
                { type: "picture", value: 7 },
                { type: "number", value: 7 },
              ],
            },
          },
        ],
      },
      {
        detail: [
          {
            type: "columns",
            value: {
              heading: "7",
              parts: [
                { type: "picture", value: 9 },
                { type: "number", value: 7 },
              ],
            },
          },
        ],
      },
    ],
  ])("%s", (_, page, expected) => {
    expect(change(page)).toEqual(expected);
  });

  test("as the recording of an episode, and not where an image has its number", () => {
    const page = { podcast_audio: { id: 7 }, cover_image: { id: 7, alt: "" } };
    expect(change(page, "audio")).toEqual({ podcast_audio: { id: 9 } });
  });

  test("in nothing that does not name it, so that no draft is made", () => {
    const page = {
      ...{ title: "7", number: 7, id: 7, cover_image: null, podcast_audio: { id: 7 } },
      detail: [
        { type: "image", value: { id: 8 } },
        { type: "video", value: { id: 7 } },
        { type: "unknown", value: { id: 7 } },
        { type: "image" },
      ],
    };
    expect(change(page)).toEqual({});
  });
});

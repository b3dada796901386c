import { type CustomBlocks, richTextFeatureNames } from "#bench/lectern/bodies.ts";

export const features = richTextFeatureNames.filter((name) => name !== "image" && name !== "embed");

const char = { type: "char", required: false, minLength: 0, maxLength: Number.POSITIVE_INFINITY } as const;

const parts = new Map([
  ["text", { type: "richtext", required: false, features }],
  ["list", { type: "list", required: false, item: char }],
] as const);

/** Every container with every kind of text. */
export const benchBlocks: CustomBlocks = {
  overview: new Map(),
  detail: new Map([["notes", { type: "stream", required: false, blocks: parts }]]),
};

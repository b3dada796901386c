// Proves contract rules: placeholders, custom-blocks, sanitized-once.

import { describe, expect, test } from "vitest";
import { readCustom } from "#lib/blocks/read-section.ts";
import { writeCustom } from "#lib/blocks/write-custom.ts";
import { countedIds } from "#lib/manifest/counted-ids.ts";
import { defaultFeatures } from "#lib/richtext/features.ts";
import { partAllowance } from "#lib/richtext/problem.ts";
import { declaredBlock } from "./declared-block.ts";

const facts = declaredBlock({
  type: "list",
  item: {
    type: "struct",
    fields: {
      label: { type: "char" },
      text: { type: "richtext", features: ["bold"] },
      more: { type: "richtext", required: false },
      raw: { type: "rawhtml", required: false },
    },
  },
});

const mixed = declaredBlock({
  type: "stream",
  blocks: {
    words: { type: "richtext" },
    line: { type: "char" },
    raw: { type: "rawhtml" },
    lines: { type: "list", item: { type: "char" } },
  },
});

const write = (block: typeof facts, value: unknown) => {
  const written = writeCustom(block, value, {
    features: defaultFeatures,
    newId: countedIds(),
    path: "detail.0",
    parts: partAllowance(),
  });
  return "value" in written ? written.value : written.problems.map(({ path, code }) => `${path}/${code}`);
};

const firstId = "00000000-0000-4000-8000-000000000001";
const ownId = "12345678-1234-4234-8234-123456789abc";

describe("a list", () => {
  test("takes plain values, stores wrapped items with ids, and shows plain values again", () => {
    const value = [{ label: " a ", text: "<p><b>x</b><u>y</u></p>", unknown: 1 }];
    const cleaned = { label: "a", text: "<p><b>x</b>y</p>", more: "" };
    const stored = write(facts, value);
    expect(stored).toEqual([{ type: "item", id: firstId, value: { ...cleaned, raw: "" } }]);
    expect(readCustom(facts, stored)).toEqual([cleaned]);
  });

  test("may be empty", () => {
    expect(write(facts, [])).toEqual([]);
    expect(readCustom(facts, [])).toEqual([]);
  });
});

describe("a stream", () => {
  test("keeps the ids of its children, gives new ones where there are none, and shows them", () => {
    const stored = write(mixed, [
      { type: "line", value: "a", id: ownId },
      { type: "lines", value: ["b"], id: "no uuid" },
    ]);
    expect(stored).toEqual([
      { type: "line", id: ownId, value: "a" },
      {
        type: "lines",
        id: "00000000-0000-4000-8000-000000000002",
        value: [{ type: "item", id: firstId, value: "b" }],
      },
    ]);
    expect(readCustom(mixed, stored)).toEqual([
      { type: "line", id: ownId, value: "a" },
      { type: "lines", id: "00000000-0000-4000-8000-000000000002", value: ["b"] },
    ]);
  });
});

const good = { label: "a", text: "<p>x</p>" };

test.each([
  { name: "a list that is an object", block: facts, value: { 0: good }, problems: ["value/invalid"] },
  { name: "a list that is a text", block: facts, value: "", problems: ["value/invalid"] },
  { name: "a list that is null", block: facts, value: null, problems: ["value/invalid"] },
  { name: "a list that is left out", block: facts, value: undefined, problems: ["value/required"] },
  { name: "a struct that is a list", block: facts, value: [[]], problems: ["value.0/invalid"] },
  { name: "a struct that is null", block: facts, value: [good, null], problems: ["value.1/invalid"] },
  {
    name: "missing members",
    block: facts,
    value: [good, {}],
    problems: ["value.1.label/required", "value.1.text/required"],
  },
  {
    name: "an item in its stored wrapper",
    block: facts,
    value: [{ type: "item", id: ownId, value: good }],
    problems: ["value.0.label/required", "value.0.text/required"],
  },
  {
    name: "several leaves of rich text and raw HTML, beside which nothing else is said",
    block: facts,
    value: [
      { label: "", text: "<embed>", raw: "<b>" },
      { label: [], text: 5, more: '<a linktype="page">x</a>' },
    ],
    problems: [
      "value.0.text/inline_embed",
      "value.0.raw/invalid",
      "value.1.text/invalid",
      "value.1.more/invalid",
    ],
  },
  { name: "a stream without children", block: mixed, value: [], problems: ["value/invalid"] },
  { name: "a stream that is an object", block: mixed, value: {}, problems: ["value/invalid"] },
  {
    name: "an unknown child",
    block: mixed,
    value: [{ type: "toString", value: "a" }],
    problems: ["value/invalid"],
  },
  { name: "a child that is no object", block: mixed, value: ["line"], problems: ["value/invalid"] },
  {
    name: "children with wrong values",
    block: mixed,
    value: [
      { type: "line", value: [] },
      { type: "lines", value: ["a", 1] },
    ],
    problems: ["value.0.value/invalid", "value.1.value.1/invalid"],
  },
  {
    name: "raw HTML and an embed in a stream",
    block: mixed,
    value: [
      { type: "raw", value: "" },
      { type: "words", value: "<embed>" },
      { type: "line", value: 1 },
    ],
    problems: ["value.0.value/invalid", "value.1.value/inline_embed"],
  },
])("$name is refused at its path", ({ block, value, problems }) => {
  expect(write(block, value)).toEqual(problems);
});

const wrapped = (value: unknown) => [{ type: "item", id: ownId, value }];

test.each([
  { name: "a list of bare values", block: facts, stored: [good] },
  { name: "a list that is none", block: facts, stored: null },
  { name: "an item without a required member", block: facts, stored: wrapped({ label: "a" }) },
  { name: "a member of another type", block: facts, stored: wrapped({ label: 1, text: "<p>x</p>" }) },
  { name: "a member of raw HTML", block: facts, stored: wrapped({ ...good, raw: "<b>" }) },
  { name: "an empty required stream", block: mixed, stored: [] },
  { name: "an unknown child", block: mixed, stored: [{ type: "gone", id: ownId, value: "" }] },
  { name: "a child of raw HTML", block: mixed, stored: [{ type: "raw", id: ownId, value: "x" }] },
])("a stored value with $name cannot be read", ({ block, stored }) => {
  expect(readCustom(block, stored)).toBeUndefined();
});

test("rich text reads as it is stored", () => {
  const [item] = readCustom(facts, wrapped({ ...good, text: '<h2 onclick="x()">y</h2>' })) as [
    { text: string },
  ];
  expect(item.text).toBe('<h2 onclick="x()">y</h2>');
});

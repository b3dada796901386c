// Proves contract rules: query-values.

import { expect, test } from "vitest";
import { textPart } from "#lib/queries/parameter-values.ts";

test.each([
  ["", ""],
  ["Otter", "Otter"],
  ["ot\0ter", "otter"],
  // Titles have no null characters: these are found nowhere.
  ["\0", "\0"],
  ["\u0001\0", "\u0001\0"],
])("a list that is asked for %j looks for %j", (text, part) => {
  expect(
    textPart(
      new URLSearchParams([
        ["q", "first"],
        ["q", text],
      ]),
    ),
  ).toBe(part);
});

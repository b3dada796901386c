import { hash } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { deflated } from "#lib/store/deflated.ts";

test.each([0, 1, 2 ** 14 - 1, 2 ** 14, 2 ** 14 + 1, 2 ** 17])(
  "a text of %i letters is what it was",
  (size) => {
    const text = Array.from({ length: size }, (_, index) => "leaf tree "[(index * index) % 10]).join("");
    expect(inflateRawSync(deflated(text)).toString()).toBe(text);
  },
);

test("bytes count, not letters: a text of 9,000 in two bytes each is what it was", () => {
  const text = "żółw".repeat(2_250);
  expect(inflateRawSync(deflated(text)).toString()).toBe(text);
});

test("a repetition from 20 KB before is found in a long text", () => {
  const digests = Array.from({ length: 320 }, (_, index) => hash("sha256", String(index)));
  const unlike = digests.join("");
  expect(deflated(unlike + unlike).length).toBeLessThan(1.1 * deflated(unlike).length);
});

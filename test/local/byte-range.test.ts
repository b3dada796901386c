import fc from "fast-check";
import { expect, test } from "vitest";
import { byteRange } from "#local/file-server/byte-range.ts";

test.each([
  ["bytes=0-99", { first: 0, last: 99 }],
  ["bytes=0-0", { first: 0, last: 0 }],
  ["bytes=900-", { first: 900, last: 999 }],
  ["bytes=999-2000", { first: 999, last: 999 }],
  ["bytes=-1", { first: 999, last: 999 }],
  ["bytes=-5000", { first: 0, last: 999 }],
  ["BYTES= 7-8 ", { first: 7, last: 8 }],
  ["bytes=0-99999999999999999999", { first: 0, last: 999 }],
])("of a thousand bytes, %s is a part", (header, part) => {
  expect(byteRange(header, 1000)).toEqual(part);
});

test.each(["bytes=1000-", "bytes=5000-6000", "bytes=-0", "bytes=99999999999999999999-"])(
  "of a thousand bytes, %s is outside",
  (header) => {
    expect(byteRange(header, 1000)).toBe("outside");
  },
);

test.each([
  undefined,
  "",
  "bytes",
  "bytes=",
  "bytes=-",
  "bytes=9-8",
  "bytes=0-1,5-6",
  "bytes=0-1, bytes=5-6",
  "items=0-1",
  "bytes=a-b",
  "bytes=0x1-2",
  "bytes=1.5-2",
  "bytes=--1",
  "bytes 0-1",
])("%s is no range that has to be understood", (header) => {
  expect(byteRange(header, 1000)).toBe("whole");
});

test("an empty file has no bytes to begin at, and all of its last ones", () => {
  expect(byteRange("bytes=0-", 0)).toBe("outside");
  expect(byteRange("bytes=-5", 0)).toBe("whole");
});

const sizes = fc.nat(50);

test("a range has just the bytes that its header counts", () => {
  const numbers = fc.record({ size: sizes, first: fc.nat(60), length: fc.nat(60) });
  fc.assert(
    fc.property(numbers, ({ size, first, length }) => {
      const all = Array.from({ length: size }, (_, index) => index);
      const bytesOf = (header: string) => {
        const range = byteRange(header, size);
        if (range === "whole") return all;
        return range === "outside" ? [] : all.slice(range.first, range.last + 1);
      };
      expect(bytesOf(`bytes=${first}-${first + length}`)).toEqual(all.slice(first, first + length + 1));
      expect(bytesOf(`bytes=${first}-`)).toEqual(all.slice(first));
      expect(bytesOf(`bytes=-${length}`)).toEqual(length === 0 ? [] : all.slice(-length));
    }),
  );
});

test("no header leads out of the file", () => {
  const headers = fc.oneof(fc.string(), fc.stringMatching(/^bytes=[-0-9, ]{0,12}$/));
  fc.assert(
    fc.property(headers, sizes, (header, size) => {
      const range = byteRange(header, size);
      if (typeof range === "string") return;
      expect(0 <= range.first && range.first <= range.last && range.last < size).toBe(true);
    }),
  );
});

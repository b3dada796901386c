import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fileKey, isFileKey } from "#lib/files/file-key.ts";
import { FileStoreError } from "#lib/files/file-store-error.ts";

describe("a file key", () => {
  test.each([
    ["nothing", ""],
    ["a way up", "../secret"],
    ["a way up in the middle", "a/../../secret"],
    ["a way up at the end", "a/.."],
    ["the folder itself", "a/./b"],
    ["an absolute path", "/etc/passwd"],
    ["an empty segment", "a//b"],
    ["a slash at the end", "a/"],
    ["a NUL", "a\0.jpg"],
    ["a line break", "a\nb"],
    ["half a character", "a\ud83d"],
    ["more than 1024 bytes", "ü".repeat(513)],
  ])("is not %s", (_, text) => {
    expect(() => fileKey(text)).toThrow(FileStoreError);
    expect(() => fileKey(text)).toThrow(expect.objectContaining({ code: "invalid_key" }));
  });

  test.each([
    ["one segment", "a"],
    ["hidden names and many dots", ".a/..b/c../..."],
    ["1024 bytes", "ü".repeat(512)],
  ])("is %s", (_, text) => {
    expect(fileKey(text)).toBe(text);
  });

  test("means the same inside an address, where dots would lead elsewhere", () => {
    const segment = fc.oneof(fc.constantFrom("", ".", "..", "a"), fc.string({ unit: "grapheme" }));
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), (segments) => {
        const key = segments.join("/");
        fc.pre(isFileKey(key));
        const { pathname } = new URL(`http://host/${key.split("/").map(encodeURIComponent).join("/")}`);
        expect(decodeURIComponent(pathname)).toBe(`/${key}`);
      }),
    );
  });
});

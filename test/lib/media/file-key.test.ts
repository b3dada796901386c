import fc from "fast-check";
import { expect, test } from "vitest";
import { isFileKey } from "#lib/files/file-key.ts";
import { mediaFileKey, mediaFileNameIn, plainFileName, shownFileName } from "#lib/media/file-key.ts";
import { anyText } from "#test/support/any-text.ts";

test.each([
  ["heron.jpg", "heron.jpg"],
  ["Größe & Höhe.JPG", "Gro-e-Hohe.JPG"],
  ["../../etc/passwd", "passwd"],
  ["C:\\temp\\clip.mp4", "clip.mp4"],
  [".htaccess", "file.htaccess"],
  ["日本語.mp3", "file.mp3"],
  ["", "file"],
  ["a.b.c", "a-b.c"],
  [`${"x".repeat(1000)}.png`, `${"x".repeat(80)}.png`],
])("a file called %j is stored as %j", (given, stored) => {
  expect(plainFileName(given)).toBe(stored);
});

test("any name makes a key that the file stores take, and that says what it was made from", () => {
  fc.assert(
    fc.property(anyText(), fc.integer({ min: 1 }), (given, id) => {
      const file = { kind: "audio", id, digest: "0a1b2c3d4e5f", name: plainFileName(given) } as const;
      for (const each of [file, { ...file, change: "00c0ffee" }]) {
        const key = mediaFileKey(each);
        expect(isFileKey(key)).toBe(true);
        expect(mediaFileNameIn(key)).toEqual(each);
        expect(shownFileName(key)).toBe(file.name);
      }
    }),
  );
});

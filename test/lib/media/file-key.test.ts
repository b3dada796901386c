import fc from "fast-check";
import { expect, test } from "vitest";
import { isFileKey } from "#lib/files/file-key.ts";
import {
  isKeyOfContent,
  mediaFileKey,
  mediaFileNameIn,
  plainFileName,
  shownFileName,
} from "#lib/media/file-key.ts";
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

test.each([
  ["audios/7/0a1b2c3d4e5f/one.mp3", true],
  ["audios/7/9f8e7d6c5b4a/one.mp3", true],
  ["audios/7/9f8e7d6c5b4a/one--00c0ffee.mp3", true],
  ["audios/7/000000000000/one.mp3", false],
  ["_feeds/7.xml", false],
])("the key %s is of a content by the checksum of the whole or of its parts: %s", (key, expected) => {
  const checksums = { sha256: `0a1b2c3d4e5f${"0".repeat(52)}`, partsSha256: `9f8e7d6c5b4a${"0".repeat(52)}` };
  expect(isKeyOfContent(key, checksums)).toBe(expected);
  expect(isKeyOfContent(key, { sha256: checksums.sha256 })).toBe(expected && key.includes("0a1b"));
});

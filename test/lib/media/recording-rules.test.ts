// Proves contract rules: file-checks, audio-and-video-files.

import { describe, expect, test } from "vitest";
import { recordingContentType, recordingProblem } from "#lib/media/file-rules.ts";

const starts = {
  mp3: "ID3\x04",
  m4a: "\0\0\0\x20ftypM4A ",
  oga: "OggS\0",
  opus: "OggS\0",
  video: "\0\0\0\x20ftypisom",
} as const;

const verdict = (
  format: keyof typeof starts,
  name: string,
  start: string = starts[format],
  given: { readonly sizeBytes?: number; readonly contentType?: string } = {},
): string | undefined =>
  recordingProblem(format, { name, sizeBytes: 100, firstBytes: Buffer.from(start, "latin1"), ...given }, 100)
    ?.code;

test.each([
  ["mp3", "a.mp3", "audio/mpeg"],
  ["m4a", "a.m4a", "audio/mp4"],
  ["oga", "a.oga", "audio/ogg"],
  ["oga", "a.OGG", "audio/ogg"],
  ["opus", "a.opus", "audio/opus"],
  ["video", "a.avi", "video/x-msvideo"],
  ["video", "a.m4v", "video/x-m4v"],
  ["video", "a.mov", "video/quicktime"],
  ["video", "a.b.MP4", "video/mp4"],
] as const)("%s takes %s and keeps it as %s", (format, name, contentType) => {
  expect(verdict(format, name)).toBeUndefined();
  expect(recordingContentType(format, name)).toBe(contentType);
});

test.each([
  ["mp3", "a.mp4"],
  ["m4a", "a.mp4"],
  ["oga", "a.opus"],
  ["opus", "a.ogg"],
  ["video", "a.webm"],
  ["video", "mp4"],
  ["mp3", "a.constructor"],
] as const)("%s does not take %s", (format, name) => {
  expect(verdict(format, name)).toBe("invalid_extension");
});

describe("the first bytes tell the container", () => {
  test.each([
    ["mp3", "a.mp3", "\xff\xfb\x90"],
    ["mp3", "a.mp3", "\xff\xe0"],
    ["video", "a.mov", "\0\0\0\x08wide"],
    ["video", "a.mov", "\n\n\n\nmoov"],
    ["video", "a.mov", "\0\0\0\x08free"],
    ["video", "a.mov", "\0\0\0\x08mdat"],
    ["video", "a.avi", "RIFF\0\0\0\0AVI LIST"],
  ] as const)("%s %s may begin with %j", (format, name, start) => {
    expect(verdict(format, name, start)).toBeUndefined();
  });

  test.each([
    ["mp3", "a.mp3", "\xff\xdf"],
    ["mp3", "a.mp3", "OggS"],
    ["m4a", "a.m4a", "ftypM4A "],
    ["oga", "a.oga", "fLaC"],
    ["video", "a.avi", "RIFF\0\0\0\0WAVE"],
    ["video", "a.mp4", "\0"],
  ] as const)("%s %s may not begin with %j", (format, name, start) => {
    expect(verdict(format, name, start)).toBe("invalid_media_container");
  });
});

test.each([
  ["audio/mpeg", undefined],
  ["Audio/MP3; charset=x", undefined],
  ["application/octet-stream", undefined],
  ["", undefined],
  ["video/mp4", "invalid_content_type"],
  ["audio/ogg", "invalid_content_type"],
])("an mp3 declared as %j: %s", (contentType, expected) => {
  expect(verdict("mp3", "a.mp3", starts.mp3, { contentType })).toBe(expected);
});

test("of several faults the first in the order of the rule is told", () => {
  const wrong = { contentType: "text/plain" };
  expect(verdict("mp3", "a.txt", "x", { ...wrong, sizeBytes: 0 })).toBe("empty");
  expect(verdict("mp3", "a.txt", "x", { ...wrong, sizeBytes: 101 })).toBe("invalid_extension");
  expect(verdict("mp3", "a.mp3", "x", { ...wrong, sizeBytes: 101 })).toBe("file_too_large");
  expect(verdict("mp3", "a.mp3", "x", wrong)).toBe("invalid_content_type");
  expect(verdict("mp3", "a.mp3", "x")).toBe("invalid_media_container");
});

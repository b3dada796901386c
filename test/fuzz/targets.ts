import assert from "node:assert/strict";
import { multipartEntries } from "#lib/http/multipart.ts";
import { readImage } from "#lib/imaging/read-image.ts";
import { withoutLocation } from "#lib/imaging/without-location.ts";
import { chaptersIn } from "#lib/media/chapters.ts";
import { maxImagePixels } from "#lib/media/file-rules.ts";
import { type TranscriptFormat, transcriptFormats } from "#lib/media/transcripts/formats.ts";
import { parseTranscript } from "#lib/media/transcripts/parse-transcript.ts";
import { chaptersFromProbe } from "#lib/probing/probe-audio-file.ts";
import { defaultFeatures, type RichTextFeature } from "#lib/richtext/features.ts";
import { blocksFromMarkdown } from "#lib/richtext/markdown.ts";
import { sanitizeRichText } from "#lib/richtext/sanitize.ts";
import { allFeatures, forbiddenIn } from "#test/lib/richtext/allow-list.ts";

/** A parser of what strangers send. Its corpus is in `corpus/`, in a folder with its name. */
export interface FuzzTarget {
  /** What its language is made of. */
  readonly pieces: readonly string[];
  /** Throws if the parser throws, or gives what it never may. */
  readonly check: (input: Buffer) => void | Promise<void>;
}

const featureSets: readonly (readonly RichTextFeature[])[] = [defaultFeatures, allFeatures, []];

const checkSanitizer = (input: Buffer): void => {
  for (const features of featureSets) {
    const result = sanitizeRichText(input.toString("utf8"), features);
    if ("problem" in result) continue;
    assert.deepEqual(forbiddenIn(result.html, features), []);
    assert.deepEqual(sanitizeRichText(result.html, features), result);
  }
};

const checkMarkdown = (input: Buffer): void => {
  for (const features of featureSets) {
    const result = blocksFromMarkdown(input.toString("utf8"), features);
    for (const block of "blocks" in result ? result.blocks : []) {
      if (block.type !== "paragraph") continue;
      assert.deepEqual(forbiddenIn(block.value, features), []);
      assert.deepEqual(sanitizeRichText(block.value, features), { html: block.value });
    }
  }
};

const checkMultipart = (input: Buffer): void => {
  for (const [name, value] of multipartEntries(input, "multipart/form-data; boundary=heron") ?? []) {
    assert.equal(typeof name, "string");
    if (typeof value === "string") assert.ok(value.isWellFormed());
    else assert.ok(value.name !== "" && value.content.length <= input.length);
  }
};

const checkImage = async (input: Buffer): Promise<void> => {
  const stripped = withoutLocation(input);
  assert.ok(stripped.length <= input.length);
  assert.ok(withoutLocation(stripped).equals(stripped));
  const read = await readImage({ name: "heron.jpg", bytes: input }, () => undefined);
  if ("problem" in read) return assert.notEqual(read.problem.message, "");
  const { width, height, bytes } = read.image;
  assert.ok(width > 0 && height > 0 && width * height <= maxImagePixels);
  assert.ok(withoutLocation(bytes).equals(bytes));
};

const dayInSeconds = 86_400;

const checkChapters = (input: Buffer): void => {
  const result = chaptersIn(input.toString("utf8"));
  if (!("chapters" in result)) {
    assert.ok(result.problems.length > 0);
    return;
  }
  const starts = result.chapters.map(({ startSeconds }) => startSeconds);
  assert.deepEqual(
    starts,
    [...new Set(starts)].sort((one, other) => one - other),
  );
  for (const { startSeconds, title } of result.chapters) {
    assert.ok(startSeconds >= 0 && startSeconds < dayInSeconds);
    assert.doesNotMatch(title, /^\s|\s$|^$|\s{2}/);
  }
};

const jsonIn = (input: Buffer): unknown => {
  try {
    return JSON.parse(input.toString("utf8"));
  } catch {
    return undefined;
  }
};

const checkProbedChapters = (input: Buffer): void => {
  const chapters = chaptersFromProbe(jsonIn(input));
  const starts = chapters.map(({ startSeconds }) => startSeconds);
  assert.deepEqual(
    starts,
    [...new Set(starts)].sort((one, other) => one - other),
  );
  for (const { title } of chapters) assert.ok(title.isWellFormed() && [...title].length <= 255);
};

const checkTranscript = (input: Buffer, format: TranscriptFormat): void => {
  for (const mayBeDamaged of [true, false]) {
    const { segments, faults } = parseTranscript({ format, bytes: input, mayBeDamaged });
    assert.ok(faults.length > 0 || segments.length > 0);
    for (const { text } of segments) assert.ok(String(text).isWellFormed());
  }
};

const markup = [
  ...["<p>", "</p>", "<b>", "</b>", "<a href=", "javascript:", '"', "'", ">", "<!--", "-->"],
  ...["<![CDATA[", "<svg>", "<math>", "<script>", "</script>", "<style>", "<embed ", "linktype="],
  ...["data-block-key=", "/>", "&#x6a;", "&colon;", "&Tab;", "&amp;lt;", "\0", "<template>"],
  ...["onclick=", "<li>", "</ul>", "\u00a0"],
];

const marks = [
  ...["*", "_", "**", "`", "```\n", "~~~\n", "> ", "- ", "1. ", "# ", "\n", "\n\n", "    ", "\t", "["],
  ...["](", ")", "![", "<http://", "[a]: ", "|", "---", "===\n", "\\", "&#106;", "<!--", "]]>", "<?"],
  ...["{", "\u2028"],
];

const heads = [
  ...["--heron", "--heron--", "\r\n", "\r\n\r\n", 'Content-Disposition: form-data; name="a"'],
  ...["; filename=", '"', "\\", "%22", "; filename*=utf-8''", "Content-Type: image/png"],
  ...["Content-Transfer-Encoding: base64"],
];

const chunks = [
  ...["\xff\xd8", "\xff\xe1", "Exif\0\0", "II*\0", "MM\0*", "\x89PNG\r\n\x1a\n", "IHDR", "zTXt"],
  ...["iTXt", "IEND", "RIFF", "WEBP", "VP8X", "ANMF", "EXIF", "GIF89a", "ftypavif", "ispe"],
  ...["\xff\xff\xff\xff", "\0\0\0\0", ":gps"],
];

const cues = [
  ...["WEBVTT", "\n", "\n\n", "00:00:01.000 --> 00:00:02.000", "1\n", " --> ", "<v Ada>", "</v>"],
  ...["NOTE ", "STYLE", "&lt;", "9999:59:59.999", "-1", "{\\an8}", "\ufeff", "REGION", "\r"],
  ...['{"segments":[', '"startTime":', "]}", "1e400"],
];

export const fuzzTargets: Readonly<Record<string, FuzzTarget>> = {
  sanitizer: { pieces: markup, check: checkSanitizer },
  markdown: { pieces: [...marks, ...markup], check: checkMarkdown },
  multipart: { pieces: heads, check: checkMultipart },
  image: { pieces: chunks, check: checkImage },
  chapters: {
    pieces: ["0:00 a\n", ":", ".", " ", "59", "\n", "\r", "\u2028", "\0", "-"],
    check: checkChapters,
  },
  "probed-chapters": {
    pieces: [
      '{"start_time":"',
      '"tags":{"title":"',
      '"}',
      "}",
      ",",
      "[",
      "]",
      "\\ud800",
      "1.0",
      "1e9",
      "null",
    ],
    check: checkProbedChapters,
  },
  ...Object.fromEntries(
    transcriptFormats.map((format) => [
      `transcript-${format}`,
      { pieces: cues, check: (input: Buffer) => checkTranscript(input, format) },
    ]),
  ),
};

import { execFileSync } from "node:child_process";
import { mkdir, readFile, truncate } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { isStoredAs } from "#lib/manifest/media/manifest-files.ts";
import { audioFormats } from "#lib/media/audio-formats.ts";
import { maxImageBytes } from "#lib/media/file-rules.ts";
import { useEmptyTable } from "#test/support/empty-table.ts";
import { storedFileKeys, useFiles } from "#test/support/files.ts";
import { itemsIn } from "#test/support/items-in.ts";
import { recordingPath } from "#test/support/recording-path.ts";
import { locatedGif, samplePicture } from "#test/support/sample-picture.ts";
import { useMediaFolder } from "./media-folder.ts";
import { problemsOf } from "./site.ts";

const folder = useMediaFolder();
useFiles();

beforeAll(async () => {
  await useEmptyTable();
  await folder.write("empty.png", "");
  await folder.write("notes.txt", await samplePicture());
  await folder.write("text.png", "text");
  await folder.write("wrong.jpg", await samplePicture());
  await folder.write("located.gif", await locatedGif());
  await folder.write("large.png", Buffer.concat([await samplePicture(), Buffer.alloc(maxImageBytes)]));
  await folder.write("text.mp3", "text");
  await folder.write("empty.mp3", "");
  await folder.write("cut.m4a", await readFile(recordingPath("truncated.m4a")));
  for (const junk of ["junk.mp3", "junk.m4a"]) await folder.write(junk, await readFile(recordingPath(junk)));
  await folder.write("list.json", "[]");
  await folder.write("broken.json", '{"transcripts": [');
  await folder.write("object.json", '{"transcripts": {}}');
  await mkdir(join(folder.path, "folder.png"));
  for (const name of ["vast.png", "vast.mp3", "vast.mp4"]) {
    await folder.write(name, "");
    await truncate(join(folder.path, name), 5_000_000_000);
  }
  execFileSync("sh", ["-c", "mkfifo pipe.png pipe.mp3 pipe.mp4"], { cwd: folder.path });
});

const image = (fields: object) => ({
  images: [{ key: "a", title: "A", file: "media/heron.jpg", ...fields }],
});
const audio = (fields: object) => ({ audios: [{ key: "a", mp3: "media/one.mp3", ...fields }] });
const video = (fields: object) => ({
  videos: [{ key: "a", title: "A", original: "media/clip.mp4", ...fields }],
});

test.each<[string, object, readonly string[]]>([
  ["no such image", image({ file: "no.png" }), ["images[0].file: no.png: there is no such file"]],
  ["a folder", image({ file: "folder.png" }), ["images[0].file: folder.png: this is not a file"]],
  ["an empty image", image({ file: "empty.png" }), ["images[0].file: empty.png: The file is empty."]],
  [
    "text",
    image({ file: "text.png" }),
    ["images[0].file: text.png: The file is not an image, or it is damaged."],
  ],
  [
    "an image of another extension",
    image({ file: "notes.txt" }),
    ["images[0].file: notes.txt: An image's name ends in .avif, .gif, .jpg, .jpeg, .png, .webp."],
  ],
  [
    "an image of another format",
    image({ file: "wrong.jpg" }),
    ["images[0].file: wrong.jpg: The content is png, the name says jpeg."],
  ],
  [
    "a large image",
    image({ file: "large.png" }),
    ["images[0].file: large.png: The image has more than 10485760 bytes."],
  ],
  [
    "files that are larger than what a program can read at once",
    {
      ...image({ file: "vast.png" }),
      ...audio({ mp3: "vast.mp3" }),
      ...video({ original: "vast.mp4", poster: "vast.png" }),
    },
    [
      "images[0].file: vast.png: The image has more than 10485760 bytes.",
      "audios[0].mp3: vast.mp3: The file has more than 536870912 bytes.",
      "videos[0].original: vast.mp4: The file has more than 2147483648 bytes.",
      "videos[0].poster: vast.png: The image has more than 10485760 bytes.",
    ],
  ],
  [
    "what waits for a writer, or never ends",
    {
      ...image({ file: "pipe.png" }),
      ...audio({ mp3: "pipe.mp3", transcript: "/dev/zero" }),
      ...video({ original: "pipe.mp4", poster: "/dev/zero" }),
    },
    [
      "images[0].file: pipe.png: this is not a file",
      "audios[0].mp3: pipe.mp3: this is not a file",
      "audios[0].transcript: /dev/zero: this is not a file",
      "videos[0].original: pipe.mp4: this is not a file",
      "videos[0].poster: /dev/zero: this is not a file",
    ],
  ],
  [
    "a place that cannot be removed",
    image({ file: "located.gif" }),
    ["images[0].file: located.gif: The image says where it was taken, and that cannot be removed from it."],
  ],
  [
    "an image without what it must have",
    { images: [{ key: "a" }] },
    ["images[0].file: is required: expected text", "images[0].title: is required: expected text"],
  ],
  [
    "a focal point beyond the picture",
    image({ focal_point: { x: 1.5, y: -1, z: 0 } }),
    [
      "images[0].focal_point.z: unknown key; expected one of x, y",
      "images[0].focal_point.x: expected at most 1",
      "images[0].focal_point.y: expected at least 0",
    ],
  ],
  [
    "a focal point of one number",
    image({ focal_point: { x: "left" } }),
    ["images[0].focal_point.x: expected a number", "images[0].focal_point.y: is required: expected a number"],
  ],
  [
    "images of one key",
    { images: [...image({}).images, ...image({}).images] },
    ["images[1].key: expected another key than that of images[0]"],
  ],
  [
    "a collection and an owner that do not exist",
    image({ collection: "Root/Away", owner: "nobody" }),
    ["images[0].collection: there is no collection Root/Away", "images[0].owner: there is no user nobody"],
  ],
  [
    "an audio without a file",
    { audios: [{ key: "a" }] },
    [`audios[0]: expected a file as one of ${audioFormats.join(", ")}`],
  ],
  ["an empty audio", audio({ mp3: "empty.mp3" }), ["audios[0].mp3: empty.mp3: The file is empty."]],
  [
    "audios that nobody could play",
    {
      audios: [
        { key: "a", m4a: "cut.m4a" },
        { key: "b", opus: "media/one.opus", m4a: "cut.m4a" },
      ],
    },
    [
      "audios[0].m4a: cut.m4a: the file cannot be probed (ffprobe: Invalid data found when processing input)",
      "audios[1].m4a: cut.m4a: the file cannot be probed (ffprobe: Invalid data found when processing input)",
    ],
  ],
  [
    "a junk file beside a good one, whichever comes first",
    {
      audios: [
        { key: "a", mp3: "media/one.mp3", m4a: "junk.m4a" },
        { key: "b", mp3: "junk.mp3", opus: "media/one.opus" },
      ],
    },
    [
      "audios[0].m4a: junk.m4a: the file cannot be probed (ffprobe: Invalid data found when processing input)",
      "audios[1].mp3: junk.mp3: the file cannot be probed (ffprobe: Invalid argument)",
    ],
  ],
  [
    "a file that is no text, and no other",
    audio({ mp3: 5 }),
    ["audios[0].mp3: expected text: put 5 in quotes"],
  ],
  [
    "files of entries in which something else is wrong too",
    {
      images: [{ key: "a", title: "", file: "no.png" }],
      audios: [{ mp3: "empty.mp3", oga: 5, transcript: "list.json" }, { title: "B" }],
      videos: [
        { key: "a", original: "no.mp4", poster: "text.png" },
        { key: "b", title: 5, original: " " },
      ],
    },
    [
      "images[0].title: expected text that is not blank",
      "images[0].file: no.png: there is no such file",
      "audios[0].key: is required: expected text",
      "audios[0].mp3: empty.mp3: The file is empty.",
      "audios[0].oga: expected text: put 5 in quotes",
      'audios[0].transcript: list.json: expected a JSON file such as {"transcripts": []}',
      "audios[1].key: is required: expected text",
      `audios[1]: expected a file as one of ${audioFormats.join(", ")}`,
      "videos[0].title: is required: expected text",
      "videos[0].original: no.mp4: there is no such file",
      "videos[0].poster: text.png: The file is not an image, or it is damaged.",
      "videos[1].title: expected text: put 5 in quotes",
      "videos[1].original: expected text that is not blank",
    ],
  ],
  [
    "audios of another extension and of another content",
    audio({ mp3: "text.mp3", opus: "media/one.mp3", oga: "no.oga" }),
    [
      "audios[0].mp3: text.mp3: The file's content is of another format than its name.",
      "audios[0].oga: no.oga: there is no such file",
      "audios[0].opus: media/one.mp3: The file's name must end in .opus.",
    ],
  ],
  [
    "more chapters than an audio has room for",
    audio({
      chapters: [1, 2].map((second) => ({
        start: `00:00:0${second}`,
        title: "x",
        link: `https://x.y/${"y".repeat(30_000)}`,
      })),
    }),
    ["audios[0].chapters: expected fewer chapters: there is room for 1"],
  ],
  [
    "more tags than a media object has",
    audio({ tags: Array.from({ length: 201 }, (_, index) => `tag ${index}`) }),
    ["audios[0].tags: expected a list of at most 200"],
  ],
  [
    "chapters that begin at the same time, or at no time",
    audio({
      chapters: [
        { start: "00:00:01", title: "One" },
        { start: "00:00:01.000", title: "Two" },
      ],
    }),
    ["audios[0].chapters[1].start: expected another start than that of audios[0].chapters[0]"],
  ],
  [
    "a chapter with links that lead to no web address",
    audio({
      chapters: [
        { start: "00:00:01", title: "One", link: "java\u00a0script:alert(1)", image: "one.jpg" },
        { start: "00:00:02", title: "Two", link: "", image: " https://x.y/two.jpg " },
      ],
    }),
    ["link", "image"].map(
      (name) => `audios[0].chapters[0].${name}: expected an address that begins with https:// or http://`,
    ),
  ],
  [
    "a chapter that begins at no time",
    audio({ chapters: [{ start: "1:2", title: "One" }] }),
    ["audios[0].chapters[0].start: expected a time such as 00:12:30.500, below 24 hours"],
  ],
  ...["list.json", "broken.json", "object.json"].map((transcript): [string, object, readonly string[]] => [
    `the transcript ${transcript}`,
    audio({ transcript }),
    [`audios[0].transcript: ${transcript}: expected a JSON file such as {"transcripts": []}`],
  ]),
  [
    "a video of another extension, and a poster that is none",
    video({ original: "media/one.mp3", poster: "text.png" }),
    [
      "videos[0].original: media/one.mp3: The file's name must end in .avi, .m4v, .mov, .mp4.",
      "videos[0].poster: text.png: The file is not an image, or it is damaged.",
    ],
  ],
])("%s: said with its path, and nothing is written", async (_name, media, expected) => {
  const problems = await problemsOf(applyManifest({ version: 1, ...media }, { folder: folder.path }));
  expect(problems.map(({ path, message }) => `${path}: ${message}`).sort()).toEqual([...expected].sort());
  expect(await itemsIn("SITE")).toEqual([]);
  expect(await storedFileKeys()).toEqual([]);
});

test("the largest recording is the configured one", async () => {
  process.env.SITE_AUDIO_UPLOAD_MAX_BYTES = "3";
  const problems = await problemsOf(applyManifest({ version: 1, ...audio({}) }, { folder: folder.path }));
  delete process.env.SITE_AUDIO_UPLOAD_MAX_BYTES;
  expect(problems).toMatchObject([
    { path: "audios[0].mp3", message: expect.stringContaining("more than 3 bytes") },
  ]);
});

test("files are sought beside a manifest that is a file", async () => {
  await folder.write(
    "deep/site.yaml",
    "version: 1\nimages:\n  - {key: a, title: A, file: ../media/heron.jpg}\n",
  );
  const { ids } = await applyManifest(join(folder.path, "deep/site.yaml"));
  expect(Object.keys(ids.images)).toEqual(["a"]);
});

test("a recording that was sent in parts before its checksum was kept is known by its key", () => {
  const stored = { key: "audios/7/9f8e7d6c5b4a/one.mp3", contentType: "audio/mpeg", sizeBytes: 7 };
  const checked = { name: "one.mp3", digest: "0a".repeat(32), partsSha256: `9f8e7d6c5b4a${"0".repeat(52)}` };
  expect(isStoredAs(checked, stored)).toBe(true);
  expect(isStoredAs({ ...checked, partsSha256: "0b".repeat(32) }, stored)).toBe(false);
});

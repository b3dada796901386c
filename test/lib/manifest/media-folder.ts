import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { recordingPath } from "#test/support/recording-path.ts";
import { samplePicture } from "#test/support/sample-picture.ts";

/** The first bytes of a video, which are all that is checked. */
export const filmBeginning = "\0\0\0\x20ftypisom";

/** A folder for manifests, with a file or two of each kind. */
export interface MediaFolder {
  readonly path: string;
  readonly write: (name: string, content: string | Uint8Array) => Promise<void>;
}

/** Gives the test file such a folder; use it inside of tests only. */
export const useMediaFolder = (): MediaFolder => {
  const folder = { path: "" };
  const write: MediaFolder["write"] = async (name, content) => {
    const file = join(folder.path, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, typeof content === "string" ? Buffer.from(content, "latin1") : content);
  };
  beforeAll(async () => {
    folder.path = await mkdtemp(join(tmpdir(), "lectern-media-"));
    await write("media/heron.jpg", await samplePicture("jpeg", { located: true }));
    await write("media/egret.png", await samplePicture("png", { colour: "white" }));
    await write("media/one.mp3", await readFile(recordingPath("chapters.mp3")));
    await write("media/one.opus", await readFile(recordingPath("chapters.opus")));
    await write("media/one.json", '{"transcripts": [{"start": "00:00:00", "text": "hm"}]}');
    await write("media/clip.mp4", filmBeginning);
    await write("media/clip.jpg", await samplePicture("jpeg", { width: 640, height: 360 }));
  });
  afterAll(() => rm(folder.path, { recursive: true }));
  return Object.assign(folder, { write });
};

/** Every field of every kind of media. */
export const everyMedia = {
  users: [{ username: "ada" }],
  collections: [{ path: "Root/Shows" }],
  images: [
    {
      key: "heron",
      file: "media/heron.jpg",
      title: "A heron",
      description: "It stands.",
      focal_point: { x: 0.25, y: 0.75 },
      collection: "Root/Shows",
      tags: ["birds", "Water"],
      owner: "ada",
      created_at: "2026-01-02T03:04:05.000Z",
    },
    { key: "egret", file: "media/egret.png", title: "An egret", created_at: "2026-01-03T00:00:00.000Z" },
  ],
  audios: [
    {
      key: "one",
      title: "Episode one",
      subtitle: "Where we begin",
      mp3: "media/one.mp3",
      opus: "media/one.opus",
      collection: "Root/Shows",
      tags: ["calls"],
      owner: "ada",
      created_at: "2026-01-02T03:04:05.000Z",
      chapters: [
        {
          start: "00:01:02.500",
          title: "Middle",
          link: "https://notes.example/",
          image: "https://notes.example/middle.jpg",
        },
        { start: "00:00:00", title: "Intro" },
      ],
      transcript: "media/one.json",
      transcript_diarization_mode: "disabled",
    },
    { key: "bare", mp3: "media/one.mp3", created_at: "2026-01-03T00:00:00.000Z" },
  ],
  videos: [
    {
      key: "clip",
      title: "A clip",
      original: "media/clip.mp4",
      poster: "media/clip.jpg",
      tags: ["birds"],
      owner: "ada",
      created_at: "2026-01-02T03:04:05.000Z",
    },
    {
      key: "plain",
      title: "Plain",
      original: "media/clip.mp4",
      created_at: "2026-01-03T00:00:00.000Z",
    },
  ],
};

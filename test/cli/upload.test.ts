import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { installedLectern } from "#cli/installed.ts";
import { main } from "#cli/main.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { readUpload } from "#lib/routes/editor-uploads.ts";
import { call } from "#test/support/call.ts";
import { useServedFiles } from "#test/support/served-files.ts";
import { root } from "#test/support/sources.ts";
import { begin, putPart } from "#test/support/uploads.ts";
import { useWorld } from "#test/support/world.ts";

useWorld();
const service = useServedFiles();

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-upload-"));
});

afterAll(() => rm(folder, { recursive: true }));

afterEach(() => vi.restoreAllMocks());

const write = async (name: string, content: Uint8Array | string): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
};

/** The first bytes of a video. */
const film = (sizeBytes = 1_000): Buffer => {
  const content = randomBytes(sizeBytes);
  content.write("ftypisom", 4);
  return content;
};

const bittern = join(root, "examples/field-notes/media/a-bittern-three-times.mp3");

const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
    .png()
    .toBuffer();

/** Runs `lectern upload` as bo, who may add to one collection. */
const upload = (...args: string[]) => uploadAs("bo", ...args);

const uploadAs = async (token: string, ...args: string[]) => {
  const written = { stdout: "", stderr: "" };
  const terminal = (name: keyof typeof written) => ({
    write: (piece: string) => {
      written[name] += piece;
    },
  });
  const status = await main(installedLectern, ["upload", ...args], {
    environment: { LECTERN_URL: service.url, LECTERN_TOKEN: token },
    stdin: Readable.from([]),
    stdout: terminal("stdout"),
    stderr: terminal("stderr"),
  });
  return { status, ...written };
};

const contentAt = async (url: string): Promise<Buffer> => {
  const key = fileKey(decodeURIComponent(url.replace("/media/", "")));
  return buffer((await service.store.get(key))!.body);
};

describe("a file that is uploaded", () => {
  test("becomes a media object, whose id and address are told, and leaves nothing else behind", async () => {
    const content = film();
    const file = await write("heron.mp4", content);
    const { status, stdout, stderr } = await upload(file);
    const told = [...stderr.matchAll(/^(\S+): (.+)$/gm)].map(([, name, text]) => [name === file, text]);
    expect([status, told]).toEqual([
      0,
      [
        [true, "100 % of 1.0 kB"],
        [true, "storing it"],
        [true, expect.stringMatching(/^stored without a poster: .*ffmpeg.* `npm run ffmpeg`/)],
      ],
    ]);
    const [, id, url = ""] = /^stored {2}video (\d+) {2}(\S+) {2}(.+)\n$/.exec(stdout)!;
    expect(url).toMatch(new RegExp(`^/media/videos/${id}/[0-9a-f]{12}/heron.mp4$`));
    expect((await contentAt(url)).equals(content)).toBe(true);
    expect((await service.keys()).filter((key) => key.startsWith("uploads/"))).toEqual([]);
  });

  test("is of the kind that its name says, with what is said of it, and several are one run", async () => {
    const files = [await write("marsh.PNG", await picture()), await write("tide.mov", film()), bittern];
    const args = ["--collection", "Root/Shows", "--tags", "birds, low water", "--json"];
    const { status, stdout } = await upload(...files, ...args);
    expect(status).toBe(0);
    expect(JSON.parse(stdout).results).toEqual([
      {
        file: files[0],
        kind: "image",
        id: expect.any(Number),
        url: expect.stringMatching(/^\/media\/images\//),
        errors: [],
      },
      {
        file: files[1],
        kind: "video",
        id: expect.any(Number),
        url: expect.stringMatching(/^\/media\/videos\//),
        errors: [],
      },
      {
        file: bittern,
        kind: "audio",
        id: expect.any(Number),
        url: expect.stringMatching(/^\/media\/audios\/.+\.mp3$/),
        errors: [],
      },
    ]);
  });

  test("that the service refuses says why, by field, and is not sent again the next time", async () => {
    const file = await write("text.mp4", "no film at all");
    const first = await upload(file);
    expect([first.status, first.stdout]).toEqual([1, ""]);
    expect(first.stderr).toContain(`${file}: original: `);
    const receive = vi.spyOn(service.store.uploads, "receive");
    const again = await upload(file, "--title", "Text", "--json");
    expect([again.status, receive.mock.calls]).toEqual([1, []]);
    expect(JSON.parse(again.stdout).results).toEqual([
      { file, kind: "video", id: null, url: null, errors: [expect.stringContaining("original: ")] },
    ]);
  });

  test("does not keep the others from being uploaded", async () => {
    const files = [await write("no.mp4", "no film"), await write("film.mp4", film())];
    const { status, stdout } = await upload(...files);
    expect([status, stdout]).toEqual([1, expect.stringMatching(/^stored {2}video .+film\.mp4\n$/)]);
  });

  test.each([
    [
      "bo",
      "Root/Elsewhere",
      "You may not put the video into a collection Root/Elsewhere; you may use: Root/Shows.",
    ],
    ["ada", undefined, "Choose a collection for the video with --collection: Root, Root/Shows."],
    ["di", undefined, "You may not put the video into any collection."],
  ])("by %s is not sent for the collection %s", async (token, collection, complaint) => {
    const file = await write("elsewhere.mp4", film());
    const args = collection === undefined ? [] : ["--collection", collection];
    const { status, stderr } = await uploadAs(token, file, ...args);
    expect([status, stderr]).toEqual([1, `${file}: ${complaint}\n`]);
    expect((await service.keys()).filter((key) => key.includes("elsewhere"))).toEqual([]);
  });
});

describe("a run that is killed half-way", () => {
  test("is completed by the next, which sends only what had not arrived", async () => {
    const content = film(30_000_000);
    const file = await write("long.mp4", content);
    const { receive } = service.store.uploads;
    let [begun, stored] = [0, 0];
    const receiving = vi.spyOn(service.store.uploads, "receive").mockImplementation(async (...part) => {
      // Requests after the second part get no answer.
      if (++begun > 2) await new Promise(() => {});
      const receipt = await receive(...part);
      stored++;
      return receipt;
    });
    const program = spawn(process.execPath, [join(root, "cli/lectern.js"), "upload", file], {
      env: { ...process.env, LECTERN_URL: service.url, LECTERN_TOKEN: "bo" },
      stdio: "ignore",
    });
    await vi.waitFor(() => expect(stored).toBe(2), { timeout: 20_000 });
    program.kill("SIGKILL");
    await once(program, "exit");

    receiving.mockReset();
    receiving.mockImplementation(receive);
    const { status, stdout } = await upload(file);
    expect(status).toBe(0);
    expect(receiving).toHaveBeenCalledTimes(2);
    const [, url = ""] = / (\/media\/\S+) /.exec(stdout)!;
    expect((await contentAt(url)).equals(content)).toBe(true);
  });
});

describe("nothing is sent, and the status is 2,", () => {
  test.each<[string, string[], RegExp]>([
    ["without a file", [], /^FILE is missing\./],
    ["for a file that is not there", ["nowhere.mp4"], /^There is no file .+nowhere\.mp4\./],
    ["for a folder", ["folder.mp4"], /^.+folder\.mp4 is not a file\./],
    ["for an empty file", ["empty.mp4"], /^.+empty\.mp4 is empty\./],
    [
      "for what is no media",
      ["notes.txt"],
      /^.+notes\.txt has no extension of an image, an audio or a video\./,
    ],
    [
      "for another kind than is said",
      ["film.mp4", "--image"],
      /has the extension of a video, not of an image\./,
    ],
    [
      "for two kinds at once",
      ["film.mp4", "--audio", "--video"],
      /^--audio and --video exclude each other\./,
    ],
    [
      "for one title of two files",
      ["film.mp4", "notes.txt", "--title", "x"],
      /^--title is for a single file\./,
    ],
    ["for an option that there is not", ["film.mp4", "--publish"], /^Unknown option '--publish'/],
  ])("%s", async (_, args, complaint) => {
    await mkdir(join(folder, "folder.mp4"), { recursive: true });
    await write("empty.mp4", "");
    await write("notes.txt", "notes");
    await write("film.mp4", film());
    const paths = args.map((arg) => (arg.includes(".") ? join(folder, arg) : arg));
    const { status, stdout, stderr } = await upload(...paths);
    expect([status, stdout, stderr]).toEqual([2, "", expect.stringMatching(complaint)]);
    expect(stderr).toContain("Usage: lectern upload FILE…");
  });
});

test("an upload that was begun in another way is resumed too", async () => {
  const content = film();
  const file = await write("begun.mp4", content);
  const { id } = await begin(content.length, { name: "begun.mp4" }, "bo");
  await putPart(id, 1, new Uint8Array(content), "bo");
  const receive = vi.spyOn(service.store.uploads, "receive");
  expect((await upload(file)).status).toBe(0);
  expect(receive).not.toHaveBeenCalled();
  expect((await call(readUpload, { as: "bo", params: { id } })).status).toBe(404);
});

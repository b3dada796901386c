import { randomBytes, randomUUID } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { exportStore } from "#cli/administration/store-export.ts";
import { writeMissingMedia } from "#cli/folder/manifest-media.ts";
import type { DiskFiles } from "#lib/files/disk.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { partsSha256Of, sha256Of } from "#lib/files/part-checksum.ts";
import { filesPath } from "#lib/media/file-delivery.ts";
import { isKeyOfContent } from "#lib/media/file-key.ts";
import { filesOf, type MediaFile, mediaKinds } from "#lib/media/media.ts";
import { usualPartBytes } from "#lib/media/upload.ts";
import { completeUpload } from "#lib/routes/editor-uploads.ts";
import { fallback } from "#lib/routes/fallback.ts";
import { routes } from "#lib/routes/table.ts";
import { allMedia } from "#lib/store/media.ts";
import { maxBodyBytes } from "#local/gateway/limits.ts";
import { startGateway } from "#local/gateway.ts";
import { startBucket } from "#test/faults/bucket.ts";
import { standIn } from "#test/lib/probing/stand-in.ts";
import { call } from "#test/support/call.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { type FormFields, formFile, multipart } from "#test/support/form.ts";
import { loadFunction } from "#test/support/functions.ts";
import { silentMp3 } from "#test/support/mp3.ts";
import { temporaryFolder } from "#test/support/programs.ts";
import { recordingPath } from "#test/support/recording-path.ts";
import { restoreTable } from "#test/support/restored-table.ts";
import { makeBucket, s3Endpoint } from "#test/support/s3.ts";
import { samplePicture } from "#test/support/sample-picture.ts";
import { makeTable } from "#test/support/table.ts";
import { begin, putPart } from "#test/support/uploads.ts";
import { wholeTable } from "#test/support/whole-table.ts";
import { useWorld } from "#test/support/world.ts";
import { lecternIn } from "./lectern.ts";

useWorld();

/** Makes the environment name a new file store. */
const newStore = {
  "on disk": async () => {
    vi.stubEnv("FILES_FOLDER", await temporaryFolder());
    vi.stubEnv("FILES_SIGNING_KEY", randomBytes(32).toString("hex"));
  },
  "in a bucket": async () => {
    const server = s3Endpoint();
    const bucket = server ? undefined : await startBucket();
    if (bucket) onTestFinished(bucket.close);
    vi.stubEnv("FILES_FOLDER", undefined);
    vi.stubEnv("S3_ENDPOINT", server ?? bucket?.url);
    if (server) vi.stubEnv("BUCKET_NAME", await makeBucket(server));
  },
} as const;

/** From here on, the environment has an empty table and an empty store, with a service at the address. */
const newService = async (place: keyof typeof newStore): Promise<string> => {
  vi.stubEnv("TABLE_NAME", `test-${randomUUID()}`);
  await makeTable();
  await newStore[place]();
  const isOnDisk = process.env.FILES_FOLDER !== undefined;
  const signingKey = Buffer.from(process.env.FILES_SIGNING_KEY ?? "", "hex");
  const gateway = await startGateway({
    routes,
    fallback,
    load: loadFunction,
    files: isOnDisk ? { files: (await openFiles()) as DiskFiles, signingKey } : undefined,
  });
  onTestFinished(() => gateway.stop(0));
  vi.stubEnv("FILES_ADDRESS", gateway.url + filesPath);
  return gateway.url;
};

const run = async (url: string, ...args: string[]) => {
  const environment = { ...process.env, LECTERN_URL: url, LECTERN_TOKEN: "ada" };
  const { status, stdout, stderr } = await lecternIn(environment, "", args);
  expect({ status, stderr, stdout }, args.join(" ")).toMatchObject({ status: 0 });
  return stdout;
};

let made = 0;

/** Files that no other way has. */
const files = {
  image: () => samplePicture("png", { width: 60 + ++made }),
  audio: async () => Buffer.concat([await readFile(recordingPath("chapters.mp3")), randomBytes(++made)]),
  video: async () => Buffer.concat([await readFile(recordingPath("two-seconds.mp4")), randomBytes(++made)]),
  long: async (sizeBytes: number) => Buffer.concat([...silentMp3(sizeBytes), randomBytes(++made)]),
};

/** Its id, as forms say it. */
const rootCollection = "1";

const post = async (url: string, kind: "images" | "audios" | "videos", fields: FormFields) => {
  const { headers, body } = await multipart({ ...fields, collection: rootCollection });
  const sent = { method: "POST", headers: { ...headers, authorization: "Bearer ada" }, body };
  const answer = await fetch(`${url}/api/editor/media/${kind}/`, sent);
  const stored = await answer.json();
  expect(answer.status, JSON.stringify(stored)).toBe(201);
  return stored as { readonly id: number };
};

/** The id of a complete upload, sent in parts of the usual size. */
const uploaded = async (name: string, content: Buffer): Promise<string> => {
  const { id } = await begin(content.length, { name });
  for (let at = 0; at < content.length; at += usualPartBytes) {
    const part = new Uint8Array(content.subarray(at, at + usualPartBytes));
    expect(await putPart(id, at / usualPartBytes + 1, part)).toBe(200);
  }
  expect((await call(completeUpload, { as: "ada", params: { id }, body: {} })).status).toBe(200);
  return String(id);
};

const inFolder = async (given: Readonly<Record<string, string | Uint8Array>>): Promise<string> => {
  const folder = await temporaryFolder();
  for (const [name, content] of Object.entries(given)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
};

/** The ways that files come in. Each sends its files, and gives what it has sent. */
const ways: Readonly<Record<string, (url: string) => Promise<readonly Uint8Array[]>>> = {
  "a form": async (url) => {
    const sent = [await files.image(), await files.audio(), await files.video(), await files.image()];
    const [image, audio, video, poster] = sent as [Buffer, Buffer, Buffer, Buffer];
    await post(url, "images", { title: "One", file: formFile("one.png", image) });
    await post(url, "audios", { title: "One", mp3: formFile("one.mp3", audio) });
    const original = formFile("one.mp4", video);
    await post(url, "videos", { title: "One", original, poster: formFile("one.png", poster) });
    return sent;
  },
  "a form that is larger than an event": async (url) => {
    const sent = await files.long(maxBodyBytes + 1);
    await post(url, "audios", { title: "Long", mp3: formFile("long.mp3", sent) });
    return [sent];
  },
  "an upload in one part": async (url) => {
    const sent = [await files.image(), await files.audio(), await files.video(), await files.image()];
    const [image, audio, video, poster] = sent as [Buffer, Buffer, Buffer, Buffer];
    await post(url, "images", { title: "Two", file: await uploaded("two.png", image) });
    const { id } = await post(url, "audios", { title: "Two", mp3: await uploaded("two.mp3", audio) });
    const original = await uploaded("two.mp4", video);
    await post(url, "videos", { title: "Two", original, poster: await uploaded("two.png", poster) });
    const answer = await fetch(`${url}/api/editor/media/audios/${id}/transcript/`, {
      method: "PUT",
      headers: { authorization: "Bearer ada", "content-type": "text/vtt" },
      body: "WEBVTT\n\n00:00.000 --> 00:01.000\nA heron.\n",
    });
    expect(answer.status).toBe(200);
    return sent;
  },
  "an upload in several parts": async (url) => {
    const sent = await files.long(usualPartBytes + 1_000);
    await post(url, "audios", { title: "Longer", mp3: await uploaded("longer.mp3", sent) });
    return [sent];
  },
  "lectern upload": async (url) => {
    const sent = { "a.png": await files.image(), "a.mp3": await files.audio(), "a.mp4": await files.video() };
    const folder = await inFolder(sent);
    for (const name of Object.keys(sent))
      await run(url, "upload", join(folder, name), "--collection", "Root");
    return Object.values(sent);
  },
  "lectern publish": async (url) => {
    const sent = { "b.png": await files.image(), "b.mp3": await files.audio() };
    const folder = await inFolder({
      ...sent,
      "b.vtt": "WEBVTT\n\n00:00.000 --> 00:01.000\nA bittern.\n",
      "b.md":
        "---\ntitle: B\nslug: b\naudio: b.mp3\ntranscript: b.vtt\nduration: 61\n---\n\n![A heron](b.png)\n",
    });
    await run(url, "publish", folder, "--parent", "/home/calls");
    return Object.values(sent);
  },
  "lectern import": async (url) => {
    const sent = await files.image();
    const site = await inFolder({
      "_config.yml": "title: Marsh\nurl: https://old.example\n",
      "_posts/2026-01-12-c.md": "---\ntitle: C\n---\n![Reeds](/img/c.png)\n",
      "img/c.png": sent,
    });
    const folder = await temporaryFolder();
    const options = ["--to", folder, "--parent", "/home/notes", "--json"];
    await run(url, "import", "jekyll", site, ...options);
    await run(url, "publish", folder, "--parent", "/home/notes");
    return [sent];
  },
  "lectern apply": async (url) => {
    const sent = {
      "d.png": await files.image(),
      "d.mp3": await files.audio(),
      "d.mp4": await files.video(),
      "poster.png": await files.image(),
    };
    const manifest = (key: string) =>
      JSON.stringify({
        version: 1,
        images: [{ key, file: "d.png", title: key }],
        audios: [{ key, mp3: "d.mp3", transcript: "d.json", title: key }],
        videos: [{ key, original: "d.mp4", poster: "poster.png", title: key }],
      });
    const folder = await inFolder({
      ...sent,
      "d.json": '{"transcripts": [{"start": "00:00:00", "text": "hm"}]}',
      "store.yaml": manifest("by-store"),
      "http.yaml": manifest("by-http"),
    });
    const { status } = await lecternIn(process.env, "", ["apply", join(folder, "store.yaml")]);
    expect(status).toBe(0);
    const { DYNAMODB_ENDPOINT, TABLE_FILE, ...elsewhere } = process.env;
    const asRoot = { ...elsewhere, LECTERN_URL: url, LECTERN_TOKEN: "su" };
    const applied = await lecternIn(asRoot, "", ["apply", join(folder, "http.yaml")]);
    expect(applied, applied.stderr).toMatchObject({ status: 0 });
    return Object.values(sent);
  },
};

/** A file as an editor gets it, of which the checksum tells the bytes. */
interface Downloaded {
  readonly status: number;
  readonly contentType: string | null;
  readonly sha256: string;
}

/** Every file of every media object, by its key; `look` sees the bytes. */
const downloaded = async (
  url: string,
  look: (key: string, content: Buffer) => void = () => {},
): Promise<ReadonlyMap<string, Downloaded>> => {
  const found = new Map<string, Downloaded>();
  const get = async ({ key }: MediaFile) => {
    const answer = await fetch(`${url}/media/${key}`, { headers: { authorization: "Bearer ada" } });
    const content = Buffer.from(await answer.arrayBuffer());
    const { status, headers } = answer;
    look(key, content);
    found.set(key, { status, contentType: headers.get("content-type"), sha256: sha256Of(content) });
  };
  for (const kind of mediaKinds)
    for await (const page of allMedia(kind))
      for (const media of page) await Promise.all(filesOf(media).map(get));
  return found;
};

// Takes seconds, because a file in several parts has more than 8 MiB.
test.each(Object.keys(newStore) as (keyof typeof newStore)[])(
  "every file %s comes back from a backup, in whatever way it came in",
  async (place) => {
    using _log = captureLog();
    const rows = await wholeTable();
    const frame = join(await temporaryFolder(), "frame.jpg");
    await writeFile(frame, await samplePicture("jpeg", { width: 96, height: 54 }));
    standIn("ffmpeg", `cat ${frame}`);
    standIn("ffprobe", `echo '{"format": {"duration": "3.5"}}'`);
    const url = await newService(place);
    await restoreTable(rows);
    const sent = [];
    for (const way of Object.values(ways)) sent.push(...(await way(url)));
    const before = await downloaded(url, (key, content) => {
      // By these digits, exports, manifests and restorations know what they have.
      const checksums = { sha256: sha256Of(content), partsSha256: partsSha256Of(content) };
      expect(isKeyOfContent(key, checksums), key).toBe(true);
    });
    expect([...before.values()].map(({ sha256 }) => sha256)).toEqual(
      expect.arrayContaining(sent.map(sha256Of)),
    );
    expect([...before.values()].filter(({ status }) => status !== 200)).toEqual([]);
    // Renditions, posters, thumbnails and transcripts.
    expect(before.size).toBeGreaterThan(sent.length * 2);

    const backup = join(await temporaryFolder(), "backup");
    const result = JSON.parse(await run(url, "backup", backup, "--json"));
    expect(result).toMatchObject({ files: before.size, new_files: before.size, lost_files: [] });

    // What is lost here comes back from the backup.
    const store = await openFiles();
    for (const key of before.keys()) await store.delete(fileKey(key));
    await run(url, "files", "restore", "--from", backup);
    expect(await downloaded(url)).toEqual(before);

    const { files: exported } = await exportStore();
    const folder = await temporaryFolder();
    expect(await writeMissingMedia(exported, folder, () => undefined)).toBe(exported.length);
    expect(await writeMissingMedia(exported, folder, () => undefined)).toBe(0);

    const second = await newService(place);
    await run(second, "restore", backup);
    expect(await downloaded(second)).toEqual(before);
    expect(JSON.parse(await run(second, "files", "verify", "--json")).problems).toEqual([]);
    const again = join(await temporaryFolder(), "backup");
    await run(second, "backup", again);
    expect(await readFile(join(again, "SHA256SUMS"), "utf8")).toBe(
      await readFile(join(backup, "SHA256SUMS"), "utf8"),
    );
  },
);

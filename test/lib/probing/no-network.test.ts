import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { fileKey } from "#lib/files/file-key.ts";
import type { Files } from "#lib/files/files.ts";
import { findProgram } from "#lib/probing/find-program.ts";
import type { InputFile } from "#lib/probing/run-on-file.ts";
import { withServedFile } from "#lib/probing/with-served-file.ts";
import { recordingPath } from "#test/support/recording-path.ts";
import { inMs, localFile } from "./media-files.ts";
import { readSeconds } from "./read-seconds.ts";

vi.unmock("#lib/probing/ask-ffprobe.ts");

let folder: string;
let server: Server;
let address: string;
const requests: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-playlists-"));
  server = createServer((request, response) => {
    requests.push(request.url!);
    response.writeHead(404).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const hls = (target: string) => `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n${target}\n#EXT-X-ENDLIST\n`;
const concat = (target: string) => `ffconcat version 1.0\nfile '${target}'\nduration 2.5\n`;

const free = ["-protocol_whitelist", "file,http,tcp"];

describe.each([
  ["an HLS playlist", "list.m3u8", hls, [...free, "-allowed_extensions", "ALL"]],
  ["a list of ffmpeg's own", "list.mp3", concat, [...free, "-safe", "0"]],
])("%s", (_, name, listOf, freedom) => {
  const write = async (target: string) => {
    const path = join(folder, name);
    await writeFile(path, listOf(target));
    return path;
  };

  test("makes nobody ask the addresses in it", async () => {
    const path = await write(`${address}/${name}`);
    expect(await readSeconds(localFile(path), inMs(10_000))).toMatchObject({ failure: "probe_failed" });
    expect(requests).not.toContain(`/${name}`);
  });

  test("makes nobody ask the addresses in it, from a bucket neither", async () => {
    const content = Buffer.from(listOf(`${address}/bucket/${name}`));
    const files = {
      head: async () => ({ sizeBytes: content.length }),
      get: async () => ({ body: Readable.from([content]) }),
    } as unknown as Files;
    const probed = (file: InputFile) => readSeconds(file, inMs(10_000));
    const { signal } = new AbortController();
    const duration = await withServedFile(files, fileKey(name), probed, signal);
    expect(duration).toMatchObject({ failure: "probe_failed" });
    expect(requests).not.toContain(`/bucket/${name}`);
  });

  test("tells nothing of the files in it", async () => {
    const path = await write(recordingPath("chapters.mp3"));
    expect(await readSeconds(localFile(path), inMs(10_000))).toMatchObject({ failure: "probe_failed" });
  });

  test("would make ffprobe ask, were it free to", async () => {
    const path = await write(`${address}/free/${name}`);
    const ffprobe = await findProgram("ffprobe");
    await run(ffprobe!, [...freedom, "-i", path]).catch(() => undefined);
    expect(requests).toContain(`/free/${name}`);
  });
});

const run = promisify(execFile);

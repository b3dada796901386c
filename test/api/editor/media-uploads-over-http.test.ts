// Proves contract rules: upload-lock.

import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { fallback } from "#lib/routes/fallback.ts";
import { routes } from "#lib/routes/table.ts";
import { type Gateway, startGateway } from "#local/gateway.ts";
import { standIn } from "#test/lib/probing/stand-in.ts";
import { useFiles } from "#test/support/files.ts";
import { formFile, multipart } from "#test/support/form.ts";
import { loadFunction } from "#test/support/functions.ts";
import { recordingPath } from "#test/support/recording-path.ts";
import { everythingStored } from "#test/support/stored.ts";
import { useWorld } from "#test/support/world.ts";

useWorld();
useFiles();

let gateway: Gateway;
let form: Awaited<ReturnType<typeof multipart>>;

beforeAll(async () => {
  gateway = await startGateway({ routes, fallback, load: loadFunction, port: 0 });
  form = await multipart({ mp3: formFile("a.mp3", await readFile(recordingPath("chapters.mp3"))) });
});

afterAll(() => gateway.stop(0));

const url = (kind: string) => `${gateway.url}/api/editor/media/${kind}/`;

const upload = () =>
  fetch(url("audios"), {
    method: "POST",
    headers: { ...form.headers, authorization: "Bearer bo" },
    body: form.body,
  });

/** Sends so many bytes of an upload's body, all of them unless said otherwise, and goes away. */
const sendAndLeave = async (bytes = form.body.length): Promise<void> => {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  const head = [
    "POST /api/editor/media/audios/ HTTP/1.1",
    "Host: lectern.test",
    "Authorization: Bearer bo",
    `Content-Type: ${form.headers["content-type"]}`,
    `Content-Length: ${form.body.length}`,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  socket.write(form.body.subarray(0, bytes));
  await pause(300);
  socket.destroy();
  await once(socket, "close");
};

const quickProbe = `echo '{"format": {"duration": "3.5"}}'`;

test("an uploader who leaves in the middle leaves nothing, and may come back at once", async () => {
  standIn("ffprobe", quickProbe);
  const before = await everythingStored();
  await sendAndLeave(3_000);
  expect(await everythingStored()).toEqual(before);
  expect((await upload()).status).toBe(201);
});

test("an uploader who leaves before the answer may come back when the work is done", async () => {
  standIn("ffprobe", `sleep 1; ${quickProbe}`);
  await sendAndLeave();
  expect((await upload()).status).toBe(429);
  await vi.waitFor(async () => expect((await upload()).status).toBe(201), { timeout: 20_000, interval: 500 });
  expect((await everythingStored()).filter((key) => /^(LOCK|LEFTOVERS|uploads)/.test(key))).toEqual([]);
});

test.each(["images", "audios", "videos"])(
  "%s that no request can hold are refused with the way that is left",
  async (kind) => {
    const answer = await fetch(url(kind), {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", authorization: "Bearer bo" },
      body: new Uint8Array(5_000_000),
    });
    expect([answer.status, await answer.json()]).toEqual([
      413,
      { code: "payload_too_large", detail: expect.stringContaining("POST /api/editor/uploads/") },
    ]);
  },
);

// Proves contract rules: storage-full.

import { createHash } from "node:crypto";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeEach, expect, test } from "vitest";
import { isStorageFull } from "#lib/refusals/engine-fault.ts";
import { findFullDisk } from "#local/database/full-disk.ts";
import { silentMp3 } from "#test/support/mp3.ts";
import {
  addressIn,
  ended,
  firstLineOf,
  ownEnvironment,
  startProgram,
  temporaryFolder,
} from "#test/support/programs.ts";
import { blogOfEditor, editorSecret } from "./blog-of-editor.ts";

let folder: string;

beforeEach(async () => {
  folder = await temporaryFolder();
});

/**
 * A shell command that starts a program whose files can have this many blocks of 512 bytes; beyond, writing
 * fails as on a full disk.
 */
const limitedTo = (blocks: number): string => `trap '' XFSZ; ulimit -S -f ${blocks} && exec "$0" "$@"`;

/** A service whose files have this much room. */
const startWith = async (blocks: number) => {
  await writeFile(join(folder, "site.yaml"), blogOfEditor);
  const data = join(folder, "data");
  const options = ["--port=0", `--data=${data}`, `--manifest=${join(folder, "site.yaml")}`];
  const args = ["-c", limitedTo(blocks), process.execPath, "local/start.js", ...options];
  const program = startProgram("/bin/sh", args, {
    env: ownEnvironment(),
    stdio: ["ignore", "pipe", "ignore"],
  });
  const url = addressIn(await firstLineOf(program));
  const makeRoom = async () => {
    const raising = startProgram("prlimit", ["--pid", String(program.pid), "--fsize=unlimited:"]);
    expect(await ended(raising)).toBe(0);
  };
  return { url, makeRoom };
};

const storageFull = {
  code: "storage_full",
  detail: "The disk is full; nothing was stored.",
};

/** Twenty kilobytes that hardly get smaller when they are deflated. */
const longText = (name: string): string =>
  Array.from({ length: 300 }, (_, index) =>
    createHash("sha256").update(`${name} ${index}`).digest("hex"),
  ).join(" ");

test("on a full disk writes are refused whole, all can be read, and with room writing goes on", async () => {
  const { url, makeRoom } = await startWith(2_000);
  const ask = (path: string, body?: object) =>
    fetch(url + path, {
      method: body ? "POST" : "GET",
      headers: { authorization: `Bearer ${editorSecret}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
  const [blog] = (await (await ask("/api/editor/parents/")).json()) as [{ id: number }];
  const create = (slug: string) =>
    ask("/api/editor/posts/", {
      parent: { id: blog.id },
      title: slug,
      slug,
      overview: [{ type: "paragraph", value: `<p>${longText(slug)}</p>` }],
    });
  const kept: number[] = [];
  let refused: Response | undefined;
  while (!refused && kept.length < 200) {
    const answer = await create(`post-${kept.length}`);
    if (answer.status === 201) kept.push(((await answer.json()) as { id: number }).id);
    else refused = answer;
  }
  expect(refused?.status).toBe(507);
  expect(await refused?.json()).toEqual(storageFull);
  expect(kept.length).toBeGreaterThan(0);
  for (const id of kept) expect((await ask(`/api/editor/posts/${id}/`)).status).toBe(200);
  // Until nothing fits any more.
  const previews = `/api/editor/posts/${kept[0]}/preview-links/`;
  let last = 0;
  for (let turn = 0; turn < 100 && last !== 507; turn++) last = (await ask(previews, {})).status;
  expect(last).toBe(507);
  const writes: readonly (readonly [string, object])[] = [
    [`/api/editor/posts/${kept[0]}/publish/`, {}],
    ["/api/editor/posts/", { parent: { id: blog.id }, title: "small", slug: "small", overview: [] }],
    ["/api/editor/webhooks/", { name: "build", url: "https://ci.example/", events: ["page.published"] }],
    ["/api/editor/uploads/", { name: "heron.mp3", size: 1_000_000 }],
  ];
  for (const [path, body] of writes) {
    const answer = await ask(path, body);
    expect([path, answer.status, await answer.json()]).toEqual([path, 507, storageFull]);
  }
  const lookup = `/api/editor/posts/lookup/?parent=${blog.id}&slug=post-${kept.length}`;
  expect((await ask(lookup)).status).toBe(404);
  expect((await fetch(`${url}/api/cms/pages/`)).status).toBe(200);
  // Only Linux lets a running program have more.
  if (process.platform !== "linux") return;
  await makeRoom();
  expect((await create(`post-${kept.length}`)).status).toBe(201);
});

test("on a disk that is full for large files they are refused, in parts and in forms, and nothing is left", async () => {
  const authorization = `Bearer ${editorSecret}`;
  const sound = Buffer.concat([...silentMp3(7_000_000)]);
  const { url } = await startWith(4_000);

  /** What the service stores by itself. */
  const ownFolders = ["_feeds", "feed-state", "snapshots"];

  /** The arriving files that are left in the file store. */
  const left = async () => {
    const files = join(folder, "data", "files");
    const names = [await readdir(join(files, "incoming")), await readdir(join(files, "objects"))].flat();
    return names.filter((name) => !ownFolders.includes(name));
  };

  /** Polls, because a started service may be storing its first snapshot. */
  const expectNothingLeft = () => expect.poll(left).toEqual([]);

  const ask = async (path: string, body?: object) => {
    const headers = { authorization, "content-type": "application/json" };
    const method = body ? "POST" : "GET";
    const answer = await fetch(`${url}/api/editor/uploads/${path}`, {
      ...{ method, headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    return answer.json();
  };
  const session = await ask("", { name: "heron.mp3", size: sound.length });
  const sha256 = createHash("sha256").update(sound).digest("hex");
  const { parts } = await ask(`${session.id}/parts/`, { parts: [{ number: 1, sha256 }] });
  const [{ method, url: address, headers }] = parts;
  const answer = await fetch(new URL(address, url), { method, headers, body: sound });
  expect([answer.status, await answer.json()]).toEqual([507, storageFull]);
  // Its session says that it has not arrived.
  expect(await ask(`${session.id}/`)).toMatchObject({ arrived: [] });
  await expectNothingLeft();

  const send = (content: Buffer) => {
    const body = new FormData();
    body.set("mp3", new Blob([Uint8Array.from(content)]), "heron.mp3");
    return fetch(`${url}/api/editor/media/audios/`, { method: "POST", headers: { authorization }, body });
  };
  const formAnswer = await send(sound);
  expect([formAnswer.status, await formAnswer.json()]).toEqual([507, storageFull]);
  await expectNothingLeft();
  expect((await send(Buffer.concat([...silentMp3(100_000)]))).status).toBe(201);
});

test("an I/O error of a disk with room is no full disk", async () => {
  const error = Object.assign(new Error("disk I/O error"), { name: "InternalServerError" });
  expect(isStorageFull(error)).toBe(false);
  expect(await findFullDisk(join(folder, "table.sqlite"))).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
});

test.each([40, 500])(
  "a first start with room for %i blocks says so, and the next one completes it",
  async (blocks) => {
    const data = join(folder, "data");
    const start = (...command: readonly string[]) =>
      startProgram(command[0]!, [...command.slice(1), "--port=0", `--data=${data}`], {
        env: ownEnvironment(),
        stdio: ["ignore", "pipe", "pipe"],
      });
    const limited = start("/bin/sh", "-c", limitedTo(blocks), process.execPath, "local/start.js");
    const complaint = (await text(limited.stderr!))
      .split("\n")
      .filter((line) => line && !line.startsWith("{"));
    expect(await ended(limited)).toBe(1);
    expect(complaint).toEqual([
      `The disk of ${data} takes no more (EFBIG: file too large); make room for 20 MB or more, or choose another disk with --data, and start again: what was begun is completed then.`,
    ]);
    const url = addressIn(await firstLineOf(start(process.execPath, "local/start.js")));
    const pages = (await (await fetch(`${url}/api/cms/pages/?type=site.Episode`)).json()) as {
      count: number;
    };
    expect(pages.count).toBeGreaterThan(0);
  },
);

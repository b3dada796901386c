import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findEngineBinary } from "#local/engine/binary.ts";
import { root } from "#test/support/sources.ts";

const secret = "full-disk-full-disk-full-disk-full-disk";

const manifest = `
version: 1
site: { name: Full, base_url: "http://127.0.0.1" }
groups:
  - name: Editors
    admin_access: true
    pages: [{ page: "/", allow: [add, change, publish] }]
users: [{ username: editor, groups: [Editors] }]
tokens: [{ name: test, user: editor, secret: ${secret} }]
pages:
  - type: site.HomePage
    slug: home
    title: Home
    children: [{ type: site.Blog, key: blog, slug: blog, title: Blog }]
`;

let folder: string;
let programs: ChildProcess[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-full-"));
  programs = [];
});

afterEach(async () => {
  for (const program of programs) program.kill("SIGKILL");
  await Promise.all(
    programs.map((program) => program.exitCode ?? program.signalCode ?? once(program, "exit")),
  );
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** The address of an engine whose files may have so many blocks of 512 bytes. Beyond, it is refused as by a full disk. */
const startEngineWith = async (blocks: number): Promise<string> => {
  const limited = `trap '' XFSZ; ulimit -f ${blocks} && exec "$0" "$@"`;
  const port = await freePort();
  const place = ["--host", "127.0.0.1", "--port", String(port), "--db-path", join(folder, "database.sqlite")];
  const program = spawn("/bin/sh", ["-c", limited, findEngineBinary(), "serve", ...place], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  programs.push(program);
  for await (const line of createInterface(program.stderr!)) if (line.includes("listening")) break;
  program.stderr!.resume();
  return `http://127.0.0.1:${port}`;
};

const freePort = async (): Promise<number> => {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
};

/** The address of a service on the engine. */
const startOn = async (engine: string): Promise<string> => {
  await writeFile(join(folder, "site.yaml"), manifest);
  const { TABLE_NAME, ...env } = process.env;
  const options = ["--port=0", `--data=${join(folder, "data")}`, `--manifest=${join(folder, "site.yaml")}`];
  const program = spawn(process.execPath, ["local/start.ts", ...options], {
    cwd: root,
    env: { ...env, DYNAMODB_ENDPOINT: engine },
    stdio: ["ignore", "pipe", "ignore"],
  });
  programs.push(program);
  const [line] = await once(createInterface(program.stdout!), "line");
  return /http:\S+/.exec(String(line))![0];
};

test("on a full disk writes are refused whole, and everything that is there can be read", async () => {
  const url = await startOn(await startEngineWith(2_000));
  const ask = (path: string, body?: object) =>
    fetch(url + path, {
      method: body ? "POST" : "GET",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
  const [blog] = (await (await ask("/api/editor/parents/")).json()) as [{ id: number }];
  const create = (slug: string) =>
    ask("/api/editor/posts/", {
      parent: { id: blog.id },
      title: slug,
      slug,
      overview: [{ type: "paragraph", value: `<p>${"word ".repeat(5_000)}</p>` }],
    });
  const kept: number[] = [];
  let refused: Response | undefined;
  while (!refused && kept.length < 200) {
    const answer = await create(`post-${kept.length}`);
    if (answer.status === 201) kept.push(((await answer.json()) as { id: number }).id);
    else refused = answer;
  }
  expect(refused?.status).toBe(507);
  expect(await refused?.json()).toEqual({
    code: "storage_full",
    detail: "There is no room left to store this; nothing was kept.",
  });
  expect(kept.length).toBeGreaterThan(0);
  for (const id of kept) expect((await ask(`/api/editor/posts/${id}/`)).status).toBe(200);
  const lookup = `/api/editor/posts/lookup/?parent=${blog.id}&slug=post-${kept.length}`;
  expect((await ask(lookup)).status).toBe(404);
  expect((await fetch(`${url}/api/cms/pages/`)).status).toBe(200);
}, 60_000);

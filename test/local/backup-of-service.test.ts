import { execFile } from "node:child_process";
import { access, cp, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeEach, expect, test } from "vitest";
import { dataLinesIn } from "#test/cli/backup-content.ts";
import {
  addressIn,
  ended,
  firstLineOf,
  ownEnvironment,
  startProgram,
  temporaryFolder,
} from "#test/support/programs.ts";
import { root } from "#test/support/sources.ts";

const secret = "backup-of-service-backup-of-service-00";

const manifest = `
version: 1
site: { name: Busy, base_url: "http://127.0.0.1" }
groups:
  - name: Editors
    admin_access: true
    pages: [{ page: "/", allow: [add, change, publish] }]
users: [{ username: editor, groups: [Editors] }]
tokens: [{ name: test, user: editor, secret: ${secret} }]
pages:
  - { type: site.HomePage, slug: home, title: Home, children: [{ type: site.Blog, key: blog, slug: blog, title: Blog }] }
`;

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  await writeFile(join(folder, "site.yaml"), manifest);
});

const start = async (data: string, ...options: string[]) => {
  const args = ["local/start.js", "--port=0", `--data=${join(folder, data)}`, ...options];
  const program = startProgram(process.execPath, args, { env: ownEnvironment() });
  const complaint = text(program.stderr!);
  const url = addressIn(await firstLineOf(program));
  const ask = async (path: string, body?: object) => {
    const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" };
    const sent = body && { method: "POST", body: JSON.stringify(body) };
    const answer = await fetch(url + path, { headers, ...sent });
    return { status: answer.status, body: await answer.json() };
  };
  const stop = async () => {
    program.kill("SIGTERM");
    await ended(program);
    return complaint;
  };
  return { ask, stop };
};

const run = (...args: string[]) =>
  new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      ["cli/lectern.js", ...args],
      { cwd: root, env: ownEnvironment() },
      (error, stdout, stderr) => resolve({ status: Number(error?.code ?? 0), stdout, stderr }),
    );
  });

/** The value of an attribute in a line, as text. */
const valueIn = (line: string, name: string): string | undefined => {
  const value = JSON.parse(line)[name];
  return value && String(Object.values(value)[0]);
};

test("a service is backed up while it is written to all the time: each change is there wholly or not at all", async () => {
  const { ask, stop } = await start("data", `--manifest=${join(folder, "site.yaml")}`);
  const [{ id: blog }] = (await ask("/api/editor/parents/")).body.filter(
    ({ title }: { title: string }) => title === "Blog",
  );
  const published: number[] = [];
  let isOver = false;
  const write = async (writer: number) => {
    for (let n = 0; !isOver; n++) {
      const slug = `w${writer}-${n}`;
      const post = { parent: { id: blog }, title: slug, slug, tags: [slug], overview_markdown: slug };
      const { body } = await ask("/api/editor/posts/", post);
      const { status } = await ask(`/api/editor/posts/${body.id}/publish/`, {});
      if (status === 200) published.push(body.id);
    }
  };
  const writers = Promise.all([write(1), write(2)]);
  while (published.length < 5) await new Promise((resolve) => setTimeout(resolve, 10));
  const acknowledged = [...published];
  const backup = join(folder, "backup");
  const result = await run("backup", backup, `--data=${join(folder, "data")}`);
  const meanwhile = published.length - acknowledged.length;
  isOver = true;
  await writers;
  expect(result, result.stderr).toMatchObject({ status: 0, stderr: "" });
  expect(meanwhile).toBeGreaterThan(0);

  const lines = async (kind: string) => dataLinesIn(backup, `${kind}.jsonl`);
  const idsOf = async (kind: string) =>
    new Set((await lines(kind)).map((line) => Number(/PAGE#0*(\d+)"/.exec(line)?.[1])));
  const [listed, live, words] = [await idsOf("listing"), await idsOf("live"), await idsOf("words")];
  expect(acknowledged.filter((id) => !listed.has(id))).toEqual([]);
  // Blogs have no words of their own.
  expect([...words].filter((id) => !listed.has(id))).toEqual([]);
  expect(live).toEqual(listed);
  const rows = new Map((await lines("page")).map((line) => [Number(valueIn(line, "id")), line]));
  for (const line of await lines("listing")) {
    const { id, version } = JSON.parse(valueIn(line, "listing")!);
    expect(Number(valueIn(rows.get(id)!, "version"))).toBeGreaterThanOrEqual(version);
  }
  const numbers = (await lines("change")).filter((line) => line.includes('"S":"CHANGES"'));
  const changed = numbers.map((line) => JSON.parse(valueIn(line, "change")!));
  for (const { kind, id, version, listing } of changed)
    if (kind === "page" && listing)
      expect(Number(valueIn(rows.get(id)!, "version"))).toBeGreaterThanOrEqual(version);
  await stop();

  // The folder of a service that has lost its database, and has what was made of it.
  await cp(join(folder, "data"), join(folder, "restored"), { recursive: true });
  for (const name of await readdir(join(folder, "restored")))
    if (name.startsWith("table.sqlite")) await rm(join(folder, "restored", name));
  await access(join(folder, "restored/catalog.db"));
  const restored = `--data=${join(folder, "restored")}`;
  expect(await run("restore", backup, restored)).toMatchObject({ status: 0, stderr: "" });
  const left = await run("catalog", "verify", "--json", restored);
  expect([left.status, JSON.parse(left.stdout).catalogs[0].details[0]]).toEqual([
    0,
    expect.stringContaining("it has no file"),
  ]);
  const second = await start("restored");
  const { body } = await second.ask("/api/cms/pages/?type=site.Post&limit=1");
  expect(body.meta.total_count).toBe(words.size);
  const verified = await run("catalog", "verify", "--json", restored);
  expect(JSON.parse(verified.stdout).catalogs[0]).toMatchObject({ catalog: "service", state: "agrees" });
  await second.stop();
}, 60_000);

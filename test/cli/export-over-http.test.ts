// Proves contract rules: exported-sites.

import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packedLectern } from "#cli/packed-commands.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { demoEnvironment } from "#local/demo.ts";
import { useServedFiles } from "#test/support/served-files.ts";
import { useTable } from "#test/support/table.ts";
import { aroundRequests } from "./around-requests.ts";
import { lecternIn } from "./lectern.ts";

useTable();
const service = useServedFiles();

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-export-"));
  await applyManifest("examples/field-notes/site.yaml", {
    environment: demoEnvironment({
      token: "a long secret of a token for the demo",
      passwords: { ada: "a long secret of ada for the demo", bo: "a long secret of bo for the demo" },
    }),
  });
  await applyManifest({
    version: 1,
    users: [{ username: "root", superuser: true }],
    tokens: [{ name: "root", user: "root", secret: "root", scopes: ["admin"] }],
  });
});

afterAll(() => rm(folder, { recursive: true }));

const filesIn = async (name: string): Promise<ReadonlyMap<string, string>> => {
  const found = await readdir(join(folder, name), { recursive: true, withFileTypes: true });
  const files = found.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
  const contents = files.map(async (file) => [
    file.slice(join(folder, name).length),
    await readFile(file, "base64"),
  ]);
  return new Map((await Promise.all(contents)) as [string, string][]);
};

test("a site that is exported over HTTP is what the store gives, files included", async () => {
  const environment = { LECTERN_URL: service.url, LECTERN_TOKEN: "root" };
  const way = (name: string) => ["export", "--output", join(folder, name, "site.yaml")];
  await mkdir(join(folder, "http"));
  await mkdir(join(folder, "store"));
  const overHttp = await lecternIn(environment, "", way("http"), packedLectern);
  const fromStore = await lecternIn({ ...process.env }, "", way("store"));
  expect(overHttp).toEqual(fromStore);
  expect(overHttp.status).toBe(0);
  const [http, store] = await Promise.all([filesIn("http"), filesIn("store")]);
  expect([...http].sort()).toEqual([...store].sort());
  expect(http.size).toBeGreaterThan(3);
});

test("a file that the store has shortened is named, and no half of it is written", async () => {
  const [key] = (await service.keys()).filter((each) => each.startsWith("audios/"));
  const whole = await service.store.get(fileKey(key!));
  const { sizeBytes, contentType } = whole!;
  const content = await buffer(whole!.body);
  await service.store.put(fileKey(key!), content.subarray(0, 1_000), contentType);
  const environment = { LECTERN_URL: service.url, LECTERN_TOKEN: "root" };
  await mkdir(join(folder, "short"));
  const way = ["export", "--output", join(folder, "short", "site.yaml")];
  const { status, stderr } = await lecternIn(environment, "", way, packedLectern);
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining(`The stored file ${key} is damaged: 1000 of its ${sizeBytes} bytes arrived.`),
  ]);
  const left = [...(await filesIn("short")).keys()];
  expect(left.filter((path) => /\.part$|site\.yaml$/.test(path) || path.endsWith(basename(key!)))).toEqual(
    [],
  );
  await service.store.put(fileKey(key!), content, contentType);
  expect((await lecternIn(environment, "", way, packedLectern)).status).toBe(0);
});

test.each([
  ["outside of the folder", "../../escaped.mp3"],
  ["at the root", "/tmp/escaped.mp3"],
  ["where the first one is", "first"],
])("nothing is written for a service that puts a file %s", async (_, place) => {
  const name = `places-${place.replace(/\W/g, "")}`;
  await mkdir(join(folder, name));
  const requests = aroundRequests(async (send, _method, url) => {
    const answer = await send();
    if (!url.includes("/export/")) return answer;
    const body = await answer.json();
    if (body.files?.length > 1)
      body.files.at(-1).path = place === "first" ? body.files[0].path.toUpperCase() : place;
    return Response.json(body);
  });
  const environment = { LECTERN_URL: service.url, LECTERN_TOKEN: "root" };
  const way = ["export", "--output", join(folder, name, "site.yaml")];
  const { status, stderr } = await lecternIn(environment, "", way, packedLectern);
  requests.mockRestore();
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^The service names a file .*whose name is not valid here/),
  ]);
  expect(await filesIn(name)).toEqual(new Map());
});

import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { completedUpload } from "#lib/actions/uploads/upload-progress.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";

import { useServedFiles } from "#test/support/served-files.ts";
import { root } from "#test/support/sources.ts";
import { useWorld } from "#test/support/world.ts";

useWorld();
const service = useServedFiles();

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-example-"));
});

afterAll(() => rm(folder, { recursive: true }));

test("the program in docs/uploads.md uploads a file", async () => {
  const document = await readFile(join(root, "docs/uploads.md"), "utf8");
  const [, program = ""] = /```js\n(.*?)```/s.exec(document)!;
  const content = randomBytes(9_000_000);
  await writeFile(join(folder, "program.mjs"), program);
  await writeFile(join(folder, "heron.mp4"), content);
  const args = [join(folder, "program.mjs"), join(folder, "heron.mp4"), service.url, "ada"];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const upload = await completedUpload(Number(stdout), (await readUserByName("ada"))!.id);
  const stored = await service.store.get(fileKey(upload!.key));
  expect(content.equals(await buffer(stored!.body))).toBe(true);
});

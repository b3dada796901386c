import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll } from "vitest";
import { root } from "#test/support/sources.ts";

/** Where the tests of a release may write. */
export let folder: string;

/** The folder of the release, which is built once. */
export let release: string;

export const file = (name: string): string => join(release, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-built-"));
  release = join(folder, "release");
  await promisify(execFile)(process.execPath, ["release/main.ts", "--try", "--to", release], { cwd: root });
});

afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

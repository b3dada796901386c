// Proves that compose takes the file that ships, with the settings that ship.

import { execFile } from "node:child_process";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { temporaryFolder } from "#test/support/programs.ts";
import { root } from "#test/support/sources.ts";

test("compose takes the file, and gives the service what the proxy knows", async () => {
  const folder = await temporaryFolder();
  const file = join(folder, "compose.yaml");
  await cp(join(root, "compose.yaml"), file);
  await cp(join(root, "server/lectern.env"), join(folder, ".env"));
  const compose = (env: NodeJS.ProcessEnv) =>
    promisify(execFile)("docker-compose", ["--file", file, "config"], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...env },
    });
  await expect(compose({})).rejects.toThrow(/PROXY_SECRET|set it in .env/);
  const { stdout } = await compose({ PROXY_SECRET: "a-secret-of-at-least-32-characters" });
  expect(stdout.match(/PROXY_SECRET: a-secret-of-at-least-32-characters/g)).toHaveLength(2);
  expect(stdout).toContain("LECTERN_HOST: notes.example");
});

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { othersReachService } from "#lib/manifest/exposure.ts";
import { startService } from "#local/service.ts";
import { useTable } from "#test/support/table.ts";

useTable();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-listening-"));
});
afterAll(() => rm(folder, { recursive: true }));

test("functions know that a service listens to its own machine only, and take all others for exposed", async () => {
  expect(othersReachService()).toBe(true);
  const service = await startService({ port: 0, host: "127.0.0.1", data: folder });
  expect(othersReachService()).toBe(false);
  await service.stop();
  vi.stubEnv("LISTENING_HOST", "0.0.0.0");
  expect(othersReachService()).toBe(true);
  vi.unstubAllEnvs();
});

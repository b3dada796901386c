import { afterEach, expect, test, vi } from "vitest";
import { othersReachService } from "#lib/surfaces/administration/manifest-part.ts";
import { startService } from "#local/service.ts";
import { temporaryFolder } from "#test/support/programs.ts";
import { useTable } from "#test/support/table.ts";

useTable();
afterEach(() => vi.unstubAllEnvs());

test("functions know that a service listens to its own machine only, and take all others for exposed", async () => {
  expect(othersReachService()).toBe(true);
  const service = await startService({ port: 0, host: "127.0.0.1", data: await temporaryFolder() });
  expect(othersReachService()).toBe(false);
  await service.stop();
  vi.stubEnv("LISTENING_HOST", "0.0.0.0");
  expect(othersReachService()).toBe(true);
});

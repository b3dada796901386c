import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { killAndVerify } from "#bench/kills/kill-and-verify.ts";
import { startKilledService } from "#bench/kills/killed-service.ts";
import { temporaryFolder } from "../../../../test/support/programs.ts";

test("the service, a command beside it, and both are killed: nothing is lost or doubled, and they come back", async () => {
  const { unavailableMs, problems, posts } = await killAndVerify(2, 1);
  expect(problems).toEqual([]);
  const once = [expect.any(Number)];
  expect(unavailableMs).toEqual({ service: once, command: once, both: once });
  expect(posts).toBeGreaterThan(0);
});

test("a service that does not start ends the run, and is not waited for", async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, "data"), "no directory");
  await expect(startKilledService(folder)).rejects.toThrow("The service did not start; its status was 1.");
});

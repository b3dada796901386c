import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test, vi } from "vitest";
import { findRunningService } from "#local/data-directory.ts";
import { ended, ownEnvironment, startProgram, temporaryFolder } from "#test/support/programs.ts";

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** `npm start`, once the service is ready, with the processes of service and engine. */
const started = async () => {
  const data = await temporaryFolder();
  const npm = startProgram("npm", ["start", "--", "--port=0", `--data=${data}`, "--no-demo"], {
    env: ownEnvironment(),
  });
  for await (const line of createInterface(npm.stdout!)) if (line.startsWith("Lectern is ready")) break;
  const service = (await findRunningService(data))!;
  const engine = JSON.parse(await readFile(join(data, "engine.json"), "utf8"));
  const pids: readonly number[] = [service.pid, engine.pid];
  onTestFinished(() => {
    for (const pid of pids) if (isThere(pid)) process.kill(pid, "SIGKILL");
  });
  expect(pids.filter(isThere)).toEqual(pids);
  return { npm, data, pids };
};

test.runIf(existsSync("/proc")).concurrent.each(["SIGTERM", "SIGINT"] as const)(
  "%s to npm ends the service and its engine before npm ends, and leaves the data to the next",
  async (signal) => {
    const { npm, data, pids } = await started();
    npm.kill(signal);
    await ended(npm);
    expect(pids.filter(isThere)).toEqual([]);
    expect(await findRunningService(data)).toBeUndefined();
  },
);

test
  .runIf(existsSync("/proc"))
  .concurrent("kill -9 of npm, which it cannot pass on, ends the service and its engine", async () => {
    const { npm, data, pids } = await started();
    npm.kill("SIGKILL");
    await ended(npm);
    await vi.waitUntil(() => !pids.some(isThere), { timeout: 60_000 });
    expect(await findRunningService(data)).toBeUndefined();
  });

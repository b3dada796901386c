import { existsSync } from "node:fs";
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

/** `npm start`, once the service is ready, with its process. */
const started = async () => {
  const data = await temporaryFolder();
  const npm = startProgram("npm", ["start", "--", "--port=0", `--data=${data}`, "--no-demo"], {
    env: ownEnvironment(),
  });
  for await (const line of createInterface(npm.stdout!)) if (line.startsWith("Lectern is ready")) break;
  const service = (await findRunningService(data))!;
  const pids: readonly number[] = [service.pid];
  onTestFinished(() => {
    for (const pid of pids) if (isThere(pid)) process.kill(pid, "SIGKILL");
  });
  expect(pids.filter(isThere)).toEqual(pids);
  return { npm, data, pids };
};

test.runIf(existsSync("/proc"))(
  "a signal to npm ends the service, and leaves the data to the next service",
  async () => {
    const [terminated, interrupted, killed] = await Promise.all([started(), started(), started()]);
    terminated.npm.kill("SIGTERM");
    interrupted.npm.kill("SIGINT");
    killed.npm.kill("SIGKILL");
    for (const { npm, pids, data } of [terminated, interrupted]) {
      // npm waits for the service.
      await ended(npm);
      expect(pids.filter(isThere)).toEqual([]);
      expect(await findRunningService(data)).toBeUndefined();
    }
    // Which npm cannot pass on.
    await vi.waitUntil(() => !killed.pids.some(isThere), { timeout: 60_000 });
    expect(await findRunningService(killed.data)).toBeUndefined();
  },
);

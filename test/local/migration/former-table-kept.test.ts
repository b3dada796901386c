import { once } from "node:events";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { unzipSync } from "fflate";
import { expect, onTestFinished, test } from "vitest";
import { packedRelease } from "#test/releases/release.ts";
import {
  addressIn,
  ended,
  firstLineOf,
  ownEnvironment,
  startProgram,
  temporaryFolder,
} from "#test/support/programs.ts";

test("a former table is told of beside what a command prints, and kept until a start that succeeds has not needed it", async () => {
  const folder = join(await temporaryFolder(), "data");
  for (const [path, content] of Object.entries(unzipSync(await readFile(packedRelease("0.3.0"))))) {
    const place = join(folder, "..", path);
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, content);
  }
  const former = async () => (await readdir(folder)).filter((name) => name.includes("database.sqlite"));
  const kept = ["former-database.sqlite"];
  const start = (port: number) =>
    startProgram(process.execPath, ["local/start.js", `--port=${port}`, `--data=${folder}`, "--no-demo"], {
      env: ownEnvironment(),
      stdio: ["ignore", "pipe", "pipe"],
    });
  const taken = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void taken.close());
  await once(taken, "listening");

  const command = startProgram(process.execPath, ["cli/lectern.js", "export", `--data=${folder}`], {
    env: ownEnvironment(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [printed, told] = await Promise.all([text(command.stdout!), text(command.stderr!)]);
  expect(printed).toMatch(/^(#.*\n)*version: 1\n/);
  expect(told).toMatch(/database\.sqlite are in .*table\.sqlite now\. The former file is kept as /);
  expect(await former()).toEqual(expect.arrayContaining(kept));

  const failed = start((taken.address() as AddressInfo).port);
  expect(await text(failed.stderr!)).toMatch(/^Port \d+ of 127\.0\.0\.1 is in use; /);
  expect(await ended(failed)).toBe(1);
  expect(await former()).toEqual(expect.arrayContaining(kept));

  const service = start(0);
  const url = addressIn(await firstLineOf(service));
  expect(((await (await fetch(`${url}/api/cms/pages/`)).json()) as { count: number }).count).toBeGreaterThan(
    0,
  );
  expect(await former()).toEqual([]);
});

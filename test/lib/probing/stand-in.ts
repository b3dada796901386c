import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, vi } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "lectern-stand-in-"));

afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;

/** Puts a shell script in the place of ffprobe or ffmpeg until the test's end, and gives its path. */
export const standIn = (program: "ffprobe" | "ffmpeg", script: string): string => {
  const path = join(folder, `${program}-${++count}`);
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  vi.stubEnv(`${program.toUpperCase()}_PATH`, path);
  return path;
};

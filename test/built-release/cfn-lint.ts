import { execFile } from "node:child_process";
import { access, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "#test/support/sources.ts";

const run = promisify(execFile);

const place = join(root, "node_modules/.cache/cfn-lint");

/** Installs AWS's checker of templates from PyPI, with Python 3 and its venv. */
const installed = async (): Promise<string> => {
  const program = join(place, "bin/cfn-lint");
  const isThere = await access(program).then(
    () => true,
    () => false,
  );
  if (isThere) return program;
  await rm(place, { recursive: true, force: true });
  await run("python3", ["-m", "venv", place]);
  const requirements = join(import.meta.dirname, "cfn-lint.txt");
  await run(join(place, "bin/pip"), ["install", "--quiet", "--no-deps", "--requirement", requirements]);
  return program;
};

/** What cfn-lint finds in templates, warnings too: nothing, or a text. */
export const cfnLint = async (...templates: readonly string[]): Promise<string> => {
  const program = await installed();
  const args = ["--regions", "eu-central-1", "us-east-1", "--template", ...templates];
  return run(program, args, { maxBuffer: 64 * 1024 * 1024 }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }) =>
      `${stdout}${stderr}` || "It failed.",
  );
};

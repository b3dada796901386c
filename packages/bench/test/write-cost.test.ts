import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { root } from "../../../test/support/sources.ts";

/** A copy of what makes the page of costs; the service is the one of this checkout. */
const copyOfCheckout = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "lectern-cost-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const copied of ["docs", "packages/bench/src", "packages/bench/package.json", "packages/estimate"])
    await cp(join(root, copied), join(folder, copied), { recursive: true });
  for (const shared of ["cli", "functions", "lib", "local", "test", "node_modules"])
    await symlink(join(root, shared), join(folder, shared));
  return folder;
};

test("a record makes the page of costs of its own figures, though those of before are loaded", async () => {
  const folder = await copyOfCheckout();
  const page = join(folder, "docs/performance.md");
  const text = await readFile(page, "utf8");
  const cpuMs =
    /(?<=\n## Reading at 1,000 posts\n[\s\S]*?\n\| page of a post, HTML(?: \| [\d.]+){3} \| )[\d.]+/;
  await writeFile(page, text.replace(cpuMs, "98.76"));
  await writeFile(
    join(folder, "packages/bench/src/try.ts"),
    'import "./simulate/simulate.ts";\nimport { writeCost } from "./processes/write-cost.ts";\nawait writeCost();\n',
  );
  await promisify(execFile)(process.execPath, [join(folder, "packages/bench/src/try.ts")]);
  expect(await readFile(join(folder, "docs/cost.md"), "utf8")).toContain("| the page of a post | 98.76 |");
});

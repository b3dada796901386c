/**
 * The last part of `npm run requests`: Schemathesis, which reads the OpenAPI document by other code than
 * ours, as callers of each kind, each on a demo of its own with more people. Without the program, which is
 * Python's, says that it is skipped. Arguments are parts of the names of callers, to run only these.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { callers, type SchemathesisCaller, writeManifest } from "./schemathesis-site.ts";

const checks =
  "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance";

/** It keeps notes in its folder, which is a temporary one. */
const runAgainst = (url: string, cwd: string, args: readonly string[]): number | null =>
  spawnSync(
    "schemathesis",
    [
      ...["run", `${url}/api/openapi.json`, "--checks", checks, "--seed", "1", "--continue-on-failure"],
      ...["--max-examples", process.env.SCHEMATHESIS_EXAMPLES ?? "20", "--suppress-health-check", "all"],
      // It takes the types of a list's first items for an old form of `items`.
      ...["--exclude-path", "/api/comment_training_data/"],
      ...["--phases", "examples,coverage,fuzzing", "--warnings", "off", ...args],
    ],
    { cwd, stdio: "inherit" },
  ).status;

/** The status of Schemathesis' run as one caller. */
const runAs = async ({ name, args }: SchemathesisCaller): Promise<number> => {
  const folder = await mkdtemp(join(tmpdir(), "lectern-schemathesis-"));
  const manifest = await writeManifest(join(folder, "site"));
  const options = [`--data=${join(folder, "data")}`, "--port=0", `--manifest=${manifest}`];
  const service = spawn(process.execPath, ["local/start.js", ...options], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const lines = createInterface(service.stdout);
    const [line] = await once(lines, "line");
    const url = /http:\/\/[^\s/]+/.exec(String(line))?.[0] ?? "";
    console.log(`\nAs ${name}, at ${url}`);
    return runAgainst(url, folder, await args(url)) ?? 1;
  } finally {
    service.kill();
    await once(service, "exit");
    await rm(folder, { recursive: true, force: true });
  }
};

const main = async (): Promise<number> => {
  if (spawnSync("schemathesis", ["--version"]).error) {
    console.log("SKIPPED: Schemathesis is not installed (pip install schemathesis==4.32.5).");
    return 0;
  }
  const wanted = process.argv.slice(2);
  const failed: string[] = [];
  for (const caller of callers)
    if (wanted.length === 0 || wanted.some((part) => caller.name.includes(part)))
      if ((await runAs(caller)) !== 0) failed.push(caller.name);
  if (failed.length > 0) console.log(`Schemathesis found something as: ${failed.join(", ")}.`);
  return failed.length > 0 ? 1 : 0;
};

process.exit(await main());

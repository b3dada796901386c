/**
 * The last part of `npm run requests`: Schemathesis, which reads the OpenAPI document by other code than
 * ours, against the demo, as a stranger and as its superuser. Without the program, which is Python's, says
 * that it is skipped.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

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

const main = async (): Promise<number> => {
  if (spawnSync("schemathesis", ["--version"]).error) {
    console.log("SKIPPED: Schemathesis is not installed (pip install schemathesis==4.32.5).");
    return 0;
  }
  const data = await mkdtemp(join(tmpdir(), "lectern-schemathesis-"));
  const service = spawn(process.execPath, ["local/start.js", `--data=${data}`, "--port=0"]);
  try {
    const [line] = await once(createInterface(service.stdout), "line");
    const url = /http:\/\/[^\s/]+/.exec(String(line))?.[0] ?? "";
    const { token } = JSON.parse(await readFile(join(data, "demo.json"), "utf8"));
    const asStranger = runAgainst(url, data, []);
    const asSuperuser = runAgainst(url, data, ["-H", `Authorization: Bearer ${token}`]);
    return asStranger || asSuperuser || 0;
  } finally {
    service.kill();
    await once(service, "exit");
    await rm(data, { recursive: true, force: true });
  }
};

process.exit(await main());

import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import {
  addressIn,
  firstLineOf,
  ownEnvironment,
  startProgram,
  temporaryFolder,
} from "#test/support/programs.ts";

test("an engine that the environment names takes the place of the folder's table", async () => {
  const data = await temporaryFolder();
  const { DYNAMODB_ENDPOINT } = process.env;
  const env = { ...ownEnvironment(), DYNAMODB_ENDPOINT };
  const options = ["--port=0", `--data=${data}`, "--no-demo"];
  const program = startProgram(process.execPath, ["local/start.js", ...options], { env });
  const line = await firstLineOf(program);
  expect(line).toContain(`data in ${DYNAMODB_ENDPOINT},`);
  expect((await fetch(`${addressIn(line)}/api/cms/pages/`)).status).toBe(200);
  expect(await readdir(data)).not.toContain("table.sqlite");
});

import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  addressIn,
  firstLineOf,
  ownEnvironment,
  startProgram,
  temporaryFolder,
} from "#test/support/programs.ts";

test("a service is one process, and a page of a browser can reach no port but its own", async () => {
  const data = join(await temporaryFolder(), "data");
  const telling = ["--import", new URL("./telling-resources.ts", import.meta.url).href];
  const service = startProgram(
    process.execPath,
    [...telling, "local/start.js", "--port=0", `--data=${data}`, "--no-demo"],
    { env: ownEnvironment(), stdio: ["ignore", "pipe", "inherit", "ipc"] },
  );
  const url = addressIn(await firstLineOf(service));
  expect((await fetch(`${url}/api/cms/pages/`)).status).toBe(200);
  const resources = async (): Promise<unknown> => {
    service.send("resources");
    return (await once(service, "message"))[0];
  };
  // Its helper for snapshots ends when it has nothing to do.
  await expect.poll(resources).toEqual({ ports: [Number(new URL(url).port)], processes: 0 });
});

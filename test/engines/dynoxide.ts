import { existsSync } from "node:fs";
import { join } from "node:path";
import { run, type TestServer } from "./programs.ts";
import { startServer } from "./start-server.ts";

/** With a `package-lock.json` that has the hash of the program. */
const folder = join(import.meta.dirname, "dynoxide");

const { platform, arch } = process;
const binary = platform === "win32" ? "dynoxide.exe" : "dynoxide";
const program = join(folder, "node_modules/@dynoxide", `${platform}-${arch}`, binary);

/** Downloads it if it is not there; npm refuses a package whose hash is another. */
export const installDynoxide = async (): Promise<void> => {
  if (!existsSync(program)) await run("npm", ["ci", "--ignore-scripts"], { cwd: folder });
};

/** A small engine of DynamoDB's protocol, in memory. It ends with this process, in whatever way that ends. */
export const startDynoxide = async (): Promise<TestServer> => {
  await installDynoxide();
  return startServer(program, ({ host, port }) => ["serve", "--host", host, "--port", String(port)]);
};

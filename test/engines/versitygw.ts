import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { localCredentials } from "#lib/settings/aws.ts";
import { findFreeAddress } from "./dynoxide/address.ts";
import { spawnGuarded } from "./dynoxide/spawn-guarded.ts";
import { programsFolder, run, type TestServer } from "./programs.ts";

const sources = join(import.meta.dirname, "versitygw");

const program = join(programsFolder, "versitygw");

/** Builds it from the Go modules whose SHA-256 are in `go.sum`. Go repeats only what has changed. */
export const installVersitygw = async (): Promise<void> => {
  await run("go", ["build", "-o", program, "github.com/versity/versitygw/cmd/versitygw"], { cwd: sources });
};

/** An S3 server on a temporary folder. It ends with this process, in whatever way that ends. */
export const startVersitygw = async (): Promise<TestServer> => {
  await installVersitygw();
  const folder = await mkdtemp(join(tmpdir(), "lectern-versitygw-"));
  const [buckets, metadata] = [join(folder, "buckets"), join(folder, "metadata")];
  await mkdir(buckets);
  await mkdir(metadata);
  const { host, port } = await findFreeAddress("127.0.0.1");
  const address = `${host}:${port}`;
  const { accessKeyId, secretAccessKey } = localCredentials;
  const account = ["--access", accessKeyId, "--secret", secretAccessKey];
  const place = ["--port", address, "--quiet", "posix", "--sidecar", metadata, buckets];
  const server = spawnGuarded(program, [...account, ...place]);
  server.stderr?.resume();
  const ended = once(server, "exit");
  const endpoint = `http://${address}`;
  await Promise.race([
    untilAnswering(endpoint),
    ended.then(() => {
      throw new Error("versitygw has ended before it listened.");
    }),
  ]);
  const stop = async () => {
    server.kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  return { endpoint, stop };
};

const untilAnswering = async (endpoint: string): Promise<void> => {
  while (!(await fetch(endpoint).catch(() => undefined))) await pause(50);
};

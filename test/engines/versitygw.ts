import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { localCredentials } from "#lib/settings/aws.ts";
import { programsFolder, run, type TestServer } from "./programs.ts";
import { startServer } from "./start-server.ts";

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
  const { accessKeyId, secretAccessKey } = localCredentials;
  const account = ["--access", accessKeyId, "--secret", secretAccessKey];
  const { endpoint, stop } = await startServer(program, ({ host, port }) => {
    const place = ["--port", `${host}:${port}`, "--quiet", "posix", "--sidecar", metadata, buckets];
    return [...account, ...place];
  });
  return {
    endpoint,
    stop: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

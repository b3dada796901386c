import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CreateBucketCommand, DeleteBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { openDiskFiles } from "#lib/files/disk.ts";
import type { Files } from "#lib/files/files.ts";
import { openS3Files, type S3FilesOptions } from "#lib/files/s3.ts";
import { filesPath } from "#lib/media/file-delivery.ts";
import type { ReadableFiles } from "#lib/settings/files.ts";
import { fileServer } from "#local/file-server.ts";
import { sendAnswer } from "#local/gateway/answer.ts";

/** An empty file store, and its removal. */
export interface FilesUnderTest {
  readonly files: Files;
  /** The same files without the S3 client. */
  readonly readable: ReadableFiles;
  readonly close: () => Promise<unknown>;
}

type Subject = [name: string, open: () => Promise<FilesUnderTest>];

/**
 * The file stores to test: always the disk; S3 on `versitygw`, if $VERSITYGW or the path has it (`go install
 * github.com/versity/versitygw/cmd/versitygw@v1.8.0`); and S3 at $S3_ENDPOINT, with the credentials that the
 * AWS SDK finds.
 */
export const filesUnderTest = (): Subject[] => {
  const subjects: Subject[] = [["on disk", openDisk]];
  const program = findVersitygw();
  if (program) subjects.push(["in a bucket of versitygw", () => openVersitygw(program)]);
  const endpoint = process.env.S3_ENDPOINT;
  if (endpoint) subjects.push([`in a bucket of ${endpoint}`, () => openBucket({ endpoint })]);
  return subjects;
};

const openDisk = async (): Promise<FilesUnderTest> => {
  const folder = await mkdtemp(join(tmpdir(), "lectern-files-"));
  const signingKey = Buffer.from(randomUUID());
  const server = createServer(async (request, response) => {
    const answer = await fileServer({ files, signingKey }).answer(request, response);
    if (answer) sendAnswer(response, answer);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}${filesPath}`;
  const files = await openDiskFiles({ folder, address, signingKey });
  const close = async () => {
    server.close();
    await rm(folder, { recursive: true });
  };
  return { files, readable: { kind: "disk", folder }, close };
};

const findVersitygw = (): string | undefined =>
  process.env.VERSITYGW ??
  (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, "versitygw"))
    .find(existsSync);

const openVersitygw = async (program: string): Promise<FilesUnderTest> => {
  const folder = await mkdtemp(join(tmpdir(), "lectern-versitygw-"));
  const [buckets, metadata] = [join(folder, "buckets"), join(folder, "metadata")];
  await mkdir(buckets);
  await mkdir(metadata);
  const credentials = { accessKeyId: "lectern", secretAccessKey: "lectern-secret" };
  const port = await freePort();
  const account = ["--access", credentials.accessKeyId, "--secret", credentials.secretAccessKey];
  const where = ["--port", `127.0.0.1:${port}`, "--quiet", "posix", "--sidecar", metadata, buckets];
  const server = spawn(program, [...account, ...where], { stdio: "ignore" });
  await untilListening(port);
  const bucket = await openBucket({ endpoint: `http://127.0.0.1:${port}`, credentials });
  const close = async () => {
    server.kill();
    await once(server, "exit");
    await rm(folder, { recursive: true });
  };
  return { ...bucket, close };
};

const openBucket = async (
  connection: Omit<S3FilesOptions, "bucket"> & { readonly endpoint: string },
): Promise<FilesUnderTest> => {
  const bucket = `lectern-${randomUUID()}`;
  const options = { region: "us-east-1", forcePathStyle: true, ...connection };
  const client = new S3Client(options);
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  const files = openS3Files({ ...options, bucket });
  const close = async () => {
    for await (const { key } of files.list()) await files.delete(key);
    await client.send(new DeleteBucketCommand({ Bucket: bucket }));
  };
  const { accessKeyId, secretAccessKey } = await client.config.credentials();
  const credentials = { accessKeyId, secretAccessKey };
  const address = `${options.endpoint}/${bucket}`;
  return { files, readable: { kind: "s3", address, region: options.region, credentials }, close };
};

const freePort = async (): Promise<number> => {
  const server = createTcpServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
};

const untilListening = async (port: number): Promise<void> => {
  for (let look = 0; look < 100; look++) {
    const isListening = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (isListening) return;
    await sleep(50);
  }
  throw new Error(`nothing listens on port ${port}`);
};

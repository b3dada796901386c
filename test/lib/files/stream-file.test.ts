import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer, text } from "node:stream/consumers";
import { S3Client } from "@aws-sdk/client-s3";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { fileKey } from "#lib/files/file-key.ts";
import { streamFile } from "#lib/files/stream-file.ts";
import { type ReadableFiles, readableFiles } from "#lib/settings/files.ts";
import { type FilesUnderTest, filesUnderTest } from "./subjects.ts";

vi.mock("#lib/settings/files.ts", { spy: true });

afterEach(() => {
  vi.resetAllMocks();
  vi.unstubAllEnvs();
});

describe.each(filesUnderTest())("files %s, read without the S3 client", (_, open) => {
  let subject: FilesUnderTest;

  beforeAll(async () => {
    subject = await open();
  });

  afterAll(() => subject.close());

  beforeEach(() => {
    vi.mocked(readableFiles).mockReturnValue(subject.readable);
  });

  test.each([
    ["a plain key", "snapshots/1/newest.json"],
    ["a key of any characters", "snapshots/it's (really) 100 % — Möwe+*!~"],
  ])("come as they were stored, under %s", async (_name, name) => {
    const content = randomBytes(300_000);
    await subject.files.put(fileKey(name), content, "application/octet-stream");
    const stream = await streamFile(fileKey(name));
    expect((await buffer(stream!)).equals(content)).toBe(true);
  });

  test("are not there where nothing was stored", async () => {
    expect(await streamFile(fileKey("snapshots/none"))).toBeUndefined();
  });
});

const credentials = { accessKeyId: "id", secretAccessKey: "secret", sessionToken: "passing" };

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** A bucket that gives these answers, one after the other, and the last one again and again. */
const standIn = async (...answers: readonly Answer[]) => {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answers[Math.min(requests.length, answers.length) - 1]!(response, request);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/files`;
  const readable: ReadableFiles = { kind: "s3", address, region: "eu-west-1", credentials };
  vi.mocked(readableFiles).mockReturnValue(readable);
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { requests, [Symbol.asyncDispose]: close };
};

const saying =
  (status: number, content: string): Answer =>
  (response) =>
    response.writeHead(status).end(content);

/** What the SDK would put into the request's `authorization`. */
const authorizationBySdk = async ({ method = "", url = "", headers }: IncomingMessage): Promise<string> => {
  const client = new S3Client({ region: "eu-west-1", credentials: { ...credentials } });
  const scheme = { name: "sigv4", signingName: "s3", signingRegion: "eu-west-1", properties: {} };
  const signer = await client.config.signer(scheme);
  const host = headers.host!;
  const own = { host, "x-amz-content-sha256": headers["x-amz-content-sha256"] as string };
  const request = { method, protocol: "http:", hostname: host, path: url, headers: own };
  const date = (headers["x-amz-date"] as string).replace(/(....)(..)(..T..)(..)(..)/, "$1-$2-$3:$4:$5");
  return (await signer.sign(request, { signingDate: new Date(date) })).headers.authorization!;
};

describe("a bucket", () => {
  test.each(["newest.json", "it's (really) 100 % — Möwe+*!~"])(
    "is sent what the SDK would send for %j, signed with the session token",
    async (name) => {
      await using bucket = await standIn(saying(200, "content"));
      const stream = await streamFile(fileKey(`snapshots/${name}`));
      expect(await text(stream!)).toBe("content");
      const [request] = bucket.requests;
      expect(request!.url).toMatch(/^\/files\/snapshots\/[^/]+$/);
      expect(request!.headers["x-amz-security-token"]).toBe("passing");
      expect(request!.headers["x-amz-content-sha256"]).toBe("UNSIGNED-PAYLOAD");
      expect(request!.headers.authorization).toBe(await authorizationBySdk(request!));
    },
  );

  test.each([403, 404])("that answers %i has no such file", async (status) => {
    await using _bucket = await standIn(saying(status, "<Error/>"));
    expect(await streamFile(fileKey("none"))).toBeUndefined();
  });

  test.each<[string, Answer]>([
    ["fails", saying(503, "<Error><Code>SlowDown</Code></Error>")],
    ["closes the connection", (_response, request) => request.socket.destroy()],
  ])("that %s once is asked again", async (_name, answer) => {
    await using bucket = await standIn(answer, saying(200, "content"));
    expect(await text((await streamFile(fileKey("file")))!)).toBe("content");
    expect(bucket.requests).toHaveLength(2);
  });

  test("that goes on failing is an error", async () => {
    await using bucket = await standIn(saying(500, ""));
    await expect(streamFile(fileKey("file"))).rejects.toThrow("answers 500");
    expect(bucket.requests).toHaveLength(2);
  });

  test("that breaks off in the middle of a file fails whoever reads it", async () => {
    await using _bucket = await standIn((response) => {
      response.writeHead(200, { "content-length": "100" }).write("the first");
      setTimeout(() => response.destroy(), 20);
    });
    await expect(text((await streamFile(fileKey("file")))!)).rejects.toThrow();
  });

  test("that falls silent in the middle of a file fails whoever reads it", async () => {
    await using _bucket = await standIn((response) => {
      response.writeHead(200, { "content-length": "100" }).write("the first");
    });
    await expect(text((await streamFile(fileKey("file")))!)).rejects.toThrow("silent");
  });
});

describe("files are read like this", () => {
  const lambda = {
    FILES_FOLDER: "",
    S3_ENDPOINT: "",
    BUCKET_NAME: "site-files",
    AWS_LAMBDA_FUNCTION_NAME: "pages-list",
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "id",
    AWS_SECRET_ACCESS_KEY: "secret",
    AWS_SESSION_TOKEN: "passing",
    AWS_ENDPOINT_URL: "",
  };

  const placeIn = (variables: Partial<typeof lambda>): ReadableFiles | undefined => {
    for (const [name, value] of Object.entries({ ...lambda, ...variables })) vi.stubEnv(name, value);
    return readableFiles();
  };

  test("by a Lambda, from the bucket that it was told of", () => {
    const address = "https://site-files.s3.eu-central-1.amazonaws.com";
    expect(placeIn({})).toEqual({ kind: "s3", address, region: "eu-central-1", credentials });
  });

  test("from an engine beside a machine", () => {
    const place = placeIn({ AWS_LAMBDA_FUNCTION_NAME: "", S3_ENDPOINT: "http://127.0.0.1:7070/" });
    expect(place).toMatchObject({ kind: "s3", address: "http://127.0.0.1:7070/site-files" });
  });

  test("from the folder of a machine", () => {
    expect(placeIn({ FILES_FOLDER: "/data/files" })).toEqual({ kind: "disk", folder: "/data/files" });
  });

  test.each<[string, Partial<typeof lambda>]>([
    ["a Lambda that was told of no bucket", { BUCKET_NAME: "" }],
    ["a Lambda whose address only the SDK knows", { AWS_REGION: "cn-north-1" }],
    ["a program with the credentials of a person", { AWS_LAMBDA_FUNCTION_NAME: "" }],
  ])("not by %s", async (_name, variables) => {
    expect(placeIn(variables)).toBeUndefined();
    expect(await streamFile(fileKey("file"))).toBeUndefined();
  });
});

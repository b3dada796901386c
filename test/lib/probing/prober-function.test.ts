import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { fileKey } from "#lib/files/file-key.ts";
import { probeAudio, storePoster } from "#lib/probing/media-prober.ts";

vi.unmock("#lib/probing/ask-ffprobe.ts");

/** A Lambda service in which one function answers as each test says. */
let server: Server;
let answer: RequestListener;
let invocations: { readonly url: string; readonly event: unknown; readonly headers: IncomingHttpHeaders }[];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const event = JSON.parse(await text(request));
    invocations.push({ url: request.url!, event, headers: request.headers });
    answer(request, response);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
});

beforeEach(() => {
  invocations = [];
  vi.stubEnv("PROBER_FUNCTION", "site-prober");
  vi.stubEnv("AWS_ENDPOINT_URL_LAMBDA", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv("AWS_REGION", "eu-central-1");
  vi.stubEnv("AWS_ACCESS_KEY_ID", "id");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret");
});

afterEach(() => vi.unstubAllEnvs());

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const saying =
  (body: unknown, headers: Record<string, string> = {}, status = 200): RequestListener =>
  (_, response) =>
    response.writeHead(status, headers).end(JSON.stringify(body));

const key = fileKey("uploads/episode.mp3");

test("an audio is probed by one call of the function, which is told to answer within the budget", async () => {
  const found = { durationSeconds: 12.5, isEstimate: false, chapters: [], chapterFailure: null };
  answer = saying(found);
  expect(await probeAudio({ key, wantsChapters: true })).toEqual(found);
  expect(invocations).toMatchObject([
    {
      url: "/2015-03-31/functions/site-prober/invocations",
      event: { kind: "audio", key, wantsChapters: true, budgetMs: 9_000 },
    },
  ]);
});

test("a poster is made by one call of the function", async () => {
  const posterKey = fileKey("uploads/poster.jpg");
  const poster = { key: posterKey, contentType: "image/jpeg", sizeBytes: 7 };
  answer = saying(poster);
  expect(await storePoster({ key, posterKey })).toEqual(poster);
  expect(invocations).toMatchObject([{ event: { kind: "video", key, posterKey, budgetMs: 9_000 } }]);
});

test("the function's failures are passed on", async () => {
  answer = saying({ failure: "probe_failed", reason: "ffprobe: junk" });
  expect(await probeAudio({ key, wantsChapters: true })).toEqual({
    failure: "probe_failed",
    reason: "ffprobe: junk",
  });
});

test("a function that does not answer in time is probe_timeout", async () => {
  vi.stubEnv("SITE_EDITOR_MEDIA_PROBE_SECONDS", "0.3");
  answer = () => {};
  expect(await probeAudio({ key, wantsChapters: true })).toMatchObject({ failure: "probe_timeout" });
});

test.each<[string, RequestListener]>([
  ["breaks", saying({ errorType: "Runtime.ExitError" }, { "x-amz-function-error": "Unhandled" })],
  ["may not be called", saying({ message: "no" }, { "x-amzn-errortype": "AccessDeniedException" }, 403)],
  ["is not there", saying({ message: "no" }, { "x-amzn-errortype": "ResourceNotFoundException" }, 404)],
  ["answers nonsense", (_, response) => response.end("<html>")],
])("a function that %s is probe_failed, with a reason for the log", async (_, listener) => {
  answer = listener;
  expect(await probeAudio({ key, wantsChapters: true })).toEqual({
    failure: "probe_failed",
    reason: expect.stringMatching(/\w/),
  });
});

test("the function is not called without a budget", async () => {
  vi.stubEnv("SITE_EDITOR_MEDIA_PROBE_SECONDS", "0");
  answer = saying({});
  expect(await probeAudio({ key, wantsChapters: true })).toMatchObject({ failure: "probe_timeout" });
  expect(invocations).toEqual([]);
});

import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { log } from "#lib/log.ts";
import { startGateway } from "#local/gateway.ts";
import { PlainError } from "#local/plain-error.ts";
import { anyText } from "#test/support/any-text.ts";
import { capturingGateway, fakeRoute, gatewayFor, rawRequest, sendRaw } from "#test/support/capture.ts";
import { captureLog } from "#test/support/captured-log.ts";

afterEach(() => vi.restoreAllMocks());

const listVideos = fakeRoute({ id: "videos/list", path: "/api/videos/" });
const fallback = fakeRoute({ id: "fallback", path: "/{proxy+}/" });

describe("functions", () => {
  test("answer at their routes, everything else is the fallback's", async () => {
    const load = async (id: string) => async () => ({ statusCode: 200, body: id });
    await using gateway = await gatewayFor(() => null, { routes: [listVideos], fallback, load });
    const answers = ["/api/videos/", "/api/videos", "/api/nothing/"].map(async (path) =>
      (await fetch(gateway.url + path)).text(),
    );
    expect(await Promise.all(answers)).toEqual(["videos/list", "videos/list", "fallback"]);
  });

  test("are loaded by the first request that needs them, and once", async () => {
    const load = vi.fn(async () => async () => ({ statusCode: 204 }));
    await using gateway = await gatewayFor(() => null, { routes: [listVideos], load });
    expect(load).not.toHaveBeenCalled();
    await Promise.all(Array.from({ length: 5 }, () => fetch(`${gateway.url}/api/videos/`)));
    expect(load.mock.calls).toEqual([["videos/list"]]);
  });

  test("that cannot be loaded are a 500, and are tried again", async () => {
    using captured = captureLog();
    const load = vi
      .fn(async () => async () => ({ statusCode: 204 }))
      .mockRejectedValueOnce(new Error("no such module"));
    await using gateway = await gatewayFor(() => null, { load });
    const failed = await fetch(gateway.url);
    expect([failed.status, await failed.json()]).toEqual([500, { message: "Internal Server Error" }]);
    expect(captured.lines[0]?.error).toContain("no such module");
    expect((await fetch(gateway.url)).status).toBe(204);
  });
});

describe("answers", () => {
  test("have the function's status, headers, cookies and bytes", async () => {
    await using gateway = await gatewayFor(async () => ({
      statusCode: 201,
      headers: { "content-type": "image/png", ETag: '"x"' },
      cookies: ["a=1; Path=/", "b=2"],
      body: Buffer.from([0, 255, 128]).toString("base64"),
      isBase64Encoded: true,
    }));
    const answer = await fetch(gateway.url);
    expect(answer.status).toBe(201);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/png",
      etag: '"x"',
      "content-length": "3",
    });
    expect(answer.headers.getSetCookie()).toEqual(["a=1; Path=/", "b=2"]);
    expect(await answer.bytes()).toEqual(new Uint8Array([0, 255, 128]));
  });

  test("to HEAD have the length of the body but not the body", async () => {
    await using gateway = await gatewayFor(async () => ({ statusCode: 200, body: "Grüße" }));
    const answer = await sendRaw(
      gateway.url,
      rawRequest(["HEAD / HTTP/1.1", "Host: h", "Connection: close"]),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n.*content-length: 7\r\n.*\r\n\r\n$/s);
  });

  test.each([204, 304])("with status %i have neither body nor length", async (statusCode) => {
    await using gateway = await gatewayFor(async () => ({
      statusCode,
      headers: { etag: '"x"' },
      body: "no",
    }));
    const answer = await sendRaw(gateway.url, rawRequest(["GET / HTTP/1.1", "Host: h", "Connection: close"]));
    expect(answer).toMatch(/etag: "x"\r\n.*\r\n\r\n$/s);
    expect(answer).not.toMatch(/content-length/i);
  });

  test("with a header that HTTP cannot carry are a 500", async () => {
    vi.spyOn(log, "write").mockReturnValue();
    await using gateway = await gatewayFor(async () => ({
      statusCode: 200,
      headers: { "x-bad": "a\r\nb: c" },
    }));
    const answer = await fetch(gateway.url);
    expect([answer.status, await answer.json()]).toEqual([500, { message: "Internal Server Error" }]);
  });

  test("go to those who asked, at 100 requests at once", async () => {
    await using gateway = await gatewayFor(async (event) => {
      await sleep(Math.random() * 20);
      return { statusCode: 200, body: event.rawQueryString };
    });
    const asked = Array.from({ length: 100 }, (_, number) => `n=${number}`);
    const answers = await Promise.all(
      asked.map(async (query) => (await fetch(`${gateway.url}/?${query}`)).text()),
    );
    expect(answers).toEqual(asked);
  });
});

describe("nothing that a client sends ends the gateway", () => {
  test.each([
    {
      name: "malformed encoding in the path",
      bytes: rawRequest(["GET /%zz HTTP/1.1", "Host: h", "Connection: close"]),
    },
    {
      name: "an encoded path that is not UTF-8",
      bytes: rawRequest(["GET /%ff HTTP/1.1", "Host: h", "Connection: close"]),
    },
    { name: "no Host", bytes: rawRequest(["GET / HTTP/1.1", "Connection: close"]) },
    { name: "HTTP/1.0 without a Host", bytes: rawRequest(["GET / HTTP/1.0"]) },
    { name: "an asterisk", bytes: rawRequest(["OPTIONS * HTTP/1.1", "Host: h", "Connection: close"]) },
    { name: "a tunnel", bytes: rawRequest(["CONNECT h:443 HTTP/1.1", "Host: h"]) },
    { name: "an unknown method", bytes: rawRequest(["BREW / HTTP/1.1", "Host: h"]) },
    { name: "something else than HTTP", bytes: "\x16\x03\x01\x02\x00\x01\x00" },
    { name: "another protocol version", bytes: rawRequest(["GET / HTTP/9.9", "Host: h"]) },
    {
      name: "two lengths",
      bytes: rawRequest(["POST / HTTP/1.1", "Host: h", "Content-Length: 1", "Content-Length: 2"], "x"),
    },
    {
      name: "a length that is no number",
      bytes: rawRequest(["POST / HTTP/1.1", "Host: h", "Content-Length: x"]),
    },
    {
      name: "a length and chunks",
      bytes: rawRequest(
        ["POST / HTTP/1.1", "Host: h", "Content-Length: 3", "Transfer-Encoding: chunked"],
        "0\r\n\r\n",
      ),
    },
    {
      name: "broken chunks",
      bytes: rawRequest(["POST / HTTP/1.1", "Host: h", "Transfer-Encoding: chunked"], "nonsense\r\n"),
    },
  ])("$name is a 400 of JSON", async ({ bytes }) => {
    await using gateway = await capturingGateway();
    expect(await sendRaw(gateway.url, bytes)).toMatch(
      /^HTTP\/1\.1 400 Bad Request\r\ncontent-type: application\/json\r\n.*\r\n\r\n\{"message":"Bad Request"\}$/s,
    );
    expect(gateway.events).toEqual([]);
  });

  test.each(["PROPFIND", "TRACE", "OPTIONS", "PURGE"])("%s is a method like any other", async (method) => {
    await using gateway = await capturingGateway();
    await sendRaw(gateway.url, rawRequest([`${method} / HTTP/1.1`, "Host: h", "Connection: close"]));
    expect(gateway.events[0]?.requestContext.http.method).toBe(method);
  });

  test("a request to switch protocols is served as HTTP", async () => {
    await using gateway = await capturingGateway();
    const lines = ["GET / HTTP/1.1", "Host: h", "Upgrade: websocket", "Connection: Upgrade, close"];
    expect(await sendRaw(gateway.url, rawRequest(lines))).toMatch(/^HTTP\/1\.1 204/);
  });

  test("a client that leaves in the middle of its body is forgotten", async () => {
    await using gateway = await capturingGateway();
    const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1");
    socket.write(rawRequest(["POST / HTTP/1.1", "Host: h", "Content-Length: 1000"], "half of it"));
    await sleep(20);
    socket.resetAndDestroy();
    expect((await fetch(gateway.url)).status).toBe(204);
    expect(gateway.events).toHaveLength(1);
  });

  test("a client that disconnects early does not affect other clients' answers", async () => {
    const { promise: release, resolve } = Promise.withResolvers<void>();
    const { promise: called, resolve: call } = Promise.withResolvers<void>();
    await using gateway = await gatewayFor(async () => {
      call();
      await release;
      return { statusCode: 200, body: "x".repeat(1_000_000) };
    });
    const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1");
    socket.write(rawRequest(["GET / HTTP/1.1", "Host: h"]));
    await called;
    socket.resetAndDestroy();
    await once(socket, "close");
    resolve();
    expect((await fetch(gateway.url)).status).toBe(200);
  });

  test("whatever the bytes", async () => {
    await using gateway = await capturingGateway();
    const line = fc.constantFrom(
      "GET ",
      "POST ",
      "/",
      " HTTP/1.1",
      "\r\n",
      "Host: h",
      "Content-Length: 3",
      "\r\n\r\n",
      "%",
      ":",
    );
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array)),
      fc.array(fc.oneof(line, anyText({ maxLength: 10 }))).map((parts) => Buffer.from(parts.join(""))),
      fc
        .webPath()
        .chain((path) =>
          fc
            .uint8Array()
            .map((tail) =>
              Buffer.concat([
                Buffer.from(rawRequest([`POST ${path} HTTP/1.1`, "Host: h", `Content-Length: 20`])),
                tail,
              ]),
            ),
        ),
    );
    await fc.assert(
      fc.asyncProperty(bytes, async (sent) => {
        const answer = await sendRaw(gateway.url, sent).catch((error: NodeJS.ErrnoException) => error.code);
        expect(answer).toMatch(/^(HTTP\/1\.1 \d{3} |ECONNRESET$|EPIPE$|$)/);
        expect((await fetch(gateway.url)).status).toBe(204);
      }),
      { numRuns: 200 },
    );
  });
});

describe("a gateway", () => {
  test("that stops lets running requests finish and takes no new ones", async () => {
    const { promise: called, resolve: call } = Promise.withResolvers<void>();
    const gateway = await gatewayFor(async () => {
      call();
      await sleep(100);
      return { statusCode: 200, body: "finished" };
    });
    const running = fetch(gateway.url);
    await called;
    const stopped = gateway.stop();
    await expect(fetch(gateway.url)).rejects.toThrow();
    expect(await (await running).text()).toBe("finished");
    await stopped;
  });

  test("that stops does not wait longer than it was told", async () => {
    const { promise: called, resolve: call } = Promise.withResolvers<void>();
    const gateway = await gatewayFor(() => {
      call();
      return new Promise(() => {});
    });
    const running = fetch(gateway.url).catch(() => "cut off");
    await called;
    await gateway.stop(50);
    expect(await running).toBe("cut off");
  });

  test("that stops does not wait for connections that ask nothing", async () => {
    const gateway = await capturingGateway();
    const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1");
    await once(socket, "connect");
    const closed = once(socket, "close");
    await gateway.stop(3_600_000);
    await closed;
    expect([socket.destroyed, gateway.events]).toEqual([true, []]);
  });

  test("keeps idle connections for longer than proxies do", async () => {
    await using gateway = await capturingGateway();
    const { headers } = await fetch(gateway.url);
    expect(Number(/timeout=(\d+)/.exec(headers.get("keep-alive") ?? "")?.[1])).toBeGreaterThan(60);
  });

  test("on a port that is in use is refused in a sentence that says what to do", async () => {
    await using first = await capturingGateway();
    const port = Number(new URL(first.url).port);
    const second = startGateway({ routes: [], fallback, port });
    await expect(second).rejects.toThrow(
      new PlainError(
        `Port ${port} of 127.0.0.1 is in use; stop the program that uses it or choose another with --port.`,
      ),
    );
  });

  test("on an address that is not this machine's is refused", async () => {
    const gateway = startGateway({ routes: [], fallback, host: "192.0.2.1" });
    await expect(gateway).rejects.toThrow(PlainError);
    await expect(gateway).rejects.toThrow("choose others with --port and --host");
  });

  test("knows its address in IPv6 too", async () => {
    const gateway = await startGateway({ routes: [], fallback, host: "::1" });
    expect(gateway.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
    await gateway.stop();
  });
});

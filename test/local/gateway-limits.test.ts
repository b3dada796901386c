import { connect } from "node:net";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import type { Route } from "#lib/routes/route.ts";
import { gatewayLimits, maxBodyBytes } from "#local/gateway/limits.ts";
import { capturingGateway, fakeRoute, rawRequest, sendRaw } from "#test/support/capture.ts";

const upload = (envelope: Route["envelope"]) =>
  fakeRoute({ id: "upload", method: "POST", path: "/upload/", envelope });

/** A request whose head has exactly this size, through its path or a header. */
const headOf = (bytes: number, where: "path" | "header") => {
  const around = rawRequest(["GET / HTTP/1.1", "Host: h", "Connection: close", "X: "]).length;
  const filling = "x".repeat(bytes - around + 2);
  return where === "path"
    ? rawRequest([`GET /${filling} HTTP/1.1`, "Host: h", "Connection: close", "X: "])
    : rawRequest(["GET / HTTP/1.1", "Host: h", "Connection: close", `X: ${filling}`]);
};

/** The memory in buffers after garbage collection. */
const keptBytes = (): number => {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().arrayBuffers;
};

describe("request line and headers", () => {
  test.each(["path", "header"] as const)("may take 10,240 bytes: %s", async (where) => {
    await using gateway = await capturingGateway();
    expect(await sendRaw(gateway.url, headOf(gatewayLimits.headBytes, where))).toContain("HTTP/1.1 204");
  });

  test.each([
    { name: "a byte more in a header", bytes: 10_241, where: "header", status: 431 },
    { name: "a byte more in the path", bytes: 10_241, where: "path", status: 431 },
    { name: "a longer path", bytes: 12_000, where: "path", status: 414 },
    { name: "more than the parser takes", bytes: 200_000, where: "header", status: 431 },
  ] as const)("$name is refused with $status", async ({ bytes, where, status }) => {
    await using gateway = await capturingGateway();
    const answer = await sendRaw(gateway.url, headOf(bytes, where));
    expect(answer).toContain(`HTTP/1.1 ${status}`);
    expect(answer).toMatch(/content-type: application\/json\r\n.*\r\n\r\n\{"message":"[^"]+"\}$/is);
    expect(answer).toMatch(/cache-control: no-store\r\n/i);
    expect(gateway.events).toEqual([]);
  });
});

describe("a body", () => {
  test.each([
    { name: "text", contentType: "text/plain" },
    { name: "sound", contentType: "audio/mpeg" },
  ])("of $name may be as large as fits into a Lambda event", async ({ contentType }) => {
    await using gateway = await capturingGateway();
    const headers = { "content-type": contentType };
    const post = (bytes: number) =>
      fetch(gateway.url, { method: "POST", headers, body: new Uint8Array(bytes).fill(120) });
    expect((await post(maxBodyBytes)).status).toBe(204);
    expect((await post(maxBodyBytes + 1)).status).toBe(413);
    expect(gateway.events).toHaveLength(1);
    expect(JSON.stringify(gateway.events[0]).length).toBeLessThanOrEqual(gatewayLimits.lambdaBytes);
  });

  test("of a file may have some four and a half megabytes", () => {
    expect(maxBodyBytes).toBeGreaterThan(4_500_000);
  });

  test.each([
    { envelope: "legacy", body: { detail: "The request body is too large." } },
    { envelope: "editor", body: { code: "payload_too_large", detail: "The request body is too large." } },
    {
      envelope: "pages",
      body: { message: "The request body is too large.", detail: "The request body is too large." },
    },
    {
      envelope: "oauth",
      status: 400,
      body: {
        error: "invalid_request",
        error_description: "The request, or a token in it, is invalid.",
      },
    },
  ] as const)(
    "that is too large is refused in the words of the $envelope surface",
    async ({ envelope, body, ...others }) => {
      await using gateway = await capturingGateway({ routes: [upload(envelope)] });
      const answer = await fetch(`${gateway.url}/upload/`, {
        method: "POST",
        body: new Uint8Array(8_000_000),
      });
      expect(answer.status).toBe("status" in others ? others.status : 413);
      expect(answer.headers.get("content-type")).toBe("application/json");
      expect(await answer.json()).toEqual(body);
    },
  );

  test("that is too large is refused before it is sent, where the client asks first", async () => {
    await using gateway = await capturingGateway();
    const ask = (bytes: number) =>
      rawRequest([
        "POST / HTTP/1.1",
        "Host: h",
        "Connection: close",
        "Expect: 100-continue",
        `Content-Length: ${bytes}`,
      ]);
    expect(await sendRaw(gateway.url, ask(9_000_000))).toMatch(/^HTTP\/1\.1 413/);
    expect(await sendRaw(gateway.url, `${ask(2)}hi`)).toMatch(
      /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 204/,
    );
  });

  test("without an announced length is refused when it passes the limit, and none of the rest is kept", async () => {
    await using gateway = await capturingGateway();
    const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1");
    let answer = "";
    socket.on("data", (data) => {
      answer += data;
    });
    socket.write(rawRequest(["POST / HTTP/1.1", "Host: h", "Transfer-Encoding: chunked"]));
    const megabyte = Buffer.concat([Buffer.from("100000\r\n"), Buffer.alloc(1_048_576), Buffer.from("\r\n")]);
    const send = async (megabytes: number) => {
      for (let sent = 0; sent < megabytes; sent++) {
        if (!socket.write(megabyte)) await new Promise((resolve) => socket.once("drain", resolve));
        await setImmediate();
      }
    };
    await send(10);
    await expect.poll(() => answer).toMatch(/^HTTP\/1\.1 413/);
    const before = keptBytes();
    await send(200);
    // Collected buffers are freed a little later, by another thread; all of it would be 200 MB.
    await expect.poll(() => keptBytes() - before).toBeLessThan(100_000_000);
    socket.destroy();
  });

  test("that is refused leaves the connection usable for the next request", async () => {
    await using gateway = await capturingGateway();
    const answer = await sendRaw(
      gateway.url,
      rawRequest(["POST / HTTP/1.1", "Host: h", "Content-Length: 5000000"], "x".repeat(5_000_000)) +
        rawRequest(["GET / HTTP/1.1", "Host: h", "Connection: close"]),
    );
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 413", "HTTP/1.1 204"]);
  });
});

import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { clock } from "#lib/clock.ts";
import { clientPace, unsentBytes } from "#local/gateway/client-pace.ts";
import { type ClientLimits, clientLimits } from "#local/gateway/limits.ts";
import { capturingGateway, gatewayFor, rawRequest } from "#test/support/capture.ts";

/** What a pace sees of a client that the test moves. */
const fakeClient = () => {
  const socket = {
    bytesRead: 0,
    bytesWritten: 0,
    writableLength: 0,
    writableEnded: false,
    told: "",
    destroyed: false,
    end: (text: string) => {
      socket.told = text;
      socket.writableEnded = true;
    },
    destroy: () => {
      socket.destroyed = true;
    },
  };
  const request = { socket, complete: false, readableLength: 0 };
  const response = { headersSent: false, writableLength: 0, once: () => {} };
  return { socket, request, response };
};

/** A stopped clock, and a pace that looks at its clients every five seconds of it. */
const stoppedPace = () => {
  let nowMs = 1_000;
  const stopped = vi.spyOn(clock, "monotonicMs").mockImplementation(() => nowMs);
  onTestFinished(() => stopped.mockRestore());
  const pace = clientPace(clientLimits);
  const watched = (client = fakeClient()) => {
    pace.watch(client.request as unknown as IncomingMessage, client.response as unknown as ServerResponse);
    return client;
  };
  const pass = (seconds: number, eachTime = () => {}, isCrowded = false) => {
    for (let passed = 0; passed < seconds; passed += 5) {
      nowMs += 5_000;
      eachTime();
      pace.check(isCrowded);
    }
  };
  return { watched, pass };
};

test("a body that comes byte by byte is refused after a minute, one that comes steadily never", () => {
  const { watched, pass } = stoppedPace();
  const [slow, steady] = [watched(), watched()];
  const move = () => {
    slow.socket.bytesRead += 100;
    steady.socket.bytesRead += 5_000;
  };
  pass(60, move);
  expect(slow.socket.told).toBe("");
  pass(5, move);
  expect(slow.socket.told).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  pass(24 * 3600, move);
  expect([steady.socket.told, steady.socket.destroyed]).toEqual(["", false]);
});

test("in a crowd, a body that stands still is refused after ten seconds, one that comes steadily never", () => {
  const { watched, pass } = stoppedPace();
  const [still, steady] = [watched(), watched()];
  const move = () => {
    steady.socket.bytesRead += 5_000;
  };
  pass(5, move, true);
  expect(still.socket.told).toBe("");
  pass(5, move, true);
  expect(still.socket.told).toMatch(/^HTTP\/1\.1 408/);
  pass(3600, move, true);
  expect([steady.socket.told, steady.socket.destroyed]).toEqual(["", false]);
});

test("what a client has sent fast earlier does not let it wait for longer than a minute", () => {
  const { watched, pass } = stoppedPace();
  const client = watched();
  client.socket.bytesRead = 500_000_000;
  pass(55);
  expect(client.socket.told).toBe("");
  pass(5);
  expect(client.socket.told).toMatch(/^HTTP\/1\.1 408/);
});

test("the time that the service takes is its own", () => {
  const { watched, pass } = stoppedPace();
  const unread = watched();
  unread.request.readableLength = 65_536;
  const unanswered = watched();
  unanswered.request.complete = true;
  pass(600);
  for (const { socket } of [unread, unanswered]) expect([socket.told, socket.destroyed]).toEqual(["", false]);
});

test("an answer that is not read for a minute ends, one that is read steadily does not", () => {
  const { watched, pass } = stoppedPace();
  const [unread, steady] = [watched(), watched()];
  for (const { request, response, socket } of [unread, steady]) {
    request.complete = true;
    response.headersSent = true;
    response.writableLength = 3_000_000;
    socket.bytesWritten = 6_000_000;
    socket.writableLength = 3_000_000;
  }
  pass(600, () => {
    steady.socket.writableLength -= 5_000;
  });
  expect([unread.socket.destroyed, steady.socket.destroyed]).toEqual([true, false]);
});

test("of a large piece, only what has not left yet is unsent", async () => {
  const pieceBytes = 50_000_000;
  const accepted = Promise.withResolvers<Socket>();
  const server = createServer(accepted.resolve).listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const socket = await accepted.promise;
  socket.write(Buffer.alloc(pieceBytes));
  let arrived = 0;
  while (arrived < 20_000_000) {
    await once(client, "readable");
    for (let part = client.read(); part !== null; part = client.read()) arrived += part.length;
  }
  const unsent = unsentBytes(socket);
  expect(unsent).toBeGreaterThan(0);
  expect(unsent).toBeLessThanOrEqual(pieceBytes - 20_000_000);
  expect(socket.writableLength).toBe(pieceBytes);
  client.destroy();
  socket.destroy();
  server.close();
});

const hurried: ClientLimits = {
  headMs: 20,
  timeoutMs: 20,
  crowdedTimeoutMs: 20,
  msPerByte: 0,
  checkMs: 5,
};

test.each([
  { name: "head", bytes: "GET / HTTP/1.1\r\nHost: h\r\nX: " },
  { name: "body", bytes: rawRequest(["POST / HTTP/1.1", "Host: h", "Content-Length: 2"], "{") },
])("the gateway answers 408 to a $name that does not come, and calls no function", async ({ bytes }) => {
  await using gateway = await capturingGateway({ clients: hurried });
  const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1");
  socket.write(bytes);
  const [answer] = await once(socket, "data");
  expect(String(answer)).toMatch(/^HTTP\/1\.1 408 .*\{"message":"Request Timeout"\}$/s);
  socket.destroy();
  expect(gateway.events).toEqual([]);
});

test("the gateway ends an answer that nobody reads, and serves the next client; its own slowness ends none", async () => {
  const large = Buffer.alloc(6_000_000, "x");
  const closed = Promise.withResolvers<ServerResponse>();
  const handler = async ({ rawPath }: { rawPath: string }) => {
    if (rawPath === "/late") await sleep(200);
    return { statusCode: 200, body: rawPath === "/large" ? large : "small" };
  };
  await using gateway = await gatewayFor(handler, {
    clients: { ...hurried, headMs: 30_000 },
    watch: ({ url }, response) => {
      if (url === "/large") response.once("close", () => closed.resolve(response));
    },
  });
  const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1");
  socket.write(rawRequest(["GET /large HTTP/1.1", "Host: h"]));
  expect((await closed.promise).writableFinished).toBe(false);
  socket.destroy();
  expect(await (await fetch(`${gateway.url}/late`)).text()).toBe("small");
});

import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  addressIn,
  ended,
  firstLineOf,
  ownEnvironment,
  startProgram,
  temporaryFolder,
} from "#test/support/programs.ts";

/** So few that connections, files and the database soon need more. */
const descriptors = 256;

const sockets = new Set<Socket>();
let data: string;

beforeEach(async () => {
  data = await temporaryFolder();
});

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
});

/** A connection that has sent these bytes; the service may close it. */
const opened = async (url: string, bytes = ""): Promise<Socket> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  sockets.add(socket);
  socket.on("error", () => {});
  socket.once("close", () => sockets.delete(socket));
  await once(socket, "connect");
  if (bytes !== "") socket.write(bytes);
  return socket;
};

test.runIf(process.platform !== "win32")(
  "a crowd that only connects, sends half a head, or asks for tunnels ends no service, and others are answered",
  async () => {
    const script = `ulimit -n ${descriptors} && exec "$0" "$@"`;
    const options = ["--expose-gc", "local/start.js", "--port=0", `--data=${data}`, "--no-demo"];
    const program = startProgram("/bin/sh", ["-c", script, process.execPath, ...options], {
      env: ownEnvironment(),
    });
    const complaint = text(program.stderr!);
    const url = addressIn(await firstLineOf(program));
    const statusOf = async (path: string) =>
      (await fetch(url + path, { headers: { connection: "close" } })).status;

    for (let time = 0; time < 20; time++) {
      const tunnel = await opened(url, "CONNECT heron:443 HTTP/1.1\r\nHost: heron\r\n\r\n");
      tunnel.resetAndDestroy();
    }
    for (let count = 0; count < 2 * descriptors; count++) {
      await opened(url, count % 2 ? "GET /api/ HTTP/1.1\r\nHost:" : "");
      if (count % 32 === 0) expect(await statusOf("/api/cms/pages/")).toBe(200);
    }
    // Those that have waited for longest are closed.
    await vi.waitUntil(() => sockets.size < descriptors / 2, { timeout: 60_000 });
    for (const path of ["/", "/api/cms/pages/?search=otter", "/api/health/"])
      expect([200, 404], path).toContain(await statusOf(path));

    for (const socket of sockets) socket.destroy();
    const answers = await Promise.all(Array.from({ length: 32 }, () => statusOf("/api/cms/pages/")));
    expect(new Set(answers)).toEqual(new Set([200]));
    program.kill("SIGTERM");
    expect(await ended(program)).toBe(0);
    expect(await complaint).toBe("");
  },
);

import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Server } from "node:net";
import { afterEach, expect, test } from "vitest";
import { listenTogether, serverCount } from "#local/gateway/listening.ts";

/** Where nothing else of this machine listens; other systems have only the usual address. */
const host = process.platform === "linux" ? "127.0.77.1" : "127.0.0.1";
const open: Server[] = [];

afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

const serversOf = (count: number): Server[] => {
  const servers = Array.from({ length: count }, () => createServer());
  open.push(...servers);
  return servers;
};

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** The most connections that the servers take in one turn of the event loop, of 160 that wait for them. */
const mostTaken = async (servers: readonly Server[]): Promise<number> => {
  const turns: number[] = [];
  const count = () => {
    turns.push(0);
    if (sum(turns) < 160) setImmediate(count);
  };
  for (const server of servers) server.on("connection", () => turns.push(turns.pop()! + 1));
  const sockets = Array.from({ length: 160 }, () => connect(portOf(servers[0]!), host));
  // The system connects them while this thread does nothing.
  process.nextTick(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100));
  count();
  await expect.poll(() => sum(turns)).toBe(160);
  for (const socket of sockets) socket.destroy();
  return Math.max(...turns);
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

test.runIf(process.platform === "linux")("several connections of a crowd are taken a turn", async () => {
  const servers = serversOf(serverCount);
  await listenTogether(servers, { port: 0, host });
  expect(new Set(servers.map(portOf)).size).toBe(1);
  expect(await mostTaken(servers)).toBeGreaterThan(4);
  const [alone] = serversOf(1);
  await listenTogether([alone!], { port: 0, host });
  // Once a server takes more by itself, many are not needed.
  expect(await mostTaken([alone!])).toBe(1);
});

test.for([1, serverCount])(
  "%i servers refuse a port that others of the same account share",
  async (count) => {
    const first = serversOf(serverCount);
    await listenTogether(first, { port: 0, host });
    const port = portOf(first[0]!);
    const second = serversOf(count);
    await expect(listenTogether(second, { port, host })).rejects.toThrow(
      `Port ${port} of ${host} is in use; stop the program that uses it or choose another with --port.`,
    );
    expect(second.filter(({ listening }) => listening)).toEqual([]);
  },
);

test.runIf(process.platform === "linux")(
  "a port that another process is about to take is in use",
  async () => {
    const [server] = serversOf(1);
    await listenTogether([server!], { port: 0, host });
    const port = portOf(server!);
    await once(server!.close(), "close");
    const [other] = serversOf(1);
    await once(other!.listen(`\0lectern-port-${port}`), "listening");
    await expect(listenTogether(serversOf(serverCount), { port, host })).rejects.toThrow(/is in use/);
    await once(other!.close(), "close");
    await listenTogether(serversOf(serverCount), { port, host });
  },
);

test("a port that was shared can be shared again", async () => {
  const first = serversOf(serverCount);
  await listenTogether(first, { port: 0, host });
  const port = portOf(first[0]!);
  await Promise.all(first.map((server) => once(server.close(), "close")));
  const second = serversOf(serverCount);
  await listenTogether(second, { port, host });
  expect(second.map(portOf)).toEqual(second.map(() => port));
});

test("an address of another machine is a sentence", async () => {
  await expect(listenTogether(serversOf(serverCount), { port: 0, host: "192.0.2.1" })).rejects.toThrow(
    /^Cannot listen on port 0 of 192\.0\.2\.1 \(.+\); choose others with --port and --host\.$/,
  );
});

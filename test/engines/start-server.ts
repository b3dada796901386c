import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { TestServer } from "./programs.ts";
import { spawnGuarded } from "./spawn-guarded.ts";

const host = "127.0.0.1";

/**
 * Starts a program that cannot choose a free port itself and report it; resolves when it answers. It ends
 * with this process, in whatever way that ends.
 */
export const startServer = async (
  program: string,
  argsAt: (address: { readonly host: string; readonly port: number }) => readonly string[],
): Promise<TestServer> => {
  const port = await findFreePort();
  const server = spawnGuarded(program, argsAt({ host, port }));
  server.stderr?.resume();
  const ended = once(server, "exit");
  const endpoint = `http://${host}:${port}`;
  await Promise.race([
    untilAnswering(endpoint),
    ended.then(() => {
      throw new Error(`${program} has ended before it listened.`);
    }),
  ]);
  return {
    endpoint,
    stop: async () => {
      server.kill();
      await ended;
    },
  };
};

const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
};

const untilAnswering = async (endpoint: string): Promise<void> => {
  while (!(await fetch(endpoint).catch(() => undefined))) await pause(50);
};

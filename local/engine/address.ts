import { randomInt } from "node:crypto";
import { type AddressInfo, createServer } from "node:net";

/** Where an engine listens on this machine. */
export interface EngineAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * A free port of a random loopback address, both new with each call. macOS answers on 127.0.0.1 alone: there
 * only the port is random. It was free a moment ago: the engine itself cannot say which one it was given.
 */
export const findFreeAddress = async (host: string = randomLoopbackHost()): Promise<EngineAddress> => {
  try {
    return { host, port: await freePortOf(host) };
  } catch (error) {
    if (host === onlyHost || (error as NodeJS.ErrnoException).code !== "EADDRNOTAVAIL") throw error;
    return findFreeAddress(onlyHost);
  }
};

const onlyHost = "127.0.0.1";

/** One of 16 million. Not from 127.0.0.0/16, where other services listen and where a scan would begin. */
const randomLoopbackHost = (): string => `127.${randomInt(1, 255)}.${randomInt(0, 256)}.${randomInt(1, 255)}`;

const freePortOf = async (host: string): Promise<number> => {
  const server = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.once("error", reject);
  server.listen(0, host, () => resolve((server.address() as AddressInfo).port));
  const port = await promise;
  await new Promise((closed) => server.close(closed));
  return port;
};

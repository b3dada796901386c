import { randomInt } from "node:crypto";
import { type AddressInfo, createServer } from "node:net";
import { guarded } from "#lib/guarded.ts";

export interface EngineAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * A random loopback address with a free port. On macOS, which only answers on 127.0.0.1, only the port is
 * random. Another program may take the port first: the engine cannot choose one itself and report it.
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

/** One of 16 million, outside of 127.0.0.0/16, where other services listen and a scan would begin. */
const randomLoopbackHost = (): string => `127.${randomInt(1, 255)}.${randomInt(0, 256)}.${randomInt(1, 255)}`;

const freePortOf = async (host: string): Promise<number> => {
  const server = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.once("error", reject);
  server.listen(
    0,
    host,
    guarded(() => resolve((server.address() as AddressInfo).port), reject),
  );
  const port = await promise;
  await new Promise((closed) => server.close(closed));
  return port;
};

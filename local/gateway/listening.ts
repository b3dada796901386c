import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { PlainError } from "../plain-error.ts";

/**
 * The number of servers on one port. Each takes one new connection a turn of the event loop, and with many
 * requests at work a turn takes 10 ms: a thousand clients at once waited for seconds until a single server
 * had taken them. Other systems than Linux cannot do this.
 */
export const serverCount = process.platform === "linux" ? 16 : 1;

/**
 * The number of new connections that may wait for each, as far as the system allows it. With Node's 511 the
 * system drops connections of a crowd, and clients try again after one second, three and seven.
 */
const backlog = 4_096;

/** The address and port of the servers; 0 lets the system choose the port. */
interface Place {
  readonly port: number;
  readonly host: string;
}

/** Lets all servers listen on the same port. Throws a {@link PlainError} if it is in use, or they cannot. */
export const listenTogether = async (servers: readonly Server[], place: Place): Promise<void> => {
  const reusePort = servers.length > 1;
  const turn = createServer();
  try {
    if (reusePort && place.port > 0) {
      // One process at a time may try the port and take it. The system forgets the name with the process.
      await once(turn.listen(`\0lectern-port-${place.port}`), "listening");
      await requireFree(place);
    }
    let { port } = place;
    for (const server of servers) {
      await once(server.listen({ ...place, port, backlog, reusePort }), "listening");
      ({ port } = server.address() as AddressInfo);
    }
  } catch (cause) {
    for (const server of servers) server.close();
    const { code, message } = cause as NodeJS.ErrnoException;
    const { port, host } = place;
    const problem =
      code === "EADDRINUSE"
        ? `Port ${port} of ${host} is in use; stop the program that uses it or choose another with --port.`
        : `Cannot listen on port ${port} of ${host} (${message}); choose others with --port and --host.`;
    throw new PlainError(problem, { cause });
  } finally {
    turn.close();
  }
};

/** Servers that share their port would share it with a second service of the same account, too. */
const requireFree = async (place: Place): Promise<void> => {
  const server = createServer();
  await once(server.listen(place), "listening");
  await new Promise((resolve) => server.close(resolve));
};

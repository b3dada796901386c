import { isIPv4 } from "node:net";

/** True of an address to listen on that only programs of this machine reach. */
export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || (isIPv4(host) && host.startsWith("127."));

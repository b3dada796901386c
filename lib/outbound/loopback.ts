import { isIPv4 } from "node:net";

/** True if only programs on this machine can reach the host, a name or an IP address. */
export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || host === "[::1]" || (isIPv4(host) && host.startsWith("127."));

import { isLoopback } from "#lib/outbound/loopback.ts";
import { listeningHost } from "#lib/settings/requests.ts";

/** True unless the service listens to this machine alone. */
export const othersReachService = (): boolean => {
  const host = listeningHost();
  return host === undefined || !isLoopback(host);
};

import { guardedFetch } from "#lib/outbound/guarded-fetch.ts";
import { leadsInside } from "#lib/outbound/leads-inside.ts";
import type { Connection } from "./client.ts";

/**
 * A `fetch` for addresses that a service names: of its own host, of the internet, and, if the service is in
 * this network, of this network. So a service elsewhere cannot send anybody to addresses of their own
 * network.
 */
export const fetchOfService = ({ url, allowsPrivate }: Omit<Connection, "token">): typeof fetch => {
  const service = new URL(url);
  let mayBeInternal: Promise<boolean> | undefined;
  return async (address, init = {}) => {
    mayBeInternal ??= allowsPrivate ? Promise.resolve(true) : leadsInside(service);
    const isAllowed = await mayBeInternal;
    const { method = "GET", headers, body, signal } = init;
    const sent = {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      body: body instanceof Uint8Array ? body : undefined,
      signal: signal ?? undefined,
    };
    return guardedFetch(String(address), sent, ({ origin }) => isAllowed || origin === service.origin);
  };
};

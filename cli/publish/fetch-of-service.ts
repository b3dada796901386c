import { guardedFetch } from "#lib/outbound/guarded-fetch.ts";
import { leadsInside } from "#lib/outbound/leads-inside.ts";
import type { Connection } from "./client.ts";

/**
 * A `fetch` for addresses that a service names: those of its own host, others of the internet, and, of a
 * service in this network, others of this network. So a service elsewhere leads nobody into their own.
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

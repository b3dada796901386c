import type { IncomingMessage } from "node:http";
import { certain } from "#lib/certain.ts";
import { believesProxy } from "#lib/http/client-address.ts";

/** True if a lower-case host name without port is our own. The client connected to `localAddress`. */
export type IsOwnHost = (name: string, localAddress: string) => boolean | Promise<boolean>;

const nameAndPort = /^(\[[\da-f:.]+\]|[a-z\d_](?:[a-z\d_.-]*[a-z\d_])?)\.?(?::\d{1,5})?$/i;

const authority = /^https?:\/\/([^/?#]*)/i;

/**
 * The host name of a request, in lower case and without port: from `Host`, or from a proxy that can be
 * trusted. Undefined if it is missing, repeated or invalid, or if the request line names another host.
 */
export const hostNameOf = ({ url = "", headersDistinct, headers }: IncomingMessage): string | undefined => {
  const { host = [], "x-forwarded-host": forwarded = [] } = headersDistinct;
  const inTarget = authority.exec(url)?.[1];
  if (inTarget !== undefined && inTarget.toLowerCase() !== host[0]?.toLowerCase()) return undefined;
  const said = forwarded.length > 0 && believesProxy(headers["x-proxy-secret"]) ? [host, forwarded] : [host];
  const names = said.map((values) =>
    values.length === 1 ? nameAndPort.exec(certain(values[0]))?.[1] : undefined,
  );
  return names.includes(undefined) ? undefined : names.at(-1)?.toLowerCase();
};

export interface OwnHosts {
  /** The address that the service listens on, as given. */
  readonly host: string;
  /** Names, or `*.` and a name for all names below it. */
  readonly allowed: readonly string[];
  /** The current `base_url` of the site. */
  readonly readBaseUrl: () => Promise<string | null>;
}

/**
 * Accepts the names of this machine, the address that the client connected to, the allowed names, and the
 * site's own, which is read last. Other names could be pages elsewhere that point here (DNS rebinding).
 */
export const ownHosts =
  ({ host, allowed, readBaseUrl }: OwnHosts): IsOwnHost =>
  async (name, localAddress) => {
    const isKnown =
      isLoopback(name) ||
      name === bracketed(host) ||
      name === bracketed(localAddress.replace(/^::ffff:/, "")) ||
      allowed.some((each) => matches(name, each.toLowerCase()));
    if (isKnown) return true;
    const baseUrl = await readBaseUrl();
    return baseUrl !== null && new URL(baseUrl).hostname === name;
  };

const isLoopback = (name: string): boolean =>
  /^(.+\.)?localhost$/.test(name) || /^127(\.\d{1,3}){3}$/.test(name) || name === "[::1]";

const bracketed = (address: string): string =>
  (address.includes(":") && !address.startsWith("[") ? `[${address}]` : address).toLowerCase();

const matches = (name: string, allowed: string): boolean =>
  allowed.startsWith("*.") ? name.endsWith(allowed.slice(1)) : name === allowed;

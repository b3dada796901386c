import type { IncomingMessage } from "node:http";
import { believesProxy } from "#lib/http/client-address.ts";

/**
 * Tells whether a host's name, without port and in lower case, is the service's own; `localAddress` is what
 * was connected to.
 */
export type IsOwnHost = (name: string, localAddress: string) => boolean | Promise<boolean>;

const nameAndPort = /^(\[[\da-f:.]+\]|[a-z\d_](?:[a-z\d_.-]*[a-z\d_])?)\.?(?::\d{1,5})?$/i;

const authority = /^https?:\/\/([^/?#]*)/i;

/**
 * The name of the host that a request is for, without port, in lower case: of `Host`, or of what a proxy in
 * front says that may be believed. Undefined where there is none, more than one, or something else than a
 * name. A target that is a whole address names a host, too: it must be the same as in `Host`.
 */
export const hostNameOf = ({ url = "", headersDistinct, headers }: IncomingMessage): string | undefined => {
  const { host = [], "x-forwarded-host": forwarded = [] } = headersDistinct;
  const inTarget = authority.exec(url)?.[1];
  if (inTarget !== undefined && inTarget.toLowerCase() !== host[0]?.toLowerCase()) return undefined;
  const said = forwarded.length > 0 && believesProxy(headers["x-proxy-secret"]) ? [host, forwarded] : [host];
  const names = said.map((values) => (values.length === 1 ? nameAndPort.exec(values[0]!)?.[1] : undefined));
  return names.includes(undefined) ? undefined : names.at(-1)?.toLowerCase();
};

/** What a service's own names are made of. */
export interface OwnHosts {
  /** The address to listen on, as it was given. */
  readonly host: string;
  /** Names, or `*.` and a name for all names below it. */
  readonly allowed: readonly string[];
  /** `base_url` of the site as it is now. */
  readonly readBaseUrl: () => Promise<string | null>;
}

/**
 * The check of a service on one machine: names of this machine itself, the address that was connected to,
 * what the operator allows, and the site's own. Others are pages elsewhere whose names were made to lead here
 * (DNS rebinding), or would come back in links. Asks for the site where nothing else fits.
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

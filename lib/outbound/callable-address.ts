import { isInternalAddress, literalAddress } from "./internal-address.ts";

/**
 * Says what is wrong with an address that the service is to call; undefined if it may be called. Names are
 * looked up when they are called, and refused then if they lead to a private address.
 */
export const addressFault = (address: string, mayBeInternal: boolean): string | undefined => {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const schemes = mayBeInternal ? ["https:", "http:"] : ["https:"];
  if (!url || !schemes.includes(url.protocol)) return "The address must begin with https://.";
  if (url.username || url.password) return "The address may not have a user name or a password.";
  if (mayBeInternal) return undefined;
  const literal = literalAddress(url);
  const isInternal = literal === undefined ? isLocalName(url.hostname) : isInternalAddress(literal);
  return isInternal ? "The address is not one of the internet." : undefined;
};

/** Names that are always this machine (RFC 6761, section 6.3). */
const isLocalName = (hostname: string): boolean => /(^|\.)localhost\.?$/.test(hostname);

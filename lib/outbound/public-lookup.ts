import { type LookupAddress, lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { certain } from "#lib/certain.ts";
import { guarded } from "#lib/guarded.ts";
import { isInternalAddress, literalAddress } from "./internal-address.ts";

/** Throws a {@link RefusedAddress} if the URL names an IP address that is not one of the internet. */
export const requirePublicLiteral = (url: URL): void => {
  const literal = literalAddress(url);
  if (literal !== undefined && isInternalAddress(literal)) throw internal(literal);
};

/**
 * Looks a name up for a connection, and refuses it if any of its addresses is internal. Node does not look up
 * IP addresses: {@link requirePublicLiteral} is for these.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) =>
  lookup(
    hostname,
    { ...options, all: true },
    guarded((error: Error | null, addresses: LookupAddress[]) => {
      if (error) return callback(error, []);
      const wrong = addresses.find(({ address }) => isInternalAddress(address));
      if (wrong) return callback(internal(wrong.address), []);
      if (options.all) return callback(null, addresses);
      callback(null, certain(addresses[0]).address, certain(addresses[0]).family);
    }),
  );

const internal = (address: string): Error =>
  new RefusedAddress(`${address} is not an address of the internet`);

/** An address that somebody else has chosen, and that may not be called. */
export class RefusedAddress extends Error {
  override name = "RefusedAddress";
}

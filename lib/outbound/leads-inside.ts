import { lookup } from "node:dns/promises";
import { isInternalAddress, literalAddress } from "./internal-address.ts";

/** True for an address of this machine or network; false for one of the internet, and for an unknown name. */
export const leadsInside = async (url: URL): Promise<boolean> => {
  const literal = literalAddress(url);
  if (literal !== undefined) return isInternalAddress(literal);
  const addresses = await lookup(url.hostname, { all: true }).catch(() => []);
  return addresses.some(({ address }) => isInternalAddress(address));
};

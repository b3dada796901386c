import { BlockList, isIPv6 } from "node:net";
import { networkOf } from "#lib/http/client-address.ts";

/**
 * Gives whose connection a socket is: its address, of IPv6 the network. Undefined for this machine and for
 * proxies, which pass on what many people send.
 */
export const socketClients = (
  proxies: readonly string[],
): ((socket: { readonly remoteAddress?: string | undefined }) => string | undefined) => {
  const shared = new BlockList();
  for (const network of ["127.0.0.0/8", "::1", ...proxies]) {
    const [address = "", prefix] = network.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (prefix === undefined) shared.addAddress(address, family);
    else shared.addSubnet(address, Number(prefix), family);
  }
  return ({ remoteAddress = "" }) => {
    const address = remoteAddress.replace(/^::ffff:(?=[\d.]+$)/i, "").replace(/%.*/s, "");
    if (address === "" || shared.check(address, isIPv6(address) ? "ipv6" : "ipv4")) return undefined;
    return networkOf(address);
  };
};

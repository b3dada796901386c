import { BlockList, isIP, isIPv4 } from "node:net";
import { certain } from "#lib/certain.ts";

/** Networks of IPv4 that are not the internet (IANA's registry), and Azure's address for its own machines. */
const internalV4 = new BlockList();
for (const network of [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "168.63.129.16/32",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "224.0.0.0/4",
  "240.0.0.0/4",
]) {
  const [address, prefix] = network.split("/");
  internalV4.addSubnet(certain(address), Number(prefix));
}

/** The internet's part of IPv6, and networks in it whose addresses stand for addresses of IPv4. */
const publicV6 = new BlockList();
publicV6.addSubnet("2000::", 3, "ipv6");
const translatedV6 = new BlockList();
translatedV6.addSubnet("2002::", 16, "ipv6");
translatedV6.addSubnet("2001::", 32, "ipv6");

/** True for an IP address that does not lead to the internet: loopback, private, link-local, metadata. */
export const isInternalAddress = (ip: string): boolean =>
  isIPv4(ip) ? internalV4.check(ip) : !publicV6.check(ip, "ipv6") || translatedV6.check(ip, "ipv6");

/** The IP address that a URL names instead of a host; undefined for a name. */
export const literalAddress = ({ hostname }: URL): string | undefined => {
  const host = hostname.replace(/^\[|\]$/g, "");
  return isIP(host) === 0 ? undefined : host;
};

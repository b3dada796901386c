import { isIPv6 } from "node:net";

/** An IPv4 address as it is; an IPv6 address as its /64, which is what one household or server gets. */
export const networkOf = (address: string): string => {
  const [plain = ""] = address.trim().split("%");
  if (!plain.includes(":")) return plain;
  const mapped = /^::ffff:([\d.]+)$/i.exec(plain)?.[1];
  if (mapped || !isIPv6(plain)) return mapped ?? plain;
  const shortest = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [before = [], after = []] = shortest.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array<string>(8 - before.length - after.length).fill("0");
  return `${[...before, ...zeros, ...after].slice(0, 4).join(":")}::/64`;
};

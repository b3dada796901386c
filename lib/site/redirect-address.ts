/** The longest address to which people are led back. */
const maxRedirectLength = 1_000;

const onThisComputer = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?([/?].*)?$/;

/** True for an address of the computer of the person (RFC 8252, section 7.3). */
export const isOnThisComputer = (address: string): boolean => onThisComputer.test(address);

/** Why people may not be led to an address with a code; undefined if they may. */
export const redirectFault = (address: string): string | undefined => {
  if (address.length > maxRedirectLength) return `is longer than ${maxRedirectLength} characters`;
  // Browsers take a backslash for a slash, so that an address could seem to have another host.
  if (!/^[!-~]+$/.test(address) || address.includes("\\") || !URL.canParse(address)) return "is no address";
  const { protocol, username, password } = new URL(address);
  if (address.includes("#")) return "has a fragment";
  if (username || password) return "has a user name";
  if ((protocol === "https:" && address.startsWith("https://")) || isOnThisComputer(address))
    return undefined;
  return "neither begins with https:// nor is one of this computer";
};

/**
 * True if the addresses are the same, character by character, but for the port on a person's own computer,
 * which programs cannot choose (RFC 8252, section 7.3).
 */
export const isSameRedirect = (registered: string, asked: string): boolean =>
  registered === asked || (isOnThisComputer(asked) && withoutPort(registered) === withoutPort(asked));

const withoutPort = (address: string): string => {
  const [, host, rest = ""] = onThisComputer.exec(address) ?? [];
  return host === undefined ? address : host + rest;
};

/** The host, and its port if that is not the usual one, of an address without fault. */
export const redirectHost = (address: string): string => new URL(address).host;

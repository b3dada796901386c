import { createHmac, hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/** A new secret: 256 random bits as 43 URL-safe characters. */
export const newSecret = (): string => randomBytes(32).toString("base64url");

/** A new secret in addresses of feeds: 160 random bits in 40 characters that no program writes otherwise. */
export const newFeedSecret = (): string => randomBytes(20).toString("hex");

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

const inBase62 = (value: bigint, length: number): string => {
  let text = "";
  for (let rest = value; rest > 0n; rest /= 62n) text = digits[Number(rest % 62n)] + text;
  return text.padStart(length, "0");
};

/**
 * A new secret of a token: `lct_`, 256 random bits in 43 digits of base 62, and the CRC-32 of these 43
 * characters in 6. Scanners of source code find it, and know it from a text that only looks like it.
 */
export const newTokenSecret = (): string => tokenSecretOf(randomBytes(32));

const tokenSecretOf = (bytes: Buffer): string => withChecksum(inBase62(numberIn(bytes), 43));

const numberIn = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString("hex")}`);

const withChecksum = (random: string): string => `lct_${random}${inBase62(BigInt(crc32(random)), 6)}`;

/**
 * The secret of the token that tools ask the API with in place of an access token. Whoever has the access
 * token does not know it without the salt, and whoever reads the table has no access token.
 */
export const innerTokenSecret = (accessToken: string, salt: string): string =>
  tokenSecretOf(createHmac("sha256", salt).update(accessToken).digest());

/** A refresh token. Both parts are random: all tokens of a grant have the same key. */
export interface RefreshToken {
  /** 128 bits. */
  readonly key: string;
  /** 125 bits. */
  readonly secret: string;
  /** As that of other tokens, so that scanners find it. */
  readonly text: string;
}

/** The next refresh token of the grant with this key. */
export const newRefreshToken = (key: string = inBase62(numberIn(randomBytes(16)), 22)): RefreshToken => {
  const secret = inBase62(numberIn(randomBytes(16)) >> 3n, 21);
  return { key, secret, text: withChecksum(key + secret) };
};

/** The parts of a refresh token; undefined for what can be none. */
export const refreshTokenIn = (text: string): RefreshToken | undefined => {
  const [, key, secret] = /^lct_([0-9A-Za-z]{22})([0-9A-Za-z]{21})[0-9A-Za-z]{6}$/.exec(text) ?? [];
  return key === undefined || secret === undefined ? undefined : { key, secret, text };
};

/** A secret's SHA-256 in hexadecimal. It is enough for random secrets; passwords have hashes of their own. */
export const hashOfSecret = (secret: string): string => hash("sha256", secret);

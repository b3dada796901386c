import { hash, randomBytes } from "node:crypto";
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
export const newTokenSecret = (): string => {
  const random = inBase62(BigInt(`0x${randomBytes(32).toString("hex")}`), 43);
  return `lct_${random}${inBase62(BigInt(crc32(random)), 6)}`;
};

/** A secret's SHA-256 in hexadecimal. It is enough for random secrets; passwords have hashes of their own. */
export const hashOfSecret = (secret: string): string => hash("sha256", secret);

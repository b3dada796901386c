import { createHash, randomBytes } from "node:crypto";

/** A new secret: 256 random bits as 43 URL-safe characters. */
export const newSecret = (): string => randomBytes(32).toString("base64url");

/**
 * What is kept of a secret: its SHA-256 in hexadecimal. Enough for secrets that nobody can guess; passwords
 * have their own.
 */
export const hashOfSecret = (secret: string): string => createHash("sha256").update(secret).digest("hex");

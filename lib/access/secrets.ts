import { createHash, randomBytes } from "node:crypto";

/** A new secret: 256 random bits as 43 URL-safe characters. */
export const newSecret = (): string => randomBytes(32).toString("base64url");

/** A secret's SHA-256 in hexadecimal. It is enough for random secrets; passwords have hashes of their own. */
export const hashOfSecret = (secret: string): string => createHash("sha256").update(secret).digest("hex");

import { createHmac, timingSafeEqual } from "node:crypto";
import { clock } from "#lib/clock.ts";
import { type FileKey, FileStoreError, fileKey } from "./files.ts";

/** What a signed address of the local gateway permits; for a PUT also what its body must be. */
export interface FilePermit {
  readonly method: "GET" | "PUT";
  readonly key: FileKey;
  /** Seconds since the epoch. */
  readonly expiresAt: number;
  readonly contentType?: string | undefined;
  readonly sizeBytes?: number | undefined;
}

/** Where the gateway answers signed addresses, and the secret that they are signed with. */
export interface SigningOptions {
  /** Such as `http://127.0.0.1:3000/_files`: keys follow it, after a slash. */
  readonly address: string;
  /** At least 32 random bytes; addresses stay good as long as it stays the same. */
  readonly signingKey: Uint8Array;
}

/** The address that carries a permit, signed with HMAC-SHA-256. */
export const signedUrl = (permit: FilePermit, { address, signingKey }: SigningOptions): string => {
  const path = permit.key.split("/").map(encodeURIComponent).join("/");
  const query = new URLSearchParams({ expires: String(permit.expiresAt) });
  if (permit.contentType !== undefined) query.set("type", permit.contentType);
  if (permit.sizeBytes !== undefined) query.set("size", String(permit.sizeBytes));
  query.set("signature", signatureOf(permit, signingKey));
  return `${address}/${path}?${query}`;
};

/**
 * The permit that a request's method and target (path and query, or a whole address) carry; `undefined` when it is not
 * signed by this key, has been changed, has expired, or was given for another method.
 *
 * The caller compares a PUT's content type and length with the permit's, and only then takes the body.
 */
export const verifySignedUrl = (
  method: string | undefined,
  target: string,
  { address, signingKey }: SigningOptions,
): FilePermit | undefined => {
  const url = URL.parse(target, address);
  const key = url && keyIn(url.pathname, `${new URL(address).pathname.replace(/\/$/, "")}/`);
  if (!key || (method !== "GET" && method !== "PUT")) return undefined;
  const size = url.searchParams.get("size");
  const permit: FilePermit = {
    method,
    key,
    expiresAt: Number(url.searchParams.get("expires")),
    contentType: url.searchParams.get("type") ?? undefined,
    sizeBytes: size === null ? undefined : Number(size),
  };
  const isGenuine = equal(signatureOf(permit, signingKey), url.searchParams.get("signature") ?? "");
  return isGenuine && clock.nowMs() < permit.expiresAt * 1000 ? permit : undefined;
};

const signatureOf = (
  { method, key, expiresAt, contentType, sizeBytes }: FilePermit,
  signingKey: Uint8Array,
): string =>
  createHmac("sha256", signingKey)
    .update(JSON.stringify([method, key, expiresAt, contentType ?? null, sizeBytes ?? null]))
    .digest("base64url");

const keyIn = (pathname: string, base: string): FileKey | undefined => {
  if (!pathname.startsWith(base)) return undefined;
  try {
    return fileKey(decodeURIComponent(pathname.slice(base.length)));
  } catch (error) {
    if (error instanceof URIError || error instanceof FileStoreError) return undefined;
    throw error;
  }
};

const equal = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

import { createHmac, timingSafeEqual } from "node:crypto";
import { clock } from "#lib/clock.ts";
import { type FileKey, fileKey } from "./file-key.ts";
import { FileStoreError } from "./file-store-error.ts";

/**
 * The permission of a signed URL of the local gateway: a PUT with this body, or a download with this answer.
 */
export interface FilePermit {
  readonly method: "GET" | "HEAD" | "PUT";
  readonly key: FileKey;
  /** Seconds since the epoch. */
  readonly expiresAt: number;
  /** The type of a PUT's body, or of the answer. */
  readonly contentType?: string | undefined;
  /** The length of a PUT's body. */
  readonly sizeBytes?: number | undefined;
  /** The upload and the number of a part; undefined for whole files. */
  readonly uploadId?: string | undefined;
  readonly partNumber?: number | undefined;
  /** The digest of a part, in hexadecimal digits. */
  readonly sha256?: string | undefined;
  /** Headers of a successful answer. */
  readonly contentDisposition?: string | undefined;
  readonly cacheControl?: string | undefined;
}

/** The address at which the gateway answers signed URLs, and the secret that signs them. */
export interface SigningOptions {
  /** The address, such as `http://127.0.0.1:3000/_files`: keys follow after a slash. */
  readonly address: string;
  /** At least 32 random bytes; a new key ends all signed URLs. */
  readonly signingKey: Uint8Array;
}

const minKeyBytes = 32;

const parameters = [
  ["type", "contentType"],
  ["size", "sizeBytes"],
  ["upload", "uploadId"],
  ["part", "partNumber"],
  ["sha256", "sha256"],
  ["disposition", "contentDisposition"],
  ["cache", "cacheControl"],
] as const;

/** The URL of a permit, signed with HMAC-SHA-256. */
export const signedUrl = (permit: FilePermit, { address, signingKey }: SigningOptions): string => {
  const path = permit.key.split("/").map(encodeURIComponent).join("/");
  const query = new URLSearchParams({ expires: String(permit.expiresAt) });
  for (const [name, member] of parameters) {
    if (permit[member] !== undefined) query.set(name, String(permit[member]));
  }
  query.set("signature", signatureOf(permit, signingKey));
  return `${address}/${path}?${query}`;
};

/**
 * The permit in a request's method and target; `undefined` if it is not signed by this key or has expired.
 * The caller must compare a PUT's content type and length with the permit before taking the body.
 */
export const verifySignedUrl = (
  method: string | undefined,
  target: string,
  { address, signingKey }: SigningOptions,
): FilePermit | undefined => {
  const url = URL.parse(target, address);
  const key = url && keyIn(url.pathname, `${new URL(address).pathname.replace(/\/$/, "")}/`);
  if (!key || (method !== "GET" && method !== "HEAD" && method !== "PUT")) return undefined;
  const parameter = (name: string): string | undefined => url.searchParams.get(name) ?? undefined;
  const numberParameter = (name: string): number | undefined =>
    parameter(name) === undefined ? undefined : Number(parameter(name));
  const permit: FilePermit = {
    method,
    key,
    expiresAt: Number(parameter("expires")),
    contentType: parameter("type"),
    sizeBytes: numberParameter("size"),
    uploadId: parameter("upload"),
    partNumber: numberParameter("part"),
    sha256: parameter("sha256"),
    contentDisposition: parameter("disposition"),
    cacheControl: parameter("cache"),
  };
  const isGenuine = equal(signatureOf(permit, signingKey), parameter("signature") ?? "");
  return isGenuine && clock.nowMs() < permit.expiresAt * 1000 ? permit : undefined;
};

const signatureOf = (permit: FilePermit, signingKey: Uint8Array): string => {
  // Anybody could sign with an empty key.
  if (signingKey.length < minKeyBytes) throw new Error(`the signing key has less than ${minKeyBytes} bytes`);
  const optional = parameters.map(([, member]) => permit[member] ?? null);
  return createHmac("sha256", signingKey)
    .update(JSON.stringify([permit.method, permit.key, permit.expiresAt, ...optional]))
    .digest("base64url");
};

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

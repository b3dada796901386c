import { createHmac } from "node:crypto";

/** The beginning of a webhook's secret; base64 of 24 to 64 bytes follows (Standard Webhooks). */
const secretPrefix = "whsec_";

/** Explains the form of a secret to people. */
export const secretForm =
  "whsec_ and base64 of 24 to 64 bytes, such as `echo whsec_$(openssl rand -base64 32)` prints";

/** The key of a secret; undefined for texts that are none. */
export const signingKeyOf = (secret: string): Buffer | undefined => {
  if (!secret.startsWith(secretPrefix)) return undefined;
  const text = secret.slice(secretPrefix.length);
  if (!/^[A-Za-z\d+/]+={0,2}$/.test(text)) return undefined;
  const key = Buffer.from(text, "base64");
  return key.length >= 24 && key.length <= 64 ? key : undefined;
};

/** The headers that prove who sent the body, and when. */
export const signatureHeaders = (
  key: Buffer,
  { id, atMs, body }: { readonly id: string; readonly atMs: number; readonly body: Buffer },
): Readonly<Record<string, string>> => {
  const timestamp = String(Math.floor(atMs / 1000));
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
};

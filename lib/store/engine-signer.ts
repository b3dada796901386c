import { hash } from "node:crypto";
import { signedHeaders } from "#lib/aws-signature.ts";
import { clock } from "#lib/clock.ts";
import type { DatabaseAccess } from "#lib/settings/database.ts";

/** What a signature is about, of the SDK's requests. */
interface SdkRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/**
 * Signs the SDK's requests to an engine. The SDK's own signer takes a quarter of the CPU of a request,
 * because it makes all objects and the key again.
 */
export const engineSigner = (access: DatabaseAccess) => {
  const url = new URL(access.endpoint);
  return {
    sign: async <Request extends SdkRequest>(request: Request): Promise<Request> => {
      const { method, headers, body = "" } = request;
      const target = { "x-amz-target": headers["x-amz-target"]! };
      const unsigned = { service: "dynamodb", method, url, headers: target, bodyHash: hash("sha256", body) };
      return { ...request, headers: { ...headers, ...signedHeaders(access, unsigned, clock.now()) } };
    },
  };
};

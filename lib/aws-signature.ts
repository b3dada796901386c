import { createHmac, createSecretKey, hash, type KeyObject } from "node:crypto";

/** The address for requests to AWS, and the credentials that sign them. */
export interface AwsAccess {
  readonly region: string;
  readonly credentials: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
}

/** A request without a query, before it is signed. */
export interface UnsignedRequest {
  /** The service's name in signatures, such as `s3`. */
  readonly service: string;
  readonly method: string;
  readonly url: URL;
  /** Names in lower case. All are signed; host, time and session token are added. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body's SHA-256 in hexadecimal, or what the service accepts instead. */
  readonly bodyHash: string;
}

/** All headers of a signed request, at an ISO 8601 instant. Source: AWS, "Signature Version 4". */
export const signedHeaders = (
  { region, credentials }: AwsAccess,
  { service, method, url, headers, bodyHash }: UnsignedRequest,
  now: string,
): Record<string, string> => {
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const time = now.replaceAll(/[-:]|\.\d+/g, "");
  const signed: Record<string, string> = {
    ...headers,
    host: url.host,
    "x-amz-date": time,
    ...(sessionToken && { "x-amz-security-token": sessionToken }),
  };
  const names = Object.keys(signed).sort();
  const lines = names.map((name) => `${name}:${signed[name]}`);
  const canonical = [method, url.pathname, "", ...lines, "", names.join(";"), bodyHash].join("\n");
  const scope = [time.slice(0, 8), region, service, "aws4_request"];
  const toSign = ["AWS4-HMAC-SHA256", time, scope.join("/"), hash("sha256", canonical)].join("\n");
  const signature = createHmac("sha256", signingKey(secretAccessKey, scope)).update(toSign).digest("hex");
  const credential = `Credential=${accessKeyId}/${scope.join("/")}`;
  const authorization = `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${names.join(";")}, Signature=${signature}`;
  return { ...signed, authorization };
};

/** The last signing key, for one day and service: deriving one costs a quarter of a whole query. */
let lastKey: { readonly source: string; readonly key: KeyObject } | undefined;

const signingKey = (secret: string, scope: readonly string[]): KeyObject => {
  const source = [secret, ...scope].join("/");
  if (lastKey?.source !== source) {
    const step = (key: Buffer, part: string) => createHmac("sha256", key).update(part).digest();
    lastKey = { source, key: createSecretKey(scope.reduce(step, Buffer.from(`AWS4${secret}`))) };
  }
  return lastKey.key;
};

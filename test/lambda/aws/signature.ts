import { createHmac, hash } from "node:crypto";
import type { RoleSession } from "./role-sessions.ts";

/** A request as it came over the network. */
export interface SignedRequest {
  readonly method: string;
  /** With the query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** What was wrong with a request's signature. */
export class SignatureError extends Error {}

type Find = (accessKeyId: string) => RoleSession | undefined;

/** What a signature says of itself, from the header or the query. */
interface Claim {
  readonly accessKeyId: string;
  readonly scope: readonly string[];
  readonly time: string;
  readonly signedNames: readonly string[];
  readonly signature: string;
  readonly sessionToken: string;
  readonly payloadHash: string;
  /** Without the signature itself. */
  readonly query: string;
}

/**
 * The session whose credentials have signed a request to a service. Throws a {@link SignatureError} unless
 * signature, scope, time and session token are right. Source: AWS, "Signature Version 4 for API requests".
 */
export const sessionOf = (
  request: SignedRequest,
  service: string,
  find: Find,
  now = Date.now(),
): RoleSession => {
  const claim = new URL(request.url, "https://aws").searchParams.has("X-Amz-Signature")
    ? claimInQuery(request, now)
    : claimInHeaders(request, now);
  const session = find(claim.accessKeyId);
  if (!session) throw new SignatureError(`the access key ${claim.accessKeyId} is unknown`);
  if (session.sessionToken !== claim.sessionToken)
    throw new SignatureError("the session token is another one");
  const scope = [claim.time.slice(0, 8), regionIn(request), service, "aws4_request"].join("/");
  if (claim.scope.join("/") !== scope)
    throw new SignatureError(`the signature is for ${claim.scope.join("/")}, and not for ${scope}`);
  if (signatureFor(request, claim, session.secretAccessKey) !== claim.signature)
    throw new SignatureError("the signature does not match");
  return session;
};

/** A service whose name has no region is in the first one. */
const regionIn = ({ headers: { host } }: SignedRequest): string =>
  /\.([a-z]+-[a-z]+-\d)\.amazonaws\.com$/.exec(String(host))?.[1] ?? "us-east-1";

/** AWS accepts requests of the last and next minutes. */
const skewMs = 5 * 60_000;

const claimInHeaders = ({ url, headers, body }: SignedRequest, now: number): Claim => {
  const header = (name: string) => String(headers[name] ?? "");
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\S+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
  const [, accessKeyId = "", scope = "", names = "", signature = ""] =
    pattern.exec(header("authorization")) ?? [];
  if (signature === "") throw new SignatureError("the request is not signed");
  const signedNames = names.split(";");
  for (const name of ["host", "x-amz-date", "x-amz-security-token"])
    if (!signedNames.includes(name)) throw new SignatureError(`${name} is not signed`);
  const time = header("x-amz-date");
  if (Math.abs(instantOf(time) - now) > skewMs) throw new SignatureError("the signature is of another time");
  const payloadHash = header("x-amz-content-sha256") || hash("sha256", body);
  if (/^[0-9a-f]{64}$/.test(payloadHash) && payloadHash !== hash("sha256", body))
    throw new SignatureError("the body is not the one that was signed");
  return {
    ...{ accessKeyId, scope: scope.split("/"), time, signedNames, signature, payloadHash },
    sessionToken: header("x-amz-security-token"),
    query: url.split("?")[1] ?? "",
  };
};

const claimInQuery = ({ url }: SignedRequest, now: number): Claim => {
  const { searchParams } = new URL(url, "https://aws");
  const said = (name: string) => searchParams.get(`X-Amz-${name}`) ?? "";
  const [accessKeyId = "", ...scope] = said("Credential").split("/");
  const time = said("Date");
  if (instantOf(time) + Number(said("Expires")) * 1_000 < now)
    throw new SignatureError("the address has expired");
  return {
    ...{ accessKeyId, scope, time },
    signedNames: said("SignedHeaders").split(";"),
    signature: said("Signature"),
    sessionToken: said("Security-Token"),
    payloadHash: "UNSIGNED-PAYLOAD",
    query: url
      .split("?")[1]!
      .split("&")
      .filter((pair) => !pair.startsWith("X-Amz-Signature="))
      .join("&"),
  };
};

const instantOf = (time: string): number =>
  Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));

const signatureFor = ({ method, url, headers }: SignedRequest, claim: Claim, secret: string): string => {
  const lines = claim.signedNames.map(
    (name) =>
      `${name}:${String(headers[name] ?? "")
        .trim()
        .replace(/ +/g, " ")}`,
  );
  const canonical = [
    ...[method, canonicalPath(url.split("?")[0]!, claim.scope), sortedQuery(claim.query)],
    ...[...lines, "", claim.signedNames.join(";"), claim.payloadHash],
  ].join("\n");
  const toSign = ["AWS4-HMAC-SHA256", claim.time, claim.scope.join("/"), hash("sha256", canonical)].join(
    "\n",
  );
  const step = (key: string | Buffer, part: string) => createHmac("sha256", key).update(part).digest();
  const key = claim.scope.reduce<string | Buffer>(step, `AWS4${secret}`);
  return createHmac("sha256", key).update(toSign).digest("hex");
};

/** All services but S3 encode each part of the path once more than it was sent. */
const canonicalPath = (path: string, [, , service]: readonly string[]): string =>
  service === "s3" ? path : path.split("/").map(encodeURIComponent).join("/");

/** By name, and each with an equals sign. */
const sortedQuery = (query: string): string =>
  query
    .split("&")
    .filter(Boolean)
    .map((pair) => (pair.includes("=") ? pair : `${pair}=`))
    .sort((one, other) => (one < other ? -1 : 1))
    .join("&");

/** The headers of a request that is signed with these credentials, for the S3 server of the tests. */
export const signedForStore = (
  request: Omit<SignedRequest, "body">,
  { accessKeyId, secretAccessKey }: Pick<RoleSession, "accessKeyId" | "secretAccessKey">,
): Record<string, string> => {
  const time = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, "");
  const payloadHash = String(request.headers["x-amz-content-sha256"] ?? "UNSIGNED-PAYLOAD");
  const given = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  const headers = { ...given, "x-amz-date": time, "x-amz-content-sha256": payloadHash };
  const signedNames = Object.keys(headers)
    .filter((name) => name === "host" || name.startsWith("x-amz-"))
    .sort();
  const scope = [time.slice(0, 8), "us-east-1", "s3", "aws4_request"];
  const query = request.url.split("?")[1] ?? "";
  const claim = {
    accessKeyId,
    scope,
    time,
    signedNames,
    payloadHash,
    query,
    signature: "",
    sessionToken: "",
  };
  const signature = signatureFor({ ...request, headers, body: Buffer.alloc(0) }, claim, secretAccessKey);
  const credential = `Credential=${accessKeyId}/${scope.join("/")}`;
  const authorization = `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${signedNames.join(";")}, Signature=${signature}`;
  return { ...headers, authorization };
};

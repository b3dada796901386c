import { timingSafeEqual } from "node:crypto";
import { isIPv6 } from "node:net";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { hashOfSecret } from "#lib/access/secrets.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import {
  answersOnlyProxy,
  otherProxySecrets,
  proxySecret,
  trustsForwardedHost,
} from "#lib/settings/requests.ts";

/** The address that limits count by: the connection's, or its client's from a proxy that knows our secret. */
export const clientAddress = ({
  headers,
  requestContext,
}: Pick<APIGatewayProxyEventV2, "headers"> & {
  readonly requestContext: { readonly http: { readonly sourceIp: string } };
}): string => {
  const viewerAddress = isOwnProxy(headers["x-proxy-secret"]) ? headers["x-viewer-address"] : undefined;
  return networkOf(viewerAddress ?? requestContext.http.sourceIp);
};

/**
 * True if `x-forwarded-host` counts: where `TRUST_FORWARDED_HOST` is on and, if a secret is set, the proxy
 * knows it. Without a secret, anybody who calls API Gateway's own address can name any host.
 */
export const believesProxy = (secret: string | readonly string[] | undefined): boolean =>
  trustsForwardedHost() &&
  (proxySecret.required() === undefined || isOwnProxy(typeof secret === "string" ? secret : undefined));

/**
 * Refuses what did not come through the proxy in front, where everything has to: a caller who goes around it
 * would also go around its limits, its caching and its rules for paths. Costs a call of the function.
 */
export const requireProxy = ({ headers }: Pick<APIGatewayProxyEventV2, "headers">): void => {
  if (answersOnlyProxy() && !isOwnProxy(headers["x-proxy-secret"])) throw new Refusal("not_by_proxy");
};

const isOwnProxy = (sent: string | undefined): boolean => {
  const secret = proxySecret.required();
  if (secret === undefined || sent === undefined) return false;
  const hash = Buffer.from(hashOfSecret(sent));
  const accepted = [secret, ...otherProxySecrets.required()];
  return accepted.some((each) => timingSafeEqual(hash, Buffer.from(hashOfSecret(each))));
};

/** An IPv4 address as it is; an IPv6 address as its /64, which is what one household or server gets. */
export const networkOf = (address: string): string => {
  const [plain = ""] = address.trim().split("%");
  if (!plain.includes(":")) return plain;
  const mapped = /^::ffff:([\d.]+)$/i.exec(plain)?.[1];
  if (mapped || !isIPv6(plain)) return mapped ?? plain;
  const shortest = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [before = [], after = []] = shortest.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array<string>(8 - before.length - after.length).fill("0");
  return `${[...before, ...zeros, ...after].slice(0, 4).join(":")}::/64`;
};

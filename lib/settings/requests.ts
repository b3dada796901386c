import { createHmac } from "node:crypto";
import { isIP } from "node:net";
import * as z from "zod/mini";
import { variable } from "./environment.ts";
import { signingKey } from "./files.ts";
import { flag, jsonSetting, textSetting } from "./setting.ts";

/** `TRUST_FORWARDED_HOST`: true if the proxy in front sets `x-forwarded-host` itself, so that it counts. */
export const trustsForwardedHost = (): boolean => variable("TRUST_FORWARDED_HOST") === "true";

/** Makes a proxy trusted about its clients' addresses. If it is invalid, no proxy is trusted. */
export const proxySecret = /* @__PURE__ */ textSetting<string | undefined>(
  "PROXY_SECRET",
  z.string().check(z.minLength(32, "it has less than 32 characters; take a longer one")),
  undefined,
);

/** Secrets that a proxy may send instead, while the secret is being replaced. */
export const otherProxySecrets = /* @__PURE__ */ textSetting<readonly string[]>(
  "OTHER_PROXY_SECRETS",
  z.pipe(
    z
      .string()
      .check(
        z.regex(/^\S{32,}( \S{32,})*$/, "texts of at least 32 characters are expected, with blanks between"),
      ),
    z.transform((text) => text.split(" ")),
  ),
  [],
);

/** `ONLY_BY_PROXY`: true if functions answer only what comes with the secret of the proxy in front. */
export const answersOnlyProxy = (): boolean => variable("ONLY_BY_PROXY") === "true";

/**
 * The key for hashes of addresses, in the log and in the store; where there is a secret, all processes share
 * it. Derived, so that a secret proves or signs one thing only.
 */
export const addressKey = (): Buffer | undefined => {
  const secret = variable("PROXY_SECRET") ?? signingKey();
  return secret === undefined
    ? undefined
    : createHmac("sha256", secret).update("key of hashed addresses").digest();
};

/** An address, or a network with the length of its prefix. */
const isNetwork = (text: string): boolean => {
  const [address = "", prefix = "0", ...others] = text.split("/");
  const bits = { 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return others.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits;
};

const networks = z.array(z.string().check(z.refine(isNetwork)));

/** The addresses from which proxies connect to one machine, each for many people. */
export const proxyAddresses = /* @__PURE__ */ jsonSetting<readonly string[]>(
  "PROXY_ADDRESSES",
  z.custom<readonly string[]>((value) => networks.safeParse(value).success, {
    error: ({ input }) =>
      'a list of addresses and networks is expected, such as ["10.0.0.7", "172.16.0.0/12"], ' +
      `not ${JSON.stringify(input)}`,
  }),
  [],
);

/** `LISTENING_HOST`: where the gateway of this machine listens; undefined on AWS, which everybody reaches. */
export const listeningHost = (): string | undefined => variable("LISTENING_HOST");

/** `LOG_REQUESTS`: true to print a line for every request, not only for failures. */
export const logsRequests = (): boolean => variable("LOG_REQUESTS") === "true";

const hostName = /^(\*\.)?[a-z\d_]([a-z\d_.-]*[a-z\d_])?$|^\[[\da-f:.]+\]$/i;

const hostNames = z.array(z.string().check(z.regex(hostName)));

export const allowedHosts = /* @__PURE__ */ jsonSetting<readonly string[]>(
  "SITE_ALLOWED_HOSTS",
  z.custom<readonly string[]>((value) => hostNames.safeParse(value).success, {
    error: ({ input }) =>
      'a list of names without scheme and port is expected, such as ["blog.example.org", "*.example.org"], ' +
      `not ${JSON.stringify(input)}`,
  }),
  [],
);

/** An origin as browsers write it: in lower case, without a path, and without the port of its scheme. */
const origin = z.string().check(z.refine((text) => URL.canParse(text) && new URL(text).origin === text));

const origins = z.array(z.union([z.literal("*"), origin]));

/** The origins of pages elsewhere that may use the API and send uploads; `*` stands for all. */
export const corsOrigins = /* @__PURE__ */ jsonSetting<readonly string[]>(
  "SITE_CORS_ORIGINS",
  z.custom<readonly string[]>((value) => origins.safeParse(value).success, {
    error: ({ input }) =>
      `a list of origins is expected, such as ["https://app.example.org"], not ${JSON.stringify(input)}`,
  }),
  [],
);

/** True if the service may call addresses that are not of the internet, and without encryption. */
export const allowsPrivateAddresses = /* @__PURE__ */ textSetting<boolean>(
  "SITE_ALLOW_PRIVATE_ADDRESSES",
  flag,
  false,
);

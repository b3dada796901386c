import * as z from "zod/mini";
import { variable } from "./environment.ts";
import { signingKey } from "./files.ts";
import { jsonSetting, textSetting } from "./setting.ts";

/**
 * `TRUST_FORWARDED_HOST`: true where the proxy in front sets `x-forwarded-host` itself, so that it can be
 * believed.
 */
export const trustsForwardedHost = (): boolean => variable("TRUST_FORWARDED_HOST") === "true";

/**
 * What the proxy in front sends along to be believed about its clients' addresses. Where it is wrong,
 * nobody may be believed.
 */
export const proxySecret = textSetting<string | undefined>(
  "PROXY_SECRET",
  z.string().check(z.minLength(32, "it has less than 32 characters; take a longer one")),
  undefined,
);

/**
 * The key that addresses in the log are hashed with, the same in all processes of a service where it has a
 * secret.
 */
export const addressKey = (): string | undefined => variable("PROXY_SECRET") ?? signingKey();

/** `LOG_REQUESTS`: true where every request is logged, not only those that went wrong. */
export const logsRequests = (): boolean => variable("LOG_REQUESTS") === "true";

const hostName = /^(\*\.)?[a-z\d_]([a-z\d_.-]*[a-z\d_])?$|^\[[\da-f:.]+\]$/i;

const hostNames = z.array(z.string().check(z.regex(hostName)));

/** Further names of this service. */
export const allowedHosts = jsonSetting<readonly string[]>(
  "SITE_ALLOWED_HOSTS",
  z.custom<readonly string[]>((value) => hostNames.safeParse(value).success, {
    error: ({ input }) =>
      'a list of names without scheme and port is expected, such as ["blog.example.org", "*.example.org"], ' +
      `not ${JSON.stringify(input)}`,
  }),
  [],
);

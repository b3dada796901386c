import { certain } from "#lib/certain.ts";
import { corsOrigins } from "#lib/settings/requests.ts";

/** Addresses that pages of other sites may use: the API's, and those that uploads are sent to. */
const forOthers = /^\/(api|_files)(\/|$)/;

const any = "*";

/**
 * The headers of an answer, with those that let a page of another origin read it (contract#cross-origin).
 * Cookies are never taken from such pages, so nobody is signed in there: they send tokens.
 */
export const withCrossOrigin = <Value>(
  path: string,
  origin: string | undefined,
  headers: Readonly<Record<string, Value>>,
): Record<string, Value | string> => {
  const origins = corsOrigins();
  if (origins.length === 0 || !forOthers.test(path)) return headers;
  const isOpen = origins.includes(any);
  const vary = String(headers.vary ?? "");
  const variesByOrigin = /\borigin\b/i.test(vary);
  return {
    ...headers,
    // A cache must not give one page's answer to another.
    ...(!isOpen && !variesByOrigin && { vary: vary === "" ? "Origin" : `${vary}, Origin` }),
    ...(isAllowed(origin) && {
      "access-control-allow-origin": isOpen ? any : certain(origin),
      "access-control-expose-headers": any,
    }),
  };
};

const isAllowed = (origin: string | undefined): boolean =>
  corsOrigins().some((each) => each === any || each === origin);

interface Sent {
  readonly method?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The headers of the answer to a browser's question what a page may send; undefined for other requests. */
export const preflightHeaders = (
  { method, headers }: Sent,
  methods: string,
): Record<string, string> | undefined =>
  method === "OPTIONS" && headers["access-control-request-method"] && isAllowed(String(headers.origin))
    ? {
        "access-control-allow-methods": methods,
        // The asterisk allows all names except this one.
        "access-control-allow-headers": "Authorization, *",
        // Two hours: browsers remember no longer.
        "access-control-max-age": "7200",
      }
    : undefined;

import { certain } from "#lib/certain.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import type { Route } from "#lib/routes/route.ts";
import { corsOrigins } from "#lib/settings/requests.ts";
import type { Request } from "./request.ts";

const answerable = new Set(["application/json", "application/*", "text/html", "text/*", "*/*"]);

/** Refuses formats that we do not have (contract#negotiation). */
export const requireAcceptable = (
  { takesAnyAccept, answerType, envelope }: Pick<Route, "takesAnyAccept" | "answerType" | "envelope">,
  { query, headers }: Pick<Request, "query" | "headers">,
): void => {
  if (takesAnyAccept) return;
  const format = query.getAll("format").at(-1);
  if (format && format !== "json") throw new Refusal("not_found", envelope === "pages" ? { detail: "" } : {});
  if (format || !headers.accept || !answerType.startsWith("application/json")) return;
  const ranges = headers.accept
    .split(",")
    .map((range) => range.split(";").map((part) => part.trim().toLowerCase()));
  const accepted = ranges.some(
    ([type = "", ...parameters]) =>
      answerable.has(type) && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)),
  );
  if (!accepted) throw new Refusal("not_acceptable");
};

/**
 * The type that a caller likes best, by `?format=json` or `Accept`, the first of equals; undefined if it
 * takes none.
 */
export const acceptedType = <Type extends string>(
  types: readonly Type[],
  { query, headers }: Pick<Request, "query" | "headers">,
): Type | undefined => {
  const asked = query.getAll("format").at(-1) ? "application/json" : (headers.accept ?? "*/*");
  const ranges = asked.split(",").map((range) => {
    const [name = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
    return { name, quality: Number(quality) || 0 };
  });
  const qualityOf = (type: Type): number => {
    const [family] = type.split("/");
    const closest = [type, `${family}/*`, "*/*"].find((name) => ranges.some((range) => range.name === name));
    return ranges.find(({ name }) => name === closest)?.quality ?? 0;
  };
  const liked = types
    .map((type) => ({ type, quality: qualityOf(type) }))
    .filter(({ quality }) => quality > 0);
  return liked.toSorted((one, other) => other.quality - one.quality)[0]?.type;
};

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

import { takesJsonObject } from "#lib/routes/fields.ts";
import type { Route } from "#lib/routes/route.ts";
import type { Request } from "./request.ts";

/** Gets the path of a field that means nothing, such as `titel` or `overview.0.captoin`. */
export type TellIgnored = (path: string) => void;

const maxNames = 20;
const maxBytes = 1024;

/**
 * The header that names ignored fields, as a list of strings (RFC 9651, section 3.3.3), in which all but
 * printable ASCII is percent-encoded UTF-8 (contract#ignored-fields). Empty if there is none to name.
 */
export const ignoredHeader = (paths: Iterable<string>): Readonly<Record<string, string>> => {
  const items: string[] = [];
  let bytes = 0;
  for (const path of paths) {
    const item = quoted(path);
    const added = item.length + (items.length > 0 ? ", ".length : 0);
    if (items.length === maxNames) break;
    if (bytes + added > maxBytes) continue;
    items.push(item);
    bytes += added;
  }
  return items.length > 0 ? { "lectern-ignored": items.join(", ") } : {};
};

const quoted = (path: string): string => {
  const ascii = path.toWellFormed().replace(/[^ -~]+|%/gu, encodeURIComponent);
  return `"${ascii.replace(/["\\]/g, "\\$&")}"`;
};

/** True of requests whose ignored fields are told: objects in JSON, which the API takes. */
export const tellsIgnored = (route: Route, { headers }: Pick<Request, "headers">): boolean =>
  takesJsonObject(route) && /^\s*(application\/json\s*(;|$)|$)/i.test(headers["content-type"] ?? "");

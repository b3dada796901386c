import { readSitePage } from "#lib/routes/site-pages.ts";
import { type CallOptions, call, type RouteAnswer } from "./call.ts";

/** Requests the page at a site-relative address, such as `/notes/?page=2`. */
export const visit = (
  address: string,
  options: Pick<CallOptions<never>, "as" | "headers"> = {},
): Promise<RouteAnswer> => {
  const [path = "", query = ""] = address.split("?");
  const accept = "text/html,application/xhtml+xml";
  return call(
    // The slashes in a page's path must not be encoded.
    { ...readSitePage, path: path === "/" ? "/" : readSitePage.path },
    {
      ...options,
      query,
      params: { path: decodeURIComponent(path.slice(1)) } as never,
      headers: { accept, ...options.headers },
    },
  );
};

/** HTML without its blocks of data, which never run. */
export const withoutData = (html: string): string =>
  html.replace(/<script type="application\/ld\+json">[^<]*<\/script>/g, "");

/** HTML without its blocks of data and the site's own scripts. */
export const withoutOwnScripts = (html: string): string =>
  withoutData(html).replace(
    /<script type="module" src="\/_scripts\/[a-z]+-[0-9a-f]{12}\.js"><\/script>/g,
    "",
  );

/** HTML without the form in which visitors choose a theme, which leads back to the page's own address. */
export const withoutThemes = (html: string): string => html.replace(/<form class="themes".*?<\/form>/s, "");

/** The text between the tags of HTML. */
export const textIn = (html: string): string =>
  html
    .replace(/<style>.*?<\/style>/gs, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

/** Each address once. */
export const linksIn = (html: string): string[] => [
  ...new Set(
    Array.from(html.matchAll(/<a [^>]*?href="([^"]*)"/g), ([, href = ""]) => href.replaceAll("&amp;", "&")),
  ),
];

/** The hidden fields of a form, by name. */
export const hiddenFieldsIn = (html: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from(
      html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g),
      ([, name, value = ""]) => [name, value.replaceAll("&quot;", '"').replaceAll("&amp;", "&")],
    ),
  );

import { readSitePage } from "#lib/routes/site-pages.ts";
import { type CallOptions, call, type RouteAnswer } from "./call.ts";

/** Asks for the page at a site-relative address, such as `/notes/?page=2`, as a browser does. */
export const visit = (
  address: string,
  options: Pick<CallOptions<never>, "as" | "headers"> = {},
): Promise<RouteAnswer> => {
  const [path = "", query = ""] = address.split("?");
  const accept = "text/html,application/xhtml+xml";
  return call(
    // A page's tail goes through the path as it is: its slashes are no placeholder's to encode.
    { ...readSitePage, path: path === "/" ? "/" : readSitePage.path },
    {
      ...options,
      query,
      params: { path: decodeURIComponent(path.slice(1)) } as never,
      headers: { accept, ...options.headers },
    },
  );
};

/** The text between the tags of HTML. */
export const textIn = (html: string): string =>
  html
    .replace(/<style>.*?<\/style>/gs, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

/** The addresses of the links in HTML, each once. */
export const linksIn = (html: string): string[] => [
  ...new Set(
    Array.from(html.matchAll(/<a [^>]*?href="([^"]*)"/g), ([, href = ""]) => href.replaceAll("&amp;", "&")),
  ),
];

/** The values of the fields in HTML that people do not see, by name. */
export const hiddenFieldsIn = (html: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from(
      html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g),
      ([, name, value = ""]) => [name, value.replaceAll("&quot;", '"').replaceAll("&amp;", "&")],
    ),
  );

import {
  addressOf,
  type ConnectionOptions,
  createReader,
  type FollowedPage,
  isAddressed,
  linkTargets,
  rewriteLinks,
} from "@lectern/client/read";
import { openCopy } from "./copy.ts";

export {
  addressOf,
  type ImageAttributes,
  imageAttributes,
  imageSources,
  linkTargets,
  rewriteLinks,
  type ShownImage,
  type SourceAttributes,
} from "@lectern/client/read";

export interface LecternOptions extends ConnectionOptions {
  /** The name of the data in templates: `lectern` by default. */
  readonly name?: string;
  /** The folder in which the copy is kept between builds: `.cache/` and the name by default. */
  readonly cache?: string;
  /** The types of pages to load: `site.Post` and `site.Episode` by default. */
  readonly types?: readonly string[];
  /** The fields of pages: all, with those for builders of sites, by default. */
  readonly fields?: string;
  /** `json_url`s of preview links, whose drafts are shown in the place of what is public. */
  readonly drafts?: readonly string[];
  /**
   * Where the site has its pages, such as `/`: links among them lead there, and each page has its `address`.
   * By default links lead to the service.
   */
  readonly linkBase?: string;
}

/** The part of Eleventy's configuration that the plugin uses. */
interface EleventyConfig {
  readonly addGlobalData: (name: string, data: () => Promise<LecternData>) => void;
}

/** A page, with its `address` on a site that has a `linkBase`. */
export type SitePage = FollowedPage & { readonly address?: string };

/** The data of templates; all lists begin with the newest. */
export interface LecternData {
  /** Posts, episodes, and what else `types` names. */
  readonly pages: readonly SitePage[];
  readonly posts: readonly SitePage[];
  readonly episodes: readonly SitePage[];
}

/**
 * An Eleventy plugin: templates find all posts and episodes in `lectern`. The first build reads all of them;
 * later ones read what has changed, and the rest from the cache.
 */
export default (config: EleventyConfig, options: LecternOptions): void =>
  config.addGlobalData(options.name ?? "lectern", () => readSite(options));

const readSite = async ({
  name = "lectern",
  cache,
  types,
  fields,
  drafts = [],
  linkBase,
  ...connection
}: LecternOptions): Promise<LecternData> => {
  const { url, token } = connection;
  const asked = JSON.stringify([String(url), types ?? null, fields ?? null, token !== undefined]);
  const copy = await openCopy(cache ?? `.cache/${name}`, asked);
  // Changes for a token's owner alone are not told.
  const cursor = token === undefined ? copy.cursor : undefined;
  // The lists below need these; only `_` leaves them out.
  const shown = fields?.startsWith("_,") ? `${fields},type,visible_date` : fields;
  for await (const step of createReader(connection).follow({ cursor, types, fields: shown })) {
    if (step.kind === "reset") await copy.clear();
    else if (step.kind === "page") await copy.put(step.page);
    else if (step.kind === "gone") await copy.remove(step.id);
    else await copy.keep(step.cursor);
  }
  const pages = new Map(copy.pages);
  for (const draft of await Promise.all(drafts.map(readDraft))) pages.set(draft.id, draft);
  const shownPages = linkBase === undefined ? [...pages.values()] : linkedAt(linkBase, [...pages.values()]);
  const newestFirst = shownPages.sort((one, other) => (dateOf(one) < dateOf(other) ? 1 : -1));
  const ofType = (type: string) => newestFirst.filter(({ meta }) => meta?.type === type);
  return { pages: newestFirst, posts: ofType("site.Post"), episodes: ofType("site.Episode") };
};

/** The pages with their addresses on the site, and with links that lead there. */
const linkedAt = (linkBase: string, pages: readonly FollowedPage[]): SitePage[] => {
  const targets = linkTargets(pages, linkBase);
  const linked = (text: unknown) => (typeof text === "string" ? rewriteLinks(text, targets) : text);
  return pages.map((page) => ({
    ...page,
    ...(isAddressed(page) && { address: addressOf(page, linkBase) }),
    ...("html_overview" in page && { html_overview: linked(page.html_overview) }),
    ...("html_detail" in page && { html_detail: linked(page.html_detail) }),
  })) as SitePage[];
};

const dateOf = (page: FollowedPage): string => ("visible_date" in page ? String(page.visible_date) : "");

const readDraft = async (url: string): Promise<FollowedPage> => {
  // The address is typed; where a redirect leads, nobody has said.
  const answer = await fetch(url, { redirect: "manual" });
  if (!answer.ok) throw new Error(`The draft at ${url} is not there any more (${answer.status}).`);
  return (await answer.json()) as FollowedPage;
};

import { type ConnectionOptions, createReader, type FollowedPage } from "@lectern/client/read";
import { openCopy } from "./copy.ts";

export { type ImageAttributes, imageAttributes, type ShownImage } from "@lectern/client/read";

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
}

/** The part of Eleventy's configuration that the plugin uses. */
interface EleventyConfig {
  readonly addGlobalData: (name: string, data: () => Promise<LecternData>) => void;
}

/** The data of templates; both lists begin with the newest. */
export interface LecternData {
  readonly posts: readonly FollowedPage[];
  readonly episodes: readonly FollowedPage[];
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
  ...connection
}: LecternOptions) => {
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
  const newestFirst = [...pages.values()].sort((one, other) => (dateOf(one) < dateOf(other) ? 1 : -1));
  const ofType = (type: string) => newestFirst.filter(({ meta }) => meta?.type === type);
  return { posts: ofType("site.Post"), episodes: ofType("site.Episode") };
};

const dateOf = (page: FollowedPage): string => ("visible_date" in page ? String(page.visible_date) : "");

const readDraft = async (url: string): Promise<FollowedPage> => {
  // The address is typed; where a redirect leads, nobody has said.
  const answer = await fetch(url, { redirect: "manual" });
  if (!answer.ok) throw new Error(`The draft at ${url} is not there any more (${answer.status}).`);
  return (await answer.json()) as FollowedPage;
};

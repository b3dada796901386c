/// <reference path="./astro-zod.d.ts" />
import {
  type ConnectionOptions,
  createReader,
  type FollowedBy,
  type FollowedPage,
  type LinkTargets,
  linkTargets,
  type Page,
  type PagesQuery,
  rewriteLinks,
} from "@lectern/client/read";

export {
  addressOf,
  type FollowedPage,
  type ImageAttributes,
  imageAttributes,
  imageSources,
  linkTargets,
  rewriteLinks,
  type ShownImage,
  type SourceAttributes,
} from "@lectern/client/read";

export interface LecternOptions extends ConnectionOptions {
  /** The types of pages to load: `site.Post` and `site.Episode` by default. */
  readonly types?: readonly string[];
  /** The fields of pages: all, with those for builders of sites, by default. */
  readonly fields?: string;
  /**
   * Where the site has the pages of the collection, such as `/`: what `render` gives links to them there. The
   * address of a page is `addressOf(page, linkBase)`. By default links lead to the service.
   */
  readonly linkBase?: string;
}

/** The part of Astro's context of loaders that the loader uses. */
interface LoadingContext {
  readonly store: {
    readonly set: (entry: {
      readonly id: string;
      readonly data: FollowedPage;
      readonly digest: string;
      readonly rendered?: { readonly html: string };
    }) => boolean;
    readonly delete: (id: string) => void;
    readonly clear: () => void;
    readonly keys: () => readonly string[];
    readonly values: () => readonly { readonly id: string; readonly data: FollowedPage }[];
  };
  readonly meta: {
    readonly get: (key: string) => string | undefined;
    readonly set: (key: string, value: string) => void;
  };
  readonly generateDigest: (data: Record<string, unknown>) => string;
  readonly parseData: (entry: { readonly id: string; readonly data: FollowedPage }) => Promise<FollowedPage>;
  readonly logger: { readonly info: (message: string) => void };
}

/** Posts and episodes whose HTML Astro can render: their text, as the service renders it. */
const htmlOf = (page: Page): string | undefined =>
  "html_detail" in page && typeof page.html_detail === "string" ? page.html_detail : undefined;

/**
 * A loader for a content collection. The first build reads all pages; later ones, which find Astro's cache,
 * read only what has changed. The id of an entry is the page's id; `data` is the page, and `render` gives its
 * HTML. Other options begin a new copy. The types of entries have the fields that the options ask for.
 */
export const lecternLoader = ({ types, fields, linkBase, ...connection }: LecternOptions) => ({
  name: "lectern",
  createSchema: async () => {
    const { z } = await import("astro/zod");
    const asked: FollowedBy = { types, fields };
    return {
      schema: z.any(),
      types: `export type Entry = import("@lectern/astro").FollowedPage<${JSON.stringify(asked)}>;`,
    };
  },
  load: async ({ store, meta, parseData, generateDigest, logger }: LoadingContext): Promise<void> => {
    const asked = JSON.stringify([String(connection.url), types ?? null, fields ?? null]);
    // Changes for a token's owner alone are not told, so nothing is continued with a token.
    const isPublic = connection.token === undefined;
    const isSame = isPublic && meta.get("asked") === asked && store.keys().length > 0;
    const cursor = isSame ? meta.get("cursor") : undefined;
    let [changed, gone] = [0, 0];
    const put = (id: string, data: FollowedPage, targets?: LinkTargets): void => {
      const text = htmlOf(data);
      const html = text && targets ? rewriteLinks(text, targets) : text;
      // Astro leaves an entry with an equal digest as it is; that of the page does not cover its HTML.
      const digest = generateDigest({ ...data, html });
      store.set({ id, data, digest, ...(html === undefined ? {} : { rendered: { html } }) });
    };
    for await (const step of createReader(connection).follow({ cursor, types, fields })) {
      if (step.kind === "reset") {
        // The cursor belongs to what is cleared: a run that is cut off now has to begin again.
        meta.set("asked", "");
        store.clear();
      } else if (step.kind === "gone") {
        store.delete(String(step.id));
        gone++;
      } else if (step.kind === "cursor") meta.set("cursor", step.cursor);
      else {
        const id = String(step.page.id);
        put(id, await parseData({ id, data: step.page }));
        changed++;
      }
    }
    if (linkBase !== undefined) {
      // An edit of one page may have moved what others link to.
      const entries = store.values();
      const targets = linkTargets(
        entries.map(({ data }) => data),
        linkBase,
      );
      for (const { id, data } of entries) put(id, data, targets);
    }
    meta.set("asked", isPublic ? asked : "");
    logger.info(`pages read: ${changed}, gone: ${gone}`);
  },
});

/** The filter that finds live entries. */
export interface LiveFilter {
  readonly id: string;
}

/**
 * A loader for a live collection, which asks the service at each request. Its collection is narrowed by the
 * parameters of lists of pages, such as `{ search: "heron" }`.
 */
export const lecternLiveLoader = ({
  types = ["site.Post", "site.Episode"],
  fields = "*,tags,categories,cover,media",
  ...connection
}: LecternOptions) => {
  const reader = createReader(connection);
  const entryOf = (page: Page & { readonly id?: number }) => {
    const html = htmlOf(page);
    return { id: String(page.id), data: page, ...(html === undefined ? {} : { rendered: { html } }) };
  };
  return {
    name: "lectern-live",
    loadEntry: async ({ filter }: { readonly filter: LiveFilter }) => {
      const page = await reader.page(Number(filter.id), { fields });
      return page && entryOf(page);
    },
    loadCollection: async ({ filter }: { readonly filter?: PagesQuery }) => {
      const entries = [];
      for (const type of types)
        for await (const page of reader.pages({ ...filter, type, fields })) entries.push(entryOf(page));
      return { entries };
    },
  };
};

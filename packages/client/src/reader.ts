import { type Connection, type ConnectionOptions, connect } from "./connection.ts";
import { type FollowOptions, followSite, type SiteStep } from "./follow.ts";
import { type PageQuery, type PagesQuery, readPage, readPages } from "./pages.ts";
import type { FollowedPage, ListedPage, SinglePage } from "./shown-page.ts";

/** Reads a site as strangers see it, or as the owner of the token does. */
export interface Reader extends Connection {
  /** All pages that match, such as `pages({ type: "site.Post", search: "heron" })`; 200 by each request. */
  readonly pages: <const Query extends PagesQuery = Record<never, never>>(
    query?: Query,
  ) => AsyncGenerator<ListedPage<Query>, void, undefined>;
  /** A page; undefined if there is none that the caller may view. */
  readonly page: <const Query extends PageQuery = Record<never, never>>(
    id: number,
    query?: Query,
  ) => Promise<SinglePage<Query> | undefined>;
  /** Everything that a copy of the site's pages needs to become current; see {@link SiteStep}. */
  readonly follow: <const Options extends FollowOptions = Record<never, never>>(
    options?: Options,
  ) => AsyncGenerator<SiteStep<FollowedPage<Options>>, void, undefined>;
}

export const createReader = (options: ConnectionOptions): Reader => readerOn(connect(options));

export const readerOn = (connection: Connection): Reader => ({
  ...connection,
  pages: (query) => readPages(connection, query),
  page: (id, query) => readPage(connection, id, query),
  // Which fields its pages have, only the options say.
  follow: <Options extends FollowOptions>(options?: Options) =>
    followSite(connection, options) as AsyncGenerator<SiteStep<FollowedPage<Options>>, void, undefined>,
});

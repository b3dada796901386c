import { type Connection, type ConnectionOptions, connect } from "./connection.ts";
import { type FollowOptions, followSite, type SiteStep } from "./follow.ts";
import { type Page, type PageQuery, type PagesQuery, readPage, readPages } from "./pages.ts";

/** Reads a site as strangers see it, or as the owner of the token does. */
export interface Reader extends Connection {
  /** All pages that match, such as `pages({ type: "site.Post", search: "heron" })`; 200 by each request. */
  readonly pages: (query?: PagesQuery) => AsyncGenerator<Page, void, undefined>;
  /** A page; undefined if there is none that the caller may view. */
  readonly page: (id: number, query?: PageQuery) => Promise<Page | undefined>;
  /** Everything that a copy of the site's pages needs to become current; see {@link SiteStep}. */
  readonly follow: (options?: FollowOptions) => AsyncGenerator<SiteStep, void, undefined>;
}

export const createReader = (options: ConnectionOptions): Reader => readerOn(connect(options));

export const readerOn = (connection: Connection): Reader => ({
  ...connection,
  pages: (query) => readPages(connection, query),
  page: (id, query) => readPage(connection, id, query),
  follow: (options) => followSite(connection, options),
});

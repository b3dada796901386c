import { hash } from "node:crypto";
import {
  CacheDatabase,
  damageOf,
  formOf,
  ObjectNumbers,
  openDatabase,
  writeWhole,
} from "#lib/catalog/database/database.ts";
import { CatalogPages } from "#lib/catalog/pages/catalog-pages.ts";
import { type BlockingRestriction, Columns, everywhere } from "#lib/catalog/pages/columns.ts";
import { noNeeds } from "#lib/catalog/pages/narrowing.ts";
import { pageInColumns } from "#lib/catalog/pages/page-in-columns.ts";
import {
  allChildren,
  type ChildrenQuery,
  type ListQuery,
  newestBlogs,
  type PageList,
  PageLists,
} from "#lib/catalog/pages/page-lists.ts";
import { PagePaths } from "#lib/catalog/pages/page-paths.ts";
import { PageRows } from "#lib/catalog/pages/page-rows.ts";
import { Terms } from "#lib/catalog/pages/terms.ts";
import { TitleWords } from "#lib/catalog/pages/title-words.ts";
import { type Media, type MediaKind, mediaKinds } from "#lib/media/media.ts";
import type { MediaLookup } from "#lib/media/references.ts";
import type { Change } from "#lib/pages/change.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { kindsThat, type PageKind } from "#lib/pages/page.ts";
import { anonymousViewer, type Viewer } from "#lib/pages/restriction.ts";
import type { PageReference } from "#lib/queries/page-query.ts";
import { pageKindsOf } from "#lib/queries/page-types.ts";
import type { Window } from "#lib/queries/pagination.ts";
import type { BeforeChange } from "./frozen-catalog.ts";
import { type MediaList, type MediaQuery, type MediaRows, mediaRowsOf } from "./media-rows.ts";
import { type ListingChange, newestOf } from "./newest-changes.ts";
import {
  bytesOf,
  type CatalogMemory,
  type LogProgress,
  savedMemory,
  savedProgress,
  saveMemory,
  saveProgress,
} from "./saved-state.ts";

/** Raise this when tables are filled differently: snapshots of the old form are then not used. */
const contentForm = 3;

type PageWithTerms = ListingChange & { readonly terms: readonly number[] };

/**
 * Answers lists, filters and counts, from a row per listing and media object in SQLite and columns of pages
 * in memory. Public answers show live pages at or below the site's root page where the viewer passes the
 * restrictions of the page and of all above it. A page whose path is not known yet is never shown.
 */
export class Catalog {
  readonly #database: CacheDatabase;
  readonly #rows: PageRows;
  readonly #media: { readonly [Kind in MediaKind]: MediaRows<Kind> };
  readonly #columns = new Columns();
  readonly #terms: Terms;
  readonly #titles: TitleWords;
  readonly #searches = new ObjectNumbers();
  readonly #lists: PageLists;
  readonly paths: PagePaths;
  /** The pages, for counts, suggestions and related posts. */
  readonly pages: CatalogPages;
  readonly #beforeChanges = new Set<BeforeChange>();
  #siteVersion = 0;
  #state: object = {};

  /** Starts empty in the file (replacing it) or in memory (`:memory:`), or with a database's content. */
  constructor(place: string | CacheDatabase) {
    this.#database = typeof place === "string" ? openDatabase(place) : place;
    this.#rows = new PageRows(this.#database);
    this.#terms = new Terms(this.#database);
    this.#titles = new TitleWords(this.#database);
    this.#lists = new PageLists(this.#columns, this.#rows, this.#terms, this.#searches);
    this.paths = new PagePaths(this.#columns, this.#rows);
    this.pages = new CatalogPages({
      database: this.#database,
      rows: this.#rows,
      columns: this.#columns,
      terms: this.#terms,
      searches: this.#searches,
    });
    this.#media = mediaRowsOf(this.#database);
  }

  /** Opens a file that {@link copyTo} wrote, and continues in it. 30 ms for 100,000 pages. */
  static fromCopy(file: string): Catalog {
    const database = new CacheDatabase(file);
    const catalog = new Catalog(database);
    const { columns, siteVersion } = savedMemory(database);
    catalog.#columns.load(columns);
    catalog.#siteVersion = siteVersion;
    return catalog;
  }

  /**
   * Opens a copy of another catalog's file, taken at any time. What that one held in memory is rebuilt from
   * the rows, except the versions of deleted pages and the version of the site data.
   */
  static fromRows(file: string): Catalog {
    const catalog = new Catalog(new CacheDatabase(file));
    for (const listing of catalog.listings())
      catalog.#columns.put(pageInColumns(listing, catalog.#terms.numbersOf(listing)));
    return catalog;
  }

  /** Records in the file how far the catalog has followed the log; copies are verified by it. */
  noteProgress(progress: LogProgress): void {
    saveProgress(this.#database, progress);
  }

  get progress(): LogProgress | undefined {
    return savedProgress(this.#database);
  }

  /** A sentence for each damage of the file and each row whose columns do not fit its JSON. */
  findDamage(): readonly string[] {
    const misfits = [
      ...this.#rows.misfits().map((id) => `page ${id}`),
      ...mediaKinds.flatMap((kind) => this.#media[kind].misfits().map((id) => `${kind} ${id}`)),
    ];
    return [
      ...damageOf(this.#database),
      ...misfits.map((name) => `${name}: the columns of its row do not fit what the row holds`),
    ];
  }

  /** Writes everything to a new file and blocks the process meanwhile: 0.2 s for 100,000 pages. */
  copyTo(file: string): void {
    this.#database.prepare("vacuum into ?").run(file);
    saveMemory(file, this.#memory);
  }

  /** A digest of the table definitions: catalogs can open each other's copies if theirs are equal. */
  get form(): string {
    return hash(
      "sha256",
      Buffer.concat([Buffer.from(`${contentForm} ${formOf(this.#database)}`), bytesOf(this.#memory)]),
    );
  }

  /** Why the catalog must be rebuilt: the file is `gone`, `changed` or `unreadable`. */
  get problem(): string | undefined {
    return this.#database.problem;
  }

  /** The highest version of the site data in any change so far; 0 before the first. */
  get siteVersion(): number {
    return this.#siteVersion;
  }

  /** Stays the same object until something changes that answers could show: a key for caches. */
  get state(): object {
    return this.#state;
  }

  /** Calls `keep` before each change, until the returned function is called. */
  beforeChanges(keep: BeforeChange): () => void {
    this.#beforeChanges.add(keep);
    return () => this.#beforeChanges.delete(keep);
  }

  /** Applies changes, all or none, in any order, also again: the highest version wins, deletions too. */
  apply(changes: Iterable<Change>): void {
    const {
      pages: newest,
      media,
      siteVersion,
    } = newestOf(changes, {
      versionOf: (id) => this.versionOf(id),
      siteVersion: this.#siteVersion,
    });
    const pages: PageWithTerms[] = [];
    for (const keep of this.#beforeChanges)
      keep(
        newest.keys(),
        media.map(({ mediaKind: kind, id }) => ({ kind, id })),
      );
    if (newest.size + media.length > 0) {
      writeWhole(this.#database, () => {
        for (const change of newest.values())
          pages.push({ ...change, terms: change.listing ? this.#terms.numbersOf(change.listing) : [] });
        this.#titles.write(pages);
        this.#rows.write(pages);
        for (const change of media) this.#media[change.mediaKind].write(change);
      });
    }
    if (pages.length > 0) {
      for (const { id, version, listing, terms } of pages) {
        if (listing) this.#columns.put(pageInColumns(listing, terms));
        else this.#columns.putGone(id, version);
      }
      this.pages.forget();
      this.#lists.forget();
    }
    if (pages.length + media.length > 0 || siteVersion !== this.#siteVersion) this.#state = {};
    this.#siteVersion = siteVersion;
  }

  /** The window of a list, and the list's length. Throws `QueryError` for a page beyond the end. */
  list(query: ListQuery, viewer: Viewer): PageList {
    const { total, ids } = this.#lists.find(query, viewer);
    return { total, listings: this.#rows.listings(ids) };
  }

  /** The ids of all posts, or episodes, below a blog that the viewer may see, the newest first. */
  idsOf(children: ChildrenQuery, viewer: Viewer): Uint32Array {
    return this.#lists.find(allChildren(children), viewer).ids;
  }

  /** The page, or the site's root page, if the viewer may see it. */
  page(reference: PageReference, viewer: Viewer): Listing | undefined {
    const id = reference === "root" ? this.#columns.sitePageId : reference;
    const [seen] = this.#columns.select([id], everywhere, this.#columns.gateOf(viewer));
    return seen === undefined ? undefined : this.listingById(seen);
  }

  /** The page at a path of slugs below the site's root page, if the viewer may see it. */
  pageAt(slugs: readonly string[], viewer: Viewer): Listing | undefined {
    return this.page(this.paths.idAt(slugs), viewer);
  }

  /** The restriction that keeps the viewer from a page. */
  blockingRestrictionOf(id: number, viewer: Viewer): BlockingRestriction | undefined {
    return this.#columns.blockingRestriction(id, viewer);
  }

  /** A post's visible neighbours in its blog by visible date. */
  postsBeside(
    id: number,
    viewer: Viewer,
  ): { readonly older: Listing | undefined; readonly newer: Listing | undefined } {
    const parent = this.#columns.parentOf(id);
    const scope = { ...everywhere, kinds: pageKindsOf(["site.Post"]), childOf: parent };
    const { before, after } = this.#columns.neighbours(id, scope, this.#columns.gateOf(viewer));
    return { older: this.listingById(before), newer: this.listingById(after) };
  }

  parent(id: number, viewer: Viewer): Listing | undefined {
    return this.page(this.#columns.parentOf(id), viewer);
  }

  /** The episodes that have the audio and that the viewer may see, by id. */
  episodesWith(audioId: number, viewer: Viewer): readonly Listing[] {
    const ids = this.#rows.idsWithAudio(audioId);
    return this.#rows.listings(this.#columns.select(ids, everywhere, this.#columns.gateOf(viewer)));
  }

  /** The ids of the live episodes that have the audio, restricted ones included. */
  episodeIdsWith(audioId: number): readonly number[] {
    return this.#rows.idsWithAudio(audioId);
  }

  /** All blogs and podcasts in tree order, drafts and restricted ones included. */
  containers(): readonly Listing[] {
    return this.#rows.listings(this.#columns.idsOf(pageKindsOf(["site.Blog"])));
  }

  /** A window of the live blogs and podcasts that are open to everybody, newest publication first. */
  publicBlogs(window: Window): PageList {
    return this.list(newestBlogs(window), anonymousViewer);
  }

  /** The ids among these, or of all pages, that strangers may see, in order. */
  publicIds(ids?: ArrayLike<number>): Uint32Array {
    const gate = this.#columns.gateOf(anonymousViewer);
    return ids
      ? this.#columns.select(ids, everywhere, gate)
      : this.#columns.selectAll(everywhere, gate, noNeeds);
  }

  /** The kind of a page in any state; undefined for pages that the catalog does not have. */
  kindOf(id: number): PageKind | undefined {
    return this.#columns.kindOf(id);
  }

  get sitePageId(): number {
    return this.#columns.sitePageId;
  }

  /** The ids from a page's parent up to the root. */
  idsAbove(id: number): readonly number[] {
    const above: number[] = [];
    for (let at = this.#columns.parentOf(id); at !== 0; at = this.#columns.parentOf(at)) above.push(at);
    return above;
  }

  /** The ids of all pages below a page, drafts included, in tree order. */
  idsBelow(id: number): Uint32Array {
    return this.#columns.idsBelow(id);
  }

  isLive(id: number): boolean {
    return this.#columns.isLive(id);
  }

  /** True if the page has a restriction of its own. */
  isRestricted(id: number): boolean {
    return this.#columns.isRestricted(id);
  }

  /** The ids of pages with a restriction of their own that other pages may be below. */
  restrictedContainers(): readonly number[] {
    return this.#columns.restrictedIds(kindsThat(({ holds }) => holds.length > 0));
  }

  /** The ids of what is written with a restriction of its own, and was published once. */
  restrictedPosts(): readonly number[] {
    return this.#columns.restrictedIds(kindsThat(({ isWritten }) => isWritten));
  }

  /** The ids of pages that have one of the categories. Reads all rows: 10,000 in some 10 ms. */
  idsWithCategories(categories: readonly number[]): readonly number[] {
    return this.#rows.idsWithCategories(categories);
  }

  /** The ids of posts that name one of the authors by slug. Reads all rows. */
  idsWithAuthors(slugs: readonly string[]): readonly number[] {
    return this.#rows.idsWithAuthors(slugs);
  }

  /** The ids of posts that use one of the media objects, or link to one of the pages. Reads all rows. */
  idsUsing(kind: MediaKind | "page", ids: readonly number[]): readonly number[] {
    return this.#rows.idsUsing(kind, ids);
  }

  /** The ids of posts whose listings do not say what they use, such as those of earlier versions. */
  idsWithoutListedContent(): readonly number[] {
    return this.#rows.idsWithoutListedContent();
  }

  mediaIdsIn(kind: MediaKind, collections: readonly number[]): readonly number[] {
    return this.#media[kind].idsIn(collections);
  }

  /** The listing of a page in any state. */
  listingById(id: number): Listing | undefined {
    return this.#rows.listings([id])[0];
  }

  listings(): readonly Listing[] {
    return this.#rows.listings(this.#rows.idsWith([]));
  }

  /** The known version of a page, deleted ones included; 0 for pages never seen. */
  versionOf(id: number): number {
    return this.#columns.versionOf(id);
  }

  /** By page id, the versions of live pages; 0 or undefined for others. Read it before the next `await`. */
  get liveVersions(): Uint32Array {
    return this.#columns.liveVersions;
  }

  /** The listings with these ids, in their order; missing ones are left out. Callers share the objects. */
  listingsOf(ids: Iterable<number>): readonly Listing[] {
    return this.#rows.listings(ids);
  }

  /** Orders ids by visible date, newest first, then by id descending; pages without a date come last. */
  newestFirst(ids: Uint32Array): Uint32Array {
    return this.#columns.dates.newestFirst(ids);
  }

  /** The current media object, which callers share. Some microseconds; one if it is cached. */
  readonly media: MediaLookup = (kind, id) => this.#media[kind].object(id);

  /** The window of a list of media, and the list's length. Throws `QueryError` for a page beyond the end. */
  mediaList<Kind extends MediaKind>(query: MediaQuery<Kind>): MediaList<Kind> {
    return this.#media[query.kind].list(query);
  }

  allMedia(): readonly Media[] {
    return mediaKinds.flatMap((kind): readonly Media[] => this.#media[kind].all());
  }

  /** The known version of a media object, deleted ones included; 0 for objects never seen. */
  mediaVersionOf(kind: MediaKind, id: number): number {
    return this.#media[kind].versionOf(id);
  }

  get #memory(): CatalogMemory {
    return { columns: this.#columns.save(), siteVersion: this.#siteVersion };
  }
}

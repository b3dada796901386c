import { hash } from "node:crypto";
import { CacheDatabase, damageOf, formOf, openDatabase, writeWhole } from "#lib/catalog/database/database.ts";
import { ObjectNumbers } from "#lib/catalog/database/object-numbers.ts";
import type { MediaList, MediaQuery } from "#lib/catalog/media/media-query.ts";
import { MediaRows } from "#lib/catalog/media/media-rows.ts";
import { type BlockingRestriction, Columns, type Scope } from "#lib/catalog/pages/columns.ts";
import { type FacetCounts, Facets, type FacetsWanted } from "#lib/catalog/pages/facets.ts";
import type { ListQuery, PageList } from "#lib/catalog/pages/list-query.ts";
import { factsOf } from "#lib/catalog/pages/page-facts.ts";
import { PageLists } from "#lib/catalog/pages/page-lists.ts";
import { PageRows } from "#lib/catalog/pages/page-rows.ts";
import { Suggestions, type SuggestionsWanted } from "#lib/catalog/pages/suggestions.ts";
import { Terms } from "#lib/catalog/pages/terms.ts";
import { type Media, type MediaKind, mediaKinds } from "#lib/media/media.ts";
import type { MediaLookup } from "#lib/media/references.ts";
import type { Change } from "#lib/pages/change.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { anonymousViewer, type Viewer } from "#lib/pages/restriction.ts";
import type { PageReference } from "#lib/queries/page-query.ts";
import { kindsOf } from "#lib/queries/page-types.ts";
import type { Window } from "#lib/queries/pagination.ts";
import { bytesOf, type Memory, savedMemory, saveMemory } from "./memory.ts";
import { type Progress, savedProgress, saveProgress } from "./progress.ts";

const anyPage: Scope = { kinds: kindsOf([]), childOf: null, descendantOf: null, ancestorOf: null };

/** To be raised when the same tables are filled in another way, so that older copies are of no use. */
const contentForm = 1;

type NewestPage = Extract<Change, { kind: "page" }>;
type PageWithTerms = NewestPage & { readonly terms: readonly number[] };
type MediaChange = Extract<Change, { kind: "media" }>;

/** The parts of one batch of changes. A page that changed is there once, in its newest state. */
interface ChangeBatch {
  readonly pages: ReadonlyMap<number, NewestPage>;
  readonly media: readonly MediaChange[];
  readonly siteVersion: number;
}

/**
 * What lists, filters and counts are answered from: one row per listing and per media object in SQLite, and
 * columns in memory that every list of pages passes over. Public answers show live pages at or below the
 * site's root page whose restrictions, and those of all pages above them, the viewer passes. A page whose
 * path is not known yet is shown to nobody.
 */
export class Catalog {
  readonly #database: CacheDatabase;
  readonly #rows: PageRows;
  readonly #media: { readonly [Kind in MediaKind]: MediaRows<Kind> };
  readonly #columns = new Columns();
  readonly #terms: Terms;
  readonly #suggestions: Suggestions;
  readonly #searches = new ObjectNumbers();
  readonly #facets: Facets;
  readonly #lists: PageLists;
  #siteVersion = 0;
  #state: object = {};

  /**
   * An empty one in the file, whose content is lost, or in memory for `:memory:`; or what a database holds.
   */
  constructor(place: string | CacheDatabase) {
    this.#database = typeof place === "string" ? openDatabase(place) : place;
    this.#rows = new PageRows(this.#database);
    this.#terms = new Terms(this.#database);
    this.#suggestions = new Suggestions(this.#database, this.#columns, this.#terms);
    this.#lists = new PageLists(this.#columns, this.#rows, this.#terms, this.#searches);
    this.#facets = new Facets(this.#columns, this.#terms, this.#searches);
    this.#media = {
      image: new MediaRows(this.#database, "image"),
      audio: new MediaRows(this.#database, "audio"),
      video: new MediaRows(this.#database, "video"),
    };
  }

  /** The one that {@link copyTo} wrote to the file, and that goes on in it. 100,000 pages: 30 ms. */
  static fromCopy(file: string): Catalog {
    const database = new CacheDatabase(file);
    const catalog = new Catalog(database);
    const { columns, siteVersion } = savedMemory(database);
    catalog.#columns.load(columns);
    catalog.#siteVersion = siteVersion;
    return catalog;
  }

  /**
   * One of what a copy of another's file holds, whenever that was made. What other catalogs have in memory is
   * told by the rows again, all but the versions of pages that are gone, and the version of the site data.
   */
  static fromRows(file: string): Catalog {
    const catalog = new Catalog(new CacheDatabase(file));
    for (const listing of catalog.listings())
      catalog.#columns.put(factsOf(listing, catalog.#terms.numbersOf(listing)));
    return catalog;
  }

  /** Notes in the file how far the catalog has followed the change log, for whoever looks at a copy of it. */
  noteProgress(progress: Progress): void {
    saveProgress(this.#database, progress);
  }

  /** What was noted last. */
  get progress(): Progress | undefined {
    return savedProgress(this.#database);
  }

  /**
   * What is wrong with the database in itself: a sentence for each damage of the file, and for each row that
   * does not fit what it is made of.
   */
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

  /**
   * Writes all that it knows to a file that is not there yet, and nothing else happens meanwhile: 0.2 s for
   * 100,000 pages.
   */
  copyTo(file: string): void {
    this.#database.prepare("vacuum into ?").run(file);
    saveMemory(file, this.#memory);
  }

  /** A digest of what an empty one keeps: others can be made of its copies where theirs is the same. */
  get form(): string {
    return hash(
      "sha256",
      Buffer.concat([Buffer.from(`${contentForm} ${formOf(this.#database)}`), bytesOf(this.#memory)]),
    );
  }

  /** Why it is to be made anew, as a word for its file: `gone`, `changed` or `unreadable`. */
  get problem(): string | undefined {
    return this.#database.problem;
  }

  /** The highest version of the site data that a change has told of; 0 before the first. */
  get siteVersion(): number {
    return this.#siteVersion;
  }

  /**
   * The same object while nothing changes that answers could show: who remembers an answer remembers it for
   * this object.
   */
  get state(): object {
    return this.#state;
  }

  /**
   * Applies changes, all or none, in whatever order they come and however often: of the states of a page or a
   * media object the one with the highest version stays, and what is gone stays gone for lower ones.
   */
  apply(changes: Iterable<Change>): void {
    const { pages: newest, media, siteVersion } = this.#newest(changes);
    const pages: PageWithTerms[] = [];
    if (newest.size + media.length > 0) {
      writeWhole(this.#database, () => {
        for (const change of newest.values()) pages.push(this.#withTerms(change));
        this.#suggestions.write(pages);
        this.#rows.write(pages);
        for (const change of media) this.#media[change.mediaKind].write(change);
      });
    }
    if (pages.length > 0) {
      for (const { id, version, listing, terms } of pages) {
        if (listing) this.#columns.put(factsOf(listing, terms));
        else this.#columns.putGone(id, version);
      }
      this.#suggestions.forget();
      this.#facets.forget();
      this.#lists.forget();
    }
    if (pages.length + media.length > 0 || siteVersion !== this.#siteVersion) this.#state = {};
    this.#siteVersion = siteVersion;
  }

  /** A window of a list, with the list's exact length. A page beyond the end is a `QueryError`. */
  list(query: ListQuery, viewer: Viewer): PageList {
    const { total, ids } = this.#lists.find(query, viewer);
    return { total, listings: this.#rows.listings(ids) };
  }

  /** The page, or the site's root page, if the viewer may see it. */
  page(reference: PageReference, viewer: Viewer): Listing | undefined {
    const id = reference === "root" ? this.#columns.sitePageId : reference;
    const [seen] = this.#columns.select([id], anyPage, this.#columns.gateOf(viewer));
    return seen === undefined ? undefined : this.listingById(seen);
  }

  /**
   * The page at the end of a path of slugs from the site's root page down, which is at the end of none, if
   * the viewer may see it. One look-up per slug.
   */
  pageAt(slugs: readonly string[], viewer: Viewer): Listing | undefined {
    return this.page(this.#idAt(slugs), viewer);
  }

  /**
   * What keeps the viewer from the end of a path: undefined where nothing does, or where nothing is. Below a
   * page that the viewer may not see it is the same whether anything is there, so that nobody can guess what
   * is.
   */
  barrierAt(slugs: readonly string[], viewer: Viewer): BlockingRestriction | undefined {
    const ids = this.#idsAlong(slugs);
    const live = this.#columns.select(ids, anyPage, () => true);
    const blocking = this.#columns.blockingRestriction(live.at(-1) ?? 0, viewer);
    const isDraft = (id: number) => ids.includes(id) && !live.includes(id);
    return blocking && !isDraft(blocking.pageId) ? blocking : undefined;
  }

  /**
   * The posts before and after a post in its blog, by visible date, of those that the viewer may see. One
   * pass over the blog.
   */
  postsBeside(
    id: number,
    viewer: Viewer,
  ): { readonly older: Listing | undefined; readonly newer: Listing | undefined } {
    const parent = this.#columns.parentOf(id);
    const gate = this.#columns.gateOf(viewer);
    const siblings = this.#columns.select(
      this.#columns.idsBelow(parent),
      { ...anyPage, childOf: parent },
      gate,
    );
    const { before, after } = this.#columns.neighbours(id, siblings);
    return { older: this.listingById(before), newer: this.listingById(after) };
  }

  /** The parent of a page, if the viewer may see it. */
  parent(id: number, viewer: Viewer): Listing | undefined {
    return this.page(this.#columns.parentOf(id), viewer);
  }

  /**
   * The live posts below a blog that are suggested for words, those that were published last first. Nobody is
   * kept from any of them.
   */
  suggest(wanted: SuggestionsWanted): readonly Listing[] {
    return this.#rows.listings(this.#suggestions.find(wanted));
  }

  /**
   * How many live posts below a blog are of each month, category and tag. Those that somebody is kept from do
   * not count.
   */
  countFacets(wanted: FacetsWanted): FacetCounts {
    return this.#facets.count(wanted);
  }

  /** The episodes that have the audio and that the viewer may see, by id. */
  episodesWith(audioId: number, viewer: Viewer): readonly Listing[] {
    const ids = this.#rows.idsWithAudio(audioId);
    return this.#rows.listings(this.#columns.select(ids, anyPage, this.#columns.gateOf(viewer)));
  }

  /** The ids of the live episodes that have the audio, whoever may see them. */
  episodeIdsWith(audioId: number): readonly number[] {
    return this.#rows.idsWithAudio(audioId);
  }

  /** All blogs and podcasts in tree order, drafts and restricted ones included. */
  containers(): readonly Listing[] {
    return this.#rows.listings(this.#columns.idsOf(kindsOf(["site.Blog"])));
  }

  /**
   * A window of the live blogs and podcasts that nobody is kept from, those that were first published last
   * first.
   */
  publicBlogs(window: Window): PageList {
    const everywhere = { childOf: null, descendantOf: null, ancestorOf: null, narrowing: null, found: null };
    const order = [{ field: "first_published_at", descending: true }] as const;
    return this.list({ ...everywhere, types: ["site.Blog"], filters: [], order, window }, anonymousViewer);
  }

  /** The listing of a page whatever its state. */
  listingById(id: number): Listing | undefined {
    return this.#rows.listings([id])[0];
  }

  /** Every listing, by id. */
  listings(): readonly Listing[] {
    return this.#rows.listings(this.#rows.idsWith([]));
  }

  /** The version that is known of a page, also of one that is gone; 0 of pages never heard of. */
  versionOf(id: number): number {
    return this.#columns.versionOf(id);
  }

  /**
   * By page id: the version of live pages; 0, or nothing, for others. To be looked at before anything is
   * awaited.
   */
  get liveVersions(): Uint32Array {
    return this.#columns.liveVersions;
  }

  /** The listings with these ids, in their order; ids without a listing are left out. Callers share them. */
  listingsOf(ids: Iterable<number>): readonly Listing[] {
    return this.#rows.listings(ids);
  }

  /**
   * The ids by the visible dates of their posts, the newest first, equal ones by id likewise; other pages
   * come last.
   */
  newestFirst(ids: Uint32Array): Uint32Array {
    return this.#columns.newestFirst(ids);
  }

  /** A media object as it is now, which callers share: some microseconds, and one when it was read before. */
  readonly media: MediaLookup = (kind, id) => this.#media[kind].object(id);

  /**
   * A window of a list of media objects, with the list's exact length. A page beyond the end is a
   * `QueryError`.
   */
  mediaList<Kind extends MediaKind>(query: MediaQuery<Kind>): MediaList<Kind> {
    return this.#media[query.kind].list(query);
  }

  /** Every media object, by kind and id. */
  allMedia(): readonly Media[] {
    return mediaKinds.flatMap((kind): readonly Media[] => this.#media[kind].all());
  }

  /** The version that is known of a media object, also of one that is gone; 0 of objects never heard of. */
  mediaVersionOf(kind: MediaKind, id: number): number {
    return this.#media[kind].versionOf(id);
  }

  // 0 when there is no such page.
  #idAt(slugs: readonly string[]): number {
    const ids = this.#idsAlong(slugs);
    return ids.length > slugs.length ? ids.at(-1)! : 0;
  }

  // From the site's root page to the end of the path, or as far as there are pages.
  #idsAlong(slugs: readonly string[]): readonly number[] {
    const ids = [this.#columns.sitePageId].filter((id) => id !== 0);
    for (const slug of ids.length === 0 ? [] : slugs) {
      const found = this.#rows
        .idsWith([{ field: "slug", value: slug }])
        .find((id) => this.#columns.parentOf(id) === ids.at(-1));
      if (found === undefined) break;
      ids.push(found);
    }
    return ids;
  }

  #newest(changes: Iterable<Change>): ChangeBatch {
    const pages = new Map<number, NewestPage>();
    const media: MediaChange[] = [];
    let siteVersion = this.#siteVersion;
    for (const change of changes) {
      if (change.kind === "site") siteVersion = Math.max(siteVersion, change.version);
      if (change.kind === "media") media.push(change);
      if (change.kind !== "page") continue;
      const known = pages.get(change.id)?.version ?? this.versionOf(change.id);
      if (change.version > known) pages.set(change.id, change);
    }
    return { pages, media, siteVersion };
  }

  #withTerms(change: NewestPage): PageWithTerms {
    return { ...change, terms: change.listing ? this.#terms.numbersOf(change.listing) : [] };
  }

  get #memory(): Memory {
    return { columns: this.#columns.save(), siteVersion: this.#siteVersion };
  }
}

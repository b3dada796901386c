import type { MediaKind } from "#lib/media/media.ts";
import type { MediaLookup, MediaReference } from "#lib/media/references.ts";
import type { Listing } from "#lib/pages/listing.ts";

/** What a catalog says of pages and media by their ids. */
export interface PagesAndMedia {
  readonly listingById: (id: number) => Listing | undefined;
  readonly listingsOf: (ids: Iterable<number>) => readonly Listing[];
  readonly versionOf: (id: number) => number;
  readonly media: MediaLookup;
  readonly mediaVersionOf: (kind: MediaKind, id: number) => number;
}

/** A catalog whose changes can be awaited. */
interface ChangingCatalog extends PagesAndMedia {
  readonly beforeChanges: (keep: BeforeChange) => () => void;
}

/** Is called with the pages and media that are about to change. */
export type BeforeChange = (pages: Iterable<number>, media: Iterable<MediaReference>) => void;

interface KeptPage {
  readonly listing: Listing | undefined;
  readonly version: number;
}

interface KeptMedium {
  readonly object: ReturnType<MediaLookup>;
  readonly version: number;
}

/**
 * Pages and media as they were in a catalog at one time, for work that pauses while the catalog moves on.
 * Keeps what has changed since, and reads the rest from the catalog. Dispose of it: until then it keeps more
 * and more.
 */
export class FrozenCatalog implements PagesAndMedia, Disposable {
  readonly #now: PagesAndMedia;
  readonly #end: () => void;
  readonly #pages = new Map<number, KeptPage>();
  readonly #media = new Map<string, KeptMedium>();

  constructor(catalog: ChangingCatalog) {
    this.#now = catalog;
    this.#end = catalog.beforeChanges((pages, media) => this.#keep(pages, media));
  }

  #keep(pages: Iterable<number>, media: Iterable<MediaReference>): void {
    for (const id of pages)
      if (!this.#pages.has(id))
        this.#pages.set(id, { listing: this.#now.listingById(id), version: this.#now.versionOf(id) });
    for (const { kind, id } of media)
      if (!this.#media.has(`${kind} ${id}`))
        this.#media.set(`${kind} ${id}`, {
          object: this.#now.media(kind, id),
          version: this.#now.mediaVersionOf(kind, id),
        });
  }

  listingById(id: number): Listing | undefined {
    const kept = this.#pages.get(id);
    return kept ? kept.listing : this.#now.listingById(id);
  }

  listingsOf(ids: Iterable<number>): readonly Listing[] {
    const all = [...ids];
    const same = this.#now.listingsOf(all.filter((id) => !this.#pages.has(id)));
    const sameById = new Map(same.map((listing) => [listing.id, listing]));
    return all.flatMap((id) => this.#pages.get(id)?.listing ?? sameById.get(id) ?? []);
  }

  versionOf(id: number): number {
    return this.#pages.get(id)?.version ?? this.#now.versionOf(id);
  }

  readonly media = ((kind, id) => {
    const kept = this.#media.get(`${kind} ${id}`);
    return kept ? kept.object : this.#now.media(kind, id);
  }) as MediaLookup;

  mediaVersionOf(kind: MediaKind, id: number): number {
    return this.#media.get(`${kind} ${id}`)?.version ?? this.#now.mediaVersionOf(kind, id);
  }

  [Symbol.dispose](): void {
    this.#end();
  }
}

import type { Listing } from "#lib/pages/listing.ts";
import { SizedCache } from "#lib/sized-cache.ts";
import type { Catalog } from "./catalog.ts";

/**
 * Keeps what is made of public revisions, whose content never changes. A rebuilt catalog begins without any,
 * because a restored table may use the number of a revision again.
 */
export class RevisionCache<Value> {
  readonly #kept = new WeakMap<Catalog, SizedCache<Value>>();
  readonly #maxCharacters: number;

  /** `maxCharacters` are those of the values as JSON, in one catalog. */
  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters;
  }

  /** What is kept of the public revision of a listed page. */
  find(catalog: Catalog, { id, liveRevisionId }: Listing): Value | undefined {
    return this.#kept.get(catalog)?.find(keyOf(id, liveRevisionId));
  }

  keep(catalog: Catalog, { pageId, revisionId }: RevisionKey, value: Value): void {
    const kept = this.#kept.get(catalog) ?? new SizedCache<Value>(this.#maxCharacters);
    this.#kept.set(catalog, kept);
    kept.keep(keyOf(pageId, revisionId), value, JSON.stringify(value).length);
  }
}

interface RevisionKey {
  readonly pageId: number;
  readonly revisionId: number;
}

const keyOf = (pageId: number, revisionId: number | null): string => `${pageId} ${revisionId}`;

import type { Section } from "#lib/blocks/sections.ts";
import { jsonDigest } from "#lib/digest.ts";
import type { Comment } from "#lib/pages/comment.ts";
import type { AnyWritten } from "#lib/pages/content.ts";
import { type ListedContent, listedContentOf } from "#lib/pages/listed-content.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { isWritten } from "#lib/pages/page.ts";
import { knownBlocks } from "#lib/settings/blocks.ts";
import { commentsAreCurrent } from "#lib/store/comments.ts";
import { readStoredContents } from "#lib/store/stored-contents.ts";
import type { Catalog } from "./catalog.ts";
import { RevisionCache } from "./revision-cache.ts";

/** In characters: room for some 1,000 posts of a thousand words. */
const kept = new RevisionCache<AnyWritten>(8_000_000);

export interface ContentParts {
  readonly body: boolean;
  readonly comments: boolean;
  /** The content that listings have; it is made from the body where a listing has none. */
  readonly listed?: boolean;
}

/** All parts of a post with its comments. */
export const wholePost: ContentParts = { body: true, comments: true };

/** What a page has beyond its listing: empty for other pages than posts, and where not asked for. */
export interface PublicContent {
  /** All that is published together with the body; null if the body was not asked for. */
  readonly content: AnyWritten | null;
  readonly body: readonly Section[];
  /** Of posts only, and only if they were asked for. */
  readonly listed?: ListedContent;
  /** All that are stored, public or not. */
  readonly comments: readonly Comment[];
}

/**
 * Reads what the listed pages have beyond their listings, at least as new as these, in their order. Undefined
 * if something is missing or older, because a publication, withdrawal or comment was being written: then read
 * the listings again, too. One request per 100 bodies and comments, none for pages known to have none. With
 * `keptOf`, bodies that were read before for this catalog are not read again.
 */
export const readPublicContents = async (
  listings: readonly Listing[],
  parts: ContentParts,
  keptOf?: Catalog,
): Promise<readonly PublicContent[] | undefined> => {
  const posts = listings.filter(isWritten);
  const contents = new Map<number, AnyWritten>();
  const shown = posts.filter((post) => parts.body || (parts.listed && !post.content));
  for (const post of shown) {
    const content = keptOf && kept.find(keptOf, post);
    if (content) contents.set(post.id, content);
  }
  const withBody = shown.filter(({ id }) => !contents.has(id));
  const withComments = parts.comments ? posts.filter(({ comments }) => comments) : [];
  const stored = await readStoredContents(withBody.map(idOf), withComments.map(idOf));
  for (const [index, { id, liveRevisionId }] of withBody.entries()) {
    const live = stored.contents[index];
    if (!live || live.revisionId < (liveRevisionId ?? 0)) continue;
    contents.set(id, live.content);
    if (keptOf) kept.keep(keptOf, live, live.content);
  }
  // The others are kept first, so that a caller who reads again reads fewer.
  if (shown.some(({ id }) => !contents.has(id))) return undefined;
  const comments = new Map<number, PublicContent["comments"]>();
  for (const [index, listing] of withComments.entries()) {
    const found = stored.comments[index];
    if (!found || !commentsAreCurrent(found, listing)) return undefined;
    comments.set(listing.id, found.comments);
  }
  return listings.map(({ id, content: known }) => {
    const content = contents.get(id) ?? null;
    const listed =
      parts.listed && (known ?? (content && listedContentOf(content, knownBlocks(), jsonDigest)));
    return {
      content,
      body: content?.body ?? [],
      comments: comments.get(id) ?? [],
      ...(listed && { listed }),
    };
  });
};

const idOf = ({ id }: Listing): number => id;

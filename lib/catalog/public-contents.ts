import type { Section } from "#lib/blocks/stored.ts";
import type { Comment } from "#lib/pages/comment.ts";
import type { PostContent } from "#lib/pages/content.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { isPost } from "#lib/pages/page.ts";
import { commentsAreCurrent } from "#lib/store/comments.ts";
import { readStoredContents } from "#lib/store/stored-contents.ts";

/** The parts of posts that listings do not hold; true of those that an answer shows. */
export interface WantedContent {
  readonly body: boolean;
  readonly comments: boolean;
}

/**
 * What a page has of them. A part that nobody wants is empty, and so are all parts of pages that are no
 * posts.
 */
export interface PublicContent {
  /** All that is published together with the body; null where the body is not wanted. */
  readonly content: PostContent | null;
  readonly body: readonly Section[];
  /** All that are stored, public or not. */
  readonly comments: readonly Comment[];
}

/**
 * What the listed pages say beside their listings and at least as new as these, in their order; undefined
 * when something is missing or older, because the read ran beside a publication, a withdrawal or a change of
 * comments: then the listings are to be read again as well. One request per 100 bodies and comments together,
 * none for pages that are known to have none.
 */
export const readPublicContents = async (
  listings: readonly Listing[],
  wanted: WantedContent,
): Promise<readonly PublicContent[] | undefined> => {
  const posts = listings.filter(({ kind }) => isPost(kind));
  const told = wanted.body ? posts : [];
  const discussed = wanted.comments ? posts.filter(({ comments }) => comments) : [];
  const stored = await readStoredContents(told.map(idOf), discussed.map(idOf));
  const contents = new Map<number, PostContent>();
  for (const [index, { id, liveRevisionId }] of told.entries()) {
    const live = stored.contents[index];
    if (!live || live.revisionId < (liveRevisionId ?? 0)) return undefined;
    contents.set(id, live.content as PostContent);
  }
  const comments = new Map<number, PublicContent["comments"]>();
  for (const [index, listing] of discussed.entries()) {
    const found = stored.comments[index];
    if (!found || !commentsAreCurrent(found, listing)) return undefined;
    comments.set(listing.id, found.comments);
  }
  return listings.map(({ id }) => {
    const content = contents.get(id) ?? null;
    return { content, body: content?.body ?? [], comments: comments.get(id) ?? [] };
  });
};

const idOf = ({ id }: Listing): number => id;

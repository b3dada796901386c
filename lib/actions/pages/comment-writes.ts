import { type Comment, maxCommentBytes } from "#lib/pages/comment.ts";
import type { Page } from "#lib/pages/page.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { putComments } from "#lib/store/comments.ts";
import type { Decision } from "#lib/store/commit.ts";
import { noteLeftoverBodies } from "#lib/store/leftover-bodies.ts";
import { putPage } from "#lib/store/pages.ts";
import type { Discussion } from "./discussion.ts";
import { listingWrites } from "./listing-writes.ts";

/** Gives a page these comments, if it is unchanged since it was read. One or two requests. */
export const decideComments = async (
  { current: { page, content }, stored }: Discussion,
  comments: readonly Comment[],
): Promise<Decision<Page>> => {
  const version = page.version + 1;
  const next: Page = { ...page, comments: comments.length, commentsVersion: version, version };
  const listing = content ? await listingWrites(next, content, page) : { writes: [] };
  const writes = [putPage(next, page.version), ...putComments(page.id, { version, comments }, stored)];
  if (stored.isLarge) writes.push(noteLeftoverBodies(page.id));
  return { ...listing, writes: [...writes, ...listing.writes], value: next };
};

/** Refuses `comments_full` if the comments do not fit into one transaction. */
export const requireRoom = (comments: readonly Comment[]): void => {
  if (Buffer.byteLength(JSON.stringify(comments)) > maxCommentBytes) throw new Refusal("comments_full");
};

import { createPost, lookUpPost, publishPost, readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { type Client, ServiceRefusal } from "./client.ts";
import { changesTo, creationOf, isAsPlanned, type PlannedPost, type StoredPost } from "./plan.ts";

/**
 * What became of a post: `skipped` was not tried, `conflict` met somebody else's edit, the rest says itself.
 */
export const outcomes = [
  "published",
  "updated",
  "draft_saved",
  "unchanged",
  "conflict",
  "failed",
  "skipped",
] as const;
export type PostOutcome = (typeof outcomes)[number];

/** Where posts go, and how far. */
export interface Destination {
  readonly client: Client;
  readonly parentId: number;
  /** Saves only, publishes nothing. */
  readonly draft: boolean;
}

/** What was reached for a post. */
export interface PostResult {
  readonly outcome: PostOutcome;
  /** The post as it was last seen. */
  readonly post?: StoredPost | undefined;
  /** Whether the service holds the post as wanted, at least as a draft. */
  readonly saved: boolean;
  /** Why it did not get further. */
  readonly refusal?: ServiceRefusal;
}

/** The post of that slug in its latest revision, if there is one. */
export const findPost = async (
  { client, parentId }: Destination,
  slug: string,
): Promise<StoredPost | undefined> => {
  try {
    return await client(lookUpPost, { query: { parent: parentId, slug } });
  } catch (error) {
    if (hasCode(error, "not_found")) return undefined;
    throw error;
  }
};

/**
 * Makes the service hold the post as wanted, and publishes it, from how it is found there. Does only what is
 * missing, so that a run that broke off anywhere is completed by the next, and stands on the slug and on
 * revision ids, so that requests that are sent twice, and others at the same time, double nothing and
 * overwrite nothing unseen. A refusal is part of the result; what is saved by then stays. Throws when the
 * service is out of reach.
 */
export const syncPost = async (
  wanted: PlannedPost,
  finding: Promise<StoredPost | undefined>,
  destination: Destination,
): Promise<PostResult> => {
  let saved: Saved | undefined;
  try {
    const found = await finding;
    saved = found ? await update(wanted, found, destination) : await create(wanted, destination);
    return destination.draft ? asDraft(saved) : await published(saved, destination);
  } catch (refusal) {
    if (!(refusal instanceof ServiceRefusal)) throw refusal;
    const outcome = refusal.code === "revision_conflict" ? "conflict" : "failed";
    return { outcome, post: saved?.post, saved: saved !== undefined, refusal };
  }
};

interface Saved {
  readonly post: StoredPost;
  readonly how: "created" | "updated" | "unchanged";
}

const create = async (wanted: PlannedPost, destination: Destination): Promise<Saved> => {
  const { client, parentId } = destination;
  try {
    return { post: await client(createPost, { body: creationOf(wanted, parentId) }), how: "created" };
  } catch (error) {
    if (!slugIsTaken(error)) throw error;
    // By somebody who was faster, or by an earlier request of ours whose answer was lost.
    const found = await findPost(destination, wanted.fields.slug);
    if (!found) throw error;
    return update(wanted, found, destination);
  }
};

const update = async (wanted: PlannedPost, found: StoredPost, { client }: Destination): Promise<Saved> => {
  if (isAsPlanned(found, wanted)) return { post: found, how: "unchanged" };
  const params = { id: found.id };
  const body = { ...changesTo(found, wanted), base_revision_id: String(found.latest_revision_id) };
  try {
    return { post: await client(updatePost, { params, body }), how: "updated" };
  } catch (error) {
    if (!hasCode(error, "revision_conflict")) throw error;
    const post = await client(readPost, { params });
    // Somebody's edit, unless it says the same: then it is another run's, or ours whose answer was lost.
    if (!isAsPlanned(post, wanted)) throw error;
    return { post, how: "unchanged" };
  }
};

const asDraft = ({ post, how }: Saved): PostResult => ({
  outcome: how === "unchanged" ? "unchanged" : "draft_saved",
  post,
  saved: true,
});

const published = async ({ post, how }: Saved, { client }: Destination): Promise<PostResult> => {
  const outcome = how === "updated" ? "updated" : "published";
  if (post.live && post.status === "live") return { outcome: "unchanged", post, saved: true };
  const params = { id: post.id };
  try {
    const live = await client(publishPost, { params, ifMatch: post.latest_revision_id });
    return { outcome, post: live, saved: true };
  } catch (error) {
    if (!hasCode(error, "no_unpublished_draft")) throw error;
    // This very revision is public already: another run did it, or our request whose answer was lost.
    const live = await client(readPost, { params });
    return { outcome: how === "unchanged" ? "unchanged" : outcome, post: live, saved: true };
  }
};

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof ServiceRefusal && error.code === code;

const slugIsTaken = (error: unknown): boolean =>
  error instanceof ServiceRefusal &&
  error.problems.some(({ path, code }) => path === "slug" && code === "duplicate");

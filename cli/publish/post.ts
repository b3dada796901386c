import { createPost, lookUpPost, publishPost, readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { type Client, ServiceRefusal } from "./client.ts";
import { changesTo, creationOf, isAsPlanned, type PlannedPost, type StoredPost } from "./plan.ts";

/** `skipped`: not tried; `conflict`: somebody else edited the post. */
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

export interface Destination {
  readonly client: Client;
  readonly parentId: number;
  readonly draft: boolean;
}

export interface PostResult {
  readonly outcome: PostOutcome;
  /** The post as last seen. */
  readonly post?: StoredPost | undefined;
  /** True if the service has the file's content, at least as a draft. */
  readonly saved: boolean;
  /** Why it was not published. */
  readonly refusal?: ServiceRefusal;
}

/** The latest revision of the post with this slug. */
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
 * Creates or updates a post and publishes it, as far as that is still to do. Slug and revision ids make it
 * safe to repeat a request, to run it again after a crash, and to run it beside others: no post is doubled,
 * and no unseen edit overwritten. Throws if the service cannot be reached.
 */
export const syncPost = async (
  planned: PlannedPost,
  finding: Promise<StoredPost | undefined>,
  destination: Destination,
): Promise<PostResult> => {
  let saved: Saved | undefined;
  try {
    const found = await finding;
    saved = found ? await update(planned, found, destination) : await create(planned, destination);
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

const create = async (planned: PlannedPost, destination: Destination): Promise<Saved> => {
  const { client, parentId } = destination;
  try {
    return { post: await client(createPost, { body: creationOf(planned, parentId) }), how: "created" };
  } catch (error) {
    if (!slugIsTaken(error)) throw error;
    // Another writer was faster, or an earlier request of ours succeeded and its answer was lost.
    const found = await findPost(destination, planned.fields.slug);
    if (!found) throw error;
    return update(planned, found, destination);
  }
};

const update = async (planned: PlannedPost, found: StoredPost, { client }: Destination): Promise<Saved> => {
  if (isAsPlanned(found, planned)) return { post: found, how: "unchanged" };
  const params = { id: found.id };
  const body = { ...changesTo(found, planned), base_revision_id: String(found.latest_revision_id) };
  try {
    return { post: await client(updatePost, { params, body }), how: "updated" };
  } catch (error) {
    if (!hasCode(error, "revision_conflict")) throw error;
    const post = await client(readPost, { params });
    // Somebody else's edit, unless it matches the file: then another run made it, or we did and lost the
    // answer.
    if (!isAsPlanned(post, planned)) throw error;
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
    // The revision is public already: another run published it, or we did and lost the answer.
    const live = await client(readPost, { params });
    return { outcome: how === "unchanged" ? "unchanged" : outcome, post: live, saved: true };
  }
};

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof ServiceRefusal && error.code === code;

const slugIsTaken = (error: unknown): boolean =>
  error instanceof ServiceRefusal &&
  error.problems.some(({ path, code }) => path === "slug" && code === "duplicate");

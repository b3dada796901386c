import { isDeepStrictEqual } from "node:util";
import type { ModelStep } from "#test/support/linearization.ts";

/** A user. Only reviewers and superusers may change a page under review. */
export interface ModelUser {
  readonly name: string;
  readonly id: number;
  readonly superuser: boolean;
  readonly reviews: boolean;
  readonly publishes: boolean;
}

interface ModelRevision {
  readonly id: number;
  readonly authorId: number | null;
  readonly title: string;
  readonly slug: string;
}

/** A post as the store should hold it. */
export interface ModelPost {
  readonly version: number;
  /** Title and slug of the page's row. */
  readonly title: string;
  readonly slug: string;
  readonly revisions: readonly ModelRevision[];
  readonly liveRevisionId: number | null;
  readonly schedule: { readonly revisionId: number; readonly publishAt: string } | null;
  readonly lock: { readonly ownerId: number | null } | null;
  readonly workflow: "in_progress" | "needs_changes" | null;
  /** Such as `4#0 wagtail.edit by 1 of 12`, which begins with the page's version. */
  readonly history: readonly string[];
}

/** An operation. `base` is a revision's id; a slug of null means no change. */
export type Operation =
  | {
      readonly kind: "patch";
      readonly user: ModelUser;
      readonly base: number;
      readonly careful: boolean;
      readonly title: string;
      readonly slug: string | null;
    }
  | { readonly kind: "publish"; readonly user: ModelUser; readonly base: number | null }
  | { readonly kind: "edit"; readonly title: string; readonly slug: string }
  | { readonly kind: "approve"; readonly publishAt: string | null }
  | { readonly kind: "job"; readonly now: string }
  | { readonly kind: "lock"; readonly ownerId: number | null }
  | { readonly kind: "unlock" }
  | { readonly kind: "review"; readonly state: ModelPost["workflow"] }
  | { readonly kind: "withdraw" }
  | { readonly kind: "read" }
  | { readonly kind: "find"; readonly slug: string }
  | { readonly kind: "visit" };

/** The editor API's view of a post. */
export interface ModelView {
  readonly title: string;
  readonly slug: string;
  readonly pageSlug: string;
  readonly live: boolean;
  readonly status: string;
  readonly latest: number;
  readonly previous: number | null;
}

/** An answer: `ok` or a refusal's code, and what else it shows. */
export interface OperationResult {
  readonly code: string;
  readonly post?: ModelView;
  /** The newest revision, for a conflict. */
  readonly current?: number;
  /** The row's version after a command, and the revision that an edit made. */
  readonly version?: number;
  readonly revisionId?: number;
  /** The public page, for a visit. */
  readonly page?: { readonly title: string; readonly slug: string };
}

/** The slug of another post in the blog. */
export const takenSlug = "taken";

/** The post after an operation, by the contract; undefined if the contract forbids the result. */
export const stepOf: ModelStep<ModelPost, Operation, OperationResult> = (post, operation, result) => {
  // `busy` may be answered at any time, and promises that nothing was written.
  if (result.code === "busy") return post;
  const next = follow(post, operation, result);
  return next && isDeepStrictEqual(next.result, result) ? next.post : undefined;
};

interface Outcome {
  readonly post: ModelPost;
  readonly result: OperationResult;
}

/** The post and the answer that the contract demands; takes only the id of a new revision from `given`. */
const follow = (post: ModelPost, operation: Operation, given: OperationResult): Outcome | undefined => {
  const refused = (code: string): Outcome => ({ post, result: { code } });
  const administered = (next: ModelPost): Outcome => ({
    post: next,
    result: { code: "ok", version: next.version },
  });
  const changed = (change: Partial<ModelPost>, kind: string, revisionId: number | null): ModelPost => {
    const isSame = Object.entries(change).every(([name, value]) =>
      isDeepStrictEqual(post[name as keyof ModelPost], value),
    );
    if (isSame) return post;
    const version = post.version + 1;
    return {
      ...{ ...post, ...change, version },
      history: [...post.history, entry(version, 0, kind, null, revisionId)],
    };
  };

  switch (operation.kind) {
    case "patch": {
      const refusal = refusalOfPatch(post, operation);
      if (refusal) return { post, result: refusal };
      if (!given.post || given.post.latest <= latestOf(post).id) return undefined;
      const { title, slug, user } = operation;
      const saved = withRevision(post, {
        ...{ id: given.post.latest, authorId: user.id, title },
        slug: slug ?? latestOf(post).slug,
      });
      return { post: saved, result: { code: "ok", post: shownOf(saved) } };
    }
    case "publish": {
      const refusal = refusalOfPublication(post, operation);
      if (refusal) return { post, result: refusal };
      const published = withPublic(post, latestOf(post), "wagtail.publish", operation.user.id);
      return { post: published, result: { code: "ok", post: shownOf(published) } };
    }
    case "edit": {
      if (!given.revisionId || given.revisionId <= latestOf(post).id) return undefined;
      const { title, slug } = operation;
      const edited = withRevision(post, { id: given.revisionId, authorId: null, title, slug });
      return { post: edited, result: { ...administered(edited).result, revisionId: given.revisionId } };
    }
    case "approve": {
      const { publishAt } = operation;
      const revisionId = latestOf(post).id;
      if (publishAt !== null)
        return administered(
          changed({ schedule: { revisionId, publishAt } }, "wagtail.publish.schedule", revisionId),
        );
      return administered(
        changed({ schedule: null }, "wagtail.schedule.cancel", post.schedule?.revisionId ?? null),
      );
    }
    case "job": {
      const { schedule } = post;
      if (!schedule || schedule.publishAt > operation.now) return refused("idle");
      const approved = post.revisions.find(({ id }) => id === schedule.revisionId)!;
      const published = withPublic(post, approved, "wagtail.publish.scheduled", null);
      return { post: { ...published, schedule: null }, result: { code: "published" } };
    }
    case "lock":
      return administered(changed({ lock: { ownerId: operation.ownerId } }, "wagtail.lock", null));
    case "unlock":
      return administered(changed({ lock: null }, "wagtail.unlock", null));
    case "review":
      return administered(
        changed({ workflow: operation.state }, reviewKind(post.workflow, operation.state), latestOf(post).id),
      );
    case "withdraw": {
      const version = post.version + 1;
      const hidden = { slug: latestOf(post).slug, liveRevisionId: null, version };
      const isPublic = post.liveRevisionId !== null;
      const entries = isPublic ? [entry(version, 0, "wagtail.unpublish", null, null)] : [];
      return administered({ ...post, ...hidden, history: [...post.history, ...entries] });
    }
    case "read":
      return { post, result: { code: "ok", post: shownOf(post) } };
    case "find":
      if (latestOf(post).slug !== operation.slug) return refused("not_found");
      return { post, result: { code: "ok", post: shownOf(post) } };
    case "visit": {
      const live = post.revisions.find(({ id }) => id === post.liveRevisionId);
      if (!live) return refused("not_found");
      return { post, result: { code: "ok", page: { title: live.title, slug: live.slug } } };
    }
  }
};

const reviewKind = (before: ModelPost["workflow"], after: ModelPost["workflow"]): string => {
  if (!after) return "wagtail.workflow.cancel";
  if (!before) return "wagtail.workflow.start";
  return after === "needs_changes" ? "wagtail.workflow.reject" : "wagtail.workflow.resume";
};

const latestOf = ({ revisions }: ModelPost): ModelRevision => revisions.at(-1)!;

const hasDraft = (post: ModelPost): boolean => post.liveRevisionId !== latestOf(post).id;

const isLockedFor = ({ schedule, lock, workflow }: ModelPost, user: ModelUser): boolean => {
  if (schedule) return true;
  if (lock) return lock.ownerId !== user.id;
  return workflow === "in_progress" && !user.reviews && !user.superuser;
};

const conflictOf = (post: ModelPost): OperationResult => ({
  code: "revision_conflict",
  current: latestOf(post).id,
});

const refusalOfPatch = (
  post: ModelPost,
  { user, base, careful, slug }: Operation & { readonly kind: "patch" },
): OperationResult | undefined => {
  if (base !== latestOf(post).id) return conflictOf(post);
  if (careful && post.liveRevisionId !== null) return { code: "published_post" };
  if (careful && post.schedule) return { code: "scheduled_post" };
  if (isLockedFor(post, user)) return { code: "page_locked" };
  return slug === takenSlug ? { code: "slug/duplicate" } : undefined;
};

const refusalOfPublication = (
  post: ModelPost,
  { user, base }: Operation & { readonly kind: "publish" },
): OperationResult | undefined => {
  if (!user.publishes) return { code: "permission_denied" };
  if (base !== null && base !== latestOf(post).id) return conflictOf(post);
  if (!hasDraft(post)) return { code: "no_unpublished_draft" };
  if (post.schedule) return { code: "page_locked" };
  if (post.workflow) return { code: "workflow_active" };
  return isLockedFor(post, user) ? { code: "page_locked" } : undefined;
};

const entry = (
  version: number,
  index: number,
  kind: string,
  userId: number | null,
  revisionId: number | null,
) => `${version}#${index} ${kind} by ${userId} of ${revisionId}`;

const withRevision = (post: ModelPost, revision: ModelRevision): ModelPost => {
  const version = post.version + 1;
  return {
    ...post,
    version,
    slug: post.liveRevisionId === null ? revision.slug : post.slug,
    revisions: [...post.revisions, revision],
    history: [...post.history, entry(version, 0, "wagtail.edit", revision.authorId, revision.id)],
  };
};

const withPublic = (
  post: ModelPost,
  { id, title, slug }: ModelRevision,
  kind: string,
  userId: number | null,
): ModelPost => {
  const version = post.version + 1;
  const kinds = post.title === title ? [kind] : ["wagtail.rename", kind];
  const entries = kinds.map((each, index) => entry(version, index, each, userId, id));
  return { ...post, version, title, slug, liveRevisionId: id, history: [...post.history, ...entries] };
};

const statusOf = (post: ModelPost): string => {
  if (post.schedule) return "scheduled";
  return hasDraft(post) ? "draft" : "live";
};

const shownOf = (post: ModelPost): ModelView => {
  const latest = latestOf(post);
  return {
    title: latest.title,
    slug: latest.slug,
    pageSlug: post.slug,
    live: post.liveRevisionId !== null,
    status: statusOf(post),
    latest: latest.id,
    previous: post.revisions.at(-2)?.id ?? null,
  };
};

import type { Restriction } from "./restriction.ts";

/**
 * What a page is. The tree has one `root`, which nobody sees; below it a `home`, blogs and podcasts, and
 * their posts and episodes.
 */
export type PageKind = "root" | "home" | "blog" | "podcast" | "post" | "episode";

/** The id of the root of the tree, on which permissions for everything are granted. */
export const rootPageId = 1;

/**
 * A page's row: where it hangs, what is public, what is newest, and who may touch it.
 * `version` goes up with every change of the page; whoever writes states the version that was read.
 */
export interface Page {
  readonly id: number;
  readonly kind: PageKind;
  /** Null for the root only. */
  readonly parentId: number | null;
  /** Ids from the root to the parent. */
  readonly ancestors: readonly number[];
  /** Stable across revisions; a UUID. */
  readonly uuid: string;
  /** The public slug; equal to `draftSlug` while the page is not live. */
  readonly slug: string;
  /** The slug of the latest revision. */
  readonly draftSlug: string;
  /** The title that was last public, or that the page was made with. */
  readonly title: string;
  readonly ownerId: number | null;
  readonly live: boolean;
  /** True when the latest revision is not the published one. */
  readonly unpublishedChanges: boolean;
  readonly latestRevisionId: number | null;
  readonly liveRevisionId: number | null;
  readonly createdAt: string;
  readonly firstPublishedAt: string | null;
  readonly lastPublishedAt: string | null;
  readonly showInMenus: boolean;
  readonly restriction: Restriction | null;
  readonly lock: EditLock | null;
  readonly schedule: Schedule | null;
  readonly workflow: WorkflowState | null;
  /** How many comments are stored of a post; absent while nobody has set any. */
  readonly comments?: number;
  /** The version that they were last set with. */
  readonly commentsVersion?: number;
  /** Podcasts only. */
  readonly seasons?: readonly Season[];
  /** True of a page that a manifest has made; `apply --prune` removes no others. */
  readonly fromManifest?: true;
  /** How many pages have been made below this one; not how many there are. */
  readonly births?: number;
  readonly version: number;
}

/** A season of a podcast. Keys and numbers are unique within it; the key is what manifests call it. */
export interface Season {
  readonly id: number;
  readonly key: string;
  readonly number: number;
  readonly name: string;
}

/** An edit lock; without an owner it binds everybody. */
export interface EditLock {
  readonly ownerId: number | null;
  readonly lockedAt: string;
}

/** A revision that is approved for publication at a later time. */
export interface Schedule {
  readonly revisionId: number;
  readonly publishAt: string;
}

/** A started workflow. `groups` may act on its current task. */
export interface WorkflowState {
  readonly name: string;
  readonly task: string;
  readonly state: "in_progress" | "needs_changes";
  readonly groups: readonly number[];
}

/** True of posts and of episodes, which are posts. */
export const isPost = (kind: PageKind): boolean => kind === "post" || kind === "episode";

/** True of blogs and of podcasts, which are blogs. */
export const isBlog = (kind: PageKind): boolean => kind === "blog" || kind === "podcast";

/** The ids of a podcast's seasons; none of anything else. */
export const seasonIds = (podcast: Page | undefined): ReadonlySet<number> =>
  new Set(podcast?.seasons?.map(({ id }) => id));

/** True when pages of the child's kind may hang below pages of the parent's kind. */
export const mayHold = (parent: PageKind, child: PageKind): boolean => {
  if (child === "post") return isBlog(parent);
  if (child === "episode") return parent === "podcast";
  return parent === "root" || parent === "home";
};

/** `draft`, `live` or `scheduled`, as the editor API shows it (contract#status). */
export const statusOf = (page: Page): "draft" | "live" | "scheduled" => {
  if (page.schedule) return "scheduled";
  return page.live && !page.unpublishedChanges ? "live" : "draft";
};

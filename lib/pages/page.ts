import type { Authored, ObjectFields, StoredObject } from "#lib/object-fields.ts";
import type { Restriction } from "./restriction.ts";
import type { RevisionListing } from "./revision.ts";
import { maxTitleLength } from "./slug.ts";

/**
 * The tree has one `root`, which nobody sees, then a `home`, blogs and podcasts, posts and episodes. A `page`
 * such as an imprint is below a home page or a blog.
 */
export type PageKind = "root" | "home" | BlogKind | WrittenKind;

type BlogKind = "blog" | "podcast";

export type PostKind = "post" | "episode";

/** What people write, and the editor API reads, saves and publishes. */
export type WrittenKind = PostKind | "page";

interface KindTraits {
  /** The kinds of pages that may be below it. */
  readonly holds: readonly PageKind[];
  /** It has posts below it, and feeds of them. */
  readonly isBlog: boolean;
  /** It is in feeds, lists of posts, facets and suggestions, has a day, and takes comments. */
  readonly isPost: boolean;
  /** It is written in drafts, with a text of its own. */
  readonly isWritten: boolean;
}

const other = { holds: [], isBlog: false, isPost: false, isWritten: false } as const;
const blog = { ...other, holds: ["post", "page"], isBlog: true } as const;
const post = { ...other, isPost: true, isWritten: true } as const;

/** What is true of the pages of each kind. */
const kinds: Readonly<Record<PageKind, KindTraits>> = {
  root: { ...other, holds: ["home", "blog", "podcast"] },
  home: { ...other, holds: ["home", "blog", "podcast", "page"] },
  blog,
  podcast: { ...blog, holds: ["post", "episode", "page"] },
  post,
  episode: post,
  page: { ...other, isWritten: true },
};

/** The kinds of which this is true. */
export const kindsThat = (isTrue: (traits: KindTraits) => boolean): readonly PageKind[] =>
  (Object.keys(kinds) as PageKind[]).filter((kind) => isTrue(kinds[kind]));

/** The root is there from the start; pages of the other kinds are created. */
export type CreatedKind = Exclude<PageKind, "root">;

/** Permissions on the root apply everywhere. */
export const rootPageId = 1;

/**
 * The attributes of all rows. `version` grows with each change; each write has the read version as its
 * condition.
 */
interface PageBase {
  readonly id: number;
  /** Ids from the root to the parent. */
  readonly ancestors: readonly number[];
  readonly uuid: string;
  /** Equal to `draftSlug` while the page is not live. */
  readonly slug: string;
  /** The slug of the latest revision. */
  readonly draftSlug: string;
  /** The last public title, or the first one. */
  readonly title: string;
  readonly ownerId: number | null;
  readonly live: boolean;
  /** True if the latest revision is not the public one. */
  readonly unpublishedChanges: boolean;
  readonly latestRevisionId: number | null;
  /**
   * What lists show of the latest revision; absent, or of an older one, in rows that earlier versions wrote.
   */
  readonly summary?: RevisionListing;
  readonly liveRevisionId: number | null;
  /** The slug of the last public address, while the page is not live; absent in rows of earlier versions. */
  readonly publicSlug?: string | undefined;
  /** The aliases of the public revision; absent without any, as in all rows but those of posts. */
  readonly aliases?: readonly string[] | undefined;
  readonly createdAt: string;
  readonly firstPublishedAt: string | null;
  readonly lastPublishedAt: string | null;
  readonly showInMenus: boolean;
  readonly restriction: Restriction | null;
  readonly lock: EditLock | null;
  readonly schedule: Schedule | null;
  readonly workflow: WorkflowState | null;
  /** `apply --prune` removes no other pages. */
  readonly fromManifest?: true;
  /** The number of pages that were created below this one, deleted ones included. */
  readonly births?: number;
  readonly version: number;
}

interface OfBlogs {
  /** True if visitors may not comment on any post of the blog. */
  readonly commentsClosed?: true | undefined;
}

interface OfPodcasts extends OfBlogs {
  readonly seasons?: readonly Season[];
}

interface OfPosts {
  /** True if visitors may not comment on the post. */
  readonly commentsClosed?: true | undefined;
  /** The number of comments; absent while nobody has set any. */
  readonly comments?: number;
  /** The page's version when they were last set. */
  readonly commentsVersion?: number;
}

/** A row of a kind never has what only rows of other kinds have, which may be asked for all the same. */
type Row<Kind extends PageKind, Own = unknown> = PageBase & {
  readonly kind: Kind;
  readonly parentId: Kind extends "root" ? null : number;
} & Own & { readonly [Name in Exclude<keyof (OfPodcasts & OfPosts), keyof Own>]?: undefined };

/** The rows of pages, which say of what kind they are. */
interface Rows {
  root: Row<"root">;
  home: Row<"home">;
  blog: Row<"blog", OfBlogs>;
  podcast: Row<"podcast", OfPodcasts>;
  post: Row<"post", OfPosts>;
  episode: Row<"episode", OfPosts>;
  page: Row<"page">;
}

/** The row of a page of one of these kinds. */
export type PageOf<Kind extends PageKind> = Rows[Kind];

/** The row of any page. */
export type Page = PageOf<PageKind>;

/** Keys and numbers are unique within a podcast; the key is its name in manifests. */
export const seasonFields = {
  key: { type: "line", maxLength: 200, required: true },
  number: { type: "integer", min: 1, required: true },
  name: { type: "text", maxLength: maxTitleLength },
} as const satisfies ObjectFields;

export const seasonAuthoring = {
  key: { label: "Key", help: "What manifests call it." },
  number: { label: "Number", help: "Its place in the podcast." },
  name: { label: "Name", help: "What podcast apps show beside the number." },
} as const satisfies Authored<typeof seasonFields>;

export interface Season extends StoredObject<typeof seasonFields> {
  readonly id: number;
}

/** An edit lock. Without an owner it locks out everybody. */
export interface EditLock {
  readonly ownerId: number | null;
  readonly lockedAt: string;
}

/** A revision that is approved for later publication. */
export interface Schedule {
  readonly revisionId: number;
  readonly publishAt: string;
}

/** `groups` may act on the current task. */
export interface WorkflowState {
  readonly name: string;
  readonly task: string;
  readonly state: "in_progress" | "needs_changes";
  readonly groups: readonly number[];
  /** The user who started it; absent if an administrator did. */
  readonly startedBy?: number;
}

/** Something of a page that says the page's kind: its row, its listing. */
interface OfKind {
  readonly kind: PageKind;
}

/** True for posts and episodes, which are posts. */
export const isPost = <Each extends OfKind>(page: Each): page is Each & { readonly kind: PostKind } =>
  kinds[page.kind].isPost;

/** True for posts, episodes and pages that are neither, such as an imprint. */
export const isWritten = <Each extends OfKind>(page: Each): page is Each & { readonly kind: WrittenKind } =>
  kinds[page.kind].isWritten;

/** True for blogs and podcasts, which are blogs. */
export const isBlog = <Each extends OfKind>(page: Each): page is Each & { readonly kind: BlogKind } =>
  kinds[page.kind].isBlog;

export const seasonIds = (parent: Page | undefined): ReadonlySet<number> =>
  new Set(parent?.seasons?.map(({ id }) => id));

export const mayHold = (parent: PageKind, child: PageKind): boolean => kinds[parent].holds.includes(child);

/** The properties of a page that are set without a revision. */
export type PageProperties = Partial<
  Pick<Page, "ownerId" | "showInMenus" | "restriction"> &
    Pick<PageOf<"podcast">, "commentsClosed" | "seasons">
>;

/** The page with those of the properties that pages of its kind have. */
export const withProperties = (page: Page, properties: PageProperties): Page => {
  if (page.kind === "podcast") return { ...page, ...properties };
  const { seasons: _, ...others } = properties;
  if (isBlog(page) || isPost(page)) return { ...page, ...others };
  const { commentsClosed: __, ...ofAll } = others;
  return { ...page, ...ofAll };
};

/**
 * Whether menus have the page. A page that is no post says it with its content, so that it changes with a
 * publication; of others it is a property.
 */
export const inMenus = ({ showInMenus }: Pick<Page, "showInMenus">, content: object): boolean =>
  "showInMenus" in content ? content.showInMenus === true : showInMenus;

/** `draft`, `live` or `scheduled`, as the editor API shows it (contract#status). */
export const statusOf = (
  page: Pick<Page, "schedule" | "live" | "unpublishedChanges">,
): "draft" | "live" | "scheduled" => {
  if (page.schedule) return "scheduled";
  return page.live && !page.unpublishedChanges ? "live" : "draft";
};

/** A post or page in the bin: its row without approval, lock and workflow. Its revisions stay. */
export interface BinnedPage {
  readonly page: PageOf<WrittenKind>;
  /** The title of the latest revision. */
  readonly title: string;
  readonly deletedAt: string;
  /** The user who deleted it; null for manifests and commands. */
  readonly deletedBy: number | null;
  /** Grows with each change of what belongs to the page. */
  readonly changes: number;
}

/** The time for which a post stays in the bin. */
const retentionMs = 30 * 24 * 3_600_000;

/** When the post leaves the bin for good. */
export const expiryOf = ({ deletedAt }: BinnedPage): string =>
  new Date(Date.parse(deletedAt) + retentionMs).toISOString();

/** The roles of a user on a page, as its row says. */
export const rolesOnPage = (page: Page, userId: number): readonly string[] => [
  ...(page.ownerId === userId ? ["owner"] : []),
  ...(page.lock?.ownerId === userId ? ["holds the lock"] : []),
  ...(page.workflow?.startedBy === userId ? ["started the workflow"] : []),
  ...(page.summary?.savedBy === userId ? ["saved the latest revision"] : []),
];

/** The page without that user: it has no owner if they owned it, and a lock of theirs locks out everybody. */
export const unnamedPage = <Each extends Page>(page: Each, userId: number): Each => {
  const { ownerId, lock, workflow, summary } = page;
  return {
    ...page,
    ownerId: ownerId === userId ? null : ownerId,
    lock: lock?.ownerId === userId ? { ...lock, ownerId: null } : lock,
    workflow: workflow?.startedBy === userId ? withoutStarter(workflow) : workflow,
    ...(summary?.savedBy === userId && { summary: { ...summary, savedBy: null } }),
  };
};

const withoutStarter = ({ startedBy: _, ...workflow }: WorkflowState): WorkflowState => workflow;

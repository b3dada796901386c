import { isDeepStrictEqual } from "node:util";
import type { StoredPage } from "#lib/manifest/stored/stored-state.ts";
import type { Comment } from "#lib/pages/comment.ts";
import type { AnyContent } from "#lib/pages/content.ts";
import type { Page, PageProperties, WorkflowState } from "#lib/pages/page.ts";

/** The state that the file describes. */
export interface DesiredPage {
  /** Seasons only for podcasts that have, or had, some. */
  readonly properties: PageProperties & Required<Omit<PageProperties, "seasons">>;
  /** The public content; of a page that is not live, its first draft. */
  readonly main: AnyContent;
  /** The unpublished draft on top. */
  readonly draft: AnyContent | undefined;
  readonly live: boolean;
  /** When the draft, or else the main content, is to be published. */
  readonly publishAt: string | null;
  /** The draft after the approved one; undefined without an approval. */
  readonly newerDraft: AnyContent | undefined;
  readonly lock: Pick<NonNullable<Page["lock"]>, "ownerId"> | null;
  readonly workflow: WorkflowState | null;
  /** The comments of the file; undefined without any: then the stored ones stay. */
  readonly comments: readonly Comment[] | undefined;
}

/** One change that brings a page closer to its desired state. */
export type Step =
  | { readonly kind: "set"; readonly properties: PageProperties }
  | { readonly kind: "comments"; readonly comments: readonly Comment[] }
  | { readonly kind: "save"; readonly content: AnyContent }
  | { readonly kind: "publish" }
  | { readonly kind: "unpublish" }
  | { readonly kind: "schedule"; readonly publishAt: string | null }
  | { readonly kind: "lock"; readonly ownerId: number | null }
  | { readonly kind: "unlock" }
  | { readonly kind: "workflow"; readonly state: WorkflowState | null };

/**
 * The next change from a stored page towards the desired one; undefined when they are equal. At most ten
 * changes lead there from any state, so a run that broke off is continued by the next one. Restrictions and
 * comments come before publication. If the page is not live, only its newest draft is compared.
 */
export const nextStep = (stored: StoredPage, desired: DesiredPage): Step | undefined => {
  const properties = changedProperties(stored, desired.properties);
  if (properties) return { kind: "set", properties };
  const { comments } = desired;
  if (comments && !isDeepStrictEqual(stored.comments, comments)) return { kind: "comments", comments };
  return stepOfContent(stored, desired) ?? stepOfState(stored, desired);
};

/** A wrong approval is taken back before the content changes; the right one is given after it. */
const stepOfContent = (stored: StoredPage, desired: DesiredPage): Step | undefined => {
  const { publishAt, newerDraft } = desired;
  if (publishAt !== null && isApproved(stored, desired)) {
    const { page, latest } = stored;
    const isNewer = page.latestRevisionId !== page.schedule?.revisionId && page.unpublishedChanges;
    if (newerDraft) return isNewer && isDeepStrictEqual(latest, newerDraft) ? undefined : save(newerDraft);
    const isLatest = page.latestRevisionId === page.schedule?.revisionId;
    if (isLatest && (page.unpublishedChanges || !desired.draft)) return undefined;
  }
  if (stored.page.schedule) return { kind: "schedule", publishAt: null };
  const step = desired.live ? stepOfLive(stored, desired) : stepOfDraft(stored, desired);
  if (step || publishAt === null) return step;
  return { kind: "schedule", publishAt };
};

const isApproved = ({ page, approved, live }: StoredPage, desired: DesiredPage): boolean =>
  page.schedule?.publishAt === desired.publishAt &&
  isDeepStrictEqual(approved, desired.draft ?? desired.main) &&
  (desired.live ? isDeepStrictEqual(live, desired.main) : !page.live);

const stepOfState = ({ page }: StoredPage, { lock, workflow }: DesiredPage): Step | undefined => {
  if (!lock && page.lock) return { kind: "unlock" };
  if (lock && page.lock?.ownerId !== lock.ownerId) return { kind: "lock", ownerId: lock.ownerId };
  return isDeepStrictEqual(page.workflow, workflow) ? undefined : { kind: "workflow", state: workflow };
};

const stepOfLive = ({ page, latest, live }: StoredPage, { main, draft }: DesiredPage): Step | undefined => {
  const isPublic = isDeepStrictEqual(live, main);
  if (isPublic && draft) {
    return page.unpublishedChanges && isDeepStrictEqual(latest, draft) ? undefined : save(draft);
  }
  if (isPublic && !page.unpublishedChanges) return undefined;
  return isDeepStrictEqual(latest, main) ? { kind: "publish" } : save(main);
};

const stepOfDraft = ({ page, latest }: StoredPage, { main, draft = main }: DesiredPage): Step | undefined => {
  if (!isDeepStrictEqual(latest, draft)) return save(draft);
  return page.live ? { kind: "unpublish" } : undefined;
};

const save = (content: AnyContent): Step => ({ kind: "save", content });

const changedProperties = ({ page }: StoredPage, desired: PageProperties): PageProperties | undefined => {
  const changed = Object.entries(desired).filter(
    ([name, value]) => !isDeepStrictEqual(page[name as keyof PageProperties], value),
  );
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
};

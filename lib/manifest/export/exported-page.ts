import type { StoredPage } from "#lib/manifest/stored/stored-state.ts";
import { type Page, seasonFields, type WorkflowState } from "#lib/pages/page.ts";
import { typeOf } from "#lib/queries/page-types.ts";
import { changedFields, contentFields, exportedComments } from "./export-content.ts";
import type { PlacedNode, SiteNames } from "./export-names.ts";
import { exportedObjects, marks, namesWin, told, unless, unlessEmpty } from "./exported-fields.ts";

/** A page with its content. */
type Branch = StoredPage & PlacedNode;

/** A page without those below it. */
export const exportedPage = (
  branch: Branch,
  restrictions: ReadonlyMap<number, object>,
  names: SiteNames,
): Record<string, unknown> => {
  const { page, live, latest, approved, comments, waiting, formerSlugs } = branch;
  const main = live ?? approved ?? latest;
  const draft = page.live && page.unpublishedChanges ? draftOf(branch) : null;
  const newerDraft = page.schedule && page.schedule.revisionId !== page.latestRevisionId ? latest : null;
  return told<Page>({
    kind: { type: typeOf(page.kind) },
    uuid: { uuid: page.uuid },
    slug: { slug: page.slug, ...unlessEmpty({ former_slugs: formerSlugs }) },
    title: { title: main?.title ?? page.title, ...(main && contentFields(main, names)) },
    ownerId: unless(undefined, { owner: ownerOf(page, names) }),
    seasons: unlessEmpty({
      seasons: exportedObjects(seasonFields, page.seasons ?? [], names.nameOf, { id: namesWin }),
    }),
    live: unless(true, { live: page.live }),
    unpublishedChanges: draft && main ? { draft: changedFields(draft, main, names) } : {},
    showInMenus: unless(false, { show_in_menus: page.showInMenus }),
    commentsClosed: page.commentsClosed ? { comments_enabled: false } : {},
    restriction: { ...restrictions.get(page.id) },
    lock: page.lock ? { locked: true, ...unless(undefined, { locked_by: lockOwnerOf(page, names) }) } : {},
    schedule: {
      ...(page.schedule && { scheduled_at: page.schedule.publishAt }),
      ...(newerDraft && main && { newer_draft: changedFields(newerDraft, draft ?? main, names) }),
    },
    workflow: page.workflow ? { workflow: exportedState(page.workflow, names) } : {},
    comments: unlessEmpty({ comments: exportedComments([...comments, ...waiting]) }),
    commentsVersion: "It counts the changes of this service.",
    id: namesWin,
    parentId: "The tree says it.",
    ancestors: "The tree says it.",
    draftSlug: "The draft says it.",
    latestRevisionId: "A file has contents, and no revisions.",
    liveRevisionId: "A file has contents, and no revisions.",
    summary: "It is made of the latest content.",
    publicSlug: "The former slugs have it.",
    aliases: "The content has them.",
    createdAt: "A page is as old as it is in its service.",
    firstPublishedAt: "It says when this service published the page; `visible_date` is the author's date.",
    lastPublishedAt: "It says when this service published the page.",
    fromManifest: marks,
    births: "It counts pages that were created below, also those that are gone.",
    version: "It counts the changes of this service.",
  });
};

/** Without a task, it is at the first. */
const exportedState = ({ name, state, task, startedBy }: WorkflowState, names: SiteNames) =>
  told<WorkflowState>({
    name: { name },
    state: { state },
    task: unless(names.firstTasks.get(name), { task }),
    startedBy: unless(undefined, {
      started_by: startedBy === undefined ? undefined : names.users.get(startedBy),
    }),
    groups: "The workflow's task says them.",
  });

/** The draft after the public content: the approved one, unless that is public already. */
const draftOf = ({ page, approved, latest }: Branch) => {
  if (!page.schedule) return latest;
  return page.schedule.revisionId === page.liveRevisionId ? null : approved;
};

const lockOwnerOf = ({ lock }: Page, { users }: SiteNames): string | undefined =>
  lock?.ownerId == null ? undefined : users.get(lock.ownerId);

const ownerOf = ({ ownerId }: Page, { users }: SiteNames): string | undefined =>
  ownerId === null ? undefined : users.get(ownerId);

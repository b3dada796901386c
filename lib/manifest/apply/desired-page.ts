import { certain } from "#lib/certain.ts";
import type { PreparedContent } from "#lib/manifest/check/page-content.ts";
import type { PageNode } from "#lib/manifest/read/read-manifest.ts";
import type { ManifestPage } from "#lib/manifest/schema.ts";
import type { StoredPage } from "#lib/manifest/stored/stored-page.ts";
import { isEpisodeContent, isPostContent } from "#lib/pages/content.ts";
import type { Page, Season, WorkflowState } from "#lib/pages/page.ts";
import { stateAtTask, type Workflow } from "#lib/site/workflow.ts";
import { desiredComments } from "./desired-comments.ts";
import { desiredRestriction } from "./desired-restriction.ts";
import { desiredSeasons } from "./desired-seasons.ts";
import type { DesiredPage } from "./next-step.ts";
import type { Run } from "./run.ts";

export interface DesiredContext {
  readonly contents: ReadonlyMap<PageNode, PreparedContent>;
  readonly groupId: (name: string) => number;
  readonly userId: (username: string) => number;
  readonly categoryId: (slug: string) => number;
  readonly workflow: (name: string) => Workflow;
  /** False if pages that the file does not name are removed. */
  readonly unnamedStay: boolean;
  /** False for users that are removed. */
  readonly userStays: (id: number) => boolean;
}

/** In a dry run, as it would be. */
export interface AppliedPage {
  readonly id: number;
  readonly seasons: readonly Season[];
}

export const seasonId =
  ({ seasons }: AppliedPage) =>
  (key: string): number =>
    certain(seasons.find((season) => season.key === key)).id;

/** What the file says of a page; an owner or date that it does not name stays. */
export const desiredPage = async (
  node: PageNode,
  stored: StoredPage | undefined,
  parent: AppliedPage,
  { contents, groupId, userId, categoryId, workflow, unnamedStay, userStays }: DesiredContext,
  run: Run,
): Promise<DesiredPage> => {
  const { owner, show_in_menus, restriction, live, locked, locked_by, scheduled_at } = node.value;
  const comments = "comments" in node.value ? node.value.comments : undefined;
  const { main, draft, newerDraft } = certain(contents.get(node));
  const before = stored?.live ?? stored?.latest;
  const context = {
    categoryId,
    seasonId: seasonId(parent),
    visibleDate: before && isPostContent(before) ? before.visibleDate : run.now,
  };
  const storedOwner = stored?.page.ownerId ?? null;
  const seasons = await desiredSeasons(node, stored?.page.seasons ?? [], unnamedStay, run);
  const keptOwner = storedOwner !== null && userStays(storedOwner) ? storedOwner : null;
  return {
    properties: {
      ownerId: owner === undefined ? keptOwner : owner === null ? null : userId(owner),
      showInMenus: show_in_menus,
      commentsClosed: "comments_enabled" in node.value && !node.value.comments_enabled ? true : undefined,
      restriction: await desiredRestriction(
        restriction,
        stored?.page.restriction ?? null,
        groupId,
        run.secretValue,
      ),
      ...((seasons.length > 0 || stored?.page.seasons) && { seasons }),
    },
    lock: locked ? { ownerId: locked_by === undefined ? null : userId(locked_by) } : null,
    workflow: node.value.workflow
      ? desiredWorkflow(node.value.workflow, stored?.page ?? null, { workflow, userId })
      : null,
    comments: comments && (await desiredComments(comments, stored, run)),
    ...contentAt(run.now, {
      main: main(context),
      draft: draft?.(context),
      newerDraft: newerDraft?.(context),
      live,
      publishAt: scheduled_at ?? null,
    }),
  };
};

type DesiredContent = Pick<DesiredPage, "main" | "draft" | "newerDraft" | "live" | "publishAt">;

/**
 * If the approval is due, gives the state after the publication, so that a file stays true when its time
 * comes. An episode without an audio only loses its approval.
 */
const contentAt = (now: string, desired: DesiredContent): DesiredContent => {
  const { main, draft, newerDraft, publishAt } = desired;
  if (publishAt === null || publishAt > now) return desired;
  const due = draft ?? main;
  if (isEpisodeContent(due) && due.podcastAudio === null)
    return { ...desired, draft: newerDraft ?? draft, newerDraft: undefined, publishAt: null };
  return { main: due, draft: newerDraft, newerDraft: undefined, live: true, publishAt: null };
};

/** Without more in the file, a running workflow stays at its task, and its starter may cancel it. */
const desiredWorkflow = (
  { name, state, task, started_by: starter }: NonNullable<ManifestPage["workflow"]>,
  page: Page | null,
  { workflow, userId }: Pick<DesiredContext, "workflow" | "userId">,
): WorkflowState => {
  const current = page?.workflow?.name === name ? page.workflow : undefined;
  const startedBy = starter === undefined ? current?.startedBy : userId(starter);
  return {
    ...stateAtTask(workflow(name), state, task ?? current?.task),
    ...(startedBy !== undefined && { startedBy }),
  };
};

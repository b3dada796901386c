import { hashPassword, passwordIsRight } from "#lib/access/passwords.ts";
import { certain } from "#lib/certain.ts";
import { withoutUndefined } from "#lib/field.ts";
import type { PreparedContent } from "#lib/manifest/check/page-content.ts";
import type { ManifestComment, ManifestPage, ManifestRestriction } from "#lib/manifest/page-schema.ts";
import { type PageNode, seasonsIn, unnamedSeasons } from "#lib/manifest/read/read-manifest.ts";
import { readObject } from "#lib/manifest/read/read-object.ts";
import { keptPassword, type SecretValue } from "#lib/manifest/read/written.ts";
import type { StoredPage } from "#lib/manifest/stored/stored-state.ts";
import type { Comment } from "#lib/pages/comment.ts";
import { type EveryField, isEpisodeContent, isPostContent } from "#lib/pages/content.ts";
import { type Page, type Season, seasonFields, type WorkflowState } from "#lib/pages/page.ts";
import type { Restriction } from "#lib/pages/restriction.ts";
import { stateAtTask, type Workflow } from "#lib/site/workflow.ts";
import type { DesiredPage } from "./next-step.ts";
import { handMarks, type Run } from "./run.ts";

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

/** The page, in a dry run as it would be. */
export interface AppliedPage {
  readonly id: number;
  readonly seasons: readonly Season[];
}

export const seasonId =
  ({ seasons }: AppliedPage) =>
  (key: string): number =>
    certain(seasons.find((season) => season.key === key)).id;

/** The state that the file wants of a page; an owner or date that it does not name stays. */
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
      showInMenus: show_in_menus ?? false,
      commentsClosed: "comments_enabled" in node.value && !node.value.comments_enabled ? true : undefined,
      restriction: run.isByHand
        ? (stored?.page.restriction ?? null)
        : await pageRestriction(restriction, stored?.page.restriction ?? null, groupId, run),
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

/** If the file says no more, a running workflow stays at its task, and its starter may cancel it. */
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

/**
 * The comments of a post in the file's order, then those of visitors that the file does not name. Comments
 * that are stored already, by name, email and text, keep what the file does not say; new ones get new ids.
 * What waits for a moderator goes on waiting, unless the file has a decision.
 */
const desiredComments = async (
  given: readonly ManifestComment[],
  page: Pick<StoredPage, "comments" | "waiting"> | undefined,
  run: Run,
): Promise<readonly Comment[]> => {
  const { comments: stored, waiting } = page ?? { comments: [], waiting: [] };
  const known = Map.groupBy([...stored, ...waiting].toReversed(), keyOf);
  const matches = given.map((comment) => known.get(keyOf({ ...comment, text: comment.body }))?.pop());
  const fresh = await run.drawIds("comment", matches.filter((match) => match === undefined).length);
  let drawn = 0;
  const idByKey = new Map<string, number>();
  const named = given.map((comment, index) => {
    const match = matches[index] ?? newComment(certain(fresh[drawn++]), run.now);
    if (comment.key !== undefined) idByKey.set(comment.key, match.id);
    const { answer_to: answered } = comment;
    return described(
      comment,
      answered === undefined ? match : { ...match, parentId: certain(idByKey.get(answered)) },
    );
  });
  const stays = ({ id, moderation }: Comment) =>
    moderation === "pending" && waiting.some((comment) => comment.id === id);
  const others = stored.filter((comment) => comment.fromVisitor && !matches.includes(comment));
  return [...named.filter((comment) => !stays(comment)), ...others];
};

type KnownComment = Pick<Comment, "id" | "parentId" | "title" | "createdAt"> & Partial<Comment>;

const newComment = (id: number, now: string): KnownComment => ({
  id,
  parentId: null,
  title: "",
  createdAt: now,
});

/**
 * The comment as the file wants it. A comment that was taken down stays so, unless the file gives it another
 * state.
 */
const described = (
  { name, email, body, moderation, ...said }: ManifestComment,
  known: KnownComment,
): Comment => {
  const { removed = known.removed, from_visitor: fromVisitor = known.fromVisitor } = said;
  return withoutUndefined({
    id: known.id,
    parentId: known.parentId,
    name,
    email,
    title: said.title ?? known.title,
    text: body,
    createdAt: said.created_at ?? known.createdAt,
    moderation,
    removed: removed && moderation === "spam" ? true : undefined,
    fromVisitor: fromVisitor ? true : undefined,
    score: said.score ?? known.score,
  } satisfies EveryField<Comment>);
};

const keyOf = ({ name, email, text }: Pick<Comment, "name" | "email" | "text">): string =>
  JSON.stringify([name, email, text]);

/** The seasons of a podcast by number: those of the file, matched by key, and unnamed ones if they stay. */
export const desiredSeasons = async (
  node: PageNode,
  stored: readonly Season[],
  unnamedStay: boolean,
  run: Run,
): Promise<readonly Season[]> => {
  const seasons = unnamedStay ? unnamedSeasons(node, stored) : [];
  for (const said of seasonsIn(node)) {
    const id = stored.find(({ key }) => key === said.key)?.id ?? (await run.drawId("season"));
    seasons.push({ id, ...readObject(seasonFields, said, () => undefined) });
  }
  return seasons.sort((a, b) => a.number - b.number);
};

/** The restriction that a page is to have, which keeps the mark of who has set it. */
export const pageRestriction = async (
  desired: ManifestRestriction | null | undefined,
  stored: Restriction | null,
  groupId: (name: string) => number,
  run: Pick<Run, "secretValue" | "isByHand">,
): Promise<Restriction | null> => {
  const restriction = await desiredRestriction(desired, stored, groupId, run.secretValue);
  return restriction && { ...restriction, ...handMarks(stored ?? undefined, run) };
};

/** The restriction that the file describes. A stored one with the same password stays, hash included. */
export const desiredRestriction = async (
  desired: ManifestRestriction | null | undefined,
  stored: Restriction | null,
  groupId: (name: string) => number,
  secretValue: SecretValue,
): Promise<Restriction | null> => {
  if (!desired) return null;
  switch (desired.type) {
    case "login":
      return { type: "login" };
    case "groups":
      return { type: "groups", groups: sortedIds(desired.groups, groupId) };
    case "password": {
      const hash = stored?.type === "password" ? stored.passwordHash : null;
      if (hash !== null && desired.password === keptPassword) return { type: "password", passwordHash: hash };
      return {
        type: "password",
        passwordHash: await desiredPasswordHash(certain(secretValue(desired.password)), hash),
      };
    }
  }
};

/** The stored hash if it fits the password, else a new one. Takes some hundredths of a second. */
export const desiredPasswordHash = async (password: string, stored: string | null): Promise<string> => {
  if (stored !== null && (await passwordIsRight(password, stored))) return stored;
  return hashPassword(password);
};

/** Each once and sorted, so that another order in the file is no change. */
export const sortedIds = (names: readonly string[], idOf: (name: string) => number): number[] =>
  [...new Set(names)].map(idOf).sort((a, b) => a - b);
